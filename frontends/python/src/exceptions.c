/* exceptions.c - Python exceptions for the statuses of the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

static PyObject *async_error, *wait_error, *axis_error;

/* Names of C functions at the start of the library's messages, and the Python names that replace
 * them. */
static const struct {
    const char *function, *name;
} python_names[] = {
    {"weir_array_from_dlpack", "from_dlpack"},
    {"weir_array_from_memory", "asarray"},
    {"weir_array_item_f64", "item"},
    {"weir_array_item_i64", "item"},
    {"weir_block_clear", "clear"},
    {"weir_block_parse", "nn.parse"},
    {"weir_block_set_compute", "compute_in"},
    {"weir_dataset_arrays", "ArrayDataset"},
    {"weir_dataset_concat", "ConcatDataset"},
    {"weir_dataset_csv", "CSVDataset"},
    {"weir_dataset_folder", "ImageFolder"},
    {"weir_dataset_mnist", "MNIST"},
    {"weir_dataset_subset", "Subset"},
    {"weir_dataset_take", "Dataset"},
    {"weir_init_fill", "nn.init"},
    {"weir_loader_call", "DataLoader"},
    {"weir_loader_new", "DataLoader"},
    {"weir_loader_next", "DataLoader"},
    {"weir_loader_start", "DataLoader"},
    {"weir_optimizer_attr_set", "set"},
    {"weir_optimizer_step", "step"},
    {"weir_random_crop", "RandomCrop"},
    {"weir_random_flip", "RandomFlip"},
    {"weir_scaler_new", "GradScaler"},
    {"weir_scaler_step", "GradScaler.step"},
    {"weir_scaler_unscale", "GradScaler.unscale"},
    {"weir_scaler_update", "GradScaler.update"},
};

/* Return a message from the library with the C function's name replaced by the Python name. */
static PyObject *message_of(const char *message) {
    static const char prefix[] = "weir_";
    size_t length = strcspn(message, ": ");
    if (strncmp(message, prefix, sizeof prefix - 1) != 0) return text_of(message);
    for (size_t i = 0; i < sizeof python_names / sizeof *python_names; i++)
        if (strlen(python_names[i].function) == length &&
            memcmp(message, python_names[i].function, length) == 0)
            return PyUnicode_FromFormat("%s%s", python_names[i].name, message + length);
    return text_of(message + sizeof prefix - 1);
}

/* exception type to raise instead of ValueError; NULL: raise ValueError */
static PyObject *value_error;

/* Return the exception type for a caller's error.  It depends only on the status. */
static PyObject *type_of(weir_status status) {
    switch (status) {
    case WEIR_ENOMEM: return PyExc_MemoryError;
    case WEIR_ETIMEDOUT: return PyExc_TimeoutError;
    case WEIR_ECLOSED:
    case WEIR_EDEADLK: return PyExc_RuntimeError;
    case WEIR_EINDEX: return PyExc_IndexError;
    case WEIR_EAXIS: return axis_error;
    case WEIR_EDTYPE: return PyExc_TypeError;
    case WEIR_ERANGE: return PyExc_OverflowError;
    case WEIR_ENOENT: return PyExc_FileNotFoundError;
    case WEIR_EACCES: return PyExc_PermissionError;
    case WEIR_EEXIST: return PyExc_FileExistsError;
    case WEIR_EISDIR: return PyExc_IsADirectoryError;
    case WEIR_ENOTDIR: return PyExc_NotADirectoryError;
    case WEIR_ESYS: return PyExc_OSError;
    default: return value_error != NULL ? value_error : PyExc_ValueError;
    }
}

static void set_attribute(PyObject *error, const char *name, PyObject *value) {
    if (value == NULL || PyObject_SetAttrString(error, name, value) < 0) PyErr_Clear();
    Py_XDECREF(value);
}

