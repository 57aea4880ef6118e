/* idx.c - reads IDX files, the format of MNIST and Fashion-MNIST.  A file consists of two zero
 * bytes, a dtype code, the dimensions and the values.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "data/dataset.h"

#include <unistd.h>

static const struct {
    unsigned char code;
    weir_dtype dtype;
} types[] = {{0x08, WEIR_UINT8}, {0x09, WEIR_INT8},    {0x0b, WEIR_INT16},
             {0x0c, WEIR_INT32}, {0x0d, WEIR_FLOAT32}, {0x0e, WEIR_FLOAT64}};

static weir_dtype type_of(unsigned char code) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].code == code) return types[i].dtype;
    return WEIR_DTYPE_DEFAULT;
}

static uint32_t word_at(const unsigned char *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Swap the bytes of the values on a little-endian machine, because IDX values are big-endian. */
static void to_native_order(unsigned char *values, size_t count, size_t size) {
    const uint16_t probe = 1;
    if (size == 1 || *(const unsigned char *)&probe == 0) return;
    for (size_t i = 0; i < count; i++)
        for (size_t low = i * size, high = low + size - 1; low < high; low++, high--) {
            unsigned char byte = values[low];
            values[low] = values[high];
            values[high] = byte;
        }
}

typedef struct header {
    weir_dtype dtype;
    int32_t ndim;
    int64_t shape[8];
    size_t start, count;
} header;

static bool is_idx(const unsigned char *bytes, size_t size) {
    return size >= 4 && bytes[0] == 0 && bytes[1] == 0 && type_of(bytes[2]) != 0 && bytes[3] >= 1 &&
           bytes[3] <= 8;
}

/* Return the file size that the header declares, or 0 if the file has no IDX header. */
static size_t declared_size(const unsigned char *bytes, size_t size) {
    if (!is_idx(bytes, size)) return 0;
    size_t start = 4 + 4 * (size_t)bytes[3], all = weir_dtype_bytes(type_of(bytes[2]));
    bool fits = size >= start;
    for (size_t i = 4; fits && i < start; i += 4)
        fits = !__builtin_mul_overflow(all, (size_t)word_at(bytes + i), &all);
    return fits && all < SIZE_MAX - start ? start + all : 0;
}

static weir_status read_header(const char *path, const unsigned char *bytes, size_t size,
                               header *h) {
    if (!is_idx(bytes, size)) return wr_lib_fail(WEIR_EINVAL, "%s: not an IDX file", path);
    h->dtype = type_of(bytes[2]);
    h->ndim = bytes[3];
    h->start = 4 + 4 * (size_t)h->ndim;
    h->count = 1;
    bool fits = size >= h->start;
    size_t available = fits ? (size - h->start) / weir_dtype_bytes(h->dtype) : 0;
    for (int32_t i = 0; fits && i < h->ndim; i++) {
        h->shape[i] = word_at(bytes + 4 + 4 * i);
        fits = !__builtin_mul_overflow(h->count, (size_t)h->shape[i], &h->count);
    }
    if (!fits || h->count != available || available * weir_dtype_bytes(h->dtype) != size - h->start)
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: the IDX file has %zu byte%s, which does not match the dimensions "
                           "in its header",
                           path, size, size == 1 ? "" : "s");
    return WEIR_OK;
}

weir_status weir_idx_read(weir_runtime *rt, const char *path, weir_array **out) {
    if (rt == NULL || path == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_idx_read: %s is NULL",
                           rt == NULL     ? "rt"
                           : path == NULL ? "path"
                                          : "out");
    unsigned char *bytes;
    size_t size;
    header h;
    WR_TRY(wr_file_read(path, wr_file_size_limit(rt), declared_size, &bytes, &size));
    weir_status status = read_header(path, bytes, size, &h);
    if (status == WEIR_OK) {
        /* Move the values to the start of the buffer, which the array takes over. */
        memmove(bytes, bytes + h.start, size - h.start);
        to_native_order(bytes, h.count, weir_dtype_bytes(h.dtype));
        status =
            weir_array_from_memory(rt, h.dtype, h.shape, NULL, h.ndim, bytes, 0, free, bytes, out);
    }
    if (status != WEIR_OK) free(bytes);
    return status;
}

/* ---- MNIST ----------------------------------------------------------------------------------- */

static const char *const debian = "/usr/share/datasets/fashion-mnist";

/* Return the path of the file, with or without the suffix .gz.  Return NULL if neither exists or
 * memory is exhausted. */
static char *find(const char *folder, const char *name) {
    static const char *const ends[] = {"", ".gz"};
    for (int i = 0; i < 2; i++) {
        char file[64];
        strcpy(file, name);
        char *path = wr_path_join(folder, strcat(file, ends[i]));
        if (path != NULL && access(path, R_OK) == 0) return path;
        free(path);
    }
    return NULL;
}

static weir_status read_part(weir_runtime *rt, const char *folder, const char *name,
                             weir_array **out) {
    char *path = find(folder, name);
    if (path == NULL)
        return wr_lib_fail(WEIR_ENOENT, "%s: neither %s nor the same file with .gz was found%s",
                           folder, name,
                           folder == debian ? "; install Debian's package dataset-fashion-mnist "
                                              "or specify the folder that contains the files"
                                            : "");
    weir_status status = weir_idx_read(rt, path, out);
    free(path);
    return status;
}

weir_status weir_dataset_mnist(weir_runtime *rt, const char *folder, int32_t part,
                               weir_dataset **out) {
    static const char *const files[2][2] = {{"train-images-idx3-ubyte", "train-labels-idx1-ubyte"},
                                            {"t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"}};
    static const char *const names[2] = {"image", "label"};
    if (rt == NULL || out == NULL || part < 0 || part > WEIR_PART_TEST)
        return wr_lib_fail(WEIR_EINVAL, "weir_dataset_mnist: %s",
                           rt == NULL    ? "rt is NULL"
                           : out == NULL ? "out is NULL"
                                         : "part is neither WEIR_PART_TRAIN nor WEIR_PART_TEST");
    weir_array *field[2] = {NULL, NULL}, *bytes = NULL;
    if (folder == NULL) folder = debian;
    weir_status status = read_part(rt, folder, files[part][0], &field[0]);
    if (status == WEIR_OK) status = read_part(rt, folder, files[part][1], &bytes);
    if (status == WEIR_OK) status = weir_astype(bytes, WEIR_INT64, &field[1]);
    if (status == WEIR_OK) status = weir_dataset_arrays(field, names, 2, out);
    weir_array_release(bytes);
    wr_data_release(field, 2);
    return status;
}
