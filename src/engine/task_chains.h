/* task_chains.h - chains: connected sets of queued tasks; and the bytes of tasks admitted early.
 *
 * All scheduler.  task_chains.c explains the structures.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TASK_CHAINS_H
#define WR_TASK_CHAINS_H

#include "engine/task.h"
#include "engine/variable.h"

enum { WR_CHAIN_UNLISTED, WR_CHAIN_AWAITED, WR_CHAIN_INDEPENDENT, WR_CHAIN_LISTS };

/* A node of the union-find forest; all fields except `parent` and `refs` are used in roots only. */
typedef struct wr_chain {
    uint32_t parent;    /* itself: a root */
    uint32_t refs;      /* variables in use, child nodes, and entries of early bytes that name it */
    uint32_t tasks;     /* not retired */
    uint32_t in_flight; /* of those, neither blocked nor held */
    uint32_t urgent;    /* of those in flight, needed by a wait */
    uint32_t early;     /* its entries in the heap of early bytes */
    uint32_t first;     /* root of the heap of its candidates */
    uint32_t next, prev;
    uint8_t list; /* which list of roots it is in */
} wr_chain;

/* A candidate for early admission: an element of a pairing heap. */
typedef struct wr_candidate {
    wr_task *task;
    uint32_t child, next, prev; /* first child; siblings; `prev` of a first child is the parent */
} wr_candidate;

/* A variable written by a task that was admitted early. */
typedef struct wr_early {
    uint64_t seq;
    weir_var *var;  /* its `ahead` is the index of this entry */
    uint32_t chain; /* WR_EARLY_CHAIN: the chain that holds it */
    uint8_t rule;   /* one of the following */
} wr_early;

/* The rule by which a task was admitted early.  Scratch is early until its task retires; it has
 * no entry. */
enum { WR_EARLY_SMALL, WR_EARLY_AWAITED, WR_EARLY_CHAIN, WR_EARLY_SCRATCH, WR_EARLY_RULES };

typedef struct wr_chain_list {
    uint32_t first, last;
} wr_chain_list;

typedef struct wr_chains {
    wr_chain *node; /* arrays from index 1 on */
    uint32_t count, capacity, free;
    uint32_t early; /* chains that hold early bytes */
    wr_chain_list list[WR_CHAIN_LISTS];
    wr_candidate *candidate;
    uint32_t candidate_count, candidate_capacity, candidate_free;
    uint32_t early_count, early_capacity;
    wr_early *early_heap;
    uint64_t early_bytes[WR_EARLY_RULES];
    wr_task **search; /* the stack of make_urgent (wait.c) */
    uint32_t search_count, search_capacity;
} wr_chains;

uint32_t wr_chain_of(weir_runtime *rt, wr_task *t); /* the root, or 0 */
/* Merge the chain `mine` (0: none) with that of a variable; returns the root. */
uint32_t wr_chain_meet(weir_runtime *rt, uint32_t mine, weir_var *v);
void wr_chain_join(weir_runtime *rt, wr_task *t, uint32_t chain); /* at linking; 0: a new chain */
void wr_chain_unused(weir_runtime *rt, weir_var *v);              /* its list is empty */
void wr_chain_in_flight(weir_runtime *rt, wr_task *t);            /* neither blocked nor held */
void wr_chain_urgent(weir_runtime *rt, wr_task *t); /* it is in flight and has become urgent */
void wr_chain_leave(weir_runtime *rt, wr_task *t, bool was_in_flight);
void wr_chain_add_candidate(weir_runtime *rt, wr_task *t); /* held, all accesses granted */
void wr_chain_drop_candidate(weir_runtime *rt, wr_task *t);
wr_task *wr_chain_first(weir_runtime *rt, uint32_t chain); /* its first candidate */
void wr_chain_released(weir_runtime *rt, wr_task *t); /* a variable that it uses was released */
bool wr_chain_has_begun(weir_runtime *rt, uint32_t chain);
bool wr_early_reserve(weir_runtime *rt, uint32_t more);
void wr_early_add(weir_runtime *rt, wr_early e); /* after wr_early_reserve */
void wr_early_drop(weir_runtime *rt, uint32_t at);
bool wr_search_push(weir_runtime *rt, wr_task *t); /* false: no memory */
void wr_chains_free(weir_runtime *rt);

#endif
