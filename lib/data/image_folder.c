/* image_folder.c - datasets of image files in folders: files are read on I/O threads and decoded on
 * workers.
 *
 * A few I/O tasks read the files of a batch concurrently; one more task decodes them in parallel
 * into the array of the batch.  Each reading task writes a variable, which orders the task before
 * the decoding task.  The variable's size is that of the files, so the memory limit bounds how far
 * ahead files are read.  The size of a file is known only after it has been read; until then the
 * average of the files read so far is assumed, because a stat call would make the issuing thread
 * wait for the disk.  The pixels of the images being decoded count as scratch memory of the
 * decoding task: for each worker, the size of the largest image seen so far.
 *
 *   fetch --> read, read, read, read (I/O threads) --> decode (workers) --> image
 *
 * The list of files is shared by the dataset and its batches, and freed with the last of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "data/dataset.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

enum { READERS = 4, READ_MIN = 8, DEPTH_MAX = 16 };

/* ---- The list of files ----------------------------------------------------------------------- */

typedef struct files {
    atomic_int refs;
    weir_runtime *rt;
    char **path, **class_name;
    int32_t *label;
    /* any thread, relaxed: size of each file in bytes, or 0 if it has not been read yet */
    atomic_uint *size;
    int64_t count, capacity;
    /* any thread, relaxed: total size and number of the files read so far */
    atomic_uint_fast64_t read_bytes, read_count;
    atomic_uint_fast64_t largest; /* any thread, relaxed: pixel bytes of the largest image so far */
    uint32_t workers;
    uint32_t class_count, class_capacity;
    int32_t height, width, channels;
    bool resize;  /* true: images are resized to height x width; false: all must have this size */
    size_t limit; /* maximum size of a file and of its decoded pixels, in bytes */
} files;

static void files_release(void *ctx) {
    files *f = ctx;
    if (f == NULL || atomic_fetch_sub_explicit(&f->refs, 1, memory_order_acq_rel) != 1) return;
    for (int64_t i = 0; i < f->count; i++) free(f->path[i]);
    for (uint32_t i = 0; i < f->class_count; i++) free(f->class_name[i]);
    free(f->path);
    free(f->class_name);
    free(f->label);
    free(f->size);
    free(f);
}

static bool add_file(files *f, char *path, int32_t label) {
    if (f->count == f->capacity) {
        int64_t capacity = f->capacity > 0 ? 2 * f->capacity : 64;
        char **paths = realloc(f->path, (size_t)capacity * sizeof *paths);
        if (paths != NULL) f->path = paths;
        int32_t *labels = realloc(f->label, (size_t)capacity * sizeof *labels);
        if (labels != NULL) f->label = labels;
        if (paths == NULL || labels == NULL) return false;
        f->capacity = capacity;
    }
    f->path[f->count] = path;
    f->label[f->count++] = label;
    return true;
}

static bool add_class(files *f, const char *name) {
    if (f->class_count == f->class_capacity) {
        uint32_t capacity = f->class_capacity > 0 ? 2 * f->class_capacity : 16;
        char **names = realloc(f->class_name, capacity * sizeof *names);
        if (names == NULL) return false;
        f->class_name = names;
        f->class_capacity = capacity;
    }
    f->class_name[f->class_count] = strdup(name);
    return f->class_name[f->class_count] != NULL && ++f->class_count > 0;
}

/* Compare names bytewise, not by locale, so that the order is the same everywhere. */
static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *e) { return e->d_name[0] != '.'; }

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static weir_status list_folder(const char *path, struct dirent ***entry, int *count) {
    *count = scandir(path, entry, is_visible, by_name);
    return *count >= 0 ? WEIR_OK : wr_lib_fail_system(path);
}

static weir_status add_entry(files *f, const char *folder, const struct dirent *e, int32_t label,
                             int depth);

