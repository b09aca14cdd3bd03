// SPDX-License-Identifier: Apache-2.0

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>

namespace toruscope {
namespace {

template <class Call>
std::string embedding_refusal(Call&& call) {
  return test::message_of<ConfigError>(call);
}

// 0 1 2 3
// 7 6 5 4
TEST(Embedding, FollowsASnakeWithDilation1WhereTheRowsAreEven) {
  const TopologyPtr t = embed(ring(8), mesh(2, 4), "snake");

  EXPECT_EQ(t->name(), "ring:8 in mesh:2x4 by snake");
  EXPECT_TRUE(t->is_torus());
  EXPECT_EQ(t->sides(), std::vector{8});
  EXPECT_EQ(t->distance(3, 4), 1);
  EXPECT_EQ(t->distance(7, 0), 1);
  EXPECT_EQ(t->distance(1, 6), 1) << "no neighbours on the ring";
  EXPECT_EQ(t->note(), "dilation 1, congestion 1");
  EXPECT_TRUE(t->is_altered());
}

TEST(Embedding, TakesPlacesThatAProgramGives) {
  const TopologyPtr t = embed(ring(4), mesh(2, 2), {0, 1, 3, 2}, "hand");
  EXPECT_EQ(t->name(), "ring:4 in mesh:2x2 by hand");
  EXPECT_EQ(t->note(), "dilation 1, congestion 1");
  EXPECT_EQ(embed(ring(4), line(9), "in-order")->distance(0, 3), 3);

  const TopologyPtr tree = parse_topology("fattree:4");
  std::vector<Node> places(static_cast<std::size_t>(tree->pes()));
  for (Rank rank = 0; rank < tree->pes(); ++rank)
    places[static_cast<std::size_t>(rank)] = tree->pes() - 1 - rank;
  const TopologyPtr turned = embed(tree, tree, places, "hand");
  EXPECT_EQ(turned->name(), "fattree:4 placed by hand");
  EXPECT_EQ(turned->note(), tree->note());
  EXPECT_EQ(turned->distance(0, 1), tree->distance(tree->pes() - 1, tree->pes() - 2));

  EXPECT_EQ(embedding_refusal([] {
              embed(ring(4), ring(4), {0, 1, 2}, "hand");
            }),
            "embed: hand: 3 places for 4 PEs; give one for each");
  EXPECT_EQ(embedding_refusal([] {
              embed(ring(4), ring(4), {0, 1, 2, 2}, "hand");
            }),
            "embed: hand: ranks 2 and 3 would both stand on node 2");
}

TEST(Embedding, OfARingInAnOddMeshClosesTheFarWay) {
  EXPECT_EQ(embed(ring(9), mesh(3, 3), "snake")->note(), "dilation 4, congestion 2");
  EXPECT_EQ(embed(ring(27), mesh(3, 3, 3), "snake")->distance(17, 18), 1) << "from plane to plane";
}

TEST(Embedding, ByGrayCodesPutsAnyTorusOfPowersOfTwoIntoAHypercube) {
  EXPECT_EQ(embed(ring(16), hypercube(4), "gray")->note(), "dilation 1, congestion 1");
  EXPECT_EQ(embed(torus(4, 8), hypercube(5), "gray")->note(), "dilation 1, congestion 1");
  EXPECT_EQ(embed(ring(16), hypercube(4), "snake")->note(), "dilation 1, congestion 1");
  EXPECT_EQ(embedding_refusal([] { embed(ring(12), hypercube(4), "gray"); }),
            "embed: gray: every side must be a power of two, got 12");
}

// Tiles of 2 x 2 in a 4 x 4 mesh:   0 1 | 4 5
//                                   2 3 | 6 7
TEST(Embedding, FillsTileAfterTile) {
  const TopologyPtr t = embed(line(16), mesh(4, 4), "blocked");

  EXPECT_EQ(t->distance(0, 3), 2);
  EXPECT_EQ(t->distance(3, 4), 2);
  EXPECT_EQ(t->distance(5, 7), 1);
  EXPECT_EQ(t->distance(0, 8), 2) << "the tile below";
}

TEST(Embedding, StandsWhereAFileSays) {
  const test::TemporaryFolder folder;
  const auto by = [&](const char* text) { return folder.file("places", text).string(); };
  const std::string file = by("5 0\n3");

  const TopologyPtr t = embed(ring(3), line(6), file);

  EXPECT_EQ(t->distance(0, 1), 5);
  EXPECT_EQ(t->distance(1, 2), 3);
  EXPECT_EQ(t->nodes(), 6);
  EXPECT_EQ(t->pes(), 3);
  EXPECT_EQ(t->diameter(), 5);
  EXPECT_EQ(embedding_refusal([&] { embed(ring(3), line(6), by("5 0")); }),
            "embed: " + file + ": names 2 nodes for 3 PEs; write one for each");
  EXPECT_EQ(embed(ring(3), line(6), by("5 # the far end\n\n0 3"))->distance(0, 1), 5);
  EXPECT_EQ(embed(ring(3), line(6), by("5 # the far end\r\r0 3\r"))->distance(0, 1), 5);
  EXPECT_EQ(embedding_refusal([&] { embed(ring(3), line(6), by("5 0\na")); }),
            "embed: " + file + ":2: 'a' is no node number; write whole numbers with spaces between them");
  EXPECT_EQ(embedding_refusal([&] { embed(ring(3), line(6), by("5 0 99999999999999999")); }),
            "embed: " + file +
                ":1: '99999999999999999' is no node number; write whole numbers with spaces between them");
  EXPECT_EQ(embedding_refusal([&] { embed(ring(3), line(6), by("5 0 1 2 3")); }),
            "embed: " + file + ": names more than 3 nodes for 3 PEs; write one for each");
  EXPECT_EQ(embedding_refusal([&] { embed(ring(3), line(6), by("5 0 5")); }),
            "embed: " + file + ": ranks 0 and 2 would both stand on node 5");
  EXPECT_EQ(embedding_refusal([&] { embed(ring(3), line(6), by("5 0 6")); }),
            "embed: " + file + ": rank 2 would stand on node 6; line:6 has nodes 0 to 5 for PEs");
}

TEST(Embedding, QuotesNoFileOfAnotherKind) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("shadow", "root:*:20228:0:99999:7:::\n").string();

