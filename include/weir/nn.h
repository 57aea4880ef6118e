/* nn.h - networks: blocks with parameters, described so that every language has them.
 *
 *   block       A layer, a loss, or blocks put together.  weir_block_forward issues its operations; it
 *               trains or predicts as the thread does (weir_training), and is recorded if the thread records.
 *   kind        What blocks of one sort have in common: "Linear", "Conv2d".  It is described as an operator
 *               is, and yours and the library's are the same.  Names, attributes and their order, parameters
 *               and layouts are PyTorch's.
 *   parameter   An array that is trained, with its gradient attached.  Its shape may wait for the first input
 *               (an attribute such as in_features left out); until then there is no array.
 *   buffer      An array that is saved and not trained: running statistics.
 *
 * A network is most easily written as text, which is also how it is shown:
 *
 *   weir_block *net;
 *   weir_block_parse(rt, "Conv2d(1, 6, 5, padding=2), ReLU(), MaxPool2d(2), Flatten(), Linear(10)", &net);
 *   weir_block_call(net, x, &y);
 *
 * Parameters are made in this thread's default float dtype and with the runtime's random numbers, when their
 * shape is known.  Any number of threads may call forward on one block, and count and retain it; what changes
 * a block (add, set, cast and so on) wants it alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* which has this file in its place */
#endif
#ifndef WEIR_NN_H
#define WEIR_NN_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_block weir_block;
typedef struct weir_block_kind weir_block_kind;

/* ---- Making -------------------------------------------------------------------------------- */

/* A network from its text: kinds with attributes, by place or by name, separated by commas; several make a
 * Sequential.  Kinds that have children take them in the same brackets, "Sequential(Linear(4), ReLU())", with
 * a name in front where they are to have one: "Sequential(hidden=Linear(4), ReLU())".  Values are numbers,
 * lists [3, 5], texts 'mean', true, false, none and dtypes; Linear and Linear() are the same.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_parse(weir_runtime *rt, const char *text, weir_block **out);

/* A block of a kind; `attr` is the struct that its description tells of, or NULL for the defaults.  Lists and texts in it are copied.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_new(weir_runtime *rt, const weir_block_kind *kind, const void *attr,
                                    weir_block **out);

/* A block of kind "Function", whose forward is yours; `free` (may be NULL) is called with ctx in the end.
 * `name` is what it is shown as.  It may have children and parameters of its own.
 * [immediate | any thread | returns +1, takes ctx, also on failure | EINVAL ENOMEM] */
WEIR_API weir_status weir_block_function(weir_runtime *rt, const char *name, weir_part_fn forward,
                                         void *ctx, void (*free)(void *ctx), weir_block **out);

/* One more reference, and one less.
 * [immediate | any thread | returns +1 | -] */
WEIR_API weir_block *weir_block_retain(weir_block *b);
/* [queued, never waits | any thread | takes | -] */
WEIR_API void weir_block_release(weir_block *b);

/* ---- Computing ----------------------------------------------------------------------------- */

/* Issue the operations of a block.  `out` has room for *out_count arrays, and *out_count becomes their number.
 * An input that may be left out is NULL.
 * [queued | any thread | returns +1 each | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_block_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                        weir_array **out, uint32_t *out_count);

/* The same where one array goes in and the first that comes out is wanted.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_block_call(weir_block *b, weir_array *x, weir_array **y);

/* And where there are two, as in a loss.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_block_call2(weir_block *b, weir_array *x, weir_array *target,
                                      weir_array **y);

/* Compute the products of this block and of those in it (of linear, convolution, attention and recurrent
 * layers) in this dtype, as WEIR_BFLOAT16: what goes in is cast, parameters stay what they are.  0: as they come.
 * [immediate | one thread | - | EINVAL] */
WEIR_API weir_status weir_block_set_compute(weir_block *b, weir_dtype dtype);

/* ---- What a block consists of -------------------------------------------------------------- */

enum {
    WEIR_BLOCK_NAME_MAX = 256
}; /* bytes of a name with all that is in front of it, and a zero */

