/* diagonal.c - extracts diagonals of matrices, and builds matrices from diagonals.
 *
 * diagonal and diag extract a diagonal; eye, diag and diag_embed build a matrix from one.
 *
 * Diagonal k of a matrix begins in column k of row 0 or, if k is negative, in column 0 of row -k.
 * In memory it is a vector whose stride is the sum of the row and column strides.  A diagonal is
 * therefore extracted as a view, and written by copying to such a view.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/core/view.h"
#include "ops/create/create_cuda.h"

/* Return the length of diagonal k of a rows x cols matrix, or 0 if the diagonal is outside the
 * matrix. */
static int64_t diagonal_length(int64_t rows, int64_t cols, int64_t k) {
    if (k >= cols || -k >= rows) return 0;
    return k >= 0 ? wr_min(rows, cols - k) : wr_min(rows + k, cols);
}

static weir_status need_offset(const weir_infer *c, int64_t k) {
    if (k > -INT32_MAX && k < INT32_MAX) return WEIR_OK;
    return wr_refuse(c, "diagonal %lld is out of range (-2147483646 to 2147483646)", (long long)k);
}

/* Fail if no diagonal is given.  Every other value is accepted, because a diagonal outside the
 * matrix is empty. */
static weir_status need_diagonal(const weir_infer *c, int64_t k) {
    return k != WEIR_NONE ? WEIR_OK : wr_refuse(c, "the index of the diagonal is required");
}

/* ---- diagonal -------------------------------------------------------------------------------- */

#define DIAGONAL_ATTRS(X, A)                                                                       \
    X(A, I64, offset, 0, "which diagonal; positive: above the main one, negative: below")          \
    X(A, I64, axis1, -2, "axis of the rows", "axis")                                               \
    X(A, I64, axis2, -1, "axis of the columns", "axis")
WEIR_ATTRS(diagonal, DIAGONAL_ATTRS);

static weir_status diagonal_axes(const weir_infer *c, int *rows, int *cols) {
    const diagonal_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    if (x->ndim < 2)
        return wr_refuse(c, "%s has %d dimension%s; at least 2 are required", wr_array_text_of(x),
                         x->ndim, x->ndim == 1 ? "" : "s");
    WR_TRY(need_diagonal(c, attr->offset));
    WR_TRY(wr_need_axis(c, attr->axis1, x->ndim, rows));
    WR_TRY(wr_need_axis(c, attr->axis2, x->ndim, cols));
    if (*rows == *cols) return wr_refuse(c, "axis1 and axis2 must differ; both are %d", *rows);
    return WEIR_OK;
}

static weir_status diagonal_view(weir_infer *c, weir_array **out) {
    const diagonal_attr *attr = c->attr;
    weir_array *x = c->in[0];
    int rows, cols, ndim = 0;
    WR_TRY(diagonal_axes(c, &rows, &cols));
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX], k = attr->offset;
    for (int i = 0; i < x->ndim; i++) {
        if (i == rows || i == cols) continue;
        shape[ndim] = wr_shape(x)[i];
        strides[ndim++] = wr_strides(x)[i];
    }
    int64_t row = wr_strides(x)[rows], col = wr_strides(x)[cols];
    shape[ndim] = diagonal_length(wr_shape(x)[rows], wr_shape(x)[cols], k);
    strides[ndim] = row + col;
    int64_t skip = shape[ndim] == 0 ? 0 : k >= 0 ? k * col : -k * row;
    return wr_view_make(x, ndim + 1, shape, strides, skip, out);
}

