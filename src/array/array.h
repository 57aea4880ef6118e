/* array.h - arrays and their storages, and who may touch each field.
 *
 * An array is a handle of the front end; tasks never see one.  What a task gets is a copy of shape and
 * strides, and the storage.  A storage is a variable of the engine with a few words behind it (engine.h,
 * WR_VAR_EXTRA), so it lives exactly as long as the variable: while a handle names it or queued work uses it.
 *
 * Owners, as in engine.h: const; runner, the task that holds a granted write; any, any thread.
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
    _Atomic(const wr_simd *) simd; /* any: relaxed; every thread computes the same value */
    atomic_int_fast64_t poked_ns; /* any: relaxed; when the housekeeper was last woken for memory */
    wr_lock random_lock;
    uint64_t seed, calls; /* under random_lock: the stream that the next random operation takes */
} wr_arrays;

/* Call after a thread that is not a worker has returned a block of `bytes` to the arena. */
void wr_arrays_left(wr_arrays *arrays, uint64_t bytes);

/* The wr_arrays of a runtime, made at the first call; NULL, with a message, if there is no memory. */
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
        shared; /* any: other owners, who write the memory without notice.  Relaxed, as exports */
    atomic_int exports;  /* any: live maps and DLPack tensors.  Relaxed: a caller that writes while
                           another thread exports has no order to rely on */
    atomic_uint version; /* any: counts the writes issued into existing contents.  Relaxed, as is
                               written_at: a caller that writes while another thread records has no
                               order to rely on */
    atomic_uint written_at; /* the site of the last such write */
    _Alignas(WR_CACHE_LINE) char small[WR_SMALL_BYTES];
} wr_storage;

_Static_assert(sizeof(wr_storage) <= WR_VAR_EXTRA, "a storage fits behind its variable");

/* How many shares there are in the process: where there is none, nothing else is looked at.  Relaxed, as they are. */
extern atomic_int wr_shares;

static inline wr_storage *wr_storage_of(weir_var *v) { return wr_var_extra(v); }

/* Issuer: a write into existing contents was issued, in program order. */
static inline void wr_storage_written(weir_var *v) {
    wr_storage *s = wr_storage_of(v);
    atomic_store_explicit(&s->written_at, wr_site_now(), memory_order_relaxed);
    atomic_fetch_add_explicit(&s->version, 1, memory_order_relaxed);
}

/* Runner of a write: allocate the memory if there is none yet; from then on the storage counts as written.  False: the
 * system is out of memory. */
bool wr_storage_need(weir_var *v);

/* Runner of the first write of `to` and of the last read of `from`: `to` takes over the block of `from`. */
/* Release the memory of an array whose first write failed.  By the task that failed. */
void wr_storage_drop(weir_var *v);
void wr_storage_take_over(weir_var *to, weir_var *from);

/* A storage that is filled by the first task that writes it. */
weir_status wr_storage_new(wr_arrays *arrays, uint64_t bytes, const char *label, weir_var **out);

/* A storage with memory from the start, which the caller fills now. */
weir_status wr_storage_new_live(wr_arrays *arrays, uint64_t bytes, const char *label,
                                weir_var **out);
weir_status wr_storage_new_borrowed(wr_arrays *arrays, void *data, uint64_t bytes, bool readonly,
                                    void (*deleter)(void *), void *ctx, weir_var **out);

/* ---- Array ----------------------------------------------------------------------------------- */

enum {                    /* weir_array.flags */
       WR_CONTIGUOUS = 1, /* row-major without gaps */
       WR_NUMBER = 2,     /* a constant: no variable, the value in `number` */
       WR_ABSTRACT = 4,   /* shape and dtype, no values, no variable: stands for an operand whose
                             values a gradient does not need, or may not need */
};

/* The node of the autograd graph that made an array; arrays know no more of it than this. */
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
    uint32_t slot;               /* under wr_scopes_lock: its index in the scope */
    _Atomic(weir_scope *) scope; /* under that lock; a peek without it: relaxed */
    weir_runtime *rt;
    weir_var *var;           /* one reference; NULL: a number or an abstract array */
    _Atomic(wr_node *) node; /* any: set by a release, read by an acquire; wr_tape_attach says what
                                happens to the old one.  One reference; NULL: requires no grad */
    atomic_uint place;       /* with node, relaxed: which of its outputs this is, see wr_tape_place.
                          Abstract arrays: the bits they stand for */
    atomic_uint version;     /* with node, relaxed: the storage's version when the array was made */
    int64_t offset;          /* of the first element, in elements */
    int64_t count;
    int64_t dim[]; /* shape, then strides; or the bytes of a number */
};

static inline const int64_t *wr_shape(const weir_array *a) { return a->dim; }
static inline const int64_t *wr_strides(const weir_array *a) { return a->dim + a->ndim; }

/* Is this exactly its shape? */
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

/* A new array with a storage of its own, to be filled by the operator `label`.  `strides` NULL: row-major; else
 * strides without gaps. */
