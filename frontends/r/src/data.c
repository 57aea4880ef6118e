/* data.c - datasets and loaders.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

static weir_dataset *dataset_of(SEXP s) { return handle_of(DATASET, s); }
static weir_loader *loader_of(SEXP s) { return handle_of(LOADER, s); }

/* ---- Datasets ------------------------------------------------------------------------------------ */

SEXP r_dataset_arrays(SEXP list) {
    uint32_t count = (uint32_t)XLENGTH(list);
    SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    weir_array **arrays = (weir_array **)R_alloc(count + 1, sizeof *arrays);
    const char **text = (const char **)R_alloc(count + 1, sizeof *text);
    for (uint32_t i = 0; i < count; i++) {
        arrays[i] = array_of(VECTOR_ELT(list, i));
        if (names != R_NilValue) text[i] = CHAR(STRING_ELT(names, i));
    }
    weir_dataset *d;
    check(weir_dataset_arrays(arrays, names != R_NilValue ? text : NULL, count, &d));
    return handle_wrap(DATASET, d);
}

SEXP r_dataset_mnist(SEXP folder, SEXP test) {
    weir_dataset *d;
    check(weir_dataset_mnist(runtime(), folder == R_NilValue ? NULL : text_of(folder, "folder"),
                             flag_of(test, "test") ? WEIR_PART_TEST : WEIR_PART_TRAIN, &d));
    return handle_wrap(DATASET, d);
}

SEXP r_dataset_csv(SEXP path, SEXP delimiter, SEXP header, SEXP target, SEXP columns, SEXP missing,
                   SEXP dtype, SEXP target_dtype) {
    weir_csv_options options;
    weir_csv_options_init(&options);
    options.delimiter = text_of(delimiter, "delimiter")[0];
    options.header = flag_of(header, "header"), options.missing = flag_of(missing, "missing");
    if (target != R_NilValue) options.target = text_of(target, "target");
    if (columns != R_NilValue) options.columns = text_of(columns, "columns");
    options.dtype = (int32_t)dtype_of(dtype),
    options.target_dtype = (int32_t)dtype_of(target_dtype);
    weir_dataset *d;
    check(weir_dataset_csv(runtime(), text_of(path, "path"), &options, &d));
    return handle_wrap(DATASET, d);
}

SEXP r_dataset_folder(SEXP path, SEXP height, SEXP width, SEXP channels) {
    weir_folder_options options;
    weir_folder_options_init(&options);
    options.height = small_of(height, "height"), options.width = small_of(width, "width");
    options.channels = small_of(channels, "channels");
    weir_dataset *d;
    check(weir_dataset_folder(runtime(), text_of(path, "path"), &options, &d));
    return handle_wrap(DATASET, d);
}

/* R's indices, from 1, as the library's. */
static int64_t *indices_of(SEXP index) {
    int64_t *list = (int64_t *)R_alloc((size_t)XLENGTH(index) + 1, sizeof *list);
    for (R_xlen_t i = 0; i < XLENGTH(index); i++) {
        list[i] = whole_number(REAL(index)[i], "index") - 1;
        if (list[i] < 0) Rf_error("samples are numbered from 1");
    }
    return list;
}

SEXP r_dataset_subset(SEXP data, SEXP index) {
    weir_dataset *d;
    check(weir_dataset_subset(dataset_of(data), indices_of(index), XLENGTH(index), &d));
    return handle_wrap(DATASET, d);
}

SEXP r_dataset_concat(SEXP list) {
    weir_dataset **parts = (weir_dataset **)R_alloc((size_t)XLENGTH(list) + 1, sizeof *parts), *d;
    for (R_xlen_t i = 0; i < XLENGTH(list); i++) parts[i] = dataset_of(VECTOR_ELT(list, i));
    check(weir_dataset_concat(parts, (uint32_t)XLENGTH(list), &d));
    return handle_wrap(DATASET, d);
}

SEXP r_dataset_count(SEXP data) {
    return Rf_ScalarReal((double)weir_dataset_count(dataset_of(data)));
}

SEXP r_dataset_fields(SEXP data) {
    uint32_t count = weir_dataset_field_count(dataset_of(data));
    SEXP names = PROTECT(Rf_allocVector(STRSXP, count));
    for (uint32_t i = 0; i < count; i++)
        SET_STRING_ELT(names, i, Rf_mkChar(weir_dataset_field(dataset_of(data), i)));
    UNPROTECT(1);
    return names;
}

