/* reference_moves.c - references of operators that copy elements unchanged.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

enum { DIMS = VALUE_DIMS };

static void move(host *y, int64_t to, const host *x, int64_t from) {
    size_t size = weir_dtype_bytes(x->dtype);
    memcpy(y->data + (size_t)to * size, x->data + (size_t)from * size, size);
}

/* ---- The same elements in the same order ------------------------------------------------------ */

static void in_order(answer *a, int ndim, const int64_t *shape) {
    host *y = reference_gives(a, a->in[0].dtype, ndim, shape);
    for (int64_t i = 0; i < y->count; i++) move(y, i, &a->in[0], i);
}

static void reshape(answer *a) {
    weir_i64s asked = reference_list(a, "shape");
    int64_t shape[DIMS], known = 1;
    for (int64_t i = 0; i < asked.count; i++) known *= asked.data[i] >= 0 ? asked.data[i] : 1;
    for (int64_t i = 0; i < asked.count; i++)
        shape[i] = asked.data[i] >= 0 ? asked.data[i] : a->in[0].count / known;
    in_order(a, (int)asked.count, shape);
}

static void flatten(answer *a) {
    const host *x = &a->in[0];
    int ndim = x->ndim > 0 ? x->ndim : 1, at = 0;
    int start = reference_axis(reference_i64(a, "start"), ndim);
    int end = reference_axis(reference_i64(a, "end"), ndim);
    int64_t shape[DIMS] = {0};
    for (int i = 0; i < ndim; i++) {
        int64_t n = x->ndim > 0 ? x->shape[i] : 1;
        if (i <= start || i > end)
            shape[at++] = n;
        else
            shape[at - 1] *= n;
    }
    in_order(a, at, shape);
}

static void ravel(answer *a) { in_order(a, 1, &a->in[0].count); }

static bool is_among(weir_i64s axes, int axis, int ndim) {
    for (int64_t i = 0; i < axes.count; i++)
        if (reference_axis(axes.data[i], ndim) == axis) return true;
    return false;
}

static void squeeze(answer *a) {
    const host *x = &a->in[0];
    weir_i64s axes = reference_list(a, "axes");
    int64_t shape[DIMS];
    int at = 0;
    for (int i = 0; i < x->ndim; i++)
        if (x->shape[i] != 1 || (axes.data != NULL && !is_among(axes, i, x->ndim)))
            shape[at++] = x->shape[i];
    in_order(a, at, shape);
}

static void expand_dims(answer *a) {
    const host *x = &a->in[0];
    weir_i64s axes = reference_list(a, "axes");
    int64_t shape[DIMS];
    int ndim = x->ndim + (int)axes.count, from = 0;
    for (int i = 0; i < ndim; i++) shape[i] = is_among(axes, i, ndim) ? 1 : x->shape[from++];
    in_order(a, ndim, shape);
}

/* ---- Permuted axes ---------------------------------------------------------------------------- */

/* Axis i of the result is axis from[i] of x. */
static void permuted(answer *a, const int *from) {
    const host *x = &a->in[0];
    int64_t shape[DIMS], index[DIMS], back[DIMS];
    for (int i = 0; i < x->ndim; i++) shape[i] = x->shape[from[i]];
    host *y = reference_gives(a, x->dtype, x->ndim, shape);
    for (int64_t i = 0; i < y->count; i++) {
        reference_spread(i, x->ndim, shape, index);
        for (int d = 0; d < x->ndim; d++) back[from[d]] = index[d];
        move(y, i, x, reference_flat(x->ndim, x->shape, back));
    }
}

static void permute_dims(answer *a) {
    weir_i64s axes = reference_list(a, "axes");
    int from[DIMS], ndim = a->in[0].ndim;
    for (int i = 0; i < ndim; i++)
        from[i] = axes.data != NULL ? reference_axis(axes.data[i], ndim) : ndim - 1 - i;
    permuted(a, from);
}

