/* unfold.c - unfold (im2col), which extracts patches of images as columns, and fold (col2im), which
 * sums columns into images.
 *
 *   unfold   x (N, C, axes) -> y (N, C * taps, positions)
 *   fold     y -> x, where each element is the sum of the elements of y that unfold copies from it
 *
 * Both are linear, and each is the gradient of the other.  The planes are distributed over workers;
 * within a plane, taps are processed one after the other, so that sums are added in a fixed order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/conv/axis_lists.h"
#include "ops/conv/unfold_cuda.h"
#include "ops/core/expression.h"

#define UNFOLD_ATTRS(X, A)                                                                         \
    X(A, I64S, kernel_size, WEIR_REQUIRED, "size of a patch, one entry per axis or one for all",   \
      ">= 1")                                                                                      \
    X(A, I64S, dilation, WEIR_NO_LIST, "spacing between the elements of a patch; none: 1", ">= 1") \
    X(A, I64S, padding, WEIR_NO_LIST, "zero padding at both ends of each axis; none: 0", ">= 0")   \
    X(A, I64S, stride, WEIR_NO_LIST, "distance between patches; none: 1", ">= 1")
WEIR_ATTRS(unfold, UNFOLD_ATTRS);

#define FOLD_ATTRS(X, A)                                                                           \
    X(A, I64S, output_size, WEIR_REQUIRED, "spatial sizes of the result, one number per axis",     \
      ">= 1")                                                                                      \
    UNFOLD_ATTRS(X, A)
WEIR_ATTRS(fold, FOLD_ATTRS);

typedef wr_patches patches;

static patches patches_of(const unfold_attr *a, int axes, int64_t planes, const int64_t *size) {
    patches p = {.planes = planes, .taps = 1, .positions = 1};
    wr_three_axes(p.in, axes, size);
    wr_axis_list(a->kernel_size, axes, 1, p.kernel);
    wr_axis_list(a->dilation, axes, 1, p.dilation);
    wr_axis_list(a->padding, axes, 0, p.padding);
    wr_axis_list(a->stride, axes, 1, p.stride);
    for (int d = 0; d < 3; d++) {
        int64_t left = p.in[d] + 2 * p.padding[d] - ((p.kernel[d] - 1) * p.dilation[d] + 1);
        p.out[d] = left < 0 ? 0 : left / p.stride[d] + 1;
        /* On overflow, set the product to -1, which need_patches reports as an error. */
        if (__builtin_mul_overflow(p.taps, p.kernel[d], &p.taps)) p.taps = -1;
        if (__builtin_mul_overflow(p.positions, p.out[d], &p.positions)) p.positions = -1;
    }
    return p;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static weir_status need_patches(const weir_infer *c, const unfold_attr *a, int axes,
                                const int64_t *size) {
    if (a->kernel_size.count == 0)
        return wr_refuse(c, "kernel_size is empty; expected one entry, or one per axis");
    WR_TRY(wr_need_axis_list(c, "kernel_size", a->kernel_size, axes, 1));
    WR_TRY(wr_need_axis_list(c, "dilation", a->dilation, axes, 1));
    WR_TRY(wr_need_axis_list(c, "padding", a->padding, axes, 0));
    WR_TRY(wr_need_axis_list(c, "stride", a->stride, axes, 1));
    patches p = patches_of(a, axes, 0, size);
    for (int d = 3 - axes; d < 3; d++)
        if (p.out[d] < 1)
            return wr_refuse(
                c,
                "a patch of size %lld with dilation %lld exceeds axis %d of size %lld with "
                "padding %lld",
                (long long)p.kernel[d], (long long)p.dilation[d], d + axes - 1, (long long)p.in[d],
                (long long)p.padding[d]);
    if (p.taps < 0 || p.positions < 0) return wr_refuse(c, "the patches have too many elements");
    return WEIR_OK;
}

static weir_status need_countable(const weir_infer *c, const weir_meta *out) {
    enum { MOST_BITS = 56 }; /* an array with 2^56 elements or more exceeds any address space */
    int64_t count = wr_count(out->ndim, out->shape);
    if (count >= 0 && count >> MOST_BITS == 0) return WEIR_OK;
    return wr_refuse(c, "shape %s has too many elements", wr_shape_text(out->ndim, out->shape));
}

