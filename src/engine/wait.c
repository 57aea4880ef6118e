/* wait.c - waiting, and running tasks meanwhile.
 *
 * Every wait calls `wait_counted`, which adds it to the wait profile, and `block`, which returns on
 * completion, at the deadline or on interruption.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>

#include "engine/engine.h"

weir_status wr_refuse_inside(const char *what) {
    if (WR_LIKELY(wr_inside == NULL)) return WEIR_OK;
    return wr_fail(WEIR_EDEADLK, "%s inside a task or callback would deadlock", what);
}

/* ---- Probes and barriers --------------------------------------------------------------------- */

typedef struct probe_arg {
    wr_queue *queue;
    uint64_t seq;
} probe_arg;

/* With the scheduler held: mark the wait with the probe's sequence number as done; the waiting
 * thread is woken after the scheduler is released. */
static void act_probe(weir_runtime *rt, wr_task *t) {
    const probe_arg *arg = t->arg;
    wr_queue *queue = arg->queue;
    if (arg->seq < atomic_load(&queue->wait_done)) return; /* the wait was abandoned */
    atomic_store(&queue->wait_done, arg->seq);
    if (rt->wake_count < WR_WAKE_MAX)
        rt->wake[rt->wake_count++] = queue;
    else
        wr_queue_wake(queue); /* the list is full, so wake the thread while the scheduler is held */
}

static const wr_scheduler_kind probe_kind = {
    {.size = sizeof(weir_kind), .name = "wait", .flags = WR_KIND_GRANTED | WEIR_KIND_PURE},
    act_probe};
static const wr_scheduler_kind barrier_kind = {
    {.size = sizeof(weir_kind),
     .name = "barrier",
     .flags = WR_KIND_GRANTED | WR_KIND_BARRIER | WEIR_KIND_PURE},
    NULL};

/* Pairs with `park`: either the waiting thread sees that its wait is done, or this thread sees that
 * the other is parked. */
void wr_queue_wake(wr_queue *queue) {
    atomic_fetch_add(&queue->word, 1);
    if (atomic_load(&queue->parked)) wr_unpark(&queue->word);
}

weir_status wr_push_barrier(weir_runtime *rt, weir_var *v, uint32_t site) {
    weir_task task = {.size = sizeof task, .writes = &v, .write_count = 1, .site = site};
    return wr_issue(rt, &task, &barrier_kind.kind);
}

/* ---- What a wait needs ----------------------------------------------------------------------- */

typedef struct search {
    weir_runtime *rt;
    bool help;        /* the waiting thread has a slot, so take a task for it to run */
    int steps;        /* maximum number of tasks still to be visited */
    unsigned claimed; /* the device to which this thread passes ready tasks itself, or 0 */
    uint64_t before;  /* not 0: the wait is for all tasks with lower sequence numbers */
} search;

/* Make a task urgent, because a wait needs it.  If it is blocked, put it on the search stack, so
 * that the tasks on which it depends become urgent too. */
static void request(weir_runtime *rt, wr_task *t) {
    if (t->priority == WR_URGENT) return; /* the tasks on which it depends are urgent already */
    bool blocked = wr_task_state(t) == WR_BLOCKED && !(t->flags & WR_CANDIDATE) &&
                   atomic_load_explicit(&t->pending, memory_order_relaxed) > 0;
    if (blocked && !wr_search_push(rt, t)) return; /* out of memory: the task keeps its priority */
    wr_ready_boost(rt, t);
}

/* Call `request` for the tasks directly before an access that is not granted; make_urgent then
 * continues with the predecessors of those tasks.  Adjacent reads have the same preceding write, so
 * only the first search that reaches a read (WR_SEARCHED) walks past it. */
static void request_before(weir_runtime *rt, wr_access *mine) {
    if (mine->write) {
        for (wr_access *a = mine->prev; a != NULL; a = a->prev) {
            request(rt, wr_access_task(a));
            if (a->write) return;
        }
        return;
    }
    /* There is no write before a read that waits behind reads on a device's queue. */
    for (wr_access *a = mine; a->prev != NULL && !(a->flags & WR_SEARCHED); a = a->prev) {
        /* A granted read belongs to a task of a device, which may be running and own the flags. */
        if (!a->granted) a->flags |= WR_SEARCHED;
        if (!a->prev->write) continue;
        request(rt, wr_access_task(a->prev));
        return;
    }
}

