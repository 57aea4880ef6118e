/* cuda_kit.h - for tests of operators on a CUDA device, the stand-in or a GPU (cuda.c).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CUDA_KIT_H
#define CUDA_KIT_H

#include "../api/array_kit.h"
#include "walk.h"

static inline void need_cuda(void) {
    if (!cuda_is_there()) SKIP("there is no CUDA device, and no stand-in in TEST_BUILD");
}

/* A runtime for all checks of a test. */
static inline weir_runtime *runtime(void) {
    static weir_runtime *rt;
    need_cuda();
    if (rt == NULL) {
        weir_config c = kit_config(2);
        rt = kit_runtime_of(&c);
    }
    return rt;
}

/* A runtime, with the device as the default one until `done`. */
static inline weir_runtime *on_cuda(void) {
    need_cuda();
    weir_runtime *rt = kit_runtime(2);
    weir_default_device_set(WEIR_CUDA(0));
    return rt;
}

static inline void done(weir_runtime *rt, weir_array *const *arrays, int count) {
    for (int i = 0; i < count; i++) weir_array_release(arrays[i]);
    weir_default_device_set(WEIR_CPU(0));
    weir_runtime_free(rt);
}

/* Check each operator with each text; lists end with NULL. */
static inline void check_all(const char *const *ops, const char *const *texts) {
    need_cuda();
    for (; *ops != NULL; ops++)
        for (int i = 0; texts[i] != NULL; i++) check_cuda_text(*ops, texts[i]);
    walk_done();
}

static inline void check_gradients(const char *op) {
    need_cuda();
    weir_default_device_set(WEIR_CUDA(0));
    walk_one(check_gradient, weir_op_find(op));
    walk_done();
    weir_default_device_set(WEIR_CPU(0));
}

#endif
