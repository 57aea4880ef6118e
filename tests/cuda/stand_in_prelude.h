/* stand_in_prelude.h - CUDA C++ for the host's compiler: the compiler of the stand-in driver
 * includes it before the text of each program.  C++17, without its library.
 *
 * A kernel becomes a function that runs all blocks one after another.  The threads of a block
 * run one after another too, on a stack of their own, a fiber.  A thread that comes to a barrier
 * leaves its fiber to itself, and the threads after it run on another; so a kernel without
 * barriers is a plain loop.  When no thread can run, stand_in_release lets those go on whose
 * barrier is complete, and gives the warp functions their results.  Nothing outside of the
 * compiled text runs on a fiber, and no sanitizer sees them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STAND_IN_PRELUDE_H
#define STAND_IN_PRELUDE_H

/* A compiler that is a wrapper may search the headers of C++ in spite of -nostdinc++.  Those of GNU
 * include only the headers of C then, so that our functions are not declared twice. */
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "stand_in_launch.h"

#define WEIR_STAND_IN 1

/* ---- Words ----------------------------------------------------------------------------------- */

#define __device__
#define __host__
#define __global__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __shared__   static thread_local
#define __constant__ static const
#define __align__(n) __attribute__((aligned(n)))
#define __noinline__ __attribute__((noinline))
#define __grid_constant__
#define SHARED_BYTES(name)                                                                         \
    static thread_local __align__(128) unsigned char name[STAND_IN_SHARED_MAX]
#define warpSize 32
#ifndef __clang__
#define __builtin_assume(condition) ((void)0)
#endif

/* The types that a program for NVRTC declares itself; it may do so again.  They are not those of the
 * host's headers, which may have other types of the same size. */
#define int8_t   stand_in_int8
#define uint8_t  stand_in_uint8
#define int16_t  stand_in_int16
#define uint16_t stand_in_uint16
#define int32_t  stand_in_int32
#define uint32_t stand_in_uint32
#define int64_t  stand_in_int64
#define uint64_t stand_in_uint64
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

/* ---- Vectors --------------------------------------------------------------------------------- */

#define STAND_IN_VECTOR_2(name, type, alignment)                                                   \
    struct __attribute__((aligned(alignment))) name {                                              \
        type x, y;                                                                                 \
    };                                                                                             \
    static inline name make_##name(type x, type y) { return name{x, y}; }
#define STAND_IN_VECTOR_3(name, type)                                                              \
    struct name {                                                                                  \
        type x, y, z;                                                                              \
    };                                                                                             \
    static inline name make_##name(type x, type y, type z) { return name{x, y, z}; }
#define STAND_IN_VECTOR_4(name, type, alignment)                                                   \
    struct __attribute__((aligned(alignment))) name {                                              \
        type x, y, z, w;                                                                           \
    };                                                                                             \
    static inline name make_##name(type x, type y, type z, type w) { return name{x, y, z, w}; }

STAND_IN_VECTOR_2(short2, short, 4)
STAND_IN_VECTOR_2(ushort2, unsigned short, 4)
STAND_IN_VECTOR_2(int2, int, 8)
STAND_IN_VECTOR_2(uint2, unsigned, 8)
STAND_IN_VECTOR_2(float2, float, 8)
STAND_IN_VECTOR_2(longlong2, long long, 16)
STAND_IN_VECTOR_2(ulonglong2, unsigned long long, 16)
STAND_IN_VECTOR_2(double2, double, 16)
STAND_IN_VECTOR_3(int3, int)
STAND_IN_VECTOR_3(uint3, unsigned)
STAND_IN_VECTOR_3(float3, float)
STAND_IN_VECTOR_4(char4, signed char, 4)
STAND_IN_VECTOR_4(uchar4, unsigned char, 4)
STAND_IN_VECTOR_4(short4, short, 8)
STAND_IN_VECTOR_4(ushort4, unsigned short, 8)
STAND_IN_VECTOR_4(int4, int, 16)
STAND_IN_VECTOR_4(uint4, unsigned, 16)
STAND_IN_VECTOR_4(float4, float, 16)

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

/* ---- Threads --------------------------------------------------------------------------------- */

