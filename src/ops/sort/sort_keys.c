/* sort_keys.c - sorts unsigned integers, with or without an index attached to each.
 *
 * Rows of 32-bit and 64-bit numbers, which may be a key and an index, are sorted with vectors if
 * the SIMD level has the instructions (quicksort_simd.c); rows of pairs are packed to 64-bit
 * numbers for that.  Long rows are split and the parts sorted by all workers.  Otherwise very short rows are sorted by insertion sort, short rows by merge
 * sort, and all others by radix sort, whose time hardly depends on the input order.  A long row is
 * radix-sorted by all workers in pieces: each worker counts the digits of its pieces, prefix sums
 * of the counts give the destinations of each piece's elements, and the workers then move the
 * elements of their pieces.
 *
 * All of these give the order of a stable sort, so the result is the same whichever is used and
 * however the row is split.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/sort/sort_keys.h"

#include <string.h>

#include "ops/sort/quicksort_simd.h"

enum {
    VALUES = 256,                   /* number of distinct values of a digit */
    INSERTION_MAX = WR_SIZE(16, 3), /* maximum length for insertion sort */
    MERGE_MAX = WR_SIZE(14, 4),     /* maximum length for merge sort, per digit of the key */
    TIES_MAX = WR_SIZE(32, 3),      /* most packed pairs with the same upper bits of the key */
    PIECE = WR_SIZE(65536, 16),     /* number of elements in a piece of a long row */
    PART_MAX = PIECE > WR_SORT_HALVED ? PIECE : WR_SORT_HALVED /* longer parts of it are split */
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
    wr_sort_fn *sort;
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

/* ---- Pairs as packed numbers ----------------------------------------------------------------- */

/* Write to `packed` the position of each pair, in the lower `shift` bits, below as many upper bits
 * of its key as fit.  Keys are taken relative to the smallest one, which leaves more of them.
 * Return the number of lower bits of the keys that did not fit. */
static int pack_pairs(uint64_t *packed, const wr_sort_pair *a, int64_t n, int shift) {
    uint64_t low = UINT64_MAX, high = 0;
    for (int64_t i = 0; i < n; i++) {
        low = a[i].key < low ? a[i].key : low;
        high = a[i].key > high ? a[i].key : high;
    }
    int bits = high > low ? 64 - __builtin_clzll(high - low) : 0;
    int lost = bits + shift > 64 ? bits + shift - 64 : 0;
    for (int64_t i = 0; i < n; i++) packed[i] = (a[i].key - low) >> lost << shift | (uint64_t)i;
    return lost;
}

/* Sort the elements whose packed numbers agree above the position by their whole keys; they are in
 * input order, and those with the same key stay so.  Return false if there are too many. */
static bool sort_ties(uint64_t *packed, uint64_t *key, int64_t n, int shift) {
    for (int64_t first = 0, i = 1; i < n; i++) {
        uint64_t place = packed[i], own = key[i];
        if (place >> shift != packed[i - 1] >> shift) {
            first = i;
            continue;
        }
        if (i - first >= TIES_MAX) return false;
        int64_t j = i;
        for (; j > first && own < key[j - 1]; j--) packed[j] = packed[j - 1], key[j] = key[j - 1];
        packed[j] = place, key[j] = own;
    }
    return true;
}

/* Sort pairs as packed numbers.  Return false, leaving them as they are, if too many keys differ
 * only in bits that did not fit. */
static bool sort_packed_pairs(const wr_quicksort_simd *quick, wr_sort_pair *a, void *other,
                              int64_t n) {
    uint64_t *packed = other, *key = packed + n;
    int shift = 64 - __builtin_clzll((unsigned long long)n - 1);
    uint64_t places = (UINT64_C(1) << shift) - 1;
    int lost = pack_pairs(packed, a, n, shift);
    quick->u64.sort(&(wr_sort_part){packed, key, n, false}, sort_u64);
    for (int64_t i = 0; i < n; i++) key[i] = a[packed[i] & places].key;
    if (lost > 0 && !sort_ties(packed, key, n, shift)) return false;
    for (int64_t i = 0; i < n; i++) packed[i] = (uint64_t)a[packed[i] & places].index;
    for (int64_t i = 0; i < n; i++) a[i] = (wr_sort_pair){key[i], (int64_t)packed[i]};
    return true;
}

