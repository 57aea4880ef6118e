/* image_folder.c - pictures in folders: read on I/O threads, decoded on workers.
 *
 * A batch is a parcel.  Tasks that may block read its files, a few tasks so that the disk has something to do; one more
 * task decodes them, picture by picture side by side, into the array of the batch.  A variable for each reading
 * task keeps them in order, and its bytes are those of the files, so that files are read ahead as far as the memory
 * level goes.  How large a file is, is known once it has been read; until then it is taken to be as large as those read
 * so far are on average.  Asking the system would have issuing wait for the disk.  What pixels take while a picture is
 * decoded is the scratch memory of the decoding task: for each worker the largest picture seen.
 *
 *   fetch --> read, read, read, read (I/O threads) --> decode (workers) --> image
 *
 * The list of files is shared by the dataset and its parcels, and goes with the last of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "data/dataset.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

enum { READERS = 4, READ_LEAST = 8, DEPTH_MAX = 16 };

/* ---- The list of files ------------------------------------------------------------------------- */

typedef struct files {
    atomic_int refs;
    weir_runtime *rt;
    char **path, **class_name;
    int32_t *label;
    atomic_uint *size; /* any, relaxed: bytes of each file that has been read, 0: it has not been */
    int64_t count, room;
    atomic_uint_fast64_t read_bytes, read_count; /* any, relaxed: of those, for the average */
    atomic_uint_fast64_t largest;                /* any, relaxed: bytes of pixels of one picture */
    uint32_t workers;
    uint32_t class_count, class_room;
    int32_t height, width, channels;
    bool resize; /* a size was given; else they must have it */
    size_t most; /* bytes of a file, and of its pixels */
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
    if (f->count == f->room) {
        int64_t room = f->room > 0 ? 2 * f->room : 64;
        char **paths = realloc(f->path, (size_t)room * sizeof *paths);
        if (paths != NULL) f->path = paths;
        int32_t *labels = realloc(f->label, (size_t)room * sizeof *labels);
        if (labels != NULL) f->label = labels;
        if (paths == NULL || labels == NULL) return false;
        f->room = room;
    }
    f->path[f->count] = path;
    f->label[f->count++] = label;
    return true;
}

static bool add_class(files *f, const char *name) {
    if (f->class_count == f->class_room) {
        uint32_t room = f->class_room > 0 ? 2 * f->class_room : 16;
        char **names = realloc(f->class_name, room * sizeof *names);
        if (names == NULL) return false;
        f->class_name = names;
        f->class_room = room;
    }
    f->class_name[f->class_count] = strdup(name);
    return f->class_name[f->class_count] != NULL && ++f->class_count > 0;
}

/* By bytes, not as the user's language has it: the same everywhere. */
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

