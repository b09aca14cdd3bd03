// SPDX-License-Identifier: Apache-2.0
#include "collectives/scan/pipelined_tree.hpp"

#include "runtime/topology/ring_offset.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace toruscope::detail {

namespace {

/// A message that a PE sends or takes in some step.
struct Transfer {
  enum class Way { up, down };
  bool is_sent = false;
  Way way = Way::up;
  Rank partner = 0;
  std::size_t part = 0;
};

/// What a PE has got of one part.
struct Got {
  Prefix::Bytes right;  // of its right subtree
  Prefix::Bytes down;   // of all before its own
};

}  // namespace

ScanTree::ScanTree(int p, int k, std::int64_t lambda)
    : period_((3 + k - 1) / k), lambda_(lambda), nodes_(static_cast<std::size_t>(p)) {
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
      int colour = mod(node.colour - 1, period_);
      while (used[static_cast<std::size_t>(colour)] == k) colour = mod(colour - 1, period_);
      ++used[static_cast<std::size_t>(colour)];
      nodes_[static_cast<std::size_t>(child)].colour = colour;
    }
  }
}

std::int64_t ScanTree::slot(std::int64_t ready, int colour) const {
  return ready + mod(colour - static_cast<int>(ready % period_), period_);
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

void ScanTree::run(Communicator& comm, std::span<Prefix> parts) const {
  using Way = Transfer::Way;
  const Rank me = comm.rank();
  const Node& node = at(me);
  std::map<std::int64_t, std::vector<Transfer>> plan;  // by step
  const auto add = [&](std::int64_t sent, bool is_sent, Way way, Rank partner) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      plan[sent + static_cast<std::int64_t>(i) * period_ + (is_sent ? 0 : lambda_ - 1)].push_back(
          {is_sent, way, partner, i});
  };
  if (node.parent != kNone) add(node.up, true, Way::up, node.parent);
  if (node.down != 0) add(node.down, false, Way::down, node.parent);
  for (const Rank child : {node.left, node.right}) {
    if (child == kNone) continue;
    add(at(child).up, false, Way::up, child);
    if (at(child).down != 0) add(at(child).down, true, Way::down, child);
  }

  std::vector<Got> got(parts.size());
  const auto message = [&](const Transfer& t) {
    const Prefix& part = parts[t.part];  // the left subtree's, and mine
    if (t.way == Way::up) return part.joined(part.window(), got[t.part].right);
    return t.partner == node.left ? got[t.part].down : part.joined(got[t.part].down, part.window());
  };
  const auto take = [&](const Transfer& t, Prefix::Bytes bytes) {
    if (t.way == Way::up && t.partner == node.left) {
      parts[t.part].absorb(comm, {std::move(bytes)});
      return;
    }
    parts[t.part].check(comm, bytes);
    (t.way == Way::up ? got[t.part].right : got[t.part].down) = std::move(bytes);
  };
  for (const auto& [step, transfers] : plan) {
    std::vector<Prefix::Bytes> taken(transfers.size());
    comm.round([&](Round& round) {
      for (std::size_t i = 0; i < transfers.size(); ++i) {
        const Transfer& t = transfers[i];
        if (t.is_sent)
          round.send(t.partner, message(t));
        else
          round.adopt(t.partner, taken[i]);
      }
    });
    for (std::size_t i = 0; i < transfers.size(); ++i)
      if (!transfers[i].is_sent) take(transfers[i], std::move(taken[i]));
  }
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].absorb(comm, {got[i].down});
}

}  // namespace toruscope::detail
