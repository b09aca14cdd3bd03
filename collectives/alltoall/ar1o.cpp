// SPDX-License-Identifier: Apache-2.0
// AR1o(m): AR1 for a ring of an odd number p = 2q+1 of nodes.
//
// Even nodes form a ring that turns right, odd nodes one that turns left (see AR1). Node 0 has no
// partner; its blocks for the left half go to m odd nodes one after the other, each the first stop
// of a group of stops. A block leaves its ring at its stop: the destination or its neighbour, which
// is served last.
//
//   p = 7, m = 1   first        1 <-> 2    3 <-> 4    5 <-> 6               4 blocks
//                  0 joins      0 -> 5                                      3
//                  circulate    0 -> 2 -> 4 -> 6 -> 0,  5 -> 3 -> 1 -> 5    4
//                  last         0 <-> 1    2 <-> 3    4 <-> 5               4
//                  and          5 -> 6                                      3
//
// Rounds        ceil(p/4) + m + 2 where there are m groups, that is (q-1)/2 stops or more.
// Volume        sum of ar1o_sizes, in lock-step: about p^2/8, and half the square of a group for
//               the node that carries what node 0 gave it. m = 1 saves startups, m = 3 blocks.
// Synchronised  after each round: messages of one round differ in length.
// Links         Each ring uses each link of its direction at most once per round: no conflicts.
// Restricted to an odd number of at least 5 nodes on a ring of the machine.
// Source        Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 3, extended.

#include "collectives/alltoall/ring_program.hpp"
#include "collectives/alltoall/stage.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

enum class Way { even, odd };

/// Stops on the left of node 0 that one helper serves: `first` of them lie nearer to node 0.
struct Group {
  int first = 0;
  int count = 0;
};

/// One ring of p = 2q+1 nodes. The even ring is 0, 2, .., 2q in steps to the right, the odd one
/// 2q-1, .., 3, 1 in steps to the left; a place in either is its node div 2.
class OddRing {
 public:
  OddRing(int p, int m) : p_(p), q_(p / 2), circulations_((p + 3) / 4 - 1) {
    const int stops = std::max(1, q_ / 2);
    for (int served = 0, left = std::min(m, stops); left > 0; --left) {
      const int count = (stops - served + left - 1) / left;
      groups_.push_back({served, count});
      served += count;
    }
  }

  [[nodiscard]] int rounds() const { return 1 + helpers() + circulations_ + 2; }

  [[nodiscard]] RingStep step(int j, int t) const {
    if (t == 0) return divide(j);
    t -= 1;
    if (t < helpers()) return help(j, groups_[static_cast<std::size_t>(t)]);
    t -= helpers();
    if (t < circulations_) return circulate(j, t);
    return t == circulations_ ? deliver(j) : deliver_to_the_last(j);
  }

 private:
  [[nodiscard]] int helpers() const { return static_cast<int>(groups_.size()); }

  /// Places that a block of origin o goes on the even (odd) ring until its stop.
  [[nodiscard]] int even_steps(int o, int d) const { return core::mod(d / 2 - (o + 1) / 2, q_ + 1); }
  [[nodiscard]] int odd_steps(int o, int d) const {
    const int entry = o == 0 ? q_ - 1 : (o + 1) / 2 - 1;
    return core::mod(entry - odd_stop(d), q_);
  }
  [[nodiscard]] int odd_stop(int d) const { return std::min(d / 2, q_ - 1); }
  [[nodiscard]] Way way(int o, int d) const {
    if (o > 0) return even_steps(o, d) <= odd_steps(o, d) ? Way::even : Way::odd;
    return (d > q_ || even_steps(0, d) > circulations_) && odd_steps(0, d) <= circulations_ ? Way::odd
                                                                                            : Way::even;
  }

