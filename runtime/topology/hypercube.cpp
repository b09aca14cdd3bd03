// SPDX-License-Identifier: Apache-2.0
// The binary hypercube: 2^d nodes, linked where their numbers differ in one bit.
//
//   ports       port i of a node leads to the node whose number differs in bit i.
//   routes      e-cube: bits are corrected from the lowest to the highest.
//
// Invariants  Along every route channel_order, the bit, strictly increases.
// Source      Sullivan, Bashkow, "A large scale, homogeneous, fully distributed parallel machine",
//             ISCA 1977: e-cube.

#include "runtime/topology/short_routes.hpp"
#include "runtime/topology/sizes.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <bit>
#include <cstddef>
#include <fmt/core.h>
#include <span>

namespace toruscope {

namespace {

constexpr int kMostDimensions = 24;
static_assert(1 << kMostDimensions == core::kMaxNodes);

class Hypercube final : public Topology, public core::ShortRoutes {
 public:
  explicit Hypercube(int d) : d_(d), sides_(d == 0 ? 1U : static_cast<std::size_t>(d), d == 0 ? 1 : 2) {}

  [[nodiscard]] std::string name() const override { return "hypercube:" + std::to_string(d_); }
  [[nodiscard]] int nodes() const override { return 1 << d_; }
  [[nodiscard]] int ports() const override { return d_; }
  [[nodiscard]] Node neighbour(Node node, Port port) const override { return node ^ (1 << port); }
  [[nodiscard]] Port opposite(Node /*node*/, Port port) const override { return port; }
  [[nodiscard]] int distance(Node a, Node b) const override {
    return std::popcount(static_cast<unsigned>(a ^ b));
  }
  [[nodiscard]] int diameter() const override { return d_; }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    for (int bit = 0; bit < d_; ++bit)
      if (((a ^ b) >> bit) % 2 != 0) legs.push_back({bit, 1, 0});
  }
  [[nodiscard]] std::size_t short_route(Node a, Node b, std::span<Leg, kFew> legs) const override {
    auto bits = static_cast<unsigned>(a ^ b);
    std::size_t count = 0;
    for (; bits != 0 && count < kFew; bits &= bits - 1) legs[count++] = {std::countr_zero(bits), 1, 0};
    return bits == 0 ? count : 0;
  }
  [[nodiscard]] std::uint32_t channel_order(Node /*node*/, Port port, int /*channel*/) const override {
    return static_cast<std::uint32_t>(port);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  [[nodiscard]] int dimensions() const override { return static_cast<int>(sides_.size()); }
  [[nodiscard]] int dimension_of(Port port) const override { return d_ - 1 - port; }
  [[nodiscard]] bool is_torus() const override { return true; }
  [[nodiscard]] bool is_routed_by_destination() const override { return true; }
  [[nodiscard]] int virtual_channels() const override { return 1; }
  [[nodiscard]] bool is_acyclic() const override { return true; }
  [[nodiscard]] int bisection() const override { return d_ == 0 ? 0 : nodes(); }
  [[nodiscard]] bool has_least_bisection() const override { return true; }
  [[nodiscard]] std::string port_name(Node /*node*/, Port port) const override {
    return fmt::format("bit {}", port);
  }

 private:
  int d_;
  std::vector<int> sides_;
};

}  // namespace

TopologyPtr hypercube(int d) {
  if (d < 0 || d > kMostDimensions)
    throw ConfigError(fmt::format("hypercube: 0 to {} dimensions are possible, got {}", kMostDimensions, d));
  return std::make_shared<Hypercube>(d);
}

void hypercube(TopologyEntry& entry) {
  entry.form = "hypercube:D";
  entry.description = "2^D nodes, a link for each bit of their numbers";
  entry.make = [](std::string_view sizes) {
    return hypercube(core::parse_size("hypercube", "hypercube:D", sizes));
  };
  entry.scale = [](std::string_view /*like*/, int p) {
    if (const unsigned below = std::bit_floor(static_cast<unsigned>(p)); below != static_cast<unsigned>(p))
      throw ConfigError(
          fmt::format("scale: the PEs of a hypercube are a power of two, and {} is none; take {} or {}", p,
                      below, 2 * below));
    return std::to_string(std::countr_zero(static_cast<unsigned>(p)));
  };
}

}  // namespace toruscope
