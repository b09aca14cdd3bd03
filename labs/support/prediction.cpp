// SPDX-License-Identifier: Apache-2.0
#include "labs/support/prediction.hpp"

#include <fmt/core.h>

namespace toruscope::labs {

Parameters LinearCosts::machine(PortPolicy policy) const {
  return {.port_policy = policy, .ts = Ticks{ts}, .tw = Ticks{tw}, .th = Ticks{th}, .tick = Time{}};
}

std::string LinearCosts::text() const {
  return fmt::format("ts = {}, tw = {}, th = {}", ts, tw, th);
}

std::string LinearCosts::code() const {
  return fmt::format(
      "resolve(Parameters{{.ts = Ticks{{{}}}, .tw = Ticks{{{}}}, .th = Ticks{{{}}}, .tick = Time{{}}}})", ts,
      tw, th);
}

}  // namespace toruscope::labs
