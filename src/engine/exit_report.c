/* exit_report.c - the report at the end of a runtime (WEIR_REPORT=1): the costliest waits, memory,
 * and which side limited the run.
 *
 * A run has two sides.  The front end issues tasks, and waits when it reads values or is too far
 * ahead; the workers run tasks, and are idle when none is ready.  The side that waited for the
 * other did not limit the run.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/engine.h"

enum { LINES = 5 }; /* maximum number of waits that are listed */

#define LINE(rt, ...) wr_log(rt, WEIR_LOG_INFO, "report: " __VA_ARGS__)

/* The total time that workers have been active, including periods that have not ended. */
static int64_t busy_ns(weir_runtime *rt, int64_t now) {
    int64_t busy = (int64_t)atomic_load(&rt->busy_ns);
    for (int i = 0; i < rt->config.workers; i++) {
        int64_t since = atomic_load(&rt->workers[i].since);
        if (since != 0) busy += now - since;
    }
    return busy;
}

static int percent(double part, double whole) {
    double share = whole > 0 ? 100 * part / whole : 0;
    return share > 100 ? 100 : (int)(share + 0.5);
}

static void report_waits(weir_runtime *rt, double wall_s, uint64_t waits, double wait_s) {
    LINE(rt, "ran for %.3f s, of which %.3f s (%d %%) were lost in %" PRIu64 " wait%s", wall_s,
         wait_s, percent(wait_s, wall_s), waits, waits == 1 ? "" : "s");
    weir_wait_entry entry[LINES];
    size_t n = wr_wait_profile_get(&rt->wait_profile, entry, LINES);
    for (size_t i = 0; i < n; i++) {
        char number[32];
        const char *line = weir_site_text(entry[i].site);
        if (line == NULL) {
            snprintf(number, sizeof number, entry[i].site != 0 ? "site %u" : "unknown line",
                     entry[i].site);
            line = number;
        }
        LINE(rt, "  %9.3f s in %8" PRIu64 " x %-12s at %s", (double)entry[i].ns / 1e9,
             entry[i].count, entry[i].reason, line);
    }
}

static void report_memory(weir_runtime *rt, uint64_t operations) {
    char peak[32], budget[32];
    wr_print_bytes(peak, sizeof peak, atomic_load(&wr_host_space(rt)->used_peak));
    wr_print_bytes(budget, sizeof budget, wr_space_budget(wr_host_space(rt)));
    LINE(rt, "peak memory: %s of a budget of %s; %" PRIu64 " operations issued", peak, budget,
         operations);
    for (unsigned i = 1; i < WR_DEVICES; i++) {
        wr_memory_space *s = &rt->spaces[i];
        char name[32];
        if (atomic_load(&s->used_peak) == 0) continue;
        wr_print_bytes(peak, sizeof peak, atomic_load(&s->used_peak));
        wr_print_bytes(budget, sizeof budget, wr_space_budget(s));
        wr_device_name(rt, i, name, sizeof name);
        LINE(rt, "peak memory on %s: %s of a budget of %s", name, peak, budget);
    }
}

static void report_limit(weir_runtime *rt, int waited, int busy) {
    if (atomic_load(&rt->next_seq) == 0)
        LINE(rt, "nothing was queued");
    else if (atomic_load(&rt->serial))
        LINE(rt, "the serial engine ran one task at a time; the threaded engine may be faster");
    else if (waited >= 50 && busy >= 50)
        LINE(rt,
             "the back end limited the run: the front end waited %d %% of the time, while the "
             "workers were busy %d %%",
             waited, busy);
    else if (waited >= 50)
        LINE(rt,
             "the back end limited the run, with idle workers: the front end waited %d %% of the "
             "time, and the workers were busy %d %%; read values later, so that more operations "
             "can run in parallel",
             waited, busy);
    else if (busy < 50)
        LINE(
            rt,
            "the front end limited the run: the workers were idle %d %% of the time, and the front "
            "end waited for them %d %%",
            100 - busy, waited);
    else
        LINE(rt,
             "neither side limited the run: the workers were busy %d %% of the time, and the front "
             "end waited %d %%",
             busy, waited);
}

void wr_report(weir_runtime *rt) {
    weir_stats s = {.size = sizeof s};
    wr_stats_get(rt, &s);
    int64_t now = wr_now_ns();
    double wall = (double)(now - rt->born_ns);
    report_waits(rt, wall / 1e9, s.waits, (double)s.wait_ns / 1e9);
    report_memory(rt, s.issued);
    report_limit(rt, percent((double)s.wait_ns, wall),
                 percent((double)busy_ns(rt, now), wall * rt->config.workers));
}
