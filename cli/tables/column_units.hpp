// SPDX-License-Identifier: Apache-2.0
// Tables of text, with one unit for a column of figures, so that they can be compared at a glance.

#pragma once

#include "runtime/core/text_table.hpp"

#include <toruscope/parameters.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

using core::Cell;
using core::folded_text;
using core::markdown_of;
using core::on_right;
using core::Page;
using core::Paint;
using core::TextSheet;
using core::TextTable;

/// A virtual time with what its tick means.
struct VirtualTime {
  VirtualTime(Ticks time, const Parameters& machine)
      : ticks(time), tick(machine.tick.value()), ticks_per_step(machine.ticks_per_step) {}

  [[nodiscard]] bool counts_steps() const { return tick == 0; }

  Ticks ticks;
  std::int64_t tick;  ///< femtoseconds; 0: a step machine
  std::int64_t ticks_per_step;
};

/// How the virtual times of a column, or of several, are written.
class TimeUnit {
 public:
  /// The largest unit in which the least time above 0 is at least 1, and the largest is below 10^6.
  explicit TimeUnit(const std::vector<VirtualTime>& times);

  /// "us", "steps"; empty where steps and seconds are mixed: then each text has its own.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Each with as many decimals as the one of them that needs most: exact up to six.
  [[nodiscard]] std::vector<std::string> texts(const std::vector<std::optional<VirtualTime>>& column) const;

 private:
  [[nodiscard]] std::string text(const VirtualTime& time, int digits) const;

  std::string name_;
  int places_ = 0;  ///< femtoseconds of the unit, as a power of ten
};

/// "493.73": a bandwidth in MB/s as OSU prints it, with more decimals where it is below 0.1.
std::string megabytes_text(double bytes_per_second);

/// How bandwidths are written: in a unit by the largest, with three to six decimals, so that the
/// least has two digits.
class RateUnit {
 public:
  explicit RateUnit(const std::vector<double>& rates);

  /// "GB/s": 10^9 bytes per second, as nccl-tests and OSU count.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string text(double bytes_per_second) const;

 private:
  std::string name_;
  double unit_ = 1;
  int decimals_ = 3;
};

}  // namespace toruscope::cli
