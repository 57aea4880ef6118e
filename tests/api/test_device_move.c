/* test_device_move.c - blocks, gradients, optimisers and batches move between devices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "array_kit.h"

enum { PARAMS = 4, STEPS = 6 };

static const int32_t places[] = {WEIR_CPU(1), WEIR_NULL(0)};
enum { PLACES = sizeof places / sizeof *places };

static weir_block *make_net(weir_runtime *rt) {
    weir_block *net = NULL;
    CHECK_OK(weir_block_parse(rt, "Sequential(Linear(3, 4), Tanh(), Linear(4, 2))", &net));
    CHECK_OK(weir_block_initialise(net, 7, NULL));
    return net;
}

static weir_array *on(weir_array *a, int32_t device) {
    weir_array *near = NULL;
    CHECK_OK(weir_to_device(a, device, &near));
    weir_array_release(a);
    return near;
}

/* Two samples of three features. */
static weir_array *samples(weir_runtime *rt, float start, int32_t device) {
    weir_array *line = kit_ramp(rt, 6, start, 0.25f), *x = on(kit_reshape(line, 2, 3), device);
    weir_array_release(line);
    return x;
}

/* A backward pass on the net's device; the gradients depend on the pass. */
static void learn(weir_runtime *rt, weir_block *net, int32_t device, int pass) {
    weir_array *x = samples(rt, (float)pass, device), *y = NULL, *loss = NULL;
    weir_recording_set(1);
    CHECK_OK(weir_block_call(net, x, &y));
    CHECK_OK(weir_sum(y, NULL, &loss));
    weir_recording_set(0);
    CHECK_OK(weir_backward(&loss, 1, NULL, 0));
    weir_array *all[] = {x, y, loss};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
}

static uint32_t params_of(weir_block *net, weir_array **out) {
    uint32_t count = PARAMS;
    CHECK_OK(weir_block_parameters(net, out, &count));
    CHECK_EQ(count, PARAMS);
    return count;
}

static void move(weir_block *net, weir_optimizer *o, int32_t device) {
    weir_array *p[PARAMS];
    CHECK_OK(weir_block_to_device(net, device));
    uint32_t count = params_of(net, p);
    for (uint32_t i = 0; i < count; i++) CHECK_EQ(weir_array_device(p[i]), device);
    CHECK_OK(weir_optimizer_params_set(o, p, count));
}

/* Train, and with `away`, move there after two steps and back after four.  `values` gets all
 * parameters. */
static void train(weir_runtime *rt, const char *kind, int32_t away, float *values) {
    weir_block *net = make_net(rt);
    weir_array *p[PARAMS];
    weir_optimizer *o = NULL;
    int32_t at = WEIR_CPU(0);
    CHECK_OK(
        weir_optimizer_new(rt, weir_optimizer_kind_find(kind), NULL, 0, p, params_of(net, p), &o));
    for (int i = 0; i < STEPS; i++) {
        if (away != WEIR_CPU(0) && (i == 2 || i == 4))
            move(net, o, at = i == 2 ? away : WEIR_CPU(0));
        learn(rt, net, at, i);
        CHECK_OK(weir_optimizer_step(o));
        for (uint32_t j = 0; j < weir_optimizer_state_count(o); j++) {
            weir_array *state = NULL;
            CHECK_OK(weir_optimizer_state_at(o, j, NULL, &state));
            CHECK_EQ(weir_array_device(state), at);
        }
    }
    params_of(net, p);
    for (int i = 0; i < PARAMS; i++) {
        CHECK_OK(weir_array_read(p[i], values, (size_t)weir_array_count(p[i]) * sizeof *values));
        values += weir_array_count(p[i]);
    }
    weir_optimizer_free(o);
    weir_block_release(net);
}

TEST(an_optimiser_continues_on_another_device_with_the_same_bits) {
    static const char *const kinds[] = {"SGD", "Adam", "Adadelta"};
    weir_runtime *rt = kit_runtime(2);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int i = 0; i < PLACES; i++) {
            float here[26] = {0}, there[26] = {0};
            train(rt, kinds[k], WEIR_CPU(0), here);
            train(rt, kinds[k], places[i], there);
            CHECK(memcmp(here, there, sizeof here) == 0);
        }
    weir_runtime_free(rt);
}

/* Without weir_optimizer_params_set, a step would change arrays that the block no longer uses, with
 * their old gradients. */
