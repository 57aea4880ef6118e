/* wait.c - waiting, and helping meanwhile.
 *
 * Every wait of a thread ends in `block`, where it is counted, timed, attributed, interrupted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>

#include "engine/engine.h"

weir_status wr_refuse_inside(const char *what) {
    if (WR_LIKELY(wr_inside == NULL)) return WEIR_OK;
    return wr_fail(WEIR_EDEADLK, "%s inside a task or callback would never end", what);
}

/* ---- Probes and barriers --------------------------------------------------------------------- */

typedef struct probe_arg {
    wr_queue *queue;
    uint64_t seq;
} probe_arg;

/* Role: the wait with this number is over; its thread is woken when the role is given back. */
static void act_probe(weir_runtime *rt, wr_task *t) {
    const probe_arg *arg = t->arg;
    wr_queue *queue = arg->queue;
    if (arg->seq < atomic_load(&queue->wait_done)) return; /* a wait that was given up long ago */
    atomic_store(&queue->wait_done, arg->seq);
    if (rt->wake_count < WR_WAKE_MAX)
        rt->wake[rt->wake_count++] = queue;
    else
        wr_queue_wake(queue); /* a crowd; the role is held a little longer */
}

static const wr_scheduler_kind probe_kind = {
    {.size = sizeof(weir_kind), .name = "wait", .flags = WR_KIND_GRANTED | WEIR_KIND_PURE},
    act_probe};
static const wr_scheduler_kind barrier_kind = {
    {.size = sizeof(weir_kind),
     .name = "barrier",
     .flags = WR_KIND_GRANTED | WR_KIND_BARRIER | WEIR_KIND_PURE},
    NULL};

/* Pairs with `park`: either it sees that it is done, or we see that it is parked. */
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
    bool help; /* take something to run */
    int steps; /* left to go */
    wr_task *
        running; /* a running task on the way, whose pieces we might join; compared, not followed */
} search;

/* A wait needs this one: it goes first, and so does what it needs. */
static void seek(weir_runtime *rt, wr_task *t) {
    if (t->level == WR_URGENT) return; /* and so is what it needs */
    bool blocked = wr_task_state(t) == WR_BLOCKED && !(t->flags & WR_CANDIDATE) &&
                   atomic_load_explicit(&t->pending, memory_order_relaxed) > 0;
    if (blocked && !wr_chain_seek(rt, t)) return; /* no memory: it takes its turn */
    wr_ready_boost(rt, t);
}

/* What stands directly before an access that is not granted; the rest stands before that.  Reads side by side have the
 * same write before them: only the first search walks over them. */
static void seek_before(weir_runtime *rt, wr_access *mine) {
    if (mine->write) {
        for (wr_access *a = mine->prev; a != NULL; a = a->prev) {
            seek(rt, wr_access_task(a));
            if (a->write) return;
        }
        return;
    }
    for (wr_access *a = mine; !(a->flags & WR_SOUGHT); a = a->prev) {
        a->flags |= WR_SOUGHT;
        if (!a->prev->write) continue;
        seek(rt, wr_access_task(a->prev));
        return;
    }
}

/* Role: everything that a blocked task needs becomes urgent, however far back; each task once in its life. */
static void make_urgent(weir_runtime *rt, wr_task *t) {
    wr_chains *all = &rt->chains;
    assert(all->sought_count == 0);
    for (;;) {
        bool barrier = (t->kind->flags & WR_KIND_BARRIER) && t->bytes > 0; /* needs all there is */
        for (uint32_t i = 0; i < t->access_count && !barrier; i++) {
            wr_access *a = &t->access[i];
            if (!a->granted && !(a->flags & WR_DUPLICATE)) seek_before(rt, a);
        }
        if (all->sought_count == 0) return;
        t = all->sought[--all->sought_count];
    }
}

/* Role: follow a blocked task back to what can run.  The first task that a helper may run is returned, taken, if `help`
 * is set. */
