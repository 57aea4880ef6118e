/* schedule.c - learning rate schedules: functions of the step, and reduction on a plateau.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "optim/optimizer.h"

static const double pi = 3.14159265358979323846;

/* Interpolate from `a` at x = 0 to `b` at x = 1 along half a cosine wave. */
static double cosine(double a, double b, double x) { return b + (a - b) / 2 * (1 + cos(pi * x)); }

double weir_lr_step(double lr, int64_t t, int64_t step_size, double gamma) {
    int64_t steps = step_size > 0 ? t / step_size : 0;
    return lr * pow(gamma, (double)steps);
}

double weir_lr_multistep(double lr, int64_t t, const int64_t *milestones, uint32_t count,
                         double gamma) {
    for (uint32_t i = 0; i < count && milestones[i] <= t; i++) lr *= gamma;
    return lr;
}

double weir_lr_exponential(double lr, int64_t t, double gamma) {
    return lr * pow(gamma, (double)t);
}

double weir_lr_cosine(double lr, int64_t t, int64_t t_max, double eta_min) {
    return t < t_max ? cosine(lr, eta_min, (double)t / (double)t_max) : eta_min;
}

double weir_lr_linear(double lr, int64_t t, int64_t total, double start_factor, double end_factor) {
    double x = t < total ? (double)t / (double)total : 1;
    return lr * (start_factor + (end_factor - start_factor) * x);
}

double weir_lr_polynomial(double lr, int64_t t, int64_t total, double power) {
    return t < total ? lr * pow(1 - (double)t / (double)total, power) : 0;
}

/* Interpolate from `first` to `top` during the first pct_start (a fraction) of the steps, then from
 * `top` to `last`. */
static double one_cycle(double first, double top, double last, int64_t t, int64_t total,
                        double pct_start) {
    double turn = pct_start * (double)total - 1, end = (double)total - 1, now = (double)t;
    if (now >= end) return last;
    if (now <= turn && turn > 0) return cosine(first, top, now / turn);
    return cosine(top, last, (now - turn) / (end - turn));
}

double weir_lr_one_cycle(double max_lr, int64_t t, int64_t total, double pct_start,
                         double div_factor, double final_div_factor) {
    double first = max_lr / div_factor;
    return one_cycle(first, max_lr, first / final_div_factor, t, total, pct_start);
}

double weir_momentum_one_cycle(double base_momentum, int64_t t, int64_t total, double pct_start,
                               double max_momentum) {
    return one_cycle(max_momentum, base_momentum, max_momentum, t, total, pct_start);
}

double weir_lr_cosine_warmup(double lr, int64_t t, int64_t warmup, int64_t total, double eta_min) {
    if (t < warmup) return lr * (double)t / (double)warmup;
    if (t >= total) return eta_min;
    return cosine(lr, eta_min, (double)(t - warmup) / (double)(total - warmup));
}

void weir_plateau_init_sized(weir_plateau *p, size_t size) {
    const weir_plateau defaults = {.size = size, .factor = 0.1, .patience = 10, .threshold = 1e-4};
    if (p != NULL && size >= sizeof size) weir_struct_copy(p, size, &defaults, sizeof defaults);
}

static bool is_better(const weir_plateau *p, double measure) {
    if (!p->started) return !isnan(measure);
    return p->maximize ? measure > p->best * (1 + p->threshold)
                       : measure < p->best * (1 - p->threshold);
}

static double next_rate(weir_plateau *p, double lr, double measure) {
    if (is_better(p, measure)) {
        p->best = measure;
        p->started = 1;
        p->bad = 0;
    } else {
        p->bad++;
    }
    if (p->cooling > 0) {
        p->cooling--;
        p->bad = 0;
    }
    if (p->bad <= p->patience) return lr;
    p->cooling = p->cooldown;
    p->bad = 0;
    return lr > p->min_lr ? fmax(lr * p->factor, p->min_lr) : lr;
}

/* The caller's weir_plateau may have a different size, so the function updates a local copy and
 * writes it back. */
double weir_plateau_next(weir_plateau *p, double lr, double measure) {
    static const char what[] = "weir_plateau_next", type[] = "weir_plateau";
    enum { FIRST = WEIR_SIZE_UP_TO(weir_plateau, cooling) };
    weir_plateau own;
    weir_plateau_init(&own);
    if (p == NULL || weir_struct_take(&own, sizeof own, p, FIRST, what, type) != WEIR_OK) return lr;
    lr = next_rate(&own, lr, measure);
    (void)weir_struct_give(p, &own, sizeof own, FIRST, what, type);
    return lr;
}
