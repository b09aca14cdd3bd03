// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/colouring.hpp"

#include "collectives/alltoall/ring_program.hpp"
#include "collectives/alltoall/stage.hpp"
#include "collectives/shapes/premises.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace toruscope::collectives {

namespace {

bool is_ar1o(int p, int helpers) {
  return helpers > 0 && p % 2 == 1 && p >= 5;
}

RingProgram program(int p, int helpers) {
  if (p % 2 == 0) return ar1_program();
  return is_ar1o(p, helpers) ? ar1o_program(helpers) : two_way_ring_program();
}

RingSizes sizes(int p, int helpers) {
  if (p % 2 == 0) return ar1_sizes(p);
  return is_ar1o(p, helpers) ? ar1o_sizes(p, helpers) : two_way_ring_sizes(p);
}

RingCost ring_cost(int p) {
  return p % 2 == 0 ? ar1_cost(p) : two_way_ring_cost(p);
}

int colour(const Colouring& colouring, const std::vector<int>& sides, Rank rank) {
  int sum = 0;
  for (std::size_t i = 0; i < sides.size(); ++i)
    sum += coordinate(sides, static_cast<int>(i), rank) % colouring.strides[i];
  return sum % colouring.colours;
}

/// Dimensions in which some colour exchanges in stage t.
std::vector<int> active(const Colouring& colouring, int t) {
  std::set<int> colours{0};  // of some PE
  for (const int g : colouring.strides) {
    std::set<int> more;
    for (const int c : colours)
      for (int residue = 0; residue < g; ++residue) more.insert((c + residue) % colouring.colours);
    colours = std::move(more);
  }
  std::vector<int> dimensions;
  for (const int c : colours)
    if (const int i = (c + t) % colouring.colours; i < static_cast<int>(colouring.strides.size()))
      dimensions.push_back(i);
  return dimensions;
}

/// The rounds of a stage's longest ring, and whether the stage goes on round by round.
struct StageRounds {
  int most = 0;
  bool in_step = false;
};
StageRounds rounds_of(const Colouring& colouring, const std::vector<int>& sides, int t) {
  StageRounds rounds{.in_step = colouring.synchronisation == Synchronisation::round};
  for (const int i : active(colouring, t)) {
    const auto at = static_cast<std::size_t>(i);
    const int p = sides[at] / colouring.strides[at];
    rounds.in_step = rounds.in_step || is_ar1o(p, colouring.helpers);
    rounds.most = std::max(rounds.most, program(p, colouring.helpers).rounds(p));
  }
  return rounds;
}

}  // namespace

void exchange(Carrier& carrier, const Colouring& colouring, std::span<const std::byte> send,
              std::span<std::byte> receive, std::size_t block) {
  begin_exchange(send, receive);
  Communicator& comm = carrier.comm();
  const std::vector<int>& sides = comm.sides();
  const int mine = colour(colouring, sides, comm.rank());
  for (int t = 0; t < colouring.colours; ++t) {
    const StageRounds rounds = rounds_of(colouring, sides, t);
    const int in_step = rounds.in_step ? rounds.most : 0;
    const int dimension = (mine + t) % colouring.colours;
    int done = 0;
    if (dimension < comm.dimensions()) {
      const auto at = static_cast<std::size_t>(dimension);
      const int g = colouring.strides[at];
      const AfterRound step = [&](int) {
        ++done;
        comm.synchronize();
      };
      ring_stage(carrier, dimension, g, program(sides[at] / g, colouring.helpers), receive, block,
                 in_step > 0 ? step : AfterRound());
    }
    for (; done < in_step; ++done) comm.synchronize();
    if (in_step == 0 && colouring.synchronisation != Synchronisation::none) comm.synchronize();
  }
  for (int i = 0; i < comm.dimensions(); ++i)
    if (const int g = colouring.strides[static_cast<std::size_t>(i)]; g > 1)
      cell_stage(carrier, i, g, receive, block);
}

bool synchronises_each_round(const Colouring& colouring, const std::vector<int>& sides) {
  for (int t = 0; t < colouring.colours; ++t)
    if (const StageRounds rounds = rounds_of(colouring, sides, t); !rounds.in_step && rounds.most > 1)
      return false;
  return std::all_of(colouring.strides.begin(), colouring.strides.end(), [](int g) { return g == 1; });
}