  /// The boxes {o} x {d : wanted(d)}, destinations to the right (left) of o, farthest first.
  template <class Wanted>
  [[nodiscard]] std::vector<Box> boxes_of_origin(int o, Way direction, Wanted wanted) const {
    const int towards_o = direction == Way::even ? -1 : 1;
    std::vector<Box> boxes;
    bool in_run = false;
    for (int i = 1; i < p_; ++i) {
      const int d = core::mod(o + i * towards_o, p_);
      const bool is_wanted = wanted(d);
      if (is_wanted && !in_run) boxes.push_back({{o, 1}, {d, 0, towards_o}});
      if (is_wanted) ++boxes.back().destinations.count;
      in_run = is_wanted;
    }
    return boxes;
  }
  /// The boxes {o : way(o, d) = w} x {d}.
  [[nodiscard]] std::vector<Box> boxes_of_destination(int d, Way w) const {
    std::vector<Box> boxes;
    bool in_run = false;
    for (int i = 1; i < p_; ++i) {
      const int o = core::mod(d + i, p_);
      const bool is_wanted = way(o, d) == w;
      if (is_wanted && !in_run) boxes.push_back({{o, 0}, {d, 1}});
      if (is_wanted) ++boxes.back().origins.count;
      in_run = is_wanted;
    }
    return boxes;
  }

  /// Pairs (2i-1, 2i): each node takes over what goes its way.
  [[nodiscard]] RingStep divide(int j) const {
    if (j == 0) return {};
    const int partner = j % 2 == 0 ? j - 1 : j + 1;
    const Way partners = j % 2 == 0 ? Way::odd : Way::even;
    return {partner, partner, boxes_of_origin(j, partners, [&](int d) { return way(j, d) == partners; })};
  }

  /// Place where a group enters the odd ring, and the boxes that node 0 gives it.
  [[nodiscard]] int entry(const Group& g) const { return q_ - 1 - g.first; }
  [[nodiscard]] std::vector<Box> boxes_of(const Group& g, int least_steps) const {
    return boxes_of_origin(0, Way::odd, [&](int d) {
      const int steps = entry(g) - odd_stop(d);
      return way(0, d) == Way::odd && steps >= least_steps && steps < g.count;
    });
  }
  [[nodiscard]] RingStep help(int j, const Group& g) const {
    const int helper = 2 * entry(g) + 1;
    if (j == 0) return {helper, kNobody, boxes_of(g, 0)};
    return j == helper ? RingStep{kNobody, 0, {}} : RingStep{};
  }

  /// Blocks that node j sends in round k of its ring: those that entered k places back and go on.
  [[nodiscard]] std::vector<Box> circulating(int j, int k) const {
    std::vector<Box> boxes;
    const auto add = [&boxes](std::vector<Box> more) { boxes.insert(boxes.end(), more.begin(), more.end()); };
    if (j % 2 == 0) {
      const int e = core::mod(j / 2 - k, q_ + 1);
      for (int o = std::max(0, 2 * e - 1); o <= 2 * e; ++o)
        add(boxes_of_origin(o, Way::even,
                            [&](int d) { return way(o, d) == Way::even && even_steps(o, d) > k; }));
    } else {
      const int e = core::mod(j / 2 + k, q_);
      for (int o = 2 * e + 1; o <= 2 * e + 2; ++o)
        add(boxes_of_origin(o, Way::odd, [&](int d) { return way(o, d) == Way::odd && odd_steps(o, d) > k; }));
      for (const Group& g : groups_)
        if (entry(g) == e) add(boxes_of(g, k + 1));
    }
    return boxes;
  }
  [[nodiscard]] RingStep circulate(int j, int k) const {
    const bool even = j % 2 == 0;
    const int length = even ? q_ + 1 : q_;
    const int onward = even ? 1 : -1;
    const auto neighbour = [&](int steps) { return 2 * core::mod(j / 2 + steps, length) + j % 2; };
    RingStep step{kNobody, kNobody, circulating(j, k)};
    if (!step.boxes.empty()) step.to = neighbour(onward);
    if (!circulating(neighbour(-onward), k).empty()) step.from = neighbour(-onward);
    return step;
  }

  /// Pairs (2i, 2i+1): each node gets what its neighbour kept for it.
  [[nodiscard]] RingStep deliver(int j) const {
    if (j == p_ - 1) return {};
    const int partner = j % 2 == 0 ? j + 1 : j - 1;
    return {partner, partner, boxes_of_destination(partner, j % 2 == 0 ? Way::even : Way::odd)};
  }
  [[nodiscard]] RingStep deliver_to_the_last(int j) const {
    if (j == p_ - 2) return {p_ - 1, kNobody, boxes_of_destination(p_ - 1, Way::odd)};
    return j == p_ - 1 ? RingStep{kNobody, p_ - 2, {}} : RingStep{};
  }

