/* test_struct_sizes.c - every public function with a sized struct: too short, longer and zero, longer and not zero.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "array_kit.h"

/* No struct that can grow ends in padding: a new field there would be read from bytes that were never set. */
#define ENDS(type, last)                                                                           \
    _Static_assert(sizeof(type) == WEIR_SIZE_UP_TO(type, last), #type " ends in padding")
ENDS(weir_config, fusion);
ENDS(weir_var_options, unused);
ENDS(weir_kind, unused);
ENDS(weir_task, unused);
ENDS(weir_failure, message);
ENDS(weir_frontend, collect);
ENDS(weir_stats, fused);
ENDS(weir_wait_entry, ns);
ENDS(weir_memory, level);
ENDS(weir_holder, bytes);
ENDS(weir_cuda_card, ordinal);
ENDS(weir_cuda_library, problem);
ENDS(weir_attr, rule);
ENDS(weir_infer, write_to);
ENDS(weir_kernel, unused);
ENDS(weir_vjp, unused);
ENDS(weir_op_def, since);
ENDS(weir_function, unused);
ENDS(weir_block_entry, name);
ENDS(weir_block_def, since);
ENDS(weir_sgd, unused);
ENDS(weir_adam, unused);
ENDS(weir_rmsprop, unused);
ENDS(weir_adagrad, initial_accumulator_value);
ENDS(weir_adadelta, eps);
ENDS(weir_optimizer_kind, since);
ENDS(weir_component, since);
ENDS(weir_plateau, cooling);
ENDS(weir_safetensors_entry, bytes);
ENDS(weir_csv_options, unused2);
ENDS(weir_folder_options, unused);
ENDS(weir_loader_options, device);

/* A struct as a newer header would have it: one more field. */
#define GROWN(type)                                                                                \
    struct {                                                                                       \
        type s;                                                                                    \
        uint64_t more;                                                                             \
    }

/* `call` takes g.s: with a size that is too small, with a field more that is 0, and with one that is not. */
#define CHECK_TAKES(g, call, name)                                                                 \
    do {                                                                                           \
        (g).s.size = 4;                                                                            \
        CHECK_STATUS(call, EINVAL);                                                                \
        CHECK_HAS(weir_error(), "the size of " name " is 4; expected sizeof(" name ")");           \
        (g).s.size = sizeof(g);                                                                    \
        (g).more = 1;                                                                              \
        CHECK_STATUS(call, EINVAL);                                                                \
        CHECK_HAS(weir_error(), name " has ");                                                     \
        CHECK_HAS(weir_error(), "are not 0");                                                      \
        (g).more = 0;                                                                              \
        CHECK_OK(call);                                                                            \
    } while (0)

TEST(a_configuration_may_have_another_size) {
    weir_runtime *rt = NULL;
    GROWN(weir_config) c;
    memset(&c, 0xff, sizeof c);
    weir_config_init_sized(&c.s, sizeof c);
    CHECK(c.s.size == sizeof c && c.more == 0 && c.s.helping == 1);
    c.s.workers = 1;
    c.s.memory_bytes = TEST_MEMORY_BYTES;
    c.s.unused = 3;
    CHECK_STATUS(weir_runtime_new(&c.s, &rt), EINVAL);
    c.s.unused = 0;
    CHECK_TAKES(c, weir_runtime_new(&c.s, &rt), "weir_config");
    weir_stats s = kit_stats(rt);
    CHECK_EQ(s.workers, 1);
    weir_runtime_free(rt);
}

TEST(init_writes_no_more_than_it_is_told) {
    struct {
        size_t size;
        int32_t engine, workers;
        uint64_t guard;
    } small = {.guard = 42};
    weir_config_init_sized((weir_config *)(void *)&small, 16);
    CHECK(small.size == 16 && small.engine == WEIR_THREADED && small.guard == 42);
    weir_config_init_sized((weir_config *)(void *)&small, 0);
    weir_config_init_sized(NULL, 16);
    CHECK(small.size == 16 && small.guard == 42);
    GROWN(weir_csv_options) csv;
    GROWN(weir_folder_options) folder;
    GROWN(weir_loader_options) loader;
    GROWN(weir_plateau) plateau;
    memset(&csv, 0xff, sizeof csv);
    memset(&folder, 0xff, sizeof folder);
    memset(&loader, 0xff, sizeof loader);
    memset(&plateau, 0xff, sizeof plateau);
    weir_csv_options_init_sized(&csv.s, sizeof csv);
    weir_folder_options_init_sized(&folder.s, sizeof folder);
    weir_loader_options_init_sized(&loader.s, sizeof loader);
    weir_plateau_init_sized(&plateau.s, sizeof plateau);
    CHECK(csv.s.size == sizeof csv && csv.s.delimiter == ',' && csv.more == 0);
    CHECK(folder.s.size == sizeof folder && folder.s.channels == 3 && folder.more == 0);
    CHECK(loader.s.size == sizeof loader && loader.s.prefetch == 2 && loader.more == 0);
    CHECK(plateau.s.size == sizeof plateau && plateau.s.patience == 10 && plateau.more == 0);
}

static weir_status nothing(weir_context *ctx, void *arg) {
    (void)ctx, (void)arg;
    return WEIR_OK;
}

TEST(options_kinds_and_tasks_may_have_another_size) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = NULL;
    GROWN(weir_var_options) o = {.s = {.bytes = 8}};
    CHECK_TAKES(o, weir_var_new(rt, &o.s, &v), "weir_var_options");
    static GROWN(weir_kind) k = {.s = {.name = "nothing", .run = nothing}};
    GROWN(weir_task) t = {.s = {.kind = &k.s, .writes = &v, .write_count = 1}};
    k.s.size = sizeof k;
    CHECK_TAKES(t, weir_task_push(rt, &t.s), "weir_task");
    CHECK_TAKES(k, weir_task_push(rt, &t.s), "weir_kind");
    CHECK_OK(weir_var_wait(v));
    k.s.unused = 1;
    CHECK_STATUS(weir_task_push(rt, &t.s), EINVAL);
    k.s.unused = 0;
    t.s.unused = 1;
    CHECK_STATUS(weir_task_push(rt, &t.s), EINVAL);
    CHECK_HAS(weir_error(), "nothing: task->unused is 1; set it to 0");
    CHECK_EQ(kit_stats(rt).finished, 2);
    weir_var_release(v);
    weir_runtime_free(rt);
}

