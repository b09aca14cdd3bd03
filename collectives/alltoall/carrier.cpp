// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/carrier.hpp"

#include <cstdint>
#include <cstring>
#include <functional>
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
    if (transfer.from != kNobody) transfer.arrived = unpack(transfer.arrived);
}

Buffer RegionCarrier::pack(std::span<const std::byte> handles) {
  std::vector<Region> regions(handles.size() / sizeof(Region));
  if (!handles.empty()) std::memcpy(regions.data(), handles.data(), handles.size());
  std::size_t all = regions.size() * sizeof(Length);
  for (const Region& region : regions) all += has_data(region) ? region.size() : 0;
  std::vector<std::byte> memory;
  memory.reserve(all);
  Buffer message(std::move(memory));
  for (const Region& region : regions) {
    const Length length = region.size();
    message.append(std::as_bytes(std::span(&length, 1)));
  }
  for (const Region& region : regions) {
    message.append(region);
    let_go(region);
  }
  return message;
}

Region RegionCarrier::hold(Region arrived) {
  if (arrived.empty()) return {};
  if (!has_data(arrived)) return arrived;
  std::vector<std::byte> block(arrived.begin(), arrived.end());
  const Region region(block);
  held_.emplace(region.data(), std::move(block));
  return region;
}

void RegionCarrier::let_go(Region sent) {
  const std::less<> before;
  const bool is_mine = !before(sent.data(), mine_.data()) && before(sent.data(), mine_.data() + mine_.size());
  if (sent.empty() || !has_data(sent) || is_mine) return;
  if (held_.erase(sent.data()) == 0)
    comm().fail(std::string(operation_) +
                ": a block is sent on that this PE no longer has; an algorithm may send each on once");
}

Buffer RegionCarrier::unpack(const Buffer& message) {
  // Lengths end where the bytes of the first region, announced by the first length, begin.
  const std::span<const std::byte> front = message.front();
  std::vector<Length> lengths;
  std::size_t rest = message.size();  // neither lengths nor announced by them
  while (rest > 0) {
    const std::size_t at = lengths.size() * sizeof(Length);
    const bool has_length = rest >= sizeof(Length) && front.size() >= at + sizeof(Length);
    const Length length = has_length ? read<Length>(front.data() + at) : 0;
    if (!has_length || length > rest - sizeof(Length))
      comm().fail(std::string(operation_) + ": a message of " + std::to_string(message.size()) +
                  " bytes is shorter than the blocks that it announces; every PE must run the same algorithm");
    rest -= sizeof(Length) + length;
    lengths.push_back(length);
  }
  std::vector<Region> regions;
  regions.reserve(lengths.size());
  Region body = std::span<const std::byte>(message).subspan(lengths.size() * sizeof(Length));
  for (const Length length : lengths) {
    regions.push_back(hold(body.first(length)));
    body = body.subspan(length);
  }
  return Buffer(std::as_bytes(std::span(regions)));
}

}  // namespace toruscope::collectives
