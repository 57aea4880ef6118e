/* divide_conquer.h - divide and conquer, shared by tridiagonal.c and bidiagonal.c.
 *
 * A part of the matrix is rows lo to hi.  It is divided at `mid` until it is a leaf, and two solved
 * parts are merged.  Items are the values of a part with their vectors, numbered by the rows that
 * hold them, starting at the part's first row.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DIVIDE_CONQUER_H
#define WR_DIVIDE_CONQUER_H

#include "ops/linalg/eigen.h"

/* Memory of a whole tree; each part uses the rows that it has in the matrix. */
typedef struct wr_tables {
    int64_t row;                             /* elements per row of the matrices */
    double *delta, *coefficients, *gathered; /* matrices */
    double *z, *pole, *pole_z, *w, *root, *corrected;
    int64_t *sorted, *kept, *dropped, *grouped;
    int64_t *parts; /* first and last rows of the parts that one worker solves */
    uint8_t *kind;
    char *scratch; /* for the products of these parts */
    size_t scratch_bytes;
} wr_tables;

typedef struct wr_tree wr_tree;
struct wr_tree {
    int64_t n;
    int64_t between; /* rows between the two halves of a part: 0 or 1 */
    wr_tables t;
    weir_status (*leaf)(const wr_tree *t, const wr_workspace *ws, int64_t lo, int64_t hi);
    weir_status (*merge)(const wr_tree *t, const wr_workspace *ws, int64_t lo, int64_t mid,
                         int64_t hi);
    void *owner;
};

/* The row at which a part is divided. */
static inline int64_t wr_tree_mid(int64_t lo, int64_t hi) { return lo + (hi - lo) / 2; }

void wr_tables_take(wr_tables *t, int64_t n, double *scratch); /* wr_conquer_doubles elements */
weir_status wr_tree_solve(wr_tree *t, const wr_workspace *ws);

/* ---- A merge --------------------------------------------------------------------------------- */

/* In which of the two parts the vectors of an item are non-zero. */
enum { WR_FIRST = 0, WR_BOTH = 1, WR_SECOND = 2, WR_KINDS = 3 };

typedef struct wr_merge {
    const wr_workspace *ws;
    wr_tables t; /* tables of the part */
    int64_t count;
    double *d;
    int64_t sorted_count;      /* items in t.sorted, by d */
    int64_t kept_count;        /* items in t.kept, by d, that take part in the merge */
    int64_t dropped_count;     /* items in t.dropped, which are deflated */
    int64_t of_kind[WR_KINDS]; /* kept items of each kind */
    double rho_inverse;
} wr_merge;

/* Vectors as rows; columns up to `cut` belong to the first part. */
typedef struct wr_side {
    double *rows;
    int64_t row, columns, cut;
    bool left; /* left vectors of a bidiagonal part, which have other coefficients */
} wr_side;

/* `first` items, `between`, and the others; `order` has those of each part sorted by value. */
wr_merge wr_merge_of(const wr_tree *t, const wr_workspace *ws, double *d, const int64_t *order,
                     int64_t lo, int64_t first, int64_t count);
void wr_merge_keep(wr_merge *m, int64_t item);
void wr_merge_drop(wr_merge *m, int64_t item);
weir_status wr_merge_solve(wr_merge *m, double rho_inverse, bool squares);
weir_status wr_merge_vectors(const wr_merge *m, const wr_side *side);
void wr_merge_end(const wr_merge *m, int64_t *order); /* sets d and the order of the merged part */

void wr_order_of(int64_t n, const double *d, int64_t *order);

#endif
