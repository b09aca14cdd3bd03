// SPDX-License-Identifier: Apache-2.0
#include "tests/support/broken_twins.hpp"

#include "collectives/alltoall/direct.hpp"
#include "collectives/pairs/pairs.hpp"
#include "tests/support/built_in.hpp"

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
  Alltoall twin = built_in<Alltoall>("direct");
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
  twin.conflict_free = never_in_conflict();
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

namespace {

Alltoall misstates(const char* name, void (*change)(Prediction&)) {
  Alltoall twin = built_in<Alltoall>("direct");
  twin.name = name;
  twin.summary = "wrong on purpose: one figure of its formula is";
  twin.restrictions = "a complete graph";
  twin.refusal = [](const Case& c) {
    return c.is_complete ? std::nullopt : std::optional<std::string>("needs a complete graph");
  };
  twin.predicted = [sound = twin.predicted, change](const Case& c) {
    std::optional<Prediction> formula = sound(c);
    if (formula) change(*formula);
    return formula;
  };
  return twin;
}

}  // namespace

Alltoall misstates_startups() {
  return misstates("misstates_startups", [](Prediction& p) { ++*p.startups; });
}
Alltoall misstates_bytes() {
  return misstates("misstates_bytes", [](Prediction& p) { ++*p.bytes; });
}
Alltoall misstates_hops() {
  return misstates("misstates_hops", [](Prediction& p) { --*p.hops; });
}
Alltoall misstates_ticks() {
  return misstates("misstates_ticks", [](Prediction& p) { p.ticks += Ticks{1}; });
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

Alltoallv flips_a_bit_of_uneven_blocks() {
  Alltoallv twin = built_in<Alltoallv>("direct");
  twin.name = "flips_a_bit";
  twin.summary = "wrong on purpose: one bit of the last block that is not empty";
  twin.run = [direct = twin.run](Communicator& comm, std::span<const std::byte> send,
                                 std::span<const std::size_t> send_bytes, std::span<std::byte> receive,
                                 std::span<const std::size_t> receive_bytes) {
    direct(comm, send, send_bytes, receive, receive_bytes);
    if (!receive.empty()) receive.back() ^= std::byte{0x10};
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

Scan stops_too_soon() {
  Scan twin;
  twin.name = "stops_too_soon";
  twin.summary = "wrong on purpose: without the value itself";
  twin.run = built_in<Exscan>("chain").run;
  return twin;
}

Exscan goes_too_far() {
  Exscan twin;
  twin.name = "goes_too_far";
  twin.summary = "wrong on purpose: with the value itself";
  twin.run = built_in<Scan>("chain").run;
  return twin;
}

Gather turns_round() {
  Gather twin;
  twin.name = "turns_round";
  twin.summary = "wrong on purpose: blocks in the reverse of rank order";
  twin.run = [](Communicator& comm, Rank root, std::span<const std::byte> block, std::span<std::byte> all) {
    if (comm.rank() != root) {
      comm.send(root, block);
      return;
    }
    for (Rank r = 0; r < comm.size(); ++r) {
      const auto at = static_cast<std::size_t>(comm.size() - 1 - r) * block.size();
      const std::span<std::byte> place = all.subspan(at, block.size());
      if (r == root)
        std::copy(block.begin(), block.end(), place.begin());
      else
        comm.recv(r, place);
    }
  };
  return twin;
}

Scatter shifts_by_one() {
  Scatter twin;
  twin.name = "shifts_by_one";
  twin.summary = "wrong on purpose: every PE gets the block of the next one";
  twin.run = [](Communicator& comm, Rank root, std::span<const std::byte> all, std::span<std::byte> block) {
    std::vector<std::byte> shifted(all.begin(), all.end());
    if (!shifted.empty())
      std::rotate(shifted.begin(), shifted.begin() + static_cast<std::ptrdiff_t>(block.size()), shifted.end());
    built_in<Scatter>("knomial").run(comm, root, shifted, block);
  };
  return twin;
}

Allgather stops_before_the_end() {
  Allgather twin;
  twin.name = "stops_before_the_end";
  twin.summary = "wrong on purpose: the last round around the ring is left out";
  twin.run = [](Communicator& comm, std::span<const std::byte> block, std::span<std::byte> all) {
    const int p = comm.size();
    const auto block_of = [&](Rank r) {
      return all.subspan(static_cast<std::size_t>((r + p) % p) * block.size(), block.size());
    };
    std::copy(block.begin(), block.end(), block_of(comm.rank()).begin());
    for (int i = 0; i + 2 < p; ++i)
      comm.sendrecv((comm.rank() + 1) % p, block_of(comm.rank() - i), (comm.rank() - 1 + p) % p,
                    block_of(comm.rank() - i - 1));
  };
  return twin;
}

namespace {

Combine swapped(const Combine& op) {
  Combine swapped = op;
  swapped.combine = [combine = op.combine](const std::byte* left, const std::byte* right, std::byte* into,
                                           std::size_t n) { combine(right, left, into, n); };
  return swapped;
}

}  // namespace

Allreduce swaps_operands() {
  Allreduce twin;
  twin.name = "swaps_operands";
  twin.summary = "wrong on purpose: combines right with left";
  twin.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    built_in<Allreduce>("recursive_doubling").run(comm, data, swapped(op));
  };
  return twin;
}

ReduceScatter swaps_operands_of_blocks() {
  ReduceScatter twin;
  twin.name = "swaps_operands_of_blocks";
  twin.summary = "wrong on purpose: combines right with left";
  twin.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> block,
                const Combine& op) { built_in<ReduceScatter>("pairwise").run(comm, all, block, swapped(op)); };
  return twin;
}

Shift goes_backwards() {
  Shift twin = built_in<Shift>("direct");
  twin.name = "goes_backwards";
  twin.summary = "wrong on purpose: the other way round";
  twin.run = [direct = twin.run](Communicator& comm, int distance, std::span<std::byte> data) {
    direct(comm, (comm.size() - distance) % comm.size(), data);
  };
  return twin;
}

Pingpong answers_too_soon() {
  Pingpong twin;
  twin.name = "answers_too_soon";
  twin.summary = "wrong on purpose: the partner does not wait for the message";
  twin.run = [](Communicator& comm, Rank first, Rank partner, std::span<const std::byte> send,
                std::span<std::byte> receive) {
    const collectives::Peers with = collectives::pingpong_peers(first, partner, comm.rank());
    if (with.to != collectives::kNoPeer) comm.sendrecv(with.to, send, with.from, receive);
  };
  return twin;
}

Bandwidth answers_at_once() {
  Bandwidth twin;
  twin.name = "answers_at_once";
  twin.summary = "wrong on purpose: the partner does not wait for the window";
  twin.run = [](Communicator& comm, Rank first, Rank partner, std::int64_t window,
                std::span<const std::byte> send, std::span<std::byte> receive) {
    const collectives::Peers with = collectives::pingpong_peers(first, partner, comm.rank());
    if (with.to == collectives::kNoPeer) return;
    const bool is_first = comm.rank() == first;
    const std::size_t bytes = receive.size() / static_cast<std::size_t>(is_first ? 1 : window);
    std::vector<Request> sends;
    for (std::int64_t i = 0; i < (is_first ? window : 1); ++i) sends.push_back(comm.isend(with.to, send));
    for (std::int64_t i = 0; i < (is_first ? 1 : window); ++i)
      comm.recv(with.from, receive.subspan(static_cast<std::size_t>(i) * bytes, bytes));
    comm.wait_all(sends);
  };
  return twin;
}

Bibandwidth holds_one_back() {
  Bibandwidth twin;
  twin.name = "holds_one_back";
  twin.summary = "wrong on purpose: the last message of each window is left out";
  twin.run = [](Communicator& comm, Rank first, Rank partner, std::int64_t window,
                std::span<const std::byte> send, std::span<std::byte> receive) {
    const std::size_t bytes = receive.size() / static_cast<std::size_t>(window);
    if (window > 1)
      built_in<Bibandwidth>("direct").run(comm, first, partner, window - 1, send,
                                          receive.first(receive.size() - bytes));
  };
  return twin;
}

Sendrecv sends_to_the_left() {
  Sendrecv twin;
  twin.name = "sends_to_the_left";
  twin.summary = "wrong on purpose: every PE sends to the one before it";
  twin.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive) {
    const collectives::Peers with = collectives::sendrecv_peers(comm.size(), comm.rank());
    if (with.to != collectives::kNoPeer) comm.sendrecv(with.from, send, with.to, receive);
  };
  return twin;
}

