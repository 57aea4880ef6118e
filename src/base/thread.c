/* thread.c - starts threads that block all signals and have enough stack for the tiles of compute
 * kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <signal.h>

/* Minimum stack size.  glibc's default, the stack limit of the process, is usually 8 MB, but musl's
 * is only 128 KB. */
enum { STACK_BYTES_MIN = 2 << 20 };

int wr_thread_start(pthread_t *thread, const char *name, void *(*run)(void *), void *arg) {
    sigset_t all, before;
    pthread_attr_t attributes;
    size_t stack_bytes = 0;
    int error = pthread_attr_init(&attributes);
    if (error != 0) return error;
    pthread_attr_getstacksize(&attributes, &stack_bytes);
    if (stack_bytes < STACK_BYTES_MIN) pthread_attr_setstacksize(&attributes, STACK_BYTES_MIN);
    sigfillset(&all); /* the new thread inherits this mask */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(thread, &attributes, run, arg);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (error == 0) pthread_setname_np(*thread, name);
    return error;
}