static thread_local uint3 threadIdx, blockIdx, blockDim, gridDim;

enum { STAND_IN_ENDED, STAND_IN_RUNS, STAND_IN_AT_BLOCK, STAND_IN_AT_WARP }; /* of a thread */
enum { STAND_IN_SYNC, STAND_IN_SHUFFLE, STAND_IN_VOTE }; /* of a warp function */

/* The launch that this thread of the host runs. */
struct stand_in_scheduler {
    stand_in_thread *threads;
    void (*body)(const void *arguments);
    const void *arguments;
    void *home; /* the stack of the scheduler */
    unsigned count, next, ended, current, fibers, idle;
    uint3 place; /* of the next thread */
    bool reversed;
};
static thread_local stand_in_scheduler stand_in_now;

/* Go on with stack `to`; where to come back is left in *from. */
extern "C" __attribute__((visibility("hidden"))) void stand_in_switch(void **from, void *to);

#if defined(__x86_64__)
asm(".text\n"
    ".p2align 4\n"
    ".hidden stand_in_switch\n"
    ".globl stand_in_switch\n"
    ".type stand_in_switch, @function\n"
    "stand_in_switch:\n"
    "    pushq %rbp\n"
    "    pushq %rbx\n"
    "    pushq %r12\n"
    "    pushq %r13\n"
    "    pushq %r14\n"
    "    pushq %r15\n"
    "    movq %rsp, (%rdi)\n"
    "    movq %rsi, %rsp\n"
    "    popq %r15\n"
    "    popq %r14\n"
    "    popq %r13\n"
    "    popq %r12\n"
    "    popq %rbx\n"
    "    popq %rbp\n"
    "    ret\n"
    ".size stand_in_switch, . - stand_in_switch\n");

/* Six registers, where to return to, and a return address for that function. */
static void *stand_in_prepare(void *end, void (*start)()) {
    void **stack = (void **)end - 8;
    memset(stack, 0, 8 * sizeof *stack);
    stack[6] = (void *)start;
    return stack;
}
#elif defined(__aarch64__)
asm(".text\n"
    ".p2align 4\n"
    ".hidden stand_in_switch\n"
    ".globl stand_in_switch\n"
    ".type stand_in_switch, %function\n"
    "stand_in_switch:\n"
    "    sub sp, sp, #160\n"
    "    stp x19, x20, [sp, #0]\n"
    "    stp x21, x22, [sp, #16]\n"
    "    stp x23, x24, [sp, #32]\n"
    "    stp x25, x26, [sp, #48]\n"
    "    stp x27, x28, [sp, #64]\n"
    "    stp x29, x30, [sp, #80]\n"
    "    stp d8, d9, [sp, #96]\n"
    "    stp d10, d11, [sp, #112]\n"
    "    stp d12, d13, [sp, #128]\n"
    "    stp d14, d15, [sp, #144]\n"
    "    mov x9, sp\n"
    "    str x9, [x0]\n"
    "    mov sp, x1\n"
    "    ldp x19, x20, [sp, #0]\n"
    "    ldp x21, x22, [sp, #16]\n"
    "    ldp x23, x24, [sp, #32]\n"
    "    ldp x25, x26, [sp, #48]\n"
    "    ldp x27, x28, [sp, #64]\n"
    "    ldp x29, x30, [sp, #80]\n"
    "    ldp d8, d9, [sp, #96]\n"
    "    ldp d10, d11, [sp, #112]\n"
    "    ldp d12, d13, [sp, #128]\n"
    "    ldp d14, d15, [sp, #144]\n"
    "    add sp, sp, #160\n"
    "    ret\n"
    ".size stand_in_switch, . - stand_in_switch\n");

/* Register 30 says where to return to. */
static void *stand_in_prepare(void *end, void (*start)()) {
    void **stack = (void **)end - 20;
    memset(stack, 0, 20 * sizeof *stack);
    stack[11] = (void *)start;
    return stack;
}
#else
#error "the stand-in driver cannot switch fibers on this CPU"
#endif

