/* autograd.c - recording, gradients and backward passes; settings of the thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <stdlib.h>

NATIVE(jboolean, recordingSet), jboolean on) {
    (void)env;
    return weir_recording_set(on) != 0;
}
NATIVE(jboolean, recording)) {
    (void)env;
    return weir_recording() != 0;
}
NATIVE(jboolean, trainingSet), jboolean on) {
    (void)env;
    return weir_training_set(on) != 0;
}
NATIVE(jboolean, training)) {
    (void)env;
    return weir_training() != 0;
}

NATIVE(jint, autocastSet), jint dtype) {
    weir_dtype last = 0;
    (void)fine(env, weir_autocast_set((weir_dtype)dtype, &last));
    return (jint)last;
}

NATIVE(jint, defaultDeviceSet), jint device) {
    (void)env;
    return weir_default_device_set(device);
}
NATIVE(jint, defaultDtypeSet), jint dtype) {
    (void)env;
    return (jint)weir_default_dtype_set((weir_dtype)dtype);
}

NATIVE(void, attachGrad), jlong a, jint mode) {
    (void)fine(env, weir_array_attach_grad(HANDLE(array, a), (weir_grad_mode)mode));
}

/* 0: there is none */
NATIVE(jlong, grad), jlong a) {
    (void)env;
    return AS_LONG(weir_array_grad(HANDLE(array, a)));
}
NATIVE(void, gradSet), jlong a, jlong grad) {
    (void)fine(env, weir_array_grad_set(HANDLE(array, a), HANDLE(array, grad)));
}
NATIVE(jboolean, requiresGrad), jlong a) {
    (void)env;
    return weir_array_requires_grad(HANDLE(array, a)) != 0;
}

NATIVE(jlong, detach), jlong a) {
    weir_array *out = NULL;
    (void)fine(env, weir_array_detach(HANDLE(array, a), &out));
    return AS_LONG(out);
}

NATIVE(void, backward), jlongArray heads, jlongArray grads, jint flags) {
    handles h, g;
    if (!handles_take(env, heads, &h)) return;
    if (handles_take(env, grads, &g)) {
        (void)fine(env, weir_backward(arrays_of(&h), h.count, grads != NULL ? arrays_of(&g) : NULL,
                                      (uint32_t)flags));
        handles_free(&g);
    }
    handles_free(&h);
}

/* The gradients of the inputs; 0 where the heads do not depend on one. */
NATIVE(jlongArray, gradients), jlongArray heads, jlongArray grads, jlongArray inputs, jint flags) {
    handles h, g, in;
    jlongArray result = NULL;
    if (!handles_take(env, heads, &h)) return NULL;
    if (handles_take(env, grads, &g)) {
        if (handles_take(env, inputs, &in)) {
            weir_array **out = calloc(in.count + 1, sizeof *out);
            if (out != NULL &&
                fine(env, weir_grad(arrays_of(&h), h.count, grads != NULL ? arrays_of(&g) : NULL,
                                    arrays_of(&in), in.count, (uint32_t)flags, out)))
                result = longs_of(env, out, in.count);
            free(out);
            handles_free(&in);
        }
        handles_free(&g);
    }
    handles_free(&h);
    return result;
}
