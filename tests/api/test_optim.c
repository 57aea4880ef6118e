/* test_optim.c - optimisers: values of PyTorch, state, failures, and errors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "array_kit.h"

enum { PARAMS = 2, ELEMENTS = 7, STEPS = 4 };

static const int64_t sizes[PARAMS] = {3, 4};

#define CHECK_FAILS(call, status, words)                                                           \
    do {                                                                                           \
        CHECK_EQ(call, status);                                                                    \
        CHECK_HAS(weir_error(), words);                                                            \
    } while (0)

static void release(weir_array **list, int count) {
    for (int i = 0; i < count; i++) weir_array_release(list[i]);
}

/* ---- A small model --------------------------------------------------------------------------- */

/* Element k of all parameters, and of their gradients at step t. */
static double start(int64_t k) { return (double)(k % 5 - 2) * 0.5; }
static double slope(int64_t k, int t) { return (double)((k * 7 + t * 3) % 11 - 5) * 0.1; }

static weir_array *as_dtype(weir_array *x, weir_dtype dtype) {
    weir_array *y = NULL;
    CHECK_OK(weir_astype(x, dtype, &y));
    weir_array_release(x);
    return y;
}

static weir_array *from_floats(weir_runtime *rt, int i, const float *x, weir_dtype dtype) {
    const int64_t shape[2][2] = {{3, 0}, {2, 2}};
    return as_dtype(kit_array(rt, WEIR_FLOAT32, 1 + i, shape[i], x), dtype);
}

static void make_params(weir_runtime *rt, weir_dtype dtype, weir_array **p) {
    int64_t k = 0;
    for (int i = 0; i < PARAMS; i++) {
        float x[4];
        for (int64_t j = 0; j < sizes[i]; j++) x[j] = (float)start(k++);
        p[i] = from_floats(rt, i, x, dtype);
        CHECK_OK(weir_array_attach_grad(p[i], WEIR_GRAD_WRITE));
    }
}

static void set_grads(weir_runtime *rt, weir_array **p, int t) {
    int64_t k = 0;
    for (int i = 0; i < PARAMS; i++) {
        float x[4];
        for (int64_t j = 0; j < sizes[i]; j++) x[j] = (float)slope(k++, t);
        weir_array *g = from_floats(rt, i, x, weir_array_dtype(p[i]));
        CHECK_OK(weir_array_grad_set(p[i], g));
        weir_array_release(g);
    }
}

static void read_params(weir_array **p, float *out) {
    for (int i = 0; i < PARAMS; i++) {
        weir_array *x = NULL;
        CHECK_OK(weir_astype(p[i], WEIR_FLOAT32, &x));
        CHECK_OK(weir_array_read(x, out, (size_t)sizes[i] * sizeof *out));
        weir_array_release(x);
        out += sizes[i];
    }
}

/* Parse "lr=0.1 momentum=0.9" into a settings struct. */
static void read_settings(const weir_optimizer_kind *kind, const char *text, void *attr) {
    CHECK_OK(weir_optimizer_attr_init(kind, attr, kind->attr_size));
    while (*text != '\0') {
        size_t n = strcspn(text, "=");
        double value = strtod(text + n + 1, NULL);
        int32_t word = (int32_t)value;
        bool found = false;
        for (uint32_t i = 0; i < kind->attr_count; i++) {
            const weir_attr *a = &kind->attrs[i];
            if (strlen(a->name) != n || memcmp(a->name, text, n) != 0) continue;
            found = true;
            if (a->type == WEIR_ATTR_F64)
                memcpy((char *)attr + a->offset, &value, sizeof value);
            else
                memcpy((char *)attr + a->offset, &word, sizeof word);
        }
        if (!found) test_fail(__FILE__, __LINE__, "no setting %.*s", (int)n, text);
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
}

static weir_optimizer *make(weir_runtime *rt, const char *kind, const char *settings,
                            weir_array **p) {
    _Alignas(16) char attr[256];
    weir_optimizer *o = NULL;
    const weir_optimizer_kind *k = weir_optimizer_kind_find(kind);
    CHECK(k);
    read_settings(k, settings, attr);
    CHECK_OK(weir_optimizer_new(rt, k, attr, k->attr_size, p, PARAMS, &o));
    return o;
}

static void train(weir_runtime *rt, weir_optimizer *o, weir_array **p, int from, int to) {
    for (int t = from; t < to; t++) {
        set_grads(rt, p, t);
        CHECK_OK(weir_optimizer_step(o));
        weir_optimizer_zero_grad(o);
    }
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Four steps of torch.optim 2; LAMB by its formula, in float64. */
static const struct {
    const char *kind, *settings;
    double wanted[ELEMENTS];
} runs[] = {
    {"SGD",
     "lr=0.1",
     {-0.980000019, -0.539999962, 0.00999999978, 0.449999988, 1, -0.949999988, -0.50999999}},
    {"SGD",
     "lr=0.1 momentum=0.9",
     {-0.832849979, -0.647279978, 0.00568000088, 0.379350007, 0.943209946, -0.903829932,
      -0.53016001}},
    {"SGD",
     "lr=0.1 momentum=0.9 dampening=0.3 weight_decay=0.01",
     {-0.824400902, -0.619846642, 0.0245218519, 0.360541373, 0.94269073, -0.894547522,
      -0.558527946}},
    {"SGD",
     "lr=0.1 momentum=0.9 nesterov=1 weight_decay=0.1",
     {-0.723264813, -0.605473757, 0.0135549176, 0.289383709, 0.835503757, -0.750355005,
      -0.474526197}},
    {"SGD",
     "lr=0.1 maximize=1 weight_decay=0.1",
     {-0.978812933, -0.441587031, -0.0100049824, 0.529410005, 0.959902942, -1.01000488,
      -0.470590055}},
    {"SGD",
     "lr=0.1 max_norm=0.5",
     {-0.991524279, -0.519779146, 0.000977618969, 0.472722799, 1.00447786, -0.97476542,
      -0.503020167}},
    {"Adam",
     "lr=0.01",
     {-0.975039542, -0.52528131, 0.00909168553, 0.482865334, 0.98132956, -0.980180025,
      -0.508702397}},
    {"Adam",
     "lr=0.01 weight_decay=0.1 beta1=0.8 beta2=0.95 eps=0.001",
     {-0.972310781, -0.52083528, 0.00791928265, 0.480175853, 0.975984752, -0.973658204,
      -0.503250897}},
    {"Adam",
     "lr=0.01 amsgrad=1 beta2=0.5",
     {-0.976594508, -0.523518443, 0.00958977174, 0.483391613, 0.982327938, -0.981799781,
      -0.508749247}},
    {"Adam",
     "lr=0.01 maximize=1 max_norm=0.3",
     {-1.02445126, -0.476175815, -0.00752300583, 0.516380668, 1.01721776, -1.01822436,
      -0.492620796}},
    {"AdamW",
     "lr=0.01",
     {-0.974644899, -0.525076091, 0.00908860937, 0.482668847, 0.980934381, -0.97978425,
      -0.508499622}},
    {"AdamW",
     "lr=0.1 weight_decay=0.5 amsgrad=1",
     {-0.590755999, -0.635011196, 0.0763442293, 0.252782941, 0.650914609, -0.636702657,
      -0.481284499}},
    {"RMSprop",
     "lr=0.01",
     {-0.940640628, -0.644032896, 0.0336513408, 0.405391932, 0.890058339, -0.894497037,
      -0.544819295}},
    {"RMSprop",
     "lr=0.01 momentum=0.9 centered=1 weight_decay=0.01 alpha=0.9",
     {-0.879413068, -0.670179129, 0.0409056209, 0.413251638, 0.84289372, -0.89970547,
      -0.551121831}},
    {"RMSprop",
     "lr=0.01 centered=1",
     {-0.939950466, -0.645228684, 0.0339279734, 0.404784143, 0.888844967, -0.893773258,
      -0.545324504}},
    {"Adagrad",
     "lr=0.1",
     {-0.940095127, -0.644181311, 0.0337510891, 0.405699998, 0.889766634, -0.894461334,
      -0.544761419}},
    {"Adagrad",
     "lr=0.1 lr_decay=0.1 initial_accumulator_value=0.2 weight_decay=0.01",
     {-0.945488334, -0.570516109, 0.0112682171, 0.431719363, 0.969763398, -0.931705892,
      -0.522940636}},
    {"Adadelta",
     "lr=1",
     {-0.999050081, -0.504268706, 0.0011311844, 0.496766388, 0.998267353, -0.995832205,
      -0.500866473}},
    {"Adadelta",
     "lr=0.5 rho=0.8 weight_decay=0.1",
     {-0.998939335, -0.501022816, 0.000386891654, 0.498454243, 0.998523474, -0.997802019,
      -0.499840736}},
    {"LAMB",
     "lr=0.01",
     {-0.976872652, -0.529161783, 0.00619838049, 0.469071414, 0.978481033, -0.977359733,
      -0.499137237}},
    {"LAMB",
     "lr=0.1 weight_decay=0.1",
     {-0.723788436, -0.74599477, 0.065754799, 0.23126888, 0.745736466, -0.734057924, -0.473358029}},
};

enum { RUNS = sizeof runs / sizeof *runs };

static void check_near(const char *what, const float *got, const double *wanted, double tolerance) {
    for (int i = 0; i < ELEMENTS; i++)
        if (!(fabs((double)got[i] - wanted[i]) <= tolerance))
            test_fail(__FILE__, __LINE__, "%s: element %d is %.9g, not %.9g", what, i,
                      (double)got[i], wanted[i]);
}

TEST(steps_are_those_of_torch) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine == 0 ? kit_runtime(2) : kit_runtime_serial();
        for (int i = 0; i < RUNS; i++) {
            weir_array *p[PARAMS];
            float got[ELEMENTS];
            make_params(rt, WEIR_FLOAT32, p);
            weir_optimizer *o = make(rt, runs[i].kind, runs[i].settings, p);
            train(rt, o, p, 0, STEPS);
            read_params(p, got);
            char what[128];
            snprintf(what, sizeof what, "%s %s", runs[i].kind, runs[i].settings);
            check_near(what, got, runs[i].wanted, 3e-6);
            weir_optimizer_free(o);
            release(p, PARAMS);
        }
        weir_runtime_free(rt);
    }
}

