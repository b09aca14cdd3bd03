// SPDX-License-Identifier: Apache-2.0
// What `toruscope new` writes: a project for each operation, whose algorithm keeps its promises.
// The algorithms are compiled as they are written, each in a namespace of its own.

#include "collectives/operations.hpp"
#include "collectives/sweep.hpp"
#include "starters/starters.hpp"
#include "tests/cli/in_process.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <span>
#include <string>
#include <vector>

// What they include is included above, so that it is in no namespace.
namespace project_of_allgather {
#include "starters/algorithms/allgather.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_allreduce {
#include "starters/algorithms/allreduce.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_alltoall {
#include "starters/algorithms/alltoall.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_allgatherv {
#include "starters/algorithms/allgatherv.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_gatherv {
#include "starters/algorithms/gatherv.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_reduce_scatterv {
#include "starters/algorithms/reduce_scatterv.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_scatterv {
#include "starters/algorithms/scatterv.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_alltoallv {
#include "starters/algorithms/alltoallv.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_barrier {
#include "starters/algorithms/barrier.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_broadcast {
#include "starters/algorithms/broadcast.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_exscan {
#include "starters/algorithms/exscan.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_gather {
#include "starters/algorithms/gather.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_reduce {
#include "starters/algorithms/reduce.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_reduce_scatter {
#include "starters/algorithms/reduce_scatter.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_scan {
#include "starters/algorithms/scan.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_scatter {
#include "starters/algorithms/scatter.cpp"  // NOLINT(bugprone-suspicious-include)
}
namespace project_of_shift {
#include "starters/algorithms/shift.cpp"  // NOLINT(bugprone-suspicious-include)
}

namespace toruscope {
namespace {

using testing::HasSubstr;

/// The algorithms of all projects.
Catalogue projects() {
  Catalogue table;
  const auto add = [&table](auto... entries) { (table.add(std::move(entries)), ...); };
  add(project_of_allgatherv::pass_around(), project_of_gatherv::in_turn(),
      project_of_reduce_scatterv::rotation(), project_of_scatterv::in_turn());
  add(project_of_allgather::pass_around(), project_of_allreduce::pass_around(), project_of_alltoall::rotation(),
      project_of_alltoallv::rotation(), project_of_barrier::round_trip(), project_of_broadcast::chain(),
      project_of_exscan::relay(), project_of_gather::in_turn(), project_of_reduce::relay(),
      project_of_reduce_scatter::pass_around(), project_of_scan::relay(), project_of_scatter::in_turn(),
      project_of_shift::step_by_step());
  return table;
}

TEST(NewProject, HasAKindForEveryCollectiveOperation) {
  std::set<std::string> operations;
  std::set<std::string> kinds;
  for (const collectives::Operation& operation : collectives::operations())
    if (operation.traits.moves != Moves::message) operations.insert(operation.name);
  for (const starters::ProjectKind& kind : starters::project_kinds()) kinds.insert(kind.operation);

  EXPECT_EQ(kinds, operations);
  EXPECT_EQ(starters::project_kinds().front().operation, "broadcast");
}

// On the grid of `verify --all`: data, formula, bound.
TEST(NewProject, HasAnAlgorithmThatKeepsItsPromises) {
  const Catalogue table = projects();
  for (const collectives::Operation& operation : collectives::operations()) {
    const std::vector<collectives::GridCase> cases =
        collectives::grid_cases(operation.traits, collectives::Extent::brief);
    for (const collectives::SweepLine& line :
         collectives::sweep(operation, operation.algorithms(table), cases, Execution{.workers = 1})) {
      SCOPED_TRACE(line.operation);
      EXPECT_GE(line.runs, 20);
      if (!operation.traits.sizes_differ) {
        EXPECT_GE(line.predictions, 10);
      }
      for (const collectives::SweepFailure& failure : line.failures)
        ADD_FAILURE() << failure.command << "\n" << testing::PrintToString(failure.faults);
    }
  }
}

TEST(NewProject, NamesItsAlgorithmEverywhere) {
  const Catalogue table = projects();
  for (const starters::ProjectKind& kind : starters::project_kinds()) {
    SCOPED_TRACE(kind.operation);
    EXPECT_EQ(collectives::operation(kind.operation).algorithms(table).at(0)->name, kind.algorithm);
    std::string all;
    for (const starters::ProjectFile& file : starters::project_files("first", kind)) all += file.text;
    EXPECT_THAT(all, testing::Not(HasSubstr("@")));
    EXPECT_THAT(all, testing::Not(HasSubstr("SPDX")));
    EXPECT_THAT(all, HasSubstr("toruscope::" + kind.entry + " " + kind.algorithm + "();"));
    EXPECT_THAT(all, HasSubstr("#include \"" + kind.algorithm + ".hpp\"\n"));
    EXPECT_THAT(all, HasSubstr("verify " + kind.operation + " --algorithm " + kind.algorithm));
    EXPECT_THAT(all, HasSubstr("  tables.algorithms.add(" + kind.algorithm + "());"));
    EXPECT_THAT(all, HasSubstr("entry.source = \"first\";"));
  }
}

TEST(NewProject, RefusesAnOperationThatThereIsNot) {
  const Outcome outcome = call({"new", "first", "--operation", "allreduse"}, {});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("Did you mean allreduce?"));
}

}  // namespace
}  // namespace toruscope
