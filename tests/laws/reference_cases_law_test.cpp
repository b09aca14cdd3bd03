// SPDX-License-Identifier: Apache-2.0
// The reference judged by itself: machines that are described differently and must come to the
// same, on random programs. Each equality ties a rule that the library may not have yet to one that
// it has.

#include "runtime/core/sanitizers.hpp"
#include "tests/support/machine_files.hpp"
#include "tests/support/outcome.hpp"
#include "tests/support/random_program.hpp"
#include "tests/support/reference_dealt.hpp"
#include "tests/support/reference_network.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <set>

namespace toruscope::test {
namespace {

using Change = std::function<void(MachineDescription&)>;
constexpr int kExperiments = core::kSanitized ? 10 : 60;

/// Expects the same outcome of both changes of a machine with no special rules, on as many
/// programs.
void expect_same(Interest interest, const Change& one, const Change& other) {
  for (int n = 0; n < kExperiments; ++n) {
    rc::Random random(static_cast<std::uint64_t>(n));
    const Experiment experiment = experiments(interest)(random, 20 + n % 60).value();
    MachineDescription a = experiment.machine;
    a.virtual_channels = is_dealt(a) ? kMostLanes : 2;
    a.switching = SwitchingMode::cut_through;
    a.buffers.reset();
    a.flit = 0;
    a.eager.reset();
    a.pieces.clear();
    a.rendezvous.reset();
    a.tw_of = a.th_of = {};
    a.slow = {};
    a.own = {};
    if (a.th == 0) a.th = 1;
    MachineDescription b = a;
    one(a);
    other(b);
    Outcome expected = reference_run(a, experiment.program);
    expected.accounts.clear();  // times are equal, and what they consist of is not
    ASSERT_EQ(difference(experiment.program, expected, reference_run(b, experiment.program)), "")
        << to_string(a) << to_string(b) << to_string(experiment.program);
  }
}

const Change kNothing = [](MachineDescription&) {};

TEST(ReferenceCases, ManyBuffersAreUnlimited) {
  for (const SwitchingMode switching : {SwitchingMode::cut_through, SwitchingMode::store_and_forward})
    expect_same(
        Interest::links, [&](auto& m) { m.switching = switching; },
        [&](auto& m) {
          m.switching = switching;
          m.buffers = 1000;
        });
}

// Messages within a flit are equally long: all tm, nothing for their bytes.
TEST(ReferenceCases, WormsWithinAFlitCostWhatAFlitCosts) {
  constexpr std::int64_t kFlit = 400;
  expect_same(
      Interest::links,
      [](auto& m) {
        m.switching = SwitchingMode::wormhole;
        m.flit = kFlit;
      },
      [](auto& m) {
        m.switching = SwitchingMode::wormhole;
        m.flit = 0;
        m.tm += kFlit * m.tw;
        m.tw = 0;
      });
}

// On private links nothing but ports can be in the way, and one hop is one hop: a worm leaves as
// any message does. (With several ports sends by one link are booked ahead, but for worms.)
TEST(ReferenceCases, OnACompleteGraphAllModesAreOne) {
  const auto of = [](SwitchingMode switching) {
    return [switching](MachineDescription& m) {
      m.ports = 1;
      m.switching = switching;
    };
  };
  for (const SwitchingMode switching : {SwitchingMode::store_and_forward, SwitchingMode::wormhole})
    expect_same(Interest::ports, of(SwitchingMode::cut_through), of(switching));
}

TEST(ReferenceCases, AllPortsAreAsManyAsThereAreLinks) {
  expect_same(
      Interest::ports,
      [](auto& m) {
        m.port_rule = PortRule::k;
        m.ports = std::max(1, m.pes() - 1);
      },
      [](auto& m) {
        m.ports = 1;
        m.port_rule = PortRule::all;
      });
}

TEST(ReferenceCases, MessagesUpToTheEagerLengthDoNotWait) {
  for (const Interest interest : {Interest::links, Interest::unnamed})
    expect_same(interest, kNothing, [](auto& m) { m.eager = 1000; });
}

TEST(ReferenceCases, EqualCostsByLinkAreOneCost) {
  expect_same(Interest::links, kNothing, [](auto& m) {
    m.tw_of.assign(m.dimensions(), m.tw);
    m.th_of.assign(m.dimensions(), m.th);
    m.slow[{0, 1}] = 1;
    m.tw = m.th = 0;
  });
}

// Whether they say what the machine says, or nothing.
TEST(ReferenceCases, PiecesThatCostTheSameAreNone) {
  expect_same(Interest::links, kNothing, [](auto& m) {
    m.pieces = {{.from = 1, .ts = m.ts, .tr = m.tr, .tm = m.tm, .tw = m.tw, .latency = m.latency},
                {.from = 4},
                {.from = 8, .ts = m.ts}};
  });
}

// Where R, a hop and L take no time a handshake takes none.
TEST(ReferenceCases, AHandshakeInZeroTimeIsNone) {
  const auto with = [](std::optional<std::int64_t> rendezvous) {
    return [rendezvous](MachineDescription& m) {
      m.eager = 2;
      m.th = m.latency = 0;
      m.rendezvous = rendezvous;
    };
  };
  for (const Interest interest : {Interest::deadlocks, Interest::unnamed_deadlocks})
    expect_same(interest, with(std::nullopt), with(0));
}

// Two slots on a channel, or one each on two: nobody can tell where nothing is held.
TEST(ReferenceCases, BuffersOfALaneAddUp) {
  const auto stored = [](MachineDescription& m) { m.switching = SwitchingMode::store_and_forward; };
  expect_same(
      Interest::links,
      [&](auto& m) {
        stored(m);
        m.buffers = is_dealt(m) ? 1 : 2;  // its lanes are one channel each
      },
      [&](auto& m) {
        stored(m);
        m.virtual_channels = 4;
        m.buffers = 1;
      });
}

// As IsBrokenByEachRuleReadWrongly, for the rules that the library may not have yet.
TEST(ReferenceCases, RandomProgramsShowEachRuleReadWrongly) {
  std::set<int> unnoticed;
  for (int mistake = kOldMistakes; mistake < kMistakes; ++mistake) unnoticed.insert(mistake);
  for (int mistake = kFirstSizeMistake; mistake < kAllMistakes; ++mistake) unnoticed.insert(mistake);
  for (int n = 0; n < 1500 && !unnoticed.empty(); ++n) {
    rc::Random random(static_cast<std::uint64_t>(n));
    const Interest interest = n % 3 == 0   ? Interest::deadlocks
                              : n % 3 == 1 ? Interest::links
                                           : Interest::unnamed_deadlocks;
    const Experiment experiment = experiments(interest, MachineSort::any)(random, 20 + n % 60).value();
    const Outcome right = reference_run(experiment.machine, experiment.program);
    std::erase_if(unnoticed, [&](int mistake) {
      const Outcome wrong =
          reference_run(experiment.machine, experiment.program, static_cast<Mistake>(mistake));
      return !difference(experiment.program, right, wrong).empty();
    });
  }

  EXPECT_EQ(unnoticed, std::set<int>{}) << "numbers of enum Mistake, from " << kOldMistakes << " on";
}

// Whatever the rules: what ended ends, and with a dateline the network is never in deadlock.
TEST(ReferenceCases, TheNetworkAlwaysDrainsWithADateline) {
  for (int n = 0; n < 4 * kExperiments; ++n) {
    rc::Random random(static_cast<std::uint64_t>(n));
    const Interest interest = n % 2 == 0 ? Interest::links : Interest::unnamed;
    const Experiment experiment = experiments(interest, MachineSort::any)(random, 20 + n % 60).value();

    const Outcome outcome = reference_run(experiment.machine, experiment.program);

    ASSERT_TRUE(outcome.blocked.empty()) << experiment;
    ASSERT_FALSE(outcome.is_deadlock) << experiment;
  }
}

}  // namespace
}  // namespace toruscope::test
