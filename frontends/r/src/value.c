/* value.c - R vectors to arrays, arrays to R vectors, scalars to numbers.
 *
 * R stores arrays by columns, Weir by rows.  Element [i, j] stays element [i, j]: an R array is read with the strides of
 * columns, and an array is written to R through its transpose.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

#include <math.h>
#include <string.h>

/* ---- Small conversions ---------------------------------------------------------------------- */

const char *text_of(SEXP s, const char *what) {
    if (TYPEOF(s) != STRSXP || XLENGTH(s) != 1 || STRING_ELT(s, 0) == NA_STRING)
        Rf_error("%s must be a string", what);
    return Rf_translateCharUTF8(STRING_ELT(s, 0));
}

int64_t whole_number(double x, const char *what) {
    if (!(fabs(x) <= 9007199254740992.0) || x != floor(x))
        Rf_error("%s must be a whole number, not %g", what, x);
    return (int64_t)x;
}

double real_of(SEXP s, const char *what) {
    if ((TYPEOF(s) != REALSXP && TYPEOF(s) != INTSXP) || XLENGTH(s) != 1)
        Rf_error("%s must be one number", what);
    return Rf_asReal(s);
}

int64_t whole_of(SEXP s, const char *what) { return whole_number(real_of(s, what), what); }

int32_t small_of(SEXP s, const char *what) {
    int64_t n = whole_of(s, what);
    if (n < 0 || n > INT32_MAX)
        Rf_error("%s is %lld, but must be at least 0 and fit in an integer", what, (long long)n);
    return (int32_t)n;
}

bool flag_of(SEXP s, const char *what) {
    if (TYPEOF(s) != LGLSXP || XLENGTH(s) != 1 || LOGICAL(s)[0] == NA_LOGICAL)
        Rf_error("%s must be TRUE or FALSE", what);
    return LOGICAL(s)[0] != 0;
}

weir_dtype dtype_of(SEXP s) {
    if (s == R_NilValue) return WEIR_DTYPE_DEFAULT;
    const char *name = text_of(s, "dtype");
    weir_dtype dtype = weir_dtype_find(name);
    if (dtype == 0)
        Rf_error("there is no dtype \"%s\"; use for example \"float32\", \"int64\" or \"bool\"",
                 name);
    return dtype;
}

