// SPDX-License-Identifier: Apache-2.0
// Port policy `strict`: check of the port rule on the undisturbed windows of a PE's transfers.
//
// Threads     Belongs to its PE, which adds sends; its router's owner adds receptions.
// Invariants  (1) Results do not depend on the order in which windows are added.
//             (2) While the rule holds, no more windows are open at once than it allows.
// Cost        Per window: logarithmic in unsettled ones, linear in those with an end in it.
// Source      docs/rules.md, "Policy strict".

#pragma once

#include "runtime/model/open_count.hpp"
#include "runtime/model/port_rules.hpp"

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace toruscope::core {

/// A transfer at one of its ends: it has a port during [from, to) if it never waits for one.
struct PortWindow {
  bool is_send = true;
  Ticks from, to;
  Rank partner = 0;
  std::int64_t sequence = 0;  // the sender's send count
  int tag = 0;
  std::size_t bytes = 0;
  Port link = 0;  // of a send: the first of its route
};

class PortWatch {
 public:
  /// `links`: number of the PE's node.
  PortWatch(Ports ports, int links) : rule_(ports.rule), k_(ports_each_way(ports, links)) {}

  /// Windows that end by `settled` can meet no other any more and are forgotten.
  void add(const PortWindow& window, Ticks settled);

  /// The first tick at which the windows added so far break the rule; kNever if they do not.
  [[nodiscard]] Ticks broken_at() const { return broken_at_; }

  enum class Broken { number, one_link, partner };
  struct Violation {
    Broken what = Broken::number;
    PortWindow under_way, one_too_many;
  };
  /// Precondition: the rule is broken, and all windows that begin by then have been added.
  [[nodiscard]] Violation violation() const;
  [[nodiscard]] int k() const { return k_; }

 private:
  using Windows = std::multimap<Ticks, PortWindow>;  // by begin

  /// The first tick at which this one breaks the rule with earlier ones; kNever if it does not.
  [[nodiscard]] Ticks breaks_at(const PortWindow& window);
  [[nodiscard]] Ticks meets_other_partner(const PortWindow& window) const;
  void forget(Ticks settled);
  [[nodiscard]] std::optional<Violation> find(Ticks time) const;

  const Ports::Rule rule_;
  const int k_;
  OpenCount all_;                    // under rule `half`
  std::array<OpenCount, 2> by_way_;  // else: of receptions, of sends
  std::map<Port, OpenCount> by_link_;
  std::array<Windows, 2> windows_;  // of receptions, of sends
  std::size_t forget_above_ = 64;   // windows
  Ticks broken_at_ = kNever;
};

}  // namespace toruscope::core
