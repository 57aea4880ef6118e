/* data.c - datasets, loaders, random transforms of images, and safetensors files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <stdlib.h>

static void release_dataset(void *d) { weir_dataset_release(d); }
static void release_loader(void *l) { weir_loader_free(l); }

const box_type dataset_box = {"Dataset", release_dataset};
static const box_type loader_box = {"Loader", release_loader};

static napi_value wrap(state *s, weir_status status, weir_dataset *data) {
    return status == WEIR_OK ? box_new(s, &dataset_box, data) : throw_status(s, status);
}

/* The strings of a JavaScript array, in a list that ends with NULL; free with texts_free. */
static char **texts_of(state *s, napi_value list, uint32_t *count) {
    *count = 0;
    if (is_missing(s, list)) return NULL;
    napi_get_array_length(s->env, list, count);
    char **texts = calloc(*count + 1, sizeof *texts);
    if (texts == NULL) throw_text(s, "not enough memory");
    for (uint32_t i = 0; texts != NULL && i < *count; i++) {
        napi_value item = NULL;
        napi_get_element(s->env, list, i, &item);
        if ((texts[i] = need_text(s, item)) == NULL) break;
    }
    return texts;
}

static void texts_free(char **texts) {
    for (size_t i = 0; texts != NULL && texts[i] != NULL; i++) free(texts[i]);
    free(texts);
}

static int64_t *indices_of(state *s, napi_value list, uint32_t *count) {
    *count = 0;
    napi_get_array_length(s->env, list, count);
    int64_t *index = calloc(*count + 1, sizeof *index);
    if (index == NULL) throw_text(s, "not enough memory");
    for (uint32_t i = 0; index != NULL && i < *count; i++) {
        napi_value item = NULL;
        napi_get_element(s->env, list, i, &item);
        index[i] = get_i64(s, item);
    }
    return index;
}

/* ---- Datasets -------------------------------------------------------------------------------- */

/* datasetArrays(count, names or null, objects): the arrays are in the frame. */
static napi_value dataset_arrays(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_array *arrays[WEIR_FIELDS_MAX];
    uint32_t count = get_u32(s, args[0]), named;
    weir_dataset *data = NULL;
    if (refused(s)) return call_end(s, NULL);
    if (count > WEIR_FIELDS_MAX)
        return call_end(s, throw_text(s, "dataset: a sample has at most 8 fields"));
    if (!frame_arrays(s, 0, count, arrays)) return call_end(s, NULL);
    char **names = texts_of(s, args[1], &named);
    if (refused(s)) {
        texts_free(names);
        return call_end(s, NULL);
    }
    weir_status status = weir_dataset_arrays(
        arrays, named == count ? (const char *const *)names : NULL, count, &data);
    texts_free(names);
    return call_end(s, wrap(s, status, data));
}

/* datasetMnist(folder or null, part) */
static napi_value dataset_mnist(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    char *folder = get_text(s, args[0]);
    int32_t part = get_i32(s, args[1]);
    weir_dataset *data = NULL;
    napi_value result = NULL;
    if (!refused(s)) {
        weir_status status = weir_dataset_mnist(s->rt, folder, part, &data);
        result = wrap(s, status, data);
    }
    free(folder);
    return call_end(s, result);
}

/* datasetCsv(path, delimiter, header, target, columns, missing, dtype, target dtype) */
static napi_value dataset_csv(napi_env env, napi_callback_info info) {
    napi_value args[8], result = NULL;
    state *s = call_begin(env, info, 8, args);
    weir_csv_options options;
    weir_csv_options_init(&options);
    char *path = need_text(s, args[0]), *delimiter = get_text(s, args[1]),
         *target = get_text(s, args[3]), *columns = get_text(s, args[4]);
    if (delimiter != NULL) options.delimiter = delimiter[0];
    options.header = get_bool(s, args[2]);
    options.target = target, options.columns = columns;
    options.missing = get_bool(s, args[5]);
    options.dtype = get_i32(s, args[6]), options.target_dtype = get_i32(s, args[7]);
    weir_dataset *data = NULL;
    if (!refused(s)) {
        weir_status status = weir_dataset_csv(s->rt, path, &options, &data);
        result = wrap(s, status, data);
    }
    free(path), free(delimiter), free(target), free(columns);
    return call_end(s, result);
}

