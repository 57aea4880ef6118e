/* memory_space.h - one memory: the host's, or that of a device.
 *
 * Space i is the memory of the device in slot i of weir_runtime.devices; space 0 is the host.  Each
 * space has its own budget and level, and holds back the tasks that allocate in it.  All bytes of a
 * task are in one space, see wr_task_space.  memory_admission.c has the rules; "Memory spaces" in
 * docs/design/devices.md explains why tasks that wait for different spaces cannot block each other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_MEMORY_SPACE_H
#define WR_MEMORY_SPACE_H

#include "base/base.h"
#include "engine/task.h"

typedef struct wr_memory_space {
    /* scheduler */
    wr_list unadmitted;      /* held tasks, oldest first */
    uint64_t footprint;      /* simulated footprint of an in-order run */
    uint64_t footprint_peak; /* maximum of `footprint` so far */
    uint64_t reserved;       /* bytes in use, and those of admitted tasks that have not started */
    uint64_t level;          /* the bound on `reserved`, without early and ahead bytes */
    /* the highest budget under which a held task was linked; the budget if no task is held */
    uint64_t limit;
    uint64_t held_bytes;  /* bytes of the tasks in `unadmitted` */
    uint64_t ahead_bytes; /* bytes of live variables created while older tasks were held */
    /* the part of ahead_bytes that belongs to WR_VAR_NOTED variables; 0 except for the host */
    uint64_t ahead_noted;
    uint32_t ahead_epoch; /* incremented each time `unadmitted` becomes empty */

    /* the scheduler writes, any thread reads: relaxed */

    /* the budget of tasks that are linked from now on.  A device's is also written by the thread
     * that opens the device, before the first task is issued */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t budget;
    atomic_uint_fast64_t level_stat; /* copy of `level` for the statistics */
    atomic_uint_fast64_t committed;  /* `reserved` + `held_bytes`; a hint */

    /* any */

    /* bytes in use; relaxed */
    _Alignas(WR_CACHE_LINE) atomic_uint_fast64_t used;
    atomic_uint_fast64_t used_peak;  /* relaxed */
    atomic_uint_fast64_t reclaiming; /* bytes of dead variables being reclaimed; seq_cst */
    /* reclaimed bytes that have not been subtracted from `reserved` yet.  In the host's space, also
     * the bit WR_FREED_ON_DEVICE */
    atomic_uint_fast64_t freed;

    /* see garbage.c; relaxed */
    atomic_int_fast64_t referenced; /* bytes of the variables that the program references */
    atomic_int_fast64_t collect_at; /* value of `referenced` at which to collect; 0: not set yet */
} wr_memory_space;

/* A bit of the host's `freed`: the field of a device's space is not 0.  So one load tells whether
 * any memory was freed. */
#define WR_FREED_ON_DEVICE (UINT64_C(1) << 63)

static inline uint64_t wr_space_budget(wr_memory_space *s) {
    return atomic_load_explicit(&s->budget, memory_order_relaxed);
}

#endif
