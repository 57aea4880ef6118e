/* ready_queue.c - tasks that may run now: ready lists by priority, which the scheduler owns, and a
 * small ring of published tasks, from which any thread takes tasks.
 *
 * The ring has one producer, the holder of the scheduler.  A consumer reads the slot at `head` and
 * then advances `head` by compare-and-swap.  If that succeeds, no other consumer had the slot, and
 * the producer has not overwritten it, since it never goes more than WR_RING_SLOTS beyond `head`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/engine.h"

static size_t ring_len(weir_runtime *rt) {
    uint64_t head = atomic_load(&rt->ring.head), tail = atomic_load(&rt->ring.tail);
    return tail > head ? (size_t)(tail - head) : 0;
}

size_t wr_ready_now(weir_runtime *rt) { return ring_len(rt) + rt->ready_count; }

/* seq_cst loads: a worker reads this after it has stopped watching, and a thread that has published
 * tasks reads `watchers`; see "Sleeping and waking" in docs/design/engine.md. */
size_t wr_ready_len(weir_runtime *rt) { return ring_len(rt) + atomic_load(&rt->backlog); }

wr_task *wr_ready_take(weir_runtime *rt) {
    wr_ring *ring = &rt->ring;
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_acquire);
    for (;;) {
        /* Acquire pairs with the release in ring_put: the slot and the task are visible. */
        if (head >= atomic_load_explicit(&ring->tail, memory_order_acquire)) return NULL;
        wr_task *t = atomic_load_explicit(&ring->slot[head % WR_RING_SLOTS], memory_order_relaxed);
        wr_yield_point();
        /* Release: the slot is read before the producer can see that it is free. */
        if (atomic_compare_exchange_weak_explicit(&ring->head, &head, head + 1,
                                                  memory_order_acq_rel, memory_order_acquire))
            return t;
    }
}

static void ring_put(weir_runtime *rt, wr_task *t) {
    wr_ring *ring = &rt->ring;
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    wr_task_to(t, WR_PUBLISHED);
    atomic_store_explicit(&ring->slot[tail % WR_RING_SLOTS], t, memory_order_relaxed);
    atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
}

static void update_mask(weir_runtime *rt, int priority) {
    if (rt->ready[priority].count > 0)
        rt->ready_mask |= 1u << priority;
    else
        rt->ready_mask &= ~(1u << priority);
}

static int highest(uint32_t mask) { return 31 - __builtin_clz(mask); }

static void enlist(weir_runtime *rt, wr_task *t) {
    t->flags |= WR_LISTED;
    wr_list_append(&rt->ready[t->priority], t);
    rt->ready_count++;
    update_mask(rt, t->priority);
}

void wr_ready_add(weir_runtime *rt, wr_task *t) {
    wr_task_to(t, WR_READY);
    if (t->flags & WR_TRACED) wr_task_times(t)->ready = wr_now_ns();
    if (wr_runs_elsewhere(t->kind, wr_task_slot(t)) &&
        !atomic_load_explicit(&rt->serial, memory_order_relaxed)) {
        if (wr_task_slot(t) != WEIR_DEVICE_CPU)
            wr_device_ready(rt, t);
        else
            wr_list_append(&rt->outbox, t);
        return;
    }
    enlist(rt, t);
}

static wr_task *take_from(weir_runtime *rt, int priority) {
    wr_task *t = wr_list_pop(&rt->ready[priority]);
    t->flags &= (uint8_t)~WR_LISTED;
    rt->ready_count--;
    update_mask(rt, priority);
    return t;
}

/* Move published tasks back to the front of the ready lists. */
static void pull_back(weir_runtime *rt) {
    wr_task *back[WR_RING_SLOTS];
    size_t n = 0;
    while (n < WR_RING_SLOTS && (back[n] = wr_ready_take(rt)) != NULL) n++;
    while (n-- > 0) {
        wr_task *t = back[n];
        wr_task_to(t, WR_READY);
        t->flags |= WR_LISTED;
        wr_list_prepend(&rt->ready[t->priority], t);
        rt->ready_count++;
        update_mask(rt, t->priority);
    }
}

/* Return the number of tasks to keep in the ring: enough for a few microseconds if tasks are short,
 * and one for each worker if tasks are long, so that a task that becomes urgent does not wait
 * behind many others. */
static size_t ring_wanted(weir_runtime *rt) {
    uint64_t ns = atomic_load_explicit(&rt->task_ns, memory_order_relaxed);
    size_t wanted = ns >= WR_SHORT_NS ? 0 : ns < 500 ? WR_RING_SLOTS : 20000 / (size_t)ns;
    if (wanted < (size_t)rt->config.workers) wanted = (size_t)rt->config.workers;
    return wanted < WR_RING_SLOTS ? wanted : WR_RING_SLOTS;
}

