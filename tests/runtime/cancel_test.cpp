// SPDX-License-Identifier: Apache-2.0
// cancel (T10): a receive ends without a message if none is there by the PE's clock, on every
// execution alike. Complete graphs: ts = 10, x = 20 for kBody, th = 1; a message is there after 31.

#include "tests/runtime/clocks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace toruscope::test {
namespace {

using testing::HasSubstr;

Request receive_byte(Communicator& comm, Rank from, char& into, Tag tag = 0) {
  return comm.irecv(from, std::span(&into, 1), tag);
}

//   PE 1   sends at 0; PE 0 asks at 30, 31
TEST(Cancel, SaysNoIfTheMessageHasComeAtThisClock) {
  for (const int clock : {30, 31})
    expect_clocks(complete(2), kMachine, {{clock == 30 ? 1 : 0, clock, 31}, {}},
                  [=](Communicator& comm, Clocks& clocks) {
                    if (comm.rank() == 1) return comm.send(0, kBody);
                    std::vector<char> body(20);
                    Request request = comm.irecv(1, body);
                    comm.compute(Ticks{clock});
                    clocks.note(comm, comm.cancel(request) ? 1 : 0);
                    clocks.note(comm);
                    EXPECT_EQ(request.is_pending(), clock == 31);
                    if (clock == 31)
                      comm.wait(request);
                    else
                      comm.recv(1, body);
                    clocks.note(comm);
                  });
}

// The second receive gets the message that the first one would have got, the third the second.
TEST(Cancel, GivesItsMessageToTheNext) {
  for (const Rank named : {1, any_source})
    expect_clocks(complete(2), kMachine, {{1, 0, 'a', 31, 'b', 61}, {}},
                  [=](Communicator& comm, Clocks& clocks) {
                    if (comm.rank() == 1) {
                      for (const char letter : {'a', 'b'}) {
                        std::vector<char> body(20, letter);
                        comm.send(0, body);
                      }
                      return;
                    }
                    std::vector<std::vector<char>> bodies(3, std::vector<char>(20));
                    std::vector<Request> requests;
                    for (std::vector<char>& body : bodies) requests.push_back(comm.irecv(named, body));
                    clocks.note(comm, comm.cancel(requests[0]) ? 1 : 0);
                    clocks.note(comm);
                    for (std::size_t i = 1; i < 3; ++i) {
                      comm.wait(requests[i]);
                      clocks.note(comm, bodies[i][0]);
                      clocks.note(comm);
                    }
                  });
}

// Among many, which wait_any keeps in order: the n-th message, of 0 bytes, is there at 11 + 10 n.
TEST(Cancel, LeavesTheOrderOfMany) {
  constexpr int kMany = 40;
  expect_clocks(complete(2), kMachine, {{0, 11, 2, 21, 3, 31, 411}, {}},
                [](Communicator& comm, Clocks& clocks) {
                  const std::vector<char> nothing;
                  if (comm.rank() == 1) {
                    for (int i = 0; i <= kMany; ++i) comm.send(0, nothing);
                    return;
                  }
                  std::vector<char> none;
                  std::vector<Request> requests;
                  for (int i = 0; i < kMany; ++i) requests.push_back(comm.irecv(1, none));
                  for (int i = 0; i < 3; ++i) {
                    clocks.note(comm, static_cast<int>(comm.wait_any(requests)));
                    clocks.note(comm);
                    if (i == 0) {
                      EXPECT_TRUE(comm.cancel(requests[1]));
                    }
                  }
                  comm.wait_all(requests);
                  comm.recv(1, none);
                  comm.recv(1, none);
                  clocks.note(comm);
                });
}

//   PE 1   its ssend is posted at 50. The receive of PE 0 is cancelled at 49: it waits for the one
//          at 100. At 50 the send has begun for it: no
TEST(Cancel, OfAReceiveThatASynchronousSendHasFound) {
  for (const int clock : {49, 50})
    expect_clocks(complete(2), kMachine,
                  {{clock == 49 ? 1 : 0, clock, clock == 49 ? 131 : 100}, {clock == 49 ? 130 : 80}},
                  [=](Communicator& comm, Clocks& clocks) {
                    if (comm.rank() == 1) {
                      comm.compute(Ticks{50});
                      comm.ssend(0, kBody);
                      return clocks.note(comm);
                    }
                    std::vector<char> body(20);
                    Request request = comm.irecv(1, body);
                    comm.compute(Ticks{clock});
                    const bool is_cancelled = comm.cancel(request);
                    clocks.note(comm, is_cancelled ? 1 : 0);
                    clocks.note(comm);
                    comm.compute(Ticks{100 - clock});
                    if (is_cancelled)
                      comm.recv(1, body);
                    else
                      comm.wait(request);
                    clocks.note(comm);
                  });
}

//   PE 1   issends at 500 and 600 find PE 0's two receives ahead of their clocks. One is cancelled
//          at 400: the first send gets the other, the second waits for the receive at 1000
TEST(Cancel, LetsSendsThatWaitFindOthers) {
  expect_clocks(complete(2), kMachine, {{1, 400, 531, 1031}, {530, 1030}},
                [](Communicator& comm, Clocks& clocks) {
                  std::vector<char> first(20);
                  std::vector<char> second(20);
                  if (comm.rank() == 1) {
                    comm.compute(Ticks{500});
                    Request a = comm.issend(0, first);
                    comm.compute(Ticks{90});
                    Request b = comm.issend(0, second);
                    comm.wait(a);
                    clocks.note(comm, 530);  // wait(a) at a clock beyond
                    comm.wait(b);
                    return clocks.note(comm);
                  }
                  Request a = comm.irecv(1, first);
                  Request b = comm.irecv(1, second);
                  comm.compute(Ticks{400});
                  clocks.note(comm, comm.cancel(a) ? 1 : 0);
                  clocks.note(comm);
                  comm.wait(b);
                  clocks.note(comm);
                  comm.compute(Ticks{1000 - 531});
                  comm.recv(1, first);
                  clocks.note(comm);
                });
}

//   PE 1   sends 1 at 5, then ssends 2, which finds PE 0's second receive ahead of its clock: the
//          first is to get 1. That is cancelled at 0: the second gets 1, the next one 2
TEST(Cancel, OfAReceiveWhoseMessageIsOnItsWayMovesThoseBehindIt) {
  expect_clocks(complete(2), kMachine, {{1, 1, 2}, {}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 1) {
      comm.compute(Ticks{5});
      comm.send(0, char{1});
      return comm.ssend(0, char{2});
    }
    char first = 0;
    char second = 0;
    Request a = receive_byte(comm, 1, first);
    Request b = receive_byte(comm, 1, second);
    clocks.note(comm, comm.cancel(a) ? 1 : 0);
    Request c = receive_byte(comm, 1, first);
    comm.wait_all(b, c);
    clocks.note(comm, second);
    clocks.note(comm, first);
  });
}

