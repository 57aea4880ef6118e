/* flight_recorder.c - records events in memory, and writes them to a file.
 *
 * The file is in the trace event format of Chrome, which Perfetto can also read.  Tasks and waits
 * are complete events ("X"), in one row for each worker and each other thread.  Edges are flow
 * events ("s" and "f").  Times are in microseconds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "trace/flight_recorder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/futex.h"

enum { BLOCK_ITEMS = WR_SIZE(1024, 2), NAME_MAX_ = 48 };

typedef struct item {
    union {
        struct {
            wr_trace_event e;
            /* a copy, because the kind may be freed before the trace is written */
            char name[NAME_MAX_];
        } task;
        struct {
            uint64_t from, to;
        } edge;
        struct {
            const char *reason;
            uint32_t site;
            int thread;
            int64_t start, end;
        } wait;
    };
} item;

struct wr_trace_block {
    struct wr_trace_block *older;
    size_t count;
    item items[BLOCK_ITEMS];
};

int wr_trace_thread(void) {
    static atomic_int next;
    static _Thread_local int mine; /* one more than the number; 0: none yet */
    if (mine == 0) mine = atomic_fetch_add(&next, 1) + 1;
    return mine - 1;
}

void wr_trace_init(wr_trace *trace, const wr_memory *memory, int rank) {
    *trace = (wr_trace){.memory = memory};
    wr_lock_init(&trace->lock, rank);
}

static void free_blocks(wr_trace *trace, struct wr_trace_block **blocks) {
    while (*blocks != NULL) {
        struct wr_trace_block *older = (*blocks)->older;
        wr_free(trace->memory, *blocks, sizeof **blocks);
        *blocks = older;
    }
}

static void discard(wr_trace *trace) {
    free_blocks(trace, &trace->tasks);
    free_blocks(trace, &trace->edges);
    free_blocks(trace, &trace->waits);
    trace->lost = 0;
}

void wr_trace_destroy(wr_trace *trace) {
    discard(trace);
    wr_lock_destroy(&trace->lock);
}

/* Under lock: return the next item to fill, or NULL if the limit is reached or there is no
 * memory. */
static item *next_item(wr_trace *trace, struct wr_trace_block **blocks) {
    if (trace->left > 0) {
        struct wr_trace_block *block = *blocks;
        if (block == NULL || block->count == BLOCK_ITEMS) {
            block = wr_alloc(trace->memory, sizeof *block, 16);
            if (block != NULL) {
                block->older = *blocks;
                block->count = 0;
                *blocks = block;
            }
        }
        if (block != NULL) {
            trace->left--;
            return &block->items[block->count++];
        }
    }
    trace->lost++;
    return NULL;
}

void wr_trace_task(wr_trace *trace, const wr_trace_event *event) {
    wr_lock_take(&trace->lock);
    item *i = atomic_load(&trace->on) ? next_item(trace, &trace->tasks) : NULL;
    if (i != NULL) {
        i->task.e = *event;
        snprintf(i->task.name, sizeof i->task.name, "%s", event->name);
    }
    wr_lock_give(&trace->lock);
}

void wr_trace_edge_record(wr_trace *trace, uint64_t from, uint64_t to) {
    wr_lock_take(&trace->lock);
    item *i = atomic_load(&trace->on) ? next_item(trace, &trace->edges) : NULL;
    if (i != NULL) {
        i->edge.from = from;
        i->edge.to = to;
    }
    wr_lock_give(&trace->lock);
}

void wr_trace_wait(wr_trace *trace, const char *reason, uint32_t site, int64_t start, int64_t end) {
    wr_lock_take(&trace->lock);
    item *i = atomic_load(&trace->on) ? next_item(trace, &trace->waits) : NULL;
    if (i != NULL) {
        i->wait.reason = reason != NULL ? reason : "wait";
        i->wait.site = site;
        i->wait.thread = wr_trace_thread();
        i->wait.start = start;
        i->wait.end = end;
    }
    wr_lock_give(&trace->lock);
}