TEST(float64_is_computed_in_float64) {
    weir_runtime *rt = kit_runtime(2);
    for (int i = 0; i < RUNS; i++) {
        weir_array *p[PARAMS];
        float got[ELEMENTS];
        make_params(rt, WEIR_FLOAT64, p);
        weir_optimizer *o = make(rt, runs[i].kind, runs[i].settings, p);
        train(rt, o, p, 0, STEPS);
        CHECK_EQ(weir_array_dtype(p[0]), WEIR_FLOAT64);
        read_params(p, got);
        check_near(runs[i].settings, got, runs[i].wanted, 3e-6);
        weir_optimizer_free(o);
        release(p, PARAMS);
    }
    weir_runtime_free(rt);
}

TEST(bfloat16_has_a_float32_master_copy) {
    weir_runtime *rt = kit_runtime(2);
    for (int i = 0; i < RUNS; i++) {
        weir_array *p[PARAMS], *master = NULL;
        float got[ELEMENTS];
        char name[WEIR_STATE_NAME_MAX];
        make_params(rt, WEIR_BFLOAT16, p);
        weir_optimizer *o = make(rt, runs[i].kind, runs[i].settings, p);
        train(rt, o, p, 0, STEPS);
        read_params(p, got);
        check_near(runs[i].settings, got, runs[i].wanted, 0.02);
        bool found = false;
        for (uint32_t j = 0; j < weir_optimizer_state_count(o); j++) {
            CHECK_OK(weir_optimizer_state_at(o, j, name, &master));
            if (strcmp(name, "0.master") != 0) continue;
            float original[3];
            found = true;
            CHECK_EQ(weir_array_dtype(master), WEIR_FLOAT32);
            CHECK_OK(weir_array_read(master, original, sizeof original));
            for (int e = 0; e < 3; e++) /* rounded to 8 bits it is the parameter */
                CHECK(fabsf(original[e] - got[e]) <= fabsf(got[e]) / 256);
        }
        CHECK(found);
        weir_optimizer_free(o);
        release(p, PARAMS);
    }
    weir_runtime_free(rt);
}

/* Overwrite elements 1, 3 and 5 of all parameters. */
static void write_some(weir_runtime *rt, weir_array **p) {
    float x[ELEMENTS];
    read_params(p, x);
    for (int k = 1; k < ELEMENTS; k += 2) x[k] = (float)(k * 4 + 1);
    for (int i = 0; i < PARAMS; i++) {
        weir_array *values = from_floats(rt, i, i == 0 ? x : x + sizes[0], weir_array_dtype(p[i]));
        CHECK_OK(weir_op_call_into(rt, weir_op_find("copy"), &values, 1, NULL, 0, &p[i], 1));
        weir_array_release(values);
    }
}

