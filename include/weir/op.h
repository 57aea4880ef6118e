/* op.h - operators: finding, calling, describing and adding them.
 *
 * An operator is one block: its name, what it takes and gives, its attributes, the rule for shapes and
 * dtypes, a kernel, a gradient in terms of other operators, and samples.  Those of the library and those
 * you add at run time are the same.  weir/ops.h has one typed function for each of ours; a front end
 * builds its own from weir_op_describe.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* which has this file in its place */
#endif
#ifndef WEIR_OP_H
#define WEIR_OP_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_op weir_op;

/* ---- Attributes ---------------------------------------------------------------------------- */

/* An operator's attributes are a C struct of its own; each field is described, so that it can be filled
 * without knowing the struct.  What "none" looks like stands behind each type. */
typedef enum weir_attr_type {
    WEIR_ATTR_BOOL = 1,   /* int32_t */
    WEIR_ATTR_I64 = 2,    /* int64_t; WEIR_NONE */
    WEIR_ATTR_F64 = 3,    /* double; NaN */
    WEIR_ATTR_DTYPE = 4,  /* int32_t, a weir_dtype; 0 */
    WEIR_ATTR_DEVICE = 5, /* int32_t; -1 */
    WEIR_ATTR_I64S = 6,   /* weir_i64s; data NULL */
    WEIR_ATTR_TEXT = 7    /* const char *; NULL */
} weir_attr_type;

#define WEIR_NONE INT64_MIN

typedef struct weir_i64s {
    const int64_t *data;
    int64_t count;
} weir_i64s;

/* What one part of a key is, in basic_index: as in x[1:9:2, 4, None, ...]. */
enum {
    WEIR_KEY_SLICE = 0, /* of the next axis */
    WEIR_KEY_INDEX = 1, /* one element of the next axis, which is dropped */
    WEIR_KEY_NEW = 2,   /* a new dimension of one entry */
    WEIR_KEY_REST = 3   /* all axes that the other parts leave */
};

typedef struct weir_attr {
    const char *name;
    const char *summary;
    int32_t type;     /* a weir_attr_type */
    uint32_t offset;  /* in the struct */
    int32_t required; /* 1: there is no default */
    int32_t unused;
    double f64; /* the default, by type; BOOL, I64, DTYPE and DEVICE have it in i64 */
    int64_t i64;
    const char *text;
} weir_attr;

/* A struct of attributes and its description, from one list of fields:
 *
 *     #define ROW_DOT_ATTRS(X, A)                             \
 *         X(A, F64, scale, 1, "factor of the dot products")   \
 *         X(A, I64S, axes, WEIR_REQUIRED, "axes to sum over")
 *     WEIR_ATTRS(row_dot, ROW_DOT_ATTRS);
 *
 * declares `struct row_dot_attr` and the array `row_dot_attrs`; WEIR_USE_ATTRS(row_dot) in a weir_op_def or a
 * weir_block_def sets .attrs, .attr_count and .attr_size.  A line is X(A, type, name, default, summary); the type is
 * a weir_attr_type without WEIR_ATTR_.  The default of a list is WEIR_NO_LIST or WEIR_REQUIRED. */
enum { WEIR_NO_LIST = 0, WEIR_REQUIRED = 1 };

#define WEIR_ATTRS(op, LIST)                                                                       \
    typedef struct op##_attr {                                                                     \
        LIST(WEIR_ATTR_FIELD, op##_attr)                                                           \
    } op##_attr;                                                                                   \
    static const weir_attr op##_attrs[] = {LIST(WEIR_ATTR_INFO, op##_attr)}

