/* index.c - indexing and assignment by index, with NumPy's semantics.
 *
 * A key is parsed into parts.  Its slices, integers and None select a view (basic_index).  If the
 * key has no other parts, reading returns the view and assignment copies into it.  Otherwise the
 * view keeps all entries of the axes that integer arrays and masks index, and these arrays and
 * masks are then applied to the view.  Only two operations block: reading by a mask, since the
 * shape of the result depends on the mask's values, and assigning by a key with a mask and other
 * arrays.  So an out-of-range index in an array, or a wrong number of values for a mask, is an
 * asynchronous failure: the indexing expression itself does not raise an exception.
 *
 * Assignment casts to the dtype of the array as NumPy does: floats are truncated to integers.  A
 * Python number that the dtype cannot represent raises an exception.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

#define A(o) (((Array *)(o))->a)

static const weir_op *op_basic_index, *op_basic_update, *op_index, *op_index_put, *op_mask_select,
    *op_mask_put, *op_nonzero, *op_copy;

/* ---- Parsing a key ----------------------------------------------------------------------------- */

enum { PARTS = 4 * WEIR_NDIM_MAX };
enum { ARRAY = WEIR_KEY_REST + 1, MASK }; /* kinds used only in this file */

/* A parsed key.  A slice has `start`, `stop` and `step`; an integer has only `start`.  For an
 * array, `start` is 1 if it indexes a new dimension of size one instead of an existing axis, as
 * True, False and zero-dimensional bool arrays do. */
typedef struct key {
    int count;
    bool fancy; /* contains arrays */
    bool rest;  /* contains an ellipsis */
    int64_t kind[PARTS], start[PARTS], stop[PARTS], step[PARTS];
    weir_array *array[PARTS]; /* one reference for each part that is an array */
} key;

static void end_key(key *k) {
    if (LIKELY(!k->fancy)) return;
    for (int i = 0; i < k->count; i++)
        if (k->kind[i] >= ARRAY) weir_array_release(k->array[i]);
}

static int fail_index(PyObject *o) {
    if (is_array(o))
        PyErr_Format(PyExc_IndexError,
                     "arrays used as indices must have an integer or bool dtype, not %s",
                     weir_dtype_name(weir_array_dtype(A(o))));
    else if (PyList_Check(o))
        PyErr_Format(PyExc_IndexError,
                     "a list used as an index must contain integers or bools, not %.200R", o);
    else
        PyErr_Format(
            PyExc_IndexError,
            "an index must be an integer, a slice, an ellipsis (...), None, or an array of "
            "integers or bools, not %.100s",
            Py_TYPE(o)->tp_name);
    return -1;
}

static inline void put_part(key *k, int64_t kind, int64_t start, int64_t stop, int64_t step) {
    k->kind[k->count] = kind;
    k->start[k->count] = start;
    k->stop[k->count] = stop;
    k->step[k->count++] = step;
}

/* Append an array part.  Takes over the caller's reference to `a`. */
static void put_array(key *k, int64_t kind, bool is_new, weir_array *a) {
    k->fancy = true;
    k->array[k->count] = a;
    put_part(k, kind, is_new, WEIR_NONE, WEIR_NONE);
}

static int part_index(key *k, PyObject *number) {
    int overflow;
    int64_t value = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (UNLIKELY(overflow != 0)) {
        PyErr_Format(PyExc_IndexError, "index %R is out of bounds for any axis", number);
        return -1;
    }
    put_part(k, WEIR_KEY_INDEX, value, WEIR_NONE, WEIR_NONE);
    return 0;
}

static int part_slice(key *k, PyObject *slice) {
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(slice, &start, &stop, &step) < 0) return -1;
    /* PySlice_Unpack replaces omitted bounds with extreme values.  An explicit bound with such a
     * value must not be taken for WEIR_NONE. */
    if (step > 0 && stop == PY_SSIZE_T_MIN) stop++;
    if (step < 0 && start == PY_SSIZE_T_MIN) start++;
    put_part(k, WEIR_KEY_SLICE, start, stop, step);
    return 0;
}

static int part_rest(key *k) {
    if (k->rest) {
        PyErr_SetString(PyExc_IndexError, "an index can contain only one ellipsis (...)");
        return -1;
    }
    k->rest = true;
    put_part(k, WEIR_KEY_REST, WEIR_NONE, WEIR_NONE, WEIR_NONE);
    return 0;
}

