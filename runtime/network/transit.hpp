// SPDX-License-Identifier: Apache-2.0
// What a message holds on its way where waiting matters: virtual channels as a worm, slots of finite buffers.
//
// Invariants  hops[j] is the j-th link of the route; its times are known or kNever. What is behind a finished hop is free
//             at a known time.
// Source      docs/rules.md, T8 and T9.

#pragma once

#include "runtime/network/wiring.hpp"
#include "runtime/path/message.hpp"

#include <cstddef>
#include <vector>

namespace toruscope::core {

struct Transit {
  struct Hop {
    LinkIndex link = 0;
    int channel = 0;
    Ticks asked;
    Ticks entered;  // e_j
    Ticks tail;     // t_j: the tail has passed, unless it is a worm that waits
    Ticks th;
    bool has_slot = false;    // of the buffer at its end
    Ticks taken_in = kNever;  // a worm: out of its blocked state, whole
  };

  Message* message = nullptr;
  std::vector<Hop> hops;
  std::size_t unfinished = 0;  // the first hop whose r_j is not known
  int links = 0;               // of the whole route
  std::size_t place = 0;       // among those under way
  int lowest_channel =
      0;  // that the header may be on, on the link that it wants; Flow::step leads to the others

  /// The message leaves its PE. Memory is used again.
  void begin(Message* m, std::size_t at) {
    message = m;
    hops.clear();
    unfinished = 0;
    links = m->hops_left;
    place = at;
  }
  /// The hop whose room is given back next, as far as there is one; null before the first.
  [[nodiscard]] const Hop* next_to_leave() const {
    if (hops.empty()) return nullptr;
    return unfinished < hops.size() ? &hops[unfinished] : &hops.back();
  }
  [[nodiscard]] bool is_all_known() const { return static_cast<int>(hops.size()) == links; }

  /// r_j, or kNever while it depends on what is not known yet: the tail has passed link j, its channel is free.
  [[nodiscard]] Ticks tail_passes(std::size_t j, Ticks x) const {
    Ticks latest{-1};
    Ticks behind;  // (q - j) th
    for (std::size_t q = j;; behind += hops[q].th, ++q) {
      latest = std::max(latest, hops[q].entered + x - behind);
      const bool is_last = static_cast<int>(q) + 1 == links;
      const Ticks ahead = behind + hops[q].th;
      if (is_last || ahead >= x) return latest;
      if (hops[q].taken_in != kNever) return std::max(latest, hops[q].taken_in + x - ahead);
      if (hops[q].has_slot) return latest;
      if (q + 1 == hops.size()) return kNever;
    }
  }
  /// What tail_passes(0) is at least, if the header asks for nothing before `now`.
  [[nodiscard]] Ticks leaves_after(Ticks now, Ticks x) const {
    if (hops.empty()) return std::max(now, message->asks) + x;
    Ticks latest = hops[0].entered + x;
    Ticks ahead;
    for (const Hop& hop : hops) ahead += hop.th;
    return ahead < x ? std::max(latest, std::max(now, message->asks) + x - ahead) : latest;
  }
};

}  // namespace toruscope::core
