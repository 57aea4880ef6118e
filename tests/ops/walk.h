/* walk.h - walking the registry: every operator, every sample, and how a check tells what is
 * wrong.
 *
 * A check is a function of one operator.  It complains as often as it has to and goes on, so that
 * one run shows everything; the walk fails in the end if anybody complained.  TEST_OP=name in the
 * environment restricts a walk to one operator; a name that is none fails, with the nearest ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OPS_WALK_H
#define OPS_WALK_H

#include "sample.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

typedef void check_fn(const weir_op *op);

check_fn check_forward;   /* against the plain kernel and against float64 */
check_fn check_reference; /* what has no formula has a reference */
check_fn check_special;   /* the same, with NaN, infinities and zeros among the inputs */
check_fn check_random;    /* random operators: what a seed gives, and moments */
check_fn check_gradient;  /* against central differences */
check_fn check_layouts;   /* inputs in any strides */
check_fn check_outputs;   /* written into arrays that are there, inputs among them */
check_fn check_dtypes;    /* right, or refused by name */
check_fn check_mixed;     /* inputs of two dtypes are promoted */
check_fn check_edges;     /* nothing, and no dimensions */
check_fn check_workers;   /* the same bits for any number of workers */

void walk(check_fn *check);
void walk_share(check_fn *check, uint32_t share, uint32_t shares); /* every shares-th of them */
const char *walk_only(void); /* the name of the one operator that TEST_OP asks for, or NULL */
void walk_one(check_fn *check, const weir_op *op);

/* Something is wrong with what is checked now. */
void complain(const sample *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void walk_done(void); /* fails if anybody complained */

/* ---- Running --------------------------------------------------------------------------------- */

enum { OUTCOME_ARRAYS = 64 };

/* What came of a call: a refusal, a failure while it ran, or arrays. */
typedef struct outcome {
    weir_status status;
    bool refused;
    uint32_t count;
    int32_t device; /* of the first one */
    host out[OUTCOME_ARRAYS];
    char error[400];
} outcome;

/* A serial runtime that lives as long as the process. */
weir_runtime *walk_runtime(void);

/* Values for all inputs. */
void make_inputs(const sample *s, uint64_t seed, host *in);
void free_inputs(const sample *s, host *in);

/* Arrays of them, in runtime `rt`: NULL, a number or an array.  Release with release_arrays. */
void send_inputs(weir_runtime *rt, const sample *s, const host *in, weir_array **out);
void release_arrays(weir_array **arrays, uint32_t count);

/* Call with arrays that are there, and read what comes.  Random operators start from the same
 * seed. */
outcome run_arrays(weir_runtime *rt, const weir_op *op, const sample *s, weir_array *const *in);
outcome run_sample(weir_runtime *rt, const weir_op *op, const sample *s, const host *in);
void outcome_free(outcome *o);

/* The operator whose kernel is the plain one of `op`, registered when it is first asked for. */
const weir_op *reference_of(const weir_op *op);

/* The sample made about `elements` large, if the operator agrees; false: it stays as it is. */
bool enlarge(const sample *s, int64_t elements, sample *out);

/* Is what came of `s` right?  By the formula in the same dtype, and in double precision. */
void judge_forward(const sample *s, const char *what, const host *in, const outcome *got);

/* By the reference, if there is one: reference.h. */
void judge_reference(const sample *s, const char *what, const host *in, const outcome *got);

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Equal, all of them, bit for bit; otherwise complain about `what`. */
bool same_outcome(const sample *s, const char *what, const outcome *got, const outcome *wanted);

/* Right by the value in double precision: at most `ulps` units in the last place of `got`'s dtype,
 * at the size of the exact value or, for an operator that adds up, of its terms.  `plain` (may be
 * NULL) is what the formula gives in the same dtype: twice its error is allowed.  `terms` may be
 * NULL. */
void close_outcome(const sample *s, const char *what, const outcome *got, const outcome *exact,
                   const outcome *reference, const outcome *terms, double ulps);

/* Same shapes, dtypes and number of outputs? */
bool same_form(const sample *s, const char *what, const outcome *got, const outcome *wanted);

static inline bool is_map(const weir_op *op) {
    return weir_op_describe(op)->flags & WEIR_OP_ELEMENTWISE;
}
static inline bool is_random(const weir_op *op) {
    return weir_op_describe(op)->flags & WEIR_OP_RANDOM;
}

#endif
