/* thread_messages.h - what a thread has been told last, and texts for sentences.
 *
 * They are too large for thread-local storage of a library that is opened late, which has to fit a small
 * reserve of the loader; so each thread has a block of its own, made when it is first needed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_WORDS_H
#define WR_WORDS_H

#include "base/base.h"

enum { WR_TEXTS = 8, WR_TEXT_BYTES = 160 };

typedef struct wr_thread_messages {
    weir_failure last;                  /* what weir_error() tells */
    unsigned next;                      /* of the texts */
    char text[WR_TEXTS][WR_TEXT_BYTES]; /* sentences quote a few shapes at a time */
} wr_thread_messages;

/* This thread's. */
wr_thread_messages *wr_thread_messages_mine(void);

/* The next text, which stays until as many others have been asked for. */
static inline char *wr_text_next(void) {
    wr_thread_messages *words = wr_thread_messages_mine();
    return words->text[words->next++ % WR_TEXTS];
}

#endif