/* The parameters q, in float32, are what the master copies of p should be. */
static void train_both(weir_runtime *rt, weir_optimizer **o, weir_array **p, weir_array **q,
                       int from, int to) {
    for (int t = from; t < to; t++) {
        set_grads(rt, p, t);
        for (int i = 0; i < PARAMS; i++) {
            weir_array *g = as_dtype(weir_array_grad(p[i]), WEIR_FLOAT32);
            CHECK_OK(weir_array_grad_set(q[i], g));
            weir_array_release(g);
        }
        for (int i = 0; i < 2; i++) CHECK_OK(weir_optimizer_step(o[i]));
    }
}

TEST(a_step_takes_over_written_elements_of_a_parameter) {
    weir_runtime *rt = kit_runtime(2);
    const weir_dtype low[2] = {WEIR_FLOAT16, WEIR_BFLOAT16};
    for (int i = 0; i < 2 * RUNS; i++) {
        weir_array *p[PARAMS], *q[PARAMS], *master = NULL, *rounded = NULL;
        float got[ELEMENTS], wanted[ELEMENTS];
        char name[WEIR_STATE_NAME_MAX];
        make_params(rt, low[i % 2], p);
        make_params(rt, WEIR_FLOAT32, q);
        weir_optimizer *o[2] = {make(rt, runs[i / 2].kind, runs[i / 2].settings, p),
                                make(rt, runs[i / 2].kind, runs[i / 2].settings, q)};
        train_both(rt, o, p, q, 0, 2);
        write_some(rt, p);
        write_some(rt, q);
        train_both(rt, o, p, q, 2, STEPS);
        read_params(q, wanted);
        int found = 0;
        for (uint32_t j = 0; j < weir_optimizer_state_count(o[0]); j++) {
            CHECK_OK(weir_optimizer_state_at(o[0], j, name, &master));
            if (strcmp(name + 1, ".master") != 0) continue;
            int which = name[0] - '0';
            CHECK_OK(weir_array_read(master, got, (size_t)sizes[which] * sizeof *got));
            CHECK(memcmp(got, which == 0 ? wanted : wanted + sizes[0],
                         (size_t)sizes[which] * sizeof *got) == 0);
            found++;
        }
        CHECK_EQ(found, PARAMS);
        for (int j = 0; j < PARAMS; j++) {
            CHECK_OK(weir_astype(q[j], low[i % 2], &rounded));
            weir_array_release(q[j]);
            q[j] = rounded;
        }
        read_params(p, got);
        read_params(q, wanted);
        CHECK(memcmp(got, wanted, sizeof got) == 0);
        for (int j = 0; j < 2; j++) weir_optimizer_free(o[j]);
        release(p, PARAMS);
        release(q, PARAMS);
    }
    weir_runtime_free(rt);
}

TEST(empty_parameters_take_part_in_steps) {
    weir_runtime *rt = kit_runtime(2);
    const weir_dtype low[3] = {WEIR_FLOAT32, WEIR_BFLOAT16, WEIR_FLOAT64};
    const int64_t none = 0;
    for (int i = 0; i < 3 * RUNS; i++) {
        weir_array *p[PARAMS], *alone[PARAMS], *grad;
        double got;
        for (int j = 0; j < PARAMS; j++) { /* the first one, or both, are empty */
            alone[j] = as_dtype(kit_array(rt, WEIR_FLOAT32, 1, &none, NULL), low[i % 3]);
            p[j] = j == 0 ? weir_array_retain(alone[0]) : kit_filled(rt, 1, 1);
        }
        p[1] = as_dtype(p[1], WEIR_FLOAT64);
        weir_array *all[] = {p[1], alone[0], alone[1]};
        for (int j = 0; j < 3; j++) {
            CHECK_OK(weir_array_attach_grad(all[j], WEIR_GRAD_WRITE));
            CHECK_OK(weir_astype(all[j], weir_array_dtype(all[j]), &grad));
            CHECK_OK(weir_array_grad_set(all[j], grad));
            weir_array_release(grad);
        }
        weir_optimizer *o[2] = {make(rt, runs[i / 3].kind, runs[i / 3].settings, alone),
                                make(rt, runs[i / 3].kind, runs[i / 3].settings, p)};
        for (int step = 0; step < 4; step++) CHECK_OK(weir_optimizer_step(o[step % 2]));
        CHECK_OK(weir_array_read(p[1], &got, sizeof got));
        CHECK(got != 1);
        for (int j = 0; j < 2; j++) {
            CHECK_OK(weir_optimizer_clear(o[j]));
            weir_optimizer_free(o[j]);
        }
        release(p, PARAMS);
        release(alone, PARAMS);
    }
    CHECK_OK(weir_waitall(rt));
    weir_runtime_free(rt);
}

TEST(groups_have_settings_of_their_own) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *p[PARAMS];
    float got[ELEMENTS];
    make_params(rt, WEIR_FLOAT32, p);
    const weir_optimizer_kind *kind = weir_optimizer_kind_find("sgd");
    weir_sgd fast, slow;
    weir_optimizer *o = NULL;
    CHECK_OK(weir_optimizer_attr_init(kind, &fast, sizeof fast));
    slow = fast;
    fast.common.lr = 1;
    slow.common.lr = 0.5;
    CHECK_OK(weir_optimizer_new(rt, kind, &fast, sizeof fast, &p[0], 1, &o));
    CHECK_OK(weir_optimizer_group_add(o, &slow, sizeof slow, &p[1], 1));
    CHECK_EQ(weir_optimizer_group_count(o), 2);
    CHECK_FAILS(weir_optimizer_group_add(o, &slow, sizeof slow, &p[1], 1), WEIR_EINVAL,
                "another group");
    train(rt, o, p, 0, 1);
    read_params(p, got);
    for (int k = 0; k < ELEMENTS; k++)
        CHECK(fabs((double)got[k] - (start(k) - (k < 3 ? 1 : 0.5) * slope(k, 0))) < 1e-6);
    CHECK_OK(weir_optimizer_lr_set(o, WEIR_ALL_GROUPS, 0));
    CHECK(weir_optimizer_lr(o, 1) == 0);
    train(rt, o, p, 1, 2);
    float still[ELEMENTS];
    read_params(p, still);
    CHECK(memcmp(got, still, sizeof got) == 0);
    weir_optimizer_free(o);
    release(p, PARAMS);
    weir_runtime_free(rt);
}

