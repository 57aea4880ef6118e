/* json.c - a small JSON reader for file headers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "io/json.h"

#include <string.h>

enum { DEPTH = 16 }; /* maximum nesting depth of a value that is skipped */

bool wr_json_fail(wr_json *j, const char *wrong) {
    if (j->wrong == NULL) {
        j->wrong = wrong;
        j->wrong_at = j->at;
    }
    return false;
}

/* Is the next character one of those in `these`? */
static bool is_any(const wr_json *j, const char *these) {
    return j->at < j->size && j->text[j->at] != '\0' && strchr(these, j->text[j->at]) != NULL;
}

static void spaces(wr_json *j) {
    while (is_any(j, " \t\r\n")) j->at++;
}

/* Skip white space and return the next character without consuming it; 0 at the end of the text and
 * after an error. */
static char peek(wr_json *j) {
    spaces(j);
    return j->wrong == NULL && j->at < j->size ? j->text[j->at] : '\0';
}

bool wr_json_has(wr_json *j, char c) {
    if (peek(j) != c || c == '\0') return false;
    j->at++;
    return true;
}

bool wr_json_take(wr_json *j, char c) {
    static const char *const wanted[] = {"expected {", "expected }", "expected [", "expected ]",
                                         "expected :", "expected ,", "expected \""};
    static const char which[] = "{}[]:,\"";
    if (wr_json_has(j, c)) return true;
    return wr_json_fail(j, wanted[strchr(which, c) - which]);
}

bool wr_json_end(wr_json *j) {
    spaces(j);
    return j->wrong == NULL && j->at == j->size;
}

/* ---- Strings --------------------------------------------------------------------------------- */

static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static uint32_t four_digits(wr_json *j) {
    uint32_t code = 0;
    for (int i = 0; i < 4; i++, j->at++) {
        int digit = j->at < j->size ? hex(j->text[j->at]) : -1;
        if (digit < 0) {
            wr_json_fail(j, "\\u needs four hexadecimal digits");
            return 0;
        }
        code = code * 16 + (uint32_t)digit;
    }
    return code;
}

static size_t put_utf8(char *out, uint32_t code) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    for (int i = more; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((0xf0u << (3 - more)) | code);
    return (size_t)more + 1;
}

/* Decode the digits after \u and append the character as UTF-8.  A surrogate pair is decoded to one
 * character. */
static size_t unicode(wr_json *j, char *out) {
    uint32_t code = four_digits(j);
    if (code >= 0xd800 && code < 0xdc00 && j->at + 1 < j->size && j->text[j->at] == '\\' &&
        j->text[j->at + 1] == 'u') {
        j->at += 2;
        uint32_t low = four_digits(j);
        if (low < 0xdc00 || low > 0xdfff) wr_json_fail(j, "an unpaired surrogate");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xd800 && code < 0xe000) {
        wr_json_fail(j, "an unpaired surrogate");
    }
    if (code == 0) wr_json_fail(j, "a NUL inside a string");
    return j->wrong == NULL ? put_utf8(out, code) : 0;
}

static size_t escaped(wr_json *j, char *out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = j->at < j->size ? j->text[j->at] : '\0';
    const char *found = c != '\0' ? strchr(from, c) : NULL;
    if (c == 'u') {
        j->at++;
        return unicode(j, out);
    }
    if (found == NULL) {
        wr_json_fail(j, "an unknown escape sequence");
        return 0;
    }
    j->at++;
    *out = to[found - from];
    return 1;
}

/* Return the length in bytes of the UTF-8 character at `at`, or 0 if it is malformed. */
static size_t utf8_length(const wr_json *j) {
    const unsigned char *s = (const unsigned char *)j->text + j->at;
    size_t left = j->size - j->at, n = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (n == 1) return 1;
    if (s[0] < 0xc2 || s[0] > 0xf4 || n > left) return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    bool bad = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
               (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f);
    return bad ? 0 : n;
}

size_t wr_json_string(wr_json *j, char *out) {
    size_t n = 0;
    *out = '\0';
    if (!wr_json_take(j, '"')) return 0;
    while (j->wrong == NULL) {
        if (j->at >= j->size) {
            wr_json_fail(j, "a string is not terminated");
            break;
        }
        unsigned char c = (unsigned char)j->text[j->at];
        if (c == '"') {
            j->at++;
            out[n] = '\0';
            return n;
        }
        size_t length = utf8_length(j);
        if (c < 0x20 || length == 0) {
            wr_json_fail(j, c < 0x20 ? "a control character inside a string" : "invalid UTF-8");
            break;
        }
        if (c == '\\') {
            j->at++;
            n += escaped(j, out + n);
            continue;
        }
        memcpy(out + n, j->text + j->at, length);
        n += length;
        j->at += length;
    }
    *out = '\0';
    return 0;
}

/* ---- Numbers and skipped values -------------------------------------------------------------- */

int64_t wr_json_count(wr_json *j) {
    int64_t value = 0;
    size_t first;
    char c = peek(j);
    first = j->at;
    if (c < '0' || c > '9') {
        wr_json_fail(j, "expected a non-negative integer");
        return 0;
    }
    for (; j->at < j->size && j->text[j->at] >= '0' && j->text[j->at] <= '9'; j->at++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, j->text[j->at] - '0', &value)) {
            wr_json_fail(j, "a number is too large");
            return 0;
        }
    if (is_any(j, ".eE")) wr_json_fail(j, "a number is not an integer");
    if (c == '0' && j->at > first + 1) wr_json_fail(j, "a number has a leading zero");
    return j->wrong == NULL ? value : 0;
}

static void skip_string(wr_json *j) {
    for (j->at++; j->at < j->size && j->text[j->at] != '"'; j->at++)
        if (j->text[j->at] == '\\') j->at++;
    if (j->at >= j->size)
        wr_json_fail(j, "a string is not terminated");
    else
        j->at++;
}

void wr_json_skip(wr_json *j) {
    char open[DEPTH];
    int depth = 0;
    do {
        char c = peek(j);
        if (c == '"') {
            skip_string(j);
        } else if (c == '{' || c == '[') {
            if (depth == DEPTH) wr_json_fail(j, "brackets are nested too deeply");
            if (j->wrong == NULL) open[depth++] = c;
            j->at++;
        } else if (c == '}' || c == ']') {
            if (depth == 0 || open[depth - 1] != (c == '}' ? '{' : '['))
                wr_json_fail(j, "brackets do not match");
            depth--;
            j->at++;
        } else if (c != '\0') {
            j->at++;
        } else {
            wr_json_fail(j, "unexpected end of the text");
        }
    } while (j->wrong == NULL &&
             (depth > 0 || !(peek(j) == ',' || peek(j) == '}' || peek(j) == ']')));
}
