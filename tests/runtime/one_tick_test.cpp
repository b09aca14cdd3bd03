// SPDX-License-Identifier: Apache-2.0
// Receives that name no source where sends and hops take no time (T10): at one tick they are
// answered one by one, by rank, and all that follows in zero time comes between two of them. The
// order is worked out by hand above each test.

#include "tests/runtime/clocks.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

const std::vector<char> kByte(1);

Rank take_any(Communicator& comm, Tag tag = 0) {
  std::vector<char> body;
  return comm.adopt(any_source, body, tag).source;
}

//   quiet: PE 2 has tags 1, 2, 3 of PE 3       it gets 1 for its request and 2, sends to 1; the
//                                              request is not waited for, so tag 3, which names its
//                                              source, waits for its turn like the others
//   quiet: PE 1 has PE 2's                     the lowest: it sends to 0
//   quiet: PE 0 has PE 1's
//   quiet: PE 2 has tag 3                      it sends to 0
TEST(AtOneTickInTurn, AReceiveWithoutASourceIsPendingUntilItIsWaitedFor) {
  expect_clocks(complete(4), kFree, {{1, 2}, {}, {}, {}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(1);
    if (comm.rank() == 0)
      for (int i = 0; i < 2; ++i) clocks.note(comm, take_any(comm));
    if (comm.rank() == 1) {
      take_any(comm);
      comm.send(0, kByte);
    }
    if (comm.rank() == 2) {
      Request request = comm.irecv(any_source, body, 1);
      take_any(comm, 2);
      comm.send(1, kByte);
      static_cast<void>(comm.recv<char>(3, 3));
      comm.send(0, kByte);
      comm.wait(request);
    }
    if (comm.rank() == 3)
      for (const Tag tag : {1, 2, 3}) comm.send(2, kByte, tag);
  });
}

//   quiet: PE 0 has PE 2's, PE 1 has PE 0's    PE 0, the lowest, gets PE 2's for its request, but
//                                              cannot go on; PE 1 gets PE 0's, sends to 0
//   quiet: PE 0 has PE 1's                     for the other receive
TEST(AtOneTickInTurn, AReceiveGetsItsMessageThoughItsPeCannotGoOn) {
  expect_clocks(complete(3), kFree, {{1, 2}, {}, {}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(1);
    if (comm.rank() == 0) {
      comm.send(1, kByte);
      Request request = comm.irecv(any_source, body);
      clocks.note(comm, take_any(comm));
      clocks.note(comm, comm.wait(request).source);
    }
    if (comm.rank() == 1) take_any(comm);
    if (comm.rank() != 0) comm.send(0, kByte);
  });
}

//   --eager 0: a send to another PE waits for its receive, a send of a PE to itself does not
//   quiet: PE 1 has its own, PE 2 has PE 0's   PE 1, the lowest, gets its own, but cannot go on:
//                                              its send to 0 waits
//   quiet: PE 2 has PE 0's                     so PE 0 goes on and sends to 1, too late for PE 1's
//                                              first receive
TEST(AtOneTickInTurn, AReceiveGetsItsMessageThoughASendOfItsRoundWaits) {
  Parameters machine = kFree;
  machine.eager = 0;
  expect_clocks(complete(3), machine, {{}, {1, 0}, {}}, [](Communicator& comm, Clocks& clocks) {
    const std::vector<char> own(1, 'a' + static_cast<char>(comm.rank()));
    std::vector<char> body(1);
    if (comm.rank() == 0) {
      comm.send(2, own);
      Request to_one = comm.isend(1, own);
      static_cast<void>(comm.recv<char>(1));
      comm.wait(to_one);
    }
    if (comm.rank() == 1) {
      comm.round([&](Round& round) {
        round.send(1, own);
        round.send(0, own);
        round.recv(any_source, body);
      });
      clocks.note(comm, body[0] - 'a');
      clocks.note(comm, take_any(comm));
    }
    if (comm.rank() == 2) take_any(comm);
  });
}

//   one tick a message and one a byte: at 1
//   quiet: PEs 0 and 4 have their empty messages   PE 0, the lowest, sends 1 byte to 3: links 0>4
//                                                  and 4>3 [1, 3)
//   quiet: PE 4's                                  it sends 1 byte to 3: link 4>3 is taken until 3,
//                                                  [3, 5)
TEST(AtOneTickInTurn, TheLinksOfAnAnswerAreTakenBeforeTheNextIsGiven) {
  const Parameters machine{.tm = Ticks{1}, .tw = Ticks{1}, .tick = Time{}};
  const Report report =
      expect_clocks(ring(5), machine, {{}, {}, {}, {0, 3, 4, 5}, {}}, [](Communicator& comm, Clocks& clocks) {
        const std::vector<char> nothing;
        if (comm.rank() == 1) comm.send(0, nothing);
        if (comm.rank() == 2) comm.send(4, nothing);
        if (comm.rank() == 0 || comm.rank() == 4) {
          take_any(comm);
          comm.send(3, kByte);
        }
        if (comm.rank() == 3)
          for (int i = 0; i < 2; ++i) {
            clocks.note(comm, take_any(comm));
            clocks.note(comm);
          }
      });
  EXPECT_EQ(report.totals.link_conflicts, 1);
}

}  // namespace
}  // namespace toruscope::test
