// SPDX-License-Identifier: Apache-2.0
// Twisted tori: sides k and 2k; short dimensions close with a shift of k along every long one.
//
//   twisted:4x2        0,0 - 1,0 - 2,0 - 3,0 -   k = 2: behind 0,1 in dimension 1 comes 2,0,
//                       |     |     |     |      behind 2,1 comes 0,0; the columns 0 and 2 are one
//                      0,1 - 1,1 - 2,1 - 3,1 -   ring of 4, and so are 1 and 3
//
//   names       twisted:2kxk is the rectangular twisted torus, 2kxkxk the prismatic doubly twisted
//               torus (FCC), 2kx2kxk is BCC; the order of the sides is free
//   ports       for each dimension in turn "+", then "-"
//   rings       all have 2k links. A node's place on its ring is its coordinate; in a short
//               dimension k more in the upper half of the first long dimension
//   routes      dimension 0 first. Offsets in short dimensions may go the other way round, by x - k
//               in place of x; if an odd number do, long dimensions start k later. The shortest
//               way is taken; of several the one with the largest offset in dimension 0, then 1, ..
//   dateline    between the last place of a ring and the first, as on a torus
//
// Invariants  Along every route channel_order strictly increases, as on a torus of sides 2k: no
//             offset is more than k.
// Source      Camara, Moreto, Vallejo, Beivide, Miguel-Alonso, Martinez, Navaridas, "Twisted torus
//             topologies for enhanced interconnection networks", IEEE TPDS 21(12), 2010. Jouppi et
//             al., "TPU v4", ISCA 2023: k x k x 2k and k x 2k x 2k.

#include "runtime/topology/ring_offset.hpp"
#include "runtime/topology/scaled.hpp"
#include "runtime/topology/sizes.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fmt/core.h>
#include <utility>

namespace toruscope {

namespace {

/// The most sides, of 2 or more, of a network of at most 2^24 nodes.
constexpr std::size_t kMostSides = 24;

class Twisted final : public Topology {
 public:
  explicit Twisted(std::vector<int> sides)
      : sides_(std::move(sides)),
        strides_(sides_.size(), 1),
        k_(*std::min_element(sides_.begin(), sides_.end())) {
    for (std::size_t d = sides_.size() - 1; d > 0; --d) strides_[d - 1] = strides_[d] * sides_[d];
    for (std::size_t d = 0; d < sides_.size(); ++d) (is_short(d) ? short_ : long_).push_back(d);
    for (Node to = 0; to < nodes(); ++to) diameter_ = std::max(diameter_, distance(0, to));
    count_cut();
  }

