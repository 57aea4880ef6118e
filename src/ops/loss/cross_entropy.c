/* cross_entropy.c - cross_entropy and nll_loss, the negative log-likelihood of targets.
 *
 *   loss = -(the sum over the classes of q * log(p))
 *   p = softmax(x),   q = weight * ((1 - e) * target + e / classes)
 *
 * where e is the label smoothing; an integer label represents a one-hot target.  The input of
 * nll_loss is log p.  In this file, a line is the elements of x along the class axis for one
 * sample.  A line is processed while it is in the cache, and only its loss is written to memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "array/element.h"
#include "ops/core/autocast.h"
#include "ops/loss/loss_reduction.h"
#include "ops/index/gather_scatter.h"
#include "ops/reduce/reduce_simd.h"
#include "ops/norm/softmax_simd.h"

#define NLL_LOSS_ATTRS(X, A)                                                                       \
    X(A, I64, axis, WEIR_NONE, "the class axis; none: 1, or 0 if x is a vector", "axis")           \
    X(A, TEXT, reduction, "mean", "'mean', 'sum' or 'none': how the losses are reduced",           \
      "mean | sum | none")                                                                         \
    X(A, I64, ignore_index, -100, "targets with this label do not contribute")
WEIR_ATTRS(nll_loss, NLL_LOSS_ATTRS);

#define CROSS_ENTROPY_ATTRS(X, A)                                                                  \
    NLL_LOSS_ATTRS(X, A)                                                                           \
    X(A, F64, label_smoothing, 0,                                                                  \
      "fraction of each target that is spread evenly over all classes", ">= 0, <= 1")
WEIR_ATTRS(cross_entropy, CROSS_ENTROPY_ATTRS);

enum {
    CHUNK = WR_SIZE(512, 4),     /* number of elements of a line that are processed together */
    PIECE = WR_SIZE(1 << 14, 16) /* approximate number of elements per piece */
};

/* ---- Checks ---------------------------------------------------------------------------------- */

static int axis_of(int64_t axis, int ndim) {
    int at = ndim > 1 ? 1 : 0;
    if (axis != WEIR_NONE) wr_axis(axis, ndim, &at);
    return at;
}

/* Return the number of lines per piece, which depends on the shape alone. */
static int64_t lines_of_piece(int64_t classes) {
    return classes >= PIECE ? 1 : PIECE / (classes > 0 ? classes : 1);
}

static int64_t pieces_of(int64_t lines, int64_t classes) {
    int64_t each = lines_of_piece(classes);
    return (lines + each - 1) / each;
}

static weir_status need_target(const weir_infer *c, int axis, bool indices_only) {
    const weir_array *x = c->in[0], *t = c->in[1];
    int kind = wr_dtype_kind_of(t->dtype), ndim = 0;
    int64_t lines[WEIR_NDIM_MAX];
    for (int i = 0; i < x->ndim; i++)
        if (i != axis) lines[ndim++] = wr_shape(x)[i];
    if (kind != WR_KIND_INT && (indices_only || kind != WR_KIND_FLOAT))
        return wr_refuse(c, "targets must be integers%s, not %s%s",
                         indices_only ? "" : " or floats", wr_dtypes[t->dtype].name,
                         kind == WR_KIND_FLOAT ? "; cast labels with astype(target, int64)" : "");
    const int64_t *shape = kind == WR_KIND_INT ? lines : wr_shape(x);
    if (kind != WR_KIND_INT) ndim = x->ndim;
    if (wr_has_shape(t, ndim, shape)) return WEIR_OK;
    /* the target has one element per sample */
    bool labels = kind == WR_KIND_FLOAT && t->ndim == x->ndim - 1;
    return wr_refuse(c, "target is %s and x is %s; expected a target of shape %s%s",
                     wr_array_text_of(t), wr_array_text_of(x), wr_shape_text(ndim, shape),
                     labels ? " with probabilities, or integer labels; cast labels with "
                              "astype(target, int64)"
                            : "");
}

static weir_status need_weight(const weir_infer *c, uint32_t input, int64_t classes) {
    const weir_array *w = input < c->in_count ? c->in[input] : NULL;
    if (w == NULL || (w->ndim == 1 && wr_shape(w)[0] == classes)) return WEIR_OK;
    return wr_refuse(c, "weight has shape %s; expected (%lld,), one per class",
                     wr_shape_text(w->ndim, wr_shape(w)), (long long)classes);
}

/* Check the dtypes of the inputs and compute the promoted dtype of the float inputs. */
static weir_status need_floats(const weir_infer *c, int *dtype) {
    *dtype = 0;
    for (uint32_t i = 0; i < c->in_count; i++) {
        if (c->in[i] == NULL || (i == 1 && wr_dtype_kind_of(c->in[i]->dtype) != WR_KIND_FLOAT))
            continue; /* integer targets are checked by need_target */
        if (wr_dtype_kind_of(c->in[i]->dtype) != WR_KIND_FLOAT)
            return wr_refuse_as(c, WEIR_EDTYPE, "accepts floats, not %s",
                                wr_dtypes[c->in[i]->dtype].name);
        *dtype = *dtype == 0
                     ? c->in[i]->dtype
                     : (int)weir_dtype_promote((weir_dtype)*dtype, (weir_dtype)c->in[i]->dtype);
    }
    return WEIR_OK;
}

