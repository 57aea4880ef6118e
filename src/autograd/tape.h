/* tape.h - the nodes of the recorded graph, and which thread may access each field.
 *
 * A node is one recorded operation, one leaf, or one user-defined function.  A node points to the
 * nodes that produced its inputs, never to those that use its outputs; an array points to the node
 * that produced it.  So a graph is freed with the last of its results, and there is no tape to
 * reset.
 *
 * `state` is the state of the operands that a node has saved:
 *
 *      SAVED <--> TAKING --backward without RETAIN--> SPENT
 *
 * TAKING lasts only while a few pointers are copied; a thread that finds this state yields and
 * tries again.  A leaf's gradient is read and replaced in the same state; a leaf never becomes
 * SPENT.
 *
 * Field comments say who may access the field.  const: set before other threads can see the node.
 * any: any thread.  while TAKING: the thread that moved the node to TAKING.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TAPE_H
#define WR_TAPE_H

#include "ops/core/op.h"

typedef enum wr_node_kind { WR_NODE_LEAF, WR_NODE_OP, WR_NODE_FUNCTION } wr_node_kind;

enum { WR_SAVED, WR_TAKING, WR_SPENT };

typedef struct wr_tape_node wr_tape_node;

/* The node that produced an input, and the index of the input among the outputs of that node. */
typedef struct wr_edge {
    wr_tape_node *node; /* one reference; NULL if the input does not require grad */
    uint32_t place;
} wr_edge;

/* An input or output of a recorded operation. */
typedef struct wr_saved_operand {
    /* one reference if the gradient needs the values; otherwise NULL, and only shape, dtype and
     * device are saved */
    weir_array *array;
    const int64_t *shape; /* in the node's memory; NULL if `array` is set */
    uint32_t version;     /* the version of the array's storage when the operation was recorded */
    int32_t device;
    uint8_t dtype; /* 0: an omitted input */
    uint8_t ndim;
} wr_saved_operand;

/* An array that a user-defined function saved. */
typedef struct wr_saved {
    weir_array *array; /* one reference, or NULL; for an output, another handle that has no node */
    uint32_t version;  /* the version of the array's storage when it was saved */
    uint32_t output;   /* 1 + its output index if the array is an output, otherwise 0 */
} wr_saved;

struct wr_tape_node {
    wr_node head;
    wr_tape_node *next; /* the next node in this thread's list of nodes to free */
    weir_runtime *rt;   /* const, as are the fields up to `state`; one reference */
    /* the node to which the output's handle was attached before, if another thread may still be
     * reading that node (wr_tape_attach); otherwise NULL */
    wr_tape_node *before;
    uint64_t order; /* greater than the order of every node that produced one of the inputs */
    uint32_t site;
    uint32_t in_count, out_count;
    uint32_t size; /* size in bytes of the node and the data stored after it */
    wr_node_kind kind;
    atomic_uint state; /* any thread; acquire order to enter TAKING, release order to leave it */
    wr_edge *edge;     /* in_count elements; const */
    /* the inputs and then, for an operation, the outputs; their arrays are accessed only while
     * TAKING */
    wr_saved_operand *saved_operand;
    union {
        struct {
            const weir_op *op;
            const void *attr;
        };
        struct {
            weir_function function;
            /* function.saved_count elements; their arrays are accessed only while TAKING */
            wr_saved *saved;
        };
        struct {
            uint32_t mode; /* a weir_grad_mode; const */
            /* accessed while TAKING: the version of `var` when `grad` was stored */
            uint32_t written_at;
            /* const; in mode WEIR_GRAD_STEP the array's variable, with one reference; otherwise
             * NULL */
            weir_var *var;
            /* accessed while TAKING: the gradient, with one reference; or NULL */
            weir_array *grad;
            /* accessed while TAKING: id of the backward walk that last stored `grad` */
            uint64_t written_by;
            /* accessed while TAKING: why backward must not store a gradient; or NULL */
            const char *refuses;
        };
    };
};

/* The number of threads that have ever read the node of an array.  While it is 1, the old node of a
 * handle can be released as soon as the handle gets another node.  Accessed by any thread with
 * seq_cst order; see wr_tape_attach. */
