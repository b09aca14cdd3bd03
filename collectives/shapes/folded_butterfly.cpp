// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/folded_butterfly.hpp"

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/folded.hpp"
#include "collectives/shapes/grid_slice.hpp"
#include "runtime/topology/ring_offset.hpp"

#include <algorithm>

namespace toruscope::collectives {

namespace {

std::vector<int> core_sides(const std::vector<int>& sides) {
  std::vector<int> core;
  for (const int side : sides) core.push_back(largest_power(side));
  return core;
}

/// Place of one PE in the fold of each dimension, and in the torus of the PEs that stay.
class Fold {
 public:
  explicit Fold(const Communicator& comm) : comm_(comm), core_(core_sides(comm.sides())) {
    for (int d = 0; d < comm.dimensions() && !is_aside_; ++d) {
      const int surplus = comm.sides()[index(d)] - core_[index(d)];
      const int place = comm.coordinate(d);
      is_aside_ = place >= core_[index(d)];
      if (is_aside_ || place >= core_[index(d)] - surplus)
        partners_.push_back(comm.shift(d, is_aside_ ? -surplus : surplus));
    }
  }

  /// Sides of the torus of the PEs that stay.
  [[nodiscard]] const std::vector<int>& core() const { return core_; }
  /// Partners by dimension, where there is one; the last one is where the PE steps aside.
  [[nodiscard]] const std::vector<Rank>& partners() const { return partners_; }
  [[nodiscard]] bool is_aside() const { return is_aside_; }

  /// Rank in the core. Precondition: not is_aside().
  [[nodiscard]] Rank core_rank() const {
    Rank rank = 0;
    for (int d = 0; d < comm_.dimensions(); ++d) rank = rank * core_[index(d)] + comm_.coordinate(d);
    return rank;
  }
  [[nodiscard]] Rank rank_of(Rank core_rank) const {
    std::vector<int> places(core_.size());
    for (std::size_t d = core_.size(); d-- > 0; core_rank /= core_[d]) places[d] = core_rank % core_[d];
    return comm_.rank_at(places);
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  const Communicator& comm_;
  std::vector<int> core_;
  std::vector<Rank> partners_;
  bool is_aside_ = false;
};

/// Exchanges all partial sums with the partners.
void exchange_all(Communicator& comm, std::span<std::byte> data, const Combine& op, const Fold& fold,
                  const Butterfly& butterfly) {
  const Rank me = fold.core_rank();
  const auto range_of = [&](std::size_t part) {
    return share_of(data.size(), op.element, part, butterfly.parts());
  };
  for (int step = 0; step < butterfly.steps(); ++step) {
    std::vector<Buffer> theirs(butterfly.parts());
    ExactReceives receives;
    comm.round([&](Round& round) {
      for (std::size_t part = 0; part < butterfly.parts(); ++part) {
        const Range range = range_of(part);
        const Rank partner = fold.rank_of(butterfly.partner(part, step, me));
        theirs[part] = comm.buffer(range.bytes);
        round.send(partner, data.subspan(range.begin, range.bytes));
        receives.post(round, partner, theirs[part]);
      }
    });
    receives.finish(comm);
    for (std::size_t part = 0; part < butterfly.parts(); ++part) {
      const Range range = range_of(part);
      std::byte* mine = data.data() + range.begin;
      op.combine(theirs[part].data(), mine, mine, range.bytes / op.element);
    }
  }
}

/// True if PEs combine different groups in one step, so that they do not all add alike.
bool groups_overlap(Pairing pairing, const Case& c) {
  const std::vector<int> core = core_sides(c.sides);
  const std::vector<ButterflyPart> parts = butterfly_parts(core, ports_of(c));
  const bool is_turned = std::any_of(parts.begin(), parts.end(), [](auto part) { return part.direction < 0; });
  return (pairing == Pairing::swing || is_turned) && *std::max_element(core.begin(), core.end()) > 4;
}

}  // namespace

void allreduce_folded(Pairing pairing, Communicator& comm, std::span<std::byte> data, const Combine& op) {
  const Fold fold(comm);
  const std::vector<Rank>& partners = fold.partners();
  const std::size_t hosted = partners.size() - (fold.is_aside() ? 1 : 0);
  Buffer theirs = comm.buffer(hosted > 0 ? data.size() : 0);
  for (std::size_t i = 0; i < hosted; ++i) {
    comm.recv(partners[i], theirs);
    op.combine(theirs.data(), data.data(), data.data(), data.size() / op.element);
  }
  if (fold.is_aside()) {
    comm.send(partners.back(), data);
    comm.recv(partners.back(), data);
  } else {
    exchange_all(comm, data, op, fold, *butterfly_on(pairing, fold.core(), comm.ports()));
  }
  for (std::size_t i = hosted; i-- > 0;) comm.send(partners[i], data);
}

std::optional<std::string> folded_refusal(Pairing pairing, const Case& c) {
  if (const std::optional<std::string> reason = needs_torus(c)) return reason;
  if (!c.commutative) return "needs an operator that commutes";
  if (!c.exact && groups_overlap(pairing, c))
    return "needs values whose combination does not depend on the grouping, as integers' does not: on " +
           grid_to_string(c) + " PEs group them in different ways";
  return std::nullopt;
}

std::optional<Prediction> folded_cost(Pairing pairing, const Case& c) {
  const std::size_t parts = butterfly_parts(c.sides, ports_of(c)).size();
  const auto share = static_cast<std::int64_t>(share_of(c.bytes, c.element, 0, parts).bytes);
  std::int64_t steps = 0;
  std::int64_t folds = 0;
  for (const int side : c.sides) {
    steps += ceil_log(2, largest_power(side));
    folds += side == largest_power(side) ? 0 : 2;
  }
  if (folds > 0 && !receives_cost_nothing(c)) return std::nullopt;
  return butterfly_cost(pairing, c, steps + folds, steps * share + folds * static_cast<std::int64_t>(c.bytes));
}

std::optional<Ticks> folded_estimate(Pairing pairing, const Case& c) {
  const std::vector<int> core = core_sides(c.sides);
  const std::shared_ptr<const Butterfly> butterfly = butterfly_on(pairing, core, ports_of(c));
  std::vector<std::int64_t> bytes;
  for (std::size_t part = 0; part < butterfly->parts(); ++part)
    bytes.push_back(static_cast<std::int64_t>(share_of(c.bytes, c.element, part, butterfly->parts()).bytes));
  Estimate estimate(c);
  for (std::size_t d = 0; d < core.size(); ++d) {
    const std::int64_t surplus = c.sides[d] - core[d];
    if (surplus == 0) continue;
    const std::int64_t links = core::ring_distance(0, surplus, c.sides[d]);
    const Phase fold{
        .bytes = static_cast<std::int64_t>(c.bytes), .hops = links, .congestion = std::min(links, surplus)};
    estimate.add(fold).add(fold);
  }
  for (int step = 0; step < butterfly->steps(); ++step)
    estimate.add(butterfly_phase(*butterfly, c.sides, step, bytes));
  return estimate.time();
}

}  // namespace toruscope::collectives
