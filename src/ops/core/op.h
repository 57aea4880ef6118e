/* op.h - the inside of an operator: the macros that declare one, and helpers for its rule, kernel and gradient.
 *
 * docs/operators.md says how to add one, docs/design/operators.md why it is built so.  An operator is one block,
 * WR_OP(name) = {...}, at the end of a file named after it or its family; families are tables whose lines expand to
 * such blocks.  tools/mkops.py finds the blocks and writes ops.def (the list), expression.h (calls inside gradients)
 * and the typed functions of weir/ops.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_OP_H
#define WR_OP_H

#include "array/array.h"
#include "ops/simd/simd.h"

enum { WR_GRADIENT_NAME = 80 };

struct weir_op {
    weir_op_def def;
    weir_kind kind;
    uint32_t in_min, in_max; /* the number of inputs it takes */
    uint32_t out_names;
    bool many;       /* "ys...": a variable number of outputs, set by `view` or `eager` */
    bool lists;      /* has attributes of type I64S or TEXT, stored behind the struct */
    bool brief;      /* its kernel may run inline, on a few elements (inline.c) */
    uint32_t dtypes; /* elementwise: the dtypes that it accepts and has a loop for, a bit each */
    weir_status (*own_infer)(
        weir_infer *c); /* registered, elementwise, with an inference rule of its own */
    weir_map_fn loop[WR_LEVELS_OF_CPU]
                    [WEIR_COMPUTE_COUNT]; /* elementwise: the best loop at each CPU level, */
    weir_map_fn streams[WR_LEVELS_OF_CPU]
                       [WEIR_COMPUTE_COUNT]; /* and those with non-temporal stores */
    char gradient[WR_GRADIENT_NAME];         /* "gradient of matmul" */
};

enum {
#define OP(name) WR_OP_##name,
#include "ops/core/ops.def"
#undef OP
    WR_OP_COUNT
};

weir_status wr_call_run(weir_context *ctx,
                        void *arg); /* the task body of every operator (task_body.c) */

/* Operations issued from now on belong to the composite operator or gradient `name`, unless they belong to an outer one
 * already.  Restore the mode's `within` to the returned value afterwards. */
static inline const char *wr_within_enter(const char *name) {
    const char *outer = wr_mode_now.within;
    if (outer == NULL) wr_mode_now.within = name;
    return outer;
}

/* Run the kernel now if all operands are small and computed; false: the operation has to be queued. */
bool wr_run_inline(wr_arrays *arrays, const weir_infer *c, weir_array *const *out);

extern weir_op wr_ops[]; /* built-in, in the order of ops.def; const once filled */
extern atomic_bool
    wr_ops_filled;      /* any: released by the thread that fills them, acquired by users */
void wr_ops_fill(void); /* runs once, on the first thread that needs it */

static inline void wr_ops_ready(void) {
    if (WR_UNLIKELY(!atomic_load_explicit(&wr_ops_filled, memory_order_acquire))) wr_ops_fill();
}

#define WR_OP(name)                                                                                \
    extern const weir_op_def wr_op_##name;                                                         \
    const weir_op_def wr_op_##name

/* ---- Calling --------------------------------------------------------------------------------- */

/* Check the inputs: their number, required ones not NULL, one runtime, one device.  *device becomes the device of the
 * first input that is not a number. */
weir_status wr_check_inputs(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                            uint32_t in_count, int32_t *device);

/* Write the default attributes to `to`, which has WR_ATTR_BYTES; refuses if an attribute is required. */
enum { WR_ATTR_BYTES = 512 };
weir_status wr_attr_defaults(const weir_op *op, void *to);

/* May the caller's attributes be used as they are?  Otherwise wr_attr_fit makes a copy of the operator's size in `to`,
 * which has WR_ATTR_BYTES. */
static inline bool wr_attr_fits(const weir_op *op, const void *attr, size_t attr_size) {
    return attr == NULL || (op != NULL && attr_size == op->def.attr_size);
}
weir_status wr_attr_fit(const weir_op *op, const void *attr, size_t attr_size, void *to);

