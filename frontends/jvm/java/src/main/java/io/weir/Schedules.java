// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** Learning rates as functions of the step t, counted from 0.  They are PyTorch's schedules. */
public final class Schedules {
    private Schedules() {}

    /**
     * Multiply the learning rate by gamma every step_size steps.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param stepSize number of steps between reductions
     * @param gamma factor of each reduction (default: 0.1)
     * @return the value at step t
     */
    public static double step(double lr, long t, long stepSize, double gamma) {
        return Native.lrStep(lr, t, stepSize, gamma);
    }

    /**
     * Multiply the learning rate by gamma every step_size steps.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param stepSize number of steps between reductions
     * @return the value at step t
     */
    public static double step(double lr, long t, long stepSize) {
        return Native.lrStep(lr, t, stepSize, 0.1);
    }

    /**
     * Multiply the learning rate by gamma at each milestone.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param milestones steps at which the rate is reduced, ascending
     * @param gamma factor of each reduction (default: 0.1)
     * @return the value at step t
     */
    public static double multistep(double lr, long t, long[] milestones, double gamma) {
        return Native.lrMultistep(lr, t, milestones, gamma);
    }

    /**
     * Multiply the learning rate by gamma at each milestone.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param milestones steps at which the rate is reduced, ascending
     * @return the value at step t
     */
    public static double multistep(double lr, long t, long[] milestones) {
        return Native.lrMultistep(lr, t, milestones, 0.1);
    }

    /**
     * Multiply the learning rate by gamma at each step.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param gamma factor of each step
     * @return the value at step t
     */
    public static double exponential(double lr, long t, double gamma) {
        return Native.lrExponential(lr, t, gamma);
    }

    /**
     * Lower the learning rate along half a cosine.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param tMax number of steps until the lowest rate
     * @param etaMin lowest learning rate (default: 0.0)
     * @return the value at step t
     */
    public static double cosine(double lr, long t, long tMax, double etaMin) {
        return Native.lrCosine(lr, t, tMax, etaMin);
    }

    /**
     * Lower the learning rate along half a cosine.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param tMax number of steps until the lowest rate
     * @return the value at step t
     */
    public static double cosine(double lr, long t, long tMax) {
        return Native.lrCosine(lr, t, tMax, 0.0);
    }

    /**
     * Change the factor of the learning rate linearly.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param total number of steps until the end of the schedule (default: 5)
     * @param startFactor factor at the first step (default: 0.3333333333333333)
     * @param endFactor factor at the last step (default: 1.0)
     * @return the value at step t
     */
    public static double linear(double lr, long t, long total, double startFactor, double endFactor) {
        return Native.lrLinear(lr, t, total, startFactor, endFactor);
    }

    /**
     * Change the factor of the learning rate linearly.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @return the value at step t
     */
    public static double linear(double lr, long t) {
        return Native.lrLinear(lr, t, 5, 0.3333333333333333, 1.0);
    }

    /**
     * Lower the learning rate to 0 along a power of the remaining steps.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param total number of steps until the end of the schedule (default: 5)
     * @param power exponent of the decay (default: 1.0)
     * @return the value at step t
     */
    public static double polynomial(double lr, long t, long total, double power) {
        return Native.lrPolynomial(lr, t, total, power);
    }

    /**
     * Lower the learning rate to 0 along a power of the remaining steps.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @return the value at step t
     */
    public static double polynomial(double lr, long t) {
        return Native.lrPolynomial(lr, t, 5, 1.0);
    }

    /**
     * Raise the learning rate to max_lr, then lower it, along half cosines.
     *
     * @param maxLr highest learning rate
     * @param t step, from 0
     * @param total number of steps
     * @param pctStart fraction of the steps in which the rate rises (default: 0.3)
     * @param divFactor max_lr divided by the first rate (default: 25.0)
     * @param finalDivFactor first rate divided by the last rate (default: 10000.0)
     * @return the value at step t
     */
    public static double oneCycle(double maxLr, long t, long total, double pctStart, double divFactor, double finalDivFactor) {
        return Native.lrOneCycle(maxLr, t, total, pctStart, divFactor, finalDivFactor);
    }

    /**
     * Raise the learning rate to max_lr, then lower it, along half cosines.
     *
     * @param maxLr highest learning rate
     * @param t step, from 0
     * @param total number of steps
     * @return the value at step t
     */
    public static double oneCycle(double maxLr, long t, long total) {
        return Native.lrOneCycle(maxLr, t, total, 0.3, 25.0, 10000.0);
    }

    /**
     * The momentum that goes with one_cycle: low while the learning rate is high.
     *
     * @param baseMomentum lowest momentum (default: 0.85)
     * @param t step, from 0
     * @param total number of steps
     * @param pctStart fraction of the steps in which the rate rises (default: 0.3)
     * @param maxMomentum highest momentum (default: 0.95)
     * @return the value at step t
     */
    public static double momentumOneCycle(double baseMomentum, long t, long total, double pctStart, double maxMomentum) {
        return Native.momentumOneCycle(baseMomentum, t, total, pctStart, maxMomentum);
    }

    /**
     * The momentum that goes with one_cycle: low while the learning rate is high.
     *
     * @param t step, from 0
     * @param total number of steps
     * @return the value at step t
     */
    public static double momentumOneCycle(long t, long total) {
        return Native.momentumOneCycle(0.85, t, total, 0.3, 0.95);
    }

    /**
     * Raise the learning rate linearly from 0, then lower it along half a cosine.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param warmup number of steps in which the rate rises from 0
     * @param total number of steps until the lowest rate
     * @param etaMin lowest learning rate (default: 0.0)
     * @return the value at step t
     */
    public static double cosineWarmup(double lr, long t, long warmup, long total, double etaMin) {
        return Native.lrCosineWarmup(lr, t, warmup, total, etaMin);
    }

    /**
     * Raise the learning rate linearly from 0, then lower it along half a cosine.
     *
     * @param lr base learning rate
     * @param t step or epoch, from 0
     * @param warmup number of steps in which the rate rises from 0
     * @param total number of steps until the lowest rate
     * @return the value at step t
     */
    public static double cosineWarmup(double lr, long t, long warmup, long total) {
        return Native.lrCosineWarmup(lr, t, warmup, total, 0.0);
    }
}