TEST(parameters_without_a_gradient_are_left_out) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *p[PARAMS];
    float got[ELEMENTS];
    make_params(rt, WEIR_FLOAT32, p);
    weir_optimizer *o = make(rt, "Adam", "lr=0.5", p);
    CHECK_FAILS(weir_optimizer_step(o), WEIR_EINVAL,
                "no parameter has a gradient (number of parameters: 2); "
                "call weir_backward on the loss first");
    CHECK_EQ(weir_optimizer_state_count(o), 0);
    set_grads(rt, p, 0);
    CHECK_OK(weir_array_grad_set(p[1], NULL));
    CHECK_OK(weir_optimizer_step(o));
    CHECK_EQ(weir_optimizer_state_count(o), 3);
    read_params(p, got);
    for (int k = 0; k < ELEMENTS; k++) CHECK_EQ((double)got[k] != start(k), k < 3);
    train(rt, o, p, 1, 2); /* the second one counts from 1 */
    CHECK_EQ(weir_optimizer_state_count(o), 6);
    weir_array *step = NULL;
    char name[WEIR_STATE_NAME_MAX];
    CHECK_OK(weir_optimizer_state_at(o, 2, name, &step));
    CHECK_STR(name, "0.step");
    CHECK_ITEM(step, 2);
    CHECK_OK(weir_optimizer_state_at(o, 5, name, &step));
    CHECK_STR(name, "1.step");
    CHECK_ITEM(step, 1);
    weir_optimizer_free(o);
    release(p, PARAMS);
    weir_runtime_free(rt);
}

TEST(gradients_are_scaled_and_held_within_bounds) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *p[PARAMS], *scale = kit_scalar(rt, 2);
    float got[ELEMENTS];
    make_params(rt, WEIR_FLOAT32, p);
    weir_optimizer *o = make(rt, "SGD", "lr=1 clip_value=0.25", p);
    CHECK_OK(weir_optimizer_scale_set(o, scale));
    train(rt, o, p, 0, 1);
    read_params(p, got);
    for (int k = 0; k < ELEMENTS; k++) {
        double g = 2 * slope(k, 0);
        g = g > 0.25 ? 0.25 : g < -0.25 ? -0.25 : g;
        CHECK(fabs((double)got[k] - (start(k) - g)) < 1e-6);
    }
    weir_optimizer_free(o);
    weir_array_release(scale);
    release(p, PARAMS);
    weir_runtime_free(rt);
}

TEST(nan_in_a_gradient_stays_nan) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *p = kit_filled(rt, 37, 1), *g = kit_filled(rt, 37, NAN);
    weir_optimizer *o = NULL;
    weir_sgd s;
    float got[37];
    const weir_optimizer_kind *kind = weir_optimizer_kind_find("SGD");
    CHECK_OK(weir_optimizer_attr_init(kind, &s, sizeof s));
    s.common.clip_value = 1;
    s.common.max_norm = 1;
    CHECK_OK(weir_array_attach_grad(p, WEIR_GRAD_WRITE));
    CHECK_OK(weir_array_grad_set(p, g));
    CHECK_OK(weir_optimizer_new(rt, kind, &s, sizeof s, &p, 1, &o));
    CHECK_OK(weir_optimizer_step(o));
    CHECK_OK(weir_array_read(p, got, sizeof got));
    for (int i = 0; i < 37; i++) CHECK(isnan(got[i]));
    weir_optimizer_free(o);
    weir_array_release(p);
    weir_array_release(g);
    weir_runtime_free(rt);
}

/* Large enough to be split; the bits are those of one worker. */
TEST(the_same_bits_for_any_number_of_workers) {
    enum { N = 100003 };
    static float first[N], got[N];
    static const char *const kind[] = {"SGD", "AdamW", "LAMB", "RMSprop"};
    for (int which = 0; which < 4; which++)
        for (int workers = 0; workers < 4; workers++) {
            weir_runtime *rt = workers == 0 ? kit_runtime_serial() : kit_runtime(workers);
            weir_array *p = kit_ramp(rt, N, -1, 1e-5f), *g = kit_ramp(rt, N, 1, -3e-5f);
            weir_optimizer *o = NULL;
            CHECK_OK(weir_array_attach_grad(p, WEIR_GRAD_WRITE));
            CHECK_OK(weir_array_grad_set(p, g));
            const weir_optimizer_kind *k = weir_optimizer_kind_find(kind[which]);
            _Alignas(16) char attr[256];
            read_settings(k, "lr=0.01 max_norm=3", attr);
            CHECK_OK(weir_optimizer_new(rt, k, attr, k->attr_size, &p, 1, &o));
            for (int t = 0; t < 3; t++) CHECK_OK(weir_optimizer_step(o));
            CHECK_OK(weir_array_read(p, workers == 0 ? first : got, sizeof got));
            if (workers > 0) CHECK(memcmp(first, got, sizeof got) == 0);
            weir_optimizer_free(o);
            weir_array_release(p);
            weir_array_release(g);
            weir_runtime_free(rt);
        }
}

/* ---- State ----------------------------------------------------------------------------------- */

TEST(a_restored_optimiser_goes_on_bit_for_bit) {
    weir_runtime *rt = kit_runtime(2);
    for (int i = 0; i < RUNS; i++)
        for (int narrow = 0; narrow < 2; narrow++) {
            weir_array *p[PARAMS], *q[PARAMS];
            float straight[ELEMENTS], resumed[ELEMENTS];
            char name[WEIR_STATE_NAME_MAX];
            make_params(rt, narrow ? WEIR_BFLOAT16 : WEIR_FLOAT32, p);
            weir_optimizer *o = make(rt, runs[i].kind, runs[i].settings, p);
            train(rt, o, p, 0, 2);
            for (int j = 0; j < PARAMS; j++) {
                CHECK_OK(weir_copy(p[j], &q[j]));
                CHECK_OK(weir_array_attach_grad(q[j], WEIR_GRAD_WRITE));
            }
            weir_optimizer *other = make(rt, runs[i].kind, runs[i].settings, q);
            for (uint32_t j = 0; j < weir_optimizer_state_count(o); j++) {
                weir_array *state = NULL;
                CHECK_OK(weir_optimizer_state_at(o, j, name, &state));
                CHECK_OK(weir_optimizer_state_set(other, name, state));
            }
            CHECK_EQ(weir_optimizer_state_count(other), weir_optimizer_state_count(o));
            train(rt, o, p, 2, STEPS);
            train(rt, other, q, 2, STEPS);
            read_params(p, straight);
            read_params(q, resumed);
            CHECK(memcmp(straight, resumed, sizeof straight) == 0);
            weir_optimizer_free(o);
            weir_optimizer_free(other);
            release(p, PARAMS);
            release(q, PARAMS);
        }
    weir_runtime_free(rt);
}

