// SPDX-License-Identifier: Apache-2.0
package io.weir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

/** Handles are released once, by close, scopes or the collector. */
class ReleasesTest {
    private static NDArray last;

    @Test
    void aMillionOperationsInBoundedMemory() {
        NDArray x = NDArray.of(1f, 2f);
        for (int i = 0; i < 1_000_000; i++) last = x.add(1);
        assertEquals(3.0, last.toFloats()[1]);
        Weir.collect();
        assertTrue(Releases.count() < 100_000, Releases.count() + " handles are left");
        assertTrue(Weir.memory().used() < 256 << 20, Weir.memory().used() + " bytes are in use");
    }

    @Test
    void largeGarbageIsCollectedWhenAsked() {
        Weir.collect();
        long before = Weir.memory().used();
        for (int i = 0; i < 20; i++) last = Ops.zeros(1 << 20);
        last = null;
        Weir.waitAll();
        Releases.collect(true); // what the library calls before it refuses work
        Weir.waitAll();
        assertTrue(Weir.memory().used() - before < 5L << 22, "used " + before + ", then " + Weir.memory().used());
    }

    /** Run in a JVM of its own: more garbage than the budget of memory, in a loop. */
    static final class MuchGarbage {
        public static void main(String[] args) {
            for (int i = 0; i < 200; i++) last = Ops.zeros(1 << 20).add(1); // 4 MiB
            System.out.println("last " + last.get(7).item());
        }
    }

    @Test
    void garbageIsCollectedIfTheJvmIgnoresSystemGc() throws Exception {
        for (String option : new String[] {"-XX:+DisableExplicitGC", "-XX:+ExplicitGCInvokesConcurrent", "-XX:+UseSerialGC"}) {
            ProcessBuilder child = new ProcessBuilder(java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    option, "-cp", System.getProperty("java.class.path"), MuchGarbage.class.getName());
            child.environment().put("WEIR_MEMORY", "64M");
            Process started = child.redirectErrorStream(true).start();
            String output = new String(started.getInputStream().readAllBytes());
            assertEquals(0, started.waitFor(), option + ": " + output);
            assertTrue(output.contains("last 1.0"), option + ": " + output);
        }
    }

    /** Run in a JVM of its own: more arrays than fit into the survivor space of its young generation, then young collections. */
    static final class YoungCollections {
        static Object filler;

        public static void main(String[] args) {
            for (int i = 0; i < 100_000; i++) last = NDArray.of(1f);
            for (int i = 0; i < 100_000; i++) filler = new byte[1000];
            for (int i = 0; i < 50_000; i++) NDArray.of(1f).close(); // looks for what was collected
            System.out.println(Releases.count() < 10_000 ? "released" : Releases.count() + " handles are left");
        }
    }

    @Test
    void youngCollectionsFindGarbage() throws Exception {
        for (String collector : new String[] {"-XX:+UseG1GC", "-XX:+UseSerialGC", "-XX:+UseParallelGC"}) {
            Process started = new ProcessBuilder(java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString(), collector,
                    "-Xmn8m", "-cp", System.getProperty("java.class.path"), YoungCollections.class.getName()).redirectErrorStream(true).start();
            String output = new String(started.getInputStream().readAllBytes());
            assertEquals(0, started.waitFor(), collector + ": " + output);
            assertTrue(output.contains("released"), collector + ": " + output);
        }
    }

    @Test
    void aScopeLeavesAloneWhatTookThePlaceOfCollectedArrays() {
        NDArray[] kept = new NDArray[2000];
        try (Scope scope = Scope.open()) {
            makeGarbage(1000);
            Releases.collect(true);
            for (int i = 0; i < kept.length; i++) kept[i] = scope.keep(NDArray.of((float) i)); // reuses records
        }
        for (int i = 0; i < kept.length; i++) assertEquals(i, kept[i].item());
    }

    @Test
    void aScopeForgetsWhatTheCollectorReleased() {
        try (Scope scope = Scope.open()) {
            for (int i = 0; i < 20; i++) {
                makeGarbage(1000);
                Releases.collect(true);
            }
            assertTrue(scope.size() < 5000, scope.size() + " entries");
        }
    }

