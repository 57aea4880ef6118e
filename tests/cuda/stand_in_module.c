/* stand_in_module.c - modules and launches of the stand-in driver.
 *
 * An image is a shared object that stand_in_compiler.c has made.  The loader gets it from a file
 * in memory, whose descriptor stays open as long as the module: the loader knows libraries by
 * their path.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { NAME_MAX_BYTES = 200, FIBER_BYTES = 1 << 17, SHIFT_BYTES = 320, GRID_MAX = 65535 };
enum {
    SHARED_ALWAYS = 48 << 10
}; /* bytes of dynamic shared memory that no function must ask for */

struct cu_function_s {
    struct cu_function_s *next;
    cu_module module;
    stand_in_run_function *run; /* NULL: does nothing */
    size_t size;
    unsigned shared_max; /* under the lock */
};

struct cu_module_s {
    struct cu_context_s *device;
    int references;        /* under the lock: the user's and those of launches that are queued */
    int file;              /* -1 if there is no library */
    void *library;         /* NULL for an image without functions */
    cu_function functions; /* under the lock */
};

/* ---- Images ---------------------------------------------------------------------------------- */

/* How long is the image that begins here?  0 if it is none.  Reads no further than the image is
 * one. */
static size_t image_size(const char *image) {
    for (int i = 0; i < SELFMAG; i++)
        if (image[i] != ELFMAG[i]) return 0;
    ElfW(Ehdr) head;
    memcpy(&head, image, sizeof head);
    size_t end = head.e_shoff + (size_t)head.e_shnum * head.e_shentsize;
    for (int i = 0; i < head.e_phnum; i++) {
        ElfW(Phdr) part;
        memcpy(&part, image + head.e_phoff + (size_t)i * head.e_phentsize, sizeof part);
        if (part.p_offset + part.p_filesz > end) end = part.p_offset + part.p_filesz;
    }
    return end;
}

/* A file without a name, or -1. */
static int new_file(void) {
    int file = memfd_create("stand_in_image", MFD_CLOEXEC);
    if (file >= 0) return file;
    FILE *temporary = tmpfile();
    if (temporary == NULL) return -1;
    file = dup(fileno(temporary));
    fclose(temporary);
    return file;
}

static bool write_all(int file, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t n = write(file, bytes, count);
        if (n <= 0) return false;
        bytes += n;
        count -= (size_t)n;
    }
    return true;
}

static bool load(cu_module m, const void *image) {
    m->file = -1;
    if (strncmp(image, STAND_IN_EMPTY_IMAGE, strlen(STAND_IN_EMPTY_IMAGE)) == 0) return true;
    size_t size = image_size(image);
    if (size == 0) return false;
    m->file = new_file();
    if (m->file < 0) return false;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", m->file);
    if (write_all(m->file, image, size)) m->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (m->library == NULL) close(m->file);
    return m->library != NULL;
}

/* ---- Modules --------------------------------------------------------------------------------- */

cu_result cuModuleLoadData(cu_module *module, const void *image) {
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    unlock();
    if (r != CU_OK) return r;
    if (image == NULL) return CU_INVALID_VALUE;
    cu_module m = calloc(1, sizeof *m);
    if (m == NULL) return CU_OUT_OF_MEMORY;
    if (!load(m, image)) {
        free(m);
        return CU_INVALID_IMAGE;
    }
    m->device = device;
    m->references = 1;
    atomic_fetch_add(&stand_in_settings.modules_live, 1);
    *module = m;
    return CU_OK;
}

static void release(cu_module m) {
    lock();
    bool is_last = --m->references == 0;
    unlock();
    if (!is_last) return;
    for (cu_function f; (f = m->functions) != NULL;) {
        m->functions = f->next;
        free(f);
    }
    if (m->library != NULL) dlclose(m->library);
    if (m->file >= 0) close(m->file);
    free(m);
    atomic_fetch_sub(&stand_in_settings.modules_live, 1);
}

cu_result cuModuleUnload(cu_module module) {
    struct cu_context_s *device = NULL;
    lock();
    cu_result r = stand_in_current(&device);
    unlock();
    if (r == CU_INVALID_CONTEXT || r == CU_NOT_INITIALIZED) return r;
    if (module == NULL) return CU_INVALID_HANDLE;
    release(module);
    return r;
}

