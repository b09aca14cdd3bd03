// SPDX-License-Identifier: Apache-2.0
// The links of a dimension-ordered network as rings, which straight ways follow.
//
//   torus 3x4, port "+1"      0 -> 1 -> 2 -> 3 -> (0)     position 0 1 2 3, closed
//                             4 -> 5 -> 6 -> 7 -> (4)
//                             8 -> 9 -> ..
//
// A mesh has lines for rings, which do not close. No link is on two rings.
//
// Frame       Times of a link are kept as time - position * th. An undelayed header has one time in
//             this frame on all links of a ring; two headers' times tell who asks first.
// Threads     The tables are constant during a run. A ring, its links and headers belong to one
//             worker. Hand-overs of a router are taken in the next phase, after a meeting.
// Source      network/ring_router.hpp.

#pragma once

#include "runtime/network/hand_over.hpp"
#include "runtime/network/wiring.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::core {

/// A message that asks for a link of a ring. No padding: copying it would stall store forwarding.
struct RingHeader {
  Ticks asks;     ///< time of asking
  Ticks frame;    ///< the same time in the ring's frame
  Ticks arrives;  ///< arrival at the mailbox if nothing delays the header any more
  Message* message = nullptr;
  Rank source = 0;
  std::int32_t position = 0;
  std::int64_t virtual_channel = 0;

  /// Order of service: T7, where two ask for one link.
  [[nodiscard]] bool is_before(const RingHeader& other) const {
    if (frame != other.frame) return frame < other.frame;
    if (virtual_channel != other.virtual_channel) return virtual_channel < other.virtual_channel;
    if (source != other.source) return source < other.source;
    return message->sequence < other.message->sequence;
  }
};

static_assert(sizeof(RingHeader) == 48);

struct Ring {
  std::size_t first = 0;  ///< its first place in the tables, one more than links
  int links = 0;
  bool is_closed = false;
  Port port = 0;
  int dimension = 0;
  int owner = 0;  ///< a worker

  std::vector<RingHeader> headers;
  bool is_heap = false;    ///< the first to ask is their front; else unordered
  bool is_listed = false;  ///< in its router's list of rings with headers
  Ticks asks = kNever;     ///< earliest asking of its headers
  Ticks latest{-1};        ///< latest asking of its headers
  Ticks arrives = kNever;  ///< their earliest possible arrival
};

class Rings {
 public:
  /// Reason why this machine's network cannot be served ring by ring; empty if it can.
  static std::string obstacle(const Wiring& wiring);

  /// Precondition: there is no obstacle.
  explicit Rings(const Wiring& wiring);
  Rings(const Rings&) = delete;
  Rings& operator=(const Rings&) = delete;
  ~Rings();

  struct Place {
    std::uint32_t ring = 0;
    std::int32_t position = 0;
  };
  [[nodiscard]] const Place& place(LinkIndex link) const { return places_[link]; }
  [[nodiscard]] Ring& ring(std::uint32_t index) { return rings_[index]; }
  [[nodiscard]] int dimensions() const { return dimensions_; }
  /// Number of workers that serve rings: all, or one if a crossing may take no time.
  [[nodiscard]] int workers() const { return workers_; }
  /// The node whose link is at a position; behind the last link, its head.
  [[nodiscard]] Node node(const Ring& ring, int position) const {
    return nodes_[ring.first + static_cast<std::size_t>(position)];
  }
  /// The times from which the links of a ring are free, in its frame.
  [[nodiscard]] Ticks* free_at(const Ring& ring) { return free_at_.data() + ring.first; }
  /// Adds a message of `bytes` bytes to the loads of the links from position `from` to before `to`.
  void add_load(const Ring& ring, int from, int to, std::int64_t bytes) {
    Load* loads = loads_.data() + ring.first;
    ++loads[from].messages;
    --loads[to].messages;
    loads[from].bytes += bytes;
    loads[to].bytes -= bytes;
  }
  /// Adds the wait of a header for the link at a position.
  void add_wait(const Ring& ring, int position, Ticks wait) {
    waited_[ring.first + static_cast<std::size_t>(position)] += wait;
  }
  /// Notes in the links their loads, and headers' waits for them.
  void note_loads(Wiring& wiring) const;

  static constexpr int kOfPes = 2;
  /// Messages handed from one worker to another. `place`: kOfPes, or the phase's parity.
  [[nodiscard]] std::vector<Message*>& handed_over(int place, int from, int to) {
    return handed_over_[static_cast<std::size_t>(place)].list(from, to);
  }

 private:
  struct Load {
    std::int64_t messages = 0;  // that begin here, less those that end before
    std::int64_t bytes = 0;
  };

  void add_rings(const Wiring& wiring, Port port);

  const int workers_;
  const int dimensions_;
  std::vector<Ring> rings_;
  std::vector<Place> places_;  // by link
  std::vector<Node> nodes_;
  std::vector<Ticks> free_at_;
  std::vector<Load> loads_;
  std::vector<Ticks> waited_;
  std::array<HandOver, 3> handed_over_;
};

}  // namespace toruscope::core
