/* cuda_api.c - finds the CUDA driver, NVRTC, cuBLASLt, cuDNN, cuFFT and cuSOLVER, at run time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_api.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit.h"
#include "weir/array.h"

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
static const entry dnn[] = {WR_CUDA_DNN(ENTRY)};
static const entry fft[] = {WR_CUDA_FFT(ENTRY)};
static const entry solver[] = {WR_CUDA_SOLVER(ENTRY)};
static const entry solver_eig[] = {WR_CUDA_SOLVER_EIG(ENTRY)};
#undef ENTRY
#define COUNT(list) (sizeof(list) / sizeof *(list))

typedef struct library {
    const char *const *names; /* that it may have, ending with NULL */
    const char *folder;       /* of its Python package, in the folder `nvidia`; or NULL */
    const entry *entries;
    size_t count;
    const char *package; /* that has it */
    /* "" if all functions were found; written while the library is loaded, once */
    char missing[256];
} library;

static const char *const driver_names[] = {"libcuda.so.1", "libcuda.so", NULL};
static const char *const compiler_names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                             NULL};
static const char *const blas_names[] = {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so",
                                         NULL};
static const char *const dnn_names[] = {"libcudnn.so.9", "libcudnn.so", NULL};
static const char *const fft_names[] = {"libcufft.so.12", "libcufft.so.11", "libcufft.so", NULL};

static const char *const solver_names[] = {"libcusolver.so.12", "libcusolver.so.11",
                                           "libcusolver.so", NULL};

static library driver_library = {driver_names,        NULL, driver, COUNT(driver),
                                 "the NVIDIA driver", ""};
static library compiler_library = {
    compiler_names,
    "cuda_nvrtc",
    compiler,
    COUNT(compiler),
    "the Python package nvidia-cuda-nvrtc (nvidia-cuda-nvrtc-cu12 for CUDA 12) or the CUDA toolkit",
    ""};
static library blas_library = {
    blas_names,
    "cublas",
    blas,
    COUNT(blas),
    "the Python package nvidia-cublas (nvidia-cublas-cu12 for CUDA 12) or the CUDA toolkit",
    ""};
static library fft_library = {
    fft_names,
    "cufft",
    fft,
    COUNT(fft),
    "the Python package nvidia-cufft (nvidia-cufft-cu12 for CUDA 12) or the "
    "CUDA toolkit",
    ""};

#define SOLVER_PACKAGE                                                                             \
    "the Python package nvidia-cusolver (nvidia-cusolver-cu12 for CUDA 12) or the CUDA toolkit"
static library solver_library = {solver_names,  "cusolver",     solver,
                                 COUNT(solver), SOLVER_PACKAGE, ""};
static library solver_eig_library = {solver_names,      "cusolver",     solver_eig,
                                     COUNT(solver_eig), SOLVER_PACKAGE, ""};

static library dnn_library = {
    dnn_names,
    "cudnn",
    dnn,
    COUNT(dnn),
    "the Python package nvidia-cudnn-cu13 (nvidia-cudnn-cu12 for CUDA 12)",
    ""};

/* ---- Finding --------------------------------------------------------------------------------- */

enum { SEARCH_MAX = 8, PATH_BYTES = 4096 };

static struct {
    pthread_mutex_t mutex;
    int count;                           /* under mutex, as is folder */
    char folder[SEARCH_MAX][PATH_BYTES]; /* in which there may be a folder `nvidia` */
} search = {.mutex = PTHREAD_MUTEX_INITIALIZER};

bool wr_cuda_search_add(const char *folder) {
    bool known = false;
    if (strlen(folder) >= PATH_BYTES) return false;
    pthread_mutex_lock(&search.mutex);
    for (int i = 0; i < search.count; i++) known |= strcmp(search.folder[i], folder) == 0;
    bool fits = known || search.count < SEARCH_MAX;
    if (fits && !known) snprintf(search.folder[search.count++], PATH_BYTES, "%s", folder);
    pthread_mutex_unlock(&search.mutex);
    return fits;
}

