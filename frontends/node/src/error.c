/* error.c - statuses of the library as JavaScript errors.
 *
 * JavaScript makes the object: raise(status name, message, operator, line) chooses the class.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

napi_value error_make(state *s, weir_status status) {
    weir_failure f = {.size = sizeof f};
    (void)weir_error_get(&f);
    /* A failure in flight has the name of its operator; a refused call has none. */
    bool in_flight = f.name[0] != '\0';
    if (in_flight && s->rt != NULL) weir_failure_seen(s->rt, f.seq);
    const char *line = in_flight ? weir_site_text(f.site) : NULL;
    napi_value function, self, error = NULL, args[4];
    args[0] = new_text(s, weir_status_name(status));
    args[1] = new_text(s, f.message[0] != '\0' ? f.message : weir_status_text(status));
    args[2] = new_text(s, in_flight ? f.name : NULL);
    args[3] = new_text(s, line);
    napi_get_undefined(s->env, &self);
    if (s->raise == NULL || napi_get_reference_value(s->env, s->raise, &function) != napi_ok ||
        napi_call_function(s->env, self, function, 4, args, &error) != napi_ok)
        return NULL;
    return error;
}

napi_value throw_status(state *s, weir_status status) {
    bool pending = false;
    napi_is_exception_pending(s->env, &pending);
    if (pending) return NULL;
    napi_value error = error_make(s, status);
    if (error != NULL)
        napi_throw(s->env, error);
    else if (napi_is_exception_pending(s->env, &pending) == napi_ok && !pending)
        napi_throw_error(s->env, weir_status_name(status), weir_error());
    return NULL;
}

napi_value throw_text(state *s, const char *message) {
    bool pending = false;
    napi_is_exception_pending(s->env, &pending);
    if (!pending) throw_status(s, weir_error_set(WEIR_EINVAL, message));
    return NULL;
}
