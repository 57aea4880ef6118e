/* layouts.c - the memory layout of arrays must not affect results.
 *
 * Inputs are passed transposed, reversed, with gaps, misaligned, with odd strides
 * along dimensions of size one, broadcast, and as one array for several inputs.  Results are written
 * into arrays of all these layouts, into inputs, into views of inputs, and into other dtypes.
 * The result has the same bits as with contiguous arrays, and no other memory is changed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <stdio.h>

typedef enum layout { TRANSPOSED, BACKWARDS, GAPS, OFF, ODD_ONES, MIXED, LAYOUTS } layout;

static const char *const layout_names[] = {"transposed", "backwards",     "with gaps",
                                           "unaligned",  "ones far away", "all mixed"};

/* An array over the test's own memory in some layout, and a copy of the original contents of that memory. */
typedef struct placed {
    weir_array *array;
    unsigned char *block, *before;
    size_t bytes;
    int64_t first;
    int64_t strides[VALUE_DIMS];
} placed;

static int64_t choose_strides(const host *h, layout l, int64_t *strides) {
    int64_t step = l == GAPS || l == MIXED ? 2 : 1, first = l == OFF ? 1 : 0;
    bool columns = l == TRANSPOSED || l == MIXED;
    for (int n = 0; n < h->ndim; n++) {
        int i = columns ? n : h->ndim - 1 - n;
        strides[i] = step;
        step *= h->shape[i] > 0 ? h->shape[i] : 1;
        if (l == BACKWARDS || (l == MIXED && n == 0)) {
            if (h->shape[i] > 0) first += strides[i] * (h->shape[i] - 1);
            strides[i] = -strides[i];
        }
        if (l == ODD_ONES && h->shape[i] == 1) strides[i] = 123457;
    }
    return first;
}

static int64_t where(const host *h, const int64_t *strides, int64_t index) {
    int64_t at = 0;
    for (int i = h->ndim - 1; i >= 0; i--) {
        at += index % h->shape[i] * strides[i];
        index /= h->shape[i];
    }
    return at;
}

/* The bytes between the elements are NaN in every float dtype. */
static placed place(weir_runtime *rt, const host *h, layout l) {
    placed p;
    size_t size = weir_dtype_bytes(h->dtype);
    CHECK(h->ndim >= 0 && h->ndim <= WEIR_NDIM_MAX);
    p.first = choose_strides(h, l, p.strides);
    p.bytes = ((size_t)h->count * 2 + 4) * size;
    p.block = malloc(p.bytes);
    p.before = malloc(p.bytes);
    CHECK(p.block && p.before);
    memset(p.block, 0xff, p.bytes);
    for (int64_t i = 0; i < h->count; i++)
        memcpy(p.block + (size_t)(p.first + where(h, p.strides, i)) * size,
               h->data + (size_t)i * size, size);
    memcpy(p.before, p.block, p.bytes);
    CHECK_OK(weir_array_from_memory(rt, h->dtype, h->shape, p.strides, h->ndim,
                                    p.block + (size_t)p.first * size, 0, NULL, NULL, &p.array));
    return p;
}

static void remove_placed(placed *p) {
    weir_array_release(p->array);
    CHECK_OK(weir_waitall(walk_runtime()));
    free(p->block);
    free(p->before);
}

/* True if the bytes between the elements are unchanged. */
static bool gaps_are_whole(const placed *p, const host *h) {
    size_t size = weir_dtype_bytes(h->dtype);
    for (int64_t i = 0; i < h->count; i++) {
        size_t at = (size_t)(p->first + where(h, p->strides, i)) * size;
        memcpy(p->block + at, p->before + at, size);
    }
    return memcmp(p->block, p->before, p->bytes) == 0;
}

/* A kernel that takes strides may sum in memory order, so its sums may differ by rounding.
 * All others must give the same bits. */
