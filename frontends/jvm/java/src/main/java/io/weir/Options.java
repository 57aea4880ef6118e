// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The attributes of a call, in the form that {@code native/attr.c} reads: for each, its index and its value.  The generated subclasses have
 * one method for each attribute.
 */
public abstract class Options {
    private long[] words = new long[8];
    private int used;
    private NDArray[] inputs; // optional inputs by position

    Options() {}

    /** Attributes without a class of their own, for operators without optional ones. */
    static final class Plain extends Options {}

    private void add(long word) {
        if (used == words.length) words = Arrays.copyOf(words, 2 * used);
        words[used++] = word;
    }

    final void put(int index, long value) {
        add(index);
        add(value);
    }

    final void put(int index, boolean value) {
        put(index, value ? 1 : 0);
    }

    final void put(int index, double value) {
        put(index, Double.doubleToRawLongBits(value));
    }

    final void put(int index, DType value) {
        put(index, value.number);
    }

    final void put(int index, Device value) {
        put(index, value.number);
    }

    final void put(int index, long[] list) {
        put(index, list.length);
        for (long value : list) add(value);
    }

    final void put(int index, String text) {
        byte[] bytes = Handle.text(text).getBytes(StandardCharsets.UTF_8);
        put(index, bytes.length + 1);
        for (int i = 0; i <= bytes.length; i += 8) {
            long word = 0; // little-endian, like the machines that Weir runs on
            for (int j = i; j < Math.min(i + 8, bytes.length); j++) word |= (bytes[j] & 0xffL) << 8 * (j - i);
            add(word);
        }
    }

    final void input(int position, NDArray array) {
        if (inputs == null) inputs = new NDArray[16];
        inputs[position] = array;
    }

    final NDArray input(int position) {
        return inputs == null ? null : inputs[position];
    }

    /** The words written so far. */
    final long[] words() {
        return Arrays.copyOf(words, used);
    }
}