static void moveaxis(answer *a) {
    weir_i64s source = reference_list(a, "source"), target = reference_list(a, "destination");
    int from[DIMS], ndim = a->in[0].ndim, rest[DIMS] = {0}, rests = 0, next = 0;
    for (int i = 0; i < ndim; i++)
        if (!is_among(source, i, ndim)) rest[rests++] = i;
    for (int i = 0; i < ndim; i++) {
        from[i] = -1;
        for (int64_t j = 0; j < target.count; j++)
            if (reference_axis(target.data[j], ndim) == i)
                from[i] = reference_axis(source.data[j], ndim);
        if (from[i] < 0) from[i] = rest[next++];
    }
    permuted(a, from);
}

static void exchanged(answer *a, int64_t one, int64_t other) {
    int from[DIMS], ndim = a->in[0].ndim;
    for (int i = 0; i < ndim; i++) from[i] = i;
    from[reference_axis(one, ndim)] = reference_axis(other, ndim);
    from[reference_axis(other, ndim)] = reference_axis(one, ndim);
    permuted(a, from);
}

static void swapaxes(answer *a) {
    exchanged(a, reference_i64(a, "axis1"), reference_i64(a, "axis2"));
}
static void matrix_transpose(answer *a) { exchanged(a, -2, -1); }

/* ---- Selected elements ------------------------------------------------------------------------ */

static void flip(answer *a) {
    const host *x = &a->in[0];
    weir_i64s axes = reference_list(a, "axes");
    host *y = reference_gives(a, x->dtype, x->ndim, x->shape);
    for (int64_t i = 0; i < y->count; i++) {
        int64_t index[DIMS];
        reference_spread(i, x->ndim, x->shape, index);
        for (int d = 0; d < x->ndim; d++)
            if (axes.data == NULL || is_among(axes, d, x->ndim))
                index[d] = x->shape[d] - 1 - index[d];
        move(y, i, x, reference_flat(x->ndim, x->shape, index));
    }
}

static int64_t entry(weir_i64s list, int i) { return i < list.count ? list.data[i] : WEIR_NONE; }

/* The indices that range(n)[start:stop:step] visits, in order. */
static int64_t visit(int64_t n, int64_t start, int64_t stop, int64_t step, int64_t *place) {
    int64_t count = 0;
    if (step == WEIR_NONE) step = 1;
    if (start == WEIR_NONE)
        start = step > 0 ? 0 : n - 1;
    else if (start < 0)
        start += n;
    if (stop == WEIR_NONE)
        stop = step > 0 ? n : -1;
    else if (stop < 0)
        stop = stop + n < 0 ? -1 : stop + n;
    if (start < 0) start = step > 0 ? 0 : -1;
    if (start > n - 1 && step < 0) start = n - 1;
    for (int64_t at = start; step > 0 ? at < stop && at < n : at > stop && at >= 0; at += step)
        place[count++] = at;
    return count;
}

/* The indices of the elements of a slice of x: ndim lists, to be freed. */
static void visit_all(answer *a, int64_t **place, int64_t *shape) {
    const host *x = &a->in[0];
    weir_i64s starts = reference_list(a, "starts"), stops = reference_list(a, "stops"),
              steps = reference_list(a, "steps");
    for (int i = 0; i < x->ndim; i++) {
        place[i] = malloc((size_t)(x->shape[i] + 1) * sizeof **place);
        CHECK(place[i]);
        shape[i] = visit(x->shape[i], entry(starts, i), entry(stops, i), entry(steps, i), place[i]);
    }
}

/* The element of x that is number i of its slice. */
static int64_t sliced(const host *x, int64_t i, int64_t *const *place, const int64_t *shape) {
    int64_t index[DIMS];
    reference_spread(i, x->ndim, shape, index);
    for (int d = 0; d < x->ndim; d++) index[d] = place[d][index[d]];
    return reference_flat(x->ndim, x->shape, index);
}

static void slice(answer *a) {
    const host *x = &a->in[0];
    int64_t *place[DIMS], shape[DIMS];
    visit_all(a, place, shape);
    host *y = reference_gives(a, x->dtype, x->ndim, shape);
    for (int64_t i = 0; i < y->count; i++) move(y, i, x, sliced(x, i, place, shape));
    for (int i = 0; i < x->ndim; i++) free(place[i]);
}

