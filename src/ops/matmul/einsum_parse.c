/* einsum_parse.c - parses einsum equations such as "bij,bjk->bik", "ii", "...ij->...ji".
 *
 * Without "->" the result has the dimensions of the ellipsis followed by the letters that occur
 * once, in the order of their character codes, as in NumPy.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <string.h>

#include "ops/matmul/einsum.h"

typedef struct reader {
    wr_einsum *e;
    const char *equation;
    /* the index of each letter, or -1 if the letter has not occurred yet */
    int of_letter[128];
    int of_dots[WEIR_NDIM_MAX];  /* the indices of the dimensions of "...", from last to first */
    int dots;                    /* the maximum number of dimensions of "..." in an operand */
    int seen[WR_EINSUM_INDICES]; /* how often each index occurs in the operands */
} reader;

static weir_status refuse(const reader *r, const char *what) {
    return wr_fail(WEIR_EINVAL, "einsum: the equation has %s: '%s'", what, r->equation);
}

static weir_status new_index(reader *r, char letter, int *out) {
    wr_einsum *e = r->e;
    if (e->index_count == WR_EINSUM_INDICES) return refuse(r, "more than 52 distinct indices");
    e->letter[e->index_count] = letter;
    e->size[e->index_count] = -1;
    *out = e->index_count++;
    return WEIR_OK;
}

/* The subscripts of one array: the letters, and the position of "..." among them, or -1 if there is
 * no "...". */
typedef struct part {
    char letter[WEIR_NDIM_MAX];
    int count, dots_at;
} part;

static weir_status read_part(const reader *r, const char *text, size_t length, part *p) {
    p->count = 0;
    p->dots_at = -1;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ' ') continue;
        if (text[i] == '.') {
            if (p->dots_at >= 0 || length - i < 3 || memcmp(text + i, "...", 3) != 0)
                return refuse(r, "dots other than one ellipsis '...'");
            p->dots_at = p->count;
            i += 2;
            continue;
        }
        if (!isalpha((unsigned char)text[i]) || (unsigned char)text[i] > 127)
            return wr_fail(WEIR_EINVAL, "einsum: '%c' in '%s' is not a letter", text[i],
                           r->equation);
        if (p->count == WEIR_NDIM_MAX) return refuse(r, "more than 32 letters for one array");
        p->letter[p->count++] = text[i];
    }
    return WEIR_OK;
}

/* ---- Operands -------------------------------------------------------------------------------- */

static weir_status check_size(const reader *r, int index, int64_t size, uint32_t operand) {
    wr_einsum *e = r->e;
    int64_t *known = &e->size[index];
    if (*known == -1 || *known == 1)
        *known = size;
    else if (size != 1 && size != *known)
        return wr_fail(WEIR_EINVAL,
                       "einsum: index '%c' of '%s' has size %lld in operand %u, but size %lld "
                       "earlier in the equation",
                       e->letter[index], r->equation, (long long)size, operand, (long long)*known);
    return WEIR_OK;
}

static weir_status add_index(reader *r, wr_einsum_list *list, int *index, char letter, int64_t size,
                             uint32_t operand) {
    if (*index < 0) WR_TRY(new_index(r, letter, index));
    list->index[list->count++] = (uint8_t)*index;
    r->seen[*index]++;
    return check_size(r, *index, size, operand);
}

/* A letter that occurs twice in one operand selects a diagonal, so both dimensions must have the
 * same size. */
static weir_status check_diagonals(const reader *r, const wr_einsum_list *list,
                                   const int64_t *shape, uint32_t operand) {
    for (int i = 0; i < list->count; i++)
        for (int j = 0; j < i; j++)
            if (list->index[i] == list->index[j] && shape[i] != shape[j])
                return wr_fail(
                    WEIR_EINVAL,
                    "einsum: index '%c' is repeated in operand %u of shape %s, where its sizes "
                    "differ; the equation is '%s'",
                    r->e->letter[list->index[i]], operand, wr_shape_text(list->count, shape),
                    r->equation);
    return WEIR_OK;
}

