// SPDX-License-Identifier: Apache-2.0
// Every item, on machines that are small enough for a test: each row agrees or has its reason, the papers' numbers are
// there, and the pictures are well-formed.

#include "reproduce/errata.hpp"
#include "reproduce/item.hpp"
#include "reproduce/runs.hpp"
#include "runtime/engine/sanitizers.hpp"
#include "tests/reproduce/well_formed.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ostream>
#include <set>

namespace toruscope::reproduction {

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
      detail::kSanitized ? 200'000 : 2'000'000);
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

TEST(Items, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const Item& item : items()) EXPECT_TRUE(names.insert(item.name).second) << item.name;
  EXPECT_EQ(items_named(items().front().group()).front(), &items().front());
}

}  // namespace
}  // namespace toruscope::reproduction
