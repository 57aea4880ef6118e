/* buffer.c - memory shared with Java without copies: direct buffers over arrays, and arrays over direct buffers.
 *
 * An array over a direct buffer keeps the buffer alive by a global reference.  The library drops it on any thread,
 * possibly one that the JVM does not know; such a thread puts it on a list, which threads of the JVM empty.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct keep {
    struct keep *next; /* link in keep_dropped */
    jobject object;    /* a global reference */
} keep;

/* A stack: pushed by any thread with release, taken whole by one thread with acquire. */
_Atomic(void *) keep_dropped;

void *keep_new(JNIEnv *env, jobject object) {
    keep *k = malloc(sizeof *k);
    if (k == NULL) return NULL;
    k->object = (*env)->NewGlobalRef(env, object);
    return k;
}

jobject keep_object(const void *given) { return ((const keep *)given)->object; }

void keep_drop(void *given) {
    keep *k = given;
    void *head = atomic_load_explicit(&keep_dropped, memory_order_relaxed);
    do k->next = head;
    while (!atomic_compare_exchange_weak_explicit(&keep_dropped, &head, k, memory_order_release,
                                                  memory_order_relaxed));
}

void keep_sweep_now(JNIEnv *env) {
    keep *k = atomic_exchange_explicit(&keep_dropped, NULL, memory_order_acquire);
    while (k != NULL) {
        keep *next = k->next;
        (*env)->DeleteGlobalRef(env, k->object);
        free(k);
        k = next;
    }
}

NATIVE(void, sweep)) { keep_sweep(env); }

NATIVE(jlong, fromBuffer), jint dtype, jlongArray given, jobject buffer, jlong offset, jboolean readonly) {
    int64_t shape[WEIR_NDIM_MAX];
    jsize ndim = (*env)->GetArrayLength(env, given);
    char *memory = (*env)->GetDirectBufferAddress(env, buffer);
    weir_array *made = NULL;
    if (ndim > WEIR_NDIM_MAX || memory == NULL) {
        throw_argument(env, "the buffer is not direct, or the shape has more than 32 dimensions");
        return 0;
    }
    (*env)->GetLongArrayRegion(env, given, 0, ndim, (jlong *)shape);
    keep_sweep(env);
    void *kept = keep_new(env, buffer);
    if (kept == NULL) return 0;
    weir_status status =
        weir_array_from_memory(the_runtime, (weir_dtype)dtype, shape, NULL, ndim, memory + offset,
                               readonly ? WEIR_MEMORY_READONLY : 0, keep_drop, kept, &made);
    if (status != WEIR_OK) keep_drop(kept);
    (void)fine(env, status);
    return AS_LONG(made);
}

/* A direct buffer over the memory of a row-major array, valid until unmap. */
NATIVE(jobject, map), jlong a, jboolean write) {
    weir_array *x = HANDLE(array, a);
    void *memory;
    int64_t bytes = weir_array_count(x) * (int64_t)weir_dtype_bytes(weir_array_dtype(x));
    if (!weir_array_is_contiguous(x) || bytes > INT32_MAX) {
        throw_argument(
            env, "only a row-major array of less than 2 GiB can be mapped; call copy() first");
        return NULL;
    }
    if (!fine(env, weir_array_map(x, write ? WEIR_MAP_WRITE : WEIR_MAP_READ, &memory))) return NULL;
    jobject made = (*env)->NewDirectByteBuffer(env, memory, bytes);
    if (made == NULL) (void)weir_array_unmap(x);
    return made;
}
