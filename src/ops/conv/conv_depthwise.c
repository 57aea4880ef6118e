/* conv_depthwise.c - depthwise convolution, where each channel is a separate group, computed as
 * sums of shifted planes.
 *
 * A plane is copied, with its padding, into a slot of the scratch memory.  With a stride s along
 * the last axis, the elements of a row are grouped by their index modulo s.  The elements that
 * a tap needs for a row of the result are then contiguous, and a row of the result is a weighted
 * sum of a few rows.  In the weight gradient, the element for each weight is a sum of dot products
 * of such rows with rows of dy.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/conv_depthwise.h"

#include <string.h>

#include "ops/conv/conv_subgrid.h"
#include "ops/conv/conv_simd.h"

/* PIECES: maximum number of pieces, and of scratch slots; SLOTS_BYTES: approximate total size of
 * all slots; UNIT_WORK: approximate minimum number of multiplications per piece. */
enum { PIECES = WR_SIZE(32, 3), SLOTS_BYTES = 16 << 20, UNIT_WORK = WR_SIZE(1 << 15, 64) };

typedef struct job {
    const wr_conv *c;
    const wr_conv_data *data;
    const wr_conv_simd *simd;
    int type, size; /* type: 0 for float32, 1 for float64; size: bytes per element */
    bool back;
    /* from: sizes of the plane that is read; made: sizes of the plane of the result or of dy */
    const int64_t *from, *made;
    int64_t subgrids;
    int64_t low[3], high[3]; /* bounds of the elements that taps read, including padding */
    /* both along the last axis; phases: number of groups of elements with the same index modulo the
     * stride; phase: elements per group */
    int64_t phases, phase;
    int64_t padded[3]; /* sizes of the padded plane in the slot */
    int64_t taps, units, pieces;
    size_t plane_bytes, at_bytes, row_bytes, slot_bytes;
    char *slots;
} job;

/* Find the bounds of the elements that the taps of all subgrids read. */
static void reach(job *j) {
    for (int d = 0; d < 3; d++) j->low[d] = INT64_MAX, j->high[d] = INT64_MIN;
    for (int64_t i = 0; i < j->subgrids; i++) {
        wr_conv_subgrid l = wr_conv_subgrid_at(j->c, j->back, i);
        for (int d = 0; d < 3; d++) {
            if (l.taps[d] == 0) continue;
            int64_t last = (l.taps[d] - 1) * l.tap_step[d];
            j->low[d] = wr_min(j->low[d], l.offset[d] + wr_min(0, last));
            j->high[d] =
                wr_max(j->high[d], (l.count[d] - 1) * l.source[d] + l.offset[d] + wr_max(0, last));
        }
    }
    for (int d = 0; d < 3; d++)
        if (j->low[d] > j->high[d]) j->low[d] = j->high[d] = 0; /* no tap reads any element */
}

static job job_of(const wr_conv *c, wr_conv_direction direction, int dtype) {
    job j = {.c = c, .back = direction == WR_CONV_INPUT_GRAD, .type = dtype == WEIR_FLOAT64};
    j.size = j.type ? 8 : 4;
    j.from = j.back ? c->out : c->in;
    j.made = j.back ? c->in : c->out;
    j.subgrids = wr_conv_subgrid_count(c, j.back);
    reach(&j);
    j.phases = j.back ? 1 : c->stride[2];
    for (int d = 0; d < 3; d++) j.padded[d] = j.high[d] - j.low[d] + 1;
    /* with a single result, the padded plane may be narrower than the stride */
    j.phases = wr_min(j.phases, j.padded[2]);
    j.phase = (j.padded[2] + j.phases - 1) / j.phases;
    j.padded[2] = j.phases * j.phase;
    j.taps = wr_volume(c->kernel);
    j.units = direction == WR_CONV_WEIGHT_GRAD ? c->groups : c->images * c->groups;
    j.plane_bytes = wr_round_up((size_t)(wr_volume(j.padded) * j.size), WR_CACHE_LINE);
    j.at_bytes = wr_round_up((size_t)j.taps * 3 * sizeof(int64_t), WR_CACHE_LINE);
    j.row_bytes = wr_round_up((size_t)(j.made[2] * j.size), WR_CACHE_LINE);
    j.slot_bytes = j.plane_bytes + j.at_bytes + j.row_bytes;
    int64_t slots = wr_max(4, SLOTS_BYTES / (int64_t)j.slot_bytes);
    int64_t work = wr_max(1, wr_volume(j.padded) + wr_volume(j.made) * j.taps);
    if (direction == WR_CONV_WEIGHT_GRAD) work *= wr_max(1, c->images);
    int64_t pieces = wr_max(1, j.units / wr_max(1, UNIT_WORK / work));
    j.pieces = wr_min(wr_min(pieces, slots), PIECES);
    return j;
}

