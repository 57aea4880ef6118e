/* array.h - arrays: each has a dtype, a shape, and strides that locate its elements in a storage.
 *
 *   array      A handle: dtype, shape, strides, and an offset into a storage.  Its values are
 *              computed later; reading them waits for the writes issued so far.
 *   storage    The memory of one or more arrays.  Each storage has one engine variable, which
 *              orders accesses through all views of it.  The memory is allocated when the operation
 *              that fills it starts, and freed after its last use.
 *   number     A scalar constant without a storage, such as `1` in `x + 1`; it is a 0-dimensional
 *              array.  Its type is weak: in an operation with arrays, the number is converted to
 *              their dtype.  An integer must fit that dtype.
 *   device     Where an array is stored: WEIR_CPU(0), WEIR_CPU(1) ..., WEIR_CUDA(0) ...,
 *              WEIR_NULL(0) to WEIR_NULL(3).  CPU devices share the workers and the memory; they exist so that code
 *              for several devices can be tested anywhere.
 *
 * Strides and offsets count elements.  Shapes have at most WEIR_NDIM_MAX dimensions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* weir.h includes this file in turn */
#endif
#ifndef WEIR_ARRAY_H
#define WEIR_ARRAY_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Dtypes and devices -------------------------------------------------------------------- */

/* One line per dtype: X(name, value, text, bytes per element). */
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
    WEIR_DTYPE_DEFAULT = 0, /* the operator's default; for floats see weir_default_dtype_set */
#define WEIR_DTYPE_ENUM_(name, value, text, bytes) WEIR_##name = value,
    WEIR_DTYPE_MAP(WEIR_DTYPE_ENUM_)
#undef WEIR_DTYPE_ENUM_
} weir_dtype;

enum { WEIR_NDIM_MAX = 32 };

/* A device is a kind and an index.  WEIR_DEVICE_DEFAULT means the device of the inputs or, if there
 * are no inputs, this thread's default device. */
#define WEIR_CPU(index) (WEIR_DEVICE_CPU | (index) << 8)
enum { WEIR_DEVICE_DEFAULT = -1, WEIR_DEVICE_INDEX_MAX = 63 };

/* Write the name of a device, such as "cpu:0" or "null:1", and a final zero to `text`, which has
 * `size` bytes; a longer name is truncated.  Returns the length of the name without the zero.  The
 * name of a number that is not a device is "number 77".
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_device_name(int32_t device, char *text, size_t size);

/* The device with this name; a name without an index, such as "cpu", has index 0.
 * [immediate | any thread | - | EINVAL, EDEVICE: the message lists the devices that exist] */
WEIR_API weir_status weir_device_parse(const char *text, int32_t *device);

/* List up to `max` devices: WEIR_CPU(0), then the devices with a queue of their own.  Returns their
 * number, which may exceed `max`; `list` may be NULL.  Other CPU devices share the processor with
 * the first and are not listed.  Null devices are listed if weir_config.null_devices says so.
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_devices(weir_runtime *rt, int32_t *list, size_t max);

/* A CUDA device as its driver describes it.  Texts are static. */
typedef struct weir_cuda_card {
    size_t size;              /* sizeof(weir_cuda_card), set by the caller */
    const char *name;         /* such as "NVIDIA H200" */
    const char *architecture; /* such as "sm_90" */
    uint64_t memory_bytes;    /* of the whole card */
    int32_t processors;       /* number of multiprocessors */
    int32_t ordinal;          /* the driver's number of the card, see WEIR_CUDA_DEVICES */
} weir_cuda_card;

/* The card behind WEIR_CUDA(index).  Creates no context on the card.
 * [immediate, the first call loads the driver | any thread | - | EINVAL, EFORKED, EDEVICE: the
 * message says why there is no such card] */
WEIR_API weir_status weir_cuda_card_at(int32_t index, weir_cuda_card *out);

/* A library that CUDA devices use.  Texts are static, or NULL where said. */
typedef struct weir_cuda_library {
    size_t size;         /* sizeof(weir_cuda_library), set by the caller */
    const char *name;    /* such as "NVRTC" */
    const char *use;     /* what it is needed for */
    const char *package; /* what brings it */
    const char *path;    /* the file; NULL: not found */
    const char *version; /* such as "13.0"; NULL: not known */
    const char *problem; /* why it cannot be used; NULL: it can */
} weir_cuda_library;

