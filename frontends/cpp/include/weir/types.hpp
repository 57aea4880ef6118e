/// \file
/// types.hpp - dtypes, devices, lists of integers, and the parts of an index.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TYPES_HPP
#define WEIR_TYPES_HPP

#include <weir/error.hpp>

#include <algorithm>
#include <complex>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

namespace weir {

/// No value: an optional input or attribute that is left out, as in `conv(x, weight, None, 2)`.
inline constexpr std::nullopt_t None = std::nullopt;

// ---- Dtypes -----------------------------------------------------------------------------------------

/// The type of the elements of an array.
enum class DType : int32_t {
    Default = WEIR_DTYPE_DEFAULT,  ///< the operator's default
    Bool = WEIR_BOOL,
    Int8 = WEIR_INT8,
    Int16 = WEIR_INT16,
    Int32 = WEIR_INT32,
    Int64 = WEIR_INT64,
    UInt8 = WEIR_UINT8,
    UInt16 = WEIR_UINT16,
    UInt32 = WEIR_UINT32,
    UInt64 = WEIR_UINT64,
    Float16 = WEIR_FLOAT16,
    BFloat16 = WEIR_BFLOAT16,
    Float32 = WEIR_FLOAT32,
    Float64 = WEIR_FLOAT64,
    Complex64 = WEIR_COMPLEX64,
    Complex128 = WEIR_COMPLEX128,
};

inline constexpr DType Bool = DType::Bool;
inline constexpr DType Int8 = DType::Int8, Int16 = DType::Int16, Int32 = DType::Int32, Int64 = DType::Int64;
inline constexpr DType UInt8 = DType::UInt8, UInt16 = DType::UInt16, UInt32 = DType::UInt32, UInt64 = DType::UInt64;
inline constexpr DType Float16 = DType::Float16, BFloat16 = DType::BFloat16;
inline constexpr DType Float32 = DType::Float32, Float64 = DType::Float64;
inline constexpr DType Complex64 = DType::Complex64, Complex128 = DType::Complex128;

/// The name of a dtype, such as "float32".
inline const char *name(DType dtype) { return weir_dtype_name(static_cast<weir_dtype>(dtype)); }
/// Bytes per element.
inline size_t bytes(DType dtype) { return weir_dtype_bytes(static_cast<weir_dtype>(dtype)); }

inline std::ostream &operator<<(std::ostream &out, DType dtype) { return out << name(dtype); }

namespace detail {

template <typename T>
constexpr DType dtype_of_number() {
    if constexpr (std::is_same_v<T, bool>)
        return DType::Bool;
    else if constexpr (std::is_floating_point_v<T>)
        return sizeof(T) == 4 ? DType::Float32 : DType::Float64;
    else if constexpr (std::is_signed_v<T>)
        return sizeof(T) == 1   ? DType::Int8
               : sizeof(T) == 2 ? DType::Int16
               : sizeof(T) == 4 ? DType::Int32
                                : DType::Int64;
    else
        return sizeof(T) == 1   ? DType::UInt8
               : sizeof(T) == 2 ? DType::UInt16
               : sizeof(T) == 4 ? DType::UInt32
                                : DType::UInt64;
}

}  // namespace detail

/// The dtype of a C++ type: Float32 for float, Int64 for int64_t, Complex64 for std::complex<float>.
template <typename T>
struct dtype_of {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, long double>, "this type is not the type of a dtype");
    static constexpr DType value = detail::dtype_of_number<T>();
};
template <>
struct dtype_of<std::complex<float>> {
    static constexpr DType value = DType::Complex64;
};
template <>
struct dtype_of<std::complex<double>> {
    static constexpr DType value = DType::Complex128;
};

// ---- Devices ----------------------------------------------------------------------------------------

/// A device: Device("cuda:0"), Device::cpu(), or by default that of the inputs.
class Device {
public:
    /// The device of the inputs or, without inputs, the thread's default device.
    constexpr Device() noexcept = default;
    /// The device with this name; throws DeviceError if there is none.
    Device(const char *name, Here here = Here()) {  // NOLINT: converts
        detail::check(weir_device_parse(name, &number_), here);
    }
    Device(const std::string &name, Here here = Here()) : Device(name.c_str(), here) {}  // NOLINT: converts
    /// The device with this number of the C interface.
    static constexpr Device of(int32_t number) noexcept {
        Device device;
        device.number_ = number;
        return device;
    }
    static constexpr Device cpu(int32_t index = 0) noexcept { return of(WEIR_CPU(index)); }
    static constexpr Device cuda(int32_t index = 0) noexcept { return of(WEIR_CUDA(index)); }

