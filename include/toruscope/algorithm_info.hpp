// SPDX-License-Identifier: Apache-2.0
// What an algorithm says of itself, and what is asked of it: the case, its prediction and bound, and the traits
// of its operation.

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

/// Which synchronisation an algorithm performs itself. Its formula and "0 link conflicts" are claimed under it.
enum class Synchronisation { none, stage, round };
std::string to_string(Synchronisation synchronisation);

/// alltoallv: what the sizes of all blocks come to, those that a PE has for itself left out.
struct BlockSizes {
  std::int64_t most_sent = 0;             ///< bytes, by one PE
  std::int64_t most_received = 0;         ///< bytes, by one PE
  int most_destinations = 0;              ///< of one PE: those that it has bytes for
  int most_sources = 0;                   ///< of one PE: those that have bytes for it
  std::int64_t farthest = 0;              ///< links on the longest way of a block that is not empty
  std::vector<std::int64_t> byte_hops{};  ///< by dimension: bytes times links, of all blocks

  friend bool operator==(const BlockSizes&, const BlockSizes&) = default;  ///< member by member
};

/// Point-to-point benchmarks: what is known of the pairs of PEs that send to each other.
struct Pairs {
  Rank partner = 0;         ///< of one pair: whom the root sends to
  std::int64_t window = 1;  ///< of windows: messages that a PE sends without waiting for any of them
  std::int64_t links = 0;   ///< on the longest way of a message, 0 where there is no pair

  friend bool operator==(const Pairs&, const Pairs&) = default;  ///< member by member
};

/// The question put to preconditions, predictions and bounds: what is to be moved, on which machine.
struct Case {
  std::vector<int> sides;    ///< the communicator's grid
  bool is_torus = false;     ///< wrap-around links, too: the grid is a torus
  bool is_mesh = false;      ///< neighbours in the grid are linked: a torus is a mesh too
  bool is_altered = false;   ///< links have failed, links differ in cost, or is_embedded: no formula holds
  bool is_embedded = false;  ///< the grid's neighbours need not be linked
  /// Links in each direction between two halves of the PEs that are no torus. 0: not known.
  int cut = 0;
  bool is_complete = false;  ///< every pair of PEs has a private link
  int p = 0;                 ///< PEs
  std::size_t bytes = 0;     ///< m: one block, the whole vector, or one value; see the operation. barrier: 0
  std::size_t element = 1;   ///< bytes of one value, where values are combined
  Rank root = 0;             ///< of operations that have one
  /// scan, exscan: values in all, dealt to the PEs in rank order, the first n mod p PEs one more than the
  /// others. Nothing if each PE has a number of its own.
  std::optional<std::int64_t> values{};
  int distance = 0;         ///< shift: by so many ranks, 0 .. p-1
  std::size_t segment = 0;  ///< bytes of a part, where values are sent in parts; 0: what is best for this case
  bool commutative = true;  ///< the operator commutes, as a sum does
  bool exact = true;  ///< however operands are grouped, the result has the same bits, as that of integers has
  std::optional<BlockSizes> sizes{};  ///< alltoallv, where somebody knows them all; nothing in a PE's own call
  std::optional<Pairs> pairs{};       ///< of a point-to-point benchmark
  Parameters parameters;              ///< the machine, as described
  Costs costs;                        ///< the same in ticks
  TopologyPtr network{};              ///< of all PEs, where the sides do not tell all links and their costs

  friend bool operator==(const Case&, const Case&) = default;  ///< member by member
};

/// The case of a communicator as it is.
Case case_of(const Communicator& comm, std::size_t bytes, Rank root = 0, std::size_t element = 1);
/// The case of a whole machine.
Case case_of(const Topology& topology, const Parameters& parameters, std::size_t bytes, Rank root = 0,
             std::size_t element = 1);

/// How often something is on the critical path; nothing where a formula does not tell, as it costs nothing
/// there.
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

