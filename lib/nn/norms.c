/* norms.c - normalisation layers.
 *
 * Batch norm keeps its running statistics in buffers.  While training, queued operations update the
 * buffers in place, so no thread waits for them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

static const weir_init ONES = {.kind = WEIR_INIT_ONES}, ZEROS = {.kind = WEIR_INIT_ZEROS};

/* Declare a weight of ones and a bias of zeros. */
static weir_status declare_affine(weir_block *b, const int64_t *shape, int32_t ndim, bool weight,
                                  bool bias) {
    if (weight) WR_TRY(weir_block_declare(b, "weight", shape, ndim, 0, &ONES, 0));
    if (bias) WR_TRY(weir_block_declare(b, "bias", shape, ndim, 0, &ZEROS, 0));
    return WEIR_OK;
}

/* Return a parameter or buffer of the block; NULL if it has none with this index. */
static weir_array *own_at(weir_block *b, wr_temps *t, int index) {
    if (index < 0 || (uint32_t)index >= b->own_count) return NULL;
    return WR_NOTE(t, weir_block_use(b, (uint32_t)index, WR_NEW(t)));
}

static weir_array *own(weir_block *b, wr_temps *t, const char *name) {
    return own_at(b, t, wr_own_find(b, name, strlen(name)));
}

/* ---- BatchNorm ------------------------------------------------------------------------------- */

#define BATCH_NORM_ATTRS(X, A)                                                                     \
    X(A, I64, num_features, WEIR_NONE, "number of channels; none: inferred from the first input",  \
      ">= 1")                                                                                      \
    X(A, F64, eps, 1e-5, "added to the variance", ">= 0, < inf")                                   \
    X(A, F64, momentum, 0.1,                                                                       \
      "weight of a batch in the running statistics; none: cumulative average", "none")             \
    X(A, BOOL, affine, 1, "apply a trained weight and bias")                                       \
    X(A, BOOL, track_running_stats, 1, "keep running statistics and use them in inference mode")
WEIR_ATTRS(batch_norm, BATCH_NORM_ATTRS);

static weir_status batch_norm_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const batch_norm_attr *a = weir_block_attr(b);
    (void)in_count;
    WR_TRY(wr_block_check_size(b, "num_features", a->num_features));
    int64_t channels = a->num_features != WEIR_NONE ? a->num_features : wr_in_size(in, 0, 1);
    WR_TRY(declare_affine(b, &channels, 1, a->affine, a->affine));
    if (!a->track_running_stats) return WEIR_OK;
    WR_TRY(weir_block_declare(b, "running_mean", &channels, 1, 0, &ZEROS, WEIR_PARAM_BUFFER));
    WR_TRY(weir_block_declare(b, "running_var", &channels, 1, 0, &ONES, WEIR_PARAM_BUFFER));
    return weir_block_declare(b, "num_batches_tracked", NULL, 0, WEIR_INT64, &ZEROS,
                              WEIR_PARAM_BUFFER);
}

static weir_status into(const char *op, weir_array *x, weir_array *y, weir_array *out) {
    weir_array *in[2] = {x, y};
    return weir_op_call_into(weir_array_runtime(out), weir_op_find(op), in, 2, NULL, 0, &out, 1);
}

/* Update a running statistic: mean += factor * (scale * now - mean). */
static weir_status update_running(wr_temps *t, weir_array *mean, weir_array *now, double scale,
                                  weir_array *factor) {
    weir_array *s = WR_NOTE(t, weir_number_f64(t->rt, scale, WR_NEW(t)));
    if (scale != 1) now = WR_NOTE(t, weir_multiply(now, s, WR_NEW(t)));
    weir_array *d = WR_NOTE(t, weir_subtract(now, mean, WR_NEW(t)));
    d = WR_NOTE(t, weir_multiply(d, factor, WR_NEW(t)));
    if (t->status == WEIR_OK) t->status = into("add", mean, d, mean);
    return t->status;
}

/* Return a buffer with the values after the last batch that succeeded.  The updates of failed
 * batches were skipped; their failures are cleared here. */
static weir_array *running(weir_block *b, wr_temps *t, const char *name) {
    weir_array *a = own(b, t, name);
    if (a != NULL && t->status == WEIR_OK) t->status = weir_var_clear(weir_array_var(a));
    return a;
}

/* Return the integer 1 as an array that depends on the batch's statistics, so that the array fails
 * if the statistics fail. */
static weir_array *one_batch(wr_temps *t, weir_array *mean, weir_array *variance) {
    weir_array *one = WR_NOTE(t, weir_number_i64(t->rt, 1, WR_NEW(t)));
    weir_array *list[3] = {one, mean, variance};
    return WR_NOTE(t,
                   weir_op_call(t->rt, weir_op_find("after"), list, 3, NULL, 0, WR_NEW(t), NULL));
}

