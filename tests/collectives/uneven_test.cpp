// SPDX-License-Identifier: Apache-2.0
// Gather, scatter, allgather and reduce-scatter of blocks of different sizes as a program calls
// them, their times by hand, and used wrongly; and reductions of bytes by a function that is known
// at run time alone.

#include "tests/collectives/error_of.hpp"

#include <toruscope/toruscope.hpp>

#include <cstring>
#include <functional>
#include <gmock/gmock.h>
#include <numeric>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::error_of;
using testing::HasSubstr;

/// PE r has (3 r) mod 5 numbers.
std::vector<int> counts_of(int p) {
  std::vector<int> counts;
  for (int r = 0; r < p; ++r) counts.push_back(3 * r % 5);
  return counts;
}

/// Number i of PE r's block.
long number(Rank r, int i) {
  return 100L * r + i;
}

std::vector<long> block_of(Rank r, int count) {
  std::vector<long> block;
  for (int i = 0; i < count; ++i) block.push_back(number(r, i));
  return block;
}

std::vector<long> all_blocks(const std::vector<int>& counts) {
  std::vector<long> all;
  for (std::size_t r = 0; r < counts.size(); ++r)
    for (const long n : block_of(static_cast<Rank>(r), counts[r])) all.push_back(n);
  return all;
}

int count_of(const Communicator& comm, const std::vector<int>& counts) {
  return counts[static_cast<std::size_t>(comm.rank())];
}

void on_machines(const std::function<void(Communicator&)>& program) {
  for (const TopologyPtr& topology : {ring(7), torus(3, 4), complete(1), complete(6)})
    for (const Ports ports : {one_port, k_ports(2)})
      Machine(topology, Parameters{.ports = ports, .ts = 1us, .tw = 1ns}).run(program);
}

TEST(Gatherv, CollectsBlocksOfAnySize) {
  for (const char* algorithm : {"auto", "flat", "knomial"})
    on_machines([=](Communicator& comm) {
      const std::vector<int> counts = counts_of(comm.size());
      for (const Rank root : {0, comm.size() - 1}) {
        const bool is_root = comm.rank() == root;
        std::vector<long> all(is_root ? all_blocks(counts).size() : 0);
        gatherv(comm, root, block_of(comm.rank(), count_of(comm, counts)), all,
                is_root ? counts : std::vector<int>(), algorithm);
        if (is_root && all != all_blocks(counts)) comm.fail("gatherv");
      }
    });
}

TEST(Scatterv, DealsBlocksOfAnySize) {
  for (const char* algorithm : {"auto", "flat", "knomial"})
    on_machines([=](Communicator& comm) {
      const std::vector<int> counts = counts_of(comm.size());
      for (const Rank root : {0, comm.size() - 1}) {
        std::vector<long> block(static_cast<std::size_t>(count_of(comm, counts)));
        scatterv(comm, root, comm.rank() == root ? all_blocks(counts) : std::vector<long>(), counts, block,
                 algorithm);
        if (block != block_of(comm.rank(), count_of(comm, counts))) comm.fail("scatterv");
      }
    });
}

TEST(Allgatherv, GivesAllBlocksToAll) {
  for (const char* algorithm : {"auto", "direct", "ring"})
    on_machines([=](Communicator& comm) {
      const std::vector<int> counts = counts_of(comm.size());
      std::vector<long> all(all_blocks(counts).size());
      allgatherv(comm, block_of(comm.rank(), count_of(comm, counts)), all, counts, algorithm);
      if (all != all_blocks(counts)) comm.fail("allgatherv");
    });
}

