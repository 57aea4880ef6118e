/* topology.c - reads the topology of the CPUs from /sys/devices/system.
 *
 * The kernel writes sets of CPUs as lists such as "0-3,8".  Files that do not exist or cannot be
 * understood are treated alike: containers and emulators hide some of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/topology.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY = 1024,
    CAPACITY_ATOM = 512,      /* an efficiency core of Intel, for which no capacity is listed */
    CAPACITY_LOW_POWER = 256, /* an efficiency core outside of the shared cache */
    INDEX_MAX = 16,           /* cache folders of a CPU */
    PATH_MAX_BYTES = 1024,
};

/* ---- Files ----------------------------------------------------------------------------------- */

/* Read the first line of a file.  Return NULL if there is none; the caller frees it. */
static char *read_line(const char *root, const char *path) {
    char full[PATH_MAX_BYTES];
    int n = snprintf(full, sizeof full, "%s%s", root, path);
    FILE *f = n > 0 && n < (int)sizeof full ? fopen(full, "re") : NULL;
    if (f == NULL) return NULL;
    char *line = NULL;
    size_t size = 0;
    bool ok = getline(&line, &size, f) > 0;
    fclose(f);
    if (ok) return line;
    free(line);
    return NULL;
}

/* Read a file of a CPU, such as "topology/core_id". */
static char *read_of_cpu(const char *root, int cpu, const char *name) {
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", cpu, name);
    return read_line(root, path);
}

/* Get the next range of a list such as "0-3,8".  Return false at its end or where it is not a list.
 */
static bool next_range(const char **list, long *first, long *last) {
    char *end;
    *first = strtol(*list, &end, 10);
    if (end == *list || *first < 0) return false;
    *last = *first;
    if (*end == '-') {
        const char *from = end + 1;
        *last = strtol(from, &end, 10);
        if (end == from || *last < *first) return false;
    }
    *list = *end == ',' ? end + 1 : end;
    return true;
}

static bool list_has(const char *list, int number) {
    long first, last;
    while (next_range(&list, &first, &last))
        if (number >= first && number <= last) return true;
    return false;
}

/* Return the first number of a list, and free the list.  NULL, and what is not a list, is
 * `otherwise`. */
static int first_of(char *list, int otherwise) {
    long first, last;
    const char *at = list;
    bool ok = list != NULL && next_range(&at, &first, &last) && first <= INT_MAX;
    free(list);
    return ok ? (int)first : otherwise;
}

/* ---- One CPU --------------------------------------------------------------------------------- */

static int core_of(const char *root, int cpu) {
    char *list = read_of_cpu(root, cpu, "topology/core_cpus_list");
    if (list == NULL) list = read_of_cpu(root, cpu, "topology/thread_siblings_list");
    return first_of(list, cpu);
}

/* The first CPU that shares the last level of cache.  Without a list of caches it is assumed that
 * the CPUs of a package share one. */
static int cache_of(const char *root, int cpu) {
    int best_level = 0, best = -1;
    for (int i = 0; i < INDEX_MAX; i++) {
        char name[64];
        snprintf(name, sizeof name, "cache/index%d/level", i);
        char *level_text = read_of_cpu(root, cpu, name);
        if (level_text == NULL) break;
        int level = (int)strtol(level_text, NULL, 10);
        free(level_text);
        snprintf(name, sizeof name, "cache/index%d/shared_cpu_list", i);
        int first = first_of(read_of_cpu(root, cpu, name), -1);
        if (first >= 0 && level > best_level) {
            best_level = level;
            best = first;
        }
    }
    if (best >= 0) return best;
    char *list = read_of_cpu(root, cpu, "topology/package_cpus_list");
    if (list == NULL) list = read_of_cpu(root, cpu, "topology/core_siblings_list");
    return first_of(list, 0);
}

/* ---- All CPUs -------------------------------------------------------------------------------- */

