// SPDX-License-Identifier: Apache-2.0
// -o: what is written to a device or a pipe, and that no name makes a command wait for ever.

#include "cli/files/output_files.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <array>
#include <fcntl.h>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ostream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using testing::HasSubstr;

TEST(Output, RefusesAPipeThatNobodyReads) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);

  const Finished finished = run_toruscope({"algo", "list", "-o", pipe});

  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("it is a pipe that nobody reads"));
}

TEST(Output, IsWrittenToAPipeThatIsRead) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  {
    const cli::FileOutput output("-o", pipe);
    output.write([](std::ostream& out) { out << "all of it"; });
  }
  std::array<char, 64> text{};
  EXPECT_EQ(read(reader, text.data(), text.size()), 9);
  EXPECT_STREQ(text.data(), "all of it");
  close(reader);
}

TEST(Output, IsWrittenToDevices) {
  EXPECT_EQ(run_toruscope({"machine", "list", "-o", "/dev/null"}).code, 0);
  const Finished finished = run_toruscope({"machine", "list", "-o", "/dev/stdout"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("paragon"));
}

TEST(Output, NamedByADashIsStandardOutput) {
  const std::vector<std::string> words{"verify", "shift", "-t", "ring:3"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return run_toruscope(more);
  };
  EXPECT_EQ(with({"--format", "csv", "--columns", "T"}).code, 2);
  EXPECT_THAT(with({"-o", "-"}).out, HasSubstr("critical path"));
  EXPECT_THAT(with({"--links", "-"}).out, HasSubstr("from,to,direction"));
  EXPECT_THAT(with({"--traffic", "-"}).out, HasSubstr("source,destination"));
  EXPECT_THAT(with({"--events", "-"}).out, HasSubstr("\"kind\""));
  EXPECT_THAT(with({"--view", "-"}).out, HasSubstr("<html"));
  EXPECT_THAT(with({"--trace", "-"}).out, HasSubstr("traceEvents"));
  for (const char* option : {"--heatmap", "--export"}) {
    const Finished refused = with({option, "-"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr(std::string(option) + " - cannot be written: "));
  }
  for (const auto& refused : {run_toruscope({"reproduce", "exchange-table1", "-o", "-"}),
                              run_toruscope({"run", "prefix", "--input", "x.csv", "--output", "-"})})
    EXPECT_EQ(refused.code, 2) << refused.err;
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST(Output, OfAPictureToAnOpenStreamIsSvg) {
  const Finished drawn = run_toruscope(
      {"verify", "shift", "-t", "ring:3", "--heatmap", "/dev/stdout", "-o", "/dev/null", "--quiet"});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_THAT(drawn.out, testing::AllOf(testing::StartsWith("<svg "), HasSubstr("</svg>")));
}

TEST(Output, HasTheEndingOfWhatIsWritten) {
  const std::pair<const char*, const char*> endings[] = {
      {"--events", "named .jsonl or .ndjson"},
      {"--export", "named .goal, an MSCCL schedule one named .xml"},
      {"--traffic", ".csv, a picture of it one named .svg or .png"},
      {"--links", "named .csv"},
      {"--heatmap", "named .svg or .png"},
      {"--view", "named .html or .htm"},
      {"--trace", "named .json or .json.gz"}};
  const test::TemporaryFolder folder;
  for (const auto& [option, sentence] : endings)
    for (const char* name : {"x", "x.txt", "x.gz", "x.jsonx"}) {
      const Finished refused = run_toruscope({"verify", "shift", "-t", "ring:3", option, folder / name});
      EXPECT_EQ(refused.code, 2);
      EXPECT_THAT(refused.err, testing::AllOf(HasSubstr(std::string(option) + " "), HasSubstr(sentence)));
    }
  for (const auto& [option, name] :
       {std::pair{"--links", "x.svg"}, {"--events", "x.png"}, {"--traffic", "x.html"}})
    EXPECT_EQ(run_toruscope({"verify", "shift", "-t", "ring:3", option, folder / name}).code, 2);
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(Input, IsNoPipe) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder / "in.csv";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);

  const Finished finished = run_toruscope({"run", "prefix", "--input", pipe});

  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("in.csv: it is no regular file"));
}

}  // namespace
}  // namespace toruscope
