/* test_fusion.c - elementwise operations that run in one pass: which do, what memory they need, and that
 * results, failures and traces are those of single operations.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { N = 20000 };

static weir_runtime *runtime(int workers, int fusion) {
    weir_config c = kit_config(workers);
    c.fusion = fusion;
    return kit_runtime_of(&c);
}

static uint64_t fused(weir_runtime *rt) { return kit_stats(rt).fused; }

/* Arrays, and a gate at which what reads or writes the first of them waits, so that operations
 * gather in the queue. */
typedef struct scene {
    weir_runtime *rt;
    test_gate gate;
    weir_array *a, *b, *c;
} scene;

static void start(scene *s, int workers, int fusion) {
    memset(s, 0, sizeof *s);
    s->rt = runtime(workers, fusion);
    s->a = kit_ramp(s->rt, N, -5000, 0.5f);
    s->b = kit_ramp(s->rt, N, 1, 0.25f);
    s->c = kit_ramp(s->rt, N, 3, -0.125f);
    CHECK_OK(weir_waitall(s->rt));
    kit_gate_array(s->a, &s->gate);
    test_gate_await(&s->gate, 1);
}

static void finish(scene *s) {
    weir_array_release(s->a);
    weir_array_release(s->b);
    weir_array_release(s->c);
    weir_runtime_free(s->rt);
}

static float a_at(int i) { return -5000 + (float)i * 0.5f; }
static float b_at(int i) { return 1 + (float)i * 0.25f; }
static float c_at(int i) { return 3 + (float)i * -0.125f; }

/* A wait for one array makes what it needs urgent, and only tasks of one priority are fused, so
 * everything is awaited first. */
static void open_gate(scene *s) {
    test_gate_open(&s->gate);
    weir_waitall(s->rt);
}

static void read_all(weir_array *x, float *to) { CHECK_OK(weir_array_read(x, to, N * sizeof *to)); }

/* relu(a * b + c) */
static weir_array *chain(scene *s) {
    weir_array *x = kit_call("multiply", s->a, s->b);
    kit_step("add", &x, s->c);
    kit_step("relu", &x, NULL);
    return x;
}

static void check_chain(weir_array *y) {
    float *x = malloc(N * sizeof *x);
    read_all(y, x);
    for (int i = 0; i < N; i++) {
        volatile float product = a_at(i) * b_at(i);
        float sum = product + c_at(i);
        CHECK_EQ(x[i], sum > 0 ? sum : 0);
    }
    free(x);
}

TEST(a_chain_runs_in_one_pass_without_its_temporaries) {
    scene s;
    start(&s, 1, 1);
    uint64_t before = kit_stats(s.rt).memory_used;
    weir_array *y = chain(&s);
    open_gate(&s);
    check_chain(y);
    CHECK_EQ(fused(s.rt), 3);
    CHECK_EQ(kit_stats(s.rt).memory_peak, before + N * sizeof(float));
    weir_array_release(y);
    finish(&s);
}

TEST(fusion_can_be_switched_off) {
    scene s;
    start(&s, 1, 0);
    weir_array *y = chain(&s);
    open_gate(&s);
    check_chain(y);
    CHECK_EQ(fused(s.rt), 0);
    weir_array_release(y);
    finish(&s);
}

TEST(results_that_the_program_keeps_are_written) {
    scene s;
    start(&s, 2, 1);
    weir_array *p = kit_call("multiply", s.a, s.b), *q = kit_call("add", p, s.c);
    weir_array *y = kit_call("subtract", q, p);
    open_gate(&s);
    float *x = malloc(3 * N * sizeof *x);
    read_all(p, x);
    read_all(q, x + N);
    read_all(y, x + 2 * N);
    for (int i = 0; i < N; i++) {
        volatile float product = a_at(i) * b_at(i), sum = product + c_at(i);
        CHECK_EQ(x[i], product);
        CHECK_EQ(x[N + i], sum);
        CHECK_EQ(x[2 * N + i], sum - product);
    }
    CHECK_EQ(fused(s.rt), 3);
    free(x);
    weir_array_release(p);
    weir_array_release(q);
    weir_array_release(y);
    finish(&s);
}

TEST(operations_in_place_take_part) {
    scene s;
    start(&s, 2, 1);
    kit_into("add", s.a, s.b, s.a);
    weir_array *y = kit_call("multiply", s.a, s.c);
    kit_into("negative", s.a, NULL, s.a);
    kit_into("maximum", s.a, y, s.b);
    open_gate(&s);
    float *x = malloc(3 * N * sizeof *x);
    read_all(s.a, x);
    read_all(s.b, x + N);
    read_all(y, x + 2 * N);
    for (int i = 0; i < N; i++) {
        volatile float sum = a_at(i) + b_at(i), product = sum * c_at(i);
        CHECK_EQ(x[i], -sum);
        CHECK_EQ(x[2 * N + i], product);
        CHECK_EQ(x[N + i], -sum > product ? -sum : product);
    }
    CHECK_EQ(fused(s.rt), 4);
    free(x);
    weir_array_release(y);
    finish(&s);
}

/* The second operation reads other elements than the first has written at the same place. */
TEST(another_view_of_a_result_is_not_fused) {
    scene s;
    start(&s, 2, 1);
    weir_array *sum = kit_call("add", s.a, s.b), *back = kit_flipped(sum);
    weir_array *y = kit_call("subtract", sum, back);
    open_gate(&s);
    float *x = malloc(N * sizeof *x);
    read_all(y, x);
    for (int i = 0; i < N; i++) {
        volatile float mine = a_at(i) + b_at(i), other = a_at(N - 1 - i) + b_at(N - 1 - i);
        CHECK_EQ(x[i], mine - other);
    }
    CHECK_EQ(fused(s.rt), 0);
    free(x);
    weir_array_release(sum);
    weir_array_release(back);
    weir_array_release(y);
    finish(&s);
}