/* With the scheduler held: make urgent all tasks on which a blocked task depends, directly or
 * indirectly.  Each task is visited once. */
static void make_urgent(weir_runtime *rt, wr_task *t) {
    wr_chains *all = &rt->chains;
    assert(all->search_count == 0);
    for (;;) {
        /* The tasks that a barrier waits for are not made urgent, because it waits for every older
         * task. */
        bool barrier = (t->kind->flags & WR_KIND_BARRIER) && t->bytes > 0;
        for (uint32_t i = 0; i < t->access_count && !barrier; i++) {
            wr_access *a = &t->access[i];
            if (!a->granted && !(a->flags & WR_DUPLICATE)) request_before(rt, a);
        }
        if (all->search_count == 0) return;
        t = all->search[--all->search_count];
    }
}

/* With the scheduler held: follow the dependencies of a blocked task back to tasks that can run.
 * If `help` is set, take and return the first task that a waiting thread may run; otherwise return
 * NULL. */
static wr_task *find_runnable(search *s, wr_task *t) {
    if ((t->kind->flags & WR_KIND_BARRIER) && t->bytes > 0) {
        s->before = t->seq;
        return s->help ? wr_ready_help_before(s->rt, t->seq) : NULL;
    }
    for (uint32_t i = 0; i < t->access_count; i++) {
        wr_access *mine = &t->access[i];
        if (mine->granted || (mine->flags & WR_DUPLICATE)) continue;
        for (wr_access *a = mine->var->oldest; a != mine; a = a->next) {
            if (--s->steps < 0) return NULL;
            wr_task *other = wr_access_task(a), *found = NULL;
            switch (wr_task_state(other)) {
            case WR_READY:
            case WR_PUBLISHED:
                if (s->help) found = wr_ready_help(s->rt, other);
                break;
            case WR_BLOCKED: found = find_runnable(s, other); break;
            default: break;
            }
            if (found != NULL) return found;
        }
    }
    return NULL;
}

enum { LATE_NS = 20000, HELP_NS = 100000, CHECK_NS = 100000000, SCHEDULER_PAUSES = 2 };
enum { LEFT_TASKS = 16, LEFT_FEW = 4, LEFT_RECORDS = 16, LEFT_NS = 15000 }; /* see leave_tasks */
#define MEMORY_LEVEL "memory level"
#define INTERRUPTED  "the wait was interrupted; queued work continues"

/* ---- Blocking -------------------------------------------------------------------------------- */

typedef struct waiting {
    weir_runtime *rt;
    wr_queue *queue;
    bool (*done)(struct waiting *w);
    uint64_t value;         /* the value that `done` compares with */
    wr_memory_space *space; /* of memory_done: the memory that is waited for */
    atomic_bool *flag;      /* of flag_done */
    wr_task *probe;         /* the probe of this wait, valid until the wait is done; NULL: none */
    weir_var *var;          /* the variable that the probe reads */
    bool searched;          /* the tasks that the wait needs have been made urgent */
    bool seen;              /* there was work for the scheduler at the last check */
    uint64_t before;        /* not 0: the wait is for all tasks with lower sequence numbers */
    bool claimed;           /* this thread has passed tasks to a device itself */
    bool uninterruptible;   /* weir_interrupt does not end the wait */
    uint32_t site;
    int64_t deadline;
    /* if not 0, the deadline is extended by this much as long as wr_outside_stalls returns false */
    int64_t stall_ns;
    wr_outside_waiter *waiter;     /* with stall_ns: state of the wait for outside bytes */
    int64_t next_check;            /* when to ask the front end again whether to stop */
    unsigned interrupts;           /* number of weir_interrupt calls when the wait began */
    const weir_frontend *frontend; /* the front end of this thread when the wait began */
    void *token;                   /* returned by the front end's wait_begin */
} waiting;

static bool probe_done(waiting *w) { return atomic_load(&w->queue->wait_done) == w->value; }

/* Should the scheduler be left to the workers?  A worker that runs short tasks makes more progress
 * if no other thread competes for the scheduler. */
