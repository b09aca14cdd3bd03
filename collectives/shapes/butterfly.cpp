// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/butterfly.hpp"

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/grid_slice.hpp"
#include "collectives/shapes/halving.hpp"
#include "collectives/shapes/value_blocks.hpp"
#include "runtime/topology/ring_offset.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace toruscope::collectives {

namespace {

std::vector<int> long_sides(const std::vector<int>& sides) {
  std::vector<int> all;
  for (const int side : sides)
    if (side > 1) all.push_back(side);
  return all;
}

/// The places that are marked.
std::vector<int> marked(const std::vector<bool>& marks) {
  std::vector<int> all;
  for (int place = 0; place < static_cast<int>(marks.size()); ++place)
    if (marks[static_cast<std::size_t>(place)]) all.push_back(place);
  return all;
}

/// A step of all parts: each exchange sends `out` and takes in `in`; if `is_backward`, the reverse.
template <class TakeIn>
void butterfly_step(Communicator& comm, std::span<std::byte> blocks, std::size_t element,
                    const Butterfly& butterfly, int step, bool is_backward, const TakeIn& take_in) {
  const std::size_t block = blocks.size() / static_cast<std::size_t>(comm.size());
  const std::vector<Butterfly::Exchange> all = butterfly.exchanges(step, comm.rank());
  const auto range_of = [&](const Butterfly::Exchange& e) {
    return share_of(block, element, e.part, butterfly.parts());
  };
  std::vector<Buffer> messages(all.size());
  ExactReceives receives;
  comm.round([&](Round& round) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Range range = range_of(all[i]);
      const GridBox& out = is_backward ? all[i].in : all[i].out;
      const GridBox& in = is_backward ? all[i].out : all[i].in;
      Buffer message = comm.buffer(out.size() * range.bytes);
      for_each_range(blocks, block, out, range, message, 0,
                     [&](const std::byte* from, std::byte* into) { std::copy_n(from, range.bytes, into); });
      messages[i] = comm.buffer(in.size() * range.bytes);
      round.send(all[i].partner, std::move(message));
      receives.post(round, all[i].partner, messages[i]);
    }
  });
  receives.finish(comm);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Range range = range_of(all[i]);
    for_each_range(
        blocks, block, is_backward ? all[i].out : all[i].in, range, messages[i], 0,
        [&](std::byte* into, const std::byte* from) { take_in(from, into, range.bytes); },
        is_backward ? NoData::skipped : combined_without_data(comm));
  }
}

}  // namespace

int paired_place(Pairing pairing, int place, int level, int direction, int side) {
  if (pairing == Pairing::doubling)
    return core::mod(place + direction * ((place ^ (1 << level)) - place), side);
  const auto step = static_cast<int>(swing_step(level) % side);
  return core::mod(place + (place % 2 == 0 ? direction : -direction) * step, side);
}

std::vector<ButterflyPart> butterfly_parts(const std::vector<int>& sides, int ports) {
  const auto dimensions = static_cast<int>(long_sides(sides).size());
  int links = 0;
  for (const int side : sides) links += std::min(side - 1, 2);
  const bool both_ways = links > dimensions && ports >= links;
  std::vector<ButterflyPart> parts;
  for (int first = 0; first < std::max(1, std::min(ports, dimensions)); ++first) {
    parts.push_back({first, 1});
    if (both_ways) parts.push_back({first, -1});
  }
  return parts;
}

Butterfly::Butterfly(Pairing pairing, const std::vector<int>& sides, std::vector<ButterflyPart> parts)
    : pairing_(pairing), sides_(long_sides(sides)), parts_(std::move(parts)) {
  if (sides_.size() == 1 && sides_[0] % 2 == 1) {
    has_guest_ = true;
    parts_.resize(1);
    --sides_[0];
  }
  strides_.assign(sides_.size(), 1);
  for (std::size_t d = sides_.size(); d-- > 1;) strides_[d - 1] = strides_[d] * sides_[d];
  for (const int side : sides_) {
    steps_ += ceil_log2(side);
    places_.push_back(places_of(side));
  }
  for (const ButterflyPart& part : parts_) plan_.push_back(plan_of(part.first));
  met_before_.assign(at(steps_) + 1, 0);
  if (!has_guest_) return;
  for (int step = 0; step < steps_; ++step) {
    const int left = sides_[0] - met_before_[at(step)];
    met_before_[at(step) + 1] = met_before_[at(step)] + (step + 1 < steps_ ? (left + 1) / 2 : left);
  }
}

Butterfly::Places Butterfly::places_of(int side) const {
  const int levels = ceil_log2(side);
  Places places{std::vector<std::vector<int>>(at(levels) + 1), std::vector<std::vector<int>>(at(levels))};
  std::vector<bool> reached(at(side));
  reached[0] = true;
  places.reached[at(levels)] = {0};
  for (int level = levels; level-- > 0;) {
    const int partner = paired_place(pairing_, 0, level, 1, side);
    std::vector<bool> sent(at(side));
    for (const int place : places.reached[at(level) + 1]) {
      const int theirs = core::mod(pairing_ == Pairing::swing ? partner - place : partner + place, side);
      sent[at(theirs)] = !reached[at(theirs)];
    }
    for (std::size_t place = 0; place < sent.size(); ++place) reached[place] = reached[place] || sent[place];
    places.sent[at(level)] = marked(sent);
    places.reached[at(level)] = marked(reached);
  }
  return places;
}

