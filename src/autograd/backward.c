/* backward.c - walks the recorded graph from the heads (the outputs to differentiate) back to the
 * leaves.
 *
 * Nodes are visited in reverse topological order: a heap yields the node with the highest order,
 * and orders grow from inputs to outputs, so all contributions to a node's gradient have arrived
 * when it is visited.  A visit runs the operator's gradient, which issues operations and returns;
 * the results are added to the gradients of the nodes that produced the inputs.
 *
 * Other threads may walk over the same nodes, so a walk keeps its own table with an entry per
 * node.  Only the saved operands are taken from the node itself (see the node states in tape.h).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "autograd/tape.h"
#include "ops/core/expression.h"

enum { NEAR = 16 };

/* The state of a node in one walk. */
typedef struct visit {
    wr_tape_node *node; /* kept alive by walk.ends and by nodes that point to it */
    union {
        /* if there is one output: the sum of its gradients so far; NULL means 0 */
        weir_array *only;
        /* if there are several outputs: an array of such sums, with one reference per sum */
        weir_array **many;
    };
    uint32_t edge; /* index of the next edge that search() follows */
    bool leads;    /* a node whose gradient is wanted can be reached from here */
    bool wanted;   /* the caller wants the gradient of this node itself */
    bool queued;
} visit;

typedef struct walk {
    weir_runtime *rt;
    /* the nodes of the heads, then of the inputs; retained, because an array may be attached to
     * another node during the walk */
    wr_edge *ends;
    uint32_t end_count;
    uint32_t flags;
    uint64_t id;
    bool chosen; /* only the gradients of given inputs are wanted (weir_grad) */
    visit *visit;
    uint32_t *slot; /* hash table with 2 * capacity slots: 1 + index into visit; 0: free */
    uint32_t *heap; /* max-heap of indices into visit, by node order */
    uint32_t visits, capacity, heaped;
} walk;

static atomic_uint_fast64_t walks; /* counter for walk ids; incremented by any thread, relaxed */

/* The id of the walk that this thread is in, or 0 if there is none.  A checkpoint runs a walk
 * inside a step of another walk.  The inner walk has the same id, so it adds to the gradients that
 * the outer one has stored. */
static WR_THREAD_LOCAL uint64_t walk_now;

/* Return the gradients of a node's outputs.  The pointer is invalid after the table grows, because
 * the gradient of a single output is stored in the table. */
static weir_array **grads_of(visit *v) { return v->node->out_count == 1 ? &v->only : v->many; }

/* ---- The table ------------------------------------------------------------------------------- */

static uint32_t slot_of(const walk *w, const wr_tape_node *node) {
    uint32_t mask = 2 * w->capacity - 1;
    uint32_t at = (uint32_t)((uintptr_t)node * UINT64_C(0x9e3779b97f4a7c15) >> 40) & mask;
    while (w->slot[at] != 0 && w->visit[w->slot[at] - 1].node != node) at = (at + 1) & mask;
    return at;
}

static weir_status grow(walk *w) {
    uint32_t capacity = w->capacity == 0 ? 64 : 2 * w->capacity;
    visit *more = realloc(w->visit, capacity * sizeof *more);
    if (more != NULL) w->visit = more;
    uint32_t *heap = realloc(w->heap, capacity * sizeof *heap);
    if (heap != NULL) w->heap = heap;
    uint32_t *slot = calloc(2 * (size_t)capacity, sizeof *slot);
    if (more == NULL || heap == NULL || slot == NULL) {
        free(slot);
        return wr_fail(WEIR_ENOMEM, "backward: not enough memory for %u nodes", capacity);
    }
    free(w->slot);
    w->slot = slot;
    w->capacity = capacity;
    for (uint32_t i = 0; i < w->visits; i++) w->slot[slot_of(w, w->visit[i].node)] = i + 1;
    return WEIR_OK;
}

/* Return the index of a node's entry in the table, creating the entry if needed.  Return UINT32_MAX
 * if memory is exhausted. */