static bool workers_have_it(weir_runtime *rt) {
    return atomic_load_explicit(&rt->active, memory_order_relaxed) > 0 &&
           atomic_load_explicit(&rt->watchers, memory_order_relaxed) > 0 &&
           atomic_load_explicit(&rt->task_ns, memory_order_relaxed) < WR_SHORT_NS;
}

/* Is there anything to do for the scheduler, and is this thread to do it?  What active workers are
 * about to take, such as the next task of a chain of which one has just finished the last, is left
 * to them: it is seen twice before this thread takes it.  The first time, a wait always needs the
 * scheduler. */
static bool wants_scheduler(waiting *w) {
    weir_runtime *rt = w->rt;
    if (workers_have_it(rt)) return false;
    if (!w->searched || atomic_load_explicit(&rt->open_devices, memory_order_relaxed) != 0)
        return true;
    bool work = wr_has_tasks(rt), seen = w->seen;
    w->seen = work;
    return work && (seen || wr_is_left_over(rt));
}

static bool linked(waiting *w) { return wr_task_state(w->probe) != WR_ISSUED; }

/* With the scheduler held: process pending work, and find a task that this thread can run while it
 * waits. */
static wr_task *make_progress(waiting *w, search *s) {
    wr_task *t = NULL;
    wr_scheduler_gather(w->rt);
    if (w->probe != NULL) {
        while (!w->done(w) && !linked(w) && wr_scheduler_drain(w->rt)) {}
        if (!w->done(w) && linked(w)) {
            if (!w->searched) {
                make_urgent(w->rt, w->probe);
                wr_admit(w->rt);
            }
            s->help = w->rt->config.helping && wr_slot_take(w->rt);
            if (s->help) atomic_fetch_add_explicit(&w->rt->helpers, 1, memory_order_relaxed);
            t = find_runnable(s, w->probe);
            if (t == NULL && w->rt->device_ready == 0)
                atomic_store_explicit(&w->rt->leave_until, 0, memory_order_relaxed);
            w->searched = true;
            w->before = s->before;
            /* Not in a wait with a time limit: passing a task to a device may compile a kernel. */
            if (w->rt->device_ready > 0 && w->rt->config.helping && w->deadline == WR_FOREVER)
                s->claimed = wr_devices_claim(w->rt);
        }
    }
    wr_ready_publish(w->rt);
    return t;
}

/* Run a task that the wait needs, or pieces of one that is running, in the slot that make_progress
 * acquired.  Return false if there was neither. */
static bool run_helped(search *s, wr_task *t, int64_t until) {
    if (!s->help) return false;
    bool helped = true;
    wr_inside = s->rt;
    if (t != NULL)
        wr_run(s->rt, t, -1);
    else
        helped = wr_job_help(s->rt, s->before, until);
    wr_inside = NULL;
    wr_slot_give(s->rt);
    atomic_fetch_sub_explicit(&s->rt->helpers, 1, memory_order_relaxed);
    if (atomic_load(&s->rt->watchers) <= 0 && wr_has_work(s->rt)) wr_wake_for_push(s->rt);
    if (helped) atomic_fetch_add_explicit(&s->rt->helped, 1, memory_order_relaxed);
    return helped;
}

/* Join a job that a wait needs, without the scheduler.  It may be needed by the wait of another
 * thread, so it is left after HELP_NS. */
static bool help_job(waiting *w) {
    weir_runtime *rt = w->rt;
    if (!w->searched || !wr_has_seats(rt) || !rt->config.helping || !wr_slot_take(rt)) return false;
    atomic_fetch_add_explicit(&rt->helpers, 1, memory_order_relaxed);
    search s = {.rt = rt, .help = true, .before = w->before};
    return run_helped(&s, NULL, wr_now_ns() + HELP_NS);
}

static bool interrupted(const waiting *w) {
    return !w->uninterruptible && atomic_load(&w->rt->interrupts) != w->interrupts;
}

