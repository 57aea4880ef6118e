/* description.c - what the library says about itself, for weir._description.
 *
 * The descriptions are passed on as they are: names are those of C, lists of names are texts, and
 * flags are numbers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

#include <string.h>

/* Append `item`, whose reference is taken, to `list`.  Clears *list if that fails. */
static void append(PyObject **list, PyObject *item) {
    if (*list != NULL && (item == NULL || PyList_Append(*list, item) < 0)) Py_CLEAR(*list);
    Py_XDECREF(item);
}

static PyObject *attrs_of(const weir_attr *attrs, uint32_t count, uint32_t stride) {
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < count; i++) {
        const weir_attr *a = weir_attr_at(attrs, stride, i);
        PyObject *shown = attr_describe(a->name, a); /* (name, type, default, summary) */
        append(&list, shown == NULL
                          ? NULL
                          : Py_BuildValue("{s:s, s:O, s:O, s:z, s:I, s:O, s:z}", "name", a->name,
                                          "type", PyTuple_GET_ITEM(shown, 1), "default",
                                          PyTuple_GET_ITEM(shown, 2), "summary", a->summary,
                                          "offset", a->offset, "required",
                                          a->required ? Py_True : Py_False, "rule", a->rule));
        Py_XDECREF(shown);
    }
    return list;
}

/* A list of (name, line), where the name still has its "?" or "...". */
static PyObject *parts_of(const char *text, const char *parts) {
    PyObject *list = PyList_New(0);
    while (list != NULL && *text != '\0') {
        char name[100], line[400];
        size_t n = strcspn(text, ","), fits = n < sizeof name ? n : sizeof name - 1;
        memcpy(name, text, fits);
        name[fits] = '\0';
        (void)weir_part_text(parts, name, line, sizeof line);
        append(&list, Py_BuildValue("(ss)", name, line));
        text += n;
        text += strspn(text, ", ");
    }
    return list;
}

static PyObject *operators(void) {
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < weir_op_count(); i++) {
        const weir_op_def *def = weir_op_describe(weir_op_at(i));
        append(&list,
               Py_BuildValue(
                   "{s:s, s:z, s:z, s:z, s:z, s:z, s:I, s:I, s:I, s:I, s:I, s:z, s:N, s:N, "
                   "s:N, s:O}",
                   "name", def->name, "aliases", def->aliases, "summary", def->summary, "notes",
                   def->notes, "category", def->category, "since", def->since, "flags", def->flags,
                   "takes", def->takes, "gives", def->gives, "bools", def->bools, "attr_size",
                   def->attr_size, "samples", def->samples, "inputs",
                   parts_of(def->inputs, def->parts), "outputs", parts_of(def->outputs, def->parts),
                   "attrs", attrs_of(def->attrs, def->attr_count, def->attr_stride), "vjp",
                   def->vjp != NULL ? Py_True : Py_False));
    }
    return list;
}

static PyObject *blocks(void) {
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < weir_block_kind_count(); i++) {
        const weir_block_def *def = weir_block_kind_describe(weir_block_kind_at(i));
        append(&list,
               Py_BuildValue(
                   "{s:s, s:z, s:z, s:z, s:z, s:z, s:I, s:I, s:z, s:z, s:N, s:N, s:N}", "name",
                   def->name, "aliases", def->aliases, "summary", def->summary, "notes", def->notes,
                   "category", def->category, "since", def->since, "flags", def->flags, "attr_size",
                   def->attr_size, "samples", def->samples, "op", def->op, "inputs",
                   parts_of(def->inputs, def->parts), "outputs", parts_of(def->outputs, def->parts),
                   "attrs", attrs_of(def->attrs, def->attr_count, def->attr_stride)));
    }
    return list;
}

static PyObject *optimizers(void) {
    PyObject *list = PyList_New(0);
    const weir_optimizer_kind *kind;
    for (uint32_t i = 0; list != NULL && (kind = weir_optimizer_kind_at(i)) != NULL; i++)
        append(&list,
               Py_BuildValue("{s:s, s:s, s:z, s:I, s:N}", "name", kind->name, "summary",
                             kind->summary, "since", kind->since, "attr_size", kind->attr_size,
                             "attrs", attrs_of(kind->attrs, kind->attr_count, kind->attr_stride)));
    return list;
}

static PyObject *components(void) {
    PyObject *list = PyList_New(0);
    const weir_component *c;
    for (uint32_t i = 0; list != NULL && (c = weir_component_at(i)) != NULL; i++)
        append(&list, Py_BuildValue("{s:s, s:s, s:s, s:s, s:z, s:s, s:N, s:N}", "family", c->family,
                                    "name", c->name, "summary", c->summary, "function", c->function,
                                    "options", c->options, "since", c->since, "inputs",
                                    parts_of(c->inputs, c->parts), "attrs",
                                    attrs_of(c->attrs, c->attr_count, c->attr_stride)));
    return list;
}

static PyObject *statuses(void) {
    PyObject *list = PyList_New(0);
#define STATUS(name, value, text) append(&list, Py_BuildValue("(sis)", #name, value, text));
    WEIR_STATUS_MAP(STATUS)
#undef STATUS
    return list;
}

static PyObject *dtypes(void) {
    PyObject *list = PyList_New(0);
    for (int i = WEIR_BOOL; i <= WEIR_COMPLEX128; i++)
        append(&list, Py_BuildValue("(sin)", weir_dtype_name((weir_dtype)i), i,
                                    (Py_ssize_t)weir_dtype_bytes((weir_dtype)i)));
    return list;
}

static PyObject *description(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return Py_BuildValue("{s:N, s:N, s:N, s:N, s:N, s:N}", "operators", operators(), "blocks",
                         blocks(), "optimizers", optimizers(), "components", components(),
                         "statuses", statuses(), "dtypes", dtypes());
}

static PyMethodDef functions[] = {
    {"description", description, METH_NOARGS,
     "description()\n--\n\nReturn what the library says about its operators, blocks, optimisers, "
     "components, statuses and dtypes, as a dictionary of lists."},
    {NULL, NULL, 0, NULL},
};

int description_init(PyObject *module) { return PyModule_AddFunctions(module, functions); }
