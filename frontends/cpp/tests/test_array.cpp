// test_array.cpp - creating, reading, arithmetic, updates in place, printing.
//
// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

#include <thread>

using namespace weir;
using Shape = std::vector<int64_t>;
using Floats = std::vector<float>;

TEST(braces_make_arrays) {
    Array x = array({{1, 2, 3}, {4, 5, 6}});
    CHECK_EQUAL(x.shape(), (Shape{2, 3}));
    CHECK_EQUAL(x.dtype(), Int64);
    CHECK_EQUAL(x.to_vector<int64_t>(), (std::vector<int64_t>{1, 2, 3, 4, 5, 6}));
    CHECK_EQUAL(array({1., 2.}).dtype(), Float32);
    CHECK_EQUAL(array({1, 2.5}).to_vector<double>(), (std::vector<double>{1, 2.5}));
    CHECK_EQUAL(array({true, false}).dtype(), Bool);
    CHECK_EQUAL(array({1, 2}, Float16).dtype(), Float16);
    CHECK_EQUAL(array({INT64_C(9007199254740993)}).item<int64_t>(), INT64_C(9007199254740993));
    CHECK_THROWS(InvalidArgument, array({{1, 2}, {3}}));
}

TEST(full_takes_the_shape_first) {
    CHECK_EQUAL(full({2}, 7).to_vector<int>(), (std::vector<int>{7, 7}));
    CHECK_EQUAL(full({2, 3}, 2.5).shape(), (Shape{2, 3}));
    CHECK_EQUAL(full({2, 2}, array({1., 2.}), Float32).to_vector<float>(), (Floats{1, 2, 1, 2}));
}

TEST(vectors_go_in_and_out) {
    std::vector<double> values = {1, 2, 3, 4, 5, 6};
    CHECK_EQUAL(array(values).dtype(), Float64);
    CHECK_EQUAL(array(values, {2, 3}).shape(), (Shape{2, 3}));
    CHECK_EQUAL(array(values, {2, 3}).to_vector<int>(), (std::vector<int>{1, 2, 3, 4, 5, 6}));
    CHECK_THROWS(InvalidArgument, array(values, {2, 2}));
    CHECK_EQUAL(array(std::vector<bool>{true, false, true}).to_vector<bool>(), (std::vector<bool>{true, false, true}));
    std::vector<std::complex<float>> z = {{1, 2}, {3, -1}};
    CHECK(array(z).to_vector<std::complex<float>>() == z);
    float data[] = {1, 2, 3, 4};
    Floats out(4);
    from_data(data, {2, 2}).read(out.data());
    CHECK_EQUAL(out, (Floats{1, 2, 3, 4}));
    CHECK_THROWS(DTypeError, array(values).read(out.data()));
    CHECK_EQUAL(array(std::vector<float>{}).size(), 0);
}

TEST(memory_is_shared_and_given_back_once) {
    std::atomic<int> given_back{0};
    Floats values = {1, 2, 3};
    {
        Array x = from_memory(values.data(), {3}, [&] { given_back++; });
        Array y = x + 1;
        CHECK_EQUAL(y.to_vector<float>(), (Floats{2, 3, 4}));
        x += 10;
        x.wait();
    }
    wait_all();
    CHECK_EQUAL(values, (Floats{11, 12, 13}));
    // The function is called on some thread after the last use.
    for (int i = 0; i < 10000 && given_back == 0; i++) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK_EQUAL(given_back.load(), 1);
    CHECK_EQUAL(from_vector(Floats{1, 2, 3, 4}, {2, 2}).shape(), (Shape{2, 2}));
    const float fixed[] = {1, 2};
    Array read_only = from_memory(fixed, {2});
    CHECK_THROWS(InvalidArgument, read_only += 1);
}