static void park(waiting *w, int64_t until) {
    weir_runtime *rt = w->rt;
    if (until == WR_FOREVER || (w->deadline != WR_FOREVER && w->deadline < until))
        until = w->deadline;
    int hint = w->probe != NULL; /* waits for queue space or memory are not counted in rt->parked */
    atomic_fetch_add_explicit(&rt->parked, hint, memory_order_relaxed);
    unsigned word = atomic_load(&w->queue->word);
    atomic_store(&w->queue->parked, true); /* seq_cst: `done` is checked after this */
    if (!w->done(w) && !interrupted(w)) {
        if (wr_has_work(rt)) wr_scheduler_notify(rt);
        if (!w->done(w)) wr_park(&w->queue->word, word, until);
    }
    atomic_store(&w->queue->parked, false);
    atomic_fetch_sub_explicit(&rt->parked, hint, memory_order_relaxed);
}

static weir_status push_probe(wr_queue *queue, weir_var *v, uint32_t site);

/* Push another probe if the front end itself has waited while it was being asked whether to stop
 * (for example in a signal handler): then the queue's probe belongs to that wait, and the task of
 * this wait's probe may be gone. */
static bool renew_probe(waiting *w) {
    if (w->var == NULL || w->queue->wait_seq == w->value) return true;
    if (push_probe(w->queue, w->var, w->site) != WEIR_OK) return false;
    w->value = w->queue->wait_seq;
    w->probe = w->queue->probe;
    w->searched = false;
    return true;
}

/* Does the front end want the wait to stop?  It is asked after each sleep, because a signal may
 * have ended the sleep, and regularly while this thread helps. */
static bool frontend_stops_wait(waiting *w, int64_t now) {
    if (w->frontend->wait_look == NULL || w->done(w)) return false;
    w->next_check = now + CHECK_NS;
    return w->frontend->wait_look(w->token) != 0 || !renew_probe(w);
}

static bool frontend_stops_help(waiting *w) {
    if (w->frontend->wait_look == NULL || w->done(w)) return false;
    int64_t now = wr_now_ns();
    return now >= w->next_check && frontend_stops_wait(w, now);
}

static weir_status block(waiting *w) {
    weir_runtime *rt = w->rt;
    int64_t since = 0; /* when polling began; 0: not yet */
    while (!w->done(w)) {
        bool serial = atomic_load(&rt->serial);
        /* Run tasks that were issued for the workers before the switch to the serial engine. */
        if (serial) wr_serial_flush(rt);
        if (interrupted(w)) return wr_fail(WEIR_EINTR, INTERRUPTED);
        if (help_job(w)) {
            if (frontend_stops_help(w)) return wr_fail(WEIR_EINTR, INTERRUPTED);
            since = 0; /* there may be more */
            continue;
        }
        /* After LATE_NS, compete with the workers for the scheduler even if they run short tasks:
         * a task that this wait needs may be queued behind a long one. */
        bool late = w->probe != NULL && !w->searched && since != 0 && wr_now_ns() - since > LATE_NS;
        bool wanted = late || wants_scheduler(w), held = wanted && wr_scheduler_try(rt);
        if (held) {
            search s = {.rt = rt, .steps = w->searched ? WR_HELP_STEPS : WR_NEEDED_STEPS};
            wr_task *t = make_progress(w, &s);
            wr_scheduler_release(rt);
            if (s.claimed != 0) wr_devices_help(rt, s.claimed);
            w->claimed |= s.claimed != 0;
            if (run_helped(&s, t, w->frontend->wait_look != NULL ? w->next_check : WR_FOREVER)) {
                if (frontend_stops_help(w)) return wr_fail(WEIR_EINTR, INTERRUPTED);
                continue;
            }
            if (w->done(w)) break;
        }
        int64_t now = wr_now_ns();
        if (w->stall_ns > 0 && now >= w->deadline) {
            if (wr_outside_stalls(rt, w->waiter)) return WEIR_OK;
            w->deadline = now + w->stall_ns;
        } else if (w->deadline != WR_FOREVER && now >= w->deadline)
            return wr_fail(WEIR_ETIMEDOUT, "the wait timed out; queued work continues");
        if (since == 0) since = now;
        /* Do not sleep before the tasks that the wait needs have been made urgent.  That takes only
         * a short time, since the scheduler is held only briefly. */
        bool unsearched = w->probe != NULL && !w->searched && !serial;
        bool spin = now - since < rt->spin_ns &&
                    atomic_load_explicit(&rt->active, memory_order_relaxed) < rt->cpus;
        if (spin || unsearched) {
            /* The scheduler will be free soon.  A job that has a seat may be of a task that this
             * wait needs. */
            int pauses = wanted && !held ? SCHEDULER_PAUSES : WR_POLL_PAUSES;
            for (int i = 0; i < pauses && !w->done(w); i++) {
                wr_pause();
                if (wr_has_seats(rt)) break;
            }
            /* Yield, because a worker may need this core. */
            if (now - since > WR_YIELD_AFTER_NS) sched_yield();
        } else {
            int64_t nap = w->frontend->wait_look != NULL ? now + CHECK_NS : WR_FOREVER;
            park(w, serial ? now + WR_NAP_NS : nap);
            if (frontend_stops_wait(w, now)) return wr_fail(WEIR_EINTR, INTERRUPTED);
        }
    }
    return WEIR_OK;
}

