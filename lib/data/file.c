/* file.c - reads whole files, and decompresses those in gzip format.
 *
 * zlib is loaded at run time, not linked: libz.so.1 is opened for the first gzip file.  A library
 * built without zlib.h cannot read gzip files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "data/dataset.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef WEIR_HAVE_ZLIB_H
#define ZLIB_CONST /* makes next_in a pointer to const bytes */
#include <zlib.h>
#endif

/* A program may export functions of its own copy of a library, as Node does with zlib: without
 * RTLD_DEEPBIND, libz.so.1 would call those, whose structs differ.  Sanitizers refuse the flag, and
 * musl does not have it. */
static int binding(void) {
#ifdef RTLD_DEEPBIND
    if (dlsym(RTLD_DEFAULT, "__asan_init") == NULL && dlsym(RTLD_DEFAULT, "__tsan_init") == NULL)
        return RTLD_DEEPBIND;
#endif
    return 0;
}

void *wr_library_symbol(const char *library, const char *symbol) {
    /* dlopen returns the same handle every time; the library is never closed. */
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | binding());
    return handle != NULL ? dlsym(handle, symbol) : NULL;
}

char *wr_path_join(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL) snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/* ---- Growing buffers ------------------------------------------------------------------------- */

typedef struct buffer {
    unsigned char *bytes;
    size_t size, capacity; /* one byte more than `capacity` is allocated, for a final zero */
    size_t limit;          /* maximum accepted size; less than SIZE_MAX - 1 */
} buffer;

static weir_status fail_limit(const char *path, const buffer *b) {
    return wr_lib_fail(WEIR_ENOMEM,
                       "%s: the contents are larger than the memory budget of %zu bytes; set a "
                       "larger budget with WEIR_MEMORY or weir_config.memory_bytes",
                       path, b->limit);
}

/* Make room for at least one more byte.  The capacity may exceed the limit by one byte: if that
 * byte is filled, the contents are too large. */
static bool grow(buffer *b) {
    if (b->size < b->capacity) return true;
    size_t capacity = b->capacity + b->capacity / 2;
    if (capacity > b->limit) capacity = b->limit + 1;
    unsigned char *more = realloc(b->bytes, capacity + 1);
    if (more == NULL) return false;
    b->bytes = more;
    b->capacity = capacity;
    return true;
}

/* ---- gzip ------------------------------------------------------------------------------------ */

#ifndef WEIR_HAVE_ZLIB_H

static weir_status decompress(const char *path, size_t limit, wr_declared_size_fn declared_size,
                              unsigned char **bytes, size_t *size) {
    (void)limit, (void)declared_size, (void)bytes, (void)size;
    return wr_lib_fail(WEIR_ESYS,
                       "%s: gzip files need zlib; this build was made without zlib.h (install "
                       "zlib1g-dev and build again, or decompress the file with gunzip)",
                       path);
}

#else

enum { GZIP_WINDOW = 15 + 16 }; /* a window of 32 KiB; 16 selects the gzip format */

typedef struct zlib {
    __typeof__(&inflateInit2_) init;
    __typeof__(&inflate) inflate;
    __typeof__(&inflateReset) reset;
    __typeof__(&inflateEnd) end;
} zlib;

static bool load_zlib(zlib *z) {
    static const char library[] = "libz.so.1";
    *(void **)&z->init = wr_library_symbol(library, "inflateInit2_");
    *(void **)&z->inflate = wr_library_symbol(library, "inflate");
    *(void **)&z->reset = wr_library_symbol(library, "inflateReset");
    *(void **)&z->end = wr_library_symbol(library, "inflateEnd");
    return z->init != NULL && z->inflate != NULL && z->reset != NULL && z->end != NULL;
}

