/* autograd.c - recording, gradients, functions with a gradient in R, and the modes of the thread.
 *
 * The gradient of a function in R runs inside a call of the library.  An error in it must not jump out of that call:
 * R_UnwindProtect stops the jump, the library returns, and then the jump goes on.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Set recording and training mode; NA leaves one as it is.  Returns the previous two. */
SEXP r_modes(SEXP recording, SEXP training) {
    SEXP old = PROTECT(Rf_allocVector(LGLSXP, 2));
    int r = Rf_asLogical(recording), t = Rf_asLogical(training);
    LOGICAL(old)[0] = r == NA_LOGICAL ? weir_recording() : weir_recording_set(r);
    LOGICAL(old)[1] = t == NA_LOGICAL ? weir_training() : weir_training_set(t);
    UNPROTECT(1);
    return old;
}

SEXP r_attach_grad(SEXP array, SEXP mode) {
    check(weir_array_attach_grad(array_of(array), (weir_grad_mode)Rf_asInteger(mode)));
    return array;
}

SEXP r_grad(SEXP array) {
    weir_array *grad = weir_array_grad(array_of(array));
    return grad != NULL ? array_wrap(grad) : R_NilValue;
}

SEXP r_grad_set(SEXP array, SEXP grad) {
    check(weir_array_grad_set(array_of(array), grad == R_NilValue ? NULL : array_of(grad)));
    return array;
}

SEXP r_requires_grad(SEXP array) {
    return Rf_ScalarLogical(weir_array_requires_grad(array_of(array)));
}

SEXP r_detach(SEXP array) {
    weir_array *out;
    check(weir_array_detach(array_of(array), &out));
    return array_wrap(out);
}

static weir_array **arrays_of(SEXP list) {
    weir_array **arrays = (weir_array **)R_alloc((size_t)XLENGTH(list) + 1, sizeof *arrays);
    for (R_xlen_t i = 0; i < XLENGTH(list); i++)
        arrays[i] = VECTOR_ELT(list, i) == R_NilValue ? NULL : array_of(VECTOR_ELT(list, i));
    return arrays;
}

/* ---- Functions with their own gradient -------------------------------------------------------- */

/* Gradients in R that the library has dropped on a thread that is not R's: a stack, pushed by any thread with release,
 * taken whole by R's thread with acquire. */
typedef struct dropped {
    struct dropped *next;
    SEXP function;
} dropped;
static _Atomic(dropped *) all_dropped;

static void sweep(void) {
    dropped *d = atomic_exchange_explicit(&all_dropped, NULL, memory_order_acquire);
    while (d != NULL) {
        dropped *next = d->next;
        R_ReleaseObject(d->function);
        free(d);
        d = next;
    }
}

static void drop(void *function) {
    if (on_r_thread()) {
        R_ReleaseObject(function);
        return;
    }
    dropped *d = malloc(sizeof *d);
    if (d == NULL) return; /* the function is kept for ever */
    d->function = function;
    d->next = atomic_load_explicit(&all_dropped, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&all_dropped, &d->next, d, memory_order_release,
                                                  memory_order_relaxed)) {}
}

typedef struct gradient_call {
    SEXP function;
    weir_array *const *grad_out;
    uint32_t out_count;
    weir_array **grad_in;
    uint32_t in_count;
} gradient_call;

/* Call the function with the gradients of the results.  It returns a list with one gradient, or NULL, for each input. */
static SEXP run_gradient(void *data) {
    gradient_call *c = data;
    SEXP grads = PROTECT(Rf_allocVector(VECSXP, c->out_count));
    for (uint32_t i = 0; i < c->out_count; i++)
        if (c->grad_out[i] != NULL)
            SET_VECTOR_ELT(grads, i, array_wrap(weir_array_retain(c->grad_out[i])));
    SEXP call = PROTECT(Rf_lang2(c->function, grads));
    SEXP result = PROTECT(Rf_eval(call, R_GlobalEnv));
    for (uint32_t i = 0; i < c->in_count; i++) {
        SEXP one = VECTOR_ELT(result, i);
        c->grad_in[i] = one == R_NilValue ? NULL : array_of(one);
    }
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->grad_in[i] != NULL) weir_array_retain(c->grad_in[i]);
    UNPROTECT(3);
    return R_NilValue;
}

static SEXP jump_to_continue; /* the jump that was stopped, preserved; NULL: none */

static void stop_jump(void *buffer, Rboolean jump) {
    if (jump) longjmp(*(jmp_buf *)buffer, 1);
}

