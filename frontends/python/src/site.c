/* site.c - the source line that is being executed, as a number of the library.
 *
 * A table from (code object, instruction) to the number.  The code objects in it are kept, so an address
 * means one of them for ever; a program that makes code without end fills the table, and its later lines
 * are found anew each time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define Py_BUILD_CORE_MODULE 1 /* for the frame that is being executed, before 3.12 */
#include "weirpy.h"

#include <string.h>

#if PY_VERSION_HEX >= 0x030B0000
#include <internal/pycore_frame.h>
#else
#include <frameobject.h>
#endif

enum { ENTRIES = 1 << 14, MOST = ENTRIES / 2 };

#define OURS UINT32_C(0xffffffff) /* a line of this package: look at the caller */

typedef struct entry {
    PyObject *code; /* a reference */
    int at;
    uint32_t site;
} entry;

static entry table[ENTRIES]; /* under the GIL */
static int count;
static char home[4096]; /* with the final slash */

void site_set_home(const char *folder) {
    snprintf(home, sizeof home, "%s%s", folder, folder[0] != '\0' ? "/" : "");
}

/* ---- The frame, by version --------------------------------------------------------------------- */

#if PY_VERSION_HEX >= 0x030B0000
typedef struct _PyInterpreterFrame frame;

static frame *first_frame(PyThreadState *ts) {
#if PY_VERSION_HEX >= 0x030D0000
    return ts->current_frame;
#else
    return ts->cframe->current_frame;
#endif
}

static frame *next_frame(frame *f) { return f->previous; }

/* Borrowed; NULL: not a frame of Python code. */
static PyCodeObject *code_of(frame *f) {
#if PY_VERSION_HEX >= 0x030C0000
    PyObject *code = PyUnstable_InterpreterFrame_GetCode(f);
    Py_XDECREF(code); /* the frame has it */
    return code != NULL && PyCode_Check(code) ? (PyCodeObject *)code : NULL;
#else
    return f->f_code;
#endif
}

/* Bytes into the code. */
static int instruction(frame *f) {
#if PY_VERSION_HEX >= 0x030C0000
    return PyUnstable_InterpreterFrame_GetLasti(f);
#else
    return _PyInterpreterFrame_LASTI(f) * (int)sizeof(_Py_CODEUNIT);
#endif
}
#else
typedef PyFrameObject frame;
static frame *first_frame(PyThreadState *ts) { return ts->frame; }
static frame *next_frame(frame *f) { return f->f_back; }
static PyCodeObject *code_of(frame *f) { return (PyCodeObject *)f->f_code; }
static int instruction(frame *f) { return f->f_lasti * 2; }
#endif

/* ---- Looking up -------------------------------------------------------------------------------- */

static uint32_t find_out(PyCodeObject *code, int at) {
    const char *file = PyUnicode_AsUTF8(code->co_filename);
    if (file == NULL) {
        PyErr_Clear();
        return 0;
    }
    if (home[0] != '\0' && strncmp(file, home, strlen(home)) == 0) return OURS;
    int line = PyCode_Addr2Line(code, at);
    return line < 0 ? OURS
                    : weir_site_intern(file, line); /* 3.12 has frames between C and Python */
}

static uint32_t look_up(PyCodeObject *code, int at) {
    uintptr_t h = ((uintptr_t)code >> 4) * 31 + (uintptr_t)at;
    h ^= h >> 15;
    for (;; h++) {
        entry *e = &table[h & (ENTRIES - 1)];
        if (LIKELY(e->code == (PyObject *)code && e->at == at)) return e->site;
        if (e->code != NULL) continue;
        uint32_t site = find_out(code, at);
        if (count < MOST) {
            count++;
            Py_INCREF(code);
            *e = (entry){(PyObject *)code, at, site};
        }
        return site;
    }
}

uint32_t site_now(void) {
    PyThreadState *ts = PyThreadState_Get();
    for (frame *f = first_frame(ts); f != NULL; f = next_frame(f)) {
        PyCodeObject *code = code_of(f);
        if (code == NULL) continue;
        uint32_t site = look_up(code, instruction(f));
        if (site != OURS) return site;
    }
    return 0;
}
