// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Objects;

/**
 * A function with its own gradient:
 *
 * <pre>{@code
 * var square = CustomFunction.of("square",
 *         (ctx, x) -> { ctx.save(x[0]); return new NDArray[] {x[0].multiply(x[0])}; },
 *         (ctx, dy) -> new NDArray[] {dy[0].multiply(ctx.saved(0)).multiply(2)});
 * NDArray y = square.call(x);
 * }</pre>
 *
 * <p>The operations of {@code forward} are not recorded.  {@code backward} gets the gradient of each result (zeros for a result
 * without one) and returns a gradient, or null, for each input.  It runs on the thread that calls {@code backward}, inside that call; an
 * exception in it is thrown by that call.
 *
 * <p>Any thread may call a function; a call has a context of its own.
 */
public final class CustomFunction {
    /** One half of a function: arrays from arrays. */
    @FunctionalInterface
    public interface Half {
        /** Compute the results of {@code forward} from its inputs, or the gradients of the inputs from those of the results. */
        NDArray[] apply(Context ctx, NDArray[] arrays);
    }

    /** What the two halves of one call share. */
    public static final class Context {
        private final boolean[] needs;
        private NDArray[] arrays = {};
        private int saved = -1; // the number of arrays that the library has; -1: forward is running
        private Object value;

        private Context(boolean[] needs) {
            this.needs = needs;
        }

        /** Whether an input requires a gradient. */
        public boolean needsGrad(int input) {
            return needs[input];
        }

        /**
         * Keep arrays for {@code backward}.  Inputs and results belong here, and not in {@link #setValue} or in variables of the
         * function: the library checks that they were not overwritten, and a result that the function held would never be released.
         */
        public void save(NDArray... list) {
            arrays = list.clone();
        }

        /** An array that {@code forward} saved. */
        public NDArray saved(int index) {
            if (saved < 0) return arrays[index];
            if (index < 0 || index >= saved) throw new IndexOutOfBoundsException("saved(" + index + ") of " + saved + " arrays");
            return NDArray.wrap(Native.functionSaved(index));
        }

        /** Keep any other object for {@code backward}. */
        public void setValue(Object object) {
            value = object;
        }

        /** The object of {@link #setValue}. */
        public Object value() {
            return value;
        }
    }

    private final String name;
    private final Half forward, backward;

    private CustomFunction(String name, Half forward, Half backward) {
        this.name = name;
        this.forward = forward;
        this.backward = backward;
    }

    /** A function from its two halves.  The name is used in messages. */
    public static CustomFunction of(String name, Half forward, Half backward) {
        return new CustomFunction(Handle.text(name), Objects.requireNonNull(forward, "forward"), Objects.requireNonNull(backward, "backward"));
    }

    /** The first result. */
    public NDArray call(NDArray... inputs) {
        return results(inputs)[0];
    }

    /** All results. */
    public NDArray[] results(NDArray... inputs) {
        boolean[] needs = new boolean[inputs.length];
        boolean any = false;
        for (int i = 0; i < needs.length; i++) any |= needs[i] = inputs[i].requiresGrad();
        Context ctx = new Context(needs);
        boolean recording = Autograd.isRecording();
        NDArray[] made;
        try (Autograd.Region paused = Autograd.pause()) {
            made = forward.apply(ctx, inputs);
        }
        if (made == null || made.length == 0 || Arrays.asList(made).contains(null))
            throw new IllegalArgumentException(name + ": forward must return one or more arrays, none of them null");
        if (!recording || !any) return made;
        // New objects: the context may hold the first ones, which would hold the function if they had its history.
        NDArray[] outputs = new NDArray[made.length];
        for (int i = 0; i < made.length; i++) outputs[i] = made[i].detach();
        NDArray[] saved = ctx.arrays;
        for (int i = 0; i < saved.length; i++) {
            int at = Arrays.asList(made).indexOf(saved[i]);
            if (at >= 0) saved[i] = outputs[at];
        }
        ctx.arrays = new NDArray[0];
        ctx.saved = saved.length;
        Native.functionRecord(name, Handle.handles(inputs), Handle.handles(outputs), Handle.handles(saved),
                new Gradient(name, backward, ctx, inputs.length, outputs));
        Reference.reachabilityFence(inputs);
        Reference.reachabilityFence(outputs);
        Reference.reachabilityFence(saved);
        return outputs;
    }

    /** What the library calls for the gradients.  It holds no array of the call. */
    static final class Gradient {
        private final String name;
        private final Half backward;
        private final Context ctx;
        private final int inputs;
        private final long[][] shapes;
        private final DType[] dtypes;

        Gradient(String name, Half backward, Context ctx, int inputs, NDArray[] outputs) {
            this.name = name;
            this.backward = backward;
            this.ctx = ctx;
            this.inputs = inputs;
            shapes = new long[outputs.length][];
            dtypes = new DType[outputs.length];
            for (int i = 0; i < outputs.length; i++) {
                shapes[i] = outputs[i].shape();
                dtypes[i] = outputs[i].dtype();
            }
        }

        /** From the handles of the gradients of the results, which this takes over, those of the inputs, which the caller takes over. */
        long[] run(long[] given) {
            NDArray[] grads = NDArray.wrap(given);
            for (int i = 0; i < grads.length; i++) {
                DType dtype = dtypes[i];
                if (grads[i] == null) grads[i] = Ops.zeros(shapes[i], o -> o.dtype(dtype));
            }
            NDArray[] returned = backward.apply(ctx, grads);
            if (returned == null || returned.length != inputs)
                throw new IllegalArgumentException(name + ": backward returned " + (returned == null ? "null" : returned.length + " gradients")
                        + " for " + inputs + " inputs; return null for inputs without a gradient");
            long[] handles = new long[inputs];
            for (int i = 0; i < inputs; i++) if (returned[i] != null) handles[i] = Native.retain(returned[i].handle());
            Reference.reachabilityFence(returned);
            return handles;
        }
    }
}
