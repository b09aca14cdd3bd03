// SPDX-License-Identifier: Apache-2.0
#include "synthesis/bounds.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>

namespace toruscope::synthesis {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Instance instance(Pattern pattern, const TopologyPtr& topology, Ports ports, int chunks = 1,
                  std::optional<int> hops = 1) {
  return {network_of(*topology, ports, hops), chunks_of(pattern, topology->pes(), chunks, 0), std::nullopt};
}

TEST(LeastRounds, AreTheDistanceOrWhatPortsCanTell) {
  EXPECT_EQ(least_rounds(instance(Pattern::broadcast, ring(8), all_ports)).value, 4);
  EXPECT_EQ(least_rounds(instance(Pattern::broadcast, complete(9), one_port)).value, 4);
  EXPECT_EQ(least_rounds(instance(Pattern::broadcast, complete(9), k_ports(2))).value, 2);
  EXPECT_EQ(least_rounds(instance(Pattern::allgather, ring(8), one_port, 1, std::nullopt)).value, 3);
  EXPECT_THAT(least_rounds(instance(Pattern::scatter, line(5), one_port)).reason,
              HasSubstr("PE 4 is 4 messages away from PE 0"));
}

TEST(LeastRounds, AreMoreIfMessagesAreShort) {
  Instance short_messages = instance(Pattern::allgather, complete(8), one_port);
  short_messages.most_in_message = 1;

  EXPECT_EQ(least_rounds(short_messages).value, 7);
}

TEST(LeastRounds, AreRefusedWhereNothingCanCome) {
  const Instance apart = instance(Pattern::broadcast, tree(4), one_port);

  EXPECT_THAT([&] { least_rounds(apart); },
              ThrowsMessage<ConfigError>(HasSubstr("nothing can come from PE 0 to PE 1")));
}

TEST(LeastVolume, IsWhatMustComeIntoAPeOrAcrossTheNarrowestCut) {
  // 8 chunks, 4 links
  EXPECT_EQ(least_volume(instance(Pattern::allgather, torus(3, 3), all_ports)).value, 2);
  EXPECT_EQ(least_volume(instance(Pattern::allgather, torus(4, 4), all_ports)).value, 4);  // 15, 4
  EXPECT_EQ(least_volume(instance(Pattern::allgather, torus(4, 4), one_port)).value, 15);
  EXPECT_EQ(least_volume(instance(Pattern::alltoall, ring(8), all_ports)).value,
            8);  // p^2/8: 16 chunks, 2 links
  // 4 chunks, 1 link
  EXPECT_EQ(least_volume(instance(Pattern::alltoall, line(4), all_ports)).value, 4);
  // 6 chunks, 2 links
  EXPECT_EQ(least_volume(instance(Pattern::broadcast, ring(8), all_ports, 6)).value, 3);
  // 12 moves, 2 at a time
  EXPECT_EQ(least_volume(instance(Pattern::allgather, ring(4), half_port)).value, 6);
  // 20 moves, 4 at a time
  EXPECT_EQ(least_volume(instance(Pattern::allgather, ring(5), telephone)).value, 5);
}

TEST(LeastVolume, SaysWhy) {
  EXPECT_THAT(least_volume(instance(Pattern::alltoall, line(6), all_ports)).reason,
              HasSubstr("what PEs 0, 1, 2 must get from others"));
  EXPECT_THAT(least_volume(instance(Pattern::allgather, torus(4, 4), one_port)).reason,
              HasSubstr("240 moves of chunks, 16 messages at a time"));
}

}  // namespace
}  // namespace toruscope::synthesis