static weir_status unfold_infer(weir_infer *c) {
    const unfold_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    weir_meta *out = &c->out[0];
    const int64_t *shape = wr_shape(x);
    if (x->ndim < 3 || x->ndim > 5)
        return wr_refuse(c, "x has shape %s; expected (batch, channels, one to three spatial axes)",
                         wr_shape_text(x->ndim, shape));
    WR_TRY(need_patches(c, attr, x->ndim - 2, shape + 2));
    patches p = patches_of(attr, x->ndim - 2, 0, shape + 2);
    out->ndim = 3;
    out->shape[0] = shape[0], out->shape[2] = p.positions;
    if (__builtin_mul_overflow(shape[1], p.taps, &out->shape[1]))
        return wr_refuse(c,
                         "%lld channels times %lld elements per patch overflow the size of an axis",
                         (long long)shape[1], (long long)p.taps);
    out->dtype = c->dtype = x->dtype;
    return need_countable(c, out);
}

static unfold_attr without_size(const fold_attr *a) {
    return (unfold_attr){a->kernel_size, a->dilation, a->padding, a->stride};
}

/* PIECES: maximum number of pieces; PIECE_WORK: approximate number of elements per piece. */
enum { PIECES = WR_SIZE(32, 3), PIECE_WORK = WR_SIZE(1 << 14, 32) };

static int64_t pieces_of(int64_t planes, int64_t work) {
    int64_t grain = PIECE_WORK / (work > 0 ? work : 1);
    int64_t pieces = grain > 1 ? (planes + grain - 1) / grain : planes;
    return pieces < PIECES ? pieces : PIECES;
}

static int64_t volume(const int64_t n[3]) { return n[0] * n[1] * n[2]; }

/* The scratch slot of a piece holds a plane and a row of positions, both in the compute dtype. */
static size_t plane_bytes(const patches *p, int computed) {
    return wr_round_up((size_t)volume(p->in) * wr_dtype_bytes(computed), WR_CACHE_LINE);
}

static size_t slot_bytes(const patches *p, int computed) {
    return plane_bytes(p, computed) +
           wr_round_up((size_t)p->out[2] * wr_dtype_bytes(computed), WR_CACHE_LINE);
}

static weir_status fold_infer(weir_infer *c) {
    const fold_attr *attr = c->attr;
    const unfold_attr a = without_size(attr);
    const weir_array *y = c->in[0];
    const int64_t *shape = wr_shape(y), axes = attr->output_size.count;
    weir_meta *out = &c->out[0];
    if (y->ndim != 3)
        return wr_refuse(
            c, "y has shape %s; expected (batch, channels * elements of a patch, patches)",
            wr_shape_text(y->ndim, shape));
    if (axes < 1 || axes > 3)
        return wr_refuse(c, "output_size has %lld entries; expected 1 to 3, one per spatial axis",
                         (long long)axes);
    WR_TRY(wr_need_axis_list(c, "output_size", attr->output_size, (int)axes, 1));
    WR_TRY(need_patches(c, &a, (int)axes, attr->output_size.data));
    patches p = patches_of(&a, (int)axes, 0, attr->output_size.data);
    if (shape[1] % p.taps != 0)
        return wr_refuse(c,
                         "y has %lld row%s, which is not a multiple of the %lld elements of a "
                         "patch",
                         (long long)shape[1], shape[1] == 1 ? "" : "s", (long long)p.taps);
    if (shape[2] != p.positions)
        return wr_refuse(c, "y has %lld %s; output_size %s needs %lld", (long long)shape[2],
                         shape[2] == 1 ? "patch" : "patches",
                         wr_shape_text((int)axes, attr->output_size.data), (long long)p.positions);
    if (wr_dtype_kind_of(y->dtype) < WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[y->dtype].name);
    out->ndim = 2 + (int)axes;
    out->shape[0] = shape[0], out->shape[1] = shape[1] / p.taps;
    for (int64_t i = 0; i < axes; i++) out->shape[2 + i] = attr->output_size.data[i];
    out->dtype = c->dtype = y->dtype;
    WR_TRY(need_countable(c, out));
    int64_t planes = shape[0] * out->shape[1];
    c->scratch_bytes = (uint64_t)pieces_of(planes, p.taps * p.positions) *
                       slot_bytes(&p, wr_float_computed_in(c->dtype));
    return WEIR_OK;
}

