// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/observers.hpp"

#include "runtime/trace/event_recorder.hpp"
#include "tests/runtime/network/random_traffic.hpp"
#include "tests/support/observed.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using core::CollectiveLeft;
using core::Computed;
using core::EventRecorder;
using core::LinkCrossed;
using core::MessageTaken;
using core::Observers;
using core::RoundCompleted;
using test::Observed;

// --- who is told ---------------------------------------------------------------------------------

TEST(Observers, AreNotThereWithoutASink) {
  const Observers nobody({}, 2, 4);

  EXPECT_EQ(nobody.of(1), nullptr);
  EXPECT_EQ(nobody.progress(1), nullptr);
  EXPECT_EQ(nobody.paths(1), nullptr);
}

TEST(Observers, OfProgressAloneAreToldNoEvents) {
  RunMonitor monitor;
  const Observers observers({.monitor = &monitor}, 2, 4);

  observers.progress(0)->tell(core::Progress{.reached = Ticks{7}, .delivered = 5, .ended = 3});
  observers.progress(1)->note_running(2);

  EXPECT_EQ(observers.of(0), nullptr);
  EXPECT_EQ(monitor.pes.load(), 4);
  EXPECT_EQ(monitor.virtual_time.load(), 7);
  EXPECT_EQ(monitor.messages.load(), 5);
  EXPECT_EQ(monitor.finished.load(), 3);
  EXPECT_EQ(monitor.running[1].load(), 3);
}

TEST(Observers, KeepTheTimeReachedWhereNoneIsKnown) {
  RunMonitor monitor;
  const Observers observers({.monitor = &monitor}, 1, 1);

  observers.progress(0)->tell(core::Progress{.reached = Ticks{7}});
  observers.progress(0)->tell(core::Progress{.reached = kNever});

  EXPECT_EQ(monitor.virtual_time.load(), 7);
}

TEST(Observers, TellEachSinkWithTheWorker) {
  Observed sink;
  Execution execution{.record_events = true};
  execution.sink = &sink;
  const Observers observers(execution, 2, 4);
  Report report;

  observers.of(0)->tell(Computed{.pe = 1, .begin = Ticks{2}, .end = Ticks{3}});
  observers.of(1)->tell(Computed{.pe = 3, .begin = Ticks{4}, .end = Ticks{5}});
  observers.finish(report, {Ticks{5}, {}});

  EXPECT_EQ(sink.computed().size(), 2U);
  EXPECT_EQ(sink.finished_at, Ticks{5});
  ASSERT_EQ(report.events.size(), 2U);
  EXPECT_EQ(report.events[1].source, 3);
}

// --- the recorder --------------------------------------------------------------------------------

LinkCrossed crossed(int index, Ticks asked, Ticks granted, Ticks released) {
  LinkCrossed hop;
  hop.source = 1;
  hop.index = index;
  hop.asked = asked;
  hop.granted = granted;
  hop.released = released;
  return hop;
}

CollectiveLeft call(Rank pe, const char* algorithm, std::uint32_t context) {
  CollectiveLeft call;
  call.pe = pe;
  call.operation = "reduce";
  call.algorithm = algorithm;
  call.context = context;
  return call;
}

Report recorded(bool spans, const std::vector<int>& workers) {
  EventRecorder recorder(true, spans);
  recorder.begin(2, 4);
  const int w = workers[0], v = workers[1];
  MessageTaken message;
  message.source = 1;
  message.send_port = 2;
  message.receive_port = 1;
  recorder.on_hop(w, crossed(1, {3}, {4}, {9}));
  recorder.on_message(v, message);
  recorder.on_hop(v, crossed(0, {1}, {2}, {7}));
  recorder.on_round(v, RoundCompleted{});
  recorder.on_collective(v, call(2, "tree", 8));
  recorder.on_collective(w, call(1, "ring", 14));
  recorder.on_collective(w, call(0, "flat", 0));
  Report report;
  recorder.finish(report, {});
  return report;
}

