/* fail.h - how functions of lib/ report an error: a message for weir_error and a status.
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

/* Set the message of weir_error and return `status`.  This is a macro so that a static analyser
 * sees at the call that the status is not WEIR_OK. */
#define wr_lib_fail(status, ...) (wr_lib_fail_set(status, __VA_ARGS__), wr_lib_failed(status))
/* Fail with the status and message that correspond to errno, such as "train.csv: No such file or
 * directory". */
weir_status wr_lib_fail_system(const char *path);
void wr_lib_fail_set(weir_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline weir_status wr_lib_failed(weir_status status) { return status; }

enum { WR_MESSAGE_MAX = 320 }; /* maximum length of a message, including the final NUL */

#endif
