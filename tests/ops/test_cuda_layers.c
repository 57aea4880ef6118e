/* test_cuda_layers.c - recurrent layers, convolutions and pooling on a CUDA device: sizes for which
 * the work is divided in different ways.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdlib.h>

#include "../cuda/stand_in.h"
#include "walk.h"

/* Check an operator with each text of a list that ends with NULL. */
static void check_all(const char *op, const char *const *texts) {
    if (!cuda_is_there()) SKIP("there is no CUDA device, and no stand-in in TEST_BUILD");
    for (int i = 0; texts[i] != NULL; i++) check_cuda_text(op, texts[i]);
    walk_done();
}

/* ---- Recurrent layers ------------------------------------------------------------------------ */

/* Few and many units, several rows in a block, and the dimensions that can be empty. */
TEST(simple_recurrent_layers_of_any_size) {
    static const char *const texts[] = {
        "(3,2,5)@-1:1, (70,5)@-0.2:0.2, (70,70)@-0.1:0.1, (70), (70), (2,70)@-1:1",
        "(2,3,4)@-1:1, (300,4)@-0.2:0.2, (300,300)@-0.05:0.05, (300), none, none, i64(3)@0:3",
        "(2,150,3)@-1:1, (4,3)@-0.4:0.4, (4,4)@-0.4:0.4, none, (4) reverse=true",
        "(2,3,0), (4,0), (4,4)@-0.4:0.4, (4), none, (3,4)@-1:1",
        "(0,3,2), (4,2)@-0.4:0.4, (4,4)@-0.4:0.4, (4), none, (3,4)@-1:1",
        "(2,0,2), (4,2)@-0.4:0.4, (4,4)@-0.4:0.4, (4), none, (0,4)",
        "f16(3,2,5)@-1:1, (40,5)@-0.2:0.2, f16(40,40)@-0.1:0.1",
        NULL};
    check_all("rnn", texts);
}

TEST(gradients_of_simple_recurrent_layers_of_any_size) {
    static const char *const texts[] = {
        "(3,2,5), (70,5)@-0.2:0.2, (70,70)@-0.1:0.1, (3,2,70)@-0.9:0.9, (2,70)@-1:1, none, "
        "(3,2,70), (2,70)",
        "(2,3,4), (300,4)@-0.2:0.2, (300,300)@-0.05:0.05, (2,3,300)@-0.9:0.9, none, i64(3)@0:3, "
        "(2,3,300) reverse=true",
        "(2,150,3), (4,3)@-0.4:0.4, (4,4)@-0.4:0.4, (2,150,4)@-0.9:0.9, none, none, (2,150,4)",
        "(2,3,0), (4,0), (4,4)@-0.4:0.4, (2,3,4)@-0.9:0.9, (3,4)@-1:1, none, (2,3,4)",
        "(0,3,2), (4,2)@-0.4:0.4, (4,4)@-0.4:0.4, (0,3,4)@-0.9:0.9, (3,4)@-1:1, none, none, (3,4)",
        "f16(3,2,5), (40,5)@-0.2:0.2, f16(40,40)@-0.1:0.1, (3,2,40)@-0.9:0.9, none, none, (3,2,40)",
        NULL};
    check_all("rnn_backward", texts);
}

TEST(lstm_layers_of_any_size) {
    static const char *const texts[] = {
        "(3,2,5)@-1:1, (280,5)@-0.2:0.2, (280,70)@-0.1:0.1, (280), (280), (2,70)@-1:1, (2,70)@-1:1",
        "(2,2,5)@-1:1, (512,5)@-0.2:0.2, (512,128)@-0.1:0.1, (512)",
        "(2,1,3)@-1:1, (600,3)@-0.2:0.2, (600,150)@-0.1:0.1, none, (600), none, none, i64(1)@0:3",
        "(2,3,4), (1040,4)@-0.2:0.2, (1040,260)@-0.05:0.05, (1040), none, none, (3,260)@-1:1",
        "(2,150,3)@-1:1, (20,3)@-0.4:0.4, (20,5)@-0.4:0.4, (20), none, none, none, i64(150)@0:3",
        "(2,600,3)@-1:1, (20,3)@-0.4:0.4, (20,5)@-0.4:0.4, (20)",
        "bf16(3,2,5)@-1:1, bf16(160,5)@-0.2:0.2, bf16(160,40)@-0.1:0.1",
        NULL};
    check_all("lstm", texts);
}

