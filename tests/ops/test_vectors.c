/* test_vectors.c - values and gradients of operators agree with vectors recorded from PyTorch.
 *
 * The files of tests/vectors are written by tools/record_vectors.py, which describes their lines.  Each
 * call is made in float64 and in float32.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { OUTPUTS = 8 };

/* A recorded call. */
typedef struct record {
    sample s;
    host in[SAMPLE_INPUTS], grad[SAMPLE_INPUTS]; /* data NULL: not present */
    const char *out[OUTPUTS], *dy[OUTPUTS];      /* numbers, or NULL */
    int out_count;
} record;

/* If the line at *at starts with `word`, return the rest of it and advance; otherwise return NULL. */
static const char *take(const char **at, const char *word) {
    const char *line = *at, *end = strchr(line, '\n');
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] != ' ' && line[n] != '\n')) return NULL;
    *at = end != NULL ? end + 1 : line + strlen(line);
    return line + n;
}

static bool is_none(const char *numbers) { return strncmp(numbers, " none", 5) == 0; }

/* Fill the array with the numbers of a line, which must be exactly as many. */
static void fill(const sample *s, host *h, const char *numbers) {
    for (int64_t i = 0; i < h->count; i++) {
        char *end;
        double value = strtod(numbers, &end);
        if (end == numbers || (*end != ' ' && *end != '\n'))
            test_fail(__FILE__, __LINE__, "%s: number %lld of %lld is missing", s->text,
                      (long long)i, (long long)h->count);
        host_put(h, i, (number){value, 0});
        numbers = end;
    }
    if (*numbers != '\n')
        test_fail(__FILE__, __LINE__, "%s: more than %lld numbers", s->text, (long long)h->count);
}

/* Parse the call at *at, with floats of the given dtype. */
static void read_record(const char **at, bool wide, record *r) {
    char name[64];
    CHECK(sscanf(*at, "%63s", name) == 1);
    const weir_op *op = weir_op_find(name);
    if (op == NULL) test_fail(__FILE__, __LINE__, "%s", weir_error());
    memset(r, 0, sizeof *r);
    sample_read_text(op, *at + strlen(name), &r->s);
    if (wide) sample_to_double(&r->s);
    *at = strchr(*at, '\n') + 1;
    const char *line;
    for (int i = 0; i < r->s.in_count; i++) {
        const sample_input *in = &r->s.in[i];
        if (in->form != INPUT_ARRAY) continue;
        CHECK((line = take(at, "in")) != NULL);
        r->in[i] = host_new(in->dtype, in->ndim, in->shape);
        fill(&r->s, &r->in[i], line);
    }
    while ((line = take(at, "out")) != NULL) {
        CHECK(r->out_count < OUTPUTS);
        if (!is_none(line)) {
            r->out[r->out_count] = line;
            CHECK((r->dy[r->out_count] = take(at, "dy")) != NULL);
        }
        r->out_count++;
    }
    for (int i = 0; i < r->s.in_count; i++) {
        if (r->in[i].data == NULL) continue;
        CHECK((line = take(at, "grad")) != NULL);
        if (is_none(line)) continue;
        r->grad[i] = host_new(r->in[i].dtype, r->in[i].ndim, r->in[i].shape);
        fill(&r->s, &r->grad[i], line);
    }
}

static void free_record(record *r) {
    for (int i = 0; i < r->s.in_count; i++) {
        host_free(&r->in[i]);
        host_free(&r->grad[i]);
    }
}

/* Seven digits are recorded.  Errors are relative to the largest number, or to 1. */
static void compare(const sample *s, const char *what, int index, const host *got,
                    const host *wanted) {
    double largest = 1, allowed = got->dtype == WEIR_FLOAT64 ? 1e-6 : 1e-5;
    for (int64_t i = 0; i < wanted->count; i++) {
        double size = fabs(host_get(wanted, i).re);
        if (size > largest && isfinite(size)) largest = size;
    }
    for (int64_t i = 0; i < wanted->count; i++) {
        double a = host_get(got, i).re, b = host_get(wanted, i).re;
        if (a == b || fabs(a - b) <= allowed * largest) continue;
        complain(s, "%s %d, element %lld: %.9g, PyTorch gave %.9g", what, index, (long long)i, a,
                 b);
        return;
    }
}

