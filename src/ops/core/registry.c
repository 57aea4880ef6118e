/* registry.c - holds all operators: the built-in ones of ops.def and those registered at run time.
 *
 * Built-in operators are in an array that is filled once.  Registered ones are in a list that only
 * grows, so reading the list needs no lock.  Operators are never freed, so they have no reference
 * counts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops/core/suggest.h"
#include "ops/core/op.h"

#define OP(name) extern const weir_op_def wr_op_##name;
#include "ops/core/ops.def"
#undef OP

static const weir_op_def *const ours[] = {
#define OP(name) &wr_op_##name,
#include "ops/core/ops.def"
#undef OP
};

static const char *const aliases[WR_OP_COUNT] = {
#define ALIASES(name, others) [WR_OP_##name] = others,
#include "ops/core/aliases.def"
#undef ALIASES
};

static const uint8_t autocast[WR_OP_COUNT] = {
#define LOW(name)  [WR_OP_##name] = WEIR_AUTOCAST_LOW,
#define FULL(name) [WR_OP_##name] = WEIR_AUTOCAST_FULL,
#include "ops/core/autocast.def"
#undef LOW
#undef FULL
};

static const struct {
    const char *category, *since;
    uint32_t flags;
} facts[WR_OP_COUNT] = {
#define FACTS(name, category, since, flags) [WR_OP_##name] = {category, since, flags},
#include "ops/core/facts.def"
#undef FACTS
};

weir_op wr_ops[WR_OP_COUNT];
atomic_bool wr_ops_filled;

typedef struct added added;

/* Any thread: an operator is appended with a release store, which pairs with the acquire in
 * follow(). */
typedef _Atomic(added *) added_link;

struct added {
    added_link next;
    weir_op op;
};

static added_link first_added;

static added *follow(added_link *link) { return atomic_load_explicit(link, memory_order_acquire); }

uint32_t weir_names_count(const char *names, uint32_t *required) {
    uint32_t count = 0, last_required = 0;
    for (const char *p = names; p != NULL && *p != '\0';) {
        size_t n = strcspn(p, ",");
        count++;
        if (memchr(p, '?', n) == NULL) last_required = count;
        p += n;
        p += strspn(p, ", ");
    }
    if (required != NULL) *required = last_required;
    return count;
}

/* Set op->dtypes to the dtypes that an elementwise operator accepts and has a loop for. */
static void note_dtypes(weir_op *op) {
    for (int i = WEIR_BOOL; i <= WEIR_COMPLEX128; i++) {
        bool takes = op->def.takes >> (wr_dtype_kind_of(i) - WR_KIND_BOOL) & 1;
        bool loop = op->def.run != wr_map_run || op->loop[0][wr_dtypes[i].compute] != NULL;
        op->dtypes |= (uint32_t)(takes && loop) << i;
    }
}

static void enter(weir_op *op, const weir_op_def *def, bool foreign) {
    op->def = *def;
    op->def.attr_stride = sizeof(weir_attr); /* set even if there are no attributes */
    if (foreign) op->def.flags |= WEIR_OP_FOREIGN;
    op->in_max = weir_names_count(def->inputs, &op->in_min);
    if (def->flags & WEIR_OP_VARIADIC) op->in_max = WEIR_ACCESS_MAX / 2;
    op->out_names = weir_names_count(def->outputs, NULL);
    op->many = strstr(def->outputs, "...") != NULL;
    for (uint32_t i = 0; i < def->attr_count; i++)
        op->lists |= def->attrs[i].type >= WEIR_ATTR_I64S;
    op->brief =
        !foreign &&
        !(def->flags & (WEIR_OP_VIEW | WEIR_OP_BLOCKING | WEIR_OP_RANDOM | WEIR_OP_IN_PLACE));
    op->kind = (weir_kind){.size = sizeof op->kind,
                           .name = def->name,
                           .run = wr_call_run,
                           .flags = WEIR_KIND_PURE | (foreign ? 0 : WEIR_KIND_HELP)};
    op->device_kind = (weir_kind){.size = sizeof op->device_kind,
                                  .name = def->name,
                                  .run = wr_device_call_run,
                                  .drop = wr_device_call_drop,
                                  .flags = WEIR_KIND_PURE | WR_KIND_DEVICE | WR_KIND_AHEAD};
    snprintf(op->gradient, sizeof op->gradient, WR_GRADIENT_OF "%s", def->name);
    snprintf(op->fallback, sizeof op->fallback, "fallback of %s", def->name);
    if (def->flags & WEIR_OP_ELEMENTWISE) {
        if (!foreign && !op->lists) op->kind.flags |= WR_KIND_FUSES;
        if (!foreign && !op->lists) op->device_kind.flags |= WR_KIND_FUSES_ON_DEVICE;
        if (op->def.run == NULL) op->def.run = wr_map_run;
        if (op->def.infer == NULL) {
            op->def.infer = wr_map_infer;
        } else if (foreign && op->def.run == wr_map_run) {
            op->own_infer = op->def.infer;
            op->def.infer = wr_map_own_infer;
        }
        if (op->def.reference == NULL) op->def.reference = wr_map_reference;
        op->def.flags |= WEIR_OP_STRIDED;
        for (int level = 0; level < WR_LEVELS_OF_CPU; level++)
            memcpy(op->loop[level], def->map, sizeof op->loop[level]);
        if (foreign) note_dtypes(op);
    }
}

