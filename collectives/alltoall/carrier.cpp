// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/carrier.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace toruscope::detail {

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

std::vector<std::byte> RegionCarrier::pack(std::span<const std::byte> handles) const {
  std::vector<Region> regions(handles.size() / sizeof(Region));
  if (!handles.empty()) std::memcpy(regions.data(), handles.data(), handles.size());
  std::vector<std::byte> message(regions.size() * sizeof(Length));
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const Length length = regions[i].size();
    std::memcpy(message.data() + i * sizeof(Length), &length, sizeof(Length));
    message.insert(message.end(), regions[i].begin(), regions[i].end());
  }
  return message;
}

std::vector<std::byte> RegionCarrier::unpack(std::vector<std::byte> message) {
  const std::vector<std::byte>& kept = arrived_.emplace_back(std::move(message));
  std::vector<std::byte> handles;
  // The first length is that of the first region, so lengths end where the bytes that they announce begin.
  std::size_t count = 0;
  std::size_t rest = kept.size();  // neither a length nor announced by one
  while (rest > 0) {
    const Length length = rest >= sizeof(Length) ? read<Length>(kept.data() + count * sizeof(Length)) : rest;
    if (rest < sizeof(Length) || length > rest - sizeof(Length))
      comm().fail("alltoallv: a message of " + std::to_string(kept.size()) +
                  " bytes is shorter than the blocks that it announces; every PE must run the same algorithm");
    rest -= sizeof(Length) + length;
    ++count;
  }
  std::size_t at = count * sizeof(Length);
  for (std::size_t i = 0; i < count; ++i) {
    const Region region(kept.data() + at, read<Length>(kept.data() + i * sizeof(Length)));
    const auto* bytes = reinterpret_cast<const std::byte*>(&region);
    handles.insert(handles.end(), bytes, bytes + sizeof(Region));
    at += region.size();
  }
  return handles;
}

}  // namespace toruscope::detail
