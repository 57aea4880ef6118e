/* array.c - arrays: the table of handles, creation from typed arrays and numbers, properties, and
 * reading values.
 *
 * Releasing.  A slot belongs to one JavaScript object, whose finaliser frees it.  dispose()
 * releases the array at once and leaves the slot empty until then.  The collector is told the bytes
 * of all arrays in steps of a mebibyte, because each call to it costs as much as a small operation.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirnode.h"

#include <stdlib.h>
#include <string.h>

enum {
    HANDLE_BYTES = 256, /* about what a small array needs beside its values */
    TOLD_STEP = 1 << 20,
    SHARED_MAX = 1 << 16
};

/* ---- Slots ----------------------------------------------------------------------------------- */

static void tell(state *s, int64_t bytes) {
    s->untold_bytes += bytes;
    if (s->untold_bytes < TOLD_STEP && s->untold_bytes > -TOLD_STEP) return;
    int64_t step = s->untold_bytes;
    s->untold_bytes = 0;
    if (!s->closed) napi_adjust_external_memory(s->env, step, &s->told_bytes);
}

static uint32_t slot_new(state *s) {
    if (s->slot_free != 0) {
        uint32_t index = s->slot_free;
        s->slot_free = s->slots[index].next;
        return index;
    }
    if (s->slot_count == s->slot_room) {
        uint32_t room = s->slot_room == 0 ? 1024 : 2 * s->slot_room;
        slot *slots = realloc(s->slots, room * sizeof *slots);
        if (slots == NULL) return 0;
        s->slots = slots, s->slot_room = room;
        if (s->slot_count == 0) s->slot_count = 1;
    }
    return s->slot_count++;
}

static void slot_empty(state *s, slot *at) {
    weir_array *array = at->array;
    if (array == NULL) return;
    at->array = NULL;
    s->live_arrays--, s->live_bytes -= at->bytes;
    weir_array_release(array);
    tell(s, -(int64_t)at->bytes);
}

static void slot_free(state *s, uint32_t index) {
    slot_empty(s, &s->slots[index]);
    s->slots[index].next = s->slot_free;
    s->slot_free = index;
}

/* Called by the collector. */
static void finalise(napi_env env, void *data, void *hint) {
    (void)env;
    state *s = hint;
    s->finalising++;
    slot_free(s, (uint32_t)(uintptr_t)data);
    s->finalising--;
    state_release(s);
}

static bool own(state *s, uint32_t index, napi_value owner) {
    if (napi_add_finalizer(s->env, owner, (void *)(uintptr_t)index, finalise, s, NULL) != napi_ok)
        return false;
    state_retain(s);
    return true;
}

uint32_t slot_take(state *s, weir_array *array, bool view, napi_value owner) {
    uint32_t index = slot_new(s);
    if (index == 0) {
        weir_array_release(array);
        throw_status(s, weir_error_set(WEIR_ENOMEM, "not enough memory"));
        return 0;
    }
    uint64_t bytes = HANDLE_BYTES;
    if (!view)
        bytes += (uint64_t)weir_array_count(array) * weir_dtype_bytes(weir_array_dtype(array));
    s->slots[index] = (slot){array, bytes, 0};
    s->live_arrays++, s->live_bytes += bytes;
    tell(s, (int64_t)bytes);
    if (owner != NULL && !own(s, index, owner)) {
        slot_free(s, index);
        throw_text(s, "the array cannot be attached to its object");
        return 0;
    }
    return index;
}

weir_array *slot_array(state *s, uint32_t index) {
    weir_array *array = index < s->slot_count ? s->slots[index].array : NULL;
    if (array == NULL) throw_text(s, "the array was disposed");
    return array;
}

weir_array *slot_argument(state *s, napi_value value) {
    return slot_array(s, (uint32_t)get_i64(s, value)); /* -1: disposed */
}

