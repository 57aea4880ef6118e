/* test_trace_stats.c - statistics, and a trace that Chrome can read.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <ctype.h>
#include <stdio.h>

/* ---- Just enough JSON ------------------------------------------------------------------------ */

/* Each of these steps over one thing at *s, or fails the test. */
static void json_value(const char **s);

static void json_space(const char **s) { *s += strspn(*s, " \t\r\n"); }

static void json_char(const char **s, char c) {
    json_space(s);
    if (**s != c) test_fail(__FILE__, __LINE__, "JSON: '%c' expected at: %.60s", c, *s);
    ++*s;
}

static void json_string(const char **s) {
    json_char(s, '"');
    for (; **s != '"'; ++*s) {
        CHECK((unsigned char)**s >= 0x20);
        if (**s == '\\') ++*s;
    }
    ++*s;
}

/* Parse the items between `open` and `close`; `each`, if given, is called with the text of each. */
static int json_list(const char **s, char open, char close,
                     void (*each)(const char *, size_t, void *), void *arg) {
    int count = 0;
    json_char(s, open);
    json_space(s);
    while (**s != close) {
        if (count++) json_char(s, ',');
        json_space(s);
        const char *start = *s;
        if (open == '{') {
            json_string(s);
            json_char(s, ':');
        }
        json_value(s);
        if (each) each(start, (size_t)(*s - start), arg);
        json_space(s);
    }
    ++*s;
    return count;
}

static void json_value(const char **s) {
    json_space(s);
    if (**s == '{') {
        json_list(s, '{', '}', NULL, NULL);
    } else if (**s == '[') {
        json_list(s, '[', ']', NULL, NULL);
    } else if (**s == '"') {
        json_string(s);
    } else {
        const char *start = *s;
        char *end;
        strtod(start, &end);
        if (end > start)
            *s = end;
        else if (strncmp(start, "true", 4) == 0 || strncmp(start, "null", 4) == 0)
            *s += 4;
        else if (strncmp(start, "false", 5) == 0)
            *s += 5;
        else
            test_fail(__FILE__, __LINE__, "JSON: a value expected at: %.60s", start);
    }
}

/* ---- Traces ---------------------------------------------------------------------------------- */

typedef struct trace {
    char *text;
    char *events[10000];
    int count;
} trace;

static void keep_event(const char *text, size_t length, void *arg) {
    trace *t = arg;
    CHECK(t->count < 10000);
    t->events[t->count++] = strndup(text, length);
}

static char *read_file(const char *path) {
    FILE *f = fopen(path, "r");
    CHECK(f);
    fseek(f, 0, SEEK_END);
    size_t size = (size_t)ftell(f);
    rewind(f);
    char *text = calloc(1, size + 1);
    CHECK_EQ(fread(text, 1, size, f), size);
    fclose(f);
    return text;
}

static void trace_read(trace *t, const char *path) {
    t->count = 0;
    t->text = read_file(path);
    const char *all = t->text;
    json_value(&all); /* the whole text is valid, and nothing follows */
    json_space(&all);
    CHECK_EQ(*all, 0);
    const char *list = t->text;
    json_space(&list);
    if (*list == '{') {
        list = strstr(list, "\"traceEvents\"");
        CHECK(list);
        list = strchr(list, '[');
    }
    json_list(&list, '[', ']', keep_event, t);
}

static void trace_free(trace *t) {
    for (int i = 0; i < t->count; i++) free(t->events[i]);
    free(t->text);
}

/* The value of the first member whose name starts with `key`, wherever in the event it is; or NULL. */
static const char *member(const char *event, const char *key) {
    size_t length = strlen(key);
    for (const char *p = event; (p = strchr(p, '"')); p++) {
        if (strncmp(p + 1, key, length) != 0) continue;
        const char *colon = strchr(p + 1, '"') + 1;
        while (isspace((unsigned char)*colon)) colon++;
        if (*colon != ':') continue;
        colon++;
        while (isspace((unsigned char)*colon)) colon++;
        return colon;
    }
    return NULL;
}

