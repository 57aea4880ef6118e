/* nn.h - neural networks: blocks with parameters, described so that a front end in any language can
 * offer them.
 *
 *   block       A layer, a loss, or a composition of blocks.  weir_block_forward issues its
 *               operations.  The thread's mode (weir_training) selects training or inference, and
 *               the operations are recorded if recording is on.
 *   kind        The type of a block: "Linear", "Conv2d".  It is described like an operator, and
 *               kinds that you register are treated like built-in ones.  Names, attributes and
 *               their order, parameters and layouts follow PyTorch.
 *   parameter   A trained array with its gradient attached.  Its shape may depend on the first
 *               input (if an attribute such as in_features is left out); until then the parameter
 *               has no array.
 *   buffer      An array that is saved but not trained, such as running statistics.
 *
 * A network is most easily written as text, which is also how it is printed:
 *
 *   weir_block *net;
 *   weir_block_parse(rt, "Conv2d(1, 6, 5, padding=2), ReLU(), MaxPool2d(2), Flatten(), Linear(10)",
 *                    &net);
 *   weir_block_call(net, x, &y);
 *
 * Parameters are created when their shape is known.  They have the thread's default float dtype,
 * and are initialised with the runtime's random numbers.  Any number of threads may call
 * weir_block_forward on one block, list its parts and retain it.  Functions that change a block
 * (add, set, cast and so on) need exclusive access.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* weir.h includes this file in turn */
#endif
#ifndef WEIR_NN_H
#define WEIR_NN_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_block weir_block;
typedef struct weir_block_kind weir_block_kind;

/* ---- Creating ------------------------------------------------------------------------------ */

/* Parse a network: kinds with positional or named attributes, separated by commas; several kinds
 * form a Sequential.  Children are written in the same parentheses, as in "Sequential(Linear(4),
 * ReLU())", and may have names, as in "Sequential(hidden=Linear(4), ReLU())".  Values are numbers,
 * lists such as [3, 5], strings such as 'mean', true, false, none and dtypes.  Linear and Linear()
 * are the same.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_parse(weir_runtime *rt, const char *text, weir_block **out);

/* Create a block of the given kind.  `attr` points to the attribute struct that the kind's
 * description defines, and attr_size is its size in bytes; NULL selects the defaults.  Lists and
 * strings in the struct are copied.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_new(weir_runtime *rt, const weir_block_kind *kind, const void *attr,
                                    size_t attr_size, weir_block **out);

/* Create a block of kind "Function" with a custom forward function.  `free` (may be NULL) is called
 * with ctx when the block is freed.  The block is printed as `name`.  It may have children and
 * parameters.
 * [immediate | any thread | returns +1, takes ctx, even on failure | EINVAL ENOMEM] */
WEIR_API weir_status weir_block_function(weir_runtime *rt, const char *name, weir_part_fn forward,
                                         void *ctx, void (*free)(void *ctx), weir_block **out);

/* Add a reference.
 * [immediate | any thread | returns +1 | -] */
WEIR_API weir_block *weir_block_retain(weir_block *b);
/* Drop a reference.
 * [queued, never waits | any thread | takes | -] */
WEIR_API void weir_block_release(weir_block *b);

/* ---- Computing ----------------------------------------------------------------------------- */

/* Issue the operations of a block.  `out` has room for *out_count arrays, and *out_count is set to
 * the number returned.  An optional input may be NULL.
 * [queued | any thread | returns +1 each | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_block_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                        weir_array **out, uint32_t *out_count);

/* Like weir_block_forward with one input; returns the first output.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_block_call(weir_block *b, weir_array *x, weir_array **y);

/* Like weir_block_forward with two inputs, as for a loss; returns the first output.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_block_call2(weir_block *b, weir_array *x, weir_array *target,
                                      weir_array **y);

/* Set the dtype, such as WEIR_BFLOAT16, in which linear, convolution, attention and recurrent
 * layers of this block and its descendants compute their matrix products.  Inputs are cast;
 * parameters keep their dtype.  0: no cast.
 * [immediate | one thread | - | EINVAL] */
WEIR_API weir_status weir_block_set_compute(weir_block *b, weir_dtype dtype);

