/* losses.c - loss functions.
 *
 *   WR_BLOCK_LOSS(Kind, attributes, "inputs", "operator", "summary", "samples")
 *
 * Class or element weights are an optional input.  Creating a loss fails if its reduction is
 * unknown.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "nn/block.h"

static weir_status check_reduction(weir_block *b, weir_array *const *in, uint32_t in_count) {
    const weir_block_def *def = &b->kind->def;
    (void)in, (void)in_count;
    for (uint32_t i = 0; i < def->attr_count; i++) {
        const char *text;
        if (strcmp(def->attrs[i].name, "reduction") != 0) continue;
        memcpy(&text, b->attr + def->attrs[i].offset, sizeof text);
        return wr_block_need_one_of(b, "reduction", text,
                                    strcmp(def->op, "kl_div") == 0 ? "mean, sum, none, batchmean"
                                                                   : "mean, sum, none");
    }
    return WEIR_OK;
}

#define WR_BLOCK_LOSS(kind, attrs_, inputs_, op_, summary_, samples_)                              \
    WR_BLOCK(kind) = {.size = sizeof(weir_block_def),                                              \
                      .name = #kind,                                                               \
                      .summary = summary_,                                                         \
                      .inputs = inputs_,                                                           \
                      .outputs = "loss",                                                           \
                      .flags = WEIR_BLOCK_LOSS,                                                    \
                      .build = check_reduction,                                                    \
                      WEIR_USE_ATTRS(attrs_),                                                      \
                      .op = op_,                                                                   \
                      .samples = samples_};

#define REDUCTION(X, A)                                                                            \
    X(A, TEXT, reduction, "mean", "'mean', 'sum' or 'none'", "mean | sum | none")

#define PLAIN_ATTRS(X, A) REDUCTION(X, A)
WEIR_ATTRS(plain, PLAIN_ATTRS);
#define SMOOTH_ATTRS(X, A)                                                                         \
    REDUCTION(X, A)                                                                                \
    X(A, F64, beta, 1, "difference below which the loss is quadratic", ">= 0")
WEIR_ATTRS(smooth, SMOOTH_ATTRS);
#define HUBER_ATTRS(X, A)                                                                          \
    REDUCTION(X, A)                                                                                \
    X(A, F64, delta, 1, "difference below which the loss is quadratic, and its slope beyond",      \
      ">= 0")
WEIR_ATTRS(huber, HUBER_ATTRS);
#define KL_ATTRS(X, A)                                                                             \
    X(A, TEXT, reduction, "mean",                                                                  \
      "'mean', 'sum', 'none', or 'batchmean': the sum divided by the batch size",                  \
      "mean | sum | none | batchmean")                                                             \
    X(A, BOOL, log_target, 0, "the target is given as log-probabilities")
WEIR_ATTRS(kl, KL_ATTRS);
#define NLL_ATTRS(X, A)                                                                            \
    X(A, I64, ignore_index, -100, "label that is ignored")                                         \
    REDUCTION(X, A)
WEIR_ATTRS(nll, NLL_ATTRS);
#define CROSS_ENTROPY_ATTRS(X, A)                                                                  \
    X(A, I64, ignore_index, -100, "label that is ignored")                                         \
    REDUCTION(X, A)                                                                                \
    X(A, F64, label_smoothing, 0, "fraction of each target that is spread over all classes",       \
      ">= 0, <= 1")
WEIR_ATTRS(cross_entropy, CROSS_ENTROPY_ATTRS);
#define NEAR_ATTRS(X, A)                                                                           \
    X(A, F64, margin, 0, "margin of the loss", "> -inf, < inf")                                    \
    REDUCTION(X, A)
WEIR_ATTRS(near, NEAR_ATTRS);
#define FAR_ATTRS(X, A)                                                                            \
    X(A, F64, margin, 1, "margin of the loss", "> -inf, < inf")                                    \
    REDUCTION(X, A)
WEIR_ATTRS(far, FAR_ATTRS);
#define HINGE_ATTRS(X, A)                                                                          \
    X(A, F64, margin, 1, "margin of the loss", ">= 0")                                             \
    REDUCTION(X, A)
WEIR_ATTRS(hinge, HINGE_ATTRS);
#define TRIPLET_ATTRS(X, A)                                                                        \
    X(A, F64, margin, 1, "margin between the distances of negative and positive", ">= 0, < inf")   \
    X(A, F64, p, 2, "order of the norm; may be inf", "> 0")                                        \
    X(A, F64, eps, 1e-6, "added to each difference", ">= 0, < inf")                                \
    X(A, BOOL, swap, 0,                                                                            \
      "use the smaller of the distances from negative to anchor and to positive")                  \
    REDUCTION(X, A)
WEIR_ATTRS(triplet, TRIPLET_ATTRS);
#define MULTI_ATTRS(X, A)                                                                          \
    X(A, F64, p, 1, "exponent of the margin violations: 1 or 2", "1 | 2")                          \
    X(A, F64, margin, 1, "margin between the score of the target and the others", "> -inf, < inf") \
    REDUCTION(X, A)
WEIR_ATTRS(multi, MULTI_ATTRS);
#define GAUSSIAN_ATTRS(X, A)                                                                       \
    X(A, BOOL, full, 0, "include the constant log(2 pi) / 2")                                      \
    X(A, F64, eps, 1e-6, "lower bound on the variance", "> 0")                                     \
    REDUCTION(X, A)
WEIR_ATTRS(gaussian, GAUSSIAN_ATTRS);
#define POISSON_ATTRS(X, A)                                                                        \
    X(A, BOOL, log_input, 1, "x is the logarithm of the rate")                                     \
    X(A, BOOL, full, 0, "include Stirling's approximation of log(target!)")                        \
    X(A, F64, eps, 1e-8, "added to the rate before its logarithm is taken", ">= 0, < inf")         \
    REDUCTION(X, A)
WEIR_ATTRS(poisson, POISSON_ATTRS);
#define CTC_ATTRS(X, A)                                                                            \
    X(A, I64, blank, 0, "index of the blank class", ">= 0")                                        \
    X(A, TEXT, reduction, "mean",                                                                  \
      "'mean' (each loss divided by its target length), 'sum' or 'none'", "mean | sum | none")     \
    X(A, BOOL, zero_infinity, 0, "set infinite losses (of targets longer than their input) to 0")
WEIR_ATTRS(ctc, CTC_ATTRS);

/* clang-format off */
WR_BLOCK_LOSS(L1Loss, plain, "x, target", "l1_loss", "Mean absolute error.", "(3,4), (3,4); (5), (5) reduction='sum'; (2,3), (2,3) reduction='none'")
WR_BLOCK_LOSS(MSELoss, plain, "x, target", "mse_loss", "Mean squared error.", "(3,4), (3,4); (5), (5) reduction='sum'; (2,3), (2,3) reduction='none'")
WR_BLOCK_LOSS(SmoothL1Loss, smooth, "x, target", "smooth_l1_loss", "Smooth L1 loss: quadratic below beta, linear above.", "(3,4), (3,4); (5), (5) beta=0.5 reduction='sum'")
WR_BLOCK_LOSS(HuberLoss, huber, "x, target", "huber_loss", "Huber loss: quadratic below delta, linear above.", "(3,4), (3,4); (5), (5) delta=0.7 reduction='none'")
WR_BLOCK_LOSS(KLDivLoss, kl, "x, target", "kl_div", "KL divergence of the target from the distribution whose log-probabilities are x.", "(3,4)@-3:-0.1, (3,4)@0.1:0.9; (2,3)@-3:-0.1, (2,3)@-3:-0.1 log_target=true reduction='batchmean'")
WR_BLOCK_LOSS(BCELoss, plain, "x, target, weight?", "binary_cross_entropy", "Binary cross-entropy of probabilities x.", "(3,4)@0.1:0.9, (3,4)@0:1; (5)@0.1:0.9, (5)@0:1 reduction='sum'")
WR_BLOCK_LOSS(NLLLoss, nll, "x, target, weight?", "nll_loss", "Negative log-likelihood of the target classes, from log-probabilities x.", "(3,4)@-3:-0.1, i64(3)@0:4; (2,3,4)@-3:-0.1, i64(2,4)@0:3, (3)@0.5:2 reduction='sum'")
WR_BLOCK_LOSS(CrossEntropyLoss, cross_entropy, "x, target, weight?", "cross_entropy", "Cross-entropy between logits x and target classes.", "(3,4), i64(3)@0:4; (2,3,4), i64(2,4)@0:3, (3)@0.5:2 label_smoothing=0.1; (4,3), i64(4)@0:3 ignore_index=1 reduction='sum'")
WR_BLOCK_LOSS(SoftMarginLoss, plain, "x, target", "soft_margin_loss", "Logistic loss: log(1 + exp(-target * x)), targets 1 and -1.", "(3,4), (3,4)")
WR_BLOCK_LOSS(HingeLoss, hinge, "x, target", "hinge_loss", "Hinge loss: max(0, margin - target * x).", "(3,4), (3,4); (5), (5) margin=0.7 reduction='sum'")
WR_BLOCK_LOSS(HingeEmbeddingLoss, far, "x, target", "hinge_embedding_loss", "x where the target is 1, and max(0, margin - x) where it is -1.", "(3,4), (3,4)@1:1.5; (5), (5)@-1:-0.5 margin=0.7 reduction='sum'")
WR_BLOCK_LOSS(CosineEmbeddingLoss, near, "x1, x2, target", "cosine_embedding_loss", "1 - cos(x1, x2) where the target is 1, and max(0, cos(x1, x2) - margin) where it is -1.", "(3,4), (3,4), (3)@1:1.5; (2,5), (2,5), (2)@1:1.5 reduction='sum'")
WR_BLOCK_LOSS(MarginRankingLoss, near, "x1, x2, target", "margin_ranking_loss", "Ranking loss: max(0, -target * (x1 - x2) + margin).", "(3,4), (3,4), (3,4); (5), (5), (5) margin=0.7 reduction='sum'")
WR_BLOCK_LOSS(TripletMarginLoss, triplet, "anchor, positive, negative", "triplet_margin_loss", "Triplet loss: max(0, d(anchor, positive) - d(anchor, negative) + margin).", "(3,4), (3,4), (3,4); (2,5), (2,5), (2,5) margin=2 reduction='none'")
WR_BLOCK_LOSS(MultiMarginLoss, multi, "x, target, weight?", "multi_margin_loss", "Multi-class hinge loss.", "(3,4), i64(3)@0:4; (2,5), i64(2)@0:5 p=2 margin=0.7")
WR_BLOCK_LOSS(MultiLabelSoftMarginLoss, plain, "x, target, weight?", "multilabel_soft_margin_loss", "Multi-label binary cross-entropy with logits, averaged over classes.", "(3,4), (3,4)@0:1")
WR_BLOCK_LOSS(GaussianNLLLoss, gaussian, "x, target, var", "gaussian_nll_loss", "Negative log-likelihood of a normal distribution with mean x and variance var.", "(3,4), (3,4), (3,4)@0.5:2")
WR_BLOCK_LOSS(PoissonNLLLoss, poisson, "x, target", "poisson_nll_loss", "Negative log-likelihood of a Poisson distribution.", "(3,4), (3,4)@0.5:3")
WR_BLOCK_LOSS(CTCLoss, ctc, "log_probs, targets, input_lengths, target_lengths", "ctc_loss", "Connectionist temporal classification loss.", "(6,2,5)@-3:-0.2, i64(2,2)@1:5, i64(2)@5:7, i64(2)@1:3; (6,2,5)@-3:-0.2, i64(2,2)@1:5, i64(2)@5:7, i64(2)@1:3 reduction='sum'")
/* clang-format on */

