// SPDX-License-Identifier: Apache-2.0
// Point-to-point benchmarks: pairs that send one message at a time on the machine's own route.
//
//   p = 7        pingpong, root 0     0 -> 3, then 3 -> 0           3: the lowest farthest rank
//                bandwidth, root 0    0 -> 3                        `window` messages, 4 bytes back
//                bibandwidth, root 0  0 <-> 3                       `window` messages each, at once
//                sendrecv             0 -> 1 -> 2 -> ... -> 6 -> 0  all at once
//                multi_pair           0 -> 3, 1 -> 4, 2 -> 5        `window` messages each, 6 idle
//                bisection            0 <-> 3, 1 <-> 4, 2 <-> 5     both ways at once, 6 idle
//
// Bound        Time of the farthest pair alone on the machine: an efficiency below 100 % is what
//              the others cost it. Windows: a pair's messages leave by one link, and come through
//              one port, one after the other.
// Links        One pair: one message at a time. sendrecv: on a grid each message has links of its
//              own. multi_pair and bisection: on a complete graph, and where the first long
//              dimension has 2 PEs, so on a hypercube.
// Source       OSU micro-benchmarks (osu_latency, osu_bw, osu_bibw, osu_mbw_mr), Intel MPI
//              Benchmarks (PingPong, Sendrecv); times by rules T1 to T4 of docs/rules.md.

#include "collectives/pairs/pairs.hpp"

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/raise.hpp"

#include <toruscope/error.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace toruscope {