/* ---- Rows of patches ------------------------------------------------------------------------- */

typedef struct job {
    const weir_kernel *k;
    patches p;
    int computed;
    int64_t size, pieces; /* size: bytes per element */
} job;

/* The source of one row of positions for one tap: entries begin .. end - 1 of the row are read from
 * x, starting at element `from` of the plane; the other entries are padding. */
typedef struct stretch {
    int64_t begin, end, from;
} stretch;

/* Compute the stretch for tap `tap` and row (a, b); return false if the whole row is padding. */
static bool stretch_of(const patches *p, const int64_t tap[3], int64_t a, int64_t b, stretch *s) {
    int64_t z = a * p->stride[0] - p->padding[0] + tap[0] * p->dilation[0];
    int64_t y = b * p->stride[1] - p->padding[1] + tap[1] * p->dilation[1];
    int64_t shift = tap[2] * p->dilation[2] - p->padding[2], step = p->stride[2];
    s->begin = shift < 0 ? (-shift + step - 1) / step : 0;
    int64_t left = p->in[2] - 1 - shift;
    s->end = left < 0 ? 0 : left / step + 1;
    if (s->end > p->out[2]) s->end = p->out[2];
    s->from = (z * p->in[1] + y) * p->in[2] + s->begin * step + shift;
    return z >= 0 && z < p->in[0] && y >= 0 && y < p->in[1] && s->begin < s->end;
}

static void tap_of(const patches *p, int64_t index, int64_t tap[3]) {
    tap[2] = index % p->kernel[2];
    tap[1] = index / p->kernel[2] % p->kernel[1];
    tap[0] = index / p->kernel[2] / p->kernel[1];
}

#define PICK(T)                                                                                    \
    for (int64_t i = 0; i < n; i++) ((T *)to)[i] = ((const T *)from)[i * step];

/* Copy n elements of `size` bytes, read with stride `step`, into contiguous memory. */
static void gather(char *to, const char *from, int64_t n, int64_t step, int64_t size) {
    if (step == 1)
        memcpy(to, from, (size_t)(n * size));
    else if (size == 1)
        PICK(uint8_t)
    else if (size == 2)
        PICK(uint16_t)
    else if (size == 4)
        PICK(uint32_t)
    else if (size == 8)
        PICK(uint64_t)
    else
        for (int64_t i = 0; i < n; i++) memcpy(to + i * size, from + i * step * size, (size_t)size);
}

static void unfold_plane(const job *j, int64_t plane) {
    const patches *p = &j->p;
    const char *x = (const char *)j->k->in[0].data + plane * volume(p->in) * j->size;
    char *row = (char *)j->k->out[0].data + plane * p->taps * p->positions * j->size;
    for (int64_t t = 0; t < p->taps; t++) {
        int64_t tap[3];
        stretch s;
        tap_of(p, t, tap);
        for (int64_t a = 0; a < p->out[0]; a++)
            for (int64_t b = 0; b < p->out[1]; b++, row += p->out[2] * j->size) {
                if (!stretch_of(p, tap, a, b, &s)) s.begin = s.end = 0;
                memset(row, 0, (size_t)(s.begin * j->size));
                memset(row + s.end * j->size, 0, (size_t)((p->out[2] - s.end) * j->size));
                if (s.begin < s.end)
                    gather(row + s.begin * j->size, x + s.from * j->size, s.end - s.begin,
                           p->stride[2], j->size);
            }
    }
}

#define ADD(T)                                                                                     \
    if (step == 1)                                                                                 \
        for (int64_t i = 0; i < n; i++) ((T *)to)[i] += ((const T *)from)[i];                      \
    else                                                                                           \
        for (int64_t i = 0; i < n; i++) ((T *)to)[i * step] += ((const T *)from)[i];

/* Add n contiguous elements to elements with stride `step`. */
static void add(int computed, char *to, const char *from, int64_t n, int64_t step) {
    if (computed == WEIR_FLOAT32)
        ADD(float)
    else if (computed == WEIR_FLOAT64)
        ADD(double)
    else if (computed == WEIR_COMPLEX64)
        ADD(float _Complex)
    else
        ADD(double _Complex)
}

