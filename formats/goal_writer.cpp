// SPDX-License-Identifier: Apache-2.0
// A run as GOAL: what each PE did, in the order of its program, and what it had ended before.
//
// What a PE does later requires what it had ended by then. Of that only the last is written,
// whatever has not been required by another operation that has ended, too. A send begins when it
// was posted, a receive of a round with the round, any other receive when its message was taken:
// the log does not tell when it was posted.

#include "formats/goal.hpp"
#include "formats/receive_begins.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <ostream>
#include <tuple>
#include <vector>

namespace toruscope::formats {

namespace {

/// An operation of a PE. The classes are in the order in which those that begin at one time follow
/// each other: what has ended at once, sends, what has begun only.
struct GoalAction {
  enum class Class { instant, send, lasting };
  Ticks begin, end;
  Class order = Class::lasting;
  std::int64_t index = 0;  ///< index of its message or work
  std::string text;

  [[nodiscard]] auto key() const {
    return std::tuple(begin.count, order, order == Class::send ? 0 : end.count, index);
  }
};

class GoalWriter {
 public:
  GoalWriter(std::ostream& out, const Report& report)
      : out_(out), report_(report), begins_(report), actions_(report.pes.size()) {}

  void write() {
    for (const Event& event : report_.events) add(event);
    for (std::size_t pe = 0; pe < actions_.size(); ++pe) write_rank(pe);
  }

 private:
  void add(const Event& e) {
    switch (e.kind) {
      case Event::Kind::hop:
      case Event::Kind::poll:
        return;
      case Event::Kind::synchronize:
        throw ConfigError(
            fmt::format("export: PE {} synchronises with others without a message (at {} ticks), which GOAL "
                        "has no operation for; take an algorithm that does not synchronise",
                        e.source, e.begin.count));
      case Event::Kind::compute:
        return add(e.source, {e.begin, e.end, GoalAction::Class::lasting, 0, fmt::format("calc {}", units(e))});
      case Event::Kind::message:
        break;
    }
    const std::int64_t tag = sent_[{e.source, e.destination}]++;
    add(e.source, {e.posted, std::max(e.left, e.posted), GoalAction::Class::send, e.sequence,
                   fmt::format("send {}b to {} tag {}", e.bytes, e.destination, tag)});
    add(e.destination, {begins_.of(e), end_of_receive(report_, e), GoalAction::Class::lasting, e.sequence,
                        fmt::format("recv {}b from {} tag {}", e.bytes, e.source, tag)});
  }

  void add(Rank pe, GoalAction action) {
    if (action.order == GoalAction::Class::lasting && action.begin == action.end)
      action.order = GoalAction::Class::instant;
    actions_[static_cast<std::size_t>(pe)].push_back(std::move(action));
  }

  /// Length of a piece of work.
  [[nodiscard]] std::int64_t units(const Event& work) const {
    const Parameters& machine = report_.parameters;
    const std::int64_t ticks = (work.end - work.begin).count;
    if (machine.tick.is_zero()) return ticks;
    constexpr std::int64_t kNanosecond = 1'000'000;
    const std::int64_t tick = machine.tick.value();
    const bool is_whole = kNanosecond % tick == 0 ? ticks % (kNanosecond / tick) == 0 : tick % kNanosecond == 0;
    if (!is_whole)
      throw ConfigError(
          fmt::format("export: PE {} works for {} ticks of {}, which is no whole number of ns, the unit of "
                      "GOAL's calc; give a flop of whole ns",
                      work.source, ticks, to_string(machine.tick)));
    return kNanosecond % tick == 0 ? ticks / (kNanosecond / tick) : ticks * (tick / kNanosecond);
  }

  void write_rank(std::size_t pe) {
    std::vector<GoalAction>& all = actions_[pe];
    std::sort(all.begin(), all.end(),
              [](const GoalAction& a, const GoalAction& b) { return a.key() < b.key(); });
    out_ << fmt::format("\nrank {} {{\n", pe);
    std::vector<std::size_t> open;  // has no operation that requires it and has ended itself
    std::vector<std::size_t> ended;
    for (std::size_t i = 0; i < all.size(); ++i) {
      out_ << fmt::format("l{}: {}\n", i + 1, all[i].text);
      ended.clear();
      for (const std::size_t j : open)
        if (all[j].end <= all[i].begin) ended.push_back(j);
      if (!ended.empty()) {
        const std::size_t last = ended.back();  // of those that ended the one that began last
        const auto is_required = [&](std::size_t j) { return j < last && all[j].end <= all[last].begin; };
        open.erase(std::remove_if(open.begin(), open.end(), is_required), open.end());
        ended.erase(std::remove_if(ended.begin(), ended.end(), is_required), ended.end());
      }
      for (const std::size_t j : ended) out_ << fmt::format("l{} requires l{}\n", i + 1, j + 1);
      open.push_back(i);
    }
    out_ << "}\n";
  }

  std::ostream& out_;
  const Report& report_;
  const ReceiveBegins begins_;
  std::vector<std::vector<GoalAction>> actions_;        // of each PE
  std::map<std::pair<Rank, Rank>, std::int64_t> sent_;  // messages, from and to
};

}  // namespace

void check_goal(const AlgorithmInfo& algorithm, const Case& c) {
  if (synchronisation_of(algorithm, c) != Synchronisation::none)
    throw ConfigError(
        fmt::format("export: {} synchronises PEs without messages, which GOAL has no operation for; take an "
                    "algorithm that does not synchronise",
                    algorithm.name));
}

void write_goal(std::ostream& out, const Report& report, const std::string& title) {
  out << fmt::format("// {}\n// sends and receives in bytes, calc in {}\nnum_ranks {}\n", title,
                     report.parameters.tick.is_zero() ? "ticks" : "ns", report.pes.size());
  GoalWriter(out, report).write();
}

}  // namespace toruscope::formats
