/* holders.c - adds up live blocks by label and source line, in a hash table.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "memory/holders.h"

#include <stdlib.h>
#include <string.h>

struct wr_holder_table {
    wr_arena_holder *group; /* hash table with open addressing; count 0: a free slot */
    size_t size, count;     /* size: number of slots, a power of two; count: slots in use */
    bool full;              /* the table is too small */
};

void wr_holders_add(wr_holder_table *t, const char *label, uint32_t site, uint64_t bytes) {
    site = weir_site_line(site);
    uint64_t hash = ((uintptr_t)label ^ (uint64_t)site << 32) * UINT64_C(0x9E3779B97F4A7C15);
    size_t i = (hash >> 32) & (t->size - 1);
    while (t->group[i].count > 0 && (t->group[i].label != label || t->group[i].site != site))
        i = (i + 1) & (t->size - 1);
    if (t->group[i].count == 0) {
        if (t->count + 1 >= t->size) {
            t->full = true;
            return;
        }
        t->count++;
        t->group[i] = (wr_arena_holder){.label = label, .site = site};
    }
    t->group[i].count++;
    t->group[i].bytes += bytes;
}

static int by_name(const void *x, const void *y) {
    const wr_arena_holder *a = x, *b = y;
    if (a->site != b->site) return a->site < b->site ? -1 : 1;
    return strcmp(a->label != NULL ? a->label : "", b->label != NULL ? b->label : "");
}

static int by_bytes(const void *x, const void *y) {
    const wr_arena_holder *a = x, *b = y;
    if (a->bytes != b->bytes) return a->bytes > b->bytes ? -1 : 1;
    return by_name(x, y);
}

/* Merge groups whose labels are equal strings at different addresses, and sort by size.  Return the
 * number of groups left. */
static size_t merge_groups(wr_arena_holder *group, size_t size) {
    size_t n = 0;
    for (size_t i = 0; i < size; i++)
        if (group[i].count > 0) group[n++] = group[i];
    qsort(group, n, sizeof *group, by_name);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept > 0 && by_name(&group[kept - 1], &group[i]) == 0) {
            group[kept - 1].bytes += group[i].bytes;
            group[kept - 1].count += group[i].count;
        } else {
            group[kept++] = group[i];
        }
    qsort(group, kept, sizeof *group, by_bytes);
    return kept;
}

size_t wr_holders_list(const wr_memory *memory, void (*each)(void *allocator, wr_holder_table *),
                       void *allocator, wr_arena_holder *out, size_t max) {
    wr_holder_table t = {.size = WR_SIZE(256, 2)};
    do {
        t.size *= 4;
        t.count = 0;
        t.full = false;
        t.group = wr_alloc_zero(memory, t.size * sizeof *t.group, 0);
        if (t.group == NULL) return 0;
        each(allocator, &t);
        if (t.full) wr_free(memory, t.group, t.size * sizeof *t.group);
    } while (t.full);
    size_t n = merge_groups(t.group, t.size);
    if (n > max) n = max;
    memcpy(out, t.group, n * sizeof *out);
    wr_free(memory, t.group, t.size * sizeof *t.group);
    return n;
}
