/* weirpy.h - declarations shared by the files of the extension module.
 *
 * Functions declared here must be called with the GIL held, unless their comment says otherwise.
 * A function that returns PyObject * returns a new reference, or NULL with an exception set; one
 * that returns int returns 0, or -1 with an exception set.
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

extern weir_runtime *py_runtime; /* NULL until the runtime is created, on first use */

/* Bits of py_attention: the work that py_attend must do before the next operation. */
enum { ATTEND_START = 1 /* create the runtime */, ATTEND_MODES = 2 /* apply the modes */ };
extern unsigned py_attention;
int py_attend(void);

static inline int py_ready(void) { return LIKELY(py_attention == 0) ? 0 : py_attend(); }

/* Interned attribute names that are looked up often; created at import. */
typedef struct py_names {
    PyObject *dtype, *name, *array, *array_interface, *dlpack, *dlpack_device, *out, *axis, *shape;
} py_names;
extern py_names names;

/* ---- array.c: the Array type ------------------------------------------------------------------- */

typedef struct Array {
    PyObject_HEAD weir_array *a; /* owned reference; NULL only during construction */
    PyObject *weak;
    bool known;     /* this object is registered as the unique object of its array (identity.c) */
    bool parameter; /* the array is a parameter of a module; stays set while frozen (autograd.c) */
} Array;

extern PyTypeObject *array_type;
int array_init(PyObject *module);

/* Return whether `o` is an Array or an instance of a subclass.  Subclasses add methods but no
 * fields. */
static inline bool is_array(PyObject *o) {
    return LIKELY(Py_TYPE(o) == array_type) || PyType_IsSubtype(Py_TYPE(o), array_type);
}

/* Add methods to the Array type. */
int array_add_methods(PyMethodDef *methods);

/* Return the array's shape as a tuple. */
PyObject *array_shape(const weir_array *a);

/* Wrap an array in a new Array object.  Takes over the reference, even on failure. */
PyObject *array_wrap(weir_array *a);

/* Wrap arrays in a tuple; NULL becomes None.  Takes over the references, even on failure. */
PyObject *array_tuple(weir_array **list, uint32_t count);

/* Convert `made` (a new Array, a tuple of new Arrays, or NULL) in place to the Array subclass that
 * `o` is an instance of.  If `o` is not an instance of an Array subclass, `made` is left unchanged.
 * Returns `made`. */
PyObject *array_kindred(PyObject *made, PyObject *o);

static inline PyObject *array_like(PyObject *made, PyObject *o) {
    return LIKELY(Py_TYPE(o) == array_type) ? made : array_kindred(made, o);
}

/* ---- identity.c: one Python object per module array -------------------------------------------- */

int identity_init(PyObject *module);

/* Return the unique Python object of an array, creating it if there is none.  Return None if the
 * array is NULL. */
PyObject *identity_of(weir_array *a);
/* Register `o` as the unique object of its array, unless the array already has one. */
int identity_enter(PyObject *o);
/* Unregister an object that is being deallocated. */
void identity_leave(Array *o);
/* If `from` has a Python object, make that object refer to `to` instead.  The object's reference to
 * `from` is released later, by identity_flush. */
int identity_move(const weir_array *from, weir_array *to);
/* Release the handles that identity_move has replaced.  The caller must not still be using a
 * handle that it took from an object. */
void identity_flush(void);
/* Number of times that an object was made to refer to another handle. */
extern unsigned identity_moves;

/* Number of calls in progress that have taken a handle from an object and may run Python code
 * before they use it.  While this number is not 0, identity_flush releases nothing. */
extern unsigned py_busy;

/* The part of py_busy that is due to waits and to calls of user functions, during which other
 * threads may run.  It is also counted per thread (py_busy_here), so that a forked child, which has
 * one thread, can discard the counts of the others. */
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

/* ---- dtype.c: dtypes --------------------------------------------------------------------------- */

int dtype_init(PyObject *module);
PyObject *dtype_object(weir_dtype dtype); /* return the unique object of the dtype */
/* Convert a DType, a name, a NumPy dtype or type, bool, int, float or complex; None becomes 0. */
int dtype_from(PyObject *o, weir_dtype *out);

/* ---- device.c: devices ------------------------------------------------------------------------- */

