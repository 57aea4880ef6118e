/* op.h - defines operators, with helpers for their inference rules, kernels and gradients.
 *
 * docs/operators.md says how to add an operator, and docs/design/operators.md why operators are
 * built this way.  An operator is one definition, WR_OP(name) = {...}, at the end of a file named
 * after the operator or its family.  Large families are tables (.def files) whose rows expand to
 * such definitions.  tools/mkops.py finds the definitions and writes ops.def (the list of
 * operators), expression.h (calls inside gradients) and the typed functions of weir/ops.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OP_H
#define WR_OP_H

#include "array/array.h"
#include "ops/simd/simd.h"

enum { WR_GRADIENT_NAME = 80 };

struct weir_op {
    weir_op_def def;
    weir_kind kind, device_kind; /* of its tasks on the CPU, and on a device */
    uint32_t in_min, in_max;     /* minimum and maximum number of inputs */
    uint32_t out_names;          /* number of names in def.outputs */
    bool many; /* def.outputs is "ys...": `view` or `eager` sets the number of outputs */
    /* The operator has I64S or TEXT attributes; in a task record, their contents follow the
     * attribute struct. */
    bool lists;
    bool brief; /* the kernel may run inline, on a few elements (inline.c) */
    /* For elementwise operators.  dtypes: a bit for each dtype that is accepted and has a loop.
     * own_infer: the inference rule of a registered operator, or NULL.  loop: the best
     * loop at each CPU level.  streams: the loops with non-temporal stores. */
    uint32_t dtypes;
    weir_status (*own_infer)(weir_infer *c);
    weir_map_fn loop[WR_LEVELS_OF_CPU][WEIR_COMPUTE_COUNT];
    weir_map_fn streams[WR_LEVELS_OF_CPU][WEIR_COMPUTE_COUNT];
    /* the gradient's name in messages, e.g. "gradient of matmul" */
    char gradient[WR_GRADIENT_NAME];
    /* the entry of the wait profile for calls that fall back to the CPU, "fallback of matmul" */
    char fallback[WR_GRADIENT_NAME];
};

enum {
#define OP(name) WR_OP_##name,
#include "ops/core/ops.def"
#undef OP
    WR_OP_COUNT
};

/* The task body of every operator: on the CPU (task_body.c), and on a device (device_body.c). */
weir_status wr_call_run(weir_context *ctx, void *arg);
weir_status wr_device_call_run(weir_context *ctx, void *arg);
void wr_device_call_drop(void *arg);

/* Mark operations issued from now on as part of the composite operator or gradient `name`, unless
 * they are already marked as part of an outer one.  Restore the mode's `within` to the returned
 * value afterwards. */
static inline const char *wr_within_enter(const char *name) {
    const char *outer = wr_mode_now.within;
    if (outer == NULL) wr_mode_now.within = name;
    return outer;
}

/* Run the kernel now if all operands are small and all inputs are computed.  Return false if the
 * operation has to be queued instead. */
bool wr_run_inline(wr_arrays *arrays, const weir_infer *c, weir_array *const *out);

/* The built-in operators, in the order of ops.def; constant once filled. */
extern weir_op wr_ops[];

/* Any thread: set with release after wr_ops is filled, read with acquire before wr_ops is used. */
extern atomic_bool wr_ops_filled;

/* Fill wr_ops.  Runs once, on the first thread that needs an operator. */
void wr_ops_fill(void);

static inline void wr_ops_ready(void) {
    if (WR_UNLIKELY(!atomic_load_explicit(&wr_ops_filled, memory_order_acquire))) wr_ops_fill();
}

#define WR_OP(name)                                                                                \
    extern const weir_op_def wr_op_##name;                                                         \
    const weir_op_def wr_op_##name

/* ---- Calling --------------------------------------------------------------------------------- */

/* Check that the number of inputs is right, that required inputs are not NULL, and that all inputs
 * belong to `rt` and are on one device.  *device becomes the inputs' device; scalars (WR_NUMBER)
 * have none. */
weir_status wr_check_inputs(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                            uint32_t in_count, int32_t *device);

/* Write the default attributes to `to`, which has WR_ATTR_BYTES bytes.  Fail if the operator has a
 * required attribute. */
