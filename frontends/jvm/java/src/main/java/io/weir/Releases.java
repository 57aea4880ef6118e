// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * Releases handles whose objects are unreachable.
 *
 * <p>The JDK's Cleaner does this on a thread of its own, which falls behind a loop that makes garbage fast.  Here the threads that
 * make objects do it: once in {@value #EVERY} objects a thread takes at most {@value #AT_ONCE} unreachable ones from the queue, so that
 * releases keep up with creation and no call does an unbounded amount of work.  Not with every object, because the lock of the queue is
 * contended: the JVM adds to it at the same time.
 *
 * <p>The references themselves must stay reachable; they are in doubly linked lists, several to keep threads apart.
 */
final class Releases {
    private static final int EVERY = 64; // a power of two
    private static final int AT_ONCE = 4 * EVERY;
    private static final int STRIPES = 16; // a power of two
    private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    private static final Stripe[] stripes = new Stripe[STRIPES];

    static {
        for (int i = 0; i < STRIPES; i++) stripes[i] = new Stripe();
    }

    private Releases() {}

    /** What a handle refers to, which selects the function that releases it. */
    enum Kind { ARRAY, MAPPING, BLOCK, OPTIMIZER, SCALER, METRIC, DATASET, LOADER, WINDOW }

    /** A list of references, protected by its own lock. */
    private static final class Stripe {
        Entry first;
        int added; // number of additions, which may wrap

        synchronized void add(Entry e) {
            added++;
            e.next = first;
            if (first != null) first.before = e;
            first = e;
        }

        synchronized void remove(Entry e) {
            if (e.before != null) e.before.next = e.next;
            else first = e.next;
            if (e.next != null) e.next.before = e.before;
            e.next = e.before = null;
        }

        /** Add to a list the references whose objects the collector has found unreachable. */
        synchronized void unreachable(List<Entry> to) {
            for (Entry e = first; e != null; e = e.next) if (e.refersTo(null)) to.add(e);
        }
    }

    /** A handle and the reference that says when its object is unreachable. */
    static final class Entry extends PhantomReference<Object> {
        private static final VarHandle VALUE;

        static {
            try {
                VALUE = MethodHandles.lookup().findVarHandle(Entry.class, "value", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        long value; // 0: released
        private final Kind kind;
        private final Stripe stripe;
        private Entry before, next; // links in the stripe, under its lock

        Entry(Object owner, long value, Kind kind) {
            super(owner, QUEUE);
            this.value = value;
            this.kind = kind;
            this.stripe = stripes[(int) Thread.currentThread().getId() & STRIPES - 1];
            stripe.add(this);
        }

        /** Release the handle, once, whoever asks: close, a scope or the collector. */
        void release() {
            long handle = (long) VALUE.getAndSet(this, 0L);
            if (handle == 0) return;
            stripe.remove(this);
            clear();
            switch (kind) {
                case ARRAY -> Native.release(handle);
                case MAPPING -> {
                    try {
                        Native.unmap(handle);
                    } finally {
                        Native.release(handle);
                    }
                }
                case BLOCK -> Native.blockRelease(handle);
                case OPTIMIZER -> Native.optimizerFree(handle);
                case SCALER -> Native.scalerFree(handle);
                case METRIC -> Native.metricFree(handle);
                case DATASET -> Native.datasetRelease(handle);
                case LOADER -> Native.loaderFree(handle);
                case WINDOW -> Native.windowFree(handle);
            }
        }
    }

    /** Release some unreachable handles, from time to time.  Called whenever an object has been made. */
    static void made(Entry entry) {
        // read without the lock: at worst another thread's addition makes this one poll too, or neither
        if ((entry.stripe.added & EVERY - 1) == 0) poll();
    }

    private static void poll() {
        for (int i = 0; i < AT_ONCE; i++) {
            Reference<?> found = QUEUE.poll();
            if (found == null) return;
            ((Entry) found).release();
        }
    }

    /**
     * Collect garbage and release what became unreachable.  The library calls this on a thread that is about to issue work when
     * arrays that the program holds have doubled in size, and, with {@code urgent}, before it refuses work for want of memory; both do the same here.
     *
     * <p>The JVM adds references to the queue some time after the collection, on a thread of its own, which may be late on a busy
     * machine.  But the collection itself clears them, so that they are found in the stripes without waiting for that thread; what it
     * adds to the queue later is released already.
     */
    static void collect(boolean urgent) {
        if (!Native.forceCollection()) System.gc(); // the JVM ignores the second with -XX:+DisableExplicitGC
        List<Entry> found = new ArrayList<>();
        for (Stripe stripe : stripes) stripe.unreachable(found);
        for (Entry e : found) e.release();
        poll();
    }

    /** The number of handles that are not released, for tests. */
    static long count() {
        long all = 0;
        for (Stripe stripe : stripes)
            synchronized (stripe) {
                for (Entry e = stripe.first; e != null; e = e.next) all++;
            }
        return all;
    }
}
