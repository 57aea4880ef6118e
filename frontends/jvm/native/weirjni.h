/* weirjni.h - what the files of the JNI layer share.
 *
 * The layer is a set of small static native methods of the class io.weir.Native.  A jlong is the address of a
 * handle of the library; Java owns one reference to each and keeps the object that holds it reachable during
 * a call.  A native method that fails leaves a Java exception pending and returns 0.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIRJNI_H
#define WEIRJNI_H

#include <jni.h>
#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>
#define WEIR_WITHOUT_OPS
#include <weir/weir.h>

#define NATIVE(type, name)                                                                         \
    JNIEXPORT type JNICALL Java_io_weir_Native_##name(JNIEnv *env, jclass cls __attribute__((unused))
#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* A handle of type weir_<type> in a jlong. */
#define HANDLE(type, value) ((weir_##type *)(uintptr_t)(value))
#define AS_LONG(pointer)    ((jlong)(uintptr_t)(pointer))

/* ---- load.c ------------------------------------------------------------------------------------ */

extern JavaVM *the_vm;
extern weir_runtime *the_runtime;

/* This thread's environment; NULL if the thread is not attached to the JVM or the JVM is shutting down. */
JNIEnv *env_here(void);

/* ---- site.c ------------------------------------------------------------------------------------ */

int site_init(jvmtiEnv *jvmti);
/* The site number of the line of the program that this thread executes; 0 if it is not known. */
uint32_t site_now(void);

/* ---- error.c ----------------------------------------------------------------------------------- */

int error_init(JNIEnv *env);
/* Throw the exception for the status of a call that failed just now.  Returns false. */
bool throw_status(JNIEnv *env, weir_status status);
/* True if the call succeeded; otherwise an exception is pending. */
static inline bool fine(JNIEnv *env, weir_status status) {
    return LIKELY(status == WEIR_OK) || throw_status(env, status);
}
/* Throw an IllegalArgumentException of this front end. */
void throw_argument(JNIEnv *env, const char *message);

/* ---- attr.c ------------------------------------------------------------------------------------ */

enum { ATTRS_MAX = 32, ATTR_BYTES_MAX = 1024, ATTR_WORDS_MAX = 4096 };

/* The attributes that the Java side knows by index: those of an operator, block or optimiser. */
typedef struct spec {
    const void *kind; /* a weir_op, weir_block_kind or weir_optimizer_kind */
    const char *name; /* of the kind, for messages */
    uint32_t attr_size;
    uint32_t attr_count;
    uint32_t output_count;            /* operators; 0: a list, or in place */
    bool quick;                       /* operators: see op.c */
    const weir_attr *attr[ATTRS_MAX]; /* NULL: the library has no such attribute */
} spec;

/* Values of attributes in the form that the library takes. */
typedef struct attr_values {
    _Alignas(16) char bytes[ATTR_BYTES_MAX];
    jlong near[64];
    jlong *words; /* near, or allocated */
} attr_values;

/* Make a spec; Java keeps it for the life of the process.  NULL: an exception is pending. */
spec *spec_new(JNIEnv *env, const void *kind, const char *name, const weir_attr *attrs,
               uint32_t count, uint32_t stride, uint32_t attr_size, jobjectArray names);
/* Store the values of `given`, a sequence of entries that Attrs.java writes, over those in to->bytes.  On false an
 * exception is pending.  Call attr_free in either case. */
bool attr_store(JNIEnv *env, const spec *s, jlongArray given, attr_values *to);
void attr_free(attr_values *values);

/* ---- array.c ----------------------------------------------------------------------------------- */

enum { HANDLES_MAX = 4096 };

/* A copy of a Java array of handles; freed by handles_free.  NULL entries are allowed. */
typedef struct handles {
    void *near[16];
    void **at;
    uint32_t count;
} handles;

bool handles_take(JNIEnv *env, jlongArray from, handles *to);
void handles_free(handles *h);
static inline weir_array *const *arrays_of(const handles *h) { return (weir_array *const *)h->at; }
jlongArray longs_of(JNIEnv *env, const void *values, uint32_t count);
/* The characters of a Java string as UTF-8, allocated; NULL for null or with an exception pending. */
char *utf8_of(JNIEnv *env, jstring text);
jstring string_of(JNIEnv *env, const char *utf8);

/* ---- buffer.c ---------------------------------------------------------------------------------- */

/* Keep a Java object alive until keep_drop is called, on any thread. */
void *keep_new(JNIEnv *env, jobject object);
jobject keep_object(const void *keep);
void keep_drop(void *keep);
/* Release the objects that were dropped.  Called by threads of the JVM. */
void keep_sweep_now(JNIEnv *env);
extern _Atomic(void *) keep_dropped;
static inline void keep_sweep(JNIEnv *env) {
    if (UNLIKELY(keep_dropped != NULL)) keep_sweep_now(env);
}

#endif
