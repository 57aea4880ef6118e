// SPDX-License-Identifier: Apache-2.0
package examples;

import io.weir.*;
import java.nio.file.Path;

/**
 * LeNet, trained for some steps and saved.
 *
 * <pre>
 * LeNet STEPS FILE          Fashion-MNIST (Debian: dataset-fashion-mnist)
 * LeNet STEPS FILE made     random images, where the data are not installed
 * </pre>
 *
 * <p>The file has the same bytes as that of the C program tests/frontends/lenet_steps.c, which has the procedure.
 */
public class LeNet {
    private static final String NETWORK = "Conv2d(1, 6, 5, padding=2), ReLU, MaxPool2d(2), Conv2d(6, 16, 5), ReLU, MaxPool2d(2),"
            + "Flatten, Linear(400, 120), ReLU, Linear(120, 84), ReLU, Linear(84, 10)";

    public static void main(String[] args) {
        train(Integer.parseInt(args[0]), args.length > 2).save(Path.of(args[1]));
    }

    static Block train(int steps, boolean made) {
        Weir.seed(1);
        Dataset data = made ? randomImages() : Dataset.fashionMnist();
        Loader loader = new Loader(data, o -> o.batchSize(128).shuffle(true));
        Block net = Block.parse(NETWORK), lossOf = Layers.crossEntropyLoss();
        Optimizer adam = Optimizers.adam(net.parameters(), o -> o.lr(0.002));
        int done = 0;
        while (done < steps)
            for (NDArray[] batch : loader) {
                try (Scope scope = Scope.open()) { // closes the arrays of a step
                    step(net, lossOf, adam, batch[0], batch[1]);
                }
                batch[0].close();
                batch[1].close();
                if (++done == steps) break;
            }
        return net;
    }

    private static void step(Block net, Block lossOf, Optimizer adam, NDArray images, NDArray labels) {
        NDArray x = images.astype(DType.FLOAT32).multiply(1 / 255.0).reshape(-1, 1, 28, 28), loss;
        try (var recording = Autograd.record()) {
            loss = lossOf.call(net.call(x), labels);
        }
        loss.backward();
        adam.step();
    }

    private static Dataset randomImages() {
        NDArray images = Ops.integers(0, 256, new long[] {1024, 28, 28}, o -> o.dtype(DType.UINT8));
        return Dataset.of(images, Ops.integers(0, 10, new long[] {1024}));
    }
}
