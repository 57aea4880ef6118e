/* stand_in_dnn.c - convolutions of cuDNN in the stand-in driver, by the definition.
 *
 * It is strict about what its users promise: the heuristics give an algorithm first that is not
 * deterministic, and a convolution that uses it fails; the workspace must be as large as they said.
 * Convolutions of bfloat16 in groups are refused, so that there is something that cuDNN does not do.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <stdlib.h>
#include <string.h>

enum {
    DNN_OK = 0,
    DNN_NOT_INITIALIZED = 1001,
    DNN_ALLOC_FAILED = 1003,
    DNN_EXECUTION_FAILED = 5000,
    DIMS_MAX = 5,
    UNSTEADY = 0, /* the algorithm that is not deterministic */
    STEADY = 1,
};

typedef struct handle {
    cu_stream stream;
} handle;

/* A tensor or a filter. */
typedef struct tensor {
    int type, ndim, shape[DIMS_MAX];
} tensor;

typedef struct convolution {
    int axes, padding[3], stride[3], dilation[3], type, groups, math;
} convolution;

/* ---- Handles --------------------------------------------------------------------------------- */

static int new_object(void **object, size_t size) {
    if (object == NULL) return DNN_BAD_PARAM;
    *object = calloc(1, size);
    return *object == NULL ? DNN_ALLOC_FAILED : DNN_OK;
}

static int free_object(void *object) {
    free(object);
    return DNN_OK;
}

size_t cudnnGetVersion(void) { return 91000; }

int cudnnCreate(void **to) {
    STAND_IN_CALL(STAND_IN_DNN);
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    unlock();
    if (r != CU_OK || stand_in_settings.no_dnn != 0) return DNN_NOT_INITIALIZED;
    return new_object(to, sizeof(handle));
}
int cudnnDestroy(void *h) { return free_object(h); }

int cudnnSetStream(void *h, cu_stream stream) {
    if (h == NULL) return DNN_BAD_PARAM;
    ((handle *)h)->stream = stream;
    return DNN_OK;
}

int cudnnCreateTensorDescriptor(void **to) { return new_object(to, sizeof(tensor)); }
int cudnnDestroyTensorDescriptor(void *t) { return free_object(t); }
int cudnnCreateFilterDescriptor(void **to) { return new_object(to, sizeof(tensor)); }
int cudnnDestroyFilterDescriptor(void *t) { return free_object(t); }
int cudnnCreateConvolutionDescriptor(void **to) { return new_object(to, sizeof(convolution)); }
int cudnnDestroyConvolutionDescriptor(void *c) { return free_object(c); }

static int set_shape(tensor *t, int type, int ndim, const int *shape) {
    if (t == NULL || ndim < 4 || ndim > DIMS_MAX) return DNN_BAD_PARAM;
    t->type = type, t->ndim = ndim;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] < 1) return DNN_BAD_PARAM;
        t->shape[i] = shape[i];
    }
    return DNN_OK;
}

/* Row-major tensors alone. */
int cudnnSetTensorNdDescriptor(void *t, int type, int ndim, const int *shape, const int *strides) {
    int r = set_shape(t, type, ndim, shape), stride = 1;
    for (int i = ndim - 1; r == DNN_OK && i >= 0; stride *= shape[i], i--)
        if (strides[i] != stride) return DNN_NOT_SUPPORTED;
    return r;
}

int cudnnSetFilterNdDescriptor(void *t, int type, int layout, int ndim, const int *shape) {
    return layout != DNN_NCHW ? DNN_NOT_SUPPORTED : set_shape(t, type, ndim, shape);
}

int cudnnSetConvolutionNdDescriptor(void *conv, int axes, const int *padding, const int *stride,
                                    const int *dilation, int mode, int type) {
    convolution *c = conv;
    if (c == NULL || axes < 2 || axes > 3) return DNN_BAD_PARAM;
    if (mode != DNN_CROSS_CORRELATION) return DNN_NOT_SUPPORTED;
    c->axes = axes, c->type = type, c->groups = 1, c->math = DNN_DEFAULT_MATH;
    for (int i = 0; i < axes; i++) {
        if (padding[i] < 0 || stride[i] < 1 || dilation[i] < 1) return DNN_BAD_PARAM;
        c->padding[i] = padding[i], c->stride[i] = stride[i], c->dilation[i] = dilation[i];
    }
    return DNN_OK;
}