/* Take the next thread. */
static inline void stand_in_next(stand_in_scheduler *s) {
    unsigned i = s->next++;
    threadIdx = s->place;
    if (s->reversed) {
        s->current = s->count - 1 - i;
        if (s->place.x-- == 0) {
            s->place.x = blockDim.x - 1;
            if (s->place.y-- == 0) s->place.y = blockDim.y - 1, s->place.z--;
        }
    } else {
        s->current = i;
        if (++s->place.x == blockDim.x) {
            s->place.x = 0;
            if (++s->place.y == blockDim.y) s->place.y = 0, s->place.z++;
        }
    }
}

/* A fiber runs the threads that have not begun, until there are none. */
static void stand_in_fiber() {
    for (;;) {
        stand_in_scheduler *s = &stand_in_now;
        while (s->next < s->count) {
            stand_in_next(s);
            s->body(s->arguments);
            s->threads[s->current].state = STAND_IN_ENDED;
            s->ended++;
        }
        stand_in_switch(&s->threads[s->idle++].idle, s->home);
    }
}

/* The current thread waits. */
static __attribute__((noinline)) void stand_in_wait(unsigned char state) {
    stand_in_scheduler *s = &stand_in_now;
    stand_in_thread *t = &s->threads[s->current];
    t->x = threadIdx.x, t->y = threadIdx.y, t->z = threadIdx.z;
    t->state = state;
    stand_in_switch(&t->stack, s->home);
}

/* Complete the warp function of the thread `at`, if all in its mask are there: true. */
static bool stand_in_release_warp(stand_in_scheduler *s, unsigned at) {
    unsigned begin = at & ~31u, lanes = s->count - begin < 32 ? s->count - begin : 32;
    unsigned mask = s->threads[at].mask & (unsigned)((1ull << lanes) - 1), votes = 0;
    stand_in_thread *warp = s->threads + begin;
    if (!(mask >> (at - begin) & 1)) return false;
    for (unsigned i = 0; i < lanes; i++) {
        if (!(mask >> i & 1)) continue;
        if (warp[i].state != STAND_IN_AT_WARP || warp[i].mask != s->threads[at].mask ||
            warp[i].kind != s->threads[at].kind)
            return false;
        if (warp[i].value != 0) votes |= 1u << i;
    }
    for (unsigned i = 0; i < lanes; i++) {
        if (!(mask >> i & 1)) continue;
        unsigned from = (unsigned)warp[i].source;
        if (warp[i].kind == STAND_IN_VOTE) warp[i].result = votes;
        if (warp[i].kind == STAND_IN_SHUFFLE)
            warp[i].result = warp[from < lanes && (mask >> from & 1) ? from : i].value;
        warp[i].state = STAND_IN_RUNS;
    }
    return true;
}

/* Let those go on whose barrier is complete.  False if there are none. */
static bool stand_in_release(stand_in_scheduler *s) {
    bool any = false;
    unsigned at_block = 0;
    for (unsigned t = 0; t < s->count; t++) {
        at_block += s->threads[t].state == STAND_IN_AT_BLOCK;
        if (s->threads[t].state == STAND_IN_AT_WARP && stand_in_release_warp(s, t)) any = true;
    }
    if (at_block == s->count) {
        for (unsigned t = 0; t < s->count; t++) s->threads[t].state = STAND_IN_RUNS;
        any = true;
    }
    return any;
}

/* Run a block: false if some of its threads wait for ever. */
static bool stand_in_block(stand_in_scheduler *s, const stand_in_launch *launch) {
    s->next = s->ended = 0;
    s->place = {0, 0, 0};
    if (s->reversed) s->place = {blockDim.x - 1, blockDim.y - 1, blockDim.z - 1};
    while (s->ended < s->count) {
        if (s->next < s->count) {
            void *fiber = nullptr;
            if (s->idle > 0) {
                fiber = s->threads[--s->idle].idle;
            } else {
                void *end = launch->stack(launch->stream, s->fibers);
                if (end == nullptr) return false;
                s->fibers++;
                fiber = stand_in_prepare(end, stand_in_fiber);
            }
            stand_in_switch(&s->home, fiber);
            continue;
        }
        bool any = false;
        for (unsigned i = 0; i < s->count; i++) {
            unsigned at = s->reversed ? s->count - 1 - i : i;
            stand_in_thread *t = &s->threads[at];
            if (t->state != STAND_IN_RUNS) continue;
            any = true;
            s->current = at;
            threadIdx = {t->x, t->y, t->z};
            stand_in_switch(&s->home, t->stack);
        }
        if (!any && !stand_in_release(s)) return false;
    }
    return true;
}

