/* matrix_stack.c - distributes the matrices of a stack over the workers; see matrix_stack.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/linalg/matrix_stack.h"

#include <stdio.h>

enum {
    PIECES = WR_SIZE(64, 3), /* maximum number of pieces */
    /* number of pieces allowed even if their scratch memory exceeds PIECES_BYTES */
    PIECES_FEW = WR_SIZE(16, 3),
    PIECES_BYTES = 16 << 20,           /* maximum total scratch memory of all pieces, in bytes */
    PIECE_WORK = WR_SIZE(1 << 17, 64), /* minimum number of multiplications per piece */
};

wr_stack wr_stack_of(int64_t count, bool spreads, double work, uint64_t each) {
    wr_stack s = {count, spreads, count, wr_round_up(each, WR_CACHE_LINE)};
    if (spreads || count == 0) return s;
    int64_t pieces = (int64_t)(PIECES_BYTES / (s.each + 1));
    if (pieces < PIECES_FEW) pieces = PIECES_FEW;
    if (pieces > PIECES) pieces = PIECES;
    s.grain = wr_max((int64_t)(PIECE_WORK / (work + 1)) + 1, (count + pieces - 1) / pieces);
    return s;
}

static int64_t pieces_of(const wr_stack *s) {
    return s->count > 0 ? (s->count + s->grain - 1) / s->grain : 0;
}

uint64_t wr_stack_bytes(const wr_stack *s) { return (uint64_t)pieces_of(s) * s->each; }

typedef struct failure {
    /* item: index of the first unsuitable matrix, or -1 if there is none; place: the index stored
     * in *bad for that matrix */
    int64_t item, place;
} failure;

typedef struct walk {
    const wr_stack *s;
    wr_stack_fn *fn;
    const void *job;
    weir_context *ctx;
    char *scratch;
    failure first[PIECES]; /* the first failure of each piece */
} walk;

static weir_status solve_piece(void *arg, int64_t begin, int64_t end) {
    walk *w = arg;
    int64_t piece = begin / w->s->grain;
    char *scratch = w->scratch + (uint64_t)piece * w->s->each;
    for (int64_t item = begin; item < end; item++) {
        int64_t bad = -1;
        WR_TRY(w->fn(w->job, w->ctx, scratch, item, &bad));
        if (bad >= 0 && w->first[piece].item < 0) w->first[piece] = (failure){item, bad};
    }
    return WEIR_OK;
}

weir_status wr_stack_run(const weir_kernel *k, const wr_stack *s, wr_stack_fn *fn, const void *job,
                         int64_t *first, int64_t *bad) {
    walk w = {s, fn, job, s->spreads ? k->ctx : NULL, k->scratch, {{0}}};
    int64_t pieces = pieces_of(s);
    assert(pieces <= PIECES);
    for (int64_t i = 0; i < pieces; i++) w.first[i].item = -1;
    *first = -1;
    WR_TRY(wr_split(k, s->count, s->grain, solve_piece, &w));
    for (int64_t i = 0; i < pieces && *first < 0; i++)
        *first = w.first[i].item, *bad = w.first[i].place;
    return WEIR_OK;
}

const char *wr_matrix_name(char text[48], int64_t item, int64_t count) {
    if (count == 1) return "the matrix";
    snprintf(text, 48, "matrix %lld of %lld", (long long)item, (long long)count);
    return text;
}
