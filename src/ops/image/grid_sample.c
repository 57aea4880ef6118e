/* grid_sample.c - grid_sample, which samples images at the positions of a grid, and affine_grid,
 * which computes grids from affine transformations.
 *
 * Coordinates run from -1 to 1 along each axis.  Both operators are composites, so their gradients
 * follow from the operators that they consist of.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/conv/axis_lists.h"
#include "ops/core/composite.h"

#define GRID_SAMPLE_ATTRS(X, A)                                                                    \
    X(A, TEXT, mode, "bilinear", "'bilinear' or 'nearest'", "bilinear | nearest")                  \
    X(A, TEXT, padding_mode, "zeros", "values outside x: 'zeros', 'border' or 'reflection'",       \
      "zeros | border | reflection")                                                               \
    X(A, BOOL, align_corners, 0, "-1 and 1 are the centres of the corner pixels, not their edges")
WEIR_ATTRS(grid_sample, GRID_SAMPLE_ATTRS);
#define AFFINE_GRID_ATTRS(X, A)                                                                    \
    X(A, I64S, size, WEIR_REQUIRED, "shape of the images: batch, channels, and two or three axes", \
      ">= 1")                                                                                      \
    X(A, BOOL, align_corners, 0, "-1 and 1 are the centres of the corner pixels, not their edges")
WEIR_ATTRS(affine_grid, AFFINE_GRID_ATTRS);

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

static bool is(const char *text, const char *name, const char *otherwise) {
    return strcmp(text == NULL ? otherwise : text, name) == 0;
}

/* ---- grid_sample ----------------------------------------------------------------------------- */

