/// \file
/// array.hpp - arrays, what operators accept, reading values, indexing, printing.
///
/// An Array is a handle: copying it adds a reference and copies no values.  Assignment to a variable makes it refer to
/// another array; assignment to a selection, `x[0] = 1`, writes values.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ARRAY_HPP
#define WEIR_ARRAY_HPP

#include <weir/runtime.hpp>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <utility>

namespace weir {

class Array;
class ArrayIndex;
class Elements;
class Index;
class Selection;
class RowIterator;
template <typename T>
class Map;

namespace detail {

/// Handles of numbers that programs use again and again, such as the 1 in `x + 1`.  An entry is never replaced, so a
/// handle from here is valid without a reference of its own.
template <typename T>
weir_array *kept_number(T value, weir_status (*make)(weir_runtime *, T, weir_array **), Here here) {
    struct Entry {
        std::atomic<weir_array *> handle;
        std::atomic<T> value;
    };
    enum : unsigned { ENTRIES = 64 };
    static Entry table[ENTRIES];
    static std::atomic<bool> busy{false};
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    bits *= UINT64_C(0x9E3779B97F4A7C15);
    Entry &entry = table[bits >> 58];
    // Pairs with the release below: who sees the handle sees the value.
    weir_array *handle = entry.handle.load(std::memory_order_acquire);
    if (handle != nullptr) {
        T kept = entry.value.load(std::memory_order_relaxed);
        return std::memcmp(&kept, &value, sizeof value) == 0 ? handle : nullptr;
    }
    weir_runtime *rt = runtime(here);
    if (busy.exchange(true, std::memory_order_acquire)) return nullptr;  // another thread adds a number
    handle = entry.handle.load(std::memory_order_relaxed);
    if (handle == nullptr && make(rt, value, &handle) == WEIR_OK) {
        // The number outlives a scope of the C interface in which it may have been made.
        handle = weir_scope_keep(handle);
        entry.value.store(value, std::memory_order_relaxed);
        entry.handle.store(handle, std::memory_order_release);
    } else {
        handle = nullptr;
    }
    busy.store(false, std::memory_order_release);
    return handle;
}

}  // namespace detail

/// What an operator accepts: an array, a number, or None where the input is optional.  It borrows the array, and notes
/// the source line of the call.  Use it as the type of parameters only.
class Input {
public:
    Input(const Array &a, const char *file = __builtin_FILE(), int line = __builtin_LINE()) noexcept;  // NOLINT
    Input(const Elements &elements, const char *file = __builtin_FILE(), int line = __builtin_LINE());  // NOLINT
    Input(std::nullopt_t, const char *file = __builtin_FILE(), int line = __builtin_LINE()) noexcept   // NOLINT
        : here_(file, line) {}
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    Input(T number, const char *file = __builtin_FILE(), int line = __builtin_LINE()) : here_(file, line) {  // NOLINT
        if constexpr (std::is_same_v<T, bool>) {
            detail::check(weir_number_bool(runtime(here_), number, &handle_), here_);
            owned_ = true;
        } else if constexpr (std::is_floating_point_v<T>) {
            handle_ = detail::kept_number<double>(static_cast<double>(number), weir_number_f64, here_);
            if (handle_ == nullptr) own(weir_number_f64(runtime(here_), static_cast<double>(number), &handle_));
        } else if (std::is_signed_v<T> || static_cast<uint64_t>(number) <= INT64_MAX) {
            handle_ = detail::kept_number<int64_t>(static_cast<int64_t>(number), weir_number_i64, here_);
            if (handle_ == nullptr) own(weir_number_i64(runtime(here_), static_cast<int64_t>(number), &handle_));
        } else {
            own(weir_number_u64(runtime(here_), static_cast<uint64_t>(number), &handle_));
        }
    }
    Input(std::complex<double> number, const char *file = __builtin_FILE(), int line = __builtin_LINE())  // NOLINT
        : here_(file, line) {
        own(weir_number_c128(runtime(here_), number.real(), number.imag(), &handle_));
    }
    ~Input() {
        if (owned_) weir_array_release(handle_);
    }
    Input(const Input &) = delete;
    Input &operator=(const Input &) = delete;

