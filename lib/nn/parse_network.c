/* parse_network.c - parses the text of a network.
 *
 *   network   = item {"," item}                   several items form a Sequential
 *   item      = [name "="] Kind ["(" [arguments] ")"]
 *   arguments = positional attributes, then named attributes, then, for kinds with children, items
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>

#include "nn/block.h"

enum { LIST = 32, WORDS = 128, NEST = 64 };

typedef struct reader {
    weir_runtime *rt;
    const char *text, *at;
    int depth;
} reader;

/* The attributes of one block while they are parsed, with storage for their lists and strings. */
typedef struct given {
    const weir_block_def *def;
    char *attr;
    bool set[64];
    int64_t list[LIST];
    size_t list_used;
    char words[WORDS];
    size_t words_used;
    uint32_t position;
} given;

static weir_status item(reader *r, weir_block *parent, weir_block **out);

static weir_status fail_at(const reader *r, const char *what) {
    return wr_lib_fail(WEIR_EINVAL, "weir_block_parse: %s at '%.24s' (character %lld)", what, r->at,
                       (long long)(r->at - r->text) + 1);
}

static char look(reader *r) {
    while (isspace((unsigned char)*r->at)) r->at++;
    return *r->at;
}

static bool take(reader *r, char c) {
    if (look(r) != c) return false;
    r->at++;
    return true;
}

static size_t name_length(const char *p) {
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
    return n;
}

/* Consume "name =" and copy the name.  If the text that follows has another form, consume nothing
 * and return false. */
static bool take_name(reader *r, char *name, size_t size) {
    look(r);
    size_t n = name_length(r->at);
    const char *after = r->at + n;
    while (isspace((unsigned char)*after)) after++;
    if (n == 0 || n >= size || *after != '=') return false;
    memcpy(name, r->at, n);
    name[n] = '\0';
    r->at = after + 1;
    return true;
}

