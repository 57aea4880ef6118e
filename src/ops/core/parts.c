/* parts.c - one line about each input and output of an operator or block.
 *
 * `parts` is a list "name: text; name: text".  A name that it leaves out has the meaning in
 * part_names.def.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "ops/core/op.h"

static const struct {
    const char *name, *text;
} usual[] = {
#define PART(name, text) {#name, text},
#include "ops/core/part_names.def"
#undef PART
};

static size_t put(char *to, size_t size, const char *text, size_t n) {
    if (size > 0) {
        size_t fits = n < size ? n : size - 1;
        memcpy(to, text, fits);
        to[fits] = '\0';
    }
    return n;
}

size_t weir_part_text(const char *parts, const char *name, char *text, size_t size) {
    if (size > 0) *text = '\0';
    if (name == NULL) return 0;
    size_t n = strcspn(name, "?.");
    for (const char *p = parts; p != NULL && *p != '\0';) {
        size_t length = strcspn(p, ";");
        if (length > n + 2 && memcmp(p, name, n) == 0 && p[n] == ':')
            return put(text, size, p + n + 2, length - n - 2);
        p += length;
        p += strspn(p, "; ");
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strlen(usual[i].name) == n && memcmp(usual[i].name, name, n) == 0)
            return put(text, size, usual[i].text, strlen(usual[i].text));
    if (n > 2 && memcmp(name, "d_", 2) == 0) {
        char line[80];
        int length = snprintf(line, sizeof line, "gradient of %.*s", (int)n - 2, name + 2);
        return put(text, size, line, (size_t)length < sizeof line ? (size_t)length : 0);
    }
    return 0;
}
