/* exit.c - a function that runs when the process exits, before the exit handlers of libraries.
 *
 * A library that is loaded registers the destructors of its global objects as exit handlers, and
 * these are called in reverse order.  So ours is registered again behind each library that was
 * loaded, also by other libraries; the loader counts them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/exit.h"

#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

/* Set once, before the first handler is registered; relaxed. */
static void (*_Atomic exit_fn)(void);

static void run(void) {
    void (*fn)(void) = atomic_load_explicit(&exit_fn, memory_order_relaxed);
    if (fn != NULL) fn();
}

void wr_exit_set(void (*fn)(void)) { atomic_store_explicit(&exit_fn, fn, memory_order_relaxed); }

static int get_loads(struct dl_phdr_info *info, size_t size, void *loads) {
    (void)size;
    *(unsigned long long *)loads = info->dlpi_adds;
    return 1; /* all libraries have the same number */
}

void wr_exit_renew(void) {
    /* The number of libraries when `run` was registered; relaxed: two threads at the same time may
     * register it once more than needed. */
    static atomic_ullong known;
    unsigned long long loads = 0;
    dl_iterate_phdr(get_loads, &loads);
    if (atomic_exchange_explicit(&known, loads, memory_order_relaxed) != loads) atexit(run);
}
