/* op.c - operators: attributes from R lists, calls, and the fast path of x + 1.
 *
 * Axes count from 1 in R.  Attributes that are axes say so in their description (weir_attr.rule), so they are
 * translated here, for every operator, layer and optimiser alike.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

#include <math.h>
#include <string.h>

/* ---- Attributes ----------------------------------------------------------------------------- */

static bool is_axis(const weir_attr *a) {
    return a->rule != NULL && strncmp(a->rule, "axis", 4) == 0 &&
           (a->rule[4] == '\0' || a->rule[4] == ',');
}

static int64_t integer_at(SEXP s, R_xlen_t i, bool axis, const char *what) {
    double x = TYPEOF(s) == INTSXP || TYPEOF(s) == LGLSXP
                   ? (INTEGER(s)[i] == NA_INTEGER ? NAN : INTEGER(s)[i])
                   : REAL(s)[i];
    int64_t n = whole_number(x, what);
    if (axis && n == 0) Rf_error("%s: axes are numbered from 1; -1 is the last", what);
    return axis && n > 0 ? n - 1 : n;
}

static bool is_numbers(SEXP s) {
    return TYPEOF(s) == REALSXP || TYPEOF(s) == INTSXP || TYPEOF(s) == LGLSXP;
}

/* One value of an attribute.  The library checks its type; what R has besides, NA and axes from 1, is seen to here. */
static void fill(const char *owner, const weir_attr *a, SEXP s, char *to, size_t size) {
    char what[96];
    snprintf(what, sizeof what, "%.60s: %.30s", owner, a->name);
    if (s == R_NilValue) {
        check(weir_attr_set_none(a, to, size, owner));
    } else if (a->type == WEIR_ATTR_I64S) {
        if (!is_numbers(s)) Rf_error("%s must be a vector of whole numbers", what);
        int64_t *data = (int64_t *)R_alloc((size_t)XLENGTH(s) + 1, sizeof *data);
        for (R_xlen_t i = 0; i < XLENGTH(s); i++) data[i] = integer_at(s, i, is_axis(a), what);
        check(weir_attr_set_i64s(a, to, size, data, XLENGTH(s), owner));
    } else if (TYPEOF(s) == STRSXP && a->type != WEIR_ATTR_BOOL) {
        check(weir_attr_set_text(a, to, size, text_of(s, what), owner));
    } else if (!is_numbers(s) || XLENGTH(s) != 1) {
        Rf_error("%s must be one %s", what,
                 a->type == WEIR_ATTR_BOOL                              ? "TRUE or FALSE"
                 : a->type == WEIR_ATTR_I64 || a->type == WEIR_ATTR_F64 ? "number"
                                                                        : "string");
    } else if (a->type == WEIR_ATTR_BOOL) {
        int truth = Rf_asLogical(s);
        if (truth == NA_LOGICAL) Rf_error("%s must be TRUE or FALSE", what);
        check(weir_attr_set_i64(a, to, size, truth, owner));
    } else if (a->type == WEIR_ATTR_I64) {
        check(weir_attr_set_i64(a, to, size, integer_at(s, 0, is_axis(a), what), owner));
    } else if (a->type == WEIR_ATTR_F64) {
        check(weir_attr_set_f64(a, to, size, Rf_asReal(s), owner));
    } else {
        Rf_error("%s must be a string", what);
    }
}

void attrs_fill(const char *owner, const weir_attr *attrs, uint32_t count, uint32_t stride,
                SEXP given, char *to, size_t size) {
    SEXP names = Rf_getAttrib(given, R_NamesSymbol);
    for (R_xlen_t i = 0; i < XLENGTH(given); i++) {
        const char *name = names == R_NilValue ? "" : CHAR(STRING_ELT(names, i));
        const weir_attr *a = weir_attr_find(attrs, count, stride, name);
        if (a == NULL) Rf_error("%s has no argument \"%s\"", owner, name);
        fill(owner, a, VECTOR_ELT(given, i), to, size);
    }
}

