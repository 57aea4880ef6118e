/* hello.c - issue operations, continue, and read a value when it is needed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <weir/weir.h>

int main(void) {
    weir_runtime *rt;
    weir_array *a = NULL, *b = NULL, *product = NULL, *one = NULL, *y = NULL, *mean = NULL;
    char text[64];
    if (weir_runtime_default(&rt)) return fprintf(stderr, "%s\n", weir_error()), 1;

    weir_normal(rt, WEIR_I64S(1000, 1000), NULL, &a); /* queued, does not wait */
    weir_normal(rt, WEIR_I64S(1000, 1000), NULL, &b); /* in parallel with the first */
    weir_matmul(a, b, &product);                      /* runs when both are ready */
    weir_number_f64(rt, 1, &one);
    weir_add(product, one, &y);
    weir_mean(y, NULL, &mean); /* over all axes */

    if (weir_array_text(mean, text, sizeof text) == WEIR_OK) /* the first read: this waits */
        printf("%s\n", text);
    weir_array *all[] = {a, b, product, one, y, mean};
    for (int i = 0; i < 6; i++) weir_array_release(all[i]);
    return 0;
}