static wr_task *needed(search *s, wr_task *t) {
    if ((t->kind->flags & WR_KIND_BARRIER) && t->bytes > 0)
        return s->help ? wr_ready_help_before(s->rt, t->seq) : NULL;
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
            case WR_BLOCKED: found = needed(s, other); break;
            case WR_RUNNING:
                if (other->kind->flags & WEIR_KIND_HELP) s->running = other;
                break;
            default: break;
            }
            if (found != NULL) return found;
        }
    }
    return NULL;
}

enum { LATE_NS = 20000, LOOK_NS = 100000000 };
#define AT_LEVEL    "memory level"
#define INTERRUPTED "the wait was interrupted; its work goes on"

/* ---- Blocking -------------------------------------------------------------------------------- */

typedef struct waiting {
    weir_runtime *rt;
    wr_queue *queue;
    bool (*done)(struct waiting *w);
    uint64_t value; /* what `done` compares with */
    wr_task *probe; /* alive while not done; NULL: nothing to follow */
    weir_var *var;  /* that the probe reads */
    bool searched;  /* what it needs has been made urgent */
    bool steady;    /* weir_interrupt does not end it */
    uint32_t site;
    int64_t deadline;
    int64_t stall_ns;      /* not 0: the deadline is put off by this unless nothing moves, */
    wr_outsider *outsider; /* which this knows */
    int64_t look_at;       /* when the front end is asked next */
    unsigned interrupts;
    void *token; /* of the front end */
} waiting;

static bool probe_done(waiting *w) { return atomic_load(&w->queue->wait_done) == w->value; }

/* A worker that runs short tasks is better left alone with the role. */
static bool leave_it_to_workers(weir_runtime *rt) {
    return atomic_load_explicit(&rt->active, memory_order_relaxed) > 0 &&
           atomic_load_explicit(&rt->watchers, memory_order_relaxed) > 0 &&
           atomic_load_explicit(&rt->task_ns, memory_order_relaxed) < WR_SHORT_NS;
}

static bool linked(waiting *w) { return wr_task_state(w->probe) != WR_ISSUED; }

/* With the role: bring things forward, and find out how to help. */
static wr_task *attend(waiting *w, search *s) {
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
            t = needed(s, w->probe);
            w->searched = true;
        }
    }
    wr_ready_publish(w->rt);
    return t;
}

/* Run a task that we need, or pieces of one that runs, in the slot we have.  False: neither. */
static bool run_helped(search *s, wr_task *t, int64_t until) {
    if (!s->help) return false;
    bool helped = true;
    wr_inside = s->rt;
    if (t != NULL)
        wr_run(s->rt, t, -1);
    else
        helped = s->running != NULL && wr_job_join(s->rt, s->running, until);
    wr_inside = NULL;
    wr_slot_give(s->rt);
    atomic_fetch_sub_explicit(&s->rt->helpers, 1, memory_order_relaxed);
    if (atomic_load(&s->rt->watchers) <= 0 && wr_has_work(s->rt)) wr_wake_for_push(s->rt);
    if (helped) atomic_fetch_add_explicit(&s->rt->helped, 1, memory_order_relaxed);
    return helped;
}

static bool interrupted(const waiting *w) {
    return !w->steady && atomic_load(&w->rt->interrupts) != w->interrupts;
}

static void park(waiting *w, int64_t until) {
    weir_runtime *rt = w->rt;
    if (until == WR_FOREVER || (w->deadline != WR_FOREVER && w->deadline < until))
        until = w->deadline;
    int hint = w->probe != NULL; /* who waits for room is in no hurry */
    atomic_fetch_add_explicit(&rt->parked, hint, memory_order_relaxed);
    unsigned word = atomic_load(&w->queue->word);
    atomic_store(&w->queue->parked, true); /* seq_cst: then look once more */
    if (!w->done(w) && !interrupted(w)) {
        if (wr_has_work(rt)) wr_scheduler_notify(rt);
        if (!w->done(w)) wr_park(&w->queue->word, word, until);
    }
    atomic_store(&w->queue->parked, false);
    atomic_fetch_sub_explicit(&rt->parked, hint, memory_order_relaxed);
}

