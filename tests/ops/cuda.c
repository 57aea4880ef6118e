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
    if (getenv("TEST_GPU") != NULL) {
        int32_t device;
        weir_device_parse("cuda:0", &device);
        test_fail(__FILE__, __LINE__, "TEST_GPU is set: %s", weir_error());
    }
    return false;
}

/* ---- Layouts --------------------------------------------------------------------------------- */

typedef enum layout { PACKED, TRANSPOSED, BACKWARDS, GAPS, OFF, LAYOUTS } layout;

static const char *const layout_names[] = {
    "on cuda:0", "on cuda:0, inputs transposed", "on cuda:0, inputs backwards",
    "on cuda:0, inputs with gaps", "on cuda:0, inputs misaligned"};

/* A new array with the values of `h`, as a view of a larger one on the default device: its
 * dimensions are in reverse order, or each is a slice.  The elements between are NaN. */
static weir_array *lay_out(const host *h, layout l) {
    int64_t shape[VALUE_DIMS], starts[VALUE_DIMS], steps[VALUE_DIMS], stops[VALUE_DIMS],
        order[VALUE_DIMS];
    int n = h->ndim, last = n - 1;
    size_t size = weir_dtype_bytes(h->dtype);
    for (int i = 0; i < n; i++) {
        order[i] = l == TRANSPOSED ? last - i : i;
        shape[i] = h->shape[order[i]] + (l == OFF && i == last);
        if (l == GAPS && i == last) shape[i] = 2 * h->shape[i] + 1;
        steps[i] = l == BACKWARDS ? -1 : l == GAPS && i == last ? 2 : 1;
        starts[i] = l == BACKWARDS ? shape[i] - 1 : (l == GAPS || l == OFF) && i == last;
        stops[i] = WEIR_NONE;
    }
    host block = host_new(h->dtype, n, shape);
    if (h->dtype != WEIR_BOOL) memset(block.data, 0xff, (size_t)block.count * size);
    for (int64_t e = 0; e < h->count; e++) {
        int64_t at = 0, rest = e, index[VALUE_DIMS] = {0};
        for (int i = last; i >= 0; i--) {
            index[i] = rest % h->shape[i];
            rest /= h->shape[i];
        }
        for (int i = 0; i < n; i++) at = at * shape[i] + starts[i] + index[order[i]] * steps[i];
        memcpy(block.data + (size_t)at * size, h->data + (size_t)e * size, size);
    }
    weir_array *whole = host_send(runtime, &block), *view = NULL;
    host_free(&block);
    if (l == TRANSPOSED) {
        weir_permute_dims_options p = WEIR_PERMUTE_DIMS_OPTIONS;
        p.axes = (weir_i64s){order, (size_t)n};
        CHECK_OK(weir_permute_dims(whole, &p, &view));
    } else {
        weir_slice_options p = WEIR_SLICE_OPTIONS;
        p.starts = (weir_i64s){starts, (size_t)n};
        p.stops = (weir_i64s){stops, (size_t)n};
        p.steps = (weir_i64s){steps, (size_t)n};
        CHECK_OK(weir_slice(whole, &p, &view));
    }
    weir_array_release(whole);
    return view;
}

static outcome run_laid_out(const sample *s, const host *in, layout l) {
    weir_array *arrays[SAMPLE_INPUTS];
    send_inputs(runtime, s, in, arrays);
    for (int i = 0; i < s->in_count; i++) {
        if (in[i].data == NULL || in[i].ndim == 0 || in[i].count == 0) continue;
        weir_array_release(arrays[i]);
        arrays[i] = lay_out(&in[i], l);
    }
    outcome got = run_arrays(runtime, s->op, s, arrays);
    release_arrays(arrays, (uint32_t)s->in_count);
    return got;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Returns false if the device has no kernel for the operator. */
static bool compare_with(const sample *s, const host *in, layout l) {
    const char *what = layout_names[l];
    int32_t outer = weir_default_device_set(WEIR_CUDA(0));
    outcome got = l == PACKED ? run_sample(runtime, s->op, s, in) : run_laid_out(s, in, l);
    weir_default_device_set(outer);
    bool has_kernel = strstr(got.error, "has no kernel for this operator") == NULL;
    if (has_kernel && got.status != WEIR_OK) {
        outcome wanted = run_sample(walk_runtime(), s->op, s, in);
        if (wanted.status == WEIR_OK) complain(s, "%s: %s", what, got.error);
        outcome_free(&wanted);
    } else if (has_kernel) {
        judge_forward(s, what, in, &got);
        if (got.count > 0 && got.device == WEIR_CPU(0) && !is_view(s->op))
            complain(s, "%s: the result is not there", what);
    }
    outcome_free(&got);
    return has_kernel;
}

static bool compare(const sample *s) {
    host in[SAMPLE_INPUTS];
    make_inputs(s, 31, in);
    bool has_kernel = compare_with(s, in, PACKED);
    free_inputs(s, in);
    return has_kernel;
}

static void compare_layouts(const sample *s) {
    host in[SAMPLE_INPUTS];
    make_inputs(s, 31, in);
    for (int l = PACKED + 1; l < LAYOUTS; l++) compare_with(s, in, (layout)l);
    free_inputs(s, in);
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
        if (all) compare_layouts(&s);
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
    if (!compare_with(&s, in, PACKED)) complain(&s, "there is no kernel for CUDA devices");
    free_inputs(&s, in);
}
