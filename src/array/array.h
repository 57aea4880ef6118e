/* array.h - arrays and their storages, and who may touch each field.
 *
 * An array is a handle of the front end; tasks never see one.  What a task gets is a copy of shape and
 * strides, and the storage.  A storage is a variable of the engine with a few words behind it (engine.h,
 * WR_VAR_EXTRA), so it lives exactly as long as the variable: while somebody can name it or something
 * queued uses it.
 *
 * Owners, as in engine.h: const, runner (the task that has a granted write), any.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ARRAY_H
#define WR_ARRAY_H

#include "array/dtype.h"
#include "memory/arena.h"
#include "engine/engine.h"

/* ---- What arrays keep with a runtime --------------------------------------------------------- */

typedef struct wr_simd wr_simd; /* ops/simd/simd.h */

typedef struct wr_arrays {
    wr_extension extension;
    weir_runtime *rt; /* const, as is the next */
    wr_arena *arena;
    _Atomic(const wr_simd *) simd; /* any: relaxed; all who look find the same */
    atomic_int_fast64_t poked_ns;  /* any: relaxed; when the housekeeping was last told of memory */
    wr_lock random_lock;
    uint64_t seed, calls; /* under random_lock: the stream that the next random operation takes */
} wr_arrays;

/* A thread that is no worker has left a block of so many bytes in the arena. */
void wr_arrays_left(wr_arrays *arrays, uint64_t bytes);

/* Those of a runtime, made at the first call; NULL, with a sentence, if there is no memory. */
wr_arrays *wr_arrays_get(weir_runtime *rt);

/* ---- Storage --------------------------------------------------------------------------------- */

typedef enum wr_origin {
    WR_INLINE,  /* in `small` */
    WR_ARENA,   /* a block of the arena, taken by the first write */
    WR_BORROWED /* the caller's memory */
} wr_origin;

enum { WR_SMALL_BYTES = 64 };

typedef struct wr_storage {
    void *data;     /* runner of the first write, or const from birth; NULL: never written */
    uint64_t bytes; /* const, as are the next six */
    wr_arrays *arrays;
    void (*deleter)(void *ctx);
    void *ctx;
    const char *label; /* the operator that made it */
    uint8_t origin;    /* runner: a storage may take over another's block */
    uint8_t readonly;
    atomic_ushort
        shared; /* any: owners elsewhere who write it without a word.  Relaxed, as exports */
    atomic_int
        exports; /* any: maps and DLPack tensors that live.  Relaxed: the caller who writes while
                           another thread exports has no order to rely on */
    atomic_uint version;    /* any: writes issued into what was there.  Relaxed, as the next: who */
    atomic_uint written_at; /* writes beside another's recording has no order to rely on.  A site */
    _Alignas(WR_CACHE_LINE) char small[WR_SMALL_BYTES];
} wr_storage;

_Static_assert(sizeof(wr_storage) <= WR_VAR_EXTRA, "a storage fits behind its variable");

/* How many shares there are in the process: where there is none, nothing else is looked at.  Relaxed, as they are. */
extern atomic_int wr_shares;

static inline wr_storage *wr_storage_of(weir_var *v) { return wr_var_extra(v); }

/* Issuer: what it held has been overwritten, in program order. */
static inline void wr_storage_written(weir_var *v) {
    wr_storage *s = wr_storage_of(v);
    atomic_store_explicit(&s->written_at, wr_site_now(), memory_order_relaxed);
    atomic_fetch_add_explicit(&s->version, 1, memory_order_relaxed);
}

/* Runner of a write: see that there is memory; from then on the storage counts as written.  False: there is none left. */
bool wr_storage_need(weir_var *v);

/* Runner of the first write of `to` and of the last read of `from`: the block changes hands. */
void wr_storage_take_over(weir_var *to, weir_var *from);

/* A storage that the first task to write it fills. */
weir_status wr_storage_new(wr_arrays *arrays, uint64_t bytes, const char *label, weir_var **out);

