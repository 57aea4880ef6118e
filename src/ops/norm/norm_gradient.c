/* norm_gradient.c - the gradients of the backward operators of normalisations (second derivatives).
 *
 * Let `by` = 1 / sqrt(variance + eps), u = (x - mean) * `by` and h = dy * w, where w is the weight,
 * and let P be the projection
 *
 *   P(t) = by * (t - mean(t) - u * mean(t * u))
 *
 * A backward operator computes dx = P(h), dw = sum(dy * u) and db = sum(dy).  P is symmetric and is
 * also the derivative of u; the derivative of `by` is -`by`^2 * u / n, where n is the number of
 * elements that are averaged.  If a, e and f are the gradients of dx, dw and db, then the gradients
 * of the inputs are
 *
 *   of dy   w * P(a) + e * u + f
 *   of w    sum(dy * P(a))
 *   of x    P(q) - by * u * mean(a * dx),
 *           where q = e * dy - by * (h * mean(a * u) + a * mean(h * u))
 *
 * For rms_norm the term mean(t) in P is absent.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/norm/norm_walk.h"

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)

typedef struct pieces {
    const wr_norm *norm;
    weir_array *u, *by;
} pieces;

/* Cast x to the dtype of the outputs, because bools cannot be multiplied and squares of int8 would
 * wrap around. */
static weir_array *computed(weir_vjp *v, weir_array *x) {
    int dtype = v->out[0]->dtype;
    return x != NULL && x->dtype != dtype ? g(astype, x, dtype) : x;
}

/* Return a + b; NULL stands for zero, here and below. */
static weir_array *plus(weir_vjp *v, weir_array *a, weir_array *b) {
    return a == NULL ? b : b == NULL ? a : g(add, a, b);
}

static weir_array *minus(weir_vjp *v, weir_array *a, weir_array *b) {
    return b == NULL ? a : a == NULL ? g(negative, b) : g(subtract, a, b);
}

static weir_array *times(weir_vjp *v, weir_array *a, weir_array *w) {
    return w == NULL ? a : g(multiply, a, w);
}

/* Reshape `a` to [n][group][per][inner] or, if it has one element per channel, to
 * [1][group][per][1]. */
static weir_array *framed(weir_vjp *v, const wr_norm *norm, weir_array *a, bool channels) {
    int64_t shape[4] = {channels ? 1 : norm->n, norm->groups, norm->per,
                        channels ? 1 : norm->inner};
    return a != NULL ? g(reshape, a, shape, 4) : NULL;
}

static weir_array *mean_of(weir_vjp *v, const wr_norm *norm, weir_array *a) {
    const int64_t across[2] = {0, 3}, along[2] = {2, 3};
    return g(mean, a, norm->across ? across : along, 2, 1);
}

static weir_array *project(weir_vjp *v, const pieces *p, weir_array *t) {
    weir_array *product = g(multiply, p->u, mean_of(v, p->norm, g(multiply, t, p->u)));
    weir_array *rest = p->norm->squares ? t : g(subtract, t, mean_of(v, p->norm, t));
    return g(multiply, p->by, g(subtract, rest, product));
}

static pieces pieces_of(weir_vjp *v, const wr_norm *norm, weir_array *x) {
    weir_array *d = norm->squares ? x : g(subtract, x, mean_of(v, norm, x));
    weir_array *variance = mean_of(v, norm, g(multiply, d, d));
    weir_array *by = g(rsqrt, g(add, variance, wr_build_number(v, norm->eps)));
    return (pieces){norm, g(multiply, d, by), by};
}

static weir_array *back(weir_vjp *v, weir_array *a, weir_array *like) {
    if (a == NULL) return NULL;
    a = g(reshape, a, wr_shape(like), like->ndim);
    return a != NULL && a->dtype != like->dtype ? g(astype, a, like->dtype) : a;
}

void wr_norm_backward_vjp(weir_vjp *v, const wr_norm *norm) {
    weir_array *weight = v->in_count > 2 ? v->in[2] : NULL;
    weir_array *x = computed(v, framed(v, norm, v->in[0], false)),
               *dy = framed(v, norm, v->in[1], false);
    weir_array *w = framed(v, norm, weight, true), *dx = framed(v, norm, v->out[0], false);
    weir_array *a = framed(v, norm, v->grad_out[0], false);
    weir_array *e = framed(v, norm, v->grad_out[1], true), *f = NULL;
    if (v->out_count > 2 && v->grad_out[2] != NULL) {
        const int64_t shape[4] = {norm->n, norm->groups, norm->per, norm->inner};
        f = g(broadcast_to, framed(v, norm, v->grad_out[2], true), shape, 4);
    }
    pieces p = pieces_of(v, norm, x);
    weir_array *h = times(v, dy, w), *pa = a != NULL ? project(v, &p, a) : NULL;
    if (v->wanted[1]) {
        weir_array *t =
            plus(v, pa != NULL ? times(v, pa, w) : NULL, e != NULL ? g(multiply, p.u, e) : NULL);
        v->grad_in[1] = back(v, plus(v, t, f), v->in[1]);
    }
    if (weight != NULL && v->wanted[2] && pa != NULL) {
        const int64_t axes[2] = {0, 3};
        v->grad_in[2] = back(v, g(sum, g(multiply, dy, pa), axes, 2, 1, 0), weight);
    }
    if (!v->wanted[0] || (a == NULL && e == NULL)) return;
    weir_array *q = e != NULL ? g(multiply, dy, e) : NULL;
    if (a != NULL) {
        weir_array *t = plus(v, g(multiply, h, mean_of(v, norm, g(multiply, a, p.u))),
                             g(multiply, a, mean_of(v, norm, g(multiply, h, p.u))));
        q = minus(v, q, g(multiply, t, p.by));
    }
    weir_array *t = project(v, &p, q);
    if (a != NULL) {
        weir_array *slope = g(multiply, mean_of(v, norm, g(multiply, a, dx)), p.by);
        t = minus(v, t, g(multiply, p.u, slope));
    }
    v->grad_in[0] = back(v, t, v->in[0]);
}

#undef g
