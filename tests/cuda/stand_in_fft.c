/* stand_in_fft.c - cuFFT of the stand-in driver: sums by the definition, in double, one dimension
 * after another.
 *
 * Only packed arrays: strides of 1, and sizes that are those of the transform.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FFT_INVALID_PLAN = 1,
    FFT_INVALID_VALUE = 4,
    FFT_EXEC_FAILED = 6,
    FFT_INVALID_SIZE = 8,
    PLANS_MAX = 256,
    RANK_MAX = 3,
};

typedef struct plan {
    bool exists, made, allocates;
    int rank, type;
    long long n[RANK_MAX], batch;
    cu_stream stream;
    void *work;
    size_t work_bytes;
} plan;

static plan plans[PLANS_MAX]; /* under the lock; plan p has the number p + 1 */

static plan *find(int number) {
    bool exists = number >= 1 && number <= PLANS_MAX && plans[number - 1].exists;
    return exists ? &plans[number - 1] : NULL;
}

static bool is_double(int type) { return type >= FFT_Z2Z; }
static bool has_real_input(int type) { return type == FFT_R2C || type == FFT_D2Z; }
static bool has_real_result(int type) { return type == FFT_C2R || type == FFT_Z2D; }

/* ---- Plans ----------------------------------------------------------------------------------- */

int cufftGetVersion(int *version) {
    *version = 12000;
    return FFT_OK;
}

int cufftCreate(int *number) {
    STAND_IN_CALL(STAND_IN_FFT);
    struct cu_context_s *device;
    int at = 0, error = FFT_ALLOC_FAILED;
    lock();
    if (stand_in_current(&device) == CU_OK)
        while (at < PLANS_MAX && plans[at].exists) at++;
    if (at < PLANS_MAX) {
        plans[at] = (plan){.exists = true, .allocates = true};
        *number = at + 1;
        error = FFT_OK;
        atomic_fetch_add(&stand_in_settings.plans_live, 1);
    }
    unlock();
    return error;
}

int cufftDestroy(int number) {
    STAND_IN_CALL(STAND_IN_FFT);
    lock();
    plan *p = find(number);
    if (p != NULL) {
        p->exists = false;
        atomic_fetch_sub(&stand_in_settings.plans_live, 1);
    }
    unlock();
    return p != NULL ? FFT_OK : FFT_INVALID_PLAN;
}

int cufftSetAutoAllocation(int number, int allocates) {
    lock();
    plan *p = find(number);
    if (p != NULL) p->allocates = allocates != 0;
    unlock();
    return p != NULL ? FFT_OK : FFT_INVALID_PLAN;
}

static bool is_packed(int rank, const long long *n, const long long *sizes, long long stride,
                      long long batch, bool half) {
    long long count = 1;
    for (int i = 0; i < rank; i++) {
        long long wanted = half && i == rank - 1 ? n[i] / 2 + 1 : n[i];
        if (sizes == NULL || sizes[i] != wanted) return false;
        count *= wanted;
    }
    return stride == 1 && batch == count;
}

int cufftMakePlanMany64(int number, int rank, long long *n, long long *in_sizes,
                        long long in_stride, long long in_batch, long long *out_sizes,
                        long long out_stride, long long out_batch, int type, long long batch,
                        size_t *work_bytes) {
    STAND_IN_CALL(STAND_IN_FFT);
    if (stand_in_is_due(&stand_in_settings.fail_plan_in)) return FFT_INVALID_SIZE;
    if (rank < 1 || rank > RANK_MAX || batch < 1) return FFT_INVALID_VALUE;
    for (int i = 0; i < rank; i++)
        if (n[i] < 2) return FFT_INVALID_SIZE;
    if (!is_packed(rank, n, in_sizes, in_stride, in_batch, has_real_result(type)) ||
        !is_packed(rank, n, out_sizes, out_stride, out_batch, has_real_input(type)))
        return FFT_INVALID_VALUE;
    lock();
    plan *p = find(number);
    /* The stand-in never allocates a work area. */
    int error = p == NULL || p->allocates ? FFT_INVALID_PLAN : FFT_OK;
    if (error == FFT_OK) {
        p->rank = rank;
        p->type = type;
        p->batch = batch;
        for (int i = 0; i < rank; i++) p->n[i] = n[i];
        p->work_bytes = (size_t)n[rank - 1] * (is_double(type) ? 16 : 8);
        p->made = true;
        *work_bytes = p->work_bytes;
    }
    unlock();
    return error;
}

