/* reference_products.c - references of composites: products, sums of products, glu, diff.
 *
 * Every product here is a sum over labelled indices: each dimension of an operand has a label, equal
 * labels share an index, and labels that the result does not have are summed over.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <ctype.h>
#include <math.h>

enum { DIMS = VALUE_DIMS, LABELS = 128, DOTS = 32 /* labels below this belong to "..." */ };

typedef struct labelled {
    host x;
    int label[DIMS];
    bool conjugate;
} labelled;

typedef struct product {
    int count, out_ndim;
    labelled in[SAMPLE_INPUTS];
    int out[DIMS];
} product;

static number times(number x, number y) {
    return (number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

static number element(const labelled *l, const int64_t *at) {
    int64_t index[DIMS];
    for (int d = 0; d < l->x.ndim; d++) index[d] = l->x.shape[d] == 1 ? 0 : at[l->label[d]];
    number v = host_get(&l->x, reference_flat(l->x.ndim, l->x.shape, index));
    return (number){v.re, l->conjugate ? -v.im : v.im};
}

/* A computed output: its values, and the magnitudes of the terms. */
static host *computes(answer *a, int ndim, const int64_t *shape) {
    a->size[0] = host_new(WEIR_FLOAT64, ndim, shape);
    return reference_gives(a, a->got->out[0].dtype, ndim, shape);
}

static void multiply_out(answer *a, const product *p) {
    int64_t extent[LABELS], at[LABELS], shape[DIMS], index[LABELS], inner[LABELS], rounds = 1;
    int summed[LABELS], sums = 0;
    for (int l = 0; l < LABELS; l++) extent[l] = -1;
    for (int i = 0; i < p->count; i++)
        for (int d = 0; d < p->in[i].x.ndim; d++) {
            int64_t *e = &extent[p->in[i].label[d]], n = p->in[i].x.shape[d];
            if (*e < 0 || *e == 1) *e = n;
        }
    for (int d = 0; d < p->out_ndim; d++) shape[d] = extent[p->out[d]];
    for (int l = 0; l < LABELS; l++) {
        bool kept = extent[l] < 0;
        for (int d = 0; d < p->out_ndim; d++) kept |= p->out[d] == l;
        if (kept) continue;
        inner[sums] = extent[l];
        rounds *= extent[l];
        summed[sums++] = l;
    }
    host *y = computes(a, p->out_ndim, shape);
    for (int64_t i = 0; i < y->count; i++) {
        number sum = {0, 0};
        double size = 0;
        reference_spread(i, p->out_ndim, shape, index);
        for (int d = 0; d < p->out_ndim; d++) at[p->out[d]] = index[d];
        for (int64_t j = 0; j < rounds; j++) {
            number term = {1, 0};
            reference_spread(j, sums, inner, index);
            for (int s = 0; s < sums; s++) at[summed[s]] = index[s];
            for (int k = 0; k < p->count; k++) term = times(term, element(&p->in[k], at));
            sum = (number){sum.re + term.re, sum.im + term.im};
            size += hypot(term.re, term.im);
        }
        host_put(y, i, sum);
        host_put(&a->size[0], i, (number){size, 0});
    }
}

/* Two operands whose dimensions all have different labels; `join` gives a dimension of x1 and one of x2 the
 * same. */
static product two(answer *a) {
    product p = {.count = 2, .in = {{.x = a->in[0]}, {.x = a->in[1]}}};
    for (int i = 0; i < 2; i++)
        for (int d = 0; d < p.in[i].x.ndim; d++) p.in[i].label[d] = i * DIMS + d;
    return p;
}

static void join(product *p, int x1_axis, int x2_axis) {
    p->in[1].label[x2_axis] = p->in[0].label[x1_axis];
}

/* The result has the dimensions that are not joined, first those of x1, then those of x2. */
static void finish(answer *a, product *p) {
    for (int i = 0; i < 2; i++)
        for (int d = 0; d < p->in[i].x.ndim; d++) {
            bool joined = false;
            for (int e = 0; e < p->in[1 - i].x.ndim; e++)
                joined |= p->in[1 - i].label[e] == p->in[i].label[d];
            if (!joined) p->out[p->out_ndim++] = p->in[i].label[d];
        }
    multiply_out(a, p);
}

static void outer(answer *a) {
    product p = two(a);
    for (int i = 0; i < 2; i++) {
        p.in[i].x.ndim = 1;
        p.in[i].x.shape[0] = p.in[i].x.count;
        p.in[i].label[0] = i;
    }
    finish(a, &p);
}

static void dot(answer *a) {
    product p = two(a);
    int n = a->in[0].ndim, m = a->in[1].ndim;
    if (n > 0 && m > 0) join(&p, n - 1, m > 1 ? m - 2 : 0);
    finish(a, &p);
}

static void inner(answer *a) {
    product p = two(a);
    if (a->in[0].ndim > 0 && a->in[1].ndim > 0) join(&p, a->in[0].ndim - 1, a->in[1].ndim - 1);
    finish(a, &p);
}

static void tensordot(answer *a) {
    product p = two(a);
    weir_i64s x1 = reference_list(a, "x1_axes"), x2 = reference_list(a, "x2_axes");
    int n = a->in[0].ndim, m = a->in[1].ndim, axes = (int)reference_i64(a, "axes");
    if (x1.data != NULL)
        for (int64_t i = 0; i < x1.count; i++)
            join(&p, reference_axis(x1.data[i], n), reference_axis(x2.data[i], m));
    else
        for (int i = 0; i < axes; i++) join(&p, n - axes + i, i);
    finish(a, &p);
}

/* Apart from the axis, dimensions are aligned from the last one. */
static void vecdot(answer *a) {
    product p = {.count = 2, .in = {{.x = a->in[0], .conjugate = true}, {.x = a->in[1]}}};
    int most = 0;
    for (int i = 0; i < 2; i++) {
        int ndim = a->in[i].ndim, axis = reference_axis(reference_i64(a, "axis"), ndim), beside = 0;
        for (int d = ndim - 1; d >= 0; d--) p.in[i].label[d] = d == axis ? LABELS - 1 : beside++;
        if (beside > most) most = beside;
    }
    while (most > 0) p.out[p.out_ndim++] = --most;
    multiply_out(a, &p);
}

/* Letters are their own labels; a dimension of "..." is labelled by its distance from the last. */
static void read_operand(labelled *l, const char *text, size_t length) {
    int letters = 0, at = 0;
    for (size_t i = 0; i < length; i++) letters += isalpha((unsigned char)text[i]) != 0;
    for (size_t i = 0; i < length; i++) {
        if (isalpha((unsigned char)text[i])) l->label[at++] = (unsigned char)text[i];
        if (text[i] != '.') continue;
        for (int dots = l->x.ndim - letters; dots > 0; dots--) l->label[at++] = dots - 1;
        i += 2;
    }
}

static void einsum(answer *a) {
    const char *text = reference_text(a, "equation"), *arrow = strstr(text, "->");
    product p = {.count = a->s.in_count};
    int seen[LABELS] = {0}, dots = 0;
    for (int i = 0; i < p.count; i++) {
        size_t length = strcspn(text, ",-");
        p.in[i].x = a->in[i];
        read_operand(&p.in[i], text, length);
        text += length + 1;
        for (int d = 0; d < a->in[i].ndim; d++) {
            int label = p.in[i].label[d];
            seen[label]++;
            if (label < DOTS && label >= dots) dots = label + 1;
        }
    }
    if (arrow == NULL) {
        for (int d = dots - 1; d >= 0; d--) p.out[p.out_ndim++] = d;
        for (int l = DOTS; l < LABELS; l++)
            if (seen[l] == 1) p.out[p.out_ndim++] = l;
    } else {
        labelled result = {.x = {.ndim = dots}};
        for (const char *c = arrow + 2; *c != '\0'; c++)
            result.x.ndim += isalpha((unsigned char)*c) != 0;
        if (strchr(arrow, '.') == NULL) result.x.ndim -= dots;
        read_operand(&result, arrow + 2, strlen(arrow + 2));
        for (; p.out_ndim < result.x.ndim; p.out_ndim++)
            p.out[p.out_ndim] = result.label[p.out_ndim];
    }
    multiply_out(a, &p);
}

/* ---- Along an axis ----------------------------------------------------------------------------- */

static void glu(answer *a) {
    const host *x = &a->in[0];
    int axis = reference_axis(reference_i64(a, "axis"), x->ndim);
    int64_t shape[DIMS], index[DIMS];
    for (int d = 0; d < x->ndim; d++) shape[d] = x->shape[d] / (d == axis ? 2 : 1);
    host *y = computes(a, x->ndim, shape);
    for (int64_t i = 0; i < y->count; i++) {
        reference_spread(i, x->ndim, shape, index);
        double value = host_get(x, reference_flat(x->ndim, x->shape, index)).re;
        index[axis] += shape[axis];
        double gate = host_get(x, reference_flat(x->ndim, x->shape, index)).re;
        host_put(y, i, (number){value / (1 + exp(-gate)), 0});
        host_put(&a->size[0], i, (number){fabs(value), 0});
    }
}

/* The norm of the vector along an axis through `index`. */
static double length_of(const host *x, const int64_t *index, int axis, double p, double eps) {
    int64_t at[DIMS];
    double sum = 0;
    for (int d = 0; d < x->ndim; d++) at[d] = index[d];
    for (at[axis] = 0; at[axis] < x->shape[axis]; at[axis]++) {
        double v = fabs(host_get(x, reference_flat(x->ndim, x->shape, at)).re);
        sum = isinf(p) ? fmax(sum, v) : sum + pow(v, p);
    }
    return fmax(isinf(p) ? sum : pow(sum, 1 / p), eps);
}

static void normalize(answer *a) {
    const host *x = &a->in[0];
    int axis = reference_axis(reference_i64(a, "axis"), x->ndim);
    double p = *(double *)sample_attr(&a->s, "p", WEIR_ATTR_F64);
    double eps = *(double *)sample_attr(&a->s, "eps", WEIR_ATTR_F64);
    int64_t index[DIMS];
    host *y = computes(a, x->ndim, x->shape);
    for (int64_t i = 0; i < y->count; i++) {
        reference_spread(i, x->ndim, x->shape, index);
        double value = host_get(x, i).re / length_of(x, index, axis, p, eps);
        host_put(y, i, (number){value, 0});
        host_put(&a->size[0], i, (number){4 * fabs(value), 0});
    }
}

static void cosine_similarity(answer *a) {
    const host *x = &a->in[0], *z = &a->in[1];
    int axis = reference_axis(reference_i64(a, "axis"), x->ndim);
    double eps = *(double *)sample_attr(&a->s, "eps", WEIR_ATTR_F64);
    int64_t shape[DIMS], index[DIMS];
    for (int d = 0; d < x->ndim - 1; d++) shape[d] = x->shape[d < axis ? d : d + 1];
    host *y = computes(a, x->ndim - 1, shape);
    for (int64_t i = 0; i < y->count; i++) {
        double sum = 0, size = 0;
        reference_spread(i, x->ndim - 1, shape, index);
        for (int d = x->ndim - 1; d > axis; d--) index[d] = index[d - 1];
        for (index[axis] = 0; index[axis] < x->shape[axis]; index[axis]++) {
            int64_t at = reference_flat(x->ndim, x->shape, index);
            double term = host_get(x, at).re * host_get(z, at).re;
            term /= length_of(x, index, axis, 2, eps) * length_of(z, index, axis, 2, eps);
            sum += term;
            size += 4 * fabs(term);
        }
        host_put(y, i, (number){sum, 0});
        host_put(&a->size[0], i, (number){size, 0});
    }
}

/* The n-th difference is a sum of n + 1 elements with binomial coefficients of alternating sign. */
static void diff(answer *a) {
    const host *x = &a->in[0], *row[3];
    int axis = reference_axis(reference_i64(a, "axis"), x->ndim), count = 0;
    int64_t n = reference_i64(a, "n"), shape[DIMS], index[DIMS], length = 0;
    if (a->s.in_count > 1 && a->in[1].data != NULL) row[count++] = &a->in[1];
    row[count++] = x;
    if (a->s.in_count > 2 && a->in[2].data != NULL) row[count++] = &a->in[2];
    for (int i = 0; i < count; i++) length += row[i]->shape[axis];
    for (int d = 0; d < x->ndim; d++) shape[d] = x->shape[d];
    shape[axis] = length > n ? length - n : 0;
    host *y = computes(a, x->ndim, shape);
    for (int64_t i = 0; i < y->count; i++) {
        number sum = {0, 0};
        double factor = n % 2 == 0 ? 1 : -1, size = 0;
        reference_spread(i, x->ndim, shape, index);
        int64_t first = index[axis];
        for (int64_t j = 0; j <= n; j++) {
            const host *from = row[0];
            index[axis] = first + j;
            for (int k = 1; k < count && index[axis] >= from->shape[axis]; k++) {
                index[axis] -= from->shape[axis];
                from = row[k];
            }
            number v = host_get(from, reference_flat(x->ndim, from->shape, index));
            sum = (number){sum.re + factor * v.re, sum.im + factor * v.im};
            size += fabs(factor) * hypot(v.re, v.im);
            factor = -factor * (double)(n - j) / (double)(j + 1);
        }
        host_put(y, i, sum);
        host_put(&a->size[0], i, (number){size, 0});
    }
}

const reference_line reference_products[] = {
    {"cosine_similarity", cosine_similarity},
    {"diff", diff},
    {"dot", dot},
    {"einsum", einsum},
    {"glu", glu},
    {"inner", inner},
    {"normalize", normalize},
    {"outer", outer},
    {"tensordot", tensordot},
    {"vecdot", vecdot},
    {NULL, NULL},
};
