/* elementwise_layout.c - how an elementwise kernel of a CUDA device goes through its arrays.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/elementwise/elementwise_layout.h"

#include <string.h>

static int64_t stride_of(const weir_view *v, int ndim, int d) {
    int at = d - (ndim - v->ndim);
    if (at < 0 || v->shape[at] == 1) return 0;
    return v->strides[at] * (int64_t)wr_dtype_bytes(v->dtype);
}

static int64_t magnitude(int64_t n) { return n < 0 ? -n : n; }

void wr_layout_swap(wr_layout *l, int a, int b) {
    int64_t shape = l->shape[a];
    l->shape[a] = l->shape[b];
    l->shape[b] = shape;
    for (int j = 0; j < l->count; j++) {
        int64_t stride = l->stride[j][a];
        l->stride[j][a] = l->stride[j][b];
        l->stride[j][b] = stride;
    }
}

/* Can dimension d + 1 be joined to d: does one step of d equal shape[d + 1] steps of d + 1? */
static bool joins(const wr_layout *l, int d) {
    for (int j = 0; j < l->count; j++)
        if (l->stride[j][d] != l->stride[j][d + 1] * l->shape[d + 1]) return false;
    return true;
}

static void join_all(wr_layout *l) {
    for (int d = l->dims - 2; d >= 0; d--) {
        if (!joins(l, d)) continue;
        l->shape[d] *= l->shape[d + 1];
        for (int j = 0; j < l->count; j++) l->stride[j][d] = l->stride[j][d + 1];
        for (int i = d + 1; i + 1 < l->dims; i++) wr_layout_swap(l, i, i + 1);
        l->dims--;
    }
}

void wr_layout_make(wr_layout *l, const weir_view *const *view, int count, uint32_t scalars,
                    int shaped_by, bool sorts) {
    const weir_view *whole = view[shaped_by];
    const int64_t *by = l->stride[shaped_by];
    l->count = count;
    l->dims = 0;
    for (int d = 0; d < whole->ndim; d++) {
        if (whole->shape[d] == 1) continue;
        l->shape[l->dims] = whole->shape[d];
        for (int j = 0; j < count; j++)
            l->stride[j][l->dims] = scalars >> j & 1 ? 0 : stride_of(view[j], whole->ndim, d);
        l->dims++;
    }
    for (int d = 1; sorts && d < l->dims; d++)
        for (int i = d; i > 0 && magnitude(by[i - 1]) < magnitude(by[i]); i--)
            wr_layout_swap(l, i - 1, i);
    join_all(l);
}

bool wr_layout_is_vector(const wr_layout *l, int j, int64_t size, int vec, const void *data) {
    int last = l->dims - 1;
    int64_t any = (int64_t)(uintptr_t)data;
    if (last < 0 || l->stride[j][last] != size) return false;
    for (int d = 0; d < last; d++) any |= l->stride[j][d];
    return any % (vec * size) == 0;
}

int wr_layout_round_dims(int dims) {
    return dims <= 1 ? 1 : dims <= 4 ? dims : dims <= 8 ? 8 : WEIR_NDIM_MAX;
}

uint64_t wr_layout_measure(const wr_layout *l, int dims, int last, int before, wr_layout_dim *dim) {
    uint64_t all = 1;
    int fill = dims - l->dims; /* leading dimensions of size 1 */
    for (int d = 0; d < dims; d++) {
        int64_t n = d < fill ? 1 : l->shape[d - fill];
        int64_t each = d == dims - 1 ? last : d == dims - 2 ? before : 1;
        dim[d].shape = n;
        dim[d].steps = (n + each - 1) / each;
        dim[d].by = (wr_cuda_divider){0};
        all *= (uint64_t)dim[d].steps;
    }
    for (int d = 0; d < dims && all > 0 && all < WR_CUDA_DIVIDENDS; d++)
        dim[d].by = wr_cuda_divider_of((uint64_t)dim[d].steps);
    return all;
}

char *wr_layout_write(char *to, const wr_layout *l, const weir_view *const *view, int dims,
                      const wr_layout_dim *dim, uint64_t groups, uint32_t vectors) {
#define PUT(source, bytes) (memcpy(to, source, bytes), to += (bytes))
    const uint32_t flags[2] = {vectors, groups < WR_CUDA_DIVIDENDS};
    int fill = dims - l->dims;
    PUT(&groups, sizeof groups);
    PUT(flags, sizeof flags);
    for (int j = 0; j < l->count; j++) PUT(&view[j]->data, sizeof view[j]->data);
    for (int j = 0; j < l->count; j++)
        for (int d = 0; d < dims; d++) {
            int64_t stride = d < fill ? 0 : l->stride[j][d - fill];
            PUT(&stride, sizeof stride);
        }
    for (int d = 0; d < dims; d++) PUT(&dim[d].shape, sizeof dim[d].shape);
    for (int d = 0; d < dims; d++) PUT(&dim[d].steps, sizeof dim[d].steps);
    for (int d = 0; d < dims; d++) PUT(&dim[d].by, sizeof dim[d].by);
#undef PUT
    return to;
}
