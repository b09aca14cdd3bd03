// SPDX-License-Identifier: Apache-2.0
#include "tests/support/broken_twins.hpp"

#include "collectives/alltoall/direct.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::test {

namespace {

/// The entry of the sound direct exchange under another name.
Alltoall twin_of_direct(const char* name, const char* summary) {
  Alltoall twin = detail::alltoall_direct();
  twin.name = name;
  twin.summary = summary;
  twin.predicted = nullptr;
  return twin;
}

}  // namespace

Alltoall flips_a_bit() {
  Alltoall twin = twin_of_direct("flips_a_bit", "wrong on purpose: one bit of the last block");
  twin.run = [direct = twin.run](Communicator& comm, std::span<const std::byte> send,
                                 std::span<std::byte> receive, std::size_t block) {
    direct(comm, send, receive, block);
    if (!receive.empty()) receive.back() ^= std::byte{0x10};
  };
  return twin;
}

Alltoall claims_no_conflicts() {
  Alltoall twin = twin_of_direct("claims_no_conflicts", "wrong on purpose: its messages share links");
  twin.conflict_free = true;
  return twin;
}

Alltoall promises_too_much() {
  Alltoall twin = twin_of_direct("promises_too_much", "wrong on purpose: its formula is too small");
  twin.predicted = [](const Case& c) {
    const std::int64_t bytes = (c.p - 1) * static_cast<std::int64_t>(c.bytes);
    return std::optional(Prediction{c.p - 2, bytes, 0, (c.p - 2) * c.costs.ts + bytes * c.costs.tw});
  };
  return twin;
}

Alltoall whispers() {
  constexpr std::size_t kMost = 64;
  Alltoall twin = twin_of_direct("whispers", "wrong on purpose: faster than any lower bound");
  twin.restrictions = "at most 64 PEs";
  twin.refusal = [](const Case& c) {
    return c.p <= static_cast<int>(kMost) ? std::nullopt : std::optional<std::string>("needs at most 64 PEs");
  };
  const auto secret = std::make_shared<std::array<const std::byte*, kMost>>();
  twin.run = [secret](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                      std::size_t block) {
    const auto me = static_cast<std::size_t>(comm.rank());
    (*secret)[me] = send.data();
    comm.synchronize();
    for (std::size_t s = 0; s * block < receive.size(); ++s)
      std::copy_n((*secret)[s] + me * block, block, receive.data() + s * block);
    comm.synchronize();  // nobody's blocks go before all have read them
  };
  return twin;
}

Broadcast forgets_one() {
  Broadcast twin;
  twin.name = "forgets_one";
  twin.summary = "wrong on purpose: the PE before the root is never told";
  twin.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    const int p = comm.size();
    const int v = (comm.rank() - root + p) % p;
    if (v == 0)
      for (int u = 1; u < p - 1; ++u) comm.send((root + u) % p, data);
    else if (v < p - 1)
      comm.recv(root, data);
  };
  return twin;
}

Reduce combines_backwards() {
  Reduce twin;
  twin.name = "combines_backwards";
  twin.summary = "wrong on purpose: in the reverse of rank order";
  twin.run = [](Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
    if (comm.rank() != root) {
      comm.send(root, data);
      return;
    }
    std::vector<std::byte> sum;
    for (Rank r = 0; r < comm.size(); ++r) {
      std::vector<std::byte> theirs =
          r == root ? std::vector<std::byte>(data.begin(), data.end()) : comm.recv<std::byte>(r);
      if (r > 0) op.combine(theirs.data(), sum.data(), theirs.data(), theirs.size() / op.element);
      sum = std::move(theirs);
    }
    std::copy(sum.begin(), sum.end(), data.begin());
  };
  return twin;
}

Barrier waits_for_one() {
  Barrier twin;
  twin.name = "waits_for_one";
  twin.summary = "wrong on purpose: knows of one neighbour only";
  twin.run = [](Communicator& comm) {
    const std::vector<std::byte> nothing;
    std::vector<std::byte> heard;
    const int p = comm.size();
    comm.sendrecv((comm.rank() + 1) % p, nothing, (comm.rank() - 1 + p) % p, heard);
  };
  return twin;
}

Catalogue catalogue_with_twins() {
  Catalogue table = catalogue();
  table.add(flips_a_bit());
  table.add(claims_no_conflicts());
  table.add(promises_too_much());
  table.add(whispers());
  table.add(forgets_one());
  table.add(combines_backwards());
  table.add(waits_for_one());
  return table;
}

}  // namespace toruscope::test
