/* stand_in_solver.c - cuSOLVER of the stand-in driver: textbook methods on complex doubles, whatever the
 * type of the elements.
 *
 * A call overwrites both of its work areas, which must be as large as the library has asked for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stand_in_solver.h"

enum {
    SOLVER_NOT_INITIALIZED = 1,
    SOLVER_INVALID_VALUE = 3,
    SOLVER_EXECUTION_FAILED = 6,
};

typedef stand_in_number number;

typedef struct handle {
    cu_stream stream;
    bool is_deterministic;
} handle;

typedef enum kind { LU, LU_SOLVE, CHOLESKY, QR, MAKE_Q, EIGH, SVD, EIG } kind;

typedef struct solver_op {
    stand_in_op op;
    kind kind;
    int type;
    int m, n, k; /* k: sides, reflections, or left vectors */
    bool upper, vectors;
    char *a, *b, *values, *u, *v;
    int64_t *pivots;
    void *device, *host;
    size_t device_bytes, host_bytes;
    int *info;
    bool diverges;
} solver_op;

/* ---- Handles --------------------------------------------------------------------------------- */

int cusolverGetVersion(int *version) {
    *version = 12000;
    return SOLVER_OK;
}

int cusolverDnCreate(void **out) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    struct cu_context_s *device;
    lock();
    bool works = stand_in_current(&device) == CU_OK;
    unlock();
    *out = works ? calloc(1, sizeof(handle)) : NULL;
    if (*out != NULL) atomic_fetch_add(&stand_in_settings.solvers_live, 1);
    return *out != NULL ? SOLVER_OK : SOLVER_NOT_INITIALIZED;
}

int cusolverDnDestroy(void *h) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    free(h);
    atomic_fetch_sub(&stand_in_settings.solvers_live, 1);
    return SOLVER_OK;
}

int cusolverDnSetStream(void *h, cu_stream stream) {
    ((handle *)h)->stream = stream;
    return SOLVER_OK;
}

int cusolverDnSetDeterministicMode(void *h, int mode) {
    ((handle *)h)->is_deterministic = mode == SOLVER_DETERMINISTIC;
    return SOLVER_OK;
}

int cusolverDnCreateParams(void **params) {
    *params = malloc(1);
    atomic_fetch_add(&stand_in_settings.solvers_live, 1);
    return SOLVER_OK;
}

int cusolverDnDestroyParams(void *params) {
    free(params);
    atomic_fetch_sub(&stand_in_settings.solvers_live, 1);
    return SOLVER_OK;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool is_complex(int type) { return type == LT_C_32F || type == LT_C_64F; }
static bool is_double(int type) { return type == LT_R_64F || type == LT_C_64F; }
static size_t bytes_of(int type) {
    return (size_t)(is_complex(type) ? 2 : 1) * (is_double(type) ? 8 : 4);
}
static int real_of(int type) { return is_double(type) ? LT_R_64F : LT_R_32F; }

static double load_real(const void *at, int type, size_t i) {
    return is_double(type) ? ((const double *)at)[i] : (double)((const float *)at)[i];
}

static void store_real(void *at, int type, size_t i, double x) {
    if (is_double(type))
        ((double *)at)[i] = x;
    else
        ((float *)at)[i] = (float)x;
}

static number *load(const void *at, int type, size_t count) {
    number *x = calloc(count + 1, sizeof *x);
    for (size_t i = 0; i < count && x != NULL; i++)
        x[i] = is_complex(type) ? load_real(at, type, 2 * i) + I * load_real(at, type, 2 * i + 1)
                                : load_real(at, type, i);
    return x;
}

static void store(void *at, int type, size_t count, const number *x) {
    for (size_t i = 0; i < count; i++) {
        store_real(at, type, is_complex(type) ? 2 * i : i, creal(x[i]));
        if (is_complex(type)) store_real(at, type, 2 * i + 1, cimag(x[i]));
    }
}

/* ---- Factors --------------------------------------------------------------------------------- */

static int factor_lu(number *a, int n, int64_t *pivots) {
    int info = 0;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k; i < n; i++)
            if (fabs(creal(AT(a, n, i, k))) + fabs(cimag(AT(a, n, i, k))) >
                fabs(creal(AT(a, n, best, k))) + fabs(cimag(AT(a, n, best, k))))
                best = i;
        pivots[k] = best + 1;
        if (AT(a, n, best, k) == 0) {
            if (info == 0) info = k + 1;
            continue;
        }
        for (int j = 0; j < n && best != k; j++) {
            number kept = AT(a, n, k, j);
            AT(a, n, k, j) = AT(a, n, best, j);
            AT(a, n, best, j) = kept;
        }
        for (int i = k + 1; i < n; i++) AT(a, n, i, k) /= AT(a, n, k, k);
        for (int j = k + 1; j < n; j++) {
            number x = AT(a, n, k, j);
            if (x == 0) continue;
            for (int i = k + 1; i < n; i++) AT(a, n, i, j) -= AT(a, n, i, k) * x;
        }
    }
    return info;
}

