// SPDX-License-Identifier: Apache-2.0
#include "collectives/grid.hpp"

#include "runtime/core/joined.hpp"

#include <algorithm>
#include <exception>
#include <fmt/core.h>
#include <set>
#include <utility>

namespace toruscope::collectives {

namespace {

constexpr int kMostPes = 96;

using Sides = std::vector<int>;

// --- topologies ------------------------------------------------------------------------------

std::string sizes_text(const Sides& sides) {
  return core::joined(sides, "x");
}

std::vector<std::string> numbers(int first, int last) {
  std::vector<std::string> all;
  for (int n = first; n <= last; ++n) all.push_back(std::to_string(n));
  return all;
}

void append(std::vector<std::string>& all, const std::vector<Sides>& more) {
  for (const Sides& sides : more) all.push_back(sizes_text(sides));
}

std::vector<std::string> ring_sizes(Extent extent) {
  if (extent == Extent::brief) return {"1", "5", "6"};
  std::vector<std::string> all = numbers(1, extent == Extent::full ? 20 : 13);
  append(all, extent == Extent::full ? std::vector<Sides>{{24}, {31}, {32}, {33}, {64}}
                                     : std::vector<Sides>{{16}, {18}, {31}});
  return all;
}

std::vector<std::string> torus_sizes(Extent extent) {
  if (extent == Extent::brief) return {"4x4", "3x5"};
  std::vector<std::string> all;
  append(all, {{2, 2},
               {2, 4},
               {4, 4},
               {3, 5},
               {8, 4},
               {1, 9},
               {12, 8},
               {6, 6},
               {1, 1},
               {5, 7},
               {2, 2, 2},
               {2, 3, 4},
               {3, 3, 3},
               {1, 6, 1},
               {4, 4, 2},
               {2, 8},
               {4, 12},
               {2, 1, 2, 3}});
  if (extent == Extent::full)
    append(all, {{8, 8}, {16, 4}, {7, 3}, {9, 7}, {5, 5}, {2, 30}, {4, 4, 4}, {3, 4, 5}, {2, 2, 2, 2, 2, 2}});
  return all;
}

/// Other grids, and kinds with one size (or of a program's own).
std::vector<std::string> other_sizes(bool is_grid, Extent extent) {
  std::vector<std::string> all;
  if (is_grid) {
    append(all, {{2, 3}});
    if (extent != Extent::brief) append(all, {{4, 4}, {4, 6}, {3, 1, 5}, {2, 2, 3}});
    if (extent == Extent::full) append(all, {{8, 8}, {5, 5, 2}, {2, 16}});
  } else {
    append(all, {{3}, {5}});
    if (extent != Extent::brief) append(all, {{1}, {2}, {4}, {8}, {11}, {16}});
    if (extent == Extent::full) append(all, {{6}, {7}, {33}, {64}});
  }
  return all;
}

std::vector<std::string> fat_tree_sizes(Extent extent) {
  if (extent == Extent::brief) return {"2x2x3"};
  return {"2x2x3", "3x1x2:ecmp", "4"};
}

std::vector<std::string> dragonfly_sizes(Extent extent) {
  if (extent == Extent::brief) return {"1x2x1"};
  return {"1x2x1", "2x2x1", "1x3x1x4:valiant"};
}

std::vector<std::string> twisted_sizes(Extent extent) {
  if (extent == Extent::brief) return {"4x2"};
  return {"4x2", "2x2x4"};
}

std::vector<std::string> hierarchy_sizes(Extent extent) {
  if (extent == Extent::brief) return {"complete:2/ring:3"};
  return {"complete:2/ring:3", "ring:3/fattree:2x1x2"};
}

std::vector<std::string> sizes_of(const TopologyEntry& kind, Extent extent) {
  if (kind.name == "ring") return ring_sizes(extent);
  if (kind.name == "torus") return torus_sizes(extent);
  if (kind.name == "fattree") return fat_tree_sizes(extent);
  if (kind.name == "dragonfly") return dragonfly_sizes(extent);
  if (kind.name == "twisted") return twisted_sizes(extent);
  if (kind.name == "hier") return hierarchy_sizes(extent);
  const bool is_grid =
      kind.form.find('x', std::min(kind.form.find(':'), kind.form.size())) != std::string::npos;
  return other_sizes(is_grid, extent);
}

/// Network of these sizes; null if the kind refuses them, in whatever way.
TopologyPtr made(const TopologyEntry& kind, const std::string& sizes) {
  try {
    return kind.make(sizes);
  } catch (const std::exception&) {
    return nullptr;
  }
}

// --- machines --------------------------------------------------------------------------------

GridMachine step_machine(const char* name, const Parameters& costs) {
  GridMachine machine{costs, "--machine unit"};
  machine.parameters.name = name;
  machine.parameters.tick = Time{};
  machine.options += fmt::format(" --ts {}", costs.ts.value());
  const auto say = [&](const char* option, Time time) {
    if (!time.is_zero()) machine.options += fmt::format(" --{} {}", option, time.value());
  };
  say("tr", costs.tr);
  say("tm", costs.tm);
  say("tw", costs.tw);
  say("th", costs.th);
  say("latency", costs.latency);
  say("gap", costs.gap);
  return machine;
}

GridMachine with_ports(GridMachine machine, Ports ports) {
  machine.parameters.ports = ports;
  machine.parameters.name += fmt::format(", ports {}", to_string(machine.parameters.ports));
  machine.options += fmt::format(" --ports {}", to_string(machine.parameters.ports));
  return machine;
}

GridMachine buffered(GridMachine machine) {
  machine.parameters.injection = Injection::buffered;
  machine.parameters.name += ", buffered";
  machine.options += " --injection buffered";
  return machine;
}

GridMachine named(const char* name) {
  return {preset(name), fmt::format("--machine {}", name)};
}

// --- workloads -------------------------------------------------------------------------------

/// Sizes in bytes: none, below a word, a word, a prime; around the parts of p PEs; many.
std::vector<std::size_t> sizes_in_bytes(Moves moves, int p, Extent extent) {
  const auto parts = static_cast<std::size_t>(p);
  std::vector<std::size_t> all{0, 1, 13};
  switch (moves) {
    case Moves::nothing:
      return {8};
    case Moves::blocks:
      if (p > 40 && extent != Extent::full) return {0, 13};
      all = {0, 1, 2, 13, 512};
      if (extent == Extent::full && p <= 40) all.insert(all.end(), {3, 5, 7, 8, 9, 24});
      break;
    case Moves::message:
    case Moves::vector:
      all.push_back(1024);
      if (extent == Extent::full)
        all.insert(all.end(), {2, parts - 1, parts, parts + 1, 8 * parts, 8 * parts + 8});
      break;
    case Moves::values:
      all.push_back(40);
      if (extent == Extent::full) all.insert(all.end(), {2, 7, 9, 256});
      break;
  }
  std::set<std::size_t> seen;
  std::erase_if(all, [&](std::size_t bytes) { return !seen.insert(bytes).second; });
  return all;
}

std::set<Rank> roots(int p, Extent extent) {
  std::set<Rank> all{0, 1 % p, p / 2, p - 1};
  if (extent == Extent::full)
    for (Rank root = 0; root < std::min(p, 9); ++root) all.insert(root);
  return all;
}

}  // namespace

GridMachine linear_machine() {
  Parameters costs = without_costs();
  costs.ts = Ticks{1'000};
  costs.tw = Ticks{7};
  return step_machine("linear", costs);
}

GridMachine all_costs_machine() {
  Parameters costs = without_costs();
  costs.ts = Ticks{1'000'003};
  costs.tr = Ticks{70'001};
  costs.tm = Ticks{10'007};
  costs.tw = Ticks{101};
  costs.th = Ticks{5'003};
  costs.latency = Ticks{30'011};
  return step_machine("all costs", costs);
}

std::vector<TopologyPtr> grid_topologies(Extent extent, const std::vector<TopologyEntry>& table) {
  std::vector<TopologyPtr> all;
  std::set<std::string> seen;
  for (const TopologyEntry& kind : table)
    for (const std::string& sizes : sizes_of(kind, extent))
      if (TopologyPtr topology = made(kind, sizes);
          topology && topology->pes() <= kMostPes && seen.insert(topology->name()).second)
        all.push_back(std::move(topology));
  return all;
}

std::vector<GridMachine> grid_machines(Extent extent) {
  std::vector<GridMachine> all{linear_machine(), all_costs_machine(), buffered(all_costs_machine())};
  if (extent == Extent::brief) return all;
  Parameters gap = all_costs_machine().parameters;
  gap.gap = Ticks{2'500'000};
  all.insert(all.end(), {named("unit"), step_machine("gap", gap)});
  if (extent == Extent::full)
    all.insert(all.end(), {named("generic"), with_ports(all_costs_machine(), k_ports(2)),
                           with_ports(all_costs_machine(), all_ports)});
  return all;
}

std::vector<GridMachine> grid_machines_of_many_ports(Extent extent) {
  const std::vector<std::pair<int, int>> lambdas =
      extent == Extent::brief ? std::vector<std::pair<int, int>>{{1, 1}, {3, 2}}
                              : std::vector<std::pair<int, int>>{{1, 1}, {2, 1}, {3, 1}, {3, 2}, {7, 3}};
  std::vector<GridMachine> all;
  for (const int k : {1, 2, 3}) {
    for (const auto& [numerator, denominator] : lambdas) {
      GridMachine postal = with_ports(named("postal"), k_ports(k));
      postal.parameters = with_lambda(postal.parameters, numerator, denominator);
      postal.options += denominator == 1 ? fmt::format(" --lambda {}", numerator)
                                         : fmt::format(" --lambda {}/{}", numerator, denominator);
      all.push_back(std::move(postal));
    }
    for (const GridMachine& machine : {linear_machine(), all_costs_machine(), named("unit")})
      all.push_back(with_ports(machine, k_ports(k)));
    if (extent == Extent::full) all.push_back(buffered(with_ports(all_costs_machine(), k_ports(k))));
  }
  if (extent == Extent::brief) return all;
  all.insert(all.end(), {with_ports(linear_machine(), half_port), with_ports(all_costs_machine(), telephone),
                         with_ports(linear_machine(), all_ports)});
  if (extent == Extent::full)
    all.insert(all.end(),
               {with_ports(all_costs_machine(), half_port), buffered(with_ports(linear_machine(), half_port)),
                with_ports(linear_machine(), telephone)});
  return all;
}

std::vector<Workload> grid_workloads(const OperationTraits& operation, int p, Extent extent) {
  std::vector<Workload> all;
  const std::vector<std::size_t> sizes = sizes_in_bytes(operation.moves, p, extent);
  all.reserve(sizes.size());
  for (const std::size_t bytes : sizes) all.push_back({.bytes = bytes});
  if (operation.has_root)
    for (const Rank root : roots(p, extent))
      for (const std::size_t bytes : {13U, 1024U}) all.push_back({bytes, root});
  if (operation.moves == Moves::values)
    for (const int values : {0, 1, 2, p - 1, p + 1, 3 * p + 2}) all.push_back({.bytes = 8, .values = values});
  if (operation.moves == Moves::values)
    for (const auto& [of_13, of_40] : {std::pair{1U, 8U}, {12U, 16U}, {13U, 40U}, {14U, 48U}}) {
      all.push_back({.bytes = 13, .segment = of_13});
      all.push_back({.bytes = 40, .values = p + 1, .segment = of_40});
    }
  if (operation.has_distance)
    for (const int distance : {0, 2, 3, p / 2, p - 1, -4}) {
      all.push_back({.bytes = 13, .distance = distance});
      all.push_back({.bytes = 1024, .distance = distance});
    }
  all.push_back({.bytes = 16, .root = p / 3, .staggered = true});
  if (operation.has_partner)
    for (const Rank partner : {0, 1 % p, p - 1})
      all.push_back({.bytes = 13, .root = p / 2, .partner = partner});
  if (operation.has_window)
    for (const int window : {1, 2, 64}) all.push_back({.bytes = 13, .window = window});
  if (operation.combines) {
    // The same workloads with an operator that does not commute: a wrong order is a wrong result.
    for (Workload& w : all)
      w.operands = w.segment != 0 && w.bytes % 8 == 0 ? Operands::intervals : Operands::affine;
    all.push_back({.bytes = 8, .root = p - 1, .operands = Operands::intervals});
    all.push_back({.bytes = 24, .root = p / 2, .values = 2 * p, .operands = Operands::intervals});
    for (const std::size_t bytes : sizes) all.push_back({.bytes = bytes, .operands = Operands::sum});
    all.push_back({.bytes = 64, .root = p / 3, .operands = Operands::sum});
    all.push_back({.bytes = 24, .root = p - 1, .operands = Operands::max});
    all.push_back({.bytes = 16, .root = p / 3, .operands = Operands::sum, .staggered = true});
  }
  return all;
}

std::vector<GridCase> grid_cases(const OperationTraits& operation, Extent extent,
                                 const std::vector<TopologyEntry>& topologies) {
  std::vector<GridCase> all;
  const auto add = [&](const std::vector<TopologyPtr>& places, const std::vector<GridMachine>& machines,
                       std::size_t most_bytes) {
    for (const GridMachine& each : machines) {
      const auto machine = std::make_shared<const GridMachine>(each);
      for (const TopologyPtr& topology : places)
        for (const Workload& workload : grid_workloads(operation, topology->pes(), extent))
          if (workload.bytes <= most_bytes) all.push_back({topology, machine, workload});
    }
  };
  constexpr std::size_t kAny = SIZE_MAX;
  constexpr std::size_t kShort = 100;
  add(grid_topologies(extent, topologies), grid_machines(extent), kAny);
  std::vector<TopologyPtr> many_ports{torus(3, 4), ring(4), ring(7)};
  if (extent == Extent::brief)
    many_ports.insert(many_ports.end(), {complete(1), complete(4), complete(5)});
  else
    for (int p = 1; p <= 14; ++p) many_ports.push_back(complete(p));
  if (extent != Extent::brief) many_ports.insert(many_ports.end(), {torus(3, 3), complete(16), complete(27)});
  if (extent == Extent::full)
    many_ports.insert(many_ports.end(), {complete(40), complete(64), torus(4, 4), ring(9)});
  add(many_ports, grid_machines_of_many_ports(extent), kShort);
  return all;
}

std::string command_of(const std::string& program, const OperationTraits& operation,
                       const std::string& algorithm, const GridCase& c) {
  const Workload& w = c.workload;
  std::string text = fmt::format("{} verify {} --algorithm {} --topology {} {}", program, operation.name,
                                 algorithm, c.topology->name(), c.machine->options);
  if (operation.moves != Moves::nothing) text += fmt::format(" --block {}", w.bytes);
  if (operation.has_root) text += fmt::format(" --root {}", w.root);
  if (operation.moves == Moves::values && w.values) text += fmt::format(" --values {}", *w.values);
  if (operation.combines)
    for (const auto& [name, operands] : operators())
      if (operands == w.operands) text += fmt::format(" --operator {}", name);
  if (operation.has_distance) text += fmt::format(" --shift {}", w.distance);
  if (w.partner) text += fmt::format(" --partner {}", *w.partner);
  if (operation.has_window) text += fmt::format(" --window {}", w.window);
  if (w.segment != 0) text += fmt::format(" --segment {}", w.segment);
  if (w.staggered) text += " --staggered";
  return text;
}

}  // namespace toruscope::collectives