/* ---- Children, parameters and buffers ------------------------------------------------------ */

enum { WEIR_BLOCK_NAME_MAX = 256 }; /* maximum size of a qualified name, including the final zero */

/* Add a child with a name of letters, digits and _; if `name` is NULL, the child's index is its
 * name.  A block may have several parents, but must not contain itself.
 * [immediate | one thread | - (the parent retains the child) | EINVAL ENOMEM] */
WEIR_API weir_status weir_block_add(weir_block *parent, const char *name, weir_block *child);

/* The number of direct children, and the index-th child, or NULL past the end.  *name (may be NULL)
 * is set to the child's name.
 * [immediate | any thread | borrows | -] */
WEIR_API uint32_t weir_block_child_count(const weir_block *b);
WEIR_API weir_block *weir_block_child_at(const weir_block *b, uint32_t index, const char **name);

/* The descendant with this name, such as "layer1.conv".  If there is none, returns NULL, and
 * weir_error lists the names that exist.
 * [immediate | any thread | borrows | -] */
WEIR_API weir_block *weir_block_child(const weir_block *b, const char *name);

/* The kind of a block, its attributes (the kind's description gives their size), and its runtime.
 * [immediate | any thread | borrows | -] */
WEIR_API const weir_block_kind *weir_block_kind_of(const weir_block *b);
WEIR_API const void *weir_block_attr(const weir_block *b);
WEIR_API weir_runtime *weir_block_runtime(const weir_block *b);
/* The ctx given to weir_block_function; NULL for other blocks.
 * [immediate | any thread | borrows | -] */
WEIR_API void *weir_block_ctx(const weir_block *b);

typedef struct weir_block_entry {
    /* the block that the array belongs to; `block` and `array` are borrowed */
    weir_block *block;
    weir_array *array;              /* NULL if the shape is not known yet */
    int32_t trained;                /* 1: a parameter; 0: a buffer */
    int32_t tied;                   /* 1: an earlier entry refers to the same array */
    char name[WEIR_BLOCK_NAME_MAX]; /* qualified name, such as "layer1.norm.running_mean" */
} weir_block_entry;

/* List up to `max` parameters and buffers of this block and its descendants, in the order of
 * PyTorch's state_dict.  Returns their total number, which may exceed `max`.  `entry_size` is
 * sizeof(weir_block_entry).
 * [immediate | any thread | borrows | -] */
WEIR_API size_t weir_block_entries_sized(weir_block *b, weir_block_entry *out, size_t max,
                                         size_t entry_size);
static inline size_t weir_block_entries(weir_block *b, weir_block_entry *out, size_t max) {
    return weir_block_entries_sized(b, out, max, sizeof *out);
}

/* List each parameter once, without buffers, for an optimiser.  Fails with EINVAL if a parameter
 * has no shape yet.  *count is the capacity of `out`, and is set to the number of parameters; if
 * `out` is NULL, only *count is set.
 * [immediate | any thread | borrows | EINVAL] */
WEIR_API weir_status weir_block_parameters(weir_block *b, weir_array **out, uint32_t *count);

/* The total number of elements in all parameters, with each parameter counted once.
 * [immediate | any thread | - | -] */
WEIR_API int64_t weir_block_parameter_elements(weir_block *b);

/* The parameter or buffer with this name.
 * [immediate | any thread | borrows | EINVAL: no such name, or its shape is not known yet] */
WEIR_API weir_status weir_block_get(weir_block *b, const char *name, weir_array **out);

/* Copy values into a parameter or buffer; shape and dtype must match, the device may be another.  If
 * its shape is not known yet, it gets the shape of `values`.
 * [queued | one thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_set(weir_block *b, const char *name, weir_array *values);

/* Tie two parameters: `name` becomes another name for the array of `other`.
 * [immediate | one thread | - | EINVAL] */
WEIR_API weir_status weir_block_tie(weir_block *b, const char *name, const char *other);

