// SPDX-License-Identifier: Apache-2.0
// Messages of an all-to-all algorithm: one schedule serves blocks of one size and of many.
//
// An algorithm moves an array of p blocks of equal size, and gives a Carrier what goes on together
// in a round. Carrier sends bytes as they are. For blocks of many sizes the array holds handles,
// memory regions of this PE: RegionCarrier sends what the regions hold, each with its length in
// front, and gives the receiver handles of its own; runs without data have both, too.
//
//   handles   [#--] [##-] [---]     message   1 2 0 # ##     handles   [#] [##] []

#pragma once

#include "collectives/alltoall/ring_program.hpp"

#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

namespace toruscope::collectives {

/// One message out, one in, or both.
struct Transfer {
  Rank to = kNobody;
  Buffer message;
  Rank from = kNobody;
  Buffer arrived;
};

class Carrier {
 public:
  explicit Carrier(Communicator& comm) : comm_(comm) {}
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;
  virtual ~Carrier() = default;

  [[nodiscard]] Communicator& comm() const { return comm_; }
  /// A buffer for that many bytes of blocks.
  [[nodiscard]] virtual Buffer buffer(std::size_t bytes) const { return comm_.buffer(bytes); }
  /// One round: all messages go together, and each `arrived` is set.
  virtual void round(std::span<Transfer> transfers);

 private:
  Communicator& comm_;
};

/// An algorithm for all carriers: blocks d of `send` and s of `receive` are `block` bytes each.
using CarriedExchange = std::function<void(Carrier&, std::span<const std::byte> send,
                                           std::span<std::byte> receive, std::size_t block)>;
/// An entry's `run` in which blocks travel as they are.
auto as_they_are(CarriedExchange algorithm) -> decltype(Alltoall::run);
/// Makes an alltoallv of an all-to-all: its claims, and each block with its length (alltoallv.cpp).
void carry(Alltoallv& entry, const Alltoall& schedule, CarriedExchange exchange);

/// A block of any size, on the PE where it is now.
using Region = std::span<const std::byte>;

/// Messages are arrays of Region. An arrived block lives until it is sent on, or the carrier ends.
class RegionCarrier : public Carrier {
 public:
  static constexpr std::size_t kLengthBytes = 8;  ///< Length in front of each region.

  /// `operation`: a literal, for errors. `mine`: the memory of this PE's own blocks.
  RegionCarrier(Communicator& comm, const char* operation, Region mine)
      : Carrier(comm), operation_(operation), mine_(mine) {}
  [[nodiscard]] Buffer buffer(std::size_t bytes) const override {
    return Buffer(std::vector<std::byte>(bytes));
  }
  void round(std::span<Transfer> transfers) override;

 private:
  [[nodiscard]] Buffer pack(std::span<const std::byte> handles);
  [[nodiscard]] Buffer unpack(const Buffer& message);
  [[nodiscard]] Region hold(Region arrived);
  void let_go(Region sent);

  const char* const operation_;
  Region mine_;
  std::unordered_map<const std::byte*, std::vector<std::byte>>
      held_;  ///< blocks that arrived, by their first byte
};

}  // namespace toruscope::collectives
