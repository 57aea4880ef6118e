/* safetensors_save.c - writes named arrays to a safetensors file, atomically.
 *
 * The save first waits for all arrays.  Then it writes and syncs a temporary file in the same
 * directory, renames that file over the old one, and syncs the directory: at any time the path
 * names either the old file or the complete new one.  A process that is killed in between leaves a
 * file whose name ends in .part and six more characters.  Arrays are sorted by element size,
 * largest first, so that each one is aligned.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "io/safetensors.h"

enum { ALIGNED = 64 }; /* the data begins at a file offset that is a multiple of this */

typedef struct saving {
    const char *path;
    const char *const *names;
    weir_array *const *arrays;
    uint32_t count;
    const char *const *metadata;
    uint32_t metadata_count;
    uint32_t *order;
    char *table;
    size_t table_at, table_capacity;
    bool no_memory;
    int file;
} saving;

static uint64_t bytes_of(const weir_array *a) {
    return (uint64_t)a->count * wr_dtype_bytes(a->dtype);
}

/* ---- Checks --------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static weir_status check_names(const saving *s) {
    const char **sorted = malloc((s->count + 1) * sizeof *sorted);
    weir_status status = WEIR_OK;
    if (sorted == NULL) return wr_fail(WEIR_ENOMEM, "%s: not enough memory for the names", s->path);
    if (s->count > 0) memcpy(sorted, s->names, s->count * sizeof *sorted);
    qsort(sorted, s->count, sizeof *sorted, by_text);
    for (uint32_t i = 1; i < s->count && status == WEIR_OK; i++)
        if (strcmp(sorted[i - 1], sorted[i]) == 0)
            status =
                wr_fail(WEIR_EINVAL, "%s: two arrays have the name '%.80s'", s->path, sorted[i]);
    free(sorted);
    return status;
}

static weir_status check(const saving *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        const weir_array *a = s->arrays[i];
        if (s->names[i] == NULL || a == NULL)
            return wr_fail(WEIR_EINVAL, "%s: %s %u is NULL", s->path, a == NULL ? "array" : "name",
                           i);
        if (strcmp(s->names[i], WR_METADATA) == 0)
            return wr_fail(WEIR_EINVAL, "%s: an array cannot be named " WR_METADATA, s->path);
        if (wr_safetensors_dtype(a->dtype) == NULL)
            return wr_fail(WEIR_EINVAL,
                           "%s: '%.80s' has dtype %s, which the format does not support", s->path,
                           s->names[i], wr_dtypes[a->dtype].name);
    }
    for (uint32_t i = 0; i < 2 * s->metadata_count; i++)
        if (s->metadata[i] == NULL)
            return wr_fail(WEIR_EINVAL, "%s: metadata[%u] is NULL", s->path, i);
    return check_names(s);
}

/* ---- The header ------------------------------------------------------------------------------ */

static void put(saving *s, const char *text, size_t n) {
    if (s->table_at + n > s->table_capacity) {
        size_t capacity = (s->table_at + n) * 2 + 256;
        char *grown = realloc(s->table, capacity);
        if (grown == NULL) {
            s->no_memory = true;
            return;
        }
        s->table = grown;
        s->table_capacity = capacity;
    }
    memcpy(s->table + s->table_at, text, n);
    s->table_at += n;
}

static void put_text(saving *s, const char *text) { put(s, text, strlen(text)); }

static void put_string(saving *s, const char *text) {
    put_text(s, "\"");
    for (; *text != '\0'; text++) {
        char escape[8];
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            snprintf(escape, sizeof escape, "\\%c", c);
        else if (c < 0x20)
            snprintf(escape, sizeof escape, "\\u%04x", c);
        else
            snprintf(escape, sizeof escape, "%c", c);
        put_text(s, escape);
    }
    put_text(s, "\"");
}

