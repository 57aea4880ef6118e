/* array.h - arrays: shape, strides and dtype over a storage that tasks read and write.
 *
 *   array      A handle: dtype, shape, strides, and an offset into a storage.  What it shows is computed
 *              later; looking at values waits for the writes issued so far.
 *   storage    The memory behind one or more arrays, one variable of the engine.  Views of one storage
 *              are kept in order with each other.  It is taken when the operation that fills it starts,
 *              and goes back after its last use.
 *   number     A 0-dimensional constant without a storage, as `1` in `x + 1`.  It is weak: it takes the
 *              dtype of the arrays it meets, which has to hold it if it is whole.
 *   device     WEIR_CPU(0), WEIR_CPU(1) ...: where an array lives.  CPU devices share the workers and
 *              the memory; they exist so that code for several devices can be tried anywhere.
 *
 * Strides and offsets count elements.  Shapes have at most WEIR_NDIM_MAX dimensions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* which has this file in its place */
#endif
#ifndef WEIR_ARRAY_H
#define WEIR_ARRAY_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Dtypes and devices -------------------------------------------------------------------- */

/* Every dtype: name, value, text, bytes of an element. */
#define WEIR_DTYPE_MAP(X)                                                                          \
    X(BOOL, 1, "bool", 1)                                                                          \
    X(INT8, 2, "int8", 1)                                                                          \
    X(INT16, 3, "int16", 2)                                                                        \
    X(INT32, 4, "int32", 4)                                                                        \
    X(INT64, 5, "int64", 8)                                                                        \
    X(UINT8, 6, "uint8", 1)                                                                        \
    X(UINT16, 7, "uint16", 2)                                                                      \
    X(UINT32, 8, "uint32", 4)                                                                      \
    X(UINT64, 9, "uint64", 8)                                                                      \
    X(FLOAT16, 10, "float16", 2)                                                                   \
    X(BFLOAT16, 11, "bfloat16", 2)                                                                 \
    X(FLOAT32, 12, "float32", 4)                                                                   \
    X(FLOAT64, 13, "float64", 8)                                                                   \
    X(COMPLEX64, 14, "complex64", 8)                                                               \
    X(COMPLEX128, 15, "complex128", 16)

typedef enum weir_dtype {
    WEIR_DTYPE_DEFAULT = 0, /* the operator's own: for floats this thread's, see below */
#define WEIR_DTYPE_ENUM_(name, value, text, bytes) WEIR_##name = value,
    WEIR_DTYPE_MAP(WEIR_DTYPE_ENUM_)
#undef WEIR_DTYPE_ENUM_
} weir_dtype;

enum { WEIR_NDIM_MAX = 32 };

/* A device is its kind and an index.  WEIR_DEVICE_DEFAULT: that of the inputs, or of this thread. */
#define WEIR_CPU(index) (WEIR_DEVICE_CPU | (index) << 8)
enum { WEIR_DEVICE_DEFAULT = -1, WEIR_DEVICE_INDEX_MAX = 63 };

/* "float32" for WEIR_FLOAT32; "unknown" for a number that is no dtype.
 * [immediate | any thread | borrows, static | -] */
WEIR_API const char *weir_dtype_name(weir_dtype dtype);

/* The dtype of that name, or 0.
 * [immediate | any thread | - | -] */
WEIR_API weir_dtype weir_dtype_find(const char *name);

/* Bytes of an element; 0 for a number that is no dtype.
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_dtype_bytes(weir_dtype dtype);

/* The dtype that an operation on both computes in, as the Array API standard 2024.12 has it.  Beyond
 * it: float16 with bfloat16 gives float32; bool with a number gives the number's; an integer with a
 * float or complex gives the latter.  uint64 with a signed integer has none: 0.
 * [immediate | any thread | - | -] */
WEIR_API weir_dtype weir_dtype_promote(weir_dtype a, weir_dtype b);

/* ---- This thread's modes ------------------------------------------------------------------- */

/* The source line that operations issued by this thread belong to, from now on; returns the last one.
 * [immediate | any thread | - | -] */
