// SPDX-License-Identifier: Apache-2.0
// The pure functions behind postal and k-port algorithms: G, trees of intervals, windows, deals.

#include "collectives/scan/network.hpp"
#include "collectives/shapes/postal_tree.hpp"
#include "collectives/shapes/split_tree.hpp"

#include <gmock/gmock.h>
#include <map>
#include <set>
#include <vector>

namespace toruscope {
namespace {

using collectives::PostalTree;
using collectives::PrefixNetwork;
using collectives::Reach;
using testing::ElementsAre;

std::vector<std::int64_t> first_of(const Reach& reach, int count) {
  std::vector<std::int64_t> values;
  for (int t = 0; t < count; ++t) values.push_back(reach.at(Ticks{t}));
  return values;
}

TEST(Reach, GrowsAsTheGeneralisedFibonacciNumbers) {
  EXPECT_THAT(first_of(Reach(Ticks{1}, Ticks{1}, 1, 256), 9), ElementsAre(1, 2, 4, 8, 16, 32, 64, 128, 256));
  EXPECT_THAT(first_of(Reach(Ticks{1}, Ticks{2}, 1, 34), 9), ElementsAre(1, 1, 2, 3, 5, 8, 13, 21, 34));
  EXPECT_THAT(first_of(Reach(Ticks{1}, Ticks{3}, 2, 37), 9), ElementsAre(1, 1, 1, 3, 5, 7, 13, 23, 37));
}

// occupancy 2 ticks, latency 3: lambda = 3/2. G(t) = G(t-2) + G(t-3).
TEST(Reach, TakesFractionsOfAStep) {
  EXPECT_THAT(first_of(Reach(Ticks{2}, Ticks{3}, 1, 9), 10), ElementsAre(1, 1, 1, 2, 2, 3, 4, 5, 7, 9));
}

TEST(Reach, EndsWhenAllKnow) {
  EXPECT_EQ(Reach(Ticks{1}, Ticks{3}, 2, 10).time(), Ticks{6});
  EXPECT_EQ(Reach(Ticks{1}, Ticks{3}, 2, 1).time(), Ticks{0});
  EXPECT_EQ(Reach(Ticks{0}, Ticks{5}, 1, 1000).time(), Ticks{5});
  EXPECT_EQ(Reach(Ticks{0}, Ticks{0}, 1, 1000).time(), Ticks{0});
  EXPECT_EQ(Reach(Ticks{5}, Ticks{2}, 1, 3).time(), Ticks{4});  // a gap longer than a flight
  EXPECT_EQ(Reach(Ticks{1}, Ticks{1}, 1, 1).at(Ticks{-1}), 0);
}

/// Every PE but the root is told once; a PE tells only when it knows, at most k at once, an
/// occupancy apart; pieces are intervals next to what their owner keeps.
void expect_tree(Ticks occupancy, Ticks latency, int k, int p, Rank root) {
  const PostalTree tree(occupancy, latency, k, p);
  std::vector<Ticks> knows(static_cast<std::size_t>(p), Ticks{-1});
  std::map<std::pair<Rank, Rank>, Ticks> told;
  std::map<std::pair<Rank, Rank>, Ticks> tells;
  knows[static_cast<std::size_t>(root)] = Ticks{0};
  for (Rank r = 0; r < p; ++r)
    for (const collectives::TreeMessage& m : tree.messages(root, r)) {
      EXPECT_EQ(m.partner_is_higher, m.partner > r);
      if (m.tells) {
        tells[{r, m.partner}] = m.begin;
      } else {
        told[{m.partner, r}] = m.begin;
        EXPECT_EQ(knows[static_cast<std::size_t>(r)], Ticks{-1}) << "PE " << r << " is told twice";
        knows[static_cast<std::size_t>(r)] = m.begin + latency;
      }
    }
  EXPECT_EQ(told, tells);
  EXPECT_EQ(told.size(), static_cast<std::size_t>(p - 1));
  for (Rank r = 0; r < p; ++r) {
    const Ticks since = knows[static_cast<std::size_t>(r)];
    EXPECT_GE(since, Ticks{0});
    EXPECT_LE(since, tree.time());
    std::map<Ticks, int> at_once;
    for (const collectives::TreeMessage& m : tree.messages(root, r))
      if (m.tells) {
        EXPECT_GE(m.begin, since);
        EXPECT_EQ((m.begin - since).count % occupancy.count, 0);
        EXPECT_LE(++at_once[m.begin], k);
      }
  }
}

TEST(PostalTree, TellsEveryoneOnceInTimeFromEveryRoot) {
  for (const int k : {1, 2, 3})
    for (const auto& [occupancy, latency] : {std::pair{1, 1}, {1, 2}, {1, 5}, {2, 3}, {3, 7}})
      for (const int p : {1, 2, 3, 5, 8, 13, 14, 31})
        for (Rank root = 0; root < p; ++root) {
          SCOPED_TRACE(testing::Message()
                       << "k " << k << ", " << occupancy << ":" << latency << ", p " << p << ", root " << root);
          expect_tree(Ticks{occupancy}, Ticks{latency}, k, p, root);
        }
}

TEST(PrefixNetwork, SendsWhatItsPartnersTake) {
  for (const int k : {1, 2, 4})
    for (const int lambda : {1, 2, 3, 5})
      for (const int p : {1, 2, 7, 10, 33}) {
        const PrefixNetwork network(p, k, lambda);
        for (int j = 1; j <= network.steps(); ++j)
          for (Rank x = 0; x < p; ++x)
            for (const Rank y : network.destinations(x, j))
              EXPECT_THAT(network.sources(y, j + lambda - 1), testing::Contains(x))
                  << "k " << k << ", lambda " << lambda << ", p " << p << ", step " << j;
      }
}

// The paper prints W_{1,3} = {10}; its own definition, and its second example, say {0}.
TEST(PrefixNetwork, HonoursTheErratumOfTheExample) {
  EXPECT_THAT(PrefixNetwork(10, 2, 3).sources(1, 3), ElementsAre(0));
  EXPECT_THAT(PrefixNetwork(10, 2, 3).sources(9, 3), ElementsAre(8, 7));
}

TEST(HandOvers, GiveEveryPlaceItsBlock) {
  for (const int k : {1, 2, 3, 5})
    for (int p = 1; p <= 40; ++p) {
      std::multiset<int> given;
      for (int place = 0; place < p; ++place)
        for (const collectives::SplitStep& step : collectives::split_steps(p, k, place))
          if (!step.gives) {
            EXPECT_EQ(step.lo, place);
            EXPECT_LT(step.partner, place);
            given.insert(place);
          }
      EXPECT_EQ(given.size(), static_cast<std::size_t>(p - 1));
      EXPECT_EQ(std::set<int>(given.begin(), given.end()).size(), given.size());
    }
}

}  // namespace
}  // namespace toruscope
