// SPDX-License-Identifier: Apache-2.0
// The table of collective algorithms: needs, promises and costs. A program may add its own.
//
// Adding one to Toruscope is one file and one line in collectives/catalogue.cpp; `verify`,
// `compare`, `algo show` and the property tests then know it.
//
// Link        toruscope::collectives

#pragma once

#include <toruscope/algorithm_info.hpp>
#include <toruscope/communicator.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace toruscope {

// One type per operation: definition, traits, lower bound, and the program of an algorithm.

/// Block d of `send` (block bytes each, p of them) goes to PE d; block s of `receive` comes from PE
/// s. The two do not overlap. m: one block.
struct Alltoall : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{.name = "alltoall", .moves = Moves::blocks, .meets_all = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  std::function<void(Communicator&, std::span<const std::byte> send, std::span<std::byte> receive,
                     std::size_t block)>
      run;  ///< the program of each PE
};
/// All-to-all with blocks of different sizes, which lie one after the other in rank order: block d
/// of `send` has send_bytes[d] bytes, block s of `receive` receive_bytes[s], as many as PE s sends.
/// m: what a block has about, 0 where a PE does not know.
struct Alltoallv : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "alltoallv", .moves = Moves::blocks, .sizes_differ = true, .meets_all = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  std::function<void(Communicator&, std::span<const std::byte> send, std::span<const std::size_t> send_bytes,
                     std::span<std::byte> receive, std::span<const std::size_t> receive_bytes)>
      run;  ///< the program of each PE
};
/// Every PE ends with the root's data. m: the data.
struct Broadcast : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "broadcast", .moves = Moves::vector, .has_root = true, .has_parts = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// the program of each PE
  std::function<void(Communicator&, Rank root, std::span<std::byte> data)> run;
  /// The program of each PE for parts of `segment` bytes, above 0. Null: the algorithm cannot be
  /// told their size, and refuses cases that name one.
  std::function<void(Communicator&, Rank root, std::span<std::byte> data, std::size_t segment)> run_in_parts;
};
/// Combination at the root: its `data` ends as data of rank 0 op data of rank 1 op ... op data of
/// rank p-1; elsewhere `data` is unchanged. m: the data.
struct Reduce : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "reduce", .moves = Moves::vector, .has_root = true, .combines = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// The program of each PE.
  std::function<void(Communicator&, Rank root, std::span<std::byte> data, const Combine&)> run;
};
/// Shift by `distance`, 0 .. p-1: on PE i + distance (mod p) `data` ends as PE i's. m: the data.
struct Shift : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{.name = "shift", .moves = Moves::vector, .has_distance = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// the program of each PE
  std::function<void(Communicator&, int distance, std::span<std::byte> data)> run;
};
/// Barrier: no PE leaves before every PE has entered.
struct Barrier : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{.name = "barrier", .moves = Moves::nothing};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  std::function<void(Communicator&)> run;            ///< the program of each PE
};
/// The PEs' data, one after the other in rank order, are values v(0) .. v(n-1), any number of them
/// on each PE; in place of v(x) its PE ends with v(0) op ... op v(x). m: one value.
struct Scan : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "scan", .moves = Moves::values, .combines = true, .has_parts = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// the program of each PE
  std::function<void(Communicator&, std::span<std::byte> data, const Combine&)> run;
};
/// Scan without the value itself: v(0) op ... op v(x-1). The first value of all, which has none
/// before it, stays as it was. m: one value.
struct Exscan : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "exscan", .moves = Moves::values, .combines = true, .has_parts = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// the program of each PE
  std::function<void(Communicator&, std::span<std::byte> data, const Combine&)> run;
};
/// Blocks collected at the root: its `all` (p blocks) ends with the blocks of all PEs in rank
/// order; elsewhere `all` is empty. m: one block.
struct Gather : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{.name = "gather", .moves = Moves::blocks, .has_root = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// The program of each PE.
  std::function<void(Communicator&, Rank root, std::span<const std::byte> block, std::span<std::byte> all)> run;
};
/// PE i ends with block i of the root's `all` (p blocks); elsewhere `all` is empty. m: one block.
struct Scatter : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{.name = "scatter", .moves = Moves::blocks, .has_root = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// The program of each PE.
  std::function<void(Communicator&, Rank root, std::span<const std::byte> all, std::span<std::byte> block)> run;
};
/// Gather of blocks of different sizes: at the root `all` ends with sizes[r] bytes of PE r, one
/// block after the other in rank order; elsewhere `all` and `sizes` are empty. m: as of alltoallv.
struct Gatherv : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "gatherv", .moves = Moves::blocks, .has_root = true, .sizes_differ = true, .gathers = true};
  /// Lower bound of T, if one is known.
  static std::optional<Bound> bound(const Case& c) { return Alltoallv::bound(c); }
  std::function<void(Communicator&, Rank root, std::span<const std::byte> block, std::span<std::byte> all,
                     std::span<const std::size_t> sizes)>
      run;  ///< the program of each PE
};
/// Scatter of blocks of different sizes: PE r ends with the root's block r of sizes[r] bytes;
/// elsewhere `all` and `sizes` are empty. m: as of alltoallv.
struct Scatterv : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "scatterv", .moves = Moves::blocks, .has_root = true, .sizes_differ = true};
  /// Lower bound of T, if one is known.
  static std::optional<Bound> bound(const Case& c) { return Alltoallv::bound(c); }
  std::function<void(Communicator&, Rank root, std::span<const std::byte> all,
                     std::span<const std::size_t> sizes, std::span<std::byte> block)>
      run;  ///< the program of each PE
};
/// Allgather of blocks of different sizes, which all PEs know: sizes[r] bytes of PE r. m: their
/// mean.
struct Allgatherv : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "allgatherv", .moves = Moves::blocks, .sizes_differ = true, .gathers = true};
  /// Lower bound of T, if one is known.
  static std::optional<Bound> bound(const Case& c) { return Alltoallv::bound(c); }
  std::function<void(Communicator&, std::span<const std::byte> block, std::span<std::byte> all,
                     std::span<const std::size_t> sizes)>
      run;  ///< the program of each PE
};
/// Reduce-scatter of blocks of different sizes, which all PEs know: PE i ends with block i, of
/// sizes[i] bytes, of `all` of rank 0 op ... op `all` of rank p-1. m: their mean.
struct ReduceScatterv : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{.name = "reduce_scatterv",
                                              .moves = Moves::blocks,
                                              .combines = true,
                                              .sizes_differ = true,
                                              .meets_all = true};
  /// Lower bound of T, if one is known.
  static std::optional<Bound> bound(const Case& c) { return Alltoallv::bound(c); }
  std::function<void(Communicator&, std::span<const std::byte> all, std::span<const std::size_t> sizes,
                     std::span<std::byte> block, const Combine&)>
      run;  ///< the program of each PE
};
/// On every PE `all` (p blocks) ends with the blocks of all PEs in rank order. m: one block.
struct Allgather : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{.name = "allgather", .moves = Moves::blocks};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// The program of each PE.
  std::function<void(Communicator&, std::span<const std::byte> block, std::span<std::byte> all)> run;
};
/// Combination on every PE: `data` ends as data of rank 0 op ... op data of rank p-1. m: the data.
struct Allreduce : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{.name = "allreduce", .moves = Moves::vector, .combines = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// the program of each PE
  std::function<void(Communicator&, std::span<std::byte> data, const Combine&)> run;
};
/// PE i ends with block i of `all` of rank 0 op ... op `all` of rank p-1. m: one block.
struct ReduceScatter : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "reduce_scatter", .moves = Moves::blocks, .combines = true, .meets_all = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  std::function<void(Communicator&, std::span<const std::byte> all, std::span<std::byte> block, const Combine&)>
      run;  ///< the program of each PE
};