void wr_trace_begin(wr_trace *trace, uint64_t events_max) {
    wr_lock_take(&trace->lock);
    discard(trace);
    trace->left = events_max > 0 ? events_max : 1000000;
    trace->origin = wr_now_ns();
    atomic_store(&trace->on, true);
    wr_lock_give(&trace->lock);
}

/* ---- Export ---------------------------------------------------------------------------------- */

/* row numbers of the first thread that is not a worker, and of the first device */
enum { THREAD_ROWS = 1000, DEVICE_ROWS = 2000, DEVICE_ROWS_MAX = 64 };

static double us(const wr_trace *trace, int64_t ns) {
    return (double)(ns - trace->origin) / 1000.0;
}

static void write_text(FILE *f, const char *text) {
    fputc('"', f);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < 0x20)
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

static int row_of(const wr_trace_event *e) {
    if (e->device != NULL) return DEVICE_ROWS + e->device_index % DEVICE_ROWS_MAX;
    return e->worker >= 0 ? e->worker : THREAD_ROWS + e->thread;
}

static void write_argument(FILE *f, const char *name, const char *text) {
    if (text == NULL) return;
    fprintf(f, ",\"%s\":", name);
    write_text(f, text);
}

/* Write the end of an event's arguments: the source line and the module, if known. */
static void write_line(FILE *f, uint32_t site) {
    write_argument(f, "line", weir_site_text(site));
    write_argument(f, "module", weir_site_part(site));
    fputs("}}", f);
}

static void write_task(FILE *f, const wr_trace *trace, const item *i) {
    const wr_trace_event *e = &i->task.e;
    int64_t start = e->start != 0 ? e->start : e->end;
    fputs(",\n{\"ph\":\"X\",\"cat\":\"task\",\"pid\":1,\"name\":", f);
    write_text(f, i->task.name);
    fprintf(f,
            ",\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"args\":{\"seq\":%" PRIu64 ",\"site\":%" PRIu32
            ",\"worker\":%d,\"bytes\":%" PRIu64 ",\"failed\":%s,\"issue\":%.3f,\"ready\":%.3f,"
            "\"start\":%.3f,\"end\":%.3f",
            row_of(e), us(trace, start), (double)(e->end - start) / 1000.0, e->seq,
            weir_site_line(e->site), e->worker, e->bytes, e->failed ? "true" : "false",
            us(trace, e->issue), us(trace, e->ready), us(trace, start), us(trace, e->end));
    write_line(f, e->site);
}

/* The recorded tasks, sorted by sequence number, to find both ends of an edge. */
typedef struct task_index {
    const wr_trace_event **task;
    size_t count;
} task_index;

static int by_seq(const void *a, const void *b) {
    uint64_t x = (*(const wr_trace_event *const *)a)->seq;
    uint64_t y = (*(const wr_trace_event *const *)b)->seq;
    return (x > y) - (x < y);
}

static task_index index_tasks(const wr_trace *trace) {
    task_index index = {NULL, 0};
    size_t n = 0;
    for (struct wr_trace_block *b = trace->tasks; b != NULL; b = b->older) n += b->count;
    if (n == 0 || (index.task = malloc(n * sizeof(wr_trace_event *))) == NULL) return index;
    for (struct wr_trace_block *b = trace->tasks; b != NULL; b = b->older)
        for (size_t i = 0; i < b->count; i++) index.task[index.count++] = &b->items[i].task.e;
    qsort(index.task, index.count, sizeof(wr_trace_event *), by_seq);
    return index;
}

static const wr_trace_event *find_task(const task_index *index, uint64_t seq) {
    wr_trace_event key = {.seq = seq};
    const wr_trace_event *at = &key;
    const wr_trace_event **found =
        index->count == 0 ? NULL
                          : bsearch(&at, index->task, index->count, sizeof *index->task, by_seq);
    return found != NULL ? *found : NULL;
}

/* Write an arrow from the end of one task's slice to the start of another's.  Probes and barriers
 * have no slice, so their edges are left out. */
