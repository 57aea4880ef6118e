/* block_kinds.c - the registry of block kinds: built-in kinds from block_kinds.def, and kinds added
 * by weir_block_kind_register.
 *
 * A kind is never freed, so kinds are not reference-counted.  One lock guards the registry and is
 * held during a search.  Blocks store a pointer to their kind, so they need no lock to use it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>

#include "nn/block.h"

#define KIND(name) extern const weir_block_def wr_block_##name;
#include "nn/block_kinds.def"
#undef KIND

static const weir_block_def *const builtin[] = {
#define KIND(name) &wr_block_##name,
#include "nn/block_kinds.def"
#undef KIND
};

enum { BUILTIN = sizeof builtin / sizeof *builtin };

/* The same order as `builtin`: both lists are sorted by name. */
static const struct {
    const char *category, *since;
} facts[BUILTIN] = {
#define FACTS(name, category, since) {category, since},
#include "nn/block_facts.def"
#undef FACTS
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static weir_block_kind own[BUILTIN]; /* initialised under the lock; constant afterwards */
static weir_block_kind **added;      /* under the lock */
static uint32_t added_count;         /* under the lock */

static void enter(weir_block_kind *kind, const weir_block_def *def) {
    kind->def = *def;
    /* always the library's own stride, even if there are no attributes */
    kind->def.attr_stride = sizeof(weir_attr);
    kind->in_max = weir_names_count(def->inputs, &kind->in_min);
    if (strstr(def->inputs, "...") != NULL) {
        kind->in_max = UINT32_MAX;
        kind->in_min = kind->in_min > 0 ? kind->in_min - 1 : 0;
    }
    kind->out_names = weir_names_count(def->outputs, NULL);
}

/* The lines about the inputs of a kind's operator, which has the same inputs; NULL if there are
 * none.  `op` starts with the name of the operator. */
static const char *parts_of_op(const char *op) {
    char name[64];
    if (op == NULL) return NULL;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(op, " "), op);
    const weir_op *found = weir_op_find(name);
    return found != NULL ? weir_op_describe(found)->parts : NULL;
}

static weir_block_kind *at(uint32_t index) {
    if (own[0].def.name == NULL)
        for (uint32_t i = 0; i < BUILTIN; i++) {
            enter(&own[i], builtin[i]);
            own[i].def.category = facts[i].category;
            own[i].def.since = facts[i].since;
            if (own[i].def.parts == NULL) own[i].def.parts = parts_of_op(own[i].def.op);
        }
    if (index < BUILTIN) return &own[index];
    return index - BUILTIN < added_count ? added[index - BUILTIN] : NULL;
}

static bool is_called(const weir_block_def *def, const char *name, size_t n) {
    if (strlen(def->name) == n && memcmp(def->name, name, n) == 0) return true;
    for (const char *p = def->aliases; p != NULL && *p != '\0';) {
        size_t length = strcspn(p, ",");
        if (length == n && memcmp(p, name, n) == 0) return true;
        p += length;
        p += strspn(p, ", ");
    }
    return false;
}

static weir_block_kind *find(const char *name, size_t n) {
    weir_block_kind *kind;
    for (uint32_t i = 0; (kind = at(i)) != NULL; i++)
        if (is_called(&kind->def, name, n)) return kind;
    return NULL;
}

uint32_t weir_block_kind_count(void) {
    pthread_mutex_lock(&lock);
    uint32_t count = BUILTIN + added_count;
    pthread_mutex_unlock(&lock);
    return count;
}

const weir_block_kind *weir_block_kind_at(uint32_t index) {
    pthread_mutex_lock(&lock);
    const weir_block_kind *kind = at(index);
    pthread_mutex_unlock(&lock);
    return kind;
}

/* Return the name of a kind that differs from `name` only in case and underscores, as a
 * suggestion. */
static const char *similar_name(const char *name) {
    const weir_block_kind *kind;
    for (uint32_t i = 0; (kind = at(i)) != NULL; i++) {
        const char *a = kind->def.name, *b = name;
        while (*a != '\0' && *b != '\0') {
            if (*b == '_') b++;
            if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) break;
            a++, b++;
        }
        if (*a == '\0' && *b == '\0') return kind->def.name;
    }
    return NULL;
}

