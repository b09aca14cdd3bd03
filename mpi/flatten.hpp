// SPDX-License-Identifier: Apache-2.0
// The one engine that turns typed memory into bytes and back: where the bytes of a type lie.
//
// A layout is a list of pieces, in the order of the type map. A piece is `count` blocks of `bytes`
// bytes, `stride` apart, or `count` copies of an inner layout. Neighbouring blocks become one, and
// equally spaced blocks one piece, so that a vector of any length is one piece:
//
//   vector(3, 2, 4, int)     ##..##..##     one piece: 3 blocks of 8 bytes, 16 apart
//   contiguous(8, int)       ########       one piece: 1 block of 32 bytes
//
// Invariants  A layout is constant once it belongs to a type; several ranks may read it.

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace toruscope::mpi {

class Layout;
using LayoutPtr = std::shared_ptr<const Layout>;

class Layout {
 public:
  struct Piece {
    std::ptrdiff_t offset = 0;  ///< of the first block
    std::size_t count = 1;
    std::ptrdiff_t stride = 0;
    std::size_t bytes = 0;  ///< of a block, or of a copy of `inner`
    LayoutPtr inner{};      ///< null: plain blocks
  };

  /// One block of bytes.
  static LayoutPtr block(std::size_t bytes);

  /// Appends copies of a layout, the first at `offset`.
  void append(std::ptrdiff_t offset, std::size_t count, std::ptrdiff_t stride, const LayoutPtr& inner);

  [[nodiscard]] std::size_t size() const { return size_; }         ///< bytes of data
  [[nodiscard]] std::ptrdiff_t first() const { return first_; }    ///< the lowest byte
  [[nodiscard]] std::ptrdiff_t behind() const { return behind_; }  ///< behind the highest byte
  [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
  /// True if all bytes are one block, or there are none.
  [[nodiscard]] bool is_one_block() const {
    return pieces_.empty() || (pieces_.size() == 1 && pieces_[0].count == 1 && pieces_[0].inner == nullptr);
  }

 private:
  void append_blocks(std::ptrdiff_t offset, std::size_t count, std::ptrdiff_t stride, std::size_t bytes);
  void add(Piece piece);

  std::vector<Piece> pieces_;
  std::size_t size_ = 0;
  std::ptrdiff_t first_ = 0;
  std::ptrdiff_t behind_ = 0;
};

/// Copies `count` copies of a layout, `extent` apart, into `bytes`, which holds them all.
void pack(const Layout& layout, std::ptrdiff_t extent, std::size_t count, const std::byte* from,
          std::byte* bytes);
/// Copies bytes to where a layout says, as many as there are: the last copy may be in part.
void unpack(const Layout& layout, std::ptrdiff_t extent, std::size_t count, std::span<const std::byte> bytes,
            std::byte* into);

}  // namespace toruscope::mpi