void wr_ready_publish(weir_runtime *rt) {
    /* The serial engine takes tasks directly from the ready lists. */
    if (atomic_load_explicit(&rt->serial, memory_order_relaxed)) return;
    if (rt->ready_mask != 0) {
        size_t len = ring_len(rt);
        if (len > 0 && highest(rt->ready_mask) > rt->ring_priority) {
            pull_back(rt);
            len = 0;
        }
        if (len == 0) rt->ring_priority = WR_URGENT;
        size_t wanted = ring_wanted(rt);
        for (; len < wanted && rt->ready_mask != 0; len++) {
            int priority = highest(rt->ready_mask);
            if (priority < rt->ring_priority) rt->ring_priority = priority;
            ring_put(rt, take_from(rt, priority));
        }
    }
    atomic_store_explicit(&rt->backlog, rt->ready_count, memory_order_relaxed);
}

static void unlist(weir_runtime *rt, wr_task *t) {
    t->flags &= (uint8_t)~WR_LISTED;
    wr_list_remove(&rt->ready[t->priority], t);
    rt->ready_count--;
    update_mask(rt, t->priority);
}

/* Is the task in a ready list?  A task that a thread has taken, or that is on its way to an I/O
 * thread or a device, is not.  The flags of such a task belong to its runner, so they are read only
 * after these cases have been ruled out. */
static bool is_listed(weir_runtime *rt, wr_task *t) {
    return wr_task_state(t) == WR_READY &&
           (!wr_runs_elsewhere(t->kind, wr_task_slot(t)) ||
            atomic_load_explicit(&rt->serial, memory_order_relaxed)) &&
           (t->flags & WR_LISTED);
}

/* Mark a task as taken by the calling thread, which will run it. */
static wr_task *take_task(wr_task *t) {
    wr_task_to(t, WR_PUBLISHED);
    return t;
}

wr_task *wr_ready_take_first(weir_runtime *rt) {
    if (atomic_load_explicit(&rt->serial, memory_order_relaxed)) return NULL;
    bool urgent = rt->ready_mask != 0 && highest(rt->ready_mask) > rt->ring_priority;
    if (urgent) pull_back(rt);
    wr_task *t = wr_ready_take(rt);
    if (t != NULL || rt->ready_mask == 0) return t;
    return take_task(take_from(rt, highest(rt->ready_mask)));
}

wr_task *wr_ready_take_oldest(weir_runtime *rt) {
    wr_task *oldest = NULL;
    for (int priority = 0; priority < WR_PRIORITIES; priority++)
        for (wr_task *t = rt->ready[priority].first; t != NULL; t = t->next)
            if (oldest == NULL || t->seq < oldest->seq) oldest = t;
    if (oldest == NULL) return NULL;
    unlist(rt, oldest);
    return take_task(oldest);
}

void wr_ready_boost(weir_runtime *rt, wr_task *t) {
    if (t->priority == WR_URGENT) return;
    /* Take the task out of the ring, where it would wait behind others. */
    if (wr_task_state(t) == WR_PUBLISHED) pull_back(rt);
    bool blocked = wr_task_state(t) == WR_BLOCKED, listed = is_listed(rt, t);
    bool is_candidate = blocked && (t->flags & WR_HELD) && (t->flags & WR_CANDIDATE);
    if (wr_task_state(t) == WR_READY && wr_task_slot(t) != WEIR_DEVICE_CPU && !listed)
        wr_device_boost(rt, t);
    if (listed) unlist(rt, t);
    if (is_candidate) wr_chain_drop_candidate(rt, t);
    t->priority = WR_URGENT;
    if (listed) enlist(rt, t);
    if (is_candidate) wr_chain_add_candidate(rt, t);
    if (!blocked) wr_chain_urgent(rt, t);
}

/* May a waiting thread run this task?  The thread cannot leave a task before it ends.  So if a
 * front end may stop the wait, the thread runs only short tasks, to be able to ask the front end
 * soon. */
static bool may_help(weir_runtime *rt, wr_task *t) {
    if (!(t->kind->flags & WEIR_KIND_HELP)) return false;
    return wr_frontend_mine->wait_look == NULL ||
           (t->bytes <= WR_HELP_BYTES &&
            atomic_load_explicit(&rt->task_ns, memory_order_relaxed) <= WR_HELP_NS);
}

wr_task *wr_ready_help(weir_runtime *rt, wr_task *t) {
    if (!may_help(rt, t)) return NULL;
    if (wr_task_state(t) == WR_PUBLISHED) pull_back(rt);
    if (!is_listed(rt, t)) return NULL;
    unlist(rt, t);
    return take_task(t);
}

bool wr_ready_unpublish(weir_runtime *rt, wr_task *t) {
    pull_back(rt);
    return wr_task_state(t) == WR_READY;
}

bool wr_ready_claim(weir_runtime *rt, wr_task *t) {
    if (!is_listed(rt, t)) return false;
    unlist(rt, t);
    take_task(t);
    return true;
}

wr_task *wr_ready_help_before(weir_runtime *rt, uint64_t seq) {
    if (rt->ready_mask == 0) pull_back(rt);
    if (rt->ready_mask == 0) return NULL;
    int priority = highest(rt->ready_mask);
    wr_task *t = rt->ready[priority].first;
    return may_help(rt, t) && t->seq < seq ? take_task(take_from(rt, priority)) : NULL;
}
