/* site.c - maps the source line being executed, with its callers and its module, to a site number
 * of the library.
 *
 * There are two tables.  The first maps (code object, instruction) to the site number of a line.
 * The table holds references to its code objects, so that no other code object can have the same
 * address.  The second maps a stack, which consists of one word for each of the innermost frames
 * and one for the module, to a site number.  A stack is added only if all its frames are in the
 * first table.
 *
 * When an operation is issued, the frames are walked, a word is computed from each, and the stack
 * is looked up.  This takes one or two nanoseconds per frame, for at most DEEP frames, regardless
 * of the order in which lines are executed.  A program that keeps creating new code or new stacks
 * fills the tables; from then on, lines that are not in the table are looked up each time, and the
 * sites of new stacks have no callers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define Py_BUILD_CORE_MODULE 1 /* needed to access the current frame before Python 3.12 */
#include "weirpy.h"

#include <string.h>

#if PY_VERSION_HEX >= 0x030E0000
#include <internal/pycore_interpframe_structs.h>
#elif PY_VERSION_HEX >= 0x030B0000
#include <internal/pycore_frame.h>
#else
#include <frameobject.h>
#endif

enum {
    ENTRIES = 1 << 14,
    MOST = ENTRIES / 2,
    DEEP = 16, /* maximum number of frames of a stack, including those of this package */
    STACKS = 1 << 13,
    STACKS_MOST = STACKS / 2,
};

/* Marks a line of this package; the caller's line is used instead. */
#define OURS UINT32_C(0xffffffff)
/* Flag that is combined with the site number of a line; site numbers themselves never have this
 * bit.  A line with this flag belongs to standard library code that runs other code, and is used
 * only if there is no other line. */
#define RUNNING UINT32_C(0x40000000)

typedef struct entry {
    PyObject *code; /* one reference */
    int at;
    uint32_t site;
} entry;

typedef struct stack {
    uint64_t hash;
    uint32_t site, size;
    uintptr_t word[]; /* one word for the module, then one per frame, innermost first */
} stack;

static entry table[ENTRIES]; /* protected by the GIL, like the variables below */
static int count;
static stack *stacks[STACKS];
static int stack_count;
static PyObject *about; /* {site number of a line: (file, line, function)} */
/* folders of the package and of the standard library, with a trailing slash */
static char home[4096], library[4096];

void site_set_home(const char *folder, const char *standard) {
    snprintf(home, sizeof home, "%s%s", folder, folder[0] != '\0' ? "/" : "");
    snprintf(library, sizeof library, "%s%s", standard, standard[0] != '\0' ? "/" : "");
}

/* Return whether the file is standard library code that runs a program's functions, such as event
 * loops, threads and imports. */
static bool runs_others(const char *file) {
    static const char *const frozen[] = {"<frozen runpy", "<frozen importlib"};
    static const char *const parts[] = {
        "asyncio/",   "concurrent/",   "multiprocessing/", "importlib/", "threading.py",
        "runpy.py",   "contextlib.py", "bdb.py",           "pdb.py",     "cProfile.py",
        "profile.py", "timeit.py",     "socketserver.py"};
    for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++)
        if (strncmp(file, frozen[i], strlen(frozen[i])) == 0) return true;
    size_t inside = strlen(library);
    if (inside == 0 || strncmp(file, library, inside) != 0) return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strncmp(file + inside, parts[i], strlen(parts[i])) == 0) return true;
    return false;
}

/* ---- Frame access, by Python version ----------------------------------------------------------- */

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

/* Return a borrowed reference to the frame's code object, or NULL if the frame does not run Python
 * code. */
static PyCodeObject *code_of(frame *f) {
#if PY_VERSION_HEX >= 0x030C0000
    PyObject *code = PyUnstable_InterpreterFrame_GetCode(f);
    Py_XDECREF(code); /* the frame still holds a reference */
    return code != NULL && PyCode_Check(code) ? (PyCodeObject *)code : NULL;
#else
    return f->f_code;
#endif
}

/* Return the byte offset of the current instruction. */
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

/* Return a word that identifies the frame's current instruction; 0 if the frame has no code; 1 if
 * the address of the code and the offset of the instruction do not fit in a word.  The code objects
 * of recorded stacks are kept alive, so no address is reused. */
