/* thread_messages.h - the last failure of each thread, and text buffers for messages.
 *
 * They are too large for the thread-local storage of a library opened by dlopen, which must fit in
 * a small area that the loader reserves.  So each thread allocates a block on first use.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_THREAD_MESSAGES_H
#define WR_THREAD_MESSAGES_H

#include "base/base.h"

enum { WR_TEXTS = 8, WR_TEXT_BYTES = 160 };

typedef struct wr_thread_messages {
    weir_failure last;                  /* the failure that weir_error() returns */
    unsigned next;                      /* number of calls of wr_text_next so far */
    char text[WR_TEXTS][WR_TEXT_BYTES]; /* buffers for parts of a message, such as shapes */
} wr_thread_messages;

/* Return the calling thread's block, which is allocated on first use. */
wr_thread_messages *wr_thread_messages_mine(void);

/* Return a buffer of WR_TEXT_BYTES bytes, which is reused after WR_TEXTS more calls. */
static inline char *wr_text_next(void) {
    wr_thread_messages *messages = wr_thread_messages_mine();
    return messages->text[messages->next++ % WR_TEXTS];
}

#endif