/* Put a block into another under a name: letters, digits and _; NULL: its number.  A block may be in
 * several, but not in itself.
 * [immediate | one thread | - (the parent retains) | EINVAL ENOMEM] */
WEIR_API weir_status weir_block_add(weir_block *parent, const char *name, weir_block *child);

/* How many blocks are directly in it; the index-th, or NULL, and its name (may be NULL).
 * [immediate | any thread | borrows | -] */
WEIR_API uint32_t weir_block_child_count(const weir_block *b);
WEIR_API weir_block *weir_block_child_at(const weir_block *b, uint32_t index, const char **name);

/* The child of that name, "layer1.conv"; NULL: there is none, and weir_error says which there are.
 * [immediate | any thread | borrows | -] */
WEIR_API weir_block *weir_block_child(const weir_block *b, const char *name);

/* [immediate | any thread | borrows | -] */
WEIR_API const weir_block_kind *weir_block_kind_of(const weir_block *b);
WEIR_API const void *weir_block_attr(const weir_block *b);
WEIR_API weir_runtime *weir_block_runtime(const weir_block *b);
/* What was handed to weir_block_function; else NULL.
 * [immediate | any thread | borrows | -] */
WEIR_API void *weir_block_ctx(const weir_block *b);

typedef struct weir_block_entry {
    weir_block *block;              /* which it belongs to; borrowed, as `array` is */
    weir_array *array;              /* NULL: its shape is not known yet */
    int32_t trained;                /* 1: a parameter; 0: a buffer */
    int32_t tied;                   /* 1: an entry before it has the same array */
    char name[WEIR_BLOCK_NAME_MAX]; /* "0.weight", "layer1.norm.running_mean" */
} weir_block_entry;

/* Parameters and buffers of this block and of all in it, in the order of PyTorch's state_dict: up to `max` of them;
 * returns how many there are.
 * [immediate | any thread | borrows | -] */
WEIR_API size_t weir_block_entries(weir_block *b, weir_block_entry *out, size_t max);

/* The parameters alone, each once, as an optimiser wants them.  EINVAL: one of them has no shape yet.
 * `count` is the room in `out`, and becomes their number (out NULL: only that).
 * [immediate | any thread | borrows | EINVAL] */
WEIR_API weir_status weir_block_parameters(weir_block *b, weir_array **out, uint32_t *count);

/* Elements of all parameters, each counted once.
 * [immediate | any thread | - | -] */
WEIR_API int64_t weir_block_parameter_elements(weir_block *b);

/* The parameter or buffer of that name.
 * [immediate | any thread | borrows | EINVAL: none of that name, or its shape is not known yet] */
WEIR_API weir_status weir_block_get(weir_block *b, const char *name, weir_array **out);

/* Copy values into it: shape and dtype must be its own.  If its shape is not known yet, it has this one from now on.
 * [queued | one thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_set(weir_block *b, const char *name, weir_array *values);

/* From now on the parameter `name` is the one that is called `other`: one array with two names.
 * [immediate | one thread | - | EINVAL] */
WEIR_API weir_status weir_block_tie(weir_block *b, const char *name, const char *other);

/* From now on the parameter is this very array, of its shape and dtype and with the array's own gradient mode.  It may be
 * a parameter of another block: then it is one parameter with two names, and a cast of either block casts it.
 * [immediate | one thread | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_block_adopt(weir_block *b, const char *name, weir_array *array);

/* Parameters and buffers of floats become arrays of another float dtype.  Make optimisers afterwards; a backward through
 * a forward from before is refused.  A forward that
 * runs meanwhile in another thread uses each of them as it was or as it is.
 * [queued | one thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_cast(weir_block *b, weir_dtype dtype);

/* What backward does with the gradients of all parameters: WEIR_GRAD_NULL freezes them.  STEP at first.
 * [immediate | one thread | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_block_set_grad(weir_block *b, weir_grad_mode mode);

/* Forget all gradients.
 * [immediate | one thread | - | -] */
WEIR_API void weir_block_zero_grad(weir_block *b);

