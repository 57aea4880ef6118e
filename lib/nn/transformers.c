/* transformers.c - multi-head attention and the transformer encoder layer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

/* ---- MultiheadAttention ---------------------------------------------------------------------- */

#define ATTENTION_ATTRS(X, A)                                                                      \
    X(A, I64, embed_dim, WEIR_NONE, "features of queries, keys, values and outputs",               \
      ">= 1, required")                                                                            \
    X(A, I64, num_heads, WEIR_NONE, "number of heads; must divide embed_dim", ">= 1, required")    \
    X(A, F64, dropout, 0, "dropout probability of attention weights, while training", ">= 0, < 1") \
    X(A, BOOL, bias, 1, "add bias terms")                                                          \
    X(A, BOOL, batch_first, 0, "(batch, steps, embed_dim), not (steps, batch, embed_dim)")         \
    X(A, BOOL, is_causal, 0, "each position attends only to itself and earlier ones")              \
    X(A, BOOL, need_weights, 0,                                                                    \
      "also return the weights averaged over heads: (batch, queries, keys)")
WEIR_ATTRS(attention, ATTENTION_ATTRS);

enum { IN_WEIGHT, IN_BIAS };

static weir_status attention_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const attention_attr *a = weir_block_attr(b);
    (void)in, (void)in_count;
    WR_TRY(wr_block_need_size(b, "embed_dim", a->embed_dim));
    WR_TRY(wr_block_need_size(b, "num_heads", a->num_heads));
    if (a->embed_dim % a->num_heads != 0)
        return wr_block_fail(b, "embed_dim=%lld is not divisible by num_heads=%lld",
                             (long long)a->embed_dim, (long long)a->num_heads);
    if (!(a->dropout >= 0 && a->dropout < 1))
        return wr_block_fail(b, "dropout is %g, but must be at least 0 and less than 1",
                             a->dropout);
    int64_t shape[2] = {3 * a->embed_dim, a->embed_dim};
    WR_TRY(weir_block_declare(b, "in_proj_weight", shape, 2, 0,
                              &(weir_init){.kind = WEIR_INIT_XAVIER_UNIFORM, .a = 1}, 0));
    if (a->bias)
        WR_TRY(weir_block_declare(b, "in_proj_bias", shape, 1, 0,
                                  &(weir_init){.kind = WEIR_INIT_ZEROS}, 0));
    WR_TRY(wr_child_add(b, "out_proj", "Linear(%lld, %lld, bias=%s)", (long long)a->embed_dim,
                        (long long)a->embed_dim, a->bias ? "true" : "false"));
    if (!a->bias) return WEIR_OK;
    /* fill this bias with zeros, both now and in weir_block_initialise */
    wr_param *bias = b->child[0].block->own[1].param;
    bias->init = (weir_init){.kind = WEIR_INIT_ZEROS};
    return weir_init_fill(bias->array, &bias->init);
}

/* Rearrange x from (batch, steps, embed_dim) or (steps, batch, embed_dim) to (batch, heads, steps,
 * features). */
static weir_array *heads_of(wr_temps *t, const attention_attr *a, weir_array *x) {
    if (t->status != WEIR_OK) return NULL;
    const int64_t *from = weir_array_shape(x);
    int64_t each = a->embed_dim / a->num_heads;
    int64_t shape[4] = {from[0], from[1], a->num_heads, each};
    static const int64_t batches[4] = {0, 2, 1, 3}, steps[4] = {1, 2, 0, 3};
    weir_array *y = WR_NOTE(t, weir_reshape(x, weir_i64s_of(shape, 4), WR_NEW(t)));
    weir_permute_dims_options order = WEIR_PERMUTE_DIMS_OPTIONS;
    order.axes = weir_i64s_of(a->batch_first ? batches : steps, 4);
    return WR_NOTE(t, weir_permute_dims(y, &order, WR_NEW(t)));
}

/* Compute queries, keys and values of a single input with one matrix product, and split the result
 * in three. */
static void project_one(weir_block *b, wr_temps *t, weir_array *x, weir_array **qkv) {
    const attention_attr *a = weir_block_attr(b);
    weir_array *w = WR_NOTE(t, weir_block_use(b, IN_WEIGHT, WR_NEW(t)));
    weir_array *bias = a->bias ? WR_NOTE(t, weir_block_use(b, IN_BIAS, WR_NEW(t))) : NULL;
    weir_array *all = WR_NOTE(t, weir_linear(x, w, bias, WR_NEW(t)));
    if (all == NULL) return;
    const int64_t *from = weir_array_shape(all);
    int64_t shape[5] = {from[0], from[1], 3, a->num_heads, a->embed_dim / a->num_heads};
    static const int64_t batches[5] = {2, 0, 3, 1, 4}, steps[5] = {2, 1, 3, 0, 4};
    weir_array *y = WR_NOTE(t, weir_reshape(all, weir_i64s_of(shape, 5), WR_NEW(t)));
    weir_permute_dims_options order = WEIR_PERMUTE_DIMS_OPTIONS;
    order.axes = weir_i64s_of(a->batch_first ? batches : steps, 5);
    y = WR_NOTE(t, weir_permute_dims(y, &order, WR_NEW(t)));
    uint32_t count = 3;
    if (y != NULL) t->status = weir_unstack(y, NULL, qkv, &count);
    for (uint32_t i = 0; i < 3 && t->status == WEIR_OK; i++) {
        *WR_NEW(t) = qkv[i];
        wr_temps_note(t, WEIR_OK);
    }
}

