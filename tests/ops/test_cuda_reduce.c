/* test_cuda_reduce.c - reductions, scans and normalisations on a CUDA device: lines that one
 * thread, a warp, a block or several blocks share, along the last axis and across it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "cuda_kit.h"

/* Check each operator with each text; lists end with NULL. */
TEST(reductions_of_any_shape) {
    static const char *const ops[] = {"sum", "max", "var", "logsumexp", "count_nonzero", NULL};
    static const char *const texts[] = {"(9000)",
                                        "(50001)",
                                        "f16(50001)",
                                        "u8(50001)",
                                        "(2,20004) axes=[1]",
                                        "(3,5000) axes=[1]",
                                        "(8200,36) axes=[1]",
                                        "(1100,40) axes=[1]",
                                        "(1100,40) axes=[0]",
                                        "(4100,3) axes=[0]",
                                        "(700,70) axes=[0]",
                                        "f16(700,72) axes=[0]",
                                        "(9,11,13) axes=[0,2]",
                                        "(9,11,13) axes=[1]",
                                        "(3,5,7,11) axes=[1,3]",
                                        "(40,3,24) axes=[0,2]",
                                        "f16(3,3,3,3,3,3,3,3) axes=[0,2,4,6]",
                                        "f64(5000)",
                                        "f64(600,2) axes=[0]",
                                        "f16(3000,2) axes=[0]",
                                        "(1)",
                                        "()",
                                        NULL};
    check_all(ops, texts);
}

TEST(empty_reductions_give_the_neutral_element) {
    static const char *const ops[] = {"sum", "prod", "mean", "any", "all", "logsumexp", NULL};
    static const char *const texts[] = {"(0)", "(0,5) axes=[0]", "(5,0) axes=[1]", "(0,5) axes=[1]",
                                        NULL};
    check_all(ops, texts);
}

TEST(indices_of_extremes_of_any_shape) {
    static const char *const ops[] = {"argmax", "argmin", NULL};
    static const char *const texts[] = {
        "i32(9000)@0:40",  "i32(50001)@0:4000",      "i32(3,5000)@0:40 axis=1",
        "i8(1100,40)@0:9", "i8(1100,40)@0:9 axis=0", "(9,11,13) axis=1",
        "u8(9,11,13)@0:3", "(3000,2) axis=0",        NULL};
    check_all(ops, texts);
}

TEST(sums_along_an_axis_of_any_shape) {
    static const char *const ops[] = {"cumulative_sum", NULL};
    static const char *const texts[] = {"(9000)",
                                        "(9000) axis=0 reverse=1 include_initial=1",
                                        "(3,5000) axis=1 include_initial=1",
                                        "(1100,40) axis=1 reverse=1",
                                        "(1100,40) axis=0",
                                        "(4100,3) axis=0 reverse=1 include_initial=1",
                                        "i32(9,11,13) axis=1",
                                        "(0,3) axis=0 include_initial=1",
                                        "(3,0) axis=0",
                                        NULL};
    check_all(ops, texts);
}

TEST(recurrences_along_an_axis_of_any_shape) {
    static const char *const ops[] = {"linear_scan", NULL};
    static const char *const texts[] = {
        "(5000)@-0.9:0.9, (5000)", "(4,900)@-0.9:0.9, (4,900) reverse=1",
        "(900,3)@-0.9:0.9, (900,3) axis=0", "(700,40)@-0.9:0.9, (700,40) axis=0 reverse=1", NULL};
    check_all(ops, texts);
}

TEST(extremes_along_an_axis_of_any_shape) {
    static const char *const ops[] = {"cummax", "cummin", NULL};
    static const char *const texts[] = {"i32(2500)@0:40", "i32(2,900)@0:40 axis=1",
                                        "u8(900,3)@0:9 axis=0", "i16(40,90)@0:9 axis=0", NULL};
    check_all(ops, texts);
}

TEST(counts_and_sums_of_weights) {
    static const char *const bincount[] = {"bincount_sized", NULL};
    static const char *const histogram[] = {"histogram", NULL};
    static const char *const counted[] = {"i64(3000)@0:9 size=9", "u8(900)@0:200, (900) size=300",
                                          "i32(700)@0:4500 size=5000", NULL};
    static const char *const binned[] = {"(3000) bins=7", "(900), f64(900) bins=40",
                                         "(40,30) bins=5000 min=-2 max=2", "(0)", NULL};
    check_all(bincount, counted);
    check_all(histogram, binned);
}

TEST(softmax_of_any_shape) {
    static const char *const ops[] = {"softmax", "log_softmax", NULL};
    static const char *const texts[] = {"(5,7)",
                                        "(1100,130)",
                                        "(1030,512)",
                                        "f16(30,260)",
                                        "bf16(3,4104)",
                                        "f16(2,9001)",
                                        "(2,9003)",
                                        "(3,1000)",
                                        "(2,3000)",
                                        "(2,5000)",
                                        "(40,3,20) axis=0",
                                        "(10,300,3) axis=1",
                                        "(2,900,3) axis=1",
                                        "f64(2,5000)",
                                        "(0,4)",
                                        NULL};
    check_all(ops, texts);
}