TEST(state_outlives_the_scope_of_a_step) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *p[PARAMS];
    make_params(rt, WEIR_FLOAT32, p);
    weir_optimizer *o = make(rt, "Adam", "lr=0.01", p);
    for (int t = 0; t < 3; t++) {
        weir_scope *scope = NULL;
        CHECK_OK(weir_scope_new(&scope));
        for (int i = 0; i < PARAMS; i++) {
            weir_array *g = NULL;
            CHECK_OK(weir_ones(rt, weir_i64s_of(weir_array_shape(p[i]), weir_array_ndim(p[i])),
                               OPT(ones, .dtype = WEIR_FLOAT32, .device = -1), &g));
            CHECK_OK(weir_array_grad_set(p[i], g));
        }
        CHECK_OK(weir_optimizer_lr_set(o, 0, 0.02));
        CHECK_OK(weir_optimizer_step(o));
        weir_optimizer_zero_grad(o);
        CHECK_OK(weir_scope_free(scope));
    }
    weir_array *step = NULL;
    CHECK_OK(weir_optimizer_state_at(o, 2, NULL, &step));
    CHECK_ITEM(step, 3);
    weir_optimizer_state_drop(o); /* and is released on request */
    CHECK_EQ(weir_optimizer_state_count(o), 0);
    weir_optimizer_free(o);
    release(p, PARAMS);
    weir_runtime_free(rt);
}

/* ---- Failures -------------------------------------------------------------------------------- */

TEST(a_bad_batch_does_not_cost_the_model) {
    static const char *const kind[] = {"SGD", "Adam", "LAMB"};
    for (int which = 0; which < 3; which++) {
        weir_runtime *rt = kit_runtime(2);
        weir_array *p[PARAMS], *q[PARAMS];
        float got[ELEMENTS], wanted[ELEMENTS];
        const char *settings = which == 0 ? "lr=0.1 momentum=0.9 dampening=0.1" : "lr=0.1";
        make_params(rt, WEIR_FLOAT32, p);
        make_params(rt, WEIR_FLOAT32, q);
        weir_optimizer *o = make(rt, kind[which], settings, p);
        weir_optimizer *good = make(rt, kind[which], settings, q);
        train(rt, o, p, 0, 2);
        train(rt, good, q, 0, 2);

        set_grads(rt, p, 2);
        weir_array *bad = weir_array_grad(p[1]);
        kit_break(bad);
        weir_array_release(bad);
        CHECK_OK(weir_optimizer_step(o)); /* not known yet, or if it is, not of the parameters */
        CHECK_EQ(weir_waitall(rt), WEIR_EFAILED);
        set_grads(rt, p, 3);
        CHECK_EQ(weir_optimizer_step(o), WEIR_EFAILED);
        CHECK_HAS(weir_error(), "it broke");
        CHECK_EQ(weir_optimizer_step(o), WEIR_EFAILED); /* every time */

        CHECK_OK(weir_optimizer_clear(o));
        train(rt, o, p, 3, STEPS);
        train(rt, good, q, 3, STEPS);
        read_params(p, got);
        read_params(q, wanted);
        CHECK(memcmp(got, wanted, sizeof got) == 0);
        weir_failure_clear(rt);
        weir_optimizer_free(o);
        weir_optimizer_free(good);
        release(p, PARAMS);
        release(q, PARAMS);
        weir_runtime_free(rt);
    }
}

/* Cancelled with the first step: before anything of the state was made, or zeroed and not filled, because the copy of
 * the parameter waits for a gate.  Clearing lets go of such state, and training is that of a run without the step. */
TEST(a_first_step_that_is_cancelled_does_not_cost_the_optimiser) {
    static const struct {
        const char *kind, *settings;
        weir_dtype dtype;
    } how[] = {{"SGD", "lr=0.1 momentum=0.9", WEIR_FLOAT32},
               {"Adam", "lr=0.1", WEIR_FLOAT32},
               {"Adam", "lr=0.1 master=1 max_norm=0.5", WEIR_BFLOAT16},
               {"Adagrad", "lr=0.1 initial_accumulator_value=0.5", WEIR_FLOAT32}};
    for (int which = 0; which < 8; which++) {
        weir_runtime *rt = kit_runtime(2);
        weir_array *p[PARAMS], *q[PARAMS];
        weir_var *other[2] = {kit_var(rt), kit_var(rt)}, *last = kit_var(rt);
        test_gate gate = {0};
        float got[ELEMENTS], wanted[ELEMENTS];
        bool half = which >= 4;
        make_params(rt, how[which % 4].dtype, p);
        make_params(rt, how[which % 4].dtype, q);
        weir_optimizer *o = make(rt, how[which % 4].kind, how[which % 4].settings, p);
        weir_optimizer *good = make(rt, how[which % 4].kind, how[which % 4].settings, q);
        set_grads(rt, p, 9);
        CHECK_OK(weir_waitall(rt));
        if (half) {
            kit_gate_array(p[0], &gate);
        } else {
            for (int i = 0; i < 2; i++) kit_push(rt, &kit_gate, &gate, NULL, other[i]);
        }
        test_gate_await(&gate, half ? 1 : 2);
        CHECK_OK(weir_optimizer_step(o));
        CHECK_OK(weir_optimizer_step(o));
        kit_push(rt, &kit_nothing, NULL, NULL, last);
        if (half) CHECK_OK(weir_var_wait(last)); /* most likely the zeros are there by now */
        CHECK_OK(weir_cancel_all(rt));
        test_gate_open(&gate);
        CHECK_OK(weir_optimizer_clear(o));
        CHECK_OK(weir_optimizer_clear(o));
        train(rt, o, p, 0, STEPS);
        train(rt, good, q, 0, STEPS);
        read_params(p, got);
        read_params(q, wanted);
        CHECK(memcmp(got, wanted, sizeof got) == 0);
        CHECK_EQ(weir_optimizer_state_count(o), weir_optimizer_state_count(good));
        weir_failure_clear(rt);
        weir_optimizer_free(o);
        weir_optimizer_free(good);
        release(p, PARAMS);
        release(q, PARAMS);
        for (int i = 0; i < 2; i++) weir_var_release(other[i]);
        weir_var_release(last);
        weir_runtime_free(rt);
    }
}

/* State that a good step has changed is brought back, though the step was not known to be good when the next one was
 * issued. */
