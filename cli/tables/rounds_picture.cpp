// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/verb_texts.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <numeric>
#include <tuple>

namespace toruscope::cli {

namespace {

constexpr std::size_t kBlock = 8;
constexpr auto kWholeBlock = static_cast<std::int64_t>(kBlock);
constexpr int kMostDrawnPes = 64;
constexpr const char* kTorus = "torus:4x4";

/// What is drawn, on which machine.
struct Drawn {
  const collectives::Operation& operation;
  const AlgorithmInfo& algorithm;
  const Parameters& machine;

  [[nodiscard]] std::optional<std::string> refusal(const Topology& topology) const {
    return algorithm.refusal(operation.question(topology, machine, {.bytes = kBlock}));
  }
  [[nodiscard]] std::vector<Event> messages(const TopologyPtr& topology) const {
    Execution execution;
    execution.workers = 1;
    execution.record_events = true;
    const Verdict verdict = operation.verify(algorithm, topology, machine, execution, {.bytes = kBlock});
    std::vector<Event> messages = verdict.report.events;
    std::erase_if(messages, [](const Event& event) { return event.kind != Event::Kind::message; });
    return messages;
  }
};

/// True if the network decides who sends what to whom.
bool depends_on_network(const Drawn& subject, const TopologyPtr& torus) {
  const TopologyPtr complete = parse_topology(fmt::format("complete:{}", torus->pes()));
  if (subject.refusal(*complete)) return true;
  const auto transfer = [](const Event& e) { return std::tuple(e.source, e.sequence, e.destination, e.bytes); };
  const std::vector<Event> there = subject.messages(torus);
  const std::vector<Event> here = subject.messages(complete);
  return !std::equal(there.begin(), there.end(), here.begin(), here.end(),
                     [&](const Event& a, const Event& b) { return transfer(a) == transfer(b); });
}

/// Small enough to read; a postal machine is a complete graph.
TopologyPtr small_machine(const Drawn& subject, bool is_default) {
  const TopologyPtr torus = parse_topology(kTorus);
  if (!subject.refusal(*torus) && depends_on_network(subject, torus)) return torus;
  for (const char* text : {is_default ? "ring:8" : "complete:8", "ring:8", "ring:7", kTorus, "torus:3x4",
                           "complete:8", "torus:2x2x2", "torus:4x4x4"}) {
    TopologyPtr topology = parse_topology(text);
    if (!subject.refusal(*topology)) return topology;
  }
  return nullptr;
}

TopologyPtr given_machine(const Drawn& subject, const std::string& text,
                          const std::vector<TopologyEntry>& topologies) {
  TopologyPtr topology = read_topology(text, topologies);
  if (topology->pes() > kMostDrawnPes)
    throw ConfigError(
        fmt::format("algo show: a picture has at most {} PEs, got {}", kMostDrawnPes, topology->pes()));
  if (const auto reason = subject.refusal(*topology))
    throw ConfigError(fmt::format("algo show: {} {}", subject.algorithm.name, *reason));
  return topology;
}

/// The lines of one round: its transfers in columns of one width.
std::string round_text(const std::string& label, const std::vector<std::string>& transfers,
                       std::size_t transfer_width, std::size_t width) {
  constexpr std::size_t kBetween = 2;
  const std::size_t room = width - std::min(width, label.size());
  const std::size_t each = transfer_width + kBetween;
  const std::size_t columns = std::max<std::size_t>(1, room / each);
  std::string text;
  for (std::size_t i = 0; i < transfers.size(); ++i) {
    const bool begins = i % columns == 0;
    if (begins) text += (i == 0 ? label : "\n" + std::string(label.size(), ' '));
    text += std::string(kBetween, ' ') + transfers[i];
    const bool ends = (i + 1) % columns == 0 || i + 1 == transfers.size();
    if (!ends) text.append(transfer_width - transfers[i].size(), ' ');
  }
  return text + "\n";
}

}  // namespace

std::optional<Rounds> rounds_of(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                                const Text& text, const std::optional<Parameters>& parameters,
                                const std::vector<TopologyEntry>& topologies) {
  Rounds found;
  found.machine = parameters.value_or(preset("unit"));
  found.are_timed = parameters.has_value();
  const Drawn subject{operation, algorithm, found.machine};
  found.topology = text ? given_machine(subject, *text, topologies) : small_machine(subject, !parameters);
  if (!found.topology) return std::nullopt;
  if (operation.traits.moves != Moves::nothing) found.noun = std::string(block_noun(operation.traits)) + "s";
  std::map<Ticks, std::vector<Rounds::Transfer>> by_start;
  for (const Event& e : subject.messages(found.topology))
    by_start[e.start].push_back({e.source, e.destination, e.bytes, e.bytes / kWholeBlock});
  for (auto& [start, transfers] : by_start) found.rounds.push_back({start, std::move(transfers)});
  return found;
}

std::string blocks_text(const Rounds::Transfer& transfer) {
  const std::int64_t common = std::gcd(transfer.bytes, kWholeBlock);
  if (common == kWholeBlock) return std::to_string(transfer.bytes / kWholeBlock);
  return fmt::format("{}/{}", transfer.bytes / common, kWholeBlock / common);
}

std::string rounds_text(const std::optional<Rounds>& drawn, std::size_t width) {
  if (!drawn) return "(no small machine fits; give --topology, or --machine, --ports or --lambda)\n";
  const Rounds& all = *drawn;
  const std::string title = fmt::format(
      "{} on {}{}{}\n", all.are_timed ? "messages by their start" : "rounds", all.topology->name(),
      all.are_timed ? fmt::format(", {}, ports {}", all.machine.name, to_string(all.machine.ports)) : "",
      all.noun.empty() ? "" : fmt::format("; in brackets: {}, if not one", all.noun));
  std::string text = folded_text(title, width);
  std::vector<std::string> labels;
  std::vector<std::vector<std::string>> transfers;
  std::size_t widest = 0;
  for (const Rounds::Round& round : all.rounds) {
    labels.push_back(all.are_timed ? fmt::format("{:>12}", core::time_text(round.start, all.machine))
                                   : fmt::format("{:>4}", labels.size() + 1));
    transfers.emplace_back();
    for (const Rounds::Transfer& t : round.transfers) {
      transfers.back().push_back(
          fmt::format("{}->{}", t.from, t.to) +
          (t.bytes == 0 || t.bytes == kWholeBlock ? "" : fmt::format(" ({})", blocks_text(t))));
      widest = std::max(widest, transfers.back().back().size());
    }
  }
  for (std::size_t i = 0; i < labels.size(); ++i) text += round_text(labels[i], transfers[i], widest, width);
  return text;
}

void add_rounds(nlohmann::ordered_json& json, const std::optional<Rounds>& drawn) {
  json["topology"] = drawn ? nlohmann::ordered_json(drawn->topology->name()) : nlohmann::ordered_json(nullptr);
  json["rounds"] = drawn ? nlohmann::ordered_json::array() : nlohmann::ordered_json(nullptr);
  if (!drawn) return;
  int number = 0;
  for (const Rounds::Round& round : drawn->rounds) {
    nlohmann::ordered_json transfers = nlohmann::ordered_json::array();
    for (const Rounds::Transfer& t : round.transfers) {
      nlohmann::ordered_json one{{"from", t.from}, {"to", t.to}};
      if (!drawn->noun.empty()) one.update({{"bytes", t.bytes}, {"blocks", t.blocks}});
      transfers.push_back(std::move(one));
    }
    json["rounds"].push_back({{"round", ++number}, {"start", round.start.count}, {"transfers", transfers}});
  }
}

}  // namespace toruscope::cli
