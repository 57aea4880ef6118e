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

/* Return a wr_memory with the caller's functions, or with the C library's if `alloc` is NULL. */
wr_memory wr_memory_of(weir_alloc_fn alloc, weir_free_fn free, void *ctx);

/* Allocate `size` bytes, aligned to `align` bytes or to 16, whichever is larger.  The block is not
 * cleared.  Return NULL, without setting an error message, if there is not enough memory. */
void *wr_alloc(const wr_memory *memory, size_t size, size_t align);

/* Like wr_alloc, but fill the block with zeros. */
void *wr_alloc_zero(const wr_memory *memory, size_t size, size_t align);

void wr_free(const wr_memory *memory, void *block, size_t size); /* block may be NULL */

#endif