TEST(EventRecorder, OrdersRowsWhoeverToldThem) {
  for (const auto& workers : {std::vector{0, 0}, std::vector{0, 1}, std::vector{1, 0}}) {
    const Report report = recorded(true, workers);

    ASSERT_EQ(report.events.size(), 3U);
    EXPECT_EQ(report.events[0].kind, Event::Kind::message);
    EXPECT_EQ(report.events[1].granted, Ticks{2});
    EXPECT_EQ(report.events[2].granted, Ticks{4});
    ASSERT_EQ(report.spans.size(), 4U);
    EXPECT_EQ(report.spans[1].algorithm, "ring");
    EXPECT_EQ(report.spans[2].algorithm, "tree");
    EXPECT_EQ(report.spans[3].kind, Span::Kind::round);
  }
}

TEST(EventRecorder, NumbersCommunicatorsInTheOrderOfSpans) {
  const Report report = recorded(true, {1, 0});

  EXPECT_EQ(report.spans[0].communicator, 0);
  EXPECT_EQ(report.spans[1].communicator, 1);
  EXPECT_EQ(report.spans[2].communicator, 2);
}

TEST(EventRecorder, TellsPortsAndReleasesBesideSpansOnly) {
  const Report with = recorded(true, {0, 1});
  const Report without = recorded(false, {0, 1});

  EXPECT_EQ(with.events[0].send_port, 2);
  EXPECT_EQ(with.events[0].receive_port, 1);
  EXPECT_EQ(with.events[1].released, Ticks{7});
  EXPECT_TRUE(without.spans.empty());
  EXPECT_EQ(without.events[0].send_port, -1);
  EXPECT_EQ(without.events[1].released, Ticks{-1});
}

// --- what a run tells ----------------------------------------------------------------------------

void observe(Observed& sink, const TopologyPtr& topology, const Parameters& machine,
             const std::function<void(Communicator&)>& program) {
  Execution execution{.workers = 2};
  execution.sink = &sink;
  Machine(topology, machine, execution).run(program);
}

struct Named {
  std::string name;
  Parameters machine;
};

std::vector<Named> machines_with_links() {
  std::vector<Named> all;
  const auto add = [&](const char* name, auto&& change) {
    change(all.emplace_back(Named{name, preset("generic")}).machine);
  };
  add("cut-through", [](Parameters&) {});
  add("store-and-forward", [](Parameters& m) { m.switching = Switching::store_and_forward; });
  add("wormhole", [](Parameters& m) { m.switching = Switching::wormhole; });
  add("wormhole, 4 channels", [](Parameters& m) {
    m.switching = Switching::wormhole;
    m.virtual_channels = 4;
  });
  add("wormhole, 1 buffer", [](Parameters& m) {
    m.switching = Switching::wormhole;
    m.buffers = 1;
  });
  add("1 buffer", [](Parameters& m) { m.buffers = 1; });
  return all;
}

// A worm holds its virtual channel until it is released, any other message the link.
TEST(ObservedRun, NobodyIsGrantedWhatIsNotReleased) {
  for (const auto& [name, machine] : machines_with_links()) {
    SCOPED_TRACE(name);
    Observed sink;
    observe(sink, torus(4, 4), machine, random_traffic);
    const bool is_worm = machine.switching == Switching::wormhole;
    std::map<std::tuple<Node, Node, int>, std::vector<LinkCrossed>> links;
    for (const LinkCrossed& hop : sink.hops())
      links[{hop.from, hop.to, is_worm ? hop.virtual_channel : 0}].push_back(hop);
    for (auto& [link, hops] : links) {
      std::sort(hops.begin(), hops.end(), [](const LinkCrossed& a, const LinkCrossed& b) {
        return std::pair(a.granted, a.released) < std::pair(b.granted, b.released);
      });
      for (std::size_t i = 0; i < hops.size(); ++i) {
        EXPECT_LE(hops[i].asked, hops[i].granted);
        EXPECT_LE(hops[i].granted, hops[i].released);
        if (i > 0) {
          EXPECT_LE(hops[i - 1].released, hops[i].granted);
        }
      }
    }
  }
}