TEST(independent_products_join_the_sum_of_both) {
    scene s;
    start(&s, 1, 1);
    weir_array *p = kit_call("multiply", s.a, s.b), *q = kit_call("multiply", s.a, s.c);
    weir_array *y = kit_call("add", p, q);
    weir_array_release(p);
    weir_array_release(q);
    open_gate(&s);
    float *x = malloc(N * sizeof *x);
    read_all(y, x);
    for (int i = 0; i < N; i++) {
        volatile float left = a_at(i) * b_at(i), right = a_at(i) * c_at(i);
        CHECK_EQ(x[i], left + right);
    }
    CHECK_EQ(fused(s.rt), 3);
    free(x);
    weir_array_release(y);
    finish(&s);
}

/* The same message, whether or not the operations could have been fused. */
TEST(a_failed_input_is_reported_as_without_fusion) {
    char text[2][400];
    for (int fusion = 0; fusion < 2; fusion++) {
        scene s;
        start(&s, 2, fusion);
        kit_break(s.b);
        weir_array *y = chain(&s), *z = kit_call("add", s.a, s.c);
        kit_step("relu", &z, NULL);
        kit_into("add", s.c, y, s.c); /* must not change c */
        open_gate(&s);
        float *x = malloc(N * sizeof *x);
        CHECK_STATUS(weir_array_read(y, x, N * sizeof *x), EFAILED);
        snprintf(text[fusion], sizeof text[fusion], "%s", weir_error());
        CHECK_STATUS(weir_array_read(s.c, x, N * sizeof *x), EFAILED);
        CHECK_OK(weir_var_clear(weir_array_var(s.c)));
        read_all(s.c, x);
        for (int i = 0; i < N; i++) CHECK_EQ(x[i], c_at(i));
        read_all(z, x);
        for (int i = 0; i < N; i++) CHECK_EQ(x[i], fmaxf(a_at(i) + c_at(i), 0));
        free(x);
        weir_array_release(y);
        weir_array_release(z);
        finish(&s);
    }
    CHECK_STR(text[1], text[0]);
}

TEST(cancelled_operations_do_not_run) {
    scene s;
    start(&s, 1, 1);
    weir_array *y = chain(&s);
    CHECK_OK(weir_cancel_all(s.rt));
    weir_array *z = kit_call("add", s.b, s.c);
    kit_step("negative", &z, NULL);
    open_gate(&s);
    float *x = malloc(N * sizeof *x);
    CHECK_STATUS(weir_array_read(y, x, N * sizeof *x), ECANCELED);
    read_all(z, x);
    for (int i = 0; i < N; i++) CHECK_EQ(x[i], -(b_at(i) + c_at(i)));
    free(x);
    weir_array_release(y);
    weir_array_release(z);
    finish(&s);
}

/* ---- Traces and forks ------------------------------------------------------------------------ */

TEST(a_trace_shows_each_member) {
    scene s;
    start(&s, 1, 1);
    char path[64], text[20000];
    snprintf(path, sizeof path, "/tmp/weir_fusion_%ld.json", (long)getpid());
    CHECK_OK(weir_trace_start(s.rt, 100));
    weir_array *y = chain(&s);
    open_gate(&s);
    CHECK_EQ(fused(s.rt), 3);
    CHECK_OK(weir_trace_stop(s.rt, path));
    FILE *file = fopen(path, "r");
    CHECK(file);
    size_t n = fread(text, 1, sizeof text - 1, file);
    text[n] = '\0';
    fclose(file);
    unlink(path);
    CHECK_HAS(text, "\"multiply\"");
    CHECK_HAS(text, "\"add\"");
    CHECK_HAS(text, "\"relu\"");
    weir_array_release(y);
    finish(&s);
}

/* In the child, what was running has failed, and everything else works. */
static void use_after_fork(void *arg) {
    scene *s = arg;
    float *x = malloc(N * sizeof *x);
    weir_waitall(s->rt);
    weir_array *y = kit_call("multiply", s->b, s->c);
    kit_step("negative", &y, NULL);
    read_all(y, x);
    for (int i = 0; i < N; i++) CHECK_EQ(x[i], -(b_at(i) * c_at(i)));
    weir_array_release(y);
    free(x);
}

TEST(a_fork_while_groups_run_gives_a_working_child) {
    scene s;
    start(&s, 2, 1);
    test_gate_open(&s.gate);
    for (int64_t round = test_scaled(20); round >= 0; round--) {
        weir_array *y[8];
        for (int i = 0; i < 8; i++) y[i] = chain(&s);
        CHECK_EQ(test_child(use_after_fork, &s, 60), 0);
        for (int i = 0; i < 8; i++) {
            check_chain(y[i]);
            weir_array_release(y[i]);
        }
    }
    finish(&s);
}

/* ---- Reductions ------------------------------------------------------------------------------ */

/* reduce((x - y) * (x - y)), with x and y of a dtype; `keep`: the program keeps the difference. */
static void reduce_squares(const char *name, weir_dtype dtype, int keep, int fusion, int workers,
                           double *result, uint64_t *count) {
    enum { MANY = 1300000 };
    weir_runtime *rt = runtime(workers, fusion);
    int64_t n = test_scaled(MANY);
    if (n < N) n = N;
    float *values = malloc((size_t)n * sizeof *values);
    for (int64_t i = 0; i < n; i++) values[i] = (float)(i * 7919 % 4001) / 4001;
    weir_array *a = kit_array(rt, WEIR_FLOAT32, 1, &n, values), *b = kit_ramp(rt, n, 0, 1e-6f);
    weir_array *x = NULL, *y = NULL, *wide = NULL;
    CHECK_OK(weir_astype(a, dtype, &x));
    CHECK_OK(weir_astype(b, dtype, &y));
    CHECK_OK(weir_waitall(rt));
    test_gate gate = {0};
    kit_gate_array(x, &gate);
    test_gate_await(&gate, 1);
    weir_array *d = kit_call("subtract", x, y), *square = kit_call("multiply", d, d);
    weir_array *z = kit_call(name, square, NULL);
    weir_array_release(square);
    if (!keep) weir_array_release(d);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    CHECK_OK(weir_astype(z, WEIR_FLOAT64, &wide));
    CHECK_OK(weir_array_item_f64(wide, result));
    *count = fused(rt);
    if (keep) {
        weir_array *sum = kit_call("sum", d, NULL), *other = NULL;
        double more;
        CHECK_OK(weir_astype(sum, WEIR_FLOAT64, &other));
        CHECK_OK(weir_array_item_f64(other, &more));
        *result += more;
        weir_array_release(sum);
        weir_array_release(other);
        weir_array_release(d);
    }
    free(values);
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(z);
    weir_array_release(wide);
    weir_runtime_free(rt);
}

