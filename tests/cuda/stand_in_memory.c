/* stand_in_memory.c - memory of the stand-in driver's devices, and pinned memory.
 *
 * Both are mappings of this process, and a device address is the address here, since kernels run
 * here too.  Device memory has a protection key of its own where there are such keys (x86 with
 * PKU): only the threads of streams have opened it, so the host faults when it touches the
 * memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { GARBAGE = 0xcb, GARBAGE_BYTES = 1 << 16 };

typedef struct block {
    struct block *next;
    struct cu_context_s *device; /* NULL: pinned */
    char *address;
    size_t bytes, mapped_bytes;
} block;

static block *blocks; /* all that live; under the lock */

/* ---- The protection key ---------------------------------------------------------------------- */

#if defined(SYS_pkey_alloc) && defined(__x86_64__)
static int key = -1; /* written once */
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

/* Threads that exist, and those to come, begin with all keys but the first closed. */
static void take_key(void) {
    long closed = 1;
    key = (int)syscall(SYS_pkey_alloc, 0L, closed);
}

static bool protect(void *address, size_t bytes) {
    pthread_once(&key_once, take_key);
    return key < 0 || syscall(SYS_pkey_mprotect, address, bytes, (long)(PROT_READ | PROT_WRITE),
                              (long)key) == 0;
}

void stand_in_open_memory(void) {
    pthread_once(&key_once, take_key);
    if (key < 0) return;
    uint32_t rights, high;
    __asm__ volatile(".byte 0x0f, 0x01, 0xee" : "=a"(rights), "=d"(high) : "c"(0)); /* rdpkru */
    rights &= ~((uint32_t)3 << (2 * key));
    __asm__ volatile(".byte 0x0f, 0x01, 0xef"
                     :
                     : "a"(rights), "c"(0), "d"(0)
                     : "memory"); /* wrpkru */
}

int stand_in_is_guarded(void) {
    pthread_once(&key_once, take_key);
    return key >= 0;
}

/* A thread of a stream may still be taking the key. */
__attribute__((destructor)) static void give_key(void) {
    if (stand_in_is_guarded()) syscall(SYS_pkey_free, (long)key);
}
#else
static bool protect(void *address, size_t bytes) {
    (void)address, (void)bytes;
    return true;
}

void stand_in_open_memory(void) {}

int stand_in_is_guarded(void) { return 0; }
#endif

/* ---- Blocks ---------------------------------------------------------------------------------- */