weir_status wr_call(weir_runtime *rt, const weir_op *op, weir_array *const *in, uint32_t in_count,
                    const void *attr, weir_array **out, uint32_t *out_count);
weir_status wr_call_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                         uint32_t in_count, const void *attr, weir_array *const *out,
                         uint32_t out_count);

/* The checks of wr_call_into, without the call. */
weir_status wr_check_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array *const *out,
                          uint32_t out_count);

/* The contents of an attribute of type I64S or TEXT at `field`, and their length in bytes; NULL for other types and for
 * an empty attribute.  And the bytes of all of them, each rounded up to 8. */
const void *wr_attr_list(const weir_attr *a, const char *field, size_t *bytes);
size_t wr_attr_list_bytes(const weir_op *op, const void *attr);

/* ---- Recording: a hook for the layer above -------------------------------------------------------- */

/* A thread that records has a recorder in its mode (wr_mode_now.recorder).  Calls go through it: it makes the call and
 * records it.  autograd/record.c has the only one, wr_tape_recorder; this layer does not know it by name. */
typedef struct wr_recorder {
    weir_status (*call)(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                        uint32_t in_count, const void *attr, weir_array **out, uint32_t *out_count);
    weir_status (*into)(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                        uint32_t in_count, const void *attr, weir_array *const *out,
                        uint32_t out_count);
} wr_recorder;

/* Calls while an observer is set (call_observer.c). */
weir_status wr_watch_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array **out,
                          uint32_t *out_count);
weir_status wr_watch_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array *const *out,
                          uint32_t out_count);

/* A call by the user or by a gradient: it is observed and recorded if the thread is in these modes. */
weir_status wr_call_into_recorded(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                  uint32_t in_count, const void *attr, weir_array *const *out,
                                  uint32_t out_count);
static inline weir_status wr_call_recorded(weir_runtime *rt, const weir_op *op,
                                           weir_array *const *in, uint32_t in_count,
                                           const void *attr, weir_array **out,
                                           uint32_t *out_count) {
    if (WR_UNLIKELY(wr_mode_now.watch != NULL))
        return wr_watch_call(rt, op, in, in_count, attr, out, out_count);
    if (WR_UNLIKELY(wr_mode_now.recorder != NULL))
        return wr_mode_now.recorder->call(rt, op, in, in_count, attr, out, out_count);
    return wr_call(rt, op, in, in_count, attr, out, out_count);
}

/* ---- For inference rules ------------------------------------------------------------------------------- */

/* Fail with a message behind the operator's name, "softmax: shapes ..."; returns EINVAL or `status`.  Macros, as wr_fail
 * is. */
