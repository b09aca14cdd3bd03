// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/nearest.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

const std::vector<std::string> kKnown{"complete", "ring", "torus"};

TEST(EditDistance, CountsTheFourKindsOfSlips) {
  EXPECT_EQ(edit_distance("torus", "torus"), 0);
  EXPECT_EQ(edit_distance("tors", "torus"), 1);
  EXPECT_EQ(edit_distance("toorus", "torus"), 1);
  EXPECT_EQ(edit_distance("torvs", "torus"), 1);
  EXPECT_EQ(edit_distance("trous", "torus"), 1);
  EXPECT_EQ(edit_distance("TORUS", "torus"), 0);
  EXPECT_EQ(edit_distance("", "ring"), 4);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Nearest, FindsTheNameThatWasMeant) {
  EXPECT_EQ(nearest("trous", kKnown), "torus");
  EXPECT_EQ(nearest("Ring", kKnown), "ring");
  EXPECT_EQ(nearest("comp", kKnown), "complete");
}

TEST(Nearest, KeepsSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest("hypercube", kKnown), std::nullopt);
  EXPECT_EQ(nearest("", kKnown), std::nullopt);
  EXPECT_EQ(nearest("--foo", {"--root", "--flop"}), std::nullopt) << "dashes make no name longer";
  EXPECT_EQ(nearest("x", {}), std::nullopt);
  EXPECT_EQ(nearest("al", {"alpha", "aleph"}), std::nullopt) << "two names begin with it";
}

TEST(UnknownName, NamesWhatExistsAndWhatWasMeant) {
  EXPECT_EQ(unknown_name("topology", "topologies", "rign", kKnown),
            "unknown topology \"rign\"; topologies are: complete, ring, torus. Did you mean ring?");
  EXPECT_EQ(unknown_name("topology", "topologies", "hypercube", kKnown),
            "unknown topology \"hypercube\"; topologies are: complete, ring, torus.");
}

}  // namespace
}  // namespace toruscope::core
