/* infer.c - helpers for inference rules: type promotion, axes, shapes, and their error messages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "array/element.h"
#include "base/thread_messages.h"
#include "ops/core/op.h"

void wr_refuse_say(const weir_infer *c, weir_status status, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    wr_fail_say(status, "%s: %s", c->op->def.name, text);
}

void wr_refused_within(const char *name) {
    char why[320];
    size_t n = strlen(name);
    /* leave the message alone if it reports the failure of an earlier task, not of this call */
    if (wr_thread_messages_mine()->last.name[0] != '\0') return;
    snprintf(why, sizeof why, "%s", weir_error());
    if (strncmp(why, name, n) == 0 && (why[n] == ':' || why[n] == ',')) return;
    wr_fail_say((weir_status)wr_thread_messages_mine()->last.status, "%s: %s", name, why);
}

weir_status weir_infer_fail(const weir_infer *c, const char *message) {
    return wr_refuse(c, "%s", message != NULL ? message : "the arguments are invalid");
}

/* Return the dtype of a scalar (WR_NUMBER) in a call without arrays. */
static int dtype_of_number(int dtype) {
    switch (wr_dtype_kind_of(dtype)) {
    case WR_KIND_FLOAT: return wr_default_dtype();
    case WR_KIND_COMPLEX:
        return wr_default_dtype() == WEIR_FLOAT64 ? WEIR_COMPLEX128 : WEIR_COMPLEX64;
    default: return dtype;
    }
}

/* Return the dtype to which an array's dtype and a scalar's dtype promote: the array's dtype,
 * unless the scalar is of a higher kind. */
static int with_number(int dtype, int number) {
    int kind = wr_dtype_kind_of(number);
    if (kind <= wr_dtype_kind_of(dtype)) return dtype;
    if (kind == WR_KIND_COMPLEX && wr_dtype_kind_of(dtype) == WR_KIND_FLOAT)
        return dtype == WEIR_FLOAT64 ? WEIR_COMPLEX128 : WEIR_COMPLEX64;
    return dtype_of_number(number);
}

/* Write the name and range of an integer dtype to `text`, e.g. "uint8 (0 to 255)". */
static const char *range_text(int dtype, char *text, size_t size) {
    int bits = 8 * wr_dtypes[dtype].bytes;
    if (wr_dtypes[dtype].is_signed)
        snprintf(text, size, "%s (%lld to %lld)", wr_dtypes[dtype].name,
                 (long long)(INT64_MIN >> (64 - bits)), (long long)(INT64_MAX >> (64 - bits)));
    else
        snprintf(text, size, "%s (0 to %llu)", wr_dtypes[dtype].name,
                 (unsigned long long)(UINT64_MAX >> (64 - bits)));
    return text;
}

weir_status wr_need_held(const weir_infer *c, double value, int dtype) {
    char text[80];
    if (wr_dtype_kind_of(dtype) != WR_KIND_INT) return WEIR_OK;
    bool counted = value >= -0x1p63 && value < 0x1p63; /* false for NaN */
    if (counted ? wr_dtype_holds(dtype, (int64_t)value)
                : dtype == WEIR_UINT64 && value > 0 && value < 0x1p64)
        return WEIR_OK;
    return wr_refuse_as(c, WEIR_ERANGE, "%.15g does not fit in %s", value,
                        range_text(dtype, text, sizeof text));
}

/* Can `dtype` represent an integer scalar?  A scalar is stored as an int64 or, if it is above
 * INT64_MAX, as a uint64; no other integer dtype can represent the latter. */
static bool number_fits(const weir_array *number, int dtype) {
    return number->dtype == WEIR_UINT64 ? dtype == WEIR_UINT64
                                        : wr_dtype_holds(dtype, number->dim[0]);
}

weir_status wr_need_number_held(const weir_infer *c, uint32_t which, int dtype) {
    char text[80];
    const weir_array *a = c->in[which];
    if (!(a->flags & WR_NUMBER) || wr_dtype_kind_of(dtype) != WR_KIND_INT) return WEIR_OK;
    if (wr_dtype_kind_of(a->dtype) == WR_KIND_FLOAT)
        return wr_need_held(c, wr_element_f64(a->dtype, a->dim), dtype);
    if (wr_dtype_kind_of(a->dtype) != WR_KIND_INT || number_fits(a, dtype)) return WEIR_OK;
    range_text(dtype, text, sizeof text);
    if (a->dtype == WEIR_UINT64)
        return wr_refuse_as(c, WEIR_ERANGE, "%llu does not fit in %s; cast the array first",
                            (unsigned long long)a->dim[0], text);
    return wr_refuse_as(c, WEIR_ERANGE, "%lld does not fit in %s; cast the array first",
                        (long long)a->dim[0], text);
}

/* What to do with integer scalars that the arrays' dtype cannot represent. */
typedef enum outside { REFUSE, WIDEN, IGNORE } outside;

/* If *dtype cannot represent an integer scalar, fail or widen *dtype, depending on `how`.
 *
 * Comparisons widen, because any two integers can be compared.  int64 represents the integers of
 * all dtypes but uint64.  A scalar that does not fit in uint64 is negative, so comparing in float64
 * is correct.  If the scalar is above INT64_MAX, comparing in float64 is not exact: an
 * int64 that rounds to the same float64 compares equal. */
