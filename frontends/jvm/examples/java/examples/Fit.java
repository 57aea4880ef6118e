// SPDX-License-Identifier: Apache-2.0
package examples;

import io.weir.*;

/** The program that the repository's README.md shows in every language. */
public class Fit {
    public static void main(String[] args) {
        Weir.seed(1);
        NDArray x = Ops.normal(64, 3), y = x.sum(o -> o.axes(1).keepdims(true)), loss = null;
        Block net = Block.parse("Linear(3, 8), Tanh, Linear(8, 1)"), lossOf = Layers.mseLoss();
        Optimizer adam = Optimizers.adam(net.parameters(), o -> o.lr(0.05));
        for (int step = 0; step < 100; step++) {
            try (var recording = Autograd.record()) {
                loss = lossOf.call(net.call(x), y);
            }
            loss.backward();
            adam.step();
        }
        System.out.printf("loss %.6f%n", loss.item());
    }
}