// Point-to-point benchmarks. PEs that send, or get, nothing have an empty `send`, or `receive`.

/// `first` sends a message to `partner`, which then answers with one as long. m: a message.
struct Pingpong : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "pingpong", .moves = Moves::message, .has_root = true, .has_partner = true, .trips = 2};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  std::function<void(Communicator&, Rank first, Rank partner, std::span<const std::byte> send,
                     std::span<std::byte> receive)>
      run;  ///< the program of each PE
};
/// Every PE sends a message to the next PE, the last to PE 0, and receives one. m: a message.
struct Sendrecv : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "sendrecv", .moves = Moves::message, .counts_both_ways = true, .is_chain = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// The program of each PE.
  std::function<void(Communicator&, std::span<const std::byte> send, std::span<std::byte> receive)> run;
};
/// `first` sends `window` messages, each of which is `send`, to `partner` without waiting between
/// them. `partner` receives them one after the other into `receive`, and when it has all answers
/// with its own `send`. m: a message.
/// Shape     `first`: `send` has m bytes, `receive` kAnswerBytes. `partner`: `send` has
///           kAnswerBytes, `receive` window * m.
struct Bandwidth : AlgorithmInfo {
  static constexpr std::size_t kAnswerBytes = 4;  ///< bytes of an answer, like those of osu_bw
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "bandwidth", .moves = Moves::message, .has_root = true, .has_partner = true, .has_window = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  std::function<void(Communicator&, Rank first, Rank partner, std::int64_t window,
                     std::span<const std::byte> send, std::span<std::byte> receive)>
      run;  ///< the program of each PE
};
/// `first` and `partner` send each other `window` messages at the same time, and wait for those of
/// the other. m: a message.
/// Shape     `send` has m bytes, `receive` window * m.
struct Bibandwidth : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{.name = "bibandwidth",
                                              .moves = Moves::message,
                                              .has_root = true,
                                              .has_partner = true,
                                              .has_window = true,
                                              .counts_both_ways = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  std::function<void(Communicator&, Rank first, Rank partner, std::int64_t window,
                     std::span<const std::byte> send, std::span<std::byte> receive)>
      run;  ///< the program of each PE
};
/// PE i sends `window` messages to PE i + floor(p/2) without waiting between them, for all i below
/// floor(p/2): each is `send`, and they lie in `receive` one after the other. m: a message.
struct MultiPair : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "multi_pair", .moves = Moves::message, .has_window = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  std::function<void(Communicator&, std::int64_t window, std::span<const std::byte> send,
                     std::span<std::byte> receive)>
      run;  ///< the program of each PE
};
/// PEs i and i + floor(p/2) send each other one message at the same time, for all i below
/// floor(p/2). m: a message.
struct Bisection : AlgorithmInfo {
  /// Traits of the operation.
  static constexpr OperationTraits kOperation{
      .name = "bisection", .moves = Moves::message, .counts_both_ways = true};
  static std::optional<Bound> bound(const Case& c);  ///< lower bound of T, if one is known
  /// The program of each PE.
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
  TablesOf<Alltoall, Alltoallv, Broadcast, Reduce, Barrier, Scan, Exscan, Gather, Gatherv, Scatter, Scatterv,
           Allgather, Allgatherv, Allreduce, ReduceScatter, ReduceScatterv, Shift, Pingpong, Bandwidth,
           Bibandwidth, Sendrecv, MultiPair, Bisection>
      tables_;
};

/// A copy of the table that comes with Toruscope, to add to.
Catalogue catalogue();
/// The catalogue of Toruscope, shared and constant.
const Catalogue& builtin_catalogue();

/// Time by which "auto" chooses.
struct ExpectedTime {
  Ticks ticks;            ///< the time
  bool is_exact = false;  ///< the predicted time, not an estimate
};
/// The predicted time, or else the estimated one. Nothing where there is neither.
std::optional<ExpectedTime> expected_time(const AlgorithmInfo& algorithm, const Case& c);
/// Percent by which the choice of "auto" may be slower than the best of the table.
inline constexpr int kChoiceTolerance = 25;

/// The algorithm of this name; for "auto" the one of least expected time among those whose
/// preconditions hold (ties: table order), or the first if none has an expected time.
/// Errors    ConfigError: unknown name with the nearest one; a refusal with its reason and an
///           algorithm that fits.
template <class Entry>
const Entry& choose(const std::vector<Entry>& table, std::string_view name, const Case& c);

}  // namespace toruscope
