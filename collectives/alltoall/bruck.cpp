// SPDX-License-Identifier: Apache-2.0
// Bruck's index algorithm with radix r: a block that has delta ranks to go moves by delta's digits.
//
// Block delta of a PE is the one for the PE delta ranks on. For each digit i of radix r and each
// value x = 1 .. r-1 of it, all blocks whose digit i is x go x r^i ranks on in one message. The k
// ports of a PE send k values of x at once.
//
//   p = 6, r = 2     blocks 1 3 5 by 1    blocks 2 3 by 2    blocks 4 5 by 4
//
// Invariant     After digit i, block delta lies delta mod r^(i+1) ranks on from its origin.
// Rounds        sum over the digits of ceil(values x in use / k); r = k + 1: ceil(log_{k+1} p).
// Volume        sum over the rounds of their largest message; p = r^d, k = 1: d (r-1) p/r blocks.
// Data          Blocks with one value of a digit are runs of r^i. A PE rotates its blocks by its
//               rank before and after.
// Links         On a torus the messages of a round share links.
// Source        Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997, section 3.

#include "collectives/alltoall/carrier.hpp"
#include "collectives/building_blocks.hpp"
#include "collectives/shapes/rotated.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <vector>

namespace toruscope::collectives {

namespace {

/// All blocks whose digit of weight w is x; they go together.
struct BruckMessage {
  int weight = 1;
  int digit = 1;
  [[nodiscard]] int distance() const { return weight * digit; }
};

/// Calls use(first, count) for each run of blocks of the message.
template <class Use>
void for_each_run(const BruckMessage& message, int p, int radix, Use use) {
  const std::int64_t period = std::int64_t{message.weight} * radix;
  for (std::int64_t first = message.distance(); first < p; first += period)
    use(static_cast<int>(first), static_cast<int>(std::min<std::int64_t>(message.weight, p - first)));
}

/// Number of blocks in a message.
int blocks_of(const BruckMessage& message, int p, int radix) {
  int count = 0;
  for_each_run(message, p, radix, [&count](int, int run) { count += run; });
  return count;
}

/// The rounds, each of up to k messages.
std::vector<std::vector<BruckMessage>> index_plan(int p, int radix, int k) {
  std::vector<std::vector<BruckMessage>> rounds;
  for (std::int64_t weight = 1; weight < p; weight *= radix)
    for (int x = 1; x < radix && x * weight < p; ++x) {
      if (x % k == 1 || k == 1) rounds.emplace_back();
      rounds.back().push_back({static_cast<int>(weight), x});
    }
  return rounds;
}

std::size_t bytes_of(int blocks, std::size_t block) {
  return static_cast<std::size_t>(blocks) * block;
}

void exchange(Carrier& carrier, int radix, std::span<const std::byte> send, std::span<std::byte> receive,
              std::size_t block) {
  Communicator& comm = carrier.comm();
  const int p = comm.size();
  const Rank me = comm.rank();
  // Block delta is for the PE delta ranks on from its origin.
  Buffer held = carrier.buffer(send.size());
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
      if (const std::size_t expected = bytes_of(blocks_of(messages[i], p, radix), block);
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

/// Calls use(weight, first x, end of x, blocks) for each round: the messages of digits x with that
/// weight. The first x has the most blocks.
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

void exchange_by_all_ports(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                           std::size_t block) {
  exchange(carrier, carrier.comm().ports() + 1, send, receive, block);
}

constexpr const char* kBruckIndexSource =
    "Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE Trans. Parallel and Distributed Systems 8(11), 1997, section "
    "3";

void claim_radix(Alltoall& entry, int radix) {
  const std::string r = std::to_string(radix);
  const std::string digits = std::to_string(radix - 1);
  entry.summary = "blocks go by the digits, of radix " + r + ", of their distance";
  entry.restrictions = "none";
  entry.formula = "p = " + r + "^d, one port: " + digits + " d ts + " + digits + " d p/" + r + " m tw";
  entry.source = kBruckIndexSource;
  entry.predicted = [radix](const Case& c) { return cost_of_bruck(c, radix); };
  entry.estimated = [radix](const Case& c) { return estimated(c, radix); };
  entry.run =
      as_they_are([radix](Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                          std::size_t block) { exchange(carrier, radix, send, receive, block); });
}

}  // namespace

void bruck(Alltoall& entry) {
  entry.summary = "blocks go by the digits, of radix k+1, of their distance: few startups, more bytes";
  entry.restrictions = "none";
  entry.formula = "ceil(log_{k+1} p) ts + sum over digits of the most blocks with one value m tw";
  entry.source = kBruckIndexSource;
  entry.predicted = [](const Case& c) { return cost_of_bruck(c, ports_of(c) + 1); };
  entry.estimated = [](const Case& c) { return estimated(c, ports_of(c) + 1); };
  entry.run = as_they_are(exchange_by_all_ports);
}
void bruck_4(Alltoall& entry) {
  claim_radix(entry, 4);
}
void bruck_8(Alltoall& entry) {
  claim_radix(entry, 8);
}

void bruck(Alltoallv& entry) {
  carry(entry, described<Alltoall>(bruck), exchange_by_all_ports);
}

}  // namespace toruscope::collectives