static void put_entry(saving *s, uint32_t i, uint64_t at) {
    const weir_array *a = s->arrays[i];
    char number[64];
    put_string(s, s->names[i]);
    put_text(s, ":{\"dtype\":\"");
    put_text(s, wr_safetensors_dtype(a->dtype));
    put_text(s, "\",\"shape\":[");
    for (int d = 0; d < a->ndim; d++) {
        snprintf(number, sizeof number, "%s%lld", d > 0 ? "," : "", (long long)wr_shape(a)[d]);
        put_text(s, number);
    }
    unsigned long long begin = at, end = begin + bytes_of(a);
    snprintf(number, sizeof number, "],\"data_offsets\":[%llu,%llu]}", begin, end);
    put_text(s, number);
}

static void put_metadata(saving *s) {
    put_text(s, "\"" WR_METADATA "\":{");
    for (uint32_t i = 0; i < s->metadata_count; i++) {
        if (i > 0) put_text(s, ",");
        put_string(s, s->metadata[2 * i]);
        put_text(s, ":");
        put_string(s, s->metadata[2 * i + 1]);
    }
    put_text(s, "}");
}

static void order_by_element(saving *s) {
    uint32_t n = 0;
    for (size_t size = 16; size > 0; size /= 2)
        for (uint32_t i = 0; i < s->count; i++)
            if (wr_dtype_bytes(s->arrays[i]->dtype) == size) s->order[n++] = i;
}

static weir_status make_table(saving *s) {
    uint64_t at = 0;
    bool first = true;
    s->order = malloc((s->count + 1) * sizeof *s->order);
    if (s->order == NULL)
        return wr_fail(WEIR_ENOMEM, "%s: not enough memory for the header", s->path);
    order_by_element(s);
    put_text(s, "{");
    if (s->metadata_count > 0) {
        put_metadata(s);
        first = false;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        if (!first) put_text(s, ",");
        first = false;
        put_entry(s, s->order[i], at);
        at += bytes_of(s->arrays[s->order[i]]);
    }
    put_text(s, "}");
    while ((s->table_at + 8) % ALIGNED != 0 && !s->no_memory) put_text(s, " ");
    if (s->no_memory) return wr_fail(WEIR_ENOMEM, "%s: not enough memory for the header", s->path);
    if (s->table_at > WR_TABLE_MAX)
        return wr_fail(WEIR_EINVAL, "%s: the header has %zu bytes; readers accept up to %d",
                       s->path, s->table_at, WR_TABLE_MAX);
    return WEIR_OK;
}

/* ---- The file -------------------------------------------------------------------------------- */

static weir_status write_all(const saving *s, const void *data, uint64_t bytes) {
    const char *from = data;
    while (bytes > 0) {
        size_t most = bytes < (1u << 30) ? (size_t)bytes : 1u << 30;
        ssize_t n = write(s->file, from, most);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return wr_fail_system(s->path, "writing: ");
        from += n;
        bytes -= (uint64_t)n;
    }
    return WEIR_OK;
}

static weir_status write_array(const saving *s, weir_array *a) {
    uint64_t bytes = bytes_of(a);
    if (bytes == 0) return WEIR_OK;
    if ((a->flags & WR_CONTIGUOUS) && a->var != NULL) {
        void *data = NULL;
        WR_TRY(weir_array_map(a, WEIR_MAP_READ, &data));
        weir_status status = write_all(s, data, bytes);
        weir_array_unmap(a);
        return status;
    }
    void *copy = malloc(bytes);
    if (copy == NULL)
        return wr_fail(WEIR_ENOMEM, "%s: not enough memory for a row-major copy of %llu bytes",
                       s->path, (unsigned long long)bytes);
    weir_status status = weir_array_read(a, copy, bytes);
    if (status == WEIR_OK) status = write_all(s, copy, bytes);
    free(copy);
    return status;
}