TEST(a_second_step_that_is_cancelled_does_not_cost_the_first) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *p[PARAMS], *q[PARAMS];
    test_gate gate = {0};
    float got[ELEMENTS], wanted[ELEMENTS];
    make_params(rt, WEIR_FLOAT32, p);
    make_params(rt, WEIR_FLOAT32, q);
    weir_optimizer *o = make(rt, "Adam", "lr=0.1", p), *good = make(rt, "Adam", "lr=0.1", q);
    train(rt, o, p, 0, 1);
    kit_gate_array(p[0], &gate);
    set_grads(rt, p, 9);
    CHECK_OK(weir_optimizer_step(o));
    test_gate_await(&gate, 1);
    CHECK_OK(weir_cancel_all(rt));
    test_gate_open(&gate);
    CHECK_OK(weir_optimizer_clear(o));
    train(rt, o, p, 1, STEPS);
    train(rt, good, q, 0, STEPS);
    read_params(p, got);
    read_params(q, wanted);
    CHECK(memcmp(got, wanted, sizeof got) == 0);
    weir_failure_clear(rt);
    weir_optimizer_free(o);
    weir_optimizer_free(good);
    release(p, PARAMS);
    release(q, PARAMS);
    weir_runtime_free(rt);
}

/* Clearing an optimiser cannot invent the values of a parameter. */
TEST(a_parameter_without_values_is_named_with_the_remedy) {
    weir_runtime *rt = kit_runtime(1);
    const int64_t n = 40;
    weir_array *p = NULL, *zero = kit_filled(rt, n, 0);
    weir_optimizer *o = NULL;
    CHECK_OK(weir_array_to_fill(rt, WEIR_FLOAT32, &n, 1, &p));
    CHECK_OK(weir_array_attach_grad(p, WEIR_GRAD_WRITE));
    CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find("SGD"), NULL, 0, &p, 1, &o));
    CHECK_FAILS(weir_optimizer_clear(o), WEIR_EFAILED, "SGD: parameter 0 has no values");
    CHECK_HAS(weir_error(), "weir_block_clear");
    kit_into("copy", zero, NULL, p);
    CHECK_OK(weir_optimizer_clear(o));
    weir_optimizer_free(o);
    weir_array_release(p);
    weir_array_release(zero);
    weir_runtime_free(rt);
}

/* Two groups, one of them with two dtypes. */
enum { TIED = 3, TIED_ELEMENTS = 4 };

static weir_optimizer *make_tied(weir_runtime *rt, const char *kind, double max_norm,
                                 weir_array **p) {
    static const weir_dtype dtype[TIED] = {WEIR_FLOAT32, WEIR_FLOAT64, WEIR_FLOAT32};
    const int64_t n = TIED_ELEMENTS;
    _Alignas(16) char attr[256];
    const weir_optimizer_kind *k = weir_optimizer_kind_find(kind);
    weir_optimizer *o = NULL;
    read_settings(k, "lr=0.1", attr);
    ((weir_optimizer_common *)(void *)attr)->max_norm = max_norm;
    for (int i = 0; i < TIED; i++) {
        CHECK_OK(weir_ones(rt, weir_i64s_of(&n, 1),
                           OPT(ones, .dtype = dtype[i], .device = WEIR_DEVICE_DEFAULT), &p[i]));
        CHECK_OK(weir_array_attach_grad(p[i], WEIR_GRAD_WRITE));
    }
    CHECK_OK(weir_optimizer_new(rt, k, attr, k->attr_size, p, 2, &o));
    CHECK_OK(weir_optimizer_group_add(o, attr, k->attr_size, p + 2, 1));
    return o;
}

static void train_tied(weir_runtime *rt, weir_optimizer *o, weir_array **p, int bad) {
    const int64_t n = TIED_ELEMENTS;
    for (int i = 0; i < TIED; i++) {
        weir_array *g = NULL;
        CHECK_OK(weir_ones(
            rt, weir_i64s_of(&n, 1),
            OPT(ones, .dtype = weir_array_dtype(p[i]), .device = WEIR_DEVICE_DEFAULT), &g));
        if (i == bad) kit_break(g);
        CHECK_OK(weir_array_grad_set(p[i], g));
        weir_array_release(g);
    }
    CHECK_OK(weir_optimizer_step(o));
}

static void check_equal(weir_array *a, weir_array *b) {
    double x[TIED_ELEMENTS] = {0}, y[TIED_ELEMENTS] = {0};
    CHECK_OK(weir_array_read(a, x, sizeof x / (weir_array_dtype(a) == WEIR_FLOAT64 ? 1 : 2)));
    CHECK_OK(weir_array_read(b, y, sizeof y / (weir_array_dtype(b) == WEIR_FLOAT64 ? 1 : 2)));
    CHECK(memcmp(x, y, sizeof x) == 0);
}

TEST(a_bad_gradient_holds_back_all_groups_and_dtypes) {
    static const char *const kind[] = {"SGD", "Adam", "LAMB"};
    for (int which = 0; which < 3; which++)
        for (int bad = 0; bad < TIED; bad++) {
            weir_runtime *rt = kit_runtime(2);
            weir_array *p[TIED], *q[TIED];
            double max_norm = bad == 1 ? 0.5 : 0;
            weir_optimizer *o = make_tied(rt, kind[which], max_norm, p);
            weir_optimizer *good = make_tied(rt, kind[which], max_norm, q);
            train_tied(rt, o, p, -1);
            train_tied(rt, good, q, -1);
            train_tied(rt, o, p, bad);
            CHECK_EQ(weir_waitall(rt), WEIR_EFAILED);
            for (int i = 0; i < TIED; i++) CHECK_EQ(weir_array_wait(p[i]), WEIR_EFAILED);
            CHECK_EQ(weir_optimizer_step(o), WEIR_EFAILED);
            CHECK_HAS(weir_error(), "it broke");
            CHECK_OK(weir_optimizer_clear(o));
            for (int i = 0; i < TIED; i++) check_equal(p[i], q[i]);
            train_tied(rt, o, p, -1); /* the count of steps is the same, too */
            train_tied(rt, good, q, -1);
            for (int i = 0; i < TIED; i++) check_equal(p[i], q[i]);
            weir_failure_clear(rt);
            weir_optimizer_free(o);
            weir_optimizer_free(good);
            release(p, TIED);
            release(q, TIED);
            weir_runtime_free(rt);
        }
}

/* The same with a parameter that another operation failed. */
TEST(a_broken_parameter_holds_back_the_other_groups) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *p[TIED];
    test_gate gate = {0};
    weir_optimizer *o = make_tied(rt, "Adam", 0, p);
    train_tied(rt, o, p, -1);
    double before[TIED_ELEMENTS], after[TIED_ELEMENTS];
    CHECK_OK(weir_array_read(p[1], before, sizeof before));
    kit_gate_array(p[0], &gate);
    kit_break(p[0]);
    train_tied(rt, o, p, -1); /* not known yet */
    test_gate_open(&gate);
    CHECK_EQ(weir_array_wait(p[1]), WEIR_EFAILED);
    CHECK_OK(weir_optimizer_clear(o));
    CHECK_OK(weir_array_read(p[1], after, sizeof after));
    CHECK(memcmp(before, after, sizeof before) == 0);
    weir_failure_clear(rt);
    weir_optimizer_free(o);
    release(p, TIED);
    weir_runtime_free(rt);
}

