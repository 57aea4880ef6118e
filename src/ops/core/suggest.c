/* suggest.c - suggests names for a misspelt one, by edit distance.
 *
 * The distance between two names is the minimum number of letters to insert, delete, replace, or
 * swap with a neighbour (Damerau-Levenshtein).  A name is suggested if its distance is at most a
 * third of the number of letters in the misspelt name, rounded up.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LETTERS = 48 };

static int least(int a, int b) { return a < b ? a : b; }

static int letter(char c) { return tolower((unsigned char)c); }

/* Row i of the table holds the distances from the first i letters of `a` to each prefix of `b`;
 * only the last three rows are kept. */
static int distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    int row[3][LETTERS + 1];
    if (a_length > LETTERS || b_length > LETTERS) return LETTERS;
    for (size_t j = 0; j <= b_length; j++) row[0][j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            int x = letter(a[i - 1]), y = letter(b[j - 1]);
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == letter(b[j - 2]) && letter(a[i - 2]) == y)
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return row[a_length % 3][b_length];
}

static void drop(wr_nearest *n, int at) {
    n->count--;
    for (int i = at; i < n->count; i++) {
        n->name[i] = n->name[i + 1];
        n->distance[i] = n->distance[i + 1];
    }
}

void wr_nearest_see(wr_nearest *n, const char *seen, size_t length, const char *name) {
    size_t asked = strlen(n->asked);
    int far = distance(n->asked, asked, seen, length), at = 0;
    if (far > (int)((asked + 2) / 3)) return;
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->name[i], name) == 0) { /* already in the list under another spelling */
            if (n->distance[i] <= far) return;
            drop(n, i);
        }
    while (at < n->count && n->distance[at] <= far) at++;
    if (at == WR_NEAREST_MOST) return;
    if (n->count == WR_NEAREST_MOST) n->count--;
    for (int i = n->count++; i > at; i--) {
        n->name[i] = n->name[i - 1];
        n->distance[i] = n->distance[i - 1];
    }
    n->name[at] = name;
    n->distance[at] = far;
}

void wr_nearest_text(const wr_nearest *n, char *text, size_t size) {
    static const char *const before[] = {"; did you mean ", ", ", " or "};
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < n->count && used < size; i++) {
        const char *join = before[i == 0 ? 0 : i == n->count - 1 ? 2 : 1];
        used += (size_t)snprintf(text + used, size - used, "%s%s%s", join, n->name[i],
                                 i == n->count - 1 ? "?" : "");
    }
}
