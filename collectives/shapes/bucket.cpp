// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/bucket.hpp"

#include "collectives/shapes/exact.hpp"

#include <algorithm>
#include <numeric>

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

/// A stage: in round t each part sends the blocks `first` + t places behind, and takes in those one place further.
template <class TakeIn>
void bucket_stage(Communicator& comm, std::span<std::byte> blocks, std::size_t element,
                  const BucketParts& parts, int stage, int first, const TakeIn& take_in) {
  const std::size_t block = blocks.size() / index(comm.size());
  ExactReceives receives;
  for (int t = 0; t < parts.rounds(stage); ++t) {
    std::vector<Buffer> messages(parts.count());
    comm.round([&](Round& round) {
      for (std::size_t part = 0; part < parts.count(); ++part) {
        if (t + 1 >= parts.side(part, stage)) continue;
        const Range range = share_of(block, element, part, parts.count());
        const GridSlice out = behind(comm, parts, part, stage, first + t);
        const int d = parts.dimension(part, stage);
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
      if (t + 1 >= parts.side(part, stage)) continue;
      const Range range = share_of(block, element, part, parts.count());
      for_each_range(blocks, block, behind(comm, parts, part, stage, first + t + 1), range, messages[part], 0,
                     [&](std::byte* into, const std::byte* from) { take_in(from, into, range.bytes); });
    }
  }
}

}  // namespace

BucketParts::BucketParts(const std::vector<int>& sides, int ports) : sides_(sides) {
  for (int d = 0; d < static_cast<int>(sides.size()); ++d)
    if (sides[at(d)] > 1) long_.push_back(d);
  int links = 0;
  for (const int side : sides) links += std::min(side - 1, 2);
  const bool has_two_ways = links > stages();
  const bool in_all = ports >= links || (ports >= stages() && stages() > 2);
  both_ways_ = has_two_ways && (in_all ? ports >= links : ports >= 2);
  starts_.resize(in_all ? std::max<std::size_t>(1, long_.size()) : 1);
  std::iota(starts_.begin(), starts_.end(), 0);
}

int BucketParts::dimension(std::size_t part, int stage) const {
  const int start = starts_[both_ways_ ? part / 2 : part];
  return long_[at((start + stage) % stages())];
}

int BucketParts::rounds(int stage) const {
  int most = 0;
  for (std::size_t part = 0; part < count(); ++part) most = std::max(most, side(part, stage) - 1);
  return most;
}

bool BucketParts::are_apart() const {
  return !both_ways_ || std::find(sides_.begin(), sides_.end(), 2) == sides_.end();
}

std::int64_t BucketParts::blocks(std::size_t part, int stage) const {
  std::int64_t left = 1;
  for (const int side : sides_) left *= side;
  for (int done = 0; done <= stage; ++done) left /= side(part, done);
  return left;
}

void reduce_scatter_in_buckets(Communicator& comm, std::span<std::byte> blocks, const Combine& op) {
  const BucketParts parts(comm.sides(), comm.ports());
  for (int stage = 0; stage < parts.stages(); ++stage)
    bucket_stage(comm, blocks, op.element, parts, stage, 1,
                 [&](const std::byte* theirs, std::byte* mine, std::size_t bytes) {
                   op.combine(theirs, mine, mine, bytes / op.element);
                 });
}

void allgather_in_buckets(Communicator& comm, std::span<std::byte> blocks, std::size_t element) {
  const BucketParts parts(comm.sides(), comm.ports());
  for (int stage = parts.stages() - 1; stage >= 0; --stage)
    bucket_stage(
        comm, blocks, element, parts, stage, 0,
        [](const std::byte* theirs, std::byte* mine, std::size_t bytes) { std::copy_n(theirs, bytes, mine); });
}

RingRounds bucket_rounds(const Case& c, std::size_t block, std::size_t element) {
  const BucketParts parts(c.sides, ports_of(c));
  RingRounds all;
  for (int stage = 0; stage < parts.stages(); ++stage) {
    all.rounds += parts.rounds(stage);
    for (int t = 0; t < parts.rounds(stage); ++t) {
      std::int64_t longest = 0;
      for (std::size_t part = 0; part < parts.count(); ++part)
        if (t + 1 < parts.side(part, stage))
          longest = std::max(
              longest, parts.blocks(part, stage) *
                           static_cast<std::int64_t>(share_of(block, element, part, parts.count()).bytes));
      all.bytes += longest;
    }
  }
  return all;
}

std::optional<Prediction> bucket_cost(const Case& c, const RingRounds& all) {
  const BucketParts parts(c.sides, ports_of(c));
  if (!parts.are_apart() || (parts.count() > 1 && c.costs.tr != Ticks{})) return std::nullopt;
  return lines_cost(c, all);
}

std::optional<Ticks> bucket_estimate(const Case& c, const RingRounds& all) {
  const BucketParts parts(c.sides, ports_of(c));
  const std::int64_t shared = parts.are_apart() ? 1 : 2;
  return Estimate(c)
      .add({.rounds = all.rounds,
            .bytes = all.bytes,
            .hops = all.rounds,
            .messages = static_cast<std::int64_t>(parts.count()),
            .same_link = shared,
            .congestion = shared})
      .time();
}

}  // namespace toruscope::collectives
