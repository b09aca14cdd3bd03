// SPDX-License-Identifier: Apache-2.0

#include "cli/process/computer.hpp"
#include "cli/runs/workload.hpp"
#include "collectives/shapes/value_blocks.hpp"
#include "collectives/stamps.hpp"
#include "runtime/model/port_rules.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

namespace toruscope::cli {

namespace {

/// Whether an algorithm cuts a vector into p blocks, of one value at least each: short vectors grow
/// to p values on each PE.
enum class Cut { none, values, bytes };

/// What a share of the copies depends on: the number of PEs, or the longest side. nested: the
/// longest side less one, where dimensions keep what those before left them. power, powers: only
/// PEs within the largest power of two, of PEs or of each side, have working copies; the others
/// `part` of them. ternary: the largest share of a side that one round brings by threes. tree: PEs
/// of a tree in which each gets k children a round, so that doublings count k + 1 times as many.
enum class Of { pes, side, nested, power, powers, ternary, tree };

constexpr std::size_t kNumber = 4;
/// Bytes for each block whose size is its own, where all PEs share the list of sizes: places, and
/// what is passed on; places alone.
constexpr std::size_t kOneList = 45;
constexpr std::size_t kOneShortList = 12;

/// The peak of some algorithms of an operation, in copies of its data (Operation::held): what PEs
/// give and get, working copies, messages under way, what the check compares with. There are
/// copies + part / n + doubling log2 n of them.
struct Holding {
  std::string_view operation;
  std::string_view algorithms;  ///< their names, between spaces; empty: all others
  double copies;
  Of n = Of::pes;
  double part = 0;
  double doubling = 0;
  Cut cut = Cut::none;
  double pooled = 0;       ///< of the copies: bodies of messages that were taken, up to kPooled
  std::size_t number = 0;  ///< bytes of lists with a number for each block, on each PE
  /// In place of `copies` if data are sent in parts whose size was asked for; 0: the same.
  double in_parts = 0;
  /// Copies of the PEs, k of k + 1, that get their data in the last round of a tree.
  double leaves = 0;
  double side_by_side = 0;  ///< copies more with two workers or more
};

// Measured by `verify` on 16 to 4,096 PEs, 64 to 300 MiB; docs/performance.md, "Memory".
constexpr Holding kHoldings[] = {
    {"alltoall", "ar1", 3.25, Of::pes, 0, 0.1},
    {"alltoall", "two_way_ring", 3.2, Of::pes, 0, 0.05},
    {"alltoall", "ar1o_1 ar1o_2 ar1o_3", 3.6, Of::pes, 0, 0.09},
    {"alltoall", "at2 mtk ptk", 1.85, Of::side, 0, 0.33},
    {"alltoall", "suh_shin", 2.2, Of::side, 0, 0.15},
    {"alltoall", "row_column", 2.12, Of::side, 0, 0.345},
    {"alltoall", "gt", 2.25, Of::side, 0, 0.36},
    {"alltoall", "suh_yalamanchili", 3.45, Of::side, 0, 0.12},
    {"alltoall", "bruck bruck_4 bruck_8", 3.45},
    {"alltoall", "bine", 4.0},
    {"alltoall", "rotating", 4.15, Of::side, -2.2},
    {"alltoall", "", 2.05},
    {"alltoallv", "direct", 2.05},
    {"alltoallv", "bruck ar1 two_way_ring", 2.85, Of::pes, 0, 0.04},
    {"alltoallv", "row_column", 2.95, Of::pes, 0, 0.05},
    {"alltoallv", "", 2.7, Of::pes, 0, 0.11},
    {"gatherv", "knomial", 2.85},
    {"gatherv", "", 3.0},
    {"scatterv", "flat", 2.1, Of::pes, 0, 0, Cut::none, 0, 0, 0, 0, 0.36},
    {"scatterv", "", 2.35},
    {"allgatherv", "ring", 1.0, Of::pes, 2, 0, Cut::none, 0, kOneList},
    {"allgatherv", "direct", 1.12, Of::pes, 0, 0, Cut::none, 0, kOneShortList, 0, 0, 0.08},
    {"allgatherv", "", 2.0},
    {"reduce_scatterv", "pairwise", 1.0, Of::pes, 5, 0, Cut::none, 0, kOneList, 0, 0, 0.04},
    {"reduce_scatterv", "ring", 1.0, Of::pes, 3, 0, Cut::none, 0, kOneList},
    {"broadcast", "scatter_allgather", 3.8, Of::pes, 0, 0, Cut::bytes},
    {"broadcast", "scatter_ring_allgather", 2.0, Of::pes, 4.5, 0, Cut::bytes},
    {"broadcast", "bine_scatter_allgather", 2.7, Of::pes, 0, 0, Cut::bytes, 0, kNumber},
    {"broadcast", "pipelined_torus", 1.0, Of::side, 1.2},
    {"broadcast", "pipelined_chain disjoint_trees one_port_trees", 1.0},
    {"broadcast", "flat", 1.95},
    {"broadcast", "knomial", 1.0, Of::pes, 0.5, 0, Cut::none, 0, 0, 0, 0.8},
    {"broadcast", "", 1.38, Of::pes, -0.7},
    {"reduce", "halving_gather", 4.5, Of::pes, 0, 0, Cut::values},
    {"reduce", "pairwise_gather", 2.0, Of::pes, 5, 0, Cut::values},
    {"reduce", "bine_scatter_gather", 3.0, Of::pes, 0, 0, Cut::values, 0, kNumber},
    {"reduce", "bine", 2.0, Of::pes, 2, 0, Cut::values},
    {"reduce", "flat", 2.1, Of::pes, 0, 0, Cut::none, 1},
    {"reduce", "pipelined_chain disjoint_trees one_port_trees", 2.05},
    {"reduce", "", 1.2, Of::pes, 1.7},
    {"scan", "a b", 7.9, Of::pes, 0, 0, Cut::none, 0, 0, 5.25},
    {"scan", "recursive_doubling", 6.9},
    {"scan", "chain", 4.0},
    {"scan", "pipelined_chain", 4.7},
    {"scan", "", 4.8},
    {"scatter", "knomial", 2.3, Of::tree, 0, 0.53},
    {"scatter", "bine", 2.3, Of::pes, 0, 0.53},
    {"scatter", "", 2.18},
    {"gather", "knomial", 3.3, Of::tree, 0, 0.485},
    {"gather", "bine", 3.4, Of::pes, 0, 0.49},
    {"gather", "", 2.0},
    {"allgather", "bruck", 2.95},
    {"allgather", "ring hamiltonian", 1.0, Of::pes, 2},
    {"allgather", "torus", 2.0, Of::side, 2.5},
    {"allgather", "bucket", 1.0, Of::side, 2.3},
    {"allgather", "ternary", 0.72, Of::ternary, 2.05, 0, Cut::none, 0, kNumber},
    {"allgather", "bine", 2.0, Of::pes, 0, 0, Cut::none, 0, kNumber},
    {"allgather", "", 2.0},
    {"allreduce", "ring hamiltonian", 2.0, Of::pes, 2.5, 0, Cut::values},
    {"allreduce", "torus", 2.08, Of::nested, 2.19},
    {"allreduce", "bucket bucket_dimensions bucket_unaligned", 2.0, Of::side, 2.5, 0, Cut::values},
    {"allreduce", "disjoint_trees", 2.05},
    {"allreduce", "bruck", 4.3, Of::pes, 0, 0, Cut::values},
    {"allreduce", "ternary_latency", 5.1},
    {"allreduce", "bine", 3.05, Of::pes, 0, 0, Cut::values, 0, kNumber},
    {"allreduce", "ternary", 1.5, Of::ternary, 2.8, 0, Cut::values, 0, kNumber},
    {"allreduce", "swing torus_halving", 3.05, Of::pes, 0, 0, Cut::values, 0, 1},
    {"allreduce", "recursive_doubling rabenseifner", 3.03, Of::power, 1},
    {"allreduce", "torus_doubling swing_latency", 3.08, Of::powers, 1.9},
    {"allreduce", "", 3.03},
    {"reduce_scatter", "pairwise", 1.0, Of::pes, 5},
    {"reduce_scatter", "ring", 1.0, Of::pes, 3},
    {"reduce_scatter", "hamiltonian", 2.0, Of::pes, 4},
    {"reduce_scatter", "bucket", 2.0, Of::side, 2.5},
    {"reduce_scatter", "torus", 3.0, Of::side, 2.5},
    {"reduce_scatter", "recursive_halving", 3.4},
    {"reduce_scatter", "bruck", 3.25},
    {"reduce_scatter", "bine", 3.0, Of::pes, 0, 0, Cut::none, 0, kNumber},
    {"reduce_scatter", "ternary", 1.53, Of::ternary, 2.5, 0, Cut::none, 0, kNumber},
    {"reduce_scatter", "", 3.03},
    {"shift", "", 2.03},
    {"sendrecv", "", 3.05},
    {"bisection", "", 3.0},
    {"pingpong", "", 2.5},
    {"bandwidth", "", 1.0},
    {"bibandwidth", "", 2.0},
    {"multi_pair", "", 1.0},
};
/// Copies where messages between neighbours are there at once, in place of those above: a worker's
/// PEs end one after the other as far as they need nothing from those that follow. Copies of a PE's
/// data, all together:
///   share * usual + each * p + few * w + doubling * log2 p + others * p (w - 1) / w.
/// The last term counts the PEs of all workers but the first; in the code all but `usual` is
/// divided by p.
struct AmongNeighbours {
  std::string_view operation, algorithms;
  double share, others;
  double each = 0;
  double few = 0;
  double doubling = 0;
};
// Measured on complete graphs of 16 to 400 PEs.
constexpr AmongNeighbours kAmongNeighbours[] = {
    {"broadcast", "recursive_doubling torus_recursive_doubling knomial postal rotation_doubling xor_doubling",
     0, 1.28, 0, 0.9, 1},
    {"broadcast", "bine_scatter_allgather", 0.845, 0.43},
    {"broadcast", "pipelined_chain", 0, 1, 0, 2},
    {"broadcast", "flat", 0.505, 1},
    {"broadcast", "bine", 0.64, 0.4},
    {"reduce", "halving_gather", 0.86, 0.27},
    {"reduce", "bine", 0.76, 0},
    {"scan", "a b", 0.32, 6},
    {"scan", "recursive_doubling", 0.3, 5.5},
    {"scan", "chain", 0.265, 3},
    {"scan", "pipelined_chain", 0.235, 4},
    {"scan", "up_down", 0.235, 3.8},
    {"scatter", "knomial", 0, 4.6, 2.96},
    {"scatter", "bine", 0.71, 2.7},
    {"scatter", "flat", 0.915, 1},
    {"gather", "bine", 0.845, 2.3},
    {"allgather", "recursive_doubling", 0.57, 1.1},
    {"allgather", "bine", 0.81, 0},
    {"allreduce", "rabenseifner", 0.81, 0},
    {"allreduce", "bruck", 0.86, 1},
    {"reduce_scatter", "recursive_halving", 0.84, 0.3},
    {"reduce_scatter", "bruck", 0.785, 0.55},
    {"shift", "", 0, 0, 0, 4},
    {"sendrecv", "", 0, 0, 0, 6},
    {"bisection", "", 0.51, 2.9},
};
/// Bytes for each block whose size is its own: sizes and places at both ends; where others pass it
/// on, its way, and its head in a message.
constexpr std::size_t kPerBlock = 49;
constexpr std::size_t kPerBlockPassedOn = 75;
constexpr std::size_t kPerBlockInMessage = 24;
constexpr std::size_t kPooled = std::size_t{64} << 20U;  // of a size
constexpr Holding kUsual{"", "", 4};

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const bool begins = at == 0 || words[at - 1] == ' ';
    const std::size_t end = at + word.size();
    if (begins && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

/// The line of the algorithm; null if there is none.
template <class Line>
const Line* line_of(std::span<const Line> lines, std::string_view operation, std::string_view algorithm) {
  const std::string_view table = operation == "exscan" ? "scan" : operation;
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const Line& line) {
    return line.operation == table && (line.algorithms.empty() || has_word(line.algorithms, algorithm));
  });
  return found == lines.end() ? nullptr : &*found;
}

/// Copies by the line of kAmongNeighbours, if there is one and messages are there at once.
std::optional<double> copies_among_neighbours(const collectives::Operation& operation,
                                              std::string_view algorithm, const Topology& topology,
                                              const Workload& workload, int workers, double usual) {
  constexpr int kFew = 4;
  if (workers == 0 || topology.pes() < kFew) return std::nullopt;
  const AmongNeighbours* line =
      line_of(std::span<const AmongNeighbours>(kAmongNeighbours), operation.name, algorithm);
  if (line == nullptr) return std::nullopt;
  const double p = topology.pes();
  const double w = std::min(p, static_cast<double>(workers));
  // PEs that begin first wait for others: those below a root, and below a distance with messages.
  const bool goes_down = operation.name == "broadcast" || operation.name == "scatter";
  const auto distance = static_cast<int>(workload.distance % topology.pes());
  const double waiting = goes_down                       ? workload.root / p
                         : operation.traits.has_distance ? 2 * (distance - 1 + (distance < 0 ? p : 0)) / p
                                                         : 0;
  return line->share * usual + line->each + waiting + line->others * (w - 1) / w +
         (line->few * w + line->doubling * std::log2(p)) / p;
}

/// The largest share of a side that one round of a ternary pattern brings: 3^i places become
/// 3^(i+1), or all.
double largest_ternary_share(int side) {
  int most = 0;
  for (int places = 1; places < side; places *= 3) most = std::max(most, std::min(3 * places, side) - places);
  return static_cast<double>(most) / side;
}

double copies_on(const Holding& holding, const Topology& topology, int ports) {
  const std::vector<int>& sides = topology.sides();
  if (holding.n == Of::tree)
    return holding.copies + holding.doubling * std::log2(topology.pes()) / std::log2(ports + 1);
  if (holding.n == Of::power || holding.n == Of::powers) {
    double share = 1;
    for (const int side : holding.n == Of::power ? std::vector{topology.pes()} : sides)
      share *= static_cast<double>(std::bit_floor(static_cast<unsigned>(side))) / side;
    return holding.part + (holding.copies - holding.part) * share;
  }
  const int longest = *std::max_element(sides.begin(), sides.end());
  if (holding.n == Of::ternary) return holding.copies + holding.part * largest_ternary_share(longest);
  const int n = holding.n == Of::pes      ? topology.pes()
                : holding.n == Of::nested ? std::max(1, longest - 1)
                                          : longest;
  return holding.copies + holding.part / n + holding.doubling * std::log2(n) +
         holding.leaves * ports / (ports + 1);
}

/// What a vector of so many bytes becomes.
std::size_t padded(const Holding& holding, std::size_t p, const Workload& workload) {
  if (holding.cut == Cut::none) return workload.bytes;
  const std::size_t element =
      holding.cut == Cut::bytes ? 1
                                : collectives::test_operator(workload.operands, workload.bytes).combine.element;
  return collectives::value_block(workload.bytes, element, static_cast<int>(p)) * p;
}

std::size_t times(double factor, std::size_t bytes) {
  constexpr std::size_t kShare = 1024;
  return saturating_product(bytes / kShare, static_cast<std::size_t>(std::lround(factor * kShare)));
}

}  // namespace

