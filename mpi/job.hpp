// SPDX-License-Identifier: Apache-2.0
// What the ranks of a run share, besides the machine: settings, and who belongs to which
// communicator.
//
// Threads     Settings are written before the run. Everything else is behind a lock or atomic: what
//             a rank reads depends on the order of its own meetings with others alone, never on the
//             workers.

#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope::mpi {

using Members = std::shared_ptr<const std::vector<int>>;

/// A split of a communicator: what its members say, and which communicators come of it.
class SplitRecord {
 public:
  struct Made {
    std::int64_t id = 0;  ///< the new communicator's, the same on all of its members
    Members members{};    ///< numbers in MPI_COMM_WORLD, in rank order
  };

  explicit SplitRecord(int ranks) : said_(static_cast<std::size_t>(ranks)), readers_(ranks) {}

  /// Says the colour and key of a rank. Before its meeting.
  void enter(int rank, int colour, int key);
  /// The new communicator of a colour. After the meeting, when all have entered.
  Made made(int colour, const std::vector<int>& parents, std::atomic<std::int64_t>& next_id);
  /// True for the last rank that leaves.
  [[nodiscard]] bool leave();

 private:
  struct Said {
    int colour = 0;
    int key = 0;
  };
  std::mutex lock_;
  std::vector<Said> said_;
  std::map<int, Made> made_;
  int readers_;
};

class Job {
 public:
  explicit Job(int ranks);

  using Algorithms = std::map<std::string, std::string, std::less<>>;
  /// Algorithms that --algorithm names, by operation ("allreduce"); "auto" for the others.
  Algorithms algorithms{};

  [[nodiscard]] std::string_view algorithm(std::string_view operation) const;
  [[nodiscard]] const Members& world() const { return world_; }

  /// The n-th split of the communicator with this id: the same object on all of its members.
  std::shared_ptr<SplitRecord> split(std::int64_t communicator, int n, int ranks);
  void forget_split(std::int64_t communicator, int n);
  std::atomic<std::int64_t>& next_id() { return next_id_; }

  /// What a communicator is made of without a meeting: the ranks of a parent, and how many were
  /// made of them before.
  struct Origin {
    std::int64_t parent = 0;
    std::vector<int> ranks{};  ///< empty: all
    int n = 0;
    auto operator<=>(const Origin&) const = default;
  };
  /// Its id, the same for all of its `members`, who ask once each.
  std::int64_t id_of(const Origin& origin, int members);

 private:
  struct Asked {
    std::int64_t id = 0;
    int members = 0;  ///< that have asked
  };
  Members world_;
  std::mutex lock_;
  std::map<std::pair<std::int64_t, int>, std::shared_ptr<SplitRecord>> splits_;
  std::map<Origin, Asked> asked_;
  std::atomic<std::int64_t> next_id_{1};
};

}  // namespace toruscope::mpi
