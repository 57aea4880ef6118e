/* fused.cu - computes several elementwise operators, the members of a group, in one pass.
 *
 * fused_cuda.c writes, in front of this text: what walk.cu needs, and walk.cu; UNROLL; MEMBERS, NUMBERS and
 * VALUES, sizes of arrays below; WORDS, the number of error words; OUTPUTS(f), which is f(array, type,
 * condition) for each array that is written; and three functions: `test` says for each member whether it is
 * executed, `mark` marks the error words of what the members write, and `element` computes element v of a group.
 *
 * The words of arrays that members only use between each other do not exist: a member is not executed
 * if one whose result it reads is not.
 *
 * MARKED_APART: words are marked by the kernel `marks` behind this one, because a block that begins later
 * would take a marked word for that of an earlier member.
 *
 * SPDX-License-Identifier: Apache-2.0 */

struct fused_args {
    walk w;
    volatile u32 *word[WORDS];
    volatile call_report *report[MEMBERS];
    double number[NUMBERS + 1][2]; /* attributes of members */
    u64 value[VALUES + 1][2];      /* operands that are numbers */
};

struct outputs {
#define FIELD(j, type, condition) pack<type, VEC> y##j;
    OUTPUTS(FIELD)
#undef FIELD
};

/* The load may use the caches, as in common.cu: the word does not change while this kernel looks. */
ON_DEVICE bool is_good(const fused_args &a, int i) { return *(const u32 *)a.word[i] == WORD_GOOD; }

ON_DEVICE void finish(const fused_args &a, const bool *good) {
    mark(a, good);
#pragma unroll
    for (int i = 0; i < MEMBERS; i++) { /* an index that is not a constant would put `good` into memory */
        if (good[i]) continue;
        a.report[i]->reason = REPORT_SKIPPED;
        *a.report[i]->host = REPORT_SKIPPED;
    }
}

ON_DEVICE void write(const fused_args &a, const inputs &in, const place &p, const bool *good) {
    outputs out;
#pragma unroll
    for (int v = 0; v < VEC; v++) element(a, in, v, good, out);
#define STORE(j, type, condition)                                                                  \
    if (condition) store(a.w, j, p, out.y##j);
    OUTPUTS(STORE)
#undef STORE
}

/* The loads are under way before the error words are known, as in map.cu. */
KERNEL(fused, fused_args) {
    u64 first = (u64)blockIdx.x * (THREADS * UNROLL) + threadIdx.x;
    inputs in[UNROLL];
    place p[UNROLL];
    bool good[MEMBERS];
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        u64 group = first + u * THREADS;
        p[u].n = 0;
        if (group >= a.w.groups) continue;
        p[u] = find(a.w, group);
        load_inputs(in[u], a.w, p[u]);
    }
    test(a, good);
#ifndef MARKED_APART
    if (is_first_thread()) finish(a, good);
#endif
#pragma unroll
    for (int u = 0; u < UNROLL; u++)
        if (p[u].n > 0) write(a, in[u], p[u], good);
}

#ifdef MARKED_APART
KERNEL(marks, fused_args) {
    bool good[MEMBERS];
    if (!is_first_thread()) return;
    test(a, good);
    finish(a, good);
}
#endif
