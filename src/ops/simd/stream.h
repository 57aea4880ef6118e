/* stream.h - vectors written around the caches.
 *
 * What is larger than the caches would only push other things out of them, and be read before it is
 * written.  The address is that of a whole vector; behind the last one, before anybody else reads them,
 * comes WR_FENCE.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SIMD_STREAM_H
#define WR_SIMD_STREAM_H

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
