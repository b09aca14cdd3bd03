// SPDX-License-Identifier: Apache-2.0
// Source  Kim, Dally, Abts, "Flattened Butterfly: A Cost-Efficient Topology for High-Radix
//         Networks", ISCA 2007.

#include "hamming.hpp"

#include <toruscope/error.hpp>

#include <memory>
#include <string>

namespace {

using namespace toruscope;

/// Ports: first those along the row, port i to the column (c + 1 + i) mod B; then those along the
/// column.
class Hamming : public Topology {
 public:
  Hamming(int rows, int columns) : sides_{rows, columns} {
    if (rows < 1 || columns < 1 || rows > 256 || columns > 256)
      throw ConfigError("hamming: sides from 1 to 256 are possible");
  }

  std::string name() const override { return "hamming:" + std::to_string(a()) + "x" + std::to_string(b()); }
  int nodes() const override { return a() * b(); }
  int ports() const override { return a() - 1 + b() - 1; }
  Node neighbour(Node v, Port port) const override {
    if (is_row(port)) return v / b() * b() + (v % b() + 1 + port) % b();
    return (v / b() + 1 + port - (b() - 1)) % a() * b() + v % b();
  }
  Port opposite(Node, Port port) const override {
    return is_row(port) ? b() - 2 - port : (b() - 1) + (a() - 2 - (port - (b() - 1)));
  }
  int distance(Node v, Node w) const override { return (v / b() != w / b()) + (v % b() != w % b()); }
  int diameter() const override { return (a() > 1) + (b() > 1); }
  /// Along the row first, then along the column.
  void route(Node v, Node w, Route& legs) const override {
    legs.clear();
    if (v % b() != w % b()) legs.push_back({(w % b() - v % b() - 1 + b()) % b(), 1, 0});
    if (v / b() != w / b()) legs.push_back({b() - 1 + (w / b() - v / b() - 1 + a()) % a(), 1, 0});
  }
  /// No route takes a row's link after a column's: all of the former come first.
  std::uint32_t channel_order(Node v, Port port, int) const override {
    const int links = nodes() * ports();
    return static_cast<std::uint32_t>((is_row(port) ? 0 : links) + v * ports() + port);
  }
  const std::vector<int>& sides() const override { return sides_; }
  bool is_torus() const override { return false; }
  int bisection() const override {
    const int longest = a() > b() ? a() : b();
    return 2 * (longest / 2) * (longest - longest / 2) * (nodes() / longest);
  }
  std::string port_name(Node v, Port port) const override { return "to " + std::to_string(neighbour(v, port)); }

 private:
  int a() const { return sides_[0]; }
  int b() const { return sides_[1]; }
  bool is_row(Port port) const { return port < b() - 1; }

  std::vector<int> sides_;
};

TopologyPtr make(std::string_view sizes) {
  const std::string text(sizes);
  std::size_t used = 0;
  const int rows = std::stoi(text, &used);
  if (used >= text.size() || text[used] != 'x') throw ConfigError("hamming: write hamming:AxB");
  return std::make_shared<Hamming>(rows, std::stoi(text.substr(used + 1)));
}

}  // namespace

TopologyEntry hamming_entry() {
  return {"hamming", "hamming:AxB", "every pair of a row and every pair of a column has a link", make};
}