/* The packages of CUDA 12 have a folder for each library; those of CUDA 13 share one. */
static void *open_in(const library *l, const char *folder) {
    const char *const subfolders[] = {"cu13", l->folder};
    void *handle = NULL;
    for (const char *const *name = l->names; *name != NULL; name++)
        for (int i = 0; i < 2 && handle == NULL; i++) {
            char path[PATH_BYTES];
            int n =
                snprintf(path, sizeof path, "%s/nvidia/%s/lib/%s", folder, subfolders[i], *name);
            if (n > 0 && (size_t)n < sizeof path) handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        }
    return handle;
}

/* Python packages with these libraries are folders beside ours (site-packages/nvidia beside
 * site-packages/weir), or in a folder that was added. */
static void *open_packaged(const library *l) {
    Dl_info self;
    char beside[PATH_BYTES];
    if (l->folder == NULL) return NULL;
    void *handle = NULL;
    if (dladdr(&wr_cuda, &self) != 0) {
        const char *slash = strrchr(self.dli_fname, '/');
        int n = snprintf(beside, sizeof beside, "%.*s/..",
                         slash != NULL ? (int)(slash - self.dli_fname) : 1,
                         slash != NULL ? self.dli_fname : ".");
        if (n > 0 && (size_t)n < sizeof beside) handle = open_in(l, beside);
    }
    pthread_mutex_lock(&search.mutex);
    for (int i = 0; i < search.count && handle == NULL; i++) handle = open_in(l, search.folder[i]);
    pthread_mutex_unlock(&search.mutex);
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
    wr_exit_renew(); /* its exit handlers must not run while our threads use it */
    if (handle == NULL) {
        snprintf(l->missing, sizeof l->missing, "%s was not found; it comes with %s", l->names[0],
                 l->package);
        return;
    }
    for (size_t i = 0; i < l->count; i++) {
        void *found = dlsym(handle, l->entries[i].symbol);
        if (found == NULL) {
            snprintf(l->missing, sizeof l->missing,
                     "%s has no function %s; install a newer one: it comes with %s", l->names[0],
                     l->entries[i].symbol, l->package);
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

/* NVRTC loads a second library by its name.  The packages of CUDA 13 do not tell the loader where it is, so it is loaded
 * here, from the folder of the first.  A toolkit of the system may keep it elsewhere, where NVRTC finds it. */
static void load_builtins(void) {
    int major = 0, minor = 0;
    Dl_info file;
    char path[PATH_BYTES];
    void *function = *(void **)(void *)compiler_library.entries[0].function;
    if (wr_cuda.rtc_version(&major, &minor) != 0 || dladdr(function, &file) == 0) return;
    const char *slash = strrchr(file.dli_fname, '/');
    int n = snprintf(path, sizeof path, "%.*s/libnvrtc-builtins.so.%d.%d",
                     slash != NULL ? (int)(slash - file.dli_fname) : 1,
                     slash != NULL ? file.dli_fname : ".", major, minor);
    if (n > 0 && (size_t)n < sizeof path) (void)dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static void load_compiler(void) {
    load(&compiler_library);
    if (compiler_library.missing[0] == '\0') load_builtins();
}
static void load_blas(void) { load(&blas_library); }
static void load_dnn(void) { load(&dnn_library); }
static void load_fft(void) { load(&fft_library); }
static void load_solver(void) { load(&solver_library); }
static void load_solver_eig(void) { load(&solver_eig_library); }

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

const char *wr_cuda_need_dnn(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    /* cuDNN needs cuBLASLt, which it does not find in another package unless it is loaded. */
    wr_cuda_need_blas();
    pthread_once(&once, load_dnn);
    return dnn_library.missing[0] != '\0' ? dnn_library.missing : NULL;
}

const char *wr_cuda_need_fft(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_fft);
    return fft_library.missing[0] != '\0' ? fft_library.missing : NULL;
}

const char *wr_cuda_need_solver(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_solver);
    return solver_library.missing[0] != '\0' ? solver_library.missing : NULL;
}

const char *wr_cuda_need_solver_eig(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const char *missing = wr_cuda_need_solver();
    if (missing != NULL) return missing;
    pthread_once(&once, load_solver_eig);
    return solver_eig_library.missing[0] != '\0' ? solver_eig_library.missing : NULL;
}

/* ---- Describing ------------------------------------------------------------------------------ */

static const char *need_driver(void) {
    (void)wr_cuda_devices();
    return driver_library.missing[0] != '\0' ? driver_library.missing : NULL;
}

/* A version function fills `text` from a library whose functions were found. */
static void driver_version(char *text, size_t size) {
    int version = 0;
    if (wr_cuda.driver_version(&version) == CU_OK)
        snprintf(text, size, "%d.%d", version / 1000, version % 1000 / 10);
}

static void compiler_version(char *text, size_t size) {
    int major = 0, minor = 0;
    if (wr_cuda.rtc_version(&major, &minor) == 0) snprintf(text, size, "%d.%d", major, minor);
}

static void blas_version(char *text, size_t size) {
    snprintf(text, size, "%zu", wr_cuda.lt_version());
}

static void dnn_version(char *text, size_t size) {
    snprintf(text, size, "%zu", wr_cuda.dnn_version());
}

static void fft_version(char *text, size_t size) {
    int version = 0;
    if (wr_cuda.fft_version(&version) == FFT_OK) snprintf(text, size, "%d", version);
}

static void solver_version(char *text, size_t size) {
    int version = 0;
    if (wr_cuda.solver_version(&version) == SOLVER_OK) snprintf(text, size, "%d", version);
}

/* The libraries that weir_cuda_library_at lists.  A new library is a line here. */
static const struct known {
    const char *name, *use;
    const library *l;
    const char *(*need)(void);                /* loads it; NULL or what is missing */
    void (*version)(char *text, size_t size); /* or NULL */
} known[] = {
    {"driver", "everything", &driver_library, need_driver, driver_version},
    {"NVRTC", "compiling kernels", &compiler_library, wr_cuda_need_compiler, compiler_version},
    {"cuBLASLt", "products of matrices", &blas_library, wr_cuda_need_blas, blas_version},
    {"cuDNN", "convolutions, faster", &dnn_library, wr_cuda_need_dnn, dnn_version},
    {"cuFFT", "Fourier transforms", &fft_library, wr_cuda_need_fft, fft_version},
    {"cuSOLVER", "eig; large matrices, faster", &solver_library, wr_cuda_need_solver,
     solver_version},
};

bool wr_cuda_library_describe(int index, weir_cuda_library *out) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    /* under mutex, written once before a pointer to them is given away */
    static char versions[COUNT(known)][24], paths[COUNT(known)][PATH_BYTES];
    if (index < 0 || (size_t)index >= COUNT(known)) return false;
    const struct known *k = &known[index];
    const char *problem = k->need();
    char *version = versions[index], *path = paths[index];
    void *function = *(void **)(void *)k->l->entries[0].function;
    Dl_info file;
    pthread_mutex_lock(&mutex);
    if (function != NULL && path[0] == '\0' && dladdr(function, &file) != 0)
        snprintf(path, PATH_BYTES, "%s", file.dli_fname);
    if (problem == NULL && k->version != NULL && version[0] == '\0')
        k->version(version, sizeof versions[index]);
    pthread_mutex_unlock(&mutex);
    *out = (weir_cuda_library){.size = sizeof *out,
                               .name = k->name,
                               .use = k->use,
                               .package = k->l->package,
                               .path = path[0] != '\0' ? path : NULL,
                               .version = version[0] != '\0' ? version : NULL,
                               .problem = problem};
    return true;
}
