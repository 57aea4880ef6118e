/* dropouts.c - dropout layers, which are the identity in inference mode.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

#define DROPOUT_ATTRS(X, A) X(A, F64, p, 0.5, "probability of being set to zero", ">= 0, <= 1")
WEIR_ATTRS(dropout, DROPOUT_ATTRS);

static weir_status dropout_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const dropout_attr *a = weir_block_attr(b);
    (void)in, (void)in_count;
    return a->p >= 0 && a->p <= 1 ? WEIR_OK
                                  : wr_block_fail(b, "p is %g, but must be from 0 to 1", a->p);
}

static weir_status dropout_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                   weir_array **out, uint32_t *out_count) {
    const dropout_attr *a = weir_block_attr(b);
    weir_array *mask;
    (void)in_count;
    *out_count = 1;
    if (!weir_training() || a->p == 0) {
        out[0] = weir_array_retain(in[0]);
        return WEIR_OK;
    }
    weir_dropout_options options = WEIR_DROPOUT_OPTIONS;
    options.p = a->p;
    WR_TRY(weir_dropout(in[0], &options, out, &mask));
    weir_array_release(mask);
    return WEIR_OK;
}

WR_BLOCK(Dropout) = {
    .size = sizeof(weir_block_def),
    .name = "Dropout",
    .summary = "While training, set random elements to zero and scale the others by "
               "1 / (1 - p).",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_BLOCK_RANDOM,
    WEIR_USE_ATTRS(dropout),
    .build = dropout_build,
    .forward = dropout_forward,
    .samples = "(3,4); (3,4) p=0.2; (3,4) p=0",
};

/* Drop whole channels: multiply x by random factors of shape (batch, channels, 1, ...). */
static weir_status channels_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                    weir_array **out, uint32_t *out_count) {
    const dropout_attr *a = weir_block_attr(b);
    int64_t shape[WEIR_NDIM_MAX];
    (void)in_count;
    *out_count = 1;
    WR_TRY(wr_block_need_dims(b, in[0]));
    if (!weir_training() || a->p == 0) {
        out[0] = weir_array_retain(in[0]);
        return WEIR_OK;
    }
    wr_temps t = {.rt = b->rt};
    int32_t ndim = weir_array_ndim(in[0]);
    for (int32_t i = 0; i < ndim; i++) shape[i] = i < 2 ? weir_array_shape(in[0])[i] : 1;
    weir_ones_options like = WEIR_ONES_OPTIONS;
    like.dtype = weir_array_dtype(in[0]);
    like.device = weir_array_device(in[0]);
    weir_array *ones = WR_NOTE(&t, weir_ones(b->rt, weir_i64s_of(shape, ndim), &like, WR_NEW(&t)));
    weir_dropout_options options = WEIR_DROPOUT_OPTIONS;
    options.p = a->p;
    weir_array *mask = NULL, *factor = WR_NOTE(&t, weir_dropout(ones, &options, WR_NEW(&t), &mask));
    weir_array *y = WR_NOTE(&t, weir_multiply(in[0], factor, WR_NEW(&t)));
    weir_array_release(mask);
    out[0] = wr_temps_keep(&t, y);
    return wr_temps_end(&t);
}

#define WR_BLOCK_CHANNELS(kind, samples_)                                                          \
    WR_BLOCK(kind) = {                                                                             \
        .size = sizeof(weir_block_def),                                                            \
        .name = #kind,                                                                             \
        .summary = "While training, set random channels to zero and scale the others.",            \
        .inputs = "x",                                                                             \
        .outputs = "y",                                                                            \
        .flags = WEIR_BLOCK_RANDOM,                                                                \
        WEIR_USE_ATTRS(dropout),                                                                   \
        .build = dropout_build,                                                                    \
        .forward = channels_forward,                                                               \
        .samples = samples_,                                                                       \
    };

WR_BLOCK_CHANNELS(Dropout1d, "(2,3,4)")
WR_BLOCK_CHANNELS(Dropout2d, "(2,3,4,2) p=0.3")
WR_BLOCK_CHANNELS(Dropout3d, "(2,3,2,2,2)")
