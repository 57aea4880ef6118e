/* fuse_plan.h - what a group computes: its values, and a step for each member.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FUSE_PLAN_H
#define WR_FUSE_PLAN_H

#include "ops/core/elementwise_tiles.h"
#include "ops/core/task_record.h"
#include "ops/reduce/reduce_walk.h"

enum {
    WR_FUSE_INPUTS = 4,                /* maximum number of inputs of a member */
    WR_FUSE_VALUES = WR_SIZE(112, 14), /* maximum number of values of a group */
    WR_FUSE_SCALARS = WR_SIZE(16, 4),  /* maximum number of those that are scalars */
    WR_FUSE_LISTS = WR_SIZE(64, 4),    /* number of lists of values; a power of two */
    /* Limits of groups that run by rows, see fuse_rows.c. */
    WR_FUSE_LEVELS = 8,                  /* maximum number of levels */
    WR_FUSE_LEVEL_REDUCTIONS = 2,        /* maximum number of reductions of one level */
    WR_FUSE_ROW_VALUES = WR_SIZE(16, 3), /* maximum number of results with one element per row */
    WR_FUSE_ROW_BYTES = WR_SIZE(32768, 1024), /* of the rows that are kept from level to level */
};

/* What a value has in a group of shape (..., n), whose rows are its lines of n elements. */
typedef enum wr_fuse_extent {
    WR_EXTENT_OTHER,   /* any strides, or another shape */
    WR_EXTENT_SCALAR,  /* all elements are the same one */
    WR_EXTENT_FULL,    /* a row-major array of the group's shape */
    WR_EXTENT_PER_ROW, /* a row-major array of the shape (..., 1) */
    WR_EXTENT_ONE_ROW, /* n contiguous elements, used for each row */
} wr_fuse_extent;

/* An array or a scalar that members use. */
typedef struct wr_fuse_value {
    weir_view view;   /* `data` is set before the group runs */
    weir_var *var;    /* NULL: a number, whose value is at view.data */
    int64_t offset;   /* of the view, in elements */
    int computed;     /* of a scalar: the dtype that its users compute in */
    uint8_t extent;   /* a wr_fuse_extent */
    uint8_t level;    /* the level from which on it can be read; see fuse_rows.c */
    uint8_t until;    /* the last level in which it is read */
    bool scalar;      /* all elements are the same one */
    bool written;     /* a member writes it */
    bool temporary;   /* it exists only in tiles */
    bool fresh;       /* its memory is new, so it may be written with non-temporal stores */
    bool stored;      /* it is written through a buffer, with non-temporal stores */
    bool local;       /* a temporary that a group by rows keeps in a block of its runner */
    int16_t last;     /* the last step that uses it */
    int16_t buffer;   /* index of its tile, or -1 */
    int16_t repeated; /* with one element per row: index of a tile full of one, or -1 */
    int16_t place;    /* index in wr_tiles.operand, or of a scalar: index of its buffer */
} wr_fuse_value;

/* MAP: an elementwise operation on values of the group's shape.  MAP_ROWS: the same on values with
 * one element per row.  REDUCE_ROWS: a reduction of each row.  REDUCE_ALL: a reduction of all elements;
 * the step has no `out`. */
typedef enum wr_fuse_step_kind {
    WR_STEP_MAP,
    WR_STEP_MAP_ROWS,
    WR_STEP_REDUCE_ROWS,
    WR_STEP_REDUCE_ALL
} wr_fuse_step_kind;

/* One member. */
typedef struct wr_fuse_step {
    /* streams: the same with non-temporal stores, or NULL if it is not to be used */
    weir_map_fn loop, streams;
    const void *attr;
    wr_reduction_row row;                      /* REDUCE_ROWS */
    uint8_t kind;                              /* a wr_fuse_step_kind */
    uint8_t level;                             /* in which it runs; see fuse_rows.c */
    uint8_t member;                            /* index of the task in the group */
    uint8_t in_count, out, in[WR_FUSE_INPUTS]; /* indices of values */
    uint8_t computed[WR_FUSE_INPUTS];          /* the dtype in which the loop reads each input */
    uint8_t out_computed;                      /* the dtype that the loop writes */
    /* The loop can be called at once: no operand is cast, gathered or copied.  The slots are those of
     * the operands in wr_fuse_tile.at. */
    bool quick;
    uint8_t run; /* 1 + the index of the run that it is a part of, or 0 */
    uint8_t in_slot[WR_FUSE_INPUTS], out_slot;
} wr_fuse_step;

typedef struct wr_fuse_plan {
    const wr_simd *simd;
    int ndim;
    int64_t shape[WEIR_NDIM_MAX]; /* the shape of every result */
    int values, scalars, members;
    bool generates; /* consecutive steps may become generated code, see fuse_code.c */
    bool flat;      /* all values are scalars or row-major arrays of that shape */
    bool row_wise;  /* rows could be computed one by one: all extents are known, all results new */
    bool by_rows;   /* there are reductions of rows */
    int row_values; /* number of results with one element per row */
    int64_t kept_bytes; /* of a row of each value that is kept from level to level */
    uint8_t reductions[WR_FUSE_LEVELS]; /* number of reductions of rows in each level */
    /* the member that reduces a value to one element, or NULL; there is at most one */
    const wr_task_record *reduction;
    wr_reduction_line line;
    /* Lists of the values whose variables have the same hash, by which they are found: the newest value
     * of each list, and for each value the one before it.  These are indices + 1; 0 ends a list. */
    uint8_t newest[WR_FUSE_LISTS], before[WR_FUSE_VALUES];
    wr_fuse_value value[WR_FUSE_VALUES];
} wr_fuse_plan;

/* Begin an empty plan. */
void wr_fuse_plan_init(wr_fuse_plan *p, weir_runtime *rt);
/* Add a member, if it fits; the members may be added in any order.  A wr_group.join. */
bool wr_fuse_plan_join(void *plan, const wr_task *t);
/* Describe a member as a step.  Its values are in the plan. */
void wr_fuse_plan_step(const wr_fuse_plan *p, const wr_task_record *r, wr_fuse_step *step);

/* Could a reduction be the first member of a group? */
bool wr_fuse_reduces_rows(const wr_task_record *r);

/* The kernel of the reduction: `view` has space for two views, `attr` for the attributes. */
weir_kernel wr_fuse_reduction(const wr_fuse_plan *p, const wr_task_record *r, weir_view *view,
                              char *attr);

enum { WR_FUSE_ATTR_BYTES = 128 }; /* maximum size of the attributes of a reduction */

/* A view of an operand of a record whose offsets have not been turned into pointers. */
weir_view wr_fuse_view(const wr_task_record *r, uint32_t operand);

#endif
