/* dataset_combine.c - datasets made from other datasets: subsets and concatenations.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "data/dataset.h"

/* ---- Subsets ------------------------------------------------------------------------------ */

typedef struct subset {
    weir_dataset *parent;
    int64_t index[];
} subset;

static void free_subset(void *ctx) {
    subset *s = ctx;
    weir_dataset_release(s->parent);
    free(s);
}

static weir_status fetch_subset(void *ctx, const int64_t *index, int64_t count, weir_array **out) {
    subset *s = ctx;
    int64_t *inner = malloc((size_t)(count > 0 ? count : 1) * sizeof *inner);
    uint32_t fields = WEIR_FIELDS_MAX;
    if (inner == NULL)
        return wr_lib_fail(WEIR_ENOMEM,
                           "weir_dataset_subset: not enough memory for a batch of %lld sample%s",
                           (long long)count, count == 1 ? "" : "s");
    for (int64_t i = 0; i < count; i++) inner[i] = s->index[index[i]];
    weir_status status = weir_dataset_take(s->parent, inner, count, out, &fields);
    free(inner);
    return status;
}

static const char *const *names_of(const weir_dataset *data) {
    return (const char *const *)data->name;
}

weir_status weir_dataset_subset(weir_dataset *data, const int64_t *index, int64_t count,
                                weir_dataset **out) {
    static const char what[] = "weir_dataset_subset";
    if (data == NULL || out == NULL || (index == NULL && count != 0))
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is NULL", what,
                           data == NULL  ? "data"
                           : out == NULL ? "out"
                                         : "index");
    if (count < 0)
        return wr_lib_fail(WEIR_EINVAL, "%s: count is %lld, but must not be negative", what,
                           (long long)count);
    for (int64_t i = 0; i < count; i++)
        if (index[i] < 0 || index[i] >= data->count)
            return wr_lib_fail(WEIR_EINVAL, "%s: index %lld is out of range for %lld sample%s",
                               what, (long long)index[i], (long long)data->count,
                               data->count == 1 ? "" : "s");
    subset *s = malloc(sizeof *s + (size_t)count * sizeof *index);
    if (s == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for %lld %s", what, (long long)count,
                           count == 1 ? "index" : "indices");
    if (count > 0) memcpy(s->index, index, (size_t)count * sizeof *index);
    weir_status status = weir_dataset_function(data->rt, count, names_of(data), data->field_count,
                                               fetch_subset, s, free_subset, out);
    if (status != WEIR_OK) {
        free(s);
        return status;
    }
    s->parent = weir_dataset_retain(data);
    (*out)->classes = data->classes;
    (*out)->class_count = data->class_count;
    return WEIR_OK;
}

/* ---- Concatenations ----------------------------------------------------------------------- */

typedef struct chain {
    uint32_t count;
    weir_dataset *part[];
} chain;

static void free_chain(void *ctx) {
    chain *c = ctx;
    for (uint32_t i = 0; i < c->count; i++) weir_dataset_release(c->part[i]);
    free(c);
}

/* Find the samples of the batch that come from one part: their indices in that part, and their
 * positions in the batch.  Returns their number. */
static int64_t select_part(const int64_t *index, int64_t count, int64_t first, int64_t end,
                           int64_t *inner, int64_t *position) {
    int64_t n = 0;
    for (int64_t i = 0; i < count; i++)
        if (index[i] >= first && index[i] < end) {
            inner[n] = index[i] - first;
            position[n++] = i;
        }
    return n;
}

/* Concatenate the pieces of one field and put the rows into batch order. */
static weir_status join(weir_array **piece, uint32_t pieces, weir_array *order, weir_array **out) {
    weir_array *all = NULL;
    WR_TRY(weir_concat(piece, pieces, NULL, &all));
    weir_take_options by_row = WEIR_TAKE_OPTIONS;
    by_row.axis = 0;
    weir_status status = weir_take(all, order, &by_row, out);
    weir_array_release(all);
    return status;
}

typedef struct gathered {
    weir_array *(*piece)[WEIR_FIELDS_MAX];
    int64_t *inner, *position;
    int64_t *order; /* for each sample of the batch, its row in the concatenated pieces */
    uint32_t pieces;
} gathered;

