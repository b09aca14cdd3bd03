// SPDX-License-Identifier: Apache-2.0
// Bandwidths as costs, and the tick that is found for them.

#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

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

}  // namespace
}  // namespace toruscope
