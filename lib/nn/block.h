/* block.h - the inside of a block: its structures, the macros that declare a kind, and helpers for kinds.
 *
 * A kind is one definition, WR_BLOCK(Name) = {...}, in the file of its family. tools/mkops.py
 * collects them in block_kinds.def.  The files of this folder use include/weir alone.
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

/* A parameter or buffer, reference-counted because blocks may share it. */
typedef struct wr_param {
    atomic_int refs;
    atomic_flag moving;        /* a spin lock, held briefly to retain or exchange the array */
    _Atomic uint32_t flags;    /* WEIR_PARAM_* */
    _Atomic int32_t dtype;     /* of its array, now or when it is created */
    int32_t ndim;              /* -1: not known */
    int64_t shape[8];          /* -1: not known */
    weir_init init;            /* its initialiser */
    weir_array *_Atomic array; /* NULL: the shape is not known yet */
    int32_t grad;              /* a weir_grad_mode */
    bool told;                 /* `init` was given to weir_block_initialise, and is not its own */
    bool filled;               /* initialised by `init`; not by a cast, and not adopted */
    bool seeded;               /* when it is created, its random numbers come from `seed` */
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
    /* The last site at which the parent was called, in the upper half, and the site that wr_child_forward
     * derived from it.  Any thread; one word, so relaxed loads and stores suffice. */
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
    char *attr; /* the struct, followed by its lists and strings */
    wr_own *own;
    uint32_t own_count;
    wr_child *child;
    uint32_t child_count;
    _Atomic int32_t dtype;   /* of parameters declared without a dtype */
    _Atomic int32_t compute; /* 0: that of the inputs */
    atomic_bool
        is_open; /* a shape is not known; stored with release by the completing thread, loaded
                     with acquire by forward */
    /* Of a kind computed by an operator: the operator's attributes, and the source of each of its
     * inputs: 1 + n is the block's input n, -1 - n its parameter n, 0 means that it is omitted. */
    const weir_op *op;
    char *op_attr;
    int16_t op_from[WR_OP_INPUTS];
    uint32_t op_inputs;
    /* Of a block of kind Function. */
    char *name;
    weir_part_fn part;
    void *ctx;
    void (*free)(void *ctx);
};

/* ---- Declaring a kind ------------------------------------------------------------------------ */

#define WR_BLOCK(name)                                                                             \
    extern const weir_block_def wr_block_##name;                                                   \
    const weir_block_def wr_block_##name

/* Attributes are declared with WEIR_ATTRS (weir/op.h), in the order of positional arguments. */

/* ---- For all files --------------------------------------------------------------------------- */

