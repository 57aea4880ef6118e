/* leaf.c - leaves and the gradients they hold; the thread's recording and training modes.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "autograd/tape.h"

int weir_recording_set(int on) {
    int last = wr_mode_now.recorder != NULL;
    wr_mode_now.recorder = on ? &wr_tape_recorder : NULL;
    return last;
}

int weir_recording(void) { return wr_mode_now.recorder != NULL; }

int weir_training_set(int on) {
    int last = wr_mode_now.training;
    wr_mode_now.training = on != 0;
    return last;
}

int weir_training(void) { return wr_mode_now.training; }

static wr_tape_node *leaf_of(const weir_array *a) {
    wr_tape_node *node = a != NULL ? wr_tape_of(a) : NULL;
    return node != NULL && node->kind == WR_NODE_LEAF ? node : NULL;
}

weir_status weir_array_attach_grad(weir_array *a, weir_grad_mode mode) {
    if (a == NULL || a->var == NULL)
        return wr_fail(WEIR_EINVAL, "attach_grad: %s",
                       a == NULL ? "the array is NULL"
                                 : "a scalar constant cannot have a gradient");
    if ((unsigned)mode > WEIR_GRAD_STEP)
        return wr_fail(WEIR_EINVAL,
                       "attach_grad: mode is %d; expected WEIR_GRAD_NULL, _WRITE, _ADD or _STEP",
                       (int)mode);
    if (!wr_is_differentiable(a->dtype) && mode != WEIR_GRAD_NULL)
        return wr_fail(WEIR_EINVAL,
                       "attach_grad: %s cannot have a gradient; cast it to a floating-point dtype",
                       wr_array_text_of(a));
    wr_tape_node *last = leaf_of(a);
    if (mode == WEIR_GRAD_NULL && wr_tape_of(a) == NULL) return WEIR_OK;
    bool same = last != NULL && last->mode == (uint32_t)mode;
    /* Release the gradient now, because the old leaf may stay alive in the field `before` of the
     * new leaf. */
    if (last != NULL) weir_array_grad_set(a, NULL);
    if (same) return WEIR_OK;
    wr_tape_node *node = wr_tape_new(a->rt, WR_NODE_LEAF, 0, 0);
    if (node == NULL) return WEIR_ENOMEM;
    node->out_count = 1;
    node->mode = mode;
    if (mode == WEIR_GRAD_STEP) node->var = wr_var_retain(a->var);
    node->site = wr_site_now();
    wr_tape_attach(node, 0, a);
    wr_tape_release(node); /* the array holds a reference now */
    atomic_fetch_or_explicit(&wr_storage_of(a->var)->marks, WR_MARK_PARAMETER,
                             memory_order_relaxed);
    return WEIR_OK;
}

weir_grad_mode weir_array_grad_mode(const weir_array *a) {
    wr_tape_node *node = leaf_of(a);
    return node != NULL ? (weir_grad_mode)node->mode : WEIR_GRAD_NULL;
}

weir_array *weir_array_grad(const weir_array *a) {
    wr_tape_node *node = leaf_of(a);
    if (node == NULL) return NULL;
    wr_tape_enter(node);
    weir_array *grad = weir_array_retain(node->grad);
    wr_tape_leave(node, WR_SAVED);
    return grad;
}

static weir_status check_grad(const char *what, const weir_array *a, const weir_array *grad) {
    if (grad == NULL) return WEIR_OK;
    if (grad->dtype != a->dtype || !wr_same_shape(grad, a))
        return wr_fail(WEIR_EINVAL, "%s: the gradient is %s, but the array is %s", what,
                       wr_array_text_of(grad), wr_array_text_of(a));
    if (grad->device != a->device && !(grad->flags & WR_NUMBER))
        return wr_fail(WEIR_EINVAL, "%s: the gradient is on %s, but the array is on %s; %s", what,
                       wr_device_text(grad->device), wr_device_text(a->device),
                       weir_remedy_text(WEIR_REMEDY_TO_DEVICE));
    return WEIR_OK;
}

weir_status weir_array_grad_set(weir_array *a, weir_array *grad) {
    wr_tape_node *node = leaf_of(a);
    if (node == NULL) return wr_fail(WEIR_EINVAL, "grad_set: the array has no gradient attached");
    WR_TRY(check_grad("grad_set", a, grad));
    weir_array_retain(grad);
    wr_tape_enter(node);
    weir_array *old = node->grad;
    node->grad = grad;
    node->written_at = wr_tape_leaf_version(node);
    wr_tape_leave(node, WR_SAVED);
    weir_array_release(old);
    return WEIR_OK;
}

weir_status weir_array_grad_move(const weir_array *from, weir_array *to, weir_array *grad) {
    wr_tape_node *old = leaf_of(from), *node = leaf_of(to);
    if (old == NULL || node == NULL)
        return wr_fail(WEIR_EINVAL, "grad_move: %s has no gradient attached",
                       old == NULL ? "from" : "to");
    WR_TRY(check_grad("grad_move", to, grad));
    wr_tape_enter(old);
    bool used = old->written_at != wr_tape_leaf_version(old);
    uint64_t pass = old->written_by;
    wr_tape_leave(old, WR_SAVED);
    weir_array_retain(grad);
    wr_tape_enter(node);
    weir_array *before = node->grad;
    node->grad = grad;
    /* If the gradient was used, any other version than the present one says so. */
    node->written_at = wr_tape_leaf_version(node) - used;
    node->written_by = pass;
    wr_tape_leave(node, WR_SAVED);
    weir_array_release(before);
    return WEIR_OK;
}

uint64_t weir_array_grad_pass(const weir_array *a) {
    wr_tape_node *node = leaf_of(a);
    if (node == NULL) return 0;
    wr_tape_enter(node);
    uint64_t pass = node->written_by;
    wr_tape_leave(node, WR_SAVED);
    return pass;
}

weir_status weir_array_grad_refuse(weir_array *a, const char *why) {
    if (a == NULL || why == NULL)
        return wr_fail(WEIR_EINVAL, "grad_refuse: %s is NULL", a == NULL ? "the array" : "why");
    wr_tape_node *node = leaf_of(a);
    if (node == NULL) return WEIR_OK;
    wr_tape_enter(node);
    node->refuses = why;
    wr_tape_leave(node, WR_SAVED);
    return WEIR_OK;
}

const char *weir_array_grad_refused(const weir_array *a) {
    wr_tape_node *node = leaf_of(a);
    if (node == NULL) return NULL;
    wr_tape_enter(node);
    const char *why = node->refuses;
    wr_tape_leave(node, WR_SAVED);
    return why;
}

int weir_array_requires_grad(const weir_array *a) { return a != NULL && wr_grad_node(a) != NULL; }

weir_status weir_array_detach(weir_array *a, weir_array **out) {
    if (a == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "detach: %s is NULL", a == NULL ? "the array" : "out");
    if (a->var == NULL) {
        *out = weir_array_retain(a);
        return WEIR_OK;
    }
    return wr_array_alias(a, out);
}
