/* optimizer.cu - optimiser steps: one launch updates many parameters in place.
 *
 * optimizer_step_simd_template.h has the same formulas for vectors.  RULE selects the rule.  R is the
 * type in which it is computed, TP, TK, TA, TB, TC and TG are the dtypes of the parameters, their
 * copies, the states and the gradients; void stands for a list that is not there.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define RULE_SGD      0
#define RULE_ADAM     1
#define RULE_RMSPROP  2
#define RULE_ADAGRAD  3
#define RULE_ADADELTA 4
#define RULE_LAMB     5

struct tensor {
    TP *p;
    TK *copy;
    TA *a;
    TB *b;
    TC *c;
    float *step; /* or NULL */
    const TG *g;
    u64 count;
};

struct step_args {
    guard g;
    scalar rate, scale, norm;
    double weight_decay, max_norm, clip_value;
    double beta1, beta2, eps, keep; /* momentum is beta1; keep: 1 - dampening */
    double lr_decay;
    i32 maximize, nesterov, decoupled, skip_nonfinite;
    double *sums, *trust; /* lamb: two sums for each block of elements; a factor for each tensor */
    u64 each;             /* elements that a block of threads updates */
    u32 count, unused;
    u32 first[TENSORS]; /* the first block of a tensor */
    tensor t[TENSORS];
};

struct numbers {
    R rate, scale, clip, decay, shrink, beta1, beta2, rest1, rest2, eps, keep, c2;
    bool first;
};

ON_DEVICE bool is_finite(double x) { return x - x == 0; }

ON_DEVICE bool runs(const step_args &a) {
    return !a.skip_nonfinite || is_finite(value_of(a.norm));
}

/* The constants of the step of tensor i, which one thread computes for its block. */
ON_DEVICE void make_numbers(const step_args &a, u32 i, numbers *n) {
    double rate = value_of(a.rate), scale = value_of(a.scale), norm = fabs(value_of(a.norm) * scale);
    double clip = a.max_norm > 0 ? a.max_norm / (norm + 1e-6) : 1;
    double step = a.t[i].step != 0 ? 1 + (double)*a.t[i].step : 1;
    double decay = a.weight_decay, shrink = 1, keep = a.keep, c2 = 1;
    if (!(clip >= 1)) scale *= clip; /* written so that NaN propagates */
    if (a.maximize) scale = -scale;
#if RULE == RULE_ADAM
    if (a.decoupled) {
        shrink = 1 - rate * a.weight_decay;
        decay = 0;
    }
    rate /= 1 - pow(a.beta1, step);
    c2 = 1 / sqrt(1 - pow(a.beta2, step));
#elif RULE == RULE_LAMB
    keep = 1 / (1 - pow(a.beta1, step));
    c2 = 1 / sqrt(1 - pow(a.beta2, step));
#elif RULE == RULE_ADAGRAD
    rate /= 1 + (step - 1) * a.lr_decay;
#endif
    n->rate = (R)rate;
    n->scale = (R)scale;
    n->clip = a.clip_value > 0 ? (R)a.clip_value : (R)__longlong_as_double(0x7ff0000000000000);
    n->decay = (R)decay;
    n->shrink = (R)shrink;
    n->beta1 = (R)a.beta1;
    n->beta2 = (R)a.beta2;
    n->rest1 = (R)(1 - a.beta1);
    n->rest2 = (R)(1 - a.beta2);
    n->eps = (R)a.eps;
    n->keep = (R)keep;
    n->c2 = (R)c2;
    n->first = a.t[i].step != 0 && step == 1;
#if RULE == RULE_LAMB
    if (a.trust != 0) n->rate = (R)(rate * a.trust[i]);
#endif
}

ON_DEVICE u32 tensor_of(const step_args &a, u32 block) {
    u32 i = 0;
    while (i + 1 < a.count && a.first[i + 1] <= block) i++;
    return i;
}

ON_DEVICE u16 bits_of(f16 x) { return x.bits; }
ON_DEVICE u16 bits_of(bf16 x) { return x.bits; }
ON_DEVICE u32 bits_of(float x) { return __float_as_uint(x); }
ON_DEVICE u64 bits_of(double x) { return (u64)__double_as_longlong(x); }

/* The parameter, or its copy if that was written since the last step. */
ON_DEVICE R parameter(const tensor &t, u64 i) {
    R p = cast<R>(t.p[i]);
#if HAS_COPY && TAKES_WRITTEN
    if (bits_of(cast<TK>(p)) != bits_of(t.copy[i])) p = cast<R>(t.copy[i]);
#endif
    return p;
}