/* Replace a parameter by `array`, without copying.  Shape and dtype must match; the parameter gets
 * the gradient mode of `array`.  If `array` is a parameter of another block, the two blocks share
 * it, and a cast of either block casts it.
 * [immediate | one thread | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_block_adopt(weir_block *b, const char *name, weir_array *array);

/* Cast all float parameters and buffers to another float dtype.  Create optimisers afterwards; a
 * backward pass through an earlier forward pass fails.  A forward pass that runs concurrently in
 * another thread uses either the old or the new array of each parameter.
 * [queued | one thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_cast(weir_block *b, weir_dtype dtype);

/* Move all parameters and buffers, with their gradients, to a device.  Parameters whose shape is not
 * known yet are created there.  An optimiser keeps the old arrays until weir_optimizer_params_set; a
 * backward pass through an earlier forward pass fails.  A forward pass that runs concurrently in
 * another thread uses either the old or the new array of each parameter.  If the block does not fit
 * in the free memory of the device, waits until the work issued so far is done, and fails with
 * ENOMEM if it still does not; the block then stays where it is.
 * [queued | one thread | - | EINVAL EDEVICE ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_to_device(weir_block *b, int32_t device);

/* Return the device of the first parameter or buffer.  A block that has none returns the device on
 * which it creates parameters.
 * [immediate | any thread | - | -] */
WEIR_API int32_t weir_block_device(weir_block *b);

/* Set the gradient mode of all parameters; WEIR_GRAD_NULL freezes them.  Initially WEIR_GRAD_STEP.
 * [immediate | one thread | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_block_set_grad(weir_block *b, weir_grad_mode mode);

/* Release all gradients.
 * [immediate | one thread | - | -] */
WEIR_API void weir_block_zero_grad(weir_block *b);

/* Clear the failures of all parameters and buffers, restore their last good values, release the
 * gradients, and wait until all of this is done.  Parameters whose initialisation was cancelled or
 * failed are initialised again.
 * [blocking | one thread, not inside a task | - | EINVAL ENOMEM ECLOSED EDEADLK EINTR, EFAILED:
 * some values were never computed and cannot be initialised again] */
WEIR_API weir_status weir_block_clear(weir_block *b);

/* ---- Saving and loading -------------------------------------------------------------------- */

/* Write all parameters and buffers to a safetensors file, each under all of its names, as
 * Module.save of the Python package and safetensors.torch do.  The call waits for the arrays first.
 * The new file is written beside the old one and then renamed, so an interrupted save leaves the
 * old file unchanged.
 * [blocking | any thread, not inside a task | - | EINVAL: a parameter has no shape yet; ENOMEM
 * ESYS, as weir_array_wait and weir_save_safetensors] */
WEIR_API weir_status weir_block_save(weir_block *b, const char *path);

enum {
    WEIR_BLOCK_LOAD_ALL = 0, /* the file and the block must have the same names */
    /* names that only the file or only the block has are skipped; shapes must still match */
    WEIR_BLOCK_LOAD_MATCHING = 1
};

/* Copy the arrays of a safetensors file into the parameters and buffers of the same names, cast to
 * their dtypes.  Parameters without a shape get the shape in the file.  An array with several names
 * need only be in the file under one of them.  In files written by the Python package's optim.save,
 * names that start with "optimizer." are skipped.  If names are missing or unexpected, or shapes
 * differ, the message lists them and nothing is changed.
 * [blocking on the file | one thread | - | EINVAL ENOMEM ECLOSED EINTR, as
 * weir_safetensors_open] */
WEIR_API weir_status weir_block_load(weir_block *b, const char *path, uint32_t flags);

/* ---- Initialisation ------------------------------------------------------------------------ */

/* Initialisers.  For a weight of shape (out, in, ...), fan_in is the product of `in` and the
 * dimensions after it, and fan_out the product of `out` and those dimensions.  `a` and `b` are
 * fields of weir_init. */