// With an operator that does not commute: "the left one" keeps rank 0's numbers.
TEST(ReduceScatterv, CombinesInRankOrder) {
  for (const char* algorithm : {"auto", "pairwise", "ring"})
    on_machines([=](Communicator& comm) {
      const std::vector<int> counts = counts_of(comm.size());
      std::vector<long> all = all_blocks(counts);
      std::vector<long> sums(static_cast<std::size_t>(count_of(comm, counts)));
      reduce_scatterv(comm, all, counts, sums, std::plus<>{}, algorithm);
      for (std::size_t i = 0; i < sums.size(); ++i)
        if (sums[i] != comm.size() * number(comm.rank(), static_cast<int>(i))) comm.fail("sum");
      for (long& n : all) n += 1000L * comm.rank();
      reduce_scatterv(
          comm, all, counts, sums, [](long left, long) { return left; }, algorithm);
      if (sums != block_of(comm.rank(), count_of(comm, counts))) comm.fail("left");
    });
}

/// T of blocks of 1, 2, 3 and 4 bytes on a complete graph of 4 with ts = 4, tw = 1.
Ticks time_of(const std::function<void(Communicator&, const std::vector<int>&)>& program) {
  const std::vector<int> counts{1, 2, 3, 4};
  return Machine(complete(4), Parameters{.ts = Ticks{4}, .tw = Ticks{1}, .tick = Time{}})
      .run([&](Communicator& comm) { program(comm, counts); })
      .finish.time;
}

//   flat      the root's port takes 4 + 2, 4 + 3, 4 + 4 in turn
//   knomial   3 -> 2, 1 -> 0: (8 + 4), (8 + 2) bytes; 2 -> 0: 16 + 3 + 4 bytes from 16 on
TEST(UnevenBlocks, TakeTheirTimeFromAndToARoot) {
  for (const char* algorithm : {"flat", "knomial"}) {
    const Ticks expected{algorithm == std::string("flat") ? 21 : 43};
    EXPECT_EQ(time_of([=](Communicator& comm, const std::vector<int>& counts) {
                std::vector<char> all(10);
                gatherv(comm, 0, std::vector<char>(static_cast<std::size_t>(count_of(comm, counts))), all,
                        counts, algorithm);
              }),
              expected);
    EXPECT_EQ(time_of([=](Communicator& comm, const std::vector<int>& counts) {
                std::vector<char> block(static_cast<std::size_t>(count_of(comm, counts)));
                scatterv(comm, 0, std::vector<char>(10), counts, block, algorithm);
              }),
              expected);
  }
}

//   three rounds; each PE begins the next one when its own send and receive are over, and the
//   receptions of a port follow each other: of PE 3 in the pairwise exchange [7, 15) is [8, 16)
TEST(UnevenBlocks, TakeTheirTimeAmongAll) {
  for (const char* algorithm : {"direct", "ring"})
    EXPECT_EQ(time_of([=](Communicator& comm, const std::vector<int>& counts) {
                std::vector<char> all(10);
                allgatherv(comm, std::vector<char>(static_cast<std::size_t>(count_of(comm, counts))), all,
                           counts, algorithm);
              }),
              Ticks{24});
  for (const char* algorithm : {"pairwise", "ring"})
    EXPECT_EQ(time_of([=](Communicator& comm, const std::vector<int>& counts) {
                std::vector<char> block(static_cast<std::size_t>(count_of(comm, counts)));
                reduce_scatterv(comm, std::vector<char>(10), counts, block, maximum, algorithm);
              }),
              Ticks{24});
}

