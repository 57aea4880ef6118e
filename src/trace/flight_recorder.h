/* flight_recorder.h - the flight recorder: records tasks, edges and waits, and writes them as
 * Chrome trace JSON.
 *
 * When it is off, it costs one relaxed load for each task issued.  When it is on, the holder of the
 * scheduler records tasks and edges as tasks retire, and waiting threads record their waits.  All
 * of them take one lock, which costs little compared with the clock readings that tracing needs
 * anyway.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_FLIGHT_RECORDER_H
#define WR_FLIGHT_RECORDER_H

#include "base/lock.h"
#include "base/alloc.h"

typedef struct wr_trace_event {
    const char *name; /* copied, because the kind may be freed before the trace is written */
    uint64_t seq;
    uint32_t site;
    int worker; /* index of the worker that ran the task; -1: another thread */
    int thread; /* number of the thread, from wr_trace_thread */
    /* the kind of the device that ran the task, such as "null", and its index; NULL: the CPU.  Its
     * name is a static string */
    const char *device;
    int device_index;
    int64_t issue, ready, start, end; /* times in nanoseconds */
    uint64_t bytes;
    int failed;
} wr_trace_event;

typedef struct wr_trace {
    const wr_memory *memory; /* const */
    /* any: events are being recorded; relaxed, so a task issued while the value changes may or may
     * not be recorded */
    atomic_bool on;
    wr_lock lock;
    struct wr_trace_block *tasks, *edges, *waits; /* under lock: lists of blocks, newest first */
    uint64_t left; /* under lock: number of events that may still be recorded */
    /* under lock: number of events not recorded because of the limit or for lack of memory */
    uint64_t lost;
    int64_t origin; /* under lock: time of wr_trace_begin */
} wr_trace;

/* Return a small number that identifies the calling thread. */
int wr_trace_thread(void);

void wr_trace_init(wr_trace *trace, const wr_memory *memory, int rank);
void wr_trace_destroy(wr_trace *trace);
void wr_trace_task(wr_trace *trace, const wr_trace_event *event);
void wr_trace_edge_record(wr_trace *trace, uint64_t from, uint64_t to);
void wr_trace_wait(wr_trace *trace, const char *reason, uint32_t site, int64_t start, int64_t end);
/* Start recording; at most `events_max` events are kept (0: one million). */
void wr_trace_begin(wr_trace *trace, uint64_t events_max);
/* Stop recording, and write the events to the file `path`, or discard them if it is NULL. */
weir_status wr_trace_finish(wr_trace *trace, const char *path);

static inline void wr_trace_edge(wr_trace *trace, uint64_t from, uint64_t to) {
    if (WR_UNLIKELY(atomic_load_explicit(&trace->on, memory_order_relaxed)))
        wr_trace_edge_record(trace, from, to);
}

#endif
