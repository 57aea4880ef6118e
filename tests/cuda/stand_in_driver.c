/* stand_in_driver.c - devices, contexts, errors and settings of the stand-in driver.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <stdlib.h>
#include <stdio.h>

enum { STACK_MAX = 16, DRIVER_VERSION = 12040, SM_COUNT = 4, CAPABILITY = 90 };

struct stand_in_settings stand_in_settings;
pthread_mutex_t stand_in_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t stand_in_changed = PTHREAD_COND_INITIALIZER;

static struct cu_context_s devices[STAND_IN_DEVICES_MAX];
static bool is_ready;  /* cuInit was called; under the lock */
static bool is_forked; /* from a process that had called it: nothing works; under the lock */

/* The contexts of this thread; the last one is current. */
static _Thread_local struct cu_context_s *contexts[STACK_MAX];
static _Thread_local int context_count;

static int64_t setting(const char *name, int64_t usual) {
    const char *text = getenv(name);
    return text != NULL && *text != 0 ? strtoll(text, NULL, 0) : usual;
}

static void after_fork(void) {
    is_forked = is_forked || is_ready;
    is_ready = false;
    unlock();
}

__attribute__((constructor)) static void read_settings(void) {
    pthread_atfork(lock, unlock, after_fork);
    for (int i = 0; i < STAND_IN_DEVICES_MAX; i++) devices[i].ordinal = i;
    stand_in_settings.device_count = setting("STAND_IN_DEVICES", 2);
    stand_in_settings.reversed = setting("STAND_IN_REVERSED", 0);
    stand_in_settings.memory_bytes = setting("STAND_IN_MEMORY", (int64_t)1 << 30);
}

