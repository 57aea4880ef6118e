// test_data.cpp - datasets, loaders as ranges, transforms.
//
// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

#if __cplusplus >= 202002L
#include <ranges>
#endif

using namespace weir;
using Integers = std::vector<int>;

static Dataset numbers(int64_t count) { return Dataset::arrays({arange(static_cast<double>(count)), arange(static_cast<double>(count)) * 10}); }

static LoaderOptions batches(int64_t size, bool shuffle = false) {
    LoaderOptions options;
    options.batch_size = size;
    options.shuffle = shuffle;
    return options;
}

TEST(a_loop_is_an_epoch) {
    Loader loader(numbers(10), batches(4));
    CHECK_EQUAL(loader.size(), 3);
    for (int epoch = 0; epoch < 2; epoch++) {
        Integers seen;
        for (auto &batch : loader) {
            CHECK_EQUAL(batch.size(), 2U);
            for (int v : batch[0].to_vector<int>()) seen.push_back(v);
        }
        CHECK_EQUAL(seen, (Integers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    }
    int count = 0;
    for (auto [x, y] : loader.unpack<2>()) {
        CHECK_EQUAL((x * 10).to_vector<int>(), y.to_vector<int>());
        if (++count == 2) break;
    }
    // A loop that was left early does not shorten the next one.
    count = 0;
    for (auto &batch : loader) count += static_cast<int>(batch[1].size());
    CHECK_EQUAL(count, 10);
    CHECK_EQUAL(loader.epoch(), 4U);
    CHECK_THROWS(InvalidArgument, for (auto [x, y, z] : loader.unpack<3>()) (void)x);
}

TEST(shuffled_epochs_differ_and_repeat) {
    auto order = [](uint64_t epoch) {
        Loader loader(numbers(50), batches(50, true));
        loader.start(epoch);
        return loader.next()->operator[](0).to_vector<int>();
    };
    CHECK_EQUAL(order(0), order(0));
    CHECK(order(0) != order(1));
}

TEST(transforms_and_functions) {
    Loader loader(numbers(4), batches(2));
    loader.transform(0, [](const Array &x) { return x * 2; });
    Integers seen;
    for (auto &batch : loader)
        for (int v : batch[0].to_vector<int>()) seen.push_back(v);
    CHECK_EQUAL(seen, (Integers{0, 2, 4, 6}));
    Dataset squares = Dataset::function(5, {"square"}, [](const std::vector<int64_t> &index) {
        Array i = array(index);
        return std::vector<Array>{i * i};
    });
    CHECK_EQUAL(squares.fields(), (std::vector<std::string>{"square"}));
    CHECK_EQUAL(squares.take({3, 1})[0].to_vector<int>(), (Integers{9, 1}));
    CHECK_EQUAL(Dataset::concat({squares, squares.subset({0, 4})}).size(), 7);
    for (auto &batch : Loader(squares, batches(5))) CHECK_EQUAL(batch["square"].sum().item<int>(), 30);
    Loader failing(numbers(4), batches(2));
    failing.transform(0, [](const Array &) -> Array { throw std::runtime_error("cannot be done"); });
    CHECK_THROWS(OperationFailed, failing.next(), CHECK(std::string(error.what()).find("cannot be done") != std::string::npos));
    CHECK_EQUAL(random_flip(ones({2, 4, 4, 3}), 1.0).size(), 96);
    CHECK_EQUAL(random_crop(ones({2, 8, 8, 1}), 4, 4).size(1), 4);
}

// clang up to 15 does not compile the ranges of libstdc++.
#if defined(__cpp_lib_ranges) && (!defined(__clang_major__) || __clang_major__ >= 16)
static_assert(std::ranges::input_range<Loader> && std::ranges::input_range<Loader::Unpacked<2>>);
static_assert(std::ranges::input_range<Batch> && std::ranges::input_range<Array>);

TEST(loaders_and_rows_are_ranges_of_cpp20) {
    Loader loader(numbers(10), batches(2));
    Integers seen;
    for (auto &batch : loader | std::views::drop(1) | std::views::take(2))
        for (int v : batch[0].to_vector<int>()) seen.push_back(v);
    CHECK_EQUAL(seen, (Integers{2, 3, 4, 5}));
    seen.clear();
    for (int sum : loader.unpack<2>() | std::views::transform([](const std::array<Array, 2> &b) { return b[1].sum().item<int>(); }))
        seen.push_back(sum);
    CHECK_EQUAL(seen, (Integers{10, 50, 90, 130, 170}));
    Array x = array({{1., 2.}, {3., 4.}, {5., 6.}});
    seen.clear();
    for (Array row : x | std::views::drop(1)) seen.push_back(row.sum().item<int>());
    CHECK_EQUAL(seen, (Integers{7, 11}));
}
#endif

TEST(a_loop_after_start_has_the_rest_of_that_epoch) {
    Loader loader(numbers(8), batches(2, true));
    auto rest = [&loader] {
        Integers seen;
        for (auto &batch : loader)
            for (int v : batch[0].to_vector<int>()) seen.push_back(v);
        return seen;
    };
    loader.start(3);
    Integers whole = rest();
    loader.start(3, 2);
    CHECK_EQUAL(rest(), Integers(whole.begin() + 4, whole.end()));
    CHECK_EQUAL(loader.epoch(), 4U);
    loader.start(3, 4);
    CHECK_EQUAL(rest(), Integers());
    // after next(), and after a loop that was left, the rest of the epoch is skipped
    loader.start(2);
    loader.next();
    CHECK_EQUAL(rest(), whole);
    loader.start(2, 1);
    for (auto &batch : loader) {
        CHECK_EQUAL(batch.size(), 2U);
        break;
    }
    CHECK_EQUAL(rest(), whole);
}

TEST(a_batch_outlives_its_loader) {
    std::optional<Batch> batch;
    std::string name;
    {
        Loader loader(numbers(6));
        name = numbers(6).fields()[1];
        loader.next();
        batch = loader.next();
    }
    CHECK_EQUAL((*batch)[name.c_str()].item(), 10.);
    CHECK_THROWS(InvalidArgument, (*batch)["image"]);
    CHECK_THROWS(IndexError, (*batch)[2]);
}
