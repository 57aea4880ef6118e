/* stand_in_state.h - what the files of the stand-in driver share.
 *
 * One lock guards devices, allocations, streams, events and modules.  Operations run without it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STAND_IN_STATE_H
#define STAND_IN_STATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "device/cuda/cuda_api.h"

#include "stand_in.h"
#include "stand_in_launch.h"

#define DECLARE(result, name, symbol, parameters) STAND_IN_EXPORT result symbol parameters;
WR_CUDA_DRIVER(DECLARE)
WR_CUDA_NVRTC(DECLARE)
WR_CUDA_BLAS(DECLARE)
WR_CUDA_DNN(DECLARE)
WR_CUDA_FFT(DECLARE)
WR_CUDA_SOLVER(DECLARE)
WR_CUDA_SOLVER_EIG(DECLARE)
#undef DECLARE

enum {
    CU_INVALID_VALUE = 1,
    CU_NOT_INITIALIZED = 3,
    CU_DEINITIALIZED = 4,
    CU_INVALID_DEVICE = 101,
    CU_INVALID_IMAGE = 200,
    CU_INVALID_CONTEXT = 201,
    CU_INVALID_HANDLE = 400,
    CU_NOT_FOUND = 500,
    CU_ILLEGAL_ADDRESS = 700,
    CU_LAUNCH_FAILED = 719,
};

/* A device is its primary context. */
struct cu_context_s {
    int ordinal;
    int retained;   /* under the lock, like all that follows */
    cu_result lost; /* 0, or why: every call on the device returns it */
    size_t used_bytes;
};

extern pthread_mutex_t stand_in_lock;
extern pthread_cond_t stand_in_changed; /* an operation has ended */

static inline void lock(void) { pthread_mutex_lock(&stand_in_lock); }
static inline void unlock(void) { pthread_mutex_unlock(&stand_in_lock); }

/* Has cuInit been called, by this process and not by its parent?  Under the lock. */
bool stand_in_is_ready(void);

/* The device of the current context, which is alive and not lost; or an error.  Under the lock. */
cu_result stand_in_current(struct cu_context_s **device);

/* Count down; true for the call that is to fail. */
bool stand_in_is_due(_Atomic int64_t *in);

/* ---- Exit ------------------------------------------------------------------------------------ */

/* The libraries that the stand-in consists of. */
enum {
    STAND_IN_DRIVER,
    STAND_IN_COMPILER,
    STAND_IN_BLAS,
    STAND_IN_DNN,
    STAND_IN_FFT,
    STAND_IN_SOLVER,
    STAND_IN_PARTS
};

/* Has the exit handler of a library run? */
bool stand_in_has_ended(int part);

/* A call of a library begins and ends.  STAND_IN_CALL is the first line of its functions that take
 * long. */
int stand_in_enter(int part);
void stand_in_leave(const int *part);
#define STAND_IN_CALL(part)                                                                        \
    __attribute__((cleanup(stand_in_leave))) const int stand_in_part = stand_in_enter(part);       \
    (void)stand_in_part

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Does this range lie in one live allocation, of a device or pinned?  Under the lock. */
bool stand_in_is_allocated(uint64_t address, size_t bytes);

/* Free what a device still has.  Under the lock. */
void stand_in_free_all(struct cu_context_s *device);

/* Let this thread touch device memory. */
void stand_in_open_memory(void);

/* ---- Streams --------------------------------------------------------------------------------- */

/* An operation in a stream.  Larger structs begin with it. */
typedef struct stand_in_op {
    struct stand_in_op *next;
    /* Runs on the stream's thread, without the lock; an error loses the device. */
    cu_result (*run)(struct stand_in_op *op, cu_stream stream);
    void (*drop)(struct stand_in_op *op); /* frees all but the operation; NULL: nothing to free */
    bool is_work;                         /* begins task_ns late */
    bool is_copy, is_out;                 /* begins copy_ns late; copies to the host */
    bool is_product, is_kernel;           /* held by held_products; counted by kernels_done */
    bool is_fault;                        /* ends with an illegal address instead */
    bool always;                          /* runs although the device is lost */
} stand_in_op;

struct cu_stream_s {
    struct cu_context_s *device;
    cu_stream next; /* under the lock: of all streams */
    pthread_t thread;
    pthread_cond_t wake;
    stand_in_op *first, **last; /* under the lock */
    uint64_t pushed, completed; /* under the lock */
    bool is_closing;            /* under the lock */
    char *stacks;               /* the stream's thread alone */
    unsigned stack_count;       /* the stream's thread alone */
    stand_in_thread *threads;   /* the stream's thread alone */
};

/* A new operation of `size` bytes, all zero but these. */
void *stand_in_op_new(size_t size, cu_result (*run)(stand_in_op *, cu_stream),
                      void (*drop)(stand_in_op *));

/* Append an operation.  Under the lock. */
void stand_in_push(cu_stream stream, stand_in_op *op);

/* Free the stacks of fibers; they are made by stand_in_module.c.  The stream's thread has ended. */
void stand_in_stacks_free(cu_stream stream);

/* The device of a call on `stream`: there is a current context, and that of the stream is alive.
 * Under the lock. */
cu_result stand_in_stream_device(cu_stream stream, struct cu_context_s **device);

/* The size of a kernel's arguments. */
size_t stand_in_arguments_size(cu_function function);

/* ---- Numbers --------------------------------------------------------------------------------- */

/* A real number of a type of cuBLASLt (LT_R_32F ...).  stand_in_blas.c has them. */
double stand_in_load(const void *at, int type);
void stand_in_store(void *at, int type, double x);

/* ---- Images ---------------------------------------------------------------------------------- */

/* Bytes and their count; `at` has one more, which is 0.  NULL: none. */
typedef struct stand_in_bytes {
    char *at;
    size_t count;
} stand_in_bytes;

stand_in_bytes stand_in_bytes_copy(const char *from, size_t count);
stand_in_bytes stand_in_bytes_read(const char *path);

/* The image of a text that was only written to a file (STAND_IN_TEXTS).  It has every function, and none does anything. */
#define STAND_IN_EMPTY_IMAGE "stand-in: an image without functions"

/* The image that was kept under this key: true, and a copy of it. */
bool stand_in_image_find(stand_in_bytes key, stand_in_bytes *image);
void stand_in_image_keep(stand_in_bytes key, stand_in_bytes image);

#endif
