/* block.c - layers, losses and networks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <stdlib.h>

enum { OUTPUTS = 16, TEXT = 1 << 16 };

static void release(void *block) { weir_block_release(block); }

const box_type block_box = {"Block", release};

static napi_value wrap(state *s, weir_status status, weir_block *block) {
    return status == WEIR_OK ? box_new(s, &block_box, block) : throw_status(s, status);
}

static napi_value outcome(state *s, weir_status status) {
    return status == WEIR_OK ? NULL : throw_status(s, status);
}

/* blockParse(text) */
static napi_value block_parse(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    char *text = need_text(s, args[0]);
    weir_block *block = NULL;
    if (text == NULL) return call_end(s, NULL);
    weir_status status = weir_block_parse(s->rt, text, &block);
    free(text);
    return call_end(s, wrap(s, status, block));
}

/* blockNew(kind, attribute names, texts): the attributes are in the frame. */
static napi_value block_new(napi_env env, napi_callback_info info) {
    napi_value args[3], result = NULL;
    state *s = call_begin(env, info, 3, args);
    char *name = need_text(s, args[0]);
    if (name == NULL) return call_end(s, NULL);
    const weir_block_kind *kind = weir_block_kind_find(name);
    free(name);
    if (kind == NULL) return call_end(s, throw_status(s, WEIR_EINVAL));
    const weir_block_def *def = weir_block_kind_describe(kind);
    uint32_t count;
    const weir_attr **known =
        attrs_named(s, def->attrs, def->attr_count, def->attr_stride, args[1], &count);
    attrs *given = known != NULL ? calloc(1, sizeof *given) : NULL;
    if (given != NULL && def->attr_size <= sizeof given->bytes) {
        (void)weir_block_attr_init(kind, given->bytes, def->attr_size);
        if (attrs_read(s, given, def->name, known, count, 0, args[2])) {
            weir_block *block = NULL;
            weir_status status = weir_block_new(s->rt, kind, given->bytes, def->attr_size, &block);
            result = wrap(s, status, block);
        }
    }
    free(given), free(known);
    return call_end(s, result);
}

/* blockAdd(parent, name or null, child) */
static napi_value block_add(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_block *parent = box_get(s, args[0], &block_box), *child = box_get(s, args[2], &block_box);
    if (parent == NULL || child == NULL) return call_end(s, NULL);
    char *name = get_text(s, args[1]);
    if (refused(s)) return call_end(s, NULL);
    weir_status status = weir_block_add(parent, name, child);
    free(name);
    return call_end(s, outcome(s, status));
}

/* blockForward(block, input count, objects): slots in the frame, before and after. */
static napi_value block_forward(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_block *block = box_get(s, args[0], &block_box);
    uint32_t count = get_u32(s, args[1]), out_count = OUTPUTS;
    weir_array *in[OUTPUTS], *out[OUTPUTS];
    if (block == NULL || refused(s)) return call_end(s, NULL);
    if (count > OUTPUTS) return call_end(s, throw_text(s, "forward: too many inputs"));
    if (!frame_arrays(s, 0, count, in)) return call_end(s, NULL);
    weir_status status = weir_block_forward(block, in, count, out, &out_count);
    return call_end(s,
                    status == WEIR_OK ? slots_return(s, out, out_count) : throw_status(s, status));
}

/* blockParameters(block): slots in the frame. */
static napi_value block_parameters(napi_env env, napi_callback_info info) {
    napi_value args[1], result = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_block *block = box_get(s, args[0], &block_box);
    uint32_t count = 0;
    if (block == NULL) return call_end(s, NULL);
    weir_status status = weir_block_parameters(block, NULL, &count);
    weir_array **list = calloc(count + 1, sizeof *list);
    if (list == NULL) return call_end(s, throw_text(s, "not enough memory"));
    if (status == WEIR_OK) status = weir_block_parameters(block, list, &count);
    if (status == WEIR_OK && count > s->frame_length)
        status = weir_error_set(WEIR_EINVAL, "parameters: too many parameters for the frame");
    if (status == WEIR_OK) {
        for (uint32_t i = 0; i < count; i++) weir_array_retain(list[i]);
        result = slots_return(s, list, count);
    } else {
        throw_status(s, status);
    }
    free(list);
    return call_end(s, result);
}

