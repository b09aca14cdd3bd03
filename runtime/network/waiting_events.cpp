// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/waiting_events.hpp"

#include "runtime/core/prefetch.hpp"

namespace toruscope::core {

namespace {

constexpr std::size_t kTransitLines = sizeof(Transit) / 64;

/// Prefetches the message of a header whose leg ends with the next hop.
void prefetch_end_of_leg(const Transit& t) {
  if (t.steps_left == 1) prefetch_lines<3>(&t.message->asks);
}

/// Prefetches all that the header frees when it goes on.
void prefetch_behind(const Transit& t, const Gates& gates, Wiring& wiring) {
  const auto prefetch_link = [&](const Transit::Hop& hop) {
    gates.prefetch(hop.link);
    gates.prefetch_room(hop.link, hop.channel);
    prefetch_lines<1>(&wiring.link(hop.link));
  };
  if (t.hops.empty()) return;
  prefetch_link(t.hops.back());
  if (t.unfinished + 1 < t.kept()) prefetch_link(t.hop(t.unfinished));
}

}  // namespace

void prefetch_for(const WaitingEvents& events, const Gates& gates, Wiring& wiring) {
  constexpr std::size_t kStep = 4;  // events between two prefetches of one
  if (const WaitingEvent* event = events.ahead(3 * kStep)) {
    prefetch_lines<kTransitLines>(event->transit);
    gates.prefetch(event->link);
    prefetch_lines<1>(&wiring.link(event->link));
  }
  if (const WaitingEvent* event = events.ahead(2 * kStep)) {
    if (event->transit != nullptr) {
      prefetch_end_of_leg(*event->transit);
      gates.prefetch_room(event->link, event->transit->lowest_channel);
    } else {
      gates.for_each_first(event->link, prefetch_lines<kTransitLines>);
    }
  }
  if (const WaitingEvent* event = events.ahead(kStep)) {
    if (event->transit != nullptr)
      prefetch_behind(*event->transit, gates, wiring);
    else
      gates.for_each_first(event->link, [&](const Transit* t) {
        prefetch_end_of_leg(*t);
        prefetch_behind(*t, gates, wiring);
        gates.prefetch_room(event->link, t->lowest_channel);
      });
  }
}

}  // namespace toruscope::core
