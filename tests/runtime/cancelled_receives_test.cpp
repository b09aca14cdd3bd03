// SPDX-License-Identifier: Apache-2.0
// A receive that is given up - its round is cancelled, or an exception destroys its request -
// leaves no trace: a message that it had got is there for those that follow. What destructors call
// while a run is ended returns at once.

#include <toruscope/machine.hpp>

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using testing::HasSubstr;

class CancelledReceive : public testing::TestWithParam<PeEngine> {
 protected:
  void run(int p, const std::function<void(Communicator&)>& program) const {
    Machine(complete(p), preset("unit"), {.engine = GetParam(), .workers = 2, .perturb = 3U}).run(program);
  }
  /// PE 1 sends 'a', 'b', 'c', then a message of tag 9 after which they are all at PE 0, which goes
  /// on with `then`.
  void with_abc(const std::function<void(Communicator&)>& then) const {
    run(2, [&](Communicator& comm) {
      if (comm.rank() == 1) {
        for (const char body : {'a', 'b', 'c'}) comm.send(0, std::vector<char>{body});
        comm.send(0, std::vector<char>{}, 9);
        return;
      }
      then(comm);
    });
  }
};

void all_are_here(Communicator& comm) {
  static_cast<void>(comm.recv<char>(1, 9));
}
char next(Communicator& comm, Rank from = 1) {
  return comm.recv<char>(from).at(0);
}

TEST_P(CancelledReceive, OfARoundGivesItsMessageBack) {
  with_abc([](Communicator& comm) {
    all_are_here(comm);
    std::vector<char> first(1, '-');
    std::vector<char> second(1, '-');
    EXPECT_THROW(comm.round([&](Round& round) {
      round.recv(1, first);
      round.recv(1, second);
      throw std::runtime_error("never mind");
    }),
                 std::runtime_error);

    EXPECT_EQ(first[0], '-');
    EXPECT_EQ(next(comm), 'a');
    EXPECT_EQ(next(comm), 'b');
    EXPECT_EQ(next(comm), 'c');
  });
}

TEST_P(CancelledReceive, OfADestroyedRequestGivesItsMessageBack) {
  with_abc([](Communicator& comm) {
    char body = '-';
    try {
      const Request request = comm.irecv(1, std::span(&body, 1));
      all_are_here(comm);
      throw std::runtime_error("never mind");
    } catch (const std::runtime_error&) {
    }

    EXPECT_EQ(next(comm), 'a');
    EXPECT_EQ(next(comm, any_source), 'b');
    EXPECT_EQ(next(comm), 'c');
    EXPECT_EQ(body, '-');
  });
}

//   the receives that were posted after it move up by one message
TEST_P(CancelledReceive, LeavesItsMessageToThoseAlreadyPosted) {
  with_abc([](Communicator& comm) {
    char bodies[3] = {};
    std::optional<Request> first = comm.irecv(1, std::span(bodies, 1));
    Request second = comm.irecv(1, std::span(bodies + 1, 1));
    Request third = comm.irecv(any_source, std::span(bodies + 2, 1));
    all_are_here(comm);
    EXPECT_FALSE(comm.probe(1));  // they have taken all
    try {
      const Request gone = std::move(*first);
      throw std::runtime_error("never mind");
    } catch (const std::runtime_error&) {
    }

    comm.wait_all(second, third);
    EXPECT_EQ(bodies[1], 'a');
    EXPECT_EQ(bodies[2], 'b');
    EXPECT_EQ(next(comm), 'c');
  });
}

//   PE 1 sends at 0, PE 2 at 50. The receive that is given up had the first one.
TEST_P(CancelledReceive, LeavesTheOrderOfArrival) {
  run(3, [](Communicator& comm) {
    if (comm.rank() == 2) comm.compute(Ticks{50});
    if (comm.rank() != 0) return comm.send(0, std::vector<char>{comm.rank() == 1 ? 'a' : 'b'});
    comm.compute(Ticks{100});
    char body = '-';
    try {
      Request any = comm.irecv(any_source, std::span(&body, 1));
      EXPECT_FALSE(comm.probe(1));  // it is taken
      throw std::runtime_error("never mind");
    } catch (const std::runtime_error&) {
    }

    EXPECT_TRUE(comm.probe(1));
    EXPECT_EQ(next(comm, any_source), 'a');
    EXPECT_EQ(next(comm, any_source), 'b');
  });
}

TEST_P(CancelledReceive, LeavesAMessageThatIsReportedIfNobodyTakesIt) {
  std::string report;
  try {
    with_abc([](Communicator& comm) {
      all_are_here(comm);
      EXPECT_EQ(next(comm), 'a');
      EXPECT_EQ(next(comm), 'b');
      char body = '-';
      try {
        const Request request = comm.irecv(1, std::span(&body, 1));
        throw std::runtime_error("never mind");
      } catch (const std::runtime_error&) {
      }
    });
  } catch (const ProgramError& error) {
    report = error.what();
  }
  EXPECT_THAT(report, HasSubstr("1 message was never received; the first is 1 -> 0, tag 0, 1 byte"));
}

/// What a careless program does in a destructor: none of these loops may go on for ever.
struct Farewell {
  Communicator& comm;
  std::vector<char> body{std::vector<char>(8)};
  std::vector<Request> requests{};
  int& ended;

  Farewell(Communicator& c, int& count) : comm(c), ended(count) {
    for (std::size_t i = 0; i < 6; ++i) requests.push_back(comm.irecv(0, std::span(&body[i], 1)));
  }
  Farewell(const Farewell&) = delete;
  Farewell& operator=(const Farewell&) = delete;
  ~Farewell() {
    while (!comm.test(requests[3])) {
    }
    while (requests[1].is_pending()) comm.wait(requests[1]);
    while (requests[0].is_pending() || requests[2].is_pending()) comm.wait_any(std::span(requests).first(3));
    while (!comm.probe(any_source)) {
    }
    while (const auto found = comm.probe(any_source)) comm.recv(found->source, body);
    comm.wait_all(requests[4], requests[5]);
    ended += requests[3].is_pending() || requests[4].is_pending() || requests[5].is_pending() ? 0 : 1;
  }
};

TEST_P(CancelledReceive, EndsTheLoopsOfDestructorsWhenTheRunIsEnded) {
  int ended[2] = {};
  EXPECT_THROW(run(3,
                   [&](Communicator& comm) {
                     if (comm.rank() == 0) throw std::runtime_error("mine");
                     const Farewell farewell(comm, ended[comm.rank() - 1]);
                     comm.synchronize();
                   }),
               ProgramError);
  EXPECT_EQ(ended[0], 1);
  EXPECT_EQ(ended[1], 1);
}

INSTANTIATE_TEST_SUITE_P(Engines, CancelledReceive, testing::Values(PeEngine::fibers, PeEngine::threads),
                         [](const auto& parameter) { return parameter.index == 0 ? "fibers" : "threads"; });

}  // namespace
}  // namespace toruscope
