// SPDX-License-Identifier: Apache-2.0
// The table of algorithms that comes with Toruscope, and the choice of one of them for a case.

#include "collectives/allgather/bine.hpp"
#include "collectives/allgather/bruck.hpp"
#include "collectives/allgather/bucket.hpp"
#include "collectives/allgather/hamiltonian.hpp"
#include "collectives/allgather/recursive_doubling.hpp"
#include "collectives/allgather/ring.hpp"
#include "collectives/allgather/swing.hpp"
#include "collectives/allgather/ternary.hpp"
#include "collectives/allreduce/bine.hpp"
#include "collectives/allreduce/bruck.hpp"
#include "collectives/allreduce/bucket.hpp"
#include "collectives/allreduce/disjoint_trees.hpp"
#include "collectives/allreduce/hamiltonian.hpp"
#include "collectives/allreduce/rabenseifner.hpp"
#include "collectives/allreduce/recursive_doubling.hpp"
#include "collectives/allreduce/ring.hpp"
#include "collectives/allreduce/swing.hpp"
#include "collectives/allreduce/ternary.hpp"
#include "collectives/allreduce/torus_doubling.hpp"
#include "collectives/alltoall/alltoallv.hpp"
#include "collectives/alltoall/ar1.hpp"
#include "collectives/alltoall/ar1o.hpp"
#include "collectives/alltoall/at2.hpp"
#include "collectives/alltoall/bine.hpp"
#include "collectives/alltoall/bruck.hpp"
#include "collectives/alltoall/direct.hpp"
#include "collectives/alltoall/direct_all_ports.hpp"
#include "collectives/alltoall/direct_displacement.hpp"
#include "collectives/alltoall/direct_xor.hpp"
#include "collectives/alltoall/gt.hpp"
#include "collectives/alltoall/mtk.hpp"
#include "collectives/alltoall/ptk.hpp"
#include "collectives/alltoall/rotating.hpp"
#include "collectives/alltoall/row_column.hpp"
#include "collectives/alltoall/suh_shin.hpp"
#include "collectives/alltoall/two_way_ring.hpp"
#include "collectives/barrier/dissemination.hpp"
#include "collectives/barrier/tree.hpp"
#include "collectives/broadcast/bine.hpp"
#include "collectives/broadcast/disjoint_trees.hpp"
#include "collectives/broadcast/flat.hpp"
#include "collectives/broadcast/one_port_trees.hpp"
#include "collectives/broadcast/pipelined.hpp"
#include "collectives/broadcast/pipelined_torus.hpp"
#include "collectives/broadcast/recursive_doubling.hpp"
#include "collectives/broadcast/scatter_allgather.hpp"
#include "collectives/broadcast/tree.hpp"
#include "collectives/magnitude.hpp"
#include "collectives/pairs/pairs.hpp"
#include "collectives/reduce/bine.hpp"
#include "collectives/reduce/disjoint_trees.hpp"
#include "collectives/reduce/flat.hpp"
#include "collectives/reduce/one_port_trees.hpp"
#include "collectives/reduce/pipelined.hpp"
#include "collectives/reduce/recursive_doubling.hpp"
#include "collectives/reduce/scatter_gather.hpp"
#include "collectives/reduce/tree.hpp"
#include "collectives/reduce_scatter/bine.hpp"
#include "collectives/reduce_scatter/bruck.hpp"
#include "collectives/reduce_scatter/bucket.hpp"
#include "collectives/reduce_scatter/hamiltonian.hpp"
#include "collectives/reduce_scatter/pairwise.hpp"
#include "collectives/reduce_scatter/recursive_halving.hpp"
#include "collectives/reduce_scatter/ring.hpp"
#include "collectives/reduce_scatter/swing.hpp"
#include "collectives/reduce_scatter/ternary.hpp"
#include "collectives/scan/scan.hpp"
#include "collectives/scatter/bine.hpp"
#include "collectives/scatter/flat.hpp"
#include "collectives/scatter/knomial.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shift/shift.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/local_work.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>
#include <toruscope/estimate.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

