/* cuda_attrs.c - the attributes and the real numbers of a call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/cuda_attrs.h"

#include <stdlib.h>
#include <string.h>

#include "array/element.h"
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"

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

wr_cuda_scalar wr_cuda_scalar_of(const wr_cuda_call *c, uint32_t input) {
    const weir_view *v = &c->k->in[input];
    if (wr_cuda_is_scalar(v))
        return (wr_cuda_scalar){NULL, wr_element_f64(v->dtype, v->data), v->dtype};
    return (wr_cuda_scalar){v->data, 0, v->dtype};
}

void wr_cuda_write_reals(wr_cuda_text *to) {
    static const struct {
        const char *name;
        int dtype;
    } dtypes[] = {{"BOOL", WEIR_BOOL},   {"I8", WEIR_INT8},       {"I16", WEIR_INT16},
                  {"I32", WEIR_INT32},   {"I64", WEIR_INT64},     {"U8", WEIR_UINT8},
                  {"U16", WEIR_UINT16},  {"U32", WEIR_UINT32},    {"U64", WEIR_UINT64},
                  {"F16", WEIR_FLOAT16}, {"BF16", WEIR_BFLOAT16}, {"F32", WEIR_FLOAT32}};
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        wr_cuda_write(to, "#define DTYPE_%s %d\n", dtypes[i].name, dtypes[i].dtype);
    wr_cuda_write(to, "%s", wr_text_reals);
}
