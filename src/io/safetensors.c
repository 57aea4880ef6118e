/* safetensors.c - reads safetensors files: opens a file, validates its header, loads single arrays.
 *
 * The file is mapped MAP_PRIVATE and writable, so pages that an array modifies are copied for this
 * process and the file stays unchanged.  The header is parsed once and validated completely before
 * it is used.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/safetensors.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/json.h"

typedef struct entry {
    const char *name;
    const char *dtype_name;
    int dtype;
    int ndim;
    int64_t *shape;
    uint64_t from, to; /* byte range in the data, `to` excluded */
    uint32_t index;
} entry;

typedef struct pair {
    const char *key, *value;
} pair;

struct weir_safetensors {
    atomic_uint refs; /* any thread: incremented with relaxed order, decremented with acq_rel */
    char *map;
    size_t map_bytes;
    const char *data;
    uint64_t data_bytes;
    entry *entries;
    uint32_t count, capacity;
    pair *pairs;
    uint32_t pair_count, pair_room;
    char *texts; /* names, keys and values, each NUL-terminated */
    size_t text_at;
    /* the shapes of all arrays; length / 2 + 16 elements are enough, because each dimension
     * occupies at least two bytes of the header */
    int64_t *dims;
    size_t dim_at;
};

static const struct {
    const char *name;
    int dtype;
    uint64_t bytes;
} formats[] = {
    {"BOOL", WEIR_BOOL, 1},     {"U8", WEIR_UINT8, 1},      {"I8", WEIR_INT8, 1},
    {"I16", WEIR_INT16, 2},     {"U16", WEIR_UINT16, 2},    {"F16", WEIR_FLOAT16, 2},
    {"BF16", WEIR_BFLOAT16, 2}, {"I32", WEIR_INT32, 4},     {"U32", WEIR_UINT32, 4},
    {"F32", WEIR_FLOAT32, 4},   {"F64", WEIR_FLOAT64, 8},   {"I64", WEIR_INT64, 8},
    {"U64", WEIR_UINT64, 8},    {"C64", WEIR_COMPLEX64, 8}, {"F8_E4M3", 0, 1},
    {"F8_E5M2", 0, 1},          {"F8_E8M0", 0, 1},
};

enum { FORMATS = sizeof formats / sizeof *formats };

const char *wr_safetensors_dtype(int dtype) {
    for (int i = 0; i < FORMATS; i++)
        if (formats[i].dtype == dtype) return formats[i].name;
    return NULL;
}

/* ---- The header ------------------------------------------------------------------------------ */

/* Make room for one more entry.  Returns false if out of memory. */
static bool grow(void **list, uint32_t count, uint32_t *capacity, size_t size) {
    if (count < *capacity) return true;
    uint32_t larger = *capacity > 0 ? *capacity * 2 : 16;
    void *grown = realloc(*list, larger * size);
    if (grown == NULL) return false;
    *list = grown;
    *capacity = larger;
    return true;
}

static const char *read_text(weir_safetensors *f, wr_json *j) {
    char *text = f->texts + f->text_at;
    f->text_at += wr_json_string(j, text) + 1;
    return text;
}

static weir_status read_metadata(weir_safetensors *f, wr_json *j) {
    wr_json_take(j, '{');
    if (wr_json_has(j, '}')) return WEIR_OK;
    do {
        void *list = f->pairs;
        if (!grow(&list, f->pair_count, &f->pair_room, sizeof *f->pairs))
            return wr_fail(WEIR_ENOMEM, "safetensors: not enough memory for the metadata");
        f->pairs = list;
        pair *p = &f->pairs[f->pair_count++];
        p->key = read_text(f, j);
        wr_json_take(j, ':');
        p->value = read_text(f, j);
    } while (wr_json_has(j, ','));
    wr_json_take(j, '}');
    return WEIR_OK;
}

