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

spec *spec_new(JNIEnv *env, const void *kind, const weir_attr *attrs, uint32_t count,
               uint32_t stride, uint32_t attr_size, jobjectArray names) {
    uint32_t wanted = (uint32_t)(*env)->GetArrayLength(env, names);
    if (wanted > ATTRS_MAX || attr_size > ATTR_BYTES_MAX) {
        throw_argument(env,
                       "this library has more attributes than this version of weir-java can pass");
        return NULL;
    }
    spec *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->kind = kind;
    s->attr_size = attr_size;
    s->attr_count = wanted;
    for (uint32_t i = 0; i < wanted; i++) {
        jstring text = (*env)->GetObjectArrayElement(env, names, (jsize)i);
        char *name = utf8_of(env, text);
        for (uint32_t j = 0; name != NULL && j < count; j++) {
            const weir_attr *a = weir_attr_at(attrs, stride, j);
            if (strcmp(a->name, name) == 0) s->attr[i] = a;
        }
        free(name);
        (*env)->DeleteLocalRef(env, text);
    }
    return s;
}

/* Store one value; returns the number of words it takes, or 0 if the sequence ends inside it. */
static size_t store(const weir_attr *a, const jlong *word, size_t left, char *bytes) {
    char *field = bytes + a->offset;
    int32_t small = (int32_t)word[0];
    size_t more;
    switch (a->type) {
    case WEIR_ATTR_BOOL:
    case WEIR_ATTR_DTYPE:
    case WEIR_ATTR_DEVICE: memcpy(field, &small, sizeof small); return 1;
    case WEIR_ATTR_I64:
    case WEIR_ATTR_F64: memcpy(field, word, sizeof *word); return 1;
    case WEIR_ATTR_I64S: {
        weir_i64s list = {word[0] < 0 ? NULL : (const int64_t *)(word + 1),
                          word[0] < 0 ? 0 : word[0]};
        if ((size_t)list.count >= left) return 0;
        memcpy(field, &list, sizeof list);
        return 1 + (size_t)list.count;
    }
    default: {
        const char *text = word[0] < 0 ? NULL : (const char *)(word + 1);
        more = word[0] < 0 ? 0 : ((size_t)word[0] + 7) / 8;
        if (more >= left) return 0;
        memcpy(field, &text, sizeof text);
        return 1 + more;
    }
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
        size_t taken = store(a, to->words + at, count - at, to->bytes);
        if (taken == 0) break;
        at += taken;
    }
    return true;
}

void attr_free(attr_values *values) {
    if (values->words != values->near) free(values->words);
}
