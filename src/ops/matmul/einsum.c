/* einsum.c - Einstein summation as a sequence of matrix products.
 *
 * Each operand first becomes a term: an array whose dimensions have distinct indices, each of which
 * occurs in another term or in the result.  Repeated indices are resolved by taking diagonals,
 * which are views with other strides; indices that occur nowhere else are summed over.  Then pairs
 * of terms are contracted until one term is left.  An index that both terms of a pair have is a
 * batch index if the result or another term needs it; otherwise it is summed over.  The indices of
 * only one of the terms are the rows or columns, so the contraction is a batched matrix product.
 * If no index is summed over, the contraction is a broadcast multiplication.
 *
 * The order of contractions is greedy: the next pair is the one whose product is smallest relative
 * to its operands.  Pairs without a common index are contracted last.  The order depends only on
 * the equation and the shapes, so results are reproducible.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/matmul/einsum.h"

#include "ops/core/composite_calls.h"

#define EINSUM_ATTRS(X, A)                                                                         \
    X(A, TEXT, equation, WEIR_REQUIRED,                                                            \
      "subscripts of the operands and of the result, as in 'ij,jk->ik'")
WEIR_ATTRS(einsum, EINSUM_ATTRS);

typedef struct term {
    weir_array *x;
    wr_einsum_list list;
    uint64_t mask; /* bit i is set if index i is in `list` */
} term;

typedef struct work {
    wr_compose c;
    const wr_einsum *e;
    int dtype;
    term term[WR_EINSUM_TERMS];
    uint32_t count;
} work;

#define BIT(index) (UINT64_C(1) << (index))

static uint64_t mask_of(const wr_einsum_list *list) {
    uint64_t mask = 0;
    for (int i = 0; i < list->count; i++) mask |= BIT(list->index[i]);
    return mask;
}

/* Return the mask of the indices that occur in the result or in a term other than a and b. */
static uint64_t needed(const work *w, uint32_t a, uint32_t b) {
    uint64_t mask = mask_of(&w->e->out);
    for (uint32_t i = 0; i < w->count; i++)
        if (i != a && i != b) mask |= w->term[i].mask;
    return mask;
}

static int find(const wr_einsum_list *list, int index) {
    for (int i = 0; i < list->count; i++)
        if (list->index[i] == index) return i;
    return -1;
}

/* ---- From operands to terms ------------------------------------------------------------------ */

/* Make a term of operand x.  Dimensions of size 1 that broadcast are dropped; repeated indices are
 * merged by adding their strides. */
static void make_term(work *w, term *t, weir_array *x, const wr_einsum_list *list) {
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    t->list.count = 0;
    for (int i = 0; i < list->count; i++) {
        int index = list->index[i], at = find(&t->list, index);
        if (wr_shape(x)[i] != w->e->size[index]) continue;
        if (at >= 0) {
            strides[at] += wr_strides(x)[i];
            continue;
        }
        at = t->list.count++;
        t->list.index[at] = (uint8_t)index;
        shape[at] = wr_shape(x)[i];
        strides[at] = wr_strides(x)[i];
    }
    t->mask = mask_of(&t->list);
    t->x = t->list.count == list->count
               ? x
               : wr_compose_view(&w->c, x, t->list.count, shape, strides, x->offset);
}

static void sum_unneeded(work *w, uint32_t which) {
    term *t = &w->term[which];
    uint64_t keep = needed(w, which, which);
    int64_t axes[WEIR_NDIM_MAX], count = 0;
    int left = 0;
    for (int i = 0; i < t->list.count; i++) {
        if (keep >> t->list.index[i] & 1)
            t->list.index[left++] = t->list.index[i];
        else
            axes[count++] = i;
    }
    t->list.count = left;
    t->mask &= keep;
    if (count > 0) t->x = wr_g_sum(&w->c.v, t->x, axes, count, 0, w->dtype);
}

/* ---- Two terms become one -------------------------------------------------------------------- */

typedef struct groups {
    wr_einsum_list stack, a_only, b_only, summed;
} groups;

static void append(wr_einsum_list *list, int index) { list->index[list->count++] = (uint8_t)index; }

/* Divide the indices of a and b into groups.  Common indices keep the order of the larger term,
 * which makes a copy of that term less likely. */
static void group_indices(groups *g, const term *a, const term *b, uint64_t keep) {
    bool by_a = a->x == NULL || b->x == NULL || a->x->count >= b->x->count;
    const term *first = by_a ? a : b;
    *g = (groups){.stack = {.count = 0}};
    for (int i = 0; i < first->list.count; i++) {
        int index = first->list.index[i];
        if (a->mask & b->mask & BIT(index))
            append(keep >> index & 1 ? &g->stack : &g->summed, index);
    }
    for (int i = 0; i < a->list.count; i++)
        if (!(b->mask >> a->list.index[i] & 1)) append(&g->a_only, a->list.index[i]);
    for (int i = 0; i < b->list.count; i++)
        if (!(a->mask >> b->list.index[i] & 1)) append(&g->b_only, b->list.index[i]);
}

