/* cross_entropy.cu - cross_entropy, its gradient, and nll_loss.
 *
 * cross_entropy.c has the formulas.  A line is the elements of x along the class axis for one sample.
 * If the classes are contiguous, a block computes a line at a time; otherwise (`solo`) each thread
 * does, so that neighbouring threads read neighbouring elements.  X is the dtype of x, Y that of the
 * result, R the type of exponentials; sums are of doubles, after a few additions in R.  Which thread
 * has which elements depends on sizes and dtypes alone.  In front of this text are also the most
 * threads of a block in both directions, FORWARD_THREADS and BACKWARD_THREADS; HELD, 1 if lines stay
 * in shared memory in the backward direction; and ALIGNED, 1 if x and the result begin at multiples
 * of 16 bytes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
struct entropy_args {
    guard g;
    scalar x, target, weight, dy;
    void *out;
    i64 dtype;            /* of the result */
    i64 classes, inner, lines, ignore;
    double smoothing;
    i32 solo, logs, labels, has_weight; /* labels: targets are integers */
    i32 reduction, unused;              /* reduction: a wr_reduction */
    double *numbers; /* the sum of the weights, and the divisor of a mean */
    double *losses;  /* for each line its loss, and what it adds to the divisor */
};

enum { NONE, MEAN, SUM };

ON_DEVICE double weight_of(const entropy_args &a, i64 c) {
    return a.has_weight ? real_at(a.weight, c) : 1;
}

ON_DEVICE i64 offset_of(const entropy_args &a, i64 line, i64 c) {
    return (line / a.inner * a.classes + c) * a.inner + line % a.inner;
}

/* The label of a line, -1 if it is ignored, or -2 if it is out of range. */
ON_DEVICE i64 label_of(const entropy_args &a, i64 line) {
    i64 label = integer_at(a.target, line);
    if (label == a.ignore) return -1;
    return label >= 0 && label < a.classes ? label : -2;
}

/* ---- Before ---------------------------------------------------------------------------------- */

KERNEL(check, entropy_args) {
    if (!begin(a.g)) return;
    i64 step = (i64)gridDim.x * blockDim.x;
    for (i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x; i < a.lines; i += step)
        if (label_of(a, i) == -2)
            fail_at(a.g, REPORT_LABEL, (u64)i, integer_at(a.target, i), i, a.classes);
}

/* One block. */
KERNEL(prepare, entropy_args) {
    __shared__ double room[256];
    if (!begin(a.g)) return;
    double weights = 0, divide = 0;
    for (i64 i = threadIdx.x; i < a.classes; i += blockDim.x) weights += weight_of(a, i);
    for (i64 i = threadIdx.x; i < a.lines; i += blockDim.x) {
        i64 label = a.labels ? label_of(a, i) : 0;
        if (label >= 0) divide += a.labels ? weight_of(a, label) : 1;
    }
    weights = block_sum(weights, room);
    divide = block_sum(divide, room);
    if (threadIdx.x == 0) {
        a.numbers[0] = weights;
        a.numbers[1] = divide;
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* The threads that compute a line: one, or a block.  `room` has a double for each warp. */
struct team {
    i64 lane, lanes;
    double *room;
};

/* Combine a number of each thread of a team; all get the result. */
template <class F> ON_DEVICE double combine(const team &t, double x, F f) {
    if (t.lanes == 1) return x;
    u32 at = threadIdx.x, warps = blockDim.x / 32;
#pragma unroll
    for (int half = 16; half > 0; half /= 2) x = f(x, __shfl_xor_sync(0xffffffffu, x, half));
    if (warps == 1) return x;
    __syncthreads(); /* the memory may be in use */
    if (at % 32 == 0) t.room[at / 32] = x;
    __syncthreads();
    x = t.room[0];
    for (u32 w = 1; w < warps; w++) x = f(x, t.room[w]);
    return x;
}

ON_DEVICE double total(const team &t, double x) {
    return combine(t, x, [](double p, double q) { return p + q; });
}

ON_DEVICE double largest(const team &t, double x) {
    return combine(t, x, [](double p, double q) { return p > q ? p : q; });
}

/* ---- The elements of a line ------------------------------------------------------------------ */

/* Adjacent elements of x and of the result, of which those of the larger dtype have 16 bytes. */
enum { VEC = 16 / (sizeof(X) > sizeof(Y) ? sizeof(X) : sizeof(Y)), AHEAD = 4 };

typedef pack<X, VEC> group;

/* A line in contiguous memory has up to VEC - 1 elements, then groups of VEC that begin at
 * multiples of VEC of the array, then up to VEC - 1 elements. */
struct parts {
    i64 first, groups; /* class of the first group, and how many there are */
};

ON_DEVICE parts parts_of(const entropy_args &a, i64 line) {
    i64 first = (VEC - line * a.classes % VEC) % VEC;
    if (first > a.classes) first = a.classes;
    return parts{first, (a.classes - first) / VEC};
}

ON_DEVICE group load_group(const X *x) {
    if (ALIGNED) return *(const group *)x;
    group loaded;
#pragma unroll
    for (int v = 0; v < VEC; v++) loaded.x[v] = x[v];
    return loaded;
}

/* The result is larger than the caches, and is not read by this kernel. */
template <int N> ON_DEVICE void store_past(void *to, const pack<Y, N> &p) {
#ifndef WEIR_STAND_IN
    if (sizeof p == 16) {
        uint4 w;
        memcpy(&w, &p, sizeof p < sizeof w ? sizeof p : sizeof w);
        asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};"
                     :
                     : "l"(to), "r"(w.x), "r"(w.y), "r"(w.z), "r"(w.w)
                     : "memory");
        return;
    }
#endif
    store_pack(to, p);
}

