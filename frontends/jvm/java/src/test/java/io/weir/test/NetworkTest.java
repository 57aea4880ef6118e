// SPDX-License-Identifier: Apache-2.0
package io.weir.test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.weir.Autograd;
import io.weir.Block;
import io.weir.DType;
import io.weir.Dataset;
import io.weir.GradMode;
import io.weir.GradScaler;
import io.weir.Layers;
import io.weir.Loader;
import io.weir.Metric;
import io.weir.Metrics;
import io.weir.NDArray;
import io.weir.Ops;
import io.weir.Optimizer;
import io.weir.Optimizers;
import io.weir.Schedules;
import io.weir.Weir;
import io.weir.WeirException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Gradients, layers, optimisers and data. */
class NetworkTest {
    private static Path made(String name) {
        return Path.of(System.getProperty("weir.made"), name);
    }

    @Test
    void gradients() {
        NDArray x = NDArray.of(1f, 2f, 3f).attachGrad();
        NDArray y;
        try (var r = Autograd.record()) {
            assertTrue(Autograd.isRecording() && Autograd.isTraining());
            y = x.square().sum();
        }
        assertTrue(!Autograd.isRecording() && y.requiresGrad());
        y.backward();
        assertArrayEquals(new float[] {2, 4, 6}, x.grad().toFloats());
        assertNull(x.detach().grad());
        try (var r = Autograd.record()) {
            y = x.pow(3).sum();
            NDArray first = Autograd.grad(List.of(y), List.of(x), true)[0];
            NDArray second = Autograd.grad(List.of(first.sum()), List.of(x), false)[0];
            assertArrayEquals(new float[] {6, 12, 18}, second.toFloats());
        }
        var e = assertThrows(WeirException.class, () -> Ops.ones(2).backward());
        assertTrue(e.getMessage().contains("Autograd.record()"), e.getMessage());
    }

    @Test
    void layersAndText() {
        Block net = Block.sequential(Layers.conv2d(1, 4, 3), Layers.relu(), Layers.flatten(), Layers.linear(o -> o.outFeatures(5)));
        NDArray y = net.call(Ops.ones(new long[] {2, 1, 8, 8}));
        assertArrayEquals(new long[] {2, 5}, y.shape());
        assertEquals(4, net.children().size());
        assertEquals(4 * 9 + 4 + 4 * 36 * 5 + 5, net.parameterCount());
        assertEquals(net.toString(), Block.parse(net.toString()).toString());
        assertEquals(List.of("0.weight", "0.bias", "3.weight", "3.bias"), List.copyOf(net.state().keySet()));
        assertTrue(net.summary(Ops.ones(new long[] {2, 1, 8, 8})).contains("Conv2d"));
        assertThrows(WeirException.Argument.class, () -> Block.parse("Linea(3)"));
    }

    @Test
    void aNetworkIsSavedAndLoaded() {
        Block net = Block.parse("Linear(3, 4), BatchNorm1d(4)"), other = Block.parse("Linear(3, 4), BatchNorm1d(4)");
        net.save(made("net.safetensors"));
        other.load(made("net.safetensors"));
        net.state().forEach((name, value) -> assertArrayEquals(value.toBytes(), other.get(name).toBytes(), name));
        assertThrows(WeirException.class, () -> Block.parse("Linear(3, 5)").load(made("net.safetensors")));
    }

    @Test
    void aNetworkThatCSavedIsLoaded() {
        Block net = Block.parse("Conv2d(1, 6, 5, padding=2), ReLU, MaxPool2d(2), Conv2d(6, 16, 5), ReLU, MaxPool2d(2),"
                + "Flatten, Linear(400, 120), ReLU, Linear(120, 84), ReLU, Linear(84, 10)");
        Path file = Path.of(System.getProperty("weir.recorded"), "lenet.safetensors");
        net.load(file);
        net.save(made("again.safetensors"));
        assertEquals(-1, mismatch(file, made("again.safetensors")));
    }

