/* sort_keys.c - sorts unsigned integers, with or without an index attached to each.
 *
 * Very short rows are sorted by insertion sort, short rows by merge sort, and all others by radix
 * sort, whose time hardly depends on the input order.  A long row is radix-sorted by all workers in
 * pieces: each worker counts the digits of its pieces, prefix sums of the counts give the
 * destinations of each piece's elements, and the workers then move the elements of their pieces.
 *
 * All of these sorts are stable, so the result is the same whichever is used and however the row is
 * split.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/sort/sort_keys.h"

#include <string.h>

enum {
    VALUES = 256,                   /* number of distinct values of a digit */
    INSERTION_MAX = WR_SIZE(16, 3), /* maximum length for insertion sort */
    MERGE_MAX = WR_SIZE(14, 4),     /* maximum length for merge sort, per digit of the key */
    PIECE = WR_SIZE(65536, 16)      /* number of elements in a piece of a long row */
};

/* One radix pass over a long row. */
typedef struct pass {
    const void *from;
    void *to;
    int64_t n;
    int digit;
    /* For each piece: the number of elements with each digit value, later their destinations. */
    int64_t (*count)[VALUES];
    const struct sorter *sorter;
} pass;

typedef struct sorter {
    size_t bytes;
    int digits;
    void (*sort)(void *a, void *other, int64_t n);
    void (*count)(const pass *p, int64_t *count, int64_t begin, int64_t end);
    void (*place)(const pass *p, int64_t *place, int64_t begin, int64_t end);
} sorter;

#define S(name)     name##_u8
#define T           uint8_t
#define KEY(x)      (x)
#define DIGIT(x, d) (x)
#define DIGITS      1
#include "ops/sort/sort_template.h"

#define S(name)     name##_u16
#define T           uint16_t
#define KEY(x)      (x)
#define DIGIT(x, d) ((x) >> (8 * (d)) & 255)
#define DIGITS      2
#include "ops/sort/sort_template.h"

#define S(name)     name##_u32
#define T           uint32_t
#define KEY(x)      (x)
#define DIGIT(x, d) ((x) >> (8 * (d)) & 255)
#define DIGITS      4
#include "ops/sort/sort_template.h"

#define S(name)     name##_u64
#define T           uint64_t
#define KEY(x)      (x)
#define DIGIT(x, d) ((x) >> (8 * (d)) & 255)
#define DIGITS      8
#include "ops/sort/sort_template.h"

/* Packed keys are compared together with the index in their low bits, so equal keys stay in input
 * order. */
#define S(name)     name##_packed
#define T           uint64_t
#define KEY(x)      (x)
#define DIGIT(x, d) ((x) >> (32 + 8 * (d)) & 255)
#define DIGITS      4
#include "ops/sort/sort_template.h"

#define S(name)     name##_pair
#define T           wr_sort_pair
#define KEY(x)      ((x).key)
#define DIGIT(x, d) ((x).key >> (8 * (d)) & 255)
#define DIGITS      8
#include "ops/sort/sort_template.h"

static const sorter sorters[] = {
    [WR_SORT_U8] = {1, 1, sort_u8, count_u8, place_u8},
    [WR_SORT_U16] = {2, 2, sort_u16, count_u16, place_u16},
    [WR_SORT_U32] = {4, 4, sort_u32, count_u32, place_u32},
    [WR_SORT_U64] = {8, 8, sort_u64, count_u64, place_u64},
    [WR_SORT_PACKED] = {8, 4, sort_packed, count_packed, place_packed},
    [WR_SORT_PAIR] = {16, 8, sort_pair, count_pair, place_pair},
};

size_t wr_sort_bytes(wr_sort_kind kind) { return sorters[kind].bytes; }

void wr_sort_row(wr_sort_kind kind, void *a, void *other, int64_t n) {
    assert(n <= UINT32_MAX);
    sorters[kind].sort(a, other, n);
}

/* ---- Long rows ------------------------------------------------------------------------------- */

static int64_t pieces_of(int64_t n) { return wr_div_up(n, PIECE); }

size_t wr_sort_counts(int64_t n) { return (size_t)pieces_of(n) * VALUES * sizeof(int64_t); }

static int64_t end_of(const pass *p, int64_t piece) {
    return (piece + 1) * PIECE < p->n ? (piece + 1) * PIECE : p->n;
}

static weir_status count_pieces(void *arg, int64_t begin, int64_t end) {
    const pass *p = arg;
    for (int64_t i = begin; i < end; i++) p->sorter->count(p, p->count[i], i * PIECE, end_of(p, i));
    return WEIR_OK;
}

static weir_status move_pieces(void *arg, int64_t begin, int64_t end) {
    const pass *p = arg;
    for (int64_t i = begin; i < end; i++) p->sorter->place(p, p->count[i], i * PIECE, end_of(p, i));
    return WEIR_OK;
}

/* Convert counts to destinations, which are ordered by digit value, and by piece for the same
 * value.  Return false if all elements have the same digit value, so that none has to move. */
static bool sum_counts(const pass *p) {
    int64_t sum = 0, pieces = pieces_of(p->n);
    for (int d = 0; d < VALUES; d++) {
        int64_t first = sum;
        for (int64_t i = 0; i < pieces; i++) {
            int64_t here = p->count[i][d];
            p->count[i][d] = sum;
            sum += here;
        }
        if (sum - first == p->n) return false;
    }
    return true;
}

typedef struct move {
    const char *from;
    char *to;
} move;

static weir_status move_bytes(void *arg, int64_t begin, int64_t end) {
    const move *m = arg;
    memcpy(m->to + begin, m->from + begin, (size_t)(end - begin));
    return WEIR_OK;
}

weir_status wr_sort_long(const weir_kernel *k, wr_sort_kind kind, void *a, void *other,
                         void *counts, int64_t n) {
    const sorter *s = &sorters[kind];
    pass p = {.from = a, .to = other, .n = n, .count = counts, .sorter = s};
    int64_t pieces = pieces_of(n);
    for (p.digit = 0; p.digit < s->digits; p.digit++) {
        WR_TRY(wr_split(k, pieces, 1, count_pieces, &p));
        if (!sum_counts(&p)) continue;
        WR_TRY(wr_split(k, pieces, 1, move_pieces, &p));
        void *from = p.to;
        p.to = from == a ? other : a;
        p.from = from;
    }
    if (p.from == a) return WEIR_OK;
    move m = {p.from, a};
    return wr_split(k, n * (int64_t)s->bytes, PIECE * (int64_t)s->bytes, move_bytes, &m);
}