static void judge_layout(const sample *s, const char *what, const host *in, const outcome *got,
                         const outcome *wanted) {
    bool sees = (s->def->flags & (WEIR_OP_STRIDED | WEIR_OP_STRIDED_IN)) && !is_map(s->op);
    if (sees && got->status == WEIR_OK)
        judge_forward(s, what, in, got);
    else
        same_outcome(s, what, got, wanted);
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

/* `which` < 0: all inputs. */
static void run_layout(const sample *s, const host *in, const outcome *wanted, layout l,
                       int which) {
    weir_runtime *rt = walk_runtime();
    weir_array *arrays[SAMPLE_INPUTS];
    placed p[SAMPLE_INPUTS];
    send_inputs(rt, s, in, arrays);
    for (int i = 0; i < s->in_count; i++) {
        if (in[i].data == NULL || (which >= 0 && which != i)) continue;
        p[i] = place(rt, &in[i], l);
        weir_array_release(arrays[i]);
        arrays[i] = weir_array_retain(p[i].array);
    }
    outcome got = run_arrays(rt, s->op, s, arrays);
    char what[80];
    snprintf(what, sizeof what, "input %d %s", which, layout_names[l]);
    judge_layout(s, which < 0 ? layout_names[l] : what, in, &got, wanted);
    outcome_free(&got);
    release_arrays(arrays, (uint32_t)s->in_count);
    for (int i = 0; i < s->in_count; i++) {
        if (in[i].data == NULL || (which >= 0 && which != i)) continue;
        CHECK_OK(weir_waitall(rt));
        if (memcmp(p[i].block, p[i].before, p[i].bytes) != 0)
            complain(s, "%s: the input was written to", layout_names[l]);
        remove_placed(&p[i]);
    }
}

static void flatten_axis(host *h, int axis) {
    size_t size = weir_dtype_bytes(h->dtype);
    int64_t inner = 1, n = h->shape[axis];
    for (int i = axis + 1; i < h->ndim; i++) inner *= h->shape[i];
    for (int64_t i = 0; i < h->count; i++) {
        int64_t from = i - i / inner % n * inner;
        memcpy(h->data + (size_t)i * size, h->data + (size_t)from * size, size);
    }
}

/* Compare an input that is constant along an axis with the same input with a stride of 0 there. */
static void run_broadcast(const sample *s, host *in, int which, int axis) {
    weir_runtime *rt = walk_runtime();
    host saved = in[which];
    in[which] = host_copy(&saved);
    flatten_axis(&in[which], axis);
    outcome wanted = run_sample(rt, s->op, s, in);
    weir_array *arrays[SAMPLE_INPUTS];
    int64_t strides[VALUE_DIMS];
    send_inputs(rt, s, in, arrays);
    choose_strides(&in[which], OFF, strides);
    strides[axis] = 0;
    weir_array_release(arrays[which]);
    CHECK_OK(weir_array_from_memory(rt, saved.dtype, saved.shape, strides, saved.ndim,
                                    in[which].data, WEIR_MEMORY_READONLY, NULL, NULL,
                                    &arrays[which]));
    outcome got = run_arrays(rt, s->op, s, arrays);
    char what[60];
    snprintf(what, sizeof what, "input %d broadcast along axis %d", which, axis);
    judge_layout(s, what, in, &got, &wanted);
    release_arrays(arrays, (uint32_t)s->in_count);
    CHECK_OK(weir_waitall(rt));
    outcome_free(&got);
    outcome_free(&wanted);
    host_free(&in[which]);
    in[which] = saved;
}

static bool alike(const host *a, const host *b) {
    return a->data != NULL && b->data != NULL && a->dtype == b->dtype && a->ndim == b->ndim &&
           memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof *a->shape) == 0;
}

/* Pass one array as two inputs. */
static void run_aliased(const sample *s, host *in, int a, int b) {
    weir_runtime *rt = walk_runtime();
    host saved = in[b];
    in[b] = in[a];
    outcome wanted = run_sample(rt, s->op, s, in);
    weir_array *arrays[SAMPLE_INPUTS];
    send_inputs(rt, s, in, arrays);
    weir_array_release(arrays[b]);
    arrays[b] = weir_array_retain(arrays[a]);
    outcome got = run_arrays(rt, s->op, s, arrays);
    same_outcome(s, "the same array twice", &got, &wanted);
    release_arrays(arrays, (uint32_t)s->in_count);
    outcome_free(&got);
    outcome_free(&wanted);
    in[b] = saved;
}

