/* garbage.c - asks the front end of a language with a garbage collector to release arrays.
 *
 * The collector of a language sees a small object, not the megabytes behind it, so it runs too
 * seldom.  Here the bytes of all variables that the program references are counted (`referenced`):
 * live ones and garbage.  An in-order run needs these bytes, so a task is refused when they exceed
 * the budget.  A thread that is about to create a variable therefore asks its front end to collect
 *
 *   - when `referenced` has doubled since the last collection, as collectors themselves do it;
 *   - urgently, when `referenced` and the new variable together exceed the budget;
 *   - urgently, before it waits for memory, or fails because there is none.
 *
 * Nothing is counted in a process whose front ends have no collector.  A variable that was created
 * before the first of them is added is subtracted but was not added, so `referenced` is a lower
 * bound, and negative values count as 0.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"

atomic_bool wr_garbage_counted;

/* Less than this is not worth a collection. */
#define FLOOR_BYTES WR_SIZE(INT64_C(64) << 20, INT64_C(1) << 14)

/* What a variable of no bytes costs: itself, and the handle of an array. */
enum { OVERHEAD = sizeof(weir_var) + WR_VAR_EXTRA + 2 * WR_CACHE_LINE };

static int64_t referenced(wr_memory_space *s) {
    int64_t bytes = atomic_load_explicit(&s->referenced, memory_order_relaxed);
    return bytes > 0 ? bytes : 0;
}

/* Not while the front end of this thread is collecting: finalisers may create arrays. */
static bool may_ask(const wr_queue *queue) {
    return wr_frontend_mine->collect != NULL && wr_inside == NULL && !queue->collecting;
}

/* Ask, and set when to ask next. */
static void ask(weir_runtime *rt, wr_queue *queue, wr_memory_space *s, bool urgent) {
    queue->collecting = true;
    wr_frontend_mine->collect(urgent);
    queue->collecting = false;
    int64_t next = 2 * referenced(s);
    atomic_store_explicit(&s->collect_at, next > FLOOR_BYTES ? next : FLOOR_BYTES,
                          memory_order_relaxed);
    atomic_fetch_add_explicit(&rt->collections, 1, memory_order_relaxed);
}

static int64_t cost(uint64_t bytes) {
    return bytes < INT64_MAX / 4 ? (int64_t)bytes + OVERHEAD : INT64_MAX / 4;
}

void wr_garbage_add(weir_runtime *rt, wr_memory_space *s, uint64_t bytes) {
    wr_queue *queue = wr_queue_get(rt);
    atomic_fetch_add_explicit(&s->referenced, cost(bytes), memory_order_relaxed);
    if (queue == NULL || !may_ask(queue)) return;
    int64_t now = referenced(s), at = atomic_load_explicit(&s->collect_at, memory_order_relaxed);
    bool urgent = (uint64_t)now > wr_space_budget(s);
    if (urgent || now >= (at > 0 ? at : FLOOR_BYTES)) ask(rt, queue, s, urgent);
}

void wr_garbage_drop(wr_memory_space *s, uint64_t bytes) {
    atomic_fetch_sub_explicit(&s->referenced, cost(bytes), memory_order_relaxed);
}

bool wr_garbage_collect(weir_runtime *rt, wr_memory_space *s) {
    wr_queue *queue = wr_queue_get(rt);
    if (queue == NULL || !may_ask(queue)) return false;
    int64_t before = referenced(s);
    ask(rt, queue, s, true);
    return referenced(s) < before;
}
