// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;
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
 * <p>Do not use the buffer after {@code close}: its memory may belong to another array then.  A mapping that is not closed ends when
 * the garbage collector finds neither it nor a buffer over its memory.
 */
public final class MappedArray implements AutoCloseable {
    // Of the buffer that the native layer made, which its views and slices keep reachable.
    private final Releases.Entry entry;
    private ByteBuffer buffer;

    MappedArray(NDArray array, boolean write) {
        // a handle of its own, so that closing the array does not end the mapping
        long handle = Native.retain(array.handle());
        Reference.reachabilityFence(array);
        ByteBuffer memory;
        try {
            memory = Native.map(handle, write);
        } catch (Throwable e) {
            Native.release(handle);
            throw e;
        }
        entry = new Releases.Entry(memory, handle, Releases.Kind.MAPPING);
        buffer = (write ? memory : memory.asReadOnlyBuffer()).order(ByteOrder.nativeOrder());
    }

    /** The values in row-major order and the machine's byte order. */
    public ByteBuffer buffer() {
        if (buffer == null) throw new IllegalStateException("the mapping is closed");
        return buffer;
    }

    /** End the mapping. */
    @Override
    public void close() {
        buffer = null;
        entry.release();
    }
}
