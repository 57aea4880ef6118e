/* fft_cuda.c - Fourier transforms on a CUDA device, by cuFFT.
 *
 * cuFFT transforms up to three dimensions at once, which are the last ones here.  So a call is a
 * sequence of steps of up to three axes.  A step begins with a copy (`gather`) that moves its axes to
 * the end; the first one also crops, pads, converts and scales.  It is left out if there is nothing to
 * do.  irfftn transforms its last axis by itself: cuFFT gives no meaning to imaginary parts at
 * frequencies 0 and n/2, which we ignore, so they are set to 0 after the other axes.
 *
 * cuFFT does not know error words.  It writes to scratch memory, or to a result that the call has
 * just allocated.
 *
 * If a transform contains an infinity or NaN, all of its results are NaN in both parts.  `gather`
 * makes such a value NaN in both parts, which cuFFT spreads over all results.  Without a gather, and
 * for real input, results are checked (`spread`).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/fft/fft_cuda.h"

#include <string.h>

#include "device/cuda/cuda_fft.h"
#include "device/cuda/cuda_text.h"

enum { THREADS = 256, BUFFERS = 2 };

/* The arguments of the kernels; fft.cu has the same structs. */
typedef struct gather_args {
    wr_cuda_guard guard;
    const void *from;
    void *to;
    uint64_t count;
    double scale;
    int64_t dims, half, even, cleans;
    int64_t shape[WEIR_NDIM_MAX], step[WEIR_NDIM_MAX], size[WEIR_NDIM_MAX];
} gather_args;

typedef struct spread_args {
    wr_cuda_guard guard;
    const void *from;
    void *to;
    uint64_t batch, from_count, to_count;
} spread_args;

/* The array so far. */
typedef struct state {
    wr_cuda_call *c;
    const wr_fft_task *t;
    const void *at;
    int dtype;
    int order[WEIR_NDIM_MAX]; /* the dimensions of x, in the order in which they are stored */
    int64_t size[WEIR_NDIM_MAX], step[WEIR_NDIM_MAX]; /* by dimension of x */
    int64_t wanted[WEIR_NDIM_MAX];                    /* size after cropping and padding */
    double scale;                                     /* still to be applied */
    bool cleans;                                      /* is first to be read by a step */
    char *buffer[BUFFERS];
} state;

static int64_t product(int ndim, const int64_t *shape) {
    int64_t n = 1;
    for (int i = 0; i < ndim; i++) n *= shape[i];
    return n;
}

static uint64_t buffer_bytes(const wr_fft_task *t) {
    int64_t in = product(t->ndim, t->shape), out = product(t->ndim, t->out);
    return wr_round_up((uint64_t)(in > out ? in : out) * (t->wide ? 16 : 8), 256);
}

uint64_t wr_cuda_fft_scratch(const wr_fft_task *t) { return BUFFERS * buffer_bytes(t); }

static int real_dtype(const wr_fft_task *t) { return t->wide ? WEIR_FLOAT64 : WEIR_FLOAT32; }
static int complex_dtype(const wr_fft_task *t) {
    return t->wide ? WEIR_COMPLEX128 : WEIR_COMPLEX64;
}

/* ---- Kernels --------------------------------------------------------------------------------- */

typedef struct dtypes {
    int from, to;
} dtypes;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const dtypes *d = ctx;
    wr_cuda_write(to, "typedef %s F;\ntypedef %s T;\n#define DIMS %d\n%s", wr_cuda_dtype(d->from),
                  wr_cuda_dtype(d->to), WEIR_NDIM_MAX, wr_text_fft);
}

static weir_status launch(wr_cuda_call *c, int from, int to, const char *kernel, uint64_t elements,
                          const void *args, size_t bytes) {
    const dtypes d = {from, to};
    const wr_cuda_source source = {.family = "fft",
                                   .variant = (uint64_t)from << 8 | (uint64_t)to,
                                   .write = write_text,
                                   .ctx = &d};
    return wr_cuda_launch_bytes(c, &source, kernel, wr_cuda_blocks(c, elements, THREADS), THREADS,
                                args, bytes);
}

/* Join dimensions that are adjacent in both arrays and of which nothing is cropped or padded. */
static void join(gather_args *a) {
    int64_t dims = 0;
    for (int64_t i = 0; i < a->dims; i++) {
        if (a->shape[i] == 1 && a->size[i] >= 1) continue;
        bool joins = dims > 0 && a->size[dims - 1] == a->shape[dims - 1] &&
                     a->size[i] == a->shape[i] && a->step[dims - 1] == a->step[i] * a->shape[i];
        int64_t to = joins ? dims - 1 : dims++, count = joins ? a->shape[to] : 1;
        a->shape[to] = count * a->shape[i];
        a->size[to] = joins ? a->shape[to] : a->size[i];
        a->step[to] = a->step[i];
    }
    a->dims = dims;
}

