// SPDX-License-Identifier: Apache-2.0

#include "tests/support/machine_description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace toruscope::test {

using Network = MachineDescription::Network;

int MachineDescription::pes() const {
  int product = 1;
  for (const int side : sides) product *= side;
  return product;
}

TopologyPtr MachineDescription::topology() const {
  switch (network) {
    case Network::ring:
      return toruscope::ring(sides.at(0));
    case Network::complete:
      return toruscope::complete(sides.at(0));
    case Network::torus:
      break;
  }
  return toruscope::torus(sides);
}

Parameters MachineDescription::parameters() const {
  Parameters p;
  p.injection = injection;
  p.ts = Ticks{ts};
  p.tr = Ticks{tr};
  p.tm = Ticks{tm};
  p.tw = Ticks{tw};
  p.th = Ticks{th};
  p.latency = Ticks{latency};
  p.gap = Ticks{gap};
  p.tick = Time{};
  return p;
}

std::string to_string(const MachineDescription& machine) {
  const char* kind = machine.network == Network::torus  ? "torus"
                     : machine.network == Network::ring ? "ring"
                                                        : "complete";
  std::string text = fmt::format("{}:{}", kind, fmt::join(machine.sides, "x"));
  const auto cost = [&](const char* name, std::int64_t value) {
    if (value != 0) text += fmt::format(" {}={}", name, value);
  };
  cost("ts", machine.ts);
  cost("tr", machine.tr);
  cost("tm", machine.tm);
  cost("tw", machine.tw);
  cost("th", machine.th);
  cost("L", machine.latency);
  cost("g", machine.gap);
  if (machine.injection == Injection::buffered) text += " buffered";
  return text;
}

}  // namespace toruscope::test
