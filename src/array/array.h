/* array.h - arrays and their storages, and which thread may access each field.
 *
 * An array is a handle that belongs to the front end.  Tasks never see a handle: they get a copy of
 * its shape and strides, and the storage.  A storage occupies the WR_VAR_EXTRA bytes after an
 * engine variable (engine.h), so it lives exactly as long as the variable: while a handle refers to
 * it or queued work uses it.
 *
 * Field comments say who may access the field, as in engine.h.  const: never changes after
 * creation.  runner: the task that holds a granted write.  any: any thread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ARRAY_H
#define WR_ARRAY_H

#include "array/dtype.h"
#include "memory/arena.h"
#include "engine/engine.h"

/* ---- Per-runtime state of arrays ------------------------------------------------------------ */

typedef struct wr_simd wr_simd; /* ops/simd/simd.h */
typedef struct wr_mapped_copy wr_mapped_copy;

typedef struct wr_arrays {
    wr_extension extension;
    weir_runtime *rt; /* const, as is arena */
    wr_arena *arena;
    /* any: the SIMD functions, set on first use; relaxed, because every thread sets the same
     * value */
    _Atomic(const wr_simd *) simd;
    /* any: relaxed; time at which a worker was last woken to trim the arena */
    atomic_int_fast64_t poked_ns;
    wr_lock random_lock;
    /* under random_lock: the random stream that the next random operation draws from */
    uint64_t seed, calls;
    wr_mapped_copy *mapped; /* under random_lock: maps of arrays on devices, see host_data.c */
} wr_arrays;

/* Called after a block of `bytes` bytes has been freed.  If the block is large, wake an idle worker
 * to trim the arena.  Does nothing on a worker, because workers trim the arena before they
 * sleep. */
void wr_arrays_left(wr_arrays *arrays, uint64_t bytes);

/* Return the wr_arrays of a runtime, creating it in the first call.  If out of memory, return NULL
 * and set the message. */
wr_arrays *wr_arrays_get(weir_runtime *rt);

/* any: the weir_precision of float32 products (precision.c); relaxed, because nothing else is
 * published with it */
extern _Atomic(uint32_t) wr_float32_precision;

/* ---- Storage --------------------------------------------------------------------------------- */

typedef enum wr_origin {
    WR_INLINE,   /* the contents are in wr_storage.small */
    WR_ARENA,    /* the contents are in an arena block, which the first write allocates */
    WR_BORROWED, /* the contents are in the caller's memory */
    /* the contents are in the memory of a device, in a block that the first write allocates; the
     * host must not access them (see transfer.c) */
    WR_ON_DEVICE,
    /* the contents are in memory of a device that another library owns.  The error word has a block
     * of its own, whose address is in `small`; a task that wr_storage_adopt issues allocates it */
    WR_LENT_ON_DEVICE
} wr_origin;

enum { WR_SMALL_BYTES = 64 };

typedef struct wr_storage {
    /* set by the runner of the first write, or set at creation and then const; NULL: never
     * written */
    void *data;
    uint64_t bytes; /* const, as are arrays, deleter, ctx, label and readonly */
    wr_arrays *arrays;
    void (*deleter)(void *ctx);
    void *ctx;
    const char *label;  /* name of the operator that created the storage */
    uint8_t origin : 4; /* const: a wr_origin */
    uint8_t readonly : 4;
    /* any: WR_MARK_*; relaxed, like exports */
    atomic_uchar marks;
    /* any: the number of weir_array_share calls in force.  While it is not 0, code outside the
     * engine may write the memory at any time.  Accessed with relaxed ordering, like exports */
    atomic_ushort shared;
    atomic_int exports;     /* any: the number of live maps and DLPack tensors.  Relaxed: a write
                               and an export on two threads are not ordered anyway */
    atomic_uint version;    /* any: the number of writes issued into existing contents.  Relaxed,
                               as is written_at: a write and a recording on two threads are not
                               ordered anyway */
    atomic_uint written_at; /* any: the site of the last write counted in version */
    _Alignas(WR_CACHE_LINE) char small[WR_SMALL_BYTES];
} wr_storage;