/* Have the L2 cache load what is at an address. */
ON_DEVICE void prefetch(const void *at) {
#ifndef WEIR_STAND_IN
    asm volatile("prefetch.global.L2 [%0];" ::"l"(at));
#endif
}

/* Call f(x) for arrays that have the elements of a thread; AHEAD groups are loaded at once.
 * `held`: memory of the team for the groups of a line, or NULL. */
template <class F>
ON_DEVICE void each(const entropy_args &a, const team &t, i64 line, group *held, F &f) {
    const X *x = (const X *)a.x.at;
    if (a.solo) {
        for (i64 c = 0; c < a.classes; c++) {
            R one[1] = {cast<R>(x[offset_of(a, line, c)])};
            f(one);
        }
        return;
    }
    parts p = parts_of(a, line);
    x += line * a.classes;
    i64 rest = p.first + p.groups * VEC + t.lane, g = t.lane;
    if (t.lane < p.first) {
        R one[1] = {cast<R>(x[t.lane])};
        f(one);
    }
    if (rest < a.classes) {
        R one[1] = {cast<R>(x[rest])};
        f(one);
    }
    x += p.first;
    for (; g + (AHEAD - 1) * t.lanes < p.groups; g += AHEAD * t.lanes) {
        group loaded[AHEAD];
        R several[AHEAD * VEC];
#pragma unroll
        for (int j = 0; j < AHEAD; j++) loaded[j] = load_group(x + (g + j * t.lanes) * VEC);
#pragma unroll
        for (int j = 0; j < AHEAD; j++) {
            if (held) held[g + j * t.lanes] = loaded[j];
#pragma unroll
            for (int v = 0; v < VEC; v++) several[j * VEC + v] = cast<R>(loaded[j].x[v]);
        }
        f(several);
    }
#pragma unroll 1
    for (; g < p.groups; g += t.lanes) {
        group loaded = load_group(x + g * VEC);
        R several[VEC];
        if (held) held[g] = loaded;
#pragma unroll
        for (int v = 0; v < VEC; v++) several[v] = cast<R>(loaded.x[v]);
        f(several);
    }
}

/* Replace each element by f(x, class) in the result.  `held` as above: it has the groups, if it is
 * not NULL.  The line after this one that the team computes is loaded into the L2 cache. */
