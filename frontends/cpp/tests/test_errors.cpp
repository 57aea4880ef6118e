// test_errors.cpp - errors at the call and in flight, waits that end, exit with work queued.
//
// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

#include <csignal>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace weir;

static int last_line;

static Array bad_rows() {
    last_line = __LINE__ + 1;
    return take(ones({2, 2}), array({9}), 0);
}

TEST(a_refused_call_throws_at_once) {
    Array x = ones({2, 3});
    CHECK_THROWS(AxisError, softmax(x, 4), CHECK_EQUAL(error.line(), __LINE__); CHECK_EQUAL(error.operation(), "softmax");
                 CHECK_EQUAL(error.status(), WEIR_EAXIS); CHECK(!error.asynchronous()));
    CHECK_THROWS(InvalidArgument, x + ones({4}), CHECK_EQUAL(error.line(), __LINE__); CHECK_EQUAL(error.operation(), "add"));
    CHECK_THROWS(InvalidArgument, matmul(x, x), CHECK(error.file().find("test_errors.cpp") != std::string::npos));
    CHECK_THROWS(InvalidArgument, x.matmul(x), CHECK_EQUAL(error.line(), __LINE__));
    CHECK_THROWS(InvalidArgument, zeros({-3}), CHECK_EQUAL(error.line(), __LINE__));
    CHECK_THROWS(InvalidArgument, concat({x, ones({4, 4})}), CHECK_EQUAL(error.line(), __LINE__));
    CHECK_THROWS(InvalidArgument, nn::Linear(-1, 2), CHECK_EQUAL(error.line(), __LINE__));
    CHECK_THROWS(FileNotFound, load("no such file"), CHECK_EQUAL(error.line(), __LINE__));
    CHECK_THROWS(SystemError, load("no such file"));
    CHECK_THROWS(RangeError, array({1}, Int8) + 300);
    try {
        softmax(x, 4);
    } catch (const std::exception &error) {
        CHECK(std::string(error.what()).find("test_errors.cpp:") != std::string::npos);
    }
}

TEST(a_failure_in_flight_throws_where_it_is_read) {
    Array bad = bad_rows();
    Array more = bad + 1;
    for (const Array *a : {&bad, &more})
        CHECK_THROWS(IndexError, a->wait(), CHECK(error.asynchronous()); CHECK_EQUAL(error.operation(), "take");
                     CHECK_EQUAL(error.line(), last_line); CHECK(error.file().find("test_errors.cpp") != std::string::npos);
                     CHECK(std::string(error.what()).find("index 9") != std::string::npos));
    CHECK_THROWS(IndexError, more.sum().item());
    CHECK_THROWS(IndexError, more.to_vector<float>());
    CHECK_THROWS(IndexError, std::cout << more);
    Array unread = bad_rows();
    CHECK_THROWS(IndexError, wait_all(), CHECK_EQUAL(error.line(), last_line));
    wait_all();  // reported once
}

TEST(the_serial_engine_throws_at_the_call) {
    set_engine(Engine::Serial);
    CHECK_THROWS(IndexError, bad_rows(), CHECK_EQUAL(error.line(), last_line));
    set_engine(Engine::Threaded);
    wait_all();
}

TEST(waits_time_out) {
    std::atomic<bool> go{false};
    Array x = slow(go);
    CHECK(!x.is_ready());
    CHECK_THROWS(TimedOut, x.wait_for(std::chrono::milliseconds(5)));
    CHECK_THROWS(TimedOut, wait_all_for(std::chrono::milliseconds(5)));
    // a deadline in the past is not "no timeout", and 584 years are not 384 ns
    CHECK_THROWS(TimedOut, x.wait_for(std::chrono::milliseconds(-5)));
    CHECK_THROWS(TimedOut, wait_all_for(std::chrono::duration<double>(NAN)));
    std::thread later([&go] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        go = true;
    });
    x.wait_for(std::chrono::microseconds(18446744073709552));
    later.join();
    CHECK_EQUAL((x + 1).to_vector<float>(), (std::vector<float>{2, 2}));
}

TEST(a_signal_interrupts_a_wait) {
    std::atomic<bool> go{false};
    Array x = slow(go);
    (void)runtime();
    struct sigaction action {};
    action.sa_handler = [](int) { interrupt(); };
    struct sigaction before {};
    sigaction(SIGALRM, &action, &before);
    // The timer repeats: a signal that comes before the wait has begun interrupts nothing.
    itimerval timer{{0, 20000}, {0, 20000}};
    setitimer(ITIMER_REAL, &timer, nullptr);
    CHECK_THROWS(Interrupted, x.wait());
    timer = {};
    setitimer(ITIMER_REAL, &timer, nullptr);
    sigaction(SIGALRM, &before, nullptr);
    go = true;
    x.wait();
}

TEST(cancelled_work_does_not_run) {
    std::atomic<bool> go{false};
    Array x = slow(go), y = x + 1;
    cancel_all();
    go = true;
    CHECK_THROWS(Cancelled, y.wait());
    wait_all();
}

/// Run in a child process, and return its exit status.
template <typename F>
static int in_child(F fn) {
    std::cout.flush();
    pid_t child = fork();
    if (child == 0) fn();
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(a_forked_child_computes) {
    Array x = ones({3});
    x.wait();
    CHECK_EQUAL(in_child([&] { _exit((x + 1).sum().item() == 6 ? 0 : 1); }), 0);
}

TEST(exit_with_work_queued) {
    // exit() runs static destructors and ends the runtime while arrays are alive and work is queued.
    CHECK_EQUAL(in_child([] {
                    static Array kept = ones({256, 256});
                    for (int i = 0; i < 200; i++) kept = matmul(kept, kept) * 1e-3;
                    std::exit(7);
                }),
                7);
}

TEST(exceptions_of_callbacks_are_passed_on) {
    nn::Function failing("failing", [](const std::vector<Array> &) -> std::vector<Array> {
        throw std::runtime_error("no such thing");
    });
    CHECK_THROWS(OperationFailed, failing(ones({1})), CHECK(std::string(error.what()).find("no such thing") != std::string::npos));
}