static weir_status hold_numbers(const weir_infer *c, uint32_t from, uint32_t to, outside how,
                                int *dtype) {
    for (uint32_t i = from; i < to; i++) {
        const weir_array *a = c->in[i];
        if (a == NULL || !(a->flags & WR_NUMBER) || wr_dtype_kind_of(a->dtype) != WR_KIND_INT ||
            number_fits(a, *dtype))
            continue;
        if (how == REFUSE) return wr_need_number_held(c, i, *dtype);
        *dtype = *dtype == WEIR_UINT64 || a->dtype == WEIR_UINT64 ? WEIR_FLOAT64 : WEIR_INT64;
        break;
    }
    return WEIR_OK;
}

static weir_status promote(const weir_infer *c, uint32_t from, uint32_t to, outside how, int *out) {
    int dtype = 0, number = 0;
    for (uint32_t i = from; i < to; i++) {
        const weir_array *a = c->in[i];
        if (a == NULL) continue;
        int *which = a->flags & WR_NUMBER ? &number : &dtype;
        int both = *which == 0 ? a->dtype
                               : (int)weir_dtype_promote((weir_dtype)*which, (weir_dtype)a->dtype);
        if (both == 0 && which == &number)
            /* an int64 and a uint64 scalar; hold_numbers checks later that both can be
             * represented */
            both = WEIR_UINT64;
        if (both == 0)
            return wr_refuse_as(c, WEIR_EDTYPE, "%s and %s have no common dtype; cast one of them",
                                wr_dtypes[*which].name, wr_dtypes[a->dtype].name);
        *which = both;
    }
    if (dtype == 0)
        dtype = dtype_of_number(number);
    else if (number != 0)
        dtype = with_number(dtype, number);
    if (number != 0 && how != IGNORE && wr_dtype_kind_of(dtype) == WR_KIND_INT)
        WR_TRY(hold_numbers(c, from, to, how, &dtype));
    *out = dtype;
    return WEIR_OK;
}

weir_status wr_promote(const weir_infer *c, uint32_t from, uint32_t to, int *out) {
    uint32_t gives = c->op->def.gives;
    return promote(c, from, to,
                   gives == WEIR_GIVES_BOOL    ? WIDEN
                   : gives == WEIR_GIVES_FLOAT ? IGNORE
                                               : REFUSE,
                   out);
}

weir_status wr_promote_compared(const weir_infer *c, uint32_t from, uint32_t to, int *out) {
    return promote(c, from, to, WIDEN, out);
}

weir_status wr_promote_reals(const weir_infer *c, uint32_t from, uint32_t to, int *out) {
    return promote(c, from, to, IGNORE, out);
}

weir_status wr_need_axis(const weir_infer *c, int64_t axis, int ndim, int *out) {
    if (wr_axis(axis, ndim, out)) return WEIR_OK;
    if (axis == WEIR_NONE)
        return wr_refuse_as(
            c, WEIR_EAXIS,
            "axis is none, but one axis is needed; give it, or flatten the array first");
    return wr_refuse_as(c, WEIR_EAXIS, "axis %lld is out of range for an array with %d dimension%s",
                        (long long)axis, ndim, ndim == 1 ? "" : "s");
}

weir_status wr_need_axes(const weir_infer *c, weir_i64s axes, int ndim, uint32_t *mask) {
    *mask = 0;
    if (axes.data == NULL) {
        *mask = ndim == 32 ? UINT32_MAX : (UINT32_C(1) << ndim) - 1;
        return WEIR_OK;
    }
    for (int64_t i = 0; i < axes.count; i++) {
        int axis;
        WR_TRY(wr_need_axis(c, axes.data[i], ndim, &axis));
        if (*mask >> axis & 1) return wr_refuse(c, "axis %d is given more than once", axis);
        *mask |= UINT32_C(1) << axis;
    }
    return WEIR_OK;
}

weir_status wr_need_dtype(const weir_infer *c, int32_t asked, int otherwise, int *out) {
    if (asked != 0 && !wr_dtype_ok(asked)) return wr_refuse(c, "%d is not a dtype", asked);
    *out = asked != 0 ? asked : otherwise;
    return WEIR_OK;
}

weir_status wr_need_device(const weir_infer *c, int32_t asked, int32_t otherwise, int32_t *out) {
    if (asked != WEIR_DEVICE_DEFAULT && !wr_device_ok(asked))
        return wr_no_device(c->op->def.name, asked);
    *out = asked != WEIR_DEVICE_DEFAULT ? asked : otherwise;
    return WEIR_OK;
}

weir_status wr_need_shape(const weir_infer *c, weir_i64s shape, weir_meta *out) {
    if (shape.count < 0 || shape.count > WEIR_NDIM_MAX)
        return wr_refuse(c, "the shape has %lld dimensions; 0 to %d are supported",
                         (long long)shape.count, WEIR_NDIM_MAX);
    out->ndim = (int32_t)shape.count;
    for (int i = 0; i < out->ndim; i++) {
        if (shape.data[i] < 0)
            return wr_refuse(c, "dimension %d of shape %s is negative", i,
                             wr_shape_text((int)shape.count, shape.data));
        out->shape[i] = shape.data[i];
    }
    return WEIR_OK;
}
