// SPDX-License-Identifier: Apache-2.0
// Prefix computation (scan) and its exclusive form, each by seven algorithms.
//
// a                    Algorithm A: one value on each of n PEs, the messages of scan/network.hpp
//                      with the machine's k and lambda; c is the result, e the exclusive one.
//                      n = 10, k = 2, lambda = 3: 6 steps.
// b                    Algorithm B: any number of values on each of p PEs: combine one's own, run
//                      A's messages on the totals, then put the prefix in front of each value.
//                      n = 80, p = 10: 6 steps.
// recursive_doubling   B with lambda = 1: ceil(log_{k+1} p) rounds, PE i to i + t (k+1)^r.
// chain                B, but PE i waits for PE i-1's prefix: p - 1 messages, the fewest.
// pipelined_chain      chain with long values in parts (shapes/pipeline.hpp): all PEs work at once.
// pipelined_tree       B, in parts up and down a binary tree (scan/pipelined_tree.hpp): about 2
//                      log2 p, not p, steps to fill.
// up_down              B, but totals go up and down a tree (scan/up_down.hpp): about 2p messages.
//
// Invariant  A PE's window is an interval of ranks that ends with itself, and what it takes in is
//            its neighbour, so `left op right` keeps rank order, and needs no identity.
// Parts      A value of several elements goes in parts of --segment bytes (a, b: in one piece by
//            default; pipelined_*: of the best size); the other algorithms send it in one piece.
// Volume     one value per message, never more.       Any p, n, k, topology (a: n = p). The
//            exclusive form takes no further step; the first value of all stays as it was.
// Source     Lin, Yeh, parallel prefix in the k-port postal model: Theorem 1, Algorithms A and B
//            (with s_i = i q + min(i, r) for the printed iq, n = p q + r). Doubling: Hillis,
//            Steele, Comm. ACM 29(12), 1986; chain: Ladner, Fischer, J. ACM 27(4), 1980.

#include "collectives/scan/network.hpp"
#include "collectives/scan/prefix.hpp"
#include "collectives/scan/scan_cost.hpp"
#include "collectives/scan/up_down.hpp"
#include "collectives/shapes/pipeline.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace toruscope::collectives {

