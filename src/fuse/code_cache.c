/* code_cache.c - the cache of generated loops, and their memory.
 *
 * The cache is one table for the process: SETS sets of WAYS places.  A program may be in any place of the
 * set that its hash selects.  Who may touch a place is decided by its state:
 *
 *   EMPTY           its code and program are not used
 *   WRITING         one thread, which has set this state, writes the code and the program
 *   READY + users   any thread that counts among the users may read them; they do not change
 *
 *   EMPTY or READY + 0 -> WRITING    acquire: pairs with the release of the last user, so that no thread is
 *                                    still running the code that is overwritten
 *   WRITING -> READY + 1             release: pairs with the acquire of the next one
 *   READY + n -> READY + n + 1       acquire: the code and the program are seen
 *   READY + n -> READY + n - 1       release
 *
 * No thread waits: if all places of a set are in use, the program is not compiled.  Nothing is locked, so
 * a fork needs no preparation.  In the child, a place that another thread was writing stays so, and a
 * place that another thread was using is not evicted; both cost a place each, and no more.
 *
 * The memory of a place is mapped when it is first used, and is never writable and executable at once.
 * If the system refuses that, no further program is compiled.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdatomic.h>
#include <string.h>

#include "fuse/code.h"

#if defined(__x86_64__)
#include <sys/mman.h>

enum {
    SETS = WR_SIZE(64, 2),
    WAYS = WR_SIZE(4, 2),
    CODE_BYTES = 16384, /* of a place: more than any program needs with one lane */
};
enum { EMPTY = 0, WRITING = 1, READY = 2, USER = 4 }; /* users are counted in steps of USER */

struct wr_code {
    atomic_uint state;
    atomic_uint used; /* any thread, relaxed: the time of the last use */
    /* as the state says */
    uint8_t *memory;
    uint64_t hash;
    wr_code_program program;
};

static wr_code cache[SETS][WAYS];
static atomic_uint now;                 /* any thread, relaxed: counts uses of the cache */
static atomic_bool refused;             /* any thread, relaxed: there is no executable memory */
static atomic_ullong compiled, evicted; /* any thread, relaxed */