size_t wr_depthwise_scratch(const wr_conv *c, wr_conv_direction direction, int dtype) {
    job j = job_of(c, direction, dtype);
    return (size_t)j.pieces * j.slot_bytes;
}

/* Return the position of element x of the padded row when elements are grouped by their index
 * modulo the stride. */
static int64_t sorted(const job *j, int64_t x) { return x % j->phases * j->phase + x / j->phases; }

/* Copy the part of a padded row that lies in the plane; the padding in the slot is already 0. */
#define COPY_ROW(type)                                                                             \
    for (int64_t x = first; x <= last; x++)                                                        \
        ((type *)to)[sorted(j, x - j->low[2])] = ((const type *)line)[x];

static void copy_row(const job *j, const char *line, char *to) {
    int64_t first = wr_max(0, j->low[2]), last = wr_min(j->from[2] - 1, j->high[2]);
    if (first > last) return;
    if (j->phases == 1)
        memcpy(to + (first - j->low[2]) * j->size, line + first * j->size,
               (size_t)((last - first + 1) * j->size));
    else if (j->size == 4)
        COPY_ROW(float)
    else
        COPY_ROW(double)
}

static void copy_plane(const job *j, const char *plane, char *slot) {
    for (int64_t z = wr_max(0, j->low[0]); z <= wr_min(j->from[0] - 1, j->high[0]); z++)
        for (int64_t y = wr_max(0, j->low[1]); y <= wr_min(j->from[1] - 1, j->high[1]); y++)
            copy_row(j, plane + (z * j->from[1] + y) * j->from[2] * j->size,
                     slot +
                         ((z - j->low[0]) * j->padded[1] + y - j->low[1]) * j->padded[2] * j->size);
}

/* Compute the offset of each tap of a subgrid at the subgrid's first position, and the index of the
 * tap in the kernel.  Return the number of taps. */
static int64_t find_taps(const job *j, const wr_conv_subgrid *l, int64_t *at, int64_t *which) {
    int64_t n = 0, i[3], u[3];
    for (i[0] = 0; i[0] < l->taps[0]; i[0]++)
        for (i[1] = 0; i[1] < l->taps[1]; i[1]++)
            for (i[2] = 0; i[2] < l->taps[2]; i[2]++) {
                int64_t t = 0;
                for (int d = 0; d < 3; d++) {
                    u[d] = l->offset[d] + i[d] * l->tap_step[d] - j->low[d];
                    t = t * j->c->kernel[d] + l->tap[d] + i[d] * l->tap_next[d];
                }
                at[n] = (u[0] * j->padded[1] + u[1]) * j->padded[2] + sorted(j, u[2]);
                which[n++] = t;
            }
    return n;
}

/* ---- Forward and input gradient -------------------------------------------------------------- */

#define SPREAD(type)                                                                               \
    for (int64_t i = 0; i < n; i++) ((type *)to)[i * step] = ((const type *)row)[i];

static void scatter(const job *j, char *to, int64_t step, const char *row, int64_t n) {
    if (j->size == 4)
        SPREAD(float)
    else
        SPREAD(double)
}

static double bias_of(const job *j, int64_t channel) {
    if (j->data->bias == NULL) return 0;
    return j->type ? ((const double *)j->data->bias)[channel]
                   : (double)((const float *)j->data->bias)[channel];
}

