// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.reflect.Array;

/** Nested Java arrays, such as {@code float[][]}, as one array. */
final class Nested {
    private Nested() {}

    static NDArray read(Object[] nested) {
        int depth = 0;
        Class<?> type = nested.getClass();
        while (type.isArray()) {
            type = type.getComponentType();
            depth++;
        }
        if (!type.isPrimitive() || type == char.class)
            throw new IllegalArgumentException("NDArray.of: nested arrays of " + type.getSimpleName() + "; use numbers or booleans");
        long[] shape = new long[depth];
        Object first = nested;
        for (int i = 0; i < depth; i++) {
            shape[i] = first == null ? 0 : Array.getLength(first);
            first = i + 1 < depth && shape[i] > 0 ? Array.get(first, 0) : null;
        }
        long count = 1;
        for (long n : shape) count *= n;
        Object flat = Array.newInstance(type, Math.toIntExact(count));
        copy(nested, shape, 0, flat, 0);
        DType dtype = DType.ofJava(type);
        return NDArray.make(dtype, flat, flat.getClass().getName().charAt(1), (int) count, shape);
    }

    /** Copy one level; returns the position after it. */
    private static int copy(Object from, long[] shape, int level, Object to, int at) {
        int length = Array.getLength(from);
        if (length != shape[level])
            throw new IllegalArgumentException("NDArray.of: rows of " + shape[level] + " and of " + length + " elements at level " + level);
        if (level == shape.length - 1) {
            System.arraycopy(from, 0, to, at, length);
            return at + length;
        }
        for (int i = 0; i < length; i++) at = copy(Array.get(from, i), shape, level + 1, to, at);
        return at;
    }
}