/* Update the running statistics.  The running variance is unbiased: the variance of a batch of n
 * elements per channel is scaled by n / (n - 1). */
static weir_status update(weir_block *b, weir_array *mean, weir_array *variance, double n) {
    const batch_norm_attr *a = weir_block_attr(b);
    wr_temps t = {.rt = b->rt};
    weir_array *seen = running(b, &t, "num_batches_tracked");
    weir_array *one = one_batch(&t, mean, variance);
    if (t.status == WEIR_OK) t.status = into("add", seen, one, seen);
    weir_array *factor;
    if (isnan(a->momentum)) {
        weir_array *count = WR_NOTE(&t, weir_astype(seen, weir_array_dtype(mean), WR_NEW(&t)));
        factor = WR_NOTE(&t, weir_reciprocal(count, WR_NEW(&t)));
    } else {
        factor = WR_NOTE(&t, weir_number_f64(b->rt, a->momentum, WR_NEW(&t)));
    }
    update_running(&t, running(b, &t, "running_mean"), mean, 1, factor);
    update_running(&t, running(b, &t, "running_var"), variance, n / (n - 1), factor);
    return wr_temps_end(&t);
}

static weir_status check_shape(const weir_block *b, const weir_array *x) {
    int32_t dims = wr_dims_of(b), ndim = weir_array_ndim(x);
    return dims == 1 && ndim == 2 ? WEIR_OK : wr_block_need_dims(b, x);
}

static weir_status batch_norm_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                      weir_array **out, uint32_t *out_count) {
    const batch_norm_attr *a = weir_block_attr(b);
    wr_temps t = {.rt = b->rt};
    weir_array *mean = NULL, *variance = NULL;
    (void)in_count;
    *out_count = 1;
    WR_TRY(check_shape(b, in[0]));
    if (a->track_running_stats && !weir_training()) {
        weir_array *weight = own(b, &t, "weight"), *bias = own(b, &t, "bias");
        mean = own(b, &t, "running_mean"), variance = own(b, &t, "running_var");
        weir_batch_norm_inference_options options = WEIR_BATCH_NORM_INFERENCE_OPTIONS;
        options.eps = a->eps;
        if (t.status == WEIR_OK)
            t.status =
                weir_batch_norm_inference(in[0], mean, variance, weight, bias, &options, out);
        return wr_temps_end(&t);
    }
    int64_t channels = weir_array_shape(in[0])[1];
    int64_t each = channels > 0 ? weir_array_count(in[0]) / channels : 0;
    double n = (double)each;
    if (weir_training() && n < 2)
        return wr_block_fail(b, "the input is %s; training needs more than one element per channel",
                             wr_block_text_of(in[0]));
    weir_array *weight = own(b, &t, "weight"), *bias = own(b, &t, "bias");
    weir_batch_norm_options options = WEIR_BATCH_NORM_OPTIONS;
    options.eps = a->eps;
    if (t.status == WEIR_OK)
        t.status = weir_batch_norm(in[0], weight, bias, &options, out, &mean, &variance);
    weir_status status = wr_temps_end(&t);
    if (status != WEIR_OK) return status;
    if (a->track_running_stats) {
        int recording = weir_recording_set(0);
        status = update(b, mean, variance, n);
        weir_recording_set(recording);
    }
    weir_array_release(mean);
    weir_array_release(variance);
    if (status != WEIR_OK) weir_array_release(out[0]);
    return status;
}

#define WR_BLOCK_BATCH_NORM(kind, samples_)                                                        \
    WR_BLOCK(kind) = {                                                                             \
        .size = sizeof(weir_block_def),                                                            \
        .name = #kind,                                                                             \
        .summary = "Batch normalisation: normalise each channel over the batch and all spatial "   \
                   "axes.",                                                                        \
        .notes = "Training uses the statistics of the batch, inference the running statistics.",   \
        .inputs = "x",                                                                             \
        .outputs = "y",                                                                            \
        WEIR_USE_ATTRS(batch_norm),                                                                \
        .build = batch_norm_build,                                                                 \
        .forward = batch_norm_forward,                                                             \
        .samples = samples_,                                                                       \
    };

WR_BLOCK_BATCH_NORM(BatchNorm1d, "(6,3) num_features=3; (4,2,3) eps=0.01; (5,2) affine=false "
                                 "track_running_stats=false")
WR_BLOCK_BATCH_NORM(BatchNorm2d, "(3,2,2,3) num_features=2; (2,3,2,2) momentum=none")
WR_BLOCK_BATCH_NORM(BatchNorm3d, "(2,2,2,2,2) num_features=2")

/* ---- LayerNorm, RMSNorm ---------------------------------------------------------------------- */