static void run_subgrid(const job *j, const wr_conv_subgrid *l, int64_t channel, char *slot,
                        char *out) {
    int64_t *at = (int64_t *)(void *)(slot + j->plane_bytes), *which = at + j->taps;
    char *weight = (char *)(which + j->taps), *row = slot + j->plane_bytes + j->at_bytes;
    wr_conv_taps t = {.at = at, .weight = weight, .n = l->count[2], .start = bias_of(j, channel)};
    t.taps = find_taps(j, l, at, which);
    for (int64_t i = 0; i < t.taps; i++)
        memcpy(weight + i * j->size,
               (const char *)j->data->b + (channel * j->taps + which[i]) * j->size,
               (size_t)j->size);
    for (int64_t z = 0; z < l->count[0]; z++)
        for (int64_t y = 0; y < l->count[1]; y++) {
            int64_t made = l->first[0] + z * l->step[0];
            made = made * j->made[1] + l->first[1] + y * l->step[1];
            char *to = out + (made * j->made[2] + l->first[2]) * j->size;
            t.x = slot +
                  (z * l->source[0] * j->padded[1] + y * l->source[1]) * j->padded[2] * j->size;
            t.y = l->step[2] == 1 ? to : row;
            j->simd->taps[j->type](&t);
            if (l->step[2] != 1) scatter(j, to, l->step[2], row, t.n);
        }
}

static weir_status run_planes(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    for (int64_t piece = begin; piece < end; piece++) {
        char *slot = j->slots + (size_t)piece * j->slot_bytes;
        memset(slot, 0, j->plane_bytes);
        for (int64_t u = piece * j->units / j->pieces; u < (piece + 1) * j->units / j->pieces;
             u++) {
            copy_plane(j, (const char *)j->data->a + u * wr_volume(j->from) * j->size, slot);
            for (int64_t i = 0; i < j->subgrids; i++) {
                wr_conv_subgrid l = wr_conv_subgrid_at(j->c, j->back, i);
                run_subgrid(j, &l, u % j->c->groups, slot,
                            (char *)j->data->out + u * wr_volume(j->made) * j->size);
            }
        }
    }
    return WEIR_OK;
}

/* ---- Weight gradient ------------------------------------------------------------------------- */

static void weight_plane(const job *j, const wr_conv_subgrid *l, const char *y, const int64_t *at,
                         const char *slot, double *sum) {
    for (int64_t t = 0; t < j->taps; t++)
        for (int64_t z = 0; z < l->count[0]; z++)
            sum[t] += j->simd->dot[j->type](
                y + z * l->count[1] * l->count[2] * j->size, l->count[2],
                slot + (at[t] + z * l->source[0] * j->padded[1] * j->padded[2]) * j->size,
                l->source[1] * j->padded[2], l->count[1], l->count[2]);
}

static weir_status run_weights(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    const wr_conv *c = j->c;
    wr_conv_subgrid l = wr_conv_subgrid_at(c, false, 0);
    for (int64_t piece = begin; piece < end; piece++) {
        char *slot = j->slots + (size_t)piece * j->slot_bytes;
        int64_t *at = (int64_t *)(void *)(slot + j->plane_bytes);
        double *sum = (double *)(void *)(at + 2 * j->taps);
        memset(slot, 0, j->plane_bytes);
        find_taps(j, &l, at, at + j->taps);
        for (int64_t u = piece * j->units / j->pieces; u < (piece + 1) * j->units / j->pieces;
             u++) {
            for (int64_t t = 0; t < j->taps; t++) sum[t] = 0;
            for (int64_t image = 0; image < c->images; image++) {
                int64_t plane = image * c->groups + u;
                copy_plane(j, (const char *)j->data->a + plane * wr_volume(c->in) * j->size, slot);
                weight_plane(j, &l, (const char *)j->data->b + plane * wr_volume(c->out) * j->size,
                             at, slot, sum);
            }
            for (int64_t t = 0; t < j->taps; t++)
                if (j->type)
                    ((double *)j->data->out)[u * j->taps + t] = sum[t];
                else
                    ((float *)j->data->out)[u * j->taps + t] = (float)sum[t];
        }
    }
    return WEIR_OK;
}

weir_status wr_depthwise_run(const weir_kernel *k, const wr_conv *c, wr_conv_direction direction,
                             const wr_conv_data *data, void *scratch) {
    job j = job_of(c, direction, data->dtype);
    j.data = data;
    j.simd = wr_simd_of(k)->conv;
    j.slots = scratch;
    if (j.units == 0) return WEIR_OK;
    return wr_split(k, j.pieces, 1, direction == WR_CONV_WEIGHT_GRAD ? run_weights : run_planes,
                    &j);
}