static int compare_name(const void *name, const void *op) {
    return strcmp(name, ((const weir_op *)op)->def.name);
}

static weir_op *find_ours(const char *name) {
    return bsearch(name, wr_ops, WR_OP_COUNT, sizeof *wr_ops, compare_name);
}

/* Use the loops of a CPU level at that level and at all higher levels.  fill() calls this for the
 * levels in ascending order, so the loops of a higher level replace those of the lower ones. */
static void prefer(const wr_map_entry *e, int level) {
    weir_op *op = find_ours(e->name);
    assert(op != NULL);
    for (int i = 0; i < WEIR_COMPUTE_COUNT; i++) {
        for (int at = level; e->fn[i] != NULL && at < WR_LEVELS_OF_CPU; at++)
            op->loop[at][i] = e->fn[i];
        op->streams[level][i] = e->streams[i];
    }
}

static void fill(void) {
    for (int i = 0; i < WR_OP_COUNT; i++) {
        enter(&wr_ops[i], ours[i], false);
        weir_op_def *def = &wr_ops[i].def;
        def->aliases = aliases[i];
        def->autocast = autocast[i];
        def->category = facts[i].category;
        def->since = facts[i].since;
        def->flags |= facts[i].flags;
    }
    static const int sums[] = {WR_OP_sum, WR_OP_mean, WR_OP_max, WR_OP_min};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        wr_ops[sums[i]].kind.flags |= WR_KIND_FUSES; /* the end of a group, see src/fuse */
    for (int level = 0; level < WR_LEVELS_OF_CPU; level++) {
        const wr_simd *simd = wr_simd_get(WEIR_CPU_PORTABLE + level);
        if (simd == NULL) break;
        for (const wr_map_entry *const *table = simd->maps; *table != NULL; table++)
            for (const wr_map_entry *e = *table; e->name != NULL; e++) prefer(e, level);
    }
    for (int i = 0; i < WR_OP_COUNT; i++)
        if (wr_ops[i].def.flags & WEIR_OP_ELEMENTWISE) note_dtypes(&wr_ops[i]);
    atomic_store_explicit(&wr_ops_filled, true, memory_order_release);
}

void wr_ops_fill(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
}

/* ---- Finding --------------------------------------------------------------------------------- */

uint32_t weir_op_count(void) {
    uint32_t count = WR_OP_COUNT;
    wr_ops_ready();
    for (added *a = follow(&first_added); a != NULL; a = follow(&a->next)) count++;
    return count;
}

static const weir_op *added_at(uint32_t index) {
    added *a = follow(&first_added);
    for (; a != NULL && index > 0; a = follow(&a->next)) index--;
    return a != NULL ? &a->op : NULL;
}

const weir_op *weir_op_at(uint32_t index) {
    wr_ops_ready();
    return index < WR_OP_COUNT ? &wr_ops[index] : added_at(index - WR_OP_COUNT);
}

/* Return the next name in a list such as "one, two" and its length, or NULL at the end. */
static const char *next_name(const char **list, size_t *length) {
    const char *name = *list;
    if (name == NULL || *name == '\0') return NULL;
    *length = strcspn(name, ", ");
    *list = name + *length + strspn(name + *length, ", ");
    return name;
}

/* Is `name` the operator's name or one of its aliases? */
static bool answers_to(const weir_op_def *def, const char *name) {
    const char *list = def->aliases, *alias;
    size_t length;
    if (strcmp(def->name, name) == 0) return true;
    while ((alias = next_name(&list, &length)) != NULL)
        if (length == strlen(name) && memcmp(alias, name, length) == 0) return true;
    return false;
}

static const weir_op *find_among_ours(const char *name) {
    const weir_op *op = find_ours(name);
    for (int i = 0; op == NULL && i < WR_OP_COUNT; i++)
        if (wr_ops[i].def.aliases != NULL && answers_to(&wr_ops[i].def, name)) op = &wr_ops[i];
    return op;
}

