/* accumulate.cu - bincount and histogram on a CUDA device.
 *
 * In front of this text are totals.cu and the types of one kernel: X of x, W of the weights, Y of
 * the output, Z of the edges of bins.
 *
 * Counts are added with atomic instructions.  Sums of weights are not, since their order affects
 * the result: the elements are divided into pieces as on the CPU, and a block has one of them; it
 * goes through the elements in order, and each slot belongs to one of its threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { SHARED = 4096 }; /* so many counts are kept in shared memory */

struct accumulate_args {
    guard g;
    const X *x;
    const W *weights;
    Y *y;
    Z *edges;   /* of a histogram, or NULL */
    f64 *range; /* the lowest and the highest edge; before that, those of pieces */
    f64 *sums;  /* [piece][slot] */
    i64 count, slots;
    i64 pieces, piece;               /* the last piece has the rest */
    f64 low, high;                   /* of the range, if it is given */
    u64 x_value[2], weight_value[2]; /* a number, if the pointer to x or weights is NULL */
    u32 is_given, is_weighted;
};

ON_DEVICE X x_of(const accumulate_args &a, i64 i) {
    return a.x ? a.x[i] : *(const X *)(const void *)a.x_value;
}
ON_DEVICE W weight_of(const accumulate_args &a, i64 i) {
    return a.weights ? a.weights[i] : *(const W *)(const void *)a.weight_value;
}

/* Do the kernels before this one report a failure? */
ON_DEVICE bool runs(const guard &g) { return begin(g) && !has_failed(g); }

ON_DEVICE i64 thread_index() { return (i64)blockIdx.x * THREADS + threadIdx.x; }
ON_DEVICE i64 thread_count() { return (i64)gridDim.x * THREADS; }

/* ---- Bins ------------------------------------------------------------------------------------ */

struct bins {
    f64 low, high, step, scale;
    i64 count;
};

ON_DEVICE bins bins_of(const accumulate_args &a) {
    f64 low = a.is_given ? a.low : a.range[0], high = a.is_given ? a.high : a.range[1];
    return bins{low, high, (high - low) / (f64)a.slots, (f64)a.slots / (high - low), a.slots};
}

ON_DEVICE f64 edge_of(const bins &b, i64 i) {
    return i == b.count ? b.high : b.low + (f64)i * b.step;
}

/* The slot of an element; -1 if it is outside. */
ON_DEVICE i64 slot_of(const accumulate_args &a, const bins &b, i64 i) {
    if (!a.edges) return cast<i64>(x_of(a, i));
    f64 x = cast<f64>(x_of(a, i));
    if (!(x >= b.low && x <= b.high)) return -1;
    i64 bin = (i64)((x - b.low) * b.scale);
    if (bin >= b.count) bin = b.count - 1;
    while (bin > 0 && x < edge_of(b, bin)) bin--;
    while (bin < b.count - 1 && x >= edge_of(b, bin + 1)) bin++;
    return bin;
}

/* The range of elements.  If one is not finite, neither is the range. */
struct range_state {
    f64 low, high;
};
ON_DEVICE void join(range_state &s, const range_state &o) {
    if (!is_finite(s.low)) return;
    if (!is_finite(o.low)) s = o;
    if (o.low < s.low) s.low = o.low;
    if (o.high > s.high) s.high = o.high;
}

/* A block for each piece. */
KERNEL(find_ranges, accumulate_args) {
    __shared__ range_state shared[THREADS];
    if (!begin(a.g)) return;
    lanes_of l = find_lanes(THREADS, false);
    for (i64 p = blockIdx.x; p < a.pieces; p += gridDim.x) {
        i64 end = (p + 1) * a.piece;
        if (end > a.count) end = a.count;
        f64 first = cast<f64>(x_of(a, p * a.piece));
        range_state s = {first, first};
        for (i64 i = p * a.piece + threadIdx.x; i < end; i += THREADS) {
            f64 x = cast<f64>(x_of(a, i));
            join(s, range_state{x, x});
        }
        join_lanes(shared, s, l);
        if (threadIdx.x == 0) a.range[2 * p] = s.low, a.range[2 * p + 1] = s.high;
    }
}