namespace collectives {

namespace {

constexpr const char* kOneMessage = "one message of the farthest pair on an idle network (rule T1)";

std::int64_t links_of(const Case& c) {
  return c.pairs ? c.pairs->links : 0;
}

/// Bytes that one message of a pair puts on links in turn: all links if messages are stored.
std::int64_t bytes_in_turn(const Case& c, std::int64_t links) {
  const bool is_stored = c.parameters.switching == Switching::store_and_forward;
  return (is_stored ? links : 1) * static_cast<std::int64_t>(c.bytes);
}

/// Time of a message on an idle network, from its start until its receiver goes on.
Ticks time_alone(const Case& c, std::int64_t links) {
  const bool is_stored = c.parameters.switching == Switching::store_and_forward;
  const Ticks x = c.costs.transmission(c.bytes);
  return c.costs.ts + links * c.costs.th + (is_stored ? links : 1) * x + c.costs.latency + c.costs.tr;
}

/// True if no link of a pair i, i + p/2 is another pair's.
bool has_private_links(const Case& c) {
  if (c.is_complete) return true;
  const auto first = std::find_if(c.sides.begin(), c.sides.end(), [](int side) { return side > 1; });
  return c.is_mesh && !c.is_embedded && (first == c.sides.end() || *first == 2);
}

NoConflicts no_conflicts_of_private_links() {
  return {"on a complete graph, and where the first long dimension has 2 PEs", has_private_links};
}

/// A case in which all send to the PE `distance` ranks on.
Case shifted(Case c, int distance) {
  c.distance = distance;
  return c;
}

std::optional<Prediction> cost_of_shift(const Case& c, int distance) {
  static const auto shift = described<Shift>(direct);
  return shift.predicted(shifted(c, distance));
}

Ticks time_of_shift(const Case& c, int distance) {
  return c.p == 1 ? Ticks{} : Estimate(c).shift(distance, static_cast<std::int64_t>(c.bytes)).time();
}

Bound nothing() {
  return {0, 0, Ticks{}, "there is no pair"};
}

/// Bound of `count` messages in turn, each alone on the network.
Bound bound_of_messages(const Case& c, std::int64_t count, const char* source) {
  const std::int64_t links = links_of(c);
  const std::int64_t bytes = count * bytes_in_turn(c, links);
  return {.startups = count,
          .bytes = bytes,
          .ticks = count * time_alone(c, links),
          .source = source,
          .counted = {.startups = count, .bytes = bytes}};
}

/// Bound of one message of each PE, all at once.
Bound bound_of_shift(const Case& c, int distance) {
  Bound bound = *Shift::bound(shifted(c, distance));
  bound.startups = std::max<std::int64_t>(bound.startups, 1);
  const Bound alone = bound_of_messages(c, 1, kOneMessage);
  raise(bound, alone.ticks, alone.counted, kOneMessage);
  return bound;
}

/// The least time between the starts of two messages that follow each other within a pair.
Ticks between_messages(const Case& c) {
  const Ticks x = c.costs.transmission(c.bytes);
  const bool direct = c.parameters.injection == Injection::direct;
  return std::max({direct ? c.costs.ts + x : std::max(c.costs.ts, x), c.costs.gap, c.costs.tr});
}
/// Part of a message that is the time between two: ts, transmission, or both; nothing: a gap or tr.
Bound::Counted counted_between(const Case& c, Ticks between) {
  const Ticks x = c.costs.transmission(c.bytes);
  const auto m = static_cast<std::int64_t>(c.bytes);
  if (between == c.costs.ts + x) return {1, m};
  if (between == x) return {0, m};
  if (between == c.costs.ts) return {1, 0};
  return {};
}

/// Bound of a window's messages, all by the links of their pair.
Bound bound_of_window(const Case& c) {
  const std::int64_t window = c.pairs ? c.pairs->window : 1;
  Bound bound = bound_of_messages(c, 1, kOneMessage);
  if (window == 1) return bound;
  const Ticks between = between_messages(c);
  const Bound::Counted each = counted_between(c, between);
  bound.startups = window;
  bound.bytes = std::max(window * static_cast<std::int64_t>(c.bytes), bound.bytes + (window - 1) * each.bytes);
  bound.ticks += (window - 1) * between;
  bound.source = "messages of one pair leave by one link, one after the other";
  bound.counted.startups += (window - 1) * each.startups;
  bound.counted.bytes += (window - 1) * each.bytes;
  return bound;
}

std::optional<Prediction> pingpong_cost(const Case& c) {
  const std::int64_t links = links_of(c);
  if (links == 0) return Prediction{};
  // Under rule half the reception of a message holds up its answer.
  if (c.parameters.eager || (core::are_shared(c.parameters.ports) && c.costs.gap > Ticks{}))
    return std::nullopt;
  return Prediction{2, 2 * bytes_in_turn(c, links), 2 * links, 2 * time_alone(c, links)};
}

/// Window on its own links: sends and receptions follow ts + x apart, and receivers keep up.
std::optional<Prediction> window_cost(const Case& c, std::int64_t links) {
  const std::int64_t window = c.pairs ? c.pairs->window : 1;
  const Ticks apart = c.costs.ts + c.costs.transmission(c.bytes);
  const bool keeps_up = window == 1 || c.costs.tr == Ticks{} || c.costs.tr < apart;
  if (!is_plain_k_port_machine(c) || !keeps_up) return std::nullopt;
  const Ticks after = links * c.costs.th + c.costs.latency + c.costs.tr;
  return Prediction{window, window * static_cast<std::int64_t>(c.bytes), links, window * apart + after};
}

std::optional<Prediction> multi_pair_cost(const Case& c) {
  if (c.p == 1) return Prediction{};
  if (!has_private_links(c)) return std::nullopt;
  return window_cost(c, 1);
}

/// A case with the bytes of an answer.
Case answered(Case c) {
  c.bytes = Bandwidth::kAnswerBytes;
  return c;
}

/// Exact cost, where a PE's receives, which follow its sends, cost nothing.
std::optional<Prediction> bibandwidth_cost(const Case& c) {
  if (links_of(c) == 0) return Prediction{};
  const bool takes_cost_nothing = c.costs.tr == Ticks{} || (c.pairs && c.pairs->window == 1);
  return takes_cost_nothing ? window_cost(c, links_of(c)) : std::nullopt;
}

std::optional<Prediction> bandwidth_cost(const Case& c) {
  const std::int64_t links = links_of(c);
  if (links == 0) return Prediction{};
  std::optional<Prediction> cost = window_cost(c, links);
  if (!cost) return cost;
  cost->startups = *cost->startups + 1;
  cost->bytes = *cost->bytes + static_cast<std::int64_t>(Bandwidth::kAnswerBytes);
  cost->hops = *cost->hops + links;
  cost->ticks += time_alone(answered(c), links);
  return cost;
}

/// Time of a window over `links` links, where ports and receives may hold it up.
Ticks window_estimate(const Case& c, std::int64_t links) {
  const std::int64_t window = c.pairs ? c.pairs->window : 1;
  return time_alone(c, links) + (window - 1) * between_messages(c);
}

std::optional<Ticks> bandwidth_estimate(const Case& c) {
  const std::int64_t links = links_of(c);
  return links == 0 ? Ticks{} : window_estimate(c, links) + time_alone(answered(c), links);
}

/// Estimates both windows; on shared ports they take turns.
std::optional<Ticks> bibandwidth_estimate(const Case& c) {
  const std::int64_t links = links_of(c);
  if (links == 0) return Ticks{};
  return (core::are_shared(c.parameters.ports) ? 2 : 1) * window_estimate(c, links);
}

/// Posts a window of receives from and sends to the partner; waits for the sends, then receives.
void send_windows(Communicator& comm, const Peers& with, std::int64_t window, std::span<const std::byte> send,
                  std::span<std::byte> receive) {
  if (window < 1) return;
  const std::size_t bytes = receive.size() / static_cast<std::size_t>(window);
  std::vector<Request> receives;
  std::vector<Request> sends;
  for (std::int64_t i = 0; with.from != kNoPeer && i < window; ++i)
    receives.push_back(comm.irecv(with.from, receive.subspan(static_cast<std::size_t>(i) * bytes, bytes)));
  for (std::int64_t i = 0; with.to != kNoPeer && i < window; ++i) sends.push_back(comm.isend(with.to, send));
  comm.wait_all(sends);
  comm.wait_all(receives);
}

/// Estimates that of the messages that share a link all but the first wait.
std::optional<Ticks> multi_pair_estimate(const Case& c) {
  if (c.p == 1) return Ticks{};
  const std::int64_t window = c.pairs ? c.pairs->window : 1;
  const Phase phase = Estimate(c).shifts({c.p / 2}, static_cast<std::int64_t>(c.bytes));
  const Ticks carried = phase.congestion * c.costs.transmission(c.bytes);
  return time_alone(c, links_of(c)) + (window - 1) * std::max(between_messages(c), carried) +
         (carried - c.costs.transmission(c.bytes));
}

std::optional<Prediction> bisection_cost(const Case& c) {
  if (c.p % 2 == 0) return cost_of_shift(c, c.p / 2);
  if (c.p == 1) return Prediction{};
  if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
  return chain(c, 1, static_cast<std::int64_t>(c.bytes), 1);
}

}  // namespace

Pairs pairs_of(const OperationTraits& benchmark, const Topology& topology, Rank root,
               std::optional<Rank> partner, std::int64_t window) {
  const int p = topology.pes();
  Pairs pairs;
  if (root < 0 || root >= p) return pairs;  // refused elsewhere
  if (benchmark.has_window) pairs.window = window;
  if (partner && (*partner < 0 || *partner >= p))
    throw ConfigError(std::string(benchmark.name) + ": partner " + std::to_string(*partner) +
                      " is not a rank of this machine (ranks are 0.." + std::to_string(p - 1) + ")");
  if (benchmark.has_partner) {
    pairs.partner = partner.value_or(root);
    if (!partner)
      for (Rank r = 0; r < p; ++r)
        if (topology.distance(root, r) > topology.distance(root, pairs.partner)) pairs.partner = r;
    pairs.links = topology.distance(root, pairs.partner);
    return pairs;
  }
  for (Rank r = 0; r < p; ++r)
    if (const Rank to = benchmark.is_chain ? sendrecv_peers(p, r).to : bisection_peers(p, r).to; to != kNoPeer)
      pairs.links = std::max<std::int64_t>(pairs.links, topology.distance(r, to));
  return pairs;
}

void direct(Pingpong& entry) {
  entry.summary = "a message to the partner, and one back when it has come";
  entry.restrictions = "none";
  entry.formula = "2 (ts + h th + m tw), h links between the two";
  entry.source = "osu_latency of the OSU micro-benchmarks; PingPong of the Intel MPI Benchmarks; rule T1";
  entry.conflict_free = never_in_conflict();
  entry.predicted = pingpong_cost;
  entry.run = [](Communicator& comm, Rank first, Rank partner, std::span<const std::byte> send,
                 std::span<std::byte> receive) {
    const Peers with = pingpong_peers(first, partner, comm.rank());
    if (with.to == kNoPeer) return;
    if (comm.rank() == first) comm.send(with.to, send);
    comm.recv(with.from, receive);
    if (comm.rank() == partner) comm.send(with.to, send);
  };
}

void direct(Bandwidth& entry) {
  entry.summary = "a window of messages to the partner, which answers with 4 bytes when it has all";
  entry.restrictions = "none";
  entry.formula = "(w + 1) ts + 2 h th + (w m + 4) tw, a window of w messages, h links between the two";
  entry.source = "osu_bw of the OSU micro-benchmarks; rules T1 to T4";
  entry.conflict_free = never_in_conflict();
  entry.predicted = bandwidth_cost;
  entry.estimated = bandwidth_estimate;
  entry.run = [](Communicator& comm, Rank first, Rank partner, std::int64_t window,
                 std::span<const std::byte> send, std::span<std::byte> receive) {
    const Peers with = pingpong_peers(first, partner, comm.rank());
    if (with.to == kNoPeer) return;
    if (comm.rank() == first) {
      send_windows(comm, {with.to, kNoPeer}, window, send, {});
      comm.recv(with.from, receive);
    } else {
      send_windows(comm, {kNoPeer, with.from}, window, {}, receive);
      comm.send(with.to, send);
    }
  };
}

void direct(Bibandwidth& entry) {
  entry.summary = "a PE and its partner send each other a window of messages at the same time";
  entry.restrictions = "none";
  entry.formula = "w (ts + m tw) + h th, a window of w messages, h links between the two";
  entry.source = "osu_bibw of the OSU micro-benchmarks; rules T1 to T4";
  entry.conflict_free = never_in_conflict();
  entry.predicted = bibandwidth_cost;
  entry.estimated = bibandwidth_estimate;
  entry.run = [](Communicator& comm, Rank first, Rank partner, std::int64_t window,
                 std::span<const std::byte> send, std::span<std::byte> receive) {
    const Peers with = pingpong_peers(first, partner, comm.rank());
    if (with.to != kNoPeer) send_windows(comm, with, window, send, receive);
  };
}

void direct(Sendrecv& entry) {
  entry.summary = "every PE sends to the next one and receives from the one before, in one round";
  entry.restrictions = "none";
  entry.formula = "ts + th + m tw on a ring and a complete graph";
  entry.source = "Sendrecv of the Intel MPI Benchmarks; rules T1 and T6";
  entry.conflict_free = never_in_conflict();
  entry.predicted = [](const Case& c) { return cost_of_shift(c, 1 % c.p); };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> { return time_of_shift(c, 1); };
  entry.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive) {
    const Peers with = sendrecv_peers(comm.size(), comm.rank());
    if (with.to != kNoPeer) comm.sendrecv(with.to, send, with.from, receive);
  };
}

