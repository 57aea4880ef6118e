/* block.c - blocks: creation, reference counts, children.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

#include <ctype.h>
#include <stdarg.h>

static weir_status no_memory(const char *name) {
    return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for a block", name);
}

/* ---- Reference counts ------------------------------------------------------------------------ */

static weir_block *make(weir_runtime *rt, const weir_block_kind *kind) {
    weir_block *b = calloc(1, sizeof *b);
    if (b == NULL) return NULL;
    atomic_init(&b->refs, 1);
    atomic_init(&b->is_open, false);
    b->rt = rt;
    b->kind = kind;
    /* There is no getter for the default dtype: setting it returns the previous value, which is
     * then restored. */
    b->dtype = weir_default_dtype_set(WEIR_FLOAT32);
    weir_default_dtype_set((weir_dtype)b->dtype);
    b->device = weir_default_device_set(WEIR_DEVICE_DEFAULT);
    return b;
}

weir_block *weir_block_retain(weir_block *b) {
    /* Relaxed is enough, because the caller already holds a reference. */
    if (b != NULL) atomic_fetch_add_explicit(&b->refs, 1, memory_order_relaxed);
    return b;
}

void weir_block_release(weir_block *b) {
    /* acq_rel makes the accesses of all other threads visible to the thread that frees the
     * block. */
    if (b == NULL || atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) != 1) return;
    for (uint32_t i = 0; i < b->own_count; i++) wr_own_release(&b->own[i]);
    for (uint32_t i = 0; i < b->child_count; i++) {
        weir_block_release(b->child[i].block);
        free((char *)(uintptr_t)b->child[i].name);
    }
    if (b->free != NULL) b->free(b->ctx);
    free(b->own);
    free(b->child);
    free(b->attr);
    free(b->op_attr);
    free(b->name);
    free(b);
}

/* ---- Creation -------------------------------------------------------------------------------- */

/* Is the field the value that means "none"?  A BOOL has no such value. */
static bool is_none(const weir_attr *a, const char *field) {
    weir_i64s list;
    int64_t number;
    double real;
    int32_t word;
    const char *text;
    switch (a->type) {
    case WEIR_ATTR_I64S: memcpy(&list, field, sizeof list); return !list.data || list.count == 0;
    case WEIR_ATTR_I64: memcpy(&number, field, sizeof number); return number == WEIR_NONE;
    case WEIR_ATTR_F64: memcpy(&real, field, sizeof real); return isnan(real);
    case WEIR_ATTR_TEXT: memcpy(&text, field, sizeof text); return text == NULL;
    case WEIR_ATTR_DTYPE: memcpy(&word, field, sizeof word); return word == WEIR_DTYPE_DEFAULT;
    case WEIR_ATTR_DEVICE: memcpy(&word, field, sizeof word); return word == WEIR_DEVICE_DEFAULT;
    default: return false;
    }
}

static weir_status need_required(const weir_block_def *def, const char *attr) {
    for (uint32_t i = 0; i < def->attr_count; i++) {
        const weir_attr *a = &def->attrs[i];
        if (a->required && is_none(a, attr + a->offset))
            return wr_lib_fail(WEIR_EINVAL, "%s: %s is required", def->name, a->name);
    }
    return WEIR_OK;
}

/* Copy the attributes with their lists and strings.  The caller's struct may have a different
 * size. */
static weir_status take_attr(weir_block *b, const void *attr, size_t attr_size) {
    const weir_block_def *def = &b->kind->def;
    char *all = calloc(1, def->attr_size + 8);
    weir_status status = WEIR_OK;
    if (all == NULL) return no_memory(def->name);
    if (attr == NULL)
        weir_attrs_init(def->attrs, def->attr_count, def->attr_stride, all, def->attr_size);
    else
        status = weir_attrs_take(def->attrs, def->attr_count, def->attr_stride, all, def->attr_size,
                                 attr, attr_size, def->name);
    if (status == WEIR_OK)
        b->attr = wr_block_attr_copy(def->attrs, def->attr_count, def->attr_size, all);
    free(all);
    return status == WEIR_OK && b->attr == NULL ? no_memory(def->name) : status;
}

static weir_status build(weir_block *b, const void *attr, size_t attr_size) {
    const weir_block_def *def = &b->kind->def;
    WR_TRY(take_attr(b, attr, attr_size));
    WR_TRY(need_required(def, b->attr));
    if (def->build != NULL) WR_TRY(def->build(b, NULL, 0));
    return def->op != NULL ? wr_block_bind(b) : WEIR_OK;
}

weir_status weir_block_new(weir_runtime *rt, const weir_block_kind *kind, const void *attr,
                           size_t attr_size, weir_block **out) {
    if (rt == NULL || kind == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_block_new: %s is NULL",
                           rt == NULL     ? "rt"
                           : kind == NULL ? "kind"
                                          : "out");
    weir_block *b = make(rt, kind);
    if (b == NULL) return no_memory(kind->def.name);
    weir_status status = build(b, attr, attr_size);
    if (status == WEIR_OK)
        *out = b;
    else
        weir_block_release(b);
    return status;
}

/* ---- Function blocks ------------------------------------------------------------------------- */

static weir_status function_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                    weir_array **out, uint32_t *out_count) {
    if (b->part == NULL)
        return weir_block_fail(b, "the block has no forward function; it only holds other blocks");
    return b->part(b->rt, in, in_count, out, out_count, b->ctx);
}

