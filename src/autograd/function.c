/* function.c - pieces of program with a gradient of their own, and parts that are run twice to save memory.
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

/* `always`: the outputs are followed even if no input is. */
static weir_status record(weir_runtime *rt, const weir_function *f, weir_array *const *in,
                          uint32_t in_count, weir_array *const *out, uint32_t out_count,
                          bool always) {
    size_t dims = 0;
    bool followed = always;
    for (uint32_t i = 0; i < in_count; i++) {
        if (in[i] == NULL) continue;
        dims += (size_t)in[i]->ndim * sizeof(int64_t);
        followed |= wr_followed(in[i]) != NULL;
    }
    if (!followed) return refuse(f, WEIR_OK);
    for (uint32_t i = 0; i < out_count; i++)
        if (out[i] == NULL || out[i]->var == NULL || wr_tape_of(out[i]) != NULL)
            return refuse(
                f, wr_fail(WEIR_EINVAL,
                           "%s: output %u is %s; give arrays that were made while recording was "
                           "paused",
                           f->name, i,
                           out[i] == NULL        ? "NULL"
                           : out[i]->var == NULL ? "a number"
                                                 : "followed already"));
    wr_tape_node *node =
        wr_tape_new(rt, WR_NODE_FUNCTION, in_count, in_count * sizeof(wr_kept) + dims);
    if (node == NULL) return refuse(f, WEIR_ENOMEM);
    node->function = *f;
    node->out_count = out_count;
    node->site = wr_site_now();
    node->kept = wr_tape_extra(node);
    node->order = wr_mode_now.recorded + 1;
    int64_t *shape = (int64_t *)(void *)(node->kept + in_count);
    for (uint32_t i = 0; i < in_count; i++) {
        if (in[i] == NULL) continue;
        wr_tape_link(node, i, in[i]);
        node->kept[i] = (wr_kept){.shape = shape, .dtype = in[i]->dtype, .ndim = in[i]->ndim};
        if (in[i]->ndim > 0) memcpy(shape, wr_shape(in[i]), (size_t)in[i]->ndim * sizeof *shape);
        shape += in[i]->ndim;
    }
    wr_mode_now.recorded = node->order;
    for (uint32_t i = 0; i < out_count; i++)
        if (wr_is_smooth(out[i]->dtype)) wr_tape_hang(node, i, out[i]);
    wr_tape_release(node);
    return WEIR_OK;
}

