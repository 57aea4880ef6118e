/* data.c - datasets and loaders of the library as Python objects, on which weir.data is built.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <sys/mman.h>

#ifndef MAP_POPULATE
#define MAP_POPULATE 0 /* MAP_POPULATE is only an optimisation */
#endif

typedef struct Dataset {
    PyObject_HEAD weir_dataset *data; /* one reference */
} Dataset;

static PyTypeObject *dataset_type;

static weir_dataset *of(PyObject *o) { return ((Dataset *)o)->data; }

static int outcome(weir_status status) {
    if (status == WEIR_OK) return 0;
    if (!PyErr_Occurred()) raise_status(status);
    return -1;
}

/* Wrap a dataset in a new object.  Takes over the reference. */
static PyObject *wrap(weir_dataset *data) {
    Dataset *self = (Dataset *)dataset_type->tp_alloc(dataset_type, 0);
    if (self == NULL)
        weir_dataset_release(data);
    else
        self->data = data;
    return (PyObject *)self;
}

/* ---- Construction ------------------------------------------------------------------------------ */

static PyObject *dataset_arrays(PyObject *module, PyObject *args) {
    PyObject *given, *labels;
    weir_array *array[WEIR_FIELDS_MAX];
    const char *name[WEIR_FIELDS_MAX] = {NULL};
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!:dataset_arrays", &PyTuple_Type, &given, &PyTuple_Type,
                          &labels))
        return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(given);
    if (count < 1 || count > WEIR_FIELDS_MAX)
        return PyErr_Format(PyExc_ValueError, "ArrayDataset: expected 1 to %d arrays, got %zd",
                            WEIR_FIELDS_MAX, count);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *o = PyTuple_GET_ITEM(given, i);
        if (!is_array(o))
            return PyErr_Format(PyExc_TypeError, "ArrayDataset: expected arrays, not %R", o);
        array[i] = ((Array *)o)->a;
        if (i < PyTuple_GET_SIZE(labels) &&
            (name[i] = utf8_of(PyTuple_GET_ITEM(labels, i))) == NULL)
            return NULL;
    }
    weir_dataset *data;
    return outcome(weir_dataset_arrays(array, name, (uint32_t)count, &data)) == 0 ? wrap(data)
                                                                                  : NULL;
}

static PyObject *dataset_mnist(PyObject *module, PyObject *args) {
    const char *folder;
    int test;
    weir_dataset *data;
    (void)module;
    if (!PyArg_ParseTuple(args, "zp:dataset_mnist", &folder, &test) || py_ready() < 0) return NULL;
    weir_status status =
        weir_dataset_mnist(py_runtime, folder, test ? WEIR_PART_TEST : WEIR_PART_TRAIN, &data);
    return outcome(status) == 0 ? wrap(data) : NULL;
}

static PyObject *idx_read(PyObject *module, PyObject *arg) {
    (void)module;
    const char *path = utf8_of(arg);
    weir_array *a;
    if (path == NULL || py_ready() < 0 || outcome(weir_idx_read(py_runtime, path, &a)) < 0)
        return NULL;
    return array_wrap(a);
}

static PyObject *picture_read(PyObject *module, PyObject *args) {
    const char *path;
    int channels;
    weir_array *a;
    (void)module;
    if (!PyArg_ParseTuple(args, "si:picture_read", &path, &channels) || py_ready() < 0 ||
        outcome(weir_image_read(py_runtime, path, channels, &a)) < 0)
        return NULL;
    return array_wrap(a);
}

static PyObject *dataset_csv(PyObject *module, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"path",    "delimiter", "header",       "target", "columns",
                               "missing", "dtype",     "target_dtype", NULL};
    const char *path;
    int delimiter = ',';
    weir_csv_options o;
    weir_dtype dtype = WEIR_FLOAT32, target_dtype = WEIR_FLOAT32;
    PyObject *dtypes[2] = {Py_None, Py_None};
    weir_dataset *data;
    (void)module;
    weir_csv_options_init(&o);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|$CpzzpOO:dataset_csv", keywords, &path,
                                     &delimiter, &o.header, &o.target, &o.columns, &o.missing,
                                     &dtypes[0], &dtypes[1]))
        return NULL;
    if (delimiter <= 0 || delimiter > 127)
        return PyErr_Format(PyExc_ValueError,
                            "CSVDataset: delimiter must be an ASCII character, not '%c'",
                            delimiter);
    if ((dtypes[0] != Py_None && dtype_from(dtypes[0], &dtype) < 0) ||
        (dtypes[1] != Py_None && dtype_from(dtypes[1], &target_dtype) < 0) || py_ready() < 0)
        return NULL;
    o.delimiter = (char)delimiter;
    o.dtype = (int32_t)dtype;
    o.target_dtype = (int32_t)target_dtype;
    return outcome(weir_dataset_csv(py_runtime, path, &o, &data)) == 0 ? wrap(data) : NULL;
}

