// SPDX-License-Identifier: Apache-2.0
// One PE with the parts that its program's calls need, in the order of a Pe, and without a machine:
// what comes to it, and what the plan and its worker do, is done by the test while it waits.

#pragma once

#include "runtime/pe/calls.hpp"
#include "runtime/pe/meetings.hpp"
#include "tests/runtime/pe/one_pe.hpp"

#include <array>
#include <cstddef>
#include <functional>

namespace toruscope::test {

class PartsOfOne {
 public:
  PartsOfOne() = default;
  PartsOfOne(const PartsOfOne&) = delete;
  PartsOfOne& operator=(const PartsOfOne&) = delete;
  ~PartsOfOne() {
    for (core::Message* m : pe.host.injected) core::discard(m);
  }

  /// Runs a program to its end; what is done each time it waits.
  void run(
      const std::function<void()>& program, const std::function<void()>& meanwhile = [] {}) {
    body.start([this, program] {
      body.run(program);
      body.end();
    });
    pe.host.context->while_suspended = meanwhile;
    body.context().resume();
  }
  /// True if the PE waited for nothing else.
  bool deliver(core::Message* message) {
    const auto [receive, announcement] = receives.deliver(message);
    return receive != nullptr && waiting().is_ended_by_receive(*receive);
  }
  [[nodiscard]] core::Waiting& waiting() { return pe.core().waiting; }
  [[nodiscard]] Ticks now() { return pe.core().clock.time; }
  [[nodiscard]] const std::vector<core::Message*>& injected() const { return pe.host.injected; }

  OnePe pe;
  std::array<std::byte, 8> buffer{};
  std::byte stand_in{};  // for a Pe, which is never looked at
  core::Body body{pe.core()};
  core::RoundCall round;
  core::Requests requests{reinterpret_cast<core::Pe*>(&stand_in), pe.host.messages};
  core::StrictPorts strict{pe.core()};
  core::Sends sends{pe.core(), strict};
  core::Receives receives{pe.core(), requests, strict};
  core::Turns turns{pe.core(), requests, sends, receives.mailbox()};
  core::Checks checks{pe.core()};
  core::Posting posting{pe.core(), requests, sends, receives, checks};
  core::Calls calls{pe.core(), body, round, requests, sends, receives, turns, posting, checks};
  core::Meetings meetings{body};

  const detail::GroupHandle all_held{*new core::Group(0, {}, {8}, core::Grid::torus)};
  core::Group& all = *all_held;
  core::Place place{all, 0, 0};
};

}  // namespace toruscope::test
