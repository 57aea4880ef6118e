/* harness.c - see harness.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"

#include <dirent.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

enum { EXIT_SKIP = 77, LIMIT_S = 60 };

#if TEST_TSAN
/* Weir promises a working child after fork; the sanitizer would rather end it. */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "die_after_fork=0"; }
#endif

static test_case *first, **last = &first;
static int slow = 1, threads_at_start;

void test_register(test_case *test) {
    *last = test;
    last = &test->next;
}

/* ---- Checks -------------------------------------------------------------------------------- */

void test_fail(const char *file, int line, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, text);
    fflush(NULL);
    _exit(1);
}

void test_skip(const char *why) {
    fprintf(stderr, "skipped: %s\n", why);
    fflush(NULL);
    _exit(EXIT_SKIP);
}

void test_check_eq(const char *file, int line, const char *a, const char *b, long long x,
                   long long y) {
    if (x != y) test_fail(file, line, "%s == %s: %lld is not %lld", a, b, x, y);
}

void test_check_ne(const char *file, int line, const char *a, const char *b, long long x,
                   long long y) {
    if (x == y) test_fail(file, line, "%s != %s: both are %lld", a, b, x);
}

void test_check_le(const char *file, int line, const char *a, const char *b, long long x,
                   long long y) {
    if (x > y) test_fail(file, line, "%s <= %s: %lld is above %lld", a, b, x, y);
}

void test_check_has(const char *file, int line, const char *what, const char *text,
                    const char *part) {
    if (!text || !strstr(text, part))
        test_fail(file, line, "%s: \"%s\" has no \"%s\"", what, text ? text : "(null)", part);
}

void test_check_str(const char *file, int line, const char *what, const char *x, const char *y) {
    if (!x || strcmp(x, y) != 0)
        test_fail(file, line, "%s: \"%s\" is not \"%s\"", what, x ? x : "(null)", y);
}

/* ---- How much and how long ----------------------------------------------------------------- */

int test_slow(void) { return slow; }

int test_workers(int usual) {
    const char *text = getenv("TEST_WORKERS");
    int asked = text != NULL ? atoi(text) : 0;
    return asked > 0 ? asked : usual;
}

int64_t test_scaled(int64_t n) { return n / slow > 0 ? n / slow : 1; }

int64_t test_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void test_sleep_ms(int64_t ms) {
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&t, &t) && errno == EINTR) {}
}

int64_t test_cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t test_rss(void) {
    long all = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    CHECK(f);
    CHECK_EQ(fscanf(f, "%ld %ld", &all, &resident), 2);
    fclose(f);
    return resident * sysconf(_SC_PAGESIZE);
}

int test_thread_count(void) {
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    CHECK(tasks);
    for (struct dirent *e; (e = readdir(tasks));) count += e->d_name[0] != '.';
    closedir(tasks);
    return count;
}

/* The sanitizer has up to two, sooner or later. */
int test_thread_count_own(void) { return TEST_TSAN ? 3 : threads_at_start; }

/* ---- Gates --------------------------------------------------------------------------------- */

static void futex_wait(_Atomic uint32_t *word, uint32_t value) {
    struct timespec t = {0, 50000000}; /* so that a lost wake costs time, not the test */
    syscall(SYS_futex, word, FUTEX_WAIT, value, &t, NULL, 0);
}

static void futex_wake(_Atomic uint32_t *word) {
    syscall(SYS_futex, word, FUTEX_WAKE, 1 << 30, NULL, NULL, 0);
}

void test_gate_pass(test_gate *gate) {
    atomic_fetch_add(&gate->arrived, 1);
    futex_wake(&gate->arrived);
    while (!atomic_load(&gate->open)) futex_wait(&gate->open, 0);
}

void test_gate_open(test_gate *gate) {
    atomic_store(&gate->open, 1);
    futex_wake(&gate->open);
}

void test_gate_await(test_gate *gate, uint32_t count) {
    int64_t until = test_now() + 10000000000 * slow;
    for (uint32_t n; (n = atomic_load(&gate->arrived)) < count;) {
        if (test_now() > until)
            test_fail(__FILE__, __LINE__, "%u of %u arrived at the gate", n, count);
        futex_wait(&gate->arrived, n);
    }
}

/* ---- Children and threads ------------------------------------------------------------------ */