/* ---- BCEWithLogitsLoss ----------------------------------------------------------------------- */

/* Compute weight * ((1 - t) * x + (1 + (pos_weight - 1) * t) * log(1 + exp(-x))), where t is the
 * target.  Used only if weights are given; without weights an operator computes the loss. */
static weir_array *weighted(wr_temps *t, weir_array *x, weir_array *target, weir_array *weight,
                            weir_array *pos_weight) {
    weir_array *one = WR_NOTE(t, weir_number_f64(t->rt, 1, WR_NEW(t)));
    weir_array *rest = WR_NOTE(t, weir_negative(x, WR_NEW(t)));
    rest = WR_NOTE(t, weir_softplus(rest, WR_NEW(t)));
    if (pos_weight != NULL) {
        weir_array *more = WR_NOTE(t, weir_subtract(pos_weight, one, WR_NEW(t)));
        more = WR_NOTE(t, weir_multiply(more, target, WR_NEW(t)));
        more = WR_NOTE(t, weir_add(more, one, WR_NEW(t)));
        rest = WR_NOTE(t, weir_multiply(rest, more, WR_NEW(t)));
    }
    weir_array *y = WR_NOTE(t, weir_subtract(one, target, WR_NEW(t)));
    y = WR_NOTE(t, weir_multiply(y, x, WR_NEW(t)));
    y = WR_NOTE(t, weir_add(y, rest, WR_NEW(t)));
    return weight != NULL ? WR_NOTE(t, weir_multiply(y, weight, WR_NEW(t))) : y;
}

