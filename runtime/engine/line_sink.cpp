// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/line_sink.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace toruscope::core {

void LineSink::pass_on_lines(Ticks end) {
  const std::size_t known = waiting_.size();
  for (PeHost* host : hosts_) {
    std::move(host->lines.begin(), host->lines.end(), std::back_inserter(waiting_));
    host->lines.clear();
  }
  // Lines of one PE and one time are in order, here and behind those that have waited longer.
  if (waiting_.size() != known)
    std::stable_sort(waiting_.begin(), waiting_.end(), [](const PrintedLine& a, const PrintedLine& b) {
      return std::pair(a.time, a.rank) < std::pair(b.time, b.rank);
    });
  const auto first_left = std::find_if(waiting_.begin(), waiting_.end(),
                                       [end](const PrintedLine& line) { return line.time >= end; });
  is_broken_ = true;
  std::for_each(waiting_.begin(), first_left, pass_on_);
  is_broken_ = false;
  waiting_.erase(waiting_.begin(), first_left);
}

}  // namespace toruscope::core
