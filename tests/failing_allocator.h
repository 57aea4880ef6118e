/* failing_allocator.h - an allocator that fails at its n-th call and counts allocated blocks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_FAILING_ALLOCATOR_H
#define TEST_FAILING_ALLOCATOR_H

#include <stdatomic.h>
#include <stdlib.h>

#include <weir/weir.h>

#include "harness.h"

typedef struct failing_allocator {
    atomic_long left; /* calls until one fails */
    atomic_long blocks, refused;
    int keep_failing; /* all later calls fail too */
} failing_allocator;

static inline void *failing_alloc(void *ctx, size_t size, size_t align) {
    failing_allocator *m = ctx;
    long left = atomic_fetch_sub(&m->left, 1);
    if (left == 1 || (left < 1 && m->keep_failing)) {
        atomic_fetch_add(&m->refused, 1);
        return NULL;
    }
    void *block = aligned_alloc(align, (size + align - 1) / align * align);
    if (block) atomic_fetch_add(&m->blocks, 1);
    return block;
}

static inline void failing_free(void *ctx, void *block, size_t size) {
    (void)size;
    if (!block) return;
    atomic_fetch_sub(&((failing_allocator *)ctx)->blocks, 1);
    free(block);
}

static inline void no_log(void *ctx, int level, const char *text) {
    (void)ctx, (void)level, (void)text;
}

/* 1 for WEIR_OK, 0 for WEIR_ENOMEM; any other status fails the test. */
static inline int ok_or_nomem(weir_status status) {
    if (status != WEIR_OK && status != WEIR_ENOMEM)
        test_fail(__FILE__, __LINE__, "%s: %s", weir_status_name(status), weir_error());
    return status == WEIR_OK;
}

#endif