WEIR_API uint32_t weir_site_set(uint32_t site);

/* What the operations issued by this thread are parts of, from now on ("pinv"; static; NULL: of nothing); returns the
 * last one.  Failures in flight then begin with it: "pinv (fit.py:12): svd: ...".  A function that is made of
 * operators sets it unless it is set already, and sets back what it was.
 * [immediate | any thread | - | -] */
WEIR_API const char *weir_within_set(const char *name);

/* The line that an operation issued now would belong to: as set, or as the front end says.  For tasks of your own.
 * [immediate | any thread | - | -] */
WEIR_API uint32_t weir_site_get(void);

/* The device of arrays made by this thread without one; returns the last one, or -1 if there is no such
 * device and nothing has changed.
 * [immediate | any thread | - | -] */
WEIR_API int32_t weir_default_device_set(int32_t device);

/* What WEIR_DTYPE_DEFAULT means on this thread: FLOAT32 (at first), FLOAT64, FLOAT16 or BFLOAT16.
 * Returns the last one, or 0 if it is none of them and nothing has changed.
 * [immediate | any thread | - | -] */
WEIR_API weir_dtype weir_default_dtype_set(weir_dtype dtype);

/* ---- Making arrays ------------------------------------------------------------------------- */

typedef struct weir_array weir_array;

/* An array with a copy of `data` (row-major, as many bytes as the shape has), or of zeros if that is
 * NULL.  It is ready.  Older work is not waited for, unless it alone keeps more bytes from outside alive than
 * `host_ahead_bytes` allows (weir_config), or there is no room in the budget before some of it is done.
 * [immediate; may wait at the memory level, except inside a task | any thread | returns +1 |
 *  EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_array_new(weir_runtime *rt, weir_dtype dtype, const int64_t *shape,
                                    int32_t ndim, const void *data, weir_array **out);

/* The same for data whose elements lie `strides_bytes` apart, one stride for each dimension: of any sign,
 * multiples of the element or not, and aligned or not.  The copy is row-major.
 * [immediate; may wait at the memory level, except inside a task | any thread | returns +1 |
 *  EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_array_new_strided(weir_runtime *rt, weir_dtype dtype,
                                            const int64_t *shape, const int64_t *strides_bytes,
                                            int32_t ndim, const void *data, weir_array **out);

enum { WEIR_MEMORY_READONLY = 1 };

/* An array over the caller's memory, which is not copied.  `strides` may be NULL for row-major.
 * `deleter` (may be NULL) is called by some thread after the last queued use; it must not wait.  On
 * failure the memory stays yours.  Writing to memory that is mapped read-only is the caller's mistake:
 * set WEIR_MEMORY_READONLY and such writes are refused.  Bools must be bytes that are 0 or 1.
 * [immediate; may wait at the memory level, except inside a task | any thread | returns +1 |
 *  EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_array_from_memory(weir_runtime *rt, weir_dtype dtype,
                                            const int64_t *shape, const int64_t *strides,
                                            int32_t ndim, void *data, uint32_t flags,
                                            void (*deleter)(void *ctx), void *ctx,
                                            weir_array **out);

/* Numbers.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_number_f64(weir_runtime *rt, double value, weir_array **out);
WEIR_API weir_status weir_number_i64(weir_runtime *rt, int64_t value, weir_array **out);
WEIR_API weir_status weir_number_u64(weir_runtime *rt, uint64_t value, weir_array **out);
WEIR_API weir_status weir_number_bool(weir_runtime *rt, int value, weir_array **out);
WEIR_API weir_status weir_number_c128(weir_runtime *rt, double re, double im, weir_array **out);

/* One more reference.
 * [immediate | any thread | returns +1 | -] */
WEIR_API weir_array *weir_array_retain(weir_array *a);

/* One reference less.  Queued operations keep what they need.
 * [queued, never waits | any thread | takes | -] */
WEIR_API void weir_array_release(weir_array *a);