bool frame_arrays(state *s, size_t at, uint32_t count, weir_array **out) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = (uint32_t)(int64_t)s->frame[at + i];
        out[i] = index != 0 ? slot_array(s, index) : NULL;
        if (index != 0 && out[i] == NULL) return false;
    }
    return true;
}

napi_value slots_return(state *s, weir_array *const *arrays, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = arrays[i] != NULL ? slot_take(s, arrays[i], false, NULL) : 0;
        if (i < s->frame_length) s->frame[i] = index;
    }
    return new_f64(s, count);
}

/* arrayOwn(object, slot): let the object release the slot when it is collected. */
static napi_value array_own(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    uint32_t index = get_u32(s, args[1]);
    if (refused(s)) return call_end(s, NULL);
    if (!own(s, index, args[0])) {
        slot_free(s, index);
        throw_text(s, "the array cannot be attached to its object");
    }
    return call_end(s, NULL);
}

/* arrayDispose(slot) */
static napi_value array_dispose(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    uint32_t index = get_u32(s, args[0]);
    if (index < s->slot_count) slot_empty(s, &s->slots[index]);
    return call_end(s, NULL);
}

/* arrayRetain(slot): a new slot for the same array. */
static napi_value array_retain(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    weir_array *a = slot_argument(s, args[0]);
    if (a == NULL) return call_end(s, NULL);
    return call_end(s, new_f64(s, slot_take(s, weir_array_retain(a), true, NULL)));
}

/* ---- Creating -------------------------------------------------------------------------------- */

static int32_t shape_argument(state *s, napi_value value, int64_t *shape) {
    uint32_t count = 0;
    if (napi_get_array_length(s->env, value, &count) != napi_ok) {
        throw_text(s, "array: the shape must be a list of integers");
    } else if (count > WEIR_NDIM_MAX) {
        throw_text(s, "array: there are more than 32 dimensions");
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        napi_value item = NULL;
        napi_get_element(s->env, value, i, &item);
        shape[i] = get_i64(s, item);
    }
    return (int32_t)count;
}

static size_t element_bytes(napi_typedarray_type type) {
    switch (type) {
    case napi_int16_array:
    case napi_uint16_array: return 2;
    case napi_int32_array:
    case napi_uint32_array:
    case napi_float32_array: return 4;
    case napi_float64_array:
    case napi_bigint64_array:
    case napi_biguint64_array: return 8;
    default: return 1;
    }
}

static bool bytes_of(state *s, napi_value value, void **data, size_t *bytes) {
    napi_typedarray_type type;
    size_t length;
    if (napi_get_typedarray_info(s->env, value, &type, &length, data, NULL, NULL) != napi_ok) {
        throw_text(s, "a typed array is required");
        return false;
    }
    *bytes = length * element_bytes(type);
    return true;
}

/* An array over the memory of a typed array, which is kept until the last queued use.  JavaScript may
 * read the memory at any time, so operations that write the array must finish in their call; the
 * library sees to that while the array is mapped, which it stays. */
static weir_status share(state *s, weir_dtype dtype, const int64_t *shape, int32_t ndim, void *data,
                         napi_value owner, weir_array **out) {
    void *mapped;
    kept_sweep(s);
    kept *k = kept_new(s, owner);
    if (k == NULL) return WEIR_ENOMEM;
    weir_status status =
        weir_array_from_memory(s->rt, dtype, shape, NULL, ndim, data, 0, kept_drop, k, out);
    if (status != WEIR_OK) {
        kept_drop(k);
        return status;
    }
    status = weir_array_map(*out, WEIR_MAP_READ, &mapped);
    if (status != WEIR_OK) weir_array_release(*out);
    return status;
}

/* arrayNew(dtype, shape, typed array, share): a copy of the bytes, which must have the dtype's layout;
 * or an array that shares their memory. */