namespace toruscope {

namespace {

/// The algorithm of least expected time among those that accept the case; if none has one the first.
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
  plain.is_altered = false;
  plain.costs.gap = Ticks{};
  const std::optional<Prediction> counts = algorithm.predicted(plain);
  return counts ? std::optional(Estimate(c).chain(*counts).time()) : std::nullopt;
}

/// The refusal of the case is the operator's fault.
template <class Entry>
bool fits_operators_that_commute(const Entry& entry, Case c) {
  if (!Entry::kOperation.combines || c.commutative) return false;
  c.commutative = true;
  return !entry.refusal(c);
}

/// The function tells that it is used, by whatever way a program has come to it.
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

void complete_case(Case& c, const Topology& topology) {
  c.is_altered = topology.is_altered() || !has_equal_links(topology, c.parameters);
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

std::optional<ExpectedTime> expected_time(const AlgorithmInfo& algorithm, const Case& c) {
  if (algorithm.predicted)
    if (const auto exact = algorithm.predicted(c)) return ExpectedTime{exact->ticks, true};
  const auto about = collectives::within_clocks<Ticks>(
      [&algorithm](const Case& asked) {
        return algorithm.estimated ? algorithm.estimated(asked) : by_counts(algorithm, asked);
      },
      c);
  return about ? std::optional(ExpectedTime{*about, false}) : std::nullopt;
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
  algorithm.predicted = [formula = std::move(algorithm.predicted)](const Case& c) {
    return c.is_altered ? std::nullopt : collectives::within_clocks<Prediction>(formula, c);
  };
  table.push_back(std::move(algorithm));
}

Catalogue catalogue() {
  Catalogue table;
  const auto add = [&table](auto... entries) { (table.add(telling_use(std::move(entries))), ...); };
  using namespace collectives;
  add(alltoall_ar1(), alltoall_two_way_ring(), alltoall_ar1o(1), alltoall_ar1o(2), alltoall_ar1o(3),
      alltoall_at2(), alltoall_mtk(), alltoall_ptk(), alltoall_row_column(), alltoall_gt(), alltoall_suh_shin(),
      alltoall_direct(), alltoall_direct_xor(), alltoall_direct_displacement(), alltoall_direct_all_ports(),
      alltoall_bruck(), alltoall_bruck(4), alltoall_bruck(8), alltoall_bine(), alltoall_rotating());
  add(alltoallv_direct(), alltoallv_by(alltoall_bruck(), exchange_bruck),
      alltoallv_by(alltoall_ar1(), exchange_ar1), alltoallv_by(alltoall_two_way_ring(), exchange_two_way_ring),
      alltoallv_by(alltoall_mtk(), exchange_mtk), alltoallv_by(alltoall_row_column(), exchange_row_column),
      alltoallv_by(alltoall_gt(), exchange_gt));
  add(broadcast_recursive_doubling(), broadcast_torus_recursive_doubling(), broadcast_knomial(),
      broadcast_postal(), broadcast_rotation_doubling(), broadcast_xor_doubling(),
      broadcast_scatter_allgather(), broadcast_scatter_ring_allgather(), broadcast_pipelined_chain(),
      broadcast_pipelined_torus(), broadcast_disjoint_trees(), broadcast_one_port_trees(), broadcast_flat(),
      broadcast_bine(), broadcast_bine_scatter_allgather());
  add(reduce_recursive_doubling(), reduce_torus_recursive_doubling(), reduce_knomial(), reduce_postal(),
      reduce_rotation_doubling(), reduce_xor_doubling(), reduce_halving_gather(), reduce_pairwise_gather(),
      reduce_pipelined_chain(), reduce_disjoint_trees(), reduce_one_port_trees(), reduce_flat(), reduce_bine(),
      reduce_bine_scatter_gather());
  add(scan_a<Scan>(), scan_b<Scan>(), scan_recursive_doubling<Scan>(), scan_chain<Scan>(),
      scan_pipelined_chain<Scan>(), scan_pipelined_tree<Scan>(), scan_up_down<Scan>());
  add(scan_a<Exscan>(), scan_b<Exscan>(), scan_recursive_doubling<Exscan>(), scan_chain<Exscan>(),
      scan_pipelined_chain<Exscan>(), scan_pipelined_tree<Exscan>(), scan_up_down<Exscan>());
  add(gather_knomial(), gather_flat(), gather_bine());
  add(scatter_knomial(), scatter_flat(), scatter_bine());
  add(allgather_bruck(), allgather_ring(), allgather_torus(), allgather_bucket(), allgather_swing(),
      allgather_hamiltonian(), allgather_ternary(), allgather_bine(), allgather_recursive_doubling());
  add(allreduce_recursive_doubling(), allreduce_rabenseifner(), allreduce_ring(), allreduce_torus(),
      allreduce_bucket(), allreduce_bucket_dimensions(), allreduce_bucket_unaligned(), allreduce_swing(),
      allreduce_swing_latency(), allreduce_torus_halving(), allreduce_torus_doubling(), allreduce_hamiltonian(),
      allreduce_ternary(), allreduce_ternary_latency(), allreduce_disjoint_trees(), allreduce_bruck(),
      allreduce_bine());
  add(reduce_scatter_pairwise(), reduce_scatter_recursive_halving(), reduce_scatter_ring(),
      reduce_scatter_torus(), reduce_scatter_bucket(), reduce_scatter_swing(), reduce_scatter_hamiltonian(),
      reduce_scatter_ternary(), reduce_scatter_bruck(), reduce_scatter_bine());
  add(shift_direct(), shift_torus(), shift_neighbours());
  add(barrier_dissemination(), barrier_tree());
  add(pingpong_direct(), bandwidth_direct(), bibandwidth_direct(), sendrecv_direct(), multi_pair_direct(),
      bisection_direct());
  return table;
}

const Catalogue& builtin_catalogue() {
  static const Catalogue table = catalogue();
  return table;
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

// One line per operation.
#define TORUSCOPE_OPERATION(Entry)     \
  template void Catalogue::add(Entry); \
  template const Entry& choose(const std::vector<Entry>&, std::string_view, const Case&);
TORUSCOPE_OPERATION(Alltoall)
TORUSCOPE_OPERATION(Alltoallv)
TORUSCOPE_OPERATION(Broadcast)
TORUSCOPE_OPERATION(Reduce)
TORUSCOPE_OPERATION(Barrier)
TORUSCOPE_OPERATION(Scan)
TORUSCOPE_OPERATION(Exscan)
TORUSCOPE_OPERATION(Gather)
TORUSCOPE_OPERATION(Scatter)
TORUSCOPE_OPERATION(Allgather)
TORUSCOPE_OPERATION(Allreduce)
TORUSCOPE_OPERATION(ReduceScatter)
TORUSCOPE_OPERATION(Shift)
TORUSCOPE_OPERATION(Pingpong)
TORUSCOPE_OPERATION(Bandwidth)
TORUSCOPE_OPERATION(Bibandwidth)
TORUSCOPE_OPERATION(Sendrecv)
TORUSCOPE_OPERATION(MultiPair)
TORUSCOPE_OPERATION(Bisection)
#undef TORUSCOPE_OPERATION

}  // namespace toruscope
