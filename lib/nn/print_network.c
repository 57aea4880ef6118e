/* print_network.c - prints blocks: their text, and a table of output shapes and parameters.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>

#include "nn/block.h"

/* A text buffer.  Text that does not fit is counted but not stored. */
typedef struct page {
    char *to;
    size_t size, used;
} page;

__attribute__((format(printf, 2, 3))) static void put(page *p, const char *format, ...) {
    bool fits = p->to != NULL && p->used < p->size;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(fits ? p->to + p->used : NULL, fits ? p->size - p->used : 0, format, args);
    va_end(args);
    if (n > 0) p->used += (size_t)n;
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void put_number(page *p, double x) {
    char text[32];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) break;
    }
    put(p, "%s", isnan(x) ? "none" : text);
}

static void put_list(page *p, weir_i64s list) {
    if (list.count == 1) {
        put(p, "%lld", (long long)list.data[0]);
        return;
    }
    for (int64_t i = 0; i < list.count; i++)
        put(p, "%s%lld", i > 0 ? ", " : "[", (long long)list.data[i]);
    put(p, "%s", list.count > 0 ? "]" : "[]");
}

/* Write an attribute unless it has its default value.  Returns whether it was written. */
static bool put_attr(page *p, const weir_attr *a, const char *attr, const char *comma) {
    const char *field = attr + a->offset;
    int32_t narrow;
    int64_t integer;
    double number;
    weir_i64s list;
    const char *text;
    memcpy(&narrow, field, sizeof narrow);
    switch (a->type) {
    case WEIR_ATTR_I64:
        memcpy(&integer, field, sizeof integer);
        if (integer == a->i64) return false;
        if (integer == WEIR_NONE)
            put(p, "%s%s=none", comma, a->name);
        else
            put(p, "%s%s=%lld", comma, a->name, (long long)integer);
        return true;
    case WEIR_ATTR_F64:
        memcpy(&number, field, sizeof number);
        if (number == a->f64 || (isnan(number) && isnan(a->f64))) return false;
        put(p, "%s%s=", comma, a->name);
        put_number(p, number);
        return true;
    case WEIR_ATTR_I64S:
        memcpy(&list, field, sizeof list);
        if (list.data == NULL) return false;
        put(p, "%s%s=", comma, a->name);
        put_list(p, list);
        return true;
    case WEIR_ATTR_TEXT:
        memcpy(&text, field, sizeof text);
        if (text == a->text || (text != NULL && a->text != NULL && strcmp(text, a->text) == 0))
            return false;
        if (text == NULL)
            put(p, "%s%s=none", comma, a->name);
        else
            put(p, "%s%s='%s'", comma, a->name, text);
        return true;
    default:
        if (narrow == (int32_t)a->i64) return false;
        put(p, "%s%s=%s", comma, a->name,
            a->type == WEIR_ATTR_DTYPE ? weir_dtype_name((weir_dtype)narrow)
            : narrow                   ? "true"
                                       : "false");
        return true;
    }
}

static void put_block(page *p, const weir_block *b, int depth) {
    const weir_block_def *def = &b->kind->def;
    bool any = false;
    put(p, "%s(", b->name != NULL ? b->name : def->name);
    for (uint32_t i = 0; i < def->attr_count; i++)
        any |= put_attr(p, &def->attrs[i], b->attr, any ? ", " : "");
    if (def->flags & WEIR_BLOCK_CHILDREN) {
        for (uint32_t i = 0; i < b->child_count; i++) {
            char number[16];
            snprintf(number, sizeof number, "%u", i);
            put(p, "%s\n%*s", any || i > 0 ? "," : "", 2 * depth + 2, "");
            if (strcmp(number, b->child[i].name) != 0) put(p, "%s=", b->child[i].name);
            put_block(p, b->child[i].block, depth + 1);
        }
        if (b->child_count > 0) put(p, "\n%*s", 2 * depth, "");
    }
    put(p, ")");
}

