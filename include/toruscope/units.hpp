// SPDX-License-Identifier: Apache-2.0
// Virtual time in whole ticks, and exact durations as a user writes them ("75us", 11.1ns).
//
// Invariants  No floating-point numbers: sums do not depend on their order, and times are compared
//             with ==. A duration that is no whole number of ticks is refused, never rounded.
// Link        toruscope::core

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace toruscope {

/// A processing element's number in its communicator, 0 .. size-1; a plain int, for arithmetic.
using Rank = int;

/// Virtual time, in whole ticks of the machine, which defines a tick's length (1 ps, one step).
struct Ticks {
  std::int64_t count = 0;  ///< ticks

  friend constexpr auto operator<=>(const Ticks&, const Ticks&) = default;  ///< order of times
  /// Later by d.
  constexpr Ticks& operator+=(Ticks d) {
    count += d.count;
    return *this;
  }
  friend constexpr Ticks operator+(Ticks a, Ticks b) { return {a.count + b.count}; }  ///< the sum
  /// the difference
  friend constexpr Ticks operator-(Ticks a, Ticks b) { return {a.count - b.count}; }
  /// n times as long
  friend constexpr Ticks operator*(std::int64_t n, Ticks t) { return {n * t.count}; }
};

/// The end of time: later than every event.
inline constexpr Ticks kNever{INT64_MAX};

/// A time in a machine's description: a physical duration, exact to the femtosecond, or a bare
/// number of ticks (only for step machines, whose tick has no length).
class Time {
 public:
  constexpr Time() = default;
  /// A bare number of ticks.
  constexpr Time(Ticks ticks) : value_(ticks.count) {}  // NOLINT(google-explicit-constructor)

  /// A duration.
  static constexpr Time femtoseconds(std::int64_t n) {
    Time t;
    t.value_ = n;
    t.is_physical_ = true;
    return t;
  }

  /// No time of its own: that of the machine `generic` (Parameters).
  static constexpr Time left_out() {
    Time t;
    t.is_left_out_ = true;
    return t;
  }

  /// Reads "75us", "11.1ns", "0.5ms", "3" (ticks), "0".
  /// Errors    ConfigError naming `what` if it is not a number with one of the units fs ps ns us ms
  ///           s, is negative, finer than 1 fs or too large.
  static Time parse(std::string_view text, std::string_view what);

  /// True for a duration, false for a bare number of ticks.
  [[nodiscard]] constexpr bool is_physical() const { return is_physical_; }
  /// True for left_out().
  [[nodiscard]] constexpr bool is_left_out() const { return is_left_out_; }
  /// Femtoseconds if physical, else ticks.
  [[nodiscard]] constexpr std::int64_t value() const { return value_; }
  [[nodiscard]] constexpr bool is_zero() const { return value_ == 0; }  ///< true for no time at all

  friend constexpr bool operator==(const Time&, const Time&) = default;  ///< member by member

 private:
  std::int64_t value_ = 0;
  bool is_physical_ = false;
  bool is_left_out_ = false;
};

/// Writes "75us", "11.1ns", "3 ticks": the shortest exact text, which Time::parse reads back.
std::string to_string(Time time);
/// Writes "3700000 ticks". With a length: to_string(ticks, machine), seconds(ticks, machine).
std::string to_string(Ticks ticks);
/// Writes to_string(ticks).
std::ostream& operator<<(std::ostream& out, Ticks ticks);

/// Reads "4KiB", "256 KiB", "1M", "100": K = 1024. Errors: ConfigError naming `what`.
std::size_t parse_bytes(std::string_view text, std::string_view what);

/// Writes "256 KiB", "1.5 MiB", "100 B".
std::string bytes_to_string(std::size_t bytes);

namespace detail {
/// Exact value of the digits times `unit` femtoseconds; no constant expression if inexact.
consteval std::int64_t literal_femtoseconds(const char* digits, std::int64_t unit) {
  std::int64_t value = 0;
  std::int64_t scale = 1;
  bool fraction = false;
  for (; *digits != '\0'; ++digits) {
    if (*digits == '\'') continue;
    if (*digits == '.') {
      fraction = true;
      continue;
    }
    if (*digits < '0' || *digits > '9') throw "a time literal is a decimal number";
    value = value * 10 + (*digits - '0');
    if (fraction) scale *= 10;
  }
  if (value * unit % scale != 0) throw "a time literal must be a whole number of femtoseconds";
  return value * unit / scale;
}
}  // namespace detail

inline namespace literals {
#pragma GCC diagnostic push
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wuser-defined-literals"
#pragma GCC diagnostic ignored "-Wreserved-user-defined-literal"
#else
#pragma GCC diagnostic ignored "-Wliteral-suffix"
#endif
// Clang takes only standard suffixes: fs and ps are for GCC, 0.001ns is for both.
consteval Time operator"" fs(const char* digits) {
  return Time::femtoseconds(detail::literal_femtoseconds(digits, 1));
}
consteval Time operator"" ps(const char* digits) {
  return Time::femtoseconds(detail::literal_femtoseconds(digits, 1'000));
}
consteval Time operator""ns(const char* digits) {
  return Time::femtoseconds(detail::literal_femtoseconds(digits, 1'000'000));
}
consteval Time operator""us(const char* digits) {
  return Time::femtoseconds(detail::literal_femtoseconds(digits, 1'000'000'000));
}
consteval Time operator""ms(const char* digits) {
  return Time::femtoseconds(detail::literal_femtoseconds(digits, 1'000'000'000'000));
}
#pragma GCC diagnostic pop
}  // namespace literals

}  // namespace toruscope
