// SPDX-License-Identifier: Apache-2.0
// Coordinates, lines, split: who is with whom.

#include <toruscope/machine.hpp>

#include <cstddef>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace toruscope {
namespace {

void run(TopologyPtr topology, const std::function<void(Communicator&)>& program) {
  Machine machine(std::move(topology), preset("unit"), {.workers = 2});
  machine.run(program);
}

TEST(Coordinates, AreRowMajorWithTheLastDimensionFastest) {
  run(torus(2, 3, 4), [](Communicator& comm) {
    EXPECT_EQ(comm.dimensions(), 3);
    const int at[] = {comm.coordinate(0), comm.coordinate(1), comm.coordinate(2)};
    EXPECT_EQ(comm.rank(), (at[0] * 3 + at[1]) * 4 + at[2]);
    EXPECT_EQ(comm.rank_at(at), comm.rank());
  });
}

TEST(Coordinates, ShiftsGoAroundTheRing) {
  run(torus(3, 4), [](Communicator& comm) {
    EXPECT_EQ(comm.shift(1, 4), comm.rank());
    EXPECT_EQ(comm.shift(0, -4), comm.shift(0, 2));
    const int right[] = {comm.coordinate(0), comm.coordinate(1) + 1};
    EXPECT_EQ(comm.shift(1, 1), comm.rank_at(right));
  });
}

TEST(Line, HoldsThePesThatDifferInOneDimension) {
  run(torus(3, 4), [](Communicator& comm) {
    Communicator row = comm.line(1);
    EXPECT_EQ(row.size(), 4);
    EXPECT_EQ(row.rank(), comm.coordinate(1));
    EXPECT_TRUE(row.is_torus());
    int in = -1;
    const int mine = comm.rank();
    row.sendrecv((row.rank() + 1) % 4, std::span(&mine, 1), (row.rank() + 3) % 4, std::span(&in, 1));
    EXPECT_EQ(in, comm.shift(1, -1));
  });
}

TEST(Sub, KeepsTheGridOfSeveralDimensions) {
  run(torus(2, 3, 4), [](Communicator& comm) {
    Communicator plane = comm.sub({true, false, true});
    EXPECT_EQ(plane.sides(), (std::vector<int>{2, 4}));
    EXPECT_EQ(plane.coordinate(0), comm.coordinate(0));
    EXPECT_EQ(plane.coordinate(1), comm.coordinate(2));
    EXPECT_EQ(plane.world_rank(), comm.rank());
    EXPECT_EQ(comm.sub({false, false, false}).size(), 1);
    EXPECT_EQ(comm.sub({true, true, true}).rank(), comm.rank());
    Communicator column = plane.line(0);  // of a sub-communicator
    EXPECT_EQ(column.size(), 2);
    EXPECT_EQ(column.rank(), comm.coordinate(0));
  });
}

TEST(Split, OrdersByKeyThenRankAndSynchronises) {
  run(ring(6), [](Communicator& comm) {
    comm.compute(Ticks{10 * comm.rank()});
    Communicator part = comm.split(comm.rank() % 2, -comm.rank());
    EXPECT_EQ(part.size(), 3);
    EXPECT_EQ(part.rank(), 2 - comm.rank() / 2);
    EXPECT_EQ(comm.now(), Ticks{50});
    EXPECT_FALSE(part.is_torus());
    int in = -1;
    const int mine = comm.rank();
    part.sendrecv((part.rank() + 1) % 3, std::span(&mine, 1), (part.rank() + 2) % 3, std::span(&in, 1));
    EXPECT_EQ(in % 2, comm.rank() % 2);
  });
}

TEST(Duplicate, HasTheGridAndMessagesOfItsOwn) {
  run(torus(2, 3), [](Communicator& comm) {
    comm.compute(Ticks{comm.rank()});
    Communicator other = comm.duplicate();
    EXPECT_EQ(comm.now(), Ticks{comm.rank()}) << "it costs nothing and waits for nobody";
    EXPECT_EQ(other.sides(), comm.sides());
    EXPECT_TRUE(other.is_torus());
    EXPECT_EQ(other.rank(), comm.rank());
    Communicator third = comm.duplicate();
    const Rank next = (comm.rank() + 1) % 6;
    const Rank last = (comm.rank() + 5) % 6;
    Request requests[] = {third.isend(next, 3), other.isend(next, 2), comm.isend(next, 1)};
    int got[] = {0, 0, 0};
    comm.recv(last, got[0]);
    other.recv(last, got[1]);
    third.recv(last, got[2]);
    comm.wait_all(requests);
    EXPECT_EQ(std::vector(got, got + 3), (std::vector{1, 2, 3}));
  });
}

TEST(Subset, IsCalledByItsMembersAloneAndOrdersThemAsGiven) {
  run(ring(6), [](Communicator& comm) {
    if (comm.rank() % 2 == 0) return;
    for (int i = 0; i < 3; ++i) {
      Communicator odd = comm.subset(std::vector<Rank>{5, 1, 3});
      EXPECT_EQ(odd.size(), 3);
      EXPECT_EQ(odd.rank(), comm.rank() == 5 ? 0 : (comm.rank() + 1) / 2);
      EXPECT_EQ(odd.sides(), std::vector<int>{3});
      int in = -1;
      odd.sendrecv((odd.rank() + 1) % 3, 10 * i + comm.rank(), (odd.rank() + 2) % 3, in);
      EXPECT_EQ(in, 10 * i + (comm.rank() == 1 ? 5 : comm.rank() - 2));
      odd.synchronize();
    }
  });
}

TEST(Subset, RefusesWhatIsNoListOfItsMembers) {
  const auto told = [](std::vector<Rank> ranks) {
    Machine machine(ring(4), preset("unit"));
    try {
      machine.run([&](Communicator& comm) {
        if (comm.rank() == 2) static_cast<void>(comm.subset(ranks));
      });
    } catch (const ProgramError& e) {
      return std::string(e.what());
    }
    return std::string("nothing");
  };
  EXPECT_THAT(told({2, 4}), testing::HasSubstr("subset: rank 4 does not exist (ranks are 0..3)"));
  EXPECT_THAT(told({-1, 2}), testing::HasSubstr("subset: rank -1 does not exist (ranks are 0..3)"));
  EXPECT_THAT(told({2, 1, 2}), testing::HasSubstr("subset: rank 2 stands twice; give each rank once"));
  EXPECT_THAT(told({0, 1}), testing::HasSubstr("the PE's own rank 2 is missing"));
  EXPECT_THAT(told({}), testing::HasSubstr("the PE's own rank 2 is missing"));
}

TEST(Groups, OfAPartOfAPartAreWhoTheyAre) {
  run(ring(8), [](Communicator& comm) {
    Communicator half = comm.split(comm.rank() / 4);
    Communicator pair = half.subset(std::vector<Rank>{half.rank() ^ 1, half.rank()});
    EXPECT_EQ(pair.rank(), 1);
    EXPECT_EQ(pair.world_rank(), comm.rank());
  });
}

TEST(Groups, LastBeyondTheirRunIfKept) {
  std::vector<std::optional<Communicator>> kept(4);
  run(ring(4), [&](Communicator& comm) {
    kept[static_cast<std::size_t>(comm.rank())] = comm.split(comm.rank() % 2).duplicate();
  });
  EXPECT_THROW(static_cast<void>(kept[0]->size()), ProgramError);
}

TEST(Groups, KeepTheirMessagesApart) {
  run(ring(2), [](Communicator& comm) {
    Communicator other = comm.separate();
    Communicator again = comm.split(0);
    if (comm.rank() == 0) {
      for (Communicator* c : {&comm, &other, &again}) {
        const int value = c == &comm ? 1 : c == &other ? 2 : 3;
        c->send(1, std::span(&value, 1));
      }
    } else {
      EXPECT_EQ(again.recv<int>(0), std::vector<int>{3});
      EXPECT_EQ(other.recv<int>(0), std::vector<int>{2});
      EXPECT_EQ(comm.recv<int>(0), std::vector<int>{1});
    }
  });
}

TEST(Groups, OfThePesOfTwoWorkersSynchroniseOnTheirOwn) {
  run(ring(8), [](Communicator& comm) {
    Communicator half = comm.split(comm.rank() / 4);
    comm.compute(Ticks{comm.rank()});
    half.synchronize();
    EXPECT_EQ(comm.now(), Ticks{comm.rank() < 4 ? 3 : 7});
    comm.synchronize();
    EXPECT_EQ(comm.now(), Ticks{7});
  });
}

}  // namespace
}  // namespace toruscope