    weir_array *get() const noexcept { return handle_; }
    Here here() const noexcept { return here_; }

private:
    void own(weir_status status) {
        detail::check(status, here_);
        owned_ = true;
    }
    weir_array *handle_ = nullptr;
    bool owned_ = false;
    Here here_;
};

/// A list of inputs: `concat({a, b})`, or a std::vector<Array>.  Use it as the type of parameters only.
class Inputs {
public:
    Inputs(std::initializer_list<Input> list, const char *file = __builtin_FILE(), int line = __builtin_LINE())
        : here_(file, line) {
        handles_.reserve(list.size());
        for (const Input &input : list) handles_.push_back(input.get());
    }
    Inputs(const std::vector<Array> &list, const char *file = __builtin_FILE(),  // NOLINT: converts
           int line = __builtin_LINE());

    weir_array *const *data() const noexcept { return handles_.data(); }
    uint32_t size() const noexcept { return static_cast<uint32_t>(handles_.size()); }
    Here here() const noexcept { return here_; }

private:
    std::vector<weir_array *> handles_;
    Here here_;
};

/// An array: a handle to values that may still be computed.  Properties such as the shape are known at once; reading
/// values waits.
class Array {
public:
    /// No array.  Passed as an optional input, it is left out.
    Array() noexcept = default;
    Array(const Array &other) noexcept : handle_(other.handle_) {
        if (handle_ != nullptr) weir_array_retain(handle_);
    }
    Array(Array &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    ~Array() {
        if (handle_ != nullptr) weir_array_release(handle_);
    }
    Array &operator=(const Array &other) & noexcept { return *this = Array(other); }
    Array &operator=(Array &&other) & noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }

    /// An array from a handle of the C interface, whose reference passes to the array.
    static Array adopt(weir_array *handle) noexcept {
        Array a;
        a.handle_ = handle;
        return a;
    }
    /// An array from a borrowed handle of the C interface.
    static Array share(weir_array *handle) noexcept { return adopt(handle != nullptr ? weir_array_retain(handle) : nullptr); }
    /// The handle, borrowed.
    weir_array *get() const noexcept { return handle_; }
    /// The handle, with its reference.
    weir_array *release() noexcept { return std::exchange(handle_, nullptr); }

    /// Whether there is an array.
    bool defined() const noexcept { return handle_ != nullptr; }

    // ---- Properties, without waiting ----------------------------------------------------------------

    DType dtype() const { return static_cast<DType>(weir_array_dtype(some())); }
    Device device() const { return Device::of(weir_array_device(some())); }
    /// The number of dimensions.
    int ndim() const { return weir_array_ndim(some()); }
    /// The number of elements.
    int64_t size() const { return weir_array_count(some()); }
    /// The size of one dimension, counted from the end if `axis` is negative.
    int64_t size(int axis, Here here = Here()) const {
        int n = ndim();
        if (axis < -n || axis >= n)
            detail::refuse("size: axis " + std::to_string(axis) + " of an array with " + std::to_string(n) + " dimensions",
                           here, WEIR_EAXIS);
        return weir_array_shape(handle_)[axis < 0 ? axis + n : axis];
    }
    std::vector<int64_t> shape() const {
        const int64_t *sizes = weir_array_shape(some());
        return {sizes, sizes + weir_array_ndim(handle_)};
    }
    /// Distances between neighbours along each axis, in elements.
    std::vector<int64_t> strides() const {
        const int64_t *list = weir_array_strides(some());
        return {list, list + weir_array_ndim(handle_)};
    }
    bool is_contiguous() const { return weir_array_is_contiguous(some()) != 0; }
    /// Whether the values have been computed, or have failed.
    bool is_ready() const { return weir_array_is_ready(some()) != 0; }

    // ---- Reading values, which waits ----------------------------------------------------------------

