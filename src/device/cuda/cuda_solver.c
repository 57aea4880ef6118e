/* cuda_solver.c - factorisations and eigenvalues of large matrices by cuSOLVER.
 *
 * A queue has one handle, in the mode whose results are the same in every run, and one work area on
 * each side, which grow to the sizes of the largest call.  Calls of a queue run one after another, and
 * share them.
 *
 * All functions but wr_cuda_has_solver run on the launcher.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_solver.h"

#include <stdio.h>
#include <stdlib.h>

#include "device/cuda/cuda_queue.h"

enum { WORK_UNIT = WR_SIZE(2 << 20, 256) };

typedef struct solver {
    void *handle, *params;
    cu_pointer work;
    size_t work_bytes;
    void *host;
    size_t host_bytes;
    double error; /* written by the library, not used */
} solver;

static pthread_once_t said = PTHREAD_ONCE_INIT;

static void say_missing(void) {
    if (getenv("WEIR_CUDA_LOG") != NULL)
        fprintf(stderr, "weir: large matrices are factored by kernels of Weir: %s\n",
                wr_cuda_need_solver());
}

bool wr_cuda_has_solver(void) {
    if (wr_cuda_need_solver() == NULL) return true;
    pthread_once(&said, say_missing);
    return false;
}

static weir_status check(wr_cuda_call *c, int error) {
    if (error == SOLVER_OK) return WEIR_OK;
    snprintf(c->queue->text, sizeof c->queue->text, "cuSOLVER failed with status %d", error);
    c->message = error == SOLVER_ALLOC_FAILED ? "cuSOLVER is out of memory" : c->queue->text;
    return error == SOLVER_ALLOC_FAILED ? WEIR_ENOMEM : WEIR_EDEVICE;
}

static weir_status make(wr_cuda_call *c, solver *s) {
    int error = s->handle != NULL ? SOLVER_OK : wr_cuda.solver_new(&s->handle);
    if (error == SOLVER_OK && s->params == NULL) error = wr_cuda.solver_params_new(&s->params);
    if (error == SOLVER_OK) error = wr_cuda.solver_mode(s->handle, SOLVER_DETERMINISTIC);
    return check(c, error);
}

/* The handle of the queue, for its stream. */
static weir_status prepare(wr_cuda_call *c, solver **out) {
    wr_cuda_queue *q = c->queue;
    c->message = wr_cuda_need_solver();
    if (c->message != NULL) return WEIR_EDEVICE;
    if (q->solver == NULL) q->solver = calloc(1, sizeof(solver));
    if (q->solver == NULL) {
        c->message = "no host memory for a handle of cuSOLVER";
        return WEIR_ENOMEM;
    }
    solver *s = q->solver;
    q->loads = true; /* cuSOLVER loads other libraries at their first use */
    if (s->handle == NULL || s->params == NULL) WR_TRY(make(c, s));
    *out = s;
    return check(c, wr_cuda.solver_stream(s->handle, wr_cuda_stream(c)));
}

/* Make the work areas at least this large. */
static weir_status need_work(wr_cuda_call *c, solver *s, size_t device, size_t host) {
    wr_cuda_queue *q = c->queue;
    if (device > s->work_bytes || host > s->host_bytes)
        WR_TRY(wr_cuda_try(q, wr_cuda.stream_sync(wr_cuda_stream(c)), "wait for cuSOLVER",
                           &c->message));
    if (host > s->host_bytes) {
        free(s->host);
        s->host_bytes = 0;
        s->host = malloc(host);
        if (s->host == NULL) {
            c->message = "no host memory for the work area of cuSOLVER";
            return WEIR_ENOMEM;
        }
        s->host_bytes = host;
    }
    if (device <= s->work_bytes) return WEIR_OK;
    if (s->work != 0) wr_cuda.memory_give(s->work);
    s->work = s->work_bytes = 0;
    device = (device + WORK_UNIT - 1) / WORK_UNIT * WORK_UNIT;
    WR_TRY(wr_cuda_try(q, wr_cuda.memory_take(&s->work, device),
                       "no device memory for the work area of cuSOLVER", &c->message));
    s->work_bytes = device;
    return WEIR_OK;
}

