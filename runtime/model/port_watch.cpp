// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/port_watch.hpp"

#include "runtime/core/check.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace toruscope::core {

void PortWatch::add(const PortWindow& window, Ticks settled) {
  if (window.from == window.to || window.from > broken_at_) return;  // no time, or too late to matter
  std::erase_if(windows_, [&](const PortWindow& w) { return w.to <= settled; });
  windows_.push_back(window);
  const auto check = [&](Ticks time) {
    if (time < broken_at_ && find(time)) broken_at_ = time;
  };
  // The rule can only be broken first where a window begins, and only within the new one.
  check(window.from);
  for (const PortWindow& w : windows_)
    if (w.from > window.from && w.from < window.to) check(w.from);
}

/// What is wrong at a tick: with its sends, with its receptions, between the two.
std::optional<PortWatch::Violation> PortWatch::find(Ticks time) const {
  std::vector<PortWindow> now;  // in the order in which they began
  std::copy_if(windows_.begin(), windows_.end(), std::back_inserter(now),
               [&](const PortWindow& w) { return w.from <= time && time < w.to; });
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
