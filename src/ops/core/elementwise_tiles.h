/* elementwise_tiles.h - the iteration of elementwise loops: dimensions, tiles, and moving operands
 * between memory and tiles.  elementwise_walk.c uses it for one operation, src/fuse for several.
 *
 * The iteration space is the shape of the outputs, without dimensions of size 1 and with neighbouring
 * dimensions merged where all operands allow it.  It is cut into tiles of rows x cols elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ELEMENTWISE_TILES_H
#define WR_ELEMENTWISE_TILES_H

#include <string.h>

#include "ops/core/op.h"

enum {
    WR_TILE_BYTES = WR_SIZE(4096, 64), /* size of one operand's buffer */
    WR_PIECE_TILES = WR_SIZE(32, 2),   /* number of tiles in a piece of parallel work */
    WR_TILE_SIDE = WR_SIZE(32, 4),     /* side of the square tiles for transposed operands */
};

/* ---- The iteration --------------------------------------------------------------------------- */

typedef struct wr_tile_operand {
    char *data;
    int64_t stride[WEIR_NDIM_MAX]; /* strides in bytes along the iteration's dimensions */
    int dtype;                     /* dtype of the elements in memory */
    int computed;                  /* dtype of the elements that the loop works on */
    int64_t row, col; /* strides from one row or column of a tile to the next, in elements */
    bool scalar;      /* the operand has one element, so its buffer is filled once for all tiles */
} wr_tile_operand;

/* The iteration of one or more loops over the same elements. */
typedef struct wr_tiles {
    const wr_simd *simd;
    int count; /* number of operands */
    /* Operand 0 is an output; its strides decide the order of the iteration. */
    wr_tile_operand *operand;
    int ndim;
    int64_t shape[WEIR_NDIM_MAX];
    /* the dimensions that a tile's rows and columns run along; row_dim is -1 if tiles have one
     * row */
    int row_dim, col_dim;
    int64_t rows, cols;   /* size of a full tile */
    int64_t across, down; /* number of tiles along col_dim and along row_dim */
    int64_t tiles;
} wr_tiles;

/* Set up an operand.  It is broadcast to the output's shape, which is the iteration space. */
static inline void wr_tile_lay_out(wr_tiles *m, int which, const weir_view *v, int computed) {
    wr_tile_operand *l = &m->operand[which];
    int64_t size = (int64_t)wr_dtype_bytes(v->dtype);
    l->data = v->data;
    l->dtype = v->dtype;
    l->computed = computed;
    for (int i = 0; i < m->ndim; i++) {
        int own = i - (m->ndim - v->ndim);
        l->stride[i] = own < 0 || v->shape[own] == 1 ? 0 : v->strides[own] * size;
    }
}

static inline void wr_tile_drop_dim(wr_tiles *m, int dim) {
    m->ndim--;
    for (int i = dim; i < m->ndim; i++) m->shape[i] = m->shape[i + 1];
    for (int j = 0; j < m->count; j++)
        for (int i = dim; i < m->ndim; i++) m->operand[j].stride[i] = m->operand[j].stride[i + 1];
}

static inline void wr_tile_swap_dims(wr_tiles *m, int a, int b) {
    int64_t t = m->shape[a];
    m->shape[a] = m->shape[b], m->shape[b] = t;
    for (int j = 0; j < m->count; j++) {
        int64_t *s = m->operand[j].stride;
        t = s[a], s[a] = s[b], s[b] = t;
    }
}

static inline int64_t wr_tile_magnitude(int64_t n) { return n < 0 ? -n : n; }

/* Sort dimensions by the output's strides, drop those of size 1, and merge neighbours where all
 * operands allow it. */
static inline void wr_tile_simplify(wr_tiles *m) {
    assert(m->ndim >= 0 && m->ndim <= WEIR_NDIM_MAX);
    for (int i = m->ndim - 1; i >= 0; i--)
        if (m->shape[i] == 1) wr_tile_drop_dim(m, i);
    for (int i = 1; i < m->ndim; i++)
        for (int j = i; j > 0 && wr_tile_magnitude(m->operand[0].stride[j - 1]) <
                                     wr_tile_magnitude(m->operand[0].stride[j]);
             j--)
            wr_tile_swap_dims(m, j - 1, j);
    for (int i = m->ndim - 2; i >= 0; i--) {
        bool joins = true;
        for (int j = 0; j < m->count; j++)
            joins &= m->operand[j].stride[i] == m->operand[j].stride[i + 1] * m->shape[i + 1];
        if (!joins) continue;
        m->shape[i + 1] *= m->shape[i];
        wr_tile_drop_dim(m, i);
    }
}

