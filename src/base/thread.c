/* thread.c - threads that no signal reaches.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <signal.h>

int wr_thread_start(pthread_t *thread, const char *name, void *(*run)(void *), void *arg) {
    sigset_t all, before;
    sigfillset(&all); /* the new thread inherits the mask */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(thread, NULL, run, arg);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error == 0) pthread_setname_np(*thread, name);
    return error;
}
