/* block_file.c - saves the parameters and buffers of a block to a safetensors file, and loads them.
 *
 * Loading checks everything before the first write, so a file that does not match the block leaves
 * it unchanged.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

/* A parameter or buffer with its qualified name. */
typedef struct place {
    char name[WEIR_BLOCK_NAME_MAX];
    weir_block *owner;
    const wr_own *own;
    int64_t index; /* the array's index in the file; -1: the file does not contain it */
} place;

typedef struct places {
    place *list;
    size_t count, room;
} places;

static weir_status no_memory(const char *path) {
    return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for the list of parameters", path);
}

static weir_status gather(void *ctx, weir_block *b, const char *path) {
    places *p = ctx;
    for (uint32_t i = 0; i < b->own_count; i++) {
        if (p->count == p->room) {
            size_t room = p->room > 0 ? 2 * p->room : 32;
            place *more = realloc(p->list, room * sizeof *more);
            if (more == NULL) return no_memory(path);
            p->list = more;
            p->room = room;
        }
        place *at = &p->list[p->count++];
        *at = (place){.owner = b, .own = &b->own[i], .index = -1};
        snprintf(at->name, sizeof at->name, "%s%s%s", path, *path != '\0' ? "." : "",
                 b->own[i].name);
    }
    return WEIR_OK;
}

/* ---- Saving ---------------------------------------------------------------------------------- */

static weir_status save(const places *p, const weir_block *b, const char *path) {
    const char **names = calloc(p->count + 1, sizeof *names);
    weir_array **arrays = calloc(p->count + 1, sizeof(weir_array *));
    weir_status status = names != NULL && arrays != NULL ? WEIR_OK : no_memory(path);
    for (size_t i = 0; i < p->count && status == WEIR_OK; i++) {
        names[i] = p->list[i].name;
        arrays[i] = p->list[i].own->param->array;
        if (arrays[i] == NULL)
            status = wr_block_fail(b,
                                   "%s cannot be saved to %s: its shape is not known before the "
                                   "first forward pass",
                                   names[i], path);
    }
    if (status == WEIR_OK)
        status = weir_save_safetensors(path, names, arrays, (uint32_t)p->count, NULL, 0);
    free(names);
    free(arrays);
    return status;
}

