// SPDX-License-Identifier: Apache-2.0
// Definitions of the operations on blocks of different sizes.

#include "collectives/uneven_definitions.hpp"

#include "collectives/alltoall/block_sizes.hpp"
#include "collectives/shapes/combining_cost.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace toruscope::collectives {

namespace {

using Lengths = std::vector<std::size_t>;

/// One length for each PE.
template <class Of>
Lengths lengths(const Communicator& comm, const Of& of) {
  Lengths all;
  for (Rank r = 0; r < comm.size(); ++r) all.push_back(of(r));
  return all;
}

std::size_t sum(const Lengths& all) {
  return std::accumulate(all.begin(), all.end(), std::size_t{0});
}

/// Stamped blocks, one after the other; stamps(r): source and destination of block r.
template <class Stamps>
Buffer stamped(const Communicator& comm, const Lengths& sizes, const Stamps& stamps) {
  Buffer all = comm.buffer(sum(sizes));
  if (!has_data(all)) return all;
  std::span<std::byte> rest(all);
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    const auto [source, destination] = stamps(static_cast<Rank>(r));
    stamp_block(source, destination, rest.first(sizes[r]));
    rest = rest.subspan(sizes[r]);
  }
  return all;
}

/// Checks such blocks.
template <class Stamps>
Wrong first_wrong(const Communicator& comm, const Given& given, std::span<const std::byte> all,
                  const Lengths& sizes, const Stamps& stamps) {
  const auto length = [bytes = given.question.bytes](Rank s, Rank d) { return uneven_size(s, d, bytes); };
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    const auto [source, destination] = stamps(static_cast<Rank>(r));
    if (Wrong wrong =
            wrong_block({source, destination, comm.size(), length}, all.first(sizes[r]), block_from(source)))
      return wrong;
    all = all.subspan(sizes[r]);
  }
  return {};
}

using Stamp = std::pair<Rank, Rank>;
constexpr auto kOwn = [](Rank r) { return Stamp{r, r}; };

}  // namespace

std::size_t uneven_size(Rank s, Rank d, std::size_t bytes) {
  const auto halves = stamp_hash(static_cast<std::uint64_t>(s), static_cast<std::uint64_t>(d), 0) % 5;
  return bytes * static_cast<std::size_t>(halves) / 2;
}

std::size_t unit_of(const OperationTraits& operation, std::size_t bytes) {
  if (!operation.sizes_differ) return bytes;
  return bytes % 2 == 0 ? bytes / 2 : 1;
}

std::size_t uneven_total(const Case& c) {
  std::size_t all = 0;
  for (Rank r = 0; r < c.p; ++r) all += uneven_size(r, r, c.bytes);
  return all;
}

BlockSizes uneven_sizes(const OperationTraits& operation, const Case& c) {
  const auto one = [&](Rank r) { return uneven_size(r, r, c.bytes); };
  BlockSizes sizes = block_sizes(c, [&](Rank s, Rank d) {
    if (operation.combines) return one(d);
    if (operation.gathers) return !operation.has_root || d == c.root ? one(s) : 0;
    return !operation.has_root || s == c.root ? uneven_size(s, d, c.bytes) : 0;
  });
  const bool is_copied = operation.gathers && !operation.has_root;
  if (is_copied) sizes.most_sent = 0;               // others pass copies on
  if (operation.combines) sizes.most_received = 0;  // combined on their way
  if (is_copied || operation.combines) std::fill(sizes.byte_hops.begin(), sizes.byte_hops.end(), 0);
  return sizes;
}

Attempt attempt(const Alltoallv& algorithm, Communicator& comm, const Given& given) {
  const Rank me = comm.rank();
  const std::size_t bytes = given.question.bytes;
  const Lengths send_bytes = lengths(comm, [&](Rank r) { return uneven_size(me, r, bytes); });
  const Lengths receive_bytes = lengths(comm, [&](Rank r) { return uneven_size(r, me, bytes); });
  const Buffer send = stamped(comm, send_bytes, [&](Rank r) { return Stamp{me, r}; });
  Buffer receive = untouched(comm, sum(receive_bytes));
  algorithm.run(comm, send, send_bytes, receive, receive_bytes);
  Wrong wrong = first_wrong(comm, given, receive, receive_bytes, [&](Rank r) { return Stamp{r, me}; });
  return {std::move(receive), std::move(wrong)};
}

Attempt attempt(const Gatherv& algorithm, Communicator& comm, const Given& given) {
  const auto of = [&](Rank r) { return uneven_size(r, r, given.question.bytes); };
  const bool is_root = comm.rank() == given.question.root;
  const Lengths sizes = is_root ? lengths(comm, of) : Lengths();
  const Buffer block = stamped(comm, {of(comm.rank())}, [&](Rank) { return kOwn(comm.rank()); });
  Buffer all = untouched(comm, sum(sizes));
  algorithm.run(comm, given.question.root, block, all, sizes);
  Wrong wrong = first_wrong(comm, given, all, sizes, kOwn);
  return {std::move(all), std::move(wrong)};
}

Attempt attempt(const Scatterv& algorithm, Communicator& comm, const Given& given) {
  const Rank root = given.question.root;
  const auto of = [&](Rank r) { return uneven_size(root, r, given.question.bytes); };
  const auto stamp = [&](Rank r) { return Stamp{root, r}; };
  const Lengths sizes = comm.rank() == root ? lengths(comm, of) : Lengths();
  const Buffer all = stamped(comm, sizes, stamp);
  Buffer mine = untouched(comm, of(comm.rank()));
  algorithm.run(comm, root, all, sizes, mine);
  Wrong wrong = first_wrong(comm, given, mine, {mine.size()}, [&](Rank) { return stamp(comm.rank()); });
  return {std::move(mine), std::move(wrong)};
}

Attempt attempt(const Allgatherv& algorithm, Communicator& comm, const Given& given) {
  const auto of = [&](Rank r) { return uneven_size(r, r, given.question.bytes); };
  const Lengths sizes = lengths(comm, of);
  Buffer all = untouched(comm, sum(sizes));
  algorithm.run(comm, stamped(comm, {of(comm.rank())}, [&](Rank) { return kOwn(comm.rank()); }), all, sizes);
  Wrong wrong = first_wrong(comm, given, all, sizes, kOwn);
  return {std::move(all), std::move(wrong)};
}

Attempt attempt(const ReduceScatterv& algorithm, Communicator& comm, const Given& given) {
  const Lengths sizes = lengths(comm, [&](Rank r) { return uneven_size(r, r, given.question.bytes); });
  const auto me = static_cast<std::size_t>(comm.rank());
  Buffer mine = untouched(comm, sizes[me]);
  algorithm.run(comm, contribution(comm, given, comm.rank(), sum(sizes)), sizes, mine,
                at_cost(comm, given.op.combine));
  const std::size_t before = sum(Lengths(sizes.begin(), sizes.begin() + comm.rank()));
  Wrong wrong = compare(given, mine, before);
  return {std::move(mine), std::move(wrong)};
}

}  // namespace toruscope::collectives