/* All pictures in a folder and in those in it; with label -1 each folder in it is a class of its own. */
static weir_status add_folder(files *f, const char *folder, int32_t label, int depth) {
    struct dirent **entry;
    int count;
    if (depth > DEPTH_MAX)
        return wr_lib_fail(WEIR_EINVAL, "%s: folders are more than %d deep", folder, DEPTH_MAX);
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
    if (path == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: no memory to list it", folder);
    bool inner = e->d_type == DT_DIR ||
                 ((e->d_type == DT_UNKNOWN || e->d_type == DT_LNK) && is_folder(path));
    weir_status status = WEIR_OK;
    bool kept = false;
    if (inner && label < 0) {
        int32_t class_ = (int32_t)f->class_count;
        status = add_class(f, e->d_name) ? add_folder(f, path, class_, depth + 1)
                                         : wr_lib_fail(WEIR_ENOMEM, "%s: no memory", folder);
    } else if (inner) {
        status = add_folder(f, path, label, depth + 1);
    } else if (label >= 0 && wr_picture_is(e->d_name)) {
        kept = add_file(f, path, label);
        if (!kept) status = wr_lib_fail(WEIR_ENOMEM, "%s: no memory to list it", folder);
    }
    if (!kept) free(path);
    return status;
}

/* ---- A batch on its way ------------------------------------------------------------------------ */

typedef struct packed {
    const char *path; /* the list's */
    int64_t number;   /* in the list */
    unsigned char *bytes;
    size_t size;
} packed;

typedef struct parcel {
    atomic_int refs;                  /* tasks that have it, and who makes it */
    atomic_bool dropped[READERS + 1]; /* tasks that have let go of it; the last one decodes */
    files *from;
    weir_var *image; /* no reference: the tasks' accesses keep it */
    int64_t count;
    packed file[];
} parcel;

typedef struct reading { /* the argument of one reading task, copied */
    parcel *parcel;
    uint32_t reader;
    int64_t begin, end;
} reading;

static void parcel_release(parcel *p) {
    if (atomic_fetch_sub_explicit(&p->refs, 1, memory_order_acq_rel) != 1) return;
    for (int64_t i = 0; i < p->count; i++) free(p->file[i].bytes);
    files_release(p->from);
    free(p);
}

/* What went wrong with a file: the end of a long path is the part that tells. */
static weir_status blame(weir_context *ctx, weir_status status, const char *path, const char *why) {
    char text[320];
    size_t size = strlen(path);
    bool cut = size > 80;
    snprintf(text, sizeof text, "%s%s: %s", cut ? "..." : "", cut ? path + size - 77 : path, why);
    return weir_context_fail(ctx, status, text);
}

static void note_size(files *l, const packed *f) {
    unsigned size = f->size < UINT32_MAX ? (unsigned)f->size : UINT32_MAX;
    if (size == 0) size = 1;
    if (atomic_exchange_explicit(&l->size[f->number], size, memory_order_relaxed) != 0) return;
    atomic_fetch_add_explicit(&l->read_bytes, size, memory_order_relaxed);
    atomic_fetch_add_explicit(&l->read_count, 1, memory_order_relaxed);
}

/* How many bytes a reading task is going to bring. */
static uint64_t size_of(parcel *p, int64_t begin, int64_t end) {
    files *l = p->from;
    uint64_t bytes = 0, count = atomic_load_explicit(&l->read_count, memory_order_relaxed);
    uint64_t read = atomic_load_explicit(&l->read_bytes, memory_order_relaxed);
    for (int64_t i = begin; i < end; i++) {
        unsigned known = atomic_load_explicit(&l->size[p->file[i].number], memory_order_relaxed);
        bytes += known > 0 ? known : count > 0 ? read / count : 1;
    }
    return bytes;
}

static void note_pixels(files *l, const wr_picture *picture) {
    uint64_t bytes =
        (uint64_t)picture->height * (uint64_t)picture->width * (uint64_t)picture->channels;
    uint64_t most = atomic_load_explicit(&l->largest, memory_order_relaxed);
    while (bytes > most && !atomic_compare_exchange_weak(&l->largest, &most, bytes)) {}
}

static uint64_t pixels_of(const parcel *p) {
    uint64_t run_inline =
        p->from->workers < (uint64_t)p->count ? p->from->workers : (uint64_t)p->count;
    return run_inline * atomic_load_explicit(&p->from->largest, memory_order_relaxed);
}

static weir_status read_run(weir_context *ctx, void *arg) {
    const reading *r = arg;
    for (int64_t i = r->begin; i < r->end; i++) {
        packed *f = &r->parcel->file[i];
        weir_status status =
            wr_file_read(f->path, r->parcel->from->most, NULL, &f->bytes, &f->size);
        if (status != WEIR_OK) {
            const char *said = weir_error(); /* begins with the path, whose end tells */
            size_t size = strlen(said);
            return weir_context_fail(ctx, status, size > 150 ? said + size - 150 : said);
        }
        note_size(r->parcel->from, f);
    }
    return WEIR_OK;
}

static void let_go(parcel *p, uint32_t task) {
    atomic_store_explicit(&p->dropped[task], true, memory_order_relaxed);
    parcel_release(p);
}

static void read_drop(void *arg) {
    const reading *r = arg;
    let_go(r->parcel, r->reader);
}

static const weir_kind read_kind = {.size = sizeof read_kind,
                                    .name = "read_pictures",
                                    .run = read_run,
                                    .drop = read_drop,
                                    .flags = WEIR_KIND_PURE | WEIR_KIND_IO};

typedef struct decoding {
    weir_context *ctx;
    parcel *parcel;
    unsigned char *to;
} decoding;

static weir_status decode_one(const decoding *d, packed *f, unsigned char *to) {
    files *l = d->parcel->from;
    wr_picture picture;
    char why[160];
    weir_status status = wr_picture_decode(f->bytes, f->size, l->most, &picture, why, sizeof why);
    if (status != WEIR_OK) return blame(d->ctx, status, f->path, why);
    note_pixels(l, &picture);
    if (!l->resize && (picture.height != l->height || picture.width != l->width)) {
        snprintf(why, sizeof why, "it is %d x %d, and the first picture %d x %d; give a size",
                 picture.height, picture.width, l->height, l->width);
        status = blame(d->ctx, WEIR_EINVAL, f->path, why);
    } else if (!wr_picture_fit(&picture, l->height, l->width, l->channels, to)) {
        status = blame(d->ctx, WEIR_ENOMEM, f->path, "no memory to resize it");
    }
    free(picture.pixels);
    free(f->bytes); /* as early as can be */
    f->bytes = NULL;
    return status;
}

static weir_status decode_range(void *arg, int64_t begin, int64_t end) {
    const decoding *d = arg;
    const files *l = d->parcel->from;
    size_t size = (size_t)l->height * (size_t)l->width * (size_t)l->channels;
    for (int64_t i = begin; i < end; i++)
        WR_TRY(decode_one(d, &d->parcel->file[i], d->to + (size_t)i * size));
    return WEIR_OK;
}

static weir_status decode_run(weir_context *ctx, void *arg) {
    void *data;
    decoding d = {.ctx = ctx, .parcel = arg};
    WR_TRY(weir_context_data(ctx, d.parcel->image, &data));
    d.to = data;
    return weir_parallel_for(ctx, d.parcel->count, 1, decode_range, &d);
}

static void decode_drop(void *arg) { let_go(arg, READERS); }

static const weir_kind decode_kind = {.size = sizeof decode_kind,
                                      .name = "decode_pictures",
                                      .run = decode_run,
                                      .drop = decode_drop,
                                      .flags = WEIR_KIND_PURE};

/* A push that takes a reference to the parcel with it.  If it fails, the task was not queued and the reference is still
 * ours; or it has run in this call (WEIR_SERIAL), failed, and let go of it, on this thread. */
static weir_status push(parcel *p, const weir_task *task, uint32_t number) {
    atomic_fetch_add_explicit(&p->refs, 1, memory_order_relaxed);
    weir_status status = weir_task_push(p->from->rt, task);
    if (status != WEIR_OK && !atomic_load_explicit(&p->dropped[number], memory_order_relaxed))
        parcel_release(p);
    return status;
}

static weir_status issue(parcel *p) {
    weir_var *read[READERS] = {NULL}, *image = p->image;
    uint32_t readers = 0;
    int64_t piece = (p->count + READERS - 1) / READERS;
    weir_status status = WEIR_OK;
    if (piece < READ_LEAST) piece = READ_LEAST;
    for (int64_t at = 0; at < p->count && status == WEIR_OK; at += piece) { /* NOLINT: as below */
        reading r = {p, readers, at, at + piece < p->count ? at + piece : p->count};
        weir_var_options options = {
            .size = sizeof options, .bytes = size_of(p, r.begin, r.end), .site = weir_site_get()};
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
                          .scratch_bytes = pixels_of(p),
                          .site = weir_site_get()};
        status = push(p, &task, READERS);
    }
    for (uint32_t i = 0; i < readers; i++) weir_var_release(read[i]);
    return status;
}

