/* thread_messages.c - a block of words for each thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/thread_messages.h"

#include <pthread.h>
#include <stdlib.h>

static WR_THREAD_LOCAL wr_thread_messages *mine;
static pthread_key_t key;
static bool has_key;

static void forget(void *words) {
    mine = NULL; /* destructors that run later get another one */
    free(words);
}

static void make_key(void) { has_key = pthread_key_create(&key, forget) == 0; }

static wr_thread_messages *make(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static wr_thread_messages
        shared; /* without memory there is one for all: better mixed words than none */
    pthread_once(&once, make_key);
    wr_thread_messages *words = calloc(1, sizeof *words);
    if (words == NULL) return &shared;
    if (!has_key || pthread_setspecific(key, words) != 0) {
        free(words);
        return &shared;
    }
    mine = words;
    return words;
}

wr_thread_messages *wr_thread_messages_mine(void) {
    return WR_LIKELY(mine != NULL) ? mine : make();
}
