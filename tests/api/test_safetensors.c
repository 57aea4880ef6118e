/* test_safetensors.c - safetensors files: saving and loading, invalid files, interrupted saves.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "array_kit.h"

#define CHECK_FAILS(call, status, words)                                                           \
    do {                                                                                           \
        CHECK_EQ(call, status);                                                                    \
        CHECK_HAS(weir_error(), words);                                                            \
    } while (0)

static char folder[64];

static const char *path_of(const char *name) {
    static char path[128];
    if (folder[0] == '\0') {
        strcpy(folder, "/tmp/weir_test_XXXXXX");
        CHECK(mkdtemp(folder));
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void remove_folder(const char *name) {
    unlink(path_of(name));
    CHECK_EQ(rmdir(folder), 0);
    folder[0] = '\0';
}

static void write_bytes(const char *path, const void *data, size_t n) {
    FILE *f = fopen(path, "wb");
    CHECK(f);
    CHECK_EQ(fwrite(data, 1, n, f), n);
    fclose(f);
}

static size_t read_bytes(const char *path, char *data, size_t room) {
    FILE *f = fopen(path, "rb");
    CHECK(f);
    size_t n = fread(data, 1, room, f);
    fclose(f);
    return n;
}

/* A file with this header and that many bytes of data after it. */
static size_t make_file(char *out, const char *table, size_t data_bytes) {
    size_t n = strlen(table);
    for (int i = 0; i < 8; i++) out[i] = (char)(n >> 8 * i);
    memcpy(out + 8, table, n + 1);
    for (size_t i = 0; i < data_bytes; i++) out[8 + n + i] = (char)i;
    return 8 + n + data_bytes;
}

static weir_status open_table(const char *table, size_t data_bytes) {
    char bytes[2048];
    const char *path = path_of("x");
    write_bytes(path, bytes, make_file(bytes, table, data_bytes));
    weir_safetensors *f = NULL;
    weir_status status = weir_safetensors_open(path, &f);
    weir_safetensors_close(f);
    return status;
}

/* ---- There and back -------------------------------------------------------------------------- */

TEST(every_dtype_comes_back) {
    weir_runtime *rt = kit_runtime(2);
    const int64_t shape[2] = {3, 5};
    weir_array *in[16], *out[16];
    const char *names[16];
    uint32_t n = 0;
    char values[15 * 16];
    for (size_t i = 0; i < sizeof values; i++) values[i] = (char)(i * 37 % 2);
    for (int dtype = WEIR_BOOL; dtype <= WEIR_COMPLEX64; dtype++) {
        names[n] = weir_dtype_name((weir_dtype)dtype);
        in[n++] = kit_array(rt, (weir_dtype)dtype, 2, shape, values);
    }
    for (uint32_t flags = 0; flags < 2; flags++) {
        CHECK_OK(weir_save_safetensors(path_of("x"), names, in, n, NULL, 0));
        CHECK_OK(weir_load_safetensors(rt, path_of("x"), names, n, flags, out));
        for (uint32_t i = 0; i < n; i++) {
            char got[15 * 16];
            size_t bytes = 15 * weir_dtype_bytes(weir_array_dtype(in[i]));
            CHECK_EQ(weir_array_dtype(out[i]), weir_array_dtype(in[i]));
            CHECK_EQ(weir_array_ndim(out[i]), 2);
            CHECK_EQ(weir_array_shape(out[i])[1], 5);
            CHECK_OK(weir_array_read(out[i], got, bytes));
            CHECK(memcmp(got, values, bytes) == 0);
            weir_array_release(out[i]);
        }
    }
    for (uint32_t i = 0; i < n; i++) weir_array_release(in[i]);
    weir_array *wide = kit_array(rt, WEIR_COMPLEX128, 2, shape, NULL);
    CHECK_FAILS(weir_save_safetensors(path_of("x"), names, &wide, 1, NULL, 0), WEIR_EINVAL,
                "complex128");
    weir_array_release(wide);
    remove_folder("x");
    weir_runtime_free(rt);
}

