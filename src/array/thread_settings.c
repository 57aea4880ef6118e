/* thread_settings.c - per-thread settings: current source line, random stream, default device and
 * dtype, autocast.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array/array.h"

uint32_t weir_site_get(void) { return wr_site_now(); }

uint32_t weir_site_set(uint32_t site) {
    uint32_t last = wr_mode_now.site;
    wr_mode_now.site = site;
    return last;
}

const char *weir_within_set(const char *name) {
    const char *last = wr_mode_now.within;
    wr_mode_now.within = name;
    return last;
}

weir_stream *weir_stream_set(weir_stream *stream) {
    weir_stream *last = wr_mode_now.stream;
    wr_mode_now.stream = stream;
    return last;
}

int32_t weir_default_device_set(int32_t device) {
    int32_t last = wr_mode_now.device;
    if (device == WEIR_DEVICE_DEFAULT) return last;
    if (!wr_device_ok(device)) return -1;
    wr_mode_now.device = device;
    return last;
}

weir_dtype weir_default_dtype_set(weir_dtype dtype) {
    weir_dtype last = (weir_dtype)wr_mode_now.dtype;
    if (!wr_dtype_ok((int)dtype) || wr_dtype_kind_of((int)dtype) != WR_KIND_FLOAT)
        return WEIR_DTYPE_DEFAULT;
    wr_mode_now.dtype = (uint8_t)dtype;
    return last;
}

int32_t weir_autocast_device(void) {
    return wr_mode_now.autocast_kind == 0 ? WEIR_DEVICE_DEFAULT : wr_mode_now.autocast_kind - 1;
}

weir_status weir_autocast_device_set(int32_t device) {
    if (device != WEIR_DEVICE_DEFAULT && !wr_device_ok(device))
        return wr_no_device("weir_autocast_device_set", device);
    wr_mode_now.autocast_kind = device == WEIR_DEVICE_DEFAULT ? 0 : (uint8_t)(1 + (device & 255));
    return WEIR_OK;
}

weir_dtype weir_autocast(void) { return (weir_dtype)wr_mode_now.autocast; }

weir_status weir_autocast_set(weir_dtype dtype, weir_dtype *last) {
    if (dtype != WEIR_DTYPE_DEFAULT && dtype != WEIR_FLOAT16 && dtype != WEIR_BFLOAT16)
        return wr_fail(WEIR_EINVAL,
                       "weir_autocast_set: the dtype is %s; accepted are float16, bfloat16 and 0, "
                       "which turns autocast off",
                       wr_dtype_ok((int)dtype) ? wr_dtypes[dtype].name : "not a dtype");
    if (last != NULL) *last = (weir_dtype)wr_mode_now.autocast;
    wr_mode_now.autocast = (uint8_t)dtype;
    return WEIR_OK;
}
