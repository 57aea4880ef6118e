/* notice.c - callbacks and deferred reference drops: the calls into Python that other threads
 * request.
 *
 * Workers never take the GIL.  To request a call, a worker pushes a notice into a queue.  One
 * Python daemon thread, the dispatcher, sleeps on the eventfd of that queue, takes the notices and
 * makes the calls.  The dispatcher is started when the first callback is registered, and again for
 * the first callback in a forked child.
 *
 * References that the library holds to Python objects (the owners of lent memory) may be released
 * on any thread.  They are put on a list, which is emptied by the dispatcher, or by the main thread
 * when the interpreter next runs pending calls, and by waitall and synchronize.
 *
 * Invariants:
 *   1. A token is the address of an `entry`, which is freed by the thread that takes the notice.
 *   2. An entry created before a fork belongs to the parent; the child frees it without calling it.
 *   3. Once `ended` is set no thread without the GIL calls the interpreter any more.
 *   4. The interpreter exits only after the requested on_ready callbacks have run, just as it waits
 *      for operations with side effects.  It gives up on Ctrl-C or if there is no progress for ten
 *      seconds, and then prints to stderr how many callbacks did not run.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { AT_ONCE = 64 };

/* A call that has been requested. */
typedef struct entry {
    struct entry *next; /* link in `due` */
    PyObject *call, *array, *context;
    bool wants_status; /* `call` is passed the status instead of the array */
    bool counted;      /* counted in `pending` */
    int32_t status;
    unsigned forks; /* value of `forks` in the process that created the entry */
} entry;

typedef struct drop {
    struct drop *next;
    PyObject *o;
} drop;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* list of references to drop; protected by `lock`, like the next three variables */
static drop *drops;
static bool asked;       /* the dispatcher or the main thread has been asked to empty `drops` */
static int wake_fd = -1; /* the dispatcher's second eventfd; -1 if there is no dispatcher */
static bool ended;       /* the interpreter is shutting down */
static entry *due;       /* protected by the GIL: requested calls for scalars, oldest first */
static unsigned forks;   /* number of forks between the first process and this one */
static size_t pending;   /* protected by the GIL: number of on_ready callbacks not yet called */
static bool ending;      /* protected by the GIL: exit has begun; later callbacks are not counted */
static PyObject *dispatcher; /* protected by the GIL: a threading.Thread, or NULL */

static void wake(void) {
    uint64_t one = 1;
    if (wake_fd >= 0)
        while (write(wake_fd, &one, sizeof one) < 0 && errno == EINTR) {}
}

/* ---- Deferred drops ---------------------------------------------------------------------------- */

void notice_empty(void) {
    pthread_mutex_lock(&lock);
    drop *d = drops;
    drops = NULL;
    asked = false;
    pthread_mutex_unlock(&lock);
    while (d != NULL) {
        drop *next = d->next;
        Py_DECREF(d->o);
        free(d);
        d = next;
    }
}

static int empty_pending(void *unused) {
    (void)unused;
    notice_empty();
    return 0;
}

void notice_drop(PyObject *o) {
    drop *d = o != NULL ? malloc(sizeof *d) : NULL;
    if (d == NULL) return; /* out of memory: the reference is leaked */
    d->o = o;
    pthread_mutex_lock(&lock);
    if (ended) {
        free(d);
    } else {
        d->next = drops;
        drops = d;
        if (wake_fd >= 0)
            wake();
        else if (!asked)
            asked = Py_AddPendingCall(empty_pending, NULL) == 0; /* may be called without the GIL */
    }
    pthread_mutex_unlock(&lock);
}

/* ---- The dispatcher ---------------------------------------------------------------------------- */

static void free_entry(entry *e) {
    Py_XDECREF(e->call);
    Py_XDECREF(e->array);
    Py_XDECREF(e->context);
    free(e);
}

/* Run the callback in the context in which it was registered, so that it has the modes of that
 * context. */
static void call(entry *e) {
    PyObject *result = NULL;
    if (PyContext_Enter(e->context) == 0) {
        if (e->wants_status) {
            PyObject *status = PyLong_FromLong(e->status);
            result = status != NULL ? PyObject_CallOneArg(e->call, status) : NULL;
            Py_XDECREF(status);
        } else {
            result = PyObject_CallOneArg(e->call, e->array);
        }
        if (result == NULL) PyErr_WriteUnraisable(e->call);
        if (PyContext_Exit(e->context) < 0) PyErr_WriteUnraisable(e->call);
    } else {
        PyErr_WriteUnraisable(e->call);
    }
    Py_XDECREF(result);
}

static void settle(entry *e) {
    bool ours = e->forks == forks && !ended;
    unsigned own = forks;
    if (ours) call(e);
    /* If the callback forked, do not decrement `pending` in the child. */
    if (ours && e->counted && forks == own) pending--;
    free_entry(e);
}