/* Append an integer or bool array.  Takes over the caller's reference to `a`. */
static int part_array(key *k, PyObject *o, weir_array *a) {
    weir_dtype dtype = weir_array_dtype(a);
    if (dtype > WEIR_UINT64) {
        weir_array_release(a);
        return fail_index(o);
    }
    int64_t one = 1;
    bool is_new = dtype == WEIR_BOOL && weir_array_ndim(a) == 0;
    if (is_new) {
        weir_array *line;
        int again;
        while ((again = wait_outcome(weir_reshape(a, weir_i64s_of(&one, 1), &line))) > 0) {}
        weir_array_release(a);
        if (again < 0) return -1;
        a = line;
    }
    put_array(k, dtype == WEIR_BOOL ? MASK : ARRAY, is_new, a);
    return 0;
}

/* Append True or False.  They index a new dimension of size one: True selects its entry, False
 * selects nothing. */
static int part_truth(key *k, PyObject *truth) {
    const int64_t count = truth == Py_True, zero = 0;
    weir_array *a;
    int again;
    while ((again = wait_outcome(weir_array_new(py_runtime, WEIR_INT64, &count, 1, &zero, &a))) >
           0) {}
    if (again == 0) put_array(k, ARRAY, true, a);
    return again;
}

/* Return whether the object has dimensions although its type supports __index__, as is possible for
 * a NumPy array. */
static bool has_dimensions(PyObject *o) {
    PyObject *shape = PyObject_GetAttr(o, names.shape);
    Py_ssize_t ndim = shape != NULL ? PyObject_Size(shape) : 0;
    Py_XDECREF(shape);
    PyErr_Clear();
    return ndim > 0;
}

/* Replace the array *a by a cast to the dtype. */
static int cast(weir_array **a, weir_dtype dtype) {
    weir_array *from = *a;
    int again;
    while ((again = wait_outcome(weir_astype(from, dtype, a))) > 0) {}
    weir_array_release(from);
    if (again < 0) *a = NULL;
    return again;
}

static int part_other(key *k, PyObject *o, int32_t device) {
    if (PyIndex_Check(o) && !has_dimensions(o)) {
        PyObject *number = PyNumber_Index(o);
        if (number != NULL) {
            int status = part_index(k, number);
            Py_DECREF(number);
            return status;
        }
        if (!PyErr_ExceptionMatches(PyExc_TypeError) || !value_is_like(o)) return -1;
        PyErr_Clear(); /* the object is not an int, but may be a NumPy bool */
    }
    if (!PySequence_Check(o) && !value_is_like(o)) return fail_index(o);
    if (PyUnicode_Check(o) || PyBytes_Check(o)) return fail_index(o);
    weir_array *a;
    if (value_array(o, 0, device, -1, &a) < 0) {
        if (PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Clear();
            return fail_index(o);
        }
        return -1;
    }
    /* An empty list or tuple becomes an array of floats.  As an index it selects nothing, so cast
     * it to an integer dtype. */
    if (weir_array_count(a) == 0 && (PyList_Check(o) || PyTuple_Check(o)) &&
        weir_array_dtype(a) > WEIR_UINT64 && cast(&a, WEIR_INT64) < 0)
        return -1;
    return part_array(k, o, a);
}

static inline int part(key *k, PyObject *o, int32_t device) {
    if (PyLong_CheckExact(o)) return part_index(k, o);
    if (PySlice_Check(o)) return part_slice(k, o);
    if (o == Py_None) {
        put_part(k, WEIR_KEY_NEW, WEIR_NONE, WEIR_NONE, WEIR_NONE);
        return 0;
    }
    if (o == Py_Ellipsis) return part_rest(k);
    if (is_array(o)) return part_array(k, o, weir_array_retain(A(o)));
    if (PyBool_Check(o)) return part_truth(k, o);
    return part_other(k, o, device);
}

