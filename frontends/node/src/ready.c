/* ready.c - awaiting arrays without blocking the event loop.
 *
 * readyWhen(slot) returns a promise.  The library runs `finished` on a worker when the array is
 * computed; the worker puts the promise on a list and wakes the event loop through a thread-safe
 * function of Node-API, which is an eventfd in libuv.  One wake-up settles all promises on the list.
 * The function keeps the process alive only while something is awaited.
 *
 * `finished` is a task without side effects: nobody is there to be told once the process has begun to
 * exit.  weir_var_on_ready would make process.exit compute everything that is awaited first.
 *
 * The library also holds JavaScript values: the memory of a typed array, the gradient of a custom
 * function.  It lets go of one on any thread; the reference is deleted on the JavaScript thread, by
 * kept_sweep.
 *
 *   life of an awaited array:  readyWhen -> finished (worker) -> settle (JavaScript thread)
 *                                                    \-> freed, if the environment has ended
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <stdlib.h>

typedef struct awaited {
    struct awaited *next;
    notifier *n;
    weir_array *array;
    napi_deferred deferred;
} awaited;

static void notifier_release(notifier *n) { /* called with the lock held; unlocks */
    bool last = --n->references == 0;
    pthread_mutex_unlock(&n->lock);
    if (!last) return;
    pthread_mutex_destroy(&n->lock);
    free(n);
}

static weir_status finished(weir_context *ctx, void *arg) {
    (void)ctx;
    awaited *a = arg;
    notifier *n = a->n;
    pthread_mutex_lock(&n->lock);
    bool closed = n->closed;
    if (!closed) {
        a->next = n->done;
        n->done = a;
        napi_call_threadsafe_function(n->wake, NULL, napi_tsfn_nonblocking);
    }
    notifier_release(n);
    if (!closed) return WEIR_OK;
    weir_array_release(a->array);
    free(a);
    return WEIR_OK;
}

static const weir_kind finished_kind = {.size = sizeof(weir_kind),
                                        .name = "await",
                                        .run = finished,
                                        .flags = WEIR_KIND_ALWAYS | WEIR_KIND_PURE};

static void settle(state *s, awaited *a) {
    weir_status status = WEIR_OK;
    weir_var *var = weir_array_var(a->array);
    napi_value value = NULL;
    if (var != NULL) status = weir_var_peek(var);
    if (status == WEIR_OK || status == WEIR_PENDING) { /* pending: written again since */
        napi_get_undefined(s->env, &value);
        napi_resolve_deferred(s->env, a->deferred, value);
    } else if ((value = error_make(s, status)) != NULL) {
        napi_reject_deferred(s->env, a->deferred, value);
    }
    weir_array_release(a->array);
    free(a);
}

/* ---- JavaScript values that the library holds -------------------------------------------------- */

kept *kept_new(state *s, napi_value value) {
    kept *k = calloc(1, sizeof *k);
    if (k == NULL || napi_create_reference(s->env, value, 1, &k->ref) != napi_ok) {
        free(k);
        throw_text(s, "not enough memory");
        return NULL;
    }
    k->n = s->notifier;
    pthread_mutex_lock(&k->n->lock);
    k->n->references++;
    pthread_mutex_unlock(&k->n->lock);
    return k;
}

void kept_drop(void *given) {
    kept *k = given;
    notifier *n = k->n;
    pthread_mutex_lock(&n->lock);
    bool closed = n->closed; /* the environment has ended, and its references with it */
    if (!closed) {
        if (n->dropped == NULL) napi_call_threadsafe_function(n->wake, NULL, napi_tsfn_nonblocking);
        k->next = n->dropped;
        n->dropped = k;
    }
    notifier_release(n);
    if (closed) free(k);
}

void kept_sweep(state *s) {
    notifier *n = s->notifier;
    pthread_mutex_lock(&n->lock);
    kept *list = n->dropped;
    n->dropped = NULL;
    pthread_mutex_unlock(&n->lock);
    while (list != NULL) {
        kept *next = list->next;
        napi_delete_reference(s->env, list->ref);
        free(list);
        list = next;
    }
}

