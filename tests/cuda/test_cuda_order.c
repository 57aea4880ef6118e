/* test_cuda_order.c - programs over the CPU, null devices and two CUDA devices of the stand-in: order between queues,
 * failures and lost devices.  With TEST_GPU=1 the devices are GPUs; TEST_CUDA_DEVICES=0,0 opens one card twice.
 *
 * A program is random, and runs twice: on its devices, and on the CPU.  Both runs must give the same bits, the same arrays
 * must fail, and parameters behind a failure must keep their values.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "cuda/stand_in_kit.h"

/* Elements of arrays.  MANY are copied in streams of their own. */
enum { N = 40, MANY = 9000, TEMPORARIES = 6, PLACES = 6 };

/* Use the GPUs; there must be two, or one that is opened twice. */
static bool load_gpus(void) {
    static struct stand_in_settings none;
    int32_t device;
    stand_in = &none;
    if (weir_device_parse("cuda:1", &device) != WEIR_OK)
        test_fail(__FILE__, __LINE__, "TEST_CUDA_DEVICES=0,0 opens one card twice: %s",
                  weir_error());
    return true;
}

/* The devices of programs: the CPU, three null devices and, if there is a compiler for the stand-in, two of CUDA.  Returns
 * how many. */
static int load(int32_t *device) {
    int count = 0;
    device[count++] = WEIR_CPU(0);
    for (int i = 0; i < 3; i++) device[count++] = WEIR_NULL(i);
    bool usable = getenv("TEST_GPU") != NULL ? load_gpus() : load_stand_in(STAND_IN_LIBRARY);
    for (int i = 0; i < 2 && usable; i++) device[count++] = WEIR_CUDA(i);
    return count;
}

/* One card is two devices, with a queue each. */
static void open_card_twice(void) { setenv("WEIR_CUDA_DEVICES", "0,0", 1); }

/* One run of a program.  `place` is the index of a device. */
typedef struct world {
    weir_runtime *rt;
    int32_t device[PLACES];
    int places, n;
    bool moves; /* the places are different devices */
    weir_array *p[PLACES], *x[PLACES], *good[PLACES], *bad[PLACES]; /* one for each place */
    weir_array *temporary[TEMPORARIES];
    int at[TEMPORARIES]; /* the place of a temporary */
} world;

static void make_place(world *w, int i) {
    int64_t index[MANY], shape = w->n;
    int32_t outer = weir_default_device_set(w->device[i]);
    for (int k = 0; k < w->n; k++) index[k] = (k * 7 + i) % w->n;
    w->p[i] = kit_ramp(w->rt, w->n, (float)i, 0.5f);
    w->x[i] = kit_ramp(w->rt, w->n, 1, 0.25f);
    w->good[i] = kit_array(w->rt, WEIR_INT64, 1, &shape, index);
    index[w->n / 2] = w->n;
    w->bad[i] = kit_array(w->rt, WEIR_INT64, 1, &shape, index);
    weir_default_device_set(outer);
    CHECK_OK(weir_array_wait(w->p[i]));
}

/* A copy of the array, which is at place `from`, for place `to`. */
static weir_array *copied(const world *w, weir_array *a, int from, int to) {
    weir_array *y = NULL;
    if (from == to || !w->moves) return kit_call("copy", a, NULL);
    CHECK_OK(weir_to_device(a, w->device[to], &y));
    return y;
}

static void replace(world *w, int t, weir_array *a, int place) {
    weir_array_release(w->temporary[t]);
    w->temporary[t] = a;
    w->at[t] = place;
}

