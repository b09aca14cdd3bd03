// SPDX-License-Identifier: Apache-2.0
// Tables of known benchmarks: header and columns as their programs print them, figures worked out
// by hand.

#include "cli/tables/dialects.hpp"

#include "tests/cli/in_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// On two PEs with ts 1 us, tw 1 ns and no other costs: one message of m bytes takes 1 us + m ns.
std::string bench(const std::string& operation, const std::string& format, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"bench", operation, "-t",  "line:2", "--ts",     "1us", "--tw",
                                 "1ns",   "--th",    "0ns", "--flop", "0ns",      "-b",  "1000",
                                 "-e",    "2000",    "-f",  "2",      "--format", format};
  words.insert(words.end(), more.begin(), more.end());
  const Outcome outcome = call(words, {});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.out;
}
std::string refused(const std::vector<std::string>& words) {
  const Outcome outcome = call(words, {});
  EXPECT_EQ(outcome.code, 2) << outcome.out;
  return outcome.err;
}

TEST(Dialects, OsuLatencyOfACollective) {
  EXPECT_EQ(bench("allreduce", "osu", {"-a", "recursive_doubling"}),
            "\n"
            "# OSU MPI Allreduce Latency Test v7.5\n"
            "# Datatype: MPI_INT.\n"
            "# Size       Avg Latency(us)\n"
            "1000                    2.00\n"
            "2000                    3.00\n");
  EXPECT_EQ(bench("allreduce", "osu-full", {"-a", "recursive_doubling"}),
            "\n"
            "# OSU MPI Allreduce Latency Test v7.5\n"
            "# Datatype: MPI_INT.\n"
            "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\n"
            "1000                    2.00              2.00              2.00           1\n"
            "2000                    3.00              3.00              3.00           1\n");
}

TEST(Dialects, OsuMeanIsOverThePesOfACollective) {
  // A chain of three messages: PE 0 leaves after its send (2 us), PEs 1, 2 after theirs (4, 6), PE
  // 3 when it has all (6): mean 4.5.
  const Outcome outcome =
      call({"bench", "broadcast", "-t", "line:4", "-a", "pipelined_chain", "--segment", "1000", "--ts", "1us",
            "--tw", "1ns", "--th", "0ns", "--block", "1000", "--format", "osu-full"},
           {});
  EXPECT_THAT(outcome.out, HasSubstr("1000                    4.50              2.00              6.00"))
      << outcome.err;
}

TEST(Dialects, OsuPointToPoint) {
  EXPECT_EQ(bench("pingpong", "osu"),
            "\n"
            "# OSU MPI Latency Test v7.5\n"
            "# Datatype: MPI_CHAR.\n"
            "# Size       Avg Latency(us)\n"
            "1000                    2.00\n"
            "2000                    3.00\n");
  // Two messages and an answer of 4 bytes: 3 us + 2 x 1 us + 4 ns.
  EXPECT_EQ(bench("bandwidth", "osu", {"--window", "2"}),
            "\n"
            "# OSU MPI Bandwidth Test v7.5\n"
            "# Datatype: MPI_CHAR.\n"
            "# Size      Bandwidth (MB/s)\n"
            "1000                  399.68\n"
            "2000                  571.10\n");
  // Two messages each way, no answer: 2 x (1 us + 1 us) for 4,000 bytes.
  EXPECT_EQ(bench("bibandwidth", "osu", {"--window", "2"}),
            "\n"
            "# OSU MPI Bi-Directional Bandwidth Test v7.5\n"
            "# Datatype: MPI_CHAR.\n"
            "# Size      Bandwidth (MB/s)\n"
            "1000                 1000.00\n"
            "2000                 1333.33\n");
  EXPECT_EQ(bench("multi_pair", "osu", {"--window", "2"}),
            "\n"
            "# OSU MPI Multiple Bandwidth / Message Rate Test v7.5\n"
            "# [ pairs: 1 ] [ window size: 2 ]\n"
            "# Datatype: MPI_CHAR.\n"
            "# Size                  MB/s        Messages/s\n"
            "1000                  500.00         500000.00\n"
            "2000                  666.67         333333.33\n");
}