TEST(numbers_that_do_not_fit_are_refused) {
    CHECK_THROWS(RangeError, array({1, 300}, UInt8), CHECK_EQUAL(error.line(), __LINE__));
    CHECK_THROWS(RangeError, array({{-1}}, UInt64));
    CHECK_THROWS(RangeError, array({1e10}, Int32));
    CHECK_THROWS(RangeError, array({std::nan("")}, Int64));
    CHECK_THROWS(RangeError, array({UINT64_C(1) << 63}));
    CHECK_EQUAL(array({-128, 127}, Int8).to_vector<int8_t>(), (std::vector<int8_t>{-128, 127}));
    CHECK_EQUAL(array({INT64_MIN, INT64_MAX}).to_vector<int64_t>(), (std::vector<int64_t>{INT64_MIN, INT64_MAX}));
    CHECK_EQUAL(array({UINT64_MAX}, UInt64).to_vector<uint64_t>(), (std::vector<uint64_t>{UINT64_MAX}));
    CHECK_EQUAL(array({2.9, -0.5}, UInt8).to_vector<uint8_t>(), (std::vector<uint8_t>{2, 0}));
    CHECK_EQUAL(array({7, 2}, Bool).to_vector<bool>(), (std::vector<bool>{true, true}));
}

TEST(rows_are_a_range) {
    Array x = array({{1., 2.}, {3., 4.}, {5., 6.}});
    std::vector<double> sums;
    for (Array row : x) {
        sums.push_back(row.sum().item());
        row += 1;  // a row is a view
    }
    CHECK_EQUAL(sums, (std::vector<double>{3, 7, 11}));
    CHECK_EQUAL(x.sum().item(), 27.0);
    CHECK_EQUAL(std::distance(x.begin(), x.end()), std::ptrdiff_t{3});
    CHECK_THROWS(AxisError, for (Array row : scalar(1.)) row.wait());
}

TEST(copies_are_handles) {
    Array x = zeros({3}), y = x;
    x += 1;
    CHECK_EQUAL(y.to_vector<float>(), (Floats{1, 1, 1}));
    y = y + 1;
    CHECK_EQUAL(x.to_vector<float>(), (Floats{1, 1, 1}));
    Array moved = std::move(x);
    CHECK(!x.defined());  // NOLINT: the state after a move is part of the interface
    CHECK(moved.defined());
    CHECK_THROWS(InvalidArgument, Array().shape());
    CHECK_THROWS(InvalidArgument, Array() + 1);
}

TEST(arithmetic_mixes_arrays_and_numbers) {
    Array x = array({1., 2., 4.}), y = array({2., 2., 2.});
    CHECK_EQUAL((x + y).to_vector<float>(), (Floats{3, 4, 6}));
    CHECK_EQUAL((x - 1).to_vector<float>(), (Floats{0, 1, 3}));
    CHECK_EQUAL((8 / x).to_vector<float>(), (Floats{8, 4, 2}));
    CHECK_EQUAL((-x * 0.5).to_vector<float>(), (Floats{-0.5, -1, -2}));
    CHECK_EQUAL((x % 3).to_vector<float>(), (Floats{1, 2, 1}));
    CHECK_EQUAL((x > 1).to_vector<bool>(), (std::vector<bool>{false, true, true}));
    CHECK_EQUAL(((x == y) | (x != y)).to_vector<bool>(), (std::vector<bool>{true, true, true}));
    CHECK_EQUAL((~(x >= 2) & (x < 9)).to_vector<bool>(), (std::vector<bool>{true, false, false}));
    CHECK_EQUAL((array({1, 2}) + 1).dtype(), Int64);
    CHECK_EQUAL((array({1, 2}) + 1.5).dtype(), Float32);
    CHECK_EQUAL((x * std::complex<double>(0, 1)).dtype(), Complex64);
    CHECK_EQUAL((array({1, 2}, UInt64) + UINT64_C(18446744073709551613)).to_vector<uint64_t>()[1],
                UINT64_C(18446744073709551615));
    x *= y;
    x /= 2;
    x -= array({1., 1., 1.});
    CHECK_EQUAL(x.to_vector<float>(), (Floats{0, 1, 3}));
    for (int i = 0; i < 300; i++) CHECK_EQUAL((zeros({1}) + (i + 0.25)).item(), i + 0.25);  // more numbers than are kept
}