/* The attributes in a struct as a named R list; axes count from 1. */
static SEXP attr_value(const weir_attr *a, const char *field) {
    int32_t small;
    int64_t n;
    double x;
    const char *text;
    weir_i64s list;
    switch (a->type) {
    case WEIR_ATTR_BOOL: memcpy(&small, field, sizeof small); return Rf_ScalarLogical(small != 0);
    case WEIR_ATTR_I64:
        memcpy(&n, field, sizeof n);
        return n == WEIR_NONE ? R_NilValue
                              : Rf_ScalarReal((double)(is_axis(a) && n >= 0 ? n + 1 : n));
    case WEIR_ATTR_F64:
        memcpy(&x, field, sizeof x);
        return isnan(x) ? R_NilValue : Rf_ScalarReal(x);
    case WEIR_ATTR_DTYPE:
        memcpy(&small, field, sizeof small);
        return small == 0 ? R_NilValue : Rf_mkString(weir_dtype_name((weir_dtype)small));
    case WEIR_ATTR_TEXT:
        memcpy(&text, field, sizeof text);
        return text == NULL ? R_NilValue : Rf_mkString(text);
    case WEIR_ATTR_I64S: {
        memcpy(&list, field, sizeof list);
        if (list.data == NULL) return R_NilValue;
        SEXP v = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)list.count));
        bool axis = is_axis(a);
        for (int64_t i = 0; i < list.count; i++) {
            n = list.data[i];
            REAL(v)[i] = (double)(axis && n >= 0 ? n + 1 : n);
        }
        UNPROTECT(1);
        return v;
    }
    default: return R_NilValue;
    }
}

SEXP attrs_list(const weir_attr *attrs, uint32_t count, uint32_t stride, const char *from) {
    SEXP list = PROTECT(Rf_allocVector(VECSXP, count)),
         names = PROTECT(Rf_allocVector(STRSXP, count));
    for (uint32_t i = 0; i < count; i++) {
        const weir_attr *a = weir_attr_at(attrs, stride, i);
        SET_STRING_ELT(names, i, Rf_mkChar(a->name));
        SET_VECTOR_ELT(list, i, attr_value(a, from + a->offset));
    }
    Rf_setAttrib(list, R_NamesSymbol, names);
    UNPROTECT(2);
    return list;
}

/* ---- Calls ---------------------------------------------------------------------------------- */

const weir_op *op_named(const char *name) {
    const weir_op *op = weir_op_find(name);
    if (op == NULL) check(WEIR_EINVAL);
    return op;
}

SEXP op_one(const weir_op *op, weir_array *const *in, uint32_t count, const void *attr,
            size_t size) {
    weir_array *out;
    check(weir_op_call(runtime(), op, in, count, attr, size, &out, NULL));
    return array_wrap(out);
}

/* Operators by the string that names them: R has one object for each string, and the constants of the generated
 * functions live as long as the package. */
enum { ENTRIES = 1024 };
static struct {
    SEXP name;
    const weir_op *op;
} known[ENTRIES];

static const weir_op *find(SEXP name) {
    SEXP key = STRING_ELT(name, 0);
    size_t at = ((uintptr_t)key >> 4) % ENTRIES;
    if (known[at].name == key) return known[at].op;
    const weir_op *op = op_named(text_of(name, "operator"));
    R_PreserveObject(key); /* names are few: a string is not freed while it is a key */
    if (known[at].name != NULL) R_ReleaseObject(known[at].name);
    known[at].name = key, known[at].op = op;
    return op;
}

/* Room for the outputs of an operator whose number of outputs depends on its inputs. */
static uint32_t room_for(weir_array *const *in, uint32_t count, SEXP attrs) {
    int64_t most = WEIR_NDIM_MAX > count ? WEIR_NDIM_MAX : count;
    for (uint32_t i = 0; i < count; i++)
        for (int32_t d = 0; in[i] != NULL && d < weir_array_ndim(in[i]); d++)
            if (weir_array_shape(in[i])[d] > most) most = weir_array_shape(in[i])[d];
    for (R_xlen_t i = 0; i < XLENGTH(attrs); i++)
        if (Rf_xlength(VECTOR_ELT(attrs, i)) >= most) most = Rf_xlength(VECTOR_ELT(attrs, i)) + 1;
    return (uint32_t)most;
}