    /// Wait for the values.  Throws the failure of the operation that computes them.
    const Array &wait(Here here = Here()) const {
        detail::At at(here);
        detail::check(weir_array_wait_at(some(here), -1, "wait"), here);
        return *this;
    }
    /// Wait for at most this long; throws TimedOut.
    template <typename Rep, typename Period>
    const Array &wait_for(std::chrono::duration<Rep, Period> timeout, Here here = Here()) const {
        detail::At at(here);
        detail::check(weir_array_wait_at(some(here), detail::nanoseconds(timeout), "wait"), here);
        return *this;
    }
    /// The value of an array with one element.  An integer type gets a fraction cut off; a number that it cannot hold throws
    /// RangeError.
    template <typename T = double>
    T item(Here here = Here()) const {
        static_assert(std::is_arithmetic_v<T>, "item: use to_vector for complex numbers");
        detail::At at(here);
        double real = 0;
        detail::check(weir_array_item_f64(some(here), &real), here);
        if (dtype() == DType::Complex64 || dtype() == DType::Complex128)
            detail::refuse(std::string("item: the array is ") + name(dtype()) + "; use to_vector, or real(x) or imag(x)", here,
                           WEIR_EDTYPE);
        if constexpr (std::is_floating_point_v<T>)
            return static_cast<T>(real);
        else if constexpr (std::is_same_v<T, bool>)
            return real != 0;
        else
            return integer_item<T>(real, here);
    }
    /// Copy the values, cast to T, in row-major order.
    template <typename T>
    std::vector<T> to_vector(Here here = Here()) const;
    /// Copy the values to memory for size() elements of the array's own dtype.
    template <typename T>
    void read(T *to, Here here = Here()) const {
        of_type<T>("read", here);
        detail::At at(here);
        detail::check(weir_array_read(some(here), to, static_cast<size_t>(size()) * sizeof(T)), here);
    }
    /// The memory of the array: map<const float>() to read, map<float>() to write.  T must be the array's own dtype.
    template <typename T>
    Map<T> map(Here here = Here()) const;
    /// The values as text, "[[1., 2.],\n [3., 4.]]".
    std::string text(Here here = Here()) const;

    // ---- Gradients ----------------------------------------------------------------------------------

    /// Make the array a leaf, whose gradient backward() stores; each pass replaces it, or adds to it (WEIR_GRAD_ADD).
    const Array &attach_grad(weir_grad_mode mode = WEIR_GRAD_WRITE, Here here = Here()) const {
        detail::check(weir_array_attach_grad(some(here), mode), here);
        return *this;
    }
    /// The gradient of a leaf; not defined before the first backward pass.
    Array grad() const { return adopt(weir_array_grad(some())); }
    bool requires_grad() const { return weir_array_requires_grad(some()) != 0; }
    /// The same values without their history.
    Array detach(Here here = Here()) const {
        weir_array *y = nullptr;
        detail::check(weir_array_detach(some(here), &y), here);
        return adopt(y);
    }
    /// Compute the gradients of the sum of this array for all leaves that it depends on.
    void backward(bool retain_graph = false, Here here = Here()) const {
        detail::At at(here);
        weir_array *head = some(here);
        detail::check(weir_backward(&head, 1, nullptr, retain_graph ? WEIR_BACKWARD_RETAIN : 0), here);
    }

    // ---- Parts --------------------------------------------------------------------------------------

    /// The rows, which are views: `for (Array row : x)`.
    RowIterator begin() const;
    RowIterator end() const;

