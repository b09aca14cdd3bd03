// SPDX-License-Identifier: Apache-2.0
// Operators of reductions and scans: which of them commute.
//
// An operator is a function object that combines two values into one, the left one from the lower
// rank. It must be associative. Where it also commutes (a op b = b op a), algorithms need not keep
// rank order: some send less, and some take no other. As in MPI the sum, product, minimum and
// maximum of numbers commute, floating-point numbers included, although their last bits depend on
// how they are grouped: every run groups them alike, so it gives the same bits.
//
//   allreduce(comm, x);                   // the sum
//   allreduce(comm, x, maximum);          // commutes, like std::multiplies, std::bit_xor
//   allreduce(comm, x, own);              // keeps rank order: own is an operator or a function
//   allreduce(comm, x, commuting(own));   // need not: the caller says that it commutes
//
// Link        toruscope::collectives

#pragma once

#include <algorithm>
#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

namespace toruscope {

/// The smaller of two values, by <; the left one if neither is.
struct Minimum {
  /// The smaller value.
  template <class T>
  constexpr T operator()(const T& left, const T& right) const {
    return right < left ? right : left;
  }
};
/// The larger of two values, by <; the left one if neither is.
struct Maximum {
  /// The larger value.
  template <class T>
  constexpr T operator()(const T& left, const T& right) const {
    return left < right ? right : left;
  }
};
inline constexpr Minimum minimum{};
inline constexpr Maximum maximum{};

/// An operator declared to commute, whatever the type of the values.
template <class Operator>
struct Commuting {
  Operator op;  ///< the operator itself
  /// Applies the operator.
  template <class T>
  constexpr auto operator()(const T& left, const T& right) const -> decltype(op(left, right)) {
    return op(left, right);
  }
};
template <class Operator>
[[nodiscard]] constexpr Commuting<Operator> commuting(Operator op) {
  return {std::move(op)};
}

namespace detail {

/// std::complex and its like.
template <class T>
concept ComplexNumber = requires(const T& z) {
  { z.real() } -> std::same_as<typename T::value_type>;
  { z.imag() } -> std::same_as<typename T::value_type>;
};
template <class T>
concept Number = std::is_arithmetic_v<T> || ComplexNumber<T>;

/// The operators that commute on numbers.
template <class Operator>
inline constexpr bool kCommutesOnNumbers =
    std::is_same_v<Operator, Minimum> || std::is_same_v<Operator, Maximum> ||
    std::is_same_v<Operator, std::remove_cv_t<decltype(std::ranges::min)>> ||
    std::is_same_v<Operator, std::remove_cv_t<decltype(std::ranges::max)>>;
template <class Of>
inline constexpr bool kCommutesOnNumbers<std::plus<Of>> = true;
template <class Of>
inline constexpr bool kCommutesOnNumbers<std::multiplies<Of>> = true;
template <class Of>
inline constexpr bool kCommutesOnNumbers<std::bit_and<Of>> = true;
template <class Of>
inline constexpr bool kCommutesOnNumbers<std::bit_or<Of>> = true;
template <class Of>
inline constexpr bool kCommutesOnNumbers<std::bit_xor<Of>> = true;
template <class Of>
inline constexpr bool kCommutesOnNumbers<std::logical_and<Of>> = true;
template <class Of>
inline constexpr bool kCommutesOnNumbers<std::logical_or<Of>> = true;

}  // namespace detail

/// True where op(a, b) and op(b, a) count as equal, so that rank order need not be kept: the
/// operators above on numbers, and all that is `commuting`. A program may specialise it:
///   template <> inline constexpr bool toruscope::is_commutative<Union, Set> = true;
template <class Operator, class T>
inline constexpr bool is_commutative = detail::kCommutesOnNumbers<Operator>&& detail::Number<T>;
template <class Operator, class T>
inline constexpr bool is_commutative<Commuting<Operator>, T> = true;

}  // namespace toruscope
