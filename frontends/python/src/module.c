/* module.c - the extension module: initialisation at import, and creation of the runtime on first
 * use.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

weir_runtime *py_runtime;
py_names names;

unsigned py_attention = ATTEND_START;

static int make_runtime(void) {
    weir_status status = weir_runtime_default(&py_runtime);
    if (status != WEIR_OK) {
        raise_status(status);
        return -1;
    }
    py_attention &= ~(unsigned)ATTEND_START;
    return 0;
}

int py_attend(void) {
    if ((py_attention & ATTEND_START) && make_runtime() < 0) return -1;
    return (py_attention & ATTEND_MODES) ? mode_follow() : 0;
}

static PyObject *version(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return PyUnicode_FromString(weir_version_text());
}

/* set_home(folder of the package, folder of the standard library): see site_set_home. */
static PyObject *set_home(PyObject *module, PyObject *args) {
    (void)module;
    const char *folder, *standard;
    if (!PyArg_ParseTuple(args, "ss:set_home", &folder, &standard)) return NULL;
    site_set_home(folder, standard);
    Py_RETURN_NONE;
}

/* within(name or None): label the operations that this thread issues from now on with the name, and
 * return the previous name.  The library keeps the pointer, so names are never freed; there are
 * only a few. */
static PyObject *within(PyObject *module, PyObject *name) {
    static PyObject *kept; /* protected by the GIL */
    const char *text = NULL;
    (void)module;
    if (kept == NULL && (kept = PyDict_New()) == NULL) return NULL;
    if (name != Py_None && (name = PyDict_SetDefault(kept, name, name)) == NULL) return NULL;
    if (name != Py_None && (text = PyUnicode_AsUTF8(name)) == NULL) return NULL;
    const char *last = weir_within_set(text);
    return Py_BuildValue("z", last);
}

static PyObject *seed(PyObject *module, PyObject *arg) {
    (void)module;
    unsigned long long value = PyLong_AsUnsignedLongLongMask(arg);
    if (PyErr_Occurred() || py_ready() < 0) return NULL;
    weir_status status = weir_seed(py_runtime, value);
    if (status != WEIR_OK) return raise_status(status);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"version", version, METH_NOARGS, "version()\n--\n\nReturn the version of the library."},
    {"set_home", set_home, METH_VARARGS, NULL},
    {"within", within, METH_O, NULL},
    {"seed", seed, METH_O, "seed(value, /)\n--\n\nSeed the random number generator."},
    {"asarray", (PyCFunction)(void (*)(void))value_asarray, METH_FASTCALL | METH_KEYWORDS,
     "asarray(obj, /, *, dtype=None, device=None, copy=None)\n--\n\nConvert obj to an array.  It "
     "may be a number, a nested sequence, a buffer, a NumPy array or an object that supports "
     "DLPack.  An Array that already has the dtype and device is returned itself, unless copy=True "
     "is given.  Memory of other libraries is copied, so that later writes to it do not affect "
     "queued operations; with copy=False it is shared, and ValueError is raised if that is "
     "impossible."},
    {"from_dlpack", (PyCFunction)(void (*)(void))exchange_from_dlpack, METH_VARARGS | METH_KEYWORDS,
     "from_dlpack(x, /, *, device=None, copy=None)\n--\n\nCreate an array that shares the memory "
     "of another library's array.  The memory is copied only if necessary, or with copy=True.  "
     "Writes to shared memory through Weir are complete when their call returns; the other "
     "library must not write to it while queued operations read it."},
    {NULL, NULL, 0, NULL},
};

static int make_names(void) {
    static const struct {
        PyObject **name;
        const char *text;
    } all[] = {{&names.dtype, "dtype"},       {&names.name, "name"},
               {&names.array, "__array__"},   {&names.array_interface, "__array_interface__"},
               {&names.dlpack, "__dlpack__"}, {&names.dlpack_device, "__dlpack_device__"},
               {&names.out, "out"},           {&names.axis, "axis"},
               {&names.shape, "shape"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if ((*all[i].name = PyUnicode_InternFromString(all[i].text)) == NULL) return -1;
    return 0;
}

/* Return whether this is the first interpreter of the process that imports the module.  Other
 * interpreters cannot import it, since dtypes and the runtime exist only once per process. */
static bool is_first(void) {
    static int64_t first = -1;
    int64_t id = PyInterpreterState_GetID(PyInterpreterState_Get());
    if (first < 0) first = id;
    if (id == first) return true;
    PyErr_SetString(
        PyExc_ImportError,
        "weir can be imported by only one interpreter of a process, and another one has already "
        "imported it; use threads or processes instead of sub-interpreters");
    return false;
}

static int exec(PyObject *module) {
    if (!is_first() || make_names() < 0 || mode_init(module) < 0 || dtype_init(module) < 0 ||
        device_init(module) < 0 || wait_init(module) < 0 || exceptions_init(module) < 0 ||
        array_init(module) < 0 || identity_init(module) < 0 || exchange_init(module) < 0 ||
        op_init(module) < 0 || stream_init(module) < 0 || notice_init(module) < 0 ||
        engine_init(module) < 0 || autograd_init(module) < 0 || block_init(module) < 0 ||
        optimizer_init(module) < 0 || scaler_init(module) < 0 || data_init(module) < 0 ||
        graph_record_init(module) < 0 || module_path_init(module) < 0 ||
        description_init(module) < 0 || roofline_init(module) < 0)
        return -1;
    return PyModule_AddFunctions(module, functions);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, (void *)Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "weir._core",
    .m_doc = "The part of the package that is written in C.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&definition); }
