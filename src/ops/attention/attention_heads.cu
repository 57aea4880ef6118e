/* attention_heads.cu - the beginning of the texts of attention on tensor cores: the arguments, heads,
 * masks, dropout, and tiles in shared memory.
 *
 * Defined in front of this text: D, the width of a tile, which queries, keys and values are padded
 * to with zeros; ACROSS, the columns of a tile; R and C (attention_mma.cu); `cell`, the type of an
 * element in memory; and EXTRA, whether there is a mask or dropout.  A block has 128 threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum {
    THREADS = 128,
    CELLS = 16 / sizeof(cell), /* elements of a group */
    GROUPS = D / CELLS,
    BAND = 16 * R, /* rows of a warp */
    DOWN = 4 * BAND,
    TURN = 16 * C, /* columns that are computed at a time */
};

/* Rows of an operand.  Strides are in elements, and rows are contiguous. */
struct rows {
    const void *at;
    i64 batch, head, row;
};

struct tile_args {
    guard g;
    rows query, key, value, dy, lse, delta, mask; /* mask.at: or NULL */
    void *out, *out2;                             /* dquery; dkey and dvalue */
    f32 *lse_out;
    i64 mask_col, mask_dtype;
    i32 batches, heads, group; /* heads: of the queries, in a batch; `group` of them share a key */
    i32 queries, keys, width, values, causal;
    f32 scale;
    f64 dropout;
    const void *seed_at; /* or NULL: the seed is seed_value */
    i64 seed_dtype, seed_value;
};

#define INFINITE __uint_as_float(0x7f800000)
/* The weight of a pair that is not visible.  No other weight is a negative zero. */
#define UNSEEN __uint_as_float(0x80000000)

ON_DEVICE i64 offset_of(const tile_args &a, const rows &r, i32 head) {
    return head / a.heads * r.batch + head % a.heads * r.head;
}
ON_DEVICE i64 key_offset_of(const tile_args &a, const rows &r, i32 head) {
    return head / a.heads * r.batch + head % a.heads / a.group * r.head;
}

/* ---- Masks and dropout ----------------------------------------------------------------------- */

struct pairs {
    i64 mask; /* offset of the head */
    u64 seed;
    i32 head;
};

ON_DEVICE pairs pairs_of(const tile_args &a, i32 head) {
    pairs p = {0, 0, head};
#if EXTRA
    if (a.mask.at != 0) p.mask = offset_of(a, a.mask, head);
    p.seed = a.seed_at == 0                ? (u64)a.seed_value
             : a.seed_dtype == DTYPE_U64 ? *(const u64 *)a.seed_at
                                         : (u64)load_integer(a.seed_at, (i32)a.seed_dtype, 0);
#endif
    return p;
}

/* May query i attend to key j?  *added becomes what the mask adds to the score. */
ON_DEVICE bool is_visible(const tile_args &a, const pairs &p, i32 i, i32 j, f32 *added) {
    *added = 0;
    if (i >= a.queries || j >= a.keys || (a.causal && j > i)) return false;
#if EXTRA
    if (a.mask.at == 0) return true;
    i64 at = p.mask + i * a.mask.row + j * a.mask_col;
    if (a.mask_dtype == DTYPE_BOOL) return ((const u8 *)a.mask.at)[at] != 0;
    *added = (f32)load_real(a.mask.at, (i32)a.mask_dtype, at);
    return *added != -INFINITE;
#else
    return true;
#endif
}

/* The factor that dropout applies to a weight. */
ON_DEVICE f32 kept(const tile_args &a, const pairs &p, i32 i, i32 j) {
#if EXTRA
    if (a.dropout == 0) return 1;
    u64 index = (u64)(((i64)p.head * a.keys + j) * a.queries + i);
    u32 word = random_word32(p.seed, 0, index);
    return word < (u64)((1 - a.dropout) * 0x1p32 + 0.5) ? (f32)(1 / (1 - a.dropout)) : 0;
#else
    return 1;
#endif
}

/* Has a tile of queries from i0 on and `down` keys from j0 on pairs that are not visible, or keys that
 * do not exist? */
