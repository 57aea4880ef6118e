/* recurrent.cu - recurrent layers and their gradients.
 *
 * rnn.c has the formulas, recurrent_walk.h the slots of the operands.  The products with the inputs,
 * and those that give the gradients of the weights and of x, are products of whole matrices, which
 * the host computes before and after these kernels.  What remains is a loop over time steps:
 *
 *   forward, backward             few units: a block computes ROWS rows (samples of the batch) from
 *                                 the first time step to the last.  Rows do not depend on each other,
 *                                 so that blocks never wait for each other.
 *   forward_step, backward_step   many units: the host multiplies the states of all rows by the
 *                                 weights at each time step, and these kernels compute the cells.
 *
 * CELL is a wr_cell; GATES, SAVED and BACK are those of the cell.  R is the type of the computation;
 * PLAIN is 1 if all operands have it.  ROWS * units is at most 512, the number of threads; the rows of the weights are at most PER times
 * that.  A thread holds KEEP weights in registers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { X, W_IH, W_HH, B_IH, B_HH, H0, C0, LENGTHS, Y, H_N, C_N, SAVED_VALUES, D = 16, SLOTS = 32 };

enum {
    THREADS_MAX = 512,
    ROOM = ROWS == 1 ? 256 : THREADS_MAX / ROWS, /* units of a row in shared memory */
};

struct recurrent_args {
    guard g;
    scalar in[SLOTS]; /* absent operands are 0 everywhere */
    void *out[SLOTS]; /* or NULL */
    i64 dtype;        /* of the outputs */
    i64 steps, batch, inputs, units, reverse, backward;
    i64 step;        /* of the kernels that compute one */
    const R *z;      /* time, batch, GATES * units: the products with the inputs; or NULL */
    const R *weight; /* forward: weight_hh transposed; backward: weight_hh */
    R *h, *c;        /* batch, units: states or their gradients, for many units; c also absent */
    R *m;            /* batch, GATES * units: the products with h, for many units */
    R *slopes;       /* backward: time, batch, BACK * units: the gradients of the gates */
    R *before;       /* backward: time, batch, units: the states before each time step */
    R *sums;         /* backward: batch, BACK * units: the sums of the slopes over time */
};

ON_DEVICE R get(const recurrent_args &a, int slot, i64 at) {
    const scalar &s = a.in[slot];
    if (s.at == 0) return 0;
    return PLAIN ? ((const R *)s.at)[at] : (R)real_at(s, at);
}

ON_DEVICE void put(const recurrent_args &a, int slot, i64 at, R x) {
    if (a.out[slot] == 0) return;
    if (PLAIN)
        ((R *)a.out[slot])[at] = x;
    else
        store_real(a.out[slot], (i32)a.dtype, at, x);
}

ON_DEVICE i64 length_of(const recurrent_args &a, i64 row) {
    return a.in[LENGTHS].at != 0 ? integer_at(a.in[LENGTHS], row) : a.steps;
}

/* Only lengths can make a call fail. */
ON_DEVICE bool may_run(const recurrent_args &a) {
    return begin(a.g) && (a.in[LENGTHS].at == 0 || !has_failed(a.g));
}

ON_DEVICE R sigmoid(R x) { return 1 / (1 + exp(-x)); }

