/* suggest.h - which names somebody perhaps meant who asked for one that is not there.
 *
 *   wr_nearest n = {.asked = "sofmax"};
 *   for each name: wr_nearest_see(&n, name, strlen(name), name);
 *   wr_nearest_text(&n, text, sizeof text);     "; did you mean softmax?"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_NEAREST_H
#define WR_NEAREST_H

#include <stddef.h>

enum { WR_NEAREST_MOST = 3 };

typedef struct wr_nearest {
    const char *asked;
    int count;
    const char *name[WR_NEAREST_MOST]; /* the nearest first */
    int distance[WR_NEAREST_MOST];
} wr_nearest;

/* `length` letters at `seen` are a name by which `name`, which has to stay, may be asked for. */
void wr_nearest_see(wr_nearest *n, const char *seen, size_t length, const char *name);

/* A question for the end of a sentence, or nothing. */
void wr_nearest_text(const wr_nearest *n, char *text, size_t size);

#endif
