// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/link_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace toruscope::core {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::vector<std::pair<Node, Port>> used(const LinkTable& table) {
  std::vector<std::pair<Node, Port>> links;
  table.for_each_used([&](LinkIndex i, const Link&) { links.emplace_back(table.tail(i), table.port(i)); });
  return links;
}

TEST(LinkTable, EachLinkHasANumberOfItsOwn) {
  for (const int ports : {1, 2, 63, 64, 65, 200}) {
    LinkTable table(5, ports);
    LinkIndex last = 0;
    for (Node node = 0; node < 5; ++node)
      for (Port port = 0; port < ports; ++port) {
        const LinkIndex link = table.index(node, port);
        EXPECT_TRUE(link > last || (node == 0 && port == 0));
        EXPECT_EQ(table.tail(link), node);
        EXPECT_EQ(table.port(link), port);
        EXPECT_LT(link, table.size());
        last = link;
      }
  }
}

TEST(LinkTable, TellsThoseThatCarriedAMessageInTheirOrder) {
  for (const int ports : {4, 150}) {
    LinkTable table(300, ports);
    EXPECT_THAT(used(table), ElementsAre());

    for (const auto& [node, port] :
         {std::pair{299, ports - 1}, std::pair{0, 1}, std::pair{7, 0}, std::pair{7, 3}})
      ++table[table.index(node, port)].messages;
    table[table.index(8, 2)].free_at = Ticks{5};  // looked at only

    EXPECT_THAT(used(table), ElementsAre(Pair(0, 1), Pair(7, 0), Pair(7, 3), Pair(299, ports - 1)));
  }
}

TEST(LinkTable, ANetworkWithoutLinksHasNone) {
  EXPECT_THAT(used(LinkTable(1, 0)), ElementsAre());
}

}  // namespace
}  // namespace toruscope::core
