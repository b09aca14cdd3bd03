// SPDX-License-Identifier: Apache-2.0
// Bad input of every kind: one sentence that says what was asked, found and what to do, and the
// documented exit code.

#include "runtime/core/sanitizers.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/support/source_folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

namespace toruscope {
namespace {

using testing::HasSubstr;

struct Refusal {
  std::vector<std::string> words;
  int code;
  std::string sentence;
};

class EveryRefusal : public testing::TestWithParam<Refusal> {};

TEST_P(EveryRefusal, HasItsSentenceAndExitCode) {
  const Finished finished = run_toruscope(GetParam().words);

  EXPECT_EQ(finished.code, GetParam().code);
  EXPECT_THAT(finished.err, HasSubstr(GetParam().sentence));
  EXPECT_EQ(finished.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Words, EveryRefusal,
    testing::Values(
        Refusal{{"machine", "check", "."}, 2, "machine: ./.: it is a directory; name a file in it"},
        Refusal{
            {"algo", "show", "bcast"}, 2, "bcast is an operation; name one of its algorithms, as broadcast/"},
        Refusal{
            {"verify", "shift", "--slow", "0-1=x"}, 2, "how many times longer it takes, as 3-4=2 or 3-4=1.5"},
        Refusal{{"verify", "shift", "--slow", "0-1=2,0-1=3"}, 2, "the link from 0 to 1 is named twice"},
        Refusal{
            {"verify", "shift", "--topology", "ring:8", "--fail", "0-1,1-0"}, 2, "the link 1-0 is named twice"},
        Refusal{{"verify", "--all", "barrier", "--network", "ring"}, 2, "leave --network ring out"},
        Refusal{{"verify", "--all", "barrier", "--memory", "1G"}, 2, "leave --memory out"},
        Refusal{{"run", "goal", "--data", "none"}, 2, "so --data says nothing; leave --data out"},
        Refusal{{"grade", "01", "a.cpp", "--driver", "a", "--view", "v.html"},
                2,
                "--view is for marks, and --driver writes none"},
        Refusal{
            {"grade", "01", "a.cpp", "--driver", "a", "--totals"}, 2, "--totals is for marks, and --driver"},
        Refusal{{"grade", "01", "a.cpp", "--driver", "a", "--format", "csv"}, 2, "leave one of the two out\n"},
        Refusal{{"grade", "--view", "v.html"}, 2, "name a lab (grade 01 FILE), or leave --view out\n"},
        Refusal{{"grade", "01", "--driver", "ring:16, root 0, 5 values", "-o", "no-such.txt"},
                2,
                "its name does not say so: -o no-such.cpp\n"},
        Refusal{{"verify", "alltoall", "--ts", "3x"}, 2, "ms or s (75us, 11.1ns)\n"},
        Refusal{
            {"verify", "alltoall", "--ts", "1.5"}, 2, "ts: 1.5 has no unit; give it a unit, such as 1.5us\n"},
        Refusal{{"verify", "alltoall", "--tw", "3x"}, 2, "(75us, 11.1ns); or a bandwidth: "},
        Refusal{{"verify", "alltoall", "-m", "unit", "--ts", "3x"},
                2,
                "for a step machine a whole number of ticks without a unit\n"},
        Refusal{{"verify", "alltoall", "--require", "T<3x"}, 2, "(75us, 11.1ns)\n"},
        Refusal{{"verify", "alltoall", "--time-limit", "5x"}, 2, "(75us, 11.1ns)\n"},
        Refusal{{"verify", "alltoall", "--require", "wall<1"},
                2,
                "wall cannot be required: it is time of this comp"},
        Refusal{{"verify", "alltoall", "--require", "check=ok"}, 2, "what it finds is the exit code"},
        Refusal{{"verify", "alltoall", "--require", "loaded_link=1"}, 2, "take max_link_bytes"},
        Refusal{{"verify", "alltoall", "--require", "x=1"}, 2, "lower_bound.ticks, bound, "},
        Refusal{{"verify", "alltoall", "--require", "x=1"}, 2, "cost_ticks, cost"},
        Refusal{{"machine", "show", ""}, 2, "machine show: a name is needed, got an empty one"},
        Refusal{{"machine", "check", ""}, 2, "machine check: a name is needed, got an empty one"},
        Refusal{{"grade", "01", ""}, 2, "grade: a name is needed, got an empty one"},
        Refusal{{"help", "bench", "compare"}, 2, "\"compare\" was not expected; write toruscope help bench\n"},
        Refusal{{"bench", "alltoall", "-e", "9223372036854775807"},
                2,
                "bench: at most 1 TiB can be moved, got -e 9223372036854775807\n"},
        Refusal{{"phase", "alltoall", "-a", "auto"},
                2,
                "where it would choose a slower one, the table says so. Name"},
        Refusal{{"verify", "broadcast", "-a", "ring,torus"},
                2,
                "verify: it takes one algorithm, got --algorithm ring,"},
        Refusal{
            {"explain", "broadcast", "-a", "all"}, 2, "explain: it takes one algorithm, got --algorithm all"},
        Refusal{{"run", "fft", "-a", "ring,torus"}, 2, "run: it takes one algorithm"},
        Refusal{{"run", "prefix", "--input", "."},
                2,
                "read .: it is a directory; name a file in it (.csv, .npy)\n"},
        Refusal{{"phase", "allreduce", "-t", "hypercube:3", "--over", "p=7,9"},
                2,
                "toruscope: phase: the PEs of a hypercube are a power of two, and 7 is none"},
        Refusal{{"bench", "broadcast", "-t", "twisted:4x2", "--scale", "p=1"},
                2,
                "scale: twisted:4x2 cannot be made for p = 1: its sides are k or 2k"},
        Refusal{{"verify", "shift", "--require", "tikcs=1"}, 2, "Did you mean ticks?"},
        Refusal{{"verfy"}, 2, "unknown verb \"verfy\""}, Refusal{{"verfy"}, 2, "Did you mean verify?"},
        Refusal{{"algo"}, 2, "algo what? list, show"},
        Refusal{{"verify", "alltoall", "--topology", "ring:4", "--spans"}, 2, "give --events FILE, too"},
        Refusal{{"verify", "alltoall", "--topology", "ring:4", "-o", "a.npy"}, 2, "data to --output FILE"},
        Refusal{{"verify", "alltoall", "-a", "direct", "--topology", "ring:64", "--events", "a.jsonl",
                 "--memory", "20M"},
                6,
                "leave --events out"},
        Refusal{{"verify", "alltoall", "-a", "direct", "--topology", "ring:64", "--traffic", "a.csv",
                 "--memory", "20M"},
                6,
                "with the log of --traffic: needs about"},
        Refusal{{"verify", "alltoall", "-a", "direct", "--topology", "ring:64", "--critical-path", "--memory",
                 "16M"},
                6,
                "leave --critical-path out"},
        Refusal{{"machine", "check", "--blok"}, 2, "machine check: unknown option --blok"},
        Refusal{{"machine", "check", "a.toml", "--format"}, 2, "machine check: --format: a value is needed"},
        Refusal{{"verify"}, 2, "an operation is needed: alltoall, alltoallv, broadcast"},
        Refusal{{"verify", "altoall"}, 2, "Did you mean alltoall?"},
        Refusal{{"verify", "alltoall", "--tpology", "ring:4"}, 2, "unknown option --tpology"},
        Refusal{{"verify", "alltoall", "--tpology", "ring:4"}, 2, "Did you mean --topology?"},
        Refusal{{"verify", "alltoall", "-np", "4"}, 2, "The topology says how many PEs there are"},
        Refusal{{"compare", "alltoall", "-b", "1K"}, 2, "unknown option -b"},
        Refusal{{"compare", "alltoall", "-b", "1K"}, 2, "Bytes are those of --block"},
        Refusal{{"verify", "alltoall", "--topology", "torus:0x4"}, 2, "every side must be at least 1"},
        Refusal{{"verify", "alltoall", "--topology", "rign:4"}, 2, "Did you mean ring?"},
        Refusal{
            {"verify", "alltoall", "--topology", "torus:8xa"}, 2, "--topology torus:8xa: torus: \"8xa\" is"},
        Refusal{
            {"verify", "alltoall", "--block"}, 2, "verify: --block: a value is needed; write --block BYTES"},
        Refusal{{"run", "--block", "3"}, 2, "run: unknown option --block"},
        Refusal{{"run", "fft", "--columm", "x"}, 2, "run fft: unknown option --columm"},
        Refusal{{"run", "fft", "--columm", "x"}, 2, "Did you mean --column?"},
        Refusal{{"run", "fft", "--topolgy", "ring:4"}, 2, "Did you mean --topology?"},
        Refusal{{"verify", "alltoall", "-o", "/dev/full"}, 6, "cannot write /dev/full"},
        Refusal{{"compare", "alltoall", "--algorithm", "at2", "--topology", "ring:8"},
                2,
                "fits: ar1, two_way_ring, "},
        Refusal{{"run", "fft", "--input", "a.csv", "--output", "b.csv", "--scale", "p=1,4"}, 2, "leave it out"},
        Refusal{{"bench", "barrier", "-b", "8"}, 2, "leave -b, -e and -f out"},
        Refusal{{"bench", "barrier", "--block", "8"}, 2, "it moves no data; leave --block out"},
        Refusal{{"bench", "alltoall", "--block", "8", "-e", "16"},
                2,
                "--block is one size, -b, -e and -f make several"},
        Refusal{{"verify", "--all", "alltoall", "-a", "auto"}, 2, "auto has no name of its own"},
        Refusal{
            {"verify", "pingpong", "-t", "ring:4", "--partner", "4"}, 2, "partner: a whole number from 0 to 3"},
        Refusal{{"verify", "sendrecv", "--partner", "1"},
                2,
                "no partner that could be chosen; leave --partner out"},
        Refusal{{"verify", "pingpong", "--window", "8"}, 2, "it has no window of messages; leave --window out"},
        Refusal{{"verify", "multi_pair", "--window", "0"}, 2, "window: a whole number from 1"},
        Refusal{{"verify", "pingpong", "--values", "8"}, 2, "its size is --block; leave --values out"},
        Refusal{{"verify", "barrier", "-m", "unit", "--tw", "10GB/s"},
                2,
                "10GB/s is a bandwidth, but machine unit counts"},
        Refusal{{"bench", "alltoall", "-b", "16", "-e", "8"}, 2, "-e 8 is below -b 16"},
        Refusal{{"bench", "alltoall", "--scale", "4"}, 2, "write --scale p=1,4,16"},
        Refusal{{"verify", "broadcast", "--topology", "line:2", "--machine", "unit", "--tm", "17592186044416",
                 "--slow", "0-1=524288"},
                2,
                "slow: the link from 0 to 1: tm of 17592186044416 ticks, 524288 times slower"},
        Refusal{{"bench", "barrier", "--scale", "p=4", "--topology",
                 "graph:" + test::in_source("tests/laws/petersen.graph")},
                2,
                "a graph file cannot be scaled"},
        Refusal{{"machine", "show", "unit", "--host", "line:4"}, 2, "--embed by which rule; give both or none"},
        Refusal{{"verify", "alltoall", "--machine", "postal", "--lambda", "1.5"}, 2, "a fraction such as 3/2"},
        Refusal{{"verify", "alltoall", "--machine", "postal", "--lambda", "1/2"}, 2, "lambda"},
        Refusal{{"bench", "alltoall", "--operator", "sum"}, 2, "it combines nothing; leave --operator out"},
        Refusal{{"bench", "reduce", "--operator", "maximum"}, 2, "unknown operator"},
        Refusal{{"bench", "reduce", "--operator", "concatenation", "-b", "3"}, 2, "no multiple of 8"},
        Refusal{{"grade", "77"}, 2, "is no lab and no folder; labs are 01-ring-broadcast"},
        Refusal{{"grade", "01", "no/such.cpp"}, 2, "there is no file no/such.cpp"},
        Refusal{{"grade", "01", "--compiler", "no-such-compiler"}, 2, "there is no compiler no-such-compiler"},
        Refusal{{"grade", "01", "--compiler", "/bin/true"}, 2, "ended without an error and has made nothing"},
        Refusal{{"grade", "01", "--compiler", "/bin/false"}, 2, "ended with code 1 and without a word"},
        Refusal{{"grade", "01", "-j", "0"}, 2, "-j"}, Refusal{{"grade", "01", "--format", "osu"}, 2, "osu"},
        Refusal{{"reproduce", "exchange-tabel1"}, 2, "Did you mean exchange-table1?"},
        Refusal{{"reproduce", "exchange", "--all"}, 2, "give one of them"},
        Refusal{{"reproduce", "-o", "."}, 2, "-o needs an item or --all"},
        Refusal{{"reproduce", "exchange", "-o", "no/such/folder"}, 2, "the folder above it does not exist"},
        Refusal{{"reproduce", "exchange", "-o", "/dev/null"}, 2, "it is no folder"},
        Refusal{{"reproduce", "exchange", "--topology", "ring:4"}, 2, "unknown option --topology"},
        Refusal{{"new"}, 2, "a name for the project is needed"},
        Refusal{{"new", "3x"}, 2, "\"3x\" cannot be the name of a project"},
        Refusal{{"new", "a/b"}, 2, "\"a/b\" cannot be the name of a project"},
        Refusal{{"new", "test"}, 2, "means something else to CMake"},
        Refusal{{"new", "edit_cache"}, 2, "means something else to CMake"},
        Refusal{{"new", "Makefile"}, 2, "means something else to CMake"},
        Refusal{{"verify", "alltoall", "--machine", "paragn"}, 2, "Did you mean paragon?"},
        Refusal{{"verify", "alltoall", "--algorithm", "ar2"}, 2, "ar1"},
        Refusal{{"verify", "alltoall", "--algorithm", "ar1", "--topology", "ring:7"},
                2,
                "needs an even ring, got 7 PEs; use "},
        Refusal{{"verify", "alltoall", "--ports", "quarter"}, 2, "telephone"},
        Refusal{{"verify", "alltoall", "--ts", "3"}, 2, "needs its unit"},
        Refusal{{"verify", "alltoall", "--machine", "unit", "--ts", "3us"}, 2, "ts"},
        Refusal{{"verify", "alltoall", "--block", "-3"}, 2, "block"},
        Refusal{{"verify", "alltoall", "--values", "3"}, 2, "leave --values out"},
        Refusal{{"verify", "broadcast", "--topology", "ring:4", "--root", "4"}, 2, "root 4 is not a rank"},
        Refusal{{"verify", "broadcast", "--shift", "2"}, 2, "it goes by no distance; leave --shift out"},
        Refusal{{"verify", "shift", "--shift", "far"}, 2, "shift"},
        Refusal{{"bench", "reduce", "--segment", "64"}, 2, "leave --segment out"},
        Refusal{{"verify", "scan", "--segment", "0"}, 2, "--segment 0 sends nothing"},
        Refusal{{"verify", "scan", "--segment", "search"}, 2, "segment"},
        Refusal{{"verify", "broadcast", "--tick", "0s"}, 2, "tick: 0s has no length; give one such as 1ps"},
        Refusal{{"verify", "broadcast", "--tick", "0"},
                2,
                "tick: 0 means a machine that counts steps, but ts of machine"},
        Refusal{{"verify", "broadcast", "--topology", "graph:."}, 2, "graph: .: it is a directory"},
        Refusal{{"verify", "broadcast", "--segment", "Search"},
                2,
                "or a rule of pipelined_torus: formula, corrected, search"},
        Refusal{
            {"verify", "broadcast", "--segment", "search", "--algorithm", "pipelined_chain"},
            2,
            "--segment search is a rule of pipelined_torus alone; give bytes, or --algorithm pipelined_torus"},
        Refusal{
            {"compare", "broadcast", "--segment", "formula"}, 2, "give bytes, or --algorithm pipelined_torus"},
        Refusal{
            {"bench", "broadcast", "--segment", "corrected"}, 2, "give bytes, or --algorithm pipelined_torus"},
        Refusal{{"verify", "broadcast", "--segment", "search", "--topology", "mesh:4x4"},
                2,
                "broadcast/pipelined_torus: needs a torus of at most two dimensions, got mesh 4x4; leave "
                "--segment search out"},
        Refusal{{"verify", "broadcast", "--algorithm", "flat", "--segment", "8", "--topology", "ring:4"},
                2,
                "cannot be told the size of parts, got 8 bytes; ask for none; use pipelined"},
        Refusal{{"verify", "scan", "--block", "64", "--segment", "12"}, 2, "would cut an element of 8 bytes"},
        Refusal{{"verify", "scan", "--algorithm", "chain", "--segment", "8", "--block", "64"},
                2,
                "sends its values whole, parts of 8 bytes have no effect; ask for none; use"},
        Refusal{{"verify", "broadcast", "-j", "0"}, 2, "workers"},
        Refusal{{"reproduce", "--large"}, 2, "--large needs an item or --all"},
        Refusal{{"verify", "barrier", "--block", "8"}, 2, "it moves no data"},
        Refusal{{"verify", "alltoall", "-o", "no/such/folder/x"}, 2, "its folder does not exist"},
        Refusal{{"verify", "alltoall", "--format", "yaml"}, 2, "format"},
        Refusal{{"verify", "alltoall", "--workers", "1000"}, 2, "workers"},
        Refusal{{"verify", "alltoall", "--time-limit", "5"}, 2, "needs a unit"},
        Refusal{{"verify", "barrier", "--critical-path", "--format", "csv"}, 2, "take --format table or json"},
        Refusal{{"verify", "--all", "--critical-path"}, 2, "leave --critical-path out"},
        Refusal{{"run", "fft", "--scale", "p=1,4", "--critical-path"}, 2, "--scale makes several"},
        Refusal{{"run", "fft", "--machine", "unit", "--measure-compute", "--input",
                 test::in_source("data/nile.csv")},
                2,
                "measure compute: the machine unit counts steps"},
        Refusal{{"run", "fft", "--scale", "p=1,4", "--measure-compute"}, 2, "give one of them"},
        Refusal{{"verify", "alltoall", "--memory", "40M", "--block", "1M"}, 6, "or less, "},
        Refusal{{"run"}, 2, "an application is needed: chakra, fft"},
        Refusal{{"run", "fft", "--input", "no-such-file.csv"}, 2, "no-such-file.csv"},
        Refusal{{"run", "fft", "--input", "a.csv", "-o", "./a.csv"},
                2,
                "-o ./a.csv: it would replace a.csv, which this command reads"},
        Refusal{{"verify", "barrier", "--machine", "unit", "--ts", "9223372036854775807"},
                2,
                "more than 2^45 ticks"},
        Refusal{{"run", "--algorithm", "knomial", "--input", "none.mtx", "matvec"},
                2,
                "read none.mtx: there is no"},
        Refusal{{"run", "--method", "power", "-j2", "matvec", "--input", "none.mtx"}, 2, "read none.mtx"},
        Refusal{
            {"run", "--column", "--input", "a.csv", "fft"}, 2, "--column: a value is needed, got the option"},
        Refusal{{"run", "fft", "--damping", "0.9"}, 2, "run fft: unknown option --damping"},
        Refusal{
            {"run", "--column", "fft"}, 2, "unknown option --column (an application's own options need its"},
        Refusal{{"run", "fft", "matvec"}, 2, "\"matvec\" was not expected"},
        Refusal{{"verify", "alltoall", "--operator", "sum"}, 2, "leave --operator out"},
        Refusal{{"verify", "scan", "--machine", "postal", "--lambda", "0"}, 2, "at least 1"},
        Refusal{{"algo", "show", "at3"}, 2, "Did you mean at2?"},
        Refusal{{"algo", "list", "alreduce"}, 2, "Did you mean allreduce?"},
        Refusal{{"compare", "alltoall", "--algorithm", "ar1", "--topology", "complete:6"},
                2,
                "no algorithm that was asked for fits"}));

TEST(Refusal, LeavesNoFileBehind) {
  const test::TemporaryFolder folder;
  { std::ofstream(folder / "bad.csv") << "x\n1\n2\nthree\n"; }

  const Finished finished =
      run_toruscope({"run", "fft", "--input", folder / "bad.csv", "--output", folder / "out.csv", "-o",
                     folder / "result.txt", "--events", folder / "events.jsonl"});

  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("line 4"));
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(Refusal, KeepsASubmissionThatTheResultWouldReplace) {
  const test::TemporaryFolder folder;
  const std::string submission = folder / "01-anna.cpp";
  { std::ofstream(submission) << "int main() {}\n"; }

  const Finished finished = run_toruscope({"grade", "01", submission, "-o", submission});

  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("it would replace " + submission + ", which this command reads"));
  std::ifstream kept(submission);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(kept), {}), "int main() {}\n");
}

