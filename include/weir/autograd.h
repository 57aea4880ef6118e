/* autograd.h - automatic differentiation: operations are recorded as they are issued.
 *
 *   recording   A mode of the thread.  While it is on, an operation on arrays that require grad
 *               saves what its gradient needs, and its results require grad too.
 *   leaf        An array with a gradient attached by weir_array_attach_grad.
 *   backward    The pass from results back to leaves, which issues the operations of the gradient.
 *               It returns without waiting; gradients are arrays that are computed like any others.
 *
 * The arrays that an operation saved are released as soon as its gradient has been issued.
 * Gradients belong to handles, not to storages: another handle to the same values requires grad
 * only if it is the result of a recorded operation.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* weir.h includes this file in turn */
#endif
#ifndef WEIR_AUTOGRAD_H
#define WEIR_AUTOGRAD_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Modes of the current thread ----------------------------------------------------------- */

/* Turn recording on or off; returns the previous setting.  Off initially.
 * [immediate | any thread | - | -] */
WEIR_API int weir_recording_set(int on);
WEIR_API int weir_recording(void);

/* Select training or inference mode, which layers such as dropout depend on; returns the previous
 * setting.  Inference initially.
 * [immediate | any thread | - | -] */
WEIR_API int weir_training_set(int on);
WEIR_API int weir_training(void);

/* ---- Leaves -------------------------------------------------------------------------------- */

typedef enum weir_grad_mode {
    WEIR_GRAD_NULL = 0,  /* no gradient */
    WEIR_GRAD_WRITE = 1, /* each backward pass replaces the gradient */
    WEIR_GRAD_ADD = 2,   /* each backward pass adds to the gradient */
    /* each backward pass adds to the gradient until the array is written, by an optimiser's step or
     * otherwise; the next pass then replaces it.  This is the mode of block parameters */
    WEIR_GRAD_STEP = 3
} weir_grad_mode;

/* Make the array a leaf.  Its recorded history and its gradient are discarded.
 * [immediate | any thread | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_array_attach_grad(weir_array *a, weir_grad_mode mode);

/* The mode of a leaf; WEIR_GRAD_NULL for other arrays.
 * [immediate | any thread | - | -] */
WEIR_API weir_grad_mode weir_array_grad_mode(const weir_array *a);

/* The gradient of a leaf, as of the last backward pass, or NULL.
 * [immediate | any thread | returns +1 | -] */
WEIR_API weir_array *weir_array_grad(const weir_array *a);

/* Replace the gradient by another array of the same shape and dtype on the same device, or by NULL.  With WEIR_GRAD_ADD and
 * WEIR_GRAD_STEP the next backward pass adds to the new gradient.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_array_grad_set(weir_array *a, weir_array *grad);

/* Make `grad`, a copy of the gradient of the leaf `from`, the gradient of the leaf `to`, which replaces
 * `from`, for example on another device.  The next backward pass adds to it or replaces it, as it
 * would have done with the gradient of `from`; weir_array_grad_pass is the same.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_array_grad_move(const weir_array *from, weir_array *to, weir_array *grad);

/* The number of the backward pass that last stored the gradient of a leaf or added to it; 0 if none
 * has.  weir_array_grad_set does not change it, so it tells whether a gradient has been computed
 * since an earlier call.  Numbers are never used again.
 * [immediate | any thread | - | -] */
WEIR_API uint64_t weir_array_grad_pass(const weir_array *a);

/* From now on, make weir_backward fail with the message `why`, which is not copied, instead of
 * storing a gradient for `a`.  Use it for an array that another array has replaced.  The call has
 * no effect on arrays without a gradient attached.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_array_grad_refuse(weir_array *a, const char *why);

/* The message that weir_array_grad_refuse was given, or NULL.
 * [immediate | any thread | borrows | -] */
WEIR_API const char *weir_array_grad_refused(const weir_array *a);

/* Returns 1 if the array is a leaf or was computed from one while recording, else 0.
 * [immediate | any thread | - | -] */
WEIR_API int weir_array_requires_grad(const weir_array *a);

