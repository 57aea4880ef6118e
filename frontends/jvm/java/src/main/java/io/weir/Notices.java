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

    private record Pending(NDArray array, CompletableFuture<NDArray> future) {}

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
        // a handle of its own: the program may close the array before it is ready
        NDArray kept = NDArray.keepOwn(array);
        PENDING.put(token, new Pending(kept, future));
        try {
            Native.noticePush(kept.handle(), token);
        } catch (RuntimeException e) {
            PENDING.remove(token);
            kept.close();
            throw e;
        }
        return future.thenApply(same -> array);
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
            Native.waitFor(pending.array.handle(), -1); // it is ready: this only fetches its failure
        } catch (RuntimeException e) {
            failure = e;
        }
        Reference.reachabilityFence(pending.array);
        pending.array.close();
        RuntimeException why = failure;
        CompletableFuture.runAsync(() -> {
            if (why == null) pending.future.complete(null);
            else pending.future.completeExceptionally(why);
        });
    }
}