/* Wrap all outputs before anything can fail, so that none is lost. */
static SEXP wrap_all(weir_array **out, uint32_t count) {
    SEXP list = PROTECT(Rf_allocVector(VECSXP, count));
    for (uint32_t i = 0; i < count; i++) SET_VECTOR_ELT(list, i, array_wrap(out[i]));
    UNPROTECT(1);
    return list;
}

/* Give a list of outputs the names in "values, indices". */
static void name_outputs(SEXP list, const char *names) {
    SEXP vector = PROTECT(Rf_allocVector(STRSXP, XLENGTH(list)));
    for (R_xlen_t i = 0; i < XLENGTH(list); i++) {
        size_t length = strcspn(names, ", ?");
        SET_STRING_ELT(vector, i, Rf_mkCharLen(names, (int)length));
        names += length;
        names += strspn(names, ", ?");
    }
    Rf_setAttrib(list, R_NamesSymbol, vector);
    UNPROTECT(1);
}

/* Call an operator: a list of inputs (NULL: left out) and a named list of attributes. */
SEXP r_call(SEXP name, SEXP inputs, SEXP attrs) {
    const weir_op *op = find(name);
    const weir_op_def *def = weir_op_describe(op);
    uint32_t count = (uint32_t)XLENGTH(inputs);
    weir_array **in = (weir_array **)R_alloc(count + 1, sizeof *in);
    PROTECT(operands(inputs, in));
    while (count > 0 && in[count - 1] == NULL && !(def->flags & WEIR_OP_VARIADIC)) count--;
    void *attr = NULL;
    if (XLENGTH(attrs) > 0) {
        attr = R_alloc(def->attr_size + 8, 1);
        memset(attr, 0, def->attr_size);
        /* required attributes, which have no defaults, are all in the list */
        weir_attrs_init(def->attrs, def->attr_count, def->attr_stride, attr, def->attr_size);
        attrs_fill(def->name, def->attrs, def->attr_count, def->attr_stride, attrs, attr,
                   def->attr_size);
    }
    bool many = strstr(def->outputs, "...") != NULL;
    uint32_t outputs = weir_names_count(def->outputs, NULL),
             room = many ? room_for(in, count, attrs) : outputs;
    weir_array **out = (weir_array **)R_alloc(room + 1, sizeof *out);
    check(weir_op_call(runtime(), op, in, count, attr, attr != NULL ? def->attr_size : 0, out,
                       &room));
    SEXP result = R_NilValue;
    if (!many && room == 1)
        result = array_wrap(out[0]);
    else if (many || room > 1) {
        result = PROTECT(wrap_all(out, room));
        if (!many) name_outputs(result, def->outputs);
        UNPROTECT(1);
    }
    UNPROTECT(1);
    return result;
}

/* ---- Arithmetic ----------------------------------------------------------------------------- */

static const char *const quick_names[] = {"add",           "subtract",    "multiply",     "divide",
                                          "pow",           "remainder",   "floor_divide", "equal",
                                          "not_equal",     "less",        "less_equal",   "greater",
                                          "greater_equal", "logical_and", "logical_or",   "matmul"};
enum { QUICK = sizeof quick_names / sizeof *quick_names };
static const weir_op *quick[QUICK];

/* A vector without dimensions and an array of two or more: R would recycle it down the columns, broadcasting would
 * repeat it along the rows.  Neither is done silently. */
static void refuse_recycling(SEXP s, weir_array *other) {
    if (handle_is(ARRAY, s) || XLENGTH(s) == 1 || Rf_getAttrib(s, R_DimSymbol) != R_NilValue ||
        weir_array_ndim(other) < 2)
        return;
    Rf_error(
        "a vector of length %lld and an array with %d dimensions: R would recycle the vector down the columns, "
        "Weir broadcasts along the last axis; write as_weir(v) to add it to each row, or as_weir(matrix(v)) to add "
        "it to each column",
        (long long)XLENGTH(s), (int)weir_array_ndim(other));
}

