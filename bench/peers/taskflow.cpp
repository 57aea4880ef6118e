// taskflow.cpp - the graph bench with Taskflow's dynamic tasks (silent_dependent_async), which take the
// tasks they wait for; hazard.hpp finds them while issuing.  The header comes from a checkout that
// TASKFLOW_DIR names.
//
// Its executor's workers are beside the issuing thread, which only issues.  So two threads are one
// worker; --workers gives another number.
//
// SPDX-License-Identifier: Apache-2.0
#include "hazard.hpp"

#include <memory>

#include <taskflow/taskflow.hpp>

namespace {

std::unique_ptr<tf::Executor> executor;
std::unique_ptr<Hazards<tf::AsyncTask>> hazards;

int start(int threads, int workers) {
    if (workers < 1) workers = threads > 1 ? threads - 1 : 1;
    executor.reset(new tf::Executor(workers));
    hazards.reset(new Hazards<tf::AsyncTask>(graph_now.vars));
    return workers;
}

void issue_independent(const graph *g) {
    for (uint32_t i = 0; i < g->tasks; i++) executor->silent_async([i] { graph_task(i); });
}

void issue_chain(const graph *g) {
    std::vector<tf::AsyncTask *> before;
    for (uint32_t i = 0; i < g->tasks; i++) {
        before.clear();
        hazards->before_write(0, [&](tf::AsyncTask &t) { before.push_back(&t); });
        hazards->write(0, executor->silent_dependent_async([i] { graph_task(i); }, before.begin(),
                                                           before.end()));
    }
}

void issue_random(const graph *g) {
    std::vector<tf::AsyncTask *> before;
    auto edge = [&](tf::AsyncTask &t) { before.push_back(&t); };
    for (uint32_t i = 0; i < g->tasks; i++) {
        const graph_access &at = g->access[i];
        before.clear();
        hazards->before_read(at.a, edge);
        hazards->before_read(at.b, edge);
        hazards->before_write(at.c, edge);
        tf::AsyncTask task =
            executor->silent_dependent_async([i] { graph_task(i); }, before.begin(), before.end());
        hazards->read(at.a, task);
        hazards->read(at.b, task);
        hazards->write(at.c, std::move(task));
    }
}

void run(const graph *g, uint64_t *submitted_ns) {
    if (g->shape == GRAPH_INDEPENDENT)
        issue_independent(g);
    else if (g->shape == GRAPH_CHAIN)
        issue_chain(g);
    else
        issue_random(g);
    *submitted_ns = bench_now_ns();
    executor->wait_for_all();
}

void clean() { hazards->forget(); }

void stop() {
    hazards.reset();
    executor.reset();
}

} // namespace

int main(int argc, char **argv) {
    static char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", TF_VERSION / 100000, TF_VERSION / 100 % 1000,
             TF_VERSION % 100);
    const graph_peer peer = {"taskflow", version, start, run, clean, stop};
    return graph_main(argc, argv, &peer);
}
