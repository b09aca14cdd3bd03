// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/port_watch.hpp"

#include "runtime/core/check.hpp"

#include <algorithm>
#include <tuple>

namespace toruscope::detail {

namespace {

/// Those that are under way at a tick, in the order in which they began (ties: partner, send count).
std::vector<PortWindow> under_way(const std::vector<PortWindow>& windows, Ticks time, bool are_sends) {
  std::vector<PortWindow> now;
  std::copy_if(windows.begin(), windows.end(), std::back_inserter(now),
               [&](const PortWindow& w) { return w.from <= time && time < w.to; });
  std::sort(now.begin(), now.end(), [&](const PortWindow& a, const PortWindow& b) {
    if (are_sends) return a.sequence < b.sequence;
    return std::tie(a.from, a.partner, a.sequence) < std::tie(b.from, b.partner, b.sequence);
  });
  return now;
}

}  // namespace

void PortWatch::add(Windows& windows, const PortWindow& window, Ticks settled, bool are_sends) {
  if (window.from == window.to || window.from > broken_at_) return;  // no time, or too late to matter
  std::erase_if(windows, [&](const PortWindow& w) { return w.to <= settled; });
  windows.push_back(window);
  // The rule can only be broken first where a window begins, and only within the new one.
  for (const PortWindow& w : windows) {
    const Ticks begin = std::max(w.from, window.from);
    if (begin < window.to && begin < broken_at_ && is_broken(windows, begin, are_sends)) broken_at_ = begin;
  }
}

bool PortWatch::is_broken(const Windows& windows, Ticks time, bool are_sends) const {
  int count = 0;
  std::vector<Port> links;
  for (const PortWindow& w : windows) {
    if (w.from > time || time >= w.to) continue;
    if (++count > k_) return true;
    if (are_sends && std::find(links.begin(), links.end(), w.link) != links.end()) return true;
    if (are_sends) links.push_back(w.link);
  }
  return false;
}

std::optional<PortWatch::Violation> PortWatch::find(const Windows& windows, bool are_sends) const {
  const std::vector<PortWindow> now = under_way(windows, broken_at_, are_sends);
  for (auto w = now.begin(); w != now.end(); ++w) {
    if (w - now.begin() == k_) return Violation{are_sends, false, now.front(), *w};
    const auto same = std::find_if(now.begin(), w, [&](const PortWindow& o) { return o.link == w->link; });
    if (are_sends && same != w) return Violation{true, true, *same, *w};
  }
  return std::nullopt;
}

PortWatch::Violation PortWatch::violation() const {
  if (const auto sends = find(sends_, true)) return *sends;
  const auto receptions = find(receptions_, false);
  TORUSCOPE_CHECK(receptions.has_value(), "no violation at", broken_at_.count, "with k", k_);
  return *receptions;
}

}  // namespace toruscope::detail
