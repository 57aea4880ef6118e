/* test_programs.c - random programs of operators give the same bits on every engine.
 *
 * A program keeps a few arrays and takes a few dozen random steps: call an operator of
 * the registry as in one of its samples, with existing arrays where they fit; write into
 * an existing array, often an input or a view of one; create, release, read.  The steps
 * depend only on the seed and on shapes.  Everything that is read goes into a digest, which must be the same
 * for the serial engine and for one, two and three workers, with and without helping, with the memory
 * that the serial run needed, and with the arrays on the CPU and on two devices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <stdio.h>

enum { POOL = 14, STEPS = 45 };

/* ---- Calls ----------------------------------------------------------------------------------- */

static sample *menu; /* every sample of every operator, as it is and larger */
static int menu_count;

static void add_to_menu(const sample *s) {
    menu = realloc(menu, (size_t)(menu_count + 1) * sizeof *menu);
    CHECK(menu);
    /* Samples contain their lists, so they are copied after the array has its final size. */
    menu_count++;
    menu[menu_count - 1] = *s;
}

static void read_menu(void) {
    const char *only = walk_only();
    uint32_t count = weir_op_count();
    for (int fill = 0; fill < 2; fill++) {
        int at = 0;
        for (uint32_t i = 0; i < count; i++) {
            const weir_op *op = weir_op_at(i);
            if (only != NULL && strcmp(only, weir_op_describe(op)->name) != 0) continue;
            if (weir_op_describe(op)->flags & WEIR_OP_IN_PLACE) continue;       /* has no result */
            if (strcmp(weir_op_describe(op)->name, "to_device") == 0) continue; /* see bring */
            for (int j = 0; j < sample_count(op); j++)
                for (int large = 0; large < 2; large++) {
                    sample s, out;
                    sample_read(op, j, &s);
                    enlarge(&s, large ? 5000 : 1, &out);
                    if (fill)
                        sample_copy(&out, &menu[at++]);
                    else
                        add_to_menu(&out);
                }
        }
    }
}

/* ---- A program ------------------------------------------------------------------------------- */

enum { PLACES = 3 };

typedef struct program {
    weir_runtime *rt;
    weir_array *pool[POOL];
    /* The place of each array, and that of the present step: 0 is the CPU, the others are devices or,
     * in the program that they are compared with, the CPU too.  An input from another place is copied. */
    int place[POOL], here;
    int places;   /* 1, or PLACES */
    bool devices; /* places are devices */
    uint64_t random, digest;
    char *trail; /* NULL, or a buffer with a line per step: the step and the digest after it */
    size_t trail_used;
} program;

enum { TRAIL_BYTES = 32768 };

static void note(program *p, const char *what, const char *detail) {
    if (p->trail == NULL || p->trail_used + 400 > TRAIL_BYTES) return;
    p->trail_used += (size_t)snprintf(p->trail + p->trail_used, 400, "%s %s -> %016llx\n", what,
                                      detail, (unsigned long long)p->digest);
}

static uint64_t roll(program *p, uint64_t sides) { return test_random(&p->random) % sides; }

static void mix(program *p, const void *bytes, size_t n) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < n; i++) p->digest = (p->digest ^ b[i]) * 0x100000001b3u;
}

/* Running out of memory is covered by other tests, so it is printed here. */
static void mix_status(program *p, weir_status status) {
    int32_t word = status;
    if (status == WEIR_ENOMEM) fprintf(stderr, "%s\n", weir_error());
    mix(p, &word, sizeof word);
}

/* Store in a free slot, or in one whose array is released. */
static void keep(program *p, weir_array *a) {
    uint64_t i = roll(p, POOL);
    weir_array_release(p->pool[i]);
    p->pool[i] = a;
    p->place[i] = p->here;
}

static int32_t device_of(const program *p, int place) {
    return p->devices && place > 0 ? WEIR_NULL(place - 1) : WEIR_CPU(0);
}

/* Return a reference to the array in slot i, or to a copy in the present place. */
static weir_array *bring(program *p, int i) {
    weir_array *a = NULL;
    if (p->place[i] == p->here) return weir_array_retain(p->pool[i]);
    if (p->devices)
        CHECK_OK(weir_to_device(p->pool[i], device_of(p, p->here), &a));
    else
        CHECK_OK(weir_copy(p->pool[i], &a));
    return a;
}

