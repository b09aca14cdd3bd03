// SPDX-License-Identifier: Apache-2.0
// Router of one worker's rings without an event for each hop: headers walk on until delayed.
//
// In the frame of its ring (network/rings.hpp) an undelayed header has one time on all links.
// Headers are served by that time, then T7, and each walks as far as links are free: nobody who
// would have asked for them earlier can still come. A delay, or the end of a closed ring, changes
// its time in the frame: it is served again later.
//
//   phase d      the rings of dimension d; headers that turn enter a ring of a later dimension
//   last phase   messages that have arrived at a PE of another worker are delivered there
//
// Invariants  (1) When phase d begins, every header that will ask for a link of dimension d before
//                 the horizon is in its ring.
//             (2) Grants, their order at each link and times are those of network/hop_router.hpp.
// Threads     A ring belongs to one worker; PEs and routers hand messages over
//             (Rings::handed_over).
// Cost        Two events per message and dimension, and one for each delay.

#pragma once

#include "runtime/network/grants.hpp"
#include "runtime/network/network.hpp"
#include "runtime/network/rings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace toruscope::core {

class RingRouter {
 public:
  RingRouter(const NetworkSetup& setup, Rings& rings, int worker);
  RingRouter(const RingRouter&) = delete;
  RingRouter& operator=(const RingRouter&) = delete;
  ~RingRouter();

  void inject(Message* message);
  [[nodiscard]] Ticks earliest_asking() const { return std::min(earliest_, sent_asks_); }
  [[nodiscard]] Ticks earliest_arrival() const { return std::min(earliest_arrival_, sent_arrives_); }
  void add_in_flight(std::vector<Message*>& messages) const;
  /// Serves all headers that ask before `until` in this phase. PEs go on while messages are cached.
  void serve(int phase, Ticks until);
  /// Walks of headers since the last call.
  [[nodiscard]] std::int64_t take_served() {
    return static_cast<std::int64_t>(walks_ - std::exchange(walks_told_, walks_));
  }
  [[nodiscard]] Grants& grants() { return grants_; }
  [[nodiscard]] std::int64_t crossings() const { return crossings_; }

 private:
  template <class Use>
  void for_each_under_way(Use&& use) const;
  void take_over(int phase);
  void deliver(int phase);
  /// Puts the message, which arrives then if nothing delays it, into the ring of its next link, or
  /// hands it to the ring's owner.
  void enter_ring(Message* message, Ticks arrives, int place);
  /// The arrival of a message that nothing delays any more: Message::rest(), where links are equal.
  [[nodiscard]] Ticks arrival(const Message& m) const { return m.asks + m.hops_left * th_ + m.x + latency_; }
  void serve_ring(Ring& ring, Ticks until, int place);
  /// Takes from a ring the headers that ask in time.
  void take_asking(Ring& ring, Ticks until);
  void prefetch_asking(std::size_t i) const;
  /// A header of those that ask, to be served in T7's order.
  struct Turn {
    Ticks frame;  ///< the header's
    std::size_t header;
  };
  [[nodiscard]] bool is_before(const Turn& a, const Turn& b) const {
    return a.frame != b.frame ? a.frame < b.frame : asking_[a.header].is_before(asking_[b.header]);
  }
  [[nodiscard]] auto is_after() const {
    return [this](const Turn& a, const Turn& b) { return is_before(b, a); };
  }
  [[nodiscard]] Turn take_turn();
  [[nodiscard]] bool walk(Ring& ring, RingHeader& header, Ticks until, int place);
  void wait(Ring& ring, const RingHeader& header);
  static void note_last(Ring& ring);
  void tell_walk(const Ring& ring, const RingHeader& header, Ticks frame, int end);
  void arrive(Message* message, int place);
  void find_earliest_arrival(Ring& ring);
  void find_earliest();

  const Wiring& wiring_;
  Rings& rings_;
  NetworkClient& client_;
  const int worker_;
  const bool is_perturbed_;
  const bool is_small_;  // its messages are in the host's caches
  const Ticks th_;
  const Ticks latency_;
  Grants grants_;
  std::vector<std::vector<std::uint32_t>> listed_;  // rings with headers, by dimension
  std::vector<RingHeader> asking_;                  // of the served ring
  std::vector<Turn> turns_;                         // of these, in order
  std::size_t next_ = 0;                            // of these, the next one
  std::vector<Turn> again_;                         // of headers that ask for one more link: a heap
  std::vector<Message*> arrived_;                   // here, in this phase
  std::vector<std::size_t> to_visit_;
  // The earliest asking of what PEs here have sent since the first phase.
  Ticks sent_asks_ = kNever;
  Ticks sent_arrives_ = kNever;
  Ticks earliest_ = kNever;
  Ticks earliest_arrival_ = kNever;
  std::uint64_t walks_ = 0;
  std::uint64_t walks_told_ = 0;
  std::int64_t crossings_ = 0;
};

}  // namespace toruscope::core