static int64_t length(const work *w, const wr_einsum_list *list) {
    int64_t n = 1;
    for (int i = 0; i < list->count; i++) n *= w->e->size[list->index[i]];
    return n;
}

static int add_sizes(const work *w, int64_t *shape, int at, const wr_einsum_list *list) {
    for (int i = 0; i < list->count; i++) shape[at++] = w->e->size[list->index[i]];
    return at;
}

static int add_axes(int64_t *axes, int at, const term *t, const wr_einsum_list *list) {
    for (int i = 0; i < list->count; i++) axes[at++] = find(&t->list, list->index[i]);
    return at;
}

/* Return the term as a batch of matrices: the indices in `rows` form the rows, those in `cols` the
 * columns. */
static weir_array *as_matrices(work *w, const term *t, const wr_einsum_list *stack,
                               const wr_einsum_list *rows, const wr_einsum_list *cols) {
    int64_t axes[WEIR_NDIM_MAX], shape[WEIR_NDIM_MAX + 2];
    int at = add_axes(axes, 0, t, stack);
    at = add_axes(axes, at, t, rows);
    add_axes(axes, at, t, cols);
    int ndim = add_sizes(w, shape, 0, stack);
    if (rows->count > 0 || stack->count > 0) shape[ndim++] = length(w, rows);
    if (cols->count > 0 || stack->count > 0) shape[ndim++] = length(w, cols);
    return wr_compose_reshape(&w->c, wr_compose_permute(&w->c, t->x, axes), ndim, shape);
}

static weir_array *matrix_product(work *w, const term *a, const term *b, const groups *g) {
    int64_t shape[2 * WEIR_NDIM_MAX];
    weir_array *x = as_matrices(w, a, &g->stack, &g->a_only, &g->summed);
    weir_array *z = as_matrices(w, b, &g->stack, &g->summed, &g->b_only);
    int ndim = add_sizes(w, shape, 0, &g->stack);
    ndim = add_sizes(w, shape, ndim, &g->a_only);
    ndim = add_sizes(w, shape, ndim, &g->b_only);
    return wr_compose_reshape(&w->c, wr_g_matmul(&w->c.v, x, z), ndim, shape);
}

/* Return the term as a view with the dimensions of `list`, of size 1 for indices that the term does
 * not have. */
static weir_array *spread_over(work *w, const term *t, const wr_einsum_list *list) {
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    const weir_array *x = t->x;
    if (x == NULL || x->ndim == 0) return t->x;
    for (int i = 0; i < list->count; i++) {
        int at = find(&t->list, list->index[i]);
        shape[i] = at < 0 ? 1 : wr_shape(x)[at];
        strides[i] = at < 0 ? 0 : wr_strides(x)[at];
    }
    return wr_compose_view(&w->c, x, list->count, shape, strides, x->offset);
}

static weir_array *multiplied(work *w, const term *a, const term *b, const wr_einsum_list *list) {
    return wr_g_multiply(&w->c.v, spread_over(w, a, list), spread_over(w, b, list));
}

/* Multiply elementwise, then sum.  Used if only batch indices remain and few elements are summed
 * over. */
static weir_array *row_product(work *w, const term *a, const term *b, const groups *g) {
    wr_einsum_list list = g->stack;
    int64_t axes[WEIR_NDIM_MAX];
    for (int i = 0; i < g->summed.count; i++) {
        axes[i] = list.count;
        append(&list, g->summed.index[i]);
    }
    weir_array *all = multiplied(w, a, b, &list);
    return wr_g_sum(&w->c.v, all, axes, g->summed.count, 0, w->dtype);
}

static weir_array *summed_product(work *w, const term *a, const term *b, const groups *g) {
    if (g->stack.count > 0 && g->a_only.count + g->b_only.count == 0 &&
        wr_compose_is_short(length(w, &g->summed), w->dtype))
        return row_product(w, a, b, g);
    return matrix_product(w, a, b, g);
}

static void concatenate(wr_einsum_list *to, const groups *g) {
    to->count = 0;
    for (int i = 0; i < g->stack.count; i++) append(to, g->stack.index[i]);
    for (int i = 0; i < g->a_only.count; i++) append(to, g->a_only.index[i]);
    for (int i = 0; i < g->b_only.count; i++) append(to, g->b_only.index[i]);
}