ON_DEVICE bool has_unseen(const tile_args &a, i32 i0, i32 j0, i32 down) {
    return (EXTRA && a.mask.at != 0) || j0 + down > a.keys || (a.causal && j0 + down - 1 > i0);
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* A block computes `tile` rows of one head.  With a causal mask, the blocks with the most work come
 * first. */
struct work {
    i32 head, first;
};

ON_DEVICE bool work_of(const tile_args &a, i32 heads, i32 rows, i32 tile, bool last_first, work *w) {
    i32 tiles = (rows + tile - 1) / tile;
    u32 block = blockIdx.x;
    if (block >= (u32)heads * (u32)tiles) return false;
    i32 at = a.causal ? (i32)(block / (u32)heads) : (i32)(block % (u32)tiles);
    w->head = a.causal ? (i32)(block % (u32)heads) : (i32)(block / (u32)tiles);
    w->first = (a.causal && last_first ? tiles - 1 - at : at) * tile;
    return true;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

/* Copy 16 or 4 bytes to shared memory, or write zeros.  The bytes have arrived after wait_for_copies
 * and a barrier. */
template <int BYTES> ON_DEVICE void copy_in(void *to, const void *from, bool there) {
#ifdef WEIR_STAND_IN
    if (there)
        memcpy(to, from, BYTES);
    else
        memset(to, 0, BYTES);
#else
    u32 at = (u32)__cvta_generic_to_shared(to), bytes = there ? BYTES : 0;
    if (BYTES == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(from),
                     "r"(bytes)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(at), "l"(from), "r"(bytes)
                     : "memory");
#endif
}

/* Copies since the last call are a group. */
ON_DEVICE void end_group() {
#ifndef WEIR_STAND_IN
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/* Wait for all groups but the last LEFT of them. */
template <int LEFT> ON_DEVICE void wait_for_copies() {
#ifndef WEIR_STAND_IN
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
#endif
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* A tile in shared memory has rows of D elements, as groups of 16 bytes.  Groups are permuted within
 * a row, so that reading 8 rows of a group uses all banks once. */

/* Where group e of a row begins. */
ON_DEVICE i32 place(i32 row, i32 e) {
    i32 turn = GROUPS >= 8 ? row & 7 : row >> 1 & 3;
    return (row * GROUPS + (e ^ turn)) * CELLS;
}

struct lane {
    i32 warp, at, g, t;
};
ON_DEVICE lane this_lane() {
    i32 at = (i32)threadIdx.x % 32;
    lane l = {(i32)threadIdx.x / 32, at, at / 4, at % 4};
    return l;
}

/* Copy COUNT rows, from row `first` on.  A thread has one group of every row that it copies. */
template <int COUNT>
ON_DEVICE void load_tile(cell *to, const rows &from, i64 offset, i32 first, i32 total, i32 width) {
    const i32 step = THREADS / GROUPS; /* rows: 4, or a multiple of 8 */
    i32 row = (i32)threadIdx.x / GROUPS, col = (i32)threadIdx.x % GROUPS;
    const cell *none = (const cell *)from.at;
    const cell *at = none + offset + (i64)(first + row) * from.row + col * CELLS;
    i32 left = col * CELLS < width ? total - first - row : 0;
    i32 even = place(row, col), odd = step % 8 == 0 ? even : place(row + 4, col) - 4 * D;
#pragma unroll
    for (i32 k = 0; k < COUNT / step; k++) {
        bool there = k * step < left;
        copy_in<16>(to + (k % 2 == 0 ? even : odd) + k * step * D, there ? at : none, there);
        at += step * from.row;
    }
}

/* Copy lse and delta of the queries of a tile, one after the other.  A thread copies one value. */
ON_DEVICE void load_values(const tile_args &a, f32 *to, i64 lse_at, i64 delta_at, i32 first) {
    if (threadIdx.x >= 2 * ACROSS) return;
    bool is_lse = threadIdx.x < ACROSS;
    i32 row = first + (i32)threadIdx.x % ACROSS;
    const f32 *none = (const f32 *)(is_lse ? a.lse.at : a.delta.at);
    i64 at = is_lse ? lse_at + row * a.lse.row : delta_at + row * a.delta.row;
    bool there = row < a.queries;
    copy_in<4>(to + threadIdx.x, there ? none + at : none, there);
}
