/* op.h - operators: finding, calling, describing and adding them.
 *
 * An operator is described by one struct: its name, inputs, outputs and attributes, the rule that
 * infers shapes and dtypes, a kernel, a gradient in terms of other operators, and samples.
 * Operators that you add at run time are treated like built-in ones.  weir/ops.h has one typed
 * function for each built-in operator; a front end builds its own functions from weir_op_describe.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* weir.h includes this file in turn */
#endif
#ifndef WEIR_OP_H
#define WEIR_OP_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_op weir_op;

/* ---- Attributes ----------------------------------------------------------------------------- */

/* The attributes of an operator are a C struct.  Each field has a description, so that it can be
 * filled without knowing the struct.  The comments give the C type of a field and the value that
 * means "none". */
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
/* NaN, which stands for no number, without <math.h>. */
#define WEIR_NAN __builtin_nan("")

/* A list of integers: a shape, axes.  {NULL, 0} is an empty list and means "none" where that is
 * allowed. */
typedef struct weir_i64s {
    const int64_t *data;
    int64_t count;
} weir_i64s;

static inline weir_i64s weir_i64s_of(const int64_t *data, int64_t count) {
    weir_i64s list = {data, count};
    return list;
}

/* WEIR_I64S(2, 3): a list of the numbers, which are stored until the end of the block.  In C only;
 * C++ has no such literals. */
#ifndef __cplusplus
#define WEIR_I64S(...)                                                                             \
    weir_i64s_of((const int64_t[]){__VA_ARGS__},                                                   \
                 (int64_t)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)))
#endif

/* The kinds of items in an index expression such as x[1:9:2, 4, None, ...], for basic_index. */
enum {
    WEIR_KEY_SLICE = 0, /* a slice of the next axis */
    WEIR_KEY_INDEX = 1, /* one index into the next axis, which is removed from the result */
    WEIR_KEY_NEW = 2,   /* a new dimension of size 1 */
    WEIR_KEY_REST = 3   /* all axes not used by the other items */
};

/* The description of a field.  Lists of descriptions come with their element size: see
 * weir_attr_at. */
typedef struct weir_attr {
    const char *name;
    const char *summary;
    int32_t type;     /* a weir_attr_type */
    uint32_t offset;  /* offset of the field in the struct, in bytes */
    int32_t required; /* 1: the field has no default */
    int32_t unused;
    /* the default, in f64, i64 or text depending on the type; BOOL, I64, DTYPE and DEVICE use
     * i64 */
    double f64;
    int64_t i64;
    const char *text;
    /* a description of the values that are accepted; the operator or block itself refuses others.
     * NULL: all values of the type, and none if it is the default.  Parts are
     * separated by commas:
     *   axis               an axis: -n to n - 1 for n dimensions; in a list, each element
     *   >= 0  > 0  <= 1  < 1   bounds of a number; in a list, of each element
     *   mean | sum | none  one of these texts or numbers
     *   none               none is accepted, although it is not the default
     *   required           none is refused, although it is the default */
    const char *rule;
} weir_attr;

/* Declare a struct of attributes and its description from one list of fields.  For example,
 *
 *     #define ROW_DOT_ATTRS(X, A)                                       \
 *         X(A, F64, scale, 1, "multiplies the dot products", "> 0")     \
 *         X(A, I64S, axes, WEIR_REQUIRED, "axes to sum over", "axis")
 *     WEIR_ATTRS(row_dot, ROW_DOT_ATTRS);
 *
 * declares `struct row_dot_attr` and the array `row_dot_attrs`.  WEIR_USE_ATTRS(row_dot) in a
 * weir_op_def or a weir_block_def sets .attrs, .attr_count, .attr_size and .attr_stride;
 * WEIR_SET_ATTRS(def, row_dot) does the same by assignment, for C++17.  Each line is X(A, type,
 * name, default, summary) or X(A, type, name, default, summary, rule), where the type is a
 * weir_attr_type without WEIR_ATTR_.  WEIR_REQUIRED in place of the default means that there is
 * none, for any type.  The only default of a list is WEIR_NO_LIST. */
enum { WEIR_NO_LIST = 0 };
#define WEIR_REQUIRED 0, 1 /* a value that is not used, and the field `required` */