/* blockEntries(block): [{ name, trained, slot }], slot 0 if the shape is not known yet. */
static napi_value block_entries(napi_env env, napi_callback_info info) {
    napi_value args[1], list = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_block *block = box_get(s, args[0], &block_box);
    if (block == NULL) return call_end(s, NULL);
    size_t count = weir_block_entries(block, NULL, 0);
    weir_block_entry *entries = calloc(count + 1, sizeof *entries);
    if (entries == NULL) return call_end(s, throw_text(s, "not enough memory"));
    weir_block_entries(block, entries, count);
    napi_create_array_with_length(env, count, &list);
    for (size_t i = 0; i < count; i++) {
        napi_value entry = NULL;
        weir_array *a = entries[i].array;
        napi_create_object(env, &entry);
        set(s, entry, "name", new_text(s, entries[i].name));
        set_f64(s, entry, "trained", entries[i].trained);
        set_f64(s, entry, "slot", a != NULL ? slot_take(s, weir_array_retain(a), true, NULL) : 0);
        napi_set_element(env, list, (uint32_t)i, entry);
    }
    free(entries);
    return call_end(s, list);
}

/* blockChildren(block): [{ name, block }] */
static napi_value block_children(napi_env env, napi_callback_info info) {
    napi_value args[1], list = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_block *block = box_get(s, args[0], &block_box);
    if (block == NULL) return call_end(s, NULL);
    uint32_t count = weir_block_child_count(block);
    napi_create_array_with_length(env, count, &list);
    for (uint32_t i = 0; i < count; i++) {
        napi_value entry = NULL;
        const char *name;
        weir_block *child = weir_block_child_at(block, i, &name);
        napi_create_object(env, &entry);
        set(s, entry, "name", new_text(s, name));
        set(s, entry, "block", box_new(s, &block_box, weir_block_retain(child)));
        napi_set_element(env, list, i, entry);
    }
    return call_end(s, list);
}

/* blockSave(block, path): blocks. */
static napi_value block_save(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    weir_block *block = box_get(s, args[0], &block_box);
    if (block == NULL) return call_end(s, NULL);
    char *path = need_text(s, args[1]);
    if (path == NULL) return call_end(s, NULL);
    weir_status status = weir_block_save(block, path);
    free(path);
    return call_end(s, outcome(s, status));
}

/* blockLoad(block, path, flags) */
static napi_value block_load(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_block *block = box_get(s, args[0], &block_box);
    if (block == NULL) return call_end(s, NULL);
    uint32_t flags = get_u32(s, args[2]);
    char *path = refused(s) ? NULL : need_text(s, args[1]);
    if (path == NULL) return call_end(s, NULL);
    weir_status status = weir_block_load(block, path, flags);
    free(path);
    return call_end(s, outcome(s, status));
}

/* blockText(block) */
static napi_value block_text(napi_env env, napi_callback_info info) {
    napi_value args[1], result = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_block *block = box_get(s, args[0], &block_box);
    if (block == NULL) return call_end(s, NULL);
    size_t length = weir_block_text(block, NULL, 0);
    char *text = malloc(length + 1);
    if (text != NULL) {
        weir_block_text(block, text, length + 1);
        result = new_text(s, text);
    }
    free(text);
    return call_end(s, result);
}