weir_status weir_function_record(weir_runtime *rt, const weir_function *f, weir_array *const *in,
                                 uint32_t in_count, weir_array *const *out, uint32_t out_count) {
    if (f == NULL || f->backward == NULL || f->name == NULL)
        return wr_fail(WEIR_EINVAL, "weir_function_record: %s is NULL",
                       f == NULL         ? "the function"
                       : f->name == NULL ? "its name"
                                         : "its backward");
    if (rt == NULL || (in_count > 0 && in == NULL) || (out_count > 0 && out == NULL))
        return refuse(f, wr_fail(WEIR_EINVAL, "%s: %s is NULL", f->name,
                                 rt == NULL ? "the runtime" : "a list of arrays"));
    if (!wr_mode_now.recording) return refuse(f, WEIR_OK);
    return record(rt, f, in, in_count, out, out_count, false);
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

typedef struct checkpoint {
    weir_part_fn part;
    void *ctx;
    void (*free)(void *ctx);
    weir_stream stream; /* of random numbers as it was before the part ran */
    bool training;
    uint32_t in_count, out_count;
    weir_array *in[]; /* with a reference each; may be NULL */
} checkpoint;

static void free_checkpoint(void *ctx) {
    checkpoint *c = ctx;
    for (uint32_t i = 0; i < c->in_count; i++) weir_array_release(c->in[i]);
    if (c->free != NULL) c->free(c->ctx);
    free(c);
}

static weir_status run_part(weir_runtime *rt, checkpoint *c, weir_array *const *in, bool recording,
                            weir_stream *stream, weir_array **out, uint32_t *count) {
    wr_mode mode = wr_mode_now;
    wr_mode_now.recording = recording;
    wr_mode_now.training = c->training;
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

/* Run the part again, recording, with leaves in place of its inputs, and go back through it. */
static weir_status recompute(weir_runtime *rt, weir_array *const *grad_out, uint32_t out_count,
                             weir_array **grad_in, uint32_t in_count, void *ctx) {
    checkpoint *c = ctx;
    weir_stream stream = c->stream;
    weir_array **list = calloc(in_count + 3 * (size_t)out_count + 1, sizeof *list);
    if (list == NULL) return wr_fail(WEIR_ENOMEM, "checkpoint: no memory for its arrays");
    weir_array **in = list, **out = in + in_count, **heads = out + out_count;
    weir_array **grads = heads + out_count;
    weir_status status = WEIR_OK;
    for (uint32_t i = 0; i < in_count && status == WEIR_OK; i++) {
        if (c->in[i] == NULL) continue;
        status = weir_array_detach(c->in[i], &in[i]);
        if (status == WEIR_OK && wr_followed(c->in[i]) != NULL)
            status = weir_array_attach_grad(in[i], WEIR_GRAD_WRITE);
    }
    uint32_t made = out_count, head_count = 0;
    if (status == WEIR_OK)
        status = run_part(rt, c, in, true, &stream, out, &made);
    else
        made = 0;
    if (status == WEIR_OK && made != out_count)
        status = wr_fail(WEIR_EINVAL, "checkpoint: the part gave %u arrays, %u the first time",
                         made, out_count);
    for (uint32_t i = 0; i < out_count && status == WEIR_OK; i++) {
        if (grad_out[i] == NULL || wr_followed(out[i]) == NULL) continue;
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

/* Where the next random operation of this thread would take its numbers. */
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

weir_status weir_checkpoint(weir_runtime *rt, weir_part_fn part, weir_array *const *in,
                            uint32_t in_count, weir_array **out, uint32_t *out_count, void *ctx,
                            void (*free_ctx)(void *ctx)) {
    weir_status status = WEIR_OK;
    checkpoint *c = NULL;
    wr_arrays *arrays = NULL;
    if (rt == NULL || part == NULL || out == NULL || out_count == NULL ||
        (in == NULL && in_count > 0))
        status = wr_fail(WEIR_EINVAL, "checkpoint: an argument is NULL");
    else if ((arrays = wr_arrays_get(rt)) == NULL)
        status = WEIR_ENOMEM;
    else if ((c = calloc(1, sizeof *c + in_count * sizeof *c->in)) == NULL)
        status = wr_fail(WEIR_ENOMEM, "checkpoint: no memory for it");
    if (status != WEIR_OK) {
        if (free_ctx != NULL) free_ctx(ctx);
        return status;
    }
    c->part = part;
    c->ctx = ctx;
    c->free = free_ctx;
    c->training = wr_mode_now.training;
    c->stream = stream_now(arrays);
    c->in_count = in_count;
    for (uint32_t i = 0; i < in_count; i++) c->in[i] = weir_array_retain(in[i]);
    weir_stream stream = c->stream;
    uint32_t made = *out_count;
    status = run_part(rt, c, in, false, &stream, out, &made);
    stream_went_to(arrays, &stream);
    if (status != WEIR_OK || !wr_mode_now.recording) {
        free_checkpoint(c);
        if (status == WEIR_OK) *out_count = made;
        return status;
    }
    c->out_count = made;
    weir_function f = {.size = sizeof f,
                       .name = "checkpoint",
                       .backward = recompute,
                       .free = free_checkpoint,
                       .ctx = c};
    status = record(rt, &f, in, in_count, out, made, true);
    if (status == WEIR_OK)
        *out_count = made;
    else
        release_all(out, made);
    return status;
}
