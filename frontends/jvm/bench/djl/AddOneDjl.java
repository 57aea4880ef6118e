// SPDX-License-Identifier: Apache-2.0
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The same measurement as AddOne.java, with DJL and its PyTorch engine. */
public class AddOneDjl {
    private static final int CALLS = 50_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        try (NDManager manager = NDManager.newBaseManager()) {
            NDArray x = manager.create(new float[] {1, 2});
            System.out.println("                                      elapsed   processor");
            measure("DJL, x.add(1), closed at once", rounds, () -> {
                for (int i = 0; i < CALLS; i++) x.add(1).close();
            });
            measure("DJL, x.add(1), managers of 100", rounds, () -> {
                for (int i = 0; i < CALLS / 100; i++)
                    try (NDManager inner = manager.newSubManager()) {
                        NDArray y = x.duplicate();
                        y.attach(inner);
                        for (int j = 0; j < 100; j++) y.add(1);
                    }
            });
        }
    }

    private static void measure(String name, int rounds, Runnable round) {
        double elapsed = Double.MAX_VALUE, processor = Double.MAX_VALUE;
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime(), used = THREADS.getCurrentThreadCpuTime();
            round.run();
            processor = Math.min(processor, (THREADS.getCurrentThreadCpuTime() - used) / (double) CALLS);
            elapsed = Math.min(elapsed, (System.nanoTime() - start) / (double) CALLS);
        }
        System.out.printf("%-36s %6.0f ns  %6.0f ns%n", name, elapsed, processor);
    }
}
