// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/submissions.hpp"

#include <toruscope/error.hpp>

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace toruscope::labs {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Submissions : public testing::Test {
 protected:
  const std::vector<Lab> labs_{
      {.name = "01-ring-broadcast"}, {.name = "02-hypercube-doubling"}, {.name = "09-deadlock"}};

  void SetUp() override { make({"01-anna.cpp", "ben/09.cpp", "01/carl.cpp", "notes.txt", "ben/helper.cpp"}); }
  void TearDown() override { fs::remove_all(folder_); }

  void make(const std::vector<std::string>& files) const {
    for (const std::string& file : files) {
      fs::create_directories((folder_ / file).parent_path());
      std::ofstream(folder_ / file) << "// " << file;
    }
  }

  [[nodiscard]] static std::vector<std::string> names(const Found& found) {
    std::vector<std::string> texts;
    for (const Submission& s : found.submissions)
      texts.push_back(s.file.filename().string() + " " + s.lab->name.substr(0, 2));
    return texts;
  }

  const fs::path folder_ = fs::temp_directory_path() / ("toruscope_submissions_" + std::to_string(getpid()));
};

TEST_F(Submissions, OfAFolderTellTheirLabByFileOrFolder) {
  EXPECT_THAT(names(find_submissions(labs_, folder_.string(), {}, "/labs")),
              ElementsAre("01-anna.cpp 01", "carl.cpp 01", "09.cpp 09"));
}

TEST_F(Submissions, OfALabAreOfThatLabWhateverTheirNames) {
  EXPECT_THAT(names(find_submissions(labs_, "01", {(folder_ / "ben").string()}, "/labs")),
              ElementsAre("09.cpp 01", "helper.cpp 01"));
}

TEST_F(Submissions, PassOverNothingInSilence) {
  make({"vera_lab1.cpp", "01-will.cc", "lab01-xeno.cxx", "Lab 2 yves.C", "99/y.cpp", "anna-01.cpp"});

  const Found found = find_submissions(labs_, folder_.string(), {}, "/labs");

  EXPECT_THAT(names(found), ElementsAre("01-anna.cpp 01", "01-will.cc 01", "carl.cpp 01", "Lab 2 yves.C 02",
                                        "09.cpp 09", "lab01-xeno.cxx 01", "vera_lab1.cpp 01"));
  EXPECT_THAT(
      found.passed_over,
      ElementsAre(AllOf(HasSubstr("notes.txt"), HasSubstr("no source in C++")),
                  AllOf(HasSubstr("99/y.cpp"), HasSubstr("names lab 99, and there is none")),
                  AllOf(HasSubstr("anna-01.cpp"), HasSubstr("ben/helper.cpp"), HasSubstr("names no lab"))));
}

TEST_F(Submissions, InCAreForLabsThatDeclareThem) {
  make({"installed/01-ring-broadcast/mpi.h", "class/01-anna.c", "class/02-ben.c"});
  const std::string installed = (folder_ / "installed").string();

  const Found found = find_submissions(labs_, (folder_ / "class").string(), {}, installed);

  EXPECT_THAT(names(found), ElementsAre("01-anna.c 01"));
  EXPECT_EQ(found.submissions[0].mpi_header, folder_ / "installed/01-ring-broadcast/mpi.h");
  EXPECT_THAT(found.passed_over, ElementsAre(AllOf(HasSubstr("02-ben.c"),
                                                   HasSubstr("lab 02-hypercube-doubling is solved in C++"))));
  EXPECT_THAT([&] { find_submissions(labs_, "02", {(folder_ / "class/02-ben.c").string()}, installed); },
              testing::ThrowsMessage<ConfigError>(
                  HasSubstr("02-ben.c is C, and lab 02-hypercube-doubling is solved in C++")));
}

TEST_F(Submissions, TellTheirStudents) {
  make({"ben/lab1-final.cpp"});
  std::vector<std::string> students;
  for (const Submission& s : find_submissions(labs_, folder_.string(), {}, "/labs").submissions)
    students.push_back(s.student);

  EXPECT_THAT(students, ElementsAre("anna", "carl", "ben", "final"));
  EXPECT_EQ(find_submissions(labs_, "01", {(folder_ / "01-anna.cpp").string()}, "/labs").submissions[0].student,
            "anna");
}

TEST_F(Submissions, OfAFolderNamedLikeALabAreItsFiles) {
  EXPECT_THAT(names(find_submissions(labs_, (folder_ / "01").string(), {}, "/labs")),
              ElementsAre("carl.cpp 01"));
}

TEST_F(Submissions, DefaultToTheStarter) {
  const auto all = find_submissions(labs_, "labs/01-ring-broadcast/", {}, "/installed/labs").submissions;

  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].file.filename(), "starter.cpp");
  EXPECT_EQ(find_submissions(labs_, "9", {}, "/installed/labs").submissions[0].file,
            "/installed/labs/09-deadlock/starter.cpp");
}

TEST_F(Submissions, AreAllFoundBesideAFolderThatIsDeeperThanFilesCanBeOpen) {
  fs::path deep = folder_ / "ben";
  for (int i = 0; i < 300; ++i) deep /= "d";
  fs::create_directories(deep);
  std::ofstream(deep / "01.cpp") << "// deep";
  rlimit former = {};
  getrlimit(RLIMIT_NOFILE, &former);
  const rlimit few{64, former.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  const Found found = find_submissions(labs_, folder_.string(), {}, "/labs");
  setrlimit(RLIMIT_NOFILE, &former);

  EXPECT_THAT(names(found), Contains("01.cpp 01"));
  EXPECT_THAT(names(found), Contains("09.cpp 09"));
  EXPECT_THAT(found.unread, IsEmpty());
}

TEST_F(Submissions, AreFoundBesideAFolderWhoseNameIsTooLongToBeRead) {
  fs::path deep = folder_ / "ben";
  const fs::path start = fs::current_path();
  const std::string name(200, 'd');
  fs::create_directories(deep);
  fs::current_path(deep);
  for (int i = 0; i < 25; ++i) {
    fs::create_directory(name);
    fs::current_path(name);
  }
  fs::current_path(start);
  const Found found = find_submissions(labs_, folder_.string(), {}, "/labs");

  EXPECT_THAT(names(found), Contains("09.cpp 09"));
  EXPECT_THAT(found.unread, ElementsAre(HasSubstr("cannot be read: File name too long")));
}

TEST_F(Submissions, ThatAreNoneAreRefused) {
  EXPECT_THROW(find_submissions(labs_, "77", {}, "/labs"), ConfigError);
  EXPECT_THROW(find_submissions(labs_, "no/such/folder", {}, "/labs"), ConfigError);
  EXPECT_THROW(find_submissions(labs_, "01", {"no_such_file.cpp"}, "/labs"), ConfigError);
  fs::create_directories(folder_ / "empty");
  EXPECT_THROW(find_submissions(labs_, (folder_ / "empty").string(), {}, "/labs"), ConfigError);
}

}  // namespace
}  // namespace toruscope::labs