static void look(program *p, weir_array *a) {
    host h;
    if (a == NULL) return;
    weir_status status = host_receive(a, &h);
    mix_status(p, status);
    if (status == WEIR_OK) mix(p, h.data, (size_t)h.count * weir_dtype_bytes(h.dtype));
    host_free(&h);
}

static bool fits_input(const weir_array *a, const sample_input *in) {
    return a != NULL && weir_array_dtype(a) == in->dtype && weir_array_ndim(a) == in->ndim &&
           weir_array_device(a) != WEIR_CPU(1) &&
           (in->ndim == 0 ||
            memcmp(weir_array_shape(a), in->shape, (size_t)in->ndim * sizeof *in->shape) == 0);
}

/* The slot of an array that fits, or -1. */
static int find_fitting(program *p, const sample_input *in, bool here) {
    uint64_t from = roll(p, POOL);
    for (uint64_t i = 0; i < POOL; i++) {
        int at = (int)((from + i) % POOL);
        if (fits_input(p->pool[at], in) && (!here || p->place[at] == p->here)) return at;
    }
    return -1;
}

/* An existing array if the dtype is free; one with suitable values if they may be
 * indices. */
static weir_array *choose_input(program *p, const sample *s, int index) {
    const sample_input *in = &s->in[index];
    weir_array *a = NULL;
    if (in->form == INPUT_NONE) return NULL;
    if (in->form == INPUT_NUMBER) {
        CHECK_OK(weir_number_f64(p->rt, in->number, &a));
        return a;
    }
    int found = !in->fixed && !in->bounded && roll(p, 8) > 0 ? find_fitting(p, in, false) : -1;
    if (found >= 0) return bring(p, found);
    host h = sample_make(s, index, roll(p, 1000));
    weir_status status = weir_array_new(p->rt, h.dtype, h.shape, h.ndim, h.data, &a);
    mix_status(p, status);
    host_free(&h);
    return status == WEIR_OK ? a : NULL;
}

static void call(program *p, const sample *s) {
    weir_array *in[SAMPLE_INPUTS], *out[OUTCOME_ARRAYS] = {NULL};
    uint32_t count = OUTCOME_ARRAYS;
    bool whole = true;
    for (int i = 0; i < s->in_count; i++) {
        in[i] = choose_input(p, s, i);
        whole &= in[i] != NULL || s->in[i].form == INPUT_NONE;
    }
    bool into = s->in_count > 0 && roll(p, 3) == 0;
    int found = into ? find_fitting(p, &s->in[0], true) : -1;
    if (whole && found >= 0) {
        weir_array *there = p->pool[found];
        mix_status(p, weir_op_call_into(p->rt, s->op, in, (uint32_t)s->in_count, s->attr,
                                        s->def->attr_size, &there, 1));
    } else if (whole) {
        weir_status status = weir_op_call(p->rt, s->op, in, (uint32_t)s->in_count, s->attr,
                                          s->def->attr_size, out, &count);
        mix_status(p, status);
        for (uint32_t i = 0; status == WEIR_OK && i < count && out[i] != NULL; i++) keep(p, out[i]);
    }
    for (int i = 0; i < s->in_count; i++)
        if (in[i] != NULL && roll(p, 4) == 0)
            keep(p, in[i]);
        else
            weir_array_release(in[i]);
}

/* Compute an array with indices out of range: it fails while it runs, and so does what uses it. */
static void spoil(program *p) {
    int at = (int)roll(p, POOL);
    weir_array *a = p->pool[at], *index = NULL, *failed = NULL;
    if (a == NULL || weir_array_ndim(a) == 0 || weir_array_var(a) == NULL) return;
    p->here = p->place[at];
    weir_default_device_set(device_of(p, p->here));
    weir_array *far;
    CHECK_OK(weir_number_i64(p->rt, 1000000, &far));
    weir_i64s shape = {weir_array_shape(a), weir_array_ndim(a)};
    weir_full_options full = WEIR_FULL_OPTIONS;
    weir_take_along_axis_options along = WEIR_TAKE_ALONG_AXIS_OPTIONS;
    full.dtype = WEIR_INT64;
    along.axis = 0;
    CHECK_OK(weir_full(far, shape, &full, &index));
    weir_status status = weir_take_along_axis(a, index, &along, &failed);
    mix_status(p, status);
    if (status == WEIR_OK) keep(p, failed);
    weir_array_release(index);
    weir_array_release(far);
}

/* Clear the failure of an array.  Its values are then those before the failure, if it had any. */
static void clear(program *p) {
    const weir_array *a = p->pool[roll(p, POOL)];
    if (a != NULL && weir_array_var(a) != NULL) mix_status(p, weir_var_clear(weir_array_var(a)));
}