static void solve_lu(const number *a, int n, const int64_t *pivots, number *b, int cols) {
    for (int c = 0; c < cols; c++) {
        number *x = &AT(b, n, 0, c);
        for (int i = 0; i < n; i++) {
            number kept = x[i];
            x[i] = x[pivots[i] - 1];
            x[pivots[i] - 1] = kept;
        }
        for (int j = 0; j < n; j++)
            for (int i = j + 1; i < n; i++) x[i] -= AT(a, n, i, j) * x[j];
        for (int j = n - 1; j >= 0; j--) {
            x[j] /= AT(a, n, j, j);
            for (int i = 0; i < j; i++) x[i] -= AT(a, n, i, j) * x[j];
        }
    }
}

/* L in the lower part, or L^H in the upper part; the other part is not touched. */
static int factor_definite(number *a, int n, bool upper) {
#define LOWER(i, j) AT(a, n, upper ? (j) : (i), upper ? (i) : (j))
    for (int j = 0; j < n; j++) {
        double pivot = creal(AT(a, n, j, j));
        for (int k = 0; k < j; k++) pivot -= creal(LOWER(j, k) * conj(LOWER(j, k)));
        if (!(pivot > 0)) return j + 1;
        AT(a, n, j, j) = sqrt(pivot);
        for (int i = j + 1; i < n; i++) {
            number sum = upper ? conj(LOWER(i, j)) : LOWER(i, j);
            for (int k = 0; k < j; k++)
                sum -= upper ? conj(LOWER(i, k)) * LOWER(j, k) : LOWER(i, k) * conj(LOWER(j, k));
            sum /= AT(a, n, j, j);
            LOWER(i, j) = upper ? conj(sum) : sum;
        }
    }
#undef LOWER
    return 0;
}

/* Apply I - tau v v^H to columns from..n of x; v has 1 at row j, and is column j of `reflections`. */
static void reflect(number *x, int m, int from, int n, const number *reflections, int j,
                    number tau) {
    const number *v = &AT(reflections, m, 0, j);
    for (int c = from; c < n; c++) {
        number sum = AT(x, m, j, c);
        for (int i = j + 1; i < m; i++) sum += conj(v[i]) * AT(x, m, i, c);
        sum *= tau;
        AT(x, m, j, c) -= sum;
        for (int i = j + 1; i < m; i++) AT(x, m, i, c) -= v[i] * sum;
    }
}

static void factor_qr(number *a, int m, int n, number *tau) {
    for (int j = 0; j < m && j < n; j++) {
        number first = AT(a, m, j, j);
        double rest = 0;
        for (int i = j + 1; i < m; i++) rest = hypot(rest, cabs(AT(a, m, i, j)));
        tau[j] = 0;
        if (rest == 0 && cimag(first) == 0) continue;
        double beta = hypot(cabs(first), rest) * (creal(first) < 0 ? 1 : -1);
        tau[j] = (beta - first) / beta;
        for (int i = j + 1; i < m; i++) AT(a, m, i, j) /= first - beta;
        reflect(a, m, j + 1, n, a, j, conj(tau[j]));
        AT(a, m, j, j) = beta;
    }
}

static bool make_q(number *q, int m, int n, int k, const number *tau) {
    number *v = malloc((size_t)m * (size_t)k * sizeof *v + 1);
    if (v == NULL) return false;
    memcpy(v, q, (size_t)m * (size_t)k * sizeof *v);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) AT(q, m, i, j) = i == j;
    for (int j = k - 1; j >= 0; j--) reflect(q, m, 0, n, v, j, tau[j]);
    free(v);
    return true;
}

/* ---- Running --------------------------------------------------------------------------------- */

static bool is_there(const void *at, size_t bytes) {
    return bytes == 0 || stand_in_is_allocated((uint64_t)(uintptr_t)at, bytes);
}

