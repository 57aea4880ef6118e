/* losses.c - how far what came out is from what was wanted.
 *
 *   WR_BLOCK_LOSS(Kind, attributes, "inputs", "operator", "summary", "samples")
 *
 * Weights of classes or elements are an input that may be left out.  A reduction that there is not is refused when
 * the loss is made.
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
                      WR_USE_ATTRS(attrs_),                                                        \
                      .op = op_,                                                                   \
                      .samples = samples_};

#define REDUCTION(X, A) X(A, TEXT, reduction, "mean", "of all losses: 'mean', 'sum', or 'none'")

#define PLAIN_ATTRS(X, A) REDUCTION(X, A)
WR_ATTRS(plain, PLAIN_ATTRS);
#define SMOOTH_ATTRS(X, A)                                                                         \
    REDUCTION(X, A)                                                                                \
    X(A, F64, beta, 1, "the distance up to which it is a parabola")
WR_ATTRS(smooth, SMOOTH_ATTRS);
#define HUBER_ATTRS(X, A)                                                                          \
    REDUCTION(X, A)                                                                                \
    X(A, F64, delta, 1, "the distance up to which it is a parabola, and its slope beyond")
WR_ATTRS(huber, HUBER_ATTRS);
#define KL_ATTRS(X, A)                                                                             \
    X(A, TEXT, reduction, "mean", "'mean', 'sum', 'none', or 'batchmean': the sum over the batch") \
    X(A, BOOL, log_target, 0, "the target is a logarithm too")
WR_ATTRS(kl, KL_ATTRS);
#define NLL_ATTRS(X, A)                                                                            \
    X(A, I64, ignore_index, -100, "a label that stands for no class")                              \
    REDUCTION(X, A)
WR_ATTRS(nll, NLL_ATTRS);
#define CROSS_ENTROPY_ATTRS(X, A)                                                                  \
    X(A, I64, ignore_index, -100, "a label that stands for no class")                              \
    REDUCTION(X, A)                                                                                \
    X(A, F64, label_smoothing, 0, "the part of each target that is spread over all classes")
WR_ATTRS(cross_entropy, CROSS_ENTROPY_ATTRS);
#define NEAR_ATTRS(X, A)                                                                           \
    X(A, F64, margin, 0, "by how much the one has to be larger, or how far apart they may be")     \
    REDUCTION(X, A)
WR_ATTRS(near, NEAR_ATTRS);
#define FAR_ATTRS(X, A)                                                                            \
    X(A, F64, margin, 1, "how far apart those have to be that are not to be alike")                \
    REDUCTION(X, A)
WR_ATTRS(far, FAR_ATTRS);
#define TRIPLET_ATTRS(X, A)                                                                        \
    X(A, F64, margin, 1, "by how much the negative has to be farther away than the positive")      \
    X(A, F64, p, 2, "distances are p-norms; may be inf")                                           \
    X(A, F64, eps, 1e-6, "added to each difference")                                               \
    X(A, BOOL, swap, 0, "the negative's distance is the smaller of those to anchor and positive")  \
    REDUCTION(X, A)
WR_ATTRS(triplet, TRIPLET_ATTRS);
#define MULTI_ATTRS(X, A)                                                                          \
    X(A, F64, p, 1, "1, or 2: what is short of the margin is squared")                             \
    X(A, F64, margin, 1, "by how much the label's score has to exceed the others")                 \
    REDUCTION(X, A)
WR_ATTRS(multi, MULTI_ATTRS);
#define GAUSSIAN_ATTRS(X, A)                                                                       \
    X(A, BOOL, full, 0, "with the constant log(2 pi) / 2")                                         \
    X(A, F64, eps, 1e-6, "smaller variances are taken to be so large")                             \
    REDUCTION(X, A)
WR_ATTRS(gaussian, GAUSSIAN_ATTRS);
#define POISSON_ATTRS(X, A)                                                                        \
    X(A, BOOL, log_input, 1, "x is the logarithm of the rate")                                     \
    X(A, BOOL, full, 0, "with Stirling's approximation of the target's factorial")                 \
    X(A, F64, eps, 1e-8, "added to a rate before its logarithm is taken")                          \
    REDUCTION(X, A)
WR_ATTRS(poisson, POISSON_ATTRS);
#define CTC_ATTRS(X, A)                                                                            \
    X(A, I64, blank, 0, "the class that stands for no label")                                      \
    X(A, TEXT, reduction, "mean", "'mean' (each over its length), 'sum', or 'none'")               \
    X(A, BOOL, zero_infinity, 0, "a target that does not fit its steps gives 0, not infinity")
WR_ATTRS(ctc, CTC_ATTRS);

/* clang-format off */
WR_BLOCK_LOSS(L1Loss, plain, "x, target", "l1_loss", "The distance.", "(3,4), (3,4); (5), (5) reduction='sum'; (2,3), (2,3) reduction='none'")
WR_BLOCK_LOSS(MSELoss, plain, "x, target", "mse_loss", "The square of the distance.", "(3,4), (3,4); (5), (5) reduction='sum'; (2,3), (2,3) reduction='none'")
WR_BLOCK_LOSS(SmoothL1Loss, smooth, "x, target", "smooth_l1_loss", "The distance, rounded off near 0.", "(3,4), (3,4); (5), (5) beta=0.5 reduction='sum'")
WR_BLOCK_LOSS(HuberLoss, huber, "x, target", "huber_loss", "Half the square of the distance, and straight on farther out.", "(3,4), (3,4); (5), (5) delta=0.7 reduction='none'")
WR_BLOCK_LOSS(KLDivLoss, kl, "x, target", "kl_div", "How far the target's distribution is from that of which x has logarithms.", "(3,4)@-3:-0.1, (3,4)@0.1:0.9; (2,3)@-3:-0.1, (2,3)@-3:-0.1 log_target=true reduction='batchmean'")
WR_BLOCK_LOSS(BCELoss, plain, "x, target, weight?", "binary_cross_entropy", "How unlikely probabilities make targets of 0 and 1.", "(3,4)@0.1:0.9, (3,4)@0:1; (5)@0.1:0.9, (5)@0:1 reduction='sum'")
WR_BLOCK_LOSS(NLLLoss, nll, "x, target, weight?", "nll_loss", "Minus what stands at the target, of logarithms of probabilities.", "(3,4)@-3:-0.1, i64(3)@0:4; (2,3,4)@-3:-0.1, i64(2,4)@0:3, (3)@0.5:2 reduction='sum'")
WR_BLOCK_LOSS(CrossEntropyLoss, cross_entropy, "x, target, weight?", "cross_entropy", "How unlikely the probabilities softmax(x) make the targets.", "(3,4), i64(3)@0:4; (2,3,4), i64(2,4)@0:3, (3)@0.5:2 label_smoothing=0.1; (4,3), i64(4)@0:3 ignore_index=1 reduction='sum'")
WR_BLOCK_LOSS(SoftMarginLoss, plain, "x, target", "soft_margin_loss", "log(1 + exp(-target x)).", "(3,4), (3,4)")
WR_BLOCK_LOSS(HingeLoss, far, "x, target", "hinge_loss", "How much target x is short of a margin.", "(3,4), (3,4); (5), (5) margin=0.7 reduction='sum'")
WR_BLOCK_LOSS(HingeEmbeddingLoss, far, "x, target", "hinge_embedding_loss", "x where the target is 1, and how much it is short of a margin where it is -1.", "(3,4), (3,4)@1:1.5; (5), (5)@-1:-0.5 margin=0.7 reduction='sum'")
WR_BLOCK_LOSS(CosineEmbeddingLoss, near, "x1, x2, target", "cosine_embedding_loss", "How far two vectors are from pointing the same way, or from not doing so.", "(3,4), (3,4), (3)@1:1.5; (2,5), (2,5), (2)@1:1.5 reduction='sum'")
WR_BLOCK_LOSS(MarginRankingLoss, near, "x1, x2, target", "margin_ranking_loss", "How much x1 is short of being larger than x2, or smaller.", "(3,4), (3,4), (3,4); (5), (5), (5) margin=0.7 reduction='sum'")
WR_BLOCK_LOSS(TripletMarginLoss, triplet, "anchor, positive, negative", "triplet_margin_loss", "How much the negative is short of being farther away than the positive.", "(3,4), (3,4), (3,4); (2,5), (2,5), (2,5) margin=2 reduction='none'")
WR_BLOCK_LOSS(MultiMarginLoss, multi, "x, target, weight?", "multi_margin_loss", "How much other classes come near the label's score.", "(3,4), i64(3)@0:4; (2,5), i64(2)@0:5 p=2 margin=0.7")
WR_BLOCK_LOSS(MultiLabelSoftMarginLoss, plain, "x, target, weight?", "multilabel_soft_margin_loss", "BCEWithLogitsLoss, the mean over classes first.", "(3,4), (3,4)@0:1")
WR_BLOCK_LOSS(GaussianNLLLoss, gaussian, "x, target, var", "gaussian_nll_loss", "How unlikely a normal distribution makes the target.", "(3,4), (3,4), (3,4)@0.5:2")
WR_BLOCK_LOSS(PoissonNLLLoss, poisson, "x, target", "poisson_nll_loss", "How unlikely a Poisson distribution makes the target.", "(3,4), (3,4)@0.5:3")
WR_BLOCK_LOSS(CTCLoss, ctc, "log_probs, targets, input_lengths, target_lengths", "ctc_loss", "How unlikely a sequence of classes makes a shorter target, by all alignments.", "(6,2,5)@-3:-0.2, i64(2,2)@1:5, i64(2)@5:7, i64(2)@1:3; (6,2,5)@-3:-0.2, i64(2,2)@1:5, i64(2)@5:7, i64(2)@1:3 reduction='sum'")
/* clang-format on */

