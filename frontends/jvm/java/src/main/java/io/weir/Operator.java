// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;

/** An operator of the library and the indices of its attributes. */
final class Operator {
    private final long spec;

    private Operator(long spec) {
        this.spec = spec;
    }

    static Operator of(String name, String... attrs) {
        return new Operator(Native.op(name, attrs));
    }

    NDArray call(NDArray a) {
        long out = Native.call1(spec, a.handle());
        Reference.reachabilityFence(a);
        return NDArray.wrap(out);
    }

    NDArray call(NDArray a, NDArray b) {
        long out = Native.call2(spec, a.handle(), b.handle());
        Reference.reachabilityFence(a);
        Reference.reachabilityFence(b);
        return NDArray.wrap(out);
    }

    NDArray call(NDArray a, double b) {
        long out = Native.callNumber(spec, a.handle(), Double.doubleToRawLongBits(b), false, false);
        Reference.reachabilityFence(a);
        return NDArray.wrap(out);
    }

    NDArray call(NDArray a, long b) {
        long out = Native.callNumber(spec, a.handle(), b, true, false);
        Reference.reachabilityFence(a);
        return NDArray.wrap(out);
    }

    NDArray call(double a, NDArray b) {
        long out = Native.callNumber(spec, b.handle(), Double.doubleToRawLongBits(a), false, true);
        Reference.reachabilityFence(b);
        return NDArray.wrap(out);
    }

    NDArray call(long a, NDArray b) {
        long out = Native.callNumber(spec, b.handle(), a, true, true);
        Reference.reachabilityFence(b);
        return NDArray.wrap(out);
    }

    /** Call an operator with one output; {@code options} may be null. */
    NDArray one(Options options, NDArray... inputs) {
        long out = Native.callOne(spec, Handle.handles(inputs), options == null ? null : options.words());
        Reference.reachabilityFence(inputs);
        return NDArray.wrap(out);
    }

    /** Call an operator with several outputs, or a list. */
    NDArray[] all(Options options, NDArray... inputs) {
        long[] out = Native.call(spec, Handle.handles(inputs), options == null ? null : options.words());
        Reference.reachabilityFence(inputs);
        return NDArray.wrap(out);
    }

    /** Write the result into an existing array. */
    void into(NDArray out, Options options, NDArray... inputs) {
        Native.callInto(spec, Handle.handles(inputs), options == null ? null : options.words(), out.handle());
        Reference.reachabilityFence(inputs);
        Reference.reachabilityFence(out);
    }

    /** Inputs followed by a list of inputs. */
    static NDArray[] join(NDArray[] list, NDArray... first) {
        NDArray[] all = java.util.Arrays.copyOf(first, first.length + list.length);
        System.arraycopy(list, 0, all, first.length, list.length);
        return all;
    }
}
