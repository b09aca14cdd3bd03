// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/critical_path.hpp"

#include "runtime/core/check.hpp"
#include "runtime/model/path_log.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace toruscope::core {

namespace {

using Kind = PathEvent::Kind;

/// Account of the time between two moments of a chain.
Account difference(const Account& later, const Account& earlier) {
  return {later.startups - earlier.startups,
          later.receives - earlier.receives,
          later.messages - earlier.messages,
          later.bytes - earlier.bytes,
          later.hops - earlier.hops,
          later.latencies - earlier.latencies,
          later.gap - earlier.gap,
          later.polling - earlier.polling,
          later.compute - earlier.compute,
          later.link_wait - earlier.link_wait,
          later.slow_bytes - earlier.slow_bytes,
          later.slow_hops - earlier.slow_hops};
}

/// True if part of a moment was undone: under rule `half` sends wait for a reception's g.
bool is_undone(const Account& a) {
  return std::min({a.startups, a.receives, a.messages, a.bytes, a.hops, a.latencies}) < 0;
}

/// Sender and receiver, as one of them sees it.
struct Transfer {
  Rank pe = 0;
  Rank peer = 0;
  bool receives = false;
};

Transfer transfer_of(const Moment& moment, const PathNode* before) {
  if (moment.kind == Moment::Kind::arrival) return {moment.peer, moment.pe};
  if (moment.kind == Moment::Kind::reception) return {moment.pe, moment.peer, true};
  if (before != nullptr && before->moment.kind == Moment::Kind::send)
    return {before->moment.pe, before->moment.peer};
  return {moment.pe, moment.peer};
}

/// Size of the message that a moment is about.
std::size_t bytes_of(const Moment& moment, const PathNode* before) {
  using enum Moment::Kind;
  const bool has_own =
      moment.kind == arrival || moment.kind == reception || moment.kind == receive || moment.kind == startup;
  return !has_own && before != nullptr && before->moment.kind == send ? before->moment.bytes : moment.bytes;
}

class Teller {
 public:
  Teller(const Topology& topology, const Parameters& parameters, const Costs& costs,
         std::span<const LinkCrossed> hops)
      : topology_(topology),
        stores_(parameters.switching == Switching::store_and_forward),
        has_equal_links_(has_equal_links(topology, parameters)),
        costs_(costs),
        hops_(hops) {}

  /// Adds the part of the chain from `before`, or the beginning, to `node`.
  void tell(const PathNode* before, const PathNode& node) {
    Account part = difference(node.account, before == nullptr ? Account{} : before->account);
    const Moment& moment = node.moment;
    const Transfer transfer = transfer_of(moment, before);
    const MessageCosts own = costs_.of(bytes_of(moment, before));
    // What else of slow_bytes is not the transmissions'.
    part.slow_bytes = part.slow_bytes - part.startups * (own.ts - costs_.ts) -
                      part.latencies * (own.latency - costs_.latency) - part.receives * (own.tr - costs_.tr);
    if (part.startups != 0) add(Kind::startup, transfer, part.startups * own.ts, part.startups);
    const std::span<const LinkCrossed> hops = hops_of(moment);
    Ticks waited_on_links;
    if (is_told_by(hops, part)) {
      for (const LinkCrossed& hop : hops) {
        add_hop(hop, transfer, part);
        waited_on_links += hop.granted - hop.asked;
      }
    } else {
      waited_on_links = part.link_wait;
      const Ticks way = part.hops * costs_.th + part.slow_hops;
      if (part.link_wait != Ticks{})
        add(Kind::link_wait, transfer, part.link_wait, part.hops != 0 ? part.hops : links_of_way(transfer));
      if (part.hops != 0 || way != Ticks{}) add(Kind::hop, transfer, way, part.hops);
    }
    // A message whose end was undone may have time left on a slow link.
    const bool has_transmissions = part.messages != 0 || part.slow_bytes != Ticks{};
    if (has_transmissions && !(stores_ && is_told_by(hops, part))) add_transmission(transfer, part, 1);
    if (part.latencies != 0) add(Kind::latency, transfer, part.latencies * own.latency, part.latencies);
    // behind an earlier message (T15)
    if (waited_on_links != part.link_wait) add(Kind::link_wait, transfer, part.link_wait - waited_on_links);
    const Transfer here{moment.pe, moment.peer};
    if (part.gap != Ticks{}) add(Kind::gap, here, part.gap);
    if (part.receives != 0) add(Kind::receive, here, part.receives * own.tr, part.receives);
    if (part.compute != Ticks{}) add(Kind::compute, {moment.pe, -1}, part.compute);
    if (part.polling != Ticks{}) add(Kind::polling, {moment.pe, -1}, part.polling);
    add_wait(node);
    TORUSCOPE_CHECK(now_ == node.time, "the critical path on PE", moment.pe, "is at", now_.count,
                    "its clock at", node.time.count);
  }

  std::vector<PathEvent> take() { return std::move(told_); }

