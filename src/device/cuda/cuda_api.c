/* cuda_api.c - finds the CUDA driver, NVRTC and cuBLASLt, at run time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_api.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wr_cuda_functions wr_cuda;

typedef struct entry {
    const char *symbol;
    void (**function)(void);
} entry;

/* ISO C has no cast between object and function pointers, so dlsym's result goes through the
 * address of the function pointer. */
#define ENTRY(result, name, symbol, parameters) {#symbol, (void (**)(void))(void *)&wr_cuda.name},
static const entry driver[] = {WR_CUDA_DRIVER(ENTRY)};
static const entry compiler[] = {WR_CUDA_NVRTC(ENTRY)};
static const entry blas[] = {WR_CUDA_BLAS(ENTRY)};
#undef ENTRY
#define COUNT(list) (sizeof(list) / sizeof *(list))

typedef struct library {
    const char *const *names; /* that it may have, ending with NULL */
    const char *folder;       /* of its Python package, in the folder `nvidia`; or NULL */
    const entry *entries;
    size_t count;
    const char *package; /* that has it */
    /* "" if all functions were found; written while the library is loaded, once */
    char missing[192];
} library;

static const char *const driver_names[] = {"libcuda.so.1", "libcuda.so", NULL};
static const char *const compiler_names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                             NULL};
static const char *const blas_names[] = {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so",
                                         NULL};

static library driver_library = {driver_names,        NULL, driver, COUNT(driver),
                                 "the NVIDIA driver", ""};
static library compiler_library = {compiler_names,
                                   "cuda_nvrtc",
                                   compiler,
                                   COUNT(compiler),
                                   "the Python package nvidia-cuda-nvrtc-cu12 or the CUDA toolkit",
                                   ""};
static library blas_library = {blas_names,
                               "cublas",
                               blas,
                               COUNT(blas),
                               "the Python package nvidia-cublas-cu12 or the CUDA toolkit",
                               ""};

/* Python packages with these libraries are folders beside ours: site-packages/nvidia beside
 * site-packages/weir. */
static void *open_packaged(const library *l) {
    Dl_info self;
    if (l->folder == NULL || dladdr(&wr_cuda, &self) == 0) return NULL;
    const char *slash = strrchr(self.dli_fname, '/');
    void *handle = NULL;
    for (const char *const *name = l->names; *name != NULL && handle == NULL; name++) {
        char path[4096];
        int n = snprintf(path, sizeof path, "%.*s/../nvidia/%s/lib/%s",
                         slash != NULL ? (int)(slash - self.dli_fname) : 1,
                         slash != NULL ? self.dli_fname : ".", l->folder, *name);
        if (n > 0 && (size_t)n < sizeof path) handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return handle;
}

static void *open_any(const library *l) {
    const char *instead = getenv("WEIR_CUDA_LIBRARY");
    if (instead != NULL && *instead != '\0') return dlopen(instead, RTLD_NOW | RTLD_LOCAL);
    void *handle = open_packaged(l);
    for (const char *const *name = l->names; *name != NULL && handle == NULL; name++)
        handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
    return handle;
}

/* The library stays loaded: threads of the driver may be running. */
static void load(library *l) {
    void *handle = open_any(l);
    if (handle == NULL) {
        snprintf(l->missing, sizeof l->missing, "%s was not found; it comes with %s", l->names[0],
                 l->package);
        return;
    }
    for (size_t i = 0; i < l->count; i++) {
        void *found = dlsym(handle, l->entries[i].symbol);
        if (found == NULL) {
            snprintf(l->missing, sizeof l->missing, "%s has no function %s; install a newer one",
                     l->names[0], l->entries[i].symbol);
            return;
        }
        *(void **)(void *)l->entries[i].function = found;
    }
}

static int device_count;

static void load_driver(void) {
    load(&driver_library);
    if (driver_library.missing[0] != '\0') return;
    int count = 0;
    const char *text = NULL;
    cu_result result = wr_cuda.init(0);
    if (result == CU_OK) result = wr_cuda.device_count(&count);
    if (result == CU_OK)
        device_count = count;
    else if (result != CU_NO_DEVICE && wr_cuda.error_string(result, &text) == CU_OK)
        snprintf(driver_library.missing, sizeof driver_library.missing,
                 "the NVIDIA driver does not start: %s", text);
}
static void load_compiler(void) { load(&compiler_library); }
static void load_blas(void) { load(&blas_library); }

int wr_cuda_devices(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_driver);
    return device_count;
}

const char *wr_cuda_why_none(void) {
    if (wr_cuda_devices() > 0) return NULL;
    if (driver_library.missing[0] != '\0') return driver_library.missing;
    return "the NVIDIA driver finds no card";
}

const char *wr_cuda_need_compiler(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_compiler);
    return compiler_library.missing[0] != '\0' ? compiler_library.missing : NULL;
}

const char *wr_cuda_need_blas(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_blas);
    return blas_library.missing[0] != '\0' ? blas_library.missing : NULL;
}