/* A step of a program; the same random numbers for both runs. */
static void step(world *w, uint64_t *seed, bool fails) {
    uint64_t r = test_random(seed), s = test_random(seed);
    int place = (int)(r % (uint64_t)w->places), t = (int)(s % TEMPORARIES);
    int from = (int)((s >> 8) % TEMPORARIES);
    weir_array *a = NULL, *b;
    switch ((r >> 16) % 7) {
    case 0: /* take, which may fail */
        CHECK_OK(weir_take_along_axis(
            w->x[place], fails && (r >> 32) % 4 == 0 ? w->bad[place] : w->good[place], NULL, &a));
        replace(w, t, a, place);
        break;
    case 1: /* copy a temporary */
    case 2: replace(w, t, copied(w, w->temporary[from], w->at[from], place), place); break;
    case 3: /* copy a parameter */
        replace(w, t, copied(w, w->p[place], place, (place + 1) % w->places),
                (place + 1) % w->places);
        break;
    case 4: /* compute */
        a = copied(w, w->temporary[from], w->at[from], w->at[t]);
        b = kit_call("add", w->temporary[t], a);
        weir_array_release(a);
        replace(w, t, b, w->at[t]);
        break;
    case 5: /* update a parameter in place */
        a = copied(w, w->temporary[from], w->at[from], place);
        CHECK_OK(kit_try_into("subtract", w->p[place], a, w->p[place]));
        weir_array_release(a);
        break;
    case 6: /* update a temporary in place */
        a = copied(w, w->p[place], place, w->at[t]);
        CHECK_OK(kit_try_into("maximum", w->temporary[t], a, w->temporary[t]));
        weir_array_release(a);
        break;
    }
    if ((r >> 40) % 64 == 0) weir_array_wait(w->temporary[from]);
}

typedef struct outcome {
    float p[PLACES][MANY], temporary[TEMPORARIES][MANY];
    bool good[PLACES + TEMPORARIES];
} outcome;

/* Run a program and release everything. */
static void play(weir_runtime *rt, const int32_t *device, int places, int n, bool moves,
                 uint64_t seed, int steps, bool fails, outcome *to) {
    world w = {.rt = rt, .places = places, .n = n, .moves = moves};
    const size_t bytes = (size_t)n * sizeof(float);
    memset(to, 0, sizeof *to);
    for (int i = 0; i < places; i++) {
        w.device[i] = moves ? device[i] : WEIR_CPU(0);
        make_place(&w, i);
    }
    for (int i = 0; i < TEMPORARIES; i++)
        replace(&w, i, kit_call("negative", w.x[i % places], NULL), i % places);
    for (int i = 0; i < steps; i++) step(&w, &seed, fails);
    for (int i = 0; i < places; i++) {
        to->good[i] = weir_array_wait(w.p[i]) == WEIR_OK;
        if (!to->good[i]) CHECK_OK(weir_var_clear(weir_array_var(w.p[i])));
        CHECK_OK(weir_array_read(w.p[i], to->p[i], bytes));
        weir_array_release(w.p[i]);
        weir_array_release(w.x[i]);
        weir_array_release(w.good[i]);
        weir_array_release(w.bad[i]);
    }
    for (int i = 0; i < TEMPORARIES; i++) {
        to->good[PLACES + i] = weir_array_wait(w.temporary[i]) == WEIR_OK;
        if (to->good[PLACES + i])
            CHECK_OK(weir_array_read(w.temporary[i], to->temporary[i], bytes));
        weir_array_release(w.temporary[i]);
    }
    weir_waitall(rt);
}

static void compare(const outcome *a, const outcome *b, uint64_t seed) {
    for (int i = 0; i < PLACES + TEMPORARIES; i++)
        if (a->good[i] != b->good[i])
            test_fail(__FILE__, __LINE__, "seed %d: array %d is %s on its device", (int)seed, i,
                      b->good[i] ? "good" : "failed");
    if (memcmp(a->p, b->p, sizeof a->p) != 0)
        test_fail(__FILE__, __LINE__, "seed %d: a parameter differs", (int)seed);
    if (memcmp(a->temporary, b->temporary, sizeof a->temporary) != 0)
        test_fail(__FILE__, __LINE__, "seed %d: a result differs", (int)seed);
}

static uint64_t used(weir_runtime *rt, int32_t device) {
    weir_memory m = {.size = sizeof m};
    CHECK_OK(weir_memory_of(rt, device, &m));
    return m.used;
}

static weir_runtime *new_runtime(weir_engine engine, int workers) {
    weir_config c;
    weir_config_init(&c);
    c.engine = engine;
    c.workers = workers;
    c.memory_bytes = TEST_MEMORY_BYTES;
    weir_runtime *rt;
    CHECK_OK(weir_runtime_new(&c, &rt));
    return rt;
}

