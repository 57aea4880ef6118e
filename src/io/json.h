/* json.h - a small JSON reader for file headers: a cursor over text that need not be
 * NUL-terminated.
 *
 * Each function reads what its name says, or records the first error and its position.  After an
 * error all functions do nothing and return 0, so a caller can continue and check `wrong` at the
 * end.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_JSON_H
#define WR_JSON_H

#include "base/base.h"

typedef struct wr_json {
    const char *text;
    size_t size, at;
    const char *wrong; /* the first error, a static string; NULL: no error so far */
    size_t wrong_at;
} wr_json;

/* Record an error at the current position, unless one is recorded already; returns false. */
bool wr_json_fail(wr_json *j, const char *wrong);

/* Skip white space and consume the character c; anything else is an error. */
bool wr_json_take(wr_json *j, char c);

/* Skip white space and consume the character c if it comes next. */
bool wr_json_has(wr_json *j, char c);

/* Read a string into `out`, with escape sequences decoded.  `out` must have room for as many bytes
 * as the text has left.  Returns the length.  The result is NUL-terminated and contains no other
 * NUL. */
size_t wr_json_string(wr_json *j, char *out);

/* Read an integer from 0 to INT64_MAX. */
int64_t wr_json_count(wr_json *j);

/* Skip a value of any type. */
void wr_json_skip(wr_json *j);

/* Is only white space left? */
bool wr_json_end(wr_json *j);

#endif