    @Test
    void theCollectorScopesAndSeveralThreadsReleaseOnce() throws InterruptedException {
        Releases.collect(true);
        long before = Releases.count();
        NDArray shared = NDArray.of(7f);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int round = 0; round < 20; round++) {
                    NDArray[] own = new NDArray[200];
                    try (Scope scope = Scope.open()) {
                        // all are handles of one array: a second release would take a reference of another handle
                        for (int i = 0; i < own.length; i++) own[i] = NDArray.wrap(Native.retain(shared.handle()));
                        Thread other = new Thread(() -> {
                            for (NDArray x : own) x.close();
                        });
                        other.start();
                        for (int i = 0; i < own.length; i += 2) own[i].close();
                        for (int i = 0; i < 200; i++) NDArray.wrap(Native.retain(shared.handle())); // garbage
                        if (round % 5 == 0) Releases.collect(false);
                        other.join();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        Releases.collect(true);
        assertEquals(7, shared.item());
        assertTrue(Releases.count() <= before + 10, before + " handles, then " + Releases.count());
    }

    @Test
    void anInterruptedThreadCollects() {
        Releases.collect(true);
        long before = Releases.count();
        makeGarbage(1000);
        Thread.currentThread().interrupt();
        Releases.collect(true);
        assertTrue(Thread.interrupted(), "the interrupt status is still set");
        assertTrue(Releases.count() < before + 100, before + " handles, then " + Releases.count());
    }

    @Test
    void collectingIsCompleteOnABusyMachine() throws InterruptedException {
        java.util.concurrent.atomic.AtomicBoolean stop = new java.util.concurrent.atomic.AtomicBoolean();
        Thread[] busy = new Thread[4 * Runtime.getRuntime().availableProcessors()];
        for (int i = 0; i < busy.length; i++) {
            busy[i] = new Thread(() -> {
                while (!stop.get()) Thread.onSpinWait();
            });
            busy[i].start();
        }
        try {
            Releases.collect(true);
            long before = Releases.count();
            for (int i = 0; i < 10; i++) {
                makeGarbage(1000);
                Releases.collect(i % 2 == 0);
                assertTrue(Releases.count() < before + 100, before + " handles, then " + Releases.count());
            }
        } finally {
            stop.set(true);
            for (Thread thread : busy) thread.join();
        }
    }

    private static void makeGarbage(int count) {
        for (int i = 0; i < count; i++) last = NDArray.of(1f);
        last = null;
    }

    @Test
    void aBufferKeepsItsMappingAlive() {
        FloatBuffer values = mapped(), part = values.slice(1000, 1000).duplicate();
        values = null;
        for (int i = 0; i < 3; i++) {
            Weir.collect();
            last = Ops.zeros(1024, 1024).await();
        }
        for (int i = 0; i < part.capacity(); i++) assertEquals(1f, part.get(i));
        java.lang.ref.Reference.reachabilityFence(part);
    }

    private static FloatBuffer mapped() {
        return Ops.ones(1024, 1024).map().buffer().asFloatBuffer();
    }

    @Test
    void aMappingEndsByCloseOrWithItsBuffers() {
        Weir.collect();
        long before = Releases.count();
        for (int i = 0; i < 200; i++) mapped();
        Weir.collect();
        assertTrue(Releases.count() < before + 100, before + " handles, then " + Releases.count());
        NDArray x = Ops.zeros(2);
        before = Releases.count();
        MappedArray m = x.mapForWriting();
        assertEquals(before + 1, Releases.count());
        m.buffer().asFloatBuffer().put(0, 3);
        m.close();
        m.close();
        assertEquals(before, Releases.count());
        assertThrows(IllegalStateException.class, m::buffer);
        assertEquals(3, x.sum().item());
    }

    @Test
    void aScopeAroundALongLoopStaysSmall() {
        try (Scope scope = Scope.open()) {
            NDArray open = NDArray.of(5f);
            for (int i = 0; i < 100_000; i++) NDArray.of(1f).close();
            assertTrue(scope.size() < 1000, scope.size() + " entries");
            for (int i = 0; i < 1000; i++) last = NDArray.of(1f);
            assertEquals(5, open.item());
        }
        assertTrue(last.isClosed());
    }

    @Test
    void closingTwiceReleasesOnce() {
        NDArray x = NDArray.of(1f), same = NDArray.keepOwn(x);
        x.close();
        x.close();
        assertTrue(x.isClosed());
        assertThrows(IllegalStateException.class, x::count);
        assertEquals(1, same.item());
    }

    @Test
    void aScopeClosesWhatWasMadeInside() {
        NDArray kept, dropped;
        try (Scope scope = Scope.open()) {
            dropped = NDArray.of(1f);
            try (Scope inner = Scope.open()) {
                kept = inner.keep(NDArray.of(2f));
            }
            scope.keep(kept);
        }
        assertTrue(dropped.isClosed());
        assertEquals(2, kept.item());
    }

    @Test
    void anArrayOverABufferKeepsItAlive() {
        NDArray x = overBuffer();
        for (int i = 0; i < 3; i++) System.gc();
        assertEquals(3.5, x.sum().item());
        x.close();
        Weir.waitAll();
        Weir.collect();
        assertEquals(0, Weir.memory().borrowed());
    }

    private static NDArray overBuffer() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(8).order(java.nio.ByteOrder.nativeOrder());
        buffer.asFloatBuffer().put(new float[] {1.5f, 2f});
        return NDArray.from(buffer, DType.FLOAT32, 2);
    }

    @Test
    void threadsMakeAndReleaseAtTheSameTime() throws InterruptedException {
        Thread[] threads = new Thread[4];
        NDArray shared = NDArray.of(1f, 2f, 3f);
        double[] sums = new double[threads.length];
        for (int t = 0; t < threads.length; t++) {
            int me = t;
            threads[t] = new Thread(() -> {
                NDArray sum = shared;
                for (int i = 0; i < 5000; i++) sum = sum.add(1);
                sums[me] = sum.sum().item();
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        for (double sum : sums) assertEquals(15006, sum);
    }
}
