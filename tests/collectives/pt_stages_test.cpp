// SPDX-License-Identifier: Apache-2.0
// PTk's stages without a machine, on tori too large to run.

#include "collectives/alltoall/stage.hpp"
#include "tests/support/built_in.hpp"

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace toruscope::collectives {
namespace {

using Coordinates = std::vector<int>;

/// Where the block for `d` is after the stage of the PE at v that holds it.
void move_block(Coordinates& v, const Coordinates& d, const PtStage& stage) {
  const auto i = static_cast<std::size_t>(stage.dimension);
  if (stage.is_ring)  // to the PE of this residue in the cell of the destination
    v[i] = d[i] / stage.u * stage.u + v[i] % stage.u;
  else  // to the half of the cell in which the destination is
    v[i] += (d[i] / stage.u % 2 - v[i] / stage.u % 2) * stage.u;
}

TEST(PtStages, OfFourDimensionsAreThoseOfThePaper) {
  std::vector<int> shape;  // 0: ring, else the distance of a halving
  for (const PtStage& stage : pt_stages({0, 0, 0, 0})) shape.push_back(stage.is_ring ? 0 : stage.u);
  EXPECT_EQ(shape, (std::vector<int>{0, 0, 2, 2, 0, 0, 2, 2, 1, 1, 1, 1}));
}

TEST(PtStages, BringEveryBlockHomeInStepWithAllOthers) {
  std::mt19937 random(5);
  for (const int k : {2, 4, 8}) {
    const int side = 2 * k;
    const std::vector<PtStage> first = pt_stages(Coordinates(static_cast<std::size_t>(k)));
    for (int block = 0; block < 200; ++block) {
      SCOPED_TRACE("k = " + std::to_string(k) + ", block " + std::to_string(block));
      Coordinates v;
      Coordinates d;
      for (int i = 0; i < k; ++i) {
        v.push_back(static_cast<int>(random() % static_cast<unsigned>(side)));
        d.push_back(static_cast<int>(random() % static_cast<unsigned>(side)));
      }
      for (std::size_t s = 0; s < first.size(); ++s) {
        const PtStage mine = pt_stages(v)[s];
        EXPECT_EQ(mine.is_ring, first[s].is_ring);
        EXPECT_EQ(mine.u, first[s].u);
        move_block(v, d, mine);
      }
      EXPECT_EQ(v, d);
    }
  }
}

// The recurrence a(2k) = 2 a(k) + k gives 16 for k = 8; the paper prints floor(k^2/4) + k/2 = 20.
TEST(PtStages, OfEightDimensionsMoveSixteenTimesWhatAPeHas) {
  Case c;
  c.sides = {16, 8, 8, 8, 8, 8, 8, 8};
  c.is_torus = true;
  c.p = 1 << 25;
  c.bytes = 1;
  c.parameters = preset("paragon");
  c.costs = resolve(c.parameters);

  const std::optional<Prediction> cost = test::built_in<Alltoall>("ptk").predicted(c);

  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->startups, 32);
  EXPECT_EQ(cost->bytes, std::int64_t{16} * c.p);
}

}  // namespace
}  // namespace toruscope::collectives