static void diagonal_vjp(weir_vjp *v) {
    const diagonal_attr *attr = v->attr;
    const weir_array *x = v->in[0];
    int rows = 0, cols = 0, ndim = x->ndim, other = 0;
    wr_axis(attr->axis1, ndim, &rows);
    wr_axis(attr->axis2, ndim, &cols);
    weir_array *g =
        wr_g_diag_embed(v, v->grad_out[0], attr->offset, wr_shape(x)[rows], wr_shape(x)[cols]);
    int64_t axes[WEIR_NDIM_MAX];
    for (int i = 0; i < ndim; i++) axes[i] = i == rows ? ndim - 2 : i == cols ? ndim - 1 : other++;
    v->grad_in[0] = wr_g_permute_dims(v, g, axes, ndim);
}

WR_OP(diagonal) = {
    .size = sizeof(weir_op_def),
    .name = "diagonal",
    .summary = "A diagonal of matrices; returns a view.",
    .notes = "The diagonal becomes the last dimension, after the axes other than rows and columns.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_VIEW,
    .view = diagonal_view,
    .vjp = diagonal_vjp,
    WEIR_USE_ATTRS(diagonal),
    .samples = "(3,4); (2,4,3) offset=-1; (3,2,4) offset=1 axis1=2 axis2=0; (2,2) offset=3",
};

/* ---- Matrices with a single nonzero diagonal ------------------------------------------------- */

static weir_status clear(const weir_kernel *k) {
    static int8_t zero;
    const weir_view one = {&zero, NULL, NULL, WEIR_INT8, 0};
    return wr_copy_view(k, &k->out[0], &one);
}

/* Reduce a view to diagonal d of its last two dimensions.  Returns false if it is empty. */
static bool cut_diagonal(wr_part *p, const weir_view *v, int64_t d) {
    wr_part_of(p, v);
    int cols = p->view.ndim - 1, rows = cols - 1;
    int64_t length = diagonal_length(p->shape[rows], p->shape[cols], d);
    if (length == 0) return false;
    wr_part_cut(p, rows, wr_max(-d, 0), length, 1);
    wr_part_cut(p, cols, wr_max(d, 0), length, 1);
    p->strides[rows] += p->strides[cols];
    p->view.ndim--;
    return true;
}

/* Write `from`, broadcast to the diagonal's length, to diagonal d of the output. */
static weir_status write_diagonal(const weir_kernel *k, const weir_view *from, int64_t d) {
    wr_part p;
    return cut_diagonal(&p, &k->out[0], d) ? wr_copy_view(k, &p.view, from) : WEIR_OK;
}

/* The same on a CUDA device: clear the output, and write the diagonal.  Without `from` it is set to
 * one. */
static weir_status cuda_diagonal(wr_cuda_call *c, const weir_view *from, int64_t d) {
    wr_part p;
    const weir_view *out = &c->k->out[0];
    if (!cut_diagonal(&p, out, d)) return wr_cuda_set_view(c, out, 0, &c->guard);
    WR_TRY(wr_cuda_set_view(c, out, 0, &c->test));
    if (from == NULL) return wr_cuda_set_view(c, &p.view, 1, &c->guard);
    return wr_cuda_copy_view(c, &p.view, from, c->scalars & 1, &c->guard);
}

/* ---- eye ------------------------------------------------------------------------------------- */

#define EYE_ATTRS(X, A)                                                                            \
    X(A, I64, n_rows, WEIR_REQUIRED, "number of rows; required", ">= 0")                           \
    X(A, I64, n_cols, WEIR_NONE, "number of columns; none: as many as rows", ">= 0")               \
    X(A, I64, k, 0, "which diagonal has the ones")                                                 \
    X(A, DTYPE, dtype, 0, "dtype of the result; default: the default float dtype")                 \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(eye, EYE_ATTRS);

