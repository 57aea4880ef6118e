/* cuda_queue.h - the state of a CUDA device's queue, shared by the files of this folder.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_QUEUE_H
#define WR_CUDA_QUEUE_H

#include <pthread.h>

#include "device/cuda/cuda_batch.h"
#include "device/cuda/cuda_device.h"
#include "device/cuda/cuda_launch.h"
#include "device/cuda/cuda_report.h"
#include "device/cuda/cuda_streams.h"
#include "device/launch_ring.h"
#include "memory/device_heap.h"

enum {
    WR_CUDA_GROUP = WR_SIZE(64, 4), /* maximum number of tasks that share an event */
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

/* What a call tells the host, in pinned memory.  A kernel may write both fields with one store. */
typedef struct wr_cuda_reply {
    _Alignas(8) uint32_t reason; /* of reports.def */
    uint32_t value;              /* the bytes of a copy, if there are few */
} wr_cuda_reply;

/* A block of pinned memory, to be freed when the group is done, unless it is a reply.  If `to` is not
 * NULL, its contents are copied there first; if `report` is not NULL, they are an error word. */
typedef struct wr_cuda_stage {
    struct wr_cuda_stage *next;
    void *to;
    void *pinned;
    uint64_t bytes;
    uint32_t *report;
    bool is_reply;  /* `pinned` is the value of a reply */
    cu_event event; /* behind the contents, if they come in another stream than the kernels */
} wr_cuda_stage;

/* Tasks that were launched one after another, and the event behind them. */
typedef struct wr_cuda_group {
    struct wr_cuda_group *next;
    cu_event event;
    uint64_t first; /* number of the first task */
    uint64_t last;  /* wr_launch.number of the last task */
    uint32_t count;
    bool signals;             /* the report of the last task says when it is done */
    bool delayed;             /* a launch has waited for a compiler */
    wr_cuda_stage *stages;    /* newest first */
    wr_cuda_branch *branches; /* in streams of their own, newest first */
} wr_cuda_group;

/* What a kernel sees of a report; common.cu has the same struct. */
typedef struct wr_cuda_report {
    uint32_t reason;
    uint32_t combined; /* the error words of all inputs, if there are many */
    uint64_t first;    /* the key of what is reported; UINT64_MAX if there is nothing, or no key */
    uint64_t host;     /* address of the reason in pinned memory */
    uint64_t numbers;  /* and of WR_REPORT_NUMBERS numbers */
    uint32_t arrived; /* for kernels whose last block does more; 0 before and after such a kernel */
    uint32_t locked;  /* 0 before and after a kernel */
} wr_cuda_report;

struct wr_cuda_queue {
    /* const once opened */
    const wr_memory *memory;
    const wr_cuda_card *card;
    int index;
    wr_device_user user;
    cu_stream stream;
    cu_event probe; /* never recorded: asking for it succeeds unless the device is lost */
    /* pinned; WR_CUDA_REPORTS of them, one for each task that is launched and not reported; kernels
     * write them and the reaper clears them */
    wr_cuda_reply *replies;
    cu_pointer replies_address; /* their address on the device */
    int64_t *numbers;           /* behind them: WR_REPORT_NUMBERS for each report */
    cu_pointer device_reports;  /* as many of wr_cuda_report, in device memory */
    uint32_t *good;             /* pinned: an error word that is always good */
    wr_heap *pinned;
    /* for each report, `within` of its call, and what its message is about: written by the launcher,
     * read by the reaper */
    const char *within[WR_CUDA_REPORTS];
    wr_cuda_subject about[WR_CUDA_REPORTS];
    /* the device's report is to be cleared: set by the reaper before it subtracts from `flying`,
     * read and reset by the launcher after it has seen that */
    bool dirty[WR_CUDA_REPORTS];
    pthread_t launcher, reaper;

    bool spins;             /* there are CPUs for threads that poll */
    wr_cuda_queue *sibling; /* under the mutex of the cards: another queue that is open */
    /* the thread that launches a group, as a number; 0: none.  Relaxed: each compares it with its own */
    atomic_uintptr_t launched_by;

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
    wr_cuda_group *reaped;               /* the one that a thread waits for, or NULL */
    bool launching, reaps;               /* a thread has the role of launching; of reaping */
    /* what is in the ring is left there until more is submitted, or something is reported: then it may
     * be fused.  Set only while tasks are launched and not reported */
    bool defers;
    uint64_t launch_turns, reap_turns; /* how often a thread has given the role back */
    uint32_t group_max;                /* so many tasks become a group; at least 1 */
    uint64_t task_ns;      /* estimated time that the device takes for a task; 0: not known */
    int64_t busy_since;    /* when the last group was reported, or a group met an idle device */
    uint64_t passed;       /* wr_launch.number of the last task that is launched, in a group */
    uint64_t reported;     /* wr_launch.number of the last task that is reported */
    uint32_t waiters;      /* number of launchers that wait for `passed` */
    wr_cuda_group *spare;  /* groups with events, for reuse */
    bool running, reaping; /* the launcher, and the reaper, exist */
    bool stop;             /* the launcher must end */
    bool ended;            /* it has ended, so the reaper must end too */

