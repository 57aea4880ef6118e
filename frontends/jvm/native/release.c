/* release.c - releases the handles of Java objects, once each: when the program closes the object, or when the
 * garbage collector has found it unreachable.
 *
 * Each handle has a record here, with a weak global reference to the object.  References of java.lang.ref would be objects of
 * the heap themselves.  A young collection copies them, and moves those that do not fit into its survivor space, with the
 * objects that they refer to, into the old generation, where only a full collection finds them.  A weak global reference is
 * one word outside the heap.
 *
 * A weak reference to an object that is garbage from the start tells that a collection has taken place.  After that, all
 * records are swept, a few blocks with every EVERY-th new record, so that no call does an unbounded amount of work and that the
 * sweep is faster than a loop that makes garbage.
 *
 *   1. The owner of a record in use is not NULL.  The thread that sets it to NULL, under the lock, releases the handle.
 *   2. An id names one use of a record: freeing the record changes its generation.  So an id whose handle was released by the
 *      collector is recognised when a scope closes it later.
 *   3. No lock is held while a handle is released.  A thread that holds a lock may stop for the JVM's collector; a thread that
 *      waits for the lock is in native code, for which the JVM does not wait.
 *   4. Blocks stay for the life of the process: 24 bytes for each handle of the largest number that existed at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    EVERY = 64, /* a power of two */
    BLOCKS_AT_ONCE = 2,
    BLOCK = 256,
    STRIPE_BITS = 4,
    STRIPES = 1 << STRIPE_BITS,
    INDEX_BITS = 28
};

/* In the order of Releases.Kind. */
enum { ARRAY, MAPPING, BLOCK_OF_LAYERS, OPTIMIZER, SCALER, METRIC, DATASET, LOADER, WINDOW };

typedef struct record {
    jweak owner; /* NULL: the record is free */
    union {
        void *handle;
        uint32_t next_free; /* index + 1; 0: none */
    };
    uint32_t generation; /* at least 1, so that no id is 0 */
    int kind;
} record;

typedef struct block {
    uint32_t used; /* number of records in use */
    record records[BLOCK];
} block;

/* Several tables keep threads apart. */
typedef struct stripe {
    pthread_mutex_t lock;
    block **blocks;
    uint32_t block_count, block_room;
    uint32_t first_free; /* index + 1; 0: none */
    uint32_t made;       /* number of records made, which may wrap */
    /* The blocks below this number are to be swept.  Written under the lock; read without it, where an old value only delays or
     * repeats a sweep. */
    atomic_uint unswept;
} __attribute__((aligned(128))) stripe;

#define UNLOCKED                                                                                   \
    { .lock = PTHREAD_MUTEX_INITIALIZER }
#define FOUR_UNLOCKED UNLOCKED, UNLOCKED, UNLOCKED, UNLOCKED
static stripe stripes[STRIPES] = {FOUR_UNLOCKED, FOUR_UNLOCKED, FOUR_UNLOCKED, FOUR_UNLOCKED};

/* Under notice_lock; its object was garbage when it was made. */
static pthread_mutex_t notice_lock = PTHREAD_MUTEX_INITIALIZER;
static jweak sentinel;

static weir_status release(int kind, void *handle) {
    weir_status status = WEIR_OK;
    switch (kind) {
    case MAPPING: status = weir_array_unmap(handle); /* fall through */
    case ARRAY: weir_array_release(handle); break;
    case BLOCK_OF_LAYERS: weir_block_release(handle); break;
    case OPTIMIZER: weir_optimizer_free(handle); break;
    case SCALER: weir_scaler_free(handle); break;
    case METRIC: weir_metric_free(handle); break;
    case DATASET: weir_dataset_release(handle); break;
    case LOADER: weir_loader_free(handle); break;
    case WINDOW: weir_window_free(handle); break;
    }
    return status;
}

/* ---- Records, under the lock of their stripe --------------------------------------------------- */

static record *record_at(const stripe *s, uint32_t index) {
    return &s->blocks[index / BLOCK]->records[index % BLOCK];
}

