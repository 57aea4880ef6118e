// SPDX-License-Identifier: Apache-2.0
package io.weir;

/**
 * Releases handles, once each: when the program asks, or when the garbage collector has found their objects unreachable.
 *
 * <p>The native layer (release.c) has a table of all handles with weak references to their objects.  After a collection the threads
 * that make objects look through it.  The JDK's Cleaner would do this on a thread of its own, which falls behind a loop that makes
 * garbage fast.
 */
final class Releases {
    private Releases() {}

    /** What a handle refers to, which selects the function that releases it; in the order of release.c. */
    enum Kind { ARRAY, MAPPING, BLOCK, OPTIMIZER, SCALER, METRIC, DATASET, LOADER, WINDOW }

    /** A handle.  Its owner keeps it reachable, and a scope does, but it does not keep its owner reachable. */
    static final class Entry {
        long value; // 0: released by the program
        private final long id;

        Entry(Object owner, long value, Kind kind) {
            this.value = value;
            id = Native.track(owner, value, kind.ordinal());
        }

        /** Release the handle, unless it was released: the native layer decides which of several threads, or the collector, is first. */
        void release() {
            if (value == 0) return;
            value = 0;
            Native.untrack(id);
        }

        /** Whether the handle was released, also by the collector. */
        boolean isReleased() {
            return value == 0 || !Native.isTracked(id);
        }
    }

    /**
     * Collect garbage and release what became unreachable.  The library calls this on a thread that is about to issue work when
     * arrays that the program holds have doubled in size, and, with {@code urgent}, before it refuses work for want of memory; both do
     * the same here.
     *
     * <p>The collection itself clears weak references, so that no other thread has to do anything before they are found.
     */
    static void collect(boolean urgent) {
        if (!Native.forceCollection()) System.gc(); // the JVM ignores the second with -XX:+DisableExplicitGC
        Native.releaseUnreachable();
    }

    /** The number of handles that are not released, for tests. */
    static long count() {
        return Native.trackedCount();
    }
}