/* dlsym's object pointer as a function pointer. */
static bool symbol(void *library, const char *prefix, const char *name, void *function) {
    char full[NAME_MAX_BYTES + 20];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    void *found = dlsym(library, full);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

cu_result cuModuleGetFunction(cu_function *function, cu_module module, const char *name) {
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    unlock();
    if (r != CU_OK) return r;
    if (module == NULL) return CU_INVALID_HANDLE;
    if (name == NULL || strlen(name) > NAME_MAX_BYTES) return CU_INVALID_VALUE;
    stand_in_run_function *run = NULL;
    stand_in_size_function *size = NULL;
    if (module->library != NULL && (!symbol(module->library, "stand_in_run_", name, &run) ||
                                    !symbol(module->library, "stand_in_size_", name, &size)))
        return CU_NOT_FOUND;
    cu_function f = calloc(1, sizeof *f);
    if (f == NULL) return CU_OUT_OF_MEMORY;
    *f = (struct cu_function_s){.module = module,
                                .run = run,
                                .size = size != NULL ? size() : 0,
                                .shared_max = SHARED_ALWAYS};
    lock();
    f->next = module->functions;
    module->functions = f;
    unlock();
    *function = f;
    return CU_OK;
}

size_t stand_in_arguments_size(cu_function function) {
    return function != NULL ? function->size : 0;
}

/* ---- Launches -------------------------------------------------------------------------------- */

typedef struct launch_op {
    stand_in_op op;
    cu_function function;
    unsigned grid[3], block[3];
    max_align_t arguments[]; /* a copy */
} launch_op;

/* The stacks lie side by side, each with a page below it that cannot be touched.  They
 * are shifted so that their upper ends do not share one place in the caches. */
static void *stack_end(void *stream, unsigned i) {
    cu_stream s = stream;
    if (s->stacks == NULL) {
        char *stacks =
            mmap(NULL, (size_t)STAND_IN_THREADS_MAX * FIBER_BYTES, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (stacks == MAP_FAILED) return NULL;
        s->stacks = stacks;
    }
    for (; s->stack_count <= i; s->stack_count++)
        if (mprotect(s->stacks + (size_t)s->stack_count * FIBER_BYTES,
                     (size_t)sysconf(_SC_PAGESIZE), PROT_NONE) != 0)
            return NULL;
    return s->stacks + (size_t)(i + 1) * FIBER_BYTES - (size_t)i % 64 * SHIFT_BYTES;
}

void stand_in_stacks_free(cu_stream s) {
    if (s->stacks != NULL) munmap(s->stacks, (size_t)STAND_IN_THREADS_MAX * FIBER_BYTES);
    free(s->threads);
}

static cu_result run_launch(stand_in_op *op, cu_stream stream) {
    launch_op *l = (launch_op *)op;
    if (l->function->run == NULL) return CU_OK;
    if (stream->threads == NULL)
        stream->threads = calloc(STAND_IN_THREADS_MAX, sizeof *stream->threads);
    if (stream->threads == NULL) return CU_LAUNCH_FAILED;
    stand_in_launch launch = {.stream = stream, .stack = stack_end, .threads = stream->threads};
    launch.reversed = atomic_load(&stand_in_settings.reversed) != 0;
    memcpy(launch.grid, l->grid, sizeof launch.grid);
    memcpy(launch.block, l->block, sizeof launch.block);
    return l->function->run(l->arguments, &launch) == 0 ? CU_OK : CU_LAUNCH_FAILED;
}

static void drop_launch(stand_in_op *op) { release(((launch_op *)op)->function->module); }

static bool is_shape(const unsigned *grid, const unsigned *block) {
    bool ok = grid[0] <= 0x7fffffff && grid[1] <= GRID_MAX && grid[2] <= GRID_MAX && block[2] <= 64;
    for (int i = 0; i < 3; i++)
        ok = ok && grid[i] > 0 && block[i] > 0 && block[i] <= STAND_IN_THREADS_MAX;
    return ok && block[0] * block[1] * block[2] <= STAND_IN_THREADS_MAX;
}

cu_result cuFuncSetAttribute(cu_function function, int attribute, int value) {
    if (function == NULL) return CU_INVALID_HANDLE;
    if (attribute != CU_FUNCTION_SHARED_DYNAMIC || value < 0 || value > STAND_IN_SHARED_MAX)
        return CU_INVALID_VALUE;
    lock();
    function->shared_max = (unsigned)value;
    unlock();
    return CU_OK;
}

cu_result cuLaunchKernel(cu_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                         unsigned block_x, unsigned block_y, unsigned block_z,
                         unsigned shared_bytes, cu_stream stream, void **parameters, void **extra) {
    unsigned grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_stream_device(stream, &device);
    if (r == CU_OK && (function == NULL || function->module->device != device))
        r = CU_INVALID_HANDLE;
    if (r == CU_OK && (!is_shape(grid, block) || shared_bytes > function->shared_max ||
                       parameters == NULL || extra != NULL))
        r = CU_INVALID_VALUE;
    if (r == CU_OK && stand_in_is_due(&stand_in_settings.fail_launch_in)) r = CU_LAUNCH_FAILED;
    if (r == CU_OK) {
        launch_op *l = stand_in_op_new(sizeof *l + function->size, run_launch, drop_launch);
        l->op.is_work = l->op.is_kernel = true;
        l->op.is_fault = stand_in_is_due(&stand_in_settings.fault_in);
        l->function = function;
        function->module->references++;
        memcpy(l->grid, grid, sizeof grid);
        memcpy(l->block, block, sizeof block);
        memcpy(l->arguments, parameters[0], function->size);
        stand_in_push(stream, &l->op);
        atomic_fetch_add(&stand_in_settings.launches, 1);
    }
    unlock();
    return r;
}