static PyObject *dataset_folder(PyObject *module, PyObject *args) {
    const char *path;
    weir_folder_options o;
    weir_dataset *data;
    (void)module;
    weir_folder_options_init(&o);
    if (!PyArg_ParseTuple(args, "siii:dataset_folder", &path, &o.height, &o.width, &o.channels) ||
        py_ready() < 0)
        return NULL;
    return outcome(weir_dataset_folder(py_runtime, path, &o, &data)) == 0 ? wrap(data) : NULL;
}

static PyObject *dataset_concat(PyObject *module, PyObject *arg) {
    (void)module;
    PyObject *list = PySequence_Fast(arg, "ConcatDataset: expected a sequence of datasets");
    if (list == NULL) return NULL;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(list);
    weir_dataset **part = PyMem_Malloc((size_t)(count + 1) * sizeof(weir_dataset *)), *data;
    PyObject *result = NULL;
    if (part == NULL) PyErr_NoMemory();
    for (Py_ssize_t i = 0; part != NULL && i < count; i++) {
        PyObject *o = PySequence_Fast_GET_ITEM(list, i);
        if (Py_TYPE(o) != dataset_type) {
            PyErr_Format(PyExc_TypeError, "ConcatDataset: expected datasets, not %R", o);
            goto done;
        }
        part[i] = of(o);
    }
    if (part != NULL && outcome(weir_dataset_concat(part, (uint32_t)count, &data)) == 0)
        result = wrap(data);
done:
    PyMem_Free(part);
    Py_DECREF(list);
    return result;
}

static void dataset_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    weir_dataset_release(of(self));
    type->tp_free(self);
    Py_DECREF(type);
}

/* ---- Access ------------------------------------------------------------------------------------ */

/* Read sample indices from a sequence of ints.  The caller frees the result with PyMem_Free. */
static int64_t *numbers_of(PyObject *arg, Py_ssize_t *count) {
    PyObject *list = PySequence_Fast(arg, "expected a sequence of integers");
    if (list == NULL) return NULL;
    *count = PySequence_Fast_GET_SIZE(list);
    int64_t *index = PyMem_Malloc((size_t)(*count + 1) * sizeof *index);
    if (index == NULL) PyErr_NoMemory();
    for (Py_ssize_t i = 0; index != NULL && i < *count; i++) {
        index[i] = PyLong_AsLongLong(PySequence_Fast_GET_ITEM(list, i));
        if (index[i] == -1 && PyErr_Occurred()) {
            PyMem_Free(index);
            index = NULL;
        }
    }
    Py_DECREF(list);
    return index;
}

static Py_ssize_t dataset_len(PyObject *self) { return (Py_ssize_t)weir_dataset_count(of(self)); }

static PyObject *dataset_take(PyObject *self, PyObject *arg) {
    Py_ssize_t count;
    int64_t *index = numbers_of(arg, &count);
    weir_array *out[WEIR_FIELDS_MAX];
    uint32_t fields = WEIR_FIELDS_MAX;
    if (index == NULL || py_ready() < 0) {
        PyMem_Free(index);
        return NULL;
    }
    int again = 1;
    while (again == 1)
        again = wait_outcome(weir_dataset_take(of(self), index, (int64_t)count, out, &fields));
    PyMem_Free(index);
    return again == 0 ? array_tuple(out, fields) : NULL;
}

static PyObject *dataset_subset(PyObject *self, PyObject *arg) {
    Py_ssize_t count;
    int64_t *index = numbers_of(arg, &count);
    weir_dataset *data;
    if (index == NULL) return NULL;
    int status = outcome(weir_dataset_subset(of(self), index, (int64_t)count, &data));
    PyMem_Free(index);
    return status == 0 ? wrap(data) : NULL;
}

static PyObject *dataset_array(PyObject *self, PyObject *arg) {
    long field = PyLong_AsLong(arg);
    if (field == -1 && PyErr_Occurred()) return NULL;
    weir_array *a = field >= 0 ? weir_dataset_array(of(self), (uint32_t)field) : NULL;
    if (a == NULL) Py_RETURN_NONE;
    return array_wrap(weir_array_retain(a));
}

