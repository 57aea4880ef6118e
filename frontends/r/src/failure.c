/* failure.c - failures of the library as R conditions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

/* A function of the package's namespace. */
static SEXP package_function(const char *name) {
    SEXP space = PROTECT(R_FindNamespace(PROTECT(Rf_mkString("weir"))));
    SEXP f = Rf_findVarInFrame(space, Rf_install(name));
    UNPROTECT(2);
    return f;
}

/* raise(status, message, operation, line) of the package builds the condition and calls stop; for an interrupt it
 * signals R's own interrupt condition. */
static void raise(const weir_failure *f) {
    const char *line = weir_site_text(f->site);
    SEXP call = PROTECT(Rf_allocVector(LANGSXP, 5)), at = call;
    SETCAR(at, package_function("raise")), at = CDR(at);
    SETCAR(at, Rf_mkString(weir_status_name((weir_status)f->status))), at = CDR(at);
    SETCAR(at, Rf_ScalarString(Rf_mkCharCE(f->message, CE_UTF8))), at = CDR(at);
    SETCAR(at, Rf_mkString(f->name)), at = CDR(at);
    SETCAR(at, line != NULL ? Rf_ScalarString(Rf_mkCharCE(line, CE_UTF8)) : R_NilValue);
    Rf_eval(call, R_GlobalEnv);
    UNPROTECT(1);
    Rf_error("%s", f->message); /* not reached */
}

void check(weir_status status) {
    if (status == WEIR_OK) return;
    weir_failure f = {.size = sizeof f};
    (void)weir_error_get(&f);
    f.status = (int32_t)status;
    raise(&f);
}

weir_runtime *runtime(void) {
    static weir_runtime *rt;
    if (rt == NULL) check(weir_runtime_default(&rt));
    return rt;
}