MultiPair sends_one_too_few() {
  MultiPair twin;
  twin.name = "sends_one_too_few";
  twin.summary = "wrong on purpose: the last message of the window is left out";
  twin.run = [](Communicator& comm, std::int64_t window, std::span<const std::byte> send,
                std::span<std::byte> receive) {
    const std::size_t bytes = receive.size() / static_cast<std::size_t>(window);
    built_in<MultiPair>("direct").run(comm, window - 1, send, receive.first(receive.size() - bytes));
  };
  return twin;
}

Bisection stays_in_its_half() {
  Bisection twin;
  twin.name = "stays_in_its_half";
  twin.summary = "wrong on purpose: PEs exchange with the one beside them";
  twin.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive) {
    const Rank beside = comm.rank() ^ 1;
    if (beside < comm.size()) comm.sendrecv(beside, send, beside, receive);
  };
  return twin;
}

void add_uneven_twins(Catalogue& table);  // uneven_twins.cpp

Catalogue catalogue_with_twins() {
  Catalogue table = catalogue();
  table.add(flips_a_bit());
  table.add(claims_no_conflicts());
  table.add(promises_too_much());
  table.add(misstates_startups());
  table.add(misstates_bytes());
  table.add(misstates_hops());
  table.add(misstates_ticks());
  table.add(whispers());
  table.add(flips_a_bit_of_uneven_blocks());
  table.add(forgets_one());
  table.add(combines_backwards());
  table.add(waits_for_one());
  table.add(stops_too_soon());
  table.add(goes_too_far());
  table.add(turns_round());
  table.add(shifts_by_one());
  table.add(stops_before_the_end());
  table.add(swaps_operands());
  table.add(swaps_operands_of_blocks());
  table.add(goes_backwards());
  table.add(answers_too_soon());
  table.add(answers_at_once());
  table.add(holds_one_back());
  table.add(sends_to_the_left());
  table.add(sends_one_too_few());
  table.add(stays_in_its_half());
  add_uneven_twins(table);
  return table;
}

}  // namespace toruscope::test
