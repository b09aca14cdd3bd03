// SPDX-License-Identifier: Apache-2.0
// Scans, broadcasts and reductions on the postal machine against postal.json: steps, messages, who
// sends what to whom in which step, and the values.

#include "tests/golden/postal.hpp"

#include "collectives/verify.hpp"
#include "runtime/core/sanitizers.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using nlohmann::json;
using test::named;
using Window = std::pair<int, int>;  // first, last

Parameters machine_of(const json& entry) {
  return test::postal_machine(entry.at("k"), entry.at("lambda"));
}

Execution with_postal_events() {
  Execution execution;
  execution.workers = 1;
  execution.record_events = true;
  return execution;
}

std::vector<const Event*> messages_of(const Report& report) {
  std::vector<const Event*> all;
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::message) all.push_back(&e);
  return all;
}

/// The step in which a message is sent, and the one in which it is received and combined: a step
/// ends at its tick.
std::int64_t sent_in(const Event& message) {
  return message.start.count + 1;
}
std::int64_t received_in(const Event& message) {
  return message.taken.count;
}

// --- Algorithm A ---------------------------------------------------------------------------------

TEST(PostalGolden, AlgorithmATakesTheStepsAndMessagesOfTheWholeGrid) {
  int compared = 0;
  for (const json& row : test::postal_table().at("grid")) {
    const int n = row[2];
    if (core::kSanitized && n > 33) continue;
    SCOPED_TRACE(row.dump());
    const Parameters postal = test::postal_machine(row[0], row[1]);
    Execution one;
    one.workers = 1;

    const Verdict scan =
        verify(named<Scan>("a"), complete(n), postal, one, {.bytes = 8, .operands = Operands::intervals});
    const Verdict exscan =
        verify(named<Exscan>("a"), complete(n), postal, one, {.bytes = 8, .operands = Operands::affine});

    EXPECT_TRUE(scan.ok() && exscan.ok());
    EXPECT_EQ(scan.report.finish.time.count, row[3].get<std::int64_t>());
    EXPECT_EQ(exscan.report.finish.time.count, row[3].get<std::int64_t>());
    EXPECT_EQ(scan.report.totals.messages, row[4].get<std::int64_t>());
    EXPECT_EQ(scan.predicted->ticks, scan.report.finish.time);
    EXPECT_EQ(scan.report.totals.port_conflicts, 0);
    ++compared;
  }
  EXPECT_GE(compared, 200);
}

/// The window that each PE holds after each step, found by following the messages.
std::vector<std::vector<Window>> windows_after_steps(const Report& report, std::vector<Window> windows,
                                                     int steps) {
  std::vector<std::vector<Window>> after{windows};
  const std::vector<const Event*> messages = messages_of(report);
  for (int j = 1; j <= steps; ++j) {
    std::vector<Window> next = after.back();
    for (std::size_t pe = 0; pe < next.size(); ++pe) {
      std::vector<Window> taken;
      for (const Event* m : messages)
        if (m->destination == static_cast<Rank>(pe) && received_in(*m) == j)
          taken.push_back(
              after[static_cast<std::size_t>(sent_in(*m) - 1)][static_cast<std::size_t>(m->source)]);
      std::sort(taken.rbegin(), taken.rend());
      for (const Window& window : taken) {
        EXPECT_EQ(window.second + 1, next[pe].first) << "PE " << pe << ", step " << j;
        next[pe].first = window.first;
      }
    }
    after.push_back(next);
  }
  return after;
}

TEST(PostalGolden, AlgorithmASendsWhatThePaperPrints) {
  const json& worked = test::postal_table().at("worked_A");
  const int n = worked.at("n");

  const Verdict v = verify(named<Scan>("a"), complete(n), machine_of(worked), with_postal_events(),
                           {.bytes = 8, .operands = Operands::intervals});

  EXPECT_TRUE(v.ok());
  EXPECT_EQ(v.report.finish.time.count, 6);
  std::vector<Window> own;
  for (int i = 0; i < n; ++i) own.emplace_back(i, i);
  const auto windows = windows_after_steps(v.report, own, 6);
  for (const json& step : worked.at("steps")) {
    const int j = step.at("j");
    SCOPED_TRACE(j);
    EXPECT_EQ(windows[static_cast<std::size_t>(j)], step.at("C").get<std::vector<Window>>());
    if (j == 0) continue;
    for (Rank i = 0; i < n; ++i) {
      std::set<Rank> to;
      std::set<Rank> from;
      for (const Event* m : messages_of(v.report)) {
        if (m->source == i && sent_in(*m) == j) to.insert(m->destination);
        if (m->destination == i && received_in(*m) == j) from.insert(m->source);
      }
      EXPECT_EQ(to, step.at("U")[static_cast<std::size_t>(i)].get<std::set<Rank>>()) << "PE " << i;
      EXPECT_EQ(from, step.at("W")[static_cast<std::size_t>(i)].get<std::set<Rank>>()) << "PE " << i;
    }
  }
}

// --- Algorithm B ---------------------------------------------------------------------------------