#define WEIR_USE_ATTRS(op)                                                                         \
    .attrs = op##_attrs, .attr_count = sizeof op##_attrs / sizeof *op##_attrs,                     \
    .attr_size = sizeof(op##_attr)

/* What WEIR_ATTRS expands a line to: the field, and its description. */
#define WEIR_ATTR_FIELD(A, type, name, value, summary) WEIR_ATTR_C_##type name;
#define WEIR_ATTR_INFO(A, kind, field, value, text_)                                               \
    {.name = #field,                                                                               \
     .summary = text_,                                                                             \
     .type = WEIR_ATTR_##kind,                                                                     \
     .offset = offsetof(A, field),                                                                 \
     WEIR_ATTR_DEFAULT_##kind(value)},

#define WEIR_ATTR_C_BOOL   int32_t
#define WEIR_ATTR_C_I64    int64_t
#define WEIR_ATTR_C_F64    double
#define WEIR_ATTR_C_DTYPE  int32_t
#define WEIR_ATTR_C_DEVICE int32_t
#define WEIR_ATTR_C_I64S   weir_i64s
#define WEIR_ATTR_C_TEXT   const char *

#define WEIR_ATTR_DEFAULT_BOOL(v)   .i64 = (v)
#define WEIR_ATTR_DEFAULT_I64(v)    .i64 = (v)
#define WEIR_ATTR_DEFAULT_F64(v)    .f64 = (v)
#define WEIR_ATTR_DEFAULT_DTYPE(v)  .i64 = (v)
#define WEIR_ATTR_DEFAULT_DEVICE(v) .i64 = (v)
#define WEIR_ATTR_DEFAULT_I64S(v)   .required = (v)
#define WEIR_ATTR_DEFAULT_TEXT(v)   .text = (v)

/* ---- What the parts of an operator see ------------------------------------------------------ */

/* What an array will be. */
typedef struct weir_meta {
    int32_t dtype;
    int32_t ndim;
    int32_t device; /* preset to that of the inputs */
    int32_t like; /* preset to -1: row-major; else the input of this shape whose strides it gets */
    int64_t shape[WEIR_NDIM_MAX];
} weir_meta;

/* The rule for shapes and dtypes: looks at `in` and `attr`, fills `out`.  Runs at the call. */
typedef struct weir_infer {
    size_t size;
    const weir_op *op;
    const void *attr;
    weir_array *const *in;
    uint32_t in_count;
    uint32_t out_count; /* the number of names in `outputs` */
    weir_meta *out;
    uint64_t scratch_bytes; /* memory that the kernel wants while it runs; preset to 0 */
    int32_t dtype;          /* what is computed in; handed on to the kernel */
    int32_t unused;
    uint32_t write_from, write_to; /* WEIR_OP_IN_PLACE: which inputs are changed */
} weir_infer;

enum { WEIR_OUT_MAX = 8 }; /* outputs that a rule can describe; a view may give more */

/* An array's values, inside a kernel. */
typedef struct weir_view {
    void *data; /* the first element */
    const int64_t *shape;
    const int64_t *strides; /* in elements */
    int32_t dtype;
    int32_t ndim;
} weir_view;

/* From inside a task of weir_task_push: the values of an array whose variable is among those that the task reads or
 * writes.  Keep the handle in the task's argument, and release it in `drop`.
 * [immediate | the thread running the task or a piece of it | borrows | EINVAL ENOMEM EFAILED] */
WEIR_API weir_status weir_context_view(weir_context *ctx, const weir_array *a, weir_view *out);

/* Inside a task: where the storage of an array begins of which the task has the variable (weir_array_var) and no
 * handle.  A handle in a task's argument is a reference, so the array counts as held by the program until the task has
 * run; without one it goes, in program order, when the program releases it.
 * [immediate | the task's thread | borrows | EINVAL EFAILED ENOMEM] */
WEIR_API weir_status weir_context_data(weir_context *ctx, weir_var *v, void **out);

/* The kernel.  Inputs are row-major unless WEIR_OP_STRIDED is set; outputs likewise.  Their memory is
 * not cleared. */
typedef struct weir_kernel {
    size_t size;
    weir_context *ctx; /* for weir_parallel_for and weir_context_fail */
    const weir_op *op;
    const void *attr;
    const weir_view *in;
    const weir_view *out;
    uint32_t in_count;
    uint32_t out_count;
    void *scratch; /* scratch_bytes of them, 64-byte aligned */
    uint64_t seed; /* WEIR_OP_RANDOM: a stream of numbers of its own */
    uint64_t call;
    int32_t dtype;    /* as `infer` left it */
    int32_t fresh;    /* 1: the outputs' memory is new, not an input's or another array's */
    const void *simd; /* the library's own */
} weir_kernel;

/* The gradient: for each input whose `grad_in` is wanted, an expression of other operators.  Failures are
 * kept in `status`; operators called with a failed or NULL array do nothing. */
typedef struct weir_vjp {
    size_t size;
    weir_runtime *rt;
    const weir_op *op;
    const void *attr;
    weir_array *const *in;
    weir_array *const *out;
    weir_array *const *grad_out; /* NULL: zero */
    const uint8_t *wanted;       /* per input */
    weir_array **grad_in;        /* preset to NULL, which says zero; belongs to the scope */
    uint32_t in_count;
    uint32_t out_count;
    weir_status status;
} weir_vjp;

/* Elementwise operators give loops instead of a kernel: over n contiguous elements, for each type that is
 * computed in.  Broadcasting, other dtypes (cast on the way in and out), strides and threads are then seen
 * to.  Missing loops are refused by dtype. */
typedef void (*weir_map_fn)(void *out, const void *const *in, int64_t n, const void *attr);

typedef enum weir_compute {
    WEIR_IN_BOOL = 0, /* uint8_t, 0 or 1 */
    WEIR_IN_I32 = 1,  /* int8 to int32, uint8, uint16 */
    WEIR_IN_I64 = 2,  /* int64, uint32 */
    WEIR_IN_U64 = 3,
    WEIR_IN_F32 = 4, /* float16, bfloat16, float32 */
    WEIR_IN_F64 = 5,
    WEIR_IN_C64 = 6,
    WEIR_IN_C128 = 7,
    WEIR_COMPUTE_COUNT = 8
} weir_compute;

enum {
    WEIR_OP_ELEMENTWISE = 1,  /* has `map`, no `run` */
    WEIR_OP_STRIDED = 2,      /* the kernel takes any strides, in and out */
    WEIR_OP_RANDOM = 4,       /* takes a stream of random numbers when it is issued */
    WEIR_OP_VARIADIC = 8,     /* the last input may stand any number of times */
    WEIR_OP_VIEW = 16,        /* has `view`: a new array over the storage of its first input */
    WEIR_OP_BLOCKING = 32,    /* has `eager`: the result's shape depends on values, so it waits */
    WEIR_OP_FOREIGN = 64,     /* set by weir_op_register: runs on workers only */
    WEIR_OP_STRIDED_IN = 128, /* the kernel takes any strides of inputs; outputs are row-major */
    WEIR_OP_UPDATES = 256,  /* output 0 is input 0 with changes: the kernel may find the two in the
                                 same place, and then changes it there; if not, it copies first */
    WEIR_OP_IN_PLACE = 512, /* gives nothing (`outputs` is ""): it changes those inputs that `infer`
                                 names, where they lie; they must be row-major and may not overlap */
    WEIR_OP_ONCE = 1024 /* without a `vjp` though there is a derivative: a gradient through it is
                                 refused, where that of others without one is taken for zero */
};

/* Dtypes that an elementwise operator takes, and what it gives. */
enum {
    WEIR_TAKES_BOOL = 1,
    WEIR_TAKES_INT = 2,
    WEIR_TAKES_FLOAT = 4,
    WEIR_TAKES_COMPLEX = 8,
    WEIR_TAKES_NUMBERS = 14,
    WEIR_TAKES_ALL = 15
};
enum {
    WEIR_GIVES_SAME = 0,  /* what the inputs promote to */
    WEIR_GIVES_BOOL = 1,  /* computed in that, gives bool */
    WEIR_GIVES_FLOAT = 2, /* integers and bools are computed in the default float dtype */
    WEIR_GIVES_REAL = 3   /* complex gives its real dtype */
};

typedef struct weir_op_def {
    size_t size; /* sizeof(weir_op_def) */
    const char *name;
    const char *summary;
    const char *inputs;  /* names, "x1, x2"; "" for none; a name with ? may be left out (NULL) */
    const char *outputs; /* names, "y"; "" for WEIR_OP_IN_PLACE */
    const char *notes;   /* more than the summary, may be NULL */
    uint32_t flags;      /* WEIR_OP_* */
    uint32_t takes;      /* elementwise: WEIR_TAKES_* */
    uint32_t gives;      /* elementwise: WEIR_GIVES_* */
    uint32_t bools;      /* elementwise: bit i set: input i is a bool, whatever the others are */
    const weir_attr *attrs;
    uint32_t attr_count;
    uint32_t attr_size; /* sizeof of the struct of attributes */
    weir_status (*infer)(weir_infer *c);
    weir_status (*run)(const weir_kernel *k);
    weir_status (*reference)(
        const weir_kernel *k); /* the formula, slow and clear; NULL: `run` is that */
    weir_status (*view)(weir_infer *c, weir_array **out); /* "ys...": sets c->out_count, which is */
    weir_status (*eager)(weir_infer *c, weir_array **out); /* the room there is */
    void (*vjp)(weir_vjp *v);                              /* NULL: has no gradient */
    weir_map_fn map[WEIR_COMPUTE_COUNT];                   /* elementwise: plain loops */
    const char *samples; /* "(3,4) axis=1; (2,3)@0.1:4, i64(2)@0:3": see docs/operators.md */
    const char
        *aliases; /* names by which weir_op_find knows it too, "absolute, fabs"; may be NULL */
} weir_op_def;

/* ---- Finding and describing ----------------------------------------------------------------- */

/* How many there are, and the index-th; NULL past the end.  Ours are in alphabetical order, yours follow.
 * [immediate | any thread | borrows, for ever | -] */
WEIR_API uint32_t weir_op_count(void);
WEIR_API const weir_op *weir_op_at(uint32_t index);

/* By its name or an alias.  NULL: there is none, and weir_error proposes the names that are nearest.
 * [immediate | any thread | borrows, for ever | -] */
WEIR_API const weir_op *weir_op_find(const char *name);

/* All there is to know.
 * [immediate | any thread | borrows, for ever | -] */
WEIR_API const weir_op_def *weir_op_describe(const weir_op *op);

/* The number of names in a list such as weir_op_def.inputs, "x1, x2?".  *required, unless it is NULL, becomes the
 * number of names up to the last one without a `?`: so many inputs have to be given.
 * [immediate | any thread | - | -] */
WEIR_API uint32_t weir_names_count(const char *names, uint32_t *required);

/* Add an operator.  Everything `def` points to must stay; make it static.  Its name and aliases must not be
 * those of another one.
 * [immediate | any thread | borrows, for ever | EINVAL ENOMEM] */
WEIR_API weir_status weir_op_register(const weir_op_def *def, const weir_op **out);

/* ---- Calling -------------------------------------------------------------------------------- */

/* Fill a struct of attributes with the defaults.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_attr_init(const weir_op *op, void *attr);

/* Issue an operation.  `attr` may be NULL for the defaults, if all attributes have one.  `out` has room for *out_count arrays and
 * *out_count becomes their number (NULL: as many as the operator has names for).
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_op_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                  uint32_t in_count, const void *attr, weir_array **out,
                                  uint32_t *out_count);

/* The same, written into arrays that are there: all of `out`, which must have the right shape and a dtype
 * of the same or a higher kind.  They may be inputs, and views of inputs.  The result of an elementwise
 * operator broadcasts to its output.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_op_call_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                       uint32_t in_count, const void *attr, weir_array *const *out,
                                       uint32_t out_count);

/* The products of `grad_out` with the derivatives of the outputs, for each input that is wanted (`wanted`
 * NULL: all).  NULL in `grad_out` says zero; NULL in `grad_in` too.  `attr` is what the call had: NULL, for
 * the defaults, is right only if it was NULL there, and is refused where an attribute has no default.
 * [queued | any thread | returns +1 each | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_op_vjp(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                 uint32_t in_count, const void *attr, weir_array *const *out,
                                 uint32_t out_count, weir_array *const *grad_out,
                                 const uint8_t *wanted, weir_array **grad_in);

/* What a watcher is told of an operation: its inputs and outputs, borrowed for the time of the call.  Of
 * WEIR_OP_IN_PLACE there are no outputs.  It may retain arrays; it may issue nothing and wait for nothing. */
typedef void (*weir_watch_fn)(const weir_op *op, weir_array *const *in, uint32_t in_count,
                              weir_array *const *out, uint32_t out_count, void *ctx);

/* From now on tell `fn` of each operation that this thread has issued, those of gradients and layers too;
 * NULL: no longer.  An operator that is made of others is one operation.
 * [immediate | any thread | - | -] */
WEIR_API void weir_watch_set(weir_watch_fn fn, void *ctx);

/* Refuse, from `infer`, `view` or `eager`: a sentence behind the operator's name.
 * [immediate | any thread | - | returns EINVAL] */
WEIR_API weir_status weir_infer_fail(const weir_infer *c, const char *message);

#ifdef __cplusplus
}
#endif
#endif
