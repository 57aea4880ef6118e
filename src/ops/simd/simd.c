/* simd.c - detects the CPU's SIMD level and holds the kernel tables of each level.
 *
 * The level is chosen by CPU features, never by a list of models, so that CPUs newer than this file
 * are supported.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/simd/simd.h"

#include "base/cpu.h"
#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#define MAPS(level)                                                                                \
    extern const wr_map_entry wr_unary_maps_##level[];                                             \
    extern const wr_map_entry wr_binary_maps_##level[];                                            \
    extern const wr_map_entry wr_select_maps_##level[];                                            \
    extern const wr_map_entry wr_activation_maps_##level[];                                        \
    static const wr_map_entry *const maps_##level[] = {                                            \
        wr_unary_maps_##level, wr_binary_maps_##level, wr_select_maps_##level,                     \
        wr_activation_maps_##level, NULL}

#define TABLE(name)                                                                                \
    extern const struct wr_##name##_simd wr_##name##_simd_portable, wr_##name##_simd_avx2,         \
        wr_##name##_simd_avx512;
#include "ops/simd/tables.def"
#undef TABLE
extern const struct wr_gemm_simd wr_gemm_simd_portable, wr_gemm_simd_avx2, wr_gemm_simd_avx512,
    wr_gemm_simd_avx512_bf16, wr_gemm_simd_amx_bf16, wr_gemm_simd_amx_fp16;

MAPS(portable);
#if defined(__x86_64__)
MAPS(avx2);
MAPS(avx512);
#endif

/* By weir_cpu, from WEIR_CPU_PORTABLE on.  Those from avx512 on differ in products only. */
static const wr_simd levels[] = {
    {.cpu = WEIR_CPU_PORTABLE,
     .level = 0,
     .name = "portable",
#define TABLE(name) .name = &wr_##name##_simd_portable,
#include "ops/simd/tables.def"
#undef TABLE
     .gemm = &wr_gemm_simd_portable,
     .maps = maps_portable},
#if defined(__x86_64__)
    {.cpu = WEIR_CPU_AVX2,
     .level = 1,
     .name = "avx2",
#define TABLE(name) .name = &wr_##name##_simd_avx2,
#include "ops/simd/tables.def"
#undef TABLE
     .gemm = &wr_gemm_simd_avx2,
     .maps = maps_avx2},
    {.cpu = WEIR_CPU_AVX512,
     .level = 2,
     .name = "avx512",
#define TABLE(name) .name = &wr_##name##_simd_avx512,
#include "ops/simd/tables.def"
#undef TABLE
     .gemm = &wr_gemm_simd_avx512,
     .maps = maps_avx512},
    {.cpu = WEIR_CPU_AVX512_BF16,
     .level = 2,
     .name = "avx512_bf16",
#define TABLE(name) .name = &wr_##name##_simd_avx512,
#include "ops/simd/tables.def"
#undef TABLE
     .gemm = &wr_gemm_simd_avx512_bf16,
     .maps = maps_avx512},
    {.cpu = WEIR_CPU_AMX_BF16,
     .level = 2,
     .name = "amx_bf16",
#define TABLE(name) .name = &wr_##name##_simd_avx512,
#include "ops/simd/tables.def"
#undef TABLE
     .gemm = &wr_gemm_simd_amx_bf16,
     .maps = maps_avx512},
    {.cpu = WEIR_CPU_AMX_FP16,
     .level = 2,
     .name = "amx_fp16",
#define TABLE(name) .name = &wr_##name##_simd_avx512,
#include "ops/simd/tables.def"
#undef TABLE
     .gemm = &wr_gemm_simd_amx_fp16,
     .maps = maps_avx512},
#endif
};

#if defined(__x86_64__)
#define WANT_1                                                                                     \
    (bit_FMA | bit_MOVBE | bit_POPCNT | bit_OSXSAVE | bit_AVX | bit_F16C) /* leaf 1, ecx */
#define WANT_7_AVX2 (bit_BMI | bit_AVX2 | bit_BMI2)                       /* leaf 7, ebx */
#define WANT_7_AVX512                                                                              \
    (WANT_7_AVX2 | bit_AVX512F | bit_AVX512DQ | bit_AVX512CD | bit_AVX512BW | bit_AVX512VL)

/* Bits of the control register XCR0, which shows which registers the operating system saves when it
 * switches threads. */
enum { SAVES_YMM = 0x06, SAVES_ZMM = 0xe6, SAVES_TILES = 0x60000 };

/* Bits of leaf 7: in the register edx of subleaf 0, and in eax of subleaf 1. */
enum { AMX_BF16 = 1 << 22, AMX_TILE = 1 << 24, AVX512_BF16 = 1 << 5, AMX_FP16 = 1 << 21 };

