/* block.h - internals of blocks: their structures, the macros that declare a kind, and helpers for
 * kinds.
 *
 * A kind is one definition, WR_BLOCK(Name) = {...}, in the file of its family.  tools/mkops.py
 * collects the kinds in block_kinds.def.  The files of this folder use only the public headers in
 * include/weir.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_BLOCK_H
#define WR_BLOCK_H

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/fail.h"

/* A parameter or buffer.  It is reference-counted, because blocks may share it. */
typedef struct wr_param {
    atomic_int refs;
    atomic_flag moving;        /* a spin lock, held briefly to retain or replace the array */
    _Atomic uint32_t flags;    /* WEIR_PARAM_* */
    _Atomic int32_t dtype;     /* the dtype of the array, or the one it will be created with */
    _Atomic int32_t device;    /* the same for its device */
    int32_t ndim;              /* -1: not known yet */
    int64_t shape[8];          /* -1: dimension not known yet */
    weir_init init;            /* the initialiser */
    weir_array *_Atomic array; /* NULL: not created yet */
    int32_t grad;              /* a weir_grad_mode */
    bool told;                 /* `init` was passed to weir_block_initialise, so
                                  weir_block_declare must keep it */
    bool filled;               /* the array was filled by `init`, not created by a cast or by
                                  weir_block_adopt */
    bool seeded;               /* the initial values are drawn from the stream `seed` */
    weir_stream seed;
    struct wr_param *before, *after; /* links in the list of all parameters; see parameters.c */
} wr_param;

typedef struct wr_own {
    const char *name; /* allocated */
    wr_param *param;
} wr_own;

typedef struct wr_child {
    const char *name; /* allocated */
    weir_block *block;
    /* Upper half: the site at which the parent was last called.  Lower half: the site that
     * wr_child_forward derived from it.  Any thread; relaxed is enough, because it is a single
     * word. */
    _Atomic uint64_t last_site;
} wr_child;

enum { WR_OP_INPUTS = 12 };

struct weir_block_kind {
    weir_block_def def;
    uint32_t in_min, in_max;
    uint32_t out_names;
};

struct weir_block {
    atomic_int refs;
    weir_runtime *rt;
    const weir_block_kind *kind;
    char *attr; /* the attribute struct, followed by its lists and strings */
    wr_own *own;
    uint32_t own_count;
    wr_child *child;
    uint32_t child_count;
    _Atomic int32_t dtype;   /* the dtype of parameters declared without one */
    _Atomic int32_t device;  /* the device of parameters that are declared later */
    _Atomic int32_t compute; /* the dtype set by weir_block_set_compute; 0: no cast */
    /* a parameter's shape is not known yet; stored with release by the thread that completes the
     * block, loaded with acquire by weir_block_forward */
    atomic_bool is_open;
    /* For kinds that are computed by an operator: its attributes, and where each of its inputs
     * comes from.  op_from: 1 + n is the block's input n, -1 - n its parameter n, 0 an omitted
     * input. */
    const weir_op *op;
    char *op_attr;
    int16_t op_from[WR_OP_INPUTS];
    uint32_t op_inputs;
    /* For blocks of kind Function. */
    char *name;
    weir_part_fn part;
    void *ctx;
    void (*free)(void *ctx);
};

/* ---- Declaring a kind ------------------------------------------------------------------------ */

#define WR_BLOCK(name)                                                                             \
    extern const weir_block_def wr_block_##name;                                                   \
    const weir_block_def wr_block_##name

/* Attributes are declared with WEIR_ATTRS (weir/op.h), in the order of the positional arguments. */

/* ---- For all files --------------------------------------------------------------------------- */