KERNEL(check, recurrent_args) {
    if (!begin(a.g)) return;
    for (i64 i = threadIdx.x; i < a.batch; i += blockDim.x)
        if (length_of(a, i) < 0 || length_of(a, i) > a.steps)
            fail_at(a.g, REPORT_LENGTH, (u64)i, i, length_of(a, i), a.steps);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Row r of the weights belongs to this gate.  A GRU keeps the two products of its last gate apart:
 * the state's is gate 3. */
enum { LAST = GATES - 1, STATE_LAST = CELL == CELL_GRU ? 3 : LAST };

/* The value of a gate, given its products.  The last gate of a GRU depends on another one. */
ON_DEVICE R gate_of(int gate, R x) {
#if CELL == CELL_TANH
    return tanh(x);
#elif CELL == CELL_RELU
    return x <= 0 ? 0 : x;
#elif CELL == CELL_LSTM
    return gate == 2 ? tanh(x) : sigmoid(x);
#else
    return gate < 2 ? sigmoid(x) : x;
#endif
}

/* The next state of a unit, given its gates. */
ON_DEVICE void next_state(const R *gate, R &h, R &c, R *saved) {
#if CELL == CELL_LSTM
    for (int k = 0; k < 4; k++) saved[k] = gate[k];
    saved[4] = c = gate[1] * c + gate[0] * gate[2];
    h = gate[3] * tanh(c);
#elif CELL == CELL_GRU
    saved[0] = gate[0];
    saved[1] = gate[1];
    saved[2] = tanh(gate[2] + gate[0] * gate[3]);
    saved[3] = gate[3];
    h = (1 - gate[1]) * saved[2] + gate[1] * h;
#else
    h = gate[0];
#endif
}

/* A time step of unit u of a row. */
ON_DEVICE void forward_unit(const recurrent_args &a, i64 t, i64 row, i64 u, bool happens,
                            const R *gate, R &h, R &c) {
    R saved[5] = {0, 0, 0, 0, 0};
    i64 at = t * a.batch + row;
    if (happens) next_state(gate, h, c, saved);
    put(a, Y, at * a.units + u, happens ? h : (R)0);
    for (int s = 0; s < SAVED; s++) put(a, SAVED_VALUES, (at * SAVED + s) * a.units + u, saved[s]);
}

/* What the gradient of a unit at a time step depends on, besides that of its state. */
struct unit_values {
    R y, dy, h, c; /* h, c: the state before */
    R s[SAVED + 1], e[SAVED + 1];
};

/* Unit u of the state of a row before time step t: of c if `cell`, otherwise of h. */
ON_DEVICE R before(const recurrent_args &a, i64 t, i64 row, i64 u, i64 length, bool cell) {
    i64 units = a.units;
    if (t == (a.reverse ? length - 1 : 0)) return get(a, cell ? C0 : H0, row * units + u);
    i64 at = (a.reverse ? t + 1 : t - 1) * a.batch + row;
    return cell ? get(a, SAVED_VALUES, (at * SAVED + 4) * units + u) : get(a, Y, at * units + u);
}

ON_DEVICE void load_values(const recurrent_args &a, i64 t, i64 row, i64 u, i64 length,
                           unit_values &v) {
    i64 at = t * a.batch + row;
    v.y = get(a, Y, at * a.units + u);
    v.dy = get(a, Y + D, at * a.units + u);
    v.h = before(a, t, row, u, length, false);
    v.c = CELL == CELL_LSTM ? before(a, t, row, u, length, true) : (R)0;
    for (int k = 0; k < SAVED; k++) {
        v.s[k] = get(a, SAVED_VALUES, (at * SAVED + k) * a.units + u);
        v.e[k] = get(a, SAVED_VALUES + D, (at * SAVED + k) * a.units + u);
    }
}

/* The gradients d of the gates of a unit.  dh is that of the state after the time step; it becomes
 * what the state before it gets without the weights. */
ON_DEVICE void slopes_of(const unit_values &v, R &dh, R &dc, R *d) {
    const R *s = v.s, *e = v.e;
    R all = dh + v.dy;
    dh = 0;
#if CELL == CELL_TANH
    d[0] = all * (1 - v.y * v.y);
#elif CELL == CELL_RELU
    d[0] = v.y <= 0 ? (R)0 : all;
#elif CELL == CELL_LSTM
    R out = tanh(s[4]), cell = dc + e[4] + all * s[3] * (1 - out * out);
    d[0] = (cell * s[2] + e[0]) * s[0] * (1 - s[0]);
    d[1] = (cell * v.c + e[1]) * s[1] * (1 - s[1]);
    d[2] = (cell * s[0] + e[2]) * (1 - s[2] * s[2]);
    d[3] = (all * out + e[3]) * s[3] * (1 - s[3]);
    dc = cell * s[1];
#else
    d[2] = (all * (1 - s[1]) + e[2]) * (1 - s[2] * s[2]);
    d[0] = (d[2] * s[3] + e[0]) * s[0] * (1 - s[0]);
    d[1] = (all * (v.h - s[2]) + e[1]) * s[1] * (1 - s[1]);
    d[3] = d[2] * s[0] + e[3];
    dh = all * s[1];
#endif
}

/* A time step of unit u of a row, backwards. */
ON_DEVICE void backward_unit(const recurrent_args &a, i64 t, i64 row, i64 u, bool happens,
                             const unit_values &v, R &dh, R &dc, R *d) {
    i64 at = t * a.batch + row;
    for (int k = 0; k < BACK; k++) d[k] = 0;
    if (happens) slopes_of(v, dh, dc, d);
    for (int k = 0; k < BACK; k++) a.slopes[(at * BACK + k) * a.units + u] = d[k];
    a.before[at * a.units + u] = happens ? v.h : (R)0;
}

/* ---- Few units ------------------------------------------------------------------------------- */

struct __align__(16) quad {
    R v[4];
};

/* Load the weights that a thread keeps: w[j * stride] for j < count. */
ON_DEVICE void keep(R *kept, const R *w, i64 stride, i64 count) {
#pragma unroll
    for (int j = 0; j < KEEP; j++) kept[j] = j < count ? __ldg(w + j * stride) : (R)0;
}

/* For each row: sum[row] += the sum of w[j * stride] * v[row * width + j] for j < count.  The first
 * KEEP weights are in `kept`; if `count` is smaller, v is 0 behind it.  Rows of v are aligned to 16
 * bytes. */
ON_DEVICE void add_products(R *sum, const R *kept, const R *w, i64 stride, const R *v, i64 width,
                            i64 count) {
#pragma unroll
    for (int j = 0; j < KEEP; j += 4)
        for (int row = 0; row < ROWS; row++) {
            quad q = *(const quad *)(v + row * width + j);
            for (int i = 0; i < 4; i++) sum[row] = fma(kept[j + i], q.v[i], sum[row]);
        }
    i64 j = KEEP;
    w += j * stride;
#pragma unroll 4
    for (; j + 4 <= count; j += 4, w += 4 * stride) {
        R x[4];
        for (int i = 0; i < 4; i++) x[i] = __ldg(w + i * stride);
        for (int row = 0; row < ROWS; row++) {
            quad q = *(const quad *)(v + row * width + j);
            for (int i = 0; i < 4; i++) sum[row] = fma(x[i], q.v[i], sum[row]);
        }
    }
    for (; j < count; j++, w += stride)
        for (int row = 0; row < ROWS; row++) sum[row] = fma(__ldg(w), v[row * width + j], sum[row]);
}

#ifndef WEIR_STAND_IN
extern "C" __global__ void __launch_bounds__(THREADS_MAX) forward(const __grid_constant__ recurrent_args a);
extern "C" __global__ void __launch_bounds__(THREADS_MAX) backward(const __grid_constant__ recurrent_args a);
#endif

/* Threads compute rows of the products with weight_hh, and then units: thread i has unit i % units of
 * row i / units. */
KERNEL(forward, recurrent_args) {
    __shared__ quad states[ROWS][ROOM / 4];
    __shared__ R gates[ROWS][BACK * ROOM];
    if (!may_run(a)) return;
    i64 units = a.units, rows = GATES * units, first = (i64)blockIdx.x * ROWS;
    u32 thread = threadIdx.x, mine = thread / (u32)units, u = thread % (u32)units;
    i64 row = first + mine, length = 0;
    bool is_unit = mine < ROWS && row < a.batch;
    R h = 0, c = 0, kept[KEEP + 1], input_bias[PER], state_bias[PER], *state = (R *)states;
    if (is_unit) {
        length = length_of(a, row);
        h = get(a, H0, row * units + u);
        c = get(a, C0, row * units + u);
    }
    if (PER == 1) keep(kept, a.weight + thread, rows, thread < rows ? units : 0);
    for (int p = 0; p < PER; p++) {
        i64 r = thread + p * (i64)blockDim.x;
        input_bias[p] = r < rows ? get(a, B_IH, r) : (R)0;
        state_bias[p] = r < rows ? get(a, B_HH, r) : (R)0;
    }
    for (u32 i = thread; i < ROWS * ROOM; i += blockDim.x) state[i] = 0;
    __syncthreads();
    if (is_unit) state[mine * ROOM + u] = h;
    __syncthreads();
    for (i64 i = 0; i < a.steps; i++) {
        i64 t = a.reverse ? a.steps - 1 - i : i;
        for (int p = 0; p < PER; p++) {
            i64 r = thread + p * (i64)blockDim.x;
            R z[ROWS], m[ROWS];
            if (r >= rows) continue;
            for (int k = 0; k < ROWS; k++) {
                bool has = a.z != 0 && first + k < a.batch;
                z[k] = has ? a.z[(t * a.batch + first + k) * rows + r] : (R)0;
                m[k] = 0;
            }
            add_products(m, kept, a.weight + r, rows, state, ROOM, units);
            int gate = (int)((u32)r / (u32)units);
            for (int k = 0; k < ROWS; k++) {
                R x = z[k] + input_bias[p], y = m[k] + state_bias[p];
                if (CELL == CELL_GRU && gate == LAST) {
                    gates[k][r] = x;
                    gates[k][r + units] = y;
                } else {
                    gates[k][r] = gate_of(gate, x + y);
                }
            }
        }
        __syncthreads();
        if (is_unit) {
            R gate[BACK];
            for (int k = 0; k < BACK; k++) gate[k] = gates[mine][k * units + u];
            forward_unit(a, t, row, u, t < length, gate, h, c);
            state[mine * ROOM + u] = h;
        }
        __syncthreads();
    }
    if (!is_unit) return;
    put(a, H_N, row * units + u, h);
    put(a, C_N, row * units + u, c);
}

/* Threads compute units, as above, and then parts of the products of the gates' gradients with a
 * column of weight_hh. */
KERNEL(backward, recurrent_args) {
    __shared__ quad gradients[ROWS][GATES * ROOM / 4 + 16]; /* of the gates, by rows of weight_hh */
    __shared__ R parts[ROWS][THREADS_MAX];
    if (!may_run(a)) return;
    const i64 width = GATES * ROOM + 64;
    i64 units = a.units, rows = GATES * units, steps = a.steps;
    u32 thread = threadIdx.x, mine = thread / (u32)units, u = thread % (u32)units;
    i64 row = (i64)blockIdx.x * ROWS + mine, length = 0;
    bool is_unit = mine < ROWS && row < a.batch;
    /* Part `mine` of the products: this many rows of weight_hh, from this one. */
    i64 part = (rows + blockDim.x / (u32)units - 1) / (blockDim.x / (u32)units);
    part = (part + 3) / 4 * 4;
    i64 begins = mine * part, count = rows - begins < part ? rows - begins : part;
    i64 part_count = (rows + part - 1) / part;
    R dh = 0, dc = 0, sums[BACK], kept[KEEP + 1], *d_gates = (R *)gradients;
    unit_values v;
    for (int k = 0; k < BACK; k++) sums[k] = 0;
    if (is_unit) {
        length = length_of(a, row);
        dh = get(a, H_N + D, row * units + u);
        dc = get(a, C_N + D, row * units + u);
    }
    const R *w = a.weight + begins * units + u;
    keep(kept, w, units, count);
    for (i64 i = thread; i < ROWS * width; i += blockDim.x) d_gates[i] = 0;
    __syncthreads();
    i64 t = a.reverse ? 0 : steps - 1;
    if (steps > 0 && t < length) load_values(a, t, row, u, length, v);
    for (i64 i = 0; i < steps; i++) {
        bool happens = t < length;
        if (is_unit) {
            R d[BACK];
            backward_unit(a, t, row, u, happens, v, dh, dc, d);
            for (int k = 0; k < BACK; k++) sums[k] += d[k];
            for (int k = 0; k < GATES; k++)
                d_gates[mine * width + k * units + u] = d[k == LAST ? STATE_LAST : k];
        }
        __syncthreads();
        t += a.reverse ? 1 : -1;
        if (i + 1 < steps && t < length) load_values(a, t, row, u, length, v);
        if (count > 0) {
            R sum[ROWS];
            for (int k = 0; k < ROWS; k++) sum[k] = 0;
            add_products(sum, kept, w, units, d_gates + begins, width, count);
            for (int k = 0; k < ROWS; k++) parts[k][thread] = sum[k];
        }
        __syncthreads();
        for (i64 p = 0; happens && p < part_count; p++) dh += parts[mine][p * units + u];
    }
    if (!is_unit) return;
    for (int k = 0; k < BACK; k++) a.sums[(row * BACK + k) * units + u] = sums[k];
    put(a, H0 + D, row * units + u, dh);
    put(a, C0 + D, row * units + u, dc);
}

/* ---- Many units ------------------------------------------------------------------------------ */

/* Each thread computes elements of the states. */
#define EACH_ELEMENT(e)                                                                            \
    for (i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x; e < a.batch * a.units;                \
         e += (i64)gridDim.x * blockDim.x)

KERNEL(start, recurrent_args) {
    if (!may_run(a)) return;
    EACH_ELEMENT(e) {
        a.h[e] = get(a, a.backward ? H_N + D : H0, e);
        a.c[e] = get(a, a.backward ? C_N + D : C0, e);
        for (int k = 0; a.backward && k < BACK; k++)
            a.sums[(e / a.units * BACK + k) * a.units + e % a.units] = 0;
    }
}

KERNEL(finish, recurrent_args) {
    if (!may_run(a)) return;
    EACH_ELEMENT(e) {
        put(a, a.backward ? H0 + D : H_N, e, a.h[e]);
        put(a, a.backward ? C0 + D : C_N, e, a.c[e]);
    }
}

KERNEL(forward_step, recurrent_args) {
    if (!may_run(a)) return;
    i64 units = a.units, rows = GATES * units;
    EACH_ELEMENT(e) {
        i64 row = e / units, u = e % units;
        R gate[BACK], h = a.h[e], c = a.c[e];
        for (int k = 0; k < GATES; k++) {
            i64 r = k * units + u;
            R x = get(a, B_IH, r), y = a.m[row * rows + r] + get(a, B_HH, r);
            if (a.z != 0) x += a.z[(a.step * a.batch + row) * rows + r];
            gate[k] = gate_of(k, CELL == CELL_GRU && k == LAST ? x : x + y);
            if (STATE_LAST != LAST && k == LAST) gate[STATE_LAST] = y;
        }
        forward_unit(a, a.step, row, u, a.step < length_of(a, row), gate, h, c);
        a.h[e] = h;
        a.c[e] = c;
    }
}

KERNEL(backward_step, recurrent_args) {
    if (!may_run(a)) return;
    i64 units = a.units;
    EACH_ELEMENT(e) {
        i64 row = e / units, u = e % units, length = length_of(a, row);
        R d[BACK], dh = a.h[e], dc = a.c[e];
        unit_values v;
        if (a.step < length) load_values(a, a.step, row, u, length, v);
        backward_unit(a, a.step, row, u, a.step < length, v, dh, dc, d);
        for (int k = 0; k < BACK; k++) a.sums[(row * BACK + k) * units + u] += d[k];
        a.h[e] = dh;
        a.c[e] = dc;
    }
}

/* ---- Gradients of weights and inputs --------------------------------------------------------- */

/* The gradients of the biases: the sums over the batch.  A block of 256 threads has 32 columns. */
KERNEL(biases, recurrent_args) {
    __shared__ double room[8][32];
    if (!may_run(a)) return;
    i64 columns = BACK * a.units, rows = GATES * a.units;
    u32 lane = threadIdx.x % 32, part = threadIdx.x / 32;
    i64 column = (i64)blockIdx.x * 32 + lane;
    double sum = 0;
    for (i64 i = part; column < columns && i < a.batch; i += 8)
        sum += (double)a.sums[i * columns + column];
    room[part][lane] = sum;
    __syncthreads();
    if (part != 0 || column >= columns) return;
    for (int i = 1; i < 8; i++) sum += room[i][lane];
    if (column < rows) put(a, B_IH + D, column, (R)sum);
    if (CELL != CELL_GRU || column < 2 * a.units)
        put(a, B_HH + D, column, (R)sum);
    else if (column >= rows)
        put(a, B_HH + D, column - a.units, (R)sum);
}

/* The column of the slopes that belongs to row r of weight_hh. */
ON_DEVICE i64 state_column(const recurrent_args &a, i64 r) {
    return CELL == CELL_GRU && r >= 2 * a.units ? r + a.units : r;
}

/* For memory that others may see, which products of the host must not write: elements of the
 * gradients of weight_ih and weight_hh, each thread one at a time. */
KERNEL(weights, recurrent_args) {
    if (!may_run(a)) return;
    i64 rows = GATES * a.units, all = a.steps * a.batch, width = a.inputs + a.units;
    i64 step = (i64)gridDim.x * blockDim.x, back = BACK * a.units;
    for (i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x; e < rows * width; e += step) {
        i64 r = e / width, j = e % width, column = state_column(a, r);
        double sum = 0;
        if (j < a.inputs) {
            for (i64 i = 0; i < all; i++)
                sum += (double)a.slopes[i * back + r] * (double)get(a, X, i * a.inputs + j);
            put(a, W_IH + D, r * a.inputs + j, (R)sum);
        } else {
            i64 u = j - a.inputs;
            for (i64 i = 0; i < all; i++)
                sum += (double)a.slopes[i * back + column] * (double)a.before[i * a.units + u];
            put(a, W_HH + D, r * a.units + u, (R)sum);
        }
    }
}

KERNEL(inputs, recurrent_args) {
    if (!may_run(a)) return;
    i64 rows = GATES * a.units, count = a.steps * a.batch * a.inputs;
    i64 step = (i64)gridDim.x * blockDim.x, back = BACK * a.units;
    for (i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x; e < count; e += step) {
        const R *d = a.slopes + e / a.inputs * back;
        R sum = 0;
        for (i64 r = 0; r < rows; r++) sum += d[r] * get(a, W_IH, r * a.inputs + e % a.inputs);
        put(a, X + D, e, sum);
    }
}