TEST(a_reduction_at_the_end_takes_part_and_has_the_same_bits) {
    static const char *const names[] = {"mean", "sum", "max", "min"};
    static const weir_dtype dtypes[] = {WEIR_FLOAT32, WEIR_FLOAT64, WEIR_BFLOAT16};
    for (int i = 0; i < 12; i++)
        for (int keep = 0; keep < 2; keep++) {
            double wanted, got;
            uint64_t count;
            reduce_squares(names[i % 4], dtypes[i / 4], keep, 0, 2, &wanted, &count);
            CHECK_EQ(count, 0);
            reduce_squares(names[i % 4], dtypes[i / 4], keep, 1, 1 + i % 3, &got, &count);
            CHECK_EQ(got, wanted);
            if (test_slow() == 1) CHECK_EQ(count, 3); /* small arrays have too few pieces */
        }
}

/* ---- Reductions of rows ---------------------------------------------------------------------- */

static weir_array *reduce_rows(const char *name, weir_array *x) {
    weir_array *y = NULL;
    weir_i64s axes = WEIR_I64S(-1);
    if (strcmp(name, "sum") == 0)
        CHECK_OK(weir_sum(x, OPT(sum, .axes = axes, .keepdims = 1), &y));
    else if (strcmp(name, "mean") == 0)
        CHECK_OK(weir_mean(x, OPT(mean, .axes = axes, .keepdims = 1), &y));
    else if (strcmp(name, "max") == 0)
        CHECK_OK(weir_max(x, OPT(max, .axes = axes, .keepdims = 1), &y));
    else
        CHECK_OK(weir_min(x, OPT(min, .axes = axes, .keepdims = 1), &y));
    return y;
}

typedef struct row_case {
    weir_dtype dtype;
    int64_t rows, length;
    int norm;   /* a layer norm, else a softmax */
    int keep;   /* the program keeps every intermediate result */
    int passes; /* number of groups */
} row_case;

enum { KEPT = 10 };

/* Write the values of all results that the program keeps to *bytes.  *extra is the peak of memory above
 * what these results and earlier work need. */
static size_t compute_rows(const row_case *c, int workers, int fusion, char **bytes,
                           uint64_t *count, uint64_t *extra) {
    weir_runtime *rt = runtime(workers, fusion);
    int64_t n = c->rows * c->length, shape[2] = {c->rows, c->length}, one = c->length;
    float *values = malloc((size_t)n * sizeof *values);
    for (int64_t i = 0; i < n; i++) values[i] = (float)(i * 7919 % 4001) / 1000 - 2;
    weir_array *wide = kit_array(rt, WEIR_FLOAT32, 2, shape, values), *x = NULL;
    weir_array *scale = kit_array(rt, WEIR_FLOAT32, 1, &one, values + c->length), *g = NULL;
    free(values);
    CHECK_OK(weir_astype(wide, c->dtype, &x));
    CHECK_OK(weir_astype(scale, c->dtype, &g));
    weir_array_release(wide);
    weir_array_release(scale);
    CHECK_OK(weir_waitall(rt));
    test_gate gate = {0};
    kit_gate_array(x, &gate);
    test_gate_await(&gate, 1);
    uint64_t before = kit_stats(rt).memory_used, peak = kit_stats(rt).memory_peak;
    weir_array *all[KEPT] = {NULL}, *eps = kit_number(rt, 1e-3);
    int made = 0;
    if (c->norm) {
        all[0] = reduce_rows("mean", x);
        all[1] = kit_call("subtract", x, all[0]);
        all[2] = kit_call("multiply", all[1], all[1]);
        all[3] = reduce_rows("mean", all[2]);
        all[4] = kit_call("add", all[3], eps);
        all[5] = kit_call("sqrt", all[4], NULL);
        all[6] = kit_call("divide", all[1], all[5]);
        all[7] = kit_call("multiply", all[6], g);
        all[8] = kit_call("add", all[7], g);
        made = 9;
    } else {
        all[0] = reduce_rows("max", x);
        all[1] = kit_call("subtract", x, all[0]);
        all[2] = kit_call("exp", all[1], NULL);
        all[3] = reduce_rows("sum", all[2]);
        all[4] = kit_call("divide", all[2], all[3]);
        made = 5;
    }
    for (int i = 0; i < made - 1 && !c->keep; i++) {
        weir_array_release(all[i]);
        all[i] = NULL;
    }
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    *count = fused(rt);
    *extra = kit_stats(rt).memory_peak;
    size_t size = 0;
    *bytes = malloc((size_t)n * 8 * KEPT);
    for (int i = 0; i < made; i++) {
        if (all[i] == NULL) continue;
        size_t own = (size_t)weir_array_count(all[i]) * weir_dtype_bytes(weir_array_dtype(all[i]));
        CHECK_OK(weir_array_read(all[i], *bytes + size, own));
        size += own;
        weir_array_release(all[i]);
    }
    uint64_t needed = before + size > peak ? before + size : peak;
    *extra = *extra > needed ? *extra - needed : 0;
    weir_array_release(eps);
    weir_array_release(x);
    weir_array_release(g);
    weir_runtime_free(rt);
    return size;
}

