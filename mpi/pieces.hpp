// SPDX-License-Identifier: Apache-2.0
// Elements of the program's memory, a piece for each rank, and their packed bytes.

#pragma once

#include "mpi/stages.hpp"
#include "mpi/state.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace toruscope::mpi {

/// Elements of the program's memory.
struct Piece {
  void* data = nullptr;
  std::size_t count = 0;
  TypePtr type{};
  [[nodiscard]] std::size_t bytes() const { return count * type->size(); }
};
/// `offset`: bytes from `data`. Errors: MPI_ERR_COUNT, MPI_ERR_TYPE.
Piece piece_at(State& state, const void* data, std::ptrdiff_t offset, int count, MPI_Datatype type);

using PieceList = std::vector<Piece>;
/// The pieces of all ranks, whose number it is given; called where they count.
using MakePieces = std::function<PieceList(int ranks)>;
MakePieces equal_pieces(State& state, const void* data, int count, MPI_Datatype type);
/// Places in extents of the type.
MakePieces counted_pieces(State& state, const void* data, const int* counts, const int* places,
                          MPI_Datatype type);
/// Places in bytes: numbers of int, or of MPI_Aint.
template <class Number>
MakePieces typed_pieces(State& state, const void* data, const int* counts, const Number* places,
                        const MPI_Datatype* types) {
  return [=, &state](int ranks) {
    PieceList all;
    for (int r = 0; r < ranks; ++r) all.push_back(piece_at(state, data, places[r], counts[r], types[r]));
    return all;
  };
}

/// Pieces, and their packed bytes one behind the other.
class Pieces {
 public:
  explicit Pieces(PieceList pieces);

  [[nodiscard]] const ByteBlocks& blocks() const { return blocks_; }
  [[nodiscard]] Bytes block(int rank) const { return blocks_[static_cast<std::size_t>(rank)]; }
  /// Packs one piece, or all.
  void read(int rank);
  void read();
  /// Gives a piece other bytes.
  void set(int rank, std::span<const std::byte> bytes);
  /// Unpacks one piece, or all.
  void write(int rank);
  void write();

 private:
  PieceList pieces_;
  std::vector<std::byte> memory_{};
  ByteBlocks blocks_{};
};
using PiecesPtr = std::shared_ptr<Pieces>;

}  // namespace toruscope::mpi
