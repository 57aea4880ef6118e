/* block.c - networks: layers, losses and blocks whose forward function is written in R.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

#include <setjmp.h>
#include <string.h>

static weir_block *block_of(SEXP s) { return handle_of(BLOCK, s); }

/* ---- Creating -------------------------------------------------------------------------------- */

SEXP r_block_parse(SEXP text) {
    weir_block *b;
    check(weir_block_parse(runtime(), text_of(text, "text"), &b));
    return handle_wrap(BLOCK, b);
}

SEXP r_block_new(SEXP kind, SEXP attrs) {
    const weir_block_kind *k = weir_block_kind_find(text_of(kind, "kind"));
    if (k == NULL) check(WEIR_EINVAL);
    const weir_block_def *def = weir_block_kind_describe(k);
    char *attr = R_alloc(def->attr_size + 8, 1);
    memset(attr, 0, def->attr_size);
    weir_attrs_init(def->attrs, def->attr_count, def->attr_stride, attr, def->attr_size);
    attrs_fill(def->name, def->attrs, def->attr_count, def->attr_stride, attrs, attr,
               def->attr_size);
    weir_block *b;
    check(weir_block_new(runtime(), k, def->attr_size > 0 ? attr : NULL, def->attr_size, &b));
    return handle_wrap(BLOCK, b);
}

/* ---- Blocks written in R ---------------------------------------------------------------------- */

/* A jump of R (an error, an interrupt, a condition with an exiting handler, callCC) must not leave the frames of the
 * library that are between r_block_call and the forward function.  It ends in `forward`, which returns a failure to the
 * library, and goes on from `travel` when the library has returned. */
typedef struct travel {
    SEXP token; /* of R_UnwindProtect */
    bool jumped;
} travel;
static travel *innermost; /* the call of the library that runs forward functions now */

typedef struct call {
    SEXP function;
    weir_array *const *in;
    uint32_t in_count;
    jmp_buf back;
} call;

static SEXP evaluate(void *arg) {
    call *c = arg;
    SEXP inputs = PROTECT(Rf_allocVector(VECSXP, c->in_count));
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->in[i] != NULL) SET_VECTOR_ELT(inputs, i, array_wrap(weir_array_retain(c->in[i])));
    SEXP expression = PROTECT(Rf_lang2(c->function, inputs));
    SEXP result = Rf_eval(expression, R_GlobalEnv);
    UNPROTECT(2);
    return result;
}

static void land(void *arg, Rboolean jump) {
    call *c = arg;
    if (jump) longjmp(c->back, 1);
}

static weir_status give(SEXP result, weir_array **out, uint32_t *out_count) {
    bool fits = TYPEOF(result) == VECSXP && XLENGTH(result) <= *out_count;
    for (R_xlen_t i = 0; fits && i < XLENGTH(result); i++)
        fits = handle_is(ARRAY, VECTOR_ELT(result, i)) &&
               R_ExternalPtrAddr(VECTOR_ELT(result, i)) != NULL;
    if (!fits)
        return weir_error_set(WEIR_EINVAL,
                              "a forward function returns an array or a list of arrays");
    *out_count = (uint32_t)XLENGTH(result);
    for (R_xlen_t i = 0; i < XLENGTH(result); i++)
        out[i] = weir_array_retain(R_ExternalPtrAddr(VECTOR_ELT(result, i)));
    return WEIR_OK;
}

/* The R function takes a list of arrays and returns a list of arrays. */
static weir_status forward(weir_runtime *rt, weir_array *const *in, uint32_t in_count,
                           weir_array **out, uint32_t *out_count, void *ctx) {
    (void)rt;
    if (!on_r_thread() || innermost == NULL || innermost->jumped)
        return weir_error_set(WEIR_EINVAL,
                              "a block written in R runs on R's thread, in a call of a network");
    travel *const outer = innermost;
    call c = {.function = ctx, .in = in, .in_count = in_count};
    if (setjmp(c.back) != 0) {
        innermost = outer;
        outer->jumped = true;
        return weir_error_set(WEIR_EINVAL, "R left the forward function");
    }
    SEXP result = PROTECT(R_UnwindProtect(evaluate, &c, land, &c, outer->token));
    weir_status status = give(result, out, out_count);
    UNPROTECT(1);
    return status;
}