/* Start the random numbers of this runtime anew.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_seed(weir_runtime *rt, uint64_t seed);

/* A sequence of random numbers of its own: start it with a seed and 0 calls.  It is the caller's. */
typedef struct weir_stream {
    uint64_t seed;
    uint64_t calls; /* random operations that took from it */
} weir_stream;

/* Where the random numbers of this runtime are, and back there: a run that is resumed draws what it would have
 * drawn.
 * [immediate | any thread | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_seed_get(weir_runtime *rt, weir_stream *out);
WEIR_API weir_status weir_seed_set(weir_runtime *rt, const weir_stream *state);

/* Random operations that this thread issues take their numbers from there, from now on; NULL: from the
 * runtime's own.  Returns the last one.  Two threads may not use a stream at a time.
 * [immediate | any thread | borrows | -] */
WEIR_API weir_stream *weir_stream_set(weir_stream *stream);

/* ---- Asking, without waiting --------------------------------------------------------------- */

/* `count` is that of elements; contiguous is row-major without gaps.
 * [immediate | any thread | - | -] */
WEIR_API weir_dtype weir_array_dtype(const weir_array *a);
WEIR_API int32_t weir_array_ndim(const weir_array *a);
WEIR_API int64_t weir_array_count(const weir_array *a);
WEIR_API int32_t weir_array_device(const weir_array *a);
WEIR_API int weir_array_is_number(const weir_array *a);
WEIR_API int weir_array_is_contiguous(const weir_array *a);
WEIR_API int weir_array_is_ready(const weir_array *a);

/* ndim numbers each.
 * [immediate | any thread | borrows | -] */
WEIR_API const int64_t *weir_array_shape(const weir_array *a);
WEIR_API const int64_t *weir_array_strides(const weir_array *a);

/* The runtime, and the variable by which the engine knows the storage (NULL for a number).
 * [immediate | any thread | borrows | -] */
WEIR_API weir_runtime *weir_array_runtime(const weir_array *a);
WEIR_API weir_var *weir_array_var(const weir_array *a);

/* ---- Looking at values --------------------------------------------------------------------- */

/* Wait until the writes issued so far are done; the failure of the operation that should have made the
 * values, if it failed.  The second takes a limit in nanoseconds (-1: none) and a static reason for the
 * ledger of waits.
 * [blocking | any thread, not inside a task | - | EINVAL ENOMEM EDEADLK EINTR ETIMEDOUT, the failure] */
WEIR_API weir_status weir_array_wait(weir_array *a);
WEIR_API weir_status weir_array_wait_at(weir_array *a, int64_t timeout_ns, const char *reason);

/* Wait and copy the values out, row-major; `bytes` must be the size of all of them.
 * [blocking | any thread, not inside a task | - | as weir_array_wait] */
WEIR_API weir_status weir_array_read(weir_array *a, void *data, size_t bytes);

/* Wait for an array of one element and give its value.
 * [blocking | any thread, not inside a task | - | as weir_array_wait] */
WEIR_API weir_status weir_array_item_f64(weir_array *a, double *out);
WEIR_API weir_status weir_array_item_i64(weir_array *a, int64_t *out);

enum { WEIR_MAP_READ = 0, WEIR_MAP_WRITE = 1 };

/* Wait and give a pointer to the first element; the others are found by shape and strides.  With
 * WEIR_MAP_WRITE the reads issued so far are waited for too, and what you write is seen by operations
 * issued after weir_array_unmap.  While a storage is mapped, operations that write it are finished
 * before their call returns.
 * [blocking | any thread, not inside a task | borrows until unmap | as weir_array_wait] */
WEIR_API weir_status weir_array_map(weir_array *a, uint32_t mode, void **data);
/* [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_array_unmap(weir_array *a);

/* Another owner of the memory writes it without telling, as NumPy does: from now on operations that read the storage are
 * finished before their call returns, as those that write it are while it is mapped.  Waits for what was issued so far.
 * Calls with `on` 0 undo one each.  Tasks and loaders that read ahead are not concerned.
 * [blocking | any thread, not inside a task | - | as weir_array_wait] */