/* The index-th library that CUDA devices use, from 0; the driver is the first.  Loads it.
 * [blocking for the file | any thread | - | EINVAL: there are not that many] */
WEIR_API weir_status weir_cuda_library_at(int32_t index, weir_cuda_library *out);

/* Add a folder to those in which packages with CUDA libraries are looked for: the parent of a folder
 * `nvidia`, such as site-packages of a Python environment.  The folder of libweir's own package is
 * always searched, and before the system's.  Libraries that are loaded already stay.
 * [immediate | any thread | - | EINVAL ENOMEM: eight folders were added, or the name is too long] */
WEIR_API weir_status weir_cuda_search_add(const char *folder);

/* The name of a dtype, such as "float32" for WEIR_FLOAT32; "unknown" for a value that is not a
 * dtype.
 * [immediate | any thread | borrows, static | -] */
WEIR_API const char *weir_dtype_name(weir_dtype dtype);

/* The dtype with this name, or 0 if there is none.
 * [immediate | any thread | - | -] */
WEIR_API weir_dtype weir_dtype_find(const char *name);

/* Bytes per element; 0 for a value that is not a dtype.
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_dtype_bytes(weir_dtype dtype);

/* The dtype that two dtypes promote to, as in the Array API standard 2024.12.  Cases that the
 * standard leaves open: float16 with bfloat16 gives float32; bool with a numeric dtype gives the
 * numeric dtype; an integer with a float or complex dtype gives the float or complex dtype.  uint64
 * and a signed integer have no common dtype: the result is 0.
 * [immediate | any thread | - | -] */
WEIR_API weir_dtype weir_dtype_promote(weir_dtype a, weir_dtype b);

/* ---- Settings of the current thread -------------------------------------------------------- */

/* Set the source line of the operations that this thread issues from now on.  Returns the previous
 * source line.
 * [immediate | any thread | - | -] */
WEIR_API uint32_t weir_site_set(uint32_t site);

/* Set the name of the function whose operations this thread issues, such as "pinv"; returns the
 * previous name.  `name` must be static; NULL: none.  Messages of failing tasks then begin with
 * that name: "pinv (fit.py:12): svd: ...".  A function built from operators sets its name unless
 * one is already set, and restores the previous one.
 * [immediate | any thread | - | -] */
WEIR_API const char *weir_within_set(const char *name);

/* The source line that an operation issued now would get: the one that was set, or else the one
 * that the front end reports.  Use it as the site of your own tasks.
 * [immediate | any thread | - | -] */
WEIR_API uint32_t weir_site_get(void);

/* Set the default device of arrays created by this thread; returns the previous default.  If there
 * is no such device, returns -1 and changes nothing.
 * [immediate | any thread | - | -] */
WEIR_API int32_t weir_default_device_set(int32_t device);

/* Set the default float dtype of this thread: FLOAT32 (initially), FLOAT64, FLOAT16 or BFLOAT16.
 * Returns the previous default.  For any other dtype, returns 0 and changes nothing.
 * [immediate | any thread | - | -] */
WEIR_API weir_dtype weir_default_dtype_set(weir_dtype dtype);

/* Turn on autocast for this thread: operators called from now on compute in `dtype`, FLOAT16 or
 * BFLOAT16, if they are products, convolutions, attention or recurrent layers, and in float32 if
 * they are sums, norms, losses and the like; weir_op_def.autocast has the class of an operator.
 * Float inputs of another dtype are cast, and the casts are part of the gradient.  float64 and
 * complex inputs are not cast.  WEIR_DTYPE_DEFAULT turns autocast off.  *last (may be NULL) is set
 * to the previous dtype; 0: off.  The backward pass computes in the dtypes of the forward pass,
 * whether or not autocast is on.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_autocast_set(weir_dtype dtype, weir_dtype *last);
/* The dtype of autocast; WEIR_DTYPE_DEFAULT if autocast is off.
 * [immediate | any thread | - | -] */
WEIR_API weir_dtype weir_autocast(void);

/* Limit the autocast of this thread to calls whose arrays are on devices of the same kind as
 * `device`, for example WEIR_CUDA(0); WEIR_DEVICE_DEFAULT, the initial setting: no limit.
 * [immediate | any thread | - | EDEVICE] */
