// SPDX-License-Identifier: Apache-2.0
import io.weir.NDArray;
import io.weir.Scope;
import io.weir.Weir;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The cost of {@code x + 1} on two elements, issued in a row; the work is waited for at the end.  Two figures, each the best of several
 * rounds: elapsed time, and processor time of the issuing thread, which other programs on the machine disturb less.
 *
 * <pre>java -cp weir-java.jar AddOne.java [ROUNDS]</pre>
 */
public class AddOne {
    private static final int CALLS = 200_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static NDArray last;

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        NDArray x = NDArray.of(1f, 2f), longer = NDArray.of(new float[2048]);
        System.out.println("                                      elapsed   processor");
        measure("x.add(1), released by the collector", rounds, () -> repeat(CALLS, () -> last = x.add(1)));
        measure("x.add(1), closed at once", rounds, () -> repeat(CALLS, () -> x.add(1).close()));
        measure("x.add(1), in scopes of 100", rounds, () -> repeat(CALLS / 100, () -> {
            try (Scope scope = Scope.open()) {
                for (int i = 0; i < 100; i++) last = x.add(1);
            }
        }));
        measure("2048 elements, with its source line", rounds, () -> repeat(CALLS, () -> longer.add(1).close()));
    }

    private static void repeat(int times, Runnable call) {
        for (int i = 0; i < times; i++) call.run();
    }

    /** The first rounds warm the JVM up. */
    private static void measure(String name, int rounds, Runnable round) {
        double elapsed = Double.MAX_VALUE, processor = Double.MAX_VALUE;
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime(), used = THREADS.getCurrentThreadCpuTime();
            round.run();
            Weir.waitAll();
            processor = Math.min(processor, (THREADS.getCurrentThreadCpuTime() - used) / (double) CALLS);
            elapsed = Math.min(elapsed, (System.nanoTime() - start) / (double) CALLS);
        }
        System.out.printf("%-36s %6.0f ns  %6.0f ns%n", name, elapsed, processor);
    }
}
