/* divide_conquer.h - divide and conquer, shared by tridiagonal.c and bidiagonal.c.
 *
 * A part is a range of rows, lo to hi - 1, of the matrix.  A part of more than WR_TREE_LEAF rows is
 * divided at `mid`; smaller parts are leaves.  Two solved parts are merged.  An item is an
 * eigenvalue or singular value of a part together with its vectors.  Items are numbered by the rows
 * in which they are stored, counted from the first row of the part.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DIVIDE_CONQUER_H
#define WR_DIVIDE_CONQUER_H

#include "ops/linalg/eigen.h"

/* The tables for a whole tree.  Each part uses the table rows that correspond to its matrix
 * rows. */
typedef struct wr_tables {
    int64_t row;                             /* elements per row of the matrices */
    double *delta, *coefficients, *gathered; /* matrices of n + 1 rows and columns */
    double *z, *pole, *pole_z, *w, *root, *corrected;
    int64_t *sorted, *kept, *dropped, *grouped;
    int64_t *parts;       /* lo and hi of each part that is solved by a single worker */
    uint8_t *kind;        /* per item: WR_FIRST, WR_BOTH or WR_SECOND */
    char *scratch;        /* scratch for matrix products; each entry of `parts` has its own */
    size_t scratch_bytes; /* bytes of scratch per entry of `parts` */
} wr_tables;

typedef struct wr_tree wr_tree;
struct wr_tree {
    int64_t n;
    int64_t between; /* number of rows between the halves of a part: 1 if bidiagonal, otherwise 0 */
    wr_tables t;
    weir_status (*leaf)(const wr_tree *t, const wr_workspace *ws, int64_t lo, int64_t hi);
    weir_status (*merge)(const wr_tree *t, const wr_workspace *ws, int64_t lo, int64_t mid,
                         int64_t hi);
    void *owner;
};

/* Return the row at which a part is divided. */
static inline int64_t wr_tree_mid(int64_t lo, int64_t hi) { return lo + (hi - lo) / 2; }

/* Lay out the tables in `scratch`, which has wr_conquer_doubles(n) elements. */
void wr_tables_take(wr_tables *t, int64_t n, double *scratch);
weir_status wr_tree_solve(wr_tree *t, const wr_workspace *ws);

/* ---- A merge --------------------------------------------------------------------------------- */

/* The part or parts in which the vectors of an item are nonzero. */
enum { WR_FIRST = 0, WR_BOTH = 1, WR_SECOND = 2, WR_KINDS = 3 };

typedef struct wr_merge {
    const wr_workspace *ws;
    wr_tables t; /* tables of the part */
    int64_t count;
    double *d;
    int64_t sorted_count;      /* length of t.sorted: all items of both parts, by ascending d */
    int64_t kept_count;        /* length of t.kept: the items that take part in the merge, by
                                * ascending d */
    int64_t dropped_count;     /* length of t.dropped: the items that are deflated, by ascending
                                * d */
    int64_t of_kind[WR_KINDS]; /* number of kept items of each kind */
    double rho_inverse;
} wr_merge;

/* Vectors, stored as rows.  The columns before `cut` belong to the first part. */
typedef struct wr_side {
    double *rows;
    int64_t row, columns, cut;
    /* the vectors are left singular vectors, whose coefficients differ from those of right singular
     * vectors */
    bool left;
} wr_side;

/* Begin a merge of `count` rows.  The items before `first` belong to the first part, and the items
 * starting at first + t->between belong to the second.  `order` lists the items of each part by
 * ascending value. */
wr_merge wr_merge_of(const wr_tree *t, const wr_workspace *ws, double *d, const int64_t *order,
                     int64_t lo, int64_t first, int64_t count);
void wr_merge_keep(wr_merge *m, int64_t item);
void wr_merge_drop(wr_merge *m, int64_t item);
weir_status wr_merge_solve(wr_merge *m, double rho_inverse, bool squares);
weir_status wr_merge_vectors(const wr_merge *m, const wr_side *side);
/* Set d and `order` to the values of the merged part and their order. */
void wr_merge_end(const wr_merge *m, int64_t *order);

void wr_order_of(int64_t n, const double *d, int64_t *order);

#endif
