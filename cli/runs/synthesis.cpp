// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/synthesis.hpp"

#include "runtime/core/joined.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::cli {

namespace {

using formats::Collective;
using synthesis::Pattern;
using synthesis::Status;

constexpr int kMostPlannedPes = 64;

struct SearchedPart {
  const char* operation;
  Pattern pattern;
  bool is_backwards;  ///< found on the reversed network, and read backwards
  bool combines;
};

struct SearchedOperation {
  Collective collective;
  std::vector<SearchedPart> parts;
};

const std::vector<SearchedOperation>& searched_operations() {
  static const SearchedPart reduce_scatter{"reduce_scatter", Pattern::allgather, true, true};
  static const SearchedPart allgather{"allgather", Pattern::allgather, false, false};
  static const std::vector<SearchedOperation> all{
      {Collective::broadcast, {{"broadcast", Pattern::broadcast, false, false}}},
      {Collective::reduce, {{"reduce", Pattern::broadcast, true, true}}},
      {Collective::scatter, {{"scatter", Pattern::scatter, false, false}}},
      {Collective::gather, {{"gather", Pattern::scatter, true, false}}},
      {Collective::allgather, {allgather}},
      {Collective::reduce_scatter, {reduce_scatter}},
      {Collective::allreduce, {reduce_scatter, allgather}},
      {Collective::alltoall, {{"alltoall", Pattern::alltoall, false, false}}}};
  return all;
}

const SearchedOperation& searched_operation(const std::string& name) {
  for (const SearchedOperation& operation : searched_operations())
    if (formats::to_string(operation.collective) == name) return operation;
  throw ConfigError(fmt::format("synth: schedules of {} are not searched; of these they are: {}", name,
                                names_of_searched_operations()));
}

void check_network(const Topology& topology, const std::optional<int>& hops) {
  if (topology.pes() > kMostPlannedPes)
    throw ConfigError(
        fmt::format("synth: {} has {} PEs; an exact search takes at most {}, and is practical up to about 16",
                    topology.name(), topology.pes(), kMostPlannedPes));
  if (topology.nodes() > topology.pes() && hops)
    throw ConfigError(
        fmt::format("synth: messages of {} cross switches, which is more than {} link{}; give --hops any",
                    topology.name(), *hops, *hops == 1 ? "" : "s"));
}

SynthesisPart search_part(const SearchedPart& part, const synthesis::Network& network,
                          const SynthesisQuestion& question, const std::function<bool()>& stop) {
  synthesis::Instance instance;
  instance.network = part.is_backwards ? synthesis::reversed(network) : network;
  instance.chunks = synthesis::chunks_of(part.pattern, network.pes, question.chunks, question.root);
  instance.most_in_message = question.most_in_message;
  SynthesisPart found{part.operation, synthesis::search(instance, question.rounds, stop), {}};
  found.plan = part.is_backwards ? synthesis::reversed(found.found.plan) : found.found.plan;
  return found;
}

void add_rounds(formats::RoundSchedule& schedule, const synthesis::Plan& plan, bool combines) {
  for (const auto& round : plan) {
    schedule.rounds.emplace_back();
    for (const synthesis::Message& message : round)
      schedule.rounds.back().push_back({message.from, message.to, message.chunks, combines});
  }
}

}  // namespace

int Synthesis::volume() const {
  int volume = 0;
  for (const SynthesisPart& part : parts) volume += synthesis::volume_of(part.plan);
  return volume;
}

int Synthesis::moves() const {
  int moves = 0;
  for (const SynthesisPart& part : parts) moves += synthesis::moves_of(part.plan);
  return moves;
}

std::string names_of_searched_operations() {
  std::vector<std::string> names;
  for (const SearchedOperation& operation : searched_operations())
    names.emplace_back(formats::to_string(operation.collective));
  return core::joined(names, ", ");
}

void check_is_searched(const std::string& operation) {
  searched_operation(operation);
}

Synthesis synthesize(const SynthesisQuestion& question, const Settings& settings,
                     const std::function<bool()>& stop) {
  const SearchedOperation& operation = searched_operation(question.operation);
  const Topology& topology = *settings.topology;
  check_network(topology, question.hops);
  if (operation.parts.size() > 1 && question.rounds)
    throw ConfigError(
        fmt::format("synth: {} is made of {} and {}, each with the fewest rounds; leave --rounds out",
                    question.operation, operation.parts[0].operation, operation.parts[1].operation));
  const synthesis::Network network = synthesis::network_of(topology, settings.parameters.ports, question.hops);
  Synthesis all;
  all.question = question;
  all.schedule = {.name = fmt::format("synth {} {}", question.operation, topology.name()),
                  .collective = operation.collective,
                  .pes = topology.pes(),
                  .chunks_per_block = question.chunks,
                  .root = question.root,
                  .keeps_rounds = settings.parameters.ports.rule != Ports::Rule::all,
                  .rounds = {}};
  all.status = Status::optimal;
  for (const SearchedPart& part : operation.parts) {
    all.parts.push_back(search_part(part, network, question, stop));
    const SynthesisPart& found = all.parts.back();
    all.status = std::max(all.status, found.found.status);
    add_rounds(all.schedule, found.plan, part.combines);
  }
  if (all.parts.size() > 1) all.status = std::max(all.status, Status::feasible);
  return all;
}

std::string chunk_text(const formats::RoundSchedule& schedule, int chunk) {
  const int per_block = schedule.chunks_per_block;
  const bool is_one_vector =
      schedule.collective == Collective::broadcast || schedule.collective == Collective::reduce;
  if (is_one_vector) return std::to_string(chunk);
  const int block = chunk / per_block;
  std::string text = schedule.collective == Collective::alltoall
                         ? fmt::format("{}>{}", block / schedule.pes, block % schedule.pes)
                         : std::to_string(block);
  if (per_block > 1) text += fmt::format(".{}", chunk % per_block);
  return text;
}

}  // namespace toruscope::cli
