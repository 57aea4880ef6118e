/* block.h - a block from the inside: its structures, the macros that declare a kind, and what kinds lean on.
 *
 * A kind is one block of C, WR_BLOCK(Name) = {...}, in the file of its family; tools/mkops.py finds them and
 * writes block_kinds.def, the list.  Nothing here or beside it knows more of the library than include/weir.
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

/* A parameter or buffer.  Several blocks may have it: it is counted. */
typedef struct wr_param {
    atomic_int refs;
    atomic_flag moving;        /* held for a moment: the array is retained, or exchanged */
    _Atomic uint32_t flags;    /* WEIR_PARAM_* */
    _Atomic int32_t dtype;     /* what its array has or will have */
    int32_t ndim;              /* -1: not known */
    int64_t shape[8];          /* -1: not known */
    weir_init init;            /* how it is filled */
    weir_array *_Atomic array; /* NULL: the shape is not known */
    int32_t grad;              /* a weir_grad_mode */
    bool told;                 /* `init` is what weir_block_initialise was given, not its own */
    bool filled;               /* its first values are those of `init`; not a cast's, nor adopted */
    bool seeded;               /* when it is made, its random numbers are those of `seed` */
    weir_stream seed;
    struct wr_param *before, *after; /* among all parameters; see parameters.c */
} wr_param;

typedef struct wr_own {
    const char *name; /* allocated */
    wr_param *param;
} wr_own;

typedef struct wr_child {
    const char *name; /* allocated */
    weir_block *block;
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
    char *attr; /* the struct, with its lists and texts behind it */
    wr_own *own;
    uint32_t own_count;
    wr_child *child;
    uint32_t child_count;
    _Atomic int32_t dtype;   /* of parameters that are declared without one */
    _Atomic int32_t compute; /* 0: as it comes */
    atomic_bool
        is_open; /* a shape is not known: released by who completes it, acquired by forward */
    /* Of a kind that is an operator: its attributes, and where its inputs come from: 1 + n is the block's input n,
     * -1 - n its parameter n, 0 says that it is left out. */
    const weir_op *op;
    char *op_attr;
    int16_t op_from[WR_OP_INPUTS];
    uint32_t op_inputs;
    /* Of a function. */
    char *name;
    weir_part_fn part;
    void *ctx;
    void (*free)(void *ctx);
};

/* ---- Declaring a kind ------------------------------------------------------------------------- */

#define WR_BLOCK(name)                                                                             \
    extern const weir_block_def wr_block_##name;                                                   \
    const weir_block_def wr_block_##name

/* Attributes: X(A, type, name, default, "summary") lines, in the order in which they are given by place. */
#define WR_C_BOOL  int32_t
#define WR_C_I64   int64_t
#define WR_C_F64   double
#define WR_C_DTYPE int32_t
#define WR_C_I64S  weir_i64s
#define WR_C_TEXT  const char *

#define WR_DEFAULT_BOOL(v)  .i64 = (v)
#define WR_DEFAULT_I64(v)   .i64 = (v)
#define WR_DEFAULT_F64(v)   .f64 = (v)
#define WR_DEFAULT_DTYPE(v) .i64 = (v)
#define WR_DEFAULT_I64S(v)  .required = (v)
#define WR_DEFAULT_TEXT(v)  .text = (v)

enum { WR_NO_LIST = 0, WR_REQUIRED = 1 }; /* the default of a list is none, or it has to be given */

