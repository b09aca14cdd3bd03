// SPDX-License-Identifier: Apache-2.0
// The complete graph: a private link from every node to every other.
//
//   ports       port i of node v leads to node (v + 1 + i) mod p.
//   channels    routes are one link: no channel depends on another, all have one place.

#include "runtime/core/decimal.hpp"
#include "runtime/topology/sizes.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <fmt/core.h>

namespace toruscope {

namespace {

constexpr int kMaxNodes = 1 << 14;

class Complete final : public Topology {
 public:
  explicit Complete(int p) : p_(p), sides_{p} {}

  [[nodiscard]] std::string name() const override { return "complete:" + std::to_string(p_); }
  [[nodiscard]] int nodes() const override { return p_; }
  [[nodiscard]] int ports() const override { return p_ - 1; }
  [[nodiscard]] Node neighbour(Node node, Port port) const override { return (node + 1 + port) % p_; }
  [[nodiscard]] Port opposite(Node /*node*/, Port port) const override { return p_ - 2 - port; }
  [[nodiscard]] int distance(Node a, Node b) const override { return a == b ? 0 : 1; }
  [[nodiscard]] int diameter() const override { return p_ == 1 ? 0 : 1; }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    if (a != b) legs.push_back({(b - a + p_) % p_ - 1, 1, 0});
  }
  [[nodiscard]] std::uint32_t channel_order(Node /*node*/, Port /*port*/, int /*channel*/) const override {
    return 0;
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  [[nodiscard]] bool is_torus() const override { return false; }
  [[nodiscard]] int virtual_channels() const override { return 1; }
  [[nodiscard]] bool is_acyclic() const override { return true; }
  [[nodiscard]] int bisection() const override { return 2 * (p_ / 2) * (p_ - p_ / 2); }
  [[nodiscard]] bool has_least_bisection() const override { return true; }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    return "to " + std::to_string(neighbour(node, port));
  }

 private:
  int p_;
  std::vector<int> sides_;
};

}  // namespace

TopologyPtr complete(int p) {
  if (p < 1) throw ConfigError(fmt::format("complete: at least 1 node is needed, got {}", p));
  if (p > kMaxNodes)
    throw ConfigError(fmt::format("complete: at most {} nodes, got {}: they would need {} links",
                                  core::grouped(kMaxNodes), core::grouped(p),
                                  core::grouped(std::int64_t{p} * (p - 1))));
  return std::make_shared<Complete>(p);
}

void complete(TopologyEntry& entry) {
  entry.form = "complete:P";
  entry.description = "every pair of nodes has a private link";
  entry.make = [](std::string_view sizes) {
    return complete(core::parse_size("complete", "complete:P", sizes));
  };
}

}  // namespace toruscope
