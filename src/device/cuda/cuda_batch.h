/* cuda_batch.h - kernels that wait to be sent to the stream of a CUDA queue, and are sent together.
 *
 * A launch costs the host 3 to 4 us.  As the nodes of a CUDA graph, kernels cost about a tenth of
 * that, even if each graph is sent once: a chain of nodes is made once for each length, and its
 * nodes get other functions, grids and arguments each time.  docs/design/cuda.md, "Batches".
 *
 * All functions here run on the launcher.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_BATCH_H
#define WR_CUDA_BATCH_H

#include "device/cuda/cuda_api.h"
#include "device/device.h"

enum {
    WR_CUDA_BATCH = WR_SIZE(32, 3),                   /* maximum number of kernels in a batch */
    WR_CUDA_BATCH_BYTES = WR_SIZE(64 << 10, 8 << 10), /* and of the bytes of their arguments */
};

/* So many graphs of each length: one may be in the stream while the next one is filled. */
enum { WR_CUDA_CHAINS = 2 };

typedef struct wr_cuda_chain {
    cu_graph plan; /* whose nodes name those of `graph` */
    cu_graph_exec graph;
    cu_graph_node node[WR_CUDA_BATCH];
} wr_cuda_chain;

typedef struct wr_cuda_batch {
    uint32_t count;
    uint32_t bytes; /* of `arguments` that are used */
    struct {
        cu_function function;
        uint32_t blocks, threads, shared_bytes;
        void *arguments;
    } kernel[WR_CUDA_BATCH];
    wr_cuda_chain *chain[WR_CUDA_BATCH + 1][WR_CUDA_CHAINS]; /* by length */
    uint32_t next_chain;
    bool no_graphs; /* the driver refused one: kernels are launched one by one */
    _Alignas(16) char arguments[WR_CUDA_BATCH_BYTES + 16];
} wr_cuda_batch;

typedef struct wr_cuda_queue wr_cuda_queue;

/* Add a kernel; the batch is sent first if it has no room.  The arguments are copied. */
void wr_cuda_batch_add(wr_cuda_queue *q, cu_function function, uint32_t blocks, uint32_t threads,
                       uint32_t shared_bytes, const void *args, size_t bytes);

/* Send the batch.  Must be called before anything else is put into the stream. */
void wr_cuda_batch_send(wr_cuda_queue *q);

/* Free the graphs.  Nothing is in the stream. */
void wr_cuda_batch_free(wr_cuda_queue *q);

#endif
