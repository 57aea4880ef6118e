/* cuda_facts.c - what programs can ask about CUDA cards and the libraries that they need.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

#include "base/base.h"
#include "device/cuda/cuda_api.h"
#include "device/cuda/cuda_device.h"

/* The texts of the cards that were asked for: under the mutex, written once, never freed. */
static struct {
    pthread_mutex_t mutex;
    char name[WR_CUDA_DEVICES][96], architecture[WR_CUDA_DEVICES][16];
} texts = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* The driver answers these questions without a context. */
static cu_result ask(int ordinal, int index, weir_cuda_card *c) {
    cu_device device;
    int major = 0, minor = 0;
    size_t bytes = 0;
    char name[96] = "";
    cu_result result = wr_cuda.device_get(&device, ordinal);
    if (result == CU_OK) result = wr_cuda.device_name(name, sizeof name, device);
    if (result == CU_OK) result = wr_cuda.device_memory(&bytes, device);
    if (result == CU_OK)
        result = wr_cuda.device_attribute(&c->processors, CU_ATTRIBUTE_SM_COUNT, device);
    if (result == CU_OK)
        result = wr_cuda.device_attribute(&major, CU_ATTRIBUTE_CAPABILITY_MAJOR, device);
    if (result == CU_OK)
        result = wr_cuda.device_attribute(&minor, CU_ATTRIBUTE_CAPABILITY_MINOR, device);
    if (result != CU_OK) return result;
    pthread_mutex_lock(&texts.mutex);
    if (texts.name[index][0] == '\0') {
        snprintf(texts.name[index], sizeof texts.name[index], "%s", name);
        snprintf(texts.architecture[index], sizeof texts.architecture[index], "sm_%d%d", major,
                 minor);
    }
    pthread_mutex_unlock(&texts.mutex);
    c->name = texts.name[index];
    c->architecture = texts.architecture[index];
    c->memory_bytes = bytes;
    c->ordinal = ordinal;
    return CU_OK;
}

weir_status weir_cuda_card_at(int32_t index, weir_cuda_card *out) {
    static const char what[] = "weir_cuda_card_at";
    if (out == NULL) return wr_fail(WEIR_EINVAL, "%s: out is NULL", what);
    int count = wr_cuda_count();
    if (count == 0) return wr_fail(WEIR_EDEVICE, "%s: %s", what, wr_cuda_why());
    if (index < 0 || index >= count)
        return wr_fail(WEIR_EDEVICE, "%s: there is no cuda:%d; there %s %d", what, index,
                       count == 1 ? "is" : "are", count);
    if (wr_cuda_is_forked())
        return wr_fail(WEIR_EFORKED,
                       "%s: the parent process has used the driver, so a forked child cannot",
                       what);
    weir_cuda_card c = {.size = sizeof c};
    cu_result result = ask(wr_cuda_ordinal(index), index, &c);
    const char *text = NULL;
    if (result != CU_OK) {
        if (wr_cuda.error_string(result, &text) != CU_OK) text = "unknown error";
        return wr_fail(WEIR_EDEVICE, "%s: cuda:%d: %s", what, index, text);
    }
    return weir_struct_give(out, &c, sizeof c, WEIR_SIZE_UP_TO(weir_cuda_card, ordinal), what,
                            "weir_cuda_card");
}

weir_status weir_cuda_library_at(int32_t index, weir_cuda_library *out) {
    static const char what[] = "weir_cuda_library_at";
    if (out == NULL) return wr_fail(WEIR_EINVAL, "%s: out is NULL", what);
    weir_cuda_library l;
    if (!wr_cuda_library_describe(index, &l))
        return wr_fail(WEIR_EINVAL, "%s: there is no library %d", what, index);
    return weir_struct_give(out, &l, sizeof l, WEIR_SIZE_UP_TO(weir_cuda_library, problem), what,
                            "weir_cuda_library");
}

weir_status weir_cuda_search_add(const char *folder) {
    if (folder == NULL) return wr_fail(WEIR_EINVAL, "weir_cuda_search_add: folder is NULL");
    if (wr_cuda_search_add(folder)) return WEIR_OK;
    return wr_fail(WEIR_ENOMEM,
                   "weir_cuda_search_add: '%.100s': eight folders were added already, "
                   "or the name is too long",
                   folder);
}
