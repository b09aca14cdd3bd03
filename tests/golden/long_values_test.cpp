// SPDX-License-Identifier: Apache-2.0
// Scans of long values on the postal machine, part after part, against postal.json.

#include "collectives/scan/pipelined_tree.hpp"
#include "collectives/verify.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/golden/postal.hpp"

#include <gtest/gtest.h>

namespace toruscope {
namespace {

using nlohmann::json;
using test::named;

template <class Entry>
Verdict in_parts(const char* name, const json& row) {
  Execution one;
  one.workers = 1;
  constexpr std::size_t kPart = 8;
  const Workload parts{
      .bytes = row[3].get<std::size_t>() * kPart, .operands = Operands::intervals, .segment = kPart};
  return verify(named<Entry>(name), complete(row[2]), test::postal_machine(row[0], row[1]), one, parts);
}

template <class Entry>
void expect_steps(const char* name, const json& row, std::int64_t steps) {
  SCOPED_TRACE(name);
  const Verdict v = in_parts<Entry>(name, row);

  EXPECT_TRUE(v.ok());
  EXPECT_EQ(v.report.finish.time.count, steps);
  EXPECT_TRUE(v.predicted);
}

/// Of one part: n - 1 up; down to all but those on the way from the root to the first PE.
std::int64_t tree_messages(int n) {
  int leftmost = 0;
  for (int subtree = n; subtree > 0; subtree /= 2) ++leftmost;
  return n - 1 + n - leftmost;
}

/// A PE that may go on before its step does so.
template <class Entry>
void expect_steps_of_tree(const json& row) {
  const int n = row[2];
  const std::int64_t steps = row[6];
  const Verdict v = in_parts<Entry>("pipelined_tree", row);

  EXPECT_TRUE(v.ok());
  EXPECT_EQ(collectives::ScanTree(n, row[0], row[1].get<std::int64_t>()).steps(row[3]), steps);
  if (row[0].get<int>() >= 3) {
    EXPECT_EQ(v.report.finish.time.count, steps);
    EXPECT_TRUE(v.predicted);
  }
  EXPECT_LE(v.report.finish.time.count, steps);
  EXPECT_EQ(v.report.totals.messages, row[3].get<std::int64_t>() * tree_messages(n));
}

TEST(LongValuesGolden, TakeTheStepsOfTheTablePartAfterPart) {
  int compared = 0;
  for (const json& row : test::postal_table().at("segmented")) {
    if (core::kSanitized && row[2] > 16) continue;
    SCOPED_TRACE(row.dump());
    for (const char* name : {"a", "b"}) {
      expect_steps<Scan>(name, row, row[4]);
      expect_steps<Exscan>(name, row, row[4]);
    }
    expect_steps<Scan>("pipelined_chain", row, row[5]);
    expect_steps<Exscan>("pipelined_chain", row, row[5]);
    expect_steps_of_tree<Scan>(row);
    expect_steps_of_tree<Exscan>(row);
    ++compared;
  }
  EXPECT_GE(compared, core::kSanitized ? 15 : 48);
}

TEST(PipelinedTree, NeedsAPortForEachEdgeWhereNoneMayBeBusy) {
  Parameters strict = test::postal_machine(2, 3);
  strict.port_policy = PortPolicy::strict;
  const auto refusal = [&](int p) {
    const Case c =
        collectives::question_of(Scan::kOperation, *complete(p), strict, {.bytes = 64, .segment = 8});
    return named<Scan>("pipelined_tree").refusal(c);
  };
  EXPECT_TRUE(refusal(3).has_value());
  EXPECT_FALSE(refusal(2).has_value());
  strict.ports = k_ports(3);
  for (int p = 1; p < 20; ++p) {
    EXPECT_FALSE(refusal(p).has_value());
    EXPECT_TRUE(
        verify(named<Scan>("pipelined_tree"), complete(p), strict, {.workers = 1}, {.bytes = 64, .segment = 8})
            .ok());
  }
}

}  // namespace
}  // namespace toruscope