/* Return whether a and b should be exchanged.  The columns of the product are those of the right
 * term; if the last index of the result is among them, the product is row-major without a copy. */
static bool should_swap(const wr_einsum *e, const term *a, const term *b) {
    if (e->out.count == 0) return false;
    uint64_t last = BIT(e->out.index[e->out.count - 1]);
    return (a->mask & last) && !(b->mask & last);
}

static void contract(work *w, uint32_t i, uint32_t j) {
    uint64_t keep = needed(w, i, j);
    bool swap = should_swap(w->e, &w->term[i], &w->term[j]);
    const term *a = &w->term[swap ? j : i], *b = &w->term[swap ? i : j];
    groups g;
    group_indices(&g, a, b, keep);
    term made = {.mask = (a->mask | b->mask) & keep};
    int ndim = g.stack.count + g.a_only.count + g.b_only.count;
    if (ndim > WEIR_NDIM_MAX) {
        w->c.v.status =
            wr_fail(WEIR_EINVAL,
                    "einsum: an intermediate product has %d dimensions; at most %d are supported",
                    ndim, WEIR_NDIM_MAX);
    } else {
        concatenate(&made.list, &g);
        if (g.summed.count == 0 && made.mask == mask_of(&w->e->out)) made.list = w->e->out;
        made.x = g.summed.count > 0 ? summed_product(w, a, b, &g) : multiplied(w, a, b, &made.list);
    }
    w->term[i] = made;
    w->term[j] = w->term[--w->count];
}

/* ---- Order of contractions ------------------------------------------------------------------- */

static double elements(const work *w, uint64_t mask) {
    double n = 1;
    for (int i = 0; i < w->e->index_count; i++)
        if (mask >> i & 1) n *= (double)w->e->size[i];
    return n;
}

static void choose(const work *w, uint32_t *i, uint32_t *j) {
    double best = 0;
    bool best_connected = false, found = false;
    for (uint32_t a = 0; a < w->count; a++)
        for (uint32_t b = a + 1; b < w->count; b++) {
            uint64_t x = w->term[a].mask, z = w->term[b].mask;
            bool connected = (x & z) != 0;
            double cost = elements(w, (x | z) & needed(w, a, b));
            if (connected) cost -= elements(w, x) + elements(w, z);
            if (found && (connected != best_connected ? best_connected : cost >= best)) continue;
            best = cost, best_connected = connected, found = true;
            *i = a, *j = b;
        }
}

/* ---- The operator ---------------------------------------------------------------------------- */

static weir_array *evaluate(work *w, weir_array *const *in) {
    w->count = w->e->term_count;
    for (uint32_t i = 0; i < w->count; i++) make_term(w, &w->term[i], in[i], &w->e->term[i]);
    for (uint32_t i = 0; i < w->count; i++) sum_unneeded(w, i);
    while (w->count > 1 && w->c.v.status == WEIR_OK) {
        uint32_t i = 0, j = 1;
        choose(w, &i, &j);
        contract(w, i, j);
    }
    const term *t = &w->term[0];
    int64_t axes[WEIR_NDIM_MAX];
    if (t->x == NULL || w->c.v.status != WEIR_OK) return NULL;
    add_axes(axes, 0, t, &w->e->out);
    weir_array *y = wr_compose_permute(&w->c, t->x, axes);
    return y == NULL || y->dtype == w->dtype ? y : wr_g_astype(&w->c.v, y, w->dtype);
}

static weir_status einsum_view(weir_infer *c, weir_array **out) {
    const einsum_attr *attr = c->attr;
    wr_einsum e;
    work w = {.e = &e};
    WR_TRY(wr_einsum_read(&e, attr->equation, c->in, c->in_count));
    WR_TRY(wr_promote(c, 0, c->in_count, &w.dtype));
    if (w.dtype == WEIR_BOOL) return wr_refuse_as(c, WEIR_EDTYPE, "accepts numbers, not bool");
    WR_TRY(wr_compose_begin(&w.c, c->in[0]->rt));
    return wr_compose_end(&w.c, evaluate(&w, c->in), out);
}

/* ---- Gradient: dy replaces the operand; the result has the operand's indices ----------------- */

enum { TEXT_MAX = (WR_EINSUM_TERMS + 1) * (WEIR_NDIM_MAX + 1) + 2 };

static char letter_of(int index) { return (char)(index < 26 ? 'a' + index : 'A' + index - 26); }

static char *write_list(char *to, const wr_einsum_list *list) {
    for (int i = 0; i < list->count; i++) *to++ = letter_of(list->index[i]);
    return to;
}

