// SPDX-License-Identifier: Apache-2.0

#include "perfetto/program_slices.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <utility>

namespace toruscope::perfetto {

namespace {

using What = TraceEvent::What;

bool is_call_or_round(const ProgramSlice& s) {
  return s.what == What::call || s.what == What::round;
}

/// The slices that are open on a track. Slices come by begin, then the longest first.
class OpenSlices {
 public:
  [[nodiscard]] bool is_free_at(Ticks time) {
    while (!open_.empty() && open_.back()->end <= time) open_.pop_back();
    return open_.empty();
  }
  /// False where the slice would reach over the end of one that it begins in.
  [[nodiscard]] bool push(const ProgramSlice& s) {
    if (!is_free_at(s.begin) && s.end > open_.back()->end) return false;
    open_.push_back(&s);
    return true;
  }
  [[nodiscard]] bool has_call() const {
    return std::any_of(open_.begin(), open_.end(), [](const ProgramSlice* s) { return s->what == What::call; });
  }

 private:
  std::vector<const ProgramSlice*> open_;
};

/// The tracks of calls. Slices come in the order of their begins.
class Lanes {
 public:
  [[nodiscard]] std::size_t size() const { return lanes_.size(); }
  /// The lowest lane on which nothing is open; size() if there is none.
  [[nodiscard]] std::size_t first_free_at(Ticks time) {
    for (; !ends_.empty() && ends_.top().first <= time; ends_.pop())
      if (const std::size_t lane = ends_.top().second; lanes_[lane].is_free_at(time)) free_.insert(lane);
    return free_.empty() ? lanes_.size() : *free_.begin();
  }
  /// Pushes a slice on a lane, like OpenSlices::push; a lane of size() is a new one.
  [[nodiscard]] bool push(std::size_t lane, const ProgramSlice& s) {
    if (lane == lanes_.size()) lanes_.emplace_back();
    const bool was_free = lanes_[lane].is_free_at(s.begin);
    if (!lanes_[lane].push(s)) return false;
    if (was_free) {
      free_.erase(lane);
      ends_.emplace(s.end, lane);
    }
    return true;
  }

 private:
  using End = std::pair<Ticks, std::size_t>;  // of the outermost slice that is open on the lane
  std::vector<OpenSlices> lanes_;
  std::set<std::size_t> free_;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
};

/// True if operations ran beside the program: open calls are not nested, or slices cross.
bool runs_beside_each_other(std::span<const ProgramSlice> of_pe, const std::vector<Span>& spans) {
  OpenSlices open;
  return std::any_of(of_pe.begin(), of_pe.end(), [&](const ProgramSlice& s) {
    const bool is_own = is_call_or_round(s) && spans[s.row].outer < 0;
    if (is_own && !open.is_free_at(s.begin) && open.has_call()) return true;
    return !open.push(s);
  });
}

}  // namespace

void choose_lanes(std::span<ProgramSlice> of_pe, const std::vector<Span>& spans) {
  if (!runs_beside_each_other(of_pe, spans)) return;
  Lanes lanes;
  std::map<std::int64_t, std::size_t> lane_of_call;  // by its sequence
  for (ProgramSlice& s : of_pe) {
    if (!is_call_or_round(s)) continue;
    const Span& span = spans[s.row];
    const auto outer = lane_of_call.find(span.outer);
    std::size_t lane = outer != lane_of_call.end() ? outer->second : lanes.size();
    if (lane == lanes.size() || !lanes.push(lane, s)) {
      lane = lanes.first_free_at(s.begin);
      static_cast<void>(lanes.push(lane, s));
    }
    s.lane = static_cast<int>(lane) + 1;
    if (s.what == What::call) lane_of_call[span.sequence] = lane;
  }
}

}  // namespace toruscope::perfetto