/* Check the inputs and set the outputs of any of the operators.  The attribute struct of
 * cross_entropy begins with the attributes of nll_loss, which has no label smoothing. */
static weir_status infer(weir_infer *c, double smoothing, bool logs, bool backward) {
    const nll_loss_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    wr_reduction r = wr_reduction_of(attr->reduction);
    int axis = 0, dtype;
    if (x->ndim == 0) return wr_refuse(c, "x has no dimensions; expected a class axis");
    if (attr->axis != WEIR_NONE) WR_TRY(wr_need_axis(c, attr->axis, x->ndim, &axis));
    axis = axis_of(attr->axis, x->ndim);
    if (r == WR_REDUCE_WRONG || r == WR_REDUCE_BATCHMEAN)
        return wr_refuse(c, "reduction '%s' is not supported; expected 'mean', 'sum' or 'none'",
                         attr->reduction);
    if (!(smoothing >= 0 && smoothing <= 1))
        return wr_refuse(c, "label_smoothing=%g is out of range; expected 0 to 1", smoothing);
    WR_TRY(need_floats(c, &dtype));
    WR_TRY(need_target(c, axis, logs));
    int64_t classes = wr_shape(x)[axis], lines = classes > 0 ? x->count / classes : 0;
    WR_TRY(need_weight(c, backward ? 3 : 2, classes));
    weir_meta loss = {.ndim = 0};
    for (int i = 0; r == WR_REDUCE_NONE && i < x->ndim; i++)
        if (i != axis) loss.shape[loss.ndim++] = wr_shape(x)[i];
    if (classes == 0 && wr_count(loss.ndim, loss.shape) > 0 && !backward)
        return wr_refuse(c, "x is %s and has no classes", wr_array_text_of(x));
    if (backward) {
        const weir_array *dy = c->in[2];
        if (!wr_has_shape(dy, loss.ndim, loss.shape))
            return wr_refuse(c, "dy has shape %s; expected %s",
                             wr_shape_text(dy->ndim, wr_shape(dy)),
                             loss.ndim == 0 ? "()" : "the shape of x without the class axis");
        wr_meta_shape(&c->out[0], x->ndim, wr_shape(x));
    } else {
        wr_meta_shape(&c->out[0], loss.ndim, loss.shape);
    }
    if (wr_autocast_wide && (dtype == WEIR_FLOAT16 || dtype == WEIR_BFLOAT16)) dtype = WEIR_FLOAT32;
    c->dtype = dtype;
    c->out[0].dtype = backward ? x->dtype : dtype;
    int64_t numbers = classes + 2 * pieces_of(lines, classes);
    bool is_cuda = wr_device_is_cuda(x->device);
    if (is_cuda && numbers < 2 + 2 * lines) numbers = 2 + 2 * lines; /* cross_entropy_cuda.c */
    c->scratch_bytes = (uint64_t)numbers * sizeof(double);
    return WEIR_OK;
}

/* ---- The job --------------------------------------------------------------------------------- */

typedef struct job {
    const weir_kernel *k;
    const wr_simd *simd;
    const weir_view *x, *target, *weight, *dy;
    wr_reduction reduction;
    bool logs, indices;
    int64_t classes, inner, lines, ignore;
    double smoothing;
    int computes;
    const double *weights; /* one weight per class; NULL if all weights are 1 */
    double weight_sum;
    /* for each piece: the sum of the losses, and the sum of their contributions to the divisor */
    double *partial;
    double scale; /* backward pass: dy divided by the divisor of the reduction */
    /* the first line whose label is out of range.  Relaxed order is enough, because the field is
     * read after all pieces have finished */
    atomic_int_fast64_t wrong;
} job;

static void begin(job *j, const weir_kernel *k, double smoothing, bool logs, bool backward) {
    const nll_loss_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    uint32_t weight = backward ? 3 : 2;
    int axis = axis_of(attr->axis, x->ndim);
    *j = (job){.k = k,
               .simd = wr_simd_of(k),
               .x = x,
               .target = &k->in[1],
               .dy = backward ? &k->in[2] : NULL,
               .reduction = wr_reduction_of(attr->reduction),
               .logs = logs,
               .indices = wr_dtype_kind_of(k->in[1].dtype) == WR_KIND_INT,
               .classes = x->shape[axis],
               .inner = 1,
               .ignore = attr->ignore_index,
               .smoothing = smoothing,
               .computes = wr_compute_dtype[wr_dtypes[k->dtype].compute]};
    if (weight < k->in_count && k->in[weight].data != NULL) j->weight = &k->in[weight];
    for (int i = axis + 1; i < x->ndim; i++) j->inner *= x->shape[i];
    j->lines = j->classes > 0 ? wr_view_count(x) / j->classes : 0;
    double *w = k->scratch;
    j->partial = w + j->classes;
    j->weight_sum = (double)j->classes;
    if (j->weight != NULL) {
        j->weights = w;
        j->weight_sum = 0;
        for (int64_t i = 0; i < j->classes; i++) j->weight_sum += w[i] = wr_view_get(j->weight, i);
    }
    atomic_init(&j->wrong, INT64_MAX);
}

