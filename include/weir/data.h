/* data.h - data for training: datasets, and loaders that prepare batches ahead of use.
 *
 *   sample     A tuple of fields, such as an image and its label.  A field is an array that has the
 *              same shape in all samples.
 *   dataset    A collection of samples.  It returns the samples at a list of indices as one array
 *              per field, with samples along the first axis.  It issues the work and returns: rows
 *              are gathered by operators, files are read by tasks on I/O threads and decoded on
 *              workers.
 *   loader     Iterates over a dataset in batches, one epoch after another, in order or shuffled
 *              with a seed.  It issues a few batches ahead of those requested; they are computed as
 *              soon as they fit in memory.
 *
 *   weir_dataset_mnist(rt, NULL, WEIR_PART_TRAIN, &data);
 *   weir_loader_options_init(&options);
 *   options.batch_size = 256, options.shuffle = 1;
 *   weir_loader_new(data, &options, &loader);
 *   while (weir_loader_next(loader, batch, &count) == WEIR_OK && count > 0) ...
 *
 * Libraries for compressed files and images are loaded when a file needs one: libz.so.1 (.gz),
 * libpng16.so.16 (.png), libturbojpeg.so.0 (.jpg).  Without the library, or in a build that was
 * made without its header, reading such a file fails with a message that names what to install.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* weir.h includes this file in turn */
#endif
#ifndef WEIR_DATA_H
#define WEIR_DATA_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_dataset weir_dataset;
typedef struct weir_loader weir_loader;

enum { WEIR_FIELDS_MAX = 8 }; /* maximum number of fields of a sample */

/* ---- Datasets of arrays -------------------------------------------------------------------- */

/* Create a dataset of arrays: sample i is row i of each of `count` arrays, which must have the same
 * number of rows.  If `names` is NULL, the fields are called "0", "1" ...
 * [immediate | any thread | returns +1 (it retains the arrays) | EINVAL ENOMEM] */
WEIR_API weir_status weir_dataset_arrays(weir_array *const *arrays, const char *const *names,
                                         uint32_t count, weir_dataset **out);

enum { WEIR_PART_TRAIN = 0, WEIR_PART_TEST = 1 };

/* Read MNIST, or a dataset in the same format such as Fashion-MNIST: files train-images-idx3-ubyte
 * and so on, plain or .gz, in `folder`.  If `folder` is NULL, the folder of the Debian package
 * dataset-fashion-mnist is used.  Fields: "image", uint8 of shape (28, 28), and "label", int64.
 * [blocking on the files | any thread, not inside a task | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_dataset_mnist(weir_runtime *rt, const char *folder, int32_t part,
                                        weir_dataset **out);

/* Read the array in an IDX file, plain or gzip.
 * [blocking on the file | any thread, not inside a task | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_idx_read(weir_runtime *rt, const char *path, weir_array **out);

typedef struct weir_csv_options {
    size_t size;    /* sizeof(weir_csv_options), set by weir_csv_options_init */
    char delimiter; /* field separator; default ',' */
    char unused[3]; /* 0 */
    /* 1: the first line has the column names; 0: columns are called "0", "1" ... */
    int32_t header;
    const char *target; /* name of the column that becomes the field "y"; NULL: none */
    /* comma-separated names of the columns that become the field "x", e.g. "height,width"; NULL:
     * all but the target */
    const char *columns;
    int32_t missing;      /* 0: an empty field is an error; 1: an empty field becomes NaN */
    int32_t dtype;        /* dtype of "x": FLOAT32 or FLOAT64 */
    int32_t target_dtype; /* dtype of "y": FLOAT32, FLOAT64 or INT64 */
    int32_t unused2;
} weir_csv_options;

/* Set the defaults: delimiter ',', a header line, no target, all columns, an error for missing
 * values, float32.
 * [immediate | any thread | - | -] */
WEIR_API void weir_csv_options_init_sized(weir_csv_options *options, size_t size);
static inline void weir_csv_options_init(weir_csv_options *options) {
    weir_csv_options_init_sized(options, sizeof *options);
}

/* Read a CSV file of numbers, one sample per line.  `options` may be NULL for the defaults.
 * Fields: "x" of shape (columns,), and "y" if there is a target.  Quotes around fields are removed;
 * a field that is not a number is an error, and the message names its line and column.
 * [blocking on the file | any thread, not inside a task | returns +1 | EINVAL ENOMEM ESYS] */
WEIR_API weir_status weir_dataset_csv(weir_runtime *rt, const char *path,
                                      const weir_csv_options *options, weir_dataset **out);

/* ---- Datasets of files --------------------------------------------------------------------- */

