/* attr.c - attributes: from the words that Java passes to the fields of a struct.
 *
 * Java passes one array of longs, a sequence of entries.  An entry is the index of the attribute in the spec, then its
 * value by type:
 *
 *   bool, int, dtype, device   one word
 *   float                      one word, the bits of a double
 *   list                       the number of elements, or -1 for none; the elements
 *   text                       the number of bytes with the final zero, or -1 for none; the bytes, in whole words
 *
 * Attributes that are not in the sequence keep their defaults.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

spec *spec_new(JNIEnv *env, const void *kind, const char *name_of_kind, const weir_attr *attrs,
               uint32_t count, uint32_t stride, uint32_t attr_size, jobjectArray names) {
    uint32_t wanted = (uint32_t)(*env)->GetArrayLength(env, names);
    if (wanted > ATTRS_MAX || attr_size > ATTR_BYTES_MAX) {
        throw_argument(env,
                       "this library has more attributes than this version of weir-java can pass");
        return NULL;
    }
    spec *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->kind = kind;
    s->name = name_of_kind;
    s->attr_size = attr_size;
    s->attr_count = wanted;
    for (uint32_t i = 0; i < wanted; i++) {
        jstring text = (*env)->GetObjectArrayElement(env, names, (jsize)i);
        char *name = utf8_of(env, text);
        s->attr[i] = weir_attr_find(attrs, count, stride, name);
        free(name);
        (*env)->DeleteLocalRef(env, text);
    }
    return s;
}

/* Store one value; *taken is the number of words that it takes.  A sequence that ends inside a value is a mistake of
 * Options.java. */
static weir_status store(const spec *s, const weir_attr *a, const jlong *word, size_t left,
                         size_t *taken, char *bytes) {
    size_t more = 0;
    double f64;
    *taken = 1;
    switch (a->type) {
    case WEIR_ATTR_F64:
        memcpy(&f64, word, sizeof f64);
        return weir_attr_set_f64(a, bytes, s->attr_size, f64, s->name);
    case WEIR_ATTR_I64S:
    case WEIR_ATTR_TEXT:
        if (word[0] < 0) return weir_attr_set_none(a, bytes, s->attr_size, s->name);
        more = a->type == WEIR_ATTR_I64S ? (size_t)word[0] : ((size_t)word[0] + 7) / 8;
        if (more >= left)
            return weir_error_set(WEIR_EINVAL, "the words of the attributes end early");
        *taken = 1 + more;
        if (a->type == WEIR_ATTR_TEXT)
            return weir_attr_set_text(a, bytes, s->attr_size, (const char *)(word + 1), s->name);
        return weir_attr_set_i64s(a, bytes, s->attr_size, (const int64_t *)(word + 1), word[0],
                                  s->name);
    default: return weir_attr_set_i64(a, bytes, s->attr_size, word[0], s->name);
    }
}

bool attr_store(JNIEnv *env, const spec *s, jlongArray given, attr_values *to) {
    to->words = to->near;
    if (given == NULL) return true;
    size_t count = (size_t)(*env)->GetArrayLength(env, given), at = 0;
    if (count > sizeof to->near / sizeof *to->near) to->words = malloc(count * sizeof *to->words);
    if (to->words == NULL) {
        throw_argument(env, "not enough memory for the attributes of a call");
        return false;
    }
    (*env)->GetLongArrayRegion(env, given, 0, (jsize)count, to->words);
    while (at + 1 < count) {
        uint32_t index = (uint32_t)to->words[at++];
        const weir_attr *a = index < s->attr_count ? s->attr[index] : NULL;
        if (a == NULL) {
            throw_argument(
                env,
                "the loaded libweir is older than weir-java and lacks an attribute of this call");
            return false;
        }
        size_t taken;
        if (!fine(env, store(s, a, to->words + at, count - at, &taken, to->bytes))) return false;
        at += taken;
    }
    return true;
}

void attr_free(attr_values *values) {
    if (values->words != values->near) free(values->words);
}
