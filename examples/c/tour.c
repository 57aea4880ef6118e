/* tour.c - what Weir does, in five small measurements.
 *
 * Tasks here sleep instead of computing, so the figures are similar on any machine: they show order
 * and waiting, not arithmetic.  For the same reason the tour sets the number of workers itself;
 * sleeping workers do not need a CPU each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <weir/weir.h>

enum { WORKERS = 4, MS = 1000, MB = 1000000 };

/* ---- Helpers ----------------------------------------------------------------------------- */

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void nap(uint32_t us) {
    struct timespec t = {us / 1000000, us % 1000000 * 1000L};
    nanosleep(&t, NULL);
}

/* No call in the first four parts may fail. */
static void must(weir_status status) {
    if (status == WEIR_OK) return;
    fprintf(stderr, "tour: %s: %s\n", weir_status_name(status), weir_error());
    exit(1);
}

static void heading(const char *title, const char *what, const char *left, const char *right) {
    printf("\n  %s\n  %s\n\n     %-26s %14s %14s\n", title, what, "", left, right);
}

/* Print the conclusion from the figures above. */
static void conclude(const char *text) { printf("\n  %s\n", text); }

static weir_runtime *open_runtime(int admission) {
    weir_runtime *rt;
    weir_config config;
    weir_config_init(&config);
    config.workers = WORKERS;
    config.admission = admission;
    must(weir_runtime_new(&config, &rt));
    return rt;
}

static weir_var *make_var(weir_runtime *rt, uint64_t bytes) {
    weir_var *v;
    weir_var_options options = {.size = sizeof options, .bytes = bytes};
    must(weir_var_new(rt, &options, &v));
    return v;
}

static weir_status run_nap(weir_context *ctx, void *arg) {
    (void)ctx;
    nap(*(uint32_t *)arg);
    return WEIR_OK;
}

static const weir_kind napping = {.size = sizeof napping, .name = "nap", .run = run_nap};

/* Queue a task that takes `us` microseconds, reads `from` (or NULL) and updates `to` in place. */
static void push(weir_runtime *rt, uint32_t us, weir_var *from, weir_var *to) {
    weir_var *reads[2] = {to, from};
    weir_task task = {.size = sizeof task,
                      .kind = &napping,
                      .arg = &us,
                      .arg_size = sizeof us,
                      .reads = reads,
                      .read_count = from ? 2 : 1,
                      .writes = &to,
                      .write_count = 1};
    must(weir_task_push(rt, &task));
}

/* ---- The five parts ---------------------------------------------------------------------- */

static void issuing(weir_runtime *rt) {
    heading("1  Issuing", "Ten tasks of 20 ms on one variable.", "front end free", "all done");
    for (int patient = 0; patient < 2; patient++) {
        weir_var *v = make_var(rt, 0);
        double start = now_ms();
        for (int i = 0; i < 10; i++) {
            push(rt, 20 * MS, NULL, v);
            if (!patient) must(weir_var_wait(v));
        }
        double issued = now_ms();
        must(weir_var_wait(v));
        double done = now_ms();
        printf("     %-26s %11.2f ms %11.1f ms\n",
               patient ? "wait once, at the end" : "wait after each", issued - start, done - start);
        weir_var_release(v);
    }
    conclude("Same work; the front end was free immediately.");
}

static void dependencies(weir_runtime *rt) {
    double one_chain = 0;
    heading("2  Dependencies", "Eight tasks of 20 ms.", "all done", "speed-up");
    for (int chains = 1; chains <= 4; chains *= 2) {
        weir_var *v[4];
        for (int c = 0; c < chains; c++) v[c] = make_var(rt, 0);
        double start = now_ms();
        for (int i = 0; i < 8; i++) push(rt, 20 * MS, NULL, v[i % chains]);
        must(weir_waitall(rt));
        double took = now_ms() - start;
        if (chains == 1) one_chain = took;
        printf("     %d chain%s of %-13d %12.1f ms %13.1fx\n", chains, chains > 1 ? "s" : " ",
               8 / chains, took, one_chain / took);
        for (int c = 0; c < chains; c++) weir_var_release(v[c]);
    }
    conclude("Tasks on one variable keep their order; independent chains run in parallel.");
}