/* ---- The event loop ----------------------------------------------------------------------------- */

/* On the JavaScript thread, after a wake-up. */
static void woken(napi_env env, napi_value function, void *context, void *data) {
    (void)function, (void)data;
    if (env == NULL) return; /* the environment is ending */
    state *s = context;
    here = s;
    kept_sweep(s);
    notifier *n = s->notifier;
    pthread_mutex_lock(&n->lock);
    awaited *list = n->done, *first = NULL;
    n->done = NULL;
    pthread_mutex_unlock(&n->lock);
    while (list != NULL) { /* the list is newest first */
        awaited *next = list->next;
        list->next = first, first = list, list = next;
    }
    while (first != NULL) {
        awaited *next = first->next;
        settle(s, first);
        if (--n->waiting == 0) napi_unref_threadsafe_function(env, n->wake);
        first = next;
    }
}

notifier *notifier_new(state *s) {
    notifier *n = calloc(1, sizeof *n);
    napi_value name;
    if (n == NULL) return NULL;
    pthread_mutex_init(&n->lock, NULL);
    n->references = 1;
    if (napi_create_string_utf8(s->env, "libweir: await", NAPI_AUTO_LENGTH, &name) != napi_ok ||
        napi_create_threadsafe_function(s->env, NULL, NULL, name, 0, 1, NULL, NULL, s, woken,
                                        &n->wake) != napi_ok) {
        free(n);
        return NULL;
    }
    napi_unref_threadsafe_function(s->env, n->wake);
    return n;
}

void notifier_close(state *s) {
    notifier *n = s->notifier;
    pthread_mutex_lock(&n->lock);
    n->closed = true;
    awaited *list = n->done;
    kept *dropped = n->dropped;
    n->done = NULL, n->dropped = NULL;
    napi_release_threadsafe_function(n->wake, napi_tsfn_abort);
    notifier_release(n);
    while (list != NULL) {
        awaited *next = list->next;
        weir_array_release(list->array);
        free(list);
        list = next;
    }
    while (dropped != NULL) {
        kept *next = dropped->next;
        free(dropped);
        dropped = next;
    }
}

/* readyWhen(slot): a promise of undefined; it is rejected with the failure of the array. */
static napi_value ready_when(napi_env env, napi_callback_info info) {
    napi_value args[1], promise = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_array *array = slot_argument(s, args[0]);
    notifier *n = s->notifier;
    awaited *a = array != NULL ? calloc(1, sizeof *a) : NULL;
    if (a == NULL || napi_create_promise(env, &a->deferred, &promise) != napi_ok) {
        free(a);
        return call_end(s, NULL);
    }
    a->n = n, a->array = weir_array_retain(array);
    weir_var *var = weir_array_var(array);
    if (var == NULL || weir_array_is_ready(array)) {
        settle(s, a);
        return call_end(s, promise);
    }
    pthread_mutex_lock(&n->lock);
    n->references++;
    pthread_mutex_unlock(&n->lock);
    if (n->waiting++ == 0) napi_ref_threadsafe_function(env, n->wake);
    weir_task task = {
        .size = sizeof task, .kind = &finished_kind, .arg = a, .reads = &var, .read_count = 1};
    weir_status status = weir_task_push(s->rt, &task);
    if (status == WEIR_OK) return call_end(s, promise);
    pthread_mutex_lock(&n->lock);
    notifier_release(n);
    if (--n->waiting == 0) napi_unref_threadsafe_function(env, n->wake);
    napi_value error = error_make(s, status);
    napi_reject_deferred(env, a->deferred, error);
    weir_array_release(array);
    free(a);
    return call_end(s, promise);
}

const native_function ready_functions[] = {{"readyWhen", ready_when}, {NULL, NULL}};