namespace {

template <class Entry>
constexpr bool kIsExclusive = std::is_same_v<Entry, Exscan>;

/// Parts of --segment bytes, for algorithms without a best size of their own.
Segments asked_for(const Communicator&, const Combine& op) {
  return {op.value_bytes(), op.element, op.segment};
}
Segments in_one_piece(const Communicator&, const Combine& op) {
  return {op.value_bytes(), op.element, 0};
}
Segments along_the_chain(const Communicator& comm, const Combine& op) {
  return best_segments(comm.costs(), comm.size(), op.value_bytes(), op.element, op.segment);
}

/// Algorithm A's messages of `bytes` bytes.
PrefixNetwork network_of(const Communicator& comm, std::size_t bytes) {
  const Postal machine = postal(comm, bytes);
  // Caps lambda at p, from where nobody relays: all send first, and receive afterwards.
  return {comm.size(), machine.k, std::min(machine.lambda(), comm.size())};
}

Case case_of_run(const Communicator& comm, const Combine& op) {
  Case c = case_of(comm, op.value_bytes(), 0, op.element);
  c.segment = op.segment;
  return c;
}

Segments along_the_tree(const Communicator& comm, const Combine& op) {
  return collectives::along_the_tree(case_of_run(comm, op));
}

using Parts = std::span<Prefix>;
/// Turns the PEs' totals, in parts, into the prefix before each.
using Between = void (*)(Communicator& comm, Parts parts, std::size_t longest);
using Cut = Segments (*)(const Communicator& comm, const Combine& op);

/// Runs Algorithm B, with any messages between.
template <bool is_exclusive, Between between, Cut cut>
void run_b(Communicator& comm, std::span<std::byte> data, const Combine& op) {
  if (op.value_bytes() != 0 && data.size() % op.value_bytes() != 0)
    comm.fail("scan: " + std::to_string(data.size()) + " bytes are no whole number of values of " +
              std::to_string(op.value_bytes()));
  const Segments segments = cut(comm, op);
  const Buffer total = total_of(comm, data, op);
  std::vector<Prefix> parts;
  for (std::size_t i = 0; i < segments.count(); ++i)
    parts.emplace_back(Buffer(segments.of(std::span<const std::byte>(total), i)), segments.size(i), op);
  between(comm, parts, segments.longest);
  Buffer before;
  for (const Prefix& part : parts) before.append(part.before());
  finish_run(comm, data, std::move(before), op, is_exclusive);
}

void by_network(Communicator& comm, Parts parts, std::size_t longest) {
  network_of(comm, longest).run(comm, parts);
}
void by_doubling(Communicator& comm, Parts parts, std::size_t) {
  PrefixNetwork(comm.size(), comm.ports(), 1).run(comm, parts);
}
void by_chain(Communicator& comm, Parts parts, std::size_t) {
  for (Prefix& part : parts) {
    if (comm.rank() > 0) part.absorb(comm, comm.recv<Buffer>(comm.rank() - 1));
    if (comm.rank() + 1 < comm.size()) comm.send(comm.rank() + 1, part.window());
  }
}
void by_tree(Communicator& comm, Parts parts, std::size_t longest) {
  tree_of(case_of(comm, longest))->run(comm, parts);
}
void by_sweep(Communicator& comm, Parts parts, std::size_t) {
  for (Prefix& part : parts) sweep_up_and_down(comm, part);
}

/// Runs Algorithm A. Its precondition has promised one value on each PE.
template <bool is_exclusive>
void run_a(Communicator& comm, std::span<std::byte> data, const Combine& op) {
  if (data.size() != op.value_bytes())
    comm.fail("scan/a: needs one value of " + std::to_string(op.value_bytes()) + " bytes on each PE, got " +
              std::to_string(data.size()) + " bytes; use b");
  run_b<is_exclusive, by_network, asked_for>(comm, data, op);
}

std::optional<std::string> refuses_runs(const Case& c) {
  if (c.values && *c.values == c.p) return std::nullopt;
  return c.values
             ? "needs one value on each PE, got " + std::to_string(*c.values) + " on " + std::to_string(c.p)
             : std::string("needs one value on each PE, got runs of values");
}

/// Refuses parts: the algorithm sends every value whole.
std::optional<std::string> refuses_parts(const Case& c) {
  if (c.segment == 0) return std::nullopt;
  return "sends its values whole, parts of " + std::to_string(c.segment) +
         " bytes have no effect; ask for none";
}

/// Refuses fewer than 3 strict ports: messages of an algorithm that sends at once may meet at one.
std::optional<std::string> refuses_few_strict_ports(const Case& c) {
  if (c.parameters.port_policy != PortPolicy::strict || ports_of(c) >= 3 || c.p < 3) return std::nullopt;
  return "its messages wait for ports, which policy strict forbids; needs 3 ports, or policy queue";
}

constexpr const char* kLinYeh = "Lin, Yeh, parallel prefix in the k-port postal model, ";
constexpr const char* kSteps =
    "lambda whole: j = min { j : G(j) >= p } steps, G(j) = G(j-1) + k G(j-lambda); s parts, lambda <= 3: s "
    "(j-lambda+1) + lambda-1; lambda = 1: ceil(log_{k+1} p) (ts + m tw)";

template <Between between, Cut cut, class Entry>
void claim_totals(Entry& entry) {
  entry.restrictions = "none";
  if constexpr (cut == in_one_piece) {
    entry.restrictions = "values whole: no segment";
    entry.refusal = refuses_parts;
  }
  entry.run = run_b<kIsExclusive<Entry>, between, cut>;
}

template <class Entry>
void describe_a(Entry& entry) {
  entry.summary = "windows of PEs grow as fast as the ports and lambda allow: Algorithm A";
  entry.restrictions = "one value on each PE";
  entry.formula = kSteps;
  entry.source = kLinYeh + std::string("Theorem 1 and Algorithm A");
  entry.refusal = refuses_runs;
  entry.predicted = postal_prefix_cost;
  entry.estimated = postal_prefix_estimate;
  entry.run = run_a<kIsExclusive<Entry>>;
}

template <class Entry>
void describe_b(Entry& entry) {
  claim_totals<by_network, asked_for>(entry);
  entry.summary = "the PEs' totals by the messages of Algorithm A, then each PE's values: Algorithm B";
  entry.formula = kSteps;
  entry.source = kLinYeh + std::string("Theorem 1 and Algorithm B");
  entry.predicted = postal_prefix_cost;
  entry.estimated = postal_prefix_estimate;
}

template <class Entry>
void describe_recursive_doubling(Entry& entry) {
  claim_totals<by_doubling, in_one_piece>(entry);
  entry.summary = "in round r PE i tells the k PEs t (k+1)^r further on";
  entry.formula = "ceil(log_{k+1} p) (ts + m tw)";
  entry.source =
      "Hillis, Steele, Data Parallel Algorithms, Comm. ACM 29(12), 1986; k ports: Lin, Yeh, lambda = 1";
  entry.predicted = [](const Case& c) { return is_dense(c) ? knomial_cost(c, false) : std::nullopt; };
  entry.estimated = [](const Case& c) { return network_estimate(c, 1); };
}

template <class Entry>
void describe_chain(Entry& entry) {
  claim_totals<by_chain, in_one_piece>(entry);
  entry.summary = "each PE waits for the prefix of the one before it";
  entry.formula = "(p-1) (ts + m tw), p - 1 messages in all";
  entry.source = "Ladner, Fischer, Parallel Prefix Computation, J. ACM 27(4), 1980 (the serial circuit)";
  entry.predicted = chain_cost;
  entry.conflict_free = no_conflicts_on_rings();
  entry.estimated = chain_estimate;
}

template <class Entry>
void describe_pipelined_chain(Entry& entry) {
  claim_totals<by_chain, along_the_chain>(entry);
  entry.summary = "the chain, part after part of a long value: all PEs are at work at once";
  entry.formula = "(s+p-2) ts + (1 + (p-2)/s) m tw, s parts: those asked for, or about sqrt((p-2) m tw/ts)";
  entry.source =
      "after Ladner, Fischer, J. ACM 27(4), 1980; best size of a part: Johnsson, Ho, IEEE Trans. Computers "
      "38(9), 1989";
  entry.conflict_free = no_conflicts_on_rings();
  entry.predicted = pipelined_cost;
  entry.estimated = pipelined_estimate;
}

template <class Entry>
void describe_pipelined_tree(Entry& entry) {
  claim_totals<by_tree, along_the_tree>(entry);
  entry.summary = "part after part of a long value up and down a binary tree of the PEs in order";
  entry.formula =
      "k >= 3, lambda whole, p > 2: T + s - 1 steps, s parts, T = lambda (floor(log2 p) + floor(log2 "
      "floor((p-1)/2)) + 1)";
  entry.restrictions = "3 ports where the rule is strict";
  entry.refusal = refuses_few_strict_ports;
  entry.source = "after Brent, Kung, IEEE Trans. Computers C-31(3), 1982; Sanders, Traff, EuroPVM/MPI 2006";
  entry.predicted = pipelined_tree_cost;
  entry.estimated = pipelined_tree_estimate;
}

template <class Entry>
void describe_up_down(Entry& entry) {
  claim_totals<by_sweep, in_one_piece>(entry);
  entry.summary = "windows go up a binary tree of the PEs, prefixes down: about 2p messages";
  entry.formula =
      "levels (ts + m tw), floor(log2 p) + floor(log2 p/3) + 1 of them for p > 2; p = 2^d, d > 1, k > 1: "
      "2 d - 2";
  entry.source =
      "Brent, Kung, IEEE Trans. Computers C-31(3), 1982; Blelloch, IEEE Trans. Computers 38(11), 1989";
  entry.predicted = up_down_cost;
  entry.estimated = up_down_estimate;
}

}  // namespace

void a(Scan& entry) {
  describe_a(entry);
}
void a(Exscan& entry) {
  describe_a(entry);
}
void b(Scan& entry) {
  describe_b(entry);
}
void b(Exscan& entry) {
  describe_b(entry);
}
void recursive_doubling(Scan& entry) {
  describe_recursive_doubling(entry);
}
void recursive_doubling(Exscan& entry) {
  describe_recursive_doubling(entry);
}
void chain(Scan& entry) {
  describe_chain(entry);
}
void chain(Exscan& entry) {
  describe_chain(entry);
}
void pipelined_chain(Scan& entry) {
  describe_pipelined_chain(entry);
}
void pipelined_chain(Exscan& entry) {
  describe_pipelined_chain(entry);
}
void pipelined_tree(Scan& entry) {
  describe_pipelined_tree(entry);
}
void pipelined_tree(Exscan& entry) {
  describe_pipelined_tree(entry);
}
void up_down(Scan& entry) {
  describe_up_down(entry);
}
void up_down(Exscan& entry) {
  describe_up_down(entry);
}

}  // namespace toruscope::collectives
