/* ctc_loss.c - connectionist temporal classification: the negative log-likelihood of a target over
 * all alignments.
 *
 * A target of S labels has 2 S + 1 states: blank, label, blank, ... blank.  An alignment is in one
 * state at each time step; from one step to the next it stays in its state, advances to the next
 * state, or skips a blank between two labels that differ.  In logarithms,
 *
 *   reach(t, i) = log of the sum of e^alpha(t - 1, j) over the states j from which i can be reached
 *   alpha(t, i) = reach(t, i) + log_probs(t, label of i)
 *   loss        = - log(e^alpha(last, n - 1) + e^alpha(last, n - 2))
 *
 * The same recursion from the end, with the states in reverse order, gives the likelihood of the
 * rest of an alignment that is in state i at time t.  Together, the two recursions give the
 * probability that an alignment is in state i at time t (its share), from which the gradient
 * follows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "array/element.h"
#include "ops/loss/loss_reduction.h"
#include "ops/loss/ctc_simd.h"

#define CTC_LOSS_ATTRS(X, A)                                                                       \
    X(A, I64, blank, 0, "the class of the blank symbol", ">= 0")                                   \
    X(A, TEXT, reduction, "mean", "'mean' (of each loss over its target length), 'sum' or 'none'", \
      "mean | sum | none")                                                                         \
    X(A, BOOL, zero_infinity, 0, "a target too long for its input gives 0 instead of infinity")
WEIR_ATTRS(ctc_loss, CTC_LOSS_ATTRS);

/* ---- Checks ---------------------------------------------------------------------------------- */

static weir_status need_integers(const weir_infer *c, uint32_t input, const char *name) {
    if (wr_dtype_kind_of(c->in[input]->dtype) == WR_KIND_INT) return WEIR_OK;
    return wr_refuse(c, "%s is %s; expected integers", name, wr_dtypes[c->in[input]->dtype].name);
}

static weir_status need_one_each(const weir_infer *c, uint32_t input, const char *name,
                                 int64_t batch) {
    const weir_array *a = c->in[input];
    if (a->ndim == 1 && wr_shape(a)[0] == batch) return WEIR_OK;
    return wr_refuse(c, "%s has shape %s; expected (%lld,), one per sample", name,
                     wr_shape_text(a->ndim, wr_shape(a)), (long long)batch);
}

static weir_status need_inputs(const weir_infer *c, bool backward) {
    const ctc_loss_attr *attr = c->attr;
    const weir_array *x = c->in[0], *targets = c->in[1];
    wr_reduction r = wr_reduction_of(attr->reduction);
    if (x->ndim != 3)
        return wr_refuse(c, "log_probs has shape %s; expected (time, batch, classes)",
                         wr_shape_text(x->ndim, wr_shape(x)));
    const int64_t *shape = wr_shape(x);
    if (wr_dtype_kind_of(x->dtype) != WR_KIND_FLOAT)
        return wr_refuse(c, "log_probs is %s; expected floats", wr_dtypes[x->dtype].name);
    if (targets->ndim != 1 && (targets->ndim != 2 || wr_shape(targets)[0] != shape[1]))
        return wr_refuse(
            c, "targets has shape %s; expected (%lld, labels), or all labels in one dimension",
            wr_shape_text(targets->ndim, wr_shape(targets)), (long long)shape[1]);
    WR_TRY(need_integers(c, 1, "targets"));
    WR_TRY(need_integers(c, 2, "input_lengths"));
    WR_TRY(need_integers(c, 3, "target_lengths"));
    WR_TRY(need_one_each(c, 2, "input_lengths", shape[1]));
    WR_TRY(need_one_each(c, 3, "target_lengths", shape[1]));
    if (attr->blank < 0 || attr->blank >= shape[2])
        return wr_refuse(c, "blank=%lld is out of range for %lld %s", (long long)attr->blank,
                         (long long)shape[2], shape[2] == 1 ? "class" : "classes");
    if (r == WR_REDUCE_WRONG || r == WR_REDUCE_BATCHMEAN)
        return wr_refuse(c, "reduction '%s' is not supported; expected 'mean', 'sum' or 'none'",
                         attr->reduction);
    if (!backward) return WEIR_OK;
    const weir_array *dy = c->in[4];
    if (wr_dtype_kind_of(dy->dtype) != WR_KIND_FLOAT)
        return wr_refuse(c, "dy is %s; expected floats", wr_dtypes[dy->dtype].name);
    if (r == WR_REDUCE_NONE) return need_one_each(c, 4, "dy", shape[1]);
    if (dy->ndim == 0) return WEIR_OK;
    return wr_refuse(c, "dy has shape %s; expected ()", wr_shape_text(dy->ndim, wr_shape(dy)));
}