bool pads_short_vectors(const collectives::Operation& operation, std::string_view algorithm) {
  const Holding* line = line_of(std::span<const Holding>(kHoldings), operation.name, algorithm);
  return line != nullptr && line->cut != Cut::none;
}

std::size_t held_bytes(const collectives::Operation& operation, std::string_view algorithm,
                       const Topology& topology, const Workload& workload, Data data, Ports ports, int workers,
                       bool at_once) {
  const auto p = static_cast<std::size_t>(operation.traits.has_partner ? 2 : topology.pes());
  const Holding* line = line_of(std::span<const Holding>(kHoldings), operation.name, algorithm);
  Holding holding = line == nullptr ? kUsual : *line;
  if (holding.in_parts > 0 && workload.segment != 0 && workload.bytes > workload.segment)
    holding.copies = holding.in_parts;
  const bool is_scan = operation.traits.moves == Moves::values;
  const bool is_of_root = operation.traits.moves == Moves::blocks && operation.traits.has_root;
  const std::size_t units = is_scan ? p : operation.held(p, workload) / (is_of_root ? 2 : 1);
  const bool passes_on = algorithm != "direct";
  const std::size_t per_block =
      passes_on ? kPerBlockPassedOn + (data == Data::none ? 0 : kPerBlockInMessage) : kPerBlock;
  const bool has_own_lists = operation.traits.sizes_differ && holding.number == 0;
  const std::size_t lists =
      saturating_product(has_own_lists ? per_block : holding.number, has_own_lists ? units : p * p);
  if (data == Data::none) return lists;
  // All values of a scan are there twice, on their PEs and as prefixes of the check.
  const std::size_t values = workload.values ? static_cast<std::size_t>(*workload.values) : p;
  const std::size_t users = saturating_product(is_scan ? 2 * values : units, workload.bytes);
  const std::size_t working = saturating_product(units, padded(holding, p, workload));
  const double usual = copies_on(holding, topology, core::ports_each_way(ports, topology.pe_ports())) +
                       (workers > 1 ? holding.side_by_side : 0);
  if (const auto copies =
          copies_among_neighbours(operation, algorithm, topology, workload, at_once ? workers : 0, usual))
    return saturating_sum(lists,
                          times(*copies, is_scan ? saturating_product(values, workload.bytes) : working));
  const double copies = usual - holding.pooled - (is_scan ? 2 : 1);
  const std::size_t pooled = std::min(kPooled, times(holding.pooled, working));
  return saturating_sum(lists, saturating_sum(users, saturating_sum(pooled, times(copies, working))));
}

}  // namespace toruscope::cli
