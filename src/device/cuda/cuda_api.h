/* cuda_api.h - the functions of the CUDA driver, NVRTC, cuBLASLt, cuDNN, cuFFT and cuSOLVER that we use,
 * loaded at run time.
 *
 * Declarations of our own, so that no CUDA header is needed to build.  The library never links with
 * these libraries: wr_cuda_api() looks for them when a program first asks for its GPUs.  Names and
 * values are those of the CUDA documentation.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_API_H
#define WR_CUDA_API_H

#include <stdbool.h>
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
typedef struct cu_graph_s *cu_graph;
typedef struct cu_graph_node_s *cu_graph_node;
typedef struct cu_graph_exec_s *cu_graph_exec;
typedef struct nvrtc_program_s *nvrtc_program;

enum {
    CU_OK = 0,
    CU_OUT_OF_MEMORY = 2,
    CU_NO_DEVICE = 100,
    CU_NOT_READY = 600,

    CU_EVENT_DISABLE_TIMING = 2,
    CU_STREAM_NON_BLOCKING = 1,
    CU_PINNED_MAPPED = 3, /* the device can access it, from all contexts */
    CU_ATTRIBUTE_SM_COUNT = 16,
    CU_ATTRIBUTE_CAPABILITY_MAJOR = 75,
    CU_ATTRIBUTE_CAPABILITY_MINOR = 76,
    CU_ATTRIBUTE_SHARED_MAX = 97,   /* bytes of shared memory of a block, at most */
    CU_FUNCTION_SHARED_DYNAMIC = 8, /* the same, of a function: what launches may ask for */
};

/* CUDA_KERNEL_NODE_PARAMS_v2 */
typedef struct cu_kernel_node {
    cu_function function;
    unsigned grid_x, grid_y, grid_z;
    unsigned block_x, block_y, block_z;
    unsigned shared_bytes;
    void **parameters;
    void **extra;
    void *kernel;       /* instead of `function` */
    cu_context context; /* NULL: the current one */
} cu_kernel_node;

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
    X(cu_result, copy_between, cuMemcpyPeerAsync,                                                  \
      (cu_pointer to, cu_context to_context, cu_pointer from, cu_context from_context,             \
       size_t bytes, cu_stream stream))                                                            \
    X(cu_result, stream_new, cuStreamCreateWithPriority,                                           \
      (cu_stream * stream, unsigned flags, int priority))                                          \
    X(cu_result, stream_free, cuStreamDestroy_v2, (cu_stream stream))                              \
    X(cu_result, stream_wait, cuStreamWaitEvent,                                                   \
      (cu_stream stream, cu_event event, unsigned flags))                                          \
    X(cu_result, stream_sync, cuStreamSynchronize, (cu_stream stream))                             \
    X(cu_result, context_sync, cuCtxSynchronize, (void))                                           \
    X(cu_result, event_new, cuEventCreate, (cu_event * event, unsigned flags))                     \
    X(cu_result, event_free, cuEventDestroy_v2, (cu_event event))                                  \
    X(cu_result, event_record, cuEventRecord, (cu_event event, cu_stream stream))                  \
    X(cu_result, event_query, cuEventQuery, (cu_event event))                                      \
    X(cu_result, event_sync, cuEventSynchronize, (cu_event event))                                 \
    X(cu_result, module_load, cuModuleLoadData, (cu_module * module, const void *image))           \
    X(cu_result, module_unload, cuModuleUnload, (cu_module module))                                \
    X(cu_result, module_function, cuModuleGetFunction,                                             \
      (cu_function * function, cu_module module, const char *name))                                \
    X(cu_result, function_set, cuFuncSetAttribute,                                                 \
      (cu_function function, int attribute, int value))                                            \
    X(cu_result, launch, cuLaunchKernel,                                                           \
      (cu_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,  \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, cu_stream stream,                \
       void **parameters, void **extra))                                                           \
    X(cu_result, graph_new, cuGraphCreate, (cu_graph * graph, unsigned flags))                     \
    X(cu_result, graph_free, cuGraphDestroy, (cu_graph graph))                                     \
    X(cu_result, graph_add_kernel, cuGraphAddKernelNode_v2,                                        \
      (cu_graph_node * node, cu_graph graph, const cu_graph_node *after, size_t after_count,       \
       const cu_kernel_node *params))                                                              \
    X(cu_result, graph_instantiate, cuGraphInstantiateWithFlags,                                   \
      (cu_graph_exec * exec, cu_graph graph, unsigned long long flags))                            \
    X(cu_result, graph_exec_free, cuGraphExecDestroy, (cu_graph_exec exec))                        \
    X(cu_result, graph_set_kernel, cuGraphExecKernelNodeSetParams_v2,                              \
      (cu_graph_exec exec, cu_graph_node node, const cu_kernel_node *params))                      \
    X(cu_result, graph_launch, cuGraphLaunch, (cu_graph_exec exec, cu_stream stream))

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
    LT_DESC_EPILOGUE = 7,
    LT_DESC_BIAS_POINTER = 8,
    LT_EPILOGUE_BIAS = 4,
    LT_LAYOUT_BATCH_COUNT = 5,
    LT_LAYOUT_BATCH_STRIDE = 6,
    LT_PREFERENCE_WORKSPACE = 1,
    LT_PREFERENCE_REDUCTIONS = 3,
    LT_PREFERENCE_ALIGNMENT_A = 5,
    LT_PREFERENCE_ALIGNMENT_B = 6,
    LT_PREFERENCE_ALIGNMENT_C = 7,
    LT_PREFERENCE_ALIGNMENT_D = 8,
    LT_REDUCTION_COMPUTE_TYPE = 2,
    LT_CONFIG_TILE = 1,
    LT_CONFIG_SPLITS = 2,
    LT_TILE_128X128 = 20,
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
    X(int, lt_config_get, cublasLtMatmulAlgoConfigGetAttribute,                                    \
      (const lt_algorithm *algorithm, int attribute, void *value, size_t size, size_t *written))   \
    X(int, lt_matmul, cublasLtMatmul,                                                              \
      (void *handle, void *desc, const void *alpha, const void *a, void *a_layout, const void *b,  \
       void *b_layout, const void *beta, const void *c, void *c_layout, void *d, void *d_layout,   \
       const lt_algorithm *algorithm, void *workspace, size_t workspace_bytes, cu_stream stream))

