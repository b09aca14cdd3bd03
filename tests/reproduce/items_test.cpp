// SPDX-License-Identifier: Apache-2.0
// Every item, on machines that are small enough for a test: each row agrees or has its reason, the
// papers' numbers are there, and the pictures are well-formed.

#include "reproduce/errata.hpp"
#include "reproduce/item.hpp"
#include "reproduce/runs.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/reproduce/well_formed.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ostream>
#include <set>
#include <string>

namespace toruscope::reproduce {

void PrintTo(const Item& item, std::ostream* out) {
  *out << item.name;
}

namespace {

Reproduction reproduced(const Item& item) {
  Runs runs(
      [](const std::string&, const std::function<void(const Execution&)>& work) {
        Execution execution;
        execution.workers = 1;
        work(execution);
      },
      core::kSanitized ? 200'000 : 2'000'000);
  return item.reproduce(runs);
}

class EveryItem : public testing::TestWithParam<Item> {};

TEST_P(EveryItem, AgreesRowByRowOrSaysWhyNot) {
  const Reproduction result = reproduced(GetParam());

  EXPECT_FALSE(result.rows.empty());
  for (const Row& row : result.rows)
    EXPECT_NE(outcome(row), Outcome::unexplained)
        << row.place << "; " << row.subject << "; " << row.quantity << "\nprinted  "
        << row.printed.value_or("-") << "\nformula  " << row.formula.value_or("-") << "\nmeasured "
        << row.measured << "\n"
        << verdict(row);
  for (const Figure& figure : result.figures) {
    EXPECT_EQ(what_is_malformed(figure.svg), "") << figure.name;
    EXPECT_TRUE(figure.name.starts_with(GetParam().group())) << figure.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Reproduce, EveryItem, testing::ValuesIn(items()), [](const auto& instance) {
  std::string name = instance.param.name;
  std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
  return name;
});

/// What the papers print, typed a second time: item, place, quantity, value.
struct Print {
  const char* item;
  const char* place;
  const char* quantity;
  const char* value;
};

TEST(Items, HaveWhatThePapersPrint) {
  const Print prints[] = {
      {"exchange-figure3", "section 3, Figure 3", "startups", "4"},
      {"exchange-figure3", "section 3, Figure 3", "circulations of each ring", "2"},
      {"prefix-theorem1", "section 3.1, G(0) to G(6)", "PEs reached", "1 1 1 3 5 7 13"},
      {"prefix-figures1-2", "Figure 1, T_0", "edges by step", "0>1 0>2 | 0>3 0>4 | 0>5 0>6 | 0>7 1>8 2>9"},
      {"prefix-trace-a", "section 3.2", "steps", "6"},
      {"prefix-trace-a", "section 3.2, C_3", "values combined on each PE",
       "0 0:1 0:2 1:3 2:4 3:5 4:6 5:7 6:8 7:9"},
      {"prefix-trace-a", "section 3.2, step 4, U", "messages sent", "0>7 1>8 2>9"},
      {"prefix-trace-b", "section 4, D_5", "values combined on each PE",
       "0 0:8 0:16 0:24 0:32 0:40 0:48 8:56 16:64 24:72"},
      {"broadcast-figures", "Figure 4.2", "messages by step", "0>4 | 0>2 4>6 | 0>1 2>3 4>5 6>7"},
      {"broadcast-figures", "Figure 4.3", "messages by step", "1>0 3>2 5>4 7>6 | 2>0 6>4 | 4>0"},
      {"broadcast-matvec", "Example 4.1, P_9", "with the products of PEs", "8 10 11"}};
  for (const Print& print : prints) {
    const Reproduction result = reproduced(*items_named(print.item).front());
    const auto row = std::find_if(result.rows.begin(), result.rows.end(), [&](const Row& r) {
      return r.place == print.place && r.quantity == print.quantity;
    });
    ASSERT_NE(row, result.rows.end()) << print.place;
    EXPECT_EQ(row->printed, print.value) << print.place;
    EXPECT_EQ(row->measured, print.value) << print.place;
  }
}

// A last block that is shorter can only save time, a gap can only take more.
TEST(Items, BlameForASavingWhatCanSave) {
  for (const Row& row : reproduced(*items_named("pipeline-figure5").front()).rows) {
    if (row.quantity != "cycles saved" || row.erratum.empty()) continue;
    const double by_formula = std::stod(row.formula.value());
    const double measured = std::stod(row.measured);
    EXPECT_EQ(row.erratum, measured > by_formula ? "pipeline-6-last" : "pipeline-6-gap")
        << row.subject << ", " << row.place << ": " << by_formula << ", measured " << measured;
  }
}

TEST(Items, SayWhichRunsNeedMoreMemory) {
  const Reproduction result = reproduced(*items_named("exchange-figure7").front());
  EXPECT_THAT(result.notes,
              testing::Contains(testing::HasSubstr("torus:128x128 with blocks of 1 B or more was not run")));
}

TEST(Items, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const Item& item : items()) EXPECT_TRUE(names.insert(item.name).second) << item.name;
  EXPECT_EQ(items_named(items().front().group()).front(), &items().front());
}

}  // namespace
}  // namespace toruscope::reproduce