WEIR_API weir_status weir_autocast_device_set(int32_t device);
/* The first device of that kind; WEIR_DEVICE_DEFAULT: no limit.
 * [immediate | any thread | - | -] */
WEIR_API int32_t weir_autocast_device(void);

typedef struct weir_autocast_region weir_autocast_region;

/* Begin a region of autocast on this thread: sets dtype and device as the functions above do, until
 * the region ends.  A dtype of WEIR_DTYPE_DEFAULT turns autocast off.  Regions nest.  Within the
 * outermost one, a parameter (an array with attached gradient) is cast once, not at each use: the
 * cast is kept until the parameter is written or the region ends.  Each use still has its own
 * gradient.  Do not keep one region for the whole program, because the casts need memory.
 * [immediate | any thread | returns +1 | EINVAL EDEVICE ENOMEM] */
WEIR_API weir_status weir_autocast_begin(weir_dtype dtype, int32_t device,
                                         weir_autocast_region **region);
/* End a region: free it and the casts that it keeps, and restore the dtype and device from before
 * it.  Regions end in reverse order, on the thread that began them.  If a region ends in another
 * order or on another thread, its casts are freed, but dtype and device remain.  NULL: does nothing.
 * [immediate | any thread | takes | -] */
WEIR_API void weir_autocast_end(weir_autocast_region *region);

/* How products of float32 matrices, convolutions and the like are computed on GPUs. */
typedef enum weir_precision {
    WEIR_PRECISION_FULL = 0, /* in float32; the initial setting */
    /* inputs may be rounded to 10 bits of fraction (TF32), and sums are float32: an error of about
     * 1e-3 instead of 1e-7, several times as fast on GPUs with tensor cores */
    WEIR_PRECISION_TF32 = 1
} weir_precision;

/* Set the precision of float32 products for all threads of the process.  An operation computes with
 * the precision that was set when it was issued; operations of the backward pass are issued by
 * weir_backward.  It changes nothing on the CPU and for other dtypes.  *last (may be NULL) is set to
 * the previous precision.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_float32_precision_set(weir_precision precision, weir_precision *last);
/* The precision of float32 products.
 * [immediate | any thread | - | -] */
WEIR_API weir_precision weir_float32_precision(void);

/* ---- Creating arrays ----------------------------------------------------------------------- */

typedef struct weir_array weir_array;

/* Create an array with a copy of `data`, which has all elements in row-major order, or with zeros
 * if `data` is NULL.  The array is ready when the call returns.  The call does not wait for earlier
 * work, unless that work keeps more host data alive than `host_ahead_bytes` allows (weir_config),
 * or the memory budget has no room until some of that work is done.
 * [immediate; may block while memory use is above its limit, except inside a task | any thread |
 * returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_array_new(weir_runtime *rt, weir_dtype dtype, const int64_t *shape,
                                    int32_t ndim, const void *data, weir_array **out);

/* Like weir_array_new, for strided data, with one stride in bytes for each dimension.  Strides may
 * be negative and need not be aligned or multiples of the element size.  The copy is row-major.
 * [immediate; may block while memory use is above its limit, except inside a task | any thread |
 * returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_array_new_strided(weir_runtime *rt, weir_dtype dtype,
                                            const int64_t *shape, const int64_t *strides_bytes,
                                            int32_t ndim, const void *data, weir_array **out);

enum { WEIR_MEMORY_READONLY = 1 };

/* Create an array that shares the caller's memory, which is not copied.  `strides` may be NULL for
 * row-major.  `deleter` (may be NULL) is called on some thread after the last queued use; it must
 * not wait.  On failure the caller keeps the memory.  For memory that must not be written, set
 * WEIR_MEMORY_READONLY: operations that write the array then fail.  The elements of a bool array
 * must be bytes of value 0 or 1.
 * [immediate; may block while memory use is above its limit, except inside a task | any thread |
 * returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_array_from_memory(weir_runtime *rt, weir_dtype dtype,
                                            const int64_t *shape, const int64_t *strides,
                                            int32_t ndim, void *data, uint32_t flags,
                                            void (*deleter)(void *ctx), void *ctx,
                                            weir_array **out);

/* Create a scalar constant (a "number"; see the top of this file).
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_number_f64(weir_runtime *rt, double value, weir_array **out);
WEIR_API weir_status weir_number_i64(weir_runtime *rt, int64_t value, weir_array **out);
WEIR_API weir_status weir_number_u64(weir_runtime *rt, uint64_t value, weir_array **out);
WEIR_API weir_status weir_number_bool(weir_runtime *rt, int value, weir_array **out);
WEIR_API weir_status weir_number_c128(weir_runtime *rt, double re, double im, weir_array **out);

/* Add a reference.
 * [immediate | any thread | returns +1 | -] */
