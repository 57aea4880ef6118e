/* norm_reference.c - the reference kernels of normalisations.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/norm/norm_walk.h"

/* A set of elements that share a mean and variance: the elements with the same index n in the same
 * group or, if g->across is set, all elements of one channel. */
typedef struct set {
    const wr_norm *g;
    int64_t index, count;
} set;

static set set_of(const wr_norm *g, int64_t index) {
    return (set){g, index, g->across ? g->n * g->inner : g->per * g->inner};
}

static int64_t set_count(const wr_norm *g) {
    return g->across ? g->groups * g->per : g->n * g->groups;
}

/* Return the offset of element i of the set, and its channel. */
static int64_t offset_of(const set *s, int64_t i, int64_t *channel) {
    const wr_norm *g = s->g;
    if (g->across) {
        *channel = s->index;
        return (i / g->inner * g->groups * g->per + s->index) * g->inner + i % g->inner;
    }
    *channel = s->index % g->groups * g->per + i / g->inner;
    return s->index * s->count + i;
}

static double get(const weir_view *v, int64_t i, double otherwise) {
    return v != NULL ? wr_view_get(v, i) : otherwise;
}

typedef struct moments {
    double mean, variance, by;
} moments;

/* Compute the mean and variance of a set.  If an element is infinite, the mean is NaN. */
static moments find_moments(const set *s, const weir_view *x) {
    int64_t channel;
    moments m = {0, 0, 0};
    for (int64_t i = 0; i < s->count; i++) m.mean += wr_view_get(x, offset_of(s, i, &channel));
    m.mean /= (double)s->count;
    if (s->g->squares) m.mean = 0;
    if (!isfinite(m.mean)) m.mean = NAN;
    for (int64_t i = 0; i < s->count; i++) {
        double d = wr_view_get(x, offset_of(s, i, &channel)) - m.mean;
        m.variance += d * d;
    }
    m.variance /= (double)s->count;
    m.by = 1 / sqrt(m.variance + s->g->eps);
    return m;
}

weir_status wr_norm_forward_reference(const weir_kernel *k, const wr_norm *g,
                                      const wr_norm_views *v) {
    (void)k;
    for (int64_t j = 0; j < set_count(g); j++) {
        set s = set_of(g, j);
        moments m;
        if (v->mean != NULL) {
            m = (moments){wr_view_get(v->mean, j), wr_view_get(v->variance, j), 0};
            m.by = 1 / sqrt(m.variance + g->eps);
        } else {
            m = find_moments(&s, v->x);
        }
        for (int64_t i = 0; i < s.count; i++) {
            int64_t c, at = offset_of(&s, i, &c);
            double u = (wr_view_get(v->x, at) - m.mean) * m.by;
            wr_view_put(v->y, at, u * get(v->weight, c, 1) + get(v->bias, c, 0));
        }
        if (v->got_mean != NULL) wr_view_put(v->got_mean, j, m.mean);
        if (v->got_variance != NULL) wr_view_put(v->got_variance, j, m.variance);
    }
    return WEIR_OK;
}

/* Compute dx = `by` * (h - mean(h) - u * mean(h * u)), where h = dy * weight, u = (x - mean) * `by`
 * and `by` = 1 / sqrt(variance + eps). */
static void set_backward(const set *s, const wr_norm_views *v, moments m) {
    double sum = 0, product = 0;
    int64_t c;
    for (int64_t i = 0; i < s->count; i++) {
        int64_t at = offset_of(s, i, &c);
        double h = wr_view_get(v->dy, at) * get(v->weight, c, 1);
        sum += h;
        product += h * (wr_view_get(v->x, at) - m.mean) * m.by;
    }
    if (s->g->squares) sum = 0;
    for (int64_t i = 0; i < s->count; i++) {
        int64_t at = offset_of(s, i, &c);
        double h = wr_view_get(v->dy, at) * get(v->weight, c, 1);
        double u = (wr_view_get(v->x, at) - m.mean) * m.by;
        wr_view_put(v->y, at, m.by * (h - sum / (double)s->count - u * product / (double)s->count));
    }
}

/* Compute the gradients of one channel's weight and bias. */
static void channel_backward(const wr_norm *g, const wr_norm_views *v, int64_t channel) {
    double sum = 0, product = 0;
    for (int64_t n = 0; n < g->n && g->inner > 0; n++) {
        set s = set_of(g, g->across ? channel : n * g->groups + channel / g->per);
        moments m = find_moments(&s, v->x);
        for (int64_t i = 0; i < g->inner; i++) {
            int64_t at = (n * g->groups * g->per + channel) * g->inner + i;
            double dy = wr_view_get(v->dy, at);
            sum += dy;
            product += dy * (wr_view_get(v->x, at) - m.mean) * m.by;
        }
    }
    wr_view_put(v->d_weight, channel, product);
    if (v->d_bias != NULL) wr_view_put(v->d_bias, channel, sum);
}

weir_status wr_norm_backward_reference(const weir_kernel *k, const wr_norm *g,
                                       const wr_norm_views *v) {
    (void)k;
    for (int64_t j = 0; j < set_count(g); j++) {
        set s = set_of(g, j);
        set_backward(&s, v, find_moments(&s, v->x));
    }
    for (int64_t c = 0; c < g->groups * g->per; c++) channel_backward(g, v, c);
    return WEIR_OK;
}
