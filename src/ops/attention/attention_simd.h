/* attention_simd.h - what attention does with a block of scores, at one level of CPU features.
 *
 * A block has a row for each key and a column for each query: what belongs to a query (its largest score, its
 * sum) stands in the lanes of vectors, and nothing is ever added up across them.  Rows are `width` elements
 * apart, a multiple of two vectors; columns behind the last query hold anything and harm nobody.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_ATTENTION_H
#define WR_SIMD_ATTENTION_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wr_attention_type {
    /* x *= by; all of a packed operand */
    void (*scale)(void *x, int64_t n, double by);
    /* no element of some rows is NaN or infinite */
    bool (*finite)(const void *x, int64_t rows, int64_t row, int64_t cols);
    /* 0 where a bool is true, else -inf; `step` bytes apart */
    void (*bools)(void *to, const uint8_t *from, int64_t step, int64_t n);
    /* s += mask, and -inf where the mask is, whatever s was; the mask has two vectors for each key */
    void (*hide)(void *s, const void *mask, int64_t keys, int64_t width);
    /* x = -inf */
    void (*blank)(void *x, int64_t n);
    /* top = the larger of top and the scores; s = e^(s - top); factor = e^(old top - top);
     * sum = sum * factor + the sum of s.  True: some factor is not 1. */
    bool (*weigh)(void *s, int64_t keys, int64_t width, void *top, void *sum, void *factor);
    /* Row i of y times factor[i]. */
    void (*rescale)(void *y, const void *factor, int64_t rows, int64_t cols);
    /* Row i of y over sum[i], or 0 if top[i] is -inf; lse = top + log sum. */
    void (*finish)(void *y, void *lse, const void *top, const void *sum, int64_t rows,
                   int64_t cols);
    /* s = e^(s - lse) */
    void (*again)(void *s, int64_t keys, int64_t width, const void *lse);
    /* d = p (d - delta) by */
    void (*slope)(void *d, const void *p, int64_t keys, int64_t width, const void *delta,
                  double by);
    /* y += x */
    void (*add)(void *y, const void *x, int64_t n);
    /* x times `by` where kept, else times 0 */
    void (*drop)(void *x, const uint8_t *kept, int64_t n, double by);
} wr_attention_type;

typedef struct wr_attention_simd {
    wr_attention_type f32, f64;
} wr_attention_simd;

extern const wr_attention_simd wr_attention_simd_portable, wr_attention_simd_avx2,
    wr_attention_simd_avx512;

#endif
