// SPDX-License-Identifier: Apache-2.0
// The table of collective algorithms: what each needs, promises and costs. A program may add its own.
//
// Adding one is one file and one line in the table; `verify`, `compare`, `algo show` and the laws then know it.

#pragma once

#include <toruscope/communicator.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope {

/// Which synchronisation an algorithm performs itself. Its formula and "0 link conflicts" are claimed under it.
enum class Synchronisation { none, stage, round };
std::string to_string(Synchronisation synchronisation);

/// The question put to preconditions, predictions and bounds: what is to be moved, on which machine.
struct Case {
  std::vector<int> sides;  ///< the communicator's grid
  bool is_torus = false;
  bool is_complete = false;  ///< every pair of PEs has a private link
  int p = 0;
  std::size_t bytes = 0;    ///< all-to-all: one block m. broadcast, reduce: the whole vector. barrier: 0
  std::size_t element = 1;  ///< bytes of one value, for reduce
  Rank root = 0;
  Parameters parameters;
  Costs costs;
};

/// The case of a communicator as it is.
Case case_of(const Communicator& comm, std::size_t bytes, Rank root = 0, std::size_t element = 1);
/// The case of a whole machine.
Case case_of(const Topology& topology, const Parameters& parameters, std::size_t bytes, Rank root = 0,
             std::size_t element = 1);

/// A closed expression from the source, evaluated. It calls no schedule.
struct Prediction {
  std::int64_t startups = 0;
  std::int64_t bytes = 0;  ///< on the critical path
  std::int64_t hops = 0;   ///< 0 where hops cost nothing and the formula does not count them
  Ticks ticks;
};

/// A lower bound; ticks is the larger of the startup and the volume bound unless the source proves their sum.
struct Bound {
  std::int64_t startups = 0;
  std::int64_t bytes = 0;
  Ticks ticks;
  std::string source;
};

/// What all algorithms have in common.
struct AlgorithmInfo {
  std::string name;
  std::string summary;       ///< one sentence
  std::string restrictions;  ///< "none" or what the precondition asks for, in words
  std::string formula;       ///< "(ceil(p/4)+1) ts + (floor(p^2/8)+p/2) m tw", or empty
  std::string source;        ///< authors, venue, year, section
  Synchronisation synchronisation = Synchronisation::none;
  /// Claims 0 link conflicts whenever its precondition holds and sends are direct.
  bool conflict_free = false;
  /// Why the algorithm cannot do this case, as a sentence; nothing if it can.
  std::function<std::optional<std::string>(const Case&)> refusal;
  /// Nothing unless all premises of the formula hold.
  std::function<std::optional<Prediction>(const Case&)> predicted;
};

/// A binary operator on values of a fixed size. combine(left, right, into, n) sets into[i] = left[i] op
/// right[i] for n values; into may be left or right. It is associative; commutative only if it says so.
struct Combine {
  std::size_t element = 1;  ///< bytes of one value
  bool commutative = false;
  std::function<void(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n)> combine;
};

/// Block d of `send` (block bytes each, p of them) goes to PE d; block s of `receive` comes from PE s. The two
/// do not overlap.
struct Alltoall : AlgorithmInfo {
  std::function<void(Communicator&, std::span<const std::byte> send, std::span<std::byte> receive,
                     std::size_t block)>
      run;
};
/// Every PE ends with the root's data.
struct Broadcast : AlgorithmInfo {
  std::function<void(Communicator&, Rank root, std::span<std::byte> data)> run;
};
/// At the root, `data` ends as data of rank 0 op data of rank 1 op ... op data of rank p-1; elsewhere it is
/// unchanged.
struct Reduce : AlgorithmInfo {
  std::function<void(Communicator&, Rank root, std::span<std::byte> data, const Combine&)> run;
};
/// No PE leaves before every PE has entered.
struct Barrier : AlgorithmInfo {
  std::function<void(Communicator&)> run;
};

/// The tables, one per operation.
class Catalogue {
 public:
  /// Errors    ConfigError if the name is taken.
  void add(Alltoall algorithm);
  void add(Broadcast algorithm);
  void add(Reduce algorithm);
  void add(Barrier algorithm);

  [[nodiscard]] const std::vector<Alltoall>& alltoall() const { return alltoall_; }
  [[nodiscard]] const std::vector<Broadcast>& broadcast() const { return broadcast_; }
  [[nodiscard]] const std::vector<Reduce>& reduce() const { return reduce_; }
  [[nodiscard]] const std::vector<Barrier>& barrier() const { return barrier_; }

 private:
  std::vector<Alltoall> alltoall_;
  std::vector<Broadcast> broadcast_;
  std::vector<Reduce> reduce_;
  std::vector<Barrier> barrier_;
};

/// A copy of the table that comes with Toruscope, to add to.
Catalogue catalogue();
/// The same, shared and constant.
const Catalogue& builtin_catalogue();

/// The algorithm of this name, or for "auto" the one with the least predicted time among those whose
/// preconditions hold (an algorithm without prediction is taken only if none has one; ties: table order).
/// Errors    ConfigError: unknown name with the nearest one; a refusal with its reason and an algorithm that
/// fits.
template <class Entry>
const Entry& choose(const std::vector<Entry>& table, const char* operation, std::string_view name,
                    const Case& c);

/// Lower bounds of the operation for this case; nothing where no source covers it.
std::optional<Bound> alltoall_bound(const Case& c);
std::optional<Bound> broadcast_bound(const Case& c);
std::optional<Bound> reduce_bound(const Case& c);
std::optional<Bound> barrier_bound(const Case& c);

}  // namespace toruscope
