/* test_cuda_failures.c - calls that fail on a CUDA device for the values of their inputs: the messages
 * are those of the CPU, with the first element and its value.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda_kit.h"

enum { INPUTS = 4, VALUES = 12, DIMS = 3 };

typedef struct input {
    weir_dtype dtype;
    int32_t ndim;
    int64_t shape[DIMS];
    double value[VALUES]; /* repeated */
} input;

typedef struct example {
    const char *op;
    input in[INPUTS];
    const char *attr; /* an integer, or NULL */
    int64_t number;
} example;

#define I64 WEIR_INT64
#define F32 WEIR_FLOAT32
#define F64 WEIR_FLOAT64

static weir_array *make(weir_runtime *rt, const input *in) {
    int64_t count = 1;
    for (int i = 0; i < in->ndim; i++) count *= in->shape[i];
    double *values = malloc((size_t)count * sizeof *values);
    CHECK(values != NULL);
    for (int64_t i = 0; i < count; i++) values[i] = in->value[i % VALUES];
    weir_array *wide = kit_array(rt, WEIR_FLOAT64, in->ndim, in->shape, values), *x = NULL;
    free(values);
    if (in->dtype == WEIR_FLOAT64) return wide;
    const weir_op *op = kit_op("astype");
    char attr[256];
    uint32_t count_out = 1;
    int32_t dtype = in->dtype;
    const weir_op_def *def = weir_op_describe(op);
    CHECK_OK(weir_attr_init(op, attr, def->attr_size));
    CHECK(kit_attr(op, attr, "dtype", &dtype, sizeof dtype));
    CHECK_OK(weir_op_call(rt, op, &wide, 1, attr, def->attr_size, &x, &count_out));
    weir_array_release(wide);
    return x;
}

/* The message of a failing call on a device. */
static void message_of(const example *e, int32_t device, char text[512]) {
    weir_runtime *rt = kit_runtime(2);
    weir_default_device_set(device);
    weir_array *in[INPUTS], *out[4];
    uint32_t count = 0, out_count = 4;
    while (count < INPUTS && e->in[count].dtype != 0) {
        in[count] = make(rt, &e->in[count]);
        count++;
    }
    const weir_op *op = kit_op(e->op);
    const weir_op_def *def = weir_op_describe(op);
    char attr[512];
    if (def->attr_size > 0) CHECK_OK(weir_attr_init(op, attr, def->attr_size));
    if (e->attr != NULL) CHECK(kit_attr(op, attr, e->attr, &e->number, sizeof e->number));
    CHECK_OK(weir_op_call(rt, op, in, count, def->attr_size > 0 ? attr : NULL, def->attr_size, out,
                          &out_count));
    CHECK(weir_array_wait(out[0]) != WEIR_OK);
    snprintf(text, 512, "%s", weir_error());
    for (uint32_t i = 0; i < out_count; i++) weir_array_release(out[i]);
    for (uint32_t i = 0; i < count; i++) weir_array_release(in[i]);
    weir_default_device_set(WEIR_CPU(0));
    weir_runtime_free(rt);
}

/* Only messages of the CPU end with the shapes of the inputs. */
static void cut_inputs(char *text) {
    char *from = strstr(text, " [inputs"), *end = from != NULL ? strchr(from, ']') : NULL;
    if (end != NULL) memmove(from, end + 1, strlen(end + 1) + 1);
}

static void check_examples(const example *e, int count) {
    need_cuda();
    for (int i = 0; i < count; i++) {
        char wanted[512], got[512];
        message_of(&e[i], WEIR_CPU(0), wanted);
        cut_inputs(wanted);
        message_of(&e[i], WEIR_CUDA(0), got);
        if (strcmp(wanted, got) != 0) printf("cpu:  %s\ncuda: %s\n", wanted, got);
        CHECK(strcmp(wanted, got) == 0);
    }
}

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

TEST(indices_out_of_range_are_named) {
    static const example examples[] = {
        {"take", {{F32, 2, {4, 3}, {1}}, {I64, 1, {3}, {0, 4, -9}}}, "axis", 0},
        {"take", {{F32, 2, {4, 3}, {1}}, {I64, 2, {2, 3}, {0, 1, 2, 0, -4, 7}}}, "axis", 1},
        {"take", {{F32, 2, {4, 3}, {1}}, {I64, 1, {2}, {0, 12}}}, NULL, 0},
        {"take_along_axis", {{F32, 1, {4}, {1}}, {I64, 1, {3}, {0, 3, 5}}}, "axis", 0},
        {"index",
         {{F32, 2, {4, 3}, {1}}, {I64, 1, {3}, {0, 1, 2}}, {I64, 1, {3}, {0, 3, 9}}},
         NULL,
         0},
        {"embedding", {{I64, 2, {2, 2}, {0, 1, -1, 2}}, {F32, 2, {4, 3}, {1}}}, NULL, 0},
        {"scatter_add",
         {{F32, 1, {4}, {1}}, {I64, 1, {3}, {0, 4, 1}}, {F32, 1, {3}, {1}}},
         "axis",
         0},
        {"one_hot", {{I64, 1, {3}, {0, 5, -2}}}, "num_classes", 3},
        {"one_hot", {{I64, 1, {3}, {0, 1, -2}}}, "num_classes", 1},
        {"cross_entropy", {{F32, 2, {3, 2}, {1, 2}}, {I64, 1, {3}, {0, 1, 2}}}, NULL, 0},
        {"searchsorted",
         {{F32, 1, {3}, {1, 2, 3}}, {F32, 1, {1}, {2}}, {I64, 1, {3}, {0, 3, 1}}},
         NULL,
         0},
    };
    check_examples(examples, COUNT(examples));
}

