/* engine.c - waits, statistics, memory, seeds, devices, traces.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

#include <math.h>

/* ---- Waits ---------------------------------------------------------------------------------- */

/* NULL is no timeout, and one that has passed is 0. */
static int64_t nanoseconds(SEXP seconds) {
    if (seconds == R_NilValue) return -1;
    bool number =
        (TYPEOF(seconds) == REALSXP || TYPEOF(seconds) == INTSXP) && XLENGTH(seconds) == 1;
    double s = number ? Rf_asReal(seconds) : NAN;
    if (isnan(s)) Rf_error("timeout must be a number of seconds or NULL");
    return s < 0 ? 0 : s > 9e9 ? -1 : (int64_t)(s * 1e9);
}

SEXP r_wait(SEXP array, SEXP timeout) {
    check(weir_array_wait_at(array_of(array), nanoseconds(timeout), "wait"));
    return array;
}

SEXP r_wait_all(SEXP timeout) {
    check(weir_waitall_at(runtime(), nanoseconds(timeout), "wait_all", weir_site_get()));
    return R_NilValue;
}

SEXP r_synchronize(SEXP device) {
    check(weir_synchronize(runtime(), device_of(device)));
    return R_NilValue;
}

SEXP r_cancel_all(void) {
    check(weir_cancel_all(runtime()));
    return R_NilValue;
}

/* ---- Numbers as named vectors ---------------------------------------------------------------- */

typedef struct pair {
    const char *name;
    double value;
} pair;

static SEXP named(const pair *pairs, int count) {
    SEXP values = PROTECT(Rf_allocVector(REALSXP, count)),
         names = PROTECT(Rf_allocVector(STRSXP, count));
    for (int i = 0; i < count; i++) {
        REAL(values)[i] = pairs[i].value;
        SET_STRING_ELT(names, i, Rf_mkChar(pairs[i].name));
    }
    Rf_setAttrib(values, R_NamesSymbol, names);
    UNPROTECT(2);
    return values;
}

SEXP r_stats(void) {
    weir_stats s = {.size = sizeof s};
    check(weir_stats_get(runtime(), &s));
    const pair pairs[] = {{"workers", s.workers},
                          {"issued", (double)s.issued},
                          {"finished", (double)s.finished},
                          {"queue_len", (double)s.queue_len},
                          {"memory_used", (double)s.memory_used},
                          {"memory_peak", (double)s.memory_peak},
                          {"waits", (double)s.waits},
                          {"wait_seconds", (double)s.wait_ns / 1e9},
                          {"failures", (double)s.failures}};
    return named(pairs, sizeof pairs / sizeof *pairs);
}

SEXP r_memory(SEXP device) {
    weir_memory m = {.size = sizeof m};
    check(device == R_NilValue ? weir_memory_get(runtime(), &m)
                               : weir_memory_of(runtime(), device_of(device), &m));
    const pair pairs[] = {{"used", (double)m.used},         {"cached", (double)m.cached},
                          {"reserved", (double)m.reserved}, {"peak", (double)m.peak},
                          {"budget", (double)m.budget},     {"level", (double)m.level}};
    return named(pairs, sizeof pairs / sizeof *pairs);
}

SEXP r_memory_budget(SEXP device, SEXP bytes) {
    double size = Rf_asReal(bytes);
    if (!(size >= 1 && size < 9007199254740992.0))
        Rf_error("the memory budget must be a number of bytes, at least 1, not %g", size);
    check(weir_memory_budget_set(runtime(), device == R_NilValue ? WEIR_CPU(0) : device_of(device),
                                 (uint64_t)size));
    return R_NilValue;
}

SEXP r_memory_trim(void) {
    check(weir_memory_trim(runtime()));
    return R_NilValue;
}

