/* node.c - nodes of the recorded graph: creates, links and frees them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>

#include "autograd/tape.h"

bool wr_tape_enter(wr_tape_node *node) {
    for (;;) {
        unsigned state = WR_SAVED;
        if (atomic_compare_exchange_weak_explicit(&node->state, &state, WR_TAKING,
                                                  memory_order_acquire, memory_order_relaxed))
            return true;
        if (state == WR_SPENT) return false;
        if (state == WR_TAKING) sched_yield();
    }
}

void wr_tape_leave(wr_tape_node *node, unsigned state) {
    assert(atomic_load_explicit(&node->state, memory_order_relaxed) == WR_TAKING);
    atomic_store_explicit(&node->state, state, memory_order_release);
}

/* ---- Freeing ------------------------------------------------------------------------------ */

/* Freeing a node may release the last reference to the nodes of its inputs, so a long chain would
 * recurse deeply.  Therefore a thread that is already freeing a node queues further ones here. */
static WR_THREAD_LOCAL struct {
    wr_tape_node *first;
    bool busy;
} dying;

static void end_function(wr_tape_node *node) {
    for (uint32_t i = 0; i < node->function.saved_count; i++)
        weir_array_release(node->saved[i].array);
    if (node->function.free != NULL) node->function.free(node->function.ctx);
}

static void reclaim(wr_tape_node *node) {
    for (uint32_t i = 0; i < node->in_count; i++) wr_tape_release(node->edge[i].node);
    if (node->kind == WR_NODE_OP)
        for (uint32_t i = 0; i < node->in_count + node->out_count; i++)
            weir_array_release(node->saved_operand[i].array);
    else if (node->kind == WR_NODE_LEAF) {
        weir_array_release(node->grad);
        if (node->var != NULL) wr_var_release(node->var);
    } else
        end_function(node);
    wr_tape_release(node->before);
    weir_runtime *rt = node->rt;
    wr_memory memory = rt->memory;
    wr_free(&memory, node, node->size);
    wr_runtime_unref(rt, 1);
}

static void free_node(wr_node *head) {
    wr_tape_node *node = (wr_tape_node *)head;
    node->next = dying.first;
    dying.first = node;
    if (dying.busy) return;
    dying.busy = true;
    while ((node = dying.first) != NULL) {
        dying.first = node->next;
        reclaim(node);
    }
    dying.busy = false;
}

/* ---- Making ---------------------------------------------------------------------------------- */

wr_tape_node *wr_tape_new(weir_runtime *rt, wr_node_kind kind, uint32_t in_count, size_t extra) {
    size_t size = sizeof(wr_tape_node) + in_count * sizeof(wr_edge) + extra;
    wr_tape_node *node = wr_alloc_zero(&rt->memory, size, 16);
    if (node == NULL) {
        wr_fail(WEIR_ENOMEM, "out of memory while recording an operation");
        return NULL;
    }
    atomic_init(&node->head.refs, 1);
    node->head.free = free_node;
    node->rt = rt;
    node->kind = kind;
    node->in_count = in_count;
    node->size = (uint32_t)size;
    node->edge = (wr_edge *)(node + 1);
    atomic_init(&node->state, WR_SAVED);
    atomic_fetch_add_explicit(&rt->refs, 1, memory_order_relaxed);
    return node;
}

bool wr_tape_link(wr_tape_node *node, uint32_t i, const weir_array *a) {
    wr_tape_node *from = a != NULL ? wr_grad_node(a) : NULL;
    if (from == NULL) return false;
    node->edge[i] = (wr_edge){wr_tape_retain(from), wr_tape_place(a, from)};
    if (from->order >= node->order) node->order = from->order + 1;
    return true;
}

atomic_uint wr_tape_threads;
WR_THREAD_LOCAL bool wr_tape_thread;

/* Return whether this is the only thread that has ever read the node of an array.  Another thread
 * that is reading the handle may have loaded the old node without having retained it yet.  It
 * incremented wr_tape_threads before it loaded the node, and all of these accesses are seq_cst, so
 * either this thread sees a count of at least 2, or the other thread sees the new node. */
static bool is_alone(void) {
    return atomic_load_explicit(&wr_tape_threads, memory_order_seq_cst) == 1;
}

void wr_tape_attach(wr_tape_node *node, uint32_t place, weir_array *a) {
    wr_tape_node *before = wr_tape_of(a);
    bool alone = is_alone();
    assert(before == NULL || node->before == NULL);
    if (before != NULL && !alone) node->before = before; /* now owned by node */
    atomic_store_explicit(&a->place, place, memory_order_relaxed);
    atomic_store_explicit(&a->version, wr_version_of(a), memory_order_relaxed);
    wr_node_retain(&node->head);
    atomic_store_explicit(&a->node, &node->head,
                          before != NULL ? memory_order_seq_cst : memory_order_release);
    if (before != NULL && alone && is_alone())
        /* not released if another thread has started to read nodes meanwhile, because it may be
         * reading `before` */
        wr_tape_release(before);
}

/* ---- Saved operands -------------------------------------------------------------------------- */

weir_status wr_tape_alias(weir_array *a, weir_array **out) {
    weir_scope *scope = wr_mode_now.scope;
    wr_mode_now.scope = NULL;
    weir_status status = wr_array_alias(a, out);
    wr_mode_now.scope = scope;
    return status;
}

weir_status wr_tape_output(wr_tape_node *node, uint32_t place, weir_array *saved_operand,
                           uint32_t version, weir_array **out) {
    WR_TRY(wr_tape_alias(saved_operand, out));
    wr_tape_attach(node, place, *out);
    atomic_store_explicit(&(*out)->version, version, memory_order_relaxed);
    return WEIR_OK;
}

static const char *site_text(uint32_t site) {
    const char *text = weir_site_text(site);
    return text != NULL ? text : "an unknown line";
}

weir_status wr_tape_check(const wr_tape_node *node, const char *what, uint32_t index,
                          const weir_array *a, uint32_t version) {
    if (a == NULL || wr_version_of(a) == version) return WEIR_OK;
    uint32_t written =
        atomic_load_explicit(&wr_storage_of(a->var)->written_at, memory_order_relaxed);
    return wr_fail(WEIR_EINVAL,
                   "backward: the gradient of %s at %s needs its %s %u, %s, which was overwritten "
                   "at %s",
                   node->kind == WR_NODE_OP ? node->op->def.name : node->function.name,
                   site_text(node->site), what, index, wr_array_text_of(a), site_text(written));
}
