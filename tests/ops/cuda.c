/* cuda.c - operators on a CUDA device, against the reference kernels.
 *
 * The device is the stand-in of tests/cuda, or a GPU with TEST_GPU=1.  TEST_CUDA_ALL=1 adds dtypes and
 * layouts; each needs a kernel of its own, which takes the stand-in a fifth of a second to compile.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cuda/stand_in.h"
#include "walk.h"

static weir_runtime *runtime;

/* Is the stand-in at this path, and has it a compiler for kernels? */
static bool compiles(const char *path) {
    void *library = dlopen(path, RTLD_NOW);
    if (library == NULL) return false;
    stand_in_compiler_function *compiler =
        (stand_in_compiler_function *)dlsym(library, "stand_in_compiler");
    return compiler != NULL && compiler() != NULL;
}

bool cuda_is_there(void) {
    const char *build = getenv("TEST_BUILD");
    char path[1024];
    int32_t devices[16];
    if (getenv("TEST_GPU") == NULL) {
        if (build == NULL) return false;
        snprintf(path, sizeof path, "%s/tests/cuda/libcuda_stand_in.so", build);
        if (!compiles(path)) return false;
        setenv("WEIR_CUDA_LIBRARY", path, 1);
        unsetenv("WEIR_CUDA_DEVICES");
        snprintf(path, sizeof path, "%s/cuda-cache", build);
        setenv("XDG_CACHE_HOME", path, 1);
    }
    if (runtime == NULL) {
        weir_config c = kit_config(2);
        runtime = kit_runtime_of(&c);
    }
    size_t count = weir_devices(runtime, devices, 16);
    for (size_t i = 0; i < count && i < 16; i++)
        if (devices[i] == WEIR_CUDA(0)) return true;
    return false;
}

/* Returns false if the device has no kernel for the operator. */
static bool compare_with(const sample *s, const host *in) {
    int32_t outer = weir_default_device_set(WEIR_CUDA(0));
    outcome got = run_sample(runtime, s->op, s, in);
    weir_default_device_set(outer);
    bool has_kernel = strstr(got.error, "has no kernel for this operator") == NULL;
    if (has_kernel && got.status != WEIR_OK) {
        outcome wanted = run_sample(walk_runtime(), s->op, s, in);
        if (wanted.status == WEIR_OK) complain(s, "on cuda:0: %s", got.error);
        outcome_free(&wanted);
    } else if (has_kernel) {
        judge_forward(s, "on cuda:0", in, &got);
        if (got.count > 0 && got.device == WEIR_CPU(0) && !is_view(s->op))
            complain(s, "the result is not on the device");
    }
    outcome_free(&got);
    return has_kernel;
}

static bool compare(const sample *s) {
    host in[SAMPLE_INPUTS];
    make_inputs(s, 31, in);
    bool has_kernel = compare_with(s, in);
    free_inputs(s, in);
    return has_kernel;
}

void check_cuda(const weir_op *op) {
    static const weir_dtype dtypes[] = {WEIR_FLOAT16, WEIR_BFLOAT16,  WEIR_FLOAT64,   WEIR_BOOL,
                                        WEIR_INT8,    WEIR_INT32,     WEIR_INT64,     WEIR_UINT8,
                                        WEIR_UINT64,  WEIR_COMPLEX64, WEIR_COMPLEX128};
    bool all = getenv("TEST_CUDA_ALL") != NULL;
    for (int i = 0; i < sample_count(op); i++) {
        sample s, big;
        sample_read(op, i, &s);
        if (!compare(&s)) return;
        if (enlarge(&s, 1500, &big)) compare(&big);
        for (size_t k = 0; all && i == 0 && k < sizeof dtypes / sizeof *dtypes; k++) {
            sample_read(op, i, &s);
            if (sample_set_dtype(&s, dtypes[k])) compare(&s);
        }
    }
}

void check_cuda_text(const char *op, const char *text) {
    sample s;
    sample_read_text(weir_op_find(op), text, &s);
    if (!compare(&s)) complain(&s, "there is no kernel for CUDA devices");
}

void check_cuda_nan(const char *op, const char *text, uint32_t input, int64_t row) {
    sample s;
    host in[SAMPLE_INPUTS];
    sample_read_text(weir_op_find(op), text, &s);
    make_inputs(&s, 31, in);
    const host *h = &in[input];
    int64_t rows = h->shape[h->ndim - 2], cols = h->shape[h->ndim - 1];
    size_t bytes = (size_t)cols * weir_dtype_bytes(h->dtype);
    for (int64_t i = row; i < h->count / cols; i += rows)
        memset(h->data + (size_t)i * bytes, 0xff, bytes); /* NaN in all dtypes */
    if (!compare_with(&s, in)) complain(&s, "there is no kernel for CUDA devices");
    free_inputs(&s, in);
}
