/* tasks.c - square two numbers in parallel and add them.  SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <weir/weir.h>

static double x[3] = {3, 4, 0};

static weir_status square(weir_context *ctx, void *arg) {
    *(double *)arg *= *(double *)arg;
    return (void)ctx, WEIR_OK;
}

static weir_status add(weir_context *ctx, void *arg) {
    x[2] = x[0] + x[1];
    return (void)ctx, (void)arg, WEIR_OK;
}

static const weir_kind squaring = {.size = sizeof squaring, .name = "square", .run = square};
static const weir_kind adding = {.size = sizeof adding, .name = "add", .run = add};

int main(void) {
    weir_runtime *rt;
    weir_var *v[3];
    if (weir_runtime_default(&rt)) return fprintf(stderr, "%s\n", weir_error()), 1;
    for (int i = 0; i < 3; i++) weir_var_new(rt, NULL, &v[i]);

    weir_task task = {.size = sizeof task, .kind = &squaring, .read_count = 1, .write_count = 1};
    for (int i = 0; i < 2; i++) {
        task.arg = &x[i], task.reads = task.writes = &v[i]; /* updates v[i] in place */
        weir_task_push(rt, &task);                          /* queued: returns immediately */
    }
    task.kind = &adding, task.reads = v, task.read_count = 2, task.writes = &v[2];
    weir_task_push(rt, &task);                                /* runs when both squares are ready */
    if (weir_var_wait(v[2]) == WEIR_OK) printf("%g\n", x[2]); /* 25 */
    for (int i = 0; i < 3; i++) weir_var_release(v[i]);
    return 0;
}
