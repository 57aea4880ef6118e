// interface.cc - the interface from C++: arrays, operators, own operators, blocks, optimisers, loaders, without a cast of a
// constant.  tests/scripts/cplusplus.py compiles it as C++17 and C++20, links it and runs it.
//
// SPDX-License-Identifier: Apache-2.0
#include <weir/weir.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) fail(#condition, __LINE__);                                              \
    } while (0)
#define CHECK_OK(call) CHECK((call) == WEIR_OK)

static void fail(const char *what, int line) {
    std::fprintf(stderr, "interface.cc:%d: %s; weir_error: %s\n", line, what, weir_error());
    std::exit(1);
}

// ---- An operator and a kind of block of our own ---------------------------------------------------

#define SCALE_ATTRS(X, A)                                                                          \
    X(A, F64, by, 2, "the factor")                                                                 \
    X(A, BOOL, negate, 0, "changes the sign")                                                      \
    X(A, DTYPE, dtype, WEIR_FLOAT32, "not used")                                                   \
    X(A, DEVICE, device, WEIR_DEVICE_DEFAULT, "not used")                                          \
    X(A, I64, axis, WEIR_NONE, "not used")                                                         \
    X(A, I64S, axes, WEIR_NO_LIST, "not used")                                                     \
    X(A, TEXT, mode, "same", "not used")
WEIR_ATTRS(scale, SCALE_ATTRS);

template <typename T>
static void scale_loop(void *out, const void *const *in, int64_t n, const void *attr) {
    const scale_attr *a = static_cast<const scale_attr *>(attr);
    const T *x = static_cast<const T *>(in[0]);
    for (int64_t i = 0; i < n; i++)
        static_cast<T *>(out)[i] = static_cast<T>(a->negate ? -x[i] * a->by : x[i] * a->by);
}

static const weir_op *add_operator() {
    static weir_op_def def{};
    const weir_op *op = nullptr;
    def.size = sizeof def;
    def.name = "cpp_scale";
    def.summary = "Multiplies.";
    def.inputs = "x";
    def.outputs = "y";
    def.flags = WEIR_OP_ELEMENTWISE;
    def.takes = WEIR_TAKES_FLOAT;
    def.gives = WEIR_GIVES_SAME;
    def.map[WEIR_IN_F32] = scale_loop<float>;
    def.map[WEIR_IN_F64] = scale_loop<double>;
    WEIR_SET_ATTRS(def, scale);
    CHECK_OK(weir_op_register(&def, &op));
    return op;
}

static const weir_block_kind *add_kind() {
    static weir_block_def def{};
    const weir_block_kind *kind = nullptr;
    def.size = sizeof def;
    def.name = "CppScale";
    def.summary = "Multiplies.";
    def.inputs = "x";
    def.outputs = "y";
    def.op = "cpp_scale";
    WEIR_SET_ATTRS(def, scale);
    CHECK_OK(weir_block_kind_register(&def, &kind));
    return kind;
}

// ---- Tasks ---------------------------------------------------------------------------------------

static weir_status add_one(weir_context *ctx, void *arg) {
    if (arg == nullptr) return weir_context_fail(ctx, WEIR_EINVAL, "no argument");
    ++**static_cast<int **>(arg);
    return WEIR_OK;
}

static void tasks(weir_runtime *rt) {
    static weir_kind kind{};
    kind.size = sizeof kind;
    kind.name = "add_one";
    kind.run = add_one;
    kind.flags = WEIR_KIND_PURE | WEIR_KIND_HELP;
    weir_var_options options{};
    options.size = sizeof options;
    options.flags = WEIR_VAR_LIVE;
    weir_var *v = nullptr;
    CHECK_OK(weir_var_new(rt, &options, &v));
    int value = 41, *where = &value;
    weir_task task{};
    task.size = sizeof task;
    task.kind = &kind;
    task.arg = &where;
    task.arg_size = sizeof where;
    task.writes = &v;
    task.write_count = 1;
    task.priority = WEIR_PRIORITY_MAX;
    task.device = WEIR_DEVICE_CPU;
    CHECK_OK(weir_task_push(rt, &task));
    CHECK_OK(weir_var_wait(v));
    CHECK(value == 42);
    weir_var_release(v);
    CHECK(weir_task_push(rt, nullptr) == WEIR_EINVAL);
    weir_failure failure{};
    failure.size = sizeof failure;
    CHECK_OK(weir_error_get(&failure));
    CHECK(failure.status == WEIR_EINVAL);
}

