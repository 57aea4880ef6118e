/// \file
/// operators.hpp - arithmetic, comparison and logic on arrays and numbers.
///
/// Comparisons are elementwise and return bool arrays.  `a % b` has the sign of b, as remainder().  The bitwise
/// operators of bool arrays are logical ones; && and || are not overloaded, because they could not skip their right side.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_OPERATORS_HPP
#define WEIR_OPERATORS_HPP

#include <weir/index.hpp>

namespace weir {

namespace detail {

inline Array call(weir_status (*op)(weir_array *, weir_array *, weir_array **), const Input &a, const Input &b) {
    weir_array *y = nullptr;
    At at(a.here());
    check(op(a.get(), b.get(), &y), a.here());
    return Array::adopt(y);
}

inline Array call(weir_status (*op)(weir_array *, weir_array **), const Input &a) {
    weir_array *y = nullptr;
    At at(a.here());
    check(op(a.get(), &y), a.here());
    return Array::adopt(y);
}

}  // namespace detail

inline Array operator+(const Input &a, const Input &b) { return detail::call(weir_add, a, b); }
inline Array operator-(const Input &a, const Input &b) { return detail::call(weir_subtract, a, b); }
inline Array operator*(const Input &a, const Input &b) { return detail::call(weir_multiply, a, b); }
inline Array operator/(const Input &a, const Input &b) { return detail::call(weir_divide, a, b); }
inline Array operator%(const Input &a, const Input &b) { return detail::call(weir_remainder, a, b); }
inline Array operator==(const Input &a, const Input &b) { return detail::call(weir_equal, a, b); }
inline Array operator!=(const Input &a, const Input &b) { return detail::call(weir_not_equal, a, b); }
inline Array operator<(const Input &a, const Input &b) { return detail::call(weir_less, a, b); }
inline Array operator<=(const Input &a, const Input &b) { return detail::call(weir_less_equal, a, b); }
inline Array operator>(const Input &a, const Input &b) { return detail::call(weir_greater, a, b); }
inline Array operator>=(const Input &a, const Input &b) { return detail::call(weir_greater_equal, a, b); }
inline Array operator&(const Input &a, const Input &b) { return detail::call(weir_bitwise_and, a, b); }
inline Array operator|(const Input &a, const Input &b) { return detail::call(weir_bitwise_or, a, b); }
inline Array operator^(const Input &a, const Input &b) { return detail::call(weir_bitwise_xor, a, b); }
inline Array operator-(const Input &a) { return detail::call(weir_negative, a); }
inline Array operator+(const Input &a) { return detail::call(weir_positive, a); }
inline Array operator~(const Input &a) { return detail::call(weir_bitwise_invert, a); }

}  // namespace weir

#endif