static bool areas_are_there(const solver_op *s) {
    size_t size = bytes_of(s->type), m = (size_t)s->m, n = (size_t)s->n, k = (size_t)s->k;
    size_t a = s->kind == MAKE_Q ? m * n : s->kind == LU_SOLVE ? n * n : m * n;
    return is_there(s->a, a * size) && is_there(s->device, s->device_bytes) &&
           is_there(s->info, sizeof *s->info) &&
           (s->kind != LU_SOLVE || is_there(s->b, n * k * size)) &&
           (s->kind != SVD || !s->vectors || is_there(s->u, m * k * size)) &&
           (s->kind < EIGH || !s->vectors || s->kind == EIGH || is_there(s->v, n * n * size));
}

/* The values and vectors of a real matrix, as the library packs them: pairs are exactly conjugate, the
 * positive imaginary part first. */
static void pack_real(int n, const number *values, const number *v, double *w, number *packed) {
    bool *used = calloc((size_t)n + 1, sizeof *used);
    int at = 0;
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, cabs(values[i]));
    for (int i = 0; i < n && used != NULL; i++) {
        if (used[i]) continue;
        int partner = -1;
        used[i] = true;
        if (fabs(cimag(values[i])) > 1e-12 * most)
            for (int j = 0; j < n; j++)
                if (!used[j] && (partner < 0 || cabs(values[j] - conj(values[i])) <
                                                    cabs(values[partner] - conj(values[i]))))
                    partner = j;
        if (partner >= 0) used[partner] = true;
        number phase = 1;
        double largest = 0;
        for (int e = 0; e < n && partner < 0; e++)
            if (cabs(AT(v, n, e, i)) > largest) {
                largest = cabs(AT(v, n, e, i));
                phase = conj(AT(v, n, e, i)) / largest;
            }
        double sign = cimag(values[i]) < 0 ? -1 : 1;
        w[at] = creal(values[i]);
        w[n + at] = partner < 0 ? 0 : fabs(cimag(values[i]));
        for (int e = 0; e < n; e++) AT(packed, n, e, at) = creal(AT(v, n, e, i) * phase);
        at++;
        if (partner < 0) continue;
        w[at] = w[at - 1];
        w[n + at] = -w[n + at - 1];
        for (int e = 0; e < n; e++) AT(packed, n, e, at) = sign * cimag(AT(v, n, e, i));
        at++;
    }
    free(used);
}

static bool run_eig(solver_op *s, number *a) {
    size_t n = (size_t)s->n;
    number *values = calloc(3 * n * n + 4 * n, sizeof *values), *v = values + n,
           *packed = v + n * n;
    if (values == NULL) return false;
    double *w = (double *)(void *)(packed + n * n);
    bool good = stand_in_eig(a, s->n, values, v);
    if (is_complex(s->type)) {
        store(s->values, s->type, n, values);
    } else {
        pack_real(s->n, values, v, w, packed);
        for (size_t i = 0; i < 2 * n; i++) store_real(s->values, s->type, i, w[i]);
    }
    if (s->vectors) store(s->v, s->type, n * n, is_complex(s->type) ? v : packed);
    free(values);
    return good;
}

static bool run_values(solver_op *s, number *a) {
    size_t m = (size_t)s->m, n = (size_t)s->n;
    double *values = calloc(n + 1, sizeof *values);
    number *u = calloc(m * (size_t)s->k + n * n + 1, sizeof *u), *v = u + m * (size_t)s->k;
    bool good = values != NULL && u != NULL;
    if (good && s->kind == EIGH) {
        for (int j = 0; j < s->n; j++) /* only the lower part is given */
            for (int i = 0; i <= j; i++)
                AT(a, n, i, j) = i == j ? creal(AT(a, n, i, i)) : conj(AT(a, n, j, i));
        good = stand_in_eigh(a, s->n, values);
        store(s->a, s->type, n * n, a);
    } else if (good) {
        good = stand_in_svd(a, s->m, s->n, s->vectors ? s->k : 0, values, u, v);
        if (s->vectors) store(s->u, s->type, m * (size_t)s->k, u);
        if (s->vectors) store(s->v, s->type, n * n, v);
        memset(s->a, 0xff, m * n * bytes_of(s->type));
    }
    for (size_t i = 0; i < n && values != NULL; i++)
        store_real(s->values, real_of(s->type), i, values[i]);
    free(values);
    free(u);
    return good;
}

