// SPDX-License-Identifier: Apache-2.0
// wrong: keeps the compiler busy without end
// expect: zero
// reason: the compiler takes more than 5 times as long over it
#include <toruscope/toruscope.hpp>

#include <cstddef>

using namespace toruscope;

template <int Depth, std::size_t Path>
struct Tree : Tree<Depth - 1, 2 * Path>, Tree<Depth - 1, 2 * Path + 1> {};
template <std::size_t Path>
struct Tree<0, Path> {};

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root;
  data[0] = sizeof(Tree<40, 1>);
}