static bool grow(stripe *s) {
    if (s->block_count == s->block_room) {
        uint32_t room = s->block_room > 0 ? 2 * s->block_room : 16;
        block **moved = realloc(s->blocks, room * sizeof(block *));
        if (moved == NULL) return false;
        s->blocks = moved;
        s->block_room = room;
    }
    uint32_t first = s->block_count * BLOCK;
    block *b = first < UINT32_C(1) << INDEX_BITS ? malloc(sizeof *b) : NULL;
    if (b == NULL) return false;
    b->used = 0;
    for (uint32_t i = 0; i < BLOCK; i++)
        b->records[i] = (record){.next_free = i + 1 < BLOCK ? first + i + 2 : 0, .generation = 1};
    s->blocks[s->block_count++] = b;
    s->first_free = first + 1;
    return true;
}

/* Make a record; returns its id, or 0 if there is no memory. */
static jlong record_new(stripe *s, jweak owner, void *handle, int kind) {
    if (s->first_free == 0 && !grow(s)) return 0;
    uint32_t index = s->first_free - 1;
    record *r = record_at(s, index);
    s->first_free = r->next_free;
    r->owner = owner;
    r->handle = handle;
    r->kind = kind;
    s->blocks[index / BLOCK]->used++;
    s->made++;
    return (jlong)((uint64_t)r->generation << (INDEX_BITS + STRIPE_BITS) |
                   (uint64_t)(s - stripes) << INDEX_BITS | index);
}

static record record_take(stripe *s, uint32_t index) {
    record *r = record_at(s, index), taken = *r;
    r->owner = NULL;
    if (++r->generation == 0) r->generation = 1;
    r->next_free = s->first_free;
    s->first_free = index + 1;
    s->blocks[index / BLOCK]->used--;
    return taken;
}

static uint32_t index_of(jlong id) { return (uint32_t)id & ((UINT32_C(1) << INDEX_BITS) - 1); }
static stripe *stripe_of(jlong id) { return &stripes[(uint64_t)id >> INDEX_BITS & (STRIPES - 1)]; }

static bool is_current(const stripe *s, jlong id) {
    const record *r = record_at(s, index_of(id));
    return r->owner != NULL && r->generation == (uint64_t)id >> (INDEX_BITS + STRIPE_BITS);
}

/* ---- Sweeping ---------------------------------------------------------------------------------- */

/* Release what is unreachable in one block. */
static void sweep_block(JNIEnv *env, stripe *s, uint32_t number) {
    record dead[BLOCK];
    uint32_t count = 0;
    pthread_mutex_lock(&s->lock);
    const block *b = s->blocks[number];
    for (uint32_t i = 0, left = b->used; left > 0; i++) {
        if (b->records[i].owner == NULL) continue;
        left--;
        if ((*env)->IsSameObject(env, b->records[i].owner, NULL))
            dead[count++] = record_take(s, number * BLOCK + i);
    }
    pthread_mutex_unlock(&s->lock);
    for (uint32_t i = 0; i < count; i++) {
        if (i + 4 < count) __builtin_prefetch(dead[i + 4].handle);
        (*env)->DeleteWeakGlobalRef(env, dead[i].owner);
        (void)release(dead[i].kind, dead[i].handle); /* unmapping what was mapped does not fail */
    }
}

/* Take a block that is to be swept.  Returns false if there is none. */
static bool claim(stripe *s, uint32_t *number) {
    if (atomic_load_explicit(&s->unswept, memory_order_relaxed) == 0) return false;
    pthread_mutex_lock(&s->lock);
    uint32_t left = atomic_load_explicit(&s->unswept, memory_order_relaxed);
    while (left > 0 && s->blocks[left - 1]->used == 0) left--;
    bool found = left > 0;
    if (found) *number = --left;
    atomic_store_explicit(&s->unswept, left, memory_order_relaxed);
    pthread_mutex_unlock(&s->lock);
    return found;
}

static void sweep_later(void) {
    for (stripe *s = stripes; s < stripes + STRIPES; s++) {
        pthread_mutex_lock(&s->lock);
        atomic_store_explicit(&s->unswept, s->block_count, memory_order_relaxed);
        pthread_mutex_unlock(&s->lock);
    }
}