TEST(gradients_of_lstm_layers_of_any_size) {
    static const char *const texts[] = {
        "(3,2,5), (280,5)@-0.2:0.2, (280,70)@-0.1:0.1, (3,2,70), (3,2,350)@0.1:0.9, (2,70), (2,70),"
        " none, (3,2,70), (2,70), (2,70), (3,2,350)",
        "(2,2,5), (512,5)@-0.2:0.2, (512,128)@-0.1:0.1, (2,2,128), (2,2,640)@0.1:0.9, none, none, "
        "none, (2,2,128)",
        "(2,1,3), (600,3)@-0.2:0.2, (600,150)@-0.1:0.1, (2,1,150), (2,1,750)@0.1:0.9, none, none, "
        "i64(1)@0:3, (2,1,150)",
        "(2,3,4), (1040,4)@-0.2:0.2, (1040,260)@-0.05:0.05, (2,3,260), (2,3,1300)@0.1:0.9, none, "
        "(3,260)@-1:1, i64(3)@0:3, (2,3,260) reverse=true",
        "(2,150,3), (20,3)@-0.4:0.4, (20,5)@-0.4:0.4, (2,150,5), (2,150,25)@0.1:0.9, none, none, "
        "i64(150)@0:3, (2,150,5)",
        "(2,600,3), (20,3)@-0.4:0.4, (20,5)@-0.4:0.4, (2,600,5), (2,600,25)@0.1:0.9, none, none, "
        "none, (2,600,5) no_dx=true",
        "bf16(3,2,5), bf16(160,5)@-0.2:0.2, bf16(160,40)@-0.1:0.1, bf16(3,2,40), "
        "bf16(3,2,200)@0.1:0.9, none, none, none, bf16(3,2,40)",
        NULL};
    check_all("lstm_backward", texts);
}

TEST(gru_layers_of_any_size) {
    static const char *const texts[] = {
        "(3,2,5)@-1:1, (210,5)@-0.2:0.2, (210,70)@-0.1:0.1, (210), (210), (2,70)@-1:1",
        "(2,1,3)@-1:1, (540,3)@-0.2:0.2, (540,180)@-0.1:0.1, none, (540), none, i64(1)@0:3",
        "(2,3,4), (780,4)@-0.2:0.2, (780,260)@-0.05:0.05, none, none, none, i64(3)@0:3 reverse=true",
        "(2,150,3)@-1:1, (15,3)@-0.3:0.3, (15,5)@-0.3:0.3, (15), (15)",
        "f64(2,2,3)@-1:1, f64(60,3)@-0.3:0.3, f64(60,20)@-0.3:0.3",
        NULL};
    check_all("gru", texts);
}

TEST(gradients_of_gru_layers_of_any_size) {
    static const char *const texts[] = {
        "(3,2,5), (210,5)@-0.2:0.2, (210,70)@-0.1:0.1, (3,2,70), (3,2,280)@0.1:0.5, (2,70), none, "
        "(3,2,70), (2,70), (3,2,280)",
        "(2,1,3), (540,3)@-0.2:0.2, (540,180)@-0.1:0.1, (2,1,180), (2,1,720)@0.1:0.5, none, "
        "i64(1)@0:3, (2,1,180)",
        "(2,3,4), (780,4)@-0.2:0.2, (780,260)@-0.05:0.05, (2,3,260), (2,3,1040)@0.1:0.5, none, "
        "i64(3)@0:3, (2,3,260) reverse=true",
        "(2,150,3), (15,3)@-0.3:0.3, (15,5)@-0.3:0.3, (2,150,5), (2,150,20)@0.1:0.5, none, none, "
        "(2,150,5)",
        "f64(2,2,3), f64(60,3)@-0.3:0.3, f64(60,20)@-0.3:0.3, f64(2,2,20), f64(2,2,80)@0.1:0.5, "
        "none, none, f64(2,2,20)",
        NULL};
    check_all("gru_backward", texts);
}