static bool same_shape(const weir_array *a, const weir_array *b) {
    int32_t n = weir_array_ndim(a);
    return n == weir_array_ndim(b) &&
           memcmp(weir_array_shape(a), weir_array_shape(b), (size_t)n * sizeof(int64_t)) == 0;
}

static weir_status logits_forward(weir_block *b, weir_array *const *in, uint32_t in_count,
                                  weir_array **out, uint32_t *out_count) {
    const plain_attr *a = weir_block_attr(b);
    weir_array *weight = in_count > 2 ? in[2] : NULL, *pos_weight = in_count > 3 ? in[3] : NULL;
    wr_temps t = {.rt = b->rt};
    if (weight == NULL && pos_weight == NULL) return weir_block_operate(b, in, 2, out, out_count);
    if (!same_shape(in[0], in[1]))
        return wr_block_fail(b, "x is %s, but the target is %s; the shapes must be equal",
                             wr_block_text_of(in[0]), wr_block_text_of(in[1]));
    weir_array *y = weighted(&t, in[0], in[1], weight, pos_weight);
    if (y != NULL && !same_shape(y, in[0]))
        t.status = wr_block_fail(b, "weight (%s) and pos_weight (%s) do not broadcast to x (%s)",
                                 wr_block_text_of(weight), wr_block_text_of(pos_weight),
                                 wr_block_text_of(in[0]));
    if (a->reduction[0] == 'm') y = WR_NOTE(&t, weir_mean(y, NULL, WR_NEW(&t)));
    if (a->reduction[0] == 's') y = WR_NOTE(&t, weir_sum(y, NULL, WR_NEW(&t)));
    *out_count = 1;
    out[0] = wr_temps_keep(&t, y);
    return wr_temps_end(&t);
}

WR_BLOCK(BCEWithLogitsLoss) = {
    .size = sizeof(weir_block_def),
    .name = "BCEWithLogitsLoss",
    .summary = "Binary cross-entropy of sigmoid(x), computed in a numerically stable way.",
    .notes =
        "weight scales all losses, pos_weight the losses of positive targets; both broadcast to x.",
    .inputs = "x, target, weight?, pos_weight?",
    .parts = "x: logits; "
             "target: probabilities from 0 to 1; "
             "weight: factor of each element's loss; "
             "pos_weight: factor of the loss of positive targets, for each class",
    .outputs = "loss",
    .flags = WEIR_BLOCK_LOSS,
    WEIR_USE_ATTRS(plain),
    .build = check_reduction,
    .forward = logits_forward,
    .op = "binary_cross_entropy_with_logits",
    .samples = "(3,4), (3,4)@0:1; (5), (5)@0:1 reduction='none'; "
               "(3,4), (3,4)@0:1, none, (4)@0.5:2; (3,4), (3,4)@0:1, (3,1)@0.5:2, (4)@0.5:2 "
               "reduction='sum'",
};