static double weight_of(const job *j, int64_t c) { return j->weights != NULL ? j->weights[c] : 1; }

/* Return the offset of element c of a line of x or of the targets. */
static int64_t offset_of(const job *j, int64_t line, int64_t c) {
    return (line / j->inner * j->classes + c) * j->inner + line % j->inner;
}

/* Return the label of a line, -1 if it is ignored, or -2 if it is out of range. */
static int64_t label_of(const job *j, int64_t line) {
    const weir_view *t = j->target;
    int64_t label =
        wr_element_i64(t->dtype, (const char *)t->data + line * (int64_t)wr_dtype_bytes(t->dtype));
    if (label == j->ignore) return -1;
    return label >= 0 && label < j->classes ? label : -2;
}

/* Record a line whose label is out of range, if no earlier line has been recorded. */
static void note_wrong(job *j, int64_t line) {
    int_fast64_t lowest = atomic_load_explicit(&j->wrong, memory_order_relaxed);
    while (line < lowest &&
           !atomic_compare_exchange_weak_explicit(&j->wrong, &lowest, line, memory_order_relaxed,
                                                  memory_order_relaxed))
        ;
}

static weir_status report_wrong(const job *j) {
    int64_t line = atomic_load_explicit(&j->wrong, memory_order_relaxed);
    if (line == INT64_MAX) return WEIR_OK;
    return wr_kernel_fail(j->k, WEIR_EINDEX,
                          "label %.0f of sample %lld is out of range for %lld %s",
                          wr_view_get(j->target, line), (long long)line, (long long)j->classes,
                          j->classes == 1 ? "class" : "classes");
}

/* Return a pointer to n elements of a line in the given dtype: in the array itself, or in `buffer`,
 * which has n * 8 bytes, if they had to be cast. */
static const void *load(const job *j, const weir_view *v, int64_t line, int64_t first, int64_t n,
                        int dtype, char *buffer) {
    int64_t size = (int64_t)wr_dtype_bytes(v->dtype);
    const char *from = (const char *)v->data + offset_of(j, line, first) * size;
    if (j->inner > 1) {
        char near[CHUNK * 8];
        for (int64_t i = 0; i < n; i++)
            memcpy(near + i * size, from + i * j->inner * size, (size_t)size);
        j->simd->cast->cast[v->dtype][dtype](buffer, near, n);
        return buffer;
    }
    if (v->dtype == dtype) return from;
    j->simd->cast->cast[v->dtype][dtype](buffer, from, n);
    return buffer;
}

static int64_t chunk(const job *j, int64_t at) {
    return j->classes - at < CHUNK ? j->classes - at : CHUNK;
}

/* The sum of e^x over a line, stored as e^top * sum. */
typedef struct mass {
    double top, sum;
} mass;

static mass mass_of(const job *j, int64_t line) {
    const wr_reducer *fold =
        &j->simd->reduce->by[WR_REDUCTION_LOGSUMEXP][wr_dtypes[j->computes].compute];
    _Alignas(64) char buffer[CHUNK * 8];
    double state[WR_REDUCTION_STATE / sizeof(double)];
    if (j->logs) return (mass){0, 1};
    fold->init(state, 1);
    for (int64_t i = 0; i < j->classes; i += CHUNK)
        fold->rows(state, 1, 0, 1, load(j, j->x, line, i, chunk(j, i), j->computes, buffer), 0,
                   chunk(j, i), i);
    if (!isfinite(state[0])) return (mass){NAN, NAN}; /* NaN, as in softmax */
    return (mass){state[0], state[1]};
}

/* ---- Forward --------------------------------------------------------------------------------- */

/* Return the sum over a line of weight * log p or, if `targets` is set, of weight * target * log
 * p. */
static double spread_loss(const job *j, int64_t line, double log_sum, bool targets) {
    _Alignas(64) char near[CHUNK * 8], far[CHUNK * 8];
    double sum = 0;
    for (int64_t i = 0; i < j->classes; i += CHUNK) {
        int64_t n = chunk(j, i);
        const double *x = load(j, j->x, line, i, n, WEIR_FLOAT64, near), *t = NULL;
        if (targets) t = load(j, j->target, line, i, n, WEIR_FLOAT64, far);
        for (int64_t c = 0; c < n; c++)
            sum += weight_of(j, i + c) * (t != NULL ? t[c] : 1) * (x[c] - log_sum);
    }
    return sum;
}

/* Return the loss of a line, and set *divide to the contribution of the line to the divisor of a
 * mean. */