const weir_block_kind *weir_block_kind_find(const char *name) {
    const char *other = NULL;
    pthread_mutex_lock(&lock);
    const weir_block_kind *kind = name != NULL ? find(name, strlen(name)) : NULL;
    if (kind == NULL && name != NULL) other = similar_name(name);
    pthread_mutex_unlock(&lock);
    if (kind == NULL)
        wr_lib_fail(WEIR_EINVAL,
                    name != NULL ? "there is no block kind '%.100s'%s%s%s"
                                 : "weir_block_kind_find: %s%s%s%s",
                    name != NULL ? name : "name is NULL", other != NULL ? "; did you mean " : "",
                    other != NULL ? other : "", other != NULL ? "?" : "");
    return kind;
}

const weir_block_def *weir_block_kind_describe(const weir_block_kind *kind) {
    return kind != NULL ? &kind->def : NULL;
}

weir_status weir_block_attr_init(const weir_block_kind *kind, void *attr, size_t attr_size) {
    if (kind == NULL || attr == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_block_attr_init: %s is NULL",
                           kind == NULL ? "kind" : "attr");
    weir_attrs_init(kind->def.attrs, kind->def.attr_count, kind->def.attr_stride, attr, attr_size);
    return WEIR_OK;
}

/* ---- Adding ---------------------------------------------------------------------------------- */

static bool is_name(const char *text) {
    if (text == NULL || !(isalpha((unsigned char)*text) || *text == '_')) return false;
    while (isalnum((unsigned char)*text) || *text == '_') text++;
    return *text == '\0';
}

static weir_status check(const weir_block_def *def) {
    if (!is_name(def->name))
        return wr_lib_fail(WEIR_EINVAL,
                           "weir_block_kind_register: '%s' is not a valid name; use letters, "
                           "digits and _",
                           def->name != NULL ? def->name : "(null)");
    const char *lacks = def->inputs == NULL || def->outputs == NULL ? "inputs and outputs"
                        : def->summary == NULL                      ? "a summary"
                        : def->forward == NULL && def->op == NULL
                            ? "a forward function or an operator"
                            : NULL;
    if (lacks != NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_block_kind_register: %s needs %s", def->name, lacks);
    return WEIR_OK;
}

/* Fail if one of the names is taken.  The caller must hold the lock. */
static weir_status need_new(const char *names) {
    for (const char *p = names; p != NULL && *p != '\0';) {
        size_t n = strcspn(p, ",");
        if (find(p, n) != NULL)
            return wr_lib_fail(WEIR_EINVAL,
                               "weir_block_kind_register: a kind named %.*s already exists", (int)n,
                               p);
        p += n;
        p += strspn(p, ", ");
    }
    return WEIR_OK;
}

static weir_status add(const weir_block_def *def, weir_block_kind **out) {
    WR_TRY(need_new(def->name));
    WR_TRY(need_new(def->aliases));
    weir_block_kind *kind = calloc(1, sizeof *kind);
    weir_block_kind **more = realloc(added, (added_count + 1) * sizeof *more);
    if (more != NULL) added = more;
    if (kind == NULL || more == NULL) {
        free(kind);
        return wr_lib_fail(WEIR_ENOMEM, "weir_block_kind_register: not enough memory for %s",
                           def->name);
    }
    enter(kind, def);
    added[added_count++] = kind;
    *out = kind;
    return WEIR_OK;
}

weir_status weir_block_kind_register(const weir_block_def *given, const weir_block_kind **out) {
    static const char what[] = "weir_block_kind_register";
    weir_block_kind *kind = NULL;
    weir_block_def def = {0};
    if (given == NULL) return wr_lib_fail(WEIR_EINVAL, "%s: def is NULL", what);
    WR_TRY(weir_struct_take(&def, sizeof def, given, WEIR_SIZE_UP_TO(weir_block_def, op), what,
                            "weir_block_def"));
    WR_TRY(check(&def));
    const weir_attr *attrs = def.attrs;
    WR_TRY(weir_attrs_adopt(attrs, def.attr_count, def.attr_stride, def.attr_size, def.name,
                            &def.attrs));
    pthread_mutex_lock(&lock);
    weir_status status = add(&def, &kind);
    pthread_mutex_unlock(&lock);
    if (status != WEIR_OK && def.attrs != attrs) free((void *)(uintptr_t)def.attrs);
    if (status == WEIR_OK && out != NULL) *out = kind;
    return status;
}
