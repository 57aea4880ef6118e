/* loader.c - loaders: iterate over a dataset in batches, and issue a few batches ahead.
 *
 * Preparing a batch issues its work and does not wait for values.  The only wait is for the order
 * of a shuffled epoch, a random permutation that was issued one epoch earlier.  Random numbers
 * depend only on seed, epoch and batch:
 *
 *   order of epoch e       the stream (seed, e)
 *   transforms of batch b  the stream (mix(seed, e), from b * 2^20 on)
 *
 * So values depend neither on the number of workers nor on how far ahead batches are issued, and a
 * run can resume in the middle of an epoch.
 *
 *   batches           0 .. given - 1: returned by weir_loader_next
 *                     given .. issued - 1: in `ahead`, a ring buffer
 *                     issued .. count - 1: not issued yet
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "data/dataset.h"

enum { AHEAD_MAX = 64, STEPS_MAX = 64, MORE_MAX = 8 };

/* One transform of a batch: an operator applied to one field, or a function applied to the whole
 * batch. */
typedef struct step {
    const weir_op *op; /* NULL: the step calls `fn` */
    uint32_t field, more_count;
    weir_array *more[MORE_MAX];
    void *attr; /* an allocated copy of the attributes, or NULL */
    weir_batch_fn fn;
    void *ctx;
    void (*free)(void *ctx);
} step;

struct weir_loader {
    weir_dataset *data;
    weir_loader_options options;
    step step[STEPS_MAX];
    uint32_t step_count;
    bool begun; /* whether `order` holds the sample order of `epoch` */
    uint64_t epoch;
    int64_t count, given, issued;
    /* the sample order of this epoch, followed by space for the indices of one batch */
    int64_t *order;
    /* the sample order of epoch `next_epoch`, possibly still being computed; or NULL */
    weir_array *next;
    uint64_t next_epoch;
    weir_array *ahead[AHEAD_MAX + 1][WEIR_FIELDS_MAX];
};

/* ---- Creating and freeing -------------------------------------------------------------------- */

void weir_loader_options_init_sized(weir_loader_options *options, size_t size) {
    const weir_loader_options defaults = {.size = size, .batch_size = 1, .prefetch = 2};
    if (options != NULL && size >= sizeof size)
        weir_struct_copy(options, size, &defaults, sizeof defaults);
}

static weir_status issue_order(weir_loader *l, uint64_t epoch) {
    weir_stream stream = {.seed = l->options.seed, .calls = epoch}, *last;
    weir_array *order = NULL;
    weir_array_release(l->next);
    l->next = NULL;
    last = weir_stream_set(&stream);
    weir_permutation_options host = WEIR_PERMUTATION_OPTIONS;
    host.device = WEIR_CPU(0);
    weir_status status = weir_permutation(l->data->rt, l->data->count, &host, &order);
    weir_stream_set(last);
    if (status != WEIR_OK) return status;
    l->next = weir_scope_keep(order);
    l->next_epoch = epoch;
    return WEIR_OK;
}

static weir_status check_options(const weir_loader_options *o) {
    static const char what[] = "weir_loader_new";
    if (o->batch_size < 1)
        return wr_lib_fail(WEIR_EINVAL, "%s: batch_size=%lld must be at least 1", what,
                           (long long)o->batch_size);
    if (o->unused != 0)
        return wr_lib_fail(WEIR_EINVAL, "%s: options->unused is %u; set it to 0", what, o->unused);
    if (o->to_device != 0 && o->to_device != 1)
        return wr_lib_fail(WEIR_EINVAL, "%s: to_device is %d; expected 0 or 1", what, o->to_device);
    if (o->to_device) {
        char name[32];
        int32_t same;
        weir_device_name(o->device, name, sizeof name);
        WR_TRY(weir_device_parse(name, &same)); /* fails with a list of devices if there is none */
    }
    if (o->prefetch > AHEAD_MAX)
        return wr_lib_fail(WEIR_EINVAL, "%s: prefetch=%u; expected at most %d", what, o->prefetch,
                           AHEAD_MAX);
    return WEIR_OK;
}

weir_status weir_loader_new(weir_dataset *data, const weir_loader_options *options,
                            weir_loader **out) {
    static const char what[] = "weir_loader_new";
    weir_loader_options o;
    if (data == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is NULL", what, data == NULL ? "data" : "out");
    weir_loader_options_init(&o);
    if (options != NULL)
        WR_TRY(weir_struct_take(&o, sizeof o, options, WEIR_SIZE_UP_TO(weir_loader_options, unused),
                                what, "weir_loader_options"));
    WR_TRY(check_options(&o));
    int64_t most = o.batch_size < data->count ? o.batch_size : data->count;
    weir_loader *l = calloc(1, sizeof *l);
    int64_t *order = malloc((size_t)(data->count + most + 1) * sizeof *order);
    if (l == NULL || order == NULL) {
        free(l);
        free(order);
        return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for %lld %s", what,
                           (long long)data->count, data->count == 1 ? "index" : "indices");
    }
    l->data = weir_dataset_retain(data);
    l->options = o;
    l->order = order;
    l->count = data->count / o.batch_size;
    if (!o.drop_last && data->count % o.batch_size != 0) l->count++;
    weir_status status = o.shuffle ? issue_order(l, 0) : WEIR_OK;
    if (status != WEIR_OK) {
        weir_loader_free(l);
        return status;
    }
    *out = l;
    return WEIR_OK;
}

