/* index.c - reading and assigning by index.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

PyObject *array_subscript(PyObject *self, PyObject *key) {
    (void)self, (void)key;
    PyErr_SetString(PyExc_NotImplementedError, "indexing");
    return NULL;
}

int array_assign(PyObject *self, PyObject *key, PyObject *value) {
    (void)self, (void)key, (void)value;
    PyErr_SetString(PyExc_NotImplementedError, "indexing");
    return -1;
}