/* Indices of the rows of a sample in the scratch memory.  A row has one element per state.  The
 * backward pass needs one additional row per time step. */
enum { SKIP, EMIT, ONE, OTHER, SPARE, ROWS };
enum { BEFORE = 2 }; /* number of elements that precede the first state in a row; they hold -inf */

static int64_t rows_of(int64_t steps, bool backward) { return ROWS + (backward ? steps : 0); }

static weir_status infer(weir_infer *c, bool backward) {
    WR_TRY(need_inputs(c, backward));
    const weir_array *x = c->in[0];
    const int64_t *shape = wr_shape(x), steps = shape[0], batch = shape[1],
                  labels = c->in[1]->count;
    c->dtype = x->dtype;
    if (backward)
        c->dtype = (int)weir_dtype_promote((weir_dtype)x->dtype, (weir_dtype)c->in[4]->dtype);
    c->out[0].dtype = c->dtype;
    c->out[0].ndim = 0;
    if (backward)
        wr_meta_shape(&c->out[0], 3, shape);
    else if (wr_reduction_of(((const ctc_loss_attr *)c->attr)->reduction) == WR_REDUCE_NONE)
        wr_meta_shape(&c->out[0], 1, shape + 1);
    /* space for the labels, for three integers per sample (input length, target length, start) and
     * for one loss per sample */
    int64_t words = labels + 3 * batch + batch;
    words += rows_of(steps, backward) * (2 * labels + (1 + BEFORE) * batch);
    words += backward ? batch * shape[2] : 0; /* space for the sums per class */
    c->scratch_bytes = (uint64_t)words * sizeof(double);
    return WEIR_OK;
}

/* ---- The job --------------------------------------------------------------------------------- */

typedef struct job {
    const weir_kernel *k;
    const wr_ctc_simd *simd;
    const weir_view *x, *dy;
    int64_t steps, batch, classes, blank, rows;
    wr_reduction reduction;
    bool zero_infinity;
    /* label: the labels of all samples, concatenated; per sample, start: index of the first label,
     * input: number of time steps, target: number of labels */
    int64_t *label, *start, *input, *target;
    double *loss, *states, *shares;
} job;

/* A sample, with its labels and its rows in the scratch memory. */
typedef struct sample {
    const job *j;
    /* n: index of the sample; states: number of states; row_size: elements per row */
    int64_t n, steps, states, row_size;
    const int64_t *label;
    double *rows;
} sample;

static int64_t integer(const weir_view *v, int64_t i) {
    return wr_element_i64(v->dtype, (const char *)v->data + i * (int64_t)wr_dtype_bytes(v->dtype));
}

static weir_status read_lengths(job *j, const weir_view *inputs, const weir_view *targets,
                                const weir_view *labels) {
    int64_t each = labels->ndim == 2 ? labels->shape[1] : -1, at = 0;
    int64_t count = wr_view_count(labels);
    for (int64_t n = 0; n < j->batch; n++) {
        j->input[n] = integer(inputs, n);
        j->target[n] = integer(targets, n);
        if (j->input[n] < 0 || j->input[n] > j->steps)
            return wr_kernel_fail(j->k, WEIR_EINVAL,
                                  "input_lengths[%lld] is %.0f; expected 0 to %lld time steps",
                                  (long long)n, wr_view_get(inputs, n), (long long)j->steps);
        int64_t most = each >= 0 ? each : count - at;
        if (j->target[n] < 0 || j->target[n] > most)
            return wr_kernel_fail(j->k, WEIR_EINVAL,
                                  "target_lengths[%lld] is %.0f; expected 0 to %lld labels",
                                  (long long)n, wr_view_get(targets, n), (long long)most);
        j->start[n] = at;
        at += each >= 0 ? each : j->target[n];
    }
    if (at != count)
        return wr_kernel_fail(j->k, WEIR_EINVAL,
                              "target_lengths sum to %lld, but targets has %lld label%s",
                              (long long)at, (long long)count, count == 1 ? "" : "s");
    return WEIR_OK;
}

