// SPDX-License-Identifier: Apache-2.0
// The table of collective algorithms: what each needs, promises and costs. A program may add its own.
//
// Adding one is one file and one line in the table; `verify`, `compare`, `algo show` and the property tests then know it.

#pragma once

#include <toruscope/communicator.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
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
  Rank partner = 0;         ///< pingpong: whom the root sends to
  std::int64_t window = 1;  ///< multi_pair: messages that a PE sends without waiting for any of them
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
  /// scan, exscan: values in all, dealt to the PEs in rank order, the first n mod p PEs one more than the others.
  /// Nothing if each PE has a number of its own.
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

/// How often something is on the critical path; nothing where a formula does not tell, as it costs nothing there.
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
  /// What ticks counts: startups and bytes that follow each other. The rest of it, if any, is latency: that of the one message, or
  /// last byte, that is waited for, and what keeps messages apart. If no startups are counted, the latency has one.
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
  /// Where it claims 0 link conflicts, of meshes and tori, if sends are direct, do not wait for receptions, and are not stored
  /// on their way. It is held to it there, every algorithm where all links are private.
  NoConflicts conflict_free;
  /// Why the algorithm cannot do this case, as a sentence; nothing if it can.
  std::function<std::optional<std::string>(const Case&)> refusal;
  /// Nothing unless all premises of the formula hold.
  std::function<std::optional<Prediction>(const Case&)> predicted;
  /// About what it takes where they do not (toruscope/estimate.hpp). Left out: what the formula's counts come to here,
  /// if it has them for one port, direct injection and no gap.
  std::function<std::optional<Ticks>(const Case&)> estimated;
};

/// What it performs for this case.
Synchronisation synchronisation_of(const AlgorithmInfo& algorithm, const Case& c);

/// A binary operator on elements of a fixed size. combine(left, right, into, n) sets into[i] = left[i] op
/// right[i] for n elements; into may be left or right. It is associative. Unless it says that it commutes, left must come
/// from lower ranks than right, and from ranks next to them.
struct Combine {
  std::size_t element = 1;   ///< bytes of one element
  bool commutative = false;  ///< left and right may be exchanged
  /// The operator.
  std::function<void(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n)> combine;
  /// scan, exscan: elements in one value. A value of several is combined element by element and may be sent in parts.
  std::size_t per_value = 1;
  std::size_t segment = 0;  ///< bytes of such a part; 0: what is best for the machine
  bool exact = false;  ///< however operands are grouped, the result has the same bits, as that of integers has

  [[nodiscard]] std::size_t value_bytes() const { return element * per_value; }  ///< bytes of one value
};

/// What the m of an operation is. `values`: one value; how many there are in all is a second number. `message`: one message
/// of a point-to-point benchmark.
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

// One type per operation: its definition, its traits, its lower bound, and what an algorithm of it runs.