static void take_all(void) {
    weir_notice notices[AT_ONCE];
    size_t count;
    do {
        while (due != NULL) {
            entry *e = due;
            due = e->next;
            settle(e);
        }
        count = weir_notice_take(py_runtime, notices, AT_ONCE);
        for (size_t i = 0; i < count; i++) {
            entry *e = (entry *)(uintptr_t)notices[i].token;
            e->status = notices[i].status;
            settle(e);
        }
    } while ((count == AT_ONCE || due != NULL) && !ended);
    notice_empty();
}

static _Thread_local bool dispatching;

static PyObject *dispatch(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    int fd;
    dispatching = true;
    weir_status status = weir_notice_fd(py_runtime, &fd);
    if (status != WEIR_OK) return raise_status(status);
    struct pollfd both[2] = {{.fd = fd, .events = POLLIN}, {.fd = wake_fd, .events = POLLIN}};
    unsigned own = forks; /* to detect that a callback has forked: the child leaves the loop */
    /* operations issued by callbacks never wait for queue space or memory */
    (void)weir_bounds_set(0);
    while (!ended && forks == own) {
        Py_BEGIN_ALLOW_THREADS uint64_t value;
        if (poll(both, 2, -1) > 0 && both[1].revents != 0)
            while (read(both[1].fd, &value, sizeof value) < 0 && errno == EINTR) {}
        Py_END_ALLOW_THREADS take_all();
    }
    Py_RETURN_NONE;
}

static PyMethodDef dispatch_function = {"dispatch", dispatch, METH_NOARGS, NULL};

static PyObject *make_thread(void) {
    PyObject *threading = PyImport_ImportModule("threading");
    PyObject *class = threading != NULL ? PyObject_GetAttrString(threading, "Thread") : NULL;
    PyObject *target = PyCFunction_New(&dispatch_function, NULL);
    PyObject *none = PyTuple_New(0);
    PyObject *keywords = target != NULL ? Py_BuildValue("{s:O, s:s, s:O}", "target", target, "name",
                                                        "weir-callbacks", "daemon", Py_True)
                                        : NULL;
    PyObject *thread = class != NULL && none != NULL && keywords != NULL
                           ? PyObject_Call(class, none, keywords)
                           : NULL;
    Py_XDECREF(threading);
    Py_XDECREF(class);
    Py_XDECREF(target);
    Py_XDECREF(none);
    Py_XDECREF(keywords);
    return thread;
}

/* Start the dispatcher if it is not running.  This is checked again after the thread is created,
 * since creating a thread lets other threads run, one of which may start a dispatcher too. */
static int start(void) {
    if (LIKELY(dispatcher != NULL)) return 0;
    if (ended) {
        PyErr_SetString(PyExc_RuntimeError, "on_ready: callbacks cannot be added while the "
                                            "interpreter is shutting down");
        return -1;
    }
    PyObject *thread = make_thread();
    if (thread == NULL || dispatcher != NULL) {
        Py_XDECREF(thread);
        return dispatcher != NULL ? 0 : -1;
    }
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fd < 0) {
        Py_DECREF(thread);
        PyErr_SetFromErrno(PyExc_OSError);
        return -1;
    }
    pthread_mutex_lock(&lock);
    wake_fd = fd;
    pthread_mutex_unlock(&lock);
    dispatcher = thread;
    PyObject *started = PyObject_CallMethod(thread, "start", NULL);
    Py_XDECREF(started);
    if (started != NULL) return 0;
    pthread_mutex_lock(&lock);
    wake_fd = -1;
    pthread_mutex_unlock(&lock);
    close(fd);
    Py_CLEAR(dispatcher);
    return -1;
}

/* ---- Fork and exit ----------------------------------------------------------------------------- */

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_in_parent(void) { pthread_mutex_unlock(&lock); }

/* Forget the dispatcher in a forked child.  It exists only in the parent, which also owns its
 * eventfd. */
static void after_in_child(void) {
    forks++;
    if (wake_fd >= 0) close(wake_fd);
    wake_fd = -1;
    asked = false;
    pending = 0;
    dispatching = false;
    dispatcher = NULL; /* not released, because the thread belongs to the parent */
    pthread_mutex_unlock(&lock);
}

static time_t seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

/* Block until the pending callbacks have run, or until there is no progress for PATIENCE_S seconds;
 * the GIL is released meanwhile.  Returns -1 if a signal handler raised an exception. */
