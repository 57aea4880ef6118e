/* block_kit.h - helpers for tests of blocks: samples and random values.
 *
 * A sample is written as those of operators are (docs/operators.md): inputs, then attributes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_BLOCK_KIT_H
#define TEST_BLOCK_KIT_H

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "array_kit.h"

enum { SAMPLE_INPUTS = 6, SAMPLE_DIMS = 6 };

typedef struct sample_input {
    bool none;
    weir_dtype dtype;
    int ndim;
    int64_t shape[SAMPLE_DIMS];
    double low, high;
} sample_input;

typedef struct sample {
    sample_input in[SAMPLE_INPUTS];
    uint32_t in_count;
    char text[512]; /* of the block */
} sample;

static inline const char *sample_skip(const char *p, const char *what) {
    return p + strspn(p, what);
}

static inline const char *sample_read_input(sample *s, const char *p) {
    CHECK(s->in_count < SAMPLE_INPUTS);
    sample_input *in = &s->in[s->in_count++];
    *in = (sample_input){.dtype = WEIR_FLOAT32, .low = -2, .high = 2};
    if (strncmp(p, "none", 4) == 0) {
        in->none = true;
        return p + 4;
    }
    if (strncmp(p, "i64", 3) == 0) in->dtype = WEIR_INT64, p += 3;
    CHECK(*p == '(');
    for (p++; *p != ')'; p = sample_skip(p, ", ")) {
        char *end;
        CHECK(in->ndim < SAMPLE_DIMS);
        in->shape[in->ndim++] = strtoll(p, &end, 10);
        CHECK(end != p);
        p = end;
    }
    if (*++p != '@') return p;
    char *end;
    in->low = strtod(p + 1, &end);
    CHECK(*end == ':');
    in->high = strtod(end + 1, &end);
    return end;
}

/* The index-th sample of a kind; false: there is none. */
static inline bool sample_read(const weir_block_def *def, int index, sample *s) {
    char words[512];
    const char *p = def->samples;
    for (; p != NULL && index > 0; index--) {
        p = strchr(p, ';');
        if (p != NULL) p++;
    }
    if (p == NULL) return false;
    snprintf(words, sizeof words, "%.*s", (int)strcspn(p, ";"), sample_skip(p, " "));
    words[strcspn(words, ";")] = '\0';
    memset(s, 0, sizeof *s);
    size_t used = (size_t)snprintf(s->text, sizeof s->text, "%s(", def->name);
    bool first = true;
    for (p = sample_skip(words, " "); *p != '\0'; p = sample_skip(p, " ,")) {
        size_t n = strcspn(p, "=;, ");
        if (p[n] != '=') {
            p = sample_read_input(s, p);
            continue;
        }
        n += strcspn(p + n, p[n + 1] == '[' ? "]" : " ");
        if (p[n] == ']') n++;
        used += (size_t)snprintf(s->text + used, sizeof s->text - used, "%s%.*s", first ? "" : ", ",
                                 (int)n, p);
        p += n;
        first = false;
    }
    snprintf(s->text + used, sizeof s->text - used, ")");
    return true;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static inline int64_t sample_elements(const sample_input *in) {
    int64_t n = 1;
    for (int i = 0; i < in->ndim; i++) n *= in->shape[i];
    return n;
}

/* Random values, as doubles. */
static inline double *sample_values(const sample_input *in, uint64_t seed) {
    int64_t n = sample_elements(in);
    double *x = calloc((size_t)n + 1, sizeof *x);
    for (int64_t i = 0; i < n; i++) {
        double u = (double)(test_random(&seed) >> 11) * 0x1p-53;
        x[i] = in->low + u * (in->high - in->low);
        if (in->dtype == WEIR_INT64) x[i] = floor(x[i]);
    }
    return x;
}

/* An array of random values: integers keep their dtype, floats get `dtype` (float32 or float64). */
static inline weir_array *sample_array(weir_runtime *rt, const sample_input *in, weir_dtype dtype,
                                       const double *x) {
    int64_t n = sample_elements(in);
    if (in->none) return NULL;
    if (in->dtype != WEIR_INT64) {
        weir_array *wide = kit_array(rt, WEIR_FLOAT64, in->ndim, in->shape, x), *a = NULL;
        CHECK_OK(weir_astype(wide, dtype, &a));
        weir_array_release(wide);
        return a;
    }
    int64_t *whole = malloc((size_t)(n > 0 ? n : 1) * sizeof *whole);
    for (int64_t i = 0; i < n; i++) whole[i] = (int64_t)x[i];
    weir_array *a = kit_array(rt, WEIR_INT64, in->ndim, in->shape, whole);
    free(whole);
    return a;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static inline weir_block *kit_block(weir_runtime *rt, const char *text) {
    weir_block *b = NULL;
    weir_status status = weir_block_parse(rt, text, &b);
    if (status != WEIR_OK) test_fail(__FILE__, __LINE__, "%s: %s", text, weir_error());
    return b;
}

static inline weir_array *kit_forward(weir_block *b, weir_array *x) {
    weir_array *y = NULL;
    CHECK_OK(weir_block_call(b, x, &y));
    return y;
}

#define RELEASE(...)                                                                               \
    do {                                                                                           \
        weir_array *list_[] = {__VA_ARGS__};                                                       \
        for (size_t i_ = 0; i_ < sizeof list_ / sizeof *list_; i_++)                               \
            weir_array_release(list_[i_]);                                                         \
    } while (0)

static inline bool kit_is_float(const weir_array *a) {
    return a != NULL && weir_array_dtype(a) >= WEIR_FLOAT16 &&
           weir_array_dtype(a) <= WEIR_FLOAT64 && !weir_array_is_number(a);
}

#endif