/* ---- BCEWithLogitsLoss --------------------------------------------------------------------------- */

/* weight ((1 - t) x + (1 + (pos_weight - 1) t) log(1 + exp(-x))), of which the operator is the plain case. */
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
        return wr_block_fail(b, "%s, and a target %s; wants one of the same shape",
                             wr_block_text_of(in[0]), wr_block_text_of(in[1]));
    weir_array *y = weighted(&t, in[0], in[1], weight, pos_weight);
    if (y != NULL && !same_shape(y, in[0]))
        t.status = wr_block_fail(b, "weights %s and %s do not broadcast to x, %s",
                                 wr_block_text_of(weight), wr_block_text_of(pos_weight),
                                 wr_block_text_of(in[0]));
    if (a->reduction[0] == 'm') y = WR_NOTE(&t, weir_mean(y, NULL, 0, 0, WR_NEW(&t)));
    if (a->reduction[0] == 's') y = WR_NOTE(&t, weir_sum(y, NULL, 0, 0, 0, WR_NEW(&t)));
    *out_count = 1;
    out[0] = wr_temps_keep(&t, y);
    return wr_temps_end(&t);
}

WR_BLOCK(BCEWithLogitsLoss) = {
    .size = sizeof(weir_block_def),
    .name = "BCEWithLogitsLoss",
    .summary = "BCELoss of the sigmoid of x, without the loss of taking it before.",
    .notes =
        "weight multiplies losses, pos_weight those of targets 1 (a factor per class); both broadcast to x.",
    .inputs = "x, target, weight?, pos_weight?",
    .outputs = "loss",
    .flags = WEIR_BLOCK_LOSS,
    WR_USE_ATTRS(plain),
    .build = check_reduction,
    .forward = logits_forward,
    .op = "binary_cross_entropy_with_logits",
    .samples =
        "(3,4), (3,4)@0:1; (5), (5)@0:1 reduction='none'; "
        "(3,4), (3,4)@0:1, none, (4)@0.5:2; (3,4), (3,4)@0:1, (3,1)@0.5:2, (4)@0.5:2 reduction='sum'",
};