TEST(Refusal, OfAFileBeyondTheLimitOfSizesLeavesNothing) {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder told;
  const std::string command =
      fmt::format("ulimit -f 1; {} verify alltoall --topology torus:8x8 --events {} >/dev/null 2>{}",
                  TORUSCOPE_PROGRAM, (folder / "e.jsonl").string(), (told / "words").string());
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 6);
  EXPECT_EQ(folder.entries(), 0U);
  EXPECT_THAT(
      test::content_of(told / "words"),
      AllOf(HasSubstr("it is larger than the shell's limit of the size of files"), HasSubstr("ulimit -f")));
}

TEST(Refusal, OfAPictureBeyondTheLimitOfSizesSaysSo) {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder told;
  const std::string command = fmt::format(
      "ulimit -f 2; {} run goal --input {} --heatmap {} >/dev/null 2>{}", TORUSCOPE_PROGRAM,
      folder.file("a.goal", "num_ranks 2\nrank 0 {\nsend 4b to 1\n}\nrank 1 {\nrecv 4b from 0\n}\n").string(),
      (folder / "links.png").string(), (told / "words").string());
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 6);
  EXPECT_EQ(folder.entries(), 1U);
  EXPECT_THAT(test::content_of(told / "words"), HasSubstr("ulimit -f"));
}