static weir_status read_labels(job *j, const weir_view *labels) {
    for (int64_t n = 0; n < j->batch; n++)
        for (int64_t i = 0; i < j->target[n]; i++) {
            int64_t label = integer(labels, j->start[n] + i);
            j->label[j->start[n] + i] = label;
            if (label == j->blank)
                return wr_kernel_fail(
                    j->k, WEIR_EINVAL,
                    "label %lld, at index %lld of sample %lld, is the blank; use another class",
                    (long long)label, (long long)i, (long long)n);
            if (label < 0 || label >= j->classes)
                return wr_kernel_fail(
                    j->k, WEIR_EINVAL,
                    "label %.0f, at index %lld of sample %lld, is out of range for %lld %s",
                    wr_view_get(labels, j->start[n] + i), (long long)i, (long long)n,
                    (long long)j->classes, j->classes == 1 ? "class" : "classes");
        }
    return WEIR_OK;
}

static weir_status begin(job *j, const weir_kernel *k, bool backward) {
    const ctc_loss_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    *j = (job){.k = k,
               .simd = wr_simd_of(k)->ctc,
               .x = x,
               .dy = backward ? &k->in[4] : NULL,
               .steps = x->shape[0],
               .batch = x->shape[1],
               .classes = x->shape[2],
               .blank = attr->blank,
               .rows = rows_of(x->shape[0], backward),
               .reduction = wr_reduction_of(attr->reduction),
               .zero_infinity = attr->zero_infinity != 0};
    int64_t labels = wr_view_count(&k->in[1]);
    j->label = k->scratch;
    j->start = j->label + labels;
    j->input = j->start + j->batch;
    j->target = j->input + j->batch;
    j->loss = (double *)(void *)(j->target + j->batch);
    j->states = j->loss + j->batch;
    j->shares = j->states + j->rows * (2 * labels + (1 + BEFORE) * j->batch);
    WR_TRY(read_lengths(j, &k->in[2], &k->in[3], &k->in[1]));
    return read_labels(j, &k->in[1]);
}

static sample sample_of(const job *j, int64_t n) {
    return (sample){.j = j,
                    .n = n,
                    .steps = j->input[n],
                    .states = 2 * j->target[n] + 1,
                    .row_size = 2 * j->target[n] + 1 + BEFORE,
                    .label = j->label + j->start[n],
                    .rows = j->states + j->rows * (2 * j->start[n] + (1 + BEFORE) * n)};
}

static double *row_of(const sample *s, int64_t row) { return s->rows + row * s->row_size + BEFORE; }

static int64_t class_of(const sample *s, int64_t state) {
    return state % 2 == 0 ? s->j->blank : s->label[state / 2];
}

/* Write the log-probabilities of the classes of all states at a time step to row EMIT, in reverse
 * order if `reversed` is set. */
static void emit(const sample *s, int64_t step, bool reversed) {
    const weir_view *x = s->j->x;
    double *to = row_of(s, EMIT);
    int64_t at = (step * s->j->batch + s->n) * s->j->classes;
    for (int64_t i = 0; i < s->states; i++) {
        int64_t e = at + class_of(s, reversed ? s->states - 1 - i : i);
        to[i] = x->dtype == WEIR_FLOAT32   ? (double)((const float *)x->data)[e]
                : x->dtype == WEIR_FLOAT64 ? ((const double *)x->data)[e]
                                           : wr_view_get(x, e);
    }
}

/* Set the elements of row SKIP to 0 for states that can also be reached by skipping the preceding
 * state, and to -inf for the others.  The same rule applies when time is reversed. */
static void find_skips(const sample *s, bool reversed) {
    double *skip = row_of(s, SKIP);
    for (int64_t i = 0; i < s->states; i++) {
        int64_t state = reversed ? s->states - 1 - i : i, other = reversed ? state + 2 : state - 2;
        bool can = state % 2 == 1 && other >= 0 && other < s->states &&
                   class_of(s, state) != class_of(s, other);
        skip[i] = can ? 0 : -INFINITY;
    }
}

/* Set `reach` and `alpha` for the first time step: every alignment begins in the first or the second
 * state. */
static void start(const sample *s, double *reach, double *alpha) {
    for (int row = ONE; row <= OTHER; row++)
        for (int i = 1; i <= BEFORE; i++) row_of(s, row)[-i] = -INFINITY;
    for (int64_t i = 0; i < s->states; i++) {
        reach[i] = i < 2 ? 0 : -INFINITY;
        alpha[i] = reach[i] + row_of(s, EMIT)[i];
    }
}

