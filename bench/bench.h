/* bench.h - shared by all benchmark programs: a clock, a median, a line of output, a fatal error.
 *
 * A result is one line, for people and for run.py alike:
 *
 *     case  who  value  unit  key=value ...
 *
 * Everything is static and plain enough for C and C++, so that a program is one source file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_BENCH_H
#define WEIR_BENCH_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Nanoseconds of a monotonic clock. */
static inline uint64_t bench_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Report a wrong result on standard error and exit with 1. */
__attribute__((noreturn, format(printf, 1, 2))) static inline void bench_die(const char *format,
                                                                             ...) {
    va_list list;
    va_start(list, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    fflush(stdout);
    _exit(1); /* the runtimes still have threads; their exit handlers might wait for work */
}

static inline void *bench_alloc(size_t count, size_t size) {
    void *block = calloc(count ? count : 1, size);
    if (!block) bench_die("no memory for %zu x %zu bytes", count, size);
    return block;
}

static inline int bench_order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median; sorts `values`, so that values[0] is the smallest afterwards. */
static inline double bench_median(double *values, size_t count) {
    qsort(values, count, sizeof *values, bench_order);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* The next number of a stream that is the same everywhere (an additive walk, mixed). */
static inline uint64_t bench_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A number below `limit`, which must be below 2^32. */
static inline uint32_t bench_random_below(uint64_t *state, uint32_t limit) {
    return (uint32_t)(((bench_random(state) >> 32) * limit) >> 32);
}

/* The number after an option; exits with a message if there is none. */
static inline uint64_t bench_number(const char *option, const char *text) {
    char *end = NULL;
    unsigned long long n = text ? strtoull(text, &end, 10) : 0;
    if (!text || end == text || *end)
        bench_die("%s needs a number, not '%s'", option, text ? text : "");
    return n;
}

#endif