static weir_status push_probe(wr_queue *queue, weir_var *v, uint32_t site);

/* The front end has waited while we asked it (a signal's handler did): the lane's probe is not ours any more,
 * and ours may be gone. */
static bool probe_again(waiting *w) {
    if (w->var == NULL || w->queue->wait_seq == w->value) return true;
    if (push_probe(w->queue, w->var, w->site) != WEIR_OK) return false;
    w->value = w->queue->wait_seq;
    w->probe = w->queue->probe;
    w->searched = false;
    return true;
}

/* Does the front end want us to stop?  Asked after each sleep, which a signal may have ended, and now and then
 * while we help: signals come then too. */
static bool is_called_off(waiting *w, int64_t now) {
    if (wr_frontend.wait_look == NULL || w->done(w)) return false;
    w->look_at = now + LOOK_NS;
    return wr_frontend.wait_look(w->token) != 0 || !probe_again(w);
}

static bool is_called_off_while_helping(waiting *w) {
    if (wr_frontend.wait_look == NULL || w->done(w)) return false;
    int64_t now = wr_now_ns();
    return now >= w->look_at && is_called_off(w, now);
}

static weir_status block(waiting *w) {
    weir_runtime *rt = w->rt;
    int64_t since = 0; /* when polling began */
    while (!w->done(w)) {
        bool serial = atomic_load(&rt->serial);
        if (serial) wr_serial_flush(rt); /* pushed for workers before the engine was changed */
        if (interrupted(w)) return wr_fail(WEIR_EINTR, INTERRUPTED);
        /* Not even they may know that what we need stands behind something long. */
        bool late = w->probe != NULL && !w->searched && since != 0 && wr_now_ns() - since > LATE_NS;
        if ((late || !leave_it_to_workers(rt)) && wr_scheduler_try(rt)) {
            search s = {.rt = rt, .steps = w->searched ? WR_HELP_STEPS : WR_NEEDED_STEPS};
            wr_task *t = attend(w, &s);
            wr_scheduler_release(rt);
            if (run_helped(&s, t, wr_frontend.wait_look != NULL ? w->look_at : WR_FOREVER)) {
                if (is_called_off_while_helping(w)) return wr_fail(WEIR_EINTR, INTERRUPTED);
                continue;
            }
            if (w->done(w)) break;
        }
        int64_t now = wr_now_ns();
        if (w->stall_ns > 0 && now >= w->deadline) {
            if (wr_outside_stalls(rt, w->outsider)) return WEIR_OK;
            w->deadline = now + w->stall_ns;
        } else if (w->deadline != WR_FOREVER && now >= w->deadline)
            return wr_fail(WEIR_ETIMEDOUT,
                           "the time given for waiting has passed; the work goes on");
        if (since == 0) since = now;
        /* Not to sleep before what we need has been made urgent: the role is taken for a moment only. */
        bool unsearched = w->probe != NULL && !w->searched && !serial;
        bool spin = now - since < rt->spin_ns &&
                    atomic_load_explicit(&rt->active, memory_order_relaxed) < rt->cpus;
        if (spin || unsearched) {
            for (int i = 0; i < WR_POLL_PAUSES && !w->done(w); i++) wr_pause();
            if (now - since > WR_YIELD_AFTER_NS)
                sched_yield(); /* the worker may need this very core */
        } else {
            int64_t nap = wr_frontend.wait_look != NULL ? now + LOOK_NS : WR_FOREVER;
            park(w, serial ? now + WR_NAP_NS : nap);
            if (is_called_off(w, now)) return wr_fail(WEIR_EINTR, INTERRUPTED);
        }
    }
    return WEIR_OK;
}

/* The front end may not want this thread to wait here.  Asked before anything of the wait has been done, so
 * that it may issue and wait itself. */
