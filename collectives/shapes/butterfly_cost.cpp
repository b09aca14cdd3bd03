// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/butterfly_cost.hpp"

#include "collectives/shapes/grid_slice.hpp"
#include "runtime/topology/ring_offset.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace toruscope::collectives {

namespace {

std::size_t at_index(int i) {
  return static_cast<std::size_t>(i);
}

struct Load {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;

  Load& operator+=(const Load& other) {
    messages += other.messages;
    bytes += other.bytes;
    return *this;
  }
};

/// Links of a ring in one direction, as runs that messages cross.
class RingLinks {
 public:
  explicit RingLinks(int side) : change_(at_index(side) + 1) {}

  void add(int first, int links, const Load& load) {
    const int side = static_cast<int>(change_.size()) - 1;
    const int end = first + links;
    run(first, std::min(end, side), load);
    if (end > side) run(0, end - side, load);
  }
  /// Load of the busiest link: the most messages and the most bytes.
  [[nodiscard]] Load busiest() const {
    Load now;
    Load most;
    for (const Load& change : change_) {
      now += change;
      most.messages = std::max(most.messages, now.messages);
      most.bytes = std::max(most.bytes, now.bytes);
    }
    return most;
  }

 private:
  void run(int first, int end, const Load& load) {
    change_[at_index(first)] += load;
    change_[at_index(end)] += {-load.messages, -load.bytes};
  }

  std::vector<Load> change_;
};

/// Messages of some parts in one dimension, all of one step.
struct RingStepLoad {
  std::int64_t hops = 1;
  std::int64_t same_link = 1;
  Load busiest;
};

RingStepLoad ring_step(const Butterfly& butterfly, const std::vector<std::size_t>& parts, int step, int places,
                       int side, const std::vector<std::int64_t>& bytes) {
  RingStepLoad all;
  std::array<RingLinks, 2> ways{RingLinks(side), RingLinks(side)};
  for (int place = 0; place < places; ++place) {
    std::array<std::int64_t, 2> leaving{};
    for (const std::size_t part : parts) {
      const int offset = core::ring_offset(place, butterfly.partner_place(part, step, place), side);
      const int links = std::abs(offset);
      const auto way = static_cast<std::size_t>(offset < 0);
      ways[way].add(offset < 0 ? core::mod(place - links + 1, side) : place, links, {1, bytes[part]});
      all.hops = std::max<std::int64_t>(all.hops, links);
      all.same_link = std::max(all.same_link, ++leaving[way]);
    }
  }
  for (const RingLinks& way : ways) {
    const Load busiest = way.busiest();
    all.busiest.messages = std::max(all.busiest.messages, busiest.messages);
    all.busiest.bytes = std::max(all.busiest.bytes, busiest.bytes);
  }
  return all;
}

/// Sets the load of a link in whole messages of `longest` bytes; a fraction is dropped.
void set_load(Phase& phase, std::int64_t longest, const Load& busiest) {
  phase.bytes = longest;
  phase.congestion = std::max<std::int64_t>(1, busiest.messages);
  if (longest == 0) return;
  phase.congestion = std::max<std::int64_t>(1, ceil_div(busiest.bytes, longest));
  phase.bytes = std::max(ceil_div(busiest.bytes, phase.congestion), phase.congestion == 1 ? longest : 0);
}

/// A step on an odd ring: of the PEs that meet their guest in it, or the guest's own, whichever is
/// longer. All their messages may use one link.
Phase step_with_guest(const Estimate& estimate, const Case& c, const Phase& step, std::int64_t met,
                      std::int64_t block) {
  if (met == 0) return step;
  const std::int64_t ring = c.p;
  Phase host = step;
  host.messages = 2;
  if (ports_of(c) == 1) host.bytes = ceil_div(step.bytes + block, 2);
  if (host.bytes > 0) host.congestion = ceil_div(step.congestion * step.bytes + met * block, host.bytes);
  Phase guest{.bytes = block,
              .hops = std::max<std::int64_t>(1, ring / 2),
              .messages = met,
              .same_link = met,
              .congestion = met};
  return estimate.time_of(host).taken < estimate.time_of(guest).taken ? guest : host;
}

/// An odd ring. With one port the guest is always busy if it meets at least two PEs in each step:
/// p = 2^d + 1. On 5 PEs it waits once: in the allgather's last step its two hosts are partners,
/// and one takes both messages last.
std::optional<Prediction> guest_cost(const Case& c, const ButterflyBlocks& blocks) {
  const bool meets_two = c.p > 3 && std::has_single_bit(static_cast<unsigned>(c.p - 1));
  if (!is_plain_machine(c) || !meets_two || !has_idle_links(c) || !receives_cost_nothing(c))
    return std::nullopt;
  const std::int64_t exchanges = blocks.times * (c.p - 1);
  return chain(c, exchanges + (c.p == 5 && blocks.are_gathered ? 1 : 0),
               exchanges * static_cast<std::int64_t>(blocks.block), std::nullopt);
}

}  // namespace