static void fold_plane(const job *j, int64_t plane, char *slot) {
    const patches *p = &j->p;
    const weir_view *y = &j->k->in[0], *x = &j->k->out[0];
    int64_t size = (int64_t)wr_dtype_bytes(y->dtype), at = plane * volume(p->in);
    const char *row = (const char *)y->data + plane * p->taps * p->positions * size;
    const wr_cast_simd *cast = wr_simd_of(j->k)->cast;
    char *buffer = slot + plane_bytes(p, j->computed);
    char *sum = x->dtype == j->computed ? (char *)x->data + at * j->size : slot;
    memset(sum, 0, (size_t)(volume(p->in) * j->size));
    for (int64_t t = 0; t < p->taps; t++) {
        int64_t tap[3];
        stretch s;
        tap_of(p, t, tap);
        for (int64_t a = 0; a < p->out[0]; a++)
            for (int64_t b = 0; b < p->out[1]; b++, row += p->out[2] * size) {
                if (!stretch_of(p, tap, a, b, &s)) continue;
                const char *from = row + s.begin * size;
                if (y->dtype != j->computed) {
                    cast->cast[y->dtype][j->computed](buffer, from, s.end - s.begin);
                    from = buffer;
                }
                add(j->computed, sum + s.from * j->size, from, s.end - s.begin, p->stride[2]);
            }
    }
    if (sum == slot)
        cast->cast[j->computed][x->dtype]((char *)x->data + at * (int64_t)wr_dtype_bytes(x->dtype),
                                          sum, volume(p->in));
}

static weir_status unfold_pieces(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    int64_t planes = j->p.planes;
    for (int64_t i = begin * planes / j->pieces; i < end * planes / j->pieces; i++)
        unfold_plane(j, i);
    return WEIR_OK;
}

static weir_status fold_pieces(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    int64_t planes = j->p.planes;
    for (int64_t piece = begin; piece < end; piece++) {
        char *slot = (char *)j->k->scratch + (size_t)piece * slot_bytes(&j->p, j->computed);
        for (int64_t i = piece * planes / j->pieces; i < (piece + 1) * planes / j->pieces; i++)
            fold_plane(j, i, slot);
    }
    return WEIR_OK;
}

static patches unfold_in(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    return patches_of(k->attr, x->ndim - 2, x->shape[0] * x->shape[1], x->shape + 2);
}

static patches fold_in(const weir_kernel *k) {
    const unfold_attr a = without_size(k->attr);
    const weir_view *x = &k->out[0];
    return patches_of(&a, x->ndim - 2, x->shape[0] * x->shape[1], x->shape + 2);
}

static job job_of(const weir_kernel *k, patches p, int computed) {
    return (job){k, p, computed, (int64_t)wr_dtype_bytes(computed),
                 pieces_of(p.planes, p.taps * p.positions)};
}

static weir_status unfold_run(const weir_kernel *k) {
    job j = job_of(k, unfold_in(k), k->in[0].dtype);
    return j.pieces == 0 ? WEIR_OK : wr_split(k, j.pieces, 1, unfold_pieces, &j);
}

static weir_status fold_run(const weir_kernel *k) {
    job j = job_of(k, fold_in(k), wr_float_computed_in(k->dtype));
    return j.pieces == 0 ? WEIR_OK : wr_split(k, j.pieces, 1, fold_pieces, &j);
}

weir_status wr_cuda_unfold(wr_cuda_call *c) {
    patches p = unfold_in(c->k);
    return wr_cuda_patches(c, &p, false);
}

weir_status wr_cuda_fold(wr_cuda_call *c) {
    patches p = fold_in(c->k);
    return wr_cuda_patches(c, &p, true);
}

/* ---- Reference kernels ----------------------------------------------------------------------- */

/* Return the index in x of element `index` of the unfolded array, or -1 if the element is
 * padding. */
static int64_t source(const patches *p, int64_t index) {
    int64_t position = index % p->positions, tap[3], at[3], from = index / p->positions / p->taps;
    tap_of(p, index / p->positions % p->taps, tap);
    at[2] = position % p->out[2], at[1] = position / p->out[2] % p->out[1];
    at[0] = position / p->out[2] / p->out[1];
    for (int d = 0; d < 3; d++) {
        int64_t i = at[d] * p->stride[d] - p->padding[d] + tap[d] * p->dilation[d];
        if (i < 0 || i >= p->in[d]) return -1;
        from = from * p->in[d] + i;
    }
    return from;
}