/// Block d of `send` (block bytes each, p of them) goes to PE d; block s of `receive` comes from PE s. The two
/// do not overlap. m: one block.
struct Alltoall : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{.name = "alltoall", .moves = Moves::blocks, .meets_all = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&, std::span<const std::byte> send, std::span<std::byte> receive,
                     std::size_t block)>
      run;  ///< what every PE runs
};
/// The same with blocks of different sizes, which lie one after the other in rank order: block d of `send` has
/// send_bytes[d] bytes, block s of `receive` receive_bytes[s], as many as PE s sends. m: what a block has about, 0 where
/// a PE does not know.
struct Alltoallv : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{
      .name = "alltoallv", .moves = Moves::blocks, .sizes_differ = true, .meets_all = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&, std::span<const std::byte> send, std::span<const std::size_t> send_bytes,
                     std::span<std::byte> receive, std::span<const std::size_t> receive_bytes)>
      run;  ///< what every PE runs
};
/// Every PE ends with the root's data. m: the data.
struct Broadcast : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{
      .name = "broadcast", .moves = Moves::vector, .has_root = true, .has_parts = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&, Rank root, std::span<std::byte> data)> run;  ///< what every PE runs
  /// The same in parts of `segment` bytes, above 0. Left out: it cannot be told their size, and refuses cases that name one.
  std::function<void(Communicator&, Rank root, std::span<std::byte> data, std::size_t segment)> run_in_parts;
};
/// At the root, `data` ends as data of rank 0 op data of rank 1 op ... op data of rank p-1; elsewhere it is
/// unchanged. m: the data.
struct Reduce : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{
      .name = "reduce", .moves = Moves::vector, .has_root = true, .combines = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  /// What every PE runs.
  std::function<void(Communicator&, Rank root, std::span<std::byte> data, const Combine&)> run;
};
/// On PE i + distance (modulo p) `data` ends as PE i's. 0 <= distance < p. m: the data.
struct Shift : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{.name = "shift", .moves = Moves::vector, .has_distance = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&, int distance, std::span<std::byte> data)> run;  ///< what every PE runs
};
/// No PE leaves before every PE has entered.
struct Barrier : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{.name = "barrier", .moves = Moves::nothing};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&)> run;            ///< what every PE runs
};
/// The PEs' data, one after the other in rank order, are values v(0) .. v(n-1), any number of them on each PE; in
/// place of v(x) its PE ends with v(0) op ... op v(x). m: one value.
struct Scan : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{
      .name = "scan", .moves = Moves::values, .combines = true, .has_parts = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&, std::span<std::byte> data, const Combine&)> run;  ///< what every PE runs
};
/// The same without the value itself: v(0) op ... op v(x-1). The first value of all, which has none before it,
/// stays as it was. m: one value.
struct Exscan : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{
      .name = "exscan", .moves = Moves::values, .combines = true, .has_parts = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&, std::span<std::byte> data, const Combine&)> run;  ///< what every PE runs
};
/// At the root, `all` (p blocks) ends with the blocks of all PEs in rank order; elsewhere it is empty. m: one
/// block.
struct Gather : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{.name = "gather", .moves = Moves::blocks, .has_root = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  /// What every PE runs.
  std::function<void(Communicator&, Rank root, std::span<const std::byte> block, std::span<std::byte> all)> run;
};
/// PE i ends with block i of the root's `all` (p blocks); elsewhere `all` is empty. m: one block.
struct Scatter : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{.name = "scatter", .moves = Moves::blocks, .has_root = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  /// What every PE runs.
  std::function<void(Communicator&, Rank root, std::span<const std::byte> all, std::span<std::byte> block)> run;
};
/// On every PE `all` (p blocks) ends with the blocks of all PEs in rank order. m: one block.
struct Allgather : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{.name = "allgather", .moves = Moves::blocks};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  /// What every PE runs.
  std::function<void(Communicator&, std::span<const std::byte> block, std::span<std::byte> all)> run;
};
/// On every PE `data` ends as data of rank 0 op ... op data of rank p-1. m: the data.
struct Allreduce : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{.name = "allreduce", .moves = Moves::vector, .combines = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&, std::span<std::byte> data, const Combine&)> run;  ///< what every PE runs
};
/// PE i ends with block i of: `all` of rank 0 op ... op `all` of rank p-1 (p blocks each). m: one block.
struct ReduceScatter : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{
      .name = "reduce_scatter", .moves = Moves::blocks, .combines = true, .meets_all = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&, std::span<const std::byte> all, std::span<std::byte> block, const Combine&)>
      run;  ///< what every PE runs
};

// Point-to-point benchmarks. A PE that sends to nobody has an empty `send`, one that gets nothing an empty `receive`.

