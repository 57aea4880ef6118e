/* block.c - blocks: layers, losses and networks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <stdlib.h>

#define BLOCK(value) HANDLE(block, value)

/* Call fn(block, text) for a Java string; the status of the call. */
static weir_status with_text(JNIEnv *env, jstring text,
                             weir_status (*fn)(void *arg, const char *text), void *arg) {
    char *utf8 = utf8_of(env, text);
    weir_status status = fn(arg, utf8 != NULL ? utf8 : "");
    free(utf8);
    return status;
}

static weir_status parse(void *out, const char *text) {
    return weir_block_parse(the_runtime, text, out);
}

NATIVE(jlong, blockParse), jstring text) {
    weir_block *made = NULL;
    (void)fine(env, with_text(env, text, parse, &made));
    return AS_LONG(made);
}

NATIVE(jlong, kind), jstring name, jobjectArray attrs) {
    char *text = utf8_of(env, name);
    const weir_block_kind *kind = text != NULL ? weir_block_kind_find(text) : NULL;
    free(text);
    if (kind == NULL) return (jlong)fine(env, WEIR_EINVAL);
    const weir_block_def *def = weir_block_kind_describe(kind);
    return AS_LONG(spec_new(env, kind, def->name, def->attrs, def->attr_count, def->attr_stride,
                            def->attr_size, attrs));
}

NATIVE(jlong, blockNew), jlong kind, jlongArray attrs) {
    const spec *s = (const spec *)(uintptr_t)kind;
    attr_values values;
    weir_block *made = NULL;
    values.words = values.near;
    if (fine(env, s->attr_size > 0 ? weir_block_attr_init(s->kind, values.bytes, s->attr_size)
                                   : WEIR_OK) &&
        attr_store(env, s, attrs, &values))
        (void)fine(env, weir_block_new(the_runtime, s->kind, s->attr_size > 0 ? values.bytes : NULL,
                                       s->attr_size, &made));
    attr_free(&values);
    return AS_LONG(made);
}

NATIVE(jlongArray, blockForward), jlong block, jlongArray inputs) {
    enum { OUTPUTS = 64 };
    weir_array *out[OUTPUTS];
    uint32_t count = OUTPUTS;
    handles in;
    jlongArray result = NULL;
    if (!handles_take(env, inputs, &in)) return NULL;
    keep_sweep(env);
    if (fine(env, weir_block_forward(BLOCK(block), arrays_of(&in), in.count, out, &count)))
        result = longs_of(env, out, count);
    handles_free(&in);
    return result;
}

/* ---- Parts ------------------------------------------------------------------------------------- */

NATIVE(void, blockAdd), jlong parent, jstring name, jlong child) {
    char *text = utf8_of(env, name);
    (void)fine(env, weir_block_add(BLOCK(parent), text, BLOCK(child)));
    free(text);
}

NATIVE(jint, blockChildCount), jlong block) {
    (void)env;
    return (jint)weir_block_child_count(BLOCK(block));
}
NATIVE(jlong, blockChildAt), jlong block, jint index) {
    (void)env;
    weir_block *child = weir_block_child_at(BLOCK(block), (uint32_t)index, NULL);
    return child != NULL ? AS_LONG(weir_block_retain(child)) : 0;
}

NATIVE(jlong, blockChild), jlong block, jstring name) {
    char *text = utf8_of(env, name);
    weir_block *child = weir_block_child(BLOCK(block), text != NULL ? text : "");
    free(text);
    if (child == NULL) return (jlong)fine(env, WEIR_EINVAL);
    return AS_LONG(weir_block_retain(child));
}

/* The parameters, each once. */
NATIVE(jlongArray, blockParameters), jlong block) {
    uint32_t count = 0;
    if (!fine(env, weir_block_parameters(BLOCK(block), NULL, &count))) return NULL;
    weir_array **list = calloc(count + 1, sizeof *list);
    jlongArray result = NULL;
    if (list != NULL && fine(env, weir_block_parameters(BLOCK(block), list, &count))) {
        for (uint32_t i = 0; i < count; i++) (void)weir_array_retain(list[i]);
        result = longs_of(env, list, count);
    }
    free(list);
    return result;
}

