/* move_simd.c - moves elements: gather, scatter, transpose, fill, and a non-temporal copy.
 *
 * These loops depend only on the element size: 1, 2, 4, 8 or 16 bytes.  An element is read and
 * written as an unaligned integer, because an element of 8 bytes may be a pair of floats, which is
 * aligned to 4 bytes.
 *
 * A transpose works on 16-byte lanes.  With N elements in a lane, N lanes from N rows make a
 * square.  Perfect shuffles transpose the square: interleaving the first half of the rows with the
 * second half, log2(N) times, gives the columns.  A vector of L lanes transposes L such squares at
 * once, taken from consecutive groups of rows, so that a column of L*N elements is written with one
 * store:
 *
 *      lane 0     lane 1                 lane 0     lane 1
 *     row 0      row 4                  column 0
 *     row 1      row 5      becomes     column 1            (4-byte elements, 32-byte vectors)
 *     row 2      row 6                  column 2
 *     row 3      row 7                  column 3
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/simd/level.h"
#include "ops/simd/move_simd.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define ANYWHERE __attribute__((may_alias, aligned(1)))
typedef uint8_t e1 ANYWHERE;
typedef uint16_t e2 ANYWHERE;
typedef uint32_t e4 ANYWHERE;
typedef uint64_t e8 ANYWHERE;
typedef uint64_t e16 __attribute__((vector_size(16), may_alias, aligned(1)));

/* ---- Gather, scatter, fill ----------------------------------------------------------------- */

#define FILL(e)                                                                                    \
    static void fill_##e(void *to, const void *value, int64_t n) {                                 \
        e *restrict t = to;                                                                        \
        const e v = *(const e *)value;                                                             \
        for (int64_t i = 0; i < n; i++) t[i] = v;                                                  \
    }

/* Gather with scalar loads: on Zen 4 the gather instructions take 2.6 times as long if the data is
 * in the L1 cache, and the same time otherwise. */
#define GATHER_FAR(e)                                                                              \
    static void gather_far_##e(e *restrict t, const e *restrict f, int64_t stride, int64_t n) {    \
        for (; n >= 4; n -= 4, t += 4, f += 4 * stride) {                                          \
            const e a = f[0], b = f[stride], c = f[2 * stride], d = f[3 * stride];                 \
            t[0] = a, t[1] = b, t[2] = c, t[3] = d;                                                \
        }                                                                                          \
        for (; n > 0; n--, t++, f += stride) *t = *f;                                              \
    }

/* Two strides have their own loops, for which the compiler generates shuffles: 2, for the real
 * parts of complex numbers, and -1, for a flip. */
#define GATHER(e)                                                                                  \
    static void gather_##e(void *to, const void *from, int64_t stride, int64_t n) {                \
        e *restrict t = to;                                                                        \
        const e *restrict f = from;                                                                \
        if (stride == 1) {                                                                         \
            memcpy(to, from, (size_t)n * sizeof(e));                                               \
        } else if (stride == 0) {                                                                  \
            if (n > 0) fill_##e(to, from, n);                                                      \
        } else if (stride == 2) {                                                                  \
            for (int64_t i = 0; i < n; i++) t[i] = f[2 * i];                                       \
        } else if (stride == -1) {                                                                 \
            for (int64_t i = 0; i < n; i++) t[i] = f[-i];                                          \
        } else {                                                                                   \
            gather_far_##e(t, f, stride, n);                                                       \
        }                                                                                          \
    }

#define SCATTER(e)                                                                                 \
    static void scatter_##e(void *to, int64_t stride, const void *from, int64_t n) {               \
        e *t = to;                                                                                 \
        const e *f = from;                                                                         \
        if (stride == 1) {                                                                         \
            memcpy(to, from, (size_t)n * sizeof(e));                                               \
            return;                                                                                \
        }                                                                                          \
        for (; n >= 4; n -= 4, t += 4 * stride, f += 4) {                                          \
            const e a = f[0], b = f[1], c = f[2], d = f[3];                                        \
            t[0] = a, t[stride] = b, t[2 * stride] = c, t[3 * stride] = d;                         \
        }                                                                                          \
        for (; n > 0; n--, t += stride, f++) *t = *f;                                              \
    }

#define FOR_SIZES(X) X(e1) X(e2) X(e4) X(e8) X(e16)
FOR_SIZES(FILL)
FOR_SIZES(GATHER_FAR)
FOR_SIZES(GATHER)
FOR_SIZES(SCATTER)

/* ---- Transpose ----------------------------------------------------------------------------- */

/* lane_e is a vector of one lane with elements of type e.  AVX-512 vectors have four lanes, but on
 * Zen 4, which processes 64 bytes in two steps, using only two lanes is faster by a sixth. */
