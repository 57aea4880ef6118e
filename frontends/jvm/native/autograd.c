/* autograd.c - recording, gradients, backward passes and functions with a gradient in Java; settings of the thread.
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

/* ---- Functions with their own gradient --------------------------------------------------------- */

/* Call CustomFunction.Gradient.run(gradients of the results), which returns handles that this function takes over.  The
 * library calls it on the thread that runs the backward pass, inside its call.  After a failure the Java exception is
 * pending. */
static weir_status gradient(weir_runtime *rt, weir_array *const *grad_out, uint32_t out_count,
                            weir_array **grad_in, uint32_t in_count, void *ctx) {
    (void)rt;
    JNIEnv *env = env_here();
    if (env == NULL)
        return weir_error_set(WEIR_EINVAL,
                              "the gradient of a function in Java needs a thread of the JVM");
    if ((*env)->ExceptionCheck(env) || (*env)->PushLocalFrame(env, 8) != 0) return WEIR_EINTR;
    weir_status status = WEIR_EINTR;
    for (uint32_t i = 0; i < out_count; i++)
        if (grad_out[i] != NULL) weir_array_retain(grad_out[i]); /* for the objects in Java */
    jlongArray given = longs_of(env, grad_out, out_count), returned = NULL;
    jobject function = keep_object(ctx);
    jmethodID run =
        (*env)->GetMethodID(env, (*env)->GetObjectClass(env, function), "run", "([J)[J");
    if (given != NULL && run != NULL)
        returned = (*env)->CallObjectMethod(env, function, run, given);
    if (!(*env)->ExceptionCheck(env) && returned != NULL &&
        (uint32_t)(*env)->GetArrayLength(env, returned) == in_count) {
        (*env)->GetLongArrayRegion(env, returned, 0, (jsize)in_count, (jlong *)grad_in);
        status = WEIR_OK;
    }
    (*env)->PopLocalFrame(env, NULL);
    return status;
}

NATIVE(void, functionRecord), jstring name, jlongArray inputs, jlongArray outputs, jlongArray saved, jobject function) {
    handles in, out, save;
    keep_sweep(env);
    char *text = utf8_of(env, name);
    if (text == NULL) return;
    if (handles_take(env, inputs, &in)) {
        if (handles_take(env, outputs, &out)) {
            if (handles_take(env, saved, &save)) {
                void *kept = keep_new(env, function);
                weir_function f = {.size = sizeof f,
                                   .name = text,
                                   .backward = gradient,
                                   .free = keep_drop,
                                   .ctx = kept,
                                   .saved = arrays_of(&save),
                                   .saved_count = save.count};
                if (kept != NULL)
                    (void)fine(env, weir_function_record(the_runtime, &f, arrays_of(&in), in.count,
                                                         arrays_of(&out), out.count));
                handles_free(&save);
            }
            handles_free(&out);
        }
        handles_free(&in);
    }
    free(text);
}

/* Inside a gradient: a saved array; 0 if none was saved. */
NATIVE(jlong, functionSaved), jint index) {
    weir_array *a = NULL;
    (void)fine(env, weir_function_saved((uint32_t)index, &a));
    return AS_LONG(a);
}

/* ---- Backward passes ---------------------------------------------------------------------------- */

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