static int stand_in_run(const stand_in_launch *launch, void (*body)(const void *),
                        const void *arguments) {
    stand_in_scheduler *s = &stand_in_now;
    *s = {};
    s->threads = launch->threads;
    s->body = body;
    s->arguments = arguments;
    s->reversed = launch->reversed != 0;
    s->count = launch->block[0] * launch->block[1] * launch->block[2];
    for (unsigned i = 0; i < s->count; i++) s->threads[i].state = STAND_IN_ENDED;
    blockDim = {launch->block[0], launch->block[1], launch->block[2]};
    gridDim = {launch->grid[0], launch->grid[1], launch->grid[2]};
    unsigned long long blocks = (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    for (unsigned long long i = 0; i < blocks; i++) {
        unsigned long long at = s->reversed ? blocks - 1 - i : i, rows = at / gridDim.x;
        blockIdx = {(unsigned)(at % gridDim.x), (unsigned)(rows % gridDim.y),
                    (unsigned)(rows / gridDim.y)};
        if (!stand_in_block(s, launch)) return 1;
    }
    return 0;
}

#define STAND_IN_KERNEL_EXPORT extern "C" __attribute__((visibility("default")))
#define KERNEL(name, args_type)                                                                    \
    static_assert(sizeof(args_type) <= 4096, "a kernel has at most 4096 bytes of arguments");      \
    static void name(const args_type &a);                                                          \
    STAND_IN_KERNEL_EXPORT unsigned long stand_in_size_##name() { return sizeof(args_type); }      \
    STAND_IN_KERNEL_EXPORT int stand_in_run_##name(const void *arguments,                          \
                                                   const stand_in_launch *launch) {                \
        return stand_in_run(                                                                       \
            launch, [](const void *p) { name(*(const args_type *)p); }, arguments);                \
    }                                                                                              \
    static void name(const args_type &a)

#define KERNEL_BOUNDED(name, args_type, threads, blocks) KERNEL(name, args_type)

/* ---- Barriers and warp functions ------------------------------------------------------------- */

static inline void __syncthreads() { stand_in_wait(STAND_IN_AT_BLOCK); }

static inline unsigned long long stand_in_warp(unsigned char kind, unsigned mask,
                                               unsigned long long value, int source) {
    stand_in_thread *t = &stand_in_now.threads[stand_in_now.current];
    t->kind = kind;
    t->mask = mask;
    t->value = value;
    t->source = source;
    stand_in_wait(STAND_IN_AT_WARP);
    return t->result;
}

static inline void __syncwarp(unsigned mask = 0xffffffffu) {
    stand_in_warp(STAND_IN_SYNC, mask, 0, 0);
}
static inline unsigned __ballot_sync(unsigned mask, int predicate) {
    return (unsigned)stand_in_warp(STAND_IN_VOTE, mask, predicate != 0, 0);
}
static inline int __any_sync(unsigned mask, int predicate) {
    return __ballot_sync(mask, predicate) != 0;
}
static inline int __all_sync(unsigned mask, int predicate) {
    return __ballot_sync(mask, !predicate) == 0;
}

static inline int stand_in_lane() { return (int)(stand_in_now.current & 31); }

template <class T> static inline T stand_in_shuffle(unsigned mask, T value, int source) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "shuffles have values of 4 and 8 bytes");
    unsigned long long bits = 0;
    memcpy(&bits, &value, sizeof value);
    bits = stand_in_warp(STAND_IN_SHUFFLE, mask, bits, source);
    memcpy(&value, &bits, sizeof value);
    return value;
}
template <class T> static inline T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
    return stand_in_shuffle(mask, value, (stand_in_lane() & ~(width - 1)) + (source & (width - 1)));
}
template <class T>
static inline T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32) {
    int lane = stand_in_lane(), at = lane & (width - 1);
    return stand_in_shuffle(mask, value, at >= (int)by ? lane - (int)by : lane);
}
template <class T>
static inline T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) {
    int lane = stand_in_lane(), at = lane & (width - 1);
    return stand_in_shuffle(mask, value, at + (int)by < width ? lane + (int)by : lane);
}
template <class T> static inline T __shfl_xor_sync(unsigned mask, T value, int by, int width = 32) {
    int lane = stand_in_lane(), to = lane ^ by;
    return stand_in_shuffle(mask, value, to < (lane & ~(width - 1)) + width ? to : lane);
}

