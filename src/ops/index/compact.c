/* compact.c - counts and locates nonzero elements, in parallel pieces.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "array/element.h"
#include "ops/index/compact.h"

static int64_t pieces_of(int64_t count) { return wr_div_up(count, WR_COMPACT_PIECE); }

uint64_t wr_compact_bytes(int64_t count) {
    return ((uint64_t)pieces_of(count) + 1) * sizeof(int64_t);
}

/* Return a pointer to n elements, at most WR_COMPACT_BLOCK, as bools: in place, or cast into the
 * buffer. */
static const uint8_t *as_bools(const wr_compact *s, int64_t at, int64_t n, uint8_t *buffer) {
    const char *from = s->data + at * (int64_t)wr_dtype_bytes(s->dtype);
    if (s->dtype == WEIR_BOOL) return (const uint8_t *)from;
    wr_simd_of(s->k)->cast->cast[s->dtype][WEIR_BOOL](buffer, from, n);
    return buffer;
}

/* Count the true elements, eight at a time: the multiplication puts the sum of a word's bytes in
 * its highest byte. */
static int64_t count_true(const uint8_t *truth, int64_t n) {
    int64_t count = 0, i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t word;
        memcpy(&word, truth + i, sizeof word);
        count += (int64_t)(word * UINT64_C(0x0101010101010101) >> 56);
    }
    for (; i < n; i++) count += truth[i];
    return count;
}

static weir_status count_pieces(void *arg, int64_t begin, int64_t end) {
    const wr_compact *s = arg;
    uint8_t buffer[WR_COMPACT_BLOCK];
    for (int64_t piece = begin; piece < end; piece++) {
        int64_t first = piece * WR_COMPACT_PIECE, last = first + WR_COMPACT_PIECE, count = 0;
        if (last > s->count) last = s->count;
        for (int64_t i = first; i < last; i += WR_COMPACT_BLOCK) {
            int64_t n = last - i < WR_COMPACT_BLOCK ? last - i : WR_COMPACT_BLOCK;
            count += count_true(as_bools(s, i, n, buffer), n);
        }
        s->begin[piece] = count;
    }
    return WEIR_OK;
}

weir_status wr_compact_count(wr_compact *s, const weir_kernel *k, const weir_view *v, void *scratch,
                             int64_t *total) {
    *s = (wr_compact){
        .k = k, .data = v->data, .dtype = v->dtype, .count = wr_view_count(v), .begin = scratch};
    int64_t pieces = pieces_of(s->count), sum = 0;
    WR_TRY(wr_split(k, pieces, 4, count_pieces, s));
    for (int64_t i = 0; i < pieces; i++) {
        int64_t count = s->begin[i];
        s->begin[i] = sum;
        sum += count;
    }
    s->begin[pieces] = *total = sum;
    return WEIR_OK;
}

typedef struct walk {
    const wr_compact *s;
    wr_compact_fn *fn;
    void *arg;
} walk;

static weir_status walk_pieces(void *arg, int64_t begin, int64_t end) {
    const walk *w = arg;
    const wr_compact *s = w->s;
    uint8_t buffer[WR_COMPACT_BLOCK];
    int64_t at[WR_COMPACT_BLOCK];
    for (int64_t piece = begin; piece < end; piece++) {
        int64_t i = piece * WR_COMPACT_PIECE, last = i + WR_COMPACT_PIECE, found = s->begin[piece];
        if (last > s->count) last = s->count;
        for (; i < last && found < s->begin[piece + 1]; i += WR_COMPACT_BLOCK) {
            int64_t n = last - i < WR_COMPACT_BLOCK ? last - i : WR_COMPACT_BLOCK, m = 0;
            const uint8_t *truth = as_bools(s, i, n, buffer);
            /* branch-free, because a branch would be unpredictable */
            for (int64_t j = 0; j < n; j++) {
                at[m] = i + j;
                m += truth[j];
            }
            if (m > 0) w->fn(w->arg, at, m, found);
            found += m;
        }
    }
    return WEIR_OK;
}

weir_status wr_compact_run(const wr_compact *s, wr_compact_fn *fn, void *arg) {
    walk w = {s, fn, arg};
    return wr_split(s->k, pieces_of(s->count), 1, walk_pieces, &w);
}

weir_status wr_compact_ask(weir_array *a, const char *reason, int64_t *out) {
    weir_array *count;
    WR_TRY(wr_call(a->rt, &wr_ops[WR_OP_count_nonzero], &a, 1, NULL, &count, NULL));
    weir_status status = wr_array_count_of(count, reason, out);
    weir_array_release(count);
    return status;
}
