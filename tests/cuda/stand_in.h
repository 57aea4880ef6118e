/* stand_in.h - the stand-in driver: CUDA driver, NVRTC, cuBLASLt, cuDNN, cuFFT and cuSOLVER on the host,
 * for tests.
 *
 * libcuda_stand_in.so exports the functions of src/device/cuda/cuda_api.h.  Devices, memory,
 * streams and events live in this process; kernels are compiled by the system's C++ compiler and
 * run on the thread of their stream.  A test loads the library with dlopen, or lets the back end
 * load it through WEIR_CUDA_LIBRARY, and finds the settings with
 * dlsym(library, "stand_in_settings").
 *
 * Compiled kernels are kept in the build tree, in tests/cuda/images; STAND_IN_IMAGES names
 * another folder, or none.
 *
 * With STAND_IN_TEXTS=folder, kernels are neither compiled nor run: their texts are written to files
 * of that folder, and launches do nothing (tools/nvrtc.py).  STAND_IN_CAPABILITY=80 has the devices
 * report that capability instead of 9.0.
 *
 * What the stand-in is strict about, to find errors of its users:
 *   - host memory of a copy is read and written when the copy runs, never at the call
 *   - memory that is freed is gone at once, whether a stream still needs it or not: a copy then
 *     fails with 700, a kernel ends the process
 *   - where the CPU has protection keys, the host cannot touch device memory
 *   - a barrier or warp function that not all of its threads reach fails with 719
 *   - calls on memory, streams, modules and launches need a current context
 *   - a transform overwrites its work area, and a complex input whose result is real; it gives NaN
 *     for a number with an imaginary part where a real result allows none
 *   - libraries have exit handlers: a thread that uses one while or after its handler runs ends the
 *     process; calls of the driver then return 4 (STAND_IN_LATE: stand_in_exit.c)
 *   - in a child of fork nothing works: all calls return 3, as the driver's do
 *
 * What it does without: the default stream, dynamic shared memory, timing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STAND_IN_H
#define STAND_IN_H

#include <stdint.h>

enum { STAND_IN_DEVICES_MAX = 8 };

/* Any thread may read and set these at any time; no other memory is ordered by them.  All are of
 * one type, so that a front end can see an array.  Those that end in _in are 0, or count calls
 * down: at 1 the next call fails, and the count is 0 again. */
struct stand_in_settings {
    _Atomic int64_t device_count;  /* 2, or STAND_IN_DEVICES; 0: cuInit finds no device */
    _Atomic int64_t memory_bytes;  /* of each device; 1 GiB, or STAND_IN_MEMORY */
    _Atomic int64_t task_ns;       /* a kernel, product or copy begins that late */
    _Atomic int64_t fail_alloc_in; /* cuMemAlloc or cuMemHostAlloc is out of memory */
    _Atomic int64_t
        fail_launch_in; /* a launch, product or convolution returns an error; the context lives */
    _Atomic int64_t
        fault_in; /* a launch, product or convolution runs into an illegal address: its device is lost */
    _Atomic int64_t fail_compile_in;
    _Atomic int64_t fail_graph_in; /* a graph is not made */
    _Atomic int64_t held;          /* not 0: no stream starts an operation */
    _Atomic int64_t
        reversed; /* not 0, or STAND_IN_REVERSED: blocks and threads run in reverse order */

    /* Counters.  Tests may set them back. */
    _Atomic int64_t launches;      /* accepted kernels and products */
    _Atomic int64_t tf32_products; /* accepted products and convolutions with TF32 */
    _Atomic int64_t graphs;        /* accepted graphs */
    _Atomic int64_t copies;        /* accepted copies */
    _Atomic int64_t compiles;      /* calls of nvrtcCompileProgram */
    _Atomic int64_t allocations_live, pinned_live;
    _Atomic int64_t streams_live, events_live, modules_live;

    _Atomic int64_t no_dnn;          /* not 0: cuDNN does not start */
    _Atomic int64_t convolutions;    /* counter: accepted convolutions of cuDNN */
    _Atomic int64_t refuse_dnn;      /* not 0: convolutions of cuDNN return this status at launch */
    _Atomic int64_t refusals;        /* counter: of such convolutions */
    _Atomic int64_t fail_plan_in;    /* cuFFT refuses a plan with 8 */
    _Atomic int64_t plans_live;      /* of cuFFT */
    _Atomic int64_t fail_product_in; /* a product of cuBLASLt returns an error; the context lives */
    _Atomic int64_t products;        /* counter: accepted products */
    /* counter: those with a column that does not begin at a multiple of 16 bytes, or has none */
    _Atomic int64_t unaligned_products;
    _Atomic int64_t copy_ns;           /* a copy begins that late, if task_ns is less */
    _Atomic int64_t held_kernels;      /* not 0: no stream starts a kernel or product */
    _Atomic int64_t held_copies;       /* 1: no stream starts a copy; 2: none to the host */
    _Atomic int64_t copies_done;       /* counter: copies that have run */
    _Atomic int64_t compile_ns;        /* a compilation takes at least that long */
    _Atomic int64_t stream_waits;      /* counter: waits of streams for events */
    _Atomic int64_t solver_calls;      /* counter: accepted calls of cuSOLVER */
    _Atomic int64_t fail_iteration_in; /* an iteration of cuSOLVER does not converge */
    _Atomic int64_t solvers_live;      /* handles and parameters of cuSOLVER */
    _Atomic int64_t square_products;   /* counter: those with tiles of 128 x 128 */
    _Atomic int64_t held_products;     /* not 0: no stream starts a product */
    _Atomic int64_t kernels_done;      /* counter: kernels that have run */
    _Atomic int64_t library_ns;        /* larger calls of cuBLASLt and the like take that long */
    _Atomic int64_t library_calls;     /* counter: of such calls */
};

/* 1 if device memory is closed to the host by a protection key. */
typedef int stand_in_is_guarded_function(void);

/* The command of the C++ compiler, or NULL if there is none: tests that need kernels are
 * skipped. */
typedef const char *stand_in_compiler_function(void);

#define STAND_IN_EXPORT __attribute__((visibility("default")))
extern STAND_IN_EXPORT struct stand_in_settings stand_in_settings;
STAND_IN_EXPORT int stand_in_is_guarded(void);
STAND_IN_EXPORT const char *stand_in_compiler(void);

#endif
