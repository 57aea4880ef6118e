// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/**
 * Iterates over a dataset in batches.  Each loop is one epoch; a batch is an array for each field.  A few batches are issued ahead.
 *
 * <pre>{@code
 * Loader loader = new Loader(data, o -> o.batchSize(128).shuffle(true));
 * for (NDArray[] batch : loader) step(batch[0], batch[1]);
 * }</pre>
 */
public final class Loader extends Handle implements Iterable<NDArray[]> {
    private boolean unfinished; // batches of the epoch have been read, and not its end

    /** The options of a loader. */
    public static final class LoaderOptions {
        private long batchSize = 1, seed;
        private boolean shuffle, dropLast;
        private int prefetch = 2, device = -1;

        private LoaderOptions() {}

        /** Samples per batch; default 1. */
        public LoaderOptions batchSize(long n) {
            batchSize = n;
            return this;
        }

        /** The seed of the order; default 0. */
        public LoaderOptions seed(long value) {
            seed = value;
            return this;
        }

        /** Shuffle differently in each epoch; default false. */
        public LoaderOptions shuffle(boolean on) {
            shuffle = on;
            return this;
        }

        /** Drop an incomplete last batch; default false. */
        public LoaderOptions dropLast(boolean on) {
            dropLast = on;
            return this;
        }

        /** Number of batches issued ahead, at most 64; default 2. */
        public LoaderOptions prefetch(int n) {
            prefetch = n;
            return this;
        }

        /** Copy batches to this device. */
        public LoaderOptions toDevice(Device to) {
            device = to.number;
            return this;
        }
    }

    /** A loader with the default options. */
    public Loader(Dataset data) {
        this(data, o -> {});
    }

    /** A loader; the function sets the options. */
    public Loader(Dataset data, Consumer<LoaderOptions> options) {
        super(make(data, options), Releases.Kind.LOADER);
    }

    private static long make(Dataset data, Consumer<LoaderOptions> set) {
        LoaderOptions o = new LoaderOptions();
        set.accept(o);
        long made = Native.loaderNew(data.handle(), o.batchSize, o.seed, o.shuffle, o.dropLast, o.prefetch, o.device);
        Reference.reachabilityFence(data);
        return made;
    }

    /** The next batch, or null at the end of the epoch; the call after that starts the next epoch. */
    public NDArray[] next() {
        long[] batch = Native.loaderNext(handle());
        Reference.reachabilityFence(this);
        unfinished = batch.length > 0;
        return batch.length == 0 ? null : NDArray.wrap(batch);
    }

    /**
     * An epoch, or, after {@link #start}, the rest of that epoch.  If the loop before this one was left early, or {@link #next} was called,
     * the rest of that epoch is skipped.
     */
    @Override
    public Iterator<NDArray[]> iterator() {
        if (unfinished && batch() != 0) start(epoch() + 1, 0);
        return new Iterator<>() {
            private NDArray[] ahead;
            private boolean ended;

            @Override
            public boolean hasNext() {
                if (ahead == null && !ended) {
                    ahead = Loader.this.next();
                    ended = ahead == null;
                }
                return ahead != null;
            }

            @Override
            public NDArray[] next() {
                if (!hasNext()) throw new NoSuchElementException();
                NDArray[] batch = ahead;
                ahead = null;
                return batch;
            }
        };
    }

    /** Start an epoch (0, 1 ...), skipping its first batches, as to resume an interrupted run. */
    public void start(long epoch, long skip) {
        Native.loaderStart(handle(), epoch, skip);
        Reference.reachabilityFence(this);
        unfinished = false;
    }

    /** The number of batches in an epoch. */
    public long count() {
        long n = Native.loaderCount(handle());
        Reference.reachabilityFence(this);
        return n;
    }

    /** The epoch of the next batch. */
    public long epoch() {
        long n = Native.loaderEpoch(handle());
        Reference.reachabilityFence(this);
        return n;
    }

    /** The index of the next batch in its epoch. */
    public long batch() {
        long n = Native.loaderBatch(handle());
        Reference.reachabilityFence(this);
        return n;
    }
}
