/* attribute_values.c - sets one field of an attribute struct from a value whose type is known only
 * at run time: none, an integer, a number, a text or a list.
 *
 * Front ends of dynamic languages store attributes with these functions, so all of them accept
 * and refuse the same values, with the same messages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ops/core/op.h"

const weir_attr *weir_attr_find(const weir_attr *attrs, uint32_t count, uint32_t stride,
                                const char *name) {
    for (uint32_t i = 0; name != NULL && i < count; i++) {
        const weir_attr *a = weir_attr_at(attrs, stride, i);
        if (strcmp(a->name, name) == 0) return a;
    }
    return NULL;
}

/* What a field of this type holds, for messages. */
static const char *type_text(int32_t type) {
    switch (type) {
    case WEIR_ATTR_BOOL: return "true or false";
    case WEIR_ATTR_I64: return "an integer";
    case WEIR_ATTR_F64: return "a number";
    case WEIR_ATTR_DTYPE: return "a dtype";
    case WEIR_ATTR_DEVICE: return "a device";
    case WEIR_ATTR_I64S: return "a list of integers";
    default: return "a text";
    }
}

/* Copy a value into its field.  The caller has converted it to the field's type. */
static weir_status store(const weir_attr *a, void *to, size_t to_size, const void *value,
                         size_t size, const char *where) {
    if (to == NULL || a->offset + size > to_size)
        return wr_fail(WEIR_EINVAL,
                       "%s: the attribute struct has %zu byte%s; its field %s ends at byte %zu",
                       where, to == NULL ? (size_t)0 : to_size, to_size == 1 ? "" : "s", a->name,
                       a->offset + size);
    memcpy((char *)to + a->offset, value, size);
    return WEIR_OK;
}

static weir_status known(const weir_attr *a, const char *where) {
    if (a == NULL)
        return wr_fail(WEIR_EINVAL, "%s: the description of the attribute is NULL", where);
    if (a->type < WEIR_ATTR_BOOL || a->type > WEIR_ATTR_TEXT)
        return wr_fail(WEIR_EINVAL, "%s: attribute %s has the unknown type %d", where, a->name,
                       a->type);
    return WEIR_OK;
}

weir_status weir_attr_set_none(const weir_attr *a, void *to, size_t to_size, const char *where) {
    WR_TRY(known(a, where));
    if (a->required) return wr_fail(WEIR_EINVAL, "%s: %s is required", where, a->name);
    int64_t i64 = WEIR_NONE;
    double f64 = NAN;
    weir_i64s list = {NULL, 0};
    const char *text = NULL;
    int32_t word = a->type == WEIR_ATTR_BOOL     ? (int32_t)a->i64
                   : a->type == WEIR_ATTR_DEVICE ? WEIR_DEVICE_DEFAULT
                                                 : 0;
    switch (a->type) {
    case WEIR_ATTR_I64: return store(a, to, to_size, &i64, sizeof i64, where);
    case WEIR_ATTR_F64: return store(a, to, to_size, &f64, sizeof f64, where);
    case WEIR_ATTR_I64S: return store(a, to, to_size, &list, sizeof list, where);
    case WEIR_ATTR_TEXT: return store(a, to, to_size, &text, sizeof text, where);
    default: return store(a, to, to_size, &word, sizeof word, where);
    }
}

weir_status weir_attr_set_i64(const weir_attr *a, void *to, size_t to_size, int64_t value,
                              const char *where) {
    WR_TRY(known(a, where));
    int32_t word = (int32_t)value;
    double f64 = (double)value;
    bool fits = true;
    switch (a->type) {
    case WEIR_ATTR_I64: return store(a, to, to_size, &value, sizeof value, where);
    case WEIR_ATTR_F64: return store(a, to, to_size, &f64, sizeof f64, where);
    case WEIR_ATTR_BOOL: fits = value == 0 || value == 1; break;
    case WEIR_ATTR_DTYPE:
        fits = value == 0 || (word == value && weir_dtype_bytes((weir_dtype)word) > 0);
        break;
    case WEIR_ATTR_DEVICE: fits = word == value && word >= WEIR_DEVICE_DEFAULT; break;
    default: fits = false; break;
    }
    if (fits) return store(a, to, to_size, &word, sizeof word, where);
    return wr_fail(WEIR_EINVAL, "%s: %s must be %s, not %lld", where, a->name, type_text(a->type),
                   (long long)value);
}

weir_status weir_attr_set_f64(const weir_attr *a, void *to, size_t to_size, double value,
                              const char *where) {
    WR_TRY(known(a, where));
    if (a->type == WEIR_ATTR_F64) {
        /* a NaN in this struct would mean none */
        if (isnan(value) && isnan(a->f64) && !a->required)
            return wr_fail(WEIR_EINVAL, "%s: %s must be a number or none, not NaN", where, a->name);
        return store(a, to, to_size, &value, sizeof value, where);
    }
    if (a->type == WEIR_ATTR_TEXT || a->type == WEIR_ATTR_I64S || value != trunc(value) ||
        !(value >= -0x1p63 && value < 0x1p63))
        return wr_fail(WEIR_EINVAL, "%s: %s must be %s, not %.17g", where, a->name,
                       type_text(a->type), value);
    return weir_attr_set_i64(a, to, to_size, (int64_t)value, where);
}

weir_status weir_attr_set_text(const weir_attr *a, void *to, size_t to_size, const char *text,
                               const char *where) {
    WR_TRY(known(a, where));
    if (text == NULL) return weir_attr_set_none(a, to, to_size, where);
    int32_t word;
    switch (a->type) {
    case WEIR_ATTR_TEXT: return store(a, to, to_size, &text, sizeof text, where);
    case WEIR_ATTR_DTYPE:
        word = (int32_t)weir_dtype_find(text);
        if (word != 0) return store(a, to, to_size, &word, sizeof word, where);
        return wr_fail(WEIR_EDTYPE,
                       "%s: %s must be a dtype such as float32, int64 or bool, not \"%s\"", where,
                       a->name, text);
    case WEIR_ATTR_DEVICE:
        WR_TRY(weir_device_parse(text, &word));
        return store(a, to, to_size, &word, sizeof word, where);
    default:
        return wr_fail(WEIR_EINVAL, "%s: %s must be %s, not the text \"%s\"", where, a->name,
                       type_text(a->type), text);
    }
}

weir_status weir_attr_set_i64s(const weir_attr *a, void *to, size_t to_size, const int64_t *data,
                               int64_t count, const char *where) {
    static const int64_t nothing; /* the address of an empty list, because NULL means none */
    WR_TRY(known(a, where));
    if (count < 0 || (data == NULL && count > 0))
        return wr_fail(WEIR_EINVAL, "%s: %s is a list of %lld integers at %s", where, a->name,
                       (long long)count, data == NULL ? "NULL" : "an address");
    if (a->type != WEIR_ATTR_I64S)
        return wr_fail(WEIR_EINVAL, "%s: %s must be %s, not a list of %lld integer%s", where,
                       a->name, type_text(a->type), (long long)count, count == 1 ? "" : "s");
    weir_i64s list = {count > 0 ? data : &nothing, count};
    return store(a, to, to_size, &list, sizeof list, where);
}
