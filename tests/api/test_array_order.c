/* test_array_order.c - in-place operations and operations through views, against a simple model in C.
 *
 * Order is kept per storage: a value written through any view is seen by every operation issued
 * later and by none issued earlier.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <stdio.h>

/* ---- Random programs on views of one storage ------------------------------------------------- */

/* A view of a matrix; in the model element (i, j) lies at first + i * stride[0] + j * stride[1]. */
enum { ROWS = 12, COLUMNS = 12, CELLS = ROWS * COLUMNS, VIEWS = 40 };

typedef struct view {
    weir_array *array;
    int64_t first, shape[2], stride[2];
} view;

typedef struct sheet {
    weir_array *base;
    float cell[CELLS];
    view v[VIEWS];
    int count;
    uint64_t seed;
} sheet;

static int pick(sheet *s, int n) { return (int)(test_random(&s->seed) % (uint64_t)n); }

static void add_view(sheet *s, weir_array *a, view from, int transposed, int flipped, int cut,
                     int64_t first, int64_t rows) {
    view v = from;
    if (cut) {
        v.first += first * v.stride[0];
        v.shape[0] = rows;
    }
    if (transposed) {
        view w = v;
        for (int i = 0; i < 2; i++) v.shape[i] = w.shape[1 - i], v.stride[i] = w.stride[1 - i];
    }
    if (flipped)
        for (int i = 0; i < 2; i++) {
            v.first += (v.shape[i] - 1) * v.stride[i];
            v.stride[i] = -v.stride[i];
        }
    v.array = a;
    s->v[s->count++] = v;
}

/* Views of views. */
static void make_views(sheet *s) {
    view whole = {NULL, 0, {ROWS, COLUMNS}, {COLUMNS, 1}};
    add_view(s, kit_reshape(s->base, ROWS, COLUMNS), whole, 0, 0, 0, 0, 0);
    while (s->count < VIEWS) {
        view from = s->v[pick(s, s->count)];
        int how = pick(s, 3);
        if (how == 1 && weir_op_find("flip") == NULL) how = 0;
        if (how == 2 && (weir_op_find("split") == NULL || from.shape[0] < 3)) how = 0;
        if (how == 0) add_view(s, kit_transposed(from.array), from, 1, 0, 0, 0, 0);
        if (how == 1) add_view(s, kit_flipped(from.array), from, 0, 1, 0, 0, 0);
        if (how == 2) {
            int64_t first = pick(s, 2), rows = from.shape[0] - 1 - pick(s, 2) * (first == 0);
            add_view(s, kit_cut(from.array, first, first + rows), from, 0, 0, 1, first, rows);
        }
    }
}

static void sheet_start(sheet *s, weir_runtime *rt, uint64_t seed) {
    memset(s, 0, sizeof *s);
    s->seed = seed;
    for (int i = 0; i < CELLS; i++) s->cell[i] = (float)(i % 17 - 8);
    int64_t n = CELLS;
    s->base = kit_array(rt, WEIR_FLOAT32, 1, &n, s->cell);
    make_views(s);
}

static float get(const sheet *s, const view *v, int64_t i, int64_t j) {
    return s->cell[v->first + i * v->stride[0] + j * v->stride[1]];
}

/* out = op(a, b) in the model: all is read before anything is written. */
static void model(sheet *s, int op, const view *a, const view *b, const view *out) {
    float y[CELLS];
    int64_t n = out->shape[0], m = out->shape[1];
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++) {
            float p = get(s, a, i, j), q = b != NULL ? get(s, b, i, j) : 0;
            y[i * m + j] = op == 0 ? p - q : op == 1 ? (p > q ? p : q) : op == 2 ? -p : p;
        }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            s->cell[out->first + i * out->stride[0] + j * out->stride[1]] = y[i * m + j];
}

static const view *fitting(sheet *s, const view *like) {
    for (int tries = 0; tries < 200; tries++) {
        const view *v = &s->v[pick(s, s->count)];
        if (v->shape[0] == like->shape[0] && v->shape[1] == like->shape[1]) return v;
    }
    return like;
}