TEST(normalised_lines_of_any_length) {
    static const char *const ops[] = {"layer_norm", NULL};
    static const char *const texts[] = {"(5,7), (7), (7)",
                                        "(1100,130), (130)",
                                        "(3,1000), (1000), (1000)",
                                        "f16(30,264), (264), (264)",
                                        "f64(3,1000), f64(1000), f64(1000)",
                                        "(2,3000)",
                                        "(2,9003), none, (9003)",
                                        "(2,9004), (9004), (9004)",
                                        "(0,4), (4)",
                                        NULL};
    check_all(ops, texts);
}

TEST(gradients_of_normalised_lines_of_any_length) {
    static const char *const ops[] = {"layer_norm_backward", NULL};
    static const char *const texts[] = {"(5,7), (5,7), (7)",
                                        "(1030,36), (1030,36), (36)",
                                        "(2,1024), (2,1024), (1024)",
                                        "f16(40,264), f16(40,264), f16(264)",
                                        "f64(3,1000), f64(3,1000), f64(1000)",
                                        "f64(1,4100), f64(1,4100)",
                                        "(0,4), (0,4), (4)",
                                        NULL};
    check_all(ops, texts);
}

TEST(gradients_of_lines_without_a_mean) {
    static const char *const ops[] = {"rms_norm_backward", NULL};
    static const char *const texts[] = {"(5,7), (5,7), (7)", "(3,1000), (3,1000), (1000)",
                                        "(1,2001), (1,2001)", NULL};
    check_all(ops, texts);
}

TEST(normalised_channels_of_any_size) {
    static const char *const forward[] = {"batch_norm", "instance_norm", NULL};
    static const char *const backward[] = {"batch_norm_backward", NULL};
    static const char *const x[] = {"(6,8,5), (8), (8)",
                                    "(4,3,900), (3)",
                                    "(2,40,9)",
                                    "(9,3,24), (3), (3)",
                                    "f16(9,3,24), (3), (3)",
                                    "(90,24), (24), (24)",
                                    "f16(3,2,4,6)",
                                    "(3,2,2000), (2), (2)",
                                    "bf16(2,66,8)",
                                    "(2,64,2100), (64)",
                                    NULL};
    static const char *const dy[] = {"(6,8,5), (6,8,5), (8)",
                                     "(900,3), (900,3), (3)",
                                     "(40,70), (40,70)",
                                     "(4,3,900), (4,3,900), (3)",
                                     "f16(4,3,903), f16(4,3,903), f16(3)",
                                     "f64(6,4,12), f64(6,4,12), f64(4)",
                                     "f64(3,2,4,6), f64(3,2,4,6)",
                                     "f16(3,2,4,6), (3,2,4,6)",
                                     "(3,2,2000), (3,2,2000), (2)",
                                     "(2,66,8), (2,66,8), (66)",
                                     "(5,2,4,300), (5,2,4,300), (2)",
                                     NULL};
    check_all(forward, x);
    check_all(backward, dy);
}

/* ---- Losses of lines ------------------------------------------------------------------------- */

/* A thread, a warp or a block for each line, lines that are held in shared memory and lines that are
 * too long for that (in the hostile build, short ones are), and lines that begin at any address. */
TEST(cross_entropy_of_any_number_of_classes) {
    static const char *const forward[] = {"cross_entropy", NULL};
    static const char *const backward[] = {"cross_entropy_backward", NULL};
    static const char *const x[] = {"(5,7)@-3:3, i64(5)@0:7",
                                    "(3,1029)@-3:3, i64(3)@0:1029 label_smoothing=0.2",
                                    "bf16(3,1101)@-3:3, i64(3)@0:1101 reduction='none'", NULL};
    static const char *const dy[] = {
        "(5,7)@-3:3, i64(5)@0:7, ()",
        "(3,203)@-3:3, i64(3)@0:203, () reduction='sum'",
        "(3,403)@-3:3, i64(3)@0:403, (3) reduction='none'",
        "(3,1029)@-3:3, i64(3)@0:1029, () label_smoothing=0.2",
        "(3,1029)@-3:3, i64(3)@0:1029, (), (1029)@0:1 label_smoothing=0.1",
        "bf16(3,403)@-3:3, i64(3)@0:403, ()",
        "(3,403)@-3:3, (3,403)@0:1, ()",
        NULL};
    check_all(forward, x);
    check_all(backward, dy);
}

TEST(gradients_of_cross_entropy_with_many_classes) {
    static const char *const ops[] = {"cross_entropy_backward", NULL};
    static const char *const texts[] = {"(2,7001)@-3:3, i64(2)@0:7001, ()", NULL};
    check_all(ops, texts);
}

TEST(cross_entropy_of_lines_with_nan) {
    if (!cuda_is_there()) SKIP("there is no CUDA device, and no stand-in in TEST_BUILD");
    check_cuda_nan("cross_entropy", "(4,1101)@-3:3, i64(4)@0:1101 reduction='none'", 0, 2);
    check_cuda_nan("cross_entropy_backward", "(4,1101)@-3:3, i64(4)@0:1101, ()", 0, 2);
    walk_done();
}
