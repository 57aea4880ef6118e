/* chains.c - which queued tasks hang together, and which of those the level holds may come before
 * their turn.
 *
 * A *chain* is a set of unsettled tasks that share variables, directly or through others: a
 * connected part of the graph of what is queued.  Chains are the sets of a union-find forest: a
 * task that is linked joins the chains of its neighbours in its variables' lists, which become one.
 * A variable with queued accesses knows its node, so a task need not.  Nodes are counted (by
 * variables, by nodes below them, by bytes that came early) and go back when nothing refers to
 * them, so an endless loop needs no more of them than its queue is long.
 *
 * Each chain has a heap of the tasks that could run and that only the level holds: those that a
 * wait needs first, by age otherwise.  Two counts say whether the first of them is the oldest of
 * its chain:
 *   1. `flying` counts unsettled tasks that are neither blocked nor held.  With none, everything
 *      left is held or blocked by something left, so the oldest task of the chain is in the heap,
 *      and as the oldest it is the first.
 *   2. `urgent` counts those among them that a wait needs.  What an urgent task needs is urgent
 *      too, so with none the first in the heap, if it is urgent, is the oldest urgent task of the
 *      chain.
 * Chains of which one of the two is true are in a list, where admission.c finds them.
 *
 * All role.  If no memory can be had for a node the tasks concerned are in no chain (node 0) and
 * wait for their turn.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "engine/engine.h"

/* Room for one more in an array that starts at index 1. */
static bool grow(weir_runtime *rt, void **array, uint32_t *room, size_t size) {
    uint32_t more = *room > 0 ? 2 * *room : WR_SIZE(256, 4);
    void *block = wr_alloc(&rt->memory, more * size, WR_CACHE_LINE);
    if (block == NULL) return false;
    if (*room > 0) memcpy(block, *array, *room * size);
    wr_free(&rt->memory, *array, *room * size);
    *array = block;
    *room = more;
    return true;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static wr_chain *node(weir_runtime *rt, uint32_t i) { return &rt->chains.node[i]; }

static void unlist(weir_runtime *rt, uint32_t i) {
    wr_chain *c = node(rt, i);
    wr_chain_list *list = &rt->chains.list[c->list];
    if (c->list == WR_CHAIN_NOWHERE) return;
    *(c->prev != 0 ? &node(rt, c->prev)->next : &list->first) = c->next;
    *(c->next != 0 ? &node(rt, c->next)->prev : &list->last) = c->prev;
    c->list = WR_CHAIN_NOWHERE;
}

/* At the end; at the front if it has begun, so that it goes on before others begin. */
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
    return rt->chains.candidate[candidate].task->level == WR_URGENT;
}

/* A single task with a result that is still held: something may yet be issued that ties it to
 * others. */
static bool is_open(weir_runtime *rt, const wr_chain *c) {
    const wr_task *t = rt->chains.candidate[c->first].task;
    if (c->tasks > 1) return false;
    for (uint32_t i = 0; i < t->write_count; i++)
        if (!t->access[i].var->released) return true;
    return false;
}

/* Into the list in which a root belongs. */
static void place(weir_runtime *rt, uint32_t i) {
    wr_chain *c = node(rt, i);
    uint8_t which = WR_CHAIN_NOWHERE;
    if (c->first != 0 && c->urgent == 0 && is_urgent(rt, c->first))
        which = WR_CHAIN_AWAITED;
    else if (c->first != 0 && c->flying == 0 && !is_open(rt, c))
        which = WR_CHAIN_FREE;
    if (which == c->list) return;
    unlist(rt, i);
    if (which != WR_CHAIN_NOWHERE) enlist(rt, i, which);
}

static void unref(weir_runtime *rt, uint32_t i) {
    while (i != 0 && --node(rt, i)->refs == 0) {
        wr_chain *c = node(rt, i);
        uint32_t parent = c->parent;
        assert(c->list == WR_CHAIN_NOWHERE && c->first == 0 && c->early == 0);
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
        if (all->count + 1 >= all->room &&
            !grow(rt, (void **)&all->node, &all->room, sizeof *all->node))
            return 0;
        i = ++all->count;
    }
    *node(rt, i) = (wr_chain){.parent = i};
    return i;
}

/* Each node on the way is hung up one higher, so that ways stay short. */
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

/* ---- Those who knock: held, and could run ---------------------------------------------------- */

static wr_candidate *candidate(weir_runtime *rt, uint32_t i) { return &rt->chains.candidate[i]; }

static bool before(const wr_task *a, const wr_task *b) {
    bool urgent = a->level == WR_URGENT;
    return urgent != (b->level == WR_URGENT) ? urgent : a->seq < b->seq;
}

/* Two pairing heaps become one. */
static uint32_t meld(weir_runtime *rt, uint32_t a, uint32_t b) {
    if (a == 0 || b == 0) return a + b;
    if (before(candidate(rt, b)->task, candidate(rt, a)->task)) {
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

/* The children of one that leaves: in pairs, then the pairs from the last to the first. */
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
        if (all->candidate_count + 1 >= all->candidate_room &&
            !grow(rt, (void **)&all->candidate, &all->candidate_room, sizeof *all->candidate))
            return;
        i = ++all->candidate_count;
    }
    *candidate(rt, i) = (wr_candidate){.task = t};
    t->flags |= WR_CANDIDATE;
    atomic_store_explicit(&t->pending, i, memory_order_relaxed);
    node(rt, chain)->first = meld(rt, node(rt, chain)->first, i);
    place(rt, chain);
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
    place(rt, chain);
}

wr_task *wr_chain_first(weir_runtime *rt, uint32_t chain) {
    return candidate(rt, node(rt, chain)->first)->task;
}

