/* cuda_dnn.c - convolutions by cuDNN.
 *
 * Asking for an algorithm costs the host tens of microseconds.  A queue therefore keeps descriptors
 * and algorithms in a table, in which a convolution has one place.  All convolutions of a queue share
 * a workspace, because they run one after another.
 *
 * All functions here run on the launcher.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_dnn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda_queue.h"

enum {
    PLANS = WR_SIZE(1024, 2),
    ALGORITHMS = 8,                            /* cuDNN has at most as many for one direction */
    WORKSPACE_MAX = WR_SIZE(512 << 20, 65536), /* algorithms that need more are passed over */
    AXES = 3,
};

typedef struct plan_key {
    wr_cuda_convolution v;
    int64_t tf32;
} plan_key;

typedef struct plan {
    plan_key key;
    void *x, *weight, *y, *conv; /* descriptors */
    int algorithm;
    size_t workspace;
    bool made, none; /* none: cuDNN has no algorithm, or refused to launch it */
    bool launched;
} plan;

/* What a queue has of cuDNN. */
typedef struct dnn {
    void *handle; /* NULL: there is no cuDNN, or it does not start */
    cu_pointer workspace;
    size_t workspace_bytes;
    plan plans[PLANS];
} dnn;

/* ---- Descriptors ----------------------------------------------------------------------------- */

static int type_of(int dtype) {
    switch (dtype) {
    case WEIR_FLOAT16: return DNN_HALF;
    case WEIR_BFLOAT16: return DNN_BFLOAT16;
    case WEIR_FLOAT32: return DNN_FLOAT;
    default: return DNN_DOUBLE;
    }
}

/* DNN_FMA_MATH keeps all bits of float32; the default rounds its operands to TF32.  Products of 16-bit
 * floats are exact in tensor cores. */
static int math_of(const plan_key *key) {
    if (key->v.dtype == WEIR_FLOAT16 || key->v.dtype == WEIR_BFLOAT16) return DNN_TENSOR_OP_MATH;
    return key->v.dtype == WEIR_FLOAT32 && !key->tf32 ? DNN_FMA_MATH : DNN_DEFAULT_MATH;
}

/* A row-major array of shape (first, second, axes...).  False if it is too large for cuDNN. */
static bool shape_of(int *shape, int *strides, int64_t first, int64_t second, const int64_t *axes,
                     int count) {
    int64_t sizes[2 + AXES] = {first, second}, all = 1;
    memcpy(sizes + 2, axes, (size_t)count * sizeof *axes);
    for (int i = count + 1; i >= 0; i--) {
        if (sizes[i] < 1 || sizes[i] > INT32_MAX) return false;
        shape[i] = (int)sizes[i];
        strides[i] = (int)all;
        all *= sizes[i];
        if (all > INT32_MAX) return false;
    }
    return true;
}

static bool fits(const int64_t *numbers) {
    for (int i = 0; i < AXES; i++)
        if (numbers[i] > INT32_MAX) return false;
    return true;
}

/* cuDNN has as many zeros after an axis as before it, and derives the sizes of y. */
static bool is_symmetric(const wr_cuda_convolution *v) {
    for (int d = 0; d < AXES; d++) {
        int64_t reach = (v->kernel[d] - 1) * v->dilation[d] + 1;
        int64_t free = v->in[d] + 2 * v->padding[d] - reach;
        if (free < 0 || free / v->stride[d] + 1 != v->out[d]) return false;
    }
    return true;
}

/* The number of axes that cuDNN sees: two if the first one does nothing. */
static int axes_of(const wr_cuda_convolution *v) {
    bool flat = v->in[0] == 1 && v->kernel[0] == 1 && v->out[0] == 1 && v->padding[0] == 0;
    return flat ? 2 : 3;
}

static int make_tensor(void **to, int type, const int *shape, const int *strides, int ndim) {
    int error = wr_cuda.dnn_tensor_new(to);
    return error != 0 ? error : wr_cuda.dnn_tensor_set(*to, type, ndim, shape, strides);
}

static int make_conv(plan *p, int axes) {
    const wr_cuda_convolution *v = &p->key.v;
    int padding[AXES], stride[AXES], dilation[AXES];
    for (int i = 0; i < axes; i++) {
        int d = AXES - axes + i;
        padding[i] = (int)v->padding[d];
        stride[i] = (int)v->stride[d];
        dilation[i] = (int)v->dilation[d];
    }
    int error = wr_cuda.dnn_conv_new(&p->conv);
    if (error == 0)
        error =
            wr_cuda.dnn_conv_set(p->conv, axes, padding, stride, dilation, DNN_CROSS_CORRELATION,
                                 v->dtype == WEIR_FLOAT64 ? DNN_DOUBLE : DNN_FLOAT);
    if (error == 0) error = wr_cuda.dnn_conv_set_groups(p->conv, (int)v->groups);
    if (error == 0) error = wr_cuda.dnn_conv_set_math(p->conv, math_of(&p->key));
    return error;
}