static PyObject *set_attributes(PyObject *error, const weir_failure *f) {
    const char *line = weir_site_text(f->site);
    set_attribute(error, "operation", PyUnicode_FromString(f->name));
    set_attribute(error, "line", line != NULL ? text_of(line) : Py_NewRef(Py_None));
    set_attribute(error, "status", PyUnicode_FromString(weir_status_name((weir_status)f->status)));
    set_attribute(error, "stack", site_stack(f->site));
    set_attribute(error, "module", site_part(f->site));
    return error;
}

PyObject *text_of(const char *text) {
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

/* Return the message followed by `more`, or the message alone if `more` is NULL or memory is
 * exhausted.  Takes over both references. */
static PyObject *followed_by(PyObject *message, PyObject *more) {
    PyObject *both = more != NULL ? PyUnicode_Concat(message, more) : NULL;
    Py_XDECREF(more);
    if (both == NULL) {
        PyErr_Clear();
        return message;
    }
    Py_DECREF(message);
    return both;
}

/* Return text that names the module in which a call failed, or NULL if it did not fail in a
 * module. */
static PyObject *module_line(uint32_t site) {
    const char *part = weir_site_part(site);
    if (part == NULL) part = module_path_text();
    return part != NULL ? PyUnicode_FromFormat("\n  in module %s", part) : NULL;
}

PyObject *raise_status(weir_status status) {
    /* keep the exception that a signal handler raised */
    if (status == WEIR_EINTR && PyErr_Occurred()) return NULL;
    weir_failure f = {.size = sizeof f};
    (void)weir_error_get(&f);
    PyObject *message = message_of(f.message);
    if (message == NULL) return NULL;
    /* An asynchronous failure has an operator name and a sequence number; a caller's error has
     * neither. */
    bool in_flight = f.name[0] != '\0';
    if (in_flight && py_runtime != NULL) weir_failure_seen(py_runtime, f.seq);
    message = followed_by(message, in_flight ? site_history(f.site) : module_line(f.site));
    PyObject *error = in_flight ? PyObject_CallOneArg(async_error, message) : NULL;
    if (error != NULL)
        PyErr_SetObject(async_error, set_attributes(error, &f));
    else if (!in_flight)
        PyErr_SetObject(type_of(status), message);
    Py_XDECREF(error);
    Py_DECREF(message);
    return NULL;
}

/* set_value_error(type or None): set the exception type to raise instead of ValueError.  The
 * dialects of other frameworks, which raise RuntimeError in these cases, set a type that is derived
 * from both ValueError and RuntimeError. */
static PyObject *set_value_error(PyObject *module, PyObject *type) {
    (void)module;
    Py_XSETREF(value_error, type != Py_None ? Py_NewRef(type) : NULL);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"set_value_error", set_value_error, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int exceptions_init(PyObject *module) {
    async_error = PyErr_NewExceptionWithDoc(
        "weir.AsyncError",
        "An operation failed after its call had returned.  `operation` is its name, `line` the "
        "place where it was issued and `status` the kind of error; `stack` is a tuple of the calls "
        "that issued it, outermost first, each as (file, line, function), and `module` is the path "
        "of the module that issued it, or None.",
        PyExc_RuntimeError, NULL);
    wait_error = PyErr_NewExceptionWithDoc("weir.WaitError",
                                           "A call would block although weir.waits('raise') "
                                           "forbids it.",
                                           PyExc_RuntimeError, NULL);
    /* AxisError derives from both ValueError and IndexError, as NumPy's does. */
    PyObject *bases = PyTuple_Pack(2, PyExc_ValueError, PyExc_IndexError);
    axis_error = bases != NULL ? PyErr_NewExceptionWithDoc("weir.AxisError",
                                                           "An axis is out of range for the array.",
                                                           bases, NULL)
                               : NULL;
    Py_XDECREF(bases);
    if (async_error == NULL || wait_error == NULL || axis_error == NULL ||
        PyModule_AddObjectRef(module, "AxisError", axis_error) < 0 ||
        PyModule_AddObjectRef(module, "AsyncError", async_error) < 0 ||
        PyModule_AddObjectRef(module, "WaitError", wait_error) < 0)
        return -1;
    if (PyModule_AddFunctions(module, remedy_functions) < 0) return -1;
    return PyModule_AddFunctions(module, functions);
}
