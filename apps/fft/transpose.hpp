// SPDX-License-Identifier: Apache-2.0
// The transpose of a matrix whose rows are dealt to p PEs.
//
// It is one complete exchange: PE s cuts its rows at the other side's deals, turns each piece and
// sends it as block d to PE d. All blocks have the same size, ceil(rows/p) ceil(columns/p) values;
// a piece at the end of a side, or of a PE without rows, fills only part of its block.

#pragma once

#include "apps/fft/local_fft.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace toruscope::apps {

/// A deal of rows 0 .. rows-1 in blocks of ceil(rows/p): the last PEs may have fewer or none.
struct Deal {
  Deal(std::size_t row_count, int p);
  [[nodiscard]] std::size_t first(Rank pe) const;
  [[nodiscard]] std::size_t count(Rank pe) const { return first(pe + 1) - first(pe); }
  /// PEs that hold at least one row.
  [[nodiscard]] std::size_t holders() const { return (rows + per_pe - 1) / per_pe; }

  std::size_t rows;
  std::size_t per_pe;
};

/// Packs the blocks that PE `me` sends in the transpose of a matrix of rows.rows x columns.rows, of
/// which it holds `mine`. Block d lies at d * rows.per_pe * columns.per_pe, one of d's new rows
/// after the other.
/// Shape     mine: rows.count(me) * columns.rows. send: p blocks.
void pack_blocks(const Deal& rows, const Deal& columns, Rank me, std::span<const Complex> mine,
                 std::span<Complex> send);
/// Unpacks received blocks to the transposed rows (columns.count(me) * rows.rows values).
void unpack_blocks(const Deal& rows, const Deal& columns, Rank me, std::span<const Complex> received,
                   std::span<Complex> mine);

/// Transposes: `mine` holds this PE's rows of a rows.rows x columns.rows matrix before, of its
/// transpose after. The PEs are synchronised before it, to time the exchange alone.
void transpose(Communicator& comm, const Deal& rows, const Deal& columns, std::vector<Complex>& mine,
               std::string_view algorithm);

}  // namespace toruscope::apps
