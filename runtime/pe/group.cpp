// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/group.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

namespace toruscope {

void detail::hold(Group& group) {
  group.handles_.fetch_add(1, std::memory_order_relaxed);
}

void detail::drop(Group& group) {
  if (group.handles_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete &group;
}

namespace core {

Group::Group(std::uint32_t context, std::vector<Rank> members, std::vector<int> sides, Grid grid)
    : context_(context),
      members_(std::move(members)),
      sides_(std::move(sides)),
      grid_(grid),
      size_(std::accumulate(sides_.begin(), sides_.end(), 1, std::multiplies<>())) {}

bool Group::enter(CollectiveCall what, Rank rank, Ticks when) {
  const std::lock_guard lock(mutex_);
  if (called_.empty()) called_.resize(static_cast<std::size_t>(size_));
  const std::uint64_t number = called_[static_cast<std::size_t>(rank)]++;
  while (number - first_number_ >= calls_.size()) calls_.emplace_back();
  Entered& entered = calls_[number - first_number_];
  const auto same = std::find_if(entered.different.begin(), entered.different.end(),
                                 [&](const Call& call) { return call.what.agrees_with(what); });
  if (same == entered.different.end()) {
    entered.different.push_back({std::move(what), rank, when});
  } else if (std::tie(when, rank) < std::tie(same->when, same->rank)) {
    same->rank = rank;
    same->when = when;
  }
  ++entered.members;
  const bool agrees = entered.different.size() == 1;
  while (!calls_.empty() && calls_.front().members == size_ && calls_.front().different.size() == 1) {
    calls_.pop_front();
    ++first_number_;
  }
  return agrees;
}

std::optional<Group::LeftOut> Group::left_out() const {
  const std::lock_guard lock(mutex_);
  if (calls_.empty() || calls_.front().members == size_) return std::nullopt;
  const auto absent =
      std::find_if(called_.begin(), called_.end(), [&](std::uint64_t calls) { return calls <= first_number_; });
  return LeftOut{calls_.front().different.front().what, calls_.front().members,
                 static_cast<Rank>(absent - called_.begin()), first_number_};
}

std::optional<Group::Difference> Group::difference() const {
  const std::lock_guard lock(mutex_);
  std::optional<Difference> earliest;
  for (const Entered& entered : calls_) {
    if (entered.different.size() < 2) continue;
    std::vector<Call> calls = entered.different;
    std::sort(calls.begin(), calls.end(),
              [](const Call& a, const Call& b) { return std::tie(a.when, a.rank) < std::tie(b.when, b.rank); });
    if (!earliest || calls[1].when < earliest->second.when) earliest = Difference{calls[0], calls[1]};
  }
  return earliest;
}

}  // namespace core
}  // namespace toruscope
