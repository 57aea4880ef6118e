/* weirnode.h - what the files of the Node-API addon share.
 *
 *   state   What one environment (the main thread, or one worker thread) owns: the table of array
 *           handles, the operators it has looked up, the JavaScript functions that the library's
 *           callbacks use.
 *   slot    The number by which JavaScript refers to an array.  It is a private field of the
 *           JavaScript object, so it cannot be forged.
 *   frame   A Float64Array that JavaScript and C share.  JavaScript writes the arguments of a call
 *           into it and C the resulting slots, because a conversion through Node-API costs more
 *           than a small operation.
 *   box     Any other object of the library: a block, an optimiser, a loader.
 *
 * JavaScript passes each object whose slot is in the frame as an argument too, so that the
 * collector cannot release it during the call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIRNODE_H
#define WEIRNODE_H

#ifndef NAPI_VERSION
#define NAPI_VERSION 9
#endif
#include <node_api.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define WEIR_WITHOUT_OPS
#include <weir/weir.h>

typedef struct state state;

/* An operator as the generated functions call it: its attributes in their order. */
typedef struct known_op {
    const weir_op *op;
    const weir_op_def *def;
    uint32_t attr_count;
    const weir_attr **attrs; /* NULL for an attribute that this library does not have */
} known_op;

/* The tag of a box tells which functions accept it. */
typedef struct box_type {
    const char *name;
    void (*release)(void *object);
} box_type;

/* A scalar constant that was used recently. */
typedef struct cached_number {
    uint64_t bits;
    int kind;
    weir_array *array;
} cached_number;
enum { NUMBERS = 64 };

typedef struct slot {
    weir_array *array; /* NULL: free, or disposed */
    uint64_t bytes;    /* what the collector was told */
    uint32_t next;     /* the next free slot */
} slot;

/* What the library's workers pass to the JavaScript thread: arrays that were awaited, and values that
 * are no longer used. */
typedef struct notifier {
    pthread_mutex_t lock;
    struct awaited *done; /* under `lock` */
    struct kept *dropped; /* under `lock` */
    bool closed;          /* under `lock`: the environment is gone */
    int references; /* under `lock`: one for the state, each awaited array and each kept value */
    napi_threadsafe_function wake;
    uint32_t waiting; /* JavaScript thread only */
} notifier;

struct state {
    napi_env env;
    weir_runtime *rt;
    uint32_t references; /* the environment, and each JavaScript object with a finaliser */

    slot *slots; /* slots[0] is not used */
    uint32_t slot_count, slot_room, slot_free;
    uint64_t live_arrays, live_bytes;
    uint64_t mapped_bytes; /* of arrays whose memory JavaScript sees */
    int64_t told_bytes;    /* what the collector knows of, by all addons */
    int64_t untold_bytes;  /* allocated or released since the collector was last told */

    known_op *ops;
    uint32_t op_count, op_room;

    cached_number numbers[NUMBERS];

    double *frame;
    size_t frame_length;
    napi_ref frame_ref;

    napi_ref raise, locate, gc; /* JavaScript functions: make an error, find the line, collect */
    int calls;                  /* depth of calls from JavaScript */
    int finalising;             /* the collector is running: JavaScript must not be called */
    uint32_t site;              /* the line of the present call; 0: not looked up yet */
    uint64_t collections;

    notifier *notifier;
    bool closed;
};

/* ---- state.c -------------------------------------------------------------------------------- */

extern _Thread_local state *here; /* the environment whose code this thread runs, or NULL */

void state_retain(state *s);
void state_release(state *s);

/* Begin a call from JavaScript: reads up to `room` arguments; missing ones are undefined. */
state *call_begin(napi_env env, napi_callback_info info, size_t room, napi_value *args);
napi_value call_end(state *s, napi_value result);

/* Calls the callback of weir_frontend.collect, for tests. */
void frontend_collect(int urgent);

/* ---- error.c -------------------------------------------------------------------------------- */

