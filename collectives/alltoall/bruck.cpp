// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/bruck.hpp"

#include "collectives/shapes/rotated.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

/// Calls use(first, count) for each run of blocks of the message.
template <class Use>
void for_each_run(const BruckMessage& message, int p, int radix, Use use) {
  const std::int64_t period = std::int64_t{message.weight} * radix;
  for (std::int64_t first = message.distance(); first < p; first += period)
    use(static_cast<int>(first), static_cast<int>(std::min<std::int64_t>(message.weight, p - first)));
}

std::size_t bytes_of(int blocks, std::size_t block) {
  return static_cast<std::size_t>(blocks) * block;
}

void exchange(Carrier& carrier, int radix, std::span<const std::byte> send, std::span<std::byte> receive,
              std::size_t block) {
  Communicator& comm = carrier.comm();
  const int p = comm.size();
  const Rank me = comm.rank();
  Buffer held = carrier.buffer(send.size());  // block delta: for the PE delta ranks on from its origin
  copy_rotated(send, bytes_of(me, block), held);
  const auto run_of = [&](int first, int count) {
    return std::span<std::byte>(held).subspan(bytes_of(first, block), bytes_of(count, block));
  };
  for (const std::vector<BruckMessage>& messages : index_plan(p, radix, comm.ports())) {
    std::vector<Transfer> transfers(messages.size());
    for (std::size_t i = 0; i < messages.size(); ++i) {
      transfers[i].to = (me + messages[i].distance()) % p;
      transfers[i].from = (me - messages[i].distance() + p) % p;
      for_each_run(messages[i], p, radix,
                   [&](int first, int count) { transfers[i].message.append(run_of(first, count)); });
    }
    carrier.round(transfers);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      std::span<const std::byte> arrived(transfers[i].arrived);
      if (const std::size_t expected = bytes_of(messages[i].blocks(p, radix), block);
          arrived.size() != expected)
        comm.fail("alltoall/bruck: expected " + std::to_string(expected) + " bytes in a round, got " +
                  std::to_string(arrived.size()) + "; every PE must give blocks of the same size");
      for_each_run(messages[i], p, radix, [&](int first, int count) {
        const auto run = run_of(first, count);
        copy(arrived.first(run.size()), run);
        arrived = arrived.subspan(run.size());
      });
    }
  }
  for (int delta = 0; delta < p; ++delta)
    copy(run_of(delta, 1), receive.subspan(bytes_of((me - delta + p) % p, block), block));
}

/// Calls use(weight, first x, end of x, blocks) for each round: the messages of digits x with that weight. The first x
/// has the most blocks: weight of each whole period of the digit, and what is left of the last one.
template <class Use>
void for_each_round(const Case& c, int radix, Use use) {
  for (std::int64_t weight = 1; weight < c.p; weight *= radix) {
    const std::int64_t whole = c.p / (weight * radix) * weight;
    const std::int64_t rest = c.p % (weight * radix);
    const std::int64_t values = whole > 0 ? radix : ceil_div(rest, weight);
    for (std::int64_t x = 1; x < values; x += ports_of(c))
      use(weight, x, std::min<std::int64_t>(values, x + ports_of(c)),
          whole + std::clamp<std::int64_t>(rest - x * weight, 0, weight));
  }
}

std::optional<Prediction> cost_of_bruck(const Case& c, int radix) {
  if (!is_plain_k_port_machine(c) || !c.is_complete || !takes_are_counted(c)) return std::nullopt;
  std::int64_t blocks = 0;
  std::int64_t rounds = 0;
  for_each_round(c, radix, [&](std::int64_t, std::int64_t, std::int64_t, std::int64_t most) {
    blocks += most;
    ++rounds;
  });
  return chain(c, rounds, blocks * static_cast<std::int64_t>(c.bytes), rounds);
}

std::optional<Ticks> estimated(const Case& c, int radix) {
  Estimate estimate(c);
  for_each_round(c, radix, [&](std::int64_t weight, std::int64_t x, std::int64_t end, std::int64_t most) {
    Estimate::Distances distances;
    for (; x < end; ++x) distances.push_back(x * weight);
    estimate.add(estimate.shifts(distances, most * static_cast<std::int64_t>(c.bytes)));
  });
  return estimate.time();
}

/// The radix of a case: 0 means one more than there are ports.
Alltoall entry_with(std::string name, std::string summary, std::string formula, int radix) {
  Alltoall entry;
  entry.name = std::move(name);
  entry.summary = std::move(summary);
  entry.restrictions = "none";
  entry.formula = std::move(formula);
  entry.source =
      "Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE Trans. Parallel and Distributed Systems 8(11), 1997, section "
      "3";
  entry.predicted = [radix](const Case& c) { return cost_of_bruck(c, radix > 0 ? radix : ports_of(c) + 1); };
  entry.estimated = [radix](const Case& c) { return estimated(c, radix > 0 ? radix : ports_of(c) + 1); };
  entry.run = as_they_are([radix](Carrier& carrier, std::span<const std::byte> send,
                                  std::span<std::byte> receive, std::size_t block) {
    exchange(carrier, radix > 0 ? radix : carrier.comm().ports() + 1, send, receive, block);
  });
  return entry;
}

}  // namespace

int BruckMessage::blocks(int p, int radix) const {
  int count = 0;
  for_each_run(*this, p, radix, [&count](int, int run) { count += run; });
  return count;
}

std::vector<std::vector<BruckMessage>> index_plan(int p, int radix, int k) {
  std::vector<std::vector<BruckMessage>> rounds;
  for (std::int64_t weight = 1; weight < p; weight *= radix)
    for (int x = 1; x < radix && x * weight < p; ++x) {
      if (x % k == 1 || k == 1) rounds.emplace_back();
      rounds.back().push_back({static_cast<int>(weight), x});
    }
  return rounds;
}

void exchange_bruck(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                    std::size_t block) {
  exchange(carrier, carrier.comm().ports() + 1, send, receive, block);
}

Alltoall alltoall_bruck() {
  return entry_with("bruck",
                    "blocks go by the digits, of radix k+1, of their distance: few startups, more bytes",
                    "ceil(log_{k+1} p) ts + sum over digits of the most blocks with one value m tw", 0);
}

Alltoall alltoall_bruck(int radix) {
  const std::string r = std::to_string(radix);
  return entry_with("bruck_" + r, "blocks go by the digits, of radix " + r + ", of their distance",
                    "p = " + r + "^d, one port: " + std::to_string(radix - 1) + " d ts + " +
                        std::to_string(radix - 1) + " d p/" + r + " m tw",
                    radix);
}

}  // namespace toruscope::collectives
