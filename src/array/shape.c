/* shape.c - arithmetic on shapes and strides, and their text for messages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "array/array.h"
#include "base/thread_messages.h"

int64_t wr_count(int ndim, const int64_t *shape) {
    int64_t count = 1;
    bool empty = false;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] == 0)
            empty = true;
        else if (__builtin_mul_overflow(count, shape[i], &count))
            return -1;
    }
    if (!empty) return count;
    /* An empty array has strides too, and in bytes they must not overflow for any dtype.  So the
     * largest stride is checked against the largest element size, 16 bytes. */
    int64_t widest = shape[0] > 0 ? count / shape[0] : count;
    return widest <= INT64_MAX / 16 ? 0 : -1;
}

void wr_row_major(int ndim, const int64_t *shape, int64_t *strides) {
    int64_t step = 1;
    for (int i = ndim - 1; i >= 0; i--) {
        strides[i] = step;
        step *= shape[i] > 0 ? shape[i] : 1;
    }
}

bool wr_is_row_major(int ndim, const int64_t *shape, const int64_t *strides) {
    int64_t step = 1;
    for (int i = ndim - 1; i >= 0; i--) {
        if (shape[i] == 0) return true;
        if (shape[i] != 1 && strides[i] != step) return false;
        step *= shape[i];
    }
    return true;
}

bool wr_is_dense(int ndim, const int64_t *shape, const int64_t *strides) {
    int64_t step = 1;
    uint32_t left = 0;
    for (int i = 0; i < ndim; i++)
        if (shape[i] != 1) left |= UINT32_C(1) << i;
    /* Find the dimension whose stride equals the number of elements spanned by the dimensions found
     * so far. */
    while (left != 0) {
        int next = -1;
        for (int i = 0; i < ndim && next < 0; i++)
            if ((left >> i & 1) && strides[i] == step) next = i;
        if (next < 0) return false;
        step *= shape[next];
        left &= ~(UINT32_C(1) << next);
    }
    return true;
}

bool wr_is_disjoint(int ndim, const int64_t *shape, const int64_t *strides) {
    int64_t reach = 0; /* largest offset reached within the dimensions with smaller strides */
    uint32_t left = 0;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] == 0) return true;
        if (shape[i] > 1) left |= UINT32_C(1) << i;
    }
    while (left != 0) {
        int next = -1;
        int64_t step = 0;
        for (int i = 0; i < ndim; i++) {
            int64_t own = strides[i] < 0 ? -strides[i] : strides[i];
            if ((left >> i & 1) && (next < 0 || own < step)) next = i, step = own;
        }
        if (step <= reach) return false;
        reach += (shape[next] - 1) * step;
        left &= ~(UINT32_C(1) << next);
    }
    return true;
}

bool wr_extent(int ndim, const int64_t *shape, const int64_t *strides, int64_t *low,
               int64_t *high) {
    *low = *high = 0;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] == 0) return false;
        int64_t reach, *end = strides[i] < 0 ? low : high;
        if (__builtin_mul_overflow(shape[i] - 1, strides[i], &reach) ||
            __builtin_add_overflow(*end, reach, end))
            return false;
    }
    return true;
}

bool wr_broadcast(int a_ndim, const int64_t *a, int b_ndim, const int64_t *b, int *ndim,
                  int64_t *out) {
    int n = a_ndim > b_ndim ? a_ndim : b_ndim;
    for (int i = 1; i <= n; i++) {
        int64_t x = i <= a_ndim ? a[a_ndim - i] : 1, y = i <= b_ndim ? b[b_ndim - i] : 1;
        if (x != y && x != 1 && y != 1) return false;
        out[n - i] = x == 1 ? y : x;
    }
    *ndim = n;
    return true;
}

bool wr_axis(int64_t axis, int ndim, int *out) {
    if (axis < -ndim || axis >= ndim) return false;
    *out = (int)(axis < 0 ? axis + ndim : axis);
    return true;
}

static size_t put_shape(char *to, size_t size, int ndim, const int64_t *shape) {
    size_t n = 0;
    for (int i = 0; i <= ndim && n + 24 < size; i++) {
        const char *before = i == 0 ? "(" : i < ndim ? ", " : "";
        if (i < ndim)
            n += (size_t)snprintf(to + n, size - n, "%s%" PRId64, before, shape[i]);
        else
            n += (size_t)snprintf(to + n, size - n, ndim == 0 ? "()" : ndim == 1 ? ",)" : ")");
    }
    return n;
}

const char *wr_shape_text(int ndim, const int64_t *shape) {
    char *text = wr_text_next();
    put_shape(text, WR_TEXT_BYTES, ndim, shape);
    return text;
}

const char *wr_array_text_of(const weir_array *a) {
    if (a == NULL) return "nothing";
    char *text = wr_text_next();
    int n = snprintf(text, WR_TEXT_BYTES, "%s ", wr_dtypes[a->dtype].name);
    put_shape(text + n, (size_t)(WR_TEXT_BYTES - n), a->ndim, wr_shape(a));
    return text;
}
