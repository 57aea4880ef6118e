/* categorical.cu - classes drawn with probabilities proportional to weights; choice.c explains the
 * methods.
 *
 * SPDX-License-Identifier: Apache-2.0 */
struct categorical_args {
    guard g;
    double *weight; /* rows x classes; becomes cumulative sums, or keys */
    void *out;
    i64 dtype, rows, classes, draws, logits;
    u64 seed, call;
};


/* ---- With replacement ------------------------------------------------------------------------ */

/* A thread sums a row in order, so that the sums are those of the CPU. */
KERNEL(sum_rows, categorical_args) {
    if (!begin(a.g)) return;
    i64 step = (i64)gridDim.x * blockDim.x;
    for (i64 row = (i64)blockIdx.x * blockDim.x + threadIdx.x; row < a.rows; row += step) {
        double *w = a.weight + row * a.classes, top = -infinity(), sum = 0;
        bool good = true;
        for (i64 i = 0; i < a.classes && a.logits; i++) top = fmax(top, w[i]);
        if (a.logits && !IS_FINITE(top)) good = false;
        for (i64 i = 0; i < a.classes && good; i++) {
            double weight = a.logits ? exp(w[i] - top) : w[i];
            good = weight >= 0;
            w[i] = sum += weight;
        }
        if (!(good && sum > 0 && IS_FINITE(sum))) fail_at(a.g, REPORT_WEIGHTS, (u64)row, row, 1);
    }
}

KERNEL(draw_classes, categorical_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    i64 step = (i64)gridDim.x * blockDim.x;
    for (i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x; i < a.rows * a.draws; i += step) {
        const double *sums = a.weight + i / a.draws * a.classes;
        struct draw d = begin_draw(a.seed, a.call, (u64)i);
        double x = uniform(&d) * sums[a.classes - 1];
        i64 low = 0, high = a.classes - 1;
        while (low < high) {
            i64 middle = low + (high - low) / 2;
            if (sums[middle] > x)
                high = middle;
            else
                low = middle + 1;
        }
        store_real(a.out, (i32)a.dtype, i, low);
    }
}

/* ---- Without replacement --------------------------------------------------------------------- */

/* A block makes the keys of a row: the logarithms of the times at which classes arrive. */
KERNEL(make_keys, categorical_args) {
    __shared__ double room[256];
    if (!begin(a.g)) return;
    for (i64 row = blockIdx.x; row < a.rows; row += gridDim.x) {
        double *w = a.weight + row * a.classes, arrive = 0;
        for (i64 i = threadIdx.x; i < a.classes; i += blockDim.x) {
            u64 word = random_word64(a.seed, a.call, (u64)(row * a.classes + i));
            double log_weight = a.logits ? w[i] : log(w[i]);
            if (log_weight != log_weight || log_weight == infinity())
                fail_at(a.g, REPORT_WEIGHTS, (u64)row, row, a.draws);
            w[i] = log(neg2log(word) * 0.5) - log_weight;
            arrive += w[i] < infinity();
        }
        if (block_sum(arrive, room) < (double)a.draws && threadIdx.x == 0)
            fail_at(a.g, REPORT_WEIGHTS, (u64)row, row, a.draws);
    }
}

/* A block finds the earliest classes of a row, one after another. */
KERNEL(race_rows, categorical_args) {
    __shared__ double key[256];
    __shared__ i64 index[256];
    if (!begin(a.g) || has_failed(a.g)) return;
    u32 t = threadIdx.x;
    for (i64 row = blockIdx.x; row < a.rows; row += gridDim.x) {
        const double *w = a.weight + row * a.classes;
        double last = -infinity();
        i64 last_index = -1;
        for (i64 n = 0; n < a.draws; n++) {
            double best = infinity();
            i64 at = a.classes;
            for (i64 i = t; i < a.classes; i += blockDim.x) {
                bool is_left = w[i] > last || (w[i] == last && i > last_index);
                if (is_left && (w[i] < best || (w[i] == best && i < at))) best = w[i], at = i;
            }
            key[t] = best;
            index[t] = at;
            __syncthreads();
            for (u32 half = blockDim.x / 2; half > 0; half /= 2) {
                if (t < half && (key[t + half] < key[t] ||
                                 (key[t + half] == key[t] && index[t + half] < index[t]))) {
                    key[t] = key[t + half];
                    index[t] = index[t + half];
                }
                __syncthreads();
            }
            last = key[0];
            last_index = index[0];
            if (t == 0) store_real(a.out, (i32)a.dtype, row * a.draws + n, last_index);
            __syncthreads();
        }
    }
}
