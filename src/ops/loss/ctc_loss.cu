/* ctc_loss.cu - connectionist temporal classification; ctc_loss.c explains the states.
 *
 * A block computes a sample, one thread for each state at a time.  Rows have one element for each
 * state.  Row 0 and row 1 are alpha (or beta) of two time steps; row 2 + t is reach(t), which the
 * backward pass keeps.
 *
 * SPDX-License-Identifier: Apache-2.0 */
struct ctc_args {
    guard g;
    scalar x, labels, input_lengths, target_lengths, dy;
    void *out;
    i64 dtype, steps, batch, classes, blank, rows;
    i64 each, label_count; /* each: labels of a sample, or -1 if they are concatenated */
    i64 reduction, zero_infinity;
    i64 *start;    /* of a sample: its first label */
    double *loss;  /* of a sample */
    double *space; /* for the rows */
};

enum { NONE, MEAN, SUM };


struct sample {
    i64 n, steps, target, states, start;
    double *rows;
};

ON_DEVICE sample sample_of(const ctc_args &a, i64 n) {
    sample s;
    s.n = n;
    s.steps = integer_at(a.input_lengths, n);
    s.target = integer_at(a.target_lengths, n);
    s.states = 2 * s.target + 1;
    s.start = a.start[n];
    s.rows = a.space + a.rows * (2 * s.start + n);
    return s;
}

ON_DEVICE double *row_of(const sample &s, i64 row) { return s.rows + row * s.states; }

ON_DEVICE i64 class_of(const ctc_args &a, const sample &s, i64 state) {
    return state % 2 == 0 ? a.blank : integer_at(a.labels, s.start + state / 2);
}

ON_DEVICE double emitted(const ctc_args &a, const sample &s, i64 t, i64 state) {
    return real_at(a.x, (t * a.batch + s.n) * a.classes + class_of(a, s, state));
}

/* log(e^a + e^b) */
ON_DEVICE double add_two(double a, double b) {
    double top = a > b || a != a ? a : b;
    return top == -infinity() ? top : top + log(exp(a - top) + exp(b - top));
}

