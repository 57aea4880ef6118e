/* lenet_steps.c - the reference for the front ends: LeNet, trained for some steps, saved to a file.
 *
 *   lenet_steps STEPS FILE          Fashion-MNIST (Debian: dataset-fashion-mnist)
 *   lenet_steps STEPS FILE made     random images, where the data are not installed
 *   lenet_steps load FILE           load such a file, and print the scores of four random images (seed 7)
 *
 * Each front end has an example that does the same, in this order, and saves the same bytes:
 *
 *   seed 1; the data; a loader, shuffled, with batches of 128; the network; the loss; Adam, lr 0.002;
 *   for each batch: bytes to float32, times 1/255, to (-1, 1, 28, 28); in training mode, recorded:
 *   network and loss; backward; step.  After an epoch the loader starts the next one.
 *
 * The random images are drawn after the seed: integers from 0 to 255 as uint8 (1024, 28, 28), then
 * integers from 0 to 9 as int64 (1024).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weir/weir.h>

enum { IMAGES = 1024, SIDE = 28, BATCH = 128, PARAMETERS = 10, SHOWN = 4 };

static void must(weir_status status) {
    if (status != WEIR_OK) fprintf(stderr, "lenet_steps: %s\n", weir_error()), exit(1);
}

static void make_images(weir_runtime *rt, weir_dataset **out) {
    weir_array *field[2];
    weir_integers_options bytes = WEIR_INTEGERS_OPTIONS;
    bytes.dtype = WEIR_UINT8;
    must(weir_integers(rt, 0, 256, WEIR_I64S(IMAGES, SIDE, SIDE), &bytes, &field[0]));
    must(weir_integers(rt, 0, 10, WEIR_I64S(IMAGES), NULL, &field[1]));
    must(weir_dataset_arrays(field, NULL, 2, out));
    for (int i = 0; i < 2; i++) weir_array_release(field[i]);
}

static void step(weir_block *net, weir_block *loss, weir_optimizer *adam, weir_array *const *batch,
                 weir_array *scale) {
    weir_scope *scope; /* owns the arrays of a step */
    weir_array *x, *score, *l;
    must(weir_scope_new(&scope));
    must(weir_astype(batch[0], WEIR_FLOAT32, &x));
    must(weir_multiply(x, scale, &x));
    must(weir_reshape(x, WEIR_I64S(-1, 1, SIDE, SIDE), &x));
    weir_recording_set(1);
    must(weir_block_call(net, x, &score));
    must(weir_block_call2(loss, score, batch[1], &l));
    weir_recording_set(0);
    must(weir_backward(&l, 1, NULL, 0));
    must(weir_optimizer_step(adam));
    must(weir_scope_free(scope));
}

static void new_net(weir_runtime *rt, weir_block **out) {
    must(weir_block_parse(
        rt,
        "Conv2d(1, 6, 5, padding=2), ReLU, MaxPool2d(2), Conv2d(6, 16, 5), ReLU, MaxPool2d(2),"
        "Flatten, Linear(400, 120), ReLU, Linear(120, 84), ReLU, Linear(84, 10)",
        out));
}

static int print_scores(weir_runtime *rt, const char *path) {
    weir_block *net;
    weir_array *x, *score;
    float value[SHOWN * 10];
    new_net(rt, &net);
    must(weir_block_load(net, path, 0));
    must(weir_seed(rt, 7));
    must(weir_normal(rt, WEIR_I64S(SHOWN, 1, SIDE, SIDE), NULL, &x));
    must(weir_block_call(net, x, &score));
    must(weir_array_read(score, value, sizeof value));
    for (int i = 0; i < SHOWN * 10; i++) printf("%.9g\n", value[i]);
    weir_array_release(x), weir_array_release(score), weir_block_release(net);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "lenet_steps STEPS|load FILE [made]\n"), 2;
    long steps = strtol(argv[1], NULL, 10);
    weir_runtime *rt;
    weir_dataset *data;
    weir_loader *loader;
    weir_block *net, *loss;
    weir_optimizer *adam;
    weir_array *param[PARAMETERS], *batch[2], *scale;
    weir_loader_options options;
    must(weir_runtime_default(&rt)), must(weir_seed(rt, 1));
    if (strcmp(argv[1], "load") == 0) return print_scores(rt, argv[2]);
    if (argc > 3)
        make_images(rt, &data);
    else
        must(weir_dataset_mnist(rt, NULL, WEIR_PART_TRAIN, &data));
    weir_loader_options_init(&options), options.batch_size = BATCH, options.shuffle = 1;
    must(weir_loader_new(data, &options, &loader));
    new_net(rt, &net);
    must(weir_block_parse(rt, "CrossEntropyLoss", &loss));
    uint32_t count = PARAMETERS;
    must(weir_block_parameters(net, param, &count));
    must(weir_optimizer_new(rt, weir_optimizer_kind_find("Adam"), NULL, 0, param, count, &adam));
    must(weir_optimizer_lr_set(adam, 0, 2e-3));
    must(weir_number_f64(rt, 1 / 255.0, &scale));
    weir_training_set(1);
    for (long done = 0; done < steps;) {
        count = 2;
        must(weir_loader_next(loader, batch, &count));
        if (count == 0) continue; /* the end of an epoch */
        step(net, loss, adam, batch, scale);
        weir_array_release(batch[0]), weir_array_release(batch[1]);
        done++;
    }
    must(weir_block_save(net, argv[2]));
    weir_optimizer_free(adam), weir_loader_free(loader), weir_dataset_release(data);
    weir_block_release(loss), weir_block_release(net), weir_array_release(scale);
    return 0;
}
