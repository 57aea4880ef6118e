/* handle.c - library objects as R external pointers.
 *
 * The tag of the pointer says what it points to.  A pointer that saveRDS or save.image has written is NULL after
 * loading: using it is an error that says what to do instead.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

static void release_array(void *p) { weir_array_release(p); }
static void release_block(void *p) { weir_block_release(p); }
static void release_optimizer(void *p) { weir_optimizer_free(p); }
static void release_scaler(void *p) { weir_scaler_free(p); }
static void release_dataset(void *p) { weir_dataset_release(p); }
static void release_loader(void *p) { weir_loader_free(p); }
static void release_metric(void *p) { weir_metric_free(p); }

static const struct {
    const char *name;
    void (*release)(void *);
} kinds[KINDS] = {
    [ARRAY] = {"weir_array", release_array},
    [BLOCK] = {"weir_block", release_block},
    [OPTIMIZER] = {"weir_optimizer", release_optimizer},
    [SCALER] = {"weir_scaler", release_scaler},
    [DATASET] = {"weir_dataset", release_dataset},
    [LOADER] = {"weir_loader", release_loader},
    [METRIC] = {"weir_metric", release_metric},
};

static SEXP tags[KINDS];
/* one object of each kind, from which new ones copy their class: cheaper than Rf_setAttrib */
static SEXP pattern[KINDS];

static void finalize(kind k, SEXP s) {
    void *object = R_ExternalPtrAddr(s);
    if (object == NULL) return;
    R_ClearExternalPtr(s);
    kinds[k].release(object);
}

static void finalize_array(SEXP s) { finalize(ARRAY, s); }

static void finalize_other(SEXP s) {
    for (int k = 0; k < KINDS; k++)
        if (R_ExternalPtrTag(s) == tags[k]) finalize((kind)k, s);
}

SEXP handle_wrap(kind k, void *object) {
    SEXP s = PROTECT(R_MakeExternalPtr(object, tags[k], R_NilValue));
    R_RegisterCFinalizer(s, k == ARRAY ? finalize_array : finalize_other);
    SHALLOW_DUPLICATE_ATTRIB(s, pattern[k]);
    UNPROTECT(1);
    return s;
}

bool handle_is(kind k, SEXP s) { return TYPEOF(s) == EXTPTRSXP && R_ExternalPtrTag(s) == tags[k]; }

void *handle_of(kind k, SEXP s) {
    if (!handle_is(k, s))
        Rf_error("expected a %s, not an object of type %s", kinds[k].name, Rf_type2char(TYPEOF(s)));
    void *object = R_ExternalPtrAddr(s);
    if (object == NULL)
        Rf_error(
            "this %s has no contents: it was closed, or it comes from a saved workspace or RDS file, which "
            "cannot hold it; save values with weir_save() or as.array()",
            kinds[k].name);
    return object;
}

/* Release the object now.  The handle is empty afterwards. */
SEXP r_close(SEXP s) {
    if (TYPEOF(s) == EXTPTRSXP) finalize_other(s);
    return R_NilValue;
}

/* Whether the handle has no object: it was closed, or it comes from a file. */
SEXP r_is_empty(SEXP s) {
    return Rf_ScalarLogical(TYPEOF(s) == EXTPTRSXP && R_ExternalPtrAddr(s) == NULL);
}

void handle_init(void) {
    for (int k = 0; k < KINDS; k++) {
        tags[k] = Rf_install(kinds[k].name);
        pattern[k] = R_MakeExternalPtr(NULL, R_NilValue, R_NilValue);
        R_PreserveObject(pattern[k]);
        Rf_setAttrib(pattern[k], R_ClassSymbol, PROTECT(Rf_mkString(kinds[k].name)));
        UNPROTECT(1);
    }
}