WEIR_API weir_array *weir_array_retain(weir_array *a);

/* Drop a reference.  Queued operations hold their own references.
 * [queued, never waits | any thread | takes | -] */
WEIR_API void weir_array_release(weir_array *a);

/* Seed the random number generator of this runtime.  A runtime created by weir_runtime_new starts
 * with seed 0.  The default runtime starts with WEIR_SEED or, if that is not set, with a number
 * from the system's entropy source.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_seed(weir_runtime *rt, uint64_t seed);

/* A separate stream of random numbers, owned by the caller.  To start a stream, set `seed` to any
 * value and `calls` to 0. */
typedef struct weir_stream {
    uint64_t seed;
    uint64_t calls; /* number of random operations that have drawn from the stream */
} weir_stream;

/* Get and restore the state of the runtime's random number generator.  A run that restores the
 * state draws the same numbers as an uninterrupted run.
 * [immediate | any thread | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_seed_get(weir_runtime *rt, weir_stream *out);
WEIR_API weir_status weir_seed_set(weir_runtime *rt, const weir_stream *state);

/* Set the stream that random operations of this thread draw from; NULL selects the runtime's
 * stream.  Returns the previous stream.  A stream must not be used by two threads at the same time.
 * [immediate | any thread | borrows | -] */
WEIR_API weir_stream *weir_stream_set(weir_stream *stream);

/* ---- Properties, without waiting ----------------------------------------------------------- */

/* Properties of an array.  weir_array_count returns the number of elements; contiguous means
 * row-major without gaps.
 * [immediate | any thread | - | -] */
WEIR_API weir_dtype weir_array_dtype(const weir_array *a);
WEIR_API int32_t weir_array_ndim(const weir_array *a);
WEIR_API int64_t weir_array_count(const weir_array *a);
WEIR_API int32_t weir_array_device(const weir_array *a);
WEIR_API int weir_array_is_number(const weir_array *a);
WEIR_API int weir_array_is_contiguous(const weir_array *a);
WEIR_API int weir_array_is_ready(const weir_array *a);

/* The shape and the strides, with weir_array_ndim entries each.
 * [immediate | any thread | borrows | -] */
WEIR_API const int64_t *weir_array_shape(const weir_array *a);
WEIR_API const int64_t *weir_array_strides(const weir_array *a);

/* The runtime of the array, and the variable of its storage (NULL for a number).
 * [immediate | any thread | borrows | -] */
WEIR_API weir_runtime *weir_array_runtime(const weir_array *a);
WEIR_API weir_var *weir_array_var(const weir_array *a);

/* ---- Reading values ------------------------------------------------------------------------ */

/* Wait until the writes issued so far are done.  If the operation that computes the values failed,
 * returns its failure.  weir_array_wait_at takes a timeout in nanoseconds (-1: none) and a static
 * reason for the wait profile.
 * [blocking | any thread, not inside a task | - | EINVAL ENOMEM EDEADLK EINTR ETIMEDOUT, the
 * failure] */
WEIR_API weir_status weir_array_wait(weir_array *a);
WEIR_API weir_status weir_array_wait_at(weir_array *a, int64_t timeout_ns, const char *reason);

/* Wait and copy the values to `data`, row-major; `bytes` must be their total size.
 * [blocking | any thread, not inside a task | - | as weir_array_wait] */
WEIR_API weir_status weir_array_read(weir_array *a, void *data, size_t bytes);

/* Wait for an array of one element and return its value.
 * [blocking | any thread, not inside a task | - | as weir_array_wait] */
WEIR_API weir_status weir_array_item_f64(weir_array *a, double *out);
WEIR_API weir_status weir_array_item_i64(weir_array *a, int64_t *out);

enum { WEIR_MAP_READ = 0, WEIR_MAP_WRITE = 1 };