static double line_loss(job *j, int64_t line, double *divide) {
    int64_t label = j->indices ? label_of(j, line) : 0;
    double e = j->smoothing, loss = 0;
    *divide = 0;
    if (label == -2) note_wrong(j, line);
    if (label < 0) return 0;
    mass m = mass_of(j, line);
    double log_sum = m.top + log(m.sum);
    if (e > 0) loss -= e / (double)j->classes * spread_loss(j, line, log_sum, false);
    if (!j->indices) {
        *divide = 1;
        return loss - (1 - e) * spread_loss(j, line, log_sum, true);
    }
    *divide = weight_of(j, label);
    _Alignas(8) char buffer[8];
    double x = *(const double *)load(j, j->x, line, label, 1, WEIR_FLOAT64, buffer);
    return loss - (1 - e) * *divide * (x - log_sum);
}

static weir_status forward_pieces(void *arg, int64_t begin_, int64_t end_) {
    job *j = arg;
    int64_t each = lines_of_piece(j->classes);
    for (int64_t p = begin_; p < end_; p++) {
        double sum = 0, divide = 0, one;
        for (int64_t i = p * each; i < (p + 1) * each && i < j->lines; i++) {
            double loss = line_loss(j, i, &one);
            if (j->reduction == WR_REDUCE_NONE) wr_view_put(&j->k->out[0], i, loss);
            sum += loss;
            divide += one;
        }
        j->partial[2 * p] = sum;
        j->partial[2 * p + 1] = divide;
    }
    return WEIR_OK;
}

static weir_status forward(const weir_kernel *k, double smoothing, bool logs) {
    job j;
    begin(&j, k, smoothing, logs, false);
    int64_t pieces = pieces_of(j.lines, j.classes);
    WR_TRY(wr_split(k, pieces, 1, forward_pieces, &j));
    WR_TRY(report_wrong(&j));
    if (j.reduction == WR_REDUCE_NONE) return WEIR_OK;
    double sum = 0, divide = 0;
    for (int64_t p = 0; p < pieces; p++) sum += j.partial[2 * p], divide += j.partial[2 * p + 1];
    wr_view_put(&k->out[0], 0, j.reduction == WR_REDUCE_MEAN ? sum / divide : sum);
    return WEIR_OK;
}

/* ---- Backward: dx = (p sum of q - q) scale --------------------------------------------------- */

static double line_scale(const job *j, int64_t line) {
    return j->reduction == WR_REDUCE_NONE ? wr_view_get(j->dy, line) : j->scale;
}

/* Subtract q * scale from `made`, leaving out the part of q that comes from a label. */
static void subtract_targets(const job *j, int64_t line, int64_t first, int64_t n, double scale,
                             char *made) {
    _Alignas(64) char buffer[CHUNK * 8];
    const double *t = NULL;
    double e = j->smoothing / (double)j->classes;
    if (j->indices && j->smoothing == 0) return;
    if (!j->indices) t = load(j, j->target, line, first, n, WEIR_FLOAT64, buffer);
    for (int64_t c = 0; c < n; c++) {
        double q = weight_of(j, first + c) * ((t != NULL ? (1 - j->smoothing) * t[c] : 0) + e);
        if (j->computes == WEIR_FLOAT32)
            ((float *)(void *)made)[c] -= (float)(q * scale);
        else
            ((double *)(void *)made)[c] -= q * scale;
    }
}

/* Return the sum of q over a line. */
static double target_sum(const job *j, int64_t line, int64_t label) {
    double sum = j->smoothing / (double)j->classes * j->weight_sum;
    if (j->indices) return sum + (1 - j->smoothing) * weight_of(j, label);
    _Alignas(64) char buffer[CHUNK * 8];
    double all = 0;
    for (int64_t i = 0; i < j->classes; i += CHUNK) {
        const double *t = load(j, j->target, line, i, chunk(j, i), WEIR_FLOAT64, buffer);
        for (int64_t c = 0; c < chunk(j, i); c++) all += weight_of(j, i + c) * t[c];
    }
    return sum + (1 - j->smoothing) * all;
}

static void fill(const job *j, char *to, double value) {
    char one[8];
    j->simd->cast->cast[WEIR_FLOAT64][j->computes](one, &value, 1);
    j->simd->move->fill[wr_dtypes[j->computes].shift](to, one, CHUNK);
}

/* Store the results of a chunk in dx, cast to its dtype. */
static void store(const job *j, int64_t line, int64_t first, int64_t n, const char *made) {
    const weir_view *dx = &j->k->out[0];
    int64_t size = (int64_t)wr_dtype_bytes(dx->dtype);
    char *to = (char *)dx->data + offset_of(j, line, first) * size, near[CHUNK * 8];
    if (to == made) return;
    j->simd->cast->cast[j->computes][dx->dtype](j->inner == 1 ? to : near, made, n);
    for (int64_t i = 0; j->inner > 1 && i < n; i++)
        memcpy(to + i * j->inner * size, near + i * size, (size_t)size);
}

