// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.util.ArrayList;

/**
 * Closes the arrays that a thread makes inside it, so that memory is returned at once, without the garbage collector:
 *
 * <pre>{@code
 * try (Scope scope = Scope.open()) {
 *     NDArray loss = step(batch);       // closed at the end, like all arrays that step makes
 *     total = scope.keep(total.add(loss));
 * }
 * }</pre>
 *
 * <p>Scopes nest.  A scope belongs to the thread that opened it.
 */
public final class Scope implements AutoCloseable {
    private static final ThreadLocal<Scope> CURRENT = new ThreadLocal<>();
    // A thread that never opens a scope does not pay for the lookup.
    private static volatile boolean used;
    private static final int TIDY_AT = 256;

    private final Scope outer;
    private final Thread thread = Thread.currentThread();
    private ArrayList<Releases.Entry> arrays = new ArrayList<>();
    private int tidyAt = TIDY_AT;

    private Scope(Scope outer) {
        this.outer = outer;
    }

    /** Open a scope on this thread. */
    public static Scope open() {
        used = true;
        Scope scope = new Scope(CURRENT.get());
        CURRENT.set(scope);
        return scope;
    }

    static void made(NDArray array) {
        if (!used) return;
        Scope scope = CURRENT.get();
        if (scope != null) scope.add(array.entry);
    }

    /** Add an array.  When the list has doubled, forget those that have been released, so that a scope around a long loop stays small. */
    private void add(Releases.Entry entry) {
        arrays.add(entry);
        if (arrays.size() < tidyAt) return;
        arrays.removeIf(Releases.Entry::isReleased);
        tidyAt = Math.max(TIDY_AT, 2 * arrays.size());
    }

    /** The number of entries, for tests. */
    int size() {
        return arrays.size();
    }

    /** Keep an array beyond this scope.  It then belongs to the enclosing scope, if there is one.  Returns the array. */
    public NDArray keep(NDArray array) {
        if (arrays == null) throw new IllegalStateException("the scope is closed, and so is the array if it was made in it");
        if (arrays.remove(array.entry) && outer != null) outer.add(array.entry);
        return array;
    }

    /** Close the arrays of this scope. */
    @Override
    public void close() {
        if (arrays == null) return;
        if (Thread.currentThread() != thread || CURRENT.get() != this)
            throw new IllegalStateException("a scope is closed by the thread that opened it, innermost first");
        if (outer == null) CURRENT.remove();
        else CURRENT.set(outer);
        for (Releases.Entry entry : arrays) entry.release();
        arrays = null;
    }
}