  int p_;
  int q_;
  int circulations_;
  std::vector<Group> groups_;
};

std::optional<std::string> refusal_of_ar1o(const Case& c) {
  if (!is_ring(c)) return "needs a ring, got " + grid_to_string(c);
  if (c.p % 2 == 0 || c.p < 5) return "needs an odd ring of 5 PEs or more, got " + std::to_string(c.p) + " PEs";
  return std::nullopt;
}

}  // namespace

RingProgram ar1o_program(int m) {
  return {[m](int p) { return OddRing(p, m).rounds(); },
          [m](int p, int j, int t) { return normalised(OddRing(p, m).step(j, t), p); }};
}

RingSizes ar1o_sizes(int p, int m) {
  const int q = p / 2;
  RingSizes stops;  // Blocks of node 0 for each stop on its left: 3, 2, 2, .., what is left of q.
  for (std::int64_t left = q; left > 0; left -= stops.back())
    stops.push_back(std::min<std::int64_t>(left, stops.empty() ? 3 : 2));
  std::vector<RingSizes> groups;
  for (int more = std::min(m, static_cast<int>(stops.size())); more > 0; --more) {
    const auto length = static_cast<std::ptrdiff_t>(ceil_div(static_cast<std::int64_t>(stops.size()), more));
    groups.emplace_back(stops.begin(), stops.begin() + length);
    stops.erase(stops.begin(), stops.begin() + length);
  }
  RingSizes sizes{q + 1};
  for (const RingSizes& group : groups) sizes.push_back(sum(group));
  for (std::int64_t left = ceil_div(p, 4) - 1; left > 0; --left) {
    std::int64_t extra = 0;
    for (RingSizes& group : groups) {
      if (!group.empty()) group.erase(group.begin());
      extra = std::max(extra, sum(group));
    }
    sizes.push_back(extra == 0 ? 4 * left : std::max(4 * left, 4 * left + extra - (p % 4 == 1 ? 4 : 0)));
  }
  sizes.push_back(q + 1);
  sizes.push_back(p % 4 == 1 ? q - 1 : q);
  return sizes;
}

void ar1o(Alltoall& entry, int m) {
  entry.summary = "ar1 on an odd ring: PE 0's left half joins the odd PEs at " +
                  (m == 1 ? std::string("one place") : std::to_string(m) + " places");
  entry.restrictions = "a ring of an odd number of PEs, 5 or more";
  entry.formula =
      "(ceil(p/4)+2+h) ts + about (p^2/8 + p^2/16h^2) m tw, h = min(" + std::to_string(m) + ", floor(p/4))";
  entry.source = "after Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 3 (AR1)";
  entry.synchronisation = Synchronisation::round;
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_ar1o;
  entry.predicted = [m](const Case& c) -> std::optional<Prediction> {
    if (!is_plain_machine(c) || c.costs.th != Ticks{}) return std::nullopt;
    const RingSizes sizes = ar1o_sizes(c.p, m);
    return chain(c, static_cast<std::int64_t>(sizes.size()), sum(sizes) * static_cast<std::int64_t>(c.bytes),
                 0);
  };
  entry.estimated = [m](const Case& c) -> std::optional<Ticks> {
    const RingSizes sizes = ar1o_sizes(c.p, m);
    const auto rounds = static_cast<std::int64_t>(sizes.size());
    return Estimate(c).chain({rounds, sum(sizes) * static_cast<std::int64_t>(c.bytes), 2 * rounds, {}}).time();
  };
  entry.run = as_they_are(
      [m](Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive, std::size_t block) {
        begin_exchange(send, receive);
        Communicator& comm = carrier.comm();
        exchange(carrier, whole(comm), ar1o_program(m), {receive.data(), comm.size(), block, 1},
                 [&comm](int) { comm.synchronize(); });
      });
}
void ar1o_1(Alltoall& entry) {
  ar1o(entry, 1);
}
void ar1o_2(Alltoall& entry) {
  ar1o(entry, 2);
}
void ar1o_3(Alltoall& entry) {
  ar1o(entry, 3);
}

}  // namespace toruscope::collectives