static void waiting(weir_runtime *rt) {
    weir_var *slow = make_var(rt, 0), *quick = make_var(rt, 0);
    weir_wait_entry profile[8];
    heading("3  Waiting", "A chain of 200 ms is queued, then a task of 5 ms.", "", "returns after");
    weir_waits_clear(rt);
    double start = now_ms();
    for (int i = 0; i < 10; i++) push(rt, 20 * MS, NULL, slow);
    push(rt, 5 * MS, NULL, quick);
    must(weir_var_wait_at(quick, -1, "print", __LINE__));
    printf("     %-41s %11.1f ms\n", "wait for the short one", now_ms() - start);
    must(weir_waitall_at(rt, -1, "finish", __LINE__));
    printf("     %-41s %11.1f ms\n", "wait for everything", now_ms() - start);

    printf("\n     %-15s %-16s %8s %14s\n", "wait profile", "site", "count", "time");
    size_t lines = weir_waits_get(rt, profile, 8);
    for (size_t i = 0; i < lines; i++)
        printf("     %-15s tour.c:%-9u %8llu %11.1f ms\n", profile[i].reason, profile[i].site,
               (unsigned long long)profile[i].count, (double)profile[i].ns * 1e-6);
    weir_var_release(slow);
    weir_var_release(quick);
    conclude("A wait ends when its variable is ready; the profile shows the time by source line.");
}

/* t = new; write t; acc += t; release t.  The write is quick and depends on nothing, so without a
 * level all two hundred temporaries would be written long before they are used. */
static void level_line(const char *what, int admission, int wait_each) {
    weir_runtime *rt = open_runtime(admission);
    weir_var *acc = make_var(rt, 0);
    weir_stats stats = {.size = sizeof stats};
    double start = now_ms();
    for (int i = 0; i < 200; i++) {
        weir_var *t = make_var(rt, 8 * (uint64_t)MB);
        push(rt, 100, NULL, t);
        push(rt, 1 * MS, t, acc);
        weir_var_release(t);
        if (wait_each) must(weir_var_wait(acc));
    }
    must(weir_waitall(rt));
    double took = now_ms() - start;
    must(weir_stats_get(rt, &stats));
    printf("     %-26s %11.0f MB %11.0f ms\n", what, (double)stats.memory_peak / MB, took);
    weir_var_release(acc);
    weir_runtime_free(rt);
}

static void level(void) {
    heading("4  The memory level",
            "200 steps, each with a temporary of 8 MB.  Bytes are counted, nothing is allocated.\n"
            "  The level is the peak of an in-order run, plus a tenth.",
            "bytes counted", "all done");
    level_line("wait at each step", 1, 1);
    level_line("no wait, no level", 0, 0);
    level_line("no wait, level held", 1, 0);
    conclude(
        "With the level, a loop that never waits needs about as much memory as one that does.");
}

static weir_status run_broken(weir_context *ctx, void *arg) {
    (void)arg;
    return weir_context_fail(ctx, WEIR_EFAILED, "digits.bin ends after 512 of 1024 rows");
}

static const weir_kind broken = {.size = sizeof broken, .name = "load", .run = run_broken};

/* Print words in aligned lines of at most 60 characters. */
static void print_wrapped(const char *text) {
    size_t column = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (column > 0 && column + 1 + length > 60) {
            printf("\n%28s", "");
            column = 0;
        }
        column += (size_t)printf("%s%.*s", column > 0 ? " " : "", (int)length, text);
        text += length + (text[length] == ' ');
    }
    printf("\n");
}

static void report(const char *name, weir_var *v) {
    weir_status status = weir_var_wait(v);
    if (status == WEIR_OK) {
        printf("     %-12s OK\n", name);
        return;
    }
    printf("     %-12s %-9s ", name, weir_status_name(status));
    print_wrapped(weir_error());
}

static void failure(weir_runtime *rt) {
    weir_var *a = make_var(rt, 0), *b = make_var(rt, 0), *c = make_var(rt, 0);
    weir_task load = {.size = sizeof load, .kind = &broken, .writes = &a, .write_count = 1};
    printf("\n  5  Failure\n  Loading a fails; b is computed from a, c from nothing.\n\n");
    load.site = __LINE__ + 1;
    must(weir_task_push(rt, &load));
    push(rt, 1 * MS, a, b);
    push(rt, 1 * MS, NULL, c);
    report("a", a);
    report("b = f(a)", b);
    report("c", c);
    must(weir_var_clear(b));
    report("b, cleared", b);
    printf("     %-12s %llu\n", "failures", (unsigned long long)weir_failure_count(rt));
    conclude(
        "What depends on a failure reports it with its source line; the rest is not affected.");
    weir_failure_clear(rt);
    weir_var_release(a);
    weir_var_release(b);
    weir_var_release(c);
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("\n  Weir %s, a tour.  Tasks sleep instead of computing.\n"
           "  The tour uses %d workers, whatever the machine has.\n",
           weir_version_text(), WORKERS);
    weir_runtime *rt = open_runtime(1);
    issuing(rt);
    dependencies(rt);
    waiting(rt);
    level();
    failure(rt);
    weir_runtime_free(rt);
    printf(
        "\n  Continue with include/weir/weir.h, the manual, and examples/c/hello.c, a program.\n");
    return 0;
}
