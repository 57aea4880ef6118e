/* thread_messages.h - the last failure of each thread, and text buffers for messages.
 *
 * They are too large for the thread-local storage of a library opened by dlopen, which has to
 * fit a small reserve of the loader; so each thread has an allocated block, created on first
 * use.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_THREAD_MESSAGES_H
#define WR_THREAD_MESSAGES_H

#include "base/base.h"

enum { WR_TEXTS = 8, WR_TEXT_BYTES = 160 };

typedef struct wr_thread_messages {
    weir_failure last;                  /* the failure that weir_error() returns */
    unsigned next;                      /* index of the next text */
    char text[WR_TEXTS][WR_TEXT_BYTES]; /* a message quotes a few shapes at a time */
} wr_thread_messages;

/* The block of this thread. */
wr_thread_messages *wr_thread_messages_mine(void);

/* The next text buffer, which is reused after WR_TEXTS calls. */
static inline char *wr_text_next(void) {
    wr_thread_messages *messages = wr_thread_messages_mine();
    return messages->text[messages->next++ % WR_TEXTS];
}

#endif