/* Return the vector sort for rows of this kind, or NULL. */
static const wr_quicksort *quicksort_for(const weir_kernel *k, wr_sort_kind kind) {
    const wr_quicksort_simd *quick = wr_simd_of(k)->quicksort;
    if (quick->u32.sort == NULL) return NULL;
    if (kind == WR_SORT_U32) return &quick->u32;
    return kind == WR_SORT_U64 || kind == WR_SORT_PACKED ? &quick->u64 : NULL;
}

static wr_sort_fn *rest_for(wr_sort_kind kind) { return kind == WR_SORT_U32 ? sort_u32 : sort_u64; }

void wr_sort_row(const weir_kernel *k, wr_sort_kind kind, void *a, void *other, int64_t n) {
    const wr_quicksort_simd *quick = wr_simd_of(k)->quicksort;
    const wr_quicksort *own = quicksort_for(k, kind);
    assert(n <= UINT32_MAX);
    if (own != NULL)
        own->sort(&(wr_sort_part){a, other, n, false}, rest_for(kind));
    else if (kind != WR_SORT_PAIR || n <= INSERTION_MAX || quick->u64.sort == NULL ||
             !sort_packed_pairs(quick, a, other, n))
        sorters[kind].sort(a, other, n);
}

/* ---- Long rows ------------------------------------------------------------------------------- */

static int64_t pieces_of(int64_t n) { return wr_div_up(n, PIECE); }

/* Counts of digits, or lists of parts: at most 8 parts for a piece, and 16 of the next round. */
size_t wr_sort_counts(int64_t n) {
    static_assert(VALUES * sizeof(int64_t) >= 3 * 16 * sizeof(wr_sort_part), "room for the lists");
    return (size_t)pieces_of(n) * VALUES * sizeof(int64_t);
}

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

/* ---- Long rows with vectors ------------------------------------------------------------------ */

/* A list of parts, which are split or sorted in parallel. */
typedef struct parts {
    const wr_quicksort *quick;
    wr_sort_fn *rest;
    wr_sort_part *now, *next; /* next: two for each of now */
} parts;

static weir_status halve_parts(void *arg, int64_t begin, int64_t end) {
    const parts *p = arg;
    for (int64_t i = begin; i < end; i++) {
        if (p->now[i].n > PART_MAX) {
            p->quick->halve(&p->now[i], &p->next[2 * i]);
        } else {
            p->next[2 * i] = p->now[i];
            p->next[2 * i + 1].n = 0;
        }
    }
    return WEIR_OK;
}

static weir_status sort_parts(void *arg, int64_t begin, int64_t end) {
    const parts *p = arg;
    for (int64_t i = begin; i < end; i++) p->quick->sort(&p->now[i], p->rest);
    return WEIR_OK;
}

/* Split the row, then both parts, and so on, until most parts are no longer than a piece, each time
 * in parallel; then sort the parts.  The number of rounds and so of parts is limited: a few parts
 * may be longer. */
static weir_status quicksort_long(const weir_kernel *k, const wr_quicksort *quick, wr_sort_fn *rest,
                                  void *a, void *other, void *lists, int64_t n) {
    enum { MORE_ROUNDS = 2 };
    int rounds = 64 - __builtin_clzll((unsigned long long)pieces_of(n)) + MORE_ROUNDS;
    parts p = {quick, rest, lists, NULL};
    int64_t count = 1;
    p.now[0] = (wr_sort_part){a, other, n, false};
    for (; rounds > 0; rounds--) {
        p.next = p.now + count;
        WR_TRY(wr_split(k, count, 1, halve_parts, &p));
        int64_t all = 2 * count;
        count = 0;
        for (int64_t i = 0; i < all; i++)
            if (p.next[i].n > 0) p.now[count++] = p.next[i];
    }
    return wr_split(k, count, 1, sort_parts, &p);
}

weir_status wr_sort_long(const weir_kernel *k, wr_sort_kind kind, void *a, void *other,
                         void *counts, int64_t n) {
    const sorter *s = &sorters[kind];
    const wr_quicksort *quick = quicksort_for(k, kind);
    if (quick != NULL) return quicksort_long(k, quick, rest_for(kind), a, other, counts, n);
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
