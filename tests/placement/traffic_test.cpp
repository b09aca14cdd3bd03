// SPDX-License-Identifier: Apache-2.0

#include "placement/traffic.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <cstdint>
#include <gmock/gmock.h>

namespace toruscope::placement {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(Traffic, IsWhatIsSentBothWays) {
  Traffic traffic(4);
  traffic.add(0, 2, 1, 10);
  traffic.add(2, 0, 2, 3);
  traffic.add(1, 3, 1, 0);
  EXPECT_THAT(traffic.of(0), ElementsAre(Pair(2, 13)));
  EXPECT_THAT(traffic.of(2), ElementsAre(Pair(0, 13)));
  EXPECT_THAT(traffic.of(1), ElementsAre(Pair(3, 1))) << "a message without bytes counts";
  EXPECT_EQ(link_bytes(traffic, {0, 1, 2, 3}, *ring(4)), 2 * 13 + 2 * 1);
  EXPECT_EQ(link_bytes(traffic, {0, 2, 1, 3}, *ring(4)), 13 + 1);
}

TEST(Traffic, IsRefusedWhereSumsWouldOverflow) {
  Traffic traffic(4);
  traffic.add(0, 1, 1, std::int64_t{1} << 50U);
  EXPECT_EQ(test::message_of<ConfigError>([&] { traffic.add(2, 3, 1, 1); }),
            "embed: the traffic has more than 1125899906842624 bytes");
}

TEST(Traffic, IsReadFromTheTableThatARunWrites) {
  const Traffic traffic = read_traffic(
      "source,destination,messages,bytes,hops,link_wait\n0,1,2,100,2,0\n1,0,1,5,1,0\n2,2,1,9,0,0\n", "t.csv",
      3);
  EXPECT_THAT(traffic.of(0), ElementsAre(Pair(1, 105)));
  EXPECT_THAT(traffic.of(2), ElementsAre()) << "to oneself";
}

TEST(Traffic, RefusesWhatIsNoSuchTable) {
  const auto refusal = [](const char* text) {
    return test::message_of<ConfigError>([&] { read_traffic(text, "t.csv", 4); });
  };
  EXPECT_EQ(refusal("from,to\n0,1\n"),
            "embed: t.csv:1: no table of traffic, which begins with source,destination,messages,bytes; "
            "--traffic FILE.csv writes one");
  EXPECT_EQ(refusal(""), refusal("from,to\n"));
  const std::string heading = "source,destination,messages,bytes\n";
  EXPECT_EQ(refusal((heading + "0,1,1,8\n\n0,4,1,8\n").c_str()),
            "embed: t.csv:4: destination '4' is no whole number from 0 to 3");
  EXPECT_EQ(refusal((heading + "0,1,1\n").c_str()),
            "embed: t.csv:2: bytes '' is no whole number from 0 to 1125899906842624");
}

}  // namespace
}  // namespace toruscope::placement
