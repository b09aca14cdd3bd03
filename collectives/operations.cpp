// SPDX-License-Identifier: Apache-2.0
#include "collectives/operations.hpp"

#include "collectives/benchmark_names.hpp"
#include "collectives/definitions.hpp"
#include "collectives/magnitude.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/small_letters.hpp"

#include <toruscope/error.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

constexpr auto kOnce = [](double) { return 1.0; };
constexpr auto kHalf = [](double) { return 0.5; };                        // one of two directions
constexpr auto kOthers = [](double p) { return (p - 1) / p; };            // blocks of all others
constexpr auto kThereAndBack = [](double p) { return 2 * (p - 1) / p; };  // twice those blocks

template <class Entry>
Operation line(std::vector<std::string> aliases, std::string textbook, double (*bus_factor)(double p) = kOnce) {
  Operation o;
  o.bus_factor = bus_factor;
  o.name = Entry::kOperation.name;
  o.aliases = std::move(aliases);
  o.textbook = std::move(textbook);
  o.traits = Entry::kOperation;
  o.algorithms = [](const Catalogue& catalogue) {
    std::vector<const AlgorithmInfo*> all;
    for (const Entry& entry : catalogue.of<Entry>()) all.push_back(&entry);
    return all;
  };
  o.choose = [](const Catalogue& catalogue, std::string_view algorithm, const Case& c) -> const AlgorithmInfo& {
    return toruscope::choose(catalogue.of<Entry>(), algorithm, c);
  };
  o.verify = [](const AlgorithmInfo& algorithm, const TopologyPtr& topology, const Parameters& parameters,
                const Execution& execution, const Workload& workload) {
    return toruscope::verify(static_cast<const Entry&>(algorithm), topology, parameters, execution, workload);
  };
  o.bound = [](const Case& c) { return lower_bound(Entry::bound, c); };
  return o;
}

std::vector<Operation> make_operations() {
  return {
      line<Alltoall>(
          {"all-to-all"},
          "complete exchange, all-to-all personalised communication, total exchange, index, transpose",
          kOthers),
      line<Alltoallv>({"all-to-allv", "osu_alltoallv"}, "complete exchange of blocks of different sizes",
                      kOthers),
      line<Broadcast>({"bcast"}, "one-to-all broadcast"),
      line<Reduce>({}, "all-to-one reduction, combine, fan-in"),
      line<Scan>({"prefix"}, "parallel prefix, prefix sums, inclusive scan"),
      line<Exscan>({}, "exclusive scan, exclusive prefix sums"),
      line<Gather>({}, "all-to-one gather, concatenation", kOthers),
      line<Gatherv>({"osu_gatherv"}, "gather of blocks of different sizes", kOthers),
      line<Scatter>({}, "one-to-all personalised communication", kOthers),
      line<Scatterv>({"osu_scatterv"}, "scatter of blocks of different sizes", kOthers),
      line<Allgather>({"all-gather"}, "all-to-all broadcast, gossip, concatenation on all PEs", kOthers),
      line<Allgatherv>({"all-gatherv", "osu_allgatherv"}, "allgather of blocks of different sizes", kOthers),
      line<Allreduce>({"all-reduce"}, "all-to-all reduction with one result, global combine", kThereAndBack),
      line<ReduceScatter>({"reduce-scatter"}, "all-to-all reduction", kOthers),
      line<ReduceScatterv>({"reduce-scatterv"}, "reduce-scatter of blocks of different sizes", kOthers),
      line<Shift>({"circular_shift"}, "circular q-shift, a permutation, rotation of the PEs' data"),
      line<Barrier>({}, "barrier synchronisation"),
      line<Pingpong>({"ping-pong", "ping_pong", "point-to-point", "point_to_point"},
                     "point-to-point benchmark: latency and bandwidth of one pair of PEs"),
      line<Bandwidth>(
          {}, "point-to-point benchmark: bandwidth of one pair of PEs, one way, by windows of messages"),
      line<Bibandwidth>(
          {}, "point-to-point benchmark: bandwidth of one pair of PEs, both ways, by windows of messages",
          kHalf),
      line<Sendrecv>({"send-recv", "send_recv"},
                     "point-to-point benchmark: a chain around all PEs, each sends and receives", kHalf),
      line<MultiPair>(
          {"multi-pair", "multipair"},
          "point-to-point benchmark: bandwidth of p/2 pairs at once, one way, by windows of messages"),
      line<Bisection>({}, "point-to-point benchmark: bandwidth of p/2 pairs at once, both ways", kHalf),
  };
}

bool is_benchmark_of(std::string_view operation, std::string_view name) {
  const BenchmarkNames* names = benchmark_names(operation);
  if (names == nullptr || name.empty()) return false;
  constexpr std::string_view kProgram = "_perf";
  const std::string_view nccl = name.ends_with(kProgram) ? name.substr(0, name.size() - kProgram.size()) : name;
  return core::is_same_word(names->osu, name) || core::is_same_word(names->imb, name) ||
         (!nccl.empty() && core::is_same_word(names->nccl, nccl));
}

}  // namespace

Case Operation::question(const Topology& topology, const Parameters& parameters,
                         const Workload& workload) const {
  return question_of(traits, topology, parameters, workload);
}

std::size_t Operation::held(std::size_t p, const Workload& workload) const {
  switch (traits.moves) {
    case Moves::nothing:
      return 0;
    case Moves::blocks:
      return traits.has_root ? 2 * p : p * p;
    case Moves::message:
      return traits.has_window ? p / 2 * 2 * static_cast<std::size_t>(workload.window) : p;
    case Moves::vector:
      return p;
    case Moves::values:
      return workload.values ? static_cast<std::size_t>(*workload.values) + p : p;
  }
  return 0;
}

std::int64_t counted_bytes(const OperationTraits& benchmark, std::size_t message, std::int64_t window) {
  return (benchmark.counts_both_ways ? 2 : 1) * window * static_cast<std::int64_t>(message);
}

const std::vector<Operation>& operations() {
  static const std::vector<Operation> table = make_operations();
  return table;
}

const Operation* find_operation(std::string_view name) {
  const auto is_called = [&](const Operation& o) {
    return core::is_same_word(o.name, name) ||
           std::any_of(o.aliases.begin(), o.aliases.end(),
                       [&](const std::string& alias) { return core::is_same_word(alias, name); }) ||
           is_benchmark_of(o.name, name);
  };
  const auto found = std::find_if(operations().begin(), operations().end(), is_called);
  return found == operations().end() ? nullptr : &*found;
}

const Operation& operation(std::string_view name) {
  if (const Operation* found = find_operation(name)) return *found;
  std::vector<std::string> names;
  for (const Operation& o : operations()) names.push_back(o.name);
  throw ConfigError(core::unknown_name("operation", "operations", name, names));
}

}  // namespace toruscope::collectives