/* datasetFolder(path, height, width, channels) */
static napi_value dataset_folder(napi_env env, napi_callback_info info) {
    napi_value args[4];
    state *s = call_begin(env, info, 4, args);
    weir_folder_options options;
    weir_folder_options_init(&options);
    options.height = get_i32(s, args[1]), options.width = get_i32(s, args[2]);
    options.channels = get_i32(s, args[3]);
    if (refused(s)) return call_end(s, NULL);
    char *path = need_text(s, args[0]);
    weir_dataset *data = NULL;
    if (path == NULL) return call_end(s, NULL);
    weir_status status = weir_dataset_folder(s->rt, path, &options, &data);
    free(path);
    return call_end(s, wrap(s, status, data));
}

/* datasetSubset(dataset, indices) */
static napi_value dataset_subset(napi_env env, napi_callback_info info) {
    napi_value args[2], result = NULL;
    state *s = call_begin(env, info, 2, args);
    weir_dataset *from = box_get(s, args[0], &dataset_box), *data = NULL;
    uint32_t count;
    if (from == NULL) return call_end(s, NULL);
    int64_t *index = indices_of(s, args[1], &count);
    if (index != NULL && !refused(s)) {
        weir_status status = weir_dataset_subset(from, index, count, &data);
        result = wrap(s, status, data);
    }
    free(index);
    return call_end(s, result);
}

/* datasetConcat(datasets) */
static napi_value dataset_concat(napi_env env, napi_callback_info info) {
    napi_value args[1], result = NULL;
    state *s = call_begin(env, info, 1, args);
    uint32_t count = 0;
    napi_get_array_length(env, args[0], &count);
    weir_dataset **parts = calloc(count + 1, sizeof *parts), *data = NULL;
    bool good = parts != NULL;
    for (uint32_t i = 0; good && i < count; i++) {
        napi_value item = NULL;
        napi_get_element(env, args[0], i, &item);
        good = (parts[i] = box_get(s, item, &dataset_box)) != NULL;
    }
    if (good) {
        weir_status status = weir_dataset_concat(parts, count, &data);
        result = wrap(s, status, data);
    }
    free(parts);
    return call_end(s, result);
}

/* datasetAbout(dataset): { count, fields, classes } */
static napi_value dataset_about(napi_env env, napi_callback_info info) {
    napi_value args[1], about = NULL, fields = NULL, classes = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_dataset *data = box_get(s, args[0], &dataset_box);
    if (data == NULL) return call_end(s, NULL);
    napi_create_object(env, &about);
    napi_create_array(env, &fields);
    napi_create_array(env, &classes);
    for (uint32_t i = 0; i < weir_dataset_field_count(data); i++)
        napi_set_element(env, fields, i, new_text(s, weir_dataset_field(data, i)));
    for (uint32_t i = 0; i < weir_dataset_class_count(data); i++)
        napi_set_element(env, classes, i, new_text(s, weir_dataset_class(data, i)));
    set_f64(s, about, "count", (double)weir_dataset_count(data));
    set(s, about, "fields", fields);
    set(s, about, "classes", classes);
    return call_end(s, about);
}

/* datasetTake(dataset, indices): one slot per field, in the frame. */
static napi_value dataset_take(napi_env env, napi_callback_info info) {
    napi_value args[2], result = NULL;
    state *s = call_begin(env, info, 2, args);
    weir_dataset *data = box_get(s, args[0], &dataset_box);
    weir_array *out[WEIR_FIELDS_MAX];
    uint32_t count, fields = WEIR_FIELDS_MAX;
    if (data == NULL) return call_end(s, NULL);
    int64_t *index = indices_of(s, args[1], &count);
    if (index != NULL && !refused(s)) {
        weir_status status = weir_dataset_take(data, index, count, out, &fields);
        result = status == WEIR_OK ? slots_return(s, out, fields) : throw_status(s, status);
    }
    free(index);
    return call_end(s, result);
}

/* ---- Loaders --------------------------------------------------------------------------------- */

