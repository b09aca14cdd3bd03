// SPDX-License-Identifier: Apache-2.0
// What a part of a PE needs around it in a test: the terms of a run that does not exist, a host
// that notes what it is asked, and the state that parts share.

#pragma once

#include "runtime/model/link_costs.hpp"
#include "runtime/pe/core.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::test {

/// Runs what it is given when it is resumed, to its end.
class CalledContext final : public core::PeContext {
 public:
  explicit CalledContext(std::function<void()> body) : body_(std::move(body)) {}
  void resume() override { body_(); }
  void suspend(PeContext*) override {
    if (while_suspended) while_suspended();
  }
  std::function<void()> while_suspended;  ///< what happens before it goes on

 private:
  std::function<void()> body_;
};

class FakeHost final : public core::PeHost {
 public:
  FakeHost() : PeHost(true) {}

  void inject(core::Message* message) override { injected.push_back(message); }
  void measure_way(core::Message&) const override {}
  void add_handshake(Stamp&, Rank, Rank) const override {}
  std::unique_ptr<core::PeContext> make_context(Rank, std::function<void()> body) override {
    auto made = std::make_unique<CalledContext>(std::move(body));
    context = made.get();
    if (first == nullptr) first = context;
    return made;
  }
  std::unique_ptr<core::PeContext> make_strand_context(Rank rank, std::function<void()> body) override {
    return make_context(rank, std::move(body));
  }
  core::Group& grid_within(const core::Group&, Rank, const std::vector<bool>&) override { std::abort(); }
  detail::GroupHandle next_group(const core::Group&, std::uint32_t, Rank, const core::Successor&) override {
    std::abort();
  }
  core::PeContext* next_after(core::Pe*) override { return nullptr; }
  void note_refusal() override { ++refusals; }

  std::vector<core::Message*> injected;
  CalledContext* context = nullptr;  ///< the last one made
  CalledContext* first = nullptr;    ///< the first one
  int refusals = 0;
};

/// The text of the error that a call throws; empty if it throws none.
template <class Call>
std::string error_of_call(Call&& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

/// PE `rank` of a machine of 8 in a ring, on which a startup takes 10 ticks, a byte 1, a hop 2.
class OnePe {
 public:
  explicit OnePe(Parameters machine = {}, Rank rank = 0)
      : parameters(with_costs(std::move(machine))),
        costs(resolve(parameters)),
        core_(std::make_unique<core::PeCore>(terms, host, rank, nullptr)) {}

  [[nodiscard]] core::PeCore& core() { return *core_; }

  TopologyPtr topology = ring(8);
  Parameters parameters;
  Costs costs;
  std::atomic<bool> interrupt{false};
  Execution execution{.interrupt = &interrupt};
  core::LengthLimit length_limit{costs, core::LinkCosts{}, 4, false};
  std::function<void(Communicator&)> program;
  core::PlanKnowledge known;
  std::atomic<bool> stop_asked{false};
  FakeHost host;
  core::RunTerms terms{.topology = *topology,
                       .parameters = parameters,
                       .costs = costs,
                       .execution = execution,
                       .length_limit = length_limit,
                       .program = program,
                       .are_send_ends_unknown = parameters.switching == Switching::wormhole &&
                                                parameters.injection == Injection::direct,
                       .known = known,
                       .stop_asked = stop_asked};

 private:
  static Parameters with_costs(Parameters machine) {
    machine.tick = Time{};
    machine.ts = Ticks{10};
    machine.tw = Ticks{1};
    machine.th = Ticks{2};
    return machine;
  }

  std::unique_ptr<core::PeCore> core_;
};

/// A message of so many bytes to that PE, made as Posting makes it.
inline core::Message* message_to(OnePe& pe, Rank to, std::size_t bytes, int tag = 0) {
  const std::vector<std::byte> data(bytes);
  core::Message* m = pe.host.messages.copy_of(data);
  m->source = m->source_in_group = pe.core().rank;
  m->destination = to;
  m->tag = tag;
  m->posted = pe.core().clock.time;
  return m;
}

/// A message of so many bytes that PE `from`, `hops` links away, has sent to this PE at `start`, as
/// it lies in a mailbox.
inline core::Message* message_from(OnePe& pe, Rank from, std::int64_t sequence, std::int64_t start,
                                   std::size_t bytes = 5, int hops = 1) {
  const std::vector<std::byte> data(bytes, std::byte{7});
  core::Message* m = pe.host.messages.copy_of(data);
  m->source = m->source_in_group = from;
  m->destination = pe.core().rank;
  m->sequence = sequence;
  m->start = Stamp{Ticks{start}, {.compute = Ticks{start}}};
  m->hops = hops;
  m->x = pe.costs.transmission(bytes);
  m->asks = pe.core().arrival_of(*m).time;
  return m;
}

}  // namespace toruscope::test
