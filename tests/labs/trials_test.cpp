// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/driver.hpp"
#include "labs/grader/runner.hpp"

#include <toruscope/error.hpp>

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace toruscope::labs {
namespace {

TEST(Trials, OfTheSameLabelAreTheSame) {
  for (const Lab& lab : labs_of(TORUSCOPE_LAB_RUNNER)) {
    std::map<std::string, Case> seen;
    for (const Case& one : cases_of(TORUSCOPE_LAB_RUNNER, lab)) {
      EXPECT_FALSE(one.program.empty()) << lab.name << ": " << one.label << " cannot be written as a program";
      const auto [same, is_new] = seen.try_emplace(one.label, one);
      EXPECT_TRUE(is_new || same->second == one) << lab.name << ": two runs are called " << one.label;
    }
    EXPECT_GT(seen.size(), 3U) << lab.name;
  }
}

TEST(Trials, AreFoundByTheirLabel) {
  const Lab lab{.name = "20-halo"};
  const std::vector<Case> cases{{"ring:8", "ring:8", "", "  swap(comm);\n"}, {"ring:9", "ring:9", "", ""}};

  EXPECT_EQ(&case_of(cases, lab, "ring:8"), cases.data());
  EXPECT_THROW(case_of(cases, lab, "ring:16"), ConfigError);  // there is none
  EXPECT_THROW(case_of(cases, lab, "ring:9"), ConfigError);   // its lab gives no program
}

TEST(Driver, IsAFileOfCppWhoseNameStandsInALine) {
  const Places places{.headers = "/usr/include", .compiler = "/usr/bin/c++"};

  EXPECT_NO_THROW(driver_command(places, "some where/driver.cc"));
  for (const char* name : {"driver", "driver.csv", "a\nb.cpp", "a\"b.cpp", "a\\b.cpp", ""})
    EXPECT_THROW(driver_command(places, name), ConfigError) << name;
  const Lab lab{.name = "20-halo"};
  EXPECT_NO_THROW(driver_text(lab, {}, "/labs b/mine.cpp", "c++"));
  EXPECT_THROW(driver_text(lab, {}, "/labs/a\nb/mine.cpp", "c++"), ConfigError);
}

}  // namespace
}  // namespace toruscope::labs
