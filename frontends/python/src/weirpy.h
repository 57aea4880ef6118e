/* weirpy.h - what the files of the extension share.
 *
 * Everything here is called with the GIL held.  A function that returns a PyObject * returns a new
 * reference, or NULL with an exception set; one that returns int returns 0, or -1 with an exception set.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIRPY_H
#define WEIRPY_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <weir/weir.h>

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* ---- module.c: the runtime --------------------------------------------------------------------- */

extern weir_runtime *py_runtime; /* NULL until the first use */

/* What the next operation has to see to first. */
enum { ATTEND_START = 1 /* make the runtime */, ATTEND_MODES = 2 /* follow the context */ };
extern unsigned py_attention;
int py_attend(void);

static inline int py_ready(void) { return LIKELY(py_attention == 0) ? 0 : py_attend(); }

/* Names that are looked up often, made once. */
typedef struct py_names {
    PyObject *dtype, *name, *array, *array_interface, *dlpack, *dlpack_device, *out, *axis, *shape;
} py_names;
extern py_names names;

/* ---- array.c: the Array type ------------------------------------------------------------------- */

typedef struct Array {
    PyObject_HEAD weir_array *a; /* one reference; NULL only while it is being made */
    PyObject *weak;
    bool known;     /* it is the object of its array: identity.c */
    bool parameter; /* it stays one of a module's while it is frozen: autograd.c */
} Array;

extern PyTypeObject *array_type;
int array_init(PyObject *module);

/* An Array, or a kind of it: a class derived from Array that has other methods and nothing else. */
static inline bool is_array(PyObject *o) {
    return LIKELY(Py_TYPE(o) == array_type) || PyType_IsSubtype(Py_TYPE(o), array_type);
}

/* Make them methods of the type. */
int array_add_methods(PyMethodDef *methods);

/* Its shape, as a tuple. */
PyObject *array_shape(const weir_array *a);

/* An object for the array, whose reference it takes, also on failure. */
PyObject *array_wrap(weir_array *a);

/* The arrays, whose references it takes, also on failure, as a tuple; NULL becomes None. */
PyObject *array_tuple(weir_array **list, uint32_t count);

/* Results take after their inputs: `made`, a new Array, a tuple of them, or NULL, becomes of the kind of `o`, which may
 * be anything.  Returns `made`. */
PyObject *array_kindred(PyObject *made, PyObject *o);

static inline PyObject *array_like(PyObject *made, PyObject *o) {
    return LIKELY(Py_TYPE(o) == array_type) ? made : array_kindred(made, o);
}

/* ---- identity.c: one object for an array of a module ------------------------------------------- */

int identity_init(PyObject *module);

/* The object of an array, which is made if there is none; None for NULL. */
PyObject *identity_of(weir_array *a);
/* Make this the object of its array, if there is none. */
int identity_enter(PyObject *o);
/* It dies. */
void identity_leave(Array *o);
/* The object of `from`, if there is one, shows `to` from now on.  `from` is released by identity_flush. */
int identity_move(const weir_array *from, weir_array *to);
/* Release handles that went out of use.  For functions that use none, or none yet. */
void identity_flush(void);
extern unsigned identity_moves; /* how often an object was given another handle */

/* Around Python code that is called between taking a handle from an object and using it. */
extern unsigned py_busy;

/* The same for stretches in which others may run for long: waits, and functions of the program's.  They are known by
 * thread, so that a forked child, which has one thread, forgets those of the others. */
extern unsigned py_busy_long;
extern _Thread_local unsigned py_busy_here;

static inline void py_busy_begin(void) {
    py_busy++;
    py_busy_long++;
    py_busy_here++;
}

static inline void py_busy_end(void) {
    py_busy--;
    py_busy_long--;
    py_busy_here--;
}

/* ---- dtype.c: dtypes and devices --------------------------------------------------------------- */

int dtype_init(PyObject *module);
PyObject *dtype_object(weir_dtype dtype); /* the one there is */
/* A DType, a name, a NumPy dtype or type, bool, int, float or complex; None gives 0. */
int dtype_from(PyObject *o, weir_dtype *out);
PyObject *device_object(int32_t device);
/* A Device, "cpu", "cpu:1"; None gives WEIR_DEVICE_DEFAULT. */
int device_from(PyObject *o, int32_t *out);

/* ---- mode.c: modes follow the context ---------------------------------------------------------- */

