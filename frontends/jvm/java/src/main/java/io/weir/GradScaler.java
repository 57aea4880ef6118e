// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;

/**
 * Scales the loss for training in float16, whose gradients underflow: {@code scale(loss).backward()}, {@code step(optimizer)},
 * {@code update()}.  A step with infinite gradients is skipped.  None of this waits.
 */
public final class GradScaler extends Handle {
    /** A scaler that starts at 65536, doubles after 2000 good steps and halves after a bad one. */
    public GradScaler() {
        this(65536, 2, 0.5, 2000);
    }

    /** A scaler with a first scale, factors, and the number of good steps after which the scale grows. */
    public GradScaler(double initScale, double growthFactor, double backoffFactor, long growthInterval) {
        super(Native.scalerNew(initScale, growthFactor, backoffFactor, growthInterval), Releases.Kind.SCALER);
    }

    /** The loss times the scale. */
    public NDArray scale(NDArray loss) {
        NDArray scaled = NDArray.wrap(Native.scalerScale(handle(), loss.handle()));
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(loss);
        return scaled;
    }

    /** Divide the gradients by the scale now, so that they can be read or changed before the step. */
    public void unscale(Optimizer optimizer) {
        Native.scalerUnscale(handle(), optimizer.handle());
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(optimizer);
    }

    /** Issue a step with unscaled gradients; it changes nothing if one is infinite or NaN. */
    public void step(Optimizer optimizer) {
        Native.scalerStep(handle(), optimizer.handle());
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(optimizer);
    }

    /** Update the scale, after the steps. */
    public void update() {
        Native.scalerUpdate(handle());
        Reference.reachabilityFence(this);
    }

    /** The scale.  Waits. */
    public double scale() {
        try (NDArray state = NDArray.wrap(Native.scalerState(handle()))) {
            Reference.reachabilityFence(this);
            return state.toFloats()[0];
        }
    }
}