int device_init(PyObject *module);
/* Return the unique object of the device; None for WEIR_DEVICE_DEFAULT. */
PyObject *device_object(int32_t device);
/* Convert a Device or a string such as "cpu" or "null:1"; None becomes WEIR_DEVICE_DEFAULT. */
int device_from(PyObject *o, int32_t *out);

/* ---- mode.c: modes stored in the context ------------------------------------------------------- */

int mode_init(PyObject *module);
/* Set the library's modes for this thread to those of its Python context. */
int mode_follow(void);
weir_dtype dtype_default(void); /* return the default dtype of this context */
/* Call mode_adopt before and mode_restore after Python code that the library calls.  mode_adopt
 * sets the context's recording, training and autocast modes to those of the library and stores the
 * previous ones in *outer; mode_restore resets them to `outer`. */
int mode_adopt(long *outer);
void mode_restore(long outer);

/* ---- value.c: Python values to arrays ---------------------------------------------------------- */

/* Convert a Python bool, int, float or complex to a scalar of the library.  A cache owns the
 * scalar, so use the scalar before the next call.  Returns 0, 1 if `o` has none of these types, or
 * -1 with an exception set. */
int value_number(PyObject *o, weir_array **out);
int value_float(double value, weir_array **out);

/* Convert any value to an array, a new reference.  If `dtype` is 0, the value's own dtype is kept.
 * `copy`: -1 to copy if needed, 0 to never copy, 1 to always copy. */
int value_array(PyObject *o, weir_dtype dtype, int32_t device, int copy, weir_array **out);

/* Return whether `o` may be the other operand of an operator on an Array, as in `x + o`.  Accepts
 * fewer types than value_array. */
bool value_is_like(PyObject *o);

/* Convert an input of a layer or metric to an array, a new reference.  Accepts an Array; an array
 * of another library, whose values are copied to `device`; or None, which becomes NULL. */
int value_input(PyObject *o, const char *who, int32_t device, weir_array **out);

/* Read a shape or a list of axes from an int or a sequence of at most `room` ints.  Returns the
 * number of ints, or -1 with an exception set.  Error messages begin with `what`. */
int64_t value_ints(PyObject *o, int64_t *out, int64_t room, const char *what);

PyObject *value_asarray(PyObject *module, PyObject *const *args, Py_ssize_t nargs,
                        PyObject *kwnames);

/* ---- attr.c: attributes ------------------------------------------------------------------------- */

enum { ATTR_LIST_ROOM = 4 * WEIR_NDIM_MAX };
typedef struct attr_lists { /* storage for the list attributes of one struct */
    int64_t room[ATTR_LIST_ROOM];
    int64_t count;
} attr_lists;

/* Store the value of an attribute in the struct; error messages name `owner`, the operator or
 * block. */
int attr_fill(const char *owner, const weir_attr *a, PyObject *o, char *attr, attr_lists *lists);
/* return the value of an attribute; the inverse of attr_fill */
PyObject *attr_value(const weir_attr *a, const char *attr);
/* Describe one attribute as a tuple (name, type, default, summary), or all attributes as a list of
 * such tuples.  The default is Ellipsis if there is none. */
PyObject *attr_describe(const char *name, const weir_attr *a);
PyObject *attr_describe_all(const weir_attr *attrs, uint32_t count, uint32_t stride);
/* attr_dict converts a whole struct to {name: value}; attr_fill_from stores the values of such a
 * dictionary in a struct that is already initialised. */
PyObject *attr_dict(const weir_attr *attrs, uint32_t count, uint32_t stride, const char *attr);
int attr_fill_from(const char *owner, const weir_attr *attrs, uint32_t count, uint32_t stride,
                   PyObject *given, char *attr, attr_lists *lists);

/* ---- op.c: operators as callables -------------------------------------------------------------- */

int op_init(PyObject *module);
PyObject *op_describe_all(PyObject *module, PyObject *unused);

/* Call an operator that has one output.  If `attr` is NULL, the attributes have their defaults. */
PyObject *op_call(const weir_op *op, weir_array *const *in, uint32_t in_count, const void *attr);
/* Return the size of an operator's attribute struct, or 0 if `attr` is NULL. */
static inline size_t attr_bytes(const weir_op *op, const void *attr) {
    return attr != NULL ? weir_op_describe(op)->attr_size : 0;
}
/* Like op_call, but does not retry: if the call was interrupted and must be repeated, returns NULL
 * without an exception and sets *again.  Use this for inputs that the caller must convert again
 * before it repeats the call, such as cached scalars. */
