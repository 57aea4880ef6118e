/* record.c - records operations: creates a node for each issued operation that has an input that
 * requires grad.
 *
 * A node is one block of memory:
 *
 *   node | edges | saved operands (inputs, then outputs) | shapes of operands saved without values
 *        | attributes | lists and strings of the attributes
 *
 * If the gradient needs an operand's values, the node saves a handle; otherwise it saves only
 * shape, dtype and device.  An output is saved as another handle, without a node: a handle with
 * this node would make the node hold a reference to itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "autograd/tape.h"

enum { NEAR = 16 };

typedef struct recording {
    weir_runtime *rt;
    const weir_op *op;
    weir_array *const *in;
    weir_array *const *out;
    uint32_t in_count, out_count;
    const void *attr;
    uint32_t needs;
    const weir_array *overwritten; /* what the call writes into, or NULL */
} recording;

static bool is_recorded(const weir_op *op, weir_array *const *in, uint32_t in_count) {
    if (op->def.vjp == NULL && !(op->def.flags & WEIR_OP_ONCE)) return false;
    for (uint32_t i = 0; i < in_count; i++)
        if (in[i] != NULL && wr_grad_node(in[i]) != NULL) return true;
    return false;
}

/* Fail if an input has been overwritten through another handle since the operation that produced it
 * was recorded. */
static weir_status check_version(const weir_op *op, weir_array *const *in, uint32_t in_count) {
    for (uint32_t i = 0; i < in_count; i++) {
        if (in[i] == NULL || in[i]->var == NULL) continue;
        wr_tape_node *node = wr_grad_node(in[i]);
        if (node == NULL || node->kind == WR_NODE_LEAF) continue;
        wr_storage *s = wr_storage_of(in[i]->var);
        if (atomic_load_explicit(&in[i]->version, memory_order_relaxed) ==
            atomic_load_explicit(&s->version, memory_order_relaxed))
            continue;
        const char *made = weir_site_text(node->site);
        const char *written =
            weir_site_text(atomic_load_explicit(&s->written_at, memory_order_relaxed));
        return wr_fail(WEIR_EINVAL,
                       "%s: input %u, computed at %s, was overwritten at %s, so its recorded "
                       "gradient is no longer valid; %s",
                       op->def.name, i, made != NULL ? made : "an earlier operation",
                       written != NULL ? written : "a later operation",
                       weir_remedy_text(WEIR_REMEDY_DETACH));
    }
    return WEIR_OK;
}

static bool is_saved(const recording *r, uint32_t operand, const weir_array *a) {
    if (a == NULL || (a->flags & WR_NUMBER)) return true;
    uint32_t bit = operand < r->in_count ? wr_need_in(operand) : wr_need_out(operand - r->in_count);
    return r->needs & bit;
}

static weir_array *operand_of(const recording *r, uint32_t i) {
    return i < r->in_count ? r->in[i] : r->out[i - r->in_count];
}

/* Save a copy of an input that the call overwrites, as in x *= y, whose gradient needs the old x. */
static weir_status save_copy(const recording *r, weir_array *a, wr_saved_operand *k) {
    weir_scope *scope = wr_mode_now.scope;
    wr_mode_now.scope = NULL;
    wr_mode_now.recorder = NULL;
    weir_status status = wr_call(r->rt, weir_op_find("copy"), &a, 1, NULL, &k->array, NULL);
    wr_mode_now.recorder = &wr_tape_recorder;
    wr_mode_now.scope = scope;
    if (status == WEIR_OK) k->version = wr_version_of(k->array);
    return status;
}

static weir_status save_operands(const recording *r, wr_tape_node *node, int64_t *shape) {
    for (uint32_t i = 0; i < r->in_count + r->out_count; i++) {
        weir_array *a = operand_of(r, i);
        wr_saved_operand *k = &node->saved_operand[i];
        if (a == NULL) continue;
        k->dtype = a->dtype;
        k->ndim = a->ndim;
        k->device = a->device;
        if (!is_saved(r, i, a)) {
            k->shape = shape;
            if (a->ndim > 0) memcpy(shape, wr_shape(a), (size_t)a->ndim * sizeof *shape);
            shape += a->ndim;
            continue;
        }
        if (i < r->in_count && r->overwritten != NULL && a->var != NULL &&
            a->var == r->overwritten->var) {
            WR_TRY(save_copy(r, a, k));
            continue;
        }
        k->version = wr_version_of(a);
        if (i >= r->in_count)
            WR_TRY(wr_tape_alias(a, &k->array));
        else
            k->array = weir_array_retain(a);
    }
    return WEIR_OK;
}