static void layouts(const sample *s) {
    host in[SAMPLE_INPUTS];
    make_inputs(s, 21, in);
    outcome wanted = run_sample(walk_runtime(), s->op, s, in);
    if (wanted.status != WEIR_OK) complain(s, "layouts: %s", wanted.error);
    for (int l = 0; wanted.status == WEIR_OK && l < LAYOUTS; l++) {
        run_layout(s, in, &wanted, (layout)l, -1);
        for (int i = 0; s->in_count > 1 && i < s->in_count; i++)
            if (in[i].data != NULL) run_layout(s, in, &wanted, (layout)l, i);
    }
    for (int i = 0; wanted.status == WEIR_OK && i < s->in_count; i++) {
        for (int axis = 0; in[i].data != NULL && axis < in[i].ndim; axis++)
            if (in[i].shape[axis] > 1) run_broadcast(s, in, i, axis);
        for (int j = i + 1; j < s->in_count; j++)
            if (alike(&in[i], &in[j])) run_aliased(s, in, i, j);
    }
    outcome_free(&wanted);
    free_inputs(s, in);
}

void check_layouts(const weir_op *op) {
    for (int i = 0; i < sample_count(op); i++) {
        sample s, big;
        sample_read(op, i, &s);
        layouts(&s);
        sample_copy(&s, &big);
        if (sample_set_dtype(&big, WEIR_INT8)) {
            host in[SAMPLE_INPUTS];
            make_inputs(&big, 1, in);
            outcome o = run_sample(walk_runtime(), op, &big, in);
            bool fine = o.status == WEIR_OK;
            outcome_free(&o);
            free_inputs(&big, in);
            if (fine) layouts(&big);
        }
        if (enlarge(&s, 3000, &big)) layouts(&big);
    }
}

/* ---- Outputs --------------------------------------------------------------------------------- */

/* Compare the contents of `out` with the expected result. */
static void judge_into(const sample *s, const char *what, weir_status status,
                       weir_array *const *out, const outcome *wanted) {
    outcome got;
    got.status = status;
    got.count = 0;
    snprintf(got.error, sizeof got.error, "%s", status != WEIR_OK ? weir_error() : "");
    for (uint32_t i = 0; status == WEIR_OK && i < wanted->count; i++) {
        got.status = host_receive(out[i], &got.out[i]);
        got.count++;
    }
    same_outcome(s, what, &got, wanted);
    outcome_free(&got);
}

static weir_status call_into(const sample *s, weir_array *const *in, weir_array *const *out,
                             uint32_t count) {
    weir_runtime *rt = walk_runtime();
    if (is_random(s->op)) CHECK_OK(weir_seed(rt, 77));
    return weir_op_call_into(rt, s->op, in, (uint32_t)s->in_count, s->attr, s->def->attr_size, out,
                             count);
}

static void into_layout(const sample *s, weir_array *const *in, const outcome *wanted, layout l) {
    weir_array *out[OUTCOME_ARRAYS];
    placed p[OUTCOME_ARRAYS];
    for (uint32_t i = 0; i < wanted->count; i++) {
        host zeros = host_new(wanted->out[i].dtype, wanted->out[i].ndim, wanted->out[i].shape);
        weir_default_device_set(wanted->device);
        p[i] = place(walk_runtime(), &zeros, l);
        weir_default_device_set(WEIR_CPU(0));
        out[i] = p[i].array;
        host_free(&zeros);
    }
    char what[60];
    snprintf(what, sizeof what, "into an output that is %s", layout_names[l]);
    judge_into(s, what, call_into(s, in, out, wanted->count), out, wanted);
    CHECK_OK(weir_waitall(walk_runtime()));
    for (uint32_t i = 0; i < wanted->count; i++) {
        if (!gaps_are_whole(&p[i], &wanted->out[i])) complain(s, "%s: wrote beside it", what);
        remove_placed(&p[i]);
    }
}