TEST(PostalGolden, AlgorithmBTakesSixStepsForEightyValuesOnTenPes) {
  for (const char* name : {"worked_B", "worked_B_75"}) {
    SCOPED_TRACE(name);
    const json& worked = test::postal_table().at(name);
    const int p = worked.at("p");
    const auto windows = worked.at("C").get<std::vector<std::vector<Window>>>();
    const auto ends = worked.at("D").get<std::vector<std::vector<Window>>>();

    const Verdict v =
        verify(named<Scan>("b"), complete(p), machine_of(worked), with_postal_events(),
               {.bytes = 8, .values = worked.at("n").get<int>(), .operands = Operands::intervals});

    EXPECT_TRUE(v.ok());
    EXPECT_EQ(v.report.finish.time.count, 6);
    EXPECT_EQ(v.report.totals.messages, 42);
    const auto found = windows_after_steps(v.report, windows.front(), 6);
    EXPECT_EQ(found, windows);
    // D, the prefix that ends with the PE's first value, begins where C does.
    for (std::size_t j = 0; j < ends.size(); ++j)
      for (std::size_t i = 0; i < ends[j].size(); ++i)
        EXPECT_EQ(ends[j][i], Window(found[j][i].first, windows.front()[i].first));
  }
}

// --- values --------------------------------------------------------------------------------------

using Map = std::pair<std::int64_t, std::int64_t>;
constexpr std::int64_t kPrime = 1'000'003;

struct Affine {
  std::int64_t a = 0;
  std::int64_t b = 0;
};
Affine value_of(std::int64_t i) {
  return {(2 * i + 3) % kPrime, (i * i + 1) % kPrime};
}
/// First left, then right.
Affine then(Affine left, Affine right) {
  return {left.a * right.a % kPrime, (left.b * right.a + right.b) % kPrime};
}
Map map_of(Affine f) {
  return {f.a, f.b};
}

TEST(PostalGolden, AlgorithmAGivesTheValuesOfTheTable) {
  for (const json& row : test::postal_table().at("A_affine")) {
    const int n = row.at("n");
    SCOPED_TRACE(n);
    std::vector<Map> inclusive(static_cast<std::size_t>(n));
    Affine last{};
    const auto run = [&](const auto& program) {
      return Machine(complete(n), machine_of(row)).run(program).finish.time.count;
    };
    EXPECT_EQ(run([&](Communicator& comm) {
                inclusive[static_cast<std::size_t>(comm.rank())] =
                    map_of(scan(comm, value_of(comm.rank()), then, "a"));
              }),
              row.at("m").get<std::int64_t>());
    run([&](Communicator& comm) {
      const Affine before = exscan(comm, value_of(comm.rank()), then, "a");
      if (comm.rank() == n - 1) last = before;
    });

    const auto tail = row.at("inclusive").get<std::vector<Map>>();
    EXPECT_TRUE(std::equal(tail.begin(), tail.end(), inclusive.begin() + row.at("first_index").get<int>()));
    if (n > 1) {
      EXPECT_EQ(map_of(last), row.at("exclusive_last").get<Map>());
    }
  }
}

TEST(PostalGolden, AlgorithmBGivesTheValuesOfTheTable) {
  for (const json& row : test::postal_table().at("B_affine")) {
    const int n = row.at("n");
    const int p = row.at("p");
    SCOPED_TRACE(row.dump());
    std::vector<Map> all(static_cast<std::size_t>(n));
    const Report report = Machine(complete(p), machine_of(row)).run([&](Communicator& comm) {
      const int first = comm.rank() * (n / p) + std::min(comm.rank(), n % p);
      std::vector<Affine> mine(static_cast<std::size_t>(n / p + (comm.rank() < n % p ? 1 : 0)));
      for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = value_of(first + static_cast<std::int64_t>(i));
      scan(comm, mine, then, "b");
      std::transform(mine.begin(), mine.end(), all.begin() + first, map_of);
    });

    EXPECT_EQ(report.finish.time.count, row.at("m").get<std::int64_t>());
    EXPECT_EQ(report.totals.messages, row.at("messages").get<std::int64_t>());
    const auto tail = row.at("last").get<std::vector<Map>>();
    EXPECT_TRUE(std::equal(tail.rbegin(), tail.rend(), all.rbegin()));
  }
}

// --- the algorithms that A is measured by --------------------------------------------------------

