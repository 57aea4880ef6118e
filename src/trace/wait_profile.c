/* wait_profile.c - a small hash table from (site, reason) to count and time.
 *
 * Reasons are static strings, compared by their letters, since two front ends may spell the same one
 * at two addresses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "trace/wait_profile.h"

#include <stdlib.h>
#include <string.h>

void wr_ledger_init(wr_ledger *ledger, const wr_memory *memory, int rank) {
    *ledger = (wr_ledger){.memory = memory};
    wr_lock_init(&ledger->lock, rank);
}

void wr_ledger_destroy(wr_ledger *ledger) {
    wr_free(ledger->memory, ledger->entry, ledger->size * sizeof *ledger->entry);
    wr_lock_destroy(&ledger->lock);
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
static bool make_room(wr_ledger *ledger) {
    if ((ledger->count + 1) * 3 <= ledger->size * 2) return true;
    size_t size = ledger->size > 0 ? ledger->size * 2 : 64;
    weir_wait_entry *entry = wr_alloc_zero(ledger->memory, size * sizeof *entry, 16);
    if (entry == NULL) return false;
    for (size_t i = 0; i < ledger->size; i++)
        if (ledger->entry[i].reason != NULL)
            *find(entry, size, ledger->entry[i].reason, ledger->entry[i].site) = ledger->entry[i];
    wr_free(ledger->memory, ledger->entry, ledger->size * sizeof *entry);
    ledger->entry = entry;
    ledger->size = size;
    return true;
}

void wr_ledger_add(wr_ledger *ledger, const char *reason, uint32_t site, uint64_t ns) {
    if (reason == NULL) reason = "wait";
    site = weir_site_line(site);
    wr_lock_take(&ledger->lock);
    ledger->waits++;
    ledger->ns += ns;
    if (make_room(ledger)) {
        weir_wait_entry *e = find(ledger->entry, ledger->size, reason, site);
        if (e->reason == NULL) {
            *e = (weir_wait_entry){.reason = reason, .site = site};
            ledger->count++;
        }
        e->count++;
        e->ns += ns;
    }
    wr_lock_give(&ledger->lock);
}

void wr_ledger_totals(wr_ledger *ledger, uint64_t *waits, uint64_t *ns) {
    wr_lock_take(&ledger->lock);
    *waits = ledger->waits;
    *ns = ledger->ns;
    wr_lock_give(&ledger->lock);
}

/* Into the sorted lines so far, at most `max` of them. */
static size_t insert(weir_wait_entry *out, size_t n, size_t max, const weir_wait_entry *e) {
    if (n == max && out[n - 1].ns >= e->ns) return n;
    size_t i = n < max ? n++ : max - 1;
    for (; i > 0 && out[i - 1].ns < e->ns; i--) out[i] = out[i - 1];
    out[i] = *e;
    return n;
}

size_t wr_ledger_get(wr_ledger *ledger, weir_wait_entry *out, size_t max) {
    size_t n = 0;
    if (max == 0) return 0;
    wr_lock_take(&ledger->lock);
    for (size_t i = 0; i < ledger->size; i++)
        if (ledger->entry[i].reason != NULL) n = insert(out, n, max, &ledger->entry[i]);
    wr_lock_give(&ledger->lock);
    return n;
}

void wr_ledger_clear(wr_ledger *ledger) {
    wr_lock_take(&ledger->lock);
    if (ledger->size > 0) memset(ledger->entry, 0, ledger->size * sizeof *ledger->entry);
    ledger->count = 0;
    wr_lock_give(&ledger->lock);
}
