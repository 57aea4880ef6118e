/* array_text.c - formats arrays as text.
 *
 * The format is NumPy's: nested brackets, with the elements of the last axis on one line.  Large
 * arrays show only the first three and the last three elements of each long axis.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "array/array.h"
#include "array/element.h"

/* Arrays with more than SHOWN_MAX elements show only the first and the last EDGE elements of each
 * long axis. */
enum { SHOWN_MAX = 1000, EDGE = 3 };

typedef struct page {
    char *text;
    size_t size, used;
    const weir_array *a;
    const char *data;
    bool shortened;
} page;

static void put(page *p, const char *format, ...) {
    va_list args;
    va_start(args, format);
    size_t left = p->used < p->size ? p->size - p->used : 0;
    int n = vsnprintf(left > 0 ? p->text + p->used : NULL, left, format, args);
    va_end(args);
    if (n > 0) p->used += (size_t)n;
}

static void put_real(page *p, int dtype, double value) {
    int digits = dtype == WEIR_FLOAT64 || dtype == WEIR_COMPLEX128  ? 15
                 : dtype == WEIR_FLOAT32 || dtype == WEIR_COMPLEX64 ? 7
                                                                    : 4;
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, isnan(value) ? NAN : value);
    /* true for 3; false for 3.5, 1e10, nan and inf */
    bool integral = strcspn(text, ".en") == strlen(text);
    put(p, "%s%s", text, integral ? "." : "");
}

static void put_element(page *p, const char *at) {
    int dtype = p->a->dtype;
    switch (wr_dtype_kind_of(dtype)) {
    case WR_KIND_BOOL: put(p, *at ? "true" : "false"); break;
    case WR_KIND_INT:
        if (dtype == WEIR_UINT64) {
            uint64_t value;
            memcpy(&value, at, sizeof value);
            put(p, "%" PRIu64, value);
        } else {
            put(p, "%" PRId64, wr_element_i64(dtype, at));
        }
        break;
    case WR_KIND_COMPLEX: {
        double _Complex value = wr_element_c128(dtype, at);
        put_real(p, dtype, creal(value));
        put(p, signbit(cimag(value)) ? "-" : "+");
        put_real(p, dtype, signbit(cimag(value)) ? -cimag(value) : cimag(value));
        put(p, "i");
        break;
    }
    default: put_real(p, dtype, wr_element_f64(dtype, at));
    }
}

static void put_axis(page *p, int axis, const char *at) {
    const weir_array *a = p->a;
    if (axis == a->ndim) {
        put_element(p, at);
        return;
    }
    int64_t n = wr_shape(a)[axis];
    int64_t step = wr_strides(a)[axis] * (int64_t)wr_dtype_bytes(a->dtype);
    put(p, "[");
    for (int64_t i = 0; i < n; i++) {
        if (i > 0) put(p, axis + 1 < a->ndim ? ",\n%*s" : ", ", axis + 1, "");
        if (p->shortened && n > 2 * EDGE && i == EDGE) {
            put(p, "...");
            i = n - EDGE - 1;
            continue;
        }
        put_axis(p, axis + 1, at + i * step);
    }
    put(p, "]");
}

weir_status weir_array_text(weir_array *a, char *text, size_t size) {
    if (a == NULL || text == NULL || size == 0)
        return wr_fail(WEIR_EINVAL, "weir_array_text: %s",
                       a == NULL      ? "a is NULL"
                       : text == NULL ? "text is NULL"
                                      : "size is 0");
    wr_host_view view;
    WR_TRY(wr_host_view_begin(a, "print", &view));
    page p = {text, size, 0, view.array, wr_array_data(view.array), a->count > SHOWN_MAX};
    for (int i = 0; i < a->ndim; i++) p.shortened |= wr_shape(a)[i] > SHOWN_MAX;
    text[0] = '\0';
    put_axis(&p, 0, p.data);
    if (p.used >= size && size >= 4) memcpy(text + size - 4, "...", 4);
    wr_host_view_end(&view);
    return WEIR_OK;
}