/* Ask the front end whether to allow this wait.  The front end is asked before the wait has any
 * effect, so that it may issue tasks and wait itself. */
static weir_status ask_frontend(const char *reason, uint32_t site) {
    const weir_frontend *f = wr_frontend_mine;
    if (WR_LIKELY(f->wait_ask == NULL) || f->wait_ask(reason, site) == 0) return WEIR_OK;
    return wr_fail(WEIR_EINTR, "the front end did not allow this wait: %s",
                   reason != NULL ? reason : "wait");
}

/* A thread that issues a few tasks and waits for them runs them itself, on the core whose cache has
 * their data, or passes them to the device itself.  Leave its next tasks to it for a moment: a
 * worker that polls would take them first.  This ends after LEFT_NS, when LEFT_RECORDS records have
 * been issued, and when the thread waits and cannot run them; it does not begin while other tasks
 * are ready, which would wait too. */
static void leave_tasks(waiting *w, int64_t start, int64_t now) {
    weir_runtime *rt = w->rt;
    uint64_t issued = atomic_load_explicit(&w->queue->issued, memory_order_relaxed);
    uint64_t since = issued - w->queue->issued_before;
    w->queue->issued_before = issued;
    wr_awaits_waited(since, LEFT_FEW, now - start);
    if (since > (w->claimed ? LEFT_TASKS : LEFT_FEW) || !rt->config.helping) return;
    if (wr_ready_len(rt) > 0) return;
    uint64_t next = atomic_load_explicit(&rt->next_seq, memory_order_relaxed);
    atomic_store_explicit(&rt->leave_below, next + LEFT_RECORDS, memory_order_relaxed);
    atomic_store_explicit(&rt->leave_until, now + LEFT_NS, memory_order_relaxed);
}

/* Block, and add the time to the wait profile. */
static weir_status wait_counted(waiting *w, int64_t timeout_ns, const char *reason, uint32_t site) {
    int64_t start = wr_now_ns();
    w->interrupts = atomic_load(&w->rt->interrupts);
    w->next_check = start + CHECK_NS;
    w->deadline =
        timeout_ns < 0 || timeout_ns > INT64_MAX - start ? WR_FOREVER : start + timeout_ns;
    if (WR_UNLIKELY(atomic_load(&w->rt->restart))) wr_fork_restart(w->rt);
    w->frontend = wr_frontend_mine;
    if (w->frontend->wait_begin != NULL) w->token = w->frontend->wait_begin();
    weir_status status = block(w);
    if (w->frontend->wait_end != NULL) w->frontend->wait_end(w->token);
    int64_t end = wr_now_ns();
    leave_tasks(w, start, end);
    wr_wait_profile_add(&w->rt->wait_profile, reason, site, (uint64_t)(end - start));
    if (atomic_load_explicit(&w->rt->trace.on, memory_order_relaxed))
        wr_trace_wait(&w->rt->trace, reason, site, start, end);
    return status;
}

/* ---- The kinds of wait ----------------------------------------------------------------------- */

static bool probe_pending(wr_queue *queue) {
    return atomic_load(&queue->wait_done) != queue->wait_seq;
}

/* Push a probe, a task that tells this thread when the variable is ready.  An abandoned wait leaves
 * its probe in the queue.  If no write has been issued since then, the next wait for the same
 * variable uses that probe again, so that polling with a timeout does not fill the queue. */
