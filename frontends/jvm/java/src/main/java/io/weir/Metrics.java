// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** Constructors of metrics. */
public final class Metrics {
    private Metrics() {}

    /**
     * The fraction of samples whose label has the highest score.
     *
     * @return the metric
     */
    public static Metric accuracy() {
        return new Metric("accuracy", 0);
    }

    /**
     * The fraction of samples whose label is among the highest scores.
     *
     * @param number how many of the highest scores count (at least 1)
     * @return the metric
     */
    public static Metric topK(long number) {
        return new Metric("top_k", number);
    }

    /**
     * The counts of predicted classes for each label; its value is the accuracy.
     *
     * @param number number of classes (at least 1)
     * @return the metric
     */
    public static Metric confusion(long number) {
        return new Metric("confusion", number);
    }

    /**
     * The mean of all elements.
     *
     * @return the metric
     */
    public static Metric mean() {
        return new Metric("mean", 0);
    }

    /**
     * The exponential of the mean of all elements.
     *
     * @return the metric
     */
    public static Metric perplexity() {
        return new Metric("perplexity", 0);
    }

    /**
     * The mean squared error.
     *
     * @return the metric
     */
    public static Metric mse() {
        return new Metric("mse", 0);
    }

    /**
     * The mean absolute error.
     *
     * @return the metric
     */
    public static Metric mae() {
        return new Metric("mae", 0);
    }
}