static unsigned saved_registers(void) {
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

/* Return whether the CPU has all features that the compiler may use at level 1 or 2 (CMakeLists.txt)
 * and the operating system has enabled all of them.  The function executes cpuid itself, because
 * not every compiler ships the functions that __builtin_cpu_supports calls. */
static bool has_vectors(int level) {
    unsigned a, b, c, d, leaf1, leaf7, extended;
    leaf1 = __get_cpuid(1, &a, &b, &c, &d) ? c : 0;
    leaf7 = __get_cpuid_count(7, 0, &a, &b, &c, &d) ? b : 0;
    extended = __get_cpuid(0x80000001, &a, &b, &c, &d) ? c : 0;
    unsigned want7 = level == 1 ? WANT_7_AVX2 : WANT_7_AVX512;
    unsigned saves = level == 1 ? SAVES_YMM : SAVES_ZMM;
    return (leaf1 & WANT_1) == WANT_1 && (leaf7 & want7) == want7 && (extended & bit_LZCNT) != 0 &&
           (saved_registers() & saves) == saves;
}

/* Ask the operating system for the registers of AMX, for all threads of this process.  Return whether
 * they may be used. */
static bool amx_is_permitted(void) {
#if defined(__linux__)
    enum { REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 }; /* arch_prctl, a component of XSAVE */
    return syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
#else
    return false;
#endif
}

/* Return whether this machine supports a weir_cpu.  AMX is asked about last, because the system then
 * reserves room for its registers in all threads of the process. */
static bool detect(int cpu) {
    if (cpu == WEIR_CPU_PORTABLE) return true;
    if (!has_vectors(cpu == WEIR_CPU_AVX2 ? 1 : 2)) return false;
    if (cpu <= WEIR_CPU_AVX512) return true;
    unsigned a = 0, b, c, d = 0, last = 0;
    if (!__get_cpuid_count(7, 0, &last, &b, &c, &d) || last < 1) return false;
    if (!__get_cpuid_count(7, 1, &a, &b, &c, &last) || !(a & AVX512_BF16)) return false;
    if (cpu == WEIR_CPU_AVX512_BF16) return true;
    if ((d & AMX_TILE) == 0 || (d & AMX_BF16) == 0) return false;
    if (cpu == WEIR_CPU_AMX_FP16 && !(a & AMX_FP16)) return false;
    return (saved_registers() & SAVES_TILES) == SAVES_TILES && amx_is_permitted();
}
#else
static bool detect(int cpu) { return cpu == WEIR_CPU_PORTABLE; }
#endif

enum { LEVELS = sizeof levels / sizeof *levels };

/* The same, detected once: a virtual machine leaves the guest for every cpuid. */
static bool has(int cpu) {
    /* 0: not known yet, 1: supported, 2: not.  Any thread, relaxed: detecting it again gives the same
     * answer. */
    static atomic_uchar known[WEIR_CPU_AMX_FP16 + 1];
    int answer = atomic_load_explicit(&known[cpu], memory_order_relaxed);
    if (answer == 0) {
        answer = detect(cpu) ? 1 : 2;
        atomic_store_explicit(&known[cpu], (unsigned char)answer, memory_order_relaxed);
    }
    return answer == 1;
}

const wr_simd *wr_simd_get(int cpu) {
    if (cpu == WEIR_CPU_BEST) {
        int best = LEVELS - 1;
        while (!has(levels[best].cpu)) best--;
        return &levels[best];
    }
    int at = cpu - WEIR_CPU_PORTABLE;
    return at >= 0 && at < LEVELS && has(cpu) ? &levels[at] : NULL;
}

const wr_simd *wr_simd_for(weir_runtime *rt) {
    wr_arrays *arrays = wr_arrays_get(rt);
    if (WR_UNLIKELY(arrays == NULL))
        return wr_simd_get(rt->config.cpu); /* out of memory, so the result cannot be cached */
    const wr_simd *simd = atomic_load_explicit(&arrays->simd, memory_order_relaxed);
    if (WR_LIKELY(simd != NULL)) return simd;
    simd = wr_simd_get(rt->config.cpu);
    atomic_store_explicit(&arrays->simd, simd, memory_order_relaxed);
    return simd;
}

/* Return the size of one cache of this level as reported by cpuid, or 0 if cpuid does not report
 * it.  The C library's figure is not used, because it may be the total over all cores of the
 * machine. */
static int64_t cache_by_cpuid(unsigned level) {
#if defined(__x86_64__)
    enum { LEVELS_MOST = 8 };
    /* The cpuid leaves of Intel and of AMD CPUs that describe the caches; both have the same
     * format. */
    static const unsigned leaves[] = {4, 0x8000001d};
    for (int l = 0; l < 2; l++)
        for (unsigned i = 0; i < LEVELS_MOST; i++) {
            unsigned a, b, c, d;
            if (!__get_cpuid_count(leaves[l], i, &a, &b, &c, &d) || (a & 31) == 0) break;
            /* Type 2 is an instruction cache. */
            if ((a >> 5 & 7) != level || (a & 31) == 2) continue;
            int64_t ways = (b >> 22) + 1, partitions = (b >> 12 & 1023) + 1, line = (b & 4095) + 1;
            return ways * partitions * line * ((int64_t)c + 1);
        }
#else
    (void)level;
#endif
    return 0;
}

/* Return the size of one cache of this level, or 0 if it is not known. */
static int64_t cache_at(unsigned level) {
    int64_t bytes = cache_by_cpuid(level);
    return bytes > 0 ? bytes : wr_cpu_cache_bytes("/sys/devices/system/cpu/cpu0/cache", (int)level);
}

int64_t wr_cache_bytes(void) {
    static atomic_int_fast64_t known; /* any thread, relaxed: all compute the same value */
    int64_t bytes = atomic_load_explicit(&known, memory_order_relaxed);
    if (bytes > 0) return bytes;
    for (unsigned level = 3; bytes <= 0 && level >= 2; level--) bytes = cache_at(level);
    if (bytes <= 0) bytes = 8 << 20;
    atomic_store_explicit(&known, bytes, memory_order_relaxed);
    return bytes;
}

int64_t wr_cache_bytes_2(void) {
    static atomic_int_fast64_t known; /* any thread, relaxed: all compute the same value */
    int64_t bytes = atomic_load_explicit(&known, memory_order_relaxed);
    if (bytes > 0) return bytes;
    bytes = cache_at(2);
    if (bytes <= 0) bytes = 512 << 10;
    atomic_store_explicit(&known, bytes, memory_order_relaxed);
    return bytes;
}