static weir_status push_probe(wr_queue *queue, weir_var *v, uint32_t site) {
    uint64_t writes = atomic_load_explicit(&v->writes_issued, memory_order_relaxed);
    if (probe_pending(queue) && queue->probe_var == v && queue->probe_writes == writes)
        return WEIR_OK;
    probe_arg arg = {queue, queue->wait_seq + 1};
    weir_task task = {.size = sizeof task,
                      .arg = &arg,
                      .arg_size = sizeof arg,
                      .reads = &v,
                      .read_count = 1,
                      .site = site};
    WR_TRY(wr_issue(v->rt, &task, &probe_kind.kind));
    queue->wait_seq = arg.seq;
    queue->probe = queue->last;
    queue->probe_var = v;
    queue->probe_writes = writes;
    return WEIR_OK;
}

static weir_status wait_var(weir_var *v, bool uninterruptible, int64_t timeout_ns,
                            const char *reason, uint32_t site) {
    weir_runtime *rt = v->rt;
    wr_queue *queue = wr_queue_get(rt);
    if (queue == NULL) return wr_fail(WEIR_ENOMEM, "not enough memory for a submission queue");
    WR_TRY(push_probe(queue, v, site));
    waiting w = {.rt = rt,
                 .queue = queue,
                 .done = probe_done,
                 .value = queue->wait_seq,
                 .probe = queue->probe,
                 .var = v,
                 .uninterruptible = uninterruptible,
                 .site = site};
    return wait_counted(&w, timeout_ns, reason, site);
}

weir_status wr_wait_written(weir_var *v, const char *reason, uint32_t site) {
    if (!wr_var_ready(v)) {
        WR_TRY(ask_frontend(reason, site));
        WR_TRY(wait_var(v, true, WR_FOREVER, reason, site));
    }
    return wr_var_status(v);
}

weir_status wr_wait_var(weir_var *v, int64_t timeout_ns, const char *reason, uint32_t site) {
    WR_TRY(wr_refuse_inside(
        "weir_var_wait: add the variable to the task's reads instead; waiting for it"));
    if (wr_var_ready(v)) {
        wr_mine.awaits.calls = 0;
        bool closed = atomic_load_explicit(&v->rt->closed, memory_order_relaxed);
        wr_queue *queue = closed ? NULL : wr_queue_get(v->rt);
        if (queue != NULL) atomic_fetch_add_explicit(&queue->ready_waits, 1, memory_order_relaxed);
    } else {
        WR_TRY(ask_frontend(reason, site));
        WR_TRY(wait_var(v, false, timeout_ns, reason, site));
    }
    return wr_var_status(v);
}

weir_status wr_wait_all(weir_runtime *rt, int64_t timeout_ns, const char *reason, uint32_t site) {
    WR_TRY(wr_refuse_inside("weir_waitall: waiting for all tasks"));
    if (!wr_all_retired(rt)) {
        WR_TRY(ask_frontend(reason, site));
        wr_queue *queue = wr_queue_get(rt);
        if (queue == NULL) return wr_fail(WEIR_ENOMEM, "not enough memory for a submission queue");
        weir_var_options options = {.size = sizeof options};
        if (queue->barrier == NULL)
            WR_TRY(wr_var_make(rt, &options, "weir_waitall", &queue->barrier));
        /* Like an abandoned probe, an abandoned barrier is reused if nothing has been issued after
         * it. */
        bool serves = probe_pending(queue) && queue->probe_var == queue->barrier &&
                      queue->barrier_seq == atomic_load(&rt->next_seq);
        if (!serves) {
            WR_TRY(wr_push_barrier(rt, queue->barrier, site));
            WR_TRY(push_probe(queue, queue->barrier, site));
            queue->barrier_seq = atomic_load(&rt->next_seq);
        }
        WR_TRY(wait_var(queue->barrier, false, timeout_ns, reason, site));
    }
    return wr_root_status(rt);
}