weir_status weir_block_save(weir_block *b, const char *path) {
    places p = {0};
    if (b == NULL || path == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_block_save: %s is NULL", b == NULL ? "b" : "path");
    weir_status status = wr_block_visit(b, gather, &p);
    if (status == WEIR_OK) status = save(&p, b, path);
    free(p.list);
    return status;
}

/* ---- Loading: matching names ----------------------------------------------------------------- */

/* A list of names for a message; left_out counts the names for which there was no room. */
typedef struct names {
    char text[140];
    int left_out;
} names;

static void add_name(names *n, const char *name) {
    size_t used = strlen(n->text), length = strlen(name) + 2;
    if (used > 0 && (n->left_out > 0 || used + length >= sizeof n->text)) {
        n->left_out++;
        return;
    }
    snprintf(n->text + used, sizeof n->text - used, "%s%s", used > 0 ? ", " : "", name);
}

static int put_names(char *text, size_t size, const char *what, const names *n) {
    if (*n->text == '\0') return 0;
    return n->left_out > 0
               ? snprintf(text, size, "; %s: %s and %d more", what, n->text, n->left_out)
               : snprintf(text, size, "; %s: %s", what, n->text);
}

/* Return whether the file was written by Python's optim.save.  Such files have the metadata key
 * "weir" and contain the optimiser's state as well. */
static bool has_optimizer(const weir_safetensors *file) {
    const char *key = NULL;
    for (uint32_t i = 0; weir_safetensors_metadata(file, i, &key, NULL); i++)
        if (strcmp(key, "weir") == 0) return true;
    return false;
}

/* Return whether the file contains this parameter under another of its names. */
static bool is_elsewhere(const places *p, const place *of) {
    for (size_t i = 0; i < p->count; i++)
        if (p->list[i].index >= 0 && wr_param_is_same(p->list[i].own->param, of->own->param))
            return true;
    return false;
}

static bool is_complex(int dtype) { return dtype >= WEIR_COMPLEX64; }

/* Write to `text` why the file's array does not fit the parameter, and return `text`.  Return NULL
 * if the array fits. */
static const char *misfit(const place *at, const weir_safetensors_entry *e, char *text,
                          size_t size) {
    const wr_param *p = at->own->param;
    if (e->dtype == 0) {
        snprintf(text, size, "%s has a dtype that is not supported", at->name);
    } else if (e->ndim > 8 || !wr_param_fits(p, e->ndim, e->shape)) {
        snprintf(text, size, "%s has shape %s, but the block needs %s", at->name,
                 wr_block_shape_text(e->ndim, e->shape),
                 p->ndim >= 0 ? wr_block_shape_text(p->ndim, p->shape) : "at most 8 dimensions");
    } else if (is_complex(e->dtype) && !is_complex(p->dtype)) {
        snprintf(text, size, "%s is %s, but the block needs %s", at->name,
                 weir_dtype_name((weir_dtype)e->dtype), weir_dtype_name((weir_dtype)p->dtype));
    } else {
        return NULL;
    }
    return text;
}

/* Find each parameter in the file.  One message lists all names that are missing or unexpected and
 * all arrays that do not fit. */
static weir_status match(places *p, const weir_safetensors *file, const weir_block *b,
                         const char *path, uint32_t flags) {
    names missing = {0}, unexpected = {0}, wrong = {0};
    bool all = !(flags & WEIR_BLOCK_LOAD_MATCHING), optimizer = has_optimizer(file), any = false;
    char *used = calloc(weir_safetensors_count(file) + 1, 1);
    if (used == NULL) return no_memory(path);
    for (size_t i = 0; i < p->count; i++) {
        place *at = &p->list[i];
        weir_safetensors_entry e;
        char text[WEIR_BLOCK_NAME_MAX + 120];
        at->index = weir_safetensors_find(file, at->name);
        if (at->index < 0) continue;
        used[at->index] = 1;
        any = true;
        weir_safetensors_at(file, (uint32_t)at->index, &e);
        if (misfit(at, &e, text, sizeof text) != NULL) add_name(&wrong, text);
    }
    for (size_t i = 0; i < p->count && all; i++)
        if (p->list[i].index < 0 && !is_elsewhere(p, &p->list[i]))
            add_name(&missing, p->list[i].name);
    for (uint32_t i = 0; i < weir_safetensors_count(file) && all; i++) {
        weir_safetensors_entry e;
        weir_safetensors_at(file, i, &e);
        if (!used[i] && !(optimizer && strncmp(e.name, "optimizer.", 10) == 0))
            add_name(&unexpected, e.name);
    }
    free(used);
    char text[WR_MESSAGE_MAX] = "";
    size_t n = 0;
    n += (size_t)put_names(text + n, sizeof text - n, "missing from the file", &missing);
    if (n < sizeof text)
        n += (size_t)put_names(text + n, sizeof text - n, "not in the block", &unexpected);
    if (n < sizeof text) put_names(text + n, sizeof text - n, "wrong shape or dtype", &wrong);
    if (*text != '\0') return wr_block_fail(b, "%s cannot be loaded%s", path, text);
    if (!any && p->count > 0)
        return wr_block_fail(b, "%s contains none of the block's parameters", path);
    return WEIR_OK;
}

/* ---- Loading: copying ------------------------------------------------------------------------ */

static weir_status load_one(const place *at, weir_safetensors *file) {
    weir_array *values = NULL, *cast = NULL;
    weir_dtype dtype = (weir_dtype)at->own->param->dtype;
    weir_status status =
        weir_safetensors_load(at->owner->rt, file, (uint32_t)at->index, WEIR_LOAD_COPY, &values);
    if (status == WEIR_OK && weir_array_dtype(values) != dtype)
        status = weir_astype(values, dtype, &cast);
    if (status == WEIR_OK)
        status = weir_block_set(at->owner, at->own->name, cast != NULL ? cast : values);
    weir_array_release(values);
    weir_array_release(cast);
    return status;
}

/* Load the parameters.  Parameters that have no array yet come first: creating one may fail, and at
 * that point no existing array has been changed. */
static weir_status load_all(const places *p, weir_safetensors *file) {
    weir_status status = WEIR_OK;
    bool *later = calloc(p->count + 1, sizeof *later);
    if (later == NULL) return no_memory("weir_block_load");
    for (size_t i = 0; i < p->count; i++) later[i] = p->list[i].own->param->array != NULL;
    int recording = weir_recording_set(0);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < p->count && status == WEIR_OK; i++)
            if (p->list[i].index >= 0 && later[i] == (pass == 1))
                status = load_one(&p->list[i], file);
    weir_recording_set(recording);
    free(later);
    return status;
}

weir_status weir_block_load(weir_block *b, const char *path, uint32_t flags) {
    places p = {0};
    weir_safetensors *file = NULL;
    if (b == NULL || path == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_block_load: %s is NULL", b == NULL ? "b" : "path");
    if (flags & ~(uint32_t)WEIR_BLOCK_LOAD_MATCHING)
        return wr_lib_fail(WEIR_EINVAL,
                           "weir_block_load: unknown flags %#x; expected WEIR_BLOCK_LOAD_ALL or "
                           "WEIR_BLOCK_LOAD_MATCHING",
                           flags);
    weir_status status = weir_safetensors_open(path, &file);
    if (status == WEIR_OK) status = wr_block_visit(b, gather, &p);
    if (status == WEIR_OK) status = match(&p, file, b, path, flags);
    if (status == WEIR_OK) status = load_all(&p, file);
    weir_safetensors_close(file);
    free(p.list);
    return status;
}