/* Return the operand's indices that the result or another operand also has, without repetitions. */
static wr_einsum_list shared(const wr_einsum *e, uint32_t which, const int64_t *shape) {
    wr_einsum_list list = {.count = 0};
    uint64_t others = mask_of(&e->out);
    for (uint32_t i = 0; i < e->term_count; i++)
        if (i != which) others |= mask_of(&e->term[i]);
    const wr_einsum_list *own = &e->term[which];
    for (int i = 0; i < own->count; i++)
        if ((others >> own->index[i] & 1) && shape[i] == e->size[own->index[i]] &&
            find(&list, own->index[i]) < 0)
            append(&list, own->index[i]);
    return list;
}

/* Expand g, whose dimensions are `list`, to the dimensions of the operand.  For repeated indices,
 * elements off the diagonal are 0.  Along indices that only this operand has, all elements have the
 * same gradient. */
static weir_array *spread_to_operand(weir_vjp *v, weir_array *g, const wr_einsum_list *list,
                                     const wr_einsum_list *own, const weir_array *x) {
    int64_t shape[WEIR_NDIM_MAX];
    for (int i = 0; g != NULL && i < own->count; i++) {
        int at = find(list, own->index[i]);
        shape[i] = at >= 0 && find(own, own->index[i]) == i ? wr_shape(g)[at] : 1;
    }
    g = wr_g_reshape(v, g, shape, own->count);
    for (int i = 0; g != NULL && i < own->count; i++) {
        int first = find(own, own->index[i]);
        if (first == i) continue;
        for (int d = 0; d < own->count; d++) shape[d] = d == i || d == first ? wr_shape(x)[i] : 1;
        weir_array *eye = wr_g_eye(v, wr_shape(x)[i], wr_shape(x)[i], 0, WEIR_BOOL, x->device);
        eye = wr_g_reshape(v, eye, shape, own->count);
        g = wr_g_where(v, eye, g, wr_build_number(v, 0));
    }
    return wr_g_broadcast_to(v, g, wr_shape(x), x->ndim);
}

static weir_array *gradient_of(weir_vjp *v, const wr_einsum *e, uint32_t which) {
    weir_array *in[WR_EINSUM_TERMS];
    char text[TEXT_MAX], *to = text;
    weir_array *x = v->in[which];
    in[0] = v->grad_out[0];
    to = write_list(to, &e->out);
    uint32_t count = 1;
    for (uint32_t i = 0; i < e->term_count; i++) {
        if (i == which) continue;
        *to++ = ',';
        to = write_list(to, &e->term[i]);
        in[count++] = wr_g_conj(v, v->in[i]);
    }
    wr_einsum_list list = shared(e, which, wr_shape(x));
    *to++ = '-', *to++ = '>';
    to = write_list(to, &list);
    *to = '\0';
    weir_array *g = wr_g_einsum(v, in, count, text);
    return wr_build_unbroadcast(v, spread_to_operand(v, g, &list, &e->term[which], x), x);
}

static void einsum_vjp(weir_vjp *v) {
    const einsum_attr *attr = v->attr;
    wr_einsum e;
    v->status = wr_einsum_read(&e, attr->equation, v->in, v->in_count);
    for (uint32_t i = 0; v->status == WEIR_OK && i < v->in_count; i++)
        if (v->wanted[i]) v->grad_in[i] = gradient_of(v, &e, i);
}

WR_OP(einsum) = {
    .size = sizeof(weir_op_def),
    .name = "einsum",
    .summary = "Sums of products in Einstein summation notation.",
    .notes =
        "The subscripts of the operands are separated by commas; those after -> are the "
        "subscripts of the result, and the others are summed over.  A letter that is repeated in "
        "one operand selects the diagonal.  An ellipsis stands for the dimensions that are not "
        "named; they broadcast.  Without ->, the result has the letters that occur once, in "
        "alphabetical order.  Several operands are contracted two at a time, in an order that "
        "keeps intermediate results small.",
    .inputs = "operands",
    .outputs = "y",
    .parts = "operands: the arrays to multiply",
    /* accepts any strides, because the sums do */
    .flags = WEIR_OP_VIEW | WEIR_OP_VARIADIC | WEIR_OP_STRIDED_IN,
    .view = einsum_view,
    .vjp = einsum_vjp,
    WEIR_USE_ATTRS(einsum),
    .samples = "(3,4), (4,5) equation='ij,jk->ik'; (3,3) equation='ii->i'; (2,3,4), (2,4,5) "
               "equation='bij,bjk'; (2,3), (3,4), (4,2) equation='ij,jk,kl->il'; (2,3,4), (3,4) "
               "equation='...i,...i->...'; (3,4) equation='ij->j'; (3), (4) equation='i,j->ji'; "
               "(3,3,2), (2) equation='iij,j->'; (2,3), (2,1) equation='ij,ij->ij'",
};
