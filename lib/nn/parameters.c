/* parameters.c - parameters and buffers of blocks: declares, creates, finds and changes them.
 *
 * A parameter's array is created when its shape is known: at declaration, with the first input, or
 * when values are set.  From then on only weir_block_cast, weir_block_to_device and weir_block_adopt
 * replace the array, so optimisers may hold it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <pthread.h>
#include <sched.h>

#include "nn/block.h"

/* ---- Creation -------------------------------------------------------------------------------- */

/* The list of all parameters.  It is used to find the parameter of a given array, so that blocks
 * that share an array share one parameter, and a cast applies to all of them. */
static pthread_mutex_t known_lock = PTHREAD_MUTEX_INITIALIZER;
static wr_param *known; /* protected by known_lock, as are the links of each parameter */

static void enlist(wr_param *p) {
    pthread_mutex_lock(&known_lock);
    p->before = NULL;
    p->after = known;
    if (known != NULL) known->before = p;
    known = p;
    pthread_mutex_unlock(&known_lock);
}

static void delist(wr_param *p) {
    pthread_mutex_lock(&known_lock);
    if (p->before != NULL)
        p->before->after = p->after;
    else
        known = p->after;
    if (p->after != NULL) p->after->before = p->before;
    pthread_mutex_unlock(&known_lock);
}

/* Take a reference.  Return false if another thread is releasing the last one. */
static bool param_retain(wr_param *p) {
    int refs = atomic_load_explicit(&p->refs, memory_order_relaxed);
    while (refs > 0 && !atomic_compare_exchange_weak(&p->refs, &refs, refs + 1)) {}
    return refs > 0;
}

/* Return a new reference to the parameter (or the buffer, according to `flags`) that has this
 * array, or NULL if there is none. */
static wr_param *find_holder(const weir_array *array, uint32_t flags) {
    pthread_mutex_lock(&known_lock);
    wr_param *p = known;
    while (p != NULL &&
           (p->array != array || ((p->flags ^ flags) & WEIR_PARAM_BUFFER) != 0 || !param_retain(p)))
        p = p->after;
    pthread_mutex_unlock(&known_lock);
    return p;
}

static void param_release(wr_param *p) {
    if (p == NULL || atomic_fetch_sub_explicit(&p->refs, 1, memory_order_acq_rel) != 1) return;
    delist(p);
    weir_array_release(p->array);
    free(p);
}

void wr_own_release(wr_own *own) {
    param_release(own->param);
    free((char *)(uintptr_t)own->name);
}

static bool is_known(const wr_param *p) {
    for (int32_t i = 0; i < p->ndim; i++)
        if (p->shape[i] < 0) return false;
    return p->ndim >= 0;
}

static weir_status follow(const wr_param *p, weir_array *array) {
    if (p->flags & WEIR_PARAM_BUFFER) return WEIR_OK;
    return weir_array_attach_grad(array, (weir_grad_mode)p->grad);
}

static void enter(wr_param *p) {
    while (atomic_flag_test_and_set_explicit(&p->moving, memory_order_acquire)) sched_yield();
}

static void leave(wr_param *p) { atomic_flag_clear_explicit(&p->moving, memory_order_release); }

weir_array *wr_param_hold(wr_param *p) {
    enter(p);
    weir_array *a = weir_array_retain(p->array);
    leave(p);
    return a;
}

static weir_status fill(wr_param *p, weir_array *a) {
    weir_stream stream = p->seed, *before = p->seeded ? weir_stream_set(&stream) : NULL;
    weir_status status = weir_init_fill(a, &p->init);
    if (p->seeded) weir_stream_set(before);
    return status;
}

weir_status wr_param_make(weir_block *b, wr_param *p) {
    weir_array *a = NULL;
    /* Initialisation is the first write of the array: until it has run, the array reports that it
     * has no values. */
    int32_t before = weir_default_device_set(p->device);
    weir_status made = weir_array_to_fill(b->rt, (weir_dtype)p->dtype, p->shape, p->ndim, &a);
    weir_default_device_set(before);
    if (made != WEIR_OK) return made;
    a = weir_scope_keep(a); /* the array belongs to the block, not to the caller's scope */
    weir_status status = fill(p, a);
    if (status == WEIR_OK) status = follow(p, a);
    if (status == WEIR_OK) {
        p->array = a;
        p->filled = true;
    } else {
        weir_array_release(a);
    }
    return status;
}