/* Return log(e^a + e^b). */
static double add_two(double a, double b) {
    double top = a > b || isnan(a) ? a : b;
    if (isinf(top) && top < 0) return top;
    return top + log(exp(a - top) + exp(b - top));
}

/* Return the log-likelihood of the target.  If `keep` is set, store reach(t) in row ROWS + t. */
static double walk(const sample *s, bool keep) {
    double *alpha = row_of(s, ONE), *next = row_of(s, OTHER);
    if (s->steps == 0) return s->states == 1 ? 0 : -INFINITY;
    find_skips(s, false);
    for (int64_t t = 0; t < s->steps; t++) {
        double *reach = row_of(s, keep ? ROWS + t : SPARE), *last = alpha;
        emit(s, t, false);
        if (t == 0) {
            start(s, reach, alpha);
            continue;
        }
        s->j->simd->step(reach, next, last, row_of(s, SKIP), row_of(s, EMIT), s->states);
        alpha = next;
        next = last;
    }
    return s->states == 1 ? alpha[0] : add_two(alpha[s->states - 1], alpha[s->states - 2]);
}

/* Return whether a sample contributes to the loss.  With zero_infinity, a sample that has no
 * alignment does not. */
static bool counts(const job *j, double all) { return !(j->zero_infinity && all == -INFINITY); }

/* Return the factor by which a mean multiplies the loss of a sample, not counting the division by
 * the number of samples. */
static double share_of_mean(const job *j, int64_t n) {
    if (j->reduction != WR_REDUCE_MEAN) return 1;
    return 1 / (double)(j->target[n] > 0 ? j->target[n] : 1);
}

/* ---- Forward --------------------------------------------------------------------------------- */

static weir_status forward_samples(void *arg, int64_t begin_, int64_t end_) {
    const job *j = arg;
    for (int64_t n = begin_; n < end_; n++) {
        sample s = sample_of(j, n);
        double all = walk(&s, false);
        j->loss[n] = counts(j, all) ? (0 - all) * share_of_mean(j, n) : 0;
    }
    return WEIR_OK;
}

static weir_status write_losses(const job *j) {
    double sum = 0;
    for (int64_t n = 0; n < j->batch; n++) {
        sum += j->loss[n];
        if (j->reduction == WR_REDUCE_NONE) wr_view_put(&j->k->out[0], n, j->loss[n]);
    }
    if (j->reduction == WR_REDUCE_MEAN) sum /= (double)j->batch;
    if (j->reduction != WR_REDUCE_NONE) wr_view_put(&j->k->out[0], 0, sum);
    return WEIR_OK;
}

static weir_status ctc_loss_run(const weir_kernel *k) {
    job j;
    WR_TRY(begin(&j, k, false));
    WR_TRY(wr_split(k, j.batch, 1, forward_samples, &j));
    return write_losses(&j);
}

/* ---- Backward -------------------------------------------------------------------------------- */

/* Return the gradient with respect to the unreduced loss of sample n. */
static double scale_of(const job *j, int64_t n) {
    if (j->reduction == WR_REDUCE_NONE) return wr_view_get(j->dy, n);
    double mean = j->reduction == WR_REDUCE_MEAN ? (double)j->batch : 1;
    return wr_view_get(j->dy, 0) * share_of_mean(j, n) / mean;
}

/* Sum the shares of the states for each class, and write the gradients of these classes at time
 * step t. */
static void add_shares(const sample *s, int64_t t, const double *share, double scale) {
    const job *j = s->j;
    double *sums = j->shares + s->n * j->classes;
    int64_t at = (t * j->batch + s->n) * j->classes;
    for (int64_t i = 0; i < s->states; i++) sums[class_of(s, i)] = 0;
    for (int64_t i = 0; i < s->states; i++) sums[class_of(s, i)] += share[i];
    for (int64_t i = 0; i < s->states; i++) {
        int64_t c = class_of(s, i);
        if (i % 2 == 1 || i == 0) wr_view_put(&j->k->out[0], at + c, -scale * sums[c]);
    }
}

static void clear(const sample *s, int64_t t) {
    const weir_view *dx = &s->j->k->out[0];
    size_t row = (size_t)s->j->classes * wr_dtype_bytes(dx->dtype);
    memset((char *)dx->data + (size_t)(t * s->j->batch + s->n) * row, 0, row);
}