int mode_init(PyObject *module);
int mode_follow(void);          /* the library's modes of this thread become those of its context */
weir_dtype dtype_default(void); /* of this context */
/* Around Python code that the library calls: the context's modes become those the library has set. */
int mode_adopt(long *outer);
void mode_restore(long outer);

/* ---- value.c: Python values to arrays ---------------------------------------------------------- */

/* A bool, int, float or complex of Python as a number of the library, which stays the cache's: use it
 * before the next call.  1: it is none of them; -1: an exception. */
int value_number(PyObject *o, weir_array **out);
int value_float(double value, weir_array **out);

/* Any value as an array: +1.  `dtype` 0: its own.  `copy`: -1 if needed, 0 never, 1 always. */
int value_array(PyObject *o, weir_dtype dtype, int32_t device, int copy, weir_array **out);

/* Is it something that value_array would take beside an Array, in `x + o`?  Not just any object. */
bool value_is_like(PyObject *o);

/* An input of a layer or metric: +1.  An Array, somebody else's array, whose values are copied, or None: NULL. */
int value_input(PyObject *o, const char *who, weir_array **out);

/* A shape or a list of axes, from an int or a sequence of ints: up to `room` numbers; the count or -1. */
int64_t value_ints(PyObject *o, int64_t *out, int64_t room, const char *what);

PyObject *value_asarray(PyObject *module, PyObject *const *args, Py_ssize_t nargs,
                        PyObject *kwnames);

/* ---- attr.c: attributes ------------------------------------------------------------------------- */

enum { ATTR_LIST_ROOM = 4 * WEIR_NDIM_MAX };
typedef struct attr_lists { /* what the lists of one struct point to */
    int64_t room[ATTR_LIST_ROOM];
    int64_t count;
} attr_lists;

/* The value of an attribute into the struct; errors name `owner`, the operator or block. */
int attr_fill(const char *owner, const weir_attr *a, PyObject *o, char *attr, attr_lists *lists);
PyObject *attr_value(const weir_attr *a, const char *attr); /* and back */
/* (name, type, default or ..., summary), of one and, as a list, of all. */
PyObject *attr_describe(const char *name, const weir_attr *a);
PyObject *attr_describe_all(const weir_attr *attrs, uint32_t count);
/* {name: value} of a whole struct, and values of such a dictionary into one that is filled already. */
PyObject *attr_dict(const weir_attr *attrs, uint32_t count, const char *attr);
int attr_fill_from(const char *owner, const weir_attr *attrs, uint32_t count, PyObject *given,
                   char *attr, attr_lists *lists);

/* ---- op.c: operators as callables -------------------------------------------------------------- */

int op_init(PyObject *module);
PyObject *op_describe_all(PyObject *module, PyObject *unused);

/* Call an operator on arrays; `attr` NULL for the defaults.  One output. */
PyObject *op_call(const weir_op *op, weir_array *const *in, uint32_t in_count, const void *attr);
/* The same, once: NULL and *again if it was interrupted and is to be made again.  For inputs that may be gone
 * then, as numbers of the cache. */
PyObject *op_try(const weir_op *op, weir_array *const *in, uint32_t in_count, const void *attr,
                 int *again);
/* Into `out`. */
int op_call_into(const weir_op *op, weir_array *const *in, uint32_t in_count, const void *attr,
                 weir_array *out);

/* ---- index.c ----------------------------------------------------------------------------------- */

PyObject *array_subscript(PyObject *self, PyObject *key);
int array_assign(PyObject *self, PyObject *key, PyObject *value);
PyObject *array_iter(PyObject *self);
int index_init(void);

/* ---- exchange.c: values out -------------------------------------------------------------------- */

int exchange_init(PyObject *module);
int array_getbuffer(PyObject *self, Py_buffer *view, int flags);
void array_releasebuffer(PyObject *self, Py_buffer *view);
PyObject *array_item(PyObject *self, const char *reason); /* a Python number, of one element */
extern PyMethodDef exchange_methods[]; /* of Array: tolist, tobytes, __dlpack__ ... */

/* ---- borrow.c: other people's memory ----------------------------------------------------------- */

/* Memory that somebody lends, however he describes it. */
typedef struct lent {
    const char *path; /* by which it came, for messages */
    PyObject *owner;  /* keeps the memory as it is: one reference */
    char *data;       /* the first element */
    weir_dtype dtype;
    int32_t ndim;
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX]; /* strides in bytes */
    bool readonly, swapped;                               /* swapped: the other byte order */
} lent;