template <int AT_ONCE, class F>
ON_DEVICE void write_each(const entropy_args &a, const team &t, i64 line, const group *held, F f) {
    const X *x = (const X *)a.x.at;
    Y *y = (Y *)a.out;
    if (a.solo) {
        for (i64 c = 0; c < a.classes; c++) {
            i64 at = offset_of(a, line, c);
            y[at] = cast<Y>(f(cast<R>(x[at]), c));
        }
        return;
    }
    parts p = parts_of(a, line);
    const i64 sector = 128 / sizeof(group);
    bool fetches = held && t.lane % sector == 0 && line + gridDim.x < a.lines;
    const X *next = x + (line + gridDim.x) * a.classes;
    x += line * a.classes;
    y += line * a.classes;
    if (t.lane < p.first) y[t.lane] = cast<Y>(f(cast<R>(x[t.lane]), t.lane));
#pragma unroll(AT_ONCE)
    for (i64 g = t.lane; g < p.groups; g += t.lanes) {
        i64 c = p.first + g * VEC;
        if (fetches) prefetch(next + g * VEC);
        group loaded = held ? held[g] : load_group(x + c);
        pack<Y, VEC> stored;
#pragma unroll
        for (int v = 0; v < VEC; v++) stored.x[v] = cast<Y>(f(cast<R>(loaded.x[v]), c + v));
        if (ALIGNED) {
            store_past(y + c, stored);
        } else {
#pragma unroll
            for (int v = 0; v < VEC; v++) y[c + v] = stored.x[v];
        }
    }
    i64 rest = p.first + p.groups * VEC + t.lane;
    if (rest < a.classes) y[rest] = cast<Y>(f(cast<R>(x[rest]), rest));
}

/* The thread of a team that has a class in write_each. */
ON_DEVICE bool owns(const entropy_args &a, const team &t, i64 line, i64 c) {
    if (a.solo) return true;
    parts p = parts_of(a, line);
    i64 behind = p.first + p.groups * VEC;
    i64 lane = c < p.first ? c : c >= behind ? c - behind : (c - p.first) / VEC % t.lanes;
    return lane == t.lane;
}

/* e^x.  For elements of 16 bits, the error of x * log2(e) is small enough. */
ON_DEVICE double power(double x) { return exp(x); }
ON_DEVICE float power(float x) {
#ifndef WEIR_STAND_IN
    if (sizeof(X) == 2 && sizeof(Y) == 2) {
        float y;
        asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * 1.44269504f));
        return y;
    }
#endif
    return exp(x);
}

/* The sum of e^x over a line is e^top * sum. */
struct mass {
    double top, sum;
};

/* One pass: a thread scales its sum whenever it meets a new maximum.  Several exponentials are added
 * in R before they become a double: conversions are slow.  NaN is no maximum, but makes the sum
 * NaN. */
struct running {
    R top;
    double sum;
    template <int N> __device__ __forceinline__ void operator()(const R (&x)[N]) {
        const R none = (R)-__longlong_as_double(0x7ff0000000000000);
        R most = x[0], part = 0;
#pragma unroll
        for (int v = 1; v < N; v++) most = fmax(most, x[v]);
        if (most > top) {
            sum *= (double)power(top - most);
            top = most;
        }
        R zero = top > none ? top : (R)0;
#pragma unroll
        for (int v = 0; v < N; v++) part += power(x[v] - zero);
        sum += (double)part;
    }
};

ON_DEVICE mass mass_of(const entropy_args &a, const team &t, i64 line, group *held) {
    if (a.logs) return mass{0, 1};
    running own = {(R)-__longlong_as_double(0x7ff0000000000000), 0};
    each(a, t, line, held, own);
    double top = largest(t, (double)own.top);
    double sum = total(t, own.sum * (double)power((R)((double)own.top - top)));
    double nan = __longlong_as_double(0x7ff8000000000000);
    return top - top == 0 ? mass{top, sum} : mass{nan, nan};
}

/* The sum over a line of weight * log p, or of weight * target * log p. */
ON_DEVICE double spread_loss(const entropy_args &a, const team &t, i64 line, double log_sum,
                             bool targets) {
    double sum = 0;
    for (i64 c = t.lane; c < a.classes; c += t.lanes) {
        i64 at = offset_of(a, line, c);
        double by = targets ? real_at(a.target, at) : 1;
        sum += weight_of(a, c) * by * (real_at(a.x, at) - log_sum);
    }
    return total(t, sum);
}

ON_DEVICE void line_loss(const entropy_args &a, const team &t, i64 line) {
    i64 label = a.labels ? label_of(a, line) : 0;
    double e = a.smoothing, loss = 0, divide = 0;
    if (label >= 0) {
        mass m = mass_of(a, t, line, nullptr);
        double log_sum = m.top + log(m.sum);
        if (e > 0) loss -= e / (double)a.classes * spread_loss(a, t, line, log_sum, false);
        if (a.labels) {
            divide = weight_of(a, label);
            loss -= (1 - e) * divide * (real_at(a.x, offset_of(a, line, label)) - log_sum);
        } else {
            divide = 1;
            loss -= (1 - e) * spread_loss(a, t, line, log_sum, true);
        }
    }
    if (t.lane != 0) return;
    if (a.reduction == NONE) {
        store_real(a.out, (i32)a.dtype, line, loss);
        return;
    }
    a.losses[2 * line] = loss;
    a.losses[2 * line + 1] = divide;
}