/* cuDNN: what its heuristics say about an algorithm, and the functions of convolutions.  Handles and
 * descriptors are opaque pointers. */
typedef struct dnn_algorithm {
    int number, status;
    float time;
    size_t workspace;
    int determinism, math;
    int reserved[3];
} dnn_algorithm;

enum {
    DNN_FLOAT = 0,
    DNN_DOUBLE = 1,
    DNN_HALF = 2,
    DNN_BFLOAT16 = 9,
    DNN_NCHW = 0,
    DNN_CROSS_CORRELATION = 1,
    DNN_DEFAULT_MATH = 0,
    DNN_TENSOR_OP_MATH = 1,
    DNN_FMA_MATH = 3,
    DNN_DETERMINISTIC = 1,
    DNN_IMPLICIT_PRODUCT = 1, /* the algorithm, forward and for the gradient of x */
    DNN_BAD_PARAM = 2000,
    DNN_NOT_SUPPORTED = 3000, /* up to 3999 */
    DNN_NO_HOST_MEMORY = 4003,
    DNN_NO_DEVICE_MEMORY = 4004,
};

#define WR_CUDA_DNN(X)                                                                             \
    X(size_t, dnn_version, cudnnGetVersion, (void))                                                \
    X(int, dnn_new, cudnnCreate, (void **handle))                                                  \
    X(int, dnn_free, cudnnDestroy, (void *handle))                                                 \
    X(int, dnn_stream, cudnnSetStream, (void *handle, cu_stream stream))                           \
    X(int, dnn_tensor_new, cudnnCreateTensorDescriptor, (void **tensor))                           \
    X(int, dnn_tensor_set, cudnnSetTensorNdDescriptor,                                             \
      (void *tensor, int type, int ndim, const int *shape, const int *strides))                    \
    X(int, dnn_tensor_free, cudnnDestroyTensorDescriptor, (void *tensor))                          \
    X(int, dnn_filter_new, cudnnCreateFilterDescriptor, (void **filter))                           \
    X(int, dnn_filter_set, cudnnSetFilterNdDescriptor,                                             \
      (void *filter, int type, int layout, int ndim, const int *shape))                            \
    X(int, dnn_filter_free, cudnnDestroyFilterDescriptor, (void *filter))                          \
    X(int, dnn_conv_new, cudnnCreateConvolutionDescriptor, (void **conv))                          \
    X(int, dnn_conv_set, cudnnSetConvolutionNdDescriptor,                                          \
      (void *conv, int axes, const int *padding, const int *stride, const int *dilation, int mode, \
       int type))                                                                                  \
    X(int, dnn_conv_set_groups, cudnnSetConvolutionGroupCount, (void *conv, int groups))           \
    X(int, dnn_conv_set_math, cudnnSetConvolutionMathType, (void *conv, int math))                 \
    X(int, dnn_conv_free, cudnnDestroyConvolutionDescriptor, (void *conv))                         \
    X(int, dnn_forward_algorithms, cudnnGetConvolutionForwardAlgorithm_v7,                         \
      (void *handle, void *x, void *weight, void *conv, void *y, int wanted, int *found,           \
       dnn_algorithm *results))                                                                    \
    X(int, dnn_input_grad_algorithms, cudnnGetConvolutionBackwardDataAlgorithm_v7,                 \
      (void *handle, void *weight, void *dy, void *conv, void *dx, int wanted, int *found,         \
       dnn_algorithm *results))                                                                    \
    X(int, dnn_weight_grad_algorithms, cudnnGetConvolutionBackwardFilterAlgorithm_v7,              \
      (void *handle, void *x, void *dy, void *conv, void *dweight, int wanted, int *found,         \
       dnn_algorithm *results))                                                                    \
    X(int, dnn_forward, cudnnConvolutionForward,                                                   \
      (void *handle, const void *alpha, void *x_desc, const void *x, void *weight_desc,            \
       const void *weight, void *conv, int algorithm, void *workspace, size_t workspace_bytes,     \
       const void *beta, void *y_desc, void *y))                                                   \
    X(int, dnn_input_grad, cudnnConvolutionBackwardData,                                           \
      (void *handle, const void *alpha, void *weight_desc, const void *weight, void *dy_desc,      \
       const void *dy, void *conv, int algorithm, void *workspace, size_t workspace_bytes,         \
       const void *beta, void *dx_desc, void *dx))                                                 \
    X(int, dnn_weight_grad, cudnnConvolutionBackwardFilter,                                        \
      (void *handle, const void *alpha, void *x_desc, const void *x, void *dy_desc,                \
       const void *dy, void *conv, int algorithm, void *workspace, size_t workspace_bytes,         \
       const void *beta, void *dweight_desc, void *dweight))

