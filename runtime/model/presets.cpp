// SPDX-License-Identifier: Apache-2.0
// The table of machines.

#include "runtime/core/nearest.hpp"

#include <toruscope/error.hpp>
#include <toruscope/parameters.hpp>

namespace toruscope {

const std::vector<Preset>& presets() {
  static const std::vector<Preset> table{
      {"generic",
       "a plausible cluster: 1us startup, 1 GB/s links, 50ns per hop, 1ns per operation",
       "round figures of no real machine",
       {.name = "generic", .ts = 1us, .tw = 1ns, .th = 50ns, .flop = 1ns}},
      {"paragon",
       "Intel Paragon as a linear cost model: 75us startup, 90 MB/s, distance and computation free",
       "Bokhari's measurements, as used by Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, figure 7",
       {.name = "paragon", .ts = 75us, .tw = 11.1ns}},
      {"postal",
       "a step machine of the postal model: one message per port and step, usable lambda steps after it was "
       "sent "
       "(lambda 2 unless given)",
       "Bar-Noy, Kipnis, Mathematical Systems Theory 27, 1994",
       {.name = "postal", .tm = Ticks{1}, .latency = Ticks{1}, .tick = Time{}}},
      {"unit",
       "a step machine that counts startups: a message costs one step whatever its size and distance",
       "the unit-cost model: virtual time is the number of rounds",
       {.name = "unit", .ts = Ticks{1}, .tick = Time{}}},
  };
  return table;
}

const Parameters& preset(std::string_view name, const std::vector<Preset>& table) {
  std::vector<std::string> names;
  for (const Preset& machine : table) {
    if (machine.name == name) return machine.parameters;
    names.push_back(machine.name);
  }
  throw ConfigError(detail::unknown_name("machine", "machines", name, names));
}

}  // namespace toruscope
