// SPDX-License-Identifier: Apache-2.0
// The table of machines.

#include "runtime/core/nearest.hpp"
#include "runtime/model/built_machines.hpp"
#include "runtime/model/named_costs.hpp"

#include <toruscope/error.hpp>
#include <toruscope/parameters.hpp>

#include <fmt/core.h>
#include <iterator>

namespace toruscope {

namespace {

/// A node of the pipelined broadcast: a router takes each message over and passes it on whole; a
/// byte stands for each bit of the paper. Tsnd = Trcv, as in its examples.
Preset store_and_forward_machine(const char* name, const char* what, Time overhead, Time gap, Time hop,
                                 Time bit) {
  Preset machine{name,
                 std::string(what) + ", a bit a byte",
                 "Liu, Li, Cui, Pipelining: an effective method to reduce the broadcast delay of MPP systems, "
                 "1995, table 1",
                 {}};
  machine.parameters.name = name;
  machine.parameters.switching = Switching::store_and_forward;
  machine.parameters.injection = Injection::buffered;
  machine.parameters.ts = machine.parameters.tr = overhead;
  machine.parameters.gap = gap;
  machine.parameters.th = hop;
  machine.parameters.tw = bit;
  return machine;
}

const Preset& named(std::string_view name, const std::vector<Preset>& table) {
  std::vector<std::string> names;
  for (const Preset& machine : table) {
    if (machine.name == name) return machine;
    names.push_back(machine.name);
  }
  throw ConfigError(core::unknown_name("machine", "machines", name, names));
}

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> table = [] {
    std::vector<Preset> machines{
        {"generic",
         "a plausible cluster: 1us startup, 1 GB/s links, 50ns per hop, 1ns per operation",
         "round figures of no real machine",
         {.name = "generic", .ts = 1us, .tw = 1ns, .th = 50ns, .flop = 1ns}},
        {"paragon",
         "Intel Paragon as a linear cost model: 75us startup, 90 MB/s, distance and computation free",
         "Bokhari's measurements, as used by Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, figure "
         "7",
         {.name = "paragon", .ts = 75us, .tw = 11.1ns}},
        {"postal",
         "a step machine of the postal model: one message per port and step, usable lambda steps after it was "
         "sent (lambda 2 unless given)",
         "Bar-Noy, Kipnis, Mathematical Systems Theory 27, 1994",
         {.name = "postal", .tm = Ticks{1}, .latency = Ticks{1}, .tick = Time{}}},
        {"logp",
         "LogP with L = 6, o = 2, g = 4: the paper's example of a broadcast to 8 processors in 24 cycles",
         "Culler, Karp, Patterson et al., PPoPP 1993, figure 3", log_p(Ticks{6}, Ticks{2}, Ticks{4})},
        {"loggp", "LogGP with L = 6, o = 2, g = 4, G = 1 a byte",
         "Alexandrov, Ionescu, Schauser, Scheiman, SPAA 1995; figures of the LogP example",
         log_gp(Ticks{6}, Ticks{2}, Ticks{4}, Ticks{1})},
        {"unit",
         "a step machine that counts startups: a message costs one step whatever its size and distance",
         "the unit-cost model: virtual time is the number of rounds",
         {.name = "unit", .ts = Ticks{1}, .tick = Time{}}},
        // cycles of 25, 25, 30, 31 and 20 ns: half of Tsnd + Trcv, g, r, 1/w
        store_and_forward_machine("ncube2", "NCUBE/2: 6400 cycles a message, 1 bit a cycle", 80us, 160us, 1us,
                                  25ns),
        store_and_forward_machine("cm5", "CM-5: 3600 cycles a message, 4 bits a cycle", 45us, 90us, 200ns,
                                  6.25ns),
        store_and_forward_machine("dash", "DASH: 30 cycles a message, 16 bits a cycle", 450ns, 1.2us, 60ns,
                                  1.875ns),
        store_and_forward_machine("jmachine", "J-machine: 16 cycles a message, 8 bits a cycle", 248ns, 1.24us,
                                  62ns, 3.875ns),
        store_and_forward_machine("monsoon", "Monsoon: 10 cycles a message, 16 bits a cycle", 100ns, 200ns,
                                  40ns, 1.25ns),
    };
    std::vector<Preset> built = core::built_machines();
    std::move(built.begin(), built.end(), std::back_inserter(machines));
    for (Preset& machine : machines)  // what they leave out is free
      for (const core::NamedCost& cost : core::named_costs())
        if (Time& time = machine.parameters.*cost.time; time.is_left_out()) time = Time{};
    return machines;
  }();
  return table;
}

const Parameters& preset(std::string_view name, const std::vector<Preset>& table) {
  return named(name, table).parameters;
}

TopologyPtr preset_topology(std::string_view name, const std::vector<Preset>& table) {
  const Preset& machine = named(name, table);
  if (machine.topology.empty())
    throw ConfigError(fmt::format(
        "preset: {} brings no network, as it is a model for any; give the Machine one, as torus(4, 4)",
        machine.name));
  return parse_topology(machine.topology);
}

}  // namespace toruscope
