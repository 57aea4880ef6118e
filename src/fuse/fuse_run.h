/* fuse_run.h - a group while it runs: its steps, the buffers of a tile, and one step in one tile.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FUSE_RUN_H
#define WR_FUSE_RUN_H

#include "engine/engine.h"
#include "fuse/code.h"
#include "fuse/fuse_plan.h"

enum {
    /* A tile of each value that is kept, of each scalar and of each array should fit the L1 cache. */
    WR_FUSE_TILES_BYTES = WR_SIZE(40960, 640),
    WR_FUSE_TILE_BYTES_MIN = WR_SIZE(512, 64),
    /* buffers of a tile, besides those that are kept: for casts and gathered elements */
    WR_FUSE_STAGES = WR_FUSE_INPUTS + 2,
    /* buffers of values that are kept, of scalars and of repeated elements */
    WR_FUSE_BUFFERS = WR_GROUP_MAX + WR_FUSE_SCALARS,
    WR_FUSE_SLOTS = WR_FUSE_VALUES + WR_FUSE_BUFFERS,
    WR_FUSE_RUNS = WR_SIZE(16, 3), /* maximum number of runs; further steps call their loops */
    /* size of an operand in a tile of a group that is all generated code, which needs no buffers */
    WR_FUSE_CODE_BYTES = WR_SIZE(16384, 128),
    WR_FUSE_POOL_BYTES = WR_FUSE_TILES_BYTES + WR_FUSE_STAGES * WR_TILE_BYTES,
};

/* Every value of a group may need a buffer in the worst case. */
_Static_assert(WR_FUSE_BUFFERS *WR_FUSE_TILE_BYTES_MIN <= WR_FUSE_TILES_BYTES,
               "the smallest tiles fit");
_Static_assert(WR_FUSE_SLOTS <= UINT8_MAX, "a slot is a byte");

/* Consecutive steps that one generated loop computes. */
typedef struct wr_fuse_run {
    const wr_code *code;
    wr_code_fn loop;
    uint8_t begin, end; /* the steps `begin` to `end` - 1 */
    uint8_t size;       /* of an element, in bytes */
    uint8_t vector;     /* of a vector, in bytes */
    uint8_t arrays;
    uint8_t slot[WR_CODE_ARRAYS]; /* of each array, in wr_fuse_tile.at */
    uint16_t reads, writes;       /* a bit for each array that is read, or written */
    uint64_t number[WR_CODE_NUMBERS];
} wr_fuse_run;

typedef struct wr_fused {
    wr_fuse_plan plan;
    wr_group group;
    wr_fuse_step step[WR_GROUP_MAX]; /* in the order in which they run */
    wr_tiles tiles;
    wr_tile_operand operand[WR_FUSE_VALUES];
    int runs;
    wr_fuse_run run[WR_FUSE_RUNS];
    bool streams;       /* some result is written with non-temporal stores */
    int scalars;        /* number of scalars that have buffers: all, or none */
    int kept;           /* number of buffers for values that are kept */
    int buffers;        /* number of buffers for those, scalars and repeated elements */
    int64_t tile_bytes; /* size of a buffer */
    char *scratch;      /* of a reduction of all elements: the states of its pieces */
    /* of a group by rows: the number of rows, their length, and the number of rows of a block */
    int64_t rows, length, block;
    uint8_t repeated[WR_FUSE_BUFFERS]; /* of a group by rows: the values that are repeated */
    uint32_t repeats[WR_FUSE_LEVELS];  /* of each level: a bit for each of those that it reads */
} wr_fused;

static inline wr_task_record *wr_fused_record(const wr_fused *f, const wr_fuse_step *s) {
    return f->group.task[s->member]->arg;
}

/* Are all operands of all steps contiguous, whatever the tiles? */
static inline bool wr_fused_is_flat(const wr_fused *f) { return f->plan.flat && !f->plan.by_rows; }

/* ---- fuse_memory.c --------------------------------------------------------------------------- */

/* Find the inputs and allocate the results that are not temporaries.  Return false, and change
 * nothing, if an input has no values or the system has no memory. */
bool wr_fused_allocate(wr_fused *f);
/* Free the memory of a temporary.  A wr_group.drop. */
void wr_fused_drop(weir_var *v);

