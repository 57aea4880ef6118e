/* function.c - user-defined functions with their own backward functions, and checkpoints, which
 * recompute a part of the forward pass (the function `part`) in the backward pass to save memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "autograd/tape.h"

static void drop(const weir_function *f) {
    if (f->free != NULL) f->free(f->ctx);
}

static weir_status refuse(const weir_function *f, weir_status status) {
    drop(f);
    return status;
}

/* Check that output i can be attached to a node. */
static weir_status check_output(const weir_function *f, weir_array *const *out, uint32_t i) {
    const weir_array *a = out[i];
    if (a == NULL || a->var == NULL || wr_tape_of(a) != NULL)
        return wr_fail(
            WEIR_EINVAL,
            "%s: output %u %s; return arrays that were created while recording was paused", f->name,
            i,
            a == NULL        ? "is NULL"
            : a->var == NULL ? "is a scalar constant"
                             : "already requires grad");
    for (uint32_t j = 0; j < i; j++)
        if (out[j] == a)
            return wr_fail(WEIR_EINVAL,
                           "%s: outputs %u and %u are the same array; detach one of them", f->name,
                           j, i);
    return WEIR_OK;
}

/* Save the arrays of node->function.saved, with one reference each.  An output is saved as a handle
 * without a node, so that the node does not hold a reference to itself. */
static weir_status save(wr_tape_node *node, weir_array *const *out, uint32_t out_count) {
    for (uint32_t i = 0; i < node->function.saved_count; i++) {
        weir_array *a = node->function.saved[i];
        wr_saved *s = &node->saved[i];
        if (a == NULL) continue;
        s->version = wr_version_of(a);
        for (uint32_t j = 0; j < out_count && s->output == 0; j++)
            if (out[j] == a) s->output = j + 1;
        if (s->output > 0)
            WR_TRY(wr_tape_alias(a, &s->array));
        else
            s->array = weir_array_retain(a);
    }
    return WEIR_OK;
}

/* Record a function call.  If `always` is set, the outputs require grad even if no input does.
 * Takes over f->ctx, even on failure. */
static weir_status record(weir_runtime *rt, const weir_function *f, weir_array *const *in,
                          uint32_t in_count, weir_array *const *out, uint32_t out_count,
                          bool always) {
    size_t dims = 0;
    bool requires_grad = always;
    for (uint32_t i = 0; i < in_count; i++) {
        if (in[i] == NULL) continue;
        dims += (size_t)in[i]->ndim * sizeof(int64_t);
        requires_grad |= wr_grad_node(in[i]) != NULL;
    }
    if (!requires_grad) return refuse(f, WEIR_OK);
    for (uint32_t i = 0; i < out_count; i++) {
        weir_status status = check_output(f, out, i);
        if (status != WEIR_OK) return refuse(f, status);
    }
    /* Failures name it after the node has gone, so it is never freed. */
    const char *name = weir_site_text(weir_site_intern(f->name, 0));
    if (name == NULL) return refuse(f, WEIR_ENOMEM);
    size_t saved_operand = in_count * sizeof(wr_saved_operand) + dims;
    wr_tape_node *node = wr_tape_new(rt, WR_NODE_FUNCTION, in_count,
                                     saved_operand + f->saved_count * sizeof(wr_saved));
    if (node == NULL) return refuse(f, WEIR_ENOMEM);
    node->function = *f;
    node->function.name = name;
    node->out_count = out_count;
    node->site = wr_site_now();
    node->saved_operand = wr_tape_extra(node);
    node->saved = (wr_saved *)(void *)((char *)node->saved_operand + saved_operand);
    node->order = wr_mode_now.recorded + 1;
    int64_t *shape = (int64_t *)(void *)(node->saved_operand + in_count);
    for (uint32_t i = 0; i < in_count; i++) {
        if (in[i] == NULL) continue;
        wr_tape_link(node, i, in[i]);
        node->saved_operand[i] =
            (wr_saved_operand){.shape = shape, .dtype = in[i]->dtype, .ndim = in[i]->ndim};
        if (in[i]->ndim > 0) memcpy(shape, wr_shape(in[i]), (size_t)in[i]->ndim * sizeof *shape);
        shape += in[i]->ndim;
    }
    wr_mode_now.recorded = node->order;
    weir_status status = save(node, out, out_count);
    for (uint32_t i = 0; i < out_count && status == WEIR_OK; i++)
        if (wr_is_differentiable(out[i]->dtype)) wr_tape_attach(node, i, out[i]);
    /* The outputs now hold references to the node.  If no output was attached, this frees the node
     * and ctx. */
    wr_tape_release(node);
    return status;
}

