/* reference_composites.c - references of composites: losses, distances, layers, grid sampling.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <math.h>

enum { DIMS = VALUE_DIMS };

static double get(answer *a, int input, int64_t i) { return host_get(&a->in[input], i).re; }
static double real_attr(answer *a, const char *name) {
    return *(double *)sample_attr(&a->s, name, WEIR_ATTR_F64);
}
static bool flag(answer *a, const char *name) {
    return *(int32_t *)sample_attr(&a->s, name, WEIR_ATTR_BOOL) != 0;
}
static bool has(answer *a, int input) { return a->s.in_count > input && a->in[input].data != NULL; }

/* The element of an input that is broadcast to `shape`, at element i of that shape. */
static number at(answer *a, int input, int64_t i, int ndim, const int64_t *shape) {
    const host *h = &a->in[input];
    int64_t index[DIMS], own[DIMS];
    reference_spread(i, ndim, shape, index);
    for (int d = 0; d < h->ndim; d++) own[d] = h->shape[d] == 1 ? 0 : index[d + ndim - h->ndim];
    return host_get(h, reference_flat(h->ndim, h->shape, own));
}

static host *computes(answer *a, int ndim, const int64_t *shape) {
    a->size[0] = host_new(WEIR_FLOAT64, ndim, shape);
    return reference_gives(a, a->got->out[0].dtype, ndim, shape);
}

static void put(answer *a, host *y, int64_t i, number value, double size) {
    host_put(y, i, value);
    host_put(&a->size[0], i, (number){size, 0});
}

static void put_real(answer *a, host *y, int64_t i, double value) {
    put(a, y, i, (number){value, 0}, 8 * (1 + fabs(value)));
}

/* ---- Losses ------------------------------------------------------------------------------------ */

/* Losses of a shape, each computed by a function of its index, reduced as the attribute says. */
static void losses(answer *a, int ndim, const int64_t *shape, double (*each)(answer *, int64_t)) {
    const char *reduction = reference_text(a, "reduction");
    bool none = strcmp(reduction, "none") == 0, mean = strcmp(reduction, "mean") == 0;
    int64_t count = 1;
    for (int d = 0; d < ndim; d++) count *= shape[d];
    host *y = computes(a, none ? ndim : 0, shape);
    double sum = 0, size = 0;
    for (int64_t i = 0; i < count; i++) {
        double v = each(a, i);
        if (none) put_real(a, y, i, v);
        sum += v;
        size += 8 * (1 + fabs(v));
    }
    double by = mean ? (double)count : 1;
    if (!none) put(a, y, 0, (number){sum / by, 0}, size / by);
}

static void of_elements(answer *a, double (*each)(answer *, int64_t)) {
    losses(a, a->in[0].ndim, a->in[0].shape, each);
}
static void of_lines(answer *a, double (*each)(answer *, int64_t)) {
    losses(a, a->in[0].ndim - 1, a->in[0].shape, each);
}
static int64_t last_of(answer *a, int input) { return a->in[input].shape[a->in[input].ndim - 1]; }

static double ranked(answer *a, int64_t i) {
    return fmax(0, real_attr(a, "margin") - get(a, 2, i) * (get(a, 0, i) - get(a, 1, i)));
}
static void margin_ranking_loss(answer *a) { of_elements(a, ranked); }

static double hinged(answer *a, int64_t i) {
    double x = get(a, 0, i), t = get(a, 1, i), far = fmax(0, real_attr(a, "margin") - x);
    return (t == -1 ? 0 : x) + (t == 1 ? 0 : far);
}
static void hinge_embedding_loss(answer *a) { of_elements(a, hinged); }

static double gauss(answer *a, int64_t i) {
    double var = fmax(at(a, 2, i, a->in[0].ndim, a->in[0].shape).re, real_attr(a, "eps"));
    double d = get(a, 0, i) - get(a, 1, i);
    return (log(var) + d * d / var + (flag(a, "full") ? log(2 * M_PI) : 0)) / 2;
}
static void gaussian_nll_loss(answer *a) { of_elements(a, gauss); }