TEST(Refusal, OfAPictureThatIsNotMadeIsASentence) {
  const test::TemporaryFolder folder;
  const auto converter = folder.file("rsvg-convert", "#!/bin/sh\necho its own words >&2\nexit 1\n");
  std::filesystem::permissions(converter, std::filesystem::perms::owner_all);
  const Finished finished =
      run_toruscope({"verify", "broadcast", "-t", "ring:4", "--heatmap", folder / "a.png"},
                    {"PATH=" + folder.path().string() + ":/usr/bin:/bin"});
  EXPECT_EQ(finished.code, 6);
  EXPECT_THAT(finished.err, AllOf(HasSubstr("rsvg-convert made no PNG of the picture; write it as .svg"),
                                  testing::Not(HasSubstr("its own words"))));
}

TEST(Refusal, OfStandardInputAsALogIsASentence) {
  EXPECT_THAT(run_toruscope({"view", "-"}).err, HasSubstr("view: standard input is not read"));
}

TEST(TimeLimit, EndsARunWithAReport) {
  const test::TemporaryFolder folder;
  const Finished finished = run_toruscope({"verify", "alltoall", "--algorithm", "direct", "--topology",
                                           "torus:64x64", "--time-limit", "1s", "-o", folder / "result.txt"});
  EXPECT_EQ(finished.code, 6);
  EXPECT_THAT(finished.err, HasSubstr("time limit: the run was ended at "));
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(Interrupt, LeavesNoPictureOfSomeOfTheRuns) {
  const test::TemporaryFolder folder;
  for (const char* verb : {"bench", "compare"}) {
    std::vector<std::string> words{verb,         "alltoall",    "--algorithm", "direct,bruck",
                                   "--topology", "torus:64x64", "--plot",      folder / "p.svg"};
    if (words[0] == "bench") words.insert(words.end(), {"-b", "8", "-e", "64"});
    const Finished finished = run_toruscope(words, {}, core::kSanitized ? 6000 : 1000);
    EXPECT_EQ(finished.code, 130) << verb << finished.err;
  }
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(Interrupt, EndsARunWithAReport) {
  const Finished finished =
      run_toruscope({"verify", "alltoall", "--algorithm", "direct", "--topology", "torus:64x64"}, {},
                    core::kSanitized ? 6000 : 1000);
  EXPECT_EQ(finished.code, 130);
  EXPECT_THAT(finished.err, HasSubstr("interrupted at"));
}

}  // namespace
}  // namespace toruscope