SEXP r_dataset_classes(SEXP data) {
    uint32_t count = weir_dataset_class_count(dataset_of(data));
    SEXP names = PROTECT(Rf_allocVector(STRSXP, count));
    for (uint32_t i = 0; i < count; i++)
        SET_STRING_ELT(names, i, Rf_mkCharCE(weir_dataset_class(dataset_of(data), i), CE_UTF8));
    UNPROTECT(1);
    return names;
}

static SEXP wrap_fields(weir_array **out, uint32_t count) {
    SEXP list = PROTECT(Rf_allocVector(VECSXP, count));
    for (uint32_t i = 0; i < count; i++) SET_VECTOR_ELT(list, i, array_wrap(out[i]));
    UNPROTECT(1);
    return list;
}

SEXP r_dataset_take(SEXP data, SEXP index) {
    weir_array *out[WEIR_FIELDS_MAX];
    uint32_t count = WEIR_FIELDS_MAX;
    check(weir_dataset_take(dataset_of(data), indices_of(index), XLENGTH(index), out, &count));
    return wrap_fields(out, count);
}

/* ---- Loaders ------------------------------------------------------------------------------------- */

SEXP r_loader_new(SEXP data, SEXP batch_size, SEXP seed, SEXP shuffle, SEXP drop_last,
                  SEXP prefetch, SEXP device) {
    weir_loader_options options;
    weir_loader_options_init(&options);
    options.batch_size = whole_of(batch_size, "batch_size");
    options.seed = (uint64_t)whole_of(seed, "seed");
    options.shuffle = flag_of(shuffle, "shuffle");
    options.drop_last = flag_of(drop_last, "drop_last");
    options.prefetch = (uint32_t)small_of(prefetch, "prefetch");
    if (device != R_NilValue) options.to_device = 1, options.device = device_of(device);
    weir_loader *l;
    check(weir_loader_new(dataset_of(data), &options, &l));
    return handle_wrap(LOADER, l);
}

/* The library's labels, from 0, as R's: add 1 to a field of each batch. */
SEXP r_loader_count_from_one(SEXP loader, SEXP field) {
    weir_array *one;
    check(weir_number_i64(runtime(), 1, &one));
    SEXP made = PROTECT(array_wrap(one));
    check(weir_loader_apply(loader_of(loader), (uint32_t)Rf_asInteger(field), op_named("add"), &one,
                            1, NULL, 0));
    UNPROTECT(1);
    (void)made;
    return R_NilValue;
}

/* The next batch as a list, or NULL at the end of the epoch. */
SEXP r_loader_next(SEXP loader) {
    weir_array *out[WEIR_FIELDS_MAX];
    uint32_t count = WEIR_FIELDS_MAX;
    check(weir_loader_next(loader_of(loader), out, &count));
    return count == 0 ? R_NilValue : wrap_fields(out, count);
}

SEXP r_loader_count(SEXP loader) {
    return Rf_ScalarReal((double)weir_loader_count(loader_of(loader)));
}

SEXP r_loader_start(SEXP loader, SEXP epoch, SEXP skip) {
    int64_t number = whole_of(epoch, "epoch");
    if (number < 1) Rf_error("epochs are numbered from 1");
    check(weir_loader_start(loader_of(loader), (uint64_t)number - 1, whole_of(skip, "skip")));
    return R_NilValue;
}

/* The epoch, from 1, of the next batch, and the number of batches of it that come before. */
SEXP r_loader_position(SEXP loader) {
    const weir_loader *l = loader_of(loader);
    SEXP result = Rf_allocVector(REALSXP, 2);
    REAL(result)[0] = (double)weir_loader_epoch(l) + 1;
    REAL(result)[1] = (double)weir_loader_batch(l);
    return result;
}

/* ---- Transforms ------------------------------------------------------------------------------------ */

SEXP r_random_flip(SEXP x, SEXP p, SEXP channels_first) {
    weir_array *y;
    check(weir_random_flip(array_of(x), real_of(p, "p"), flag_of(channels_first, "channels_first"),
                           &y));
    return array_wrap(y);
}

SEXP r_random_crop(SEXP x, SEXP height, SEXP width, SEXP padding, SEXP channels_first) {
    weir_array *y;
    check(weir_random_crop(array_of(x), whole_of(height, "height"), whole_of(width, "width"),
                           whole_of(padding, "padding"), flag_of(channels_first, "channels_first"),
                           &y));
    return array_wrap(y);
}

SEXP r_image_read(SEXP path, SEXP channels) {
    weir_array *y;
    check(weir_image_read(runtime(), text_of(path, "path"), small_of(channels, "channels"), &y));
    return array_wrap(y);
}

SEXP r_idx_read(SEXP path) {
    weir_array *y;
    check(weir_idx_read(runtime(), text_of(path, "path"), &y));
    return array_wrap(y);
}