static napi_value array_new(napi_env env, napi_callback_info info) {
    napi_value args[4];
    state *s = call_begin(env, info, 4, args);
    int64_t shape[WEIR_NDIM_MAX], count = 1;
    weir_dtype dtype = (weir_dtype)get_u32(s, args[0]);
    int32_t ndim = shape_argument(s, args[1], shape);
    void *data;
    size_t bytes;
    if (refused(s) || !bytes_of(s, args[2], &data, &bytes)) return call_end(s, NULL);
    bool counted = true;
    for (int32_t i = 0; i < ndim; i++)
        counted = counted && shape[i] >= 0 && !__builtin_mul_overflow(count, shape[i], &count);
    if (!counted || (uint64_t)count * weir_dtype_bytes(dtype) != bytes)
        return call_end(s, throw_text(s, "array: the shape does not match the number of elements"));
    static char nothing[16]; /* an empty typed array may have no address */
    weir_array *a;
    bool shared = bytes > 0 && !is_missing(s, args[3]) && get_bool(s, args[3]);
    weir_status status =
        shared ? share(s, dtype, shape, ndim, data, args[2], &a)
               : weir_array_new(s->rt, dtype, shape, ndim, bytes > 0 ? data : nothing, &a);
    if (status != WEIR_OK) return call_end(s, throw_status(s, status));
    return call_end(s, new_f64(s, slot_take(s, a, shared, NULL)));
}

/* numberNew(kind, a, b): a scalar constant; kind is "bool", "int", "float", "complex" or "bigint". */
static napi_value number_new(napi_env env, napi_callback_info info) {
    napi_value args[3];
    state *s = call_begin(env, info, 3, args);
    weir_array *a = NULL;
    weir_status status;
    bool exact = true;
    int64_t i64 = 0;
    uint64_t u64 = 0;
    switch (get_u32(s, args[0])) {
    case 0: status = weir_number_bool(s->rt, get_bool(s, args[1]), &a); break;
    case 1: status = weir_number_i64(s->rt, get_i64(s, args[1]), &a); break;
    case 2: status = weir_number_f64(s->rt, get_f64(s, args[1]), &a); break;
    case 3: status = weir_number_c128(s->rt, get_f64(s, args[1]), get_f64(s, args[2]), &a); break;
    default:
        if (napi_get_value_bigint_int64(env, args[1], &i64, &exact) != napi_ok)
            return call_end(s, throw_text(s, "a bigint was expected"));
        if (exact) {
            status = weir_number_i64(s->rt, i64, &a);
            break;
        }
        napi_get_value_bigint_uint64(env, args[1], &u64, &exact);
        status = exact ? weir_number_u64(s->rt, u64, &a)
                       : weir_error_set(WEIR_ERANGE, "the bigint does not fit in 64 bits");
    }
    if (status != WEIR_OK) return call_end(s, throw_status(s, status));
    if (refused(s)) {
        weir_array_release(a);
        return call_end(s, NULL);
    }
    return call_end(s, new_f64(s, slot_take(s, a, true, NULL)));
}

/* ---- Properties ------------------------------------------------------------------------------ */

static napi_value integers(state *s, const int64_t *numbers, int32_t count) {
    napi_value list = NULL;
    napi_create_array_with_length(s->env, (size_t)count, &list);
    for (int32_t i = 0; i < count; i++)
        napi_set_element(s->env, list, (uint32_t)i, new_f64(s, (double)numbers[i]));
    return list;
}

enum { DTYPE, SHAPE, STRIDES, DEVICE, COUNT, READY, GRAD_MODE, REQUIRES_GRAD, NUMBER, CONTIGUOUS };

