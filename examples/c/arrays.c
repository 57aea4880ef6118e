/* arrays.c - arrays and operators from C: issue, continue, read.
 *
 * A scope owns the arrays created inside it, so the code reads like the formulas.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <weir/weir.h>

static void must(weir_status status) {
    if (status == WEIR_OK) return;
    fprintf(stderr, "arrays: %s\n", weir_error());
    exit(1);
}

static void show(const char *what, weir_array *a) {
    char text[256];
    must(weir_array_text(a, text, sizeof text)); /* the first read waits */
    printf("%s = %s\n", what, text);
}

int main(void) {
    weir_runtime *rt;
    weir_scope *scope;
    must(weir_runtime_default(&rt));
    must(weir_scope_new(&scope));

    /* From host memory: copied, so the caller may reuse it immediately. */
    const float data[] = {1, 2, 3, 4, 5, 6};
    const int64_t shape[] = {2, 3};
    weir_array *x, *one, *y, *t, *product, *total;
    must(weir_array_new(rt, WEIR_FLOAT32, shape, 2, data, &x));
    must(weir_number_i64(rt, 1, &one));

    /* Each call checks shapes and dtypes, queues the work and returns. */
    must(weir_add(x, one, &y));
    must(weir_permute_dims(x, NULL, &t)); /* a view: no work at all */
    must(weir_matmul(y, t, &product));
    must(weir_sum(product, NULL, &total));
    show("x + 1", y);
    show("(x + 1) x.T", product);
    show("its sum", total);

    /* Random numbers depend on the seed, not on the number of workers. */
    const int64_t large[] = {1000, 1000};
    weir_array *a, *b, *c, *mean;
    must(weir_seed(rt, 7));
    must(weir_normal(rt, weir_i64s_of(large, 2), NULL, &a));
    must(weir_normal(rt, weir_i64s_of(large, 2), NULL, &b));
    must(weir_matmul(a, b, &c));
    must(weir_mean(c, NULL, &mean));
    double value;
    must(weir_array_item_f64(mean, &value));
    printf("the mean of a product of random matrices is small: %s\n",
           value < 0.2 && value > -0.2 ? "yes" : "no");

    /* Shapes that do not match are refused at the call, before anything is queued. */
    weir_array *bad;
    if (weir_matmul(x, x, &bad) != WEIR_OK) printf("refused: %s\n", weir_error());

    must(weir_scope_free(scope)); /* releases all of them */
    return 0;
}
