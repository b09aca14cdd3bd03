// SPDX-License-Identifier: Apache-2.0
// Each kind of damage that a tap can do, on PE 0 of three: what the others then get.

#include "runtime/pe/tap.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::core {
namespace {

using Sending = Tap::Sending;
using Sends = std::vector<Sending>;

class Damage : public Tap {
 public:
  std::function<Sends(Sending)> sending;
  std::function<void(const Receiving&)> receiving;

  Sends send(Sending asked) override { return sending ? sending(asked) : Tap::send(asked); }
  void receive(const Receiving& message) override {
    if (receiving) receiving(message);
  }
};

std::vector<std::byte> bytes_of_text(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// PE 0 sends "abc" and "def" to PE 1 through the tap; what PE 1 and PE 2 get of so many messages
/// each.
std::vector<std::string> two_messages(Tap& tap, int for_1, int for_2, bool by_rounds = false) {
  std::vector<std::string> got;
  const auto receive = [&](Communicator& comm, int messages) {
    for (int i = 0; i < messages; ++i) {
      const auto body = comm.recv<char>(0);
      got.emplace_back(body.begin(), body.end());
    }
  };
  Machine(ring(3)).run([&](Communicator& comm) {
    if (comm.rank() == 0) {
      const TapScope scope(tap);
      for (const std::string text : {"abc", "def"}) {
        if (by_rounds) {
          comm.round([&](Round& round) { round.send(1, text); });
        } else {
          comm.send(1, text);
        }
      }
    }
    if (comm.rank() == 1) receive(comm, for_1);
    comm.synchronize();
    if (comm.rank() == 2) receive(comm, for_2);
  });
  return got;
}

using Texts = std::vector<std::string>;

TEST(Tap, SeesWhatIsSentAndWhatIsReceivedAndChangesNothing) {
  Damage damage;
  Texts seen;
  const char* sources[2] = {};
  damage.sending = [&](const Sending& s) {
    std::string text(s.data.size(), ' ');
    std::transform(s.data.begin(), s.data.end(), text.begin(),
                   [](std::byte b) { return std::to_integer<char>(b); });
    seen.push_back(std::to_string(s.to) + ":" + std::to_string(s.tag) + " " + text);
    sources[seen.size() - 1] = reinterpret_cast<const char*>(s.source);
    return Sends{s};
  };
  damage.receiving = [&](const Tap::Receiving& r) {
    seen.push_back("from " + std::to_string(r.source) + ":" + std::to_string(r.tag) + ", " +
                   std::to_string(r.message.size()) + " bytes for " + std::to_string(r.buffer.size()));
  };

  Machine(ring(2)).run([&](Communicator& comm) {
    const std::string text = "abc";
    char buffer[5] = {};
    if (comm.rank() == 1) return comm.send(0, text, 6);
    const TapScope scope(damage);
    comm.send(0, text, 4);
    EXPECT_EQ(sources[0], text.data());
    comm.recv(0, buffer, 4);
    comm.recv(1, buffer, 6);
    EXPECT_STREQ(buffer, "abc");
  });

  EXPECT_EQ(seen, (Texts{"0:4 abc", "from 0:4, 3 bytes for 5", "from 1:6, 3 bytes for 5"}));
}

TEST(Tap, LiesOnlyAsLongAsItsScope) {
  Damage damage;
  int sends = 0;
  damage.sending = [&](const Sending& s) { return ++sends, Sends{s}; };

  Machine(ring(2)).run([&](Communicator& comm) {
    char body = 'x';
    for (int i = 0; i < 3; ++i) {
      std::optional<TapScope> scope;
      if (comm.rank() == 0 && i == 1) scope.emplace(damage);
      comm.sendrecv(1 - comm.rank(), std::span(&body, 1), 1 - comm.rank(), std::span(&body, 1));
    }
  });

  EXPECT_EQ(sends, 1);
}

TEST(Tap, DropsAMessage) {
  Damage damage;
  damage.sending = [first = true](const Sending& s) mutable {
    return std::exchange(first, false) ? Sends{} : Sends{s};
  };

  EXPECT_EQ(two_messages(damage, 1, 0), (Texts{"def"}));
}

TEST(Tap, DoublesAMessage) {
  for (const bool by_rounds : {false, true}) {
    Damage damage;
    damage.sending = [](const Sending& s) { return Sends{s, s}; };

    EXPECT_EQ(two_messages(damage, 4, 0, by_rounds), (Texts{"abc", "abc", "def", "def"}));
  }
}

TEST(Tap, SendsAMessageToAnother) {
  Damage damage;
  damage.sending = [first = true](Sending s) mutable {
    if (std::exchange(first, false)) s.to = 2;
    return Sends{s};
  };

  EXPECT_EQ(two_messages(damage, 1, 1), (Texts{"def", "abc"}));
}

TEST(Tap, LetsTheNextOneGoFirst) {
  Damage damage;
  damage.sending = [held = std::optional<Sending>()](const Sending& s) mutable {
    if (held) return Sends{s, *held};
    held.emplace(s);
    return Sends{};
  };

  EXPECT_EQ(two_messages(damage, 2, 0), (Texts{"def", "abc"}));
}

TEST(Tap, TruncatesAMessage) {
  Damage damage;
  damage.sending = [](Sending s) {
    s.data.resize(1);
    return Sends{s};
  };

  EXPECT_EQ(two_messages(damage, 2, 0), (Texts{"a", "d"}));
}

TEST(Tap, SendsTheBodyOfTheOneBefore) {
  Damage damage;
  damage.sending = [before = bytes_of_text("---")](Sending s) mutable {
    before.swap(s.data);
    return Sends{s};
  };

  EXPECT_EQ(two_messages(damage, 2, 0), (Texts{"---", "abc"}));
}

/// PE 0 passes on to PE 2 what it gets from PE 1; the tap lets it send before that has come.
TEST(Tap, LetsASendStartBeforeItsDataAreThere) {
  Damage damage;
  const std::byte* place = nullptr;
  std::vector<std::byte> before;
  damage.receiving = [&](const Tap::Receiving& r) {
    place = r.buffer.data();
    before.assign(r.buffer.begin(), r.buffer.end());
  };
  damage.sending = [&](Sending s) {
    if (s.source == place) s.data = before;
    return Sends{s};
  };
  std::string passed_on(3, ' ');
  std::string kept = "old";

  Machine(ring(3)).run([&](Communicator& comm) {
    if (comm.rank() == 1) comm.send(0, std::string("new"));
    if (comm.rank() == 2) comm.recv(0, passed_on);
    if (comm.rank() != 0) return;
    const TapScope scope(damage);
    comm.recv(1, kept);
    comm.send(2, kept);
  });

  EXPECT_EQ(kept, "new");
  EXPECT_EQ(passed_on, "old");
}

TEST(Tap, CannotJoinTheRoundWhoseSendItSees) {
  for (const bool is_of_two : {false, true}) {
    const auto program = [is_of_two](Communicator& comm) {
      Damage damage;
      damage.sending = [&comm](const Sending& s) {
        comm.send(1, 1);
        return Sends{s};
      };
      std::optional<TapScope> scope;
      if (comm.rank() == 0) scope.emplace(damage);
      const Rank other = 1 - comm.rank();
      int number = 0;
      if (is_of_two) return static_cast<void>(comm.sendrecv(other, 1, other, number));
      comm.round([&](Round& round) {
        round.send(other, 1);
        round.recv(other, number);
      });
    };
    std::string text;
    try {
      static_cast<void>(Machine(ring(2)).run(program));
    } catch (const ProgramError& error) {
      text = error.what();
    }
    EXPECT_NE(text.find("send: called while a round is being described; "), std::string::npos)
        << is_of_two << ": " << text;
  }
}

TEST(Tap, MaySendByItselfOutsideRounds) {
  std::vector<int> got(2);
  Machine(ring(2)).run([&](Communicator& comm) {
    if (comm.rank() == 1) {
      for (int& number : got) comm.recv(0, number);
      return;
    }
    Damage damage;
    damage.sending = [&comm](const Sending& s) {
      comm.send(1, 5);
      return Sends{s};
    };
    const TapScope scope(damage);
    comm.send(1, 7);
  });

  EXPECT_EQ(got, (std::vector<int>{5, 7}));
}

TEST(Tap, ChangesWhatIsReceived) {
  Damage damage;
  damage.receiving = [](const Tap::Receiving& r) { std::reverse(r.message.begin(), r.message.end()); };
  std::vector<std::string> got;

  Machine(ring(2)).run([&](Communicator& comm) {
    if (comm.rank() == 1) {
      comm.send(0, std::string("abc"));
      comm.send(0, std::vector<char>{'d', 'e', 'f'});
      return;
    }
    const TapScope scope(damage);
    std::string copied(3, ' ');
    comm.recv(1, copied);
    const auto adopted = comm.recv<char>(1);
    got = {copied, std::string(adopted.begin(), adopted.end())};
  });

  EXPECT_EQ(got, (Texts{"cba", "fed"}));
}

}  // namespace
}  // namespace toruscope::core