static weir_status unfold_reference(const weir_kernel *k) {
    patches p = unfold_in(k);
    const weir_view *x = &k->in[0], *y = &k->out[0];
    size_t size = wr_dtype_bytes(x->dtype);
    for (int64_t i = 0; i < wr_view_count(y); i++) {
        int64_t from = source(&p, i);
        char *to = (char *)y->data + (size_t)i * size;
        if (from < 0)
            memset(to, 0, size);
        else
            memcpy(to, (const char *)x->data + (size_t)from * size, size);
    }
    return WEIR_OK;
}

static weir_status fold_reference(const weir_kernel *k) {
    patches p = fold_in(k);
    const weir_view *y = &k->in[0], *x = &k->out[0];
    for (int64_t i = 0; i < wr_view_count(x); i++) wr_view_put(x, i, 0);
    for (int64_t i = 0; i < wr_view_count(y); i++) {
        int64_t to = source(&p, i);
        if (to >= 0)
            wr_view_put_complex(x, to, wr_view_get_complex(x, to) + wr_view_get_complex(y, i));
    }
    return WEIR_OK;
}

/* ---- Gradients ------------------------------------------------------------------------------- */

#define LIST(l) (l).data, (l).count

static void unfold_vjp(weir_vjp *v) {
    const unfold_attr *a = v->attr;
    const weir_array *x = v->in[0];
    v->grad_in[0] = wr_build_unbroadcast(v,
                                         wr_g_fold(v, v->grad_out[0], wr_shape(x) + 2, x->ndim - 2,
                                                   LIST(a->kernel_size), LIST(a->dilation),
                                                   LIST(a->padding), LIST(a->stride)),
                                         v->in[0]);
}

static void fold_vjp(weir_vjp *v) {
    const fold_attr *a = v->attr;
    v->grad_in[0] =
        wr_build_unbroadcast(v,
                             wr_g_unfold(v, v->grad_out[0], LIST(a->kernel_size), LIST(a->dilation),
                                         LIST(a->padding), LIST(a->stride)),
                             v->in[0]);
}

WR_OP(unfold) = {
    .size = sizeof(weir_op_def),
    .name = "unfold",
    .summary = "Extract the patches of images as columns (im2col).",
    .notes = "x has shape (batch, channels, one to three spatial axes); the result has shape "
             "(batch, channels * elements of a patch, patches).",
    .inputs = "x",
    .outputs = "y",
    .parts = "x: images, (batch, channels, height, width); "
             "y: patches, as columns",
    .infer = unfold_infer,
    .run = unfold_run,
    .reference = unfold_reference,
    .vjp = unfold_vjp,
    WEIR_USE_ATTRS(unfold),
    .samples =
        "(2,3,5,6) kernel_size=[2,3]; (1,2,7,5) kernel_size=[3] dilation=[2,1] padding=[1,2] "
        "stride=[2,1]; (2,2,9) kernel_size=[3] stride=[3]; (1,1,3,4,5) kernel_size=[2] "
        "padding=[1] stride=[2]",
};

WR_OP(fold) = {
    .size = sizeof(weir_op_def),
    .name = "fold",
    .summary = "Sum columns of patches into images (col2im), the adjoint of unfold.",
    .notes =
        "y has shape (batch, channels * elements of a patch, patches).  Overlapping patches are "
        "summed.",
    .inputs = "y",
    .outputs = "x",
    .parts = "y: patches, as unfold returns them; "
             "x: the sum of all patches at their positions",
    .infer = fold_infer,
    .run = fold_run,
    .reference = fold_reference,
    .vjp = fold_vjp,
    WEIR_USE_ATTRS(fold),
    .samples = "(2,12,12) output_size=[4,5] kernel_size=[2]; (1,18,21) output_size=[7,5] "
               "kernel_size=[3] dilation=[2,1] padding=[1,2] stride=[2,1]; (2,6,3) output_size=[9] "
               "kernel_size=[3] stride=[3]",
};