enum { WR_ATTR_BYTES = 512 };
weir_status wr_attr_defaults(const weir_op *op, void *to);

/* May the caller's attributes be used as they are?  If not, wr_attr_fit converts them to the
 * operator's struct and writes it to `to`, which has WR_ATTR_BYTES bytes. */
static inline bool wr_attr_fits(const weir_op *op, const void *attr, size_t attr_size) {
    return attr == NULL || (op != NULL && attr_size == op->def.attr_size);
}
weir_status wr_attr_fit(const weir_op *op, const void *attr, size_t attr_size, void *to);

weir_status wr_call(weir_runtime *rt, const weir_op *op, weir_array *const *in, uint32_t in_count,
                    const void *attr, weir_array **out, uint32_t *out_count);
weir_status wr_call_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                         uint32_t in_count, const void *attr, weir_array *const *out,
                         uint32_t out_count);

/* Make the same checks as wr_call_into, without calling the operator. */
weir_status wr_check_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array *const *out,
                          uint32_t out_count);

/* Return the contents of an attribute of type I64S or TEXT at `field`, and their length in *bytes.
 * Return NULL for other types and for an attribute that is NULL. */
const void *wr_attr_list(const weir_attr *a, const char *field, size_t *bytes);
/* Return the total length of the contents of all I64S and TEXT attributes, each rounded up to a
 * multiple of 8 bytes. */
size_t wr_attr_list_bytes(const weir_op *op, const void *attr);

/* ---- Recording: a hook for the layer above --------------------------------------------------- */

/* While a thread records operations, its mode has a recorder (wr_mode_now.recorder), which makes
 * the thread's calls and records them.  autograd/record.c has the only recorder, wr_tape_recorder;
 * this layer does not refer to it by name. */
typedef struct wr_recorder {
    weir_status (*call)(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                        uint32_t in_count, const void *attr, weir_array **out, uint32_t *out_count);
    weir_status (*into)(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                        uint32_t in_count, const void *attr, weir_array *const *out,
                        uint32_t out_count);
    /* Record a call whose results are known: *out becomes another handle of `values`, with the
     * gradient of the call. */
    weir_status (*known)(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                         uint32_t in_count, const void *attr, weir_array *values, weir_array **out);
} wr_recorder;

/* Make a call and report it to the thread's observer (call_observer.c). */
weir_status wr_watch_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array **out,
                          uint32_t *out_count);
weir_status wr_watch_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array *const *out,
                          uint32_t out_count);

/* Make a call while autocast is set: cast the inputs first (autocast.c). */
weir_status wr_autocast_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                             uint32_t in_count, const void *attr, weir_array **out,
                             uint32_t *out_count);
weir_status wr_autocast_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                             uint32_t in_count, const void *attr, weir_array *const *out,
                             uint32_t out_count);

/* The casts that a region of autocast keeps (autocast_region.c).  A stamp says how often a parameter
 * had been written. */
typedef struct wr_cast_stamp {
    uint64_t writes;
    uint32_t version;
    uint32_t exports;
} wr_cast_stamp;

/* Does this thread's region keep casts of `a`?  Then *stamp is set. */
bool wr_cast_is_kept(const weir_array *a, wr_cast_stamp *stamp);
/* Return the kept cast of `a` to `dtype`, with a new reference, or NULL. */
weir_array *wr_cast_find(const weir_array *a, int dtype, const wr_cast_stamp *stamp);
/* Keep a cast, with the stamp from before it was issued.  If there is no memory, do nothing. */
void wr_cast_keep(const weir_array *a, weir_array *cast, const wr_cast_stamp *stamp);

/* Make a call for the user or for a gradient.  Its inputs are cast, and the call is observed or
 * recorded, depending on the thread's mode. */
weir_status wr_call_into_recorded(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                  uint32_t in_count, const void *attr, weir_array *const *out,
                                  uint32_t out_count);
