/* cuda_api.h - the functions of the CUDA driver, NVRTC and cuBLASLt that we use, loaded at run time.
 *
 * Declarations of our own, so that no CUDA header is needed to build.  The library never links with
 * these libraries: wr_cuda_api() looks for them when a program first asks for its GPUs.  Names and
 * values are those of the CUDA documentation.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_API_H
#define WR_CUDA_API_H

#include <stddef.h>
#include <stdint.h>

typedef int cu_result;
typedef int cu_device;
typedef uint64_t cu_pointer;
typedef struct cu_context_s *cu_context;
typedef struct cu_module_s *cu_module;
typedef struct cu_function_s *cu_function;
typedef struct cu_stream_s *cu_stream;
typedef struct cu_event_s *cu_event;
typedef struct nvrtc_program_s *nvrtc_program;

enum {
    CU_OK = 0,
    CU_OUT_OF_MEMORY = 2,
    CU_NO_DEVICE = 100,
    CU_NOT_READY = 600,

    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2,
    CU_STREAM_NON_BLOCKING = 1,
    CU_PINNED_MAPPED = 3, /* the device can access it, from all contexts */
    CU_ATTRIBUTE_SM_COUNT = 16,
    CU_ATTRIBUTE_CAPABILITY_MAJOR = 75,
    CU_ATTRIBUTE_CAPABILITY_MINOR = 76,
};

/* X(result, name, symbol, parameters) */
#define WR_CUDA_DRIVER(X)                                                                          \
    X(cu_result, init, cuInit, (unsigned flags))                                                   \
    X(cu_result, driver_version, cuDriverGetVersion, (int *version))                               \
    X(cu_result, error_name, cuGetErrorName, (cu_result error, const char **text))                 \
    X(cu_result, error_string, cuGetErrorString, (cu_result error, const char **text))             \
    X(cu_result, device_count, cuDeviceGetCount, (int *count))                                     \
    X(cu_result, device_get, cuDeviceGet, (cu_device * device, int ordinal))                       \
    X(cu_result, device_name, cuDeviceGetName, (char *name, int size, cu_device device))           \
    X(cu_result, device_attribute, cuDeviceGetAttribute,                                           \
      (int *value, int attribute, cu_device device))                                               \
    X(cu_result, device_memory, cuDeviceTotalMem_v2, (size_t * bytes, cu_device device))           \
    X(cu_result, context_retain, cuDevicePrimaryCtxRetain,                                         \
      (cu_context * context, cu_device device))                                                    \
    X(cu_result, context_release, cuDevicePrimaryCtxRelease_v2, (cu_device device))                \
    X(cu_result, context_set, cuCtxSetCurrent, (cu_context context))                               \
    X(cu_result, context_push, cuCtxPushCurrent_v2, (cu_context context))                          \
    X(cu_result, context_pop, cuCtxPopCurrent_v2, (cu_context * context))                          \
    X(cu_result, memory_info, cuMemGetInfo_v2, (size_t * free, size_t * total))                    \
    X(cu_result, memory_take, cuMemAlloc_v2, (cu_pointer * address, size_t bytes))                 \
    X(cu_result, memory_give, cuMemFree_v2, (cu_pointer address))                                  \
    X(cu_result, pinned_take, cuMemHostAlloc, (void **address, size_t bytes, unsigned flags))      \
    X(cu_result, pinned_give, cuMemFreeHost, (void *address))                                      \
    X(cu_result, pinned_address, cuMemHostGetDevicePointer_v2,                                     \
      (cu_pointer * device, void *host, unsigned flags))                                           \
    X(cu_result, copy_in, cuMemcpyHtoDAsync_v2,                                                    \
      (cu_pointer to, const void *from, size_t bytes, cu_stream stream))                           \
    X(cu_result, copy_out, cuMemcpyDtoHAsync_v2,                                                   \
      (void *to, cu_pointer from, size_t bytes, cu_stream stream))                                 \
    X(cu_result, copy_within, cuMemcpyDtoDAsync_v2,                                                \
      (cu_pointer to, cu_pointer from, size_t bytes, cu_stream stream))                            \
    X(cu_result, stream_new, cuStreamCreateWithPriority,                                           \
      (cu_stream * stream, unsigned flags, int priority))                                          \
    X(cu_result, stream_free, cuStreamDestroy_v2, (cu_stream stream))                              \
    X(cu_result, stream_wait, cuStreamWaitEvent,                                                   \
      (cu_stream stream, cu_event event, unsigned flags))                                          \
    X(cu_result, stream_sync, cuStreamSynchronize, (cu_stream stream))                             \
    X(cu_result, event_new, cuEventCreate, (cu_event * event, unsigned flags))                     \
    X(cu_result, event_free, cuEventDestroy_v2, (cu_event event))                                  \
    X(cu_result, event_record, cuEventRecord, (cu_event event, cu_stream stream))                  \
    X(cu_result, event_query, cuEventQuery, (cu_event event))                                      \
    X(cu_result, event_sync, cuEventSynchronize, (cu_event event))                                 \
    X(cu_result, module_load, cuModuleLoadData, (cu_module * module, const void *image))           \
    X(cu_result, module_unload, cuModuleUnload, (cu_module module))                                \
    X(cu_result, module_function, cuModuleGetFunction,                                             \
      (cu_function * function, cu_module module, const char *name))                                \
    X(cu_result, launch, cuLaunchKernel,                                                           \
      (cu_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,  \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, cu_stream stream,                \
       void **parameters, void **extra))