static weir_status ask(const char *reason, uint32_t site) {
    if (WR_LIKELY(wr_frontend.wait_ask == NULL) || wr_frontend.wait_ask(reason, site) == 0)
        return WEIR_OK;
    return wr_fail(WEIR_EINTR, "the front end refused to wait: %s",
                   reason != NULL ? reason : "wait");
}

/* Block, and enter it in the ledger. */
static weir_status wait_counted(waiting *w, int64_t timeout_ns, const char *reason, uint32_t site) {
    int64_t start = wr_now_ns();
    w->interrupts = atomic_load(&w->rt->interrupts);
    w->look_at = start + LOOK_NS;
    w->deadline =
        timeout_ns < 0 || timeout_ns > INT64_MAX - start ? WR_FOREVER : start + timeout_ns;
    if (WR_UNLIKELY(atomic_load(&w->rt->restart))) wr_fork_restart(w->rt);
    if (wr_frontend.wait_begin != NULL) w->token = wr_frontend.wait_begin();
    weir_status status = block(w);
    if (wr_frontend.wait_end != NULL) wr_frontend.wait_end(w->token);
    int64_t end = wr_now_ns();
    wr_wait_profile_add(&w->rt->wait_profile, reason, site, (uint64_t)(end - start));
    if (atomic_load_explicit(&w->rt->trace.on, memory_order_relaxed))
        wr_trace_wait(&w->rt->trace, reason, site, start, end);
    return status;
}

/* ---- The waits there are --------------------------------------------------------------------- */

static bool still_waits(wr_queue *queue) {
    return atomic_load(&queue->wait_done) != queue->wait_seq;
}

/* A wait that was given up has left its probe in the queue.  If nothing was written since, the next wait
 * for the same variable goes on with it, so that who polls does not fill the queue. */
