/* tape.h - what recording leaves behind, and who may touch each field.
 *
 * A node is one recorded operation, one leaf, or one function of the user's.  Nodes point to the nodes
 * their inputs came from and never the other way; arrays point to the node they came from.  So a graph
 * lives as long as somebody holds one of its results, and there is nothing to reset.
 *
 * Life of what a node has kept (`state`):
 *
 *      KEPT <--> TAKING --going backward once--> SPENT
 *
 * TAKING lasts as long as it takes to copy a few pointers; whoever finds it yields and looks again.
 * A leaf's gradient changes hands in the same way, and is never SPENT.
 *
 * Owners: const (set before the node can be seen), any.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TAPE_H
#define WR_TAPE_H

#include "ops/core/op.h"

typedef enum wr_node_kind { WR_NODE_LEAF, WR_NODE_OP, WR_NODE_FUNCTION } wr_node_kind;

enum { WR_KEPT, WR_TAKING, WR_SPENT };

typedef struct wr_tape_node wr_tape_node;

/* Where an input came from. */
typedef struct wr_edge {
    wr_tape_node *node; /* one reference; NULL: nowhere */
    uint32_t place;
} wr_edge;

/* An input or output of a recorded operation. */
typedef struct wr_saved_operand {
    weir_array *array; /* its values are needed: a handle, or a number; NULL: only the following */
    const int64_t *shape; /* in the node */
    uint32_t version;     /* of its storage when it was recorded */
    int32_t device;
    uint8_t dtype; /* 0: an input that was left out */
    uint8_t ndim;
} wr_saved_operand;

/* An array that a function of the user's saved. */
typedef struct wr_saved {
    weir_array
        *array; /* one reference, or NULL; of an output another handle, which came from nowhere */
    uint32_t version; /* of its storage when it was saved */
    uint32_t output;  /* 1 + which one it is; 0: none */
} wr_saved;

struct wr_tape_node {
    wr_node head;
    wr_tape_node *next; /* among those that this thread is about to free */
    weir_runtime *rt;   /* const, as are the following up to `state`; one reference */
    wr_tape_node
        *before;    /* what its output came from until it was overwritten, if another thread may be
                             looking at it; or NULL */
    uint64_t order; /* greater than that of every node it came from */
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
            uint32_t written_at; /* while TAKING: the version of `var` when `grad` came */
            weir_var *var;       /* const; STEP: of the array, one reference; else NULL */
            weir_array *grad;    /* while TAKING; one reference, or NULL */
            uint64_t written_by; /* while TAKING: the walk that wrote it last */
            const char *refuses; /* while TAKING: why no gradient may come, or NULL */
        };
    };
};

/* How many threads have ever looked where an array came from.  While there is one, what a handle came from can be let
 * go as soon as it comes from elsewhere.  Any: seq_cst, see wr_tape_hang. */
extern atomic_uint wr_tape_threads;
extern WR_THREAD_LOCAL bool wr_tape_thread; /* is this one of them? */

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

/* The node if the array is followed: not one of a leaf that wants no gradient. */
static inline wr_tape_node *wr_followed(const weir_array *a) {
    wr_tape_node *node = wr_tape_of(a);
    return node != NULL && node->kind == WR_NODE_LEAF && node->mode == WEIR_GRAD_NULL ? NULL : node;
}

/* Which output of its node the array is.  Whoever hangs the handle elsewhere meanwhile may have written one and not
 * the other: then it is an output of either, but none that the node does not have. */
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

/* A node of `extra` more bytes behind its edges, all zero but for the head; NULL, with a sentence. */
wr_tape_node *wr_tape_new(weir_runtime *rt, wr_node_kind kind, uint32_t in_count, size_t extra);

/* The bytes behind the edges. */
static inline void *wr_tape_extra(wr_tape_node *node) { return node->edge + node->in_count; }

/* Point edge i to where `a` came from; false: it is not followed. */
bool wr_tape_link(wr_tape_node *node, uint32_t i, const weir_array *a);

/* Say that `a` came from `node`. */
void wr_tape_hang(wr_tape_node *node, uint32_t place, weir_array *a);

/* Another handle of the same values that came from nowhere and that no scope has. */
weir_status wr_tape_alias(weir_array *a, weir_array **out);

/* Another handle of output `place`, which the node has kept, that knows where it came from; `version` is that of its
 * storage when it was made. */
weir_status wr_tape_output(wr_tape_node *node, uint32_t place, weir_array *saved_operand,
                           uint32_t version, weir_array **out);

/* The version of an array's storage; numbers have none. */
static inline uint32_t wr_version_of(const weir_array *a) {
    return a->var == NULL
               ? 0
               : atomic_load_explicit(&wr_storage_of(a->var)->version, memory_order_relaxed);
}

/* How often the array of a leaf was written; 0 where that does not matter. */
static inline uint32_t wr_tape_leaf_version(const wr_tape_node *leaf) {
    return leaf->var == NULL
               ? 0
               : atomic_load_explicit(&wr_storage_of(leaf->var)->version, memory_order_relaxed);
}

/* Has `a`, which the node needs as its `what` number `index`, still that version?  Else a sentence with both lines. */
weir_status wr_tape_check(const wr_tape_node *node, const char *what, uint32_t index,
                          const weir_array *a, uint32_t version);

/* From KEPT to TAKING, unless it is SPENT: false then.  And back, or on. */
bool wr_tape_enter(wr_tape_node *node);
void wr_tape_leave(wr_tape_node *node, unsigned state);

/* Which inputs (bits 0 to 7) and outputs (8 to 15) the gradient needs the values of; the last bit of each
 * stands for all that follow. */
uint32_t wr_gradient_needs(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                           uint32_t in_count, const void *attr, weir_array *const *out,
                           uint32_t out_count, const uint8_t *wanted);

enum { WR_NEED_BITS = 8 };

static inline uint32_t wr_need_in(uint32_t i) {
    return UINT32_C(1) << (i < WR_NEED_BITS ? i : WR_NEED_BITS - 1);
}
static inline uint32_t wr_need_out(uint32_t i) { return wr_need_in(i) << WR_NEED_BITS; }

/* Is it a dtype that has gradients? */
static inline bool wr_is_smooth(int dtype) { return wr_dtype_kind_of(dtype) >= WR_KIND_FLOAT; }

/* What a thread that records has in its mode (record.c). */
extern const wr_recorder wr_tape_recorder;

#endif
