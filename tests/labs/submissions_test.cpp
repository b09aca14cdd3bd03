// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/submissions.hpp"

#include <toruscope/error.hpp>

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace toruscope::labs {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class Submissions : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* file : {"01-anna.cpp", "ben/09.cpp", "01/carl.cpp", "notes.txt", "ben/helper.cpp"}) {
      fs::create_directories((folder_ / file).parent_path());
      std::ofstream(folder_ / file) << "// " << file;
    }
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] static std::vector<std::string> names(const std::vector<Submission>& all) {
    std::vector<std::string> texts;
    for (const Submission& s : all)
      texts.push_back(s.file.filename().string() + " " + s.lab->name.substr(0, 2));
    return texts;
  }

  const fs::path folder_ = fs::temp_directory_path() / ("toruscope_submissions_" + std::to_string(getpid()));
};

TEST_F(Submissions, OfAFolderTellTheirLabByFileOrFolder) {
  EXPECT_THAT(names(find_submissions(folder_.string(), {}, "/labs")),
              ElementsAre("01-anna.cpp 01", "carl.cpp 01", "09.cpp 09"));
}

TEST_F(Submissions, OfALabAreOfThatLabWhateverTheirNames) {
  EXPECT_THAT(names(find_submissions("01", {(folder_ / "ben").string()}, "/labs")),
              ElementsAre("09.cpp 01", "helper.cpp 01"));
}

TEST_F(Submissions, DefaultToTheStarter) {
  const auto all = find_submissions("labs/01-ring-broadcast/", {}, "/installed/labs");

  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].file.filename(), "starter.cpp");
  EXPECT_EQ(find_submissions("9", {}, "/installed/labs")[0].file, "/installed/labs/09-deadlock/starter.cpp");
}

TEST_F(Submissions, ThatAreNoneAreRefused) {
  EXPECT_THROW(find_submissions("77", {}, "/labs"), ConfigError);
  EXPECT_THROW(find_submissions("no/such/folder", {}, "/labs"), ConfigError);
  EXPECT_THROW(find_submissions("01", {"no_such_file.cpp"}, "/labs"), ConfigError);
  fs::create_directories(folder_ / "empty");
  EXPECT_THROW(find_submissions((folder_ / "empty").string(), {}, "/labs"), ConfigError);
}

}  // namespace
}  // namespace toruscope::labs
