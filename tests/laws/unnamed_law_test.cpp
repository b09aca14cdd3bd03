// SPDX-License-Identifier: Apache-2.0
// Receives that name no source (T10), by whatever call: many senders, one receiver. It gets the
// messages in the order of (mailbox arrival, source, send count), whatever the machine, and a run
// is the same on every host.

#include <toruscope/machine.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <sstream>
#include <tuple>
#include <vector>

namespace toruscope {
namespace {

struct Experiment {
  TopologyPtr topology;
  Parameters machine;
  Rank receiver = 0;
  std::vector<std::vector<int>> pauses;  // by sender: ticks before each of its messages
  std::vector<int> manners;              // of the receiver, message by message
};

Experiment any_experiment() {
  Experiment e;
  const int a = *rc::gen::inRange(1, 5);
  const int b = *rc::gen::inRange(2, 5);
  e.topology = *rc::gen::element(torus(a, b), ring(a * b), complete(a * b));
  const auto cost = [] { return Ticks{*rc::gen::inRange(0, 6)}; };
  e.machine = {.ports = k_ports(*rc::gen::inRange(1, 4)),
               .injection = *rc::gen::element(Injection::direct, Injection::buffered),
               .ts = cost(),
               .tr = cost(),
               .tm = cost(),
               .tw = Ticks{*rc::gen::inRange(0, 2)},
               .th = cost(),
               .latency = cost(),
               .gap = cost(),
               .tick = Time{}};
  e.receiver = *rc::gen::inRange(0, a * b);
  std::size_t messages = 0;
  for (Rank r = 0; r < a * b; ++r) {
    e.pauses.push_back(r == e.receiver ? std::vector<int>{}
                                       : *rc::gen::container<std::vector<int>>(
                                             *rc::gen::inRange<std::size_t>(0, 4), rc::gen::inRange(0, 30)));
    messages += e.pauses.back().size();
  }
  e.manners = *rc::gen::container<std::vector<int>>(messages, rc::gen::inRange(0, 5));
  return e;
}

/// Takes the first message in one of several manners, which all must find the same one.
Rank take_first(Communicator& comm, int manner) {
  std::vector<char> body(64);
  Request request;
  switch (manner) {
    case 0:
      return comm.recv(any_source, body, any_tag).source;
    case 1: {
      std::optional<Received> found;
      while (!(found = comm.probe(any_source))) comm.compute(Ticks{3});
      return comm.recv(found->source, body, found->tag).source;
    }
    case 2: {
      request = comm.irecv(any_source, body, any_tag);
      std::optional<Received> got;
      while (!(got = comm.test(request))) {
      }
      return got->source;
    }
    case 3: {
      request = comm.irecv(any_source, body, any_tag);
      Received got;
      comm.wait_any({&request, 1}, &got);
      return got.source;
    }
    default:
      comm.compute(Ticks{17});
      return comm.recv(any_source, body, any_tag).source;
  }
}

struct UnnamedOutcome {
  std::vector<Rank> sources;
  std::vector<Event> events;
  std::string everything;
};

UnnamedOutcome play(const Experiment& e, Execution execution) {
  execution.record_events = true;
  UnnamedOutcome outcome;
  const Report report = Machine(e.topology, e.machine, execution).run([&](Communicator& comm) {
    if (comm.rank() == e.receiver) {
      for (const int manner : e.manners) outcome.sources.push_back(take_first(comm, manner));
      return;
    }
    for (const int pause : e.pauses[static_cast<std::size_t>(comm.rank())]) {
      comm.compute(Ticks{pause});
      comm.send(e.receiver, std::vector<char>(static_cast<std::size_t>(pause % 7)), pause);
    }
  });
  std::ostringstream all;
  for (const PeReport& pe : report.pes)
    all << pe.finish.time.count << " = " << to_string(pe.finish.account) << " " << pe.port_wait.count << " "
        << pe.link_wait.count << " " << pe.partner_wait.count << "\n";
  write_events(all, report);
  outcome.everything = all.str();
  outcome.events = report.events;
  return outcome;
}

RC_GTEST_PROP(UnnamedReceives, TakeMessagesInTheOrderOfArrivalOnEveryHost, ()) {
  const Experiment e = any_experiment();

  const UnnamedOutcome first = play(e, {.workers = 1});

  std::vector<Event> messages;
  for (const Event& event : first.events)
    if (event.kind == Event::Kind::message) messages.push_back(event);
  std::sort(messages.begin(), messages.end(), [](const Event& a, const Event& b) {
    return std::tie(a.arrival, a.source, a.sequence) < std::tie(b.arrival, b.source, b.sequence);
  });
  std::vector<Rank> by_arrival;
  for (const Event& event : messages) by_arrival.push_back(event.source);
  RC_ASSERT(first.sources == by_arrival);
  for (const Execution& host : {Execution{.engine = PeEngine::threads, .workers = 2, .perturb = 5U},
                                Execution{.workers = 4, .channel_capacity = 1, .perturb = 6U}}) {
    const UnnamedOutcome other = play(e, host);
    RC_ASSERT(other.sources == first.sources);
    RC_ASSERT(other.everything == first.everything);
  }
}

}  // namespace
}  // namespace toruscope