/* ---- Declaring ------------------------------------------------------------------------------- */

int wr_own_find(const weir_block *b, const char *name, size_t length) {
    for (uint32_t i = 0; i < b->own_count; i++)
        if (strlen(b->own[i].name) == length && memcmp(b->own[i].name, name, length) == 0)
            return (int)i;
    return -1;
}

static weir_status add(weir_block *b, const char *name, wr_param **out) {
    wr_own *more = realloc(b->own, (b->own_count + 1) * sizeof *more);
    if (more != NULL) b->own = more;
    char *copy = strdup(name);
    wr_param *p = calloc(1, sizeof *p);
    if (more == NULL || copy == NULL || p == NULL) {
        free(copy);
        free(p);
        return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for parameter %s", b->kind->def.name,
                           name);
    }
    atomic_init(&p->refs, 1);
    atomic_flag_clear(&p->moving);
    p->ndim = -1;
    p->grad = WEIR_GRAD_STEP;
    p->device = b->device;
    enlist(p);
    b->own[b->own_count++] = (wr_own){copy, p};
    *out = p;
    return WEIR_OK;
}

/* Return whether the shape matches the known dimensions of p. */
bool wr_param_fits(const wr_param *p, int32_t ndim, const int64_t *shape) {
    if (p->ndim < 0 || ndim < 0) return true;
    if (ndim != p->ndim) return false;
    for (int32_t i = 0; i < ndim; i++)
        if (p->shape[i] >= 0 && shape[i] >= 0 && p->shape[i] != shape[i]) return false;
    return true;
}

static weir_status check_declared(const weir_block *b, const char *name, const int64_t *shape,
                                  int32_t ndim) {
    const char *p = name;
    while (isalnum((unsigned char)*p) || *p == '_') p++;
    if (*p != '\0' || p == name || p - name > 100)
        return wr_block_fail(
            b, "'%.40s' is not a valid parameter name; expected at most 100 letters, digits and _",
            name);
    if (ndim > 8)
        return wr_block_fail(b, "parameter %s has %d dimensions; at most 8 are supported", name,
                             ndim);
    if (ndim > 0 && shape == NULL)
        return wr_block_fail(b, "the shape of parameter %s is NULL", name);
    return WEIR_OK;
}

weir_status weir_block_declare(weir_block *b, const char *name, const int64_t *shape, int32_t ndim,
                               weir_dtype dtype, const weir_init *init, uint32_t flags) {
    if (b == NULL || name == NULL || init == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_block_declare: %s is NULL",
                           b == NULL      ? "b"
                           : name == NULL ? "name"
                                          : "init");
    WR_TRY(check_declared(b, name, shape, ndim));
    int index = wr_own_find(b, name, strlen(name));
    wr_param *p = index >= 0 ? b->own[index].param : NULL;
    if (p == NULL) WR_TRY(add(b, name, &p));
    if (!wr_param_fits(p, ndim, shape))
        return wr_block_fail(b, "parameter %s has shape %s, but the input requires %s", name,
                             wr_block_shape_text(p->ndim, p->shape),
                             wr_block_shape_text(ndim, shape));
    if (p->array != NULL) return WEIR_OK;
    p->flags = flags;
    p->dtype = dtype != 0 ? (int32_t)dtype : b->dtype;
    if (!p->told) p->init = *init;
    p->ndim = ndim;
    for (int32_t i = 0; i < ndim; i++) p->shape[i] = shape[i];
    if (is_known(p) && !(flags & WEIR_PARAM_LATER)) return wr_param_make(b, p);
    atomic_store_explicit(&b->is_open, true,
                          memory_order_relaxed); /* no other thread can access the block yet */
    return WEIR_OK;
}

