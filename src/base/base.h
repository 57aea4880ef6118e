/* base.h - included by every file: status macros, branch hints, small integer helpers, and WR_SIZE,
 * which makes constants smaller in the `make hard` build.
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

/* n / size, rounded up: the number of pieces of `size` that cover n. */
static inline int64_t wr_div_up(int64_t n, int64_t size) { return (n + size - 1) / size; }

/* Thread-local storage for the hot path.  The initial-exec model finds the variable without a
 * function call.  Such variables must be small: those of a library loaded with dlopen must fit in a
 * small reserve of static thread-local storage that the loader keeps. */
#define WR_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))

/* `make hard` defines WEIR_HARD, so that tests reach rare paths and races: queues hold two entries,
 * batches three, and threads yield at random around locks. */
#ifdef WEIR_HARD
#define WR_SIZE(usual, hard) (hard)
void wr_yield_point(void);
#else
#define WR_SIZE(usual, hard) (usual)
#define wr_yield_point()     ((void)0)
#endif

/* Evaluate `expr`; if its status is a failure, return that status from the calling function. */
#define WR_TRY(expr)                                                                               \
    do {                                                                                           \
        weir_status status_ = (expr);                                                              \
        if (WR_UNLIKELY(status_ != WEIR_OK)) return status_;                                       \
    } while (0)

/* Set the message that weir_error() returns on this thread, and return `status`.  This is a macro
 * so that compilers and analysers see that the result is not WEIR_OK. */
#define wr_fail(status, ...) (wr_fail_say(status, __VA_ARGS__), wr_fail_is(status))
void wr_fail_say(weir_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline weir_status wr_fail_is(weir_status status) { return status; }

/* Set an error message that describes errno, such as "model.st: writing: No space left on device",
 * and return the matching status.  `what` is the part after the path, such as "writing: ", or
 * "". */
weir_status wr_fail_system(const char *path, const char *what);

/* The number of messages that this thread has set so far. */
unsigned wr_fail_count(void);

/* Set all fields of the failure that weir_error_get returns on this thread, and return its
 * status. */
weir_status wr_fail_with(const weir_failure *failure);

/* Check a caller's struct that is used without copying it: its size must be at least `first_size`,
 * and all bytes after the first `known` must be 0.  (weir_struct_take makes the same checks and
 * then copies the struct.) */
weir_status wr_struct_check(const void *from, size_t known, size_t first_size, const char *where,
                            const char *type);

#endif