static void split_in_three(wr_temps *t, weir_array *x, weir_array **out) {
    uint32_t count = 3;
    weir_split_options thirds = WEIR_SPLIT_OPTIONS;
    thirds.sections = 3;
    if (t->status == WEIR_OK) t->status = weir_split(x, &thirds, out, &count);
    for (uint32_t i = 0; i < 3 && t->status == WEIR_OK; i++) {
        *WR_NEW(t) = out[i];
        wr_temps_note(t, WEIR_OK);
    }
}

/* Compute queries, keys and values of separate inputs, each with its third of the weight. */
static void project_each(weir_block *b, wr_temps *t, weir_array *const *in, weir_array **qkv) {
    const attention_attr *a = weir_block_attr(b);
    weir_array *weight = WR_NOTE(t, weir_block_use(b, IN_WEIGHT, WR_NEW(t)));
    weir_array *bias = a->bias ? WR_NOTE(t, weir_block_use(b, IN_BIAS, WR_NEW(t))) : NULL;
    weir_array *w[3] = {NULL}, *c[3] = {NULL};
    split_in_three(t, weight, w);
    if (a->bias) split_in_three(t, bias, c);
    for (int i = 0; i < 3; i++) {
        weir_array *y = WR_NOTE(t, weir_linear(in[i], w[i], c[i], WR_NEW(t)));
        qkv[i] = heads_of(t, a, y);
    }
}

static weir_status check_inputs(const weir_block *b, weir_array *const *in) {
    const attention_attr *a = weir_block_attr(b);
    for (int i = 0; i < 3; i++)
        if (weir_array_ndim(in[i]) != 3 || weir_array_shape(in[i])[2] != a->embed_dim)
            return wr_block_fail(b, "an input is %s; expected (%s, %lld)", wr_block_text_of(in[i]),
                                 a->batch_first ? "batch, steps" : "steps, batch",
                                 (long long)a->embed_dim);
    return WEIR_OK;
}

static weir_array *attend(weir_block *b, wr_temps *t, weir_array **qkv, weir_array *mask,
                          bool drops) {
    const attention_attr *a = weir_block_attr(b);
    wr_named op;
    weir_array *in[5] = {qkv[0], qkv[1], qkv[2], mask, NULL}, *out[2] = {NULL};
    if (t->status == WEIR_OK) t->status = wr_named_begin(&op, b, "scaled_dot_product_attention");
    if (t->status != WEIR_OK) return NULL;
    wr_named_bool(&op, "is_causal", a->is_causal);
    if (drops && weir_training() && a->dropout > 0) {
        wr_named_f64(&op, "dropout_p", a->dropout);
        weir_integers_options near = WEIR_INTEGERS_OPTIONS;
        near.device = weir_array_device(qkv[0]);
        in[4] =
            WR_NOTE(t, weir_integers(b->rt, 0, INT64_MAX, weir_i64s_of(NULL, 0), &near, WR_NEW(t)));
    }
    wr_named_call(&op, t, in, 5, out, 2);
    return out[0];
}

/* Compute the attention weights, averaged over heads.  They are the result of attention with the
 * identity matrix as the values. */
static weir_array *weights_of(weir_block *b, wr_temps *t, weir_array **qkv, weir_array *mask) {
    if (t->status != WEIR_OK) return NULL;
    const int64_t *key = weir_array_shape(qkv[1]), heads = 1;
    int64_t shape[4] = {key[0], key[1], key[2], key[2]};
    weir_eye_options square = WEIR_EYE_OPTIONS;
    square.n_cols = key[2];
    square.dtype = weir_array_dtype(qkv[1]);
    square.device = weir_array_device(qkv[1]);
    weir_array *eye = WR_NOTE(t, weir_eye(t->rt, key[2], &square, WR_NEW(t)));
    eye = WR_NOTE(t, weir_broadcast_to(eye, weir_i64s_of(shape, 4), WR_NEW(t)));
    weir_array *y = attend(b, t, (weir_array *[]){qkv[0], qkv[1], eye}, mask, false);
    weir_mean_options over = WEIR_MEAN_OPTIONS;
    over.axes = weir_i64s_of(&heads, 1);
    return WR_NOTE(t, weir_mean(y, &over, WR_NEW(t)));
}