typedef enum weir_init_kind {
    WEIR_INIT_ZEROS = 1,
    WEIR_INIT_ONES = 2,
    WEIR_INIT_CONSTANT = 3, /* the constant a */
    WEIR_INIT_UNIFORM = 4,  /* a <= x < b */
    WEIR_INIT_NORMAL = 5,   /* mean a, standard deviation b */
    /* mean a, standard deviation b, truncated at two standard deviations */
    WEIR_INIT_TRUNC_NORMAL = 6,
    WEIR_INIT_XAVIER_UNIFORM = 7, /* gain a: uniform, |x| < a * sqrt(6 / (fan_in + fan_out)) */
    /* gain a: normal, standard deviation a * sqrt(2 / (fan_in + fan_out)) */
    WEIR_INIT_XAVIER_NORMAL = 8,
    /* gain a: uniform, |x| < a * sqrt(3 / fan), where fan is fan_in if b is 0 and fan_out if b is
     * 1 */
    WEIR_INIT_KAIMING_UNIFORM = 9,
    /* gain a: normal, standard deviation a / sqrt(fan), where fan is as for KAIMING_UNIFORM */
    WEIR_INIT_KAIMING_NORMAL = 10,
    WEIR_INIT_ORTHOGONAL = 11, /* gain a: orthonormal rows or columns, multiplied by a */
    WEIR_INIT_EYE = 12         /* 1 where the first two indices are equal, else 0 */
} weir_init_kind;

typedef struct weir_init {
    int32_t kind; /* a weir_init_kind */
    int32_t unused;
    double a, b;
} weir_init;

/* Fill a float array with the initial values that `init` describes.  The operation is not recorded,
 * so parameters can be filled at any time.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_init_fill(weir_array *a, const weir_init *init);

/* Set every parameter and buffer to its initial values, with random numbers that depend only on
 * `seed`.  Parameters without a shape are initialised in the same way when they get one.  `weights`
 * (may be NULL) replaces the initialiser of parameters with two or more dimensions.
 * [queued | one thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_initialise(weir_block *b, uint64_t seed, const weir_init *weights);

/* ---- Printing and observing ---------------------------------------------------------------- */

/* Write a block as text, with one child per line.  weir_block_parse accepts this text unless it
 * contains blocks of kind "Function".  Writes at most `size` bytes including the final zero;
 * returns the length of the text.
 * [immediate | any thread | - | -] */
WEIR_API size_t weir_block_text(weir_block *b, char *text, size_t size);

/* Write a table of all blocks: name, output shape for these inputs, and number of parameters.  The
 * call runs a forward pass in inference mode, without recording and without reading values.
 * Parameters whose shape depends on an input are created.
 * [queued | one thread | - | as weir_block_forward; *needed (may be NULL) is set to the length of
 * the text] */
WEIR_API weir_status weir_block_summary(weir_block *b, weir_array *const *in, uint32_t in_count,
                                        char *text, size_t size, size_t *needed);

/* Called after each block's forward pass on this thread, inner blocks first. */
typedef void (*weir_block_seen_fn)(void *ctx, weir_block *b, weir_array *const *in,
                                   uint32_t in_count, weir_array *const *out, uint32_t out_count);

/* Set the observer of this thread; NULL removes it.  Returns the previous observer and, in
 * *old_ctx, its ctx.
 * [immediate | any thread | - | -] */
WEIR_API weir_block_seen_fn weir_block_watch(weir_block_seen_fn fn, void *ctx, void **old_ctx);

/* ---- Kinds --------------------------------------------------------------------------------- */

enum {
    WEIR_BLOCK_PRODUCTS = 1, /* weir_block_set_compute applies to this kind */
    WEIR_BLOCK_CHILDREN = 2, /* blocks of this kind may have children */
    WEIR_BLOCK_LOSS = 4,     /* a loss, which compares its input with a target */
    WEIR_BLOCK_RANDOM = 8    /* draws random numbers while training */
};

