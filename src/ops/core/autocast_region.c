/* autocast_region.c - regions of autocast, and the casts of parameters that they keep.
 *
 * The regions that a thread has begun are a stack.  The lowest one, the root, keeps the casts of
 * all regions above it.  A cast is used again only if the parameter has not been written since: the
 * variable counts the writes that were issued, the storage counts maps for writing and exports.  An
 * array that other code may write without notice is not kept.
 *
 * What is kept is values without a gradient.  So a kept cast does not hold a recorded graph, and
 * may be used by several recordings.
 *
 * A region ends on its own thread, as a rule.  It may end on another one, for example if a coroutine
 * has moved; then the casts are freed, and the empty region stays on the stack until its thread next
 * begins or ends one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ops/core/op.h"

typedef struct kept_cast {
    weir_var *var;    /* the parameter's, one reference; NULL: an empty place */
    weir_array *cast; /* one reference */
    wr_cast_stamp stamp;
} kept_cast;

struct weir_autocast_region {
    atomic_uint refs;             /* any: the program's reference, and that of the stack */
    atomic_bool ended;            /* any: relaxed; set once */
    uint8_t last, last_kind;      /* const, as are the next two: the settings from before */
    weir_autocast_region *before; /* the region below on the stack, with the stack's reference */
    weir_autocast_region *root;   /* on the same stack, not above this one */
    wr_lock lock;
    /* under lock: a hash table with open addressing; `room` is 0 or a power of two */
    kept_cast *table;
    uint32_t room, count;
};

/* This thread's stack. */
static WR_THREAD_LOCAL weir_autocast_region *top;

enum { FIRST_ROOM = WR_SIZE(64, 4) };

/* ---- The table ------------------------------------------------------------------------------- */

static kept_cast *place_of(kept_cast *table, uint32_t room, const weir_var *var,
                           const weir_array *like, int dtype) {
    uint64_t hash = ((uint64_t)(uintptr_t)var >> 6) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t at = (uint32_t)(hash >> 32);; at++) {
        kept_cast *k = &table[at & (room - 1)];
        if (k->var == NULL ||
            (k->var == var && k->cast->dtype == dtype && wr_same_shape(k->cast, like)))
            return k;
    }
}

/* Is the cache the last owner of the parameter? */
static bool is_orphan(const kept_cast *k) {
    return atomic_load_explicit(&k->var->refs, memory_order_relaxed) == 1;
}

static void drop(kept_cast *table, uint32_t room) {
    for (uint32_t i = 0; i < room; i++)
        if (table[i].var != NULL) {
            wr_var_release(table[i].var);
            weir_array_release(table[i].cast);
        }
    free(table);
}

/* Make room for one more cast.  Casts of parameters that are gone are moved to *gone, which has
 * *gone_room places.  Return false if there is no memory.  Under the lock. */
static bool make_room(weir_autocast_region *r, kept_cast **gone, uint32_t *gone_room) {
    if (2 * (r->count + 1) <= r->room) return true;
    uint32_t orphans = 0, left = 0;
    for (uint32_t i = 0; i < r->room; i++)
        orphans += r->table[i].var != NULL && is_orphan(&r->table[i]);
    uint32_t room = r->room == 0                                 ? FIRST_ROOM
                    : 2 * (r->count - orphans + 1) > r->room / 2 ? 2 * r->room
                                                                 : r->room;
    kept_cast *table = calloc(room, sizeof *table);
    *gone = calloc(orphans + 1, sizeof **gone);
    if (table == NULL || *gone == NULL) {
        free(table);
        free(*gone);
        *gone = NULL;
        return false;
    }
    for (uint32_t i = 0; i < r->room; i++) {
        kept_cast *k = &r->table[i];
        if (k->var == NULL) continue;
        if (*gone_room < orphans && is_orphan(k)) {
            (*gone)[(*gone_room)++] = *k;
            continue;
        }
        *place_of(table, room, k->var, k->cast, k->cast->dtype) = *k;
        left++;
    }
    free(r->table);
    r->table = table, r->room = room, r->count = left;
    return true;
}

/* ---- Casts ----------------------------------------------------------------------------------- */

/* The region that keeps casts for this thread, or NULL. */
static weir_autocast_region *keeper(void) {
    if (top == NULL) return NULL;
    bool ended = atomic_load_explicit(&top->root->ended, memory_order_relaxed);
    return ended ? NULL : top->root;
}

