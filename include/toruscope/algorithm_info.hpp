// SPDX-License-Identifier: Apache-2.0
// Description of an algorithm: claims, case, prediction, bound, and the traits of its operation.
//
// Link        toruscope::collectives

#pragma once

#include <toruscope/communicator.hpp>
#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace toruscope {

/// Synchronisation by an algorithm itself, which its formula and "0 link conflicts" assume.
enum class Synchronisation { none, stage, round };
std::string to_string(Synchronisation synchronisation);

/// Blocks of different sizes: sums over all of them, without those that a PE has for itself.
struct BlockSizes {
  std::int64_t most_sent = 0;             ///< bytes, by one PE
  std::int64_t most_received = 0;         ///< bytes, by one PE
  int most_destinations = 0;              ///< most PEs that one PE has bytes for
  int most_sources = 0;                   ///< most PEs that have bytes for one PE
  std::int64_t farthest = 0;              ///< links on the longest way of a block that is not empty
  std::vector<std::int64_t> byte_hops{};  ///< bytes times links of all blocks, by dimension

  friend bool operator==(const BlockSizes&, const BlockSizes&) = default;  ///< member by member
};

/// Point-to-point benchmarks: what is known of the pairs of PEs that send to each other.
struct Pairs {
  Rank partner = 0;         ///< one pair: the PE that the root sends to
  std::int64_t window = 1;  ///< windows: messages that a PE sends without waiting for any of them
  std::int64_t links = 0;   ///< links on the longest way of a message, 0 where there is no pair

  friend bool operator==(const Pairs&, const Pairs&) = default;  ///< member by member
};

/// A question to preconditions, predictions and bounds: what is to be moved, on which machine.
struct Case {
  std::vector<int> sides;  ///< the communicator's grid
  bool is_torus = false;   ///< wrap-around links, too: the grid is a torus
  bool is_mesh = false;    ///< neighbours in the grid are linked: a torus is a mesh too
  /// Failed or differing links, costs by size, or is_embedded: no formula holds.
  bool is_altered = false;
  bool is_embedded = false;  ///< the grid's neighbours need not be linked
  /// Links in each direction between two halves of the PEs that are no torus. 0: not known.
  int cut = 0;
  bool is_complete = false;  ///< every pair of PEs has a private link
  int p = 0;                 ///< PEs
  std::size_t bytes = 0;     ///< m: a block, the vector, or a value, by operation; barrier: 0
  std::size_t element = 1;   ///< bytes of one value, where values are combined
  Rank root = 0;             ///< root of the operation, if it has one
  /// scan, exscan: values in all, dealt to the PEs in rank order, n mod p PEs having one more.
  /// Nothing if each PE has a number of its own.
  std::optional<std::int64_t> values{};
  int distance = 0;                   ///< shift: by so many ranks, 0 .. p-1
  std::size_t segment = 0;            ///< bytes of a part, where values go in parts; 0: the best
  bool commutative = true;            ///< the operator commutes, as a sum does
  bool exact = true;                  ///< every grouping gives the same bits, as for integers
  std::optional<BlockSizes> sizes{};  ///< where sizes differ, if known; never in a PE's own call
  std::optional<Pairs> pairs{};       ///< pairs of a point-to-point benchmark
  Parameters parameters;              ///< the machine, as described
  Costs costs;                        ///< the machine's costs in ticks
  TopologyPtr network{};              ///< of all PEs, if sides do not determine links and costs

  friend bool operator==(const Case&, const Case&) = default;  ///< member by member
};

/// The case of a communicator as it is.
Case case_of(const Communicator& comm, std::size_t bytes, Rank root = 0, std::size_t element = 1);
/// The case of a whole machine.
Case case_of(const Topology& topology, const Parameters& parameters, std::size_t bytes, Rank root = 0,
             std::size_t element = 1);

/// Count of something on the critical path; nothing where it costs nothing and is not known.
using Count = std::optional<std::int64_t>;
namespace detail {
inline Count sum(const Count& a, const Count& b) {
  return a && b ? Count(*a + *b) : std::nullopt;
}
inline Count product(std::int64_t times, const Count& count) {
  return count ? Count(times * *count) : std::nullopt;
}
}  // namespace detail

/// A closed expression from the source, evaluated. It calls no schedule.
struct Prediction {
  Count startups = 0;  ///< times ts
  Count bytes = 0;     ///< times tw
  Count hops = 0;      ///< times th
  Ticks ticks;         ///< the predicted T
};

/// A lower bound; ticks is the larger of the startup and volume bounds, or their sum if proven.
struct Bound {
  /// Part of the ticks that are startups and bytes in turn. The rest, if any, is latency, of the
  /// message or last byte waited for, and gaps. Without startups the latency has one.
  struct Counted {
    std::int64_t startups = 0;  ///< times ts
    std::int64_t bytes = 0;     ///< times tw, through one port or link

