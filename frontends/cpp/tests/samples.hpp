// samples.hpp - compares the results of operators, bit by bit, with those that tools/record_samples.py has recorded.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_SAMPLES_HPP
#define WEIR_TESTS_SAMPLES_HPP

#include <weir/weir.hpp>

#include <iostream>

namespace samples {

inline std::vector<weir::Array> results(weir::Array y) { return {std::move(y)}; }
inline std::vector<weir::Array> results(std::vector<weir::Array> list) { return list; }
/// The struct of an operator with two to four results.
template <typename R>
std::vector<weir::Array> results(const R &r) {
    if constexpr (sizeof(R) == 2 * sizeof(weir::Array)) {
        const auto &[a, b] = r;
        return {a, b};
    } else if constexpr (sizeof(R) == 3 * sizeof(weir::Array)) {
        const auto &[a, b, c] = r;
        return {a, b, c};
    } else {
        const auto &[a, b, c, d] = r;
        return {a, b, c, d};
    }
}

class Samples {
public:
    explicit Samples(const std::string &path) : arrays_(weir::load(path)) {}
    weir::Array get(const std::string &key) const { return weir::copy(arrays_.at(key)); }
    std::vector<weir::Array> list(const std::string &key, int count) const {
        std::vector<weir::Array> found;
        for (int i = 0; i < count; i++) found.push_back(get(key + "." + std::to_string(i)));
        return found;
    }
    template <typename F>
    void run(const std::string &name, F call) {
        if (arrays_.find(name + ".out0") == arrays_.end()) {
            skipped++;
            return;
        }
        try {
            weir::seed(7);
            compare(name, call());
        } catch (const std::exception &error) {
            failed++;
            std::cout << "FAILED " << name << ": " << error.what() << "\n";
        }
    }
    int passed = 0, failed = 0, skipped = 0;

private:
    static std::vector<char> bits(const weir::Array &a) {
        std::vector<char> data(static_cast<size_t>(a.size()) * weir::bytes(a.dtype()));
        weir::detail::check(weir_array_read(a.get(), data.data(), data.size()));
        return data;
    }
    void compare(const std::string &name, const std::vector<weir::Array> &results) {
        std::string wrong;
        if (arrays_.find(name + ".out" + std::to_string(results.size())) != arrays_.end()) wrong = "too few results";
        for (size_t i = 0; i < results.size() && wrong.empty(); i++) {
            const weir::Array &expected = arrays_.at(name + ".out" + std::to_string(i));
            if (expected.dtype() != results[i].dtype())
                wrong = std::string("dtype ") + weir::name(results[i].dtype());
            else if (expected.shape() != results[i].shape())
                wrong = "another shape";
            else if (bits(expected) != bits(results[i]))
                wrong = "other values: " + results[i].text() + " in place of " + expected.text();
        }
        (wrong.empty() ? passed : failed)++;
        if (!wrong.empty()) std::cout << "FAILED " << name << ": " << wrong << "\n";
    }
    std::map<std::string, weir::Array> arrays_;
};

}  // namespace samples

#endif
