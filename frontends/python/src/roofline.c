/* roofline.c - measures what the machine can do, for `python -m weir bench`: how fast a core
 * multiplies and adds, and how fast it copies memory.
 *
 * Each function measures the calling thread for a given time, with the GIL released, and returns
 * the average rate.  The caller does so on several threads at once, several times, and keeps the
 * best sum.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>
#include <sys/mman.h>
#include <time.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

enum {
    /* Independent sums.  The units for multiply-add need latency times units of them: eight to ten. */
    SUMS = 12,
    ROUNDS = 4096, /* multiply-adds of each sum in a burst */
    WARM_UP = 4,   /* bursts before the clock of the CPU is steady */
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- Multiply-add ------------------------------------------------------------------------------ */

/* A burst does SUMS * ROUNDS multiply-adds on vectors and returns a value that depends on all of
 * them.  The sums converge to 2, so no value is subnormal. */
typedef float (*burst_fn)(void);

#define BURST(name, target, vector, set, fma, first)                                               \
    target static float name(void) {                                                               \
        vector sum[SUMS], half = set(0.5f), one = set(1.0f);                                       \
        for (int i = 0; i < SUMS; i++) sum[i] = set((float)i);                                     \
        for (int round = 0; round < ROUNDS; round++) {                                             \
            _Pragma("GCC unroll 12")                                                               \
            for (int i = 0; i < SUMS; i++) sum[i] = fma(sum[i], half, one);                        \
        }                                                                                          \
        float total = 0;                                                                           \
        for (int i = 0; i < SUMS; i++) total += first(sum[i]);                                     \
        return total;                                                                              \
    }

#if defined(__x86_64__)
#define FIRST_256(v) _mm256_cvtss_f32(v)
#define FIRST_512(v) _mm512_cvtss_f32(v)
BURST(burst_avx512, __attribute__((target("avx512f"))), __m512, _mm512_set1_ps, _mm512_fmadd_ps,
      FIRST_512)
BURST(burst_avx2, __attribute__((target("avx2,fma"))), __m256, _mm256_set1_ps, _mm256_fmadd_ps,
      FIRST_256)
#elif defined(__aarch64__)
#define FMA_NEON(sum, half, one) vfmaq_f32(one, sum, half)
#define FIRST_NEON(v)            vgetq_lane_f32(v, 0)
BURST(burst_neon, , float32x4_t, vdupq_n_f32, FMA_NEON, FIRST_NEON)
#endif

/* Without known vector instructions: what the compiler makes of it, for four lanes. */
typedef float lanes __attribute__((vector_size(16)));
static lanes lanes_set(float x) { return (lanes){x, x, x, x}; }
static lanes lanes_fma(lanes a, lanes b, lanes c) { return a * b + c; }
#define FIRST_LANES(v) ((v)[0])
BURST(burst_portable, , lanes, lanes_set, lanes_fma, FIRST_LANES)

/* Choose the burst for these CPU features, and the number of its lanes. */
static burst_fn choose(uint32_t cpu, int *lane_count, const char **name) {
#if defined(__x86_64__)
    if (cpu >= WEIR_CPU_AVX512) return *lane_count = 16, *name = "AVX-512", burst_avx512;
    if (cpu == WEIR_CPU_AVX2) return *lane_count = 8, *name = "AVX2", burst_avx2;
#elif defined(__aarch64__)
    (void)cpu;
    return *lane_count = 4, *name = "NEON", burst_neon;
#endif
    return *lane_count = 4, *name = "portable", burst_portable;
}

static volatile float sink; /* keeps the compiler from dropping the bursts; any thread writes it */

static double measure_fma(burst_fn burst, int lane_count, double seconds) {
    float total = 0;
    double took, count = 0;
    for (int i = 0; i < WARM_UP; i++) total += burst();
    double start = now();
    do {
        total += burst();
        count++;
        took = now() - start;
    } while (took < seconds || took <= 0);
    sink = total;
    return 2.0 * SUMS * ROUNDS * lane_count * count / took;
}

/* fma_rate(seconds): float32 operations a second of this thread, and the instructions used.  The
 * library says which instructions the CPU has, because not every compiler ships the functions that
 * __builtin_cpu_supports calls. */
static PyObject *fma_rate(PyObject *module, PyObject *arg) {
    (void)module;
    double seconds = PyFloat_AsDouble(arg), rate;
    if (PyErr_Occurred() || py_ready() < 0) return NULL;
    weir_stats stats = {.size = sizeof stats};
    weir_status status = weir_stats_get(py_runtime, &stats);
    if (status != WEIR_OK) return raise_status(status);
    int lane_count;
    const char *name;
    burst_fn burst = choose(stats.cpu, &lane_count, &name);
    Py_BEGIN_ALLOW_THREADS;
    rate = measure_fma(burst, lane_count, seconds);
    Py_END_ALLOW_THREADS;
    return Py_BuildValue("(ds)", rate, name);
}

/* ---- Copying ----------------------------------------------------------------------------------- */

/* Copy with stores that bypass the caches; `bytes` is a multiple of 64. */
static void copy_past_caches(char *to, const char *from, size_t bytes) {
#if defined(__x86_64__)
    for (size_t i = 0; i < bytes; i += 64)
        for (size_t k = 0; k < 64; k += 16)
            _mm_stream_si128((__m128i *)(void *)(to + i + k),
                             _mm_load_si128((const __m128i *)(const void *)(from + i + k)));
    _mm_sfence();
#else
    memcpy(to, from, bytes);
#endif
}

static double measure_copy(char *to, const char *from, size_t bytes, bool past_caches,
                           double seconds) {
    double start = 0, took = 0, count = -1; /* the first copy is not counted */
    do {
        if (past_caches)
            copy_past_caches(to, from, bytes);
        else
            memcpy(to, from, bytes);
        if (++count == 0) start = now();
        took = now() - start;
    } while (count == 0 || took < seconds || took <= 0);
    size_t middle = bytes / 2;
    sink = (float)to[middle];
    return 2.0 * (double)bytes * count / took;
}

/* copy_rate(bytes, past_caches, seconds): bytes read and written a second by this thread, which
 * copies `bytes` bytes at a time, with memcpy or with stores that bypass the caches. */
static PyObject *copy_rate(PyObject *module, PyObject *args) {
    (void)module;
    Py_ssize_t bytes;
    double seconds, rate = 0;
    int past_caches;
    if (!PyArg_ParseTuple(args, "npd:copy_rate", &bytes, &past_caches, &seconds)) return NULL;
    if (bytes < 64 || bytes > PY_SSIZE_T_MAX / 4 || bytes % 64 != 0)
        return PyErr_Format(PyExc_ValueError, "copy_rate: %zd is not a positive multiple of 64",
                            bytes);
    size_t half = (size_t)bytes;
    char *memory = mmap(NULL, 2 * half, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS;
    madvise(memory, 2 * half, MADV_HUGEPAGE);
    memset(memory, 1, 2 * half);
    rate = measure_copy(memory + half, memory, half, past_caches != 0, seconds);
    munmap(memory, 2 * half);
    Py_END_ALLOW_THREADS;
    return PyFloat_FromDouble(rate);
}

static PyMethodDef functions[] = {
    {"fma_rate", fma_rate, METH_O, NULL},
    {"copy_rate", copy_rate, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int roofline_init(PyObject *module) { return PyModule_AddFunctions(module, functions); }