/* The words of the lanes of this warp: each lane gives `count` of them, at most 8.  There are two
 * places, used in turn, so that a lane may go on while others still read. */
typedef unsigned stand_in_words[32][8];
static inline const stand_in_words &stand_in_gather(const unsigned *words, int count) {
    static thread_local stand_in_words places[STAND_IN_THREADS_MAX / 32][2];
    static thread_local unsigned char turns[STAND_IN_THREADS_MAX];
    unsigned at = stand_in_now.current;
    stand_in_words &place = places[at / 32][turns[at] ^= 1];
    memcpy(place[at & 31], words, (size_t)count * sizeof *words);
    __syncwarp();
    return place;
}

/* What the instruction ldmatrix does with 16-bit elements: four matrices of 8 x 8, to whose rows the
 * lanes point.  A lane gets elements 2 t and 2 t + 1 of row g, where t is lane % 4 and g is lane / 4, or of
 * column g. */
static inline void stand_in_load_matrices(unsigned to[4], const unsigned short *row, bool columns) {
    unsigned words[2];
    memcpy(words, &row, sizeof row);
    const stand_in_words &all = stand_in_gather(words, 2);
    int t = stand_in_lane() & 3, g = stand_in_lane() >> 2;
    for (int m = 0; m < 4; m++) {
        const unsigned short *low, *high;
        memcpy(&low, all[8 * m + (columns ? 2 * t : g)], sizeof low);
        memcpy(&high, all[8 * m + (columns ? 2 * t + 1 : g)], sizeof high);
        to[m] = columns ? low[g] | (unsigned)high[g] << 16
                        : low[2 * t] | (unsigned)high[2 * t + 1] << 16;
    }
}

/* What the instruction mma.m16n8k16 does: sum += a b, where the words of a and b hold two 16-bit
 * elements each. */
template <class F>
static inline void stand_in_mma(float sum[4], const unsigned a[4], const unsigned b[2], F value) {
    unsigned words[6] = {a[0], a[1], a[2], a[3], b[0], b[1]};
    const stand_in_words &all = stand_in_gather(words, 6);
    int t = stand_in_lane() & 3, g = stand_in_lane() >> 2;
    for (int k = 0; k < 16; k++)
        for (int i = 0; i < 4; i++) {
            int col = 2 * t + (i & 1), word = k >= 8 ? 1 : 0, from = k % 8 / 2, half = k % 2 * 16;
            unsigned x = all[g * 4 + from][2 * word + (i >= 2)], y = all[col * 4 + from][4 + word];
            sum[i] += value((unsigned short)(x >> half)) * value((unsigned short)(y >> half));
        }
}

/* What the instruction mma.m16n8k8 does with TF32: float32 of which the low 13 bits are ignored. */
static inline void stand_in_mma_tf32(float sum[4], const unsigned a[4], const unsigned b[2]) {
    unsigned words[6] = {a[0], a[1], a[2], a[3], b[0], b[1]};
    const stand_in_words &all = stand_in_gather(words, 6);
    int t = stand_in_lane() & 3, g = stand_in_lane() >> 2;
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < 4; i++) {
            int col = 2 * t + (i & 1), word = k >= 4 ? 1 : 0, from = k % 4;
            unsigned x = all[g * 4 + from][2 * word + (i >= 2)], y = all[col * 4 + from][4 + word];
            float left, right;
            x &= 0xffffe000u;
            y &= 0xffffe000u;
            memcpy(&left, &x, sizeof left);
            memcpy(&right, &y, sizeof right);
            sum[i] += left * right;
        }
}

static inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

