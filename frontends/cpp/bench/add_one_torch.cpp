// add_one_torch.cpp - add_one.cpp with libtorch, gradients off: add_one_torch [BLOCKS]
//
// SPDX-License-Identifier: Apache-2.0
#include <torch/torch.h>

#include <cstdlib>

#include "blocks.hpp"

int main(int argc, char **argv) {
    torch::NoGradGuard no_grad;
    torch::Tensor x = torch::ones({2}), y;
    measure_blocks(argc > 1 ? std::atoi(argv[1]) : 100, 10000, [&] { y = x + 1; }, [] {});
}
