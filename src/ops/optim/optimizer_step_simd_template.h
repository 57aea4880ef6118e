/* optimizer_step_simd_template.h - optimiser steps of one real type.
 *
 * optimizer_step_simd.c includes this file once per type, and defines T, SUFFIX and SQRT.
 *
 * The compiler vectorises these loops.  Multiplications and additions are not fused and nothing is
 * summed across elements, so vectorised code produces the same bits as scalar code.  The flags that
 * select a variant of a rule are compile-time constants.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE_(a, b) a##_##b
#define PASTE(a, b)  PASTE_(a, b)
#define FN(name)     PASTE(name, SUFFIX)

/* Return the gradient that a rule uses: scaled, clamped and with weight decay.  NaN stays NaN. */
WR_INLINE T FN(gradient)(T g, T p, T scale, T clip, T decay, bool decays) {
    g *= scale;
    g = g > clip ? clip : g;
    g = g < -clip ? -clip : g;
    return decays ? g + decay * p : g;
}

#define OPERANDS                                                                                   \
    T *p = x[WR_STEP_P], *a = x[WR_STEP_A], *b = x[WR_STEP_B], *c = x[WR_STEP_C];                  \
    const T *grad = x[WR_STEP_G];                                                                  \
    const T rate = (T)s->rate, scale = (T)s->scale, clip = (T)s->clip, decay = (T)s->decay;        \
    const T beta1 = (T)s->beta1, beta2 = (T)s->beta2, eps = (T)s->eps, shrink = (T)s->shrink;      \
    const T rest1 = (T)(1 - s->beta1), rest2 = (T)(1 - s->beta2), keep = (T)s->keep,               \
            c2 = (T)s->c2;                                                                         \
    (void)a, (void)b, (void)c, (void)grad, (void)beta1, (void)beta2, (void)eps, (void)shrink,      \
        (void)rest1, (void)rest2, (void)keep, (void)c2, (void)scale, (void)clip, (void)decay,      \
        (void)rate

#define EACH WR_INDEPENDENT for (int64_t i = 0; i < n; i++)

#define GRADIENT(decays) FN(gradient)(grad[i], p[i], scale, clip, decay, decays)

/* ---- sgd ------------------------------------------------------------------------------------- */

WR_INLINE void FN(sgd_case)(void *const *x, int64_t n, const wr_step_numbers *s, bool momentum,
                            bool decays, bool nesterov) {
    OPERANDS;
    const T before = s->first ? 0 : beta1, now = s->first ? 1 : keep;
    EACH {
        T g = GRADIENT(decays);
        if (momentum) {
            T m = before * a[i] + now * g;
            a[i] = m;
            g = nesterov ? g + beta1 * m : m;
        }
        p[i] -= rate * g;
    }
}

static void FN(sgd)(void *const *x, int64_t n, const wr_step_numbers *s) {
    bool decays = s->decay != 0;
    if (x[WR_STEP_A] == NULL && !decays)
        FN(sgd_case)(x, n, s, false, false, false);
    else if (x[WR_STEP_A] == NULL)
        FN(sgd_case)(x, n, s, false, true, false);
    else if (s->nesterov)
        FN(sgd_case)(x, n, s, true, decays, true);
    else
        FN(sgd_case)(x, n, s, true, decays, false);
}

/* ---- adam, adamw, lamb ----------------------------------------------------------------------- */

WR_INLINE void FN(adam_case)(void *const *x, int64_t n, const wr_step_numbers *s, bool largest) {
    OPERANDS;
    const bool decays = s->decay != 0;
    EACH {
        T g = GRADIENT(decays), q = p[i] * shrink;
        T m = a[i] + rest1 * (g - a[i]), v = beta2 * b[i] + rest2 * g * g, top = v;
        a[i] = m;
        b[i] = v;
        if (largest) {
            top = c[i] > v ? c[i] : v;
            c[i] = top;
        }
        p[i] = q - rate * (m / (SQRT(top) * c2 + eps));
    }
}

static void FN(adam)(void *const *x, int64_t n, const wr_step_numbers *s) {
    if (x[WR_STEP_C] == NULL)
        FN(adam_case)(x, n, s, false);
    else
        FN(adam_case)(x, n, s, true);
}

static void FN(moments)(void *const *x, int64_t n, const wr_step_numbers *s) {
    OPERANDS; /* `keep` and `c2` correct the bias of the first and second moment */
    EACH {
        T g = GRADIENT(false);
        T m = a[i] + rest1 * (g - a[i]), v = beta2 * b[i] + rest2 * g * g;
        a[i] = m;
        b[i] = v;
        c[i] = m * keep / (SQRT(v) * c2 + eps) + decay * p[i];
    }
}

static void FN(direction)(void *const *x, int64_t n, const wr_step_numbers *s) {
    OPERANDS;
    EACH {
        T r = a[i] * keep / (SQRT(b[i]) * c2 + eps) + decay * p[i];
        p[i] -= rate * r;
    }
}

/* ---- rmsprop --------------------------------------------------------------------------------- */

WR_INLINE void FN(rmsprop_case)(void *const *x, int64_t n, const wr_step_numbers *s, bool momentum,
                                bool centred) {
    OPERANDS; /* beta1 is the momentum factor; beta2 is the decay rate of the means */
    const bool decays = s->decay != 0;
    EACH {
        T g = GRADIENT(decays), v = beta2 * a[i] + rest2 * g * g, spread = v;
        a[i] = v;
        if (centred) {
            T mean = c[i] + rest2 * (g - c[i]);
            c[i] = mean;
            spread = v - mean * mean;
        }
        T step = g / (SQRT(spread) + eps);
        if (momentum) {
            step = beta1 * b[i] + step;
            b[i] = step;
        }
        p[i] -= rate * step;
    }
}

static void FN(rmsprop)(void *const *x, int64_t n, const wr_step_numbers *s) {
    bool momentum = x[WR_STEP_B] != NULL, centred = x[WR_STEP_C] != NULL;
    if (momentum && centred)
        FN(rmsprop_case)(x, n, s, true, true);
    else if (momentum)
        FN(rmsprop_case)(x, n, s, true, false);
    else if (centred)
        FN(rmsprop_case)(x, n, s, false, true);
    else
        FN(rmsprop_case)(x, n, s, false, false);
}

/* ---- adagrad, adadelta ----------------------------------------------------------------------- */

static void FN(adagrad)(void *const *x, int64_t n, const wr_step_numbers *s) {
    OPERANDS;
    const bool decays = s->decay != 0;
    EACH {
        T g = GRADIENT(decays), sum = a[i] + g * g;
        a[i] = sum;
        p[i] -= rate * (g / (SQRT(sum) + eps));
    }
}

static void FN(adadelta)(void *const *x, int64_t n, const wr_step_numbers *s) {
    OPERANDS;
    const bool decays = s->decay != 0;
    EACH {
        T g = GRADIENT(decays), v = beta2 * a[i] + rest2 * g * g;
        T delta = SQRT(b[i] + eps) / SQRT(v + eps) * g;
        a[i] = v;
        b[i] = beta2 * b[i] + rest2 * delta * delta;
        p[i] -= rate * delta;
    }
}

#undef GRADIENT
#undef EACH
#undef OPERANDS
#undef FN
#undef PASTE
#undef PASTE_
#undef T
#undef SUFFIX
#undef SQRT
