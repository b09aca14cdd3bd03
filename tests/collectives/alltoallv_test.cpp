// SPDX-License-Identifier: Apache-2.0
// Complete exchange of blocks of different sizes as a program calls it, and used wrongly.

#include "tests/collectives/error_of.hpp"

#include <toruscope/toruscope.hpp>

#include <gmock/gmock.h>
#include <numeric>
#include <vector>

namespace toruscope {
namespace {

using test::error_of;
using testing::HasSubstr;

/// PE s has s + d numbers for PE d if that is even, else none.
int count(Rank s, Rank d) {
  return (s + d) % 2 == 0 ? s + d : 0;
}

void exchange_uneven(Communicator& comm, const char* algorithm) {
  std::vector<int> send_counts;
  std::vector<int> receive_counts;
  std::vector<long> send;
  std::vector<long> expected;
  for (Rank r = 0; r < comm.size(); ++r) {
    send_counts.push_back(count(comm.rank(), r));
    receive_counts.push_back(count(r, comm.rank()));
    for (int i = 0; i < send_counts.back(); ++i) send.push_back(comm.rank() * 10'000L + r * 100 + i);
    for (int i = 0; i < receive_counts.back(); ++i) expected.push_back(r * 10'000L + comm.rank() * 100 + i);
  }
  std::vector<long> receive(expected.size());
  alltoallv(comm, send, send_counts, receive, receive_counts, algorithm);
  if (receive != expected) comm.fail("alltoallv");
}

TEST(Alltoallv, MovesBlocksOfAnySize) {
  for (const char* algorithm : {"auto", "direct", "bruck", "gt", "row_column", "two_way_ring"})
    Machine(ring(7)).run([&](Communicator& comm) { exchange_uneven(comm, algorithm); });
  for (const char* algorithm : {"auto", "mtk", "gt", "row_column"})
    Machine(torus(4, 6)).run([&](Communicator& comm) { exchange_uneven(comm, algorithm); });
  Machine(ring(8)).run([](Communicator& comm) { exchange_uneven(comm, "ar1"); });
}

// 8 bytes of length in front of a block: one PE sends 3 bytes to each of two others.
TEST(Alltoallv, ChargesTheLengthsOfBlocksThatArePassedOn) {
  const auto bytes = [](const char* algorithm) {
    return Machine(ring(2))
        .run([&](Communicator& comm) {
          std::vector<char> send(comm.rank() == 0 ? 3 : 0);
          std::vector<char> receive(comm.rank() == 1 ? 3 : 0);
          const std::vector<int> out{0, comm.rank() == 0 ? 3 : 0};
          const std::vector<int> in{comm.rank() == 1 ? 3 : 0, 0};
          alltoallv(comm, send, out, receive, in, algorithm);
        })
        .totals.bytes;
  };
  EXPECT_EQ(bytes("direct"), 3);
  EXPECT_EQ(bytes("bruck"), 3 + 2 * 8);
}

TEST(Alltoallv, RefusesCountsThatDoNotFit) {
  const auto call = [](std::vector<int> send_counts, std::vector<int> receive_counts, std::size_t sent = 4) {
    return error_of(complete(2), [=](Communicator& comm) {
      std::vector<int> receive(4);
      alltoallv(comm, std::vector<int>(sent), send_counts, receive, receive_counts);
    });
  };
  EXPECT_THAT(call({4}, {2, 2}), HasSubstr("alltoallv: send has 1 counts; give it one for each of 2 PEs"));
  EXPECT_THAT(call({2, 3}, {2, 2}), HasSubstr("alltoallv: the counts of send are more than its 4 elements"));
  EXPECT_THAT(call({2, 2}, {2, 1}),
              HasSubstr("alltoallv: the counts of receive leave out 1 of its 4 elements"));
  EXPECT_THAT(call({1, 3}, {2, 2}), HasSubstr("alltoallv: expected 8 bytes from PE"));
  EXPECT_THAT(call({-1, 5}, {2, 2}), HasSubstr("are more than its 4 elements"));
}

}  // namespace
}  // namespace toruscope