weir_array *weir_block_own(const weir_block *b, uint32_t index) {
    return b != NULL && index < b->own_count ? b->own[index].param->array : NULL;
}

/* ---- Traversal ------------------------------------------------------------------------------- */

static weir_status visit(weir_block *b, wr_block_visit_fn fn, void *ctx, char *path, size_t used) {
    WR_TRY(fn(ctx, b, path));
    for (uint32_t i = 0; i < b->child_count; i++) {
        int more = snprintf(path + used, WEIR_BLOCK_NAME_MAX - used, "%s%s", used > 0 ? "." : "",
                            b->child[i].name);
        if (used + (size_t)more >= WEIR_BLOCK_NAME_MAX)
            return wr_block_fail(b, "the qualified name of %s is longer than %d bytes",
                                 b->child[i].name, WEIR_BLOCK_NAME_MAX - 1);
        WR_TRY(visit(b->child[i].block, fn, ctx, path, used + (size_t)more));
        path[used] = '\0';
    }
    return WEIR_OK;
}

weir_status wr_block_visit(weir_block *b, wr_block_visit_fn fn, void *ctx) {
    char path[WEIR_BLOCK_NAME_MAX] = "";
    return visit(b, fn, ctx, path, 0);
}

/* Return whether p and q are the same parameter, or two parameters with the same array. */
bool wr_param_is_same(const wr_param *p, const wr_param *q) {
    return p == q || (p->array != NULL && p->array == q->array);
}

typedef struct listing {
    weir_block_entry *out;
    size_t entry_size; /* the size of the caller's weir_block_entry */
    size_t max, count;
    wr_param **seen; /* NULL: tied parameters are not detected */
} listing;

static void list_one(listing *l, weir_block *b, const wr_own *own, const char *path) {
    if (l->seen != NULL) l->seen[l->count] = own->param;
    if (l->out != NULL && l->count < l->max) {
        weir_block_entry e = {.block = b,
                              .array = own->param->array,
                              .trained = !(own->param->flags & WEIR_PARAM_BUFFER)};
        snprintf(e.name, sizeof e.name, "%s%s%s", path, *path != '\0' ? "." : "", own->name);
        for (size_t i = 0; l->seen != NULL && i < l->count && !e.tied; i++)
            e.tied = wr_param_is_same(l->seen[i], own->param);
        weir_struct_copy((char *)l->out + l->count * l->entry_size, l->entry_size, &e, sizeof e);
    }
    l->count++;
}

static weir_status list(void *ctx, weir_block *b, const char *path) {
    for (int buffers = 0; buffers < 2; buffers++)
        for (uint32_t i = 0; i < b->own_count; i++)
            if (((b->own[i].param->flags & WEIR_PARAM_BUFFER) != 0) == buffers)
                list_one(ctx, b, &b->own[i], path);
    return WEIR_OK;
}

size_t weir_block_entries_sized(weir_block *b, weir_block_entry *out, size_t max,
                                size_t entry_size) {
    listing l = {.out = NULL, .entry_size = entry_size};
    if (b == NULL) return 0;
    if (entry_size < WEIR_SIZE_UP_TO(weir_block_entry, name)) out = NULL;
    wr_block_visit(b, list, &l);
    if (out == NULL || max == 0 || l.count == 0) return l.count;
    l.seen = calloc(l.count, sizeof(wr_param *));
    l.out = out;
    l.max = max;
    l.count = 0;
    wr_block_visit(b, list, &l);
    free(l.seen);
    return l.count;
}

/* Collects every parameter and, on request, every buffer, each once, in an allocated list. */
typedef struct gathering {
    wr_param **list;
    uint32_t count, room;
    bool buffers, arrays; /* buffers: include buffers; arrays: list each array once instead of
                             each parameter */
    const char *open;     /* the name of a parameter whose shape is not known, or NULL */
} gathering;

