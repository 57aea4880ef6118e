// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.nio.file.Path;
import java.time.Duration;

/** The runtime as a whole. */
public final class Weir {
    private Weir() {}

    /** The version of the library. */
    public static String version() {
        return Native.version();
    }

    /** Wait until everything issued so far is done.  Throws the first failure that nobody has seen. */
    public static void waitAll() {
        Native.waitAll(-1);
    }

    /** Wait at most this long; throws {@link WeirException.Timeout}. */
    public static void waitAll(Duration timeout) {
        Native.waitAll(NDArray.nanoseconds(timeout));
    }

    /** Wait until the work on a device is done. */
    public static void synchronize(Device device) {
        Native.synchronize(device.number);
    }

    /** Cancel the work that has not started.  What it would have computed fails with ECANCELED. */
    public static void cancelAll() {
        Native.cancelAll();
    }

    /** Seed the random numbers of the process. */
    public static void seed(long seed) {
        Native.seed(seed);
    }

    /** The state of the random numbers, for {@link #setRandomState}. */
    public static long[] randomState() {
        return Native.seedState();
    }

    /** Continue with a state that {@link #randomState} returned. */
    public static void setRandomState(long[] state) {
        Native.seedStateSet(state[0], state[1]);
    }

    /** Run each operation inside its call, so that every error is thrown there ({@code true}), or asynchronously.  Waits. */
    public static void serial(boolean on) {
        Native.engineSet(on ? 1 : 0);
    }

    /** Make arrays of this thread on a device, by default, until the region ends. */
    public static Autograd.Region defaultDevice(Device device) {
        Autograd.checkThread();
        int before = Native.defaultDeviceSet(device.number);
        if (before == -1) throw new IllegalArgumentException("there is no device " + device);
        return () -> Native.defaultDeviceSet(before);
    }

    /** Use a default float dtype on this thread until the region ends. */
    public static Autograd.Region defaultDType(DType dtype) {
        Autograd.checkThread();
        int before = Native.defaultDtypeSet(dtype.number);
        if (before == 0) throw new IllegalArgumentException(dtype + " cannot be the default float dtype");
        return () -> Native.defaultDtypeSet(before);
    }

    /** Collect garbage and release the arrays that the program no longer uses. */
    public static void collect() {
        Releases.collect(true);
        Native.sweep();
    }

    /** The number of failures since the start or {@link #clearFailures}. */
    public static long failureCount() {
        return Native.failureCount();
    }

    /** Forget the failures so far. */
    public static void clearFailures() {
        Native.failureClear();
    }

    /**
     * Memory of a device, in bytes.
     *
     * @param used memory of arrays
     * @param cached memory that is free for reuse
     * @param reserved memory obtained from the system
     * @param peak highest {@code used} so far
     * @param budget the limit
     * @param allocations number of allocations so far
     * @param reuses number of those that reused memory
     * @param borrowed memory of arrays over buffers of the program
     * @param borrowedPeak highest {@code borrowed} so far
     * @param level tasks wait at this many bytes
     */
    public record Memory(long used, long cached, long reserved, long peak, long budget, long allocations, long reuses,
            long borrowed, long borrowedPeak, long level) {}

    /** The memory of the host. */
    public static Memory memory() {
        return memory(Native.memory(-1));
    }

    /** The memory of a device. */
    public static Memory memory(Device device) {
        return memory(Native.memory(device.number));
    }

    private static Memory memory(long[] m) {
        return new Memory(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9]);
    }

    /** Limit the memory of a device; 0: back to the default. */
    public static void setMemoryBudget(Device device, long bytes) {
        Native.memoryBudgetSet(device.number, bytes);
    }

    /** Return free memory to the system. */
    public static void trimMemory() {
        Native.memoryTrim();
    }

    /**
     * What the runtime has done so far.
     *
     * @param workers number of threads that run tasks
     * @param issued number of tasks issued
     * @param finished number of tasks that ended
     * @param queued number of tasks in the queue
     * @param memoryUsed bytes in use
     * @param memoryPeak highest {@code memoryUsed}
     * @param waits number of waits that blocked
     * @param waitsReady number of waits that found the value ready
     * @param waitNanos time spent in waits
     * @param failures number of failures
     */
    public record Stats(long workers, long issued, long finished, long queued, long memoryUsed, long memoryPeak, long waits,
            long waitsReady, long waitNanos, long failures) {}

    /** The statistics of the runtime. */
    public static Stats stats() {
        long[] s = Native.stats();
        return new Stats(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9]);
    }

    /** Start recording tasks and waits. */
    public static void startTrace() {
        Native.traceStart();
    }

    /** Stop recording and write a Chrome trace. */
    public static void stopTrace(Path path) {
        Native.traceStop(path.toString());
    }
}