/* wr_storage.marks: the number of exports so far, not more than WR_MARK_EXPORTS; and a bit that says
 * that an array of the storage had an attached gradient. */
enum { WR_MARK_EXPORTS = 127, WR_MARK_PARAMETER = 128 };

_Static_assert(sizeof(wr_storage) <= WR_VAR_EXTRA,
               "a storage fits into the extra bytes of its variable");

/* The sum of wr_storage.shared over all storages of the process.  While it is 0, no storage needs
 * to be checked for shares.  Accessed with relaxed ordering, like wr_storage.shared. */
extern atomic_int wr_shares;

static inline wr_storage *wr_storage_of(weir_var *v) { return wr_var_extra(v); }

/* Record that a write into existing contents was issued.  Called by the issuing thread, in program
 * order. */
static inline void wr_storage_written(weir_var *v) {
    wr_storage *s = wr_storage_of(v);
    atomic_store_explicit(&s->written_at, wr_site_now(), memory_order_relaxed);
    atomic_fetch_add_explicit(&s->version, 1, memory_order_relaxed);
}

/* Allocate the memory if there is none yet; from then on the storage counts as written.  Called by
 * the runner of a write.  Returns false if the system is out of memory. */
bool wr_storage_need(weir_var *v);

/* Release the memory that wr_storage_need allocated.  Called by a task that failed during the first
 * write of the array. */
void wr_storage_drop(weir_var *v);

/* Move the arena block of `from` to `to`.  Called by a task that is the first writer of `to` and
 * the last reader of `from`. */
void wr_storage_take_over(weir_var *to, weir_var *from);

/* Create a storage without memory.  The first task that writes it allocates the memory and fills
 * it. */
weir_status wr_storage_new(wr_arrays *arrays, uint64_t bytes, int32_t device, const char *label,
                           weir_var **out);

/* Return the address of the error word of a storage on a device (device.h), or 0 if it has no
 * memory yet. */
uint64_t wr_storage_word(weir_var *v);

/* The memory of a storage on a device with its error word, as one or two ranges.  Returns how many; 0
 * if it has no memory. */
enum { WR_STORAGE_RANGES = 2 };
uint32_t wr_storage_ranges(weir_var *v, bool written, wr_device_range *to);

/* Issue a task that sets the error word of a storage on a device to 0; its failure was cleared. */
weir_status wr_storage_clear_word(weir_var *v);

/* Create a storage whose memory is allocated now, and filled by the caller. */
weir_status wr_storage_new_live(wr_arrays *arrays, uint64_t bytes, const char *label,
                                weir_var **out);
weir_status wr_storage_new_borrowed(wr_arrays *arrays, void *data, uint64_t bytes, bool readonly,
                                    void (*deleter)(void *), void *ctx, weir_var **out);

/* As wr_storage_new_borrowed, for memory of a device. */
weir_status wr_storage_new_lent(wr_arrays *arrays, int32_t device, uint64_t address, uint64_t bytes,
                                bool readonly, void (*deleter)(void *), void *ctx, weir_var **out);

/* Issue the first task of such a storage, which makes its error word. */
weir_status wr_storage_adopt(weir_var *v);
/* Make a stream of the array's CUDA device wait for all tasks that use the array so far, once they
 * have been launched.  *done becomes false if that is not possible, for instance because the array has
 * no values: then wait for the array.  [blocking] */
weir_status wr_storage_lend(weir_array *a, uint64_t stream, bool *done);

/* Within that task: allocate the error word.  False if the device is out of memory. */
bool wr_storage_make_word(weir_var *v);

/* ---- Array ----------------------------------------------------------------------------------- */

