// SPDX-License-Identifier: Apache-2.0
#include "collectives/scan/pipelined_tree.hpp"

#include "runtime/topology/ring_offset.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <limits>
#include <tuple>
#include <utility>

namespace toruscope::collectives {

namespace {

enum class Way { up, down };

/// The parts that a PE sends to a neighbour in the tree.
struct Sends {
  Rank to;
  Way way;
  std::int64_t first;  // step, of the first part
  std::size_t sent = 0;
};

/// The parts that it gets from one: each receive is posted when its message is sent.
struct Receives {
  Rank from;
  Way way;
  std::int64_t first;
  std::size_t posted = 0;
  std::size_t taken = 0;
  std::deque<Request> under_way{};
};

/// What a PE has got of one part.
struct Got {
  Buffer left;   // of its left subtree, until it is taken in
  Buffer right;  // of its right subtree
  Buffer down;   // of all before its own
};

}  // namespace

ScanTree::ScanTree(int p, int k, std::int64_t lambda)
    : k_(k), period_((3 + k - 1) / k), lambda_(lambda), nodes_(static_cast<std::size_t>(p)) {
  build(0, p, kNone);
  colour(k);
  find_steps();
}

Rank ScanTree::build(Rank first, Rank end, Rank parent) {
  if (first == end) return kNone;
  const Rank middle = first + (end - first) / 2;
  downwards_.push_back(middle);
  const Rank left = build(first, middle, middle);
  const Rank right = build(middle + 1, end, middle);
  nodes_[static_cast<std::size_t>(middle)] = {.parent = parent, .left = left, .right = right, .first = first};
  return middle;
}

/// Descending: what comes down by an edge goes on in the next step.
void ScanTree::colour(int k) {
  for (const Rank rank : downwards_) {
    const Node& node = at(rank);
    std::vector<int> used(static_cast<std::size_t>(period_), 0);
    if (node.parent != kNone) ++used[static_cast<std::size_t>(node.colour)];
    for (const Rank child : {node.left, node.right}) {
      if (child == kNone) continue;
      int colour = core::mod(node.colour - 1, period_);
      while (used[static_cast<std::size_t>(colour)] == k) colour = core::mod(colour - 1, period_);
      ++used[static_cast<std::size_t>(colour)];
      nodes_[static_cast<std::size_t>(child)].colour = colour;
    }
  }
}

std::int64_t ScanTree::slot(std::int64_t ready, int colour) const {
  return ready + core::mod(colour - static_cast<int>(ready % period_), period_);
}

void ScanTree::find_steps() {
  for (auto rank = downwards_.rbegin(); rank != downwards_.rend(); ++rank) {
    Node& node = nodes_[static_cast<std::size_t>(*rank)];
    std::int64_t ready = 1;
    for (const Rank child : {node.left, node.right})
      if (child != kNone) ready = std::max(ready, at(child).up + lambda_);
    if (node.parent != kNone) node.up = slot(ready, node.colour);
  }
  for (const Rank rank : downwards_) {
    Node& node = nodes_[static_cast<std::size_t>(rank)];
    if (node.parent == kNone || node.first == 0) continue;
    const Node& parent = at(node.parent);
    std::int64_t ready = 1;
    if (parent.first > 0) ready = parent.down + lambda_;
    if (rank == parent.right && parent.left != kNone) ready = std::max(ready, at(parent.left).up + lambda_);
    node.down = slot(ready, node.colour);
  }
}

std::int64_t ScanTree::steps(std::int64_t parts) const {
  std::int64_t last = 0;
  for (const Node& node : nodes_) last = std::max({last, node.up, node.down});
  return last == 0 ? 0 : last + lambda_ - 1 + period_ * (parts - 1);
}

Ticks ScanTree::time(std::int64_t parts, const std::function<PhaseTime(int distance)>& time_of) const {
  struct Event {
    std::int64_t step;
    bool is_taken;
    Rank from, to;
    std::size_t message;  // of `arrivals`
    std::size_t part;
  };
  const std::int64_t most = std::clamp<std::int64_t>((1 << 16) / std::ssize(nodes_), 4, 64);
  const auto tried = static_cast<std::size_t>(std::min(parts, most));
  std::vector<Event> events;
  std::size_t messages = 0;
  const auto add = [&](std::int64_t step, Rank from, Rank to) {
    for (std::size_t i = 0; i < tried; ++i, step += period_) {
      events.push_back({step, false, from, to, messages, i});
      events.push_back({step + lambda_ - 1, true, from, to, messages++, i});
    }
  };
  for (const Rank rank : downwards_) {
    if (at(rank).up != 0) add(at(rank).up, rank, at(rank).parent);
    if (at(rank).down != 0) add(at(rank).down, at(rank).parent, rank);
  }
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::tie(a.step, a.is_taken, a.message) < std::tie(b.step, b.is_taken, b.message);
  });

  struct Clock {
    Ticks now, sent, port_free;
    std::int64_t step = 0;  // of the last message sent, begun at `sent`
  };
  std::vector<Clock> clocks(nodes_.size());
  std::vector<Ticks> arrivals(messages);
  std::vector<Ticks> ends(tried);
  for (const Event& e : events) {
    const PhaseTime time = time_of(std::abs(e.from - e.to));
    Clock& clock = clocks[static_cast<std::size_t>(e.is_taken ? e.to : e.from)];
    if (e.is_taken) {
      clock.port_free = std::max(arrivals[e.message], clock.port_free + Ticks{time.turn.count / k_});
      clock.now = std::max(clock.now, clock.port_free);
      ends[e.part] = std::max(ends[e.part], clock.now);
      continue;
    }
    if (clock.step != e.step) clock.sent = clock.now;
    clock.step = e.step;
    clock.now = clock.sent + time.sent;
    arrivals[e.message] = clock.sent + time.taken;
  }
  if (messages == 0) return {};
  const Ticks last = *std::max_element(ends.begin(), ends.end());
  const std::int64_t left = parts - static_cast<std::int64_t>(tried);
  if (left == 0) return last;
  const std::size_t middle = tried / 2;  // from there on the pace is even
  return last + left * Ticks{(last - ends[middle]).count / static_cast<std::int64_t>(tried - 1 - middle)};
}

