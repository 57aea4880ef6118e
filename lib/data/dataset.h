/* dataset.h - datasets from the inside, and what their files share.  Stands on include/weir alone.
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
    atomic_int refs;  /* any: relaxed up, acq_rel down */
    weir_runtime *rt; /* const, as is the rest */
    int64_t count;
    uint32_t field_count;
    char *name[WEIR_FIELDS_MAX];
    weir_fetch_fn fetch;
    void *ctx;
    void (*free)(void *ctx);
    weir_array *const *arrays; /* whole fields, where it is made of them; else NULL */
    char *const *classes;      /* names of labels, or NULL; ctx owns them, as it does `arrays` */
    uint32_t class_count;
};

/* Arrays that are let go together; NULL among them is nothing. */
void wr_data_release(weir_array **arrays, uint32_t count);

/* ---- file.c: whole files ------------------------------------------------------------------ */

/* How many bytes a file has, as its first ones say (up to WR_FILE_HEAD of them); 0: they do not say. */
typedef size_t (*wr_file_says)(const unsigned char *head, size_t count);
enum { WR_FILE_HEAD = 64 };

/* The bytes of a file, unpacked if it is gzip, and a zero behind them; to be freed.  A file that holds more than
 * `most` bytes is refused; and so is a packed one that is longer than it says, before the rest is unpacked.
 * `says` may be NULL. */
weir_status wr_file_read(const char *path, size_t most, wr_file_says says, unsigned char **bytes,
                         size_t *size);

/* The most that reading a file may take: the budget of the runtime. */
size_t wr_file_most(weir_runtime *rt);

/* "folder/name", to be freed; NULL: no memory. */
char *wr_path_join(const char *folder, const char *name);

/* A function of a library that is loaded at its first use and stays; NULL: there is none. */
void *wr_library_symbol(const char *library, const char *symbol);

/* ---- image_file.c: pictures in files become pixels ------------------------------------------- */

typedef struct wr_picture {
    int32_t width, height;
    int32_t channels;      /* 1: grey, 2: with alpha, 3: red, green, blue, 4: with alpha */
    unsigned char *pixels; /* row by row, to be freed */
} wr_picture;

/* Does the name end as those of pictures do? */
bool wr_picture_is(const char *name);

/* Decode; `why` (size bytes) gets a sentence if it does not work.  A picture whose pixels are more than `most` bytes
 * is refused.  Any thread, also inside a task. */
weir_status wr_picture_decode(const unsigned char *bytes, size_t size, size_t most, wr_picture *out,
                              char *why, size_t why_size);

/* The picture in this size and with 1 or 3 channels; false: no memory. */
bool wr_picture_fit(const wr_picture *p, int32_t height, int32_t width, int32_t channels,
                    unsigned char *to);

#endif
