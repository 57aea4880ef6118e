/* flight_recorder.h - the flight recorder: tasks, edges and waits, written as Chrome trace JSON.
 *
 * Off, it costs one relaxed load per push.  On, the holder of the scheduler records tasks and
 * edges when they retire, and waiting threads record their waits; all under one lock, which
 * costs little compared with the clock readings that tracing needs anyway.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FLIGHT_RECORDER_H
#define WR_FLIGHT_RECORDER_H

#include "base/lock.h"
#include "base/alloc.h"

typedef struct wr_trace_event {
    const char *name; /* copied: the kind may be freed before the trace is written */
    uint64_t seq;
    uint32_t site;
    int worker; /* -1: another thread */
    int thread; /* number of that thread, from wr_trace_thread */
    int64_t issue, ready, start, end;
    uint64_t bytes;
    int failed;
} wr_trace_event;

typedef struct wr_trace {
    const wr_memory *memory; /* const */
    atomic_bool on;          /* any: relaxed; a task issued at the same time may not be recorded */
    wr_lock lock;
    struct wr_trace_block *tasks, *edges, *waits; /* under lock: newest block first */
    uint64_t left;  /* under lock: events that may still be recorded */
    uint64_t lost;  /* under lock: events lost, over the limit or without memory */
    int64_t origin; /* under lock: time of wr_trace_begin */
} wr_trace;

/* A small number for the calling thread. */
int wr_trace_thread(void);

void wr_trace_init(wr_trace *trace, const wr_memory *memory, int rank);
void wr_trace_destroy(wr_trace *trace);
void wr_trace_task(wr_trace *trace, const wr_trace_event *event);
void wr_trace_edge_record(wr_trace *trace, uint64_t from, uint64_t to);
void wr_trace_wait(wr_trace *trace, const char *reason, uint32_t site, int64_t start, int64_t end);
void wr_trace_begin(wr_trace *trace, uint64_t events_max);
weir_status wr_trace_finish(wr_trace *trace, const char *path); /* NULL: discard it */

static inline void wr_trace_edge(wr_trace *trace, uint64_t from, uint64_t to) {
    if (WR_UNLIKELY(atomic_load_explicit(&trace->on, memory_order_relaxed)))
        wr_trace_edge_record(trace, from, to);
}

#endif