int cudnnSetConvolutionGroupCount(void *conv, int groups) {
    if (conv == NULL || groups < 1) return DNN_BAD_PARAM;
    ((convolution *)conv)->groups = groups;
    return DNN_OK;
}

int cudnnSetConvolutionMathType(void *conv, int math) {
    if (conv == NULL || math < DNN_DEFAULT_MATH || math > DNN_FMA_MATH) return DNN_BAD_PARAM;
    ((convolution *)conv)->math = math;
    return DNN_OK;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static size_t count_of(const tensor *t) {
    size_t n = 1;
    for (int i = 0; i < t->ndim; i++) n *= (size_t)t->shape[i];
    return n;
}

static size_t workspace_of(const tensor *y) { return count_of(y) * 4; }

static int check(const tensor *x, const tensor *w, const convolution *c, const tensor *y) {
    if (x == NULL || w == NULL || c == NULL || y == NULL) return DNN_BAD_PARAM;
    if (x->type != w->type || x->type != y->type) return DNN_NOT_SUPPORTED;
    bool is_half = x->type == DNN_HALF || x->type == DNN_BFLOAT16;
    if (c->type != (x->type == DNN_DOUBLE ? DNN_DOUBLE : DNN_FLOAT)) return DNN_NOT_SUPPORTED;
    if (is_half != (c->math == DNN_TENSOR_OP_MATH)) return DNN_NOT_SUPPORTED;
    if (x->type == DNN_BFLOAT16 && c->groups > 1) return DNN_NOT_SUPPORTED;
    if (x->ndim != c->axes + 2 || w->ndim != x->ndim || y->ndim != x->ndim) return DNN_BAD_PARAM;
    if (x->shape[0] != y->shape[0] || x->shape[1] != w->shape[1] * c->groups ||
        y->shape[1] != w->shape[0] || w->shape[0] % c->groups != 0)
        return DNN_BAD_PARAM;
    for (int i = 0; i < c->axes; i++) {
        int reach = (w->shape[2 + i] - 1) * c->dilation[i] + 1;
        int free = x->shape[2 + i] + 2 * c->padding[i] - reach;
        if (free < 0 || free / c->stride[i] + 1 != y->shape[2 + i]) return DNN_BAD_PARAM;
    }
    return DNN_OK;
}

static int algorithms(const void *h, const tensor *x, const tensor *w, const convolution *c,
                      const tensor *y, int wanted, int *found, dnn_algorithm *results) {
    if (h == NULL || wanted < 2 || found == NULL || results == NULL) return DNN_BAD_PARAM;
    int r = check(x, w, c, y);
    if (r != DNN_OK) return r;
    memset(results, 0, 2 * sizeof *results);
    results[0] = (dnn_algorithm){.number = UNSTEADY, .math = c->math};
    results[1] = (dnn_algorithm){.number = STEADY,
                                 .workspace = workspace_of(y),
                                 .determinism = DNN_DETERMINISTIC,
                                 .math = c->math};
    *found = 2;
    return DNN_OK;
}

int cudnnGetConvolutionForwardAlgorithm_v7(void *h, void *x, void *weight, void *conv, void *y,
                                           int wanted, int *found, dnn_algorithm *results) {
    STAND_IN_CALL(STAND_IN_DNN);
    return algorithms(h, x, weight, conv, y, wanted, found, results);
}
int cudnnGetConvolutionBackwardDataAlgorithm_v7(void *h, void *weight, void *dy, void *conv,
                                                void *dx, int wanted, int *found,
                                                dnn_algorithm *results) {
    STAND_IN_CALL(STAND_IN_DNN);
    return algorithms(h, dx, weight, conv, dy, wanted, found, results);
}
int cudnnGetConvolutionBackwardFilterAlgorithm_v7(void *h, void *x, void *dy, void *conv,
                                                  void *dweight, int wanted, int *found,
                                                  dnn_algorithm *results) {
    STAND_IN_CALL(STAND_IN_DNN);
    return algorithms(h, x, dweight, conv, dy, wanted, found, results);
}

/* ---- The convolution ------------------------------------------------------------------------- */

enum { INPUT, WEIGHT, OUTPUT };

/* The operands are those of the forward direction; `result` is the one that is computed. */
typedef struct conv_op {
    stand_in_op op;
    tensor of[3];
    convolution conv;
    char *at[3];
    void *workspace;
    int result;
} conv_op;

static int blas_type(int type) {
    switch (type) {
    case DNN_HALF: return LT_R_16F;
    case DNN_BFLOAT16: return LT_R_16BF;
    case DNN_DOUBLE: return LT_R_64F;
    default: return LT_R_32F;
    }
}

static size_t element_bytes(int type) { return type == DNN_DOUBLE ? 8 : type == DNN_FLOAT ? 4 : 2; }

static size_t bytes_of(const tensor *t) { return count_of(t) * element_bytes(t->type); }

/* Split an index of axes. */
static void unravel(int index, const int *size, int axes, int *out) {
    for (int i = axes - 1; i >= 0; i--) out[i] = index % size[i], index /= size[i];
}

static int volume(const tensor *t) {
    int n = 1;
    for (int i = 2; i < t->ndim; i++) n *= t->shape[i];
    return n;
}

/* Where a tap reads x for a position of y; -1 in the padding. */
static int place_of(const conv_op *p, int position, int tap) {
    int at[3], by[3], place = 0;
    unravel(position, p->of[OUTPUT].shape + 2, p->conv.axes, at);
    unravel(tap, p->of[WEIGHT].shape + 2, p->conv.axes, by);
    for (int i = 0; i < p->conv.axes; i++) {
        int n = p->of[INPUT].shape[2 + i];
        int x = at[i] * p->conv.stride[i] - p->conv.padding[i] + by[i] * p->conv.dilation[i];
        if (x < 0 || x >= n) return -1;
        place = place * n + x;
    }
    return place;
}

/* All products of an element of x and one of the weight, which belong to an element of y. */
static void walk(const conv_op *p, double *x, double *w, double *y) {
    const tensor *of = p->of;
    int inner = of[WEIGHT].shape[1], outer = of[WEIGHT].shape[0], channels = of[INPUT].shape[1];
    int planes[3] = {volume(&of[INPUT]), volume(&of[WEIGHT]), volume(&of[OUTPUT])};
    for (int tap = 0; tap < planes[WEIGHT]; tap++)
        for (int at = 0; at < planes[OUTPUT]; at++) {
            int place = place_of(p, at, tap);
            for (int n = 0; place >= 0 && n < of[INPUT].shape[0]; n++)
                for (int o = 0; o < outer; o++)
                    for (int c = 0; c < inner; c++) {
                        int from = o / (outer / p->conv.groups) * inner + c;
                        double *a = x + (n * channels + from) * planes[INPUT] + place;
                        double *b = w + (o * inner + c) * planes[WEIGHT] + tap;
                        double *s = y + (n * outer + o) * planes[OUTPUT] + at;
                        if (p->result == OUTPUT)
                            *s += *a * *b;
                        else if (p->result == INPUT)
                            *a += *s * *b;
                        else
                            *b += *a * *s;
                    }
        }
}

static cu_result run_conv(stand_in_op *op, cu_stream stream) {
    (void)stream;
    conv_op *p = (conv_op *)op;
    double *values[3] = {NULL, NULL, NULL};
    bool ok = true;
    lock();
    for (int i = 0; i < 3; i++)
        ok = ok && stand_in_is_allocated((uint64_t)(uintptr_t)p->at[i], bytes_of(&p->of[i]));
    ok = ok &&
         stand_in_is_allocated((uint64_t)(uintptr_t)p->workspace, workspace_of(&p->of[OUTPUT]));
    unlock();
    if (!ok) return CU_ILLEGAL_ADDRESS;
    memset(p->workspace, 0xff, workspace_of(&p->of[OUTPUT]));
    int type = blas_type(p->of[0].type);
    size_t size = element_bytes(p->of[0].type);
    for (int i = 0; i < 3; i++) {
        size_t n = count_of(&p->of[i]);
        values[i] = calloc(n, sizeof(double));
        ok = ok && values[i] != NULL;
        for (size_t k = 0; ok && i != p->result && k < n; k++)
            values[i][k] = stand_in_load(p->at[i] + k * size, type);
    }
    if (ok) walk(p, values[INPUT], values[WEIGHT], values[OUTPUT]);
    for (size_t k = 0; ok && k < count_of(&p->of[p->result]); k++)
        stand_in_store(p->at[p->result] + k * size, type, values[p->result][k]);
    for (int i = 0; i < 3; i++) free(values[i]);
    return ok ? CU_OK : CU_LAUNCH_FAILED;
}

static bool is_scale(const convolution *c, const void *alpha, const void *beta) {
    int type = c->type == DNN_DOUBLE ? LT_R_64F : LT_R_32F;
    return alpha != NULL && beta != NULL && stand_in_load(alpha, type) == 1 &&
           stand_in_load(beta, type) == 0;
}

static int convolve(void *h, const void *alpha, const void *beta, const tensor *const of[3],
                    const void *const at[3], const convolution *c, int algorithm, void *workspace,
                    size_t workspace_bytes, int result) {
    if (h == NULL) return DNN_BAD_PARAM;
    int r = check(of[INPUT], of[WEIGHT], c, of[OUTPUT]);
    if (r != DNN_OK) return r;
    if (algorithm != STEADY || workspace_bytes < workspace_of(of[OUTPUT]) ||
        !is_scale(c, alpha, beta))
        return DNN_BAD_PARAM;
    if (stand_in_settings.refuse_dnn != 0) {
        atomic_fetch_add(&stand_in_settings.refusals, 1);
        return (int)stand_in_settings.refuse_dnn;
    }
    conv_op *p = stand_in_op_new(sizeof *p, run_conv, NULL);
    for (int i = 0; i < 3; i++) {
        p->of[i] = *of[i];
        p->at[i] = (char *)(uintptr_t)at[i];
    }
    p->conv = *c, p->workspace = workspace, p->result = result;
    p->op.is_work = true;

    struct cu_context_s *device;
    cu_stream stream = ((handle *)h)->stream;
    lock();
    cu_result error = stand_in_stream_device(stream, &device);
    if (error == CU_OK && stand_in_is_due(&stand_in_settings.fail_launch_in))
        error = CU_LAUNCH_FAILED;
    if (error == CU_OK) {
        p->op.is_fault = stand_in_is_due(&stand_in_settings.fault_in);
        stand_in_push(stream, &p->op);
        atomic_fetch_add(&stand_in_settings.launches, 1);
        atomic_fetch_add(&stand_in_settings.convolutions, 1);
        if (c->math == DNN_DEFAULT_MATH && c->type == DNN_FLOAT)
            atomic_fetch_add(&stand_in_settings.tf32_products, 1);
    }
    unlock();
    if (error != CU_OK) free(p);
    return error == CU_OK ? DNN_OK : DNN_EXECUTION_FAILED;
}

int cudnnConvolutionForward(void *h, const void *alpha, void *x_desc, const void *x,
                            void *weight_desc, const void *weight, void *conv, int algorithm,
                            void *workspace, size_t workspace_bytes, const void *beta, void *y_desc,
                            void *y) {
    STAND_IN_CALL(STAND_IN_DNN);
    return convolve(h, alpha, beta, (const tensor *const[]){x_desc, weight_desc, y_desc},
                    (const void *const[]){x, weight, y}, conv, algorithm, workspace,
                    workspace_bytes, OUTPUT);
}

int cudnnConvolutionBackwardData(void *h, const void *alpha, void *weight_desc, const void *weight,
                                 void *dy_desc, const void *dy, void *conv, int algorithm,
                                 void *workspace, size_t workspace_bytes, const void *beta,
                                 void *dx_desc, void *dx) {
    STAND_IN_CALL(STAND_IN_DNN);
    return convolve(h, alpha, beta, (const tensor *const[]){dx_desc, weight_desc, dy_desc},
                    (const void *const[]){dx, weight, dy}, conv, algorithm, workspace,
                    workspace_bytes, INPUT);
}

int cudnnConvolutionBackwardFilter(void *h, const void *alpha, void *x_desc, const void *x,
                                   void *dy_desc, const void *dy, void *conv, int algorithm,
                                   void *workspace, size_t workspace_bytes, const void *beta,
                                   void *dweight_desc, void *dweight) {
    STAND_IN_CALL(STAND_IN_DNN);
    return convolve(h, alpha, beta, (const tensor *const[]){x_desc, dweight_desc, dy_desc},
                    (const void *const[]){x, dweight, dy}, conv, algorithm, workspace,
                    workspace_bytes, WEIGHT);
}