/* One that is filled by the caller, now. */
weir_status wr_storage_new_live(wr_arrays *arrays, uint64_t bytes, const char *label,
                                weir_var **out);
weir_status wr_storage_new_borrowed(wr_arrays *arrays, void *data, uint64_t bytes, bool readonly,
                                    void (*deleter)(void *), void *ctx, weir_var **out);

/* ---- Array ----------------------------------------------------------------------------------- */

enum {                    /* weir_array.flags */
       WR_CONTIGUOUS = 1, /* row-major without gaps */
       WR_NUMBER = 2,     /* a constant: no variable, the value in `number` */
       WR_ABSTRACT = 4,   /* shape and dtype, no values: what a gradient does not need, or is asked
                             whether it needs.  No variable */
};

/* What an array came from, for autograd: all that arrays know of it. */
typedef struct wr_node {
    atomic_uint refs; /* any: relaxed up, acq_rel down */
    void (*free)(struct wr_node *node);
} wr_node;

static inline wr_node *wr_node_retain(wr_node *node) {
    if (node != NULL) atomic_fetch_add_explicit(&node->refs, 1, memory_order_relaxed);
    return node;
}

static inline void wr_node_release(wr_node *node) {
    if (node != NULL && atomic_fetch_sub_explicit(&node->refs, 1, memory_order_acq_rel) == 1)
        node->free(node);
}

struct weir_array {
    atomic_uint refs; /* any: relaxed up, acq_rel down */
    uint8_t dtype;    /* const, as is everything but scope, slot and node */
    uint8_t ndim;
    uint8_t flags;
    int32_t device;
    uint32_t slot;               /* under wr_scopes_lock: its place there */
    _Atomic(weir_scope *) scope; /* under that lock; a peek without it: relaxed */
    weir_runtime *rt;
    weir_var *var;           /* one reference; NULL: a number or a shell */
    _Atomic(wr_node *) node; /* any: a release puts another there, an acquire finds it; what becomes
                                of the old one: wr_tape_hang.  One reference; NULL: not followed */
    atomic_uint place;   /* with node, relaxed: which of its outputs this is, see wr_tape_place.  A
                          shell: the bits it stands for */
    atomic_uint version; /* with node, relaxed: that of the storage when it was made */
    int64_t offset;      /* of the first element, in elements */
    int64_t count;
    int64_t dim[]; /* shape, then strides; or the bytes of a number */
};

static inline const int64_t *wr_shape(const weir_array *a) { return a->dim; }
static inline const int64_t *wr_strides(const weir_array *a) { return a->dim + a->ndim; }

/* Has it just this shape? */
static inline bool wr_has_shape(const weir_array *a, int ndim, const int64_t *shape) {
    bool same = a->ndim == ndim;
    for (int i = 0; same && i < ndim; i++) same = wr_shape(a)[i] == shape[i];
    return same;
}

static inline bool wr_same_shape(const weir_array *a, const weir_array *b) {
    return wr_has_shape(a, b->ndim, wr_shape(b));
}

/* A view of `var` (whose reference it takes on success).  `strides` NULL: row-major. */
weir_status wr_array_make(weir_runtime *rt, weir_var *var, int dtype, int ndim,
                          const int64_t *shape, const int64_t *strides, int64_t offset,
                          int32_t device, weir_array **out);

/* An array of its own that `label` will fill.  `strides` NULL: row-major; else those of an array that
 * fills its memory. */
weir_status wr_array_fresh(wr_arrays *arrays, int dtype, int ndim, const int64_t *shape,
                           const int64_t *strides, int32_t device, const char *label,
                           weir_array **out);

/* Another view of the same storage. */
weir_status wr_array_view(const weir_array *a, int dtype, int ndim, const int64_t *shape,
                          const int64_t *strides, int64_t offset, weir_array **out);