static void check_rows(const row_case *c) {
    char *wanted, *got;
    uint64_t none, count, extra;
    size_t size = compute_rows(c, 2, 0, &wanted, &none, &extra);
    CHECK_EQ(none, 0);
    for (int workers = 1; workers <= 3; workers++) {
        CHECK_EQ(compute_rows(c, workers, 1, &got, &count, &extra), size);
        CHECK(memcmp(got, wanted, size) == 0);
        free(got);
        if (test_slow() > 1) continue; /* groups are smaller there */
        CHECK_EQ(count, c->norm ? 9 : 5);
        if (!c->keep) CHECK_EQ(extra > 0, c->passes > 1);
    }
    free(wanted);
}

TEST(a_layer_norm_by_hand_runs_in_one_pass_without_its_temporaries) {
    check_rows(&(row_case){WEIR_FLOAT32, 70, 1000, 1, 0, 1});
    check_rows(&(row_case){WEIR_FLOAT32, 9, 4099, 1, 0, 1});
    check_rows(&(row_case){WEIR_FLOAT32, 600, 48, 1, 0, 1});
    check_rows(&(row_case){WEIR_BFLOAT16, 300, 257, 1, 0, 1});
    check_rows(&(row_case){WEIR_FLOAT64, 20, 1500, 1, 0, 1});
}

TEST(a_softmax_by_hand_runs_in_one_pass_without_its_temporaries) {
    check_rows(&(row_case){WEIR_FLOAT32, 50, 1024, 0, 0, 1});
    check_rows(&(row_case){WEIR_FLOAT32, 2100, 16, 0, 0, 1});
    check_rows(&(row_case){WEIR_FLOAT16, 31, 2047, 0, 0, 1});
    check_rows(&(row_case){WEIR_FLOAT64, 40, 700, 0, 0, 1});
}

TEST(results_of_rows_that_the_program_keeps_are_written) {
    check_rows(&(row_case){WEIR_FLOAT32, 70, 1000, 1, 1, 1});
    check_rows(&(row_case){WEIR_FLOAT32, 300, 130, 0, 1, 1});
}

/* More arrays with one element per row than there are buffers in which one of them is repeated. */
TEST(many_elements_per_row_are_read) {
    enum { EACH = 14, WIDE_ROWS = 40, WIDE = 3000 };
    float *values = malloc(WIDE_ROWS * WIDE * sizeof *values), *got[2];
    int64_t shape[2] = {WIDE_ROWS, WIDE}, column[2] = {WIDE_ROWS, 1};
    for (int i = 0; i < WIDE_ROWS * WIDE; i++) values[i] = (float)(i * 7919 % 4001) / 1000 - 2;
    for (int fusion = 0; fusion < 2; fusion++) {
        weir_runtime *rt = runtime(2, fusion);
        weir_array *x = kit_array(rt, WEIR_FLOAT32, 2, shape, values), *each[EACH];
        for (int i = 0; i < EACH; i++)
            each[i] = kit_array(rt, WEIR_FLOAT32, 2, column, values + (size_t)i * WIDE);
        CHECK_OK(weir_waitall(rt));
        test_gate gate = {0};
        kit_gate_array(x, &gate);
        test_gate_await(&gate, 1);
        weir_array *most = reduce_rows("max", x), *y = kit_call("subtract", x, most);
        weir_array_release(most);
        for (int i = 0; i < EACH; i++) kit_step(i % 2 ? "add" : "multiply", &y, each[i]);
        test_gate_open(&gate);
        CHECK_OK(weir_waitall(rt));
        if (test_slow() == 1) CHECK_EQ(fused(rt), fusion ? EACH + 2 : 0);
        got[fusion] = malloc(WIDE_ROWS * WIDE * sizeof **got);
        CHECK_OK(weir_array_read(y, got[fusion], WIDE_ROWS * WIDE * sizeof **got));
        for (int i = 0; i < EACH; i++) weir_array_release(each[i]);
        weir_array_release(x);
        weir_array_release(y);
        weir_runtime_free(rt);
    }
    CHECK(memcmp(got[0], got[1], WIDE_ROWS * WIDE * sizeof **got) == 0);
    free(got[0]);
    free(got[1]);
    free(values);
}

/* Rows that are too long to be kept end the group before the level that would read them. */
TEST(long_rows_need_two_passes) { check_rows(&(row_case){WEIR_FLOAT32, 9, 9000, 1, 0, 2}); }

/* ---- Many temporaries ------------------------------------------------------------------------ */

/* More values live at the same time than the group has memory for in the L1 cache, and one result takes
 * over the memory of an input. */
TEST(many_temporaries_at_the_same_time_are_kept_in_tiles) {
    enum { TERMS = 24 };
    scene s;
    start(&s, 1, 1);
    uint64_t before = kit_stats(s.rt).memory_used;
    weir_array *term[TERMS];
    for (int i = 0; i < TERMS; i++) {
        weir_array *number = kit_number(s.rt, i % 5);
        term[i] = kit_call(i % 2 ? "multiply" : "add", s.a, number);
        weir_array_release(number);
    }
    weir_array *y = kit_call("subtract", s.a, s.b);
    weir_array_release(s.b);
    s.b = NULL;
    for (int i = 0; i < TERMS; i++) {
        kit_step("add", &y, term[i]);
        weir_array_release(term[i]);
    }
    open_gate(&s);
    float *x = malloc(N * sizeof *x);
    read_all(y, x);
    for (int i = 0; i < N; i++) {
        volatile float sum = a_at(i) - b_at(i);
        for (int j = 0; j < TERMS; j++) {
            volatile float value = j % 2 ? a_at(i) * (float)(j % 5) : a_at(i) + (float)(j % 5);
            sum = sum + value;
        }
        CHECK_EQ(x[i], sum);
    }
    if (test_slow() == 1) {
        CHECK_EQ(fused(s.rt), 2 * TERMS + 1);
        CHECK_EQ(kit_stats(s.rt).memory_peak, before + N * sizeof(float));
    }
    free(x);
    weir_array_release(y);
    finish(&s);
}