/* Call wr_lib_fail with WEIR_EINVAL and a message that starts with the name of the block. */
#define wr_block_fail(b, ...) (wr_block_fail_set(b, __VA_ARGS__), wr_lib_failed(WEIR_EINVAL))
void wr_block_fail_set(const weir_block *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Return the axis from 0 to ndim - 1 that the attribute `name` has as `axis`; -1, with EAXIS as the
 * status of the message, if `x` has no such axis. */
int64_t wr_block_axis(const weir_block *b, const char *name, int64_t axis, const weir_array *x);

/* Format an array as "float32 (3, 4)" and a shape as "(3, 4)".  The text stays valid for the next
 * few calls on this thread. */
const char *wr_block_text_of(const weir_array *a);
const char *wr_block_shape_text(int32_t ndim, const int64_t *shape);

bool wr_block_is_float(int dtype);

/* The temporary arrays of a function, which are released together. */
enum { WR_TEMPS = 48 };
typedef struct wr_temps {
    weir_array *list[WR_TEMPS];
    int count;
    weir_status status; /* the status of the first call that failed; after a failure WR_NOTE
                           makes no more calls */
    weir_runtime *rt;
} wr_temps;

/* Call a function and add its result to the temporaries.  The array is returned, or NULL after a
 * failure: weir_array *sum = WR_NOTE(&t, weir_add(a, b, WR_NEW(&t))). */
#define WR_NEW(t) (&(t)->list[(t)->count])
#define WR_NOTE(t, call)                                                                           \
    ((t)->status == WEIR_OK && wr_temps_note((t), (call)) ? (t)->list[(t)->count - 1] : NULL)
bool wr_temps_note(wr_temps *t, weir_status status);

/* wr_temps_end releases all temporaries except those taken out by wr_temps_keep, and returns the
 * status. */
weir_array *wr_temps_keep(wr_temps *t, weir_array *a); /* returns `a`, or NULL after a failure */
weir_status wr_temps_end(wr_temps *t);

/* A call of an operator that is looked up by name, with attributes set by name (call_by_name.c). */
typedef struct wr_named {
    const weir_op *op;
    _Alignas(8) char attr[256];
} wr_named;

weir_status wr_named_begin(wr_named *c, const weir_block *b, const char *op);
void wr_named_bool(wr_named *c, const char *name, bool value);
void wr_named_f64(wr_named *c, const char *name, double value);
void wr_named_text(wr_named *c, const char *name, const char *value);

/* Call the operator.  The results belong to `t`; trailing inputs may be NULL. */
weir_status wr_named_call(const wr_named *c, wr_temps *t, weir_array *const *in, uint32_t in_count,
                          weir_array **out, uint32_t out_max);

/* ---- Parameters (parameters.c) --------------------------------------------------------------- */

void wr_own_release(wr_own *own);

/* Return the parameter's array with a new reference, or NULL.  weir_block_cast may replace the
 * array while a forward pass runs. */
weir_array *wr_param_hold(wr_param *p);

/* A lock for all blocks: only its holder may create parameters with a deferred shape or change
 * their dtype (forward.c). */
void wr_complete_enter(void);
void wr_complete_leave(void);

weir_status wr_param_make(weir_block *b, wr_param *p); /* creates the array */

/* wr_param_is_same returns whether p and q are the same parameter, or two parameters with the same
 * array.  wr_param_fits returns whether the parameter may have this shape. */
bool wr_param_is_same(const wr_param *p, const wr_param *q);
bool wr_param_fits(const wr_param *p, int32_t ndim, const int64_t *shape);

/* Return the index of a parameter of the block itself, or -1; children are not searched. */
int wr_own_find(const weir_block *b, const char *name, size_t length);

/* Call fn for b and its descendants, b first.  `path` is the qualified name: "" for b,
 * "layer1.conv" for a descendant. */
typedef weir_status (*wr_block_visit_fn)(void *ctx, weir_block *b, const char *path);
weir_status wr_block_visit(weir_block *b, wr_block_visit_fn fn, void *ctx);

/* ---- Attributes (attributes.c) --------------------------------------------------------------- */

/* Return an allocated copy of an attribute struct, with its lists and strings stored after it.
 * Return NULL if memory is exhausted. */
char *wr_block_attr_copy(const weir_attr *attrs, uint32_t count, size_t size, const void *from);

/* ---- For build and forward ------------------------------------------------------------------- */

/* Return the size of an input along a dimension; negative dimensions count from the end.  Return -1
 * if there is no such input or dimension. */
int64_t wr_in_size(weir_array *const *in, uint32_t which, int32_t dim);

/* wr_dims_of returns the number of spatial dimensions, the digit in Conv2d.  wr_block_need_dims
 * checks that the input has that many dimensions after batch and channels. */
int32_t wr_dims_of(const weir_block *b);
weir_status wr_block_need_dims(const weir_block *b, const weir_array *x);

/* The forward function of kinds that are computed by an operator and whose name contains the number
 * of spatial dimensions, such as Conv2d. */
weir_status wr_operate_dims(weir_block *b, weir_array *const *in, uint32_t in_count,
                            weir_array **out, uint32_t *out_count);

/* Fail unless a required size is given and is in the range 1 to WR_BLOCK_SIZE_MAX. */
weir_status wr_block_need_size(const weir_block *b, const char *attr, int64_t size);
/* Fail if an optional size is given but is not in that range. */
weir_status wr_block_check_size(const weir_block *b, const char *attr, int64_t size);
/* The maximum value of a size attribute.  With this limit, a size multiplied by a small factor, such
 * as 4 for the gates of an LSTM, does not overflow. */
#define WR_BLOCK_SIZE_MAX (INT64_C(1) << 40)

/* PyTorch's initialiser for linear and convolution weights: uniform in -bound .. bound, where
 * bound is 1 / sqrt(fan_in).  wr_declare_bias declares a bias with the same bound; its argument
 * fan_in is that of the weight, or -1 if it is not known yet. */
#define WR_INIT_PRODUCT ((weir_init){.kind = WEIR_INIT_KAIMING_UNIFORM, .a = 0.57735026918962576})
weir_status wr_declare_bias(weir_block *b, const char *name, int64_t count, int64_t fan_in);

/* Look up the operator of a block's kind and prepare its attributes, when the block is created. */
weir_status wr_block_bind(weir_block *b);

/* Call a child from its parent's forward function.  Failures name the child by its path, such as
 * "net[2]". */
weir_status wr_child_forward(weir_block *b, uint32_t index, weir_array *const *in,
                             uint32_t in_count, weir_array **out, uint32_t *out_count);
/* Call a child, as wr_child_forward does, with one input and one output. */
weir_status wr_child_call(weir_block *b, uint32_t index, weir_array *x, weir_array **y);

/* Create a child from a text, as weir_block_parse does, and add it: wr_child_add(b, "linear1",
 * "Linear(%d, %d)", 4, 5). */
weir_status wr_child_add(weir_block *b, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fail unless `value` is one of `choices`, which are separated by ", ". */
weir_status wr_block_need_one_of(const weir_block *b, const char *attr, const char *value,
                                 const char *choices);

#endif