#define WR_ATTR_FIELD(A, type, name, value, summary) WR_C_##type name;
#define WR_ATTR_INFO(A, kind_, field, value, text_)                                                \
    {.name = #field,                                                                               \
     .summary = text_,                                                                             \
     .type = WEIR_ATTR_##kind_,                                                                    \
     .offset = offsetof(A, field),                                                                 \
     WR_DEFAULT_##kind_(value)},

/* The struct name_attr and its description name_attrs. */
#define WR_ATTRS(name, LIST)                                                                       \
    typedef struct name##_attr {                                                                   \
        LIST(WR_ATTR_FIELD, name##_attr)                                                           \
    } name##_attr;                                                                                 \
    static const weir_attr name##_attrs[] = {LIST(WR_ATTR_INFO, name##_attr)}

/* In the block: .attrs, .attr_count and .attr_size at once. */
#define WR_USE_ATTRS(name)                                                                         \
    .attrs = name##_attrs, .attr_count = sizeof name##_attrs / sizeof *name##_attrs,               \
    .attr_size = sizeof(name##_attr)

/* ---- For all files ----------------------------------------------------------------------------- */

/* wr_lib_fail behind the name of the block's kind; EINVAL. */
#define wr_block_fail(b, ...) (wr_block_fail_say(b, __VA_ARGS__), wr_lib_failed(WEIR_EINVAL))
void wr_block_fail_say(const weir_block *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "float32 (3, 4)" and "(3, 4)", in one of a few texts that this thread has. */
const char *wr_block_text_of(const weir_array *a);
const char *wr_block_shape_text(int32_t ndim, const int64_t *shape);

bool wr_block_is_float(int dtype);

/* Arrays that a function makes on its way, released together. */
enum { WR_TEMPS = 48 };
typedef struct wr_temps {
    weir_array *list[WR_TEMPS];
    int count;
    weir_status status; /* of the first call that failed: then all calls give NULL */
    weir_runtime *rt;
} wr_temps;

/* Note what a call gave: WR_NOTE(&t, weir_add(a, b, WR_NEW(&t))) gives the array. */
#define WR_NEW(t) (&(t)->list[(t)->count])
#define WR_NOTE(t, call)                                                                           \
    ((t)->status == WEIR_OK && wr_temps_note((t), (call)) ? (t)->list[(t)->count - 1] : NULL)
bool wr_temps_note(wr_temps *t, weir_status status);

/* Release all but those that are kept, and give the status. */
weir_array *wr_temps_keep(wr_temps *t, weir_array *a); /* NULL stays NULL */
weir_status wr_temps_end(wr_temps *t);

/* An operator called by its name, with attributes by theirs (call_by_name.c). */
typedef struct wr_named {
    const weir_op *op;
    _Alignas(8) char attr[256];
} wr_named;

weir_status wr_named_begin(wr_named *c, const weir_block *b, const char *op);
void wr_named_bool(wr_named *c, const char *name, bool value);
void wr_named_f64(wr_named *c, const char *name, double value);
void wr_named_text(wr_named *c, const char *name, const char *value);

/* What it gives belongs to `t`; inputs at the end may be NULL. */
weir_status wr_named_call(const wr_named *c, wr_temps *t, weir_array *const *in, uint32_t in_count,
                          weir_array **out, uint32_t out_max);

/* ---- Parameters (parameters.c) ------------------------------------------------------------------ */

void wr_own_release(wr_own *own);

/* The array, with a reference, or NULL: weir_block_cast may exchange it while a forward runs. */
weir_array *wr_param_hold(wr_param *p);

/* Parameters that wait for their shape are made, or told another dtype, by one thread at a time (forward.c). */
void wr_complete_enter(void);
void wr_complete_leave(void);

weir_status wr_param_make(weir_block *b, wr_param *p); /* its shape is known */

/* The index of a parameter that the block itself has, or -1. */
int wr_own_find(const weir_block *b, const char *name, size_t length);

/* Call fn for every block in b, itself first; "" or "layer1.conv" is in front of its own names. */
typedef weir_status (*wr_block_visit_fn)(void *ctx, weir_block *b, const char *path);
weir_status wr_block_visit(weir_block *b, wr_block_visit_fn fn, void *ctx);

/* ---- Attributes (attributes.c) ------------------------------------------------------------------ */

/* A copy with lists and texts behind the struct. */
char *wr_block_attr_copy(const weir_attr *attrs, uint32_t count, size_t size, const void *from);
void wr_block_attr_defaults(const weir_attr *attrs, uint32_t count, size_t size, void *to);

/* ---- For build and forward ------------------------------------------------------------------------ */

/* The size of an input's dimension (negative ones count from the end), or -1 if there are no inputs yet. */
int64_t wr_in_size(weir_array *const *in, uint32_t which, int32_t dim);

/* The digit of Conv2d; and the input has so many axes behind those of batch and channels, else a sentence. */
int32_t wr_dims_of(const weir_block *b);
weir_status wr_block_need_dims(const weir_block *b, const weir_array *x);

/* Forward of a kind that has an operator and a digit. */
weir_status wr_operate_dims(weir_block *b, weir_array *const *in, uint32_t in_count,
                            weir_array **out, uint32_t *out_count);

/* A size that has to be given and to be at least 1; else a sentence. */
weir_status wr_block_need_size(const weir_block *b, const char *attr, int64_t size);
/* The same for one that may be left out. */
weir_status wr_block_check_size(const weir_block *b, const char *attr, int64_t size);
/* No axis is longer, so that products with small numbers (four gates) do not overflow. */
#define WR_BLOCK_SIZE_MAX (INT64_C(1) << 40)

/* PyTorch's own for weights of products: up to 1 / sqrt(fan_in); and for a bias, whose fan_in is that of the weight
 * (-1: not known yet). */
#define WR_INIT_PRODUCT ((weir_init){.kind = WEIR_INIT_KAIMING_UNIFORM, .a = 0.57735026918962576})
weir_status wr_declare_bias(weir_block *b, const char *name, int64_t count, int64_t fan_in);

/* Find the operator of a kind that has one, when a block is made. */
weir_status wr_block_bind(weir_block *b);

/* A child of a kind's own, from its text: WR_TRY(wr_child_add(b, "linear1", "Linear(%d, %d)", 4, 5)). */
weir_status wr_child_add(weir_block *b, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Is one of these texts; else a sentence. */
weir_status wr_block_need_one_of(const weir_block *b, const char *attr, const char *value,
                                 const char *choices);

#endif
