// SPDX-License-Identifier: Apache-2.0
// What a command prints for people fits into 80 columns; more only where the terminal has them.

#include "cli/command/help.hpp"
#include "cli/tables/console.hpp"
#include "runtime/core/fold.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/support/source_folder.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace toruscope {
namespace {

using Words = std::vector<std::string>;

std::string widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::string widest;
  for (std::string line; std::getline(lines, line);)
    if (core::display_width(line) > core::display_width(widest)) widest = line;
  return widest;
}

class EveryTable : public testing::TestWithParam<Words> {};

TEST_P(EveryTable, FitsIntoEightyColumns) {
  // counts on a terminal only
  const Finished finished = run_toruscope(GetParam(), {"COLUMNS=200"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_LE(core::display_width(widest_line(finished.out)), 80U) << widest_line(finished.out);
}

std::vector<Words> commands() {
  const std::string sunspots = test::in_source("data/sunspots.csv");
  const std::string nile = test::in_source("data/nile.csv");
  return {
      {"verify", "allreduce", "--topology", "torus:8x8", "--block", "64K", "--operator", "sum"},
      {"verify", "alltoall", "--algorithm", "direct", "--topology", "torus:8x8", "--ports", "half"},
      {"verify", "barrier"},
      {"verify", "allreduce", "--algorithm", "ring", "--operator", "sum", "--critical-path"},
      {"verify", "allreduce", "--algorithm", "recursive_doubling", "--operator", "sum", "--critical-path",
       "full"},
      {"verify", "scan", "--machine", "postal", "--lambda", "7/3", "--topology", "complete:9",
       "--critical-path"},
      {"verify", "--all", "barrier", "--algorithm", "tree"},
      {"compare", "alltoall", "--topology", "torus:8x8", "--refusals"},
      {"compare", "allreduce", "--operator", "sum", "--block", "1M", "--topology", "torus:4x4", "--columns",
       "all"},
      {"compare", "broadcast", "--machine", "postal", "--topology", "complete:9"},
      {"bench", "broadcast", "-e", "64", "--topology", "ring:8"},
      {"bench", "alltoall", "-e", "16", "--scale", "p=4,16", "--topology", "torus:4x4"},
      {"bench", "barrier", "--columns", "all"},
      {"bench", "broadcast", "-a", "auto", "--block", "64K", "--sweep", "ts=1us,5us,25us"},
      {"bench", "pingpong", "-t", "torus:8x8", "--tw", "10GB/s", "-e", "64"},
      {"bench", "multi_pair", "-t", "ring:8", "-e", "64", "--columns", "all"},
      {"bench", "allreduce", "-a", "auto", "--sweep", "topology=torus:2x2x2x2x2x2,mesh:2x2x2x2x2x2,hypercube:6",
       "--sweep", "slow=0-1=2,1-3=2,3-2=2;0-1=3,1-3=3,3-2=3"},
      {"compare", "allreduce", "--sweep", "topology=torus:2x2x2x2x2x2,hypercube:6", "--sweep",
       "slow=0-1=2,1-3=2,3-2=2;0-1=3,1-3=3,3-2=3", "--columns", "all"},
      {"compare", "broadcast", "--sweep", "topology=ring:64,torus:8x8"},
      {"compare", "allreduce", "-t", "torus:4x4", "--block", "1M"},
      {"verify", "broadcast", "--topology", "torus:8x8", "--block", "64K"},
      {"verify", "allreduce", "-t", "torus:4x6", "--slow", "0-1=3,1-2=4,2-3=5,4-5=6,6-7=7,8-9=8"},
      {"help"},
      {"help", "bench"},
      {"run", "matvec", "--help"},
      {"run", "fft", "--input", sunspots, "--per-year", "12", "--topology", "torus:8x8", "--machine",
       "paragon"},
      {"run", "fft", "--input", sunspots, "--per-year", "12", "--scale", "p=1,4,16", "--flop", "1ns"},
      {"run", "prefix", "--input", nile, "--scale", "p=1,4", "--columns", "all"},
      {"run", "fft", "--help"},
      {"machine", "list"},
      {"machine", "show", "paragon", "--topology", "torus:8x8"},
      {"machine", "show", "ncube2"},
      {"algo", "list"},
      {"algo", "show", "at2"},
      {"algo", "show", "direct"},
      {"algo", "show", "broadcast/pipelined_torus"},
      {"reproduce"},
      {"reproduce", "prefix-figures1-2"},
      {"reproduce", "exchange-lemma1"},
      {"info", "--topology", "torus:8x8"},
      {"--help"},
      {"run", "--help"},
      {"verify", "--help"},
      {"verify", "--help-all"},
      {"man", "--help"},
      {"compare", "--help"},
      {"bench", "--help"},
      {"bench", "--help-all"},
      {"machine", "show", "--help"},
      {"algo", "show", "--help"},
      {"reproduce", "--help"},
      {"new", "--help"},
      {"info", "--help"}};
}

std::string name_of(const testing::TestParamInfo<Words>& info) {
  std::string name = std::to_string(info.index);
  for (std::size_t i = 0; i < std::min<std::size_t>(2, info.param.size()); ++i) name += "_" + info.param[i];
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Commands, EveryTable, testing::ValuesIn(commands()), name_of);

TEST(PageWidth, IsThatOfTheTerminalAndEightyAtLeast) {
  EXPECT_EQ(cli::page_width(false, "200", 120), 80U);
  EXPECT_EQ(cli::page_width(true, nullptr, 120), 120U);
  EXPECT_EQ(cli::page_width(true, nullptr, 0), 80U);
  EXPECT_EQ(cli::page_width(true, nullptr, 60), 80U);
  EXPECT_EQ(cli::page_width(true, "200", 120), 200U);
  EXPECT_EQ(cli::page_width(true, "wide", 120), 120U);
  EXPECT_EQ(cli::page_width(true, "0", 120), 120U);
}

TEST(HelpText, FoldsDescriptionsBelowThemselves) {
  EXPECT_EQ(
      cli::folded_help("\nUsage: x\n\n\n  -a,--all                    every one of them that there is\n", 56),
      "Usage: x\n"
      "\n"
      "  -a,--all                    every one of them that\n"
      "                              there is\n");
}

}  // namespace
}  // namespace toruscope
