// SPDX-License-Identifier: Apache-2.0
// Tens of thousands of operations under way at one PE: each gets what it should, in the order that
// T10 gives it. That the work for each does not grow with their number is counted in
// path/mailbox_test.cpp, pe/send_queue_test.cpp and pe/completion_order_test.cpp.

#include <toruscope/machine.hpp>

#include <gtest/gtest.h>
#include <map>
#include <span>
#include <vector>

namespace toruscope {
namespace {

constexpr std::size_t kMany = 20'000;

class ManyOutstanding : public testing::Test {
 protected:
  /// PE 0 does `receives` with kMany values and requests, PE 1 `sends` with as many.
  template <class Receives, class Sends>
  void run(const Receives& receives, const Sends& sends) const {
    Machine(ring(2), preset("unit"), {.workers = 1}).run([&](Communicator& comm) {
      std::vector<int> values(kMany, -1);
      std::vector<Request> requests(kMany);
      if (comm.rank() == 0)
        receives(comm, values, requests);
      else
        sends(comm, requests);
    });
  }
  static std::span<int> one(std::vector<int>& values, std::size_t i) { return std::span(values).subspan(i, 1); }
  static void send_all(Communicator& comm) {
    for (std::size_t i = 0; i < kMany; ++i) comm.send(0, std::vector<int>{static_cast<int>(i)});
  }
  static void expect_in_order(const std::vector<int>& values) {
    for (std::size_t i = 0; i < kMany; ++i) ASSERT_EQ(values[i], static_cast<int>(i));
  }
};

TEST_F(ManyOutstanding, ReceivesWithoutASourceGetTheMessagesInTheirOrder) {
  const auto post_all = [](Communicator& comm, std::vector<int>& values, std::vector<Request>& requests) {
    for (std::size_t i = 0; i < kMany; ++i) requests[i] = comm.irecv(any_source, one(values, i));
  };
  const auto sends = [](Communicator& comm, std::vector<Request>&) { send_all(comm); };
  run(
      [&](Communicator& comm, std::vector<int>& values, std::vector<Request>& requests) {
        post_all(comm, values, requests);
        comm.wait_all(requests);
        expect_in_order(values);
      },
      sends);
  run(
      [&](Communicator& comm, std::vector<int>& values, std::vector<Request>& requests) {
        post_all(comm, values, requests);
        for (std::size_t i = kMany; i-- > 0;) comm.wait(requests[i]);
        expect_in_order(values);
      },
      sends);
  run(
      [&](Communicator& comm, std::vector<int>& values, std::vector<Request>& requests) {
        post_all(comm, values, requests);
        for (std::size_t i = 0; i < kMany; ++i) ASSERT_EQ(comm.wait_any(requests), i);
        expect_in_order(values);
      },
      sends);
}

TEST_F(ManyOutstanding, SynchronousSendsGoInTheirOrder) {
  for (const Rank source : {1, any_source})
    for (const bool at_once : {false, true})
      run(
          [&](Communicator& comm, std::vector<int>& values, std::vector<Request>& requests) {
            for (std::size_t i = 0; i < kMany; ++i) {
              if (at_once)
                requests[i] = comm.irecv(source, one(values, i));
              else
                comm.recv(source, one(values, i));
            }
            comm.wait_all(requests);
            expect_in_order(values);
          },
          [](Communicator& comm, std::vector<Request>& requests) {
            for (std::size_t i = 0; i < kMany; ++i)
              requests[i] = comm.issend(0, std::vector<int>{static_cast<int>(i)});
            comm.wait_all(requests);
          });
}

TEST_F(ManyOutstanding, WaitAnyTakesWhatIsCompleteFirst) {
  const auto tag_of = [](std::size_t i) { return static_cast<int>(i * 7919 % kMany); };
  run(
      [&](Communicator& comm, std::vector<int>& values, std::vector<Request>& requests) {
        for (std::size_t i = 0; i < kMany; ++i)
          requests[i] = comm.irecv(1, one(values, i), static_cast<int>(i));
        for (std::size_t i = 0; i < kMany; ++i)
          ASSERT_EQ(comm.wait_any(requests), static_cast<std::size_t>(tag_of(i)));
      },
      [&](Communicator& comm, std::vector<Request>&) {
        for (std::size_t i = 0; i < kMany; ++i) comm.send(0, std::vector<int>{0}, tag_of(i));
      });
}

TEST_F(ManyOutstanding, WaitAnyFollowsRequestsThatMoveAndThatArePostedAgain) {
  run(
      [&](Communicator& comm, std::vector<int>& values, std::vector<Request>& requests) {
        std::map<std::size_t, int> got;
        for (std::size_t i = 0; i < kMany; ++i)
          requests[i] = comm.irecv(1, one(values, i), static_cast<int>(i));
        for (std::size_t i = 0; i < kMany / 2; ++i) {  // those that are done are posted again
          const std::size_t done = comm.wait_any(requests);
          ASSERT_EQ(done, i);
          requests[done] = comm.irecv(1, one(values, done), static_cast<int>(kMany + done));
        }
        while (!requests.empty()) {  // those that are done give their place to the last
          const std::size_t done = comm.wait_any(requests);
          std::swap(requests[done], requests.back());
          requests.pop_back();
        }
        expect_in_order(values);
      },
      [&](Communicator& comm, std::vector<Request>&) {
        for (std::size_t i = 0; i < kMany + kMany / 2; ++i)
          comm.send(0, std::vector<int>{static_cast<int>(i < kMany ? i : i - kMany)}, static_cast<int>(i));
      });
}

TEST_F(ManyOutstanding, WaitAnyOverSendsTakesThemAsTheyEnd) {
  const auto receives = [](Communicator& comm, std::vector<int>& values, std::vector<Request>&) {
    for (std::size_t i = 0; i < kMany; ++i) comm.recv(1, one(values, i));
    expect_in_order(values);
  };
  for (const bool are_synchronous : {false, true})
    run(receives, [&](Communicator& comm, std::vector<Request>& requests) {
      for (std::size_t i = 0; i < kMany; ++i) {
        const std::vector<int> value{static_cast<int>(i)};
        requests[i] = are_synchronous ? comm.issend(0, value) : comm.isend(0, value);
      }
      std::vector<char> is_done(kMany);
      for (std::size_t i = 0; i < kMany; ++i) is_done[comm.wait_any(requests)] = 1;
      EXPECT_EQ(is_done, std::vector<char>(kMany, 1));
    });
}

}  // namespace
}  // namespace toruscope