PyObject *op_try(const weir_op *op, weir_array *const *in, uint32_t in_count, const void *attr,
                 int *again);
/* Call an operator and write the result to `out`. */
int op_call_into(const weir_op *op, weir_array *const *in, uint32_t in_count, const void *attr,
                 weir_array *out);

/* ---- description.c ----------------------------------------------------------------------------- */

int description_init(PyObject *module);

/* ---- roofline.c: what the machine can do, for `python -m weir bench` --------------------------- */

int roofline_init(PyObject *module);

/* ---- index.c ----------------------------------------------------------------------------------- */

PyObject *array_subscript(PyObject *self, PyObject *key);
PyObject *array_sequence_item(PyObject *self, Py_ssize_t i);
int array_assign(PyObject *self, PyObject *key, PyObject *value);
PyObject *array_iter(PyObject *self);
int index_init(void);

/* ---- exchange.c: exporting values -------------------------------------------------------------- */

int exchange_init(PyObject *module);
int array_getbuffer(PyObject *self, Py_buffer *view, int flags);
void array_releasebuffer(PyObject *self, Py_buffer *view);
/* Return the only element of an array as a Python number. */
PyObject *array_item(PyObject *self, const char *reason);
/* Whether the array is on a device whose memory the host cannot address. */
bool array_is_elsewhere(const weir_array *a);
extern PyMethodDef exchange_methods[]; /* methods of Array: tolist, tobytes, __dlpack__ ... */

/* ---- foreign_memory.c: memory of other libraries ----------------------------------------------- */

/* Memory lent by another object, described in the same way for all exchange protocols. */
typedef struct lent {
    const char *path; /* name of the protocol that described the memory, used in messages */
    PyObject *owner;  /* owned reference to the object that keeps the memory alive */
    char *data;       /* address of the first element */
    int32_t device;   /* the CUDA device whose memory this is; 0: host memory */
    weir_dtype dtype;
    int32_t ndim;
    int64_t shape[WEIR_NDIM_MAX], strides[WEIR_NDIM_MAX]; /* strides in bytes */
    bool readonly, swapped;                               /* swapped: not in native byte order */
} lent;

/* Create an array that shares the memory or holds a copy of it.  `copy`: -1 to copy if needed, 0 to
 * never copy, 1 to always copy. */
int lent_take(const lent *l, int copy, weir_array **out);

/* Convert an object that has the buffer protocol, __array_interface__, __dlpack__ or __array__.
 * `copy`: 0 to share the memory or raise an exception, -1 or 1 to copy it.  The memory is copied
 * even for -1, because its owner may write to it before queued operations have read it. */
int exchange_from_buffer(PyObject *o, weir_dtype dtype, int copy, weir_array **out);
/* Return whether the object supports the buffer protocol, __array_interface__, __dlpack__ or
 * __array__. */
bool has_memory_protocol(PyObject *o);
PyObject *exchange_from_bytes(PyObject *module, PyObject *args, PyObject *kwargs);

/* ---- capsule.c: DLPack ------------------------------------------------------------------------- */