static weir_status attention_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                     weir_array **out, uint32_t *out_count) {
    const attention_attr *a = weir_block_attr(b);
    wr_temps t = {.rt = b->rt};
    weir_array *three[3] = {in[0], in_count > 1 && in[1] != NULL ? in[1] : in[0]}, *qkv[3] = {NULL};
    three[2] = in_count > 2 && in[2] != NULL ? in[2] : three[1];
    *out_count = 1;
    WR_TRY(check_inputs(b, three));
    if (three[1] == three[0] && three[2] == three[0])
        project_one(b, &t, in[0], qkv);
    else
        project_each(b, &t, three, qkv);
    weir_array *mask = in_count > 3 ? in[3] : NULL, *weights = NULL;
    bool weighs = a->need_weights || (in_count > 4 && in[4] != NULL);
    weir_array *y = attend(b, &t, qkv, mask, true);
    if (weighs) weights = weights_of(b, &t, qkv, mask);
    static const int64_t batches[4] = {0, 2, 1, 3}, steps[4] = {2, 0, 1, 3};
    weir_permute_dims_options order = WEIR_PERMUTE_DIMS_OPTIONS;
    order.axes = weir_i64s_of(a->batch_first ? batches : steps, 4);
    y = WR_NOTE(&t, weir_permute_dims(y, &order, WR_NEW(&t)));
    y = WR_NOTE(&t, weir_reshape(y, weir_i64s_of(weir_array_shape(in[0]), 3), WR_NEW(&t)));
    y = WR_NOTE(&t, wr_child_call(b, 0, y, WR_NEW(&t)));
    out[0] = wr_temps_keep(&t, y);
    if (weighs) out[(*out_count)++] = wr_temps_keep(&t, weights);
    return wr_temps_end(&t);
}

WR_BLOCK(MultiheadAttention) = {
    .size = sizeof(weir_block_def),
    .name = "MultiheadAttention",
    .summary = "Multi-head scaled dot-product attention.",
    .notes =
        "Without key and value, the query is used for all three.  attn_mask broadcasts to "
        "(batch, heads, queries, keys): a bool mask is true where a query may attend to a "
        "key, a float mask is added to the scores.  Passing any array as need_weights requests "
        "the weights for this call.",
    .inputs = "query, key?, value?, attn_mask?, need_weights?",
    .parts = "query: queries, or all three inputs if the others are left out; "
             "key: keys; "
             "value: values; "
             "attn_mask: true where a key is used, or numbers that are added to the scores; "
             "need_weights: any array, if the weights should be returned too; "
             "weights: attention weights, averaged over the heads",
    .outputs = "y, weights?",
    .flags = WEIR_BLOCK_PRODUCTS | WEIR_BLOCK_RANDOM,
    WEIR_USE_ATTRS(attention),
    .build = attention_build,
    .forward = attention_forward,
    .samples = "(3,2,4) embed_dim=4 num_heads=2; "
               "(2,3,4), (2,5,4), (2,5,4) embed_dim=4 num_heads=1 batch_first=true bias=false; "
               "(2,4,6) embed_dim=6 num_heads=3 batch_first=true is_causal=true dropout=0.3; "
               "(3,2,4) embed_dim=4 num_heads=2 need_weights=true",
};

/* ---- TransformerEncoderLayer ----------------------------------------------------------------- */

#define TRANSFORMER_ATTRS(X, A)                                                                    \
    X(A, I64, d_model, WEIR_NONE, "features of a position", ">= 1, required")                      \
    X(A, I64, nhead, WEIR_NONE, "number of attention heads", ">= 1, required")                     \
    X(A, I64, dim_feedforward, 2048, "hidden features of the feed-forward network", ">= 1")        \
    X(A, F64, dropout, 0.1, "dropout probability, while training", ">= 0, < 1")                    \
    X(A, TEXT, activation, "relu", "'relu' or 'gelu'", "relu | gelu")                              \
    X(A, F64, layer_norm_eps, 1e-5, "added to the variance in layer norms", ">= 0, < inf, none")   \
    X(A, BOOL, batch_first, 0, "(batch, steps, d_model), not (steps, batch, d_model)")             \
    X(A, BOOL, norm_first, 0,                                                                      \
      "apply layer norms before attention and feed-forward network, not after")                    \
    X(A, BOOL, bias, 1, "add bias terms")                                                          \
    X(A, BOOL, is_causal, 0, "each position attends only to itself and earlier ones")
WEIR_ATTRS(transformer, TRANSFORMER_ATTRS);

enum { ATTENTION, LINEAR1, DROPOUT, LINEAR2, NORM1, NORM2, DROPOUT1, DROPOUT2 };