    private static long mismatch(Path a, Path b) {
        try {
            return Files.mismatch(a, b);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void training() {
        Weir.seed(1);
        NDArray x = Ops.normal(64, 3), y = x.sum(o -> o.axes(1).keepdims(true));
        Block net = Layers.linear(3, 1), lossOf = Layers.mseLoss();
        Optimizer adam = Optimizers.adam(net.parameters(), o -> o.lr(0.05));
        double first = 0, last = 0;
        for (int step = 0; step < 100; step++) {
            NDArray loss;
            try (var r = Autograd.record()) {
                loss = lossOf.call(net.call(x), y);
            }
            loss.backward();
            adam.step();
            if (step == 0) first = loss.item();
            last = loss.item();
        }
        assertTrue(last < first / 100, first + " to " + last);
        assertTrue(adam.state().containsKey("0.exp_avg"), adam.state().keySet().toString());
        adam.setLearningRate(0.5);
        assertEquals(0.5, adam.learningRate());
        net.setGradMode(GradMode.NONE);
        assertEquals(0.1 * 0.1 * 0.1, Schedules.step(0.1, 20, 10), 1e-15);
    }

    @Test
    void aFailedBatchDoesNotDamageTheModel() {
        Block net = Layers.linear(2, 2), lossOf = Layers.crossEntropyLoss();
        Optimizer sgd = Optimizers.sgd(net.parameters(), o -> o.lr(0.1));
        byte[] before = net.get("weight").toBytes();
        NDArray loss;
        try (var r = Autograd.record()) {
            loss = lossOf.call(net.call(Ops.ones(new long[] {1, 2})), NDArray.of(7L));
        }
        loss.backward();
        assertThrows(WeirException.Async.class, () -> {
            sgd.step();
            net.get("weight").await();
        });
        sgd.clear();
        net.clear();
        assertArrayEquals(before, net.get("weight").toBytes());
    }

    @Test
    void gradientScalingAndClipping() {
        Block net = Layers.linear(2, 1);
        Optimizer sgd = Optimizers.sgd(net.parameters());
        try (GradScaler scaler = new GradScaler()) {
            NDArray loss;
            try (var r = Autograd.record()) {
                loss = net.call(Ops.ones(new long[] {4, 2})).sum();
            }
            scaler.scale(loss).backward();
            scaler.unscale(sgd);
            assertEquals(4, net.get("bias").grad().item());
            Optimizer.clipGradNorm(net.parameters(), 1);
            scaler.step(sgd);
            scaler.update();
            assertEquals(65536, scaler.scale());
        }
    }

    private static long samples(Loader loader) {
        long count = 0;
        for (NDArray[] batch : loader) count += batch[0].size(0);
        return count;
    }

    @Test
    void loadersAndMetrics() {
        Dataset data = Dataset.of(Ops.arange(10).reshape(10, 1), Ops.arange(10).astype(DType.INT64));
        assertEquals(10, data.count());
        Loader loader = new Loader(data, o -> o.batchSize(4).shuffle(true).seed(5));
        assertEquals(3, loader.count());
        for (int epoch = 0; epoch < 2; epoch++) {
            double sum = 0;
            int batches = 0;
            for (NDArray[] batch : loader) {
                assertArrayEquals(batch[0].reshape(-1).toLongs(), batch[1].toLongs());
                sum += batch[0].sum().item();
                batches++;
            }
            assertEquals(3, batches);
            assertEquals(45, sum);
        }
        for (NDArray[] batch : loader) if (batch[0].size(0) > 0) break;
        assertEquals(10, samples(loader)); // after a break, a whole epoch
        loader.next();
        assertEquals(10, samples(loader));
        loader.start(5, 1);
        assertEquals(6, samples(loader));
        assertEquals(6, loader.epoch());
        try (Metric accuracy = Metrics.accuracy()) {
            accuracy.update(NDArray.of(new float[][] {{1, 2}, {3, 0}}), NDArray.of(1L, 1L));
            assertEquals(0.5, accuracy.value());
        }
        assertEquals(3, data.subset(1, 2, 3).count());
        assertEquals(20, Dataset.concat(data, data).count());
    }
}