static int let_them_run(void) {
    enum { PATIENCE_S = 10, NAP_MS = 1 };
    /* Do not count callbacks registered from now on: one that registers itself again would block
     * exit forever. */
    ending = true;
    uint64_t last = UINT64_MAX;
    for (time_t since = seconds_now(); pending > 0 && seconds_now() - since <= PATIENCE_S;) {
        weir_stats s = {.size = sizeof s};
        if (weir_stats_get(py_runtime, &s) != WEIR_OK) return 0;
        /* increases with each finished operation and each callback that has run */
        uint64_t moved = s.finished - pending;
        if (moved != last) since = seconds_now();
        last = moved;
        Py_BEGIN_ALLOW_THREADS(void) poll(NULL, 0, NAP_MS);
        Py_END_ALLOW_THREADS if (PyErr_CheckSignals() < 0) return -1;
    }
    return 0;
}

static void tell_pending(void) {
    if (pending == 0) return;
    PySys_WriteStderr("weir: exit: %zu on_ready callback%s did not complete\n", pending,
                      pending == 1 ? "" : "s");
}

/* Called at interpreter exit: let the pending callbacks run, then stop the dispatcher, and at last end
 * the queues of devices, before exit handlers of their libraries run.  Callbacks that have not run in
 * time are counted in a message on stderr. */
static PyObject *end(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *type = NULL, *value = NULL, *traceback = NULL;
    if (dispatcher != NULL && !dispatching && let_them_run() < 0)
        PyErr_Fetch(&type, &value, &traceback);
    pthread_mutex_lock(&lock);
    ended = true;
    wake();
    pthread_mutex_unlock(&lock);
    tell_pending();
    PyThreadState *state = PyEval_SaveThread();
    weir_prepare_exit();
    PyEval_RestoreThread(state);
    if (dispatcher == NULL) Py_RETURN_NONE;
    PyObject *joined = PyObject_CallMethod(dispatcher, "join", "d", 0.5);
    /* join fails if a callback called exit, since the dispatcher cannot join itself. */
    if (joined == NULL) PyErr_Clear();
    Py_XDECREF(joined);
    PyErr_Restore(type, value, traceback);
    if (type != NULL) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef end_function = {"end", end, METH_NOARGS, NULL};

static int register_end(void) {
    PyObject *atexit_module = PyImport_ImportModule("atexit");
    PyObject *function = PyCFunction_New(&end_function, NULL);
    PyObject *done = atexit_module != NULL && function != NULL
                         ? PyObject_CallMethod(atexit_module, "register", "O", function)
                         : NULL;
    Py_XDECREF(atexit_module);
    Py_XDECREF(function);
    Py_XDECREF(done);
    return done != NULL ? 0 : -1;
}

/* ---- Requesting a call ------------------------------------------------------------------------- */

static entry *make_entry(PyObject *array, PyObject *call, bool wants_status) {
    entry *e = calloc(1, sizeof *e);
    if (e == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    e->call = Py_NewRef(call);
    e->array = Py_NewRef(array);
    e->wants_status = wants_status;
    e->forks = forks;
    e->context = PyContext_CopyCurrent();
    if (e->context != NULL) return e;
    free_entry(e);
    return NULL;
}

static void put_due(entry *e) {
    entry **at = &due;
    while (*at != NULL) at = &(*at)->next;
    *at = e;
    wake();
}

static PyObject *push(PyObject *array, PyObject *callback, bool wants_status) {
    if (!PyCallable_Check(callback))
        return PyErr_Format(PyExc_TypeError, "on_ready: expected a callable, not %.100s",
                            Py_TYPE(callback)->tp_name);
    if (py_ready() < 0 || start() < 0) return NULL;
    entry *e = make_entry(array, callback, wants_status);
    if (e == NULL) return NULL;
    weir_var *var = weir_array_var(((Array *)array)->a);
    int again = 0;
    e->counted = !wants_status && !ending;
    if (e->counted) pending++; /* incremented before the callback can run */
    if (var == NULL)
        put_due(e); /* a scalar is always ready */
    else
        while ((again = wait_outcome(weir_notice_push(var, (uint64_t)(uintptr_t)e))) > 0) {}
    if (again == 0) Py_RETURN_NONE;
    if (e->counted) pending--;
    free_entry(e);
    return NULL;
}

static PyObject *on_ready(PyObject *self, PyObject *callback) {
    return push(self, callback, false);
}

static PyObject *on_status(PyObject *self, PyObject *callback) {
    return push(self, callback, true);
}

static PyMethodDef methods[] = {
    {"on_ready", on_ready, METH_O,
     "on_ready($self, f, /)\n--\n\nCall f(array) when the writes issued so far are complete, even "
     "if they failed.  All callbacks run on one shared thread, in no guaranteed order; exceptions "
     "go to sys.unraisablehook.  The interpreter runs pending callbacks before it exits."},
    {"_on_status", on_status, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int notice_init(PyObject *module) {
    (void)module;
    if (pthread_atfork(before_fork, after_in_parent, after_in_child) != 0) {
        PyErr_NoMemory();
        return -1;
    }
    return array_add_methods(methods) < 0 ? -1 : register_end();
}
