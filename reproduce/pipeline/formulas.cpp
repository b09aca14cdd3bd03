// SPDX-License-Identifier: Apache-2.0
#include "reproduce/pipeline/formulas.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <map>

namespace toruscope::reproduce {

namespace {

constexpr std::int64_t kPerCycle = 16;

/// Time on the wire: m/w.
Sixteenths on_wire(const PipelineMachine& machine, std::int64_t m) {
  return m * (kPerCycle / machine.bits);
}
/// Overhead: Tsnd = Trcv.
Sixteenths overhead(const PipelineMachine& machine) {
  return machine.overheads * kPerCycle / 2;
}

}  // namespace

const std::array<PipelineMachine, 5>& pipeline_machines() {
  static const std::array<PipelineMachine, 5> table{{{"NCUBE/2", "ncube2", 25, 1, 6400, 6400, 40},
                                                     {"CM-5", "cm5", 25, 4, 3600, 3600, 8},
                                                     {"DASH", "dash", 30, 16, 30, 40, 2},
                                                     {"J-machine", "jmachine", 31, 8, 16, 40, 2},
                                                     {"Monsoon", "monsoon", 20, 16, 10, 10, 2}}};
  return table;
}

const PipelineMachine& pipeline_machine(const std::string& name) {
  const auto& table = pipeline_machines();
  return *std::find_if(table.begin(), table.end(), [&](const PipelineMachine& m) { return m.name == name; });
}

std::string cycles_to_string(Sixteenths time) {
  return fmt::format("{}", static_cast<double>(time) / kPerCycle);
}

Sixteenths latest(const std::vector<Sixteenths>& times) {
  return *std::max_element(times.begin(), times.end());
}

Sixteenths neighbour_message(const PipelineMachine& machine, std::int64_t m) {
  return (machine.overheads + machine.hop) * kPerCycle + on_wire(machine, m);
}

Sixteenths unpipelined(const PipelineMachine& machine, int n, std::int64_t bits) {
  return n * neighbour_message(machine, bits) + bits * kPerCycle;
}

Sixteenths pipelined(const PipelineMachine& machine, int n, std::int64_t bits, std::int64_t m) {
  const std::int64_t blocks = (bits + m - 1) / m;
  const Sixteenths work = m * kPerCycle;
  const Sixteenths interval = std::max(4 * machine.gap * kPerCycle, 4 * overhead(machine) + work);
  return n * neighbour_message(machine, m) + (blocks - 1) * interval + work;
}

double saved_as_drawn(const PipelineMachine& machine, int n, std::int64_t bits, std::int64_t m) {
  const auto work = static_cast<double>(m);
  const double left_out = static_cast<double>(bits - m);
  const double interval =
      std::max(4.0 * static_cast<double>(machine.gap), 2.0 * static_cast<double>(machine.overheads) + work);
  return n * left_out / static_cast<double>(machine.bits) + left_out - left_out / work * interval;
}

std::int64_t printed_block(const PipelineMachine& machine, int n, std::int64_t bits) {
  const double sends_and_receive = 2.0 * static_cast<double>(machine.overheads);
  return static_cast<std::int64_t>(
      std::ceil(std::sqrt(sends_and_receive * static_cast<double>(machine.bits * bits) / n)));
}

std::vector<Place> printed_children(int n, Place pe) {
  const auto [i, j] = pe;
  const int half = n / 2;
  if (i == 0 && j == 0) return {{0, 1}, {0, n - 1}, {1, 0}, {n - 1, 0}};
  if (i == 0 && j < half) return {{0, j + 1}, {1, j}, {n - 1, j}};
  if (i == 0 && j > half + 1) return {{0, j - 1}, {1, j}, {n - 1, j}};
  if (i == 0) return {{1, j}, {n - 1, j}};
  if (i < half) return {{i + 1, j}};
  if (i > half + 1 && i < n - 1) return {{i - 1, j}};
  return {};
}

std::vector<Place> corrected_children(int rows, int columns, Place pe) {
  const auto [i, j] = pe;
  const int half = (i == 0 ? columns : rows) / 2;
  if (i > 0) {
    if (i < half) return {{i + 1, j}};
    return i > half + 1 ? std::vector<Place>{{i - 1, j}} : std::vector<Place>{};
  }
  std::vector<Place> children;
  if (j == 0 && columns >= 2) children.emplace_back(0, 1);
  if (j == 0 && columns >= 3) children.emplace_back(0, columns - 1);
  if (j > 0 && j < half) children.emplace_back(0, j + 1);
  if (j > half + 1) children.emplace_back(0, j - 1);
  if (rows >= 2) children.emplace_back(1, j);
  if (rows >= 3) children.emplace_back(rows - 1, j);
  return children;
}

int reached(int n, std::vector<Place> (*children)(int n, Place pe)) {
  std::vector<Place> found{{0, 0}};
  for (std::size_t next = 0; next < found.size(); ++next)
    for (const Place& child : children(n, found[next]))
      if (std::find(found.begin(), found.end(), child) == found.end()) found.push_back(child);
  return static_cast<int>(found.size());
}

std::vector<Sixteenths> finishing_times(const PipelineMachine& machine, int n, std::int64_t bits,
                                        std::int64_t m) {
  constexpr Sixteenths kNever = std::numeric_limits<Sixteenths>::min() / 4;
  const Sixteenths send = overhead(machine);
  const Sixteenths receive = overhead(machine);
  const Sixteenths gap = machine.gap * kPerCycle;
  const Sixteenths spacing = std::max(gap, send);
  struct Node {
    std::vector<Place> children;
    std::vector<Sixteenths> link_free;
    Sixteenths arrival = 0;  // of the block at hand
    Sixteenths taken = kNever;
    Sixteenths sent = kNever;  // its last send's start
    Sixteenths done = 0;
  };
  std::map<Place, Node> nodes;
  std::vector<Place> order{{0, 0}};
  for (std::size_t next = 0; next < order.size(); ++next) {
    Node& node = nodes[order[next]];
    node.children = corrected_children(n, n, order[next]);
    node.link_free.assign(node.children.size(), kNever);
    order.insert(order.end(), node.children.begin(), node.children.end());
  }

  for (std::int64_t first = 0; first < bits; first += m) {
    const std::int64_t block = std::min(m, bits - first);
    const Sixteenths work = block * kPerCycle;
    for (const Place& place : order) {
      Node& node = nodes[place];
      Sixteenths ready = node.done;
      if (place != Place{0, 0}) {
        node.taken = std::max({node.arrival, node.done, node.taken + gap});
        ready = node.taken + receive;
      }
      node.done = ready + static_cast<Sixteenths>(node.children.size()) * send + work;
      for (std::size_t child = 0; child < node.children.size(); ++child) {
        node.sent = child == 0 ? std::max(ready, node.sent + spacing) : node.sent + spacing;
        const Sixteenths header = std::max(node.sent + send, node.link_free[child]);
        node.link_free[child] = header + on_wire(machine, block);
        nodes[node.children[child]].arrival = node.link_free[child] + machine.hop * kPerCycle;
        node.done = std::max(node.done, node.sent + send);
      }
    }
  }

  std::vector<Sixteenths> times;
  for (const auto& [place, node] : nodes) times.push_back(node.done);  // row by row
  return times;
}

std::vector<Sixteenths> eager_finishing_times(const PipelineMachine& machine, int n, std::int64_t bits,
                                              std::int64_t blocks) {
  const Sixteenths send = overhead(machine);
  const Sixteenths spacing = std::max(machine.gap * kPerCycle, send);
  const Sixteenths message = neighbour_message(machine, bits / blocks);
  const Sixteenths work = bits / blocks * kPerCycle;
  std::map<Place, Sixteenths> first{{{0, 0}, 0}};  // when the first block is there
  std::vector<Place> order{{0, 0}};
  for (std::size_t next = 0; next < order.size(); ++next) {
    const Place place = order[next];
    const std::vector<Place> children = corrected_children(n, n, place);
    for (std::size_t child = 0; child < children.size(); ++child)
      first[children[child]] = first[place] + message + static_cast<Sixteenths>(child) * spacing;
    order.insert(order.end(), children.begin(), children.end());
  }
  const auto degree = [&](const Place& place) {
    return static_cast<Sixteenths>(corrected_children(n, n, place).size());
  };
  const Sixteenths interval = degree({0, 0}) * spacing;

  std::vector<Sixteenths> times;
  for (const auto& [place, arrival] : first) {  // row by row
    const Sixteenths receive = place == Place{0, 0} ? 0 : overhead(machine);
    const Sixteenths all = degree(place) * send + work;  // of one block, but for its reception
    Sixteenths done = 0;
    if (degree(place) != 0) done = arrival + (blocks - 1) * interval + (degree(place) - 1) * spacing + send;
    for (std::int64_t b = 0; b < blocks; ++b)  // without a pause from block b on
      done = std::max(done, arrival + b * interval + (blocks - b) * all + (blocks - 1 - b) * receive);
    times.push_back(done);
  }
  return times;
}

}  // namespace toruscope::reproduce
