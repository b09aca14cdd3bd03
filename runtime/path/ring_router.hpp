// SPDX-License-Identifier: Apache-2.0
// Routers without an event for each hop: a header walks along a ring until something delays it.
//
// In the frame of its ring (path/ring_network.hpp) an undelayed header has one time on all links. Served in the order of
// that time, T7 where it is the same, each walks as far as links are free: nobody who would have asked for one of them
// earlier can still come. A delay, and the end of a closed ring, change its time in the frame: it waits for its turn again.
//
//   phase d      the rings of dimension d, each for itself; whoever turns enters a ring of a later dimension
//   last phase   messages that have arrived at a PE of another worker are delivered there
//
// Invariants  (1) Whoever asks for a link of dimension d before a horizon entered the ring, or this dimension, before it too:
//                 when dimension d begins, all are there.
//             (2) What is served up to a horizon, in what order at each link, and when, is what path/router.hpp would.
// Threads     A ring belongs to one worker; PEs and routers hand messages over (RingNetwork::handed_over).
// Cost        Two events per message and dimension, and one for each delay.

#pragma once

#include "runtime/path/ring_network.hpp"
#include "runtime/path/router.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace toruscope::detail {

class RingRouter final : public Router {
 public:
  /// `go_on` lets the PEs go on that have got what they wait for, while what they have got is in the host's caches. What they
  /// send asks at the horizon or later.
  RingRouter(Network& network, RingNetwork& rings, int worker, bool record,
             std::function<void(std::span<Message* const>)> eject, std::function<bool()> must_stop,
             std::function<void()> go_on);
  ~RingRouter() override;

  void inject(Message* message) override;
  [[nodiscard]] Ticks earliest() const override { return earliest_; }
  [[nodiscard]] Ticks earliest_arrival() const override { return earliest_arrival_; }
  [[nodiscard]] Ticks earliest_reception(Ticks startup) const override;
  void add_on_their_way(std::vector<Message*>& messages) const override;
  [[nodiscard]] int phases() const override { return rings_.dimensions() + 1; }
  void serve(int phase, Ticks until) override;

 private:
  template <class Use>
  void for_each_under_way(Use&& use) const;
  void take_over(int phase);
  void deliver(int phase);
  /// The ring of its next link, or whoever owns it, gets the message.
  void enter_ring(Message* message, int place);
  void serve_ring(Ring& ring, Ticks until, int place);
  /// Takes from a ring the headers that ask in time.
  void take_asking(Ring& ring, Ticks until);
  void prefetch_asking(std::size_t i) const;
  void walk(Ring& ring, RingHeader& header, Ticks until, int place);
  void wait(Ring& ring, const RingHeader& header);
  static void note_last(Ring& ring);
  void record_walk(const Ring& ring, const RingHeader& header, Ticks frame, int end);
  void arrive(Message* message, int place);
  void find_earliest_arrival(Ring& ring);
  void find_earliest();

  std::function<void()> go_on_;
  RingNetwork& rings_;
  std::vector<std::vector<std::uint32_t>> listed_;  // rings with headers, by dimension
  std::vector<RingHeader> asking_;  // of the ring that is served: those that ask in time, in order
  std::size_t next_ = 0;            // of these, the next to be served
  std::vector<RingHeader> again_;   // of these, those that ask for one more link of it: a heap
  std::vector<Message*> arrived_;   // here, in this phase
  std::vector<std::size_t> to_visit_;
  Ticks sent_asks_ = kNever;  // of what PEs here have sent since the first phase, the earliest
  Ticks sent_arrives_ = kNever;
  Ticks earliest_ = kNever;
  Ticks earliest_arrival_ = kNever;
  std::uint64_t walks_ = 0;
};

}  // namespace toruscope::detail