static void line_backward(job *j, int64_t line) {
    const wr_softmax_type *type =
        j->computes == WEIR_FLOAT32 ? &j->simd->softmax->f32 : &j->simd->softmax->f64;
    _Alignas(64) char top[CHUNK * 8], by[CHUNK * 8], in[CHUNK * 8], buffer[CHUNK * 8];
    const weir_view *dx = &j->k->out[0];
    int64_t label = j->indices ? label_of(j, line) : 0, size = (int64_t)wr_dtype_bytes(j->computes);
    double scale = line_scale(j, line);
    if (label == -2) note_wrong(j, line);
    if (label < 0) memset(buffer, 0, sizeof buffer);
    mass m = {0, 1};
    if (label >= 0) {
        m = mass_of(j, line);
        fill(j, top, m.top);
        fill(j, by, target_sum(j, line, label) * scale / m.sum);
    }
    bool direct = j->inner == 1 && dx->dtype == j->computes;
    for (int64_t i = 0; i < j->classes; i += CHUNK) {
        int64_t n = chunk(j, i);
        char *made = buffer;
        if (label >= 0) {
            if (direct) made = (char *)dx->data + offset_of(j, line, i) * size;
            type->write(made, load(j, j->x, line, i, n, j->computes, in), top, by, n, false);
            subtract_targets(j, line, i, n, scale, made);
            double one = (1 - j->smoothing) * weight_of(j, label) * scale;
            if (j->indices && label >= i && label < i + n && j->computes == WEIR_FLOAT32)
                ((float *)(void *)made)[label - i] -= (float)one;
            else if (j->indices && label >= i && label < i + n)
                ((double *)(void *)made)[label - i] -= one;
        }
        store(j, line, i, n, made);
    }
}

static weir_status backward_pieces(void *arg, int64_t begin_, int64_t end_) {
    job *j = arg;
    int64_t each = lines_of_piece(j->classes);
    for (int64_t i = begin_ * each; i < end_ * each && i < j->lines; i++) line_backward(j, i);
    return WEIR_OK;
}

/* Return the divisor of a mean. */
static double divisor(const job *j) {
    double sum = 0;
    if (!j->indices) return (double)j->lines;
    for (int64_t i = 0; i < j->lines; i++) {
        int64_t label = label_of(j, i);
        if (label >= 0) sum += weight_of(j, label);
    }
    return sum;
}

static weir_status backward(const weir_kernel *k, double smoothing) {
    job j;
    begin(&j, k, smoothing, false, true);
    if (j.reduction != WR_REDUCE_NONE) j.scale = wr_view_get(j.dy, 0);
    if (j.reduction == WR_REDUCE_MEAN) j.scale /= divisor(&j);
    WR_TRY(wr_split(k, pieces_of(j.lines, j.classes), 1, backward_pieces, &j));
    return report_wrong(&j);
}

/* ---- Reference kernels ----------------------------------------------------------------------- */

static double reference_q(const job *j, int64_t line, int64_t label, int64_t c) {
    double t = j->indices ? label == c : wr_view_get(j->target, offset_of(j, line, c));
    return weight_of(j, c) * ((1 - j->smoothing) * t + j->smoothing / (double)j->classes);
}

/* Return log p, which is x itself for nll_loss. */
static double reference_log(const job *j, int64_t line, int64_t c) {
    double top = -INFINITY, sum = 0;
    if (j->logs) return wr_view_get(j->x, offset_of(j, line, c));
    for (int64_t i = 0; i < j->classes; i++) {
        double v = wr_view_get(j->x, offset_of(j, line, i));
        if (v > top || isnan(v)) top = v;
    }
    for (int64_t i = 0; i < j->classes; i++)
        sum += exp(wr_view_get(j->x, offset_of(j, line, i)) - top);
    return wr_view_get(j->x, offset_of(j, line, c)) - top - log(sum);
}

static weir_status forward_reference(const weir_kernel *k, double smoothing, bool logs) {
    job j;
    double sum = 0, divide = 0;
    begin(&j, k, smoothing, logs, false);
    for (int64_t i = 0; i < j.lines; i++) {
        int64_t label = j.indices ? label_of(&j, i) : 0;
        double loss = 0;
        if (label == -2) note_wrong(&j, i);
        for (int64_t c = 0; c < j.classes && label >= 0; c++)
            if (!j.indices || j.smoothing > 0 || c == label)
                loss -= reference_q(&j, i, label, c) * reference_log(&j, i, c);
        if (j.reduction == WR_REDUCE_NONE) wr_view_put(&k->out[0], i, loss);
        sum += loss;
        divide += label < 0 ? 0 : j.indices ? weight_of(&j, label) : 1;
    }
    WR_TRY(report_wrong(&j));
    if (j.reduction == WR_REDUCE_NONE) return WEIR_OK;
    wr_view_put(&k->out[0], 0, j.reduction == WR_REDUCE_MEAN ? sum / divide : sum);
    return WEIR_OK;
}