bool has_own_links(Pairing pairing, const Case& c) {
  if (!c.is_torus) return false;
  const int longest = pairing == Pairing::swing ? 4 : 2;
  int side = 1;
  bool are_equal = true;
  for (const int next : c.sides) {
    if (next == 1) continue;
    if (next > longest || next % 2 == 1) return false;
    are_equal = are_equal && (side == 1 || side == next);
    side = next;
  }
  return are_equal || butterfly_parts(c.sides, ports_of(c)).size() == 1;
}

bool has_idle_links(const Case& c) {
  return c.costs.tw == Ticks{} && c.costs.tm == Ticks{} && c.costs.th == Ticks{};
}

std::optional<Prediction> butterfly_cost(Pairing pairing, const Case& c, std::int64_t steps,
                                         std::int64_t bytes) {
  if (!is_plain_k_port_machine(c)) return std::nullopt;
  const bool has_parts = butterfly_parts(c.sides, ports_of(c)).size() > 1;
  if (has_parts && c.costs.tr != Ticks{}) return std::nullopt;
  if (has_own_links(pairing, c)) return chain(c, steps, bytes, steps);
  if (has_parts || !has_idle_links(c)) return std::nullopt;
  return chain(c, steps, bytes, std::nullopt);
}

Phase butterfly_phase(const Butterfly& butterfly, const std::vector<int>& sides, int step,
                      const std::vector<std::int64_t>& bytes) {
  Phase phase{.messages = static_cast<std::int64_t>(butterfly.parts())};
  Load busiest;
  std::size_t dimension = 0;
  for (const int side : sides) {
    if (side == 1) continue;
    std::vector<std::size_t> parts;
    for (std::size_t part = 0; part < butterfly.parts(); ++part)
      if (at_index(butterfly.dimension(part, step)) == dimension) parts.push_back(part);
    const int places = butterfly.sides()[dimension++];
    if (parts.empty()) continue;
    const RingStepLoad here = ring_step(butterfly, parts, step, places, side, bytes);
    phase.hops = std::max(phase.hops, here.hops);
    phase.same_link = std::max(phase.same_link, here.same_link);
    busiest.messages = std::max(busiest.messages, here.busiest.messages);
    busiest.bytes = std::max(busiest.bytes, here.busiest.bytes);
  }
  set_load(phase, *std::max_element(bytes.begin(), bytes.end()), busiest);
  return phase;
}

std::optional<Prediction> butterfly_blocks_cost(Pairing pairing, const Case& c, const ButterflyBlocks& blocks) {
  const std::size_t parts = butterfly_parts(c.sides, ports_of(c)).size();
  const auto share = static_cast<std::int64_t>(share_of(blocks.block, blocks.element, 0, parts).bytes);
  if (c.p > 1 && c.p % 2 == 1) return guest_cost(c, blocks);
  std::int64_t steps = 0;
  for (const int side : c.sides) steps += ceil_log(2, side);
  return butterfly_cost(pairing, c, blocks.times * steps, blocks.times * (c.p - 1) * share);
}

std::optional<Ticks> butterfly_blocks_estimate(Pairing pairing, const Case& c, const ButterflyBlocks& blocks) {
  const std::shared_ptr<const Butterfly> butterfly = butterfly_on(pairing, c.sides, ports_of(c));
  Estimate estimate(c);
  for (int step = 0; step < butterfly->steps(); ++step) {
    std::vector<std::int64_t> bytes;
    for (std::size_t part = 0; part < butterfly->parts(); ++part)
      bytes.push_back(
          butterfly->blocks(part, step) *
          static_cast<std::int64_t>(share_of(blocks.block, blocks.element, part, butterfly->parts()).bytes));
    Phase phase = butterfly_phase(*butterfly, c.sides, step, bytes);
    if (butterfly->has_guest())
      phase =
          step_with_guest(estimate, c, phase, butterfly->met(step), static_cast<std::int64_t>(blocks.block));
    for (int time = 0; time < blocks.times; ++time) estimate.add(phase);
  }
  return estimate.time();
}

std::optional<std::string> butterfly_refusal(Pairing pairing, const Case& c) {
  if (const std::optional<std::string> reason = needs_torus(c)) return reason;
  if (pairing == Pairing::swing && is_ring(c)) return std::nullopt;
  for (const int side : c.sides) {
    if (pairing == Pairing::swing && side > 1 && side % 2 == 1)
      return "needs even sides, or a ring, got " + grid_to_string(c);
    if (pairing == Pairing::doubling && !std::has_single_bit(static_cast<unsigned>(side)))
      return "needs sides that are powers of two, got " + grid_to_string(c);
  }
  return std::nullopt;
}

std::string where_partners_are_neighbours(Pairing pairing) {
  return pairing == Pairing::swing ? "on sides of 2 and 4, all equal or in one part" : "on sides of 2";
}

}  // namespace toruscope::collectives