static uint32_t visit_of(walk *w, wr_tape_node *node) {
    uint32_t at = w->capacity > 0 ? slot_of(w, node) : 0;
    if (w->capacity > 0 && w->slot[at] != 0) return w->slot[at] - 1;
    if (w->visits == w->capacity) {
        if (grow(w) != WEIR_OK) return UINT32_MAX;
        at = slot_of(w, node);
    }
    visit *v = &w->visit[w->visits];
    *v = (visit){.node = node, .leads = !w->chosen};
    if (node->out_count != 1 && (v->many = calloc(node->out_count + 1, sizeof *v->many)) == NULL) {
        wr_fail(WEIR_ENOMEM, "backward: not enough memory for %u gradients", node->out_count);
        return UINT32_MAX;
    }
    w->slot[at] = ++w->visits;
    return w->visits - 1;
}

static uint64_t order_at(const walk *w, uint32_t i) { return w->visit[w->heap[i]].node->order; }

static void enqueue(walk *w, uint32_t index) {
    if (w->visit[index].queued) return;
    w->visit[index].queued = true;
    uint32_t i = w->heaped++;
    w->heap[i] = index;
    for (; i > 0 && order_at(w, i) > order_at(w, (i - 1) / 2); i = (i - 1) / 2) {
        uint32_t other = w->heap[(i - 1) / 2];
        w->heap[(i - 1) / 2] = w->heap[i];
        w->heap[i] = other;
    }
}

static uint32_t dequeue(walk *w) {
    uint32_t top = w->heap[0], i = 0;
    w->heap[0] = w->heap[--w->heaped];
    for (;;) {
        uint32_t best = i;
        for (uint32_t c = 2 * i + 1; c <= 2 * i + 2 && c < w->heaped; c++)
            if (order_at(w, c) > order_at(w, best)) best = c;
        if (best == i) return top;
        uint32_t other = w->heap[best];
        w->heap[best] = w->heap[i];
        w->heap[i] = other;
        i = best;
    }
}

static void end_walk(walk *w) {
    for (uint32_t i = 0; i < w->visits; i++) {
        visit *v = &w->visit[i];
        for (uint32_t j = 0; j < v->node->out_count; j++) weir_array_release(grads_of(v)[j]);
        if (v->node->out_count != 1) free(v->many);
    }
    for (uint32_t i = 0; i < w->end_count; i++) wr_tape_release(w->ends[i].node);
    free(w->ends);
    free(w->visit);
    free(w->heap);
    free(w->slot);
}

/* Retain the node of each array, because another thread may replace it later.  Returns the index of
 * the first array that requires no grad, or `count`. */
static uint32_t hold(walk *w, weir_array *const *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        wr_tape_node *node = wr_grad_node(list[i]);
        if (node == NULL) return i;
        w->ends[w->end_count++] = (wr_edge){wr_tape_retain(node), wr_tape_place(list[i], node)};
    }
    return count;
}

/* ---- Summation ------------------------------------------------------------------------------- */

/* Compute a + b.  Takes over both references, even on failure. */
static weir_status add(weir_runtime *rt, weir_array *a, weir_array *b, weir_array **out) {
    weir_array *in[] = {a, b}, *sum = NULL;
    weir_status status =
        wr_call_recorded(rt, &wr_ops[WR_OP_add], in, 2, NULL, &sum, &(uint32_t){1});
    weir_array_release(a);
    weir_array_release(b);
    *out = status == WEIR_OK ? sum : NULL;
    return status;
}

/* Add `grad` to the gradient of one output of a node.  Takes over the reference to `grad`. */
static weir_status contribute(walk *w, wr_tape_node *node, uint32_t place, weir_array *grad) {
    uint32_t index = visit_of(w, node);
    if (index == UINT32_MAX) {
        weir_array_release(grad);
        return WEIR_ENOMEM;
    }
    enqueue(w, index);
    weir_array **sum = &grads_of(&w->visit[index])[place];
    if (*sum != NULL) return add(w->rt, *sum, grad, sum);
    *sum = grad;
    return WEIR_OK;
}

/* ---- Which nodes lead to wanted gradients ---------------------------------------------------- */

/* Compute `leads` for all nodes that can be reached from `from`.  Nodes with an order below
 * `least`, the lowest order of a wanted node, cannot lead to one and are skipped. */