enum {                    /* weir_array.flags */
       WR_CONTIGUOUS = 1, /* row-major without gaps */
       WR_NUMBER = 2,     /* a scalar constant: no variable; dim[] holds the value */
       /* the array has a shape and a dtype, but no values and no variable; it represents an operand
        * whose values are not needed (backward.c) or may not be needed (saved_inputs.c) */
       WR_ABSTRACT = 4,
       /* several elements of the view, or of a view that it was taken from, have the same address,
        * as in a broadcast view: writing one would change the others, so the array is not written
        * to */
       WR_REPEATED = 8,
};

/* The part of an autograd node that the array layer knows: its reference count and how to free
 * it. */
typedef struct wr_node {
    atomic_uint refs; /* any: relaxed increments, acq_rel decrements */
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
    atomic_uint refs; /* any: relaxed increments, acq_rel decrements */
    uint8_t dtype;    /* const, as are all fields not marked otherwise */
    uint8_t ndim;
    uint8_t flags;
    int32_t device;
    uint32_t slot;               /* under wr_scopes_lock: the array's index in its scope */
    _Atomic(weir_scope *) scope; /* written under wr_scopes_lock; read without it, relaxed */
    weir_runtime *rt;
    weir_var *var; /* holds one reference; NULL: a scalar constant or an abstract array */
    /* any: stored with release, loaded with acquire; wr_tape_attach says what happens to the old
     * node.  Holds one reference; NULL: the array does not require grad */
    _Atomic(wr_node *) node;
    /* stored with node, relaxed: the index of the array among the node's outputs, see
     * wr_tape_place.  For an abstract array: its bits in wr_gradient_needs */
    atomic_uint place;
    atomic_uint version; /* stored with node, relaxed: the storage's version at that time */
    int64_t offset;      /* offset of the first element in the storage, in elements */
    int64_t count;
    int64_t dim[]; /* shape, then strides; for a scalar constant, its value */
};

static inline const int64_t *wr_shape(const weir_array *a) { return a->dim; }
static inline const int64_t *wr_strides(const weir_array *a) { return a->dim + a->ndim; }

/* Does the array have exactly this shape? */
static inline bool wr_has_shape(const weir_array *a, int ndim, const int64_t *shape) {
    bool same = a->ndim == ndim;
    for (int i = 0; same && i < ndim; i++) same = wr_shape(a)[i] == shape[i];
    return same;
}

static inline bool wr_same_shape(const weir_array *a, const weir_array *b) {
    return wr_has_shape(a, b->ndim, wr_shape(b));
}

/* Make an array that is a view of the storage of `var`.  On success the array takes over the
 * caller's reference to `var`.  `strides` NULL: row-major. */
weir_status wr_array_make(weir_runtime *rt, weir_var *var, int dtype, int ndim,
                          const int64_t *shape, const int64_t *strides, int64_t offset,
                          int32_t device, weir_array **out);

/* Make an array with a new storage, to be filled by the operator `label`.  `strides` NULL:
 * row-major; otherwise the strides must leave no gaps. */
weir_status wr_array_fresh(wr_arrays *arrays, int dtype, int ndim, const int64_t *shape,
                           const int64_t *strides, int32_t device, const char *label,
                           weir_array **out);

/* Make another view of the storage of `a`. */
weir_status wr_array_view(const weir_array *a, int dtype, int ndim, const int64_t *shape,
                          const int64_t *strides, int64_t offset, weir_array **out);

/* Make another handle for the same view, without a node.  `a` must not be a scalar constant. */
weir_status wr_array_alias(const weir_array *a, weir_array **out);

/* Make an abstract array that represents the operands in `bits` (see wr_gradient_needs).  A view of
 * an abstract array is abstract too, with the same bits. */
weir_status wr_abstract_make(weir_runtime *rt, int dtype, int ndim, const int64_t *shape,
                             int32_t device, uint32_t bits, weir_array **out);