static weir_status eye_infer(weir_infer *c) {
    const eye_attr *attr = c->attr;
    weir_meta *out = &c->out[0];
    int64_t cols = attr->n_cols == WEIR_NONE ? attr->n_rows : attr->n_cols;
    if (attr->n_rows == WEIR_NONE) return wr_refuse(c, "n_rows is required");
    if (attr->n_rows < 0 || cols < 0)
        return wr_refuse(c, "n_rows=%lld and n_cols=%lld must not be negative",
                         (long long)attr->n_rows, (long long)cols);
    WR_TRY(need_diagonal(c, attr->k));
    int dtype;
    WR_TRY(wr_need_dtype(c, attr->dtype, wr_default_dtype(), &dtype));
    wr_meta_shape(out, 2, (const int64_t[]){attr->n_rows, cols});
    out->dtype = c->dtype = dtype;
    return wr_need_device(c, attr->device, out->device, &out->device);
}

static weir_status eye_run(const weir_kernel *k) {
    const eye_attr *attr = k->attr;
    static int8_t unit = 1;
    const weir_view one = {&unit, NULL, NULL, WEIR_INT8, 0};
    WR_TRY(clear(k));
    return write_diagonal(k, &one, attr->k);
}

weir_status wr_cuda_eye(wr_cuda_call *c) {
    return cuda_diagonal(c, NULL, ((const eye_attr *)c->k->attr)->k);
}

static weir_status eye_reference(const weir_kernel *k) {
    const eye_attr *attr = k->attr;
    int64_t rows = k->out[0].shape[0], cols = k->out[0].shape[1];
    for (int64_t i = 0; i < rows * cols; i++)
        wr_view_put(&k->out[0], i, i % cols - i / cols == attr->k);
    return WEIR_OK;
}

WR_OP(eye) = {
    .size = sizeof(weir_op_def),
    .name = "eye",
    .summary = "A matrix with ones on a diagonal and zeros elsewhere.",
    .inputs = "",
    .outputs = "y",
    .flags = WEIR_OP_STRIDED,
    .infer = eye_infer,
    .run = eye_run,
    .reference = eye_reference,
    WEIR_USE_ATTRS(eye),
    .samples = "n_rows=3; n_rows=3 n_cols=5 k=1; n_rows=4 n_cols=2 k=-2 dtype=int32; n_rows=0; "
               "n_rows=2 k=7; n_rows=2 k=-3000000000",
};

/* ---- diag_embed ------------------------------------------------------------------------------ */

#define DIAG_EMBED_ATTRS(X, A)                                                                     \
    X(A, I64, offset, 0, "which diagonal receives x")                                              \
    X(A, I64, n_rows, WEIR_NONE, "number of rows; none: those of the smallest square matrix",      \
      ">= 0")                                                                                      \
    X(A, I64, n_cols, WEIR_NONE, "number of columns; none: those of the smallest square matrix",   \
      ">= 0")
WEIR_ATTRS(diag_embed, DIAG_EMBED_ATTRS);

static weir_status embed_shape(weir_infer *c, int64_t k, int64_t rows, int64_t cols) {
    const weir_array *x = c->in[0];
    weir_meta *out = &c->out[0];
    WR_TRY(need_offset(c, k));
    if (x->ndim < 1 || x->ndim >= WEIR_NDIM_MAX)
        return wr_refuse(c, "%s has %d dimensions; 1 to %d are supported", wr_array_text_of(x),
                         x->ndim, WEIR_NDIM_MAX - 1);
    int last = x->ndim - 1;
    int64_t n = wr_shape(x)[last];
    if (rows == WEIR_NONE) rows = n + wr_max(k, -k);
    if (cols == WEIR_NONE) cols = n + wr_max(k, -k);
    if (rows < 0 || cols < 0 || diagonal_length(rows, cols, k) != n)
        return wr_refuse(c,
                         "diagonal %lld of a matrix with %lld row%s and %lld column%s does not "
                         "have length %lld",
                         (long long)k, (long long)rows, rows == 1 ? "" : "s", (long long)cols,
                         cols == 1 ? "" : "s", (long long)n);
    wr_meta_like(out, x);
    out->ndim = x->ndim + 1;
    out->shape[last] = rows;
    out->shape[last + 1] = cols;
    c->dtype = out->dtype;
    return WEIR_OK;
}