static PyObject *names_tuple(const weir_dataset *data, uint32_t count,
                             const char *(*name)(const weir_dataset *, uint32_t)) {
    PyObject *result = PyTuple_New((Py_ssize_t)count);
    for (uint32_t i = 0; result != NULL && i < count; i++) {
        PyObject *text = PyUnicode_DecodeFSDefault(name(data, i));
        if (text == NULL)
            Py_CLEAR(result);
        else
            PyTuple_SET_ITEM(result, (Py_ssize_t)i, text);
    }
    return result;
}

static PyObject *dataset_fields(PyObject *self, void *unused) {
    (void)unused;
    return names_tuple(of(self), weir_dataset_field_count(of(self)), weir_dataset_field);
}

static PyObject *dataset_classes(PyObject *self, void *unused) {
    (void)unused;
    return names_tuple(of(self), weir_dataset_class_count(of(self)), weir_dataset_class);
}

static PyMethodDef dataset_methods[] = {
    {"take", dataset_take, METH_O,
     "take($self, indices, /)\n--\n\nReturn the samples at these indices, as a tuple of arrays."},
    {"subset", dataset_subset, METH_O,
     "subset($self, indices, /)\n--\n\nReturn the dataset of the samples at these indices."},
    {"array", dataset_array, METH_O,
     "array($self, field, /)\n--\n\nReturn the array that holds this field of all samples, or "
     "None if no single array holds it."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef dataset_attributes[] = {
    {"fields", dataset_fields, NULL, "The names of the fields of a sample, as a tuple.", NULL},
    {"classes", dataset_classes, NULL,
     "The names of the classes, as a tuple; empty if the classes have no names.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot dataset_slots[] = {
    {Py_tp_dealloc, (void *)dataset_dealloc}, {Py_tp_methods, dataset_methods},
    {Py_tp_getset, dataset_attributes},       {Py_sq_length, (void *)dataset_len},
    {Py_tp_doc, "A dataset of the library."}, {0, NULL},
};

static PyType_Spec dataset_spec = {
    .name = "weir._core.Dataset",
    .basicsize = sizeof(Dataset),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = dataset_slots,
};

/* ---- Loaders ----------------------------------------------------------------------------------- */

typedef struct Loader {
    PyObject_HEAD weir_loader *loader;
    PyObject *transform; /* a callable, or NULL */
    bool busy;           /* a call is in progress and may be running the transform */
} Loader;

/* Apply the transform to a batch.  Called on the thread that requests the batch, which holds the
 * GIL. */
static weir_status transform_batch(void *ctx, weir_array **fields, uint32_t count) {
    Loader *self = ctx;
    weir_array *mine[WEIR_FIELDS_MAX];
    long outer;
    if (PyErr_Occurred()) return WEIR_EFAILED;
    for (uint32_t i = 0; i < count; i++) mine[i] = weir_array_retain(fields[i]);
    PyObject *args = array_tuple(mine, count), *result = NULL;
    if (args == NULL || self->transform == NULL) {
        Py_XDECREF(args);
        return WEIR_EFAILED;
    }
    if (mode_adopt(&outer) == 0) {
        result = PyObject_Call(self->transform, args, NULL);
        mode_restore(outer);
    }
    Py_DECREF(args);
    if (result != NULL && count == 1 && !PyTuple_Check(result))
        Py_SETREF(result, PyTuple_Pack(1, result));
    bool good = result != NULL && (PyTuple_Check(result) || PyList_Check(result)) &&
                PySequence_Size(result) == (Py_ssize_t)count;
    for (uint32_t i = 0; good && i < count; i++)
        good = is_array(PySequence_Fast_GET_ITEM(result, (Py_ssize_t)i));
    if (result != NULL && !good)
        PyErr_Format(PyExc_TypeError, "transform must return %u array%s, not %.200R", count,
                     count == 1 ? "" : "s, one for each field", result);
    for (uint32_t i = 0; good && i < count; i++) {
        weir_array_release(fields[i]);
        fields[i] =
            weir_array_retain(((Array *)PySequence_Fast_GET_ITEM(result, (Py_ssize_t)i))->a);
    }
    Py_XDECREF(result);
    return good ? WEIR_OK : WEIR_EFAILED;
}

static PyObject *loader_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"dataset",  "batch_size", "shuffle", "seed", "drop_last",
                               "prefetch", "transform",  "device",  NULL};
    PyObject *data, *transform = Py_None, *device = NULL;
    weir_loader_options o;
    unsigned long long seed;
    long long batch_size;
    unsigned prefetch;
    weir_loader_options_init(&o);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!LpKpI|OO:Loader", keywords, dataset_type,
                                     &data, &batch_size, &o.shuffle, &seed, &o.drop_last, &prefetch,
                                     &transform, &device) ||
        device_from(device, &o.device) < 0 || py_ready() < 0)
        return NULL;
    o.to_device = o.device != WEIR_DEVICE_DEFAULT;
    o.batch_size = batch_size;
    o.seed = seed;
    o.prefetch = prefetch;
    Loader *self = (Loader *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    weir_status status = weir_loader_new(of(data), &o, &self->loader);
    if (status == WEIR_OK && transform != Py_None) {
        self->transform = Py_NewRef(transform);
        status = weir_loader_call(self->loader, transform_batch, self, NULL);
    }
    if (outcome(status) < 0) Py_CLEAR(self);
    return (PyObject *)self;
}

