/* data.c - datasets, loaders and safetensors files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <stdlib.h>

#define DATASET(value) HANDLE(dataset, value)
#define LOADER(value)  HANDLE(loader, value)

/* The strings of a Java array as UTF-8, allocated; an entry of null is NULL.  NULL for null. */
static char **texts_of(JNIEnv *env, jobjectArray list) {
    if (list == NULL) return NULL;
    jsize count = (*env)->GetArrayLength(env, list);
    char **texts = calloc((size_t)count + 1, sizeof *texts);
    for (jsize i = 0; texts != NULL && i < count; i++) {
        jstring text = (*env)->GetObjectArrayElement(env, list, i);
        texts[i] = utf8_of(env, text);
        (*env)->DeleteLocalRef(env, text);
    }
    return texts;
}

static void texts_free(JNIEnv *env, jobjectArray list, char **texts) {
    for (jsize i = 0; texts != NULL && i < (*env)->GetArrayLength(env, list); i++) free(texts[i]);
    free(texts);
}

/* ---- Datasets ---------------------------------------------------------------------------------- */

NATIVE(jlong, datasetArrays), jlongArray arrays, jobjectArray names) {
    handles list;
    weir_dataset *made = NULL;
    if (!handles_take(env, arrays, &list)) return 0;
    char **texts = texts_of(env, names);
    (void)fine(
        env, weir_dataset_arrays(arrays_of(&list), (const char *const *)texts, list.count, &made));
    texts_free(env, names, texts);
    handles_free(&list);
    return AS_LONG(made);
}

NATIVE(jlong, datasetMnist), jstring folder, jboolean test) {
    char *text = utf8_of(env, folder);
    weir_dataset *made = NULL;
    (void)fine(
        env, weir_dataset_mnist(the_runtime, text, test ? WEIR_PART_TEST : WEIR_PART_TRAIN, &made));
    free(text);
    return AS_LONG(made);
}

NATIVE(jlong, datasetCsv), jstring path, jstring target, jstring columns, jchar delimiter, jboolean header,
       jboolean missing, jint dtype, jint target_dtype) {
    weir_csv_options options;
    weir_dataset *made = NULL;
    char *file = utf8_of(env, path), *y = utf8_of(env, target), *x = utf8_of(env, columns);
    weir_csv_options_init(&options);
    options.delimiter = (char)delimiter, options.header = header, options.missing = missing;
    options.target = y, options.columns = x;
    if (dtype != 0) options.dtype = dtype;
    if (target_dtype != 0) options.target_dtype = target_dtype;
    (void)fine(env, weir_dataset_csv(the_runtime, file != NULL ? file : "", &options, &made));
    free(file), free(y), free(x);
    return AS_LONG(made);
}

NATIVE(jlong, datasetFolder), jstring path, jint height, jint width, jint channels) {
    weir_folder_options options;
    weir_dataset *made = NULL;
    char *text = utf8_of(env, path);
    weir_folder_options_init(&options);
    options.height = height, options.width = width, options.channels = channels;
    (void)fine(env, weir_dataset_folder(the_runtime, text != NULL ? text : "", &options, &made));
    free(text);
    return AS_LONG(made);
}

NATIVE(jlong, datasetSubset), jlong data, jlongArray index) {
    handles list;
    weir_dataset *made = NULL;
    if (!handles_take(env, index, &list)) return 0;
    (void)fine(env, weir_dataset_subset(DATASET(data), (const int64_t *)(const void *)list.at,
                                        list.count, &made));
    handles_free(&list);
    return AS_LONG(made);
}

NATIVE(jlong, datasetConcat), jlongArray parts) {
    handles list;
    weir_dataset *made = NULL;
    if (!handles_take(env, parts, &list)) return 0;
    (void)fine(env, weir_dataset_concat((weir_dataset *const *)list.at, list.count, &made));
    handles_free(&list);
    return AS_LONG(made);
}

NATIVE(jlong, datasetCount), jlong data) {
    (void)env;
    return weir_dataset_count(DATASET(data));
}
NATIVE(jint, datasetFieldCount), jlong data) {
    (void)env;
    return (jint)weir_dataset_field_count(DATASET(data));
}
NATIVE(jstring, datasetField), jlong data, jint index) {
    const char *name = weir_dataset_field(DATASET(data), (uint32_t)index);
    return name != NULL ? string_of(env, name) : NULL;
}
NATIVE(jint, datasetClassCount), jlong data) {
    (void)env;
    return (jint)weir_dataset_class_count(DATASET(data));
}
NATIVE(jstring, datasetClass), jlong data, jint index) {
    const char *name = weir_dataset_class(DATASET(data), (uint32_t)index);
    return name != NULL ? string_of(env, name) : NULL;
}

NATIVE(jlongArray, datasetTake), jlong data, jlongArray index) {
    handles list;
    weir_array *out[WEIR_FIELDS_MAX];
    uint32_t count = WEIR_FIELDS_MAX;
    jlongArray result = NULL;
    if (!handles_take(env, index, &list)) return NULL;
    if (fine(env, weir_dataset_take(DATASET(data), (const int64_t *)(const void *)list.at,
                                    list.count, out, &count)))
        result = longs_of(env, out, count);
    handles_free(&list);
    return result;
}