/* A block may be freed on another thread only if R has given it away, which it does not. */
static void forget(void *ctx) {
    if (on_r_thread()) R_ReleaseObject(ctx);
}

SEXP r_block_function(SEXP name, SEXP function) {
    weir_block *b;
    R_PreserveObject(function);
    check(weir_block_function(runtime(), text_of(name, "name"), forward, function, forget, &b));
    return handle_wrap(BLOCK, b);
}

/* ---- Computing -------------------------------------------------------------------------------- */

SEXP r_block_call(SEXP block, SEXP inputs) {
    enum { OUTPUTS = 16 };
    weir_block *b = block_of(block);
    uint32_t count = (uint32_t)XLENGTH(inputs), room = OUTPUTS;
    weir_array **in = (weir_array **)R_alloc(count + 1, sizeof *in), *out[OUTPUTS];
    PROTECT(operands(inputs, in));
    travel here = {.token = PROTECT(R_MakeUnwindCont())}, *outer = innermost;
    innermost = &here;
    weir_status status = weir_block_forward(b, in, count, out, &room);
    innermost = outer;
    if (here.jumped) {
        for (uint32_t i = 0; status == WEIR_OK && i < room; i++) weir_array_release(out[i]);
        R_ContinueUnwind(here.token);
    }
    check(status);
    SEXP result;
    if (room == 1)
        result = array_wrap(out[0]);
    else {
        result = PROTECT(Rf_allocVector(VECSXP, room));
        for (uint32_t i = 0; i < room; i++) SET_VECTOR_ELT(result, i, array_wrap(out[i]));
        UNPROTECT(1);
    }
    UNPROTECT(2);
    return result;
}

/* ---- Parts ------------------------------------------------------------------------------------ */

SEXP r_block_add(SEXP parent, SEXP name, SEXP child) {
    check(weir_block_add(block_of(parent), name == R_NilValue ? NULL : text_of(name, "name"),
                         block_of(child)));
    return R_NilValue;
}

/* All parameters and buffers: names, whether trained, and arrays (NULL: no shape yet). */
SEXP r_block_entries(SEXP block) {
    weir_block *b = block_of(block);
    size_t count = weir_block_entries(b, NULL, 0);
    weir_block_entry *entries = (weir_block_entry *)R_alloc(count + 1, sizeof *entries);
    count = weir_block_entries(b, entries, count);
    SEXP list = PROTECT(Rf_allocVector(VECSXP, 3));
    SEXP names = SET_VECTOR_ELT(list, 0, Rf_allocVector(STRSXP, (R_xlen_t)count));
    SEXP trained = SET_VECTOR_ELT(list, 1, Rf_allocVector(LGLSXP, (R_xlen_t)count));
    SEXP arrays = SET_VECTOR_ELT(list, 2, Rf_allocVector(VECSXP, (R_xlen_t)count));
    for (size_t i = 0; i < count; i++) {
        SET_STRING_ELT(names, (R_xlen_t)i, Rf_mkChar(entries[i].name));
        LOGICAL(trained)[i] = entries[i].trained && !entries[i].tied;
        if (entries[i].array != NULL)
            SET_VECTOR_ELT(arrays, (R_xlen_t)i, array_wrap(weir_array_retain(entries[i].array)));
    }
    UNPROTECT(1);
    return list;
}

SEXP r_block_parameters(SEXP block) {
    weir_block *b = block_of(block);
    uint32_t count = 0;
    check(weir_block_parameters(b, NULL, &count));
    weir_array **params = (weir_array **)R_alloc(count + 1, sizeof *params);
    check(weir_block_parameters(b, params, &count));
    SEXP list = PROTECT(Rf_allocVector(VECSXP, count));
    for (uint32_t i = 0; i < count; i++)
        SET_VECTOR_ELT(list, i, array_wrap(weir_array_retain(params[i])));
    UNPROTECT(1);
    return list;
}

