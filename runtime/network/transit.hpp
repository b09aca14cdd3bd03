// SPDX-License-Identifier: Apache-2.0
// Holdings of a message on its way where waiting matters: virtual channels of a worm, slots of
// finite buffers; and its place among those that wait.
//
// Invariants  (1) hops[i] is link passed + i of the route; its times are known or kNever. Behind a
//                 finished hop all is free at a known time.
//             (2) Unfinished hops are kept, and the one before them, for its slot.
// Source      docs/rules.md, T8 and T9.

#pragma once

#include "runtime/core/in_blocks.hpp"
#include "runtime/network/wiring.hpp"
#include "runtime/path/message.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace toruscope::core {

struct alignas(64) Transit final : InBlocks<Transit> {
  struct Hop {
    LinkIndex link = 0;
    Ticks asked;
    Ticks entered;  // e_j
    Ticks th;
    Ticks buffered_at = kNever;  // a worm: out of its blocked state, whole
    std::int8_t channel = 0;
    bool has_slot = false;    // of the buffer at its end
    std::uint8_t router = 0;  // of the link
  };
  static constexpr std::size_t kHops = 3;  // for a message that takes as long as a hop or two

  Message* message = nullptr;  // null: spare
  Transit* next = nullptr;     // among waiters for a link (network/gates.hpp), or spare ones
  Transit* last = nullptr;     // the last one, for the first of them
  std::uint64_t place = 0;     // among those that wait for a link

  // The header. The message is as it left its PE, but for its leg; touched at turns and its end.
  Ticks asks;  // for the link that it wants
  Ticks x;
  Ticks hop_takes;  // from the grant of a link to asking for the next one
  Ticks link_wait;  // so far
  std::size_t bytes = 0;
  Rank source = 0;
  Node at = 0;
  Port port = 0;       // of this leg
  int steps_left = 0;  // of this leg
  int links = 0;       // of the whole route
  // lowest channel for the header on the wanted link; Flow::step leads to others
  int lowest_channel = 0;

  Ticks lookahead;     // Wiring::tail_lookahead(); kNever if nothing follows it over several links.
  int maker = 0;       // router that made it
  int passed = 0;      // hops that are no longer kept
  int unfinished = 0;  // first kept hop whose r_j is unknown
  boost::container::small_vector<Hop, kHops> hops;

  /// Begins with a message that leaves its PE.
  void begin(Message* m, const Flow& flow) {
    message = m;
    asks = m->asks;
    x = m->x;
    hop_takes = m->hop;
    link_wait = m->link_wait;
    bytes = m->bytes;
    source = m->source;
    at = m->at;
    links = m->hops_left;
    passed = unfinished = 0;
    hops.clear();
    take_leg(flow);
  }
  /// Links not entered yet.
  [[nodiscard]] int hops_left() const { return links - passed - kept(); }
  /// Moves the header to the head of its last link.
  void reach(Node node, const Flow& flow) {
    at = node;
    if (--steps_left != 0 || hops_left() == 0) return;
    ++message->leg;
    take_leg(flow);
  }
  /// Writes the hops so far back to the message.
  void write_back() const {
    Message& m = *message;
    m.asks = asks;
    m.link_wait = link_wait;
    m.at = at;
    m.steps_left = steps_left;
    m.hops_left = hops_left();
    m.hops = links - m.hops_left;
  }
  /// Undisturbed time to the mailbox, like Message::rest.
  [[nodiscard]] Ticks rest(const Costs& costs) const {
    return (hops_left() - 1) * hop_takes + costs.th + costs.transmission(bytes) + costs.latency;
  }
  [[nodiscard]] const Hop& hop(int i) const { return hops[static_cast<std::size_t>(i)]; }
  [[nodiscard]] Hop& hop(int i) { return hops[static_cast<std::size_t>(i)]; }
  [[nodiscard]] int kept() const { return static_cast<int>(hops.size()); }
  /// Drops finished hops but the last.
  void drop_finished() {
    if (unfinished < 2) return;
    hops.erase(hops.begin(), hops.begin() + (unfinished - 1));
    passed += unfinished - 1;
    unfinished = 1;
  }

  /// Time r_j at which the tail has passed a kept link, whose channel is free; or kNever.
  [[nodiscard]] Ticks tail_passes(int j) const {
    Ticks latest = hop(j).entered + x;
    Ticks ahead;  // (q - j) th, of the link q that the header enters next
    for (int q = j; passed + q + 1 < links; ++q) {
      ahead += hop(q).th;
      if (q != j && ahead >= x) break;
      const Ticks leaves = header_leaves(q);
      if (leaves == kNever) return kNever;
      latest = std::max(latest, leaves + std::max(x - ahead, Ticks{}));
      if (hop(q).has_slot) break;  // all of it
    }
    return latest;
  }
  /// True if it is unknown when the tail leaves the PE.
  [[nodiscard]] bool holds_port() const { return passed + unfinished == 0; }
  /// Lower bound on tail_passes(0) for askings from `now` on. Precondition: holds_port().
  [[nodiscard]] Ticks leaves_after(Ticks now) const {
    const Ticks enters = std::max(now, asks);
    if (hops.empty()) return enters + x;
    Ticks ahead;
    for (const Hop& each : hops) ahead += each.th;
    return std::max(hops[0].entered + x, enters + std::max(x - ahead, Ticks{}));
  }

 private:
  /// Time at which the header has left link q, not the last, for the next one or a slot for the
  /// whole message. kNever while it waits.
  [[nodiscard]] Ticks header_leaves(int q) const {
    if (hop(q).buffered_at != kNever) return hop(q).buffered_at;
    if (hop(q).has_slot) return hop(q).entered + hop(q).th;
    return q + 1 < kept() ? hop(q + 1).entered : kNever;
  }
  void take_leg(const Flow& flow) {
    const Leg& leg = message->legs[message->leg];
    port = leg.port;
    steps_left = leg.steps;
    lowest_channel = std::min(leg.virtual_channel, flow.channels - 1);
  }
};

/// Transits made by a router: of messages under way, and spare ones.
class Transits {
 public:
  explicit Transits(int router) : router_(router) {}

  /// Begins a transit for a message that leaves its PE.
  [[nodiscard]] Transit* begin(Message* m, const Flow& flow) {
    if (spare_ == nullptr) spare_ = all_.emplace_back(std::make_unique<Transit>()).get();
    Transit* const t = std::exchange(spare_, spare_->next);
    t->maker = router_;
    t->begin(m, flow);
    return t;
  }
  /// Ends a transit. Precondition: it has no message any more.
  void end(Transit* t) { t->next = std::exchange(spare_, t); }
  /// Calls use(transit) for each message under way.
  template <class Use>
  void for_each(Use&& use) const {
    for (const auto& t : all_)
      if (t->message != nullptr) use(*t);
  }

 private:
  const int router_;
  Transit* spare_ = nullptr;
  std::vector<std::unique_ptr<Transit>> all_;
};

}  // namespace toruscope::core