static weir_status gather(const chain *c, gathered *g, const int64_t *index, int64_t count) {
    int64_t first = 0, done = 0;
    for (uint32_t p = 0; p < c->count; first += c->part[p++]->count) {
        uint32_t fields = WEIR_FIELDS_MAX;
        int64_t n =
            select_part(index, count, first, first + c->part[p]->count, g->inner, g->position);
        if (n == 0 && !(count == 0 && p == 0)) continue;
        WR_TRY(weir_dataset_take(c->part[p], g->inner, n, g->piece[g->pieces], &fields));
        g->pieces++;
        for (int64_t i = 0; i < n; i++) g->order[g->position[i]] = done++;
    }
    return WEIR_OK;
}

static weir_status join_all(const chain *c, gathered *g, int64_t count, weir_array **out) {
    uint32_t fields = c->part[0]->field_count;
    weir_array *order = NULL;
    if (g->pieces == 1) {
        memcpy(out, g->piece[0], fields * sizeof *out);
        memset(g->piece[0], 0, fields * sizeof *out);
        return WEIR_OK;
    }
    /* never 0: even an empty batch has one piece, which holds 0 samples of the first part */
    assert(g->pieces > 1);
    weir_status status =
        wr_data_indices(c->part[0]->rt, weir_array_device(g->piece[0][0]), g->order, count, &order);
    weir_array **row = malloc(g->pieces * sizeof(weir_array *));
    if (row == NULL)
        status = wr_lib_fail(WEIR_ENOMEM,
                             "weir_dataset_concat: not enough memory for a batch of %lld sample%s",
                             (long long)count, count == 1 ? "" : "s");
    for (uint32_t f = 0; f < fields && status == WEIR_OK; f++) {
        for (uint32_t p = 0; p < g->pieces; p++) row[p] = g->piece[p][f];
        status = join(row, g->pieces, order, &out[f]);
    }
    free(row);
    weir_array_release(order);
    return status;
}

static weir_status fetch_chain(void *ctx, const int64_t *index, int64_t count, weir_array **out) {
    chain *c = ctx;
    size_t n = (size_t)(count > 0 ? count : 1);
    gathered g = {.piece = calloc(c->count, sizeof *g.piece),
                  .inner = calloc(n, 3 * sizeof(int64_t))};
    weir_status status = WEIR_OK;
    if (g.piece == NULL || g.inner == NULL) {
        status = wr_lib_fail(WEIR_ENOMEM,
                             "weir_dataset_concat: not enough memory for a batch of %lld sample%s",
                             (long long)count, count == 1 ? "" : "s");
    } else {
        g.position = g.inner + n, g.order = g.position + n;
        status = gather(c, &g, index, count);
        if (status == WEIR_OK) status = join_all(c, &g, count, out);
    }
    for (uint32_t p = 0; p < g.pieces; p++) wr_data_release(g.piece[p], WEIR_FIELDS_MAX);
    free(g.piece);
    free(g.inner);
    return status;
}

weir_status weir_dataset_concat(weir_dataset *const *parts, uint32_t count, weir_dataset **out) {
    static const char what[] = "weir_dataset_concat";
    if (parts == NULL || count < 1 || out == NULL)
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: expected at least one dataset, and parts and out must not be NULL",
                           what);
    int64_t all = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (parts[i] == NULL) return wr_lib_fail(WEIR_EINVAL, "%s: part %u is NULL", what, i);
        if (parts[i]->field_count != parts[0]->field_count)
            return wr_lib_fail(
                WEIR_EINVAL,
                "%s: the samples of part %u have %u field%s, but those of part 0 have %u", what, i,
                parts[i]->field_count, parts[i]->field_count == 1 ? "" : "s",
                parts[0]->field_count);
        if (parts[i]->rt != parts[0]->rt)
            return wr_lib_fail(WEIR_EINVAL, "%s: part %u belongs to another runtime", what, i);
        all += parts[i]->count;
    }
    chain *c = malloc(sizeof *c + count * sizeof *c->part);
    if (c == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", what);
    weir_status status =
        weir_dataset_function(parts[0]->rt, all, names_of(parts[0]), parts[0]->field_count,
                              fetch_chain, c, free_chain, out);
    if (status != WEIR_OK) {
        free(c);
        return status;
    }
    c->count = count;
    for (uint32_t i = 0; i < count; i++) c->part[i] = weir_dataset_retain(parts[i]);
    (*out)->classes = parts[0]->classes;
    (*out)->class_count = parts[0]->class_count;
    return WEIR_OK;
}
