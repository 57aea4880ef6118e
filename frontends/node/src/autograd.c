/* autograd.c - gradients: leaves, backward passes, functions with a gradient in JavaScript, and the
 * modes of the thread.
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

/* ---- Functions with a gradient written in JavaScript ------------------------------------------- */

/* Call the JavaScript function, with the gradients of the results in the frame.  It writes the slots of
 * its gradients to the frame and returns their objects, which keeps them alive meanwhile. */
static weir_status call_gradient(state *s, kept *k, uint32_t out_count, weir_array **grad_in,
                                 uint32_t in_count) {
    napi_value function, self, count = new_f64(s, out_count), result;
    uint32_t returned = 0;
    napi_get_undefined(s->env, &self);
    if (napi_get_reference_value(s->env, k->ref, &function) != napi_ok ||
        napi_call_function(s->env, self, function, 1, &count, &result) != napi_ok ||
        napi_get_array_length(s->env, result, &returned) != napi_ok)
        return WEIR_EINTR; /* the JavaScript exception is pending */
    if (returned != in_count || !frame_arrays(s, 0, in_count, grad_in)) return WEIR_EINTR;
    for (uint32_t i = 0; i < in_count; i++)
        if (grad_in[i] != NULL) weir_array_retain(grad_in[i]);
    return WEIR_OK;
}

/* The library calls this inside gradBackward, on the thread that called it. */
static weir_status gradient(weir_runtime *rt, weir_array *const *grad_out, uint32_t out_count,
                            weir_array **grad_in, uint32_t in_count, void *ctx) {
    (void)rt;
    state *s = here;
    kept *k = ctx;
    if (s == NULL || s->notifier != k->n || s->calls == 0)
        return weir_error_set(WEIR_EINVAL,
                              "the gradient of a function of JavaScript can be computed "
                              "only on the thread that called the function");
    napi_handle_scope scope;
    if (napi_open_handle_scope(s->env, &scope) != napi_ok)
        return weir_error_set(WEIR_ENOMEM, "not enough memory");
    if (out_count > s->frame_length) out_count = (uint32_t)s->frame_length;
    for (uint32_t i = 0; i < out_count; i++)
        s->frame[i] =
            grad_out[i] != NULL ? slot_take(s, weir_array_retain(grad_out[i]), true, NULL) : 0;
    weir_status status = call_gradient(s, k, out_count, grad_in, in_count);
    napi_close_handle_scope(s->env, scope);
    return status;
}

/* functionRecord(name, input count, output count, saved count, gradient, objects): the frame has the
 * slots of inputs, outputs and saved arrays. */
static napi_value function_record(napi_env env, napi_callback_info info) {
    napi_value args[6];
    state *s = call_begin(env, info, 6, args);
    uint32_t in = get_u32(s, args[1]), out = get_u32(s, args[2]), saved = get_u32(s, args[3]);
    if (refused(s)) return call_end(s, NULL);
    char *name = need_text(s, args[0]);
    weir_array **list = calloc((size_t)in + out + saved + 1, sizeof *list);
    kept_sweep(s);
    kept *k = name != NULL && list != NULL && frame_arrays(s, 0, in + out + saved, list)
                  ? kept_new(s, args[4])
                  : NULL;
    if (k != NULL) {
        weir_function f = {.size = sizeof f,
                           .name = name,
                           .backward = gradient,
                           .free = kept_drop,
                           .ctx = k,
                           .saved = list + in + out,
                           .saved_count = saved};
        weir_status status = weir_function_record(s->rt, &f, list, in, list + in, out);
        if (status != WEIR_OK) throw_status(s, status);
    }
    free(list);
    free(name);
    return call_end(s, NULL);
}

/* functionSaved(index): the slot of a saved array; 0 if none was saved. */
static napi_value function_saved(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    weir_array *a = NULL;
    weir_status status = weir_function_saved(get_u32(s, args[0]), &a);
    if (status != WEIR_OK) return call_end(s, throw_status(s, status));
    return call_end(s, new_f64(s, a != NULL ? slot_take(s, a, true, NULL) : 0));
}

/* ---- Modes -------------------------------------------------------------------------------------- */

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

const native_function autograd_functions[] = {{"gradAttach", grad_attach},
                                              {"gradGet", grad_get},
                                              {"gradSet", grad_set},
                                              {"gradDetach", grad_detach},
                                              {"modeSet", mode_set},
                                              {"modeGet", mode_get},
                                              {"gradBackward", grad_backward},
                                              {"functionRecord", function_record},
                                              {"functionSaved", function_saved},
                                              {NULL, NULL}};