SEXP r_block_children(SEXP block) {
    weir_block *b = block_of(block);
    uint32_t count = weir_block_child_count(b);
    SEXP list = PROTECT(Rf_allocVector(VECSXP, count)),
         names = PROTECT(Rf_allocVector(STRSXP, count));
    for (uint32_t i = 0; i < count; i++) {
        const char *name;
        weir_block *child = weir_block_child_at(b, i, &name);
        SET_VECTOR_ELT(list, i, handle_wrap(BLOCK, weir_block_retain(child)));
        SET_STRING_ELT(names, i, Rf_mkChar(name));
    }
    Rf_setAttrib(list, R_NamesSymbol, names);
    UNPROTECT(2);
    return list;
}

SEXP r_block_kind(SEXP block) {
    return Rf_mkString(weir_block_kind_describe(weir_block_kind_of(block_of(block)))->name);
}

SEXP r_block_attrs(SEXP block) {
    const weir_block_def *def = weir_block_kind_describe(weir_block_kind_of(block_of(block)));
    return attrs_list(def->attrs, def->attr_count, def->attr_stride,
                      weir_block_attr(block_of(block)));
}

SEXP r_block_set(SEXP block, SEXP name, SEXP values) {
    check(weir_block_set(block_of(block), text_of(name, "name"), array_of(values)));
    return R_NilValue;
}

SEXP r_block_text(SEXP block) {
    size_t size = weir_block_text(block_of(block), NULL, 0) + 1;
    char *text = R_alloc(size, 1);
    weir_block_text(block_of(block), text, size);
    return Rf_mkString(text);
}

SEXP r_block_summary(SEXP block, SEXP input) {
    enum { SIZE = 1 << 16 };
    char *text = R_alloc(SIZE, 1);
    weir_array *in = array_of(input);
    weir_block *b = block_of(block);
    travel here = {.token = PROTECT(R_MakeUnwindCont())}, *outer = innermost;
    innermost = &here;
    weir_status status = weir_block_summary(b, &in, 1, text, SIZE, NULL);
    innermost = outer;
    if (here.jumped) R_ContinueUnwind(here.token);
    check(status);
    UNPROTECT(1);
    return Rf_mkString(text);
}

SEXP r_block_save(SEXP block, SEXP path) {
    check(weir_block_save(block_of(block), text_of(path, "path")));
    return R_NilValue;
}

SEXP r_block_load(SEXP block, SEXP path, SEXP matching) {
    check(weir_block_load(block_of(block), text_of(path, "path"),
                          flag_of(matching, "matching") ? WEIR_BLOCK_LOAD_MATCHING
                                                        : WEIR_BLOCK_LOAD_ALL));
    return R_NilValue;
}

SEXP r_block_cast(SEXP block, SEXP dtype) {
    check(weir_block_cast(block_of(block), dtype_of(dtype)));
    return R_NilValue;
}

SEXP r_block_to_device(SEXP block, SEXP device) {
    check(weir_block_to_device(block_of(block), device_of(device)));
    return R_NilValue;
}

SEXP r_block_initialise(SEXP block, SEXP seed) {
    check(weir_block_initialise(block_of(block), (uint64_t)whole_of(seed, "seed"), NULL));
    return R_NilValue;
}

SEXP r_block_set_grad(SEXP block, SEXP mode) {
    check(weir_block_set_grad(block_of(block), (weir_grad_mode)Rf_asInteger(mode)));
    return R_NilValue;
}

SEXP r_block_zero_grad(SEXP block) {
    weir_block_zero_grad(block_of(block));
    return R_NilValue;
}

SEXP r_block_clear(SEXP block) {
    check(weir_block_clear(block_of(block)));
    return R_NilValue;
}
