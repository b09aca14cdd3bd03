// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/ternary.hpp"

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/grid_box.hpp"
#include "collectives/shapes/grid_slice.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace toruscope::collectives {

namespace {

std::size_t slot(int i) {
  return static_cast<std::size_t>(i);
}

std::vector<int> dimensions_longer_than_one(const std::vector<int>& sides) {
  std::vector<int> all;
  for (int d = 0; d < static_cast<int>(sides.size()); ++d)
    if (sides[slot(d)] > 1) all.push_back(d);
  return all;
}

bool is_by_threes(const std::vector<int>& sides) {
  return std::all_of(sides.begin(), sides.end(), [](int side) { return side <= 3; });
}

int power_of_three(int exponent) {
  int power = 1;
  for (int i = 0; i < exponent; ++i) power *= 3;
  return power;
}

/// True if messages of a round have ports, and no receives wait. Up to side 3 none share links.
bool has_ports_for_both(const Case& c) {
  const bool has_two_ways = std::find(c.sides.begin(), c.sides.end(), 3) != c.sides.end();
  const bool has_several = has_two_ways || ternary_parts(c.sides, ports_of(c)) > 1;
  return (!has_two_ways || ports_of(c) > 1) && (!has_several || c.costs.tr == Ticks{});
}

std::int64_t share_bytes(std::size_t block, std::size_t element, int part, int parts) {
  return static_cast<std::int64_t>(share_of(block, element, slot(part), slot(parts)).bytes);
}

/// Messages of one round, alike on all PEs of a torus, and the load of the busiest link.
class RoundLoad {
 public:
  explicit RoundLoad(const std::vector<int>& sides) : sides_(sides) {}

  void add(int dimension, int offset, std::int64_t bytes) {
    const int side = sides_[slot(dimension)];
    const std::int64_t ahead = core::mod(offset, side);
    const std::int64_t hops = std::min<std::int64_t>(ahead, side - ahead);
    Way& way = ways_[{dimension, 2 * ahead <= side}];
    way.bytes += hops * bytes;
    way.sharing += hops;
    ++way.first;
    phase_.bytes = std::max(phase_.bytes, bytes);
    phase_.hops = std::max(phase_.hops, hops);
    ++messages_;
  }

  /// The load of a link in whole messages of one length.
  [[nodiscard]] Phase phase() const {
    Phase phase = phase_;
    phase.messages = std::max<std::int64_t>(1, messages_);
    std::int64_t busiest = 0;
    for (const auto& [place, way] : ways_) {
      phase.same_link = std::max(phase.same_link, way.first);
      phase.congestion = std::max(phase.congestion, phase.bytes == 0 ? way.sharing : 1);
      busiest = std::max(busiest, way.bytes);
    }
    if (busiest > phase.bytes) {
      phase.congestion = ceil_div(busiest, phase.bytes);
      phase.bytes = ceil_div(busiest, phase.congestion);
    }
    return phase;
  }

