/* suggest.h - suggestions for a misspelt name.
 *
 *   wr_nearest n = {.asked = "sofmax"};
 *   for each name: wr_nearest_see(&n, name, strlen(name), name);
 *   wr_nearest_text(&n, text, sizeof text);     "; did you mean softmax?"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_SUGGEST_H
#define WR_SUGGEST_H

#include <stddef.h>

enum { WR_NEAREST_MOST = 3 };

typedef struct wr_nearest {
    const char *asked;
    int count;
    const char *name[WR_NEAREST_MOST]; /* sorted by distance, nearest first */
    int distance[WR_NEAREST_MOST];
} wr_nearest;

/* Consider suggesting `name`, which must stay valid.  The misspelt name is compared with the
 * `length` letters at `seen`, which spell `name` or an alias of it. */
void wr_nearest_see(wr_nearest *n, const char *seen, size_t length, const char *name);

/* Write the question that ends an error message, or "" if there is no name to suggest. */
void wr_nearest_text(const wr_nearest *n, char *text, size_t size);

#endif
