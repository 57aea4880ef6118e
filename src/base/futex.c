/* futex.c - sleeping on a futex, and the monotonic clock.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/futex.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int64_t wr_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

weir_status wr_park(atomic_uint *word, unsigned expected, int64_t deadline_ns) {
    /* A futex wait without a limit is restarted after signals handled with SA_RESTART; with a limit
     * it is not.  Signals must end the wait, so there is always a limit: at most an hour. */
    int64_t limit = wr_now_ns() + (int64_t)3600 * 1000000000;
    if (deadline_ns != WR_FOREVER && deadline_ns < limit) limit = deadline_ns;
    struct timespec t = {.tv_sec = limit / 1000000000, .tv_nsec = limit % 1000000000};
    long r = syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, expected, &t, NULL,
                     FUTEX_BITSET_MATCH_ANY);
    if (r == 0 || errno == EAGAIN) return WEIR_OK;
    if (errno == EINTR) return WEIR_EINTR;
    return limit == deadline_ns ? WEIR_ETIMEDOUT : WEIR_OK;
}

void wr_unpark(atomic_uint *word) {
    int saved = errno; /* a signal handler must leave it as it was */
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    errno = saved;
}