static void save_attr(const recording *r, wr_tape_node *node, char *at) {
    const weir_op_def *def = &r->op->def;
    node->attr = at;
    if (def->attr_size == 0) return;
    memcpy(at, r->attr, def->attr_size);
    char *lists = at + wr_round_up(def->attr_size, 8);
    for (uint32_t i = 0; r->op->lists && i < def->attr_count; i++) {
        char *field = at + def->attrs[i].offset;
        size_t bytes;
        const void *data = wr_attr_list(&def->attrs[i], field, &bytes);
        if (data == NULL) continue;
        memcpy(lists, data, bytes);
        memcpy(field, &lists, sizeof lists);
        lists += wr_round_up(bytes, 8);
    }
}

/* Create the node of a call, with its edges.  The outputs are not attached to it yet. */
static weir_status make_node(const recording *given, wr_tape_node **out) {
    _Alignas(16) char defaults[WR_ATTR_BYTES];
    recording own = *given, *r = &own;
    uint8_t near[NEAR];
    const weir_op_def *def = &r->op->def;
    uint32_t count = r->in_count + r->out_count;
    if (r->attr == NULL) {
        WR_TRY(wr_attr_defaults(r->op, defaults));
        r->attr = defaults;
    }
    if (r->in_count > NEAR) {
        r->needs = UINT32_MAX; /* too many operands for wr_gradient_needs: save all */
    } else {
        for (uint32_t i = 0; i < r->in_count; i++)
            near[i] = r->in[i] != NULL && wr_grad_node(r->in[i]) != NULL;
        r->needs = wr_gradient_needs(r->rt, r->op, r->in, r->in_count, r->attr, r->out,
                                     r->out_count, near);
    }
    size_t dims = 0;
    for (uint32_t i = 0; i < count; i++) {
        const weir_array *a = operand_of(r, i);
        if (!is_saved(r, i, a)) dims += (size_t)a->ndim * sizeof(int64_t);
    }
    size_t attr_bytes =
        wr_round_up(def->attr_size, 8) + (r->op->lists ? wr_attr_list_bytes(r->op, r->attr) : 0);
    wr_tape_node *node = wr_tape_new(r->rt, WR_NODE_OP, r->in_count,
                                     count * sizeof(wr_saved_operand) + dims + attr_bytes);
    if (node == NULL) return WEIR_ENOMEM;
    node->op = r->op;
    node->out_count = r->out_count;
    node->site = wr_site_now();
    node->saved_operand = wr_tape_extra(node);
    int64_t *shapes = (int64_t *)(void *)(node->saved_operand + count);
    node->order = wr_mode_now.recorded + 1;
    for (uint32_t i = 0; i < r->in_count; i++) wr_tape_link(node, i, r->in[i]);
    wr_mode_now.recorded = node->order;
    save_attr(r, node, (char *)shapes + dims);
    weir_status status = save_operands(r, node, shapes);
    if (status != WEIR_OK) {
        wr_tape_release(node);
        return status;
    }
    *out = node;
    return WEIR_OK;
}

static void attach(wr_tape_node *node, weir_array *const *out, uint32_t out_count) {
    for (uint32_t i = 0; i < out_count; i++)
        if (out[i] != NULL && wr_is_differentiable(out[i]->dtype)) wr_tape_attach(node, i, out[i]);
    /* The outputs hold references now.  If none is differentiable, this frees the node. */
    wr_tape_release(node);
}

/* Fail if an input of an in-place operator requires grad: in-place operators have no gradient. */
static weir_status check_in_place(const weir_op *op, weir_array *const *in, uint32_t in_count) {
    for (uint32_t i = 0; in != NULL && i < in_count; i++)
        if (in[i] != NULL && wr_grad_node(in[i]) != NULL)
            return wr_fail(
                WEIR_EINVAL,
                "%s: input %u requires grad, but this in-place update is not differentiable; %s",
                op->def.name, i, weir_remedy_text(WEIR_REMEDY_PAUSE));
    return WEIR_OK;
}

static weir_status record_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                               uint32_t in_count, const void *attr, weir_array **out,
                               uint32_t *out_count) {
    bool recorded = op != NULL && in != NULL && is_recorded(op, in, in_count);
    if (op != NULL && (op->def.flags & WEIR_OP_IN_PLACE)) WR_TRY(check_in_place(op, in, in_count));
    if (!recorded) return wr_call(rt, op, in, in_count, attr, out, out_count);
    WR_TRY(check_version(op, in, in_count));
    uint32_t made = out_count != NULL ? *out_count : op->out_names;
    /* The operators that a composite operator calls are not recorded. */
    wr_mode_now.recorder = NULL;
    weir_status status = wr_call(rt, op, in, in_count, attr, out, &made);
    wr_mode_now.recorder = &wr_tape_recorder;
    WR_TRY(status);
    recording r = {rt, op, in, out, in_count, made, attr, 0, NULL};
    wr_tape_node *node;
    status = make_node(&r, &node);
    if (status == WEIR_OK)
        attach(node, out, made);
    else
        for (uint32_t i = 0; i < made; i++) {
            weir_array_release(out[i]);
            out[i] = NULL;
        }
    if (out_count != NULL) *out_count = made;
    return status;
}