/* ---- Generated code -------------------------------------------------------------------------- */

/* Number of mappings of this process that are executable and not of a file.  None may be writable too. */
static int code_mappings(void) {
    FILE *f = fopen("/proc/self/maps", "r");
    char line[600], mode[8], path[400];
    int count = 0;
    CHECK(f != NULL);
    while (fgets(line, sizeof line, f) != NULL) {
        path[0] = '\0';
        CHECK(sscanf(line, "%*s %7s %*s %*s %*s %399s", mode, path) >= 1);
        if (!TEST_ASAN && !TEST_TSAN) CHECK(strstr(mode, "wx") == NULL);
        count += mode[2] == 'x' && path[0] == '\0';
    }
    fclose(f);
    return count;
}

/* Is code generated on this machine? */
static bool generates(void) {
    weir_runtime *rt = runtime(1, 1);
    bool does = kit_stats(rt).cpu >= WEIR_CPU_AVX2;
    weir_runtime_free(rt);
    return does;
}

static const double special[] = {0.0,  -0.0,  1.0,    INFINITY, -INFINITY, NAN,
                                 -NAN, 1e-40, -1e-40, 3e38,     -2.5e3,    5e-324,
                                 0.3,  -7.5,  1e300,  2.0,      -0.5};

static weir_array *special_array(weir_runtime *rt, weir_dtype dtype, int64_t n, uint64_t seed) {
    double *x = malloc((size_t)n * sizeof *x);
    for (int64_t i = 0; i < n; i++) {
        uint64_t r = test_random(&seed);
        x[i] = r % 3 == 0 ? special[r / 3 % (sizeof special / sizeof *special)]
                          : (double)(int32_t)(r >> 24) / 4096;
    }
    weir_array *wide = kit_array(rt, WEIR_FLOAT64, 1, &n, x), *y = NULL;
    free(x);
    CHECK_OK(weir_astype(wide, dtype, &y));
    weir_array_release(wide);
    return y;
}

/* Give all NaNs the same bits.  The sign of a NaN that comes from two NaNs depends on the order in which a
 * compiler passes the operands of an addition to the processor, which may differ between the vectors
 * of a loop and its last elements. */
static void unify_nans(weir_dtype dtype, char *x, size_t bytes) {
    const size_t size = weir_dtype_bytes(dtype);
    const uint64_t infinity = dtype == WEIR_FLOAT64    ? UINT64_C(0x7ff0000000000000)
                              : dtype == WEIR_FLOAT32  ? 0x7f800000
                              : dtype == WEIR_FLOAT16  ? 0x7c00
                              : dtype == WEIR_BFLOAT16 ? 0x7f80
                                                       : UINT64_MAX;
    const uint64_t magnitude = UINT64_MAX >> (65 - 8 * size);
    for (size_t i = 0; infinity != UINT64_MAX && i < bytes; i += size) {
        uint64_t word = 0;
        memcpy(&word, x + i, size);
        if ((word & magnitude) > infinity) {
            word = infinity + 1;
            memcpy(x + i, &word, size);
        }
    }
}

/* Run a chain of arithmetic on views that start at element `first` of arrays of n + first elements, with
 * one result in place and two that the program keeps.  Return the bytes of the results. */
static char *compute_special(const weir_config *c, weir_dtype dtype, int64_t n, int64_t first,
                             size_t *bytes, uint64_t *count) {
    enum { ARRAYS = 4 };
    weir_runtime *rt = kit_runtime_of(c);
    weir_array *whole[ARRAYS], *x[ARRAYS];
    for (int i = 0; i < ARRAYS; i++) {
        whole[i] = special_array(rt, dtype, n + first, (uint64_t)i + 1);
        x[i] = kit_cut(whole[i], first, n + first);
    }
    weir_array *low = kit_number(rt, -3.5), *high = kit_number(rt, 1e3);
    CHECK_OK(weir_waitall(rt));
    test_gate gate = {0};
    kit_gate_array(whole[0], &gate);
    test_gate_await(&gate, 1);
    weir_array *y = kit_call("multiply", x[0], x[1]), *z = NULL;
    kit_step("add", &y, x[2]);
    weir_array *kept = kit_call("relu", y, NULL);
    kit_step("negative", &y, NULL);
    kit_step("maximum", &y, x[3]);
    kit_step("minimum", &y, x[0]);
    kit_into("subtract", x[3], y, x[3]);
    kit_step("square", &y, NULL);
    kit_step("divide", &y, x[3]);
    kit_step("abs", &y, NULL);
    kit_step("sqrt", &y, NULL);
    CHECK_OK(weir_clip(y, low, high, &z));
    kit_step("add", &z, kept);
    kit_step("round", &z, NULL);
    kit_step("tanh", &z, NULL); /* this one has a loop of its own */
    kit_step("multiply", &z, low);
    kit_step("relu", &z, NULL);
    weir_array_release(y);
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    *count = fused(rt);
    size_t own = (size_t)n * weir_dtype_bytes(dtype);
    weir_array *const made[] = {kept, x[3], z};
    *bytes = 3 * own;
    char *values = malloc(*bytes);
    for (int i = 0; i < 3; i++) CHECK_OK(weir_array_read(made[i], values + (size_t)i * own, own));
    for (int i = 0; i < ARRAYS; i++) {
        weir_array_release(whole[i]);
        weir_array_release(x[i]);
    }
    weir_array_release(low);
    weir_array_release(high);
    weir_array_release(kept);
    weir_array_release(z);
    weir_runtime_free(rt);
    return values;
}

/* With fusion, with and without generated code, every bit is that of single operations, except for the signs
 * of NaNs that come from two NaNs. */