/* The element of x at an index of a shape that x is broadcast to. */
static int64_t spread_out(const host *x, int ndim, const int64_t *shape, int64_t flat) {
    int64_t index[DIMS], own[DIMS];
    reference_spread(flat, ndim, shape, index);
    for (int d = 0; d < x->ndim; d++) own[d] = x->shape[d] == 1 ? 0 : index[d + ndim - x->ndim];
    return reference_flat(x->ndim, x->shape, own);
}

static void slice_update(answer *a) {
    const host *x = &a->in[0], *y = &a->in[1];
    int64_t *place[DIMS], shape[DIMS], count = 1;
    visit_all(a, place, shape);
    for (int i = 0; i < x->ndim; i++) count *= shape[i];
    host *z = reference_gives(a, x->dtype, x->ndim, x->shape);
    for (int64_t i = 0; i < x->count; i++) move(z, i, x, i);
    for (int64_t i = 0; i < count; i++)
        host_put(z, sliced(x, i, place, shape), host_get(y, spread_out(y, x->ndim, shape, i)));
    for (int i = 0; i < x->ndim; i++) free(place[i]);
}

/* The selection of a key: the indices along each axis of x, to be freed, and the dimension of the view for
 * each. */
typedef struct shown {
    int64_t *place[DIMS], shape[DIMS], count;
    int walks[DIMS], ndim;
} shown;

static void show(answer *a, shown *s) {
    const host *x = &a->in[0];
    weir_i64s kinds = reference_list(a, "kinds"), starts = reference_list(a, "starts"),
              stops = reference_list(a, "stops"), steps = reference_list(a, "steps");
    int axis = 0, rest = x->ndim;
    s->ndim = 0;
    for (int i = 0; i < kinds.count; i++) rest -= kinds.data[i] <= WEIR_KEY_INDEX;
    for (int i = 0; axis < x->ndim || i < kinds.count; i++) {
        int64_t kind = i < kinds.count ? kinds.data[i] : WEIR_KEY_SLICE;
        int count = kind == WEIR_KEY_REST ? rest : kind != WEIR_KEY_NEW;
        bool given = i < kinds.count && kind != WEIR_KEY_REST;
        if (kind == WEIR_KEY_NEW) s->shape[s->ndim++] = 1;
        for (; count > 0; count--, axis++) {
            int64_t n = x->shape[axis], start = given ? entry(starts, i) : WEIR_NONE;
            s->place[axis] = malloc((size_t)(n + 1) * sizeof **s->place);
            CHECK(s->place[axis]);
            s->walks[axis] = kind == WEIR_KEY_INDEX ? -1 : s->ndim;
            if (kind == WEIR_KEY_INDEX)
                s->place[axis][0] = start < 0 ? start + n : start;
            else
                s->shape[s->ndim++] = visit(n, start, given ? entry(stops, i) : WEIR_NONE,
                                            given ? entry(steps, i) : WEIR_NONE, s->place[axis]);
        }
    }
    s->count = 1;
    for (int i = 0; i < s->ndim; i++) s->count *= s->shape[i];
}

/* The element of x that is number i of the selection. */
static int64_t shown_at(const shown *s, const host *x, int64_t i) {
    int64_t index[DIMS], from[DIMS];
    reference_spread(i, s->ndim, s->shape, index);
    for (int d = 0; d < x->ndim; d++)
        from[d] = s->place[d][s->walks[d] < 0 ? 0 : index[s->walks[d]]];
    return reference_flat(x->ndim, x->shape, from);
}

static void basic_index(answer *a) {
    const host *x = &a->in[0];
    shown s;
    show(a, &s);
    host *y = reference_gives(a, x->dtype, s.ndim, s.shape);
    for (int64_t i = 0; i < y->count; i++) move(y, i, x, shown_at(&s, x, i));
    for (int i = 0; i < x->ndim; i++) free(s.place[i]);
} /* NOLINT: each axis has one list of indices */

