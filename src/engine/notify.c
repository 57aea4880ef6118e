/* notify.c - learning that a variable is ready without blocking: callbacks, and notices signalled
 * through an eventfd.
 *
 * Both are ordinary tasks that read the variable and run even if it has failed (WEIR_KIND_ALWAYS).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "engine/engine.h"

typedef struct callback {
    weir_ready_fn fn;
    void *arg;
} callback;

static weir_status run_callback(weir_context *ctx, void *arg) {
    callback *c = arg;
    c->fn(weir_context_input(ctx, 0), c->arg);
    return WEIR_OK;
}

static const weir_kind callback_kind = {
    .size = sizeof(weir_kind), .name = "on_ready", .run = run_callback, .flags = WEIR_KIND_ALWAYS};

weir_status wr_on_ready(weir_var *v, weir_ready_fn fn, void *arg) {
    callback c = {fn, arg};
    weir_task task = {
        .size = sizeof task, .arg = &c, .arg_size = sizeof c, .reads = &v, .read_count = 1};
    return wr_issue(v->rt, &task, &callback_kind);
}

/* ---- Notices --------------------------------------------------------------------------------- */

/* A notice is allocated when it is requested, so that delivering it cannot fail. */
struct wr_notice {
    struct wr_notice *next;
    weir_runtime *rt;
    weir_notice notice;
};

static weir_status run_notice(weir_context *ctx, void *arg) {
    struct wr_notice *n = *(struct wr_notice **)arg;
    *(struct wr_notice **)arg = NULL; /* the list owns the notice from now on */
    weir_runtime *rt = n->rt;
    n->notice.status = weir_context_input(ctx, 0);
    wr_lock_take(&rt->notice_lock);
    n->next = NULL;
    bool first = rt->notices == NULL;
    if (first)
        rt->notices = n;
    else
        rt->notices_last->next = n;
    rt->notices_last = n;
    if (first && rt->notice_fd >= 0) {
        uint64_t one = 1;
        while (write(rt->notice_fd, &one, sizeof one) < 0 && errno == EINTR) {}
    }
    wr_lock_give(&rt->notice_lock);
    return WEIR_OK;
}

static void drop_notice(void *arg) {
    struct wr_notice *n = *(struct wr_notice **)arg;
    /* If the task did not run, it still owns the notice. */
    if (n != NULL) wr_free(&n->rt->memory, n, sizeof *n);
}

static const weir_kind notice_kind = {.size = sizeof(weir_kind),
                                      .name = "notice",
                                      .run = run_notice,
                                      .drop = drop_notice,
                                      .flags = WEIR_KIND_ALWAYS | WEIR_KIND_PURE | WEIR_KIND_HELP};

weir_status wr_notice_fd(weir_runtime *rt, int *fd) {
    weir_status status = WEIR_OK;
    wr_lock_take(&rt->notice_lock);
    if (rt->notice_fd < 0) {
        rt->notice_fd = eventfd(rt->notices != NULL, EFD_CLOEXEC | EFD_NONBLOCK);
        if (rt->notice_fd < 0)
            status =
                wr_fail(WEIR_ESYS, "weir_notice_fd: cannot create an eventfd: %s", strerror(errno));
    }
    *fd = rt->notice_fd;
    wr_lock_give(&rt->notice_lock);
    return status;
}

weir_status wr_notice_push(weir_var *v, uint64_t token) {
    weir_runtime *rt = v->rt;
    struct wr_notice *n = wr_alloc(&rt->memory, sizeof *n, 16);
    if (n == NULL)
        return wr_fail(WEIR_ENOMEM, "weir_notice_push: not enough memory for the notice");
    *n = (struct wr_notice){.rt = rt, .notice = {.token = token}};
    weir_task task = {
        .size = sizeof task, .arg = &n, .arg_size = sizeof n, .reads = &v, .read_count = 1};
    weir_status status = wr_issue(rt, &task, &notice_kind);
    if (status != WEIR_OK) wr_free(&rt->memory, n, sizeof *n);
    return status;
}

size_t wr_notice_take(weir_runtime *rt, weir_notice *out, size_t max) {
    size_t count = 0;
    wr_lock_take(&rt->notice_lock);
    struct wr_notice *taken = rt->notices, *n = taken;
    for (; n != NULL && count < max; n = n->next) out[count++] = n->notice;
    rt->notices = n;
    uint64_t value;
    if (n == NULL && rt->notice_fd >= 0)
        while (read(rt->notice_fd, &value, sizeof value) < 0 && errno == EINTR) {}
    wr_lock_give(&rt->notice_lock);
    while (taken != n) {
        struct wr_notice *next = taken->next;
        wr_free(&rt->memory, taken, sizeof *taken);
        taken = next;
    }
    return count;
}

void wr_notices_free(weir_runtime *rt) {
    weir_notice one;
    while (wr_notice_take(rt, &one, 1) > 0) {}
    if (rt->notice_fd >= 0) close(rt->notice_fd);
    rt->notice_fd = -1;
}

/* In a forked child: replace the eventfd, which is shared with the parent, by a new one with the
 * same descriptor number. */
void wr_notices_renew(weir_runtime *rt) {
    if (rt->notice_fd < 0) return;
    int fd = eventfd(rt->notices != NULL, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fd < 0) return;
    dup3(fd, rt->notice_fd, O_CLOEXEC);
    close(fd);
}