    friend bool operator==(const Counted&, const Counted&) = default;  ///< member by member
  };

  std::int64_t startups = 0;  ///< least number on the critical path
  std::int64_t bytes = 0;     ///< least number on the critical path
  Ticks ticks;                ///< the lower bound of T
  std::string source;         ///< the reason: authors, year, theorem
  Counted counted{};          ///< the startups and bytes in `ticks`
};

/// Claim that no message finds a link of its route taken.
struct NoConflicts {
  std::string where = "on a complete graph";  ///< in words
  std::function<bool(const Case&)> holds;     ///< left out: if each pair has a private link
};
inline NoConflicts never_in_conflict() {
  return {"always", [](const Case&) { return true; }};
}

/// Part that all algorithms have in common.
struct AlgorithmInfo {
  std::string name;          ///< name on the command line
  std::string summary;       ///< summary, in one sentence
  std::string restrictions;  ///< "none", or what the precondition asks for, in words
  std::string formula;       ///< "(ceil(p/4)+1) ts + (floor(p^2/8)+p/2) m tw", or empty
  std::string source;        ///< authors, venue, year, section
  Synchronisation synchronisation = Synchronisation::none;          ///< by the algorithm itself
  std::function<Synchronisation(const Case&)> synchronisation_for;  ///< by case, if it differs
  /// Cases of 0 link conflicts on meshes and tori, if sends are direct, do not wait for receptions,
  /// and are not stored on their way. It is held to it there, and wherever all links are private.
  NoConflicts conflict_free;
  /// True: its messages, and their contents, depend on no cost, no clock and no order of arrivals.
  /// A sweep over costs then checks the data once. Those of the tables have it unless they say
  /// otherwise.
  bool ignores_costs = false;
  /// Reason why the algorithm cannot do this case, as a sentence; nothing if it can.
  std::function<std::optional<std::string>(const Case&)> refusal;
  /// The formula; nothing unless all its premises hold.
  std::function<std::optional<Prediction>(const Case&)> predicted;
  /// Bytes that are combined on the critical path, each gamma: added to the formula, exact where it
  /// holds, and to the estimate. Left out: no formula of a reduction holds on a machine with gamma.
  std::function<std::optional<std::int64_t>(const Case&)> combined;
  /// Estimate of its time elsewhere (toruscope/estimate.hpp). Left out: by the formula's counts, if
  /// it has them for one port, direct injection and no gap.
  std::function<std::optional<Ticks>(const Case&)> estimated;
};

/// The synchronisation that the algorithm performs for this case.
Synchronisation synchronisation_of(const AlgorithmInfo& algorithm, const Case& c);

/// An associative operator on elements of a fixed size. combine(left, right, into, n) sets
/// into[i] = left[i] op right[i] for n elements; into may be left or right. Unless it commutes,
/// left must come from ranks below right's and next to them.
struct Combine {
  std::size_t element = 1;   ///< bytes of one element
  bool commutative = false;  ///< left and right may be exchanged
  /// The operator.
  std::function<void(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n)> combine;
  /// scan, exscan: elements in one value, combined one by one; several may be sent in parts.
  std::size_t per_value = 1;
  std::size_t segment = 0;  ///< bytes of such a part; 0: what is best for the machine
  bool exact = false;       ///< the result has the same bits for every grouping, as integers' has

  [[nodiscard]] std::size_t value_bytes() const { return element * per_value; }  ///< of one value
};

/// Meaning of an operation's m; with `values` their number is a second one. `message`: of a pair.
enum class Moves { nothing, blocks, vector, values, message };

/// Traits that all algorithms of an operation share.
struct OperationTraits {
  const char* name = "";         ///< name on the command line
  Moves moves = Moves::nothing;  ///< meaning of m
  bool has_root = false;         ///< a PE has, or gets, all data
  bool combines = false;         ///< true: values are combined by an operator
  bool sizes_differ = false;     ///< block sizes differ, so no formula of m holds
  bool gathers = false;          ///< sizes differ: a PE has one block, for the root or for all
  bool has_distance = false;     ///< shift: by how many ranks
  bool has_parts = false;        ///< its data may be sent in parts of a size that is asked for
  bool meets_all = false;        ///< true: in some of its algorithms each PE sends to each other
  // Traits of point-to-point benchmarks (Moves::message).
  bool has_partner = false;       ///< true: the partner may be chosen
  bool has_window = false;        ///< true: a PE has several messages under way
  bool counts_both_ways = false;  ///< its bandwidth counts what a PE sends and what it receives
  bool is_chain = false;          ///< each PE sends to the next; else two halves are partners
  int trips = 1;                  ///< messages in turn; latency, and bandwidth's time: T / trips
};

}  // namespace toruscope