static void basic_update(answer *a) {
    const host *x = &a->in[0], *y = &a->in[1];
    shown s;
    show(a, &s);
    host *z = reference_gives(a, x->dtype, x->ndim, x->shape);
    for (int64_t i = 0; i < x->count; i++) move(z, i, x, i);
    for (int64_t i = 0; i < s.count; i++)
        host_put(z, shown_at(&s, x, i), host_get(y, spread_out(y, s.ndim, s.shape, i)));
    for (int i = 0; i < x->ndim; i++) free(s.place[i]);
} /* NOLINT: each axis has one list of indices */

/* Elements first .. first + count - 1 of an axis; `drop`: a single one, without the axis. */
static void piece(answer *a, int axis, int64_t first, int64_t count, bool drop) {
    const host *x = &a->in[0];
    int64_t shape[DIMS], index[DIMS];
    int ndim = 0;
    for (int i = 0; i < x->ndim; i++)
        if (i != axis || !drop) shape[ndim++] = i == axis ? count : x->shape[i];
    host *y = reference_gives(a, x->dtype, ndim, shape);
    for (int64_t i = 0, at = 0; i < x->count; i++) {
        reference_spread(i, x->ndim, x->shape, index);
        if (index[axis] >= first && index[axis] < first + count) move(y, at++, x, i);
    }
}

static void select_one(answer *a) {
    int axis = reference_axis(reference_i64(a, "axis"), a->in[0].ndim);
    piece(a, axis, reference_axis(reference_i64(a, "index"), (int)a->in[0].shape[axis]), 1, true);
}

static void unstack(answer *a) {
    int axis = reference_axis(reference_i64(a, "axis"), a->in[0].ndim);
    for (int64_t i = 0; i < a->in[0].shape[axis]; i++) piece(a, axis, i, 1, true);
}

static void split(answer *a) {
    int axis = reference_axis(reference_i64(a, "axis"), a->in[0].ndim);
    weir_i64s cuts = reference_list(a, "indices");
    int64_t n = a->in[0].shape[axis], parts = reference_i64(a, "sections"), begin = 0;
    if (cuts.data != NULL) parts = cuts.count + 1;
    for (int64_t i = 0; i < parts; i++) {
        int64_t end = n;
        if (cuts.data == NULL)
            end = n / parts * (i + 1);
        else if (i < cuts.count && cuts.data[i] < n)
            end = cuts.data[i];
        if (end < 0) end = end + n < 0 ? 0 : end + n;
        piece(a, axis, begin, end > begin ? end - begin : 0, false);
        begin = end;
    }
}

static void diagonal(answer *a) {
    const host *x = &a->in[0];
    int rows = reference_axis(reference_i64(a, "axis1"), x->ndim);
    int cols = reference_axis(reference_i64(a, "axis2"), x->ndim), ndim = 0;
    int64_t k = reference_i64(a, "offset"), shape[DIMS], index[DIMS], own[DIMS], length = 0;
    for (int64_t r = 0; r < x->shape[rows]; r++) length += r + k >= 0 && r + k < x->shape[cols];
    for (int i = 0; i < x->ndim; i++)
        if (i != rows && i != cols) shape[ndim++] = x->shape[i];
    shape[ndim++] = length;
    host *y = reference_gives(a, x->dtype, ndim, shape);
    for (int64_t i = 0; i < x->count; i++) {
        reference_spread(i, x->ndim, x->shape, index);
        if (index[cols] - index[rows] != k) continue;
        int at = 0;
        for (int d = 0; d < x->ndim; d++)
            if (d != rows && d != cols) own[at++] = index[d];
        own[at] = k >= 0 ? index[rows] : index[cols];
        move(y, reference_flat(ndim, shape, own), x, i);
    }
}

static bool is_zero(const host *x, int64_t i) {
    number v = host_get(x, i);
    return v.re == 0 && v.im == 0;
}

