/* move_simd.h - tables of kernels that convert, move and reorder elements.
 *
 * Operators compute on contiguous blocks.  These kernels copy an operand that has another dtype or
 * strides into such a block, and copy the result out again.  There are two tables, each defined in
 * its own file:
 *
 *   wr_cast_simd   cast_simd.c   conversion between any two dtypes
 *   wr_move_simd   move_simd.c   gather, scatter, transpose, fill and a non-temporal copy
 *
 * The results of these kernels are bitwise identical at every SIMD level, however the work is
 * split.  Source and destination must not overlap.  Pointers need only the alignment of the dtype's
 * real component.  If `n` is 0, the pointers may be invalid.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_MOVE_SIMD_H
#define WR_MOVE_SIMD_H

#include <stddef.h>
#include <stdint.h>

/* The cast table is indexed by dtype code: 1 is bool, 2 to 5 are int8 to int64, 6 to 9 uint8 to
 * uint64, 10 float16, 11 bfloat16, 12 float32, 13 float64, 14 complex64 and 15 complex128.  Row and
 * column 0 are empty. */
enum { WR_DTYPES = 16 };

typedef void wr_cast_fn(void *to, const void *from, int64_t n);

/* Semantics of casts:
 *
 *   to bool              x != 0, so NaN is true; a complex number is true if either part is not 0
 *   integer to integer   the low bits; values wrap around
 *   to a float           rounded once from the exact value, to nearest, ties to even.  Overflow
 *                        gives infinity.  NaN stays NaN; it becomes quiet and keeps its sign and
 *                        the upper bits of its payload (all bits are preserved between float32
 *                        and complex64, and between float64 and complex128, whose components have
 *                        the same type)
 *   float to integer     truncated towards zero to an int64, whose low bits are kept.
 *                        Infinities, NaN and values that an int64 cannot hold become INT64_MIN, as
 *                        on x86, so the result is INT64_MIN in an int64 and 0 in narrower types.
 *                        To uint64, values in [2^63, 2^64) are converted exactly
 *   real to complex      the imaginary part is 0
 *   complex to real      the real part
 *
 * A bool is a byte that is 0 or 1. */
typedef struct wr_cast_simd {
    wr_cast_fn *cast[WR_DTYPES][WR_DTYPES]; /* [from][to]; a copy if the dtypes are equal */
} wr_cast_simd;

/* The moves are indexed by the base-2 logarithm of the element size: 1, 2, 4, 8 or 16 bytes.
 * Strides and row pitches count elements; a stride may be negative or 0. */
enum { WR_MOVE_SIZES = 5 };

typedef struct wr_move_simd {
    /* to[i] = from[i * stride] */
    void (*gather[WR_MOVE_SIZES])(void *to, const void *from, int64_t stride, int64_t n);
    /* to[i * stride] = from[i]; with a stride of 0 the last element is stored. */
    void (*scatter[WR_MOVE_SIZES])(void *to, int64_t stride, const void *from, int64_t n);
    /* to[c * to_row + r] = from[r * from_row + c] */
    void (*transpose[WR_MOVE_SIZES])(void *to, int64_t to_row, const void *from, int64_t from_row,
                                     int64_t rows, int64_t cols);
    /* to[i] = *value */
    void (*fill[WR_MOVE_SIZES])(void *to, const void *value, int64_t n);
    /* Copy without bringing `to` into the caches, for data that is read much later, if at all.
     * This is fastest if `to` is aligned to a cache line.  Non-temporal stores are not ordered with
     * other stores: call `fence` after the last one, before telling another thread that the data is
     * complete. */
    void (*stream)(void *to, const void *from, size_t bytes);
    void (*fence)(void);
} wr_move_simd;

extern const wr_cast_simd wr_cast_simd_portable, wr_cast_simd_avx2, wr_cast_simd_avx512;
extern const wr_move_simd wr_move_simd_portable, wr_move_simd_avx2, wr_move_simd_avx512;

#endif