/* cuFFT.  A plan is a number. */
enum {
    FFT_OK = 0,
    FFT_ALLOC_FAILED = 2,
    FFT_C2C = 0x29,
    FFT_R2C = 0x2a,
    FFT_C2R = 0x2c,
    FFT_Z2Z = 0x69,
    FFT_D2Z = 0x6a,
    FFT_Z2D = 0x6c,
    FFT_FORWARD = -1,
    FFT_INVERSE = 1,
};

#define WR_CUDA_FFT(X)                                                                             \
    X(int, fft_version, cufftGetVersion, (int *version))                                           \
    X(int, fft_new, cufftCreate, (int *plan))                                                      \
    X(int, fft_free, cufftDestroy, (int plan))                                                     \
    X(int, fft_set_allocation, cufftSetAutoAllocation, (int plan, int allocates))                  \
    X(int, fft_make, cufftMakePlanMany64,                                                          \
      (int plan, int rank, long long *n, long long *in_sizes, long long in_stride,                 \
       long long in_batch, long long *out_sizes, long long out_stride, long long out_batch,        \
       int type, long long batch, size_t *work_bytes))                                             \
    X(int, fft_set_stream, cufftSetStream, (int plan, cu_stream stream))                           \
    X(int, fft_set_work, cufftSetWorkArea, (int plan, void *work))                                 \
    X(int, fft_c2c, cufftExecC2C, (int plan, void *from, void *to, int direction))                 \
    X(int, fft_r2c, cufftExecR2C, (int plan, void *from, void *to))                                \
    X(int, fft_c2r, cufftExecC2R, (int plan, void *from, void *to))                                \
    X(int, fft_z2z, cufftExecZ2Z, (int plan, void *from, void *to, int direction))                 \
    X(int, fft_d2z, cufftExecD2Z, (int plan, void *from, void *to))                                \
    X(int, fft_z2d, cufftExecZ2D, (int plan, void *from, void *to))