bool stand_in_is_due(_Atomic int64_t *in) {
    int64_t n = atomic_load(in);
    while (n > 0)
        if (atomic_compare_exchange_weak(in, &n, n - 1)) return n == 1;
    return false;
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static const struct {
    cu_result error;
    const char *name, *text;
} errors[] = {
    {CU_OK, "CUDA_SUCCESS", "no error"},
    {CU_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CU_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CU_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {CU_DEINITIALIZED, "CUDA_ERROR_DEINITIALIZED", "driver shutting down"},
    {CU_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {CU_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {CU_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {CU_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {CU_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {CU_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CU_NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
    {CU_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {CU_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

static int find_error(cu_result error) {
    for (int i = 0; i < (int)(sizeof errors / sizeof *errors); i++)
        if (errors[i].error == error) return i;
    return -1;
}

cu_result cuGetErrorName(cu_result error, const char **text) {
    int i = find_error(error);
    *text = i < 0 ? NULL : errors[i].name;
    return i < 0 ? CU_INVALID_VALUE : CU_OK;
}

cu_result cuGetErrorString(cu_result error, const char **text) {
    int i = find_error(error);
    *text = i < 0 ? NULL : errors[i].text;
    return i < 0 ? CU_INVALID_VALUE : CU_OK;
}

/* ---- Devices --------------------------------------------------------------------------------- */

static int device_count(void) {
    int64_t n = atomic_load(&stand_in_settings.device_count);
    return n < 0 ? 0 : n > STAND_IN_DEVICES_MAX ? STAND_IN_DEVICES_MAX : (int)n;
}

static cu_result check_device(cu_device device) {
    if (stand_in_has_ended(STAND_IN_DRIVER)) return CU_DEINITIALIZED;
    lock();
    cu_result r = !is_ready                                      ? CU_NOT_INITIALIZED
                  : device < 0 || device >= STAND_IN_DEVICES_MAX ? CU_INVALID_DEVICE
                                                                 : CU_OK;
    unlock();
    return r == CU_OK && device >= device_count() ? CU_INVALID_DEVICE : r;
}

cu_result cuInit(unsigned flags) {
    if (flags != 0) return CU_INVALID_VALUE;
    if (device_count() == 0) return CU_NO_DEVICE;
    lock();
    cu_result r = is_forked ? CU_NOT_INITIALIZED : CU_OK;
    is_ready = r == CU_OK;
    unlock();
    return r;
}

cu_result cuDriverGetVersion(int *version) {
    *version = DRIVER_VERSION;
    return CU_OK;
}

cu_result cuDeviceGetCount(int *count) {
    *count = device_count();
    lock();
    cu_result r = is_ready ? CU_OK : CU_NOT_INITIALIZED;
    unlock();
    return r;
}

cu_result cuDeviceGet(cu_device *device, int ordinal) {
    cu_result r = check_device(ordinal);
    if (r == CU_OK) *device = ordinal;
    return r;
}

cu_result cuDeviceGetName(char *name, int size, cu_device device) {
    cu_result r = check_device(device);
    if (r == CU_OK && size > 0) snprintf(name, (size_t)size, "stand-in");
    return r;
}

cu_result cuDeviceGetAttribute(int *value, int attribute, cu_device device) {
    cu_result r = check_device(device);
    if (r != CU_OK) return r;
    switch (attribute) {
    case CU_ATTRIBUTE_SM_COUNT: *value = SM_COUNT; return CU_OK;
    case CU_ATTRIBUTE_CAPABILITY_MAJOR:
        *value = (int)setting("STAND_IN_CAPABILITY", CAPABILITY) / 10;
        return CU_OK;
    case CU_ATTRIBUTE_CAPABILITY_MINOR:
        *value = (int)setting("STAND_IN_CAPABILITY", CAPABILITY) % 10;
        return CU_OK;
    case CU_ATTRIBUTE_SHARED_MAX: *value = STAND_IN_SHARED_MAX; return CU_OK;
    default: return CU_INVALID_VALUE;
    }
}

cu_result cuDeviceTotalMem_v2(size_t *bytes, cu_device device) {
    cu_result r = check_device(device);
    if (r == CU_OK) *bytes = (size_t)atomic_load(&stand_in_settings.memory_bytes);
    return r;
}

/* ---- Contexts -------------------------------------------------------------------------------- */

cu_result cuDevicePrimaryCtxRetain(cu_context *context, cu_device device) {
    cu_result r = check_device(device);
    if (r != CU_OK) return r;
    lock();
    r = devices[device].lost;
    if (r == CU_OK) {
        devices[device].retained++;
        *context = &devices[device];
    }
    unlock();
    return r;
}

/* The last release frees the device's memory.  A lost device stays lost: a process has to end
 * then. */
cu_result cuDevicePrimaryCtxRelease_v2(cu_device device) {
    cu_result r = check_device(device);
    if (r != CU_OK) return r;
    lock();
    if (devices[device].retained == 0) {
        r = CU_INVALID_CONTEXT;
    } else {
        if (--devices[device].retained == 0) stand_in_free_all(&devices[device]);
        r = devices[device].lost;
    }
    unlock();
    return r;
}

cu_result cuCtxSetCurrent(cu_context context) {
    if (context_count > 0) context_count--;
    return context != NULL ? cuCtxPushCurrent_v2(context) : CU_OK;
}

cu_result cuCtxPushCurrent_v2(cu_context context) {
    if (context == NULL || context_count == STACK_MAX) return CU_INVALID_CONTEXT;
    contexts[context_count++] = context;
    return CU_OK;
}

cu_result cuCtxPopCurrent_v2(cu_context *context) {
    if (context_count == 0) return CU_INVALID_CONTEXT;
    context_count--;
    if (context != NULL) *context = contexts[context_count];
    return CU_OK;
}

bool stand_in_is_ready(void) { return is_ready; }

cu_result stand_in_current(struct cu_context_s **device) {
    if (stand_in_has_ended(STAND_IN_DRIVER)) return CU_DEINITIALIZED;
    if (!is_ready) return CU_NOT_INITIALIZED;
    if (context_count == 0) return CU_INVALID_CONTEXT;
    *device = contexts[context_count - 1];
    return (*device)->retained == 0 ? CU_INVALID_CONTEXT : (*device)->lost;
}
