// hazard.hpp - who must wait for whom, for runtimes that want edges instead of variables.
//
// Per variable: the last writer, and those that have read since.  A read waits for the last writer; a
// write waits for those readers, or for the last writer if nobody has read since.  Edges that follow
// from these are left out, so a runtime gets the fewest edges that keep the order.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_HAZARD_HPP
#define WEIR_BENCH_HAZARD_HPP

#include <utility>
#include <vector>

#include "bench_graph.h"

// Handle: how the runtime names a task; default-constructed it names none.
template <typename Handle> class Hazards {
  public:
    explicit Hazards(uint32_t vars) : vars_(vars) {}

    // Call edge(handle) for each task that a reader of v waits for.
    template <typename Edge> void before_read(uint32_t v, Edge &&edge) {
        if (vars_[v].written) edge(vars_[v].writer);
    }

    // The same for a writer of v.
    template <typename Edge> void before_write(uint32_t v, Edge &&edge) {
        Var &var = vars_[v];
        for (Handle &reader : var.readers) edge(reader);
        if (var.readers.empty() && var.written) edge(var.writer);
    }

    void read(uint32_t v, const Handle &task) { vars_[v].readers.push_back(task); }

    void write(uint32_t v, Handle task) {
        vars_[v].readers.clear();
        vars_[v].writer = std::move(task);
        vars_[v].written = true;
    }

    void forget() {
        for (Var &var : vars_) {
            var.readers.clear();
            var.writer = Handle();
            var.written = false;
        }
    }

  private:
    struct Var {
        Handle writer{};
        std::vector<Handle> readers;
        bool written = false;
    };
    std::vector<Var> vars_;
};

#endif
