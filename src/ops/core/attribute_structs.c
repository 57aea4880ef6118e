/* attribute_structs.c - fills attribute structs with defaults and converts structs from programs
 * compiled against another version of the header.
 *
 * Both are driven by the attribute descriptions (weir_attr).  The rules are in
 * docs/design/c-interface.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ops/core/op.h"

static size_t field_size(int32_t type) {
    switch (type) {
    case WEIR_ATTR_I64: return sizeof(int64_t);
    case WEIR_ATTR_F64: return sizeof(double);
    case WEIR_ATTR_I64S: return sizeof(weir_i64s);
    case WEIR_ATTR_TEXT: return sizeof(const char *);
    default: return sizeof(int32_t);
    }
}

static void set_default(const weir_attr *a, char *field) {
    int32_t word = (int32_t)a->i64;
    switch (a->type) {
    case WEIR_ATTR_I64: memcpy(field, &a->i64, sizeof a->i64); break;
    case WEIR_ATTR_F64: memcpy(field, &a->f64, sizeof a->f64); break;
    case WEIR_ATTR_TEXT: memcpy(field, &a->text, sizeof a->text); break;
    /* the default is the empty list, which the cleared struct already holds */
    case WEIR_ATTR_I64S: break;
    default: memcpy(field, &word, sizeof word); break;
    }
}

void weir_attrs_init(const weir_attr *attrs, uint32_t count, uint32_t stride, void *to,
                     size_t to_size) {
    if (to_size > 0) memset(to, 0, to_size);
    for (uint32_t i = 0; i < count; i++) {
        const weir_attr *a = weir_attr_at(attrs, stride, i);
        if (a->offset + field_size(a->type) <= to_size) set_default(a, (char *)to + a->offset);
    }
}

weir_status weir_attrs_take(const weir_attr *attrs, uint32_t count, uint32_t stride, void *to,
                            size_t to_size, const void *from, size_t from_size, const char *where) {
    if (from_size == 0 && to_size > 0)
        return wr_fail(WEIR_EINVAL, "%s: attr_size is 0; pass the size of the attribute struct",
                       where);
    weir_attrs_init(attrs, count, stride, to, to_size);
    for (uint32_t i = 0; i < count; i++) {
        const weir_attr *a = weir_attr_at(attrs, stride, i);
        size_t size = field_size(a->type);
        if (a->offset + size <= from_size)
            memcpy((char *)to + a->offset, (const char *)from + a->offset, size);
        else if (a->offset < from_size)
            return wr_fail(WEIR_EINVAL,
                           "%s: attr_size=%zu ends inside the attribute %s; pass the size of the "
                           "attribute struct, %zu in this library",
                           where, from_size, a->name, to_size);
        else if (a->required)
            return wr_fail(WEIR_EINVAL, "%s: attribute %s is required", where, a->name);
    }
    for (size_t i = to_size; i < from_size; i++)
        if (((const char *)from)[i] != 0)
            return wr_fail(WEIR_EINVAL,
                           "%s: the attribute struct has %zu bytes; this library (version %s) "
                           "knows only the first %zu, and some of the others are not 0.  Leave "
                           "newer attributes at 0, or use a newer library",
                           where, from_size, weir_version_text(), to_size);
    return WEIR_OK;
}

/* ---- Attribute descriptions ---------------------------------------------------------------- */

static bool is_name(const char *name) {
    if (name == NULL || !(isalpha((unsigned char)*name) || *name == '_')) return false;
    for (; *name != '\0'; name++)
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    return true;
}

static weir_status check(const weir_attr *a, uint32_t index, size_t struct_size,
                         const char *where) {
    if (!is_name(a->name))
        return wr_fail(WEIR_EINVAL, "%s: attribute %u has no valid name; use letters, digits and _",
                       where, index);
    if (a->type < WEIR_ATTR_BOOL || a->type > WEIR_ATTR_TEXT)
        return wr_fail(WEIR_EINVAL, "%s: attribute %s has the unknown type %d", where, a->name,
                       a->type);
    if (a->offset + field_size(a->type) > struct_size)
        return wr_fail(WEIR_EINVAL,
                       "%s: attribute %s at offset %u is outside the struct of %zu byte%s", where,
                       a->name, a->offset, struct_size, struct_size == 1 ? "" : "s");
    return WEIR_OK;
}