TEST(views_scalars_and_nothing_are_saved_too) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = kit_ramp(rt, 6, 0, 1), *grid = kit_reshape(x, 2, 3),
               *turned = kit_transposed(grid), *empty = kit_ramp(rt, 0, 0, 0),
               *scalar = kit_scalar(rt, 7), *number = kit_number(rt, 2.5), *out[4];
    weir_array *in[] = {turned, empty, scalar, number};
    const char *names[] = {"a \"quoted\"\\ \n name", "\xc3\xa9t\xc3\xa9", "", "number"};
    const char *metadata[] = {"format", "pt", "note", "tab\there"};
    CHECK_OK(weir_save_safetensors(path_of("x"), names, in, 4, metadata, 2));
    CHECK_OK(weir_load_safetensors(rt, path_of("x"), names, 4, WEIR_LOAD_COPY, out));
    CHECK_TEXT(out[0], "[[0., 3.],\n [1., 4.],\n [2., 5.]]");
    CHECK_EQ(weir_array_count(out[1]), 0);
    CHECK_ITEM(out[2], 7);
    CHECK_ITEM(out[3], 2.5);
    for (int i = 0; i < 4; i++) weir_array_release(out[i]);

    weir_safetensors *f = NULL;
    weir_safetensors_entry e;
    const char *key, *value;
    CHECK_OK(weir_safetensors_open(path_of("x"), &f));
    CHECK_EQ(weir_safetensors_count(f), 4);
    CHECK_EQ(weir_safetensors_find(f, "nobody"), -1);
    CHECK_OK(weir_safetensors_at(f, (uint32_t)weir_safetensors_find(f, names[0]), &e));
    CHECK_EQ(e.ndim, 2);
    CHECK_EQ(e.shape[0], 3);
    CHECK_EQ(e.bytes, 24);
    CHECK_FAILS(weir_safetensors_at(f, 4, &e), WEIR_EINVAL, "array 4 is out of range");
    CHECK(weir_safetensors_metadata(f, 1, &key, &value));
    CHECK_STR(key, "note");
    CHECK_STR(value, "tab\there");
    CHECK(!weir_safetensors_metadata(f, 2, &key, &value));
    weir_safetensors_close(f);

    const char *wanted[] = {"number", "missing one", "missing two"};
    CHECK_FAILS(weir_load_safetensors(rt, path_of("x"), wanted, 3, 0, out), WEIR_EINVAL,
                "missing one, missing two");
    weir_array *all[] = {x, grid, turned, empty, scalar, number};
    for (int i = 0; i < 6; i++) weir_array_release(all[i]);
    remove_folder("x");
    weir_runtime_free(rt);
}

/* A file written by another library: read, mapped, and changed without changing the file. */
TEST(a_mapped_array_may_be_written_and_the_file_stays) {
    weir_runtime *rt = kit_runtime(2);
    char bytes[512], after[512];
    float data[4] = {1, 2, 3, 4};
    const char *table = "{\"w\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]},"
                        "\"__metadata__\":{\"format\":\"pt\"}}     ";
    size_t n = make_file(bytes, table, 16);
    memcpy(bytes + n - 16, data, 16);
    write_bytes(path_of("x"), bytes, n);
    const char *name = "w";
    weir_array *w = NULL, *one = kit_number(rt, 1);
    CHECK_OK(weir_load_safetensors(rt, path_of("x"), &name, 1, WEIR_LOAD_MAP, &w));
    kit_into("add", w, one, w);
    CHECK_TEXT(w, "[[2., 3.],\n [4., 5.]]");
    CHECK_EQ(read_bytes(path_of("x"), after, sizeof after), n);
    CHECK(memcmp(bytes, after, n) == 0);
    weir_array_release(w);
    weir_array_release(one);
    remove_folder("x");
    weir_runtime_free(rt);
}

TEST(saving_waits_for_the_arrays_and_reports_what_failed) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 4, 0, 1), *y = kit_call("exp", x, NULL);
    const char *name = "y";
    CHECK_OK(weir_save_safetensors(path_of("x"), &name, &x, 1, NULL, 0));
    char before[512], after[512];
    size_t n = read_bytes(path_of("x"), before, sizeof before);
    kit_break(y);
    CHECK_EQ(weir_save_safetensors(path_of("x"), &name, &y, 1, NULL, 0), WEIR_EFAILED);
    CHECK_HAS(weir_error(), "it broke");
    CHECK_EQ(read_bytes(path_of("x"), after, sizeof after), n);
    CHECK(memcmp(before, after, n) == 0);
    weir_failure_clear(rt);
    weir_array_release(x);
    weir_array_release(y);
    remove_folder("x");
    weir_runtime_free(rt);
}

