// SPDX-License-Identifier: Apache-2.0
// The typed functions as a program calls them: on any communicator, with any element type, and used
// wrongly.

#include "tests/collectives/error_of.hpp"

#include <toruscope/toruscope.hpp>

#include <array>
#include <gmock/gmock.h>
#include <numeric>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::error_of;
using testing::HasSubstr;

TEST(Alltoall, TransposesBlocksOfAnyType) {
  struct Pair {
    int from, to;
  };
  std::vector<std::vector<Pair>> got(16);

  Machine(torus(4, 4)).run([&](Communicator& comm) {
    std::vector<Pair> mine;
    for (Rank d = 0; d < comm.size(); ++d) mine.insert(mine.end(), 3, Pair{comm.rank(), d});
    std::vector<Pair> theirs(mine.size());
    alltoall(comm, mine, theirs);
    got[static_cast<std::size_t>(comm.rank())] = theirs;
  });

  for (int r = 0; r < 16; ++r)
    for (int s = 0; s < 16; ++s)
      for (int i = 0; i < 3; ++i) {
        const Pair& pair = got[static_cast<std::size_t>(r)][static_cast<std::size_t>(3 * s + i)];
        EXPECT_EQ(pair.from, s);
        EXPECT_EQ(pair.to, r);
      }
}

// The rows of a torus are rings: AR1 runs on all of them at once, with no conflicts between rows.
TEST(Alltoall, RunsOnEveryLineOfATorusAtOnce) {
  const Report report = Machine(torus(3, 8), preset("paragon")).run([](Communicator& comm) {
    Communicator row = comm.line(1);
    std::vector<int> mine(8, comm.rank());
    std::vector<int> theirs(8);
    alltoall(row, mine, theirs, "ar1");
    for (int s = 0; s < 8; ++s)
      if (theirs[static_cast<std::size_t>(s)] != comm.coordinate(0) * 8 + s) comm.fail("wrong block");
  });

  EXPECT_EQ(report.totals.link_conflicts, 0);
  EXPECT_EQ(report.finish.account.startups, 3);
  EXPECT_EQ(report.finish.account.bytes, 12 * 4);
}

TEST(Alltoall, RunsOnThePlanesOfAThreeDimensionalTorus) {
  const Report report = Machine(torus(4, 2, 8), preset("paragon")).run([](Communicator& comm) {
    Communicator plane = comm.sub({true, false, true});
    std::vector<int> mine(32, comm.rank());
    std::vector<int> theirs(32);
    alltoall(plane, mine, theirs, "at2");
    for (int s = 0; s < 32; ++s)
      if (theirs[static_cast<std::size_t>(s)] != (s / 8) * 16 + comm.coordinate(1) * 8 + s % 8)
        comm.fail("wrong block");
  });

  EXPECT_EQ(report.totals.link_conflicts, 0);
  EXPECT_EQ(report.finish.account.bytes, 96 * 4);
}

TEST(Collectives, RunOnACommunicatorThatIsNoGrid) {
  Machine(torus(3, 3)).run([](Communicator& comm) {
    Communicator half = comm.split(comm.rank() % 2, -comm.rank());
    std::vector<int> theirs(static_cast<std::size_t>(half.size()));
    alltoall(half, std::vector<int>(theirs.size(), comm.rank()), theirs);
    std::vector<int> one{comm.rank()};
    broadcast(half, half.size() - 1, one);
    std::vector<int> sum{comm.rank()};
    reduce(half, 1, sum);
    barrier(half);

    for (Rank s = 0; s < half.size(); ++s)  // ranks of a half run backwards
      if (theirs[static_cast<std::size_t>(s)] != 8 - comm.rank() % 2 - 2 * s) comm.fail("alltoall");
    if (one[0] != comm.rank() % 2) comm.fail("broadcast");
    if (half.rank() == 1 && sum[0] != (comm.rank() % 2 == 0 ? 20 : 16)) comm.fail("reduce");
  });
}

TEST(Collectives, DoNotMeetTheMessagesOfTheCaller) {
  Machine(ring(4)).run([](Communicator& comm) {
    std::vector<int> early{100 + comm.rank()};
    Request sent = comm.isend(comm.shift(0, 1), early);
    std::vector<int> theirs(4);
    alltoall(comm, std::vector<int>(4, comm.rank()), theirs);
    std::vector<int> got(1);
    comm.recv(comm.shift(0, -1), got);
    comm.wait(sent);
    if (got[0] != 100 + comm.shift(0, -1)) comm.fail("wrong message");
    if (theirs != std::vector<int>{0, 1, 2, 3}) comm.fail("wrong blocks");
  });
}

TEST(Reduce, KeepsRankOrderOfStringsWrittenByLetters) {
  // Concatenation of up to eight letters: it does not commute.
  struct Text {
    std::array<char, 8> letters{};
    int length = 0;
  };
  const auto join = [](Text a, const Text& b) {
    for (int i = 0; i < b.length; ++i)
      a.letters[static_cast<std::size_t>(a.length++)] = b.letters[static_cast<std::size_t>(i)];
    return a;
  };
  for (Rank root = 0; root < 6; ++root) {
    Machine(torus(2, 3)).run([&](Communicator& comm) {
      std::vector<Text> text(1);
      text[0].letters[0] = static_cast<char>('a' + comm.rank());
      text[0].length = 1;
      reduce(comm, root, text, join);
      if (comm.rank() == root && std::string(text[0].letters.data(), 6) != "abcdef") comm.fail("wrong order");
      if (comm.rank() != root && text[0].length != 1) comm.fail("data elsewhere changed");
    });
  }
}