/* cuSOLVER.  Handles are opaque pointers; types of elements are LT_R_32F ... of cuBLASLt.  Matrices are
 * column-major.  `info` is in device memory, as all arrays but `host` and `error` are. */
enum {
    SOLVER_OK = 0,
    SOLVER_ALLOC_FAILED = 2,
    SOLVER_DETERMINISTIC = 1,
    SOLVER_VALUES = 0, /* of eigenvalues, or singular values */
    SOLVER_VECTORS = 1,
    SOLVER_LOWER = 0,
    SOLVER_UPPER = 1,
    SOLVER_AS_IS = 0, /* the matrix is not transposed */
};

/* int name(handle, ..., sizes, parameters): the sizes of the work areas, and the function itself. */
#define WR_CUDA_SOLVER_Q(X, name, symbol, element)                                                 \
    X(int, name##_size, symbol##_bufferSize,                                                       \
      (void *handle, int m, int n, int k, const element *a, int lda, const element *tau,           \
       int *elements))                                                                             \
    X(int, name, symbol,                                                                           \
      (void *handle, int m, int n, int k, element *a, int lda, const element *tau, element *work,  \
       int elements, int *info))

#define WR_CUDA_SOLVER(X)                                                                          \
    X(int, solver_new, cusolverDnCreate, (void **handle))                                          \
    X(int, solver_free, cusolverDnDestroy, (void *handle))                                         \
    X(int, solver_version, cusolverGetVersion, (int *version))                                     \
    X(int, solver_stream, cusolverDnSetStream, (void *handle, cu_stream stream))                   \
    X(int, solver_mode, cusolverDnSetDeterministicMode, (void *handle, int mode))                  \
    X(int, solver_params_new, cusolverDnCreateParams, (void **params))                             \
    X(int, solver_params_free, cusolverDnDestroyParams, (void *params))                            \
    X(int, solver_lu_size, cusolverDnXgetrf_bufferSize,                                            \
      (void *handle, void *params, int64_t m, int64_t n, int type, const void *a, int64_t lda,     \
       int computes, size_t *device, size_t *host))                                                \
    X(int, solver_lu, cusolverDnXgetrf,                                                            \
      (void *handle, void *params, int64_t m, int64_t n, int type, void *a, int64_t lda,           \
       int64_t *pivots, int computes, void *device, size_t device_bytes, void *host,               \
       size_t host_bytes, int *info))                                                              \
    X(int, solver_lu_solve, cusolverDnXgetrs,                                                      \
      (void *handle, void *params, int turned, int64_t n, int64_t cols, int a_type, const void *a, \
       int64_t lda, const int64_t *pivots, int b_type, void *b, int64_t ldb, int *info))           \
    X(int, solver_cholesky_size, cusolverDnXpotrf_bufferSize,                                      \
      (void *handle, void *params, int part, int64_t n, int type, const void *a, int64_t lda,      \
       int computes, size_t *device, size_t *host))                                                \
    X(int, solver_cholesky, cusolverDnXpotrf,                                                      \
      (void *handle, void *params, int part, int64_t n, int type, void *a, int64_t lda,            \
       int computes, void *device, size_t device_bytes, void *host, size_t host_bytes, int *info)) \
    X(int, solver_qr_size, cusolverDnXgeqrf_bufferSize,                                            \
      (void *handle, void *params, int64_t m, int64_t n, int type, const void *a, int64_t lda,     \
       int tau_type, const void *tau, int computes, size_t *device, size_t *host))                 \
    X(int, solver_qr, cusolverDnXgeqrf,                                                            \
      (void *handle, void *params, int64_t m, int64_t n, int type, void *a, int64_t lda,           \
       int tau_type, void *tau, int computes, void *device, size_t device_bytes, void *host,       \
       size_t host_bytes, int *info))                                                              \
    WR_CUDA_SOLVER_Q(X, solver_q_r32, cusolverDnSorgqr, float)                                     \
    WR_CUDA_SOLVER_Q(X, solver_q_r64, cusolverDnDorgqr, double)                                    \
    WR_CUDA_SOLVER_Q(X, solver_q_c32, cusolverDnCungqr, void)                                      \
    WR_CUDA_SOLVER_Q(X, solver_q_c64, cusolverDnZungqr, void)                                      \
    X(int, solver_eigh_size, cusolverDnXsyevd_bufferSize,                                          \
      (void *handle, void *params, int job, int part, int64_t n, int type, const void *a,          \
       int64_t lda, int w_type, const void *w, int computes, size_t *device, size_t *host))        \
    X(int, solver_eigh, cusolverDnXsyevd,                                                          \
      (void *handle, void *params, int job, int part, int64_t n, int type, void *a, int64_t lda,   \
       int w_type, void *w, int computes, void *device, size_t device_bytes, void *host,           \
       size_t host_bytes, int *info))                                                              \
    X(int, solver_svd_size, cusolverDnXgesvdp_bufferSize,                                          \
      (void *handle, void *params, int job, int economy, int64_t m, int64_t n, int type,           \
       const void *a, int64_t lda, int s_type, const void *s, int u_type, const void *u,           \
       int64_t ldu, int v_type, const void *v, int64_t ldv, int computes, size_t *device,          \
       size_t *host))                                                                              \
    X(int, solver_svd, cusolverDnXgesvdp,                                                          \
      (void *handle, void *params, int job, int economy, int64_t m, int64_t n, int type, void *a,  \
       int64_t lda, int s_type, void *s, int u_type, void *u, int64_t ldu, int v_type, void *v,    \
       int64_t ldv, int computes, void *device, size_t device_bytes, void *host,                   \
       size_t host_bytes, int *info, double *error))