static void sheet_step(sheet *s) {
    static const char *const name[] = {"subtract", "maximum", "negative", "copy"};
    int op = pick(s, 4);
    const view *out = &s->v[pick(s, s->count)], *a = fitting(s, out),
               *b = op < 2 ? fitting(s, out) : NULL;
    if (pick(s, 3) == 0) a = out;
    kit_into(name[op], a->array, b != NULL ? b->array : NULL, out->array);
    model(s, op, a, b, out);
}

static void sheet_check(sheet *s) {
    float x[CELLS];
    CHECK_OK(weir_array_read(s->base, x, sizeof x));
    for (int i = 0; i < CELLS; i++) CHECK_EQ(x[i], s->cell[i]);
    const view *v = &s->v[pick(s, s->count)];
    size_t n = (size_t)(v->shape[0] * v->shape[1]);
    CHECK_OK(weir_array_read(v->array, x, n * sizeof *x));
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(x[i], get(s, v, (int64_t)i / v->shape[1], (int64_t)i % v->shape[1]));
}

static void sheet_end(sheet *s) {
    sheet_check(s);
    for (int i = 0; i < s->count; i++) weir_array_release(s->v[i].array);
    weir_array_release(s->base);
}

TEST(random_writes_through_overlapping_views_match_a_sequential_program) {
    for (int workers = 0; workers <= 3; workers++) {
        weir_runtime *rt = workers == 0   ? kit_runtime_serial()
                           : workers == 3 ? kit_runtime(test_workers(3))
                                          : kit_runtime(workers);
        for (uint64_t seed = 1; seed <= (uint64_t)test_scaled(30); seed++) {
            sheet s;
            sheet_start(&s, rt, seed * 77);
            for (int i = 0; i < 100; i++) {
                sheet_step(&s);
                if (pick(&s, 20) == 0) sheet_check(&s);
            }
            sheet_end(&s);
        }
        weir_runtime_free(rt);
    }
}

TEST(a_long_program_on_views_without_waits_is_in_order) {
    weir_runtime *rt = kit_runtime(2);
    sheet s;
    test_gate gate = {0};
    sheet_start(&s, rt, 5);
    kit_gate_array(s.base, &gate);
    for (int64_t i = 0; i < test_scaled(2000); i++) sheet_step(&s);
    test_gate_open(&gate);
    sheet_end(&s);
    weir_runtime_free(rt);
}

typedef struct own {
    weir_runtime *rt;
    uint64_t seed;
} own;

static void *work_on_own(void *arg) {
    own *o = arg;
    sheet s;
    sheet_start(&s, o->rt, o->seed);
    for (int64_t i = 0; i < test_scaled(1000); i++) {
        sheet_step(&s);
        if (pick(&s, 100) == 0) sheet_check(&s);
    }
    sheet_end(&s);
    return NULL;
}

TEST(threads_with_separate_storages_do_not_disturb_each_other) {
    weir_runtime *rt = kit_runtime(2);
    own o[4];
    test_thread thread[4];
    for (int i = 0; i < 4; i++) {
        o[i] = (own){rt, (uint64_t)i * 991 + 3};
        thread[i] = test_thread_start(work_on_own, &o[i]);
    }
    for (int i = 0; i < 4; i++) test_thread_join(thread[i]);
    weir_runtime_free(rt);
}

/* ---- Random programs on arrays that come and go ---------------------------------------------- */

/* A handle and what its storage should hold; views share it. */
typedef struct page {
    int refs;
    float cell[3000];
} page;

typedef struct handle {
    weir_array *array;
    page *page;
} handle;

enum { HANDLES = 10 };

typedef struct shelf {
    weir_runtime *rt;
    handle h[HANDLES];
    int64_t n;
    uint64_t seed;
} shelf;

static int draw(shelf *s, int n) { return (int)(test_random(&s->seed) % (uint64_t)n); }

static void put_on_shelf(shelf *s, handle h) {
    handle *place = &s->h[draw(s, HANDLES)];
    weir_array_release(place->array);
    if (place->page != NULL && --place->page->refs == 0) free(place->page);
    *place = h;
}

static handle fresh_handle(shelf *s) {
    page *p = calloc(1, sizeof *p);
    p->refs = 1;
    float start = (float)draw(s, 100), step = (float)draw(s, 7) - 3;
    for (int64_t i = 0; i < s->n; i++) p->cell[i] = start + (float)i * step;
    return (handle){kit_ramp(s->rt, s->n, start, step), p};
}

