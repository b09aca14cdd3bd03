// SPDX-License-Identifier: Apache-2.0
// No command replaces a file that it reads, whatever verb, input, option and path; files that
// cannot be read are told.

#include "tests/cli/child_process.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

namespace toruscope {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class KeptFiles : public testing::Test {
 protected:
  [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }

  const test::TemporaryFolder folder_;
  const std::string graph_ = folder_.file("g.txt", "0 1\n1 2\n").string();
  const std::string machine_ = folder_.file("m.toml", "ts = \"1us\"\n").string();
  const std::string places_ = folder_.file("places", "0 1 2").string();
  const std::string matrix_ =
      folder_.file("m.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n").string();
  const std::string vector_ = folder_.file("v.csv", "x\n1\n2\n").string();
  const std::string names_ = folder_.file("names.txt", "a\nb\n").string();
  const std::string series_ = folder_.file("s.csv", "x\n1\n2\n3\n4\n").string();
};

TEST_F(KeptFiles, AreAllThatAreRead) {
  const Words matvec{"run", "matvec", "--topology", "ring:2", "--input", matrix_};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  struct Reading {
    Words command;
    std::string input;
    Words options;  ///< that name places for results
  };
  const Words all{"-o", "--events", "--traffic", "--links", "--view", "--trace"};
  const std::vector<Reading> readings{
      {matvec, matrix_, with(all, {"--output"})},
      {with(matvec, {"--vector", vector_}), vector_, with(all, {"--output"})},
      {with(matvec, {"--names", names_}), names_, all},
      {{"run", "fft", "--topology", "ring:2", "--input", series_}, series_, with(all, {"--output"})},
      {{"run", "prefix", "--topology", "ring:2", "--input", series_}, series_, all},
      {{"run", "fft", "--scale", "p=1,2", "--topology", "ring:2", "--input", series_}, series_, {"-o"}},
      {{"verify", "barrier", "--topology", "graph:" + graph_}, graph_, all},
      {{"verify", "barrier", "--topology", "ring:3", "--host", "line:3", "--embed", places_}, places_, all},
      {{"verify", "barrier", "--topology", "ring:3", "--host", "graph:" + graph_, "--embed", "snake"},
       graph_,
       all},
      {{"verify", "barrier", "--topology", "ring:3", "--machine", machine_}, machine_, all},
      {{"compare", "barrier", "--topology", "graph:" + graph_}, graph_, {"-o"}},
      {{"bench", "barrier", "--topology", "ring:3", "--machine", machine_}, machine_, {"-o"}},
      {{"info", "--topology", "graph:" + graph_}, graph_, {"-o"}},
      {{"machine", "show", machine_}, machine_, {"-o"}},
      {{"machine", "show", "unit", "--topology", "graph:" + graph_}, graph_, {"-o"}},
      {{"machine", "check", machine_}, machine_, {"-o"}},
      {{"algo", "show", "broadcast/knomial", "--machine", machine_}, machine_, {"-o"}},
      {{"algo", "show", "alltoall/direct", "--topology", "graph:" + graph_}, graph_, {"-o"}}};
  fs::create_directory_symlink(folder_.path(), folder_ / "here");
  for (const Reading& reading : readings)
    for (const std::string& option : reading.options)
      for (const std::string path : {"", "./", "here/", "here/./here/"}) {
        const std::string place = at(path + fs::path(reading.input).filename().string());
        if (option == "--output" && !place.ends_with(".csv") && !place.ends_with(".mtx")) continue;
        const std::string before = test::content_of(reading.input);

        const Outcome outcome = call(with(reading.command, {option, place}), {});

        EXPECT_EQ(outcome.code, 2) << testing::PrintToString(reading.command) << option << place << outcome.out;
        EXPECT_THAT(outcome.err,
                    testing::AnyOf(HasSubstr("which this command reads; name another file"),
                                   HasSubstr("would hold the report"), HasSubstr(" cannot be written: "),
                                   HasSubstr("it is an input; give another --output")))
            << testing::PrintToString(reading.command) << option;
        ASSERT_EQ(test::content_of(reading.input), before) << testing::PrintToString(reading.command) << option;
      }
  EXPECT_EQ(folder_.entries(), 8U);
}

TEST_F(KeptFiles, IncludeWhatAMachineFileNames) {
  const std::string machine = folder_.file("n.toml", fmt::format("topology = \"graph:{}\"\n", graph_)).string();

  const Outcome outcome = call({"machine", "check", machine, "-o", graph_}, {});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("which this command reads"));
  EXPECT_EQ(test::content_of(graph_), "0 1\n1 2\n");
}

