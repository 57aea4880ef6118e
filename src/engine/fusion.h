/* fusion.h - groups: tasks that one runner runs together, in one pass over their data.
 *
 * The engine finds the members and finishes them; the layer above decides which tasks fit together,
 * and runs them.  docs/design/fusion.md explains the design.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FUSION_H
#define WR_FUSION_H

#include "engine/task.h"

enum { WR_GROUP_MAX = WR_SIZE(64, 5) }; /* maximum number of members */

/* A flag of kinds whose tasks may be members.  Such a task cannot fail, except for lack of memory, and
 * does not defer. */
enum { WR_KIND_FUSES = 1 << 29 };

/* The same for the tasks of a device.  Such a task cannot fail there for its values, unless the layer above
 * says otherwise. */
enum { WR_KIND_FUSES_ON_DEVICE = 1 << 30 };

/* Added to wr_task.pending of a member, which therefore does not become ready when it is granted. */
#define WR_JOINED (UINT32_C(1) << 30)

/* Called by wr_run before it starts a task whose kind has WR_KIND_FUSES.  Returns true if the task has
 * been run, or taken over by another runner, and false if it has to be run alone. */
typedef bool (*wr_fuse_fn)(weir_runtime *rt, wr_task *t, int worker);

/* The next tasks of a device's queue, for a wr_fuse_device_fn, which runs on the thread that launches. */
typedef struct wr_device_window {
    weir_runtime *rt;
    unsigned slot; /* of the device */
    wr_task *const *task;
    uint32_t count;
    bool may_wait; /* more tasks may follow the last one, and there is time to wait for them */
    /* ---- Set by the function ---- */
    uint32_t members; /* so many tasks from the first on fit together */
    bool launched;    /* they have been launched; otherwise nothing has been changed */
    bool later;       /* others may fit as well, so they should wait */
    bool freed;       /* memory has been freed that other tasks may wait for */
} wr_device_window;

/* Launch the first tasks of the window as one kernel, if that is possible. */
typedef void (*wr_fuse_device_fn)(wr_device_window *w);

typedef struct wr_group {
    weir_runtime *rt;
    /* Called with the scheduler held: may the task be a member?  If so, add it to the plan. */
    bool (*join)(void *plan, const wr_task *t);
    void *plan;
    /* Free the memory of a temporary, for wr_group_run_singly. */
    void (*drop)(weir_var *v);
    uint32_t count;
    wr_task *task[WR_GROUP_MAX]; /* the members in program order */
    /* ---- Private to fusion.c ---- */
    int visits; /* number of accesses that may still be visited */
} wr_group;

/* A task whose runner waits for more records; on the runner's stack. */
typedef struct wr_hold {
    struct wr_hold *next; /* scheduler: next in weir_runtime.holds */
    wr_task *task;        /* scheduler: the task; NULL: it has become a member of a group */
} wr_hold;

/* Could other tasks join this one?  A hint, without the scheduler. */
bool wr_group_is_possible(weir_runtime *rt, const wr_task *t, int64_t hold_ns, int worker);

/* Collect the members of a group that begins with `t`, which the calling thread has taken and not
 * started.  The thread may wait for up to hold_ns for more records.  Return false if the task has
 * become a member of another group, so the thread must not use it any more.  Otherwise, if `count` is
 * at least 2, the members are running; call wr_group_finish in the end.  If `count` is 0, the task is
 * unchanged. */
bool wr_group_collect(wr_group *g, wr_task *t, int64_t hold_ns, int worker);

/* The group has no value for this variable but in its tiles: it is written first by the member `t`,
 * and no task outside the group uses it. */
static inline bool wr_is_temporary(const wr_task *t, uint32_t write) {
    return (t->access[write].flags & WR_ELIDED) != 0;
}

/* Count the memory of the members as in use. */
void wr_group_begin(wr_group *g);

/* Run the members one after the other, each as if it were alone, and set `prev` of each.  Temporaries
 * get memory, which is freed when their last user has run. */
void wr_group_run_singly(wr_group *g, int worker);

/* Finish all members.  `prev` of each is its failure, or NULL. */
void wr_group_finish(wr_group *g);

#endif