/* y = op(a, b), in a new storage or in that of `into`. */
static void shelf_op(shelf *s, const handle *a, const handle *b, const handle *into) {
    static const char *const name[] = {"maximum", "minimum", "negative", "copy"};
    int op = draw(s, 4);
    float y[3000];
    for (int64_t i = 0; i < s->n; i++) {
        float p = a->page->cell[i], q = b->page->cell[i];
        y[i] = op == 0 ? (p > q ? p : q) : op == 1 ? (p < q ? p : q) : op == 2 ? -p : p;
    }
    if (into != NULL) {
        kit_into(name[op], a->array, op < 2 ? b->array : NULL, into->array);
        memcpy(into->page->cell, y, sizeof y);
        return;
    }
    handle h = {kit_call(name[op], a->array, op < 2 ? b->array : NULL), malloc(sizeof(page))};
    h.page->refs = 1;
    memcpy(h.page->cell, y, sizeof y);
    put_on_shelf(s, h);
}

static void shelf_step(shelf *s) {
    const handle *a = &s->h[draw(s, HANDLES)], *b = &s->h[draw(s, HANDLES)];
    int64_t n = s->n;
    switch (draw(s, 10)) {
    case 0: put_on_shelf(s, fresh_handle(s)); break;
    case 1: { /* another handle of the same storage */
        handle h = {NULL, a->page};
        h.page->refs++;
        CHECK_OK(weir_reshape(a->array, weir_i64s_of(&n, 1), &h.array));
        put_on_shelf(s, h);
        break;
    }
    case 2:
    case 3: shelf_op(s, a, b, &s->h[draw(s, HANDLES)]); break;
    default: shelf_op(s, a, b, NULL);
    }
}

static void shelf_check(shelf *s) {
    for (int k = 0; k < HANDLES; k++) {
        float x[3000];
        CHECK_OK(weir_array_read(s->h[k].array, x, (size_t)s->n * sizeof *x));
        for (int64_t i = 0; i < s->n; i++) CHECK_EQ(x[i], s->h[k].page->cell[i]);
    }
}

static void *fill_a_shelf(void *arg) {
    const own *o = arg;
    static const int64_t length[] = {16, 700, 3000}; /* of each size class */
    for (int k = 0; k < 3; k++) {
        shelf s = {.rt = o->rt, .n = length[k], .seed = o->seed + (uint64_t)k};
        for (int i = 0; i < HANDLES; i++) s.h[i] = fresh_handle(&s);
        for (int64_t i = 0; i < test_scaled(3000); i++) {
            shelf_step(&s);
            if (draw(&s, 100) == 0) shelf_check(&s);
        }
        shelf_check(&s);
        for (int i = 0; i < HANDLES; i++) {
            weir_array_release(s.h[i].array);
            if (--s.h[i].page->refs == 0) free(s.h[i].page);
        }
    }
    return NULL;
}

TEST(random_programs_that_create_and_release_arrays_match_sequential_ones) {
    for (int workers = 0; workers <= 3; workers++) {
        weir_runtime *rt = workers == 0   ? kit_runtime_serial()
                           : workers == 3 ? kit_runtime(test_workers(3))
                                          : kit_runtime(workers);
        own o = {rt, 11};
        fill_a_shelf(&o);
        CHECK_OK(weir_waitall(rt));
        CHECK_SOON(kit_memory(rt).used == 0);
        CHECK_SOON(kit_stats(rt).memory_used == 0);
        weir_runtime_free(rt);
    }
}

TEST(threads_with_separate_arrays_do_not_disturb_each_other) {
    weir_config c = kit_config(2);
    c.memory_bytes = 4 << 20; /* near the bound now and then */
    weir_runtime *rt = kit_runtime_of(&c);
    own o[3];
    test_thread thread[3];
    for (int i = 0; i < 3; i++) {
        o[i] = (own){rt, (uint64_t)i * 101 + 9};
        thread[i] = test_thread_start(fill_a_shelf, &o[i]);
    }
    for (int i = 0; i < 3; i++) test_thread_join(thread[i]);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_memory(rt).used == 0);
    weir_runtime_free(rt);
}