/* Take failures off all parameters and buffers, which then hold their last good values again, let go of the gradients,
 * and wait until that is done.  Parameters whose first values were never made, because that was cancelled or failed, are
 * initialised.
 * [blocking | one thread, not inside a task | - | EINVAL ENOMEM ECLOSED EDEADLK EINTR, EFAILED: values were never made
 *  and cannot be] */
WEIR_API weir_status weir_block_clear(weir_block *b);

/* ---- Initial values ------------------------------------------------------------------------ */

/* fan is the number of entries that meet in one output: of a weight [out, in, ...] that of in and what follows. */
typedef enum weir_init_kind {
    WEIR_INIT_ZEROS = 1,
    WEIR_INIT_ONES = 2,
    WEIR_INIT_CONSTANT = 3,       /* a */
    WEIR_INIT_UNIFORM = 4,        /* a <= x < b */
    WEIR_INIT_NORMAL = 5,         /* mean a, deviation b */
    WEIR_INIT_TRUNC_NORMAL = 6,   /* mean a, deviation b, nothing beyond two deviations */
    WEIR_INIT_XAVIER_UNIFORM = 7, /* gain a: |x| < a sqrt(6 / (fan_in + fan_out)) */
    WEIR_INIT_XAVIER_NORMAL = 8,  /* gain a: deviation a sqrt(2 / (fan_in + fan_out)) */
    WEIR_INIT_KAIMING_UNIFORM =
        9, /* gain a: |x| < a sqrt(3 / fan); b: 0 for fan_in, 1 for fan_out */
    WEIR_INIT_KAIMING_NORMAL = 10, /* gain a: deviation a / sqrt(fan); b likewise */
    WEIR_INIT_ORTHOGONAL = 11,     /* gain a: orthonormal rows or columns, times a */
    WEIR_INIT_EYE = 12             /* ones where the first two indices are equal */
} weir_init_kind;

typedef struct weir_init {
    int32_t kind; /* a weir_init_kind */
    int32_t unused;
    double a, b;
} weir_init;

/* Fill an array of floats.  It is not recorded, so that parameters can be filled at any time.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_init_fill(weir_array *a, const weir_init *init);

/* Start anew: every parameter and buffer gets its initial values, by random numbers of this seed alone, also those
 * whose shape is not known yet.  `weights` (may be NULL) is for parameters of two and more dimensions, in place of
 * their own.
 * [queued | one thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_initialise(weir_block *b, uint64_t seed, const weir_init *weights);

/* ---- Seeing -------------------------------------------------------------------------------- */

/* The text of a block, as weir_block_parse takes it but for functions; children each on a line of their own.  At
 * most `size` bytes with the final zero; returns how long it is.
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_block_text(weir_block *b, char *text, size_t size);

/* A table: each block with its name, the shape that it gives for these inputs and its parameters.  It runs
 * forward once, predicting, not recording, without looking at values; parameters that waited for an input are
 * made.
 * [queued | one thread | - | as weir_block_forward; *needed (may be NULL) is how long the text is] */
WEIR_API weir_status weir_block_summary(weir_block *b, weir_array *const *in, uint32_t in_count,
                                        char *text, size_t size, size_t *needed);

/* Called after each forward that this thread calls, inner blocks first. */
typedef void (*weir_block_seen_fn)(void *ctx, weir_block *b, weir_array *const *in,
                                   uint32_t in_count, weir_array *const *out, uint32_t out_count);

/* From now on, on this thread; NULL: no longer.  Returns what was called until now, with its ctx.
 * [immediate | any thread | - | -] */
WEIR_API weir_block_seen_fn weir_block_watch(weir_block_seen_fn fn, void *ctx, void **old_ctx);

/* ---- Kinds --------------------------------------------------------------------------------- */

enum {
    WEIR_BLOCK_PRODUCTS = 1, /* weir_block_set_compute concerns it */
    WEIR_BLOCK_CHILDREN = 2, /* takes children in brackets, and as weir_block_add gives them */
    WEIR_BLOCK_LOSS = 4,     /* compares with a target */
    WEIR_BLOCK_RANDOM = 8    /* draws random numbers while training */
};