/* Add all images in a folder and its subfolders.  With label -1, each subfolder becomes a class. */
static weir_status add_folder(files *f, const char *folder, int32_t label, int depth) {
    struct dirent **entry;
    int count;
    if (depth > DEPTH_MAX)
        return wr_lib_fail(WEIR_EINVAL, "%s: folders are nested more than %d levels deep", folder,
                           DEPTH_MAX);
    WR_TRY(list_folder(folder, &entry, &count));
    weir_status status = WEIR_OK;
    for (int i = 0; i < count; i++) {
        if (status == WEIR_OK) status = add_entry(f, folder, entry[i], label, depth);
        free(entry[i]);
    }
    free(entry);
    return status;
}

static weir_status add_entry(files *f, const char *folder, const struct dirent *e, int32_t label,
                             int depth) {
    char *path = wr_path_join(folder, e->d_name);
    if (path == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory while listing the folder", folder);
    bool inner = e->d_type == DT_DIR ||
                 ((e->d_type == DT_UNKNOWN || e->d_type == DT_LNK) && is_folder(path));
    weir_status status = WEIR_OK;
    bool added = false;
    if (inner && label < 0) {
        int32_t class_ = (int32_t)f->class_count;
        status = add_class(f, e->d_name) ? add_folder(f, path, class_, depth + 1)
                                         : wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", folder);
    } else if (inner) {
        status = add_folder(f, path, label, depth + 1);
    } else if (label >= 0 && wr_image_has_suffix(e->d_name)) {
        added = add_file(f, path, label);
        if (!added)
            status = wr_lib_fail(WEIR_ENOMEM, "%s: out of memory while listing the folder", folder);
    }
    if (!added) free(path);
    return status;
}

/* ---- Batches in progress --------------------------------------------------------------------- */

typedef struct image_file {
    const char *path; /* borrowed from the list of files */
    int64_t number;   /* the file's index in the list */
    unsigned char *bytes;
    size_t size;
} image_file;

typedef struct image_batch {
    atomic_int refs; /* references held by the tasks, and by fetch while it issues them */
    /* whether each reader has released its reference to the batch; the last entry is for the
     * decoder */
    atomic_bool dropped[READERS + 1];
    files *from;
    weir_var *image; /* borrowed: the tasks' accesses keep the variable alive */
    int64_t count;
    image_file file[];
} image_batch;

typedef struct reading { /* the argument of one reading task; the engine copies it */
    image_batch *batch;
    uint32_t reader;
    int64_t begin, end;
} reading;

static void batch_release(image_batch *p) {
    if (atomic_fetch_sub_explicit(&p->refs, 1, memory_order_acq_rel) != 1) return;
    for (int64_t i = 0; i < p->count; i++) free(p->file[i].bytes);
    files_release(p->from);
    free(p);
}

/* Fail the task with a message about a file.  If the path is too long, its beginning is omitted. */
static weir_status fail_file(weir_context *ctx, weir_status status, const char *path,
                             const char *why) {
    char text[320];
    size_t size = strlen(path);
    bool cut = size > 56;
    snprintf(text, sizeof text, "%s%s: %s", cut ? "..." : "", cut ? path + size - 53 : path, why);
    return weir_context_fail(ctx, status, text);
}

static void note_size(files *l, const image_file *f) {
    unsigned size = f->size < UINT32_MAX ? (unsigned)f->size : UINT32_MAX;
    if (size == 0) size = 1;
    if (atomic_exchange_explicit(&l->size[f->number], size, memory_order_relaxed) != 0) return;
    atomic_fetch_add_explicit(&l->read_bytes, size, memory_order_relaxed);
    atomic_fetch_add_explicit(&l->read_count, 1, memory_order_relaxed);
}

/* Estimate the total size in bytes of files `begin` to `end - 1` of the batch. */
static uint64_t estimate_bytes(image_batch *p, int64_t begin, int64_t end) {
    files *l = p->from;
    uint64_t bytes = 0, count = atomic_load_explicit(&l->read_count, memory_order_relaxed);
    uint64_t read = atomic_load_explicit(&l->read_bytes, memory_order_relaxed);
    for (int64_t i = begin; i < end; i++) {
        unsigned known = atomic_load_explicit(&l->size[p->file[i].number], memory_order_relaxed);
        bytes += known > 0 ? known : count > 0 ? read / count : 1;
    }
    return bytes;
}

static void note_pixels(files *l, const wr_image *image) {
    uint64_t bytes = (uint64_t)image->height * (uint64_t)image->width * (uint64_t)image->channels;
    uint64_t largest = atomic_load_explicit(&l->largest, memory_order_relaxed);
    while (bytes > largest && !atomic_compare_exchange_weak(&l->largest, &largest, bytes)) {}
}

/* Estimate the total size in bytes of the pixels that the decoding task holds at any time: one
 * image for each worker. */
static uint64_t scratch_bytes(const image_batch *p) {
    uint64_t workers =
        p->from->workers < (uint64_t)p->count ? p->from->workers : (uint64_t)p->count;
    return workers * atomic_load_explicit(&p->from->largest, memory_order_relaxed);
}

static weir_status read_run(weir_context *ctx, void *arg) {
    const reading *r = arg;
    for (int64_t i = r->begin; i < r->end; i++) {
        image_file *f = &r->batch->file[i];
        weir_status status =
            wr_file_read(f->path, r->batch->from->limit, NULL, &f->bytes, &f->size);
        if (status != WEIR_OK) {
            /* if the message is too long, its beginning is omitted */
            const char *message = weir_error();
            size_t size = strlen(message);
            return weir_context_fail(ctx, status, size > 150 ? message + size - 150 : message);
        }
        note_size(r->batch->from, f);
    }
    return WEIR_OK;
}

static void drop(image_batch *p, uint32_t task) {
    atomic_store_explicit(&p->dropped[task], true, memory_order_relaxed);
    batch_release(p);
}

static void read_drop(void *arg) {
    const reading *r = arg;
    drop(r->batch, r->reader);
}

static const weir_kind read_kind = {.size = sizeof read_kind,
                                    .name = "read_images",
                                    .run = read_run,
                                    .drop = read_drop,
                                    .flags = WEIR_KIND_PURE | WEIR_KIND_IO};

typedef struct decoding {
    weir_context *ctx;
    image_batch *batch;
    unsigned char *to;
} decoding;

static weir_status decode_one(const decoding *d, image_file *f, unsigned char *to) {
    files *l = d->batch->from;
    wr_image image;
    char why[160];
    weir_status status = wr_image_decode(f->bytes, f->size, l->limit, &image, why, sizeof why);
    if (status != WEIR_OK) return fail_file(d->ctx, status, f->path, why);
    note_pixels(l, &image);
    if (!l->resize && (image.height != l->height || image.width != l->width)) {
        snprintf(
            why, sizeof why,
            "the image has %d x %d pixels, but the first image has %d x %d; set height and width "
            "to resize",
            image.height, image.width, l->height, l->width);
        status = fail_file(d->ctx, WEIR_EINVAL, f->path, why);
    } else if (!wr_image_resize(&image, l->height, l->width, l->channels, to)) {
        status = fail_file(d->ctx, WEIR_ENOMEM, f->path, "out of memory while resizing the image");
    }
    free(image.pixels);
    free(f->bytes); /* free the file's contents as early as possible */
    f->bytes = NULL;
    return status;
}

static weir_status decode_range(void *arg, int64_t begin, int64_t end) {
    const decoding *d = arg;
    const files *l = d->batch->from;
    size_t size = (size_t)l->height * (size_t)l->width * (size_t)l->channels;
    for (int64_t i = begin; i < end; i++)
        WR_TRY(decode_one(d, &d->batch->file[i], d->to + (size_t)i * size));
    return WEIR_OK;
}

static weir_status decode_run(weir_context *ctx, void *arg) {
    void *data;
    decoding d = {.ctx = ctx, .batch = arg};
    WR_TRY(weir_context_data(ctx, d.batch->image, &data));
    d.to = data;
    return weir_parallel_for(ctx, d.batch->count, 1, decode_range, &d);
}

static void decode_drop(void *arg) { drop(arg, READERS); }

static const weir_kind decode_kind = {.size = sizeof decode_kind,
                                      .name = "decode_images",
                                      .run = decode_run,
                                      .drop = decode_drop,
                                      .flags = WEIR_KIND_PURE};

/* Push a task that holds a reference to the batch.  If the push fails, there are two cases.  Either
 * the task was not queued, and the reference is released here.  Or the task ran inside this call
 * (WEIR_SERIAL) and failed; then it has already released the reference, on this thread. */
static weir_status push(image_batch *p, const weir_task *task, uint32_t number) {
    atomic_fetch_add_explicit(&p->refs, 1, memory_order_relaxed);
    weir_status status = weir_task_push(p->from->rt, task);
    if (status != WEIR_OK && !atomic_load_explicit(&p->dropped[number], memory_order_relaxed))
        batch_release(p);
    return status;
}

static weir_status issue(image_batch *p) {
    weir_var *read[READERS] = {NULL}, *image = p->image;
    uint32_t readers = 0;
    int64_t piece = (p->count + READERS - 1) / READERS;
    weir_status status = WEIR_OK;
    if (piece < READ_MIN) piece = READ_MIN;
    /* The caller holds a reference too: see fetch(). NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
    for (int64_t at = 0; at < p->count && status == WEIR_OK; at += piece) {
        reading r = {p, readers, at, at + piece < p->count ? at + piece : p->count};
        weir_var_options options = {.size = sizeof options,
                                    .bytes = estimate_bytes(p, r.begin, r.end),
                                    .site = weir_site_get()};
        status = weir_var_new(p->from->rt, &options, &read[readers]);
        if (status != WEIR_OK) break;
        weir_task task = {.size = sizeof task,
                          .kind = &read_kind,
                          .arg = &r,
                          .arg_size = sizeof r,
                          .writes = &read[readers],
                          .write_count = 1,
                          .site = weir_site_get()};
        status = push(p, &task, readers++);
    }
    if (status == WEIR_OK) {
        weir_task task = {.size = sizeof task,
                          .kind = &decode_kind,
                          .arg = p,
                          .reads = read,
                          .read_count = readers,
                          .writes = &image,
                          .write_count = 1,
                          .scratch_bytes = scratch_bytes(p),
                          .site = weir_site_get()};
        status = push(p, &task, READERS);
    }
    for (uint32_t i = 0; i < readers; i++) weir_var_release(read[i]);
    return status;
}

static weir_status fetch(void *ctx, const int64_t *index, int64_t count, weir_array **out) {
    files *f = ctx;
    int64_t shape[4] = {count, f->height, f->width, f->channels};
    image_batch *p = calloc(1, sizeof *p + (size_t)count * sizeof *p->file);
    int64_t *label = malloc((size_t)(count > 0 ? count : 1) * sizeof *label);
    weir_status status =
        p != NULL && label != NULL
            ? WEIR_OK
            : wr_lib_fail(WEIR_ENOMEM, "weir_dataset_folder: not enough memory for %lld image%s",
                          (long long)count, count == 1 ? "" : "s");
    if (p != NULL) {
        atomic_init(&p->refs, 1);
        atomic_fetch_add_explicit(&f->refs, 1, memory_order_relaxed);
        p->from = f;
        p->count = count;
    }
    for (int64_t i = 0; i < count && status == WEIR_OK; i++) {
        p->file[i].path = f->path[index[i]];
        p->file[i].number = index[i];
        label[i] = f->label[index[i]];
    }
    int32_t outer = weir_default_device_set(WEIR_CPU(0)); /* tasks of the CPU decode the pictures */
    if (status == WEIR_OK) status = weir_array_to_fill(f->rt, WEIR_UINT8, shape, 4, &out[0]);
    if (status == WEIR_OK) {
        p->image = weir_array_var(out[0]);
        status = issue(p);
    }
    if (status == WEIR_OK) status = weir_array_new(f->rt, WEIR_INT64, &count, 1, label, &out[1]);
    weir_default_device_set(outer);
    if (p != NULL) batch_release(p); /* NOLINT: the tasks hold other references */
    free(label);
    return status;
}

/* ---- The dataset ----------------------------------------------------------------------------- */

void weir_folder_options_init_sized(weir_folder_options *options, size_t size) {
    const weir_folder_options defaults = {.size = size, .channels = 3};
    if (options != NULL && size >= sizeof size)
        weir_struct_copy(options, size, &defaults, sizeof defaults);
}

/* Set the height and width to those of the first image.  Called if the options give no size; all
 * images must then have this size. */
static weir_status read_first(files *f) {
    unsigned char *bytes;
    size_t size;
    wr_image image;
    char why[160];
    WR_TRY(wr_file_read(f->path[0], f->limit, NULL, &bytes, &size));
    weir_status status = wr_image_decode(bytes, size, f->limit, &image, why, sizeof why);
    free(bytes);
    if (status != WEIR_OK) return wr_lib_fail(status, "%s: %s", f->path[0], why);
    note_size(f, &(image_file){.size = size});
    note_pixels(f, &image);
    f->height = image.height;
    f->width = image.width;
    free(image.pixels);
    return WEIR_OK;
}

/* Get the size in bytes of the first file, as the first estimate for the others.  Called instead of
 * read_first if the options give the height and width, so that no image is read in advance. */
static void measure_first(files *f) {
    struct stat about;
    if (stat(f->path[0], &about) == 0 && about.st_size > 0)
        note_size(f, &(image_file){.size = (size_t)about.st_size});
}

static weir_status check_options(const char *path, const weir_folder_options *o) {
    if (o->unused != 0)
        return wr_lib_fail(WEIR_EINVAL, "weir_dataset_folder: options->unused is %d; set it to 0",
                           o->unused);
    if (o->channels != 1 && o->channels != 3)
        return wr_lib_fail(WEIR_EINVAL, "weir_dataset_folder: %s: channels=%d; expected 1 or 3",
                           path, o->channels);
    if (o->height < 0 || o->width < 0 || (o->height == 0) != (o->width == 0) ||
        o->height > 1 << 15 || o->width > 1 << 15)
        return wr_lib_fail(
            WEIR_EINVAL,
            "weir_dataset_folder: %s: height=%d, width=%d; expected 1 to %d each, or 0 for both "
            "to use the size of the image files",
            path, o->height, o->width, 1 << 15);
    return WEIR_OK;
}

weir_status weir_dataset_folder(weir_runtime *rt, const char *path,
                                const weir_folder_options *options, weir_dataset **out) {
    static const char *const names[2] = {"image", "label"};
    weir_folder_options o;
    if (rt == NULL || path == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_dataset_folder: %s is NULL",
                           rt == NULL     ? "rt"
                           : path == NULL ? "path"
                                          : "out");
    weir_folder_options_init(&o);
    if (options != NULL)
        WR_TRY(weir_struct_take(&o, sizeof o, options, WEIR_SIZE_UP_TO(weir_folder_options, unused),
                                "weir_dataset_folder", "weir_folder_options"));
    WR_TRY(check_options(path, &o));
    files *f = calloc(1, sizeof *f);
    if (f == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory while listing the folder", path);
    atomic_init(&f->refs, 1);
    f->resize = o.height > 0;
    f->limit = wr_file_size_limit(rt);
    f->rt = rt, f->height = o.height, f->width = o.width, f->channels = o.channels;
    weir_status status = add_folder(f, path, -1, 0);
    if (status == WEIR_OK && f->count == 0)
        status = wr_lib_fail(WEIR_EINVAL,
                             "%s: the subfolders contain no images (.png, .jpg, .jpeg, .ppm, .pgm)",
                             path);
    weir_stats stats = {.size = sizeof stats};
    if (status == WEIR_OK) status = weir_stats_get(rt, &stats);
    f->workers = stats.workers;
    f->size = calloc((size_t)f->count + 1, sizeof *f->size);
    if (status == WEIR_OK && f->size == NULL)
        status = wr_lib_fail(WEIR_ENOMEM, "%s: out of memory while listing the folder", path);
    atomic_init(&f->largest, (uint64_t)f->height * (uint64_t)f->width * 4);
    if (status == WEIR_OK && f->height == 0)
        status = read_first(f);
    else if (status == WEIR_OK)
        measure_first(f);
    if (status == WEIR_OK)
        status = weir_dataset_function(rt, f->count, names, 2, fetch, f, files_release, out);
    if (status != WEIR_OK) {
        files_release(f);
        return status;
    }
    (*out)->classes = f->class_name;
    (*out)->class_count = f->class_count;
    return WEIR_OK;
}