ON_DEVICE void line_backward(const entropy_args &a, const team &t, i64 line, group *held) {
    i64 label = a.labels ? label_of(a, line) : 0;
    double e = a.smoothing, scale = real_at(a.dy, a.reduction == NONE ? line : 0), all = 0;
    if (a.reduction == MEAN) scale /= a.numbers[1];
    if (label < 0) {
        write_each<1>(a, t, line, nullptr, [&](R, i64) { return (R)0; });
        return;
    }
    mass m = mass_of(a, t, line, held);
    if (a.labels) {
        all = weight_of(a, label);
    } else {
        for (i64 c = t.lane; c < a.classes; c += t.lanes)
            all += weight_of(a, c) * real_at(a.target, offset_of(a, line, c));
        all = total(t, all);
    }
    all *= 1 - e;
    if (e > 0) all += e / (double)a.classes * (a.has_weight ? a.numbers[0] : (double)a.classes);
    double by = all * scale / m.sum, rest = e / (double)a.classes;
    R top = (R)m.top;
    if (a.labels && !a.has_weight) {
        /* All elements but one are those of a class that is not the label.  At the label, the
         * difference cancels, so it is one of doubles. */
        R factor = (R)by, less = (R)(-rest * scale);
        write_each<AHEAD>(a, t, line, held, [&](R x, i64) { return fma(power(x - top), factor, less); });
        if (!owns(a, t, line, label)) return;
        i64 at = offset_of(a, line, label);
        R x = cast<R>(((const X *)a.x.at)[at]);
        ((Y *)a.out)[at] = cast<Y>((double)power(x - top) * by - (1 - e + rest) * scale);
        return;
    }
    write_each<1>(a, t, line, held, [&](R x, i64 c) {
        double q = a.labels ? (double)(c == label) : real_at(a.target, offset_of(a, line, c));
        q = weight_of(a, c) * ((1 - e) * q + rest);
        return (double)power(x - top) * by - q * scale;
    });
}

/* ---- Kernels --------------------------------------------------------------------------------- */

template <bool backward> ON_DEVICE void walk(const entropy_args &a, double *room, group *held) {
    team t = {a.solo ? 0 : (i64)threadIdx.x, a.solo ? 1 : (i64)blockDim.x, room};
    i64 first = a.solo ? (i64)blockIdx.x * blockDim.x + threadIdx.x : (i64)blockIdx.x;
    i64 step = a.solo ? (i64)gridDim.x * blockDim.x : (i64)gridDim.x;
    for (i64 line = first; line < a.lines; line += step) {
        if (backward)
            line_backward(a, t, line, held);
        else
            line_loss(a, t, line);
    }
}

KERNEL_BOUNDED(forward, entropy_args, FORWARD_THREADS, FORWARD_THREADS == 32 ? 16 : 4) {
    __shared__ double room[32];
    if (!begin(a.g) || has_failed(a.g)) return;
    walk<false>(a, room, nullptr);
}

/* If HELD is 1, the elements of a line stay in shared memory between the two passes: so many lines
 * are under way that the caches have no room for them. */
KERNEL_BOUNDED(backward, entropy_args, BACKWARD_THREADS, BACKWARD_THREADS == 32 ? 16 : 1024 / BACKWARD_THREADS) {
    __shared__ double room[32];
    SHARED_BYTES(memory);
    if (!begin(a.g) || has_failed(a.g)) return;
    walk<true>(a, room, HELD ? (group *)memory : nullptr);
}

/* One block: add the losses up. */
KERNEL(finish, entropy_args) {
    __shared__ double room[256];
    if (!begin(a.g) || has_failed(a.g)) return;
    double sum = 0, divide = 0;
    for (i64 i = threadIdx.x; i < a.lines; i += blockDim.x) {
        sum += a.losses[2 * i];
        divide += a.losses[2 * i + 1];
    }
    sum = block_sum(sum, room);
    divide = block_sum(divide, room);
    if (threadIdx.x == 0) store_real(a.out, (i32)a.dtype, 0, a.reduction == MEAN ? sum / divide : sum);
}
