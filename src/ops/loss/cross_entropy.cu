/* cross_entropy.cu - cross_entropy, its gradient, and nll_loss.
 *
 * cross_entropy.c has the formulas.  A line is the elements of x along the class axis for one sample.
 * If the classes are contiguous, a block computes a line at a time; otherwise (`solo`) each thread
 * does, so that neighbouring threads read neighbouring elements.  X is the dtype of x, Y that of the
 * result, R the type of exponentials; sums are of doubles.
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
    i32 reduction, aligned;             /* reduction: a wr_reduction; aligned: x and out are */
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
        if (label_of(a, i) == -2) fail(a.g, REPORT_INDEX);
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

/* The threads that compute a line. */
struct team {
    i64 lane, lanes;
    double *room;
};

ON_DEVICE double total(const team &t, double x) {
    return t.lanes == 1 ? x : block_sum(x, t.room);
}

/* The largest element; NaN if there is one. */
ON_DEVICE double largest(const team &t, double x) {
    if (t.lanes == 1) return x;
    u32 at = threadIdx.x;
    t.room[at] = x;
    __syncthreads();
    for (u32 half = blockDim.x / 2; half > 0; half /= 2) {
        if (at < half) {
            double z = t.room[at + half];
            if (z > t.room[at] || z != z) t.room[at] = z;
        }
        __syncthreads();
    }
    x = t.room[0];
    __syncthreads();
    return x;
}

/* ---- The elements of a line ------------------------------------------------------------------ */

/* Adjacent elements of x and of the result, of which those of the larger dtype have 16 bytes. */
enum { VEC = 16 / (sizeof(X) > sizeof(Y) ? sizeof(X) : sizeof(Y)), AHEAD = 2 };

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

ON_DEVICE pack<X, VEC> load_group(const entropy_args &a, const X *x) {
    if (a.aligned) return *(const pack<X, VEC> *)x;
    pack<X, VEC> loaded;
#pragma unroll
    for (int v = 0; v < VEC; v++) loaded.x[v] = x[v];
    return loaded;
}

/* Call f(x, class) for the elements of a thread. */
template <class F> ON_DEVICE void each(const entropy_args &a, const team &t, i64 line, F f) {
    const X *x = (const X *)a.x.at;
    if (a.solo) {
        for (i64 c = 0; c < a.classes; c++) f(cast<R>(x[offset_of(a, line, c)]), c);
        return;
    }
    parts p = parts_of(a, line);
    x += line * a.classes;
    if (t.lane < p.first) f(cast<R>(x[t.lane]), t.lane);
    for (i64 g = t.lane; g < p.groups; g += AHEAD * t.lanes) {
        pack<X, VEC> loaded[AHEAD];
#pragma unroll
        for (int j = 0; j < AHEAD; j++)
            if (g + j * t.lanes < p.groups)
                loaded[j] = load_group(a, x + p.first + (g + j * t.lanes) * VEC);
#pragma unroll
        for (int j = 0; j < AHEAD; j++) {
            i64 c = p.first + (g + j * t.lanes) * VEC;
            if (g + j * t.lanes >= p.groups) break;
#pragma unroll
            for (int v = 0; v < VEC; v++) f(cast<R>(loaded[j].x[v]), c + v);
        }
    }
    i64 rest = p.first + p.groups * VEC + t.lane;
    if (rest < a.classes) f(cast<R>(x[rest]), rest);
}

