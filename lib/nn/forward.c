/* forward.c - calls blocks: checks and casts inputs, and creates parameters with a deferred shape.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "nn/block.h"

static _Thread_local weir_block_seen_fn seen;
static _Thread_local void *seen_ctx;

weir_block_seen_fn weir_block_watch(weir_block_seen_fn fn, void *ctx, void **old_ctx) {
    weir_block_seen_fn old = seen;
    if (old_ctx != NULL) *old_ctx = seen_ctx;
    seen = fn;
    seen_ctx = ctx;
    return old;
}

/* ---- Checking inputs ------------------------------------------------------------------------- */

static weir_status check_count(const weir_block *b, weir_array *const *in, uint32_t in_count) {
    const weir_block_kind *kind = b->kind;
    if (in_count < kind->in_min || in_count > kind->in_max)
        return wr_block_fail(b, "the block takes the inputs %s, but %u %s given", kind->def.inputs,
                             in_count, in_count == 1 ? "was" : "were");
    for (uint32_t i = 0; i < kind->in_min && i < in_count; i++)
        if (in[i] == NULL)
            return wr_block_fail(b, "the block takes the inputs %s, but input %u is NULL",
                                 kind->def.inputs, i);
    return WEIR_OK;
}

static bool is_float_array(const weir_array *a) {
    return a != NULL && wr_block_is_float(weir_array_dtype(a)) && !weir_array_is_number(a);
}

static bool is_cast(const weir_block *b) {
    return b->compute != 0 && (b->kind->def.flags & WEIR_BLOCK_PRODUCTS);
}

/* Check that float inputs have the dtype of the parameters, so that nothing is promoted
 * implicitly.  With autocast, operators cast their inputs.  A block with a compute dtype casts its
 * inputs itself; then it accepts the dtypes that autocast accepts, and refuses float64. */
static weir_status check_dtype(const weir_block *b, weir_array *const *in, uint32_t in_count) {
    int own = 0;
    bool autocast = weir_autocast() != WEIR_DTYPE_DEFAULT;
    if (autocast && !is_cast(b)) return WEIR_OK;
    for (uint32_t i = 0; i < b->own_count && own == 0; i++)
        if (wr_block_is_float(b->own[i].param->dtype)) own = b->own[i].param->dtype;
    for (uint32_t i = 0; i < in_count && own != 0; i++) {
        if (!is_float_array(in[i])) continue;
        int given = weir_array_dtype(in[i]);
        if (given == own || (given == b->compute && b->compute != 0)) continue;
        if (autocast && given != WEIR_FLOAT64) continue;
        return wr_block_fail(b,
                             "the input is %s, but the parameters are %s; cast the input with "
                             "astype(x, %s), or the block to %s",
                             wr_block_text_of(in[i]), weir_dtype_name((weir_dtype)own),
                             weir_dtype_name((weir_dtype)own), weir_dtype_name((weir_dtype)given));
    }
    return WEIR_OK;
}

/* ---- Deferred shapes ------------------------------------------------------------------------- */

/* One lock for all blocks is enough, because each block is completed only once. */
static pthread_mutex_t completing = PTHREAD_MUTEX_INITIALIZER;

static void enter(void *arg) { pthread_mutex_lock(arg); }

/* The holder of the lock issues operations, so it may be waiting for the interpreter lock that this
 * thread holds.  weir_give_way releases the interpreter lock while this thread waits. */
void wr_complete_enter(void) {
    if (pthread_mutex_trylock(&completing) != 0) weir_give_way(enter, &completing);
}

void wr_complete_leave(void) { pthread_mutex_unlock(&completing); }

static bool lacks_shape(const weir_block *b) {
    for (uint32_t i = 0; i < b->own_count; i++)
        if (b->own[i].param->array == NULL) return true;
    return false;
}