void ScanTree::run(Communicator& comm, std::span<Prefix> parts) const {
  const Node& node = at(comm.rank());
  std::vector<Sends> sends;
  std::deque<Receives> receives;  // which cannot be copied
  if (node.parent != kNone) sends.push_back({node.parent, Way::up, node.up});
  if (node.down != 0) receives.push_back({node.parent, Way::down, node.down});
  for (const Rank child : {node.left, node.right}) {
    if (child == kNone) continue;
    receives.push_back({child, Way::up, at(child).up});
    if (at(child).down != 0) sends.push_back({child, Way::down, at(child).down});
  }

  std::vector<Got> got(parts.size());
  const auto place_of = [&](const Receives& r, std::size_t part) -> Buffer& {
    if (r.way == Way::down) return got[part].down;
    return r.from == node.left ? got[part].left : got[part].right;
  };
  const auto message = [&](const Sends& s, std::size_t i) {
    const Prefix& part = parts[i];  // the left subtree's, and mine
    if (s.way == Way::up) return part.joined(part.window(), std::exchange(got[i].right, {}));
    return s.to == node.left ? got[i].down : part.joined(got[i].down, part.window());
  };
  constexpr std::int64_t kNoMore = std::numeric_limits<std::int64_t>::max();
  const auto step_of = [&](std::int64_t first, std::size_t part) {
    return part < parts.size() ? first + static_cast<std::int64_t>(part) * period_ : kNoMore;
  };
  const auto taken_in = [&](const Receives& r) { return step_of(r.first + lambda_ - 1, r.taken); };
  const auto next_step = [&] {
    std::int64_t next = kNoMore;
    for (const Sends& s : sends) next = std::min(next, step_of(s.first, s.sent));
    for (const Receives& r : receives) next = std::min({next, step_of(r.first, r.posted), taken_in(r)});
    return next;
  };

  std::vector<Request> due;
  for (std::int64_t step = next_step(); step != kNoMore; step = next_step()) {
    for (Receives& r : receives)
      if (step_of(r.first, r.posted) == step) {
        r.under_way.push_back(comm.iadopt(r.from, place_of(r, r.posted)));
        ++r.posted;
      }
    const auto is_sent_now = [&](const Sends& s) { return step_of(s.first, s.sent) == step; };
    if (std::any_of(sends.begin(), sends.end(), is_sent_now))
      comm.round([&](Round& round) {
        for (Sends& s : sends)
          if (is_sent_now(s)) round.send(s.to, message(s, s.sent++));
      });
    due.clear();
    for (Receives& r : receives)
      if (taken_in(r) == step) {
        due.push_back(std::move(r.under_way.front()));
        r.under_way.pop_front();
      }
    comm.wait_all(due);
    for (Receives& r : receives)
      if (taken_in(r) == step) {
        const std::size_t i = r.taken++;
        parts[i].check(comm, place_of(r, i));
        if (r.way == Way::up && r.from == node.left) parts[i].absorb(comm, std::move(got[i].left));
      }
  }
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].absorb(comm, std::move(got[i].down));
}

}  // namespace toruscope::collectives