static weir_status write_file(const saving *s) {
    unsigned char length[8];
    for (int i = 0; i < 8; i++) length[i] = (unsigned char)((uint64_t)s->table_at >> 8 * i);
    WR_TRY(write_all(s, length, sizeof length));
    WR_TRY(write_all(s, s->table, s->table_at));
    for (uint32_t i = 0; i < s->count; i++) WR_TRY(write_array(s, s->arrays[s->order[i]]));
    if (fsync(s->file) != 0) return wr_fail_system(s->path, "writing: ");
    return WEIR_OK;
}

/* Create a file with an unused name by replacing the last six characters of `part`.  The file has
 * the permissions of the old file from the start or, if there is no old file, those given by the
 * umask. */
static int open_part(char *part, const char *path) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static atomic_uint turn; /* relaxed: threads need only distinct values */
    struct stat old;
    bool is_there = stat(path, &old) == 0;
    mode_t mode = is_there ? old.st_mode & 0777 : 0666;
    char *end = part + strlen(part) - 6;
    for (int tries = 0; tries < 1000; tries++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t word =
            (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 16;
        word = (word + atomic_fetch_add_explicit(&turn, 1, memory_order_relaxed)) *
               UINT64_C(0x9e3779b97f4a7c15);
        for (int i = 0; i < 6; i++, word /= 36) end[i] = letters[(word >> 8) % 36];
        int file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file < 0 && errno == EEXIST) continue;
        if (file >= 0 && is_there)
            (void)!fchmod(file, mode); /* may fail, because some file systems have no permissions */
        return file;
    }
    return -1;
}

static void sync_directory(const char *path) {
    char directory[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        strcpy(directory, ".");
    else
        snprintf(directory, sizeof directory, "%.*s", slash == path ? 1 : (int)(slash - path),
                 path);
    int file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    (void)!fsync(file); /* may fail, because some file systems cannot sync a directory */
    close(file);
}

static weir_status replace(saving *s) {
    char real[PATH_MAX], part[PATH_MAX + 16];
    struct stat info;
    const char *path = s->path; /* the file to replace: the target if s->path is a symbolic link */
    if (lstat(path, &info) == 0 && S_ISLNK(info.st_mode) && realpath(path, real) != NULL)
        path = real;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) /* a rename must not replace a device */
        return wr_fail(S_ISDIR(info.st_mode) ? WEIR_EISDIR : WEIR_ESYS,
                       "%s: the path exists but is not a regular file", s->path);
    if (strlen(path) >= PATH_MAX)
        return wr_fail(WEIR_EINVAL, "%.100s...: the path is too long", path);
    snprintf(part, sizeof part, "%s.partXXXXXX", path);
    s->file = open_part(part, path);
    if (s->file < 0) return wr_fail_system(s->path, "");
    weir_status status = write_file(s);
    if (close(s->file) != 0 && status == WEIR_OK) status = wr_fail_system(s->path, "writing: ");
    if (status == WEIR_OK && rename(part, path) != 0) status = wr_fail_system(s->path, "");
    if (status != WEIR_OK)
        unlink(part);
    else
        sync_directory(path);
    return status;
}

weir_status weir_save_safetensors(const char *path, const char *const *names,
                                  weir_array *const *arrays, uint32_t count,
                                  const char *const *metadata, uint32_t metadata_count) {
    if (path == NULL || (count > 0 && (names == NULL || arrays == NULL)) ||
        (metadata_count > 0 && metadata == NULL))
        return wr_fail(WEIR_EINVAL, "weir_save_safetensors: %s is NULL",
                       path == NULL     ? "path"
                       : names == NULL  ? "names"
                       : arrays == NULL ? "arrays"
                                        : "metadata");
    saving s = {.path = path,
                .names = names,
                .arrays = arrays,
                .count = count,
                .metadata = metadata,
                .metadata_count = metadata_count,
                .file = -1};
    WR_TRY(check(&s));
    for (uint32_t i = 0; i < count; i++) WR_TRY(weir_array_wait_at(arrays[i], -1, "save"));
    weir_status status = make_table(&s);
    if (status == WEIR_OK) status = replace(&s);
    free(s.table);
    free(s.order);
    return status;
}
