// SPDX-License-Identifier: Apache-2.0

#include "cli/rounds_picture.hpp"

#include "cli/settings.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <fmt/format.h>
#include <map>

namespace toruscope::detail {

namespace {

constexpr std::size_t kBlock = 8;
constexpr int kMostPes = 64;

/// Small enough to read, large enough to show the irregular part; a postal machine is a complete graph.
TopologyPtr small_machine(const Operation& operation, const AlgorithmInfo& algorithm, const Parameters& machine,
                          bool is_default) {
  for (const char* text : {is_default ? "ring:7" : "complete:7", "ring:7", "ring:8", "torus:4x4", "torus:3x4",
                           "complete:7", "torus:2x2x2", "torus:4x4x4"}) {
    TopologyPtr topology = parse_topology(text);
    if (!algorithm.refusal(operation.question(*topology, machine, {.bytes = kBlock}))) return topology;
  }
  return nullptr;
}

TopologyPtr given_machine(const Operation& operation, const AlgorithmInfo& algorithm, const Parameters& machine,
                          const std::string& text, const std::vector<TopologyEntry>& topologies) {
  TopologyPtr topology = read_topology(text, topologies);
  if (topology->pes() > kMostPes)
    throw ConfigError(
        fmt::format("algo show: a picture has at most {} PEs, got {}", kMostPes, topology->pes()));
  if (const auto reason = algorithm.refusal(operation.question(*topology, machine, {.bytes = kBlock})))
    throw ConfigError(fmt::format("algo show: {} {}", algorithm.name, *reason));
  return topology;
}

}  // namespace

std::string rounds_picture(const Operation& operation, const AlgorithmInfo& algorithm, const Text& text,
                           const std::optional<Parameters>& parameters,
                           const std::vector<TopologyEntry>& topologies) {
  const Parameters machine = parameters.value_or(preset("unit"));
  const TopologyPtr topology = text ? given_machine(operation, algorithm, machine, *text, topologies)
                                    : small_machine(operation, algorithm, machine, !parameters);
  if (!topology) return "(no small machine fits; give --topology, or --machine, --ports or --lambda)\n";
  Execution execution;
  execution.workers = 1;
  execution.record_events = true;
  const Verdict verdict = operation.verify(algorithm, topology, machine, execution, {.bytes = kBlock});
  std::map<Ticks, std::string> rounds;
  for (const Event& event : verdict.report.events) {
    if (event.kind != Event::Kind::message) continue;
    std::string& round = rounds[event.start];
    round += fmt::format("  {}->{}", event.source, event.destination);
    const auto blocks = event.bytes / static_cast<std::int64_t>(kBlock);
    if (blocks > 1) round += fmt::format(" ({})", blocks);
  }
  std::string picture =
      fmt::format("{} on {}{}{}\n", parameters ? "messages by their start" : "rounds", topology->name(),
                  parameters ? fmt::format(", {}, ports {}", machine.name, to_string(machine.ports)) : "",
                  operation.traits.moves != Moves::nothing ? "; in brackets: blocks, if more than one" : "");
  int number = 0;
  for (const auto& [start, messages] : rounds)
    picture += parameters ? fmt::format("{:>12} {}\n", time_text(start, machine), messages)
                          : fmt::format("{:>4} {}\n", ++number, messages);
  return picture;
}

}  // namespace toruscope::detail
