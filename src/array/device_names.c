/* device_names.c - the names of devices: "cpu:0", "null:1"; which devices there are.
 *
 * A device is a number: its kind in the low byte, its index above it.  Its name is the name of the
 * kind, a colon and the index; a kind alone means index 0.  One table lists the kinds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "array/array.h"
#include "base/thread_messages.h"

typedef struct device_kind {
    const char *name;
    int32_t kind; /* a WEIR_DEVICE_* value */
} device_kind;

static const device_kind kinds[] = {
    {"cpu", WEIR_DEVICE_CPU},
    {"null", WEIR_DEVICE_NULL},
    {"cuda", WEIR_DEVICE_CUDA},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* How many devices of a kind there are. */
static int32_t count_of(const device_kind *k) {
    return k->kind == WEIR_DEVICE_CPU    ? WEIR_DEVICE_INDEX_MAX + 1
           : k->kind == WEIR_DEVICE_NULL ? WR_NULL_DEVICES
                                         : wr_cuda_count();
}

/* The devices that arrays can be on, for messages. */
static const char *devices_text(void) {
    char *text = wr_text_next();
    int cuda = wr_cuda_count(),
        n = snprintf(text, WR_TEXT_BYTES, "cpu:0 to cpu:%d, ", WEIR_DEVICE_INDEX_MAX);
    if (cuda > 0)
        n += snprintf(text + n, WR_TEXT_BYTES - (size_t)n,
                      cuda > 1 ? "cuda:0 to cuda:%d, " : "cuda:0, ", cuda - 1);
    snprintf(text + n, WR_TEXT_BYTES - (size_t)n, "and null:0 to null:%d for tests",
             WR_NULL_DEVICES - 1);
    return text;
}

static int32_t device_of(const device_kind *k, int32_t index) { return k->kind | index << 8; }

/* Find the kind of a device; NULL if there is no such device. */
static const device_kind *kind_of(int32_t device) {
    for (int i = 0; device >= 0 && i < KINDS; i++)
        if ((device & 0xff) == kinds[i].kind && device >> 8 < count_of(&kinds[i])) return &kinds[i];
    return NULL;
}

size_t weir_device_name(int32_t device, char *text, size_t size) {
    const device_kind *k = kind_of(device);
    char name[32];
    int n = k != NULL ? snprintf(name, sizeof name, "%s:%d", k->name, device >> 8)
                      : snprintf(name, sizeof name, "number %d", device);
    if (text != NULL && size > 0) snprintf(text, size, "%s", name);
    return (size_t)n;
}

const char *wr_device_text(int32_t device) {
    char *text = wr_text_next();
    weir_device_name(device, text, WR_TEXT_BYTES);
    return text;
}

weir_status wr_no_device(const char *what, int32_t device) {
    return wr_fail(WEIR_EDEVICE, "%s: there is no device %s; arrays can be on %s", what,
                   wr_device_text(device), devices_text());
}

/* Read an index: digits up to the end of the text.  Returns -1 if the text is anything else. */
static int32_t read_index(const char *text, int32_t count) {
    int32_t index = 0;
    if (*text == '\0') return -1;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9') return -1;
        index = 10 * index + (*text - '0');
        if (index >= count) return -1;
    }
    return index;
}

weir_status weir_device_parse(const char *text, int32_t *device) {
    if (text == NULL || device == NULL)
        return wr_fail(WEIR_EINVAL, "weir_device_parse: %s is NULL",
                       text == NULL ? "text" : "device");
    for (int i = 0; i < KINDS; i++) {
        size_t n = strlen(kinds[i].name);
        if (strncmp(text, kinds[i].name, n) != 0) continue;
        int32_t index = text[n] == '\0'  ? 0
                        : text[n] == ':' ? read_index(text + n + 1, count_of(&kinds[i]))
                                         : -1;
        if (index < 0 || index >= count_of(&kinds[i])) break;
        *device = device_of(&kinds[i], index);
        return WEIR_OK;
    }
    bool none = strncmp(text, "cuda", 4) == 0 && wr_cuda_count() == 0;
    return wr_fail(WEIR_EDEVICE,
                   "'%.40s' is not an available device%s%s; available are %s; cpu means cpu:0%s",
                   text, none ? ": " : "", none ? wr_cuda_why() : "", devices_text(),
                   strncmp(text, "gpu", 3) == 0 ? "; a GPU is called cuda:0" : "");
}

size_t weir_devices(weir_runtime *rt, int32_t *list, size_t max) {
    size_t count = 0;
    if (rt == NULL) return 0;
    for (int i = 0; i < KINDS; i++) {
        /* CPU devices share one processor, so the first stands for all of them. */
        int32_t listed = kinds[i].kind == WEIR_DEVICE_CPU    ? 1
                         : kinds[i].kind == WEIR_DEVICE_NULL ? rt->config.null_devices
                                                             : wr_cuda_count();
        for (int32_t index = 0; index < listed; index++, count++)
            if (list != NULL && count < max) list[count] = device_of(&kinds[i], index);
    }
    return count;
}
