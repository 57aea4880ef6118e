/* dlpack_stream.c - lends memory of a CUDA device in the order of a consumer's stream.
 *
 * A task asks the device for an event behind all that uses the array so far.  The calling thread waits
 * until that task has been launched, not until it is done, and makes the consumer's stream wait for
 * the event.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "array/array.h"

/* Shared by the task and the thread that waits for its launch. */
typedef struct lending {
    atomic_int references;
    atomic_bool done; /* the task has been launched, or it has ended without that */
    bool launched;    /* const once done */
    weir_var *var;    /* const, like the rest; valid while the task exists */
    wr_queue *queue;  /* of the thread */
    void *event;
    int index; /* of the card */
} lending;

static void release(lending *l) {
    /* acq_rel: the last one sees what the other did. */
    if (atomic_fetch_sub_explicit(&l->references, 1, memory_order_acq_rel) > 1) return;
    wr_cuda_event_give(l->index, l->event);
    free(l);
}

static void tell(lending *l) {
    if (atomic_load(&l->done)) return;
    atomic_store(&l->done, true);
    wr_queue_wake(l->queue);
}

/* Never fails: if nothing was launched, the thread waits for the array, and finds out why. */
static weir_status run_lend(weir_context *ctx, void *arg) {
    lending *l = arg;
    wr_device_range range[WR_STORAGE_RANGES];
    uint32_t count = wr_storage_ranges(l->var, true, range);
    if (ctx->refused || count == 0) return WEIR_OK;
    wr_device_call call = {.event = l->event, .range = range, .range_count = count};
    l->launched = wr_device_launch(ctx, &call) == WEIR_OK;
    ctx->message[0] = '\0';
    tell(l);
    return WEIR_OK;
}

static void drop_lend(void *arg) {
    tell(arg);
    release(arg);
}

static const weir_kind lend_kind = {.size = sizeof lend_kind,
                                    .name = "dlpack",
                                    .run = run_lend,
                                    .drop = drop_lend,
                                    .flags = WEIR_KIND_PURE | WR_KIND_DEVICE};

/* The consumer may write, unless the memory is read-only. */
static weir_status issue(lending *l, bool writes) {
    weir_task task = {.size = sizeof task,
                      .kind = &lend_kind,
                      .arg = l,
                      .reads = &l->var,
                      .read_count = 1,
                      .writes = &l->var,
                      .write_count = writes,
                      .device = l->var->space,
                      .site = wr_site_now()};
    return wr_issue(l->var->rt, &task, &lend_kind);
}

weir_status wr_storage_lend(weir_array *a, uint64_t stream, bool *done) {
    weir_runtime *rt = a->rt;
    wr_queue *queue = wr_queue_get(rt);
    lending *l = queue != NULL ? calloc(1, sizeof *l) : NULL;
    *done = false;
    if (l == NULL) return WEIR_OK;
    l->index = a->device >> 8;
    if ((l->event = wr_cuda_event_take(l->index)) == NULL) {
        free(l);
        return WEIR_OK;
    }
    l->var = a->var;
    l->queue = queue;
    atomic_init(&l->references, 2);
    weir_status status = issue(l, !wr_storage_of(a->var)->readonly);
    if (status != WEIR_OK) {
        atomic_store_explicit(&l->references, 1, memory_order_relaxed); /* there is no task */
        release(l);
        return status;
    }
    status = wr_wait_flag(rt, &l->done, "dlpack", wr_site_now());
    if (status == WEIR_OK && l->launched) {
        status = wr_cuda_stream_follow(l->index, stream, l->event);
        *done = status == WEIR_OK;
    }
    release(l);
    return status;
}