#define LAYER_NORM_ATTRS(X, A)                                                                     \
    X(A, I64S, normalized_shape, WEIR_NO_LIST,                                                     \
      "sizes of the last axes, which are normalised; none: the last axis of the first input",      \
      ">= 1")                                                                                      \
    X(A, F64, eps, 1e-5, "added to the variance", ">= 0, < inf, none")                             \
    X(A, BOOL, elementwise_affine, 1, "apply a trained weight")                                    \
    X(A, BOOL, bias, 1, "apply a trained bias")
WEIR_ATTRS(layer_norm, LAYER_NORM_ATTRS);

#define RMS_NORM_ATTRS(X, A)                                                                       \
    X(A, I64S, normalized_shape, WEIR_NO_LIST,                                                     \
      "sizes of the last axes, which are normalised; none: the last axis of the first input",      \
      ">= 1")                                                                                      \
    X(A, F64, eps, NAN, "added to the mean square; none: the machine epsilon of the dtype",        \
      ">= 0, < inf")                                                                               \
    X(A, BOOL, elementwise_affine, 1, "apply a trained weight")
WEIR_ATTRS(rms_norm, RMS_NORM_ATTRS);

static weir_status declare_last(weir_block *b, weir_i64s shape, weir_array *const *in, bool weight,
                                bool bias) {
    int64_t last = wr_in_size(in, 0, -1);
    if (shape.count > 8) return weir_block_fail(b, "normalized_shape has more than 8 values");
    if (shape.data == NULL) return declare_affine(b, &last, 1, weight, bias);
    for (int64_t i = 0; i < shape.count; i++)
        WR_TRY(wr_block_need_size(b, "normalized_shape", shape.data[i]));
    return declare_affine(b, shape.data, (int32_t)shape.count, weight, bias);
}

/* List the last axes.  Fail if their sizes differ from `shape`. */
static weir_status last_axes(const weir_block *b, const weir_array *x, weir_i64s shape,
                             int64_t *axes, int64_t *count) {
    int32_t ndim = weir_array_ndim(x);
    bool fits = true;
    *count = shape.data != NULL ? shape.count : 1;
    fits = *count <= ndim;
    for (int64_t i = 0; i < *count; i++) {
        axes[i] = i - *count;
        if (shape.data != NULL && fits)
            fits = weir_array_shape(x)[ndim - *count + i] == shape.data[i];
    }
    if (fits) return WEIR_OK;
    if (shape.data == NULL)
        return wr_block_fail(b, "the input is %s; expected at least one axis", wr_block_text_of(x));
    return wr_block_fail(b, "the last axes of the input %s do not match normalized_shape %s",
                         wr_block_text_of(x), wr_block_shape_text((int32_t)*count, shape.data));
}

static weir_status layer_norm_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const layer_norm_attr *a = weir_block_attr(b);
    (void)in_count;
    return declare_last(b, a->normalized_shape, in, a->elementwise_affine,
                        a->elementwise_affine && a->bias);
}

static weir_status layer_norm_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                      weir_array **out, uint32_t *out_count) {
    const layer_norm_attr *a = weir_block_attr(b);
    int64_t axes[8], count;
    (void)in_count;
    *out_count = 1;
    WR_TRY(last_axes(b, in[0], a->normalized_shape, axes, &count));
    wr_temps t = {.rt = b->rt};
    weir_array *weight = own_at(b, &t, 0), *bias = own_at(b, &t, 1);
    weir_layer_norm_options options = WEIR_LAYER_NORM_OPTIONS;
    options.axes = weir_i64s_of(axes, count);
    options.eps = a->eps;
    if (t.status == WEIR_OK) t.status = weir_layer_norm(in[0], weight, bias, &options, out);
    return wr_temps_end(&t);
}

WR_BLOCK(LayerNorm) = {
    .size = sizeof(weir_block_def),
    .name = "LayerNorm",
    .summary = "Layer normalisation over the last axes.",
    .inputs = "x",
    .outputs = "y",
    WEIR_USE_ATTRS(layer_norm),
    .build = layer_norm_build,
    .forward = layer_norm_forward,
    .samples = "(3,4) normalized_shape=4; (2,3,4) normalized_shape=[3,4] bias=false; (2,5); "
               "(2,5) elementwise_affine=false",
};

static weir_status rms_norm_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const rms_norm_attr *a = weir_block_attr(b);
    (void)in_count;
    return declare_last(b, a->normalized_shape, in, a->elementwise_affine, false);
}

