/* alloc.c - the C library's allocator as a weir_alloc_fn.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

static void *libc_alloc(void *ctx, size_t size, size_t align) {
    (void)ctx;
    void *block = NULL;
    if (align <= _Alignof(max_align_t)) return malloc(size);
    return posix_memalign(&block, align, size) == 0 ? block : NULL;
}

static void libc_free(void *ctx, void *block, size_t size) {
    (void)ctx, (void)size;
    free(block);
}

wr_memory wr_memory_of(weir_alloc_fn alloc, weir_free_fn release, void *ctx) {
    if (alloc == NULL) return (wr_memory){libc_alloc, libc_free, NULL};
    return (wr_memory){alloc, release, ctx};
}

void *wr_alloc(const wr_memory *memory, size_t size, size_t align) {
    return memory->alloc(memory->ctx, size, align < 16 ? 16 : align);
}

void *wr_alloc_zero(const wr_memory *memory, size_t size, size_t align) {
    void *block = wr_alloc(memory, size, align);
    if (block != NULL) memset(block, 0, size);
    return block;
}

void wr_free(const wr_memory *memory, void *block, size_t size) {
    if (block != NULL) memory->free(memory->ctx, block, size);
}
