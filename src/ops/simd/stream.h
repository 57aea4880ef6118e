/* stream.h - non-temporal vector stores, which bypass the caches.
 *
 * Ordinary stores of data larger than the caches would evict other data and read each cache line
 * before writing it.  Addresses must be aligned to a vector.  Call WR_FENCE after the last store,
 * before another thread reads the data.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_STREAM_H
#define WR_STREAM_H

#include "ops/simd/level.h"

#if WR_LEVEL == 2
#define WR_STREAM_F32(p, v) _mm512_stream_ps(p, (__m512)(v))
#define WR_STREAM_F64(p, v) _mm512_stream_pd(p, (__m512d)(v))
#define WR_FENCE()          _mm_sfence()
#elif WR_LEVEL == 1
#define WR_STREAM_F32(p, v) _mm256_stream_ps(p, (__m256)(v))
#define WR_STREAM_F64(p, v) _mm256_stream_pd(p, (__m256d)(v))
#define WR_FENCE()          _mm_sfence()
#elif defined(__SSE2__)
#define WR_STREAM_F32(p, v) _mm_stream_ps(p, (__m128)(v))
#define WR_STREAM_F64(p, v) _mm_stream_pd(p, (__m128d)(v))
#define WR_FENCE()          _mm_sfence()
#else
#define WR_STREAM_F32(p, v) (*(vf32 *)(void *)(p) = (v))
#define WR_STREAM_F64(p, v) (*(vf64 *)(void *)(p) = (v))
#define WR_FENCE()          ((void)0)
#endif

#endif
