// SPDX-License-Identifier: Apache-2.0
// All-to-all of blocks of different sizes, by the schedules of all-to-all.
//
// `direct` sends every block to its destination, which knows its length. The other algorithms pass
// blocks on through PEs that do not: each block travels with its length, 8 bytes, and the schedule
// moves handles (carrier.hpp).
//
// Rounds        those of the all-to-all.     Volume   no formula: it depends on all sizes.
// Links         Messages of a round differ in length, so they may meet on links.
// Source        Fan, Gilray, Pascucci, Huang, Micinski, Kumar, "Optimizing the Bruck Algorithm for
//               Non-uniform All-to-all Communication", HPDC 2022 (lengths in front of blocks).

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/direct.hpp"
#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/uneven.hpp"

#include <toruscope/catalogue.hpp>

#include <optional>
#include <string>
#include <utility>

namespace toruscope::collectives {

void direct(Alltoallv& entry) {
  const auto schedule = described<Alltoall>(direct);
  take_claims(entry, schedule, "alltoall/direct");
  entry.run = [](Communicator& comm, std::span<const std::byte> send, Sizes send_sizes,
                 std::span<std::byte> receive, Sizes receive_sizes) {
    const auto out = cut(send, send_sizes);
    const auto in = cut(receive, receive_sizes);
    const int p = comm.size();
    for (int t = 0; t < p; ++t) {
      const Rank to = (comm.rank() + t) % p;
      const Rank from = (comm.rank() - t + p) % p;
      Buffer arrived;
      comm.round([&](Round& round) {
        round.send(to, out[static_cast<std::size_t>(to)]);
        round.adopt(from, arrived);
      });
      const std::span<std::byte> block = in[static_cast<std::size_t>(from)];
      check_size(comm, "alltoallv", from, block.size(), arrived.size());
      copy(arrived, block);
    }
  };
}

void carry(Alltoallv& v, const Alltoall& entry, CarriedExchange schedule) {
  take_claims(v, entry, "alltoall/" + v.name);
  v.summary = entry.summary + "; each block with its length";
  v.formula = "that of alltoall/" + v.name + " with m + 8 for m where all blocks have m bytes";
  v.conflict_free = {};
  if (entry.synchronisation_for)
    v.synchronisation_for = [of = entry.synchronisation_for](const Case& c) {
      return of(about_blocks(c, sizeof(Region)));
    };
  v.estimated = [entry](Case c) -> std::optional<Ticks> {
    c.bytes += RegionCarrier::kLengthBytes;
    const std::optional<ExpectedTime> time = expected_time(entry, c);
    return time ? std::optional(time->ticks) : std::nullopt;
  };
  v.run = [schedule = std::move(schedule)](Communicator& comm, std::span<const std::byte> send,
                                           Sizes send_sizes, std::span<std::byte> receive,
                                           Sizes receive_sizes) {
    const Region mine = comm.carries_data() ? send : detail::no_data(send.size());
    const std::vector<Region> out = cut(mine, send_sizes);
    std::vector<Region> arrived(out.size());
    RegionCarrier carrier(comm, "alltoallv", mine);
    schedule(carrier, std::as_bytes(std::span(out)), std::as_writable_bytes(std::span(arrived)),
             sizeof(Region));
    const auto in = cut(receive, receive_sizes);
    for (std::size_t s = 0; s < in.size(); ++s) {
      check_size(comm, "alltoallv", static_cast<Rank>(s), in[s].size(), arrived[s].size());
      copy(arrived[s], in[s]);
    }
  };
}

}  // namespace toruscope::collectives