/* If a collection has taken place since the last call, all blocks are to be swept. */
static void notice_collection(JNIEnv *env) {
    if (pthread_mutex_trylock(&notice_lock) != 0) return; /* another thread looks */
    bool collected = sentinel == NULL || (*env)->IsSameObject(env, sentinel, NULL);
    if (collected) {
        if (sentinel != NULL) (*env)->DeleteWeakGlobalRef(env, sentinel);
        jobject garbage = (*env)->NewByteArray(env, 0);
        sentinel = garbage != NULL ? (*env)->NewWeakGlobalRef(env, garbage) : NULL;
        (*env)->DeleteLocalRef(env, garbage);
    }
    pthread_mutex_unlock(&notice_lock);
    if (collected) sweep_later();
}

static void sweep_some(JNIEnv *env, stripe *mine) {
    notice_collection(env);
    int done = 0;
    for (int i = 0; i < STRIPES && done < BLOCKS_AT_ONCE; i++) {
        stripe *s = &stripes[(mine - stripes + i) % STRIPES];
        uint32_t number;
        for (; done < BLOCKS_AT_ONCE && claim(s, &number); done++) sweep_block(env, s, number);
    }
}

/* ---- Methods ----------------------------------------------------------------------------------- */

/* Release the handle when the owner is unreachable.  Returns an id for untrack. */
NATIVE(jlong, track), jobject owner, jlong value, jint kind) {
    void *handle = (void *)(uintptr_t)value;
    uint64_t thread = (uint64_t)(uintptr_t)pthread_self() >> 12;
    stripe *s = &stripes[thread * UINT64_C(0x9e3779b97f4a7c15) >> (64 - STRIPE_BITS)];
    jweak weak = (*env)->NewWeakGlobalRef(env, owner);
    jlong id = 0;
    bool sweeps = false;
    if (LIKELY(weak != NULL)) {
        pthread_mutex_lock(&s->lock);
        id = record_new(s, weak, handle, kind);
        sweeps = (s->made & (EVERY - 1)) == 0;
        pthread_mutex_unlock(&s->lock);
    }
    if (UNLIKELY(id == 0)) {
        if (weak != NULL) (*env)->DeleteWeakGlobalRef(env, weak);
        (void)release(kind, handle);
        if (!(*env)->ExceptionCheck(env)) (void)throw_status(env, WEIR_ENOMEM);
        return 0;
    }
    if (sweeps) sweep_some(env, s);
    return id;
}

/* Release a handle now, if it was not released. */
NATIVE(void, untrack), jlong id) {
    stripe *s = stripe_of(id);
    record taken = {0};
    pthread_mutex_lock(&s->lock);
    if (is_current(s, id)) taken = record_take(s, index_of(id));
    pthread_mutex_unlock(&s->lock);
    if (taken.owner == NULL) return;
    (*env)->DeleteWeakGlobalRef(env, taken.owner);
    (void)fine(env, release(taken.kind, taken.handle));
}

/* Whether the handle of an id was not released. */
NATIVE(jboolean, isTracked), jlong id) {
    (void)env;
    stripe *s = stripe_of(id);
    pthread_mutex_lock(&s->lock);
    bool is = is_current(s, id);
    pthread_mutex_unlock(&s->lock);
    return is;
}

/* Release all handles whose owners the collector has found unreachable. */
NATIVE(void, releaseUnreachable)) {
    for (stripe *s = stripes; s < stripes + STRIPES; s++) {
        pthread_mutex_lock(&s->lock);
        uint32_t count = s->block_count;
        pthread_mutex_unlock(&s->lock);
        for (uint32_t i = 0; i < count; i++) sweep_block(env, s, i);
    }
}

/* The number of handles that are not released, for tests. */
NATIVE(jlong, trackedCount)) {
    (void)env;
    jlong count = 0;
    for (stripe *s = stripes; s < stripes + STRIPES; s++) {
        pthread_mutex_lock(&s->lock);
        for (uint32_t i = 0; i < s->block_count; i++) count += s->blocks[i]->used;
        pthread_mutex_unlock(&s->lock);
    }
    return count;
}