static const char *bool_text(int32_t on) { return on ? "true" : "false"; }

static weir_status transformer_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const transformer_attr *a = weir_block_attr(b);
    long long width = a->d_model, inner = a->dim_feedforward;
    (void)in, (void)in_count;
    WR_TRY(wr_block_need_size(b, "d_model", a->d_model));
    WR_TRY(wr_block_need_size(b, "nhead", a->nhead));
    WR_TRY(wr_block_need_size(b, "dim_feedforward", a->dim_feedforward));
    WR_TRY(wr_block_need_one_of(b, "activation", a->activation, "relu, gelu"));
    WR_TRY(wr_child_add(b, "self_attn",
                        "MultiheadAttention(%lld, %lld, %.17g, %s, %s, is_causal=%s)", width,
                        (long long)a->nhead, a->dropout, bool_text(a->bias),
                        bool_text(a->batch_first), bool_text(a->is_causal)));
    WR_TRY(wr_child_add(b, "linear1", "Linear(%lld, %lld, %s)", width, inner, bool_text(a->bias)));
    WR_TRY(wr_child_add(b, "dropout", "Dropout(%.17g)", a->dropout));
    WR_TRY(wr_child_add(b, "linear2", "Linear(%lld, %lld, %s)", inner, width, bool_text(a->bias)));
    for (int i = 1; i <= 2; i++) {
        char name[16];
        snprintf(name, sizeof name, "norm%d", i);
        WR_TRY(wr_child_add(b, name, "LayerNorm(%lld, %.17g, bias=%s)", width, a->layer_norm_eps,
                            bool_text(a->bias)));
    }
    WR_TRY(wr_child_add(b, "dropout1", "Dropout(%.17g)", a->dropout));
    return wr_child_add(b, "dropout2", "Dropout(%.17g)", a->dropout);
}

static weir_array *call(weir_block *b, wr_temps *t, uint32_t child, weir_array *x) {
    return WR_NOTE(t, wr_child_call(b, child, x, WR_NEW(t)));
}

static weir_array *attention_part(weir_block *b, wr_temps *t, weir_array *x, weir_array *mask) {
    weir_array *in[4] = {x, NULL, NULL, mask};
    uint32_t count = 1;
    weir_array *y =
        WR_NOTE(t, wr_child_forward(b, ATTENTION, in, mask != NULL ? 4 : 1, WR_NEW(t), &count));
    return call(b, t, DROPOUT1, y);
}

static weir_array *feed_forward_part(weir_block *b, wr_temps *t, weir_array *x) {
    const transformer_attr *a = weir_block_attr(b);
    x = call(b, t, LINEAR1, x);
    x = a->activation[0] == 'g' ? WR_NOTE(t, weir_gelu(x, WR_NEW(t)))
                                : WR_NOTE(t, weir_relu(x, WR_NEW(t)));
    x = call(b, t, DROPOUT, x);
    x = call(b, t, LINEAR2, x);
    return call(b, t, DROPOUT2, x);
}

static weir_status transformer_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                       weir_array **out, uint32_t *out_count) {
    const transformer_attr *a = weir_block_attr(b);
    wr_temps t = {.rt = b->rt};
    weir_array *x = in[0], *y, *mask = in_count > 1 ? in[1] : NULL;
    *out_count = 1;
    y = a->norm_first ? call(b, &t, NORM1, x) : x;
    y = attention_part(b, &t, y, mask);
    x = WR_NOTE(&t, weir_add(x, y, WR_NEW(&t)));
    if (!a->norm_first) x = call(b, &t, NORM1, x);
    y = a->norm_first ? call(b, &t, NORM2, x) : x;
    y = feed_forward_part(b, &t, y);
    x = WR_NOTE(&t, weir_add(x, y, WR_NEW(&t)));
    if (!a->norm_first) x = call(b, &t, NORM2, x);
    out[0] = wr_temps_keep(&t, x);
    return wr_temps_end(&t);
}

WR_BLOCK(TransformerEncoderLayer) = {
    .size = sizeof(weir_block_def),
    .name = "TransformerEncoderLayer",
    .summary = "Self-attention, then a feed-forward network, each with a residual connection.",
    .inputs = "x, attn_mask?",
    .parts = "x: sequences; "
             "attn_mask: true where a position is used, or numbers that are added to the scores",
    .outputs = "y",
    .aliases = "TransformerBlock",
    .flags = WEIR_BLOCK_RANDOM,
    WEIR_USE_ATTRS(transformer),
    .build = transformer_build,
    .forward = transformer_forward,
    .samples = "(3,2,4) d_model=4 nhead=2 dim_feedforward=5 dropout=0; "
               "(2,3,4) d_model=4 nhead=1 dim_feedforward=3 activation='gelu' batch_first=true "
               "norm_first=true is_causal=true dropout=0.2",
};
