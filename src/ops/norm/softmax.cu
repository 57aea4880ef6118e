/* softmax.cu - softmax and log_softmax on a CUDA device.
 *
 * In front of this text are totals.cu and the types of one kernel: X of the input, E in which it
 * computes, Y of the output; LOGARITHM; and HELD, the number of elements that a thread holds in
 * registers, or 0 if it reads them again.
 *
 * A line is the sequence of elements along the axis, which are `inner` elements apart.  Groups of
 * threads share a line; see totals.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */

struct softmax_args {
    guard g;
    const X *x;
    Y *y;
    i64 rows, count, inner; /* rows: number of lines; count: elements of a line */
    u32 by_columns, lanes;
};

struct top_state {
    E top;
};
ON_DEVICE void join(top_state &s, const top_state &o) {
    if (o.top > s.top || o.top != o.top) s.top = o.top;
}

/* Call f(element, index) for the elements of a lane.  What f assigns to a held element stays. */
template <class F>
ON_DEVICE void each(E *held, const X *x, i64 inner, i64 count, const lanes_of &l, F f) {
    if (HELD) {
        for (int j = 0; j < HELD; j++) {
            i64 i = l.lane + (i64)j * l.lanes;
            if (i < count) f(held[j], i);
        }
    } else {
        for (i64 i = l.lane; i < count; i += l.lanes) {
            E e = cast<E>(x[i * inner]);
            f(e, i);
        }
    }
}

KERNEL(softmax, softmax_args) {
    __shared__ top_state shared_top[THREADS];
    __shared__ total<E> shared_sum[THREADS];
    if (!begin(a.g)) return;
    lanes_of l = find_lanes(a.lanes, a.by_columns);
    u32 width = THREADS / a.lanes;
    i64 work = (a.rows + width - 1) / width, inner = a.inner;
    for (i64 w = blockIdx.x; w < work; w += gridDim.x) {
        i64 row = w * width + l.slot, count = row < a.rows ? a.count : 0, at = 0;
        if (count > 0) at = row / inner * count * inner + row % inner;
        const X *x = a.x + at;
        Y *y = a.y + at;
        E held[HELD ? HELD : 1];
        for (int j = 0; j < HELD; j++) {
            i64 i = l.lane + (i64)j * l.lanes;
            if (i < count) held[j] = cast<E>(x[i * inner]);
        }
        top_state top = {(E)(-1 / 0.0)};
        each(held, x, inner, count, l, [&](E &e, i64) { join(top, top_state{e}); });
        share_lanes(shared_top, top, l);
        total<E> sum = {};
        each(held, x, inner, count, l, [&](E &e, i64) {
            E power = exp(e - top.top);
            add(sum, power);
            if (!LOGARITHM) e = power;
        });
        share_lanes(shared_sum, sum, l);
        f64 by = LOGARITHM ? log(value_of(sum)) : 1 / value_of(sum);
        each(held, x, inner, count, l, [&](E &e, i64 i) {
            E power = LOGARITHM || HELD ? e : exp(e - top.top);
            y[i * inner] = cast<Y>((E)(LOGARITHM ? (f64)(e - top.top) - by : power * by));
        });
    }
}
