/* block_fail.c - error messages of blocks, argument checks, and temporary arrays.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdarg.h>

#include "common/shape_text.h"
#include "nn/block.h"

enum { TEXTS = 8 };

/* Buffers for strings that stay valid for a few calls on a thread.  They are not thread-local
 * variables, because in a library loaded at run time those would have to fit into the small static
 * TLS block. */
typedef struct texts {
    unsigned next;
    char text[TEXTS][WR_LIB_TEXT];
} texts;

static pthread_key_t texts_key;
static pthread_once_t texts_once = PTHREAD_ONCE_INIT;

static void make_key(void) {
    /* abort if the process has no thread-specific keys left */
    if (pthread_key_create(&texts_key, free) != 0) abort();
}

static char *next_text(void) {
    static char
        fallback[WR_LIB_TEXT]; /* used when out of memory; strings may then overwrite each other */
    pthread_once(&texts_once, make_key);
    texts *t = pthread_getspecific(texts_key);
    if (t == NULL && (t = calloc(1, sizeof *t)) != NULL) pthread_setspecific(texts_key, t);
    return t != NULL ? t->text[t->next++ % TEXTS] : fallback;
}

void wr_block_fail_set(const weir_block *b, const char *format, ...) {
    char text[WR_MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    weir_block_fail(b, text);
}

weir_status weir_block_fail(const weir_block *b, const char *message) {
    const char *name = b == NULL ? "block" : b->name != NULL ? b->name : b->kind->def.name;
    return wr_lib_fail(WEIR_EINVAL, "%s: %s", name, message != NULL ? message : "failed");
}

int64_t wr_block_axis(const weir_block *b, const char *name, int64_t axis, const weir_array *x) {
    int32_t ndim = weir_array_ndim(x);
    if (axis >= -ndim && axis < ndim) return axis < 0 ? axis + ndim : axis;
    wr_lib_fail_set(WEIR_EAXIS, "%s: %s=%lld is out of range for the input %s",
                    b->name != NULL ? b->name : b->kind->def.name, name, (long long)axis,
                    wr_block_text_of(x));
    return -1;
}

const char *wr_block_shape_text(int32_t ndim, const int64_t *shape) {
    return wr_lib_shape_text(next_text(), ndim, shape);
}

const char *wr_block_text_of(const weir_array *a) {
    return a != NULL ? wr_lib_array_text(next_text(), a) : "nothing";
}

bool wr_block_is_float(int dtype) { return dtype >= WEIR_FLOAT16 && dtype <= WEIR_FLOAT64; }

int64_t wr_in_size(weir_array *const *in, uint32_t which, int32_t dim) {
    if (in == NULL || in[which] == NULL) return -1;
    int32_t ndim = weir_array_ndim(in[which]);
    if (dim < 0) dim += ndim;
    return dim >= 0 && dim < ndim ? weir_array_shape(in[which])[dim] : -1;
}

weir_status wr_block_need_one_of(const weir_block *b, const char *attr, const char *value,
                                 const char *choices) {
    size_t n = value != NULL ? strlen(value) : 0;
    for (const char *p = choices; n > 0 && *p != '\0';) {
        size_t length = strcspn(p, ",");
        if (length == n && memcmp(p, value, n) == 0) return WEIR_OK;
        p += length;
        p += strspn(p, ", ");
    }
    return wr_block_fail(b, "%s is '%s'; expected %s", attr, value != NULL ? value : "none",
                         choices);
}

/* ---- Temporary arrays ------------------------------------------------------------------------ */

bool wr_temps_note(wr_temps *t, weir_status status) {
    t->status = status;
    if (status != WEIR_OK) return false;
    if (++t->count < WR_TEMPS) return true;
    t->status = wr_lib_fail(
        WEIR_ENOMEM, "the function needs more than %d temporary arrays, the maximum", WR_TEMPS - 1);
    return true;
}

weir_array *wr_temps_keep(wr_temps *t, weir_array *a) {
    for (int i = 0; i < t->count && t->status == WEIR_OK; i++)
        if (t->list[i] == a) {
            t->list[i] = NULL;
            return a;
        }
    return NULL;
}

weir_status wr_temps_end(wr_temps *t) {
    for (int i = 0; i < t->count; i++) weir_array_release(t->list[i]);
    t->count = 0;
    return t->status;
}
