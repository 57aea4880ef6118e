/* test_version_status.c - versions, the list of statuses, and the error message of a thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>

TEST(version_number_and_text_agree_with_the_header) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", WEIR_VERSION_MAJOR, WEIR_VERSION_MINOR,
             WEIR_VERSION_PATCH);
    CHECK_STR(weir_version_text(), text);
    CHECK_EQ(weir_version(),
             WEIR_VERSION_MAJOR * 10000 + WEIR_VERSION_MINOR * 100 + WEIR_VERSION_PATCH);
}

TEST(every_status_has_its_name_text_and_value) {
#define ONE(name, value, text)                                                                     \
    CHECK_EQ(WEIR_##name, value);                                                                  \
    CHECK_STR(weir_status_name(WEIR_##name), #name);                                               \
    CHECK_STR(weir_status_text(WEIR_##name), text);
    WEIR_STATUS_MAP(ONE)
#undef ONE
}

TEST(a_number_that_is_no_status_is_unknown) {
    static const int none[] = {2, 99, -22, -99, 2147483647, -2147483647 - 1};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        weir_status odd = (weir_status)none[i];
        CHECK_STR(weir_status_name(odd), "unknown");
        CHECK(weir_status_text(odd));
    }
}

static void *error_of_a_new_thread(void *arg) {
    (void)arg;
    CHECK_STR(weir_error(), "");
    weir_failure f = {.size = sizeof f};
    CHECK_OK(weir_error_get(&f));
    CHECK_EQ(f.status, WEIR_OK);
    return NULL;
}

TEST(a_thread_keeps_the_sentence_of_its_own_last_failure) {
    CHECK_STR(weir_error(), "");
    weir_runtime *rt = kit_runtime(1);
    CHECK_STATUS(weir_task_push(rt, NULL), EINVAL);
    CHECK(strlen(weir_error()) > 0);
    char kept[512];
    snprintf(kept, sizeof kept, "%s", weir_error());
    weir_var *v = kit_var(rt);
    CHECK_OK(weir_var_wait(v));
    CHECK_STR(weir_error(), kept); /* a successful call does not clear it */
    test_thread_join(test_thread_start(error_of_a_new_thread, NULL));
    CHECK_STR(weir_error(), kept);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(a_refusal_names_the_operation_and_the_value) {
    weir_runtime *rt = kit_runtime(1);
    weir_task t = kit_task(&kit_nothing, NULL);
    t.priority = 4711;
    CHECK_STATUS(weir_task_push(rt, &t), EINVAL);
    CHECK_HAS(weir_error(), "4711");
    CHECK_HAS(weir_error(), "priority");
    weir_runtime_free(rt);
}