static void read_shape(weir_safetensors *f, wr_json *j, entry *e) {
    e->shape = f->dims + f->dim_at;
    e->ndim = 0;
    wr_json_take(j, '[');
    if (wr_json_has(j, ']')) return;
    do {
        if (e->ndim == WEIR_NDIM_MAX) wr_json_fail(j, "a shape has more than 32 dimensions");
        if (j->wrong != NULL) return;
        f->dims[f->dim_at++] = wr_json_count(j);
        e->ndim++;
    } while (wr_json_has(j, ','));
    wr_json_take(j, ']');
}

static void read_places(wr_json *j, entry *e) {
    wr_json_take(j, '[');
    e->from = (uint64_t)wr_json_count(j);
    wr_json_take(j, ',');
    e->to = (uint64_t)wr_json_count(j);
    wr_json_take(j, ']');
}

static void read_entry(weir_safetensors *f, wr_json *j, entry *e) {
    int seen = 0;
    wr_json_take(j, '{');
    do {
        char *key = f->texts + f->text_at; /* temporary, so text_at is not advanced */
        wr_json_string(j, key);
        wr_json_take(j, ':');
        int what = strcmp(key, "dtype") == 0          ? 1
                   : strcmp(key, "shape") == 0        ? 2
                   : strcmp(key, "data_offsets") == 0 ? 4
                                                      : 0;
        if (seen & what) wr_json_fail(j, "dtype, shape or data_offsets occurs twice");
        seen |= what;
        if (what == 1) e->dtype_name = read_text(f, j);
        if (what == 2) read_shape(f, j, e);
        if (what == 4) read_places(j, e);
        if (what == 0) wr_json_skip(j);
    } while (j->wrong == NULL && wr_json_has(j, ','));
    wr_json_take(j, '}');
    if (seen != 7) wr_json_fail(j, "an array needs dtype, shape and data_offsets");
}

static weir_status read_table(weir_safetensors *f, wr_json *j) {
    wr_json_take(j, '{');
    if (!wr_json_has(j, '}')) {
        do {
            const char *name = read_text(f, j);
            wr_json_take(j, ':');
            if (strcmp(name, WR_METADATA) == 0) {
                WR_TRY(read_metadata(f, j));
                continue;
            }
            void *list = f->entries;
            if (!grow(&list, f->count, &f->capacity, sizeof *f->entries))
                return wr_fail(WEIR_ENOMEM,
                               "safetensors: out of memory after reading %u array%s of the header",
                               f->count, f->count == 1 ? "" : "s");
            f->entries = list;
            entry *e = &f->entries[f->count];
            *e = (entry){.name = name, .index = f->count, .dtype_name = "", .shape = f->dims};
            f->count++;
            read_entry(f, j, e);
        } while (j->wrong == NULL && wr_json_has(j, ','));
        wr_json_take(j, '}');
    }
    if (j->wrong == NULL && !wr_json_end(j)) wr_json_fail(j, "unexpected text after the last }");
    return WEIR_OK;
}

/* ---- Validation ----------------------------------------------------------------------------- */

static weir_status check_entry(const weir_safetensors *f, const char *path, entry *e) {
    uint64_t bytes = 0;
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].name, e->dtype_name) == 0) {
            e->dtype = formats[i].dtype;
            bytes = formats[i].bytes;
        }
    if (bytes == 0)
        return wr_fail(WEIR_EINVAL, "%s: '%.80s' has the unknown dtype '%.20s'", path, e->name,
                       e->dtype_name);
    for (int i = 0; i < e->ndim; i++)
        if (__builtin_mul_overflow(bytes, (uint64_t)e->shape[i], &bytes))
            return wr_fail(WEIR_EINVAL, "%s: the number of elements of '%.80s' overflows", path,
                           e->name);
    if (e->from > e->to || e->to > f->data_bytes)
        return wr_fail(WEIR_EINVAL,
                       "%s: '%.80s' has data_offsets %llu to %llu, but the file has %llu "
                       "byte%s of data; the file may be truncated",
                       path, e->name, (unsigned long long)e->from, (unsigned long long)e->to,
                       (unsigned long long)f->data_bytes, f->data_bytes == 1 ? "" : "s");
    if (e->to - e->from != bytes)
        return wr_fail(
            WEIR_EINVAL, "%s: '%.80s' has %llu byte%s, but its shape %s and dtype need %llu", path,
            e->name, (unsigned long long)(e->to - e->from), (e->to - e->from) == 1 ? "" : "s",
            wr_shape_text(e->ndim, e->shape), (unsigned long long)bytes);
    return WEIR_OK;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const entry *)a)->name, ((const entry *)b)->name);
}

