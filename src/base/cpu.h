/* cpu.h - how many CPUs and how much memory the affinity mask and the control group allow.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CPU_H
#define WR_CPU_H

#include "base/base.h"

/* The number of CPUs that this process may run on. */
int wr_cpu_count(void);

/* The control group's CPU quota as a number of CPUs, rounded up; 0 if there is no quota. */
int wr_cpu_quota(void);

/* The size of physical memory in bytes, or the control group's limit if that is smaller. */
uint64_t wr_ram_bytes(void);

/* The size in bytes of the data or unified cache at `level`, as listed in `folder`
 * (/sys/devices/system/cpu/cpu0/cache); 0 if it is not listed. */
int64_t wr_cpu_cache_bytes(const char *folder, int level);

#endif