static weir_status complete(weir_block *b, weir_array *const *in, uint32_t in_count) {
    weir_status status = WEIR_OK;
    wr_complete_enter();
    if (atomic_load_explicit(&b->is_open, memory_order_relaxed)) {
        status = check_dtype(b, in, in_count);
        if (status == WEIR_OK && lacks_shape(b)) status = b->kind->def.build(b, in, in_count);
        if (status == WEIR_OK && lacks_shape(b))
            status = weir_block_fail(b, "the shape of a parameter does not follow from the input");
        if (status == WEIR_OK) atomic_store_explicit(&b->is_open, false, memory_order_release);
    }
    wr_complete_leave();
    return status;
}

/* ---- Using parameters ------------------------------------------------------------------------ */

weir_status weir_block_use(weir_block *b, uint32_t index, weir_array **out) {
    weir_array *own = b != NULL && index < b->own_count ? wr_param_hold(b->own[index].param) : NULL;
    if (own == NULL)
        return wr_lib_fail(
            WEIR_EINVAL,
            "weir_block_use: the block has no parameter %u, or its shape is not known yet", index);
    int compute = b->compute;
    bool cast = is_cast(b) && is_float_array(own) && (int)weir_array_dtype(own) != compute;
    if (!cast) {
        *out = own;
        return WEIR_OK;
    }
    weir_status status = weir_astype(own, (weir_dtype)compute, out);
    if (status == WEIR_OK) weir_scope_keep(*out); /* the block releases it; the tape may hold it */
    weir_array_release(own);
    return status;
}

/* ---- The call -------------------------------------------------------------------------------- */

static weir_status run(weir_block *b, weir_array *const *in, uint32_t in_count, weir_array **out,
                       uint32_t *out_count) {
    return b->kind->def.forward != NULL ? b->kind->def.forward(b, in, in_count, out, out_count)
                                        : weir_block_operate(b, in, in_count, out, out_count);
}

/* Run the block with float inputs cast to the compute dtype, which takes precedence over
 * autocast. */
static weir_status run_cast(weir_block *b, weir_array *const *in, uint32_t in_count,
                            weir_array **out, uint32_t *out_count) {
    weir_array *cast[WR_OP_INPUTS] = {NULL}, *all[WR_OP_INPUTS];
    weir_status status = WEIR_OK;
    weir_dtype autocast;
    if (in_count > WR_OP_INPUTS)
        return weir_block_fail(b, "too many inputs to cast to the compute dtype");
    WR_TRY(weir_autocast_set(WEIR_DTYPE_DEFAULT, &autocast));
    for (uint32_t i = 0; i < in_count; i++) {
        bool other = is_float_array(in[i]) && (int)weir_array_dtype(in[i]) != b->compute;
        if (other && status == WEIR_OK)
            status = weir_astype(in[i], (weir_dtype)b->compute, &cast[i]);
        all[i] = cast[i] != NULL ? cast[i] : in[i];
    }
    if (status == WEIR_OK) status = run(b, all, in_count, out, out_count);
    (void)weir_autocast_set(autocast, NULL); /* cannot fail: the dtype was set before */
    for (uint32_t i = 0; i < in_count; i++) weir_array_release(weir_scope_keep(cast[i]));
    return status;
}

weir_status weir_block_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                               weir_array **out, uint32_t *out_count) {
    if (b == NULL || out == NULL || out_count == NULL || (in == NULL && in_count > 0))
        return wr_lib_fail(WEIR_EINVAL, "weir_block_forward: %s is NULL",
                           b == NULL           ? "b"
                           : out == NULL       ? "out"
                           : out_count == NULL ? "out_count"
                                               : "in");
    WR_TRY(check_count(b, in, in_count));
    if (b->own_count > 0) {
        /* The acquire load pairs with the release store in complete(): a thread that loads false
         * sees the new parameters.  Before that store, only the holder of the lock uses them. */
        if (atomic_load_explicit(&b->is_open, memory_order_acquire))
            WR_TRY(complete(b, in, in_count));
        WR_TRY(check_dtype(b, in, in_count));
    }
    WR_TRY((is_cast(b) ? run_cast : run)(b, in, in_count, out, out_count));
    if (seen != NULL) seen(seen_ctx, b, in, in_count, out, *out_count);
    return WEIR_OK;
}