static weir_status gather(void *ctx, weir_block *b, const char *path) {
    gathering *g = ctx;
    (void)path;
    for (uint32_t i = 0; i < b->own_count; i++) {
        wr_param *p = b->own[i].param;
        bool is_listed = false;
        for (uint32_t j = 0; j < g->count && !is_listed; j++)
            is_listed = g->arrays ? wr_param_is_same(g->list[j], p) : g->list[j] == p;
        if (is_listed || ((p->flags & WEIR_PARAM_BUFFER) && !g->buffers)) continue;
        if (p->array == NULL) g->open = b->own[i].name;
        if (g->count == g->room) {
            uint32_t room = g->room > 0 ? 2 * g->room : 32;
            wr_param **more = realloc(g->list, room * sizeof *more);
            if (more == NULL)
                return wr_lib_fail(WEIR_ENOMEM, "not enough memory for a list of parameters");
            g->list = more;
            g->room = room;
        }
        g->list[g->count++] = p;
    }
    return WEIR_OK;
}

static weir_status gather_all(weir_block *b, bool buffers, bool arrays, gathering *g) {
    *g = (gathering){.buffers = buffers, .arrays = arrays};
    if (b == NULL) return wr_lib_fail(WEIR_EINVAL, "the block is NULL");
    weir_status status = wr_block_visit(b, gather, g);
    if (status != WEIR_OK) free(g->list);
    return status;
}

