/* cpu.c - the CPUs, the CPU quota and the memory that the process may use, and cache sizes.
 *
 * Limits come from the affinity mask and from control groups, version 1 or 2.  A group's limit
 * applies to all groups below it, so each limit is read for the process's own group and for all
 * groups above it that the process can see, and the smallest value is used.  /proc/self/cgroup
 * names the group, /proc/self/mountinfo where the groups are mounted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/cpu.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The affinity mask ----------------------------------------------------------------------- */

/* Get the mask of this thread.  Return NULL if it cannot be read.  The kernel refuses a mask with
 * fewer bits than it has itself. */
static cpu_set_t *get_mask(int *bits) {
    for (*bits = 1024; *bits <= 1 << 20; *bits *= 4) {
        cpu_set_t *set = CPU_ALLOC(*bits);
        if (set == NULL) return NULL;
        if (sched_getaffinity(0, CPU_ALLOC_SIZE(*bits), set) == 0) return set;
        CPU_FREE(set);
    }
    return NULL;
}

int wr_cpu_list(int *cpus, int max) {
    int bits, count = 0;
    cpu_set_t *set = get_mask(&bits);
    for (int cpu = 0; set != NULL && cpu < bits && count < max; cpu++)
        if (CPU_ISSET_S(cpu, CPU_ALLOC_SIZE(bits), set)) cpus[count++] = cpu;
    CPU_FREE(set);
    return count;
}

int wr_cpu_count(void) {
    int bits, count = 0;
    cpu_set_t *set = get_mask(&bits);
    if (set != NULL) count = CPU_COUNT_S(CPU_ALLOC_SIZE(bits), set);
    CPU_FREE(set);
    return count > 0 ? count : 1;
}

/* ---- Control groups -------------------------------------------------------------------------- */

/* A hierarchy of control groups: version 2, or the one of a controller of version 1. */
typedef struct hierarchy {
    const char *controller;  /* "" for version 2 */
    const char *usual_mount; /* used if the list of mounts cannot be read */
    char *mount;             /* the folder where it is mounted, without the root of the tests */
    char *group; /* the process's group, as a path below that folder; "" is the folder */
} hierarchy;

/* Does a list such as "cpu,cpuacct" contain `name`? */
static bool lists(const char *list, const char *name) {
    size_t n = strlen(name);
    for (const char *at = list; *at != '\0';) {
        size_t length = strcspn(at, ",\n");
        if (length == n && memcmp(at, name, n) == 0) return true;
        at += length + (at[length] != '\0');
    }
    return false;
}

/* Replace the escapes of /proc/self/mountinfo, such as \040 for a space. */
static void unescape(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; to++) {
        bool escaped = from[0] == '\\' && from[1] >= '0' && from[1] <= '3' && from[2] >= '0' &&
                       from[2] <= '7' && from[3] >= '0' && from[3] <= '7';
        *to =
            escaped ? (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0')) : *from;
        from += escaped ? 4 : 1;
    }
    *to = '\0';
}

static FILE *open_below(const char *root, const char *folder, const char *name) {
    size_t size = strlen(root) + strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path == NULL) return NULL;
    snprintf(path, size, "%s%s/%s", root, folder, name);
    FILE *f = fopen(path, "re");
    free(path);
    return f;
}

/* Get the path of the process's group in a hierarchy, from /proc/self/cgroup: lines such as
 * "4:cpu,cpuacct:/user.slice", and "0::/user.slice" for version 2. */
static char *find_group(const char *root, const char *controller) {
    FILE *f = open_below(root, "/proc/self", "cgroup");
    if (f == NULL) return NULL;
    char *line = NULL, *found = NULL;
    size_t size = 0;
    while (found == NULL && getline(&line, &size, f) > 0) {
        char *names = strchr(line, ':');
        char *group = names != NULL ? strchr(names + 1, ':') : NULL;
        if (group == NULL) continue;
        *group++ = '\0';
        names++;
        group[strcspn(group, "\n")] = '\0';
        if (*controller != '\0' ? lists(names, controller) : *names == '\0')
            found = strdup(strcmp(group, "/") == 0 ? "" : group);
    }
    free(line);
    fclose(f);
    return found;
}