weir_status weir_function_record(weir_runtime *rt, const weir_function *given,
                                 weir_array *const *in, uint32_t in_count, weir_array *const *out,
                                 uint32_t out_count) {
    weir_function all = {0}, *f = &all;
    if (given == NULL) return wr_fail(WEIR_EINVAL, "weir_function_record: the function is NULL");
    enum { FIRST = WEIR_SIZE_UP_TO(weir_function, ctx) };
    weir_status status =
        weir_struct_take(f, sizeof all, given, FIRST, "weir_function_record", "weir_function");
    if (status != WEIR_OK) return given->size >= FIRST ? refuse(given, status) : status;
    if (f->unused != 0)
        return refuse(f, wr_fail(WEIR_EINVAL,
                                 "weir_function_record: the field unused is %u; set it to 0",
                                 f->unused));
    if (f->backward == NULL || f->name == NULL)
        return refuse(f,
                      wr_fail(WEIR_EINVAL, "weir_function_record: %s is NULL",
                              f->name == NULL ? "the function's name" : "the function's backward"));
    if (rt == NULL || (in_count > 0 && in == NULL) || (out_count > 0 && out == NULL) ||
        (f->saved_count > 0 && f->saved == NULL))
        return refuse(f, wr_fail(WEIR_EINVAL, "%s: %s is NULL", f->name,
                                 rt == NULL ? "the runtime" : "a list of arrays"));
    if (wr_mode_now.recorder == NULL) return refuse(f, WEIR_OK);
    return record(rt, f, in, in_count, out, out_count, false);
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

typedef struct checkpoint {
    weir_part_fn part;
    void *ctx;
    void (*free)(void *ctx);
    weir_stream stream; /* state of the random stream before the part ran */
    bool training;
    uint8_t autocast, autocast_kind;
    uint32_t in_count;  /* number of inputs; the inputs are the function's saved arrays */
    uint32_t version[]; /* the storage version of each input before the part ran */
} checkpoint;

static void free_checkpoint(void *ctx) {
    checkpoint *c = ctx;
    if (c->free != NULL) c->free(c->ctx);
    free(c);
}

static weir_status run_part(weir_runtime *rt, checkpoint *c, weir_array *const *in, bool recording,
                            weir_stream *stream, weir_array **out, uint32_t *count) {
    wr_mode mode = wr_mode_now;
    wr_mode_now.recorder = recording ? &wr_tape_recorder : NULL;
    wr_mode_now.training = c->training;
    wr_mode_now.autocast = c->autocast;
    wr_mode_now.autocast_kind = c->autocast_kind;
    wr_mode_now.stream = stream;
    weir_status status = c->part(rt, in, c->in_count, out, count, c->ctx);
    uint64_t recorded = wr_mode_now.recorded;
    wr_mode_now = mode;
    wr_mode_now.recorded = recorded;
    return status;
}

static void release_all(weir_array **list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) weir_array_release(list[i]);
}

/* Run the part again while recording, with leaves in place of its inputs, then run backward through
 * it. */
static weir_status recompute(weir_runtime *rt, weir_array *const *grad_out, uint32_t out_count,
                             weir_array **grad_in, uint32_t in_count, void *ctx) {
    checkpoint *c = ctx;
    weir_stream stream = c->stream;
    if (wr_mode_now.recorder != NULL)
        return wr_fail(WEIR_EINVAL, "checkpoint: second derivatives through a checkpoint are not "
                                    "supported");
    weir_array **list = calloc(in_count + 3 * (size_t)out_count + 1, sizeof *list);
    if (list == NULL)
        return wr_fail(WEIR_ENOMEM, "checkpoint: not enough memory for the list of arrays");
    weir_array **in = list, **out = in + in_count, **heads = out + out_count;
    weir_array **grads = heads + out_count;
    weir_status status = WEIR_OK;
    for (uint32_t i = 0; i < in_count && status == WEIR_OK; i++) {
        weir_array *given = NULL;
        status = weir_function_saved(i, &given);
        if (given == NULL) continue;
        if (given->var == NULL)
            in[i] = weir_array_retain(given); /* a scalar constant */
        else
            status = wr_tape_alias(given, &in[i]);
        if (status == WEIR_OK && wr_grad_node(given) != NULL)
            status = weir_array_attach_grad(in[i], WEIR_GRAD_WRITE);
        weir_array_release(given);
    }
    uint32_t made = out_count, head_count = 0;
    if (status == WEIR_OK)
        status = run_part(rt, c, in, true, &stream, out, &made);
    else
        made = 0;
    if (status == WEIR_OK && made != out_count)
        status = wr_fail(WEIR_EINVAL,
                         "checkpoint: the part returned %u array%s when recomputed, but %u the "
                         "first time",
                         made, made == 1 ? "" : "s", out_count);
    for (uint32_t i = 0; i < out_count && status == WEIR_OK; i++) {
        if (grad_out[i] == NULL || wr_grad_node(out[i]) == NULL) continue;
        heads[head_count] = out[i];
        grads[head_count++] = grad_out[i];
    }
    if (status == WEIR_OK && head_count > 0) status = weir_backward(heads, head_count, grads, 0);
    for (uint32_t i = 0; i < in_count && status == WEIR_OK; i++)
        grad_in[i] = weir_array_grad(in[i]);
    release_all(in, in_count);
    release_all(out, made);
    free(list);
    return status;
}