/* An array over the memory, or with a copy of it.  `copy`: 0 never, 1 always, -1 if it has to be. */
int lent_take(const lent *l, int copy, weir_array **out);

/* An array of an object with the buffer protocol, __array_interface__, __dlpack__ or __array__.  `copy`
 * as in asarray: -1 copies too, for the owner does not know of queued work when he writes next. */
int exchange_from_buffer(PyObject *o, weir_dtype dtype, int copy, weir_array **out);
/* Has it any of them? */
bool borrow_is_possible(PyObject *o);
PyObject *borrow_from_bytes(PyObject *module, PyObject *args, PyObject *kwargs);

/* ---- capsule.c: DLPack ------------------------------------------------------------------------- */

PyObject *dlpack_export(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *dlpack_device(PyObject *self, PyObject *unused);
/* Ask `o` for its memory; `move`: it may be copied from another device. */
int dlpack_borrow(PyObject *o, bool move, int copy, lent *l);
PyObject *exchange_from_dlpack(PyObject *module, PyObject *args, PyObject *kwargs);

/* ---- wait.c: waits and errors ------------------------------------------------------------------ */

int wait_init(PyObject *module);

/* Wait for the array, with the reason that the wait profile records.  The one way to wait for values. */
int wait_for(weir_array *a, int64_t timeout_ns, const char *reason);

/* After a call that gave `status`: 1 if it was interrupted and is to be made again, -1 with the exception
 * that goes with it, 0 for WEIR_OK. */
int wait_outcome(weir_status status);

/* The same for calls that are not to be made again: -1 with the exception, 0 for WEIR_OK. */
int wait_settled(weir_status status);

/* Words of the library, which may have been cut in the middle of a character. */
PyObject *text_of(const char *text);

/* Raise what weir_error() tells.  Returns NULL. */
PyObject *raise_status(weir_status status);

/* Raise a sentence of our own that a dialect may say in its words.  Returns NULL. */
PyObject *raise_said(PyObject *type, const char *format, ...);

extern PyMethodDef wait_methods[];   /* of Array */
extern PyMethodDef wait_functions[]; /* of the module */

/* ---- site.c: source lines ---------------------------------------------------------------------- */

int site_init(void);
uint32_t site_now(
    void); /* of the Python line being executed outside this package, with its callers */
PyObject *site_stack(uint32_t site);   /* a tuple of (file, line, function), outermost first */
PyObject *site_part(uint32_t site);    /* the path of the module, or None */
PyObject *site_history(uint32_t site); /* both as text that follows a sentence */

/* part.c */
extern _Thread_local uint32_t part_now; /* number of the module that is being computed, or 0 */
const char *part_text(void);            /* its path, or NULL */
int part_init(PyObject *module);
/* Code under the folder is ours and is skipped; so are, in the standard library, loops and threads that call others. */
void site_set_home(const char *folder, const char *standard);

/* ---- stream.c: random numbers ------------------------------------------------------------------ */

int stream_init(PyObject *module);

/* ---- notice.c: callbacks ----------------------------------------------------------------------- */

int notice_init(PyObject *module);
/* From any thread, without the GIL: drop a reference later, on a thread of Python's. */
void notice_drop(PyObject *o);
/* Drop now what was left so.  Anything may be called from here; who lends memory calls it before. */
void notice_empty(void);

/* ---- autograd.c: gradients --------------------------------------------------------------------- */

int autograd_init(PyObject *module);

/* A parameter: an array with a gradient attached, or one of a module's that is frozen. */
static inline bool is_parameter(const Array *o) {
    return o->parameter || weir_array_grad_mode(o->a) != WEIR_GRAD_NULL;
}

/* `made`, a copy of `of` or NULL, is a parameter as that is, with its mode.  Returns `made`. */
PyObject *autograd_like(PyObject *made, const Array *of);
PyObject *autograd_mode(const Array *o); /* its name */

/* ---- block.c: layers ---------------------------------------------------------------------------- */

int block_init(PyObject *module);

/* ---- optimizer.c: optimisers, metrics, their files ---------------------------------------------- */

int optimizer_init(PyObject *module);

/* ---- data.c: datasets and loaders ---------------------------------------------------------------- */

int data_init(PyObject *module);

/* ---- engine.c: the engine seen from Python ----------------------------------------------------- */

int engine_init(PyObject *module);

/* ---- watch.c: what weir.graph is told ----------------------------------------------------------- */

int watch_init(PyObject *module);

#endif
