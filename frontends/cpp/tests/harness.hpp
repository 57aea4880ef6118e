// harness.hpp - TEST(name) { ... } registers a test; CHECK records a failure and goes on.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_HARNESS_HPP
#define WEIR_TESTS_HARNESS_HPP

#include <weir/weir.hpp>

#include <atomic>
#include <iostream>
#include <sstream>
#include <thread>

namespace harness {

struct Test {
    const char *name;
    void (*run)();
};

inline std::vector<Test> &tests() {
    static std::vector<Test> list;
    return list;
}
inline int &failures() {
    static int count = 0;
    return count;
}
struct Add {
    Add(const char *name, void (*run)()) { tests().push_back({name, run}); }
};

template <typename T>
std::string shown(const T &value) {
    std::ostringstream out;
    out << value;
    return out.str();
}
template <typename T>
std::string shown(const std::vector<T> &list) {
    std::ostringstream out;
    for (const T &one : list) out << one << " ";
    return out.str();
}
inline void fail(const char *file, int line, const std::string &text) {
    failures()++;
    std::cout << file << ":" << line << ": " << text << "\n";
}
template <typename A, typename B>
void equal(const A &a, const B &b, const char *text, const char *file, int line) {
    if (!(a == b)) fail(file, line, std::string(text) + ": " + shown(a) + " is not " + shown(b));
}

}  // namespace harness

#define TEST(name)                                            \
    static void test_##name();                                \
    static const harness::Add add_##name(#name, test_##name); \
    static void test_##name()
#define CHECK(condition)                                                  \
    do {                                                                  \
        if (!(condition)) harness::fail(__FILE__, __LINE__, #condition);  \
    } while (0)
#define CHECK_EQUAL(a, b) harness::equal(a, b, #a, __FILE__, __LINE__)
// CHECK_THROWS(Class, statement) or CHECK_THROWS(Class, statement, checks): the statement throws this class; the checks
// can use the exception, `error`.
#define CHECK_THROWS(type, ...) CHECK_THROWS_OF_(__VA_ARGS__, CHECK_THROWS_2_, CHECK_THROWS_1_, unused)(type, __VA_ARGS__)
#define CHECK_THROWS_OF_(statement, checks, name, ...) name
#define CHECK_THROWS_1_(type, statement) CHECK_THROWS_2_(type, statement, (void)0)
#define CHECK_THROWS_2_(type, statement, checks)                                             \
    do {                                                                                     \
        bool thrown = false;                                                                 \
        try {                                                                                \
            statement;                                                                       \
        } catch (const type &error) {                                                        \
            thrown = true;                                                                   \
            (void)error;                                                                     \
            checks;                                                                          \
        }                                                                                    \
        if (!thrown) harness::fail(__FILE__, __LINE__, #statement " does not throw " #type); \
    } while (0)

/// A task that ends when it is told to.
inline weir::Array slow(std::atomic<bool> &go) {
    static weir::Operator wait_for_go = weir::register_operator({"wait_for_go", "x, flag", "y", "",
                                                     [](weir::Infer &c) { c.result(0, c.dtype(0), c.shape(0)); },
                                                     [](const weir::Kernel &k) {
                                                         auto *flag = reinterpret_cast<std::atomic<bool> *>(
                                                             static_cast<uintptr_t>(*k.in<uint64_t>(1)));
                                                         while (!flag->load()) std::this_thread::yield();
                                                         for (int64_t i = 0; i < k.size(0); i++)
                                                             k.out<float>(0)[i] = k.in<float>(0)[i];
                                                     },
                                                     nullptr});
    return wait_for_go(weir::ones({2}), weir::scalar(static_cast<uint64_t>(reinterpret_cast<uintptr_t>(&go))));
}

#endif