static inline weir_status wr_call_recorded(weir_runtime *rt, const weir_op *op,
                                           weir_array *const *in, uint32_t in_count,
                                           const void *attr, weir_array **out,
                                           uint32_t *out_count) {
    if (WR_UNLIKELY(wr_mode_now.autocast != 0))
        return wr_autocast_call(rt, op, in, in_count, attr, out, out_count);
    if (WR_UNLIKELY(wr_mode_now.watch != NULL))
        return wr_watch_call(rt, op, in, in_count, attr, out, out_count);
    if (WR_UNLIKELY(wr_mode_now.recorder != NULL))
        return wr_mode_now.recorder->call(rt, op, in, in_count, attr, out, out_count);
    return wr_call(rt, op, in, in_count, attr, out, out_count);
}

/* ---- For inference rules --------------------------------------------------------------------- */

/* Fail with a message that starts with the operator's name, as in "softmax: shapes ...".  Return
 * EINVAL or `status`.  These are macros for the same reason as wr_fail. */
#define wr_refuse(c, ...)            wr_refuse_as(c, WEIR_EINVAL, __VA_ARGS__)
#define wr_refuse_as(c, status, ...) (wr_refuse_say(c, status, __VA_ARGS__), wr_fail_is(status))
void wr_refuse_say(const weir_infer *c, weir_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Is this a status with which wr_refuse_as reports a caller's mistake? */
static inline bool wr_is_refusal(weir_status status) {
    return status == WEIR_EINVAL || (status <= WEIR_EINDEX && status >= WEIR_ERANGE);
}

/* Prefix the current message (weir_error) with the name of the composite operator or gradient in
 * which a call failed. */
void wr_refused_within(const char *name);

/* Return the dtype that inputs [from, to) promote to.  A scalar (WR_NUMBER) is weak: it changes the
 * dtype only if it is of a higher kind than the arrays.  Fail if the inputs have no common dtype.
 *
 * If the result is an integer dtype that cannot represent an integer scalar, wr_promote fails,
 * wr_promote_compared returns a wider dtype, and wr_promote_reals ignores the overflow.  For an
 * elementwise operator that returns bool or floats, wr_promote behaves like wr_promote_compared or
 * wr_promote_reals. */
weir_status wr_promote(const weir_infer *c, uint32_t from, uint32_t to, int *out);
weir_status wr_promote_compared(const weir_infer *c, uint32_t from, uint32_t to, int *out);
weir_status wr_promote_reals(const weir_infer *c, uint32_t from, uint32_t to, int *out);

/* wr_need_held fails if `dtype` is an integer dtype that cannot represent `value`;
 * wr_need_number_held does the same for the scalar input `which`. */
weir_status wr_need_held(const weir_infer *c, double value, int dtype);
weir_status wr_need_number_held(const weir_infer *c, uint32_t which, int dtype);

/* Normalise an axis, which may be negative.  wr_need_axes normalises a list of axes, or all axes if
 * the list is NULL, to a bit mask.  Both fail if an axis is out of range; wr_need_axes also fails
 * if an axis is named twice. */
weir_status wr_need_axis(const weir_infer *c, int64_t axis, int ndim, int *out);
weir_status wr_need_axes(const weir_infer *c, weir_i64s axes, int ndim, uint32_t *mask);

/* Return the dtype that an attribute asks for, or `otherwise` if the attribute is 0. */
weir_status wr_need_dtype(const weir_infer *c, int32_t asked, int otherwise, int *out);

/* Return the device that an attribute asks for, or `otherwise` if it is WEIR_DEVICE_DEFAULT. */
weir_status wr_need_device(const weir_infer *c, int32_t asked, int32_t otherwise, int32_t *out);

/* Copy a shape from an attribute.  Fail if a dimension is negative or if there are too many
 * dimensions. */
weir_status wr_need_shape(const weir_infer *c, weir_i64s shape, weir_meta *out);

static inline void wr_meta_shape(weir_meta *m, int ndim, const int64_t *shape) {
    m->ndim = ndim;
    for (int i = 0; i < ndim; i++) m->shape[i] = shape[i];
}

static inline void wr_meta_like(weir_meta *m, const weir_array *a) {
    m->dtype = a->dtype;
    wr_meta_shape(m, a->ndim, wr_shape(a));
}

/* ---- For kernels ----------------------------------------------------------------------------- */

static inline const wr_simd *wr_simd_of(const weir_kernel *k) { return k->simd; }

/* Return the dtype in which floating-point kernels compute: `dtype` itself if it is float64 or
 * complex, otherwise float32. */
static inline int wr_float_computed_in(int dtype) {
    if (wr_dtype_kind_of(dtype) == WR_KIND_COMPLEX) return dtype;
    return dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32;
}

int64_t wr_view_count(const weir_view *v);
bool wr_view_is_row_major(const weir_view *v);

/* Fail the task because of an error that depends on the data.  The inputs' dtypes and shapes are
 * appended to the message. */
#define wr_kernel_fail(k, status, ...) (wr_kernel_say(k, status, __VA_ARGS__), wr_fail_is(status))
void wr_kernel_say(const weir_kernel *k, weir_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Read or write the element of a view at a row-major index, converted from or to double.  For
 * reference kernels. */
double wr_view_get(const weir_view *v, int64_t logical_index);
void wr_view_put(const weir_view *v, int64_t logical_index, double value);
double _Complex wr_view_get_complex(const weir_view *v, int64_t logical_index);
void wr_view_put_complex(const weir_view *v, int64_t logical_index, double _Complex value);
/* Return the offset in elements, counted from the first element, of the element at a row-major
 * index. */
int64_t wr_view_at(const weir_view *v, int64_t logical_index);

/* Copy with a cast between views of equal shape and any strides.  The work is split over the
 * workers. */
weir_status wr_copy_view(const weir_kernel *k, const weir_view *to, const weir_view *from);

/* How an operator that consists of copies makes them, so that the CPU and devices share the rest:
 * wr_copy_part, with a const weir_kernel as ctx, or wr_cuda_copy_part. */
typedef weir_status wr_copy_fn(void *ctx, const weir_view *to, const weir_view *from);
weir_status wr_copy_part(void *ctx, const weir_view *to, const weir_view *from);

/* Copy inputs that are not row-major to `buffer`, for kernels that accept only row-major inputs.  The
 * views, and the strides that they point to, belong to the task. */
weir_status wr_pack_inputs(weir_view *view, uint32_t count, char *buffer, wr_copy_fn *copy,
                           void *ctx);

/* Like wr_copy_view, but copy to row-major elements at `data`. */
weir_status wr_copy_row_major(const weir_kernel *k, void *data, int dtype, const weir_view *from);

/* Run fn over [0, count) in pieces of `grain`, in parallel if there is more than one piece. */
weir_status wr_split(const weir_kernel *k, int64_t count, int64_t grain, weir_range_fn fn,
                     void *arg);

/* ---- Elementwise: elementwise_walk.c --------------------------------------------------------- */

weir_status wr_map_infer(weir_infer *c);
/* Call own_infer, and fail if it chose a dtype for which the operator has no loop. */
weir_status wr_map_own_infer(weir_infer *c);
weir_status wr_map_run(const weir_kernel *k);
weir_status wr_map_reference(const weir_kernel *k);

/* ---- For gradients: expression.c, and the typed functions of expression.h -------------------- */

/* Call an operator.  Return NULL if an input is NULL; on failure, set v->status and return NULL.
 * The result belongs to the innermost scope, such as the one that wr_differentiate opened. */
weir_array *wr_build(weir_vjp *v, int op, const void *attr, uint32_t in_count,
                     weir_array *const *in);
/* Like wr_build, for operators with several outputs or with optional inputs, which may be NULL. */
void wr_build_many(weir_vjp *v, int op, const void *attr, uint32_t in_count, weir_array *const *in,
                   uint32_t out_count, weir_array **out);
/* Run the gradient that `v` describes and return the gradients of the inputs, each with a
 * reference; `grad_in` may be the same list as v->grad_in.  NULL stands for a zero gradient; on
 * failure, all gradients are NULL. */
weir_status wr_differentiate(weir_vjp *v, weir_array **grad_in);
weir_array *wr_build_number(weir_vjp *v, double value);
weir_array *wr_build_imaginary(weir_vjp *v); /* the imaginary unit, as a scalar */
/* Reduce the gradient of a broadcast operand: sum it over the broadcast axes to the shape of
 * `like`, the operand before broadcasting, and cast it to the dtype of `like`. */
weir_array *wr_build_unbroadcast(weir_vjp *v, weir_array *g, weir_array *like);

/* Return the conjugate transpose of the matrices in x. */
weir_array *wr_build_adjoint(weir_vjp *v, weir_array *x);

#endif