typedef struct weir_folder_options {
    size_t size; /* sizeof(weir_folder_options), set by weir_folder_options_init */
    /* images are resized to this height; 0: all images must have the size of the first one */
    int32_t height;
    int32_t width;    /* set both height and width, or neither */
    int32_t channels; /* 1: greyscale; 3: RGB */
    int32_t unused;
} weir_folder_options;

/* Set the defaults: the size of the first image, 3 channels.
 * [immediate | any thread | - | -] */
WEIR_API void weir_folder_options_init_sized(weir_folder_options *options, size_t size);
static inline void weir_folder_options_init(weir_folder_options *options) {
    weir_folder_options_init_sized(options, sizeof *options);
}

/* Create a dataset of images with one folder per class.  Each folder in `path` is a class, in
 * alphabetical order, and every .png, .jpg, .jpeg, .ppm and .pgm file in it or its subfolders is a
 * sample.  Fields: "image", uint8 of shape (height, width, channels), and "label", int64.  An image
 * that cannot be read fails its batch with a message that names the file.
 * [blocking: lists folders, reads one file | any thread, not inside a task | returns +1 | EINVAL
 * ENOMEM ESYS] */
WEIR_API weir_status weir_dataset_folder(weir_runtime *rt, const char *path,
                                         const weir_folder_options *options, weir_dataset **out);

/* Read one image without resizing it, as a uint8 array of shape (height, width, channels).
 * `channels` is 1 for greyscale, 3 for RGB, or 0 for whichever of these the file has.
 * [blocking on the file | any thread, not inside a task | returns +1 | EINVAL ENOMEM ESYS EINTR] */
WEIR_API weir_status weir_image_read(weir_runtime *rt, const char *path, int32_t channels,
                                     weir_array **out);

/* The number of classes (0 if labels have no names), and the name of the index-th class, or NULL
 * past the end.
 * [immediate | any thread | borrows | -] */
WEIR_API uint32_t weir_dataset_class_count(const weir_dataset *data);
WEIR_API const char *weir_dataset_class(const weir_dataset *data, uint32_t index);

/* ---- Custom and combined datasets ---------------------------------------------------------- */

/* Issue the work that produces `count` samples: out[i] is set to field i, a new reference.  Called
 * on the thread that requests the samples; it must not wait. */
typedef weir_status (*weir_fetch_fn)(void *ctx, const int64_t *index, int64_t count,
                                     weir_array **out);

/* Create a dataset whose samples are produced by `fetch`.  `free` (may be NULL) is called with ctx
 * when the dataset is freed.
 * [immediate | any thread | returns +1, takes ctx on success | EINVAL ENOMEM] */
WEIR_API weir_status weir_dataset_function(weir_runtime *rt, int64_t count,
                                           const char *const *names, uint32_t field_count,
                                           weir_fetch_fn fetch, void *ctx, void (*free)(void *ctx),
                                           weir_dataset **out);

/* Create a dataset of the samples of `data` at these indices, which are copied.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_dataset_subset(weir_dataset *data, const int64_t *index, int64_t count,
                                         weir_dataset **out);

/* Create the concatenation of datasets, which must have the same number of fields.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_dataset_concat(weir_dataset *const *parts, uint32_t count,
                                         weir_dataset **out);

/* Add a reference.
 * [immediate | any thread | returns +1 | -] */
WEIR_API weir_dataset *weir_dataset_retain(weir_dataset *data);
/* Drop a reference.
 * [queued, never waits | any thread | takes | -] */
WEIR_API void weir_dataset_release(weir_dataset *data);

/* ---- Using a dataset ----------------------------------------------------------------------- */

/* The number of samples; the number of fields; the name of the index-th field, or NULL past the
 * end; and the runtime.
 * [immediate | any thread | borrows | -] */
WEIR_API int64_t weir_dataset_count(const weir_dataset *data);
WEIR_API uint32_t weir_dataset_field_count(const weir_dataset *data);
WEIR_API const char *weir_dataset_field(const weir_dataset *data, uint32_t index);
WEIR_API weir_runtime *weir_dataset_runtime(const weir_dataset *data);

/* All samples of a field as one array, if this is a dataset of arrays, else NULL.
 * [immediate | any thread | borrows | -] */
WEIR_API weir_array *weir_dataset_array(const weir_dataset *data, uint32_t field);

/* Get the samples at these indices: out[i] is field i.  `out` has room for *out_count arrays, and
 * *out_count is set to the number of fields.  The operations are not recorded for gradients.
 * [queued | any thread | returns +1 each | EINVAL ENOMEM ECLOSED EINTR or the status of `fetch`] */
WEIR_API weir_status weir_dataset_take(weir_dataset *data, const int64_t *index, int64_t count,
                                       weir_array **out, uint32_t *out_count);