/* Copy the array to `to`, with its dimensions in another order.  half: 0, or the length of the real
 * lines whose first half the last dimension is. */
static weir_status gather(state *s, const int *order, void *to, int dtype, int64_t half,
                          const wr_cuda_guard *guard) {
    const wr_fft_task *t = s->t;
    gather_args a = {.guard = *guard,
                     .from = s->at,
                     .to = to,
                     .count = (uint64_t)product(t->ndim, s->wanted),
                     .scale = s->scale,
                     .dims = t->ndim,
                     .half = half > 0 ? half / 2 + 1 : 0,
                     .even = half % 2 == 0,
                     .cleans = s->cleans};
    int from = s->dtype;
    for (int i = 0; i < t->ndim; i++) {
        a.shape[i] = s->wanted[order[i]];
        a.size[i] = s->size[order[i]];
        a.step[i] = s->step[order[i]];
    }
    int64_t step = 1;
    for (int i = t->ndim - 1; i >= 0; i--) {
        s->order[i] = order[i];
        s->step[order[i]] = step;
        s->size[order[i]] = s->wanted[order[i]];
        step *= s->wanted[order[i]];
    }
    s->at = to;
    s->dtype = dtype;
    s->scale = 1;
    s->cleans = false;
    join(&a);
    return launch(s->c, from, dtype, "gather", a.count, &a, sizeof a);
}

