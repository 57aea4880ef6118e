/* env.c - the default runtime, configured by environment variables.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <linux/random.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "device/null/null_device.h"
#include "engine/engine.h"
#include "weir/array.h"

typedef struct setting {
    const char *name;
    weir_status (*set)(weir_config *config, const struct setting *self, const char *value);
    size_t offset;
    long long least, most;
} setting;

static weir_status bad(const setting *self, const char *value, const char *expected) {
    return wr_fail(WEIR_EENV, "%s=%s: expected %s", self->name, value, expected);
}

static weir_status set_engine(weir_config *config, const setting *self, const char *value) {
    if (strcmp(value, "threaded") == 0)
        config->engine = WEIR_THREADED;
    else if (strcmp(value, "serial") == 0)
        config->engine = WEIR_SERIAL;
    else
        return bad(self, value, "threaded or serial");
    return WEIR_OK;
}

static weir_status set_cpu(weir_config *config, const setting *self, const char *value) {
    static const char *const names[] = {"best",        "portable", "avx2",    "avx512",
                                        "avx512_bf16", "amx_bf16", "amx_fp16"};
    for (int i = 0; i <= WEIR_CPU_AMX_FP16; i++)
        if (strcmp(value, names[i]) == 0) {
            config->cpu = i;
            return WEIR_OK;
        }
    return bad(self, value, "best, portable, avx2, avx512, avx512_bf16, amx_bf16 or amx_fp16");
}

static weir_status set_int(weir_config *config, const setting *self, const char *value) {
    char *end;
    errno = 0;
    long long n = strtoll(value, &end, 10);
    if (end == value || isspace((unsigned char)*value) || *end != '\0' || errno != 0 ||
        n < self->least || n > self->most)
        return wr_fail(WEIR_EENV, "%s=%s: expected an integer from %lld to %lld", self->name, value,
                       self->least, self->most);
    *(int32_t *)(void *)((char *)config + self->offset) = (int32_t)n;
    return WEIR_OK;
}

static weir_status set_count(weir_config *config, const setting *self, const char *value) {
    char *end;
    errno = 0;
    unsigned long long n = isdigit((unsigned char)*value) ? strtoull(value, &end, 10) : 0;
    if (n == 0 || *end != '\0' || errno != 0) return bad(self, value, "a task count of at least 1");
    *(uint64_t *)(void *)((char *)config + self->offset) = n;
    return WEIR_OK;
}

static weir_status read_size(const setting *self, const char *value, uint64_t *size) {
    static const char units[] = "KMGT";
    static const char expected[] =
        "a size above 0 in bytes, or with the suffix K, M, G or T, such as 2G";
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)*value)) return bad(self, value, expected);
    unsigned long long n = strtoull(value, &end, 10);
    if (errno != 0) return bad(self, value, expected);
    const char *unit = *end != '\0' ? strchr(units, toupper((unsigned char)*end)) : NULL;
    int shift = unit != NULL ? 10 * (int)(unit - units + 1) : 0;
    if (unit != NULL) end++;
    if (*end != '\0' || n > ULLONG_MAX >> shift || n == 0) return bad(self, value, expected);
    *size = (uint64_t)n << shift;
    return WEIR_OK;
}

static weir_status set_size(weir_config *config, const setting *self, const char *value) {
    return read_size(self, value, (uint64_t *)(void *)((char *)config + self->offset));
}

/* The memory of null devices is not a field of weir_config: it belongs to the devices. */
static weir_status set_null_memory(weir_config *config, const setting *self, const char *value) {
    uint64_t size;
    (void)config;
    WR_TRY(read_size(self, value, &size));
    atomic_store(&wr_null.memory_bytes, size);
    return WEIR_OK;
}

#define AT(field) offsetof(weir_config, field)
static const setting settings[] = {
    {"WEIR_ENGINE", set_engine, 0, 0, 0},
    {"WEIR_CPU", set_cpu, 0, 0, 0},
    {"WEIR_WORKERS", set_int, AT(workers), 1, 1024},
    {"WEIR_IO_THREADS", set_int, AT(io_threads), 1, 1024},
    {"WEIR_SPIN_US", set_int, AT(spin_us), 0, 1000000},
    {"WEIR_HELPING", set_int, AT(helping), 0, 1},
    {"WEIR_ADMISSION", set_int, AT(admission), 0, 1},
    {"WEIR_RUN_INLINE", set_int, AT(run_inline), 0, 1},
    {"WEIR_FUSION", set_int, AT(fusion), 0, 2},
    {"WEIR_REPORT", set_int, AT(report), 0, 1},
    {"WEIR_MEMORY", set_size, AT(memory_bytes), 0, 0},
    {"WEIR_LEVEL_FLOOR", set_size, AT(level_floor_bytes), 0, 0},
    {"WEIR_HOST_AHEAD", set_size, AT(host_ahead_bytes), 0, 0},
    {"WEIR_QUEUE_TASKS", set_count, AT(queue_tasks_max), 0, 0},
    {"WEIR_QUEUE_BYTES", set_size, AT(queue_bytes_max), 0, 0},
    {"WEIR_NULL_DEVICES", set_int, AT(null_devices), 0, WR_NULL_DEVICES},
    {"WEIR_NULL_MEMORY", set_null_memory, 0, 0, 0},
    {"WEIR_PIN", set_int, AT(pin), 0, 1},
    {"WEIR_DEVICE_FALLBACK", set_int, AT(device_fallback), 0, 1},
};