static double poisson(answer *a, int64_t i) {
    double x = get(a, 0, i), t = get(a, 1, i);
    double v = flag(a, "log_input") ? exp(x) - t * x : x - t * log(x + real_attr(a, "eps"));
    return v + (flag(a, "full") && t > 1 ? t * log(t) - t + log(2 * M_PI * t) / 2 : 0);
}
static void poisson_nll_loss(answer *a) { of_elements(a, poisson); }

static double weight(answer *a, int64_t i) {
    return has(a, 2) ? at(a, 2, i, a->in[0].ndim, a->in[0].shape).re : 1;
}

static double binary(answer *a, int64_t i) {
    double x = get(a, 0, i), t = get(a, 1, i);
    return -weight(a, i) * (t * fmax(log(x), -100) + (1 - t) * fmax(log(1 - x), -100));
}
static void binary_cross_entropy(answer *a) { of_elements(a, binary); }

static double labelled(answer *a, int64_t line) {
    double sum = 0;
    int64_t classes = last_of(a, 0);
    for (int64_t i = line * classes; i < (line + 1) * classes; i++) {
        double x = get(a, 0, i), t = get(a, 1, i);
        sum += weight(a, i) * (t * log1p(exp(-x)) + (1 - t) * log1p(exp(x)));
    }
    return sum / (double)classes;
}
static void multilabel_soft_margin_loss(answer *a) { of_lines(a, labelled); }

static double exceeded(answer *a, int64_t line) {
    int64_t classes = last_of(a, 0), label = (int64_t)get(a, 1, line);
    double own = get(a, 0, line * classes + label), sum = 0;
    for (int64_t c = 0; c < classes; c++) {
        double short_of = fmax(0, real_attr(a, "margin") - own + get(a, 0, line * classes + c));
        if (c != label) sum += pow(short_of, real_attr(a, "p"));
    }
    return sum * (has(a, 2) ? get(a, 2, label) : 1) / (double)classes;
}
static void multi_margin_loss(answer *a) { of_lines(a, exceeded); }

static double turned(answer *a, int64_t line) {
    double xx = 1e-12, zz = 1e-12, xz = 0, t = get(a, 2, line);
    int64_t length = last_of(a, 0);
    for (int64_t i = line * length; i < (line + 1) * length; i++) {
        double x = get(a, 0, i), z = get(a, 1, i);
        xx += x * x, zz += z * z, xz += x * z;
    }
    double cosine = xz / sqrt(xx * zz);
    return t == 1 ? 1 - cosine : t == -1 ? fmax(0, cosine - real_attr(a, "margin")) : 0;
}
static void cosine_embedding_loss(answer *a) { of_lines(a, turned); }

/* ---- Distances --------------------------------------------------------------------------------- */

typedef struct norm {
    double p, sum;
} norm;

static void norm_add(norm *n, double d) {
    n->sum = isinf(n->p) ? fmax(n->sum, fabs(d)) : n->sum + pow(fabs(d), n->p);
}
static double norm_of(const norm *n) { return isinf(n->p) ? n->sum : pow(n->sum, 1 / n->p); }

static double apart(answer *a, int first, int second, int64_t line) {
    norm n = {real_attr(a, "p"), 0};
    int64_t length = last_of(a, 0);
    for (int64_t i = line * length; i < (line + 1) * length; i++)
        norm_add(&n, get(a, first, i) - get(a, second, i) + real_attr(a, "eps"));
    return norm_of(&n);
}

static double triplet(answer *a, int64_t line) {
    double near = apart(a, 0, 1, line), far = apart(a, 0, 2, line);
    if (flag(a, "swap")) far = fmin(far, apart(a, 1, 2, line));
    return fmax(0, near - far + real_attr(a, "margin"));
}
static void triplet_margin_loss(answer *a) { of_lines(a, triplet); }