static weir_status fetch(void *ctx, const int64_t *index, int64_t count, weir_array **out) {
    files *f = ctx;
    int64_t shape[4] = {count, f->height, f->width, f->channels};
    parcel *p = calloc(1, sizeof *p + (size_t)count * sizeof *p->file);
    int64_t *label = malloc((size_t)(count > 0 ? count : 1) * sizeof *label);
    weir_status status =
        p != NULL && label != NULL
            ? WEIR_OK
            : wr_lib_fail(WEIR_ENOMEM, "no memory for %lld pictures", (long long)count);
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
    if (status == WEIR_OK) status = weir_array_to_fill(f->rt, WEIR_UINT8, shape, 4, &out[0]);
    if (status == WEIR_OK) {
        p->image = weir_array_var(out[0]);
        status = issue(p);
    }
    if (status == WEIR_OK) status = weir_array_new(f->rt, WEIR_INT64, &count, 1, label, &out[1]);
    if (p != NULL) parcel_release(p); /* NOLINT: one of several references */
    free(label);
    return status;
}

/* ---- The dataset ------------------------------------------------------------------------------- */

void weir_folder_options_init(weir_folder_options *options) {
    if (options == NULL) return;
    *options = (weir_folder_options){.size = sizeof *options, .channels = 3};
}

