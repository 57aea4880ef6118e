/* json.h - reading the little JSON that tables of files are made of: a cursor over text that need not end in a zero.
 *
 * Each function reads what its name says, or notes what is wrong and where, once: after that all of them give
 * nothing and the caller may go on to where it looks at `wrong`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_JSON_H
#define WR_JSON_H

#include "base/base.h"

typedef struct wr_json {
    const char *text;
    size_t size, at;
    const char *wrong; /* NULL: nothing so far; static */
    size_t wrong_at;
} wr_json;

/* Note what is wrong here, if nothing was before; gives false. */
bool wr_json_fail(wr_json *j, const char *wrong);

/* This character comes next (behind spaces) and is taken; else it is wrong. */
bool wr_json_take(wr_json *j, char c);

/* It comes next, and is taken if so. */
bool wr_json_has(wr_json *j, char c);

/* A string, unescaped into `out`, which has room for as many bytes as the text has left; its length.  It holds no
 * zero.  Ends in one. */
size_t wr_json_string(wr_json *j, char *out);

/* A whole number from 0 to INT64_MAX. */
int64_t wr_json_count(wr_json *j);

/* Anything: for what is not known here. */
void wr_json_skip(wr_json *j);

/* Only spaces are left. */
bool wr_json_end(wr_json *j);

#endif