  EXPECT_EQ(embedding_refusal([&] { embed(ring(3), line(6), file); }),
            "embed: " + file + ":1: a word is no node number; write whole numbers with spaces between them");
}

TEST(Embedding, ReadsOnlyWhatHasAnEnd) {
  EXPECT_EQ(embedding_refusal([] { embed(ring(3), line(6), "/dev/zero"); }),
            "embed: /dev/zero: it is no regular file; copy what it gives into one");
  EXPECT_EQ(embedding_refusal([] { embed(ring(3), line(6), "/proc/self/mem"); }),
            "embed: /proc/self/mem: it cannot be read to its end (Input/output error)");
}

TEST(Embedding, RefusesWithASentence) {
  EXPECT_EQ(embedding_refusal([] { embed(ring(9), mesh(2, 4), "snake"); }),
            "embed: ring:9 has 9 PEs, mesh:2x4 only 8; give a larger one");
  EXPECT_EQ(embedding_refusal([] { embed(tree(4), mesh(2, 4), "snake"); }),
            "embed: tree:4 has switches; only PEs can be placed");
  EXPECT_EQ(embedding_refusal([] { embed(ring(8), mesh(2, 4), "snail"); }),
            "embed: snail is no rule (snake, gray, blocked, in-order) and no file");
  EXPECT_EQ(embedding_refusal([] { embed(ring(8), mesh(2, 4), "."); }),
            "embed: .: it is a directory; name a file in it");
}

}  // namespace
}  // namespace toruscope