TEST(ObservedRun, TellsEachHopOnce) {
  for (const auto& [name, machine] : machines_with_links()) {
    SCOPED_TRACE(name);
    Observed sink;
    observe(sink, torus(4, 4), machine, random_traffic);

    std::map<std::tuple<Rank, std::int64_t>, int> hops;
    for (const LinkCrossed& hop : sink.hops()) ++hops[{hop.source, hop.sequence}];
    for (const MessageTaken& message : sink.messages())
      EXPECT_EQ((hops[{message.source, message.sequence}]), message.hops);
  }
}

// With direct injection a port is one message's from the start of the send until its tail has left.
TEST(ObservedRun, APortHasOneMessageAtATime) {
  for (const Ports ports : {Ports{}, k_ports(2), all_ports}) {
    Parameters machine = preset("generic");
    machine.ports = ports;
    Observed sink;
    observe(sink, torus(4, 4), machine, random_traffic);

    std::map<std::pair<Rank, int>, std::vector<MessageTaken>> sends;
    for (const MessageTaken& m : sink.messages()) sends[{m.source, m.send_port}].push_back(m);
    std::size_t busiest = 0;
    for (auto& [port, messages] : sends) {
      busiest = std::max(busiest, static_cast<std::size_t>(port.second) + 1);
      std::sort(messages.begin(), messages.end(),
                [](const MessageTaken& a, const MessageTaken& b) { return a.start < b.start; });
      for (std::size_t i = 1; i < messages.size(); ++i) EXPECT_LE(messages[i - 1].left, messages[i].start);
    }
    const Ports resolved = ports_on(*torus(4, 4), ports);
    EXPECT_EQ(busiest > 1, resolved.k > 1);
  }
}

TEST(ObservedRun, TellsCallsWithTheirRounds) {
  Execution execution{.workers = 2, .record_spans = true};
  const Report report = Machine(torus(4, 4), preset("generic"), execution).run([](Communicator& comm) {
    int one = comm.rank();
    int other = 0;
    const int p = comm.size();
    comm.sendrecv((comm.rank() + 1) % p, std::span(&one, 1), (comm.rank() + p - 1) % p, std::span(&other, 1));
    Communicator row = comm.line(1);
    std::vector<int> blocks(4), got(4);
    alltoall(row, blocks, got, "direct");
    barrier(comm, "dissemination");
  });

  std::vector<Span> of_one;
  for (const Span& span : report.spans)
    if (span.pe == 5) of_one.push_back(span);
  ASSERT_GT(of_one.size(), 4U);
  const Span& exchange = of_one[0];
  EXPECT_EQ(exchange.operation, "alltoall");
  EXPECT_EQ(exchange.algorithm, "direct");
  EXPECT_EQ(exchange.rank, 1);
  EXPECT_NE(exchange.communicator, 0);
  const Span& meeting = of_one[1];
  EXPECT_EQ(meeting.operation, "barrier");
  EXPECT_EQ(meeting.communicator, 0);
  EXPECT_LE(exchange.end, meeting.begin);
  const Span& own = of_one[2];
  EXPECT_EQ(own.kind, Span::Kind::round);
  EXPECT_EQ(own.outer, -1);
  EXPECT_EQ(own.end, exchange.begin);
  int rounds = 0;
  for (std::size_t i = 3; i < of_one.size(); ++i) {
    const Span& round = of_one[i];
    ASSERT_EQ(round.kind, Span::Kind::round);
    if (round.outer != meeting.sequence) continue;
    EXPECT_EQ(round.index, rounds++);
    EXPECT_GE(round.begin, meeting.begin);
    EXPECT_LE(round.end, meeting.end);
  }
  EXPECT_EQ(rounds, 4);  // ceil(log2 16)
}

TEST(ObservedRun, TellsProgressToTheEnd) {
  Observed sink;
  observe(sink, ring(8), preset("unit"), random_traffic);

  EXPECT_EQ(sink.pes, 8);
  EXPECT_EQ(sink.last.ended, 8);
  EXPECT_GT(sink.last.delivered, 0);
}

}  // namespace
}  // namespace toruscope