WEIR_API weir_status weir_array_share(weir_array *a, int on);

/* Wait and write the values as text, a line for each row, as in "[[1., 2.],\n [3., 4.]]"; long arrays are
 * shortened.  At most `size` bytes with the final zero; text that does not fit ends in "...".
 * [blocking | any thread, not inside a task | - | as weir_array_wait] */
WEIR_API weir_status weir_array_text(weir_array *a, char *text, size_t size);

/* ---- DLPack -------------------------------------------------------------------------------- */

struct DLManagedTensorVersioned; /* of dlpack.h, version 1.0 and later */

/* Wait, and hand the memory out as a DLPack tensor; its deleter ends the loan.  Until then writes to
 * the storage finish before their call returns.  Reads that are still queued are not waited for: who
 * wants to write the tensor waits for everything first, or copies it.
 * [blocking | any thread, not inside a task | returns +1 | as weir_array_wait] */
WEIR_API weir_status weir_array_to_dlpack(weir_array *a, struct DLManagedTensorVersioned **out);

/* An array over a DLPack tensor on the CPU, whose deleter runs after the last queued use.
 * [immediate; may wait at the memory level, except inside a task | any thread | takes on success, returns +1 |
 *  EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_array_from_dlpack(weir_runtime *rt,
                                            struct DLManagedTensorVersioned *tensor,
                                            weir_array **out);

/* ---- In tasks of your own ------------------------------------------------------------------ */

/* An array that a task is to fill: push one that writes weir_array_var and asks weir_context_view (op.h) where the
 * values belong.  Its memory is taken when that starts, and counts as any array's.  No values: undefined bytes
 * where the task wrote none; before the task has been pushed it says that it was never computed.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED] */
WEIR_API weir_status weir_array_to_fill(weir_runtime *rt, weir_dtype dtype, const int64_t *shape,
                                        int32_t ndim, weir_array **out);

/* ---- Scopes -------------------------------------------------------------------------------- */

typedef struct weir_scope weir_scope;

/* From now on arrays made by this thread belong to the scope: it releases them when it is freed.  To let one
 * go early, release it, unless you have retained it.  Scopes nest.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_scope_new(weir_scope **out);

/* Take an array out of the scope it belongs to: it is yours to release.
 * [immediate | the scope's thread | returns +1 | -] */
WEIR_API weir_array *weir_scope_keep(weir_array *a);

/* End the innermost scope of this thread.
 * [queued, never waits | the scope's thread | takes | EINVAL: it is not the innermost] */
WEIR_API weir_status weir_scope_free(weir_scope *scope);

/* ---- Memory -------------------------------------------------------------------------------- */

typedef struct weir_memory {
    size_t size;       /* sizeof(weir_memory), set by the caller */
    uint64_t used;     /* bytes of blocks that arrays hold */
    uint64_t cached;   /* resident, ready to be used again */
    uint64_t reserved; /* taken from the system: used, cached, and what lies between */
    uint64_t peak;     /* the most that was ever used */
    uint64_t budget;
    uint64_t takes;         /* blocks handed out, */
    uint64_t reuses;        /* and how many of them had been used before */
    uint64_t borrowed;      /* bytes of arrays over memory that is not the library's, */
    uint64_t borrowed_peak; /* and the most there ever were.  Not in `used` */
} weir_memory;

/* [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_memory_get(weir_runtime *rt, weir_memory *out);

typedef struct weir_holder {
    const char *name; /* of the operator, static */
    uint32_t site;
    uint32_t count; /* blocks */
    uint64_t bytes;
} weir_holder;

/* Who holds the memory, by operator and site, largest first: up to `max` lines; returns how many.
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_memory_holders(weir_runtime *rt, weir_holder *out, size_t max);

/* Give what is free back to the system now: cached blocks, the memory of variables and of the queue, and what the C
 * library has kept of memory that was freed.  Takes some milliseconds.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_memory_trim(weir_runtime *rt);

#ifdef __cplusplus
}
#endif
#endif