int test_child_wait(pid_t child, int limit_s) {
    int status;
    int64_t until = test_now() + (int64_t)limit_s * 1000000000;
    for (int64_t ms = 1;; ms += ms < 10) {
        pid_t got = waitpid(child, &status, WNOHANG);
        if (got == child && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SKIP)
            test_skip("by its child, which says why");
        if (got == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        if (got < 0 && errno != EINTR) return -1;
        if (test_now() > until) break;
        test_sleep_ms(ms);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

int test_child(void (*fn)(void *), void *arg, int limit_s) {
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        fn(arg);
        exit(0);
    }
    return test_child_wait(child, limit_s);
}

test_thread test_thread_start(void *(*fn)(void *), void *arg) {
    pthread_t handle;
    pthread_attr_t attributes;
    CHECK_EQ(pthread_attr_init(&attributes), 0);
    CHECK_EQ(pthread_attr_setstacksize(&attributes, 4 << 20), 0); /* musl's own is 128 KB */
    CHECK_EQ(pthread_create(&handle, &attributes, fn, arg), 0);
    pthread_attr_destroy(&attributes);
    return (test_thread){handle};
}

void *test_thread_join(test_thread thread) {
    void *result;
    CHECK_EQ(pthread_join(thread.handle, &result), 0);
    return result;
}

/* ---- Numbers by chance --------------------------------------------------------------------- */

uint64_t test_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* ---- The program --------------------------------------------------------------------------- */

static int how_slow(void) {
    int n = 1;
    const char *text = getenv("WEIR_TEST_SLOW");
#if defined(WEIR_HARD) && WEIR_HARD
    n *= 8;
#endif
    if (TEST_TSAN) n *= 8;
    if (TEST_ASAN) n *= 3;
    if (text) n *= atoi(text) > 1 ? atoi(text) : 10;
    return n;
}

/* A test sets the variables it is about; those of the user's shell must not matter, nor what the machine has. */
static void set_environment(void) {
    for (char **e = environ; *e;) {
        size_t length = strcspn(*e, "=");
        if (strncmp(*e, "WEIR_", 5) == 0 && length < 100) {
            char name[100];
            memcpy(name, *e, length);
            name[length] = 0;
            unsetenv(name);
            e = environ;
        } else {
            e++;
        }
    }
    char bytes[24];
    snprintf(bytes, sizeof bytes, "%u", TEST_MEMORY_BYTES);
    setenv("WEIR_MEMORY", bytes, 1);
    /* Tests do not depend on the machine: those that use a GPU are told so. */
    const char *cards = getenv("TEST_CUDA_DEVICES");
    if (getenv("TEST_GPU") == NULL) cards = "none";
    if (cards != NULL) setenv("WEIR_CUDA_DEVICES", cards, 1);
    if (getenv("TEST_DEVICE_EXACT") != NULL) setenv("WEIR_DEVICE_EXACT", "1", 1);
    const char *workers = getenv("TEST_WORKERS");
    if (workers != NULL) setenv("WEIR_WORKERS", workers, 1);
}

static void run_case(void *arg) { ((test_case *)arg)->run(); }

static int run_all(void) {
    int passed = 0, failed = 0, skipped = 0;
    for (test_case *t = first; t; t = t->next) {
        int64_t start = test_now();
        int code = test_child(run_case, t, LIMIT_S * (slow < 5 ? slow : 5));
        double s = (double)(test_now() - start) / 1e9;
        passed += code == 0;
        skipped += code == EXIT_SKIP;
        failed += code != 0 && code != EXIT_SKIP;
        printf("%-8s %6.2f s  %s",
               code == 0           ? "ok"
               : code == EXIT_SKIP ? "skipped"
                                   : "FAILED",
               s, t->name);
        if (code == -1) printf("  (time limit)");
        if (code > 128) printf("  (%s)", strsignal(code - 128));
        puts("");
    }
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed ? 1 : passed == 0 && skipped > 0 ? EXIT_SKIP : 0;
}

int main(int argc, char **argv) {
    slow = how_slow();
    threads_at_start = test_thread_count();
    set_environment();
    if (argc == 1) return run_all();
    if (strcmp(argv[1], "--list") == 0) {
        for (test_case *t = first; t; t = t->next) puts(t->name);
        return 0;
    }
    for (test_case *t = first; t; t = t->next) {
        if (strcmp(t->name, argv[1]) == 0) {
            t->run();
            return 0;
        }
    }
    fprintf(stderr, "%s: no test is called %s; --list shows them\n", argv[0], argv[1]);
    return 2;
}
