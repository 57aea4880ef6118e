/* stand_in_graph.c - graphs of the stand-in driver: chains of kernels, whose nodes may be changed.
 *
 * A node of an executable graph has the number of its node in the graph that it was made from.  A
 * launch copies the arguments, as the driver does: nodes may be changed while it runs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 64 };

struct cu_graph_node_s {
    cu_function function;
    unsigned grid[3], block[3];
    unsigned shared_bytes;
    char *arguments;
    int number;
};

struct cu_graph_s {
    int count;
    struct cu_graph_node_s *node[NODES_MAX];
};

struct cu_graph_exec_s {
    int count;
    struct cu_graph_node_s node[NODES_MAX];
};

static cu_result set(struct cu_graph_node_s *n, const cu_kernel_node *p) {
    size_t size = stand_in_arguments_size(p->function);
    if (p->function == NULL || p->parameters == NULL || p->extra != NULL) return CU_INVALID_VALUE;
    char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL) return CU_OUT_OF_MEMORY;
    memcpy(copy, p->parameters[0], size);
    free(n->arguments);
    n->arguments = copy;
    n->function = p->function;
    n->shared_bytes = p->shared_bytes;
    memcpy(n->grid, (unsigned[]){p->grid_x, p->grid_y, p->grid_z}, sizeof n->grid);
    memcpy(n->block, (unsigned[]){p->block_x, p->block_y, p->block_z}, sizeof n->block);
    return CU_OK;
}

cu_result cuGraphCreate(cu_graph *graph, unsigned flags) {
    if (flags != 0) return CU_INVALID_VALUE;
    *graph = calloc(1, sizeof **graph);
    return *graph != NULL ? CU_OK : CU_OUT_OF_MEMORY;
}

cu_result cuGraphDestroy(cu_graph graph) {
    if (graph == NULL) return CU_INVALID_VALUE;
    for (int i = 0; i < graph->count; i++) {
        free(graph->node[i]->arguments);
        free(graph->node[i]);
    }
    free(graph);
    return CU_OK;
}

/* Each node must be behind the one before it. */
cu_result cuGraphAddKernelNode_v2(cu_graph_node *node, cu_graph graph, const cu_graph_node *after,
                                  size_t after_count, const cu_kernel_node *params) {
    if (graph == NULL || graph->count == NODES_MAX) return CU_INVALID_VALUE;
    if (after_count != (graph->count > 0) ||
        (after_count == 1 && after[0] != graph->node[graph->count - 1]))
        return CU_INVALID_VALUE;
    struct cu_graph_node_s *n = calloc(1, sizeof *n);
    if (n == NULL) return CU_OUT_OF_MEMORY;
    cu_result r = set(n, params);
    if (r != CU_OK) {
        free(n);
        return r;
    }
    n->number = graph->count;
    graph->node[graph->count++] = n;
    *node = n;
    return CU_OK;
}

cu_result cuGraphInstantiateWithFlags(cu_graph_exec *exec, cu_graph graph,
                                      unsigned long long flags) {
    if (graph == NULL || flags != 0) return CU_INVALID_VALUE;
    if (stand_in_is_due(&stand_in_settings.fail_graph_in)) return CU_INVALID_VALUE;
    struct cu_graph_exec_s *e = calloc(1, sizeof *e);
    if (e == NULL) return CU_OUT_OF_MEMORY;
    for (; e->count < graph->count; e->count++) {
        const struct cu_graph_node_s *from = graph->node[e->count];
        size_t size = stand_in_arguments_size(from->function);
        e->node[e->count] = *from;
        e->node[e->count].arguments = malloc(size > 0 ? size : 1);
        if (e->node[e->count].arguments == NULL) abort();
        memcpy(e->node[e->count].arguments, from->arguments, size);
    }
    *exec = e;
    return CU_OK;
}

cu_result cuGraphExecDestroy(cu_graph_exec exec) {
    if (exec == NULL) return CU_INVALID_VALUE;
    for (int i = 0; i < exec->count; i++) free(exec->node[i].arguments);
    free(exec);
    return CU_OK;
}

cu_result cuGraphExecKernelNodeSetParams_v2(cu_graph_exec exec, cu_graph_node node,
                                            const cu_kernel_node *params) {
    if (exec == NULL || node == NULL || node->number >= exec->count) return CU_INVALID_VALUE;
    return set(&exec->node[node->number], params);
}

cu_result cuGraphLaunch(cu_graph_exec exec, cu_stream stream) {
    if (exec == NULL) return CU_INVALID_VALUE;
    for (int i = 0; i < exec->count; i++) {
        const struct cu_graph_node_s *n = &exec->node[i];
        void *parameters[] = {n->arguments};
        cu_result r =
            cuLaunchKernel(n->function, n->grid[0], n->grid[1], n->grid[2], n->block[0],
                           n->block[1], n->block[2], n->shared_bytes, stream, parameters, NULL);
        if (r != CU_OK) return r;
    }
    atomic_fetch_add(&stand_in_settings.graphs, 1);
    return CU_OK;
}