static void check_special(int cpu, weir_dtype dtype, int64_t n, int64_t first) {
    size_t bytes, same;
    uint64_t count;
    weir_config c = kit_config(2);
    c.cpu = cpu;
    c.fusion = 0;
    char *wanted = compute_special(&c, dtype, n, first, &bytes, &count);
    CHECK_EQ(count, 0);
    unify_nans(dtype, wanted, bytes);
    for (c.fusion = 1; c.fusion <= 2; c.fusion++) {
        char *got = compute_special(&c, dtype, n, first, &same, &count);
        CHECK_EQ(same, bytes);
        unify_nans(dtype, got, bytes);
        if (test_slow() == 1) CHECK(count >= 15);
        for (size_t i = 0; i < bytes; i++)
            if (got[i] != wanted[i])
                test_fail(__FILE__, __LINE__,
                          "cpu %d, dtype %d, %lld elements from %lld, fusion %d: byte %zu differs",
                          cpu, dtype, (long long)n, (long long)first, c.fusion, i);
        free(got);
    }
    free(wanted);
}

TEST(generated_code_has_the_bits_of_single_operations) {
    static const int64_t sizes[] = {16384, 16385, 16391, 16384 + 4096 - 1, 32768 + 33, 20000};
    for (int cpu = WEIR_CPU_BEST; cpu <= WEIR_CPU_AVX2; cpu++) {
        if (cpu == WEIR_CPU_AVX2 && !generates()) continue;
        /* the hostile build runs each operation on a few elements at a time */
        for (size_t i = 0; i < (test_slow() > 1 ? 2 : sizeof sizes / sizeof *sizes); i++)
            for (int64_t first = 0; first < (test_slow() > 1 ? 2 : 3); first++) {
                check_special(cpu, WEIR_FLOAT32, sizes[i], first);
                check_special(cpu, WEIR_FLOAT64, sizes[i], first);
            }
    }
}

/* Results that do not stay in the caches are written with non-temporal stores. */
TEST(generated_code_has_the_same_bits_on_large_arrays) {
    int64_t n = test_scaled(6000000);
    for (int cpu = WEIR_CPU_BEST; cpu <= WEIR_CPU_AVX2; cpu++) {
        if (cpu == WEIR_CPU_AVX2 && !generates()) continue;
        check_special(cpu, WEIR_FLOAT32, n + 13, 0);
        check_special(cpu, WEIR_FLOAT32, n, 1);
        check_special(cpu, WEIR_FLOAT64, n / 2 + 3, 0);
    }
}

static int mappings_of_chain(int cpu, int fusion) {
    weir_config c = kit_config(1);
    c.cpu = cpu;
    c.fusion = fusion;
    size_t bytes;
    uint64_t count;
    int before = code_mappings();
    free(compute_special(&c, WEIR_FLOAT32, N, 0, &bytes, &count));
    return code_mappings() - before;
}

TEST(code_is_generated_only_where_it_may_be) {
    if (!generates()) SKIP("no code is generated for this CPU");
    CHECK_EQ(mappings_of_chain(WEIR_CPU_BEST, 0), 0);
    CHECK_EQ(mappings_of_chain(WEIR_CPU_BEST, 2), 0);
    CHECK_EQ(mappings_of_chain(WEIR_CPU_PORTABLE, 1), 0);
    CHECK(mappings_of_chain(WEIR_CPU_BEST, 1) > 0);
    CHECK_EQ(mappings_of_chain(WEIR_CPU_BEST, 1), 0); /* it is in the cache */
}

/* The kernel refuses to make memory executable that was writable. */
TEST(a_system_that_refuses_executable_memory_uses_the_loops) {
    enum { SET_MDWE = 65, REFUSE_EXEC_GAIN = 1 };
    if (prctl(SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0) != 0) SKIP("this kernel cannot refuse it");
    CHECK_EQ(mappings_of_chain(WEIR_CPU_BEST, 1), 0);
    check_special(WEIR_CPU_BEST, WEIR_FLOAT32, N, 0);
    check_special(WEIR_CPU_BEST, WEIR_FLOAT64, N + 3, 1);
}

/* ---- No memory ------------------------------------------------------------------------------- */

/* Let the process map at most `more` bytes more. */
static void limit_memory(unsigned long more) {
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    CHECK(f != NULL && fscanf(f, "%lu", &pages) == 1);
    fclose(f);
    struct rlimit limit = {.rlim_cur = pages * (unsigned long)sysconf(_SC_PAGESIZE) + more,
                           .rlim_max = RLIM_INFINITY};
    rlim_t wanted = limit.rlim_cur;
    CHECK_EQ(setrlimit(RLIMIT_AS, &limit), 0);
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != wanted)
        SKIP("no bound on address space can be set, as in an emulator");
}

/* The first result can use the memory of an input that dies; the system has no memory for the two
 * others.  So the group cannot run in one pass, and the members run one after the other: the first of
 * them succeeds as it would alone. */
TEST(a_group_without_memory_for_a_result_runs_member_by_member) {
    if (TEST_ASAN || TEST_TSAN) SKIP("sanitizers need address space of their own");
    enum { MANY = 8 << 20 };
    weir_runtime *rt = runtime(1, 1);
    weir_array *a = kit_ramp(rt, MANY, 0, 1), *b = kit_ramp(rt, MANY, 5, 0.5f);
    CHECK_OK(weir_waitall(rt));
    test_gate gate = {0};
    kit_gate_array(a, &gate);
    test_gate_await(&gate, 1);
    weir_array *y = kit_call("subtract", a, b), *z = kit_call("multiply", a, a);
    weir_array *last = kit_call("add", y, z), *more = kit_call("negative", last, NULL);
    weir_array_release(b);
    limit_memory(40 << 20);
    test_gate_open(&gate);
    weir_waitall(rt);
    struct rlimit none = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    CHECK_EQ(setrlimit(RLIMIT_AS, &none), 0);
    float *x = malloc(MANY * sizeof *x);
    CHECK_OK(weir_array_read(y, x, MANY * sizeof *x));
    for (int i = 0; i < MANY; i++) CHECK_EQ(x[i], (float)i - (5 + (float)i * 0.5f));
    CHECK_STATUS(weir_array_read(more, x, MANY * sizeof *x), ENOMEM);
    CHECK_HAS(weir_error(), "the system is out of memory");
    weir_failure_clear(rt);
    free(x);
    weir_array_release(a);
    weir_array_release(y);
    weir_array_release(z);
    weir_array_release(last);
    weir_array_release(more);
    weir_runtime_free(rt);
}

