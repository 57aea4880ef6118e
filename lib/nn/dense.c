/* dense.c - Linear, Bilinear and Embedding layers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

/* ---- Linear ---------------------------------------------------------------------------------- */

#define LINEAR_ATTRS(X, A)                                                                         \
    X(A, I64, in_features, WEIR_NONE,                                                              \
      "features of the input; none: inferred from the first input", ">= 1")                        \
    X(A, I64, out_features, WEIR_NONE,                                                             \
      "features of the output; none: in_features has this number", ">= 1")                         \
    X(A, BOOL, bias, 1, "add a bias")
WEIR_ATTRS(linear, LINEAR_ATTRS);

weir_status wr_block_need_size(const weir_block *b, const char *attr, int64_t size) {
    if (size == WEIR_NONE) return wr_block_fail(b, "%s is required", attr);
    if (size >= 1 && size <= WR_BLOCK_SIZE_MAX) return WEIR_OK;
    return wr_block_fail(b, "%s is %lld; expected 1 to %lld", attr, (long long)size,
                         (long long)WR_BLOCK_SIZE_MAX);
}

weir_status wr_block_check_size(const weir_block *b, const char *attr, int64_t size) {
    return size == WEIR_NONE ? WEIR_OK : wr_block_need_size(b, attr, size);
}

weir_status wr_declare_bias(weir_block *b, const char *name, int64_t count, int64_t fan_in) {
    double bound = fan_in > 0 ? 1 / sqrt((double)fan_in) : 0;
    return weir_block_declare(b, name, &count, 1, 0,
                              &(weir_init){.kind = WEIR_INIT_UNIFORM, .a = -bound, .b = bound},
                              fan_in < 0 ? WEIR_PARAM_LATER : 0);
}

static weir_status linear_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    linear_attr *a = (linear_attr *)(void *)b->attr;
    (void)in_count;
    if (a->out_features == WEIR_NONE) { /* if only one size is given, it is out_features */
        a->out_features = a->in_features;
        a->in_features = WEIR_NONE;
    }
    WR_TRY(wr_block_need_size(b, "out_features", a->out_features));
    WR_TRY(wr_block_check_size(b, "in_features", a->in_features));
    int64_t fan_in = a->in_features != WEIR_NONE ? a->in_features : wr_in_size(in, 0, -1);
    if (in != NULL && fan_in < 0)
        return wr_block_fail(b, "the input is %s; expected (..., in_features)",
                             wr_block_text_of(in[0]));
    int64_t shape[2] = {a->out_features, fan_in};
    WR_TRY(weir_block_declare(b, "weight", shape, 2, 0, &WR_INIT_PRODUCT, 0));
    return a->bias ? wr_declare_bias(b, "bias", a->out_features, fan_in) : WEIR_OK;
}

static weir_status linear_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                  weir_array **out, uint32_t *out_count) {
    int64_t wanted = b->own[0].param->shape[1];
    if (wr_in_size(in, 0, -1) != wanted)
        return wr_block_fail(b, "the input is %s; expected (..., %lld)", wr_block_text_of(in[0]),
                             (long long)wanted);
    return weir_block_operate(b, in, in_count, out, out_count);
}

WR_BLOCK(Linear) = {
    .size = sizeof(weir_block_def),
    .name = "Linear",
    .summary = "Affine transformation: y = x W^T + b.",
    .notes = "x is (..., in_features), the result (..., out_features), the weight (out_features, "
             "in_features).  If only one size is given, it is out_features.",
    .inputs = "x",
    .outputs = "y",
    .aliases = "Dense",
    .flags = WEIR_BLOCK_PRODUCTS,
    WEIR_USE_ATTRS(linear),
    .build = linear_build,
    .forward = linear_forward,
    .op = "linear",
    .samples = "(4,8) in_features=8 out_features=3; (2,3,5) out_features=4; "
               "(6) out_features=2 bias=false",
};

/* ---- Bilinear -------------------------------------------------------------------------------- */

#define BILINEAR_ATTRS(X, A)                                                                       \
    X(A, I64, in1_features, WEIR_NONE, "features of x1; none: inferred from the first input",      \
      ">= 1")                                                                                      \
    X(A, I64, in2_features, WEIR_NONE, "features of x2; none: inferred from the first input",      \
      ">= 1")                                                                                      \
    X(A, I64, out_features, WEIR_NONE, "features of the output", ">= 1, required")                 \
    X(A, BOOL, bias, 1, "add a bias")
WEIR_ATTRS(bilinear, BILINEAR_ATTRS);

