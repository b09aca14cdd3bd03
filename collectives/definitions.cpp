// SPDX-License-Identifier: Apache-2.0
#include "collectives/definitions.hpp"

#include "collectives/pairs/pairs.hpp"
#include "collectives/shapes/combining_cost.hpp"
#include "collectives/shapes/deal.hpp"
#include "collectives/shapes/without_data.hpp"
#include "collectives/uneven_definitions.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <utility>

namespace toruscope::collectives {

namespace {

std::size_t block_count(const Communicator& comm) {
  return static_cast<std::size_t>(comm.size());
}

template <class Bytes>
auto block_of(Bytes& buffer, Rank r, std::size_t block) {
  return std::span(buffer).subspan(static_cast<std::size_t>(r) * block, block);
}

/// All contributions 0 .. n-1 of `bytes` bytes each, combined.
std::vector<std::byte> combine_all(const TestOperator& op, std::int64_t n, std::size_t bytes) {
  std::vector<std::byte> sum = op.contribution(0, bytes);
  for (std::int64_t i = 1; i < n; ++i)
    op.combine.combine(sum.data(), op.contribution(i, bytes).data(), sum.data(), bytes / op.combine.element);
  return sum;
}

std::vector<std::byte> all_prefixes(const TestOperator& op, std::int64_t n, std::size_t bytes) {
  std::vector<std::byte> prefixes;
  prefixes.reserve(static_cast<std::size_t>(n) * bytes);
  for (std::int64_t x = 0; x < n; ++x) {
    std::vector<std::byte> value = op.contribution(x, bytes);
    if (x > 0)
      op.combine.combine(prefixes.data() + prefixes.size() - bytes, value.data(), value.data(),
                         op.combine.per_value);
    prefixes.insert(prefixes.end(), value.begin(), value.end());
  }
  return prefixes;
}

/// Blocks for all PEs in rank order, each stamped by its source for its destination.
Buffer stamped_blocks(const Communicator& comm, std::size_t block) {
  Buffer all = comm.buffer(block_count(comm) * block);
  if (!has_data(all)) return all;
  for (Rank d = 0; d < comm.size(); ++d) stamp_block(comm.rank(), d, block_of(all, d, block));
  return all;
}

/// Checks a block of a workload whose blocks are equally long.
Wrong wrong_equal(Rank source, Rank destination, const Communicator& comm, std::span<const std::byte> block,
                  const std::string& name) {
  const auto length = [bytes = block.size()](Rank, Rank) { return bytes; };
  return wrong_block({source, destination, comm.size(), length}, block, name);
}

/// Checks all PEs' blocks in rank order, each stamped by its PE for `destination` (or itself).
Wrong first_wrong_block(const Communicator& comm, std::span<const std::byte> all, std::size_t block,
                        Rank destination) {
  for (Rank s = 0; s < comm.size(); ++s)
    if (Wrong wrong =
            wrong_equal(s, destination < 0 ? s : destination, comm, block_of(all, s, block), block_from(s)))
      return wrong;
  return {};
}
constexpr Rank kItself = -1;

Buffer own_block(const Communicator& comm, std::size_t bytes) {
  Buffer block = comm.buffer(bytes);
  if (has_data(block)) stamp_block(comm.rank(), comm.rank(), block);
  return block;
}

/// Checks value x after a scan (`lag` 0) or an exscan (1).
Wrong wrong_prefix(const Given& given, std::int64_t x, std::int64_t lag, std::span<const std::byte> value) {
  if (!given.op.combine.exact || given.data == Data::none) return {};
  if (x < lag) {
    if (std::ranges::equal(value, given.op.contribution(x, value.size()))) return {};
    return [] { return std::string("the first value, which has none before it, has changed"); };
  }
  const auto begin = static_cast<std::size_t>(x - lag) * value.size();
  const Wrong wrong = wrong_combination(given.op, {.noun = "value", .n = x - lag + 1}, value,
                                        std::span(given.combined).subspan(begin, value.size()));
  if (!wrong) return {};
  return [x, wrong] { return "value " + std::to_string(x) + ": " + wrong(); };
}

/// Scan or exscan: a value's prefix ends `lag` values before it.
template <class Entry>
Attempt attempt_scan(const Entry& algorithm, Communicator& comm, const Given& given, std::int64_t lag) {
  const std::size_t bytes = given.question.bytes;
  const EvenDeal deal(static_cast<std::size_t>(*given.question.values), comm.size());
  const auto me = static_cast<std::size_t>(comm.rank());
  const auto end = static_cast<std::int64_t>(deal.first(me + 1));
  const auto first = static_cast<std::int64_t>(deal.first(me));
  Buffer data;
  for (std::int64_t x = first; x < end; ++x) data.append(contribution(comm, given, x, bytes));
  algorithm.run(comm, data, at_cost(comm, given.op.combine));
  Wrong wrong;
  for (std::int64_t x = first; x < end && !wrong; ++x)
    wrong = wrong_prefix(given, x, lag,
                         std::span(data).subspan(static_cast<std::size_t>(x - first) * bytes, bytes));
  return {std::move(data), std::move(wrong)};
}

struct Messages {
  std::size_t bytes;
  std::int64_t count = 1;
};

/// Sends one message to the partner, if there is one, and gets `received` from the other.
template <class Run>
Attempt attempt_pair(Communicator& comm, std::size_t sent, const Peers& with, const Messages& received,
                     const Run& run) {
  Buffer send = comm.buffer(with.to == kNoPeer ? 0 : sent);
  const auto [bytes, count] = received;
  Buffer receive = untouched(comm, with.from == kNoPeer ? 0 : static_cast<std::size_t>(count) * bytes);
  if (with.to != kNoPeer && has_data(send)) stamp_block(comm.rank(), with.to, send);
  run(send, receive);
  Wrong wrong;
  for (std::size_t at = 0; at < receive.size() && !wrong; at += bytes)
    wrong = wrong_equal(with.from, comm.rank(), comm, std::span(receive).subspan(at, bytes),
                        "message " + std::to_string(at / bytes) + " from PE " + std::to_string(with.from));
  return {std::move(receive), std::move(wrong)};
}

}  // namespace

Wrong compare(const Given& given, std::span<const std::byte> result, std::size_t offset) {
  if (!given.op.combine.exact || given.data == Data::none) return {};
  return wrong_combination(given.op, {.n = given.question.p, .offset = offset}, result,
                           std::span(given.combined).subspan(offset, result.size()));
}

Buffer untouched(const Communicator& comm, std::size_t bytes) {
  Buffer buffer = comm.buffer(bytes);
  if (has_data(buffer)) std::fill(buffer.begin(), buffer.end(), kUntouched);
  return buffer;
}

std::string block_from(Rank source) {
  return "the block from PE " + std::to_string(source);
}

Buffer contribution(const Communicator& comm, const Given& given, std::int64_t index, std::size_t bytes) {
  return comm.carries_data() ? Buffer(given.op.contribution(index, bytes)) : comm.buffer(bytes);
}

Case question_of(const OperationTraits& operation, const Topology& topology, const Parameters& parameters,
                 const Workload& workload) {
  const std::size_t bytes = operation.moves == Moves::nothing ? 0 : workload.bytes;
  Case c = case_of(topology, parameters, bytes, workload.root);
  if (operation.combines) {
    const Combine op = test_operator(workload.operands, unit_of(operation, bytes)).combine;
    c.element = op.element;
    c.commutative = op.commutative;
    c.exact = op.exact;
  }
  if (operation.sizes_differ) c.sizes = uneven_sizes(operation, c);
  if (operation.has_distance) c.distance = static_cast<int>((workload.distance % c.p + c.p) % c.p);
  if (operation.has_parts) c.segment = workload.segment;
  if (operation.moves == Moves::message)
    c.pairs = pairs_of(operation, topology, workload.root, workload.partner, workload.window);
  if (operation.moves == Moves::values) {
    c.values = workload.values.value_or(c.p);
    if (*c.values < 0)
      throw ConfigError(std::string(operation.name) + ": there cannot be " + std::to_string(*c.values) +
                        " values");
  }
  return c;
}

Given given(const OperationTraits& operation, Case question, const Workload& workload, Data data) {
  Given all;
  all.workload = workload;
  all.data = data;
  const std::size_t bytes = question.bytes;
  if (operation.combines) {
    const bool is_scan = operation.moves == Moves::values;
    all.op = test_operator(workload.operands, unit_of(operation, bytes));
    if (is_scan) {
      all.op.combine.per_value = bytes / all.op.combine.element;
      all.op.combine.segment = workload.segment;
    }
    const std::size_t blocks = operation.moves == Moves::blocks ? static_cast<std::size_t>(question.p) : 1;
    if (data == Data::none)
      all.op.combine = without_data(std::move(all.op.combine));
    else if (is_scan)
      all.combined = all_prefixes(all.op, *question.values, bytes);
    else
      all.combined =
          combine_all(all.op, question.p, operation.sizes_differ ? uneven_total(question) : bytes * blocks);
  }
  all.question = std::move(question);
  return all;
}

Attempt attempt(const Alltoall& algorithm, Communicator& comm, const Given& given) {
  const std::size_t block = given.question.bytes;
  const Buffer send = stamped_blocks(comm, block);
  Buffer receive = untouched(comm, send.size());
  algorithm.run(comm, send, receive, block);
  Wrong wrong = first_wrong_block(comm, receive, block, comm.rank());
  return {std::move(receive), std::move(wrong)};
}

Attempt attempt(const Broadcast& algorithm, Communicator& comm, const Given& given) {
  const Rank root = given.question.root;
  Buffer data = own_block(comm, given.question.bytes);
  if (given.question.segment == 0)
    algorithm.run(comm, root, data);
  else
    algorithm.run_in_parts(comm, root, data, given.question.segment);
  Wrong wrong = wrong_equal(root, root, comm, data, "the root's vector");
  return {std::move(data), std::move(wrong)};
}

Attempt attempt(const Reduce& algorithm, Communicator& comm, const Given& given) {
  const std::size_t bytes = given.question.bytes;
  Buffer data = contribution(comm, given, comm.rank(), bytes);
  algorithm.run(comm, given.question.root, data, at_cost(comm, given.op.combine));
  Wrong wrong;
  if (comm.rank() == given.question.root)
    wrong = compare(given, data);
  else if (has_data(data) && !std::ranges::equal(data, given.op.contribution(comm.rank(), bytes)))
    wrong = [] { return std::string("its data changed, but it is not the root"); };
  return {std::move(data), std::move(wrong)};
}

Attempt attempt(const Barrier& algorithm, Communicator& comm, const Given&) {
  algorithm.run(comm);
  return {};
}

Attempt attempt(const Scan& algorithm, Communicator& comm, const Given& given) {
  return attempt_scan(algorithm, comm, given, 0);
}

Attempt attempt(const Exscan& algorithm, Communicator& comm, const Given& given) {
  return attempt_scan(algorithm, comm, given, 1);
}

Attempt attempt(const Gather& algorithm, Communicator& comm, const Given& given) {
  const std::size_t block = given.question.bytes;
  const bool is_root = comm.rank() == given.question.root;
  Buffer all = untouched(comm, is_root ? block_count(comm) * block : 0);
  algorithm.run(comm, given.question.root, own_block(comm, block), all);
  Wrong wrong = is_root ? first_wrong_block(comm, all, block, kItself) : Wrong();
  return {std::move(all), std::move(wrong)};
}

Attempt attempt(const Scatter& algorithm, Communicator& comm, const Given& given) {
  const std::size_t block = given.question.bytes;
  const Rank root = given.question.root;
  const Buffer all = comm.rank() == root ? stamped_blocks(comm, block) : Buffer();
  Buffer mine = untouched(comm, block);
  algorithm.run(comm, root, all, mine);
  Wrong wrong = wrong_equal(root, comm.rank(), comm, mine, "the block for PE " + std::to_string(comm.rank()));
  return {std::move(mine), std::move(wrong)};
}

Attempt attempt(const Allgather& algorithm, Communicator& comm, const Given& given) {
  const std::size_t block = given.question.bytes;
  Buffer all = untouched(comm, block_count(comm) * block);
  algorithm.run(comm, own_block(comm, block), all);
  Wrong wrong = first_wrong_block(comm, all, block, kItself);
  return {std::move(all), std::move(wrong)};
}

Attempt attempt(const Allreduce& algorithm, Communicator& comm, const Given& given) {
  Buffer data = contribution(comm, given, comm.rank(), given.question.bytes);
  algorithm.run(comm, data, at_cost(comm, given.op.combine));
  Wrong wrong = compare(given, data);
  return {std::move(data), std::move(wrong)};
}

Attempt attempt(const Shift& algorithm, Communicator& comm, const Given& given) {
  const Rank from = (comm.rank() - given.question.distance + comm.size()) % comm.size();
  Buffer data = own_block(comm, given.question.bytes);
  algorithm.run(comm, given.question.distance, data);
  Wrong wrong = wrong_equal(from, from, comm, data, "the vector of PE " + std::to_string(from));
  return {std::move(data), std::move(wrong)};
}

Attempt attempt(const ReduceScatter& algorithm, Communicator& comm, const Given& given) {
  const std::size_t block = given.question.bytes;
  Buffer mine = untouched(comm, block);
  algorithm.run(comm, contribution(comm, given, comm.rank(), block_count(comm) * block), mine,
                at_cost(comm, given.op.combine));
  Wrong wrong = compare(given, mine, static_cast<std::size_t>(comm.rank()) * block);
  return {std::move(mine), std::move(wrong)};
}

Attempt attempt(const Pingpong& algorithm, Communicator& comm, const Given& given) {
  const Rank first = given.question.root;
  const Rank partner = given.question.pairs->partner;
  return attempt_pair(
      comm, given.question.bytes, pingpong_peers(first, partner, comm.rank()), {given.question.bytes},
      [&](const auto& send, auto& receive) { algorithm.run(comm, first, partner, send, receive); });
}

Attempt attempt(const Bandwidth& algorithm, Communicator& comm, const Given& given) {
  const Rank first = given.question.root;
  const auto& pairs = *given.question.pairs;
  const std::size_t bytes = given.question.bytes;
  const bool is_first = comm.rank() == first;
  const Messages answer{Bandwidth::kAnswerBytes};
  return attempt_pair(comm, is_first ? bytes : answer.bytes, pingpong_peers(first, pairs.partner, comm.rank()),
                      is_first ? answer : Messages{bytes, pairs.window}, [&](const auto& send, auto& receive) {
                        algorithm.run(comm, first, pairs.partner, pairs.window, send, receive);
                      });
}

Attempt attempt(const Bibandwidth& algorithm, Communicator& comm, const Given& given) {
  const Rank first = given.question.root;
  const auto& pairs = *given.question.pairs;
  const std::size_t bytes = given.question.bytes;
  return attempt_pair(comm, bytes, pingpong_peers(first, pairs.partner, comm.rank()), {bytes, pairs.window},
                      [&](const auto& send, auto& receive) {
                        algorithm.run(comm, first, pairs.partner, pairs.window, send, receive);
                      });
}

Attempt attempt(const Sendrecv& algorithm, Communicator& comm, const Given& given) {
  return attempt_pair(comm, given.question.bytes, sendrecv_peers(comm.size(), comm.rank()),
                      {given.question.bytes},
                      [&](const auto& send, auto& receive) { algorithm.run(comm, send, receive); });
}

Attempt attempt(const MultiPair& algorithm, Communicator& comm, const Given& given) {
  const std::int64_t window = given.question.pairs->window;
  return attempt_pair(comm, given.question.bytes, multi_pair_peers(comm.size(), comm.rank()),
                      {given.question.bytes, window},
                      [&](const auto& send, auto& receive) { algorithm.run(comm, window, send, receive); });
}

Attempt attempt(const Bisection& algorithm, Communicator& comm, const Given& given) {
  return attempt_pair(comm, given.question.bytes, bisection_peers(comm.size(), comm.rank()),
                      {given.question.bytes},
                      [&](const auto& send, auto& receive) { algorithm.run(comm, send, receive); });
}

}  // namespace toruscope::collectives