TEST(groups_may_lie_on_different_devices) {
    const int64_t n = TIED_ELEMENTS;
    weir_runtime *rt = kit_runtime(2);
    weir_array *p[2], *g[2];
    weir_optimizer *o = NULL;
    for (int i = 0; i < 2; i++) {
        CHECK_OK(weir_ones(rt, weir_i64s_of(&n, 1),
                           OPT(ones, .dtype = WEIR_FLOAT32, .device = WEIR_CPU(i)), &p[i]));
        CHECK_OK(weir_ones(rt, weir_i64s_of(&n, 1),
                           OPT(ones, .dtype = WEIR_FLOAT32, .device = WEIR_CPU(i)), &g[i]));
        CHECK_OK(weir_array_attach_grad(p[i], WEIR_GRAD_WRITE));
        CHECK_OK(weir_array_grad_set(p[i], g[i]));
    }
    CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find("Adam"), NULL, 0, p, 1, &o));
    CHECK_OK(weir_optimizer_group_add(o, NULL, 0, p + 1, 1));
    CHECK_OK(weir_optimizer_step(o));
    check_equal(p[0], p[1]);
    kit_break(g[1]);
    CHECK_OK(weir_optimizer_step(o));
    CHECK_EQ(weir_array_wait(p[0]), WEIR_EFAILED);
    CHECK_EQ(weir_array_wait(p[1]), WEIR_EFAILED);
    CHECK_OK(weir_optimizer_clear(o));
    check_equal(p[0], p[1]);
    weir_failure_clear(rt);
    weir_optimizer_free(o);
    release(p, 2);
    release(g, 2);
    weir_runtime_free(rt);
}

/* The gradient of one batch, issued from a line; a label of 7 is none of three. */
static void learn(weir_runtime *rt, weir_array *p, int64_t label, int line) {
    const int64_t labels[2] = {0, label}, two = 2;
    weir_array *target = kit_array(rt, WEIR_INT64, 1, &two, labels), *loss = NULL;
    weir_site_set(weir_site_intern("train.c", line));
    weir_recording_set(1);
    CHECK_OK(weir_cross_entropy(p, target, NULL, NULL, &loss));
    weir_recording_set(0);
    CHECK_OK(weir_backward(&loss, 1, NULL, 0));
    weir_site_set(0);
    weir_array_release(loss);
    weir_array_release(target);
}

/* With gradients that are replaced, and with those that add up: a failed one is not added to for ever. */
static void bad_label(weir_grad_mode mode) {
    weir_runtime *rt = kit_runtime(2);
    const int64_t shape[2] = {2, 3};
    weir_array *p = kit_array(rt, WEIR_FLOAT32, 2, shape, NULL);
    weir_optimizer *o = NULL;
    float before[6], after[6];
    CHECK_OK(weir_array_attach_grad(p, mode));
    CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find("Adam"), NULL, 0, &p, 1, &o));
    learn(rt, p, 2, 16);
    CHECK_OK(weir_optimizer_step(o));
    CHECK_OK(weir_array_read(p, before, sizeof before));
    learn(rt, p, 7, 17);
    CHECK_OK(weir_optimizer_step(o));
    CHECK(weir_waitall(rt) != WEIR_OK);
    CHECK(weir_optimizer_step(o) != WEIR_OK);
    CHECK_HAS(weir_error(), "train.c:17");
    CHECK_HAS(weir_error(), "7");
    CHECK_OK(weir_optimizer_clear(o));
    CHECK_OK(weir_array_read(p, after, sizeof after));
    CHECK(memcmp(before, after, sizeof before) == 0);
    learn(rt, p, 1, 18);
    CHECK_OK(weir_optimizer_step(o));
    CHECK_OK(weir_array_read(p, after, sizeof after));
    CHECK(memcmp(before, after, sizeof before) != 0);
    weir_failure_clear(rt);
    weir_optimizer_free(o);
    weir_array_release(p);
    weir_runtime_free(rt);
}

TEST(a_bad_label_is_reported_by_the_next_step_with_its_line) {
    bad_label(WEIR_GRAD_WRITE);
    bad_label(WEIR_GRAD_STEP);
}

/* p of one element with the gradient of p * factor. */
static void go_back(weir_array *p, weir_array *factor) {
    weir_recording_set(1);
    weir_array *y = kit_call("multiply", p, factor);
    weir_recording_set(0);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    weir_array_release(y);
}

static weir_optimizer *reference_steps(weir_runtime *rt, weir_array **p, uint32_t count) {
    const weir_optimizer_kind *k = weir_optimizer_kind_find("SGD");
    _Alignas(16) char attr[256];
    weir_optimizer *o = NULL;
    read_settings(k, "lr=1", attr);
    CHECK_OK(weir_optimizer_new(rt, k, attr, k->attr_size, p, count, &o));
    return o;
}

static void expect_value(weir_array *p, float wanted) {
    float got;
    CHECK_OK(weir_array_read(p, &got, sizeof got));
    CHECK(got == wanted);
}

TEST(gradients_add_up_until_a_step) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *p[2] = {kit_filled(rt, 1, 100), kit_filled(rt, 1, 100)},
               *two = kit_filled(rt, 1, 2);
    for (int i = 0; i < 2; i++) CHECK_OK(weir_array_attach_grad(p[i], WEIR_GRAD_STEP));
    weir_optimizer *first = reference_steps(rt, p, 1), *both = reference_steps(rt, p, 2);
    for (int i = 0; i < 2; i++) {
        go_back(p[i], two);
        go_back(p[i], two);
    }
    CHECK_OK(weir_optimizer_step(first)); /* of p[0] alone: p[1] keeps accumulating */
    expect_value(p[0], 96);
    for (int i = 0; i < 2; i++) go_back(p[i], two);
    CHECK_OK(weir_clip_grad_value(p, 2, 5)); /* puts 2 and 5 there */
    for (int i = 0; i < 2; i++) go_back(p[i], two);
    CHECK_OK(weir_optimizer_step(both));
    expect_value(p[0], 92);
    expect_value(p[1], 93);
    go_back(p[0], two); /* no zero_grad in between */
    CHECK_OK(weir_optimizer_step(first));
    expect_value(p[0], 90);
    CHECK_OK(weir_optimizer_step(both)); /* two optimisers that share it find the same gradient */
    expect_value(p[0], 88);
    go_back(p[0], two);
    weir_optimizer_zero_grad(both);
    go_back(p[0], two);
    CHECK_OK(weir_optimizer_step(first));
    expect_value(p[0], 86);
    weir_optimizer_free(first);
    weir_optimizer_free(both);
    weir_array_release(two);
    release(p, 2);
    weir_runtime_free(rt);
}