TEST(Cancel, OfACompleteRequestIsNo) {
  Machine(complete(1), kFree).run([](Communicator& comm) {
    char body = 0;
    Request request = receive_byte(comm, 0, body);
    comm.send(0, 'a');
    comm.wait(request);
    EXPECT_FALSE(comm.cancel(request));
    request = receive_byte(comm, 0, body);
    EXPECT_TRUE(comm.cancel(request));
    EXPECT_FALSE(comm.cancel(request));
  });
}

void expect_refused(const std::string& text, const Parameters& machine,
                    const std::function<void(Communicator&)>& program) {
  try {
    Machine(complete(1), machine).run(program);
    FAIL() << text;
  } catch (const ProgramError& error) {
    EXPECT_THAT(error.what(), HasSubstr(text));
  }
}

TEST(Cancel, RefusesWhatIsNoReceiveAndWhatItCannotTakeBack) {
  expect_refused("cancel: only a receive can be cancelled", kFree, [](Communicator& comm) {
    Request request = comm.isend(0, 'a');
    static_cast<void>(comm.cancel(request));
  });
  Parameters strict = kMachine;
  strict.port_policy = PortPolicy::strict;
  expect_refused("cancel: not under the port policy strict", strict, [](Communicator& comm) {
    char body = 0;
    Request request = receive_byte(comm, 0, body);
    static_cast<void>(comm.cancel(request));
  });
  expect_refused("cancel: not possible while an operation", kMachine, [](Communicator& comm) {
    char body = 0;
    Request request = receive_byte(comm, 0, body);
    Request operation = start(comm, [](Communicator& c) { c.compute(Ticks{1}); });
    static_cast<void>(comm.cancel(request));
  });
}

// A destructor's loops end while the PE is being unwound.
TEST(Cancel, GivesUpWhileThePeIsUnwound) {
  struct Farewell {
    Communicator& comm;
    char body = 0;
    Request request = receive_byte(comm, 1, body);
    explicit Farewell(Communicator& c) : comm(c) {}
    ~Farewell() {
      while (request.is_pending()) static_cast<void>(comm.cancel(request));
    }
  };
  EXPECT_THROW(Machine(complete(2), kMachine).run([](Communicator& comm) {
    if (comm.rank() == 1) throw std::runtime_error("never mind");
    const Farewell farewell(comm);
    char body = 0;
    comm.recv(1, body);
  }),
               ProgramError);
}

}  // namespace
}  // namespace toruscope::test