/* loaderNew(dataset, batch size, seed, shuffle, drop last, prefetch, device or null) */
static napi_value loader_new(napi_env env, napi_callback_info info) {
    napi_value args[7];
    state *s = call_begin(env, info, 7, args);
    weir_dataset *data = box_get(s, args[0], &dataset_box);
    weir_loader_options options;
    weir_loader *loader = NULL;
    if (data == NULL) return call_end(s, NULL);
    weir_loader_options_init(&options);
    options.batch_size = get_i64(s, args[1]), options.seed = (uint64_t)get_i64(s, args[2]);
    options.shuffle = get_bool(s, args[3]), options.drop_last = get_bool(s, args[4]);
    options.prefetch = get_u32(s, args[5]);
    if (!is_missing(s, args[6])) options.to_device = 1, options.device = get_i32(s, args[6]);
    if (refused(s)) return call_end(s, NULL);
    weir_status status = weir_loader_new(data, &options, &loader);
    return call_end(s,
                    status == WEIR_OK ? box_new(s, &loader_box, loader) : throw_status(s, status));
}

/* loaderNext(loader): one slot per field, in the frame; 0 fields at the end of an epoch. */
static napi_value loader_next(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    weir_loader *loader = box_get(s, args[0], &loader_box);
    weir_array *out[WEIR_FIELDS_MAX];
    uint32_t count = WEIR_FIELDS_MAX;
    if (loader == NULL) return call_end(s, NULL);
    weir_status status = weir_loader_next(loader, out, &count);
    return call_end(s, status == WEIR_OK ? slots_return(s, out, count) : throw_status(s, status));
}

