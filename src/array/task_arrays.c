/* task_arrays.c - arrays in tasks that the user pushes with weir_task_push: creates arrays for a
 * task to fill, and gives a task access to its arrays.
 *
 * The task record of an operator contains views of its operands.  A task pushed by weir_task_push
 * names variables instead, and keeps array handles in its argument.  As for operators, the memory
 * of an array that was never written is allocated by the thread that runs the first write.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array/array.h"

weir_status weir_array_to_fill(weir_runtime *rt, weir_dtype dtype, const int64_t *shape,
                               int32_t ndim, weir_array **out) {
    static const char what[] = "weir_array_to_fill";
    if (rt == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "%s: %s is NULL", what, rt == NULL ? "rt" : "out");
    if (atomic_load_explicit(&rt->closed, memory_order_relaxed))
        return wr_fail(WEIR_ECLOSED, "%s: the runtime has been freed", what);
    int code = dtype == WEIR_DTYPE_DEFAULT ? wr_default_dtype() : (int)dtype;
    if (!wr_dtype_ok(code)) return wr_fail(WEIR_EINVAL, "%s: %d is not a dtype", what, code);
    if (ndim < 0 || ndim > WEIR_NDIM_MAX)
        return wr_fail(WEIR_EINVAL, "%s: an array cannot have %d dimensions; expected 0 to %d",
                       what, ndim, WEIR_NDIM_MAX);
    if (ndim > 0 && shape == NULL) return wr_fail(WEIR_EINVAL, "%s: shape is NULL", what);
    for (int i = 0; i < ndim; i++)
        if (shape[i] < 0)
            return wr_fail(WEIR_EINVAL, "%s: dimension %d of shape %s is negative", what, i,
                           wr_shape_text(ndim, shape));
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    return wr_array_fresh(arrays, code, ndim, shape, NULL, wr_mode_now.device, "new array", out);
}

/* Return the task's access to the variable: the write if the task both reads and writes it, NULL if
 * the task does neither. */
static const wr_access *access_to(const wr_task *t, const weir_var *v) {
    const wr_access *found = NULL;
    for (uint32_t i = 0; i < t->access_count; i++)
        if (t->access[i].var == v && (found == NULL || t->access[i].write)) found = &t->access[i];
    return found;
}

/* May the task already have written something?  True if it got a pointer to an array that it
 * writes, or if it writes a variable that is not a storage, since this file knows nothing about the
 * contents of such a variable. */
static bool may_have_written(const weir_context *ctx) {
    for (uint32_t i = 0; i < ctx->task->write_count; i++) {
        weir_var *v = ctx->task->access[i].var;
        if (v->ctx != wr_storage_of(v)) return true;
    }
    return ctx->shown;
}

static weir_status see(weir_context *ctx, weir_var *v) {
    const wr_access *access = access_to(ctx->task, v);
    if (access == NULL)
        return weir_context_fail(
            ctx, WEIR_EINVAL,
            "the task accesses an array whose variable is not among its reads and writes");
    if (v->space != 0 && v->ctx == wr_storage_of(v))
        return weir_context_fail(
            ctx, WEIR_EDEVICE,
            "the array is not in host memory, so the task cannot access it; copy it with to_device");
    if (access->write && !wr_storage_need(v))
        return weir_context_fail(ctx, WEIR_ENOMEM, "the system is out of memory");
    if (access->write) {
        ctx->shown = true;
        ctx->skipped = false; /* the task continues, although an input was never computed */
    }
    if (wr_storage_of(v)->data != NULL) return WEIR_OK;
    if (may_have_written(ctx)) return weir_context_fail(ctx, WEIR_EFAILED, WR_INPUT_NEVER_MADE);
    return wr_context_skip(ctx, WR_INPUT_NEVER_MADE);
}

weir_status weir_context_data(weir_context *ctx, weir_var *v, void **out) {
    if (ctx == NULL || v == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_context_data: %s is NULL",
                       ctx == NULL ? "ctx"
                       : v == NULL ? "v"
                                   : "out");
    WR_TRY(see(ctx, v));
    *out = wr_storage_of(v)->data;
    return WEIR_OK;
}

weir_status weir_context_view(weir_context *ctx, const weir_array *a, weir_view *out) {
    if (ctx == NULL || a == NULL || out == NULL)
        return wr_fail(WEIR_EINVAL, "weir_context_view: %s is NULL",
                       ctx == NULL ? "ctx"
                       : a == NULL ? "a"
                                   : "out");
    if (a->var != NULL) WR_TRY(see(ctx, a->var));
    *out = (weir_view){wr_array_data(a), wr_shape(a), wr_strides(a), a->dtype, a->ndim};
    return WEIR_OK;
}