    /// A view of one row or of a slice: x[0], x[Slice(1, 3)].
    Selection operator[](const Index &part) const;
    /// A view of several axes: x[{Slice(1, 3), All, 0}].
    Selection operator[](std::initializer_list<Index> parts) const;
    /// The elements that an array of integers or a mask selects: x[x > 0].
    Elements operator[](const ArrayIndex &elements) const;
    /// A view of several axes: x(Slice(1, 3), All, 0).
    Selection operator()(const Index &a, const Index &b) const;
    Selection operator()(const Index &a, const Index &b, const Index &c) const;
    Selection operator()(const Index &a, const Index &b, const Index &c, const Index &d) const;
    Selection operator()(const Index &a, const Index &b, const Index &c, const Index &d, const Index &e) const;
    /// The elements that index arrays select, together or beside a part of another kind: x(rows, columns), x(rows, All).
    Elements operator()(const ArrayIndex &a, const ArrayIndex &b) const;
    Elements operator()(const ArrayIndex &a, const Index &b) const;
    Elements operator()(const Index &a, const ArrayIndex &b) const;
    Elements operator()(const ArrayIndex &a, const ArrayIndex &b, const ArrayIndex &c) const;

    // ---- Updates in place -----------------------------------------------------------------------------

    Array &operator+=(const Input &other) {
        static const weir_op *const op = weir_op_find("add");
        return update(op, other);
    }
    Array &operator-=(const Input &other) {
        static const weir_op *const op = weir_op_find("subtract");
        return update(op, other);
    }
    Array &operator*=(const Input &other) {
        static const weir_op *const op = weir_op_find("multiply");
        return update(op, other);
    }
    Array &operator/=(const Input &other) {
        static const weir_op *const op = weir_op_find("divide");
        return update(op, other);
    }
    /// Write values into this array, broadcast to its shape.
    const Array &assign(const Input &values) const {
        static const weir_op *const op = weir_op_find("copy");
        weir_array *in = values.get();
        return write(op, &in, 1, values.here());
    }

#include <weir/methods.inc>

private:
    /// The one element as T, of which `real` is the nearest double.
    template <typename T>
    T integer_item(double real, Here here) const {
        using Limits = std::numeric_limits<T>;
        bool fits;
        T result{};
        if (dtype() == DType::UInt64) {
            uint64_t value = 0;
            detail::check(weir_array_read(handle_, &value, sizeof value), here);
            fits = value <= static_cast<uint64_t>(Limits::max());
            result = static_cast<T>(value);
        } else if (dtype() >= DType::Float16) {
            // the number after the largest T is a power of two, which a double holds
            double whole = std::trunc(real), end = std::ldexp(1., Limits::digits);
            fits = whole >= (Limits::is_signed ? -end : 0.) && whole < end;
            if (fits) result = static_cast<T>(whole);
        } else {
            int64_t value = 0;
            detail::check(weir_array_item_i64(handle_, &value), here);
            fits = value < 0 ? Limits::is_signed && value >= static_cast<int64_t>(Limits::min())
                             : static_cast<uint64_t>(value) <= static_cast<uint64_t>(Limits::max());
            result = static_cast<T>(value);
        }
        char text[96];
        std::snprintf(text, sizeof text, "item: %.17g does not fit in %s", real, name(dtype_of<T>::value));
        if (!fits) detail::refuse(text, here, WEIR_ERANGE);
        return result;
    }
    weir_array *some(Here here = Here(nullptr, 0)) const {
        if (__builtin_expect(handle_ == nullptr, 0)) detail::refuse("array: this Array is not defined", here);
        return handle_;
    }
    template <typename T>
    void of_type(const char *what, Here here) const {
        if (dtype() != dtype_of<std::remove_cv_t<T>>::value)
            detail::refuse(std::string(what) + ": the array is " + name(dtype()) + ", not " +
                               name(dtype_of<std::remove_cv_t<T>>::value),
                           here, WEIR_EDTYPE);
    }
    const Array &write(const weir_op *op, weir_array *const *in, uint32_t count, Here here) const {
        detail::At at(here);
        weir_array *out = some(here);
        detail::check(weir_op_call_into(runtime(here), op, in, count, nullptr, 0, &out, 1), here);
        return *this;
    }
    Array &update(const weir_op *op, const Input &other) {
        weir_array *in[] = {handle_, other.get()};
        write(op, in, 2, other.here());
        return *this;
    }