TEST_F(KeptFiles, IncludeTheResultOfAnotherOption) {
  const Outcome outcome = call(
      {"run", "fft", "--topology", "ring:2", "--input", series_, "--output", at("o.csv"), "-o", at("./o.csv")},
      {});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--output and -o name the same file"));
}

TEST_F(KeptFiles, AreReplacedIfTheyAreNotRead) {
  EXPECT_EQ(call({"machine", "list", "-o", graph_}, {}).code, 0);
  EXPECT_THAT(test::content_of(graph_), HasSubstr("paragon"));
}

class UnreadableFiles : public KeptFiles, public testing::WithParamInterface<std::string> {};

/// Each file of every kind: exit code 2 and a sentence, whatever the operating system says.
TEST_P(UnreadableFiles, AreRefused) {
  fs::create_symlink("loop.csv", folder_ / "loop.csv");
  fs::create_symlink("loop.mtx", folder_ / "loop.mtx");
  const std::string file = GetParam() == "loop" ? at("loop.csv") : GetParam();
  const Words commands[] = {
      {"machine", "check", file},
      {"machine", "show", "unit", "--topology", "graph:" + file},
      {"machine", "show", "unit", "--topology", "ring:3", "--host", "line:3", "--embed", file},
      {"run", "fft", "--topology", "ring:2", "--input", file},
      {"run", "prefix", "--topology", "ring:2", "--input", file, "--format", "json"},
      {"run", "matvec", "--topology", "ring:2", "--input", matrix_, "--vector", file},
      {"run", "matvec", "--topology", "ring:2", "--input", matrix_, "--names", file}};
  for (const Words& command : commands) {
    const Outcome outcome = call(command, {});
    EXPECT_EQ(outcome.code, 2) << testing::PrintToString(command) << outcome.err;
    EXPECT_THAT(outcome.err, testing::Not(HasSubstr("filesystem error"))) << testing::PrintToString(command);
  }
}

INSTANTIATE_TEST_SUITE_P(Paths, UnreadableFiles,
                         testing::Values("loop", std::string(300, 'a') + ".csv", "/dev/zero", "/proc/self/mem",
                                         ".", "no/such/file.csv", "/dev/null/x.csv"));

TEST_F(KeptFiles, ArePlacesThatCanBe) {
  const std::string long_name(300, 'a');
  for (const Words& command : {Words{"machine", "list", "-o", long_name},
                               {"machine", "list", "-o", at("none/") + long_name},
                               {"reproduce", "exchange-figure3", "-o", long_name},
                               {"info", "-o", at("o.txt"), "--topology", "graph:"},
                               {"info", "--host", "graph:", "--embed", "snake", "-o", at("o.txt")},
                               {"run", "fft", "--input", series_, "--output", at(long_name + ".csv")}}) {
    const Outcome outcome = call(command, {});
    EXPECT_EQ(outcome.code, 2) << testing::PrintToString(command) << outcome.err;
    EXPECT_THAT(outcome.err, testing::Not(HasSubstr("filesystem error"))) << testing::PrintToString(command);
  }
  EXPECT_EQ(folder_.entries(), 7U);
}

