// SPDX-License-Identifier: Apache-2.0
// Optima that are known from elsewhere, and those of machines so small that all schedules can be
// tried.
//
// Source  Farley, Hedetniemi, "Broadcasting in grid graphs", 1978, and Hedetniemi, Hedetniemi,
//         Liestman, "A survey of gossiping and broadcasting in communication networks", Networks
//         18, 1988: broadcast in ceil(n/2) rounds on a ring; gossiping there, with calls, in n/2
//         rounds for an even n and (n + 3)/2 for an odd one; both in d rounds on a hypercube.
//         Farley, "Minimum-time line broadcast networks", Networks 10, 1980: ceil(log2 n) rounds if
//         calls may pass others by. Bertsekas et al., "Optimal communication algorithms for
//         hypercubes", JPDC 11, 1991: an exchange of one chunk each with all ports in ceil((2^d -
//         1)/d) rounds.

#include "synthesis/encoding.hpp"
#include "synthesis/search.hpp"
#include "synthesis/solver.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <random>
#include <set>

namespace toruscope::synthesis {
namespace {

Search searched(const Instance& instance, std::optional<int> rounds = std::nullopt) {
  return search(instance, rounds, [] { return false; });
}

/// The search begins at a bound by counting; this asks the solver alone.
bool is_refuted(const Instance& instance, int rounds) {
  const Encoding encoding(instance, rounds, std::nullopt);
  Solver solver(encoding.formula(), [] { return false; });
  return solver.solve({}, 1 << 30) == Answer::no;
}

struct Known {
  Pattern pattern;
  const char* topology;
  Ports ports;
  std::optional<int> hops;
  int rounds, volume;
};

class EveryKnownOptimum : public testing::TestWithParam<Known> {
 protected:
  void SetUp() override {
    if (!has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  }
};

TEST_P(EveryKnownOptimum, IsFoundAndFewerRoundsAreRefuted) {
  const Known& known = GetParam();
  const TopologyPtr topology = parse_topology(known.topology);
  const Instance instance{network_of(*topology, known.ports, known.hops),
                          chunks_of(known.pattern, topology->pes(), 1, 0), std::nullopt};

  const Search found = searched(instance);

  EXPECT_EQ(found.status, Status::optimal);
  EXPECT_EQ(std::ssize(found.plan), known.rounds);
  EXPECT_EQ(volume_of(found.plan), known.volume);
  EXPECT_EQ(fault_of(found.plan, instance).value_or("none"), "none");
  EXPECT_TRUE(is_refuted(instance, known.rounds - 1));
  EXPECT_EQ(searched(instance, known.rounds - 1).status, Status::infeasible);
}

std::string name_of(const Known& known) {
  static const std::vector<std::string> patterns{"broadcast", "scatter", "allgather", "alltoall"};
  std::string name = patterns[static_cast<std::size_t>(known.pattern)] + "_" + known.topology + "_" +
                     to_string(known.ports) + (known.hops ? "" : "_far");
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

constexpr std::optional<int> kAny = std::nullopt;

INSTANTIATE_TEST_SUITE_P(Optima, EveryKnownOptimum,
                         testing::Values(Known{Pattern::broadcast, "ring:4", one_port, 1, 2, 2},
                                         Known{Pattern::broadcast, "ring:5", one_port, 1, 3, 3},
                                         Known{Pattern::broadcast, "ring:6", one_port, 1, 3, 3},
                                         Known{Pattern::broadcast, "ring:7", one_port, 1, 4, 4},
                                         Known{Pattern::broadcast, "ring:8", one_port, 1, 4, 4},
                                         Known{Pattern::broadcast, "ring:8", all_ports, 1, 4, 4},
                                         Known{Pattern::broadcast, "ring:5", one_port, kAny, 3, 3},
                                         Known{Pattern::broadcast, "ring:8", one_port, kAny, 3, 3},
                                         Known{Pattern::broadcast, "line:7", one_port, kAny, 3, 3},
                                         Known{Pattern::broadcast, "tree:8", one_port, kAny, 3, 3},
                                         Known{Pattern::broadcast, "hypercube:3", one_port, 1, 3, 3},
                                         Known{Pattern::broadcast, "torus:3x3", one_port, 1, 4, 4},
                                         Known{Pattern::broadcast, "torus:3x3", all_ports, 1, 2, 2},
                                         Known{Pattern::broadcast, "torus:4x4", one_port, 1, 4, 4},
                                         Known{Pattern::broadcast, "complete:9", k_ports(2), 1, 2, 2},
                                         Known{Pattern::allgather, "ring:4", telephone, 1, 2, 3},
                                         Known{Pattern::allgather, "ring:5", telephone, 1, 4, 6},
                                         Known{Pattern::allgather, "ring:6", telephone, 1, 3, 5},
                                         Known{Pattern::allgather, "ring:7", telephone, 1, 5, 8},
                                         Known{Pattern::allgather, "ring:8", telephone, 1, 4, 7},
                                         Known{Pattern::allgather, "ring:7", all_ports, 1, 3, 3},
                                         Known{Pattern::allgather, "ring:8", all_ports, 1, 4, 4},
                                         Known{Pattern::allgather, "hypercube:3", one_port, 1, 3, 7},
                                         Known{Pattern::allgather, "hypercube:3", all_ports, 1, 3, 3},
                                         Known{Pattern::allgather, "torus:3x3", all_ports, 1, 2, 2},
                                         Known{Pattern::allgather, "torus:4x4", one_port, 1, 4, 15},
                                         Known{Pattern::allgather, "torus:4x4", all_ports, 1, 4, 4},
                                         Known{Pattern::scatter, "hypercube:3", one_port, 1, 3, 7},
                                         Known{Pattern::alltoall, "ring:4", all_ports, 1, 2, 2},
                                         Known{Pattern::alltoall, "ring:6", all_ports, 1, 3, 5},
                                         Known{Pattern::alltoall, "hypercube:3", all_ports, 1, 3, 4}),
                         [](const auto& known) { return name_of(known.param); });

/// Rounds of a broadcast with one port, by trying all: which PEs can know after another round?
int rounds_by_trial(const Network& network) {
  using Set = unsigned;
  const Set all = (1U << static_cast<unsigned>(network.pes)) - 1;
  std::set<Set> reached{1};
  for (int rounds = 0;; ++rounds) {
    if (reached.count(all) != 0) return rounds;
    std::set<Set> next;
    for (const Set before : reached) {
      std::set<Set> now{before};
      for (Rank rank = 0; rank < network.pes; ++rank) {
        if ((before >> static_cast<unsigned>(rank)) % 2 == 0) continue;
        const std::set<Set> without = now;
        for (const Set informed : without)
          for (const int way : network.from(rank))
            now.insert(informed |
                       (1U << static_cast<unsigned>(network.ways[static_cast<std::size_t>(way)].to)));
      }
      next.insert(now.begin(), now.end());
    }
    reached = std::move(next);
  }
}

Network random_network(std::mt19937& random) {
  Network network{6, one_port, {}};
  int links = 0;
  const auto join = [&](Rank a, Rank b) {
    network.ways.push_back({a, b, {links++}});
    network.ways.push_back({b, a, {links++}});
  };
  std::set<std::pair<Rank, Rank>> joined;
  for (Rank rank = 1; rank < network.pes; ++rank)
    joined.emplace(static_cast<Rank>(random() % static_cast<unsigned>(rank)), rank);
  for (int more = 0; more < 3; ++more) {
    const auto a = static_cast<Rank>(random() % 6), b = static_cast<Rank>(random() % 6);
    if (a < b) joined.emplace(a, b);
  }
  for (const auto& [a, b] : joined) join(a, b);
  return network;
}

TEST(Search, FindsTheRoundsThatTryingAllFinds) {
  if (!has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  std::mt19937 random(1);
  for (int i = 0; i < 40; ++i) {
    const Network network = random_network(random);
    const Instance instance{network, chunks_of(Pattern::broadcast, network.pes, 1, 0), std::nullopt};

    const Search found = searched(instance);

    EXPECT_EQ(found.status, Status::optimal) << "network " << i;
    EXPECT_EQ(std::ssize(found.plan), rounds_by_trial(network)) << "network " << i;
    EXPECT_EQ(fault_of(found.plan, instance).value_or("none"), "none") << "network " << i;
  }
}

TEST(Search, TradesRoundsForVolume) {
  if (!has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  const Instance instance{network_of(*parse_topology("ring:5"), all_ports, 1),
                          chunks_of(Pattern::broadcast, 5, 4, 0), std::nullopt};

  EXPECT_EQ(volume_of(searched(instance, 2).plan), 8) << "all chunks to both sides, then on";
  EXPECT_EQ(volume_of(searched(instance, 3).plan), 5);
  EXPECT_EQ(volume_of(searched(instance, 4).plan), 4);
  EXPECT_EQ(volume_of(searched(instance, 6).plan), 4);
}

TEST(Search, KeepsEveryRuleOfPorts) {
  if (!has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  for (const Ports ports : {half_port, one_port, telephone, k_ports(2), all_ports})
    for (const std::optional<int> hops : {std::optional(1), kAny})
      for (const std::optional<int> most : {kAny, std::optional(1)}) {
        const Instance instance{network_of(*torus(2, 3), ports, hops), chunks_of(Pattern::allgather, 6, 1, 0),
                                most};

        const Search found = search(instance, 10, [] { return false; });

        ASSERT_FALSE(found.plan.empty()) << to_string(ports);
        EXPECT_EQ(fault_of(found.plan, instance).value_or("none"), "none") << to_string(ports);
        EXPECT_GE(volume_of(found.plan), least_volume(instance).value) << to_string(ports);
      }
}

TEST(Search, SaysWhatItHasWhenStopped) {
  if (!has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  const Instance instance{network_of(*torus(3, 3), telephone, 1), chunks_of(Pattern::allgather, 9, 1, 0),
                          std::nullopt};

  const Search stopped = search(instance, std::nullopt, [] { return true; });
  EXPECT_EQ(stopped.status, Status::undecided);
  EXPECT_TRUE(stopped.plan.empty());

  bool has_plan = false;
  for (int most = 500; !has_plan; most *= 4) {
    int asked = 0;
    const Search later = search(instance, std::nullopt, [&] { return ++asked > most; });
    has_plan = !later.plan.empty();
    EXPECT_EQ(later.status, has_plan ? Status::feasible : Status::undecided);
    EXPECT_GE(std::ssize(later.plan), has_plan ? later.rounds.value : 0);
  }
}

TEST(Search, RefusesWhatIsTooLarge) {
  if (!has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  const Instance instance{network_of(*torus(8, 8), one_port, 1), chunks_of(Pattern::alltoall, 64, 1, 0),
                          std::nullopt};

  EXPECT_THAT(
      [&] { searched(instance); },
      ::testing::ThrowsMessage<Error>(::testing::HasSubstr("too large a search: 4,096 chunks, 256 pairs")));
}

TEST(Search, OfOnePeIsDone) {
  if (!has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  const Instance alone{network_of(*ring(1), one_port, 1), chunks_of(Pattern::allgather, 1, 2, 0), std::nullopt};

  const Search found = searched(alone);

  EXPECT_EQ(found.status, Status::optimal);
  EXPECT_TRUE(found.plan.empty());
}

}  // namespace
}  // namespace toruscope::synthesis