size_t weir_block_text(weir_block *b, char *text, size_t size) {
    page p = {text, size, 0};
    if (text != NULL && size > 0) text[0] = '\0';
    if (b != NULL) put_block(&p, b, 0);
    return p.used;
}

/* ---- Summary --------------------------------------------------------------------------------- */

enum { ROWS = 512, NAME = 40, SHAPE = 32 };

/* One row of the table: a block and its output shape.  Rows are in the order in which the blocks
 * finished. */
typedef struct row {
    const weir_block *block;
    char shape[SHAPE];
} row;

typedef struct table {
    row *rows;
    int count;
    page page;
} table;

static void watch(void *ctx, weir_block *b, weir_array *const *in, uint32_t in_count,
                  weir_array *const *out, uint32_t out_count) {
    table *t = ctx;
    (void)in, (void)in_count;
    if (t->count == ROWS) return;
    row *r = &t->rows[t->count++];
    r->block = b;
    snprintf(r->shape, sizeof r->shape, "%s",
             out_count > 0 && out[0] != NULL
                 ? wr_block_shape_text(weir_array_ndim(out[0]), weir_array_shape(out[0]))
                 : "");
}

static int64_t own_elements(const weir_block *b) {
    int64_t count = 0;
    for (uint32_t i = 0; i < b->own_count; i++)
        if (!(b->own[i].param->flags & WEIR_PARAM_BUFFER) && b->own[i].param->array != NULL)
            count += weir_array_count(b->own[i].param->array);
    return count;
}

static weir_status put_row(void *ctx, weir_block *b, const char *path) {
    table *t = ctx;
    const char *shape = "", *kind = b->name != NULL ? b->name : b->kind->def.name;
    char name[WEIR_BLOCK_NAME_MAX + 64];
    for (int i = 0; i < t->count && *shape == '\0'; i++)
        if (t->rows[i].block == b) shape = t->rows[i].shape;
    if (*path != '\0')
        snprintf(name, sizeof name, "%s (%s)", path, kind);
    else
        snprintf(name, sizeof name, "%s", kind);
    put(&t->page, "%-*s %-*s %12lld\n", NAME, name, SHAPE - 8, shape, (long long)own_elements(b));
    return WEIR_OK;
}

static weir_status try_forward(weir_block *b, weir_array *const *in, uint32_t in_count, table *t) {
    weir_array *out[16];
    uint32_t count = 16;
    void *ctx;
    weir_block_seen_fn before = weir_block_watch(watch, t, &ctx);
    int recording = weir_recording_set(0), training = weir_training_set(0);
    weir_status status = weir_block_forward(b, in, in_count, out, &count);
    weir_recording_set(recording);
    weir_training_set(training);
    weir_block_watch(before, ctx, NULL);
    for (uint32_t i = 0; status == WEIR_OK && i < count; i++) weir_array_release(out[i]);
    return status;
}

weir_status weir_block_summary(weir_block *b, weir_array *const *in, uint32_t in_count, char *text,
                               size_t size, size_t *needed) {
    if (b == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_block_summary: b is NULL");
    table t = {.page = {text, size, 0}};
    t.rows = calloc(ROWS, sizeof *t.rows);
    if (t.rows == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "weir_block_summary: not enough memory for the table");
    if (text != NULL && size > 0) text[0] = '\0';
    weir_status status = try_forward(b, in, in_count, &t);
    if (status == WEIR_OK) {
        put(&t.page, "%-*s %-*s %12s\n", NAME, "block", SHAPE - 8, "output", "parameters");
        status = wr_block_visit(b, put_row, &t);
        put(&t.page, "%-*s %-*s %12lld\n", NAME, "total", SHAPE - 8, "",
            (long long)weir_block_parameter_elements(b));
    }
    free(t.rows);
    if (needed != NULL) *needed = t.page.used;
    return status;
}