/* blockSummary(block, input count, objects) */
static napi_value block_summary(napi_env env, napi_callback_info info) {
    napi_value args[3], result = NULL;
    state *s = call_begin(env, info, 3, args);
    weir_block *block = box_get(s, args[0], &block_box);
    uint32_t count = get_u32(s, args[1]);
    weir_array *in[OUTPUTS];
    if (block == NULL || refused(s)) return call_end(s, NULL);
    if (count > OUTPUTS) return call_end(s, throw_text(s, "summary: too many inputs"));
    if (!frame_arrays(s, 0, count, in)) return call_end(s, NULL);
    char *text = malloc(TEXT);
    if (text == NULL) return call_end(s, throw_text(s, "not enough memory"));
    weir_status status = weir_block_summary(block, in, count, text, TEXT, NULL);
    result = status == WEIR_OK ? new_text(s, text) : throw_status(s, status);
    free(text);
    return call_end(s, result);
}

/* blockGet(block, name): a slot. */
static napi_value block_get(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    weir_block *block = box_get(s, args[0], &block_box);
    weir_array *a = NULL;
    if (block == NULL) return call_end(s, NULL);
    char *name = need_text(s, args[1]);
    if (name == NULL) return call_end(s, NULL);
    weir_status status = weir_block_get(block, name, &a);
    free(name);
    if (status != WEIR_OK) return call_end(s, throw_status(s, status));
    return call_end(s, new_f64(s, slot_take(s, weir_array_retain(a), true, NULL)));
}

/* blockSet(block, name, slot) */
static napi_value block_set(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_block *block = box_get(s, args[0], &block_box);
    weir_array *values = block != NULL ? slot_argument(s, args[2]) : NULL;
    if (values == NULL) return call_end(s, NULL);
    char *name = need_text(s, args[1]);
    if (name == NULL) return call_end(s, NULL);
    weir_status status = weir_block_set(block, name, values);
    free(name);
    return call_end(s, outcome(s, status));
}

/* blockTie(block, name, other) */
static napi_value block_tie(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_block *block = box_get(s, args[0], &block_box);
    if (block == NULL) return call_end(s, NULL);
    char *name = need_text(s, args[1]), *other = need_text(s, args[2]);
    if (name != NULL && other != NULL) outcome(s, weir_block_tie(block, name, other));
    free(name), free(other);
    return call_end(s, NULL);
}

enum { CAST, TO_DEVICE, SET_GRAD, ZERO_GRAD, CLEAR, COMPUTE, INITIALISE, ELEMENTS };

/* blockDo(block, what, number): the functions that take one number, or none. */
static napi_value block_do(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_block *block = box_get(s, args[0], &block_box);
    int64_t number = get_i64(s, args[2]);
    weir_status status = WEIR_OK;
    if (block == NULL || refused(s)) return call_end(s, NULL);
    switch (get_u32(s, args[1])) {
    case CAST: status = weir_block_cast(block, (weir_dtype)number); break;
    case TO_DEVICE: status = weir_block_to_device(block, (int32_t)number); break;
    case SET_GRAD: status = weir_block_set_grad(block, (weir_grad_mode)number); break;
    case ZERO_GRAD: weir_block_zero_grad(block); break;
    case CLEAR: status = weir_block_clear(block); break;
    case COMPUTE: status = weir_block_set_compute(block, (weir_dtype)number); break;
    case INITIALISE: status = weir_block_initialise(block, (uint64_t)number, NULL); break;
    default: return call_end(s, new_f64(s, (double)weir_block_parameter_elements(block)));
    }
    return call_end(s, outcome(s, status));
}

const native_function block_functions[] = {{"blockParse", block_parse},
                                           {"blockNew", block_new},
                                           {"blockAdd", block_add},
                                           {"blockForward", block_forward},
                                           {"blockParameters", block_parameters},
                                           {"blockEntries", block_entries},
                                           {"blockChildren", block_children},
                                           {"blockSave", block_save},
                                           {"blockLoad", block_load},
                                           {"blockText", block_text},
                                           {"blockSummary", block_summary},
                                           {"blockGet", block_get},
                                           {"blockSet", block_set},
                                           {"blockTie", block_tie},
                                           {"blockDo", block_do},
                                           {NULL, NULL}};
