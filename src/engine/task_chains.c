/* task_chains.c - chains of queued tasks, and the candidates for early admission in each chain.
 *
 * A *chain* is a connected component of the graph of tasks that are not retired: tasks that share
 * variables, directly or through other tasks.  Chains are the sets of a union-find forest.  A task
 * that is linked joins the chains of its neighbours in its variables' lists, which then become one
 * chain.  A variable with queued accesses stores its node, so a task need not.  Nodes are
 * reference-counted (by variables, by child nodes, by early bytes) and freed when nothing refers to
 * them, so an endless loop needs no more nodes than the queue has tasks.
 *
 * A *candidate* is a task that only the level holds back.  Each chain has a heap of its candidates:
 * those that a wait needs (the *urgent* ones) come first, then older ones before newer ones.  Two
 * counts tell whether the first candidate is the oldest task, or the oldest urgent task, of its
 * chain:
 *   1. `in_flight` counts the tasks that are neither blocked nor held.  If it is 0, every task left
 *      is held, or blocked by another task of the chain.  So the oldest task of the chain is a
 *      candidate, and it is the first one.
 *   2. `urgent` counts the tasks in flight that a wait needs.  Everything that an urgent task needs
 *      is urgent too.  So if the count is 0 and the first candidate is urgent, that candidate is
 *      the oldest urgent task of the chain.
 * Chains for which one of the two holds are in a list, where memory_admission.c finds them.
 *
 * The holder of the scheduler owns everything here.  If there is no memory for a node, the tasks
 * concerned are in no chain (node 0) and are admitted in program order only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "engine/engine.h"

/* Double the capacity of an array.  Return false if there is no memory. */
static bool grow(weir_runtime *rt, void **array, uint32_t *capacity, size_t size) {
    uint32_t more = *capacity > 0 ? 2 * *capacity : WR_SIZE(256, 4);
    void *block = wr_alloc(&rt->memory, more * size, WR_CACHE_LINE);
    if (block == NULL) return false;
    if (*capacity > 0) memcpy(block, *array, *capacity * size);
    wr_free(&rt->memory, *array, *capacity * size);
    *array = block;
    *capacity = more;
    return true;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static wr_chain *node(weir_runtime *rt, uint32_t i) { return &rt->chains.node[i]; }

static void unlist(weir_runtime *rt, uint32_t i) {
    wr_chain *c = node(rt, i);
    wr_chain_list *list = &rt->chains.list[c->list];
    if (c->list == WR_CHAIN_UNLISTED) return;
    *(c->prev != 0 ? &node(rt, c->prev)->next : &list->first) = c->next;
    *(c->next != 0 ? &node(rt, c->next)->prev : &list->last) = c->prev;
    c->list = WR_CHAIN_UNLISTED;
}

/* Add a root to a list: at the end, or at the front if the chain holds early bytes, so that it
 * continues before others begin. */
static void enlist(weir_runtime *rt, uint32_t i, uint8_t which) {
    wr_chain *c = node(rt, i);
    wr_chain_list *list = &rt->chains.list[which];
    bool front = c->early > 0;
    c->prev = front ? 0 : list->last;
    c->next = front ? list->first : 0;
    *(c->prev != 0 ? &node(rt, c->prev)->next : &list->first) = i;
    *(c->next != 0 ? &node(rt, c->next)->prev : &list->last) = i;
    c->list = which;
}

static bool is_urgent(weir_runtime *rt, uint32_t candidate) {
    return rt->chains.candidate[candidate].task->priority == WR_URGENT;
}

/* Is this chain a single task with a result that the program still holds?  A task issued later may
 * use that result and connect the chain to others. */
static bool may_grow(weir_runtime *rt, const wr_chain *c) {
    const wr_task *t = rt->chains.candidate[c->first].task;
    if (c->tasks > 1) return false;
    for (uint32_t i = 0; i < t->write_count; i++)
        if (!t->access[i].var->released) return true;
    return false;
}

/* Move a root to the list in which it belongs. */
static void update_list(weir_runtime *rt, uint32_t i) {
    wr_chain *c = node(rt, i);
    uint8_t which = WR_CHAIN_UNLISTED;
    if (c->first != 0 && c->urgent == 0 && is_urgent(rt, c->first))
        which = WR_CHAIN_AWAITED;
    else if (c->first != 0 && c->in_flight == 0 && !may_grow(rt, c))
        which = WR_CHAIN_INDEPENDENT;
    if (which == c->list) return;
    unlist(rt, i);
    if (which != WR_CHAIN_UNLISTED) enlist(rt, i, which);
}

static void unref(weir_runtime *rt, uint32_t i) {
    while (i != 0 && --node(rt, i)->refs == 0) {
        wr_chain *c = node(rt, i);
        uint32_t parent = c->parent;
        assert(c->list == WR_CHAIN_UNLISTED && c->first == 0 && c->early == 0);
        c->parent = rt->chains.free;
        rt->chains.free = i;
        i = parent != i ? parent : 0;
    }
}

static uint32_t make(weir_runtime *rt) {
    wr_chains *all = &rt->chains;
    uint32_t i = all->free;
    if (i != 0) {
        all->free = node(rt, i)->parent;
    } else {
        if (all->count + 1 >= all->capacity &&
            !grow(rt, (void **)&all->node, &all->capacity, sizeof *all->node))
            return 0;
        i = ++all->count;
    }
    *node(rt, i) = (wr_chain){.parent = i};
    return i;
}

/* Find the root, with path halving: each node visited is linked to its grandparent, so that paths
 * stay short. */
static uint32_t root(weir_runtime *rt, uint32_t i) {
    if (i == 0) return 0;
    for (;;) {
        uint32_t parent = node(rt, i)->parent;
        if (parent == i) return i;
        uint32_t above = node(rt, parent)->parent;
        if (above == parent) return parent;
        node(rt, i)->parent = above;
        node(rt, above)->refs++;
        unref(rt, parent);
        i = above;
    }
}

static uint32_t chain_of_var(weir_runtime *rt, weir_var *v) {
    uint32_t i = root(rt, v->chain);
    if (i != v->chain) {
        node(rt, i)->refs++;
        unref(rt, v->chain);
        v->chain = i;
    }
    return i;
}

uint32_t wr_chain_of(weir_runtime *rt, wr_task *t) {
    return t->access_count > 0 ? chain_of_var(rt, t->access[0].var) : 0;
}

/* ---- Candidates: held, all accesses granted -------------------------------------------------- */

static wr_candidate *candidate(weir_runtime *rt, uint32_t i) { return &rt->chains.candidate[i]; }

static bool precedes(const wr_task *a, const wr_task *b) {
    bool urgent = a->priority == WR_URGENT;
    return urgent != (b->priority == WR_URGENT) ? urgent : a->seq < b->seq;
}

/* Merge two pairing heaps and return the root. */
static uint32_t meld(weir_runtime *rt, uint32_t a, uint32_t b) {
    if (a == 0 || b == 0) return a + b;
    if (precedes(candidate(rt, b)->task, candidate(rt, a)->task)) {
        uint32_t other = a;
        a = b;
        b = other;
    }
    wr_candidate *top = candidate(rt, a), *under = candidate(rt, b);
    under->next = top->child;
    if (top->child != 0) candidate(rt, top->child)->prev = b;
    under->prev = a;
    top->child = b;
    return a;
}

/* Merge the children of a removed element: first in pairs, then all pairs from the last to the
 * first. */
static uint32_t meld_all(weir_runtime *rt, uint32_t first) {
    uint32_t pairs = 0, all = 0;
    while (first != 0) {
        uint32_t a = first, b = candidate(rt, a)->next;
        first = b != 0 ? candidate(rt, b)->next : 0;
        candidate(rt, a)->next = candidate(rt, a)->prev = 0;
        if (b != 0) candidate(rt, b)->next = candidate(rt, b)->prev = 0;
        a = meld(rt, a, b);
        candidate(rt, a)->next = pairs;
        pairs = a;
    }
    while (pairs != 0) {
        uint32_t a = pairs;
        pairs = candidate(rt, a)->next;
        candidate(rt, a)->next = 0;
        all = meld(rt, all, a);
    }
    return all;
}

void wr_chain_add_candidate(weir_runtime *rt, wr_task *t) {
    wr_chains *all = &rt->chains;
    uint32_t chain = wr_chain_of(rt, t), i = all->candidate_free;
    assert((t->flags & WR_HELD) && !(t->flags & WR_CANDIDATE));
    if (chain == 0) return;
    if (i != 0) {
        all->candidate_free = candidate(rt, i)->next;
    } else {
        if (all->candidate_count + 1 >= all->candidate_capacity &&
            !grow(rt, (void **)&all->candidate, &all->candidate_capacity, sizeof *all->candidate))
            return;
        i = ++all->candidate_count;
    }
    *candidate(rt, i) = (wr_candidate){.task = t};
    t->flags |= WR_CANDIDATE;
    atomic_store_explicit(&t->pending, i, memory_order_relaxed);
    node(rt, chain)->first = meld(rt, node(rt, chain)->first, i);
    update_list(rt, chain);
}

void wr_chain_drop_candidate(weir_runtime *rt, wr_task *t) {
    if (!(t->flags & WR_CANDIDATE)) return;
    uint32_t i = atomic_load_explicit(&t->pending, memory_order_relaxed);
    uint32_t chain = wr_chain_of(rt, t);
    wr_candidate *k = candidate(rt, i);
    uint32_t rest = meld_all(rt, k->child);
    if (k->prev == 0) {
        node(rt, chain)->first = rest;
    } else {
        wr_candidate *other = candidate(rt, k->prev);
        *(other->child == i ? &other->child : &other->next) = k->next;
        if (k->next != 0) candidate(rt, k->next)->prev = k->prev;
        node(rt, chain)->first = meld(rt, node(rt, chain)->first, rest);
    }
    k->next = rt->chains.candidate_free;
    rt->chains.candidate_free = i;
    t->flags &= (uint8_t)~WR_CANDIDATE;
    atomic_store_explicit(&t->pending, 0, memory_order_relaxed);
    update_list(rt, chain);
}

wr_task *wr_chain_first(weir_runtime *rt, uint32_t chain) {
    return candidate(rt, node(rt, chain)->first)->task;
}

/* ---- Adding and removing tasks --------------------------------------------------------------- */

static uint32_t unite(weir_runtime *rt, uint32_t a, uint32_t b) {
    if (node(rt, a)->refs < node(rt, b)->refs) {
        uint32_t other = a;
        a = b;
        b = other;
    }
    wr_chain *to = node(rt, a), *from = node(rt, b);
    unlist(rt, b);
    if (to->early > 0 && from->early > 0) rt->chains.early--;
    to->tasks += from->tasks;
    to->in_flight += from->in_flight;
    to->urgent += from->urgent;
    to->early += from->early;
    to->first = meld(rt, to->first, from->first);
    from->tasks = from->in_flight = from->urgent = from->early = from->first = 0;
    from->parent = a;
    to->refs++;
    unlist(rt, a); /* the merged chain may belong at another position in the list */
    if (to->first != 0) update_list(rt, a);
    return a;
}

uint32_t wr_chain_meet(weir_runtime *rt, uint32_t mine, weir_var *v) {
    uint32_t theirs = chain_of_var(rt, v);
    if (mine == 0 || mine == theirs) return theirs;
    return theirs == 0 ? mine : unite(rt, mine, theirs);
}

void wr_chain_join(weir_runtime *rt, wr_task *t, uint32_t chain) {
    if (chain == 0 && t->access_count > 0) chain = make(rt);
    if (chain == 0) return;
    wr_chain *c = node(rt, chain);
    for (uint32_t i = 0; i < t->access_count; i++)
        if (t->access[i].var->chain == 0) {
            t->access[i].var->chain = chain;
            c->refs++;
        }
    c->tasks++;
    if (c->first != 0) update_list(rt, chain);
}

void wr_chain_unused(weir_runtime *rt, weir_var *v) {
    uint32_t i = v->chain;
    v->chain = 0;
    if (i != 0) unref(rt, i);
}

void wr_chain_released(weir_runtime *rt, wr_task *t) {
    uint32_t i = wr_chain_of(rt, t);
    if (i != 0 && node(rt, i)->first != 0) update_list(rt, i);
}

void wr_chain_in_flight(weir_runtime *rt, wr_task *t) {
    uint32_t i = wr_chain_of(rt, t);
    if (i == 0) return;
    wr_chain *c = node(rt, i);
    c->in_flight++;
    c->urgent += t->priority == WR_URGENT;
    if (c->first != 0) update_list(rt, i);
}

void wr_chain_urgent(weir_runtime *rt, wr_task *t) {
    uint32_t i = wr_chain_of(rt, t);
    if (i == 0) return;
    node(rt, i)->urgent++;
    if (node(rt, i)->first != 0) update_list(rt, i);
}

void wr_chain_leave(weir_runtime *rt, wr_task *t, bool was_in_flight) {
    uint32_t i = wr_chain_of(rt, t);
    if (i == 0) return;
    wr_chain *c = node(rt, i);
    c->tasks--;
    if (!was_in_flight) return;
    c->in_flight--;
    c->urgent -= t->priority == WR_URGENT;
    if (c->first != 0) update_list(rt, i);
}

bool wr_chain_has_begun(weir_runtime *rt, uint32_t chain) { return node(rt, chain)->early > 0; }

/* ---- Early bytes: a binary heap by age ------------------------------------------------------- */

static void heap_set(wr_early *heap, uint32_t at, wr_early e) {
    heap[at] = e;
    e.var->ahead = at;
}

/* Store `e` in the heap: start at the free index `at`, and sift up or down to where it belongs. */
static void heap_fix(wr_early *heap, uint32_t count, uint32_t at, wr_early e) {
    for (; at > 1 && e.seq < heap[at / 2].seq; at /= 2) heap_set(heap, at, heap[at / 2]);
    for (uint32_t child; (child = 2 * at) <= count; at = child) {
        if (child < count && heap[child + 1].seq < heap[child].seq) child++;
        if (e.seq <= heap[child].seq) break;
        heap_set(heap, at, heap[child]);
    }
    heap_set(heap, at, e);
}

bool wr_early_reserve(weir_runtime *rt, uint32_t more) {
    wr_chains *all = &rt->chains;
    while (all->early_count + more + 1 >= all->early_capacity)
        if (!grow(rt, (void **)&all->early_heap, &all->early_capacity, sizeof *all->early_heap))
            return false;
    return true;
}

void wr_early_add(weir_runtime *rt, wr_early e) {
    wr_chains *all = &rt->chains;
    all->early_bytes[e.rule] += e.var->bytes;
    if (e.chain != 0) {
        wr_chain *c = node(rt, e.chain);
        c->refs++;
        if (c->early++ == 0) all->early++;
    }
    all->early_count++;
    heap_fix(all->early_heap, all->early_count, all->early_count, e);
}

void wr_early_drop(weir_runtime *rt, uint32_t at) {
    wr_chains *all = &rt->chains;
    wr_early e = all->early_heap[at], last = all->early_heap[all->early_count];
    assert(at > 0 && e.var->ahead == at);
    e.var->ahead = 0;
    all->early_bytes[e.rule] -= e.var->bytes;
    if (--all->early_count >= at) heap_fix(all->early_heap, all->early_count, at, last);
    if (e.chain == 0) return;
    uint32_t i = root(rt, e.chain);
    if (--node(rt, i)->early == 0) all->early--;
    unref(rt, e.chain);
}

void wr_chains_free(weir_runtime *rt) {
    wr_chains *all = &rt->chains;
    wr_free(&rt->memory, all->node, all->capacity * sizeof *all->node);
    wr_free(&rt->memory, all->candidate, all->candidate_capacity * sizeof *all->candidate);
    wr_free(&rt->memory, all->early_heap, all->early_capacity * sizeof *all->early_heap);
    wr_free(&rt->memory, all->search, all->search_capacity * sizeof *all->search);
    memset(all, 0, sizeof *all);
}

bool wr_search_push(weir_runtime *rt, wr_task *t) {
    wr_chains *all = &rt->chains;
    if (all->search_count == all->search_capacity &&
        !grow(rt, (void **)&all->search, &all->search_capacity, sizeof *all->search))
        return false;
    all->search[all->search_count++] = t;
    return true;
}