weir_status weir_block_parameters(weir_block *b, weir_array **out, uint32_t *count) {
    gathering g;
    if (count == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_block_parameters: count is NULL");
    WR_TRY(gather_all(b, false, true, &g));
    weir_status status = WEIR_OK;
    if (out != NULL && g.count > *count)
        status = wr_block_fail(b, "the block has %u parameter%s, but out has room for %u", g.count,
                               g.count == 1 ? "" : "s", *count);
    if (out != NULL && status == WEIR_OK && g.open != NULL)
        status = wr_block_fail(
            b, "the shape of parameter %s is not known before the first forward pass", g.open);
    for (uint32_t i = 0; out != NULL && status == WEIR_OK && i < g.count; i++)
        out[i] = g.list[i]->array;
    if (status == WEIR_OK) *count = g.count;
    free(g.list);
    return status;
}

int64_t weir_block_parameter_elements(weir_block *b) {
    gathering g;
    int64_t count = 0;
    if (gather_all(b, false, true, &g) != WEIR_OK) return 0;
    for (uint32_t i = 0; i < g.count; i++)
        if (g.list[i]->array != NULL) count += weir_array_count(g.list[i]->array);
    free(g.list);
    return count;
}

/* A function that change() calls for every parameter and, on request, every buffer. */
typedef weir_status (*change_fn)(weir_block *b, wr_param *p, uint32_t index, const void *how);

static weir_status change(weir_block *b, bool buffers, change_fn fn, const void *how) {
    gathering g;
    weir_status status = gather_all(b, buffers, false, &g);
    if (status != WEIR_OK) return status;
    int recording = weir_recording_set(0);
    for (uint32_t i = 0; i < g.count && status == WEIR_OK; i++) status = fn(b, g.list[i], i, how);
    weir_recording_set(recording);
    free(g.list);
    return status;
}

static weir_status zero_grad(weir_block *b, wr_param *p, uint32_t index, const void *how) {
    (void)b, (void)index, (void)how;
    bool leaf = p->array != NULL && weir_array_grad_mode(p->array) != WEIR_GRAD_NULL;
    return leaf ? weir_array_grad_set(p->array, NULL) : WEIR_OK;
}

void weir_block_zero_grad(weir_block *b) { change(b, false, zero_grad, NULL); }

static weir_status set_grad(weir_block *b, wr_param *p, uint32_t index, const void *how) {
    (void)b, (void)index;
    p->grad = *(const int32_t *)how;
    return p->array != NULL ? follow(p, p->array) : WEIR_OK;
}

weir_status weir_block_set_grad(weir_block *b, weir_grad_mode mode) {
    int32_t grad = (int32_t)mode;
    if (grad < WEIR_GRAD_NULL || grad > WEIR_GRAD_STEP)
        return wr_lib_fail(WEIR_EINVAL,
                           "weir_block_set_grad: mode is %d, which is not a weir_grad_mode",
                           (int)grad);
    return change(b, false, set_grad, &grad);
}

/* ---- Clearing -------------------------------------------------------------------------------- */

static weir_status wait_for(const wr_param *p) {
    return p->array != NULL ? weir_array_wait_at(p->array, -1, "weir_block_clear") : WEIR_OK;
}

/* Clear a parameter's failure.  The failure counts as reported, because the caller of
 * weir_block_clear knows about it. */
static weir_status clear(weir_block *b, wr_param *p, uint32_t index, const void *how) {
    (void)b, (void)index, (void)how;
    if (p->array == NULL) return WEIR_OK;
    weir_status status = wait_for(p);
    if (status == WEIR_EINTR || status == WEIR_EDEADLK) return status;
    return weir_var_clear(weir_array_var(p->array));
}

typedef struct naming {
    const wr_param *param;
    char name[WEIR_BLOCK_NAME_MAX + 104];
} naming;

static weir_status find_name(void *ctx, weir_block *b, const char *path) {
    naming *n = ctx;
    for (uint32_t i = 0; i < b->own_count && n->name[0] == '\0'; i++)
        if (b->own[i].param == n->param)
            snprintf(n->name, sizeof n->name, "%s%s%s", path, *path != '\0' ? "." : "",
                     b->own[i].name);
    return WEIR_OK;
}

/* If the operation that initialises a parameter failed or was cancelled, issue it again. */
static weir_status restore(weir_block *b, wr_param *p, uint32_t index, const void *how) {
    (void)b, (void)index, (void)how;
    weir_status status = wait_for(p);
    return status != WEIR_EFAILED ? status : p->filled ? fill(p, p->array) : WEIR_OK;
}

static weir_status need_values(weir_block *b, wr_param *p, uint32_t index, const void *how) {
    (void)index, (void)how;
    weir_status status = wait_for(p);
    if (status != WEIR_EFAILED) return status;
    naming n = {.param = p};
    wr_block_visit(b, find_name, &n);
    return wr_lib_fail(
        WEIR_EFAILED,
        "weir_block_clear: %s has no values, because the operation that computes them (a "
        "cast, or one that the program issued) failed or was cancelled; set the values, or call "
        "weir_block_initialise",
        n.name);
}

weir_status weir_block_clear(weir_block *b) {
    WR_TRY(change(b, true, clear, NULL));
    WR_TRY(change(b, false, zero_grad, NULL)); /* drop the gradients of a failed batch */
    WR_TRY(change(b, true, restore, NULL));
    return change(b, true, need_values, NULL);
}

/* Change the dtype and the device of a parameter that has no array yet.  Return false if it has
 * one.  A concurrent forward pass may be about to create the array, so this takes the lock. */
static bool change_open(wr_param *p, int32_t dtype, int32_t device) {
    wr_complete_enter();
    bool open = p->array == NULL;
    if (open) {
        p->dtype = dtype;
        p->device = device;
    }
    wr_complete_leave();
    return open;
}

/* Replace the array of a parameter by `a`, which the parameter takes.  A gradient of the old array
 * that is computed from now on has no place, so backward fails with the message `why`. */
static weir_status replace(wr_param *p, weir_array *a, const char *why) {
    weir_array *old = p->array;
    weir_scope_keep(a);
    weir_status status = follow(p, a);
    if (status != WEIR_OK) {
        weir_array_release(a);
        return status;
    }
    enter(p);
    p->array = a;
    p->dtype = (int32_t)weir_array_dtype(a);
    p->device = weir_array_device(a);
    p->filled = false;
    leave(p);
    if (weir_array_grad_mode(old) != WEIR_GRAD_NULL) weir_array_grad_refuse(old, why);
    weir_array_release(old); /* a concurrent forward pass holds its own reference */
    return WEIR_OK;
}

static weir_status cast(weir_block *b, wr_param *p, uint32_t index, const void *how) {
    int32_t dtype = *(const int32_t *)how;
    (void)b, (void)index;
    if (!wr_block_is_float(p->dtype) || p->dtype == dtype || change_open(p, dtype, p->device))
        return WEIR_OK;
    weir_array *a = NULL;
    WR_TRY(weir_astype(p->array, (weir_dtype)dtype, &a));
    return replace(p, a,
                   "a parameter was cast after the forward pass that used it, so its gradient "
                   "cannot be stored; run the forward pass again");
}

static weir_status set_dtype(void *ctx, weir_block *b, const char *path) {
    (void)path;
    b->dtype = *(int32_t *)ctx;
    return WEIR_OK;
}

weir_status weir_block_cast(weir_block *b, weir_dtype dtype) {
    int32_t to = (int32_t)dtype;
    if (b == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_block_cast: b is NULL");
    if (!wr_block_is_float(to))
        return wr_block_fail(
            b, "the block cannot be cast to %s; expected float16, bfloat16, float32 or float64",
            weir_dtype_name(dtype));
    WR_TRY(wr_block_visit(b, set_dtype, &to));
    return change(b, true, cast, &to);
}

/* Move a parameter and its gradient. */
static weir_status move(weir_block *b, wr_param *p, uint32_t index, const void *how) {
    int32_t device = *(const int32_t *)how;
    (void)b, (void)index;
    if (p->device == device || change_open(p, p->dtype, device)) return WEIR_OK;
    weir_array *old = weir_array_retain(p->array), *grad = weir_array_grad(old), *a = NULL,
               *near = NULL;
    weir_status status = weir_to_device(old, device, &a);
    if (status == WEIR_OK && grad != NULL) status = weir_to_device(grad, device, &near);
    if (status == WEIR_OK) {
        status = replace(p, a,
                         "a parameter was moved to another device after the forward pass that used "
                         "it, so its gradient cannot be stored; run the forward pass again");
        if (status == WEIR_OK && near != NULL)
            status = weir_array_grad_move(old, a, weir_scope_keep(near));
    } else {
        weir_array_release(a);
    }
    weir_array_release(near);
    weir_array_release(grad);
    weir_array_release(old);
    return status;
}

static weir_status set_device(void *ctx, weir_block *b, const char *path) {
    (void)path;
    b->device = *(int32_t *)ctx;
    return WEIR_OK;
}

typedef struct need {
    int32_t device;
    uint64_t bytes;
} need;

static uint64_t bytes_of(const weir_array *a) {
    return (uint64_t)weir_array_count(a) * weir_dtype_bytes(weir_array_dtype(a));
}

/* Add the bytes that a move of the parameter and its gradient allocates. */
static weir_status add_need(weir_block *b, wr_param *p, uint32_t index, const void *how) {
    need *n = (need *)(uintptr_t)how;
    (void)b, (void)index;
    if (p->array == NULL || p->device == n->device) return WEIR_OK;
    weir_array *grad = weir_array_grad(p->array);
    n->bytes += bytes_of(p->array) + (grad != NULL ? bytes_of(grad) : 0);
    weir_array_release(grad);
    return WEIR_OK;
}

static weir_status free_bytes(weir_block *b, int32_t device, uint64_t *bytes) {
    weir_memory m = {.size = sizeof m};
    WR_TRY(weir_memory_of(b->rt, device, &m));
    *bytes = m.budget > m.used ? m.budget - m.used : 0;
    return WEIR_OK;
}

/* Fail if the block does not fit in the device's memory.  A copy that fails later, while it runs,
 * would lose the values. */
static weir_status check_room(weir_block *b, int32_t device, const char *name) {
    need n = {.device = device};
    uint64_t left;
    WR_TRY(change(b, true, add_need, &n));
    WR_TRY(free_bytes(b, device, &left));
    if (n.bytes > left) { /* queued work may hold memory */
        weir_waitall(b->rt);
        WR_TRY(free_bytes(b, device, &left));
    }
    if (n.bytes <= left) return WEIR_OK;
    return wr_lib_fail(WEIR_ENOMEM,
                       "weir_block_to_device: the parameters and buffers have %llu bytes, but %s "
                       "has only %llu free; the block has not been moved",
                       (unsigned long long)n.bytes, name, (unsigned long long)left);
}

weir_status weir_block_to_device(weir_block *b, int32_t device) {
    char name[32];
    int32_t same;
    if (b == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_block_to_device: b is NULL");
    weir_device_name(device, name, sizeof name);
    WR_TRY(weir_device_parse(name, &same)); /* fails with a list of devices if there is none */
    WR_TRY(check_room(b, device, name));
    WR_TRY(wr_block_visit(b, set_device, &device));
    return change(b, true, move, &device);
}

static weir_status first_device(void *ctx, weir_block *b, const char *path) {
    (void)path;
    if (b->own_count == 0) return WEIR_OK;
    *(int32_t *)ctx = b->own[0].param->device;
    return WEIR_EINTR; /* found: visit no further block */
}

int32_t weir_block_device(weir_block *b) {
    if (b == NULL) return WEIR_DEVICE_CPU;
    int32_t device = b->device;
    (void)wr_block_visit(b, first_device, &device);
    return device;
}

typedef struct start {
    uint64_t seed;
    const weir_init *weights;
} start;

/* Set a parameter's random stream and fill the parameter.  The numbers drawn depend only on the
 * seed and on the parameter's position in the list. */
static weir_status initialise(weir_block *b, wr_param *p, uint32_t index, const void *how) {
    const start *s = how;
    p->seed = (weir_stream){s->seed, (uint64_t)index << 8};
    p->seeded = true;
    if (s->weights != NULL && p->ndim >= 2 && !(p->flags & WEIR_PARAM_BUFFER)) {
        p->init = *s->weights;
        p->told = true;
    }
    (void)b;
    return p->array != NULL ? fill(p, p->array) : WEIR_OK;
}

weir_status weir_block_initialise(weir_block *b, uint64_t seed, const weir_init *weights) {
    return change(b, true, initialise, &(start){seed, weights});
}

/* ---- Access by name -------------------------------------------------------------------------- */

/* Find the block that owns a parameter, and the parameter's index in it.  Fail if there is no such
 * parameter. */
static weir_status find(weir_block *b, const char *name, weir_block **owner, uint32_t *index) {
    if (b == NULL || name == NULL)
        return wr_lib_fail(WEIR_EINVAL, "the %s is NULL", b == NULL ? "block" : "name");
    const char *dot = strrchr(name, '.');
    char path[WEIR_BLOCK_NAME_MAX];
    snprintf(path, sizeof path, "%.*s", dot != NULL ? (int)(dot - name) : 0, name);
    weir_block *at = weir_block_child(b, path);
    if (at == NULL) return WEIR_EINVAL;
    const char *last = dot != NULL ? dot + 1 : name;
    int n = wr_own_find(at, last, strlen(last));
    if (n < 0) {
        char there[160] = "none";
        size_t used = 0;
        for (uint32_t i = 0; i < at->own_count && used < sizeof there; i++)
            used += (size_t)snprintf(there + used, sizeof there - used, "%s%s", i > 0 ? ", " : "",
                                     at->own[i].name);
        return wr_block_fail(at, "the block has no parameter or buffer '%s'; it has %s", last,
                             there);
    }
    *owner = at;
    *index = (uint32_t)n;
    return WEIR_OK;
}

weir_status weir_block_get(weir_block *b, const char *name, weir_array **out) {
    weir_block *owner;
    uint32_t index;
    if (out == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_block_get: out is NULL");
    WR_TRY(find(b, name, &owner, &index));
    weir_array *a = owner->own[index].param->array;
    if (a == NULL)
        return wr_block_fail(owner, "the shape of %s is not known before the first forward pass",
                             name);
    *out = a;
    return WEIR_OK;
}

static weir_status copy_into(weir_array *to, weir_array *from) {
    int recording = weir_recording_set(0);
    weir_array *near = NULL;
    weir_status status = WEIR_OK;
    if (!weir_array_is_number(from) && weir_array_device(from) != weir_array_device(to))
        status = weir_to_device(from, weir_array_device(to), &near);
    if (near != NULL) from = near;
    if (status == WEIR_OK)
        status = weir_op_call_into(weir_array_runtime(to), weir_op_find("copy"), &from, 1, NULL, 0,
                                   &to, 1);
    weir_array_release(near);
    weir_recording_set(recording);
    return status;
}

static weir_status check_values(const weir_block *owner, const char *name, const wr_param *p,
                                const weir_array *values) {
    if (!wr_param_fits(p, weir_array_ndim(values), weir_array_shape(values)) ||
        (int32_t)weir_array_dtype(values) != p->dtype)
        return wr_block_fail(owner, "%s is %s %s, but the values are %s", name,
                             weir_dtype_name((weir_dtype)p->dtype),
                             p->ndim >= 0 ? wr_block_shape_text(p->ndim, p->shape) : "of any shape",
                             wr_block_text_of(values));
    if (weir_array_ndim(values) > 8)
        return wr_block_fail(owner, "%s has more than 8 dimensions", name);
    return WEIR_OK;
}

weir_status weir_block_set(weir_block *b, const char *name, weir_array *values) {
    weir_block *owner;
    uint32_t index;
    if (values == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_block_set: values is NULL");
    WR_TRY(find(b, name, &owner, &index));
    wr_param *p = owner->own[index].param;
    WR_TRY(check_values(owner, name, p, values));
    if (p->array == NULL) {
        p->ndim = weir_array_ndim(values);
        memcpy(p->shape, weir_array_shape(values), (size_t)p->ndim * sizeof *p->shape);
        WR_TRY(wr_param_make(owner, p));
    }
    return copy_into(p->array, values);
}

weir_status weir_block_adopt(weir_block *b, const char *name, weir_array *array) {
    weir_block *owner;
    uint32_t index;
    if (array == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_block_adopt: array is NULL");
    WR_TRY(find(b, name, &owner, &index));
    wr_param *old = owner->own[index].param;
    WR_TRY(check_values(owner, name, old, array));
    if (weir_array_runtime(array) != owner->rt)
        return wr_block_fail(owner, "%s: the array belongs to another runtime", name);
    wr_param *p = find_holder(array, old->flags);
    if (p != NULL) {
        owner->own[index].param = p;
        param_release(old);
        return WEIR_OK;
    }
    p = malloc(sizeof *p);
    if (p == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", name);
    *p = (wr_param){.flags = old->flags,
                    .dtype = old->dtype,
                    .device = weir_array_device(array),
                    .ndim = weir_array_ndim(array),
                    .init = old->init,
                    .array = weir_array_retain(array),
                    .grad = weir_array_grad_mode(array),
                    .told = old->told,
                    .seeded = old->seeded,
                    .seed = old->seed};
    atomic_init(&p->refs, 1);
    atomic_flag_clear(&p->moving);
    memcpy(p->shape, weir_array_shape(array), (size_t)p->ndim * sizeof *p->shape);
    enlist(p);
    owner->own[index].param = p;
    param_release(old);
    return WEIR_OK;
}

weir_status weir_block_tie(weir_block *b, const char *name, const char *other) {
    weir_block *owner, *from;
    uint32_t index, source;
    WR_TRY(find(b, name, &owner, &index));
    WR_TRY(find(b, other, &from, &source));
    wr_param *old = owner->own[index].param, *p = from->own[source].param;
    if (p == old) return WEIR_OK;
    if (!wr_param_fits(old, p->ndim, p->shape))
        return wr_block_fail(
            owner, "%s has shape %s, but %s has %s; tied parameters must have the same shape", name,
            wr_block_shape_text(old->ndim, old->shape), other,
            wr_block_shape_text(p->ndim, p->shape));
    if (old->dtype != p->dtype)
        return wr_block_fail(
            owner, "%s is %s, but %s is %s; tied parameters must have the same dtype", name,
            weir_dtype_name((weir_dtype)old->dtype), other, weir_dtype_name((weir_dtype)p->dtype));
    atomic_fetch_add_explicit(&p->refs, 1, memory_order_relaxed);
    owner->own[index].param = p;
    param_release(old);
    return WEIR_OK;
}
