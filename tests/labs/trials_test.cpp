// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/driver.hpp"
#include "labs/labs.hpp"

#include <toruscope/error.hpp>

#include <gtest/gtest.h>
#include <map>
#include <utility>

namespace toruscope::labs {
namespace {

TEST(Trials, OfTheSameLabelAreTheSame) {
  for (const Lab& lab : all_labs()) {
    std::map<std::string, std::pair<Parameters, std::string>> seen;
    for (const Trial& trial : trials_of(lab)) {
      EXPECT_FALSE(trial.driver.empty())
          << lab.name << ": " << trial.label << " cannot be written as a program";
      const auto [same, is_new] = seen.try_emplace(trial.label, trial.machine, trial.driver);
      EXPECT_TRUE(is_new || same->second == std::pair(trial.machine, trial.driver))
          << lab.name << ": two runs are called " << trial.label;
    }
    EXPECT_GT(seen.size(), 3U) << lab.name;
  }
}

TEST(Trials, AreFoundByTheirLabel) {
  const Lab& lab = *find_lab("01");

  EXPECT_EQ(trial_of(lab, "ring:16, root 0, 5 values").topology->pes(), 16);
  EXPECT_THROW(trial_of(lab, "ring:16"), ConfigError);
}

}  // namespace
}  // namespace toruscope::labs