static weir_status record_known(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                uint32_t in_count, const void *attr, weir_array *values,
                                weir_array **out) {
    wr_tape_node *node;
    if (!is_recorded(op, in, in_count)) {
        *out = weir_array_retain(values);
        return WEIR_OK;
    }
    WR_TRY(check_version(op, in, in_count));
    WR_TRY(wr_array_alias(values, out));
    recording r = {rt, op, in, out, in_count, 1, attr, 0, NULL};
    weir_status status = make_node(&r, &node);
    if (status == WEIR_OK) {
        attach(node, out, 1);
        return WEIR_OK;
    }
    weir_array_release(*out);
    *out = NULL;
    return status;
}

/* ---- Writing into existing arrays ------------------------------------------------------------ */

/* Fail if an output is a leaf that requires grad, or if it covers only part of its storage: other
 * handles to the storage would keep their old node. */
static weir_status check_whole(const weir_op *op, const weir_array *a, uint32_t index) {
    wr_tape_node *node = wr_grad_node(a);
    if (node != NULL && node->kind == WR_NODE_LEAF)
        return wr_fail(WEIR_EINVAL,
                       "%s: output %u is a leaf that requires grad, so it cannot be written while "
                       "recording; %s",
                       op->def.name, index, weir_remedy_text(WEIR_REMEDY_PAUSE));
    bool whole = (uint64_t)a->count * wr_dtype_bytes(a->dtype) == wr_storage_of(a->var)->bytes;
    if (whole) return WEIR_OK;
    return wr_fail(WEIR_EINVAL,
                   "%s: writing into a view of part of an array is not differentiable; %s",
                   op->def.name, weir_remedy_text(WEIR_REMEDY_ASSIGN));
}

static weir_status record_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                               uint32_t in_count, const void *attr, weir_array *const *out,
                               uint32_t out_count) {
    /* Check all arguments before anything is recorded. */
    WR_TRY(wr_check_into(rt, op, in, in_count, attr, out, out_count));
    bool recorded = is_recorded(op, in, in_count), requires_grad = recorded;
    for (uint32_t i = 0; i < out_count; i++) requires_grad |= wr_grad_node(out[i]) != NULL;
    wr_tape_node *node = NULL;
    weir_status status;
    if (requires_grad) {
        WR_TRY(check_version(op, in, in_count));
        for (uint32_t i = 0; i < out_count; i++) WR_TRY(check_whole(op, out[i], i));
    }
    if (requires_grad && out_count > 1)
        return wr_fail(WEIR_EINVAL,
                       "%s: writing into %u existing arrays, some of which require grad, is not "
                       "differentiable; %s",
                       op->def.name, out_count, weir_remedy_text(WEIR_REMEDY_PAUSE));
    /* Create the node before the write, so that inputs are saved with the versions that they have
     * before it. */
    if (recorded) {
        recording r = {
            rt, op, in, out, in_count, out_count, attr, 0, out_count > 0 ? out[0] : NULL};
        WR_TRY(make_node(&r, &node));
        for (uint32_t i = 0; i < out_count; i++) {
            wr_saved_operand *k = &node->saved_operand[in_count + i];
            /* The write below increments the version, and the saved output is its result. */
            if (k->array != NULL) k->version++;
        }
    }
    wr_mode_now.recorder = NULL;
    status = wr_call_into(rt, op, in, in_count, attr, out, out_count);
    wr_mode_now.recorder = &wr_tape_recorder;
    if (status != WEIR_OK) {
        wr_tape_release(node);
        return status;
    }
    if (node != NULL) {
        attach(node, out, out_count);
        return WEIR_OK;
    }
    /* The call was not recorded.  Outputs that required grad hold its results now, so they no
     * longer require grad. */
    for (uint32_t i = 0; requires_grad && i < out_count; i++)
        if (wr_grad_node(out[i]) != NULL) WR_TRY(weir_array_attach_grad(out[i], WEIR_GRAD_NULL));
    return WEIR_OK;
}

const wr_recorder wr_tape_recorder = {
    .call = record_call, .into = record_into, .known = record_known};
