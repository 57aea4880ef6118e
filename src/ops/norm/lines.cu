/* lines.cu - lines of elements for softmax and normalisations on a CUDA device: each is shared by a
 * group of threads, the lanes, and is needed several times.
 *
 * In front of this text are totals.cu; E, in which lines are computed; VEC, the number of adjacent
 * elements of a group; HELD, the number of groups that a lane holds in registers, or 0 if it reads
 * them again; VECTORS, 1 if lines consist of whole groups, which are contiguous and aligned; and
 * FULL, 1 if lines have VECTORS and every lane holds HELD groups.
 *
 * Group g of a line belongs to lane g % lanes.  So the order of additions depends on sizes and
 * dtypes alone, whether groups are loaded by one instruction or not.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { ROOM = HELD ? HELD * VEC : VEC }; /* elements that a lane holds */

/* Is element v of the group at i in the line?  A line that is not there has a count of 0. */
ON_DEVICE bool has(i64 i, int v, i64 count) {
    return FULL ? count > 0 : VECTORS ? i < count : i + v < count;
}

/* The value of x, computed here: the compiler may not move the computation to the uses of x, which
 * are many. */
#ifdef WEIR_STAND_IN
ON_DEVICE E here(E x) { return x; }
#else
ON_DEVICE float here(float x) {
    asm volatile("" : "+f"(x));
    return x;
}
ON_DEVICE double here(double x) {
    asm volatile("" : "+d"(x));
    return x;
}
#endif

/* Load the group at element i.  Elements behind the line become `filler`. */
template <class T>
ON_DEVICE void load_group(E *to, const T *x, i64 inner, i64 i, i64 count, E filler) {
    if (VECTORS) {
        pack<T, VEC> loaded = {};
        if (has(i, 0, count)) loaded = *(const pack<T, VEC> *)(x + i);
#pragma unroll
        for (int v = 0; v < VEC; v++) to[v] = has(i, v, count) ? cast<E>(loaded.x[v]) : filler;
    } else {
#pragma unroll
        for (int v = 0; v < VEC; v++)
            to[v] = has(i, v, count) ? cast<E>(x[(i + v) * inner]) : filler;
    }
}

template <class T>
ON_DEVICE void store_group(T *y, i64 inner, const E *from, i64 i, i64 count) {
    if (VECTORS) {
        pack<T, VEC> stored;
#pragma unroll
        for (int v = 0; v < VEC; v++) stored.x[v] = cast<T>(from[v]);
        if (has(i, 0, count)) store_pack(y + i, stored);
    } else {
#pragma unroll
        for (int v = 0; v < VEC; v++)
            if (has(i, v, count)) y[(i + v) * inner] = cast<T>(from[v]);
    }
}

/* The first element of the j-th group of a lane. */
ON_DEVICE i64 group_at(const lanes_of &l, i64 j) { return (l.lane + j * l.lanes) * VEC; }

/* Add a group: few float32 numbers may be added as such. */
ON_DEVICE void add_group(total<f32> &t, const f32 *x) {
    f32 sum = x[0];
#pragma unroll
    for (int v = 1; v < VEC; v++) sum += x[v];
    t.sum += (f64)sum;
}
ON_DEVICE void add_group(total<f64> &t, const f64 *x) {
#pragma unroll
    for (int v = 0; v < VEC; v++) add(t, x[v]);
}
