/* attributes.c - copies attribute structs, including the lists and strings they point to, as
 * described by their weir_attr tables.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

static size_t field_size(int32_t type) {
    switch (type) {
    case WEIR_ATTR_I64: return sizeof(int64_t);
    case WEIR_ATTR_F64: return sizeof(double);
    case WEIR_ATTR_I64S: return sizeof(weir_i64s);
    case WEIR_ATTR_TEXT: return sizeof(const char *);
    default: return sizeof(int32_t);
    }
}

/* Return the data that a list or string attribute points to, and its size.  Return NULL if there is
 * none. */
static const void *pointed_to(const weir_attr *a, const void *attr, size_t *bytes) {
    const char *field = (const char *)attr + a->offset;
    *bytes = 0;
    if (a->type == WEIR_ATTR_I64S) {
        weir_i64s list;
        memcpy(&list, field, sizeof list);
        *bytes = list.data != NULL ? (size_t)list.count * sizeof(int64_t) : 0;
        return list.data;
    }
    if (a->type != WEIR_ATTR_TEXT) return NULL;
    const char *text;
    memcpy(&text, field, sizeof text);
    *bytes = text != NULL ? strlen(text) + 1 : 0;
    return text;
}

static size_t round_up(size_t bytes) { return (bytes + 7) & ~(size_t)7; }

char *wr_block_attr_copy(const weir_attr *attrs, uint32_t count, size_t size, const void *from) {
    size_t all = round_up(size), bytes;
    for (uint32_t i = 0; i < count; i++)
        if (pointed_to(&attrs[i], from, &bytes) != NULL) all += round_up(bytes);
    char *to = calloc(1, all + 8);
    if (to == NULL) return NULL;
    size_t used = round_up(size);
    for (uint32_t i = 0; i < count; i++) {
        const weir_attr *a = &attrs[i];
        memcpy(to + a->offset, (const char *)from + a->offset, field_size(a->type));
        const void *what = pointed_to(a, from, &bytes);
        if (what == NULL) continue;
        char *copy = to + used;
        memcpy(copy, what, bytes);
        memcpy(to + a->offset, &copy, sizeof copy); /* both field types begin with the pointer */
        used += round_up(bytes);
    }
    return to;
}