static weir_status push_probe(wr_queue *queue, weir_var *v, uint32_t site) {
    uint64_t writes = atomic_load_explicit(&v->writes_issued, memory_order_relaxed);
    if (still_waits(queue) && queue->probe_var == v && queue->probe_writes == writes)
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

static weir_status wait_var(weir_var *v, bool steady, int64_t timeout_ns, const char *reason,
                            uint32_t site) {
    weir_runtime *rt = v->rt;
    wr_queue *queue = wr_queue_get(rt);
    if (queue == NULL) return wr_fail(WEIR_ENOMEM, "no memory to wait with");
    WR_TRY(push_probe(queue, v, site));
    waiting w = {.rt = rt,
                 .queue = queue,
                 .done = probe_done,
                 .value = queue->wait_seq,
                 .probe = queue->probe,
                 .var = v,
                 .steady = steady,
                 .site = site};
    return wait_counted(&w, timeout_ns, reason, site);
}

weir_status wr_wait_written(weir_var *v, const char *reason, uint32_t site) {
    if (!wr_var_ready(v)) {
        WR_TRY(ask(reason, site));
        WR_TRY(wait_var(v, true, WR_FOREVER, reason, site));
    }
    return wr_var_status(v);
}

weir_status wr_wait_var(weir_var *v, int64_t timeout_ns, const char *reason, uint32_t site) {
    WR_TRY(wr_refuse_inside(
        "weir_var_wait: waiting for a variable (declare it among the reads instead)"));
    if (wr_var_ready(v)) {
        bool closed = atomic_load_explicit(&v->rt->closed, memory_order_relaxed);
        wr_queue *queue = closed ? NULL : wr_queue_get(v->rt);
        if (queue != NULL) atomic_fetch_add_explicit(&queue->looks, 1, memory_order_relaxed);
    } else {
        WR_TRY(ask(reason, site));
        WR_TRY(wait_var(v, false, timeout_ns, reason, site));
    }
    return wr_var_status(v);
}

weir_status wr_wait_all(weir_runtime *rt, int64_t timeout_ns, const char *reason, uint32_t site) {
    WR_TRY(wr_refuse_inside("weir_waitall: waiting for everything"));
    if (!wr_all_retired(rt)) {
        WR_TRY(ask(reason, site));
        wr_queue *queue = wr_queue_get(rt);
        if (queue == NULL) return wr_fail(WEIR_ENOMEM, "no memory to wait with");
        weir_var_options options = {.size = sizeof options};
        if (queue->barrier == NULL)
            WR_TRY(wr_var_make(rt, &options, "weir_waitall", &queue->barrier));
        /* As with probes: one that was given up serves again if nothing was issued since. */
        bool serves = still_waits(queue) && queue->probe_var == queue->barrier &&
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

/* Less than `eighths` of the bound is used up.  An empty queue takes anything. */
bool wr_queue_has_room(weir_runtime *rt, uint64_t eighths) {
    uint64_t finished = atomic_load(&rt->finished); /* first, or the difference could be negative */
    uint64_t len = atomic_load(&rt->next_seq) - finished;
    return len == 0 || (len < rt->config.queue_tasks_max / 8 * eighths +
                                  (eighths == 8 ? rt->config.queue_tasks_max % 8 : 1) &&
                        atomic_load_explicit(&rt->chunk_bytes, memory_order_relaxed) <=
                            rt->config.queue_bytes_max / 8 * eighths);
}

/* Wait at a bound: `throttled` tells the role to wake us.  seq_cst, then `finished` is read. */
static weir_status wait_throttled(waiting *w, const char *reason, uint32_t site) {
    WR_TRY(ask(reason, site));
    atomic_fetch_add(&w->rt->throttled, 1);
    weir_status status = wait_counted(w, WR_FOREVER, reason, site);
    atomic_fetch_sub(&w->rt->throttled, 1);
    return status;
}

static bool room_done(waiting *w) { return wr_queue_has_room(w->rt, 6); }

weir_status wr_wait_room(weir_runtime *rt, wr_queue *queue, uint32_t site) {
    if (!wr_queue_has_room(rt, 8)) {
        waiting w = {.rt = rt, .queue = queue, .done = room_done};
        WR_TRY(wait_throttled(&w, "queue full", site));
    }
    queue->room = atomic_load(&rt->finished) + rt->config.queue_tasks_max;
    return WEIR_OK;
}

/* There is room for the bytes, or nothing is queued and nothing being buried that could make any. */
static bool memory_done(waiting *w) {
    weir_runtime *rt = w->rt;
    uint64_t committed = atomic_load(&rt->committed), budget = rt->config.memory_bytes;
    return (committed <= budget && w->value <= budget - committed) ||
           (wr_all_retired(rt) && atomic_load(&rt->reclaiming) == 0);
}

weir_status wr_wait_memory(weir_runtime *rt, uint64_t bytes, uint32_t site) {
    wr_queue *queue = wr_queue_get(rt);
    if (queue == NULL) return wr_fail(WEIR_ENOMEM, "no memory to wait with");
    waiting w = {.rt = rt, .queue = queue, .done = memory_done, .value = bytes};
    return wait_throttled(&w, "memory full", site);
}

static bool outside_done(waiting *w) { return wr_outside_has_room(w->rt); }

weir_status wr_wait_outside(weir_runtime *rt, int64_t stall_ns, uint32_t site) {
    wr_queue *queue = wr_queue_get(rt);
    if (queue == NULL) return wr_fail(WEIR_ENOMEM, "no memory to wait with");
    wr_outsider outsider;
    waiting w = {.rt = rt,
                 .queue = queue,
                 .done = outside_done,
                 .stall_ns = stall_ns,
                 .outsider = &outsider};
    WR_TRY(ask(AT_LEVEL, site));
    wr_outside_enter(rt, &outsider);
    atomic_fetch_add(&rt->outside_waits,
                     1); /* the role wakes us; seq_cst, then `outside` is read */
    weir_status status = wait_counted(&w, stall_ns, AT_LEVEL, site);
    atomic_fetch_sub(&rt->outside_waits, 1);
    wr_outside_leave(rt, &outsider);
    return status;
}