static weir_status search(walk *w, wr_tape_node *from, uint64_t least) {
    uint32_t capacity = 64, depth = 0, top;
    uint32_t *stack = malloc(capacity * sizeof *stack);
    weir_status status = WEIR_OK;
    if (stack == NULL) return wr_fail(WEIR_ENOMEM, "grad: out of memory while searching the graph");
    if ((top = visit_of(w, from)) == UINT32_MAX) status = WEIR_ENOMEM;
    stack[depth++] = top;
    while (depth > 0 && status == WEIR_OK) {
        uint32_t index = stack[depth - 1];
        visit *v = &w->visit[index];
        if (v->edge == v->node->in_count) {
            depth--;
            if (depth > 0 && v->leads) w->visit[stack[depth - 1]].leads = true;
            continue;
        }
        wr_tape_node *next = v->node->edge[v->edge++].node;
        if (next == NULL || next->order < least) continue;
        uint32_t below = visit_of(w, next);
        if (below == UINT32_MAX) {
            status = WEIR_ENOMEM;
        } else if (w->visit[below].edge == next->in_count) { /* already searched, or no inputs */
            if (w->visit[below].leads) w->visit[index].leads = true;
        } else {
            if (depth == capacity) {
                uint32_t *more = realloc(stack, 2 * (size_t)capacity * sizeof *more);
                if (more == NULL) {
                    status = wr_fail(WEIR_ENOMEM, "grad: out of memory while searching the graph");
                    break;
                }
                stack = more;
                capacity *= 2;
            }
            stack[depth++] = below;
        }
    }
    free(stack);
    return status;
}

