// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string latency_table() {
  std::string text = "# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n";
  for (int bytes = 1; bytes <= 1 << 20; bytes *= 2)
    text += std::to_string(bytes) + "   " + std::to_string(2 + bytes * 0.001) + "\n";
  return text;
}

TEST(Calibrate, WritesAMachineFileThatIsTaken) {
  const test::TemporaryFolder folder;
  const std::string table = folder.file("latency.txt", latency_table()).string();
  const std::string machine = (folder / "mine.toml").string();
  const Outcome made = call({"calibrate", table, "-o", machine}, {});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("held out of the fit"));
  const Outcome shown = call({"verify", "pingpong", "-t", "complete:2", "-m", machine, "--block", "1000"}, {});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("latency            3 us"));
  const std::string first = test::content_of(machine);
  EXPECT_EQ(call({"calibrate", table, "-o", machine}, {}).code, 0);
  EXPECT_EQ(test::content_of(machine), first);
}

TEST(Calibrate, LeavesNoFileWhereItRefuses) {
  const test::TemporaryFolder folder;
  const std::string table = folder.file("latency.txt", "# OSU MPI Latency Test v7.4\n").string();
  const std::string machine = (folder / "mine.toml").string();
  const Outcome made = call({"calibrate", table, "-o", machine, "--plot", (folder / "p.svg").string()}, {});
  EXPECT_EQ(made.code, 2);
  EXPECT_THAT(made.err, HasSubstr("latency.txt:1: "));
  EXPECT_FALSE(std::filesystem::exists(machine));
  EXPECT_FALSE(std::filesystem::exists(folder / "p.svg"));
}

TEST(Calibrate, RefusesOptionsThatNoTableUses) {
  const test::TemporaryFolder folder;
  const std::string table =
      folder
          .file("latency.txt",
                "# OSU MPI Latency Test v7.4\n# Size  Latency (us)\n1 1.1\n8 1.2\n64 1.3\n512 2\n")
          .string();
  ASSERT_EQ(call({"calibrate", table}, {}).code, 0);
  for (const auto& [option, value, why] :
       {std::tuple("--nodes", "4", "no table has several pairs"),
        std::tuple("--per-node", "2", "several pairs"),
        std::tuple("--test", "sendrecv", "for a table of nccl-tests that does not name its test")}) {
    const Outcome refused = call({"calibrate", table, option, value}, {});
    EXPECT_EQ(refused.code, 2) << option;
    EXPECT_THAT(refused.err, HasSubstr(why));
  }
}

TEST(Calibrate, NamesTheLineOfANumberThatItDoesNotTake) {
  const test::TemporaryFolder folder;
  const std::pair<const char*, const char*> tables[] = {
      {"# OSU MPI Latency Test v7.4\n# Size  Latency (us)\n1 1,10\n8 1,20\n",
       "t.txt:3: \"1,10\" has a comma; write 1.10 if it is the decimal point"},
      {"test,size,seconds,answer\nping-pong,1,1e-6,2147483647\n",
       "answer: a whole number from 0 to 1000000000"}};
  for (const auto& [text, why] : tables) {
    const Outcome refused = call({"calibrate", folder.file("t.txt", text).string()}, {});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr(why));
  }
}

TEST(Calibrate, LeavesNoFileWhereThePictureIsRefused) {
  const test::TemporaryFolder folder;
  const std::string table = folder
                                .file("windows.csv",
                                      "test,size,count,seconds\nwindow,1,16,1e-6\nwindow,2,16,9e-4\n"
                                      "window,4,16,1e-7\nwindow,8,16,7e-5\nwindow,16,16,2e-7\n")
                                .string();
  const std::string machine = (folder / "mine.toml").string();
  const Outcome made = call({"calibrate", table, "-o", machine, "--plot", (folder / "p.svg").string()}, {});
  EXPECT_EQ(made.code, 2);
  EXPECT_THAT(made.err, HasSubstr("calibrate: --plot: nothing to draw"));
  EXPECT_FALSE(std::filesystem::exists(machine));
  EXPECT_FALSE(std::filesystem::exists(folder / "p.svg"));
}

TEST(Calibrate, WritesNoMachineToANameOfAnotherForm) {
  const test::TemporaryFolder folder;
  const std::string table = folder.file("latency.txt", latency_table()).string();
  const Outcome made = call({"calibrate", table, "-o", (folder / "mine.csv").string()}, {});
  EXPECT_EQ(made.code, 2);
  EXPECT_THAT(made.err, HasSubstr("a machine file is named .toml"));
}

TEST(Calibrate, DrawsWhatWasMeasured) {
  const test::TemporaryFolder folder;
  const std::string table = folder.file("latency.txt", latency_table()).string();
  EXPECT_EQ(call({"calibrate", table, "--plot", (folder / "p.svg").string()}, {}).code, 0);
  EXPECT_THAT(test::content_of(folder / "p.svg"), HasSubstr("ping-pong"));
}

TEST(Calibrate, PrintsItsProgram) {
  const Outcome printed = call({"calibrate", "--program"}, {});
  EXPECT_EQ(printed.code, 0);
  EXPECT_THAT(printed.out, StartsWith("/* SPDX-License-Identifier: Apache-2.0\n"));
  EXPECT_THAT(printed.out, HasSubstr("MPI_Finalize();"));
  const Outcome beside = call({"calibrate", "--program", "--nodes", "2"}, {});
  EXPECT_EQ(beside.code, 2);
  EXPECT_THAT(beside.err, HasSubstr("calibrate: --nodes has no meaning beside --program"));
  const Outcome file = call({"calibrate", "--program", "latency.txt"}, {});
  EXPECT_EQ(file.code, 2);
  EXPECT_EQ(file.out, "");
  EXPECT_THAT(file.err, HasSubstr("calibrate: --program prints a program and reads nothing, got latency.txt"));
}

TEST(Calibrate, AsksForFiles) {
  const Outcome asked = call({"calibrate"}, {});
  EXPECT_EQ(asked.code, 2);
  EXPECT_THAT(asked.err, HasSubstr("tables of measurements are needed"));
}

}  // namespace
}  // namespace toruscope
