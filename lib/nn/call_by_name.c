/* call_by_name.c - calls operators that are looked up by name, with attributes set by name.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

weir_status wr_named_begin(wr_named *c, const weir_block *b, const char *op) {
    c->op = weir_op_find(op);
    if (c->op == NULL)
        return wr_block_fail(b, "the block needs the operator %s, which does not exist", op);
    const weir_op_def *def = weir_op_describe(c->op);
    if (def->attr_size > sizeof c->attr)
        return wr_block_fail(
            b, "the attribute struct of the operator %s has %u bytes, which is too large", op,
            def->attr_size);
    return def->attr_count > 0 ? weir_attr_init(c->op, c->attr, def->attr_size) : WEIR_OK;
}

/* Set an attribute.  Does nothing if the operator has no attribute of this name and type. */
static void set(wr_named *c, const char *name, int type, const void *value, size_t size) {
    const weir_op_def *def = weir_op_describe(c->op);
    for (uint32_t i = 0; i < def->attr_count; i++)
        if (def->attrs[i].type == type && strcmp(def->attrs[i].name, name) == 0)
            memcpy(c->attr + def->attrs[i].offset, value, size);
}

void wr_named_bool(wr_named *c, const char *name, bool value) {
    int32_t word = value;
    set(c, name, WEIR_ATTR_BOOL, &word, sizeof word);
}

void wr_named_f64(wr_named *c, const char *name, double value) {
    set(c, name, WEIR_ATTR_F64, &value, sizeof value);
}

void wr_named_text(wr_named *c, const char *name, const char *value) {
    set(c, name, WEIR_ATTR_TEXT, &value, sizeof value);
}

weir_status wr_named_call(const wr_named *c, wr_temps *t, weir_array *const *in, uint32_t in_count,
                          weir_array **out, uint32_t out_max) {
    uint32_t count = out_max;
    if (t->status != WEIR_OK) return t->status;
    while (in_count > 0 && in[in_count - 1] == NULL) in_count--;
    t->status = weir_op_call(t->rt, c->op, in, in_count, c->attr,
                             weir_op_describe(c->op)->attr_size, out, &count);
    for (uint32_t i = 0; t->status == WEIR_OK && i < count; i++) {
        *WR_NEW(t) = out[i];
        wr_temps_note(t, WEIR_OK);
    }
    return t->status;
}
