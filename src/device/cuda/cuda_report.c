/* cuda_report.c - the messages of reports: numbers in the place of letters.
 *
 *   %i  an integer                   %u  an unsigned integer
 *   %g  the bits of a double         %n  an integer, and whether it is signed
 *   %p  " at position ..." or ""     %a  "axis 1", or "the flattened array" for -1
 *   %m  "the matrix", or "matrix 1 of 3": its index and how many there are
 *   %v  "NaN" for 0, "infinite" for 1, "not finite" for 2
 *   %s  the name that the call has given, without a number
 *   %{one|many}  the first word if the number is 1
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_report.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct {
    weir_status status;
    const char *text;
} kinds[] = {
#define REPORT(name, status, text) {WEIR_##status, text},
#include "device/cuda/reports.def"
#undef REPORT
};

weir_status wr_cuda_report_status(uint32_t reason) {
    return kinds[reason < WR_REPORT_KINDS ? reason : WR_REPORT_SKIPPED].status;
}

/* Write " at position 3" or " at position (1, 2)". */
static int put_position(char *to, size_t size, int64_t at, const wr_cuda_subject *about) {
    int64_t index[WR_SUBJECT_NDIM];
    int n = 0;
    if (about->ndim == 0) return 0;
    if (about->ndim == 1) return snprintf(to, size, " at position %lld", (long long)at);
    for (int d = about->ndim - 1; d >= 0; d--) {
        index[d] = at % about->shape[d];
        at /= about->shape[d];
    }
    n += snprintf(to, size, " at position (");
    for (int d = 0; d < about->ndim; d++)
        n += snprintf(to + n, size - (size_t)n, "%lld%s", (long long)index[d],
                      d + 1 < about->ndim ? ", " : ")");
    return n;
}

/* Write what one letter stands for; returns the length, at most 160. */
static int put(char *to, size_t size, char letter, const volatile int64_t *number,
               const wr_cuda_subject *about) {
    static const char *const values[] = {"NaN", "infinite", "not finite"};
    long long x = number[0];
    switch (letter) {
    case 'p': return put_position(to, size, x, about);
    case 'n': return snprintf(to, size, number[1] != 0 ? "%lld" : "%llu", x);
    case 'a':
        return x < 0 ? snprintf(to, size, "the flattened array")
                     : snprintf(to, size, "axis %lld", x);
    case 'u': return snprintf(to, size, "%llu", (unsigned long long)x);
    case 'g':
        return snprintf(to, size, "%g",
                        ((union {
                            int64_t bits;
                            double value;
                        }){x})
                            .value);
    case 'v': return snprintf(to, size, "%s", values[x >= 0 && x < 2 ? x : 2]);
    case 'm':
        if (number[1] == 1) return snprintf(to, size, "the matrix");
        return snprintf(to, size, "matrix %lld of %lld", x, (long long)number[1]);
    case 's': return snprintf(to, size, "%.40s", about->name != NULL ? about->name : "");
    default: return snprintf(to, size, "%lld", x);
    }
}

/* Write one of the words of "%{one|many}0", and move *from behind it. */
static int put_word(char *to, size_t size, const char **from, const volatile int64_t *number) {
    const char *one = *from + 2, *bar = strchr(one, '|'), *end = strchr(one, '}');
    bool is_one = number[end[1] - '0'] == 1;
    *from = end + 2;
    return snprintf(to, size, "%.*s", (int)(is_one ? bar - one : end - bar - 1),
                    is_one ? one : bar + 1);
}

const char *wr_cuda_report_text(char text[WR_REPORT_TEXT], uint32_t reason,
                                const volatile int64_t number[WR_REPORT_NUMBERS],
                                const wr_cuda_subject *about) {
    const char *from = kinds[reason < WR_REPORT_KINDS ? reason : WR_REPORT_SKIPPED].text;
    size_t n = 0;
    if (from == NULL) return NULL;
    while (*from != '\0' && n + 1 < WR_REPORT_TEXT) {
        if (*from != '%') {
            text[n++] = *from++;
            continue;
        }
        int length;
        if (from[1] == '{') {
            length = put_word(text + n, WR_REPORT_TEXT - n, &from, number);
        } else {
            bool is_numbered = from[1] != 's';
            int at = is_numbered ? from[2] - '0' : 0;
            length = put(text + n, WR_REPORT_TEXT - n, from[1], number + at, about);
            from += is_numbered ? 3 : 2;
        }
        n += (size_t)length;
    }
    if (n >= WR_REPORT_TEXT) n = WR_REPORT_TEXT - 1;
    text[n] = '\0';
    return text;
}
