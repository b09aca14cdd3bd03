// SPDX-License-Identifier: Apache-2.0
// Scans, gathers and their kin as a program calls them, with types and operators of its own, and
// used wrongly.

#include "tests/collectives/error_of.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <functional>
#include <gmock/gmock.h>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::error_of;
using testing::HasSubstr;

/// Up to 16 letters, concatenated.
struct Text {
  char letters[16] = {};
  int length = 0;
};
Text letter(int i) {
  Text text;
  text.letters[text.length++] = static_cast<char>('a' + i);
  return text;
}
Text join(Text a, const Text& b) {
  for (int i = 0; i < b.length && a.length < 16; ++i) a.letters[a.length++] = b.letters[i];
  return a;
}
std::string of(const Text& text) {
  return {text.letters, static_cast<std::size_t>(text.length)};
}
const std::string kAlphabet = "abcdefghijklmnop";

TEST(OwnTables, AreThoseOfTheMachineThatIsGivenThem) {
  Broadcast silent;
  silent.name = "silent";
  silent.run = [](Communicator&, Rank, std::span<std::byte>) {};
  Catalogue tables = catalogue();
  tables.add(silent);
  const auto tell = [](Communicator& comm) {
    int value = comm.rank();
    broadcast(comm, 0, value, "silent");
  };
  const auto mine = std::make_shared<const Catalogue>(tables);

  EXPECT_EQ(Machine(ring(4), {}, {.algorithms = mine}).run(tell).totals.messages, 0);
  EXPECT_THAT(error_of(ring(4), tell), HasSubstr("broadcast: unknown algorithm \"silent\""));
}

// The table of one run is not the answer of another: "auto" asks again.
TEST(OwnTables, AreThoseThatAutoChoosesFrom) {
  Barrier free_of_charge;
  free_of_charge.name = "free";
  free_of_charge.run = [](Communicator&) {};
  free_of_charge.predicted = [](const Case&) { return std::optional<Prediction>(Prediction{}); };
  Catalogue tables = catalogue();
  tables.add(free_of_charge);
  const auto mine = std::make_shared<const Catalogue>(tables);
  const auto messages = [](const Execution& execution) {
    return Machine(ring(4), preset("generic"), execution)
        .run([](Communicator& comm) { barrier(comm); })
        .totals.messages;
  };

  EXPECT_GT(messages({.workers = 1}), 0);
  EXPECT_EQ(messages({.workers = 1, .algorithms = mine}), 0);
  EXPECT_GT(messages({.workers = 1}), 0);
}

TEST(Scan, GivesEveryPeTheConcatenationUpToItsRank) {
  for (const char* algorithm : {"auto", "a", "b", "chain", "recursive_doubling"})
    Machine(torus(3, 4)).run([&](Communicator& comm) {
      const auto me = static_cast<std::size_t>(comm.rank());
      if (of(scan(comm, letter(comm.rank()), join, algorithm)) != kAlphabet.substr(0, me + 1))
        comm.fail("scan");
      const std::string before = of(exscan(comm, letter(comm.rank()), join, algorithm));
      if (before != (me == 0 ? "a" : kAlphabet.substr(0, me))) comm.fail("exscan");
    });
}

// 13 values on 5 PEs, as many on each as it likes, the first and one in the middle without any.
TEST(Scan, TakesAnyNumberOfValuesOnEachPe) {
  const std::vector<int> counts{0, 4, 0, 8, 1};
  for (const char* algorithm : {"auto", "b", "chain", "recursive_doubling"})
    Machine(complete(5)).run([&](Communicator& comm) {
      const auto mine = counts.begin() + comm.rank();
      const int first = std::accumulate(counts.begin(), mine, 0);
      std::vector<Text> values;
      for (int i = 0; i < *mine; ++i) values.push_back(letter(first + i));
      std::vector<Text> exclusive = values;
      scan(comm, values, join, algorithm);
      exscan(comm, exclusive, join, algorithm);
      for (int i = 0; i < *mine; ++i) {
        const auto x = static_cast<std::size_t>(first + i);
        if (of(values[static_cast<std::size_t>(i)]) != kAlphabet.substr(0, x + 1)) comm.fail("scan");
        if (of(exclusive[static_cast<std::size_t>(i)]) != (x == 0 ? "a" : kAlphabet.substr(0, x)))
          comm.fail("exscan");
      }
    });
}

