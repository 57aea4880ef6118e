/* wait_profile.h - the wait profile: number and total time of waits that blocked, by site and
 * reason.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_WAIT_PROFILE_H
#define WR_WAIT_PROFILE_H

#include "base/lock.h"
#include "base/alloc.h"

typedef struct wr_wait_profile {
    const wr_memory *memory; /* const */
    wr_lock lock;
    /* under lock: a hash table with open addressing; a slot whose `reason` is NULL is free */
    weir_wait_entry *entry;
    /* under lock; size: number of slots, a power of two or 0; count: number of entries */
    size_t size, count;
    uint64_t waits, ns; /* under lock: totals of all waits, with or without an entry */
} wr_wait_profile;

void wr_wait_profile_init(wr_wait_profile *profile, const wr_memory *memory, int rank);
void wr_wait_profile_destroy(wr_wait_profile *profile);
void wr_wait_profile_add(wr_wait_profile *profile, const char *reason, uint32_t site, uint64_t ns);
/* Count an event that is not a wait but costs time elsewhere. */
void wr_wait_profile_note(wr_wait_profile *profile, const char *reason, uint32_t site);
void wr_wait_profile_totals(wr_wait_profile *profile, uint64_t *waits, uint64_t *ns);
/* Copy up to `max` entries, the costliest first, and return the number copied. */
size_t wr_wait_profile_get(wr_wait_profile *profile, weir_wait_entry *out, size_t max);
void wr_wait_profile_clear(wr_wait_profile *profile);
size_t wr_wait_profile_count(wr_wait_profile *profile); /* number of entries */

#endif