#define wr_refuse(c, ...)            wr_refuse_as(c, WEIR_EINVAL, __VA_ARGS__)
#define wr_refuse_as(c, status, ...) (wr_refuse_say(c, status, __VA_ARGS__), wr_fail_is(status))
void wr_refuse_say(const weir_infer *c, weir_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Is it the status of a caller's mistake, as wr_refuse_as returns? */
static inline bool wr_is_refusal(weir_status status) {
    return status == WEIR_EINVAL || (status <= WEIR_EINDEX && status >= WEIR_ERANGE);
}

/* Prefix the message of a part that refused (weir_error) with the name of the composite operator. */
void wr_refused_within(const char *name);

/* The dtype that inputs from..to-1 promote to; numbers are weak.  Refuses dtypes without a common one, and integers
 * that the resulting integer dtype cannot represent.  An elementwise operator that returns bool gets a wider dtype
 * instead, and one that returns floats accepts them. */
weir_status wr_promote(const weir_infer *c, uint32_t from, uint32_t to, int *out);
weir_status wr_promote_compared(const weir_infer *c, uint32_t from, uint32_t to, int *out);
weir_status wr_promote_reals(const weir_infer *c, uint32_t from, uint32_t to, int *out);

/* Refuse a value, or an input that is a number, that an integer dtype cannot represent. */
weir_status wr_need_held(const weir_infer *c, double value, int dtype);
weir_status wr_need_number_held(const weir_infer *c, uint32_t which, int dtype);

/* Normalise an axis, or a list of axes (NULL: all) to a mask; refuse axes that are out of range or named twice. */
weir_status wr_need_axis(const weir_infer *c, int64_t axis, int ndim, int *out);
weir_status wr_need_axes(const weir_infer *c, weir_i64s axes, int ndim, uint32_t *mask);

/* The dtype of an attribute, or `otherwise` if it is 0. */
weir_status wr_need_dtype(const weir_infer *c, int32_t asked, int otherwise, int *out);

/* The device of an attribute, or `otherwise` if it is the default. */
weir_status wr_need_device(const weir_infer *c, int32_t asked, int32_t otherwise, int32_t *out);

/* An attribute as a shape; refuses negative dimensions. */
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

/* The dtype in which a kernel of floating-point operations computes: float64 and complex dtypes in themselves,
 * all others in float32. */
static inline int wr_float_computed_in(int dtype) {
    if (wr_dtype_kind_of(dtype) == WR_KIND_COMPLEX) return dtype;
    return dtype == WEIR_FLOAT64 ? WEIR_FLOAT64 : WEIR_FLOAT32;
}

int64_t wr_view_count(const weir_view *v);
bool wr_view_is_row_major(const weir_view *v);

/* Fail the task, for errors that only the data show; the operands' dtypes and shapes are appended to the message. */
#define wr_kernel_fail(k, status, ...) (wr_kernel_say(k, status, __VA_ARGS__), wr_fail_is(status))
void wr_kernel_say(const weir_kernel *k, weir_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Element i of a view in row-major order, for reference kernels: read as double, written from double. */
double wr_view_get(const weir_view *v, int64_t logical_index);
void wr_view_put(const weir_view *v, int64_t logical_index, double value);
double _Complex wr_view_get_complex(const weir_view *v, int64_t logical_index);
void wr_view_put_complex(const weir_view *v, int64_t logical_index, double _Complex value);
/* The offset of the element of that row-major index, in elements from the first. */
int64_t wr_view_at(const weir_view *v, int64_t logical_index);

/* Copy with a cast, between any strides; shapes must be equal.  Split over the workers. */
weir_status wr_copy_view(const weir_kernel *k, const weir_view *to, const weir_view *from);

/* The same, to row-major elements at `data`. */
weir_status wr_copy_row_major(const weir_kernel *k, void *data, int dtype, const weir_view *from);

/* Run fn over [0, count) in pieces of `grain`, in parallel if there is more than one. */
weir_status wr_split(const weir_kernel *k, int64_t count, int64_t grain, weir_range_fn fn,
                     void *arg);

/* ---- Elementwise: elementwise_walk.c ---------------------------------------------------------------------- */

weir_status wr_map_infer(weir_infer *c);
weir_status wr_map_own_infer(
    weir_infer *c); /* calls own_infer, and refuses a dtype without a loop */
weir_status wr_map_run(const weir_kernel *k);
weir_status wr_map_reference(const weir_kernel *k);

/* ---- For gradients: expression.c, and the typed functions of expression.h ------------------------------- */

/* Call an operator.  NULL if an input is NULL, and NULL with v->status on failure.  The result belongs
 * to the scope that weir_op_vjp opened. */
weir_array *wr_build(weir_vjp *v, int op, const void *attr, uint32_t in_count,
                     weir_array *const *in);
/* The same for operators with several outputs or with optional inputs, which may be NULL. */
void wr_build_many(weir_vjp *v, int op, const void *attr, uint32_t in_count, weir_array *const *in,
                   uint32_t out_count, weir_array **out);
/* Run the gradient that `v` describes and return the gradients of the inputs, with a reference each; v->grad_in may be
 * the same list.  NULL stands for zero; on failure all are NULL. */
weir_status wr_differentiate(weir_vjp *v, weir_array **grad_in);
weir_array *wr_build_number(weir_vjp *v, double value);
weir_array *wr_build_imaginary(weir_vjp *v); /* the number i */
/* The gradient of an operand that was broadcast: summed to the shape of `like`, and cast to its dtype. */
weir_array *wr_build_unbroadcast(weir_vjp *v, weir_array *g, weir_array *like);

/* The conjugate transpose of matrices. */
weir_array *wr_build_adjoint(weir_vjp *v, weir_array *x);

#endif