static weir_status fails(weir_context *ctx, void *arg) {
    (void)arg;
    return weir_context_fail(ctx, WEIR_EFAILED, "on purpose");
}

TEST(structs_are_filled_up_to_the_smaller_size) {
    weir_runtime *rt = kit_runtime(1);
    GROWN(weir_stats) s = {.s = {.size = sizeof s}, .more = 42};
    CHECK_OK(weir_stats_get(rt, &s.s));
    CHECK(s.s.size == sizeof s && s.s.workers == 1 && s.more == 42);
    GROWN(weir_memory) m = {.s = {.size = sizeof m}, .more = 42};
    CHECK_OK(weir_memory_get(rt, &m.s));
    CHECK(m.s.size == sizeof m && m.s.budget == TEST_MEMORY_BYTES && m.more == 42);
    GROWN(weir_cuda_library) l = {.s = {.size = sizeof l}, .more = 42};
    CHECK_OK(weir_cuda_library_at(0, &l.s));
    CHECK(l.s.size == sizeof l && strcmp(l.s.name, "driver") == 0 && l.more == 42);
    l.s.size = 4;
    CHECK_STATUS(weir_cuda_library_at(0, &l.s), EINVAL);
    static const weir_kind kind = {.size = sizeof kind, .name = "fails", .run = fails};
    weir_var *v = kit_var(rt);
    weir_task t = {.size = sizeof t, .kind = &kind, .writes = &v, .write_count = 1};
    CHECK_OK(weir_task_push(rt, &t));
    CHECK_STATUS(weir_var_wait(v), EFAILED);
    GROWN(weir_failure) f = {.s = {.size = sizeof f}, .more = 42};
    CHECK_OK(weir_error_get(&f.s));
    CHECK_HAS(f.s.message, "on purpose");
    CHECK(f.s.size == sizeof f && f.more == 42);
    memset(f.s.message, 0, sizeof f.s.message);
    CHECK_OK(weir_failure_get(rt, 0, &f.s));
    CHECK_HAS(f.s.message, "on purpose");
    CHECK(f.s.size == sizeof f && f.more == 42);
    f.s.size = 8;
    CHECK_STATUS(weir_failure_get(rt, 0, &f.s), EINVAL);
    CHECK_HAS(weir_error(), "sizeof(weir_failure)");
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(lists_may_have_entries_of_another_size) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    static const weir_kind kind = {.size = sizeof kind, .name = "nothing", .run = nothing};
    weir_task t = {.size = sizeof t, .kind = &kind, .writes = &v, .write_count = 1};
    for (int i = 0; i < 3; i++) {
        CHECK_OK(weir_task_push(rt, &t));
        CHECK_OK(weir_var_wait_at(v, -1, i == 0 ? "one" : i == 1 ? "two" : "three", 5));
    }
    weir_wait_entry plain[8];
    GROWN(weir_wait_entry) wide[8];
    memset(wide, 0xff, sizeof wide);
    size_t n = weir_waits_get(rt, plain, 8);
    CHECK_EQ(weir_waits_get_sized(rt, &wide[0].s, 8, sizeof *wide), n);
    for (size_t i = 0; i < n; i++)
        CHECK(strcmp(wide[i].s.reason, plain[i].reason) == 0 && wide[i].s.ns == plain[i].ns &&
              wide[i].more == 0);
    if (n > 1) CHECK_EQ(weir_waits_get_sized(rt, &wide[0].s, 1, sizeof *wide), 1);
    CHECK_EQ(weir_waits_get_sized(rt, &wide[0].s, 8, 4), 0);

    int64_t shape = 1 << 16;
    weir_array *a = NULL;
    CHECK_OK(weir_zeros(rt, weir_i64s_of(&shape, 1),
                        OPT(zeros, .dtype = WEIR_FLOAT32, .device = -1), &a));
    CHECK_OK(weir_array_wait(a));
    weir_holder holder[8];
    GROWN(weir_holder) wide_holder[8];
    memset(wide_holder, 0xff, sizeof wide_holder);
    n = weir_memory_holders(rt, holder, 8);
    CHECK(n > 0);
    CHECK_EQ(weir_memory_holders_sized(rt, &wide_holder[0].s, 8, sizeof *wide_holder), n);
    CHECK(wide_holder[0].s.bytes == holder[0].bytes && wide_holder[0].more == 0);

    weir_block *b = NULL;
    CHECK_OK(weir_block_parse(rt, "Linear(2, 3), Linear(3, 1)", &b));
    weir_block_entry entry[4];
    GROWN(weir_block_entry) wide_entry[4];
    memset(wide_entry, 0xff, sizeof wide_entry);
    CHECK_EQ(weir_block_entries(b, entry, 4), 4);
    CHECK_EQ(weir_block_entries_sized(b, &wide_entry[0].s, 4, sizeof *wide_entry), 4);
    for (int i = 0; i < 4; i++)
        CHECK(strcmp(wide_entry[i].s.name, entry[i].name) == 0 &&
              wide_entry[i].s.array == entry[i].array && wide_entry[i].more == 0);
    weir_block_release(b);
    weir_array_release(a);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(attributes_may_have_another_size) {
    weir_runtime *rt = kit_runtime(1);
    const weir_op *op = weir_op_find("softmax");
    int64_t shape[2] = {2, 2};
    float values[4] = {1, 1, 2, 2};
    weir_array *x = NULL, *y = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 2, values, &x));
    GROWN(weir_softmax_attr) a;
    memset(&a, 0xff, sizeof a);
    CHECK_OK(weir_attr_init(op, &a, sizeof a));
    CHECK(a.s.axis == -1 && a.more == 0);
    a.s.axis = 0;
    CHECK_OK(weir_op_call(rt, op, &x, 1, &a, sizeof a, &y, NULL));
    CHECK_OK(weir_op_call_into(rt, op, &x, 1, &a, sizeof a, &y, 1));
    weir_array *g = NULL;
    CHECK_OK(weir_op_vjp(rt, op, &x, 1, &a, sizeof a, &y, 1, &x, NULL, &g));
    float got[4];
    CHECK_OK(weir_array_read(y, got, sizeof got));
    CHECK(got[0] < 0.3f && got[2] > 0.7f); /* along axis 0, not along the default */
    a.more = 1;
    weir_array *none = NULL;
    CHECK_STATUS(weir_op_call(rt, op, &x, 1, &a, sizeof a, &none, NULL), EINVAL);
    CHECK_HAS(weir_error(), "softmax: the attribute struct has");
    CHECK_STATUS(weir_op_call_into(rt, op, &x, 1, &a, sizeof a, &y, 1), EINVAL);
    CHECK_STATUS(weir_op_vjp(rt, op, &x, 1, &a, sizeof a, &y, 1, &x, NULL, &none), EINVAL);
    CHECK_STATUS(weir_op_call(rt, op, &x, 1, &a, 0, &none, NULL), EINVAL);
    CHECK_HAS(weir_error(), "attr_size is 0");
    CHECK_STATUS(weir_op_call(rt, NULL, &x, 1, &a, 8, &none, NULL), EINVAL);
    CHECK(none == NULL);
    weir_array_release(g);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(settings_of_optimisers_and_attributes_of_blocks_may_have_another_size) {
    weir_runtime *rt = kit_runtime(1);
    const weir_optimizer_kind *kind = weir_optimizer_kind_find("SGD");
    int64_t n = 1;
    float one = 1;
    weir_array *p = NULL;
    weir_optimizer *o = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, &n, 1, &one, &p));
    CHECK_OK(weir_array_attach_grad(p, WEIR_GRAD_WRITE));
    GROWN(weir_sgd) s = {.more = 1};
    CHECK_OK(weir_optimizer_attr_init(kind, &s, sizeof s));
    CHECK_EQ(s.more, 0);
    s.s.common.lr = 0.25;
    s.more = 1;
    CHECK_STATUS(weir_optimizer_new(rt, kind, &s, sizeof s, &p, 1, &o), EINVAL);
    CHECK_HAS(weir_error(), "SGD: the attribute struct has");
    s.more = 0;
    CHECK_OK(weir_optimizer_new(rt, kind, &s, sizeof s, &p, 1, &o));
    CHECK(weir_optimizer_lr(o, 0) == 0.25);
    /* Only the settings that all kinds have: the others keep their defaults. */
    weir_optimizer_common c = {.lr = 0.5, .master = 1};
    CHECK_OK(weir_optimizer_attr_set(o, 0, &c, sizeof c));
    CHECK(weir_optimizer_lr(o, 0) == 0.5);
    weir_optimizer_free(o);
    weir_array_release(p);

    const weir_block_kind *dropout = weir_block_kind_find("Dropout");
    size_t size = weir_block_kind_describe(dropout)->attr_size;
    char attr[512];
    weir_block *b = NULL;
    CHECK(size + 8 <= sizeof attr);
    CHECK_OK(weir_block_attr_init(dropout, attr, sizeof attr));
    CHECK_OK(weir_block_new(rt, dropout, attr, size + 8, &b));
    weir_block_release(b);
    attr[size] = 1;
    CHECK_STATUS(weir_block_new(rt, dropout, attr, size + 8, &b), EINVAL);
    CHECK_HAS(weir_error(), "Dropout: the attribute struct has");
    weir_runtime_free(rt);
}