static bool take_word(reader *r, const char *word, const char *other) {
    look(r);
    size_t n = name_length(r->at);
    bool is = (strlen(word) == n && memcmp(r->at, word, n) == 0) ||
              (strlen(other) == n && memcmp(r->at, other, n) == 0);
    if (is) r->at += n;
    return is;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static weir_status read_double(reader *r, double *out) {
    char *end;
    look(r);
    *out = strtod(r->at, &end);
    if (end == r->at) return fail_at(r, "expected a number");
    r->at = end;
    return WEIR_OK;
}

static weir_status read_integer(reader *r, int64_t *out) {
    char *end;
    look(r);
    errno = 0;
    long long value = strtoll(r->at, &end, 10);
    if (end == r->at || *end == '.' || *end == 'e') return fail_at(r, "expected an integer");
    if (errno == ERANGE || value == WEIR_NONE) return fail_at(r, "an integer is out of range");
    *out = value;
    r->at = end;
    return WEIR_OK;
}

static weir_status read_list(reader *r, given *g, weir_i64s *out) {
    char close = take(r, '[') ? ']' : take(r, '(') ? ')' : '\0';
    *out = (weir_i64s){g->list + g->list_used, 0};
    do {
        if (close != '\0' && look(r) == close) break;
        if (g->list_used == LIST) return fail_at(r, "the lists of the block have too many values");
        WR_TRY(read_integer(r, &g->list[g->list_used]));
        g->list_used++;
        out->count++;
    } while (close != '\0' && take(r, ','));
    if (close != '\0' && !take(r, close)) return fail_at(r, "expected the end of a list");
    return WEIR_OK;
}

static weir_status read_text(reader *r, given *g, const char **out) {
    char quote = look(r);
    if (quote != '\'' && quote != '"') return fail_at(r, "expected a quoted string");
    const char *end = strchr(r->at + 1, quote);
    size_t n = end != NULL ? (size_t)(end - r->at - 1) : 0;
    if (end == NULL) return fail_at(r, "a string is not closed");
    if (g->words_used + n + 1 > WORDS) return fail_at(r, "the strings of the block are too long");
    char *to = g->words + g->words_used;
    memcpy(to, r->at + 1, n);
    to[n] = '\0';
    g->words_used += n + 1;
    r->at = end + 1;
    *out = to;
    return WEIR_OK;
}

static weir_status read_dtype(reader *r, int32_t *out) {
    char name[16];
    look(r);
    size_t n = name_length(r->at);
    snprintf(name, sizeof name, "%.*s", (int)n, r->at);
    *out = (int32_t)weir_dtype_find(name);
    if (*out == 0) return fail_at(r, "expected a dtype");
    r->at += n;
    return WEIR_OK;
}

static weir_status read_bool(reader *r, int32_t *out) {
    if (take_word(r, "true", "True"))
        *out = 1;
    else if (take_word(r, "false", "False"))
        *out = 0;
    else
        return fail_at(r, "expected true or false");
    return WEIR_OK;
}

static weir_status read_value(reader *r, given *g, const weir_attr *a) {
    char *field = g->attr + a->offset;
    bool none = take_word(r, "none", "None");
    int32_t narrow = 0;
    int64_t integer = WEIR_NONE;
    double number = NAN;
    weir_i64s list = {NULL, 0};
    const char *text = NULL;
    switch (a->type) {
    case WEIR_ATTR_BOOL:
    case WEIR_ATTR_DTYPE:
        if (!none) WR_TRY((a->type == WEIR_ATTR_BOOL ? read_bool : read_dtype)(r, &narrow));
        memcpy(field, &narrow, sizeof narrow);
        return WEIR_OK;
    case WEIR_ATTR_I64:
        if (!none) WR_TRY(read_integer(r, &integer));
        memcpy(field, &integer, sizeof integer);
        return WEIR_OK;
    case WEIR_ATTR_F64:
        if (!none) WR_TRY(read_double(r, &number));
        memcpy(field, &number, sizeof number);
        return WEIR_OK;
    case WEIR_ATTR_I64S:
        if (!none) WR_TRY(read_list(r, g, &list));
        memcpy(field, &list, sizeof list);
        return WEIR_OK;
    case WEIR_ATTR_TEXT:
        if (!none) WR_TRY(read_text(r, g, &text));
        memcpy(field, &text, sizeof text);
        return WEIR_OK;
    default: return fail_at(r, "this attribute cannot be written as text");
    }
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static const weir_attr *attr_of(const given *g, const char *name) {
    for (uint32_t i = 0; i < g->def->attr_count; i++)
        if (strcmp(g->def->attrs[i].name, name) == 0) return &g->def->attrs[i];
    return NULL;
}

static void list_attrs(const weir_block_def *def, char *text, size_t size) {
    size_t used = 0;
    snprintf(text, size, "none");
    for (uint32_t i = 0; i < def->attr_count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "",
                                 def->attrs[i].name);
}

static const char *accepted(int32_t type) {
    switch (type) {
    case WEIR_ATTR_BOOL: return "true or false";
    case WEIR_ATTR_DTYPE: return "a dtype such as float32";
    case WEIR_ATTR_I64: return "an integer of up to 63 bits";
    case WEIR_ATTR_F64: return "a number";
    case WEIR_ATTR_I64S: return "integers of up to 63 bits in brackets";
    case WEIR_ATTR_TEXT: return "a quoted string";
    default: return "no value in text";
    }
}

static weir_status argument(reader *r, given *g) {
    char name[64], there[160];
    bool named = take_name(r, name, sizeof name);
    const weir_attr *a = named                              ? attr_of(g, name)
                         : g->position < g->def->attr_count ? &g->def->attrs[g->position++]
                                                            : NULL;
    if (a == NULL) {
        list_attrs(g->def, there, sizeof there);
        return wr_lib_fail(WEIR_EINVAL, "%s: there is no attribute %s; attributes: %s",
                           g->def->name, named ? name : "at this position", there);
    }
    if (named) g->position = UINT32_MAX; /* no positional attribute may follow */
    size_t index = (size_t)(a - g->def->attrs);
    if (index < sizeof g->set && g->set[index])
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is given twice", g->def->name, a->name);
    if (index < sizeof g->set) g->set[index] = true;
    const char *value = (look(r), r->at);
    weir_status status = read_value(r, g, a);
    if (status == WEIR_OK) return WEIR_OK;
    return wr_lib_fail(WEIR_EINVAL, "%s: %s is '%.*s'; expected %s", g->def->name, a->name,
                       (int)strcspn(value, ",)"), value, accepted(a->type));
}

/* Return whether the text that follows is a block, optionally with a name. */
static bool is_item(reader *r) {
    char name[128];
    const char *before = r->at;
    take_name(r, name, sizeof name);
    look(r);
    bool is = isupper((unsigned char)*r->at) && !take_word(r, "True", "False") &&
              !take_word(r, "None", "None");
    r->at = before;
    return is;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static weir_status find_kind(reader *r, const weir_block_kind **out) {
    char name[128];
    look(r);
    size_t n = name_length(r->at);
    if (n == 0 || n >= sizeof name) return fail_at(r, "expected the name of a block kind");
    memcpy(name, r->at, n);
    name[n] = '\0';
    *out = weir_block_kind_find(name);
    if (*out == NULL) return WEIR_EINVAL;
    r->at += n;
    return WEIR_OK;
}

/* Parse the attributes, up to the first child or the closing parenthesis, then the children. */
static weir_status block(reader *r, const weir_block_kind *kind, given *g, weir_block **out) {
    bool open = take(r, '('), children = kind->def.flags & WEIR_BLOCK_CHILDREN, more = open;
    while (more && look(r) != ')' && !(children && is_item(r))) {
        WR_TRY(argument(r, g));
        more = take(r, ',');
    }
    WR_TRY(weir_block_new(r->rt, kind, g->attr, kind->def.attr_size, out));
    while (more && look(r) != ')') {
        WR_TRY(item(r, *out, NULL));
        more = take(r, ',');
    }
    if (open && !take(r, ')')) return fail_at(r, "expected ')'");
    return WEIR_OK;
}

/* Parse the next block and add it to `parent` or store it in `out`, whichever is not NULL. */
static weir_status item(reader *r, weir_block *parent, weir_block **out) {
    const weir_block_kind *kind = NULL;
    char name[128];
    bool named = take_name(r, name, sizeof name);
    if (++r->depth > NEST) return fail_at(r, "blocks are nested too deeply");
    WR_TRY(find_kind(r, &kind));
    given g = {.def = &kind->def};
    g.attr = calloc(1, kind->def.attr_size + 8);
    if (g.attr == NULL) return wr_lib_fail(WEIR_ENOMEM, "weir_block_parse: out of memory");
    weir_block_attr_init(kind, g.attr, kind->def.attr_size);
    weir_block *b = NULL;
    weir_status status = block(r, kind, &g, &b);
    free(g.attr);
    r->depth--;
    if (status == WEIR_OK && parent != NULL)
        status = weir_block_add(parent, named ? name : NULL, b);
    if (status == WEIR_OK && out != NULL)
        *out = b;
    else
        weir_block_release(b);
    return status;
}

static weir_status sequence(reader *r, weir_block **out) {
    weir_block *first = NULL, *all = NULL;
    char name[128];
    const char *start = (look(r), r->at);
    bool named = take_name(r, name, sizeof name);
    r->at = start;
    WR_TRY(item(r, NULL, &first));
    if (look(r) == '\0' && !named) {
        *out = first;
        return WEIR_OK;
    }
    weir_status status = weir_block_new(r->rt, weir_block_kind_find("Sequential"), NULL, 0, &all);
    if (status == WEIR_OK) status = weir_block_add(all, named ? name : NULL, first);
    while (status == WEIR_OK && take(r, ',') && look(r) != '\0') status = item(r, all, NULL);
    if (status == WEIR_OK && look(r) != '\0') status = fail_at(r, "expected a comma");
    weir_block_release(first);
    if (status == WEIR_OK)
        *out = all;
    else
        weir_block_release(all);
    return status;
}

weir_status weir_block_parse(weir_runtime *rt, const char *text, weir_block **out) {
    if (rt == NULL || text == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_block_parse: %s is NULL",
                           rt == NULL     ? "rt"
                           : text == NULL ? "text"
                                          : "out");
    reader r = {.rt = rt, .text = text, .at = text};
    return sequence(&r, out);
}
