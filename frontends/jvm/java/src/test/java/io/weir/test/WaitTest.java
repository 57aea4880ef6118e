// SPDX-License-Identifier: Apache-2.0
package io.weir.test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.weir.Index;
import io.weir.NDArray;
import io.weir.Ops;
import io.weir.Weir;
import io.weir.WeirException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Errors, interrupts, futures and the end of the process. */
class WaitTest {
    private static int lineHere() {
        return StackWalker.getInstance().walk(s -> s.skip(1).findFirst().get().getLineNumber());
    }

    /** Work for some seconds. */
    private static NDArray slow() {
        NDArray x = Ops.ones(new long[] {768, 768}), y = x;
        for (int i = 0; i < 400; i++) y = x.matmul(y).multiply(1.0 / 768);
        return y;
    }

    @Test
    void anAsynchronousErrorHasTheLineOfItsCall() {
        NDArray x = Ops.ones(4);
        NDArray bad = x.take(NDArray.of(9L), o -> o.axis(0)); int line = lineHere();
        NDArray later = bad.add(1).multiply(2);
        var e = assertThrows(WeirException.Async.class, later::toFloats);
        assertEquals("WaitTest.java:" + line, e.line());
        assertEquals("take", e.operation());
        assertTrue(e.getMessage().contains("WaitTest.java:" + line), e.getMessage());
        assertThrows(WeirException.Async.class, () -> later.toString());
        Weir.waitAll(); // it has been reported
    }

    @Test
    void theLineIsThatOfTheProgramInsideLibraries() {
        NDArray x = Ops.ones(4);
        NDArray bad = java.util.stream.Stream.of(9L).map(i -> x.take(NDArray.of(i), o -> o.axis(0))).findFirst().get(); int line = lineHere();
        var e = assertThrows(WeirException.Async.class, bad::await);
        assertEquals("WaitTest.java:" + line, e.line());
    }

    @Test
    void aWrongArgumentIsRefusedAtTheCall() {
        NDArray x = Ops.ones(new long[] {2, 3});
        var e = assertThrows(WeirException.Argument.class, () -> x.matmul(x));
        assertTrue(e.getMessage().startsWith("matmul"), e.getMessage());
        assertTrue(e.line().startsWith("WaitTest.java:"), e.line());
        assertEquals("EINVAL", e.status());
        assertThrows(WeirException.Axis.class, () -> x.sum(o -> o.axes(5)));
        assertThrows(WeirException.Argument.class, () -> x.softmax(o -> o.axis(Long.MAX_VALUE)));
    }

    @Test
    void interruptEndsAWait() throws InterruptedException {
        AtomicReference<Object> ended = new AtomicReference<>();
        Thread waiting = new Thread(() -> {
            try {
                slow().await();
                ended.set("not interrupted");
            } catch (WeirException.Interrupted e) {
                ended.set(Thread.currentThread().isInterrupted());
            } catch (WeirException e) {
                ended.set(e);
            }
        });
        waiting.start();
        while (Weir.stats().queued() == 0 && waiting.isAlive()) Thread.sleep(1);
        waiting.interrupt();
        waiting.join();
        Weir.cancelAll();
        Weir.waitAll();
        assertEquals(true, ended.get());
    }

    @Test
    void aWaitTimesOut() {
        NDArray y = slow();
        assertThrows(WeirException.Timeout.class, () -> y.await(Duration.ofMillis(1)));
        Weir.cancelAll();
        Weir.waitAll();
    }

    @Test
    void futures() {
        NDArray x = Ops.ones(3);
        NDArray y = x.add(1);
        assertSame(y, y.whenReady().join());
        assertEquals(6, y.whenReady().thenApply(a -> a.sum().item()).join());
        var bad = x.take(NDArray.of(9L), o -> o.axis(0)).whenReady();
        var e = assertThrows(CompletionException.class, bad::join);
        assertEquals("take", ((WeirException.Async) e.getCause()).operation());
        assertEquals(5, NDArray.number(5).whenReady().join().item());
    }

    @Test
    void aFutureIsNotForLaterWrites() {
        NDArray x = Ops.ones(768, 768).add(1);
        var ready = x.whenReady();
        x.set(slow(), Index.all());
        ready.join();
        assertFalse(x.isReady());
        Weir.cancelAll();
        Weir.waitAll();
    }

    @Test
    void timeoutsOfAnyLength() throws Exception {
        NDArray y = slow();
        assertThrows(WeirException.Timeout.class, () -> y.await(Duration.ofSeconds(Long.MIN_VALUE)));
        assertThrows(WeirException.Timeout.class, () -> Weir.waitAll(Duration.ofMillis(-5)));
        Weir.cancelAll();
        Weir.waitAll(Duration.ofSeconds(Long.MAX_VALUE));
        Ops.ones(2).await(Duration.ofSeconds(Long.MAX_VALUE));
    }

    @Test
    void theSerialEngineThrowsAtTheCall() {
        NDArray x = Ops.ones(4);
        Weir.serial(true);
        try {
            assertThrows(WeirException.class, () -> x.take(NDArray.of(9L), o -> o.axis(0)).await());
        } finally {
            Weir.serial(false);
        }
        assertArrayEquals(new float[] {2, 2, 2, 2}, x.add(1).toFloats());
    }

    /** A program that ends while its work is queued. */
    public static final class EndsEarly {
        public static void main(String[] args) {
            NDArray y = slow();
            y.whenReady().thenAccept(a -> {});
            System.out.println(args[0]);
            if (args[0].equals("exit")) System.exit(0);
            if (args[0].equals("throw")) throw new IllegalStateException("as intended");
        }
    }

    @Test
    void theProcessEndsWithWorkQueued() throws Exception {
        for (String how : new String[] {"return", "exit", "throw"}) {
            Process child = new ProcessBuilder(Path.java(), "-cp", System.getProperty("java.class.path"), EndsEarly.class.getName(), how)
                    .redirectErrorStream(true).start();
            String output = new String(child.getInputStream().readAllBytes());
            assertEquals(how.equals("throw") ? 1 : 0, child.waitFor(), output);
            assertTrue(output.contains(how), output);
        }
    }

    private static final class Path {
        static String java() {
            return java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString();
        }
    }
}
