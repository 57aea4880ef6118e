/* file.c - whole files, unpacked if they are gzip, and libraries that are loaded when a file needs them.
 *
 * zlib is not needed to build, nor by who has plain files: libz.so.1 is opened at the first gzip file.  Its
 * structure is part of an interface that has been kept since 1.2.
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

void *wr_library_symbol(const char *library, const char *symbol) {
    /* Opened again it is the same one; it is never closed. */
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    return handle != NULL ? dlsym(handle, symbol) : NULL;
}

char *wr_path_join(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL) snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/* ---- gzip -------------------------------------------------------------------------------------- */

typedef struct z_stream { /* as in zlib.h */
    const unsigned char *next_in;
    unsigned avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *msg;
    void *state, *zalloc, *zfree, *opaque;
    int data_type;
    unsigned long adler, reserved;
} z_stream;

enum { Z_NO_FLUSH = 0, Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5, GZIP_WINDOW = 15 + 16 };

typedef struct zlib {
    int (*init)(z_stream *, int window_bits, const char *version, int size);
    int (*inflate)(z_stream *, int flush);
    int (*reset)(z_stream *);
    int (*end)(z_stream *);
} zlib;

static bool load_zlib(zlib *z) {
    static const char library[] = "libz.so.1";
    *(void **)&z->init = wr_library_symbol(library, "inflateInit2_");
    *(void **)&z->inflate = wr_library_symbol(library, "inflate");
    *(void **)&z->reset = wr_library_symbol(library, "inflateReset");
    *(void **)&z->end = wr_library_symbol(library, "inflateEnd");
    return z->init != NULL && z->inflate != NULL && z->reset != NULL && z->end != NULL;
}

typedef struct buffer {
    unsigned char *bytes;
    size_t size, room; /* and one more for a zero */
    size_t most;       /* bytes that there may be, below SIZE_MAX - 1 */
} buffer;

static weir_status fail_most(const char *path, const buffer *b) {
    return wr_lib_fail(
        WEIR_ENOMEM,
        "%s: it holds more than %zu bytes, the memory budget; a larger one is set by "
        "WEIR_MEMORY or weir_config.memory_bytes",
        path, b->most);
}

/* Room for one byte more than there may be shows that there are too many. */
static bool make_room(buffer *b) {
    if (b->size < b->room) return true;
    size_t room = b->room + b->room / 2;
    if (room > b->most) room = b->most + 1;
    unsigned char *more = realloc(b->bytes, room + 1);
    if (more == NULL) return false;
    b->bytes = more;
    b->room = room;
    return true;
}

/* All members of a gzip file, one behind the other. */
static weir_status inflate_all(const zlib *z, z_stream *s, const char *path,
                               const unsigned char *in, size_t in_size, wr_file_says says,
                               buffer *out) {
    size_t given = 0, said = 0;
    for (;;) {
        if (said > 0 && out->size > said) /* said is below the budget */
            return wr_lib_fail(WEIR_EINVAL,
                               "%s: unpacked it is longer than the %zu bytes that its header says",
                               path, said);
        if (out->size > out->most) return fail_most(path, out);
        if (!make_room(out)) return wr_lib_fail(WEIR_ENOMEM, "%s: no memory to unpack it", path);
        size_t left = in_size - given, room = out->room - out->size;
        s->next_in = in + given;
        s->avail_in = left < UINT_MAX ? (unsigned)left : UINT_MAX;
        s->next_out = out->bytes + out->size;
        s->avail_out = room < UINT_MAX ? (unsigned)room : UINT_MAX;
        unsigned in_before = s->avail_in, out_before = s->avail_out;
        int code = z->inflate(s, Z_NO_FLUSH);
        given += in_before - s->avail_in;
        out->size += out_before - s->avail_out;
        if (says != NULL && out->size >= WR_FILE_HEAD) {
            said = says(out->bytes, out->size);
            says = NULL;
            if (said == 0) return WEIR_OK; /* the head is enough to refuse it */
            if (said < out->most) out->most = said;
        }
        if (code == Z_STREAM_END) {
            if (given == in_size || in[given] != 0x1f) return WEIR_OK; /* padding may follow */
            if (z->reset(s) == Z_OK) continue;
        }
        bool stuck = in_before == s->avail_in && out_before == s->avail_out;
        if ((code != Z_OK && code != Z_BUF_ERROR) || (stuck && room > 0))
            return wr_lib_fail(WEIR_EINVAL, "%s: not a whole gzip file (%s after %zu bytes)", path,
                               given == in_size ? "it ends"
                               : s->msg != NULL ? s->msg
                                                : "bad data",
                               given);
    }
}

static weir_status unpack(const char *path, size_t most, wr_file_says says, unsigned char **bytes,
                          size_t *size) {
    zlib z;
    z_stream s;
    if (!load_zlib(&z))
        return wr_lib_fail(WEIR_ESYS,
                           "%s: it is gzip, and libz.so.1 cannot be loaded; install zlib1g, or "
                           "unpack it with gunzip",
                           path);
    memset(&s, 0, sizeof s);
    /* What says its size is asked for it first. */
    buffer out = {.room = says != NULL ? WR_FILE_HEAD : *size * 3 + 4096, .most = most};
    if (out.room > most) out.room = most + 1;
    out.bytes = malloc(out.room + 1);
    if (out.bytes == NULL || z.init(&s, GZIP_WINDOW, "1.2", (int)sizeof s) != Z_OK) {
        free(out.bytes);
        return wr_lib_fail(WEIR_ENOMEM, "%s: no memory to unpack it", path);
    }
    weir_status status = inflate_all(&z, &s, path, *bytes, *size, says, &out);
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

/* ---- Reading ----------------------------------------------------------------------------------- */

static weir_status read_all(int fd, const char *path, size_t expected, buffer *b) {
    b->room = expected + 4096;
    if (expected > b->most) return fail_most(path, b);
    b->bytes = malloc(b->room + 1);
    if (b->bytes == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "%s: no memory for its %zu bytes", path, expected);
    for (;;) {
        if (b->size > b->most) return fail_most(path, b);
        if (!make_room(b)) return wr_lib_fail(WEIR_ENOMEM, "%s: no memory to read it", path);
        ssize_t n = read(fd, b->bytes + b->size, b->room - b->size);
        if (n == 0) return WEIR_OK;
        if (n < 0 && errno != EINTR) return wr_lib_fail_system(path);
        if (n > 0) b->size += (size_t)n;
    }
}

size_t wr_file_most(weir_runtime *rt) {
    weir_stats stats = {.size = sizeof stats};
    bool known = weir_stats_get(rt, &stats) == WEIR_OK && stats.memory_budget < SIZE_MAX / 4;
    return known ? (size_t)stats.memory_budget : SIZE_MAX / 4;
}

weir_status wr_file_read(const char *path, size_t most, wr_file_says says, unsigned char **bytes,
                         size_t *size) {
    struct stat about;
    buffer b = {.most = most};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return wr_lib_fail_system(path);
    size_t expected = fstat(fd, &about) == 0 && about.st_size > 0 ? (size_t)about.st_size : 0;
    weir_status status = read_all(fd, path, expected, &b);
    close(fd);
    if (status == WEIR_OK && b.size >= 2 && b.bytes[0] == 0x1f && b.bytes[1] == 0x8b)
        status = unpack(path, most, says, &b.bytes, &b.size);
    if (status != WEIR_OK) {
        free(b.bytes);
        return status;
    }
    b.bytes[b.size] = '\0';
    *bytes = b.bytes;
    *size = b.size;
    return WEIR_OK;
}
