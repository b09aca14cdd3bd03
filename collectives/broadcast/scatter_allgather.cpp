// SPDX-License-Identifier: Apache-2.0
// Broadcast of long vectors: the root scatters p blocks of it, then all collect them.
//
//   p = 4, vector a b c d     scatter     0 has a, 1 has b, 2 has c, 3 has d  (scatter/knomial.cpp)
//                             allgather   all have a b c d       (allgather/bruck.cpp, or ring.cpp)
//
// Rounds     2 ceil(log_{k+1} p); with the ring ceil(log_{k+1} p) + p - 1, each to the next PE.
// Volume     2 ceil((p-1)/k) blocks of ceil(n/p) bytes, padded at the end: about 2 n/k whatever p,
//            where the k-nomial tree takes n ceil(log_{k+1} p).     Any p, k, root, n, topology.
// Source     Barnett, Shuler, van de Geijn et al., Interprocessor Collective Communication Library,
//            Proc. SHPCC 1994; Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.3.

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

std::size_t block_of(std::size_t bytes, int p) {
  return (bytes + static_cast<std::size_t>(p) - 1) / static_cast<std::size_t>(p);
}

void compose(Broadcast& entry, const Scatter& scatter, const Allgather& allgather) {
  entry.restrictions = "none";
  entry.source =
      "Barnett, Shuler, van de Geijn et al., Proc. Scalable High Performance Computing Conference, 1994; "
      "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.3";
  entry.predicted = [first = scatter.predicted, second = allgather.predicted](const Case& c) {
    const Case blocks = about_blocks(c, block_of(c.bytes, c.p));
    return in_turn(first(blocks), second(blocks));
  };
  entry.estimated = [first = scatter.estimated, second = allgather.estimated](const Case& c) {
    const Case blocks = about_blocks(c, block_of(c.bytes, c.p));
    return in_turn(first(blocks), second(blocks));
  };
  entry.run = [first = scatter.run, second = allgather.run](Communicator& comm, Rank root,
                                                            std::span<std::byte> data) {
    const std::size_t block = block_of(data.size(), comm.size());
    Buffer all = comm.buffer(block * static_cast<std::size_t>(comm.size()));
    Buffer mine = comm.buffer(block);
    copy(data, all);
    first(comm, root, comm.rank() == root ? std::span<const std::byte>(all) : std::span<const std::byte>(),
          mine);
    second(comm, mine, all);
    copy(std::span<const std::byte>(all).first(data.size()), data);
  };
}

}  // namespace

void scatter_allgather(Broadcast& entry) {
  compose(entry, described<Scatter>(knomial), described<Allgather>(bruck));
  entry.summary = "the root scatters blocks of the vector, then all collect them by Bruck's concatenation";
  entry.formula = "2 ceil(log_{k+1} p) ts + 2 ceil((p-1)/k) ceil(m/p) tw";
}

void scatter_ring_allgather(Broadcast& entry) {
  compose(entry, described<Scatter>(knomial), described<Allgather>(ring));
  entry.summary = "the root scatters blocks of the vector, then all collect them around a ring";
  entry.formula = "(ceil(log_{k+1} p) + p - 1) ts + (ceil((p-1)/k) + p - 1) ceil(m/p) tw";
}

}  // namespace toruscope::collectives