// 64 messages of 1,000 bytes: 64 (1 us + 1 us), and 1.004 us of the answer.
TEST(Dialects, OsuSendsWindowsOf64) {
  EXPECT_THAT(bench("osu_bw", "osu"), HasSubstr("\n1000                  496.11\n"));
  EXPECT_THAT(bench("osu_bibw", "osu"), HasSubstr("\n1000                 1000.00\n"));
}

TEST(Dialects, OsuTellsWhetherDataWereRight) {
  EXPECT_THAT(bench("pingpong", "osu", {"--validation"}),
              HasSubstr("# Size       Avg Latency(us)        Validation\n"
                        "1000                    2.00              Pass\n"));
  EXPECT_THAT(bench("allreduce", "osu-full", {"-c"}), AllOf(HasSubstr("  Iterations        Validation\n"),
                                                            HasSubstr("           1              Pass\n")));
  EXPECT_THAT(refused({"bench", "allreduce", "-c"}), HasSubstr("give --format osu or osu-full, too"));
}

TEST(Dialects, SayInACommentWhichAlgorithmsAutoTook) {
  const std::vector<std::string> words{"bench", "allgather", "-t",     "ring:6", "-b",   "8",       "-e",
                                       "1M",    "-f",        "131072", "--ts",   "10us", "--format"};
  const auto of = [&](const char* format) {
    std::vector<std::string> all = words;
    all.emplace_back(format);
    const Outcome outcome = call(all, {});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_THAT(of("osu"), testing::StartsWith("# auto takes ternary to 8 bytes, "));
  EXPECT_THAT(of("imb"), testing::StartsWith("# auto takes ternary to 8 bytes, "));
  EXPECT_THAT(of("nccl"), testing::StartsWith("# auto takes ternary to 48 bytes, "));
  EXPECT_THAT(bench("pingpong", "osu"), Not(HasSubstr("auto")));
  EXPECT_THAT(bench("allreduce", "osu", {"-a", "ring"}), Not(HasSubstr("auto")));
}

TEST(Dialects, OsuBarrierHasNoSizes) {
  const Outcome outcome = call({"bench", "barrier", "-t", "line:2", "--ts", "1us", "--th", "0ns", "-a",
                                "dissemination", "--format", "osu"},
                               {});
  EXPECT_EQ(outcome.out,
            "\n"
            "# OSU MPI Barrier Latency Test v7.5\n"
            "# Avg Latency(us)\n"
            "             1.00\n");
}

TEST(Dialects, OsuAndImbCountTheWholeVectorOfAReduceScatter) {
  EXPECT_THAT(bench("reduce_scatter", "osu"), HasSubstr("\n2000                    2.00\n"));
  EXPECT_THAT(bench("reduce_scatter", "imb"), HasSubstr("\n         2000            1         2.00"));
  EXPECT_THAT(bench("allgather", "osu"), HasSubstr("\n1000                    2.00\n"));
}

TEST(Dialects, ImbBlocks) {
  EXPECT_EQ(bench("allreduce", "imb", {"-a", "recursive_doubling"}),
            "# List of Benchmarks to run:\n"
            "\n"
            "# Allreduce\n"
            "\n"
            "#----------------------------------------------------------------\n"
            "# Benchmarking Allreduce \n"
            "# #processes = 2 \n"
            "#----------------------------------------------------------------\n"
            "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
            "         1000            1         2.00         2.00         2.00\n"
            "         2000            1         3.00         3.00         3.00\n"
            "\n"
            "\n"
            "# All processes entering MPI_Finalize\n"
            "\n");
  EXPECT_THAT(bench("pingpong", "imb"), HasSubstr("#---------------------------------------------------\n"
                                                  "# Benchmarking PingPong \n"
                                                  "# #processes = 2 \n"
                                                  "#---------------------------------------------------\n"
                                                  "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                                                  "         1000            1         2.00       500.00\n"));
}

TEST(Dialects, NcclTable) {
  EXPECT_EQ(
      bench("allreduce", "nccl", {"-a", "recursive_doubling"}),
      "# Collective test starting: all_reduce_perf\n"
      "# nThread 1 nGpus 1 minBytes 1000 maxBytes 2000 step: 2(factor) warmup iters: 0 iters: 1 agg iters: 1 "
      "validation: 1 graph: 0 unalign: 0\n"
      "#\n"
      "# Using devices\n"
      "#  Rank  0 Group  0 Pid      0 on     line:2 device  0 [0000:00:00] generic\n"
      "#  Rank  1 Group  0 Pid      0 on     line:2 device  1 [0000:00:00] generic\n"
      "#\n"
      "#                                                              out-of-place                       "
      "in-place          \n"
      "#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw  "
      " "
      "busbw  #wrong \n"
      "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  "
      "(GB/s)         \n"
      "        1000           250     float     sum      -1     2.00    0.50    0.50       0     2.00    0.50  "
      "  "
      "0.50       0\n"
      "        2000           500     float     sum      -1     3.00    0.67    0.67       0     3.00    0.67  "
      "  "
      "0.67       0\n"
      "# Out of bounds values : 0 OK\n"
      "# Avg bus bandwidth    : 0.583333 \n"
      "#\n"
      "# Collective test concluded: all_reduce_perf\n");
}

TEST(Dialects, NcclCountsAllBlocksOfAnAllgatherAndTellsTheRoot) {
  EXPECT_THAT(
      bench("allgather", "nccl"),
      HasSubstr("        2000           250     float    none      -1     2.00    1.00    0.50       0"));
  EXPECT_THAT(bench("broadcast", "nccl", {"--root", "1"}),
              HasSubstr("        1000           250     float    none       1     2.00"));
}

TEST(Dialects, NcclChecksNothingInPlaceThatItsOriginalDoesNot) {
  const std::string out = bench("alltoall", "nccl", {"--data", "carried"});
  EXPECT_THAT(out, HasSubstr("       0     2.00    1.00    0.50    N/A\n"));
}

TEST(Dialects, NcclNumbersFillTheirWidth) {
  EXPECT_EQ(cli::nccl_number(4.331, 7), "   4.33");
  EXPECT_EQ(cli::nccl_number(9999.99, 7), "9999.99");
  EXPECT_EQ(cli::nccl_number(12345.67, 7), "12345.7");
  EXPECT_EQ(cli::nccl_number(1234567.8, 7), "1234568");
  EXPECT_EQ(cli::nccl_number(123456789.0, 7), "1.2e+08");
  EXPECT_EQ(cli::nccl_number(0.0, 6), "  0.00");
}

TEST(Dialects, AreRefusedWhereTheyHaveNoRoom) {
  EXPECT_THAT(
      refused({"bench", "scan", "--format", "osu"}),
      AllOf(HasSubstr("--format osu has no table of scan; it has allreduce"), HasSubstr("bibandwidth")));
  EXPECT_THAT(refused({"bench", "bisection", "--format", "osu"}), HasSubstr("osu has no table of bisection"));
  EXPECT_THAT(refused({"bench", "barrier", "--format", "nccl"}), HasSubstr("nccl has no table of barrier"));
  EXPECT_THAT(refused({"bench", "allreduce", "-m", "unit", "--format", "imb"}), HasSubstr("counts steps"));
  EXPECT_THAT(refused({"bench", "allreduce", "-a", "ring,torus", "--format", "osu"}),
              HasSubstr("--algorithm ring,torus makes several; name one, or auto"));
  EXPECT_THAT(refused({"bench", "allreduce", "--scale", "p=4,16", "--format", "nccl"}),
              HasSubstr("leave --scale and --sweep out"));
  EXPECT_THAT(refused({"compare", "allreduce", "--format", "nccl"}),
              HasSubstr("`toruscope bench OPERATION --format nccl` makes"));
}

TEST(Markdown, EveryTableIsOneOfMarkdown) {
  const Outcome outcome = call({"compare", "allreduce", "-t", "ring:4", "--format", "md"}, {});
  EXPECT_THAT(outcome.out, StartsWith("| | |\n|---|---|\n| operation | allreduce |\n"));
  EXPECT_THAT(outcome.out, HasSubstr("\n\n| # | algorithm | T (us) |"));
  EXPECT_THAT(outcome.out, HasSubstr("\n|---:|---|---:|"));
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("```text\n"), HasSubstr("above the lower bound:"), Not(HasSubstr("\033"))));
}

}  // namespace
}  // namespace toruscope
