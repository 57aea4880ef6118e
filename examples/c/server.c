/* server.c - a network behind a socket: one thread and one epoll loop, which never waits for a result.
 *
 *   server 8080      answers a line of two numbers with the network's output: echo 0.5 -1 | nc -N localhost 8080
 *   server quick     on a free port, for one connection
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <weir/weir.h>

typedef struct client {
    int fd, pending, gone; /* pending: answers not sent yet; gone: no more input */
    size_t got;
    char line[256];
} client;

typedef struct answer {
    client *to;
    float x[2];
    weir_array *y;
} answer;

static void must(int good) {
    if (!good) fprintf(stderr, "server: %s\n", *weir_error() ? weir_error() : "refused"), exit(1);
}

/* Issue the work of a line; the runtime's eventfd becomes readable when it is done. */
static void ask(weir_runtime *rt, weir_block *net, client *c, const char *line) {
    weir_array *in;
    answer *a = calloc(1, sizeof *a);
    must(a != NULL), sscanf(line, "%f %f", &a->x[0], &a->x[1]);
    must(weir_array_new(rt, WEIR_FLOAT32, (int64_t[]){1, 2}, 2, a->x, &in) == WEIR_OK);
    must(weir_block_call(net, in, &a->y) == WEIR_OK);
    weir_array_release(in);
    a->to = c, c->pending++;
    must(weir_notice_push(weir_array_var(a->y), (uintptr_t)a) == WEIR_OK);
}

static void hear(weir_runtime *rt, weir_block *net, client *c) {
    ssize_t n = read(c->fd, c->line + c->got, sizeof c->line - 1 - c->got);
    char *line = c->line;
    c->line[c->got += n > 0 ? (size_t)n : 0] = 0;
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) ask(rt, net, c, line);
    c->got = strlen(line), memmove(c->line, line, c->got + 1);
    c->gone = n <= 0 || c->got == sizeof c->line - 1; /* or the line is too long */
}

static client *tell(const weir_notice *notice) {
    answer *a = (answer *)(uintptr_t)notice->token;
    client *c = a->to;
    char text[64] = "failed\n";
    float y;
    if (notice->status == WEIR_OK && weir_array_read(a->y, &y, sizeof y) == WEIR_OK)
        snprintf(text, sizeof text, "%g %g: %.6f\n", a->x[0], a->x[1], y);
    c->gone |= send(c->fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT) < 0;
    c->pending--;
    weir_array_release(a->y), free(a);
    return c;
}

int main(int argc, char **argv) {
    int quick = argc < 2 || strcmp(argv[1], "quick") == 0;
    int door = socket(AF_INET, SOCK_STREAM, 0), notices, loop = epoll_create1(0);
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                             .sin_port = htons((uint16_t)(quick ? 0 : atoi(argv[1])))};
    must(bind(door, (struct sockaddr *)&at, sizeof at) == 0 && listen(door, 64) == 0);
    must(getsockname(door, (struct sockaddr *)&at, &(socklen_t){sizeof at}) == 0);
    printf("port %d\n", ntohs(at.sin_port)), fflush(stdout);
    weir_runtime *rt;
    weir_block *net;
    must(weir_runtime_default(&rt) == WEIR_OK && weir_seed(rt, 1) == WEIR_OK);
    must(weir_block_parse(rt, "Linear(2, 64), Tanh, Linear(64, 1)", &net) == WEIR_OK);
    must(weir_notice_fd(rt, &notices) == WEIR_OK);
    epoll_ctl(loop, EPOLL_CTL_ADD, door, &(struct epoll_event){EPOLLIN, {.ptr = &door}});
    epoll_ctl(loop, EPOLL_CTL_ADD, notices, &(struct epoll_event){EPOLLIN, {.ptr = &notices}});
    for (int visits = 0; !quick || visits < 1;) {
        struct epoll_event event;
        weir_notice notice;
        client *c = NULL;
        if (epoll_wait(loop, &event, 1, -1) < 1) continue;
        if (event.data.ptr == &door) {
            must((c = calloc(1, sizeof *c)) != NULL && (c->fd = accept(door, NULL, NULL)) >= 0);
            epoll_ctl(loop, EPOLL_CTL_ADD, c->fd, &(struct epoll_event){EPOLLIN, {.ptr = c}});
        } else if (event.data.ptr != &notices) {
            hear(rt, net, c = event.data.ptr);
            if (c->gone) epoll_ctl(loop, EPOLL_CTL_DEL, c->fd, NULL);
        } else if (weir_notice_take(rt, &notice, 1) == 1) {
            c = tell(&notice);
        }
        if (c != NULL && c->gone && c->pending == 0) visits++, close(c->fd), free(c);
    }
    return 0;
}
