/* accumulate.c - counts elements, or sums their weights, by slot; see accumulate.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/reduce/accumulate.h"

#include <string.h>

enum { PIECE = WR_SIZE(32768, 16), PIECES = 64, SUMMED = WR_SIZE(8192, 4) };

typedef union slot {
    int64_t count;
    double sum;
} slot;

/* Return the number of pieces.  It is limited so that adding the slots of all pieces does not take
 * longer than filling them. */
int64_t wr_accumulation_pieces(int64_t n, int64_t slots) {
    int64_t pieces = n / PIECE, most = slots > 0 ? n / slots : 1;
    if (pieces > most) pieces = most;
    return pieces < 1 ? 1 : pieces > PIECES ? PIECES : pieces;
}

uint64_t wr_accumulation_bytes(int64_t n, int64_t slots) {
    int64_t pieces = wr_accumulation_pieces(n, slots);
    return (uint64_t)pieces * ((uint64_t)slots * sizeof(slot) + sizeof(int64_t));
}

/* The scratch memory holds the index of the first invalid element of each piece, followed by the
 * slots of each piece. */
static int64_t *wrong_of(const wr_accumulation *t) { return t->scratch; }

static slot *slots_of(const wr_accumulation *t, int64_t pieces, int64_t piece) {
    return (slot *)(void *)(wrong_of(t) + pieces) + piece * t->slots;
}

static void add_weights(const wr_accumulation *t, slot *sums, const int64_t *at, int64_t first,
                        int64_t n) {
    const weir_view *w = t->weights;
    double weight[WR_ACCUMULATION_BLOCK];
    const char *from = (const char *)w->data + first * (int64_t)wr_dtype_bytes(w->dtype);
    wr_simd_of(t->k)->cast->cast[w->dtype][WEIR_FLOAT64](weight, from, n);
    for (int64_t i = 0; i < n; i++)
        if (at[i] >= 0) sums[at[i]].sum += weight[i];
}

static weir_status add_pieces(void *arg, int64_t begin, int64_t end) {
    const wr_accumulation *t = arg;
    int64_t at[WR_ACCUMULATION_BLOCK], pieces = wr_accumulation_pieces(t->n, t->slots);
    for (int64_t piece = begin; piece < end; piece++) {
        int64_t i = t->n / pieces * piece, last = piece + 1 == pieces ? t->n : t->n / pieces + i;
        slot *sums = slots_of(t, pieces, piece);
        /* All-zero bytes represent 0, for counts and for sums. */
        if (t->slots > 0) memset(sums, 0, (size_t)t->slots * sizeof *sums);
        wrong_of(t)[piece] = -1;
        for (; i < last; i += WR_ACCUMULATION_BLOCK) {
            int64_t n = last - i < WR_ACCUMULATION_BLOCK ? last - i : WR_ACCUMULATION_BLOCK;
            int64_t right = t->fn(t->arg, at, i, n);
            if (right < n) {
                wrong_of(t)[piece] = i + right;
                break;
            }
            if (t->weights != NULL)
                add_weights(t, sums, at, i, n);
            else
                for (int64_t e = 0; e < n; e++)
                    if (at[e] >= 0) sums[at[e]].count++;
        }
    }
    return WEIR_OK;
}

typedef struct total {
    const wr_accumulation *t;
    const weir_view *to;
} total;

static weir_status sum_slots(void *arg, int64_t begin, int64_t end) {
    const total *a = arg;
    const wr_accumulation *t = a->t;
    int64_t pieces = wr_accumulation_pieces(t->n, t->slots);
    wr_cast_fn *cast = wr_simd_of(t->k)->cast->cast[WEIR_FLOAT64][a->to->dtype];
    int64_t *count = a->to->data;
    for (int64_t s = begin; s < end; s++) {
        slot sum = {0};
        if (t->weights == NULL) {
            for (int64_t p = 0; p < pieces; p++) sum.count += slots_of(t, pieces, p)[s].count;
            count[s] = sum.count;
        } else {
            for (int64_t p = 0; p < pieces; p++) sum.sum += slots_of(t, pieces, p)[s].sum;
            cast((char *)a->to->data + s * (int64_t)wr_dtype_bytes(a->to->dtype), &sum.sum, 1);
        }
    }
    return WEIR_OK;
}

weir_status wr_accumulation_run(wr_accumulation *t, const weir_view *to) {
    int64_t pieces = wr_accumulation_pieces(t->n, t->slots);
    t->wrong = -1;
    WR_TRY(wr_split(t->k, pieces, 1, add_pieces, t));
    for (int64_t p = 0; p < pieces && t->wrong < 0; p++) t->wrong = wrong_of(t)[p];
    if (t->wrong >= 0) return WEIR_OK;
    total a = {t, to};
    return wr_split(t->k, t->slots, SUMMED, sum_slots, &a);
}