/* loaderStart(loader, epoch, skip) */
static napi_value loader_start(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_loader *loader = box_get(s, args[0], &loader_box);
    if (loader == NULL) return call_end(s, NULL);
    int64_t epoch = get_i64(s, args[1]), skip = get_i64(s, args[2]);
    if (refused(s)) return call_end(s, NULL);
    weir_status status = weir_loader_start(loader, (uint64_t)epoch, skip);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* loaderAbout(loader): { count, epoch, batch } */
static napi_value loader_about(napi_env env, napi_callback_info info) {
    napi_value args[1], about = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_loader *loader = box_get(s, args[0], &loader_box);
    if (loader == NULL) return call_end(s, NULL);
    napi_create_object(env, &about);
    set_f64(s, about, "count", (double)weir_loader_count(loader));
    set_f64(s, about, "epoch", (double)weir_loader_epoch(loader));
    set_f64(s, about, "batch", (double)weir_loader_batch(loader));
    return call_end(s, about);
}

/* ---- Images and transforms ------------------------------------------------------------------- */

static napi_value one(state *s, weir_status status, weir_array *a) {
    if (status != WEIR_OK) return throw_status(s, status);
    return new_f64(s, slot_take(s, a, false, NULL));
}

/* imageRead(path, channels) */
static napi_value image_read(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    int32_t channels = get_i32(s, args[1]);
    char *path = refused(s) ? NULL : need_text(s, args[0]);
    weir_array *a = NULL;
    if (path == NULL) return call_end(s, NULL);
    weir_status status = weir_image_read(s->rt, path, channels, &a);
    free(path);
    return call_end(s, one(s, status, a));
}

/* idxRead(path) */
static napi_value idx_read(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    char *path = need_text(s, args[0]);
    weir_array *a = NULL;
    if (path == NULL) return call_end(s, NULL);
    weir_status status = weir_idx_read(s->rt, path, &a);
    free(path);
    return call_end(s, one(s, status, a));
}

/* randomFlip(slot, p, channels first) */
static napi_value random_flip(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_array *x = slot_argument(s, args[0]), *y = NULL;
    double p = get_f64(s, args[1]);
    bool first = get_bool(s, args[2]);
    if (x == NULL || refused(s)) return call_end(s, NULL);
    weir_status status = weir_random_flip(x, p, first, &y);
    return call_end(s, one(s, status, y));
}

/* randomCrop(slot, height, width, padding, channels first) */
static napi_value random_crop(napi_env env, napi_callback_info info) {
    napi_value args[5];
    state *s = call_begin(env, info, 5, args);
    weir_array *x = slot_argument(s, args[0]), *y = NULL;
    int64_t height = get_i64(s, args[1]), width = get_i64(s, args[2]), pad = get_i64(s, args[3]);
    bool first = get_bool(s, args[4]);
    if (x == NULL || refused(s)) return call_end(s, NULL);
    weir_status status = weir_random_crop(x, height, width, pad, first, &y);
    return call_end(s, one(s, status, y));
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* filesSave(path, names, metadata as [key, value ...], objects): the arrays are in the frame. */
static napi_value files_save(napi_env env, napi_callback_info info) {
    napi_value args[4];
    state *s = call_begin(env, info, 4, args);
    uint32_t count, pairs;
    char *path = need_text(s, args[0]), **names = texts_of(s, args[1], &count),
         **metadata = texts_of(s, args[2], &pairs);
    weir_array **arrays = calloc(count + 1, sizeof *arrays);
    if (arrays == NULL) throw_text(s, "not enough memory");
    if (!refused(s) && frame_arrays(s, 0, count, arrays)) {
        weir_status status = weir_save_safetensors(path, (const char *const *)names, arrays, count,
                                                   (const char *const *)metadata, pairs / 2);
        if (status != WEIR_OK) throw_status(s, status);
    }
    free(path), texts_free(names), texts_free(metadata), free(arrays);
    return call_end(s, NULL);
}

/* filesLoad(path, map): { arrays: [{ name, slot }], metadata: [key, value ...] } */
static napi_value files_load(napi_env env, napi_callback_info info) {
    napi_value args[2], result = NULL, arrays = NULL, metadata = NULL;
    state *s = call_begin(env, info, 2, args);
    bool map = get_bool(s, args[1]);
    char *path = refused(s) ? NULL : need_text(s, args[0]);
    weir_safetensors *file = NULL;
    if (path == NULL) return call_end(s, NULL);
    weir_status status = weir_safetensors_open(path, &file);
    free(path);
    if (status != WEIR_OK) return call_end(s, throw_status(s, status));
    napi_create_object(env, &result);
    napi_create_array(env, &arrays);
    napi_create_array(env, &metadata);
    for (uint32_t i = 0; i < weir_safetensors_count(file); i++) {
        weir_safetensors_entry entry;
        weir_array *a = NULL;
        napi_value item = NULL;
        status = weir_safetensors_at(file, i, &entry);
        if (status == WEIR_OK)
            status =
                weir_safetensors_load(s->rt, file, i, map ? WEIR_LOAD_MAP : WEIR_LOAD_COPY, &a);
        if (status != WEIR_OK) break;
        napi_create_object(env, &item);
        set(s, item, "name", new_text(s, entry.name));
        set_f64(s, item, "slot", slot_take(s, a, false, NULL));
        napi_set_element(env, arrays, i, item);
    }
    const char *key, *value;
    for (uint32_t i = 0; weir_safetensors_metadata(file, i, &key, &value); i++) {
        napi_set_element(env, metadata, 2 * i, new_text(s, key));
        napi_set_element(env, metadata, 2 * i + 1, new_text(s, value));
    }
    weir_safetensors_close(file);
    set(s, result, "arrays", arrays);
    set(s, result, "metadata", metadata);
    return call_end(s, status == WEIR_OK ? result : throw_status(s, status));
}

const native_function data_functions[] = {{"datasetArrays", dataset_arrays},
                                          {"datasetMnist", dataset_mnist},
                                          {"datasetCsv", dataset_csv},
                                          {"datasetFolder", dataset_folder},
                                          {"datasetSubset", dataset_subset},
                                          {"datasetConcat", dataset_concat},
                                          {"datasetAbout", dataset_about},
                                          {"datasetTake", dataset_take},
                                          {"loaderNew", loader_new},
                                          {"loaderNext", loader_next},
                                          {"loaderStart", loader_start},
                                          {"loaderAbout", loader_about},
                                          {"imageRead", image_read},
                                          {"idxRead", idx_read},
                                          {"randomFlip", random_flip},
                                          {"randomCrop", random_crop},
                                          {"filesSave", files_save},
                                          {"filesLoad", files_load},
                                          {NULL, NULL}};