/* wr_lib_fail with EINVAL and the name of the block's kind in front. */
#define wr_block_fail(b, ...) (wr_block_fail_set(b, __VA_ARGS__), wr_lib_failed(WEIR_EINVAL))
void wr_block_fail_set(const weir_block *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "float32 (3, 4)" and "(3, 4)", in one of a few buffers of this thread. */
const char *wr_block_text_of(const weir_array *a);
const char *wr_block_shape_text(int32_t ndim, const int64_t *shape);

bool wr_block_is_float(int dtype);

/* Temporary arrays of a function, released together. */
enum { WR_TEMPS = 48 };
typedef struct wr_temps {
    weir_array *list[WR_TEMPS];
    int count;
    weir_status status; /* of the first call that failed; after it all calls return NULL */
    weir_runtime *rt;
} wr_temps;

/* Record the result of a call: WR_NOTE(&t, weir_add(a, b, WR_NEW(&t))) returns the array. */
#define WR_NEW(t) (&(t)->list[(t)->count])
#define WR_NOTE(t, call)                                                                           \
    ((t)->status == WEIR_OK && wr_temps_note((t), (call)) ? (t)->list[(t)->count - 1] : NULL)
bool wr_temps_note(wr_temps *t, weir_status status);

/* Release all temporaries except those taken by wr_temps_keep, and return the status. */
weir_array *wr_temps_keep(wr_temps *t, weir_array *a); /* NULL stays NULL */
weir_status wr_temps_end(wr_temps *t);

/* A call of an operator by name, with attributes by name (call_by_name.c). */
typedef struct wr_named {
    const weir_op *op;
    _Alignas(8) char attr[256];
} wr_named;

weir_status wr_named_begin(wr_named *c, const weir_block *b, const char *op);
void wr_named_bool(wr_named *c, const char *name, bool value);
void wr_named_f64(wr_named *c, const char *name, double value);
void wr_named_text(wr_named *c, const char *name, const char *value);

/* The results belong to `t`; trailing inputs may be NULL. */
weir_status wr_named_call(const wr_named *c, wr_temps *t, weir_array *const *in, uint32_t in_count,
                          weir_array **out, uint32_t out_max);

/* ---- Parameters (parameters.c) --------------------------------------------------------------- */

void wr_own_release(wr_own *own);

/* The array with a new reference, or NULL.  weir_block_cast may exchange it while a forward runs. */
weir_array *wr_param_hold(wr_param *p);

/* A lock: one thread at a time creates parameters with a deferred shape or changes their dtype
 * (forward.c). */
void wr_complete_enter(void);
void wr_complete_leave(void);

weir_status wr_param_make(weir_block *b, wr_param *p); /* its shape must be known */

/* The index of a parameter of the block itself, or -1. */
int wr_own_find(const weir_block *b, const char *name, size_t length);

/* Call fn for b and its descendants, b first; `path` is "" or "layer1.conv". */
typedef weir_status (*wr_block_visit_fn)(void *ctx, weir_block *b, const char *path);
weir_status wr_block_visit(weir_block *b, wr_block_visit_fn fn, void *ctx);

/* ---- Attributes (attributes.c) --------------------------------------------------------------- */

/* A copy, with the lists and strings stored after the struct. */
char *wr_block_attr_copy(const weir_attr *attrs, uint32_t count, size_t size, const void *from);
void wr_block_attr_defaults(const weir_attr *attrs, uint32_t count, size_t size, void *to);

/* ---- For build and forward ------------------------------------------------------------------- */

/* The size of an input along a dimension (negative ones count from the end), or -1 without inputs. */
int64_t wr_in_size(weir_array *const *in, uint32_t which, int32_t dim);

/* The number of spatial dimensions, the digit in Conv2d; and a check that the input has that many after
 * batch and channels. */
int32_t wr_dims_of(const weir_block *b);
weir_status wr_block_need_dims(const weir_block *b, const weir_array *x);

/* The forward function of a kind with an operator and a number of spatial dimensions. */
weir_status wr_operate_dims(weir_block *b, weir_array *const *in, uint32_t in_count,
                            weir_array **out, uint32_t *out_count);

/* Fail unless a required size is given and at least 1. */
weir_status wr_block_need_size(const weir_block *b, const char *attr, int64_t size);
/* The same for an optional size. */
weir_status wr_block_check_size(const weir_block *b, const char *attr, int64_t size);
/* The largest accepted size, so that products with small factors (four gates) do not overflow. */
#define WR_BLOCK_SIZE_MAX (INT64_C(1) << 40)

/* PyTorch's initialiser of linear and convolution weights: uniform within 1 / sqrt(fan_in); and of their
 * bias, whose fan_in is that of the weight (-1: not known yet). */
#define WR_INIT_PRODUCT ((weir_init){.kind = WEIR_INIT_KAIMING_UNIFORM, .a = 0.57735026918962576})
weir_status wr_declare_bias(weir_block *b, const char *name, int64_t count, int64_t fan_in);

/* Look up the operator of a block's kind, when the block is created. */
weir_status wr_block_bind(weir_block *b);

/* Call a child as part of its parent's forward: failures name it by its path, "net[2]". */
weir_status wr_child_forward(weir_block *b, uint32_t index, weir_array *const *in,
                             uint32_t in_count, weir_array **out, uint32_t *out_count);
/* The same for one input and one output. */
weir_status wr_child_call(weir_block *b, uint32_t index, weir_array *x, weir_array **y);

/* Add a child from its text: WR_TRY(wr_child_add(b, "linear1", "Linear(%d, %d)", 4, 5)). */
weir_status wr_child_add(weir_block *b, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fail unless `value` is one of `choices`, which are separated by ", ". */
weir_status wr_block_need_one_of(const weir_block *b, const char *attr, const char *value,
                                 const char *choices);

#endif