/* Return the state of the random stream that this thread's next random operation would draw
 * from. */
static weir_stream stream_now(wr_arrays *arrays) {
    if (wr_mode_now.stream != NULL) return *wr_mode_now.stream;
    wr_lock_take(&arrays->random_lock);
    weir_stream s = {arrays->seed, arrays->calls};
    wr_lock_give(&arrays->random_lock);
    return s;
}

static void stream_went_to(wr_arrays *arrays, const weir_stream *s) {
    if (wr_mode_now.stream != NULL) {
        wr_mode_now.stream->calls = s->calls;
        return;
    }
    wr_lock_take(&arrays->random_lock);
    if (arrays->seed == s->seed && arrays->calls < s->calls) arrays->calls = s->calls;
    wr_lock_give(&arrays->random_lock);
}

/* Fail if the part overwrote one of its inputs, because recomputing the part would then give
 * different values. */
static weir_status check_inputs(const checkpoint *c, weir_array *const *in) {
    for (uint32_t i = 0; i < c->in_count; i++)
        if (in[i] != NULL && wr_version_of(in[i]) != c->version[i])
            return wr_fail(
                WEIR_EINVAL,
                "checkpoint: the part overwrote its input %u, %s, so recomputing the part would "
                "give different values; write to a copy",
                i, wr_array_text_of(in[i]));
    return WEIR_OK;
}

/* Replace an output with a new handle if it already has a node, for example because it is an input
 * that is returned unchanged, or if it is returned twice. */
static weir_status set_apart(weir_array **out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        bool known = out[i] != NULL && wr_tape_of(out[i]) != NULL;
        for (uint32_t j = 0; j < i && !known; j++) known = out[j] == out[i];
        if (!known) continue;
        weir_array *apart;
        WR_TRY(weir_array_detach(out[i], &apart));
        weir_array_release(out[i]);
        out[i] = apart;
    }
    return WEIR_OK;
}

weir_status weir_checkpoint(weir_runtime *rt, weir_part_fn part, weir_array *const *in,
                            uint32_t in_count, weir_array **out, uint32_t *out_count, void *ctx,
                            void (*free_ctx)(void *ctx)) {
    weir_status status = WEIR_OK;
    checkpoint *c = NULL;
    wr_arrays *arrays = NULL;
    if (rt == NULL || part == NULL || out == NULL || out_count == NULL ||
        (in == NULL && in_count > 0))
        status = wr_fail(WEIR_EINVAL, "checkpoint: %s is NULL",
                         rt == NULL          ? "rt"
                         : part == NULL      ? "part"
                         : out == NULL       ? "out"
                         : out_count == NULL ? "out_count"
                                             : "in");
    else if ((arrays = wr_arrays_get(rt)) == NULL)
        status = WEIR_ENOMEM;
    else if ((c = calloc(1, sizeof *c + in_count * sizeof *c->version)) == NULL)
        status = wr_fail(WEIR_ENOMEM, "checkpoint: out of memory");
    if (status != WEIR_OK) {
        if (free_ctx != NULL) free_ctx(ctx);
        return status;
    }
    c->part = part;
    c->ctx = ctx;
    c->free = free_ctx;
    c->training = wr_mode_now.training;
    c->autocast = wr_mode_now.autocast;
    c->autocast_kind = wr_mode_now.autocast_kind;
    c->stream = stream_now(arrays);
    c->in_count = in_count;
    for (uint32_t i = 0; i < in_count; i++)
        c->version[i] = in[i] != NULL ? wr_version_of(in[i]) : 0;
    weir_stream stream = c->stream;
    uint32_t made = *out_count;
    status = run_part(rt, c, in, false, &stream, out, &made);
    stream_went_to(arrays, &stream);
    if (status != WEIR_OK || wr_mode_now.recorder == NULL) {
        free_checkpoint(c);
        if (status == WEIR_OK) *out_count = made;
        return status;
    }
    weir_function f = {.size = sizeof f,
                       .name = "checkpoint",
                       .backward = recompute,
                       .free = free_checkpoint,
                       .ctx = c,
                       .saved = in,
                       .saved_count = in_count};
    status = check_inputs(c, in);
    if (status == WEIR_OK) status = set_apart(out, made);
    status = status == WEIR_OK ? record(rt, &f, in, in_count, out, made, true) : refuse(&f, status);
    if (status == WEIR_OK)
        *out_count = made;
    else
        release_all(out, made);
    return status;
}