/* Without a size, that of the first picture is everybody's. */
static weir_status look_at_first(files *f) {
    unsigned char *bytes;
    size_t size;
    wr_picture picture;
    char why[160];
    WR_TRY(wr_file_read(f->path[0], f->most, NULL, &bytes, &size));
    weir_status status = wr_picture_decode(bytes, size, f->most, &picture, why, sizeof why);
    free(bytes);
    if (status != WEIR_OK) return wr_lib_fail(status, "%s: %s", f->path[0], why);
    note_size(f, &(packed){.size = size});
    note_pixels(f, &picture);
    f->height = picture.height;
    f->width = picture.width;
    free(picture.pixels);
    return WEIR_OK;
}

/* With one, its file alone is looked at, for the first guess at the size of others. */
static void measure_first(files *f) {
    struct stat about;
    if (stat(f->path[0], &about) == 0 && about.st_size > 0)
        note_size(f, &(packed){.size = (size_t)about.st_size});
}

static weir_status check_options(const char *path, const weir_folder_options *o) {
    if (o->size != sizeof *o)
        return wr_lib_fail(WEIR_EINVAL, "weir_dataset_folder: call weir_folder_options_init first");
    if (o->channels != 1 && o->channels != 3)
        return wr_lib_fail(WEIR_EINVAL, "%s: %d channels; wants 1 or 3", path, o->channels);
    if (o->height < 0 || o->width < 0 || (o->height == 0) != (o->width == 0) ||
        o->height > 1 << 15 || o->width > 1 << 15)
        return wr_lib_fail(WEIR_EINVAL, "%s: pictures of %d x %d; wants 1 to %d, or 0 x 0", path,
                           o->height, o->width, 1 << 15);
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
    if (options != NULL) o = *options;
    WR_TRY(check_options(path, &o));
    files *f = calloc(1, sizeof *f);
    if (f == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: no memory to list it", path);
    atomic_init(&f->refs, 1);
    f->resize = o.height > 0;
    f->most = wr_file_most(rt);
    f->rt = rt, f->height = o.height, f->width = o.width, f->channels = o.channels;
    weir_status status = add_folder(f, path, -1, 0);
    if (status == WEIR_OK && f->count == 0)
        status = wr_lib_fail(WEIR_EINVAL,
                             "%s: no pictures (.png, .jpg, .ppm, .pgm) in folders in it", path);
    weir_stats stats = {.size = sizeof stats};
    if (status == WEIR_OK) status = weir_stats_get(rt, &stats);
    f->workers = stats.workers;
    f->size = calloc((size_t)f->count + 1, sizeof *f->size);
    if (status == WEIR_OK && f->size == NULL)
        status = wr_lib_fail(WEIR_ENOMEM, "%s: no memory to list it", path);
    atomic_init(&f->largest, (uint64_t)f->height * (uint64_t)f->width * 4);
    if (status == WEIR_OK && f->height == 0)
        status = look_at_first(f);
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