/* ---- fuse_tile.c ----------------------------------------------------------------------------- */

/* Give each value that is kept between steps a buffer. */
void wr_fused_assign_buffers(wr_fused *f);
/* Choose the size of a buffer, and return the number of elements in a tile.  `arrays` is the number of
 * arrays of which a tile should stay in the L1 cache. */
int64_t wr_fused_choose_tile(wr_fused *f, int arrays);
/* The slot of a value that a step reads, in wr_fuse_tile.at. */
int wr_fused_slot(const wr_fused *f, const wr_fuse_step *s, const wr_fuse_value *v);
/* Find the steps whose loops can be called at once, when everything else is laid out. */
void wr_fused_find_quick(wr_fused *f);
/* Should results be written with non-temporal stores?  Only if they do not stay in the caches. */
bool wr_fused_is_large(const wr_fused *f);

/* The buffers of a tile: values that are kept, scalars, then one for each input that is cast or
 * gathered, for a result before its cast, and for staging. */
typedef struct wr_fuse_buffers {
    _Alignas(64) char block[WR_FUSE_POOL_BYTES];
    int64_t filled; /* number of elements of each scalar's buffer that are set */
} wr_fuse_buffers;

typedef struct wr_fuse_tile {
    const wr_fused *f;
    wr_fuse_buffers *b;
    /* for each array, its first element in this tile; then the buffers of values that are kept, of
     * scalars, and of repeated elements */
    char *at[WR_FUSE_SLOTS];
    int64_t rows, cols;
} wr_fuse_tile;

/* Begin to run tiles with these buffers. */
void wr_fuse_tile_init(wr_fuse_tile *t, const wr_fused *f, wr_fuse_buffers *b);

/* Set n elements of each scalar's buffer. */
void wr_fuse_fill_scalars(const wr_fuse_tile *t, int64_t n);
/* Return the elements of an input as the loop needs them. */
const void *wr_fuse_bring(const wr_fuse_tile *t, const wr_fuse_step *s, int j);
/* Run the loop of a step that is not quick, or whose result is not aligned. */
void wr_fuse_compute_slowly(const wr_fuse_tile *t, const wr_fuse_step *s);

/* Run the loop of a step. */
static inline void wr_fuse_compute(const wr_fuse_tile *t, const wr_fuse_step *s) {
    char *out = t->at[s->out_slot];
    if (WR_UNLIKELY(!s->quick || (s->streams != NULL && (uintptr_t)out % 64 != 0))) {
        wr_fuse_compute_slowly(t, s);
        return;
    }
    const void *in[WR_FUSE_INPUTS];
    for (int j = 0; j < WR_FUSE_INPUTS; j++) in[j] = t->at[s->in_slot[j]];
    (s->streams != NULL ? s->streams : s->loop)(out, in, t->rows * t->cols, s->attr);
}

/* ---- fuse_code.c ----------------------------------------------------------------------------- */

/* Find the steps for which loops can be generated. */
void wr_fused_find_runs(wr_fused *f);
/* Get the code of all runs, when everything else is laid out.  Return false if there is none. */
bool wr_fused_generate(wr_fused *f);
/* Release the code; there are no runs any more. */
void wr_fused_drop_runs(wr_fused *f);
/* Compute the steps of a run in one tile. */
void wr_fuse_run_code(const wr_fuse_tile *t, const wr_fuse_run *r);

/* Run an operation, or all steps of a run.  Return the index of the step after. */
static inline uint32_t wr_fuse_advance(const wr_fuse_tile *t, uint32_t index) {
    const wr_fuse_step *s = &t->f->step[index];
    if (s->run == 0) {
        wr_fuse_compute(t, s);
        return index + 1;
    }
    const wr_fuse_run *r = &t->f->run[s->run - 1];
    wr_fuse_run_code(t, r);
    return r->end;
}

/* ---- fuse_rows.c ----------------------------------------------------------------------------- */

/* Prepare a group with reductions of rows. */
void wr_fused_lay_out_rows(wr_fused *f);
void wr_fused_run_rows(wr_fused *f, weir_context *ctx);

#endif
