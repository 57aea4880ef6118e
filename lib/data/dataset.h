/* dataset.h - the structure of a dataset, and declarations shared by the files of this folder,
 * which use only the public headers in include/weir.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_DATASET_H
#define WR_DATASET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/fail.h"

/* ---- dataset.c: a dataset is a count, names, and a function that issues samples ---------- */

struct weir_dataset {
    atomic_int refs;  /* any thread; incremented with relaxed order, decremented with acq_rel */
    weir_runtime *rt; /* constant after creation, as are all fields below */
    int64_t count;
    uint32_t field_count;
    char *name[WEIR_FIELDS_MAX];
    weir_fetch_fn fetch;
    void *ctx;
    void (*free)(void *ctx);
    /* for a dataset made from arrays: one array per field, owned by ctx; else NULL */
    weir_array *const *arrays;
    char *const *classes; /* class names, indexed by label and owned by ctx; or NULL */
    uint32_t class_count;
};

/* Create an int64 array of indices on a device. */
weir_status wr_data_indices(weir_runtime *rt, int32_t device, const int64_t *index, int64_t count,
                            weir_array **out);

/* Release several arrays and set them to NULL; entries may be NULL. */
void wr_data_release(weir_array **arrays, uint32_t count);

/* ---- file.c: whole files ----------------------------------------------------------------- */

/* Return the size in bytes that a file's header declares, or 0 if it declares none.  `head` points
 * to the first `count` bytes of the file, at most WR_FILE_HEAD. */
typedef size_t (*wr_declared_size_fn)(const unsigned char *head, size_t count);
enum { WR_FILE_HEAD = 64 };

/* Read a file, decompress it if it is gzip, and append a zero byte; the caller frees the bytes.
 * Fails if the contents have more than `limit` bytes.  `declared_size` may be NULL; otherwise
 * decompression fails as soon as there are more bytes than the header declares. */
weir_status wr_file_read(const char *path, size_t limit, wr_declared_size_fn declared_size,
                         unsigned char **bytes, size_t *size);

/* Return the maximum size of a file in bytes: the memory budget of the runtime. */
size_t wr_file_size_limit(weir_runtime *rt);

/* Return "folder/name", which the caller frees, or NULL if memory is exhausted. */
char *wr_path_join(const char *folder, const char *name);

/* Return the address of a function in a shared library, or NULL if the library or the function was
 * not found.  The library is loaded at its first use and never closed. */
void *wr_library_symbol(const char *library, const char *symbol);

/* ---- image_file.c: decoding image files -------------------------------------------------- */

typedef struct wr_image {
    int32_t width, height;
    int32_t channels;      /* 1: grey, 2: grey and alpha, 3: RGB, 4: RGBA */
    unsigned char *pixels; /* row-major; freed by the caller */
} wr_image;

/* Return whether the file name has the suffix of a supported image format. */
bool wr_image_has_suffix(const char *name);

/* Decode an image file.  On failure a message is written to `why`, which has why_size bytes.  Fails
 * if the pixels need more than `limit` bytes.  May be called by any thread, even inside a task. */
weir_status wr_image_decode(const unsigned char *bytes, size_t size, size_t limit, wr_image *out,
                            char *why, size_t why_size);

/* Resize the image and convert it to 1 or 3 channels.  Return false if memory is exhausted. */
bool wr_image_resize(const wr_image *p, int32_t height, int32_t width, int32_t channels,
                     unsigned char *to);

#endif