// ---- Arrays and operators ------------------------------------------------------------------------

static void arrays(weir_runtime *rt, const weir_op *op) {
    const std::vector<int64_t> shape{2, 3};
    const std::vector<float> values{1, 2, 3, 4, 5, 6};
    weir_array *x = nullptr, *y = nullptr, *sum = nullptr, *n = nullptr, *z = nullptr;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape.data(), 2, values.data(), &x));
    weir_normal_options host = WEIR_NORMAL_OPTIONS;
    host.device = WEIR_CPU(0);
    CHECK_OK(weir_normal(rt, weir_i64s{shape.data(), 2}, &host, &n));
    CHECK_OK(weir_add(x, x, &y));
    weir_sum_options exact = WEIR_SUM_OPTIONS;
    exact.dtype = WEIR_FLOAT64;
    CHECK_OK(weir_sum(y, &exact, &sum));
    double total = 0;
    CHECK_OK(weir_array_item_f64(sum, &total));
    CHECK(total == 42);
    weir_array_release(sum);
    const int64_t axis = 1;
    exact.axes = weir_i64s{&axis, 1};
    CHECK_OK(weir_sum(y, &exact, &sum));
    CHECK(weir_array_shape(sum)[0] == 2);
    weir_softmax_options none{}; // not initialised with the macro
    CHECK(weir_softmax(x, &none, &z) == WEIR_EINVAL);
    CHECK(std::string(weir_error()).find("WEIR_SOFTMAX_OPTIONS") != std::string::npos);
    scale_attr attr;
    CHECK_OK(weir_attr_init(op, &attr, sizeof attr));
    CHECK(attr.by == 2 && attr.axis == WEIR_NONE && attr.dtype == WEIR_FLOAT32);
    attr.negate = 1;
    CHECK_OK(weir_op_call(rt, op, &x, 1, &attr, sizeof attr, &z, nullptr));
    std::vector<float> got(6);
    CHECK_OK(weir_array_read(z, got.data(), got.size() * sizeof(float)));
    CHECK(got[5] == -12);
    void *data = nullptr;
    CHECK_OK(weir_array_map(x, WEIR_MAP_READ, &data));
    CHECK(static_cast<const float *>(data)[3] == 4);
    CHECK_OK(weir_array_unmap(x));
    for (weir_array *a : {x, y, sum, n, z}) weir_array_release(a);
    weir_wait_entry waits[4];
    (void)weir_waits_get(rt, waits, 4);
    weir_stats stats{};
    stats.size = sizeof stats;
    CHECK_OK(weir_stats_get(rt, &stats));
    CHECK(stats.engine == WEIR_THREADED);
}

// ---- A network learns y = 3 x ---------------------------------------------------------------------

