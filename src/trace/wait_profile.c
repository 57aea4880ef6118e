/* wait_profile.c - a small hash table from site and reason to the number and total time of waits.
 *
 * Reasons are static strings.  They are compared by content, because two front ends may have the
 * same reason at different addresses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "trace/wait_profile.h"

#include <stdlib.h>
#include <string.h>

void wr_wait_profile_init(wr_wait_profile *profile, const wr_memory *memory, int rank) {
    *profile = (wr_wait_profile){.memory = memory};
    wr_lock_init(&profile->lock, rank);
}

void wr_wait_profile_destroy(wr_wait_profile *profile) {
    wr_free(profile->memory, profile->entry, profile->size * sizeof *profile->entry);
    wr_lock_destroy(&profile->lock);
}

static size_t hash(const char *reason, uint32_t site) {
    size_t h = site * 0x9e3779b9u;
    for (; *reason != '\0'; reason++) h = h * 31 + (unsigned char)*reason;
    return h;
}

static weir_wait_entry *find(weir_wait_entry *entry, size_t size, const char *reason,
                             uint32_t site) {
    size_t i = hash(reason, site) & (size - 1);
    while (entry[i].reason != NULL &&
           (entry[i].site != site ||
            (entry[i].reason != reason && strcmp(entry[i].reason, reason) != 0)))
        i = (i + 1) & (size - 1);
    return &entry[i];
}

/* Ensure that one more entry leaves the table at most two thirds full.  Return false if there is no
 * memory. */
static bool reserve(wr_wait_profile *profile) {
    if ((profile->count + 1) * 3 <= profile->size * 2) return true;
    size_t size = profile->size > 0 ? profile->size * 2 : 64;
    weir_wait_entry *entry = wr_alloc_zero(profile->memory, size * sizeof *entry, 16);
    if (entry == NULL) return false;
    for (size_t i = 0; i < profile->size; i++)
        if (profile->entry[i].reason != NULL)
            *find(entry, size, profile->entry[i].reason, profile->entry[i].site) =
                profile->entry[i];
    wr_free(profile->memory, profile->entry, profile->size * sizeof *entry);
    profile->entry = entry;
    profile->size = size;
    return true;
}

/* Under the lock. */
static void add(wr_wait_profile *profile, const char *reason, uint32_t site, uint64_t ns) {
    if (!reserve(profile)) return;
    weir_wait_entry *e = find(profile->entry, profile->size, reason, site);
    if (e->reason == NULL) {
        *e = (weir_wait_entry){.reason = reason, .site = site};
        profile->count++;
    }
    e->count++;
    e->ns += ns;
}

void wr_wait_profile_add(wr_wait_profile *profile, const char *reason, uint32_t site, uint64_t ns) {
    wr_lock_take(&profile->lock);
    profile->waits++;
    profile->ns += ns;
    add(profile, reason != NULL ? reason : "wait", weir_site_line(site), ns);
    wr_lock_give(&profile->lock);
}

void wr_wait_profile_note(wr_wait_profile *profile, const char *reason, uint32_t site) {
    wr_lock_take(&profile->lock);
    add(profile, reason, weir_site_line(site), 0);
    wr_lock_give(&profile->lock);
}

void wr_wait_profile_totals(wr_wait_profile *profile, uint64_t *waits, uint64_t *ns) {
    wr_lock_take(&profile->lock);
    *waits = profile->waits;
    *ns = profile->ns;
    wr_lock_give(&profile->lock);
}

/* Insert an entry into `out`, which is sorted by time and holds n of at most `max` entries.  Return
 * the new number of entries. */
static size_t insert(weir_wait_entry *out, size_t n, size_t max, const weir_wait_entry *e) {
    if (n == max && out[n - 1].ns >= e->ns) return n;
    size_t i = n < max ? n++ : max - 1;
    for (; i > 0 && out[i - 1].ns < e->ns; i--) out[i] = out[i - 1];
    out[i] = *e;
    return n;
}

size_t wr_wait_profile_get(wr_wait_profile *profile, weir_wait_entry *out, size_t max) {
    size_t n = 0;
    if (max == 0) return 0;
    wr_lock_take(&profile->lock);
    for (size_t i = 0; i < profile->size; i++)
        if (profile->entry[i].reason != NULL) n = insert(out, n, max, &profile->entry[i]);
    wr_lock_give(&profile->lock);
    return n;
}

size_t wr_wait_profile_count(wr_wait_profile *profile) {
    wr_lock_take(&profile->lock);
    size_t count = profile->count;
    wr_lock_give(&profile->lock);
    return count;
}

void wr_wait_profile_clear(wr_wait_profile *profile) {
    wr_lock_take(&profile->lock);
    if (profile->size > 0) memset(profile->entry, 0, profile->size * sizeof *profile->entry);
    profile->count = 0;
    wr_lock_give(&profile->lock);
}
