// SPDX-License-Identifier: Apache-2.0
// Routers of a run in which PEs send to neighbours only: a link carries the messages of one PE alone, so all is known when
// they are sent.
//
// A link serves its PE's messages in the order in which the PE's ports began with them: where a startup takes time, each
// asks later than the one before it, whatever the port rule. So nobody else can come first, and no horizon is waited for:
// the message is at its mailbox, in the host, before its PE goes on. Not for sends that wait for their receives (T11): what these
// find depends on what is under way.
//
//   send         the link is granted, the message delivered, or handed over to the worker of its PE
//   serve        what has been handed over is delivered
//
// Invariants  Grants, times and counts are those of path/router.hpp.
// Threads     A link belongs to the worker of its PE.

#pragma once

#include "runtime/path/hand_over.hpp"
#include "runtime/path/router.hpp"

#include <toruscope/parameters.hpp>

#include <functional>
#include <string>
#include <vector>

namespace toruscope::detail {

class SingleHopRouter final : public Router {
 public:
  /// Why this machine's network cannot be served so; empty if it can.
  static std::string obstacle(const Network& network, const Parameters& parameters);

  /// Precondition: there is no obstacle, and every message crosses one link. `handed_over` is shared by the routers of a run.
  SingleHopRouter(Network& network, HandOver& handed_over, int worker, bool record,
                  std::function<void(std::span<Message* const>)> eject, std::function<bool()> must_stop);

  void inject(Message* message) override;
  /// Of what has been handed over and not delivered: its arrival, for it asks for nothing any more.
  [[nodiscard]] Ticks earliest() const override { return earliest_arrival_; }
  [[nodiscard]] Ticks earliest_arrival() const override { return earliest_arrival_; }
  [[nodiscard]] Ticks earliest_reception(Ticks startup) const override;
  void add_on_their_way(std::vector<Message*>& messages) const override;
  void serve(int phase, Ticks until) override;

 private:
  template <class Use>
  void for_each_under_way(Use&& use) const;

  HandOver& handed_over_;
  Ticks earliest_arrival_ = kNever;
};

}  // namespace toruscope::detail