/* ---- Single forms ---------------------------------------------------------------------------- */

static const int64_t lengths[] = {1, 10, 500, 100000}; /* of each size class */

TEST(an_output_may_be_an_input) {
    weir_runtime *rt = kit_runtime(2);
    for (int k = 0; k < 4; k++) {
        int64_t n = lengths[k];
        weir_array *a = kit_ramp(rt, n, 1, 1), *b = kit_ramp(rt, n, 2, 1);
        kit_into("add", a, b, a); /* 3 + 2i */
        kit_into("add", b, a, a); /* 5 + 3i */
        kit_into("add", a, a, a); /* 10 + 6i */
        kit_into("negative", a, NULL, a);
        CHECK_RAMP(a, n, -10, -6);
        CHECK_RAMP(b, n, 2, 1);
        weir_array_release(a);
        weir_array_release(b);
    }
    weir_runtime_free(rt);
}

TEST(readers_issued_before_a_write_see_the_old_values) {
    weir_runtime *rt = kit_runtime(2);
    for (int k = 0; k < 4; k++) {
        int64_t n = lengths[k];
        test_gate gate = {0};
        weir_array *a = kit_ramp(rt, n, 0, 1), *g = kit_scalar(rt, 0), *zero = kit_number(rt, 0);
        kit_gate_array(g, &gate);
        weir_array *before = kit_call("add", a, g); /* held up */
        kit_into("multiply", a, zero, a);
        weir_array *after = kit_call("add", a, zero);
        test_gate_open(&gate);
        CHECK_RAMP(before, n, 0, 1);
        CHECK_ALL(after, n, 0);
        weir_array_release(a);
        weir_array_release(g);
        weir_array_release(zero);
        weir_array_release(before);
        weir_array_release(after);
    }
    weir_runtime_free(rt);
}

TEST(an_output_may_overlap_an_input_shifted_by_one) {
    weir_runtime *rt = kit_runtime(2);
    for (int k = 1; k < 4; k++)
        for (int up = 0; up < 2; up++) {
            int64_t n = lengths[k];
            weir_array *a = kit_ramp(rt, n, 0, 1);
            weir_array *low = kit_cut(a, 0, n - 1), *high = kit_cut(a, 1, n);
            kit_into("copy", up ? low : high, NULL, up ? high : low);
            CHECK_RAMP(up ? high : low, n - 1, up ? 0 : 1, 1);
            kit_into("add", low, high, up ? low : high);
            /* up: a was 0 0 1 2 ..; low += high; else: a was 1 2 .. n-1 n-1, high = low + high */
            float *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
            for (int64_t i = 0; i < n; i++)
                y[i] = x[i] = (float)(up ? (i > 0 ? i - 1 : 0) : (i < n - 1 ? i + 1 : n - 1));
            for (int64_t i = 0; i + 1 < n; i++) y[i + !up] = x[i] + x[i + 1];
            CHECK_OK(weir_array_read(a, x, (size_t)n * sizeof *x));
            for (int64_t i = 0; i < n; i++) CHECK_EQ(x[i], y[i]);
            free(x);
            free(y);
            weir_array_release(low);
            weir_array_release(high);
            weir_array_release(a);
        }
    weir_runtime_free(rt);
}

