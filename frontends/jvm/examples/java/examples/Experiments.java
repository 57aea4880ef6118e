// SPDX-License-Identifier: Apache-2.0
package examples;

import io.weir.*;
import java.util.function.Supplier;

/**
 * Asynchronous computation, by experiment: queueing, barriers, blockers, synchronous against asynchronous, memory.
 *
 * <p>{@code Experiments [quick]} prints what it measures.
 */
public final class Experiments {
    private Experiments() {}

    public static void main(String[] args) {
        boolean quick = args.length > 0 && args[0].equals("quick");
        int n = quick ? 256 : 1000;
        queueing(n);
        barriers(n);
        blockers(n);
        asynchronous(quick ? 1000 : 10000);
        memory(quick ? 10 : 60);
    }

    private static void timed(String name, Runnable body) {
        long start = System.nanoTime();
        body.run();
        System.out.printf("  %-52s %9.2f ms%n", name, (System.nanoTime() - start) / 1e6);
    }

    /** A call puts work into a queue and returns; the workers compute while the program goes on. */
    private static void queueing(int n) {
        System.out.println("Queueing: ten products of matrices");
        NDArray a = Ops.normal(n, n).await();
        NDArray[] b = {a};
        timed("issue them", () -> {
            for (int i = 0; i < 10; i++) b[0] = a.matmul(b[0]);
        });
        timed("wait for the last one", () -> b[0].await());
    }

    /** await waits for one array, waitAll for everything. */
    private static void barriers(int n) {
        System.out.println("Barriers");
        NDArray a = Ops.normal(n, n).await(), small = a.at("0:8, 0:8");
        NDArray first = small.matmul(small), second = a.matmul(a).matmul(a);
        timed("wait for a small result, issued first", first::await);
        timed("wait for everything", Weir::waitAll);
        if (!second.isReady()) throw new AssertionError("waitAll returned before the work was done");
    }

    /** Reading values waits for them: printing, item, toFloats. */
    private static void blockers(int n) {
        System.out.println("Blockers: a product is read");
        NDArray a = Ops.normal(n, n).await();
        long waits = Weir.stats().waits();
        timed("toFloats, all values", () -> a.matmul(a).toFloats());
        timed("item, one value", () -> a.matmul(a).sum().item());
        timed("toString", () -> a.matmul(a).toString());
        System.out.println("  " + (Weir.stats().waits() - waits) + " waits");
    }

    /** One wait at the end instead of one for each operation. */
    private static void asynchronous(int n) {
        System.out.println("Synchronous against asynchronous: " + n + " additions");
        NDArray x = Ops.ones(64, 64).await();
        timed("wait for each", () -> {
            for (int i = 0; i < n; i++) x.add(1).await();
        });
        timed("wait at the end", () -> {
            for (int i = 0; i < n; i++) x.add(1);
            Weir.waitAll();
        });
    }

    /** Batches that are issued far ahead of their computation need memory; the runtime starts them only as memory allows. */
    private static void memory(int steps) {
        System.out.println("Memory: " + steps + " batches of a network");
        Block net = Block.parse("Linear(512, 512), ReLU, Linear(512, 10)"), lossOf = Layers.mseLoss();
        Optimizer sgd = Optimizers.sgd(net.parameters(), o -> o.lr(0.01));
        Supplier<NDArray> step = () -> {
            NDArray x = Ops.normal(1024, 512), loss;
            try (var recording = Autograd.record()) {
                loss = lossOf.call(net.call(x), Ops.zeros(1024, 10));
            }
            loss.backward();
            sgd.step();
            return loss;
        };
        for (boolean wait : new boolean[] {true, false}) {
            timed(wait ? "wait for each batch" : "never wait", () -> {
                for (int i = 0; i < steps; i++) {
                    try (Scope scope = Scope.open()) { // releases the arrays of the batch
                        NDArray loss = step.get();
                        if (wait) loss.await();
                    }
                }
                Weir.waitAll();
            });
            System.out.printf("  peak %.1f MB%n", Weir.memory().peak() / 1e6);
        }
    }
}