/* ---- Tasks come and go ----------------------------------------------------------------------- */

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
    to->flying += from->flying;
    to->urgent += from->urgent;
    to->early += from->early;
    to->first = meld(rt, to->first, from->first);
    from->tasks = from->flying = from->urgent = from->early = from->first = 0;
    from->parent = a;
    to->refs++;
    unlist(rt, a); /* it may have to stand elsewhere in its list */
    if (to->first != 0) place(rt, a);
    return a;
}

uint32_t wr_chain_meet(weir_runtime *rt, uint32_t mine, weir_var *v) {
    uint32_t theirs = chain_of_var(rt, v);
    if (mine == 0 || mine == theirs) return theirs;
    return theirs == 0 ? mine : unite(rt, mine, theirs);
}

void wr_chain_join(weir_runtime *rt, wr_task *t, uint32_t met) {
    if (met == 0 && t->access_count > 0) met = make(rt);
    if (met == 0) return;
    wr_chain *c = node(rt, met);
    for (uint32_t i = 0; i < t->access_count; i++)
        if (t->access[i].var->chain == 0) {
            t->access[i].var->chain = met;
            c->refs++;
        }
    c->tasks++;
    if (c->first != 0) place(rt, met);
}

void wr_chain_unused(weir_runtime *rt, weir_var *v) {
    uint32_t i = v->chain;
    v->chain = 0;
    if (i != 0) unref(rt, i);
}

void wr_chain_released(weir_runtime *rt, wr_task *t) {
    uint32_t i = wr_chain_of(rt, t);
    if (i != 0 && node(rt, i)->first != 0) place(rt, i);
}

void wr_chain_flies(weir_runtime *rt, wr_task *t) {
    uint32_t i = wr_chain_of(rt, t);
    if (i == 0) return;
    wr_chain *c = node(rt, i);
    c->flying++;
    c->urgent += t->level == WR_URGENT;
    if (c->first != 0) place(rt, i);
}

void wr_chain_urgent(weir_runtime *rt, wr_task *t) {
    uint32_t i = wr_chain_of(rt, t);
    if (i == 0) return;
    node(rt, i)->urgent++;
    if (node(rt, i)->first != 0) place(rt, i);
}

void wr_chain_leave(weir_runtime *rt, wr_task *t, bool flew) {
    uint32_t i = wr_chain_of(rt, t);
    if (i == 0) return;
    wr_chain *c = node(rt, i);
    c->tasks--;
    if (!flew) return;
    c->flying--;
    c->urgent -= t->level == WR_URGENT;
    if (c->first != 0) place(rt, i);
}

bool wr_chain_has_begun(weir_runtime *rt, uint32_t chain) { return node(rt, chain)->early > 0; }

/* ---- Bytes before their turn: a heap by age -------------------------------------------------- */

static void put(wr_early *heap, uint32_t at, wr_early e) {
    heap[at] = e;
    e.var->ahead = at;
}

/* Let `e`, of which the place is free, rise or sink to where it belongs. */
static void retire_at(wr_early *heap, uint32_t count, uint32_t at, wr_early e) {
    for (; at > 1 && e.seq < heap[at / 2].seq; at /= 2) put(heap, at, heap[at / 2]);
    for (uint32_t child; (child = 2 * at) <= count; at = child) {
        if (child < count && heap[child + 1].seq < heap[child].seq) child++;
        if (e.seq <= heap[child].seq) break;
        put(heap, at, heap[child]);
    }
    put(heap, at, e);
}

bool wr_early_reserve(weir_runtime *rt, uint32_t more) {
    wr_chains *all = &rt->chains;
    while (all->early_count + more + 1 >= all->early_room)
        if (!grow(rt, (void **)&all->early_heap, &all->early_room, sizeof *all->early_heap))
            return false;
    return true;
}

void wr_early_add(weir_runtime *rt, wr_early e) {
    wr_chains *all = &rt->chains;
    all->early_bytes[e.why] += e.var->bytes;
    if (e.chain != 0) {
        wr_chain *c = node(rt, e.chain);
        c->refs++;
        if (c->early++ == 0) all->early++;
    }
    all->early_count++;
    retire_at(all->early_heap, all->early_count, all->early_count, e);
}

void wr_early_drop(weir_runtime *rt, uint32_t at) {
    wr_chains *all = &rt->chains;
    wr_early e = all->early_heap[at], last = all->early_heap[all->early_count];
    assert(at > 0 && e.var->ahead == at);
    e.var->ahead = 0;
    all->early_bytes[e.why] -= e.var->bytes;
    if (--all->early_count >= at) retire_at(all->early_heap, all->early_count, at, last);
    if (e.chain == 0) return;
    uint32_t i = root(rt, e.chain);
    if (--node(rt, i)->early == 0) all->early--;
    unref(rt, e.chain);
}

void wr_chains_free(weir_runtime *rt) {
    wr_chains *all = &rt->chains;
    wr_free(&rt->memory, all->node, all->room * sizeof *all->node);
    wr_free(&rt->memory, all->candidate, all->candidate_room * sizeof *all->candidate);
    wr_free(&rt->memory, all->early_heap, all->early_room * sizeof *all->early_heap);
    wr_free(&rt->memory, all->sought, all->sought_room * sizeof *all->sought);
    memset(all, 0, sizeof *all);
}

bool wr_chain_seek(weir_runtime *rt, wr_task *t) {
    wr_chains *all = &rt->chains;
    if (all->sought_count == all->sought_room &&
        !grow(rt, (void **)&all->sought, &all->sought_room, sizeof *all->sought))
        return false;
    all->sought[all->sought_count++] = t;
    return true;
}
