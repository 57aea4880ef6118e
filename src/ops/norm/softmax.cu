/* softmax.cu - softmax and log_softmax on a CUDA device.
 *
 * In front of this text are totals.cu, lines.cu and the types of one kernel: X of the input, E in
 * which it computes, Y of the output; LOGARITHM; LANES, the number of threads that share a line; and
 * COLUMNS, 1 if adjacent threads have adjacent lines.
 *
 * A line is the sequence of elements along the axis, which are `inner` elements apart.  Lines that
 * are held in registers are read once; others are read twice: for the maximum and the sum, and for
 * the result.
 *
 * What limits it is memory.  So all loads of a held line are under way before the first is used, and
 * those of a block's first lines before the error words are known.
 *
 * SPDX-License-Identifier: Apache-2.0 */

struct softmax_args {
    guard g;
    const X *x;
    Y *y;
    i64 rows, count, inner; /* rows: number of lines; count: elements of a line */
};

/* The larger one, or NaN. */
ON_DEVICE E higher(E x, E z) { return z > x || z != z ? z : x; }

/* The larger one; NaN is ignored, and found again in the sum. */
ON_DEVICE f32 larger(f32 x, f32 z) { return fmaxf(x, z); }
ON_DEVICE f64 larger(f64 x, f64 z) { return fmax(x, z); }

struct top_state {
    E top;
};
ON_DEVICE void join(top_state &s, const top_state &o) { s.top = higher(s.top, o.top); }

ON_DEVICE E share_top(top_state *room, E top, const lanes_of &l) {
    if (!COLUMNS) return share_word((E *)room, top, l, higher);
    top_state s = {top};
    share_lanes(room, s, l);
    return s.top;
}

/* Replace a group by powers, and add them. */
ON_DEVICE void raise(E *group, E top, total<E> &sum) {
    E power[VEC];
#pragma unroll
    for (int v = 0; v < VEC; v++) power[v] = exp(group[v] - top);
    add_group(sum, power);
#pragma unroll
    for (int v = 0; v < VEC; v++)
        if (!LOGARITHM) group[v] = power[v];
}

/* A group of the result. */
ON_DEVICE void finish(E *group, E top, E by) {
#pragma unroll
    for (int v = 0; v < VEC; v++) group[v] = LOGARITHM ? (group[v] - top) - by : group[v] * by;
}

ON_DEVICE E scale_of(const total<E> &sum) {
    return here((E)(LOGARITHM ? log(value_of(sum)) : 1 / value_of(sum)));
}

/* Load a line.  If lines are full, one that is not there is loaded from the address of another. */
ON_DEVICE void load_line(E *held, const X *x, i64 inner, i64 count, const lanes_of &l) {
    if (FULL) {
        pack<X, VEC> loaded[HELD ? HELD : 1];
#pragma unroll
        for (int j = 0; j < HELD; j++)
            loaded[j] = *(const pack<X, VEC> *)(x + (l.lane + j * LANES) * VEC);
#pragma unroll
        for (int i = 0; i < HELD * VEC; i++) held[i] = cast<E>(loaded[i / VEC].x[i % VEC]);
        return;
    }
#pragma unroll
    for (int j = 0; j < HELD; j++)
        load_group(held + j * VEC, x, inner, group_at(l, j), count, -infinity());
}

/* Compute a line in registers. */
ON_DEVICE void finish_line(E *held, Y *y, i64 inner, i64 count, const lanes_of &l, top_state *tops,
                           total<E> *sums) {
    E tops_of[VEC];
#pragma unroll
    for (int v = 0; v < VEC; v++) tops_of[v] = held[v];
#pragma unroll
    for (int i = VEC; i < HELD * VEC; i++) tops_of[i % VEC] = larger(tops_of[i % VEC], held[i]);
#pragma unroll
    for (int v = 1; v < VEC; v++) tops_of[0] = larger(tops_of[0], tops_of[v]);
    E top = share_top(tops, tops_of[0], l);
    total<E> sum = {};
#pragma unroll
    for (int j = 0; j < HELD; j++) raise(held + j * VEC, top, sum);
    share_total(sums, sum, l);
    E by = scale_of(sum);
    if (count <= 0) return;
#pragma unroll
    for (int j = 0; j < HELD; j++) {
        finish(held + j * VEC, top, by);
        store_group(y, inner, held + j * VEC, group_at(l, j), count);
    }
}

/* A line that is read twice.  A lane's sum is scaled whenever it meets a new maximum. */
ON_DEVICE void long_line(const X *x, Y *y, i64 inner, i64 count, const lanes_of &l,
                         top_state *tops, total<E> *sums) {
    E group[VEC], own = -infinity();
    total<E> sum = {};
    for (i64 i = group_at(l, 0); i < count; i += (i64)l.lanes * VEC) {
        load_group(group, x, inner, i, count, -infinity());
        E top = own;
#pragma unroll
        for (int v = 0; v < VEC; v++) top = higher(top, group[v]);
        if (top != own) {
            if (own > -infinity()) scale(sum, (f64)exp(own - top));
            own = top;
        }
        if (!(own == -infinity())) {
#pragma unroll
            for (int v = 0; v < VEC; v++) group[v] = exp(group[v] - own);
            add_group(sum, group);
        }
    }
    E top = share_top(tops, own, l);
    if (own > -infinity()) scale(sum, (f64)exp(own - top));
    share_total(sums, sum, l);
    E by = scale_of(sum);
    for (i64 i = group_at(l, 0); i < count; i += (i64)l.lanes * VEC) {
        load_group(group, x, inner, i, count, -infinity());
#pragma unroll
        for (int v = 0; v < VEC; v++)
            if (!LOGARITHM) group[v] = exp(group[v] - top);
        finish(group, top, by);
        store_group(y, inner, group, i, count);
    }
}

KERNEL_BOUNDED(softmax, softmax_args, 256, 3) {
    __shared__ top_state tops[THREADS];
    __shared__ total<E> sums[THREADS];
    lanes_of l = find_lanes(LANES, COLUMNS);
    const u32 width = THREADS / LANES;
    i64 work = (a.rows + width - 1) / width, inner = COLUMNS ? a.inner : 1;
    bool begun = false;
    for (i64 w = blockIdx.x; w < work; w += gridDim.x) {
        i64 row = w * width + l.slot, count = row < a.rows ? a.count : 0;
        i64 from = FULL && count == 0 ? 0 : row, at = from * a.count;
        if (COLUMNS) at = from / inner * a.count * inner + from % inner;
        E held[ROOM];
        if (HELD) load_line(held, a.x + at, inner, count, l);
        if (!begun && !begin(a.g)) return;
        begun = true;
        if (HELD)
            finish_line(held, a.y + at, inner, count, l, tops, sums);
        else
            long_line(a.x + at, a.y + at, inner, count, l, tops, sums);
    }
    if (!begun) begin(a.g);
}
