// SPDX-License-Identifier: Apache-2.0
package io.weir.test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.weir.Autograd;
import io.weir.CustomFunction;
import io.weir.NDArray;
import io.weir.Ops;
import io.weir.Weir;
import io.weir.WeirException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions with their own gradient. */
class CustomFunctionTest {
    private static final CustomFunction SQUARE = CustomFunction.of("square",
            (ctx, x) -> {
                ctx.save(x[0]);
                return new NDArray[] {x[0].multiply(x[0])};
            },
            (ctx, dy) -> new NDArray[] {dy[0].multiply(ctx.saved(0)).multiply(2)});

    private static NDArray[] one(NDArray x) {
        return new NDArray[] {x};
    }

    @Test
    void aFunctionWithoutResultsIsRefused() {
        assertThrows(NullPointerException.class, () -> CustomFunction.of("f", null, (ctx, dy) -> dy));
        for (NDArray[] made : new NDArray[][] {null, {}, {null}}) {
            var e = assertThrows(IllegalArgumentException.class, () -> CustomFunction.of("f", (ctx, x) -> made, (ctx, dy) -> dy).call(Ops.ones(1)));
            assertTrue(e.getMessage().startsWith("f: forward must return"), e.getMessage());
        }
    }

    private static NDArray recorded(CustomFunction f, NDArray... x) {
        try (var r = Autograd.record()) {
            return f.call(x);
        }
    }

    @Test
    void theGradientIsTheFunctions() {
        NDArray x = NDArray.of(1f, 2f, 3f).attachGrad();
        NDArray y = recorded(SQUARE, x);
        assertTrue(y.requiresGrad());
        y.backward();
        assertArrayEquals(new float[] {2, 4, 6}, x.grad().toFloats());
        // another gradient than the true one, so that it cannot come from the operations of forward
        var straight = CustomFunction.of("straight", (ctx, v) -> one(v[0].round()), (ctx, dy) -> one(dy[0].multiply(7)));
        recorded(straight, x).backward();
        assertArrayEquals(new float[] {7, 7, 7}, x.grad().toFloats());
    }

    @Test
    void withoutRecordingItOnlyComputes() {
        NDArray x = NDArray.of(3f).attachGrad();
        assertEquals(9, SQUARE.call(x).item());
        assertFalse(SQUARE.call(x).requiresGrad());
        assertFalse(recorded(SQUARE, NDArray.of(3f)).requiresGrad());
    }

    @Test
    void severalInputsAndResults() {
        var both = CustomFunction.of("both",
                (ctx, x) -> {
                    assertTrue(ctx.needsGrad(0));
                    assertFalse(ctx.needsGrad(1));
                    ctx.setValue(3);
                    NDArray sum = x[0].multiply(3).add(x[1]);
                    ctx.save(sum, null);
                    return new NDArray[] {sum, x[0].subtract(x[1])};
                },
                (ctx, dy) -> {
                    assertArrayEquals(new float[] {13, 24}, ctx.saved(0).toFloats());
                    assertNull(ctx.saved(1));
                    assertThrows(IndexOutOfBoundsException.class, () -> ctx.saved(2));
                    assertArrayEquals(new float[] {0, 0}, dy[1].toFloats()); // not used: zeros
                    return new NDArray[] {dy[0].multiply((Integer) ctx.value()), null};
                });
        NDArray x = NDArray.of(1f, 2f).attachGrad();
        NDArray[] results;
        try (var r = Autograd.record()) {
            results = both.results(x, NDArray.of(10f, 18f));
        }
        Autograd.backward(List.of(results[0]), List.of(NDArray.of(1f, 100f)), false, false);
        assertArrayEquals(new float[] {3, 300}, x.grad().toFloats());
    }

    @Test
    void gradientsOfGradients() {
        var cube = CustomFunction.of("cube",
                (ctx, x) -> {
                    ctx.save(x[0]);
                    return one(x[0].pow(3));
                },
                (ctx, dy) -> one(SQUARE.call(ctx.saved(0)).multiply(dy[0]).multiply(3)));
        NDArray x = NDArray.of(2f).attachGrad();
        try (var r = Autograd.record()) {
            NDArray first = Autograd.grad(List.of(cube.call(x)), List.of(x), true)[0];
            assertEquals(12, Autograd.grad(List.of(first), List.of(x), false)[0].item());
        }
    }

    @Test
    void anExceptionArrivesAtTheCaller() {
        NDArray x = NDArray.of(1f).attachGrad();
        var failing = CustomFunction.of("failing", (ctx, v) -> one(v[0].copy()), (ctx, dy) -> {
            throw new IllegalStateException("no gradient today");
        });
        NDArray y = recorded(failing, x);
        assertEquals("no gradient today", assertThrows(IllegalStateException.class, y::backward).getMessage());
        var few = CustomFunction.of("few", (ctx, v) -> one(v[0].add(v[1])), (ctx, dy) -> dy);
        NDArray z = recorded(few, x, x);
        assertTrue(assertThrows(IllegalArgumentException.class, z::backward).getMessage().contains("few: backward returned 1 gradients for 2"));
        var wrong = CustomFunction.of("wrong", (ctx, v) -> one(v[0].copy()), (ctx, dy) -> one(Ops.zeros(5)));
        NDArray w = recorded(wrong, x);
        assertTrue(assertThrows(WeirException.class, w::backward).getMessage().contains("wrong: gradient 0 has shape"));
        recorded(SQUARE, x).backward();
        assertArrayEquals(new float[] {2}, x.grad().toFloats());
    }

    @Test
    void aSavedArrayThatWasWrittenIsRefused() {
        NDArray x = NDArray.of(1f, 2f).attachGrad(), kept = NDArray.of(5f, 6f);
        var scale = CustomFunction.of("scale", (ctx, v) -> {
            ctx.save(kept);
            return one(v[0].multiply(kept));
        }, (ctx, dy) -> one(dy[0].multiply(ctx.saved(0))));
        NDArray y = recorded(scale, x);
        kept.set(0);
        assertThrows(WeirException.Argument.class, y::backward);
    }

    @Test
    void whatAFunctionHoldsIsReleased() throws InterruptedException {
        NDArray x = NDArray.of(1f, 2f).attachGrad();
        List<WeakReference<Object>> held = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Object object = new Object();
            held.add(new WeakReference<>(object));
            var f = CustomFunction.of("f", (ctx, v) -> {
                ctx.setValue(object);
                return one(v[0].multiply(2));
            }, (ctx, dy) -> one(dy[0].multiply(2)));
            NDArray y = recorded(f, x);
            if (i % 2 == 0) y.backward();
        }
        long left = 20;
        for (int i = 0; i < 50 && left > 2; i++) {
            Weir.collect();
            Weir.waitAll();
            Thread.sleep(10);
            left = held.stream().filter(one -> one.get() != null).count();
        }
        assertTrue(left <= 2, left + " of 20 are held");
    }
}
