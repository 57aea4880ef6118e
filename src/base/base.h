/* base.h - included by every file: failing with a status, branch hints, and constants that the
 * hostile build shrinks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_BASE_H
#define WR_BASE_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "weir/weir.h"

#define WR_LIKELY(x)   __builtin_expect(!!(x), 1)
#define WR_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define WR_CACHE_LINE  64

/* The smallest multiple of `to` that is at least n. */
static inline uint64_t wr_round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }
static inline size_t wr_round_to_line(int64_t bytes) {
    return wr_round_up((size_t)bytes, WR_CACHE_LINE);
}

static inline int64_t wr_min(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t wr_max(int64_t a, int64_t b) { return a > b ? a : b; }

/* How many pieces of `size` cover n: n / size, rounded up. */
static inline int64_t wr_div_up(int64_t n, int64_t size) { return (n + size - 1) / size; }

/* Thread-local storage for the hot path.  The initial-exec model needs no call to find the
 * variable; its few bytes fit the reserve that the loader keeps for libraries opened by dlopen. */
#define WR_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))

/* `make hard` builds with WEIR_HARD: queues of two, blocks of three, a yield at every lock. */
#ifdef WEIR_HARD
#define WR_SIZE(usual, hard) (hard)
void wr_yield_point(void);
#else
#define WR_SIZE(usual, hard) (usual)
#define wr_yield_point()     ((void)0)
#endif

/* Return a failing status to the caller unchanged. */
#define WR_TRY(expr)                                                                               \
    do {                                                                                           \
        weir_status status_ = (expr);                                                              \
        if (WR_UNLIKELY(status_ != WEIR_OK)) return status_;                                       \
    } while (0)

/* Set the message of weir_error() on this thread and return `status`.  A macro, so that
 * compilers and analysers see that the result is not WEIR_OK. */
#define wr_fail(status, ...) (wr_fail_say(status, __VA_ARGS__), wr_fail_is(status))
void wr_fail_say(weir_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline weir_status wr_fail_is(weir_status status) { return status; }

/* Fail with errno: "model.st: writing: No space left on device", and the matching status. */
weir_status wr_fail_system(const char *path, const char *what);

/* How many times this thread has set its message. */
uint64_t wr_fail_count(void);

/* The same as wr_fail, with all parts of a failure. */
weir_status wr_fail_with(const weir_failure *failure);

/* Check the size of a caller's struct that is used in place, and that what lies behind the `known` bytes is 0; see
 * weir_struct_take, which copies. */
weir_status wr_struct_check(const void *from, size_t known, size_t first_size, const char *where,
                            const char *type);

#endif
