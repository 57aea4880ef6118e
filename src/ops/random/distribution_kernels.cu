/* distribution_kernels.cu - arrays of samples whose parameters may be arrays; draws.cu has the
 * distributions.
 *
 * SAMPLE is the expression of a sample: of type Y, from the stream `d` and the parameters p.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { FINITE = 1, POSITIVE, NOT_NEGATIVE, PROBABILITY, CHANCE, RATE, TRIALS }; /* domains */

struct parameter {
    scalar s;
    i64 domain; /* 0: the values are known to be good */
    i64 stride[DIMS];
};

struct draw_args {
    guard g;
    void *out;
    i64 dtype;
    u64 count, seed, call;
    i64 dims, parameters;
    i64 shape[DIMS];
    parameter p[4];
};

ON_DEVICE double parameter_at(const draw_args &a, int which, u64 element) {
    const parameter &p = a.p[which];
    i64 at = 0;
    for (i64 d = a.dims - 1; d >= 0 && p.s.at != 0; d--) {
        at += (i64)(element % (u64)a.shape[d]) * p.stride[d];
        element /= (u64)a.shape[d];
    }
    return real_at(p.s, at);
}

ON_DEVICE bool is_inside(i64 domain, double x) {
    switch (domain) {
    case FINITE: return x - x == 0;
    case POSITIVE: return x > 0 && x - x == 0;
    case NOT_NEGATIVE: return x >= 0 && x - x == 0;
    case PROBABILITY: return x >= 0 && x <= 1;
    case CHANCE: return x > 0 && x <= 1;
    case RATE: return x >= 0 && x <= 0x1p62;
    case TRIALS: return x >= 0 && x <= 0x1p53 && x == floor(x);
    default: return true;
    }
}

KERNEL(check, draw_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step)
        for (int j = 0; j < a.parameters; j++)
            if (!is_inside(a.p[j].domain, parameter_at(a, j, i)))
                fail_at(a.g, REPORT_FINITE + (u32)(a.p[j].domain - FINITE),
                        i * (u64)a.parameters + (u64)j, j, (i64)i,
                        __double_as_longlong(parameter_at(a, j, i)));
}

KERNEL(draw_all, draw_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        double p[4] = {0, 0, 0, 0};
        for (int j = 0; j < a.parameters; j++) p[j] = parameter_at(a, j, i);
        struct draw d = begin_draw(a.seed, a.call, i);
        (void)d;
        Y y = SAMPLE;
        store_real(a.out, (i32)a.dtype, (i64)i, y);
    }
}