extern atomic_uint wr_tape_threads;
extern WR_THREAD_LOCAL bool wr_tape_thread; /* this thread has been counted in wr_tape_threads */

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

/* Return the node if the array requires grad, otherwise NULL.  A leaf of mode WEIR_GRAD_NULL does
 * not require grad. */
static inline wr_tape_node *wr_grad_node(const weir_array *a) {
    wr_tape_node *node = wr_tape_of(a);
    return node != NULL && node->kind == WR_NODE_LEAF && node->mode == WEIR_GRAD_NULL ? NULL : node;
}

/* Return the index of the array among the outputs of `node`.  If another thread attaches the handle
 * to another node at the same time, a->place may belong to that other node; the index returned is
 * in range for `node` in any case. */
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

/* Create a node with zeroed edges, followed by `extra` zeroed bytes.  If memory is exhausted, set
 * the error message and return NULL. */
wr_tape_node *wr_tape_new(weir_runtime *rt, wr_node_kind kind, uint32_t in_count, size_t extra);

/* Return the address of the extra bytes after the edges. */
static inline void *wr_tape_extra(wr_tape_node *node) { return node->edge + node->in_count; }

/* Point edge i to the node of `a`.  Return false if `a` does not require grad. */
bool wr_tape_link(wr_tape_node *node, uint32_t i, const weir_array *a);

/* Attach `a` to the node as the output with index `place`. */
void wr_tape_attach(wr_tape_node *node, uint32_t place, weir_array *a);

/* Create another handle for the same view, without a node and in no scope. */
weir_status wr_tape_alias(weir_array *a, weir_array **out);

/* Create another handle for the saved output with index `place`, attached to the node.  `version`
 * is the version of its storage when it was saved. */
weir_status wr_tape_output(wr_tape_node *node, uint32_t place, weir_array *saved_operand,
                           uint32_t version, weir_array **out);

/* Return the version of an array's storage; 0 for a scalar constant. */
static inline uint32_t wr_version_of(const weir_array *a) {
    return a->var == NULL
               ? 0
               : atomic_load_explicit(&wr_storage_of(a->var)->version, memory_order_relaxed);
}

/* Return the storage version of a leaf's array; 0 for modes that do not use it. */
static inline uint32_t wr_tape_leaf_version(const wr_tape_node *leaf) {
    return leaf->var == NULL
               ? 0
               : atomic_load_explicit(&wr_storage_of(leaf->var)->version, memory_order_relaxed);
}

/* Fail if `a` has been overwritten since `version`.  `what` and `index` say what it was saved
 * as, such as "input" and 1.  The message names the source lines of the operation and of the
 * overwrite. */
weir_status wr_tape_check(const wr_tape_node *node, const char *what, uint32_t index,
                          const weir_array *a, uint32_t version);

/* wr_tape_enter moves a node from SAVED to TAKING; it returns false if the node is SPENT.
 * wr_tape_leave moves it from TAKING to `state`. */
bool wr_tape_enter(wr_tape_node *node);
void wr_tape_leave(wr_tape_node *node, unsigned state);

/* Return the inputs (bits 0 to 7) and outputs (bits 8 to 15) whose values the gradient needs.  The
 * last bit of each group represents its operand and all later ones.  The answer is found by running
 * the gradient abstractly (saved_inputs.c). */
uint32_t wr_gradient_needs(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                           uint32_t in_count, const void *attr, weir_array *const *out,
                           uint32_t out_count, const uint8_t *wanted);

enum { WR_NEED_BITS = 8 };

static inline uint32_t wr_need_in(uint32_t i) {
    return UINT32_C(1) << (i < WR_NEED_BITS ? i : WR_NEED_BITS - 1);
}
static inline uint32_t wr_need_out(uint32_t i) { return wr_need_in(i) << WR_NEED_BITS; }

/* Return whether arrays of this dtype can have gradients. */
static inline bool wr_is_differentiable(int dtype) {
    return wr_dtype_kind_of(dtype) >= WR_KIND_FLOAT;
}

/* The value of wr_mode_now.recorder while a thread records (record.c). */
extern const wr_recorder wr_tape_recorder;

#endif