/* ---- Saves that do not end ------------------------------------------------------------------- */

static void save_and_be_killed(const char *path) {
    struct rlimit limit = {20000, 20000};
    setrlimit(RLIMIT_FSIZE, &limit); /* a longer file kills the writer */
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    weir_runtime *rt = kit_runtime_serial();
    weir_array *big = kit_ramp(rt, 100000, 5, 0);
    const char *name = "w";
    weir_save_safetensors(path, &name, &big, 1, NULL, 0);
    _exit(0);
}

TEST(a_killed_save_leaves_the_old_file) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 3, 1, 1), *y = NULL;
    const char *name = "w";
    CHECK_OK(weir_save_safetensors(path_of("x"), &name, &x, 1, NULL, 0));
    char path[128];
    strcpy(path, path_of("x"));
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) save_and_be_killed(path);
    int how = 0;
    CHECK_EQ(waitpid(child, &how, 0), child);
    CHECK(WIFSIGNALED(how));
    CHECK_OK(weir_load_safetensors(rt, path, &name, 1, 0, &y));
    CHECK_TEXT(y, "[1., 2., 3.]");
    CHECK_OK(weir_save_safetensors(path, &name, &y, 1, NULL, 0)); /* and can be replaced */
    weir_array_release(x);
    weir_array_release(y);
    char command[160];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
    folder[0] = '\0';
    weir_runtime_free(rt);
}

/* The mask belongs to the whole process: files of other threads would be open to all while it is changed. */
static int masks;
mode_t umask(mode_t mask); // NOLINT(readability-redundant-declaration)
mode_t umask(mode_t mask) {
    masks++;
    return (mode_t)syscall(SYS_umask, mask);
}

static int mode_of(const char *path) {
    struct stat info;
    CHECK_EQ(stat(path, &info), 0);
    return (int)(info.st_mode & 0777);
}

TEST(a_new_file_follows_the_umask_and_another_the_old_one) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 3, 1, 1);
    const char *name = "w", *path = path_of("x");
    mode_t before = umask(027);
    masks = 0;
    CHECK_OK(weir_save_safetensors(path, &name, &x, 1, NULL, 0));
    CHECK_EQ(mode_of(path), 0640);
    for (int i = 0; i < 2; i++) {
        int mode = i == 0 ? 0600 : 0666;
        CHECK_EQ(chmod(path, (mode_t)mode), 0);
        CHECK_OK(weir_save_safetensors(path, &name, &x, 1, NULL, 0));
        CHECK_EQ(mode_of(path), mode);
    }
    CHECK_EQ(masks, 0);
    umask(before);
    weir_array_release(x);
    remove_folder("x");
    weir_runtime_free(rt);
}

TEST(a_save_that_cannot_be_is_told) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 3, 1, 1), *two[2] = {x, x};
    const char *names[2] = {"w", "w"};
    CHECK_FAILS(weir_save_safetensors("/nowhere/at/all", names, &x, 1, NULL, 0), WEIR_ENOENT,
                "/nowhere/at/all");
    CHECK_FAILS(weir_save_safetensors("/nowhere/at/all", names, two, 2, NULL, 0), WEIR_EINVAL,
                "'w'");
    CHECK_FAILS(weir_save_safetensors(NULL, names, two, 1, NULL, 0), WEIR_EINVAL, "path");
    weir_safetensors *f = NULL;
    CHECK_FAILS(weir_safetensors_open("/nowhere/at/all", &f), WEIR_ENOENT, "No such file");
    CHECK_FAILS(weir_safetensors_open("/", &f), WEIR_EISDIR, "not a regular file");
    const char *pipe_path = path_of("pipe"); /* like a device, not replaced by a file */
    struct stat info;
    CHECK_EQ(mkfifo(pipe_path, 0600), 0);
    CHECK_FAILS(weir_save_safetensors(pipe_path, names, &x, 1, NULL, 0), WEIR_ESYS,
                "not a regular file");
    CHECK(stat(pipe_path, &info) == 0 && S_ISFIFO(info.st_mode));
    unlink(pipe_path);
    rmdir(folder);
    folder[0] = '\0';
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- Bad files ------------------------------------------------------------------------------- */

