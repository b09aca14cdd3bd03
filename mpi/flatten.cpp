// SPDX-License-Identifier: Apache-2.0

#include "mpi/flatten.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace toruscope::mpi {

namespace {

constexpr std::size_t kFewPieces = 8;  // an inner layout of few pieces is copied rather than named

/// An address some bytes further on; addresses of MPI_BOTTOM begin at null.
template <class Byte>
Byte* at(Byte* base, std::ptrdiff_t offset) {
  return reinterpret_cast<Byte*>(reinterpret_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(offset));
}

/// Moves bytes out of typed memory.
struct Packing {
  std::byte* bytes;
  static constexpr bool is_full = false;
  void block(const std::byte* typed, std::size_t n) {
    std::memcpy(bytes, typed, n);
    bytes += n;
  }
};
/// Moves bytes into typed memory, until there are no more.
struct Unpacking {
  std::span<const std::byte> left;
  bool is_full = false;
  void block(std::byte* typed, std::size_t n) {
    n = std::min(n, left.size());
    std::memcpy(typed, left.data(), n);
    left = left.subspan(n);
    is_full = left.empty();
  }
};

template <class Mover, class Byte>
void walk(const Layout& layout, Byte* base, Mover& mover) {
  for (const Layout::Piece& piece : layout.pieces()) {
    std::ptrdiff_t offset = piece.offset;
    for (std::size_t i = 0; i < piece.count; ++i, offset += piece.stride) {
      if (mover.is_full) return;
      if (piece.inner == nullptr)
        mover.block(at(base, offset), piece.bytes);
      else
        walk(*piece.inner, at(base, offset), mover);
    }
  }
}

template <class Mover, class Byte>
void walk_all(const Layout& layout, std::ptrdiff_t extent, std::size_t count, Byte* base, Mover mover) {
  if (layout.size() == 0 || count == 0) return;
  if (layout.is_one_block() && extent == static_cast<std::ptrdiff_t>(layout.size()))
    return mover.block(at(base, layout.first()), count * layout.size());
  std::ptrdiff_t offset = 0;
  for (std::size_t i = 0; i < count && !mover.is_full; ++i, offset += extent)
    walk(layout, at(base, offset), mover);
}

}  // namespace

LayoutPtr Layout::block(std::size_t bytes) {
  auto layout = std::make_shared<Layout>();
  layout->append_blocks(0, 1, 0, bytes);
  return layout;
}

void Layout::append(std::ptrdiff_t offset, std::size_t count, std::ptrdiff_t stride, const LayoutPtr& inner) {
  if (count == 0 || inner->size() == 0) return;
  if (inner->is_one_block()) return append_blocks(offset + inner->first_, count, stride, inner->size());
  if (count == 1 && inner->pieces_.size() <= kFewPieces) {
    for (Piece piece : inner->pieces_) {
      piece.offset += offset;
      add(std::move(piece));
    }
    return;
  }
  add({offset, count, stride, inner->size(), inner});
}

void Layout::append_blocks(std::ptrdiff_t offset, std::size_t count, std::ptrdiff_t stride, std::size_t bytes) {
  if (count == 0 || bytes == 0) return;
  if (count > 1 && stride == static_cast<std::ptrdiff_t>(bytes)) {
    bytes *= count;
    count = 1;
  }
  add({offset, count, count == 1 ? 0 : stride, bytes, nullptr});
}

/// Appends a piece, or lengthens the last one.
void Layout::add(Piece piece) {
  const auto reach = static_cast<std::ptrdiff_t>(piece.count - 1) * piece.stride;
  const std::ptrdiff_t low = piece.inner != nullptr ? piece.inner->first_ : 0;
  const std::ptrdiff_t high =
      piece.inner != nullptr ? piece.inner->behind_ : static_cast<std::ptrdiff_t>(piece.bytes);
  const std::ptrdiff_t lowest = piece.offset + low + std::min<std::ptrdiff_t>(reach, 0);
  const std::ptrdiff_t highest = piece.offset + high + std::max<std::ptrdiff_t>(reach, 0);
  first_ = size_ == 0 ? lowest : std::min(first_, lowest);
  behind_ = size_ == 0 ? highest : std::max(behind_, highest);
  size_ += piece.count * piece.bytes;

  if (!pieces_.empty() && piece.inner == nullptr && piece.count == 1) {
    Piece& last = pieces_.back();
    if (last.inner == nullptr) {
      if (last.count == 1 && last.offset + static_cast<std::ptrdiff_t>(last.bytes) == piece.offset) {
        last.bytes += piece.bytes;
        return;
      }
      const std::ptrdiff_t next = last.offset + static_cast<std::ptrdiff_t>(last.count) * last.stride;
      if (last.bytes == piece.bytes && (last.count == 1 || next == piece.offset)) {
        if (last.count == 1) last.stride = piece.offset - last.offset;
        ++last.count;
        return;
      }
    }
  }
  pieces_.push_back(std::move(piece));
}

void pack(const Layout& layout, std::ptrdiff_t extent, std::size_t count, const std::byte* from,
          std::byte* bytes) {
  walk_all(layout, extent, count, from, Packing{bytes});
}

void unpack(const Layout& layout, std::ptrdiff_t extent, std::size_t count, std::span<const std::byte> bytes,
            std::byte* into) {
  if (bytes.empty()) return;
  bytes = bytes.first(std::min(bytes.size(), count * layout.size()));
  walk_all(layout, extent, count, into, Unpacking{bytes});
}

}  // namespace toruscope::mpi
