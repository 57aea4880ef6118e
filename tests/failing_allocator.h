/* meagre.h - an allocator that refuses its n-th block, and counts those that are out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_MEAGRE_H
#define TEST_MEAGRE_H

#include <stdatomic.h>
#include <stdlib.h>

#include <weir/weir.h>

#include "harness.h"

typedef struct meagre {
    atomic_long left; /* allocations until one is refused */
    atomic_long blocks, refused;
    int for_good; /* all later ones are refused too */
} meagre;

static inline void *meagre_alloc(void *ctx, size_t size, size_t align) {
    meagre *m = ctx;
    long left = atomic_fetch_sub(&m->left, 1);
    if (left == 1 || (left < 1 && m->for_good)) {
        atomic_fetch_add(&m->refused, 1);
        return NULL;
    }
    void *block = aligned_alloc(align, (size + align - 1) / align * align);
    if (block) atomic_fetch_add(&m->blocks, 1);
    return block;
}

static inline void meagre_free(void *ctx, void *block, size_t size) {
    (void)size;
    if (!block) return;
    atomic_fetch_sub(&((meagre *)ctx)->blocks, 1);
    free(block);
}

static inline void quiet(void *ctx, int level, const char *text) {
    (void)ctx, (void)level, (void)text;
}

/* 1 if it worked, 0 if memory was refused; anything else fails the test. */
static inline int fine(weir_status status) {
    if (status != WEIR_OK && status != WEIR_ENOMEM)
        test_fail(__FILE__, __LINE__, "%s: %s", weir_status_name(status), weir_error());
    return status == WEIR_OK;
}

#endif
