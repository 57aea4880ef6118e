// test_async.cpp - callbacks, futures, coroutines.
//
// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

#include <thread>

using namespace weir;

TEST(futures_have_the_array_or_the_failure) {
    std::future<Array> good = future(ones({2}) + 1), number = future(ones({2}));
    CHECK_EQUAL(good.get().sum().item(), 4.0);
    CHECK_EQUAL(number.get().sum().item(), 2.0);
    std::future<Array> bad = future(take(ones({2}), array({9}), 0));
    CHECK_THROWS(IndexError, bad.get(), CHECK_EQUAL(error.line(), __LINE__ - 1); CHECK_EQUAL(error.operation(), "take"));
}

TEST(callbacks_are_called_once) {
    std::promise<weir_status> told;
    on_ready(matmul(ones({64, 64}), ones({64, 64})), [&](weir_status status) { told.set_value(status); });
    CHECK_EQUAL(told.get_future().get(), WEIR_OK);
}

#ifdef WEIR_HAS_COROUTINES

static Task<double> sum_of(Array x) {
    Array y = co_await sum(x);
    co_return y.item();
}

static Task<double> twice(Array x) {
    double a = co_await sum_of(x), b = co_await sum_of(x * 2);
    co_return a + b;
}

static Task<> fails(int *line) {
    *line = __LINE__ + 1;
    Array bad = take(ones({2}), array({9}), 0);
    co_await bad;
}

TEST(coroutines_wait_for_arrays) {
    CHECK_EQUAL(run(sum_of(ones({1000}))), 1000.0);
    CHECK_EQUAL(run(twice(ones({10}))), 30.0);
    std::vector<Task<double>> tasks;
    for (int i = 0; i < 20; i++) tasks.push_back(sum_of(matmul(ones({100, 100}), ones({100, 100})) * i));
    std::vector<double> sums = run(std::move(tasks));
    for (int i = 0; i < 20; i++) CHECK_EQUAL(sums[static_cast<size_t>(i)], 1e6 * i);
}

TEST(coroutines_throw_failures) {
    int line = 0;
    CHECK_THROWS(IndexError, run(fails(&line)), CHECK_EQUAL(error.line(), line); CHECK_EQUAL(error.operation(), "take"));
}

TEST(coroutines_continue_on_the_thread_of_run) {
    std::thread::id here = std::this_thread::get_id();
    auto where = [](std::thread::id wanted) -> Task<bool> {
        for (int i = 0; i < 20; i++) {
            Array x = ones({200, 200});
            co_await matmul(x, x);
            if (std::this_thread::get_id() != wanted) co_return false;
        }
        co_return true;
    };
    CHECK(run(where(here)));
}

static Task<Array> doubled(Array x) {
    co_await x;
    co_return x * 2;
}

/// 1 if the task is refused.
static Task<int> refusals(Task<Array> &task, bool again) {
    try {
        Array first = co_await task;
        CHECK_EQUAL(first.sum().item(), 4.0);
        if (again) co_await task;
    } catch (const InvalidArgument &) {
        co_return 1;
    }
    co_return 0;
}

TEST(a_task_is_started_once_and_gives_its_result_once) {
    Task<Array> task = doubled(ones({2})), moved = std::move(task);
    CHECK_THROWS(InvalidArgument, run(std::move(task)));
    CHECK_EQUAL(run(refusals(task, false)), 1);  // moved from
    CHECK_EQUAL(run(refusals(moved, true)), 1);
    CHECK_THROWS(InvalidArgument, run(std::move(moved)));
    // two coroutines that wait for one
    std::atomic<bool> go{false};
    Task<Array> shared = doubled(slow(go));
    std::vector<Task<int>> both;
    both.push_back(refusals(shared, false));
    both.push_back(refusals(shared, false));
    std::thread later([&go] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        go = true;
    });
    CHECK_EQUAL(run(std::move(both)), (std::vector<int>{0, 1}));
    later.join();
}

/// 1 if the wait for x is interrupted; then waits for it again, after `go`.
static Task<int> interruptions(Array x, std::atomic<bool> *go, std::atomic<int> *interrupted) {
    int count = 0;
    try {
        co_await x;
    } catch (const Interrupted &) {
        count++;
    }
    if (++*interrupted == 2) *go = true;
    for (bool again = true; again;) {
        try {
            again = false;
            co_await x;
        } catch (const Interrupted &) {  // the thread below calls interrupt() until both have ended
            again = true;
        }
    }
    co_return count;
}

TEST(interrupt_ends_the_waits_of_coroutines) {
    std::atomic<bool> go{false};
    std::atomic<int> interrupted{0};
    Array x = slow(go);
    std::vector<Task<int>> tasks;
    for (int i = 0; i < 2; i++) tasks.push_back(interruptions(x + i, &go, &interrupted));
    // Repeatedly: an interrupt before the wait has begun interrupts nothing.
    std::thread other([&] {
        while (interrupted < 2) interrupt(), std::this_thread::sleep_for(std::chrono::milliseconds(5));
    });
    CHECK_EQUAL(run(std::move(tasks)), (std::vector<int>{1, 1}));
    other.join();
    CHECK_EQUAL(x.sum().item(), 2.0);
}

#endif

#ifdef WEIR_HAS_COROUTINES
namespace {

/// A coroutine that is not awaited.
struct Detached {
    struct promise_type {
        Detached get_return_object() noexcept { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() noexcept {}
        void unhandled_exception() noexcept { std::terminate(); }
    };
};

Detached outlive(Array x, std::promise<Array> *to) {
    to->set_value(co_await x); // on a thread of the library, which must not wait
}

}  // namespace

TEST(a_coroutine_may_outlive_the_run_that_started_it) {
    std::promise<Array> result;
    run([](std::promise<Array> *to) -> Task<> {
        Array x = ones({300, 300});
        for (int i = 0; i < 20; i++) x = matmul(x, x) / 300;
        outlive(sum(x), to);
        co_return;
    }(&result));
    CHECK_EQUAL(result.get_future().get().item(), 90000.0);
}
#endif
