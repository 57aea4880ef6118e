/* tape.h - the nodes of the recorded graph, and who may touch each field.
 *
 * A node is one recorded operation, one leaf, or one user-defined function.  Nodes point to the nodes that made
 * their inputs and never the other way; arrays point to the node that made them.  So a graph lives as long as one of
 * its results, and there is nothing to reset.
 *
 * States of the operands that a node has saved (`state`):
 *
 *      SAVED <--> TAKING --backward without RETAIN--> SPENT
 *
 * TAKING lasts as long as it takes to copy a few pointers; a thread that finds it yields and tries again.
 * A leaf's gradient is exchanged under the same state, and is never SPENT.
 *
 * Owners: const, set before other threads can see the node; any, any thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TAPE_H
#define WR_TAPE_H

#include "ops/core/op.h"

typedef enum wr_node_kind { WR_NODE_LEAF, WR_NODE_OP, WR_NODE_FUNCTION } wr_node_kind;

enum { WR_SAVED, WR_TAKING, WR_SPENT };

typedef struct wr_tape_node wr_tape_node;

/* The node and output that made an input. */
typedef struct wr_edge {
    wr_tape_node *node; /* one reference; NULL: the input requires no grad */
    uint32_t place;
} wr_edge;

/* An input or output of a recorded operation. */
typedef struct wr_saved_operand {
    weir_array *array; /* a handle or a number, if its values are needed; NULL: only what follows */
    const int64_t *shape; /* in the node */
    uint32_t version;     /* of its storage when it was recorded */
    int32_t device;
    uint8_t dtype; /* 0: an omitted input */
    uint8_t ndim;
} wr_saved_operand;

/* An array that a user-defined function saved. */
typedef struct wr_saved {
    weir_array *array; /* one reference, or NULL; for an output another handle, without a node */
    uint32_t version;  /* of its storage when it was saved */
    uint32_t output;   /* 1 + the index of the output that it is; 0: it is none */
} wr_saved;

struct wr_tape_node {
    wr_node head;
    wr_tape_node *next; /* in the list of nodes that this thread is about to free */
    weir_runtime *rt;   /* const, as are the following up to `state`; one reference */
    wr_tape_node
        *before;    /* the node that the output's handle had before it was overwritten, if another
                             thread may be reading it (wr_tape_attach); or NULL */
    uint64_t order; /* greater than that of every node that made an input */
    uint32_t site;
    uint32_t in_count, out_count;
    uint32_t size; /* bytes of all of this */
    wr_node_kind kind;
    atomic_uint state;               /* any: acquire, release, see above */
    wr_edge *edge;                   /* in_count of them */
    wr_saved_operand *saved_operand; /* op: inputs, then outputs; their arrays while TAKING */
    union {
        struct {
            const weir_op *op;
            const void *attr;
        };
        struct {
            weir_function function;
            wr_saved *saved; /* function.saved_count of them; their arrays while TAKING */
        };
        struct {
            uint32_t mode;       /* a weir_grad_mode; const */
            uint32_t written_at; /* while TAKING: the version of `var` when `grad` was stored */
            weir_var *var;       /* const; STEP: of the array, one reference; else NULL */
            weir_array *grad;    /* while TAKING; one reference, or NULL */
            uint64_t written_by; /* while TAKING: the walk that wrote it last */
            const char *refuses; /* while TAKING: why no gradient may come, or NULL */
        };
    };
};

/* How many threads have ever read the node of an array.  While there is only one, the old node of a handle can be
 * released as soon as the handle gets another.  Any: seq_cst, see wr_tape_attach. */
extern atomic_uint wr_tape_threads;
extern WR_THREAD_LOCAL bool wr_tape_thread; /* is this thread one of them? */

static inline void wr_tape_visit(void) {
    if (WR_LIKELY(wr_tape_thread)) return;
    wr_tape_thread = true;
    atomic_fetch_add_explicit(&wr_tape_threads, 1, memory_order_seq_cst);
}

static inline wr_tape_node *wr_tape_of(const weir_array *a) {
    wr_tape_visit();
    wr_node *node = atomic_load_explicit(&a->node, memory_order_seq_cst);
    return (wr_tape_node *)node;
}