/* The arguments with which a function gets its work areas, of the sizes it has asked for. */
#define WORK(s, device, host) (void *)(uintptr_t)(s)->work, (device), (s)->host, (host)

static int real_of(int type) {
    return type == LT_C_32F ? LT_R_32F : type == LT_C_64F ? LT_R_64F : type;
}

/* ---- Equations ------------------------------------------------------------------------------- */

weir_status wr_cuda_solver_lu(wr_cuda_call *c, int type, int64_t n, void *a, int64_t *pivots,
                              int32_t *info) {
    solver *s;
    size_t device = 0, host = 0;
    WR_TRY(prepare(c, &s));
    if (c->ahead) return WEIR_OK; /* the addresses are not those of memory */
    WR_TRY(check(
        c, wr_cuda.solver_lu_size(s->handle, s->params, n, n, type, a, n, type, &device, &host)));
    WR_TRY(need_work(c, s, device, host));
    return check(c, wr_cuda.solver_lu(s->handle, s->params, n, n, type, a, n, pivots, type,
                                      WORK(s, device, host), info));
}

weir_status wr_cuda_solver_lu_solve(wr_cuda_call *c, int type, int64_t n, int64_t cols,
                                    const void *a, const int64_t *pivots, void *b, int32_t *info) {
    solver *s;
    WR_TRY(prepare(c, &s));
    if (c->ahead) return WEIR_OK; /* the addresses are not those of memory */
    return check(c, wr_cuda.solver_lu_solve(s->handle, s->params, SOLVER_AS_IS, n, cols, type, a, n,
                                            pivots, type, b, n, info));
}

weir_status wr_cuda_solver_cholesky(wr_cuda_call *c, int type, bool upper, int64_t n, void *a,
                                    int32_t *info) {
    solver *s;
    size_t device = 0, host = 0;
    int part = upper ? SOLVER_UPPER : SOLVER_LOWER;
    WR_TRY(prepare(c, &s));
    if (c->ahead) return WEIR_OK; /* the addresses are not those of memory */
    WR_TRY(check(c, wr_cuda.solver_cholesky_size(s->handle, s->params, part, n, type, a, n, type,
                                                 &device, &host)));
    WR_TRY(need_work(c, s, device, host));
    return check(c, wr_cuda.solver_cholesky(s->handle, s->params, part, n, type, a, n, type,
                                            WORK(s, device, host), info));
}

/* ---- QR -------------------------------------------------------------------------------------- */

weir_status wr_cuda_solver_qr(wr_cuda_call *c, int type, int64_t m, int64_t n, void *a, void *tau,
                              int32_t *info) {
    solver *s;
    size_t device = 0, host = 0;
    WR_TRY(prepare(c, &s));
    if (c->ahead) return WEIR_OK; /* the addresses are not those of memory */
    WR_TRY(check(c, wr_cuda.solver_qr_size(s->handle, s->params, m, n, type, a, m, type, tau, type,
                                           &device, &host)));
    WR_TRY(need_work(c, s, device, host));
    return check(c, wr_cuda.solver_qr(s->handle, s->params, m, n, type, a, m, type, tau, type,
                                      WORK(s, device, host), info));
}

weir_status wr_cuda_solver_q(wr_cuda_call *c, int type, int64_t m, int64_t n, int64_t k, void *q,
                             const void *tau, int32_t *info) {
    solver *s;
    int elements = 0, error, rows = (int)m, cols = (int)n, steps = (int)k;
    WR_TRY(prepare(c, &s));
    if (c->ahead) return WEIR_OK; /* the addresses are not those of memory */
    if (m > INT32_MAX || n > INT32_MAX) {
        c->message = "the matrix is too large for cuSOLVER";
        return WEIR_EINVAL;
    }
#define SIZE_OF(name) wr_cuda.name##_size(s->handle, rows, cols, steps, q, rows, tau, &elements)
#define CALL(name)                                                                                 \
    wr_cuda.name(s->handle, rows, cols, steps, q, rows, tau, (void *)(uintptr_t)s->work, elements, \
                 info)
    error = type == LT_R_32F   ? SIZE_OF(solver_q_r32)
            : type == LT_R_64F ? SIZE_OF(solver_q_r64)
            : type == LT_C_32F ? SIZE_OF(solver_q_c32)
                               : SIZE_OF(solver_q_c64);
    WR_TRY(check(c, error));
    WR_TRY(need_work(c, s, (size_t)elements * (type == LT_C_64F ? 16 : 8), 0));
    error = type == LT_R_32F   ? CALL(solver_q_r32)
            : type == LT_R_64F ? CALL(solver_q_r64)
            : type == LT_C_32F ? CALL(solver_q_c32)
                               : CALL(solver_q_c64);
#undef SIZE_OF
#undef CALL
    return check(c, error);
}

