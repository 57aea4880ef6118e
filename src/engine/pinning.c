/* pinning.c - pins each worker to a CPU of its own (config.pin, WEIR_PIN).
 *
 * The CPUs are those that the thread that creates the runtime may use, in the order of
 * wr_topology_sort: worker i gets the i-th.  A worker pins itself before its first task; the thread
 * that starts the workers does it too, because it can report a failure.
 *
 * A thread inherits the mask of the thread that starts it; threads that a pinned worker starts get
 * the whole mask back (wr_thread_mask).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/thread.h"
#include "base/topology.h"
#include "engine/engine.h"

struct wr_pinning {
    /* const */
    wr_thread_cpus all; /* the CPUs that the process may use; the sets of the workers follow it */
    size_t bytes;       /* of this struct with all sets */
    int cpu[];          /* of each worker */
};

static cpu_set_t *set_of(const wr_pinning *p, int worker) {
    return (cpu_set_t *)(void *)((char *)p->all.set + (size_t)(worker + 1) * p->all.size);
}

/* Get the places of the CPUs that this thread may use, in the order of workers. */
static weir_status read_places(wr_topology *out) {
    int count = wr_cpu_count();
    int *cpus = malloc((size_t)count * sizeof *cpus);
    if (cpus == NULL) return wr_fail(WEIR_ENOMEM, "weir_runtime_new: not enough memory to pin");
    weir_status status = WEIR_OK;
    count = wr_cpu_list(cpus, count);
    if (count == 0)
        status = wr_fail(WEIR_ESYS, "weir_runtime_new: pin is 1, but the system does not say which "
                                    "CPUs the process may use");
    else if (!wr_topology_read("", cpus, count, out))
        status = wr_fail(WEIR_ENOMEM, "weir_runtime_new: not enough memory to pin");
    else
        wr_topology_sort(out);
    free(cpus);
    return status;
}

static wr_pinning *make(weir_runtime *rt, const wr_topology *t) {
    int bits = 0, workers = rt->config.workers;
    for (int i = 0; i < t->count; i++)
        if (bits <= t->place[i].cpu) bits = t->place[i].cpu + 1;
    size_t head = sizeof(wr_pinning) + (size_t)workers * sizeof(int), size = CPU_ALLOC_SIZE(bits);
    head = wr_round_up(head, _Alignof(cpu_set_t));
    size_t bytes = head + (size_t)(workers + 1) * size;
    wr_pinning *p = wr_alloc_zero(&rt->memory, bytes, _Alignof(cpu_set_t));
    if (p == NULL) return NULL;
    p->bytes = bytes;
    p->all = (wr_thread_cpus){size, (cpu_set_t *)(void *)((char *)p + head)};
    for (int i = 0; i < t->count; i++) CPU_SET_S(t->place[i].cpu, size, p->all.set);
    for (int i = 0; i < workers; i++) {
        p->cpu[i] = t->place[i].cpu;
        CPU_SET_S(p->cpu[i], size, set_of(p, i));
    }
    return p;
}

weir_status wr_pinning_new(weir_runtime *rt) {
    wr_topology places;
    if (!rt->config.pin) return WEIR_OK;
    WR_TRY(read_places(&places));
    weir_status status = WEIR_OK;
    if (rt->config.workers > places.count)
        status =
            wr_fail(WEIR_EINVAL,
                    "weir_runtime_new: pin is 1, but there are %d workers and the process may "
                    "use %d CPU%s; set workers (WEIR_WORKERS) to at most %d, or pin (WEIR_PIN) "
                    "to 0",
                    rt->config.workers, places.count, places.count == 1 ? "" : "s", places.count);
    else if ((rt->pinning = make(rt, &places)) == NULL)
        status = wr_fail(WEIR_ENOMEM, "weir_runtime_new: not enough memory to pin");
    wr_topology_free(&places);
    return status;
}

void wr_pinning_free(weir_runtime *rt) {
    if (rt->pinning != NULL) wr_free(&rt->memory, rt->pinning, rt->pinning->bytes);
}

weir_status wr_pinning_apply(weir_runtime *rt) {
    const wr_pinning *p = rt->pinning;
    weir_status status = WEIR_OK;
    for (int i = 0; p != NULL && i < rt->worker_count; i++) {
        int error = pthread_setaffinity_np(rt->workers[i].thread, p->all.size, set_of(p, i));
        if (error != 0 && status == WEIR_OK)
            status = wr_fail(WEIR_ESYS,
                             "could not pin worker %d of %d to CPU %d: %s; set pin (WEIR_PIN) to 0 "
                             "to run without",
                             i + 1, rt->config.workers, p->cpu[i], strerror(error));
    }
    return status;
}

void wr_pinning_enter(weir_runtime *rt, int worker) {
    const wr_pinning *p = rt->pinning;
    if (p == NULL) return;
    wr_thread_mask = &p->all;
    (void)pthread_setaffinity_np(pthread_self(), p->all.size, set_of(p, worker));
}
