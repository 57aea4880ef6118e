/* data.h - data for training: datasets, and loaders that prepare batches ahead of use.
 *
 *   sample     Some fields, each an array of one shape: a picture and its label.
 *   dataset    A number of samples, which gives any list of them as one array for each field, samples along the
 *              first axis.  It issues the work and returns: rows are gathered by operators, files are read
 *              by tasks on I/O threads and decoded on workers.
 *   loader     Goes through a dataset in batches, an epoch at a time, in order or shuffled by seed, and issues a few
 *              batches more than have been asked for.  The memory level bounds when they are made.
 *
 *   weir_dataset_mnist(rt, NULL, WEIR_PART_TRAIN, &data);
 *   weir_loader_options_init(&options);
 *   options.batch_size = 256, options.shuffle = 1;
 *   weir_loader_new(data, &options, &loader);
 *   while (weir_loader_next(loader, batch, &count) == WEIR_OK && count > 0) ...
 *
 * Libraries for compressed files and pictures are loaded when a file needs one: libz.so.1 (.gz), libpng16.so.16
 * (.png), libturbojpeg.so.0 (.jpg); without it that file is refused with a sentence that names the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* which has this file in its place */
#endif
#ifndef WEIR_DATA_H
#define WEIR_DATA_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_dataset weir_dataset;
typedef struct weir_loader weir_loader;

enum { WEIR_FIELDS_MAX = 8 }; /* of a sample */

/* ---- Datasets of arrays -------------------------------------------------------------------- */

/* Sample i is row i of each of `count` arrays, which must have the same number of rows.  `names` may be NULL:
 * the fields are called "0", "1" ...
 * [immediate | any thread | returns +1 (it retains the arrays) | EINVAL ENOMEM] */
WEIR_API weir_status weir_dataset_arrays(weir_array *const *arrays, const char *const *names,
                                         uint32_t count, weir_dataset **out);

enum { WEIR_PART_TRAIN = 0, WEIR_PART_TEST = 1 };

/* MNIST and data of the same form, Fashion-MNIST: files train-images-idx3-ubyte and so on, plain or .gz, in
 * `folder`; NULL: where Debian's package dataset-fashion-mnist puts them.  Fields: "image" uint8 (28, 28) and
 * "label" int64.
 * [blocking on the files | any thread, not inside a task | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_dataset_mnist(weir_runtime *rt, const char *folder, int32_t part,
                                        weir_dataset **out);

/* The array in an IDX file, plain or gzip.
 * [blocking on the file | any thread, not inside a task | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_idx_read(weir_runtime *rt, const char *path, weir_array **out);

typedef struct weir_csv_options {
    size_t size;          /* sizeof(weir_csv_options), set by weir_csv_options_init */
    char delimiter;       /* ',' */
    char unused[3];       /* 0 */
    int32_t header;       /* 1: the first line has names; 0: columns are called "0", "1" ... */
    const char *target;   /* the column that is the field "y"; NULL: there is none */
    const char *columns;  /* those of the field "x", "height,width"; NULL: all but the target */
    int32_t missing;      /* 0: an empty field is refused; 1: it is NaN */
    int32_t dtype;        /* of "x": FLOAT32 or FLOAT64 */
    int32_t target_dtype; /* of "y": FLOAT32, FLOAT64 or INT64 */
    int32_t unused2;
} weir_csv_options;

/* ',', a header, no target, all columns, missing values refused, float32.
 * [immediate | any thread | - | -] */
WEIR_API void weir_csv_options_init(weir_csv_options *options);

/* Numbers in text, a line a sample.  `options` may be NULL for the defaults.  Fields: "x" (columns,), and "y" if
 * there is a target.  Quotes around fields are taken off; what is no number is refused by line and column.
 * [blocking on the file | any thread, not inside a task | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_dataset_csv(weir_runtime *rt, const char *path,
                                      const weir_csv_options *options, weir_dataset **out);

/* ---- Datasets of files --------------------------------------------------------------------- */