weir_status wr_array_fresh(wr_arrays *arrays, int dtype, int ndim, const int64_t *shape,
                           const int64_t *strides, int32_t device, const char *label,
                           weir_array **out);

/* Another view of the same storage. */
weir_status wr_array_view(const weir_array *a, int dtype, int ndim, const int64_t *shape,
                          const int64_t *strides, int64_t offset, weir_array **out);

/* Another handle for the same view, without a node; `a` must not be a number. */
weir_status wr_array_alias(const weir_array *a, weir_array **out);

/* An abstract array that stands for `bits`.  A view of an abstract array is abstract too. */
weir_status wr_abstract_make(weir_runtime *rt, int dtype, int ndim, const int64_t *shape,
                             int32_t device, uint32_t bits, weir_array **out);

/* Does this thread run calls abstractly?  While it does, a call checks and infers as always and then returns abstract
 * arrays: nothing is allocated, queued or computed.  Every call notes in wr_mode_now.abstract_needs the bits of the
 * abstract arrays among its inputs.  autograd/saved_inputs.c sets this mode around one run of a gradient, to find
 * out which operands the gradient reads; nothing else sets it. */
static inline bool wr_is_abstract_mode(void) { return wr_mode_now.abstract_needs != NULL; }

static inline uint32_t wr_abstract_bits(const weir_array *a) {
    return atomic_load_explicit(&a->place, memory_order_relaxed);
}

/* The node that made it, or NULL. */
static inline wr_node *wr_node_of(const weir_array *a) {
    return atomic_load_explicit(&a->node, memory_order_acquire);
}

weir_status wr_number_make(weir_runtime *rt, int dtype, const void *value, weir_array **out);

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* The product of the dimensions, or -1 if it overflows an int64_t.  A shape with a dimension of 0 is refused as well
 * if the product of its other dimensions overflows. */
int64_t wr_count(int ndim, const int64_t *shape);

void wr_row_major(int ndim, const int64_t *shape, int64_t *strides);
bool wr_is_row_major(int ndim, const int64_t *shape, const int64_t *strides);

/* Does the view fill a range of memory without gaps, each element once, in some order of its dimensions? */
bool wr_is_dense(int ndim, const int64_t *shape, const int64_t *strides);

/* Do no two elements share memory?  Conservative: may answer no for unusual strides where they do not. */
bool wr_is_disjoint(int ndim, const int64_t *shape, const int64_t *strides);

/* The lowest and the highest element that a view touches, relative to its first; false if the view is empty
 * or the range overflows. */
bool wr_extent(int ndim, const int64_t *shape, const int64_t *strides, int64_t *low, int64_t *high);

/* The shape that both broadcast to; false if they do not broadcast.  `out` holds WEIR_NDIM_MAX. */
bool wr_broadcast(int a_ndim, const int64_t *a, int b_ndim, const int64_t *b, int *ndim,
                  int64_t *out);

/* "(3, 4)" and "float32 (3, 4)", for messages: a text that stays valid for a few calls on this thread. */
const char *wr_shape_text(int ndim, const int64_t *shape);
const char *wr_array_text_of(const weir_array *a);

/* Normalise an axis; negative ones count from the end.  False: out of range for ndim. */
bool wr_axis(int64_t axis, int ndim, int *out);

/* ---- Scopes and modes ------------------------------------------------------------------------ */

void wr_scope_enter(weir_array *a); /* a new array goes to the innermost scope, if there is one */
void wr_scope_leave(weir_array *a); /* before it is freed */

/* A CPU device with a valid index. */
static inline bool wr_device_ok(int32_t device) {
    return device >= 0 && (device & 255) == WEIR_DEVICE_CPU && device >> 8 <= WEIR_DEVICE_INDEX_MAX;
}

static inline int wr_default_dtype(void) { return wr_mode_now.dtype; }

/* ---- Waiting --------------------------------------------------------------------------------- */

/* Messages for an array whose failure was cleared and whose operation never ran, and for an operation that needs such an
 * array, which is skipped. */
#define WR_NEVER_MADE                                                                              \
    "the array was never computed, so clearing its failure brings no values back; compute it again"
#define WR_INPUT_NEVER_MADE                                                                        \
    "an input was never computed: its operation was cancelled or failed; compute it again"
#define WR_PART_NEVER_MADE                                                                         \
    "the array of which it writes a part was never computed: its operation was cancelled or "      \
    "failed; compute it again"

/* The wait behind every read of an array's values. */
weir_status wr_array_wait(weir_array *a, int64_t timeout_ns, const char *reason);

/* A pointer to the first element.  Only after a wait, or in a task that has access. */
static inline void *wr_array_data(const weir_array *a) {
    if (a->flags & WR_NUMBER) return (void *)(uintptr_t)a->dim;
    return (char *)wr_storage_of(a->var)->data + a->offset * (int64_t)wr_dtype_bytes(a->dtype);
}

#endif