int cufftSetStream(int number, cu_stream stream) {
    lock();
    plan *p = find(number);
    if (p != NULL) p->stream = stream;
    unlock();
    return p != NULL ? FFT_OK : FFT_INVALID_PLAN;
}

int cufftSetWorkArea(int number, void *work) {
    lock();
    plan *p = find(number);
    if (p != NULL) p->work = work;
    unlock();
    return p != NULL ? FFT_OK : FFT_INVALID_PLAN;
}

/* ---- Transforms ------------------------------------------------------------------------------ */

typedef struct transform_op {
    stand_in_op op;
    plan plan;
    char *from, *to;
    int direction;
} transform_op;

static double part(const void *at, bool wide, size_t i) {
    return wide ? ((const double *)at)[i] : (double)((const float *)at)[i];
}

static void put(void *at, bool wide, size_t i, double value) {
    if (wide)
        ((double *)at)[i] = value;
    else
        ((float *)at)[i] = (float)value;
}

/* Transform `x`, pairs of doubles, along a dimension of length n whose elements are `step` apart. */
static void transform_lines(double *x, size_t count, size_t n, size_t step, int direction,
                            double *line) {
    const double turn = 6.28318530717958647692 / (double)n;
    for (size_t first = 0; first < count; first++) {
        if (first / step % n != 0) continue;
        for (size_t k = 0; k < n; k++) {
            double re = 0, im = 0;
            for (size_t j = 0; j < n; j++) {
                double angle = direction * turn * (double)(j * k % n), c = cos(angle),
                       s = sin(angle);
                const double *e = x + 2 * (first + j * step);
                re += e[0] * c - e[1] * s;
                im += e[0] * s + e[1] * c;
            }
            line[2 * k] = re;
            line[2 * k + 1] = im;
        }
        for (size_t k = 0; k < n; k++)
            memcpy(x + 2 * (first + k * step), line + 2 * k, 2 * sizeof *line);
    }
}

/* Load one array of a plan as pairs of doubles.  The second half of the lines of a real result is
 * made of conjugates, which is right for one dimension. */
static void load(const plan *p, const char *from, size_t count, double *x) {
    bool wide = is_double(p->type), real = has_real_input(p->type), half = has_real_result(p->type);
    size_t n = (size_t)p->n[p->rank - 1], stored = half ? n / 2 + 1 : n;
    for (size_t i = 0; i < count; i++) {
        size_t line = i / n * stored, k = i % n;
        bool turned = half && k >= stored;
        size_t at = line + (turned ? n - k : k);
        x[2 * i] = part(from, wide, real ? at : 2 * at);
        x[2 * i + 1] = real ? 0 : part(from, wide, 2 * at + 1) * (turned ? -1 : 1);
        if (half && (k == 0 || 2 * k == n) && x[2 * i + 1] != 0) x[2 * i] = NAN;
    }
}

static void store(const plan *p, char *to, size_t count, const double *x) {
    bool wide = is_double(p->type), half = has_real_input(p->type), real = has_real_result(p->type);
    size_t n = (size_t)p->n[p->rank - 1], stored = half ? n / 2 + 1 : n;
    for (size_t i = 0; i < count; i++) {
        size_t at = i / n * stored + i % n;
        if (i % n >= stored) continue;
        put(to, wide, real ? at : 2 * at, x[2 * i]);
        if (!real) put(to, wide, 2 * at + 1, x[2 * i + 1]);
    }
}

/* The bytes of one array of a plan, on one of its sides. */
static size_t side_bytes(const plan *p, bool real, bool half) {
    size_t bytes = (is_double(p->type) ? 8 : 4) * (real ? 1 : 2);
    for (int i = 0; i < p->rank; i++)
        bytes *= (size_t)(half && i == p->rank - 1 ? p->n[i] / 2 + 1 : p->n[i]);
    return bytes;
}