/* Make the JavaScript error of the last failing call on this thread. */
napi_value error_make(state *s, weir_status status);
/* Throw that error; returns NULL. */
napi_value throw_status(state *s, weir_status status);
napi_value throw_text(state *s, const char *message);

/* ---- array.c -------------------------------------------------------------------------------- */

/* Take a reference to `array` into the table.  `owner`, if not NULL, is the JavaScript object that
 * releases the slot when it is collected.  Returns 0, with an exception, if there is no memory. */
uint32_t slot_take(state *s, weir_array *array, bool view, napi_value owner);
/* The array of a slot, or NULL with an exception if it was disposed. */
weir_array *slot_array(state *s, uint32_t index);
weir_array *slot_argument(state *s, napi_value value);
/* Write the slots of `count` arrays to the frame; takes the references.  Returns their number. */
napi_value slots_return(state *s, weir_array *const *arrays, uint32_t count);
/* Read `count` slots from the frame, from `at`; 0 is NULL.  The arrays are borrowed. */
bool frame_arrays(state *s, size_t at, uint32_t count, weir_array **out);

/* ---- op.c ----------------------------------------------------------------------------------- */

/* Attributes that JavaScript wrote to the frame, decoded into a struct. */
enum { ATTR_BYTES = 512, LIST_ROOM = 4096, TEXT_ROOM = 4096 };
typedef struct attrs {
    _Alignas(16) char bytes[ATTR_BYTES];
    int64_t list[LIST_ROOM];
    char text[TEXT_ROOM];
    size_t list_used, text_used;
} attrs;
/* `owner` is the name of the operator, block or optimiser, for messages. */
bool attrs_read(state *s, attrs *to, const char *owner, const weir_attr *const *known,
                uint32_t count, size_t at, napi_value texts);
/* The descriptions of the attributes with these names, in a list to be freed; NULL with an
 * exception if there is no memory. */
const weir_attr **attrs_named(state *s, const weir_attr *all, uint32_t count, uint32_t stride,
                              napi_value names, uint32_t *found);

/* ---- Conversions (value.c) ------------------------------------------------------------------ */

/* A value of another type, or a number that does not fit, gives 0, with an exception. */
uint32_t get_u32(state *s, napi_value value);
int32_t get_i32(state *s, napi_value value);
int64_t get_i64(state *s, napi_value value);
double get_f64(state *s, napi_value value);
bool get_bool(state *s, napi_value value);
/* Whether an exception is pending: a conversion failed. */
bool refused(state *s);
bool is_missing(state *s, napi_value value); /* undefined or null */
/* A copy of a string, to be freed; NULL with an exception for another value, or a text with NUL. */
char *need_text(state *s, napi_value value);
/* The same, but NULL without an exception for undefined and null. */
char *get_text(state *s, napi_value value);
napi_value new_f64(state *s, double number);
napi_value new_text(state *s, const char *text);
void set(state *s, napi_value object, const char *name, napi_value value);
void set_f64(state *s, napi_value object, const char *name, double number);

napi_value box_new(state *s, const box_type *type, void *object);
/* The object in a box of this type, or NULL with an exception. */
void *box_get(state *s, napi_value value, const box_type *type);
napi_value box_release(napi_env env, napi_callback_info info);

/* ---- The functions of each file, ended by a NULL name ---------------------------------------- */

typedef struct native_function {
    const char *name;
    napi_callback call;
} native_function;

extern const native_function array_functions[], op_functions[], ready_functions[],
    autograd_functions[], block_functions[], optimizer_functions[], data_functions[],
    runtime_functions[];

/* A JavaScript value that the library holds.  kept_drop is called once, on any thread; kept_sweep
 * deletes the references of values that were dropped. */
typedef struct kept {
    struct kept *next; /* link in notifier.dropped */
    notifier *n;
    napi_ref ref;
} kept;
kept *kept_new(state *s, napi_value value);
void kept_drop(void *kept);
void kept_sweep(state *s);

notifier *notifier_new(state *s);
void notifier_close(state *s);

extern const box_type block_box, dataset_box;

#endif
