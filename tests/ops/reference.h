/* reference.h - what operators have to give that have no plain kernel: views, those that wait, those that
 * issue others, and copies.
 *
 * A reference works on host arrays, element by element, with nothing but arithmetic on indices; it knows no
 * strides and asks the library for nothing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OPS_REFERENCE_H
#define OPS_REFERENCE_H

#include "walk.h"

/* The call, and what it has to give. */
typedef struct answer {
    sample s;
    const host *in;
    const outcome *got; /* whose dtypes a computed answer takes over */
    outcome wanted;
    host size
        [2]; /* of computed outputs: the sum of the terms' magnitudes, float64; data NULL: exact */
} answer;

typedef void reference_fn(answer *a);

typedef struct reference_line {
    const char *name;
    reference_fn *fn;
} reference_line;

extern const reference_line reference_moves[], reference_norms[], reference_products[],
    reference_recipes[], reference_sets[]; /* up to a name of NULL */

/* ---- For references -------------------------------------------------------------------------- */

/* Indices of the element number `flat` of a shape, and back. */
void reference_spread(int64_t flat, int ndim, const int64_t *shape, int64_t *index);
int64_t reference_flat(int ndim, const int64_t *shape, const int64_t *index);

/* The next output, of zeros. */
host *reference_gives(answer *a, weir_dtype dtype, int ndim, const int64_t *shape);

int64_t reference_i64(answer *a, const char *name); /* attributes */
weir_i64s reference_list(answer *a, const char *name);
const char *reference_text(answer *a, const char *name);
int reference_axis(int64_t axis, int ndim);

#endif