 private:
  struct Way {
    std::int64_t bytes = 0;
    std::int64_t sharing = 0;
    std::int64_t first = 0;
  };
  const std::vector<int>& sides_;
  std::map<std::pair<int, bool>, Way> ways_;
  Phase phase_;
  std::int64_t messages_ = 0;
};

RoundLoad load_of_blocks(const Case& c, const TernaryPattern& pattern, int round, std::size_t block,
                         std::size_t element) {
  RoundLoad load(c.sides);
  for (int part = 0; part < pattern.parts(); ++part)
    for (const TernaryPattern::Message& m : pattern.messages(part, round))
      load.add(m.dimension, m.offset, m.count() * share_bytes(block, element, part, pattern.parts()));
  return load;
}

/// Load if every PE sends its whole share to both partners.
RoundLoad load_of_shares(const Case& c, const TernaryPattern& pattern, int round) {
  RoundLoad load(c.sides);
  for (int part = 0; part < pattern.parts(); ++part)
    for (const int way : {1, -1})
      load.add(pattern.dimension(part, round), way * pattern.distance(part, round),
               share_bytes(c.bytes, c.element, part, pattern.parts()));
  return load;
}

bool only_startups_cost(const Case& c) {
  return is_plain_k_port_machine(c) && receives_cost_nothing(c) && c.costs.tw == Ticks{} &&
         c.costs.tm == Ticks{};
}

/// Places from which a contribution still gets home after `level` levels, by definition: sums of
/// -1, 0 or 1 times each of the distances that are left.
std::vector<bool> reached_after(int side, int level) {
  std::vector<bool> reached(slot(side), false);
  const std::int64_t step = power_of_three(level);
  const std::int64_t most = (power_of_three(ceil_log(3, side)) / step - 1) / 2;
  for (std::int64_t j = -most; j <= most; ++j)
    reached[static_cast<std::size_t>(((j * step) % side + side) % side)] = true;
  return reached;
}

/// Messages of a PE in a level: the second partner gets what the PE and the first do not reach.
int messages_in_level(int side, int level) {
  const std::vector<bool> kept = reached_after(side, level + 1);
  const int distance = power_of_three(level);
  const auto place = [side](int at) { return slot((at % side + side) % side); };
  bool is_first = false, is_second = false;
  for (int at = 0; at < side; ++at) {
    const bool by_first = kept[place(at - distance)];
    is_first = is_first || (by_first && !kept[place(at)]);
    is_second = is_second || (kept[place(at + distance)] && !by_first && !kept[place(at)]);
  }
  return (is_first ? 1 : 0) + (is_second ? 1 : 0);
}

/// Startups if all messages have links of their own: on equal sides parts are in the same level of
/// different dimensions; one part always is.
template <class MessagesInLevel>
std::optional<Prediction> startups_alone(const Case& c, const MessagesInLevel& messages) {
  const std::vector<int> dimensions = dimensions_longer_than_one(c.sides);
  if (dimensions.empty()) return std::nullopt;
  const int first = c.sides[slot(dimensions.front())];
  const int parts = ternary_parts(c.sides, ports_of(c));
  std::int64_t startups = 0;
  for (const int d : dimensions) {
    const int side = c.sides[slot(d)];
    if (side != first && parts > 1) return std::nullopt;
    for (int level = 0; level < ceil_log(3, side); ++level)
      startups += ceil_div(messages(side, level) * parts, ports_of(c));
  }
  Prediction cost = chain(c, startups, 0, std::nullopt);
  cost.bytes.reset();
  return cost;
}

template <class LoadOfRound>
Ticks estimated_rounds(const Case& c, const LoadOfRound& load) {
  const TernaryPattern pattern(c.sides, ports_of(c));
  Estimate estimate(c);
  for (int round = 0; round < pattern.rounds(); ++round) estimate.add(load(pattern, round).phase());
  return estimate.time();
}

std::vector<std::vector<int>> displaced(const std::vector<int>& sides, const std::vector<int>& origin,
                                        std::vector<std::vector<int>> offsets) {
  for (std::size_t d = 0; d < sides.size(); ++d) {
    for (int& at : offsets[d]) at = core::mod(origin[d] + at, sides[d]);
    std::sort(offsets[d].begin(), offsets[d].end());
  }
  return offsets;
}

/// Blocks of a message of the PE `places` further on in the message's dimension.
GridBox blocks_of(const Communicator& comm, const TernaryPattern::Message& message, int places) {
  std::vector<int> origin;
  for (int d = 0; d < comm.dimensions(); ++d) origin.push_back(comm.coordinate(d));
  origin[slot(message.dimension)] += places;
  return {comm.sides(), displaced(comm.sides(), origin, message.blocks)};
}

enum class TernaryOrder { forwards, backwards };

template <class TakeIn>
void ternary_round(Communicator& comm, std::span<std::byte> blocks, std::size_t element,
                   const TernaryPattern& pattern, int number, TernaryOrder order, const TakeIn& take_in) {
  const std::size_t block = blocks.size() / slot(comm.size());
  struct Expected {
    GridBox blocks;
    Range range;
    Buffer message;
  };
  std::vector<Expected> expected;
  expected.reserve(2 * slot(pattern.parts()));  // messages stay in place
  ExactReceives receives;
  comm.round([&](Round& round) {
    for (int part = 0; part < pattern.parts(); ++part) {
      const Range range = share_of(block, element, slot(part), slot(pattern.parts()));
      for (const TernaryPattern::Message& m : pattern.messages(part, number)) {
        const int to = order == TernaryOrder::forwards ? m.offset : -m.offset;
        const GridBox out = blocks_of(comm, m, order == TernaryOrder::forwards ? 0 : -m.offset);
        Buffer message = comm.buffer(out.size() * range.bytes);
        for_each_range(blocks, block, out, range, message, 0,
                       [&](const std::byte* from, std::byte* into) { std::copy_n(from, range.bytes, into); });
        Expected& in =
            expected.emplace_back(Expected{blocks_of(comm, m, order == TernaryOrder::forwards ? -m.offset : 0),
                                           range, comm.buffer(message.size())});
        round.send(comm.shift(m.dimension, to), std::move(message));
        receives.post(round, comm.shift(m.dimension, -to), in.message);
      }
    }
  });
  receives.finish(comm);
  for (Expected& in : expected)
    for_each_range(
        blocks, block, in.blocks, in.range, in.message, 0,
        [&](std::byte* into, const std::byte* from) { take_in(from, into, in.range.bytes); },
        order == TernaryOrder::forwards ? combined_without_data(comm) : NoData::skipped);
}

}  // namespace