/* ---- Atomics --------------------------------------------------------------------------------- */

template <class T, class F> static inline T stand_in_update(T *at, F change) {
    T old;
    __atomic_load(at, &old, __ATOMIC_RELAXED);
    for (T next = change(old);
         !__atomic_compare_exchange(at, &old, &next, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);)
        next = change(old);
    return old;
}

#define STAND_IN_ATOMICS(type)                                                                     \
    static inline type atomicAdd(type *at, type value) {                                           \
        return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);                                    \
    }                                                                                              \
    static inline type atomicOr(type *at, type value) {                                            \
        return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST);                                     \
    }                                                                                              \
    static inline type atomicAnd(type *at, type value) {                                           \
        return __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST);                                    \
    }                                                                                              \
    static inline type atomicXor(type *at, type value) {                                           \
        return __atomic_fetch_xor(at, value, __ATOMIC_SEQ_CST);                                    \
    }                                                                                              \
    static inline type atomicExch(type *at, type value) {                                          \
        return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                   \
    }                                                                                              \
    static inline type atomicCAS(type *at, type expected, type value) {                            \
        __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST,                 \
                                    __ATOMIC_SEQ_CST);                                             \
        return expected;                                                                           \
    }                                                                                              \
    static inline type atomicMax(type *at, type value) {                                           \
        return stand_in_update(at, [=](type x) { return x > value ? x : value; });                 \
    }                                                                                              \
    static inline type atomicMin(type *at, type value) {                                           \
        return stand_in_update(at, [=](type x) { return x < value ? x : value; });                 \
    }
STAND_IN_ATOMICS(int)
STAND_IN_ATOMICS(unsigned)
STAND_IN_ATOMICS(long long)
STAND_IN_ATOMICS(unsigned long long)

static inline float atomicAdd(float *at, float value) {
    return stand_in_update(at, [=](float x) { return x + value; });
}
static inline double atomicAdd(double *at, double value) {
    return stand_in_update(at, [=](double x) { return x + value; });
}
static inline int atomicSub(int *at, int value) { return atomicAdd(at, -value); }
static inline unsigned atomicSub(unsigned *at, unsigned value) { return atomicAdd(at, 0u - value); }

/* ---- Bits ------------------------------------------------------------------------------------ */

template <class To, class From> static inline To stand_in_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}
static inline unsigned __float_as_uint(float x) { return stand_in_bits<unsigned>(x); }
static inline int __float_as_int(float x) { return stand_in_bits<int>(x); }
static inline float __uint_as_float(unsigned x) { return stand_in_bits<float>(x); }
static inline float __int_as_float(int x) { return stand_in_bits<float>(x); }
static inline long long __double_as_longlong(double x) { return stand_in_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return stand_in_bits<double>(x); }

static inline unsigned __umulhi(unsigned x, unsigned y) {
    return (unsigned)((unsigned long long)x * y >> 32);
}
static inline int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
static inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
static inline long long __mul64hi(long long x, long long y) {
    return (long long)((__int128)x * y >> 64);
}
static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
static inline int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll((unsigned long long)x);
}
static inline int __popc(unsigned x) {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}
static inline int __popcll(unsigned long long x) {
    return __popc((unsigned)x) + __popc((unsigned)(x >> 32));
}
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline unsigned __brev(unsigned x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
static inline unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}

template <class T> static inline T __ldg(const T *at) { return *at; }

/* ---- Numbers --------------------------------------------------------------------------------- */

#define STAND_IN_EXTREMES(type)                                                                    \
    static inline type min(type x, type y) { return x < y ? x : y; }                               \
    static inline type max(type x, type y) { return x > y ? x : y; }
STAND_IN_EXTREMES(int)
STAND_IN_EXTREMES(unsigned)
STAND_IN_EXTREMES(long)
STAND_IN_EXTREMES(unsigned long)
STAND_IN_EXTREMES(long long)
STAND_IN_EXTREMES(unsigned long long)
#define STAND_IN_MIXED_EXTREMES(type)                                                              \
    static inline unsigned type min(unsigned type x, type y) { return min(x, (unsigned type)y); }  \
    static inline unsigned type min(type x, unsigned type y) { return min((unsigned type)x, y); }  \
    static inline unsigned type max(unsigned type x, type y) { return max(x, (unsigned type)y); }  \
    static inline unsigned type max(type x, unsigned type y) { return max((unsigned type)x, y); }
