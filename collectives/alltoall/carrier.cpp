// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/carrier.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace toruscope::collectives {

namespace {

using Length = std::uint64_t;
static_assert(sizeof(Length) == RegionCarrier::kLengthBytes && std::is_trivially_copyable_v<Region>);

template <class T>
T read(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

}  // namespace

void Carrier::round(std::span<Transfer> transfers) {
  comm_.round([&](Round& round) {
    for (Transfer& transfer : transfers) {
      if (transfer.to != kNobody) round.send(transfer.to, std::move(transfer.message));
      if (transfer.from != kNobody) round.adopt(transfer.from, transfer.arrived);
    }
  });
}

auto as_they_are(CarriedExchange algorithm) -> decltype(Alltoall::run) {
  return [algorithm = std::move(algorithm)](Communicator& comm, std::span<const std::byte> send,
                                            std::span<std::byte> receive, std::size_t block) {
    Carrier carrier(comm);
    algorithm(carrier, send, receive, block);
  };
}

void RegionCarrier::round(std::span<Transfer> transfers) {
  for (Transfer& transfer : transfers) transfer.message = pack(transfer.message);
  Carrier::round(transfers);
  for (Transfer& transfer : transfers)
    if (transfer.from != kNobody) transfer.arrived = unpack(std::move(transfer.arrived));
}

Buffer RegionCarrier::pack(std::span<const std::byte> handles) {
  std::vector<Region> regions(handles.size() / sizeof(Region));
  if (!handles.empty()) std::memcpy(regions.data(), handles.data(), handles.size());
  std::vector<Length> lengths;
  lengths.reserve(regions.size());
  for (const Region& region : regions) lengths.push_back(region.size());
  Buffer message(std::as_bytes(std::span(lengths)));
  for (const Region& region : regions) message.append(region);
  return message;
}

Buffer RegionCarrier::unpack(Buffer message) {
  const Buffer& kept = arrived_.emplace_back(std::move(message));
  // The first length is that of the first region, so lengths end where the bytes that they announce begin.
  const std::span<const std::byte> front = kept.front();
  std::vector<Length> lengths;
  std::size_t rest = kept.size();  // neither a length nor announced by one
  while (rest > 0) {
    const std::size_t at = lengths.size() * sizeof(Length);
    const bool has_length = rest >= sizeof(Length) && front.size() >= at + sizeof(Length);
    const Length length = has_length ? read<Length>(front.data() + at) : 0;
    if (!has_length || length > rest - sizeof(Length))
      comm().fail("alltoallv: a message of " + std::to_string(kept.size()) +
                  " bytes is shorter than the blocks that it announces; every PE must run the same algorithm");
    rest -= sizeof(Length) + length;
    lengths.push_back(length);
  }
  std::vector<Region> regions;
  Region body = std::span<const std::byte>(kept).subspan(lengths.size() * sizeof(Length));
  for (const Length length : lengths) {
    regions.push_back(body.first(length));
    body = body.subspan(length);
  }
  return Buffer(std::as_bytes(std::span(regions)));
}

}  // namespace toruscope::collectives