/* The node if the array requires grad, else NULL: a leaf of mode WEIR_GRAD_NULL does not. */
static inline wr_tape_node *wr_grad_node(const weir_array *a) {
    wr_tape_node *node = wr_tape_of(a);
    return node != NULL && node->kind == WR_NODE_LEAF && node->mode == WEIR_GRAD_NULL ? NULL : node;
}

/* Which output of its node the array is.  A thread that attaches the handle to another node meanwhile may have written
 * one of the two fields: then the index may be that of either node, but is always one that `node` has. */
static inline uint32_t wr_tape_place(const weir_array *a, const wr_tape_node *node) {
    uint32_t place = atomic_load_explicit(&a->place, memory_order_relaxed);
    return WR_LIKELY(place < node->out_count) ? place : 0;
}

static inline wr_tape_node *wr_tape_retain(wr_tape_node *node) {
    if (node != NULL) wr_node_retain(&node->head);
    return node;
}

static inline void wr_tape_release(wr_tape_node *node) {
    if (node != NULL) wr_node_release(&node->head);
}

/* A node with `extra` bytes behind its edges, all zero but for the head; NULL, with a message, if there is no memory. */
wr_tape_node *wr_tape_new(weir_runtime *rt, wr_node_kind kind, uint32_t in_count, size_t extra);

/* The bytes behind the edges. */
static inline void *wr_tape_extra(wr_tape_node *node) { return node->edge + node->in_count; }

/* Point edge i to the node of `a`; false: `a` requires no grad. */
bool wr_tape_link(wr_tape_node *node, uint32_t i, const weir_array *a);

/* Make `a` output `place` of `node`. */
void wr_tape_attach(wr_tape_node *node, uint32_t place, weir_array *a);

/* Another handle for the same view, without a node and in no scope. */
weir_status wr_tape_alias(weir_array *a, weir_array **out);

/* Another handle for saved output number `place`, attached to the node; `version` is the version of its storage when
 * it was saved. */
weir_status wr_tape_output(wr_tape_node *node, uint32_t place, weir_array *saved_operand,
                           uint32_t version, weir_array **out);

/* The version of an array's storage; numbers have none. */
static inline uint32_t wr_version_of(const weir_array *a) {
    return a->var == NULL
               ? 0
               : atomic_load_explicit(&wr_storage_of(a->var)->version, memory_order_relaxed);
}

/* The version of the array of a leaf; 0 for modes that do not use it. */
static inline uint32_t wr_tape_leaf_version(const wr_tape_node *leaf) {
    return leaf->var == NULL
               ? 0
               : atomic_load_explicit(&wr_storage_of(leaf->var)->version, memory_order_relaxed);
}

/* Refuse if `a`, saved as the `what` number `index` of the node, was overwritten since `version`; the message names
 * both source lines. */
weir_status wr_tape_check(const wr_tape_node *node, const char *what, uint32_t index,
                          const weir_array *a, uint32_t version);

/* From SAVED to TAKING; false if it is SPENT.  And from TAKING to `state`. */
bool wr_tape_enter(wr_tape_node *node);
void wr_tape_leave(wr_tape_node *node, unsigned state);

/* Which inputs (bits 0 to 7) and outputs (bits 8 to 15) the gradient needs the values of; the last bit of each group
 * stands for all further ones.  Found by running the gradient abstractly (saved_inputs.c). */
uint32_t wr_gradient_needs(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                           uint32_t in_count, const void *attr, weir_array *const *out,
                           uint32_t out_count, const uint8_t *wanted);

enum { WR_NEED_BITS = 8 };

static inline uint32_t wr_need_in(uint32_t i) {
    return UINT32_C(1) << (i < WR_NEED_BITS ? i : WR_NEED_BITS - 1);
}
static inline uint32_t wr_need_out(uint32_t i) { return wr_need_in(i) << WR_NEED_BITS; }

/* Is it a dtype that has gradients? */
static inline bool wr_is_differentiable(int dtype) {
    return wr_dtype_kind_of(dtype) >= WR_KIND_FLOAT;
}

/* The recorder of a thread that records, wr_mode_now.recorder (record.c). */
extern const wr_recorder wr_tape_recorder;

#endif