/* Find an operand that is contiguous along a dimension other than the last.  Return that dimension,
 * or -1 if there is no such operand. */
static inline int wr_tile_find_transposed(const wr_tiles *m) {
    for (int j = 0; j < m->count; j++) {
        const wr_tile_operand *l = &m->operand[j];
        int64_t size = (int64_t)wr_dtype_bytes(l->dtype);
        if (l->stride[m->ndim - 1] == size || l->stride[m->ndim - 1] == 0) continue;
        for (int i = m->ndim - 2; i >= 0; i--)
            if (l->stride[i] == size && m->shape[i] >= 8 && m->shape[m->ndim - 1] >= 8) return i;
    }
    return -1;
}

/* Return whether an input has one element for the whole iteration. */
static inline bool wr_tile_is_scalar(const wr_tiles *m, int which) {
    bool scalar = which > 0;
    for (int i = 0; i < m->ndim; i++) scalar &= m->operand[which].stride[i] == 0;
    return scalar;
}

/* Return the number of elements in a tile: as many of the widest dtype as a buffer holds.  The dtype
 * of a scalar in memory does not count, because it is cast before it is repeated. */
static inline int64_t wr_tile_elements(const wr_tiles *m) {
    size_t widest = 1;
    for (int j = 0; j < m->count; j++) {
        size_t a = wr_dtype_bytes(m->operand[j].dtype), b = wr_dtype_bytes(m->operand[j].computed);
        widest = a > widest && !wr_tile_is_scalar(m, j) ? a : widest;
        widest = b > widest ? b : widest;
    }
    assert(widest > 0);
    return WR_TILE_BYTES / (int64_t)widest;
}

/* Cut the iteration into tiles of at most `elements` elements. */
static inline void wr_tile_choose_tiles(wr_tiles *m, int64_t elements) {
    if (m->ndim == 0) { /* treat a scalar as a row of one element */
        m->shape[m->ndim++] = 1;
        for (int j = 0; j < m->count; j++)
            m->operand[j].stride[0] = (int64_t)wr_dtype_bytes(m->operand[j].dtype);
    }
    m->col_dim = m->ndim - 1;
    m->row_dim = m->ndim > 1 ? wr_tile_find_transposed(m) : -1;
    int64_t length = m->shape[m->col_dim];
    if (m->row_dim >= 0) {
        int64_t side = WR_TILE_SIDE;
        while (side * side > elements) side /= 2;
        m->cols = wr_min(length, side);
    } else {
        m->cols = wr_min(length, elements);
        if (m->ndim > 1 && length <= elements / 2) m->row_dim = m->ndim - 2;
    }
    int64_t down = m->row_dim >= 0 ? m->shape[m->row_dim] : 1;
    m->rows = wr_min(down, elements / m->cols);
    m->across = wr_div_up(length, m->cols);
    m->down = wr_div_up(down, m->rows);
    m->tiles = m->across * m->down;
    for (int i = 0; i < m->ndim; i++)
        if (i != m->col_dim && i != m->row_dim) m->tiles *= m->shape[i];
    for (int j = 0; j < m->count; j++) {
        wr_tile_operand *l = &m->operand[j];
        int64_t size = (int64_t)wr_dtype_bytes(l->dtype);
        l->col = l->stride[m->col_dim] / size;
        l->row = m->row_dim >= 0 ? l->stride[m->row_dim] / size : 0;
        l->scalar = wr_tile_is_scalar(m, j);
    }
}

/* ---- One tile -------------------------------------------------------------------------------- */

static inline bool wr_tile_is_contiguous(const wr_tile_operand *l, int64_t rows, int64_t cols) {
    return (cols == 1 || l->col == 1) && (rows == 1 || l->row == cols);
}

