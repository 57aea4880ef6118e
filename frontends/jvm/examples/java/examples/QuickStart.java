// SPDX-License-Identifier: Apache-2.0
package examples;

import io.weir.*;

/** The quick start of README.md. */
public class QuickStart {
    public static void main(String[] args) {
        NDArray a = NDArray.of(new float[][] {{1, 2}, {3, 4}}), b = NDArray.of(new float[][] {{5, 6}, {7, 8}});
        System.out.println(a.matmul(b));                            // printing waits for the product
        Block net = Block.parse("Linear(2, 8), ReLU, Linear(8, 2)"), lossOf = Layers.mseLoss();
        Optimizer adam = Optimizers.adam(net.parameters(), o -> o.lr(0.01));
        NDArray loss = null;
        for (int step = 0; step < 50; step++) {
            try (var recording = Autograd.record()) { loss = lossOf.call(net.call(a), b); }
            loss.backward();
            adam.step();                                            // nothing in this loop waits
        }
        System.out.println("loss " + loss.item());
        try { a.take(NDArray.of(7), o -> o.axis(0)).await(); }      // fails while it runs, not at the call
        catch (WeirException.Async e) { System.out.println(e.operation() + " at " + e.line() + ": " + e.getMessage()); }
    }
}