TEST(a_plateau_may_have_another_size) {
    weir_plateau p;
    GROWN(weir_plateau) wide;
    weir_plateau_init(&p);
    weir_plateau_init_sized(&wide.s, sizeof wide);
    p.patience = wide.s.patience = 0;
    double lr = 1, wide_lr = 1;
    for (int i = 0; i < 4; i++) {
        lr = weir_plateau_next(&p, lr, 1);
        wide_lr = weir_plateau_next(&wide.s, wide_lr, 1);
    }
    CHECK(lr == wide_lr && lr < 1 && wide.s.size == sizeof wide);
    p.size = 0;
    CHECK(weir_plateau_next(&p, 0.5, 9) == 0.5);
}

TEST(options_of_loaders_and_files_may_have_another_size) {
    weir_runtime *rt = kit_runtime(1);
    int64_t shape[2] = {4, 1};
    weir_array *x = NULL;
    weir_dataset *data = NULL, *csv = NULL;
    weir_loader *loader = NULL;
    CHECK_OK(weir_zeros(rt, weir_i64s_of(shape, 2), OPT(zeros, .dtype = WEIR_FLOAT32, .device = -1),
                        &x));
    CHECK_OK(weir_dataset_arrays(&x, NULL, 1, &data));
    GROWN(weir_loader_options) l;
    weir_loader_options_init_sized(&l.s, sizeof l);
    l.s.batch_size = 2;
    l.s.unused = 1;
    CHECK_STATUS(weir_loader_new(data, &l.s, &loader), EINVAL);
    l.s.unused = 0;
    CHECK_TAKES(l, weir_loader_new(data, &l.s, &loader), "weir_loader_options");
    CHECK_EQ(weir_loader_count(loader), 2);
    weir_loader_free(loader);
    char path[64];
    snprintf(path, sizeof path, "sizes-%d.csv", (int)getpid());
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fputs("a,b\n1,2\n", file);
    fclose(file);
    GROWN(weir_csv_options) c;
    weir_csv_options_init_sized(&c.s, sizeof c);
    CHECK_TAKES(c, weir_dataset_csv(rt, path, &c.s, &csv), "weir_csv_options");
    weir_dataset_release(csv);
    remove(path);
    GROWN(weir_folder_options) f;
    weir_folder_options_init_sized(&f.s, sizeof f);
    f.more = 1;
    CHECK_STATUS(weir_dataset_folder(rt, "/nowhere", &f.s, &csv), EINVAL);
    CHECK_HAS(weir_error(), "weir_folder_options has");
    weir_dataset_release(data);
    weir_array_release(x);
    weir_runtime_free(rt);
}