static cu_result run_solver(stand_in_op *op, cu_stream stream) {
    (void)stream;
    solver_op *s = (solver_op *)op;
    size_t size = (size_t)s->m * (size_t)s->n, sides = (size_t)s->n * (size_t)s->k;
    size_t few = (size_t)(s->m < s->n ? s->m : s->n);
    lock();
    bool ok = areas_are_there(s);
    unlock();
    if (!ok) return CU_ILLEGAL_ADDRESS;
    if (s->device_bytes > 0) memset(s->device, 0xff, s->device_bytes);
    if (s->host_bytes > 0) memset(s->host, 0xff, s->host_bytes);
    number *a = load(s->a, s->type, size), *b = NULL;
    int info = 0;
    switch (s->kind) {
    case LU: info = factor_lu(a, s->n, s->pivots); break;
    case CHOLESKY: info = factor_definite(a, s->n, s->upper); break;
    case LU_SOLVE:
        b = load(s->b, s->type, sides);
        solve_lu(a, s->n, s->pivots, b, s->k);
        store(s->b, s->type, sides, b);
        break;
    case QR:
        b = calloc(few + 1, sizeof *b);
        factor_qr(a, s->m, s->n, b);
        store(s->b, s->type, few, b);
        break;
    case MAKE_Q:
        b = load(s->b, s->type, (size_t)s->k);
        if (!make_q(a, s->m, s->n, s->k, b)) info = -1;
        break;
    case EIG: info = run_eig(s, a) ? 0 : 1; break;
    default: info = run_values(s, a) ? 0 : 1; break;
    }
    if (s->kind < EIGH && s->kind != LU_SOLVE) store(s->a, s->type, size, a);
    *s->info = s->diverges ? 1 : info;
    free(a);
    free(b);
    return CU_OK;
}

/* Put a call into its stream. */
static int push(void *h, const solver_op *call) {
    const handle *own = h;
    struct cu_context_s *device;
    int error = SOLVER_OK;
    if (own == NULL || !own->is_deterministic || call->n < 1 || call->m < 1 || call->k < 0 ||
        call->info == NULL || call->a == NULL)
        return SOLVER_INVALID_VALUE;
    lock();
    if (stand_in_stream_device(own->stream, &device) != CU_OK ||
        stand_in_is_due(&stand_in_settings.fail_launch_in))
        error = SOLVER_EXECUTION_FAILED;
    if (error == SOLVER_OK) {
        solver_op *s = stand_in_op_new(sizeof *s, run_solver, NULL);
        stand_in_op begin = s->op;
        *s = *call;
        s->op = begin;
        s->op.is_work = true;
        s->op.is_fault = stand_in_is_due(&stand_in_settings.fault_in);
        s->diverges = call->kind >= EIGH && stand_in_is_due(&stand_in_settings.fail_iteration_in);
        stand_in_push(own->stream, &s->op);
        atomic_fetch_add(&stand_in_settings.launches, 1);
        atomic_fetch_add(&stand_in_settings.solver_calls, 1);
    }
    unlock();
    return error;
}

/* ---- Functions ------------------------------------------------------------------------------- */

/* Sizes of work areas that depend on the size of the matrix. */
static int ask(int64_t n, int type, size_t *device, size_t *host) {
    *device = (size_t)n * bytes_of(type) + 8;
    *host = (size_t)n * 8;
    return SOLVER_OK;
}

static bool is_enough(int64_t n, int type, size_t device, size_t host) {
    size_t wanted[2];
    ask(n, type, &wanted[0], &wanted[1]);
    return device >= wanted[0] && host >= wanted[1];
}

#define NEED(condition)                                                                            \
    if (!(condition)) return SOLVER_INVALID_VALUE
#define AREAS                                                                                      \
    .device = device, .device_bytes = device_bytes, .host = host, .host_bytes = host_bytes,        \
    .info = info

int cusolverDnXgetrf_bufferSize(void *h, void *params, int64_t m, int64_t n, int type,
                                const void *a, int64_t lda, int computes, size_t *device,
                                size_t *host) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    (void)h, (void)params, (void)a, (void)lda, (void)computes, (void)m;
    return ask(n, type, device, host);
}