typedef struct weir_folder_options {
    size_t size;      /* sizeof(weir_folder_options), set by weir_folder_options_init */
    int32_t height;   /* pictures are resized to this; 0: all must be as large as the first one */
    int32_t width;    /* both or none */
    int32_t channels; /* 1: grey, 3: red, green, blue */
    int32_t unused;
} weir_folder_options;

/* The size of the first picture, 3 channels.
 * [immediate | any thread | - | -] */
WEIR_API void weir_folder_options_init(weir_folder_options *options);

/* Pictures by class: each folder in `path` is a class, in alphabetical order, and every .png, .jpg, .jpeg, .ppm and .pgm in
 * it, or in folders in it, a sample.  Fields: "image" uint8 (height, width, channels) and "label" int64.  A picture
 * that cannot be read fails the batch that it is in, by name.
 * [blocking: lists folders, reads one file | any thread, not inside a task | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_dataset_folder(weir_runtime *rt, const char *path,
                                         const weir_folder_options *options, weir_dataset **out);

/* One picture, as large as it is: uint8 (height, width, channels), with 1 channel (grey) or 3, or with 0 as many of these as
 * the file has.
 * [blocking on the file | any thread, not inside a task | returns +1 | EINVAL ENOMEM ESYS EINTR] */
WEIR_API weir_status weir_image_read(weir_runtime *rt, const char *path, int32_t channels,
                                       weir_array **out);

/* How many classes there are (0: labels have no names), and the name of the index-th, or NULL.
 * [immediate | any thread | borrows | -] */
WEIR_API uint32_t weir_dataset_class_count(const weir_dataset *data);
WEIR_API const char *weir_dataset_class(const weir_dataset *data, uint32_t index);

/* ---- Datasets of your own, and of others --------------------------------------------------- */

/* Issue what makes `count` samples: out[i] is field i, +1.  It is called on the thread that asks for the samples, and may
 * not wait. */
typedef weir_status (*weir_fetch_fn)(void *ctx, const int64_t *index, int64_t count,
                                     weir_array **out);

/* A dataset whose samples `fetch` makes; `free` (may be NULL) is called with ctx in the end.
 * [immediate | any thread | returns +1, takes ctx on success | EINVAL ENOMEM] */
WEIR_API weir_status weir_dataset_function(weir_runtime *rt, int64_t count,
                                           const char *const *names, uint32_t field_count,
                                           weir_fetch_fn fetch, void *ctx, void (*free)(void *ctx),
                                           weir_dataset **out);

/* The samples with these numbers, which are copied.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_dataset_subset(weir_dataset *data, const int64_t *index, int64_t count,
                                         weir_dataset **out);

/* One after the other; they must have the same number of fields.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_dataset_concat(weir_dataset *const *parts, uint32_t count,
                                         weir_dataset **out);

/* One more reference, and one less.
 * [immediate | any thread | returns +1 | -] */
WEIR_API weir_dataset *weir_dataset_retain(weir_dataset *data);
/* [queued, never waits | any thread | takes | -] */
WEIR_API void weir_dataset_release(weir_dataset *data);

/* ---- What a dataset has -------------------------------------------------------------------- */

/* Samples, fields, and the name of the index-th field, or NULL.
 * [immediate | any thread | borrows | -] */
WEIR_API int64_t weir_dataset_count(const weir_dataset *data);
WEIR_API uint32_t weir_dataset_field_count(const weir_dataset *data);
WEIR_API const char *weir_dataset_field(const weir_dataset *data, uint32_t index);
WEIR_API weir_runtime *weir_dataset_runtime(const weir_dataset *data);

/* The whole of a field, where the dataset is made of arrays; else NULL.
 * [immediate | any thread | borrows | -] */
WEIR_API weir_array *weir_dataset_array(const weir_dataset *data, uint32_t field);

/* The samples with these numbers: out[i] is field i.  There is room for *out_count, which becomes their number.  It is
 * not recorded for gradients.
 * [queued | any thread | returns +1 each | EINVAL ENOMEM ECLOSED EINTR or what `fetch` gives] */
WEIR_API weir_status weir_dataset_take(weir_dataset *data, const int64_t *index, int64_t count,
                                       weir_array **out, uint32_t *out_count);

