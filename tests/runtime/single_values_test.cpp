// SPDX-License-Identifier: Apache-2.0
// A value by itself wherever a range of one would do: messages, rounds, collectives.

#include <toruscope/toruscope.hpp>

#include <array>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

struct Particle {
  double mass = 0;
  int charge = 0;
  friend bool operator==(const Particle&, const Particle&) = default;
};

TEST(SingleValues, TravelInMessages) {
  Machine(ring(2), preset("unit")).run([](Communicator& comm) {
    const Rank other = 1 - comm.rank();
    double x = 0;
    Particle particle;
    if (comm.rank() == 0) {
      x = 2.5;
      comm.send(1, x);
      comm.send(1, 7, 3);
      comm.ssend(1, Particle{1.5, -1});
    } else {
      EXPECT_EQ(comm.recv(0, x).bytes, sizeof(double));
      int tagged = 0;
      EXPECT_EQ(comm.recv(0, tagged, 3).tag, 3);
      comm.recv(0, particle);
      EXPECT_EQ(x, 2.5);
      EXPECT_EQ(tagged, 7);
      EXPECT_EQ(particle, (Particle{1.5, -1}));
    }
    int theirs = -1;
    comm.sendrecv(other, comm.rank(), other, theirs);
    EXPECT_EQ(theirs, other);
    comm.sendrecv(other, theirs, other, theirs);  // the same one
    EXPECT_EQ(theirs, comm.rank());
  });
}

TEST(SingleValues, TravelWithoutWaiting) {
  Machine(ring(2), preset("unit")).run([](Communicator& comm) {
    const Rank other = 1 - comm.rank();
    long mine = 10 + comm.rank();
    long theirs = 0;
    long again = 0;
    Request receive = comm.irecv(other, theirs);
    Request send = comm.isend(other, mine);
    mine = 0;  // it has been read
    comm.wait_all(receive, send);
    Request late = comm.irecv(other, again, 1);
    Request synchronous = comm.issend(other, 3L, 1);
    comm.wait_all(late, synchronous);
    EXPECT_EQ(theirs, 10 + other);
    EXPECT_EQ(again, 3);

    int before = -1;
    comm.round([&](Round& round) {
      round.send(other, comm.rank());
      round.recv(other, before);
    });
    EXPECT_EQ(before, other);
  });
}

/// A message of five bytes, a range as before.
TEST(SingleValues, AreToldFromRanges) {
  Machine(ring(2), preset("unit")).run([](Communicator& comm) {
    if (comm.rank() == 0) {
      comm.send(1, "four");
      comm.send(1, std::array{1, 2});
      comm.send(1, std::vector<int>{3});
    } else {
      char letters[5] = {};
      EXPECT_EQ(comm.recv(0, letters).bytes, 5U);
      EXPECT_EQ(letters[3], 'r');
      std::array<int, 2> two{};
      comm.recv(0, two);
      EXPECT_EQ(two[1], 2);
      EXPECT_EQ(comm.recv<int>(0, 0), std::vector<int>{3});  // 0 is the tag
    }
  });
}

TEST(SingleValues, AreCombinedAndHandedOutByCollectives) {
  Machine(torus(2, 3)).run([](Communicator& comm) {
    const int p = comm.size();
    double x = comm.rank() == 2 ? 2.5 : 0;
    broadcast(comm, 2, x);
    EXPECT_EQ(x, 2.5);

    int sum = comm.rank();
    reduce(comm, 1, sum);
    EXPECT_EQ(sum, comm.rank() == 1 ? p * (p - 1) / 2 : comm.rank());

    int shifted = comm.rank();
    shift(comm, 1, shifted);
    EXPECT_EQ(shifted, (comm.rank() + p - 1) % p);

    std::vector<int> all(static_cast<std::size_t>(p));
    allgather(comm, comm.rank(), all);
    for (int r = 0; r < p; ++r) EXPECT_EQ(all[static_cast<std::size_t>(r)], r);
    std::vector<int> gathered(comm.rank() == 0 ? all.size() : 0);
    gather(comm, 0, 10 * comm.rank(), gathered);
    int back = -1;
    scatter(comm, 0, gathered, back);
    EXPECT_EQ(back, 10 * comm.rank());
    int share = 0;
    reduce_scatter(comm, all, share);
    EXPECT_EQ(share, p * comm.rank());
  });
}

TEST(SingleValues, AreReducedInPlaceIfTheyAreVariables) {
  Machine(torus(2, 3)).run([](Communicator& comm) {
    const int sum_of_ranks = comm.size() * (comm.size() - 1) / 2;
    int variable = comm.rank();
    allreduce(comm, variable);
    EXPECT_EQ(variable, sum_of_ranks);

    const int constant = comm.rank();
    EXPECT_EQ(allreduce(comm, constant), sum_of_ranks);
    EXPECT_EQ(constant, comm.rank());
    EXPECT_EQ(allreduce(comm, 2 * comm.rank(), maximum), 2 * (comm.size() - 1));
  });
}

TEST(SingleValues, AreScannedInPlaceIfTheyAreVariables) {
  // a: refuses where it cannot know that each PE has one value
  for (const char* algorithm : {"auto", "a"})
    Machine(torus(2, 3)).run([&](Communicator& comm) {
      const int sum_before = comm.rank() * (comm.rank() - 1) / 2;
      int variable = comm.rank();
      scan(comm, variable, std::plus<>(), algorithm);
      EXPECT_EQ(variable, sum_before + comm.rank());

      const int constant = comm.rank();
      EXPECT_EQ(scan(comm, constant, std::plus<>(), algorithm), sum_before + comm.rank());
      EXPECT_EQ(constant, comm.rank());

      int before = comm.rank();
      exscan(comm, before, std::plus<>(), algorithm);
      EXPECT_EQ(before, sum_before);
      EXPECT_EQ(exscan(comm, 2 * comm.rank(), std::plus<>(), algorithm), 2 * sum_before);
    });
}

}  // namespace
}  // namespace toruscope
