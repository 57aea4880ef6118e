/* roll.c - shifts elements cyclically along axes.
 *
 * Each shifted axis is cut into two parts, and every combination of parts is copied separately.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"
#include "ops/core/view.h"
#include "ops/shape/remap.h"

#define ROLL_ATTRS(X, A)                                                                           \
    X(A, I64S, shift, WEIR_REQUIRED,                                                               \
      "number of positions to shift by; positive: towards higher indices")                         \
    X(A, I64S, axes, WEIR_NO_LIST, "axes to roll along; none: roll the flattened array", "axis")
WEIR_ATTRS(roll, ROLL_ATTRS);

static weir_status roll_infer(weir_infer *c) {
    const roll_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int dtype;
    if (attr->axes.data == NULL && attr->shift.count != 1)
        return wr_refuse(c, "%lld shifts given without axes; expected one",
                         (long long)attr->shift.count);
    if (attr->axes.data != NULL && attr->shift.count != 1 && attr->shift.count != attr->axes.count)
        return wr_refuse(c,
                         "%lld shifts do not match %lld ax%s; expected one shift, or one per axis",
                         (long long)attr->shift.count, (long long)attr->axes.count,
                         attr->axes.count == 1 ? "is" : "es");
    for (int64_t i = 0; attr->axes.data != NULL && i < attr->axes.count; i++) {
        int axis;
        WR_TRY(wr_need_axis(c, attr->axes.data[i], x->ndim, &axis));
    }
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    wr_meta_like(&c->out[0], x);
    c->out[0].dtype = c->dtype = dtype;
    return WEIR_OK;
}

/* Return (sum + shift) modulo n, in [0, n), without overflow. */
static int64_t add_shift(int64_t sum, int64_t shift, int64_t n) {
    assert(n > 0);
    shift %= n;
    if (shift < 0) shift += n;
    return sum >= n - shift ? sum - (n - shift) : sum + shift;
}

/* Copy all combinations of the parts of `axis` and of the axes after it. */
static weir_status copy_parts(const weir_kernel *k, const wr_part *to, const wr_part *from,
                              const int64_t *shift, int axis) {
    if (axis == to->view.ndim) return wr_copy_view(k, &to->view, &from->view);
    int64_t n = to->shape[axis], s = shift[axis];
    if (s == 0) return copy_parts(k, to, from, shift, axis + 1);
    for (int half = 0; half < 2; half++) {
        wr_part target, source;
        wr_part_of(&target, &to->view);
        wr_part_of(&source, &from->view);
        wr_part_cut(&target, axis, half == 0 ? s : 0, half == 0 ? n - s : s, 1);
        wr_part_cut(&source, axis, half == 0 ? 0 : n - s, half == 0 ? n - s : s, 1);
        WR_TRY(copy_parts(k, &target, &source, shift, axis + 1));
    }
    return WEIR_OK;
}

static weir_status roll_run(const weir_kernel *k) {
    const roll_attr *attr = k->attr;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    wr_part to, from;
    int64_t shift[WEIR_NDIM_MAX] = {0}, count = wr_view_count(x);
    if (count == 0) return WEIR_OK;
    if (attr->axes.data == NULL) {
        const int64_t step = 1;
        wr_part_of(&to, &(weir_view){y->data, &count, &step, y->dtype, 1});
        wr_part_of(&from, &(weir_view){x->data, &count, &step, x->dtype, 1});
        shift[0] = add_shift(0, attr->shift.data[0], count);
        return copy_parts(k, &to, &from, shift, 0);
    }
    for (int64_t i = 0; i < attr->axes.count; i++) {
        int axis = 0;
        wr_axis(attr->axes.data[i], x->ndim, &axis);
        int64_t by = attr->shift.data[attr->shift.count == 1 ? 0 : i];
        shift[axis] = add_shift(shift[axis], by, x->shape[axis]);
    }
    wr_part_of(&to, y);
    wr_part_of(&from, x);
    return copy_parts(k, &to, &from, shift, 0);
}

weir_status wr_cuda_roll(wr_cuda_call *c) {
    const roll_attr *attr = c->k->attr;
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    bool flat = attr->axes.data == NULL;
    int64_t count = wr_view_count(x);
    wr_remap r = {.ndim = flat ? 1 : y->ndim};
    for (int i = 0; i < r.ndim; i++) {
        int64_t n = flat ? count : x->shape[i];
        r.dim[i] = (wr_remap_dim){.size = n,
                                  .n = n,
                                  .to = flat ? 1 : y->strides[i],
                                  .from = flat ? 1 : x->strides[i],
                                  .mode = WR_REMAP_WRAP};
    }
    for (int64_t i = 0; count > 0 && i < (flat ? 1 : attr->axes.count); i++) {
        int axis = 0;
        if (!flat) wr_axis(attr->axes.data[i], x->ndim, &axis);
        int64_t by = attr->shift.data[attr->shift.count == 1 ? 0 : i];
        r.dim[axis].before = add_shift(r.dim[axis].before, by, r.dim[axis].n);
    }
    return wr_cuda_remap(c, &r);
}

/* The gradient is the output's gradient, shifted in the opposite direction. */
static void roll_vjp(weir_vjp *v) {
    const roll_attr *attr = v->attr;
    const weir_array *x = v->in[0];
    weir_array *g = v->grad_out[0];
    if (attr->axes.data == NULL) {
        int64_t back = x->count > 0 ? -(attr->shift.data[0] % x->count) : 0;
        v->grad_in[0] = wr_g_roll(v, g, &back, 1, NULL, 0);
        return;
    }
    int64_t back[WEIR_NDIM_MAX] = {0}, axes[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++) axes[i] = i;
    for (int64_t i = 0; x->count > 0 && i < attr->axes.count; i++) {
        int axis = 0;
        wr_axis(attr->axes.data[i], x->ndim, &axis);
        int64_t n = wr_shape(x)[axis], by = attr->shift.data[attr->shift.count == 1 ? 0 : i];
        back[axis] = add_shift(back[axis], -(by % n), n);
    }
    v->grad_in[0] = wr_g_roll(v, g, back, x->ndim, axes, x->ndim);
}

WR_OP(roll) = {
    .size = sizeof(weir_op_def),
    .name = "roll",
    .summary = "Roll elements along axes; elements shifted out at one end re-enter at the other.",
    .inputs = "x",
    .outputs = "y",
    .infer = roll_infer,
    .run = roll_run,
    .vjp = roll_vjp,
    WEIR_USE_ATTRS(roll),
    .samples = "(3,4) shift=[5]; (3,4) shift=[1] axes=[1]; (2,3,4) shift=[-1,2] axes=[0,-1]; (4) "
               "shift=[1,2] axes=[0,0]",
};
