/* state.c - the addon's life: one state per environment, calls from JavaScript, and the callbacks
 * that the library makes into the front end.
 *
 * Finalisers.  A finaliser that Node-API defers to the event loop does not run while a program
 * computes in a loop, so its arrays would pile up.  A module whose version is "experimental" has
 * its finalisers called by the collector itself; they must then not call JavaScript, and ours only
 * release.  All functions that the addon uses are stable ones of version 9; the version is given
 * by a function of our own, so that nothing experimental is compiled in.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <limits.h>
#include <stdlib.h>

_Thread_local state *here;

/* ---- Callbacks of the library ---------------------------------------------------------------- */

/* The line of JavaScript that issues work.  JavaScript finds it from its stack, which takes a few
 * microseconds; so it is asked at most once in a call, and not for operations that run inline. */
static uint32_t current_site(void) {
    state *s = here;
    if (s == NULL || s->calls == 0 || s->finalising > 0 || s->locate == NULL) return 0;
    if (s->site != 0) return s->site;
    napi_handle_scope scope;
    napi_value function, self, result;
    bool pending = false;
    if (napi_is_exception_pending(s->env, &pending) != napi_ok || pending) return 0;
    if (napi_open_handle_scope(s->env, &scope) != napi_ok) return 0;
    if (napi_get_reference_value(s->env, s->locate, &function) == napi_ok &&
        napi_get_undefined(s->env, &self) == napi_ok) {
        if (napi_call_function(s->env, self, function, 0, NULL, &result) == napi_ok)
            napi_get_value_uint32(s->env, result, &s->site);
        else if (napi_is_exception_pending(s->env, &pending) == napi_ok && pending)
            napi_get_and_clear_last_exception(s->env, &result);
    }
    napi_close_handle_scope(s->env, scope);
    return s->site;
}

/* Run V8's collector, which calls the finalisers of unreachable arrays. */
void frontend_collect(int urgent) {
    (void)urgent;
    state *s = here;
    if (s == NULL || s->calls == 0 || s->finalising > 0 || s->gc == NULL) return;
    napi_handle_scope scope;
    napi_value function, self, result;
    bool pending = false;
    if (napi_is_exception_pending(s->env, &pending) != napi_ok || pending) return;
    if (napi_open_handle_scope(s->env, &scope) != napi_ok) return;
    if (napi_get_reference_value(s->env, s->gc, &function) == napi_ok &&
        napi_get_undefined(s->env, &self) == napi_ok) {
        if (napi_call_function(s->env, self, function, 0, NULL, &result) == napi_ok)
            s->collections++;
        else if (napi_is_exception_pending(s->env, &pending) == napi_ok && pending)
            napi_get_and_clear_last_exception(s->env, &result);
    }
    napi_close_handle_scope(s->env, scope);
    kept_sweep(s);
}