/* Copy rows x cols strided elements to contiguous memory. */
static inline void wr_tile_gather(const wr_move_simd *move, char *to, const char *from,
                                  const wr_tile_operand *l, int64_t rows, int64_t cols) {
    int shift = wr_dtypes[l->dtype].shift;
    int64_t size = (int64_t)wr_dtype_bytes(l->dtype);
    bool repeats = l->col == 0 && cols >= 8; /* filling rows is faster */
    if (l->row == 1 && l->col != 1 && rows > 1 && !repeats) {
        move->transpose[shift](to, cols, from, l->col, cols, rows);
        return;
    }
    for (int64_t r = 0; r < rows; r++) {
        const char *x = from + r * l->row * size;
        char *y = to + r * cols * size;
        if (l->col == 1)
            memcpy(y, x, (size_t)(cols * size));
        else if (l->col == 0)
            move->fill[shift](y, x, cols);
        else
            move->gather[shift](y, x, l->col, cols);
    }
}

static inline void wr_tile_scatter(const wr_move_simd *move, char *to, const char *from,
                                   const wr_tile_operand *l, int64_t rows, int64_t cols,
                                   bool stream) {
    int shift = wr_dtypes[l->dtype].shift;
    int64_t size = (int64_t)wr_dtype_bytes(l->dtype);
    if (l->row == 1 && l->col != 1 && rows > 1) {
        move->transpose[shift](to, l->col, from, cols, rows, cols);
        return;
    }
    for (int64_t r = 0; r < rows; r++) {
        char *x = to + r * l->row * size;
        const char *y = from + r * cols * size;
        if (l->col == 1 && stream)
            move->stream(x, y, (size_t)(cols * size));
        else if (l->col == 1)
            memcpy(x, y, (size_t)(cols * size));
        else
            move->scatter[shift](x, l->col, y, cols);
    }
}

/* Fill a buffer with n copies of a scalar's value. */
static inline void wr_tile_repeat(const wr_simd *simd, const wr_tile_operand *l, char *to,
                                  int64_t n) {
    char value[16];
    simd->cast->cast[l->dtype][l->computed](value, l->data, 1);
    simd->move->fill[wr_dtypes[l->computed].shift](to, value, n);
}

/* Return the elements of a tile as contiguous elements of the dtype `computed`: in place if they are
 * that already, else in `buffer`.  `other` is a staging buffer. */
static inline const void *wr_tile_bring(const wr_simd *simd, const wr_tile_operand *l,
                                        const char *from, int computed, char *buffer, char *other,
                                        int64_t rows, int64_t cols) {
    bool contiguous = wr_tile_is_contiguous(l, rows, cols);
    if (l->dtype == computed) {
        if (contiguous) return from;
        wr_tile_gather(simd->move, buffer, from, l, rows, cols);
        return buffer;
    }
    if (!contiguous) {
        wr_tile_gather(simd->move, other, from, l, rows, cols);
        from = other;
    }
    simd->cast->cast[l->dtype][computed](buffer, from, rows * cols);
    return buffer;
}

/* Compute the position and size of a tile.  Tiles are numbered across, then down, then over the
 * other dimensions, the last of which varies fastest. */
static inline void wr_tile_locate(const wr_tiles *m, int64_t tile, int64_t *offset, int64_t *rows,
                                  int64_t *cols) {
    assert(m->count > 0);
    int64_t col = tile % m->across * m->cols;
    tile /= m->across;
    int64_t row = tile % m->down * m->rows;
    tile /= m->down;
    int64_t down = m->row_dim >= 0 ? m->shape[m->row_dim] : 1;
    *cols = wr_min(m->shape[m->col_dim] - col, m->cols);
    *rows = wr_min(down - row, m->rows);
    for (int j = 0; j < m->count; j++) {
        const wr_tile_operand *l = &m->operand[j];
        offset[j] =
            col * l->stride[m->col_dim] + (m->row_dim >= 0 ? row * l->stride[m->row_dim] : 0);
    }
    for (int i = m->ndim - 1; i >= 0; i--) {
        if (i == m->col_dim || i == m->row_dim) continue;
        int64_t at = tile % m->shape[i];
        tile /= m->shape[i];
        for (int j = 0; j < m->count; j++) offset[j] += at * m->operand[j].stride[i];
    }
}

#endif
