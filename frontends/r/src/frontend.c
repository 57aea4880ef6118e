/* frontend.c - what the library asks R: source lines, interrupts, remedies, the garbage collector.
 *
 * Source lines.  R keeps source references if options(keep.source = TRUE), the default of interactive sessions.
 * R_GetCurrentSrcref is fast, but before R 4.5 it does not see into byte-compiled code; there, sys.calls() does, at the
 * price of a microsecond or two.  A script run by Rscript has no source references: there the place is the text of the
 * call, such as "weir_take(x, i)".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

static pthread_t r_thread;

bool on_r_thread(void) { return pthread_equal(pthread_self(), r_thread) != 0; }

/* ---- Source lines --------------------------------------------------------------------------- */

enum { FILES = 64 };

/* Source files seen, with their names; preserved, so that no other object gets the address of one. */
static struct {
    SEXP file;
    char name[256];
} files[FILES];
static unsigned next_file;
static bool in_site; /* site() itself runs R code */

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

/* ---- Calls without a line ------------------------------------------------------------------- */

typedef struct text {
    char at[200];
    size_t used;
} text;

static void put(text *t, const char *s) {
    size_t room = sizeof t->at - 1 - t->used, n = strlen(s);
    if (n > room) n = room;
    memcpy(t->at + t->used, s, n);
    t->used += n;
    t->at[t->used] = '\0';
}

static void put_argument(text *t, SEXP s) {
    char number[32];
    if (TYPEOF(s) == SYMSXP) {
        put(t, CHAR(PRINTNAME(s)));
    } else if ((TYPEOF(s) == REALSXP || TYPEOF(s) == INTSXP) && XLENGTH(s) == 1) {
        snprintf(number, sizeof number, "%.6g", Rf_asReal(s));
        put(t, number);
    } else if (TYPEOF(s) == LANGSXP && TYPEOF(CAR(s)) == SYMSXP) {
        put(t, CHAR(PRINTNAME(CAR(s))));
        put(t, "(...)");
    } else {
        put(t, "...");
    }
}

/* The text of a call, shortened: x + 1, weir_take(x, i, axis = 2), net(x).  deparse() would take ten times as long. */
static uint32_t site_of_call(SEXP call) {
    static const char method[] = ".weir_array";
    text t = {"", 0};
    char head[64];
    if (TYPEOF(CAR(call)) != SYMSXP) return 0;
    snprintf(head, sizeof head, "%s", CHAR(PRINTNAME(CAR(call))));
    size_t length = strlen(head);
    if (length > sizeof method - 1 && strcmp(head + length - (sizeof method - 1), method) == 0)
        head[length - (sizeof method - 1)] = '\0';
    SEXP args = CDR(call);
    bool word = head[0] == '.' || (head[0] | 32) - 'a' < 26u;
    if (!word && head[0] != '[' && args != R_NilValue && CDR(args) != R_NilValue) {
        put_argument(&t, CAR(args));
        put(&t, " "), put(&t, head), put(&t, " ");
        put_argument(&t, CADR(args));
        return weir_site_intern(t.at, 0);
    }
    if (head[0] == '[' && args != R_NilValue) {
        put_argument(&t, CAR(args));
        args = CDR(args);
        put(&t, "[");
    } else {
        put(&t, head), put(&t, "(");
    }
    for (SEXP a = args; a != R_NilValue; a = CDR(a)) {
        if (a != args) put(&t, ", ");
        if (TAG(a) != R_NilValue) put(&t, CHAR(PRINTNAME(TAG(a)))), put(&t, " = ");
        put_argument(&t, CAR(a));
    }
    put(&t, head[0] == '[' ? "]" : ")");
    return weir_site_intern(t.at, 0);
}

/* By R's sys.calls(): the line of the innermost call that has a source reference; without any, the call of the package's
 * function that the program wrote: the outermost of the innermost calls to functions of the package. */
static uint32_t from_calls(void) {
    static SEXP call, space;
    if (call == NULL) {
        space = R_FindNamespace(PROTECT(Rf_mkString("weir")));
        call = Rf_lang1(Rf_findVarInFrame(space, Rf_install("running_calls")));
        R_PreserveObject(call);
        UNPROTECT(1);
    }
    int failed = 0;
    SEXP calls = R_tryEvalSilent(call, R_GlobalEnv, &failed), ours = R_NilValue;
    uint32_t site = 0;
    if (failed) {
        /* An interrupt, which R has dropped, or an error, such as calls nested too deeply, which occurs again.  The
         * interrupt is repeated, for the code that the call returns to. */
        calls = R_tryEvalSilent(call, R_GlobalEnv, &failed);
        if (failed)
            calls = R_NilValue;
        else
            raise(SIGINT);
    }
    PROTECT(calls);
    bool inside = false; /* the previous call was to a function of the package */
    for (SEXP at = calls; at != R_NilValue; at = CDR(at)) {
        SEXP one = CAR(at), reference = Rf_getAttrib(one, Rf_install("srcref"));
        if (is_reference(reference)) site = site_of(reference);
        if (CDR(at) == R_NilValue) break; /* running_calls() itself */
        bool is_ours =
            TYPEOF(CAR(one)) == SYMSXP && Rf_findVarInFrame(space, CAR(one)) != R_UnboundValue;
        if (!is_ours || !inside) ours = one;
        inside = is_ours;
    }
    if (site == 0 && ours != R_NilValue) site = site_of_call(ours);
    UNPROTECT(1);
    return site;
}

static uint32_t site(void) {
    if (!on_r_thread() || in_site) return 0;
    SEXP reference = R_GetCurrentSrcref(0);
    if (is_reference(reference)) return site_of(reference);
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