/* ---- Random programs ------------------------------------------------------------------------- */

/* A program keeps arrays of a few dtypes and layouts, and calls elementwise operators on them, often
 * in place.  It rarely looks at a value, so operations gather in the queue. */
enum { POOL = 9, ROWS = 150, COLUMNS = 130, STEPS = 70 };

typedef struct program {
    weir_runtime *rt;
    weir_array *pool[POOL];
    uint64_t random, digest;
} program;

static uint64_t roll(program *p, uint64_t sides) { return test_random(&p->random) % sides; }

static void mix(program *p, const void *bytes, size_t n) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < n; i++) p->digest = (p->digest ^ b[i]) * 0x100000001b3u;
}

static void mix_status(program *p, weir_status status) {
    int32_t word = status;
    mix(p, &word, sizeof word);
}

static void keep(program *p, weir_array *a) {
    uint64_t i = roll(p, POOL);
    weir_array_release(p->pool[i]);
    p->pool[i] = a;
}

static void look(program *p, weir_array *a) {
    size_t bytes = (size_t)weir_array_count(a) * weir_dtype_bytes(weir_array_dtype(a));
    char *x = malloc(bytes);
    weir_status status = weir_array_read(a, x, bytes);
    mix_status(p, status);
    if (status == WEIR_OK) {
        unify_nans(weir_array_dtype(a), x, bytes);
        mix(p, x, bytes);
    }
    free(x);
}

static weir_array *create(program *p) {
    static const weir_dtype dtypes[] = {WEIR_FLOAT32, WEIR_FLOAT32,  WEIR_FLOAT32, WEIR_FLOAT64,
                                        WEIR_FLOAT16, WEIR_BFLOAT16, WEIR_INT32};
    float *x = malloc(ROWS * COLUMNS * sizeof *x);
    uint64_t seed = roll(p, 1000);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        x[i] = (float)((uint64_t)i * 7919 * (seed + 1) % 4001) / 400 - 4;
    int64_t shape[2] = {ROWS, COLUMNS};
    weir_array *a = kit_array(p->rt, WEIR_FLOAT32, 2, shape, x), *y = NULL;
    free(x);
    weir_dtype dtype = dtypes[roll(p, sizeof dtypes / sizeof *dtypes)];
    CHECK_OK(weir_astype(a, dtype, &y));
    weir_array_release(a);
    return y;
}

/* An array or a view of one: whole, transposed, reversed, a row, a column; or a number. */
static weir_array *operand(program *p, bool plain) {
    weir_array *a = p->pool[roll(p, POOL)], *y;
    uint64_t how = plain ? 9 : roll(p, 14);
    if (how == 0) return kit_number(p->rt, (double)roll(p, 9) / 4 - 1);
    if (how == 1) return kit_number(p->rt, (double)roll(p, 3));
    if (how == 2) return kit_flipped(a);
    if (how == 3) return kit_cut(a, 3, 4);
    if (how == 4) {
        weir_array *turned = kit_transposed(a), *row = kit_cut(turned, 5, 6);
        y = kit_transposed(row);
        weir_array_release(turned);
        weir_array_release(row);
        return y;
    }
    return weir_array_retain(a);
}

/* *x = name(*x, b), unless the dtypes do not fit. */
static void try_step(program *p, const char *name, weir_array **x, weir_array *b) {
    weir_array *y = NULL;
    weir_status status = kit_try_op(name, *x, b, &y);
    mix_status(p, status);
    if (status != WEIR_OK) return;
    weir_array_release(*x);
    *x = y;
}

/* f(a, g(reduction of the rows of b)), with b often computed just before. */
static void step_rows(program *p) {
    static const char *const names[] = {"sum", "mean", "max", "min"};
    static const char *const two[] = {"subtract", "multiply", "maximum", "add"};
    static const char *const one[] = {"abs", "negative", "sqrt", "tanh"};
    weir_array *a = operand(p, true), *b = roll(p, 2) ? weir_array_retain(a) : operand(p, true);
    if (roll(p, 3) == 0) try_step(p, "multiply", &b, a);
    weir_array *r = reduce_rows(names[roll(p, 4)], b), *y = NULL;
    if (roll(p, 2)) try_step(p, one[roll(p, 4)], &r, NULL);
    if (roll(p, 3) == 0) {
        weir_array *other = reduce_rows(names[roll(p, 4)], a);
        try_step(p, "add", &r, other);
        weir_array_release(other);
    }
    weir_status status = kit_try_op(two[roll(p, 4)], a, r, &y);
    mix_status(p, status);
    if (status == WEIR_OK) keep(p, y);
    if (roll(p, 8) == 0) look(p, r);
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(r);
}