TEST(peeking_at_a_variable_does_not_wait) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 40, 0, 1);
    test_gate gate = {0};
    CHECK_EQ(weir_var_peek(weir_array_var(x)), WEIR_OK);
    kit_gate_array(x, &gate);
    CHECK_EQ(weir_var_peek(weir_array_var(x)), WEIR_PENDING);
    test_gate_open(&gate);
    CHECK_OK(weir_array_wait(x));
    kit_break(x);
    CHECK_EQ(weir_array_wait(x), WEIR_EFAILED);
    CHECK_EQ(weir_var_peek(weir_array_var(x)), WEIR_EFAILED);
    CHECK_HAS(weir_error(), "it broke");
    CHECK_FAILS(weir_var_peek(NULL), WEIR_EINVAL, "weir_var_peek");
    weir_failure_clear(rt);
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- What is refused ------------------------------------------------------------------------- */

TEST(bad_settings_and_parameters_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *p[PARAMS], *ints = NULL, *turned = NULL;
    make_params(rt, WEIR_FLOAT32, p);
    weir_optimizer *o = NULL;
    const weir_optimizer_kind *sgd = weir_optimizer_kind_find("SGD");
    CHECK(weir_optimizer_kind_find("Sgdd") == NULL);
    CHECK_HAS(weir_error(), "AdamW");
    weir_sgd s;
    CHECK_OK(weir_optimizer_attr_init(sgd, &s, sizeof s));
    s.common.lr = -1;
    CHECK_FAILS(weir_optimizer_new(rt, sgd, &s, sizeof s, p, 2, &o), WEIR_EINVAL, "lr is -1");
    s.common.lr = 1;
    s.nesterov = 1;
    CHECK_FAILS(weir_optimizer_new(rt, sgd, &s, sizeof s, p, 2, &o), WEIR_EINVAL, "nesterov");
    CHECK_FAILS(weir_optimizer_new(rt, sgd, NULL, 0, p, 0, &o), WEIR_EINVAL, "has no parameters");
    ints = kit_array(rt, WEIR_INT32, 1, sizes, NULL);
    CHECK_FAILS(weir_optimizer_new(rt, sgd, NULL, 0, &ints, 1, &o), WEIR_EINVAL, "int32");
    turned = kit_transposed(p[1]);
    CHECK_FAILS(weir_optimizer_new(rt, sgd, NULL, 0, &turned, 1, &o), WEIR_EINVAL, "row-major");
    weir_array *twice[2] = {p[0], p[0]};
    CHECK_FAILS(weir_optimizer_new(rt, sgd, NULL, 0, twice, 2, &o), WEIR_EINVAL, "the same");
    o = make(rt, "Adam", "lr=0.1", p);
    CHECK_FAILS(weir_optimizer_state_set(o, "2.exp_avg", p[0]), WEIR_EINVAL, "2.exp_avg");
    CHECK_FAILS(weir_optimizer_state_set(o, "1.momentum", p[0]), WEIR_EINVAL, "momentum");
    CHECK_FAILS(weir_optimizer_state_set(o, "1.exp_avg", p[0]), WEIR_EINVAL, "1.exp_avg");
    weir_optimizer_free(o);
    weir_optimizer_free(NULL);
    release(p, PARAMS);
    weir_array_release(ints);
    weir_array_release(turned);
    weir_runtime_free(rt);
}

/* The operators themselves: updated inputs must not overlap others. */
TEST(operators_that_change_their_inputs_refuse_overlaps) {
    weir_runtime *rt = kit_runtime(1);
    const weir_op *op = kit_op("sgd_step");
    weir_array *one = kit_number(rt, 1), *x = kit_ramp(rt, 6, 0, 1), *g = kit_filled(rt, 4, 1),
               *low = kit_cut(x, 0, 4), *high = kit_cut(x, 2, 6), *back = kit_flipped(low);
    weir_array *overlap[] = {one, one, one, low, high, g, g};
    CHECK_FAILS(weir_op_call(rt, op, overlap, 7, NULL, 0, NULL, NULL), WEIR_EINVAL, "overlap");
    weir_array *own[] = {one, one, one, low, high};
    CHECK_FAILS(weir_op_call(rt, op, own, 5, NULL, 0, NULL, NULL), WEIR_EINVAL, "overlap");
    weir_array *flipped[] = {one, one, one, back, g};
    CHECK_FAILS(weir_op_call(rt, op, flipped, 5, NULL, 0, NULL, NULL), WEIR_EINVAL, "row-major");
    weir_array *odd[] = {one, one, one, low, g, g};
    CHECK_FAILS(weir_op_call(rt, op, odd, 6, NULL, 0, NULL, NULL), WEIR_EINVAL, "2 lists");
    weir_array *number[] = {one, one, one, one, g};
    CHECK_EQ(weir_op_call(rt, op, number, 5, NULL, 0, NULL, NULL), WEIR_EINVAL);
    weir_array *right[] = {one, one, one, low, g};
    CHECK_FAILS(weir_op_call_into(rt, op, right, 5, NULL, 0, &x, 1), WEIR_EINVAL,
                "modifies its inputs");
    weir_array *turned = NULL; /* gradients may have any strides */
    turned = kit_flipped(g);
    weir_array *view[] = {one, one, one, low, turned};
    CHECK_OK(weir_op_call(rt, op, view, 5, NULL, 0, NULL, NULL));
    CHECK_TEXT(x, "[-1., 0., 1., 2., 4., 5.]");
    weir_array *leaf = kit_ramp(rt, 4, 0, 1);
    CHECK_OK(weir_array_attach_grad(leaf, WEIR_GRAD_WRITE));
    weir_array *followed[] = {one, one, one, leaf, g};
    weir_recording_set(1);
    CHECK_FAILS(weir_op_call(rt, op, followed, 5, NULL, 0, NULL, NULL), WEIR_EINVAL,
                "pause recording");
    weir_recording_set(0);
    weir_array *list[] = {one, x, g, low, high, back, turned, leaf};
    release(list, 8);
    weir_runtime_free(rt);
}
