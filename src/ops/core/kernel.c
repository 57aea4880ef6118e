/* kernel.c - helpers for kernels: views, single elements, splitting work, reporting failures.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "array/element.h"
#include "ops/core/op.h"

int64_t wr_view_count(const weir_view *v) {
    int64_t count = 1;
    for (int i = 0; i < v->ndim; i++) count *= v->shape[i];
    return count;
}

bool wr_view_is_row_major(const weir_view *v) {
    return wr_is_row_major(v->ndim, v->shape, v->strides);
}

int64_t wr_view_at(const weir_view *v, int64_t logical_index) {
    int64_t at = 0;
    for (int i = v->ndim - 1; i >= 0; i--) {
        at += logical_index % v->shape[i] * v->strides[i];
        logical_index /= v->shape[i];
    }
    return at;
}

double wr_view_get(const weir_view *v, int64_t logical_index) {
    int64_t at = wr_view_at(v, logical_index) * (int64_t)wr_dtype_bytes(v->dtype);
    return wr_element_f64(v->dtype, (const char *)v->data + at);
}

void wr_view_put(const weir_view *v, int64_t logical_index, double value) {
    int64_t at = wr_view_at(v, logical_index) * (int64_t)wr_dtype_bytes(v->dtype);
    wr_simd_get(WEIR_CPU_PORTABLE)
        ->cast->cast[WEIR_FLOAT64][v->dtype]((char *)v->data + at, &value, 1);
}

double _Complex wr_view_get_complex(const weir_view *v, int64_t logical_index) {
    int64_t at = wr_view_at(v, logical_index) * (int64_t)wr_dtype_bytes(v->dtype);
    return wr_element_c128(v->dtype, (const char *)v->data + at);
}

void wr_view_put_complex(const weir_view *v, int64_t logical_index, double _Complex value) {
    int64_t at = wr_view_at(v, logical_index) * (int64_t)wr_dtype_bytes(v->dtype);
    wr_simd_get(WEIR_CPU_PORTABLE)
        ->cast->cast[WEIR_COMPLEX128][v->dtype]((char *)v->data + at, &value, 1);
}

weir_status wr_split(const weir_kernel *k, int64_t count, int64_t grain, weir_range_fn fn,
                     void *arg) {
    if (count <= grain) return count > 0 ? fn(arg, 0, count) : WEIR_OK;
    return weir_parallel_for(k->ctx, count, grain, fn, arg);
}

void wr_kernel_say(const weir_kernel *k, weir_status status, const char *format, ...) {
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    weir_context_fail(k->ctx, status, text);
}
