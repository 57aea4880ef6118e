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

enum { WORD_BYTES = 4 }; /* size of an error word */

static weir_var *var_of(wr_storage *s) { return (weir_var *)(void *)s - 1; }

static uint64_t address_of(const wr_storage *s) { return (uint64_t)(uintptr_t)s->data; }

/* The error word of a storage on a device is behind its contents. */
static uint64_t word_offset(const wr_storage *s) { return wr_round_up(s->bytes, WORD_BYTES); }

static void give_device_block(void *ctx) {
    wr_storage *s = ctx;
    if (s->data != NULL) wr_device_give(var_of(s)->rt, var_of(s)->space, address_of(s));
    s->data = NULL;
}

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

static void end_device_loan(void *ctx) {
    wr_storage *s = ctx;
    uint64_t word = wr_storage_word(var_of(s));
    if (word != 0) wr_device_give(var_of(s)->rt, var_of(s)->space, word);
    end_loan(s);
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

weir_status wr_device_usable(weir_runtime *rt, int32_t device, const char *label) {
    int slot = wr_device_slot(device);
    if (slot <= 0) return wr_fail(WEIR_EDEVICE, "%s: there is no device %d", label, device);
    if (atomic_load_explicit(&rt->devices[slot].forked, memory_order_relaxed) ||
        (wr_device_is_cuda(device) && wr_cuda_is_forked()))
        return wr_fail(WEIR_EFORKED,
                       "%s: the parent process has used %s, so a forked child cannot; %s", label,
                       wr_device_text(device), weir_remedy_text(WEIR_REMEDY_FORK));
    if (atomic_load_explicit(&rt->closed, memory_order_relaxed))
        return wr_fail(WEIR_ECLOSED,
                       "%s: the runtime has been freed, so arrays on its devices cannot be used",
                       label);
    return wr_device_open(rt, slot);
}

static __attribute__((noinline)) weir_status new_on_device(wr_arrays *arrays, uint64_t bytes,
                                                           int32_t device, const char *label,
                                                           weir_var **out) {
    WR_TRY(wr_device_usable(arrays->rt, device, label));
    weir_var_options options = {.size = sizeof options,
                                .site = wr_site_now(),
                                .bytes = bytes + WORD_BYTES,
                                .device = device,
                                .on_free = give_device_block};
    WR_TRY(wr_var_make(arrays->rt, &options, label, out));
    wr_storage *s = wr_storage_of(*out);
    memset((void *)s, 0, offsetof(wr_storage, small));
    s->bytes = bytes;
    s->arrays = arrays;
    s->label = label;
    s->origin = WR_ON_DEVICE;
    (*out)->ctx = s;
    return WEIR_OK;
}

weir_status wr_storage_new(wr_arrays *arrays, uint64_t bytes, int32_t device, const char *label,
                           weir_var **out) {
    if (WR_UNLIKELY(!wr_device_is_host(device)))
        return new_on_device(arrays, bytes, device, label, out);
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

weir_status wr_storage_new_lent(wr_arrays *arrays, int32_t device, uint64_t address, uint64_t bytes,
                                bool readonly, void (*deleter)(void *), void *ctx, weir_var **out) {
    static const char label[] = "from_dlpack";
    WR_TRY(wr_device_usable(arrays->rt, device, label));
    weir_var_options options = {.size = sizeof options,
                                .site = wr_site_now(),
                                .bytes = WORD_BYTES,
                                .device = device,
                                .on_free = end_device_loan};
    WR_TRY(wr_var_make(arrays->rt, &options, label, out));
    wr_storage *s = wr_storage_of(*out);
    memset((void *)s, 0, offsetof(wr_storage, small) + sizeof(uint64_t));
    /* An array without elements has no address, but NULL means that it was never computed. */
    s->data = (void *)(uintptr_t)(address != 0 ? address : 1);
    s->bytes = bytes;
    s->arrays = arrays;
    s->label = label;
    s->origin = WR_LENT_ON_DEVICE;
    s->readonly = readonly;
    s->deleter = deleter;
    s->ctx = ctx;
    atomic_init(&s->exports, !readonly); /* its owner may read it at any time */
    (*out)->ctx = s;
    return WEIR_OK;
}

bool wr_storage_make_word(weir_var *v) {
    wr_storage *s = wr_storage_of(v);
    uint64_t word = wr_device_take(v->rt, v->space, WORD_BYTES, v->site, s->label);
    memcpy(s->small, &word, sizeof word);
    return word != 0;
}

uint64_t wr_storage_word(weir_var *v) {
    const wr_storage *s = wr_storage_of(v);
    if (WR_UNLIKELY(s->origin == WR_LENT_ON_DEVICE)) {
        uint64_t word;
        memcpy(&word, s->small, sizeof word);
        return word;
    }
    return s->data != NULL ? address_of(s) + word_offset(s) : 0;
}

uint32_t wr_storage_ranges(weir_var *v, bool written, wr_device_range *to) {
    const wr_storage *s = wr_storage_of(v);
    uint64_t begin = address_of(s), word = wr_storage_word(v);
    if (word == 0) return 0;
    if (WR_LIKELY(s->origin != WR_LENT_ON_DEVICE)) {
        to[0] = (wr_device_range){begin, word + WORD_BYTES, written};
        return 1;
    }
    to[0] = (wr_device_range){begin, begin + s->bytes, written};
    to[1] = (wr_device_range){word, word + WORD_BYTES, written};
    return 2;
}

static __attribute__((noinline)) bool need_block(weir_var *v, wr_storage *s) {
    if (s->origin == WR_ON_DEVICE) {
        uint64_t bytes = word_offset(s) + WORD_BYTES;
        s->data = (void *)(uintptr_t)wr_device_take(v->rt, v->space, bytes, v->site, s->label);
    } else {
        s->data = wr_arena_take(s->arrays->arena, s->bytes, v->site, s->label);
    }
    return s->data != NULL;
}

bool wr_storage_need(weir_var *v) {
    wr_storage *s = wr_storage_of(v);
    if (WR_LIKELY(s->data != NULL)) return true;
    if (s->origin != WR_INLINE) return need_block(v, s);
    s->data = s->small;
    return true;
}

void wr_storage_drop(weir_var *v) {
    wr_storage *s = wr_storage_of(v);
    if (s->origin == WR_LENT_ON_DEVICE) return; /* its contents exist all the same */
    if (s->origin == WR_ARENA) give_block(s);
    if (s->origin == WR_ON_DEVICE) give_device_block(s);
    s->data = NULL;
}

void wr_storage_take_over(weir_var *to, weir_var *from) {
    wr_storage *s = wr_storage_of(to), *old = wr_storage_of(from);
    assert(s->data == NULL && s->origin == old->origin && to->space == from->space);
    assert(s->origin == WR_ARENA || s->origin == WR_ON_DEVICE);
    assert(s->bytes == old->bytes);
    s->data = old->data;
    old->data = NULL;
    if (s->origin == WR_ARENA)
        wr_arena_relabel(s->arrays->arena, s->data, to->site, s->label);
    else
        wr_device_relabel(to->rt, to->space, address_of(s), to->site, s->label);
}