void StageSum::add(std::int64_t startups, std::int64_t blocks, const Count& hops) {
  add(chain(case_, startups, blocks * static_cast<std::int64_t>(case_.bytes), hops));
}

void StageSum::add(const Prediction& more) {
  sum_ = {detail::sum(sum_.startups, more.startups), detail::sum(sum_.bytes, more.bytes),
          detail::sum(sum_.hops, more.hops), sum_.ticks + more.ticks};
}

void StageSum::add_rings(const std::vector<Ring>& rings, int helpers) {
  if (std::any_of(rings.begin(), rings.end(), [&](const Ring& r) { return is_ar1o(r.p, helpers); })) {
    RingSizes most;  // of each round: all rings go on in step
    for (const Ring& ring : rings) {
      const RingSizes units = sizes(ring.p, helpers);
      most.resize(std::max(most.size(), units.size()));
      for (std::size_t t = 0; t < units.size(); ++t) most[t] = std::max(most[t], units[t] * (case_.p / ring.p));
    }
    is_exact_ = is_exact_ && case_.costs.th == Ticks{};
    const auto rounds = static_cast<std::int64_t>(most.size());
    // The longest stride decides the hops, two PEs a step; an approximation.
    const auto stride = std::max_element(rings.begin(), rings.end(), [](const Ring& a, const Ring& b) {
                          return a.stride < b.stride;
                        })->stride;
    add(rounds, sum(most), case_.costs.th == Ticks{} ? Count() : 2 * stride * rounds);
    return;
  }
  const auto priced = [&](const Ring& r) {
    const RingCost cost = ring_cost(r.p);
    return chain(case_, cost.rounds, cost.blocks * (case_.p / r.p) * static_cast<std::int64_t>(case_.bytes),
                 r.stride * cost.hops);
  };
  const auto tells_apart = [&](const Prediction& a, const Prediction& b) {
    const Costs& costs = case_.costs;
    return (a.startups != b.startups && costs.ts != Ticks{}) || (a.bytes != b.bytes && costs.tw != Ticks{}) ||
           (a.hops != b.hops && costs.th != Ticks{});
  };
  Prediction longest;
  bool is_clear = true;
  for (const Ring& ring : rings) {
    const Prediction p = priced(ring);
    if (p.ticks > longest.ticks)
      is_clear = true;
    else if (p.ticks == longest.ticks && tells_apart(p, longest))
      is_clear = false;
    if (p.ticks >= longest.ticks) longest = p;
  }
  is_exact_ = is_exact_ && is_clear;
  add(longest);
}

void StageSum::add_cells(int side, int g) {
  const RingCost cost = two_way_ring_cost(g);
  // The PE at the end of a cell of 3 or more sends past all others, once each way.
  const std::int64_t detours = g == side || g == 2 ? 0 : 2 * (g - 2);
  add(cost.rounds, cost.blocks * (case_.p / g), cost.hops + detours);
}

ColouringCost StageSum::cost() const {
  return {sum_, is_exact_};
}

ColouringCost cost(const Colouring& colouring, const Case& c) {
  StageSum sum(c);
  const auto k = static_cast<int>(c.sides.size());
  const int colours = std::accumulate(colouring.strides.begin(), colouring.strides.end(), 1 - k);
  for (int t = 0; t < colouring.colours; ++t) {
    std::vector<StageSum::Ring> rings;  // of dimension i, if a colour is i - t modulo M
    for (int i = 0; i < k; ++i) {
      if (core::mod(i - t, colouring.colours) >= colours) continue;
      const auto at = static_cast<std::size_t>(i);
      rings.push_back({c.sides[at] / colouring.strides[at], colouring.strides[at]});
    }
    sum.add_rings(rings, colouring.helpers);
  }
  for (std::size_t i = 0; i < c.sides.size(); ++i)
    if (colouring.strides[i] > 1) sum.add_cells(c.sides[i], colouring.strides[i]);
  return sum.cost();
}

std::optional<Prediction> exact_cost(const Colouring& colouring, const Case& c) {
  if (!is_plain_machine(c)) return std::nullopt;
  const ColouringCost exact = cost(colouring, c);
  return exact.is_exact ? std::optional(exact.prediction) : std::nullopt;
}

}  // namespace toruscope::collectives
