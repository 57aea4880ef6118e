/* words.cu - the kernels that combine and mark error words, and those that copy a few bytes between
 * the host and the device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
struct words_args {
    guard g;
    volatile u32 *to;
    u32 count, begins, refused, clears;
    volatile u32 *word[400];
};

/* Set `to` to good if all words are. */
KERNEL(combine, words_args) {
    bool good = a.begins || *a.to == WORD_GOOD;
    for (u32 i = threadIdx.x; i < a.count; i += blockDim.x) good &= *a.word[i] == WORD_GOOD;
    good = __all_sync(0xffffffffu, good); /* one warp */
    if (threadIdx.x == 0) *a.to = good ? WORD_GOOD : WORD_FAILED;
}

KERNEL(mark, words_args) {
    bool good = words_are_good(a.g), runs = good && !has_failed(a.g);
    __syncthreads(); /* a word may be tested and marked */
    for (u32 i = threadIdx.x; i < a.count; i += blockDim.x) {
        if (!a.clears)
            mark_word(a.word[i], runs && !a.refused, a.g.failed);
        else if (*a.word[i] == WORD_FAILED)
            *a.word[i] = WORD_GOOD;
    }
    if (!good && is_first_thread() && !has_failed(a.g)) write_report(a.g, REPORT_SKIPPED);
}

/* ---- Small copies ---------------------------------------------------------------------------- */

struct read_args {
    guard g;
    const u8 *from;
    volatile u8 *to; /* pinned memory */
    u64 bytes;
};

/* One block.  The host sees the report before it sees the event behind the kernel, and the fences
 * make it see the bytes before the report. */
KERNEL(read_few, read_args) {
    if (!begin(a.g)) return;
    for (u64 i = threadIdx.x; i < a.bytes; i += blockDim.x) a.to[i] = a.from[i];
    __threadfence_system();
    __syncthreads();
    if (is_first_thread()) *a.g.report->host = REPORT_DONE;
}

ON_DEVICE u32 load_few(const u8 *from, u64 bytes) {
    if (bytes == 4 && (u64)from % 4 == 0) return *(const u32 *)(const void *)from;
    u32 value = 0;
    for (u64 i = 0; i < bytes; i++) value |= (u32)from[i] << 8 * i;
    return value;
}

/* Up to four bytes; `to` is the reply of the call.  One store writes the report and the bytes, so no
 * fence, which takes a microsecond, is needed.  The load begins before the words are tested: memory
 * whose word is bad exists all the same. */
KERNEL(read_word, read_args) {
    if (!is_first_thread()) return;
    u32 value = load_few(a.from, a.bytes);
    if (begin(a.g)) *(volatile u64 *)(volatile void *)a.to = REPORT_DONE | (u64)value << 32;
}

struct write_args {
    guard g;
    u8 *to;
    u64 bytes;
    u8 data[WRITE_MAX];
};

KERNEL(write_few, write_args) {
    if (!begin(a.g)) return;
    for (u64 i = threadIdx.x; i < a.bytes; i += blockDim.x) a.to[i] = a.data[i];
}