/// Command lines in a shell whose folder is the test's.
int shell(const test::TemporaryFolder& folder, const std::string& command) {
  const int status = std::system(fmt::format("cd {} && {}", folder.path().string(), command).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(KeptFiles, AreNotReachedThroughTheFolderOfANewProject) {
  const std::string command = fmt::format(
      "bash -c 'mkdir .first-$$.partial && ln -s {} .first-$$.partial/main.cpp && exec {} new first' "
      ">/dev/null",
      series_, TORUSCOPE_PROGRAM);

  EXPECT_EQ(shell(folder_, command), 0);

  EXPECT_EQ(test::content_of(series_), "x\n1\n2\n3\n4\n");
  EXPECT_TRUE(fs::is_regular_file(folder_ / "first/main.cpp"));
  EXPECT_EQ(fs::status(folder_ / "first").permissions() & fs::perms::owner_all, fs::perms::owner_all);
  EXPECT_EQ(shell(folder_, fmt::format("{} new first 2>/dev/null", TORUSCOPE_PROGRAM)), 2);
}

/// A log that is added to: by its own name, by those of the stream, in the place of standard error.
TEST_F(KeptFiles, IncludeTheOneToWhichStandardOutputGoes) {
  for (const char* command :
       {"{} verify reduce -t complete:6 --traffic /dev/stdout >> log",
        "{} verify reduce -t complete:6 --traffic log >> log",
        "{} verify reduce -t complete:6 --traffic /proc/self/fd/1 >> log",
        "{} verify reduce -t complete:6 --traffic /dev/fd/3 3>> log 1>&3",
        "{} verify reduce -t complete:6 --traffic here/log -o log 2>> log",
        "{} verify reduce -t complete:6 --links /dev/stderr --traffic hard >> log 2>&1"}) {
    const std::string log = folder_.file("log", "keep\n").string();
    fs::remove(at("hard"));
    fs::create_hard_link(log, at("hard"));
    fs::remove(at("here"));
    fs::create_directory_symlink(folder_.path(), folder_ / "here");

    EXPECT_EQ(shell(folder_, fmt::format(fmt::runtime(command), TORUSCOPE_PROGRAM)), 0) << command;

    const std::string content = test::content_of(log);
    EXPECT_THAT(content, testing::StartsWith("keep\n")) << command;
    EXPECT_THAT(content, HasSubstr("critical path")) << command;
    EXPECT_THAT(content, HasSubstr("source,")) << command;
    EXPECT_EQ(test::content_of(at("hard")), content) << command;
  }
  const std::string log = folder_.file("log.csv", "keep\n").string();
  EXPECT_EQ(
      shell(folder_, fmt::format("{} run fft -t ring:2 --input s.csv --output log.csv >> log.csv 2>/dev/null",
                                 TORUSCOPE_PROGRAM)),
      2);
  EXPECT_EQ(test::content_of(log), "keep\n");
}

TEST_F(KeptFiles, IncludeTheResultOfAnotherOptionThatIsReachedByALinkToNothing) {
  fs::create_symlink("a.html", folder_ / "b.html");
  fs::create_symlink("b.html", folder_ / "c.jsonl");

  const Outcome outcome =
      call({"verify", "barrier", "-t", "ring:3", "--view", at("a.html"), "--events", at("c.jsonl")}, {});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--events and --view name the same file"));
  EXPECT_FALSE(fs::exists(folder_ / "a.html"));
}

TEST_F(KeptFiles, ReadTooSlowlyEndWithTheTimeLimit) {
  std::string wires;  // at random, so that routes need much work
  unsigned random = 1;
  for (int node = 1; node < 400; ++node) wires += fmt::format("{} {}\n", node - 1, node);
  for (int link = 0; link < 400; ++link) {
    random = random * 1103515245U + 12345U;
    wires += fmt::format("{} {}\n", link / 2, 200 + link % 2 * 100 + link / 4);
  }
  const Finished finished = run_toruscope({"verify", "barrier", "--time-limit", "1ms", "--topology",
                                           "graph:" + folder_.file("large.txt", wires).string()});
  EXPECT_EQ(finished.code, 6) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("time limit: 1 ms"));
}

TEST_F(KeptFiles, OfOthersShowNoLine) {
  const std::string secret = folder_.file("shadow", "root:*:20228:0:99999:7:::\n").string();
  for (const std::string& text : {"topology = \"graph:" + secret + "\"\n",
                                  "topology = \"ring:3\"\nhost = \"line:3\"\nembed = \"" + secret + "\"\n"}) {
    const Outcome outcome = call({"machine", "check", folder_.file("n.toml", text).string()}, {});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, testing::Not(HasSubstr("20228")));
  }
}

TEST_F(KeptFiles, AreShownWithoutControlCharacters) {
  const std::string hostile = "\x1b]0;title\x07\xc2\x9b\xe2\x80\xae";
  folder_.file("bad.txt", hostile + "\n" + hostile + "\n").string();
  const std::string columns = folder_.file("bad.csv", hostile + ",b\n1,2\n").string();
  const std::string machine = folder_.file("bad.toml", "ports = \"\\u001b]0;\\u009b\\u202e\\nx\"\n").string();
  for (const Words& command :
       {Words{"run", "matvec", "--topology", "ring:2", "--input", matrix_, "--names", at("bad.txt")},
        {"run", "matvec", "--topology", "ring:2", "--input", matrix_, "--names", at("bad.txt"), "--format",
         "csv"},
        {"run", "fft", "--topology", "ring:1", "--input", columns, "--column", "1"},
        {"run", "fft", "--topology", "ring:1", "--input", columns, "--column", hostile},
        {"machine", "check", machine},
        {"machine", "show", "unit", "--topology", "graph:" + at("bad.txt")},
        {"machine", "show", hostile},
        {hostile},
        {"verify", "barrier", hostile},
        {"verify", "barrier", "--ports", hostile}}) {
    const Outcome outcome = call(command, {});
    for (const std::string& text : {outcome.out, outcome.err})
      for (const char* raw : {"\x1b", "\x07", "\xc2\x9b", "\xe2\x80\xae"})
        EXPECT_THAT(text, testing::Not(HasSubstr(raw))) << testing::PrintToString(command);
  }
}

}  // namespace
}  // namespace toruscope