static const char *remedy(weir_remedy which) {
    switch (which) {
    case WEIR_REMEDY_RECORD:
        return "compute it inside weir.record(() => ...), from arrays with a gradient";
    case WEIR_REMEDY_ATTACH_GRAD: return "call x.attachGrad() before it is used";
    case WEIR_REMEDY_BACKWARD: return "call loss.backward() first";
    case WEIR_REMEDY_RETAIN_GRAPH: return "pass { retainGraph: true } to the earlier backward()";
    case WEIR_REMEDY_PAUSE: return "make the update inside weir.pause(() => ...)";
    case WEIR_REMEDY_ASSIGN:
        return "assign to elements of the array itself, or use weir.pause(() => ...)";
    case WEIR_REMEDY_DETACH: return "use x.detach(), or write to a copy";
    case WEIR_REMEDY_CLEAR_BLOCK:
        return "call block.clear(), which initialises its parameters again";
    case WEIR_REMEDY_TO_DEVICE: return "copy one of them with x.toDevice(device)";
    default: return NULL;
    }
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static weir_status installed;

static void install(void) {
    weir_frontend frontend = {.size = sizeof frontend,
                              .site = current_site,
                              .remedy = remedy,
                              .collect = frontend_collect};
    installed = weir_frontend_set(&frontend);
}

/* ---- Calls from JavaScript ------------------------------------------------------------------- */

state *call_begin(napi_env env, napi_callback_info info, size_t room, napi_value *args) {
    void *data;
    napi_get_cb_info(env, info, &room, args, NULL, &data);
    state *s = data;
    here = s;
    if (s->calls++ == 0) s->site = 0;
    return s;
}

napi_value call_end(state *s, napi_value result) {
    s->calls--;
    return result;
}

/* ---- Life ------------------------------------------------------------------------------------ */

void state_retain(state *s) { s->references++; }

void state_release(state *s) {
    if (--s->references > 0) return;
    for (uint32_t i = 0; i < s->op_count; i++) free(s->ops[i].attrs);
    for (int i = 0; i < NUMBERS; i++) weir_array_release(s->numbers[i].array);
    free(s->ops);
    free(s->slots);
    free(s);
}

static void environment_ends(void *data) {
    state *s = data;
    s->closed = true;
    notifier_close(s);
    if (here == s) here = NULL;
    state_release(s);
}

static napi_ref keep_function(state *s, napi_value function) {
    napi_ref ref = NULL;
    napi_create_reference(s->env, function, 1, &ref);
    return ref;
}

/* setUp(raise, locate, gc, frame): the JavaScript side of the callbacks. */
static napi_value set_up(napi_env env, napi_callback_info info) {
    napi_value args[4];
    state *s = call_begin(env, info, 4, args);
    s->raise = keep_function(s, args[0]);
    s->locate = keep_function(s, args[1]);
    s->gc = is_missing(s, args[2]) ? NULL : keep_function(s, args[2]);
    pthread_once(&once, install);
    weir_status status = installed;
    if (status == WEIR_OK) status = weir_runtime_default(&s->rt);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* setFrame(Float64Array): the shared frame; called again when a call needs a larger one. */
static napi_value set_frame(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    void *data;
    if (napi_get_typedarray_info(env, args[0], NULL, &s->frame_length, &data, NULL, NULL) ==
        napi_ok) {
        if (s->frame_ref != NULL) napi_delete_reference(env, s->frame_ref);
        s->frame = data;
        s->frame_ref = keep_function(s, args[0]);
    }
    return call_end(s, NULL);
}

/* internSite(file, line): the number of a source line. */
static napi_value intern_site(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    char *file = get_text(s, args[0]);
    uint32_t site = file != NULL ? weir_site_intern(file, get_i32(s, args[1])) : 0;
    free(file);
    return call_end(s, new_f64(s, site));
}

/* collect(urgent): call the library's collect callback, as the library does. */
static napi_value collect(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    frontend_collect(get_bool(s, args[0]));
    return call_end(s, NULL);
}

static const native_function state_functions[] = {
    {"setUp", set_up},    {"setFrame", set_frame},     {"internSite", intern_site},
    {"collect", collect}, {"boxRelease", box_release}, {NULL, NULL}};

static bool define(state *s, napi_value exports, const native_function *list) {
    for (; list->name != NULL; list++) {
        napi_value function;
        if (napi_create_function(s->env, list->name, NAPI_AUTO_LENGTH, list->call, s, &function) !=
                napi_ok ||
            napi_set_named_property(s->env, exports, list->name, function) != napi_ok)
            return false;
    }
    return true;
}

NAPI_MODULE_EXPORT int32_t node_api_module_get_api_version_v1(void);
NAPI_MODULE_EXPORT int32_t node_api_module_get_api_version_v1(void) {
    return INT_MAX; /* "experimental": see the top of this file */
}

NAPI_MODULE_EXPORT napi_value napi_register_module_v1(napi_env env, napi_value exports);
NAPI_MODULE_EXPORT napi_value napi_register_module_v1(napi_env env, napi_value exports) {
    static const native_function *const lists[] = {
        state_functions, array_functions,     op_functions,   ready_functions,  autograd_functions,
        block_functions, optimizer_functions, data_functions, runtime_functions};
    state *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->env = env;
    s->references = 1;
    s->notifier = notifier_new(s);
    if (s->notifier == NULL || napi_add_env_cleanup_hook(env, environment_ends, s) != napi_ok) {
        napi_throw_error(env, NULL, "libweir: not enough memory");
        return NULL;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!define(s, exports, lists[i])) return NULL;
    return exports;
}
