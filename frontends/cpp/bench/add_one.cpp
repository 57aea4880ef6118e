// add_one.cpp - x + 1 on two elements, issued in a row: add_one [COUNT]
//
// Prints nanoseconds per operation, the wait for all the work included.
//
// SPDX-License-Identifier: Apache-2.0
#include <weir/weir.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv) {
    int count = argc > 1 ? std::atoi(argv[1]) : 1000000;
    weir::Array x = weir::ones({2}), y;
    for (int i = 0; i < count / 10; i++) y = x + 1;
    weir::wait_all();
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; i++) y = x + 1;
    weir::wait_all();
    std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    std::printf("%.1f\n", took.count() / count);
}