static weir_status no_gradient(weir_runtime *rt, weir_array *const *grad_out, uint32_t out_count,
                               weir_array **grad_in, uint32_t in_count, void *ctx) {
    (void)rt, (void)grad_out, (void)out_count, (void)grad_in, (void)in_count, (void)ctx;
    return WEIR_OK;
}

static void count_free(void *ctx) { ++*(int *)ctx; }

TEST(functions_and_front_ends_may_have_another_size) {
    weir_runtime *rt = kit_runtime(1);
    int freed = 0;
    GROWN(weir_function)
    f = {.s = {.name = "f", .backward = no_gradient, .free = count_free, .ctx = &freed}};
    CHECK_TAKES(f, weir_function_record(rt, &f.s, NULL, 0, NULL, 0), "weir_function");
    /* ctx is freed also by the call that refused the new field; the short struct has no ctx yet. */
    CHECK_EQ(freed, 2);
    f.s.unused = 1;
    CHECK_STATUS(weir_function_record(rt, &f.s, NULL, 0, NULL, 0), EINVAL);
    CHECK_EQ(freed, 3);
    f.s.size = WEIR_SIZE_UP_TO(weir_function, ctx); /* without saved arrays, and without `unused` */
    CHECK_OK(weir_function_record(rt, &f.s, NULL, 0, NULL, 0));
    CHECK_EQ(freed, 4);
    weir_runtime_free(rt);
    GROWN(weir_frontend) e = {.more = 0};
    CHECK_TAKES(e, weir_frontend_set(&e.s), "weir_frontend");
    CHECK_OK(weir_frontend_set(NULL));
}