/* Fail if the description is longer than this library's weir_attr and the extra bytes are not all
 * 0. */
static weir_status check_rest(const weir_attr *a, uint32_t stride, const char *where) {
    for (size_t i = sizeof *a; i < stride; i++)
        if (((const char *)a)[i] != 0)
            return wr_fail(
                WEIR_EINVAL,
                "%s: the description of attribute %s has %u bytes; this library (version %s) "
                "knows only the first %zu, and some of the others are not 0",
                where, a->name, stride, weir_version_text(), sizeof *a);
    return WEIR_OK;
}

weir_status weir_attrs_adopt(const weir_attr *attrs, uint32_t count, uint32_t stride,
                             size_t struct_size, const char *where, const weir_attr **out) {
    enum { FIRST = WEIR_SIZE_UP_TO(weir_attr, text) };
    *out = attrs;
    if (count == 0) return WEIR_OK;
    if (attrs == NULL)
        return wr_fail(WEIR_EINVAL, "%s: attr_count is %u, but attrs is NULL", where, count);
    if (stride < FIRST)
        return wr_fail(WEIR_EINVAL,
                       "%s: attr_stride is %u; set it to sizeof(weir_attr), which is at least %d, "
                       "or use WEIR_USE_ATTRS",
                       where, stride, FIRST);
    for (uint32_t i = 0; i < count; i++) {
        weir_attr a;
        weir_struct_copy(&a, sizeof a, weir_attr_at(attrs, stride, i), stride);
        WR_TRY(check(&a, i, struct_size, where));
        WR_TRY(check_rest(weir_attr_at(attrs, stride, i), stride, where));
    }
    if (stride == sizeof *attrs) return WEIR_OK;
    weir_attr *own = calloc(count, sizeof *own);
    if (own == NULL)
        return wr_fail(WEIR_ENOMEM, "%s: not enough memory for %u attribute%s", where, count,
                       count == 1 ? "" : "s");
    for (uint32_t i = 0; i < count; i++)
        weir_struct_copy(&own[i], sizeof *own, weir_attr_at(attrs, stride, i), stride);
    *out = own;
    return WEIR_OK;
}

/* ---- Operator attributes -------------------------------------------------------------------- */

weir_status weir_attr_init(const weir_op *op, void *attr, size_t attr_size) {
    if (op == NULL || (attr == NULL && op->def.attr_size > 0))
        return wr_fail(WEIR_EINVAL, "weir_attr_init: %s is NULL", op == NULL ? "op" : "attr");
    if (attr == NULL) return WEIR_OK; /* the operator has no attributes */
    weir_attrs_init(op->def.attrs, op->def.attr_count, sizeof *op->def.attrs, attr, attr_size);
    return WEIR_OK;
}

static weir_status need_room(const weir_op *op, const char *why) {
    if (op->def.attr_size <= WR_ATTR_BYTES) return WEIR_OK;
    return wr_fail(WEIR_EINVAL,
                   "%s: %s; pass the whole attribute struct of %u bytes, because defaults are "
                   "supported only for structs of up to %d bytes",
                   op->def.name, why, op->def.attr_size, WR_ATTR_BYTES);
}

weir_status wr_attr_defaults(const weir_op *op, void *to) {
    WR_TRY(need_room(op, "attr is NULL"));
    for (uint32_t i = 0; i < op->def.attr_count; i++)
        if (op->def.attrs[i].required)
            return wr_fail(WEIR_EINVAL, "%s: attribute %s is required", op->def.name,
                           op->def.attrs[i].name);
    return weir_attr_init(op, to, op->def.attr_size);
}

weir_status wr_attr_fit(const weir_op *op, const void *attr, size_t attr_size, void *to) {
    if (op == NULL) return wr_fail(WEIR_EINVAL, "weir_op_call: op is NULL");
    WR_TRY(need_room(op, "attr_size differs from this library's"));
    return weir_attrs_take(op->def.attrs, op->def.attr_count, sizeof *op->def.attrs, to,
                           op->def.attr_size, attr, attr_size, op->def.name);
}
