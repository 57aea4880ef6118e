// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;

/** A metric; {@link Metrics} makes them.  An update does not wait; reading the value does. */
public final class Metric extends Handle {
    Metric(String name, long number) {
        super(Native.metricNew(name, number), Releases.Kind.METRIC);
    }

    /** Add a batch; {@code target} is null for metrics of one array. */
    public void update(NDArray x, NDArray target) {
        Native.metricUpdate(handle(), x.handle(), target == null ? 0 : target.handle());
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(target);
    }

    /** Add a batch of a metric of one array. */
    public void update(NDArray x) {
        update(x, null);
    }

    /** The value so far, or NaN before the first batch.  Waits. */
    public double value() {
        double value = Native.metricValue(handle());
        Reference.reachabilityFence(this);
        return value;
    }

    /** The array that accumulates the metric, such as the confusion matrix. */
    public NDArray array() {
        NDArray array = NDArray.wrap(Native.metricArray(handle()));
        Reference.reachabilityFence(this);
        return array;
    }

    /** Start again. */
    public void reset() {
        Native.metricReset(handle());
        Reference.reachabilityFence(this);
    }
}
