/* weirr.h - what the files of the R package share.
 *
 * Ownership.  A handle (array, block, optimiser and so on) is an R external pointer with a finalizer, which
 * releases its reference; `release` functions of the library never wait.  A C function that makes a library object
 * wraps it at once, so that an R error, which jumps out of the C code, leaks nothing.
 *
 * Threads.  R has one thread.  The library calls the hooks of frontend.c on the thread concerned; they do nothing on
 * any other than R's.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIRR_H
#define WEIRR_H

#define R_NO_REMAP
#define WEIR_WITHOUT_OPS
#include <R.h>
#include <Rinternals.h>
#include <stdbool.h>
#include <stdint.h>
#include <weir/weir.h>

/* ---- handle.c ------------------------------------------------------------------------------ */

typedef enum kind { ARRAY, BLOCK, OPTIMIZER, SCALER, DATASET, LOADER, METRIC, KINDS } kind;

/* A new external pointer to `object`, whose reference it takes. */
SEXP handle_wrap(kind k, void *object);
/* The object behind a handle; an R error if `s` is no handle of this kind or has lost its object. */
void *handle_of(kind k, SEXP s);
bool handle_is(kind k, SEXP s);

static inline SEXP array_wrap(weir_array *a) { return handle_wrap(ARRAY, a); }
static inline weir_array *array_of(SEXP s) { return handle_of(ARRAY, s); }

void handle_init(void);

/* ---- failure.c ----------------------------------------------------------------------------- */

/* Raise the last failure of this thread as an R condition if `status` is one.  Does not return then. */
void check(weir_status status);

/* The runtime of the process. */
weir_runtime *runtime(void);

/* ---- frontend.c ---------------------------------------------------------------------------- */

void frontend_init(void);
bool on_r_thread(void);

/* ---- op.c ---------------------------------------------------------------------------------- */

/* Call an operator with one output; `attr` is its attribute struct or NULL.  The handle that it returns is not protected. */
SEXP op_one(const weir_op *op, weir_array *const *in, uint32_t count, const void *attr,
            size_t size);
/* The operator with this name, which exists. */
const weir_op *op_named(const char *name);
/* Fill an attribute struct of `size` bytes from a named R list.  Memory that fields point to is R's transient memory. */
void attrs_fill(const char *owner, const weir_attr *attrs, uint32_t count, uint32_t stride,
                SEXP given, char *to, size_t size);
/* The attributes in a struct as a named R list. */
SEXP attrs_list(const weir_attr *attrs, uint32_t count, uint32_t stride, const char *from);

/* ---- value.c ------------------------------------------------------------------------------- */

/* An operand: the array of a handle, or a number for an R scalar.  Borrowed; *made (the handle of what is not given as a
 * handle, else R_NilValue) must be protected while the result is used. */
weir_array *operand(SEXP s, SEXP *made);
/* Fill `in` with the operands of a list (NULL in R: NULL).  Returns a list that must be protected while they are used. */
SEXP operands(SEXP list, weir_array **in);
/* An array with the values of an R vector, as a handle; dtype 0 chooses by R type. */
SEXP value_array(SEXP s, int32_t dtype);
weir_dtype dtype_of(SEXP s);
/* Whether arrays of this dtype, a float or a complex one, can hold NaN. */
bool is_float(weir_dtype dtype);
int32_t device_of(SEXP s);
const char *text_of(SEXP s, const char *what);
int64_t whole_number(double x, const char *what);
/* One whole number, one from 0 to 2^31 - 1, one number, TRUE or FALSE; anything else is an error. */
int64_t whole_of(SEXP s, const char *what);
int32_t small_of(SEXP s, const char *what);
double real_of(SEXP s, const char *what);
bool flag_of(SEXP s, const char *what);

#endif