std::vector<Butterfly::Step> Butterfly::plan_of(int first) const {
  const auto dimensions = static_cast<int>(sides_.size());
  std::vector<Step> plan{{first, std::vector<int>(sides_.size())}};
  int dimension = first;
  while (static_cast<int>(plan.size()) <= steps_) {
    Step next = plan.back();
    if (next.levels[at(dimension)] < ceil_log2(sides_[at(dimension)])) {
      plan.back().dimension = dimension;
      ++next.levels[at(dimension)];
      plan.push_back(std::move(next));
    }
    dimension = (dimension + 1) % dimensions;
  }
  return plan;
}

std::vector<int> Butterfly::placed(const std::vector<int>& relative, int place, int direction, int side) const {
  const bool is_turned = pairing_ == Pairing::swing && (place % 2 == 0) != (direction > 0);
  std::vector<int> all;
  all.reserve(relative.size());
  for (const int other : relative) all.push_back(core::mod(place + (is_turned ? -other : other), side));
  std::sort(all.begin(), all.end());
  return all;
}

int Butterfly::partner_place(std::size_t part, int step, int place) const {
  const Step& now = plan_[part][at(step)];
  return paired_place(pairing_, place, now.levels[at(now.dimension)], parts_[part].direction,
                      sides_[at(now.dimension)]);
}

Rank Butterfly::partner(std::size_t part, int step, Rank v) const {
  const std::size_t d = at(dimension(part, step));
  const int place = v / strides_[d] % sides_[d];
  return v + (partner_place(part, step, place) - place) * strides_[d];
}

GridBox Butterfly::reach(std::size_t part, int step, Rank v) const {
  std::vector<std::vector<int>> places;
  for (std::size_t d = 0; d < sides_.size(); ++d)
    places.push_back(placed(places_[d].reached[at(plan_[part][at(step)].levels[d])],
                            v / strides_[d] % sides_[d], parts_[part].direction, sides_[d]));
  return {sides_, std::move(places)};
}

GridBox Butterfly::sent(std::size_t part, int step, Rank v) const {
  const Step& now = plan_[part][at(step)];
  std::vector<std::vector<int>> places;
  for (std::size_t d = 0; d < sides_.size(); ++d) {
    const std::size_t level = at(now.levels[d]);
    const bool is_here = d == at(now.dimension);
    places.push_back(placed(is_here ? places_[d].sent[level] : places_[d].reached[level],
                            v / strides_[d] % sides_[d], parts_[part].direction, sides_[d]));
  }
  return {sides_, std::move(places)};
}

std::int64_t Butterfly::blocks(std::size_t part, int step) const {
  return static_cast<std::int64_t>(sent(part, step, 0).size());
}

std::vector<Butterfly::Exchange> Butterfly::exchanges(int step, Rank v) const {
  const Rank guest = sides_.empty() ? 0 : sides_[0];
  const auto only = [&](Rank rank) { return GridBox(sides_, {{rank}}); };
  const int first = met_before_[at(step)];
  const int end = met_before_[at(step) + 1];
  std::vector<Exchange> all;
  if (has_guest_ && v == guest) {
    for (Rank other = first; other < end; ++other) all.push_back({other, 0, only(other), only(guest)});
    return all;
  }
  // Serves the guest first, as it has most to do.
  if (first <= v && v < end) all.push_back({guest, 0, only(guest), only(v)});
  for (std::size_t part = 0; part < parts(); ++part) {
    const Rank other = partner(part, step, v);
    all.push_back({other, part, sent(part, step, v), sent(part, step, other)});
  }
  return all;
}

std::shared_ptr<const Butterfly> butterfly_on(Pairing pairing, const std::vector<int>& sides, int ports) {
  struct Made {
    Pairing pairing;
    std::vector<int> sides;
    int ports;
    std::shared_ptr<const Butterfly> butterfly;
  };
  thread_local std::optional<Made> last;
  if (!last || last->pairing != pairing || last->sides != sides || last->ports != ports)
    last = Made{pairing, sides, ports,
                std::make_shared<const Butterfly>(pairing, sides, butterfly_parts(sides, ports))};
  return last->butterfly;
}

void reduce_scatter_by(const Butterfly& butterfly, Communicator& comm, std::span<std::byte> blocks,
                       const Combine& op) {
  for (int step = 0; step < butterfly.steps(); ++step)
    butterfly_step(comm, blocks, op.element, butterfly, step, false,
                   [&](const std::byte* theirs, std::byte* mine, std::size_t bytes) {
                     op.combine(theirs, mine, mine, bytes / op.element);
                   });
}

void allgather_by(const Butterfly& butterfly, Communicator& comm, std::span<std::byte> blocks,
                  std::size_t element) {
  for (int step = butterfly.steps(); step-- > 0;)
    butterfly_step(
        comm, blocks, element, butterfly, step, true,
        [](const std::byte* theirs, std::byte* mine, std::size_t bytes) { std::copy_n(theirs, bytes, mine); });
}

void allreduce_in_blocks(Pairing pairing, Communicator& comm, std::span<std::byte> data, const Combine& op) {
  const std::shared_ptr<const Butterfly> butterfly = butterfly_on(pairing, comm.sides(), comm.ports());
  Buffer blocks = value_blocks(comm, data, op.element);
  reduce_scatter_by(*butterfly, comm, blocks, op);
  allgather_by(*butterfly, comm, blocks, op.element);
  copy(std::span<const std::byte>(blocks).first(data.size()), data);
}

}  // namespace toruscope::collectives
