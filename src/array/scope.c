/* scope.c - scopes: lists of arrays that are released together.
 *
 * A scope lists the arrays that its thread created while the scope was the innermost one, and owns
 * the reference that each creation returned.  An array stores its index in the list, so it can
 * leave the scope at any time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "array/array.h"

/* Any thread may release an array that is in a scope, so one lock, wr_scopes_lock, guards all
 * lists.  Programs without scopes never take it.  fork.c holds it across a fork. */
struct weir_scope {
    weir_scope *outer; /* const */
    weir_array **list; /* under wr_scopes_lock; reallocated only by the owning thread.  An entry
                          is NULL once its array has left the scope */
    uint32_t count, capacity; /* under wr_scopes_lock */
};

weir_status weir_scope_new(weir_scope **out) {
    if (out == NULL) return wr_fail(WEIR_EINVAL, "weir_scope_new: out is NULL");
    weir_scope *scope = calloc(1, sizeof *scope);
    if (scope == NULL) return wr_fail(WEIR_ENOMEM, "weir_scope_new: out of memory");
    scope->outer = wr_mode_now.scope;
    wr_mode_now.scope = scope;
    *out = scope;
    return WEIR_OK;
}

/* Remove the NULL entries of arrays that have left the scope. */
static void squeeze(weir_scope *scope) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < scope->count; i++) {
        weir_array *a = scope->list[i];
        if (a == NULL) continue;
        a->slot = kept;
        scope->list[kept++] = a;
    }
    scope->count = kept;
}

static void grow(weir_scope *scope) {
    uint32_t capacity = scope->capacity > 0 ? 2 * scope->capacity : 16;
    weir_array **more = realloc(scope->list, capacity * sizeof *more);
    if (more == NULL) return;
    scope->list = more;
    scope->capacity = capacity;
}

void wr_scope_enter(weir_array *a) {
    weir_scope *scope = wr_mode_now.scope;
    if (WR_LIKELY(scope == NULL)) return;
    wr_lock_take(&wr_scopes_lock);
    if (scope->count == scope->capacity) {
        squeeze(scope);
        if (scope->count > scope->capacity / 2 || scope->capacity == 0) grow(scope);
    }
    /* If the list could not grow, the caller keeps the reference, as if there were no scope. */
    if (scope->count < scope->capacity) {
        a->slot = scope->count;
        scope->list[scope->count++] = a;
        atomic_store_explicit(&a->scope, scope, memory_order_relaxed);
    }
    wr_lock_give(&wr_scopes_lock);
}

void wr_scope_leave(weir_array *a) {
    wr_lock_take(&wr_scopes_lock);
    weir_scope *scope = atomic_load_explicit(&a->scope, memory_order_relaxed);
    if (scope != NULL) {
        atomic_store_explicit(&a->scope, NULL, memory_order_relaxed);
        scope->list[a->slot] = NULL;
        while (scope->count > 0 && scope->list[scope->count - 1] == NULL) scope->count--;
    }
    wr_lock_give(&wr_scopes_lock);
}

weir_array *weir_scope_keep(weir_array *a) {
    if (a != NULL) wr_scope_leave(a);
    return a;
}

/* Remove the last array of the list and return it; NULL if the list is empty. */
static weir_array *take_last(weir_scope *scope) {
    weir_array *a = NULL;
    if (scope->list == NULL) return NULL; /* nothing was ever added */
    wr_lock_take(&wr_scopes_lock);
    while (a == NULL && scope->count > 0) a = scope->list[--scope->count];
    if (a != NULL) atomic_store_explicit(&a->scope, NULL, memory_order_relaxed);
    wr_lock_give(&wr_scopes_lock);
    return a;
}

weir_status weir_scope_free(weir_scope *scope) {
    if (scope == NULL) return WEIR_OK;
    if (scope != wr_mode_now.scope)
        return wr_fail(WEIR_EINVAL,
                       "weir_scope_free: the scope is not this thread's innermost one; free "
                       "the inner scopes first");
    wr_mode_now.scope = scope->outer;
    for (weir_array *a; (a = take_last(scope)) != NULL;) weir_array_release(a);
    free(scope->list);
    free(scope);
    return WEIR_OK;
}
