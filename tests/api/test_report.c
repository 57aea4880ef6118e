/* test_report.c - the report that a runtime prints at its end on request.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <stdio.h>

static char said[8192];

static void collect(void *ctx, int level, const char *text) {
    (void)ctx;
    CHECK_EQ(level, WEIR_LOG_INFO);
    size_t n = strlen(said);
    snprintf(said + n, sizeof said - n, "%s\n", text);
}

static weir_status run_sleep(weir_context *ctx, void *arg) {
    (void)ctx;
    test_sleep_ms((intptr_t)arg);
    return WEIR_OK;
}

KIND(sleep_kind, run_sleep, NULL, WEIR_KIND_PURE);

static weir_runtime *reporting(int workers) {
    weir_config config = kit_config(workers);
    config.report = 1;
    config.log = collect;
    return kit_runtime_of(&config);
}

TEST(a_report_names_the_costliest_waits_by_line) {
    weir_runtime *rt = reporting(1);
    weir_var *v = kit_var(rt);
    for (int i = 0; i < 7; i++) {
        kit_push(rt, &sleep_kind, (void *)(intptr_t)(5 + 5 * i), NULL, v);
        CHECK_OK(weir_var_wait_at(v, -1, "look", weir_site_intern("train.py", i)));
    }
    weir_var_release(v);
    weir_runtime_free(rt);
    CHECK_HAS(said, "lost in 7 waits");
    int shown = 0; /* five of the seven; which are longest depends on the machine */
    for (const char *p = said; (p = strstr(p, "1 x look         at train.py:")) != NULL; p++)
        shown++;
    CHECK_EQ(shown, 5);
    CHECK_HAS(said, "operations issued");
    CHECK_HAS(said, "peak memory: ");
}

TEST(a_front_end_that_waits_was_limited_by_the_back_end) {
    weir_runtime *rt = reporting(1);
    weir_var *v = kit_var(rt);
    kit_push(rt, &sleep_kind, (void *)(intptr_t)300, NULL, v);
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    weir_runtime_free(rt);
    CHECK_HAS(said, "the back end limited the run");
}

TEST(workers_without_work_were_limited_by_the_front_end) {
    weir_runtime *rt = reporting(1);
    weir_var *v = kit_var(rt);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    test_sleep_ms(300);
    CHECK_OK(weir_var_wait(v));
    weir_var_release(v);
    weir_runtime_free(rt);
    CHECK_HAS(said, "the front end limited the run");
}

TEST(a_run_without_work_says_so) {
    weir_runtime_free(reporting(1));
    CHECK_HAS(said, "nothing was queued");
}

TEST(nothing_is_said_unasked) {
    weir_config config = kit_config(1);
    config.log = collect;
    weir_runtime_free(kit_runtime_of(&config));
    CHECK_EQ(strlen(said), 0);
}

/* ---- At exit, from the environment ----------------------------------------------------------- */

static void leave_with_a_report(void *arg) {
    FILE *file = freopen(arg, "w", stderr);
    CHECK(file != NULL);
    setenv("WEIR_REPORT", "1", 1);
    weir_runtime *rt = NULL;
    CHECK_OK(weir_runtime_default(&rt));
    weir_var *v = kit_var(rt);
    kit_push(rt, &sleep_kind, (void *)(intptr_t)20, NULL, v);
    CHECK_OK(weir_var_wait_at(v, -1, "look", weir_site_intern("train.py", 3)));
    weir_var_release(v);
}

TEST(the_default_runtime_reports_at_exit) {
    char path[] = "/tmp/weir_report_XXXXXX";
    int fd = mkstemp(path);
    CHECK(fd >= 0);
    CHECK_EQ(test_child(leave_with_a_report, path, 30), 0);
    CHECK(read(fd, said, sizeof said - 1) > 0);
    close(fd);
    unlink(path);
    CHECK_HAS(said, "weir: report: ");
    CHECK_HAS(said, "at train.py:3\n");
    CHECK_HAS(said, "limited the run");
}