static void into_dtype(const sample *s, weir_array *const *in, const outcome *wanted,
                       weir_dtype dtype) {
    outcome cast;
    weir_array *out[OUTCOME_ARRAYS];
    cast.status = WEIR_OK;
    cast.count = wanted->count;
    for (uint32_t i = 0; i < wanted->count; i++)
        if (value_kind_of(wanted->out[i].dtype) > value_kind_of(dtype)) return;
    for (uint32_t i = 0; i < wanted->count; i++) {
        cast.out[i] = host_cast(&wanted->out[i], dtype);
        host zeros = host_new(dtype, cast.out[i].ndim, cast.out[i].shape);
        weir_default_device_set(wanted->device);
        out[i] = host_send(walk_runtime(), &zeros);
        weir_default_device_set(WEIR_CPU(0));
        host_free(&zeros);
    }
    char what[60];
    snprintf(what, sizeof what, "%s into an output of %s", weir_dtype_name(wanted->out[0].dtype),
             weir_dtype_name(dtype));
    judge_into(s, what, call_into(s, in, out, wanted->count), out, &cast);
    release_arrays(out, wanted->count);
    outcome_free(&cast);
}

/* Write into the input itself, or into a view of it made by a view operator. */
static void into_input(const sample *s, const host *in, const outcome *wanted, int which,
                       const char *view) {
    weir_runtime *rt = walk_runtime();
    const weir_op *op = view != NULL ? weir_op_find(view) : NULL;
    if ((view != NULL && op == NULL) || wanted->count != 1 || wanted->device != 0) return;
    weir_array *arrays[SAMPLE_INPUTS], *out = NULL;
    uint32_t one = 1;
    send_inputs(rt, s, in, arrays);
    if (op == NULL)
        out = weir_array_retain(arrays[which]);
    else
        CHECK_OK(weir_op_call(rt, op, &arrays[which], 1, NULL, 0, &out, &one));
    host seen = {.dtype = weir_array_dtype(out), .ndim = weir_array_ndim(out), .data = in[0].data};
    memcpy(seen.shape, weir_array_shape(out), (size_t)seen.ndim * sizeof *seen.shape);
    if (alike(&seen, &wanted->out[0])) {
        char what[60];
        snprintf(what, sizeof what, "into %s%sinput %d", view != NULL ? view : "",
                 view ? " of " : "", which);
        judge_into(s, what, call_into(s, arrays, &out, 1), &out, wanted);
    }
    weir_array_release(out);
    release_arrays(arrays, (uint32_t)s->in_count);
}

/* An input and the output are overlapping windows of one storage, `shift` elements apart. */
static void into_overlap(const sample *s, const host *in, const outcome *wanted, int which,
                         int64_t shift) {
    weir_runtime *rt = walk_runtime();
    const weir_op *split = weir_op_find("split"), *reshape = weir_op_find("reshape");
    if (split == NULL || reshape == NULL || wanted->count != 1 || wanted->device != 0) return;
    const host *h = &in[which], *y = &wanted->out[0];
    if (h->dtype != y->dtype || h->count != y->count || h->count < 2) return;
    int64_t length = h->count + 1;
    host both = host_new(h->dtype, 1, &length);
    size_t size = weir_dtype_bytes(h->dtype);
    memcpy(both.data + (size_t)(shift > 0 ? 0 : 1) * size, h->data, (size_t)h->count * size);
    weir_array *arrays[SAMPLE_INPUTS], *whole = host_send(rt, &both), *views[2];
    send_inputs(rt, s, in, arrays);
    for (int i = 0; i < 2; i++) { /* elements 0..n-1, and 1..n */
        sample cut, form;
        weir_array *part[3] = {NULL};
        uint32_t parts = 2, one = 1;
        int64_t at = i == 0 ? h->count : 1;
        memset(&cut, 0, sizeof cut);
        cut.def = weir_op_describe(split);
        CHECK_OK(weir_attr_init(split, cut.attr, cut.def->attr_size));
        weir_i64s *indices = sample_attr(&cut, "indices", WEIR_ATTR_I64S);
        *indices = (weir_i64s){&at, 1};
        CHECK_OK(weir_op_call(rt, split, &whole, 1, cut.attr, cut.def->attr_size, part, &parts));
        memset(&form, 0, sizeof form);
        form.def = weir_op_describe(reshape);
        CHECK_OK(weir_attr_init(reshape, form.attr, form.def->attr_size));
        const host *like = (i == 0) == (shift > 0) ? h : y;
        weir_i64s *shape = sample_attr(&form, "shape", WEIR_ATTR_I64S);
        *shape = (weir_i64s){like->shape, like->ndim};
        CHECK_OK(weir_op_call(rt, reshape, &part[i], 1, form.attr, form.def->attr_size, &views[i],
                              &one));
        release_arrays(part, 2);
    }
    weir_array *out = views[shift > 0 ? 1 : 0];
    weir_array_release(arrays[which]);
    arrays[which] = weir_array_retain(views[shift > 0 ? 0 : 1]);
    judge_into(s, shift > 0 ? "into an output one behind its input" : "into one before its input",
               call_into(s, arrays, &out, 1), &out, wanted);
    release_arrays(views, 2);
    release_arrays(arrays, (uint32_t)s->in_count);
    weir_array_release(whole);
    host_free(&both);
}