#define WEIR_ATTRS(op, LIST)                                                                       \
    typedef struct op##_attr {                                                                     \
        LIST(WEIR_ATTR_FIELD, op##_attr)                                                           \
    } op##_attr;                                                                                   \
    static const weir_attr op##_attrs[] = {LIST(WEIR_ATTR_INFO, op##_attr)}

#define WEIR_USE_ATTRS(op)                                                                         \
    .attrs = op##_attrs, .attr_count = sizeof op##_attrs / sizeof *op##_attrs,                     \
    .attr_size = sizeof(op##_attr), .attr_stride = sizeof(weir_attr)

#define WEIR_SET_ATTRS(def, op)                                                                    \
    ((def).attrs = op##_attrs, (def).attr_count = sizeof op##_attrs / sizeof *op##_attrs,          \
     (def).attr_size = sizeof(op##_attr), (def).attr_stride = sizeof(weir_attr))

/* The index-th entry of a list of descriptions whose elements are `stride` bytes each, as in
 * weir_attr_at(def->attrs, def->attr_stride, i).  Indexing the list directly is wrong if the
 * library is newer than the program, because its elements may be larger.
 * [immediate | any thread | borrows | -] */
static inline const weir_attr *weir_attr_at(const weir_attr *attrs, uint32_t stride,
                                            uint32_t index) {
    return (const weir_attr *)(const void *)((const char *)attrs + (size_t)index * stride);
}

/* WEIR_ATTRS expands each line to a field and to its description. */
#define WEIR_ATTR_FIELD(A, type, name, value, ...) WEIR_ATTR_C_##type name;
#define WEIR_ATTR_INFO(A, kind, field, value, ...)                                                 \
    {#field,                                                                                       \
     WEIR_ATTR_SUMMARY(__VA_ARGS__, NULL),                                                         \
     WEIR_ATTR_##kind,                                                                             \
     offsetof(A, field),                                                                           \
     WEIR_ATTR_DEFAULT_##kind(value),                                                              \
     WEIR_ATTR_RULE(__VA_ARGS__, NULL, NULL)},
#define WEIR_ATTR_SUMMARY(summary, ...)    summary
#define WEIR_ATTR_RULE(summary, rule, ...) rule

#define WEIR_ATTR_C_BOOL   int32_t
#define WEIR_ATTR_C_I64    int64_t
#define WEIR_ATTR_C_F64    double
#define WEIR_ATTR_C_DTYPE  int32_t
#define WEIR_ATTR_C_DEVICE int32_t
#define WEIR_ATTR_C_I64S   weir_i64s
#define WEIR_ATTR_C_TEXT   const char *

/* Initialisers for the fields required, unused, f64, i64 and text of weir_attr.  The argument is a
 * default or WEIR_REQUIRED; a required field is initialised to the value that means "none". */
#define WEIR_ATTR_DEFAULT_BOOL(...)     WEIR_ATTR_WORD_(__VA_ARGS__, 0, 0)
#define WEIR_ATTR_DEFAULT_I64(...)      WEIR_ATTR_I64_(__VA_ARGS__, 0, 0)
#define WEIR_ATTR_DEFAULT_F64(...)      WEIR_ATTR_F64_(__VA_ARGS__, 0, 0)
#define WEIR_ATTR_DEFAULT_DTYPE(...)    WEIR_ATTR_WORD_(__VA_ARGS__, 0, 0)
#define WEIR_ATTR_DEFAULT_DEVICE(...)   WEIR_ATTR_DEVICE_(__VA_ARGS__, 0, 0)
#define WEIR_ATTR_DEFAULT_I64S(...)     WEIR_ATTR_I64S_(__VA_ARGS__, 0, 0)
#define WEIR_ATTR_DEFAULT_TEXT(...)     WEIR_ATTR_TEXT_(__VA_ARGS__, 0, 0)
#define WEIR_ATTR_WORD_(v, must, ...)   (must), 0, 0, (v), NULL
#define WEIR_ATTR_I64_(v, must, ...)    (must), 0, 0, (must) ? WEIR_NONE : 0 + (v), NULL
#define WEIR_ATTR_F64_(v, must, ...)    (must), 0, (must) ? WEIR_NAN : (v), 0, NULL
#define WEIR_ATTR_DEVICE_(v, must, ...) (must), 0, 0, (must) ? -1 : 0 + (v), NULL
#define WEIR_ATTR_I64S_(v, must, ...)   (must), 0, 0, 0, NULL
#define WEIR_ATTR_TEXT_(v, must, ...)   (must), 0, 0, 0, (v)

/* ---- Arguments of an operator's functions --------------------------------------------------- */

/* The metadata of an array that will be created. */
typedef struct weir_meta {
    int32_t dtype;
    int32_t ndim;
    int32_t device; /* initially the device of the inputs */
    /* index of the input whose shape and strides the array gets; -1 (initially): row-major */
    int32_t like;
    int64_t shape[WEIR_NDIM_MAX];
} weir_meta;

/* The arguments of shape and dtype inference, which reads `in` and `attr` and fills `out`.  It runs
 * inside the call that issues the operation. */
typedef struct weir_infer {
    size_t size;
    const weir_op *op;
    const void *attr;
    weir_array *const *in;
    uint32_t in_count;
    uint32_t out_count; /* the number of names in `outputs` */
    weir_meta *out;
    /* bytes of scratch memory that the kernel needs while it runs; initially 0 */
    uint64_t scratch_bytes;
    int32_t dtype; /* the dtype to compute in, which is passed to the kernel */
    int32_t unused;
    /* WEIR_OP_IN_PLACE: the operator writes inputs write_from .. write_to - 1 */
    uint32_t write_from, write_to;
} weir_infer;

/* Maximum number of outputs that `infer` can describe; a view may return more. */
enum { WEIR_OUT_MAX = 8 };

/* The values of an array, as seen by a kernel. */
typedef struct weir_view {
    void *data; /* the first element */
    const int64_t *shape;
    const int64_t *strides; /* in elements */
    int32_t dtype;
    int32_t ndim;
} weir_view;

/* Inside a task pushed by weir_task_push: get a view of an array whose variable the task reads or
 * writes.  Keep the array's handle in the task's argument, and release it in `drop`.
 * [immediate | the thread running the task or a piece of it | borrows | EINVAL ENOMEM EFAILED] */
WEIR_API weir_status weir_context_view(weir_context *ctx, const weir_array *a, weir_view *out);

/* Inside a task: get the address of the storage that belongs to the variable `v` (weir_array_var),
 * for tasks that hold no handle to the array.  A handle in a task's argument is a reference, so the
 * array counts as held by the program until the task has run; without a handle, the array is freed,
 * in program order, when the program releases it.
 * [immediate | the task's thread | borrows | EINVAL EFAILED ENOMEM] */
WEIR_API weir_status weir_context_data(weir_context *ctx, weir_var *v, void **out);

/* The arguments of a kernel.  Inputs and outputs are row-major unless WEIR_OP_STRIDED is set.  The
 * memory of outputs is not cleared. */
typedef struct weir_kernel {
    size_t size;
    weir_context *ctx; /* for weir_parallel_for and weir_context_fail */
    const weir_op *op;
    const void *attr;
    const weir_view *in;
    const weir_view *out;
    uint32_t in_count;
    uint32_t out_count;
    void *scratch; /* scratch_bytes bytes, 64-byte aligned */
    /* WEIR_OP_RANDOM: seed and call select the operation's stream of random numbers */
    uint64_t seed;
    uint64_t call;
    int32_t dtype; /* as set by `infer` */
    /* 1: the memory of the outputs is new and not shared with any other array */
    int32_t fresh;
    const void *simd; /* private to the library */
    /* a weir_precision: the one of float32 products when the operation was issued */
    uint32_t precision;
    uint32_t unused;
} weir_kernel;

/* The arguments of a gradient function (vector-Jacobian product).  The function sets `grad_in` of
 * each wanted input to an array computed by other operators.  The first failure is stored in
 * `status`; operators called with a failed or NULL array do nothing. */
typedef struct weir_vjp {
    size_t size;
    weir_runtime *rt;
    const weir_op *op;
    const void *attr;
    weir_array *const *in;
    weir_array *const *out;
    weir_array *const *grad_out; /* an entry is NULL if the gradient is zero */
    const uint8_t *wanted;       /* one flag per input */
    /* entries are initially NULL, which means zero; the function runs in a scope that owns the
     * arrays it creates */
    weir_array **grad_in;
    uint32_t in_count;
    uint32_t out_count;
    weir_status status;
    uint32_t unused;
} weir_vjp;

/* Elementwise operators provide loops over n contiguous elements, one for each computation type,
 * instead of a kernel.  The library handles broadcasting, casts from and to other dtypes, strides
 * and threads.  A call fails if its computation type has no loop. */
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
    WEIR_OP_ELEMENTWISE = 1, /* the operator has `map` instead of `run` */
    WEIR_OP_STRIDED = 2,     /* the kernel accepts inputs and outputs with any strides */
    WEIR_OP_RANDOM = 4, /* each operation gets its own stream of random numbers when it is issued */
    WEIR_OP_VARIADIC = 8, /* the last input may be repeated any number of times */
    /* the operator has `view`, which returns an array that shares the storage of its first input */
    WEIR_OP_VIEW = 16,
    /* the operator has `eager`: the shape of the result depends on values, so the call waits */
    WEIR_OP_BLOCKING = 32,
    /* set by weir_op_register: the kernel runs only on workers, never inline */
    WEIR_OP_FOREIGN = 64,
    /* the kernel accepts inputs with any strides; outputs are row-major */
    WEIR_OP_STRIDED_IN = 128,
    /* output 0 is an updated copy of input 0: if both share their memory, the kernel updates input
     * 0 in place; otherwise the kernel copies input 0 to output 0 first */
    WEIR_OP_UPDATES = 256,
    /* the operator has no outputs (`outputs` is ""): it updates in place the inputs from write_from
     * to write_to - 1, which `infer` sets; these inputs must be row-major and must not overlap */
    WEIR_OP_IN_PLACE = 512,
    /* the operator is differentiable but has no `vjp`, so computing a gradient through it fails;
     * for other operators without a `vjp` the gradient is zero */
    WEIR_OP_ONCE = 1024,
    /* part of other operators, such as their gradients: callable, but not meant for users */
    WEIR_OP_INTERNAL = 2048
};

/* The dtypes that an elementwise operator accepts, and the dtype of its result. */
enum {
    WEIR_TAKES_BOOL = 1,
    WEIR_TAKES_INT = 2,
    WEIR_TAKES_FLOAT = 4,
    WEIR_TAKES_COMPLEX = 8,
    WEIR_TAKES_NUMBERS = 14,
    WEIR_TAKES_ALL = 15
};
enum {
    WEIR_GIVES_SAME = 0,  /* the dtype that the inputs promote to */
    WEIR_GIVES_BOOL = 1,  /* computed in the promoted dtype; the result is bool */
    WEIR_GIVES_FLOAT = 2, /* integers and bools are computed in the default float dtype */
    WEIR_GIVES_REAL = 3   /* the real dtype that corresponds to a complex dtype */
};

/* What autocast does to the float inputs of an operator (weir_autocast_set). */
enum {
    WEIR_AUTOCAST_NONE = 0, /* nothing: mixed dtypes are promoted as always */
    WEIR_AUTOCAST_LOW = 1,  /* casts them to the dtype of autocast, unless one is float64 */
    WEIR_AUTOCAST_FULL = 2  /* casts float16 and bfloat16 to float32 */
};

typedef struct weir_op_def {
    size_t size; /* sizeof(weir_op_def) */
    const char *name;
    const char *summary;
    /* names of the inputs, e.g. "x1, x2?"; "" for none; an input with a ? may be NULL */
    const char *inputs;
    const char *outputs; /* names of the outputs, e.g. "y"; "" for WEIR_OP_IN_PLACE */
    const char *notes;   /* details beyond the summary; may be NULL */
    uint32_t flags;      /* WEIR_OP_* */
    uint32_t takes;      /* elementwise: WEIR_TAKES_* */
    uint32_t gives;      /* elementwise: WEIR_GIVES_* */
    /* elementwise: if bit i is set, input i is bool and does not take part in promotion */
    uint32_t bools;
    const weir_attr *attrs;
    uint32_t attr_count;
    uint32_t attr_size;   /* size of the attribute struct */
    uint32_t attr_stride; /* sizeof(weir_attr): size of an element of `attrs` */
    uint32_t autocast;    /* WEIR_AUTOCAST_* */
    weir_status (*infer)(weir_infer *c);
    weir_status (*run)(const weir_kernel *k);
    /* reference kernel, a slow and clear version of the formula; NULL: `run` is used */
    weir_status (*reference)(const weir_kernel *k);
    /* If `outputs` is "ys...", c->out_count is the capacity of `out`, and `view` and `eager` set it
     * to the number of arrays.  While `view`, `eager` or `vjp` runs, the thread's default device is
     * that of the inputs. */
    weir_status (*view)(weir_infer *c, weir_array **out);
    weir_status (*eager)(weir_infer *c, weir_array **out);
    void (*vjp)(weir_vjp *v);            /* NULL: no gradient function; see WEIR_OP_ONCE */
    weir_map_fn map[WEIR_COMPUTE_COUNT]; /* elementwise: one loop per computation type */
    /* example calls, which the tests run, e.g. "(3,4) axis=1; (2,3)@0.1:4, i64(2)@0:3"; see
     * docs/operators.md */
    const char *samples;
    const char *aliases; /* other names for weir_op_find, e.g. "absolute, fabs"; may be NULL */
    /* one line about inputs and outputs, e.g. "x: logits; target: labels"; names that say enough
     * may be left out, see weir_part_text; may be NULL */
    const char *parts;
    const char
        *category;     /* built-in operators: the family, such as "reduce"; others: may be NULL */
    const char *since; /* the version that it appeared in, such as "0.1.0"; may be NULL */
} weir_op_def;

/* ---- Finding and describing ----------------------------------------------------------------- */

/* The number of operators, and the index-th operator, or NULL past the end.  Built-in operators
 * come first, in alphabetical order.
 * [immediate | any thread | borrows, permanently | -] */
WEIR_API uint32_t weir_op_count(void);
WEIR_API const weir_op *weir_op_at(uint32_t index);

/* Find an operator by name or alias.  If there is none, returns NULL, and weir_error suggests
 * similar names.
 * [immediate | any thread | borrows, permanently | -] */
WEIR_API const weir_op *weir_op_find(const char *name);

/* The complete description of an operator.
 * [immediate | any thread | borrows, permanently | -] */
WEIR_API const weir_op_def *weir_op_describe(const weir_op *op);

/* The number of names in a list such as "x1, x2?" (weir_op_def.inputs).  *required, unless NULL, is
 * set to the number of required inputs: the names up to and including the last one without a `?`.
 * [immediate | any thread | - | -] */
WEIR_API uint32_t weir_names_count(const char *names, uint32_t *required);

/* Write the line about an input or output: the one that `parts` (may be NULL) has for `name`, or what
 * the name means by convention ("dy": the gradient of the result).  `name` may end in "?" or "...".
 * Writes at most `size` bytes including the final zero; returns the length of the line, 0 if there
 * is none.
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_part_text(const char *parts, const char *name, char *text, size_t size);

/* Add an operator.  Everything that `def` points to must remain valid; make it static.  The name
 * and the aliases must be new.
 * [immediate | any thread | borrows, permanently | EINVAL ENOMEM] */
WEIR_API weir_status weir_op_register(const weir_op_def *def, const weir_op **out);

/* ---- Calling -------------------------------------------------------------------------------- */

/* Fill an attribute struct of attr_size bytes with the defaults: weir_attr_init(op, &attr, sizeof
 * attr).
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_attr_init(const weir_op *op, void *attr, size_t attr_size);

/* For libraries built on this interface: fill a struct with the defaults of a list of descriptions.
 * [immediate | any thread | - | -] */
WEIR_API void weir_attrs_init(const weir_attr *attrs, uint32_t count, uint32_t stride, void *to,
                              size_t to_size);
/* For libraries built on this interface: copy an attribute struct of from_size bytes that a caller
 * passed.  `to`, of to_size bytes, gets the fields that `from` has, and the defaults of all other
 * fields.  Fails if from_size ends inside a field, if a required field is missing, or if `from` has
 * nonzero bytes past to_size.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_attrs_take(const weir_attr *attrs, uint32_t count, uint32_t stride,
                                     void *to, size_t to_size, const void *from, size_t from_size,
                                     const char *where);

/* Find the description of an attribute by name; NULL if there is none.
 * [immediate | any thread | borrows | -] */
WEIR_API const weir_attr *weir_attr_find(const weir_attr *attrs, uint32_t count, uint32_t stride,
                                         const char *name);

/* For front ends: set the field of one attribute in a struct of to_size bytes, from a value whose
 * type is known only at run time.  `where` is the name of the operator, block or optimiser, for
 * messages such as "softmax: axis must be an integer, not 1.5".  Only the type of the value is
 * checked, not the rule of the attribute; the operator does that.
 *
 *   none   the value of the type that means "none"; for BOOL, the default.  A required attribute
 *          has none.
 *   i64    BOOL (0 or 1), I64, F64, DTYPE, DEVICE
 *   f64    the same, if the number is an integer where the field is one.  NaN is refused for a
 *          field in which NaN means "none".
 *   text   TEXT; DTYPE and DEVICE by name, such as "float32" and "cuda:0"; NULL is none.  A TEXT
 *          field points to `text`, which must remain valid until the struct was used.
 *   i64s   I64S.  The field points to `data`, which must remain valid until the struct was used;
 *          a list of 0 elements is the empty list, not none.
 *
 * [immediate | any thread | - | EINVAL EDTYPE EDEVICE] */
WEIR_API weir_status weir_attr_set_none(const weir_attr *attr, void *to, size_t to_size,
                                        const char *where);
WEIR_API weir_status weir_attr_set_i64(const weir_attr *attr, void *to, size_t to_size,
                                       int64_t value, const char *where);
WEIR_API weir_status weir_attr_set_f64(const weir_attr *attr, void *to, size_t to_size,
                                       double value, const char *where);
WEIR_API weir_status weir_attr_set_text(const weir_attr *attr, void *to, size_t to_size,
                                        const char *text, const char *where);
WEIR_API weir_status weir_attr_set_i64s(const weir_attr *attr, void *to, size_t to_size,
                                        const int64_t *data, int64_t count, const char *where);

/* For registries of definitions with attributes: check a list of descriptions for a struct of
 * struct_size bytes, and return a list with this library's element size: `attrs` itself if its
 * elements have that size, or else an allocated copy.
 * [immediate | any thread | borrows, or returns memory for free() | EINVAL ENOMEM] */
WEIR_API weir_status weir_attrs_adopt(const weir_attr *attrs, uint32_t count, uint32_t stride,
                                      size_t struct_size, const char *where, const weir_attr **out);

/* Issue an operation.  `attr` has attr_size bytes; it may be NULL if all attributes have defaults.
 * `out` has room for *out_count arrays, and *out_count is set to the number returned; if out_count
 * is NULL, `out` has room for one array per output name.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_op_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                  uint32_t in_count, const void *attr, size_t attr_size,
                                  weir_array **out, uint32_t *out_count);

/* Like weir_op_call, but the results are written to the existing arrays `out`.  These must have the
 * right shape and a dtype of the same or a higher category (bool, integer, float, complex).  They
 * may be inputs or views of inputs.  The result of an elementwise operator is broadcast to its
 * output.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_op_call_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                       uint32_t in_count, const void *attr, size_t attr_size,
                                       weir_array *const *out, uint32_t out_count);

/* Compute the vector-Jacobian products: the gradient of each wanted input (all if `wanted` is NULL)
 * from the gradients of the outputs.  NULL in `grad_out` and in `grad_in` means zero.  Pass the
 * same `attr` as to the call.  If `attr` is NULL, the defaults are used; this is an error if an
 * attribute has no default.
 * [queued | any thread | returns +1 each | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_op_vjp(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                 uint32_t in_count, const void *attr, size_t attr_size,
                                 weir_array *const *out, uint32_t out_count,
                                 weir_array *const *grad_out, const uint8_t *wanted,
                                 weir_array **grad_in);

/* Called with the inputs and outputs of an operation, which are borrowed during the call.
 * Operators with WEIR_OP_IN_PLACE have no outputs.  The function may retain arrays; it must not
 * issue operations or wait. */
typedef void (*weir_watch_fn)(const weir_op *op, weir_array *const *in, uint32_t in_count,
                              weir_array *const *out, uint32_t out_count, void *ctx);

/* Call `fn` after each operation that this thread issues, including those of gradients and layers;
 * NULL removes the function.  A composite operator counts as one operation.
 * [immediate | any thread | - | -] */
WEIR_API void weir_watch_set(weir_watch_fn fn, void *ctx);

/* Fail in `infer`, `view` or `eager` with a message, which is prefixed with the operator's name.
 * [immediate | any thread | - | returns EINVAL] */
WEIR_API weir_status weir_infer_fail(const weir_infer *c, const char *message);

#ifdef __cplusplus
}
#endif
#endif
