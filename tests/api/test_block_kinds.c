/* test_block_kinds.c - properties that every block kind must have, checked with its samples.
 *
 * A new kind is tested without an edit here.  TEST_BLOCK=name restricts the tests to one kind.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "block_kit.h"

enum { OUTPUTS = 8, ENTRIES = 64, PROBES = 8, GRADS = ENTRIES + SAMPLE_INPUTS };

typedef void check_fn(const weir_block_def *def, const sample *s);

static void walk(check_fn *check) {
    const char *only = getenv("TEST_BLOCK");
    int walked = 0;
    for (uint32_t i = 0; i < weir_block_kind_count(); i++) {
        const weir_block_def *def = weir_block_kind_describe(weir_block_kind_at(i));
        sample s;
        if (only != NULL && strcmp(only, def->name) != 0) continue;
        for (int n = 0; sample_read(def, n, &s); n++, walked++) check(def, &s);
    }
    CHECK(walked > 0);
}

/* ---- One run --------------------------------------------------------------------------------- */

/* A block in a runtime, with values of its inputs and parameters, so that one of them can be varied. */
typedef struct rig {
    weir_runtime *rt;
    const sample *s;
    weir_block *block;
    weir_dtype dtype;
    bool train;
    double *in[SAMPLE_INPUTS];
    weir_block_entry entry[ENTRIES];
    size_t entries;
} rig;

static uint32_t run(rig *r, weir_array **in, weir_array **out) {
    uint32_t count = OUTPUTS;
    for (uint32_t i = 0; i < r->s->in_count; i++)
        in[i] = sample_array(r->rt, &r->s->in[i], r->dtype, r->in[i]);
    weir_training_set(r->train);
    CHECK_OK(weir_seed(r->rt, 77));
    weir_status status = weir_block_forward(r->block, in, r->s->in_count, out, &count);
    weir_training_set(0);
    if (status != WEIR_OK) test_fail(__FILE__, __LINE__, "%s: %s", r->s->text, weir_error());
    return count;
}

static void release_all(weir_array **list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) weir_array_release(list[i]);
}

/* Set parameters to values other than ones and zeros. */
static void rig_start(rig *r, weir_runtime *rt, const sample *s, weir_dtype dtype, bool train) {
    weir_array *in[SAMPLE_INPUTS], *out[OUTPUTS];
    *r = (rig){.rt = rt, .s = s, .dtype = dtype, .train = train};
    weir_dtype before = weir_default_dtype_set(dtype);
    r->block = kit_block(rt, s->text);
    weir_default_dtype_set(before);
    for (uint32_t i = 0; i < s->in_count; i++) r->in[i] = sample_values(&s->in[i], 5 + i);
    release_all(out, run(r, in, out)); /* now all shapes are known */
    release_all(in, s->in_count);
    r->entries = weir_block_entries(r->block, r->entry, ENTRIES);
    CHECK(r->entries <= ENTRIES);
    weir_stream stream = {3, 0}, *old = weir_stream_set(&stream);
    for (size_t i = 0; i < r->entries; i++)
        if (r->entry[i].trained)
            CHECK_OK(weir_init_fill(r->entry[i].array,
                                    &(weir_init){.kind = WEIR_INIT_UNIFORM, .a = -0.7, .b = 0.9}));
    weir_stream_set(old);
}

static void rig_end(rig *r) {
    for (uint32_t i = 0; i < r->s->in_count; i++) free(r->in[i]);
    weir_block_release(r->block);
}

/* Weights of the elements of results in the loss. */
static double *weights_of(weir_array *a, uint64_t seed) {
    sample_input like = {.ndim = weir_array_ndim(a), .low = -1, .high = 1};
    for (int i = 0; i < like.ndim; i++) like.shape[i] = weir_array_shape(a)[i];
    return sample_values(&like, seed);
}