    weir_array *handle_ = nullptr;
};

inline Input::Input(const Array &a, const char *file, int line) noexcept : handle_(a.get()), here_(file, line) {}

inline Inputs::Inputs(const std::vector<Array> &list, const char *file, int line) : here_(file, line) {
    handles_.reserve(list.size());
    for (const Array &a : list) handles_.push_back(a.get());
}

// ---- Creating ---------------------------------------------------------------------------------------

namespace detail {

inline bool is_integer(DType dtype) { return dtype >= DType::Int8 && dtype <= DType::UInt64; }

/// A number, or a list of Nested: the braces of `array({{1, 2}, {3, 4}})`.
class Nested {
public:
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    Nested(T number) : number_(static_cast<double>(number)) {  // NOLINT: converts
        if constexpr (std::is_same_v<T, bool>) {
            dtype_ = DType::Bool;
        } else if constexpr (std::is_integral_v<T>) {
            dtype_ = DType::Int64;
            integer_ = static_cast<int64_t>(number);
            is_wide_ = std::is_unsigned_v<T> && static_cast<uint64_t>(number) > INT64_MAX;
        }
    }
    Nested(std::initializer_list<Nested> list) : list_(list), is_list_(true), dtype_(DType::Bool) {
        for (const Nested &one : list_) dtype_ = std::max(dtype_, one.dtype_), is_wide_ = is_wide_ || one.is_wide_;
        if (list_.empty()) dtype_ = DType::Float32;
    }
    /// Bool, Int64, or Float32 for a list that contains floating-point numbers.
    DType dtype() const { return dtype_; }
    /// Whether a number is larger than any int64_t.
    bool is_wide() const { return is_wide_; }