static void learn(weir_runtime *rt, const weir_block_kind *kind, const char *path) {
    std::vector<float> x(64), y(64);
    for (size_t i = 0; i < x.size(); i++) x[i] = static_cast<float>(i) / 32 - 1, y[i] = 3 * x[i];
    const int64_t shape[] = {64, 1};
    weir_array *field[2] = {};
    weir_dataset *data = nullptr;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 2, x.data(), &field[0]));
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 2, y.data(), &field[1]));
    CHECK_OK(weir_dataset_arrays(field, nullptr, 2, &data));
    weir_loader_options options;
    weir_loader_options_init(&options);
    options.batch_size = 16;
    options.shuffle = 1;
    weir_loader *loader = nullptr;
    CHECK_OK(weir_loader_new(data, &options, &loader));

    weir_block *net = nullptr, *loss = nullptr, *half = nullptr;
    CHECK_OK(weir_block_parse(rt, "Linear(1, 1)", &net));
    CHECK_OK(weir_block_parse(rt, "MSELoss", &loss));
    scale_attr attr;
    CHECK_OK(weir_block_attr_init(kind, &attr, sizeof attr));
    attr.by = 0.5;
    CHECK_OK(weir_block_new(rt, kind, &attr, sizeof attr, &half));
    weir_init init{};
    init.kind = WEIR_INIT_ZEROS;
    CHECK_OK(weir_block_initialise(net, 1, &init));
    CHECK_OK(weir_block_set_compute(net, WEIR_DTYPE_DEFAULT));
    weir_array *param[2] = {};
    uint32_t count = 2;
    CHECK_OK(weir_block_parameters(net, param, &count));
    weir_sgd settings;
    const weir_optimizer_kind *sgd = weir_optimizer_kind_find("SGD");
    CHECK_OK(weir_optimizer_attr_init(sgd, &settings, sizeof settings));
    settings.common.lr = 0.2;
    settings.momentum = 0.5;
    weir_optimizer *o = nullptr;
    CHECK_OK(weir_optimizer_new(rt, sgd, &settings, sizeof settings, param, count, &o));
    CHECK_OK(weir_optimizer_lr_set(o, WEIR_ALL_GROUPS, 0.1));
    for (int epoch = 0; epoch < 40; epoch++) {
        weir_array *batch[2], *out, *l;
        for (;;) {
            uint32_t fields = 2;
            CHECK_OK(weir_loader_next(loader, batch, &fields));
            if (fields == 0) break;
            weir_recording_set(1);
            CHECK_OK(weir_block_call(net, batch[0], &out));
            CHECK_OK(weir_block_call2(loss, out, batch[1], &l));
            weir_recording_set(0);
            CHECK_OK(weir_backward(&l, 1, nullptr, WEIR_BACKWARD_RETAIN));
            CHECK_OK(weir_optimizer_step(o));
            for (weir_array *a : {batch[0], batch[1], out, l}) weir_array_release(a);
        }
    }
    weir_array *w = nullptr, *halved = nullptr;
    double weight = 0, half_weight = 0;
    CHECK_OK(weir_block_get(net, "weight", &w));
    CHECK_OK(weir_array_item_f64(w, &weight));
    CHECK(std::fabs(weight - 3) < 0.1);
    CHECK_OK(weir_block_call(half, w, &halved));
    CHECK_OK(weir_array_item_f64(halved, &half_weight));
    CHECK(half_weight == weight / 2);
    CHECK_OK(weir_block_save(net, path));
    CHECK_OK(weir_block_initialise(net, 2, nullptr));
    CHECK_OK(weir_block_load(net, path, WEIR_BLOCK_LOAD_ALL));
    double again = 0;
    CHECK_OK(weir_array_item_f64(w, &again));
    CHECK(again == weight);
    weir_array_release(halved);
    weir_optimizer_free(o);
    for (weir_block *b : {net, loss, half}) weir_block_release(b);
    weir_loader_free(loader);
    weir_dataset_release(data);
    for (weir_array *a : field) weir_array_release(a);
}

int main(int argc, char **argv) {
    const std::string path = argc > 1 ? argv[1] : "interface.safetensors";
    weir_config config;
    weir_config_init(&config);
    config.engine = WEIR_THREADED;
    config.cpu = WEIR_CPU_BEST;
    config.workers = 2;
    config.memory_bytes = 512u << 20;
    weir_runtime *rt = nullptr;
    CHECK_OK(weir_runtime_new(&config, &rt));
    const weir_op *op = add_operator();
    tasks(rt);
    arrays(rt, op);
    learn(rt, add_kind(), path.c_str());
    weir_runtime_free(rt);
    std::puts(weir_version_text());
    return 0;
}