static weir_status grid_sample_need(const weir_infer *c) {
    const grid_sample_attr *a = c->attr;
    const weir_array *x = c->in[0], *grid = c->in[1];
    const char *b = "bilinear", *z = "zeros";
    int dtype;
    if (!is(a->mode, "bilinear", b) && !is(a->mode, "nearest", b))
        return wr_refuse(c, "mode '%s' is not supported; expected bilinear or nearest", a->mode);
    if (!is(a->padding_mode, "zeros", z) && !is(a->padding_mode, "border", z) &&
        !is(a->padding_mode, "reflection", z))
        return wr_refuse(c,
                         "padding_mode '%s' is not supported; expected zeros, border or reflection",
                         a->padding_mode);
    if (x->ndim != 4 || grid->ndim != 4 || wr_shape(grid)[0] != wr_shape(x)[0] ||
        wr_shape(grid)[3] != 2 || wr_shape(x)[2] < 1 || wr_shape(x)[3] < 1)
        return wr_refuse(
            c,
            "x is %s and grid is %s; expected (batch, channels, height, width) and (batch, "
            "rows, columns, 2), with height and width of at least 1",
            wr_array_text_of(x), wr_array_text_of(grid));
    WR_TRY(wr_promote(c, 0, 2, &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[dtype].name);
    return WEIR_OK;
}

/* Along one axis: the nearest pixel on each side of a position, and the weights of both; a pixel
 * outside the image has weight 0. */
typedef struct between {
    weir_array *at[2], *weight[2];
} between;

/* Reflect positions at both ends until they are inside the image. */
static weir_array *reflect(weir_vjp *v, weir_array *at, double low, double span) {
    if (span <= 0) return g(multiply, at, n(0));
    weir_array *far = g(remainder, g(abs, g(subtract, at, n(low))), n(2 * span));
    far = g(where, g(isnan, far), n(0), far); /* the remainder of an infinite position is NaN */
    far = g(where, g(greater, far, n(span)), g(subtract, n(2 * span), far), far);
    return g(add, far, n(low));
}

/* Convert coordinates in -1 .. 1 to pixel positions, and move positions outside the image according
 * to padding_mode. */
static weir_array *pixel_of(weir_vjp *v, weir_array *position, double size) {
    const grid_sample_attr *a = v->attr;
    double half = a->align_corners ? (size - 1) / 2 : size / 2;
    weir_array *at = g(add, g(multiply, position, n(half)), n((size - 1) / 2));
    at = g(where, g(isnan, at), n(-1), at);
    if (is(a->padding_mode, "reflection", "zeros"))
        at = a->align_corners ? reflect(v, at, 0, size - 1) : reflect(v, at, -0.5, size);
    return is(a->padding_mode, "zeros", "zeros") ? at : g(clip, at, n(0), n(size - 1));
}

/* Return `weight` (or 1 if `weight` is NULL) for pixels inside the image, and 0 for pixels
 * outside. */
static weir_array *inside(weir_vjp *v, weir_array *at, double size, weir_array *weight) {
    weir_array *there = g(logical_and, g(greater_equal, at, n(0)), g(less, at, n(size)));
    if (weight != NULL || there == NULL) return g(where, there, weight, n(0));
    return g(astype, there, at->dtype);
}

static weir_array *whole(weir_vjp *v, int64_t value) {
    weir_array *out = NULL;
    if (v->status == WEIR_OK) v->status = weir_number_i64(v->rt, value, &out);
    return v->status == WEIR_OK ? out : NULL;
}

static between between_of(weir_vjp *v, weir_array *position, int64_t size) {
    const grid_sample_attr *a = v->attr;
    weir_array *at = pixel_of(v, position, (double)size), *one = n(1);
    bool nearest = is(a->mode, "nearest", "bilinear");
    weir_array *low = nearest ? g(round, at) : g(floor, at), *high = g(add, low, one);
    weir_array *part = g(subtract, at, low);
    between b;
    b.weight[0] = inside(v, low, (double)size, nearest ? NULL : g(subtract, one, part));
    b.weight[1] = nearest ? NULL : inside(v, high, (double)size, part);
    b.at[0] = g(clip, g(astype, low, WEIR_INT64), whole(v, 0), whole(v, size - 1));
    b.at[1] =
        nearest ? NULL : g(clip, g(astype, high, WEIR_INT64), whole(v, 0), whole(v, size - 1));
    return b;
}

/* Return coordinate `which` of all positions, with shape (batch, 1, positions).  float16 and
 * bfloat16 are converted to float32, because they cannot represent the pixel positions of a large
 * image. */
static weir_array *coordinate(weir_vjp *v, weir_array *grid, int which) {
    if (grid->dtype == WEIR_FLOAT16 || grid->dtype == WEIR_BFLOAT16)
        grid = g(astype, grid, WEIR_FLOAT32);
    if (grid == NULL) return NULL;
    const int64_t *s = wr_shape(grid), shape[] = {s[0], 1, s[1] * s[2]};
    const int64_t first[] = {0, 0, 0, which}, end[] = {s[0], s[1], s[2], which + 1};
    return g(reshape, g(slice, grid, first, 4, end, 4, NULL, 0), shape, 3);
}

static weir_array *grid_sample_composite(weir_vjp *v) {
    weir_array *x = v->in[0], *grid = v->in[1], *sum = NULL;
    const int64_t *s = wr_shape(x), *t = wr_shape(grid), flat[] = {s[0], s[1], s[2] * s[3]};
    weir_array *pixels = g(reshape, x, flat, 3);
    between across = between_of(v, coordinate(v, grid, 0), s[3]);
    between down = between_of(v, coordinate(v, grid, 1), s[2]);
    for (int i = 0; i < 2 && down.at[i] != NULL; i++) {
        weir_array *line = g(multiply, down.at[i], whole(v, s[3]));
        for (int j = 0; j < 2 && across.at[j] != NULL; j++) {
            weir_array *here = g(take_along_axis, pixels, g(add, line, across.at[j]), 2);
            here = g(multiply, here, g(multiply, down.weight[i], across.weight[j]));
            sum = sum == NULL ? here : g(add, sum, here);
        }
    }
    const int64_t shape[] = {s[0], s[1], t[1], t[2]};
    sum = g(reshape, sum, shape, 4);
    int dtype = (int)weir_dtype_promote((weir_dtype)x->dtype, (weir_dtype)grid->dtype);
    return sum == NULL || sum->dtype == dtype ? sum : g(astype, sum, dtype);
}
WR_COMPOSITE(grid_sample, 3)

/* ---- affine_grid ----------------------------------------------------------------------------- */

static weir_status affine_grid_need(const weir_infer *c) {
    const affine_grid_attr *a = c->attr;
    const weir_array *theta = c->in[0];
    int64_t axes = a->size.count - 2;
    if (wr_dtype_kind_of(theta->dtype) != WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s", wr_dtypes[theta->dtype].name);
    if (axes != 2 && axes != 3)
        return wr_refuse(c, "size has %lld entr%s; expected 4 or 5", (long long)a->size.count,
                         a->size.count == 1 ? "y" : "ies");
    for (int64_t i = 0; i < a->size.count; i++)
        if (a->size.data[i] < 1 || a->size.data[i] > WR_AXIS_MOST)
            return wr_refuse(c, "size=%lld is out of range; expected 1 to %d",
                             (long long)a->size.data[i], WR_AXIS_MOST);
    if (theta->ndim != 3 || wr_shape(theta)[0] != a->size.data[0] || wr_shape(theta)[1] != axes ||
        wr_shape(theta)[2] != axes + 1)
        return wr_refuse(c, "theta is %s; expected shape (%lld, %lld, %lld), one matrix per image",
                         wr_array_text_of(theta), (long long)a->size.data[0], (long long)axes,
                         (long long)axes + 1);
    return WEIR_OK;
}

/* Return an array of shape (pixels, axes + 1) whose rows are the coordinates of a pixel, last axis
 * first, followed by a 1. */
static weir_array *pixels_of(weir_vjp *v, int axes, const int64_t *size) {
    const affine_grid_attr *a = v->attr;
    const weir_array *theta = v->in[0];
    weir_array *part[4];
    int64_t whole[4] = {1, 1, 1, 1}, flat[2] = {1, axes + 1};
    for (int i = 0; i < axes; i++) whole[i] = size[i], flat[0] *= size[i];
    for (int i = 0; i < axes; i++) {
        int64_t along[4] = {1, 1, 1, 1}, length = size[axes - 1 - i];
        double end = a->align_corners ? 1 : (double)(length - 1) / (double)length;
        along[axes - 1 - i] = length;
        if (length == 1) end = 0;
        part[i] = g(linspace, -end, end, length, 1, theta->dtype, theta->device);
        part[i] = g(broadcast_to, g(reshape, part[i], along, axes + 1), whole, axes + 1);
    }
    part[axes] = g(full, n(1), whole, axes + 1, theta->dtype, theta->device);
    if (v->status != WEIR_OK) return NULL;
    return g(reshape, g(concat, part, (uint32_t)axes + 1, axes), flat, 2);
}

static weir_array *affine_grid_composite(weir_vjp *v) {
    const affine_grid_attr *a = v->attr;
    int axes = (int)a->size.count - 2;
    int64_t shape[5] = {a->size.data[0]};
    for (int i = 0; i < axes; i++) shape[1 + i] = a->size.data[2 + i];
    shape[1 + axes] = axes;
    weir_array *base = pixels_of(v, axes, shape + 1);
    return g(reshape, g(matmul, base, g(matrix_transpose, v->in[0])), shape, axes + 2);
}
WR_COMPOSITE(affine_grid, 1)

#undef n
#undef g

WR_OP(grid_sample) = {
    .size = sizeof(weir_op_def),
    .name = "grid_sample",
    .summary = "Sample images at the positions of a grid, with coordinates from -1 to 1.",
    .notes =
        "x has shape (batch, channels, height, width), the grid (batch, rows, columns, 2) with x "
        "before y coordinates.  The result has shape (batch, channels, rows, columns).  A NaN "
        "coordinate stands for pixel -1, just before the first pixel.",
    .inputs = "x, grid",
    .outputs = "y",
    .parts = "x: images, (batch, channels, height, width); "
             "grid: coordinates from -1 to 1, (batch, rows, columns, 2); "
             "y: sampled images, (batch, channels, rows, columns)",
    WR_USE_COMPOSITE(grid_sample),
    WEIR_USE_ATTRS(grid_sample),
    .samples =
        "(2,3,4,5), (2,2,3,2)@-0.9:0.9; (1,2,4,4), (1,3,3,2)@-1.9:1.9 padding_mode='border' "
        "align_corners=true; (1,2,4,3), (1,3,2,2)@-1.9:1.9 padding_mode='reflection'; (1,1,5,4), "
        "(1,2,2,2)@-1.4:1.4 mode='nearest'; (1,1,3,4), (1,2,2,2)@-1.4:1.4",
};

WR_OP(affine_grid) = {
    .size = sizeof(weir_op_def),
    .name = "affine_grid",
    .summary = "Compute sampling grids for grid_sample from affine matrices.",
    .notes =
        "The coordinates of every pixel, from -1 to 1, are multiplied by theta, which has shape "
        "(batch, axes, axes + 1), for two or three axes.  Coordinates start with the last axis.",
    .inputs = "theta",
    .outputs = "grid",
    .parts = "theta: affine matrices, (batch, axes, axes + 1); "
             "grid: coordinates of every pixel, from -1 to 1",
    WR_USE_COMPOSITE(affine_grid),
    WEIR_USE_ATTRS(affine_grid),
    .samples = "(2,2,3) size=[2,3,4,5]; (1,2,3) size=[1,1,3,2] align_corners=true; (1,3,4) "
               "size=[1,2,2,3,2]",
};
