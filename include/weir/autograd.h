/* autograd.h - gradients: recorded as operations are issued, computed by operations like any other.
 *
 *   recording   A mode of the thread.  While it is on, an operation on arrays that are followed notes what
 *               its gradient will need; its results are followed too.
 *   leaf        An array whose gradient is wanted: weir_array_attach_grad.
 *   backward    Walks back from results to leaves and issues the operations of the gradient.  It returns
 *               at once; the gradients are arrays whose values come when they come.
 *
 * What an operation noted is let go as soon as its step backward has been issued.  Gradients belong to
 * handles, not to storages: a second handle of the same values is followed only if an operation gave it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* which has this file in its place */
#endif
#ifndef WEIR_AUTOGRAD_H
#define WEIR_AUTOGRAD_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Modes of this thread ------------------------------------------------------------------ */

/* Record from now on, or no longer; returns what was.  Off at first.
 * [immediate | any thread | - | -] */
WEIR_API int weir_recording_set(int on);
WEIR_API int weir_recording(void);

/* Train or predict: what layers such as dropout look at.  Returns what was.  Predict at first.
 * [immediate | any thread | - | -] */
WEIR_API int weir_training_set(int on);
WEIR_API int weir_training(void);

/* ---- Leaves -------------------------------------------------------------------------------- */

typedef enum weir_grad_mode {
    WEIR_GRAD_NULL = 0,  /* none is wanted */
    WEIR_GRAD_WRITE = 1, /* each backward replaces the last one's gradient */
    WEIR_GRAD_ADD = 2,   /* each backward adds to it */
    WEIR_GRAD_STEP =
        3 /* each adds to it until the array is written, by an optimiser's step or otherwise; the next
                            one replaces.  What parameters of blocks have */
} weir_grad_mode;

/* Make the array a leaf.  It forgets where it came from, and its gradient.
 * [immediate | any thread | - | EINVAL ENOMEM] */
WEIR_API weir_status weir_array_attach_grad(weir_array *a, weir_grad_mode mode);

/* The mode of a leaf; NULL for what is none.
 * [immediate | any thread | - | -] */
WEIR_API weir_grad_mode weir_array_grad_mode(const weir_array *a);

/* The gradient that the last backward left with a leaf, or NULL.
 * [immediate | any thread | returns +1 | -] */
WEIR_API weir_array *weir_array_grad(const weir_array *a);

/* Put another in its place (one of the same shape), or none.  With WEIR_GRAD_ADD and WEIR_GRAD_STEP the next backward
 * adds to it.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_array_grad_set(weir_array *a, weir_array *grad);

/* From now on weir_backward refuses a gradient that would arrive at `a`, and says `why`, which is not copied: for an array
 * whose place another has taken.  It has no effect on arrays without a gradient attached.
 * [immediate | any thread | - | EINVAL] */
WEIR_API weir_status weir_array_grad_refuse(weir_array *a, const char *why);

/* 1 if it is a leaf or came from one while recording.
 * [immediate | any thread | - | -] */
WEIR_API int weir_array_requires_grad(const weir_array *a);

/* Another handle of the same values, which is not followed.
 * [immediate | any thread | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_array_detach(weir_array *a, weir_array **out);

/* ---- Backward ------------------------------------------------------------------------------ */

enum {
    WEIR_BACKWARD_RETAIN = 1, /* keep what was noted, so that one can go backward again */
    WEIR_BACKWARD_RECORD = 2  /* record the gradient's own operations; retains too */
};

/* Leave with each leaf that the heads came from the gradient of sum(head * head_grad) over all heads.
 * `head_grads`, or one of them, may be NULL: ones.  With WEIR_BACKWARD_RECORD a leaf's gradient came from the leaf,
 * and the two hold each other until weir_array_grad_set(leaf, NULL); weir_grad has no such circle.
 * [queued | any thread | - | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_backward(weir_array *const *heads, uint32_t head_count,
                                   weir_array *const *head_grads, uint32_t flags);

/* The same for the arrays named, leaves or not; no leaf's own gradient changes.  NULL in `grads` says that
 * the heads do not depend on it.
 * [queued | any thread | returns +1 each | EINVAL ENOMEM ECLOSED EINTR] */
WEIR_API weir_status weir_grad(weir_array *const *heads, uint32_t head_count,
                               weir_array *const *head_grads, weir_array *const *inputs,
                               uint32_t input_count, uint32_t flags, weir_array **grads);

/* ---- Functions of your own ------------------------------------------------------------------ */

/* A piece of program with a gradient of its own.  `backward` gets the gradients of its outputs (NULL: zero)
 * and gives, with a reference each, those of its inputs (NULL: zero).  It is called by the thread that goes
 * backward, and issues operations as usual. */
typedef struct weir_function {
    size_t size; /* sizeof(weir_function) */
    const char *name;
    weir_status (*backward)(weir_runtime *rt, weir_array *const *grad_out, uint32_t out_count,
                            weir_array **grad_in, uint32_t in_count, void *ctx);
    void (*free)(void *ctx); /* may be NULL; called once, also if recording was off */
    void *ctx;
    weir_array *const *saved; /* arrays that `backward` will look at: see weir_function_saved */
    uint32_t saved_count;
} weir_function;

/* Say that `out` came from `in` by this function.  The outputs must be new arrays, made while recording was
 * paused, each another.
 * [immediate | any thread | takes ctx, also on failure | EINVAL ENOMEM] */
WEIR_API weir_status weir_function_record(weir_runtime *rt, const weir_function *function,
                                          weir_array *const *in, uint32_t in_count,
                                          weir_array *const *out, uint32_t out_count);

/* Inside a function's backward: what it saved (NULL where it saved NULL).  It is refused if somebody has written to
 * it since.  An input or output comes as what it was, so that gradients of gradients go through it.  An output
 * that `ctx` holds instead would hold the function, which holds ctx: neither would ever be freed.
 * [immediate | the thread that goes backward | returns +1 | EINVAL ENOMEM] */
WEIR_API weir_status weir_function_saved(uint32_t index, weir_array **out);

/* A part of a network: gives up to *out_count arrays with a reference each, and says how many. */
typedef weir_status (*weir_part_fn)(weir_runtime *rt, weir_array *const *in, uint32_t in_count,
                                    weir_array **out, uint32_t *out_count, void *ctx);

/* Run a part without noting anything, and once more, with the same random numbers, when its gradient is
 * asked for: memory for time.  Leaves that the part uses get their gradients by weir_backward; weir_grad
 * sees `in` only, and gradients of gradients are refused.  `free` (may be NULL) is called with ctx when nothing needs it any longer.
 * [queued | any thread | returns +1 each, takes ctx | as what it calls] */
WEIR_API weir_status weir_checkpoint(weir_runtime *rt, weir_part_fn part, weir_array *const *in,
                                     uint32_t in_count, weir_array **out, uint32_t *out_count,
                                     void *ctx, void (*free)(void *ctx));

#ifdef __cplusplus
}
#endif
#endif