static void step(program *p) {
    static const char *const two[] = {"add", "multiply", "subtract", "maximum", "minimum",
                                      "add", "multiply", "less",     "divide",  "pow"};
    static const char *const one[] = {"relu",    "negative", "abs", "sqrt",   "tanh",
                                      "sigmoid", "copy",     "exp", "square", "rsqrt"};
    uint64_t dice = roll(p, 40);
    if (dice == 0) {
        look(p, p->pool[roll(p, POOL)]);
        return;
    }
    if (dice == 1) {
        keep(p, create(p));
        return;
    }
    if (dice == 2) {
        weir_array *a = p->pool[roll(p, POOL)], *y = NULL;
        CHECK_OK(weir_astype(a, roll(p, 2) ? WEIR_FLOAT32 : WEIR_FLOAT64, &y));
        keep(p, y);
        return;
    }
    if (dice == 3) {
        weir_array *mask = kit_call("less", p->pool[roll(p, POOL)], p->pool[roll(p, POOL)]),
                   *y = NULL;
        weir_array *a = operand(p, true), *b = operand(p, false);
        mix_status(p, weir_where(mask, a, b, &y));
        if (y != NULL) keep(p, y);
        weir_array_release(mask);
        weir_array_release(a);
        weir_array_release(b);
        return;
    }
    if (dice < 10) {
        step_rows(p);
        return;
    }
    bool pair = roll(p, 3) > 0;
    const char *name = pair ? two[roll(p, 10)] : one[roll(p, 10)];
    weir_array *a = operand(p, !pair), *b = pair ? operand(p, roll(p, 2)) : NULL, *y = NULL;
    if (strcmp(name, "pow") == 0) { /* powers of integers may fail */
        weir_array_release(b);
        b = kit_number(p->rt, (double)roll(p, 4) / 2);
    }
    if (pair && weir_array_is_number(a) && weir_array_is_number(b)) {
        weir_array_release(a);
        a = operand(p, true);
    }
    if (roll(p, 4) == 0) {
        mix_status(p, kit_try_into(name, a, b, p->pool[roll(p, POOL)]));
    } else {
        weir_status status = kit_try_op(name, a, b, &y);
        mix_status(p, status);
        if (status == WEIR_OK && weir_array_count(y) == ROWS * COLUMNS)
            keep(p, y);
        else
            weir_array_release(y);
    }
    weir_array_release(a);
    weir_array_release(b);
}

static uint64_t run_program(weir_runtime *rt, uint64_t seed, int steps) {
    program p = {.rt = rt, .random = seed, .digest = 0xcbf29ce484222325u};
    for (int i = 0; i < POOL; i++) p.pool[i] = create(&p);
    for (int i = 0; i < steps; i++) step(&p);
    for (int i = 0; i < POOL; i++) look(&p, p.pool[i]);
    for (int i = 0; i < POOL; i++) weir_array_release(p.pool[i]);
    weir_waitall(rt);
    weir_failure_clear(rt);
    return p.digest;
}

static weir_config config_of(int workers, int fusion, int helping, uint64_t memory) {
    weir_config c = kit_config(workers > 0 ? workers : 1);
    c.engine = workers > 0 ? WEIR_THREADED : WEIR_SERIAL;
    c.fusion = fusion;
    c.helping = helping;
    c.memory_bytes = memory;
    if (memory > 0) c.level_floor_bytes = 1;
    return c;
}

static uint64_t digest_of(uint64_t seed, const weir_config *c, uint64_t *peak, uint64_t *count) {
    weir_runtime *rt = kit_runtime_of(c);
    uint64_t digest = run_program(rt, seed, STEPS);
    if (peak != NULL) *peak = kit_stats(rt).memory_peak;
    *count += fused(rt);
    weir_runtime_free(rt);
    return digest;
}

/* The first number of steps after which the results differ. */
static int first_difference(uint64_t seed, const weir_config *a, const weir_config *b) {
    for (int steps = 1; steps < STEPS; steps++) {
        uint64_t digest[2];
        for (int i = 0; i < 2; i++) {
            weir_runtime *rt = kit_runtime_of(i == 0 ? a : b);
            digest[i] = run_program(rt, seed, steps);
            weir_runtime_free(rt);
        }
        if (digest[0] != digest[1]) return steps;
    }
    return STEPS;
}

static void compare(uint64_t from, int64_t programs, int helping, bool tight, int cpu) {
    uint64_t groups = 0, none = 0, peak = 0;
    programs = test_scaled(programs);
    for (uint64_t seed = from; seed < from + (uint64_t)programs; seed++) {
        weir_config serial = config_of(0, 1, helping, 0);
        serial.cpu = cpu;
        uint64_t wanted = digest_of(seed, &serial, &peak, &none);
        for (int workers = 1; workers <= 3; workers++)
            for (int fusion = 0; fusion <= 2; fusion++) {
                weir_config c = config_of(workers, fusion, helping, tight ? peak : 0);
                c.cpu = cpu;
                uint64_t got = digest_of(seed, &c, NULL, fusion ? &groups : &none);
                if (got != wanted)
                    test_fail(__FILE__, __LINE__,
                              "program %llu differs with %d workers, fusion %d, helping %d, budget "
                              "%llu; first after %d steps",
                              (unsigned long long)seed, workers, fusion, helping,
                              (unsigned long long)c.memory_bytes,
                              first_difference(seed, &serial, &c));
            }
    }
    CHECK_EQ(none, 0);
    CHECK(groups > 0);
}

TEST(random_programs_have_the_same_bits_with_fusion) { compare(1, 80, 1, false, WEIR_CPU_BEST); }
TEST(random_programs_have_the_same_bits_with_fusion_and_without_helping) {
    compare(1000, 40, 0, false, WEIR_CPU_BEST);
}
TEST(random_programs_with_fusion_run_in_the_memory_of_an_in_order_run) {
    compare(2000, 40, 1, true, WEIR_CPU_BEST);
}
TEST(random_programs_at_the_portable_level_have_the_same_bits_with_fusion) {
    compare(3000, 20, 1, false, WEIR_CPU_PORTABLE);
}
TEST(random_programs_at_the_level_of_avx2_have_the_same_bits_with_fusion) {
    if (!generates()) SKIP("no code is generated for this CPU");
    compare(5000, 40, 1, false, WEIR_CPU_AVX2);
}
TEST(random_programs_have_the_same_bits_without_executable_memory) {
    enum { SET_MDWE = 65, REFUSE_EXEC_GAIN = 1 };
    if (prctl(SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0) != 0) SKIP("this kernel cannot refuse it");
    compare(4000, 20, 1, false, WEIR_CPU_BEST);
}
