/* sample.c - see sample.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sample.h"

#include <ctype.h>
#include <math.h>

static _Noreturn void bad(const sample *s, const char *why, const char *at) {
    test_fail(__FILE__, __LINE__, "%s: cannot read the sample \"%s\": %s at \"%s\"", s->def->name,
              s->text, why, at);
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

static const char *const prefixes[] = {"",    "b",   "i8",  "i16",  "i32", "i64", "u8",  "u16",
                                       "u32", "u64", "f16", "bf16", "f32", "f64", "c64", "c128"};

static weir_dtype find_dtype(const char *word, size_t n) {
    for (int i = 1; i <= VALUE_DTYPES; i++) {
        const char *name = weir_dtype_name((weir_dtype)i);
        if ((strlen(prefixes[i]) == n && memcmp(word, prefixes[i], n) == 0) ||
            (strlen(name) == n && memcmp(word, name, n) == 0))
            return (weir_dtype)i;
    }
    return WEIR_DTYPE_DEFAULT;
}

static bool is_word(const char *p, size_t n, const char *word) {
    return strlen(word) == n && strncasecmp(p, word, n) == 0;
}

static const char *skip(const char *p, const char *what) { return p + strspn(p, what); }

/* ---- Inputs ---------------------------------------------------------------------------------- */

static const char *read_shape(sample *s, sample_input *in, const char *p) {
    for (p = skip(p + 1, " "); *p != ')'; p = skip(p, ", ")) {
        char *end;
        long long n = strtoll(p, &end, 10);
        if (end == p || n < 0 || in->ndim == VALUE_DIMS) bad(s, "no dimension", p);
        in->shape[in->ndim++] = n;
        p = end;
    }
    return p + 1;
}

static void set_domain(sample_input *in) {
    bool whole = value_kind_of(in->dtype) == KIND_INT;
    in->low = whole ? -9 : -2;
    in->high = whole ? 9 : 2;
}

static const char *read_domain(sample *s, sample_input *in, const char *p) {
    static const char *const words[] = {"@regular", "@definite"};
    char *end;
    in->bounded = true;
    for (int i = 0; i < 2; i++) {
        if (strncmp(p, words[i], strlen(words[i])) != 0) continue;
        in->matrix = i == 0 ? MATRIX_REGULAR : MATRIX_DEFINITE;
        return p + strlen(words[i]);
    }
    in->low = strtod(p + 1, &end);
    if (end == p + 1 || *end != ':') bad(s, "no domain", p);
    p = end + 1;
    in->high = strtod(p, &end);
    if (end == p || !(in->high >= in->low)) bad(s, "no upper end of the domain", p);
    return end;
}

