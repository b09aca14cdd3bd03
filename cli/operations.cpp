// SPDX-License-Identifier: Apache-2.0

#include "cli/operations.hpp"

#include "cli/memory.hpp"
#include "runtime/core/nearest.hpp"

#include <toruscope/error.hpp>

#include <algorithm>

namespace toruscope::detail {

namespace {

template <class Entry>
using Table = const std::vector<Entry>& (Catalogue::*)() const;

/// The parts that read the operation's own table; `run` verifies one of its entries.
template <class Entry, class Run>
Operation with_table(Operation o, Table<Entry> table, Run run) {
  o.algorithms = [table](const Catalogue& catalogue) {
    std::vector<const AlgorithmInfo*> all;
    for (const Entry& entry : (catalogue.*table)()) all.push_back(&entry);
    return all;
  };
  o.choose = [table, name = o.name](const Catalogue& catalogue, std::string_view algorithm,
                                    const Case& c) -> const AlgorithmInfo& {
    return toruscope::choose((catalogue.*table)(), name.c_str(), algorithm, c);
  };
  o.verify = [run](const AlgorithmInfo& algorithm, const TopologyPtr& topology, const Parameters& parameters,
                   const Execution& execution, std::size_t bytes, Rank root) {
    return run(static_cast<const Entry&>(algorithm), topology, parameters, execution, bytes, root);
  };
  return o;
}

/// Send and receive buffers of p blocks on each PE, and as much again in messages and packed for them.
std::size_t alltoall_bytes(std::size_t p, std::size_t block) {
  constexpr std::size_t kBuffers = 4;
  return saturating_product(kBuffers, saturating_product(p, saturating_product(p, block)));
}

/// The vector, its expected value, a message and a partial result on each PE.
std::size_t vector_bytes(std::size_t p, std::size_t bytes) {
  constexpr std::size_t kBuffers = 4;
  return saturating_product(kBuffers, saturating_product(p, bytes));
}

std::vector<Operation> make_operations() {
  Operation alltoall;
  alltoall.name = "alltoall";
  alltoall.aliases = {"all-to-all"};
  alltoall.textbook =
      "complete exchange, all-to-all personalised communication, total exchange, index, transpose";
  alltoall.bound = alltoall_bound;
  alltoall.buffer_bytes = alltoall_bytes;

  Operation broadcast;
  broadcast.name = "broadcast";
  broadcast.aliases = {"bcast"};
  broadcast.textbook = "one-to-all broadcast";
  broadcast.has_root = true;
  broadcast.bound = broadcast_bound;
  broadcast.buffer_bytes = vector_bytes;

  Operation reduce;
  reduce.name = "reduce";
  reduce.textbook = "all-to-one reduction, combine, fan-in";
  reduce.has_root = true;
  reduce.element = sizeof(std::uint64_t);
  reduce.bound = reduce_bound;
  reduce.buffer_bytes = vector_bytes;

  Operation barrier;
  barrier.name = "barrier";
  barrier.textbook = "barrier synchronisation";
  barrier.moves_data = false;
  barrier.bound = barrier_bound;
  barrier.buffer_bytes = [](std::size_t, std::size_t) { return std::size_t{0}; };

  const auto rooted = [](const auto& entry, const TopologyPtr& topology, const Parameters& parameters,
                         const Execution& execution, std::size_t bytes,
                         Rank root) { return verify(entry, topology, parameters, execution, bytes, root); };
  return {with_table<Alltoall>(alltoall, &Catalogue::alltoall,
                               [](const Alltoall& entry, const TopologyPtr& topology,
                                  const Parameters& parameters, const Execution& execution, std::size_t block,
                                  Rank) { return verify(entry, topology, parameters, execution, block); }),
          with_table<Broadcast>(broadcast, &Catalogue::broadcast, rooted),
          with_table<Reduce>(reduce, &Catalogue::reduce, rooted),
          with_table<Barrier>(barrier, &Catalogue::barrier,
                              [](const Barrier& entry, const TopologyPtr& topology,
                                 const Parameters& parameters, const Execution& execution, std::size_t,
                                 Rank) { return verify(entry, topology, parameters, execution); })};
}

}  // namespace

const std::vector<Operation>& operations() {
  static const std::vector<Operation> table = make_operations();
  return table;
}

const Operation& operation(std::string_view name) {
  std::vector<std::string> names;
  for (const Operation& o : operations()) {
    if (o.name == name || std::find(o.aliases.begin(), o.aliases.end(), name) != o.aliases.end()) return o;
    names.push_back(o.name);
  }
  throw ConfigError(unknown_name("operation", "operations", name, names));
}

}  // namespace toruscope::detail
