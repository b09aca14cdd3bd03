// SPDX-License-Identifier: Apache-2.0
// The table of algorithms that comes with Toruscope, and the choice of one of them for a case.

#include "collectives/alltoall/ar1.hpp"
#include "collectives/alltoall/at2.hpp"
#include "collectives/alltoall/direct.hpp"
#include "collectives/barrier/dissemination.hpp"
#include "collectives/broadcast/recursive_doubling.hpp"
#include "collectives/reduce/recursive_doubling.hpp"
#include "collectives/shapes/premises.hpp"
#include "runtime/core/nearest.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>

#include <algorithm>
#include <utility>

namespace toruscope {

namespace {

template <class Entry>
void add_to(std::vector<Entry>& table, const char* operation, Entry algorithm) {
  const std::string name = std::string(operation) + "/" + algorithm.name;
  if (algorithm.name.empty() || algorithm.name == "auto")
    throw ConfigError(name + ": an algorithm needs a name of its own; give it one other than \"auto\"");
  if (!algorithm.run) throw ConfigError(name + ": has no run function; give it one");
  if (std::any_of(table.begin(), table.end(), [&](const Entry& e) { return e.name == algorithm.name; }))
    throw ConfigError(name + ": the name is taken; choose another");
  if (!algorithm.refusal) algorithm.refusal = [](const Case&) { return std::optional<std::string>(); };
  if (!algorithm.predicted) algorithm.predicted = [](const Case&) { return std::optional<Prediction>(); };
  table.push_back(std::move(algorithm));
}

/// The algorithm of least predicted time among those that accept the case; without any prediction the first.
template <class Entry>
const Entry* cheapest(const std::vector<Entry>& table, const Case& c) {
  const Entry* best = nullptr;
  std::optional<Prediction> least;
  for (const Entry& entry : table) {
    if (entry.refusal(c)) continue;
    const std::optional<Prediction> cost = entry.predicted(c);
    if (best == nullptr || (cost && (!least || cost->ticks < least->ticks))) {
      best = &entry;
      least = cost;
    }
  }
  return best;
}

void complete_case(Case& c, bool topology_is_complete) {
  // A ring of up to three PEs is a complete graph as well.
  c.is_complete = topology_is_complete || (detail::is_ring(c) && c.p <= 3);
}

}  // namespace

std::string to_string(Synchronisation synchronisation) {
  switch (synchronisation) {
    case Synchronisation::none:
      return "none";
    case Synchronisation::stage:
      return "stage";
    case Synchronisation::round:
      return "round";
  }
  return "none";
}

Case case_of(const Communicator& comm, std::size_t bytes, Rank root, std::size_t element) {
  Case c{.sides = comm.sides(),
         .is_torus = comm.is_torus(),
         .p = comm.size(),
         .bytes = bytes,
         .element = element,
         .root = root,
         .parameters = comm.parameters(),
         .costs = comm.costs()};
  complete_case(c, comm.topology().diameter() <= 1);
  return c;
}

Case case_of(const Topology& topology, const Parameters& parameters, std::size_t bytes, Rank root,
             std::size_t element) {
  Case c{.sides = topology.sides(),
         .is_torus = topology.is_torus(),
         .p = topology.nodes(),
         .bytes = bytes,
         .element = element,
         .root = root,
         .parameters = parameters,
         .costs = resolve(parameters)};
  complete_case(c, topology.diameter() <= 1);
  return c;
}

void Catalogue::add(Alltoall algorithm) {
  add_to(alltoall_, "alltoall", std::move(algorithm));
}
void Catalogue::add(Broadcast algorithm) {
  add_to(broadcast_, "broadcast", std::move(algorithm));
}
void Catalogue::add(Reduce algorithm) {
  add_to(reduce_, "reduce", std::move(algorithm));
}
void Catalogue::add(Barrier algorithm) {
  add_to(barrier_, "barrier", std::move(algorithm));
}

Catalogue catalogue() {
  Catalogue table;
  table.add(detail::alltoall_ar1());
  table.add(detail::alltoall_at2());
  table.add(detail::alltoall_direct());
  table.add(detail::broadcast_recursive_doubling());
  table.add(detail::broadcast_torus_recursive_doubling());
  table.add(detail::reduce_recursive_doubling());
  table.add(detail::reduce_torus_recursive_doubling());
  table.add(detail::barrier_dissemination());
  return table;
}

const Catalogue& builtin_catalogue() {
  static const Catalogue table = catalogue();
  return table;
}

template <class Entry>
const Entry& choose(const std::vector<Entry>& table, const char* operation, std::string_view name,
                    const Case& c) {
  const Entry* fitting = cheapest(table, c);
  if (name == "auto") {
    if (fitting != nullptr) return *fitting;
    throw ConfigError(std::string(operation) + ": no algorithm of the table can do " +
                      detail::grid_to_string(c) + "; add one to the catalogue");
  }
  const auto entry = std::find_if(table.begin(), table.end(), [&](const Entry& e) { return e.name == name; });
  if (entry == table.end()) {
    std::vector<std::string> names{"auto"};
    for (const Entry& e : table) names.push_back(e.name);
    throw ConfigError(std::string(operation) + ": " +
                      detail::unknown_name("algorithm", "algorithms", name, names));
  }
  if (const std::optional<std::string> reason = entry->refusal(c))
    throw ConfigError(std::string(operation) + "/" + entry->name + ": " + *reason +
                      (fitting != nullptr ? "; use " + fitting->name : "; no algorithm of the table fits"));
  return *entry;
}

template const Alltoall& choose(const std::vector<Alltoall>&, const char*, std::string_view, const Case&);
template const Broadcast& choose(const std::vector<Broadcast>&, const char*, std::string_view, const Case&);
template const Reduce& choose(const std::vector<Reduce>&, const char*, std::string_view, const Case&);
template const Barrier& choose(const std::vector<Barrier>&, const char*, std::string_view, const Case&);

}  // namespace toruscope