bool wr_cast_is_kept(const weir_array *a, wr_cast_stamp *stamp) {
    if (keeper() == NULL || a->var == NULL || wr_is_abstract_mode() || wr_mode_now.watch != NULL)
        return false;
    wr_storage *s = wr_storage_of(a->var);
    unsigned marks = atomic_load_explicit(&s->marks, memory_order_relaxed);
    bool whole =
        (a->flags & WR_CONTIGUOUS) && s->bytes == (uint64_t)a->count * wr_dtype_bytes(a->dtype);
    if (!(marks & WR_MARK_PARAMETER) || !whole || s->origin == WR_BORROWED ||
        (marks & WR_MARK_EXPORTS) == WR_MARK_EXPORTS ||
        atomic_load_explicit(&s->exports, memory_order_relaxed) > 0 ||
        atomic_load_explicit(&s->shared, memory_order_relaxed) > 0)
        return false;
    *stamp = (wr_cast_stamp){.writes =
                                 atomic_load_explicit(&a->var->writes_issued, memory_order_relaxed),
                             .version = atomic_load_explicit(&s->version, memory_order_relaxed),
                             .exports = marks & WR_MARK_EXPORTS};
    return true;
}

static bool is_current(const kept_cast *k, const wr_cast_stamp *stamp) {
    return k->stamp.writes == stamp->writes && k->stamp.version == stamp->version &&
           k->stamp.exports == stamp->exports &&
           !(wr_var_ready(k->cast->var) &&
             atomic_load_explicit(&k->cast->var->failed, memory_order_relaxed));
}

weir_array *wr_cast_find(const weir_array *a, int dtype, const wr_cast_stamp *stamp) {
    weir_autocast_region *r = keeper();
    weir_array *found = NULL;
    if (r == NULL) return NULL;
    wr_lock_take(&r->lock);
    if (r->room > 0) {
        kept_cast *k = place_of(r->table, r->room, a->var, a, dtype);
        if (k->var != NULL && is_current(k, stamp)) found = weir_array_retain(k->cast);
    }
    wr_lock_give(&r->lock);
    return found;
}

void wr_cast_keep(const weir_array *a, weir_array *cast, const wr_cast_stamp *stamp) {
    weir_autocast_region *r = keeper();
    weir_array *old = NULL;
    kept_cast *gone = NULL;
    uint32_t gone_room = 0;
    if (r == NULL) return;
    wr_lock_take(&r->lock);
    /* It may have ended on another thread meanwhile. */
    if (!atomic_load_explicit(&r->ended, memory_order_relaxed) && make_room(r, &gone, &gone_room)) {
        kept_cast *k = place_of(r->table, r->room, a->var, a, cast->dtype);
        if (k->var != NULL) {
            old = k->cast;
        } else {
            k->var = wr_var_retain(a->var);
            r->count++;
        }
        k->cast = weir_array_retain(cast);
        k->stamp = *stamp;
    }
    wr_lock_give(&r->lock);
    weir_array_release(old);
    drop(gone, gone_room);
}

/* ---- Regions --------------------------------------------------------------------------------- */

static void release(weir_autocast_region *r) {
    if (atomic_fetch_sub_explicit(&r->refs, 1, memory_order_acq_rel) != 1) return;
    wr_lock_destroy(&r->lock);
    free(r);
}

/* Remove the regions that have ended from the top of the stack. */
static void pop_ended(void) {
    while (top != NULL && atomic_load_explicit(&top->ended, memory_order_relaxed)) {
        weir_autocast_region *r = top;
        top = r->before;
        release(r);
    }
}

weir_status weir_autocast_begin(weir_dtype dtype, int32_t device, weir_autocast_region **region) {
    static const char what[] = "weir_autocast_begin";
    if (region == NULL) return wr_fail(WEIR_EINVAL, "%s: region is NULL", what);
    uint8_t last = wr_mode_now.autocast, last_kind = wr_mode_now.autocast_kind;
    weir_autocast_region *r = calloc(1, sizeof *r);
    if (r == NULL) return wr_fail(WEIR_ENOMEM, "%s: out of memory", what);
    weir_status status = weir_autocast_set(dtype, NULL);
    if (status == WEIR_OK) status = weir_autocast_device_set(device);
    if (status != WEIR_OK) {
        wr_mode_now.autocast = last;
        free(r);
        return status;
    }
    pop_ended();
    atomic_init(&r->refs, 2);
    atomic_init(&r->ended, false);
    r->last = last, r->last_kind = last_kind;
    r->before = top;
    r->root = keeper() != NULL ? keeper() : r;
    wr_lock_init(&r->lock, WR_RANK_CASTS);
    top = r;
    *region = r;
    return WEIR_OK;
}

void weir_autocast_end(weir_autocast_region *r) {
    if (r == NULL) return;
    if (r == top) {
        wr_mode_now.autocast = r->last;
        wr_mode_now.autocast_kind = r->last_kind;
    }
    wr_lock_take(&r->lock);
    atomic_store_explicit(&r->ended, true, memory_order_relaxed);
    kept_cast *table = r->table;
    uint32_t room = r->room;
    r->table = NULL, r->room = r->count = 0;
    wr_lock_give(&r->lock);
    drop(table, room);
    release(r);
    pop_ended();
}