static int loader_traverse(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Loader *)self)->transform);
    return 0;
}

static int loader_clear(PyObject *self) {
    Py_CLEAR(((Loader *)self)->transform);
    return 0;
}

static void loader_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    weir_loader_free(((Loader *)self)->loader);
    (void)loader_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static int enter(Loader *self) {
    if (py_ready() < 0) return -1;
    if (self->busy) {
        PyErr_SetString(PyExc_RuntimeError, "the loader is in use by another call; a loader "
                                            "serves one thread at a time and must not be used by "
                                            "its own transform");
        return -1;
    }
    self->busy = true;
    return 0;
}

/* Return the next batch as a tuple, or None at the end of the epoch. */
static PyObject *loader_next(PyObject *o, PyObject *unused) {
    Loader *self = (Loader *)o;
    weir_array *out[WEIR_FIELDS_MAX];
    uint32_t fields;
    int again = 1;
    (void)unused;
    if (enter(self) < 0) return NULL;
    while (again == 1) {
        fields = WEIR_FIELDS_MAX;
        weir_status status = weir_loader_next(self->loader, out, &fields);
        again = status != WEIR_OK && PyErr_Occurred() ? -1 : wait_outcome(status);
    }
    self->busy = false;
    if (again < 0) return NULL;
    /* Drop an exception that was raised while a later batch was prefetched: it is raised again when
     * that batch is requested.  KeyboardInterrupt is not dropped but raised now. */
    if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
    if (PyErr_Occurred()) {
        for (uint32_t i = 0; i < fields; i++) weir_array_release(out[i]);
        return NULL;
    }
    if (fields == 0) Py_RETURN_NONE;
    return array_tuple(out, fields);
}

static PyObject *loader_start(PyObject *o, PyObject *args) {
    Loader *self = (Loader *)o;
    unsigned long long epoch;
    long long skip = 0;
    int again = 1;
    if (!PyArg_ParseTuple(args, "K|L:start", &epoch, &skip) || enter(self) < 0) return NULL;
    while (again == 1) again = wait_outcome(weir_loader_start(self->loader, epoch, skip));
    self->busy = false;
    if (again < 0) return NULL;
    Py_RETURN_NONE;
}

static Py_ssize_t loader_len(PyObject *self) {
    return (Py_ssize_t)weir_loader_count(((Loader *)self)->loader);
}

static PyMethodDef loader_methods[] = {
    {"next", loader_next, METH_NOARGS,
     "next($self, /)\n--\n\nReturn the next batch, or None at the end of the epoch."},
    {"start", loader_start, METH_VARARGS,
     "start($self, epoch, skip=0, /)\n--\n\nStart the epoch, without its first `skip` batches."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot loader_slots[] = {
    {Py_tp_new, (void *)loader_new},           {Py_tp_dealloc, (void *)loader_dealloc},
    {Py_tp_traverse, (void *)loader_traverse}, {Py_tp_clear, (void *)loader_clear},
    {Py_tp_methods, loader_methods},           {Py_sq_length, (void *)loader_len},
    {Py_tp_doc, "A loader of the library."},   {0, NULL},
};

static PyType_Spec loader_spec = {
    .name = "weir._core.Loader",
    .basicsize = sizeof(Loader),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = loader_slots,
};

/* ---- Random augmentation ----------------------------------------------------------------------- */

static PyObject *random_flip(PyObject *module, PyObject *args) {
    PyObject *x;
    double p;
    int channels_first;
    weir_array *y;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!dp:random_flip", array_type, &x, &p, &channels_first) ||
        py_ready() < 0 || outcome(weir_random_flip(((Array *)x)->a, p, channels_first, &y)) < 0)
        return NULL;
    return array_wrap(y);
}

static PyObject *random_crop(PyObject *module, PyObject *args) {
    PyObject *x;
    long long height, width, padding;
    int channels_first;
    weir_array *y;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!LLLp:random_crop", array_type, &x, &height, &width, &padding,
                          &channels_first) ||
        py_ready() < 0 ||
        outcome(weir_random_crop(((Array *)x)->a, height, width, padding, channels_first, &y)) < 0)
        return NULL;
    return array_wrap(y);
}