TEST(UnevenBlocks, AreRefusedWhereCountsDoNotFit) {
  const auto call = [](std::vector<int> counts, std::size_t own) {
    return error_of(complete(2), [=](Communicator& comm) {
      std::vector<int> all(4);
      allgatherv(comm, std::vector<int>(own), all, counts);
    });
  };
  EXPECT_THAT(call({4}, 4), HasSubstr("allgatherv: all has 1 counts; give it one for each of 2 PEs"));
  EXPECT_THAT(call({2, 3}, 2), HasSubstr("allgatherv: the counts of all are more than its 4 elements"));
  EXPECT_THAT(call({2, 1}, 2), HasSubstr("allgatherv: the counts of all leave out 1 of its 4 elements"));
  EXPECT_THAT(call({2, 2}, 3), HasSubstr("allgatherv: the block has 12 bytes, its count says 8"));
  EXPECT_THAT(error_of(complete(2),
                       [](Communicator& comm) {
                         std::vector<int> all(4);
                         gatherv(comm, 2, all, all, std::vector<int>{2, 2});
                       }),
              HasSubstr("gatherv: root 2 is not a rank"));
  for (const char* algorithm : {"flat", "knomial"}) {
    EXPECT_THAT(error_of(complete(2),
                         [=](Communicator& comm) {
                           std::vector<int> all(4);
                           gatherv(comm, 0, std::vector<int>(comm.rank() == 0 ? 2 : 1), all,
                                   std::vector<int>{2, 2}, algorithm);
                         }),
                HasSubstr("expected 8 bytes from PE 1, got 4"));
    EXPECT_THAT(error_of(complete(2),
                         [=](Communicator& comm) {
                           std::vector<int> block(comm.rank() == 0 ? 2 : 1);
                           scatterv(comm, 0, std::vector<int>(4), std::vector<int>{2, 2}, block, algorithm);
                         }),
                HasSubstr("scatterv: expected 4 bytes from PE 0, got 8"));
  }
}

/// Adds numbers of so many bytes, which the caller knows at run time alone.
Combine adding(std::size_t element) {
  Combine op;
  op.element = element;
  op.commutative = op.exact = true;
  op.combine = [element](const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t a = 0;
      std::uint64_t b = 0;
      std::memcpy(&a, left + i * element, element);
      std::memcpy(&b, right + i * element, element);
      const std::uint64_t sum = a + b;
      std::memcpy(into + i * element, &sum, element);
    }
  };
  return op;
}

TEST(Bytes, AreCombinedByAFunctionOfTheProgram) {
  on_machines([](Communicator& comm) {
    const auto p = static_cast<std::uint16_t>(comm.size());
    const auto me = static_cast<std::uint16_t>(comm.rank());
    const auto check = [&](const std::vector<std::uint16_t>& found, const std::vector<int>& expected) {
      if (!std::equal(found.begin(), found.end(), expected.begin(), expected.end())) comm.fail("bytes");
    };
    std::vector<std::uint16_t> data{1, static_cast<std::uint16_t>(2 * me)};
    const Combine op = adding(2);
    auto sum = data;
    allreduce(comm, std::as_writable_bytes(std::span(sum)), op);
    check(sum, {p, p * (p - 1)});
    sum = data;
    reduce(comm, 0, std::as_writable_bytes(std::span(sum)), op);
    if (me == 0) check(sum, {p, p * (p - 1)});
    sum = data;
    scan_vectors(comm, std::as_writable_bytes(std::span(sum)), op);
    check(sum, {me + 1, me * (me + 1)});
    std::vector<std::uint16_t> one{2};
    scan(comm, std::as_writable_bytes(std::span(one)), op);
    check(one, {2 * (me + 1)});
    const std::vector<std::uint16_t> all(p, me);
    reduce_scatter(comm, std::as_bytes(std::span(all)), std::as_writable_bytes(std::span(one)), op);
    check(one, {p * (p - 1) / 2});
    reduce_scatterv(comm, std::as_bytes(std::span(all)), std::vector<int>(p, 2),
                    std::as_writable_bytes(std::span(one)), op);
    check(one, {p * (p - 1) / 2});
  });
}

TEST(Bytes, AreRefusedIfTheyAreNoWholeElements) {
  EXPECT_THAT(error_of(complete(2),
                       [](Communicator& comm) {
                         std::vector<std::byte> data(7);
                         allreduce(comm, data, adding(2));
                       }),
              HasSubstr("allreduce: 7 bytes are no whole number of elements of 2 bytes"));
  EXPECT_THAT(error_of(complete(2),
                       [](Communicator& comm) {
                         std::vector<std::byte> data(8);
                         reduce(comm, 0, data, Combine());
                       }),
              HasSubstr("reduce: the operator has no function; give it one"));
}

}  // namespace
}  // namespace toruscope
