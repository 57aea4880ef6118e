/* cuda_compile.c - compiles the text of kernels, and keeps the images on disk for the next process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/cuda/cuda_queue.h"
#include "device/cuda/cuda_text.h"

/* ---- Texts ----------------------------------------------------------------------------------- */

static bool make_room(wr_cuda_text *t, size_t more) {
    if (t->failed) return false;
    if (t->length + more + 1 <= t->size) return true;
    size_t size = 2 * t->size + more + 4096;
    char *data = realloc(t->data, size);
    t->failed = data == NULL;
    if (t->failed) return false;
    t->data = data;
    t->size = size;
    return true;
}

void wr_cuda_write(wr_cuda_text *t, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n >= 0 && make_room(t, (size_t)n)) {
        vsnprintf(t->data + t->length, (size_t)n + 1, format, again);
        t->length += (size_t)n;
    }
    va_end(again);
    va_end(args);
}

/* ---- The cache on disk ----------------------------------------------------------------------- */

/* FNV-1a, in two variants for 128 bits. */
static uint64_t hash(uint64_t h, const void *data, size_t size) {
    const unsigned char *p = data;
    for (size_t i = 0; i < size; i++) h = (h ^ p[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* The file's header.  It is read and written by this process's machine alone. */
typedef struct file_header {
    char magic[8];
    uint64_t size, sum;
} file_header;

static const char magic[8] = "weircu1";

static bool cache_path(char *to, size_t size, const char *name) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n = -1;
    if (base != NULL && base[0] == '/')
        n = snprintf(to, size, "%s/weir", base);
    else if (home != NULL && home[0] == '/')
        n = snprintf(to, size, "%s/.cache/weir", home);
    if (n < 0 || (size_t)n + strlen(name) + 32 > size) return false;
    for (char *p = to + 1; *p != '\0'; p++) {
        if (*p != '/') continue;
        *p = '\0';
        mkdir(to, 0777);
        *p = '/';
    }
    if (mkdir(to, 0777) != 0 && errno != EEXIST) return false;
    snprintf(to + n, size - (size_t)n, "/%s", name);
    return true;
}

static bool read_image(const char *path, wr_cuda_image *out) {
    file_header header;
    FILE *file = fopen(path, "rbe");
    if (file == NULL) return false;
    bool good = fread(&header, sizeof header, 1, file) == 1 &&
                memcmp(header.magic, magic, sizeof magic) == 0 && header.size > 0 &&
                header.size < (UINT64_C(1) << 30) && (out->data = malloc(header.size)) != NULL;
    if (good) {
        out->size = header.size;
        good = fread(out->data, 1, out->size, file) == out->size && fgetc(file) == EOF &&
               hash(UINT64_C(0xcbf29ce484222325), out->data, out->size) == header.sum;
        if (!good) {
            free(out->data);
            out->data = NULL;
        }
    }
    fclose(file);
    return good;
}

/* Write the file under another name first, so that no process sees half of it.  Failing to do so is
 * no error. */
static void write_image(const char *path, const wr_cuda_image *i) {
    char temporary[1100];
    file_header header = {.size = i->size,
                          .sum = hash(UINT64_C(0xcbf29ce484222325), i->data, i->size)};
    memcpy(header.magic, magic, sizeof magic);
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0) return;
    FILE *file = fdopen(fd, "wb");
    if (file == NULL) {
        close(fd);
        unlink(temporary);
        return;
    }
    bool good = fwrite(&header, sizeof header, 1, file) == 1 &&
                fwrite(i->data, 1, i->size, file) == i->size;
    good = fclose(file) == 0 && good;
    if (!good || rename(temporary, path) != 0) unlink(temporary);
}

/* Options that change what is compiled; part of the key of the cache. */
#define FIXED_OPTIONS "--std=c++17 --fmad=false"

/* ---- The compiler ---------------------------------------------------------------------------- */

static const char *compile_failed(nvrtc_program program, int error, char *text, size_t size) {
    size_t log_size = 0;
    char *log = NULL;
    if (wr_cuda.rtc_log_size(program, &log_size) == 0 && log_size > 1)
        log = calloc(1, log_size + 1);
    if (log != NULL) wr_cuda.rtc_log(program, log);
    snprintf(text, size, "a kernel was not compiled: %s: %.80s", wr_cuda.rtc_error(error),
             log != NULL ? log : "");
    if (log != NULL && getenv("WEIR_CUDA_LOG") != NULL) fprintf(stderr, "%s\n", log);
    free(log);
    return text;
}

/* Compile a text; NULL, or the reason why not. */
static const char *compile(const wr_cuda_card *card, const char *source, wr_cuda_image *out,
                           char *text, size_t size) {
    char architecture[48];
    const char *options[] = {architecture, "--std=c++17", "--fmad=false", "--disable-warnings"};
    nvrtc_program program;
    snprintf(architecture, sizeof architecture, "--gpu-architecture=%s", card->architecture);
    int error = wr_cuda.rtc_new(&program, source, "weir.cu", 0, NULL, NULL);
    if (error != 0) return "the compiler could not be started";
    const char *message = NULL;
    error = wr_cuda.rtc_compile(program, sizeof options / sizeof *options, options);
    if (error != 0) message = compile_failed(program, error, text, size);
    if (message == NULL && wr_cuda.rtc_image_size(program, &out->size) == 0)
        out->data = malloc(out->size);
    if (message == NULL && (out->data == NULL || wr_cuda.rtc_image(program, out->data) != 0))
        message = "there is not enough memory for a compiled kernel";
    wr_cuda.rtc_free(&program);
    return message;
}

/* Get the image from the disk or from the compiler. */
const char *wr_cuda_compile(const wr_cuda_card *card, const char *source, wr_cuda_image *out,
                            char *text, size_t size) {
    int major = 0, minor = 0;
    char key[96], name[64], path[1024];
    wr_cuda.rtc_version(&major, &minor);
    size_t n = (size_t)snprintf(key, sizeof key, "%s %d.%d %s ", card->architecture, major, minor,
                                FIXED_OPTIONS);
    uint64_t a = hash(hash(UINT64_C(0xcbf29ce484222325), key, n), source, strlen(source));
    uint64_t b = hash(hash(UINT64_C(0x84222325cbf29ce4), source, strlen(source)), key, n);
    snprintf(name, sizeof name, "%016llx%016llx.cubin", (unsigned long long)a,
             (unsigned long long)b);
    bool cached = cache_path(path, sizeof path, name);
    if (cached && read_image(path, out)) return NULL;
    const char *message = compile(card, source, out, text, size);
    if (message == NULL && cached) write_image(path, out);
    return message;
}
