/* cpu.c - the CPUs, the CPU quota and the memory that the process may use, and cache sizes.
 *
 * Limits come from the affinity mask and from control groups, version 1 or 2.  A group's limit
 * applies to all groups below it, so each limit is read for the process's own group and for all
 * groups above it, and the smallest value is used.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/cpu.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int wr_cpu_count(void) {
    for (int max = 1024; max <= 1 << 20; max *= 4) {
        cpu_set_t *set = CPU_ALLOC(max);
        if (set == NULL) return 1;
        int n = sched_getaffinity(0, CPU_ALLOC_SIZE(max), set) == 0
                    ? CPU_COUNT_S(CPU_ALLOC_SIZE(max), set)
                    : 0;
        CPU_FREE(set);
        if (n > 0) return n;
    }
    return 1;
}

/* Get the path of the process's control group in the hierarchy of `controller`; "" is the hierarchy
 * of version 2.  Return false if the process has no such group. */
static bool own_group(const char *controller, char *path, size_t size) {
    FILE *f = fopen("/proc/self/cgroup", "re");
    if (f == NULL) return false;
    char line[512];
    bool found = false;
    while (!found && fgets(line, sizeof line, f) != NULL) {
        char *names = strchr(line, ':');
        char *group = names != NULL ? strchr(names + 1, ':') : NULL;
        if (group == NULL) continue;
        *group++ = '\0';
        names++;
        group[strcspn(group, "\n")] = '\0';
        char list[128];
        snprintf(list, sizeof list, ",%.100s,", names);
        char wanted[64];
        snprintf(wanted, sizeof wanted, ",%s,", controller);
        if (strcmp(names, controller) == 0 ||
            (*controller != '\0' && strstr(list, wanted) != NULL)) {
            snprintf(path, size, "%s", strcmp(group, "/") == 0 ? "" : group);
            found = true;
        }
    }
    fclose(f);
    return found;
}

static bool read_line(const char *root, const char *group, const char *name, char *line,
                      size_t size) {
    char path[1024];
    snprintf(path, sizeof path, "%s%s/%s", root, group, name);
    FILE *f = fopen(path, "re");
    if (f == NULL) return false;
    bool ok = fgets(line, (int)size, f) != NULL;
    fclose(f);
    return ok;
}

/* Call `read` for the process's own group and for all groups above it.  Return the smallest
 * positive result, or 0 if there is none. */
static double smallest(const char *root, const char *controller,
                       double (*read)(const char *root, const char *group)) {
    char group[512];
    if (!own_group(controller, group, sizeof group)) return 0;
    double best = 0;
    for (;;) {
        double value = read(root, group);
        if (value > 0 && (best == 0 || value < best)) best = value;
        char *slash = strrchr(group, '/');
        if (slash == NULL) return best;
        *slash = '\0';
    }
}

static double cpus_v2(const char *root, const char *group) {
    char line[128];
    double quota, period;
    if (!read_line(root, group, "cpu.max", line, sizeof line)) return 0;
    return sscanf(line, "%lf %lf", &quota, &period) == 2 && period > 0 ? quota / period : 0;
}

static double cpus_v1(const char *root, const char *group) {
    char line[128];
    if (!read_line(root, group, "cpu.cfs_quota_us", line, sizeof line)) return 0;
    double quota = atof(line);
    if (!read_line(root, group, "cpu.cfs_period_us", line, sizeof line)) return 0;
    double period = atof(line);
    return quota > 0 && period > 0 ? quota / period : 0;
}

static double memory_v2(const char *root, const char *group) {
    char line[128];
    return read_line(root, group, "memory.max", line, sizeof line) ? atof(line) : 0;
}

static double memory_v1(const char *root, const char *group) {
    char line[128];
    return read_line(root, group, "memory.limit_in_bytes", line, sizeof line) ? atof(line) : 0;
}

int wr_cpu_quota(void) {
    double cpus = smallest("/sys/fs/cgroup", "", cpus_v2);
    if (cpus == 0) cpus = smallest("/sys/fs/cgroup/cpu", "cpu", cpus_v1);
    int whole = (int)cpus;
    return cpus > whole ? whole + 1 : whole;
}

uint64_t wr_ram_bytes(void) {
    double bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double limit = smallest("/sys/fs/cgroup", "", memory_v2);
    if (limit == 0) limit = smallest("/sys/fs/cgroup/memory", "memory", memory_v1);
    return (uint64_t)(limit > 0 && limit < bytes ? limit : bytes);
}

int64_t wr_cpu_cache_bytes(const char *folder, int level) {
    char index[24], line[64], unit = '\0';
    for (int i = 0; i < 16; i++) {
        long long size = 0;
        snprintf(index, sizeof index, "/index%d", i);
        if (!read_line(folder, index, "level", line, sizeof line)) return 0;
        if (atoi(line) != level) continue;
        if (read_line(folder, index, "type", line, sizeof line) && *line == 'I') continue;
        if (!read_line(folder, index, "size", line, sizeof line)) continue;
        int read = sscanf(line, "%lld%c", &size, &unit);
        if (read < 1 || size <= 0 || size > 1 << 30) continue;
        return (int64_t)size << (read == 2 && unit == 'K' ? 10 : read == 2 && unit == 'M' ? 20 : 0);
    }
    return 0;
}
