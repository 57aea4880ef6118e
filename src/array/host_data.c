/* host_data.c - moves data between arrays and the caller's memory: copying in, borrowing, reading
 * and mapping.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "array/array.h"
#include "array/element.h"

static weir_status check_shape(const char *what, int dtype, const int64_t *shape, int32_t ndim,
                               int64_t *count) {
    if (!wr_dtype_ok(dtype)) return wr_fail(WEIR_EINVAL, "%s: %d is not a dtype", what, dtype);
    if (ndim < 0 || ndim > WEIR_NDIM_MAX)
        return wr_fail(WEIR_EINVAL, "%s: the shape has %d dimensions; 0 to %d are supported", what,
                       ndim, WEIR_NDIM_MAX);
    if (ndim > 0 && shape == NULL) return wr_fail(WEIR_EINVAL, "%s: shape is NULL", what);
    for (int i = 0; i < ndim; i++)
        if (shape[i] < 0)
            return wr_fail(WEIR_EINVAL, "%s: dimension %d of shape %s is negative", what, i,
                           wr_shape_text(ndim, shape));
    int64_t bytes;
    *count = wr_count(ndim, shape);
    if (*count < 0 || __builtin_mul_overflow(*count, (int64_t)wr_dtype_bytes(dtype), &bytes))
        return wr_fail(WEIR_EINVAL, "%s: shape %s with dtype %s is larger than the address space",
                       what, wr_shape_text(ndim, shape), wr_dtypes[dtype].name);
    return WEIR_OK;
}

/* Return whether the layout stays within the address space.  Elements have `size` bytes and the
 * first one is at `data`.  The strides, and the results *low and *high (offsets of the lowest and
 * the highest element), are in units of `unit` bytes. */
static bool has_addresses(const void *data, int ndim, const int64_t *shape, const int64_t *strides,
                          int64_t unit, int64_t size, int64_t *low, int64_t *high) {
    int64_t first, last, span;
    uintptr_t at = (uintptr_t)data;
    return wr_extent(ndim, shape, strides, low, high) &&
           !__builtin_mul_overflow(*low, unit, &first) &&
           !__builtin_mul_overflow(*high, unit, &last) &&
           !__builtin_add_overflow(last, size, &last) &&
           !__builtin_sub_overflow(last, first, &span) && 0 - (uintptr_t)first <= at &&
           (uintptr_t)last <= UINTPTR_MAX - at;
}

static weir_status fail_reach(const char *what, int32_t ndim, const int64_t *shape,
                              const int64_t *strides) {
    return wr_fail(WEIR_EINVAL,
                   "%s: shape %s with strides %s reaches beyond the address space of the process",
                   what, wr_shape_text(ndim, shape), wr_shape_text(ndim, strides));
}

/* ---- Copying --------------------------------------------------------------------------------- */

/* Copy a row of elements `step` bytes apart to contiguous memory.  The source may be unaligned. */
static void copy_row(char *to, const char *from, int64_t count, int64_t step, size_t size) {
    if (step == (int64_t)size) {
        memcpy(to, from, (size_t)count * size);
        return;
    }
    switch (size) { /* a memcpy of constant size compiles to a load and a store */
#define ROW(bytes)                                                                                 \
    case bytes:                                                                                    \
        for (int64_t i = 0; i < count; i++) memcpy(to + i * (bytes), from + i * step, bytes);      \
        break;
        ROW(1)
        ROW(2)
        ROW(4)
        ROW(8)
        ROW(16)
#undef ROW
    default: break;
    }
}

/* Copy the elements of a strided array to `to` in row-major order.  The strides are in bytes and
 * may be arbitrary. */
