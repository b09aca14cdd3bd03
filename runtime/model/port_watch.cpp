// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/port_watch.hpp"

#include "runtime/core/check.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace toruscope::core {

namespace {

std::size_t way_of(const PortWindow& window) {
  return window.is_send ? 1 : 0;
}

}  // namespace

void PortWatch::add(const PortWindow& window, Ticks settled) {
  // Ignores a window that takes no time, or comes too late to matter.
  if (window.from == window.to || window.from > broken_at_) return;
  forget(settled);
  broken_at_ = std::min(broken_at_, breaks_at(window));
  windows_[way_of(window)].emplace(window.from, window);
}

Ticks PortWatch::breaks_at(const PortWindow& window) {
  const auto [from, to] = std::pair(window.from, window.to);
  if (rule_ == Ports::Rule::half) return all_.add(from, to, 1);
  Ticks first = by_way_[way_of(window)].add(from, to, k_);
  if (window.is_send && k_ > 1) first = std::min(first, by_link_[window.link].add(from, to, 1));
  if (rule_ == Ports::Rule::telephone) first = std::min(first, meets_other_partner(window));
  return first;
}

/// First meeting with a window of the other way and another partner. These do not overlap before
/// the rule is broken, so the last one that begins earlier is enough.
Ticks PortWatch::meets_other_partner(const PortWindow& window) const {
  const Windows& others = windows_[1 - way_of(window)];
  auto other = others.upper_bound(window.from);
  if (other != others.begin()) --other;
  for (; other != others.end() && other->first < window.to; ++other)
    if (other->second.to > window.from && other->second.partner != window.partner)
      return std::max(other->first, window.from);
  return kNever;
}

/// Forgets settled windows, only when their number has doubled, so that each is seen a few times.
void PortWatch::forget(Ticks settled) {
  const auto kept = [this] { return windows_[0].size() + windows_[1].size(); };
  if (kept() < forget_above_) return;
  for (Windows& windows : windows_)
    std::erase_if(windows, [&](const auto& w) { return w.second.to <= settled; });
  all_.forget_before(settled);
  for (OpenCount& one : by_way_) one.forget_before(settled);
  for (auto& [link, one] : by_link_) one.forget_before(settled);
  forget_above_ = std::max(forget_above_, 2 * kept());
}

/// Finds a violation at a tick: among its sends, among its receptions, between both.
std::optional<PortWatch::Violation> PortWatch::find(Ticks time) const {
  std::vector<PortWindow> now;  // in the order in which they began
  for (const Windows& windows : windows_)
    for (const auto& [from, w] : windows)
      if (from <= time && time < w.to) now.push_back(w);
  std::sort(now.begin(), now.end(), [](const PortWindow& a, const PortWindow& b) {
    const auto key = [](const PortWindow& w) {
      return std::tuple(w.from, !w.is_send, w.is_send ? 0 : w.partner, w.sequence);
    };
    return key(a) < key(b);
  });
  if (rule_ == Ports::Rule::half)
    return now.size() > 1 ? std::optional(Violation{Broken::number, now[0], now[1]}) : std::nullopt;

  for (const bool are_sends : {true, false}) {
    std::vector<PortWindow> same;
    std::copy_if(now.begin(), now.end(), std::back_inserter(same),
                 [&](const PortWindow& w) { return w.is_send == are_sends; });
    for (auto w = same.begin(); w != same.end(); ++w) {
      if (w - same.begin() == k_) return Violation{Broken::number, same.front(), *w};
      const auto by_link = std::find_if(same.begin(), w, [&](const auto& o) { return o.link == w->link; });
      if (are_sends && by_link != w) return Violation{Broken::one_link, *by_link, *w};
    }
  }
  if (rule_ == Ports::Rule::telephone && now.size() > 1 && now[0].partner != now[1].partner)
    return Violation{Broken::partner, now[0], now[1]};
  return std::nullopt;
}

PortWatch::Violation PortWatch::violation() const {
  const auto found = find(broken_at_);
  TORUSCOPE_CHECK(found.has_value(), "no violation at", broken_at_.count, "with k", k_);
  return *found;
}

}  // namespace toruscope::core
