// SPDX-License-Identifier: Apache-2.0
// The table of algorithms, one a line: their order is that of listings, and decides ties of `auto`.
//
// A line names an operation and an algorithm. A function of that name, in the algorithm's file or
// its family's, describes the entry: its words, its formula, its program. The line declares the
// function, so no header has to; one that describes another operation does not link.

#include "collectives/each_operation.hpp"
#include "collectives/magnitude.hpp"
#include "collectives/shapes/premises.hpp"
#include "runtime/local_work.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

namespace toruscope {

namespace {

/// Wraps a function so that every call reports its use.
template <class Result, class... Arguments>
void tell_use(std::function<Result(Arguments...)>& function, const char* operation, bool runs) {
  if (!function) return;
  function = [function = std::move(function), operation, runs](Arguments... arguments) {
    core::note_table(operation, runs);
    return function(std::forward<Arguments>(arguments)...);
  };
}

template <class Entry>
Entry telling_use(Entry entry) {
  const char* const operation = Entry::kOperation.name;
  tell_use(entry.run, operation, true);
  if constexpr (std::is_same_v<Entry, Broadcast>) tell_use(entry.run_in_parts, operation, true);
  tell_use(entry.predicted, operation, false);
  tell_use(entry.estimated, operation, false);
  return entry;
}

/// Adds the entry of this name that `describe` fills in.
template <class Entry>
void add_described(Catalogue& table, const char* name, void (*describe)(Entry&)) {
  Entry entry;
  entry.name = name;
  // How scans cut values depends on costs.
  entry.ignores_costs = Entry::kOperation.moves != Moves::values;
  describe(entry);
  table.add(telling_use(std::move(entry)));
}

using CombinedBytes = std::function<std::optional<std::int64_t>(const Case&)>;

/// The formula with the time of combining; nothing if that is not known.
std::optional<Prediction> with_combining(std::optional<Prediction> formula, const CombinedBytes& combined,
                                         const Case& c) {
  if (!formula || c.costs.gamma == Ticks{}) return formula;
  const std::optional<std::int64_t> bytes = combined ? combined(c) : std::nullopt;
  if (!bytes) return std::nullopt;
  formula->ticks += *bytes * c.costs.gamma;
  return formula;
}

/// The estimate with that time. Where the bytes are not known, those of so many vectors.
std::optional<Ticks> about_with_combining(std::optional<Ticks> about, const CombinedBytes& combined,
                                          const Case& c, int vectors) {
  if (!about || c.costs.gamma == Ticks{}) return about;
  const std::optional<std::int64_t> bytes = combined ? combined(c) : std::nullopt;
  return *about + bytes.value_or(vectors * static_cast<std::int64_t>(c.bytes)) * c.costs.gamma;
}

/// Vectors that an algorithm of the operation combines about: one in each round of a tree; of a
/// scan its window and what is before it; else blocks of one vector.
template <class Entry>
int vectors_combined(const Case& c) {
  const int rounds = std::max(1, collectives::ceil_log(2, c.p));
  if constexpr (Entry::kOperation.moves == Moves::values) return 2 * rounds;
  return std::is_same_v<Entry, Reduce> ? rounds : 1;
}

}  // namespace

namespace collectives {

#define TORUSCOPE_ENTRY(Operation, name)          \
  [](Catalogue& table) {                          \
    void name(Operation&);                        \
    add_described<Operation>(table, #name, name); \
  }
static constexpr void (*kEntries[])(Catalogue&) = {
    TORUSCOPE_ENTRY(Alltoall, ar1),
    TORUSCOPE_ENTRY(Alltoall, two_way_ring),
    TORUSCOPE_ENTRY(Alltoall, ar1o_1),
    TORUSCOPE_ENTRY(Alltoall, ar1o_2),
    TORUSCOPE_ENTRY(Alltoall, ar1o_3),
    TORUSCOPE_ENTRY(Alltoall, at2),
    TORUSCOPE_ENTRY(Alltoall, mtk),
    TORUSCOPE_ENTRY(Alltoall, ptk),
    TORUSCOPE_ENTRY(Alltoall, row_column),
    TORUSCOPE_ENTRY(Alltoall, gt),
    TORUSCOPE_ENTRY(Alltoall, suh_shin),
    TORUSCOPE_ENTRY(Alltoall, suh_yalamanchili),
    TORUSCOPE_ENTRY(Alltoall, direct),
    TORUSCOPE_ENTRY(Alltoall, direct_xor),
    TORUSCOPE_ENTRY(Alltoall, direct_displacement),
    TORUSCOPE_ENTRY(Alltoall, direct_all_ports),
    TORUSCOPE_ENTRY(Alltoall, bruck),
    TORUSCOPE_ENTRY(Alltoall, bruck_4),
    TORUSCOPE_ENTRY(Alltoall, bruck_8),
    TORUSCOPE_ENTRY(Alltoall, bine),
    TORUSCOPE_ENTRY(Alltoall, rotating),
    TORUSCOPE_ENTRY(Alltoall, islands),
    TORUSCOPE_ENTRY(Alltoallv, direct),
    TORUSCOPE_ENTRY(Alltoallv, bruck),
    TORUSCOPE_ENTRY(Alltoallv, ar1),
    TORUSCOPE_ENTRY(Alltoallv, two_way_ring),
    TORUSCOPE_ENTRY(Alltoallv, mtk),
    TORUSCOPE_ENTRY(Alltoallv, row_column),
    TORUSCOPE_ENTRY(Alltoallv, gt),
    TORUSCOPE_ENTRY(Broadcast, recursive_doubling),
    TORUSCOPE_ENTRY(Broadcast, torus_recursive_doubling),
    TORUSCOPE_ENTRY(Broadcast, knomial),
    TORUSCOPE_ENTRY(Broadcast, postal),
    TORUSCOPE_ENTRY(Broadcast, rotation_doubling),
    TORUSCOPE_ENTRY(Broadcast, xor_doubling),
    TORUSCOPE_ENTRY(Broadcast, scatter_allgather),
    TORUSCOPE_ENTRY(Broadcast, scatter_ring_allgather),
    TORUSCOPE_ENTRY(Broadcast, pipelined_chain),
    TORUSCOPE_ENTRY(Broadcast, pipelined_torus),
    TORUSCOPE_ENTRY(Broadcast, disjoint_trees),
    TORUSCOPE_ENTRY(Broadcast, one_port_trees),
    TORUSCOPE_ENTRY(Broadcast, flat),
    TORUSCOPE_ENTRY(Broadcast, bine),
    TORUSCOPE_ENTRY(Broadcast, bine_scatter_allgather),
    TORUSCOPE_ENTRY(Broadcast, islands),
    TORUSCOPE_ENTRY(Reduce, recursive_doubling),
    TORUSCOPE_ENTRY(Reduce, torus_recursive_doubling),
    TORUSCOPE_ENTRY(Reduce, knomial),
    TORUSCOPE_ENTRY(Reduce, postal),
    TORUSCOPE_ENTRY(Reduce, rotation_doubling),
    TORUSCOPE_ENTRY(Reduce, xor_doubling),
    TORUSCOPE_ENTRY(Reduce, halving_gather),
    TORUSCOPE_ENTRY(Reduce, pairwise_gather),
    TORUSCOPE_ENTRY(Reduce, pipelined_chain),
    TORUSCOPE_ENTRY(Reduce, disjoint_trees),
    TORUSCOPE_ENTRY(Reduce, one_port_trees),
    TORUSCOPE_ENTRY(Reduce, flat),
    TORUSCOPE_ENTRY(Reduce, bine),
    TORUSCOPE_ENTRY(Reduce, bine_scatter_gather),
    TORUSCOPE_ENTRY(Scan, a),
    TORUSCOPE_ENTRY(Scan, b),
    TORUSCOPE_ENTRY(Scan, recursive_doubling),
    TORUSCOPE_ENTRY(Scan, chain),
    TORUSCOPE_ENTRY(Scan, pipelined_chain),
    TORUSCOPE_ENTRY(Scan, pipelined_tree),
    TORUSCOPE_ENTRY(Scan, up_down),
    TORUSCOPE_ENTRY(Exscan, a),
    TORUSCOPE_ENTRY(Exscan, b),
    TORUSCOPE_ENTRY(Exscan, recursive_doubling),
    TORUSCOPE_ENTRY(Exscan, chain),
    TORUSCOPE_ENTRY(Exscan, pipelined_chain),
    TORUSCOPE_ENTRY(Exscan, pipelined_tree),
    TORUSCOPE_ENTRY(Exscan, up_down),
    TORUSCOPE_ENTRY(Gather, knomial),
    TORUSCOPE_ENTRY(Gather, flat),
    TORUSCOPE_ENTRY(Gather, bine),
    TORUSCOPE_ENTRY(Gatherv, knomial),
    TORUSCOPE_ENTRY(Gatherv, flat),
    TORUSCOPE_ENTRY(Scatter, knomial),
    TORUSCOPE_ENTRY(Scatter, flat),
    TORUSCOPE_ENTRY(Scatter, bine),
    TORUSCOPE_ENTRY(Scatterv, knomial),
    TORUSCOPE_ENTRY(Scatterv, flat),
    TORUSCOPE_ENTRY(Allgather, bruck),
    TORUSCOPE_ENTRY(Allgather, ring),
    TORUSCOPE_ENTRY(Allgather, torus),
    TORUSCOPE_ENTRY(Allgather, bucket),
    TORUSCOPE_ENTRY(Allgather, swing),
    TORUSCOPE_ENTRY(Allgather, hamiltonian),
    TORUSCOPE_ENTRY(Allgather, ternary),
    TORUSCOPE_ENTRY(Allgather, bine),
    TORUSCOPE_ENTRY(Allgather, recursive_doubling),
    TORUSCOPE_ENTRY(Allgather, islands),
    TORUSCOPE_ENTRY(Allgatherv, direct),
    TORUSCOPE_ENTRY(Allgatherv, ring),
    TORUSCOPE_ENTRY(Allreduce, recursive_doubling),
    TORUSCOPE_ENTRY(Allreduce, rabenseifner),
    TORUSCOPE_ENTRY(Allreduce, ring),
    TORUSCOPE_ENTRY(Allreduce, torus),
    TORUSCOPE_ENTRY(Allreduce, bucket),
    TORUSCOPE_ENTRY(Allreduce, bucket_dimensions),
    TORUSCOPE_ENTRY(Allreduce, bucket_unaligned),
    TORUSCOPE_ENTRY(Allreduce, swing),
    TORUSCOPE_ENTRY(Allreduce, swing_latency),
    TORUSCOPE_ENTRY(Allreduce, torus_halving),
    TORUSCOPE_ENTRY(Allreduce, torus_doubling),
    TORUSCOPE_ENTRY(Allreduce, hamiltonian),
    TORUSCOPE_ENTRY(Allreduce, ternary),
    TORUSCOPE_ENTRY(Allreduce, ternary_latency),
    TORUSCOPE_ENTRY(Allreduce, disjoint_trees),
    TORUSCOPE_ENTRY(Allreduce, bruck),
    TORUSCOPE_ENTRY(Allreduce, bine),
    TORUSCOPE_ENTRY(Allreduce, islands),
    TORUSCOPE_ENTRY(Allreduce, islands_halving),
    TORUSCOPE_ENTRY(Allreduce, islands_doubling),
    TORUSCOPE_ENTRY(ReduceScatter, pairwise),
    TORUSCOPE_ENTRY(ReduceScatter, recursive_halving),
    TORUSCOPE_ENTRY(ReduceScatter, ring),
    TORUSCOPE_ENTRY(ReduceScatter, torus),
    TORUSCOPE_ENTRY(ReduceScatter, bucket),
    TORUSCOPE_ENTRY(ReduceScatter, swing),
    TORUSCOPE_ENTRY(ReduceScatter, hamiltonian),
    TORUSCOPE_ENTRY(ReduceScatter, ternary),
    TORUSCOPE_ENTRY(ReduceScatter, bruck),
    TORUSCOPE_ENTRY(ReduceScatter, bine),
    TORUSCOPE_ENTRY(ReduceScatter, islands),
    TORUSCOPE_ENTRY(ReduceScatterv, pairwise),
    TORUSCOPE_ENTRY(ReduceScatterv, ring),
    TORUSCOPE_ENTRY(Shift, direct),
    TORUSCOPE_ENTRY(Shift, torus),
    TORUSCOPE_ENTRY(Shift, neighbours),
    TORUSCOPE_ENTRY(Barrier, dissemination),
    TORUSCOPE_ENTRY(Barrier, tree),
    TORUSCOPE_ENTRY(Pingpong, direct),
    TORUSCOPE_ENTRY(Bandwidth, direct),
    TORUSCOPE_ENTRY(Bibandwidth, direct),
    TORUSCOPE_ENTRY(Sendrecv, direct),
    TORUSCOPE_ENTRY(MultiPair, direct),
    TORUSCOPE_ENTRY(Bisection, direct),
};
#undef TORUSCOPE_ENTRY

}  // namespace collectives

Catalogue catalogue() {
  Catalogue table;
  for (const auto add : collectives::kEntries) add(table);
  return table;
}

const Catalogue& builtin_catalogue() {
  static const Catalogue table = catalogue();
  return table;
}

template <class Entry>
void Catalogue::add(Entry algorithm) {
  auto& table = std::get<std::vector<Entry>>(tables_);
  const std::string name = std::string(Entry::kOperation.name) + "/" + algorithm.name;
  if (algorithm.name.empty() || algorithm.name == "auto" || algorithm.name == "all")
    throw ConfigError(name +
                      R"(: an algorithm needs a name of its own; give it one other than "auto" and "all")");
  if (!algorithm.run) throw ConfigError(name + ": has no run function; give it one");
  if (std::any_of(table.begin(), table.end(), [&](const Entry& e) { return e.name == algorithm.name; }))
    throw ConfigError(name + ": the name is taken; choose another");
  if (!algorithm.refusal) algorithm.refusal = [](const Case&) { return std::optional<std::string>(); };
  if constexpr (std::is_same_v<Entry, Broadcast>)
    if (!algorithm.run_in_parts)
      algorithm.refusal = [refusal =
                               std::move(algorithm.refusal)](const Case& c) -> std::optional<std::string> {
        if (c.segment == 0) return refusal(c);
        return "cannot be told the size of parts, got " + std::to_string(c.segment) + " bytes; ask for none";
      };
  if (!algorithm.predicted) algorithm.predicted = [](const Case&) { return std::optional<Prediction>(); };
  if constexpr (Entry::kOperation.combines) {
    algorithm.predicted = [formula = std::move(algorithm.predicted), combined = algorithm.combined](
                              const Case& c) { return with_combining(formula(c), combined, c); };
    if (algorithm.estimated)
      algorithm.estimated = [about = std::move(algorithm.estimated),
                             combined = algorithm.combined](const Case& c) {
        return about_with_combining(about(c), combined, c, vectors_combined<Entry>(c));
      };
  }
  algorithm.predicted = [formula = std::move(algorithm.predicted)](const Case& c) {
    return c.is_altered ? std::nullopt : collectives::within_clocks<Prediction>(formula, c);
  };
  table.push_back(std::move(algorithm));
}

#define TORUSCOPE_ADD(Entry) template void Catalogue::add(Entry);
TORUSCOPE_EACH_OPERATION(TORUSCOPE_ADD)
#undef TORUSCOPE_ADD

}  // namespace toruscope