/* Since CUDA 12.6. */
#define WR_CUDA_SOLVER_EIG(X)                                                                      \
    X(int, solver_eig_size, cusolverDnXgeev_bufferSize,                                            \
      (void *handle, void *params, int left, int right, int64_t n, int type, const void *a,        \
       int64_t lda, int w_type, const void *w, int l_type, const void *l, int64_t ldl, int r_type, \
       const void *r, int64_t ldr, int computes, size_t *device, size_t *host))                    \
    X(int, solver_eig, cusolverDnXgeev,                                                            \
      (void *handle, void *params, int left, int right, int64_t n, int type, void *a, int64_t lda, \
       int w_type, void *w, int l_type, void *l, int64_t ldl, int r_type, void *r, int64_t ldr,    \
       int computes, void *device, size_t device_bytes, void *host, size_t host_bytes, int *info))

typedef struct wr_cuda_functions {
#define POINTER(result, name, symbol, parameters) result(*name) parameters;
    WR_CUDA_DRIVER(POINTER)
    WR_CUDA_NVRTC(POINTER)
    WR_CUDA_BLAS(POINTER)
    WR_CUDA_DNN(POINTER)
    WR_CUDA_FFT(POINTER)
    WR_CUDA_SOLVER(POINTER)
    WR_CUDA_SOLVER_EIG(POINTER)
#undef POINTER
} wr_cuda_functions;

/* The functions.  Those of a library that was not found are NULL. */
extern wr_cuda_functions wr_cuda;

/* Load the driver, once; return the number of devices, or 0 if there is no driver. */
int wr_cuda_devices(void);

/* Why there are no devices, or NULL if the driver has some. */
const char *wr_cuda_why_none(void);

/* A library for weir_cuda_library_at: load it and fill *out.  False if there are not that many. */
struct weir_cuda_library;
bool wr_cuda_library_describe(int index, struct weir_cuda_library *out);

/* Add a folder for weir_cuda_search_add; false if there is no room. */
bool wr_cuda_search_add(const char *folder);

/* Load the compiler, cuBLASLt, cuDNN, cuFFT, cuSOLVER, or its function for eigenvalues, once.  Return NULL, or a sentence that says what is
 * missing and which package has it. */
const char *wr_cuda_need_compiler(void);
const char *wr_cuda_need_blas(void);
const char *wr_cuda_need_dnn(void);
const char *wr_cuda_need_fft(void);
const char *wr_cuda_need_solver(void);
const char *wr_cuda_need_solver_eig(void);

#endif