static void drop_ahead(weir_loader *l) {
    for (; l->given < l->issued; l->given++)
        wr_data_release(l->ahead[l->given % (AHEAD_MAX + 1)], l->data->field_count);
}

void weir_loader_free(weir_loader *l) {
    if (l == NULL) return;
    drop_ahead(l);
    for (uint32_t i = 0; i < l->step_count; i++) {
        step *s = &l->step[i];
        wr_data_release(s->more, s->more_count);
        if (s->free != NULL) s->free(s->ctx);
        free(s->attr);
    }
    weir_array_release(l->next);
    weir_dataset_release(l->data);
    free(l->order);
    free(l);
}

int64_t weir_loader_count(const weir_loader *l) { return l != NULL ? l->count : 0; }
uint64_t weir_loader_epoch(const weir_loader *l) { return l != NULL ? l->epoch : 0; }
int64_t weir_loader_batch(const weir_loader *l) { return l != NULL ? l->given : 0; }

/* ---- Transforms ------------------------------------------------------------------------------ */

static weir_status add_step(const char *what, weir_loader *l, const step *s) {
    if (l->step_count == STEPS_MAX)
        return wr_lib_fail(WEIR_EINVAL, "%s: the loader already has %d transforms, the maximum",
                           what, STEPS_MAX);
    if (l->issued > 0)
        return wr_lib_fail(
            WEIR_EINVAL,
            "%s: batches have already been issued; add transforms before the first batch", what);
    l->step[l->step_count++] = *s;
    return WEIR_OK;
}

weir_status weir_loader_apply(weir_loader *l, uint32_t field, const weir_op *op,
                              weir_array *const *more, uint32_t more_count, const void *attr,
                              size_t attr_size) {
    static const char what[] = "weir_loader_apply";
    if (l == NULL || op == NULL || (more == NULL && more_count > 0))
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is NULL", what,
                           l == NULL    ? "loader"
                           : op == NULL ? "op"
                                        : "more");
    const weir_op_def *def = weir_op_describe(op);
    if (field >= l->data->field_count)
        return wr_lib_fail(WEIR_EINVAL, "%s: field %u is out of range for %u field%s", what, field,
                           l->data->field_count, l->data->field_count == 1 ? "" : "s");
    if (more_count > MORE_MAX)
        return wr_lib_fail(WEIR_EINVAL, "%s: more_count is %u; expected at most %d", what,
                           more_count, MORE_MAX);
    step s = {.op = op, .field = field, .more_count = more_count};
    if (attr != NULL) {
        s.attr = malloc(def->attr_size + 1);
        if (s.attr == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", what);
        weir_status taken = weir_attrs_take(def->attrs, def->attr_count, def->attr_stride, s.attr,
                                            def->attr_size, attr, attr_size, def->name);
        if (taken != WEIR_OK) {
            free(s.attr);
            return taken;
        }
    }
    for (uint32_t i = 0; i < more_count; i++) s.more[i] = more[i];
    weir_status status = add_step(what, l, &s);
    if (status != WEIR_OK) free(s.attr);
    for (uint32_t i = 0; i < more_count && status == WEIR_OK; i++)
        if (more[i] != NULL) weir_array_retain(more[i]);
    return status;
}

weir_status weir_loader_call(weir_loader *l, weir_batch_fn fn, void *ctx, void (*free_)(void *)) {
    static const char what[] = "weir_loader_call";
    if (l == NULL || fn == NULL)
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is NULL", what, l == NULL ? "loader" : "fn");
    step s = {.fn = fn, .ctx = ctx, .free = free_};
    return add_step(what, l, &s);
}

static weir_status apply(const weir_loader *l, const step *s, weir_array **batch) {
    if (s->op == NULL) return s->fn(s->ctx, batch, l->data->field_count);
    weir_array *in[MORE_MAX + 1] = {batch[s->field]}, *out[WEIR_OUT_MAX] = {NULL};
    uint32_t count = WEIR_OUT_MAX;
    memcpy(in + 1, s->more, sizeof s->more);
    WR_TRY(weir_op_call(l->data->rt, s->op, in, 1 + s->more_count, s->attr,
                        weir_op_describe(s->op)->attr_size, out, &count));
    wr_data_release(out + 1, count - 1); /* the first output replaces the field */
    weir_array_release(batch[s->field]);
    batch[s->field] = out[0];
    return WEIR_OK;
}

/* ---- Batches --------------------------------------------------------------------------------- */

