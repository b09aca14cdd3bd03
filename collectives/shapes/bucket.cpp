// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/bucket.hpp"

#include "collectives/shapes/exact.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace toruscope::collectives {

namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

/// Blocks that agree with this PE in the dimensions of the stages before, and are so far behind it in this one.
GridSlice behind(const Communicator& comm, const BucketParts& parts, std::size_t part, int stage, int places) {
  const std::vector<int>& sides = comm.sides();
  std::vector<int> fixed(sides.size(), kAnyCoordinate);
  for (int done = 0; done < stage; ++done) {
    const int d = parts.dimension(part, done);
    fixed[index(d)] = comm.coordinate(d);
  }
  const int d = parts.dimension(part, stage);
  fixed[index(d)] = core::mod(comm.coordinate(d) - parts.direction(part) * places, sides[index(d)]);
  return {sides, std::move(fixed)};
}

/// In round t of a stage a part sends the blocks `first` + t places behind, and takes in those one place further.
template <class TakeIn>
void send_buckets(Communicator& comm, std::span<std::byte> blocks, std::size_t element, BucketForm form,
                  BucketParts::Way way, int first, const TakeIn& take_in) {
  const BucketParts parts(comm.sides(), comm.ports(), form);
  const std::size_t block = blocks.size() / index(comm.size());
  ExactReceives receives;
  for (int number = 0; number < parts.rounds(); ++number) {
    std::vector<Buffer> messages(parts.count());
    comm.round([&](Round& round) {
      for (std::size_t part = 0; part < parts.count(); ++part) {
        const auto step = parts.step(part, number, way);
        if (!step) continue;
        const Range range = share_of(block, element, part, parts.count());
        const GridSlice out = behind(comm, parts, part, step->stage, first + step->t);
        const int d = parts.dimension(part, step->stage);
        Buffer message = comm.buffer(out.size() * range.bytes);
        for_each_range(blocks, block, out, range, message, 0,
                       [&](const std::byte* from, std::byte* into) { std::copy_n(from, range.bytes, into); });
        messages[part] = comm.buffer(message.size());
        round.send(comm.shift(d, parts.direction(part)), std::move(message));
        receives.post(round, comm.shift(d, -parts.direction(part)), messages[part]);
      }
    });
    receives.finish(comm);
    for (std::size_t part = 0; part < parts.count(); ++part) {
      const auto step = parts.step(part, number, way);
      if (!step) continue;
      const Range range = share_of(block, element, part, parts.count());
      for_each_range(blocks, block, behind(comm, parts, part, step->stage, first + step->t + 1), range,
                     messages[part], 0,
                     [&](std::byte* into, const std::byte* from) { take_in(from, into, range.bytes); });
    }
  }
}

/// What a link carries in a round.
struct LinkLoad {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};

}  // namespace

BucketParts::BucketParts(const std::vector<int>& sides, int ports, BucketForm form) : sides_(sides) {
  for (int d = 0; d < static_cast<int>(sides.size()); ++d)
    if (sides[at(d)] > 1) long_.push_back(d);
  int links = 0;
  for (const int side : sides) links += std::min(side - 1, 2);
  const bool has_two_ways = links > stages() && form != BucketForm::one_way;
  const bool prefers_dimensions = stages() > 2 || form != BucketForm::usual;
  const bool in_all = ports >= links || (ports >= stages() && prefers_dimensions);
  both_ways_ = has_two_ways && (in_all ? ports >= links : ports >= 2);
  starts_.resize(in_all ? std::max<std::size_t>(1, long_.size()) : 1);
  std::iota(starts_.begin(), starts_.end(), 0);
  for (std::size_t part = 0; part < count(); ++part)
    for (int stage = 0; stage < stages(); ++stage) {
      int longest = side(part, stage) - 1;
      if (form != BucketForm::unaligned)
        for (std::size_t other = 0; other < count(); ++other)
          longest = std::max(longest, side(other, stage) - 1);
      lengths_.push_back(longest);
    }
  rounds_ = std::accumulate(lengths_.begin(), lengths_.begin() + stages(), 0);
}

int BucketParts::dimension(std::size_t part, int stage) const {
  const int start = starts_[both_ways_ ? part / 2 : part];
  return long_[at((start + stage) % stages())];
}

std::optional<BucketParts::Step> BucketParts::step(std::size_t part, int round, Way way) const {
  int t = round;
  for (int done = 0; done < stages(); ++done) {
    const int stage = way == Way::reduce_scatter ? done : stages() - 1 - done;
    const int rounds = length(part, stage);
    if (t < rounds) return t + 1 < side(part, stage) ? std::optional(Step{stage, t}) : std::nullopt;
    t -= rounds;
  }
  return std::nullopt;
}