/* ---- Convolutions ---------------------------------------------------------------------------- */

/* The settings of the stand-in. */
static struct stand_in_settings *settings(void) {
    if (getenv("TEST_GPU") != NULL) SKIP("the device is a GPU");
    if (!cuda_is_there()) SKIP("there is no stand-in in TEST_BUILD");
    return dlsym(dlopen(getenv("WEIR_CUDA_LIBRARY"), RTLD_NOW), "stand_in_settings");
}

/* More than a few channels in a group, fewer if there are tensor cores, three axes, or float64. */
static const char *const convolutions[][9] = {
    {"conv", "(2,9,7), (10,9,3), (10)",
     "(2,18,6,5), (20,9,3,2), none stride=[2,1] padding=[1,0] groups=2",
     "(1,2,4,5,4), (3,2,2,3,2), (3) padding=[1] dilation=[1,2,1]",
     "(2,9,6,8), (10,9,3,3), (10) padding=[1]", "f16(2,9,8,4), f16(9,9,3,3), f16(9) padding=[1]",
     "f64(2,3,7), f64(4,3,3), f64(4)", "f16(1,3,4,8), f16(33,3,3,3)", NULL},
    {"conv_input_grad", "(2,10,5), (10,9,3) size=[7]",
     "(2,6,3,4), (6,2,3,2) size=[6,5] stride=[2,1] padding=[1,0] groups=2",
     "(2,10,6,8), (10,9,3,3) size=[6,8] padding=[1]",
     "bf16(3,2,4), bf16(2,2,3) size=[9] stride=[3] dilation=[2] padding=[3]", NULL},
    {"conv_weight_grad", "(2,9,7), (2,10,5) size=[3]",
     "(2,18,6,5), (2,20,3,4) size=[3,2] stride=[2,1] padding=[1,0] groups=2",
     "(2,9,6,8), (2,10,6,8) size=[3,3] padding=[1]", NULL},
    {"conv_transpose", "(2,10,5), (10,9,3), (9)",
     "(2,6,3,4), (6,2,3,2), none stride=[2,1] padding=[1,0] output_padding=[1,0] groups=2", NULL},
    {NULL},
};

static int check_convolutions(void) {
    int count = 0;
    for (int i = 0; convolutions[i][0] != NULL; i++)
        for (int k = 1; convolutions[i][k] != NULL; k++, count++)
            check_cuda_text(convolutions[i][0], convolutions[i][k]);
    walk_done();
    return count;
}

TEST(cudnn_computes_convolutions) {
    struct stand_in_settings *s = settings();
    s->convolutions = 0;
    int count = check_convolutions();
    CHECK_EQ(s->convolutions, count);
}

TEST(without_cudnn_convolutions_are_computed_by_kernels) {
    struct stand_in_settings *s = settings();
    s->no_dnn = 1;
    check_convolutions();
    CHECK_EQ(s->convolutions, 0);
}

/* Paddings that differ, mixed dtypes, and what the library refuses. */
TEST(what_cudnn_does_not_compute_is_computed_by_kernels) {
    static const char *const texts[] = {"(1,9,5,6), (10,9,2,4), none padding=[0,1,1,2]",
                                        "f16(2,9,7), (10,9,3), (10)",
                                        "bf16(2,18,6,5), bf16(20,9,3,2) groups=2",
                                        "(0,3,7), (4,3,3), (4)",
                                        "(2,0,7), (4,0,3), (4)",
                                        NULL};
    struct stand_in_settings *s = settings();
    check_all("conv", texts);
    CHECK_EQ(s->convolutions, 0);
}

/* Kernels of ours compute convolutions with few channels: rows of y that are chunks of 4 and
 * others, tiles of rows and columns, slices of channels, sums that threads and blocks share,
 * several images in a block. */