#define ENTRY(name, dtype, shape, from, to)                                                        \
    "\"" name "\":{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":[" from "," to "]}"

TEST(bad_tables_are_refused_with_what_and_where) {
    CHECK_EQ(open_table("{" ENTRY("a", "F32", "[2]", "0", "8") "}", 8), WEIR_OK);
    CHECK_EQ(open_table("{}", 0), WEIR_OK);
    CHECK_FAILS(open_table("{" ENTRY("a", "F32", "[2]", "0", "8") "}", 7), WEIR_EINVAL,
                "truncated");
    CHECK_FAILS(open_table("{" ENTRY("a", "F32", "[2]", "0", "8") "}", 9), WEIR_EINVAL, "9 bytes");
    CHECK_FAILS(open_table("{" ENTRY("a", "F32", "[3]", "0", "8") "}", 8), WEIR_EINVAL, "need 12");
    CHECK_FAILS(open_table("{" ENTRY("a", "F31", "[2]", "0", "8") "}", 8), WEIR_EINVAL, "F31");
    CHECK_FAILS(open_table("{" ENTRY("a", "F32", "[2]", "8", "0") "}", 8), WEIR_EINVAL, "8 to 0");
    CHECK_FAILS(open_table("{" ENTRY("a", "F32", "[-2]", "0", "8") "}", 8), WEIR_EINVAL,
                "non-negative");
    CHECK_FAILS(open_table("{" ENTRY("a", "F32", "[2.0]", "0", "8") "}", 8), WEIR_EINVAL,
                "not an integer");
    CHECK_FAILS(open_table("{" ENTRY("a", "F32", "[99999999999999999999]", "0", "8") "}", 8),
                WEIR_EINVAL, "too large");
    CHECK_FAILS(open_table("{" ENTRY("a", "F32", "[4611686018427387904,4]", "0", "8") "}", 8),
                WEIR_EINVAL, "overflows");
    CHECK_FAILS(
        open_table("{" ENTRY("a", "U8", "[4]", "0", "4") "," ENTRY("a", "U8", "[4]", "4", "8") "}",
                   8),
        WEIR_EINVAL, "twice");
    CHECK_FAILS(
        open_table("{" ENTRY("a", "U8", "[4]", "0", "4") "," ENTRY("b", "U8", "[4]", "2", "6") "}",
                   6),
        WEIR_EINVAL, "expected 4");
    CHECK_FAILS(open_table("{\"a\":{\"dtype\":\"F32\",\"shape\":[2]}}", 8), WEIR_EINVAL,
                "data_offsets");
    CHECK_FAILS(open_table("{" ENTRY("a", "F32", "[2]", "0", "8") "} x", 8), WEIR_EINVAL,
                "after the last }");
    CHECK_FAILS(open_table("[1,2]", 0), WEIR_EINVAL, "at byte 8");
    CHECK_FAILS(open_table("{\"a\\q\":1}", 0), WEIR_EINVAL, "at byte 12");
    CHECK_FAILS(open_table("{\"a\\ud800\":1}", 0), WEIR_EINVAL, "unpaired surrogate");
    CHECK_FAILS(open_table("{\"\xff\":1}", 0), WEIR_EINVAL, "UTF-8");
    CHECK_FAILS(open_table("{\"__metadata__\":{\"a\":1}}", 0), WEIR_EINVAL, "at byte");
    CHECK_FAILS(open_table("{\"a", 0), WEIR_EINVAL, "not terminated");
    write_bytes(path_of("x"), "1234", 4);
    weir_safetensors *f = NULL;
    CHECK_FAILS(weir_safetensors_open(path_of("x"), &f), WEIR_EINVAL, "too few");
    write_bytes(path_of("x"), "PK\3\4 a zip file", 15);
    CHECK_FAILS(weir_safetensors_open(path_of("x"), &f), WEIR_EINVAL, "not a safetensors file");
    remove_folder("x");
}

