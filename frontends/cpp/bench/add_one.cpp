// add_one.cpp - x + 1 on two elements, issued in a row: add_one [BLOCKS]
//
// Prints nanoseconds per operation: the median of blocks of 10,000 operations, each with a wait for all of them.
//
// SPDX-License-Identifier: Apache-2.0
#include <weir/weir.hpp>

#include <cstdlib>

#include "blocks.hpp"

int main(int argc, char **argv) {
    weir::Array x = weir::ones({2}), y;
    measure_blocks(argc > 1 ? std::atoi(argv[1]) : 100, 10000, [&] { y = x + 1; }, [] { weir::wait_all(); });
}
