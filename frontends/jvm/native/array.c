/* array.c - arrays from and to Java's arrays, their properties, and reading.
 *
 * Data are copied once: between the Java array and the memory of the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lists and strings ------------------------------------------------------------------------- */

bool handles_take(JNIEnv *env, jlongArray from, handles *to) {
    to->at = to->near;
    to->count = from != NULL ? (uint32_t)(*env)->GetArrayLength(env, from) : 0;
    if (to->count > sizeof to->near / sizeof *to->near) to->at = malloc(to->count * sizeof *to->at);
    if (to->at == NULL) {
        throw_argument(env, "not enough memory for the list of arrays of a call");
        return false;
    }
    _Static_assert(sizeof(void *) == sizeof(jlong), "handles are passed as longs");
    if (to->count > 0)
        (*env)->GetLongArrayRegion(env, from, 0, (jsize)to->count, (jlong *)(void *)to->at);
    return true;
}

void handles_free(handles *h) {
    if (h->at != h->near) free(h->at);
}

jlongArray longs_of(JNIEnv *env, const void *values, uint32_t count) {
    jlongArray list = (*env)->NewLongArray(env, (jsize)count);
    if (list != NULL && count > 0)
        (*env)->SetLongArrayRegion(env, list, 0, (jsize)count, (const jlong *)values);
    return list;
}

/* JNI's own strings are "modified UTF-8", which differs for characters beyond U+FFFF; both directions go through UTF-16. */
char *utf8_of(JNIEnv *env, jstring text) {
    if (text == NULL) return NULL;
    jsize length = (*env)->GetStringLength(env, text);
    const jchar *from = (*env)->GetStringChars(env, text, NULL);
    char *to = from != NULL ? malloc((size_t)length * 3 + 1) : NULL;
    size_t n = 0;
    for (jsize i = 0; to != NULL && i < length; i++) {
        uint32_t c = from[i];
        if (c >= 0xd800 && c < 0xdc00 && i + 1 < length)
            c = 0x10000 + ((c - 0xd800) << 10) + (from[++i] - 0xdc00u);
        if (c < 0x80) {
            to[n++] = (char)c;
        } else if (c < 0x800) {
            to[n++] = (char)(0xc0 | c >> 6), to[n++] = (char)(0x80 | (c & 0x3f));
        } else if (c < 0x10000) {
            to[n++] = (char)(0xe0 | c >> 12), to[n++] = (char)(0x80 | (c >> 6 & 0x3f));
            to[n++] = (char)(0x80 | (c & 0x3f));
        } else {
            to[n++] = (char)(0xf0 | c >> 18), to[n++] = (char)(0x80 | (c >> 12 & 0x3f));
            to[n++] = (char)(0x80 | (c >> 6 & 0x3f)), to[n++] = (char)(0x80 | (c & 0x3f));
        }
    }
    if (to != NULL) to[n] = '\0';
    if (from != NULL) (*env)->ReleaseStringChars(env, text, from);
    return to;
}

/* Decode one character; an invalid byte becomes U+FFFD. */
static uint32_t decode(const unsigned char **at) {
    const unsigned char *p = *at;
    int more = *p < 0x80 ? 0 : *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : *p >= 0xc0 ? 1 : -1;
    if (more < 0) return (*at)++, 0xfffd;
    uint32_t c = more == 0 ? *p : *p & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80) return (*at)++, 0xfffd;
        c = c << 6 | (p[i] & 0x3f);
    }
    *at += more + 1;
    return c;
}

jstring string_of(JNIEnv *env, const char *utf8) {
    size_t length = strlen(utf8), n = 0;
    jchar near[512] = {0}, *to = length < 512 ? near : calloc(length, sizeof *to);
    if (to == NULL) return NULL;
    for (const unsigned char *at = (const unsigned char *)utf8; *at != 0;) {
        uint32_t c = decode(&at);
        if (c >= 0x10000) {
            to[n++] = (jchar)(0xd800 + ((c - 0x10000) >> 10));
            c = 0xdc00 + ((c - 0x10000) & 0x3ff);
        }
        to[n++] = (jchar)c;
    }
    jstring made = (*env)->NewString(env, to, (jsize)n);
    if (to != near) free(to);
    return made;
}

/* ---- Creating ---------------------------------------------------------------------------------- */

static int32_t shape_of(JNIEnv *env, jlongArray given, int64_t *shape) {
    jsize ndim = (*env)->GetArrayLength(env, given);
    if (ndim > WEIR_NDIM_MAX) {
        throw_argument(env, "a shape has at most 32 dimensions");
        return -1;
    }
    (*env)->GetLongArrayRegion(env, given, 0, ndim, (jlong *)shape);
    return ndim;
}

/* Copy elements [from, from + count) between a Java array and memory.  The kind is the JVM's character for the element type. */
static void copy(JNIEnv *env, char kind, jobject array, jsize from, jsize count, void *data,
                 bool to_java) {
#define COPY(type)                                                                                 \
    (to_java ? (*env)->Set##type##ArrayRegion(env, array, from, count, data)                       \
             : (*env)->Get##type##ArrayRegion(env, array, from, count, data))
    switch (kind) {
    case 'Z': COPY(Boolean); break;
    case 'B': COPY(Byte); break;
    case 'S': COPY(Short); break;
    case 'I': COPY(Int); break;
    case 'J': COPY(Long); break;
    case 'F': COPY(Float); break;
    default: COPY(Double); break;
    }
#undef COPY
}

NATIVE(jlong, arrayOf), jint dtype, jlongArray given, jobject data, jchar kind, jint from, jint count) {
    int64_t shape[WEIR_NDIM_MAX];
    int32_t ndim = shape_of(env, given, shape);
    weir_array *made;
    void *memory;
    if (ndim < 0 ||
        !fine(env, weir_array_new(the_runtime, (weir_dtype)dtype, shape, ndim, NULL, &made)))
        return 0;
    if (count > 0) { /* an array without elements has nothing to map */
        if (!fine(env, weir_array_map(made, WEIR_MAP_WRITE, &memory))) {
            weir_array_release(made);
            return 0;
        }
        copy(env, (char)kind, data, from, count, memory, false);
        (void)weir_array_unmap(made);
    }
    return AS_LONG(made);
}