int32_t device_of(SEXP s) {
    int32_t device = WEIR_DEVICE_DEFAULT;
    if (s != R_NilValue) check(weir_device_parse(text_of(s, "device"), &device));
    return device;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

/* Recent numbers, so that `x + 1` in a loop does not make a new 1 each time.  The numbers are handles in an R list, and
 * who uses one protects its handle: a call of the library may run R's collector, and finalizers, which are R code, may
 * then replace every number of the list. */
enum { NUMBERS = 16 };
static struct {
    uint64_t bits;
    int type; /* SEXPTYPE; 0: free */
} numbers[NUMBERS];
static SEXP handles; /* of the numbers, a list */
static unsigned next_number;

static SEXP cached(int type, uint64_t bits) {
    for (int i = 0; i < NUMBERS; i++)
        if (numbers[i].bits == bits && numbers[i].type == type) return VECTOR_ELT(handles, i);
    return R_NilValue;
}

/* In place of the oldest. */
static SEXP keep(int type, uint64_t bits, weir_array *number) {
    SEXP handle = PROTECT(array_wrap(number));
    if (handles == NULL) {
        SEXP list = Rf_allocVector(VECSXP, NUMBERS);
        R_PreserveObject(list);
        handles = list;
    }
    unsigned at = next_number++ % NUMBERS;
    SET_VECTOR_ELT(handles, at, handle);
    numbers[at].bits = bits, numbers[at].type = type;
    UNPROTECT(1);
    return handle;
}

static SEXP real_number(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    SEXP handle = cached(REALSXP, bits);
    if (handle != R_NilValue) return handle;
    weir_array *number;
    check(weir_number_f64(runtime(), x, &number));
    return keep(REALSXP, bits, number);
}

static SEXP whole(int type, int x) {
    SEXP handle = cached(type, (uint64_t)x);
    if (handle != R_NilValue) return handle;
    weir_array *number;
    if (x == NA_INTEGER)
        Rf_error("NA has no counterpart among integers and bools; use NaN with a float array");
    if (type == LGLSXP)
        check(weir_number_bool(runtime(), x, &number));
    else
        check(weir_number_i64(runtime(), x, &number));
    return keep(type, (uint64_t)x, number);
}

static SEXP scalar(SEXP s) {
    weir_array *number;
    switch (TYPEOF(s)) {
    case REALSXP: return real_number(REAL(s)[0]);
    case INTSXP: return whole(INTSXP, INTEGER(s)[0]);
    case LGLSXP: return whole(LGLSXP, LOGICAL(s)[0]);
    case CPLXSXP:
        check(weir_number_c128(runtime(), COMPLEX(s)[0].r, COMPLEX(s)[0].i, &number));
        return array_wrap(number);
    default: return value_array(s, 0);
    }
}

weir_array *operand(SEXP s, SEXP *made) {
    *made = R_NilValue;
    if (handle_is(ARRAY, s)) return array_of(s);
    bool one = Rf_xlength(s) == 1 && Rf_getAttrib(s, R_DimSymbol) == R_NilValue;
    *made = one ? scalar(s) : value_array(s, 0);
    return array_of(*made);
}

SEXP operands(SEXP list, weir_array **in) {
    SEXP made = PROTECT(Rf_allocVector(VECSXP, XLENGTH(list))), one;
    for (R_xlen_t i = 0; i < XLENGTH(list); i++) {
        SEXP s = VECTOR_ELT(list, i);
        in[i] = NULL;
        if (s == R_NilValue) continue;
        in[i] = operand(s, &one);
        SET_VECTOR_ELT(made, i, one);
    }
    UNPROTECT(1);
    return made;
}

/* ---- From R --------------------------------------------------------------------------------- */

static void refuse_missing(SEXP s) {
    const int *p = TYPEOF(s) == LGLSXP ? LOGICAL_RO(s) : INTEGER_RO(s);
    for (R_xlen_t i = 0; i < XLENGTH(s); i++)
        if (p[i] == NA_INTEGER)
            Rf_error(
                "element %lld is NA, which integer and bool arrays cannot hold; convert with as.numeric(), "
                "then NA becomes NaN",
                (long long)i + 1);
}

/* The dtype of the memory of an R vector, and the dtype that its array gets. */
static void dtypes_of(SEXP s, weir_dtype *memory, weir_dtype *wanted) {
    weir_dtype single = weir_default_dtype_set(WEIR_FLOAT32);
    (void)weir_default_dtype_set(single);
    switch (TYPEOF(s)) {
    case REALSXP: *memory = WEIR_FLOAT64, *wanted = single; return;
    case INTSXP: refuse_missing(s), *memory = *wanted = WEIR_INT32; return;
    case LGLSXP: refuse_missing(s), *memory = WEIR_INT32, *wanted = WEIR_BOOL; return;
    case CPLXSXP:
        *memory = WEIR_COMPLEX128,
        *wanted = single == WEIR_FLOAT64 ? WEIR_COMPLEX128 : WEIR_COMPLEX64;
        return;
    case RAWSXP: *memory = *wanted = WEIR_UINT8; return;
    default:
        Rf_error(
            "cannot make an array of an object of type %s; numbers, logicals, complex numbers and raw bytes "
            "are accepted",
            Rf_type2char(TYPEOF(s)));
    }
}

static const void *memory_of(SEXP s) {
    switch (TYPEOF(s)) {
    case REALSXP: return REAL_RO(s);
    case INTSXP: return INTEGER_RO(s);
    case LGLSXP: return LOGICAL_RO(s);
    case CPLXSXP: return COMPLEX_RO(s);
    default: return RAW_RO(s);
    }
}

static int32_t shape_of(SEXP s, int64_t *shape) {
    SEXP dim = Rf_getAttrib(s, R_DimSymbol);
    if (dim == R_NilValue) {
        shape[0] = XLENGTH(s);
        return 1;
    }
    if (XLENGTH(dim) > WEIR_NDIM_MAX) Rf_error("an array has at most %d dimensions", WEIR_NDIM_MAX);
    for (R_xlen_t i = 0; i < XLENGTH(dim); i++) shape[i] = INTEGER(dim)[i];
    return (int32_t)XLENGTH(dim);
}

static SEXP cast(SEXP array, weir_dtype dtype) {
    struct {
        int32_t dtype;
    } attr = {(int32_t)dtype};
    weir_array *in = array_of(array);
    if (weir_array_dtype(in) == dtype) return array;
    return op_one(op_named("astype"), &in, 1, &attr, sizeof attr);
}

bool is_float(weir_dtype dtype) {
    switch (dtype) {
    case WEIR_FLOAT16:
    case WEIR_BFLOAT16:
    case WEIR_FLOAT32:
    case WEIR_FLOAT64:
    case WEIR_COMPLEX64:
    case WEIR_COMPLEX128: return true;
    default: return false;
    }
}

/* Refuse numbers that an integer dtype cannot hold; a cast would silently give others.  Fractions are cut off, as by
 * as.integer(). */
static void refuse_out_of_range(SEXP s, weir_dtype dtype) {
    if (dtype < WEIR_INT8 || dtype > WEIR_UINT64 || (TYPEOF(s) != REALSXP && TYPEOF(s) != INTSXP))
        return;
    int bits = 8 * (int)weir_dtype_bytes(dtype);
    bool is_signed =
        dtype == WEIR_INT8 || dtype == WEIR_INT16 || dtype == WEIR_INT32 || dtype == WEIR_INT64;
    double end = ldexp(1, is_signed ? bits - 1 : bits), least = is_signed ? -end : 0;
    for (R_xlen_t i = 0; i < XLENGTH(s); i++) {
        double x = TYPEOF(s) == REALSXP ? REAL_RO(s)[i] : INTEGER_RO(s)[i];
        if (!(x > least - 1 && x < end) && x != least)
            Rf_error("element %lld is %g, which %s cannot hold", (long long)i + 1, x,
                     weir_dtype_name(dtype));
    }
}

SEXP value_array(SEXP s, int32_t dtype) {
    weir_dtype memory, wanted;
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX];
    if ((TYPEOF(s) == LGLSXP || TYPEOF(s) == INTSXP) && is_float((weir_dtype)dtype))
        s = Rf_coerceVector(s, REALSXP); /* NA becomes NaN */
    PROTECT(s);
    dtypes_of(s, &memory, &wanted);
    refuse_out_of_range(s, (weir_dtype)dtype);
    int32_t ndim = shape_of(s, shape);
    int64_t step = (int64_t)weir_dtype_bytes(memory);
    for (int32_t i = 0; i < ndim; step *= shape[i], i++) strides[i] = step;
    weir_array *a;
    check(weir_array_new_strided(runtime(), memory, shape, strides, ndim, memory_of(s), &a));
    SEXP array = PROTECT(array_wrap(a));
    array = cast(array, dtype != 0 ? (weir_dtype)dtype : wanted);
    UNPROTECT(2);
    return array;
}