ON_DEVICE R gradient(const numbers &n, R g, R p, bool decays) {
    g *= n.scale;
    g = g > n.clip ? n.clip : g;
    g = g < -n.clip ? -n.clip : g;
    return decays ? g + n.decay * p : g;
}

ON_DEVICE void update(const step_args &a, const numbers &n, const tensor &t, u64 i) {
    R p = parameter(t, i), grad = cast<R>(t.g[i]);
#if RULE == RULE_SGD
    R g = gradient(n, grad, p, n.decay != 0);
#if HAS_A
    R before = n.first ? 0 : n.beta1, now = n.first ? 1 : n.keep;
    R m = before * cast<R>(t.a[i]) + now * g;
    t.a[i] = cast<TA>(m);
    g = a.nesterov ? g + n.beta1 * m : m;
#endif
    p -= n.rate * g;
#elif RULE == RULE_ADAM
    R g = gradient(n, grad, p, n.decay != 0), q = p * n.shrink, old = cast<R>(t.a[i]);
    R m = old + n.rest1 * (g - old), v = n.beta2 * cast<R>(t.b[i]) + n.rest2 * g * g, top = v;
    t.a[i] = cast<TA>(m);
    t.b[i] = cast<TB>(v);
#if HAS_C
    R most = cast<R>(t.c[i]);
    top = most > v ? most : v;
    t.c[i] = cast<TC>(top);
#endif
    p = q - n.rate * (m / (sqrt(top) * n.c2 + n.eps));
#elif RULE == RULE_RMSPROP
    R g = gradient(n, grad, p, n.decay != 0);
    R v = n.beta2 * cast<R>(t.a[i]) + n.rest2 * g * g, spread = v;
    t.a[i] = cast<TA>(v);
#if HAS_C
    R old = cast<R>(t.c[i]), mean = old + n.rest2 * (g - old);
    t.c[i] = cast<TC>(mean);
    spread = v - mean * mean;
#endif
    R step = g / (sqrt(spread) + n.eps);
#if HAS_B
    step = n.beta1 * cast<R>(t.b[i]) + step;
    t.b[i] = cast<TB>(step);
#endif
    p -= n.rate * step;
#elif RULE == RULE_ADAGRAD
    R g = gradient(n, grad, p, n.decay != 0), sum = cast<R>(t.a[i]) + g * g;
    t.a[i] = cast<TA>(sum);
    p -= n.rate * (g / (sqrt(sum) + n.eps));
#elif RULE == RULE_ADADELTA
    R g = gradient(n, grad, p, n.decay != 0), old = cast<R>(t.b[i]);
    R v = n.beta2 * cast<R>(t.a[i]) + n.rest2 * g * g;
    R delta = sqrt(old + n.eps) / sqrt(v + n.eps) * g;
    t.a[i] = cast<TA>(v);
    t.b[i] = cast<TB>(n.beta2 * old + n.rest2 * delta * delta);
    p -= n.rate * delta;
#else
    R r = cast<R>(t.a[i]) * n.keep / (sqrt(cast<R>(t.b[i])) * n.c2 + n.eps) + n.decay * p;
    (void)grad;
    p -= n.rate * r;
#endif
    t.p[i] = cast<TP>(p);
#if HAS_COPY
    t.copy[i] = cast<TK>(p);
#endif
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* A thread loads adjacent elements of all lists, updates copies of them, and stores these. */
enum { VEC = 4 };

template <class T> ON_DEVICE void load_group(T *to, const T *from) {
    pack<T, VEC> loaded = *(const pack<T, VEC> *)from;
#pragma unroll
    for (int v = 0; v < VEC; v++) to[v] = loaded.x[v];
}
template <class T> ON_DEVICE void store_group(T *to, const T *from) {
    pack<T, VEC> stored;
#pragma unroll
    for (int v = 0; v < VEC; v++) stored.x[v] = from[v];
    store_pack(to, stored);
}

/* Are all lists aligned?  Those that are not there have the address 0. */
ON_DEVICE bool is_aligned(const tensor &t) {
    u64 any = (u64)t.p | (u64)t.copy | (u64)t.a | (u64)t.b | (u64)t.c | (u64)t.g;
    return any % 16 == 0;
}

ON_DEVICE void update_group(const step_args &a, const numbers &n, const tensor &t, u64 e) {
    TP p[VEC];
    TG g[VEC];
    tensor own = {};
    own.p = p;
    own.g = g;
    load_group(p, t.p + e);
    load_group(g, t.g + e);
#if HAS_COPY
    TK copy[VEC];
    own.copy = copy;
    load_group(copy, t.copy + e);
#endif
#if HAS_A
    TA state_a[VEC];
    own.a = state_a;
    load_group(state_a, t.a + e);
#endif
#if HAS_B
    TB state_b[VEC];
    own.b = state_b;
    load_group(state_b, t.b + e);
#endif
#if HAS_C
    TC state_c[VEC];
    own.c = state_c;
    load_group(state_c, t.c + e);
#endif
#pragma unroll
    for (int v = 0; v < VEC; v++) update(a, n, own, v);
    store_group(t.p + e, p);
#if HAS_COPY
    store_group(t.copy + e, copy);
#endif
#if HAS_A && RULE != RULE_LAMB /* which has updated the states before */
    store_group(t.a + e, state_a);
#endif
#if HAS_B && RULE != RULE_LAMB
    store_group(t.b + e, state_b);
#endif
#if HAS_C
    store_group(t.c + e, state_c);
#endif
}

KERNEL(step, step_args) {
    __shared__ numbers n;
    if (!begin(a.g) || !runs(a)) return;
    u32 i = tensor_of(a, blockIdx.x);
    if (threadIdx.x == 0) make_numbers(a, i, &n);
    __syncthreads();
    u64 from = (u64)(blockIdx.x - a.first[i]) * a.each, count = a.t[i].count;
    u64 to = count - from < a.each ? count : from + a.each;
    bool aligned = is_aligned(a.t[i]);
    for (u64 e = from + threadIdx.x * VEC; e < to; e += blockDim.x * VEC) {
        if (aligned && e + VEC <= to)
            update_group(a, n, a.t[i], e);
        else
            for (u64 j = e; j < e + VEC && j < to; j++) update(a, n, a.t[i], j);
    }
}

/* Count the step; the last kernel of a call. */
KERNEL(count, step_args) {
    if (!begin(a.g) || !runs(a)) return;
    for (u32 i = threadIdx.x; i < a.count; i += blockDim.x)
        if (a.t[i].step != 0) *a.t[i].step += 1;
}

#if RULE == RULE_LAMB
/* Update the moments, and sum the squares of the parameters and of the directions of a block. */
KERNEL(moments, step_args) {
    __shared__ numbers n;
    __shared__ double room[256];
    if (!begin(a.g) || !runs(a)) return;
    u32 i = tensor_of(a, blockIdx.x);
    const tensor &t = a.t[i];
    if (threadIdx.x == 0) make_numbers(a, i, &n);
    __syncthreads();
    u64 from = (u64)(blockIdx.x - a.first[i]) * a.each;
    u64 to = t.count - from < a.each ? t.count : from + a.each;
    double squares = 0, directions = 0;
    for (u64 e = from + threadIdx.x; e < to; e += blockDim.x) {
        R p = parameter(t, e), g = gradient(n, cast<R>(t.g[e]), p, false), old = cast<R>(t.a[e]);
        R m = old + n.rest1 * (g - old), v = n.beta2 * cast<R>(t.b[e]) + n.rest2 * g * g;
        t.a[e] = cast<TA>(m);
        t.b[e] = cast<TB>(v);
        R r = m * n.keep / (sqrt(v) * n.c2 + n.eps) + n.decay * p;
        squares += (double)p * (double)p;
        directions += (double)r * (double)r;
    }
    squares = block_sum(squares, room);
    directions = block_sum(directions, room);
    if (threadIdx.x == 0) {
        a.sums[2 * (u64)blockIdx.x] = squares;
        a.sums[2 * (u64)blockIdx.x + 1] = directions;
    }
}

/* One block for each tensor: the ratio of the norms. */
KERNEL(trust, step_args) {
    __shared__ double room[256];
    if (!begin(a.g)) return;
    u32 i = blockIdx.x;
    u64 blocks = (a.t[i].count + a.each - 1) / a.each;
    const double *sums = a.sums + 2 * (u64)a.first[i];
    double squares = 0, directions = 0;
    for (u64 b = threadIdx.x; b < blocks; b += blockDim.x) {
        squares += sums[2 * b];
        directions += sums[2 * b + 1];
    }
    squares = block_sum(squares, room);
    directions = block_sum(directions, room);
    if (threadIdx.x == 0)
        a.trust[i] = squares > 0 && directions > 0 ? sqrt(squares) / sqrt(directions) : 1;
}
#endif