PyObject *dlpack_export(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *dlpack_device(PyObject *self, PyObject *unused);
/* Request the memory of `o` through __dlpack__.  If a target is given and the memory is not on that
 * device, its library may copy it to the CPU. */
int dlpack_borrow(PyObject *o, int32_t target, int copy, lent *l);
PyObject *exchange_from_dlpack(PyObject *module, PyObject *args, PyObject *kwargs);

/* ---- wait.c: waits ------------------------------------------------------------------------------ */

int wait_init(PyObject *module);

/* Block until the array is ready.  The wait profile records `reason`.  Every wait for values uses
 * this function. */
int wait_for(weir_array *a, int64_t timeout_ns, const char *reason);

/* Handle the status of a call: return 1 if it was interrupted and must be repeated, -1 with the
 * corresponding exception set, 0 for WEIR_OK. */
int wait_outcome(weir_status status);

/* Like wait_outcome, for calls that must not be repeated: return 0 for WEIR_OK, else -1 with the
 * corresponding exception set. */
int wait_settled(weir_status status);

extern PyMethodDef wait_methods[];   /* methods of Array */
extern PyMethodDef wait_functions[]; /* functions of the module */

/* ---- value.c: text ---------------------------------------------------------------------------- */

/* Return the UTF-8 text of a str.  Raises TypeError for any other object, and ValueError if the
 * text contains a null character, which would end the string in C. */
const char *utf8_of(PyObject *text);

/* ---- exceptions.c: exceptions for statuses ------------------------------------------------------ */

int exceptions_init(PyObject *module);

/* Decode a message of the library, which may have been truncated in the middle of a character. */
PyObject *text_of(const char *text);

/* Raise the exception that weir_error() describes.  Returns NULL. */
PyObject *raise_status(weir_status status);

/* ---- remedy.c: remedies in messages ------------------------------------------------------------- */

/* Remedies named in messages of this extension.  Their numbers follow those of weir_remedy, which
 * lists the remedies named in messages of the library. */
enum {
    REMEDY_ANY_ALL = WEIR_REMEDY_FORK + 1,
    REMEDY_MAKE_ARRAY,
    REMEDY_TO_FLOAT32,
    REMEDY_CAST_FIRST,
    REMEDY_COPY_THERE,
    REMEDY_COUNT,
};

/* return the wording of a remedy, for Python or for the active dialect */
const char *remedy_text(int remedy);
/* the callback of weir_frontend that returns the wording of a remedy */
const char *remedy_asked(weir_remedy remedy);
extern PyMethodDef remedy_functions[];

/* ---- site.c: source lines ---------------------------------------------------------------------- */

int site_init(void);
/* Return the number of the current site: the innermost source line outside this package, with the
 * lines that it was called from. */
uint32_t site_now(void);
PyObject *site_stack(uint32_t site);   /* tuple of (file, line, function) tuples, outermost first */
PyObject *site_part(uint32_t site);    /* path of the module that was running, or None */
PyObject *site_history(uint32_t site); /* stack and path as a string, to be appended to a message */

/* module_path.c: the module whose forward computation is running */
extern _Thread_local uint32_t
    /* path number of the module that this thread is running, or 0 */
    module_path_now;
const char *module_path_text(void); /* path of the module that this thread is running, or NULL */
int module_path_init(PyObject *module);
/* Set the folder of this package and that of the standard library.  site_now skips the code of this
 * package, and the code of event loops and threads in the standard library. */
void site_set_home(const char *folder, const char *standard);

/* ---- stream.c: random numbers ------------------------------------------------------------------ */

int stream_init(PyObject *module);

/* ---- notice.c: callbacks ----------------------------------------------------------------------- */

int notice_init(PyObject *module);
/* Drop a reference later, on a thread that holds the GIL.  May be called by any thread, without
 * the GIL. */
void notice_drop(PyObject *o);
/* Drop the references passed to notice_drop now.  This may run arbitrary code.  Called before an
 * array that shares foreign memory is created, so that the references do not accumulate, and after
 * waits for all work. */
void notice_empty(void);

/* ---- autograd.c: gradients --------------------------------------------------------------------- */

int autograd_init(PyObject *module);

/* Return whether `o` is a parameter: an array with an attached gradient, or a module's parameter,
 * even a frozen one. */
static inline bool is_parameter(const Array *o) {
    return o->parameter || weir_array_grad_mode(o->a) != WEIR_GRAD_NULL;
}

/* Set the gradient mode of `made`, a copy of `of`, to that of `of`, and mark `made` as a module's
 * parameter if `of` is one.  `made` may be NULL.  Takes over the reference to `made`; returns
 * `made`, or NULL with an exception set. */
PyObject *autograd_like(PyObject *made, const Array *of);
PyObject *autograd_mode(const Array *o); /* return the name of the array's gradient mode */

/* ---- block.c: layers ---------------------------------------------------------------------------- */

int block_init(PyObject *module);

/* ---- optimizer.c: optimisers, metrics and their files ------------------------------------------ */

int optimizer_init(PyObject *module);

/* ---- scaler.c: gradient scalers ---------------------------------------------------------------- */

int scaler_init(PyObject *module);
/* Begin to use a scaler.  Returns NULL with an exception set if `o` is not a scaler or another
 * thread uses it.  Call scaler_end afterwards. */
weir_scaler *scaler_begin(PyObject *o);
void scaler_end(PyObject *o);

/* ---- data.c: datasets and loaders ---------------------------------------------------------------- */

int data_init(PyObject *module);

/* ---- engine.c: engine introspection ------------------------------------------------------------ */

int engine_init(PyObject *module);

/* ---- graph_record.c: operations recorded for weir.graph ---------------------------------------- */

int graph_record_init(PyObject *module);

#endif
