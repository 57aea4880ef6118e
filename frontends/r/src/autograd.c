/* autograd.c - recording, gradients, and the modes of the thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

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

SEXP r_backward(SEXP heads, SEXP grads, SEXP flags) {
    check(weir_backward(arrays_of(heads), (uint32_t)XLENGTH(heads),
                        grads == R_NilValue ? NULL : arrays_of(grads),
                        (uint32_t)Rf_asInteger(flags)));
    return R_NilValue;
}

SEXP r_gradients(SEXP heads, SEXP grads, SEXP inputs, SEXP flags) {
    R_xlen_t count = XLENGTH(inputs);
    weir_array **out = (weir_array **)R_alloc((size_t)count + 1, sizeof *out);
    check(weir_grad(arrays_of(heads), (uint32_t)XLENGTH(heads),
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
    check(weir_clip_grad_norm(arrays_of(params), (uint32_t)XLENGTH(params), Rf_asReal(max_norm),
                              &norm));
    return array_wrap(norm);
}

SEXP r_clip_grad_value(SEXP params, SEXP limit) {
    check(weir_clip_grad_value(arrays_of(params), (uint32_t)XLENGTH(params), Rf_asReal(limit)));
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
