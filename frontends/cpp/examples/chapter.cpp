// chapter.cpp - the experiments of the chapter on asynchronous computation: chapter [quick]
//
// What is queued and what waits; waiting for one array and for all; reads that wait without saying so; ten thousand
// additions with and without a wait after each; memory when the program runs ahead of the computation.
//
// SPDX-License-Identifier: Apache-2.0
#include <weir/weir.hpp>

#include <chrono>
#include <cstdio>
#include <string>

using namespace weir;

/// Prints how long a block of code took.
class Timer {
public:
    explicit Timer(const char *name) : name_(name), start_(std::chrono::steady_clock::now()) {}
    ~Timer() {
        std::chrono::duration<double> took = std::chrono::steady_clock::now() - start_;
        std::printf("%-44s %8.4f s\n", name_, took.count());
    }

private:
    const char *name_;
    std::chrono::steady_clock::time_point start_;
};

static void queueing(int64_t n) {
    std::puts("\nWork is queued; the program goes on at once.");
    Array b;
    {
        Timer timer("ten products issued");
        for (int i = 0; i < 10; i++) {
            Array a = normal({n, n});
            b = matmul(a, a);
        }
    }
    {
        Timer timer("the products computed");
        wait_all();
    }
    // The runtime knows which operations depend on which: z needs x and y, and printing needs z.
    Array x = ones({1, 2}), y = ones({1, 2});
    Array z = x * y + 2;
    std::printf("z = %s\n", z.text().c_str());
}

static void barriers(int64_t n) {
    std::puts("\nBarriers: wait_all waits for everything, wait for one array.");
    Array a = normal({n, n});
    a.wait();
    {
        Timer timer("wait_all");
        Array b = matmul(a, a);
        wait_all();
    }
    {
        Timer timer("wait");
        Array b = matmul(a, a);
        b.wait();
    }
    Array first = matmul(a, a), second = first;
    for (int i = 0; i < 8; i++) second = matmul(second, a) * 1e-2;
    {
        Timer timer("wait for the first of nine products");
        first.wait();
    }
    {
        Timer timer("wait for the last");
        second.wait();
    }
}

static void blockers(int64_t n) {
    std::puts("\nBlockers: whoever needs a value waits for it.");
    Array a = normal({n, n});
    a.wait();
    {
        Timer timer("to_vector");
        (void)matmul(a, a).to_vector<float>();
    }
    {
        Timer timer("item of a sum");
        (void)matmul(a, a).sum().item();
    }
    {
        Timer timer("text, as for printing");
        (void)matmul(a, a).text();
    }
    {
        Timer timer("a future: issued, not waited for");
        auto later = future(matmul(a, a));
    }
    wait_all();
}

static void synchronous_and_asynchronous(int count) {
    std::puts("\nx + 1 many times: a wait after each, or one at the end.");
    Array x = ones({1, 2}), y;
    {
        Timer timer("synchronous");
        for (int i = 0; i < count; i++) {
            y = x + 1;
            y.wait();
        }
    }
    {
        Timer timer("asynchronous");
        for (int i = 0; i < count; i++) y = x + 1;
        wait_all();
    }
}

static void memory_use(int batches, int64_t n) {
    std::puts("\nMemory: batches are issued far ahead of their computation.");
    uint64_t before = memory().used;
    Array weight = normal({n, n}) * 0.01, sum = zeros({});
    {
        Timer timer("without a wait");
        for (int i = 0; i < batches; i++) sum = sum + matmul(normal({256, n}), weight).mean();
        sum.wait();
    }
    std::printf("peak of the memory in use: %.1f MiB above %.1f MiB\n",
                static_cast<double>(memory().peak - before) / (1 << 20), static_cast<double>(before) / (1 << 20));
    {
        Timer timer("at most two batches in flight");
        Window window(2);
        for (int i = 0; i < batches; i++) {
            window.next();
            sum = sum + matmul(normal({256, n}), weight).mean();
        }
        sum.wait();
    }
    std::printf("the sum of the means: %.6f\n", sum.item());
}

int main(int argc, char **argv) {
    bool quick = argc > 1 && std::string(argv[1]) == "quick";
    seed(1);
    queueing(quick ? 200 : 1000);
    barriers(quick ? 200 : 1000);
    blockers(quick ? 200 : 1000);
    synchronous_and_asynchronous(quick ? 1000 : 10000);
    memory_use(quick ? 20 : 200, quick ? 256 : 1024);
}