typedef struct weir_block_def {
    size_t size; /* sizeof(weir_block_def) */
    const char *name;
    const char *summary;
    const char *notes; /* details beyond the summary; may be NULL */
    /* names of the inputs, e.g. "x, h?", where h is optional; "xs...": any number */
    const char *inputs;
    const char *outputs; /* names of the outputs, e.g. "y, h_n" */
    const char *aliases; /* other names for weir_block_kind_find; may be NULL */
    uint32_t flags;      /* WEIR_BLOCK_* */
    uint32_t attr_count;
    const weir_attr *attrs; /* descriptions of the attributes, in positional order */
    uint32_t attr_size;     /* size of the attribute struct */
    uint32_t attr_stride;   /* sizeof(weir_attr): size of an element of `attrs` */
    /* Check the attributes and declare parameters, buffers and children.  Called with `in` NULL
     * when a block is created.  If a shape is still unknown then, called again with the first
     * inputs, which must determine all shapes. */
    weir_status (*build)(weir_block *b, weir_array *const *in, uint32_t in_count);
    weir_status (*forward)(weir_block *b, weir_array *const *in, uint32_t in_count,
                           weir_array **out, uint32_t *out_count);
    /* Without `forward`: the operator that computes the block.  Its inputs are the block's inputs
     * and parameters of the same names, and its attributes are the block's attributes.  Where names
     * differ, the operator's name is followed by pairs "operator_name=block_name", as in "softmax
     * axis=dim". */
    const char *op;
    /* sample calls, as for operators, e.g. "(4,8) out_features=3"; see docs/operators.md */
    const char *samples;
    const char *parts;    /* one line about inputs and outputs, as for operators; may be NULL */
    const char *category; /* built-in kinds: the group, such as "convolutions"; may be NULL */
    const char *since;    /* the version that it appeared in, such as "0.1.0"; may be NULL */
} weir_block_def;

/* The number of kinds, and the index-th kind, or NULL past the end.  Built-in kinds come first, in
 * alphabetical order.
 * [immediate | any thread | borrows, permanently | -] */
WEIR_API uint32_t weir_block_kind_count(void);
WEIR_API const weir_block_kind *weir_block_kind_at(uint32_t index);

/* Find a kind by name or alias.  If there is none, returns NULL, and weir_error has a message.
 * [immediate | any thread | borrows, permanently | -] */
WEIR_API const weir_block_kind *weir_block_kind_find(const char *name);

/* The complete description of a kind.
 * [immediate | any thread | borrows, permanently | -] */
WEIR_API const weir_block_def *weir_block_kind_describe(const weir_block_kind *kind);

/* Add a kind.  Everything that `def` points to must remain valid; make it static.  The name and the
 * aliases must be new.
 * [immediate | any thread | borrows, permanently | EINVAL ENOMEM] */
WEIR_API weir_status weir_block_kind_register(const weir_block_def *def,
                                              const weir_block_kind **out);

/* Fill an attribute struct of attr_size bytes with the defaults.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_block_attr_init(const weir_block_kind *kind, void *attr,
                                          size_t attr_size);

/* For build and forward functions: parameters and buffers by index, in declaration order ------- */

enum {
    WEIR_PARAM_BUFFER = 1, /* not trained */
    /* do not create the array in this call, even if its shape is known; a later weir_block_declare
     * with the same name creates it */
    WEIR_PARAM_LATER = 2
};

/* Declare the next parameter or buffer, or complete the one with this name.  An unknown dimension
 * is -1; with ndim -1 even the number of dimensions is unknown.  dtype 0: the block's dtype.
 * [queued | build, or one thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_declare(weir_block *b, const char *name, const int64_t *shape,
                                        int32_t ndim, weir_dtype dtype, const weir_init *init,
                                        uint32_t flags);

/* The index-th parameter or buffer, or NULL if it was not declared or has no shape yet.  Valid
 * until the block is cast or the array is replaced.
 * [immediate | any thread | borrows | -] */
WEIR_API weir_array *weir_block_own(const weir_block *b, uint32_t index);

/* Like weir_block_own, for use in a forward function: the array is cast to the dtype set by
 * weir_block_set_compute.
 * [queued | any thread | returns +1 | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_block_use(weir_block *b, uint32_t index, weir_array **out);

/* Compute the block with its operator `op`, as for a kind without `forward`.  Used by forward
 * functions that check or change the inputs first.
 * [queued | inside forward | returns +1 each | EINVAL ENOMEM ECLOSED EDEVICE EINTR] */
WEIR_API weir_status weir_block_operate(weir_block *b, weir_array *const *in, uint32_t in_count,
                                        weir_array **out, uint32_t *out_count);

/* Set the message, prefixed with the kind as in "Linear: ...", and return EINVAL.
 * [immediate | any thread | - | returns EINVAL] */
WEIR_API weir_status weir_block_fail(const weir_block *b, const char *message);

#ifdef __cplusplus
}
#endif
#endif
