/* array_runtime.c - the array layer's per-runtime state: the arena, the table of SIMD kernels for
 * this CPU, and the random stream.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array/array.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    IDLE_NS = 1000000000, /* memory unused for this many nanoseconds is returned to the system */
    /* freeing a block with fewer bytes than this does not wake a worker to trim the arena */
    WAKE_BYTES = 1 << 20,
    SLABS_BYTES = 16 << 20,
};

static wr_arrays *of(wr_extension *extension) {
    return (wr_arrays *)(void *)((char *)extension - offsetof(wr_arrays, extension));
}

static void free_arrays(wr_extension *extension) {
    wr_arrays *arrays = of(extension);
    wr_memory memory = arrays->rt->memory;
    wr_arena_free(arrays->arena);
    wr_lock_destroy(&arrays->random_lock);
    wr_free(&memory, arrays, sizeof *arrays);
}

static void lock_arrays(wr_extension *extension) {
    wr_arrays *arrays = of(extension);
    wr_lock_take(&arrays->random_lock);
    wr_arena_lock(arrays->arena);
}

static void unlock_arrays(wr_extension *extension, bool child) {
    wr_arrays *arrays = of(extension);
    wr_arena_unlock(arrays->arena, child);
    wr_lock_give(&arrays->random_lock);
}

static wr_arrays *make(weir_runtime *rt) {
    wr_arrays *arrays = wr_alloc_zero(&rt->memory, sizeof *arrays, WR_CACHE_LINE);
    if (arrays == NULL) return NULL;
    /* The engine enforces the budget in bytes requested by arrays.  The arena counts rounded blocks
     * and whole slabs, so its own limit is higher. */
    uint64_t budget = rt->config.memory_bytes + rt->config.memory_bytes / 4 + SLABS_BYTES;
    if (wr_arena_new(&rt->memory, budget, &arrays->arena) != WEIR_OK) {
        wr_free(&rt->memory, arrays, sizeof *arrays);
        return NULL;
    }
    arrays->extension = (wr_extension){free_arrays, lock_arrays, unlock_arrays};
    arrays->rt = rt;
    wr_lock_init(&arrays->random_lock, WR_RANK_EXTENSION);
    return arrays;
}

/* Return unused memory to the system and to the devices.  Return the number of nanoseconds after
 * which to call again, or -1. */
static int64_t trim_all(const wr_arrays *arrays, int64_t now_ns, int64_t idle_ns) {
    int64_t again = wr_arena_trim(arrays->arena, now_ns, idle_ns);
    for (int i = 1; i < WR_DEVICES; i++) {
        const wr_device *d = &arrays->rt->devices[i];
        /* Acquire: the heap is set.  Pairs with the release in wr_device_open. */
        if (!atomic_load_explicit(&d->opened, memory_order_acquire) || d->heap == NULL) continue;
        int64_t next = wr_heap_trim(d->heap, now_ns, idle_ns);
        if (next >= 0 && (again < 0 || next < again)) again = next;
    }
    return again;
}

/* An idle worker calls this. */
static int64_t trim(void *ctx, int64_t now_ns) { return trim_all(ctx, now_ns, IDLE_NS); }

void wr_arrays_left(wr_arrays *arrays, uint64_t bytes) {
    if (bytes < WAKE_BYTES || wr_mine.engine_thread) return; /* workers trim before they sleep */
    int64_t now = wr_now_ns();
    if (now - atomic_load_explicit(&arrays->poked_ns, memory_order_relaxed) < IDLE_NS / 4) return;
    atomic_store_explicit(&arrays->poked_ns, now, memory_order_relaxed);
    wr_idle_notify(arrays->rt);
}

wr_arrays *wr_arrays_get(weir_runtime *rt) {
    /* The acquire pairs with the exchange below and makes the writes of make() visible. */
    wr_extension *extension = atomic_load_explicit(&rt->extension, memory_order_acquire);
    if (WR_LIKELY(extension != NULL)) return of(extension);
    wr_arrays *arrays = make(rt);
    if (arrays == NULL) {
        wr_fail(WEIR_ENOMEM, "not enough memory for the array state of the runtime");
        return NULL;
    }
    if (atomic_compare_exchange_strong(&rt->extension, &extension, &arrays->extension)) {
        wr_idle_set(rt, trim, arrays);
        return arrays;
    }
    free_arrays(&arrays->extension); /* another thread has installed its wr_arrays first */
    return of(extension);
}

/* ---- Memory, as users see it ----------------------------------------------------------------- */