/* ---- Loaders ------------------------------------------------------------------------------- */

typedef struct weir_loader_options {
    size_t size;        /* sizeof(weir_loader_options), set by weir_loader_options_init */
    int64_t batch_size; /* samples */
    uint64_t seed;      /* of the order, and of what transforms draw */
    int32_t shuffle;    /* 1: each epoch in another order, which seed and epoch alone decide */
    int32_t drop_last;  /* 1: a last batch that is not full is left out */
    uint32_t prefetch;  /* batches issued ahead of the one asked for, at most 64 */
    uint32_t unused;
} weir_loader_options;

/* Batches of 1, in order, the last one as it is, 2 ahead.
 * [immediate | any thread | - | -] */
WEIR_API void weir_loader_options_init(weir_loader_options *options);

/* `options` may be NULL for the defaults.
 * [queued | any thread | returns +1 (it retains the dataset) | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_loader_new(weir_dataset *data, const weir_loader_options *options,
                                     weir_loader **out);

/* Append to what is done to each batch: field = op(field, more ...).  `attr` (may be NULL) is copied, but not what
 * it points to; `more` are retained.  Random operators take numbers that seed, epoch and batch alone decide.
 * [immediate | one thread, before the first batch | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_loader_apply(weir_loader *loader, uint32_t field, const weir_op *op,
                                       weir_array *const *more, uint32_t more_count,
                                       const void *attr, size_t attr_size);

/* Replace arrays of a batch by others: release the old one, put the new one there.  Called on the thread that calls
 * weir_loader_next; may not wait for the batch. */
typedef weir_status (*weir_batch_fn)(void *ctx, weir_array **fields, uint32_t count);

/* Append a function; `free` (may be NULL) is called with ctx in the end.
 * [immediate | one thread, before the first batch | takes ctx on success | EINVAL ENOMEM] */
WEIR_API weir_status weir_loader_call(weir_loader *loader, weir_batch_fn fn, void *ctx,
                                      void (*free)(void *ctx));

/* Batches of an epoch.
 * [immediate | any thread | - | -] */
WEIR_API int64_t weir_loader_count(const weir_loader *loader);

/* Begin this epoch (0, 1 ...) with its first batch; what was prepared ahead is let go.  With batches to
 * leave out (`skip`), it goes on where a run that was interrupted had come to.
 * [queued; blocking for the order | one thread | - | EINVAL ENOMEM ECLOSED EDEADLK EINTR] */
WEIR_API weir_status weir_loader_start(weir_loader *loader, uint64_t epoch, int64_t skip);

/* The next batch: out[i] is field i.  There is room for *out_count, which becomes the number of fields, or 0 when the
 * epoch is over; the call after that begins the next one.  It waits for an epoch's order if that is not ready, which
 * is issued an epoch ahead.
 * [queued; blocking for the order | one thread, not inside a task | returns +1 each |
 *  EINVAL ENOMEM ECLOSED EDEADLK EINTR or what datasets and transforms give] */
WEIR_API weir_status weir_loader_next(weir_loader *loader, weir_array **out, uint32_t *out_count);

/* The epoch and the batch that weir_loader_next gives next.
 * [immediate | one thread | - | -] */
WEIR_API uint64_t weir_loader_epoch(const weir_loader *loader);
WEIR_API int64_t weir_loader_batch(const weir_loader *loader);

/* What has been handed out stays.
 * [queued, never waits | one thread | takes | -] */
WEIR_API void weir_loader_free(weir_loader *loader);

/* ---- Random changes to a batch of pictures ------------------------------------------------- */

/* Left and right exchanged in each picture with probability p.  x is (n, height, width, channels), or with
 * channels_first (n, channels, height, width).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_random_flip(weir_array *x, double p, int channels_first, weir_array **y);

/* Of each picture a part of this size, somewhere in it or in `padding` zeros put around it first.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_random_crop(weir_array *x, int64_t height, int64_t width, int64_t padding,
                                      int channels_first, weir_array **y);

#ifdef __cplusplus
}
#endif
#endif
