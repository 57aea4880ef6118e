// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An optimiser; {@link Optimizers} makes them.  A step is issued like an operation and does not wait.  One thread at a time may
 * use an optimiser.
 */
public final class Optimizer extends Handle {
    private Optimizer(long handle) {
        super(handle, Releases.Kind.OPTIMIZER);
    }

    /** The kind of an optimiser and the indices of its settings. */
    static final class Kind {
        private final long spec;

        private Kind(long spec) {
            this.spec = spec;
        }

        static Kind of(String name, String... attrs) {
            return new Kind(Native.optimizerKind(name, attrs));
        }

        Optimizer make(List<NDArray> parameters, Options options) {
            long made = Native.optimizerNew(spec, options == null ? null : options.words(), list(parameters));
            Reference.reachabilityFence(parameters);
            return new Optimizer(made);
        }

        /** Add a group of parameters with settings of their own. */
        void add(Optimizer to, List<NDArray> parameters, Options options) {
            Native.optimizerGroupAdd(to.handle(), spec, options == null ? null : options.words(), list(parameters));
            Reference.reachabilityFence(parameters);
            Reference.reachabilityFence(to);
        }
    }

    private static long[] list(List<NDArray> arrays) {
        return Handle.handles(arrays.toArray(new NDArray[0]));
    }

    /** Issue a step.  Throws the failure of an earlier step that is known to have failed; {@link #clear} then restores the last good one. */
    public void step() {
        Native.optimizerStep(handle());
        Reference.reachabilityFence(this);
    }

    /** Release the gradients of all parameters. */
    public void zeroGrad() {
        Native.optimizerZeroGrad(handle());
        Reference.reachabilityFence(this);
    }

    /** After a failed batch: restore parameters and state of the last good step.  Waits. */
    public void clear() {
        Native.optimizerClear(handle());
        Reference.reachabilityFence(this);
    }

    /** The learning rate of the first group. */
    public double learningRate() {
        double lr = Native.optimizerLr(handle(), 0);
        Reference.reachabilityFence(this);
        return lr;
    }

    /** Set the learning rate of all groups. */
    public void setLearningRate(double lr) {
        setLearningRate(-1, lr);
    }

    /** Set the learning rate of a group. */
    public void setLearningRate(int group, double lr) {
        Native.optimizerLrSet(handle(), group, lr);
        Reference.reachabilityFence(this);
    }

    /** The number of groups. */
    public int groupCount() {
        int n = Native.optimizerGroupCount(handle());
        Reference.reachabilityFence(this);
        return n;
    }

    /** Replace the arrays of all parameters, as after {@link Block#toDevice}. */
    public void setParameters(List<NDArray> parameters) {
        Native.optimizerParamsSet(handle(), list(parameters));
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(parameters);
    }

    /** The state by name, such as {@code 0.exp_avg}; empty before the first step. */
    public Map<String, NDArray> state() {
        Map<String, NDArray> found = new LinkedHashMap<>();
        for (int i = 0, n = Native.optimizerStateCount(handle()); i < n; i++)
            found.put(Native.optimizerStateName(handle(), i), NDArray.wrap(Native.optimizerStateAt(handle(), i)));
        Reference.reachabilityFence(this);
        return found;
    }

    /** Restore the state that {@link #state} returned, perhaps from a file. */
    public void setState(Map<String, NDArray> state) {
        state.forEach((name, values) -> Native.optimizerStateSet(handle(), text(name), values.handle()));
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(state);
    }

    /** Scale the gradients of parameters so that their joint norm is at most {@code most}; returns the norm before. */
    public static NDArray clipGradNorm(List<NDArray> parameters, double most) {
        NDArray norm = NDArray.wrap(Native.clipGradNorm(list(parameters), most));
        Reference.reachabilityFence(parameters);
        return norm;
    }

    /** Clip each element of the gradients to {@code -limit} to {@code limit}. */
    public static void clipGradValue(List<NDArray> parameters, double limit) {
        Native.clipGradValue(list(parameters), limit);
        Reference.reachabilityFence(parameters);
    }
}
