// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;
import java.util.List;

/**
 * Automatic differentiation.  Operations on arrays that require gradients are recorded inside a region:
 *
 * <pre>{@code
 * try (var r = Autograd.record()) {
 *     loss = lossOf.call(net.call(x), y);
 * }
 * loss.backward();
 * }</pre>
 *
 * <p>Regions are settings of the thread.  They need a platform thread: a virtual thread may continue on another one.
 */
public final class Autograd {
    private Autograd() {}

    /** A region of a thread's setting, which its end restores. */
    public interface Region extends AutoCloseable {
        /** Restore the setting from before the region. */
        @Override
        void close();
    }

    /** Record operations, in training mode. */
    public static Region record() {
        return record(true);
    }

    /** Record operations; layers such as dropout act as in training if {@code training}. */
    public static Region record(boolean training) {
        return region(true, training);
    }

    /** Do not record operations; the training mode does not change. */
    public static Region pause() {
        return region(false, Native.training());
    }

    /** Inference: do not record operations, and let layers act as after training. */
    public static Region inference() {
        return region(false, false);
    }

    private static Region region(boolean recording, boolean training) {
        checkThread();
        boolean recorded = Native.recordingSet(recording);
        boolean trained = Native.trainingSet(training);
        return () -> {
            Native.recordingSet(recorded);
            Native.trainingSet(trained);
        };
    }

    /** Compute products, convolutions and the like in this dtype, float16 or bfloat16, and sensitive operators in float32. */
    public static Region autocast(DType dtype) {
        checkThread();
        int before = Native.autocastSet(dtype.number);
        return () -> Native.autocastSet(before);
    }

    static void checkThread() {
        // Thread.isVirtual is newer than the oldest JDK that this supports; virtual threads have a class of their own
        if (Thread.currentThread().getClass().getSimpleName().contains("VirtualThread"))
            throw new UnsupportedOperationException("settings of a thread, such as Autograd.record, need a platform thread, not a virtual one");
    }

    /** Whether this thread records. */
    public static boolean isRecording() {
        return Native.recording();
    }

    /** Whether layers of this thread act as in training. */
    public static boolean isTraining() {
        return Native.training();
    }

    /** Compute the gradients of the leaves that these arrays depend on. */
    public static void backward(NDArray... heads) {
        backward(List.of(heads), null, false, false);
    }

    /**
     * Compute gradients.
     *
     * @param heads the results to differentiate
     * @param headGrads their gradients, or null for ones
     * @param retainGraph keep what was recorded, so that another backward pass can follow
     * @param createGraph record the operations of the gradient, for gradients of gradients
     */
    public static void backward(List<NDArray> heads, List<NDArray> headGrads, boolean retainGraph, boolean createGraph) {
        Native.backward(handles(heads), headGrads == null ? null : handles(headGrads), flags(retainGraph, createGraph));
        Reference.reachabilityFence(heads);
        Reference.reachabilityFence(headGrads);
    }

    /** The gradients of the sum of {@code heads} with respect to arrays; null where the heads do not depend on one. */
    public static NDArray[] grad(List<NDArray> heads, List<NDArray> inputs, boolean createGraph) {
        long[] grads = Native.gradients(handles(heads), null, handles(inputs), flags(false, createGraph));
        Reference.reachabilityFence(heads);
        Reference.reachabilityFence(inputs);
        return NDArray.wrap(grads);
    }

    private static int flags(boolean retain, boolean create) {
        return (retain ? 1 : 0) | (create ? 2 : 0);
    }

    private static long[] handles(List<NDArray> list) {
        return Handle.handles(list.toArray(new NDArray[0]));
    }
}