TEST(methods_are_operators) {
    Array x = arange(6).reshape({2, 3});
    CHECK_EQUAL(x.sum().item<int64_t>(), 15);
    CHECK_EQUAL(x.sum(0).to_vector<int64_t>(), (std::vector<int64_t>{3, 5, 7}));
    CHECK_EQUAL(x.sum({0, 1}, true).shape(), (Shape{1, 1}));
    CHECK_EQUAL(x.astype(Float32).matmul(x.astype(Float32).permute_dims()).shape(), (Shape{2, 2}));
    CHECK_EQUAL(x.max().item<int>(), 5);
    CHECK_EQUAL(x.argmax(1).to_vector<int>(), (std::vector<int>{2, 2}));
    CHECK_EQUAL(x.size(-1), 3);
    CHECK_THROWS(AxisError, x.size(2));
    auto [values, indices] = topk(array({3., 9., 5.}), 2);
    CHECK_EQUAL(values.to_vector<float>(), (Floats{9, 5}));
    CHECK_EQUAL(indices.to_vector<int>(), (std::vector<int>{1, 2}));
    CHECK_EQUAL(concat({x, x}, 1).shape(), (Shape{2, 6}));
    CHECK_EQUAL(split(x, 3, None, 1).size(), 3U);
    CHECK_EQUAL(clip(x, 1, 4).to_vector<int>(), (std::vector<int>{1, 1, 2, 3, 4, 4}));
    CHECK_EQUAL(clip(x, None, 4).max().item<int>(), 4);
    CHECK_EQUAL(stddev(array({1., 3.})).item(), 1.0);
}

TEST(attributes_by_name) {
    Array x = array({{1., 2.}, {3., 4.}});
    SumOptions options;
    options.axes = 0;
    options.keepdims = true;
    CHECK_EQUAL(sum(x, options).shape(), (Shape{1, 2}));
#if __cplusplus >= 202002L
    CHECK_EQUAL(sum(x, {.axes = {0}, .keepdims = true}).shape(), (Shape{1, 2}));
    CHECK_EQUAL(softmax(x, {.axis = 0}).shape(), (Shape{2, 2}));
    CHECK_EQUAL(zeros({2, 3}, {.dtype = Int8}).dtype(), Int8);
    Array image = ones({1, 1, 4, 4}), kernel = ones({1, 1, 3, 3});
    CHECK_EQUAL(conv(image, kernel, {.padding = 1}).shape(), (Shape{1, 1, 4, 4}));
    CHECK_EQUAL(conv(image, kernel, ones({1}), {.stride = {2, 2}, .padding = {1}}).shape(), (Shape{1, 1, 2, 2}));
#endif
}

TEST(maps_read_and_write) {
    Array x = arange(6, None, 1, Float32).reshape({2, 3});
    {
        auto map = x.map<float>();
        CHECK_EQUAL(map.size(), 6U);
        for (float &value : map) value *= 2;
        map[0] = 100;
    }
    auto read = x.map<const float>();
    CHECK_EQUAL(Floats(read.begin(), read.end()), (Floats{100, 2, 4, 6, 8, 10}));
    CHECK_EQUAL(read.strides(), (Shape{3, 1}));
    CHECK_THROWS(DTypeError, x.map<double>());
    // elements that are not contiguous are not read as if they were, which might end beyond the memory
    auto turned = permute_dims(array({{1., 2.}, {3., 4.}}), {1, 0}).map<const float>();
    CHECK_THROWS(InvalidArgument, turned.begin());
    CHECK_THROWS(InvalidArgument, turned[1]);
    CHECK_EQUAL(turned.data()[turned.strides()[0]], 2.F);
    CHECK_THROWS(InvalidArgument, broadcast_to(ones({1}), {100}).map<const float>().end());
}

TEST(arrays_print) {
    CHECK_EQUAL(harness::shown(array({{1., 2.}, {3., 4.5}})), "[[1., 2.],\n [3., 4.5]]");
    CHECK_EQUAL(harness::shown(Array()), "(no array)");
    CHECK_EQUAL(harness::shown(Float32), "float32");
    CHECK_EQUAL(harness::shown(Device("cpu:1")), "cpu:1");
    CHECK(arange(100000).text().size() < 1000);
}