/* The wait profile: reasons, lines, counts, seconds. */
SEXP r_wait_profile(void) {
    enum { MOST = 256 };
    weir_wait_entry *entries = (weir_wait_entry *)R_alloc(MOST, sizeof *entries);
    size_t count = weir_waits_get(runtime(), entries, MOST);
    if (count > MOST) count = MOST;
    SEXP list = PROTECT(Rf_allocVector(VECSXP, 4));
    SEXP reason = SET_VECTOR_ELT(list, 0, Rf_allocVector(STRSXP, (R_xlen_t)count));
    SEXP line = SET_VECTOR_ELT(list, 1, Rf_allocVector(STRSXP, (R_xlen_t)count));
    SEXP number = SET_VECTOR_ELT(list, 2, Rf_allocVector(REALSXP, (R_xlen_t)count));
    SEXP seconds = SET_VECTOR_ELT(list, 3, Rf_allocVector(REALSXP, (R_xlen_t)count));
    for (size_t i = 0; i < count; i++) {
        const char *text = weir_site_text(entries[i].site);
        SET_STRING_ELT(reason, (R_xlen_t)i, Rf_mkChar(entries[i].reason));
        SET_STRING_ELT(line, (R_xlen_t)i, text != NULL ? Rf_mkChar(text) : NA_STRING);
        REAL(number)[i] = (double)entries[i].count;
        REAL(seconds)[i] = (double)entries[i].ns / 1e9;
    }
    UNPROTECT(1);
    return list;
}

SEXP r_trace_start(void) {
    check(weir_trace_start(runtime(), 0));
    return R_NilValue;
}

SEXP r_trace_stop(SEXP path) {
    check(weir_trace_stop(runtime(), path == R_NilValue ? NULL : text_of(path, "path")));
    return R_NilValue;
}

/* ---- Settings -------------------------------------------------------------------------------- */

SEXP r_seed(SEXP seed) {
    check(weir_seed(runtime(), (uint64_t)whole_of(seed, "seed")));
    return R_NilValue;
}

SEXP r_devices(void) {
    int32_t list[256];
    size_t count = weir_devices(runtime(), list, 256);
    SEXP names = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)count));
    for (size_t i = 0; i < count; i++) {
        char name[32];
        weir_device_name(list[i], name, sizeof name);
        SET_STRING_ELT(names, (R_xlen_t)i, Rf_mkChar(name));
    }
    UNPROTECT(1);
    return names;
}

SEXP r_engine(SEXP serial) {
    int is_serial = Rf_asLogical(serial);
    if (is_serial == NA_LOGICAL) Rf_error("serial must be TRUE or FALSE");
    check(weir_runtime_set_engine(runtime(), is_serial ? WEIR_SERIAL : WEIR_THREADED));
    return R_NilValue;
}

SEXP r_version(void) { return Rf_mkString(weir_version_text()); }

/* ---- Files ----------------------------------------------------------------------------------- */

SEXP r_save(SEXP path, SEXP list) {
    R_xlen_t count = XLENGTH(list);
    SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    const char **text = (const char **)R_alloc((size_t)count + 1, sizeof *text);
    weir_array **arrays = (weir_array **)R_alloc((size_t)count + 1, sizeof *arrays);
    for (R_xlen_t i = 0; i < count; i++) {
        text[i] = Rf_translateCharUTF8(STRING_ELT(names, i));
        arrays[i] = array_of(VECTOR_ELT(list, i));
    }
    check(weir_save_safetensors(text_of(path, "path"), text, arrays, (uint32_t)count, NULL, 0));
    return R_NilValue;
}

static void close_file(SEXP s) {
    weir_safetensors_close(R_ExternalPtrAddr(s));
    R_ClearExternalPtr(s);
}

SEXP r_load(SEXP path) {
    weir_safetensors *file;
    check(weir_safetensors_open(text_of(path, "path"), &file));
    SEXP holder = PROTECT(
        R_MakeExternalPtr(file, R_NilValue, R_NilValue)); /* closes the file after an error */
    R_RegisterCFinalizer(holder, close_file);
    uint32_t count = weir_safetensors_count(file);
    SEXP list = PROTECT(Rf_allocVector(VECSXP, count)),
         names = PROTECT(Rf_allocVector(STRSXP, count));
    for (uint32_t i = 0; i < count; i++) {
        weir_safetensors_entry entry;
        weir_array *a;
        check(weir_safetensors_at(file, i, &entry));
        SET_STRING_ELT(names, i, Rf_mkCharCE(entry.name, CE_UTF8));
        check(weir_safetensors_load(runtime(), file, i, WEIR_LOAD_COPY, &a));
        SET_VECTOR_ELT(list, i, array_wrap(a));
    }
    close_file(holder);
    Rf_setAttrib(list, R_NamesSymbol, names);
    UNPROTECT(3);
    return list;
}
