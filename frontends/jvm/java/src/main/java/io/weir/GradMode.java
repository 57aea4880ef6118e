// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** What a backward pass does with the gradient of a leaf. */
public enum GradMode {
    /** There is no gradient; parameters in this mode are frozen. */
    NONE,
    /** Each backward pass replaces the gradient. */
    WRITE,
    /** Each backward pass adds to the gradient. */
    ADD,
    /** Passes add until the array is written, as an optimiser's step does; the next one replaces it.  The mode of parameters. */
    STEP
}