static weir_status bilinear_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const bilinear_attr *a = weir_block_attr(b);
    (void)in_count;
    WR_TRY(wr_block_need_size(b, "out_features", a->out_features));
    WR_TRY(wr_block_check_size(b, "in1_features", a->in1_features));
    WR_TRY(wr_block_check_size(b, "in2_features", a->in2_features));
    int64_t one = a->in1_features != WEIR_NONE ? a->in1_features : wr_in_size(in, 0, -1);
    int64_t two = a->in2_features != WEIR_NONE ? a->in2_features : wr_in_size(in, 1, -1);
    int64_t shape[3] = {a->out_features, one, two};
    /* only the features of x1 count as fan-in */
    double bound = one > 0 ? 1 / sqrt((double)one) : 0;
    WR_TRY(weir_block_declare(b, "weight", shape, 3, 0,
                              &(weir_init){.kind = WEIR_INIT_UNIFORM, .a = -bound, .b = bound},
                              one < 0 ? WEIR_PARAM_LATER : 0));
    return a->bias ? wr_declare_bias(b, "bias", a->out_features, one) : WEIR_OK;
}

WR_BLOCK(Bilinear) = {
    .size = sizeof(weir_block_def),
    .name = "Bilinear",
    .summary = "Bilinear transformation: y_k = x1^T W_k x2 + b_k.",
    .inputs = "x1, x2",
    .outputs = "y",
    .flags = WEIR_BLOCK_PRODUCTS,
    WEIR_USE_ATTRS(bilinear),
    .build = bilinear_build,
    .op = "bilinear",
    .samples = "(2,3), (2,4) in1_features=3 in2_features=4 out_features=2",
};

/* ---- Embedding ------------------------------------------------------------------------------- */

#define EMBEDDING_ATTRS(X, A)                                                                      \
    X(A, I64, num_embeddings, WEIR_NONE, "number of rows of the table", ">= 1, required")          \
    X(A, I64, embedding_dim, WEIR_NONE, "features of a row", ">= 1, required")                     \
    X(A, I64, padding_idx, WEIR_NONE,                                                              \
      "row used for padding: it starts as zeros and gets no gradient")
WEIR_ATTRS(embedding, EMBEDDING_ATTRS);

/* Set the padding row to zeros. */
static weir_status clear_row(weir_block *b, int64_t row) {
    const embedding_attr *a = weir_block_attr(b);
    wr_temps t = {.rt = b->rt};
    if (row < 0) row += a->num_embeddings;
    weir_array *parts[3];
    uint32_t count = 3;
    int recording = weir_recording_set(0);
    weir_split_options around = WEIR_SPLIT_OPTIONS;
    around.indices = WEIR_I64S(row, row + 1);
    weir_status status = weir_split(weir_block_own(b, 0), &around, parts, &count);
    weir_array *zero = WR_NOTE(&t, weir_number_i64(b->rt, 0, WR_NEW(&t)));
    if (status == WEIR_OK) {
        weir_array *in[2] = {parts[1], zero};
        if (t.status == WEIR_OK)
            t.status =
                weir_op_call_into(b->rt, weir_op_find("multiply"), in, 2, NULL, 0, &parts[1], 1);
        for (uint32_t i = 0; i < count; i++) weir_array_release(parts[i]);
    }
    weir_recording_set(recording);
    wr_temps_end(&t);
    return status != WEIR_OK ? status : t.status;
}

static weir_status embedding_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const embedding_attr *a = weir_block_attr(b);
    (void)in, (void)in_count;
    WR_TRY(wr_block_need_size(b, "num_embeddings", a->num_embeddings));
    WR_TRY(wr_block_need_size(b, "embedding_dim", a->embedding_dim));
    bool out = a->padding_idx != WEIR_NONE &&
               (a->padding_idx >= a->num_embeddings || a->padding_idx < -a->num_embeddings);
    if (out)
        return wr_block_fail(b, "padding_idx=%lld is out of range for %lld row%s",
                             (long long)a->padding_idx, (long long)a->num_embeddings,
                             a->num_embeddings == 1 ? "" : "s");
    int64_t shape[2] = {a->num_embeddings, a->embedding_dim};
    WR_TRY(weir_block_declare(b, "weight", shape, 2, 0,
                              &(weir_init){.kind = WEIR_INIT_NORMAL, .a = 0, .b = 1}, 0));
    return a->padding_idx != WEIR_NONE ? clear_row(b, a->padding_idx) : WEIR_OK;
}

WR_BLOCK(Embedding) = {
    .size = sizeof(weir_block_def),
    .name = "Embedding",
    .summary = "Look up rows of a table by index.",
    .inputs = "indices",
    .outputs = "y",
    WEIR_USE_ATTRS(embedding),
    .build = embedding_build,
    .op = "embedding",
    .samples = "i64(2,3)@0:5 num_embeddings=5 embedding_dim=4; "
               "i64(4)@0:2 num_embeddings=3 embedding_dim=2 padding_idx=2",
};