TEST(a_transposed_matrix_may_be_written_into_itself) {
    weir_runtime *rt = kit_runtime(2);
    enum { N = 200 };
    weir_array *a = kit_ramp(rt, (int64_t)N * N, 0, 1), *m = kit_reshape(a, N, N),
               *t = kit_transposed(m);
    kit_into("copy", t, NULL, m);
    float *x = malloc(sizeof(float) * N * N);
    CHECK_OK(weir_array_read(m, x, sizeof(float) * N * N));
    for (int i = 0; i < N * N; i++) CHECK_EQ(x[i], i % N * N + i / N);
    kit_into("matmul", m, t, m);
    CHECK_OK(weir_array_wait(m));
    free(x);
    weir_array_release(t);
    weir_array_release(m);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(an_output_of_another_dtype_gets_converted_values) {
    weir_runtime *rt = kit_runtime(2);
    static const weir_dtype wider[] = {WEIR_INT8, WEIR_INT64, WEIR_FLOAT16, WEIR_FLOAT64,
                                       WEIR_COMPLEX64};
    for (int k = 0; k < 4; k++)
        for (size_t d = 0; d < sizeof wider / sizeof *wider; d++) {
            int64_t n = lengths[k] < 50 ? lengths[k] : lengths[k] == 500 ? 50 : lengths[k];
            int32_t *x = malloc((size_t)n * sizeof *x);
            for (int64_t i = 0; i < n; i++) x[i] = (int32_t)(i % 50);
            weir_array *a = kit_array(rt, WEIR_INT32, 1, &n, x),
                       *out = kit_array(rt, wider[d], 1, &n, NULL), *back = NULL, *real = out;
            kit_into("add", a, a, out);
            if (wider[d] == WEIR_COMPLEX64) real = kit_call("real", out, NULL);
            CHECK_OK(weir_astype(real, WEIR_INT32, &back));
            CHECK_OK(weir_array_read(back, x, (size_t)n * sizeof *x));
            for (int64_t i = 0; i < n; i++) CHECK_EQ(x[i], 2 * (i % 50));
            if (real != out) weir_array_release(real);
            weir_array_release(a);
            weir_array_release(out);
            weir_array_release(back);
            free(x);
        }
    weir_runtime_free(rt);
}

TEST(outputs_that_do_not_fit_are_refused_before_anything_is_written) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 6, 0, 1), *m = kit_reshape(a, 2, 3),
               *short_one = kit_ramp(rt, 5, 0, 1), *number = kit_number(rt, 1);
    int64_t n = 6;
    weir_array *whole = kit_array(rt, WEIR_INT64, 1, &n, NULL),
               *truth = kit_array(rt, WEIR_BOOL, 1, &n, NULL);
    CHECK_STATUS(kit_try_into("add", a, a, short_one), EINVAL);
    CHECK_HAS(weir_error(), "add: the result has shape (6,), but the output has shape (5,)");
    CHECK_STATUS(kit_try_into("add", a, a, m), EINVAL);
    CHECK_HAS(weir_error(), "(2, 3)");
    CHECK_STATUS(kit_try_into("add", a, m, a), EINVAL); /* the shapes of the inputs do not match */
    CHECK_STATUS(kit_try_into("add", a, a, whole), EDTYPE);
    CHECK_HAS(weir_error(),
              "add: the result is float32, which cannot be cast to an output of dtype int64");
    CHECK_STATUS(kit_try_into("add", whole, whole, truth), EDTYPE);
    CHECK_STATUS(kit_try_into("add", a, a, number), EINVAL);
    CHECK_HAS(weir_error(), "a scalar; only arrays can be written to");
    CHECK_STATUS(kit_try_into("add", a, a, NULL), EINVAL);
    CHECK_HAS(weir_error(), "output 0 is NULL");
    CHECK_STATUS(weir_op_call_into(rt, kit_op("add"), (weir_array *[]){a, a}, 2, NULL, 0, NULL, 1),
                 EINVAL);
    CHECK_STATUS(weir_op_call_into(rt, kit_op("add"), (weir_array *[]){a, a}, 2, NULL, 0, &a, 0),
                 EINVAL);
    CHECK_STATUS(weir_op_call_into(NULL, kit_op("add"), (weir_array *[]){a, a}, 2, NULL, 0, &a, 1),
                 EINVAL);
    CHECK_STATUS(kit_try_into("permute_dims", a, NULL, a), EINVAL);
    CHECK_HAS(weir_error(), "cannot write into an existing array");
    CHECK_RAMP(a, 6, 0, 1);
    weir_array_release(a);
    weir_array_release(m);
    weir_array_release(short_one);
    weir_array_release(number);
    weir_array_release(whole);
    weir_array_release(truth);
    weir_runtime_free(rt);
}

static weir_array *lend(weir_runtime *rt, float *x, int64_t s0, int64_t s1) {
    int64_t shape[2] = {3, 3}, strides[2] = {s0, s1};
    weir_array *a = NULL;
    CHECK_OK(weir_array_from_memory(rt, WEIR_FLOAT32, shape, strides, 2, x, 0, NULL, NULL, &a));
    return a;
}