static const weir_op *find_added(const char *name) {
    added *a = follow(&first_added);
    while (a != NULL && !answers_to(&a->op.def, name)) a = follow(&a->next);
    return a != NULL ? &a->op : NULL;
}

static void see_names(wr_nearest *n, const weir_op_def *def) {
    const char *list = def->aliases, *alias;
    size_t length;
    wr_nearest_see(n, def->name, strlen(def->name), def->name);
    while ((alias = next_name(&list, &length)) != NULL) wr_nearest_see(n, alias, length, def->name);
}

static void propose(const char *name) {
    wr_nearest n = {.asked = name};
    char text[200];
    for (int i = 0; i < WR_OP_COUNT; i++) see_names(&n, &wr_ops[i].def);
    for (added *a = follow(&first_added); a != NULL; a = follow(&a->next))
        see_names(&n, &a->op.def);
    wr_nearest_text(&n, text, sizeof text);
    wr_fail(WEIR_EINVAL, "there is no operator '%.100s'%s", name, text);
}

const weir_op *weir_op_find(const char *name) {
    if (name == NULL) return NULL;
    wr_ops_ready();
    const weir_op *op = find_among_ours(name);
    if (op == NULL) op = find_added(name);
    if (op == NULL) propose(name);
    return op;
}

const weir_op_def *weir_op_describe(const weir_op *op) { return op != NULL ? &op->def : NULL; }

/* ---- Adding ---------------------------------------------------------------------------------- */

static bool is_name(const char *name) {
    if (name == NULL || !(isalpha((unsigned char)*name) || *name == '_')) return false;
    for (; *name != '\0'; name++)
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    return true;
}

static weir_status check_def(const weir_op_def *def) {
    if (!is_name(def->name))
        return wr_fail(WEIR_EINVAL,
                       "weir_op_register: '%s' is not a valid name; use letters, digits and _",
                       def->name != NULL ? def->name : "(null)");
    if (def->autocast > WEIR_AUTOCAST_FULL)
        return wr_fail(WEIR_EINVAL,
                       "weir_op_register: %s: the field `autocast` is %u; set it to "
                       "WEIR_AUTOCAST_NONE, _LOW or _FULL",
                       def->name, def->autocast);
    if (def->summary == NULL || def->inputs == NULL || def->outputs == NULL)
        return wr_fail(WEIR_EINVAL,
                       "weir_op_register: %s: `summary`, `inputs` and `outputs` must not be NULL",
                       def->name);
    bool map = def->flags & WEIR_OP_ELEMENTWISE;
    if ((def->flags & WEIR_OP_VIEW) && def->view == NULL)
        return wr_fail(WEIR_EINVAL, "weir_op_register: %s: WEIR_OP_VIEW needs `view`", def->name);
    if ((def->flags & WEIR_OP_VIEW) && map)
        return wr_fail(
            WEIR_EINVAL,
            "weir_op_register: %s: WEIR_OP_VIEW cannot be combined with WEIR_OP_ELEMENTWISE",
            def->name);
    if ((def->flags & WEIR_OP_BLOCKING) && def->eager == NULL)
        return wr_fail(WEIR_EINVAL, "weir_op_register: %s: WEIR_OP_BLOCKING needs `eager`",
                       def->name);
    if (def->view != NULL && !(def->flags & WEIR_OP_VIEW))
        return wr_fail(WEIR_EINVAL, "weir_op_register: %s: `view` needs the flag WEIR_OP_VIEW",
                       def->name);
    if (def->eager != NULL && !(def->flags & WEIR_OP_BLOCKING))
        return wr_fail(WEIR_EINVAL, "weir_op_register: %s: `eager` needs the flag WEIR_OP_BLOCKING",
                       def->name);
    uint32_t outputs = weir_names_count(def->outputs, NULL);
    if (def->flags & WEIR_OP_IN_PLACE) {
        if (outputs > 0 || map || def->vjp != NULL || *def->inputs == '\0' ||
            (def->flags & (WEIR_OP_VIEW | WEIR_OP_BLOCKING | WEIR_OP_UPDATES)))
            return wr_fail(
                WEIR_EINVAL,
                "weir_op_register: %s: WEIR_OP_IN_PLACE needs inputs, and cannot be combined with "
                "outputs, `map`, `vjp`, WEIR_OP_VIEW, WEIR_OP_BLOCKING or WEIR_OP_UPDATES",
                def->name);
        outputs = 1;
    }
    if (outputs < 1 || (outputs > WEIR_OUT_MAX && !(def->flags & WEIR_OP_VIEW)))
        return wr_fail(WEIR_EINVAL,
                       "weir_op_register: %s: `outputs` has %u names; expected 1 to %d", def->name,
                       outputs, WEIR_OUT_MAX);
    if (map && def->infer == NULL && (outputs != 1 || strchr(def->inputs, '?') != NULL))
        return wr_fail(
            WEIR_EINVAL,
            "weir_op_register: %s: an elementwise operator without `infer` must have one output "
            "and no optional inputs",
            def->name);
    if (map && *def->inputs == '\0')
        return wr_fail(WEIR_EINVAL, "weir_op_register: %s: an elementwise operator needs inputs",
                       def->name);
    if (!map && def->infer == NULL && def->view == NULL && def->eager == NULL)
        return wr_fail(WEIR_EINVAL, "weir_op_register: %s: `infer` is NULL", def->name);
    if (!map && def->run == NULL && def->view == NULL && def->eager == NULL)
        return wr_fail(WEIR_EINVAL, "weir_op_register: %s: `run` is NULL", def->name);
    if (map && def->takes == 0)
        return wr_fail(WEIR_EINVAL,
                       "weir_op_register: %s: `takes` is 0; set it to the kinds of dtypes that "
                       "the operator accepts",
                       def->name);
    bool loops = def->run != NULL;
    for (int i = 0; i < WEIR_COMPUTE_COUNT; i++) loops |= def->map[i] != NULL;
    if (map && !loops)
        return wr_fail(
            WEIR_EINVAL,
            "weir_op_register: %s: an elementwise operator needs loops in `map`, or `run`",
            def->name);
    return WEIR_OK;
}

