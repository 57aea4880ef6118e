/* descent.c - fit a line to noisy points by gradient descent, updating the weights in place.
 *
 * The loop does not wait: two hundred steps are issued in a few milliseconds, run in order in the
 * background, and each reuses the memory of the one before.  The only wait is at the end.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <weir/weir.h>

enum { POINTS = 10000, STEPS = 200 };

static void must(weir_status status) {
    if (status == WEIR_OK) return;
    fprintf(stderr, "descent: %s\n", weir_error());
    exit(1);
}

int main(void) {
    weir_runtime *rt;
    weir_scope *scope, *step;
    must(weir_runtime_default(&rt));
    must(weir_scope_new(&scope));

    /* y = X w + noise, with w = (2, -3). */
    const int64_t many[] = {POINTS, 2}, column[] = {POINTS, 1}, two[] = {2, 1};
    const float truth[] = {2, -3};
    weir_array *x, *w_true, *clean, *noise, *y, *w, *rate;
    must(weir_normal(rt, weir_i64s_of(many, 2), NULL, &x));
    weir_normal_options options = WEIR_NORMAL_OPTIONS;
    options.std = 0.1;
    must(weir_normal(rt, weir_i64s_of(column, 2), &options, &noise));
    must(weir_array_new(rt, WEIR_FLOAT32, two, 2, truth, &w_true));
    must(weir_matmul(x, w_true, &clean));
    must(weir_add(clean, noise, &y));
    must(weir_array_new(rt, WEIR_FLOAT32, two, 2, NULL, &w)); /* zeros */
    must(weir_number_f64(rt, 0.1 / POINTS, &rate));

    const weir_op *subtract = weir_op_find("subtract"), *matmul = weir_op_find("matmul");
    for (int i = 0; i < STEPS; i++) {
        must(weir_scope_new(&step)); /* owns the arrays of one step */
        weir_array *guess, *error, *grad[2], *change;
        must(weir_matmul(x, w, &guess));
        must(weir_subtract(guess, y, &error)); /* the gradient of half the squared error */

        /* The operator provides its gradient; only that of w is needed here. */
        weir_array *in[] = {x, w};
        const uint8_t wanted[] = {0, 1};
        must(weir_op_vjp(rt, matmul, in, 2, NULL, 0, &guess, 1, &error, wanted, grad));
        must(weir_multiply(grad[1], rate, &change));
        weir_array *update[] = {w, change};
        must(weir_op_call_into(rt, subtract, update, 2, NULL, 0, &w, 1)); /* w -= change */
        must(weir_scope_free(step));
    }

    float found[2];
    must(weir_array_read(w, found, sizeof found)); /* the only wait */
    printf("w = (%.2f, %.2f)\n", (double)found[0], (double)found[1]);
    must(weir_scope_free(scope));
    return 0;
}
