/* histogram.c - the number of elements in each of several bins.
 *
 * Bins have equal width and include their lower edge; the last bin includes both edges.  Edges are
 * doubles.  The bin of an element is computed by a multiplication and corrected by comparison with
 * the adjacent edges, so that counts and edges always agree.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/core/cuda_kernels.h"
#include "ops/core/expression.h"
#include "ops/reduce/accumulate.h"
#include "ops/reduce/accumulate_cuda.h"

/* number of elements per piece when computing the minimum and maximum */
enum { PIECE = WR_SIZE(65536, 16) };

#define HISTOGRAM_ATTRS(X, A)                                                                      \
    X(A, I64, bins, 10, "number of bins", ">= 1")                                                  \
    X(A, F64, min, 0, "lowest edge", "> -inf, < inf")                                              \
    X(A, F64, max, 0, "highest edge; if equal to min, the range of the data is used",              \
      "> -inf, < inf")
WEIR_ATTRS(histogram, HISTOGRAM_ATTRS);

static int64_t pieces_of(int64_t n) { return wr_div_up(n, PIECE); }

static weir_status need_weights(const weir_infer *c) {
    const weir_array *x = c->in[0], *weights = c->in_count > 1 ? c->in[1] : NULL;
    if (weights == NULL) return WEIR_OK;
    if (wr_dtype_kind_of(weights->dtype) == WR_KIND_COMPLEX)
        return wr_refuse(c, "weights must be real, not %s", wr_dtypes[weights->dtype].name);
    if (wr_same_shape(weights, x)) return WEIR_OK;
    return wr_refuse(c, "weights is %s and x is %s; expected the same shape",
                     wr_array_text_of(weights), wr_array_text_of(x));
}

static int float_of(int dtype) {
    return wr_dtype_kind_of(dtype) == WR_KIND_FLOAT ? dtype : wr_default_dtype();
}

static weir_status histogram_infer(weir_infer *c) {
    const histogram_attr *attr = c->attr;
    const weir_array *x = c->in[0], *weights = c->in_count > 1 ? c->in[1] : NULL;
    if (wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX)
        return wr_refuse_as(c, WEIR_EDTYPE, "x must be real, not %s", wr_dtypes[x->dtype].name);
    if (attr->bins < 1)
        return wr_refuse(c, "bins must be at least 1, got %lld", (long long)attr->bins);
    if (attr->bins > INT64_MAX / 64)
        return wr_refuse(c, "bins=%lld is too large", (long long)attr->bins);
    if (!isfinite(attr->min) || !isfinite(attr->max) || attr->min > attr->max)
        return wr_refuse(c, "min=%g and max=%g must be finite, with min <= max", attr->min,
                         attr->max);
    WR_TRY(need_weights(c));
    int64_t edges = attr->bins + 1;
    wr_meta_shape(&c->out[0], 1, &attr->bins);
    wr_meta_shape(&c->out[1], 1, &edges);
    c->out[0].dtype = weights != NULL ? float_of(weights->dtype) : WEIR_INT64;
    c->out[1].dtype = c->dtype = float_of(x->dtype);
    c->scratch_bytes = wr_accumulation_bytes(x->count, attr->bins) +
                       2 * (uint64_t)pieces_of(x->count) * sizeof(double);
    return WEIR_OK;
}

typedef struct bins {
    const weir_kernel *k;
    int64_t count;
    double low, high, step;
    double *range; /* minimum and maximum of each piece */
} bins;

static double edge(const bins *b, int64_t i) {
    return i == b->count ? b->high : b->low + (double)i * b->step;
}

static void read_block(const bins *b, double *to, int64_t at, int64_t n) {
    const weir_view *x = &b->k->in[0];
    const char *from = (const char *)x->data + at * (int64_t)wr_dtype_bytes(x->dtype);
    wr_simd_of(b->k)->cast->cast[x->dtype][WEIR_FLOAT64](to, from, n);
}

/* Extend the range to include x.  A value that is not finite replaces both bounds, so that
 * set_range detects it. */
static void widen(double *low, double *high, double x) {
    if (!isfinite(*low)) return;
    if (!isfinite(x)) *low = *high = x;
    if (x < *low) *low = x;
    if (x > *high) *high = x;
}

static weir_status range_of_pieces(void *arg, int64_t begin, int64_t end) {
    const bins *b = arg;
    int64_t count = wr_view_count(&b->k->in[0]);
    double block[WR_ACCUMULATION_BLOCK];
    for (int64_t piece = begin; piece < end; piece++) {
        int64_t last = (piece + 1) * PIECE < count ? (piece + 1) * PIECE : count;
        double *range = &b->range[2 * piece];
        for (int64_t i = piece * PIECE; i < last; i += WR_ACCUMULATION_BLOCK) {
            int64_t n = last - i < WR_ACCUMULATION_BLOCK ? last - i : WR_ACCUMULATION_BLOCK;
            read_block(b, block, i, n);
            if (i == piece * PIECE) range[0] = range[1] = block[0];
            for (int64_t e = 0; e < n; e++) widen(&range[0], &range[1], block[e]);
        }
    }
    return WEIR_OK;
}

/* Set the range of the bins.  If there are no elements, it is 0 to 1; if all elements are equal, it
 * extends by 0.5 to either side of their value. */
static weir_status set_range(bins *b, double low, double high, bool any) {
    if (any && !isfinite(high - low))
        return wr_kernel_fail(b->k, WEIR_EINVAL,
                              "the elements range from %g to %g; pass finite min and max", low,
                              high);
    if (!any) low = 0, high = 1;
    if (low == high) low -= 0.5, high += 0.5;
    b->low = low;
    b->high = high;
    return WEIR_OK;
}