static int is_text(const char *event, const char *key, const char *value) {
    const char *got = member(event, key);
    size_t length = strlen(value);
    return got && got[0] == '"' && strncmp(got + 1, value, length) == 0 && got[1 + length] == '"';
}

static const char *find_event(const trace *t, const char *phase, const char *name) {
    for (int i = 0; i < t->count; i++)
        if (is_text(t->events[i], "ph", phase) && (!name || is_text(t->events[i], "name", name)))
            return t->events[i];
    return NULL;
}

static int count_events(const trace *t, const char *phase, const char *name) {
    int count = 0;
    for (int i = 0; i < t->count; i++)
        count +=
            is_text(t->events[i], "ph", phase) && (!name || is_text(t->events[i], "name", name));
    return count;
}

static double number(const char *event, const char *key) {
    const char *value = event ? member(event, key) : NULL;
    if (!value)
        test_fail(__FILE__, __LINE__, "no \"%s\" in %s", key,
                  event ? event : "an event that is missing");
    return strtod(value, NULL);
}

static char *trace_path(void) {
    static char path[100];
    snprintf(path, sizeof path, "/tmp/weir_trace_%ld.json", (long)getpid());
    return path;
}

static weir_status run_nap(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    test_sleep_ms(20);
    return WEIR_OK;
}

KIND(matmul, run_nap, NULL, WEIR_KIND_PURE);
KIND(relu, kit_run_nothing, NULL, WEIR_KIND_PURE);
static const weir_kind odd_name = {
    sizeof odd_name, "odd \"name\"\\\n\t\x01", kit_run_nothing, NULL, 0, 0};

static void push_at(weir_runtime *rt, const weir_kind *kind, weir_var *read, weir_var *write,
                    uint32_t site) {
    weir_task t = kit_task(kind, NULL);
    t.reads = &read;
    t.read_count = read != NULL;
    t.writes = &write;
    t.write_count = write != NULL;
    t.site = site;
    CHECK_OK(weir_task_push(rt, &t));
}

static void traced_program(weir_runtime *rt) {
    weir_var *x = kit_var_of(rt, 4096, 0), *y = kit_var_of(rt, 512, 0);
    push_at(rt, &relu, NULL, NULL, 10); /* before the recording */
    CHECK_OK(weir_waitall(rt));
    CHECK_OK(weir_trace_start(rt, 0));
    push_at(rt, &matmul, NULL, x, 11);
    push_at(rt, &relu, x, y, 12);
    push_at(rt, &odd_name, y, NULL, 13);
    CHECK_OK(weir_var_wait_at(y, -1, "print", 4242));
    CHECK_OK(weir_waitall(rt));
    CHECK_OK(weir_trace_stop(rt, trace_path()));
    weir_var_release(x);
    weir_var_release(y);
}

TEST(a_trace_has_every_task_with_its_numbers) {
    weir_runtime *rt = kit_runtime(2);
    traced_program(rt);
    trace t;
    trace_read(&t, trace_path());
    CHECK_EQ(count_events(&t, "X", "matmul"), 1);
    CHECK_EQ(count_events(&t, "X", "relu"), 1); /* not the one before the recording */
    const char *mul = find_event(&t, "X", "matmul"), *rel = find_event(&t, "X", "relu");
    CHECK_EQ(number(mul, "site"), 11);
    CHECK_EQ(number(rel, "site"), 12);
    CHECK_EQ(number(mul, "bytes"), 4096);
    CHECK_EQ(number(rel, "bytes"), 512);
    CHECK(number(rel, "seq") > number(mul, "seq"));
    CHECK(number(mul, "worker") >= 0 && number(mul, "worker") < 2);
    CHECK(number(mul, "dur") >= 19000 && number(mul, "dur") < 2000000); /* microseconds */
    CHECK(number(mul, "ts") + number(mul, "dur") <= number(rel, "ts") + 1);
    CHECK(member(mul, "issue") && member(mul, "ready"));
    CHECK(member(mul, "tid") && member(mul, "pid"));
    trace_free(&t);
    weir_runtime_free(rt);
    unlink(trace_path());
}