STAND_IN_MIXED_EXTREMES(int)
STAND_IN_MIXED_EXTREMES(long long)
static inline float min(float x, float y) { return fminf(x, y); }
static inline float max(float x, float y) { return fmaxf(x, y); }
static inline double min(double x, double y) { return fmin(x, y); }
static inline double max(double x, double y) { return fmax(x, y); }

static inline int abs(int x) { return x < 0 ? -x : x; }
static inline long long abs(long long x) { return x < 0 ? -x : x; }
static inline long long llabs(long long x) { return x < 0 ? -x : x; }
static inline float abs(float x) { return fabsf(x); }
static inline double abs(double x) { return fabs(x); }

static inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline float rsqrt(float x) { return rsqrtf(x); }

static inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
static inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
static inline float __fadd_rn(float x, float y) { return x + y; }
static inline float __fsub_rn(float x, float y) { return x - y; }
static inline float __fmul_rn(float x, float y) { return x * y; }
static inline float __fdiv_rn(float x, float y) { return x / y; }
static inline float __fsqrt_rn(float x) { return sqrtf(x); }
static inline double __dadd_rn(double x, double y) { return x + y; }
static inline double __dsub_rn(double x, double y) { return x - y; }
static inline double __dmul_rn(double x, double y) { return x * y; }
static inline double __ddiv_rn(double x, double y) { return x / y; }
static inline double __dsqrt_rn(double x) { return sqrt(x); }

/* C++ has these for floats too; the C library's header has doubles alone. */
#define STAND_IN_MATH_1(name)                                                                      \
    static inline float name(float x) { return name##f(x); }
#define STAND_IN_MATH_2(name)                                                                      \
    static inline float name(float x, float y) { return name##f(x, y); }
STAND_IN_MATH_1(fabs)
STAND_IN_MATH_1(sqrt)
STAND_IN_MATH_1(cbrt)
STAND_IN_MATH_1(exp)
STAND_IN_MATH_1(exp2)
STAND_IN_MATH_1(expm1)
STAND_IN_MATH_1(log)
STAND_IN_MATH_1(log2)
STAND_IN_MATH_1(log10)
STAND_IN_MATH_1(log1p)
STAND_IN_MATH_1(sin)
STAND_IN_MATH_1(cos)
STAND_IN_MATH_1(tan)
STAND_IN_MATH_1(asin)
STAND_IN_MATH_1(acos)
STAND_IN_MATH_1(atan)
STAND_IN_MATH_1(sinh)
STAND_IN_MATH_1(cosh)
STAND_IN_MATH_1(tanh)
STAND_IN_MATH_1(asinh)
STAND_IN_MATH_1(acosh)
STAND_IN_MATH_1(atanh)
STAND_IN_MATH_1(floor)
STAND_IN_MATH_1(ceil)
STAND_IN_MATH_1(trunc)
STAND_IN_MATH_1(round)
STAND_IN_MATH_1(rint)
STAND_IN_MATH_1(nearbyint)
STAND_IN_MATH_1(erf)
STAND_IN_MATH_1(erfc)
STAND_IN_MATH_1(lgamma)
STAND_IN_MATH_1(tgamma)
STAND_IN_MATH_2(pow)
STAND_IN_MATH_2(fmod)
STAND_IN_MATH_2(remainder)
STAND_IN_MATH_2(atan2)
STAND_IN_MATH_2(hypot)
STAND_IN_MATH_2(fmin)
STAND_IN_MATH_2(fmax)
STAND_IN_MATH_2(fdim)
STAND_IN_MATH_2(copysign)
STAND_IN_MATH_2(nextafter)
static inline float fma(float x, float y, float z) { return fmaf(x, y, z); }
static inline float ldexp(float x, int n) { return ldexpf(x, n); }
static inline float frexp(float x, int *n) { return frexpf(x, n); }
static inline float modf(float x, float *whole) { return modff(x, whole); }

#endif
