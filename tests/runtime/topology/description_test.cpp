// SPDX-License-Identifier: Apache-2.0
// Topologies of one's own that say of themselves what cannot be: refused in words, by a table and
// by a machine.

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/topology.hpp>

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// A ring of four that says something else of itself.
struct Claims {
  int pes = 4;
  int nodes = 4;
  int ports = 2;
  int virtual_channels = 2;
  std::vector<int> sides{4};
};

class Liar final : public Topology {
 public:
  explicit Liar(Claims claims) : claims_(std::move(claims)) {}
  [[nodiscard]] std::string name() const override { return "liar"; }
  [[nodiscard]] int nodes() const override { return claims_.nodes; }
  [[nodiscard]] int pes() const override { return claims_.pes; }
  [[nodiscard]] int ports() const override { return claims_.ports; }
  [[nodiscard]] int virtual_channels() const override { return claims_.virtual_channels; }
  [[nodiscard]] const std::vector<int>& sides() const override { return claims_.sides; }
  [[nodiscard]] Node neighbour(Node node, Port port) const override { return ring_->neighbour(node, port); }
  [[nodiscard]] Port opposite(Node node, Port port) const override { return ring_->opposite(node, port); }
  [[nodiscard]] int distance(Node a, Node b) const override { return ring_->distance(a, b); }
  [[nodiscard]] int diameter() const override { return ring_->diameter(); }
  void route(Node a, Node b, Route& legs) const override { ring_->route(a, b, legs); }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int channel) const override {
    return ring_->channel_order(node, port, channel);
  }
  [[nodiscard]] bool is_torus() const override { return true; }
  [[nodiscard]] int bisection() const override { return ring_->bisection(); }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    return ring_->port_name(node, port);
  }

 private:
  const Claims claims_;
  const TopologyPtr ring_ = ring(4);
};

struct Lie {
  Claims claims;
  const char* sentence;
};

const std::vector<Lie>& lies() {
  static const std::vector<Lie> all{
      {{.pes = 0}, "liar: pes() is 0; a machine needs at least 1 PE"},
      {{.pes = -3}, "pes() is -3"},
      {{.nodes = 0}, "nodes() is 0, fewer than its 4 PEs"},
      {{.ports = -1}, "ports() is -1"},
      {{.virtual_channels = 0}, "virtual_channels() is 0"},
      {{.sides = {}}, "sides() is {}, which is no grid of its 4 PEs"},
      {{.sides = {2, 3}}, "sides() is {2, 3}, which is no grid of its 4 PEs; their product must be 4"},
      {{.sides = {0, 4}}, "sides() is {0, 4}"},
      {{.sides = {-2, -2}}, "sides() is {-2, -2}"},
      {{.sides = {1 << 30, 1 << 30, 1 << 4}}, "which is no grid"}};
  return all;
}

TEST(Description, ThatCannotBeIsRefusedByAMachine) {
  EXPECT_NO_THROW(Machine(std::make_shared<Liar>(Claims{})));
  for (const Lie& lie : lies())
    EXPECT_THAT([&] { Machine machine(std::make_shared<Liar>(lie.claims)); },
                ThrowsMessage<ConfigError>(HasSubstr(lie.sentence)));
}

std::size_t told = 0;  // a table has functions without state

TEST(Description, ThatCannotBeIsRefusedByATable) {
  const std::vector<TopologyEntry> table{
      {"liar", "liar:N", "says what cannot be",
       [](std::string_view) -> TopologyPtr { return std::make_shared<Liar>(lies()[told].claims); }}};
  for (told = 0; told < lies().size(); ++told)
    EXPECT_THAT([&] { static_cast<void>(parse_topology("liar:4", table)); },
                ThrowsMessage<ConfigError>(HasSubstr(lies()[told].sentence)));
}

TEST(Table, SaysWhatAnEntryThrew) {
  const auto parse = [](TopologyPtr (*make)(std::string_view)) {
    return [make] { static_cast<void>(parse_topology("own:4", {{"own", "own:N", "one's own", make}})); };
  };
  EXPECT_THAT(parse([](std::string_view) -> TopologyPtr { throw 42; }),
              ThrowsMessage<ConfigError>(
                  testing::StrEq("own: its entry of the table threw something that is not a std::exception")));
  EXPECT_THAT(parse([](std::string_view) -> TopologyPtr { throw std::out_of_range("far out"); }),
              ThrowsMessage<std::out_of_range>(testing::StrEq("far out")));
  EXPECT_THAT(parse([](std::string_view) -> TopologyPtr { return nullptr; }),
              ThrowsMessage<ConfigError>(testing::StrEq("own: its entry of the table makes none")));
  EXPECT_THAT(parse([](std::string_view) -> TopologyPtr { throw ConfigError("own: 4 is no size"); }),
              ThrowsMessage<ConfigError>(testing::StrEq("own: 4 is no size")));
}

}  // namespace
}  // namespace toruscope
