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
    uint64_t report; /* address of the call's report, in pinned memory */
    uint32_t test_count, mark_count;
    uint32_t failed; /* what to mark if the call is skipped */
    uint32_t unused;
} wr_cuda_guard;

typedef struct wr_cuda_queue wr_cuda_queue;

/* A call of an operator on the device.  Views in `k` have addresses of the device, except that the
 * inputs in `scalars` (bit i: input i) are values in host memory. */
typedef struct wr_cuda_call {
    wr_cuda_queue *queue;
    const weir_kernel *k;
    uint64_t scalars;
    uint64_t packing;    /* address for row-major copies of inputs, or 0 */
    wr_cuda_guard guard; /* for the last kernel of the call: it tests and marks */
    wr_cuda_guard test;  /* for the kernels before it: they only test */
    const char *message; /* set by the functions below when they fail */
} wr_cuda_call;

/* An operator's function: launches its kernels. */
typedef weir_status (*wr_cuda_fn)(wr_cuda_call *c);

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

/* Launch a kernel.  `args` begins with a guard.  Fails if the kernel does not compile or the driver
 * refuses it. */
weir_status wr_cuda_launch(wr_cuda_call *c, const wr_cuda_source *source, const char *kernel,
                           uint64_t blocks, uint32_t threads, const void *args);

/* Launch the kernel that tests and marks error words and does nothing else, for calls that end with
 * work that does not know them. */
weir_status wr_cuda_mark(wr_cuda_call *c);

/* The handle of cuBLASLt and the stream; NULL and a message if there is no cuBLASLt. */
void *wr_cuda_blas(wr_cuda_call *c, cu_stream *stream);

/* How many blocks fill the device, for kernels that loop over the elements. */
uint64_t wr_cuda_blocks(const wr_cuda_call *c, uint64_t elements, uint32_t threads);

#endif
