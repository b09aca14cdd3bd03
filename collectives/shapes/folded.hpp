// SPDX-License-Identifier: Apache-2.0
// Folding of any number of PEs to a power of two in rank order, for algorithms on 2^d PEs.
//
// q is the largest power of two up to p, r = p - q. Of the first 2 r ranks each even one hands its
// data to its odd neighbour, and waits for the result; the others have indices 0 .. q-1 by rank.
//
//   p = 6, q = 4     0 -> 1     2 -> 3     1, 3, 4, 5 have the indices 0 .. 3     1 -> 0     3 -> 2
//
// Source  Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.5.

#pragma once

#include <toruscope/catalogue.hpp>

#include <bit>
#include <functional>

namespace toruscope::collectives {

/// Largest power q of two up to p.
inline int largest_power(int p) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(p)));
}

/// PEs that take part, and their indices.
struct Folding {
  int p = 1;

  [[nodiscard]] int paired() const { return 2 * (p - largest_power(p)); }
  [[nodiscard]] bool waits(Rank rank) const { return rank < paired() && rank % 2 == 0; }
  [[nodiscard]] int index_of(Rank rank) const { return rank < paired() ? rank / 2 : rank - paired() / 2; }
  [[nodiscard]] Rank rank_at(int index) const {
    return index < paired() / 2 ? 2 * index + 1 : index + paired() / 2;
  }
};

/// Combines the pairs, runs `among(index, data)` on the q PEs, tells those that waited the result.
inline void fold(Communicator& comm, std::span<std::byte> data, const Combine& op,
                 const std::function<void(const Folding&, std::span<std::byte>)>& among) {
  const Folding folding{comm.size()};
  const Rank me = comm.rank();
  if (folding.waits(me)) {
    comm.send(me + 1, data);
    comm.recv(me + 1, data);
    return;
  }
  const bool has_partner = me < folding.paired();
  if (has_partner) {
    Buffer theirs = comm.buffer(data.size());
    comm.recv(me - 1, theirs);
    op.combine(theirs.data(), data.data(), data.data(), data.size() / op.element);
  }
  among(folding, data);
  if (has_partner) comm.send(me - 1, data);
}

}  // namespace toruscope::collectives