static uint64_t hash_of(const wr_code_program *p) {
    uint64_t hash = 0xcbf29ce484222325u, word;
    for (size_t i = 0, n = wr_code_program_bytes(p); i < n; i += sizeof word) {
        word = 0;
        memcpy(&word, (const char *)p + i, n - i < sizeof word ? n - i : sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash;
}

/* Become a user of a place, if it is ready. */
static bool enter(wr_code *c) {
    unsigned state = atomic_load_explicit(&c->state, memory_order_relaxed);
    while (state & READY)
        if (atomic_compare_exchange_weak_explicit(&c->state, &state, state + USER,
                                                  memory_order_acquire, memory_order_relaxed))
            return true;
    return false;
}

void wr_code_release(const wr_code *code) {
    wr_code *c = (wr_code *)(uintptr_t)code;
    atomic_fetch_sub_explicit(&c->state, USER, memory_order_release);
}

static bool holds(const wr_code *c, const wr_code_program *p, uint64_t hash) {
    size_t bytes = wr_code_program_bytes(p);
    return c->hash == hash && wr_code_program_bytes(&c->program) == bytes &&
           memcmp(&c->program, p, bytes) == 0;
}

/* Begin to write the place of a set that was not used for the longest time, and has no users. */
static wr_code *claim(wr_code *set) {
    for (int tries = 0; tries < WAYS; tries++) {
        wr_code *best = NULL;
        unsigned state = EMPTY, oldest = 0, time = atomic_load_explicit(&now, memory_order_relaxed);
        for (int i = 0; i < WAYS; i++) {
            unsigned s = atomic_load_explicit(&set[i].state, memory_order_relaxed);
            unsigned age = time - atomic_load_explicit(&set[i].used, memory_order_relaxed);
            if (s == EMPTY) age = UINT32_MAX;
            if ((s != EMPTY && s != READY) || (best != NULL && age <= oldest)) continue;
            best = &set[i];
            oldest = age;
            state = s;
        }
        if (best == NULL) return NULL;
        if (atomic_compare_exchange_strong_explicit(&best->state, &state, WRITING,
                                                    memory_order_acquire, memory_order_relaxed)) {
            if (state == READY) atomic_fetch_add_explicit(&evicted, 1, memory_order_relaxed);
            return best;
        }
    }
    return NULL;
}

/* Compile a program into the memory of a place. */
static bool fill(wr_code *c, const wr_code_program *p) {
    if (c->memory == NULL) {
        void *memory =
            mmap(NULL, CODE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return false; /* there may be memory later */
        c->memory = memory;
    } else if (mprotect(c->memory, CODE_BYTES, PROT_READ | PROT_WRITE) != 0) {
        return false;
    }
    if (wr_code_compile(p, c->memory, CODE_BYTES) == 0) return false;
    if (mprotect(c->memory, CODE_BYTES, PROT_READ | PROT_EXEC) == 0) return true;
    atomic_store_explicit(&refused, true, memory_order_relaxed);
    munmap(c->memory, CODE_BYTES);
    c->memory = NULL;
    return false;
}

static const wr_code *add(wr_code *set, const wr_code_program *p, uint64_t hash) {
    wr_code *c = claim(set);
    if (c == NULL) return NULL;
    if (!fill(c, p)) {
        atomic_store_explicit(&c->state, EMPTY, memory_order_release);
        return NULL;
    }
    c->hash = hash;
    memcpy(&c->program, p, wr_code_program_bytes(p));
    atomic_fetch_add_explicit(&compiled, 1, memory_order_relaxed);
    atomic_store_explicit(&c->state, READY + USER, memory_order_release);
    return c;
}

const wr_code *wr_code_get(const wr_code_program *p) {
    if (atomic_load_explicit(&refused, memory_order_relaxed)) return NULL;
    uint64_t hash = hash_of(p);
    wr_code *set = cache[hash % SETS];
    unsigned time = 1 + atomic_fetch_add_explicit(&now, 1, memory_order_relaxed);
    const wr_code *found = NULL;
    for (int i = 0; i < WAYS && found == NULL; i++) {
        if (!enter(&set[i])) continue;
        if (holds(&set[i], p, hash))
            found = &set[i];
        else
            wr_code_release(&set[i]);
    }
    if (found == NULL) found = add(set, p, hash);
    if (found != NULL)
        atomic_store_explicit(&((wr_code *)(uintptr_t)found)->used, time, memory_order_relaxed);
    return found;
}

wr_code_fn wr_code_loop(const wr_code *code) { return (wr_code_fn)(uintptr_t)code->memory; }

bool wr_code_is_available(int level) {
    return level >= 1 && !atomic_load_explicit(&refused, memory_order_relaxed);
}

void wr_code_refuse(bool refuse) { atomic_store_explicit(&refused, refuse, memory_order_relaxed); }

uint64_t wr_code_compiled(void) { return atomic_load_explicit(&compiled, memory_order_relaxed); }
uint64_t wr_code_evicted(void) { return atomic_load_explicit(&evicted, memory_order_relaxed); }

#else /* other processors use the ordinary loops */

bool wr_code_is_available(int level) {
    (void)level;
    return false;
}

const wr_code *wr_code_get(const wr_code_program *p) {
    (void)p;
    return NULL;
}

void wr_code_release(const wr_code *code) { (void)code; }

wr_code_fn wr_code_loop(const wr_code *code) {
    (void)code;
    return NULL;
}

void wr_code_refuse(bool refuse) { (void)refuse; }
uint64_t wr_code_compiled(void) { return 0; }
uint64_t wr_code_evicted(void) { return 0; }

#endif

void wr_code_set_constants(bool wide, uint64_t *number) {
    number[WR_CODE_ZERO] = 0;
    number[WR_CODE_ONE] = wide ? UINT64_C(0x3ff0000000000000) : UINT64_C(0x3f800000);
    number[WR_CODE_SIGN] = wide ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
    number[WR_CODE_MAGNITUDE] = ~number[WR_CODE_SIGN];
}