/* ---- Definitions ----------------------------------------------------------------------------- */

static void halve_loop(void *out, const void *const *in, int64_t n, const void *attr) {
    double by = *(const double *)attr;
    for (int64_t i = 0; i < n; i++) ((double *)out)[i] = ((const double *)in[0])[i] * by;
}

#define BY_ATTRS(X, A) X(A, F64, by, 0.5, "the factor")
WEIR_ATTRS(by, BY_ATTRS);

TEST(definitions_and_their_attributes_may_have_another_size) {
    weir_runtime *rt = kit_runtime(1);
    static GROWN(weir_attr) wide = {.more = 0};
    wide.s = by_attrs[0];
    GROWN(weir_op_def)
    d = {.s = {.name = "sized_halve",
               .summary = "Halves.",
               .inputs = "x",
               .outputs = "y",
               .flags = WEIR_OP_ELEMENTWISE,
               .takes = WEIR_TAKES_FLOAT,
               .map = {[WEIR_IN_F64] = halve_loop},
               .attrs = &wide.s,
               .attr_count = 1,
               .attr_stride = sizeof wide,
               .attr_size = sizeof(by_attr)}};
    const weir_op *op = NULL;
    wide.more = 7;
    d.s.size = sizeof d;
    CHECK_STATUS(weir_op_register(&d.s, &op), EINVAL);
    CHECK_HAS(weir_error(), "sized_halve: the description of attribute by has");
    wide.more = 0;
    CHECK_TAKES(d, weir_op_register(&d.s, &op), "weir_op_def");
    const weir_op_def *now = weir_op_describe(op);
    CHECK(now->size == sizeof *now && now->attr_stride == sizeof(weir_attr));
    CHECK_STR(weir_attr_at(now->attrs, now->attr_stride, 0)->name, "by");
    CHECK(WEIR_HAS(weir_op_def, now, aliases));
    int64_t n = 1;
    double three = 3, got = 0;
    weir_array *x = NULL, *y = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, &n, 1, &three, &x));
    CHECK_OK(weir_op_call(rt, op, &x, 1, NULL, 0, &y, NULL));
    CHECK_OK(weir_array_item_f64(y, &got));
    CHECK(got == 1.5);
    /* A definition may lack the fields that were added last. */
    d.s.name = "sized_halve_2";
    d.s.size = WEIR_SIZE_UP_TO(weir_op_def, samples);
    d.s.aliases = "add"; /* not read */
    CHECK_OK(weir_op_register(&d.s, &op));
    CHECK(weir_op_describe(op)->aliases == NULL);
    d.s.name = "sized_halve_3";
    d.s.attr_stride = 0;
    CHECK_STATUS(weir_op_register(&d.s, &op), EINVAL);
    CHECK_HAS(weir_error(), "attr_stride is 0");
    weir_array_release(x);
    weir_array_release(y);

    GROWN(weir_block_def)
    b = {.s = {.name = "SizedHalve",
               .summary = "Halves.",
               .inputs = "x",
               .outputs = "y",
               .op = "sized_halve",
               .attrs = &wide.s,
               .attr_count = 1,
               .attr_stride = sizeof wide,
               .attr_size = sizeof(by_attr)}};
    const weir_block_kind *kind = NULL;
    CHECK_TAKES(b, weir_block_kind_register(&b.s, &kind), "weir_block_def");
    const weir_block_def *def = weir_block_kind_describe(kind);
    CHECK(def->attr_stride == sizeof(weir_attr) && strcmp(def->attrs[0].name, "by") == 0);
    weir_block *block = NULL;
    CHECK_OK(weir_block_parse(rt, "SizedHalve(by=2)", &block));
    weir_block_release(block);
    weir_runtime_free(rt);
}
