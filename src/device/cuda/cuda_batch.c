/* cuda_batch.c - sends the kernels of a CUDA queue in batches, as graphs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_batch.h"

#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda_queue.h"

static cu_result launch(wr_cuda_queue *q, uint32_t i) {
    const wr_cuda_batch *b = &q->batch;
    void *parameters[] = {b->kernel[i].arguments};
    return wr_cuda.launch(b->kernel[i].function, b->kernel[i].blocks, 1, 1, b->kernel[i].threads, 1,
                          1, b->kernel[i].shared_bytes, q->stream, parameters, NULL);
}

static cu_result launch_each(wr_cuda_queue *q) {
    cu_result result = CU_OK;
    for (uint32_t i = 0; i < q->batch.count && result == CU_OK; i++) result = launch(q, i);
    return result;
}

/* ---- Chains ---------------------------------------------------------------------------------- */

static void node_params(const wr_cuda_batch *b, uint32_t i, void **parameters,
                        cu_kernel_node *out) {
    parameters[0] = b->kernel[i].arguments;
    *out = (cu_kernel_node){.function = b->kernel[i].function,
                            .grid_x = b->kernel[i].blocks,
                            .grid_y = 1,
                            .grid_z = 1,
                            .block_x = b->kernel[i].threads,
                            .block_y = 1,
                            .block_z = 1,
                            .shared_bytes = b->kernel[i].shared_bytes,
                            .parameters = parameters};
}

/* Make a chain of the kernels of the batch. */
static cu_result make_chain(wr_cuda_batch *b, wr_cuda_chain *c) {
    cu_result result = wr_cuda.graph_new(&c->plan, 0);
    for (uint32_t i = 0; i < b->count && result == CU_OK; i++) {
        void *parameters[1];
        cu_kernel_node params;
        node_params(b, i, parameters, &params);
        result = wr_cuda.graph_add_kernel(&c->node[i], c->plan, i > 0 ? &c->node[i - 1] : NULL,
                                          i > 0, &params);
    }
    if (result == CU_OK) result = wr_cuda.graph_instantiate(&c->graph, c->plan, 0);
    return result;
}

static void free_chain(wr_cuda_chain *c) {
    if (c->graph != NULL) wr_cuda.graph_exec_free(c->graph);
    if (c->plan != NULL) wr_cuda.graph_free(c->plan);
    free(c);
}

static cu_result fill_chain(wr_cuda_batch *b, wr_cuda_chain *c) {
    cu_result result = CU_OK;
    for (uint32_t i = 0; i < b->count && result == CU_OK; i++) {
        void *parameters[1];
        cu_kernel_node params;
        node_params(b, i, parameters, &params);
        result = wr_cuda.graph_set_kernel(c->graph, c->node[i], &params);
    }
    return result;
}

/* A chain with the kernels of the batch, or NULL if the driver refuses. */
static wr_cuda_chain *get_chain(wr_cuda_batch *b) {
    wr_cuda_chain **place = &b->chain[b->count][b->next_chain++ % WR_CUDA_CHAINS];
    if (*place != NULL) return fill_chain(b, *place) == CU_OK ? *place : NULL;
    wr_cuda_chain *c = calloc(1, sizeof *c);
    if (c == NULL) return NULL;
    if (make_chain(b, c) == CU_OK) return *place = c;
    free_chain(c);
    return NULL;
}

/* ---- Batches --------------------------------------------------------------------------------- */

/* If kernels are refused here, some may run and some not, and their calls have succeeded already: the
 * device is lost.  That is not expected, because each function has been launched before. */
void wr_cuda_batch_send(wr_cuda_queue *q) {
    wr_cuda_batch *b = &q->batch;
    if (b->count > 0 && !wr_cuda_is_lost(q)) {
        wr_cuda_chain *c = b->count > 1 && !b->no_graphs ? get_chain(b) : NULL;
        if (c == NULL && b->count > 1) b->no_graphs = true;
        cu_result result = c != NULL ? wr_cuda.graph_launch(c->graph, q->stream) : launch_each(q);
        if (result != CU_OK) wr_cuda_lose(q, result, "kernels were not launched");
    }
    b->count = b->bytes = 0;
}

void wr_cuda_batch_add(wr_cuda_queue *q, cu_function function, uint32_t blocks, uint32_t threads,
                       uint32_t shared_bytes, const void *args, size_t bytes) {
    wr_cuda_batch *b = &q->batch;
    size_t size = (bytes + 15) & ~(size_t)15;
    if (b->count == WR_CUDA_BATCH || b->bytes + size > WR_CUDA_BATCH_BYTES) wr_cuda_batch_send(q);
    void *copy = b->arguments + b->bytes;
    memcpy(copy, args, bytes);
    b->bytes += (uint32_t)size;
    b->kernel[b->count].function = function;
    b->kernel[b->count].blocks = blocks;
    b->kernel[b->count].threads = threads;
    b->kernel[b->count].shared_bytes = shared_bytes;
    b->kernel[b->count++].arguments = copy;
}

void wr_cuda_batch_free(wr_cuda_queue *q) {
    for (int n = 0; n <= WR_CUDA_BATCH; n++)
        for (int i = 0; i < WR_CUDA_CHAINS; i++)
            if (q->batch.chain[n][i] != NULL) free_chain(q->batch.chain[n][i]);
}
