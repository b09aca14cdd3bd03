// SPDX-License-Identifier: Apache-2.0
// toruscope network: a file that other verbs run on, or one sentence and no file.

#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace toruscope {
namespace {

using testing::HasSubstr;

constexpr const char* kTree =
    "SwitchName=leaf1 Nodes=n[0-1]\nSwitchName=leaf2 Nodes=n[2-3]\nSwitchName=top Switches=leaf[1-2]\n";

TEST(NetworkVerb, WritesAFileThatOtherVerbsRunOn) {
  const test::TemporaryFolder folder;
  const std::string tree = folder.file("topology.conf", kTree).string();
  const std::string made = folder / "tree.net";

  const Outcome outcome = call({"network", tree, "--uplinks", "1", "-o", made}, {});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("4 PEs, 3 switches, 6 cables; use it as -t graph:" + made));
  EXPECT_THAT(outcome.out, HasSubstr("assumed, as Slurm does not say: 1 cable from each switch"));

  // By hand: four links from n0 to n3, of th 1 us each.
  const Outcome run =
      call({"run", "-t", "graph:" + made, "--ts", "0", "--tw", "0", "--th", "1us"}, [](Communicator& comm) {
        if (comm.rank() == 0) comm.send(3, 1);
        if (comm.rank() != 3) return;
        int got = 0;
        comm.recv(0, got);
        comm.print(to_string(comm.now()));
      });
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("4 us"));
}

TEST(NetworkVerb, RefusesInASentenceAndLeavesNoFile) {
  const test::TemporaryFolder folder;
  const std::string made = folder / "x.net";
  const std::string tree = folder.file("topology.conf", kTree).string();
  const std::string broken = folder.file("broken.conf", "SwitchName=leaf1 Nodes=n[0-\n").string();
  const std::string cluster =
      folder
          .file("c.xml",
                "<platform version=\"4.1\"><cluster id=\"c\" prefix=\"n\" suffix=\"\" "
                "radical=\"0-3\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\" topology=\"TORUS\" "
                "topo_parameters=\"2,2\"/></platform>\n")
          .string();
  const struct {
    std::vector<std::string> words;
    const char* said;
  } refused[] = {
      {{"network"}, "a file is needed"},
      {{"network", tree}, "--uplinks"},
      {{"network", tree, "--uplinks", "0"}, "--uplinks"},
      {{"network", tree, "--uplinks", "1", "--pe", "node"}, "--pe is port or host, got node"},
      {{"network", broken, "--uplinks", "1"}, "broken.conf:1"},
      {{"network", tree, "--uplinks", "1", "--drop", "n*"}, "--keep and --drop are for what ibnetdiscover"},
      {{"network", cluster, "--uplinks", "3"}, "--uplinks is for Slurm"},
      {{"network", folder / "none.txt"}, "none.txt"}};
  for (auto [words, said] : refused) {
    words.insert(words.end(), {"-o", made});
    const Outcome outcome = call(words, {});
    EXPECT_EQ(outcome.code, 2) << said;
    EXPECT_THAT(outcome.err, HasSubstr(said));
    EXPECT_FALSE(std::filesystem::exists(made)) << said;
  }
  EXPECT_EQ(call({"network", tree, "--uplinks", "1", "-o", tree}, {}).code, 2) << "its own input";
  std::string left;
  std::getline(std::ifstream(tree) >> std::ws, left, '\0');
  EXPECT_EQ(left, kTree);
}

}  // namespace
}  // namespace toruscope