static void check_few(const char *op, const char *const *texts) {
    struct stand_in_settings *s = getenv("TEST_GPU") == NULL ? settings() : NULL;
    check_all(op, texts);
    if (s != NULL) CHECK_EQ(s->convolutions, 0);
}

TEST(convolutions_with_few_channels) {
    static const char *const forward[] = {
        "(3,6,14,14), (16,6,5,5), (16)",
        "(3,1,28,28), (6,1,5,5), (6) padding=[2]",
        "(2,3,9,13), (64,3,7,7), (64) stride=[2] padding=[3]",
        "(2,3,33,41), (32,3,3,3), none stride=[3,4] padding=[0,2]",
        "(1,1,3,300), (3,1,2,6), (3) padding=[1,0]",
        "(2,2,1100), (5,2,7), (5) stride=[2] padding=[3] dilation=[2]",
        "(1,32,20,23), (8,32,7,7), (8) padding=[3]",
        "(2,24,6,10), (48,8,3,2), none groups=3 dilation=[3,2]",
        "(2,32,12,9), (32,1,3,3), (32) padding=[1] groups=32",
        "(520,1,2,3), (7,1,2,2), (7) padding=[1,0,0,1]",
        "f16(2,6,9,8), f16(16,6,5,5), f16(16) padding=[2]",
        "bf16(2,3,9,7), bf16(11,3,1,4), bf16(11)",
        "f16(2,3,7), (4,3,3), (4)",
        NULL};
    check_few("conv", forward);
}

TEST(gradients_of_x_with_few_channels) {
    static const char *const input_grad[] = {
        "(3,16,10,10), (16,6,5,5) size=[14,14]",
        "(2,6,28,28), (6,1,5,5) size=[28,28] padding=[2]",
        "(1,8,20,23), (8,32,7,7) size=[20,23] padding=[3]",
        "(1,3,2,300), (3,1,2,6) size=[3,305]",
        "(2,32,12,9), (32,1,3,3) size=[12,9] padding=[1] groups=32",
        "(2,12,5,6), (12,3,2,3) size=[7,6] dilation=[2,2] padding=[0,2] groups=3",
        "(2,5,9,11), (5,4,2,2) size=[2,6] padding=[4,3]",
        "(520,7,3,3), (7,1,2,2) size=[2,3] padding=[1,0,0,1]",
        "f16(2,4,5), f16(4,3,3) size=[7]",
        "bf16(2,16,6,6), bf16(16,6,5,5) size=[10,10]",
        NULL};
    check_few("conv_input_grad", input_grad);
}

TEST(gradients_of_the_weight_with_few_channels) {
    static const char *const weight_grad[] = {
        "(3,6,14,14), (3,16,10,10) size=[5,5]",
        "(3,1,28,28), (3,6,28,28) size=[5,5] padding=[2]",
        "(2,3,25,29), (2,64,13,15) size=[7,7] stride=[2] padding=[3]",
        "(2,3,33,41), (2,32,11,11) size=[3,3] stride=[3,4] padding=[0,2]",
        "(1,1,3,300), (1,3,4,295) size=[2,6] padding=[1,0]",
        "(2,2,1100), (2,5,547) size=[7] stride=[2] padding=[3] dilation=[2]",
        "(1,32,20,23), (1,8,20,23) size=[7,7] padding=[3]",
        "(2,24,8,10), (2,48,2,8) size=[3,2] groups=3 dilation=[3,2]",
        "(2,32,12,9), (2,32,12,9) size=[3,3] padding=[1] groups=32",
        "(520,1,2,3), (520,7,2,3) size=[2,2] padding=[1,0,0,1]",
        "f16(2,6,9,8), f16(2,16,9,8) size=[5,5] padding=[2]",
        "bf16(2,3,9,7), bf16(2,11,9,4) size=[1,4]",
        NULL};
    check_few("conv_weight_grad", weight_grad);
}

TEST(transposed_convolutions_with_few_channels) {
    static const char *const transposed[] = {
        "(2,4,5), (4,3,3), (3)", "f16(2,4,5), f16(4,3,3), f16(3)",
        "(2,3,6,5), (3,7,4,4), (7) padding=[1] output_padding=[0]", NULL};
    check_few("conv_transpose", transposed);
}

