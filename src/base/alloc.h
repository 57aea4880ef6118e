/* alloc.h - the allocator behind everything the runtime itself allocates.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_MEMORY_H
#define WR_MEMORY_H

#include "base/base.h"

typedef struct wr_memory {
    weir_alloc_fn alloc;
    weir_free_fn free;
    void *ctx;
} wr_memory;

/* The caller's functions, or the C library's where `alloc` is NULL. */
wr_memory wr_memory_of(weir_alloc_fn alloc, weir_free_fn free, void *ctx);

/* NULL, and no message, if there is none left.  The block is not cleared. */
void *wr_alloc(const wr_memory *memory, size_t size, size_t align);

/* The same, filled with zeros. */
void *wr_alloc_zero(const wr_memory *memory, size_t size, size_t align);

void wr_free(const wr_memory *memory, void *block, size_t size); /* accepts NULL */

#endif
