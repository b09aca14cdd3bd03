// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/grade.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mutex>
#include <vector>

namespace toruscope::labs {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Field;

/// Links, which are refused before a compiler is asked.
std::vector<Submission> links(const Lab& lab, std::size_t n) {
  return std::vector<Submission>(n, {.name = "01.cpp", .file = "01.cpp", .lab = &lab, .is_link = true});
}

TEST(GradeAll, TellsHowManyAreDone) {
  const Lab lab{.name = "01-test", .rubric = {{"data", 100, "", ""}}};
  std::mutex mutex;
  std::vector<std::size_t> told;

  const Graded graded = grade_all(links(lab, 4), {}, [&](std::size_t done) {
    const std::lock_guard lock(mutex);
    told.push_back(done);
  });

  std::sort(told.begin(), told.end());
  EXPECT_THAT(told, ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(graded.error, nullptr);
  EXPECT_THAT(graded.verdicts, Each(Field(&Verdict::ending, Verdict::Ending::not_built)));
}

TEST(GradeAll, EndsWithTheErrorOfWhoIsTold) {
  const Lab lab{.name = "01-test", .rubric = {{"data", 100, "", ""}}};

  const Graded graded =
      grade_all(links(lab, 4), {}, [](std::size_t) { throw HostLimitError("the terminal is gone"); });

  ASSERT_NE(graded.error, nullptr);
  EXPECT_THROW(std::rethrow_exception(graded.error), HostLimitError);
  EXPECT_EQ(graded.verdicts.size(), 4U);
}

}  // namespace
}  // namespace toruscope::labs