SEXP r_array(SEXP s, SEXP dtype) { return value_array(s, (int32_t)dtype_of(dtype)); }

/* ---- To R ----------------------------------------------------------------------------------- */

/* The R type that holds the values of a dtype, and the dtype of its memory. */
static SEXPTYPE r_type(weir_dtype dtype, weir_dtype *memory) {
    switch (dtype) {
    case WEIR_BOOL: *memory = WEIR_INT32; return LGLSXP;
    case WEIR_INT8:
    case WEIR_INT16:
    case WEIR_INT32:
    case WEIR_UINT8:
    case WEIR_UINT16: *memory = WEIR_INT32; return INTSXP;
    case WEIR_COMPLEX64:
    case WEIR_COMPLEX128: *memory = WEIR_COMPLEX128; return CPLXSXP;
    default: *memory = WEIR_FLOAT64; return REALSXP; /* 64-bit integers too: exact up to 2^53 */
    }
}

static void *writable(SEXP s) {
    switch (TYPEOF(s)) {
    case REALSXP: return REAL(s);
    case INTSXP: return INTEGER(s);
    case LGLSXP: return LOGICAL(s);
    default: return COMPLEX(s);
    }
}

/* Doubles if an axis is longer than R's own arrays can have. */
static SEXP dim_of(const weir_array *a) {
    int32_t ndim = weir_array_ndim(a);
    const int64_t *shape = weir_array_shape(a);
    bool is_long = false;
    for (int32_t i = 0; i < ndim; i++) is_long = is_long || shape[i] > INT32_MAX;
    SEXP dim = PROTECT(Rf_allocVector(is_long ? REALSXP : INTSXP, ndim));
    for (int32_t i = 0; i < ndim; i++)
        if (is_long)
            REAL(dim)[i] = (double)shape[i];
        else
            INTEGER(dim)[i] = (int)shape[i];
    UNPROTECT(1);
    return dim;
}