#define WR_CUDA_NVRTC(X)                                                                           \
    X(int, rtc_version, nvrtcVersion, (int *major, int *minor))                                    \
    X(const char *, rtc_error, nvrtcGetErrorString, (int error))                                   \
    X(int, rtc_new, nvrtcCreateProgram,                                                            \
      (nvrtc_program * program, const char *text, const char *name, int header_count,              \
       const char *const *headers, const char *const *include_names))                              \
    X(int, rtc_compile, nvrtcCompileProgram,                                                       \
      (nvrtc_program program, int option_count, const char *const *options))                       \
    X(int, rtc_log_size, nvrtcGetProgramLogSize, (nvrtc_program program, size_t * size))           \
    X(int, rtc_log, nvrtcGetProgramLog, (nvrtc_program program, char *log))                        \
    X(int, rtc_image_size, nvrtcGetCUBINSize, (nvrtc_program program, size_t * size))              \
    X(int, rtc_image, nvrtcGetCUBIN, (nvrtc_program program, char *image))                         \
    X(int, rtc_free, nvrtcDestroyProgram, (nvrtc_program * program))

/* cuBLASLt.  Handles are opaque pointers.  An algorithm is 64 bytes, a heuristic result 96. */
typedef struct lt_algorithm {
    uint64_t data[8];
} lt_algorithm;

typedef struct lt_heuristic {
    lt_algorithm algorithm;
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
} lt_heuristic;

enum {
    LT_R_32F = 0,
    LT_R_64F = 1,
    LT_R_16F = 2,
    LT_C_32F = 4,
    LT_C_64F = 5,
    LT_R_16BF = 14,
    LT_COMPUTE_32F = 68,
    LT_COMPUTE_64F = 70,
    LT_COMPUTE_32F_TF32 = 77,
    LT_INVALID_VALUE = 7,
    LT_OP_N = 0,
    LT_OP_T = 1,
    LT_DESC_TRANSA = 3,
    LT_DESC_TRANSB = 4,
    LT_LAYOUT_BATCH_COUNT = 5,
    LT_LAYOUT_BATCH_STRIDE = 6,
    LT_PREFERENCE_WORKSPACE = 1,
    LT_PREFERENCE_REDUCTIONS = 3,
    LT_PREFERENCE_ALIGNMENT_A = 5,
    LT_PREFERENCE_ALIGNMENT_B = 6,
    LT_PREFERENCE_ALIGNMENT_C = 7,
    LT_PREFERENCE_ALIGNMENT_D = 8,
    LT_REDUCTION_COMPUTE_TYPE = 2,
    LT_NOT_SUPPORTED = 15,
};

#define WR_CUDA_BLAS(X)                                                                            \
    X(int, lt_new, cublasLtCreate, (void **handle))                                                \
    X(int, lt_free, cublasLtDestroy, (void *handle))                                               \
    X(size_t, lt_version, cublasLtGetVersion, (void))                                              \
    X(int, lt_desc_new, cublasLtMatmulDescCreate, (void **desc, int compute, int scale))           \
    X(int, lt_desc_set, cublasLtMatmulDescSetAttribute,                                            \
      (void *desc, int attribute, const void *value, size_t size))                                 \
    X(int, lt_desc_free, cublasLtMatmulDescDestroy, (void *desc))                                  \
    X(int, lt_layout_new, cublasLtMatrixLayoutCreate,                                              \
      (void **layout, int type, uint64_t rows, uint64_t cols, int64_t leading))                    \
    X(int, lt_layout_set, cublasLtMatrixLayoutSetAttribute,                                        \
      (void *layout, int attribute, const void *value, size_t size))                               \
    X(int, lt_layout_free, cublasLtMatrixLayoutDestroy, (void *layout))                            \
    X(int, lt_preference_new, cublasLtMatmulPreferenceCreate, (void **preference))                 \
    X(int, lt_preference_set, cublasLtMatmulPreferenceSetAttribute,                                \
      (void *preference, int attribute, const void *value, size_t size))                           \
    X(int, lt_preference_free, cublasLtMatmulPreferenceDestroy, (void *preference))                \
    X(int, lt_heuristics, cublasLtMatmulAlgoGetHeuristic,                                          \
      (void *handle, void *desc, void *a, void *b, void *c, void *d, void *preference, int wanted, \
       lt_heuristic *results, int *found))                                                         \
    X(int, lt_matmul, cublasLtMatmul,                                                              \
      (void *handle, void *desc, const void *alpha, const void *a, void *a_layout, const void *b,  \
       void *b_layout, const void *beta, const void *c, void *c_layout, void *d, void *d_layout,   \
       const lt_algorithm *algorithm, void *workspace, size_t workspace_bytes, cu_stream stream))

typedef struct wr_cuda_functions {
#define POINTER(result, name, symbol, parameters) result(*name) parameters;
    WR_CUDA_DRIVER(POINTER)
    WR_CUDA_NVRTC(POINTER)
    WR_CUDA_BLAS(POINTER)
#undef POINTER
} wr_cuda_functions;

/* The functions.  Those of a library that was not found are NULL. */
extern wr_cuda_functions wr_cuda;

/* Load the driver, once; return the number of devices, or 0 if there is no driver. */
int wr_cuda_devices(void);

/* Why there are no devices, or NULL if the driver has some. */
const char *wr_cuda_why_none(void);

/* Load the compiler or cuBLASLt, once.  Return NULL, or a sentence that says what is missing and
 * which package has it. */
const char *wr_cuda_need_compiler(void);
const char *wr_cuda_need_blas(void);

#endif
