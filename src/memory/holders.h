/* holders.h - adds up live blocks by label and source line, for reports of memory use.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_HOLDERS_H
#define WR_HOLDERS_H

#include "memory/arena.h"

typedef struct wr_holder_table wr_holder_table;

/* Count a block in the table. */
void wr_holders_add(wr_holder_table *table, const char *label, uint32_t site, uint64_t bytes);

/* Call `each`, which calls wr_holders_add for each live block of `allocator` under its locks.  If
 * the table turns out too small, call it again with a larger one.  Then copy up to `max` holders,
 * the largest first.  Return the number copied, or 0 if there is no memory for the table. */
size_t wr_holders_list(const wr_memory *memory, void (*each)(void *allocator, wr_holder_table *),
                       void *allocator, wr_arena_holder *out, size_t max);

#endif