weir_status weir_memory_get(weir_runtime *rt, weir_memory *out) {
    if (rt == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_memory_get: %s is NULL", rt == NULL ? "rt" : "out");
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    wr_arena_stat stat;
    wr_arena_stats(arrays->arena, &stat);
    const weir_memory m = {.size = sizeof m,
                           .used = stat.used,
                           .cached = stat.cached,
                           .reserved = stat.reserved,
                           .peak = stat.peak,
                           .budget = wr_space_budget(wr_host_space(rt)),
                           .takes = stat.takes,
                           .reuses = stat.reuses,
                           .borrowed = atomic_load(&rt->lent),
                           .borrowed_peak = atomic_load(&rt->lent_peak),
                           .level = atomic_load(&wr_host_space(rt)->level_stat)};
    return weir_struct_give(out, &m, sizeof m, WEIR_SIZE_UP_TO(weir_memory, borrowed_peak),
                            "weir_memory_get", "weir_memory");
}

/* Find the memory of a device, and open the device so that its budget is known. */
static weir_status find_space(weir_runtime *rt, int32_t device, const char *what, int *slot) {
    if (rt == NULL) return wr_fail(WEIR_EINVAL, "%s: rt is NULL", what);
    *slot = wr_memory_slot(device);
    if (*slot < 0)
        return wr_fail(WEIR_EDEVICE,
                       "%s: there is no device %d; the CPU and WEIR_NULL(0) to WEIR_NULL(%d) exist",
                       what, device, WR_NULL_DEVICES - 1);
    return *slot == 0 ? WEIR_OK : wr_device_open(rt, *slot);
}

weir_status weir_memory_of(weir_runtime *rt, int32_t device, weir_memory *out) {
    int slot;
    WR_TRY(find_space(rt, device, "weir_memory_of", &slot));
    if (slot == 0) return weir_memory_get(rt, out);
    if (out == NULL) return wr_fail(WEIR_EINVAL, "weir_memory_of: out is NULL");
    wr_memory_space *s = &rt->spaces[slot];
    wr_arena_stat stat = {0};
    if (rt->devices[slot].heap != NULL) wr_heap_stats(rt->devices[slot].heap, &stat);
    const weir_memory m = {.size = sizeof m,
                           .used = atomic_load(&s->used),
                           .peak = atomic_load(&s->used_peak),
                           .cached = stat.cached,
                           .reserved = stat.reserved,
                           .takes = stat.takes,
                           .reuses = stat.reuses,
                           .budget = wr_space_budget(s),
                           .level = atomic_load(&s->level_stat)};
    return weir_struct_give(out, &m, sizeof m, WEIR_SIZE_UP_TO(weir_memory, borrowed_peak),
                            "weir_memory_of", "weir_memory");
}

weir_status weir_memory_budget_set(weir_runtime *rt, int32_t device, uint64_t bytes) {
    int slot;
    WR_TRY(find_space(rt, device, "weir_memory_budget_set", &slot));
    uint64_t most = slot == 0 ? rt->config.memory_bytes : rt->devices[slot].memory_bytes;
    if (bytes == 0) bytes = most;
    if (slot == 0 && bytes > most)
        return wr_fail(WEIR_EINVAL,
                       "weir_memory_budget_set: %llu bytes are more than the %llu with which the "
                       "runtime was created; set weir_config.memory_bytes or WEIR_MEMORY instead",
                       (unsigned long long)bytes, (unsigned long long)most);
    wr_scheduler_acquire_all(rt); /* what was issued before is linked with the old budget */
    wr_space_set_budget(rt, &rt->spaces[slot], bytes);
    wr_scheduler_release_all(rt);
    return WEIR_OK;
}

size_t weir_memory_holders_sized(weir_runtime *rt, weir_holder *out, size_t max,
                                 size_t entry_size) {
    wr_arrays *arrays = rt != NULL && out != NULL ? wr_arrays_get(rt) : NULL;
    if (arrays == NULL || entry_size < WEIR_SIZE_UP_TO(weir_holder, bytes)) return 0;
    size_t count = 0;
    wr_arena_holder holder[64];
    if (max > 64) max = 64;
    count = wr_arena_holders(arrays->arena, holder, max);
    for (size_t i = 0; i < count; i++) {
        const weir_holder h = {.name = holder[i].label,
                               .site = holder[i].site,
                               .count = (uint32_t)holder[i].count,
                               .bytes = holder[i].bytes};
        weir_struct_copy((char *)out + i * entry_size, entry_size, &h, sizeof h);
    }
    return count;
}

weir_status weir_memory_trim(weir_runtime *rt) {
    if (rt == NULL) return wr_fail(WEIR_EINVAL, "weir_memory_trim: rt is NULL");
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    /* The arena trims blocks that stayed free for a whole time window.  Three calls with a window
     * length of 0 complete two windows, so all free memory is trimmed. */
    int64_t now = wr_now_ns();
    for (int i = 0; i < 3; i++) trim_all(arrays, now + i, 0);
    wr_vars_trim(rt);
    wr_chunks_trim(rt);
#ifdef __GLIBC__
    malloc_trim(0); /* array handles and task records are allocated with malloc */
#endif
    return WEIR_OK;
}

weir_status weir_seed(weir_runtime *rt, uint64_t seed) {
    if (rt == NULL) return wr_fail(WEIR_EINVAL, "weir_seed: rt is NULL");
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    wr_lock_take(&arrays->random_lock);
    arrays->seed = seed;
    arrays->calls = 0;
    wr_lock_give(&arrays->random_lock);
    return WEIR_OK;
}

static weir_status need_stream(weir_runtime *rt, const weir_stream *stream, const char *call,
                               wr_arrays **out) {
    if (rt == NULL || stream == NULL)
        return wr_fail(WEIR_EINVAL, "%s: %s is NULL", call, rt == NULL ? "rt" : "the state");
    *out = wr_arrays_get(rt);
    return *out != NULL ? WEIR_OK : WEIR_ENOMEM;
}

weir_status weir_seed_get(weir_runtime *rt, weir_stream *out) {
    wr_arrays *arrays = NULL;
    WR_TRY(need_stream(rt, out, "weir_seed_get", &arrays));
    wr_lock_take(&arrays->random_lock);
    *out = (weir_stream){.seed = arrays->seed, .calls = arrays->calls};
    wr_lock_give(&arrays->random_lock);
    return WEIR_OK;
}

weir_status weir_seed_set(weir_runtime *rt, const weir_stream *state) {
    wr_arrays *arrays = NULL;
    WR_TRY(need_stream(rt, state, "weir_seed_set", &arrays));
    wr_lock_take(&arrays->random_lock);
    arrays->seed = state->seed;
    arrays->calls = state->calls;
    wr_lock_give(&arrays->random_lock);
    return WEIR_OK;
}
