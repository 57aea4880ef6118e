/* test_version_status.c - versions, the list of statuses, and the sentence a thread keeps.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

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
    CHECK_STR(weir_error(), kept); /* a success does not wipe it out */
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
