// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** The types of elements. */
public enum DType {
    /** bool, 1 byte per element */
    BOOL(1, 1),
    /** int8, 1 byte per element */
    INT8(2, 1),
    /** int16, 2 bytes per element */
    INT16(3, 2),
    /** int32, 4 bytes per element */
    INT32(4, 4),
    /** int64, 8 bytes per element */
    INT64(5, 8),
    /** uint8, 1 byte per element */
    UINT8(6, 1),
    /** uint16, 2 bytes per element */
    UINT16(7, 2),
    /** uint32, 4 bytes per element */
    UINT32(8, 4),
    /** uint64, 8 bytes per element */
    UINT64(9, 8),
    /** float16, 2 bytes per element */
    FLOAT16(10, 2),
    /** bfloat16, 2 bytes per element */
    BFLOAT16(11, 2),
    /** float32, 4 bytes per element */
    FLOAT32(12, 4),
    /** float64, 8 bytes per element */
    FLOAT64(13, 8),
    /** complex64, 8 bytes per element */
    COMPLEX64(14, 8),
    /** complex128, 16 bytes per element */
    COMPLEX128(15, 16);

    private static final DType[] BY_NUMBER = new DType[values().length + 1];

    static {
        for (DType d : values()) BY_NUMBER[d.number] = d;
    }

    final int number; // in C
    private final int bytes;

    DType(int number, int bytes) {
        this.number = number;
        this.bytes = bytes;
    }

    /** Bytes per element. */
    public int bytes() {
        return bytes;
    }

    static DType of(int number) {
        return BY_NUMBER[number];
    }

    /** The dtype of a primitive type of Java. */
    static DType ofJava(Class<?> type) {
        if (type == boolean.class) return BOOL;
        if (type == byte.class) return INT8;
        if (type == short.class) return INT16;
        if (type == int.class) return INT32;
        if (type == long.class) return INT64;
        if (type == float.class) return FLOAT32;
        if (type == double.class) return FLOAT64;
        throw new IllegalArgumentException("there is no dtype for " + type);
    }

    /** The name, such as {@code float32}. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