static weir_status diag_embed_infer(weir_infer *c) {
    const diag_embed_attr *attr = c->attr;
    return embed_shape(c, attr->offset, attr->n_rows, attr->n_cols);
}

static weir_status diag_embed_run(const weir_kernel *k) {
    const diag_embed_attr *attr = k->attr;
    WR_TRY(clear(k));
    return write_diagonal(k, &k->in[0], attr->offset);
}

weir_status wr_cuda_diag_embed(wr_cuda_call *c) {
    return cuda_diagonal(c, &c->k->in[0], ((const diag_embed_attr *)c->k->attr)->offset);
}

static void diag_embed_vjp(weir_vjp *v) {
    const diag_embed_attr *attr = v->attr;
    v->grad_in[0] = wr_g_diagonal(v, v->grad_out[0], attr->offset, -2, -1);
}

WR_OP(diag_embed) = {
    .size = sizeof(weir_op_def),
    .name = "diag_embed",
    .summary = "Matrices with the last dimension of x on a diagonal and zeros elsewhere.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_STRIDED,
    .infer = diag_embed_infer,
    .run = diag_embed_run,
    .vjp = diag_embed_vjp,
    WEIR_USE_ATTRS(diag_embed),
    .samples = "(4); (2,3) offset=-1; (2,3) offset=1 n_rows=3 n_cols=7; (0)",
};

/* ---- diag ------------------------------------------------------------------------------------ */

#define DIAG_ATTRS(X, A) X(A, I64, k, 0, "which diagonal")
WEIR_ATTRS(diag, DIAG_ATTRS);

static weir_status diag_infer(weir_infer *c) {
    const diag_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    if (x->ndim == 1) return embed_shape(c, attr->k, WEIR_NONE, WEIR_NONE);
    if (x->ndim != 2)
        return wr_refuse(c, "%s has %d dimensions; x must be a vector or a matrix",
                         wr_array_text_of(x), x->ndim);
    WR_TRY(need_offset(c, attr->k));
    c->out[0].dtype = c->dtype = x->dtype;
    c->out[0].ndim = 1;
    c->out[0].shape[0] = diagonal_length(wr_shape(x)[0], wr_shape(x)[1], attr->k);
    return WEIR_OK;
}

static weir_status diag_run(const weir_kernel *k) {
    const diag_attr *attr = k->attr;
    if (k->in[0].ndim == 1) {
        WR_TRY(clear(k));
        return write_diagonal(k, &k->in[0], attr->k);
    }
    wr_part p;
    return cut_diagonal(&p, &k->in[0], attr->k) ? wr_copy_view(k, &k->out[0], &p.view) : WEIR_OK;
}

weir_status wr_cuda_diag(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const diag_attr *attr = k->attr;
    if (k->in[0].ndim == 1) return cuda_diagonal(c, &k->in[0], attr->k);
    wr_part p;
    if (!cut_diagonal(&p, &k->in[0], attr->k)) return wr_cuda_mark(c);
    return wr_cuda_copy_view(c, &k->out[0], &p.view, false, &c->guard);
}

static void diag_vjp(weir_vjp *v) {
    const diag_attr *attr = v->attr;
    const weir_array *x = v->in[0];
    if (x->ndim == 1)
        v->grad_in[0] = wr_g_diagonal(v, v->grad_out[0], attr->k, -2, -1);
    else
        v->grad_in[0] = wr_g_diag_embed(v, v->grad_out[0], attr->k, wr_shape(x)[0], wr_shape(x)[1]);
}

WR_OP(diag) = {
    .size = sizeof(weir_op_def),
    .name = "diag",
    .summary =
        "For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_STRIDED,
    .infer = diag_infer,
    .run = diag_run,
    .vjp = diag_vjp,
    WEIR_USE_ATTRS(diag),
    .samples = "(4); (3) k=-2; (3,4) k=1; (4,2) k=-1",
};