TEST(Scan, SumsByDefault) {
  Machine(ring(7)).run([](Communicator& comm) {
    if (scan(comm, comm.rank()) != comm.rank() * (comm.rank() + 1) / 2) comm.fail("wrong sum");
    std::vector<double> values(3, 1.0);
    scan(comm, values);
    if (values != std::vector<double>{3.0 * comm.rank() + 1, 3.0 * comm.rank() + 2, 3.0 * comm.rank() + 3})
      comm.fail("wrong sums");
  });
}

TEST(Scan, OfAlgorithmARefusesRunsOfValues) {
  EXPECT_THAT(error_of(ring(4),
                       [](Communicator& comm) {
                         std::vector<int> two(2);
                         scan(comm, two, std::plus<>(), "a");
                       }),
              HasSubstr("scan/a: needs one value on each PE, got runs of values; use recursive_doubling"));
}

TEST(Gather, CollectsInRankOrderAtTheRootOnly) {
  for (Rank root = 0; root < 6; ++root)
    Machine(torus(2, 3)).run([&](Communicator& comm) {
      const std::vector<int> mine{10 * comm.rank(), 10 * comm.rank() + 1};
      std::vector<int> all(comm.rank() == root ? 12 : 0);
      gather(comm, root, mine, all);
      for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i] != static_cast<int>(10 * (i / 2) + i % 2)) comm.fail("wrong block");

      std::vector<int> back(2);
      scatter(comm, root, all, back);
      if (back != mine) comm.fail("scatter does not undo gather");
    });
}

TEST(Allgather, GivesAllBlocksToAll) {
  for (const char* algorithm : {"auto", "bruck", "ring"})
    Machine(torus(7)).run([&](Communicator& comm) {
      std::vector<short> all(14);
      allgather(comm, std::vector<short>{static_cast<short>(comm.rank()), 7}, all, algorithm);
      for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i] != (i % 2 == 0 ? static_cast<short>(i / 2) : 7)) comm.fail("wrong block");
    });
}

TEST(Allreduce, ConcatenatesInRankOrderOnAllPes) {
  for (const char* algorithm : {"auto", "recursive_doubling", "rabenseifner"})
    for (const int p : {1, 2, 3, 6, 7, 8, 13})
      Machine(complete(p)).run([&](Communicator& comm) {
        std::vector<Text> data(5, letter(comm.rank()));
        allreduce(comm, data, join, algorithm);
        for (const Text& text : data)
          if (of(text) != kAlphabet.substr(0, static_cast<std::size_t>(p))) comm.fail("wrong order");
      });
}

TEST(ReduceScatter, LeavesEveryPeItsBlockOfTheResult) {
  for (const char* algorithm : {"pairwise", "recursive_halving"})
    Machine(torus(2, 4)).run([&](Communicator& comm) {
      std::vector<int> all(16);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = comm.rank() * static_cast<int>(i);
      std::vector<int> mine(2);
      reduce_scatter(comm, all, mine, std::plus<>(), algorithm);
      if (mine != std::vector<int>{28 * 2 * comm.rank(), 28 * (2 * comm.rank() + 1)}) comm.fail("wrong sums");
    });
}

TEST(ReduceScatter, ByHalvingNeedsAPowerOfTwo) {
  EXPECT_THAT(error_of(ring(6),
                       [](Communicator& comm) {
                         std::vector<int> mine(1);
                         reduce_scatter(comm, std::vector<int>(6), mine, std::plus<>(), "recursive_halving");
                       }),
              HasSubstr("reduce_scatter/recursive_halving: needs a power of two of PEs, got 6; use ternary"));
}