TEST(a_trace_shows_who_waited_for_whom) {
    weir_runtime *rt = kit_runtime(2);
    traced_program(rt);
    trace t;
    trace_read(&t, trace_path());
    int pairs = 0; /* flow arrows: one from matmul to relu, one from relu to the odd one */
    for (int i = 0; i < t.count; i++) {
        if (!is_text(t.events[i], "ph", "s")) continue;
        for (int j = 0; j < t.count; j++)
            pairs += is_text(t.events[j], "ph", "f") &&
                     number(t.events[j], "id") == number(t.events[i], "id");
    }
    CHECK(pairs >= 2);
    trace_free(&t);
    weir_runtime_free(rt);
    unlink(trace_path());
}

TEST(a_trace_has_the_waits_with_reason_and_site) {
    weir_runtime *rt = kit_runtime(2);
    traced_program(rt);
    trace t;
    trace_read(&t, trace_path());
    int found = 0;
    for (int i = 0; i < t.count; i++)
        found += strstr(t.events[i], "print") && strstr(t.events[i], "4242") &&
                 is_text(t.events[i], "ph", "X");
    CHECK_EQ(found, 1);
    trace_free(&t);
    weir_runtime_free(rt);
    unlink(trace_path());
}

TEST(the_serial_engine_can_be_traced) {
    weir_runtime *rt = kit_runtime_serial();
    traced_program(rt);
    trace t;
    trace_read(&t, trace_path());
    CHECK_EQ(count_events(&t, "X", "matmul"), 1);
    CHECK_EQ(count_events(&t, "X", "relu"), 1);
    CHECK_EQ(number(find_event(&t, "X", "matmul"), "site"), 11);
    trace_free(&t);
    weir_runtime_free(rt);
    unlink(trace_path());
}

TEST(a_trace_is_bounded_and_can_be_started_again) {
    weir_runtime *rt = kit_runtime(2);
    for (int r = 0; r < 3; r++) {
        CHECK_OK(weir_trace_start(rt, 100));
        for (int i = 0; i < 1000; i++) push_at(rt, &relu, NULL, NULL, 1);
        CHECK_OK(weir_waitall(rt));
        CHECK_OK(weir_trace_stop(rt, trace_path()));
        trace t;
        trace_read(&t, trace_path());
        CHECK_LE(count_events(&t, "X", "relu"), 100);
        CHECK(count_events(&t, "X", "relu") >= 50);
        trace_free(&t);
    }
    CHECK_OK(weir_trace_start(rt, 100));
    for (int i = 0; i < 1000; i++) push_at(rt, &relu, NULL, NULL, 1);
    CHECK_OK(weir_trace_stop(rt, NULL)); /* thrown away, while tasks run */
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
    unlink(trace_path());
}

TEST(a_trace_that_cannot_be_written_says_so) {
    weir_runtime *rt = kit_runtime(1);
    CHECK_OK(weir_trace_start(rt, 10));
    CHECK_STATUS(weir_trace_stop(rt, "/nowhere/at/all.json"), ENOENT);
    CHECK_HAS(weir_error(), "/nowhere/at/all.json");
    weir_runtime_free(rt);
}

TEST(tracing_under_load_from_many_threads_is_safe) {
    weir_runtime *rt = kit_runtime(3);
    weir_var *v = kit_var(rt);
    for (int64_t r = test_scaled(40); r > 0; r--) {
        CHECK_OK(weir_trace_start(rt, 500));
        for (int i = 0; i < 300; i++) push_at(rt, &relu, i % 2 ? v : NULL, i % 3 ? NULL : v, 1);
        CHECK_OK(weir_trace_stop(rt, r % 4 ? NULL : trace_path()));
    }
    CHECK_OK(weir_waitall(rt));
    trace t;
    if (access(trace_path(), R_OK) == 0) {
        trace_read(&t, trace_path());
        trace_free(&t);
    }
    weir_var_release(v);
    weir_runtime_free(rt);
    unlink(trace_path());
}

