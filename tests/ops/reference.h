/* reference.h - expected results of operators without a reference kernel: views, operators that wait,
 * composites, and copies.
 *
 * A reference works on host arrays, element by element, using only index arithmetic; it does not use
 * strides or the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OPS_REFERENCE_H
#define OPS_REFERENCE_H

#include "walk.h"

/* The call, and its expected outputs. */
typedef struct answer {
    sample s;
    const host *in;
    const outcome *got; /* a computed answer takes its dtypes from here */
    outcome wanted;
    /* For computed outputs the sum of the magnitudes of the terms, float64; data NULL: exact. */
    host size[2];
} answer;

typedef void reference_fn(answer *a);

typedef struct reference_line {
    const char *name;
    reference_fn *fn;
} reference_line;

extern const reference_line reference_moves[], reference_norms[], reference_products[],
    reference_composites[], reference_sets[],
    reference_reductions[]; /* terminated by a NULL name */

/* ---- For references -------------------------------------------------------------------------- */

/* The indices of element number `flat` of a shape, and the inverse. */
void reference_spread(int64_t flat, int ndim, const int64_t *shape, int64_t *index);
int64_t reference_flat(int ndim, const int64_t *shape, const int64_t *index);

/* The next output, initialised to zeros. */
host *reference_gives(answer *a, weir_dtype dtype, int ndim, const int64_t *shape);

int64_t reference_i64(answer *a, const char *name); /* attributes */
weir_i64s reference_list(answer *a, const char *name);
const char *reference_text(answer *a, const char *name);
int reference_axis(int64_t axis, int ndim);

#endif
