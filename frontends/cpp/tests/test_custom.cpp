// test_custom.cpp - operators from lambdas, and operators by name.
//
// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

using namespace weir;
using Floats = std::vector<float>;

TEST(operators_from_lambdas) {
    static int scale = 3;  // kernels may use what they capture
    Operator row_dot = register_operator(
        {"row_dot", "x, y", "z", "The dot product of each row of x with that of y.",
         [](Infer &c) {
             if (c.shape(0) != c.shape(1) || c.shape(0).size() != 2) c.fail("x and y must be matrices of the same shape");
             c.result(0, Float32, c.shape(0)[0]);
         },
         [factor = scale](const Kernel &k) {
             int64_t width = k.shape(0)[1];
             k.parallel_for(k.result_size(0), 1, [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; i++) {
                     float sum = 0;
                     for (int64_t j = 0; j < width; j++)
                         sum += k.in<float>(0)[i * width + j] * k.in<float>(1)[i * width + j];
                     k.out<float>(0)[i] = sum * static_cast<float>(factor);
                 }
             });
         },
         [](const std::vector<Array> &in, const std::vector<Array> &grads) {
             Array g = expand_dims(grads[0], 1) * 3;
             return std::vector<Array>{g * in[1], g * in[0]};
         }});
    Array x = array({{1., 2.}, {3., 4.}}), y = ones({2, 2});
    CHECK_EQUAL(row_dot(x, y).to_vector<float>(), (Floats{9, 21}));
    CHECK_THROWS(InvalidArgument, row_dot(x, ones({3, 2})), CHECK_EQUAL(error.line(), __LINE__);
                 CHECK(std::string(error.what()).find("row_dot") != std::string::npos));
    x.attach_grad();
    Array loss;
    {
        Recording recording;
        loss = row_dot(x, y).sum();
    }
    loss.backward();
    CHECK_EQUAL(x.grad().to_vector<float>(), (Floats{3, 3, 3, 3}));
    CHECK_EQUAL(call("row_dot", {x, y})[0].to_vector<float>(), (Floats{9, 21}));
    CHECK_THROWS(InvalidArgument, register_operator({"row_dot"}));
}

TEST(elementwise_operators_from_lambdas) {
    Operator cube = elementwise(
        "cube_of", [](auto x) { return x * x * x; }, [](const Array &x, const Array &dy) { return dy * 3 * x * x; });
    Array x = array({1., 2., 3.});
    x.attach_grad();
    CHECK_EQUAL(cube(x).to_vector<float>(), (Floats{1, 8, 27}));
    CHECK_EQUAL(cube(x.astype(Float64)).dtype(), Float64);
    CHECK_EQUAL(cube(ones({100000})).sum().item(), 100000.0);
    Array loss;
    {
        Recording recording;
        loss = cube(x).sum();
    }
    loss.backward();
    CHECK_EQUAL(x.grad().to_vector<float>(), (Floats{3, 12, 27}));
    CHECK_THROWS(InvalidArgument, cube(array({1, 2})));
}

TEST(a_kernel_that_throws_fails_in_flight) {
    Operator failing = elementwise("failing_kernel", [](auto x) -> decltype(x) {
        if (x > 1) throw std::runtime_error("the number is above 1");
        return x;
    });
    Array y = failing(array({1., 2.}));
    CHECK_THROWS(OperationFailed, y.wait(), CHECK(error.asynchronous()); CHECK_EQUAL(error.line(), __LINE__ - 1);
                 CHECK_EQUAL(error.operation(), "failing_kernel");
                 CHECK(std::string(error.what()).find("above 1") != std::string::npos));
}

TEST(functions_of_an_operator_may_throw_anything) {
    OperatorDefinition odd;
    odd.name = "throws_a_number";
    odd.infer = [](Infer &c) { c.result(0, c.dtype(0), c.shape(0)); };
    odd.run = [](const Kernel &) { throw 5; };
    Array y = register_operator(odd)(ones({2}));
    CHECK_THROWS(OperationFailed, y.wait());
    odd.name = "throws_a_text";
    odd.infer = [](Infer &) { throw "a text"; };
    Operator refusing = register_operator(odd);
    CHECK_THROWS(InvalidArgument, refusing(ones({2})));
}

TEST(operators_by_name) {
    Array x = array({{1., 2.}, {3., 4.}});
    CHECK_EQUAL(call("sum", {x}, {{"axes", {0}}, {"keepdims", true}})[0].to_vector<float>(), (Floats{4, 6}));
    CHECK_EQUAL(call("astype", {x}, {{"dtype", Int32}})[0].dtype(), Int32);
    CHECK_EQUAL(call("split", {x}, {{"sections", 2}}).size(), 2U);
    CHECK_THROWS(InvalidArgument, call("softmaxx", {x}), CHECK_EQUAL(error.line(), __LINE__));
    CHECK_THROWS(InvalidArgument, call("softmax", {x}, {{"axes", 1}}));
    CHECK_THROWS(InvalidArgument, call("softmax", {x}, {{"axis", "one"}}));
}