std::int64_t TernaryPattern::Message::count() const {
  std::int64_t product = 1;
  for (const std::vector<int>& offsets : blocks) product *= static_cast<std::int64_t>(offsets.size());
  return product;
}

TernaryPattern::Ring::Ring(int side) : reach(slot(ceil_log(3, side)) + 1), given(reach.size() - 1) {
  reach.back() = {0};
  for (int l = steps() - 1; l >= 0; --l) {
    std::vector<int> have = reach[slot(l) + 1];
    std::vector<bool> has(slot(side), false);
    for (const int block : have) has[slot(block)] = true;
    const int distance = power_of_three(l);
    for (const int offset : {distance, side - distance}) {
      std::vector<int> blocks;
      for (const int block : reach[slot(l) + 1])
        if (const int at = (block + offset) % side; !has[slot(at)]) blocks.push_back(at);
      for (const int at : blocks) has[slot(at)] = true;
      have.insert(have.end(), blocks.begin(), blocks.end());
      if (!blocks.empty()) given[slot(l)].push_back({offset, std::move(blocks)});
    }
    reach[slot(l)] = std::move(have);
  }
}

TernaryPattern::TernaryPattern(const std::vector<int>& sides, int ports) {
  int rounds = 0;
  for (const int side : sides) rounds += rings_.emplace_back(side).steps();
  const std::vector<int> dimensions = dimensions_longer_than_one(sides);
  steps_.resize(slot(ternary_parts(sides, ports)));
  for (std::size_t part = 0; part < steps_.size(); ++part) {
    std::vector<int> taken(sides.size(), 0);
    for (std::size_t turn = part; steps_[part].size() < slot(rounds); ++turn) {
      const int d = dimensions[turn % dimensions.size()];
      if (taken[slot(d)] == rings_[slot(d)].steps()) continue;
      ++taken[slot(d)];
      steps_[part].push_back({d, taken});
    }
  }
}

int TernaryPattern::distance(int part, int round) const {
  const Step& now = step(part, round);
  return power_of_three(now.taken[slot(now.dimension)] - 1);
}

std::vector<TernaryPattern::Message> TernaryPattern::messages(int part, int round) const {
  const Step& now = step(part, round);
  const std::size_t along = slot(now.dimension);
  std::vector<Message> all;
  for (const auto& [offset, blocks] : rings_[along].given[slot(now.taken[along] - 1)]) {
    Message& message = all.emplace_back(Message{now.dimension, offset, {}});
    for (std::size_t d = 0; d < rings_.size(); ++d)
      message.blocks.push_back(d == along ? blocks : rings_[d].reach[slot(now.taken[d])]);
  }
  return all;
}

int ternary_parts(const std::vector<int>& sides, int ports) {
  int links = 0;
  for (const int side : sides) links += std::min(side - 1, 2);
  const int most = std::max(1, long_dimensions(sides));
  return ports >= links ? most : std::clamp(ports / 2, 1, most);
}

void reduce_scatter_by_threes(Communicator& comm, std::span<std::byte> blocks, const Combine& op) {
  const TernaryPattern pattern(comm.sides(), comm.ports());
  for (int round = 0; round < pattern.rounds(); ++round)
    ternary_round(comm, blocks, op.element, pattern, round, TernaryOrder::forwards,
                  [&](const std::byte* theirs, std::byte* mine, std::size_t bytes) {
                    op.combine(theirs, mine, mine, bytes / op.element);
                  });
}