static weir_status gradient(weir_runtime *rt, weir_array *const *grad_out, uint32_t out_count,
                            weir_array **grad_in, uint32_t in_count, void *function) {
    (void)rt;
    if (!on_r_thread())
        return weir_error_set(WEIR_EINVAL,
                              "the gradient of a function in R runs on R's thread only");
    gradient_call c = {function, grad_out, out_count, grad_in, in_count};
    jmp_buf buffer;
    SEXP token = R_MakeUnwindCont();
    R_PreserveObject(token);
    if (setjmp(buffer) != 0) {
        jump_to_continue = token;
        return WEIR_EINTR;
    }
    R_UnwindProtect(run_gradient, &c, stop_jump, &buffer, token);
    R_ReleaseObject(token);
    return WEIR_OK;
}

/* The end of a call that may have run gradients in R. */
static void check_pass(weir_status status) {
    if (jump_to_continue != NULL) {
        SEXP token = jump_to_continue;
        jump_to_continue = NULL;
        R_ReleaseObject(token);
        R_ContinueUnwind(token);
    }
    check(status);
}

/* Record that `function` computed the outputs from the inputs. */
SEXP r_function_record(SEXP name, SEXP inputs, SEXP outputs, SEXP saved, SEXP function) {
    sweep();
    weir_function f = {.size = sizeof f,
                       .name = CHAR(STRING_ELT(name, 0)),
                       .backward = gradient,
                       .free = drop,
                       .ctx = function,
                       .saved = arrays_of(saved),
                       .saved_count = (uint32_t)XLENGTH(saved)};
    weir_array **in = arrays_of(inputs), **out = arrays_of(outputs);
    R_PreserveObject(function);
    check(weir_function_record(runtime(), &f, in, (uint32_t)XLENGTH(inputs), out,
                               (uint32_t)XLENGTH(outputs)));
    return R_NilValue;
}

/* Inside a gradient: the index-th array that was saved, or NULL. */
SEXP r_function_saved(SEXP index) {
    weir_array *a;
    check(weir_function_saved((uint32_t)Rf_asInteger(index), &a));
    return a != NULL ? array_wrap(a) : R_NilValue;
}

/* ---- Backward --------------------------------------------------------------------------------- */

SEXP r_backward(SEXP heads, SEXP grads, SEXP flags) {
    sweep();
    check_pass(weir_backward(arrays_of(heads), (uint32_t)XLENGTH(heads),
                             grads == R_NilValue ? NULL : arrays_of(grads),
                             (uint32_t)Rf_asInteger(flags)));
    return R_NilValue;
}

SEXP r_gradients(SEXP heads, SEXP grads, SEXP inputs, SEXP flags) {
    R_xlen_t count = XLENGTH(inputs);
    weir_array **out = (weir_array **)R_alloc((size_t)count + 1, sizeof *out);
    sweep();
    check_pass(weir_grad(arrays_of(heads), (uint32_t)XLENGTH(heads),
                         grads == R_NilValue ? NULL : arrays_of(grads), arrays_of(inputs),
                         (uint32_t)count, (uint32_t)Rf_asInteger(flags), out));
    SEXP result = PROTECT(Rf_allocVector(VECSXP, count));
    for (R_xlen_t i = 0; i < count; i++)
        if (out[i] != NULL) SET_VECTOR_ELT(result, i, array_wrap(out[i]));
    UNPROTECT(1);
    return result;
}

SEXP r_clip_grad_norm(SEXP params, SEXP max_norm) {
    weir_array *norm;
    check(weir_clip_grad_norm(arrays_of(params), (uint32_t)XLENGTH(params),
                              real_of(max_norm, "max_norm"), &norm));
    return array_wrap(norm);
}

SEXP r_clip_grad_value(SEXP params, SEXP limit) {
    check(weir_clip_grad_value(arrays_of(params), (uint32_t)XLENGTH(params),
                               real_of(limit, "limit")));
    return R_NilValue;
}

/* ---- Defaults of the thread ------------------------------------------------------------------ */

SEXP r_default_dtype(SEXP dtype) {
    weir_dtype old = weir_default_dtype_set(dtype == R_NilValue ? WEIR_FLOAT32 : dtype_of(dtype));
    if (old == 0) Rf_error("the default dtype is one of float32, float64, float16 and bfloat16");
    if (dtype == R_NilValue) (void)weir_default_dtype_set(old);
    return Rf_mkString(weir_dtype_name(old));
}

SEXP r_default_device(SEXP device) {
    char name[32];
    int32_t old = weir_default_device_set(device == R_NilValue ? WEIR_CPU(0) : device_of(device));
    if (device == R_NilValue) (void)weir_default_device_set(old);
    weir_device_name(old, name, sizeof name);
    return Rf_mkString(name);
}

/* The dtype in which products are computed; NULL: off.  Returns the previous one. */
SEXP r_autocast(SEXP dtype) {
    weir_dtype old;
    check(weir_autocast_set(dtype_of(dtype), &old));
    return old == 0 ? R_NilValue : Rf_mkString(weir_dtype_name(old));
}