int cusolverDnXgetrf(void *h, void *params, int64_t m, int64_t n, int type, void *a, int64_t lda,
                     int64_t *pivots, int computes, void *device, size_t device_bytes, void *host,
                     size_t host_bytes, int *info) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    NEED(params != NULL && m == n && lda == n && computes == type && pivots != NULL &&
         is_enough(n, type, device_bytes, host_bytes));
    return push(
        h,
        &(solver_op){
            .kind = LU, .type = type, .m = (int)n, .n = (int)n, .a = a, .pivots = pivots, AREAS});
}

int cusolverDnXgetrs(void *h, void *params, int turned, int64_t n, int64_t cols, int a_type,
                     const void *a, int64_t lda, const int64_t *pivots, int b_type, void *b,
                     int64_t ldb, int *info) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    NEED(params != NULL && turned == SOLVER_AS_IS && lda == n && ldb == n && a_type == b_type);
    return push(h, &(solver_op){.kind = LU_SOLVE,
                                .type = a_type,
                                .m = (int)n,
                                .n = (int)n,
                                .k = (int)cols,
                                .a = (void *)(uintptr_t)a,
                                .b = b,
                                .pivots = (void *)(uintptr_t)pivots,
                                .info = info});
}

int cusolverDnXpotrf_bufferSize(void *h, void *params, int part, int64_t n, int type, const void *a,
                                int64_t lda, int computes, size_t *device, size_t *host) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    (void)h, (void)params, (void)part, (void)a, (void)lda, (void)computes;
    return ask(n, type, device, host);
}

int cusolverDnXpotrf(void *h, void *params, int part, int64_t n, int type, void *a, int64_t lda,
                     int computes, void *device, size_t device_bytes, void *host, size_t host_bytes,
                     int *info) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    NEED(params != NULL && lda == n && computes == type &&
         is_enough(n, type, device_bytes, host_bytes));
    return push(h, &(solver_op){.kind = CHOLESKY,
                                .type = type,
                                .m = (int)n,
                                .n = (int)n,
                                .a = a,
                                .upper = part == SOLVER_UPPER,
                                AREAS});
}

int cusolverDnXgeqrf_bufferSize(void *h, void *params, int64_t m, int64_t n, int type,
                                const void *a, int64_t lda, int tau_type, const void *tau,
                                int computes, size_t *device, size_t *host) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    (void)h, (void)params, (void)m, (void)a, (void)lda, (void)tau_type, (void)tau, (void)computes;
    return ask(n, type, device, host);
}

int cusolverDnXgeqrf(void *h, void *params, int64_t m, int64_t n, int type, void *a, int64_t lda,
                     int tau_type, void *tau, int computes, void *device, size_t device_bytes,
                     void *host, size_t host_bytes, int *info) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    NEED(params != NULL && lda == m && tau_type == type && computes == type && tau != NULL &&
         is_enough(n, type, device_bytes, host_bytes));
    return push(
        h,
        &(solver_op){.kind = QR, .type = type, .m = (int)m, .n = (int)n, .a = a, .b = tau, AREAS});
}

static int make_q_of(void *h, int type, int m, int n, int k, void *a, int lda, const void *tau,
                     void *work, int elements, int *info) {
    NEED(m >= n && n >= k && lda == m && elements >= n);
    return push(h, &(solver_op){.kind = MAKE_Q,
                                .type = type,
                                .m = m,
                                .n = n,
                                .k = k,
                                .a = a,
                                .b = (void *)(uintptr_t)tau,
                                .device = work,
                                .device_bytes = (size_t)elements * bytes_of(type),
                                .info = info});
}

#define MAKE_Q_OF(symbol, element, type)                                                           \
    int symbol##_bufferSize(void *h, int m, int n, int k, const element *a, int lda,               \
                            const element *tau, int *elements) {                                   \
        (void)h, (void)m, (void)k, (void)a, (void)lda, (void)tau;                                  \
        *elements = n;                                                                             \
        return SOLVER_OK;                                                                          \
    }                                                                                              \
    int symbol(void *h, int m, int n, int k, element *a, int lda, const element *tau,              \
               element *work, int elements, int *info) {                                           \
        return make_q_of(h, type, m, n, k, a, lda, tau, work, elements, info);                     \
    }
MAKE_Q_OF(cusolverDnSorgqr, float, LT_R_32F)
MAKE_Q_OF(cusolverDnDorgqr, double, LT_R_64F)
MAKE_Q_OF(cusolverDnCungqr, void, LT_C_32F)
MAKE_Q_OF(cusolverDnZungqr, void, LT_C_64F)

