// SPDX-License-Identifier: Apache-2.0
// Port policy `strict`: do the undisturbed windows of a PE's transfers respect the port rule?
//
// Threads     Belongs to its PE: sends are added by the PE, receptions in the network phase by the owner of its router.
// Invariants  What is found does not depend on the order in which windows are added.
// Source      docs/model.md, "Policy strict".

#pragma once

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace toruscope::detail {

/// One transfer at one of its ends: it has a port during [from, to) if it never waits for one.
struct PortWindow {
  Ticks from, to;
  Rank partner = 0;
  std::int64_t sequence = 0;  // the sender's send count
  int tag = 0;
  std::size_t bytes = 0;
  Port link = 0;  // of a send: the first of its route
};

class PortWatch {
 public:
  explicit PortWatch(int k) : k_(k) {}

  /// Windows that end by `settled` cannot meet another one any more and are forgotten.
  void add_send(const PortWindow& window, Ticks settled) { add(sends_, window, settled, true); }
  void add_reception(const PortWindow& window, Ticks settled) { add(receptions_, window, settled, false); }

  /// The first tick at which the windows added so far break the rule; kNever if they do not.
  [[nodiscard]] Ticks broken_at() const { return broken_at_; }

  struct Violation {
    bool is_send = false;
    bool is_one_link = false;  // two sends by one link; else more than k transfers
    PortWindow under_way, one_too_many;
  };
  /// Precondition: the rule is broken, and all windows that begin by then have been added.
  [[nodiscard]] Violation violation() const;

 private:
  using Windows = std::vector<PortWindow>;
  void add(Windows& windows, const PortWindow& window, Ticks settled, bool are_sends);
  /// True if at this tick more than k are under way, or two by one link.
  [[nodiscard]] bool is_broken(const Windows& windows, Ticks time, bool are_sends) const;
  [[nodiscard]] std::optional<Violation> find(const Windows& windows, bool are_sends) const;

  const int k_;
  Windows sends_;
  Windows receptions_;
  Ticks broken_at_ = kNever;
};

}  // namespace toruscope::detail