/* The tile of x would have 2^32 elements, and a few. */
TEST(convolutions_whose_tile_does_not_fit) {
    static const char *const forward[] = {
        "(1,8,2,5), (2,8,2,3) dilation=[134217728,1] padding=[67108864,0]", NULL};
    static const char *const weight_grad[] = {
        "(1,8,2,5), (1,2,2,3) size=[2,3] dilation=[134217728,1] padding=[67108864,0]", NULL};
    check_all("conv", forward);
    check_all("conv_weight_grad", weight_grad);
}

/* ---- Pooling --------------------------------------------------------------------------------- */

/* Windows that do not share elements; some elements are in none. */
TEST(gradients_of_pooling_with_windows_apart) {
    static const char *const mean[] = {
        "(3,2,5,4) size=[10,8] kernel_size=[2]",
        "(2,3,3,5) size=[11,14] kernel_size=[3,2] stride=[4,3]",
        "(2,3,4,4) size=[7,7] kernel_size=[2] padding=[1]",
        "(2,3,4,4) size=[7,7] kernel_size=[2] padding=[1] count_include_pad=false",
        "(2,2,4,3) size=[7,9] kernel_size=[2,3] ceil_mode=true",
        "bf16(2,1,3) size=[7] kernel_size=[2]",
        "f64(1,2,2,2,3) size=[4,5,9] kernel_size=[2,2,3]",
        NULL};
    static const char *const max[] = {"(3,2,10,8), (3,2,5,4) kernel_size=[2]",
                                      "(2,3,11,14), (2,3,3,4) kernel_size=[3,2] stride=[4]",
                                      "(2,3,7,7)@0:2, (2,3,4,4) kernel_size=[2] padding=[1]",
                                      "f16(2,1,7), f16(2,1,3) kernel_size=[2]", NULL};
    check_all("avg_pool_grad", mean);
    check_all("max_pool_grad", max);
}

/* Windows of a whole plane, which a warp shares, and equal elements in them. */
TEST(pooling_with_large_windows) {
    static const char *const forward[] = {"(2,3,9,11) kernel_size=[9,11]",
                                          "i8(2,2,13,8)@0:4 kernel_size=[8] padding=[3] stride=[2]",
                                          "(1,2,200) kernel_size=[70] dilation=[2] stride=[3]",
                                          "(1,2,9) kernel_size=[3] stride=[2000000000]",
                                          "f64(1,1,5,6,7) kernel_size=[4] padding=[2]",
                                          NULL};
    static const char *const grad[] = {
        "(2,3,9,11), (2,3,1,1) kernel_size=[9,11]",
        "(1,2,9), (1,2,1) kernel_size=[3] stride=[2000000000]",
        "(1,2,200), (1,2,21) kernel_size=[70] dilation=[2] stride=[3]",
        "f16(2,2,13,8)@0:2, f16(2,2,6,4) kernel_size=[8] padding=[3] stride=[2]", NULL};
    static const char *const mean[] = {"(2,3,9,11) kernel_size=[9,11]",
                                       "(2,2,13,8) kernel_size=[8] padding=[3] stride=[2]",
                                       "bf16(1,1,5,6,7) kernel_size=[4] padding=[2]", NULL};
    static const char *const adaptive[] = {"(2,3,9,11) output_size=[1]",
                                           "(2,3,20,11) output_size=[2,1]", NULL};
    static const char *const adaptive_grad[] = {"(2,3,9,11), (2,3,1,1) output_size=[1]",
                                                "(2,3,20,11), (2,3,2,1) output_size=[2,1]", NULL};
    check_all("max_pool", forward);
    check_all("max_pool_indices", forward);
    check_all("max_pool_grad", grad);
    check_all("avg_pool", mean);
    check_all("adaptive_max_pool", adaptive);
    check_all("adaptive_avg_pool", adaptive);
    check_all("adaptive_max_pool_grad", adaptive_grad);
}