TEST(Scan, OfVectorsGoesElementByElement) {
  const std::pair<const char*, std::size_t> asked[] = {
      {"auto", 2}, {"a", 2}, {"b", 2}, {"pipelined_chain", 2}, {"chain", 0}, {"auto", 0}, {"up_down", 0}};
  for (const auto& [algorithm, segment] : asked)
    Machine(ring(5)).run([name = algorithm, parts = segment](Communicator& comm) {
      std::vector<Text> inclusive(7, letter(comm.rank()));
      std::vector<Text> exclusive = inclusive;
      scan_vectors(comm, inclusive, join, name, parts);
      exscan_vectors(comm, exclusive, join, name, parts);
      const auto me = static_cast<std::size_t>(comm.rank());
      for (const Text& text : inclusive)
        if (of(text) != kAlphabet.substr(0, me + 1)) comm.fail("scan");
      for (const Text& text : exclusive)
        if (of(text) != (me == 0 ? "a" : kAlphabet.substr(0, me))) comm.fail("exscan");
    });
}

TEST(Shift, BringsTheDataOfThePeThatFarBefore) {
  for (const char* algorithm : {"auto", "direct", "torus", "neighbours"})
    for (const int distance : {0, 1, 5, 11, 12, -1, -17})
      Machine(torus(3, 4)).run([&](Communicator& comm) {
        std::vector<int> data{comm.rank(), -comm.rank()};
        shift(comm, distance, data, algorithm);
        const int from = ((comm.rank() - distance) % 12 + 12) % 12;
        if (data != std::vector<int>{from, -from}) comm.fail("shift");
      });
}

// Around a ring of p PEs a sum that commutes is one block in each of p - 1 rounds, any other two
// once PE 0 is passed.
TEST(ReduceScatter, AroundARingSendsLessIfTheOperatorCommutes) {
  const auto bytes = [](auto op) {
    return Machine(ring(6))
        .run([&](Communicator& comm) {
          std::vector<int> all(12);
          std::iota(all.begin(), all.end(), comm.rank());
          std::vector<int> mine(2);
          reduce_scatter(comm, all, mine, op, "ring");
          if (mine[1] != 5 + 2 * comm.rank() + 1) comm.fail("reduce_scatter");
        })
        .finish.account.bytes;
  };
  EXPECT_EQ(bytes(maximum), 5 * 8);
  EXPECT_EQ(bytes([](int a, int b) { return std::max(a, b); }), 9 * 8);
}

TEST(CollectiveErrors, NameTheBytesOfABlockThatDoesNotFit) {
  EXPECT_THAT(error_of(ring(4),
                       [](Communicator& comm) {
                         std::vector<char> all(15);
                         allgather(comm, std::vector<char>(4), all);
                       }),
              HasSubstr("allgather: block has 4 bytes, so all must have 16 for 4 PEs, got 15"));
  EXPECT_THAT(error_of(ring(4),
                       [](Communicator& comm) {
                         std::vector<char> all(16);
                         gather(comm, 7, std::vector<char>(4), all);
                       }),
              HasSubstr("gather: root 7 is not a rank of this communicator (ranks are 0..3)"));
}

TEST(TypedCollectives, OutsideTheirRunAreRefused) {
  std::optional<Communicator> kept;
  Machine machine(ring(2), preset("unit"));
  machine.run([&](Communicator& comm) {
    if (comm.rank() == 1) kept = comm;
  });
  std::vector<int> one(1);
  std::vector<int> two(2);
  const auto outside = testing::ThrowsMessage<ProgramError>(HasSubstr("it was used outside that run"));
  EXPECT_THAT([&] { broadcast(*kept, 0, one); }, outside);
  EXPECT_THAT([&] { reduce(*kept, 0, one, std::plus<>{}); }, outside);
  EXPECT_THAT([&] { allreduce(*kept, one, std::plus<>{}); }, outside);
  EXPECT_THAT([&] { scan(*kept, one, std::plus<>{}); }, outside);
  EXPECT_THAT([&] { reduce_scatter(*kept, two, one, std::plus<>{}); }, outside);
  EXPECT_THAT([&] { shift(*kept, 1, one); }, outside);
  EXPECT_THAT([&] { barrier(*kept); }, outside);
}

}  // namespace
}  // namespace toruscope