static weir_status refuse_name(const weir_op_def *holder, const char *name) {
    bool alias = strcmp(holder->name, name) != 0;
    return wr_fail(WEIR_EINVAL, "weir_op_register: the name '%s' is taken%s%s", name,
                   alias ? ": it is an alias of " : "", alias ? holder->name : "");
}

/* Fail if `name` is the name or an alias of `other`, or, if `other` is NULL, of a built-in
 * operator. */
static weir_status need_free(const weir_op_def *def, const char *name, const weir_op *other) {
    if (other == NULL) {
        if (!is_name(name))
            return wr_fail(
                WEIR_EINVAL,
                "weir_op_register: %s: '%s' is not a valid alias; use letters, digits and _",
                def->name, name);
        other = find_among_ours(name);
    }
    return other != NULL && answers_to(&other->def, name) ? refuse_name(&other->def, name)
                                                          : WEIR_OK;
}

static weir_status need_free_names(const weir_op_def *def, const weir_op *other) {
    const char *list = def->aliases, *alias;
    char name[100];
    size_t length;
    WR_TRY(need_free(def, def->name, other));
    while ((alias = next_name(&list, &length)) != NULL) {
        snprintf(name, sizeof name, "%.*s", (int)length, alias);
        WR_TRY(need_free(def, name, other));
    }
    return WEIR_OK;
}

/* Append an operator to the list, unless another operator in the list has one of its names. */
static weir_status append(added *a) {
    added_link *link = &first_added;
    for (added *other = NULL; !atomic_compare_exchange_strong(link, &other, a); other = NULL) {
        WR_TRY(need_free_names(&a->op.def, &other->op));
        link = &other->next;
    }
    return WEIR_OK;
}

weir_status weir_op_register(const weir_op_def *given, const weir_op **out) {
    if (given == NULL) return wr_fail(WEIR_EINVAL, "weir_op_register: def is NULL");
    weir_op_def def = {0};
    WR_TRY(weir_struct_take(&def, sizeof def, given, WEIR_SIZE_UP_TO(weir_op_def, samples),
                            "weir_op_register", "weir_op_def"));
    WR_TRY(check_def(&def));
    const weir_attr *attrs = def.attrs, *own;
    WR_TRY(weir_attrs_adopt(attrs, def.attr_count, def.attr_stride, def.attr_size, def.name, &own));
    def.attrs = own;
    def.attr_stride = sizeof *own;
    wr_ops_ready();
    added *a = calloc(1, sizeof *a);
    weir_status status = WEIR_OK;
    if (a == NULL)
        status = wr_fail(WEIR_ENOMEM, "weir_op_register: not enough memory for %s", def.name);
    else
        enter(&a->op, &def, true);
    if (status == WEIR_OK) status = need_free_names(&a->op.def, NULL);
    if (status == WEIR_OK) status = append(a);
    if (status != WEIR_OK) {
        if (own != attrs) free((void *)(uintptr_t)own);
        free(a);
        return status;
    }
    if (out != NULL) *out = &a->op;
    return WEIR_OK;
}
