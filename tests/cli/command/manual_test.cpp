// SPDX-License-Identifier: Apache-2.0
// Manual pages: one for each verb, with all its options.

#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Manual, HasThePartsOfAPage) {
  const Outcome page = call({"man", "machine", "show"}, {});
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(page.out, StartsWith(".TH TORUSCOPE\\-MACHINE\\-SHOW 1 "));
  EXPECT_THAT(page.out,
              AllOf(HasSubstr(".SH NAME\ntoruscope\\-machine\\-show \\- a machine"), HasSubstr(".SH SYNOPSIS"),
                    HasSubstr(".B \\-\\-virtual\\-channels N\n"), HasSubstr(".SH EXIT STATUS"),
                    HasSubstr(".SH EXAMPLES"), HasSubstr(".BR toruscope\\-machine (1)")));
  EXPECT_THAT(call({"man"}, {}).out, HasSubstr(".B reproduce\n"));
  EXPECT_THAT(call({"man", "run"}, {}).out,
              AllOf(HasSubstr(".SH APPLICATIONS\n.SS "),
                    HasSubstr(".B \\-\\-link\\-direction\nof pagerank: entry (i, j) is a link from i to j")));
}

TEST(Manual, OfAnApplicationHasItsOwnOptionsAlone) {
  const std::string page = call({"man", "run", "fft"}, {}).out;
  EXPECT_THAT(page,
              AllOf(HasSubstr(".SH APPLICATIONS\n.SS fft\n"), HasSubstr(".B \\-\\-column\n"),
                    HasSubstr(".B \\-\\-channel\\-capacity N\n"), testing::Not(HasSubstr(".SS matvec\n"))));
}

TEST(Manual, RefusesWhatIsNoVerb) {
  const Outcome unknown = call({"man", "machien"}, {});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("Did you mean machine?"));
  for (const auto& [words, sentence] :
       {std::pair{std::vector<std::string>{"man", "verify", "extra"},
                  "man: \"extra\" was not expected; write toruscope man verify\n"},
        {{"man", "run", "fft", "extra"}, "man: \"extra\" was not expected; write toruscope man run\n"},
        {{"man", "run", "ftt"}, "Did you mean fft?"},
        {{"man", "machine", "shwo"}, "Did you mean show?"},
        {{"man", "--all", "-o", "-"}, "standard output has no place for them; name a folder"}}) {
    const Outcome outcome = call(words, {});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr(sentence));
  }
  EXPECT_THAT(call({"man", "--all"}, {}).err, HasSubstr("--all and -o DIR go together"));
}

TEST(Manual, WritesThePagesOfAllVerbsWithoutAWarningOfRoff) {
  const test::TemporaryFolder folder;
  const std::string pages = (folder.path() / "man1").string();
  EXPECT_EQ(call({"man", "--all", "-o", pages}, {}).code, 0);
  for (const char* name :
       {"toruscope", "toruscope-verify", "toruscope-machine-check", "toruscope-completion-zsh"})
    EXPECT_TRUE(std::filesystem::exists(pages + "/" + name + ".1")) << name;
  if (std::system("command -v groff > /dev/null") != 0) return;
  EXPECT_EQ(std::system(("test -z \"$(groff -ww -man -Tutf8 " + pages + "/*.1 2>&1 > /dev/null)\"").c_str()),
            0);
}

}  // namespace
}  // namespace toruscope
