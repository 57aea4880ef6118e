/* status.c - names and descriptions of statuses, and the last failure of each thread (weir_error).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/thread_messages.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#ifdef WEIR_HARD
#include <sched.h>

/* Yield at random; called where a lock or the scheduler is acquired or released. */
void wr_yield_point(void) {
    static _Thread_local unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    if ((state >> 28) < 6) sched_yield();
}
#endif

static WR_THREAD_LOCAL unsigned count;

unsigned wr_fail_count(void) { return count; }

void wr_fail_say(weir_status status, const char *format, ...) {
    weir_failure *last = &wr_thread_messages_mine()->last;
    /* format into a local buffer first, because an argument may point to the old message */
    char message[sizeof last->message];
    count++;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    memset(last, 0, sizeof *last);
    last->status = status;
    memcpy(last->message, message, sizeof message);
}

weir_status wr_fail_system(const char *path, const char *what) {
    int error = errno;
    weir_status status = weir_status_of_errno(error);
    wr_fail_say(status, "%s: %s%s", path, what, strerror(error));
    return status;
}

weir_status wr_fail_with(const weir_failure *failure) {
    wr_thread_messages_mine()->last = *failure;
    count++;
    return (weir_status)failure->status;
}

const char *weir_error(void) { return wr_thread_messages_mine()->last.message; }

weir_status weir_error_set(weir_status status, const char *message) {
    wr_fail_say(status, "%s", message != NULL ? message : weir_status_text(status));
    return status;
}

void weir_error_place(uint32_t site) {
    weir_failure *last = &wr_thread_messages_mine()->last;
    if (last->site == 0) last->site = site;
}

weir_status weir_error_get(weir_failure *out) {
    if (out == NULL) return wr_fail(WEIR_EINVAL, "weir_error_get: out is NULL");
    return weir_struct_give(out, &wr_thread_messages_mine()->last, sizeof *out,
                            WEIR_SIZE_UP_TO(weir_failure, message), "weir_error_get",
                            "weir_failure");
}

const char *weir_status_name(weir_status status) {
    switch ((int)status) {
#define NAME(name, value, text)                                                                    \
    case value: return #name;
        WEIR_STATUS_MAP(NAME)
#undef NAME
    default: return "unknown";
    }
}

const char *weir_status_text(weir_status status) {
    switch ((int)status) {
#define TEXT(name, value, text)                                                                    \
    case value: return text;
        WEIR_STATUS_MAP(TEXT)
#undef TEXT
    default: return "unknown status; not defined in this version";
    }
}

weir_status weir_status_of_errno(int error) {
    switch (error) {
    case ENOENT: return WEIR_ENOENT;
    case EACCES:
    case EPERM: return WEIR_EACCES;
    case EEXIST: return WEIR_EEXIST;
    case EISDIR: return WEIR_EISDIR;
    case ENOTDIR: return WEIR_ENOTDIR;
    case ENOMEM: return WEIR_ENOMEM;
    default: return WEIR_ESYS;
    }
}

int weir_version(void) {
    return WEIR_VERSION_MAJOR * 10000 + WEIR_VERSION_MINOR * 100 + WEIR_VERSION_PATCH;
}

#define STR_(x) #x
#define STR(x)  STR_(x)
const char *weir_version_text(void) {
    return STR(WEIR_VERSION_MAJOR) "." STR(WEIR_VERSION_MINOR) "." STR(WEIR_VERSION_PATCH);
}