/* ---- Shared memory ------------------------------------------------------------------------------ */

/* Memory mapped from a file descriptor.  Unlike Python's mmap it keeps no descriptor open, so a
 * program that keeps many batches does not run out of descriptors. */
typedef struct Mapping {
    PyObject_HEAD void *data;
    Py_ssize_t size;
} Mapping;

/* Mapping(fd, size): map the first `size` bytes of a file. */
static PyObject *mapping_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    int fd;
    Py_ssize_t size;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "in:Mapping", &fd, &size)) return NULL;
    if (size <= 0)
        return PyErr_Format(PyExc_ValueError, "Mapping: size must be positive, not %zd bytes",
                            size);
    Mapping *self = (Mapping *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    void *data = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
    if (data == MAP_FAILED) {
        PyErr_SetFromErrno(PyExc_OSError);
        Py_DECREF(self);
        return NULL;
    }
    self->data = data;
    self->size = size;
    return (PyObject *)self;
}

static void mapping_dealloc(PyObject *o) {
    PyTypeObject *type = Py_TYPE(o);
    Mapping *self = (Mapping *)o;
    if (self->data != NULL) munmap(self->data, (size_t)self->size);
    type->tp_free(o);
    Py_DECREF(type);
}

static int mapping_buffer(PyObject *o, Py_buffer *view, int flags) {
    Mapping *self = (Mapping *)o;
    return PyBuffer_FillInfo(view, o, self->data, self->size, 0, flags);
}

static PyType_Slot mapping_slots[] = {
    {Py_tp_new, (void *)mapping_new},
    {Py_tp_dealloc, (void *)mapping_dealloc},
    {Py_bf_getbuffer, (void *)mapping_buffer},
    {Py_tp_doc, "Shared memory, which stays mapped as long as a buffer refers to it."},
    {0, NULL},
};

static PyType_Spec mapping_spec = {.name = "weir._core.Mapping",
                                   .basicsize = sizeof(Mapping),
                                   .flags = Py_TPFLAGS_DEFAULT,
                                   .slots = mapping_slots};

/* ---- The module -------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"dataset_arrays", dataset_arrays, METH_VARARGS, NULL},
    {"dataset_mnist", dataset_mnist, METH_VARARGS, NULL},
    {"dataset_csv", (PyCFunction)(void (*)(void))dataset_csv, METH_VARARGS | METH_KEYWORDS, NULL},
    {"picture_read", picture_read, METH_VARARGS, NULL},
    {"dataset_folder", dataset_folder, METH_VARARGS, NULL},
    {"dataset_concat", dataset_concat, METH_O, NULL},
    {"idx_read", idx_read, METH_O, NULL},
    {"random_flip", random_flip, METH_VARARGS, NULL},
    {"random_crop", random_crop, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int data_init(PyObject *module) {
    PyObject *type = PyType_FromSpec(&dataset_spec);
    if (type == NULL) return -1;
    dataset_type = (PyTypeObject *)type; /* never released: the type lives as long as the process */
    PyObject *loader = PyType_FromSpec(&loader_spec), *mapping = PyType_FromSpec(&mapping_spec);
    int status = loader != NULL && mapping != NULL &&
                         PyModule_AddObjectRef(module, "Dataset", type) == 0 &&
                         PyModule_AddObjectRef(module, "Loader", loader) == 0 &&
                         PyModule_AddObjectRef(module, "Mapping", mapping) == 0
                     ? PyModule_AddFunctions(module, functions)
                     : -1;
    Py_XDECREF(loader);
    Py_XDECREF(mapping);
    return status;
}
