/* attention_simd.h - operations on blocks of attention scores, with one implementation per SIMD
 * level.
 *
 * A block has a row for each key and a column for each query.  Each lane of a vector thus belongs
 * to one query, and neither the maximum score nor the sum of weights is computed across lanes.
 * Rows are `width` elements apart, a multiple of two vectors; columns after the last query hold
 * arbitrary values and are ignored.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ATTENTION_SIMD_H
#define WR_ATTENTION_SIMD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wr_attention_type {
    /* x *= `by`, for all n elements of a packed operand */
    void (*scale)(void *x, int64_t n, double by);
    /* Return whether all elements of `rows` rows, which are `row` elements apart, are finite. */
    bool (*finite)(const void *x, int64_t rows, int64_t row, int64_t cols);
    /* `to` = 0 where a bool is true and -inf where it is false; the bools are `step` bytes apart */
    void (*bools)(void *to, const uint8_t *from, int64_t step, int64_t n);
    /* s += mask, and s = -inf where the mask is -inf, even if s is NaN; for each key, two vectors
     * of queries are processed */
    void (*apply_mask)(void *s, const void *mask, int64_t keys, int64_t width);
    /* x = -inf, for n elements */
    void (*blank)(void *x, int64_t n);
    /* top = max(top, s); s = e^(s - top); factor = e^(old top - top); sum = sum * factor + the sum
     * of s over the keys.  Return whether any factor differs from 1. */
    bool (*weigh)(void *s, int64_t keys, int64_t width, void *top, void *sum, void *factor);
    /* multiply row i of y by factor[i] */
    void (*rescale)(void *y, const void *factor, int64_t rows, int64_t cols);
    /* divide row i of y by sum[i], or set it to 0 if top[i] is -inf; lse = top + log(sum) */
    void (*finish)(void *y, void *lse, const void *top, const void *sum, int64_t rows,
                   int64_t cols);
    /* s = e^(s - lse) */
    void (*recompute)(void *s, int64_t keys, int64_t width, const void *lse);
    /* d = p * (d - delta) * `by` */
    void (*slope)(void *d, const void *p, int64_t keys, int64_t width, const void *delta,
                  double by);
    /* y += x */
    void (*add)(void *y, const void *x, int64_t n);
    /* x *= kept * `by`, where each byte of `kept` is 0 or 1 */
    void (*drop)(void *x, const uint8_t *kept, int64_t n, double by);
} wr_attention_type;

typedef struct wr_attention_simd {
    wr_attention_type f32, f64;
} wr_attention_simd;

extern const wr_attention_simd wr_attention_simd_portable, wr_attention_simd_avx2,
    wr_attention_simd_avx512;

#endif