/* Read a line of /proc/self/mountinfo: "36 35 98:0 ROOT MOUNT options optional... - TYPE source
 * SUPEROPTIONS".  ROOT is the group that is mounted at MOUNT.  Return false if it is not a mount of
 * the hierarchy. */
static bool read_mount(char *line, const char *controller, char **mounted, char **mount) {
    char *field[5], *save = NULL;
    for (int i = 0; i < 5; i++)
        if ((field[i] = strtok_r(i == 0 ? line : NULL, " ", &save)) == NULL) return false;
    char *rest = save != NULL ? strstr(save, " - ") : NULL;
    if (rest == NULL) return false;
    const char *type = strtok_r(rest + 3, " \n", &save);
    (void)strtok_r(NULL, " ", &save);
    const char *options = strtok_r(NULL, " \n", &save);
    if (type == NULL) return false;
    bool matches = *controller == '\0' ? strcmp(type, "cgroup2") == 0
                                       : strcmp(type, "cgroup") == 0 && options != NULL &&
                                             lists(options, controller);
    *mounted = field[3];
    *mount = field[4];
    return matches;
}

/* Return the part of a group's path below the mounted group, or NULL if the group is not below it. */
static const char *path_below(const char *group, const char *mounted) {
    size_t n = strcmp(mounted, "/") == 0 ? 0 : strlen(mounted);
    bool below = strncmp(group, mounted, n) == 0 && (group[n] == '/' || group[n] == '\0');
    return below ? group + n : NULL;
}

/* Find where the hierarchy is mounted, and make the group's path relative to that.  In a container
 * the mount may show only the groups below the container's own.  If no mount shows the process's
 * group, the first mount's topmost group is used, which is all that can be read. */
static void find_mount(const char *root, hierarchy *h) {
    FILE *f = open_below(root, "/proc/self", "mountinfo");
    char *line = NULL, *mounted, *mount;
    const char *below = NULL;
    size_t size = 0;
    while (f != NULL && below == NULL && getline(&line, &size, f) > 0) {
        if (!read_mount(line, h->controller, &mounted, &mount)) continue;
        unescape(mounted);
        unescape(mount);
        below = path_below(h->group, mounted);
        if (h->mount != NULL && below == NULL) continue;
        free(h->mount);
        h->mount = strdup(mount);
    }
    free(line);
    if (f != NULL) fclose(f);
    bool listed = h->mount != NULL;
    if (!listed) h->mount = strdup(h->usual_mount);
    if (below != NULL) memmove(h->group, below, strlen(below) + 1);
    /* "/../x" is a group outside of the cgroup namespace, which no mount shows. */
    if ((listed && below == NULL) || strncmp(h->group, "/..", 3) == 0) *h->group = '\0';
}

/* Read the first line of a group's file and get its first `count` numbers.  Return false if there
 * are fewer; "max" is not a number. */
static bool read_numbers(const char *root, const char *folder, const char *name, int count,
                         long long *number) {
    char line[128];
    FILE *f = open_below(root, folder, name);
    if (f == NULL) return false;
    bool ok = fgets(line, sizeof line, f) != NULL;
    fclose(f);
    char *at = line;
    for (int i = 0; ok && i < count; i++) {
        char *end;
        number[i] = strtoll(at, &end, 10);
        ok = end != at;
        at = end;
    }
    return ok;
}

/* Call `read` for the process's own group and for all groups above it.  Return the smallest
 * positive result, or 0 if there is none. */
static int64_t smallest(const char *root, const char *controller, const char *usual_mount,
                        int64_t (*read)(const char *root, const char *folder)) {
    hierarchy h = {controller, usual_mount, NULL, find_group(root, controller)};
    char *folder = NULL;
    int64_t best = 0;
    if (h.group != NULL) find_mount(root, &h);
    size_t size = h.mount != NULL ? strlen(h.mount) + strlen(h.group) + 1 : 0;
    if (size > 0) folder = malloc(size);
    while (folder != NULL) {
        snprintf(folder, size, "%s%s", h.mount, h.group);
        int64_t value = read(root, folder);
        if (value > 0 && (best == 0 || value < best)) best = value;
        char *slash = strrchr(h.group, '/');
        if (slash == NULL) break;
        *slash = '\0';
    }
    free(folder);
    free(h.mount);
    free(h.group);
    return best;
}

