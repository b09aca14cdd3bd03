// SPDX-License-Identifier: Apache-2.0
// What a program receives in a run without data. That its times are the same:
// tests/laws/without_data_law_test.cpp.

#include "runtime/core/sanitizers.hpp"
#include "runtime/engine/fault_report.hpp"

#include <toruscope/toruscope.hpp>

#include <functional>
#include <gtest/gtest.h>
#include <span>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

Report run_without_data(const TopologyPtr& topology, const std::function<void(Communicator&)>& program,
                        const Parameters& machine = {}) {
  return Machine(topology, machine, {.data = Data::none}).run(program);
}

/// The first of two PEs sends, the second receives.
void run_pair(const std::function<void(Communicator&)>& sender,
              const std::function<void(Communicator&)>& receiver) {
  run_without_data(ring(2), [&](Communicator& comm) { comm.rank() == 0 ? sender(comm) : receiver(comm); });
}

TEST(RunWithoutData, LeavesTheReceiversBufferAsItWas) {
  run_pair(
      [](Communicator& comm) {
        comm.send(1, std::span<const int>(std::vector<int>{1, 2, 3}));
      },
      [](Communicator& comm) {
        std::vector<int> buffer{7, 8, 9, 10};
        const Received got = comm.recv(any_source, buffer);
        EXPECT_EQ(got.bytes, 12U);
        EXPECT_EQ(got.source, 0);
        EXPECT_EQ(buffer, (std::vector<int>{7, 8, 9, 10}));
      });
}

TEST(RunWithoutData, GivesZerosOfTheRightLength) {
  struct NotZeroByItself {
    int value = 5;
  };
  run_pair(
      [](Communicator& comm) {
        const std::vector<NotZeroByItself> three(3);
        comm.send(1, three);
        comm.send(1, three);
      },
      [](Communicator& comm) {
        const auto got = comm.recv<NotZeroByItself>(0);
        ASSERT_EQ(got.size(), 3U);
        EXPECT_EQ(got[2].value, 0);
        const auto buffer = comm.recv<Buffer>(0);
        EXPECT_EQ(buffer.size(), 12U);
        EXPECT_FALSE(has_data(buffer));
      });
}

TEST(RunWithoutData, HandsOverWhatIsMovedIn) {
  run_pair(
      [](Communicator& comm) {
        comm.send(1, std::vector<int>{1, 2});
        Buffer told(std::vector<std::byte>{std::byte{3}});
        told.append(Buffer::without_data(4));
        comm.send(1, std::move(told));
      },
      [](Communicator& comm) {
        EXPECT_EQ(comm.recv<int>(0), (std::vector<int>{1, 2}));
        const auto told = comm.recv<Buffer>(0);
        EXPECT_EQ(told.size(), 5U);
        ASSERT_EQ(told.front().size(), 1U);
        EXPECT_EQ(told.front()[0], std::byte{3});
      });
}

TEST(RunWithoutData, RefusesAMessageThatIsTooLong) {
  EXPECT_THROW(run_pair([](Communicator& comm) { comm.send(1, std::span<const int>(std::vector<int>(3))); },
                        [](Communicator& comm) {
                          std::vector<int> buffer(2);
                          comm.recv(0, buffer);
                        }),
               ProgramError);
}

TEST(RunWithoutData, MakesBuffersWithoutMemory) {
  const Report report = run_without_data(torus(4, 4), [](Communicator& comm) {
    EXPECT_FALSE(comm.carries_data());
    constexpr std::size_t kBlock = std::size_t{1} << 30U;
    const Buffer send = comm.buffer(16 * kBlock);
    Buffer receive = comm.copy_of(send);
    alltoall(comm, send, receive, "at2");
    EXPECT_EQ(receive.size(), 16 * kBlock);
    EXPECT_FALSE(has_data(receive));
  });
  EXPECT_GT(report.totals.bytes, std::int64_t{16} * 15 << 30U);
}

TEST(RunWithoutData, NeverCallsAnOperator) {
  run_without_data(complete(5), [](Communicator& comm) {
    int calls = 0;
    const auto op = [&calls](int a, int b) {
      ++calls;
      return a + b;
    };
    std::vector<int> data(10, comm.rank());
    allreduce(comm, data, op);
    reduce(comm, 2, data, op);
    scan(comm, data, op);
    EXPECT_EQ(calls, 0);
    EXPECT_EQ(data, std::vector<int>(10, comm.rank()));
  });
}

TEST(RunWithoutData, ExchangesBlocksOfManySizesByTheirLengths) {
  for (const char* algorithm : {"direct", "bruck", "two_way_ring"})
    run_without_data(ring(5), [algorithm](Communicator& comm) {
      const std::vector<std::size_t> counts{0, 3, 1, 0, 2};  // to each PE as many as it wants
      const std::size_t mine = counts[static_cast<std::size_t>(comm.rank())];
      std::vector<int> receive(5 * mine, -1);
      alltoallv(comm, std::vector<int>(6, 1), counts, receive, std::vector<std::size_t>(5, mine), algorithm);
      EXPECT_EQ(receive, std::vector<int>(5 * mine, -1));
    });
}

TEST(RunWithoutData, IsNotMeasured) {
  EXPECT_THROW(Machine(ring(2), {}, {.data = Data::none, .measure_compute = true}), ConfigError);
}

TEST(RunWithoutData, TellsWhoReadsDataThatAreNotThere) {
  if (core::kSanitized) GTEST_SKIP() << "sanitizers report faults themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto read = [](PeEngine engine) {
    Machine(ring(4), {}, {.engine = engine, .data = Data::none}).run([](Communicator& comm) {
      const Buffer buffer = comm.buffer(100);
      const volatile std::byte* last = buffer.data() + 99;
      if (comm.rank() == 3) comm.compute(Ticks{std::to_integer<int>(*last)});
    });
  };
  for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads})
    EXPECT_EXIT(read(engine), testing::ExitedWithCode(7), "PE 3 read or wrote a buffer of a run without data");
}

TEST(RunWithData, HasBuffersWithData) {
  Machine(ring(2)).run([](Communicator& comm) {
    EXPECT_TRUE(comm.carries_data());
    EXPECT_TRUE(has_data(comm.buffer(3)));
    comm.send(1 - comm.rank(), comm.copy_of(std::as_bytes(std::span("x", 1))));
    const auto got = comm.recv<Buffer>(1 - comm.rank());
    ASSERT_EQ(got.size(), 1U);
    EXPECT_EQ(got.data()[0], std::byte{'x'});
  });
}

}  // namespace
}  // namespace toruscope