static bool leads(walk *w, const wr_tape_node *node) {
    if (node == NULL) return false;
    if (!w->chosen) return true;
    uint32_t at = slot_of(w, node);
    return w->slot[at] != 0 && w->visit[w->slot[at] - 1].leads;
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* Memory for an abstract array, which represents an operand of which only the shape and dtype are
 * needed.  The memory is valid until the end of the step. */
typedef struct abstract_array {
    _Alignas(16) char block[sizeof(weir_array) + 2 * WEIR_NDIM_MAX * sizeof(int64_t)];
} abstract_array;

static weir_array *fill_abstract(abstract_array *s, weir_runtime *rt, const wr_saved_operand *k) {
    assert(s != NULL); /* begin_step has allocated enough abstract arrays */
    weir_array *a = (weir_array *)(void *)s->block;
    memset(a, 0, sizeof *a);
    atomic_init(&a->refs, 1);
    a->dtype = k->dtype;
    a->ndim = k->ndim;
    a->flags = WR_ABSTRACT | WR_CONTIGUOUS;
    a->device = k->device;
    a->rt = rt;
    if (k->ndim > 0) memcpy(a->dim, k->shape, (size_t)k->ndim * sizeof *k->shape);
    wr_row_major(k->ndim, k->shape, a->dim + k->ndim);
    a->count = wr_count(k->ndim, k->shape);
    return a;
}

typedef struct step {
    wr_tape_node *node;
    uint32_t count;       /* the number of inputs and outputs */
    weir_array **operand; /* inputs, then outputs */
    weir_array **held;    /* the operands to which the step holds a reference, NULL elsewhere */
    weir_array **grad_in;
    uint8_t *wanted;
    abstract_array *abstract_arrays;
    weir_array *near[3 * NEAR];
    uint8_t near_wanted[NEAR];
    /* allocated memory for the abstract arrays, and for the lists if they do not fit into `near`;
     * NULL if nothing was allocated */
    void *block;
} step;

static weir_status begin_step(step *s, wr_tape_node *node) {
    uint32_t count = node->in_count + node->out_count, abstract_arrays = 0;
    s->node = node;
    s->count = count;
    s->block = NULL;
    for (uint32_t i = 0; i < count; i++)
        abstract_arrays +=
            node->saved_operand[i].dtype != 0 && node->saved_operand[i].shape != NULL;
    bool near = count <= NEAR;
    size_t bytes = (near ? 0 : 3 * (size_t)count * sizeof(weir_array *) + wr_round_up(count, 8));
    if (bytes + abstract_arrays > 0) {
        s->block = malloc(abstract_arrays * sizeof(abstract_array) + bytes);
        if (s->block == NULL)
            return wr_fail(WEIR_ENOMEM,
                           "backward: not enough memory for the gradient of an operation");
    }
    s->abstract_arrays = s->block;
    s->operand =
        near ? s->near : (weir_array **)(void *)((abstract_array *)s->block + abstract_arrays);
    s->held = s->operand + count;
    s->grad_in = s->held + count;
    s->wanted = near ? s->near_wanted : (uint8_t *)(s->grad_in + count);
    memset(s->operand, 0, 3 * (size_t)count * sizeof *s->operand);
    return WEIR_OK;
}

static void end_step(step *s) {
    for (uint32_t i = 0; i < s->count; i++) weir_array_release(s->held[i]);
    free(s->block);
}

static weir_status check_kept(const wr_tape_node *node, uint32_t i) {
    bool out = i >= node->in_count;
    return wr_tape_check(node, out ? "output" : "input", out ? i - node->in_count : i,
                         node->saved_operand[i].array, node->saved_operand[i].version);
}

static weir_status is_spent(const wr_tape_node *node) {
    const char *line = weir_site_text(node->site);
    return wr_fail(
        WEIR_EINVAL,
        "backward: the saved operands of %s at %s were released by an earlier backward pass; %s",
        node->kind == WR_NODE_OP ? node->op->def.name : node->function.name,
        line != NULL ? line : "an unknown line", weir_remedy_text(WEIR_REMEDY_RETAIN_GRAPH));
}

static bool retains(const walk *w) {
    return w->flags & (WEIR_BACKWARD_RETAIN | WEIR_BACKWARD_RECORD);
}

/* Move the saved operands out of the node, or share them if the graph is retained.  The node is in
 * state TAKING meanwhile, so this function must not wait. */
static weir_status take(const walk *w, step *s) {
    wr_tape_node *node = s->node;
    if (!wr_tape_enter(node)) return is_spent(node);
    weir_status status = WEIR_OK;
    for (uint32_t i = 0; i < s->count && status == WEIR_OK; i++) status = check_kept(node, i);
    bool share = status != WEIR_OK || retains(w);
    bool emptied = false;
    abstract_array *next = s->abstract_arrays;
    for (uint32_t i = 0; i < s->count && status == WEIR_OK; i++) {
        wr_saved_operand *k = &node->saved_operand[i];
        if (k->dtype == 0) continue;
        if (k->shape != NULL) {
            s->operand[i] = fill_abstract(next++, node->rt, k);
            continue;
        }
        s->operand[i] = s->held[i] = share ? weir_array_retain(k->array) : k->array;
        if (share) continue;
        k->array = NULL;
        emptied = true;
    }
    wr_tape_leave(node, emptied ? WR_SPENT : WR_SAVED);
    return status;
}

/* Attach the saved outputs to their node.  This is needed if the operations of the gradient are
 * themselves recorded (WEIR_BACKWARD_RECORD). */
static weir_status attach_outputs(step *s) {
    for (uint32_t i = s->node->in_count; i < s->count; i++) {
        weir_array *a = s->operand[i], *known;
        if (a == NULL || a->var == NULL || !wr_is_differentiable(a->dtype)) continue;
        WR_TRY(wr_tape_output(s->node, i - s->node->in_count, a, s->node->saved_operand[i].version,
                              &known));
        weir_array_release(s->held[i]);
        s->operand[i] = s->held[i] = known;
    }
    return WEIR_OK;
}

static weir_status run_op(walk *w, const visit *visited, weir_array *const *grad_out) {
    wr_tape_node *node = visited->node;
    step s;
    WR_TRY(begin_step(&s, node));
    weir_status status = take(w, &s);
    if (status == WEIR_OK && (w->flags & WEIR_BACKWARD_RECORD)) status = attach_outputs(&s);
    for (uint32_t i = 0; i < node->in_count; i++) s.wanted[i] = leads(w, node->edge[i].node);
    if (status == WEIR_OK) {
        weir_vjp v = {.size = sizeof v,
                      .rt = w->rt,
                      .op = node->op,
                      .attr = node->attr,
                      .in = s.operand,
                      .out = s.operand + node->in_count,
                      .grad_out = grad_out,
                      .wanted = s.wanted,
                      .grad_in = s.grad_in,
                      .in_count = node->in_count,
                      .out_count = node->out_count,
                      .status = WEIR_OK};
        status = wr_differentiate(&v, s.grad_in);
    }
    for (uint32_t i = 0; i < node->in_count; i++) {
        weir_array *grad = s.grad_in[i]; /* NOLINT: begin_step has zeroed all three lists */
        if (grad == NULL) continue;
        if (status != WEIR_OK)
            weir_array_release(grad);
        else
            status = contribute(w, node->edge[i].node, node->edge[i].place, grad);
    }
    end_step(&s);
    return status;
}

/* ---- A step of a function -------------------------------------------------------------------- */

/* The user-defined function whose backward callback this thread is running, and its saved arrays,
 * with one reference each. */
typedef struct function_step {
    wr_tape_node *node;
    wr_saved *saved;
} function_step;

static WR_THREAD_LOCAL function_step stepping;

weir_status weir_function_saved(uint32_t index, weir_array **out) {
    wr_tape_node *node = stepping.node;
    if (out == NULL) return wr_fail(WEIR_EINVAL, "weir_function_saved: out is NULL");
    if (node == NULL || index >= node->function.saved_count)
        return node == NULL
                   ? wr_fail(
                         WEIR_EINVAL,
                         "weir_function_saved: this thread is not running the backward callback "
                         "of a function")
                   : wr_fail(WEIR_EINVAL,
                             "%s: saved array %u is out of range; the function saved %u array%s",
                             node->function.name, index, node->function.saved_count,
                             node->function.saved_count == 1 ? "" : "s");
    const wr_saved *s = &stepping.saved[index];
    WR_TRY(wr_tape_check(node, "saved array", index, s->array, s->version));
    if (s->output > 0 && wr_mode_now.recorder != NULL && wr_is_differentiable(s->array->dtype))
        return wr_tape_output(node, s->output - 1, s->array, s->version, out);
    *out = weir_array_retain(s->array);
    return WEIR_OK;
}

static weir_status check_grad(const wr_tape_node *node, uint32_t i, const weir_array *grad) {
    const wr_saved_operand *k = &node->saved_operand[i];
    if (grad->flags & WR_NUMBER)
        return wr_fail(WEIR_EINVAL,
                       "%s: gradient %u is a scalar constant, but the input has shape %s",
                       node->function.name, i, wr_shape_text(k->ndim, k->shape));
    if (!wr_has_shape(grad, k->ndim, k->shape))
        return wr_fail(WEIR_EINVAL, "%s: gradient %u has shape %s, but the input has shape %s",
                       node->function.name, i, wr_shape_text(grad->ndim, wr_shape(grad)),
                       wr_shape_text(k->ndim, k->shape));
    if (node->edge[i].node != NULL && grad->dtype != k->dtype)
        return wr_fail(
            WEIR_EINVAL, "%s: gradient %u is %s, but the input is %s; cast it with astype",
            node->function.name, i, wr_dtypes[grad->dtype].name, wr_dtypes[k->dtype].name);
    return WEIR_OK;
}

/* Move the arrays that the function saved out of the node, or share them if the graph is
 * retained. */
static weir_status take_saved(const walk *w, wr_tape_node *node, wr_saved *list) {
    uint32_t count = node->function.saved_count;
    if (count == 0) return WEIR_OK;
    if (!wr_tape_enter(node)) return is_spent(node);
    for (uint32_t i = 0; i < count; i++) {
        list[i] = node->saved[i];
        if (retains(w))
            weir_array_retain(list[i].array);
        else
            node->saved[i].array = NULL;
    }
    wr_tape_leave(node, retains(w) ? WR_SAVED : WR_SPENT);
    return WEIR_OK;
}

static weir_status call_function(const walk *w, wr_tape_node *node, weir_array *const *grad_out,
                                 weir_array **grad_in, wr_saved *list) {
    function_step outer = stepping;
    WR_TRY(take_saved(w, node, list));
    stepping = (function_step){node, list};
    weir_status status = node->function.backward(w->rt, grad_out, node->out_count, grad_in,
                                                 node->in_count, node->function.ctx);
    stepping = outer;
    for (uint32_t i = 0; i < node->function.saved_count; i++) weir_array_release(list[i].array);
    return status;
}

static weir_status run_function(walk *w, const visit *visited, weir_array *const *grad_out) {
    wr_tape_node *node = visited->node;
    size_t grads = (node->in_count + 1) * sizeof(weir_array *);
    weir_array **grad = calloc(1, grads + node->function.saved_count * sizeof(wr_saved));
    if (grad == NULL) return wr_fail(WEIR_ENOMEM, "backward: not enough memory for a step");
    weir_status status =
        call_function(w, node, grad_out, grad, (wr_saved *)(void *)((char *)grad + grads));
    for (uint32_t i = 0; i < node->in_count; i++) {
        if (grad[i] == NULL) continue;
        if (status == WEIR_OK) status = check_grad(node, i, grad[i]);
        if (status != WEIR_OK || !leads(w, node->edge[i].node))
            weir_array_release(grad[i]);
        else
            status = contribute(w, node->edge[i].node, node->edge[i].place, grad[i]);
    }
    free(grad);
    return status;
}

/* Return whether the new gradient must be added to the existing one instead of replacing it.  The
 * leaf must be in state TAKING. */
static bool adds(const walk *w, const wr_tape_node *leaf) {
    if (leaf->mode == WEIR_GRAD_ADD || leaf->written_by == w->id) return true;
    return leaf->mode == WEIR_GRAD_STEP && leaf->written_at == wr_tape_leaf_version(leaf);
}

/* Replace `*grad` with a copy if others hold the array or a view of it: x + y passes the same array
 * to both inputs; or if it is broadcast, as that of a sum is.  Programs write to gradients in place, so
 * each leaf needs one of its own. */
static weir_status own(weir_runtime *rt, weir_array **grad) {
    weir_array *shared = *grad;
    bool shared_var = shared->var != NULL && wr_var_shared(shared->var);
    if (atomic_load_explicit(&shared->refs, memory_order_acquire) == 1 && !shared_var &&
        !(shared->flags & WR_REPEATED) &&
        wr_is_disjoint(shared->ndim, wr_shape(shared), wr_strides(shared)))
        return WEIR_OK;
    *grad = NULL;
    weir_status status =
        wr_call_recorded(rt, &wr_ops[WR_OP_copy], &shared, 1, NULL, grad, &(uint32_t){1});
    weir_array_release(shared);
    return status;
}

/* Store the gradient of a leaf, or add it to the existing one. */
static weir_status store_grad(walk *w, visit *v) {
    wr_tape_node *leaf = v->node;
    weir_array *grad = v->only;
    v->only = NULL;
    if (grad == NULL || w->chosen) {
        weir_array_release(grad);
        return WEIR_OK;
    }
    WR_TRY(own(w->rt, &grad));
    for (;;) {
        wr_tape_enter(leaf);
        weir_array *old = leaf->grad;
        if (WR_UNLIKELY(leaf->refuses != NULL)) {
            const char *why = leaf->refuses;
            wr_tape_leave(leaf, WR_SAVED);
            weir_array_release(grad);
            return wr_fail(WEIR_EINVAL, "backward: %s", why);
        }
        if (old == NULL || !adds(w, leaf)) {
            leaf->grad = grad;
            leaf->written_by = w->id;
            leaf->written_at = wr_tape_leaf_version(leaf);
            wr_tape_leave(leaf, WR_SAVED);
            weir_array_release(old);
            return WEIR_OK;
        }
        /* This function owns the old gradient now.  If another thread stores a gradient meanwhile,
         * the next iteration adds to that gradient. */
        leaf->grad = NULL;
        wr_tape_leave(leaf, WR_SAVED);
        WR_TRY(add(w->rt, old, grad, &grad));
    }
}

static weir_status run_visit(walk *w, uint32_t index) {
    visit here = w->visit[index]; /* a copy, because the table may grow and move */
    wr_tape_node *node = here.node;
    if (node->kind == WR_NODE_LEAF) return store_grad(w, &w->visit[index]);
    bool any = false, some = false;
    for (uint32_t i = 0; i < node->in_count; i++) any |= leads(w, node->edge[i].node);
    if (node->kind == WR_NODE_FUNCTION)
        /* the backward callback of a user-defined function may itself store gradients in leaves */
        any |= !w->chosen;
    weir_array *near[NEAR], **grad_out = near;
    if (!any) return WEIR_OK;
    if (node->out_count > NEAR) {
        grad_out = malloc(node->out_count * sizeof *grad_out);
        if (grad_out == NULL) return wr_fail(WEIR_ENOMEM, "backward: not enough memory for a step");
    }
    weir_array **from = grads_of(&w->visit[index]);
    for (uint32_t i = 0; i < node->out_count; i++) {
        grad_out[i] = from[i];
        some |= grad_out[i] != NULL;
        if (!here.wanted) from[i] = NULL; /* owned by this function now, and released below */
    }
    weir_status status = WEIR_OK;
    wr_mode_now.site = node->site;
    if (some && node->kind == WR_NODE_OP) status = run_op(w, &here, grad_out);
    if (some && node->kind == WR_NODE_FUNCTION) status = run_function(w, &here, grad_out);
    for (uint32_t i = 0; i < node->out_count && !here.wanted; i++) weir_array_release(grad_out[i]);
    if (grad_out != near) free(grad_out);
    return status;
}

/* ---- The public functions -------------------------------------------------------------------- */

static weir_status ones_like(const weir_array *a, weir_array **out) {
    weir_vjp v = {.size = sizeof v, .rt = a->rt, .status = WEIR_OK};
    weir_array *y = wr_g_ones(&v, wr_shape(a), a->ndim, (weir_dtype)a->dtype, a->device);
    *out = y;
    return v.status;
}

static weir_status begin_at(walk *w, const char *name, const wr_edge *from, weir_array *head,
                            weir_array *grad) {
    if (grad != NULL &&
        (grad->rt != head->rt || grad->dtype != head->dtype || !wr_same_shape(grad, head)))
        return wr_fail(WEIR_EINVAL, "%s: the gradient is %s, but the head is %s", name,
                       wr_array_text_of(grad), wr_array_text_of(head));
    if (grad != NULL)
        weir_array_retain(grad);
    else
        WR_TRY(ones_like(head, &grad));
    return contribute(w, from->node, from->place, grad);
}

static weir_status check_heads(const char *name, weir_array *const *heads, uint32_t count) {
    if (heads == NULL || count == 0) return wr_fail(WEIR_EINVAL, "%s: no heads given", name);
    for (uint32_t i = 0; i < count; i++) {
        if (heads[i] == NULL || heads[i]->rt != heads[0]->rt)
            return wr_fail(WEIR_EINVAL, "%s: head %u %s", name, i,
                           heads[i] == NULL ? "is NULL" : "belongs to another runtime");
    }
    return WEIR_OK;
}

static weir_status hold_ends(walk *w, const char *name, weir_array *const *heads,
                             uint32_t head_count, weir_array *const *inputs, uint32_t input_count) {
    w->ends = malloc(((size_t)head_count + input_count) * sizeof *w->ends);
    if (w->ends == NULL)
        return wr_fail(WEIR_ENOMEM, "%s: not enough memory for %u head%s", name, head_count,
                       head_count == 1 ? "" : "s");
    uint32_t i = hold(w, heads, head_count);
    if (i < head_count && head_count == 1)
        return wr_fail(WEIR_EINVAL, "%s: the loss, %s, does not require grad; %s", name,
                       wr_array_text_of(heads[0]), weir_remedy_text(WEIR_REMEDY_RECORD));
    if (i < head_count)
        return wr_fail(WEIR_EINVAL, "%s: head %u, %s, does not require grad; %s", name, i,
                       wr_array_text_of(heads[i]), weir_remedy_text(WEIR_REMEDY_RECORD));
    i = hold(w, inputs, input_count);
    if (i < input_count)
        return wr_fail(WEIR_EINVAL, "%s: input %u does not require grad; %s", name, i,
                       weir_remedy_text(WEIR_REMEDY_ATTACH_GRAD));
    return WEIR_OK;
}

/* Walk the graph from the heads.  If `grads` is NULL, store gradients in the leaves; otherwise
 * return the gradients of `inputs` in `grads`. */
static weir_status walk_graph(const char *name, weir_array *const *heads, uint32_t head_count,
                              weir_array *const *head_grads, weir_array *const *inputs,
                              uint32_t input_count, uint32_t flags, weir_array **grads) {
    wr_ops_ready(); /* if all heads are leaves, possibly no operator has been called yet */
    walk w = {.rt = heads[0]->rt, .flags = flags, .chosen = grads != NULL};
    wr_mode mode = wr_mode_now;
    uint64_t outer = walk_now;
    w.id = outer != 0 && !w.chosen ? outer
                                   : 1 + atomic_fetch_add_explicit(&walks, 1, memory_order_relaxed);
    walk_now = w.id;
    wr_mode_now.recorder = (flags & WEIR_BACKWARD_RECORD) ? &wr_tape_recorder : NULL;
    wr_mode_now.scope = NULL; /* temporaries of the walk belong to no scope */
    wr_mode_now.autocast = 0; /* gradients compute in the dtypes of the forward pass */
    weir_status status = hold_ends(&w, name, heads, head_count, inputs, input_count);
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < input_count && status == WEIR_OK; i++) {
        uint32_t index = visit_of(&w, w.ends[head_count + i].node);
        if (index == UINT32_MAX) {
            status = WEIR_ENOMEM;
            break;
        }
        visit *v = &w.visit[index];
        v->leads = v->wanted = true;
        if (v->node->order < least) least = v->node->order;
    }
    for (uint32_t i = 0; w.chosen && i < head_count && status == WEIR_OK; i++)
        status = search(&w, w.ends[i].node, least);
    for (uint32_t i = 0; i < head_count && status == WEIR_OK; i++) {
        const wr_edge head = w.ends[i];
        status = begin_at(&w, name, &head, heads[i], head_grads != NULL ? head_grads[i] : NULL);
    }
    while (w.heaped > 0 && status == WEIR_OK) {
        uint32_t index = dequeue(&w);
        if (w.chosen && w.visit[index].node->kind == WR_NODE_LEAF) continue;
        status = run_visit(&w, index);
    }
    for (uint32_t i = 0; i < input_count && status == WEIR_OK; i++) {
        const wr_edge *end = &w.ends[head_count + i];
        visit *v = &w.visit[visit_of(&w, end->node)];
        grads[i] = weir_array_retain(grads_of(v)[end->place]);
    }
    end_walk(&w);
    wr_mode recorded = wr_mode_now;
    wr_mode_now = mode;
    wr_mode_now.recorded = recorded.recorded;
    walk_now = outer;
    for (uint32_t i = 0; i < input_count && status == WEIR_OK; i++)
        if (grads[i] != NULL && atomic_load_explicit(&grads[i]->refs, memory_order_relaxed) == 1)
            wr_scope_enter(grads[i]);
    return status;
}