/* Hash two integers into one (SplitMix64). */
static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t x = a + (b + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Return the indices of the samples in a batch. */
static const int64_t *batch_indices(weir_loader *l, int64_t batch, int64_t *count) {
    int64_t first = batch * l->options.batch_size, left = l->data->count - first;
    *count = left < l->options.batch_size ? left : l->options.batch_size;
    if (l->options.shuffle) return l->order + first;
    int64_t *indices = l->order + l->data->count;
    for (int64_t i = 0; i < *count; i++) indices[i] = first + i;
    return indices;
}

/* Replace the arrays of a batch by copies on the loader's device. */
static weir_status bring(const weir_loader *l, weir_array **batch) {
    for (uint32_t i = 0; l->options.to_device && i < l->data->field_count; i++) {
        weir_array *near = NULL;
        if (batch[i] == NULL || weir_array_device(batch[i]) == l->options.device) continue;
        WR_TRY(weir_to_device(batch[i], l->options.device, &near));
        weir_array_release(batch[i]);
        batch[i] = near;
    }
    return WEIR_OK;
}

/* Issue the operations that read and transform a batch. */
static weir_status prepare(weir_loader *l, int64_t batch, weir_array **out) {
    weir_stream stream = {.seed = mix(l->options.seed, l->epoch), .calls = (uint64_t)batch << 20};
    uint32_t fields = WEIR_FIELDS_MAX;
    int64_t count;
    const int64_t *index = batch_indices(l, batch, &count);
    weir_stream *last = weir_stream_set(&stream);
    int recording = weir_recording_set(0);
    weir_status status = weir_dataset_take(l->data, index, count, out, &fields);
    for (uint32_t i = 0; i < l->step_count && status == WEIR_OK; i++)
        status = apply(l, &l->step[i], out);
    if (status == WEIR_OK) status = bring(l, out);
    weir_recording_set(recording);
    weir_stream_set(last);
    for (uint32_t i = 0; i < l->data->field_count; i++) {
        if (out[i] == NULL && status == WEIR_OK)
            status = wr_lib_fail(WEIR_EINVAL, "weir_loader_next: a transform left field %s NULL",
                                 l->data->name[i]);
        if (out[i] != NULL)
            weir_scope_keep(out[i]); /* the current scope may end before the batch is returned */
    }
    if (status != WEIR_OK) wr_data_release(out, l->data->field_count);
    return status;
}

static weir_status begin(weir_loader *l) {
    if (l->begun) return WEIR_OK;
    if (l->options.shuffle && l->data->count > 0) {
        if (l->next == NULL || l->next_epoch != l->epoch) WR_TRY(issue_order(l, l->epoch));
        WR_TRY(weir_array_wait_at(l->next, -1, "the order of an epoch"));
        WR_TRY(weir_array_read(l->next, l->order, (size_t)l->data->count * sizeof *l->order));
        WR_TRY(issue_order(l, l->epoch + 1));
    }
    l->begun = true;
    return WEIR_OK;
}

weir_status weir_loader_start(weir_loader *l, uint64_t epoch, int64_t skip) {
    if (l == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_loader_start: loader is NULL");
    if (skip < 0 || skip > l->count)
        return wr_lib_fail(
            WEIR_EINVAL, "weir_loader_start: skip=%lld is out of range; an epoch has %lld %s",
            (long long)skip, (long long)l->count, l->count == 1 ? "batch" : "batches");
    drop_ahead(l);
    if (epoch != l->epoch) l->begun = false;
    l->epoch = epoch;
    l->given = l->issued = skip;
    return begin(l);
}

/* Return the array through a new handle, which belongs to the caller's current scope, as every
 * result does. */
static weir_array *hand_out(weir_array *a) {
    weir_array *handle = NULL;
    if (weir_reshape(a, weir_i64s_of(weir_array_shape(a), weir_array_ndim(a)), &handle) != WEIR_OK)
        return a;
    weir_array_release(a);
    return handle;
}

weir_status weir_loader_next(weir_loader *l, weir_array **out, uint32_t *out_count) {
    static const char what[] = "weir_loader_next";
    if (l == NULL || out == NULL || out_count == NULL)
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is NULL", what,
                           l == NULL     ? "loader"
                           : out == NULL ? "out"
                                         : "out_count");
    uint32_t fields = l->data->field_count;
    if (*out_count < fields)
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: out has room for %u array%s, but samples have %u field%s", what,
                           *out_count, *out_count == 1 ? "" : "s", fields, fields == 1 ? "" : "s");
    WR_TRY(begin(l));
    if (l->given == l->count) {
        l->epoch++;
        l->given = l->issued = 0;
        l->begun = false;
        *out_count = 0;
        return WEIR_OK;
    }
    while (l->issued < l->count && l->issued - l->given <= (int64_t)l->options.prefetch) {
        weir_status status = prepare(l, l->issued, l->ahead[l->issued % (AHEAD_MAX + 1)]);
        if (status != WEIR_OK && (l->issued == l->given || status == WEIR_EINTR)) return status;
        if (status != WEIR_OK) break; /* the failure is reported when that batch is requested */
        l->issued++;
    }
    weir_array **batch = l->ahead[l->given++ % (AHEAD_MAX + 1)];
    for (uint32_t i = 0; i < fields; i++) {
        weir_array *a = batch[i];
        batch[i] = NULL;
        out[i] = hand_out(a);
    }
    *out_count = fields;
    return WEIR_OK;
}
