/* wait_profile.c - a small hash table from (site, reason) to count and time.
 *
 * Reasons are static strings, compared by their letters, since two front ends may spell the same one
 * at two addresses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "trace/wait_profile.h"

#include <stdlib.h>
#include <string.h>

void wr_wait_profile_init(wr_wait_profile *wait_profile, const wr_memory *memory, int rank) {
    *wait_profile = (wr_wait_profile){.memory = memory};
    wr_lock_init(&wait_profile->lock, rank);
}

void wr_wait_profile_destroy(wr_wait_profile *wait_profile) {
    wr_free(wait_profile->memory, wait_profile->entry,
            wait_profile->size * sizeof *wait_profile->entry);
    wr_lock_destroy(&wait_profile->lock);
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

/* Room for one more, at most two thirds full. */
static bool make_room(wr_wait_profile *wait_profile) {
    if ((wait_profile->count + 1) * 3 <= wait_profile->size * 2) return true;
    size_t size = wait_profile->size > 0 ? wait_profile->size * 2 : 64;
    weir_wait_entry *entry = wr_alloc_zero(wait_profile->memory, size * sizeof *entry, 16);
    if (entry == NULL) return false;
    for (size_t i = 0; i < wait_profile->size; i++)
        if (wait_profile->entry[i].reason != NULL)
            *find(entry, size, wait_profile->entry[i].reason, wait_profile->entry[i].site) =
                wait_profile->entry[i];
    wr_free(wait_profile->memory, wait_profile->entry, wait_profile->size * sizeof *entry);
    wait_profile->entry = entry;
    wait_profile->size = size;
    return true;
}

void wr_wait_profile_add(wr_wait_profile *wait_profile, const char *reason, uint32_t site,
                         uint64_t ns) {
    if (reason == NULL) reason = "wait";
    site = weir_site_line(site);
    wr_lock_take(&wait_profile->lock);
    wait_profile->waits++;
    wait_profile->ns += ns;
    if (make_room(wait_profile)) {
        weir_wait_entry *e = find(wait_profile->entry, wait_profile->size, reason, site);
        if (e->reason == NULL) {
            *e = (weir_wait_entry){.reason = reason, .site = site};
            wait_profile->count++;
        }
        e->count++;
        e->ns += ns;
    }
    wr_lock_give(&wait_profile->lock);
}

void wr_wait_profile_totals(wr_wait_profile *wait_profile, uint64_t *waits, uint64_t *ns) {
    wr_lock_take(&wait_profile->lock);
    *waits = wait_profile->waits;
    *ns = wait_profile->ns;
    wr_lock_give(&wait_profile->lock);
}

/* Into the sorted lines so far, at most `max` of them. */
static size_t insert(weir_wait_entry *out, size_t n, size_t max, const weir_wait_entry *e) {
    if (n == max && out[n - 1].ns >= e->ns) return n;
    size_t i = n < max ? n++ : max - 1;
    for (; i > 0 && out[i - 1].ns < e->ns; i--) out[i] = out[i - 1];
    out[i] = *e;
    return n;
}

size_t wr_wait_profile_get(wr_wait_profile *wait_profile, weir_wait_entry *out, size_t max) {
    size_t n = 0;
    if (max == 0) return 0;
    wr_lock_take(&wait_profile->lock);
    for (size_t i = 0; i < wait_profile->size; i++)
        if (wait_profile->entry[i].reason != NULL) n = insert(out, n, max, &wait_profile->entry[i]);
    wr_lock_give(&wait_profile->lock);
    return n;
}

void wr_wait_profile_clear(wr_wait_profile *wait_profile) {
    wr_lock_take(&wait_profile->lock);
    if (wait_profile->size > 0)
        memset(wait_profile->entry, 0, wait_profile->size * sizeof *wait_profile->entry);
    wait_profile->count = 0;
    wr_lock_give(&wait_profile->lock);
}