/* A view with the axes in reverse order. */
static SEXP transposed(SEXP array) {
    weir_i64s none = {NULL, 0};
    weir_array *in = array_of(array);
    return weir_array_ndim(in) < 2 ? array
                                   : op_one(op_named("permute_dims"), &in, 1, &none, sizeof none);
}

/* Detached first: reading is not recorded. */
static SEXP for_reading(SEXP array, weir_dtype memory) {
    weir_array *a;
    check(weir_array_detach(array_of(array), &a));
    array = PROTECT(array_wrap(a));
    array = PROTECT(transposed(array));
    array = cast(array, memory);
    UNPROTECT(2);
    return array;
}

/* The values as an R vector with dimensions; `plain`: without. */
SEXP r_values(SEXP array, SEXP plain) {
    weir_array *a = array_of(array);
    weir_dtype memory;
    SEXPTYPE type = r_type(weir_array_dtype(a), &memory);
    SEXP result = PROTECT(Rf_allocVector(type, (R_xlen_t)weir_array_count(a)));
    array = PROTECT(for_reading(array, memory));
    check(weir_array_read(array_of(array), writable(result),
                          (size_t)XLENGTH(result) * weir_dtype_bytes(memory)));
    if (weir_array_ndim(a) > 0 && !Rf_asLogical(plain))
        Rf_setAttrib(result, R_DimSymbol, PROTECT(dim_of(a))), UNPROTECT(1);
    UNPROTECT(2);
    return result;
}

/* The bytes of the array in row-major order, for comparisons bit by bit. */
SEXP r_bytes(SEXP array) {
    weir_array *a = array_of(array);
    size_t bytes = (size_t)weir_array_count(a) * weir_dtype_bytes(weir_array_dtype(a));
    SEXP result = PROTECT(Rf_allocVector(RAWSXP, (R_xlen_t)bytes));
    check(weir_array_read(a, RAW(result), bytes));
    UNPROTECT(1);
    return result;
}

/* ---- Properties ----------------------------------------------------------------------------- */

SEXP r_dim(SEXP array) {
    weir_array *a = array_of(array);
    return weir_array_ndim(a) == 0 ? R_NilValue : dim_of(a);
}

SEXP r_length(SEXP array) {
    int64_t count = weir_array_count(array_of(array));
    return count <= INT32_MAX ? Rf_ScalarInteger((int)count) : Rf_ScalarReal((double)count);
}

SEXP r_dtype(SEXP array) { return Rf_mkString(weir_dtype_name(weir_array_dtype(array_of(array)))); }

SEXP r_device(SEXP array) {
    char name[32];
    weir_device_name(weir_array_device(array_of(array)), name, sizeof name);
    return Rf_mkString(name);
}

SEXP r_is_ready(SEXP array) { return Rf_ScalarLogical(weir_array_is_ready(array_of(array))); }