/* Wait and return a pointer to the first element; shape and strides locate the others.  With
 * WEIR_MAP_WRITE the call also waits for the reads issued so far, and operations issued after
 * weir_array_unmap see what was written.  While a storage is mapped, operations that write it
 * finish before their call returns.
 * [blocking | any thread, not inside a task | borrows until unmap | as weir_array_wait] */
WEIR_API weir_status weir_array_map(weir_array *a, uint32_t mode, void **data);
/* End a mapping.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_array_unmap(weir_array *a);

/* Declare that another owner of the memory, such as NumPy, may write it without notice.  From now
 * on, operations that read the storage finish before their call returns, in the same way as
 * operations that write a mapped storage.  The call waits for the work issued so far.  Each call
 * with `on` 0 undoes one with `on` 1.  Tasks, and loaders that read ahead, are not affected.
 * [blocking | any thread, not inside a task | - | as weir_array_wait] */
WEIR_API weir_status weir_array_share(weir_array *a, int on);

/* Wait and format the values as text, one line per row: "[[1., 2.],\n [3., 4.]]".  Long arrays are
 * shortened.  Writes at most `size` bytes including the final zero; text that does not fit ends in
 * "...".
 * [blocking | any thread, not inside a task | - | as weir_array_wait] */
WEIR_API weir_status weir_array_text(weir_array *a, char *text, size_t size);

/* ---- DLPack -------------------------------------------------------------------------------- */

/* Like weir_array_from_memory, for memory of a CUDA device: `address` is an address of `device`.
 * Operations that write the array finish before their call returns, unless the memory is read-only.
 * The deleter runs after the last task that uses the memory has ended.
 * [immediate | any thread | takes on success, returns +1 | EINVAL EDEVICE EFORKED ENOMEM ECLOSED] */
WEIR_API weir_status weir_array_from_device_memory(weir_runtime *rt, int32_t device,
                                                   weir_dtype dtype, const int64_t *shape,
                                                   const int64_t *strides, int32_t ndim,
                                                   uint64_t address, uint32_t flags,
                                                   void (*deleter)(void *ctx), void *ctx,
                                                   weir_array **out);

/* A stream of WEIR_CUDA(index) through which other libraries hand over memory: let the stream wait
 * for the library's work (DLPack's argument `stream`), then make the array: operations on it run after
 * that work.  weir_cuda_stream_wait blocks until the work is done, for other uses.
 * [immediate, blocking | any thread | - | EINVAL EDEVICE EFORKED] */
WEIR_API weir_status weir_cuda_stream(int32_t index, uint64_t *stream);
WEIR_API weir_status weir_cuda_stream_wait(int32_t index);

struct DLManagedTensorVersioned; /* from dlpack.h, version 1.0 or later */

/* Wait for the values and export the memory as a DLPack tensor.  Until the tensor's deleter is
 * called, operations that write the storage finish before their call returns.  The call does not
 * wait for queued reads: before writing to the tensor, call weir_waitall, or write to a copy of the
 * tensor instead.  An array on a CUDA device is exported as memory of that device; then the call
 * waits for queued reads too, so that the tensor can be used in any stream at once.  An array on a
 * null device is exported as a copy in host memory.
 * [blocking | any thread, not inside a task | returns +1 | as weir_array_wait] */
WEIR_API weir_status weir_array_to_dlpack(weir_array *a, struct DLManagedTensorVersioned **out);

/* The same for a consumer that uses an array on a CUDA device in one stream: `stream` is its address,
 * or 1 for the legacy default stream, 2 for that of each thread.  The call waits until the operations
 * on the array have been launched, not until they are done: the stream waits for them.  So an
 * operation that fails later is not reported here; the memory then has other values.  0, and arrays
 * elsewhere: as weir_array_to_dlpack.
 * [blocking | any thread, not inside a task | returns +1 | as weir_array_wait] */
WEIR_API weir_status weir_array_to_dlpack_stream(weir_array *a, uint64_t stream,
                                                 struct DLManagedTensorVersioned **out);

