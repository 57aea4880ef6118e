/* storage.c - the memory behind arrays: allocated by the first write, freed after the last use.
 *
 * Contents of up to WR_SMALL_BYTES are kept in the storage itself and do not count towards the
 * memory budget.  The engine counts an arena block as the bytes of its variable, and starts the
 * task that allocates the block only if the memory limit allows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "array/array.h"

/* If an array copied from the caller's data has at most this many bytes, its memory is counted
 * later, by a record in the queue.  A larger array must be admitted first, which requires the
 * scheduler. */
enum { NOTED_BYTES = WR_SIZE(16384, 256) };

static void give_block(void *ctx) {
    wr_storage *s = ctx;
    if (s->data == NULL) return; /* never written, or wr_storage_take_over moved the block away */
    wr_arena_give(s->arrays->arena, s->data);
    wr_arrays_left(s->arrays, s->bytes);
}

static void end_loan(void *ctx) {
    wr_storage *s = ctx;
    if (s->deleter != NULL) s->deleter(s->ctx);
    int shared = atomic_load_explicit(&s->shared, memory_order_relaxed);
    if (WR_UNLIKELY(shared > 0))
        atomic_fetch_sub_explicit(&wr_shares, shared, memory_order_relaxed);
}

static weir_status make(wr_arrays *arrays, const wr_storage *born, bool live, weir_var **out) {
    weir_var_options options = {.size = sizeof options};
    if (born->origin == WR_ARENA) {
        options.site = wr_site_now();
        options.bytes = born->bytes;
        options.flags = !live ? 0 : born->bytes <= NOTED_BYTES ? WR_VAR_NOTED : WEIR_VAR_LIVE;
        options.on_free = give_block;
    } else if (born->origin == WR_BORROWED) {
        options.bytes = born->bytes;
        options.flags = WR_VAR_LENT;
        options.on_free = end_loan;
    }
    WR_TRY(wr_var_make(arrays->rt, &options, live ? "weir_array_new" : born->label, out));
    wr_storage *s = wr_storage_of(*out);
    memcpy((void *)s, born, offsetof(wr_storage, small));
    (*out)->ctx = s;
    return WEIR_OK;
}

weir_status wr_storage_new(wr_arrays *arrays, uint64_t bytes, const char *label, weir_var **out) {
    wr_storage born = {.bytes = bytes,
                       .arrays = arrays,
                       .label = label,
                       .origin = bytes <= WR_SMALL_BYTES ? WR_INLINE : WR_ARENA};
    return make(arrays, &born, false, out);
}

weir_status wr_storage_new_live(wr_arrays *arrays, uint64_t bytes, const char *label,
                                weir_var **out) {
    wr_storage born = {.bytes = bytes,
                       .arrays = arrays,
                       .label = label,
                       .origin = bytes <= WR_SMALL_BYTES ? WR_INLINE : WR_ARENA};
    WR_TRY(make(arrays, &born, true, out));
    if (wr_storage_need(*out)) return WEIR_OK;
    wr_var_release(*out);
    return wr_fail(WEIR_ENOMEM, "%s: the system cannot allocate %llu bytes", label,
                   (unsigned long long)bytes);
}

weir_status wr_storage_new_borrowed(wr_arrays *arrays, void *data, uint64_t bytes, bool readonly,
                                    void (*deleter)(void *), void *ctx, weir_var **out) {
    static char nothing[1]; /* an empty array without data points here */
    wr_storage born = {.data = data != NULL ? data : nothing,
                       .bytes = bytes,
                       .origin = WR_BORROWED,
                       .readonly = readonly,
                       .deleter = deleter,
                       .ctx = ctx,
                       .label = "from_memory"};
    return make(arrays, &born, false, out);
}

bool wr_storage_need(weir_var *v) {
    wr_storage *s = wr_storage_of(v);
    if (WR_LIKELY(s->data != NULL)) return true;
    s->data = s->origin == WR_INLINE ? s->small
                                     : wr_arena_take(s->arrays->arena, s->bytes, v->site, s->label);
    return s->data != NULL;
}

void wr_storage_drop(weir_var *v) {
    wr_storage *s = wr_storage_of(v);
    if (s->origin == WR_ARENA) give_block(s);
    s->data = NULL;
}

void wr_storage_take_over(weir_var *to, weir_var *from) {
    wr_storage *s = wr_storage_of(to), *old = wr_storage_of(from);
    assert(s->data == NULL && s->origin == WR_ARENA && old->origin == WR_ARENA);
    assert(s->bytes == old->bytes);
    s->data = old->data;
    old->data = NULL;
    wr_arena_relabel(s->arrays->arena, s->data, to->site, s->label);
}
