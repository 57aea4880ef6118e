/* op.h - an operator from the inside: the macros that declare one, and what its parts lean on.
 *
 * docs/design/operators.md explains the whole.  One operator is one block, WR_OP(name) = {...}, at the end
 * of a file named after it or after its family; families are tables whose lines expand to such blocks.
 * tools/mkops.py finds them and writes ops.def (the list), expression.h (calling them inside gradients) and the
 * typed functions of weir/ops.h.
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
    uint32_t in_min, in_max; /* how many inputs it takes */
    uint32_t out_names;
    bool many;  /* "ys...": it says itself how many outputs it gives, up to the room there is */
    bool lists; /* has attributes of type I64S or TEXT, which lie behind the struct */
    bool brief; /* its kernel may run inside the call, on a few elements */
    weir_map_fn loop[WR_LEVELS_OF_CPU]
                    [WEIR_COMPUTE_COUNT]; /* elementwise: the best at each level, */
    weir_map_fn streams[WR_LEVELS_OF_CPU]
                       [WEIR_COMPUTE_COUNT]; /* and those that write past the caches */
    char gradient[WR_GRADIENT_NAME];         /* "gradient of matmul" */
};

enum {
#define OP(name) WR_OP_##name,
#include "ops/core/ops.def"
#undef OP
    WR_OP_COUNT
};

weir_status wr_call_run(weir_context *ctx, void *arg); /* the task of every operator */

/* What is issued from now on is part of what `name` names, unless it is part of more already; the mode's
 * `within` is to become what this returns. */
static inline const char *wr_within_enter(const char *name) {
    const char *outer = wr_mode_now.within;
    if (outer == NULL) wr_mode_now.within = name;
    return outer;
}

/* Fill the outputs now, if all is small and there; false: it has to be queued. */
bool wr_run_inline(wr_arrays *arrays, const weir_infer *c, weir_array *const *out);

extern weir_op wr_ops[];          /* ours, in the order of ops.def; const once they are filled */
extern atomic_bool wr_ops_filled; /* any: release by who fills them, acquire by who uses them */
void wr_ops_fill(void);           /* once, whoever comes first */

static inline void wr_ops_ready(void) {
    if (WR_UNLIKELY(!atomic_load_explicit(&wr_ops_filled, memory_order_acquire))) wr_ops_fill();
}

#define WR_OP(name)                                                                                \
    extern const weir_op_def wr_op_##name;                                                         \
    const weir_op_def wr_op_##name

/* ---- Attributes: the macros of weir/op.h ----------------------------------------------------------- */

#define WR_ATTRS     WEIR_ATTRS
#define WR_USE_ATTRS WEIR_USE_ATTRS
enum { WR_NO_LIST = WEIR_NO_LIST, WR_REQUIRED = WEIR_REQUIRED };

/* ---- Calling --------------------------------------------------------------------------------- */

/* As many inputs as it takes, none of them NULL that may not be, all of one runtime and device; *device
 * gets that of the first that is no number. */
weir_status wr_check_inputs(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                            uint32_t in_count, int32_t *device);

/* What attributes are where none are given, in `room`, which has WR_ATTR_BYTES; refuses if one of them has no
 * default. */
enum { WR_ATTR_BYTES = 512 };
weir_status wr_attr_defaults(const weir_op *op, void *room);

weir_status wr_call(weir_runtime *rt, const weir_op *op, weir_array *const *in, uint32_t in_count,
                    const void *attr, weir_array **out, uint32_t *out_count);
weir_status wr_call_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                         uint32_t in_count, const void *attr, weir_array *const *out,
                         uint32_t out_count);

/* Refuses what wr_call_into would refuse. */
weir_status wr_check_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array *const *out,
                          uint32_t out_count);

/* What an attribute of type I64S or TEXT, which lies at `field`, points to, and how long that is; NULL: nothing,
 * or no such type.  And the bytes of all of them, each rounded up to 8. */
const void *wr_attr_list(const weir_attr *a, const char *field, size_t *bytes);
size_t wr_attr_list_bytes(const weir_op *op, const void *attr);

/* ---- Recording: a hook for the layer above -------------------------------------------------------- */

/* A thread that records has a recorder in its mode (wr_mode_now.recorder), which makes the calls in its place and
 * notes them.  autograd/record.c has the only one, wr_tape_recorder; nothing here knows it by name. */
typedef struct wr_recorder {
    weir_status (*call)(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                        uint32_t in_count, const void *attr, weir_array **out, uint32_t *out_count);
    weir_status (*into)(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                        uint32_t in_count, const void *attr, weir_array *const *out,
                        uint32_t out_count);
} wr_recorder;

/* The same while an observer is set (call_observer.c). */
weir_status wr_watch_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array **out,
                          uint32_t *out_count);
weir_status wr_watch_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array *const *out,
                          uint32_t out_count);

/* A call of the user, or of a gradient that may have a gradient in turn. */
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

/* ---- For infer ------------------------------------------------------------------------------- */

