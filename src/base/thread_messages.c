/* thread_messages.c - allocates the wr_thread_messages of each thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/thread_messages.h"

#include <pthread.h>
#include <stdlib.h>

static WR_THREAD_LOCAL wr_thread_messages *mine;
static pthread_key_t key;
static bool has_key;

static void free_messages(void *messages) {
    mine = NULL; /* a destructor that runs later may allocate a new block */
    free(messages);
}

static void make_key(void) { has_key = pthread_key_create(&key, free_messages) == 0; }

static wr_thread_messages *make(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    /* shared by all threads that could not allocate a block of their own */
    static wr_thread_messages shared;
    pthread_once(&once, make_key);
    wr_thread_messages *messages = calloc(1, sizeof *messages);
    if (messages == NULL) return &shared;
    if (!has_key || pthread_setspecific(key, messages) != 0) {
        free(messages);
        return &shared;
    }
    mine = messages;
    return messages;
}

wr_thread_messages *wr_thread_messages_mine(void) {
    return WR_LIKELY(mine != NULL) ? mine : make();
}
