/* topology.h - which CPUs share a core, a cache or a NUMA node, and which are slower than others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_TOPOLOGY_H
#define WR_TOPOLOGY_H

#include "base/base.h"

/* Where a CPU is.  A core and a cache are named by the lowest number of the CPUs that share it,
 * whether or not this process may use that CPU. */
typedef struct wr_place {
    int cpu;      /* the number that the kernel gives it */
    int core;     /* CPUs of one core compute in turns (hyperthreads) */
    int cache;    /* the last level of cache that is listed */
    int node;     /* the NUMA node; 0 if there is only one */
    int thread;   /* its position among the listed CPUs of its core, from 0 */
    int capacity; /* relative speed: 1024 for the fastest cores, less for efficiency cores */
} wr_place;

typedef struct wr_topology {
    wr_place *place; /* in the order of CPU numbers */
    int count;
    int cores, caches, nodes; /* how many different ones there are */
    bool hybrid;              /* capacities differ */
} wr_topology;

/* Read the places of the `count` CPUs in `cpus` (in rising order, at least one) from
 * /sys/devices/system, with the folder `root` in place of "/" ("" for the real one).  CPUs that are
 * offline are left out, unless all are.  What is not listed there is assumed: every CPU is a core
 * of its own, all share one cache and one node, all have capacity 1024.  Return false if out of
 * memory.  Free the result with wr_topology_free. */
bool wr_topology_read(const char *root, const int *cpus, int count, wr_topology *out);
void wr_topology_free(wr_topology *t);

/* Sort the places in the order in which workers should take them: one CPU of each core before the
 * second one of any, fast cores before slow ones, and then by node, cache and number, so that
 * neighbours in this order share as much as possible. */
void wr_topology_sort(wr_topology *t);

#endif
