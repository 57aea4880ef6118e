/* tile_rows.h - sets the height of accumulator tiles at this level and the unrolling of their
 * loops.
 *
 * Tiles are as high as the registers allow.  With r rows of two vectors, a step performs 2r
 * multiplications and r + 2 loads, and needs 2r + 3 registers.  NEON can multiply by one element of
 * a vector, so panels are loaded as vectors; a step then performs r/4 + 2 loads and needs 2r + 5
 * registers.
 *
 *   portable   16 registers    4 x  8 f32    4 x  4 f64
 *     NEON     32 registers   12 x  8 f32   12 x  4 f64
 *   avx2       16 registers    6 x 16 f32    6 x  8 f64
 *   avx512     32 registers   14 x 32 f32   14 x 16 f64
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TILE_ROWS_H
#define WR_TILE_ROWS_H

#include "ops/simd/level.h"

/* Sanitizer builds (LEAN) use one loop for all heights, because compiling unrolled tiles with
 * sanitizers takes minutes. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define LEAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LEAN 1
#endif
#ifndef LEAN
#define LEAN 0
#endif

#if LEAN
#define WR_UNROLL
#elif defined(__clang__)
#define WR_UNROLL _Pragma("clang loop unroll(full)")
#else
#define WR_UNROLL _Pragma("GCC unroll 16")
#endif

#if WR_LEVEL == 2
#define MR           14
#define EACH_ROWS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14)
#elif WR_LEVEL == 1
#define MR           6
#define EACH_ROWS(X) X(1) X(2) X(3) X(4) X(5) X(6)
#elif WR_NEON
#define MR           12
#define EACH_ROWS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12)
#else
#define MR           4
#define EACH_ROWS(X) X(1) X(2) X(3) X(4)
#endif

/* Broadcast a scalar to a vector. */
#if WR_LEVEL == 2
#define SPLAT_F32(x) ((vf32)_mm512_set1_ps(x))
#define SPLAT_F64(x) ((vf64)_mm512_set1_pd(x))
#elif WR_LEVEL == 1
#define SPLAT_F32(x) ((vf32)_mm256_set1_ps(x))
#define SPLAT_F64(x) ((vf64)_mm256_set1_pd(x))
#else
WR_INLINE vf32 splat_f32(float x) { return (vf32){x, x, x, x}; }
WR_INLINE vf64 splat_f64(double x) { return (vf64){x, x}; }
#define SPLAT_F32(x) splat_f32(x)
#define SPLAT_F64(x) splat_f64(x)
#endif

#endif