static const char *read_input(sample *s, const char *p) {
    if (s->in_count == SAMPLE_INPUTS) bad(s, "too many inputs", p);
    sample_input *in = &s->in[s->in_count++];
    *in = (sample_input){.dtype = WEIR_FLOAT32};
    size_t n = strcspn(p, "(,; ");
    if (is_word(p, n, "none")) {
        in->form = INPUT_NONE;
        return p + n;
    }
    if (*p == '-' || *p == '.' || isdigit((unsigned char)*p)) {
        char *end;
        in->form = INPUT_NUMBER;
        in->number = strtod(p, &end);
        return end;
    }
    if (p[n] != '(') bad(s, "no input", p);
    if (n > 0) {
        in->dtype = find_dtype(p, n);
        in->fixed = true;
        if (in->dtype == WEIR_DTYPE_DEFAULT) bad(s, "no dtype", p);
    }
    p = read_shape(s, in, p + n);
    set_domain(in);
    return *p == '@' ? read_domain(s, in, p) : p;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

static const char *read_list(sample *s, void *field, const char *p) {
    weir_i64s list = {s->list + s->list_used, 0};
    if (*p != '[') bad(s, "no list", p);
    for (p = skip(p + 1, " "); *p != ']'; p = skip(p, ", ")) {
        char *end;
        if (s->list_used == SAMPLE_LIST) bad(s, "too long a list", p);
        size_t n = strcspn(p, ",] ");
        if (is_word(p, n, "none")) {
            s->list[s->list_used++] = WEIR_NONE;
            end = (char *)(uintptr_t)(p + n);
        } else {
            s->list[s->list_used++] = strtoll(p, &end, 10);
        }
        if (end == p) bad(s, "no number", p);
        list.count++;
        p = end;
    }
    memcpy(field, &list, sizeof list);
    return p + 1;
}

static const char *read_text(sample *s, void *field, const char *p) {
    const char *words = s->words + s->words_used;
    const char *end = *p == '\'' ? strchr(p + 1, '\'') : NULL;
    if (end == NULL || end - p + s->words_used > SAMPLE_TEXT) bad(s, "no text", p);
    memcpy(s->words + s->words_used, p + 1, (size_t)(end - p - 1));
    s->words_used += (int)(end - p);
    memcpy(field, &words, sizeof words);
    return end + 1;
}

static const char *read_number(sample *s, int type, void *field, const char *p) {
    size_t n = strcspn(p, " ;");
    bool none = is_word(p, n, "none");
    char *end = (char *)(uintptr_t)(p + n);
    double value = NAN;
    int64_t whole = WEIR_NONE;
    if (is_word(p, n, "true") || is_word(p, n, "false"))
        whole = is_word(p, n, "true");
    else if (!none && type == WEIR_ATTR_F64)
        value = strtod(p, &end);
    else if (!none && type == WEIR_ATTR_DTYPE)
        whole = find_dtype(p, n);
    else if (!none && strncmp(p, "cpu(", 4) == 0)
        whole = WEIR_CPU((int64_t)atoi(p + 4));
    else if (!none)
        whole = strtoll(p, &end, 10);
    if (end != p + n || (type == WEIR_ATTR_DTYPE && whole == 0)) bad(s, "no value", p);
    int32_t word = (int32_t)(none ? type == WEIR_ATTR_DEVICE ? -1 : 0 : whole);
    if (type == WEIR_ATTR_F64)
        memcpy(field, &value, sizeof value);
    else if (type == WEIR_ATTR_I64)
        memcpy(field, &whole, sizeof whole);
    else
        memcpy(field, &word, sizeof word);
    return p + n;
}

static const char *read_attr(sample *s, const char *p) {
    size_t n = strcspn(p, "=");
    for (uint32_t i = 0; i < s->def->attr_count; i++) {
        const weir_attr *a = &s->def->attrs[i];
        if (strlen(a->name) != n || memcmp(a->name, p, n) != 0) continue;
        void *field = s->attr + a->offset;
        p += n + 1;
        bool none = strncasecmp(p, "none", 4) == 0;
        if (none && a->type >= WEIR_ATTR_I64S) return p + 4;
        if (a->type == WEIR_ATTR_I64S) return read_list(s, field, p);
        if (a->type == WEIR_ATTR_TEXT) return read_text(s, field, p);
        return read_number(s, a->type, field, p);
    }
    bad(s, "no such attribute", p);
}

/* ---- Samples --------------------------------------------------------------------------------- */

int sample_count(const weir_op *op) {
    const char *p = weir_op_describe(op)->samples;
    int count = 0;
    for (; p != NULL && *(p = skip(p, " ;")) != '\0'; p += strcspn(p, ";")) count++;
    return count;
}

void sample_read(const weir_op *op, int index, sample *s) {
    const char *p = skip(weir_op_describe(op)->samples, " ;");
    for (; index > 0; index--) p = skip(p + strcspn(p, ";"), " ;");
    sample_read_text(op, p, s);
}

void sample_read_text(const weir_op *op, const char *p, sample *s) {
    memset(s, 0, sizeof *s);
    s->op = op;
    s->def = weir_op_describe(op);
    size_t n = strcspn(p, ";\n");
    CHECK(n < SAMPLE_TEXT);
    memcpy(s->text, p, n);
    CHECK(s->def->attr_size <= SAMPLE_ATTR_BYTES);
    CHECK_OK(weir_attr_init(op, s->attr, sizeof s->attr));
    for (p = skip(s->text, " "); *p != '\0'; p = skip(p, " ,")) {
        bool attr = *p == '_' || isalpha((unsigned char)*p);
        for (const char *q = p; attr && *q != '='; q++)
            attr = *q == '_' || isalnum((unsigned char)*q);
        p = attr ? read_attr(s, p) : read_input(s, p);
    }
}

void sample_copy(const sample *from, sample *to) {
    *to = *from;
    for (uint32_t i = 0; i < from->def->attr_count; i++) {
        const weir_attr *a = &from->def->attrs[i];
        char *field = to->attr + a->offset;
        if (a->type == WEIR_ATTR_I64S) {
            weir_i64s list;
            memcpy(&list, field, sizeof list);
            if (list.data >= from->list && list.data <= from->list + SAMPLE_LIST)
                list.data = to->list + (list.data - from->list);
            memcpy(field, &list, sizeof list);
        } else if (a->type == WEIR_ATTR_TEXT) {
            const char *text;
            memcpy(&text, field, sizeof text);
            if (text >= from->words && text < from->words + SAMPLE_TEXT)
                text = to->words + (text - from->words);
            memcpy(field, &text, sizeof text);
        }
    }
}

/* ---- Modifying samples ------------------------------------------------------------------------ */

bool sample_is_variable(const sample *s, int input) {
    bool all_fixed = true;
    for (int i = 0; i < s->in_count; i++)
        all_fixed &= s->in[i].form != INPUT_ARRAY || s->in[i].fixed;
    return s->in[input].form == INPUT_ARRAY && (all_fixed || !s->in[input].fixed);
}

bool sample_set_dtype(sample *s, weir_dtype dtype) {
    bool change[SAMPLE_INPUTS], any = false;
    for (int i = 0; i < s->in_count; i++) any |= change[i] = sample_is_variable(s, i);
    for (int i = 0; i < s->in_count; i++)
        if (change[i]) s->in[i].dtype = dtype;
    return any;
}

void sample_to_double(sample *s) {
    for (int i = 0; i < s->in_count; i++) s->in[i].dtype = value_double_of(s->in[i].dtype);
    for (uint32_t i = 0; i < s->def->attr_count; i++) {
        if (s->def->attrs[i].type != WEIR_ATTR_DTYPE) continue;
        int32_t *dtype = (void *)(s->attr + s->def->attrs[i].offset);
        if (*dtype != 0) *dtype = value_double_of((weir_dtype)*dtype);
    }
}

void sample_scale(sample *s, int64_t factor, bool shapes) {
    for (int i = 0; i < s->in_count; i++)
        for (int j = 0; j < s->in[i].ndim; j++)
            if (s->in[i].shape[j] > 1) s->in[i].shape[j] *= factor;
    weir_i64s *list = sample_attr(s, "shape", WEIR_ATTR_I64S);
    for (int64_t i = 0; shapes && list != NULL && i < list->count; i++) {
        int64_t *at = &s->list[list->data - s->list + i];
        if (*at > 1) *at *= factor;
    }
}

void *sample_attr(sample *s, const char *name, int type) {
    for (uint32_t i = 0; i < s->def->attr_count; i++)
        if (strcmp(s->def->attrs[i].name, name) == 0 && s->def->attrs[i].type == type)
            return s->attr + s->def->attrs[i].offset;
    return NULL;
}

int64_t sample_elements(const sample *s) {
    int64_t most = 1;
    for (int i = 0; i < s->in_count; i++) {
        int64_t count = 1;
        for (int j = 0; j < s->in[i].ndim; j++) count *= s->in[i].shape[j];
        most = count > most ? count : most;
    }
    for (uint32_t i = 0; s->in_count == 0 && i < s->def->attr_count; i++) {
        if (strcmp(s->def->attrs[i].name, "shape") != 0) continue;
        weir_i64s list;
        memcpy(&list, s->attr + s->def->attrs[i].offset, sizeof list);
        for (int64_t j = 0; j < list.count; j++) most *= list.data[j];
    }
    return most;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static double between(double low, double high, uint64_t *random) {
    return low + (high - low) * ((double)(test_random(random) >> 11) * 0x1p-53);
}

static double whole_between(double low, double high, uint64_t *random) {
    low = ceil(low);
    int64_t count = (int64_t)(ceil(high) - low);
    return low + (double)(count > 1 ? (int64_t)((test_random(random) >> 20) % (uint64_t)count) : 0);
}

static number make_value(weir_dtype dtype, double low, double high, uint64_t *random) {
    switch (value_kind_of(dtype)) {
    case KIND_BOOL: return (number){whole_between(fmax(low, 0), fmin(high, 2), random), 0};
    case KIND_INT:
        if (!value_is_signed(dtype) && low < 0) low = 0;
        if (high <= low) high = low + 1;
        return (number){whole_between(low, high, random), 0};
    case KIND_FLOAT: return (number){between(low, high, random), 0};
    default: {
        double re = between(low, high, random);
        return (number){re, between(low, high, random)};
    }
    }
}

/* Matrices with one large element in every row and small ones elsewhere.  In regular ones the large element
 * is not on the diagonal, so that pivoting is needed; definite ones are Hermitian. */
static void make_matrices(host *h, sample_matrix kind, uint64_t *random) {
    int64_t m = h->shape[h->ndim - 2], n = h->shape[h->ndim - 1], few = m < n ? m : n;
    bool whole = value_kind_of(h->dtype) <= KIND_INT,
         complex = value_kind_of(h->dtype) == KIND_COMPLEX;
    bool none = value_kind_of(h->dtype) == KIND_BOOL;
    for (int64_t at = 0; at < h->count; at++) {
        int64_t i = at / n % m, j = at % n, mirror = at - i * n - j + j * n + i;
        bool large = few > 0 && j == (kind == MATRIX_REGULAR ? (i + 1) % few : i);
        double low = whole && !value_is_signed(h->dtype) ? 0 : -1;
        number v = {none ? 0 : whole ? whole_between(low, 2, random) : between(-1, 1, random), 0};
        if (complex) v.im = between(-1, 1, random);
        if (!whole) v.re /= 2 * (double)n, v.im /= 2 * (double)n;
        if (large) v.re = none ? 1 : whole ? (double)n + 1 : between(1, 2, random);
        if (kind == MATRIX_DEFINITE && i == j) v.im = 0;
        if (kind == MATRIX_DEFINITE && j < i && i < n) {
            v = host_get(h, mirror);
            v.im = -v.im;
        }
        host_put(h, at, v);
    }
}

host sample_make(const sample *s, int input, uint64_t seed) {
    const sample_input *in = &s->in[input];
    host h = host_new(in->dtype, in->ndim, in->shape);
    uint64_t random = seed * 1000003 + (uint64_t)input * 7919;
    for (const char *p = s->def->name; *p != '\0'; p++) random = random * 31 + (unsigned char)*p;
    if (in->matrix != MATRIX_ANY && in->ndim >= 2) {
        make_matrices(&h, in->matrix, &random);
        return h;
    }
    for (int64_t i = 0; i < h.count; i++)
        host_put(&h, i, make_value(in->dtype, in->low, in->high, &random));
    return h;
}