    /* the thread with the role of launching; the mutex orders one after another */
    uint64_t number;      /* of the task that is being launched */
    uint64_t signals;     /* of the last task whose report says when it is done */
    wr_cuda_group *group; /* to which it belongs */
    /* the entries behind its own that were taken from the ring with it */
    const wr_launch *next;
    uint32_t next_count;
    bool loads;          /* libraries may have loaded others since wr_exit_renew was called */
    uint64_t looked;     /* wr_launch.number of the last task that has requested its kernels */
    wr_cuda_batch batch; /* kernels that are not in the stream yet */
    void *blas;          /* handle of cuBLASLt, or NULL */
    bool marks;          /* the kernels that mark error words are loaded */
    void *blas_plans;    /* of cuda_blas.c, or NULL */
    cu_pointer
        workspace[1 + WR_CUDA_SIDES]; /* of cuBLASLt for the kernels' and side streams, or 0 */
    void *dnn;                        /* of cuda_dnn.c, or NULL */
    void *fft;                        /* the plans of cuda_fft.c, or NULL */
    void *solver;                     /* of cuda_solver.c, or NULL */

    wr_cuda_streams streams;

    char text[512]; /* the last message of wr_cuda_try */

    /* reaper: the messages of a group's failures */
    char failure_text[WR_CUDA_GROUP][WR_REPORT_TEXT];

    atomic_bool lost; /* any: set once, with release; acquire before `reason` is read */
    bool quits;       /* const once `lost` is set: the process exits, the device is not lost */
    char reason[224]; /* const once `lost` is set */
};

/* The device is lost: remember why. */
void wr_cuda_lose(wr_cuda_queue *q, cu_result result, const char *what);
bool wr_cuda_is_lost(const wr_cuda_queue *q);
/* The status of calls on a device that is lost. */
weir_status wr_cuda_lost_status(const wr_cuda_queue *q);

/* Launcher: set the call's message and return EDEVICE if the driver's result is a failure. */
weir_status wr_cuda_try(wr_cuda_queue *q, cu_result result, const char *what, const char **message);

/* Wait until an event has come. */
cu_result wr_cuda_wait_for(const wr_cuda_queue *q, cu_event event);

/* Launcher: a block of pinned memory that is freed after this task; NULL if there is none. */
wr_cuda_stage *wr_cuda_stage_new(wr_cuda_queue *q, uint64_t bytes);
/* Launcher: the same for the value of this task's reply. */
wr_cuda_stage *wr_cuda_stage_reply(wr_cuda_queue *q, uint64_t bytes);

/* Launcher: copy in the stream of the kernels. */
weir_status wr_cuda_copy_in(wr_cuda_call *c, cu_pointer to, const void *from, uint64_t bytes);
weir_status wr_cuda_copy_out(wr_cuda_call *c, void *to, cu_pointer from, uint64_t bytes);

/* Launcher: copy in a stream of its own, with the error word.  *done becomes false if the call is not
 * a large copy, or must be copied in the stream of the kernels. */
weir_status wr_cuda_copy_aside(wr_cuda_call *c, const wr_device_call *call, bool *done);

/* Reaper: wait for the copies of a group in streams of their own, and take their contents.  Then, when
 * all of the group is done or the device is lost, free all pinned blocks. */
cu_result wr_cuda_branches_wait(wr_cuda_queue *q, wr_cuda_group *g);
void wr_cuda_stages_end(wr_cuda_queue *q, wr_cuda_group *g, bool good);

/* A compiled kernel; lives as long as the process. */
typedef struct wr_cuda_kernel {
    cu_function function; /* const */
    atomic_bool launched; /* launchers, relaxed: the driver has accepted it before */
} wr_cuda_kernel;

/* Begin to compile a text, on another thread.  Launcher. */
void wr_cuda_request(wr_cuda_queue *q, const wr_cuda_source *source);

/* Can kernels of the text be launched without waiting for a compiler?  If not, and if `wanted`, the text is
 * compiled when nothing else is to be compiled.  A text that was refused is not compiled again.
 * Launcher. */
bool wr_cuda_has_module(wr_cuda_queue *q, const wr_cuda_source *source, bool wanted);

/* Wait until no thread compiles. */
void wr_cuda_compilers_end(void);

/* The process exits: compile no more texts, and wait until no thread compiles, or until a time. */
void wr_cuda_compilers_quit(int64_t until);

/* Let the tasks that are behind the current one in the queue request their kernels.  Launcher. */
void wr_cuda_look_ahead(wr_cuda_queue *q);

/* Compile a text for a card, or find it on disk: NULL and an image to be freed with free(), or the
 * reason why not, which may be in `text`.  Any thread. */
typedef struct wr_cuda_image {
    char *data;
    size_t size;
} wr_cuda_image;
const char *wr_cuda_compile(const wr_cuda_card *card, const char *source, wr_cuda_image *out,
                            char *text, size_t size);

/* The compiled kernel, or NULL and a message.  Launcher. */
wr_cuda_kernel *wr_cuda_function(wr_cuda_queue *q, const wr_cuda_source *source, const char *kernel,
                                 const char **message);

/* Load the kernels that mark error words, so that failures for lack of memory can be marked.
 * Launcher. */
void wr_cuda_load_words(wr_cuda_queue *q);

/* launch of wr_device_ops. */
weir_status wr_cuda_device_launch(void *queue, wr_device_call *call);

/* launch_fused of wr_device_ops. */
bool wr_cuda_launch_fused(void *queue, const wr_device_fused_call *call);

/* The address of the report of the task with this number on the device, without a reason of an earlier
 * task.  Launcher. */
weir_status wr_cuda_report_of(wr_cuda_call *c, uint64_t number, uint64_t *address);

#endif
