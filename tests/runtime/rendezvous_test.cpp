// SPDX-License-Identifier: Apache-2.0
// A rendezvous (T16), against a reader with a pencil: ts = 4, tw = 1, th = 1, L = 3, R = 2. On a
// complete graph a message of the handshake takes D = 2 + 1 + 3 = 6, and 5 bytes that start at s
// are there at s + 4 + 1 + 3 + 5 = s + 13.

#include "tests/runtime/clocks.hpp"
#include "tests/support/path_check.hpp"

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::Clocks;
using test::expect_clocks;

Parameters with_handshake(std::int64_t handshake = 2, std::int64_t eager = 4) {
  return {.eager = eager,
          .ts = Ticks{4},
          .tw = Ticks{1},
          .th = Ticks{1},
          .latency = Ticks{3},
          .tick = Time{},
          .rendezvous = Time{Ticks{handshake}}};
}

/// PE 0 sends 5 bytes, whose receive PE 1 posts then.
Report sent_after(const TopologyPtr& network, const Parameters& machine, std::int64_t posted, Rank to = 1) {
  Execution execution;
  execution.record_critical_path = true;
  return Machine(network, machine, execution).run([&](Communicator& comm) {
    std::vector<char> body(5);
    if (comm.rank() == 0) comm.send(to, body);
    if (comm.rank() != to) return;
    comm.compute(Ticks{posted});
    comm.recv(0, body);
  });
}

TEST(Rendezvous, TakesARequestAndAnAnswer) {
  const Report early = sent_after(complete(2), with_handshake(), 0);
  EXPECT_EQ(early.finish.time, Ticks{6 + 6 + 13});
  const Account& own = early.finish.account;
  EXPECT_EQ(own.hops, 3);
  EXPECT_EQ(own.latencies, 3);
  EXPECT_EQ(own.slow_hops, Ticks{2 + 2});
  EXPECT_EQ(own.startups, 1);
  EXPECT_EQ(early.totals.messages, 1);
  EXPECT_EQ(test::path_fault(early), "");

  const Report late = sent_after(complete(2), with_handshake(), 20);
  EXPECT_EQ(late.finish.time, Ticks{20 + 6 + 13});
  EXPECT_EQ(late.finish.account.compute, Ticks{20});
  EXPECT_EQ(late.finish.account.hops, 2);
  EXPECT_EQ(late.finish.account.latencies, 2);
  EXPECT_EQ(late.finish.account.slow_hops, Ticks{2});
  EXPECT_EQ(test::path_fault(late), "");

  // At a tie the sender's own account is kept.
  const Report tie = sent_after(complete(2), with_handshake(), 6);
  EXPECT_EQ(tie.finish.time, Ticks{25});
  EXPECT_EQ(tie.finish.account.compute, Ticks{0});
}

TEST(Rendezvous, OfNoTimeTakesItsFlight) {
  EXPECT_EQ(sent_after(complete(2), with_handshake(0), 0).finish.time, Ticks{4 + 4 + 13});
  EXPECT_EQ(sent_after(ring(8), with_handshake(0), 0, 3).finish.time, Ticks{6 + 6 + 4 + 3 + 3 + 5});
  EXPECT_EQ(sent_after(ring(8), with_handshake(2), 0, 3).finish.time, Ticks{8 + 8 + 4 + 3 + 3 + 5});
  Parameters machine = with_handshake(0);
  machine.th = machine.latency = Ticks{0};
  EXPECT_EQ(sent_after(complete(2), machine, 7).finish.time, Ticks{7 + 9});
}

TEST(Rendezvous, IsOnlyForSendsThatWait) {
  EXPECT_EQ(sent_after(complete(2), with_handshake(2, 5), 0).finish.time, Ticks{13});
  Parameters machine = with_handshake();
  machine.rendezvous.reset();
  EXPECT_EQ(sent_after(complete(2), machine, 20).finish.time, Ticks{20 + 13});

  machine = with_handshake();
  machine.eager.reset();
  expect_clocks(complete(2), machine, {{7, 7 + 12 + 9}, {7 + 12 + 13}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(5), own(5);
    if (comm.rank() == 0) {
      Request to_self = comm.issend(0, own);
      comm.compute(Ticks{7});
      comm.recv(0, own);
      comm.wait(to_self);
      clocks.note(comm);
      comm.ssend(1, body);
    } else {
      comm.recv(0, body);
    }
    clocks.note(comm);
  });
}

TEST(Rendezvous, KeepsNoPort) {
  // The second send waits for nothing and goes first: [0, 8), as `isend` keeps the PE for [0, 4).
  expect_clocks(complete(3), with_handshake(), {{4, 8, 21}, {25}, {4 + 4 + 1 + 3 + 4}},
                [](Communicator& comm, Clocks& clocks) {
                  std::vector<char> longer(5), shorter(4);
                  if (comm.rank() == 0) {
                    Request waits = comm.isend(1, longer);
                    clocks.note(comm);
                    Request eager = comm.isend(2, shorter);
                    clocks.note(comm);
                    comm.wait_all(waits, eager);
                    clocks.note(comm);
                  } else {
                    comm.recv(0, comm.rank() == 1 ? longer : shorter);
                    clocks.note(comm);
                  }
                });
}

