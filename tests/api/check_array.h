/* check_array.h - checks of a call in one line: the text of its result, or the message of its failure.
 *
 * `call` stores its result in &got.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_CHECK_ARRAY_H
#define TEST_CHECK_ARRAY_H

#include "kit.h"

/* The text of an array on one line, in one of a few static buffers. */
static inline const char *text(weir_array *a) {
    static char texts[4][2000];
    static unsigned next;
    char *to = texts[next++ % 4], *end = to;
    CHECK_OK(weir_array_text(a, to, sizeof texts[0]));
    for (const char *from = to; *from != '\0'; from++)
        if (*from > ' ' || end[-1] != ' ') *end++ = *from > ' ' ? *from : ' ';
    *end = '\0';
    return to;
}

#define SHOWS(call, wanted)                                                                        \
    do {                                                                                           \
        weir_array *got = NULL;                                                                    \
        CHECK_OK(call);                                                                            \
        CHECK_STR(text(got), wanted);                                                              \
        weir_array_release(got);                                                                   \
    } while (0)

#define REFUSES(call, part)                                                                        \
    do {                                                                                           \
        weir_array *got = NULL;                                                                    \
        CHECK(kit_is_refusal(call));                                                               \
        CHECK(got == NULL);                                                                        \
        CHECK_HAS(weir_error(), part);                                                             \
    } while (0)

#define DIMS(...) (const int64_t[]){__VA_ARGS__}, sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t)

#endif