  [[nodiscard]] std::string name() const override { return "twisted:" + core::sizes_to_string(sides_); }
  [[nodiscard]] int nodes() const override { return strides_[0] * sides_[0]; }
  [[nodiscard]] int dimensions() const override { return static_cast<int>(sides_.size()); }
  [[nodiscard]] int dimension_of(Port port) const override { return port / 2; }
  [[nodiscard]] int ports() const override { return 2 * dimensions(); }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    const auto d = static_cast<std::size_t>(port / 2);
    const int at = coordinate(node, d);
    const int next = at + (is_positive(port) ? 1 : -1);
    const bool closes = next < 0 || next == sides_[d];
    node += ((next + sides_[d]) % sides_[d] - at) * strides_[d];
    if (closes && is_short(d))
      for (const std::size_t along : long_) node += (coordinate(node, along) < k_ ? k_ : -k_) * strides_[along];
    return node;
  }
  [[nodiscard]] Port opposite(Node /*node*/, Port port) const override { return port ^ 1; }
  [[nodiscard]] int distance(Node a, Node b) const override { return way(a, b).links; }
  [[nodiscard]] int diameter() const override { return diameter_; }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    const Way found = way(a, b);
    for (std::size_t d = 0; d < sides_.size(); ++d) {
      const int offset = found.offsets[d];
      if (offset == 0) continue;
      const Port port = static_cast<Port>(2 * d) + (offset > 0 ? 0 : 1);
      const int before = links_before_wrap(a, port);
      if (const int plain = std::min(std::abs(offset), before); plain > 0) legs.push_back({port, plain, 0});
      if (std::abs(offset) > before) legs.push_back({port, std::abs(offset) - before, 1});
      for (int step = 0; step < std::abs(offset); ++step) a = neighbour(a, port);
    }
  }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int virtual_channel) const override {
    const int wrap = 2 * k_ - 1;
    const int passed = wrap - links_before_wrap(node, port);
    const int place = virtual_channel == 0 || passed == wrap ? passed : 2 * k_ + passed;
    return static_cast<std::uint32_t>(4 * k_ * (port / 2) + place);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  /// False: short dimensions do not close to rings of their own.
  [[nodiscard]] bool is_torus() const override { return false; }
  [[nodiscard]] bool is_dimension_ordered() const override { return true; }
  [[nodiscard]] bool is_routed_by_destination() const override { return true; }
  [[nodiscard]] bool is_acyclic() const override { return true; }
  /// Links between the first half of the PEs and the others.
  [[nodiscard]] int bisection() const override { return cut_; }
  [[nodiscard]] std::string port_name(Node /*node*/, Port port) const override {
    return fmt::format("{}{}", is_positive(port) ? '+' : '-', port / 2);
  }

 private:
  /// Signed steps along each dimension.
  struct Way {
    std::array<int, kMostSides> offsets{};
    int links = -1;  // none found
  };

  static bool is_positive(Port port) { return port % 2 == 0; }
  [[nodiscard]] bool is_short(std::size_t d) const { return sides_[d] == k_; }
  [[nodiscard]] int coordinate(Node node, std::size_t d) const { return node / strides_[d] % sides_[d]; }
  /// A node's place on its ring of this dimension, in the positive direction.
  [[nodiscard]] int place(Node node, std::size_t d) const {
    const int at = coordinate(node, d);
    return is_short(d) && coordinate(node, long_.front()) >= k_ ? at + k_ : at;
  }
  /// Links passed by a header from `node` through this port before its ring's wrap-around.
  [[nodiscard]] int links_before_wrap(Node node, Port port) const {
    const int at = place(node, static_cast<std::size_t>(port / 2));
    return is_positive(port) ? 2 * k_ - 1 - at : at;
  }

  /// The shortest of all ways round the short dimensions; ties: the first with the largest offsets.
  [[nodiscard]] Way way(Node a, Node b) const {
    Way best;
    for (std::uint32_t choice = 0; choice < std::uint32_t{1} << short_.size(); ++choice) {
      const Way found = way(a, b, choice);
      if (best.links < 0 || found.links < best.links ||
          (found.links == best.links && found.offsets > best.offsets))
        best = found;
    }
    return best;
  }
  /// A way for which bit i of `choice` turns the i-th short dimension round.
  [[nodiscard]] Way way(Node a, Node b, std::uint32_t choice) const {
    Way found;
    found.links = 0;
    bool is_shifted = false;
    for (std::size_t i = 0; i < short_.size(); ++i) {
      const std::size_t d = short_[i];
      const int plain = coordinate(b, d) - coordinate(a, d);
      const bool closes = (choice >> i & 1U) != 0;
      found.offsets[d] = !closes ? plain : plain > 0 ? plain - k_ : plain + k_;
      is_shifted = is_shifted != closes;
    }
    for (const std::size_t d : long_) {
      const int from = (coordinate(a, d) + (is_shifted ? k_ : 0)) % sides_[d];
      found.offsets[d] = core::ring_offset(from, coordinate(b, d), sides_[d]);
    }
    for (std::size_t d = 0; d < sides_.size(); ++d) found.links += std::abs(found.offsets[d]);
    return found;
  }

  void count_cut() {
    const int half = (nodes() + 1) / 2;
    for (Node node = 0; node < half; ++node)
      for (Port port = 0; port < ports(); ++port)
        if (neighbour(node, port) >= half) cut_ += 2;
  }

  std::vector<int> sides_;
  std::vector<int> strides_;        // for a step along each dimension
  int k_;                           // the short side
  std::vector<std::size_t> short_;  // dimensions
  std::vector<std::size_t> long_;
  int diameter_ = 0;
  int cut_ = 0;
};

/// The most short dimensions: each way round is tried for each route.
constexpr std::ptrdiff_t kMostShort = 6;

constexpr const char* kForm = "twisted:AxBx...";

/// The sides of p PEs, each short or long as that of `like`.
std::string twisted_sizes(std::string_view like, int p) {
  std::vector<int> sides = core::parse_sizes("twisted", kForm, like);
  const int least = *std::min_element(sides.begin(), sides.end());
  const auto pes_with = [&](std::int64_t k) {
    std::int64_t pes = 1;
    for (const int side : sides) pes *= side == least ? k : 2 * k;
    return pes;
  };
  int k = 2;
  while (pes_with(k) < p) ++k;
  if (pes_with(k) != p)
    core::refuse_scale(fmt::format("twisted:{}", like), p,
                       fmt::format("its sides are k or 2k, k at least 2: p may be {}, {}, {}, ..", pes_with(2),
                                   pes_with(3), pes_with(4)));
  for (int& side : sides) side = side == least ? k : 2 * k;
  return core::sizes_to_string(sides);
}

}  // namespace

TopologyPtr twisted_torus(std::vector<int> sides) {
  core::check_grid("twisted", sides);
  const int k = *std::min_element(sides.begin(), sides.end());
  const auto are_short = std::count(sides.begin(), sides.end(), k);
  const auto are_long = std::count(sides.begin(), sides.end(), 2 * k);
  if (k < 2 || are_long == 0 || are_short + are_long != std::ssize(sides))
    throw ConfigError(fmt::format(
        "twisted: every side is k or 2k, both occur, and k is at least 2, as in 4x4x8 and 4x8x8; got {}",
        core::sizes_to_string(sides)));
  if (are_short > kMostShort)
    throw ConfigError(fmt::format("twisted: at most {} sides may be short, got {}", kMostShort,
                                  core::sizes_to_string(sides)));
  return std::make_shared<Twisted>(std::move(sides));
}

void twisted(TopologyEntry& entry) {
  entry.form = kForm;
  entry.description =
      "a torus of sides k and 2k; the short dimensions close with a shift of k along the long ones";
  entry.make = [](std::string_view sizes) { return twisted_torus(core::parse_sizes("twisted", kForm, sizes)); };
  entry.scale = twisted_sizes;
}

}  // namespace toruscope