TEST(PostalGolden, ChainDoublingAndSweepTakeTheStepsAndMessagesOfTheTable) {
  Execution one;
  one.workers = 1;
  int compared = 0;
  for (const json& row : test::postal_table().at("baselines")) {
    const int n = row[2];
    if (core::kSanitized && n > 33) continue;
    const Parameters postal = test::postal_machine(row[0], row[1]);
    std::size_t column = 3;
    for (const char* name : {"chain", "recursive_doubling", "up_down"}) {
      SCOPED_TRACE(name + row.dump());
      const Verdict scan =
          verify(named<Scan>(name), complete(n), postal, one, {.bytes = 8, .operands = Operands::intervals});
      const Verdict exscan =
          verify(named<Exscan>(name), complete(n), postal, one, {.bytes = 8, .operands = Operands::affine});

      EXPECT_TRUE(scan.ok() && exscan.ok());
      // The table's doubling has rounds; here a PE that gets nothing in one goes on to the next.
      if (std::string(name) == "recursive_doubling")
        EXPECT_LE(scan.report.finish.time.count, row[column].get<std::int64_t>());
      else
        EXPECT_EQ(scan.report.finish.time.count, row[column].get<std::int64_t>());
      EXPECT_EQ(exscan.report.finish.time, scan.report.finish.time);
      EXPECT_EQ(scan.report.totals.messages, row[column + 1].get<std::int64_t>());
      column += 2;
      ++compared;
    }
  }
  EXPECT_GE(compared, 150);
}

// --- broadcast and reduction ---------------------------------------------------------------------

TEST(PostalGolden, BroadcastAndReductionTakeTheStepsOfTheGridFromEveryRoot) {
  Execution one;
  one.workers = 1;
  for (const json& row : test::postal_table().at("grid")) {
    const int n = row[2];
    if (n > (core::kSanitized ? 10 : 33)) continue;
    SCOPED_TRACE(row.dump());
    const Parameters postal = test::postal_machine(row[0], row[1]);
    const TopologyPtr topology = complete(n);
    for (Rank root = 0; root < n; ++root) {
      const Verdict broadcast = verify(named<Broadcast>("postal"), topology, postal, one, {8, root});
      const Verdict reduce =
          verify(named<Reduce>("postal"), topology, postal, one, {8, root, {}, Operands::intervals});
      EXPECT_TRUE(broadcast.ok() && reduce.ok()) << "root " << root;
      EXPECT_EQ(broadcast.report.finish.time.count, row[3].get<std::int64_t>()) << "root " << root;
      EXPECT_EQ(reduce.report.finish.time.count, row[3].get<std::int64_t>()) << "root " << root;
      EXPECT_EQ(broadcast.report.totals.messages + reduce.report.totals.messages, 2 * (n - 1));
    }
  }
}

// G over real times: broadcast and reduction attain it for every fraction; A runs with
// ceil(lambda).
TEST(PostalGolden, FractionsOfAStepAreExact) {
  Execution one;
  one.workers = 1;
  for (const json& row : test::postal_table().at("fractional")) {
    SCOPED_TRACE(row.dump());
    const Parameters postal = test::postal_machine(row[0], row[1], row[2]);
    const int n = row[3];
    const auto bound = row[4].get<std::int64_t>();
    for (const Rank root : {0, n / 3, n - 1}) {
      EXPECT_EQ(
          verify(named<Broadcast>("postal"), complete(n), postal, one, {8, root}).report.finish.time.count,
          bound);
      EXPECT_EQ(verify(named<Reduce>("postal"), complete(n), postal, one, {8, root}).report.finish.time.count,
                bound);
    }
    const Verdict a = verify(named<Scan>("a"), complete(n), postal, one, {});
    EXPECT_TRUE(a.ok());
    EXPECT_EQ(a.bound->ticks.count, bound);
    EXPECT_EQ(a.report.finish.time.count, row[5].get<std::int64_t>());
  }
}

using Edges = std::vector<std::vector<std::int64_t>>;  // step, from, to

/// The same messages, each no later than in the list: a PE that may go on does so, where the
/// schedule has a pause.
void expect_edges(const Report& report, const json& listed) {
  std::map<std::pair<Rank, Rank>, std::int64_t> found;
  for (const Event* m : messages_of(report)) found[{m->source, m->destination}] = sent_in(*m);
  EXPECT_EQ(found.size(), listed.size());
  for (const auto& edge : listed.get<Edges>()) {
    const auto message = found.find({static_cast<Rank>(edge[1]), static_cast<Rank>(edge[2])});
    ASSERT_NE(message, found.end()) << edge[1] << " -> " << edge[2];
    EXPECT_LE(message->second, edge[0]) << edge[1] << " -> " << edge[2];
  }
}

TEST(PostalGolden, BroadcastAndReductionSendAlongTheEdgesOfTheTable) {
  for (const json& row : test::postal_table().at("broadcast")) {
    SCOPED_TRACE(row.dump());
    const TopologyPtr topology = complete(row.at("n"));
    const Rank root = row.at("root");

    expect_edges(
        verify(named<Broadcast>("postal"), topology, machine_of(row), with_postal_events(), {8, root}).report,
        row.at("edges"));
    expect_edges(
        verify(named<Reduce>("postal"), topology, machine_of(row), with_postal_events(), {8, root}).report,
        row.at("reduce_edges"));

    Affine sum{};
    Machine(topology, machine_of(row)).run([&](Communicator& comm) {
      std::vector<Affine> data{value_of(comm.rank())};
      reduce(comm, root, data, then, "postal");
      if (comm.rank() == root) sum = data[0];
    });
    EXPECT_EQ(map_of(sum), row.at("reduce_value").get<Map>());
  }
}

}  // namespace
}  // namespace toruscope
