// SPDX-License-Identifier: Apache-2.0

#include "calibration/table.hpp"

#include <array>

namespace toruscope::calibration {

std::string_view name_of(Test test) {
  static constexpr std::array<std::string_view, kTests> kNames{
      "ping-pong", "window", "exchange", "send", "receive", "fan-out", "fan-in", "both ways", "several pairs"};
  return kNames[static_cast<std::size_t>(test)];
}

}  // namespace toruscope::calibration
