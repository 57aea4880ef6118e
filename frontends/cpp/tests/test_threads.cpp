// test_threads.cpp - threads, and a million small operations in bounded memory.
//
// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

#include <thread>

using namespace weir;

TEST(threads_share_arrays) {
    Array x = arange(1000, None, 1, Float32);
    std::vector<double> sums(4);
    std::vector<std::thread> threads;
    for (size_t i = 0; i < sums.size(); i++)
        threads.emplace_back([&sums, x, i] {
            Array y = x;
            for (int k = 0; k < 500; k++) y = y + static_cast<double>(i) * 0.125;
            sums[i] = y.mean().item();
        });
    for (std::thread &thread : threads) thread.join();
    for (size_t i = 0; i < sums.size(); i++) CHECK_EQUAL(sums[i], 499.5 + static_cast<double>(i) * 0.125 * 500);
}

TEST(handles_are_released_on_any_thread) {
    for (int round = 0; round < 50; round++) {
        std::vector<Array> arrays;
        for (int i = 0; i < 100; i++) arrays.push_back(ones({64}) * i);
        std::thread([list = std::move(arrays)]() mutable { list.clear(); }).join();
    }
    wait_all();
}

TEST(modes_belong_to_a_thread) {
    Recording recording;
    bool other = true;
    std::thread([&] { other = weir_recording() != 0; }).join();
    CHECK(!other);
}

TEST(a_million_operations_in_bounded_memory) {
    wait_all();
    uint64_t before = memory().used;
    Array x = ones({2}), y;
    for (int i = 0; i < 1000000; i++) y = x + 1;
    CHECK_EQUAL(y.to_vector<float>(), (std::vector<float>{2, 2}));
    wait_all();
    CHECK(memory().used <= before + 4096);
    for (int i = 0; i < 20000; i++) y = y * 0.5 + x;
    y.wait();
    CHECK(memory().peak < (UINT64_C(1) << 28));
}

TEST(large_garbage_stays_within_the_level) {
    Array x = ones({1 << 20}), y = x;  // 4 MiB
    for (int i = 0; i < 300; i++) y = y + 1;
    CHECK_EQUAL(y[0].item(), 301.0);
    CHECK(memory().peak < (UINT64_C(1) << 28));
}
