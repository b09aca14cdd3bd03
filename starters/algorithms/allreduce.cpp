// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

#include <algorithm>

using namespace toruscope;

namespace {

/// Bytes of a block: the vector is cut into p blocks of whole elements, all as long as the first;
/// the last ones may be shorter, or empty, and are filled up.
std::size_t block_bytes(std::size_t bytes, std::size_t element, int p) {
  const auto blocks = static_cast<std::size_t>(p);
  return (bytes / element + blocks - 1) / blocks * element;
}

/// What every PE does. First the sum of each block goes around the ranks and takes in every PE's
/// share; that of block r starts at PE r, and PE r - 1 has it in the end. Then the sums go around
/// once more, for everybody to copy.
void run_pass_around(Communicator& comm, std::span<std::byte> data, const Combine& op) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const std::size_t bytes = block_bytes(data.size(), op.element, p);
  Buffer all = comm.buffer(bytes * static_cast<std::size_t>(p));  // the rest: zeros, not combined
  copy(data, all);
  const auto first_byte = [&](Rank r) { return static_cast<std::size_t>((r + 2 * p) % p) * bytes; };
  const auto block = [&](Rank r) { return std::span(all).subspan(first_byte(r), bytes); };
  const auto elements = [&](Rank r) {  // of the block, without what fills it up
    return (std::clamp(data.size(), first_byte(r), first_byte(r) + bytes) - first_byte(r)) / op.element;
  };

  Buffer got = comm.buffer(bytes);
  for (int t = 0; t < p - 1; ++t) {
    comm.sendrecv((me + 1) % p, block(me - t), (me - 1 + p) % p, got);
    const Rank r = me - t - 1;
    op.combine(got.data(), block(r).data(), block(r).data(), elements(r));
  }
  for (int t = 0; t < p - 1; ++t)
    comm.sendrecv((me + 1) % p, block(me + 1 - t), (me - 1 + p) % p, block(me - t));
  copy(std::span(all).first(data.size()), data);
}

/// The sum of block r begins with PE r, whatever ranks come before: rank order is not kept.
std::optional<std::string> refuse_order(const Case& c) {
  if (c.commutative) return std::nullopt;
  return "needs an operator that commutes";
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where ranks that follow each other are linked, one message leaves and one
/// comes at a time, and nothing but ts, tw and th costs anything.
std::optional<Prediction> pass_around_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && c.parameters.ports == one_port && ranks_form_ring(c);
  if (!holds) return std::nullopt;
  const std::int64_t rounds = 2 * (c.p - 1);
  const std::int64_t bytes = rounds * static_cast<std::int64_t>(block_bytes(c.bytes, c.element, c.p));
  return Prediction{rounds, bytes, rounds, rounds * (c.costs.ts + c.costs.th) + bytes * c.costs.tw};
}

}  // namespace

Allreduce pass_around() {
  Allreduce entry;
  entry.name = "pass_around";
  entry.summary = "the sum of every block goes around the ranks, then around again to all";
  entry.restrictions = "an operator that commutes";
  entry.formula = "2 (p-1) (ts + th + ceil(m/p) tw) where consecutive ranks are neighbours";
  entry.source = "@project@";
  entry.refusal = refuse_order;
  entry.predicted = pass_around_time;
  entry.run = run_pass_around;
  return entry;
}