static void step(program *p) {
    uint64_t dice = roll(p, 20);
    if (p->places > 1) {
        p->here = (int)roll(p, (uint64_t)p->places);
        weir_default_device_set(device_of(p, p->here));
        if (roll(p, 8) == 0) clear(p);
        if (roll(p, 8) == 0) spoil(p);
    }
    if (dice == 0) {
        uint64_t which = roll(p, POOL);
        look(p, p->pool[which]);
        note(p, "look", "");
    } else if (dice < 3) {
        keep(p, NULL);
    } else {
        const sample *s = &menu[roll(p, (uint64_t)menu_count)];
        call(p, s);
        note(p, s->def->name, s->text);
    }
}

static uint64_t run_places(weir_runtime *rt, uint64_t seed, int places, bool devices, char *trail) {
    program p = {.rt = rt,
                 .random = seed,
                 .digest = 0xcbf29ce484222325u,
                 .places = places,
                 .devices = devices,
                 .trail = trail};
    CHECK_OK(weir_seed(rt, seed));
    for (int i = 0; i < STEPS; i++) step(&p);
    weir_default_device_set(WEIR_CPU(0));
    for (int i = 0; i < POOL; i++) {
        look(&p, p.pool[i]);
        note(&p, "look at the end", "");
    }
    for (int i = 0; i < POOL; i++) weir_array_release(p.pool[i]);
    weir_waitall(rt);
    weir_failure_clear(rt);
    return p.digest;
}

static uint64_t run_program(weir_runtime *rt, uint64_t seed, char *trail) {
    return run_places(rt, seed, 1, false, trail);
}

/* ---- Engines --------------------------------------------------------------------------------- */

static weir_config config_of(int workers, int helping, uint64_t memory) {
    weir_config c = kit_config(workers > 0 ? workers : 1);
    c.engine = workers > 0 ? WEIR_THREADED : WEIR_SERIAL;
    c.helping = helping;
    c.spin_us = 0;
    c.memory_bytes = memory;
    if (memory > 0) c.level_floor_bytes = 1;
    return c;
}

/* The first line of a trail that differs from that of another. */
static const char *first_difference(const char *a, const char *b) {
    for (size_t n; *a != '\0' && (n = strcspn(a, "\n") + 1, strncmp(a, b, n) == 0);
         a += n, b += n) {}
    return a;
}

/* Run both again to print the first step after which they differ. */
static _Noreturn void differs(uint64_t seed, const weir_config *config) {
    char *trail[2];
    weir_config both[2] = {config_of(0, 1, 0), *config};
    for (int i = 0; i < 2; i++) {
        weir_runtime *rt = kit_runtime_of(&both[i]);
        trail[i] = calloc(TRAIL_BYTES, 1);
        run_program(rt, seed, trail[i]);
        weir_runtime_free(rt);
    }
    const char *a = first_difference(trail[0], trail[1]);
    test_fail(
        __FILE__, __LINE__,
        "program %llu differs from the serial engine with %d workers, helping %d, budget %llu; "
        "first after: %.*s",
        (unsigned long long)seed, config->workers, config->helping,
        (unsigned long long)config->memory_bytes, (int)strcspn(a, "\n"), a);
}

static void compare(uint64_t from, int64_t programs, int helping) {
    weir_runtime *rt[4];
    weir_config c[4];
    read_menu();
    for (int workers = 0; workers <= 3; workers++) {
        c[workers] = config_of(workers, helping, 0);
        rt[workers] = kit_runtime_of(&c[workers]);
    }
    programs = test_scaled(programs);
    for (uint64_t seed = from; seed < from + (uint64_t)programs; seed++) {
        uint64_t wanted = run_program(rt[0], seed, NULL);
        for (int workers = 1; workers <= 3; workers++)
            if (run_program(rt[workers], seed, NULL) != wanted) differs(seed, &c[workers]);
    }
    for (int workers = 0; workers <= 3; workers++) weir_runtime_free(rt[workers]);
}

static uint64_t digest_of(uint64_t seed, const weir_config *c, uint64_t *peak) {
    weir_runtime *rt = kit_runtime_of(c);
    uint64_t digest = run_program(rt, seed, NULL);
    if (peak != NULL) *peak = kit_stats(rt).memory_peak;
    weir_runtime_free(rt);
    return digest;
}

