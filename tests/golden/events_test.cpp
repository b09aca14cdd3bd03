// SPDX-License-Identifier: Apache-2.0
// The event log is complete: from its rows alone follow T, the critical path, link loads and
// conflicts of a run. Source of the startups and volumes: Liu, Gu, Ren, Xiong, Acta Electronica
// Sinica 33(9), 2005, for AR1 and AT2.

#include "tests/golden/event_walk.hpp"

#include <toruscope/machine.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>

namespace toruscope {
namespace {

constexpr int kBlock = 10;  // bytes

void exchange(Communicator& comm, Rank to, Rank from, int blocks) {
  std::vector<char> out(static_cast<std::size_t>(blocks * kBlock)), in(out);
  comm.sendrecv(to, out, from, in);
}

/// The transfers of AR1 among every g-th PE of the ring along a dimension, `unit` blocks to each of
/// its partners.
void ar1(Communicator& comm, int dimension, int g, int unit) {
  const int p = comm.sides()[static_cast<std::size_t>(dimension)] / g;
  const int j = comm.coordinate(dimension) / g;
  const int h = p / 2;
  const bool is_even = j % 2 == 0;
  const auto at = [&](int distance) { return comm.shift(dimension, g * distance); };
  const auto pair = [&](int distance, int blocks) { exchange(comm, at(distance), at(distance), blocks); };

  pair(is_even ? -1 : 1, h * unit);
  for (int n = h - 2; n > 0; n -= 2) {
    const int way = is_even ? 2 : -2;
    exchange(comm, at(way), at(-way), 2 * n * unit);
  }
  if (const int w = 2 * (h / 2); w > 0) pair(is_even ? 1 : -1, w * unit);
}

/// The transfers of AT2 on a torus of two dimensions.
void at2(Communicator& comm) {
  const int nodes = comm.size();
  const int colour = (comm.coordinate(0) + comm.coordinate(1)) % 2;
  for (int stage = 0; stage < 2; ++stage) {
    const int dimension = (colour + stage) % 2;
    ar1(comm, dimension, 2, 2 * nodes / comm.sides()[static_cast<std::size_t>(dimension)]);
    comm.synchronize();
  }
  for (int dimension = 0; dimension < 2; ++dimension) {
    const Rank partner = comm.shift(dimension, comm.coordinate(dimension) % 2 == 0 ? 1 : -1);
    exchange(comm, partner, partner, nodes / 2);
  }
}

/// Everybody to everybody in one round: ports and links are waited for.
void direct_at_once(Communicator& comm) {
  const auto p = static_cast<std::size_t>(comm.size());
  std::vector<std::vector<char>> in(p, std::vector<char>(kBlock));
  const std::vector<char> out(kBlock);
  comm.compute(Ticks{37 * comm.rank()});
  comm.round([&](Round& round) {
    for (int d = 1; d < comm.size(); ++d) round.send((comm.rank() + d) % comm.size(), out);
    for (int d = 1; d < comm.size(); ++d)
      round.recv((comm.rank() + d) % comm.size(), in[static_cast<std::size_t>(d)]);
  });
}

/// Everybody to everybody, one partner after the other, with messages of different lengths and work
/// between.
void direct_in_turn(Communicator& comm) {
  const int p = comm.size();
  for (int d = 1; d < p; ++d) {
    exchange(comm, (comm.rank() + d) % p, (comm.rank() - d + p) % p, 1 + d % 3);
    if ((comm.rank() + d) % 5 == 0) comm.compute(Ticks{211});
    if (d == p / 2) comm.synchronize();
  }
}

struct Run {
  const char* name;
  const char* topology;
  void (*program)(Communicator&);
};

const Run kRuns[] = {
    {"ar1_on_ring_12", "ring:12", [](Communicator& comm) { ar1(comm, 0, 1, 1); }},
    {"at2_on_8x4", "torus:8x4", at2},
    {"at2_on_8x8", "torus:8x8", at2},
    {"direct_at_once_on_4x3x2", "torus:4x3x2", direct_at_once},
    {"direct_at_once_on_complete_7", "complete:7", direct_at_once},
    {"direct_in_turn_on_5x4", "torus:5x4", direct_in_turn},
};

/// Costs in ticks. Primes, so that two different ways to a moment rarely have the same length.
Parameters costs(std::int64_t tr, std::int64_t latency, std::int64_t gap, Injection injection) {
  return {.name = "primes",
          .injection = injection,
          .ts = Ticks{1'009},
          .tr = Ticks{tr},
          .tm = Ticks{17},
          .tw = Ticks{13},
          .th = Ticks{101},
          .latency = Ticks{latency},
          .gap = Ticks{gap},
          .tick = Time{}};
}

const Parameters kMachines[] = {
    costs(0, 0, 0, Injection::direct),
    costs(0, 0, 0, Injection::buffered),
    costs(307, 5'003, 0, Injection::direct),
    costs(307, 0, 2'003, Injection::buffered),
    {.name = "free hops", .ts = Ticks{1'009}, .tw = Ticks{13}, .tick = Time{}},
};

class EventLog : public testing::TestWithParam<std::tuple<Run, Parameters>> {
 protected:
  void SetUp() override {
    const auto& [run, parameters] = GetParam();
    report_ = Machine{parse_topology(run.topology), parameters, {.record_events = true}}.run(run.program);
    std::stringstream log;
    write_events(log, report_);
    walk_ = std::make_unique<EventWalk>(log, report_.topology->nodes(), report_.costs, parameters.injection);
  }

  Report report_;
  std::unique_ptr<EventWalk> walk_;
};

TEST_P(EventLog, TellsEveryFinishAndWhatItIsMadeOf) {
  Ticks latest;
  for (Rank pe = 0; pe < report_.topology->nodes(); ++pe) {
    const Stamp& finish = report_.pes[static_cast<std::size_t>(pe)].finish;
    latest = std::max(latest, walk_->finish(pe));

    EXPECT_EQ(walk_->finish(pe).count, finish.time.count) << "PE " << pe;
    EXPECT_EQ(to_string(walk_->account(pe)), to_string(finish.account)) << "PE " << pe;
  }
  EXPECT_EQ(report_.finish.time.count, latest.count);
}

TEST_P(EventLog, TellsLinkLoadsAndTotals) {
  const auto loads = walk_->link_loads();

  ASSERT_EQ(loads.size(), report_.links.size());
  std::int64_t bytes = 0;
  std::int64_t hops = 0;
  for (const LinkReport& link : report_.links) {
    const LinkLoad& load = loads.at({link.from, link.to});
    EXPECT_EQ(load.messages, link.messages) << link.from << " -> " << link.to;
    EXPECT_EQ(load.bytes, link.bytes) << link.from << " -> " << link.to;
    EXPECT_EQ(load.wait.count, link.wait.count) << link.from << " -> " << link.to;
    hops += load.messages;
  }
  for (const auto& message : walk_->messages()) bytes += message.at("bytes").get<std::int64_t>();
  EXPECT_EQ(report_.totals.messages, std::ssize(walk_->messages()));
  EXPECT_EQ(report_.totals.bytes, bytes);
  EXPECT_EQ(report_.totals.hops, hops);
  EXPECT_EQ(report_.totals.link_conflicts, walk_->link_conflicts());
}

TEST_P(EventLog, FollowsEveryHeaderFromLinkToLink) {
  const Costs& c = report_.costs;
  for (const auto& message : walk_->messages()) {
    int at = message.at("source");
    std::int64_t asks = message.at("start").get<std::int64_t>() + c.ts.count;
    for (const auto& hop : walk_->hops(message)) {
      ASSERT_EQ(hop.at("from"), at) << message;
      ASSERT_EQ(hop.at("asked"), asks) << message;
      at = hop.at("to");
      asks = hop.at("granted").get<std::int64_t>() + c.th.count;
    }
    EXPECT_EQ(message.at("destination"), at) << message;
    EXPECT_EQ(message.at("hops"), walk_->hops(message).size()) << message;
    const Ticks x = c.transmission(message.at("bytes").get<std::size_t>());
    EXPECT_EQ(message.at("arrival"), asks + c.latency.count + x.count) << message;
  }
}

TEST_P(EventLog, ShowsEachLinkBusyWithOneMessageAtATime) {
  std::map<std::pair<int, int>, std::vector<std::pair<std::int64_t, std::int64_t>>> busy;
  for (const auto& message : walk_->messages())
    for (const auto& hop : walk_->hops(message)) {
      const auto granted = hop.at("granted").get<std::int64_t>();
      const Ticks x = report_.costs.transmission(message.at("bytes").get<std::size_t>());
      busy[{hop.at("from"), hop.at("to")}].emplace_back(granted, granted + x.count);
    }
  for (auto& [link, intervals] : busy) {
    std::sort(intervals.begin(), intervals.end());
    for (std::size_t i = 1; i < intervals.size(); ++i)
      EXPECT_LE(intervals[i - 1].second, intervals[i].first) << link.first << " -> " << link.second;
  }
}

INSTANTIATE_TEST_SUITE_P(Runs, EventLog,
                         testing::Combine(testing::ValuesIn(kRuns), testing::ValuesIn(kMachines)),
                         [](const auto& param) {
                           return std::string(std::get<0>(param.param).name) + "_machine_" +
                                  std::to_string(param.index % std::size(kMachines));
                         });

/// Runs on a machine with free hops and returns the account that follows from the rows of the log.
Account account_by_log(const TopologyPtr& topology, void (*program)(Communicator&)) {
  const Parameters machine{.ts = Ticks{75'000}, .tw = Ticks{11}, .tick = Time{}};
  const Report report = Machine{topology, machine, {.record_events = true}}.run(program);
  std::stringstream log;
  write_events(log, report);
  EventWalk walk(log, topology->nodes(), report.costs, machine.injection);
  EXPECT_EQ(walk.link_conflicts(), 0);
  return walk.account(0);
}

TEST(EventLogGolden, HasThePapersStartupsAndVolumes) {
  const Account ar1_12 = account_by_log(ring(12), [](Communicator& comm) { ar1(comm, 0, 1, 1); });
  EXPECT_EQ(ar1_12.startups, 4) << "ceil(p/4) + 1";
  EXPECT_EQ(ar1_12.bytes, (18 + 6) * kBlock) << "floor(p^2/8) + p/2 blocks";

  const Account at2_8x8 = account_by_log(torus(8, 8), at2);
  EXPECT_EQ(at2_8x8.startups, 6);
  EXPECT_EQ(at2_8x8.bytes, 192 * kBlock);
}

TEST(EventLogGolden, IsContradictedByAChangedRow) {
  const Report report = Machine{ring(5), kMachines[0], {.record_events = true}}.run(direct_at_once);
  Report changed = report;
  ASSERT_GT(report.finish.account.link_wait, Ticks{});
  for (Event& event : changed.events)
    if (event.kind == Event::Kind::hop) event.granted = event.asked;
  std::stringstream log;
  write_events(log, changed);

  EventWalk walk(log, 5, report.costs, Injection::direct);

  const auto last = std::find_if(report.pes.begin(), report.pes.end(),
                                 [&](const PeReport& pe) { return pe.finish.time == report.finish.time; });
  EXPECT_NE(walk.account(static_cast<Rank>(last - report.pes.begin())), report.finish.account);
  EXPECT_NE(walk.link_conflicts(), report.totals.link_conflicts);
}

}  // namespace
}  // namespace toruscope
