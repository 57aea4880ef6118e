/* cuda_attrs.c - attributes by name.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_attrs.h"

#include <stdlib.h>
#include <string.h>

static const void *find(const weir_kernel *k, const char *name, int32_t *type) {
    const weir_op_def *def = &k->op->def;
    for (uint32_t i = 0; i < def->attr_count; i++) {
        const weir_attr *a = weir_attr_at(def->attrs, def->attr_stride, i);
        if (strcmp(a->name, name) != 0) continue;
        *type = a->type;
        return (const char *)k->attr + a->offset;
    }
    abort(); /* a mistake in the function of an operator */
}

double wr_attr_f64(const weir_kernel *k, const char *name) {
    int32_t type;
    double value;
    memcpy(&value, find(k, name, &type), sizeof value);
    return value;
}

int64_t wr_attr_i64(const weir_kernel *k, const char *name) {
    int32_t type, narrow;
    int64_t value;
    const void *at = find(k, name, &type);
    if (type == WEIR_ATTR_I64) {
        memcpy(&value, at, sizeof value);
        return value;
    }
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

const char *wr_attr_text(const weir_kernel *k, const char *name) {
    int32_t type;
    const char *value;
    memcpy(&value, find(k, name, &type), sizeof value);
    return value;
}