/* ---- Loaders ------------------------------------------------------------------------------- */

typedef struct weir_loader_options {
    size_t size;        /* sizeof(weir_loader_options), set by weir_loader_options_init */
    int64_t batch_size; /* samples per batch */
    uint64_t seed;      /* seed of the order and of random transforms */
    /* 1: shuffle differently in each epoch; the order depends only on the seed and the epoch */
    int32_t shuffle;
    int32_t drop_last; /* 1: an incomplete last batch is dropped */
    /* number of batches issued ahead of the one requested, at most 64 */
    uint32_t prefetch;
    uint32_t unused;
    /* 1: batches are copied to `device` after the transforms; 0: they stay where the dataset and
     * the transforms make them */
    int32_t to_device;
    int32_t device;
} weir_loader_options;

/* Set the defaults: batches of 1 sample, in order, an incomplete last batch kept, 2 batches issued
 * ahead.
 * [immediate | any thread | - | -] */
WEIR_API void weir_loader_options_init_sized(weir_loader_options *options, size_t size);
static inline void weir_loader_options_init(weir_loader_options *options) {
    weir_loader_options_init_sized(options, sizeof *options);
}

/* Create a loader.  `options` may be NULL for the defaults.
 * [queued | any thread | returns +1 (it retains the dataset) | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_loader_new(weir_dataset *data, const weir_loader_options *options,
                                     weir_loader **out);

/* Append a transform of each batch: field = op(field, more ...).  `attr` (may be NULL) has
 * attr_size bytes; it is copied, but memory that its fields point to is not.  The arrays in `more`
 * are retained.  Random operators draw numbers that depend on seed, epoch and batch alone.
 * [immediate | one thread, before the first batch | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_loader_apply(weir_loader *loader, uint32_t field, const weir_op *op,
                                       weir_array *const *more, uint32_t more_count,
                                       const void *attr, size_t attr_size);

/* A function that transforms a batch.  It may replace an array in `fields`, after releasing the old
 * one.  It is called on the thread that calls weir_loader_next, and must not wait for the batch. */
typedef weir_status (*weir_batch_fn)(void *ctx, weir_array **fields, uint32_t count);

/* Append a function as a transform; `free` (may be NULL) is called with ctx when the loader is
 * freed.
 * [immediate | one thread, before the first batch | takes ctx on success | EINVAL ENOMEM] */
WEIR_API weir_status weir_loader_call(weir_loader *loader, weir_batch_fn fn, void *ctx,
                                      void (*free)(void *ctx));

/* The number of batches in an epoch.
 * [immediate | any thread | - | -] */
WEIR_API int64_t weir_loader_count(const weir_loader *loader);

/* Start this epoch (0, 1 ...), skipping its first `skip` batches.  Batches issued ahead are
 * released.  To resume an interrupted run, pass its epoch and the number of batches already used.
 * [queued; blocking for the order | one thread | - | EINVAL ENOMEM ECLOSED EDEADLK EINTR] */
WEIR_API weir_status weir_loader_start(weir_loader *loader, uint64_t epoch, int64_t skip);

/* Get the next batch: out[i] is field i.  `out` has room for *out_count arrays, and *out_count is
 * set to the number of fields, or to 0 at the end of the epoch; the call after that starts the next
 * epoch.  At the start of a shuffled epoch the call waits until the order has been computed; that
 * computation was issued one epoch ahead.
 * [queued; blocking for the order | one thread, not inside a task | returns +1 each | EINVAL ENOMEM
 * ECLOSED EDEADLK EINTR or the status of a dataset or transform] */
WEIR_API weir_status weir_loader_next(weir_loader *loader, weir_array **out, uint32_t *out_count);

/* The epoch and the index of the batch that weir_loader_next returns next.
 * [immediate | one thread | - | -] */
WEIR_API uint64_t weir_loader_epoch(const weir_loader *loader);
WEIR_API int64_t weir_loader_batch(const weir_loader *loader);

/* Free the loader.  Batches already returned stay valid.
 * [queued, never waits | one thread | takes | -] */
WEIR_API void weir_loader_free(weir_loader *loader);

/* ---- Random transforms of a batch of images ------------------------------------------------ */

/* Flip each image left to right with probability p.  x has shape (n, height, width, channels) or,
 * with channels_first, (n, channels, height, width).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_random_flip(weir_array *x, double p, int channels_first, weir_array **y);

/* Crop each image to this size at a random position, after padding it with `padding` zeros on each
 * side.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_random_crop(weir_array *x, int64_t height, int64_t width, int64_t padding,
                                      int channels_first, weir_array **y);

#ifdef __cplusplus
}
#endif
#endif
