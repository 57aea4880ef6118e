// SPDX-License-Identifier: Apache-2.0
package io.weir;

/**
 * An object of the library.  It is released by {@link #close}, by the {@link Scope} it was made in (arrays), or by the garbage
 * collector.  Releasing never waits and is safe while work that uses the object is queued.  Close an object only when no other thread
 * is inside one of its methods.
 */
abstract class Handle implements AutoCloseable {
    final Releases.Entry entry;

    Handle(long value, Releases.Kind kind) {
        entry = new Releases.Entry(this, value, kind);
    }

    /** The handle; the caller keeps this object reachable until the native call has returned. */
    final long handle() {
        long value = entry.value;
        if (value == 0) throw new IllegalStateException(getClass().getSimpleName() + " is closed");
        return value;
    }

    /** Release the object now.  Closing twice has no effect. */
    @Override
    public void close() {
        entry.release();
    }

    /** Whether the object has been closed. */
    public final boolean isClosed() {
        return entry.value == 0;
    }

    /** A text for the library, which ends texts at NUL.  It may be null. */
    static String text(String text) {
        if (text != null && text.indexOf(0) >= 0)
            throw new IllegalArgumentException("the text \"" + text.replace("\0", "\\0") + "\" contains the character NUL; remove it");
        return text;
    }

    /** The handles of a list of objects; 0 for null. */
    static long[] handles(Handle... list) {
        long[] values = new long[list.length];
        for (int i = 0; i < list.length; i++) values[i] = list[i] == null ? 0 : list[i].handle();
        return values;
    }
}
