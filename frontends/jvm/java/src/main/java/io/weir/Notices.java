// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Futures of arrays.  The library posts a notice when an array is ready; one daemon thread takes the notices and completes the
 * futures.  It is started with the first future.
 */
final class Notices {
    private static final AtomicLong TOKENS = new AtomicLong();
    private static final ConcurrentHashMap<Long, Pending> PENDING = new ConcurrentHashMap<>();

    /**
     * @param original the array of the program, which the future delivers
     * @param kept another handle to it: the program may close its own before the values are computed
     */
    private record Pending(NDArray original, NDArray kept, CompletableFuture<NDArray> future) {}

    /** Starts the thread when it is first used. */
    private static final class Dispatcher {
        static {
            Thread thread = new Thread(Notices::run, "weir-notices");
            thread.setDaemon(true);
            thread.start();
        }

        static void start() {}
    }

    private Notices() {}

    static CompletableFuture<NDArray> future(NDArray array) {
        CompletableFuture<NDArray> future = new CompletableFuture<>();
        if (Native.isNumber(array.handle())) {
            future.complete(array);
            return future;
        }
        Dispatcher.start();
        long token = TOKENS.incrementAndGet();
        NDArray kept = NDArray.keepOwn(array);
        PENDING.put(token, new Pending(array, kept, future));
        try {
            Native.noticePush(kept.handle(), token);
        } catch (RuntimeException e) {
            PENDING.remove(token);
            kept.close();
            throw e;
        }
        return future;
    }

    private static void run() {
        while (true) {
            for (long token : Native.noticeTake()) {
                Pending pending = PENDING.remove(token);
                if (pending != null) settle(pending);
            }
        }
    }

    /** Complete a future in the common pool, so that what depends on it does not hold up other notices. */
    private static void settle(Pending pending) {
        RuntimeException failure = null;
        try {
            Native.peek(pending.kept.handle()); // a wait would be for operations that write the array since, too
        } catch (RuntimeException e) {
            failure = e;
        }
        Reference.reachabilityFence(pending.kept);
        pending.kept.close();
        RuntimeException why = failure;
        CompletableFuture.runAsync(() -> {
            if (why == null) pending.future.complete(pending.original);
            else pending.future.completeExceptionally(why);
        });
    }
}