static int read_key(key *k, PyObject *o, const weir_array *x) {
    k->count = 0;
    k->fancy = k->rest = false;
    int32_t device = weir_array_device(x);
    if (!PyTuple_Check(o)) return part(k, o, device);
    Py_ssize_t count = PyTuple_GET_SIZE(o);
    if (UNLIKELY(count > PARTS)) {
        PyErr_Format(PyExc_IndexError, "an index can have at most %d items, not %zd", PARTS, count);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        if (part(k, PyTuple_GET_ITEM(o, i), device) < 0) {
            end_key(k);
            return -1;
        }
    return 0;
}

/* ---- The view ---------------------------------------------------------------------------------- */

static bool is_refused(weir_status status) {
    return status == WEIR_EINVAL || status == WEIR_EINDEX;
}

/* Create the view of x that a key without arrays selects.  If the key is invalid, raise
 * IndexError. */
static int view_of(weir_array *x, const int64_t *kind, const int64_t *start, const int64_t *stop,
                   const int64_t *step, int count, weir_array **out) {
    const weir_basic_index_attr attr = {
        {kind, count}, {start, count}, {stop, count}, {step, count}};
    weir_status status;
    do
        status = weir_op_call(weir_array_runtime(x), op_basic_index, &x, 1, &attr, sizeof attr, out,
                              NULL);
    while (UNLIKELY(status != WEIR_OK && !is_refused(status)) && wait_outcome(status) > 0);
    if (LIKELY(status == WEIR_OK)) return 0;
    if (!is_refused(status)) return -1;
    const char *sentence = strchr(weir_error(), ':');
    PyErr_SetString(PyExc_IndexError, sentence != NULL ? sentence + 2 : weir_error());
    return -1;
}

/* ---- Index arrays ------------------------------------------------------------------------------ */

/* The parts of a key that are not arrays, in the form that basic_index accepts. */
typedef struct parts {
    int count;
    int64_t kind[PARTS + WEIR_NDIM_MAX], start[PARTS + WEIR_NDIM_MAX], stop[PARTS + WEIR_NDIM_MAX],
        step[PARTS + WEIR_NDIM_MAX];
} parts;

/* The part of the indexing that remains after the view is created: the key's arrays (borrowed
 * references), which index some axes of the view. */
typedef struct plan {
    weir_array *view; /* owned reference */
    parts rest;       /* the key of the view */
    weir_array *x;    /* for assignment: the array that `view` is a view of */
    bool recorded;    /* the assignment is recorded for gradients */
    int forward;      /* number of masked axes that were moved to the front of `view` */
    /* in the result, the arrays' dimensions come first instead of replacing the indexed axes */
    bool front;
    int count;
    struct {
        weir_array *array;
        bool mask;
        int axis; /* axis of the view that the array indexes; for a mask, the first such axis */
    } of[WEIR_NDIM_MAX];
} plan;

static void add_part(parts *p, int64_t kind, int64_t start, int64_t stop, int64_t step) {
    p->kind[p->count] = kind;
    p->start[p->count] = start;
    p->stop[p->count] = stop;
    p->step[p->count++] = step;
}

static int axes_of(const key *k, int i) {
    switch (k->kind[i]) {
    case WEIR_KEY_SLICE:
    case WEIR_KEY_INDEX: return 1;
    case ARRAY: return k->start[i] ? 0 : 1;
    case MASK: return k->start[i] ? 0 : weir_array_ndim(k->array[i]);
    default: return 0;
    }
}

/* Replace *a with `made`, unless `status` is an error. */
static int replace(weir_array **a, weir_array *made, int status) {
    if (status < 0) return -1;
    weir_array_release(*a);
    *a = made;
    return 0;
}

/* Check that the mask has the sizes of the axes that it indexes.  As in NumPy, it may also have
 * size 0 along an axis; it then selects nothing and is replaced with zeros of the right shape. */
static int fit_mask(const weir_array *x, int axis, weir_array **mask) {
    const int64_t *wanted = weir_array_shape(x) + axis, *shape = weir_array_shape(*mask);
    int ndim = weir_array_ndim(*mask);
    bool same = true;
    for (int i = 0; i < ndim; i++) {
        same &= shape[i] == wanted[i];
        if (shape[i] == wanted[i] || shape[i] == 0) continue;
        PyErr_Format(PyExc_IndexError,
                     "the bool index does not match the array along axis %d: the axis has length "
                     "%lld, the index %lld",
                     axis + i, (long long)wanted[i], (long long)shape[i]);
        return -1;
    }
    if (same) return 0;
    weir_array *none;
    int again;
    weir_zeros_options like = WEIR_ZEROS_OPTIONS;
    like.dtype = WEIR_BOOL;
    like.device = weir_array_device(x);
    while ((again = wait_outcome(
                weir_zeros(py_runtime, weir_i64s_of(wanted, ndim), &like, &none))) > 0) {}
    return replace(mask, none, again);
}

static int plan_array(plan *p, const weir_array *x, key *k, int i, int axis, int dim) {
    bool is_mask = k->kind[i] == MASK, is_new = k->start[i];
    if (p->count == WEIR_NDIM_MAX) {
        PyErr_Format(PyExc_IndexError, "an index can contain at most %d arrays", WEIR_NDIM_MAX);
        return -1;
    }
    if (is_mask && !is_new && fit_mask(x, axis, &k->array[i]) < 0) return -1;
    p->of[p->count].array = k->array[i];
    p->of[p->count].mask = is_mask;
    p->of[p->count++].axis = dim;
    for (int n = axes_of(k, i); n > 0; n--)
        add_part(&p->rest, WEIR_KEY_SLICE, WEIR_NONE, WEIR_NONE, WEIR_NONE);
    if (is_new) add_part(&p->rest, WEIR_KEY_NEW, WEIR_NONE, WEIR_NONE, WEIR_NONE);
    return 0;
}

/* Plan the indexing.  If the arrays are adjacent in the key, their dimensions replace, in the
 * result, the axes that they index; otherwise their dimensions come first.  For this rule, an
 * integer counts as an array. */
static int make_plan(plan *p, weir_array *x, key *k) {
    int used = 0, axis = 0, dim = 0, ndim = weir_array_ndim(x), groups = 0;
    bool inside = false;
    p->count = p->rest.count = 0;
    for (int i = 0; i < k->count; i++) used += axes_of(k, i);
    if (used > ndim) {
        PyErr_Format(PyExc_IndexError, "too many indices: %d %s for an array with %d dimension%s",
                     used, used == 1 ? "index" : "indices", ndim, ndim == 1 ? "" : "s");
        return -1;
    }
    for (int i = 0; i < k->count; i++) {
        int64_t kind = k->kind[i];
        bool joins = kind == WEIR_KEY_INDEX || kind >= ARRAY;
        groups += joins && !inside;
        inside = joins;
        if (kind >= ARRAY) {
            if (plan_array(p, x, k, i, axis, dim) < 0) return -1;
            dim += k->start[i] ? 1 : axes_of(k, i);
        } else {
            add_part(&p->rest, kind, k->start[i], k->stop[i], k->step[i]);
            int all = kind == WEIR_KEY_REST ? ndim - used : kind != WEIR_KEY_INDEX;
            dim += all;
            if (kind == WEIR_KEY_REST) axis += all;
        }
        axis += axes_of(k, i);
    }
    p->front = groups > 1;
    return view_of(x, p->rest.kind, p->rest.start, p->rest.stop, p->rest.step, p->rest.count,
                   &p->view);
}

/* The inputs of index and index_put: an index array for each of `axes`, preceded by `first` other
 * inputs.  `made` lists the index arrays that were created for this call and must be released. */
typedef struct indices {
    weir_array *in[WEIR_NDIM_MAX + 2], *made[WEIR_NDIM_MAX];
    int64_t axes[WEIR_NDIM_MAX];
    uint32_t count, made_count, first;
} indices;

static int add_indices(indices *all, weir_array *const *arrays, uint32_t count, int axis) {
    if (all->count - all->first + count > WEIR_NDIM_MAX) {
        PyErr_Format(PyExc_IndexError, "an index can contain at most %d arrays", WEIR_NDIM_MAX);
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        all->axes[all->count - all->first] = axis + (int)i;
        all->in[all->count++] = arrays[i];
    }
    return 0;
}

static void end_indices(indices *all) {
    for (uint32_t i = 0; i < all->made_count; i++) weir_array_release(all->made[i]);
}

/* Collect the index arrays of the plan.  A mask is converted to the indices of its true elements,
 * which blocks until the mask is ready. */
static int find_indices(indices *all, const plan *p) {
    for (int i = 0; i < p->count; i++) {
        weir_array *array = p->of[i].array, **found = all->made + all->made_count;
        if (!p->of[i].mask) {
            if (add_indices(all, &array, 1, p->of[i].axis) < 0) return -1;
            continue;
        }
        uint32_t count;
        int again;
        do {
            count = WEIR_NDIM_MAX - all->made_count;
            again = wait_outcome(
                weir_op_call(py_runtime, op_nonzero, &array, 1, NULL, 0, found, &count));
        } while (again > 0);
        if (again < 0) return -1;
        all->made_count += count;
        if (add_indices(all, found, count, p->of[i].axis) < 0) return -1;
    }
    return 0;
}

/* Return whether the key contains one mask and no other array, in which case no index arrays are
 * needed. */
static bool is_mask_alone(const plan *p) { return p->count == 1 && p->of[0].mask; }

static PyObject *read_plan(const plan *p) {
    if (is_mask_alone(p) && p->of[0].axis == 0) {
        weir_array *in[] = {p->view, p->of[0].array};
        return op_call(op_mask_select, in, 2, NULL);
    }
    indices all = {.in = {p->view}, .count = 1, .first = 1};
    PyObject *result = NULL;
    if (find_indices(&all, p) == 0) {
        const weir_index_attr attr = {.axes = {all.axes, all.count - all.first}, .front = p->front};
        result = op_call(op_index, all.in, all.count, &attr);
    }
    end_indices(&all);
    return result;
}

static PyObject *read_fancy(weir_array *x, key *k) {
    plan p;
    if (make_plan(&p, x, k) < 0) return NULL;
    PyObject *result = read_plan(&p);
    weir_array_release(p.view);
    return result;
}

/* Return x[i], for PySequence_GetItem.  With this slot, an Array is a sequence; otherwise pandas
 * would treat it as a scalar. */
PyObject *array_sequence_item(PyObject *self, Py_ssize_t i) {
    PyObject *index = PyLong_FromSsize_t(i);
    PyObject *item = index != NULL ? array_subscript(self, index) : NULL;
    Py_XDECREF(index);
    return item;
}

PyObject *array_subscript(PyObject *self, PyObject *o) {
    key k;
    py_busy++; /* parsing may call __index__, which runs Python code */
    int status = read_key(&k, o, A(self));
    py_busy--;
    if (status < 0) return NULL;
    if (UNLIKELY(k.fancy)) {
        PyObject *result = read_fancy(A(self), &k);
        end_key(&k);
        return array_like(result, self);
    }
    weir_array *view;
    if (view_of(A(self), k.kind, k.start, k.stop, k.step, k.count, &view) < 0) return NULL;
    return array_like(array_wrap(view), self);
}

/* ---- Values for assignment --------------------------------------------------------------------- */

/* Return whether `o` is a Python number.  NumPy's float64 and complex128 are instances of float and
 * complex, but have a dtype, so they are treated as arrays. */
static bool is_number(PyObject *o) {
    if (PyFloat_CheckExact(o) || PyLong_Check(o)) return true;
    return (PyFloat_Check(o) || PyComplex_Check(o)) && !PyObject_HasAttr(o, names.dtype);
}

static int kind_of(weir_dtype dtype) {
    return dtype == WEIR_BOOL ? 1 : dtype <= WEIR_UINT64 ? 2 : dtype <= WEIR_FLOAT64 ? 3 : 4;
}

static bool holds(weir_dtype dtype, int64_t value) {
    switch (dtype) {
    case WEIR_INT8: return value == (int8_t)value;
    case WEIR_INT16: return value == (int16_t)value;
    case WEIR_INT32: return value == (int32_t)value;
    case WEIR_UINT8: return value == (uint8_t)value;
    case WEIR_UINT16: return value == (uint16_t)value;
    case WEIR_UINT32: return value == (uint32_t)value;
    case WEIR_UINT64: return value >= 0;
    default: return true;
    }
}

static int keep_number(PyObject *o, weir_array **out) {
    weir_array *number;
    if (value_number(o, &number) < 0) return -1;
    *out = weir_array_retain(number);
    return 0;
}

/* Convert a Python number to an array that can be assigned to elements of the given dtype.  Returns
 * a new reference in *out. */
static int number_value(PyObject *o, weir_dtype dtype, weir_array **out) {
    int kind = kind_of(dtype), overflow = 0;
    if (kind == 1) {
        int truth = PyObject_IsTrue(o);
        return truth < 0 ? -1 : keep_number(truth ? Py_True : Py_False, out);
    }
    if (PyComplex_Check(o) && kind < 4) {
        PyErr_Format(PyExc_TypeError, "an array of dtype %s cannot hold the complex number %R",
                     weir_dtype_name(dtype), o);
        return -1;
    }
    if (PyFloat_Check(o) && kind == 2) {
        PyObject *whole = PyNumber_Long(o); /* raises for infinities and NaN */
        int status = whole != NULL ? number_value(whole, dtype, out) : -1;
        Py_XDECREF(whole);
        return status;
    }
    int64_t value = PyLong_Check(o) ? PyLong_AsLongLongAndOverflow(o, &overflow) : 0;
    /* An int that is out of range: let value_array convert it or raise an exception. */
    if (UNLIKELY(overflow != 0 || !holds(dtype, value)))
        return value_array(o, dtype, WEIR_DEVICE_DEFAULT, -1, out);
    return keep_number(o, out);
}

/* Convert a value so that it can be written to an array of x's dtype.  Returns a new reference in
 * *out. */
static int value_for(const weir_array *x, PyObject *o, weir_array **out) {
    weir_dtype dtype = weir_array_dtype(x);
    if (is_array(o)) {
        *out = weir_array_retain(A(o));
    } else if (is_number(o)) {
        return number_value(o, dtype, out);
    } else if (value_array(o, dtype == WEIR_BOOL ? 0 : dtype, weir_array_device(x), -1, out) < 0) {
        return -1;
    }
    return kind_of(weir_array_dtype(*out)) > kind_of(dtype) ? cast(out, dtype) : 0;
}

/* Remove leading dimensions of size one until at most `ndim` dimensions are left.  Replaces *value
 * and releases the old array. */
static int trim(weir_array **value, int ndim) {
    int own = weir_array_ndim(*value), drop = 0;
    const int64_t *shape = weir_array_shape(*value);
    while (own - drop > ndim && shape[drop] == 1) drop++;
    if (drop == 0) return 0;
    weir_array *view;
    int again;
    while ((again = wait_outcome(
                weir_reshape(*value, weir_i64s_of(shape + drop, own - drop), &view))) > 0) {}
    return replace(value, view, again);
}

/* ---- Assignment -------------------------------------------------------------------------------- */

/* Check that the value broadcasts to the view.  The library checks this too, but its error message
 * would name an operator that the user's program does not call. */
static int check_value(const weir_array *view, const weir_array *value) {
    const int32_t ndim = weir_array_ndim(view), own = weir_array_ndim(value);
    const int64_t *shape = weir_array_shape(view) + ndim, *given = weir_array_shape(value) + own;
    bool fits = own <= ndim;
    for (int32_t i = 1; fits && i <= own; i++) fits = given[-i] == 1 || given[-i] == shape[-i];
    if (LIKELY(fits)) return 0;
    PyObject *place = array_shape(view), *what = array_shape(value);
    if (place != NULL && what != NULL)
        PyErr_Format(PyExc_ValueError,
                     "a value of shape %R cannot be broadcast to the indexed shape %R", what,
                     place);
    Py_XDECREF(place);
    Py_XDECREF(what);
    return -1;
}

/* Return whether the assignment must be recorded for gradients.  If so, a differentiable operator
 * updates x itself instead of a view of it. */
static bool is_recorded(const weir_array *x, const weir_array *value) {
    return weir_recording() && (weir_array_requires_grad(x) || weir_array_requires_grad(value));
}

static int write_recorded(weir_array *x, const int64_t *kind, const int64_t *start,
                          const int64_t *stop, const int64_t *step, int count, weir_array *value) {
    const weir_basic_update_attr attr = {
        {kind, count}, {start, count}, {stop, count}, {step, count}};
    weir_array *in[] = {x, value};
    return op_call_into(op_basic_update, in, 2, &attr, x);
}

static int write_key(weir_array *x, const key *k, weir_array **value) {
    weir_array *view;
    if (view_of(x, k->kind, k->start, k->stop, k->step, k->count, &view) < 0) return -1;
    int status = trim(value, weir_array_ndim(view));
    if (status == 0) status = check_value(view, *value);
    if (status == 0 && UNLIKELY(is_recorded(x, *value)))
        status = write_recorded(x, k->kind, k->start, k->stop, k->step, k->count, *value);
    else if (status == 0)
        status = op_call_into(op_copy, value, 1, NULL, view);
    weir_array_release(view);
    return status;
}

static int permute(weir_array **a, const int64_t *order) {
    weir_array *view;
    int again;
    weir_permute_dims_options options = WEIR_PERMUTE_DIMS_OPTIONS;
    options.axes = weir_i64s_of(order, weir_array_ndim(*a));
    while ((again = wait_outcome(weir_permute_dims(*a, &options, &view))) > 0) {}
    return replace(a, view, again);
}

/* Move `count` axes, starting at `from`, to the front.  Replaces *a and releases the old array. */
static int bring_forward(weir_array **a, int from, int count) {
    int64_t order[WEIR_NDIM_MAX];
    int ndim = weir_array_ndim(*a), n = 0;
    for (int i = 0; i < count; i++) order[n++] = from + i;
    for (int i = 0; i < ndim; i++)
        if (i < from || i >= from + count) order[n++] = i;
    return permute(a, order);
}

/* Move the first `count` axes to position `to`: the inverse of bring_forward. */
static int bring_back(weir_array **a, int to, int count) {
    int64_t order[WEIR_NDIM_MAX];
    int ndim = weir_array_ndim(*a);
    for (int i = 0; i < ndim; i++) order[i] = i < to ? i + count : i < to + count ? i - to : i;
    return permute(a, order);
}

/* Add leading dimensions of size one until there are `ndim` dimensions.  Replaces *value and
 * releases the old array. */
static int extend(weir_array **value, int ndim) {
    int64_t shape[WEIR_NDIM_MAX];
    int own = weir_array_ndim(*value);
    for (int i = 0; i < ndim; i++)
        shape[i] = i < ndim - own ? 1 : weir_array_shape(*value)[i - (ndim - own)];
    weir_array *view;
    int again;
    while ((again = wait_outcome(weir_reshape(*value, weir_i64s_of(shape, ndim), &view))) > 0) {}
    return replace(value, view, again);
}

/* Call an operator whose first input is the view, and write the result to the view. */
static int put_there(plan *p, const weir_op *op, weir_array *const *in, uint32_t count,
                     const void *attr) {
    if (LIKELY(!p->recorded)) return op_call_into(op, in, count, attr, p->view);
    weir_array *made;
    int again;
    while ((again = wait_outcome(weir_op_call(py_runtime, op, in, count, attr, attr_bytes(op, attr),
                                              &made, NULL))) > 0) {}
    if (again < 0) return -1;
    const parts *rest = &p->rest;
    int status = p->forward > 0 ? bring_back(&made, p->of[0].axis, p->forward) : 0;
    if (status == 0)
        status = write_recorded(p->x, rest->kind, rest->start, rest->stop, rest->step, rest->count,
                                made);
    weir_array_release(made);
    return status;
}

/* Assign by a single mask, without reading the mask's values.  The library expects the masked axes
 * first.  If the value has a dimension for the selected elements, that dimension is at the mask's
 * position and is moved to the front as well. */
static int write_mask(plan *p, weir_array **value) {
    weir_array *mask = p->of[0].array;
    int axis = p->of[0].axis, ndim = weir_array_ndim(p->view), axes = weir_array_ndim(mask);
    if (trim(value, ndim - axes + 1) < 0) return -1;
    if (axis > 0) {
        if (bring_forward(&p->view, axis, axes) < 0) return -1;
        p->forward = axes;
        int behind = ndim - axis - axes, own = weir_array_ndim(*value);
        if (!p->front && own > behind && own <= ndim - axes + 1 &&
            (extend(value, ndim - axes + 1) < 0 || bring_forward(value, axis, 1) < 0))
            return -1;
    }
    weir_array *in[] = {p->view, mask, *value};
    return put_there(p, op_mask_put, in, 3, NULL);
}

static int write_plan(plan *p, weir_array **value) {
    if (is_mask_alone(p)) return write_mask(p, value);
    indices all = {.in = {p->view, NULL}, .count = 2, .first = 2};
    int status = find_indices(&all, p), ndim = 0;
    for (uint32_t i = all.first; status == 0 && i < all.count; i++)
        if (weir_array_ndim(all.in[i]) > ndim) ndim = weir_array_ndim(all.in[i]);
    int count = (int)(all.count - all.first);
    if (status == 0) status = trim(value, weir_array_ndim(p->view) - count + ndim);
    if (status == 0) {
        const weir_index_put_attr attr = {.axes = {all.axes, count}, .front = p->front};
        all.in[1] = *value;
        status = put_there(p, op_index_put, all.in, all.count, &attr);
    }
    end_indices(&all);
    return status;
}

static int write_fancy(weir_array *x, key *k, weir_array **value) {
    plan p;
    if (make_plan(&p, x, k) < 0) return -1;
    p.x = x;
    p.recorded = is_recorded(x, *value);
    p.forward = 0;
    int status = write_plan(&p, value);
    weir_array_release(p.view);
    return status;
}

/* Refuse values on another device than the array; numbers are on no device. */
static int check_place(const weir_array *x, const weir_array *value) {
    char here[32], there[32];
    if (weir_array_is_number(value) || weir_array_device(value) == weir_array_device(x)) return 0;
    (void)weir_device_name(weir_array_device(value), here, sizeof here);
    (void)weir_device_name(weir_array_device(x), there, sizeof there);
    PyErr_Format(PyExc_ValueError, "y[...] = x: x is on %s, but y is on %s; %s", here, there,
                 remedy_text(REMEDY_COPY_THERE));
    return -1;
}

int array_assign(PyObject *self, PyObject *o, PyObject *with) {
    weir_array *x = A(self), *value = NULL;
    key k;
    if (with == NULL) {
        PyErr_SetString(PyExc_TypeError, "array elements cannot be deleted");
        return -1;
    }
    py_busy++; /* parsing may call __index__, which runs Python code */
    int status = read_key(&k, o, x);
    py_busy--;
    if (status < 0) return -1;
    status = value_for(x, with, &value);
    if (status == 0) status = check_place(x, value);
    if (status == 0) status = k.fancy ? write_fancy(x, &k, &value) : write_key(x, &k, &value);
    weir_array_release(value);
    end_key(&k);
    return status;
}

/* ---- Iteration --------------------------------------------------------------------------------- */

typedef struct Iterator {
    PyObject_HEAD PyObject *array; /* NULL when exhausted */
    int64_t at;
} Iterator;

static PyTypeObject *iterator_type;

enum { FEW = 64 };

/* Iterate over a short array, as in `q, k, v = x`, by unstacking it once.  The gradient of unstack
 * is written in one operation, whereas the gradients of single rows would have to be
 * accumulated. */
static PyObject *iter_few(PyObject *self) {
    weir_array *rows[FEW];
    uint32_t count = FEW;
    int again;
    while ((again = wait_outcome(weir_unstack(A(self), NULL, rows, &count))) > 0) count = FEW;
    PyObject *all = again == 0 ? array_like(array_tuple(rows, count), self) : NULL;
    PyObject *result = all != NULL ? PyObject_GetIter(all) : NULL;
    Py_XDECREF(all);
    return result;
}

PyObject *array_iter(PyObject *self) {
    if (weir_array_ndim(A(self)) == 0) {
        PyErr_SetString(PyExc_TypeError, "cannot iterate over a 0-dimensional array");
        return NULL;
    }
    if (py_ready() < 0) return NULL;
    if (weir_recording() && weir_array_shape(A(self))[0] <= FEW &&
        weir_array_requires_grad(A(self)))
        return iter_few(self);
    Iterator *it = PyObject_New(Iterator, iterator_type);
    if (it == NULL) return NULL;
    it->array = Py_NewRef(self);
    it->at = 0;
    return (PyObject *)it;
}

static PyObject *iterator_next(PyObject *o) {
    Iterator *it = (Iterator *)o;
    if (it->array == NULL) return NULL;
    weir_array *x = A(it->array), *view;
    if (it->at >= weir_array_shape(x)[0]) {
        Py_CLEAR(it->array);
        return NULL;
    }
    const int64_t kind = WEIR_KEY_INDEX;
    if (view_of(x, &kind, &it->at, &it->at, &it->at, 1, &view) < 0) return NULL;
    it->at++;
    return array_like(array_wrap(view), it->array);
}

static PyObject *iterator_length(PyObject *o, PyObject *unused) {
    (void)unused;
    Iterator *it = (Iterator *)o;
    return PyLong_FromLongLong(it->array != NULL ? weir_array_shape(A(it->array))[0] - it->at : 0);
}

static void iterator_dealloc(PyObject *o) {
    PyTypeObject *type = Py_TYPE(o);
    Py_XDECREF(((Iterator *)o)->array);
    PyObject_Free(o);
    Py_DECREF(type);
}

static PyMethodDef iterator_methods[] = {
    {"__length_hint__", iterator_length, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot iterator_slots[] = {
    {Py_tp_dealloc, (void *)iterator_dealloc},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)iterator_next},
    {Py_tp_methods, iterator_methods},
    {0, NULL},
};

static PyType_Spec iterator_spec = {
    .name = "weir._core.ArrayIterator",
    .basicsize = sizeof(Iterator),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = iterator_slots,
};

int index_init(void) {
    static const struct {
        const weir_op **op;
        const char *name;
    } all[] = {{&op_basic_index, "basic_index"},
               {&op_basic_update, "basic_update"},
               {&op_index, "index"},
               {&op_index_put, "index_put"},
               {&op_mask_select, "mask_select"},
               {&op_mask_put, "mask_put"},
               {&op_nonzero, "nonzero"},
               {&op_copy, "copy"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if ((*all[i].op = weir_op_find(all[i].name)) == NULL) {
            PyErr_Format(PyExc_ImportError, "libweir has no operator %s", all[i].name);
            return -1;
        }
    iterator_type = (PyTypeObject *)PyType_FromSpec(&iterator_spec);
    return iterator_type != NULL ? 0 : -1;
}