/* Compute the gradient from the last time step to the first, with the states in reverse order. */
static void walk_back(const sample *s, double all, double scale) {
    double *alpha = row_of(s, ONE), *next = row_of(s, OTHER), *spare = row_of(s, SPARE);
    find_skips(s, true);
    for (int64_t t = s->steps - 1; t >= 0; t--) {
        emit(s, t, true);
        if (t == s->steps - 1) {
            start(s, spare, alpha);
        } else {
            double *last = alpha;
            s->j->simd->step(spare, next, last, row_of(s, SKIP), row_of(s, EMIT), s->states);
            alpha = next;
            next = last;
        }
        for (int64_t i = 0; i < s->states; i++) spare[i] = alpha[s->states - 1 - i];
        s->j->simd->share(spare, spare, row_of(s, ROWS + t), all, s->states);
        add_shares(s, t, spare, scale);
    }
}

static weir_status backward_samples(void *arg, int64_t begin_, int64_t end_) {
    const job *j = arg;
    for (int64_t n = begin_; n < end_; n++) {
        sample s = sample_of(j, n);
        for (int64_t t = 0; t < j->steps; t++) clear(&s, t);
        double all = walk(&s, true);
        if (counts(j, all)) walk_back(&s, all, scale_of(j, n));
    }
    return WEIR_OK;
}

static weir_status ctc_loss_backward_run(const weir_kernel *k) {
    job j;
    WR_TRY(begin(&j, k, true));
    return wr_split(k, j.batch, 1, backward_samples, &j);
}

/* ---- Reference kernels: log-sum-exp state by state ------------------------------------------- */

static double reference_emit(const sample *s, int64_t t, int64_t i) {
    return wr_view_get(s->j->x, (t * s->j->batch + s->n) * s->j->classes + class_of(s, i));
}

static bool reaches(const sample *s, int64_t from, int64_t to) {
    if (to == from || to == from + 1) return true;
    return to == from + 2 && to % 2 == 1 && class_of(s, from) != class_of(s, to);
}

/* Compute row `to` from row `from` at time step `t`, forward in time or, if `back` is set, backward
 * in time. */
static void reference_step(const sample *s, double *to, const double *from, int64_t t, bool back) {
    for (int64_t i = 0; i < s->states; i++) {
        double sum = -INFINITY;
        for (int64_t other = i - 2; other <= i + 2; other++) {
            if (other < 0 || other >= s->states) continue;
            if (!(back ? reaches(s, i, other) : reaches(s, other, i))) continue;
            sum = add_two(sum, from[other] + reference_emit(s, t, other));
        }
        to[i] = sum;
    }
}

/* Return the log-likelihood.  reach(t) is stored in row ROWS + t if `keep` is set, otherwise in two
 * alternating rows. */
static double reference_walk(const sample *s, bool keep) {
    double *row = row_of(s, ONE), all = -INFINITY;
    if (s->steps == 0) return s->states == 1 ? 0 : -INFINITY;
    for (int64_t t = 0; t < s->steps; t++) {
        double *last = row;
        row = row_of(s, keep ? ROWS + t : t % 2 == 0 ? ONE : OTHER);
        if (t > 0) reference_step(s, row, last, t - 1, false);
        for (int64_t i = 0; t == 0 && i < s->states; i++) row[i] = i < 2 ? 0 : -INFINITY;
    }
    for (int64_t i = s->states > 1 ? s->states - 2 : 0; i < s->states; i++)
        all = add_two(all, row[i] + reference_emit(s, s->steps - 1, i));
    return all;
}

static weir_status ctc_loss_reference(const weir_kernel *k) {
    job j;
    WR_TRY(begin(&j, k, false));
    for (int64_t n = 0; n < j.batch; n++) {
        sample s = sample_of(&j, n);
        double all = reference_walk(&s, false);
        j.loss[n] = counts(&j, all) ? (0 - all) * share_of_mean(&j, n) : 0;
    }
    return write_losses(&j);
}

