// SPDX-License-Identifier: Apache-2.0
// Bandwidths as costs, and the tick that is found for them.

#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace toruscope {
namespace {

TEST(Costs, OfBandwidthsChooseATick) {
  const test::TemporaryFolder folder;
  const auto machine = [&](const std::string& text, std::vector<std::string> options = {}) {
    options.insert(options.begin(),
                   {"machine", "show", folder.file("m.toml", text).string(), "--format", "json"});
    const Outcome outcome = call(options, {});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out)["machine"];
  };
  const nlohmann::json exact = machine("bandwidth = \"100Gb/s\"\nts = \"1us\"\n");
  EXPECT_EQ(exact["tick"], "1ps");
  EXPECT_EQ(exact["costs"]["tw"]["ticks"], 80);
  EXPECT_EQ(exact["name"], "m");

  const nlohmann::json close = machine("tw = \"11.1GB/s\"\nts = \"1us\"\n");
  EXPECT_EQ(close["tick"], "10fs");
  EXPECT_EQ(close["costs"]["tw"]["time"], "90.09ps");
  EXPECT_EQ(close["costs"]["ts"]["ticks"], 100'000'000);
  EXPECT_EQ(close["name"], "m (tw 90.09ps for 11.1GB/s within 1e-6, tick 10fs)");

  const nlohmann::json kept = machine("tw = \"11.1GB/s\"\ntick = \"1ps\"\n");
  EXPECT_EQ(kept["tick"], "1ps");
  EXPECT_EQ(kept["costs"]["tw"]["ticks"], 90);
  EXPECT_EQ(kept["name"], "m (tw 90ps for 11.1GB/s within 1e-3, tick 1ps)");
  EXPECT_EQ(machine("tick = \"1ps\"\n", {"--tw", "11.1GB/s"})["tick"], "1ps");
  EXPECT_EQ(machine("ts = \"1us\"\n", {"--tw", "11.1GB/s"})["tick"], "10fs");

  const nlohmann::json fastest = machine("tw = \"1.8TB/s\"\n");
  EXPECT_EQ(fastest["tick"], "1fs");
  EXPECT_EQ(fastest["name"], "m (tw 556fs for 1.8TB/s within 1e-3, tick 1fs)");

  const nlohmann::json times = machine("th = \"0.5ps\"\nts = \"1us\"\n");
  EXPECT_EQ(times["tick"], "100fs");
  EXPECT_EQ(times["name"], "m (tick 100fs)");
  EXPECT_EQ(times["costs"]["th"]["ticks"], 5);

  const nlohmann::json lines = machine("tw = [\"10GB/s\", \"2.5GB/s\"]\ntopology = \"torus:4x4\"\n");
  EXPECT_EQ(lines["costs"]["tw"]["ticks_by_dimension"], nlohmann::json::array({100, 400}));
  EXPECT_EQ(lines["costs"]["tw"]["ticks"], 100);

  EXPECT_EQ(call({"verify", "barrier", "--tw", "10000TB/s"}, {}).code, 2);
  const Outcome run = call({"verify", "broadcast", "-t", "ring:4", "--tw", "11.1GB/s", "--format", "json"}, {});
  EXPECT_EQ(nlohmann::json::parse(run.out)["machine"]["name"],
            "generic with tw=11.1GB/s (tw 90.09ps for 11.1GB/s within 1e-6, tick 10fs)");
}

// The file has the topology, its preset the costs.
TEST(Costs, OfAPresetForOtherDimensionsAreToldWithWhatToDo) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("m.toml", "base = \"gemini\"\n\ntopology = \"torus:5x5\"\n").string();
  const std::string base = folder.file("base.toml", "base = \"gemini\"\n").string();
  const std::string whole =
      folder.file("whole.toml", "base = \"gemini\"\ntopology = \"torus:5x5\"\ntw = [\"1ns\", \"2ns\"]\n")
          .string();
  const std::string why =
      "tw: machine gemini has a cost for each of 3 dimensions (tw 200ps,345ps,200ps), and torus:5x5 has 2; "
      "give tw "
      "a cost for all links or one for each dimension, or take a topology of 3 dimensions\n";
  const auto verified = [](std::vector<std::string> machine) {
    machine.insert(machine.begin(), {"verify", "barrier", "-m"});
    return call(machine, {});
  };

  EXPECT_EQ(call({"machine", "check", file}, {}).err, "toruscope: " + file + ":3: " + why);
  EXPECT_EQ(verified({file}).err, "toruscope: " + file + ":3: " + why);
  EXPECT_EQ(verified({"gemini", "-t", "torus:5x5"}).err, "toruscope: " + why);
  EXPECT_EQ(verified({base, "-t", "torus:5x5"}).err, "toruscope: " + why);
  EXPECT_THAT(verified({"dgx_pod", "-t", "ring:4"}).err,
              testing::HasSubstr("(tw 2222fs,20833fs; th 0,130ns), and ring:4 has 1; give tw and th a cost"));
  EXPECT_EQ(verified({"gemini", "-t", "torus:5x5", "--tw", "200ps"}).code, 0);
  EXPECT_EQ(call({"machine", "check", whole}, {}).code, 0);
}

}  // namespace
}  // namespace toruscope
