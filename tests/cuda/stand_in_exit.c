/* stand_in_exit.c - the libraries of the stand-in driver when the process exits.
 *
 * NVIDIA's libraries are written in C++.  Their global objects are destroyed by exit handlers, which
 * are registered when the library, or a part of it, is loaded; a thread that uses the library at that
 * time, or later, may end the process with any signal.  The stand-in has such a handler for each
 * library, which ends the process with a message.  The driver has one as well; afterwards its calls
 * return 4, as NVIDIA's do.
 *
 * STAND_IN_LATE names a library that cuDNN loads at its first use.  Its handler is registered then,
 * and otherwise when the stand-in is loaded.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const names[STAND_IN_PARTS] = {"the driver", "NVRTC", "cuBLASLt",
                                                  "cuDNN",      "cuFFT", "cuSOLVER"};

static struct part {
    atomic_bool known; /* its handler is registered */
    atomic_bool ended; /* its handler has run */
    atomic_int inside; /* number of calls that have not returned */
} parts[STAND_IN_PARTS];

static void end_process(int part, const char *when) {
    char text[160] = "cuda_stand_in: a thread uses ";
    strcat(text, names[part]);
    strcat(text, when);
    if (write(2, text, strlen(text)) < 0) _exit(3);
    abort();
}

/* All accesses are seq_cst: either the call sees `ended`, or the handler sees the call. */
static void end(void *arg) {
    int part = (int)(intptr_t)arg;
    atomic_store(&parts[part].ended, true);
    if (part != STAND_IN_DRIVER && atomic_load(&parts[part].inside) > 0)
        end_process(part, " while its exit handlers run\n");
}

static const char *late_library(void) {
    const char *path = getenv("STAND_IN_LATE");
    return path != NULL && *path != 0 ? path : NULL;
}

/* As C++ does it, so that closing the library runs the handlers: under ThreadSanitizer, atexit would not know
 * to which library they belong. */
extern char __dso_handle __attribute__((visibility("hidden")));
int __cxa_atexit(void (*run)(void *), void *arg, void *library);

static void know(int part) {
    if (!atomic_exchange(&parts[part].known, true))
        __cxa_atexit(end, (void *)(intptr_t)part, &__dso_handle);
}

/* The threads whose calls have not returned do not exist in a child. */
static void forget_calls(void) {
    for (int part = 0; part < STAND_IN_PARTS; part++) atomic_store(&parts[part].inside, 0);
}

__attribute__((constructor)) static void know_all(void) {
    pthread_atfork(NULL, NULL, forget_calls);
    for (int part = 0; part < STAND_IN_PARTS; part++)
        if (part != STAND_IN_DNN || late_library() == NULL) know(part);
}

bool stand_in_has_ended(int part) { return atomic_load(&parts[part].ended); }

int stand_in_enter(int part) {
    if (!atomic_load(&parts[part].known) && dlopen(late_library(), RTLD_NOW) != NULL) know(part);
    atomic_fetch_add(&parts[part].inside, 1);
    if (stand_in_has_ended(part)) end_process(part, " after its exit handlers have run\n");
    if (part != STAND_IN_COMPILER) atomic_fetch_add(&stand_in_settings.library_calls, 1);
    int64_t late = part != STAND_IN_COMPILER ? atomic_load(&stand_in_settings.library_ns) : 0;
    struct timespec nap = {late / 1000000000, late % 1000000000};
    if (late > 0) nanosleep(&nap, NULL);
    return part;
}

void stand_in_leave(const int *part) { atomic_fetch_sub(&parts[*part].inside, 1); }
