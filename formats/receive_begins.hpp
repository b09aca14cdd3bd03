// SPDX-License-Identifier: Apache-2.0
// Begins of a run's receives, by its log: with their round, or when the message was taken.

#pragma once

#include <toruscope/report.hpp>

#include <utility>
#include <vector>

namespace toruscope::formats {

/// The time at which the receiver of a message has paid its receive overhead.
[[nodiscard]] Ticks end_of_receive(const Report& report, const Event& message);

class ReceiveBegins {
 public:
  /// The report has spans, and outlives this.
  explicit ReceiveBegins(const Report& report);

  /// The begin of the receive that took this message. A message that was there before it was taken,
  /// when a round ended, was taken behind the round.
  [[nodiscard]] Ticks of(const Event& message) const;

 private:
  using Interval = std::pair<Ticks, Ticks>;

  const Report& report_;
  std::vector<std::vector<Interval>> rounds_;  // of each PE, in order
};

}  // namespace toruscope::formats