static void play_all(uint64_t first, int count, int n, bool fails) {
    int32_t device[PLACES];
    int places = load(device);
    weir_runtime *rt = new_runtime(WEIR_THREADED, test_workers(2));
    weir_runtime *reference = new_runtime(fails ? WEIR_THREADED : WEIR_SERIAL, 1);
    outcome *right = malloc(sizeof *right), *got = malloc(sizeof *got);
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++) {
        if (stand_in != NULL) {
            stand_in->task_ns = seed % 2 * 20000;
            stand_in->copy_ns = seed % 3 * 50000;
        }
        play(reference, device, places, n, false, seed, 120, fails, right);
        play(rt, device, places, n, true, seed, 120, fails, got);
        compare(right, got, seed);
    }
    for (int i = 1; i < places; i++) CHECK_SOON(used(rt, device[i]) == 0);
    free(right);
    free(got);
    weir_runtime_free(rt);
    weir_runtime_free(reference);
}

TEST(programs_over_all_devices_give_the_bits_of_the_serial_engine) {
    play_all(1, (int)test_scaled(25), N, false);
}

TEST(programs_with_large_arrays_give_the_bits_of_the_serial_engine) {
    play_all(100, (int)test_scaled(8), MANY, false);
}

TEST(programs_over_one_card_opened_twice_give_the_bits_of_the_serial_engine) {
    open_card_twice();
    play_all(2000, (int)test_scaled(15), N, false);
}

TEST(programs_over_one_card_opened_twice_that_fail_keep_their_parameters) {
    open_card_twice();
    play_all(3000, (int)test_scaled(15), N, true);
}

/* One device is lost while the other one has tasks that wait for it. */
TEST(a_lost_device_does_not_stop_another_one) {
    int32_t device[PLACES];
    if (getenv("TEST_GPU") != NULL) SKIP("only the stand-in loses a device on command");
    if (load(device) < PLACES) SKIP("there is no C++ compiler");
    weir_runtime *rt = new_runtime(WEIR_THREADED, test_workers(2));
    weir_array *x = kit_ramp(rt, N, 0, 1), *a = NULL, *b = NULL, *y = NULL;
    CHECK_OK(weir_to_device(x, WEIR_CUDA(0), &a));
    CHECK_OK(weir_to_device(x, WEIR_CUDA(1), &b));
    kit_step("negative", &a, NULL);
    kit_step("negative", &b, NULL);
    CHECK_OK(weir_array_wait(a));
    CHECK_OK(weir_array_wait(b));
    stand_in->held = 1;
    stand_in->fault_in = 1;
    kit_step("negative", &a, NULL); /* the device is lost when it runs */
    for (int i = 0; i < 10; i++) {
        kit_step("negative", &a, NULL);
        CHECK_OK(weir_to_device(a, WEIR_CUDA(1), &y));
        weir_array *z = kit_call("add", b, y);
        weir_array_release(y);
        weir_array_release(z);
    }
    CHECK_OK(weir_to_device(a, WEIR_CUDA(1), &y));
    test_sleep_ms(5);
    stand_in->held = 0;
    CHECK(weir_array_wait(y) != WEIR_OK);
    CHECK_HAS(weir_error(), "cuda:0: the device is lost");
    CHECK_RAMP(b, N, 0, -1);
    kit_step("negative", &b, NULL);
    CHECK_RAMP(b, N, 0, 1);
    weir_array_release(x);
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(y);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

static void free_busy_runtimes(void) {
    int32_t device[PLACES];
    int places = load(device);
    for (int round = 0; round < 10; round++) {
        weir_runtime *rt = new_runtime(WEIR_THREADED, test_workers(2));
        weir_array *x = kit_ramp(rt, N, 0, 1), *y = NULL;
        for (int i = 0; i < 40; i++) {
            CHECK_OK(weir_to_device(x, device[1 + (i + round) % (places - 1)], &y));
            kit_step("negative", &y, NULL);
            weir_array_release(x);
            x = y;
        }
        if (round % 2 == 0) weir_array_release(x);
        weir_runtime_free(rt);
        if (round % 2 == 1) weir_array_release(x);
    }
}

TEST(a_runtime_may_be_freed_while_queues_wait_for_each_other) { free_busy_runtimes(); }

TEST(a_runtime_with_one_card_opened_twice_may_be_freed_while_its_queues_wait) {
    open_card_twice();
    free_busy_runtimes();
}

TEST(programs_that_fail_anywhere_keep_their_parameters) {
    play_all(1000, (int)test_scaled(25), N, true);
}

TEST(programs_with_large_arrays_that_fail_keep_their_parameters) {
    play_all(2000, (int)test_scaled(8), MANY, true);
}
