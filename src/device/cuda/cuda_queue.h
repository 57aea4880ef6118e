/* cuda_queue.h - the state of a CUDA device's queue, shared by the files of this folder.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_QUEUE_H
#define WR_CUDA_QUEUE_H

#include <pthread.h>

#include "device/cuda/cuda_batch.h"
#include "device/cuda/cuda_device.h"
#include "device/cuda/cuda_launch.h"
#include "device/launch_ring.h"
#include "memory/device_heap.h"

enum {
    WR_CUDA_GROUP = WR_SIZE(64, 2), /* maximum number of tasks that share an event */
    WR_CUDA_REPORTS =
        WR_SIZE(8192, 16), /* more than the tasks that are launched and not reported */
    WR_CUDA_STAGE_MAX = WR_SIZE(64 << 20, 4096), /* larger copies are not staged */
    WR_CUDA_PINNED_MAX = 512 << 20, /* bytes of pinned memory; copies beyond wait for the stream */
};

/* One card: const once made. */
typedef struct wr_cuda_card {
    cu_device device;
    cu_context context;
    int processors;
    int major;             /* 9 of "sm_90" */
    int shared_bytes;      /* shared memory of a block, at most */
    char architecture[16]; /* "sm_90" */
    uint64_t bytes;        /* of its memory */
} wr_cuda_card;

/* Find the card with this index, and make its context.  NULL if there is none or in a child. */
const wr_cuda_card *wr_cuda_card_get(int index);

/* A block of pinned memory, to be freed when the group's event has come; if `to` is not NULL, its
 * contents are copied there first. */
typedef struct wr_cuda_stage {
    struct wr_cuda_stage *next;
    void *to;
    void *pinned;
    uint64_t bytes;
} wr_cuda_stage;

/* Tasks that were launched one after another, and the event behind them. */
typedef struct wr_cuda_group {
    struct wr_cuda_group *next;
    cu_event event;
    uint64_t first; /* number of the first task */
    uint64_t last;  /* wr_launch.number of the last task */
    uint32_t count;
    wr_cuda_stage *stages;
} wr_cuda_group;

/* What a kernel sees of a report; common.cu has the same struct. */
typedef struct wr_cuda_report {
    uint32_t reason;
    uint32_t combined; /* the error words of all inputs, if there are many */
    uint64_t host;     /* address of the word in pinned memory */
    uint32_t arrived;  /* for kernels whose last block does more; 0 before and after such a kernel */
    uint32_t unused;
} wr_cuda_report;

struct wr_cuda_queue {
    /* const once opened */
    const wr_memory *memory;
    const wr_cuda_card *card;
    int index;
    wr_device_run_fn run;
    wr_device_done_fn done;
    void *owner;
    cu_stream stream;
    cu_event probe; /* never recorded: asking for it succeeds unless the device is lost */
    /* pinned; WR_CUDA_REPORTS words, one for each task that is launched and not reported; kernels
     * write them and the reaper clears them */
    uint32_t *reports;
    cu_pointer device_reports; /* as many of wr_cuda_report, in device memory */
    wr_heap *pinned;
    /* for each report, `within` of its call: written by the launcher, read by the reaper */
    const char *within[WR_CUDA_REPORTS];
    /* the device's report is to be cleared: set by the reaper before it subtracts from `flying`,
     * read and reset by the launcher after it has seen that */
    bool dirty[WR_CUDA_REPORTS];
    pthread_t launcher, reaper;

    bool spins; /* there are CPUs for threads that poll */

    /* Counts of what the launcher, and the reaper, wait for.  Written under mutex; polled without
     * it, relaxed, before the thread looks under mutex. */
    atomic_uint submissions, launches;

    pthread_mutex_t mutex;
    pthread_cond_t submitted, launched;
    pthread_cond_t progress; /* `passed` has been raised, and there are waiters */
    /* under mutex */
    wr_launch_ring ring;                 /* the tasks that are not launched */
    uint64_t flying;                     /* number of tasks that are launched and not reported */
    wr_cuda_group *groups, **last_group; /* launched, oldest first */
    wr_cuda_group *reaped;               /* the one that the reaper waits for, or NULL */
    uint64_t passed;       /* wr_launch.number of the last task that is launched, in a group */
    uint64_t reported;     /* wr_launch.number of the last task that is reported */
    uint32_t waiters;      /* number of launchers that wait for `passed` */
    wr_cuda_group *spare;  /* groups with events, for reuse */
    bool running, reaping; /* the launcher, and the reaper, exist */
    bool stop;             /* the launcher must end */
    bool ended;            /* it has ended, so the reaper must end too */

    /* launcher */
    uint64_t number;      /* of the task that is being launched */
    wr_cuda_group *group; /* to which it belongs */
    wr_cuda_batch batch;  /* kernels that are not in the stream yet */
    void *blas;           /* handle of cuBLASLt, or NULL */
    bool marks;           /* the kernels that mark error words are loaded */
    void *blas_plans;     /* of cuda_blas.c, or NULL */
    cu_pointer workspace; /* of cuBLASLt, or 0 */
    void *dnn;            /* of cuda_dnn.c, or NULL */
    void *fft;            /* the plans of cuda_fft.c, or NULL */

    char text[512]; /* the last message of wr_cuda_try */

    atomic_bool lost; /* any: set once, with release; acquire before `reason` is read */
    char reason[224]; /* const once `lost` is set */
};

/* The device is lost: remember why. */
void wr_cuda_lose(wr_cuda_queue *q, cu_result result, const char *what);
bool wr_cuda_is_lost(wr_cuda_queue *q);

/* Launcher: set the call's message and return EDEVICE if the driver's result is a failure. */
weir_status wr_cuda_try(wr_cuda_queue *q, cu_result result, const char *what, const char **message);

/* A compiled kernel; lives as long as the process. */
typedef struct wr_cuda_kernel {
    cu_function function; /* const */
    atomic_bool launched; /* launchers, relaxed: the driver has accepted it before */
} wr_cuda_kernel;

/* The compiled kernel, or NULL and a message.  Launcher. */
wr_cuda_kernel *wr_cuda_function(wr_cuda_queue *q, const wr_cuda_source *source, const char *kernel,
                                 const char **message);

/* Load the kernels that mark error words, so that failures for lack of memory can be marked.
 * Launcher. */
void wr_cuda_load_words(wr_cuda_queue *q);

/* launch of wr_device_ops. */
weir_status wr_cuda_device_launch(void *queue, wr_device_call *call);

#endif
