/* cuda_fft.c - Fourier transforms by cuFFT.
 *
 * A plan has tables in the card's memory and takes milliseconds to make, so a queue keeps those that
 * it has used last.  Plans do not allocate work areas of their own: the transforms of a queue run one
 * after another and share one area, which grows to the size of the largest.
 *
 * All functions here run on the launcher.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_fft.h"

#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda_queue.h"

enum { PLANS = WR_SIZE(64, 2), WORK_UNIT = WR_SIZE(2 << 20, 256) };

/* What a plan depends on.  All bytes are compared, so it has no padding. */
typedef struct plan_key {
    int64_t n[WR_CUDA_FFT_RANK], batch;
    int32_t rank, type;
} plan_key;

typedef struct plan {
    plan_key key;
    int handle;
    bool made;
    size_t work_bytes;
    uint64_t used; /* when; the smallest is replaced first */
} plan;

typedef struct plans {
    plan plan[PLANS];
    uint64_t uses;
    cu_pointer work;
    size_t work_bytes;
} plans;

static weir_status failed(wr_cuda_call *c, int error, const char *message) {
    c->message = error == FFT_ALLOC_FAILED ? "cuFFT is out of memory" : message;
    return error == FFT_ALLOC_FAILED ? WEIR_ENOMEM : WEIR_EDEVICE;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static int type_of(const wr_cuda_fft *t) {
    static const int types[3][2] = {{FFT_C2C, FFT_Z2Z}, {FFT_R2C, FFT_D2Z}, {FFT_C2R, FFT_Z2D}};
    return types[t->kind][t->is_double];
}

static int describe(plan *p, const wr_cuda_fft *t) {
    long long n[WR_CUDA_FFT_RANK], in[WR_CUDA_FFT_RANK], out[WR_CUDA_FFT_RANK];
    long long in_count = 1, out_count = 1;
    for (int i = 0; i < t->rank; i++) {
        long long half = i == t->rank - 1 ? t->n[i] / 2 + 1 : t->n[i];
        n[i] = t->n[i];
        in_count *= in[i] = t->kind == WR_CUDA_REAL_OUT ? half : n[i];
        out_count *= out[i] = t->kind == WR_CUDA_REAL_IN ? half : n[i];
    }
    return wr_cuda.fft_make(p->handle, t->rank, n, in, 1, in_count, out, 1, out_count, type_of(t),
                            t->batch, &p->work_bytes);
}

static int make(plan *p, const plan_key *key, const wr_cuda_fft *t) {
    int error = wr_cuda.fft_new(&p->handle);
    if (error != FFT_OK) return error;
    error = wr_cuda.fft_set_allocation(p->handle, 0);
    if (error == FFT_OK) error = describe(p, t);
    if (error == FFT_OK) {
        p->key = *key;
        p->made = true;
    } else {
        wr_cuda.fft_free(p->handle);
    }
    return error;
}

/* Free a plan.  Its tables may be in use. */
static weir_status forget(wr_cuda_call *c, plan *p) {
    p->made = false;
    weir_status status = wr_cuda_try(c->queue, wr_cuda.stream_sync(wr_cuda_stream(c)),
                                     "wait for a Fourier transform", &c->message);
    wr_cuda.fft_free(p->handle);
    return status;
}

/* The plan, made now or before. */
static weir_status find(wr_cuda_call *c, plans *all, const wr_cuda_fft *t, plan **out) {
    plan_key key;
    memset(&key, 0, sizeof key);
    for (int i = 0; i < t->rank; i++) key.n[i] = t->n[i];
    key.batch = t->batch;
    key.rank = t->rank;
    key.type = type_of(t);
    plan *at = &all->plan[0];
    for (int i = 0; i < PLANS; i++) {
        plan *p = &all->plan[i];
        if (p->made && memcmp(&p->key, &key, sizeof key) == 0) {
            at = p;
            break;
        }
        if (!p->made || (at->made && p->used < at->used)) at = p;
    }
    bool found = at->made && memcmp(&at->key, &key, sizeof key) == 0;
    if (at->made && !found) WR_TRY(forget(c, at));
    c->queue->loads |= !found;
    int error = found ? FFT_OK : make(at, &key, t);
    if (error != FFT_OK) return failed(c, error, "cuFFT refused the plan of a Fourier transform");
    at->used = ++all->uses;
    *out = at;
    return WEIR_OK;
}

/* Make the work area at least this large. */
static weir_status need_work(wr_cuda_call *c, plans *all, size_t bytes) {
    wr_cuda_queue *q = c->queue;
    if (bytes <= all->work_bytes) return WEIR_OK;
    if (all->work != 0) {
        WR_TRY(wr_cuda_try(q, wr_cuda.stream_sync(wr_cuda_stream(c)),
                           "wait for a Fourier transform", &c->message));
        wr_cuda.memory_give(all->work);
        all->work = all->work_bytes = 0;
    }
    bytes = (bytes + WORK_UNIT - 1) / WORK_UNIT * WORK_UNIT;
    WR_TRY(wr_cuda_try(q, wr_cuda.memory_take(&all->work, bytes),
                       "no device memory for the work area of cuFFT", &c->message));
    all->work_bytes = bytes;
    return WEIR_OK;
}

/* ---- Transforms ------------------------------------------------------------------------------ */

static weir_status prepare(wr_cuda_call *c, plans **out) {
    wr_cuda_queue *q = c->queue;
    c->message = wr_cuda_need_fft();
    if (c->message != NULL) return WEIR_EDEVICE;
    if (q->fft == NULL) q->fft = calloc(1, sizeof(plans));
    if (q->fft == NULL) {
        c->message = "no host memory for a table of Fourier transforms";
        return WEIR_ENOMEM;
    }
    *out = q->fft;
    return WEIR_OK;
}

static int execute(int handle, const wr_cuda_fft *t) {
    void *from = (void *)(uintptr_t)t->from, *to = (void *)(uintptr_t)t->to;
    int direction = t->inverse ? FFT_INVERSE : FFT_FORWARD;
    switch (type_of(t)) {
    case FFT_C2C: return wr_cuda.fft_c2c(handle, from, to, direction);
    case FFT_Z2Z: return wr_cuda.fft_z2z(handle, from, to, direction);
    case FFT_R2C: return wr_cuda.fft_r2c(handle, from, to);
    case FFT_D2Z: return wr_cuda.fft_d2z(handle, from, to);
    case FFT_C2R: return wr_cuda.fft_c2r(handle, from, to);
    default: return wr_cuda.fft_z2d(handle, from, to);
    }
}

weir_status wr_cuda_transform(wr_cuda_call *c, const wr_cuda_fft *t) {
    plans *all;
    plan *p;
    WR_TRY(prepare(c, &all));
    if (c->ahead) return WEIR_OK;
    WR_TRY(find(c, all, t, &p));
    WR_TRY(need_work(c, all, p->work_bytes));
    int error = wr_cuda.fft_set_stream(p->handle, wr_cuda_stream(c));
    if (error == FFT_OK) error = wr_cuda.fft_set_work(p->handle, (void *)(uintptr_t)all->work);
    if (error == FFT_OK) error = execute(p->handle, t);
    return error == FFT_OK ? WEIR_OK : failed(c, error, "cuFFT failed to launch a transform");
}

void wr_cuda_fft_close(wr_cuda_queue *q) {
    plans *all = q->fft;
    if (all == NULL) return;
    for (int i = 0; i < PLANS; i++)
        if (all->plan[i].made) wr_cuda.fft_free(all->plan[i].handle);
    if (all->work != 0) wr_cuda.memory_give(all->work);
    free(all);
}