TEST(a_broadcast_output_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    float x[9] = {0};
    weir_array *a = lend(rt, x, 0, 1), *b = lend(rt, x, 3, 0), *c = kit_ramp(rt, 9, 0, 1),
               *m = kit_reshape(c, 3, 3);
    CHECK_STATUS(kit_try_into("copy", m, NULL, a), EINVAL);
    CHECK_HAS(weir_error(), "copy: ");
    CHECK_HAS(weir_error(), "output 0");
    CHECK_HAS(weir_error(), "broadcast");
    CHECK_HAS(weir_error(), "copy it before writing to it");
    CHECK_STATUS(kit_try_into("copy", m, NULL, b), EINVAL);
    CHECK_HAS(weir_error(), "broadcast");
    if (weir_op_find("broadcast_to") != NULL) {
        const weir_op *op = kit_op("broadcast_to");
        _Alignas(16) char attr[512];
        int64_t shape[2] = {4, 9};
        weir_i64s list = {shape, 2};
        weir_array *wide = NULL;
        CHECK_OK(weir_attr_init(op, attr, weir_op_describe(op)->attr_size));
        CHECK(kit_attr(op, attr, "shape", &list, sizeof list));
        CHECK_OK(weir_op_call(rt, op, &c, 1, attr, weir_op_describe(op)->attr_size, &wide, NULL));
        CHECK_STATUS(kit_try_into("negative", wide, NULL, wide), EINVAL);
        CHECK_HAS(weir_error(), "broadcast");
        weir_array_release(wide);
    }
    CHECK_RAMP(m, 9, 0, 1);
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(c);
    weir_array_release(m);
    weir_runtime_free(rt);
}

/* The value of an element would depend on the last writer. */
TEST(an_output_with_overlapping_elements_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    float x[9] = {0};
    weir_array *a = lend(rt, x, 1, 1), *b = lend(rt, x, 2, 1), *c = kit_ramp(rt, 9, 0, 1),
               *m = kit_reshape(c, 3, 3);
    CHECK_STATUS(kit_try_into("copy", m, NULL, a), EINVAL);
    CHECK_STATUS(kit_try_into("copy", m, NULL, b), EINVAL);
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(c);
    weir_array_release(m);
    weir_runtime_free(rt);
}

/* ---- Failures in flight ---------------------------------------------------------------------- */

TEST(a_failure_propagates_to_dependent_arrays_alone) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *bad = kit_filled(rt, 100, 1), *good = kit_filled(rt, 100, 2);
    kit_break(bad);
    weir_array *y = kit_call("add", good, bad), *z = kit_call("negative", y, NULL),
               *other = kit_call("negative", good, NULL);
    char text[100];
    double item;
    float x[100];
    void *data;
    for (int again = 0; again < 2; again++) {
        CHECK_STATUS(weir_array_wait(z), EFAILED);
        CHECK_HAS(weir_error(), "it broke");
        CHECK_STATUS(weir_array_read(y, x, sizeof x), EFAILED);
        CHECK_STATUS(weir_array_text(y, text, sizeof text), EFAILED);
        CHECK_STATUS(weir_array_map(y, WEIR_MAP_READ, &data), EFAILED);
        CHECK_STATUS(weir_array_item_f64(y, &item), EINVAL);
    }
    CHECK_ALL(other, 100, -2);
    CHECK_ALL(good, 100, 2);
    CHECK_OK(weir_waitall(rt)); /* all reads above have reported it */
    weir_failure_clear(rt);
    weir_array_release(bad);
    weir_array_release(good);
    weir_array_release(y);
    weir_array_release(z);
    weir_array_release(other);
    weir_runtime_free(rt);
}