static void nonzero(answer *a) {
    const host *x = &a->in[0];
    int64_t count = 0, at = 0, index[DIMS];
    for (int64_t i = 0; i < x->count; i++) count += !is_zero(x, i);
    for (int d = 0; d < x->ndim; d++) reference_gives(a, WEIR_INT64, 1, &count);
    for (int64_t i = 0; i < x->count; i++) {
        if (is_zero(x, i)) continue;
        reference_spread(i, x->ndim, x->shape, index);
        for (int d = 0; d < x->ndim; d++)
            host_put(&a->wanted.out[d], at, (number){(double)index[d], 0});
        at++;
    }
}

static void mask_select(answer *a) {
    const host *x = &a->in[0], *mask = &a->in[1];
    int64_t shape[DIMS] = {0}, row = 1, at = 0;
    int ndim = 1;
    for (int64_t i = 0; i < mask->count; i++) shape[0] += !is_zero(mask, i);
    for (int i = mask->ndim; i < x->ndim; i++) row *= shape[ndim++] = x->shape[i];
    host *y = reference_gives(a, x->dtype, ndim, shape);
    for (int64_t i = 0; i < x->count; i++)
        if (!is_zero(mask, i / row)) move(y, at++, x, i);
}

static void mask_put(answer *a) {
    const host *x = &a->in[0], *mask = &a->in[1], *values = &a->in[2];
    int64_t shape[DIMS], row = 1, at = 0;
    int ndim = x->ndim - mask->ndim + 1;
    shape[0] = values->ndim == ndim ? values->shape[0] : 1;
    for (int i = 1; i < ndim; i++) row *= shape[i] = x->shape[mask->ndim + i - 1];
    host *y = reference_gives(a, x->dtype, x->ndim, x->shape);
    for (int64_t i = 0; i < x->count; i++) {
        if (is_zero(mask, i / row)) {
            move(y, i, x, i);
        } else {
            int64_t own = (shape[0] == 1 ? 0 : at / row) * row + i % row;
            host_put(y, i, host_get(values, spread_out(values, ndim, shape, own)));
            at++;
        }
    }
}

static void reframe(answer *a) {
    const host *x = &a->in[0];
    int axis = reference_axis(reference_i64(a, "axis"), x->ndim);
    int64_t first = reference_i64(a, "first"), count = reference_i64(a, "count");
    int64_t shape[DIMS], index[DIMS];
    for (int d = 0; d < x->ndim; d++) shape[d] = x->shape[d];
    if (count != WEIR_NONE) shape[axis] = count;
    host *y = reference_gives(a, x->dtype, x->ndim, shape);
    for (int64_t i = 0; i < y->count; i++) {
        reference_spread(i, x->ndim, shape, index);
        index[axis] += first;
        if (index[axis] >= 0 && index[axis] < x->shape[axis])
            move(y, i, x, reference_flat(x->ndim, x->shape, index));
        else
            host_put(y, i, (number){*(double *)sample_attr(&a->s, "fill", WEIR_ATTR_F64), 0});
    }
}

/* ---- Repeated elements ------------------------------------------------------------------------ */

/* x broadcast to a shape. */
static void broadcast(answer *a, const host *x, int ndim, const int64_t *shape) {
    host *y = reference_gives(a, x->dtype, ndim, shape);
    for (int64_t i = 0; i < y->count; i++) move(y, i, x, spread_out(x, ndim, shape, i));
}

static void broadcast_to(answer *a) {
    weir_i64s shape = reference_list(a, "shape");
    broadcast(a, &a->in[0], (int)shape.count, shape.data);
}

static void broadcast_arrays(answer *a) {
    int ndim = 0;
    int64_t shape[DIMS];
    for (int i = 0; i < a->s.in_count; i++)
        if (a->in[i].ndim > ndim) ndim = a->in[i].ndim;
    for (int d = 0; d < ndim; d++) {
        shape[d] = 1;
        for (int i = 0; i < a->s.in_count; i++) {
            int own = d - (ndim - a->in[i].ndim);
            if (own >= 0 && a->in[i].shape[own] != 1) shape[d] = a->in[i].shape[own];
        }
    }
    for (int i = 0; i < a->s.in_count; i++) broadcast(a, &a->in[i], ndim, shape);
}

