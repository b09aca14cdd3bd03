// SPDX-License-Identifier: Apache-2.0
// Bandwidths as a user writes them, and the nearest time per byte on a given tick.

#pragma once

#include <toruscope/units.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace toruscope::core {

/// Bytes per second, above 0. Exact: the time of a byte is a fraction of femtoseconds.
class Rate {
 public:
  /// Reads "10GB/s", "11.1 GB/s", "100Gb/s", "400Gbit/s", "25Gbps", "1GiB/s": B is a byte, b a bit,
  /// K, M, G, T are powers of 1000, Ki, Mi, Gi, Ti of 1024. Nothing if the text has no such unit.
  /// Errors    ConfigError naming `what` if it is 0, or has too many digits.
  static std::optional<Rate> parse(std::string_view text, std::string_view what);

  /// Advice for a text that parse() refuses: "10GB/s, 100Gb/s; did you mean 10Gb/s?"
  static std::string how_to_write(std::string_view text);

  [[nodiscard]] double bytes_per_second() const;
  /// The time of one byte, rounded to a whole number of ticks.
  [[nodiscard]] Time per_byte(Time tick) const;
  /// The error of that tick count, as a part of the time of a byte.
  [[nodiscard]] double error(Time tick) const;

 private:
  __extension__ using Wide = __int128;
  Wide numerator_ = 1;  // Femtoseconds of a byte, as a fraction.
  Wide denominator_ = 1;
};

}  // namespace toruscope::core