static cu_result run_transform(stand_in_op *op, cu_stream stream) {
    (void)stream;
    transform_op *t = (transform_op *)op;
    const plan *p = &t->plan;
    bool real_in = has_real_input(p->type), real_out = has_real_result(p->type);
    size_t in = side_bytes(p, real_in, real_out), out = side_bytes(p, real_out, real_in);
    size_t count = 1, longest = 1;
    for (int i = 0; i < p->rank; i++) {
        count *= (size_t)p->n[i];
        if ((size_t)p->n[i] > longest) longest = (size_t)p->n[i];
    }
    lock();
    bool ok = stand_in_is_allocated((uint64_t)(uintptr_t)t->from, in * (size_t)p->batch) &&
              stand_in_is_allocated((uint64_t)(uintptr_t)t->to, out * (size_t)p->batch) &&
              stand_in_is_allocated((uint64_t)(uintptr_t)p->work, p->work_bytes);
    unlock();
    if (!ok) return CU_ILLEGAL_ADDRESS;
    double *x = calloc(2 * (count + longest), sizeof *x);
    if (x == NULL) return CU_LAUNCH_FAILED;
    memset(p->work, 0xff, p->work_bytes);
    for (long long b = 0; b < p->batch; b++) {
        char *from = t->from + in * (size_t)b;
        load(p, from, count, x);
        if (real_out) memset(from, 0xff, in);
        size_t step = 1;
        for (int i = p->rank - 1; i >= 0; i--) {
            transform_lines(x, count, (size_t)p->n[i], step, t->direction, x + 2 * count);
            step *= (size_t)p->n[i];
        }
        store(p, t->to + out * (size_t)b, count, x);
    }
    free(x);
    return CU_OK;
}

static int execute(int number, int type, void *from, void *to, int direction) {
    struct cu_context_s *device;
    int error = FFT_OK;
    lock();
    plan *p = find(number);
    if (p == NULL || !p->made || p->type != type || p->work == NULL)
        error = FFT_INVALID_PLAN;
    else if (from == NULL || to == NULL || (from == to && type != FFT_C2C && type != FFT_Z2Z) ||
             (type != FFT_C2R && type != FFT_Z2D && (uintptr_t)to % (is_double(type) ? 16 : 8)) ||
             (uintptr_t)from % (is_double(type) ? 16 : 8))
        error = FFT_INVALID_VALUE;
    else if (stand_in_stream_device(p->stream, &device) != CU_OK ||
             stand_in_is_due(&stand_in_settings.fail_launch_in))
        error = FFT_EXEC_FAILED;
    if (error == FFT_OK) {
        transform_op *t = stand_in_op_new(sizeof *t, run_transform, NULL);
        t->plan = *p;
        t->from = from;
        t->to = to;
        t->direction = direction;
        t->op.is_work = true;
        t->op.is_fault = stand_in_is_due(&stand_in_settings.fault_in);
        stand_in_push(p->stream, &t->op);
        atomic_fetch_add(&stand_in_settings.launches, 1);
    }
    unlock();
    return error;
}

int cufftExecC2C(int number, void *from, void *to, int direction) {
    STAND_IN_CALL(STAND_IN_FFT);
    return execute(number, FFT_C2C, from, to, direction);
}
int cufftExecZ2Z(int number, void *from, void *to, int direction) {
    STAND_IN_CALL(STAND_IN_FFT);
    return execute(number, FFT_Z2Z, from, to, direction);
}
int cufftExecR2C(int number, void *from, void *to) {
    STAND_IN_CALL(STAND_IN_FFT);
    return execute(number, FFT_R2C, from, to, FFT_FORWARD);
}
int cufftExecD2Z(int number, void *from, void *to) {
    STAND_IN_CALL(STAND_IN_FFT);
    return execute(number, FFT_D2Z, from, to, FFT_FORWARD);
}
int cufftExecC2R(int number, void *from, void *to) {
    STAND_IN_CALL(STAND_IN_FFT);
    return execute(number, FFT_C2R, from, to, FFT_INVERSE);
}
int cufftExecZ2D(int number, void *from, void *to) {
    STAND_IN_CALL(STAND_IN_FFT);
    return execute(number, FFT_Z2D, from, to, FFT_INVERSE);
}