/* The smallest limit of both versions.  On a system that mounts both, a controller belongs to one
 * of them, and the other has no such file. */
static int64_t smallest_of_both(const char *root, const char *controller, const char *usual_v1,
                                int64_t (*read_v2)(const char *root, const char *folder),
                                int64_t (*read_v1)(const char *root, const char *folder)) {
    int64_t v2 = smallest(root, "", "/sys/fs/cgroup", read_v2);
    int64_t v1 = smallest(root, controller, usual_v1, read_v1);
    return v2 > 0 && (v1 == 0 || v2 < v1) ? v2 : v1;
}

/* A quota in whole CPUs, rounded up. */
static int64_t whole_cpus(long long quota, long long period) {
    return quota > 0 && period > 0 ? quota / period + (quota % period > 0) : 0;
}

static int64_t cpus_v2(const char *root, const char *folder) {
    long long number[2];
    return read_numbers(root, folder, "cpu.max", 2, number) ? whole_cpus(number[0], number[1]) : 0;
}

static int64_t cpus_v1(const char *root, const char *folder) {
    long long quota, period;
    bool read = read_numbers(root, folder, "cpu.cfs_quota_us", 1, &quota) &&
                read_numbers(root, folder, "cpu.cfs_period_us", 1, &period);
    return read ? whole_cpus(quota, period) : 0;
}

static int64_t memory_v2(const char *root, const char *folder) {
    long long bytes;
    return read_numbers(root, folder, "memory.max", 1, &bytes) ? bytes : 0;
}

static int64_t memory_v1(const char *root, const char *folder) {
    long long bytes;
    return read_numbers(root, folder, "memory.limit_in_bytes", 1, &bytes) ? bytes : 0;
}

int wr_cpu_quota_at(const char *root) {
    int64_t cpus = smallest_of_both(root, "cpu", "/sys/fs/cgroup/cpu", cpus_v2, cpus_v1);
    return cpus > INT_MAX ? INT_MAX : (int)cpus;
}

int wr_cpu_quota(void) { return wr_cpu_quota_at(""); }

int wr_cpu_allowed(void) {
    int count = wr_cpu_count(), quota = wr_cpu_quota();
    return quota > 0 && quota < count ? quota : count;
}

uint64_t wr_ram_limit_at(const char *root) {
    return (uint64_t)smallest_of_both(root, "memory", "/sys/fs/cgroup/memory", memory_v2,
                                      memory_v1);
}

uint64_t wr_ram_bytes(void) {
    uint64_t bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t limit = wr_ram_limit_at("");
    return limit > 0 && limit < bytes ? limit : bytes;
}

/* ---- Caches ---------------------------------------------------------------------------------- */

static bool read_line(const char *folder, const char *name, char *line, size_t size) {
    FILE *f = open_below("", folder, name);
    if (f == NULL) return false;
    bool ok = fgets(line, (int)size, f) != NULL;
    fclose(f);
    return ok;
}

int64_t wr_cpu_cache_bytes(const char *folder, int level) {
    char index[512], line[64], unit = '\0';
    for (int i = 0; i < 16; i++) {
        long long size = 0;
        snprintf(index, sizeof index, "%s/index%d", folder, i);
        if (!read_line(index, "level", line, sizeof line)) return 0;
        if (atoi(line) != level) continue;
        if (read_line(index, "type", line, sizeof line) && *line == 'I') continue;
        if (!read_line(index, "size", line, sizeof line)) continue;
        int read = sscanf(line, "%lld%c", &size, &unit);
        if (read < 1 || size <= 0 || size > 1 << 30) continue;
        return (int64_t)size << (read == 2 && unit == 'K' ? 10 : read == 2 && unit == 'M' ? 20 : 0);
    }
    return 0;
}