    constexpr int32_t number() const noexcept { return number_; }
    std::string name() const {
        char text[32];
        (void)weir_device_name(number_, text, sizeof text);
        return text;
    }
    friend constexpr bool operator==(Device a, Device b) noexcept { return a.number_ == b.number_; }
    friend constexpr bool operator!=(Device a, Device b) noexcept { return a.number_ != b.number_; }
    friend std::ostream &operator<<(std::ostream &out, Device device) { return out << device.name(); }

private:
    int32_t number_ = WEIR_DEVICE_DEFAULT;
};

// ---- Lists of integers ------------------------------------------------------------------------------

namespace detail {

/// An integer of the program as int64_t.  An unsigned one beyond its range, such as size_t(-1), becomes the largest value, which
/// is out of range as an index or a size; a cast would make it negative, and negative numbers count from the end.
template <typename T>
constexpr int64_t to_i64(T n) noexcept {
    static_assert(std::is_integral_v<T>, "an integer is required");
    if constexpr (std::is_unsigned_v<T>)
        return static_cast<uint64_t>(n) > INT64_MAX ? INT64_MAX : static_cast<int64_t>(n);
    else
        return static_cast<int64_t>(n);
}

}  // namespace detail

/// A list of integers: a shape, axes, a stride.  Converts from {2, 3}, from one integer, from std::vector, and from None.
class Ints {
public:
    Ints() noexcept = default;
    Ints(std::nullopt_t) noexcept {}  // NOLINT: converts
    template <typename T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
    Ints(T one) : given_(true), count_(1) {  // NOLINT: converts
        near_[0] = detail::to_i64(one);
    }
    Ints(std::initializer_list<int64_t> list) { assign(list.begin(), list.end()); }
    template <typename T>
    Ints(const std::vector<T> &list) {  // NOLINT: converts
        assign(list.begin(), list.end());
    }

    const int64_t *data() const noexcept { return !given_ ? nullptr : far_.empty() ? near_ : far_.data(); }
    int64_t size() const noexcept { return count_; }
    const int64_t *begin() const noexcept { return data(); }
    const int64_t *end() const noexcept { return data() + count_; }
    /// The list as the C interface takes it, valid as long as this object.
    weir_i64s c() const noexcept { return weir_i64s_of(data(), count_); }

private:
    enum { NEAR = 6 };
    template <typename I>
    void assign(I first, I last) {
        given_ = true;
        count_ = static_cast<int64_t>(last - first);
        if (count_ <= NEAR)
            std::transform(first, last, near_, [](auto n) { return detail::to_i64(n); });
        else
            std::transform(first, last, std::back_inserter(far_), [](auto n) { return detail::to_i64(n); });
    }
    bool given_ = false;  // an empty list is not the same as none
    int64_t count_ = 0;
    int64_t near_[NEAR] = {};
    std::vector<int64_t> far_;
};

namespace detail {

/// The first member of a struct of options: it makes `{.axis = 1}` valid and `{1}` not, because that is a list of
/// integers or the first positional argument.
struct Named {
    explicit constexpr Named() noexcept {}
};

inline int64_t or_none(const std::optional<int64_t> &value) { return value ? *value : WEIR_NONE; }
inline double or_none(const std::optional<double> &value) { return value ? *value : WEIR_NAN; }

}  // namespace detail

// ---- Parts of an index ------------------------------------------------------------------------------

namespace detail {
/// An end of a Slice: an integer or None.
struct Bound {
    std::optional<int64_t> value;
    Bound(std::nullopt_t) noexcept {}  // NOLINT: converts
    template <typename T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
    Bound(T n) noexcept : value(to_i64(n)) {}  // NOLINT: converts
    template <typename T>
    Bound(std::optional<T> n) noexcept {  // NOLINT: converts
        if (n) value = to_i64(*n);
    }
};
}  // namespace detail

/// Part of an axis: Slice(1, 3) is 1:3 in Python, Slice(None, None, -1) is ::-1.  Slice(1, std::string::npos) goes to the end.
struct Slice {
    std::optional<int64_t> start, stop, step;

    Slice(detail::Bound first = None, detail::Bound end = None, detail::Bound by = None)
        : start(first.value), stop(end.value), step(by.value) {}
};

namespace detail {
struct All {};
struct NewAxis {};
struct Ellipsis {};
}  // namespace detail

inline constexpr detail::All All;            ///< a whole axis, `:` in Python
inline constexpr detail::NewAxis NewAxis;    ///< a new axis of size one
inline constexpr detail::Ellipsis Ellipsis;  ///< all axes that the other parts do not use

}  // namespace weir

#endif
