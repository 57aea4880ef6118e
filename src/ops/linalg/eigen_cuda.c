/* eigen_cuda.c - eigh and svd on a CUDA device.
 *
 * As in linalg_cuda.c, matrices are copied to scratch memory, solved by one block each or, if they are
 * large, by cuSOLVER, and the results are copied to the outputs unless the call has failed.  Everything is computed in double.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/create/create_cuda.h"
#include "ops/linalg/linalg_cuda.h"

/* The arguments of the kernels; eigen.cu has the same struct. */
typedef struct eigen_args {
    wr_cuda_guard guard;
    void *x, *v, *left, *values, *turns, *sizes;
    uint64_t count;
    int64_t few, tall, lefts;
    int32_t transposed, unused;
} eigen_args;

static const char family[] = "eigen";

/* Lay out the scratch memory, and return how many bytes that takes. */
static uint64_t lay_out(eigen_args *a, int dtype, bool vectors, char *scratch) {
    uint64_t size = wr_dtype_bytes(dtype);
    int64_t count = (int64_t)a->count;
    char *at = scratch;
    a->x = wr_cuda_room(&at, count * a->few * a->tall, size);
    a->v = vectors ? wr_cuda_room(&at, count * a->few * a->few, size) : NULL;
    a->left = a->lefts > 0 ? wr_cuda_room(&at, count * a->lefts * a->tall, size) : NULL;
    a->values = wr_cuda_room(&at, count * a->few, sizeof(double));
    a->turns = wr_cuda_room(&at, count * a->tall, size);
    a->sizes = wr_cuda_room(&at, count * a->tall, sizeof(double));
    return (uint64_t)(at - scratch);
}

static uint64_t bytes_of(eigen_args a, int dtype, bool vectors) {
    static char nowhere[1];
    return lay_out(&a, dtype, vectors, nowhere);
}

static uint64_t more(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* ---- eigh ------------------------------------------------------------------------------------ */

uint64_t wr_cuda_eigh_scratch(int dtype, int64_t count, int64_t n, bool vectors) {
    return more(
        bytes_of((eigen_args){.count = (uint64_t)count, .few = n, .tall = n}, dtype, vectors),
        wr_cuda_library_eigh_scratch(dtype, count, n));
}

weir_status wr_cuda_eigh(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0];
    bool vectors = k->out_count > 1;
    int64_t n = x->shape[x->ndim - 1], count = wr_count(x->ndim - 2, x->shape);
    eigen_args a = {.guard = c->test, .count = (uint64_t)count, .few = n, .tall = n};
    if (n == 0 || count == 0) return wr_cuda_mark(c);
    if (wr_cuda_factors_by_library(count, n, n)) return wr_cuda_library_eigh(c);
    lay_out(&a, k->dtype, vectors, k->scratch);
    WR_TRY(wr_cuda_load_matrices(c, a.x, k->dtype, x, false));
    WR_TRY(wr_cuda_launch_matrices(c, family, wr_text_eigen, k->dtype, "eigh", count, n, &a,
                                   sizeof a));
    WR_TRY(wr_cuda_store_values(c, &k->out[0], a.values, WEIR_FLOAT64));
    if (vectors) WR_TRY(wr_cuda_store_matrices(c, &k->out[1], a.x, k->dtype, false));
    return wr_cuda_mark(c);
}

/* ---- svd ------------------------------------------------------------------------------------- */

static eigen_args new_svd(int64_t count, int64_t m, int64_t n, int64_t lefts) {
    return (eigen_args){.count = (uint64_t)count,
                        .few = m < n ? m : n,
                        .tall = m < n ? n : m,
                        .lefts = lefts,
                        .transposed = m < n};
}

uint64_t wr_cuda_svd_scratch(int dtype, int64_t count, int64_t m, int64_t n, int64_t lefts) {
    return more(bytes_of(new_svd(count, m, n, lefts), dtype, lefts > 0),
                wr_cuda_library_svd_scratch(dtype, count, m, n, lefts));
}

/* Set each matrix to the identity: the result for matrices without singular values. */
static weir_status put_identity(wr_cuda_call *c, const weir_view *y) {
    wr_cuda_matrices m;
    int batch = y->ndim - 2;
    int64_t n = y->shape[batch];
    WR_TRY(wr_cuda_set_view(c, y, 0, &c->test));
    wr_cuda_packed(&m, y->data, y->dtype, batch, y->shape, n, n, false);
    m.strides[batch] = n + 1;
    m.view.ndim--;
    return wr_cuda_set_view(c, &m.view, 1, &c->test);
}

weir_status wr_cuda_svd(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0];
    bool vectors = k->out_count > 1;
    int batch = x->ndim - 2;
    int64_t m = x->shape[batch], n = x->shape[batch + 1], count = wr_count(batch, x->shape);
    int64_t lefts = !vectors ? 0 : m < n ? k->out[2].shape[batch] : k->out[0].shape[batch + 1];
    eigen_args a = new_svd(count, m, n, lefts);
    a.guard = c->test;
    if (a.few == 0 || count == 0) {
        for (int i = 0; vectors && i < 3; i += 2)
            if (wr_view_count(&k->out[i]) > 0) WR_TRY(put_identity(c, &k->out[i]));
        return wr_cuda_mark(c);
    }
    if (wr_cuda_factors_by_library(count, m, n)) return wr_cuda_library_svd(c, lefts);
    lay_out(&a, k->dtype, vectors, k->scratch);
    /* The rows of the copy are the vectors that become orthogonal. */
    WR_TRY(wr_cuda_load_matrices(c, a.x, k->dtype, x, !a.transposed));
    WR_TRY(wr_cuda_launch_matrices(c, family, wr_text_eigen, k->dtype, "svd", count, a.tall, &a,
                                   sizeof a));
    WR_TRY(wr_cuda_store_values(c, &k->out[vectors ? 1 : 0], a.values, WEIR_FLOAT64));
    if (vectors) {
        void *u = a.transposed ? a.v : a.left, *vh = a.transposed ? a.left : a.v;
        WR_TRY(wr_cuda_store_matrices(c, &k->out[0], u, k->dtype, true));
        WR_TRY(wr_cuda_store_matrices(c, &k->out[2], vh, k->dtype, false));
    }
    return wr_cuda_mark(c);
}