static weir_status find_range(bins *b) {
    int64_t pieces = pieces_of(wr_view_count(&b->k->in[0]));
    WR_TRY(wr_split(b->k, pieces, 1, range_of_pieces, b));
    for (int64_t i = 1; i < pieces; i++) {
        widen(&b->range[0], &b->range[1], b->range[2 * i]);
        widen(&b->range[0], &b->range[1], b->range[2 * i + 1]);
    }
    return set_range(b, pieces > 0 ? b->range[0] : 0, pieces > 0 ? b->range[1] : 0, pieces > 0);
}

static int64_t find_bins(const void *arg, int64_t *slot, int64_t at, int64_t n) {
    const bins *b = arg;
    double block[WR_ACCUMULATION_BLOCK], scale = (double)b->count / (b->high - b->low);
    read_block(b, block, at, n);
    for (int64_t i = 0; i < n; i++) {
        double x = block[i];
        slot[i] = -1;
        if (!(x >= b->low && x <= b->high)) continue;
        int64_t bin = (int64_t)((x - b->low) * scale);
        if (bin >= b->count) bin = b->count - 1;
        while (bin > 0 && x < edge(b, bin)) bin--;
        while (bin < b->count - 1 && x >= edge(b, bin + 1)) bin++;
        slot[i] = bin;
    }
    return n;
}

static weir_status begin(bins *b, const weir_kernel *k) {
    const histogram_attr *attr = k->attr;
    *b = (bins){.k = k, .count = attr->bins, .low = attr->min, .high = attr->max};
    b->range = k->scratch;
    if (attr->min == attr->max) WR_TRY(find_range(b));
    b->step = (b->high - b->low) / (double)b->count;
    for (int64_t i = 0; i <= b->count; i++) wr_view_put(&k->out[1], i, edge(b, i));
    return WEIR_OK;
}

static weir_status histogram_run(const weir_kernel *k) {
    bins b;
    int64_t n = wr_view_count(&k->in[0]);
    WR_TRY(begin(&b, k));
    wr_accumulation t = {.k = k,
                         .n = n,
                         .slots = b.count,
                         .weights = k->in_count > 1 && k->in[1].dtype != 0 ? &k->in[1] : NULL,
                         .fn = find_bins,
                         .arg = &b,
                         .scratch = b.range + 2 * pieces_of(n)};
    return wr_accumulation_run(&t, &k->out[0]);
}

weir_status wr_cuda_histogram(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const histogram_attr *attr = k->attr;
    int64_t n = wr_view_count(&k->in[0]);
    bins b = {.k = k, .low = attr->min, .high = attr->max};
    if (n == 0 && attr->min == attr->max) WR_TRY(set_range(&b, 0, 0, false));
    wr_cuda_accumulation t = {.slots = attr->bins,
                              .weights = k->in_count > 1 && k->in[1].dtype != 0 ? &k->in[1] : NULL,
                              .edges = &k->out[1],
                              .is_given = b.low != b.high,
                              .low = b.low,
                              .high = b.high,
                              .range = k->scratch,
                              .range_piece = PIECE,
                              .sums = (double *)k->scratch + 2 * pieces_of(n)};
    return wr_cuda_accumulate(c, &t);
}

static weir_status histogram_reference(const weir_kernel *k) {
    const histogram_attr *attr = k->attr;
    const weir_view *x = &k->in[0];
    bool weighted = k->in_count > 1 && k->in[1].dtype != 0;
    int64_t n = wr_view_count(x);
    bins b = {.k = k, .count = attr->bins, .low = attr->min, .high = attr->max};
    if (attr->min == attr->max) {
        double low = n > 0 ? wr_view_get(x, 0) : 0, high = low;
        for (int64_t i = 0; i < n; i++) widen(&low, &high, wr_view_get(x, i));
        WR_TRY(set_range(&b, low, high, n > 0));
    }
    b.step = (b.high - b.low) / (double)b.count;
    for (int64_t i = 0; i <= b.count; i++) wr_view_put(&k->out[1], i, edge(&b, i));
    for (int64_t bin = 0; bin < b.count; bin++) {
        double sum = 0, low = edge(&b, bin), high = edge(&b, bin + 1);
        for (int64_t i = 0; i < n; i++) {
            double v = wr_view_get(x, i);
            bool inside = v >= low && (bin + 1 == b.count ? v <= high : v < high);
            if (inside) sum += weighted ? wr_view_get(&k->in[1], i) : 1;
        }
        wr_view_put(&k->out[0], bin, sum);
    }
    return WEIR_OK;
}

WR_OP(histogram) = {
    .size = sizeof(weir_op_def),
    .name = "histogram",
    .summary =
        "Count the elements (or sum their weights) in bins of equal width; also return the bin "
        "edges.",
    .notes =
        "Each bin includes its lower edge; the last bin includes both edges.  NaN and elements "
        "outside the range are not counted.  If the range is taken from data that contain NaN or "
        "an infinity, the task fails.",
    .inputs = "x, weights?",
    .outputs = "counts, edges",
    .parts = "weights: weight of each element; "
             "counts: count or sum of weights of each bin; "
             "edges: edges of the bins",
    .infer = histogram_infer,
    .run = histogram_run,
    .reference = histogram_reference,
    WEIR_USE_ATTRS(histogram),
    .samples = "(40); (3,5) bins=4 min=-1 max=1; (30), f32(30) bins=5; i32(20) bins=3 min=-2 max=7",
};
