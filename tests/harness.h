/* harness.h - tests that list themselves, each in a process of its own.
 *
 *   TEST(queue_keeps_order_when_full) { CHECK_EQ(sum, 10); }
 *
 * One file makes one program.  `--list` prints the names of its tests, `NAME` runs that one in this
 * process, and no argument runs all of them, each in a child with a time limit.  A check that fails
 * prints both values and ends the process with 1; a test that cannot be run here ends with 77.
 *
 * Nothing here knows of Weir, so the tests of single files can use it too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_HARNESS_H
#define TEST_HARNESS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TEST_TSAN 1
#endif
#if __has_feature(address_sanitizer)
#define TEST_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define TEST_TSAN 1
#endif
#if defined(__SANITIZE_ADDRESS__)
#define TEST_ASAN 1
#endif
#ifndef TEST_TSAN
#define TEST_TSAN 0
#endif
#ifndef TEST_ASAN
#define TEST_ASAN 0
#endif

/* ---- Tests and checks ---------------------------------------------------------------------- */

typedef struct test_case {
    const char *name;
    void (*run)(void);
    struct test_case *next;
} test_case;

void test_register(test_case *test);

#define TEST(id)                                                                                   \
    static void id(void);                                                                          \
    static test_case id##_case = {#id, id, NULL};                                                  \
    __attribute__((constructor)) static void id##_register(void) { test_register(&id##_case); }    \
    static void id(void)

#define CHECK(cond)                                                                                \
    do {                                                                                           \
        if (!(cond)) test_fail(__FILE__, __LINE__, "%s", #cond);                                   \
    } while (0)
#define CHECK_EQ(a, b)        test_check_eq(__FILE__, __LINE__, #a, #b, (long long)(a), (long long)(b))
#define CHECK_NE(a, b)        test_check_ne(__FILE__, __LINE__, #a, #b, (long long)(a), (long long)(b))
#define CHECK_LE(a, b)        test_check_le(__FILE__, __LINE__, #a, #b, (long long)(a), (long long)(b))
#define CHECK_HAS(text, part) test_check_has(__FILE__, __LINE__, #text, (text), (part))
#define CHECK_STR(a, b)       test_check_str(__FILE__, __LINE__, #a, (a), (b))

/* Wait until `cond` holds, for at most ten seconds (more where all is slow). */
#define CHECK_SOON(cond)                                                                           \
    do {                                                                                           \
        int64_t until_ = test_now() + 10000000000 * test_slow();                                   \
        while (!(cond)) {                                                                          \
            if (test_now() > until_)                                                               \
                test_fail(__FILE__, __LINE__, "%s does not come true", #cond);                     \
            test_sleep_ms(1);                                                                      \
        }                                                                                          \
    } while (0)

#define SKIP(why) test_skip(why)

_Noreturn void test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void test_skip(const char *why);
void test_check_eq(const char *file, int line, const char *a, const char *b, long long x,
                   long long y);
void test_check_ne(const char *file, int line, const char *a, const char *b, long long x,
                   long long y);
void test_check_le(const char *file, int line, const char *a, const char *b, long long x,
                   long long y);
void test_check_has(const char *file, int line, const char *what, const char *text,
                    const char *part);
void test_check_str(const char *file, int line, const char *what, const char *x, const char *y);

/* ---- How much and how long ----------------------------------------------------------------- */

/* What a runtime of a test may use if the test says nothing else; the default runtime finds it in WEIR_MEMORY. */
#define TEST_MEMORY_BYTES (512u << 20)

/* How many workers to use where any number will do: TEST_WORKERS (run.py --workers), or `usual`. */
int test_workers(int usual);

/* 1, or more where everything takes longer: sanitizers, the hostile build, WEIR_TEST_SLOW=n. */
int test_slow(void);

/* `n` things where it is fast, fewer where it is slow, at least one. */
int64_t test_scaled(int64_t n);

/* Nanoseconds that only go forward. */
int64_t test_now(void);
void test_sleep_ms(int64_t ms);

/* CPU time that this process has used, in nanoseconds. */
int64_t test_cpu_ns(void);

/* Bytes of memory that are in use by this process, and how many threads it has. */
int64_t test_rss(void);
int test_thread_count(void);

/* Most of the threads that are not of the tests' making: the first one and a sanitizer's or an
 * emulator's. */
int test_thread_count_own(void);

/* ---- Gates --------------------------------------------------------------------------------- */

/* Threads pass a gate once it is open; who arrives is counted.  A plain word each, so a forked child
 * may go on using its copy. */
typedef struct test_gate {
    _Atomic uint32_t open, arrived;
} test_gate;

void test_gate_pass(test_gate *gate);
void test_gate_open(test_gate *gate);

/* Wait until so many have arrived, for at most ten seconds. */
void test_gate_await(test_gate *gate, uint32_t count);

/* ---- Children and threads ------------------------------------------------------------------ */

/* Run fn(arg) in a forked child, which ends with exit(0).  Gives the child's exit code, or 128 + the
 * signal that ended it, or -1 if it was still there after `limit_s` seconds. */
int test_child(void (*fn)(void *), void *arg, int limit_s);

/* Wait for a child that was forked already; the result is the same.  If the child skipped the test, so
 * does this. */
int test_child_wait(pid_t child, int limit_s);

typedef struct test_thread {
    pthread_t handle;
} test_thread;

test_thread test_thread_start(void *(*fn)(void *), void *arg);
void *test_thread_join(test_thread thread);

/* ---- Numbers by chance --------------------------------------------------------------------- */

/* The next of a sequence that depends on *state alone. */
uint64_t test_random(uint64_t *state);

#endif
