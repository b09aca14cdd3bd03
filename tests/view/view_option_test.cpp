// SPDX-License-Identifier: Apache-2.0
// --view: a page of an own program, beside results that stay as they are; and what is refused
// leaves no file.

#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <string>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

std::string contents_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Each PE sends to the next one, in a circle.
void circle(Communicator& comm) {
  const int next = (comm.rank() + 1) % comm.size();
  const int before = (comm.rank() + comm.size() - 1) % comm.size();
  int received = 0;
  comm.sendrecv(next, comm.rank(), before, received);
}

class ViewOption : public testing::Test {
 protected:
  [[nodiscard]] std::string place(const std::string& name) const { return (folder_ / name).string(); }
  test::TemporaryFolder folder_;
};

TEST_F(ViewOption, WritesThePageOfAnOwnProgram) {
  const Outcome outcome = call({"run", "-t", "ring:4", "-m", "paragon", "--view", place("page.html")}, circle);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = contents_of(folder_ / "page.html");
  EXPECT_THAT(page, EndsWith("</html>\n"));
  EXPECT_THAT(page, HasSubstr("\"name\":\"ring:4\""));
}

TEST_F(ViewOption, WritesThePageOfARunThatEndedEarly) {
  const auto stops = [](Communicator& comm) {
    int received = 0;
    if (comm.rank() == 0) comm.recv(1, received);
  };
  const std::vector<std::string> words{"run", "-t", "ring:4", "-m", "paragon"};
  const Outcome alone = call(words, stops);
  std::vector<std::string> with = words;
  with.insert(with.end(), {"--view", place("early.html")});
  const Outcome outcome = call(with, stops);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.code, alone.code);
  EXPECT_THAT(outcome.err, HasSubstr("ends with the fault"));
  const std::string page = contents_of(folder_ / "early.html");
  EXPECT_THAT(page, EndsWith("</html>\n"));
  EXPECT_THAT(page, HasSubstr("\"early_end\":"));
}

TEST_F(ViewOption, ShowsRunsOfAComparisonThatEndedEarly) {
  const std::vector<std::string> words{
      "compare", "alltoall",    "-a",       "ar1,direct",         "-t", "ring:8", "-m", "generic", "--block",
      "4K",      "--switching", "wormhole", "--virtual-channels", "1"};
  const Outcome alone = call(words, {});
  std::vector<std::string> with = words;
  with.insert(with.end(), {"--view", place("both.html")});
  const Outcome outcome = call(with, {});

  EXPECT_EQ(alone.code, 3);
  EXPECT_EQ(outcome.code, alone.code);
  EXPECT_EQ(outcome.err, alone.err);
  const std::string page = contents_of(folder_ / "both.html");
  EXPECT_THAT(page, EndsWith("</html>\n"));
  EXPECT_THAT(page,
              AllOf(HasSubstr("alltoall / ar1"), HasSubstr("alltoall / direct"), HasSubstr("\"early_end\":")));
}

TEST_F(ViewOption, ChangesNothingElse) {
  const std::vector<std::string> words{"run", "-t", "ring:4", "-m", "paragon", "--format", "csv", "--events"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return call(all, circle);
  };
  ASSERT_EQ(with({place("alone.jsonl")}).code, 0);
  ASSERT_EQ(with({place("beside.jsonl"), "--view", place("page.html")}).code, 0);
  EXPECT_EQ(contents_of(folder_ / "alone.jsonl"), contents_of(folder_ / "beside.jsonl"));
  EXPECT_THAT(contents_of(folder_ / "alone.jsonl"), HasSubstr("\"hop\""));
}

TEST_F(ViewOption, RefusesANameThatIsNoPage) {
  for (const char* name : {"page.txt", "page", "page.json"}) {
    const Outcome outcome = call({"run", "-t", "ring:4", "-m", "paragon", "--view", place(name)}, circle);
    EXPECT_EQ(outcome.code, 2) << name;
    EXPECT_THAT(outcome.err, HasSubstr("cannot be written: a page is a file named .html or .htm"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / name));
  }
  EXPECT_EQ(call({"run", "-t", "ring:4", "-m", "paragon", "--view", place("page.HTM")}, circle).code, 0);
  EXPECT_EQ(call({"run", "-t", "ring:4", "-m", "paragon", "--view", "/dev/null"}, circle).code, 0);
}

TEST_F(ViewOption, IsRefusedWhereNoPageCanBe) {
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"-m", "paragon", "--view", place("none.html")});
    const Outcome outcome = call(words, circle);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "none.html"));
    return outcome.err;
  };
  EXPECT_THAT(refused({"run", "-t", "ring:1025"}), HasSubstr("up to 1,024"));
  EXPECT_THAT(refused({"run", "-t", "ring:4", "--scale", "p=2,4"}), HasSubstr("--view"));
  EXPECT_THAT(refused({"compare", "alltoall", "-t", "ring:4", "-a", "direct"}), HasSubstr("needs two runs"));
  EXPECT_THAT(refused({"compare", "alltoall", "-t", "ring:4", "--sweep", "block=8,16"}), HasSubstr("--sweep"));
}

}  // namespace
}  // namespace toruscope