static uintptr_t word_of(frame *f) {
#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000
    return (uintptr_t)f->prev_instr; /* points into the code object */
#else
    enum { ADDRESS_BITS = 47 };
    PyCodeObject *code = code_of(f);
    if (code == NULL) return 0;
    uint64_t address = (uint64_t)(uintptr_t)code, at = (uint64_t)instruction(f) / 2;
    if (sizeof(uintptr_t) < 8 || address >> ADDRESS_BITS != 0 || at >> (64 - ADDRESS_BITS) != 0)
        return 1;
    return (uintptr_t)(address | at << ADDRESS_BITS);
#endif
}

/* ---- Lines ------------------------------------------------------------------------------------- */

/* Record the file, line and function of a site for site_stack.  If there is not enough memory, the
 * line is omitted. */
static void note_about(uint32_t site, PyCodeObject *code, int line) {
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *name = code->co_qualname;
#else
    PyObject *name = code->co_name;
#endif
    if (about == NULL) about = PyDict_New();
    PyObject *key = PyLong_FromUnsignedLong(site);
    PyObject *what = Py_BuildValue("(OiO)", code->co_filename, line, name);
    if (about == NULL || key == NULL || what == NULL || PyDict_SetItem(about, key, what) < 0)
        PyErr_Clear();
    Py_XDECREF(key);
    Py_XDECREF(what);
}

static uint32_t find_out(PyCodeObject *code, int at) {
    const char *file = PyUnicode_AsUTF8(code->co_filename);
    if (file == NULL) {
        PyErr_Clear();
        return 0;
    }
    if (home[0] != '\0' && strncmp(file, home, strlen(home)) == 0) return OURS;
    int line = PyCode_Addr2Line(code, at);
    /* Python 3.12 and later insert frames without a line between C and Python code. */
    if (line < 0) return OURS;
    uint32_t site = weir_site_intern(file, line);
    if (count < MOST) note_about(site, code, line);
    return site != 0 && runs_others(file) ? site | RUNNING : site;
}

static uint32_t look_up(PyCodeObject *code, int at, bool *kept) {
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
        } else {
            *kept = false;
        }
        return site;
    }
}

/* ---- Stacks ------------------------------------------------------------------------------------ */

/* Return the site of the current line without its callers, for a stack that the table has no room
 * for. */
static uint32_t line_now(frame *first) {
    bool kept;
    uint32_t running = 0;
    for (frame *f = first; f != NULL; f = next_frame(f)) {
        PyCodeObject *code = code_of(f);
        uint32_t site = code != NULL ? look_up(code, instruction(f), &kept) : OURS;
        if (site == OURS) continue;
        if ((site & RUNNING) == 0) return site;
        if (running == 0) running = site & ~RUNNING;
    }
    return running;
}

/* Return the site of the DEEP innermost frames.  Set *kept to false if the first table has no room
 * for one of these frames. */
static uint32_t build(frame *first, bool *kept) {
    uint32_t line[DEEP];
    int lines = 0, frames = 0;
    for (frame *f = first; f != NULL && frames < DEEP; f = next_frame(f)) {
        if (word_of(f) == 0) continue;
        frames++;
        PyCodeObject *code = code_of(f);
        uint32_t site = code != NULL ? look_up(code, instruction(f), kept) : OURS;
        if (site != OURS && site != 0 && (site & RUNNING) == 0) line[lines++] = site;
    }
    uint32_t site = lines > 0 ? 0 : line_now(first);
    while (lines-- > 0)
        site = weir_site_called(line[lines], site, lines == 0 ? module_path_text() : NULL);
    return site;
}

static uint32_t keep(frame *first, uint64_t hash, const uintptr_t *word, uint32_t size,
                     stack **place) {
    bool kept = true;
    if (stack_count == STACKS_MOST) return line_now(first);
    uint32_t site = build(first, &kept);
    stack *s = kept ? malloc(sizeof *s + size * sizeof *word) : NULL;
    if (s == NULL) return site;
    *s = (stack){.hash = hash, .site = site, .size = size};
    memcpy(s->word, word, size * sizeof *word);
    *place = s;
    stack_count++;
    return site;
}