int cusolverDnXsyevd_bufferSize(void *h, void *params, int job, int part, int64_t n, int type,
                                const void *a, int64_t lda, int w_type, const void *w, int computes,
                                size_t *device, size_t *host) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    (void)h, (void)params, (void)job, (void)part, (void)a, (void)lda, (void)w_type, (void)w;
    (void)computes;
    return ask(n, type, device, host);
}

int cusolverDnXsyevd(void *h, void *params, int job, int part, int64_t n, int type, void *a,
                     int64_t lda, int w_type, void *w, int computes, void *device,
                     size_t device_bytes, void *host, size_t host_bytes, int *info) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    NEED(params != NULL && part == SOLVER_LOWER && lda == n && w_type == real_of(type) &&
         computes == type && w != NULL && is_enough(n, type, device_bytes, host_bytes));
    return push(h, &(solver_op){.kind = EIGH,
                                .type = type,
                                .m = (int)n,
                                .n = (int)n,
                                .a = a,
                                .values = w,
                                .vectors = job == SOLVER_VECTORS,
                                AREAS});
}

int cusolverDnXgesvdp_bufferSize(void *h, void *params, int job, int economy, int64_t m, int64_t n,
                                 int type, const void *a, int64_t lda, int s_type, const void *s,
                                 int u_type, const void *u, int64_t ldu, int v_type, const void *v,
                                 int64_t ldv, int computes, size_t *device, size_t *host) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    (void)h, (void)params, (void)job, (void)economy, (void)m, (void)a, (void)lda, (void)s_type;
    (void)s, (void)u_type, (void)u, (void)ldu, (void)v_type, (void)v, (void)ldv, (void)computes;
    return ask(n, type, device, host);
}

int cusolverDnXgesvdp(void *h, void *params, int job, int economy, int64_t m, int64_t n, int type,
                      void *a, int64_t lda, int s_type, void *s, int u_type, void *u, int64_t ldu,
                      int v_type, void *v, int64_t ldv, int computes, void *device,
                      size_t device_bytes, void *host, size_t host_bytes, int *info,
                      double *error) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    NEED(params != NULL && m >= n && lda == m && ldu == m && ldv == n && s_type == real_of(type) &&
         u_type == type && v_type == type && computes == type && s != NULL && error != NULL &&
         (job == SOLVER_VALUES || (u != NULL && v != NULL)) &&
         is_enough(n, type, device_bytes, host_bytes));
    *error = 0;
    return push(h, &(solver_op){.kind = SVD,
                                .type = type,
                                .m = (int)m,
                                .n = (int)n,
                                .k = (int)(economy ? n : m),
                                .a = a,
                                .values = s,
                                .u = u,
                                .v = v,
                                .vectors = job == SOLVER_VECTORS,
                                AREAS});
}

int cusolverDnXgeev_bufferSize(void *h, void *params, int left, int right, int64_t n, int type,
                               const void *a, int64_t lda, int w_type, const void *w, int l_type,
                               const void *l, int64_t ldl, int r_type, const void *r, int64_t ldr,
                               int computes, size_t *device, size_t *host) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    (void)h, (void)params, (void)left, (void)right, (void)a, (void)lda, (void)w_type, (void)w;
    (void)l_type, (void)l, (void)ldl, (void)r_type, (void)r, (void)ldr, (void)computes;
    return ask(n, type, device, host);
}

int cusolverDnXgeev(void *h, void *params, int left, int right, int64_t n, int type, void *a,
                    int64_t lda, int w_type, void *w, int l_type, void *l, int64_t ldl, int r_type,
                    void *r, int64_t ldr, int computes, void *device, size_t device_bytes,
                    void *host, size_t host_bytes, int *info) {
    STAND_IN_CALL(STAND_IN_SOLVER);
    (void)l;
    NEED(params != NULL && left == SOLVER_VALUES && lda == n && ldl >= 1 && ldr == n &&
         w_type == type && l_type == type && r_type == type && computes == type && w != NULL &&
         (right == SOLVER_VALUES || r != NULL) && is_enough(n, type, device_bytes, host_bytes));
    return push(h, &(solver_op){.kind = EIG,
                                .type = type,
                                .m = (int)n,
                                .n = (int)n,
                                .a = a,
                                .values = w,
                                .v = r,
                                .vectors = right == SOLVER_VECTORS,
                                AREAS});
}
