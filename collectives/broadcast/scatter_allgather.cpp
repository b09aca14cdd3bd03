// SPDX-License-Identifier: Apache-2.0
#include "collectives/broadcast/scatter_allgather.hpp"

#include "collectives/allgather/bruck.hpp"
#include "collectives/allgather/ring.hpp"
#include "collectives/scatter/knomial.hpp"
#include "collectives/shapes/premises.hpp"

#include <utility>

namespace toruscope::collectives {

namespace {

std::size_t block_of(std::size_t bytes, int p) {
  return (bytes + static_cast<std::size_t>(p) - 1) / static_cast<std::size_t>(p);
}

Broadcast composed(const Scatter& scatter, const Allgather& allgather) {
  Broadcast entry;
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
  return entry;
}

}  // namespace

Broadcast broadcast_scatter_allgather() {
  Broadcast entry = composed(scatter_knomial(), allgather_bruck());
  entry.name = "scatter_allgather";
  entry.summary = "the root scatters blocks of the vector, then all collect them by Bruck's concatenation";
  entry.formula = "2 ceil(log_{k+1} p) ts + 2 ceil((p-1)/k) ceil(m/p) tw";
  return entry;
}

Broadcast broadcast_scatter_ring_allgather() {
  Broadcast entry = composed(scatter_knomial(), allgather_ring());
  entry.name = "scatter_ring_allgather";
  entry.summary = "the root scatters blocks of the vector, then all collect them around a ring";
  entry.formula = "(ceil(log_{k+1} p) + p - 1) ts + (ceil((p-1)/k) + p - 1) ceil(m/p) tw";
  return entry;
}

}  // namespace toruscope::collectives