/* Set the nodes.  A node without CPUs has memory alone. */
static void read_nodes(const char *root, wr_topology *t) {
    char *nodes = read_line(root, "/sys/devices/system/node/online");
    const char *at = nodes != NULL ? nodes : "";
    long first, last;
    while (next_range(&at, &first, &last))
        for (long node = first; node <= last && node < 1 << 16; node++) {
            char path[64];
            snprintf(path, sizeof path, "/sys/devices/system/node/node%ld/cpulist", node);
            char *list = read_line(root, path);
            for (int i = 0; list != NULL && i < t->count; i++)
                if (list_has(list, t->place[i].cpu)) t->place[i].node = (int)node;
            free(list);
        }
    free(nodes);
}

static void set_capacity(const char *root, wr_topology *t, const char *path, int capacity) {
    char *list = read_line(root, path);
    for (int i = 0; list != NULL && i < t->count; i++)
        if (list_has(list, t->place[i].cpu)) t->place[i].capacity = capacity;
    free(list);
}

/* Set the capacities: the kernel lists them on ARM and on some Intel CPUs, as numbers up to 1024;
 * otherwise the counters of a hybrid Intel CPU tell which of its cores are efficiency cores. */
static void read_capacities(const char *root, wr_topology *t) {
    set_capacity(root, t, "/sys/devices/cpu_atom/cpus", CAPACITY_ATOM);
    set_capacity(root, t, "/sys/devices/cpu_lowpower/cpus", CAPACITY_LOW_POWER);
    for (int i = 0; i < t->count; i++) {
        int capacity = first_of(read_of_cpu(root, t->place[i].cpu, "cpu_capacity"), 0);
        if (capacity > 0) t->place[i].capacity = capacity;
    }
}

/* Count the different values of a field, and set `thread`. */
static void count_places(wr_topology *t) {
    t->cores = t->caches = t->nodes = 0;
    for (int i = 0; i < t->count; i++) {
        bool new_cache = true, new_node = true;
        wr_place *p = &t->place[i];
        p->thread = 0;
        for (int k = 0; k < i; k++) {
            p->thread += t->place[k].core == p->core;
            new_cache &= t->place[k].cache != p->cache;
            new_node &= t->place[k].node != p->node;
        }
        t->cores += p->thread == 0;
        t->caches += new_cache;
        t->nodes += new_node;
        t->hybrid |= p->capacity != t->place[0].capacity;
    }
}

bool wr_topology_read(const char *root, const int *cpus, int count, wr_topology *out) {
    wr_topology t = {.place = calloc((size_t)count, sizeof *t.place)};
    if (t.place == NULL) return false;
    char *online = read_line(root, "/sys/devices/system/cpu/online");
    for (int i = 0; i < count; i++)
        if (online == NULL || list_has(online, cpus[i])) t.place[t.count++].cpu = cpus[i];
    free(online);
    for (int i = 0; t.count == 0 && i < count; i++) t.place[i].cpu = cpus[i];
    if (t.count == 0) t.count = count;
    for (int i = 0; i < t.count; i++) {
        t.place[i].core = core_of(root, t.place[i].cpu);
        t.place[i].cache = cache_of(root, t.place[i].cpu);
        t.place[i].capacity = CAPACITY;
    }
    read_nodes(root, &t);
    read_capacities(root, &t);
    count_places(&t);
    *out = t;
    return true;
}

void wr_topology_free(wr_topology *t) {
    free(t->place);
    *t = (wr_topology){.place = NULL};
}

/* ---- Order ----------------------------------------------------------------------------------- */

static int compare(const void *left, const void *right) {
    const wr_place *a = left, *b = right;
    if (a->thread != b->thread) return a->thread < b->thread ? -1 : 1;
    if (a->capacity != b->capacity) return a->capacity > b->capacity ? -1 : 1;
    if (a->node != b->node) return a->node < b->node ? -1 : 1;
    if (a->cache != b->cache) return a->cache < b->cache ? -1 : 1;
    return a->cpu < b->cpu ? -1 : a->cpu > b->cpu;
}

void wr_topology_sort(wr_topology *t) {
    qsort(t->place, (size_t)t->count, sizeof *t->place, compare);
}
