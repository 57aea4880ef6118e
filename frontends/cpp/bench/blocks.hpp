// blocks.hpp - nanoseconds per operation: the median of many short blocks, which other programs of the machine disturb less
// than one long run.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_BLOCKS_HPP
#define WEIR_BENCH_BLOCKS_HPP

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

/// Call issue() `size` times and then finish(), for `count` blocks after a tenth as many to warm up.
template <typename Issue, typename Finish>
void measure_blocks(int count, int size, Issue issue, Finish finish) {
    std::vector<double> ns;
    for (int block = -count / 10; block < count; block++) {
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < size; i++) issue();
        finish();
        std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
        if (block >= 0) ns.push_back(took.count() / size);
    }
    std::nth_element(ns.begin(), ns.begin() + count / 2, ns.end());
    std::printf("%.1f\n", ns[static_cast<size_t>(count / 2)]);
}

#endif