static weir_status backward_reference(const weir_kernel *k, double smoothing) {
    job j;
    begin(&j, k, smoothing, false, true);
    if (j.reduction != WR_REDUCE_NONE) j.scale = wr_view_get(j.dy, 0);
    if (j.reduction == WR_REDUCE_MEAN) j.scale /= divisor(&j);
    for (int64_t i = 0; i < j.lines; i++) {
        int64_t label = j.indices ? label_of(&j, i) : 0;
        double all = 0;
        if (label == -2) note_wrong(&j, i);
        for (int64_t c = 0; c < j.classes && label >= 0; c++) all += reference_q(&j, i, label, c);
        for (int64_t c = 0; c < j.classes; c++) {
            double scale = line_scale(&j, i), d = 0;
            if (label >= 0)
                d = exp(reference_log(&j, i, c)) * (all * scale) -
                    reference_q(&j, i, label, c) * scale;
            wr_view_put(&k->out[0], offset_of(&j, i, c), d);
        }
    }
    return report_wrong(&j);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

#define g(op, ...) wr_g_##op(v, __VA_ARGS__)
#define n(value)   wr_build_number(v, value)

/* Arrays that broadcast to the shape of x, for the gradients that have no kernel. */
typedef struct dense {
    int axis;
    int64_t along;
    weir_array *target; /* smoothed targets; 0 in ignored lines */
    weir_array *hot;    /* one-hot labels, not smoothed */
    weir_array *weight; /* weights in a shape that broadcasts, or NULL */
    weir_array *divide; /* the divisor of a mean, 0-dimensional; NULL if it is 1 */
    weir_array *scale;  /* dy divided by the divisor */
} dense;

static weir_array *times(weir_vjp *v, weir_array *a, weir_array *w) {
    return w == NULL ? a : g(multiply, a, w);
}

static weir_array *with_axis(weir_vjp *v, weir_array *a, int axis) {
    const int64_t at = axis;
    return g(expand_dims, a, &at, 1);
}

static weir_array *hot_of(weir_vjp *v, int axis, int64_t classes, int64_t ignore, int dtype) {
    weir_array *t = g(astype, v->in[1], WEIR_INT64);
    weir_array *out = g(equal, t, n((double)ignore));
    weir_array *safe = g(multiply, t, g(astype, g(logical_not, out), WEIR_INT64));
    weir_array *hot = g(moveaxis, g(one_hot, safe, classes, dtype), (const int64_t[]){-1}, 1,
                        (const int64_t[]){axis}, 1);
    weir_array *counts = with_axis(v, g(logical_not, out), axis);
    return g(multiply, hot, g(astype, counts, dtype));
}

/* The dtype of the loss, which may be wider than that of x. */
static int wide_dtype(const weir_array *x, const weir_array *dy) {
    return (int)weir_dtype_promote((weir_dtype)x->dtype, (weir_dtype)dy->dtype);
}

static dense dense_of(weir_vjp *v, double smoothing, uint32_t weight, weir_array *dy) {
    const nll_loss_attr *attr = v->attr;
    weir_array *x = v->in[0];
    dense d = {.axis = axis_of(attr->axis, x->ndim)};
    wr_reduction r = wr_reduction_of(attr->reduction);
    int64_t classes = wr_shape(x)[d.axis], shape[WEIR_NDIM_MAX];
    int dtype = wide_dtype(x, dy);
    d.along = d.axis;
    for (int i = 0; i < x->ndim; i++) shape[i] = i == d.axis ? classes : 1;
    if (weight < v->in_count && v->in[weight] != NULL)
        d.weight = g(reshape, v->in[weight], shape, x->ndim);
    if (wr_dtype_kind_of(v->in[1]->dtype) == WR_KIND_INT) {
        d.hot = hot_of(v, d.axis, classes, attr->ignore_index, dtype);
        weir_array *counts = g(sum, d.hot, &d.along, 1, 1, 0);
        d.target = d.hot;
        if (smoothing > 0)
            d.target = g(add, g(multiply, d.hot, n(1 - smoothing)),
                         g(multiply, counts, n(smoothing / (double)classes)));
        if (r == WR_REDUCE_MEAN) {
            d.divide = g(sum, times(v, d.hot, d.weight), NULL, 0, 0, 0);
            /* the divisor is 0 if all lines are ignored */
            d.divide = g(where, g(equal, d.divide, n(0)), n(1), d.divide);
        }
    } else {
        d.target = v->in[1];
        if (smoothing > 0)
            d.target =
                g(add, g(multiply, d.target, n(1 - smoothing)), n(smoothing / (double)classes));
        if (r == WR_REDUCE_MEAN) d.divide = n((double)x->count / (double)classes);
    }
    d.scale = r == WR_REDUCE_NONE ? with_axis(v, dy, d.axis) : dy;
    if (d.divide != NULL) d.scale = g(divide, d.scale, d.divide);
    return d;
}

/* Sum over all axes but the class axis. */
static weir_array *to_classes(weir_vjp *v, weir_array *a, int axis, weir_array *like) {
    int64_t axes[WEIR_NDIM_MAX], count = 0;
    if (a == NULL) return NULL;
    for (int i = 0; i < a->ndim; i++)
        if (i != axis) axes[count++] = i;
    if (count > 0) a = g(sum, a, axes, count, 0, 0);
    return wr_build_unbroadcast(v, a, like);
}

/* Compute the gradients of float targets and of the weights; `logs` is log p. */
static void dense_vjp(weir_vjp *v, double smoothing, weir_array *logs, const dense *d) {
    weir_array *each = g(negative, g(multiply, logs, d->scale));
    if (v->wanted[1] && d->hot == NULL)
        v->grad_in[1] = wr_build_unbroadcast(
            v, g(multiply, times(v, each, d->weight), n(1 - smoothing)), v->in[1]);
    if (d->weight == NULL || !v->wanted[2]) return;
    weir_array *dw = g(multiply, d->target, each);
    /* the divisor is a sum of weights, so the gradient of a weight has a second term, which comes
     * from the divisor */
    if (d->hot != NULL && d->divide != NULL)
        dw = g(subtract, dw, g(multiply, d->hot, g(multiply, d->scale, v->out[0])));
    v->grad_in[2] = to_classes(v, dw, d->axis, v->in[2]);
}

static bool needs_dense(const weir_vjp *v, uint32_t weight) {
    bool floats = wr_dtype_kind_of(v->in[1]->dtype) != WR_KIND_INT;
    return (v->wanted[1] && floats) ||
           (weight < v->in_count && v->in[weight] != NULL && v->wanted[weight]);
}

static void cross_entropy_vjp(weir_vjp *v) {
    const cross_entropy_attr *attr = v->attr;
    weir_array *dy = v->grad_out[0], *dx[1];
    weir_array *const in[] = {v->in[0], v->in[1], dy, v->in_count > 2 ? v->in[2] : NULL};
    if (dy == NULL) return;
    if (v->wanted[0]) {
        wr_build_many(v, WR_OP_cross_entropy_backward, attr, 4, in, 1, dx);
        v->grad_in[0] = wr_build_unbroadcast(v, dx[0], v->in[0]);
    }
    if (!needs_dense(v, 2)) return;
    dense d = dense_of(v, attr->label_smoothing, 2, dy);
    dense_vjp(v, attr->label_smoothing, g(log_softmax, v->in[0], d.along), &d);
}

/* Compute the gradient of each input from `a`, the gradient of dx.  The backward operator computes
 * dx = (p * Q - q) * s, where Q is the sum of q over the classes and s is dy divided by the divisor
 * of the reduction. */
static void cross_entropy_backward_vjp(weir_vjp *v) {
    const cross_entropy_attr *attr = v->attr;
    weir_array *a = v->grad_out[0], *dy = v->in[2];
    weir_array *weight = v->in_count > 3 ? v->in[3] : NULL;
    if (a == NULL) return;
    dense d = dense_of(v, attr->label_smoothing, 3, dy);
    weir_array *x = v->in[0];
    if (x->dtype != wide_dtype(x, dy)) x = g(astype, x, wide_dtype(x, dy));
    weir_array *p = g(softmax, x, d.along), *q = times(v, d.target, d.weight);
    weir_array *all = g(sum, q, &d.along, 1, 1, 0), *pa = g(multiply, p, a);
    weir_array *sum = g(sum, pa, &d.along, 1, 1, 0); /* the sum of p * a */
    if (v->wanted[0]) {
        weir_array *dx = g(subtract, pa, g(multiply, p, sum));
        dx = g(multiply, dx, g(multiply, all, d.scale));
        v->grad_in[0] = wr_build_unbroadcast(v, dx, v->in[0]);
    }
    weir_array *to_q = g(multiply, g(subtract, sum, a), d.scale);
    if (v->wanted[1] && d.hot == NULL)
        v->grad_in[1] = wr_build_unbroadcast(
            v, g(multiply, times(v, to_q, d.weight), n(1 - attr->label_smoothing)), v->in[1]);
    if (v->wanted[2]) {
        weir_array *slope = g(multiply, a, g(subtract, g(multiply, p, all), q));
        slope = g(sum, slope, &d.along, 1, 0, 0);
        if (dy->ndim == 0 && slope != NULL && slope->ndim > 0) slope = g(sum, slope, NULL, 0, 0, 0);
        if (d.divide != NULL) slope = g(divide, slope, d.divide);
        v->grad_in[2] = wr_build_unbroadcast(v, slope, dy);
    }
    if (weight == NULL || !v->wanted[3]) return;
    weir_array *dw = g(multiply, d.target, to_q);
    if (d.hot != NULL && d.divide != NULL) {
        weir_array *by = g(divide, g(sum, g(multiply, a, v->out[0]), NULL, 0, 0, 0), d.divide);
        dw = g(subtract, dw, g(multiply, d.hot, by));
    }
    v->grad_in[3] = to_classes(v, dw, d.axis, weight);
}

static void nll_loss_vjp(weir_vjp *v) {
    if (v->grad_out[0] == NULL) return;
    dense d = dense_of(v, 0, 2, v->grad_out[0]);
    if (v->wanted[0]) {
        weir_array *dx = g(negative, g(multiply, times(v, d.hot, d.weight), d.scale));
        v->grad_in[0] = wr_build_unbroadcast(v, dx, v->in[0]);
    }
    if (needs_dense(v, 2)) dense_vjp(v, 0, v->in[0], &d);
}

#undef n
#undef g

/* ---- Operators ------------------------------------------------------------------------------- */

static double smoothing_of(const void *attr) {
    return ((const cross_entropy_attr *)attr)->label_smoothing;
}

static weir_status cross_entropy_infer(weir_infer *c) {
    return infer(c, smoothing_of(c->attr), false, false);
}
static weir_status cross_entropy_run(const weir_kernel *k) {
    return forward(k, smoothing_of(k->attr), false);
}
static weir_status cross_entropy_reference(const weir_kernel *k) {
    return forward_reference(k, smoothing_of(k->attr), false);
}
static weir_status cross_entropy_backward_infer(weir_infer *c) {
    return infer(c, smoothing_of(c->attr), false, true);
}
static weir_status cross_entropy_backward_run(const weir_kernel *k) {
    return backward(k, smoothing_of(k->attr));
}
static weir_status cross_entropy_backward_reference(const weir_kernel *k) {
    return backward_reference(k, smoothing_of(k->attr));
}
static weir_status nll_loss_infer(weir_infer *c) { return infer(c, 0, true, false); }
static weir_status nll_loss_run(const weir_kernel *k) { return forward(k, 0, true); }
static weir_status nll_loss_reference(const weir_kernel *k) {
    return forward_reference(k, 0, true);
}

WR_OP(cross_entropy) = {
    .size = sizeof(weir_op_def),
    .name = "cross_entropy",
    .summary = "The cross entropy between softmax(x) and the targets.",
    .notes =
        "x holds logits, with the classes along axis.  Targets are labels, in the shape of x "
        "without that axis, or probabilities in the shape of x.  weight has one factor per "
        "class; a mean over labels divides by the sum of their weights.  A label that is out of "
        "range is an error, unless it is ignore_index.",
    .inputs = "x, target, weight?",
    .outputs = "y",
    .parts = "x: logits; "
             "target: labels, or probabilities in the shape of x; "
             "weight: factor of each class; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    .infer = cross_entropy_infer,
    .run = cross_entropy_run,
    .reference = cross_entropy_reference,
    .vjp = cross_entropy_vjp,
    WEIR_USE_ATTRS(cross_entropy),
    .samples = "(3,5), i64(3)@0:5; (4,3,2), i32(4,2)@0:3, (3)@0.5:2 label_smoothing=0.1; (4,5), "
               "(4,5)@0:1 label_smoothing=0.2; (3,4), i64(3)@0:4 ignore_index=1 reduction='none'; "
               "(2,2,3), u8(2,2)@0:3 axis=-1 reduction='sum'; (3,4), (3,4)@0:1, (4)@0.5:2 "
               "reduction='none'",
};

WR_OP(cross_entropy_backward) = {
    .size = sizeof(weir_op_def),
    .name = "cross_entropy_backward",
    .summary =
        "The gradient of cross_entropy with respect to x, given the gradient dy of its result.",
    .inputs = "x, target, dy, weight?",
    .outputs = "dx",
    .parts = "x: logits; "
             "target: labels, or probabilities in the shape of x; "
             "dy: gradient of the loss; "
             "weight: factor of each class",
    .infer = cross_entropy_backward_infer,
    .run = cross_entropy_backward_run,
    .reference = cross_entropy_backward_reference,
    .vjp = cross_entropy_backward_vjp,
    WEIR_USE_ATTRS(cross_entropy),
    .samples = "(3,5), i64(3)@0:5, (); (4,3,2), i32(4,2)@0:3, (), (3)@0.5:2 label_smoothing=0.1; "
               "(4,5), (4,5)@0:1, () label_smoothing=0.2; "
               "(3,4), i64(3)@0:4, (3) ignore_index=1 reduction='none'; "
               "(3,4), (3,4)@0:1, (3), (4)@0.5:2 reduction='none'",
};

WR_OP(nll_loss) = {
    .size = sizeof(weir_op_def),
    .name = "nll_loss",
    .summary = "The negative log-likelihood of labels under log-probabilities x.",
    .notes =
        "x holds log-probabilities, with the classes along axis.  weight has one factor per "
        "class; a mean divides by the sum of the weights of the labels.  A label that is out of "
        "range is an error, unless it is ignore_index.",
    .inputs = "x, target, weight?",
    .outputs = "y",
    .parts = "x: log-probabilities; "
             "target: labels; "
             "weight: factor of each class; "
             "y: the loss, or the losses of the elements if reduction is 'none'",
    .infer = nll_loss_infer,
    .run = nll_loss_run,
    .reference = nll_loss_reference,
    .vjp = nll_loss_vjp,
    WEIR_USE_ATTRS(nll_loss),
    .samples = "(3,5), i64(3)@0:5; (4,3,2), i32(4,2)@0:3, (3)@0.5:2; "
               "(3,4), i64(3)@0:4 ignore_index=1 reduction='none'; (2,2,3), u8(2,2)@0:3 axis=-1 "
               "reduction='sum'",
};