enum { CALL_OUT = 8 };

static weir_status call(weir_block *b, weir_array *const *in, uint32_t in_count, weir_array **y) {
    weir_array *out[CALL_OUT] = {NULL};
    uint32_t count = CALL_OUT;
    if (y == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_block_call: y is NULL");
    WR_TRY(weir_block_forward(b, in, in_count, out, &count));
    for (uint32_t i = 1; i < count; i++) weir_array_release(out[i]);
    *y = out[0];
    return WEIR_OK;
}

weir_status weir_block_call(weir_block *b, weir_array *x, weir_array **y) {
    return call(b, &x, 1, y);
}

/* ---- Calling children ------------------------------------------------------------------------ */

enum { PATH_MAX_BYTES = 256 };

/* Return the site of the child's operations: the site of the parent's call, with the child's path,
 * such as "net[2]" or "net.attn". */
static uint32_t derive_site(const wr_child *child, uint32_t site) {
    const char *part = weir_site_part(site);
    char path[PATH_MAX_BYTES];
    if (part == NULL) return site;
    bool indexed = child->name[strspn(child->name, "0123456789")] == '\0';
    int length = snprintf(path, sizeof path, indexed ? "%s[%s]" : "%s.%s", part, child->name);
    if (length < 0 || (size_t)length >= sizeof path) return site;
    return weir_site_called(weir_site_line(site), weir_site_caller(site), path);
}

static uint32_t child_site(wr_child *child, uint32_t site) {
    uint64_t last = atomic_load_explicit(&child->last_site, memory_order_relaxed);
    if (site == 0) return 0;
    if (last >> 32 == site) return (uint32_t)last;
    uint32_t derived = derive_site(child, site);
    atomic_store_explicit(&child->last_site, (uint64_t)site << 32 | derived, memory_order_relaxed);
    return derived;
}

weir_status wr_child_forward(weir_block *b, uint32_t index, weir_array *const *in,
                             uint32_t in_count, weir_array **out, uint32_t *out_count) {
    wr_child *child = &b->child[index];
    uint32_t site = child_site(child, weir_site_get());
    /* A user-supplied forward function records its own source lines. */
    uint32_t before = weir_site_set(child->block->part != NULL ? 0 : site);
    weir_status status = weir_block_forward(child->block, in, in_count, out, out_count);
    weir_site_set(before);
    if (status != WEIR_OK) weir_error_place(site);
    return status;
}

weir_status wr_child_call(weir_block *b, uint32_t index, weir_array *x, weir_array **y) {
    uint32_t count = 1;
    return wr_child_forward(b, index, &x, 1, y, &count);
}

weir_status weir_block_call2(weir_block *b, weir_array *x, weir_array *target, weir_array **y) {
    return call(b, (weir_array *const[]){x, target}, 2, y);
}

static weir_status set_compute(void *ctx, weir_block *b, const char *path) {
    (void)path;
    b->compute = *(int32_t *)ctx;
    return WEIR_OK;
}

weir_status weir_block_set_compute(weir_block *b, weir_dtype dtype) {
    int32_t compute = (int32_t)dtype;
    if (b == NULL || (compute != 0 && !wr_block_is_float(compute)))
        return wr_lib_fail(WEIR_EINVAL, "weir_block_set_compute: %s%s",
                           b == NULL ? "b is NULL" : weir_dtype_name(dtype),
                           b == NULL ? "" : " is not a float dtype");
    return wr_block_visit(b, set_compute, &compute);
}

/* ---- Kinds computed by an operator ----------------------------------------------------------- */

/* Find the block's name for an input or attribute of the operator: the same name, unless def.op
 * renames it with "operator's name=block's name".  Returns the length of the block's name. */
static size_t translate(const weir_block *b, const char *theirs, size_t length, const char **ours) {
    const char *p = b->kind->def.op;
    *ours = theirs;
    for (p += strcspn(p, " "); *p != '\0'; p += strcspn(p, " ")) {
        p += strspn(p, " ");
        size_t n = strcspn(p, "= ");
        if (p[n] != '=' || n != length || memcmp(p, theirs, n) != 0) continue;
        *ours = p + n + 1;
        return strcspn(*ours, " ");
    }
    return length;
}

/* Return where the operator's input of this name comes from: -1 - n is parameter n, 1 + n is input
 * n, 0 means that the block has neither. */
static int source_of(const weir_block *b, const char *name, size_t length) {
    int n = wr_own_find(b, name, length), index = 0;
    if (n >= 0) return -1 - n;
    for (const char *p = b->kind->def.inputs; *p != '\0'; index++) {
        size_t l = strcspn(p, ",?");
        if (l == length && memcmp(p, name, l) == 0) return 1 + index;
        p += strcspn(p, ",");
        p += strspn(p, ", ");
    }
    return 0;
}

static void bind_inputs(weir_block *b, const weir_op_def *def) {
    b->op_inputs = 0;
    for (const char *p = def->inputs; *p != '\0' && b->op_inputs < WR_OP_INPUTS;) {
        const char *name;
        size_t length = translate(b, p, strcspn(p, ",?"), &name);
        b->op_from[b->op_inputs++] = (int16_t)source_of(b, name, length);
        p += strcspn(p, ",");
        p += strspn(p, ", ");
    }
}

static size_t field_size(int32_t type) {
    return type == WEIR_ATTR_I64S                              ? sizeof(weir_i64s)
           : type == WEIR_ATTR_BOOL || type == WEIR_ATTR_DTYPE ? sizeof(int32_t)
                                                               : sizeof(int64_t);
}

static void bind_attrs(weir_block *b, const weir_op_def *def) {
    const weir_block_def *own = &b->kind->def;
    for (uint32_t i = 0; i < def->attr_count; i++) {
        const weir_attr *to = &def->attrs[i];
        const char *name;
        size_t length = translate(b, to->name, strlen(to->name), &name);
        for (uint32_t j = 0; j < own->attr_count; j++) {
            const weir_attr *from = &own->attrs[j];
            if (from->type == to->type && strlen(from->name) == length &&
                memcmp(from->name, name, length) == 0)
                memcpy(b->op_attr + to->offset, b->attr + from->offset, field_size(to->type));
        }
    }
}

weir_status wr_block_bind(weir_block *b) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(b->kind->def.op, " "), b->kind->def.op);
    const weir_op *op = weir_op_find(name);
    if (op == NULL)
        return wr_block_fail(b, "the block needs the operator %s, which does not exist", name);
    const weir_op_def *def = weir_op_describe(op);
    b->op_attr = calloc(1, def->attr_size + 8);
    if (b->op_attr == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", b->kind->def.name);
    if (def->attr_count > 0) WR_TRY(weir_attr_init(op, b->op_attr, def->attr_size));
    bind_attrs(b, def);
    bind_inputs(b, def);
    b->op = op;
    return WEIR_OK;
}

weir_status weir_block_operate(weir_block *b, weir_array *const *in, uint32_t in_count,
                               weir_array **out, uint32_t *out_count) {
    if (b == NULL || b->op == NULL) return weir_block_fail(b, "this kind of block has no operator");
    weir_array *all[WR_OP_INPUTS], *used[WR_OP_INPUTS];
    uint32_t count = b->op_inputs, uses = 0;
    weir_status status = WEIR_OK;
    for (uint32_t i = 0; i < count && status == WEIR_OK; i++) {
        int from = b->op_from[i];
        all[i] = NULL;
        if (from > 0 && (uint32_t)from <= in_count) all[i] = in[from - 1];
        if (from >= 0) continue;
        status = weir_block_use(b, (uint32_t)(-1 - from), &all[i]);
        if (status == WEIR_OK) used[uses++] = all[i];
    }
    while (count > 0 && status == WEIR_OK && all[count - 1] == NULL) count--;
    if (status == WEIR_OK)
        status = weir_op_call(b->rt, b->op, all, count, b->op_attr,
                              weir_op_describe(b->op)->attr_size, out, out_count);
    while (uses > 0) weir_array_release(used[--uses]);
    return status;
}