static int by_place(const void *a_, const void *b_) {
    const entry *a = a_, *b = b_;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

static int by_index(const void *a_, const void *b_) {
    const entry *a = a_, *b = b_;
    return (a->index > b->index) - (a->index < b->index);
}

static weir_status check_table(weir_safetensors *f, const char *path) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < f->count; i++) WR_TRY(check_entry(f, path, &f->entries[i]));
    if (f->count > 0) qsort(f->entries, f->count, sizeof *f->entries, by_name);
    for (uint32_t i = 1; i < f->count; i++)
        if (strcmp(f->entries[i - 1].name, f->entries[i].name) == 0)
            return wr_fail(WEIR_EINVAL, "%s: the name '%.80s' occurs twice", path,
                           f->entries[i].name);
    if (f->count > 0) qsort(f->entries, f->count, sizeof *f->entries, by_place);
    for (uint32_t i = 0; i < f->count; i++) {
        const entry *e = &f->entries[i];
        if (e->from != end)
            return wr_fail(
                WEIR_EINVAL,
                "%s: '%.80s' starts at byte %llu of the data; expected %llu, where the previous "
                "array ends",
                path, e->name, (unsigned long long)e->from, (unsigned long long)end);
        end = e->to;
    }
    if (end != f->data_bytes)
        return wr_fail(WEIR_EINVAL,
                       "%s: the file has %llu byte%s of data, but its arrays cover %llu", path,
                       (unsigned long long)f->data_bytes, f->data_bytes == 1 ? "" : "s",
                       (unsigned long long)end);
    if (f->count > 0) qsort(f->entries, f->count, sizeof *f->entries, by_index);
    return WEIR_OK;
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static weir_status map_file(weir_safetensors *f, const char *path) {
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return wr_fail_system(path, "");
    bool known = fstat(file, &info) == 0;
    if (!known || !S_ISREG(info.st_mode)) {
        close(file);
        return wr_fail(known && S_ISDIR(info.st_mode) ? WEIR_EISDIR : WEIR_ESYS,
                       "%s: not a regular file", path);
    }
    if (info.st_size < 8) {
        close(file);
        return wr_fail(WEIR_EINVAL, "%s: the file has %lld byte%s, too few for a safetensors file",
                       path, (long long)info.st_size, info.st_size == 1 ? "" : "s");
    }
    f->map_bytes = (size_t)info.st_size;
    f->map = mmap(NULL, f->map_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    close(file);
    if (f->map != MAP_FAILED) return WEIR_OK;
    f->map = NULL;
    return wr_fail_system(path, "cannot map the file: ");
}

static uint64_t little_endian(const char *bytes) {
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--) value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* If these are the first bytes of a file in another known format, return a description of that
 * format, with advice; otherwise return NULL. */
static const char *other_kind(const char *bytes) {
#define CONVERT                                                                                    \
    "in PyTorch, safetensors.torch.save_file(module.state_dict(), path) writes a safetensors file"
    static const struct {
        const char *magic, *what;
        size_t size;
    } kinds[] = {
        {"PK\3\4",
         "a zip file, as torch.save writes (" CONVERT "), or an npz file (weir.load "
         "reads it)",
         4},
        {"\x80\2", "a pickle, as torch.save wrote before PyTorch 1.6 (" CONVERT ")", 2},
        {"\x80\3", "a pickle, which is not read because it can run code", 2},
        {"\x80\4", "a pickle, which is not read because it can run code", 2},
        {"\x80\5", "a pickle, which is not read because it can run code", 2},
        {"\x93NUMPY", "an npy file (weir.load reads it)", 6},
        {"\x1f\x8b", "a gzip file (decompress it with gunzip)", 2},
        {"\x89HDF", "an HDF5 file", 4},
        {"GGUF", "a GGUF file", 4},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (memcmp(bytes, kinds[i].magic, kinds[i].size) == 0) return kinds[i].what;
    return NULL;
}

static weir_status read_file(weir_safetensors *f, const char *path) {
    WR_TRY(map_file(f, path));
    assert(f->map != NULL);
    uint64_t length = little_endian(f->map);
    const char *other = other_kind(f->map);
    if (other != NULL && (length > WR_TABLE_MAX || length > f->map_bytes - 8))
        return wr_fail(WEIR_EINVAL, "%s: not a safetensors file but %s", path, other);
    if (length > WR_TABLE_MAX || length > f->map_bytes - 8)
        return wr_fail(
            WEIR_EINVAL,
            "%s: the first 8 bytes declare a header of %llu bytes, but the file has %llu bytes; it "
            "is truncated, or not a safetensors file",
            path, (unsigned long long)length, (unsigned long long)f->map_bytes);
    f->data = f->map + 8 + length;
    f->data_bytes = f->map_bytes - 8 - length;
    f->texts = malloc(2 * length + 16);
    f->dims = malloc((length / 2 + 16) * sizeof *f->dims);
    if (f->texts == NULL || f->dims == NULL)
        return wr_fail(WEIR_ENOMEM, "%s: not enough memory for a header of %llu bytes", path,
                       (unsigned long long)length);
    wr_json j = {.text = f->map + 8, .size = length};
    WR_TRY(read_table(f, &j));
    if (j.wrong != NULL)
        return wr_fail(WEIR_EINVAL, "%s: %s, at byte %zu of the file", path, j.wrong,
                       j.wrong_at + 8);
    return check_table(f, path);
}

weir_status weir_safetensors_open(const char *path, weir_safetensors **out) {
    if (path == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_safetensors_open: %s is NULL",
                       path == NULL ? "path" : "out");
    weir_safetensors *f = calloc(1, sizeof *f);
    if (f == NULL) return wr_fail(WEIR_ENOMEM, "%s: out of memory", path);
    atomic_store_explicit(&f->refs, 1, memory_order_relaxed);
    weir_status status = read_file(f, path);
    if (status != WEIR_OK) {
        weir_safetensors_close(f);
        return status;
    }
    *out = f;
    return WEIR_OK;
}

void weir_safetensors_close(weir_safetensors *f) {
    if (f == NULL || atomic_fetch_sub_explicit(&f->refs, 1, memory_order_acq_rel) > 1) return;
    if (f->map != NULL) munmap(f->map, f->map_bytes);
    free(f->entries);
    free(f->pairs);
    free(f->texts);
    free(f->dims);
    free(f);
}

/* ---- Reading the header ---------------------------------------------------------------------- */

uint32_t weir_safetensors_count(const weir_safetensors *f) { return f != NULL ? f->count : 0; }

static weir_status need_entry(const weir_safetensors *f, uint32_t index, const char *call) {
    if (f == NULL) return wr_fail(WEIR_EINVAL, "%s: file is NULL", call);
    if (index >= f->count)
        return wr_fail(WEIR_EINVAL, "%s: array %u is out of range; the file has %u array%s", call,
                       index, f->count, f->count == 1 ? "" : "s");
    return WEIR_OK;
}

weir_status weir_safetensors_at_sized(const weir_safetensors *f, uint32_t index,
                                      weir_safetensors_entry *out, size_t entry_size) {
    WR_TRY(need_entry(f, index, "weir_safetensors_at"));
    if (out == NULL) return wr_fail(WEIR_EINVAL, "weir_safetensors_at: out is NULL");
    const entry *e = &f->entries[index];
    if (entry_size < WEIR_SIZE_UP_TO(weir_safetensors_entry, bytes))
        return wr_fail(WEIR_EINVAL,
                       "weir_safetensors_at: entry_size is %zu; expected "
                       "sizeof(weir_safetensors_entry)",
                       entry_size);
    const weir_safetensors_entry all = {.name = e->name,
                                        .dtype = e->dtype,
                                        .ndim = e->ndim,
                                        .shape = e->shape,
                                        .bytes = e->to - e->from};
    weir_struct_copy(out, entry_size, &all, sizeof all);
    return WEIR_OK;
}

int64_t weir_safetensors_find(const weir_safetensors *f, const char *name) {
    for (uint32_t i = 0; f != NULL && name != NULL && i < f->count; i++)
        if (strcmp(f->entries[i].name, name) == 0) return i;
    return -1;
}

int weir_safetensors_metadata(const weir_safetensors *f, uint32_t index, const char **key,
                              const char **value) {
    if (f == NULL || index >= f->pair_count) return 0;
    if (key != NULL) *key = f->pairs[index].key;
    if (value != NULL) *value = f->pairs[index].value;
    return 1;
}

/* ---- Loading --------------------------------------------------------------------------------- */

static void let_go(void *ctx) { weir_safetensors_close(ctx); }

weir_status weir_safetensors_load(weir_runtime *rt, weir_safetensors *f, uint32_t index,
                                  uint32_t flags, weir_array **out) {
    WR_TRY(need_entry(f, index, "weir_safetensors_load"));
    entry *e = &f->entries[index];
    if (e->dtype == 0)
        return wr_fail(WEIR_EINVAL, "'%.80s' has dtype %s, which is not supported", e->name,
                       e->dtype_name);
    char *data = f->map + (f->data - f->map) + e->from;
    /* Even with WEIR_LOAD_MAP, unaligned data is copied, and so are bools, once each byte has been
     * checked to be 0 or 1. */
    bool copied = !(flags & WEIR_LOAD_MAP) || e->dtype == WEIR_BOOL ||
                  (uintptr_t)data % wr_dtype_bytes(e->dtype) != 0;
    if (e->dtype == WEIR_BOOL)
        for (uint64_t i = 0; i < e->to - e->from; i++)
            if ((unsigned char)data[i] > 1)
                return wr_fail(WEIR_EINVAL,
                               "'%.80s' has dtype bool, but its byte %llu is %d; expected 0 or 1",
                               e->name, (unsigned long long)i, (unsigned char)data[i]);
    if (copied) return weir_array_new(rt, (weir_dtype)e->dtype, e->shape, e->ndim, data, out);
    atomic_fetch_add_explicit(&f->refs, 1, memory_order_relaxed);
    weir_status status = weir_array_from_memory(rt, (weir_dtype)e->dtype, e->shape, NULL, e->ndim,
                                                data, 0, let_go, f, out);
    if (status != WEIR_OK) weir_safetensors_close(f);
    return status;
}

static weir_status need_names(const weir_safetensors *f, const char *path, const char *const *names,
                              uint32_t count) {
    char missing[160] = "";
    uint32_t gone = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (weir_safetensors_find(f, names[i]) >= 0) continue;
        size_t n = strlen(missing);
        if (n + 30 < sizeof missing)
            snprintf(missing + n, sizeof missing - n, "%s%.60s", gone > 0 ? ", " : "",
                     names[i] != NULL ? names[i] : "(null)");
        gone++;
    }
    if (gone == 0) return WEIR_OK;
    return wr_fail(WEIR_EINVAL, "%s: %u of %u names missing: %s", path, gone, count, missing);
}

weir_status weir_load_safetensors(weir_runtime *rt, const char *path, const char *const *names,
                                  uint32_t count, uint32_t flags, weir_array **out) {
    if (rt == NULL || names == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_load_safetensors: %s is NULL",
                       rt == NULL      ? "rt"
                       : names == NULL ? "names"
                                       : "out");
    weir_safetensors *f = NULL;
    WR_TRY(weir_safetensors_open(path, &f));
    weir_status status = need_names(f, path, names, count);
    for (uint32_t i = 0; i < count && status == WEIR_OK; i++) {
        uint32_t index = (uint32_t)weir_safetensors_find(f, names[i]);
        status = weir_safetensors_load(rt, f, index, flags, &out[i]);
        for (uint32_t j = 0; status != WEIR_OK && j < i; j++) {
            weir_array_release(out[j]);
            out[j] = NULL;
        }
    }
    weir_safetensors_close(f); /* NOLINT: arrays that share the mapping hold their own references */
    return status;
}
