/* saved_inputs.c - finds out which inputs and outputs a gradient reads, by running it abstractly.
 *
 * Operators do not declare which operands their gradients read.  Instead, the gradient is run once
 * on abstract arrays, which have a shape but no values, in abstract mode (wr_is_abstract_mode in
 * array.h): its calls compute nothing and record which abstract arrays they received.  The answer
 * depends on the attributes, shapes and dtypes and on which input gradients are wanted.  It is
 * cached under a hash of all of these, so a training loop runs each gradient abstractly once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "autograd/tape.h"

enum { ALL = 0xffff, ANSWERS = 4096, MASK_BITS = 16, NEAR = 16 };

/* The cache.  An entry is the hash with its low MASK_BITS bits replaced by the answer, or 0 if it
 * is empty.  Accessed by any thread; relaxed order is enough, because an entry is a single word. */
static atomic_uint_fast64_t answers[ANSWERS];

static uint64_t mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

static uint64_t mix_bytes(uint64_t h, const char *data, size_t bytes) {
    for (; bytes >= 8; data += 8, bytes -= 8) {
        uint64_t word;
        memcpy(&word, data, 8);
        h = mix(h, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, data, bytes);
    return mix(h, rest ^ (uint64_t)bytes << 56);
}

static uint64_t mix_array(uint64_t h, const weir_array *a) {
    if (a == NULL) return mix(h, 1);
    h = mix(h, (uint64_t)a->dtype | (uint64_t)a->ndim << 8 |
                   (uint64_t)(a->flags & WR_NUMBER) << 16 | 1 << 24);
    for (int i = 0; i < a->ndim; i++) h = mix(h, (uint64_t)wr_shape(a)[i]);
    return h;
}

static uint64_t mix_attr(uint64_t h, const weir_op *op, const char *attr) {
    for (uint32_t i = 0; i < op->def.attr_count; i++) {
        const weir_attr *a = &op->def.attrs[i];
        const char *field = attr + a->offset;
        if (a->type == WEIR_ATTR_I64S || a->type == WEIR_ATTR_TEXT) {
            size_t bytes;
            const void *data = wr_attr_list(a, field, &bytes);
            h = data != NULL ? mix_bytes(h, data, bytes) : mix(h, 2);
        } else {
            bool word = a->type == WEIR_ATTR_I64 || a->type == WEIR_ATTR_F64;
            h = mix_bytes(h, field, word ? 8 : 4);
        }
    }
    return h;
}

/* ---- The abstract run ------------------------------------------------------------------------ */

static weir_status abstract_arrays(weir_runtime *rt, weir_array *const *from, uint32_t count,
                                   uint32_t first, weir_array **out) {
    for (uint32_t i = 0; i < count; i++) {
        const weir_array *a = from[i];
        if (a == NULL || (a->flags & WR_NUMBER)) {
            out[i] = from[i];
            continue;
        }
        uint32_t bits = first == 0 ? 0 : wr_need_in(i) * first;
        WR_TRY(wr_abstract_make(rt, a->dtype, a->ndim, wr_shape(a), a->device, bits, &out[i]));
    }
    return WEIR_OK;
}

/* Run the gradient abstractly and set *answer to the operands it reads.  If the run fails, return
 * false and set *answer to ALL. */
static bool run_abstractly(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                           uint32_t in_count, const void *attr, weir_array *const *out,
                           uint32_t out_count, const uint8_t *wanted, uint32_t *answer) {
    weir_array *x[NEAR], *y[NEAR], *dy[NEAR], *dx[NEAR] = {NULL};
    uint32_t needs = 0;
    *answer = 0;
    if (op->def.vjp == NULL) return true; /* without a gradient, no operand is read */
    *answer = ALL;
    if (in_count > NEAR || out_count > NEAR) return true;
    wr_mode mode = wr_mode_now;
    weir_scope *scope;
    if (weir_scope_new(&scope) != WEIR_OK) return false;
    wr_mode_now.abstract_needs = &needs; /* enables abstract mode; restored below */
    wr_mode_now.recorder = NULL;
    if (out_count > 0 && out[0] != NULL) wr_mode_now.device = out[0]->device;
    weir_status status = abstract_arrays(rt, in, in_count, 1, x);
    if (status == WEIR_OK) status = abstract_arrays(rt, out, out_count, 1 << WR_NEED_BITS, y);
    if (status == WEIR_OK) status = abstract_arrays(rt, out, out_count, 0, dy);
    for (uint32_t i = 0; i < out_count && status == WEIR_OK; i++)
        if (dy[i] != NULL && !wr_is_differentiable(dy[i]->dtype)) dy[i] = NULL;
    if (status == WEIR_OK) {
        weir_vjp v = {.size = sizeof v,
                      .rt = rt,
                      .op = op,
                      .attr = attr,
                      .in = x,
                      .out = y,
                      .grad_out = dy,
                      .wanted = wanted,
                      .grad_in = dx,
                      .in_count = in_count,
                      .out_count = out_count,
                      .status = WEIR_OK};
        op->def.vjp(&v);
        status = v.status;
        for (uint32_t i = 0; i < in_count; i++)
            if (dx[i] != NULL && (dx[i]->flags & WR_ABSTRACT)) needs |= wr_abstract_bits(dx[i]);
    }
    weir_scope_free(scope);
    wr_mode_now.abstract_needs = mode.abstract_needs;
    wr_mode_now.recorder = mode.recorder;
    wr_mode_now.device = mode.device;
    /* On failure *answer stays ALL, and the real run of the gradient reports the error. */
    if (status == WEIR_OK) *answer = needs & ALL;
    return status == WEIR_OK;
}

uint32_t wr_gradient_needs(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                           uint32_t in_count, const void *attr, weir_array *const *out,
                           uint32_t out_count, const uint8_t *wanted) {
    uint64_t h = mix((uint64_t)(uintptr_t)op, in_count | (uint64_t)out_count << 32);
    for (uint32_t i = 0; i < in_count; i++) h = mix(mix_array(h, in[i]), wanted[i]);
    h = mix_attr(h, op, attr);
    atomic_uint_fast64_t *entry = &answers[h >> 40 & (ANSWERS - 1)];
    uint64_t tag = (h | UINT64_C(1) << 63) & ~(uint64_t)ALL;
    uint64_t found = atomic_load_explicit(entry, memory_order_relaxed);
    if (WR_LIKELY((found & ~(uint64_t)ALL) == tag)) return (uint32_t)(found & ALL);
    uint32_t needs;
    if (run_abstractly(rt, op, in, in_count, attr, out, out_count, wanted, &needs))
        atomic_store_explicit(entry, tag | needs, memory_order_relaxed);
    return needs;
}