/* Make all descriptors; an error of cuDNN, or -1 if the convolution is none of its kind. */
static int describe(plan *p) {
    const wr_cuda_convolution *v = &p->key.v;
    int axes = axes_of(v), skipped = AXES - axes, type = type_of(v->dtype);
    int x[2 + AXES], weight[2 + AXES], y[2 + AXES], strides[3][2 + AXES];
    if (!is_symmetric(v) || !fits(v->padding) || !fits(v->stride) || !fits(v->dilation) ||
        !shape_of(x, strides[0], v->images, v->in_channels, v->in + skipped, axes) ||
        !shape_of(y, strides[1], v->images, v->out_channels, v->out + skipped, axes) ||
        !shape_of(weight, strides[2], v->out_channels, v->in_channels / v->groups,
                  v->kernel + skipped, axes))
        return -1;
    int error = make_tensor(&p->x, type, x, strides[0], axes + 2);
    if (error == 0) error = make_tensor(&p->y, type, y, strides[1], axes + 2);
    if (error == 0) error = wr_cuda.dnn_filter_new(&p->weight);
    if (error == 0) error = wr_cuda.dnn_filter_set(p->weight, type, DNN_NCHW, axes + 2, weight);
    return error == 0 ? make_conv(p, axes) : error;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static void forget(plan *p) {
    if (p->x != NULL) wr_cuda.dnn_tensor_free(p->x);
    if (p->y != NULL) wr_cuda.dnn_tensor_free(p->y);
    if (p->weight != NULL) wr_cuda.dnn_filter_free(p->weight);
    if (p->conv != NULL) wr_cuda.dnn_conv_free(p->conv);
    *p = (plan){.made = false};
}

/* Does the algorithm give the same bits in every run, with a workspace that we allow? */
static bool is_usable(const dnn_algorithm *r) {
    return r->status == 0 && r->determinism == DNN_DETERMINISTIC && r->workspace <= WORKSPACE_MAX;
}

/* The implicit product of matrices if there is one, except for the gradient of the weight; then the
 * first algorithm in the order of cuDNN's heuristics.  These prefer Fourier transforms where the
 * implicit product takes half the time on an H200.  An error of cuDNN, or -1 if there is none. */
static int choose(plan *p, void *handle) {
    dnn_algorithm results[ALGORITHMS];
    int found = 0, error;
    switch (p->key.v.way) {
    case WR_CUDA_CONV_FORWARD:
        error = wr_cuda.dnn_forward_algorithms(handle, p->x, p->weight, p->conv, p->y, ALGORITHMS,
                                               &found, results);
        break;
    case WR_CUDA_CONV_INPUT_GRAD:
        error = wr_cuda.dnn_input_grad_algorithms(handle, p->weight, p->y, p->conv, p->x,
                                                  ALGORITHMS, &found, results);
        break;
    default:
        error = wr_cuda.dnn_weight_grad_algorithms(handle, p->x, p->y, p->conv, p->weight,
                                                   ALGORITHMS, &found, results);
    }
    const dnn_algorithm *best = NULL;
    bool prefers = p->key.v.way != WR_CUDA_CONV_WEIGHT_GRAD;
    for (int i = 0; error == 0 && i < found && i < ALGORITHMS; i++) {
        const dnn_algorithm *r = &results[i];
        if (!is_usable(r)) continue;
        if (best == NULL || (prefers && r->number == DNN_IMPLICIT_PRODUCT)) best = r;
    }
    if (best == NULL) return error != 0 ? error : -1;
    p->algorithm = best->number;
    p->workspace = best->workspace;
    return 0;
}

static void say(const char *reason) {
    if (getenv("WEIR_CUDA_LOG") != NULL)
        fprintf(stderr, "weir: %s; kernels of Weir are used, which are slower\n", reason);
}

/* What cuDNN refuses, our own kernel computes. */
static void refuse(plan *p, int error) {
    char text[80];
    snprintf(text, sizeof text, "cuDNN does not compute a convolution (status %d)", error);
    say(text);
    p->none = true;
}

/* With WEIR_CUDA_LOG, for measurements: which algorithm a convolution has got. */
static void say_chosen(const plan *p) {
    static const char *const ways[] = {"forward", "gradient of x", "gradient of the weight"};
    const wr_cuda_convolution *v = &p->key.v;
    if (getenv("WEIR_CUDA_LOG") == NULL) return;
    fprintf(
        stderr,
        "weir: convolution (%s) of %lld images, %lld to %lld channels, %lldx%lldx%lld positions: "
        "cuDNN's algorithm %d, %zu bytes of workspace\n",
        ways[v->way], (long long)v->images, (long long)v->in_channels, (long long)v->out_channels,
        (long long)v->out[0], (long long)v->out[1], (long long)v->out[2], p->algorithm,
        p->workspace);
}

static void make(plan *p, const plan_key *key, void *handle) {
    forget(p);
    p->key = *key;
    p->made = true;
    int error = describe(p);
    if (error == 0) error = choose(p, handle);
    if (error != 0)
        refuse(p, error);
    else
        say_chosen(p);
}

static uint64_t hash_of(const plan_key *key) {
    uint64_t words[sizeof *key / sizeof(uint64_t)], h = 0;
    memcpy(words, key, sizeof *key);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        h = (h ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h;
}

/* ---- Convolutions ---------------------------------------------------------------------------- */

/* What the queue has of cuDNN, made by the first convolution. */
static dnn *open_dnn(wr_cuda_queue *q) {
    if (q->dnn != NULL) return q->dnn;
    dnn *d = q->dnn = calloc(1, sizeof *d);
    if (d == NULL) return NULL;
    const char *missing = wr_cuda_need_dnn();
    if (missing != NULL) {
        say(missing);
    } else if (wr_cuda.dnn_new(&d->handle) != 0) {
        say("cuDNN does not start; it may be too old for the card, or lack some of its libraries");
        d->handle = NULL;
    }
    return d;
}

/* Workspaces grow.  The convolutions before may still use the old one. */
static weir_status need_workspace(wr_cuda_call *c, dnn *d, size_t bytes, cu_stream stream) {
    wr_cuda_queue *q = c->queue;
    if (bytes <= d->workspace_bytes) return WEIR_OK;
    if (d->workspace != 0) {
        WR_TRY(wr_cuda_try(q, wr_cuda.stream_sync(stream), "a convolution failed", &c->message));
        wr_cuda.memory_give(d->workspace);
        d->workspace = 0, d->workspace_bytes = 0;
    }
    WR_TRY(wr_cuda_try(q, wr_cuda.memory_take(&d->workspace, bytes),
                       "no device memory for the workspace of cuDNN", &c->message));
    d->workspace_bytes = bytes;
    return WEIR_OK;
}

static int launch(const plan *p, const dnn *d, void *x, void *weight, void *y) {
    static const double one_double = 1, zero = 0;
    static const float one_float = 1;
    const void *one = p->key.v.dtype == WEIR_FLOAT64 ? (const void *)&one_double : &one_float;
    void *workspace = (void *)(uintptr_t)d->workspace;
    switch (p->key.v.way) {
    case WR_CUDA_CONV_FORWARD:
        return wr_cuda.dnn_forward(d->handle, one, p->x, x, p->weight, weight, p->conv,
                                   p->algorithm, workspace, p->workspace, &zero, p->y, y);
    case WR_CUDA_CONV_INPUT_GRAD:
        return wr_cuda.dnn_input_grad(d->handle, one, p->weight, weight, p->y, y, p->conv,
                                      p->algorithm, workspace, p->workspace, &zero, p->x, x);
    default:
        return wr_cuda.dnn_weight_grad(d->handle, one, p->x, x, p->y, y, p->conv, p->algorithm,
                                       workspace, p->workspace, &zero, p->weight, weight);
    }
}

/* Heuristics give algorithms that then refuse a convolution, with any of these statuses.  Those
 * below 2000 are about the library, not about the convolution, and memory may be there the next
 * time.  If the device is lost, the next launch says so. */
static bool is_refusal(int error) {
    return error >= DNN_BAD_PARAM && error != DNN_NO_HOST_MEMORY && error != DNN_NO_DEVICE_MEMORY;
}

weir_status wr_cuda_convolve(wr_cuda_call *c, const wr_cuda_convolution *v, uint64_t x,
                             uint64_t weight, uint64_t y, bool *done) {
    dnn *d = open_dnn(c->queue);
    *done = false;
    if (d == NULL || d->handle == NULL) return WEIR_OK;
    const plan_key key = {.v = *v, .tf32 = v->dtype == WEIR_FLOAT32 && wr_cuda_tf32(c)};
    plan *p = &d->plans[hash_of(&key) % PLANS];
    if (!p->made || memcmp(&p->key, &key, sizeof key) != 0) {
        c->queue->loads = true;
        make(p, &key, d->handle);
    }
    *done = c->ahead && !p->none;
    if (p->none || c->ahead) return WEIR_OK;
    cu_stream stream = wr_cuda_stream(c);
    c->queue->loads |= !p->launched; /* cuDNN loads its parts at their first use */
    p->launched = true;
    WR_TRY(need_workspace(c, d, p->workspace, stream));
    int error = wr_cuda.dnn_stream(d->handle, stream);
    if (error == 0)
        error = launch(p, d, (void *)(uintptr_t)x, (void *)(uintptr_t)weight, (void *)(uintptr_t)y);
    *done = error == 0;
    if (error == 0) return WEIR_OK;
    if (is_refusal(error)) {
        refuse(p, error);
        return WEIR_OK;
    }
    c->message = "cuDNN failed to launch a convolution";
    return WEIR_EDEVICE;
}

void wr_cuda_dnn_close(wr_cuda_queue *q) {
    dnn *d = q->dnn;
    if (d == NULL) return;
    for (int i = 0; i < PLANS; i++) forget(&d->plans[i]);
    if (d->workspace != 0) wr_cuda.memory_give(d->workspace);
    if (d->handle != NULL) wr_cuda.dnn_free(d->handle);
    free(d);
}