 private:
  void add(Kind kind, const Transfer& t, Ticks duration, std::int64_t count = 1) {
    told_.push_back({kind, now_, now_ + duration, t.pe, t.peer, 0, count, t.receives});
    now_ += duration;
  }

  /// Adds one of `parts` equal transmissions.
  void add_transmission(const Transfer& t, const Account& part, std::int64_t parts) {
    const std::int64_t messages = part.messages / parts;
    const std::int64_t bytes = part.bytes / parts;
    add(Kind::transmission, t, messages * costs_.tm + bytes * costs_.tw + Ticks{part.slow_bytes.count / parts},
        messages);
    told_.back().bytes = bytes;
  }

  void add_hop(const LinkCrossed& hop, const Transfer& t, const Account& part) {
    if (hop.granted != hop.asked)
      told_.push_back({Kind::link_wait, hop.asked, hop.granted, hop.from, hop.to, 0, 1, false});
    told_.push_back({Kind::hop, hop.granted, hop.granted + costs_.th, hop.from, hop.to, 0, 1, false});
    now_ = told_.back().end;
    if (stores_) add_transmission(t, part, part.hops);
  }

  /// Adds a wait for a peer, of no time: the chain has the time itself.
  void add_wait(const PathNode& node) {
    const Moment& moment = node.moment;
    const bool is_send = moment.kind == Moment::Kind::send;
    if (is_send && node.before != nullptr && node.before->moment.pe != moment.pe)
      add(Kind::receive_wait, {moment.pe, moment.peer}, {});
    if ((is_send || moment.kind == Moment::Kind::port) && moment.held_by.partner >= 0)
      add(Kind::port_wait, {moment.pe, moment.held_by.partner, !moment.held_by.is_send}, {});
    if (moment.kind == Moment::Kind::synchronize) add(Kind::synchronize, {moment.pe, moment.peer}, {});
    if (moment.kind == Moment::Kind::partner) add(Kind::partner_wait, {moment.pe, moment.peer}, {});
  }

  [[nodiscard]] std::int64_t links_of_way(const Transfer& t) const {
    if (t.peer < 0) return 1;
    Route legs;
    topology_.route(t.receives ? t.peer : t.pe, t.receives ? t.pe : t.peer, legs);
    return std::accumulate(legs.begin(), legs.end(), std::int64_t{0},
                           [](std::int64_t links, const Leg& leg) { return links + leg.steps; });
  }

  [[nodiscard]] std::span<const LinkCrossed> hops_of(const Moment& moment) const {
    if (moment.kind != Moment::Kind::arrival || !has_equal_links_) return {};
    struct ByMessage {
      using Key = std::pair<Rank, std::int64_t>;
      static Key key(const LinkCrossed& hop) { return {hop.source, hop.sequence}; }
      bool operator()(const LinkCrossed& hop, const Key& k) const { return key(hop) < k; }
      bool operator()(const Key& k, const LinkCrossed& hop) const { return k < key(hop); }
    };
    const auto [first, last] =
        std::equal_range(hops_.begin(), hops_.end(), ByMessage::Key{moment.peer, moment.sequence}, ByMessage{});
    return {first, last};
  }

  /// True if the part is a message's way from its send on: rows of its hops describe it.
  static bool is_told_by(std::span<const LinkCrossed> hops, const Account& part) {
    return !hops.empty() && std::ssize(hops) == part.hops && part.startups == 1 && part.latencies == 1;
  }

  const Topology& topology_;
  const bool stores_;
  const bool has_equal_links_;
  const Costs& costs_;
  const std::span<const LinkCrossed> hops_;
  Ticks now_;
  std::vector<PathEvent> told_;
};

}  // namespace

std::vector<PathEvent> critical_path(const Stamp& end, const Topology& topology, const Parameters& parameters,
                                     const Costs& costs, std::span<const LinkCrossed> hops) {
  std::vector<const PathNode*> moments;  // the last first
  for (const PathNode* node = end.path; node != nullptr; node = node->before) moments.push_back(node);
  std::vector<const PathNode*> chain;
  for (; !moments.empty(); moments.pop_back()) {
    while (!chain.empty() && is_undone(difference(moments.back()->account, chain.back()->account)))
      chain.pop_back();
    chain.push_back(moments.back());
  }
  Teller teller(topology, parameters, costs, hops);
  const PathNode* before = nullptr;
  for (const PathNode* node : chain) teller.tell(std::exchange(before, node), *node);
  return teller.take();
}

void CriticalPathSink::finish(Report& report, const Stamp& end) {
  std::vector<LinkCrossed> hops;
  hops.reserve(std::accumulate(hops_.begin(), hops_.end(), std::size_t{0},
                               [](std::size_t sum, const auto& part) { return sum + part.size(); }));
  for (auto& part : hops_) part.move_to(hops);
  std::sort(hops.begin(), hops.end(), [](const LinkCrossed& a, const LinkCrossed& b) {
    return std::tuple(a.source, a.sequence, a.index) < std::tuple(b.source, b.sequence, b.index);
  });
  report.critical_path = critical_path(end, *report.topology, report.parameters, report.costs, hops);
}

}  // namespace toruscope::core