/* A file in memory, since there are thousands; it is refused, or all of it can be loaded. */
static weir_status try_to_load(weir_runtime *rt, const char *bytes, size_t n) {
    char path[64];
    weir_safetensors *f = NULL;
    int file = memfd_create("weir", MFD_CLOEXEC);
    CHECK(file >= 0);
    CHECK_EQ(write(file, bytes, n), (ssize_t)n);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    weir_status status = weir_safetensors_open(path, &f);
    if (status != WEIR_OK) CHECK(weir_error()[0] != '\0');
    for (uint32_t i = 0; i < weir_safetensors_count(f); i++) {
        weir_array *a = NULL;
        if (weir_safetensors_load(rt, f, i, i % 2, &a) == WEIR_OK) CHECK_OK(weir_array_wait(a));
        weir_array_release(a);
    }
    weir_safetensors_close(f);
    close(file);
    return status;
}

TEST(files_that_are_cut_or_changed_do_no_harm) {
    weir_runtime *rt = kit_runtime_serial();
    char good[1024], bad[1024];
    const char *table =
        "{\"__metadata__\":{\"k\\u00e9y\":\"v\"}," ENTRY("w", "F32", "[2,2]", "0", "16") "," ENTRY(
            "b", "BOOL", "[3]", "16", "19") "," ENTRY("s", "I64", "[]", "19", "27") "}";
    size_t n = make_file(good, table, 27);
    CHECK(n > 27);
    CHECK_OK(try_to_load(rt, good, n));
    for (size_t cut = 0; cut < n; cut++) CHECK_EQ(try_to_load(rt, good, cut), WEIR_EINVAL);
    static const char instead[] = {0, '"', '{', '}', '[', ']', ',', '9', '\\', (char)0xff};
    for (size_t at = 0; at < n; at++)
        for (size_t i = 0; i < sizeof instead; i++) {
            memcpy(bad, good, n);
            bad[at] = instead[i];
            try_to_load(rt, bad, n);
        }
    uint32_t state = 1;
    for (int round = 0; round < 2000; round++) { /* a few bytes at random */
        memcpy(bad, good, n);
        for (int i = 0; i < 4; i++) {
            state = state * 1664525u + 1013904223u;
            bad[(state >> 8) % n] = (char)(state >> 24);
        }
        try_to_load(rt, bad, n);
    }
    weir_runtime_free(rt);
}

/* ---- Going on later -------------------------------------------------------------------------- */

TEST(random_numbers_go_on_where_they_were) {
    weir_runtime *rt = kit_runtime(1);
    const int64_t shape = 8;
    weir_array *a = NULL, *b = NULL, *c = NULL;
    weir_stream state;
    float x[8], y[8];
    CHECK_OK(weir_seed(rt, 5));
    CHECK_OK(weir_uniform(rt, weir_i64s_of(&shape, 1),
                          OPT(uniform, .high = 1, .dtype = WEIR_FLOAT32, .device = -1), &a));
    CHECK_OK(weir_seed_get(rt, &state));
    CHECK_EQ(state.calls, 1);
    CHECK_OK(weir_uniform(rt, weir_i64s_of(&shape, 1),
                          OPT(uniform, .high = 1, .dtype = WEIR_FLOAT32, .device = -1), &b));
    CHECK_OK(weir_seed(rt, 9));
    CHECK_OK(weir_seed_set(rt, &state));
    CHECK_OK(weir_uniform(rt, weir_i64s_of(&shape, 1),
                          OPT(uniform, .high = 1, .dtype = WEIR_FLOAT32, .device = -1), &c));
    CHECK_OK(weir_array_read(b, x, sizeof x));
    CHECK_OK(weir_array_read(c, y, sizeof y));
    CHECK(memcmp(x, y, sizeof x) == 0);
    CHECK_FAILS(weir_seed_set(rt, NULL), WEIR_EINVAL, "weir_seed_set");
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(c);
    weir_runtime_free(rt);
}

