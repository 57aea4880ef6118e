/* io.h - arrays in files, and what a run needs to go on later.
 *
 * Safetensors: named arrays, row-major, with a table in front.  PyTorch's and others' files are read, and they read
 * ours.  A save that is killed leaves the old file as it was.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* which has this file in its place */
#endif
#ifndef WEIR_IO_H
#define WEIR_IO_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Saving -------------------------------------------------------------------------------- */

/* Write arrays under names that differ, and `metadata_count` pairs of texts (key, value, key, value).  Everything is
 * waited for first, and a failed array is reported before a file is touched.  The new file is written beside the old
 * one, reaches the disk, and takes its name.
 * [blocking | any thread, not inside a task | - | EINVAL ENOMEM ESYS, as weir_array_wait] */
WEIR_API weir_status weir_save_safetensors(const char *path, const char *const *names,
                                           weir_array *const *arrays, uint32_t count,
                                           const char *const *metadata, uint32_t metadata_count);

/* ---- Loading ------------------------------------------------------------------------------- */

typedef struct weir_safetensors weir_safetensors;

/* Open a file, read its table and check all of it; a bad file is refused with what is wrong and where.
 * [blocking on the file | any thread | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_safetensors_open(const char *path, weir_safetensors **out);

/* Arrays over the mapping keep it.
 * [immediate | any thread | takes | -] */
WEIR_API void weir_safetensors_close(weir_safetensors *file);

typedef struct weir_safetensors_entry {
    const char *name; /* the file's, as is shape */
    int32_t dtype;    /* a weir_dtype; 0: one that Weir has not, which cannot be loaded */
    int32_t ndim;
    const int64_t *shape;
    uint64_t bytes;
} weir_safetensors_entry;

/* How many arrays there are; the index-th in the order of the table; the index of a name, or -1.
 * [immediate | any thread | borrows | -] */
WEIR_API uint32_t weir_safetensors_count(const weir_safetensors *file);
/* [immediate | any thread | borrows | EINVAL] */
WEIR_API weir_status weir_safetensors_at(const weir_safetensors *file, uint32_t index,
                                         weir_safetensors_entry *out);
/* [immediate | any thread | - | -] */
WEIR_API int64_t weir_safetensors_find(const weir_safetensors *file, const char *name);

/* The index-th pair of metadata; 0: there are not so many.
 * [immediate | any thread | borrows | -] */
WEIR_API int weir_safetensors_metadata(const weir_safetensors *file, uint32_t index,
                                       const char **key, const char **value);

enum {
    WEIR_LOAD_COPY = 0,
    WEIR_LOAD_MAP =
        1 /* over the file's pages, which are read when they are used and copied when they are written;
                         the file must not be cut short meanwhile */
};

/* The index-th array.
 * [immediate; large copies may wait at the memory bound | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_safetensors_load(weir_runtime *rt, weir_safetensors *file, uint32_t index,
                                           uint32_t flags, weir_array **out);

/* The arrays of these names, all or none; names that are missing are told.
 * [blocking on the file | any thread | returns +1 each | EINVAL ENOMEM ESYS ECLOSED EINTR] */
WEIR_API weir_status weir_load_safetensors(weir_runtime *rt, const char *path,
                                           const char *const *names, uint32_t count, uint32_t flags,
                                           weir_array **out);

#ifdef __cplusplus
}
#endif
#endif
