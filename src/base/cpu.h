/* cpu.h - how many CPUs and how much memory the affinity mask and the control group allow.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CPU_H
#define WR_CPU_H

#include "base/base.h"

/* The number of CPUs that this process may run on. */
int wr_cpu_count(void);

/* Get the numbers of these CPUs, in rising order, at most `max` of them.  Return how many there are;
 * 0 if the system does not say. */
int wr_cpu_list(int *cpus, int max);

/* The control group's CPU quota as a number of CPUs, rounded up; 0 if there is no quota. */
int wr_cpu_quota(void);

/* Both: the number of threads that can compute at the same time, at least 1.  This is the default
 * number of workers. */
int wr_cpu_allowed(void);

/* Like wr_cpu_quota, and the control group's memory limit in bytes (0 if there is none), with the
 * folder `root` in place of "/", for tests.  `root` does not end in a slash. */
int wr_cpu_quota_at(const char *root);
uint64_t wr_ram_limit_at(const char *root);

/* The size of physical memory in bytes, or the control group's limit if that is smaller. */
uint64_t wr_ram_bytes(void);

/* The size in bytes of the data or unified cache at `level`, as listed in `folder`
 * (/sys/devices/system/cpu/cpu0/cache); 0 if it is not listed. */
int64_t wr_cpu_cache_bytes(const char *folder, int level);

#endif