/* Is this thread in abstract mode?  In that mode a call checks its arguments and infers shapes as
 * usual, then returns abstract arrays: nothing is allocated in the arena, queued or computed.
 * Every call adds the bits of its abstract inputs to *wr_mode_now.abstract_needs.  Only
 * autograd/saved_inputs.c sets this mode, while it runs a gradient to find out which operands that
 * gradient reads. */
static inline bool wr_is_abstract_mode(void) { return wr_mode_now.abstract_needs != NULL; }

static inline uint32_t wr_abstract_bits(const weir_array *a) {
    return atomic_load_explicit(&a->place, memory_order_relaxed);
}

/* Return the autograd node of an array, or NULL. */
static inline wr_node *wr_node_of(const weir_array *a) {
    return atomic_load_explicit(&a->node, memory_order_acquire);
}

weir_status wr_number_make(weir_runtime *rt, int dtype, const void *value, weir_array **out);

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Return the product of the dimensions, or -1 if it overflows an int64_t.  A shape with a dimension
 * of 0 yields 0, or -1 if its row-major strides in bytes could overflow. */
int64_t wr_count(int ndim, const int64_t *shape);

void wr_row_major(int ndim, const int64_t *shape, int64_t *strides);
bool wr_is_row_major(int ndim, const int64_t *shape, const int64_t *strides);

/* Do the elements of the view, for some order of its dimensions, fill a range of memory without
 * gaps and without overlap? */
bool wr_is_dense(int ndim, const int64_t *shape, const int64_t *strides);

/* Do all elements have distinct addresses?  Conservative: may return false for unusual strides even
 * if they do. */
bool wr_is_disjoint(int ndim, const int64_t *shape, const int64_t *strides);

/* Mark a new view as WR_REPEATED if elements of it share an address.  Called by the operators that
 * repeat elements; views of the view inherit the mark. */
void wr_array_mark_repeated(weir_array *view);

/* Compute the offsets of the lowest and the highest element of a view, relative to its first
 * element.  Returns false if the view is empty or an offset overflows. */
bool wr_extent(int ndim, const int64_t *shape, const int64_t *strides, int64_t *low, int64_t *high);

/* Compute the shape that both shapes broadcast to.  `out` has room for WEIR_NDIM_MAX dimensions.
 * Returns false if the shapes do not broadcast. */
bool wr_broadcast(int a_ndim, const int64_t *a, int b_ndim, const int64_t *b, int *ndim,
                  int64_t *out);

/* Format a shape as "(3, 4)" and an array as "float32 (3, 4)", for messages.  The text stays valid
 * for the next few calls on this thread. */
const char *wr_shape_text(int ndim, const int64_t *shape);
const char *wr_array_text_of(const weir_array *a);

/* Convert an axis to the range 0 to ndim - 1; negative values count from the end.  Returns false if
 * the axis is out of range. */
bool wr_axis(int64_t axis, int ndim, int *out);

/* ---- Scopes and modes ------------------------------------------------------------------------ */

void wr_scope_enter(weir_array *a); /* adds a new array to the innermost scope, if any */
void wr_scope_leave(weir_array *a); /* removes an array from its scope before it is freed */

/* Can arrays be on this device? */
static inline bool wr_device_ok(int32_t device) {
    int32_t kind = device & 255, index = device >> 8;
    return device >= 0 && ((kind == WEIR_DEVICE_CPU && index <= WEIR_DEVICE_INDEX_MAX) ||
                           (kind == WEIR_DEVICE_NULL && index < WR_NULL_DEVICES) ||
                           (kind == WEIR_DEVICE_CUDA && index < wr_cuda_count()));
}

/* Format a device as "cpu:0", for messages.  The text stays valid for the next few calls on this
 * thread. */
const char *wr_device_text(int32_t device);

/* Fail with EDEVICE and a message that lists the devices that there are; `what` is the operator or
 * function that was called. */
