// test_index.cpp - views, elements, and assignment to them.
//
// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

using namespace weir;
using Shape = std::vector<int64_t>;
using Integers = std::vector<int>;

static Array table() { return arange(12).reshape({3, 4}); }

TEST(integers_and_slices_select_views) {
    Array x = table();
    CHECK_EQUAL(x[1].to_vector<int>(), (Integers{4, 5, 6, 7}));
    CHECK_EQUAL(x[-1][0].item<int>(), 8);
    CHECK_EQUAL(x[Slice(1, 3)].shape(), (Shape{2, 4}));
    CHECK_EQUAL(x(All, 2).to_vector<int>(), (Integers{2, 6, 10}));
    CHECK_EQUAL(x(Slice(None, None, -1), Slice(0, 4, 2)).to_vector<int>(), (Integers{8, 10, 4, 6, 0, 2}));
    CHECK_EQUAL((x[{Slice(1, 3), All, NewAxis}].shape()), (Shape{2, 4, 1}));
    CHECK_EQUAL(x(Ellipsis, 0).to_vector<int>(), (Integers{0, 4, 8}));
    CHECK_EQUAL(x(NewAxis, 1, 2).to_vector<int>(), (Integers{6}));
    CHECK_THROWS(IndexError, x[3], CHECK_EQUAL(error.line(), __LINE__));
    CHECK_THROWS(IndexError, x(0, 4), CHECK_EQUAL(error.line(), __LINE__));
}

TEST(assignment_to_a_selection_writes) {
    Array x = zeros({2, 3}, Int64);
    x[0] = 7;
    x(1, Slice(1, 3)) = array({8, 9});
    CHECK_EQUAL(x.to_vector<int>(), (Integers{7, 7, 7, 0, 8, 9}));
    x[{All, 0}] = x(All, 2);
    CHECK_EQUAL(x.to_vector<int>(), (Integers{7, 7, 7, 9, 8, 9}));
    x[0] += 1;
    CHECK_EQUAL(x[0].to_vector<int>(), (Integers{8, 8, 8}));
    // A named selection is an array like others: assignment makes it refer to another one.
    auto row = x[0];
    row = zeros({3}, Int64);
    CHECK_EQUAL(x[0].to_vector<int>(), (Integers{8, 8, 8}));
    row.assign(5);
    CHECK_EQUAL(x[0].to_vector<int>(), (Integers{8, 8, 8}));
    CHECK_THROWS(InvalidArgument, x[0] = array({1, 2}), CHECK_EQUAL(error.line(), __LINE__));
}

TEST(arrays_select_elements) {
    Array x = table();
    Array rows = array({2, 0}), columns = array({3, 1});
    CHECK_EQUAL(Array(x[rows]).shape(), (Shape{2, 4}));
    CHECK_EQUAL(Array(x(rows, columns)).to_vector<int>(), (Integers{11, 1}));
    CHECK_EQUAL(Array(x(All, columns)).to_vector<int>(), (Integers{3, 1, 7, 5, 11, 9}));
    CHECK_EQUAL(Array(x(columns[Slice(1, 2)], All)).shape(), (Shape{1, 4}));
    CHECK_EQUAL(Array(x(rows, 1)).to_vector<int>(), (Integers{9, 1}));
    CHECK_EQUAL(Array(x[x > 8]).to_vector<int>(), (Integers{9, 10, 11}));
    CHECK_EQUAL((x[rows] + 1).shape(), (Shape{2, 4}));
    x[x > 8] = 0;
    x[rows] = array({-1, -2, -3, -4});
    x(rows, columns) = 100;
    CHECK_EQUAL(x.to_vector<int>(), (Integers{-1, 100, -3, -4, 4, 5, 6, 7, -1, -2, -3, 100}));
    Array bad = x[array({5})];
    CHECK_THROWS(IndexError, bad.wait(), CHECK(error.asynchronous()); CHECK_EQUAL(error.line(), __LINE__ - 1));
}

TEST(selected_elements_are_assigned_to_selected_elements) {
    Array x = array({-1., 2., -3.}), y = array({7., 8., 9.});
    x[x < 0] = y[x < 0];
    CHECK_EQUAL(x.to_vector<float>(), (std::vector<float>{7, 2, 9}));
    Array first = array({0, 1}), last = array({2, 1});
    x[first] = y[last];
    CHECK_EQUAL(x.to_vector<float>(), (std::vector<float>{9, 8, 9}));
}

TEST(selections_are_recorded) {
    Array x = arange(4, None, 1, Float32);
    x.attach_grad();
    Array loss;
    {
        Recording recording;
        Array y = x * 2;
        y[0] = x[3] * 10;
        loss = y.sum();
    }
    loss.backward();
    CHECK_EQUAL(x.grad().to_vector<float>(), (std::vector<float>{0, 2, 2, 12}));
}

TEST(unsigned_integers_beyond_int64_are_not_negative) {
    Array x = arange(5);
    size_t none = 0;
    CHECK_THROWS(IndexError, x[none - 1]);  // not the last element
    CHECK_THROWS(IndexError, x.reshape({5, 1})(none - 1, All));
    CHECK_EQUAL(x[Slice(1, std::string::npos)].to_vector<int64_t>(), (std::vector<int64_t>{1, 2, 3, 4}));
    CHECK_EQUAL(x[Slice(std::optional<int>(3))].size(), 2);
    CHECK_THROWS(InvalidArgument, reshape(x, none - 1));  // not "as many as there are"
    CHECK_THROWS(InvalidArgument, reshape(x, std::vector<size_t>{none - 1}));
    CHECK_THROWS(AxisError, call("softmax", {x}, {{"axis", none - 1}}));
    std::vector<size_t> long_shape(7, 1);
    CHECK_EQUAL(reshape(ones({1}), long_shape).ndim(), 7);
}