/* The budget is the peak memory of the serial run. */
static void compare_tight(uint64_t from, int64_t programs, int helping) {
    read_menu();
    programs = test_scaled(programs);
    for (uint64_t seed = from; seed < from + (uint64_t)programs; seed++) {
        uint64_t peak;
        weir_config serial = config_of(0, helping, 0);
        uint64_t wanted = digest_of(seed, &serial, &peak);
        for (int workers = 1; workers <= 3; workers++) {
            weir_config tight = config_of(workers, helping, peak);
            if (digest_of(seed, &tight, NULL) != wanted) differs(seed, &tight);
        }
    }
}

/* Print the first step after which two trails differ. */
static _Noreturn void differs_on_devices(uint64_t seed, int workers, char *trail[2]) {
    const char *a = first_difference(trail[0], trail[1]);
    test_fail(__FILE__, __LINE__,
              "program %llu differs on devices with %d workers; first after: %.*s",
              (unsigned long long)seed, workers, (int)strcspn(a, "\n"), a);
}

static void compare_devices(uint64_t from, int64_t programs) {
    char *trail[2] = {malloc(TRAIL_BYTES), malloc(TRAIL_BYTES)};
    CHECK(trail[0] && trail[1]);
    weir_runtime *rt[4];
    read_menu();
    for (int workers = 0; workers <= 3; workers++) {
        weir_config c = config_of(workers, 1, 0);
        rt[workers] = kit_runtime_of(&c);
    }
    programs = test_scaled(programs);
    for (uint64_t seed = from; seed < from + (uint64_t)programs; seed++) {
        uint64_t wanted = 0;
        for (int workers = 0; workers <= 3; workers++) {
            /* The serial engine returns a failure from the call, the others when it is read. */
            trail[1][0] = '\0';
            if (workers < 2) trail[0][0] = '\0';
            if (workers < 2) wanted = run_places(rt[workers], seed, PLACES, false, trail[0]);
            if (run_places(rt[workers], seed, PLACES, true, trail[1]) != wanted)
                differs_on_devices(seed, workers, trail);
        }
    }
    for (int workers = 0; workers <= 3; workers++) weir_runtime_free(rt[workers]);
    free(trail[0]);
    free(trail[1]);
}

TEST(programs_have_the_same_bits_on_devices) { compare_devices(5000, 200); }
TEST(programs_have_the_same_bits_with_any_number_of_workers) { compare(1000, 300, 1); }
TEST(programs_have_the_same_bits_without_helping) { compare(2000, 150, 0); }
TEST(programs_run_in_the_memory_of_an_in_order_run) { compare_tight(3000, 100, 1); }
TEST(programs_run_in_that_memory_without_helping) { compare_tight(4000, 50, 0); }

/* ---- Non-temporal stores ---------------------------------------------------------------------- */

/* A large result is written with non-temporal stores if its memory is new, not if it is computed in
 * place. */
static void compare_in_place(weir_runtime *rt, const char *name, int64_t count) {
    const weir_op *op = weir_op_find(name);
    weir_array *in[2], *out = NULL;
    float *values = malloc((size_t)count * 2 * sizeof *values), *seen = values + count;
    CHECK(op && values);
    uint32_t inputs = strcmp(weir_op_describe(op)->inputs, "x") == 0 ? 1 : 2;
    for (int64_t i = 0; i < count; i++) values[i] = (float)(i % 1013) / 700;
    for (uint32_t i = 0; i < inputs; i++)
        CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, &count, 1, values, &in[i]));
    CHECK_OK(weir_op_call(rt, op, in, inputs, NULL, 0, &out, NULL));
    CHECK_OK(weir_op_call_into(rt, op, in, inputs, NULL, 0, in, 1));
    CHECK_OK(weir_array_read(out, values, (size_t)count * sizeof *values));
    CHECK_OK(weir_array_read(in[0], seen, (size_t)count * sizeof *seen));
    for (int64_t i = 0; i < count; i++)
        if (memcmp(&values[i], &seen[i], sizeof *seen) != 0)
            test_fail(__FILE__, __LINE__, "%s: element %lld of %lld is %.9g, in place %.9g", name,
                      (long long)i, (long long)count, (double)values[i], (double)seen[i]);
    release_arrays(in, inputs);
    weir_array_release(out);
    free(values);
}

TEST(results_beyond_the_caches_have_the_same_bits) {
    weir_runtime *rt = kit_runtime(2);
    int64_t count = test_scaled(12000000) + 7;
    compare_in_place(rt, "add", count);
    compare_in_place(rt, "exp", count);
    weir_runtime_free(rt);
}
