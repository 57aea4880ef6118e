// test_nn.cpp - layers, losses, optimisers, schedules, metrics, saving and loading.
//
// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace weir;
using Shape = std::vector<int64_t>;

/// A file that is removed at the end of the test.
struct File {
    std::string path;
    explicit File(const char *name) {
        const char *folder = std::getenv("TMPDIR");
        path = std::string(folder != nullptr ? folder : "/tmp") + "/" + name;
    }
    ~File() { std::remove(path.c_str()); }
};

TEST(constructors_and_text_make_the_same_network) {
    seed(1);
    nn::Sequential a{nn::Conv2d(1, 6, 5, None, 2), nn::ReLU(), nn::MaxPool2d(2), nn::Flatten(), nn::Linear(1176, 10)};
    seed(1);
    Block b = Block::parse("Conv2d(1, 6, 5, padding=2), ReLU, MaxPool2d(2), Flatten, Linear(1176, 10)");
    CHECK_EQUAL(a.text(), b.text());
    CHECK_EQUAL(harness::shown(a), b.text());
    Array x = ones({2, 1, 28, 28});
    CHECK_EQUAL(a(x).to_vector<float>(), b(x).to_vector<float>());
    CHECK_EQUAL(a.size(), 5U);
    CHECK_EQUAL(a[4].text(), b.child("4").text());
    CHECK_EQUAL(a.parameters().size(), 4U);
    CHECK_EQUAL(a.parameter("4.weight").shape(), (Shape{10, 1176}));
    CHECK_EQUAL(a.state()[0].first, "0.weight");
    CHECK_EQUAL(a.parameter_elements(), 6 * 25 + 6 + 11760 + 10);
    CHECK(a.summary(x).find("11,770") != std::string::npos || a.summary(x).find("11770") != std::string::npos);
    CHECK_THROWS(InvalidArgument, Block::parse("Linearr(3)"), CHECK_EQUAL(error.line(), __LINE__));
    CHECK_THROWS(InvalidArgument, a.child("9"));
    CHECK_THROWS(IndexError, a[9]);
    CHECK_THROWS(InvalidArgument, Block()(x));
}

TEST(sizes_may_be_left_to_the_first_input) {
    nn::Linear layer(None, 3);
    CHECK_THROWS(InvalidArgument, layer.parameters());
    CHECK_EQUAL(layer(ones({2, 5})).shape(), (Shape{2, 3}));
    CHECK_EQUAL(layer.parameter("weight").shape(), (Shape{3, 5}));
    nn::Conv2dOptions options;
    options.padding = {1, 1};
    options.bias = false;
    CHECK_EQUAL(nn::Conv2d(3, 4, 3, options).parameters().size(), 1U);
#if __cplusplus >= 202002L
    CHECK_EQUAL(nn::Conv2d(3, 4, 3, {.padding = 1, .bias = false}).parameters().size(), 1U);
    CHECK_EQUAL(nn::Linear(4, 5, {.bias = false}).parameters().size(), 1U);
    CHECK_EQUAL(nn::Dropout({.p = 0.1}).text(), "Dropout(p=0.1)");
#endif
}

TEST(outputs_and_functions) {
    nn::LSTM lstm(4, 8);
    std::vector<Array> out = lstm.forward({ones({5, 2, 4})});
    CHECK_EQUAL(out.size(), 3U);
    CHECK_EQUAL(out[0].shape(), (Shape{5, 2, 8}));
    nn::Linear inner(2, 2);
    nn::Function twice("twice", [inner](const std::vector<Array> &in) { return std::vector<Array>{inner(inner(in[0]))}; });
    twice.add("inner", inner);
    CHECK_EQUAL(twice.parameters().size(), 2U);
    CHECK_EQUAL(nn::Sequential({twice, nn::Function::of_one("square", [](const Array &x) { return x * x; })})(ones({1, 2})).shape(),
                (Shape{1, 2}));
}

static double train(optim::Optimizer &optimizer, const Block &net) {
    Array x = array({{0., 0.}, {0., 1.}, {1., 0.}, {1., 1.}}), target = array({{0.}, {1.}, {1.}, {0.}});
    nn::MSELoss loss;
    Training training;
    Array value;
    for (int i = 0; i < 200; i++) {
        {
            Recording recording;
            value = loss(net(x), target);
        }
        value.backward();
        optimizer.step();
    }
    return value.item();
}

TEST(every_optimiser_learns) {
    auto net = [] {
        seed(4);
        return nn::Sequential{nn::Linear(2, 16), nn::Tanh(), nn::Linear(16, 1)};
    };
    auto learns = [&](auto make) {
        Block network = net();
        auto optimizer = make(network.parameters());
        return train(optimizer, network);
    };
    using Arrays = const std::vector<Array> &;
    CHECK(learns([](Arrays p) { return optim::SGD(p, 0.1); }) < 0.3);
    CHECK(learns([](Arrays p) { return optim::Adam(p, 0.05); }) < 0.05);
    CHECK(learns([](Arrays p) { return optim::AdamW(p, 0.05); }) < 0.05);
    CHECK(learns([](Arrays p) { return optim::RMSprop(p, 0.02); }) < 0.05);
    CHECK(learns([](Arrays p) { return optim::Adagrad(p, 0.2); }) < 0.05);
    CHECK(learns([](Arrays p) { return optim::Adadelta(p, 5); }) < 0.2);
    CHECK(learns([](Arrays p) { return optim::LAMB(p, 0.05); }) < 0.2);
    optim::SGDOptions options;
    options.lr = 0.1;
    options.momentum = 0.9;
    CHECK(learns([&](Arrays p) { return optim::SGD(p, options); }) < 0.05);
}