ON_DEVICE bool skips(const ctc_args &a, const sample &s, i64 from, i64 to) {
    return from >= 0 && to < s.states && to % 2 == 1 && class_of(a, s, from) != class_of(a, s, to);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* One thread reads the lengths, because a sample begins where the one before it ends. */
KERNEL(prepare, ctc_args) {
    if (!begin(a.g) || !is_first_thread()) return;
    i64 at = 0;
    for (i64 n = 0; n < a.batch; n++) {
        i64 input = integer_at(a.input_lengths, n), target = integer_at(a.target_lengths, n);
        i64 most = a.each >= 0 ? a.each : a.label_count - at;
        if (input < 0 || input > a.steps) {
            fail_at(a.g, REPORT_INPUT_LENGTH, 0, n, input, a.steps);
            return;
        }
        if (target < 0 || target > most) {
            fail_at(a.g, REPORT_TARGET_LENGTH, 0, n, target, most);
            return;
        }
        a.start[n] = at;
        at += a.each >= 0 ? a.each : target;
    }
    if (at != a.label_count) fail_at(a.g, REPORT_TARGET_SUM, 0, at, a.label_count);
}

KERNEL(check, ctc_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    for (i64 n = blockIdx.x; n < a.batch; n += gridDim.x) {
        i64 target = integer_at(a.target_lengths, n);
        for (i64 i = threadIdx.x; i < target; i += blockDim.x) {
            i64 label = integer_at(a.labels, a.start[n] + i);
            u64 key = (u64)(a.start[n] + i);
            if (label == a.blank)
                fail_at(a.g, REPORT_BLANK, key, label, i, n);
            else if (label < 0 || label >= a.classes)
                fail_at(a.g, REPORT_CTC_LABEL, key, label, i, n, a.classes);
        }
    }
}

/* ---- Recursions ------------------------------------------------------------------------------ */

/* The log-likelihood of the target, in all threads.  With `keep`, reach(t) stays in row 2 + t. */
ON_DEVICE double walk(const ctc_args &a, const sample &s, bool keep) {
    if (s.steps == 0) return s.states == 1 ? 0 : -infinity();
    for (i64 t = 0; t < s.steps; t++) {
        double *alpha = row_of(s, t % 2);
        const double *last = row_of(s, (t + 1) % 2);
        for (i64 i = threadIdx.x; i < s.states; i += blockDim.x) {
            double reach = i < 2 ? 0 : -infinity();
            if (t > 0) {
                reach = last[i];
                if (i >= 1) reach = add_two(reach, last[i - 1]);
                if (skips(a, s, i - 2, i)) reach = add_two(reach, last[i - 2]);
            }
            if (keep) row_of(s, 2 + t)[i] = reach;
            alpha[i] = reach + emitted(a, s, t, i);
        }
        __syncthreads();
    }
    const double *alpha = row_of(s, (s.steps - 1) % 2);
    double all = s.states == 1 ? alpha[0] : add_two(alpha[s.states - 1], alpha[s.states - 2]);
    __syncthreads();
    return all;
}

ON_DEVICE bool counts(const ctc_args &a, double all) {
    return !(a.zero_infinity && all == -infinity());
}

ON_DEVICE double share_of_mean(const ctc_args &a, const sample &s) {
    return a.reduction != MEAN ? 1 : 1 / (double)(s.target > 0 ? s.target : 1);
}

KERNEL(forward, ctc_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    for (i64 n = blockIdx.x; n < a.batch; n += gridDim.x) {
        sample s = sample_of(a, n);
        double all = walk(a, s, false);
        if (threadIdx.x == 0) a.loss[n] = counts(a, all) ? (0 - all) * share_of_mean(a, s) : 0;
    }
}

KERNEL(finish, ctc_args) {
    if (!begin(a.g) || has_failed(a.g) || !is_first_thread()) return;
    double sum = 0;
    for (i64 n = 0; n < a.batch; n++) {
        sum += a.loss[n];
        if (a.reduction == NONE) store_real(a.out, (i32)a.dtype, n, a.loss[n]);
    }
    if (a.reduction == MEAN) sum /= (double)a.batch;
    if (a.reduction != NONE) store_real(a.out, (i32)a.dtype, 0, sum);
}

/* The gradient of a time step.  Row 2 + t has the shares of the states.  Threads whose states have the
 * same class write the same value. */
ON_DEVICE void write_step(const ctc_args &a, const sample &s, i64 t, double scale) {
    const double *share = row_of(s, 2 + t);
    for (i64 i = threadIdx.x; i < s.states; i += blockDim.x) {
        if (i % 2 == 0 && i > 0) continue;
        i64 c = class_of(a, s, i);
        double sum = 0;
        for (i64 k = i % 2; k < s.states; k += 2)
            if (class_of(a, s, k) == c) sum += share[k];
        store_real(a.out, (i32)a.dtype, (t * a.batch + s.n) * a.classes + c, -scale * sum);
    }
}

ON_DEVICE void walk_back(const ctc_args &a, const sample &s, double all, double scale) {
    for (i64 t = s.steps - 1; t >= 0; t--) {
        double *beta = row_of(s, t % 2), *share = row_of(s, 2 + t);
        const double *next = row_of(s, (t + 1) % 2);
        for (i64 i = threadIdx.x; i < s.states; i += blockDim.x) {
            double rest = i >= s.states - 2 ? 0 : -infinity(), emit = emitted(a, s, t, i);
            if (t < s.steps - 1) {
                rest = next[i];
                if (i + 1 < s.states) rest = add_two(rest, next[i + 1]);
                if (skips(a, s, i, i + 2)) rest = add_two(rest, next[i + 2]);
            }
            share[i] = exp(share[i] + emit + rest - all);
            beta[i] = rest + emit;
        }
        __syncthreads();
        write_step(a, s, t, scale);
        __syncthreads();
    }
}

KERNEL(backward, ctc_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    for (i64 n = blockIdx.x; n < a.batch; n += gridDim.x) {
        sample s = sample_of(a, n);
        for (i64 e = threadIdx.x; e < a.steps * a.classes; e += blockDim.x)
            store_real(a.out, (i32)a.dtype,
                       (e / a.classes * a.batch + n) * a.classes + e % a.classes, 0.0);
        __syncthreads();
        double all = walk(a, s, true), scale = real_at(a.dy, a.reduction == NONE ? n : 0);
        if (a.reduction != NONE)
            scale *= share_of_mean(a, s) / (a.reduction == MEAN ? (double)a.batch : 1);
        if (counts(a, all)) walk_back(a, s, all, scale);
        __syncthreads();
    }
}