TEST(Reduce, SumsByDefault) {
  Machine(complete(7)).run([](Communicator& comm) {
    std::vector<double> values(5, 0.5 * comm.rank());
    reduce(comm, 3, values);
    if (comm.rank() == 3 && values != std::vector<double>(5, 10.5)) comm.fail("wrong sum");
  });
}

TEST(Barrier, HoldsEveryoneUntilTheLastHasCome) {
  Machine(ring(6), preset("paragon")).run([](Communicator& comm) {
    comm.compute(comm.rank() == 4 ? Ticks{1'000'000'000} : Ticks{});
    barrier(comm);
    if (comm.now() < Ticks{1'000'000'000}) comm.fail("left early");
  });
}

TEST(CollectiveErrors, NameTheSizes) {
  EXPECT_THAT(error_of(ring(4),
                       [](Communicator& comm) {
                         std::vector<int> six(6);
                         std::vector<int> also(6);
                         alltoall(comm, six, also);
                       }),
              HasSubstr("alltoall: send has 6 elements, receive has 6, no multiple of 4 PEs; give every PE a "
                        "block of equal size"));
  EXPECT_THAT(error_of(ring(4),
                       [](Communicator& comm) {
                         std::vector<int> eight(8);
                         std::vector<int> four(4);
                         alltoall(comm, eight, four);
                       }),
              HasSubstr("alltoall: send has 8 elements, receive has 4; they must be equal"));
  EXPECT_THAT(error_of(ring(4),
                       [](Communicator& comm) {
                         std::vector<int> same(8);
                         alltoall(comm, same, same);
                       }),
              HasSubstr("alltoall: send and receive overlap; give it two buffers"));
}

TEST(CollectiveErrors, NameTheRoot) {
  EXPECT_THAT(error_of(torus(2, 4),
                       [](Communicator& comm) {
                         std::vector<int> data(1);
                         broadcast(comm, 9, data);
                       }),
              HasSubstr("broadcast: root 9 is not a rank of this communicator (ranks are 0..7)"));
  EXPECT_THAT(error_of(torus(2, 4),
                       [](Communicator& comm) {
                         std::vector<int> data(1);
                         reduce(comm, -1, data);
                       }),
              HasSubstr("reduce: root -1 is not a rank of this communicator (ranks are 0..7)"));
}

TEST(CollectiveErrors, RefuseAnAlgorithmThatDoesNotFit) {
  try {
    Machine(ring(7)).run([](Communicator& comm) {
      std::vector<int> theirs(7);
      alltoall(comm, std::vector<int>(7), theirs, "ar1");
    });
    FAIL() << "was not refused";
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("alltoall/ar1: needs an even ring, got 7 PEs; use bruck"));
  }
}

TEST(CollectiveErrors, ReportCallsThatDiffer) {
  EXPECT_THAT(error_of(ring(4),
                       [](Communicator& comm) {
                         std::vector<int> data(comm.rank() == 2 ? 3 : 2);
                         broadcast(comm, 0, data);
                       }),
              HasSubstr("collectives differ"));
  EXPECT_THAT(error_of(ring(4),
                       [](Communicator& comm) {
                         std::vector<int> data(2);
                         reduce(comm, comm.rank() == 3 ? 1 : 0, data);
                       }),
              HasSubstr("collectives differ"));
}

TEST(CollectiveErrors, ReportShiftsAndSegmentsThatDiffer) {
  EXPECT_THAT(error_of(ring(4),
                       [](Communicator& comm) {
                         std::vector<int> data(2);
                         shift(comm, comm.rank() == 3 ? 2 : 1, data, "direct");
                       }),
              AllOf(HasSubstr("PE 0 called shift by direct (root 0, 8 bytes, distance 1)"),
                    HasSubstr("PE 3 called shift by direct (root 0, 8 bytes, distance 2)")));
  try {  // messages take their time: the calls are compared first
    (void)Machine(ring(4), preset("unit")).run([](Communicator& comm) {
      std::vector<int> data(6);
      scan_vectors(comm, data, std::plus<>(), "pipelined_chain", comm.rank() == 3 ? 3 : 2);
    });
    FAIL() << "was not noticed";
  } catch (const ProgramError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("24 bytes, segment 8 bytes"), HasSubstr("24 bytes, segment 12 bytes")));
  }
}

TEST(CollectiveErrors, ReportBlocksOfDifferentSizes) {
  EXPECT_NE(error_of(torus(4, 4),
                     [](Communicator& comm) {
                       const std::size_t n = comm.rank() == 5 ? 32 : 16;
                       std::vector<int> mine(n);
                       std::vector<int> theirs(n);
                       alltoall(comm, mine, theirs, "at2");
                     }),
            "no error");
}

}  // namespace
}  // namespace toruscope