/* The names of parameters and buffers, or with `buffers` false of parameters only. */
NATIVE(jobjectArray, blockNames), jlong block, jboolean buffers) {
    size_t count = weir_block_entries(BLOCK(block), NULL, 0), used = 0;
    weir_block_entry *list = calloc(count + 1, sizeof *list);
    if (list == NULL) return NULL;
    count = weir_block_entries(BLOCK(block), list, count);
    for (size_t i = 0; i < count; i++) used += buffers || list[i].trained;
    jobjectArray names =
        (*env)->NewObjectArray(env, (jsize)used, (*env)->FindClass(env, "java/lang/String"), NULL);
    used = 0;
    for (size_t i = 0; names != NULL && i < count; i++) {
        if (!buffers && !list[i].trained) continue;
        jstring name = string_of(env, list[i].name);
        (*env)->SetObjectArrayElement(env, names, (jsize)used++, name);
        (*env)->DeleteLocalRef(env, name);
    }
    free(list);
    return names;
}

NATIVE(jlong, blockGet), jlong block, jstring name) {
    weir_array *found = NULL;
    char *text = utf8_of(env, name);
    if (fine(env, weir_block_get(BLOCK(block), text != NULL ? text : "", &found)))
        (void)weir_array_retain(found);
    free(text);
    return AS_LONG(found);
}

NATIVE(void, blockSet), jlong block, jstring name, jlong values) {
    char *text = utf8_of(env, name);
    (void)fine(env, weir_block_set(BLOCK(block), text != NULL ? text : "", HANDLE(array, values)));
    free(text);
}

NATIVE(jlong, blockElements), jlong block) {
    (void)env;
    return weir_block_parameter_elements(BLOCK(block));
}

/* ---- Changing all of it ------------------------------------------------------------------------ */

NATIVE(void, blockCast), jlong block, jint dtype) {
    (void)fine(env, weir_block_cast(BLOCK(block), (weir_dtype)dtype));
}
NATIVE(void, blockCompute), jlong block, jint dtype) {
    (void)fine(env, weir_block_set_compute(BLOCK(block), (weir_dtype)dtype));
}
NATIVE(void, blockToDevice), jlong block, jint device) {
    (void)fine(env, weir_block_to_device(BLOCK(block), device));
}
NATIVE(jint, blockDevice), jlong block) {
    (void)env;
    return weir_block_device(BLOCK(block));
}
NATIVE(void, blockGradMode), jlong block, jint mode) {
    (void)fine(env, weir_block_set_grad(BLOCK(block), (weir_grad_mode)mode));
}
NATIVE(void, blockZeroGrad), jlong block) {
    (void)env;
    weir_block_zero_grad(BLOCK(block));
}
NATIVE(void, blockClear), jlong block) { (void)fine(env, weir_block_clear(BLOCK(block))); }
NATIVE(void, blockInitialise), jlong block, jlong seed) {
    (void)fine(env, weir_block_initialise(BLOCK(block), (uint64_t)seed, NULL));
}

NATIVE(void, blockTie), jlong block, jstring name, jstring other) {
    char *first = utf8_of(env, name), *second = utf8_of(env, other);
    (void)fine(env, weir_block_tie(BLOCK(block), first != NULL ? first : "",
                                   second != NULL ? second : ""));
    free(first), free(second);
}

/* ---- Files and text ---------------------------------------------------------------------------- */

NATIVE(void, blockSave), jlong block, jstring path) {
    char *text = utf8_of(env, path);
    (void)fine(env, weir_block_save(BLOCK(block), text != NULL ? text : ""));
    free(text);
}

NATIVE(void, blockLoad), jlong block, jstring path, jboolean matching) {
    char *text = utf8_of(env, path);
    (void)fine(env, weir_block_load(BLOCK(block), text != NULL ? text : "",
                                    matching ? WEIR_BLOCK_LOAD_MATCHING : WEIR_BLOCK_LOAD_ALL));
    free(text);
}

NATIVE(jstring, blockText), jlong block) {
    size_t room = weir_block_text(BLOCK(block), NULL, 0) + 1;
    char *text = malloc(room);
    if (text == NULL) return NULL;
    (void)weir_block_text(BLOCK(block), text, room);
    jstring made = string_of(env, text);
    free(text);
    return made;
}

NATIVE(jstring, blockSummary), jlong block, jlongArray inputs) {
    enum { ROOM = 1 << 18 };
    handles in;
    jstring made = NULL;
    char *text = malloc(ROOM);
    if (text != NULL && handles_take(env, inputs, &in)) {
        if (fine(env, weir_block_summary(BLOCK(block), arrays_of(&in), in.count, text, ROOM, NULL)))
            made = string_of(env, text);
        handles_free(&in);
    }
    free(text);
    return made;
}