static weir_status spread(wr_cuda_call *c, const void *from, int from_dtype, uint64_t from_count,
                          void *to, int to_dtype, uint64_t to_count, uint64_t batch) {
    const spread_args a = {c->test, from, to, batch, from_count, to_count};
    return launch(c, from_dtype, to_dtype, "spread", batch, &a, sizeof a);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Is the array what a transform of this dtype over the last dimensions reads? */
static bool is_ready(const state *s, const int *order, int dtype) {
    uint64_t number = s->t->wide ? 16 : 8;
    if (s->dtype != dtype || s->scale != 1 || (uint64_t)(uintptr_t)s->at % number != 0)
        return false;
    for (int i = 0; i < s->t->ndim; i++)
        if (s->order[i] != order[i] || s->size[i] != s->wanted[i]) return false;
    return true;
}

static void *free_buffer(const state *s) {
    return s->at == s->buffer[0] ? s->buffer[1] : s->buffer[0];
}

static bool is_in(const int *axes, int count, int axis) {
    bool found = false;
    for (int i = 0; i < count; i++) found |= axes[i] == axis;
    return found;
}

/* The sizes and strides of the array after a step that has left it at `to`. */
static void move_to(state *s, void *to, int dtype, int last, int64_t last_size) {
    int64_t step = 1;
    s->wanted[last] = last_size;
    for (int i = s->t->ndim - 1; i >= 0; i--) {
        int dim = s->order[i];
        s->size[dim] = s->wanted[dim];
        s->step[dim] = step;
        step *= s->wanted[dim];
    }
    s->at = to;
    s->dtype = dtype;
    s->cleans = false;
}

_Static_assert((int)WR_FFT_COMPLEX == (int)WR_CUDA_COMPLEX &&
                   (int)WR_FFT_REAL_IN == (int)WR_CUDA_REAL_IN &&
                   (int)WR_FFT_REAL_OUT == (int)WR_CUDA_REAL_OUT,
               "the kinds have the same values");

/* Transform `count` axes; n: the length along the last of them. */
static weir_status transform(state *s, wr_fft_kind kind, const int *axes, int count, int64_t n,
                             bool is_last) {
    const wr_fft_task *t = s->t;
    const weir_kernel *k = s->c->k;
    int order[WEIR_NDIM_MAX], others = 0, last = axes[count - 1];
    int reads = kind == WR_FFT_REAL_IN ? real_dtype(t) : complex_dtype(t);
    int writes = kind == WR_FFT_REAL_OUT ? real_dtype(t) : complex_dtype(t);
    bool in_order = true;
    for (int i = 0; i < t->ndim; i++)
        if (!is_in(axes, count, s->order[i])) order[others++] = s->order[i];
    memcpy(order + others, axes, (size_t)count * sizeof *axes);
    for (int i = 0; i < t->ndim; i++) in_order &= order[i] == i;
    bool gathers = kind == WR_FFT_REAL_OUT || !is_ready(s, order, reads);
    if (gathers)
        WR_TRY(
            gather(s, order, free_buffer(s), reads, kind == WR_FFT_REAL_OUT ? n : 0, &s->c->test));
    void *to = is_last && in_order && k->fresh                    ? k->out[0].data
               : kind == WR_FFT_COMPLEX && s->at != k->in[0].data ? (void *)(uintptr_t)s->at
                                                                  : free_buffer(s);
    wr_cuda_fft f = {.kind = (int)kind,
                     .is_double = t->wide,
                     .inverse = t->inverse,
                     .rank = count,
                     .batch = 1,
                     .from = (uint64_t)(uintptr_t)s->at,
                     .to = (uint64_t)(uintptr_t)to};
    uint64_t from_count = 1, to_count = 1;
    for (int i = 0; i < others; i++) f.batch *= s->wanted[order[i]];
    for (int i = 0; i < count; i++) {
        f.n[i] = i < count - 1 ? s->wanted[axes[i]] : n;
        from_count *= (uint64_t)s->wanted[axes[i]];
        to_count *= (uint64_t)(i == count - 1 && kind == WR_FFT_REAL_IN ? n / 2 + 1 : f.n[i]);
    }
    WR_TRY(wr_cuda_transform(s->c, &f));
    if (kind == WR_FFT_REAL_IN || s->cleans)
        WR_TRY(spread(s->c, s->at, reads, from_count, to, writes, to_count, (uint64_t)f.batch));
    move_to(s, to, writes, last, kind == WR_FFT_REAL_IN ? n / 2 + 1 : n);
    return WEIR_OK;
}

/* Transform complex axes, up to three at a time, the last ones first. */
static weir_status transform_complex(state *s, const int *axes, int count, bool is_last) {
    while (count > 0) {
        int now = count < WR_CUDA_FFT_RANK ? count : WR_CUDA_FFT_RANK;
        count -= now;
        WR_TRY(transform(s, WR_FFT_COMPLEX, axes + count, now, s->wanted[axes[count + now - 1]],
                         is_last && count == 0));
    }
    return WEIR_OK;
}

/* The axes that are transformed as complex numbers and have more than one element, in ascending
 * order; returns their number. */
static int complex_axes(const wr_fft_task *t, int *axes) {
    int count = 0, complex = t->count - (t->kind != WR_FFT_COMPLEX);
    for (int dim = 0; dim < t->ndim; dim++)
        if (is_in(t->axis, complex, dim) && t->shape[dim] > 1) axes[count++] = dim;
    return count;
}

static weir_status run_steps(state *s) {
    const wr_fft_task *t = s->t;
    int axes[WEIR_NDIM_MAX], count = complex_axes(t, axes);
    /* A real line of one element is a complex number without imaginary part. */
    bool real = t->kind != WR_FFT_COMPLEX && t->n[t->count - 1] > 1;
    int last = t->count > 0 ? t->axis[t->count - 1] : 0;
    int64_t n = t->count > 0 ? t->n[t->count - 1] : 1;
    if (real && t->kind == WR_FFT_REAL_IN) {
        int now = count < WR_CUDA_FFT_RANK - 1 ? count : WR_CUDA_FFT_RANK - 1, first[3];
        count -= now;
        memcpy(first, axes + count, (size_t)now * sizeof *first);
        first[now] = last;
        WR_TRY(transform(s, t->kind, first, now + 1, n, count == 0));
    }
    WR_TRY(transform_complex(s, axes, count, !real || t->kind == WR_FFT_REAL_IN));
    if (real && t->kind == WR_FFT_REAL_OUT) WR_TRY(transform(s, t->kind, &last, 1, n, true));
    return WEIR_OK;
}

weir_status wr_cuda_fft_run(wr_cuda_call *c, const wr_fft_task *t, double scale) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    state s = {.c = c, .t = t, .at = x->data, .dtype = x->dtype, .scale = scale};
    int order[WEIR_NDIM_MAX] = {0};
    if (wr_cuda_is_scalar(x)) return wr_cuda_copy_view(c, y, x, true, &c->guard);
    if (wr_view_count(y) == 0) return wr_cuda_mark(c);
    s.cleans = t->count > 0;
    s.buffer[0] = c->k->scratch;
    s.buffer[1] = s.buffer[0] + buffer_bytes(t);
    for (int i = 0; i < t->ndim; i++) {
        order[i] = s.order[i] = i;
        s.size[i] = x->shape[i];
        s.step[i] = x->strides[i];
        s.wanted[i] = t->shape[i];
    }
    WR_TRY(run_steps(&s));
    if (s.at == y->data) return wr_cuda_mark(c);
    return gather(&s, order, y->data, y->dtype, 0, &c->guard);
}