    void shape(std::vector<int64_t> &sizes) const {
        if (!is_list_) return;
        sizes.push_back(static_cast<int64_t>(list_.size()));
        if (!list_.empty()) list_.front().shape(sizes);
    }
    /// Refuse numbers that an integer dtype cannot hold; a cast would give others.  Fractions are cut off.
    void check_range(DType to, Here here) const {
        for (const Nested &one : list_) one.check_range(to, here);
        if (is_list_ || !is_integer(to)) return;
        bool is_signed = to < DType::UInt8;
        int bits = 8 * static_cast<int>(weir_dtype_bytes(static_cast<weir_dtype>(to)));
        double end = std::ldexp(1., is_signed ? bits - 1 : bits), value = std::trunc(number_);
        // an integer just below 2^63 or 2^64 is rounded up as a double
        bool at_end = dtype_ == DType::Int64 && bits == 64 && value == end && is_wide_ != is_signed;
        if ((value >= (is_signed ? -end : 0) && value < end) || at_end) return;
        char text[64];
        std::snprintf(text, sizeof text, "array: %.17g does not fit in ", number_);
        refuse(text + std::string(weir_dtype_name(static_cast<weir_dtype>(to))), here, WEIR_ERANGE);
    }
    template <typename T>
    void values(const std::vector<int64_t> &sizes, size_t depth, std::vector<T> &out, Here here) const {
        if (is_list_ != (depth < sizes.size()) ||
            (is_list_ && static_cast<int64_t>(list_.size()) != sizes[depth]))
            refuse("array: the lists have different lengths or depths", here);
        if (is_list_) {
            for (const Nested &one : list_) one.values(sizes, depth + 1, out, here);
        } else if constexpr (std::is_same_v<T, int64_t>) {
            // a number from 2^63 on, for UInt64, by its bits
            out.push_back(dtype_ == DType::Int64 ? integer_
                          : number_ < 0x1p63     ? static_cast<int64_t>(number_)
                                                 : static_cast<int64_t>(static_cast<uint64_t>(number_)));
        } else {
            out.push_back(static_cast<T>(number_));
        }
    }

private:
    std::vector<Nested> list_;
    bool is_list_ = false;
    DType dtype_ = DType::Float32;
    double number_ = 0;
    int64_t integer_ = 0;   // of an integer; of a wide one, its bits
    bool is_wide_ = false;  // larger than any int64_t; of a list: one of its numbers is
};

inline Array from_data(DType dtype, const Ints &shape, const void *data, Here here) {
    weir_array *y = nullptr;
    At at(here);
    check(weir_array_new(runtime(here), static_cast<weir_dtype>(dtype), shape.data(), static_cast<int32_t>(shape.size()),
                         data, &y),
          here);
    return Array::adopt(y);
}

inline Array cast(const Array &a, DType dtype, Here here) {
    weir_array *y = nullptr;
    At at(here);
    check(weir_astype(a.get(), static_cast<weir_dtype>(dtype), &y), here);
    return Array::adopt(y);
}

}  // namespace detail

/// A copy of values in memory, in row-major order.
template <typename T>
Array from_data(const T *data, const Ints &shape, Here here = Here()) {
    if (data == nullptr && std::find(shape.begin(), shape.end(), 0) == shape.end())
        detail::refuse("from_data: data is NULL", here);
    return detail::from_data(dtype_of<T>::value, shape, data, here);
}

/// A copy of a vector; with a shape, whose product is the number of values.
template <typename T>
Array array(const std::vector<T> &values, const Ints &shape = None, Here here = Here()) {
    int64_t count = shape.data() == nullptr ? static_cast<int64_t>(values.size()) : 1;
    for (int64_t size : shape) count *= size;
    if (count != static_cast<int64_t>(values.size()))
        detail::refuse("array: " + std::to_string(values.size()) + " values for a shape of " + std::to_string(count), here);
    if constexpr (std::is_same_v<T, bool>) {
        std::vector<uint8_t> flags(values.begin(), values.end());
        return detail::from_data(Bool, shape.data() == nullptr ? Ints(count) : shape, flags.data(), here);
    } else {
        return from_data(values.data(), shape.data() == nullptr ? Ints(count) : shape, here);
    }
}

/// An array of the numbers in braces: array({{1, 2}, {3, 4}}).  Integers are Int64, floating-point numbers the default
/// float dtype, unless a dtype is given.
inline Array array(std::initializer_list<detail::Nested> list, DType dtype = DType::Default, Here here = Here()) {
    detail::Nested all(list);
    std::vector<int64_t> shape;
    all.shape(shape);
    if (dtype == DType::Default && all.dtype() != DType::Float32) dtype = all.dtype();
    all.check_range(dtype, here);
    // Through integers where they are exact: for an integer dtype, and for integers of 64 bits with sign.
    if (!detail::is_integer(dtype) && (all.dtype() == DType::Float32 || all.is_wide())) {
        std::vector<double> values;
        all.values(shape, 0, values, here);
        weir_dtype standard = weir_default_dtype_set(WEIR_FLOAT32);
        weir_default_dtype_set(standard);
        return detail::cast(detail::from_data(Float64, shape, values.data(), here),
                            dtype == DType::Default ? static_cast<DType>(standard) : dtype, here);
    }
    std::vector<int64_t> values;
    all.values(shape, 0, values, here);
    Array made = detail::from_data(Int64, shape, values.data(), here);
    return dtype == Int64 ? made : detail::cast(made, dtype, here);
}

/// An array without dimensions.
template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
Array scalar(T value, Here here = Here()) {
    return from_data(&value, std::vector<int64_t>{}, here);
}

/// An array that shares memory of the program, without a copy.  `done` is called on some thread after the last use.
template <typename T>
Array from_memory(T *data, const Ints &shape, std::function<void()> done = nullptr, Here here = Here()) {
    using Done = std::function<void()>;
    constexpr uint32_t flags = std::is_const_v<T> ? WEIR_MEMORY_READONLY : 0;
    auto owner = std::make_unique<Done>(std::move(done));
    weir_array *y = nullptr;
    detail::check(weir_array_from_memory(
                      runtime(here), static_cast<weir_dtype>(dtype_of<std::remove_cv_t<T>>::value), shape.data(), nullptr,
                      static_cast<int32_t>(shape.size()), const_cast<std::remove_cv_t<T> *>(data), flags,
                      [](void *ctx) {
                          std::unique_ptr<Done> last(static_cast<Done *>(ctx));
                          if (*last) (*last)();
                      },
                      owner.get(), &y),
                  here);
    (void)owner.release();
    return Array::adopt(y);
}

/// An array that takes over a vector, without a copy.
template <typename T>
Array from_vector(std::vector<T> &&values, const Ints &shape = None, Here here = Here()) {
    static_assert(!std::is_same_v<T, bool>, "std::vector<bool> has no memory to share; use array(values)");
    auto owner = std::make_shared<std::vector<T>>(std::move(values));
    auto count = static_cast<int64_t>(owner->size());
    int64_t wanted = shape.data() == nullptr ? count : 1;
    for (int64_t size : shape) wanted *= size;
    if (wanted != count)
        detail::refuse("from_vector: " + std::to_string(count) + " values for a shape of " + std::to_string(wanted), here);
    if (count == 0) return array(*owner, shape, here);
    return from_memory(
        owner->data(), shape.data() == nullptr ? Ints(count) : shape, [owner] {}, here);
}

// ---- Reading ----------------------------------------------------------------------------------------

/// The memory of an array while this object lives.  The elements of a contiguous array are begin() to end(), which refuse
/// other arrays; of those, data() with strides() locates the elements.
template <typename T>
class Map {
public:
    Map(Array a, Here here) : array_(std::move(a)) {
        void *data = nullptr;
        detail::At at(here);
        detail::check(weir_array_map(array_.get(), std::is_const_v<T> ? WEIR_MAP_READ : WEIR_MAP_WRITE, &data), here);
        data_ = static_cast<T *>(data);
        contiguous_ = array_.size() == 0 || array_.is_contiguous();
    }
    ~Map() {
        if (array_.defined()) (void)weir_array_unmap(array_.get());
    }
    Map(Map &&) noexcept = default;
    Map(const Map &) = delete;
    Map &operator=(const Map &) = delete;

