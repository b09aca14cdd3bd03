// SPDX-License-Identifier: Apache-2.0

#include "mpi/pieces.hpp"

#include "mpi/transfers.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::mpi {

Piece piece_at(State& s, const void* data, std::ptrdiff_t offset, int count, MPI_Datatype type) {
  if (data == MPI_IN_PLACE) refuse(MPI_ERR_BUFFER, "MPI_IN_PLACE has no meaning for this argument");
  check_count(count);
  usable_type(s, type);
  return {const_cast<std::byte*>(static_cast<const std::byte*>(data)) + offset, static_cast<std::size_t>(count),
          keep_type(s, type)};
}

MakePieces equal_pieces(State& s, const void* data, int count, MPI_Datatype type) {
  return [=, &s](int ranks) {
    PieceList all;
    const std::ptrdiff_t distance = count * usable_type(s, type).extent;
    for (int r = 0; r < ranks; ++r) all.push_back(piece_at(s, data, r * distance, count, type));
    return all;
  };
}
MakePieces counted_pieces(State& s, const void* data, const int* counts, const int* places, MPI_Datatype type) {
  return [=, &s](int ranks) {
    PieceList all;
    const std::ptrdiff_t extent = usable_type(s, type).extent;
    for (int r = 0; r < ranks; ++r) all.push_back(piece_at(s, data, places[r] * extent, counts[r], type));
    return all;
  };
}
Pieces::Pieces(PieceList pieces) : pieces_(std::move(pieces)) {
  std::size_t bytes = 0;
  for (const Piece& p : pieces_) bytes += p.bytes();
  memory_.resize(bytes);
  Bytes left = memory_;
  for (const Piece& p : pieces_) {
    blocks_.push_back(left.first(p.bytes()));
    left = left.subspan(p.bytes());
  }
}

void Pieces::read(int rank) {
  const Piece& p = pieces_[static_cast<std::size_t>(rank)];
  pack(*p.type->layout, p.type->extent, p.count, static_cast<const std::byte*>(p.data), block(rank).data());
}

void Pieces::read() {
  for (std::size_t r = 0; r < pieces_.size(); ++r) read(static_cast<int>(r));
}

void Pieces::set(int rank, std::span<const std::byte> bytes) {
  std::copy_n(bytes.begin(), std::min(bytes.size(), block(rank).size()), block(rank).begin());
}

void Pieces::write(int rank) {
  const Piece& p = pieces_[static_cast<std::size_t>(rank)];
  store(block(rank), p.data, p.count, *p.type);
}

void Pieces::write() {
  for (std::size_t r = 0; r < pieces_.size(); ++r) write(static_cast<int>(r));
}

}  // namespace toruscope::mpi