TEST(seeds_and_modes) {
    seed(3);
    Array a = normal({4});
    weir_stream state = random_state();
    Array b = normal({4});
    set_random_state(state);
    CHECK_EQUAL(normal({4}).to_vector<float>(), b.to_vector<float>());
    seed(3);
    CHECK_EQUAL(normal({4}).to_vector<float>(), a.to_vector<float>());
    {
        DefaultDType wide(Float64);
        CHECK_EQUAL(zeros({1}).dtype(), Float64);
        CHECK_EQUAL(array({1.5}).dtype(), Float64);
    }
    CHECK_EQUAL(zeros({1}).dtype(), Float32);
    {
        DefaultDevice other(Device::cpu(1));
        CHECK_EQUAL(zeros({1}).device(), Device::cpu(1));
    }
    CHECK_EQUAL(zeros({1}).device(), Device::cpu());
    CHECK_THROWS(DTypeError, DefaultDType{Int8});
    CHECK_THROWS(DeviceError, Device("cpu:99"));
    CHECK(!devices().empty());
    CHECK(memory().budget > 0);
    CHECK(stats().workers > 0);
    Autocast low(BFloat16);
    CHECK_EQUAL(matmul(ones({2, 2}), ones({2, 2})).dtype(), BFloat16);
}

TEST(integers_of_64_bits_keep_their_values) {
    uint64_t most = UINT64_MAX;
    CHECK_EQUAL(array({most}, Float64).item(), 0x1p64);
    CHECK_EQUAL(array({most, uint64_t{1}}, Float32).to_vector<float>(), (Floats{0x1p64F, 1}));
    CHECK_EQUAL(array({most}, UInt64).item<uint64_t>(), most);
    CHECK_EQUAL(array({most, 1.5}, UInt64).to_vector<uint64_t>(), (std::vector<uint64_t>{most, 1}));
    CHECK_EQUAL(array({1e19}, UInt64).item<uint64_t>(), UINT64_C(10000000000000000000));
    CHECK_EQUAL(array({INT64_MAX, 1.5}, Int64).to_vector<int64_t>(), (std::vector<int64_t>{INT64_MAX, 1}));
    CHECK_EQUAL(array({9007199254740993, 0.5}, Int64).to_vector<int64_t>(), (std::vector<int64_t>{9007199254740993, 0}));
    CHECK(array({most}, Bool).item<bool>());
    CHECK_THROWS(RangeError, array({most}));
    CHECK_THROWS(RangeError, array({most, uint64_t{1}}, Int64));
    CHECK_THROWS(RangeError, array({most, 1.5}, Int64));
    CHECK_THROWS(RangeError, array({0x1p64}, UInt64));
    CHECK_THROWS(RangeError, array({-1, 1.5}, UInt64));
}

TEST(an_item_is_refused_if_the_type_cannot_hold_it) {
    CHECK_EQUAL(scalar(2.9).item<int>(), 2);
    CHECK_EQUAL(scalar(-0.9).item<unsigned>(), 0U);
    CHECK_EQUAL(scalar(int64_t{-128}).item<int8_t>(), int8_t{-128});
    CHECK_EQUAL(scalar(uint8_t{255}).item<uint8_t>(), uint8_t{255});
    CHECK_EQUAL(scalar(2147483647.5).item<int>(), 2147483647);
    CHECK_EQUAL(scalar(UINT64_MAX).item<uint64_t>(), UINT64_MAX);
    CHECK(scalar(0.5).item<bool>());
    CHECK(!scalar(0).item<bool>());
    CHECK_THROWS(RangeError, scalar(int64_t{3000000000}).item<int>(), CHECK_EQUAL(error.line(), __LINE__));
    CHECK_THROWS(RangeError, scalar(300).item<uint8_t>());
    CHECK_THROWS(RangeError, scalar(-1).item<size_t>());
    CHECK_THROWS(RangeError, scalar(UINT64_MAX).item<int64_t>());
    CHECK_THROWS(RangeError, scalar(1e300).item<int64_t>());
    CHECK_THROWS(RangeError, scalar(0x1p63).item<int64_t>());
    CHECK_THROWS(RangeError, scalar(2147483648.).item<int>());
    CHECK_THROWS(RangeError, scalar(NAN).item<int>());
    CHECK_THROWS(RangeError, scalar(-1.).item<unsigned>());
    CHECK_THROWS(InvalidArgument, ones({2}).item<int>());
    CHECK_THROWS(DTypeError, array({1, 2}).astype(Complex64)[0].item());  // it has two parts
    CHECK_THROWS(InvalidArgument, from_data<float>(nullptr, {3}));
    CHECK_EQUAL(from_data<float>(nullptr, {0, 3}).size(), 0);
}