TEST(a_step_on_parameters_that_were_replaced_is_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *net = make_net(rt);
    weir_array *p[PARAMS];
    weir_optimizer *o = NULL;
    CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find("Adam"), NULL, 0, p, params_of(net, p),
                                &o));
    learn(rt, net, WEIR_CPU(0), 0);
    CHECK(weir_array_grad_refused(p[0]) == NULL);
    CHECK_OK(weir_optimizer_step(o));
    weir_array *old = weir_array_retain(p[0]);
    CHECK_OK(weir_block_to_device(net, WEIR_CPU(1)));
    CHECK_HAS(weir_array_grad_refused(old), "moved to another device");
    learn(rt, net, WEIR_CPU(1), 1);
    CHECK_STATUS(weir_optimizer_step(o), EINVAL);
    CHECK_HAS(weir_error(), "parameter 0 was replaced");
    CHECK_OK(weir_optimizer_params_set(o, p, params_of(net, p)));
    CHECK(weir_array_grad_refused(p[0]) == NULL);
    CHECK_OK(weir_optimizer_step(o));
    CHECK_OK(weir_block_cast(net, WEIR_FLOAT64));
    CHECK_STATUS(weir_optimizer_step(o), EINVAL);
    CHECK_HAS(weir_error(), "parameter 0 was replaced");
    CHECK(weir_array_grad_refused(NULL) == NULL);
    weir_array_release(old);
    weir_optimizer_free(o);
    weir_block_release(net);
    weir_runtime_free(rt);
}

/* Every move creates state, and none of it is known to be filled while the first task waits. */
TEST(a_block_may_move_any_number_of_times_before_its_first_step_has_run) {
    weir_runtime *rt = kit_runtime(2);
    weir_block *net = make_net(rt);
    weir_array *p[PARAMS];
    weir_optimizer *o = NULL;
    test_gate gate = {0};
    params_of(net, p);
    kit_gate_array(p[0], &gate);
    CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find("Adam"), NULL, 0, p, PARAMS, &o));
    for (int i = 0; i < 60; i++) {
        int32_t at = i % 2 == 0 ? WEIR_CPU(1) : WEIR_CPU(0);
        move(net, o, at);
        learn(rt, net, at, i);
        CHECK_OK(weir_optimizer_step(o));
    }
    test_gate_open(&gate);
    CHECK_OK(weir_waitall(rt));
    weir_optimizer_free(o);
    weir_block_release(net);
    weir_runtime_free(rt);
}

TEST(a_block_that_does_not_fit_on_a_device_stays_where_it_is) {
    weir_runtime *rt = kit_runtime(2);
    weir_block *net = make_net(rt);
    weir_array *p[PARAMS];
    float values[12];
    CHECK_OK(weir_memory_budget_set(rt, WEIR_NULL(0), 64));
    CHECK_STATUS(weir_block_to_device(net, WEIR_NULL(0)), ENOMEM);
    CHECK_HAS(weir_error(), "null:0 has only 64 free");
    params_of(net, p);
    for (int i = 0; i < PARAMS; i++) CHECK_EQ(weir_array_device(p[i]), WEIR_CPU(0));
    CHECK_OK(weir_array_read(p[0], values, sizeof values));
    CHECK_OK(weir_memory_budget_set(rt, WEIR_NULL(0), 0));
    CHECK_OK(weir_block_to_device(net, WEIR_NULL(0)));
    params_of(net, p);
    CHECK_EQ(weir_array_device(p[0]), WEIR_NULL(0));
    weir_block_release(net);
    weir_runtime_free(rt);
}

TEST(a_moved_block_keeps_values_and_gradients) {
    weir_runtime *rt = kit_runtime(2);
    for (int i = 0; i < PLACES; i++) {
        weir_block *net = make_net(rt);
        weir_array *p[PARAMS], *old = NULL;
        float before[8], after[8];
        learn(rt, net, WEIR_CPU(0), 1);
        params_of(net, p);
        weir_array *grad = weir_array_grad(p[2]);
        uint64_t pass = weir_array_grad_pass(p[2]);
        CHECK_OK(weir_array_read(grad, before, sizeof before));
        old = weir_array_retain(p[2]);
        weir_array_release(grad);
        CHECK_OK(weir_block_to_device(net, places[i]));
        params_of(net, p);
        CHECK(p[2] != old);
        grad = weir_array_grad(p[2]);
        CHECK_EQ(weir_array_device(grad), places[i]);
        CHECK_EQ(weir_array_grad_pass(p[2]), pass);
        CHECK_OK(weir_array_read(grad, after, sizeof after));
        CHECK(memcmp(before, after, sizeof before) == 0);
        weir_array_release(grad);
        CHECK_OK(weir_array_read(old, before, sizeof before));
        CHECK_OK(weir_array_read(p[2], after, sizeof after));
        CHECK(memcmp(before, after, sizeof before) == 0);
        weir_array_release(old);
        weir_block_release(net);
    }
    weir_block *net = make_net(rt);
    CHECK_STATUS(weir_block_to_device(net, WEIR_CPU(64)), EDEVICE);
    CHECK_HAS(weir_error(), "available are cpu:0 to cpu:63");
    CHECK_STATUS(weir_block_to_device(NULL, WEIR_CPU(0)), EINVAL);
    weir_block_release(net);
    weir_runtime_free(rt);
}