/* Variables that are read elsewhere: by CMake's find_package, and by the CUDA back end. */
static const char *const others[] = {"WEIR_ROOT",          "WEIR_DIR",      "WEIR_CUDA_DEVICES",
                                     "WEIR_CUDA_LIBRARY",  "WEIR_CUDA_LOG", "WEIR_DEVICE_EXACT",
                                     "WEIR_CUDA_COMPILERS"};

/* Read the seed of the default runtime's random numbers, which is not a field of weir_config. */
static weir_status read_seed(const char *value, uint64_t *seed) {
    char *end = NULL;
    errno = 0;
    /* strtoull accepts signs and spaces; the check below does not */
    *seed = strtoull(value, &end, 10);
    if (isdigit((unsigned char)*value) && *end == '\0' && errno == 0) return WEIR_OK;
    return wr_fail(WEIR_EENV, "WEIR_SEED=%s: expected an integer from 0 to 2^64 - 1", value);
}

/* Return a seed from the system's entropy source or, if that is not available, from the time and
 * the process id. */
static uint64_t any_seed(void) {
    uint64_t seed;
    /* The system call, because glibc has a function for it only since 2.25 and wheels are built for
     * 2.17. */
    long n = syscall(SYS_getrandom, &seed, sizeof seed, GRND_NONBLOCK);
    if (n == (long)sizeof seed) return seed;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    seed = (uint64_t)now.tv_sec * 1000000007 + (uint64_t)now.tv_nsec;
    return (seed ^ (uint64_t)getpid() << 40) * 0x9E3779B97F4A7C15u;
}

static bool named(const char *entry, size_t n, const char *name) {
    return strlen(name) == n && memcmp(name, entry, n) == 0;
}

static weir_status apply(weir_config *config, const char *entry) {
    const char *equals = strchr(entry, '=');
    size_t n = equals != NULL ? (size_t)(equals - entry) : strlen(entry);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (named(entry, n, others[i])) return WEIR_OK;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (named(entry, n, settings[i].name))
            return settings[i].set(config, &settings[i], equals != NULL ? equals + 1 : "");
    return wr_fail(
        WEIR_EENV,
        "%.*s is not a setting of Weir; settings are WEIR_ followed by ENGINE, CPU, WORKERS, "
        "PIN, IO_THREADS, SPIN_US, HELPING, ADMISSION, RUN_INLINE, FUSION, REPORT, MEMORY, "
        "LEVEL_FLOOR, HOST_AHEAD, QUEUE_TASKS, QUEUE_BYTES, NULL_DEVICES, NULL_MEMORY, DEVICE_FALLBACK, "
        "CUDA_DEVICES, CUDA_LIBRARY, SEED",
        (int)(n < 60 ? n : 60), entry);
}

static weir_status make_default(weir_runtime **out) {
    weir_config config;
    weir_runtime *made = NULL;
    const char *seed_text = getenv("WEIR_SEED");
    uint64_t seed = any_seed();
    weir_config_init(&config);
    if (seed_text != NULL) WR_TRY(read_seed(seed_text, &seed));
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        if (strncmp(*entry, "WEIR_", 5) == 0 && strncmp(*entry, "WEIR_SEED=", 10) != 0)
            WR_TRY(apply(&config, *entry));
    WR_TRY(weir_runtime_new(&config, &made));
    weir_status status = weir_seed(made, seed);
    if (status != WEIR_OK)
        weir_runtime_free(made);
    else
        *out = made;
    return status;
}

weir_status weir_runtime_default(weir_runtime **out) {
    static weir_runtime *runtime; /* under wr_default_lock; still NULL if its creation failed */
    if (out == NULL) return wr_fail(WEIR_EINVAL, "weir_runtime_default: out is NULL");
    wr_lock_take(&wr_default_lock);
    weir_status status = runtime != NULL ? WEIR_OK : make_default(&runtime);
    *out = status == WEIR_OK ? runtime : *out;
    wr_lock_give(&wr_default_lock);
    return status;
}