/// A lower bound; ticks is the larger of the startup and the volume bound unless the source proves their sum.
struct Bound {
  /// What ticks counts: startups and bytes that follow each other. The rest of it, if any, is latency: that of
  /// the one message, or last byte, that is waited for, and what keeps messages apart. If no startups are
  /// counted, the latency has one.
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

/// No message finds a link of its route taken.
struct NoConflicts {
  std::string where = "on a complete graph";  ///< in words
  std::function<bool(const Case&)> holds;     ///< left out: where every pair of PEs has a private link
};
inline NoConflicts never_in_conflict() {
  return {"always", [](const Case&) { return true; }};
}

/// What all algorithms have in common.
struct AlgorithmInfo {
  std::string name;          ///< as the command line names it
  std::string summary;       ///< one sentence
  std::string restrictions;  ///< "none" or what the precondition asks for, in words
  std::string formula;       ///< "(ceil(p/4)+1) ts + (floor(p^2/8)+p/2) m tw", or empty
  std::string source;        ///< authors, venue, year, section
  Synchronisation synchronisation = Synchronisation::none;  ///< that it performs itself
  /// Left out: the same for every case that it accepts.
  std::function<Synchronisation(const Case&)> synchronisation_for;
  /// Where it claims 0 link conflicts, of meshes and tori, if sends are direct, do not wait for receptions, and
  /// are not stored on their way. It is held to it there, every algorithm where all links are private.
  NoConflicts conflict_free;
  /// Why the algorithm cannot do this case, as a sentence; nothing if it can.
  std::function<std::optional<std::string>(const Case&)> refusal;
  /// Nothing unless all premises of the formula hold.
  std::function<std::optional<Prediction>(const Case&)> predicted;
  /// About what it takes where they do not (toruscope/estimate.hpp). Left out: what the formula's counts come
  /// to here, if it has them for one port, direct injection and no gap.
  std::function<std::optional<Ticks>(const Case&)> estimated;
};

/// What it performs for this case.
Synchronisation synchronisation_of(const AlgorithmInfo& algorithm, const Case& c);

/// A binary operator on elements of a fixed size. combine(left, right, into, n) sets into[i] = left[i] op
/// right[i] for n elements; into may be left or right. It is associative. Unless it says that it commutes, left
/// must come from lower ranks than right, and from ranks next to them.
struct Combine {
  std::size_t element = 1;   ///< bytes of one element
  bool commutative = false;  ///< left and right may be exchanged
  /// The operator.
  std::function<void(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n)> combine;
  /// scan, exscan: elements in one value. A value of several is combined element by element and may be sent in
  /// parts.
  std::size_t per_value = 1;
  std::size_t segment = 0;  ///< bytes of such a part; 0: what is best for the machine
  bool exact = false;  ///< however operands are grouped, the result has the same bits, as that of integers has

  [[nodiscard]] std::size_t value_bytes() const { return element * per_value; }  ///< bytes of one value
};

/// What the m of an operation is. `values`: one value; how many there are in all is a second number. `message`:
/// one message of a point-to-point benchmark.
enum class Moves { nothing, blocks, vector, values, message };

/// What is the same for all algorithms of an operation.
struct OperationTraits {
  const char* name = "";         ///< as the command line names it
  Moves moves = Moves::nothing;  ///< what m is
  bool has_root = false;         ///< a PE has, or gets, all data
  bool combines = false;         ///< by an operator
  bool sizes_differ = false;     ///< of the blocks: no formula of m tells what they take
  bool has_distance = false;     ///< shift: by how many ranks
  bool has_parts = false;        ///< its data may be sent in parts of a size that is asked for
  bool meets_all = false;        ///< by some of its algorithms each PE sends to each other
  // of a point-to-point benchmark (Moves::message)
  bool has_partner = false;       ///< that may be chosen
  bool has_window = false;        ///< of several messages
  bool counts_both_ways = false;  ///< its bandwidth counts what a PE sends and what it receives
  bool is_chain = false;          ///< each PE sends to the next one; else those of two halves are partners
  int trips = 1;  ///< messages one after the other: the latency is T / trips, the bandwidth that of this time
};

}  // namespace toruscope