static void outputs(const sample *s) {
    weir_runtime *rt = walk_runtime();
    host in[SAMPLE_INPUTS];
    weir_array *arrays[SAMPLE_INPUTS];
    make_inputs(s, 22, in);
    outcome wanted = run_sample(rt, s->op, s, in);
    if (wanted.status == WEIR_OK && wanted.count > 0) {
        send_inputs(rt, s, in, arrays);
        for (int l = 0; l < LAYOUTS; l++) into_layout(s, arrays, &wanted, (layout)l);
        for (int d = 1; d <= VALUE_DTYPES; d++) into_dtype(s, arrays, &wanted, (weir_dtype)d);
        release_arrays(arrays, (uint32_t)s->in_count);
        for (int i = 0; i < s->in_count; i++) {
            if (in[i].data == NULL) continue;
            into_input(s, in, &wanted, i, NULL);
            into_input(s, in, &wanted, i, "permute_dims");
            into_input(s, in, &wanted, i, "flip");
            into_overlap(s, in, &wanted, i, 1);
            into_overlap(s, in, &wanted, i, -1);
        }
    }
    outcome_free(&wanted);
    free_inputs(s, in);
}

static void refuses_outputs(const sample *s) {
    host in[SAMPLE_INPUTS];
    weir_array *arrays[SAMPLE_INPUTS], *out;
    make_inputs(s, 22, in);
    send_inputs(walk_runtime(), s, in, arrays);
    host h = host_new(WEIR_FLOAT32, 0, NULL);
    out = host_send(walk_runtime(), &h);
    host_free(&h);
    weir_status status = call_into(s, arrays, &out, 1);
    if ((status != WEIR_EINVAL && status != WEIR_EDTYPE) || !strstr(weir_error(), s->def->name))
        complain(s, "can be written into an array: %s", weir_error());
    weir_array_release(out);
    release_arrays(arrays, (uint32_t)s->in_count);
    free_inputs(s, in);
}

void check_outputs(const weir_op *op) {
    static const weir_dtype dtypes[] = {WEIR_FLOAT16, WEIR_INT8, WEIR_COMPLEX64};
    for (int i = 0; i < sample_count(op); i++) {
        sample s, other;
        sample_read(op, i, &s);
        if (weir_op_describe(op)->flags & (WEIR_OP_VIEW | WEIR_OP_BLOCKING)) {
            refuses_outputs(&s);
            continue;
        }
        outputs(&s);
        for (int d = 0; d < 3; d++) {
            sample_copy(&s, &other);
            if (sample_set_dtype(&other, dtypes[d])) outputs(&other);
        }
        sample_copy(&s, &other);
        for (int j = 0; j < other.in_count;
             j++) /* square, so that the transpose has the same shape */
            for (int d = 0; d < other.in[j].ndim; d++)
                if (other.in[j].shape[d] > 1) other.in[j].shape[d] = 4;
        outputs(&other);
        if (enlarge(&s, 3000, &other)) outputs(&other);
    }
}