TEST(Rendezvous, IsKnownWithItsRequest) {
  // A probe at 5 sees nothing, at 6 the send; its receive is posted at 6.
  expect_clocks(complete(2), with_handshake(), {{21}, {0, 1, 25}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(5);
    if (comm.rank() == 0) {
      comm.send(1, body);
    } else {
      comm.compute(Ticks{5});
      clocks.note(comm, comm.probe(0) ? 1 : 0);
      comm.compute(Ticks{1});
      clocks.note(comm, comm.probe(0) ? 1 : 0);
      comm.recv(0, body);
    }
    clocks.note(comm);
  });
  // The second probe at one clock waits for the request.
  expect_clocks(complete(2), with_handshake(), {{}, {0, 6}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(5);
    if (comm.rank() == 0) return comm.send(1, body);
    while (!comm.probe(0)) clocks.note(comm);
    clocks.note(comm);
    comm.recv(0, body);
  });
  // It ends a poll that takes time: at 0 + 4, then at 6 instead of 12.
  Parameters polling = with_handshake();
  polling.poll = Ticks{4};
  expect_clocks(complete(2), polling, {{}, {4, 6, 25}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(5);
    if (comm.rank() == 0) return comm.send(1, body);
    EXPECT_FALSE(comm.probe(0));
    clocks.note(comm);
    EXPECT_TRUE(comm.probe(0));
    clocks.note(comm);
    comm.recv(0, body);
    clocks.note(comm);
  });
}

TEST(Rendezvous, IsMatchedByUnnamedReceivesWhenItIsKnown) {
  const auto program = [](Communicator& comm, Clocks& clocks) {
    std::vector<char> longer(5), shorter(4);
    if (comm.rank() == 0) comm.send(1, longer);
    if (comm.rank() == 2) comm.send(1, shorter);
    if (comm.rank() != 1) return;
    for (int i = 0; i < 2; ++i) {
      clocks.note(comm, comm.recv(any_source, longer).source);
      clocks.note(comm);
    }
  };
  // The request is there at 6, the short message at 4 + 1 + 3 + 4 = 12; its reception takes 8.
  expect_clocks(complete(3), with_handshake(), {{}, {0, 25, 2, 33}, {}}, program);
  // With R = 10 the request is there at 14: the second receive was posted at 12.
  expect_clocks(complete(3), with_handshake(10), {{}, {2, 12, 0, 14 + 14 + 13}, {}}, program);
}

TEST(Rendezvous, HasFoundItsReceiveWhenTheRequestIsThere) {
  for (const int when : {5, 6})
    expect_clocks(complete(2), with_handshake(), {{}, {when == 6 ? 25 : 5 + 10 + 6 + 13}},
                  [&](Communicator& comm, Clocks& clocks) {
                    std::vector<char> body(5);
                    if (comm.rank() == 0) return comm.send(1, body);
                    Request receive = comm.irecv(0, body);
                    comm.compute(Ticks{when});
                    const bool is_gone = comm.cancel(receive);
                    EXPECT_EQ(is_gone, when == 5);
                    if (!is_gone) {
                      comm.wait(receive);
                    } else {
                      comm.compute(Ticks{10});
                      comm.recv(0, body);
                    }
                    clocks.note(comm);
                  });
}

TEST(Rendezvous, IsKnownNoEarlierThanWhatItsPeSentBefore) {
  // 4 bytes sent at 0 are there at 12; the request leaves at 8 and is there at 14.
  expect_clocks(complete(2), with_handshake(), {{}, {12, 14 + 6 + 13}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> longer(5), shorter(4);
    if (comm.rank() == 0) {
      comm.send(1, shorter);
      return comm.send(1, longer);
    }
    for (int i = 0; i < 2; ++i) {
      comm.recv(0, longer);
      clocks.note(comm);
    }
  });
}

// D = 34. PE 1 asks at 20: 4 bytes are there, the request not yet, but what was sent first is taken
// first: the answer comes at 68.
TEST(Rendezvous, IsNotOvertakenByWhatWasSentBehindIt) {
  Parameters machine = with_handshake(30);
  expect_clocks(complete(2), machine, {{}, {5, 68 + 13, 4}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> longer(5), shorter(4);
    if (comm.rank() == 0) {
      Request first = comm.isend(1, longer, 1);
      comm.send(1, shorter, 2);
      return comm.wait(first), void();
    }
    comm.compute(Ticks{20});
    clocks.note(comm, static_cast<std::int64_t>(comm.recv(0, longer, any_tag).bytes));
    clocks.note(comm);
    clocks.note(comm, static_cast<std::int64_t>(comm.recv(0, longer, any_tag).bytes));
  });
}

TEST(Rendezvous, ThatNoSendNeededIsTold) {
  EXPECT_EQ(sent_after(complete(2), with_handshake(2, 5), 0).unused,
            (std::vector<std::string>{
                "rendezvous: 2 given, but no send waited for its receive",
                "eager: 5 B given, but no message was longer, so none waited for its receive"}));
  EXPECT_TRUE(sent_after(complete(2), with_handshake(), 0).unused.empty());
}

}  // namespace
}  // namespace toruscope
