/* mlp.c - a network learns to classify two spirals.
 *
 * Nothing waits inside an epoch: forward, backward and the optimiser's step are issued and run in
 * the background.  Only a report waits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <weir/weir.h>

enum { POINTS = 400, STEPS = 600, REPORT = 100 };

static void must(weir_status status) {
    if (status == WEIR_OK) return;
    fprintf(stderr, "mlp: %s\n", weir_error());
    exit(1);
}

/* Points along two arms, and the arm of each point. */
static void spirals(weir_runtime *rt, weir_array **x, weir_array **label) {
    static float points[POINTS][2];
    static int64_t arm[POINTS];
    for (int i = 0; i < POINTS; i++) {
        arm[i] = i % 2;
        double t = 0.5 + 9.0 * i / POINTS, turn = t + arm[i] * 3.14159265;
        points[i][0] = (float)(t / 5 * cos(turn));
        points[i][1] = (float)(t / 5 * sin(turn));
    }
    must(weir_array_new(rt, WEIR_FLOAT32, (int64_t[]){POINTS, 2}, 2, points, x));
    must(weir_array_new(rt, WEIR_INT64, (int64_t[]){POINTS}, 1, arm, label));
}

/* The fraction of points whose arm the network predicts. */
static double accuracy(weir_block *net, weir_array *x, weir_array *label) {
    weir_scope *scope;
    weir_array *score, *guess, *right, *share;
    double result;
    must(weir_scope_new(&scope));
    must(weir_block_call(net, x, &score));
    weir_argmax_options rows = WEIR_ARGMAX_OPTIONS;
    rows.axis = 1;
    must(weir_argmax(score, &rows, &guess));
    must(weir_equal(guess, label, &right));
    must(weir_astype(right, WEIR_FLOAT32, &right));
    must(weir_mean(right, NULL, &share));
    must(weir_array_item_f64(share, &result));
    must(weir_scope_free(scope));
    return result;
}

int main(void) {
    weir_runtime *rt;
    weir_block *net, *loss;
    weir_optimizer *adam;
    weir_array *x, *label, *params[16];
    uint32_t count = 16;
    must(weir_runtime_default(&rt));
    must(weir_seed(rt, 1));
    must(weir_block_parse(rt, "Linear(2, 64), Tanh, Linear(64, 64), Tanh, Linear(64, 2)", &net));
    must(weir_block_parse(rt, "CrossEntropyLoss", &loss));
    must(weir_block_parameters(net, params, &count));

    const weir_optimizer_kind *kind = weir_optimizer_kind_find("Adam");
    weir_adam settings;
    must(weir_optimizer_attr_init(kind, &settings, sizeof settings));
    settings.common.lr = 0.01;
    must(weir_optimizer_new(rt, kind, &settings, sizeof settings, params, count, &adam));
    spirals(rt, &x, &label);

    weir_training_set(1);
    for (int step = 1; step <= STEPS; step++) {
        weir_array *score, *l;
        weir_recording_set(1);
        must(weir_block_call(net, x, &score));
        must(weir_block_call2(loss, score, label, &l));
        weir_recording_set(0);
        must(weir_backward(&l, 1, NULL, 0));
        must(weir_optimizer_step(adam));
        if (step % REPORT == 0) {
            double value;
            must(weir_array_item_f64(l, &value));
            printf("step %d  loss %.4f\n", step, value);
        }
        weir_array_release(score);
        weir_array_release(l);
    }
    weir_training_set(0);
    printf("%.1f %% of the points are on the right arm\n", 100 * accuracy(net, x, label));
    weir_optimizer_free(adam);
    weir_block_release(net);
    weir_block_release(loss);
    weir_array_release(x);
    weir_array_release(label);
    return 0;
}
