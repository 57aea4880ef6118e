/* task_chains.h - chains (connected sets of queued tasks) and early bytes (the memory of tasks that
 * were admitted early).
 *
 * The holder of the scheduler owns everything here.  task_chains.c explains the structures.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TASK_CHAINS_H
#define WR_TASK_CHAINS_H

#include "engine/task.h"
#include "engine/variable.h"

enum { WR_CHAIN_UNLISTED, WR_CHAIN_AWAITED, WR_CHAIN_INDEPENDENT, WR_CHAIN_LISTS };

/* A node of the union-find forest.  Only roots use the fields after `refs`. */
typedef struct wr_chain {
    uint32_t parent; /* index of the parent; in a root, its own index */
    /* number of references: from variables with queued accesses, from child nodes, and from entries
     * in the heap of early bytes */
    uint32_t refs;
    uint32_t tasks;      /* number of tasks that are not retired */
    uint32_t in_flight;  /* number of tasks that are neither blocked nor held */
    uint32_t urgent;     /* number of tasks in flight that a wait needs */
    uint32_t early;      /* number of entries of this chain in the heap of early bytes */
    uint32_t first;      /* root of the heap of candidates; 0: none */
    uint32_t next, prev; /* neighbours in the list of roots */
    uint8_t list;        /* the list that contains this root: WR_CHAIN_UNLISTED, ... */
} wr_chain;

/* A candidate for early admission: an element of a pairing heap. */
typedef struct wr_candidate {
    wr_task *task;
    /* child: first child; next, prev: siblings, but `prev` of a first child is its parent */
    uint32_t child, next, prev;
} wr_candidate;

/* An entry of the heap of early bytes: a variable written by a task that was admitted early. */
typedef struct wr_early {
    uint64_t seq;   /* sequence number of the task */
    weir_var *var;  /* var->ahead is the index of this entry */
    uint32_t chain; /* for WR_EARLY_CHAIN: the chain of the task; else 0 */
    uint8_t rule;   /* WR_EARLY_SMALL, WR_EARLY_AWAITED or WR_EARLY_CHAIN */
} wr_early;

/* The rule by which a task was admitted early; indexes early_bytes.  WR_EARLY_SCRATCH is not a
 * rule: that entry of early_bytes counts the scratch bytes of all tasks admitted early, which have
 * no entries in the heap and are counted until their task retires. */
enum { WR_EARLY_SMALL, WR_EARLY_AWAITED, WR_EARLY_CHAIN, WR_EARLY_SCRATCH, WR_EARLY_RULES };

typedef struct wr_chain_list {
    uint32_t first, last;
} wr_chain_list;

typedef struct wr_chains {
    wr_chain *node; /* array of nodes; index 0 is unused here, in `candidate` and in `early_heap` */
    /* count: number of nodes used so far; capacity: size of the array; free: first free node, or
     * 0 */
    uint32_t count, capacity, free;
    uint32_t early; /* number of chains that hold early bytes */
    wr_chain_list list[WR_CHAIN_LISTS];
    wr_candidate *candidate;
    uint32_t candidate_count, candidate_capacity, candidate_free;
    uint32_t early_count, early_capacity;
    wr_early *early_heap;
    uint64_t early_bytes[WR_EARLY_RULES];
    wr_task **search; /* the search stack of make_urgent (wait.c) */
    uint32_t search_count, search_capacity;
} wr_chains;

uint32_t wr_chain_of(weir_runtime *rt, wr_task *t); /* the root of the task's chain, or 0 */
/* Merge the chain `mine` (0: none) with the chain of a variable; return the root. */
uint32_t wr_chain_meet(weir_runtime *rt, uint32_t mine, weir_var *v);
/* Called when a task is linked: add it to `chain`, or to a new chain if `chain` is 0. */
void wr_chain_join(weir_runtime *rt, wr_task *t, uint32_t chain);
/* Called when the variable no longer has queued accesses. */
void wr_chain_unused(weir_runtime *rt, weir_var *v);
/* Called when the task is no longer blocked or held. */
void wr_chain_in_flight(weir_runtime *rt, wr_task *t);
/* Called when a task in flight becomes urgent. */
void wr_chain_urgent(weir_runtime *rt, wr_task *t);
/* Called when a task retires; `was_in_flight` is false for WR_KIND_GRANTED tasks. */
void wr_chain_leave(weir_runtime *rt, wr_task *t, bool was_in_flight);
/* Add a held task, all of whose accesses are granted, to the candidates of its chain. */
void wr_chain_add_candidate(weir_runtime *rt, wr_task *t);
void wr_chain_drop_candidate(weir_runtime *rt, wr_task *t);
/* Return the first candidate of a chain, which must have one. */
wr_task *wr_chain_first(weir_runtime *rt, uint32_t chain);
/* Called when a variable that the task uses is released. */
void wr_chain_released(weir_runtime *rt, wr_task *t);
/* Does the chain hold early bytes? */
bool wr_chain_has_begun(weir_runtime *rt, uint32_t chain);
/* Ensure space for `more` entries in the heap of early bytes.  Return false if out of memory. */
bool wr_early_reserve(weir_runtime *rt, uint32_t more);
void wr_early_add(weir_runtime *rt, wr_early e);   /* add an entry to the reserved space */
void wr_early_drop(weir_runtime *rt, uint32_t at); /* remove the entry at index `at` */
bool wr_search_push(weir_runtime *rt, wr_task *t); /* returns false if out of memory */
void wr_chains_free(weir_runtime *rt);

#endif