/* Replace each element by f(x, class) in the result. */
template <class F> ON_DEVICE void write_each(const entropy_args &a, const team &t, i64 line, F f) {
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
    x += line * a.classes;
    y += line * a.classes;
    if (t.lane < p.first) y[t.lane] = cast<Y>(f(cast<R>(x[t.lane]), t.lane));
    for (i64 g = t.lane; g < p.groups; g += t.lanes) {
        i64 c = p.first + g * VEC;
        pack<X, VEC> loaded = load_group(a, x + c);
        pack<Y, VEC> stored;
#pragma unroll
        for (int v = 0; v < VEC; v++) stored.x[v] = cast<Y>(f(cast<R>(loaded.x[v]), c + v));
        if (a.aligned) {
            store_pack(y + c, stored);
        } else {
#pragma unroll
            for (int v = 0; v < VEC; v++) y[c + v] = stored.x[v];
        }
    }
    i64 rest = p.first + p.groups * VEC + t.lane;
    if (rest < a.classes) y[rest] = cast<Y>(f(cast<R>(x[rest]), rest));
}

/* The sum of e^x over a line is e^top * sum. */
struct mass {
    double top, sum;
};

/* One pass: a thread scales its sum whenever it meets a new maximum. */
ON_DEVICE mass mass_of(const entropy_args &a, const team &t, i64 line) {
    if (a.logs) return mass{0, 1};
    const R none = (R)-__longlong_as_double(0x7ff0000000000000);
    R own = none;
    double sum = 0;
    each(a, t, line, [&](R x, i64) {
        if (x > own || x != x) {
            sum = own > none ? sum * (double)exp(own - x) + 1 : 1;
            own = x;
        } else if (own > none) {
            sum += (double)exp(x - own);
        }
    });
    double top = largest(t, (double)own);
    sum = total(t, own > none ? sum * (double)exp((R)((double)own - top)) : 0);
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
        mass m = mass_of(a, t, line);
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

ON_DEVICE void line_backward(const entropy_args &a, const team &t, i64 line) {
    i64 label = a.labels ? label_of(a, line) : 0;
    double e = a.smoothing, scale = real_at(a.dy, a.reduction == NONE ? line : 0), all = 0;
    if (a.reduction == MEAN) scale /= a.numbers[1];
    if (label < 0) {
        for (i64 c = t.lane; c < a.classes; c += t.lanes)
            store_real(a.out, (i32)a.dtype, offset_of(a, line, c), (R)0);
        return;
    }
    mass m = mass_of(a, t, line);
    if (a.labels) {
        all = weight_of(a, label);
    } else {
        for (i64 c = t.lane; c < a.classes; c += t.lanes)
            all += weight_of(a, c) * real_at(a.target, offset_of(a, line, c));
        all = total(t, all);
    }
    all *= 1 - e;
    if (e > 0) all += e / (double)a.classes * (a.has_weight ? a.numbers[0] : (double)a.classes);
    double by = all * scale / m.sum; /* the difference below cancels, so it is one of doubles */
    double rest = e / (double)a.classes;
    R top = (R)m.top;
    write_each(a, t, line, [&](R x, i64 c) {
        double q = a.labels ? (double)(c == label) : real_at(a.target, offset_of(a, line, c));
        q = weight_of(a, c) * ((1 - e) * q + rest);
        return (double)exp(x - top) * by - q * scale;
    });
}

/* ---- Kernels --------------------------------------------------------------------------------- */

template <bool backward> ON_DEVICE void walk(const entropy_args &a, double *room) {
    team t = {a.solo ? 0 : (i64)threadIdx.x, a.solo ? 1 : (i64)blockDim.x, room};
    i64 first = a.solo ? (i64)blockIdx.x * blockDim.x + threadIdx.x : (i64)blockIdx.x;
    i64 step = a.solo ? (i64)gridDim.x * blockDim.x : (i64)gridDim.x;
    for (i64 line = first; line < a.lines; line += step) {
        if (backward)
            line_backward(a, t, line);
        else
            line_loss(a, t, line);
    }
}

KERNEL(forward, entropy_args) {
    __shared__ double room[256];
    if (!begin(a.g) || has_failed(a.g)) return;
    walk<false>(a, room);
}

KERNEL(backward, entropy_args) {
    __shared__ double room[256];
    if (!begin(a.g) || has_failed(a.g)) return;
    walk<true>(a, room);
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
