// SPDX-License-Identifier: Apache-2.0

#include "tests/support/machine_files.hpp"

#include <toruscope/parameters.hpp>

#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <sstream>
#include <vector>

namespace toruscope::test {

using Network = MachineDescription::Network;

namespace {

std::string network_text(Network network, const std::vector<int>& sides) {
  constexpr const char* kKinds[] = {"torus",     "ring", "complete", "mesh",      "line",
                                    "hypercube", "tree", "fattree",  "dragonfly", "hyperx"};
  return fmt::format("{}:{}", kKinds[static_cast<int>(network)], fmt::join(sides, "x"));
}

/// What the file says of rules, those left out that are the default.
std::string rules_text(const MachineDescription& machine) {
  const Parameters rules = machine.parameters();
  const Parameters plain;
  std::string text;
  const auto say = [&](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
  const auto say_word = [&](const char* key, const auto& rule, const auto& of_default) {
    if (rule != of_default) text += fmt::format("{} = \"{}\"\n", key, toruscope::to_string(rule));
  };
  say_word("ports", rules.ports, plain.ports);
  say_word("port-policy", rules.port_policy, plain.port_policy);
  say_word("switching", rules.switching, plain.switching);
  say_word("injection", rules.injection, plain.injection);
  if (rules.virtual_channels != plain.virtual_channels) say("virtual-channels", rules.virtual_channels);
  if (rules.buffers) say("buffers", *rules.buffers);
  if (machine.flit != 0) say("flit", machine.flit);
  if (rules.eager) say("eager", *rules.eager);
  return text;
}

/// "8:ts=10,tw=0;40:latency=2": pieces as the option says them.
std::string pieces_text(const MachineDescription& machine) {
  std::vector<std::string> pieces;
  for (const MachineDescription::Piece& piece : machine.pieces) {
    std::vector<std::string> costs;
    const auto say = [&](const char* key, std::optional<std::int64_t> ticks) {
      if (ticks) costs.push_back(fmt::format("{}={}", key, *ticks / machine.ticks_per_step));
    };
    say("ts", piece.ts);
    say("tr", piece.tr);
    say("tm", piece.tm);
    say("tw", piece.tw);
    say("latency", piece.latency);
    pieces.push_back(fmt::format("{}:{}", piece.from, fmt::join(costs, ",")));
  }
  return fmt::format("{}", fmt::join(pieces, ";"));
}

/// Costs of 0 are left out; the others are in steps.
std::string costs_text(const MachineDescription& machine) {
  std::string text = "tick = 0\n";
  const std::int64_t unit = machine.ticks_per_step;
  const auto say = [&](const char* key, std::int64_t value, std::vector<std::int64_t> by_dimension = {}) {
    for (std::int64_t& of_dimension : by_dimension) of_dimension /= unit;
    if (!by_dimension.empty())
      text += fmt::format("{} = [{}]\n", key, fmt::join(by_dimension, ", "));
    else if (value != 0)
      text += fmt::format("{} = {}\n", key, value / unit);
  };
  say("ts", machine.ts);
  say("tr", machine.tr);
  say("tm", machine.tm);
  say("tw", machine.tw, machine.tw_of);
  say("th", machine.th, machine.th_of);
  if (unit == 1)
    say("latency", machine.latency);
  else
    text += fmt::format("lambda = \"{}/{}\"\n", machine.latency + unit, unit);
  say("gap", machine.gap);
  say("poll", machine.poll);
  if (machine.rendezvous) text += fmt::format("rendezvous = {}\n", *machine.rendezvous / unit);
  if (!machine.pieces.empty()) text += fmt::format("pieces = \"{}\"\n", pieces_text(machine));
  std::vector<std::string> slow;
  for (const auto& [ends, factor] : machine.slow)
    slow.push_back(fmt::format("\"{}->{}={}\"", ends.first, ends.second,
                               static_cast<double>(factor.factor) / static_cast<double>(factor.over)));
  if (!slow.empty()) text += fmt::format("slow = [{}]\n", fmt::join(slow, ", "));
  return text;
}

}  // namespace

std::string wires_file(const MachineDescription& machine) {
  std::string text = fmt::format("pes {}\n", machine.network_pes());
  for (const auto& wire : machine.wires) {
    text += fmt::format("{} {}", wire.first, wire.second);
    if (const auto own = machine.own.find(wire); own != machine.own.end())
      text += fmt::format(" tw={} th={}", own->second.tw / machine.ticks_per_step,
                          own->second.th / machine.ticks_per_step);
    text += "\n";
  }
  for (const auto& [ends, nodes] : machine.routes)
    text += fmt::format("route {} {} = {}\n", ends.first, ends.second, fmt::join(nodes, " "));
  return text;
}

std::string places_file(const MachineDescription::Guest& guest) {
  return fmt::format("{}\n", fmt::join(guest.places, "\n"));
}

std::string rule_text(const MachineDescription::Guest& guest) {
  constexpr const char* kRules[] = {"snake", "gray", "blocked", "places.txt"};
  return kRules[static_cast<int>(guest.rule)];
}

MachineFiles machine_files(const MachineDescription& machine, const std::string& folder) {
  MachineFiles files;
  const auto say = [&](const char* key, const std::string& text) {
    files.machine += fmt::format("{} = \"{}\"\n", key, text);
  };
  const bool is_graph = machine.network == Network::graph;
  if (is_graph) files.others["wires.txt"] = wires_file(machine);
  const std::string network =
      is_graph ? "graph:" + folder + "wires.txt" : network_text(machine.network, machine.sides);
  if (machine.guest) {
    const MachineDescription::Guest& guest = *machine.guest;
    const bool is_listed = guest.rule == MachineDescription::Guest::Rule::listed;
    if (is_listed) files.others["places.txt"] = places_file(guest);
    say("topology", network_text(guest.network, guest.sides));
    say("host", network);
    say("embed", (is_listed ? folder : "") + rule_text(guest));
  } else {
    say("topology", network);
  }
  std::vector<std::string> failed;
  for (const auto& [a, b] : machine.failed) failed.push_back(fmt::format("\"{}-{}\"", a, b));
  if (!failed.empty()) files.machine += fmt::format("fail = [{}]\n", fmt::join(failed, ", "));
  files.machine += rules_text(machine) + costs_text(machine);
  return files;
}

std::string to_string(const MachineDescription& machine) {
  const MachineFiles files = machine_files(machine);
  std::string text = files.machine;
  for (const auto& [name, content] : files.others) {
    text += "# " + name + ":\n";
    std::istringstream lines(content);
    for (std::string line; std::getline(lines, line);) text += "#   " + line + "\n";
  }
  return text;
}

}  // namespace toruscope::test