static void gather(char *to, const char *from, int ndim, const int64_t *shape,
                   const int64_t *strides, size_t size) {
    if (ndim == 0) {
        memcpy(to, from, size);
        return;
    }
    int last = ndim - 1;
    int64_t rows = 1, inner = shape[last], at[WEIR_NDIM_MAX] = {0};
    for (int i = 0; i < last; i++) rows *= shape[i];
    for (int64_t row = 0; row < rows; row++, to += inner * (int64_t)size) {
        int64_t offset = 0;
        for (int i = 0; i < last; i++) offset += at[i] * strides[i];
        copy_row(to, from + offset, inner, strides[last], size);
        for (int i = last - 1; i >= 0 && ++at[i] == shape[i]; i--) at[i] = 0;
    }
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* Set every non-zero byte to 1: our bools are 0 or 1, but the caller may use any non-zero byte for
 * true. */
static void make_bools(weir_var *var, int64_t count) {
    uint8_t *byte = wr_storage_of(var)->data;
    for (int64_t i = 0; i < count; i++) byte[i] = byte[i] != 0;
}

/* Make an array from a copy of the caller's data, which is row-major if `strides` is NULL.  If
 * `data` is NULL, fill the array with zeros. */
static weir_status make(const char *what, weir_runtime *rt, weir_dtype dtype, const int64_t *shape,
                        const int64_t *strides, int32_t ndim, const void *data, weir_array **out) {
    if (rt == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "%s: %s is NULL", what, rt == NULL ? "rt" : "out");
    if (atomic_load_explicit(&rt->closed, memory_order_relaxed))
        return wr_fail(WEIR_ECLOSED, "%s: the runtime has been freed", what);
    int code = dtype == WEIR_DTYPE_DEFAULT ? wr_default_dtype() : (int)dtype;
    int64_t count;
    WR_TRY(check_shape(what, code, shape, ndim, &count));
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    size_t size = wr_dtype_bytes(code), bytes = (size_t)count * size;
    int64_t low, high;
    if (strides != NULL && data != NULL && count > 0 &&
        !has_addresses(data, ndim, shape, strides, 1, (int64_t)size, &low, &high))
        return fail_reach(what, ndim, shape, strides);
    weir_var *var;
    WR_TRY(wr_storage_new_live(arrays, bytes, "array", &var));
    void *to = wr_storage_of(var)->data;
    if (data == NULL)
        memset(to, 0, bytes);
    else if (strides == NULL)
        memcpy(to, data, bytes);
    else if (count > 0)
        gather(to, data, ndim, shape, strides, size);
    if (code == WEIR_BOOL) make_bools(var, count);
    bool host = wr_device_is_host(wr_mode_now.device);
    weir_array *made;
    weir_status status = wr_array_make(rt, var, code, ndim, shape, NULL, 0,
                                       host ? wr_mode_now.device : WEIR_CPU(0), &made);
    if (status != WEIR_OK) {
        wr_var_release(var);
        return status;
    }
    if (host) {
        *out = made;
        return WEIR_OK;
    }
    status = wr_transfer_to_device(made, wr_mode_now.device, out);
    weir_array_release(made);
    return status;
}

weir_status weir_array_new(weir_runtime *rt, weir_dtype dtype, const int64_t *shape, int32_t ndim,
                           const void *data, weir_array **out) {
    return make("weir_array_new", rt, dtype, shape, NULL, ndim, data, out);
}

weir_status weir_array_new_strided(weir_runtime *rt, weir_dtype dtype, const int64_t *shape,
                                   const int64_t *strides_bytes, int32_t ndim, const void *data,
                                   weir_array **out) {
    static const char what[] = "weir_array_new_strided";
    if (ndim > 0 && strides_bytes == NULL)
        return wr_fail(WEIR_EINVAL, "%s: strides_bytes is NULL", what);
    return make(what, rt, dtype, shape, strides_bytes, ndim, data, out);
}

/* Memory of others, and what to call when it is no longer used. */
typedef struct loan {
    void *data;
    uint32_t flags;
    int32_t device; /* WEIR_DEVICE_DEFAULT: host memory */
    void (*deleter)(void *ctx);
    void *ctx;
} loan;

static weir_status borrow(const char *what, weir_runtime *rt, weir_dtype dtype,
                          const int64_t *shape, const int64_t *strides, int32_t ndim, const loan *l,
                          weir_array **out) {
    char *data = l->data;
    uint32_t flags = l->flags;
    if (rt == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "%s: %s is NULL", what, rt == NULL ? "rt" : "out");
    if (atomic_load_explicit(&rt->closed, memory_order_relaxed))
        return wr_fail(WEIR_ECLOSED, "%s: the runtime has been freed", what);
    if (flags & ~(uint32_t)WEIR_MEMORY_READONLY)
        return wr_fail(WEIR_EINVAL, "%s: unknown flags %#x; only WEIR_MEMORY_READONLY is supported",
                       what, flags);
    int64_t count, low = 0, high = 0;
    WR_TRY(check_shape(what, (int)dtype, shape, ndim, &count));
    if (data == NULL && count > 0) return wr_fail(WEIR_EINVAL, "%s: data is NULL", what);
    if ((uintptr_t)data % (wr_dtype_bytes((int)dtype) > 8 ? 8 : wr_dtype_bytes((int)dtype)) != 0)
        return wr_fail(WEIR_EINVAL, "%s: data at %p is not aligned for %s; copy it instead", what,
                       data, wr_dtypes[dtype].name);
    /* The stride of an axis of length 1 is ignored, so the caller may pass any value for it. */
    int64_t steps[WEIR_NDIM_MAX];
    wr_row_major(ndim, shape, steps);
    for (int i = 0; strides != NULL && count > 0 && i < ndim; i++)
        if (shape[i] > 1) steps[i] = strides[i];
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    /* The storage begins at the lowest address of any element; `-low` is the offset of the first
     * element. */
    int64_t size = (int64_t)wr_dtype_bytes((int)dtype);
    if (count > 0 && !has_addresses(data, ndim, shape, steps, size, size, &low, &high))
        return fail_reach(what, ndim, shape, strides != NULL ? strides : steps);
    int64_t bytes = count > 0 ? (high - low + 1) * size : 0;
    char *lowest = data != NULL ? (char *)data + low * size : NULL;
    weir_var *var;
    bool host = l->device == WEIR_DEVICE_DEFAULT, readonly = flags & WEIR_MEMORY_READONLY;
    WR_TRY(host ? wr_storage_new_borrowed(arrays, lowest, (uint64_t)bytes, readonly, l->deleter,
                                          l->ctx, &var)
                : wr_storage_new_lent(arrays, l->device, (uint64_t)(uintptr_t)lowest,
                                      (uint64_t)bytes, readonly, l->deleter, l->ctx, &var));
    int32_t device = l->device;
    /* The caller's memory is host memory, even if the default device is another one. */
    if (host) device = wr_device_is_host(wr_mode_now.device) ? wr_mode_now.device : WEIR_CPU(0);
    weir_status status = host ? WEIR_OK : wr_storage_adopt(var);
    if (status == WEIR_OK)
        status = wr_array_make(rt, var, (int)dtype, ndim, shape, steps, -low, device, out);
    if (status != WEIR_OK) {
        wr_storage_of(var)->deleter = NULL; /* on failure the caller keeps the memory */
        wr_var_release(var);
    }
    return status;
}

weir_status weir_array_from_memory(weir_runtime *rt, weir_dtype dtype, const int64_t *shape,
                                   const int64_t *strides, int32_t ndim, void *data, uint32_t flags,
                                   void (*deleter)(void *ctx), void *ctx, weir_array **out) {
    const loan l = {data, flags, WEIR_DEVICE_DEFAULT, deleter, ctx};
    return borrow("weir_array_from_memory", rt, dtype, shape, strides, ndim, &l, out);
}

weir_status weir_array_from_device_memory(weir_runtime *rt, int32_t device, weir_dtype dtype,
                                          const int64_t *shape, const int64_t *strides,
                                          int32_t ndim, uint64_t address, uint32_t flags,
                                          void (*deleter)(void *ctx), void *ctx, weir_array **out) {
    static const char what[] = "weir_array_from_device_memory";
    if (!wr_device_is_cuda(device) || !wr_device_ok(device))
        return wr_fail(WEIR_EDEVICE, "%s: %s is not a CUDA device of this process", what,
                       wr_device_text(device));
    const loan l = {(void *)(uintptr_t)address, flags, device, deleter, ctx};
    return borrow(what, rt, dtype, shape, strides, ndim, &l, out);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Fail because the operation that computes `v` never ran.  The error has the name and the site of
 * that operation, as its failure had before it was cleared. */
static weir_status never_made(weir_var *v) {
    weir_failure info = {.size = sizeof info, .status = WEIR_EFAILED, .site = v->site};
    char site[WR_SITE_TEXT + 8];
    const char *label = wr_storage_of(v)->label;
    wr_site_suffix(v->site, site, sizeof site);
    snprintf(info.name, sizeof info.name, "%s", label);
    snprintf(info.message, sizeof info.message, "%s%s: " WR_NEVER_MADE, label, site);
    return wr_fail_with(&info);
}

/* After a weir_cancel_all, name the cancelled operation in the message. */
static weir_status name_dropped(weir_var *v) {
    weir_failure info = {.size = sizeof info};
    char made[WR_SITE_TEXT + 8], dropped[WR_SITE_TEXT + 8];
    WR_TRY(weir_error_get(&info));
    if (strcmp(info.name, WR_CANCEL_ALL) != 0) return WEIR_ECANCELED;
    wr_site_suffix(v->site, made, sizeof made);
    wr_site_suffix(info.site, dropped, sizeof dropped);
    snprintf(info.message, sizeof info.message,
             "%s%s did not run: " WR_CANCEL_ALL
             "%s cancelled it, or an operation whose result it needs",
             wr_storage_of(v)->label, made, dropped);
    return wr_fail_with(&info);
}

weir_status wr_array_wait(weir_array *a, int64_t timeout_ns, const char *reason) {
    if (a->var == NULL) return WEIR_OK;
    weir_status status = wr_wait_var(a->var, timeout_ns, reason, wr_site_now());
    if (WR_UNLIKELY(status != WEIR_OK && status != WEIR_ECANCELED)) return status;
    if (WR_LIKELY(wr_storage_of(a->var)->data != NULL)) return status;
    return status == WEIR_OK ? never_made(a->var) : name_dropped(a->var);
}

weir_status weir_array_wait_at(weir_array *a, int64_t timeout_ns, const char *reason) {
    if (WR_UNLIKELY(a == NULL)) return wr_fail(WEIR_EINVAL, "weir_array_wait: the array is NULL");
    return wr_array_wait(a, timeout_ns, reason != NULL ? reason : "wait");
}

weir_status weir_array_wait(weir_array *a) { return weir_array_wait_at(a, WR_FOREVER, "wait"); }

static void copy_out(const weir_array *a, char *to) {
    int64_t size = (int64_t)wr_dtype_bytes(a->dtype), strides[WEIR_NDIM_MAX];
    if (a->flags & WR_CONTIGUOUS) {
        memcpy(to, wr_array_data(a), (size_t)(a->count * size));
        return;
    }
    for (int i = 0; i < a->ndim; i++) strides[i] = wr_strides(a)[i] * size;
    gather(to, wr_array_data(a), a->ndim, wr_shape(a), strides, (size_t)size);
}

weir_status weir_array_read(weir_array *a, void *data, size_t bytes) {
    if (a == NULL || (data == NULL && bytes > 0))
        return wr_fail(WEIR_EINVAL, "weir_array_read: %s is NULL", a == NULL ? "a" : "data");
    size_t wanted = (size_t)a->count * wr_dtype_bytes(a->dtype);
    if (bytes != wanted)
        return wr_fail(WEIR_EINVAL, "weir_array_read: the buffer has %zu byte%s, but %s needs %zu",
                       bytes, bytes == 1 ? "" : "s", wr_array_text_of(a), wanted);
    wr_host_view view;
    WR_TRY(wr_host_view_begin(a, "read", &view));
    if (wanted > 0) copy_out(view.array, data);
    wr_host_view_end(&view);
    return WEIR_OK;
}

static weir_status one_element(weir_array *a, const void *out, const char *what,
                               wr_host_view *view) {
    if (a == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "%s: %s is NULL", what, a == NULL ? "a" : "out");
    if (a->count != 1)
        return wr_fail(WEIR_EINVAL, "%s: %s has %lld elements; exactly one is required", what,
                       wr_array_text_of(a), (long long)a->count);
    return wr_host_view_begin(a, "item", view);
}

weir_status weir_array_item_f64(weir_array *a, double *out) {
    wr_host_view view;
    WR_TRY(one_element(a, out, "weir_array_item_f64", &view));
    *out = wr_element_f64(a->dtype, wr_array_data(view.array));
    wr_host_view_end(&view);
    return WEIR_OK;
}

weir_status weir_array_item_i64(weir_array *a, int64_t *out) {
    wr_host_view view;
    WR_TRY(one_element(a, out, "weir_array_item_i64", &view));
    *out = wr_element_i64(a->dtype, wr_array_data(view.array));
    wr_host_view_end(&view);
    return WEIR_OK;
}

weir_status wr_array_count_of(weir_array *a, const char *reason, int64_t *out) {
    wr_host_view view;
    assert(a->count == 1);
    WR_TRY(wr_host_view_begin(a, reason, &view));
    *out = wr_element_i64(a->dtype, wr_array_data(view.array));
    wr_host_view_end(&view);
    return WEIR_OK;
}

/* ---- Mapping --------------------------------------------------------------------------------- */

static weir_status nothing(weir_context *ctx, void *arg) {
    return wr_storage_need(arg)
               ? WEIR_OK
               : weir_context_fail(ctx, WEIR_ENOMEM, "the system is out of memory");
}

static const weir_kind map_kind = {.size = sizeof map_kind,
                                   .name = "map",
                                   .run = nothing,
                                   .flags = WEIR_KIND_PURE | WEIR_KIND_HELP};

/* The task has write access but writes nothing. */
weir_status wr_array_wait_for_reads(weir_array *a) {
    weir_task task = {.size = sizeof task,
                      .kind = &map_kind,
                      .arg = a->var,
                      .reads = &a->var,
                      .read_count = 1,
                      .writes = &a->var,
                      .write_count = 1,
                      .site = wr_site_now()};
    return wr_issue(a->rt, &task, &map_kind);
}

/* An array on a device is mapped as a copy in host memory.  weir_array_unmap does not say which map
 * of a handle ends, so all copies live until the last one has ended. */
struct wr_mapped_copy {
    wr_mapped_copy *next;
    const weir_array *of;
    wr_host_view view;
    bool ended;
};

static weir_status map_copy(weir_array *a, uint32_t mode, void **data) {
    if (mode == WEIR_MAP_WRITE)
        return wr_fail(
            WEIR_EINVAL,
            "weir_array_map: the array is on %s, not in host memory, and cannot be mapped "
            "for writing; copy it with to_device",
            wr_device_text(a->device));
    wr_arrays *arrays = wr_arrays_get(a->rt);
    wr_mapped_copy *m = arrays != NULL ? wr_alloc(&a->rt->memory, sizeof *m, 16) : NULL;
    if (m == NULL) return wr_fail(WEIR_ENOMEM, "weir_array_map: not enough memory for the map");
    *m = (wr_mapped_copy){.of = a};
    weir_status status = wr_host_view_begin(a, "map", &m->view);
    if (status != WEIR_OK) {
        wr_free(&a->rt->memory, m, sizeof *m);
        return status;
    }
    *data = wr_array_data(m->view.array);
    wr_lock_take(&arrays->random_lock);
    m->next = arrays->mapped;
    arrays->mapped = m;
    wr_lock_give(&arrays->random_lock);
    return WEIR_OK;
}

/* Under random_lock: remove the copies of a handle from the list and return them. */
static wr_mapped_copy *remove_copies(wr_arrays *arrays, const weir_array *a) {
    wr_mapped_copy *removed = NULL;
    for (wr_mapped_copy **at = &arrays->mapped; *at != NULL;) {
        wr_mapped_copy *m = *at;
        if (m->of != a) {
            at = &m->next;
            continue;
        }
        *at = m->next;
        m->next = removed;
        removed = m;
    }
    return removed;
}

static weir_status unmap_copy(const weir_array *a) {
    wr_arrays *arrays = wr_arrays_get(a->rt);
    wr_mapped_copy *one = NULL, *removed = NULL;
    int count = 0;
    if (arrays == NULL) return WEIR_ENOMEM;
    wr_lock_take(&arrays->random_lock);
    for (wr_mapped_copy *m = arrays->mapped; m != NULL; m = m->next)
        if (m->of == a && !m->ended) one = m, count++;
    if (one != NULL) one->ended = true;
    if (count == 1) removed = remove_copies(arrays, a);
    wr_lock_give(&arrays->random_lock);
    if (one == NULL) return wr_fail(WEIR_EINVAL, "weir_array_unmap: the array is not mapped");
    while (removed != NULL) {
        wr_mapped_copy *m = removed;
        removed = m->next;
        wr_host_view_end(&m->view);
        wr_free(&a->rt->memory, m, sizeof *m);
    }
    return WEIR_OK;
}

static void count_export(wr_storage *s) {
    unsigned char marks = atomic_load_explicit(&s->marks, memory_order_relaxed);
    while ((marks & WR_MARK_EXPORTS) != WR_MARK_EXPORTS &&
           !atomic_compare_exchange_weak_explicit(&s->marks, &marks, (unsigned char)(marks + 1),
                                                  memory_order_relaxed, memory_order_relaxed))
        ;
}

weir_status weir_array_map(weir_array *a, uint32_t mode, void **data) {
    if (a == NULL || data == NULL)
        return wr_fail(WEIR_EINVAL, "weir_array_map: %s is NULL", a == NULL ? "a" : "data");
    if (mode > WEIR_MAP_WRITE)
        return wr_fail(WEIR_EINVAL,
                       "weir_array_map: mode is %u; expected WEIR_MAP_READ or WEIR_MAP_WRITE",
                       mode);
    if (a->var != NULL && a->var->space != 0) return map_copy(a, mode, data);
    if (mode == WEIR_MAP_WRITE) {
        if (a->var == NULL || wr_storage_of(a->var)->readonly)
            return wr_fail(WEIR_EINVAL, "weir_array_map: %s is read-only; use WEIR_MAP_READ",
                           a->var == NULL ? "a scalar constant" : "the array's memory");
        if (a->flags & WR_REPEATED)
            return wr_fail(WEIR_EINVAL,
                           "weir_array_map: the array is a view that repeats elements, such "
                           "as a broadcast one; copy it, or use WEIR_MAP_READ");
        WR_TRY(wr_array_wait_for_reads(a));
        wr_storage_written(a->var);
    }
    if (a->var != NULL) {
        count_export(wr_storage_of(a->var));
        atomic_fetch_add_explicit(&wr_storage_of(a->var)->exports, 1, memory_order_relaxed);
        weir_status status = wr_array_wait(a, WR_FOREVER, "map");
        if (status != WEIR_OK) {
            atomic_fetch_sub_explicit(&wr_storage_of(a->var)->exports, 1, memory_order_relaxed);
            return status;
        }
    }
    *data = wr_array_data(a);
    return WEIR_OK;
}

atomic_int wr_shares;

weir_status weir_array_share(weir_array *a, int on) {
    enum { MOST = 60000 };
    if (a == NULL) return wr_fail(WEIR_EINVAL, "weir_array_share: the array is NULL");
    if (a->var == NULL) return WEIR_OK; /* a scalar constant has no memory to share */
    if (a->var->space != 0)
        return wr_fail(WEIR_EINVAL, "weir_array_share: the array is not in host memory; copy it "
                                    "with to_device");
    atomic_ushort *shared = &wr_storage_of(a->var)->shared;
    unsigned short count = atomic_load_explicit(shared, memory_order_relaxed);
    do {
        if (on && count >= MOST)
            return wr_fail(
                WEIR_EINVAL,
                "weir_array_share: the array is already shared %u times, which is the maximum",
                (unsigned)count);
        if (!on && count == 0)
            return wr_fail(WEIR_EINVAL, "weir_array_share: `on` is 0, but the array is not shared");
    } while (!atomic_compare_exchange_weak(shared, &count,
                                           (unsigned short)(on ? count + 1 : count - 1)));
    atomic_fetch_add_explicit(&wr_shares, on ? 1 : -1, memory_order_relaxed);
    if (!on) return WEIR_OK;
    weir_status status = wr_array_wait_for_reads(a);
    if (status == WEIR_OK) status = wr_array_wait(a, WR_FOREVER, "share");
    if (status != WEIR_OK) {
        atomic_fetch_sub_explicit(shared, 1, memory_order_relaxed);
        atomic_fetch_sub_explicit(&wr_shares, 1, memory_order_relaxed);
    }
    return status;
}

weir_status weir_array_unmap(weir_array *a) {
    if (a == NULL) return wr_fail(WEIR_EINVAL, "weir_array_unmap: the array is NULL");
    if (a->var == NULL) return WEIR_OK;
    if (a->var->space != 0) return unmap_copy(a);
    atomic_int *exports = &wr_storage_of(a->var)->exports;
    int count = atomic_load_explicit(exports, memory_order_relaxed);
    do
        if (count < 1) return wr_fail(WEIR_EINVAL, "weir_array_unmap: the array is not mapped");
    while (!atomic_compare_exchange_weak(exports, &count, count - 1));
    return WEIR_OK;
}
