/* site.c - the source line of the program that this thread executes, as a site number of the library.
 *
 * The line is asked for when work is issued or waited for.  JVMTI's GetStackTrace returns (method, position)
 * pairs; a table maps each pair to a site number, or to SKIP for code of this package and of the class libraries, whose caller's
 * line is wanted.  A line is looked up by name only once.
 *
 * The walk takes about a microsecond.  op.c does without it for small elementwise operations.
 *
 * Method ids stay valid or are never used again (HotSpot does not reuse them), so an entry of an unloaded class
 * does no harm.  When the table is full, further lines are looked up each time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 1 << 14, FULL = ENTRIES / 2, FRAMES = 24 };

#define SKIP UINT32_C(0xffffffff) /* not a line of the program */

/* Written once, under `lock`; `method` is stored last with release, so a reader that sees it sees the rest. */
typedef struct entry {
    _Atomic(jmethodID) method;
    jlocation at;
    uint32_t site;
} entry;

static jvmtiEnv *ti; /* NULL: the JVM has no JVMTI */
static entry table[ENTRIES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count; /* under `lock` */

int site_init(jvmtiEnv *jvmti) {
    jvmtiCapabilities wanted = {.can_get_line_numbers = 1, .can_get_source_file_name = 1};
    if ((*jvmti)->AddCapabilities(jvmti, &wanted) != JVMTI_ERROR_NONE) return -1;
    ti = jvmti;
    return 0;
}

/* ---- Looking up a line ------------------------------------------------------------------------- */

/* True for classes of the packages io.weir and weir themselves, not of packages inside these. */
static bool is_ours(const char *signature) {
    static const char *const packages[] = {"Lio/weir/", "Lweir/"};
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        size_t n = strlen(packages[i]);
        if (strncmp(signature, packages[i], n) == 0) return strchr(signature + n, '/') == NULL;
    }
    return false;
}

static bool is_class_library(const char *signature) {
    static const char *const packages[] = {"Ljava/", "Ljdk/", "Lsun/", "Lscala/"};
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
        if (strncmp(signature, packages[i], strlen(packages[i])) == 0) return true;
    return false;
}

static jint line_of(jmethodID method, jlocation at) {
    jint lines, line = 0;
    jvmtiLineNumberEntry *list;
    if ((*ti)->GetLineNumberTable(ti, method, &lines, &list) != JVMTI_ERROR_NONE) return 0;
    jlocation best = -1;
    for (jint i = 0; i < lines; i++)
        if (list[i].start_location <= at && list[i].start_location > best)
            best = list[i].start_location, line = list[i].line_number;
    (*ti)->Deallocate(ti, (unsigned char *)list);
    return line;
}

static uint32_t look_up(JNIEnv *env, jmethodID method, jlocation at) {
    jclass class = NULL;
    char *signature = NULL, *file = NULL;
    uint32_t site = SKIP;
    if (at < 0 || (*ti)->GetMethodDeclaringClass(ti, method, &class) != JVMTI_ERROR_NONE)
        return SKIP;
    if ((*ti)->GetClassSignature(ti, class, &signature, NULL) == JVMTI_ERROR_NONE &&
        !is_ours(signature) && !is_class_library(signature) &&
        (*ti)->GetSourceFileName(ti, class, &file) == JVMTI_ERROR_NONE) {
        jint line = line_of(method, at);
        if (line > 0) site = weir_site_intern(file, line);
    }
    if (signature != NULL) (*ti)->Deallocate(ti, (unsigned char *)signature);
    if (file != NULL) (*ti)->Deallocate(ti, (unsigned char *)file);
    (*env)->DeleteLocalRef(env, class);
    return site;
}

/* ---- The table --------------------------------------------------------------------------------- */

static size_t place_of(jmethodID method, jlocation at) {
    uint64_t h = ((uint64_t)(uintptr_t)method ^ (uint64_t)at << 32) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(h >> 50) % ENTRIES;
}

static bool find(jmethodID method, jlocation at, uint32_t *site) {
    for (size_t i = place_of(method, at);; i = (i + 1) % ENTRIES) {
        jmethodID here = atomic_load_explicit(&table[i].method, memory_order_acquire);
        if (here == NULL) return false;
        if (here != method || table[i].at != at) continue;
        *site = table[i].site;
        return true;
    }
}

static void add(jmethodID method, jlocation at, uint32_t site) {
    uint32_t other;
    pthread_mutex_lock(&lock);
    if (count < FULL && !find(method, at, &other)) {
        size_t i = place_of(method, at);
        while (atomic_load_explicit(&table[i].method, memory_order_relaxed) != NULL)
            i = (i + 1) % ENTRIES;
        table[i].at = at;
        table[i].site = site;
        atomic_store_explicit(&table[i].method, method, memory_order_release);
        count++;
    }
    pthread_mutex_unlock(&lock);
}

uint32_t site_now(void) {
    jvmtiFrameInfo frame[FRAMES];
    jint frames = 0;
    JNIEnv *env = ti != NULL ? env_here() : NULL;
    if (env == NULL ||
        (*ti)->GetStackTrace(ti, NULL, 0, FRAMES, frame, &frames) != JVMTI_ERROR_NONE)
        return 0;
    for (jint i = 0; i < frames; i++) {
        uint32_t site = SKIP;
        if (!find(frame[i].method, frame[i].location, &site)) {
            site = look_up(env, frame[i].method, frame[i].location);
            add(frame[i].method, frame[i].location, site);
        }
        if (site != SKIP) return site;
    }
    return 0;
}