/* Another handle on what `a` shows, which comes from nowhere; `a` is no number. */
weir_status wr_array_alias(const weir_array *a, weir_array **out);

/* A shell for `bits`; a view of a shell is one too. */
weir_status wr_abstract_make(weir_runtime *rt, int dtype, int ndim, const int64_t *shape,
                             int32_t device, uint32_t bits, weir_array **out);

static inline uint32_t wr_abstract_bits(const weir_array *a) {
    return atomic_load_explicit(&a->place, memory_order_relaxed);
}

/* Where it came from, or NULL. */
static inline wr_node *wr_node_of(const weir_array *a) {
    return atomic_load_explicit(&a->node, memory_order_acquire);
}

weir_status wr_number_make(weir_runtime *rt, int dtype, const void *value, weir_array **out);

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The product, or -1 if it is more than an int64_t holds.  Where it is 0 the others are counted as well. */
int64_t wr_count(int ndim, const int64_t *shape);

void wr_row_major(int ndim, const int64_t *shape, int64_t *strides);
bool wr_is_row_major(int ndim, const int64_t *shape, const int64_t *strides);

/* Does each element have a place of its own, in an order of the dimensions, with no gaps? */
bool wr_is_dense(int ndim, const int64_t *shape, const int64_t *strides);

/* Has each element a place of its own?  May say no where it is so by chance of the numbers. */
bool wr_is_disjoint(int ndim, const int64_t *shape, const int64_t *strides);

/* The lowest and the highest element that a view touches, relative to its first; false if it is empty
 * or reaches further than can be counted. */
bool wr_extent(int ndim, const int64_t *shape, const int64_t *strides, int64_t *low, int64_t *high);

/* What both broadcast to; false if they do not fit.  `out` has room for WEIR_NDIM_MAX. */
bool wr_broadcast(int a_ndim, const int64_t *a, int b_ndim, const int64_t *b, int *ndim,
                  int64_t *out);

/* "(3, 4)" and "float32 (3, 4)", for sentences: a text that stays for a few calls on this thread. */
const char *wr_shape_text(int ndim, const int64_t *shape);
const char *wr_array_text_of(const weir_array *a);

/* Negative axes count from the end; false if it is none of ndim. */
bool wr_axis(int64_t axis, int ndim, int *out);

/* ---- Scopes and modes ------------------------------------------------------------------------ */

void wr_scope_enter(weir_array *a); /* a new array goes to the innermost scope, if there is one */
void wr_scope_leave(weir_array *a); /* before it is freed */

/* A CPU device with an index that there is. */
static inline bool wr_device_ok(int32_t device) {
    return device >= 0 && (device & 255) == WEIR_DEVICE_CPU && device >> 8 <= WEIR_DEVICE_INDEX_MAX;
}

static inline int wr_default_dtype(void) { return wr_mode_now.dtype; }

/* ---- Waiting --------------------------------------------------------------------------------- */

/* What a cleared array says whose operation never ran, and what an operation says that needs such an array: it is
 * skipped. */
#define WR_NEVER_MADE                                                                              \
    "the array was never computed, so clearing its failure brings no values back; compute it again"
#define WR_INPUT_NEVER_MADE                                                                        \
    "an input was never computed: its operation was cancelled or failed; compute it again"
#define WR_PART_NEVER_MADE                                                                         \
    "the array of which it writes a part was never computed: its operation was cancelled or "      \
    "failed; compute it again"

/* The one wait behind every look at an array's values. */
weir_status wr_array_wait(weir_array *a, int64_t timeout_ns, const char *reason);

/* A pointer to the first element.  Only after a wait, or in a task that has access. */
static inline void *wr_array_data(const weir_array *a) {
    if (a->flags & WR_NUMBER) return (void *)(uintptr_t)a->dim;
    return (char *)wr_storage_of(a->var)->data + a->offset * (int64_t)wr_dtype_bytes(a->dtype);
}

#endif
