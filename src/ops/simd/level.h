/* level.h - vector types and basic operations at one SIMD level.
 *
 * Every *_simd.c file is compiled once per level, with WR_LEVEL set to
 *
 *   0 portable   16-byte vectors, as the compiler implements them (SSE2, NEON)
 *   1 avx2       32-byte vectors; AVX2, FMA, F16C (x86-64-v3)
 *   2 avx512     64-byte vectors; AVX-512 F, BW, CD, DQ, VL (x86-64-v4)
 *
 * and exports one constant table named WR_AT_LEVEL(...); simd.c lists the tables and selects a
 * level once per runtime.  Code uses the compiler's vector types, so that one source serves all
 * levels, and intrinsics only where the vector types fall short.
 *
 * Rules that keep results bitwise identical for any split of the work:
 *   1. An element's result does not depend on its position in a vector.  Tails therefore use the
 *      same vector code: load part of a vector, compute all of it, store the part.
 *   2. Multiply and add are contracted only by wr_fma_f32 and wr_fma_f64.  These round once at
 *      levels 1 and 2 and with NEON, and twice with SSE2 (WR_FUSED).
 *   3. The order of a reduction depends only on its length.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_LEVEL_H
#define WR_LEVEL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef WR_LEVEL
#error "files *_simd.c are compiled with -DWR_LEVEL=0, 1 or 2"
#endif

#if WR_LEVEL > 0
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define WR_AT_LEVEL_3(name, level) name##_##level
#define WR_AT_LEVEL_2(name, level) WR_AT_LEVEL_3(name, level)
#if WR_LEVEL == 0
#define WR_LEVEL_NAME portable
#define WR_VBYTES     16
#elif WR_LEVEL == 1
#define WR_LEVEL_NAME avx2
#define WR_VBYTES     32
#else
#define WR_LEVEL_NAME avx512
#define WR_VBYTES     64
#endif
#define WR_AT_LEVEL(name) WR_AT_LEVEL_2(name, WR_LEVEL_NAME)

/* vf32, vi64 and so on are one vector register each.  vf32u is vf32 for unaligned addresses. */
#define WR_VECTOR(name, type)                                                                      \
    typedef type v##name __attribute__((vector_size(WR_VBYTES), may_alias));                       \
    typedef type v##name##u                                                                        \
        __attribute__((vector_size(WR_VBYTES), aligned(sizeof(type)), may_alias))
WR_VECTOR(f32, float);
WR_VECTOR(f64, double);
WR_VECTOR(i8, int8_t);
WR_VECTOR(u8, uint8_t);
WR_VECTOR(i16, int16_t);
WR_VECTOR(u16, uint16_t);
WR_VECTOR(i32, int32_t);
WR_VECTOR(u32, uint32_t);
WR_VECTOR(i64, int64_t);
WR_VECTOR(u64, uint64_t);

enum { WR_F32S = WR_VBYTES / 4, WR_F64S = WR_VBYTES / 8 }; /* elements in a vector */

#define WR_INLINE static inline __attribute__((always_inline, unused))

/* Level 0 on 64-bit ARM, where NEON is always available.  NEON has FMA and instructions for most
 * operations that need several steps at level 0 elsewhere. */
#if WR_LEVEL == 0 && defined(__aarch64__)
#define WR_NEON 1
#else
#define WR_NEON 0
#endif

/* Return a * b + c, rounded once if the CPU has FMA (WR_FUSED). */
#define WR_FUSED (WR_LEVEL > 0 || WR_NEON)
WR_INLINE vf32 wr_fma_f32(vf32 a, vf32 b, vf32 c) {
#if WR_LEVEL == 2
    return (vf32)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#elif WR_LEVEL == 1
    return (vf32)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#elif WR_NEON
    return (vf32)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
#else
    return a * b + c;
#endif
}

WR_INLINE vf64 wr_fma_f64(vf64 a, vf64 b, vf64 c) {
#if WR_LEVEL == 2
    return (vf64)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif WR_LEVEL == 1
    return (vf64)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#elif WR_NEON
    return (vf64)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
#else
    return a * b + c;
#endif
}

#endif