TEST(an_errno_has_its_status) {
    static const struct {
        int error;
        weir_status status;
    } pairs[] = {{ENOENT, WEIR_ENOENT}, {EACCES, WEIR_EACCES}, {EPERM, WEIR_EACCES},
                 {EEXIST, WEIR_EEXIST}, {EISDIR, WEIR_EISDIR}, {ENOTDIR, WEIR_ENOTDIR},
                 {ENOMEM, WEIR_ENOMEM}, {EIO, WEIR_ESYS}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        CHECK_EQ(weir_status_of_errno(pairs[i].error), pairs[i].status);
}

/* ---- Sites ----------------------------------------------------------------------------------- */

TEST(a_site_has_its_line_its_callers_and_its_part) {
    uint32_t main_line = weir_site_intern("main.py", 3), step = weir_site_intern("train.py", 12);
    CHECK_EQ(weir_site_line(step), step);
    CHECK_EQ(weir_site_caller(step), 0);
    CHECK(!weir_site_part(step));
    CHECK_EQ(weir_site_called(step, 0, NULL), step); /* a line alone */
    uint32_t called = weir_site_called(step, main_line, NULL);
    uint32_t inside = weir_site_called(step, main_line, "net.blocks[2]");
    CHECK_NE(called, step);
    CHECK_NE(called, inside);
    CHECK_EQ(weir_site_called(step, main_line, NULL), called);
    CHECK_EQ(weir_site_called(step, main_line, "net.blocks[2]"), inside);
    CHECK_STR(weir_site_text(inside), "train.py:12");
    CHECK_EQ(weir_site_line(inside), step);
    CHECK_EQ(weir_site_caller(inside), main_line);
    CHECK_STR(weir_site_part(inside), "net.blocks[2]");
    uint32_t deep = weir_site_called(7, inside, NULL); /* a number of the caller's own */
    CHECK_EQ(weir_site_line(deep), 7);
    CHECK_EQ(weir_site_caller(deep), inside);
    CHECK(!weir_site_text(deep));
    CHECK_EQ(weir_site_line(7), 7);
    CHECK_EQ(weir_site_caller(UINT32_MAX), 0);
}

TEST(sites_with_callers_are_bounded) {
    uint32_t line = weir_site_intern("many.py", 1);
    int64_t count = 0;
    while (count < 100000 && weir_site_called(line, (uint32_t)count + 1, NULL) != line) count++;
    CHECK_EQ(count, 65536);
    CHECK_EQ(weir_site_caller(weir_site_called(line, 5, NULL)), 5); /* existing ones are kept */
}

typedef struct kept_log {
    char text[2048];
} kept_log;

static void keep(void *ctx, int level, const char *text) {
    (void)level;
    kept_log *l = ctx;
    size_t used = strlen(l->text);
    snprintf(l->text + used, sizeof l->text - used, "%s\n", text);
}

TEST(a_failure_and_the_log_have_the_history_of_the_site) {
    kept_log l = {""};
    weir_config c = kit_config(1);
    c.log = keep;
    c.log_ctx = &l;
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *v = kit_var(rt), *w = kit_var(rt);
    uint32_t line = weir_site_intern("net.py", 31), caller = weir_site_intern("train.py", 12);
    weir_task t = kit_task(&kit_broken, NULL);
    t.writes = &v;
    t.write_count = 1;
    t.site = weir_site_called(line, caller, "net.attn");
    CHECK_OK(weir_task_push(rt, &t));
    CHECK_STATUS(weir_var_wait(v), EFAILED);
    CHECK_HAS(weir_error(), "kit_broken (net.py:31): it broke");
    weir_failure f = {.size = sizeof f};
    CHECK_OK(weir_error_get(&f));
    CHECK_EQ(weir_site_line(f.site), line);
    CHECK_EQ(weir_site_caller(f.site), caller);
    CHECK_STR(weir_site_part(f.site), "net.attn");
    t.writes = &w;
    CHECK_OK(weir_task_push(rt, &t));
    while (!weir_var_is_ready(w)) sched_yield();
    weir_var_release(v);
    weir_var_release(w);
    weir_runtime_free(rt);
    CHECK_HAS(l.text, "kit_broken (net.py:31): it broke; called from train.py:12; in net.attn");
}

TEST(waits_are_counted_by_line) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    uint32_t line = weir_site_intern("look.py", 4);
    for (uint32_t caller = 1; caller <= 3; caller++) {
        test_gate gate = {0};
        kit_push(rt, &kit_gate, &gate, NULL, v);
        CHECK_STATUS(weir_var_wait_at(v, 1, "look", weir_site_called(line, caller, NULL)),
                     ETIMEDOUT);
        test_gate_open(&gate);
        CHECK_OK(weir_var_wait(v));
    }
    weir_wait_entry all[16];
    size_t n = weir_waits_get(rt, all, 16), found = 0;
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].reason, "look") == 0) {
            CHECK_EQ(all[i].site, line);
            CHECK_EQ(all[i].count, 3);
            found++;
        }
    CHECK_EQ(found, 1);
    weir_var_release(v);
    weir_runtime_free(rt);
}
