// SPDX-License-Identifier: Apache-2.0
// Machines of the published models that are special cases of ours: docs/classical_models.md.

#include <toruscope/error.hpp>
#include <toruscope/parameters.hpp>

#include <fmt/core.h>

namespace toruscope {

Parameters log_p(Ticks latency, Ticks overhead, Ticks gap) {
  return log_gp(latency, overhead, gap, Ticks{});
}

Parameters log_gp(Ticks latency, Ticks overhead, Ticks gap, Ticks gap_per_byte) {
  if (overhead < Ticks{} || gap < Ticks{} || gap_per_byte < Ticks{} || latency < gap_per_byte)
    throw ConfigError(
        fmt::format("log_gp: L {}, o {}, g {}, G {}: none may be below 0, and L not below G, as a byte is on "
                    "its way for G of it",
                    latency.count, overhead.count, gap.count, gap_per_byte.count));
  Parameters machine;
  machine.name = gap_per_byte == Ticks{} ? "logp" : "loggp";
  machine.tick = Time{};
  machine.ts = machine.tr = overhead;
  machine.gap = gap;
  machine.tw = gap_per_byte;
  machine.latency = latency - gap_per_byte;
  return machine;
}

}  // namespace toruscope