weir_status wr_no_device(const char *what, int32_t device);

static inline int wr_default_dtype(void) { return wr_mode_now.dtype; }

/* Fail if this process cannot use the device; else open it.  `what` names the call. */
weir_status wr_device_usable(weir_runtime *rt, int32_t device, const char *what);

/* Does the array of this device live in memory that the host can access? */
static inline bool wr_device_is_host(int32_t device) { return (device & 255) == WEIR_DEVICE_CPU; }
static inline bool wr_device_is_cuda(int32_t device) { return (device & 255) == WEIR_DEVICE_CUDA; }

/* ---- Transfers between devices: transfer.c --------------------------------------------------- */

/* Within a task of a device that must not run, or whose inputs have no values: set the error words
 * of its outputs. */
void wr_mark_outputs(weir_context *ctx);

/* Within a task of a device: copy `bytes` bytes of one storage to another, which the task writes.
 * One of the two is on that device, the other in host memory; or the target is on that device, and the
 * source on another one from which it can copy. */
weir_status wr_transfer_run(weir_context *ctx, weir_var *to, int64_t to_offset, weir_var *from,
                            int64_t from_offset, uint64_t bytes);

/* Issue a copy of the array in host memory, as an array of a CPU device.  `a` must be on another
 * device. */
weir_status wr_transfer_to_host(weir_array *a, int32_t cpu, weir_array **out);

/* Can an array on a device be copied to another device without the host? */
bool wr_transfer_is_direct(const weir_array *a, int32_t device);

/* Issue a copy of a row-major array on a device.  The array is in host memory, or it can be copied
 * directly. */
weir_status wr_transfer_to_device(weir_array *a, int32_t device, weir_array **out);

/* Wait for the values of `a` and make them accessible to the host.  view->array is `a` itself or,
 * if it is on a device, a copy in host memory with the same dtype and shape.  Every look at values
 * goes through this function.  After success, call wr_host_view_end. */
typedef struct wr_host_view {
    weir_array *array;
    weir_array *copy; /* NULL, or owned */
} wr_host_view;
weir_status wr_host_view_begin(weir_array *a, const char *reason, wr_host_view *view);
void wr_host_view_end(wr_host_view *view);

/* Wait for an array of one element and return its value, for operators whose shapes depend on
 * values. */
weir_status wr_array_count_of(weir_array *a, const char *reason, int64_t *out);

/* ---- Waiting --------------------------------------------------------------------------------- */

/* Messages about an array whose values were never computed, because its operation was cancelled or
 * failed.  The first is for a read of the array after its failure was cleared, the second for an
 * operation that writes only part of it; WR_INPUT_NEVER_MADE is for one that needs it as an
 * input. */
#define WR_NEVER_MADE                                                                              \
    "the array was never computed: clearing its failure does not restore values; compute it again"
#define WR_PART_NEVER_MADE                                                                         \
    "the operation writes part of an array that was never computed: the operation that makes the " \
    "array was cancelled or failed; compute it again"

/* Wait until the values of an array have been computed.  Every read of values calls this function.
 * `reason` names the wait in the wait profile. */
weir_status wr_array_wait(weir_array *a, int64_t timeout_ns, const char *reason);

/* Issue a task that runs after every read and write of the array that was issued so far, and counts
 * as a write.  Waiting for the array then waits for those reads. */
weir_status wr_array_wait_for_reads(weir_array *a);

/* Return a pointer to the first element.  Call it only after a wait, or in a task that has access
 * to the array.  The host must not use the pointer if the array is on a device. */
static inline void *wr_array_data(const weir_array *a) {
    if (a->flags & WR_NUMBER) return (void *)(uintptr_t)a->dim;
    return (char *)wr_storage_of(a->var)->data + a->offset * (int64_t)wr_dtype_bytes(a->dtype);
}

#endif
