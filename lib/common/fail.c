/* fail.c - see fail.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/fail.h"

void wr_lib_fail_set(weir_status status, const char *format, ...) {
    char message[WR_MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    weir_error_set(status, message);
}

weir_status wr_lib_fail_system(const char *path) {
    int error = errno;
    weir_status status = weir_status_of_errno(error);
    wr_lib_fail_set(status, "%s: %s", path, strerror(error));
    return status;
}
