/* wait_profile.h - every wait that had to wait, by site and reason.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_LEDGER_H
#define WR_LEDGER_H

#include "base/lock.h"
#include "base/alloc.h"

typedef struct wr_ledger {
    const wr_memory *memory; /* const */
    wr_lock lock;
    weir_wait_entry *entry; /* under lock: open addressing, reason NULL is free */
    size_t size, count;     /* under lock: size is a power of two, or 0 */
    uint64_t waits, ns;     /* under lock: the totals, kept even if an entry could not be */
} wr_ledger;

void wr_ledger_init(wr_ledger *ledger, const wr_memory *memory, int rank);
void wr_ledger_destroy(wr_ledger *ledger);
void wr_ledger_add(wr_ledger *ledger, const char *reason, uint32_t site, uint64_t ns);
void wr_ledger_totals(wr_ledger *ledger, uint64_t *waits, uint64_t *ns);
size_t wr_ledger_get(wr_ledger *ledger, weir_wait_entry *out, size_t max); /* costliest first */
void wr_ledger_clear(wr_ledger *ledger);

#endif
