/* base.h - what every file needs: statuses, branches, and the sizes that the hostile build shrinks.
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

/* The multiple of `to` that is not below n. */
static inline uint64_t wr_round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }
static inline size_t wr_round_to_line(int64_t bytes) {
    return wr_round_up((size_t)bytes, WR_CACHE_LINE);
}

static inline int64_t wr_min(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t wr_max(int64_t a, int64_t b) { return a > b ? a : b; }

/* How many pieces of `size` cover n: n / size, rounded up. */
static inline int64_t wr_div_up(int64_t n, int64_t size) { return (n + size - 1) / size; }

/* A thread-local word on the hot path.  Initial-exec needs no call to find it; the few bytes we use
 * fit the reserve that the loader keeps for libraries opened late. */
#define WR_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))

/* `make hard` builds with WEIR_HARD: queues of two, blocks of three, a yield at every lock. */
#ifdef WEIR_HARD
#define WR_SIZE(usual, hard) (hard)
void wr_yield_point(void);
#else
#define WR_SIZE(usual, hard) (usual)
#define wr_yield_point()     ((void)0)
#endif

/* Hand a failing status up unchanged. */
#define WR_TRY(expr)                                                                               \
    do {                                                                                           \
        weir_status status_ = (expr);                                                              \
        if (WR_UNLIKELY(status_ != WEIR_OK)) return status_;                                       \
    } while (0)

/* Keep a sentence for weir_error() on this thread and give `status`.  A macro, so that whoever reads the
 * call sees that it does not give WEIR_OK: compilers and analysers too. */
#define wr_fail(status, ...) (wr_fail_say(status, __VA_ARGS__), wr_fail_is(status))
void wr_fail_say(weir_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline weir_status wr_fail_is(weir_status status) { return status; }

/* "model.st: writing: No space left on device", from errno, with its status. */
weir_status wr_fail_system(const char *path, const char *what);

/* How many failures this thread was told, and the last one's sentence. */
uint64_t wr_fail_count(void);

/* The same for a failure that is known in parts. */
weir_status wr_fail_with(const weir_failure *failure);

#endif