void direct(MultiPair& entry) {
  entry.summary =
      "the first half of the PEs send a window of messages to the second half, each PE to its partner";
  entry.restrictions = "none";
  entry.formula = "w (ts + m tw) + th, a window of w messages, on links of their own";
  entry.source = "osu_mbw_mr of the OSU micro-benchmarks, without its acknowledgement; rules T1 to T4";
  entry.conflict_free = no_conflicts_of_private_links();
  entry.predicted = multi_pair_cost;
  entry.estimated = multi_pair_estimate;
  entry.run = [](Communicator& comm, std::int64_t window, std::span<const std::byte> send,
                 std::span<std::byte> receive) {
    send_windows(comm, multi_pair_peers(comm.size(), comm.rank()), window, send, receive);
  };
}

void direct(Bisection& entry) {
  entry.summary = "each PE and its partner in the other half send each other a message, in one round";
  entry.restrictions = "none";
  entry.formula =
      "ts + d th + m tw on a complete graph, d = 1; ring of an even p, d = p/2: + (d-1) max(0, m tw - th)";
  entry.source = "rule T1; links of a ring: rule T3";
  entry.conflict_free = no_conflicts_of_private_links();
  entry.predicted = bisection_cost;
  entry.estimated = [](const Case& c) -> std::optional<Ticks> { return time_of_shift(c, c.p / 2); };
  entry.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive) {
    const Peers with = bisection_peers(comm.size(), comm.rank());
    if (with.to != kNoPeer) comm.sendrecv(with.to, send, with.from, receive);
  };
}

}  // namespace collectives

