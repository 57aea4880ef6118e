// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory of an array as a direct buffer, without a copy, until it is closed:
 *
 * <pre>{@code
 * try (MappedArray m = x.map()) {
 *     float first = m.buffer().asFloatBuffer().get(0);
 * }
 * }</pre>
 *
 * <p>Do not use the buffer after {@code close}: its memory may belong to another array then.
 */
public final class MappedArray implements AutoCloseable {
    private final NDArray array;
    private ByteBuffer buffer;

    MappedArray(NDArray array, boolean write) {
        // a handle of its own, so that closing the array does not end the mapping
        this.array = NDArray.keepOwn(array);
        try {
            ByteBuffer memory = Native.map(this.array.handle(), write);
            buffer = (write ? memory : memory.asReadOnlyBuffer()).order(ByteOrder.nativeOrder());
        } catch (RuntimeException e) {
            this.array.close();
            throw e;
        }
    }

    /** The values in row-major order and the machine's byte order. */
    public ByteBuffer buffer() {
        if (buffer == null) throw new IllegalStateException("the mapping is closed");
        return buffer;
    }

    /** End the mapping. */
    @Override
    public void close() {
        if (buffer == null) return;
        buffer = null;
        Native.unmap(array.handle());
        array.close();
    }
}