static size_t round_up(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

/* Map a block and list it.  Fresh memory holds garbage, as a GPU's does.  Under the lock. */
static block *take(struct cu_context_s *device, size_t bytes) {
    block *b = calloc(1, sizeof *b);
    if (b == NULL) return NULL;
    size_t mapped = round_up(bytes);
    char *address = mmap(NULL, mapped, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED) {
        free(b);
        return NULL;
    }
    memset(address, GARBAGE, mapped < GARBAGE_BYTES ? mapped : GARBAGE_BYTES);
    if (device != NULL && !protect(address, mapped)) {
        munmap(address, mapped);
        free(b);
        return NULL;
    }
    *b = (block){blocks, device, address, bytes, mapped};
    blocks = b;
    return b;
}

/* Unmap *link.  Under the lock. */
static void give(block **link) {
    block *b = *link;
    *link = b->next;
    if (b->device != NULL) b->device->used_bytes -= b->mapped_bytes;
    atomic_fetch_sub(b->device != NULL ? &stand_in_settings.allocations_live
                                       : &stand_in_settings.pinned_live,
                     1);
    munmap(b->address, b->mapped_bytes);
    free(b);
}

/* The link of the block that begins here, or NULL.  Under the lock. */
static block **find(uint64_t address, bool is_pinned) {
    for (block **link = &blocks; *link != NULL; link = &(*link)->next)
        if ((uint64_t)(uintptr_t)(*link)->address == address &&
            ((*link)->device == NULL) == is_pinned)
            return link;
    return NULL;
}

/* The block that has all of these bytes, or NULL.  Under the lock. */
static block *holder(uint64_t address, size_t bytes) {
    for (block *b = blocks; b != NULL; b = b->next) {
        uint64_t begin = (uint64_t)(uintptr_t)b->address;
        if (address >= begin && address - begin <= b->bytes &&
            bytes <= b->bytes - (address - begin))
            return b;
    }
    return NULL;
}

bool stand_in_is_allocated(uint64_t address, size_t bytes) {
    return holder(address, bytes) != NULL;
}

void stand_in_free_all(struct cu_context_s *device) {
    for (block **link = &blocks; *link != NULL;)
        if ((*link)->device == device)
            give(link);
        else
            link = &(*link)->next;
}

/* ---- Device memory --------------------------------------------------------------------------- */

static size_t capacity(void) {
    int64_t bytes = atomic_load(&stand_in_settings.memory_bytes);
    return bytes < 0 ? 0 : (size_t)bytes;
}

cu_result cuMemGetInfo_v2(size_t *free_bytes, size_t *total) {
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    if (r == CU_OK) {
        *total = capacity();
        *free_bytes = device->used_bytes < *total ? *total - device->used_bytes : 0;
    }
    unlock();
    return r;
}

cu_result cuMemAlloc_v2(cu_pointer *address, size_t bytes) {
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    if (r == CU_OK && bytes == 0) r = CU_INVALID_VALUE;
    if (r == CU_OK) {
        size_t limit = capacity(), used = device->used_bytes;
        bool fits = used <= limit && bytes <= limit - used && round_up(bytes) <= limit - used;
        block *b =
            stand_in_is_due(&stand_in_settings.fail_alloc_in) || !fits ? NULL : take(device, bytes);
        if (b != NULL) {
            device->used_bytes += b->mapped_bytes;
            atomic_fetch_add(&stand_in_settings.allocations_live, 1);
            *address = (cu_pointer)(uintptr_t)b->address;
        } else {
            r = CU_OUT_OF_MEMORY;
        }
    }
    unlock();
    return r;
}

/* On a lost device the memory is freed although the call fails. */
cu_result cuMemFree_v2(cu_pointer address) {
    struct cu_context_s *device = NULL;
    lock();
    cu_result r = stand_in_current(&device);
    if (r != CU_INVALID_CONTEXT && r != CU_NOT_INITIALIZED && address != 0) {
        block **link = find(address, false);
        if (link != NULL)
            give(link);
        else if (r == CU_OK)
            r = CU_INVALID_VALUE;
    }
    unlock();
    return r;
}

/* ---- Pinned memory --------------------------------------------------------------------------- */

cu_result cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
    (void)flags;
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    if (r == CU_OK && bytes == 0) r = CU_INVALID_VALUE;
    if (r == CU_OK) {
        block *b = stand_in_is_due(&stand_in_settings.fail_alloc_in) ? NULL : take(NULL, bytes);
        if (b != NULL) {
            atomic_fetch_add(&stand_in_settings.pinned_live, 1);
            *address = b->address;
        } else {
            r = CU_OUT_OF_MEMORY;
        }
    }
    unlock();
    return r;
}

cu_result cuMemFreeHost(void *address) {
    struct cu_context_s *device = NULL;
    lock();
    cu_result r = stand_in_current(&device);
    if (r != CU_INVALID_CONTEXT && r != CU_NOT_INITIALIZED && address != NULL) {
        block **link = find((uint64_t)(uintptr_t)address, true);
        if (link != NULL)
            give(link);
        else if (r == CU_OK)
            r = CU_INVALID_VALUE;
    }
    unlock();
    return r;
}

cu_result cuMemHostGetDevicePointer_v2(cu_pointer *address, void *host, unsigned flags) {
    (void)flags;
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    if (r == CU_OK) {
        block *b = holder((uint64_t)(uintptr_t)host, 1);
        if (b != NULL && b->device == NULL)
            *address = (cu_pointer)(uintptr_t)host;
        else
            r = CU_INVALID_VALUE;
    }
    unlock();
    return r;
}