std::optional<Bound> Pingpong::bound(const Case& c) {
  if (collectives::links_of(c) == 0) return collectives::nothing();
  return collectives::bound_of_messages(c, 2, "two messages one after the other on an idle network (rule T1)");
}

std::optional<Bound> Sendrecv::bound(const Case& c) {
  return c.p == 1 ? collectives::nothing() : collectives::bound_of_shift(c, 1);
}

std::optional<Bound> Bandwidth::bound(const Case& c) {
  if (collectives::links_of(c) == 0) return collectives::nothing();
  Bound bound = collectives::bound_of_window(c);
  const Case answer = collectives::answered(c);
  const Bound back = collectives::bound_of_messages(answer, 1, "");
  bound.startups += back.startups;
  bound.bytes += back.bytes;
  bound.ticks += back.ticks;
  bound.counted.startups += back.counted.startups;
  bound.counted.bytes += back.counted.bytes;
  bound.source = "messages of one pair leave by one link, one after the other; then the answer";
  return bound;
}

std::optional<Bound> Bibandwidth::bound(const Case& c) {
  return collectives::links_of(c) == 0 ? collectives::nothing() : collectives::bound_of_window(c);
}

std::optional<Bound> MultiPair::bound(const Case& c) {
  return c.p == 1 ? collectives::nothing() : collectives::bound_of_window(c);
}

/// Half of each line of a mesh crosses its middle, each way by one link.
std::optional<Bound> Bisection::bound(const Case& c) {
  if (c.p == 1) return collectives::nothing();
  if (c.p % 2 == 0) {
    Bound bound = collectives::bound_of_shift(c, c.p / 2);
    const auto first = std::find_if(c.sides.begin(), c.sides.end(), [](int side) { return side > 1; });
    if (!c.is_mesh || c.is_torus || c.is_embedded || *first % 2 != 0) return bound;
    const std::int64_t crossing = *first / 2 * static_cast<std::int64_t>(c.bytes);
    bound.bytes = std::max(bound.bytes, crossing);
    collectives::raise(bound, crossing * c.costs.tw, {.bytes = crossing}, "links between the two halves");
    return bound;
  }
  Bound bound = collectives::bound_of_messages(c, 1, collectives::kOneMessage);
  bound.bytes = static_cast<std::int64_t>(c.bytes);
  return bound;
}

}  // namespace toruscope
