/* chains.h - chains: connected sets of queued tasks, and early admission.  See chains.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CHAINS_H
#define WR_CHAINS_H

#include "engine/task.h"
#include "engine/variable.h"

enum { WR_CHAIN_NOWHERE, WR_CHAIN_AWAITED, WR_CHAIN_FREE, WR_CHAIN_LISTS };

/* A node of the forest; everything but `parent` and `refs` is of roots. */
typedef struct wr_chain {
    uint32_t parent; /* itself: a root */
    uint32_t refs;   /* variables in use, nodes below it, early bytes that name it */
    uint32_t tasks;  /* unsettled */
    uint32_t flying; /* of those, neither blocked nor held, */
    uint32_t urgent; /* and of those, needed by a wait */
    uint32_t early;  /* entries in the heap of early bytes */
    uint32_t first;  /* the heap of those that knock */
    uint32_t next, prev;
    uint8_t list; /* which list of roots it is in */
} wr_chain;

typedef struct wr_candidate {
    wr_task *task;
    uint32_t child, next, prev; /* the first child; its neighbours, of which the first one's is the
                                   parent */
} wr_candidate;

/* A variable made by a task that was admitted before its turn. */
typedef struct wr_early {
    uint64_t seq;
    weir_var *var;  /* its `ahead` is the place of the entry */
    uint32_t chain; /* WR_EARLY_CHAIN: the one that holds it */
    uint8_t why;    /* as follows */
} wr_early;

/* Scratch is early until its task is settled; it has no entry. */
enum { WR_EARLY_SMALL, WR_EARLY_AWAITED, WR_EARLY_CHAIN, WR_EARLY_SCRATCH, WR_EARLY_KINDS };

typedef struct wr_chain_list {
    uint32_t first, last;
} wr_chain_list;

typedef struct wr_chains {
    wr_chain *node; /* arrays from index 1 on */
    uint32_t count, room, free;
    uint32_t early; /* chains that hold early bytes */
    wr_chain_list list[WR_CHAIN_LISTS];
    wr_candidate *candidate;
    uint32_t candidate_count, candidate_room, candidate_free;
    uint32_t early_count, early_room;
    wr_early *early_heap;
    uint64_t early_bytes[WR_EARLY_KINDS];
    wr_task **sought; /* from 0 on: tasks of which a search has yet to see what they need */
    uint32_t sought_count, sought_room;
} wr_chains;

uint32_t wr_chain_of(weir_runtime *rt, wr_task *t);                   /* the root */
uint32_t wr_chain_meet(weir_runtime *rt, uint32_t mine, weir_var *v); /* one root for both */
void wr_chain_join(weir_runtime *rt, wr_task *t, uint32_t met); /* at linking; 0: it met no other */
void wr_chain_unused(weir_runtime *rt, weir_var *v);            /* its list is empty */
void wr_chain_flies(weir_runtime *rt, wr_task *t);              /* neither blocked nor held */
void wr_chain_urgent(weir_runtime *rt, wr_task *t);             /* it flies, and is urgent now */
void wr_chain_leave(weir_runtime *rt, wr_task *t, bool flew);
void wr_chain_add_candidate(weir_runtime *rt, wr_task *t); /* held, and could run */
void wr_chain_drop_candidate(weir_runtime *rt, wr_task *t);
wr_task *wr_chain_first(weir_runtime *rt, uint32_t chain); /* of those that knock */
void wr_chain_released(weir_runtime *rt, wr_task *t); /* a variable that it uses was released */
bool wr_chain_has_begun(weir_runtime *rt, uint32_t chain);
bool wr_early_reserve(weir_runtime *rt, uint32_t more);
void wr_early_add(weir_runtime *rt, wr_early e); /* reserved before */
void wr_early_drop(weir_runtime *rt, uint32_t at);
bool wr_chain_seek(weir_runtime *rt, wr_task *t); /* onto `sought`; false: no memory */
void wr_chains_free(weir_runtime *rt);

#endif