    T *data() const noexcept { return data_; }
    size_t size() const { return static_cast<size_t>(array_.size()); }
    T *begin(Here here = Here()) const {
        if (!contiguous_)
            detail::refuse("map: the elements of this array are not contiguous; copy it first, or use data() and strides()",
                           here);
        return data_;
    }
    T *end() const { return begin() + size(); }
    T &operator[](size_t i) const { return begin()[i]; }
    std::vector<int64_t> shape() const { return array_.shape(); }
    std::vector<int64_t> strides() const { return array_.strides(); }

private:
    Array array_;
    T *data_ = nullptr;
    bool contiguous_ = true;
};

template <typename T>
Map<T> Array::map(Here here) const {
    of_type<T>("map", here);
    return Map<T>(*this, here);
}

template <typename T>
std::vector<T> Array::to_vector(Here here) const {
    Array same = dtype() == dtype_of<T>::value ? *this : detail::cast(*this, dtype_of<T>::value, here);
    auto count = static_cast<size_t>(size());
    detail::At at(here);
    if constexpr (std::is_same_v<T, bool>) {
        std::vector<uint8_t> flags(count);
        detail::check(weir_array_read(same.get(), flags.data(), count), here);
        return {flags.begin(), flags.end()};
    } else {
        std::vector<T> values(count);
        detail::check(weir_array_read(same.get(), values.data(), count * sizeof(T)), here);
        return values;
    }
}

inline std::string Array::text(Here here) const {
    static const char cut[] = "...";
    detail::At at(here);
    for (size_t size = 4096;; size *= 4) {
        std::string text(size, '\0');
        detail::check(weir_array_text(some(here), &text[0], size), here);
        text.resize(std::strlen(text.c_str()));
        bool whole = text.size() + 1 < size || text.compare(text.size() - 3, 3, cut) != 0;
        if (whole || size > (1 << 22)) return text;
    }
}

inline std::ostream &operator<<(std::ostream &out, const Array &a) {
    return out << (a.defined() ? a.text(Here("", 0)) : "(no array)");
}

}  // namespace weir

#endif
