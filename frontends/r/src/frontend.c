/* frontend.c - what the library asks R: source lines, interrupts, remedies, the garbage collector.
 *
 * Source lines.  R keeps source references if options(keep.source = TRUE), the default of interactive sessions.
 * R_GetCurrentSrcref is fast, but before R 4.5 it does not see into byte-compiled code; there, sys.calls() does, at the
 * price of a microsecond or two.  So sys.calls() is used only once some source reference has been seen: a script run by
 * Rscript, which has none, does not pay.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

#include <pthread.h>
#include <string.h>

static pthread_t r_thread;

bool on_r_thread(void) { return pthread_equal(pthread_self(), r_thread) != 0; }

/* ---- Source lines --------------------------------------------------------------------------- */

enum { FILES = 64, OUTWARD = 8 };

/* Source files seen, with their names; preserved, so that no other object gets the address of one. */
static struct {
    SEXP file;
    char name[256];
} files[FILES];
static unsigned next_file;
static bool references_exist; /* a source reference has been seen */
static bool in_site;          /* site() itself runs R code */

/* The last part of a path: lines are shown as "train.R:12". */
static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static const char *file_name(SEXP reference) {
    SEXP file = Rf_getAttrib(reference, Rf_install("srcfile"));
    if (TYPEOF(file) != ENVSXP) return NULL;
    for (int i = 0; i < FILES; i++)
        if (files[i].file == file) return files[i].name;
    SEXP name = Rf_findVarInFrame(file, Rf_install("filename"));
    if (TYPEOF(name) != STRSXP || XLENGTH(name) != 1) return NULL;
    const char *text = base_name(Rf_translateCharUTF8(STRING_ELT(name, 0)));
    unsigned at = next_file++ % FILES;
    if (files[at].file != NULL) R_ReleaseObject(files[at].file);
    R_PreserveObject(file);
    files[at].file = file;
    /* code that was typed or pasted has no file name */
    snprintf(files[at].name, sizeof files[at].name, "%s",
             text[0] != '\0' && text[0] != '<' ? text : "console");
    return files[at].name;
}

static uint32_t site_of(SEXP reference) {
    const char *name = file_name(reference);
    return name != NULL ? weir_site_intern(name, INTEGER(reference)[0]) : 0;
}

static bool is_reference(SEXP s) { return TYPEOF(s) == INTSXP && XLENGTH(s) >= 4; }

/* The innermost call that has a source reference, by R's sys.calls(). */
static uint32_t from_calls(void) {
    static SEXP call;
    if (call == NULL) {
        SEXP space = PROTECT(R_FindNamespace(PROTECT(Rf_mkString("weir"))));
        call = Rf_lang1(Rf_findVarInFrame(space, Rf_install("running_calls")));
        R_PreserveObject(call);
        UNPROTECT(2);
    }
    int failed = 0;
    SEXP calls = PROTECT(R_tryEvalSilent(call, R_GlobalEnv, &failed));
    uint32_t site = 0;
    if (!failed)
        for (SEXP at = calls; at != R_NilValue; at = CDR(at)) {
            SEXP reference = Rf_getAttrib(CAR(at), Rf_install("srcref"));
            if (is_reference(reference)) site = site_of(reference);
        }
    UNPROTECT(1);
    return site;
}

static uint32_t site(void) {
    if (!on_r_thread() || in_site) return 0;
    SEXP reference = R_GetCurrentSrcref(0);
    if (is_reference(reference)) {
        references_exist = true;
        return site_of(reference);
    }
    if (reference == R_NilValue) return 0;
    for (int i = 1; i < OUTWARD && !references_exist; i++)
        references_exist = is_reference(R_GetCurrentSrcref(i));
    if (!references_exist) return 0;
    in_site = true;
    uint32_t found = from_calls();
    in_site = false;
    return found;
}

/* ---- Waits ---------------------------------------------------------------------------------- */

static void ask_interrupt(void *unused) {
    (void)unused;
    R_CheckUserInterrupt();
}

/* R_CheckUserInterrupt would jump out of the library; R_ToplevelExec catches the jump. */
static int look(void *token) {
    (void)token;
    return on_r_thread() && !R_ToplevelExec(ask_interrupt, NULL);
}

/* ---- The collector -------------------------------------------------------------------------- */

static uint64_t collections;

/* R's collector runs the finalizers of unreachable handles, which release their arrays. */
static void collect(int urgent) {
    (void)urgent;
    static bool collecting; /* a finalizer of another package might issue work */
    if (!on_r_thread() || collecting) return;
    collecting = true;
    R_gc();
    collecting = false;
    collections++;
}

/* For tests: collect as the library asks it to, and return the number of collections so far. */
SEXP r_collect(SEXP urgent) {
    collect(Rf_asInteger(urgent));
    return Rf_ScalarReal((double)collections);
}

/* ---- Remedies ------------------------------------------------------------------------------- */

static const char *remedy(weir_remedy which) {
    switch (which) {
    case WEIR_REMEDY_RECORD:
        return "compute it inside with_record(), from arrays with attach_grad()";
    case WEIR_REMEDY_ATTACH_GRAD: return "call attach_grad() on the array before it is used";
    case WEIR_REMEDY_BACKWARD: return "call backward() on the loss first";
    case WEIR_REMEDY_RETAIN_GRAPH:
        return "use backward(..., retain_graph = TRUE) in the earlier pass";
    case WEIR_REMEDY_PAUSE: return "put the update inside with_pause()";
    case WEIR_REMEDY_ASSIGN: return "assign to elements of the array itself, or use with_pause()";
    case WEIR_REMEDY_DETACH: return "use weir_detach() on the array, or write to a copy";
    case WEIR_REMEDY_CLEAR_BLOCK:
        return "call clear() on the network, which initialises its parameters again";
    case WEIR_REMEDY_TO_DEVICE: return "copy one of them with weir_to_device(x, device)";
    default: return NULL;
    }
}

void frontend_init(void) {
    r_thread = pthread_self();
    weir_frontend frontend = {.size = sizeof frontend,
                              .site = site,
                              .wait_look = look,
                              .remedy = remedy,
                              .collect = collect};
    (void)weir_frontend_set(&frontend);
}
