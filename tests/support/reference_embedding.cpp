// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_embedding.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

namespace toruscope::test {

namespace {

using Network = MachineDescription::Network;
using Guest = MachineDescription::Guest;

/// The grid that the PEs of a network form; one row where they form none.
std::vector<int> grid(Network network, const std::vector<int>& sides) {
  if (network == Network::hypercube) return std::vector<int>(static_cast<std::size_t>(sides.at(0)), 2);
  return sides;
}

/// Row-major digits of the n-th point.
std::vector<int> digits(int n, const std::vector<int>& sides) {
  std::vector<int> at(sides.size());
  for (std::size_t d = sides.size(); d-- > 0; n /= sides[d]) at[d] = n % sides[d];
  return at;
}

int number(const std::vector<int>& at, const std::vector<int>& sides) {
  int n = 0;
  for (std::size_t d = 0; d < sides.size(); ++d) n = n * sides[d] + at[d];
  return n;
}

/// A row after an odd number of rows is passed backwards.
Node on_snake(int rank, const std::vector<int>& sides) {
  std::vector<int> at = digits(rank, sides);
  int rows_before = 0;
  for (std::size_t d = 0; d < sides.size(); ++d) {
    const int digit = at[d];
    if (rows_before % 2 == 1) at[d] = sides[d] - 1 - digit;
    rows_before = rows_before * sides[d] + digit;
  }
  return number(at, sides);
}

Node by_gray_codes(int rank, const std::vector<int>& guest_sides) {
  const std::vector<int> at = digits(rank, guest_sides);
  Node node = 0;
  for (std::size_t d = 0; d < guest_sides.size(); ++d) node = node * guest_sides[d] + (at[d] ^ (at[d] >> 1));
  return node;
}

Node in_tiles(int rank, const std::vector<int>& sides) {
  std::vector<int> tile, tiles;  // sides of one, and how many there are
  for (const int side : sides) {
    int divisor = 1;
    for (int d = 1; d * d <= side; ++d)
      if (side % d == 0) divisor = d;
    tile.push_back(divisor);
    tiles.push_back(side / divisor);
  }
  const int nodes_of_tile = std::accumulate(tile.begin(), tile.end(), 1, std::multiplies<>());
  std::vector<int> at = digits(rank / nodes_of_tile, tiles);
  const std::vector<int> inside = digits(rank % nodes_of_tile, tile);
  for (std::size_t d = 0; d < sides.size(); ++d) at[d] = at[d] * tile[d] + inside[d];
  return number(at, sides);
}

Node place(int rank, const Guest& guest, const std::vector<int>& sides) {
  switch (guest.rule) {
    case Guest::Rule::snake:
      return on_snake(rank, sides);
    case Guest::Rule::gray:
      return by_gray_codes(rank, grid(guest.network, guest.sides));
    case Guest::Rule::blocked:
      return in_tiles(rank, sides);
    case Guest::Rule::listed:
      break;
  }
  return guest.places.at(static_cast<std::size_t>(rank));
}

/// Of the network, switches included.
int nodes(const MachineDescription& machine) {
  int count = machine.network_pes();
  if (machine.network == Network::tree) count = std::max(1, 2 * count - 1);
  for (const auto& [a, b] : machine.wires) count = std::max({count, a + 1, b + 1});
  return count;
}

}  // namespace

std::vector<Node> reference_places(const MachineDescription& machine) {
  std::vector<Node> places(static_cast<std::size_t>(machine.pes()));
  std::iota(places.begin(), places.end(), 0);
  if (!machine.guest) return places;
  const std::vector<int> sides = grid(machine.network, machine.sides);
  for (Node& node : places) node = place(node, *machine.guest, sides);
  return places;
}

std::vector<Node> numbers_for_guest(const MachineDescription& machine) {
  std::vector<Node> numbers(static_cast<std::size_t>(nodes(machine)), kNoNode);
  Node next = 0;
  for (const Node node : reference_places(machine)) numbers.at(static_cast<std::size_t>(node)) = next++;
  for (Node& number : numbers)
    if (number == kNoNode) number = next++;
  return numbers;
}

}  // namespace toruscope::test