/* Create an array that shares the memory of a DLPack tensor, whose deleter runs after the last
 * queued use.  The tensor is on the CPU (also pinned memory) or on a CUDA device.  The memory must
 * have its values, except that streams may still compute those of a CUDA device: see
 * weir_cuda_stream.
 * [immediate; may block while memory use is above its limit, except inside a task | any thread |
 * takes on success, returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_array_from_dlpack(weir_runtime *rt,
                                            struct DLManagedTensorVersioned *tensor,
                                            weir_array **out);

/* ---- Arrays filled by your own tasks ------------------------------------------------------- */

/* Create an array that a task will fill.  Push a task that writes weir_array_var and gets the
 * memory from weir_context_view (op.h).  The memory is allocated when the task starts, and counts
 * towards the memory limit like that of other arrays.  Elements that the task does not write are
 * undefined.  Reading the array before the task has been pushed fails, because its values were
 * never computed.  The array is on the thread's default device; a task of the CPU can fill only
 * arrays of a CPU device, operators can write into all.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM ECLOSED] */
WEIR_API weir_status weir_array_to_fill(weir_runtime *rt, weir_dtype dtype, const int64_t *shape,
                                        int32_t ndim, weir_array **out);

/* ---- Scopes -------------------------------------------------------------------------------- */

typedef struct weir_scope weir_scope;

/* Open a scope.  Arrays that this thread creates from now on belong to the scope and are released
 * when the scope is freed.  An array may be released earlier.  Scopes nest.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_scope_new(weir_scope **out);

/* Remove an array from its scope; the caller then owns it.
 * [immediate | the scope's thread | returns +1 | -] */
WEIR_API weir_array *weir_scope_keep(weir_array *a);

/* End the innermost scope of this thread.
 * [queued, never waits | the scope's thread | takes | EINVAL: the scope is not the innermost] */
WEIR_API weir_status weir_scope_free(weir_scope *scope);

/* ---- Memory -------------------------------------------------------------------------------- */

typedef struct weir_memory {
    size_t size;       /* sizeof(weir_memory), set by the caller */
    uint64_t used;     /* bytes of the blocks that arrays use */
    uint64_t cached;   /* bytes that are resident and free for reuse */
    uint64_t reserved; /* bytes obtained from the system: used, cached, and gaps between blocks */
    uint64_t peak;     /* highest value of `used` so far */
    uint64_t budget;
    uint64_t takes;  /* number of allocations so far */
    uint64_t reuses; /* number of those allocations that reused freed memory */
    /* bytes of arrays that share the caller's memory; not included in `used` */
    uint64_t borrowed;
    uint64_t borrowed_peak; /* highest value of `borrowed` so far */
    /* tasks wait at this many bytes: the peak of an in-order run plus a tenth, or a minimum */
    uint64_t level;
} weir_memory;

/* The current memory statistics of the host.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_memory_get(weir_runtime *rt, weir_memory *out);

/* The current memory statistics of a device.  All CPU devices share the host's memory.  The device
 * is opened if it has not been used yet.
 * [immediate | any thread | - | EINVAL EDEVICE ENOMEM] */
WEIR_API weir_status weir_memory_of(weir_runtime *rt, int32_t device, weir_memory *out);

/* Set the memory budget of a device; 0: back to its default.  Tasks issued later that do not fit in
 * an in-order run fail with ENOMEM; those issued before keep the old budget.  The host's budget can
 * be lowered, but not raised above that with which the runtime was created.
 * [immediate | any thread | - | EINVAL EDEVICE ENOMEM] */
WEIR_API weir_status weir_memory_budget_set(weir_runtime *rt, int32_t device, uint64_t bytes);

typedef struct weir_holder {
    const char *name; /* name of the operator; static */
    uint32_t site;
    uint32_t count; /* number of blocks */
    uint64_t bytes;
} weir_holder;

/* List the users of memory: up to `max` entries, one for each operator and site, largest first.
 * Returns the number of entries.  `entry_size` is sizeof(weir_holder).
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_memory_holders_sized(weir_runtime *rt, weir_holder *out, size_t max,
                                          size_t entry_size);
static inline size_t weir_memory_holders(weir_runtime *rt, weir_holder *out, size_t max) {
    return weir_memory_holders_sized(rt, out, max, sizeof *out);
}

/* Return free memory to the system now: cached blocks, unused memory reserved for variables and
 * queued tasks, and memory cached by the C library.  This takes a few milliseconds.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_memory_trim(weir_runtime *rt);

#ifdef __cplusplus
}
#endif
#endif