static weir_status read_operand(reader *r, uint32_t operand, const char *text, size_t length,
                                const weir_array *a) {
    wr_einsum_list *list = &r->e->term[operand];
    part p;
    WR_TRY(read_part(r, text, length, &p));
    int dots = a->ndim - p.count;
    if (dots < 0 || (dots > 0 && p.dots_at < 0))
        return wr_fail(WEIR_EINVAL, "einsum: '%.*s' in '%s' has %d %s, but operand %u is %s",
                       (int)length, text, r->equation, p.count, p.count == 1 ? "index" : "indices",
                       operand, wr_array_text_of(a));
    if (dots > r->dots) r->dots = dots;
    list->count = 0;
    for (int i = 0; i <= p.count; i++) {
        for (int d = 0; i == p.dots_at && d < dots; d++)
            WR_TRY(add_index(r, list, &r->of_dots[dots - 1 - d], '.', wr_shape(a)[list->count],
                             operand));
        if (i < p.count)
            WR_TRY(add_index(r, list, &r->of_letter[(int)p.letter[i]], p.letter[i],
                             wr_shape(a)[list->count], operand));
    }
    return check_diagonals(r, list, wr_shape(a), operand);
}

/* ---- The result ------------------------------------------------------------------------------ */

static weir_status add_out(reader *r, int index) {
    wr_einsum_list *out = &r->e->out;
    for (int i = 0; i < out->count; i++)
        if (out->index[i] == index)
            return wr_fail(WEIR_EINVAL, "einsum: '%c' occurs twice in the result of '%s'",
                           r->e->letter[index], r->equation);
    if (out->count == WEIR_NDIM_MAX) return refuse(r, "a result of more than 32 dimensions");
    out->index[out->count++] = (uint8_t)index;
    return WEIR_OK;
}

static weir_status add_dots(reader *r) {
    for (int d = r->dots - 1; d >= 0; d--) WR_TRY(add_out(r, r->of_dots[d]));
    return WEIR_OK;
}

static weir_status implicit_result(reader *r) {
    WR_TRY(add_dots(r));
    for (int letter = 0; letter < 128; letter++) {
        int index = r->of_letter[letter];
        if (index >= 0 && r->seen[index] == 1) WR_TRY(add_out(r, index));
    }
    return WEIR_OK;
}

static weir_status read_result(reader *r, const char *text) {
    part p;
    WR_TRY(read_part(r, text, strlen(text), &p));
    for (int i = 0; i <= p.count; i++) {
        if (i == p.dots_at) WR_TRY(add_dots(r));
        if (i == p.count) break;
        int index = r->of_letter[(int)p.letter[i]];
        if (index < 0)
            return wr_fail(WEIR_EINVAL,
                           "einsum: '%c' in the result of '%s' does not occur in any operand",
                           p.letter[i], r->equation);
        WR_TRY(add_out(r, index));
    }
    return WEIR_OK;
}

weir_status wr_einsum_read(wr_einsum *e, const char *equation, weir_array *const *in,
                           uint32_t in_count) {
    reader r = {.e = e, .equation = equation};
    if (equation == NULL) return wr_fail(WEIR_EINVAL, "einsum: equation is required");
    memset(r.of_letter, -1, sizeof r.of_letter);
    memset(r.of_dots, -1, sizeof r.of_dots);
    e->term_count = in_count;
    e->index_count = e->out.count = 0;
    const char *arrow = strstr(equation, "->"), *text = equation;
    const char *end = arrow != NULL ? arrow : equation + strlen(equation);
    uint32_t terms = 1;
    for (const char *p = text; p < end; p++) terms += *p == ',';
    if (terms != in_count)
        return wr_fail(WEIR_EINVAL, "einsum: '%s' has subscripts for %u operand%s, but %u %s given",
                       equation, terms, terms == 1 ? "" : "s", in_count,
                       in_count == 1 ? "was" : "were");
    if (in_count > WR_EINSUM_TERMS)
        return wr_fail(WEIR_EINVAL, "einsum: %u operands were given; at most %d are supported",
                       in_count, WR_EINSUM_TERMS);
    for (uint32_t i = 0; i < in_count; i++) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        const char *stop = comma != NULL ? comma : end;
        WR_TRY(read_operand(&r, i, text, (size_t)(stop - text), in[i]));
        text = stop + 1;
    }
    return arrow != NULL ? read_result(&r, arrow + 2) : implicit_result(&r);
}
