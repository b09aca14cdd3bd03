// SPDX-License-Identifier: Apache-2.0
#include "collectives/scan/pipelined_tree.hpp"

#include "runtime/topology/ring_offset.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace toruscope::collectives {

namespace {

enum class TreeWay { up, down };

/// Parts sent to a neighbour in the tree.
struct Sends {
  Rank to;
  TreeWay way;
  std::int64_t first;  // step, of the first part
  std::size_t sent = 0;
};

/// Parts from a neighbour; each receive is posted when its message is sent.
struct Receives {
  Rank from;
  TreeWay way;
  std::int64_t first;
  std::size_t posted = 0;
  std::size_t taken = 0;
  std::deque<Request> under_way{};
};

/// Windows of one part that have come.
struct Got {
  Buffer left;   // of its left subtree, until it is taken in
  Buffer right;  // of its right subtree
  Buffer down;   // of all before its own
};

/// Work of one PE in the steps of the scan.
class Pass {
 public:
  Pass(const ScanTree& tree, std::int64_t lambda, Communicator& comm, std::span<Prefix> parts)
      : period_(tree.period()),
        lambda_(lambda),
        comm_(comm),
        parts_(parts),
        node_(tree.at(comm.rank())),
        got_(parts.size()) {
    if (node_.parent != ScanTree::kNone) sends_.push_back({node_.parent, TreeWay::up, node_.up});
    if (node_.down != 0) receives_.push_back({node_.parent, TreeWay::down, node_.down});
    for (const Rank child : {node_.left, node_.right}) {
      if (child == ScanTree::kNone) continue;
      receives_.push_back({child, TreeWay::up, tree.at(child).up});
      if (tree.at(child).down != 0) sends_.push_back({child, TreeWay::down, tree.at(child).down});
    }
  }

  static constexpr std::int64_t kNoMore = std::numeric_limits<std::int64_t>::max();
  /// Next step with something to do.
  [[nodiscard]] std::int64_t next_step() const {
    std::int64_t next = kNoMore;
    for (const Sends& s : sends_) next = std::min(next, step_of(s.first, s.sent));
    for (const Receives& r : receives_) next = std::min({next, step_of(r.first, r.posted), taken_in(r)});
    return next;
  }
  void post(std::int64_t step) {
    for (Receives& r : receives_) {
      if (step_of(r.first, r.posted) != step) continue;
      r.under_way.push_back(comm_.iadopt(r.from, place_of(r, r.posted)));
      ++r.posted;
    }
  }
  void send(std::int64_t step) {
    messages_.clear();  // made before the round, since combining takes time
    for (Sends& s : sends_)
      if (step_of(s.first, s.sent) == step) messages_.emplace_back(s.to, message(s, s.sent++));
    if (messages_.empty()) return;
    comm_.round([&](Round& round) {
      for (auto& [to, buffer] : messages_) round.send(to, std::move(buffer));
    });
  }
  void take(std::int64_t step) {
    due_.clear();
    for (Receives& r : receives_) {
      if (taken_in(r) != step) continue;
      due_.push_back(std::move(r.under_way.front()));
      r.under_way.pop_front();
    }
    comm_.wait_all(due_);
    for (Receives& r : receives_) {
      if (taken_in(r) != step) continue;
      const std::size_t i = r.taken++;
      parts_[i].check(comm_, place_of(r, i));
      if (r.way == TreeWay::up && r.from == node_.left) parts_[i].absorb(comm_, std::move(got_[i].left));
    }
  }
  /// Puts the prefix of all PEs before the subtree in front.
  void finish() {
    for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].absorb(comm_, std::move(got_[i].down));
  }

 private:
  [[nodiscard]] std::int64_t step_of(std::int64_t first, std::size_t part) const {
    return part < parts_.size() ? first + static_cast<std::int64_t>(part) * period_ : kNoMore;
  }
  [[nodiscard]] std::int64_t taken_in(const Receives& r) const {
    return step_of(r.first + lambda_ - 1, r.taken);
  }
  Buffer& place_of(const Receives& r, std::size_t part) {
    if (r.way == TreeWay::down) return got_[part].down;
    return r.from == node_.left ? got_[part].left : got_[part].right;
  }
  Buffer message(const Sends& s, std::size_t i) {
    const Prefix& part = parts_[i];  // of the left subtree and me
    if (s.way == TreeWay::up) return part.joined(part.window(), std::exchange(got_[i].right, {}));
    return s.to == node_.left ? got_[i].down : part.joined(got_[i].down, part.window());
  }

  const int period_;
  const std::int64_t lambda_;
  Communicator& comm_;
  const std::span<Prefix> parts_;
  const ScanTree::Node& node_;
  std::vector<Sends> sends_;
  std::deque<Receives> receives_;  // which cannot be copied
  std::vector<Got> got_;
  std::vector<Request> due_;
  std::vector<std::pair<Rank, Buffer>> messages_;
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

/// Colours the edges downwards: a message that comes down goes on in the next step.
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
    std::int64_t step = 0;  // of the last message, sent at `sent`
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
  const std::size_t middle = tried / 2;  // the pace is even from there on
  return last + left * Ticks{(last - ends[middle]).count / static_cast<std::int64_t>(tried - 1 - middle)};
}

void ScanTree::run(Communicator& comm, std::span<Prefix> parts) const {
  Pass pass(*this, lambda_, comm, parts);
  for (std::int64_t step = pass.next_step(); step != Pass::kNoMore; step = pass.next_step()) {
    pass.post(step);
    pass.send(step);
    pass.take(step);
  }
  pass.finish();
}

}  // namespace toruscope::collectives
