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
#include "collectives/pairs/pair_costs.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace toruscope::collectives {

namespace {

/// A window of receives from the partner and of sends to it, all posted; then the sends are waited
/// for, then the receives.
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

}  // namespace toruscope::collectives
