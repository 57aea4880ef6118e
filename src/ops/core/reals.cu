/* reals.cu - real numbers of a dtype that is known only at run time.
 *
 * The numbers of the dtypes are defined in front of this text (wr_cuda_write_reals).
 *
 * SPDX-License-Identifier: Apache-2.0 */
ON_DEVICE double load_real(const void *from, i32 dtype, i64 at) {
    switch (dtype) {
    case DTYPE_BOOL: return ((const u8 *)from)[at] != 0;
    case DTYPE_I8: return ((const i8 *)from)[at];
    case DTYPE_I16: return ((const i16 *)from)[at];
    case DTYPE_I32: return ((const i32 *)from)[at];
    case DTYPE_I64: return (double)((const i64 *)from)[at];
    case DTYPE_U8: return ((const u8 *)from)[at];
    case DTYPE_U16: return ((const u16 *)from)[at];
    case DTYPE_U32: return ((const u32 *)from)[at];
    case DTYPE_U64: return (double)((const u64 *)from)[at];
    case DTYPE_F16: return float_of(((const f16 *)from)[at]);
    case DTYPE_BF16: return float_of(((const bf16 *)from)[at]);
    case DTYPE_F32: return ((const float *)from)[at];
    default: return ((const double *)from)[at];
    }
}

/* An integer, or a float that is rounded towards 0. */
ON_DEVICE i64 load_integer(const void *from, i32 dtype, i64 at) {
    if (dtype == DTYPE_I64) return ((const i64 *)from)[at];
    if (dtype == DTYPE_U64) {
        u64 x = ((const u64 *)from)[at];
        return x >> 63 ? (i64)(~0ull >> 1) : (i64)x;
    }
    return (i64)load_real(from, dtype, at);
}

template <class F> ON_DEVICE void store_real(void *to, i32 dtype, i64 at, F x) {
    switch (dtype) {
    case DTYPE_BOOL: ((boolean *)to)[at] = cast<boolean>(x); break;
    case DTYPE_I8: ((i8 *)to)[at] = cast<i8>(x); break;
    case DTYPE_I16: ((i16 *)to)[at] = cast<i16>(x); break;
    case DTYPE_I32: ((i32 *)to)[at] = cast<i32>(x); break;
    case DTYPE_I64: ((i64 *)to)[at] = cast<i64>(x); break;
    case DTYPE_U8: ((u8 *)to)[at] = cast<u8>(x); break;
    case DTYPE_U16: ((u16 *)to)[at] = cast<u16>(x); break;
    case DTYPE_U32: ((u32 *)to)[at] = cast<u32>(x); break;
    case DTYPE_U64: ((u64 *)to)[at] = cast<u64>(x); break;
    case DTYPE_F16: ((f16 *)to)[at] = cast<f16>(x); break;
    case DTYPE_BF16: ((bf16 *)to)[at] = cast<bf16>(x); break;
    case DTYPE_F32: ((float *)to)[at] = cast<float>(x); break;
    default: ((double *)to)[at] = cast<double>(x); break;
    }
}

/* A real number: a value of the call, or the first element of an array; or an array of reals. */
struct scalar {
    const void *at; /* or NULL */
    double value;
    i64 dtype;
};

ON_DEVICE double value_of(const scalar &s) {
    return s.at != 0 ? load_real(s.at, (i32)s.dtype, 0) : s.value;
}

/* An element of an array; a value of the call has one. */
ON_DEVICE double real_at(const scalar &s, i64 at) {
    return s.at != 0 ? load_real(s.at, (i32)s.dtype, at) : s.value;
}
ON_DEVICE i64 integer_at(const scalar &s, i64 at) {
    return s.at != 0 ? load_integer(s.at, (i32)s.dtype, at) : (i64)s.value;
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* The sum of the values of all threads of a block, in all of them; blockDim.x is a power of two.
 * `room` has blockDim.x elements in shared memory. */
ON_DEVICE double block_sum(double x, double *room) {
    u32 t = threadIdx.x;
    room[t] = x;
    __syncthreads();
    for (u32 half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) room[t] += room[t + half];
        __syncthreads();
    }
    x = room[0];
    __syncthreads();
    return x;
}