static void meshgrid(answer *a) {
    const char *indexing = reference_text(a, "indexing");
    int ndim = a->s.in_count, axis[SAMPLE_INPUTS];
    int64_t shape[SAMPLE_INPUTS], index[SAMPLE_INPUTS];
    for (int i = 0; i < ndim; i++) axis[i] = i;
    if (ndim > 1 && (indexing == NULL || strcmp(indexing, "xy") == 0)) axis[0] = 1, axis[1] = 0;
    for (int i = 0; i < ndim; i++) shape[axis[i]] = a->in[i].count;
    for (int i = 0; i < ndim; i++) {
        host *y = reference_gives(a, a->in[i].dtype, ndim, shape);
        for (int64_t j = 0; j < y->count; j++) {
            reference_spread(j, ndim, shape, index);
            move(y, j, &a->in[i], index[axis[i]]);
        }
    }
}

static void sliding_window_view(answer *a) {
    const host *x = &a->in[0];
    weir_i64s window = reference_list(a, "window"), axes = reference_list(a, "axes");
    int64_t shape[DIMS], index[DIMS];
    int ndim = x->ndim + (int)window.count, axis[DIMS];
    for (int d = 0; d < x->ndim; d++) shape[d] = x->shape[d];
    for (int w = 0; w < window.count; w++) {
        axis[w] = axes.data != NULL ? reference_axis(axes.data[w], x->ndim) : w;
        shape[x->ndim + w] = window.data[w];
        shape[axis[w]] -= window.data[w] - 1;
    }
    host *y = reference_gives(a, x->dtype, ndim, shape);
    for (int64_t i = 0; i < y->count; i++) {
        reference_spread(i, ndim, shape, index);
        for (int w = 0; w < window.count; w++) index[axis[w]] += index[x->ndim + w];
        move(y, i, x, reference_flat(x->ndim, x->shape, index));
    }
}

static void tile(answer *a) {
    const host *x = &a->in[0];
    weir_i64s times = reference_list(a, "repetitions");
    int ndim = x->ndim > times.count ? x->ndim : (int)times.count;
    int64_t shape[DIMS], index[DIMS], own[DIMS];
    for (int d = 0; d < ndim; d++) {
        int inner = d - (ndim - x->ndim), outer = d - (ndim - (int)times.count);
        shape[d] = (inner >= 0 ? x->shape[inner] : 1) * (outer >= 0 ? times.data[outer] : 1);
    }
    host *y = reference_gives(a, x->dtype, ndim, shape);
    for (int64_t i = 0; i < y->count; i++) {
        reference_spread(i, ndim, shape, index);
        for (int d = 0; d < x->ndim; d++) own[d] = index[d + ndim - x->ndim] % x->shape[d];
        move(y, i, x, reference_flat(x->ndim, x->shape, own));
    }
}

static void repeat(answer *a) {
    const host *x = &a->in[0];
    weir_i64s times = reference_list(a, "repeats");
    bool flat = reference_i64(a, "axis") == WEIR_NONE;
    int axis = flat ? 0 : reference_axis(reference_i64(a, "axis"), x->ndim);
    int64_t shape[DIMS], index[DIMS], n = flat ? x->count : x->shape[axis], length = 0;
    for (int64_t i = 0; i < n; i++) length += times.data[times.count == 1 ? 0 : i];
    for (int d = 0; d < x->ndim; d++) shape[d] = x->shape[d];
    shape[axis] = length;
    host *y = reference_gives(a, x->dtype, flat ? 1 : x->ndim, flat ? &length : shape);
    for (int64_t i = 0; i < y->count; i++) {
        reference_spread(i, y->ndim, y->shape, index);
        int64_t from = 0, left = index[axis];
        for (; left >= times.data[times.count == 1 ? 0 : from]; from++)
            left -= times.data[times.count == 1 ? 0 : from];
        index[axis] = from;
        move(y, i, x, flat ? from : reference_flat(x->ndim, x->shape, index));
    }
}

/* ---- Rearranged elements ---------------------------------------------------------------------- */