/* Parameters updated with random gradients. */
static void walk_at_random(weir_runtime *rt, weir_optimizer *o, weir_array *p, int steps) {
    const int64_t shape = 20;
    for (int t = 0; t < steps; t++) {
        weir_array *g = NULL;
        CHECK_OK(weir_uniform(
            rt, weir_i64s_of(&shape, 1),
            OPT(uniform, .low = -1, .high = 1, .dtype = WEIR_FLOAT32, .device = -1), &g));
        CHECK_OK(weir_array_grad_set(p, g));
        CHECK_OK(weir_optimizer_step(o));
        weir_array_release(g);
    }
}

static weir_optimizer *adam_for(weir_runtime *rt, weir_array *p) {
    weir_optimizer *o = NULL;
    CHECK_OK(weir_array_attach_grad(p, WEIR_GRAD_WRITE));
    CHECK_OK(weir_optimizer_new(rt, weir_optimizer_kind_find("Adam"), NULL, 0, &p, 1, &o));
    return o;
}

static void save_run(weir_runtime *rt, weir_optimizer *o, weir_array *p) {
    char name[8][WEIR_STATE_NAME_MAX], seed[32], calls[32];
    const char *names[8] = {"p"};
    weir_array *arrays[8] = {p};
    uint32_t n = 1;
    for (; n <= weir_optimizer_state_count(o); n++) {
        CHECK_OK(weir_optimizer_state_at(o, n - 1, name[n], &arrays[n]));
        names[n] = name[n];
    }
    weir_stream state;
    CHECK_OK(weir_seed_get(rt, &state));
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)state.seed);
    snprintf(calls, sizeof calls, "%llu", (unsigned long long)state.calls);
    const char *metadata[] = {"seed", seed, "calls", calls};
    CHECK_OK(weir_save_safetensors(path_of("x"), names, arrays, n, metadata, 2));
}

static void load_run(weir_runtime *rt, weir_array **p, weir_optimizer **o) {
    weir_safetensors *f = NULL;
    weir_safetensors_entry e;
    weir_stream state;
    const char *key, *value;
    CHECK_OK(weir_safetensors_open(path_of("x"), &f));
    CHECK_OK(weir_safetensors_load(rt, f, (uint32_t)weir_safetensors_find(f, "p"), 0, p));
    *o = adam_for(rt, *p);
    for (uint32_t i = 0; i < weir_safetensors_count(f); i++) {
        CHECK_OK(weir_safetensors_at(f, i, &e));
        if (strcmp(e.name, "p") == 0) continue;
        weir_array *a = NULL;
        CHECK_OK(weir_safetensors_load(rt, f, i, WEIR_LOAD_MAP, &a));
        CHECK_OK(weir_optimizer_state_set(*o, e.name, a));
        weir_array_release(a);
    }
    CHECK(weir_safetensors_metadata(f, 0, &key, &value));
    state.seed = strtoull(value, NULL, 10);
    CHECK(weir_safetensors_metadata(f, 1, &key, &value));
    state.calls = strtoull(value, NULL, 10);
    CHECK_OK(weir_seed_set(rt, &state));
    weir_safetensors_close(f);
}

TEST(a_resumed_run_goes_on_bit_for_bit) {
    float straight[20], resumed[20];
    weir_runtime *rt = kit_runtime(2);
    weir_array *p = kit_ramp(rt, 20, 0, 1), *q = NULL;
    weir_optimizer *o = adam_for(rt, p), *later = NULL;
    CHECK_OK(weir_seed(rt, 123456789123456789u));
    walk_at_random(rt, o, p, 2);
    save_run(rt, o, p);
    walk_at_random(rt, o, p, 3);
    CHECK_OK(weir_array_read(p, straight, sizeof straight));
    weir_optimizer_free(o);
    weir_array_release(p);
    weir_runtime_free(rt);

    rt = kit_runtime(1);
    load_run(rt, &q, &later);
    walk_at_random(rt, later, q, 3);
    CHECK_OK(weir_array_read(q, resumed, sizeof resumed));
    CHECK(memcmp(straight, resumed, sizeof straight) == 0);
    weir_optimizer_free(later);
    weir_array_release(q);
    remove_folder("x");
    weir_runtime_free(rt);
}
