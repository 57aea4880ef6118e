/* lenet.c - a convolutional network learns to classify images of clothes.
 *
 *   lenet            Fashion-MNIST if installed (Debian: dataset-fashion-mnist), 5 epochs; else synthetic images
 *   lenet quick      synthetic images, 2 epochs
 *   lenet [quick] FILE    starts from the network in FILE, if it is there, and saves the trained one to it; in Python,
 *                         net.load(FILE) reads it
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weir/weir.h>

enum { MADE = 2048, SIDE = 28 };

static void must(weir_status status) {
    if (status != WEIR_OK) fprintf(stderr, "lenet: %s\n", weir_error()), exit(1);
}

/* Images with one bright stripe in noise; its position is the class, one of ten. */
static void stripes(weir_runtime *rt, weir_dataset **out) {
    static uint8_t image[MADE][SIDE][SIDE];
    static int64_t label[MADE];
    weir_array *field[2];
    for (int i = 0; i < MADE; i++) {
        label[i] = rand() % 10;
        for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
            int y = pixel / SIDE, x = pixel % SIDE, from = 2 + 5 * (int)(label[i] % 5);
            int light = label[i] < 5 ? x >= from && x < from + 3 : y >= from && y < from + 3;
            image[i][y][x] = (uint8_t)(rand() % 120 + 80 * light);
        }
    }
    must(weir_array_new(rt, WEIR_UINT8, (int64_t[]){MADE, SIDE, SIDE}, 3, image, &field[0]));
    must(weir_array_new(rt, WEIR_INT64, (int64_t[]){MADE}, 1, label, &field[1]));
    must(weir_dataset_arrays(field, NULL, 2, out));
}

/* One pass over the data.  With an optimiser it trains and returns the mean loss, without one the
 * accuracy. */
static double epoch(weir_block *net, weir_block *loss, weir_loader *loader, weir_optimizer *o) {
    weir_array *batch[2], *x, *score, *l, *scale;
    weir_metric *metric;
    weir_runtime *rt = weir_block_runtime(net);
    uint32_t count = 2;
    double result;
    must(weir_metric_new(rt, o != NULL ? "mean" : "accuracy", 0, &metric));
    must(weir_number_f64(rt, 1 / 255.0, &scale));
    weir_training_set(o != NULL);
    for (;; count = 2) {
        weir_scope *scope; /* owns the arrays of one iteration */
        must(weir_loader_next(loader, batch, &count));
        if (count == 0) break;
        must(weir_scope_new(&scope));
        must(weir_astype(batch[0], WEIR_FLOAT32, &x));
        must(weir_multiply(x, scale, &x));
        must(weir_reshape(x, WEIR_I64S(-1, 1, SIDE, SIDE), &x));
        weir_recording_set(o != NULL);
        must(weir_block_call(net, x, &score));
        must(weir_block_call2(loss, score, batch[1], &l));
        weir_recording_set(0);
        if (o != NULL) must(weir_backward(&l, 1, NULL, 0)), must(weir_optimizer_step(o));
        must(weir_metric_update(metric, o != NULL ? l : score, o != NULL ? NULL : batch[1]));
        must(weir_scope_free(scope));
        weir_array_release(batch[0]), weir_array_release(batch[1]);
    }
    must(weir_metric_value(metric, &result)); /* the only wait of an epoch */
    return weir_metric_free(metric), weir_array_release(scale), result;
}

int main(int argc, char **argv) {
    int quick = argc > 1 && strcmp(argv[1], "quick") == 0;
    const char *file = argc > 1 + quick ? argv[1 + quick] : NULL;
    weir_runtime *rt;
    weir_dataset *data[2];
    weir_loader *loader[2];
    weir_block *net, *loss;
    weir_optimizer *adam;
    weir_array *param[10];
    uint32_t count = 10;
    must(weir_runtime_default(&rt)), must(weir_seed(rt, 1));
    int real = !quick && weir_dataset_mnist(rt, NULL, WEIR_PART_TRAIN, &data[0]) == WEIR_OK;
    puts(real ? "Fashion-MNIST" : quick ? "synthetic images" : weir_error());
    if (!real) stripes(rt, &data[0]), stripes(rt, &data[1]);
    if (real) must(weir_dataset_mnist(rt, NULL, WEIR_PART_TEST, &data[1]));
    weir_loader_options options;
    weir_loader_options_init(&options), options.batch_size = 128;
    must(weir_loader_new(data[1], &options, &loader[1])), options.shuffle = 1;
    must(weir_loader_new(data[0], &options, &loader[0]));
    must(weir_block_parse(
        rt,
        "Conv2d(1, 6, 5, padding=2), ReLU, MaxPool2d(2), Conv2d(6, 16, 5), ReLU, MaxPool2d(2),"
        "Flatten, Linear(400, 120), ReLU, Linear(120, 84), ReLU, Linear(84, 10)",
        &net));
    weir_status loaded =
        file != NULL ? weir_block_load(net, file, WEIR_BLOCK_LOAD_ALL) : WEIR_ENOENT;
    if (loaded != WEIR_ENOENT) must(loaded), printf("continues with %s\n", file);
    must(weir_block_parse(rt, "CrossEntropyLoss", &loss));
    must(weir_block_parameters(net, param, &count));
    must(weir_optimizer_new(rt, weir_optimizer_kind_find("Adam"), NULL, 0, param, count, &adam));
    must(weir_optimizer_lr_set(adam, 0, 2e-3));
    for (int i = 1; i <= (quick ? 2 : 5); i++) {
        printf("epoch %d  loss %.4f", i, epoch(net, loss, loader[0], adam));
        printf("  test accuracy %.4f\n", epoch(net, loss, loader[1], NULL)), fflush(stdout);
    }
    if (file != NULL) must(weir_block_save(net, file)), printf("saved to %s\n", file);
    return 0; /* the process frees the rest */
}
