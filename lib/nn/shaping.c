/* shaping.c - layers that change only the shape: Identity, Flatten, Unflatten.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

static weir_status identity_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                    weir_array **out, uint32_t *out_count) {
    (void)b, (void)in_count;
    out[0] = weir_array_retain(in[0]);
    *out_count = 1;
    return WEIR_OK;
}

WR_BLOCK(Identity) = {
    .size = sizeof(weir_block_def),
    .name = "Identity",
    .summary = "Return the input.",
    .inputs = "x",
    .outputs = "y",
    .forward = identity_forward,
    .samples = "(3,4)",
};

/* ---- Flatten --------------------------------------------------------------------------------- */

#define FLATTEN_ATTRS(X, A)                                                                        \
    X(A, I64, start_dim, 1, "first axis to flatten", "axis")                                       \
    X(A, I64, end_dim, -1, "last axis to flatten", "axis")
WEIR_ATTRS(flatten, FLATTEN_ATTRS);

static weir_status flatten_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                   weir_array **out, uint32_t *out_count) {
    const flatten_attr *a = weir_block_attr(b);
    const int64_t *from = weir_array_shape(in[0]);
    int32_t ndim = weir_array_ndim(in[0]);
    int64_t first = wr_block_axis(b, "start_dim", a->start_dim, in[0]);
    int64_t last = first < 0 ? -1 : wr_block_axis(b, "end_dim", a->end_dim, in[0]);
    int64_t shape[WEIR_NDIM_MAX], count = 0, joined = 1;
    (void)in_count;
    if (last < 0) return WEIR_EAXIS;
    if (first > last)
        return wr_block_fail(
            b, "start_dim=%lld and end_dim=%lld are not a range of axes of the input %s",
            (long long)a->start_dim, (long long)a->end_dim, wr_block_text_of(in[0]));
    for (int64_t i = first; i <= last; i++) joined *= from[i];
    for (int64_t i = 0; i < first; i++) shape[count++] = from[i];
    shape[count++] = joined;
    for (int64_t i = last + 1; i < ndim; i++) shape[count++] = from[i];
    *out_count = 1;
    return weir_reshape(in[0], weir_i64s_of(shape, count), out);
}

WR_BLOCK(Flatten) = {
    .size = sizeof(weir_block_def),
    .name = "Flatten",
    .summary = "Flatten a range of axes into one.",
    .inputs = "x",
    .outputs = "y",
    WEIR_USE_ATTRS(flatten),
    .forward = flatten_forward,
    .samples = "(2,3,4); (2,3,4) start_dim=0 end_dim=1",
};

/* ---- Unflatten ------------------------------------------------------------------------------- */

#define UNFLATTEN_ATTRS(X, A)                                                                      \
    X(A, I64, dim, WEIR_NONE, "axis to split", "axis, required")                                   \
    X(A, I64S, unflattened_size, WEIR_REQUIRED, "new sizes; one of them may be -1", ">= -1")
WEIR_ATTRS(unflatten, UNFLATTEN_ATTRS);

static weir_status unflatten_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                     weir_array **out, uint32_t *out_count) {
    const unflatten_attr *a = weir_block_attr(b);
    const int64_t *from = weir_array_shape(in[0]);
    int32_t ndim = weir_array_ndim(in[0]);
    int64_t parts = a->unflattened_size.count, shape[WEIR_NDIM_MAX], count = 0;
    (void)in_count;
    if (a->dim == WEIR_NONE) return weir_block_fail(b, "dim is required");
    int64_t dim = wr_block_axis(b, "dim", a->dim, in[0]);
    if (dim < 0) return WEIR_EAXIS;
    if (ndim - 1 + parts > WEIR_NDIM_MAX)
        return wr_block_fail(b,
                             "splitting an axis of the input %s into %lld axes gives more than "
                             "%d dimensions",
                             wr_block_text_of(in[0]), (long long)parts, WEIR_NDIM_MAX);
    for (int64_t i = 0; i < ndim; i++) {
        if (i != dim) shape[count++] = from[i];
        for (int64_t j = 0; i == dim && j < parts; j++)
            shape[count++] = a->unflattened_size.data[j];
    }
    *out_count = 1;
    return weir_reshape(in[0], weir_i64s_of(shape, count), out);
}

WR_BLOCK(Unflatten) = {
    .size = sizeof(weir_block_def),
    .name = "Unflatten",
    .summary = "Split one axis into several.",
    .inputs = "x",
    .outputs = "y",
    WEIR_USE_ATTRS(unflatten),
    .forward = unflatten_forward,
    .samples = "(2,12) dim=1 unflattened_size=[3,4]; (6,2) dim=0 unflattened_size=[-1,2]",
};