/* arrayProperty(slot, which) */
static napi_value array_property(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    weir_array *a = slot_argument(s, args[0]);
    if (a == NULL) return call_end(s, NULL);
    char name[32];
    napi_value value = NULL;
    switch (get_u32(s, args[1])) {
    case DTYPE: value = new_f64(s, weir_array_dtype(a)); break;
    case SHAPE: value = integers(s, weir_array_shape(a), weir_array_ndim(a)); break;
    case STRIDES: value = integers(s, weir_array_strides(a), weir_array_ndim(a)); break;
    case DEVICE:
        weir_device_name(weir_array_device(a), name, sizeof name);
        value = new_text(s, name);
        break;
    case COUNT: value = new_f64(s, (double)weir_array_count(a)); break;
    case READY: value = new_f64(s, weir_array_is_ready(a)); break;
    case GRAD_MODE: value = new_f64(s, weir_array_grad_mode(a)); break;
    case REQUIRES_GRAD: value = new_f64(s, weir_array_requires_grad(a)); break;
    case NUMBER: value = new_f64(s, weir_array_is_number(a)); break;
    case CONTIGUOUS: value = new_f64(s, weir_array_is_contiguous(a)); break;
    default: break;
    }
    return call_end(s, value);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* arrayWait(slot, timeout in ns, or -1): blocks. */
static napi_value array_wait(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    weir_array *a = slot_argument(s, args[0]);
    if (a == NULL) return call_end(s, NULL);
    int64_t timeout = get_i64(s, args[1]);
    if (refused(s)) return call_end(s, NULL);
    weir_status status = weir_array_wait_at(a, timeout, "wait");
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* arrayRead(slot, typed array): blocks; copies the values, row-major. */
static napi_value array_read(napi_env env, napi_callback_info info) {
    napi_value args[2];
    state *s = call_begin(env, info, 2, args);
    weir_array *a = slot_argument(s, args[0]);
    static char nothing[16];
    void *data;
    size_t bytes;
    if (a == NULL || !bytes_of(s, args[1], &data, &bytes)) return call_end(s, NULL);
    weir_status status = weir_array_read(a, bytes > 0 ? data : nothing, bytes);
    return call_end(s, status == WEIR_OK ? NULL : throw_status(s, status));
}

/* arrayItem(slot): blocks; the value of one element as a number. */
static napi_value array_item(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    weir_array *a = slot_argument(s, args[0]);
    double number = 0;
    if (a == NULL) return call_end(s, NULL);
    weir_status status = weir_array_item_f64(a, &number);
    return call_end(s, status == WEIR_OK ? new_f64(s, number) : throw_status(s, status));
}

/* arrayText(slot): blocks. */
static napi_value array_text(napi_env env, napi_callback_info info) {
    enum { ROOM = 1 << 16 };
    napi_value args[1], text = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_array *a = slot_argument(s, args[0]);
    char *room = a != NULL ? malloc(ROOM) : NULL;
    if (room == NULL) return call_end(s, NULL);
    weir_status status = weir_array_text(a, room, ROOM);
    text = status == WEIR_OK ? new_text(s, room) : throw_status(s, status);
    free(room);
    return call_end(s, text);
}

/* A mapping ends when the collector has found its ArrayBuffer unreachable, and the event loop runs:
 * Node defers the finalisers of buffers.  So a loop that does not return to the event loop could map
 * all memory; when a quarter of the budget is mapped, values are copied instead. */
typedef struct mapping {
    state *s;
    weir_array *array;
    size_t bytes;
} mapping;

static void unmap(napi_env env, void *data, void *hint) {
    (void)env, (void)data;
    mapping *m = hint;
    (void)weir_array_unmap(m->array);
    weir_array_release(m->array);
    m->s->mapped_bytes -= m->bytes;
    state_release(m->s);
    free(m);
}

/* arrayMap(slot, write): blocks; an ArrayBuffer over the array's own memory. */
static napi_value array_map(napi_env env, napi_callback_info info) {
    napi_value args[2], buffer = NULL;
    state *s = call_begin(env, info, 2, args);
    weir_array *a = slot_argument(s, args[0]);
    void *data;
    bool write = get_bool(s, args[1]);
    if (a == NULL || refused(s)) return call_end(s, NULL);
    size_t bytes = (size_t)weir_array_count(a) * weir_dtype_bytes(weir_array_dtype(a));
    weir_memory memory = {.size = sizeof memory};
    if (!write && weir_memory_of(s->rt, weir_array_device(a), &memory) == WEIR_OK &&
        memory.budget > 0 && s->mapped_bytes + bytes > memory.budget / 4)
        return call_end(s, NULL); /* the caller copies */
    weir_status status = weir_array_map(a, write ? WEIR_MAP_WRITE : WEIR_MAP_READ, &data);
    if (status != WEIR_OK) return call_end(s, throw_status(s, status));
    mapping *m = malloc(sizeof *m);
    if (m != NULL) {
        *m = (mapping){s, weir_array_retain(a), bytes};
        if (napi_create_external_arraybuffer(env, data, bytes, unmap, m, &buffer) == napi_ok) {
            s->mapped_bytes += bytes;
            state_retain(s);
            return call_end(s, buffer);
        }
        weir_array_release(a);
    }
    free(m);
    (void)weir_array_unmap(a);
    return call_end(s, NULL); /* a runtime that has no external buffers: the caller copies */
}

/* ---- Handing arrays to another thread -------------------------------------------------------- */

/* Arrays on their way between worker threads, by ticket. */
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint64_t ticket;
    weir_array *array;
} * shared;
static size_t shared_count, shared_room;
static uint64_t last_ticket;

/* arraySend(slot): a ticket, valid once, in any thread of the process. */
static napi_value array_send(napi_env env, napi_callback_info info) {
    napi_value args[1], ticket = NULL;
    state *s = call_begin(env, info, 1, args);
    weir_array *a = slot_argument(s, args[0]);
    if (a == NULL) return call_end(s, NULL);
    bool room = true;
    pthread_mutex_lock(&shared_lock);
    if (shared_count == shared_room) {
        size_t size = shared_room == 0 ? 16 : 2 * shared_room;
        void *grown = size <= SHARED_MAX ? realloc(shared, size * sizeof *shared) : NULL;
        room = grown != NULL;
        if (room) shared = grown, shared_room = size;
    }
    if (room) {
        shared[shared_count].ticket = ++last_ticket;
        shared[shared_count++].array = weir_array_retain(a);
        napi_create_bigint_uint64(env, last_ticket, &ticket);
    }
    pthread_mutex_unlock(&shared_lock);
    if (!room) throw_text(s, "send: too many arrays were sent and not received");
    return call_end(s, ticket);
}

/* arrayReceive(ticket) */
static napi_value array_receive(napi_env env, napi_callback_info info) {
    napi_value args[1];
    state *s = call_begin(env, info, 1, args);
    uint64_t ticket = 0;
    bool exact;
    weir_array *a = NULL;
    if (napi_get_value_bigint_uint64(env, args[0], &ticket, &exact) != napi_ok)
        return call_end(s, throw_text(s, "receive: a ticket that send() returned was expected"));
    pthread_mutex_lock(&shared_lock);
    for (size_t i = 0; i < shared_count && a == NULL; i++)
        if (shared[i].ticket == ticket) {
            a = shared[i].array;
            shared[i] = shared[--shared_count];
        }
    pthread_mutex_unlock(&shared_lock);
    if (a == NULL)
        return call_end(s, throw_text(s, "receive: no array was sent with this ticket, or it was "
                                         "received already"));
    return call_end(s, new_f64(s, slot_take(s, a, false, NULL)));
}

const native_function array_functions[] = {
    {"arrayOwn", array_own},         {"arrayDispose", array_dispose},
    {"arrayRetain", array_retain},   {"arrayNew", array_new},
    {"numberNew", number_new},       {"arrayProperty", array_property},
    {"arrayWait", array_wait},       {"arrayRead", array_read},
    {"arrayItem", array_item},       {"arrayText", array_text},
    {"arrayMap", array_map},         {"arraySend", array_send},
    {"arrayReceive", array_receive}, {NULL, NULL}};