uint32_t site_now(void) {
    frame *first = first_frame(PyThreadState_Get());
    uintptr_t word[1 + DEEP];
    uint32_t size = 1;
    uint64_t hash = word[0] = module_path_now;
    for (frame *f = first; f != NULL && size <= DEEP; f = next_frame(f)) {
        uintptr_t w = word_of(f);
        if (UNLIKELY(w <= 1)) {
            if (w == 0) continue;
            return line_now(first);
        }
        word[size++] = w;
        hash = (hash ^ w) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    for (uint64_t i = hash;; i++) {
        stack **place = &stacks[i & (STACKS - 1)], *s = *place;
        if (UNLIKELY(s == NULL)) return keep(first, hash, word, size, place);
        if (LIKELY(s->hash == hash && s->size == size &&
                   memcmp(s->word, word, size * sizeof *word) == 0))
            return s->site;
    }
}

/* ---- Text for messages ------------------------------------------------------------------------- */

/* Return the call stack of a site as ((file, line, function), ...), outermost call first.  Lines
 * registered by other front ends are omitted. */
PyObject *site_stack(uint32_t site) {
    PyObject *list = PyList_New(0);
    for (; list != NULL && site != 0; site = weir_site_caller(site)) {
        PyObject *key = PyLong_FromUnsignedLong(weir_site_line(site));
        PyObject *what = key != NULL && about != NULL ? PyDict_GetItemWithError(about, key) : NULL;
        Py_XDECREF(key);
        if (what != NULL && PyList_Append(list, what) < 0) Py_CLEAR(list);
    }
    if (list == NULL || PyList_Reverse(list) < 0) {
        Py_XDECREF(list);
        return NULL;
    }
    PyObject *all = PyList_AsTuple(list);
    Py_DECREF(list);
    return all;
}

PyObject *site_part(uint32_t site) {
    const char *part = weir_site_part(site);
    return part != NULL ? text_of(part) : Py_NewRef(Py_None);
}

/* Format the calls as in a traceback: for each one, a line such as "  File ..., line 3, in step",
 * followed by the source line. */
static PyObject *lines_of(PyObject *calls) {
    PyObject *cache = PyImport_ImportModule("linecache");
    PyObject *text = PyUnicode_FromString("");
    for (Py_ssize_t i = 0; cache != NULL && text != NULL && i < PyTuple_GET_SIZE(calls); i++) {
        PyObject *one = PyTuple_GET_ITEM(calls, i), *file = PyTuple_GET_ITEM(one, 0);
        PyObject *raw = PyObject_CallMethod(cache, "getline", "OO", file, PyTuple_GET_ITEM(one, 1));
        PyObject *line = raw != NULL ? PyObject_CallMethod(raw, "strip", NULL) : NULL;
        PyObject *more =
            line == NULL ? NULL
            : PyUnicode_GET_LENGTH(line) > 0
                ? PyUnicode_FromFormat("%U\n  File \"%U\", line %S, in %U\n    %U", text, file,
                                       PyTuple_GET_ITEM(one, 1), PyTuple_GET_ITEM(one, 2), line)
                : PyUnicode_FromFormat("%U\n  File \"%U\", line %S, in %U", text, file,
                                       PyTuple_GET_ITEM(one, 1), PyTuple_GET_ITEM(one, 2));
        Py_XDECREF(raw);
        Py_XDECREF(line);
        Py_DECREF(text);
        text = more;
    }
    if (cache == NULL) Py_CLEAR(text);
    Py_XDECREF(cache);
    return text;
}

/* Return the string to append to the message of a failure; it is empty if there are neither callers
 * nor a module. */
PyObject *site_history(uint32_t site) {
    PyObject *calls = site_stack(site), *part = calls != NULL ? site_part(site) : NULL;
    PyObject *lines = NULL, *text = NULL;
    if (part != NULL && PyTuple_GET_SIZE(calls) < 2 && part == Py_None)
        text = PyUnicode_FromString("");
    else if (part != NULL && (lines = lines_of(calls)) != NULL)
        text = part != Py_None
                   ? PyUnicode_FromFormat("\nIt was issued here (most recent call last):%U\n  in "
                                          "module %U",
                                          lines, part)
                   : PyUnicode_FromFormat("\nIt was issued here (most recent call last):%U", lines);
    Py_XDECREF(calls);
    Py_XDECREF(part);
    Py_XDECREF(lines);
    return text;
}