/* Decompress all members of a gzip file, one after another. */
static weir_status inflate_all(const zlib *z, z_stream *s, const char *path,
                               const unsigned char *in, size_t in_size,
                               wr_declared_size_fn declared_size, buffer *out) {
    size_t consumed = 0, declared = 0;
    for (;;) {
        if (declared > 0 && out->size > declared) /* checked first, because out->limit is then
                                                     the declared size, not the memory budget */
            return wr_lib_fail(
                WEIR_EINVAL,
                "%s: the contents are longer than the %zu byte%s that the header declares", path,
                declared, declared == 1 ? "" : "s");
        if (out->size > out->limit) return fail_limit(path, out);
        if (!grow(out))
            return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory while decompressing the file", path);
        size_t left = in_size - consumed, space = out->capacity - out->size;
        s->next_in = in + consumed;
        s->avail_in = left < UINT_MAX ? (unsigned)left : UINT_MAX;
        s->next_out = out->bytes + out->size;
        s->avail_out = space < UINT_MAX ? (unsigned)space : UINT_MAX;
        unsigned in_before = s->avail_in, out_before = s->avail_out;
        int code = z->inflate(s, Z_NO_FLUSH);
        consumed += in_before - s->avail_in;
        out->size += out_before - s->avail_out;
        if (declared_size != NULL && out->size >= WR_FILE_HEAD) {
            declared = declared_size(out->bytes, out->size);
            declared_size = NULL;
            if (declared == 0) return WEIR_OK; /* not a valid header; the caller reports it */
            if (declared < out->limit) out->limit = declared;
        }
        if (code == Z_STREAM_END) {
            if (consumed == in_size || in[consumed] != 0x1f)
                return WEIR_OK; /* padding may follow the last member */
            if (z->reset(s) == Z_OK) continue;
        }
        bool stuck = in_before == s->avail_in && out_before == s->avail_out;
        if ((code != Z_OK && code != Z_BUF_ERROR) || (stuck && space > 0))
            return wr_lib_fail(WEIR_EINVAL,
                               "%s: the gzip file is truncated or corrupt (%s after %zu byte%s)",
                               path,
                               consumed == in_size ? "the file ends"
                               : s->msg != NULL    ? s->msg
                                                   : "bad data",
                               consumed, consumed == 1 ? "" : "s");
    }
}

static weir_status decompress(const char *path, size_t limit, wr_declared_size_fn declared_size,
                              unsigned char **bytes, size_t *size) {
    zlib z;
    z_stream s;
    if (!load_zlib(&z))
        return wr_lib_fail(WEIR_ESYS,
                           "%s: gzip files need zlib, and libz.so.1 cannot be loaded; install "
                           "zlib1g, or decompress the file with gunzip",
                           path);
    memset(&s, 0, sizeof s);
    /* If the format declares a size, start with room for the header only. */
    buffer out = {.capacity = declared_size != NULL ? WR_FILE_HEAD : *size * 3 + 4096,
                  .limit = limit};
    if (out.capacity > limit) out.capacity = limit + 1;
    out.bytes = malloc(out.capacity + 1);
    if (out.bytes == NULL || z.init(&s, GZIP_WINDOW, ZLIB_VERSION, (int)sizeof s) != Z_OK) {
        free(out.bytes);
        return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory while decompressing the file", path);
    }
    weir_status status = inflate_all(&z, &s, path, *bytes, *size, declared_size, &out);
    z.end(&s);
    if (status != WEIR_OK) {
        free(out.bytes);
        return status;
    }
    free(*bytes);
    *bytes = out.bytes;
    *size = out.size;
    return WEIR_OK;
}

#endif

/* ---- Reading --------------------------------------------------------------------------------- */

static weir_status read_all(int fd, const char *path, size_t expected, buffer *b) {
    b->capacity = expected + 4096;
    if (expected > b->limit) return fail_limit(path, b);
    b->bytes = malloc(b->capacity + 1);
    if (b->bytes == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for the %zu byte%s of the file",
                           path, expected, expected == 1 ? "" : "s");
    for (;;) {
        if (b->size > b->limit) return fail_limit(path, b);
        if (!grow(b))
            return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory while reading the file", path);
        ssize_t n = read(fd, b->bytes + b->size, b->capacity - b->size);
        if (n == 0) return WEIR_OK;
        if (n < 0 && errno != EINTR) return wr_lib_fail_system(path);
        if (n > 0) b->size += (size_t)n;
    }
}

size_t wr_file_size_limit(weir_runtime *rt) {
    weir_stats stats = {.size = sizeof stats};
    bool known = weir_stats_get(rt, &stats) == WEIR_OK && stats.memory_budget < SIZE_MAX / 4;
    return known ? (size_t)stats.memory_budget : SIZE_MAX / 4;
}

weir_status wr_file_read(const char *path, size_t limit, wr_declared_size_fn declared_size,
                         unsigned char **bytes, size_t *size) {
    struct stat about;
    buffer b = {.limit = limit};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return wr_lib_fail_system(path);
    size_t expected = fstat(fd, &about) == 0 && about.st_size > 0 ? (size_t)about.st_size : 0;
    weir_status status = read_all(fd, path, expected, &b);
    close(fd);
    if (status == WEIR_OK && b.size >= 2 && b.bytes[0] == 0x1f && b.bytes[1] == 0x8b)
        status = decompress(path, limit, declared_size, &b.bytes, &b.size);
    if (status != WEIR_OK) {
        free(b.bytes);
        return status;
    }
    b.bytes[b.size] = '\0';
    *bytes = b.bytes;
    *size = b.size;
    return WEIR_OK;
}