/* Is less than `eighths` / 8 of the queue's bound used?  An empty queue always has space. */
bool wr_queue_has_space(weir_runtime *rt, uint64_t eighths) {
    /* `finished` is read first, because otherwise the difference could be negative. */
    uint64_t finished = atomic_load(&rt->finished);
    uint64_t len = atomic_load(&rt->next_seq) - finished;
    return len == 0 || (len < rt->config.queue_tasks_max / 8 * eighths +
                                  (eighths == 8 ? rt->config.queue_tasks_max % 8 : 1) &&
                        atomic_load_explicit(&rt->chunk_bytes, memory_order_relaxed) <=
                            rt->config.queue_bytes_max / 8 * eighths);
}

/* Wait for queue space or memory.  `throttled` tells the scheduler to wake this thread; it is
 * incremented with seq_cst order before `finished` is read. */
static weir_status wait_throttled(waiting *w, const char *reason, uint32_t site) {
    WR_TRY(ask_frontend(reason, site));
    atomic_fetch_add(&w->rt->throttled, 1);
    weir_status status = wait_counted(w, WR_FOREVER, reason, site);
    atomic_fetch_sub(&w->rt->throttled, 1);
    return status;
}

static bool space_done(waiting *w) { return wr_queue_has_space(w->rt, 6); }

weir_status wr_wait_queue_space(weir_runtime *rt, wr_queue *queue, uint32_t site) {
    if (!wr_queue_has_space(rt, 8)) {
        waiting w = {.rt = rt, .queue = queue, .done = space_done};
        WR_TRY(wait_throttled(&w, "queue full", site));
    }
    queue->space_until = atomic_load(&rt->finished) + rt->config.queue_tasks_max;
    return WEIR_OK;
}

/* Do w->value more bytes fit in the budget?  Also true if nothing is left that could free memory:
 * no queued task and no variable being reclaimed. */
static bool memory_done(waiting *w) {
    weir_runtime *rt = w->rt;
    uint64_t committed = atomic_load(&w->space->committed), budget = wr_space_budget(w->space);
    return (committed <= budget && w->value <= budget - committed) ||
           (wr_all_retired(rt) && atomic_load(&w->space->reclaiming) == 0);
}

weir_status wr_wait_memory(weir_runtime *rt, wr_memory_space *s, uint64_t bytes, uint32_t site) {
    wr_queue *queue = wr_queue_get(rt);
    if (queue == NULL) return wr_fail(WEIR_ENOMEM, "not enough memory for a submission queue");
    waiting w = {.rt = rt, .queue = queue, .done = memory_done, .value = bytes, .space = s};
    return wait_throttled(&w, s == wr_host_space(rt) ? "memory full" : "device memory full", site);
}

static bool flag_done(waiting *w) { return atomic_load(w->flag); }

weir_status wr_wait_flag(weir_runtime *rt, atomic_bool *flag, const char *reason, uint32_t site) {
    WR_TRY(wr_refuse_inside("weir_array_to_dlpack: waiting for an array"));
    if (atomic_load(flag)) return WEIR_OK;
    wr_queue *queue = wr_queue_get(rt);
    if (queue == NULL) return wr_fail(WEIR_ENOMEM, "not enough memory for a submission queue");
    WR_TRY(ask_frontend(reason, site));
    waiting w = {.rt = rt, .queue = queue, .done = flag_done, .flag = flag};
    return wait_counted(&w, WR_FOREVER, reason, site);
}

static bool outside_done(waiting *w) { return wr_outside_has_space(w->rt); }

weir_status wr_wait_outside(weir_runtime *rt, int64_t stall_ns, uint32_t site) {
    wr_queue *queue = wr_queue_get(rt);
    if (queue == NULL) return wr_fail(WEIR_ENOMEM, "not enough memory for a submission queue");
    wr_outside_waiter waiter;
    waiting w = {
        .rt = rt, .queue = queue, .done = outside_done, .stall_ns = stall_ns, .waiter = &waiter};
    WR_TRY(ask_frontend(MEMORY_LEVEL, site));
    wr_outside_enter(rt, &waiter);
    /* outside_waits tells the scheduler to wake this thread; it is incremented with seq_cst order
     * before `outside` is read. */
    atomic_fetch_add(&rt->outside_waits, 1);
    weir_status status = wait_counted(&w, stall_ns, MEMORY_LEVEL, site);
    atomic_fetch_sub(&rt->outside_waits, 1);
    wr_outside_leave(rt, &waiter);
    return status;
}
