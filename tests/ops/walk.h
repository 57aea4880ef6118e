/* walk.h - walking the registry: every operator, every sample, and how a check reports
 * errors.
 *
 * A check is a function of one operator.  It reports each error with complain() and continues, so that
 * one run shows all of them; the walk fails at the end if there were any.  TEST_OP=name in the
 * environment restricts a walk to one operator; an unknown name fails with suggestions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OPS_WALK_H
#define OPS_WALK_H

#include "sample.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

typedef void check_fn(const weir_op *op);

check_fn check_forward; /* against the reference kernel and against float64 */
check_fn
    check_reference;     /* operators without a reference kernel, against tests/ops/reference_*.c */
check_fn check_special;  /* the same, with NaN, infinities and zeros among the inputs */
check_fn check_random;   /* random operators: reproducibility and moments */
check_fn check_gradient; /* against central differences */
check_fn check_layouts;  /* inputs with any strides */
check_fn check_outputs;  /* output into existing arrays, including inputs */
check_fn check_dtypes;   /* computed correctly or refused */
check_fn check_mixed;    /* inputs of two dtypes are promoted */
check_fn check_edges;    /* empty and 0-d inputs */
check_fn check_workers;  /* the same bits for any number of workers */
check_fn check_devices;  /* the same bits on a device as on the CPU */
check_fn check_cuda;     /* on a CUDA device, against the reference kernel */

/* Is there a CUDA device, or the stand-in? */
bool cuda_is_there(void);

/* Check a sample of an operator on a CUDA device. */
void check_cuda_text(const char *op, const char *text);
/* The same, where a row of each matrix of an input, which has floats, is NaN. */
void check_cuda_nan(const char *op, const char *text, uint32_t input, int64_t row);

void walk(check_fn *check);
void walk_share(check_fn *check, uint32_t share, uint32_t shares); /* every shares-th operator */
const char *walk_only(void); /* the operator that TEST_OP selects, or NULL */
void walk_one(check_fn *check, const weir_op *op);

/* Report an error of the operator being checked. */
void complain(const sample *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void walk_done(void); /* fails if there were complaints */

/* ---- Running --------------------------------------------------------------------------------- */

enum { OUTCOME_ARRAYS = 64 };

/* The outcome of a call: a refusal, a failure while it ran, or arrays. */
typedef struct outcome {
    weir_status status;
    bool refused;
    uint32_t count;
    int32_t device; /* of the first array */
    host out[OUTCOME_ARRAYS];
    char error[400];
} outcome;

/* A serial runtime that lives as long as the process. */
weir_runtime *walk_runtime(void);

/* Values for all inputs. */
void make_inputs(const sample *s, uint64_t seed, host *in);
void free_inputs(const sample *s, host *in);

/* The inputs as arrays in runtime `rt`: NULL, a number or an array.  Release with release_arrays. */
void send_inputs(weir_runtime *rt, const sample *s, const host *in, weir_array **out);
void release_arrays(weir_array **arrays, uint32_t count);

/* Call with existing arrays, and read the result.  Random operators start from the same
 * seed. */
outcome run_arrays(weir_runtime *rt, const weir_op *op, const sample *s, weir_array *const *in);
outcome run_sample(weir_runtime *rt, const weir_op *op, const sample *s, const host *in);
void outcome_free(outcome *o);

/* The operator whose kernel is the reference kernel of `op`, registered on first use. */
const weir_op *reference_of(const weir_op *op);

/* Enlarge the sample to about `elements` elements, if the operator accepts it; false: unchanged. */
bool enlarge(const sample *s, int64_t elements, sample *out);

/* Check an outcome of `s` against the reference kernel in the same dtype, and in double precision. */
void judge_forward(const sample *s, const char *what, const host *in, const outcome *got);

/* Check against the reference, if there is one: reference.h. */
void judge_reference(const sample *s, const char *what, const host *in, const outcome *got);

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Check that all outputs are equal, bit for bit; otherwise complain about `what`. */
bool same_outcome(const sample *s, const char *what, const outcome *got, const outcome *wanted);

/* Check against the value in double precision: at most `ulps` units in the last place of `got`'s dtype,
 * at the magnitude of the exact value or, for an operator that sums, of its terms.  `reference` (may be
 * NULL) is the result of the reference kernel in the same dtype: twice its error is allowed.  `terms` may be
 * NULL. */
void close_outcome(const sample *s, const char *what, const outcome *got, const outcome *exact,
                   const outcome *reference, const outcome *terms, double ulps);

/* True if shapes, dtypes and number of outputs are the same. */
bool same_form(const sample *s, const char *what, const outcome *got, const outcome *wanted);

static inline bool is_map(const weir_op *op) {
    return weir_op_describe(op)->flags & WEIR_OP_ELEMENTWISE;
}
static inline bool is_view(const weir_op *op) { return weir_op_describe(op)->flags & WEIR_OP_VIEW; }
static inline bool is_random(const weir_op *op) {
    return weir_op_describe(op)->flags & WEIR_OP_RANDOM;
}

#endif