WR_BLOCK(Function) = {
    .size = sizeof(weir_block_def),
    .name = "Function",
    .summary = "A block whose forward function is supplied by the caller.",
    .inputs = "xs...",
    .outputs = "ys...",
    .flags = WEIR_BLOCK_CHILDREN,
    .forward = function_forward,
};

weir_status weir_block_function(weir_runtime *rt, const char *name, weir_part_fn forward, void *ctx,
                                void (*free_ctx)(void *ctx), weir_block **out) {
    weir_block *b = NULL;
    weir_status status =
        rt == NULL || out == NULL
            ? wr_lib_fail(WEIR_EINVAL, "weir_block_function: %s is NULL", rt == NULL ? "rt" : "out")
            : weir_block_new(rt, weir_block_kind_find("Function"), NULL, 0, &b);
    if (status == WEIR_OK && name != NULL && (b->name = strdup(name)) == NULL)
        status = no_memory(name);
    if (status != WEIR_OK) {
        weir_block_release(b);
        if (free_ctx != NULL) free_ctx(ctx);
        return status;
    }
    b->part = forward;
    b->ctx = ctx;
    b->free = free_ctx;
    *out = b;
    return WEIR_OK;
}

/* ---- Children -------------------------------------------------------------------------------- */

static bool is_in(const weir_block *b, const weir_block *in) {
    if (b == in) return true;
    for (uint32_t i = 0; i < in->child_count; i++)
        if (is_in(b, in->child[i].block)) return true;
    return false;
}

static weir_status check_name(const weir_block *parent, const char *name) {
    const char *p = name;
    while (isalnum((unsigned char)*p) || *p == '_') p++;
    if (*p != '\0' || p == name || p - name > 100)
        return wr_block_fail(
            parent, "'%.40s' is not a valid block name; expected at most 100 letters, digits and _",
            name);
    for (uint32_t i = 0; i < parent->child_count; i++)
        if (strcmp(parent->child[i].name, name) == 0)
            return wr_block_fail(parent, "the block already has a child named '%s'", name);
    if (wr_own_find(parent, name, strlen(name)) >= 0)
        return wr_block_fail(parent, "the block already has a parameter named '%s'", name);
    return WEIR_OK;
}

weir_status weir_block_add(weir_block *parent, const char *name, weir_block *child) {
    char number[16];
    if (parent == NULL || child == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_block_add: %s is NULL",
                           parent == NULL ? "parent" : "child");
    snprintf(number, sizeof number, "%u", parent->child_count);
    if (name == NULL) name = number;
    WR_TRY(check_name(parent, name));
    if (is_in(parent, child))
        return wr_block_fail(parent, "the block cannot be its own descendant: '%s' contains it",
                             name);
    if (parent->rt != child->rt)
        return wr_block_fail(parent,
                             "the block and its new child '%s' belong to different runtimes", name);
    char *copy = strdup(name);
    wr_child *more = realloc(parent->child, (parent->child_count + 1) * sizeof *more);
    if (more != NULL) parent->child = more;
    if (copy == NULL || more == NULL) {
        free(copy);
        return no_memory(name);
    }
    more[parent->child_count++] = (wr_child){.name = copy, .block = weir_block_retain(child)};
    return WEIR_OK;
}

weir_status wr_child_add(weir_block *b, const char *name, const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    weir_block *child = NULL;
    WR_TRY(weir_block_parse(b->rt, text, &child));
    weir_status status = weir_block_add(b, name, child);
    weir_block_release(child);
    return status;
}

uint32_t weir_block_child_count(const weir_block *b) { return b != NULL ? b->child_count : 0; }

weir_block *weir_block_child_at(const weir_block *b, uint32_t index, const char **name) {
    if (b == NULL || index >= b->child_count) return NULL;
    if (name != NULL) *name = b->child[index].name;
    return b->child[index].block;
}

/* Write the names of the children to `text`, in the form "0, 1, conv". */
static void list_children(const weir_block *b, char *text, size_t size) {
    size_t used = 0;
    snprintf(text, size, "no children");
    for (uint32_t i = 0; i < b->child_count && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", b->child[i].name);
}

weir_block *weir_block_child(const weir_block *b, const char *name) {
    const weir_block *at = b;
    if (b == NULL || name == NULL) {
        wr_lib_fail(WEIR_EINVAL, "weir_block_child: %s is NULL", b == NULL ? "b" : "name");
        return NULL;
    }
    for (const char *p = name; at != NULL && *p != '\0';) {
        size_t n = strcspn(p, ".");
        const weir_block *next = NULL;
        for (uint32_t i = 0; i < at->child_count && next == NULL; i++)
            if (strlen(at->child[i].name) == n && memcmp(at->child[i].name, p, n) == 0)
                next = at->child[i].block;
        if (next == NULL) {
            char there[160];
            list_children(at, there, sizeof there);
            wr_block_fail(at, "the block has no child '%.*s'; it has %s", (int)n, p, there);
        }
        at = next;
        p += n;
        if (*p == '.') p++;
    }
    return (weir_block *)(uintptr_t)at;
}

const weir_block_kind *weir_block_kind_of(const weir_block *b) {
    return b != NULL ? b->kind : NULL;
}
const void *weir_block_attr(const weir_block *b) { return b != NULL ? b->attr : NULL; }
weir_runtime *weir_block_runtime(const weir_block *b) { return b != NULL ? b->rt : NULL; }
void *weir_block_ctx(const weir_block *b) { return b != NULL ? b->ctx : NULL; }