static void pairwise_distance(answer *a) {
    const host *large = a->in[0].ndim >= a->in[1].ndim ? &a->in[0] : &a->in[1];
    int ndim = large->ndim, small = ndim - 1;
    int64_t shape[DIMS], out[DIMS];
    for (int d = 0; d < ndim; d++) {
        shape[d] = large->shape[d];
        for (int i = 0; i < 2; i++) {
            int own = d - (ndim - a->in[i].ndim);
            if (own >= 0 && a->in[i].shape[own] != 1) shape[d] = a->in[i].shape[own];
        }
        out[d] = d < small ? shape[d] : 1;
    }
    host *y = computes(a, flag(a, "keepdims") ? ndim : small, out);
    for (int64_t line = 0; line < y->count; line++) {
        norm n = {real_attr(a, "p"), 0};
        for (int64_t i = line * shape[small]; i < (line + 1) * shape[small]; i++)
            norm_add(&n, at(a, 0, i, ndim, shape).re - at(a, 1, i, ndim, shape).re +
                             real_attr(a, "eps"));
        put_real(a, y, line, norm_of(&n));
    }
}

static void cdist(answer *a) {
    const host *x = &a->in[0], *z = &a->in[1];
    int ndim = x->ndim;
    int64_t shape[DIMS], index[DIMS], length = x->shape[ndim - 1];
    for (int d = 0; d < ndim - 2; d++) shape[d] = x->shape[d] == 1 ? z->shape[d] : x->shape[d];
    shape[ndim - 2] = x->shape[ndim - 2], shape[ndim - 1] = z->shape[ndim - 2];
    host *y = computes(a, ndim, shape);
    for (int64_t i = 0; i < y->count; i++) {
        norm n = {real_attr(a, "p"), 0};
        for (int64_t e = 0; e < length; e++) {
            double v[2];
            for (int k = 0; k < 2; k++) {
                const host *h = &a->in[k];
                reference_spread(i, ndim, shape, index);
                index[ndim - 2] = index[k == 0 ? ndim - 2 : ndim - 1], index[ndim - 1] = e;
                for (int d = 0; d < ndim - 2; d++)
                    if (h->shape[d] == 1) index[d] = 0;
                v[k] = host_get(h, reference_flat(ndim, h->shape, index)).re;
            }
            norm_add(&n, v[0] - v[1]);
        }
        put_real(a, y, i, norm_of(&n));
    }
}

/* ---- Layers ------------------------------------------------------------------------------------ */