/* ---- Numbers --------------------------------------------------------------------------------- */

TEST(stats_count_what_happens) {
    weir_runtime *rt = kit_runtime(2);
    weir_stats s = kit_stats(rt);
    CHECK_EQ(s.workers, 2);
    CHECK_EQ(s.engine, WEIR_THREADED);
    CHECK_EQ(s.issued, 0);
    CHECK_EQ(s.finished, 0);
    CHECK_EQ(s.failures, 0);
    test_gate gate = {0};
    weir_var *v = kit_var(rt), *bad = kit_var(rt), *w = kit_var(rt);
    kit_push(rt, &kit_gate, &gate, NULL, v);
    for (int i = 0; i < 9; i++) kit_push(rt, &kit_nothing, NULL, v, v);
    s = kit_stats(rt);
    CHECK_EQ(s.issued, 10);
    CHECK_EQ(s.finished, 0);
    CHECK_EQ(s.queue_len, 10);
    CHECK(s.queue_bytes > 0);
    test_gate_open(&gate);
    kit_push(rt, &kit_broken, NULL, NULL, bad);
    kit_push(rt, &kit_nothing, NULL, bad, w); /* skipped */
    CHECK_STATUS(weir_waitall(rt), EFAILED);
    s = kit_stats(rt);
    CHECK_EQ(s.issued, 12); /* internal tasks of waits are not counted */
    CHECK_EQ(s.finished, 12);
    CHECK_EQ(s.ran, 11);
    CHECK_EQ(s.queue_len, 0);
    CHECK_EQ(s.failures, 1);
    weir_var_release(v);
    weir_var_release(bad);
    weir_var_release(w);
    weir_runtime_free(rt);
}

TEST(stats_of_memory) {
    weir_config c = kit_config(1);
    c.memory_bytes = 1 << 20;
    weir_runtime *rt = kit_runtime_of(&c);
    weir_var *v = kit_var_of(rt, 1000, 0);
    CHECK_EQ(kit_stats(rt).memory_budget, 1 << 20);
    CHECK_EQ(kit_stats(rt).memory_used, 0);
    kit_push(rt, &kit_nothing, NULL, NULL, v);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(kit_stats(rt).memory_used, 1000);
    CHECK_EQ(kit_stats(rt).memory_peak, 1000);
    weir_var_release(v);
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    CHECK_EQ(kit_stats(rt).memory_peak, 1000);
    weir_runtime_free(rt);
}

TEST(sleeping_workers_are_woken_and_counted) {
    weir_config c = kit_config(1);
    c.spin_us = 0;
    c.helping = 0;
    weir_runtime *rt = kit_runtime_of(&c);
    for (int i = 0; i < 5; i++) {
        test_sleep_ms(20); /* asleep by now */
        kit_push(rt, &kit_nothing, NULL, NULL, NULL);
        CHECK_OK(weir_waitall(rt));
    }
    CHECK(kit_stats(rt).wakes >= 1);
    weir_runtime_free(rt);
}

TEST(stats_can_be_read_while_everything_moves) {
    weir_runtime *rt = kit_runtime(2);
    uint64_t issued = 0, finished = 0;
    for (int64_t i = test_scaled(20000); i > 0; i--) {
        kit_push(rt, &kit_nothing, NULL, NULL, NULL);
        weir_stats s = kit_stats(rt);
        CHECK(s.issued >= issued && s.finished >= finished);
        CHECK(s.finished <= s.issued);
        issued = s.issued;
        finished = s.finished;
    }
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}
