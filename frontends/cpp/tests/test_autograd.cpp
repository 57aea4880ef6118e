// test_autograd.cpp - gradients, functions with their own gradient, checkpoints.
//
// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

using namespace weir;
using Floats = std::vector<float>;

TEST(backward_stores_gradients) {
    Array x = array({1., 2., 3.});
    x.attach_grad();
    CHECK(!x.grad().defined());
    Array loss;
    {
        Recording recording;
        loss = (x * x).sum();
        Pause pause;
        CHECK(!(x * x).requires_grad());
    }
    CHECK(loss.requires_grad());
    CHECK(!loss.detach().requires_grad());
    loss.backward();
    CHECK_EQUAL(x.grad().to_vector<float>(), (Floats{2, 4, 6}));
    CHECK_THROWS(InvalidArgument, ones({1}).backward(), CHECK_EQUAL(error.line(), __LINE__));
}

TEST(gradients_of_gradients) {
    Array x = array({2.});
    x.attach_grad();
    Recording recording;
    Array y = x * x * x;
    Array first = grad({y}, {x}, true)[0];
    Array second = grad({first}, {x})[0];
    CHECK_EQUAL(first.item(), 12.0);
    CHECK_EQUAL(second.item(), 12.0);
    Array unused = ones({1});
    unused.attach_grad();
    CHECK(!grad({x * 2}, {unused})[0].defined());
}

TEST(several_heads) {
    Array x = array({3.});
    x.attach_grad(WEIR_GRAD_ADD);
    Array a, b;
    {
        Recording recording;
        a = x * 2;
        b = x * x;
    }
    backward({a, b}, {Array(), array({10.})});
    CHECK_EQUAL(x.grad().item(), 62.0);
    CHECK_THROWS(InvalidArgument, backward({a, b}, {a}));
}

TEST(functions_with_their_own_gradient) {
    Array x = array({1., 2.});
    x.attach_grad();
    Array y;
    {
        Recording recording;
        y = with_gradient(
            "straight_through", [](const std::vector<Array> &in) { return std::vector<Array>{round(in[0])}; },
            [](const std::vector<Array> &in, const std::vector<Array> &grads) {
                return std::vector<Array>{grads[0] * in[0] * 100};
            },
            {x})[0];
        y = y.sum();
    }
    y.backward();
    CHECK_EQUAL(x.grad().to_vector<float>(), (Floats{100, 200}));
}

TEST(checkpoints_compute_again) {
    Array x = array({1., 2.});
    x.attach_grad();
    int calls = 0;
    Array y;
    {
        Recording recording;
        y = checkpoint(
            [&](const std::vector<Array> &in) {
                calls++;
                return std::vector<Array>{(in[0] * in[0]).sum()};
            },
            {x})[0];
    }
    CHECK_EQUAL(calls, 1);
    y.backward();
    CHECK_EQUAL(calls, 2);
    CHECK_EQUAL(x.grad().to_vector<float>(), (Floats{2, 4}));
}
