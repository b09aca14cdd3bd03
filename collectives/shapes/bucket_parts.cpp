// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/bucket_parts.hpp"

#include <algorithm>
#include <numeric>

namespace toruscope::collectives {

BucketParts::BucketParts(const std::vector<int>& sides, int ports, BucketForm form, std::vector<int> order)
    : sides_(sides) {
  if (order.empty()) {
    order.resize(sides.size());
    std::iota(order.begin(), order.end(), 0);
  }
  for (const int d : order)
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

}  // namespace toruscope::collectives