/* ---- Eigenvalues and singular values --------------------------------------------------------- */

weir_status wr_cuda_solver_eigh(wr_cuda_call *c, int type, bool vectors, int64_t n, void *a,
                                void *values, int32_t *info) {
    solver *s;
    size_t device = 0, host = 0;
    int job = vectors ? SOLVER_VECTORS : SOLVER_VALUES, real = real_of(type);
    WR_TRY(prepare(c, &s));
    if (c->ahead) return WEIR_OK; /* the addresses are not those of memory */
    WR_TRY(check(c, wr_cuda.solver_eigh_size(s->handle, s->params, job, SOLVER_LOWER, n, type, a, n,
                                             real, values, type, &device, &host)));
    WR_TRY(need_work(c, s, device, host));
    return check(c, wr_cuda.solver_eigh(s->handle, s->params, job, SOLVER_LOWER, n, type, a, n,
                                        real, values, type, WORK(s, device, host), info));
}

weir_status wr_cuda_solver_svd(wr_cuda_call *c, int type, int64_t m, int64_t n, int64_t lefts,
                               void *a, void *values, void *u, void *v, int32_t *info) {
    solver *s;
    size_t device = 0, host = 0;
    int job = u != NULL ? SOLVER_VECTORS : SOLVER_VALUES, real = real_of(type),
        economy = lefts <= n;
    WR_TRY(prepare(c, &s));
    if (c->ahead) return WEIR_OK; /* the addresses are not those of memory */
    WR_TRY(
        check(c, wr_cuda.solver_svd_size(s->handle, s->params, job, economy, m, n, type, a, m, real,
                                         values, type, u, m, type, v, n, type, &device, &host)));
    WR_TRY(need_work(c, s, device, host));
    return check(c, wr_cuda.solver_svd(s->handle, s->params, job, economy, m, n, type, a, m, real,
                                       values, type, u, m, type, v, n, type, WORK(s, device, host),
                                       info, &s->error));
}

weir_status wr_cuda_solver_eig(wr_cuda_call *c, int type, int64_t n, void *a, void *values,
                               void *vectors, int32_t *info) {
    solver *s;
    size_t device = 0, host = 0;
    int job = vectors != NULL ? SOLVER_VECTORS : SOLVER_VALUES;
    c->message = wr_cuda_need_solver_eig();
    if (c->message != NULL) return WEIR_EDEVICE;
    WR_TRY(prepare(c, &s));
    if (c->ahead) return WEIR_OK; /* the addresses are not those of memory */
    WR_TRY(check(c, wr_cuda.solver_eig_size(s->handle, s->params, SOLVER_VALUES, job, n, type, a, n,
                                            type, values, type, NULL, n, type, vectors, n, type,
                                            &device, &host)));
    WR_TRY(need_work(c, s, device, host));
    return check(c, wr_cuda.solver_eig(s->handle, s->params, SOLVER_VALUES, job, n, type, a, n,
                                       type, values, type, NULL, n, type, vectors, n, type,
                                       WORK(s, device, host), info));
}

void wr_cuda_solver_close(wr_cuda_queue *q) {
    solver *s = q->solver;
    if (s == NULL) return;
    if (s->params != NULL) wr_cuda.solver_params_free(s->params);
    if (s->handle != NULL) wr_cuda.solver_free(s->handle);
    if (s->work != 0) wr_cuda.memory_give(s->work);
    free(s->host);
    free(s);
}
