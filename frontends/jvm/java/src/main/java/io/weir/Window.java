// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;

/** Limits how many batches are in flight: {@link #next}, called at the start of each, waits until at most depth - 1 are unfinished. */
public final class Window extends Handle {
    /** A window of this many batches, 1 to 1024. */
    public Window(int depth) {
        super(Native.windowNew(depth), Releases.Kind.WINDOW);
    }

    /** Start the next batch. */
    public void next() {
        Native.windowNext(handle());
        Reference.reachabilityFence(this);
    }
}