NATIVE(jlong, imageRead), jstring path, jint channels) {
    char *text = utf8_of(env, path);
    weir_array *made = NULL;
    (void)fine(env, weir_image_read(the_runtime, text != NULL ? text : "", channels, &made));
    free(text);
    return AS_LONG(made);
}

NATIVE(jlong, randomFlip), jlong x, jdouble p, jboolean channels_first) {
    weir_array *y = NULL;
    (void)fine(env, weir_random_flip(HANDLE(array, x), p, channels_first, &y));
    return AS_LONG(y);
}

NATIVE(jlong, randomCrop), jlong x, jlong height, jlong width, jlong padding, jboolean channels_first) {
    weir_array *y = NULL;
    (void)fine(env, weir_random_crop(HANDLE(array, x), height, width, padding, channels_first, &y));
    return AS_LONG(y);
}

/* ---- Loaders ----------------------------------------------------------------------------------- */

NATIVE(jlong, loaderNew), jlong data, jlong batch, jlong seed, jboolean shuffle, jboolean drop_last, jint prefetch,
       jint device) {
    weir_loader_options options;
    weir_loader *made = NULL;
    weir_loader_options_init(&options);
    options.batch_size = batch, options.seed = (uint64_t)seed, options.shuffle = shuffle;
    options.drop_last = drop_last, options.prefetch = (uint32_t)prefetch;
    options.to_device = device >= 0, options.device = device >= 0 ? device : 0;
    (void)fine(env, weir_loader_new(DATASET(data), &options, &made));
    return AS_LONG(made);
}

NATIVE(jlong, loaderCount), jlong loader) {
    (void)env;
    return weir_loader_count(LOADER(loader));
}
NATIVE(jlong, loaderEpoch), jlong loader) {
    (void)env;
    return (jlong)weir_loader_epoch(LOADER(loader));
}
NATIVE(jlong, loaderBatch), jlong loader) {
    (void)env;
    return weir_loader_batch(LOADER(loader));
}
NATIVE(void, loaderStart), jlong loader, jlong epoch, jlong skip) {
    (void)fine(env, weir_loader_start(LOADER(loader), (uint64_t)epoch, skip));
}

/* The fields of the next batch; an empty list at the end of the epoch. */
NATIVE(jlongArray, loaderNext), jlong loader) {
    weir_array *out[WEIR_FIELDS_MAX];
    uint32_t count = WEIR_FIELDS_MAX;
    keep_sweep(env);
    if (!fine(env, weir_loader_next(LOADER(loader), out, &count))) return NULL;
    return longs_of(env, out, count);
}

/* ---- Files ------------------------------------------------------------------------------------- */

NATIVE(void, save), jstring path, jobjectArray names, jlongArray arrays, jobjectArray metadata) {
    handles list;
    if (!handles_take(env, arrays, &list)) return;
    char *file = utf8_of(env, path), **texts = texts_of(env, names),
         **pairs = texts_of(env, metadata);
    uint32_t pair_count =
        metadata != NULL ? (uint32_t)(*env)->GetArrayLength(env, metadata) / 2 : 0;
    (void)fine(env, weir_save_safetensors(file != NULL ? file : "", (const char *const *)texts,
                                          arrays_of(&list), list.count, (const char *const *)pairs,
                                          pair_count));
    free(file);
    texts_free(env, names, texts);
    texts_free(env, metadata, pairs);
    handles_free(&list);
}

NATIVE(jlong, fileOpen), jstring path) {
    char *text = utf8_of(env, path);
    weir_safetensors *file = NULL;
    (void)fine(env, weir_safetensors_open(text != NULL ? text : "", &file));
    free(text);
    return AS_LONG(file);
}
NATIVE(void, fileClose), jlong file) {
    (void)env;
    weir_safetensors_close(HANDLE(safetensors, file));
}
NATIVE(jint, fileCount), jlong file) {
    (void)env;
    return (jint)weir_safetensors_count(HANDLE(safetensors, file));
}
NATIVE(jstring, fileName), jlong file, jint index) {
    weir_safetensors_entry entry;
    if (!fine(env, weir_safetensors_at(HANDLE(safetensors, file), (uint32_t)index, &entry)))
        return NULL;
    return string_of(env, entry.name);
}
NATIVE(jlong, fileLoad), jlong file, jint index, jboolean map) {
    weir_array *made = NULL;
    (void)fine(env, weir_safetensors_load(the_runtime, HANDLE(safetensors, file), (uint32_t)index,
                                          map ? WEIR_LOAD_MAP : WEIR_LOAD_COPY, &made));
    return AS_LONG(made);
}
/* The index-th key (part 0) or value (part 1) of the metadata; null past the end. */
NATIVE(jstring, fileMetadata), jlong file, jint index, jint part) {
    const char *key, *value;
    if (!weir_safetensors_metadata(HANDLE(safetensors, file), (uint32_t)index, &key, &value))
        return NULL;
    return string_of(env, part == 0 ? key : value);
}
