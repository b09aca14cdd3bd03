// SPDX-License-Identifier: Apache-2.0
// The choice of `auto`, from the case of a communicator or machine and the times expected.

#include "collectives/each_operation.hpp"
#include "collectives/magnitude.hpp"
#include "collectives/shapes/premises.hpp"
#include "runtime/core/nearest.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>
#include <toruscope/estimate.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <string>

namespace toruscope {

namespace {

/// The algorithm of least expected time among those that accept the case; if none does, the first.
template <class Entry>
const Entry* cheapest(const std::vector<Entry>& table, const Case& c) {
  const Entry* best = nullptr;
  std::optional<Ticks> least;
  for (const Entry& entry : table) {
    if (entry.refusal(c)) continue;
    const std::optional<ExpectedTime> time = expected_time(entry, c);
    if (best == nullptr || (time && (!least || time->ticks < *least))) {
      best = &entry;
      if (time) least = time->ticks;
    }
  }
  return best;
}

/// The formula's counts for the machine that all formulas assume, at the costs of this one.
std::optional<Ticks> by_counts(const AlgorithmInfo& algorithm, const Case& c) {
  if (!algorithm.predicted) return std::nullopt;
  Case plain = c;
  plain.parameters.ports = one_port;
  plain.parameters.switching = Switching::cut_through;
  plain.parameters.buffers.reset();
  plain.parameters.eager.reset();
  plain.parameters.injection = Injection::direct;
  plain.parameters.gap = Time{};
  plain.costs.gamma = Ticks{};
  plain.is_altered = false;
  plain.costs.gap = Ticks{};
  const std::optional<Prediction> counts = algorithm.predicted(plain);
  return counts ? std::optional(Estimate(c).chain(*counts).time()) : std::nullopt;
}

/// True if the case is refused only because of the operator.
template <class Entry>
bool fits_operators_that_commute(const Entry& entry, Case c) {
  if (!Entry::kOperation.combines || c.commutative) return false;
  c.commutative = true;
  return !entry.refusal(c);
}

void complete_case(Case& c, const Topology& topology) {
  c.is_altered =
      topology.is_altered() || !has_equal_links(topology, c.parameters) || !c.parameters.pieces.empty();
  c.is_embedded = topology.is_embedded();
  // A ring of up to three PEs is a complete graph as well.
  c.is_complete = topology.longest_route() <= 1 || (collectives::is_ring(c) && c.p <= 3 && !c.is_altered);
  if (!c.is_complete && !c.is_torus && !c.is_embedded && c.p == topology.pes())
    c.cut = topology.bisection() / 2;
  if (c.p == topology.pes() && !c.is_complete && (!c.is_torus || c.is_altered))
    c.network = topology.weak_from_this().lock();
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

Synchronisation synchronisation_of(const AlgorithmInfo& algorithm, const Case& c) {
  return algorithm.synchronisation_for ? algorithm.synchronisation_for(c) : algorithm.synchronisation;
}

Case case_of(const Communicator& comm, std::size_t bytes, Rank root, std::size_t element) {
  Case c{.sides = comm.sides(),
         .is_torus = comm.is_torus(),
         .is_mesh = comm.is_mesh(),
         .p = comm.size(),
         .bytes = bytes,
         .element = element,
         .root = root,
         .parameters = comm.parameters(),
         .costs = comm.costs()};
  complete_case(c, comm.topology());
  return c;
}

Case case_of(const Topology& topology, const Parameters& parameters, std::size_t bytes, Rank root,
             std::size_t element) {
  Case c{.sides = topology.sides(),
         .is_torus = topology.is_torus(),
         .is_mesh = topology.is_mesh(),
         .p = topology.pes(),
         .bytes = bytes,
         .element = element,
         .root = root,
         .parameters = parameters,
         .costs = resolve(parameters, topology)};
  c.parameters.ports = ports_on(topology, parameters.ports);
  complete_case(c, topology);
  return c;
}

namespace {

/// The case on a machine whose own costs are those of a message of the case's size (T15). Messages
/// of a round whose size an estimate knows have those of that size.
Case with_costs_of_block(Case c) {
  if (c.costs.pieces.empty()) return c;
  const MessageCosts own = c.costs.of(c.bytes);
  c.costs.ts = own.ts;
  c.costs.tr = own.tr;
  c.costs.tm = own.tm;
  c.costs.tw = own.tw;
  c.costs.latency = own.latency;
  return c;
}

}  // namespace

std::optional<ExpectedTime> expected_time(const AlgorithmInfo& algorithm, const Case& c) {
  if (algorithm.predicted)
    if (const auto exact = algorithm.predicted(c)) return ExpectedTime{exact->ticks, true};
  const auto about = collectives::within_clocks<Ticks>(
      [&algorithm](const Case& asked) {
        return algorithm.estimated ? algorithm.estimated(asked) : by_counts(algorithm, asked);
      },
      with_costs_of_block(c));
  return about ? std::optional(ExpectedTime{*about, false}) : std::nullopt;
}

template <class Entry>
const Entry& choose(const std::vector<Entry>& table, std::string_view name, const Case& c) {
  const std::string operation = Entry::kOperation.name;
  if (name == "auto") {
    if (const Entry* fitting = cheapest(table, c)) return *fitting;
    throw ConfigError(operation + ": no algorithm of the table can do " + collectives::grid_to_string(c) +
                      "; add one to the catalogue");
  }
  const auto entry = std::find_if(table.begin(), table.end(), [&](const Entry& e) { return e.name == name; });
  if (entry == table.end()) {
    std::vector<std::string> names{"auto"};
    for (const Entry& e : table) names.push_back(e.name);
    throw ConfigError(operation + ": " + core::unknown_name("algorithm", "algorithms", name, names));
  }
  if (const std::optional<std::string> reason = entry->refusal(c)) {
    const Entry* fitting = cheapest(table, c);
    const bool would_commute = fits_operators_that_commute(*entry, c);
    std::string advice = fitting != nullptr ? "; use " + fitting->name : "";
    if (would_commute)
      advice +=
          (advice.empty() ? "; use " : ", or ") + std::string("--operator sum (in a program: commuting(op))");
    if (advice.empty()) advice = "; no algorithm of the table fits";
    throw ConfigError(operation + "/" + entry->name + ": " + *reason + advice);
  }
  return *entry;
}

#define TORUSCOPE_CHOOSE(Entry) \
  template const Entry& choose(const std::vector<Entry>&, std::string_view, const Case&);
TORUSCOPE_EACH_OPERATION(TORUSCOPE_CHOOSE)
#undef TORUSCOPE_CHOOSE

}  // namespace toruscope