static void write_edge(FILE *f, const wr_trace *trace, const task_index *index, uint64_t id,
                       const item *i) {
    const wr_trace_event *from = find_task(index, i->edge.from), *to = find_task(index, i->edge.to);
    if (from == NULL || to == NULL) return;
    fprintf(f,
            ",\n{\"ph\":\"s\",\"cat\":\"edge\",\"name\":\"edge\",\"pid\":1,\"tid\":%d,\"ts\":%.3f,"
            "\"id\":%" PRIu64 ",\"args\":{\"from\":%" PRIu64 ",\"to\":%" PRIu64 "}}",
            row_of(from), us(trace, from->end > from->start ? from->end - 1 : from->end), id,
            from->seq, to->seq);
    fprintf(f,
            ",\n{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"edge\",\"name\":\"edge\",\"pid\":1,\"tid\":%d,"
            "\"ts\":%.3f,\"id\":%" PRIu64 "}",
            row_of(to), us(trace, to->start), id);
}

static void write_wait(FILE *f, const wr_trace *trace, const item *i) {
    fputs(",\n{\"ph\":\"X\",\"cat\":\"wait\",\"pid\":1,\"name\":", f);
    write_text(f, i->wait.reason);
    fprintf(f, ",\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"args\":{\"site\":%" PRIu32,
            THREAD_ROWS + i->wait.thread, us(trace, i->wait.start),
            (double)(i->wait.end - i->wait.start) / 1000.0, weir_site_line(i->wait.site));
    write_line(f, i->wait.site);
}

static void write_rows(FILE *f, const wr_trace *trace) {
    int workers = 0, threads = 0;
    const char *devices[DEVICE_ROWS_MAX] = {NULL};
    for (struct wr_trace_block *b = trace->tasks; b != NULL; b = b->older)
        for (size_t i = 0; i < b->count; i++) {
            const wr_trace_event *e = &b->items[i].task.e;
            if (e->device != NULL) {
                devices[e->device_index % DEVICE_ROWS_MAX] = e->device;
                continue;
            }
            if (e->worker >= workers) workers = e->worker + 1;
            if (e->worker < 0 && e->thread >= threads) threads = e->thread + 1;
        }
    for (struct wr_trace_block *b = trace->waits; b != NULL; b = b->older)
        for (size_t i = 0; i < b->count; i++)
            if (b->items[i].wait.thread >= threads) threads = b->items[i].wait.thread + 1;
    static const char row[] = ",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":%d,"
                              "\"args\":{\"name\":\"%s%s%d\"}}";
    fputs("{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"weir\"}}", f);
    for (int i = 0; i < workers; i++) fprintf(f, row, i, "worker", " ", i);
    for (int i = 0; i < threads; i++) fprintf(f, row, THREAD_ROWS + i, "thread", " ", i);
    for (int i = 0; i < DEVICE_ROWS_MAX; i++)
        if (devices[i] != NULL) fprintf(f, row, DEVICE_ROWS + i, devices[i], ":", i);
}

static void write_all(FILE *f, const wr_trace *trace) {
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", f);
    write_rows(f, trace);
    uint64_t edges = 0;
    task_index index = index_tasks(trace);
    for (struct wr_trace_block *b = trace->tasks; b != NULL; b = b->older)
        for (size_t i = 0; i < b->count; i++) write_task(f, trace, &b->items[i]);
    for (struct wr_trace_block *b = trace->edges; b != NULL; b = b->older)
        for (size_t i = 0; i < b->count; i++) write_edge(f, trace, &index, ++edges, &b->items[i]);
    for (struct wr_trace_block *b = trace->waits; b != NULL; b = b->older)
        for (size_t i = 0; i < b->count; i++) write_wait(f, trace, &b->items[i]);
    free(index.task);
    fprintf(f, "\n],\"otherData\":{\"lost\":%" PRIu64 "}}\n", trace->lost);
}

weir_status wr_trace_finish(wr_trace *trace, const char *path) {
    weir_status status = WEIR_OK;
    wr_lock_take(&trace->lock);
    atomic_store(&trace->on, false);
    if (path != NULL) {
        FILE *f = fopen(path, "we");
        bool ok = f != NULL;
        if (ok) {
            write_all(f, trace);
            ok = ferror(f) == 0;
            if (fclose(f) != 0) ok = false;
        }
        if (!ok) status = wr_fail_system(path, "");
    }
    discard(trace);
    wr_lock_give(&trace->lock);
    return status;
}