NATIVE(jlong, retain), jlong a) {
    (void)env;
    return AS_LONG(weir_array_retain(HANDLE(array, a)));
}

/* ---- Properties -------------------------------------------------------------------------------- */

NATIVE(jint, dtype), jlong a) {
    (void)env;
    return (jint)weir_array_dtype(HANDLE(array, a));
}
NATIVE(jint, device), jlong a) {
    (void)env;
    return weir_array_device(HANDLE(array, a));
}
NATIVE(jlong, count), jlong a) {
    (void)env;
    return weir_array_count(HANDLE(array, a));
}
NATIVE(jboolean, isNumber), jlong a) {
    (void)env;
    return weir_array_is_number(HANDLE(array, a)) != 0;
}
NATIVE(jboolean, isReady), jlong a) {
    (void)env;
    return weir_array_is_ready(HANDLE(array, a)) != 0;
}
NATIVE(jboolean, isContiguous), jlong a) {
    (void)env;
    return weir_array_is_contiguous(HANDLE(array, a)) != 0;
}

NATIVE(jlongArray, shape), jlong a) {
    weir_array *x = HANDLE(array, a);
    return longs_of(env, weir_array_shape(x), (uint32_t)weir_array_ndim(x));
}

NATIVE(jlongArray, strides), jlong a) {
    weir_array *x = HANDLE(array, a);
    return longs_of(env, weir_array_strides(x), (uint32_t)weir_array_ndim(x));
}

/* ---- Reading ----------------------------------------------------------------------------------- */

NATIVE(void, waitFor), jlong a, jlong timeout_ns) {
    keep_sweep(env);
    (void)fine(env, weir_array_wait_at(HANDLE(array, a), timeout_ns, "await"));
}

/* Throw the failure of the writes issued so far, if there is one; does not wait. */
NATIVE(void, peek), jlong a) {
    weir_var *var = weir_array_var(HANDLE(array, a));
    weir_status status = var != NULL ? weir_var_peek(var) : WEIR_OK;
    if (status != WEIR_PENDING) (void)fine(env, status);
}

/* Copy all elements to a Java array of the same element type and `count` elements. */
NATIVE(void, read), jlong a, jobject to, jchar kind, jint count) {
    weir_array *x = HANDLE(array, a);
    void *memory;
    if (count == 0) {
        (void)fine(env, weir_array_wait_at(x, -1, "read"));
    } else if (weir_array_is_contiguous(x) && !weir_array_is_number(x) &&
               (weir_array_device(x) & 0xff) == WEIR_DEVICE_CPU) {
        if (!fine(env, weir_array_map(x, WEIR_MAP_READ, &memory))) return;
        copy(env, (char)kind, to, 0, count, memory, true);
        (void)weir_array_unmap(x);
    } else {
        size_t bytes = (size_t)weir_array_count(x) * weir_dtype_bytes(weir_array_dtype(x));
        memory = malloc(bytes);
        if (memory == NULL)
            throw_argument(env, "not enough memory to read the array");
        else if (fine(env, weir_array_read(x, memory, bytes)))
            copy(env, (char)kind, to, 0, count, memory, true);
        free(memory);
    }
}

/* Whether a uint64 is larger than any long.  As a double, the largest long is not less than 2^63. */
static bool is_beyond(weir_array *x) {
    uint64_t exact = 0;
    return weir_array_read(x, &exact, sizeof exact) == WEIR_OK && exact > INT64_MAX;
}

NATIVE(jdouble, itemF64), jlong a) {
    double value = 0;
    (void)fine(env, weir_array_item_f64(HANDLE(array, a), &value));
    return value;
}

/* The C function gives the nearest int64_t; a number that is not one is refused here. */
NATIVE(jlong, itemI64), jlong a) {
    weir_array *x = HANDLE(array, a);
    weir_dtype dtype = weir_array_dtype(x);
    int64_t value = 0;
    double real = 0;
    if (!fine(env, weir_array_item_i64(x, &value))) return 0;
    if (dtype < WEIR_UINT64) return value;
    (void)weir_array_item_f64(x, &real);
    if (dtype == WEIR_UINT64 ? value == INT64_MAX && real >= 0x1p63 && is_beyond(x)
                             : !(real >= -0x1p63 && real < 0x1p63)) {
        char message[96];
        snprintf(message, sizeof message, "item: %.17g does not fit in a long", real);
        (void)fine(env, weir_error_set(WEIR_ERANGE, message));
    }
    return value;
}

NATIVE(jstring, text), jlong a) {
    enum { ROOM = 1 << 16 };
    char *text = malloc(ROOM);
    jstring made = NULL;
    if (text != NULL && fine(env, weir_array_text(HANDLE(array, a), text, ROOM)))
        made = string_of(env, text);
    free(text);
    return made;
}
