// SPDX-License-Identifier: Apache-2.0
#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>

namespace toruscope {
namespace {

Case on(const TopologyPtr& topology, std::size_t bytes, Injection injection = Injection::direct) {
  Parameters costs = preset("unit");
  costs.tw = Ticks{1};
  costs.injection = injection;
  return case_of(*topology, costs, bytes);
}

// The paper's Lemma 1: N1^3 / 8 blocks on N1 x N1, once that exceeds the p - 1 of one port.
TEST(AlltoallBound, IsTheLargerOfPortAndLinkBound) {
  EXPECT_EQ(Alltoall::bound(on(torus(4, 4), 1))->bytes, 15);
  EXPECT_EQ(Alltoall::bound(on(torus(8, 8), 1))->bytes, 64);
  EXPECT_EQ(Alltoall::bound(on(torus(16, 16), 1))->bytes, 512);
  EXPECT_EQ(Alltoall::bound(on(torus(128, 128), 1))->bytes, 262144);
  EXPECT_EQ(Alltoall::bound(on(complete(16), 1))->bytes, 15);
}

// floor(9^2/4)/(2 9) 81 = 90; a side of 2 has one link each way, so half of all blocks pass one per PE.
TEST(AlltoallBound, IsExactForOddSidesAndSidesOfTwo) {
  EXPECT_EQ(Alltoall::bound(on(torus(9, 9), 1))->bytes, 90);
  EXPECT_EQ(Alltoall::bound(on(ring(2), 1))->bytes, 1);
  EXPECT_EQ(Alltoall::bound(on(ring(15), 1))->bytes, 28);
  EXPECT_EQ(Alltoall::bound(on(torus(2, 15), 1))->bytes, 56);
}

TEST(AlltoallBound, IsTheLargerOfStartupsAndBytesInTicks) {
  EXPECT_EQ(Alltoall::bound(on(ring(8), 1))->ticks, Ticks{8});
  EXPECT_EQ(Alltoall::bound(on(ring(8), 4))->ticks, Ticks{32});
  EXPECT_EQ(Alltoall::bound(on(ring(1), 4))->ticks, Ticks{0});
}

TEST(BroadcastBound, IsCeilLog2StartupsOrAllBytes) {
  EXPECT_EQ(Broadcast::bound(on(ring(9), 2))->ticks, Ticks{4});
  EXPECT_EQ(Broadcast::bound(on(ring(9), 100))->ticks, Ticks{100});
  EXPECT_EQ(Broadcast::bound(on(ring(1), 100))->ticks, Ticks{0});
}

// A buffered port is not held for the bytes: the root's blocks may leave by several links side by side.
TEST(ScatterBound, IsWhatOnePeReceivesOnABufferedMachine) {
  EXPECT_EQ(Scatter::bound(on(complete(9), 100))->ticks, Ticks{800});
  EXPECT_EQ(Scatter::bound(on(complete(9), 100, Injection::buffered))->ticks, Ticks{100});
}

// p - 1 buffered messages of no length may arrive at one PE at the same tick.
TEST(ReduceBound, OfABufferedMachineIsOneStartup) {
  EXPECT_EQ(Reduce::bound(on(complete(9), 1))->ticks, Ticks{4});
  EXPECT_EQ(Reduce::bound(on(complete(9), 1, Injection::buffered))->ticks, Ticks{1});

  Parameters buffered = preset("unit");
  buffered.injection = Injection::buffered;
  const Report gather = Machine(complete(9), buffered).run([](Communicator& comm) {
    std::vector<std::byte> nothing;
    if (comm.rank() > 0)
      comm.send(0, nothing);
    else
      for (Rank r = 1; r < comm.size(); ++r) comm.recv(r, nothing);
  });
  EXPECT_EQ(gather.finish.time, Ticks{1});
}

TEST(BarrierBound, IsCeilLog2Startups) {
  EXPECT_EQ(Barrier::bound(on(torus(3, 5), 0))->ticks, Ticks{4});
  EXPECT_EQ(Barrier::bound(on(ring(1), 0))->ticks, Ticks{0});
}

}  // namespace
}  // namespace toruscope
