// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/transpose.hpp"

#include <toruscope/collectives.hpp>

#include <algorithm>

namespace toruscope::apps {

Deal::Deal(std::size_t row_count, int p)
    : rows(row_count), per_pe((row_count + static_cast<std::size_t>(p) - 1) / static_cast<std::size_t>(p)) {}

std::size_t Deal::first(Rank pe) const {
  return std::min(static_cast<std::size_t>(pe) * per_pe, rows);
}

void pack_blocks(const Deal& rows, const Deal& columns, Rank me, std::span<const Complex> mine,
                 std::span<Complex> send) {
  const std::size_t height = rows.count(me);
  // A destination's columns follow each other, only the last block is not full: run c is column c.
  for (std::size_t column = 0; column < columns.rows; ++column)
    for (std::size_t row = 0; row < height; ++row)
      send[column * rows.per_pe + row] = mine[row * columns.rows + column];
}

void unpack_blocks(const Deal& rows, const Deal& columns, Rank me, std::span<const Complex> received,
                   std::span<Complex> mine) {
  const std::size_t height = columns.count(me);
  for (std::size_t source = 0; source < rows.holders(); ++source) {
    const auto pe = static_cast<Rank>(source);
    for (std::size_t row = 0; row < height; ++row) {
      const auto run = received.subspan((source * columns.per_pe + row) * rows.per_pe, rows.count(pe));
      std::copy(run.begin(), run.end(),
                mine.begin() + static_cast<std::ptrdiff_t>(row * rows.rows + rows.first(pe)));
    }
  }
}

void transpose(Communicator& comm, const Deal& rows, const Deal& columns, std::vector<Complex>& mine,
               std::string_view algorithm) {
  const std::size_t blocks = static_cast<std::size_t>(comm.size()) * rows.per_pe * columns.per_pe;
  std::vector<Complex> send(blocks);
  std::vector<Complex> received(blocks);
  pack_blocks(rows, columns, comm.rank(), mine, send);
  comm.synchronize();
  alltoall(comm, send, received, algorithm);
  mine.resize(columns.count(comm.rank()) * rows.rows);
  unpack_blocks(rows, columns, comm.rank(), received, mine);
}

}  // namespace toruscope::apps
