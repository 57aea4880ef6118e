/* compact.cu - nonzero elements, masks and one-hot vectors on a CUDA device.
 *
 * Nonzero elements are counted in pieces, one block for each; the counts are added up; then each
 * piece writes the positions of its nonzero elements to a list, in order.  The pieces do not depend
 * on the device, and every position has one place.
 *
 * compact_cuda.c writes, in front of this text, the type T of the elements that are tested, and W,
 * a word as large as an element that is moved.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { THREADS = 256 };

ON_DEVICE bool is_true(boolean x) { return x.bits != 0; }
template <class X> ON_DEVICE bool is_true(X x) { return cast<boolean>(x).bits != 0; }

struct compact_args {
    guard g;
    const T *from; /* NULL: `value` is the only element */
    u64 value[2];
    u64 count, piece, pieces;
    i64 *begin; /* for each piece: its count, then the number of nonzero elements before it */
    i64 *list;
    i64 wanted; /* the number of nonzero elements; -1: any */
    u64 reason; /* of the failure if there are not as many */
};

ON_DEVICE bool element(const compact_args &a, u64 i) {
    return is_true(a.from != 0 ? a.from[i] : *(const T *)a.value);
}

KERNEL(count_pieces, compact_args) {
    if (!begin(a.g)) return;
    for (u64 piece = blockIdx.x; piece < a.pieces; piece += gridDim.x) {
        u64 first = piece * a.piece, last = first + a.piece;
        i64 count = 0, all;
        if (last > a.count) last = a.count;
        for (u64 i = first + threadIdx.x; i < last; i += THREADS) count += element(a, i);
        sum_before<THREADS>(count, &all);
        if (threadIdx.x == 0) a.begin[piece] = all;
    }
}

/* One block: the sums of the counts. */
KERNEL(add_pieces, compact_args) {
    if (!begin(a.g)) return;
    i64 total = sum_counts<THREADS>(a.begin, a.pieces);
    if (threadIdx.x == 0 && a.wanted >= 0 && total != a.wanted)
        fail_at(a.g, (u32)a.reason, 0, total, a.wanted);
}

KERNEL(list_pieces, compact_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    for (u64 piece = blockIdx.x; piece < a.pieces; piece += gridDim.x) {
        u64 first = piece * a.piece, last = first + a.piece;
        i64 found = a.begin[piece];
        if (last > a.count) last = a.count;
        for (; first < last; first += THREADS) {
            u64 i = first + threadIdx.x;
            bool is = i < last && element(a, i);
            i64 all, before = sum_before<THREADS>(is, &all);
            if (is) a.list[found + before] = (i64)i;
            found += all;
        }
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

struct rows_args {
    guard g;
    u64 count, length; /* elements, and elements of a row */
    const i64 *list;   /* NULL: all rows where the mask is true */
    const T *mask;
    const W *from; /* NULL: `value` */
    W *to;
    u64 value[2];
    u64 mask_value[2]; /* if `mask` is NULL too */
};

ON_DEVICE W word_at(const rows_args &a, u64 i) {
    return a.from != 0 ? a.from[i] : *(const W *)a.value;
}

KERNEL(gather_rows, rows_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step)
        a.to[i] = word_at(a, (u64)a.list[i / a.length] * a.length + i % a.length);
}

KERNEL(scatter_rows, rows_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step)
        a.to[(u64)a.list[i / a.length] * a.length + i % a.length] = word_at(a, i);
}

/* Write one row wherever the mask is true. */
KERNEL(fill_rows, rows_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step)
        if (is_true(a.mask != 0 ? a.mask[i / a.length] : *(const T *)a.mask_value))
            a.to[i] = word_at(a, i % a.length);
}

/* Copy x, if the number of values is right. */
KERNEL(copy_rows, rows_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step)
        a.to[i] = word_at(a, i);
}

/* ---- Indices of nonzero elements ------------------------------------------------------------- */

struct indices_args {
    guard g;
    u64 count, ndim;
    const i64 *list;
    i64 *to;
    u64 shape[32];
};

KERNEL(write_indices, indices_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        u64 rest = (u64)a.list[i];
        for (u64 d = a.ndim; d-- > 0;) {
            a.to[d * a.count + i] = (i64)(d > 0 ? rest % a.shape[d] : rest);
            rest /= a.shape[d];
        }
    }
}

/* ---- One-hot vectors ------------------------------------------------------------------------- */

struct one_hot_args {
    guard g;
    u64 count, classes;
    const T *from; /* NULL: `value` */
    W *to;         /* NULL: only check */
    u64 value[2], one[2];
    u64 checked;
};

KERNEL(one_hot, one_hot_args) {
    if (!begin(a.g) || (a.checked && has_failed(a.g))) return;
    u64 step = (u64)gridDim.x * blockDim.x, width = a.to != 0 ? a.classes : 1;
    const u64 none[2] = {0, 0};
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        u64 index = (u64)cast<i64>(a.from != 0 ? a.from[i / width] : *(const T *)a.value);
        if (index >= a.classes)
            fail_at(a.g, REPORT_CLASS, i / width, (i64)index, (i64)a.classes);
        if (a.to != 0) a.to[i] = *(const W *)(index == i % width ? a.one : none);
    }
}
