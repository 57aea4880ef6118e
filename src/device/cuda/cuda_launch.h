/* cuda_launch.h - what an operator needs to run on a CUDA device: its kernels, compiled at their
 * first use, and their launch in the order of the queue.
 *
 * docs/design/cuda.md explains kernels, guards and reports.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_LAUNCH_H
#define WR_CUDA_LAUNCH_H

#include "device/cuda/cuda_api.h"
#include "device/device.h"

/* The first field of a kernel's arguments.  common.cu has the same struct. */
enum { WR_GUARD_TESTS = 4, WR_GUARD_MARKS = 3 };

typedef struct wr_cuda_guard {
    uint64_t test[WR_GUARD_TESTS]; /* addresses of error words */
    uint64_t mark[WR_GUARD_MARKS];
    uint64_t report; /* address of the call's report, in device memory */
    uint32_t test_count, mark_count;
    uint32_t failed; /* what to mark if the call is skipped */
    uint32_t unused;
} wr_cuda_guard;

typedef struct wr_cuda_queue wr_cuda_queue;
typedef struct wr_cuda_branch wr_cuda_branch;

/* A call of an operator on the device.  Views in `k` have addresses of the device, except that the
 * inputs in `scalars` (bit i: input i) are values in host memory. */
typedef struct wr_cuda_call {
    wr_cuda_queue *queue;
    const weir_kernel *k;
    uint64_t scalars;
    uint64_t packing;           /* address for row-major copies of inputs, or 0 */
    uint64_t scratch_bytes;     /* of k->scratch */
    wr_cuda_guard guard;        /* for the last kernel of the call: it tests and marks */
    wr_cuda_guard test;         /* for the kernels before it: they only test */
    const char *message;        /* set by the functions below when they fail */
    const wr_device_call *call; /* what was asked of the device, or NULL */
    wr_cuda_branch *side;       /* the call has stepped aside; NULL: it has not */
    /* Nothing is launched: the functions below only begin to compile kernels, and make plans.  The
     * addresses in the views are not those of memory. */
    bool ahead;
} wr_cuda_call;

/* May the call round the float32 inputs of a product to TF32?  The program asked for it when it
 * issued the call (weir_float32_precision_set). */
static inline bool wr_cuda_tf32(const wr_cuda_call *c) {
    return c->k->precision == WEIR_PRECISION_TF32;
}

/* An operator's function: launches its kernels. */
typedef weir_status (*wr_cuda_fn)(wr_cuda_call *c);

/* The function of a fused call: launches a kernel that executes the calls of several tasks, or fails and
 * launches nothing.  `report` has the address of the report of each task.  With c->ahead it launches
 * nothing, and fails unless the kernel is compiled; it need not be, and no thread waits for it.
 * WEIR_PENDING: the kernel has been launched, but the one that marks error words was refused. */
typedef weir_status (*wr_cuda_fused_fn)(wr_cuda_call *c, void *plan, const uint64_t *report);

/* A text that grows. */
typedef struct wr_cuda_text {
    char *data;
    size_t length, size;
    bool failed; /* there was not enough memory */
} wr_cuda_text;

void wr_cuda_write(wr_cuda_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Which text to compile.  Two with equal `family` and `variant` must have equal texts. */
typedef struct wr_cuda_source {
    const char *family; /* a static string, compared by address */
    uint64_t variant;
    /* Write the text behind common.cu. */
    void (*write)(wr_cuda_text *to, const void *ctx);
    const void *ctx;
} wr_cuda_source;

/* For a wr_cuda_fused_fn, with c->ahead: are the kernels of the text compiled?  If `wanted`, they are
 * compiled when there is nothing else to compile. */
bool wr_cuda_is_ready(const wr_cuda_call *c, const wr_cuda_source *source, bool wanted);

/* Launch a kernel.  `args` points to its arguments, a struct that begins with a guard and is copied.
 * Fails if the kernel does not compile or the driver refuses it. */
#define wr_cuda_launch(c, source, kernel, blocks, threads, args)                                   \
    wr_cuda_launch_bytes(c, source, kernel, blocks, threads, args, WR_CUDA_SIZE_OF(args))

/* The size of a struct of arguments; does not compile for a pointer to anything smaller. */
#define WR_CUDA_SIZE_OF(args)                                                                      \
    (sizeof *(args) + 0 * sizeof(char[sizeof *(args) < sizeof(wr_cuda_guard) ? -1 : 1]))

/* The same for arguments that are `bytes` long. */
weir_status wr_cuda_launch_bytes(wr_cuda_call *c, const wr_cuda_source *source, const char *kernel,
                                 uint64_t blocks, uint32_t threads, const void *args, size_t bytes);

/* The same, with shared memory beside what the kernel declares: SHARED_BYTES in its text.  A kernel of
 * one text must always have the same amount. */
weir_status wr_cuda_launch_shared(wr_cuda_call *c, const wr_cuda_source *source, const char *kernel,
                                  uint64_t blocks, uint32_t threads, uint32_t shared_bytes,
                                  const void *args, size_t bytes);

/* Let the rest of the call run beside the calls behind it, in a stream of its own, unless the next one in
 * the queue needs it.  For a call whose rest leaves processors idle for 10 us or more. */
void wr_cuda_step_aside(wr_cuda_call *c);

/* What a card can do. */
typedef struct wr_cuda_limits {
    int processors;
    int major;             /* of its compute capability: 9 of 9.0 */
    uint32_t shared_bytes; /* shared memory of a block, at most */
} wr_cuda_limits;

wr_cuda_limits wr_cuda_limits_of(const wr_cuda_call *c);

/* Launch the kernel that tests and marks error words and does nothing else, for calls that end with
 * work that does not know them. */
weir_status wr_cuda_mark(wr_cuda_call *c);

/* What the message of a failure of this call is about: the shape in which it writes the position of an
 * element (none if it has more dimensions than fit), and a static string or NULL. */
void wr_cuda_about(wr_cuda_call *c, int ndim, const int64_t *shape, const char *name);

/* The stream, for the functions of libraries.  All kernels of this and of earlier calls are in it. */
cu_stream wr_cuda_stream(wr_cuda_call *c);

/* The handle of cuBLASLt and the stream; NULL and a message if there is no cuBLASLt. */
void *wr_cuda_blas(wr_cuda_call *c, cu_stream *stream);

/* How many blocks fill the device, for kernels that loop over the elements. */
uint64_t wr_cuda_blocks(const wr_cuda_call *c, uint64_t elements, uint32_t threads);

#endif
