/* structs.c - structs passed between programs and libraries of different versions.
 *
 * Such a struct starts with its own size in bytes, and new fields are added only at its end.  The
 * rules are in docs/design/c-interface.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/base.h"

#include <string.h>

/* Return the size that a struct states in its first field. */
static size_t size_of(const void *s) {
    size_t size;
    memcpy(&size, s, sizeof size);
    return size;
}

static bool is_zero(const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0) return false;
    return true;
}

/* Fail if a struct is smaller than in the first version of the library that had it. */
static weir_status check_first(size_t size, size_t first_size, const char *where,
                               const char *type) {
    if (size >= first_size) return WEIR_OK;
    return wr_fail(WEIR_EINVAL,
                   "%s: the size of %s is %zu; expected sizeof(%s), which is at least %zu.  Set "
                   "its `size` field, or call its init function if it has one",
                   where, type, size, type, first_size);
}

weir_status wr_struct_check(const void *from, size_t known, size_t first_size, const char *where,
                            const char *type) {
    size_t size = size_of(from);
    WR_TRY(check_first(size, first_size, where, type));
    if (size <= known || is_zero((const char *)from + known, size - known)) return WEIR_OK;
    return wr_fail(WEIR_EINVAL,
                   "%s: %s has %zu bytes, but this library (version %s) knows only the first %zu, "
                   "and some of the others are not 0.  Initialise the whole struct, leave newer "
                   "fields at 0, or use a newer library",
                   where, type, size, weir_version_text(), known);
}

weir_status weir_struct_take(void *to, size_t to_size, const void *from, size_t first_size,
                             const char *where, const char *type) {
    WR_TRY(wr_struct_check(from, to_size, first_size, where, type));
    size_t size = size_of(from);
    memcpy(to, from, size < to_size ? size : to_size);
    memcpy(to, &to_size, sizeof to_size);
    return WEIR_OK;
}

weir_status weir_struct_give(void *to, const void *from, size_t from_size, size_t first_size,
                             const char *where, const char *type) {
    size_t size = size_of(to);
    WR_TRY(check_first(size, first_size, where, type));
    memcpy(to, from, size < from_size ? size : from_size);
    memcpy(to, &size, sizeof size);
    return WEIR_OK;
}

void weir_struct_copy(void *to, size_t to_size, const void *from, size_t from_size) {
    size_t known = to_size < from_size ? to_size : from_size;
    if (known > 0) memcpy(to, from, known);
    if (to_size > known) memset((char *)to + known, 0, to_size - known);
}
