// SPDX-License-Identifier: Apache-2.0
// The 8 PEs of the machine that OnePe describes, dealt to hosts in blocks as a run deals them to
// workers; without a network. A test does what the workers would do.

#pragma once

#include "runtime/engine/group_table.hpp"
#include "runtime/engine/pe_array.hpp"
#include "tests/runtime/pe/one_pe.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace toruscope::test {

class PesOnHosts {
 public:
  static constexpr int kPes = 8;

  explicit PesOnHosts(int count = 1, Parameters machine = {}) : run(std::move(machine)) {
    run.terms.world = &groups.world();
    for (int i = 0; i < count; ++i) {
      fakes.push_back(std::make_unique<FakeHost>());
      hosts.push_back(fakes.back().get());
    }
    for (Rank rank = 0; rank < kPes; ++rank)
      pes.add(run.terms, *fakes[static_cast<std::size_t>(rank * count / kPes)], rank);
  }
  PesOnHosts(const PesOnHosts&) = delete;
  PesOnHosts& operator=(const PesOnHosts&) = delete;
  ~PesOnHosts() {
    for (core::Pe& one : pes) one.calls().give_up_receives();
    for (core::RequestState* receive : receives_) receive->pe->requests().release(receive);
    for (const auto& host : fakes)
      for (core::Message* m : host->injected) core::discard(m);
  }

  [[nodiscard]] core::Pe& pe(Rank rank) { return pes[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] core::PlanKnowledge& known() { return run.known; }
  [[nodiscard]] FakeHost& host_of(Rank rank) { return static_cast<FakeHost&>(pe(rank).host()); }

  /// The program of the PE ends at `when`.
  void end(Rank rank, Ticks when) {
    run.program = [when](Communicator& comm) { comm.compute(when); };
    pe(rank).resume();
  }
  /// It throws then.
  void fail(Rank rank, Ticks when, const std::string& text = "lost") {
    run.program = [&](Communicator& comm) {
      comm.compute(when);
      throw std::runtime_error(text);
    };
    pe(rank).resume();
  }
  /// The PE waits for a message.
  void wait_for_receive(Rank rank, Rank from, Ticks since) {
    core::Pe& one = pe(rank);
    one.core().clock = {since, {.compute = since}};
    core::RequestState* receive = one.requests().add(core::RequestState::Kind::receive, from, from, 0);
    receive->context = 0;
    receive->posted_at = &one.core().clock;
    receives_.push_back(receive);
    one.mailbox().answer_in(one.host().answered);
    one.mailbox().post(*receive);
    static_cast<void>(one.core().waiting.begin("recv", std::span(&receives_.back(), 1)));
    one.body().set_state(core::Pe::State::waiting);
  }
  /// The PE waits for its turn, which is at `since`.
  void wait_for_turn(Rank rank, Ticks since) {
    core::Pe& one = pe(rank);
    one.core().clock = {since, {.compute = since}};
    one.turns().begin({core::PeWait::Until::turn_now, "iprobe"});
    one.body().set_state(core::Pe::State::waiting);
  }
  /// All PEs have come to a meeting.
  void meet(core::Group& group, const std::vector<Ticks>& clocks) {
    for (Rank rank = 0; rank < group.size(); ++rank) {
      core::Pe& one = pe(group.world_rank(rank));
      const Ticks since = clocks[static_cast<std::size_t>(rank)];
      one.core().clock = {since, {.compute = since}};
      one.core().waiting.begin({core::PeWait::Until::met, "synchronize", {}, &group});
      one.body().set_state(core::Pe::State::waiting);
      if (group.arrive()) one.host().met.push_back(&group);
    }
  }

  OnePe run;
  std::vector<std::unique_ptr<FakeHost>> fakes;
  std::vector<core::PeHost*> hosts;
  core::GroupTable groups{*run.topology};
  core::StackPool stacks{kPes, std::size_t{64} * 1024};
  core::PeArray pes{kPes, stacks};

 private:
  std::deque<core::RequestState*> receives_;
};

}  // namespace toruscope::test