void allgather_by_threes(Communicator& comm, std::span<std::byte> blocks, std::size_t element) {
  const TernaryPattern pattern(comm.sides(), comm.ports());
  for (int round = pattern.rounds() - 1; round >= 0; --round)
    ternary_round(
        comm, blocks, element, pattern, round, TernaryOrder::backwards,
        [](const std::byte* theirs, std::byte* mine, std::size_t bytes) { std::copy_n(theirs, bytes, mine); });
}

std::optional<Prediction> ternary_cost(const Case& c, std::size_t block, std::size_t element) {
  if (only_startups_cost(c)) return startups_alone(c, messages_in_level);
  if (!is_by_threes(c.sides) || !has_ports_for_both(c)) return std::nullopt;
  const std::vector<int> dimensions = dimensions_longer_than_one(c.sides);
  const int parts = ternary_parts(c.sides, ports_of(c));
  const std::size_t rounds = dimensions.size();
  std::int64_t bytes = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    std::int64_t longest = 0;
    for (int part = 0; part < parts; ++part) {
      std::int64_t blocks = c.p;
      for (std::size_t taken = 0; taken <= round; ++taken)
        blocks /= c.sides[slot(dimensions[(slot(part) + taken) % rounds])];
      longest = std::max(longest, blocks * share_bytes(block, element, part, parts));
    }
    bytes += longest;
  }
  return lines_cost(c, {static_cast<std::int64_t>(rounds), bytes});
}

std::optional<Ticks> ternary_estimate(const Case& c, std::size_t block, std::size_t element) {
  return estimated_rounds(c, [&](const TernaryPattern& pattern, int round) {
    return load_of_blocks(c, pattern, round, block, element);
  });
}

void allreduce_by_threes(Communicator& comm, std::span<std::byte> data, const Combine& op) {
  const TernaryPattern pattern(comm.sides(), comm.ports());
  const auto share = [&](int part) {
    const Range range = share_of(data.size(), op.element, slot(part), slot(pattern.parts()));
    return data.subspan(range.begin, range.bytes);
  };
  struct Neighbours {
    Buffer behind;
    Buffer ahead;
  };
  std::vector<Neighbours> theirs;
  for (int part = 0; part < pattern.parts(); ++part)
    theirs.push_back({comm.buffer(share(part).size()), comm.buffer(share(part).size())});
  ExactReceives receives;
  for (int number = 0; number < pattern.rounds(); ++number) {
    comm.round([&](Round& round) {
      for (int part = 0; part < pattern.parts(); ++part) {
        const int d = pattern.dimension(part, number);
        const int distance = pattern.distance(part, number);
        round.send(comm.shift(d, distance), share(part));
        receives.post(round, comm.shift(d, -distance), theirs[slot(part)].behind);
        round.send(comm.shift(d, -distance), share(part));
        receives.post(round, comm.shift(d, distance), theirs[slot(part)].ahead);
      }
    });
    receives.finish(comm);
    for (int part = 0; part < pattern.parts(); ++part) {
      const std::span<std::byte> mine = share(part);
      const std::size_t values = mine.size() / op.element;
      op.combine(theirs[slot(part)].behind.data(), mine.data(), mine.data(), values);
      op.combine(mine.data(), theirs[slot(part)].ahead.data(), mine.data(), values);
    }
  }
}

std::optional<std::string> needs_powers_of_three(const Case& c) {
  const auto is_power_of_three = [](int side) { return power_of_three(ceil_log(3, side)) == side; };
  if (c.is_torus && std::all_of(c.sides.begin(), c.sides.end(), is_power_of_three)) return std::nullopt;
  return "needs a torus whose sides are powers of 3, got " + grid_to_string(c);
}

std::optional<Prediction> ternary_latency_cost(const Case& c) {
  if (only_startups_cost(c)) return startups_alone(c, [](int, int) { return 2; });
  if (!is_by_threes(c.sides) || !has_ports_for_both(c)) return std::nullopt;
  const std::int64_t rounds = long_dimensions(c.sides);
  const std::int64_t longest = share_bytes(c.bytes, c.element, 0, ternary_parts(c.sides, ports_of(c)));
  return lines_cost(c, {rounds, rounds * longest});
}

std::optional<Ticks> ternary_latency_estimate(const Case& c) {
  return estimated_rounds(
      c, [&](const TernaryPattern& pattern, int round) { return load_of_shares(c, pattern, round); });
}

}  // namespace toruscope::collectives
