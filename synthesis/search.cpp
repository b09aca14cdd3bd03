// SPDX-License-Identifier: Apache-2.0
#include "synthesis/search.hpp"

#include "runtime/core/decimal.hpp"
#include "synthesis/encoding.hpp"
#include "synthesis/solver.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <memory>

namespace toruscope::synthesis {

namespace {

constexpr const char* kBySearch = "the search has refuted less";

/// Conflicts of a first try; a question that is open after them is asked again, with more.
constexpr int kFirstTry = 20'000;
constexpr int kLastTry = 1 << 30;

/// A formula with its solver.
struct Question {
  Question(const Instance& instance, int rounds, std::optional<int> most_volume,
           const std::function<bool()>& stop)
      : encoding(instance, rounds, most_volume), solver(encoding.formula(), stop) {}

  [[nodiscard]] Plan plan() const {
    return encoding.plan([this](Literal literal) { return solver.is_true(literal); });
  }

  Encoding encoding;
  Solver solver;
};

class Searcher {
 public:
  Searcher(const Instance& instance, const std::function<bool()>& stop) : instance_(instance), stop_(stop) {}

  Search run(std::optional<int> rounds) {
    found_.rounds = least_rounds(instance_);
    found_.volume = least_volume(instance_);
    if (std::all_of(instance_.chunks.begin(), instance_.chunks.end(),
                    [](const Chunk& chunk) { return chunk.destinations.empty(); })) {
      found_.status = Status::optimal;
      return found_;
    }
    if (rounds && *rounds < found_.rounds.value) {
      found_.status = Status::infeasible;
      return found_;
    }
    const int asked = rounds.value_or(found_.rounds.value);
    const bool is_known = find_rounds(asked, rounds.has_value());
    if (found_.status == Status::infeasible || found_.plan.empty()) return found_;
    const bool is_least = find_volume(rounds ? *rounds : static_cast<int>(found_.plan.size()));
    found_.status = is_known && is_least ? Status::optimal : Status::feasible;
    return found_;
  }

 private:
  std::unique_ptr<Question> ask(int rounds, std::optional<int> most_volume) {
    refuse_too_large(instance_, rounds);
    auto question = std::make_unique<Question>(instance_, rounds, most_volume, stop_);
    const Formula& formula = question->encoding.formula();
    found_.variables = std::max(found_.variables, formula.variables());
    found_.clauses = std::max(found_.clauses, formula.clauses());
    ++found_.formulas;
    return question;
  }

  static void refuse_too_large(const Instance& instance, int rounds) {
    const std::int64_t moves = moves_of(instance, rounds);
    if (moves <= kMostMoves) return;
    throw HostLimitError(
        fmt::format("synth: too large a search: {} chunks, {} pairs of PEs that may send to each other and {} "
                    "rounds are up to {} moves, each a variable in about 5 clauses; at most {} are searched. "
                    "Take a smaller network, fewer --chunks or fewer --hops",
                    core::grouped(instance.chunks.size()), core::grouped(instance.network.ways.size()), rounds,
                    core::grouped(moves), core::grouped(kMostMoves)));
  }

  /// Finds the fewest rounds, or whether `least` rounds do if `is_fixed`. Where a number of rounds
  /// is open after a try, the next one is tried, so that there is a schedule soon; then the open
  /// ones again, with more time. True if fewer are refuted.
  bool find_rounds(int least, bool is_fixed) {
    std::map<int, std::unique_ptr<Question>> open;
    std::optional<int> done;  // a number that is enough
    for (int conflicts = kFirstTry; !stop_(); conflicts = more(conflicts)) {
      for (int rounds = least; !done || rounds < *done; ++rounds) {
        if (rounds > least && moves_of(instance_, rounds) > kMostMoves) break;
        auto& question = open[rounds];
        if (!question) question = ask(rounds, std::nullopt);
        const Answer answer = question->solver.solve({}, conflicts);
        if (answer == Answer::yes) {
          found_.plan = question->plan();
          done = static_cast<int>(found_.plan.size());
        } else if (answer == Answer::no) {
          open.erase(rounds);
          least = rounds + 1;
          found_.rounds = {least, kBySearch};
          if (is_fixed) {
            found_.status = Status::infeasible;
            return true;
          }
        }
        if (stop_() || is_fixed) break;
      }
      if (done && (is_fixed || least >= *done)) return true;
    }
    return false;
  }

  /// Finds the least volume of so many rounds: downwards from the schedule that there is, and
  /// upwards from the bound. True if less is refuted.
  bool find_volume(int rounds) {
    int least = std::max(found_.volume.value, found_.rounds.value);
    if (least > found_.volume.value) found_.volume = {least, "a chunk in each round"};
    if (least >= volume_of(found_.plan)) return true;
    const auto question = ask(rounds, volume_of(found_.plan) - 1);
    const auto refuted = [&](int volume) {
      least = volume + 1;
      found_.volume = {least, kBySearch};
    };
    for (int conflicts = kFirstTry; !stop_(); conflicts = more(conflicts)) {
      for (const bool is_upwards : {true, false}) {
        const int volume = is_upwards ? least : volume_of(found_.plan) - 1;
        const Answer answer = question->solver.solve(question->encoding.at_most(volume), conflicts);
        if (answer == Answer::yes) found_.plan = question->plan();
        if (answer == Answer::no) refuted(volume);
        if (least >= volume_of(found_.plan)) return true;
        if (stop_()) return false;
      }
    }
    return false;
  }

  static int more(int conflicts) { return conflicts > kLastTry / 2 ? kLastTry : 2 * conflicts; }

  const Instance& instance_;
  const std::function<bool()>& stop_;
  Search found_;
};

}  // namespace

std::string to_string(Status status) {
  switch (status) {
    case Status::optimal:
      return "optimal";
    case Status::feasible:
      return "feasible";
    case Status::infeasible:
      return "infeasible";
    case Status::undecided:
      return "undecided";
  }
  return {};
}

Search search(const Instance& instance, std::optional<int> rounds, const std::function<bool()>& stop) {
  if (!has_solver())
    throw ConfigError(
        "synth: this program was built without a solver. Install what Debian calls libcadical-dev, then "
        "configure and build Toruscope again");
  return Searcher(instance, stop).run(rounds);
}

}  // namespace toruscope::synthesis
