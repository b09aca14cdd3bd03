// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

#include <algorithm>

using namespace toruscope;

namespace {

/// What every PE does. `all` has a block for each rank. The sum of block r starts at PE r + 1, goes
/// around the ranks and takes in every PE's share, the share of PE r last: in round t, from 1 on, a
/// PE gets the sum of the block of the PE t + 1 ranks behind it.
void run_pass_around(Communicator& comm, std::span<const std::byte> all, std::span<std::byte> block,
                     const Combine& op) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const auto share = [&](Rank r) {
    return all.subspan(static_cast<std::size_t>((r + p) % p) * block.size(), block.size());
  };
  Buffer sum = comm.copy_of(share(me - 1));
  Buffer got = comm.buffer(block.size());
  for (int t = 1; t < p; ++t) {
    comm.sendrecv((me + 1) % p, sum, (me - 1 + p) % p, got);
    op.combine(got.data(), share(me - 1 - t).data(), sum.data(), block.size() / op.element);
  }
  copy(sum, block);
}

/// The sum of each block starts at another rank, so most are not added in rank order.
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
  const std::int64_t steps = c.p - 1;
  const std::int64_t bytes = steps * static_cast<std::int64_t>(c.bytes);
  return Prediction{steps, bytes, steps, steps * (c.costs.ts + c.costs.th) + bytes * c.costs.tw};
}

}  // namespace

ReduceScatter pass_around() {
  ReduceScatter entry;
  entry.name = "pass_around";
  entry.summary = "the sum of every block goes once around the ranks";
  entry.restrictions = "an operator that commutes";
  entry.formula = "(p-1) (ts + th + m tw) where consecutive ranks are neighbours";
  entry.source = "@project@";
  entry.refusal = refuse_order;
  entry.predicted = pass_around_time;
  entry.run = run_pass_around;
  return entry;
}