static double loss(rig *r) {
    weir_array *in[SAMPLE_INPUTS], *out[OUTPUTS];
    uint32_t count = run(r, in, out);
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t n = weir_array_count(out[i]);
        double *y = malloc((size_t)(n + 1) * sizeof *y), *w = weights_of(out[i], 90 + i);
        CHECK_OK(weir_array_read(out[i], y, (size_t)n * sizeof *y));
        for (int64_t j = 0; j < n; j++) sum += w[j] * y[j];
        free(y);
        free(w);
    }
    release_all(out, count);
    release_all(in, r->s->in_count);
    return sum;
}

/* The gradients of float inputs and of parameters. */
static void backward(rig *r, weir_array **grad) {
    weir_array *in[SAMPLE_INPUTS], *out[OUTPUTS], *head[OUTPUTS], *w[OUTPUTS];
    uint32_t heads = 0;
    double *values[SAMPLE_INPUTS];
    memcpy(values, r->in, sizeof values);
    for (uint32_t i = 0; i < r->s->in_count; i++)
        in[i] = sample_array(r->rt, &r->s->in[i], r->dtype, r->in[i]);
    for (uint32_t i = 0; i < r->s->in_count; i++)
        if (kit_is_float(in[i])) CHECK_OK(weir_array_attach_grad(in[i], WEIR_GRAD_WRITE));
    uint32_t count = OUTPUTS;
    weir_training_set(r->train);
    CHECK_OK(weir_seed(r->rt, 77));
    weir_recording_set(1);
    CHECK_OK(weir_block_forward(r->block, in, r->s->in_count, out, &count));
    weir_recording_set(0);
    weir_training_set(0);
    for (uint32_t i = 0; i < count; i++) {
        if (!weir_array_requires_grad(out[i])) continue;
        double *x = weights_of(out[i], 90 + i);
        sample_input like = {.ndim = weir_array_ndim(out[i])};
        for (int j = 0; j < like.ndim; j++) like.shape[j] = weir_array_shape(out[i])[j];
        head[heads] = out[i];
        w[heads++] = sample_array(r->rt, &like, r->dtype, x);
        free(x);
    }
    CHECK(heads > 0);
    CHECK_OK(weir_backward(head, heads, w, 0));
    for (uint32_t i = 0; i < SAMPLE_INPUTS; i++)
        grad[i] = i < r->s->in_count && kit_is_float(in[i]) ? weir_array_grad(in[i]) : NULL;
    for (size_t i = 0; i < r->entries; i++)
        grad[SAMPLE_INPUTS + i] = r->entry[i].trained ? weir_array_grad(r->entry[i].array) : NULL;
    release_all(w, heads);
    release_all(out, count);
    release_all(in, r->s->in_count);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

static void judge(const rig *r, const char *what, int64_t at, double got, double above,
                  double below, double step) {
    double wanted = (above - below) / (2 * step), size = fabs(above) + fabs(below) + 1;
    if (fabs(got - wanted) <= 1e-6 * fabs(wanted) + 1e-7 * size) return;
    test_fail(__FILE__, __LINE__, "%s, %s: the gradient of %s[%lld] is %.10g, by differences %.10g",
              r->s->text, r->train ? "training" : "predicting", what, (long long)at, got, wanted);
}

static double grad_at(weir_array *grad, int64_t at) {
    if (grad == NULL) return 0;
    int64_t n = weir_array_count(grad);
    double *g = malloc((size_t)(n + 1) * sizeof *g);
    CHECK_OK(weir_array_read(grad, g, (size_t)n * sizeof *g));
    double value = g[at];
    free(g);
    return value;
}

static void check_input(rig *r, uint32_t i, weir_array *grad) {
    int64_t n = sample_elements(&r->s->in[i]);
    uint64_t random = 5;
    for (int64_t k = 0; k < n && k < PROBES; k++) {
        int64_t at = n <= PROBES ? k : (int64_t)(test_random(&random) % (uint64_t)n);
        double x = r->in[i][at], step = 1e-5;
        r->in[i][at] = x + step;
        double above = loss(r);
        r->in[i][at] = x - step;
        double below = loss(r);
        r->in[i][at] = x;
        judge(r, "input", at, grad_at(grad, at), above, below, step);
    }
}

static void check_parameter(rig *r, size_t i, weir_array *grad) {
    weir_array *a = r->entry[i].array;
    int64_t n = weir_array_count(a);
    double *x = malloc((size_t)(n + 1) * sizeof *x), step = 1e-5;
    uint64_t random = 6;
    CHECK(grad != NULL);
    CHECK_EQ(weir_array_dtype(grad), weir_array_dtype(a));
    CHECK_OK(weir_array_read(a, x, (size_t)n * sizeof *x));
    for (int64_t k = 0; k < n && k < PROBES; k++) {
        int64_t at = n <= PROBES ? k : (int64_t)(test_random(&random) % (uint64_t)n);
        double was = x[at], side[2];
        for (int down = 0; down < 2; down++) {
            x[at] = down ? was - step : was + step;
            weir_array *v =
                kit_array(r->rt, WEIR_FLOAT64, weir_array_ndim(a), weir_array_shape(a), x);
            CHECK_OK(weir_block_set(r->block, r->entry[i].name, v));
            weir_array_release(v);
            side[down] = loss(r);
        }
        x[at] = was;
        judge(r, r->entry[i].name, at, grad_at(grad, at), side[0], side[1], step);
    }
    weir_array *v = kit_array(r->rt, WEIR_FLOAT64, weir_array_ndim(a), weir_array_shape(a), x);
    CHECK_OK(weir_block_set(r->block, r->entry[i].name, v));
    weir_array_release(v);
    free(x);
}

static weir_runtime *serial;

static void check_gradient(const weir_block_def *def, const sample *s) {
    (void)def;
    if (serial == NULL) serial = kit_runtime_serial();
    for (int train = 0; train < 2; train++) {
        rig r;
        weir_array *grad[GRADS] = {NULL};
        rig_start(&r, serial, s, WEIR_FLOAT64, train);
        backward(&r, grad);
        for (uint32_t i = 0; i < s->in_count; i++)
            if (s->in[i].dtype != WEIR_INT64 && !s->in[i].none) check_input(&r, i, grad[i]);
        for (size_t i = 0; i < r.entries; i++)
            if (r.entry[i].trained) check_parameter(&r, i, grad[SAMPLE_INPUTS + i]);
        release_all(grad, GRADS);
        rig_end(&r);
    }
}

TEST(every_gradient_matches_finite_differences) { walk(check_gradient); }

/* ---- The same bits --------------------------------------------------------------------------- */

enum { BITS = 4096 };

typedef struct bits {
    unsigned char data[BITS * sizeof(float)];
    size_t used;
} bits;

static void note(bits *b, weir_array *a) {
    if (a == NULL) return;
    size_t n = (size_t)weir_array_count(a) * weir_dtype_bytes(weir_array_dtype(a));
    CHECK(b->used + n <= sizeof b->data);
    CHECK_OK(weir_array_read(a, b->data + b->used, n));
    b->used += n;
}

static void gather_bits(weir_runtime *rt, const sample *s, bits *b) {
    rig r;
    weir_array *grad[GRADS] = {NULL}, *in[SAMPLE_INPUTS], *out[OUTPUTS];
    b->used = 0;
    rig_start(&r, rt, s, WEIR_FLOAT32, true);
    backward(&r, grad);
    uint32_t count = run(&r, in, out);
    for (uint32_t i = 0; i < count; i++) note(b, out[i]);
    for (uint32_t i = 0; i < GRADS; i++) note(b, grad[i]);
    for (size_t i = 0; i < r.entries; i++) note(b, r.entry[i].array); /* buffers among them */
    release_all(in, s->in_count);
    release_all(out, count);
    release_all(grad, GRADS);
    rig_end(&r);
}

static void check_bits(const weir_block_def *def, const sample *s) {
    static weir_runtime *rt[4];
    static bits wanted, got;
    (void)def;
    for (int i = 0; i < 4 && rt[i] == NULL; i++)
        rt[i] = i == 0 ? kit_runtime_serial() : kit_runtime(i);
    gather_bits(rt[0], s, &wanted);
    CHECK(wanted.used > 0);
    for (int i = 1; i < 4; i++) {
        gather_bits(rt[i], s, &got);
        if (got.used != wanted.used || memcmp(got.data, wanted.data, got.used) != 0)
            test_fail(__FILE__, __LINE__, "%s: %d workers give other bits than the serial engine",
                      s->text, i);
    }
}

TEST(any_number_of_workers_gives_the_same_bits) { walk(check_bits); }

/* ---- Descriptions ---------------------------------------------------------------------------- */

static void check_text(const weir_block_def *def, const sample *s) {
    weir_runtime *rt = serial != NULL ? serial : (serial = kit_runtime_serial());
    char text[600], again[600];
    weir_block *b = kit_block(rt, s->text);
    CHECK(weir_block_text(b, text, sizeof text) < sizeof text);
    weir_block *c = kit_block(rt, text);
    weir_block_text(c, again, sizeof again);
    CHECK_STR(again, text);
    CHECK(weir_block_kind_describe(weir_block_kind_of(b)) == def);
    weir_block_release(b);
    weir_block_release(c);
}

TEST(the_text_of_a_block_makes_the_same_block) { walk(check_text); }

TEST(every_kind_is_described) {
    for (uint32_t i = 0; i < weir_block_kind_count(); i++) {
        const weir_block_def *def = weir_block_kind_describe(weir_block_kind_at(i));
        CHECK(weir_block_kind_find(def->name) == weir_block_kind_at(i));
        bool children = def->flags & WEIR_BLOCK_CHILDREN;
        CHECK(children || def->samples != NULL);
        CHECK(def->summary[strlen(def->summary) - 1] == '.');
        for (uint32_t j = 0; j < def->attr_count; j++)
            CHECK(strlen(def->attrs[j].summary) > 5 && def->attrs[j].offset < def->attr_size);
    }
    CHECK(weir_block_kind_at(weir_block_kind_count()) == NULL);
    CHECK(weir_block_kind_find("Dense") == weir_block_kind_find("Linear"));
}

/* ---- What does not fit ----------------------------------------------------------------------- */

/* Inputs of one dimension less, or of another dtype than the parameters: a result or a sentence of the block's or
 * the operator's, never a crash; and nothing stays behind. */
static void check_misfits(const weir_block_def *def, const sample *s) {
    weir_runtime *rt = serial != NULL ? serial : (serial = kit_runtime_serial());
    (void)def;
    for (int how = 0; how < 3; how++) {
        weir_block *b = kit_block(rt, s->text);
        weir_array *in[SAMPLE_INPUTS] = {NULL}, *out[OUTPUTS];
        uint32_t count = OUTPUTS, given = s->in_count;
        for (uint32_t i = 0; i < s->in_count; i++) {
            sample_input like = s->in[i];
            if (how == 0 && like.ndim > 0) like.ndim--;
            double *x = sample_values(&like, 5 + i);
            in[i] = sample_array(rt, &like, how == 1 ? WEIR_FLOAT64 : WEIR_FLOAT32, x);
            free(x);
        }
        if (how == 2) given++; /* one input too many */
        weir_status status = weir_block_forward(b, in, given, out, &count);
        if (status == WEIR_OK)
            release_all(out, count);
        else
            CHECK(strlen(weir_error()) > 10);
        release_all(in, s->in_count);
        weir_block_release(b);
        weir_failure_clear(rt);
    }
}

TEST(mismatched_inputs_are_refused_with_a_message) { walk(check_misfits); }