typedef struct weir_block_def {
    size_t size; /* sizeof(weir_block_def) */
    const char *name;
    const char *summary;
    const char *notes;   /* more than the summary, may be NULL */
    const char *inputs;  /* names, "x, h?"; a name with ? may be left out; "xs...": any number */
    const char *outputs; /* names, "y" */
    const char *aliases; /* names by which weir_block_find knows it too, may be NULL */
    uint32_t flags;      /* WEIR_BLOCK_* */
    uint32_t attr_count;
    const weir_attr *attrs; /* in the order in which they are given by place */
    uint32_t attr_size;     /* sizeof of the struct of attributes */
    uint32_t unused;
    /* Check the attributes and declare parameters, buffers and children.  Called when a block is made, with `in`
     * NULL; and, if a shape was left open then, once more with the first inputs, when all must be known. */
    weir_status (*build)(weir_block *b, weir_array *const *in, uint32_t in_count);
    weir_status (*forward)(weir_block *b, weir_array *const *in, uint32_t in_count,
                           weir_array **out, uint32_t *out_count);
    /* With no `forward`, this is it: an operator, whose inputs are the block's inputs and parameters of the same names, and
     * whose attributes are the block's.  Where names differ, its name is followed by pairs "theirs=ours":
     * "softmax axis=dim". */
    const char *op;
    const char *samples; /* as those of operators: "(4,8) out_features=3"; see docs/operators.md */
} weir_block_def;

/* How many there are, and the index-th; NULL past the end.  Ours are in alphabetical order, yours follow.
 * [immediate | any thread | borrows, for ever | -] */
WEIR_API uint32_t weir_block_kind_count(void);
WEIR_API const weir_block_kind *weir_block_kind_at(uint32_t index);

/* By its name or an alias.  NULL: there is none, and weir_error says so.
 * [immediate | any thread | borrows, for ever | -] */
WEIR_API const weir_block_kind *weir_block_kind_find(const char *name);

/* All there is to know.
 * [immediate | any thread | borrows, for ever | -] */
WEIR_API const weir_block_def *weir_block_kind_describe(const weir_block_kind *kind);

/* Add a kind.  Everything `def` points to must stay; make it static.  Its name and aliases must be new.
 * [immediate | any thread | borrows, for ever | EINVAL ENOMEM] */
WEIR_API weir_status weir_block_kind_register(const weir_block_def *def,
                                              const weir_block_kind **out);

/* Fill a struct of attributes with the defaults.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_block_attr_init(const weir_block_kind *kind, void *attr);

/* For build and forward: parameters and buffers by number, in the order in which they were declared ---- */

enum {
    WEIR_PARAM_BUFFER = 1, /* not trained */
    WEIR_PARAM_LATER = 2   /* made only when it is completed, though its shape is known */
};

/* Declare the next, or, if there is one of that name, complete it.  A dimension that is not known yet is -1;
 * no shape at all (-1 dimensions) says that not even their number is.  dtype 0: the block's own.
 * [queued | build, or one thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_declare(weir_block *b, const char *name, const int64_t *shape,
                                        int32_t ndim, weir_dtype dtype, const weir_init *init,
                                        uint32_t flags);

/* The index-th, as it is until the block is cast or another is adopted; NULL if it was not declared or has no shape
 * yet.
 * [immediate | any thread | borrows | -] */
WEIR_API weir_array *weir_block_own(const weir_block *b, uint32_t index);

/* The same for use in a forward: cast, if weir_block_set_compute says so.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_use(weir_block *b, uint32_t index, weir_array **out);

/* What a kind that has `op` and no `forward` does; for a forward that looks at the inputs before.
 * [queued | inside forward | returns +1 each | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_block_operate(weir_block *b, weir_array *const *in, uint32_t in_count,
                                        weir_array **out, uint32_t *out_count);

/* "Linear: ..." for weir_error; gives EINVAL.
 * [immediate | any thread | - | returns EINVAL] */
WEIR_API weir_status weir_block_fail(const weir_block *b, const char *message);

#ifdef __cplusplus
}
#endif
#endif
