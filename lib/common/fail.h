/* fail.h - how calls fail here: a sentence for weir_error, and a status.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_LIB_FAIL_H
#define WR_LIB_FAIL_H

#include "weir/weir.h"

#define WR_TRY(call)                                                                               \
    do {                                                                                           \
        weir_status status_ = (call);                                                              \
        if (status_ != WEIR_OK) return status_;                                                    \
    } while (0)

/* A sentence for weir_error, and the status.  A macro, so that who reads the caller, an analyser too, sees that
 * it is not WEIR_OK. */
#define wr_lib_fail(status, ...) (wr_lib_fail_say(status, __VA_ARGS__), wr_lib_failed(status))
/* "train.csv: No such file or directory", from errno, with its status. */
weir_status wr_lib_fail_system(const char *path);
void wr_lib_fail_say(weir_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline weir_status wr_lib_failed(weir_status status) { return status; }

enum { WR_SENTENCE = 320 }; /* bytes of a message */

#endif