/* "softmax: shapes ..."; gives EINVAL, or the status that says more.  Macros as wr_fail is. */
#define wr_refuse(c, ...)            wr_refuse_as(c, WEIR_EINVAL, __VA_ARGS__)
#define wr_refuse_as(c, status, ...) (wr_refuse_say(c, status, __VA_ARGS__), wr_fail_is(status))
void wr_refuse_say(const weir_infer *c, weir_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A caller's mistake: one of the statuses that wr_refuse_as gives. */
static inline bool wr_is_refusal(weir_status status) {
    return status == WEIR_EINVAL || (status <= WEIR_EINDEX && status >= WEIR_ERANGE);
}

/* What one of its parts has refused (weir_error) is refused by `name`: the sentence carries both names. */
void wr_refused_within(const char *name);

/* What the inputs from..to-1 promote to, numbers being weak; refuses what has no common dtype, and whole
 * numbers that an integer dtype does not hold.  An elementwise operator that gives bool gets a dtype that
 * does hold them; one that gives floats does not mind. */
weir_status wr_promote(const weir_infer *c, uint32_t from, uint32_t to, int *out);
weir_status wr_promote_compared(const weir_infer *c, uint32_t from, uint32_t to, int *out);
weir_status wr_promote_reals(const weir_infer *c, uint32_t from, uint32_t to, int *out);

/* Refuse a value, or an input that is a number, that the dtype would wrap, if it is an integer dtype. */
weir_status wr_need_held(const weir_infer *c, double value, int dtype);
weir_status wr_need_number_held(const weir_infer *c, uint32_t which, int dtype);

/* One axis, or a list of them (NULL: all) as a mask; refuse what is out of range or named twice. */
weir_status wr_need_axis(const weir_infer *c, int64_t axis, int ndim, int *out);
weir_status wr_need_axes(const weir_infer *c, weir_i64s axes, int ndim, uint32_t *mask);

/* The dtype that an attribute asks for, or `otherwise`. */
weir_status wr_need_dtype(const weir_infer *c, int32_t asked, int otherwise, int *out);

/* The device that an attribute asks for, or `otherwise`. */
weir_status wr_need_device(const weir_infer *c, int32_t asked, int32_t otherwise, int32_t *out);

/* A list of an attribute as a shape, without negative dimensions. */
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

/* A failure that only the data shows; the operands' shapes are added behind it. */
#define wr_kernel_fail(k, status, ...) (wr_kernel_say(k, status, __VA_ARGS__), wr_fail_is(status))
void wr_kernel_say(const weir_kernel *k, weir_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Element i of a view whose element 0 lies at `data`, for plain kernels: read as, written from double. */
double wr_view_get(const weir_view *v, int64_t logical_index);
void wr_view_put(const weir_view *v, int64_t logical_index, double value);
double _Complex wr_view_get_complex(const weir_view *v, int64_t logical_index);
void wr_view_put_complex(const weir_view *v, int64_t logical_index, double _Complex value);
/* Where the element of that row-major index lies, in elements from the first. */
int64_t wr_view_at(const weir_view *v, int64_t logical_index);

/* Copy with a cast, from any strides to any; shapes must be equal.  Split over the workers. */
weir_status wr_copy_view(const weir_kernel *k, const weir_view *to, const weir_view *from);

/* The same, to row-major elements at `room`. */
weir_status wr_copy_row_major(const weir_kernel *k, void *room, int dtype, const weir_view *from);

/* Run fn over [0, count) in pieces of `grain`, side by side if there is more than one. */
weir_status wr_split(const weir_kernel *k, int64_t count, int64_t grain, weir_range_fn fn,
                     void *arg);

/* ---- Elementwise: elementwise_walk.c ---------------------------------------------------------------------- */

weir_status wr_map_infer(weir_infer *c);
weir_status wr_map_run(const weir_kernel *k);
weir_status wr_map_reference(const weir_kernel *k);

/* ---- For gradients: expression.c, and the typed functions of expression.h ------------------------------- */

/* Call an operator; NULL, and v->status, if something went wrong or an input is NULL.  The result belongs
 * to the scope that weir_op_vjp opened. */
weir_array *wr_build(weir_vjp *v, int op, const void *attr, uint32_t in_count,
                     weir_array *const *in);
/* The same for operators of several outputs, and of inputs that may be left out, which are NULL then. */
void wr_build_many(weir_vjp *v, int op, const void *attr, uint32_t in_count, weir_array *const *in,
                   uint32_t out_count, weir_array **out);
/* Run the gradient that `v` describes and give what it makes, with a reference each; v->grad_in may be the same
 * list.  NULL says zero, and all are if it fails. */
weir_status wr_differentiate(weir_vjp *v, weir_array **grad_in);
weir_array *wr_build_number(weir_vjp *v, double value);
weir_array *wr_build_imaginary(weir_vjp *v); /* the number i */
/* The gradient of something that was broadcast: summed to the shape, and cast to the dtype, of `like`. */
weir_array *wr_build_unbroadcast(weir_vjp *v, weir_array *g, weir_array *like);

/* The conjugate transpose of matrices. */
weir_array *wr_build_adjoint(weir_vjp *v, weir_array *x);

#endif