static weir_status rms_norm_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                    weir_array **out, uint32_t *out_count) {
    const rms_norm_attr *a = weir_block_attr(b);
    int64_t axes[8], count;
    (void)in_count;
    *out_count = 1;
    WR_TRY(last_axes(b, in[0], a->normalized_shape, axes, &count));
    wr_temps t = {.rt = b->rt};
    weir_array *weight = own_at(b, &t, 0);
    weir_rms_norm_options options = WEIR_RMS_NORM_OPTIONS;
    options.axes = weir_i64s_of(axes, count);
    options.eps = a->eps;
    if (t.status == WEIR_OK) t.status = weir_rms_norm(in[0], weight, &options, out);
    return wr_temps_end(&t);
}

WR_BLOCK(RMSNorm) = {
    .size = sizeof(weir_block_def),
    .name = "RMSNorm",
    .summary = "Root mean square normalisation over the last axes.",
    .inputs = "x",
    .outputs = "y",
    WEIR_USE_ATTRS(rms_norm),
    .build = rms_norm_build,
    .forward = rms_norm_forward,
    .samples = "(3,4) normalized_shape=4; (2,3,4) normalized_shape=[3,4] eps=0.01; (2,5)",
};

/* ---- GroupNorm, InstanceNorm ----------------------------------------------------------------- */

#define GROUP_NORM_ATTRS(X, A)                                                                     \
    X(A, I64, num_groups, WEIR_NONE, "number of groups; must divide num_channels",                 \
      ">= 1, required")                                                                            \
    X(A, I64, num_channels, WEIR_NONE, "number of channels; none: inferred from the first input",  \
      ">= 1")                                                                                      \
    X(A, F64, eps, 1e-5, "added to the variance", ">= 0, < inf")                                   \
    X(A, BOOL, affine, 1, "apply a trained weight and bias")
WEIR_ATTRS(group_norm, GROUP_NORM_ATTRS);

static weir_status group_norm_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const group_norm_attr *a = weir_block_attr(b);
    (void)in_count;
    WR_TRY(wr_block_need_size(b, "num_groups", a->num_groups));
    WR_TRY(wr_block_check_size(b, "num_channels", a->num_channels));
    int64_t channels = a->num_channels != WEIR_NONE ? a->num_channels : wr_in_size(in, 0, 1);
    if (channels >= 0 && channels % a->num_groups != 0)
        return wr_block_fail(b, "the number of channels, %lld, is not divisible by num_groups=%lld",
                             (long long)channels, (long long)a->num_groups);
    return declare_affine(b, &channels, 1, a->affine, a->affine);
}

WR_BLOCK(GroupNorm) = {
    .size = sizeof(weir_block_def),
    .name = "GroupNorm",
    .summary = "Group normalisation: normalise groups of channels of each sample.",
    .inputs = "x",
    .outputs = "y",
    WEIR_USE_ATTRS(group_norm),
    .build = group_norm_build,
    .op = "group_norm",
    .samples = "(2,4,3) num_groups=2 num_channels=4; (2,3,2,2) num_groups=3; (2,4,3) num_groups=1 "
               "affine=false",
};

#define INSTANCE_NORM_ATTRS(X, A)                                                                  \
    X(A, I64, num_features, WEIR_NONE, "number of channels; none: inferred from the first input",  \
      ">= 1")                                                                                      \
    X(A, F64, eps, 1e-5, "added to the variance", ">= 0, < inf")                                   \
    X(A, BOOL, affine, 0, "apply a trained weight and bias")
WEIR_ATTRS(instance_norm, INSTANCE_NORM_ATTRS);

static weir_status instance_norm_build(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const instance_norm_attr *a = weir_block_attr(b);
    (void)in_count;
    WR_TRY(wr_block_check_size(b, "num_features", a->num_features));
    int64_t channels = a->num_features != WEIR_NONE ? a->num_features : wr_in_size(in, 0, 1);
    return declare_affine(b, &channels, 1, a->affine, a->affine);
}

#define WR_BLOCK_INSTANCE_NORM(kind, samples_)                                                     \
    WR_BLOCK(kind) = {                                                                             \
        .size = sizeof(weir_block_def),                                                            \
        .name = #kind,                                                                             \
        .summary = "Instance normalisation: normalise each channel of each sample.",               \
        .inputs = "x",                                                                             \
        .outputs = "y",                                                                            \
        WEIR_USE_ATTRS(instance_norm),                                                             \
        .build = instance_norm_build,                                                              \
        .forward = wr_operate_dims,                                                                \
        .op = "instance_norm",                                                                     \
        .samples = samples_,                                                                       \
    };

WR_BLOCK_INSTANCE_NORM(InstanceNorm1d, "(2,3,4) num_features=3; (2,3,4) affine=true")
WR_BLOCK_INSTANCE_NORM(InstanceNorm2d, "(2,2,3,3) num_features=2 affine=true")
WR_BLOCK_INSTANCE_NORM(InstanceNorm3d, "(1,2,2,2,3) affine=true")
