/* alloc.h - the allocator for the runtime's own memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ALLOC_H
#define WR_ALLOC_H

#include "base/base.h"

typedef struct wr_memory {
    weir_alloc_fn alloc;
    weir_free_fn free;
    void *ctx;
} wr_memory;

/* The caller's functions, or the C library's where `alloc` is NULL. */
wr_memory wr_memory_of(weir_alloc_fn alloc, weir_free_fn free, void *ctx);

/* Returns NULL, without a message, if there is no memory.  The block is not cleared. */
void *wr_alloc(const wr_memory *memory, size_t size, size_t align);

/* The same, filled with zeros. */
void *wr_alloc_zero(const wr_memory *memory, size_t size, size_t align);

void wr_free(const wr_memory *memory, void *block, size_t size); /* accepts NULL */

#endif