static number times(number x, number y) {
    return (number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

/* x1 (..., i), the weight (rows, i, j), x2 (..., j); without x2, j has one element, which is 1. */
static void forms(answer *a, int second, int weights, int bias) {
    const host *x = &a->in[0], *w = &a->in[weights];
    int64_t rows = w->shape[0], m = w->shape[1], n = second > 0 ? w->shape[2] : 1, shape[DIMS];
    for (int d = 0; d < x->ndim - 1; d++) shape[d] = x->shape[d];
    shape[x->ndim - 1] = rows;
    host *y = computes(a, x->ndim, shape);
    for (int64_t e = 0; e < y->count; e++) {
        int64_t line = e / rows, row = e % rows;
        number sum = has(a, bias) ? host_get(&a->in[bias], row) : (number){0, 0};
        double size = hypot(sum.re, sum.im);
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < n; j++) {
                number term = times(host_get(x, line * m + i), host_get(w, (row * m + i) * n + j));
                if (second > 0) term = times(term, host_get(&a->in[second], line * n + j));
                sum = (number){sum.re + term.re, sum.im + term.im};
                size += hypot(term.re, term.im);
            }
        put(a, y, e, sum, size);
    }
}

static void linear(answer *a) { forms(a, 0, 1, 2); }
static void bilinear(answer *a) { forms(a, 1, 2, 3); }

static void softmin(answer *a) {
    const host *x = &a->in[0];
    int axis = reference_axis(reference_i64(a, "axis"), x->ndim);
    int64_t index[DIMS];
    host *y = computes(a, x->ndim, x->shape);
    for (int64_t i = 0; i < y->count; i++) {
        double sum = 0;
        reference_spread(i, x->ndim, x->shape, index);
        for (index[axis] = 0; index[axis] < x->shape[axis]; index[axis]++)
            sum += exp(get(a, 0, i) - get(a, 0, reference_flat(x->ndim, x->shape, index)));
        put_real(a, y, i, 1 / sum);
    }
}

/* ---- Planes ------------------------------------------------------------------------------------ */

static void whole_planes(answer *a, bool largest) {
    const host *x = &a->in[0];
    int64_t shape[DIMS], plane = 1;
    for (int d = 0; d < x->ndim; d++) {
        shape[d] = d < 2 ? x->shape[d] : 1;
        if (d >= 2) plane *= x->shape[d];
    }
    host *y = computes(a, x->ndim, shape);
    for (int64_t e = 0; e < y->count; e++) {
        double sum = 0, top = -INFINITY, size = 0;
        for (int64_t i = e * plane; i < (e + 1) * plane; i++) {
            sum += get(a, 0, i), size += fabs(get(a, 0, i));
            top = fmax(top, get(a, 0, i));
        }
        double by = (double)plane;
        put(a, y, e, (number){largest ? top : sum / by, 0}, largest ? 0 : size / by);
    }
}

static void global_avg_pool(answer *a) { whole_planes(a, false); }
static void global_max_pool(answer *a) { whole_planes(a, true); }

static void lp_pool(answer *a) {
    const host *x = &a->in[0];
    weir_i64s kernel = reference_list(a, "kernel_size"), stride = reference_list(a, "stride");
    int64_t shape[DIMS], index[DIMS], window[DIMS], size[DIMS] = {1, 1}, step[DIMS], entries = 1;
    for (int d = 0; d < x->ndim; d++) shape[d] = x->shape[d];
    for (int d = 2; d < x->ndim; d++) {
        size[d] = kernel.data[kernel.count == 1 ? 0 : d - 2];
        step[d] = stride.count == 0 ? size[d] : stride.data[stride.count == 1 ? 0 : d - 2];
        shape[d] = (shape[d] - size[d]) / step[d] + 1;
        entries *= size[d];
    }
    host *y = computes(a, x->ndim, shape);
    for (int64_t e = 0; e < y->count; e++) {
        norm n = {real_attr(a, "norm_type"), 0};
        for (int64_t t = 0; t < entries; t++) {
            reference_spread(e, x->ndim, shape, index);
            reference_spread(t, x->ndim, size, window);
            for (int d = 2; d < x->ndim; d++) index[d] = index[d] * step[d] + window[d];
            norm_add(&n, get(a, 0, reference_flat(x->ndim, x->shape, index)));
        }
        put_real(a, y, e, norm_of(&n));
    }
}

static void local_response_norm(answer *a) {
    const host *x = &a->in[0];
    int64_t size = reference_i64(a, "size"), channels = x->shape[1], plane = 1;
    for (int d = 2; d < x->ndim; d++) plane *= x->shape[d];
    host *y = computes(a, x->ndim, x->shape);
    for (int64_t e = 0; e < y->count; e++) {
        int64_t c = e / plane % channels;
        double sum = 0;
        for (int64_t o = c - size / 2; o < c - size / 2 + size; o++)
            if (o >= 0 && o < channels) sum += pow(get(a, 0, e + (o - c) * plane), 2);
        double by = real_attr(a, "k") + real_attr(a, "alpha") * sum / (double)size;
        put_real(a, y, e, get(a, 0, e) / pow(by, real_attr(a, "beta")));
    }
}

static void max_unpool(answer *a) {
    const host *x = &a->in[0];
    weir_i64s size = reference_list(a, "output_size");
    int64_t shape[DIMS] = {x->shape[0], x->shape[1]}, small = 1, large = 1;
    for (int d = 2; d < x->ndim; d++) {
        small *= x->shape[d];
        large *= shape[d] = size.data[d - 2];
    }
    host *y = reference_gives(a, x->dtype, x->ndim, shape);
    for (int64_t i = 0; i < x->count; i++) {
        int64_t to = (int64_t)get(a, 1, i);
        host_put(y, i / small * large + to, host_get(x, i));
    }
}

/* ---- Grid sampling ----------------------------------------------------------------------------- */

static double place(answer *a, double g, double size) {
    const char *mode = reference_text(a, "padding_mode");
    bool corners = flag(a, "align_corners");
    double v = corners ? (g + 1) / 2 * (size - 1) : ((g + 1) * size - 1) / 2;
    if (strcmp(mode, "reflection") == 0) {
        double low = corners ? 0 : -0.5, high = corners ? size - 1 : size - 0.5;
        while (v < low || v > high) v = v < low ? 2 * low - v : 2 * high - v;
    }
    return strcmp(mode, "zeros") == 0 ? v : fmin(fmax(v, 0), size - 1);
}

static void grid_sample(answer *a) {
    const host *x = &a->in[0], *g = &a->in[1];
    bool nearest = strcmp(reference_text(a, "mode"), "nearest") == 0;
    int64_t height = x->shape[2], width = x->shape[3], places = g->shape[1] * g->shape[2];
    const int64_t shape[] = {x->shape[0], x->shape[1], g->shape[1], g->shape[2]};
    host *y = computes(a, 4, shape);
    for (int64_t e = 0; e < y->count; e++) {
        int64_t plane = e / places, image = plane / x->shape[1], p = image * places + e % places;
        double across = place(a, get(a, 1, 2 * p), (double)width), sum = 0;
        double down = place(a, get(a, 1, 2 * p + 1), (double)height);
        for (int64_t i = 0; i < height; i++)
            for (int64_t j = 0; j < width; j++) {
                double w =
                    fmax(0, 1 - fabs(down - (double)i)) * fmax(0, 1 - fabs(across - (double)j));
                if (nearest) w = nearbyint(down) == (double)i && nearbyint(across) == (double)j;
                sum += w * get(a, 0, (plane * height + i) * width + j);
            }
        put(a, y, e, (number){sum, 0},
            64); /* the error of a coordinate grows with the number of pixels */
    }
}

static void affine_grid(answer *a) {
    weir_i64s size = reference_list(a, "size");
    int axes = (int)size.count - 2;
    int64_t shape[DIMS] = {size.data[0]}, index[DIMS];
    for (int d = 0; d < axes; d++) shape[1 + d] = size.data[2 + d];
    shape[1 + axes] = axes;
    host *y = computes(a, axes + 2, shape);
    for (int64_t e = 0; e < y->count; e++) {
        reference_spread(e, axes + 2, shape, index);
        int64_t row = index[0] * axes + index[1 + axes];
        double sum = get(a, 0, row * (axes + 1) + axes);
        for (int k = 0; k < axes; k++) {
            double n = (double)shape[axes - k], i = (double)index[axes - k];
            double v = n == 1                     ? 0
                       : flag(a, "align_corners") ? 2 * i / (n - 1) - 1
                                                  : (2 * i + 1) / n - 1;
            sum += v * get(a, 0, row * (axes + 1) + k);
        }
        put_real(a, y, e, sum);
    }
}

const reference_line reference_composites[] = {
    {"affine_grid", affine_grid},
    {"bilinear", bilinear},
    {"binary_cross_entropy", binary_cross_entropy},
    {"cdist", cdist},
    {"cosine_embedding_loss", cosine_embedding_loss},
    {"gaussian_nll_loss", gaussian_nll_loss},
    {"global_avg_pool", global_avg_pool},
    {"global_max_pool", global_max_pool},
    {"grid_sample", grid_sample},
    {"hinge_embedding_loss", hinge_embedding_loss},
    {"linear", linear},
    {"local_response_norm", local_response_norm},
    {"lp_pool", lp_pool},
    {"margin_ranking_loss", margin_ranking_loss},
    {"max_unpool", max_unpool},
    {"multi_margin_loss", multi_margin_loss},
    {"multilabel_soft_margin_loss", multilabel_soft_margin_loss},
    {"pairwise_distance", pairwise_distance},
    {"poisson_nll_loss", poisson_nll_loss},
    {"softmin", softmin},
    {"triplet_margin_loss", triplet_margin_loss},
    {NULL, NULL},
};