enum { LANE = 16, LANES = WR_LEVEL > 0 ? 2 : 1 };
#define LANE_OF(e, type) typedef type lane_##e __attribute__((vector_size(LANE), may_alias))
LANE_OF(e1, uint8_t);
LANE_OF(e2, uint16_t);
LANE_OF(e4, uint32_t);
LANE_OF(e8, uint64_t);
typedef uint64_t lanes __attribute__((vector_size(LANES * LANE), may_alias));

/* Interleave the lower (LOW) or the upper (HIGH) halves of two lanes. */
#define LOW_e1(a, b)                                                                               \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_e1(a, b)                                                                              \
    __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define LOW_e2(a, b)  __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_e2(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define LOW_e4(a, b)  __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH_e4(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define LOW_e8(a, b)  __builtin_shufflevector(a, b, 0, 2)
#define HIGH_e8(a, b) __builtin_shufflevector(a, b, 1, 3)

/* Apply one perfect shuffle to the N vectors of v; the result is in w. */
#define SHUFFLE(w, v, vector, low, high)                                                           \
    for (int i = 0; i < N / 2; i++) {                                                              \
        w[2 * i] = (vector)low(v[i], v[i + N / 2]);                                                \
        w[2 * i + 1] = (vector)high(v[i], v[i + N / 2]);                                           \
    }

#define SQUARE(e, vector, name, low, high, load)                                                   \
    WR_INLINE void name##_##e(e *to, int64_t to_row, const e *from, int64_t from_row) {            \
        enum { N = LANE / sizeof(e) };                                                             \
        vector v[N], w[N];                                                                         \
        for (int r = 0; r < N; r++) v[r] = (vector)load(from + r * from_row, from_row * N);        \
        SHUFFLE(w, v, vector, low, high)                                                           \
        if (N > 2) SHUFFLE(v, w, vector, low, high)                                                \
        if (N > 4) SHUFFLE(w, v, vector, low, high)                                                \
        if (N > 8) SHUFFLE(v, w, vector, low, high)                                                \
        for (int c = 0; c < N; c++) {                                                              \
            const vector column = N == 2 || N == 8 ? w[c] : v[c];                                  \
            memcpy(to + c * to_row, &column, sizeof column);                                       \
        }                                                                                          \
    }

#define LOAD_LANE(p, below) (*(const e16 *)(p))
SQUARE(e1, lane_e1, square, LOW_e1, HIGH_e1, LOAD_LANE)
SQUARE(e2, lane_e2, square, LOW_e2, HIGH_e2, LOAD_LANE)
SQUARE(e4, lane_e4, square, LOW_e4, HIGH_e4, LOAD_LANE)
SQUARE(e8, lane_e8, square, LOW_e8, HIGH_e8, LOAD_LANE)

#if WR_LEVEL > 0
#define AT(p) _mm_loadu_si128((const __m128i_u *)(p))
#define LOAD_LANES(p, below)                                                                       \
    _mm256_blend_epi32(_mm256_castsi128_si256(AT(p)),                                              \
                       _mm256_broadcastsi128_si256(AT((p) + (below))), 0xf0)
#define UNPACK(half, bits, a, b) _mm256_unpack##half##_epi##bits((__m256i)(a), (__m256i)(b))
#define LOWS_e1(a, b)            UNPACK(lo, 8, a, b)
#define HIGHS_e1(a, b)           UNPACK(hi, 8, a, b)
#define LOWS_e2(a, b)            UNPACK(lo, 16, a, b)
#define HIGHS_e2(a, b)           UNPACK(hi, 16, a, b)
#define LOWS_e4(a, b)            UNPACK(lo, 32, a, b)
#define HIGHS_e4(a, b)           UNPACK(hi, 32, a, b)
#define LOWS_e8(a, b)            UNPACK(lo, 64, a, b)
#define HIGHS_e8(a, b)           UNPACK(hi, 64, a, b)
SQUARE(e1, lanes, squares, LOWS_e1, HIGHS_e1, LOAD_LANES)
SQUARE(e2, lanes, squares, LOWS_e2, HIGHS_e2, LOAD_LANES)
SQUARE(e4, lanes, squares, LOWS_e4, HIGHS_e4, LOAD_LANES)
SQUARE(e8, lanes, squares, LOWS_e8, HIGHS_e8, LOAD_LANES)
#endif

/* Transpose in panels that are one cache line wide, from top to bottom.  Each cache line that is
 * read is fully used while it is cached, and each output row is written from left to right.  The
 * last squares are shifted back to end at the edge of the matrix, so some elements are written
 * twice. */
#define WALK(e, name, high)                                                                        \
    static void walk_##name(e *to, int64_t to_row, const e *from, int64_t from_row, int64_t rows,  \
                            int64_t cols) {                                                        \
        enum { N = LANE / sizeof(e), H = (high)*N, PANEL = 64 / sizeof(e) };                       \
        for (int64_t left = 0; left < cols; left += PANEL) {                                       \
            for (int64_t top = 0; top < rows; top += H) {                                          \
                const int64_t r = rows - top < H ? rows - H : top;                                 \
                if (cols - left >= PANEL) {                                                        \
                    e *t = to + left * to_row + r;                                                 \
                    const e *f = from + r * from_row + left;                                       \
                    for (int c = 0; c < PANEL; c += N, t += N * to_row)                            \
                        name(t, to_row, f + c, from_row);                                          \
                    continue;                                                                      \
                }                                                                                  \
                for (int64_t c = left; c < cols; c += N) {                                         \
                    const int64_t b = cols - c < N ? cols - N : c;                                 \
                    name(to + b * to_row + r, to_row, from + r * from_row + b, from_row);          \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

/* Transpose a matrix with fewer rows or columns than the N x N register tile (SQUARE), or with an
 * element size for which there are no shuffles. */
#define WALK_SMALL(e)                                                                              \
    static void walk_small_##e(e *to, int64_t to_row, const e *from, int64_t from_row,             \
                               int64_t rows, int64_t cols) {                                       \
        enum { PANEL = sizeof(e) < 16 ? 64 / sizeof(e) : 8 };                                      \
        for (int64_t left = 0; left < cols; left += PANEL) {                                       \
            const int64_t end = cols - left < PANEL ? cols : left + PANEL;                         \
            for (int64_t r = 0; r < rows; r++)                                                     \
                for (int64_t c = left; c < end; c++) to[c * to_row + r] = from[r * from_row + c];  \
        }                                                                                          \
    }

#define TRANSPOSE(e)                                                                               \
    WALK(e, square_##e, 1)                                                                         \
    WALK_SMALL(e)                                                                                  \
    WALK_WIDE(e)                                                                                   \
    static void transpose_##e(void *to, int64_t to_row, const void *from, int64_t from_row,        \
                              int64_t rows, int64_t cols) {                                        \
        enum { N = LANE / sizeof(e) };                                                             \
        if (cols < N || rows < N)                                                                  \
            walk_small_##e(to, to_row, from, from_row, rows, cols);                                \
        else                                                                                       \
            WALK_LARGE(e)(to, to_row, from, from_row, rows, cols);                                 \
    }
#if WR_LEVEL > 0
#define WALK_WIDE(e)  WALK(e, squares_##e, LANES)
#define WALK_LARGE(e) (rows < LANES * N ? walk_square_##e : walk_squares_##e)
#else
#define WALK_WIDE(e)
#define WALK_LARGE(e) walk_square_##e
#endif
TRANSPOSE(e1)
TRANSPOSE(e2)
TRANSPOSE(e4)
TRANSPOSE(e8)

WALK_SMALL(e16)
static void transpose_e16(void *to, int64_t to_row, const void *from, int64_t from_row,
                          int64_t rows, int64_t cols) {
    walk_small_e16(to, to_row, from, from_row, rows, cols);
}

/* ---- Non-temporal copy --------------------------------------------------------------------- */

#if defined(__x86_64__)

enum { LINE = 64 };

/* Copy one cache line with non-temporal stores.  `to` is aligned to a cache line. */
WR_INLINE void stream_line(char *to, const char *from) {
#if WR_LEVEL == 2
    _mm512_stream_si512((__m512i *)to, _mm512_loadu_si512(from));
#elif WR_LEVEL == 1
    const __m256i a = _mm256_loadu_si256((const __m256i_u *)from);
    const __m256i b = _mm256_loadu_si256((const __m256i_u *)(from + 32));
    _mm256_stream_si256((__m256i *)to, a);
    _mm256_stream_si256((__m256i *)(to + 32), b);
#else
    for (int i = 0; i < LINE; i += 16)
        _mm_stream_si128((__m128i *)(to + i), _mm_loadu_si128((const __m128i_u *)(from + i)));
#endif
}

/* Copy with non-temporal stores for complete cache lines and with memcpy before and after them. */
static void stream(void *to, const void *from, size_t bytes) {
    char *t = to;
    const char *f = from;
    size_t head = -(uintptr_t)t % LINE;
    if (bytes < head + LINE) {
        memcpy(t, f, bytes);
        return;
    }
    memcpy(t, f, head);
    t += head, f += head, bytes -= head;
    for (; bytes >= LINE; t += LINE, f += LINE, bytes -= LINE) stream_line(t, f);
    memcpy(t, f, bytes);
}

static void fence(void) { _mm_sfence(); }

#else

/* Current ARM cores detect writes of complete cache lines and do not fetch the lines first, so a
 * plain copy is enough. */
static void stream(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }

static void fence(void) {}

#endif

/* ---- The table ----------------------------------------------------------------------------- */

#define SIZES(verb)                                                                                \
    { verb##_e1, verb##_e2, verb##_e4, verb##_e8, verb##_e16 }

const wr_move_simd WR_AT_LEVEL(wr_move_simd) = {
    .gather = SIZES(gather),
    .scatter = SIZES(scatter),
    .transpose = SIZES(transpose),
    .fill = SIZES(fill),
    .stream = stream,
    .fence = fence,
};
