/* dataset.c - functions of all datasets, and datasets whose samples are rows of arrays.
 *
 * Every dataset provides one function, which issues the work that produces the samples at given
 * indices.  Fetching samples is not recorded for gradients.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "data/dataset.h"

#include <stdio.h>

void wr_data_release(weir_array **arrays, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        weir_array_release(arrays[i]);
        arrays[i] = NULL;
    }
}

/* ---- Creating, retaining, releasing ---------------------------------------------------------- */

weir_dataset *weir_dataset_retain(weir_dataset *data) {
    if (data != NULL) atomic_fetch_add_explicit(&data->refs, 1, memory_order_relaxed);
    return data;
}

void weir_dataset_release(weir_dataset *data) {
    if (data == NULL || atomic_fetch_sub_explicit(&data->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (data->free != NULL) data->free(data->ctx);
    for (uint32_t i = 0; i < data->field_count; i++) free(data->name[i]);
    free(data);
}

static bool set_names(weir_dataset *data, const char *const *names) {
    for (uint32_t i = 0; i < data->field_count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%u", i);
        data->name[i] = strdup(names != NULL && names[i] != NULL ? names[i] : number);
        if (data->name[i] == NULL) return false;
    }
    return true;
}

weir_status weir_dataset_function(weir_runtime *rt, int64_t count, const char *const *names,
                                  uint32_t field_count, weir_fetch_fn fetch, void *ctx,
                                  void (*free_)(void *ctx), weir_dataset **out) {
    static const char what[] = "weir_dataset_function";
    if (rt == NULL || fetch == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is NULL", what,
                           rt == NULL      ? "rt"
                           : fetch == NULL ? "fetch"
                                           : "out");
    if (count < 0)
        return wr_lib_fail(WEIR_EINVAL, "%s: count is %lld, but must not be negative", what,
                           (long long)count);
    if (field_count < 1 || field_count > WEIR_FIELDS_MAX)
        return wr_lib_fail(WEIR_EINVAL, "%s: field_count is %u; expected 1 to %d", what,
                           field_count, WEIR_FIELDS_MAX);
    weir_dataset *data = calloc(1, sizeof *data);
    if (data == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for a dataset", what);
    atomic_init(&data->refs, 1);
    data->rt = rt;
    data->count = count;
    data->field_count = field_count;
    data->fetch = fetch;
    if (!set_names(data, names)) {
        weir_dataset_release(data);
        return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for names", what);
    }
    data->ctx = ctx; /* owned by the dataset from here on */
    data->free = free_;
    *out = data;
    return WEIR_OK;
}

/* ---- Properties ------------------------------------------------------------------------------ */

int64_t weir_dataset_count(const weir_dataset *data) { return data != NULL ? data->count : 0; }

uint32_t weir_dataset_field_count(const weir_dataset *data) {
    return data != NULL ? data->field_count : 0;
}

const char *weir_dataset_field(const weir_dataset *data, uint32_t index) {
    return data != NULL && index < data->field_count ? data->name[index] : NULL;
}

weir_runtime *weir_dataset_runtime(const weir_dataset *data) {
    return data != NULL ? data->rt : NULL;
}

weir_array *weir_dataset_array(const weir_dataset *data, uint32_t field) {
    return data != NULL && data->arrays != NULL && field < data->field_count ? data->arrays[field]
                                                                             : NULL;
}

uint32_t weir_dataset_class_count(const weir_dataset *data) {
    return data != NULL ? data->class_count : 0;
}

const char *weir_dataset_class(const weir_dataset *data, uint32_t index) {
    return data != NULL && index < data->class_count ? data->classes[index] : NULL;
}

weir_status weir_dataset_take(weir_dataset *data, const int64_t *index, int64_t count,
                              weir_array **out, uint32_t *out_count) {
    static const char what[] = "weir_dataset_take";
    if (data == NULL || out == NULL || out_count == NULL || (index == NULL && count > 0))
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is NULL", what,
                           data == NULL    ? "data"
                           : out == NULL   ? "out"
                           : index == NULL ? "index"
                                           : "out_count");
    if (*out_count < data->field_count)
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: out has room for %u array%s, but samples have %u field%s", what,
                           *out_count, *out_count == 1 ? "" : "s", data->field_count,
                           data->field_count == 1 ? "" : "s");
    if (count < 0)
        return wr_lib_fail(WEIR_EINVAL, "%s: count is %lld, but must not be negative", what,
                           (long long)count);
    for (int64_t i = 0; i < count; i++)
        if (index[i] < 0 || index[i] >= data->count)
            return wr_lib_fail(WEIR_EINVAL, "%s: index %lld is out of range for %lld sample%s",
                               what, (long long)index[i], (long long)data->count,
                               data->count == 1 ? "" : "s");
    weir_array *made[WEIR_FIELDS_MAX] = {NULL};
    int recording = weir_recording_set(0);
    weir_status status = data->fetch(data->ctx, index, count, made);
    weir_recording_set(recording);
    if (status != WEIR_OK) {
        wr_data_release(made, data->field_count);
        return status;
    }
    for (uint32_t i = 0; i < data->field_count; i++)
        if (made[i] == NULL) {
            wr_data_release(made, data->field_count);
            return wr_lib_fail(WEIR_EINVAL, "%s: the fetch function left field %s NULL", what,
                               data->name[i]);
        }
    memcpy(out, made, data->field_count * sizeof *out);
    *out_count = data->field_count;
    return WEIR_OK;
}

/* ---- Rows of arrays -------------------------------------------------------------------------- */

weir_status wr_data_indices(weir_runtime *rt, int32_t device, const int64_t *index, int64_t count,
                            weir_array **out) {
    int32_t outer = weir_default_device_set(device);
    weir_status status = weir_array_new(rt, WEIR_INT64, &count, 1, index, out);
    weir_default_device_set(outer);
    return status;
}

typedef struct rows {
    uint32_t count;
    weir_array *array[WEIR_FIELDS_MAX];
} rows;

static void free_rows(void *ctx) {
    rows *r = ctx;
    wr_data_release(r->array, r->count);
    free(r);
}

/* Copy the rows at the given indices.  Even adjacent rows are copied, because changing a batch in
 * place must not change the data. */
static weir_status fetch_rows(void *ctx, const int64_t *index, int64_t count, weir_array **out) {
    rows *r = ctx;
    weir_array *numbers = NULL;
    weir_status status = WEIR_OK;
    weir_take_options by_row = WEIR_TAKE_OPTIONS;
    by_row.axis = 0;
    for (uint32_t i = 0; i < r->count && status == WEIR_OK; i++) {
        int32_t device = weir_array_device(r->array[i]);
        if (numbers == NULL || weir_array_device(numbers) != device) {
            weir_array_release(numbers);
            numbers = NULL;
            status =
                wr_data_indices(weir_array_runtime(r->array[i]), device, index, count, &numbers);
        }
        if (status == WEIR_OK) status = weir_take(r->array[i], numbers, &by_row, &out[i]);
    }
    weir_array_release(numbers);
    return status;
}

static weir_status check_rows(weir_array *const *arrays, uint32_t count) {
    static const char what[] = "weir_dataset_arrays";
    if (count < 1 || count > WEIR_FIELDS_MAX || arrays == NULL)
        return wr_lib_fail(WEIR_EINVAL, "%s: got %u arrays; expected 1 to %d", what,
                           arrays != NULL ? count : 0, WEIR_FIELDS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const weir_array *a = arrays[i];
        if (a == NULL) return wr_lib_fail(WEIR_EINVAL, "%s: array %u is NULL", what, i);
        if (weir_array_ndim(a) < 1)
            return wr_lib_fail(WEIR_EINVAL,
                               "%s: array %u is 0-dimensional; expected at least 1 dimension", what,
                               i);
        if (weir_array_runtime(a) != weir_array_runtime(arrays[0]))
            return wr_lib_fail(WEIR_EINVAL, "%s: array %u belongs to another runtime", what, i);
        if (weir_array_shape(a)[0] != weir_array_shape(arrays[0])[0])
            return wr_lib_fail(WEIR_EINVAL, "%s: array %u has %lld row%s, but array 0 has %lld",
                               what, i, (long long)weir_array_shape(a)[0],
                               weir_array_shape(a)[0] == 1 ? "" : "s",
                               (long long)weir_array_shape(arrays[0])[0]);
    }
    return WEIR_OK;
}

weir_status weir_dataset_arrays(weir_array *const *arrays, const char *const *names, uint32_t count,
                                weir_dataset **out) {
    WR_TRY(check_rows(arrays, count));
    rows *r = calloc(1, sizeof *r);
    if (r == NULL) return wr_lib_fail(WEIR_ENOMEM, "weir_dataset_arrays: out of memory");
    weir_status status =
        weir_dataset_function(weir_array_runtime(arrays[0]), weir_array_shape(arrays[0])[0], names,
                              count, fetch_rows, r, free_rows, out);
    if (status != WEIR_OK) {
        free(r);
        return status;
    }
    r->count = count;
    for (uint32_t i = 0; i < count; i++) r->array[i] = weir_array_retain(arrays[i]);
    (*out)->arrays = r->array;
    return WEIR_OK;
}