static weir_status ctc_loss_backward_reference(const weir_kernel *k) {
    job j;
    WR_TRY(begin(&j, k, true));
    for (int64_t n = 0; n < j.batch; n++) {
        sample s = sample_of(&j, n);
        for (int64_t t = 0; t < j.steps; t++) clear(&s, t);
        double all = reference_walk(&s, true), scale = scale_of(&j, n);
        if (!counts(&j, all)) continue;
        double *row = row_of(&s, ONE), *next = row_of(&s, OTHER);
        for (int64_t i = 0; i < s.states; i++) row[i] = i >= s.states - 2 ? 0 : -INFINITY;
        for (int64_t t = s.steps - 1; t >= 0; t--) {
            double *share = row_of(&s, EMIT), *reach = row_of(&s, ROWS + t);
            for (int64_t i = 0; i < s.states; i++)
                share[i] = exp(reach[i] + reference_emit(&s, t, i) + row[i] - all);
            add_shares(&s, t, share, scale);
            reference_step(&s, next, row, t, true);
            double *last = row;
            row = next;
            next = last;
        }
    }
    return WEIR_OK;
}

/* ---- Operators ------------------------------------------------------------------------------- */

static void ctc_loss_vjp(weir_vjp *v) {
    weir_array *const in[] = {v->in[0], v->in[1], v->in[2], v->in[3], v->grad_out[0]};
    if (v->grad_out[0] == NULL || !v->wanted[0]) return;
    v->grad_in[0] =
        wr_build_unbroadcast(v, wr_build(v, WR_OP_ctc_loss_backward, v->attr, 5, in), v->in[0]);
}

static weir_status ctc_loss_infer(weir_infer *c) { return infer(c, false); }
static weir_status ctc_loss_backward_infer(weir_infer *c) { return infer(c, true); }

WR_OP(ctc_loss) = {
    .size = sizeof(weir_op_def),
    .name = "ctc_loss",
    .summary = "The connectionist temporal classification (CTC) loss.",
    .notes =
        "The negative log-likelihood of a target, summed over all its alignments with the "
        "input.  log_probs has shape (time, batch, classes) and holds log-probabilities.  "
        "targets has shape (batch, labels), of which sample i uses the first target_lengths[i], "
        "or one dimension with the concatenated labels of all samples.  A mean divides each loss "
        "by the target's length, then by the number of samples.  A label that is out of range or "
        "equal to blank is an error, and so is a length that is out of range.",
    .inputs = "log_probs, targets, input_lengths, target_lengths",
    .outputs = "y",
    .parts = "log_probs: log-probabilities of the classes at each time step; "
             "targets: labels of each sample; "
             "input_lengths: number of time steps of each sample; "
             "target_lengths: number of labels of each sample; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    .infer = ctc_loss_infer,
    .run = ctc_loss_run,
    .reference = ctc_loss_reference,
    .vjp = ctc_loss_vjp,
    WEIR_USE_ATTRS(ctc_loss),
    .samples = "(6,2,5)@-3:-0.2, i64(2,2)@1:5, i64(2)@5:7, i64(2)@0:3; "
               "(7,2,4)@-3:-0.2, i32(4)@1:4, i64(2)@5:8, i32(2)@2:3 reduction='sum'; "
               "(4,3,4)@-3:-0.2, i64(3,4)@0:3, i64(3)@3:5, i64(3)@0:5 blank=3 reduction='none' "
               "zero_infinity=true",
};

WR_OP(ctc_loss_backward) = {
    .size = sizeof(weir_op_def),
    .name = "ctc_loss_backward",
    .summary =
        "The gradient of ctc_loss with respect to log_probs, given the gradient dy of its result.",
    .inputs = "log_probs, targets, input_lengths, target_lengths, dy",
    .outputs = "dx",
    .parts = "log_probs: log-probabilities of the classes at each time step; "
             "targets: labels of each sample; "
             "input_lengths: number of time steps of each sample; "
             "target_lengths: number of labels of each sample; "
             "dy: gradient of the loss; "
             "dx: gradient of log_probs",
    .flags = WEIR_OP_ONCE,
    .infer = ctc_loss_backward_infer,
    .run = ctc_loss_backward_run,
    .reference = ctc_loss_backward_reference,
    WEIR_USE_ATTRS(ctc_loss),
    .samples = "(6,2,5)@-3:-0.2, i64(2,2)@1:5, i64(2)@5:7, i64(2)@0:3, (); "
               "(7,2,4)@-3:-0.2, i32(4)@1:4, i64(2)@5:8, i32(2)@2:3, () reduction='sum'; "
               "(4,3,4)@-3:-0.2, i64(3,4)@0:3, i64(3)@3:5, i64(3)@0:5, (3) blank=3 "
               "reduction='none' zero_infinity=true",
};
