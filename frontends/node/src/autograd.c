/* autograd.c - gradients: leaves, backward passes, and the modes of the thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <stdlib.h>
#include <string.h>

/* gradAttach(slot, mode) */
static napi_value grad_attach(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    weir_array *a = slot_argument(s, args[0]);
    if (a == NULL) return call_end(s, NULL);
    uint32_t mode = get_u32(s, args[1]);
    if (refused(s)) return call_end(s, NULL);
    weir_status status = weir_array_attach_grad(a, (weir_grad_mode)mode);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* gradGet(slot): the slot of the gradient, or 0. */
static napi_value grad_get(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    weir_array *a = slot_argument(s, args[0]);
    if (a == NULL) return call_end(s, NULL);
    weir_array *grad = weir_array_grad(a);
    return call_end(s, new_f64(s, grad != NULL ? slot_take(s, grad, false, NULL) : 0));
}

/* gradSet(slot, slot of the new gradient, or 0) */
static napi_value grad_set(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    weir_array *a = slot_argument(s, args[0]), *grad = NULL;
    if (a == NULL) return call_end(s, NULL);
    if (get_i64(s, args[1]) != 0 && (grad = slot_argument(s, args[1])) == NULL)
        return call_end(s, NULL);
    weir_status status = weir_array_grad_set(a, grad);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* gradDetach(slot) */
static napi_value grad_detach(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    weir_array *a = slot_argument(s, args[0]), *out;
    if (a == NULL) return call_end(s, NULL);
    weir_status status = weir_array_detach(a, &out);
    if (status != WEIR_OK) return call_end(s, throw_status(s, status));
    return call_end(s, new_f64(s, slot_take(s, out, true, NULL)));
}

/* gradBackward(head count, input count, flags, has head gradients, objects): the frame has the
 * heads, their gradients (if any) and the inputs.  Without inputs the gradients of leaves are
 * stored; with inputs, their gradients are returned in the frame. */
static napi_value grad_backward(napi_env env, napi_callback_info info) {
    napi_value args[5], result = NULL;
    state *s = call_begin(env, info, 5, args);
    uint32_t heads = get_u32(s, args[0]), inputs = get_u32(s, args[1]), flags = get_u32(s, args[2]);
    bool seeded = get_bool(s, args[3]);
    if (refused(s)) return call_end(s, NULL);
    size_t given = heads * (seeded ? 2U : 1U) + inputs;
    weir_array **list = calloc(given + inputs + 1, sizeof *list);
    if (list == NULL || !frame_arrays(s, 0, (uint32_t)given, list)) {
        free(list);
        return call_end(s, NULL);
    }
    weir_array **head_grads = seeded ? list + heads : NULL, **in = list + given - inputs,
               **grads = list + given;
    weir_status status = inputs == 0 ? weir_backward(list, heads, head_grads, flags)
                                     : weir_grad(list, heads, head_grads, in, inputs, flags, grads);
    result = status == WEIR_OK ? slots_return(s, grads, inputs) : throw_status(s, status);
    free(list);
    return call_end(s, result);
}

/* modeSet(name, value): set a mode of the thread; returns the previous value. */
static napi_value mode_set(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    int32_t value = get_i32(s, args[1]), last = 0;
    char *name = refused(s) ? NULL : need_text(s, args[0]);
    weir_status status = WEIR_OK;
    if (name == NULL) return call_end(s, NULL);
    if (strcmp(name, "recording") == 0) last = weir_recording_set(value);
    if (strcmp(name, "training") == 0) last = weir_training_set(value);
    if (strcmp(name, "dtype") == 0) last = (int32_t)weir_default_dtype_set((weir_dtype)value);
    if (strcmp(name, "device") == 0) last = weir_default_device_set(value);
    if (strcmp(name, "autocast") == 0) {
        weir_dtype before = WEIR_DTYPE_DEFAULT;
        status = weir_autocast_set((weir_dtype)value, &before);
        last = (int32_t)before;
    }
    free(name);
    return call_end(s, status == WEIR_OK ? new_f64(s, last) : throw_status(s, status));
}

/* modeGet(name) */
static napi_value mode_get(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    char *name = need_text(s, args[0]);
    int value = name != NULL && strcmp(name, "recording") == 0 ? weir_recording() : weir_training();
    free(name);
    return call_end(s, new_f64(s, value));
}

const native_function autograd_functions[] = {
    {"gradAttach", grad_attach},     {"gradGet", grad_get}, {"gradSet", grad_set},
    {"gradDetach", grad_detach},     {"modeSet", mode_set}, {"modeGet", mode_get},
    {"gradBackward", grad_backward}, {NULL, NULL}};