TEST(a_block_tells_its_device) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *net = make_net(rt), *lazy = NULL, *bare = NULL, *outer = NULL;
    CHECK_OK(weir_block_parse(rt, "Linear(2)", &lazy));
    CHECK_OK(weir_block_parse(rt, "ReLU()", &bare));
    CHECK_OK(weir_block_parse(rt, "Sequential()", &outer));
    CHECK_OK(weir_block_add(outer, "0", bare));
    CHECK_OK(weir_block_add(outer, "1", net));
    weir_block *all[] = {net, lazy, bare};
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(weir_block_device(all[i]), WEIR_CPU(0));
        CHECK_OK(weir_block_to_device(all[i], WEIR_NULL(0)));
        CHECK_EQ(weir_block_device(all[i]), WEIR_NULL(0));
    }
    CHECK_EQ(weir_block_device(outer), WEIR_NULL(0)); /* that of the first parameter inside it */
    CHECK_EQ(weir_block_device(NULL), WEIR_CPU(0));
    for (int i = 0; i < 3; i++) weir_block_release(all[i]);
    weir_block_release(outer);
    weir_runtime_free(rt);
}

TEST(a_gradient_that_a_step_has_used_is_replaced_after_the_move) {
    weir_runtime *rt = kit_runtime(1);
    for (int steps = 0; steps < 2; steps++) {
        weir_array *a = kit_ramp(rt, 3, 0, 1), *b = NULL, *g = kit_ramp(rt, 3, 1, 0), *y = NULL;
        CHECK_OK(weir_to_device(a, WEIR_CPU(1), &b));
        CHECK_OK(weir_array_attach_grad(a, WEIR_GRAD_STEP));
        CHECK_OK(weir_array_attach_grad(b, WEIR_GRAD_STEP));
        CHECK_OK(weir_array_grad_set(a, g));
        if (steps) kit_into("negative", a, NULL, a); /* a write uses the gradient */
        CHECK_STATUS(weir_array_grad_move(a, b, g), EINVAL);
        CHECK_HAS(weir_error(), "the gradient is on cpu:0, but the array is on cpu:1");
        g = on(g, WEIR_CPU(1));
        CHECK_OK(weir_array_grad_move(a, b, g));
        weir_recording_set(1);
        CHECK_OK(weir_sum(b, NULL, &y));
        weir_recording_set(0);
        CHECK_OK(weir_backward(&y, 1, NULL, 0));
        weir_array *grad = weir_array_grad(b);
        CHECK_ALL(grad, 3, steps ? 1 : 2);
        weir_array *all[] = {a, b, g, y, grad};
        for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    }
    weir_runtime_free(rt);
}

TEST(a_parameter_without_a_shape_is_created_where_its_block_was_moved) {
    weir_runtime *rt = kit_runtime(1);
    for (int i = 0; i < PLACES; i++) {
        weir_block *b = NULL;
        weir_array *x = samples(rt, 0, places[i]), *y = NULL;
        CHECK_OK(weir_block_parse(rt, "Linear(out_features=2)", &b));
        CHECK_OK(weir_block_to_device(b, places[i]));
        CHECK_OK(weir_block_call(b, x, &y));
        CHECK_EQ(weir_array_device(y), places[i]);
        weir_array_release(x);
        weir_array_release(y);
        weir_block_release(b);
    }
    weir_runtime_free(rt);
}