/// `first` sends one message to `partner`, which answers with one as long when it has all of it. m: a message.
struct Pingpong : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{
      .name = "pingpong", .moves = Moves::message, .has_root = true, .has_partner = true, .trips = 2};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&, Rank first, Rank partner, std::span<const std::byte> send,
                     std::span<std::byte> receive)>
      run;  ///< what every PE runs
};
/// Every PE sends one message to the next PE, the last one to PE 0, and receives one from the PE before. m: a message.
struct Sendrecv : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{
      .name = "sendrecv", .moves = Moves::message, .counts_both_ways = true, .is_chain = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  /// What every PE runs.
  std::function<void(Communicator&, std::span<const std::byte> send, std::span<std::byte> receive)> run;
};
/// PE i sends `window` messages to PE i + floor(p/2) without waiting between them, for all i below floor(p/2): each is `send`,
/// and they lie in `receive` one after the other. m: a message.
struct MultiPair : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{
      .name = "multi_pair", .moves = Moves::message, .has_window = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  std::function<void(Communicator&, std::int64_t window, std::span<const std::byte> send,
                     std::span<std::byte> receive)>
      run;  ///< what every PE runs
};
/// PEs i and i + floor(p/2) send each other one message at the same time, for all i below floor(p/2). m: a message.
struct Bisection : AlgorithmInfo {
  /// What all its algorithms have in common.
  static constexpr OperationTraits kOperation{
      .name = "bisection", .moves = Moves::message, .counts_both_ways = true};
  static std::optional<Bound> bound(const Case& c);  ///< the lower bound of T; nothing where none is known
  /// What every PE runs.
  std::function<void(Communicator&, std::span<const std::byte> send, std::span<std::byte> receive)> run;
};

/// The tables, one per operation.
class Catalogue {
 public:
  /// Errors    ConfigError if the name is taken, or there is nothing to run.
  template <class Entry>
  void add(Entry algorithm);

  /// The algorithms of an operation: `of<Scan>()`.
  template <class Entry>
  [[nodiscard]] const std::vector<Entry>& of() const {
    return std::get<std::vector<Entry>>(tables_);
  }
  /// The algorithms of alltoall.
  [[nodiscard]] const std::vector<Alltoall>& alltoall() const { return of<Alltoall>(); }
  /// The algorithms of broadcast.
  [[nodiscard]] const std::vector<Broadcast>& broadcast() const { return of<Broadcast>(); }
  /// The algorithms of reduce.
  [[nodiscard]] const std::vector<Reduce>& reduce() const { return of<Reduce>(); }
  /// The algorithms of barrier.
  [[nodiscard]] const std::vector<Barrier>& barrier() const { return of<Barrier>(); }

 private:
  template <class... Entry>
  using TablesOf = std::tuple<std::vector<Entry>...>;
  TablesOf<Alltoall, Alltoallv, Broadcast, Reduce, Barrier, Scan, Exscan, Gather, Scatter, Allgather, Allreduce,
           ReduceScatter, Shift, Pingpong, Sendrecv, MultiPair, Bisection>
      tables_;
};

/// A copy of the table that comes with Toruscope, to add to.
Catalogue catalogue();
/// The same, shared and constant.
const Catalogue& builtin_catalogue();

/// What "auto" goes by.
struct ExpectedTime {
  Ticks ticks;            ///< the time
  bool is_exact = false;  ///< the predicted time, not an estimate
};
/// The predicted time, or else the estimated one. Nothing where there is neither.
std::optional<ExpectedTime> expected_time(const AlgorithmInfo& algorithm, const Case& c);
/// By how much the choice of "auto" may be slower than the best of the table: percent of the best.
inline constexpr int kChoiceTolerance = 25;

/// The algorithm of this name, or for "auto" the one with the least expected time among those whose preconditions
/// hold (ties: table order; one without an expected time is taken only if none has one: blindly, the first).
/// Errors    ConfigError: unknown name with the nearest one; a refusal with its reason and an algorithm that
/// fits.
template <class Entry>
const Entry& choose(const std::vector<Entry>& table, std::string_view name, const Case& c);

}  // namespace toruscope