/* An R operand that arithmetic takes: NA beside a float array is NaN. */
static SEXP arithmetic(const char *op, SEXP s, SEXP other) {
    if (handle_is(ARRAY, s)) return s;
    if (!is_numbers(s) && TYPEOF(s) != CPLXSXP && TYPEOF(s) != RAWSXP)
        Rf_error(
            "%s: an operand is of type %s; arrays, numbers, logicals, complex numbers and raw bytes are accepted",
            op, Rf_type2char(TYPEOF(s)));
    if ((TYPEOF(s) == LGLSXP || TYPEOF(s) == INTSXP) && XLENGTH(s) == 1 &&
        Rf_asInteger(s) == NA_INTEGER && handle_is(ARRAY, other) &&
        is_float(weir_array_dtype(array_of(other))))
        return Rf_coerceVector(s, REALSXP);
    return s;
}

/* +x or -x: arithmetic.R passes the symbol no_operand for the second operand. */
static SEXP unary(int at, SEXP e) {
    if (at == 0) return e;
    weir_array *in = array_of(e);
    return op_one(op_named("negative"), &in, 1, NULL, 0);
}

SEXP r_binary(SEXP which, SEXP e1, SEXP e2) {
    static SEXP no_operand;
    if (no_operand == NULL)
        no_operand = Rf_install("weir_no_operand"); /* symbols are never freed */
    int at = INTEGER(which)[0];
    if (e2 == no_operand) return unary(at, e1);
    if (quick[at] == NULL) quick[at] = op_named(quick_names[at]);
    SEXP made1, made2;
    weir_array *in[2], *out;
    e1 = PROTECT(arithmetic(quick_names[at], e1, e2));
    e2 = PROTECT(arithmetic(quick_names[at], e2, e1));
    in[0] = operand(e1, &made1);
    PROTECT(made1);
    in[1] = operand(e2, &made2);
    PROTECT(made2);
    if (made1 != R_NilValue) refuse_recycling(e1, in[1]);
    if (made2 != R_NilValue) refuse_recycling(e2, in[0]);
    check(weir_op_call(runtime(), quick[at], in, 2, NULL, 0, &out, NULL));
    UNPROTECT(4);
    return array_wrap(out);
}

/* ---- Index arrays --------------------------------------------------------------------------- */

static SEXP with_number(const char *op, SEXP array, int64_t value) {
    weir_array *number, *in[2] = {array_of(array), NULL};
    check(weir_number_i64(runtime(), value, &number));
    SEXP made = PROTECT(array_wrap(number));
    in[1] = number;
    SEXP result = op_one(op_named(op), in, 2, NULL, 0);
    UNPROTECT(1);
    (void)made;
    return result;
}

static SEXP together(const char *op, SEXP a, SEXP b) {
    weir_array *in[2] = {array_of(a), array_of(b)};
    return op_one(op_named(op), in, 2, NULL, 0);
}

static bool is_integers(const weir_array *a) {
    weir_dtype dtype = weir_array_dtype(a);
    return dtype >= WEIR_INT8 && dtype <= WEIR_UINT64;
}

/* R's indices, from 1, as the library's, from 0.  Negative indices, which count from the end, and arrays that are not
 * integers stay; 0 becomes a number that no operator accepts.  i - 1 + (i < 0) - 2^40 (i == 0), in int64. */
SEXP r_index_in(SEXP array) {
    weir_array *a = array_of(array);
    if (!is_integers(a)) return array;
    struct {
        int32_t dtype;
    } attr = {WEIR_INT64};
    SEXP i = PROTECT(op_one(op_named("astype"), &a, 1, &attr, sizeof attr));
    SEXP negative = PROTECT(with_number("less", i, 0)), zero = PROTECT(with_number("equal", i, 0));
    SEXP shifted = PROTECT(together("add", PROTECT(with_number("subtract", i, 1)), negative));
    SEXP wide = PROTECT(
        op_one(op_named("astype"), (weir_array *[]){array_of(zero)}, 1, &attr, sizeof attr));
    SEXP result =
        together("subtract", shifted, PROTECT(with_number("multiply", wide, INT64_C(1) << 40)));
    UNPROTECT(7);
    return result;
}

/* The library's indices as R's. */
SEXP r_index_out(SEXP array) {
    return is_integers(array_of(array)) ? with_number("add", array, 1) : array;
}
