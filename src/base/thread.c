/* thread.c - starts threads that block all signals and have enough stack for the tiles of compute
 * kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <signal.h>
#include <stdlib.h>

/* Minimum stack size.  glibc's default, the stack limit of the process, is usually 8 MB, but musl's
 * is only 128 KB. */
enum { STACK_BYTES_MIN = 2 << 20 };

WR_THREAD_LOCAL const wr_thread_cpus *wr_thread_mask;

/* What a thread with a mask of its own starts with. */
typedef struct start {
    const wr_thread_cpus *mask;
    void *(*run)(void *);
    void *arg;
} start;

static void *run_with_mask(void *arg) {
    start s = *(start *)arg;
    free(arg);
    /* If this is refused, the thread runs where the one that started it does. */
    (void)pthread_setaffinity_np(pthread_self(), s.mask->size, s.mask->set);
    return s.run(s.arg);
}

int wr_thread_start(pthread_t *thread, const char *name, void *(*run)(void *), void *arg) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t all, before;
    pthread_attr_t attributes;
    size_t stack_bytes = 0;
    start *with = NULL;
    int error = pthread_attr_init(&attributes);
    if (error != 0) return error;
    if (wr_thread_mask != NULL && (with = malloc(sizeof *with)) != NULL) {
        *with = (start){wr_thread_mask, run, arg};
        run = run_with_mask;
        arg = with;
    }
    pthread_attr_getstacksize(&attributes, &stack_bytes);
    if (stack_bytes < STACK_BYTES_MIN) pthread_attr_setstacksize(&attributes, STACK_BYTES_MIN);
    sigfillset(&all); /* the new thread inherits this mask */
    /* A fault cannot wait: if its signal is blocked, the system ends the process without a handler. */
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(thread, &attributes, run, arg);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (error == 0) pthread_setname_np(*thread, name);
    if (error != 0) free(with);
    return error;
}
