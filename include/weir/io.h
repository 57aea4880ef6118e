/* io.h - saving arrays to safetensors files and loading them.
 *
 * A safetensors file holds a header and named, row-major arrays.  Files are compatible with those
 * of PyTorch and other libraries.  A save that is interrupted leaves the old file unchanged.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* weir.h includes this file in turn */
#endif
#ifndef WEIR_IO_H
#define WEIR_IO_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Saving -------------------------------------------------------------------------------- */

/* Write arrays under distinct names, and `metadata_count` pairs of strings (key, value, key, value
 * ...) as metadata.  The call waits for all arrays first; if one has failed, the call fails before
 * it touches any file.  The new file is written beside the old one, synced to disk, and then
 * renamed.
 * [blocking | any thread, not inside a task | - | EINVAL ENOMEM ESYS, as weir_array_wait] */
WEIR_API weir_status weir_save_safetensors(const char *path, const char *const *names,
                                           weir_array *const *arrays, uint32_t count,
                                           const char *const *metadata, uint32_t metadata_count);

/* ---- Loading ------------------------------------------------------------------------------- */

typedef struct weir_safetensors weir_safetensors;

/* Open a file, read its header and check it completely.  Fails for an invalid file, with a message
 * that says what is wrong and where.
 * [blocking on the file | any thread | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_safetensors_open(const char *path, weir_safetensors **out);

/* Close the file.  Arrays that map it keep the mapping.
 * [immediate | any thread | takes | -] */
WEIR_API void weir_safetensors_close(weir_safetensors *file);

typedef struct weir_safetensors_entry {
    const char *name; /* name and shape are owned by the file */
    /* a weir_dtype, or 0 if the dtype in the file is not supported and the array cannot be
     * loaded */
    int32_t dtype;
    int32_t ndim;
    const int64_t *shape;
    uint64_t bytes;
} weir_safetensors_entry;

/* The number of arrays in the file.
 * [immediate | any thread | borrows | -] */
WEIR_API uint32_t weir_safetensors_count(const weir_safetensors *file);
/* The index-th entry, in the order of the header.
 * [immediate | any thread | borrows | EINVAL] */
WEIR_API weir_status weir_safetensors_at_sized(const weir_safetensors *file, uint32_t index,
                                               weir_safetensors_entry *out, size_t entry_size);
static inline weir_status weir_safetensors_at(const weir_safetensors *file, uint32_t index,
                                              weir_safetensors_entry *out) {
    return weir_safetensors_at_sized(file, index, out, sizeof *out);
}
/* The index of the entry with this name, or -1.
 * [immediate | any thread | - | -] */
WEIR_API int64_t weir_safetensors_find(const weir_safetensors *file, const char *name);

/* Get the index-th key and value of the metadata; returns 0 if the index is past the end.
 * [immediate | any thread | borrows | -] */
WEIR_API int weir_safetensors_metadata(const weir_safetensors *file, uint32_t index,
                                       const char **key, const char **value);

enum {
    WEIR_LOAD_COPY = 0,
    /* map the file's pages, which are read on first use and copied on write; the file must not be
     * truncated while it is mapped */
    WEIR_LOAD_MAP = 1
};

/* Load the index-th array.
 * [immediate; large copies may block while memory use is above its limit | any thread | returns +1
 * | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_safetensors_load(weir_runtime *rt, weir_safetensors *file, uint32_t index,
                                           uint32_t flags, weir_array **out);

/* Load the arrays with these names.  If any are missing, no array is loaded, and the message lists
 * the missing names.
 * [blocking on the file | any thread | returns +1 each | EINVAL ENOMEM ESYS ECLOSED EINTR] */
WEIR_API weir_status weir_load_safetensors(weir_runtime *rt, const char *path,
                                           const char *const *names, uint32_t count, uint32_t flags,
                                           weir_array **out);

#ifdef __cplusplus
}
#endif
#endif