std::vector<int> BucketParts::changes() const {
  std::vector<int> all{0};
  for (std::size_t part = 0; part < count(); ++part) {
    int begin = 0;
    for (int stage = 0; stage < stages(); ++stage) {
      all.push_back(begin + side(part, stage) - 1);
      begin += length(part, stage);
      all.push_back(begin);
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::int64_t BucketParts::blocks(std::size_t part, int stage) const {
  std::int64_t left = 1;
  for (const int side : sides_) left *= side;
  for (int done = 0; done <= stage; ++done) left /= side(part, done);
  return left;
}

void reduce_scatter_in_buckets(Communicator& comm, std::span<std::byte> blocks, const Combine& op,
                               BucketForm form) {
  send_buckets(comm, blocks, op.element, form, BucketParts::Way::reduce_scatter, 1,
               [&](const std::byte* theirs, std::byte* mine, std::size_t bytes) {
                 op.combine(theirs, mine, mine, bytes / op.element);
               });
}

void allgather_in_buckets(Communicator& comm, std::span<std::byte> blocks, std::size_t element,
                          BucketForm form) {
  send_buckets(
      comm, blocks, element, form, BucketParts::Way::allgather, 0,
      [](const std::byte* theirs, std::byte* mine, std::size_t bytes) { std::copy_n(theirs, bytes, mine); });
}

std::vector<Phase> bucket_phases(const Case& c, BucketForm form, std::size_t block, std::size_t element) {
  const BucketParts parts(c.sides, ports_of(c), form);
  const auto time = [&](const LinkLoad& load) {
    return load.messages * (c.costs.ts + c.costs.tm) + load.bytes * c.costs.tw;
  };
  const std::vector<int> changes = parts.changes();
  std::vector<Phase> phases;
  for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
    std::map<std::pair<int, int>, LinkLoad> links;  // by dimension and direction
    std::int64_t messages = 0;
    for (std::size_t part = 0; part < parts.count(); ++part) {
      const auto step = parts.step(part, changes[i], BucketParts::Way::reduce_scatter);
      if (!step) continue;
      const bool has_two_ways = parts.side(part, step->stage) > 2;
      LinkLoad& link = links[{parts.dimension(part, step->stage), has_two_ways ? parts.direction(part) : 1}];
      ++link.messages;
      link.bytes += parts.blocks(part, step->stage) *
                    static_cast<std::int64_t>(share_of(block, element, part, parts.count()).bytes);
      ++messages;
    }
    LinkLoad busiest;
    std::int64_t most_on_a_link = 0;
    for (const auto& [link, load] : links) {
      if (busiest.messages == 0 || time(load) > time(busiest)) busiest = load;
      most_on_a_link = std::max<std::int64_t>(most_on_a_link, load.messages);
    }
    const std::int64_t rounds = changes[i + 1] - changes[i];
    phases.push_back({.rounds = rounds,
                      .bytes = rounds * ceil_div(busiest.bytes, busiest.messages),
                      .hops = rounds,
                      .messages = messages,
                      .same_link = busiest.messages,
                      .congestion = most_on_a_link});
  }
  return phases;
}

bool are_buckets_apart(const Case& c, BucketForm form) {
  const std::vector<Phase> phases = bucket_phases(c, form, 0, 1);
  return std::all_of(phases.begin(), phases.end(), [](const Phase& phase) { return phase.congestion == 1; });
}

std::optional<Prediction> bucket_cost(const Case& c, const std::vector<Phase>& phases) {
  RingRounds all;
  for (const Phase& phase : phases) {
    if (phase.congestion > 1 || (phase.messages > 1 && c.costs.tr != Ticks{})) return std::nullopt;
    all += {phase.rounds, phase.bytes};
  }
  return lines_cost(c, all);
}

std::optional<Ticks> bucket_estimate(const Case& c, const std::vector<Phase>& phases) {
  Estimate estimate(c);
  for (const Phase& phase : phases) estimate.add(phase);
  return estimate.time();
}

std::optional<std::string> refusal_of_buckets(const Case& c, BucketForm form) {
  if (const auto reason = needs_torus(c)) return reason;
  if (form == BucketForm::usual) return std::nullopt;
  const int dimensions = long_dimensions(c.sides);
  if (dimensions < 2) return "needs a torus of two dimensions or more, got " + grid_to_string(c);
  if (ports_of(c) >= dimensions) return std::nullopt;
  return "needs a port for each of the " + std::to_string(dimensions) + " dimensions, got " +
         std::to_string(ports_of(c));
}

}  // namespace toruscope::collectives