static weir_status check_flags(const char *name, uint32_t flags) {
    if (flags <= (WEIR_BACKWARD_RETAIN | WEIR_BACKWARD_RECORD)) return WEIR_OK;
    return wr_fail(WEIR_EINVAL,
                   "%s: unknown flags %#x; expected WEIR_BACKWARD_RETAIN or "
                   "WEIR_BACKWARD_RECORD",
                   name, flags);
}

weir_status weir_backward(weir_array *const *heads, uint32_t head_count,
                          weir_array *const *head_grads, uint32_t flags) {
    WR_TRY(check_flags("backward", flags));
    WR_TRY(check_heads("backward", heads, head_count));
    return walk_graph("backward", heads, head_count, head_grads, NULL, 0, flags, NULL);
}

weir_status weir_grad(weir_array *const *heads, uint32_t head_count, weir_array *const *head_grads,
                      weir_array *const *inputs, uint32_t input_count, uint32_t flags,
                      weir_array **grads) {
    WR_TRY(check_flags("grad", flags));
    WR_TRY(check_heads("grad", heads, head_count));
    if (inputs == NULL || input_count == 0) return wr_fail(WEIR_EINVAL, "grad: no inputs given");
    if (grads == NULL) return wr_fail(WEIR_EINVAL, "grad: grads is NULL");
    for (uint32_t i = 0; i < input_count; i++) {
        grads[i] = NULL;
        if (inputs[i] == NULL) return wr_fail(WEIR_EINVAL, "grad: input %u is NULL", i);
    }
    return walk_graph("grad", heads, head_count, head_grads, inputs, input_count, flags, grads);
}
