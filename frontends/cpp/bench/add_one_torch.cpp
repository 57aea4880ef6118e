// add_one_torch.cpp - add_one.cpp with libtorch: add_one_torch [COUNT]
//
// Gradients are off, and operations run on one thread, as they do for two elements anyway.
//
// SPDX-License-Identifier: Apache-2.0
#include <torch/torch.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv) {
    int count = argc > 1 ? std::atoi(argv[1]) : 1000000;
    torch::NoGradGuard no_grad;
    torch::Tensor x = torch::ones({2}), y;
    for (int i = 0; i < count / 10; i++) y = x + 1;
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; i++) y = x + 1;
    std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    std::printf("%.1f\n", took.count() / count);
}