TEST(state_whose_copy_failed_is_copied_again_after_a_clear) {
    weir_runtime *rt = kit_runtime(2);
    const int64_t n = 40;
    weir_array *p = NULL, *g = NULL, *q = NULL, *state = NULL;
    weir_optimizer *o = NULL;
    test_gate gate = {0};
    p = kit_ramp(rt, n, 0, 1);
    g = kit_ramp(rt, n, 1, 1);
    CHECK_OK(weir_array_attach_grad(p, WEIR_GRAD_WRITE));
    CHECK_OK(weir_array_grad_set(p, g));
    CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find("Adam"), NULL, 0, &p, 1, &o));
    CHECK_OK(weir_optimizer_step(o));
    float before[40], after[40];
    CHECK_OK(weir_optimizer_state_at(o, 0, NULL, &state));
    CHECK_OK(weir_array_read(state, before, sizeof before));
    CHECK_OK(weir_to_device(p, WEIR_CPU(1), &q));
    g = on(g, WEIR_CPU(1));
    CHECK_OK(weir_array_attach_grad(q, WEIR_GRAD_WRITE));
    CHECK_OK(weir_array_grad_set(q, g));
    CHECK_OK(weir_waitall(rt));
    CHECK_OK(weir_optimizer_params_set(o, &q, 1));
    CHECK_OK(weir_optimizer_state_at(o, 0, NULL, &state));
    CHECK_EQ(weir_array_device(state), WEIR_CPU(0)); /* until the next step */
    kit_gate_array(state, &gate);
    CHECK_OK(weir_optimizer_step(o));
    weir_cancel_all(rt); /* the copies of the state, and the step */
    test_gate_open(&gate);
    CHECK_OK(weir_optimizer_clear(o));
    CHECK_OK(weir_optimizer_state_at(o, 0, NULL, &state));
    CHECK_OK(weir_array_read(state, after, sizeof after));
    CHECK(memcmp(before, after, sizeof before) == 0);
    CHECK_OK(weir_array_grad_set(q, g));
    CHECK_OK(weir_optimizer_step(o));
    CHECK_OK(weir_waitall(rt));
    CHECK_OK(weir_optimizer_state_at(o, 0, NULL, &state));
    CHECK_EQ(weir_array_device(state), WEIR_CPU(1));
    weir_failure_clear(rt);
    weir_optimizer_free(o);
    weir_array *all[] = {p, g, q};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(arrays_that_cannot_replace_parameters_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *p[2] = {kit_ramp(rt, 3, 0, 1), kit_ramp(rt, 3, 0, 1)},
               *longer = kit_ramp(rt, 4, 0, 1);
    weir_optimizer *o = NULL;
    CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find("SGD"), NULL, 0, p, 2, &o));
    CHECK_STATUS(weir_optimizer_params_set(o, p, 1), EINVAL);
    CHECK_HAS(weir_error(), "the optimiser has 2 parameters, but 1 array is given");
    CHECK_STATUS(weir_optimizer_params_set(o, (weir_array *[]){p[0], longer}, 2), EINVAL);
    CHECK_HAS(weir_error(), "parameter 1 is float32 (3,)");
    CHECK_STATUS(weir_optimizer_params_set(o, (weir_array *[]){p[0], p[0]}, 2), EINVAL);
    CHECK_HAS(weir_error(), "parameters 0 and 1 are the same array");
    CHECK_STATUS(weir_optimizer_params_set(o, (weir_array *[]){p[0], NULL}, 2), EINVAL);
    CHECK_STATUS(weir_optimizer_params_set(NULL, p, 2), EINVAL);
    CHECK_OK(weir_optimizer_params_set(o, p, 2));
    weir_optimizer_free(o);
    weir_array_release(p[0]);
    weir_array_release(p[1]);
    weir_array_release(longer);
    weir_runtime_free(rt);
}

TEST(a_loader_copies_batches_to_its_device) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = kit_ramp(rt, 10, 0, 1);
    const char *name = "x";
    weir_dataset *data = NULL;
    CHECK_OK(weir_dataset_arrays(&x, &name, 1, &data));
    for (int i = 0; i < PLACES; i++) {
        weir_loader_options options;
        weir_loader *l = NULL;
        weir_loader_options_init(&options);
        options.batch_size = 5;
        options.to_device = 1;
        options.device = places[i];
        CHECK_OK(weir_loader_new(data, &options, &l));
        for (int batch = 0; batch < 2; batch++) {
            weir_array *out = NULL;
            uint32_t count = 1;
            CHECK_OK(weir_loader_next(l, &out, &count));
            CHECK_EQ(weir_array_device(out), places[i]);
            CHECK_RAMP(out, 5, 5 * batch, 1);
            weir_array_release(out);
        }
        weir_loader_free(l);
    }
    weir_loader_options options;
    weir_loader *l = NULL;
    weir_loader_options_init(&options);
    options.to_device = 1;
    options.device = WEIR_CPU(64);
    CHECK_STATUS(weir_loader_new(data, &options, &l), EDEVICE);
    options.to_device = 2;
    CHECK_STATUS(weir_loader_new(data, &options, &l), EINVAL);
    CHECK_HAS(weir_error(), "to_device is 2");
    weir_dataset_release(data);
    weir_array_release(x);
    weir_runtime_free(rt);
}
