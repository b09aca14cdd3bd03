// SPDX-License-Identifier: Apache-2.0
#include "collectives/block_reader.hpp"

#include <optional>

namespace toruscope::collectives {

namespace {

using Blocks = std::vector<CarriedBlock>;
using Body = std::span<const std::byte>;

/// Who is to get a block. A PE's block for itself is its contribution to the operation.
Rank receiver_of(const StampedPiece& piece, const OperationTraits& operation, const Case& c) {
  if (piece.destination != piece.source) return piece.destination;
  if (operation.has_distance) return (piece.source + c.distance) % c.p;
  const bool is_gather = operation.has_root && operation.moves == Moves::blocks;
  return is_gather ? c.root : kForSeveral;
}

/// Reads consecutive pieces of stamped blocks.
Blocks stamped_in(Body body, const OperationTraits& operation, const Case& c) {
  const auto length = [&](Rank s, Rank d) {
    // Leaves out a PE's block for itself.
    if (operation.meets_all && s == d) return std::size_t{0};
    return operation.sizes_differ ? uneven_size(s, d, c.bytes) : c.bytes;
  };
  Blocks found;
  while (!body.empty()) {
    const std::optional<StampedPiece> piece = first_stamped(body, c.p, length);
    if (!piece) return {};
    CarriedBlock block;
    block.origin = block.last = piece->source;
    block.destination = receiver_of(*piece, operation, c);
    block.offset = static_cast<std::int64_t>(piece->offset);
    block.bytes = static_cast<std::int64_t>(piece->bytes);
    found.push_back(block);
    body = body.subspan(piece->bytes);
  }
  return found;
}

/// Reads runs of one interval of contributors each.
Blocks combined_in(Body body, int p) {
  Blocks found;
  for (; !body.empty(); body = body.subspan(kIntervalBytes)) {
    const auto who = contributors_in(body);
    if (!who || who->second >= p) return {};
    if (found.empty() || found.back().origin != who->first || found.back().last != who->second) {
      CarriedBlock block;
      block.origin = static_cast<Rank>(who->first);
      block.last = static_cast<Rank>(who->second);
      found.push_back(block);
    }
    found.back().bytes += static_cast<std::int64_t>(kIntervalBytes);
  }
  return found;
}

}  // namespace

std::function<Blocks(Body)> block_reader(const OperationTraits& operation, const Given& given) {
  const Case& c = given.question;
  if (operation.moves == Moves::nothing || given.data == Data::none || c.bytes == 0) return nullptr;
  if (!operation.combines) return [&operation, &c](Body body) { return stamped_in(body, operation, c); };
  const bool tells = given.workload.operands == Operands::intervals && c.bytes % kIntervalBytes == 0 &&
                     c.values.value_or(c.p) == c.p;
  if (!tells) return nullptr;
  return [p = c.p](Body body) { return combined_in(body, p); };
}

}  // namespace toruscope::collectives