TEST(state_of_an_optimiser) {
    nn::Linear net(3, 2);
    optim::Adam adam(net.parameters(), 0.1);
    Array loss;
    {
        Recording recording;
        loss = net(ones({4, 3})).sum();
    }
    loss.backward();
    CHECK(optim::clip_grad_norm(net.parameters(), 1.0).item() > 1);
    optim::clip_grad_value(net.parameters(), 0.5);
    adam.step();
    CHECK(!adam.state().empty());
    CHECK_EQUAL(adam.lr(), 0.1);
    adam.set_lr(schedule::cosine(0.1, 5, 10));
    CHECK(std::fabs(adam.lr() - 0.05) < 1e-12);
    CHECK_EQUAL(schedule::multistep(1.0, 7, {2, 5}), 0.1 * 0.1);
    optim::Plateau plateau;
    plateau.patience = 0;
    CHECK_EQUAL(plateau.next(1, 5), 1.0);
    CHECK_EQUAL(plateau.next(1, 5), 0.1);
    adam.zero_grad();
    CHECK_THROWS(InvalidArgument, adam.step(), CHECK_EQUAL(error.line(), __LINE__));
}

TEST(a_failed_batch_does_not_damage_the_network) {
    seed(2);
    nn::Embedding net(4, 2);
    optim::SGD sgd(net.parameters(), 0.1);
    std::vector<float> before = net.parameter("weight").to_vector<float>();
    Array loss;
    {
        Recording recording;
        loss = net(array({9})).sum();
    }
    loss.backward();
    sgd.step();
    CHECK_THROWS(IndexError, loss.wait());
    sgd.clear();
    net.clear();
    CHECK_EQUAL(net.parameter("weight").to_vector<float>(), before);
    try {
        wait_all();
    } catch (const Error &) {
    }
}

TEST(metrics_accumulate) {
    Metric accuracy("accuracy"), mean("mean");
    accuracy.update(array({{1., 0.}, {0., 1.}}), array({0, 0}));
    mean.update(array({1., 2.}));
    mean.update(array({6., 7.}));
    CHECK_EQUAL(accuracy.value(), 0.5);
    CHECK_EQUAL(mean.value(), 4.0);
    mean.reset();
    CHECK(std::isnan(mean.value()));
    CHECK_THROWS(InvalidArgument, Metric("acuracy"));
}

TEST(files_hold_networks_and_arrays) {
    File file("weir_cpp_test.safetensors");
    nn::Sequential a{nn::Linear(3, 2), nn::BatchNorm1d(2)}, b{nn::Linear(3, 2), nn::BatchNorm1d(2)};
    a.save(file.path);
    b.load(file.path);
    CHECK_EQUAL(a.parameter("0.weight").to_vector<float>(), b.parameter("0.weight").to_vector<float>());
    CHECK_THROWS(InvalidArgument, nn::Linear(3, 2).load(file.path), CHECK_EQUAL(error.line(), __LINE__));
    save(file.path, {{"x", array({1, 2})}, {"y", ones({2, 2})}});
    auto read = load(file.path);
    CHECK_EQUAL(read.size(), 2U);
    CHECK_EQUAL(read.at("x").to_vector<int>(), (std::vector<int>{1, 2}));
    CHECK_EQUAL(load(file.path, true).at("y").sum().item(), 4.0);
}

TEST(a_network_of_another_language_is_loaded) {
    const char *path = std::getenv("LENET_FILE");
    if (path == nullptr) return;
    Block net = Block::parse("Conv2d(1, 6, 5, padding=2), ReLU, MaxPool2d(2), Conv2d(6, 16, 5), ReLU, MaxPool2d(2),"
                             "Flatten, Linear(400, 120), ReLU, Linear(120, 84), ReLU, Linear(84, 10)");
    net.load(path);
    CHECK_EQUAL(net(zeros({1, 1, 28, 28})).shape(), (Shape{1, 10}));
    File copy("weir_cpp_lenet.safetensors");
    net.save(copy.path);
    auto a = load(path), b = load(copy.path);
    CHECK_EQUAL(a.size(), b.size());
    for (auto &[name, array] : a) CHECK_EQUAL(array.to_vector<float>(), b.at(name).to_vector<float>());
}

TEST(gradient_scaling) {
    nn::Linear net(3, 2);
    optim::SGD sgd(net.parameters(), 0.1);
    optim::Scaler scaler;
    std::vector<float> before = net.parameter("weight").to_vector<float>();
    Array loss;
    {
        Recording recording;
        loss = net(ones({1, 3})).sum();
    }
    scaler.scale(loss).backward();
    scaler.step(sgd);
    scaler.update();
    std::vector<float> after = net.parameter("weight").to_vector<float>();
    for (size_t i = 0; i < before.size(); i++) CHECK(std::fabs(before[i] - 0.1F - after[i]) < 1e-6F);
}