TEST(a_skipped_operation_in_place_leaves_the_old_values) {
    weir_runtime *rt = kit_runtime(2);
    for (int k = 0; k < 4; k++) {
        int64_t n = lengths[k];
        weir_array *bad = kit_filled(rt, n, 1), *model_ = kit_ramp(rt, n, 0, 1),
                   *view_ = kit_reshape(model_, 1, n), *b = kit_reshape(bad, 1, n);
        kit_break(bad);
        kit_into("subtract", model_, bad, model_); /* a bad batch */
        kit_into("subtract", view_, b, view_);
        kit_into("copy", bad, NULL, model_); /* an overwrite that did not happen */
        CHECK_STATUS(weir_array_wait(model_), EFAILED);
        CHECK_STATUS(weir_array_wait(view_), EFAILED);
        CHECK_OK(weir_var_clear(weir_array_var(model_)));
        CHECK_OK(weir_array_wait(model_));
        CHECK_RAMP(model_, n, 0, 1);
        CHECK_RAMP(view_, n, 0, 1);
        weir_array_release(bad);
        weir_array_release(b);
        weir_array_release(model_);
        weir_array_release(view_);
    }
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

TEST(a_full_overwrite_clears_and_a_partial_one_does_not) {
    weir_runtime *rt = kit_runtime(2);
    for (int k = 1; k < 4; k++) {
        int64_t n = lengths[k];
        weir_array *a = kit_filled(rt, n, 1), *b = kit_ramp(rt, n, 0, 1),
                   *wide = kit_reshape(a, 1, n), *c = kit_reshape(b, 1, n);
        kit_break(a);
        CHECK_STATUS(weir_array_wait(a), EFAILED);
        kit_into("negative", a, NULL, a); /* reads what failed */
        CHECK_STATUS(weir_array_wait(a), EFAILED);
        kit_into("negative", c, NULL, wide); /* all of it, though by another view */
        CHECK_RAMP(a, n, 0, -1);
        if (weir_op_find("split") != NULL) {
            weir_array *part = kit_cut(a, 0, n - 1), *less = kit_cut(b, 0, n - 1);
            kit_break(a);
            kit_into("copy", less, NULL, part);
            CHECK_STATUS(weir_array_wait(a), EFAILED);
            kit_into("copy", b, NULL, a);
            CHECK_RAMP(a, n, 0, 1);
            weir_array_release(part);
            weir_array_release(less);
        }
        weir_array_release(a);
        weir_array_release(b);
        weir_array_release(c);
        weir_array_release(wide);
    }
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

/* There are no old contents to restore, and reading reports that, however small the array is.  Operations
 * that need it are skipped and change nothing. */
TEST(a_result_that_was_never_computed_reports_so_once_it_is_cleared) {
    weir_runtime *rt = kit_runtime(2);
    for (int k = 0; k < 4; k++) {
        int64_t n = lengths[k];
        float *x = malloc((size_t)n * sizeof *x);
        char text[200];
        weir_array *bad = kit_filled(rt, n, 1);
        kit_break(bad);
        weir_array *y = kit_call("negative", bad, NULL);
        CHECK_STATUS(weir_array_wait(y), EFAILED);
        CHECK_OK(weir_var_clear(weir_array_var(y)));
        CHECK_STATUS(weir_array_read(y, x, (size_t)n * sizeof *x), EFAILED);
        CHECK_HAS(weir_error(), "never computed");
        CHECK_STATUS(weir_array_text(y, text, sizeof text), EFAILED);
        weir_array *z = kit_call("negative", y, NULL), *old = kit_ramp(rt, n, 0, 1);
        CHECK_STATUS(weir_array_wait(z), EFAILED);
        CHECK_HAS(weir_error(), "an input was never computed");
        kit_into("add", old, y, old);
        CHECK_STATUS(weir_array_wait(old), EFAILED);
        CHECK_HAS(weir_error(), "this value was not written");
        CHECK_OK(weir_var_clear(weir_array_var(old)));
        CHECK_RAMP(old, n, 0, 1);
        kit_into("negative", y, NULL, y);
        CHECK_STATUS(weir_array_wait(y), EFAILED);
        kit_into("negative", old, NULL, y);
        CHECK_RAMP(y, n, 0, -1);
        weir_array_release(bad);
        weir_array_release(y);
        weir_array_release(z);
        weir_array_release(old);
        free(x);
    }
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

TEST(a_cancelled_operation_in_place_leaves_the_old_values) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_array *a = kit_ramp(rt, 1000, 0, 1), *g = kit_scalar(rt, 1);
    kit_gate_array(g, &gate);
    kit_into("add", a, g, a);
    CHECK_OK(weir_var_cancel(weir_array_var(a)));
    test_gate_open(&gate);
    CHECK_STATUS(weir_array_wait(a), ECANCELED);
    CHECK_OK(weir_var_clear(weir_array_var(a)));
    CHECK_RAMP(a, 1000, 0, 1);
    weir_failure_clear(rt);
    weir_array_release(a);
    weir_array_release(g);
    weir_runtime_free(rt);
}

TEST(what_cancel_all_dropped_is_named) {
    test_gate gate = {0};
    weir_runtime *rt = kit_held(kit_runtime(1), &gate);
    weir_array *x = kit_ramp(rt, 100, 0, 1);
    weir_site_set(weir_site_intern("train.c", 5));
    weir_array *y = kit_call("negative", x, NULL);
    weir_site_set(weir_site_intern("train.c", 9));
    CHECK_OK(weir_cancel_all(rt));
    weir_site_set(0);
    test_gate_open(&gate);
    CHECK_STATUS(weir_array_wait(y), ECANCELED);
    CHECK_HAS(weir_error(), "negative (train.c:5) did not run");
    CHECK_HAS(weir_error(), "cancel_all (train.c:9)");
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* ---- An operator of our own that fails on some data ------------------------------------------ */

static weir_status picky_infer(weir_infer *c) {
    weir_array *x = c->in[0];
    c->out[0].dtype = c->dtype = weir_array_dtype(x);
    c->out[0].ndim = weir_array_ndim(x);
    memcpy(c->out[0].shape, weir_array_shape(x), sizeof(int64_t) * (size_t)weir_array_ndim(x));
    return WEIR_OK;
}

static weir_status picky_run(const weir_kernel *k) {
    const float *x = k->in[0].data;
    float *y = k->out[0].data;
    for (int64_t i = 0; i < k->in[0].shape[0]; i++) {
        if (x[i] < 0) return weir_context_fail(k->ctx, WEIR_EINVAL, "a negative label");
        y[i] = x[i];
    }
    return WEIR_OK;
}

static const weir_op_def picky = {.size = sizeof(weir_op_def),
                                  .name = "picky",
                                  .summary = "Takes no negative numbers.",
                                  .inputs = "x",
                                  .outputs = "y",
                                  .infer = picky_infer,
                                  .run = picky_run};

TEST(a_failing_kernel_is_named_with_its_inputs_and_site) {
    weir_runtime *rt = kit_runtime(2);
    const weir_op *op = NULL;
    CHECK_OK(weir_op_register(&picky, &op));
    weir_array *x = kit_ramp(rt, 10, -3, 1), *y = NULL, *ok = kit_ramp(rt, 10, 3, 1);
    weir_site_set(555);
    CHECK_OK(weir_op_call(rt, op, &x, 1, NULL, 0, &y, NULL));
    weir_site_set(0);
    CHECK_STATUS(weir_array_wait(y), EINVAL);
    CHECK_HAS(weir_error(), "picky");
    CHECK_HAS(weir_error(), "a negative label");
    CHECK_HAS(weir_error(), "float32 (10,)");
    weir_failure f = {.size = sizeof f};
    CHECK_OK(weir_error_get(&f));
    CHECK_EQ(f.site, 555);
    CHECK_STR(f.name, "picky");
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(weir_failure_count(rt), 1);
    CHECK_OK(weir_failure_get(rt, 0, &f));
    CHECK_EQ(f.site, 555);
    weir_failure_clear(rt);
    /* A write to an array that overlaps the input goes through a copy, so a failure changes nothing. */
    CHECK_OK(weir_op_call_into(rt, op, &x, 1, NULL, 0, &x, 1));
    CHECK_STATUS(weir_array_wait(x), EINVAL);
    CHECK_OK(weir_var_clear(weir_array_var(x)));
    CHECK_RAMP(x, 10, -3, 1);
    CHECK_OK(weir_op_call_into(rt, op, &ok, 1, NULL, 0, &x, 1));
    CHECK_RAMP(x, 10, 3, 1);
    weir_failure_clear(rt);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(ok);
    weir_runtime_free(rt);
}