TEST(elements_with_a_wrong_value_are_named) {
    static const example examples[] = {
        {"pow", {{I64, 2, {2, 3}, {1}}, {I64, 2, {2, 3}, {1, 2, 3, 4, -5, -6}}}, NULL, 0},
        {"check_finite", {{F32, 2, {3, 3}, {1, 2, 3, 4, 5, INFINITY, NAN}}}, NULL, 0},
        {"check_finite", {{F64, 1, {12}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, NAN, INFINITY}}}, NULL, 0},
        {"check_finite", {{WEIR_COMPLEX64, 1, {2}, {1, NAN}}}, NULL, 0},
        {"bincount_sized", {{I64, 1, {4}, {0, 1, -3, 9}}}, "size", 4},
        {"bincount_sized", {{I64, 1, {4}, {0, 1, 7, -1}}}, "size", 4},
        {"nonzero_sized", {{F32, 1, {4}, {0, 1, 0, 0}}}, "size", 2},
        {"mask_select_sized",
         {{F32, 1, {4}, {0, 1, 2, 3}}, {WEIR_BOOL, 1, {4}, {1, 1, 0, 0}}},
         "size",
         1},
        {"mask_put",
         {{F32, 1, {4}, {0, 1, 2, 3}}, {WEIR_BOOL, 1, {4}, {1, 0, 0, 0}}, {F32, 1, {3}, {1}}},
         NULL,
         0},
        {"quantile", {{F32, 1, {4}, {0, 1, 2, 3}}, {F64, 1, {3}, {0.5, 1.5, 2}}}, NULL, 0},
        {"beta", {{F32, 1, {3}, {1, 1, 2}}, {F32, 1, {3}, {1, 2, -1}}}, NULL, 0},
        {"poisson", {{F32, 1, {3}, {1, -1, 2}}}, NULL, 0},
        {"geometric", {{F32, 1, {3}, {0.5, 1, 0}}}, NULL, 0},
        {"binomial", {{F32, 1, {3}, {1, 1.5, 2}}, {F32, 1, {3}, {0.5}}}, NULL, 0},
        {"categorical", {{F32, 2, {2, 3}, {1, 2, 3, 4, -1, 2}}}, NULL, 0},
    };
    check_examples(examples, COUNT(examples));
}

TEST(lengths_and_labels_of_ctc_loss_are_named) {
#define CTC(input, target, label)                                                                  \
    {                                                                                              \
        "ctc_loss",                                                                                \
            {{F32, 3, {4, 2, 3}, {-1}},                                                            \
             {I64, 2, {2, 2}, {1, 2, 1, label}},                                                   \
             {I64, 1, {2}, {4, input}},                                                            \
             {I64, 1, {2}, {2, target}}},                                                          \
            NULL, 0                                                                                \
    }
    static const example examples[] = {CTC(5, 2, 1), CTC(4, 3, 1), CTC(4, -1, 1), CTC(4, 2, 0),
                                       CTC(4, 2, 3)};
    check_examples(examples, COUNT(examples));
}

/* Thousands of threads fail: the message has the first element all the same. */
TEST(the_first_of_many_failures_is_named) {
    static const example examples[] = {
        {"check_finite",
         {{F32, 3, {64, 64, 12}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, NAN}}},
         NULL,
         0},
        {"take",
         {{F32, 1, {4}, {1}}, {I64, 2, {2000, 12}, {0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7}}},
         "axis",
         0},
    };
    check_examples(examples, COUNT(examples));
}

TEST(matrices_without_a_result_are_named) {
    static const example examples[] = {
        {"inv", {{F64, 3, {3, 2, 2}, {2, 1, 1, 3, 1, 2, 2, 4, 0, 0, 0, 0}}}, NULL, 0},
        {"inv", {{F64, 2, {2, 2}, {0, 1, 0, 3}}}, NULL, 0},
        {"solve", {{F64, 2, {2, 2}, {1, 2, 2, 4}}, {F64, 1, {2}, {1, 2}}}, NULL, 0},
        {"solve_triangular",
         {{F64, 2, {3, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 0}}, {F64, 1, {3}, {1}}},
         NULL,
         0},
        {"cholesky", {{F64, 3, {2, 2, 2}, {1, 0, 0, 1, 1, 2, 2, 1}}}, NULL, 0},
        {"eigvalsh", {{F64, 3, {2, 2, 2}, {1, 0, 0, 1, NAN, 2, 2, 1}}}, NULL, 0},
        {"svdvals", {{F64, 2, {2, 2}, {1, 0, INFINITY, 1}}}, NULL, 0},
    };
    check_examples(examples, COUNT(examples));
}
