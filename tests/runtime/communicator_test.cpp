// SPDX-License-Identifier: Apache-2.0
// Messages as a program sees them: what arrives, what is moved, what may wait where.

#include <toruscope/machine.hpp>

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace toruscope {
namespace {

class OnEachEngine : public testing::TestWithParam<PeEngine> {
 protected:
  Report run(TopologyPtr topology, const std::function<void(Communicator&)>& program) {
    Machine machine(std::move(topology), preset("unit"), {.engine = GetParam(), .workers = 2});
    return machine.run(program);
  }
};

TEST_P(OnEachEngine, SendsAnyContiguousRange) {
  run(ring(2), [](Communicator& comm) {
    if (comm.rank() == 0) {
      const int array[] = {1, 2, 3};
      comm.send(1, array);
      comm.send(1, std::vector<double>{4.5});
      comm.send(1, std::span<const int>());
    } else {
      std::vector<int> ints(5, -1);
      EXPECT_EQ(comm.recv(0, ints).bytes, 12U);  // shorter than the buffer
      EXPECT_EQ(ints, (std::vector<int>{1, 2, 3, -1, -1}));
      EXPECT_EQ(comm.recv<double>(0), std::vector<double>{4.5});
      EXPECT_TRUE(comm.recv<int>(0).empty());
    }
  });
}

TEST_P(OnEachEngine, HandsOverTheVeryMemoryOfAMovedVector) {
  const int* sent = nullptr;
  const int* received = nullptr;
  const int* adopted = nullptr;
  run(ring(2), [&](Communicator& comm) {
    if (comm.rank() == 0) {
      std::vector<int> data(1000, 7);
      sent = data.data();
      comm.send(1, std::move(data));
      Request back = comm.iadopt(1, data);
      EXPECT_EQ(comm.wait(back).bytes, 1000 * sizeof(int));
      EXPECT_EQ(data.data(), sent);
      comm.send(1, std::move(data));
      comm.round([&](Round& r) { r.adopt(1, data); });
      adopted = data.data();
    } else {
      std::vector<int> data = comm.recv<int>(0);
      comm.send(0, std::move(data));
      data = comm.recv<int>(0);
      received = data.data();
      comm.round([&](Round& r) { r.send(0, std::move(data)); });
    }
  });
  EXPECT_EQ(sent, received);
  EXPECT_EQ(sent, adopted);
}

TEST_P(OnEachEngine, CopiesAMovedVectorForAReceiverWithABuffer) {
  run(ring(2), [](Communicator& comm) {
    if (comm.rank() == 0) {
      comm.send(1, std::vector<int>{1, 2, 3});
      comm.send(1, std::vector<int>{4, 5});
    } else {
      std::vector<int> data(3);
      comm.recv(0, data);
      EXPECT_EQ(data, (std::vector<int>{1, 2, 3}));
      EXPECT_EQ(comm.recv<short>(0).size(), 4U);  // another element type: the same bytes
    }
  });
}

TEST_P(OnEachEngine, ReadsSendBuffersBeforeTheReceivesOfTheSameRound) {
  run(ring(3), [](Communicator& comm) {
    int value = comm.rank();
    comm.sendrecv((comm.rank() + 1) % 3, std::span(&value, 1), (comm.rank() + 2) % 3, std::span(&value, 1));
    EXPECT_EQ(value, (comm.rank() + 2) % 3);
  });
}

TEST_P(OnEachEngine, SendsMessagesToOneself) {
  const Report report = run(ring(2), [](Communicator& comm) {
    int out = 5 + comm.rank();
    int in = 0;
    comm.sendrecv(comm.rank(), std::span(&out, 1), comm.rank(), std::span(&in, 1));
    EXPECT_EQ(in, out);
    Request request = comm.irecv(comm.rank(), std::span(&in, 1), 3);
    out = 9;
    comm.send(comm.rank(), std::span(&out, 1), 3);
    comm.wait(request);
    EXPECT_EQ(in, 9);
  });
  EXPECT_EQ(report.finish.time, Ticks{0});
  EXPECT_EQ(report.totals.messages, 0);
}

TEST_P(OnEachEngine, MatchesByTagAndOvertakesNothing) {
  run(ring(2), [](Communicator& comm) {
    if (comm.rank() == 0) {
      for (int i = 0; i < 10; ++i) comm.send(1, std::span(&i, 1), i % 2);
    } else {
      std::vector<int> odd(5);
      std::vector<int> even(5);
      for (int i = 0; i < 5; ++i) comm.recv(0, std::span(&odd[static_cast<std::size_t>(i)], 1), 1);
      for (int i = 0; i < 5; ++i) comm.recv(0, std::span(&even[static_cast<std::size_t>(i)], 1), 0);
      EXPECT_EQ(odd, (std::vector<int>{1, 3, 5, 7, 9}));
      EXPECT_EQ(even, (std::vector<int>{0, 2, 4, 6, 8}));
    }
  });
}

TEST_P(OnEachEngine, WaitsForManyRequestsAtOnce) {
  run(complete(5), [](Communicator& comm) {
    std::vector<int> in(5, -1);
    std::vector<Request> requests;
    for (int other = 0; other < 5; ++other) {
      const int mine = 10 * comm.rank() + other;
      requests.push_back(comm.irecv(other, std::span(&in[static_cast<std::size_t>(other)], 1)));
      requests.push_back(comm.isend(other, std::span(&mine, 1)));
    }
    comm.wait_all(requests);
    for (int other = 0; other < 5; ++other)
      EXPECT_EQ(in[static_cast<std::size_t>(other)], 10 * other + comm.rank());
    EXPECT_FALSE(requests.front().is_pending());
    comm.wait_all(requests);  // again: nothing left to wait for
  });
}

TEST_P(OnEachEngine, LetsAPeWaitInsideACatchBlock) {
  run(ring(8), [](Communicator& comm) {
    int token = comm.rank();
    try {
      throw std::runtime_error("of " + std::to_string(comm.rank()));
    } catch (const std::exception&) {
      comm.sendrecv((comm.rank() + 1) % 8, std::span(&token, 1), (comm.rank() + 7) % 8, std::span(&token, 1));
      comm.synchronize();
      try {
        throw;
      } catch (const std::runtime_error& e) {
        EXPECT_EQ(e.what(), "of " + std::to_string(comm.rank()));
      }
    }
    EXPECT_EQ(token, (comm.rank() + 7) % 8);
  });
}

TEST_P(OnEachEngine, GivesEachPeItsOwnSeededRandomNumbers) {
  const auto draw = [&](std::uint64_t seed) {
    std::vector<std::uint64_t> drawn(4);
    Machine machine(ring(4), {}, {.engine = GetParam(), .seed = seed});
    machine.run([&](Communicator& comm) { drawn[static_cast<std::size_t>(comm.rank())] = comm.random()(); });
    return drawn;
  };
  const auto first = draw(1);
  EXPECT_EQ(first, draw(1));
  EXPECT_NE(first, draw(2));
  EXPECT_NE(first[0], first[1]);
}

TEST_P(OnEachEngine, PrintsLinesInTheOrderOfVirtualTimeAndRank) {
  const Report report = run(ring(3), [](Communicator& comm) {
    comm.print("first");
    comm.compute(Ticks{10 - comm.rank()});
    comm.print("later");
    comm.print("and later");
  });
  ASSERT_EQ(report.output.size(), 9U);
  EXPECT_EQ(report.output[2].rank, 2);
  EXPECT_EQ(report.output[3].time, Ticks{8});
  EXPECT_EQ(report.output[3].rank, 2);
  EXPECT_EQ(report.output[4].text, "and later");
}

TEST_P(OnEachEngine, PrintsATextOfSeveralLinesAsLines) {
  const Report report = run(ring(2), [](Communicator& comm) {
    if (comm.rank() == 1) comm.print("a\n\nb");
    if (comm.rank() == 0) comm.print("c\n");
    if (comm.rank() == 0) comm.print("");
  });
  std::vector<std::string> lines;
  for (const PrintedLine& line : report.output) lines.push_back(std::to_string(line.rank) + line.text);
  EXPECT_EQ(lines, (std::vector<std::string>{"0c", "0", "1a", "1", "1b"}));
}

INSTANTIATE_TEST_SUITE_P(Engines, OnEachEngine, testing::Values(PeEngine::fibers, PeEngine::threads),
                         [](const auto& parameter) { return parameter.index == 0 ? "fibers" : "threads"; });

}  // namespace
}  // namespace toruscope