/* A new handle to the same values that does not require grad.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_array_detach(weir_array *a, weir_array **out);

/* ---- Backward ------------------------------------------------------------------------------ */

enum {
    WEIR_BACKWARD_RETAIN = 1, /* keep the saved arrays, so that backward can run again */
    WEIR_BACKWARD_RECORD = 2  /* record the operations of the gradient; implies RETAIN */
};

/* Compute the gradient of the sum of head * head_grad over all heads, for each leaf that the heads
 * depend on.  If `head_grads` or one of its entries is NULL, ones are used.  With
 * WEIR_BACKWARD_RECORD a leaf's gradient depends on the leaf, and the two hold references to each
 * other until weir_array_grad_set(leaf, NULL); weir_grad makes no such cycle.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_backward(weir_array *const *heads, uint32_t head_count,
                                   weir_array *const *head_grads, uint32_t flags);

/* Compute the gradients with respect to the given arrays, which need not be leaves.  The stored
 * gradients of leaves do not change.  NULL in `grads` means that the heads do not depend on that
 * array.
 * [queued | any thread | returns +1 each | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_grad(weir_array *const *heads, uint32_t head_count,
                               weir_array *const *head_grads, weir_array *const *inputs,
                               uint32_t input_count, uint32_t flags, weir_array **grads);

/* ---- Functions with their own gradient ----------------------------------------------------- */

/* A function with a custom gradient.  `backward` receives the gradients of the outputs and returns
 * the gradients of the inputs, each a new reference; in both, NULL means zero.  It is called on the
 * thread that calls weir_backward or weir_grad, and issues operations as usual. */
typedef struct weir_function {
    size_t size;      /* sizeof(weir_function) */
    const char *name; /* copied */
    weir_status (*backward)(weir_runtime *rt, weir_array *const *grad_out, uint32_t out_count,
                            weir_array **grad_in, uint32_t in_count, void *ctx);
    void (*free)(void *ctx); /* may be NULL; called once, even if recording was off */
    void *ctx;
    weir_array *const *saved; /* arrays that `backward` uses: see weir_function_saved */
    uint32_t saved_count;
    uint32_t unused;
} weir_function;

/* Record that this function computed `out` from `in`.  The outputs must be distinct new arrays,
 * created while recording was off.
 * [immediate | any thread | takes ctx, even on failure | EINVAL ENOMEM] */
WEIR_API weir_status weir_function_record(weir_runtime *rt, const weir_function *function,
                                          weir_array *const *in, uint32_t in_count,
                                          weir_array *const *out, uint32_t out_count);

/* Inside a function's `backward`: get the index-th saved array (NULL if NULL was saved).  Fails if
 * the array has been written since it was saved.  A saved input or output is returned with its
 * history, so that gradients of gradients work.  Save outputs here rather than in `ctx`: an output
 * held by `ctx` holds the function, which holds `ctx`, and neither would ever be freed.
 * [immediate | the thread that runs backward | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_function_saved(uint32_t index, weir_array **out);

/* A function that computes a part of a network.  It returns up to *out_count arrays, each a new
 * reference, and sets *out_count to their number. */
typedef weir_status (*weir_part_fn)(weir_runtime *rt, weir_array *const *in, uint32_t in_count,
                                    weir_array **out, uint32_t *out_count, void *ctx);

/* Gradient checkpointing: run a part without saving anything, and run it again, with the same
 * random numbers, when its gradient is needed.  This trades time for memory.  Leaves used inside
 * the part get their gradients from weir_backward; weir_grad considers only `in`, and gradients of
 * gradients are not supported.  `free` (may be NULL) is called with ctx when ctx is no longer
 * needed.
 * [queued | any thread | returns +1 each, takes ctx | as what it calls] */
WEIR_API weir_status weir_checkpoint(weir_runtime *rt, weir_part_fn part, weir_array *const *in,
                                     uint32_t in_count, weir_array **out, uint32_t *out_count,
                                     void *ctx, void (*free)(void *ctx));

#ifdef __cplusplus
}
#endif
#endif