static void concat(answer *a) {
    const host *first = &a->in[0];
    bool flat = reference_i64(a, "axis") == WEIR_NONE;
    int axis = flat ? 0 : reference_axis(reference_i64(a, "axis"), first->ndim);
    int64_t shape[DIMS], index[DIMS], at = 0;
    weir_dtype dtype = a->got->out[0].dtype;
    for (int d = 0; d < first->ndim; d++) shape[d] = first->shape[d];
    shape[axis] = 0;
    for (int i = 0; i < a->s.in_count; i++)
        shape[axis] += flat ? a->in[i].count : a->in[i].shape[axis];
    host *y = reference_gives(a, dtype, flat ? 1 : first->ndim, shape);
    for (int i = 0; i < a->s.in_count; i++) {
        const host *x = &a->in[i];
        for (int64_t j = 0; j < x->count; j++) {
            reference_spread(j, x->ndim, x->shape, index);
            index[axis] = (flat ? j : index[axis]) + at;
            host_put(y, reference_flat(y->ndim, y->shape, index), host_get(x, j));
        }
        at += flat ? x->count : x->shape[axis];
    }
}

static void stack(answer *a) {
    const host *first = &a->in[0];
    int axis = reference_axis(reference_i64(a, "axis"), first->ndim + 1);
    int64_t shape[DIMS], index[DIMS];
    for (int d = 0; d <= first->ndim; d++)
        shape[d] = d == axis ? a->s.in_count : first->shape[d < axis ? d : d - 1];
    host *y = reference_gives(a, a->got->out[0].dtype, first->ndim + 1, shape);
    for (int64_t i = 0; i < y->count; i++) {
        reference_spread(i, y->ndim, shape, index);
        const host *x = &a->in[index[axis]];
        for (int d = axis; d < first->ndim; d++) index[d] = index[d + 1];
        host_put(y, i, host_get(x, reference_flat(x->ndim, x->shape, index)));
    }
}

static void roll(answer *a) {
    const host *x = &a->in[0];
    weir_i64s shift = reference_list(a, "shift"), axes = reference_list(a, "axes");
    host *y = reference_gives(a, x->dtype, x->ndim, x->shape);
    for (int64_t i = 0; i < x->count; i++) {
        int64_t index[DIMS], to;
        if (axes.data == NULL) {
            to = ((i + shift.data[0]) % x->count + x->count) % x->count;
        } else {
            reference_spread(i, x->ndim, x->shape, index);
            for (int64_t j = 0; j < axes.count; j++) {
                int d = reference_axis(axes.data[j], x->ndim);
                int64_t n = x->shape[d], by = shift.data[shift.count == 1 ? 0 : j];
                index[d] = ((index[d] + by) % n + n) % n;
            }
            to = reference_flat(x->ndim, x->shape, index);
        }
        move(y, to, x, i);
    }
}

const reference_line reference_moves[] = {
    {"basic_index", basic_index},
    {"basic_update", basic_update},
    {"broadcast_arrays", broadcast_arrays},
    {"broadcast_to", broadcast_to},
    {"concat", concat},
    {"diagonal", diagonal},
    {"expand_dims", expand_dims},
    {"flatten", flatten},
    {"flip", flip},
    {"mask_put", mask_put},
    {"mask_select", mask_select},
    {"mask_select_sized", mask_select},
    {"matrix_transpose", matrix_transpose},
    {"meshgrid", meshgrid},
    {"moveaxis", moveaxis},
    {"nonzero", nonzero},
    {"permute_dims", permute_dims},
    {"ravel", ravel},
    {"repeat", repeat},
    {"reframe", reframe},
    {"reshape", reshape},
    {"roll", roll},
    {"select", select_one},
    {"slice", slice},
    {"slice_update", slice_update},
    {"sliding_window_view", sliding_window_view},
    {"split", split},
    {"squeeze", squeeze},
    {"stack", stack},
    {"swapaxes", swapaxes},
    {"tile", tile},
    {"unstack", unstack},
    {NULL, NULL},
};