/* One block. */
KERNEL(join_ranges, accumulate_args) {
    __shared__ range_state shared[THREADS];
    if (!begin(a.g)) return;
    lanes_of l = find_lanes(THREADS, false);
    range_state s = {a.range[0], a.range[1]};
    for (i64 p = threadIdx.x; p < a.pieces; p += THREADS)
        join(s, range_state{a.range[2 * p], a.range[2 * p + 1]});
    __syncthreads(); /* all have read the first range */
    join_lanes(shared, s, l);
    if (threadIdx.x != 0) return;
    if (!is_finite(s.high - s.low))
        fail_at(a.g, REPORT_RANGE, 0, __double_as_longlong(s.low), __double_as_longlong(s.high));
    if (s.low == s.high) s.low -= 0.5, s.high += 0.5;
    a.range[0] = s.low;
    a.range[1] = s.high;
}

/* ---- Counts ---------------------------------------------------------------------------------- */

KERNEL(check_slots, accumulate_args) {
    if (!begin(a.g)) return;
    for (i64 i = thread_index(); i < a.count; i += thread_count()) {
        i64 slot = cast<i64>(x_of(a, i));
        if (slot < 0 && cast<f64>(x_of(a, i)) < 0)
            fail_at(a.g, REPORT_NEGATIVE_COUNTED, (u64)i, i, slot);
        else if (slot < 0 || slot >= a.slots)
            fail_at(a.g, REPORT_COUNTED, (u64)i, i, slot, a.slots);
    }
}

/* Write the edges, and set counts to zero. */
KERNEL(start_slots, accumulate_args) {
    if (!runs(a.g)) return;
    bins b = bins_of(a);
    for (i64 i = thread_index(); i <= a.slots; i += thread_count()) {
        if (a.edges) a.edges[i] = cast<Z>(edge_of(b, i));
        if (!a.is_weighted && i < a.slots) a.y[i] = cast<Y>((u8)0);
    }
}

KERNEL(count_slots, accumulate_args) {
    __shared__ u32 shared[SHARED];
    if (!runs(a.g)) return;
    bins b = bins_of(a);
    u64 *y = (u64 *)(void *)a.y;
    bool few = a.slots <= SHARED;
    for (u32 s = threadIdx.x; few && s < a.slots; s += THREADS) shared[s] = 0;
    __syncthreads();
    for (i64 i = thread_index(); i < a.count; i += thread_count()) {
        i64 slot = slot_of(a, b, i);
        if (slot < 0) continue;
        if (few)
            atomicAdd(&shared[slot], 1u);
        else
            atomicAdd(&y[slot], (u64)1);
    }
    __syncthreads();
    for (u32 s = threadIdx.x; few && s < a.slots; s += THREADS)
        if (shared[s] != 0) atomicAdd(&y[s], (u64)shared[s]);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

KERNEL(add_weights, accumulate_args) {
    __shared__ i64 slot[THREADS];
    __shared__ f64 weight[THREADS];
    if (!runs(a.g)) return;
    bins b = bins_of(a);
    for (i64 p = blockIdx.x; p < a.pieces; p += gridDim.x) {
        f64 *sums = a.sums + p * a.slots;
        i64 first = p * a.piece, end = p + 1 == a.pieces ? a.count : first + a.piece;
        for (i64 s = threadIdx.x; s < a.slots; s += THREADS) sums[s] = 0;
        for (; first < end; first += THREADS) {
            i64 i = first + threadIdx.x, n = end - first < THREADS ? end - first : THREADS;
            __syncthreads();
            if (i < end) {
                slot[threadIdx.x] = slot_of(a, b, i);
                weight[threadIdx.x] = cast<f64>(weight_of(a, i));
            }
            __syncthreads();
            for (i64 e = 0; e < n; e++)
                if (slot[e] >= 0 && slot[e] % THREADS == threadIdx.x) sums[slot[e]] += weight[e];
        }
    }
}

KERNEL(join_weights, accumulate_args) {
    if (!runs(a.g)) return;
    for (i64 s = thread_index(); s < a.slots; s += thread_count()) {
        f64 sum = 0;
        for (i64 p = 0; p < a.pieces; p++) sum += a.sums[p * a.slots + s];
        a.y[s] = cast<Y>(sum);
    }
}
