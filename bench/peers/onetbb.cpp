// onetbb.cpp - the graph bench with oneTBB: a task_group for independent tasks, else a flow graph of
// continue_nodes, one to a task.  A flow graph must stand before it may run (an edge added behind a node
// that has fired is lost), so everything is built first, with hazard.hpp, and the sources are fired
// then.  Building is part of the time; taking the graph down is not.
//
// SPDX-License-Identifier: Apache-2.0
#include "hazard.hpp"

#include <deque>
#include <memory>

#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_group.h>
#include <tbb/version.h>

namespace {

using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;

struct Built {
    tbb::flow::graph graph;
    std::deque<Node> nodes;
    std::vector<Node *> sources;
};

std::unique_ptr<tbb::global_control> control;
std::unique_ptr<Hazards<Node *>> hazards;
std::unique_ptr<Built> built;

int start(int threads, int) {
    control.reset(new tbb::global_control(tbb::global_control::max_allowed_parallelism, threads));
    hazards.reset(new Hazards<Node *>(graph_now.vars));
    return threads - 1;
}

Node *add(uint32_t i) {
    built->nodes.emplace_back(built->graph,
                              [i](const tbb::flow::continue_msg &) { graph_task(i); });
    return &built->nodes.back();
}

void build_chain(const graph *g) {
    for (uint32_t i = 0; i < g->tasks; i++) {
        Node *node = add(i);
        bool first = true;
        hazards->before_write(0, [&](Node *p) { tbb::flow::make_edge(*p, *node), first = false; });
        hazards->write(0, node);
        if (first) built->sources.push_back(node);
    }
}

void build_random(const graph *g) {
    for (uint32_t i = 0; i < g->tasks; i++) {
        const graph_access &at = g->access[i];
        Node *node = add(i);
        bool first = true;
        auto edge = [&](Node *p) { tbb::flow::make_edge(*p, *node), first = false; };
        hazards->before_read(at.a, edge);
        hazards->before_read(at.b, edge);
        hazards->before_write(at.c, edge);
        hazards->read(at.a, node);
        hazards->read(at.b, node);
        hazards->write(at.c, node);
        if (first) built->sources.push_back(node);
    }
}

void run_group(const graph *g, uint64_t *submitted_ns) {
    tbb::task_group group;
    for (uint32_t i = 0; i < g->tasks; i++) group.run([i] { graph_task(i); });
    *submitted_ns = bench_now_ns();
    group.wait();
}

void run(const graph *g, uint64_t *submitted_ns) {
    if (g->shape == GRAPH_INDEPENDENT) return run_group(g, submitted_ns);
    built.reset(new Built);
    if (g->shape == GRAPH_CHAIN)
        build_chain(g);
    else
        build_random(g);
    for (Node *node : built->sources) node->try_put(tbb::flow::continue_msg());
    *submitted_ns = bench_now_ns();
    built->graph.wait_for_all();
}

void clean() {
    built.reset();
    hazards->forget();
}

void stop() {
    hazards.reset();
    control.reset();
}

} // namespace

int main(int argc, char **argv) {
    static char version[32];
    snprintf(version, sizeof version, "%d.%d", TBB_VERSION_MAJOR, TBB_VERSION_MINOR);
    const graph_peer peer = {"onetbb", version, start, run, clean, stop};
    return graph_main(argc, argv, &peer);
}