static void compare_array(const sample *s, const char *what, int index, weir_array *a,
                          const host *wanted) {
    host got;
    if (a == NULL) {
        complain(s, "%s %d is not there", what, index);
        return;
    }
    if (host_receive(a, &got) != WEIR_OK) {
        complain(s, "%s %d: %s", what, index, weir_error());
        return;
    }
    if (got.count != wanted->count)
        complain(s, "%s %d is %s, not %s", what, index, host_text(&got), host_text(wanted));
    else
        compare(s, what, index, &got, wanted);
    host_free(&got);
}

static void check_record(const record *r) {
    weir_runtime *rt = walk_runtime();
    const sample *s = &r->s;
    weir_array *in[SAMPLE_INPUTS], *out[OUTPUTS] = {NULL}, *dy[OUTPUTS] = {NULL};
    weir_array *grad[SAMPLE_INPUTS] = {NULL};
    uint32_t count = OUTPUTS;
    send_inputs(rt, s, r->in, in);
    if (weir_op_call(rt, s->op, in, (uint32_t)s->in_count, s->attr, s->def->attr_size, out,
                     &count) != WEIR_OK) {
        complain(s, "%s", weir_error());
        release_arrays(in, (uint32_t)s->in_count);
        return;
    }
    CHECK_EQ(count, r->out_count);
    for (int i = 0; i < r->out_count; i++) {
        if (r->out[i] == NULL) continue;
        int64_t shape[VALUE_DIMS];
        for (int d = 0; d < weir_array_ndim(out[i]); d++) shape[d] = weir_array_shape(out[i])[d];
        host h = host_new(weir_array_dtype(out[i]), weir_array_ndim(out[i]), shape);
        fill(s, &h, r->out[i]);
        compare_array(s, "result", i, out[i], &h);
        fill(s, &h, r->dy[i]);
        dy[i] = host_send(rt, &h);
        host_free(&h);
    }
    if (weir_op_vjp(rt, s->op, in, (uint32_t)s->in_count, s->attr, s->def->attr_size, out, count,
                    dy, NULL, grad) != WEIR_OK)
        complain(s, "gradient: %s", weir_error());
    else
        for (int i = 0; i < s->in_count; i++)
            if (r->grad[i].data != NULL)
                compare_array(s, "gradient of input", i, grad[i], &r->grad[i]);
    release_arrays(in, (uint32_t)s->in_count);
    release_arrays(grad, (uint32_t)s->in_count);
    release_arrays(out, count);
    release_arrays(dy, OUTPUTS);
}

static char *read_file(const char *path) {
    FILE *f = fopen(path, "r");
    CHECK(f != NULL);
    CHECK(fseek(f, 0, SEEK_END) == 0);
    long size = ftell(f);
    CHECK(size > 0);
    rewind(f);
    char *text = malloc((size_t)size + 1);
    CHECK(text != NULL);
    CHECK(fread(text, 1, (size_t)size, f) == (size_t)size);
    text[size] = '\0';
    fclose(f);
    return text;
}

static int check_file(const char *path) {
    char *text = read_file(path);
    int calls = 0;
    for (const char *at = text; *at != '\0';) {
        if (*at == '#' || *at == '\n') {
            at = strchr(at, '\n') + 1;
            continue;
        }
        const char *again = at;
        for (int wide = 0; wide < 2; wide++) {
            record r;
            at = again;
            read_record(&at, wide, &r);
            check_record(&r);
            free_record(&r);
        }
        calls++;
    }
    free(text);
    return calls;
}

TEST(values_and_gradients_agree_with_pytorch) {
    DIR *dir = opendir(VECTORS);
    CHECK(dir != NULL);
    int calls = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        size_t n = strlen(entry->d_name);
        char path[1024];
        if (n < 4 || strcmp(entry->d_name + n - 4, ".txt") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", VECTORS, entry->d_name);
        calls += check_file(path);
    }
    closedir(dir);
    CHECK(calls > 0);
    walk_done();
}
