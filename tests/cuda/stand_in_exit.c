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
static void end(int part) {
    atomic_store(&parts[part].ended, true);
    if (part != STAND_IN_DRIVER && atomic_load(&parts[part].inside) > 0)
        end_process(part, " while its exit handlers run\n");
}

static void end_driver(void) { end(STAND_IN_DRIVER); }
static void end_compiler(void) { end(STAND_IN_COMPILER); }
static void end_blas(void) { end(STAND_IN_BLAS); }
static void end_dnn(void) { end(STAND_IN_DNN); }
static void end_fft(void) { end(STAND_IN_FFT); }
static void end_solver(void) { end(STAND_IN_SOLVER); }

static void (*const handlers[STAND_IN_PARTS])(void) = {end_driver, end_compiler, end_blas,
                                                       end_dnn,    end_fft,      end_solver};

static const char *late_library(void) {
    const char *path = getenv("STAND_IN_LATE");
    return path != NULL && *path != 0 ? path : NULL;
}

static void know(int part) {
    if (!atomic_exchange(&parts[part].known, true)) atexit(handlers[part]);
}

__attribute__((constructor)) static void know_all(void) {
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
