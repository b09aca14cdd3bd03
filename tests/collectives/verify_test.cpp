// SPDX-License-Identifier: Apache-2.0
// Verification finds what is wrong, says it, and accepts what a program adds to the table.

#include "collectives/verify.hpp"

#include "collectives/grid.hpp"
#include "collectives/stamps.hpp"
#include "tests/support/broken_twins.hpp"
#include "tests/support/built_in.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <gmock/gmock.h>
#include <set>

namespace toruscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Verify, FindsAFlippedBit) {
  for (const std::size_t block : {1U, 8U, 13U}) {
    const Verdict v = verify(test::flips_a_bit(), torus(3, 3), preset("paragon"), {}, {block});

    EXPECT_FALSE(v.ok());
    EXPECT_FALSE(v.data_is_right);
    EXPECT_THAT(
        v.faults,
        ElementsAre("alltoall/flips_a_bit: PE 0: the block from PE 8 is not the one that was sent: byte " +
                    std::to_string(block - 1) + " is wrong (wrong on 9 of 9 PEs)"));
  }
}

TEST(Verify, FindsAFalseClaimOfNoConflicts) {
  const Verdict on_torus = verify(test::claims_no_conflicts(), torus(4, 4), preset("paragon"), {}, {8});
  const Verdict on_complete = verify(test::claims_no_conflicts(), complete(16), preset("paragon"), {}, {8});

  EXPECT_TRUE(on_torus.data_is_right);
  EXPECT_FALSE(on_torus.ok());
  EXPECT_THAT(on_torus.faults.front(), HasSubstr("claims no link conflicts, but "));
  EXPECT_TRUE(on_complete.ok());
}

TEST(Verify, FindsAFormulaThatPromisesTooMuch) {
  const Verdict v = verify(test::promises_too_much(), complete(5), preset("paragon"), {}, {8});

  EXPECT_TRUE(v.data_is_right);
  EXPECT_THAT(v.faults,
              ElementsAre("alltoall/promises_too_much: the formula says 3 startups, measured 4",
                          "alltoall/promises_too_much: the formula says 225355200 ticks, measured 300355200"));
}

TEST(Verify, FindsARunThatBeatsItsLowerBound) {
  const Verdict v = verify(test::whispers(), ring(4), preset("paragon"), {}, {8});

  EXPECT_TRUE(v.data_is_right);
  EXPECT_TRUE(v.beats_bound);
  EXPECT_FALSE(v.ok());
  EXPECT_THAT(v.faults, ElementsAre(HasSubstr("took 0 ticks, less than the lower bound of 150000000")));
}

// PEs that have nothing to take yet run ahead of their steps: no formula then, but for one part or
// short flights.
TEST(Verify, ComparesPartsOfAPrefixOnlyWhereAllKeepStep) {
  struct Row {
    int p, k, lambda;
    std::size_t parts;
    bool has_formula;
  };
  constexpr std::size_t kPart = 8;
  const auto expect_sound = [](const auto& entry, const Row& row) {
    Parameters machine = with_lambda(preset("postal"), row.lambda);
    machine.ports = k_ports(row.k);
    const Workload parts{.bytes = row.parts * kPart, .operands = Operands::intervals, .segment = kPart};
    const Verdict v = verify(entry, complete(row.p), machine, {}, parts);
    EXPECT_TRUE(v.ok()) << entry.name << ", lambda " << row.lambda << ": " << testing::PrintToString(v.faults);
    EXPECT_EQ(v.predicted.has_value(), row.has_formula) << entry.name << ", lambda " << row.lambda;
  };
  for (const Row& row : {Row{3, 2, 4, 5, false}, Row{3, 1, 5, 3, false}, Row{5, 1, 7, 5, false},
                         Row{5, 1, 7, 1, true}, Row{5, 1, 3, 5, true}})
    for (const char* name : {"a", "b"}) {
      for (const Scan& entry : builtin_catalogue().of<Scan>())
        if (entry.name == name) expect_sound(entry, row);
      for (const Exscan& entry : builtin_catalogue().of<Exscan>())
        if (entry.name == name) expect_sound(entry, row);
    }
}

// Each figure by itself: that the others are right hides nothing.
TEST(Verify, FindsEveryFigureOfAFormulaThatIsWrong) {
  const Parameters all_costs = collectives::all_costs_machine().parameters;
  const auto fault = [&](const Alltoall& twin, const Parameters& machine) {
    return verify(twin, complete(5), machine, {}, {8}).faults;
  };

  EXPECT_THAT(fault(test::misstates_startups(), all_costs),
              ElementsAre(HasSubstr("says 5 startups, measured 4")));
  EXPECT_THAT(fault(test::misstates_bytes(), all_costs), ElementsAre(HasSubstr("says 33 bytes, measured 32")));
  EXPECT_THAT(fault(test::misstates_hops(), all_costs), ElementsAre(HasSubstr("says 3 hops, measured 4")));
  EXPECT_THAT(fault(test::misstates_ticks(), all_costs), ElementsAre(HasSubstr("ticks, measured")));
  // there hops cost nothing
  EXPECT_THAT(fault(test::misstates_hops(), preset("paragon")), ElementsAre());
}

TEST(Verify, FindsAPeThatWasNotTold) {
  const Verdict v = verify(test::forgets_one(), ring(5), preset("paragon"), {}, {16, 2});

  EXPECT_THAT(
      v.faults,
      ElementsAre("broadcast/forgets_one: PE 1: the root's vector is not the one that was sent: at byte 0 "
                  "there are data of PE 1, byte 0 of that block (wrong on 1 of 5 PEs)"));
}

/// PE 0 takes so many of the contributions of each PE, in this order, and tells all.
Allreduce takes(std::vector<Rank> contributions) {
  Allreduce entry;
  entry.name = "takes";
  entry.run = [contributions](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    const auto p = static_cast<std::size_t>(comm.size());
    std::vector<std::byte> all(p * data.size());
    gather(comm, 0, std::span<const std::byte>(data),
           comm.rank() == 0 ? std::span(all) : std::span<std::byte>());
    const auto of = [&](Rank r) {
      return std::span(all).subspan(static_cast<std::size_t>(r) * data.size(), data.size());
    };
    std::copy_n(of(contributions[0]).begin(), data.size(), data.begin());
    for (std::size_t i = 1; i < contributions.size() && comm.rank() == 0; ++i)
      op.combine(data.data(), of(contributions[i]).data(), data.data(), data.size() / op.element);
    broadcast(comm, 0, data);
  };
  return entry;
}

TEST(Verify, NamesTheContributionThatIsMissingOrThereTwice) {
  const auto fault = [](std::vector<Rank> contributions, Operands operands) {
    const Workload workload{.bytes = 16, .operands = operands};
    const Verdict v = verify(takes(std::move(contributions)), ring(6), preset("unit"), {}, workload);
    return v.faults.empty() ? "right" : v.faults.front();
  };
  for (const Operands operands : {Operands::sum, Operands::affine, Operands::bit_xor}) {
    EXPECT_EQ(fault({0, 1, 2, 3, 4, 5}, operands), "right");
    EXPECT_THAT(fault({0, 1, 2, 4, 5}, operands),
                HasSubstr("PE 0: element 0 lacks the contribution of PE 3 (wrong on 6"));
    EXPECT_THAT(fault({2, 3, 4}, operands), HasSubstr("element 0 has the contributions of PEs 2 to 4 alone"));
    EXPECT_THAT(fault({2}, operands), HasSubstr("element 0 has the contribution of PE 2 alone"));
  }
  EXPECT_THAT(fault({0, 1, 2, 3, 3, 4, 5}, Operands::sum),
              HasSubstr("element 0 has the contribution of PE 3 twice"));
  EXPECT_THAT(fault({4, 5, 0}, Operands::sum),
              HasSubstr("element 0 has the contributions of PEs 4 to 0 alone"));
  EXPECT_THAT(fault({5, 4, 3, 2, 1, 0}, Operands::affine),
              HasSubstr("element 0 is not the combination of all contributions in rank order"));
  EXPECT_THAT(fault({0, 2, 4}, Operands::sum),
              HasSubstr("element 0 is not the combination of all contributions (wrong"));
}

TEST(Verify, NamesTheValueOfAScanAndWhatItLacks) {
  Scan own_alone;
  own_alone.name = "own_alone";
  own_alone.run = [](Communicator&, std::span<std::byte>, const Combine&) {};
  const Verdict v = verify(own_alone, ring(4), preset("unit"), {}, {.bytes = 8});

  EXPECT_THAT(
      v.faults,
      ElementsAre(HasSubstr("PE 1: value 1: element 0 lacks the contribution of value 0 (wrong on 3 of 4")));
}

TEST(Verify, FindsAReductionOutOfRankOrder) {
  for (const std::size_t bytes : {5U, 64U}) {
    const Workload ordered{.bytes = bytes, .root = 3, .operands = Operands::affine};
    const Verdict v = verify(test::combines_backwards(), ring(4), preset("paragon"), {}, ordered);

    EXPECT_THAT(
        v.faults,
        ElementsAre("reduce/combines_backwards: PE 3: element 0 is not the combination of all contributions "
                    "in rank order (wrong on 1 of 4 PEs)"));
  }
}

TEST(Verify, FindsABarrierThatLetsPesLeaveEarly) {
  const Verdict v = verify(test::waits_for_one(), ring(8), preset("paragon"), {});

  EXPECT_FALSE(v.data_is_right);
  EXPECT_THAT(v.faults, ElementsAre(HasSubstr("before the last PE entered")));
  EXPECT_FALSE(v.beats_bound) << "the bound is of those that do wait";
}

TEST(Verify, RefusesWhatTheAlgorithmRefuses) {
  try {
    (void)verify(test::built_in<Alltoall>("at2"), ring(8), preset("paragon"), {}, {8});
    FAIL() << "was not refused";
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(), "alltoall/at2: needs a torus of two dimensions, got ring 8");
  }
  EXPECT_THROW((void)verify(builtin_catalogue().broadcast()[0], ring(8), preset("paragon"), {}, {8, 8}),
               ConfigError);
}

// What a user does: an algorithm of one's own, added to a copy of the table, verified like the
// others.
TEST(Verify, AcceptsAProgramsOwnAlgorithm) {
  Alltoall mine;
  mine.name = "towards_the_left";
  mine.conflict_free = never_in_conflict();
  mine.refusal = [](const Case& c) {
    return c.is_complete ? std::nullopt : std::optional<std::string>("needs a complete graph");
  };
  mine.predicted = [](const Case& c) {
    const std::int64_t rounds = c.p - 1;
    const auto bytes = static_cast<std::int64_t>(c.bytes);
    return std::optional(
        Prediction{rounds, rounds * bytes, rounds, rounds * (c.costs.ts + bytes * c.costs.tw)});
  };
  mine.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                std::size_t block) {
    const auto p = static_cast<std::size_t>(comm.size());
    const auto me = static_cast<std::size_t>(comm.rank());
    for (std::size_t t = 0; t < p; ++t) {
      const std::size_t to = (me + p - t) % p;
      const std::size_t from = (me + t) % p;
      comm.sendrecv(static_cast<Rank>(to), send.subspan(to * block, block), static_cast<Rank>(from),
                    receive.subspan(from * block, block));
    }
  };
  Catalogue table = catalogue();
  table.add(mine);
  const Parameters& machine = preset("paragon");

  const Alltoall& chosen = choose(table.alltoall(), "towards_the_left", case_of(*complete(6), machine, 8));
  const Verdict v = verify(chosen, complete(6), machine, {}, {8});

  EXPECT_TRUE(v.ok()) << v.faults.front();
  EXPECT_EQ(v.report.finish.account.startups, 5);
  EXPECT_THROW((void)choose(table.alltoall(), "towards_the_left", case_of(*ring(6), machine, 8)), ConfigError);
}

TEST(Verify, TellsTheSoundFromTheTwins) {
  const Catalogue table = test::catalogue_with_twins();
  const auto fits = [](const Alltoall& entry) {
    return !entry.refusal(case_of(*torus(4, 4), preset("paragon"), 8));
  };
  std::set<std::string> right;
  for (const Alltoall& entry : table.alltoall())
    if (fits(entry) && verify(entry, torus(4, 4), preset("paragon"), {}, {8}).ok()) right.insert(entry.name);

  std::set<std::string> sound;
  for (const Alltoall& entry : builtin_catalogue().alltoall())
    if (fits(entry)) sound.insert(entry.name);
  EXPECT_GE(sound.size(), 12U);
  EXPECT_EQ(right, sound);
}

// --- what is moved -------------------------------------------------------------------------------

TEST(Stamps, DifferForEveryPairOfPes) {
  std::set<std::vector<std::byte>> blocks;
  for (Rank s = 0; s < 16; ++s)
    for (Rank d = 0; d < 16; ++d) {
      std::vector<std::byte> block(8);
      collectives::stamp_block(s, d, block);
      EXPECT_TRUE(collectives::is_stamped(s, d, block));
      EXPECT_FALSE(collectives::is_stamped(d + 1, s, block));
      blocks.insert(block);
    }
  EXPECT_EQ(blocks.size(), 256U);
}

TEST(Stamps, CombineByAssociativeOperatorsThatDoNotCommute) {
  for (const Operands kind : {Operands::affine, Operands::intervals})
    for (const std::size_t bytes : {8U, 40U, 1U, 7U}) {
      const collectives::TestOperator op = collectives::test_operator(kind, bytes);
      const auto join = [&](const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
        std::vector<std::byte> c(bytes);
        op.combine.combine(a.data(), b.data(), c.data(), bytes / op.combine.element);
        return c;
      };
      const auto a = op.contribution(0, bytes);
      const auto b = op.contribution(1, bytes);
      const auto c = op.contribution(2, bytes);

      EXPECT_EQ(join(join(a, b), c), join(a, join(b, c)));
      EXPECT_NE(join(a, b), join(b, a)) << bytes;
    }
}

TEST(Stamps, CombineByTheNamedOperators) {
  const auto combined = [](const char* name, std::size_t bytes) {
    const auto& table = operators();
    const auto entry = std::find_if(table.begin(), table.end(), [&](const auto& e) { return e.first == name; });
    const collectives::TestOperator op = collectives::test_operator(entry->second, bytes);
    EXPECT_TRUE(op.combine.commutative) << name;
    EXPECT_EQ(op.combine.element, bytes);
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::memcpy(&a, op.contribution(0, bytes).data(), bytes);
    std::memcpy(&b, op.contribution(1, bytes).data(), bytes);
    std::uint64_t c = 0;
    const auto bytes_of = [](auto& word) { return reinterpret_cast<std::byte*>(&word); };
    op.combine.combine(bytes_of(a), bytes_of(b), bytes_of(c), 1);
    return std::array{a, b, c};
  };
  for (const std::size_t bytes : {8U, 1U}) {
    const std::uint64_t mask = bytes == 8 ? UINT64_MAX : 0xff;
    const auto expect = [&](const char* name, auto join) {
      const auto [a, b, c] = combined(name, bytes);
      EXPECT_EQ(c, join(a, b) & mask) << name << ' ' << bytes;
    };
    using Word = std::uint64_t;
    expect("sum", [](Word a, Word b) { return a + b; });
    expect("product", [](Word a, Word b) { return a * b; });
    expect("min", [](Word a, Word b) { return std::min(a, b); });
    expect("max", [](Word a, Word b) { return std::max(a, b); });
    expect("xor", [](Word a, Word b) { return a ^ b; });
  }
}

// Once torn an interval stays torn, whatever is joined to it.
TEST(Stamps, JoinNeighbouringIntervalsOnly) {
  const collectives::TestOperator op = collectives::test_operator(Operands::intervals, 8);
  const auto join = [&](const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
    std::vector<std::byte> c(8);
    op.combine.combine(a.data(), b.data(), c.data(), 1);
    return c;
  };
  const auto v = [&](int i) { return op.contribution(i, 8); };
  const auto torn = join(v(0), v(2));

  EXPECT_EQ(join(v(1), v(0)), torn);
  EXPECT_EQ(join(v(1), v(1)), torn);
  EXPECT_EQ(join(torn, v(3)), torn);
  EXPECT_EQ(join(v(3), torn), torn);
  EXPECT_NE(join(v(0), v(1)), torn);
}

TEST(Stamps, AddDoublesWhoseSumDependsOnTheGrouping) {
  const collectives::TestOperator op = collectives::test_operator(Operands::rounded, 8);
  std::vector<std::byte> left = op.contribution(0, 8);
  std::vector<std::byte> right = op.contribution(11, 8);
  for (int i = 1; i < 12; ++i) op.combine.combine(left.data(), op.contribution(i, 8).data(), left.data(), 1);
  for (int i = 10; i >= 0; --i) op.combine.combine(op.contribution(i, 8).data(), right.data(), right.data(), 1);

  EXPECT_FALSE(op.combine.exact);
  EXPECT_TRUE(op.combine.commutative) << "as sums of doubles do in a program";
  EXPECT_NE(left, right);
}

// An allreduce in which each PE adds in another order: right for integers, but PEs end with
// different sums of doubles. It must refuse these.
TEST(Verify, ComparesTheBitsOfAnAllreduceOfDoubles) {
  Allreduce around;
  around.name = "each_in_its_own_order";
  around.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    const int p = comm.size();
    const Buffer own = comm.copy_of(data);
    for (int d = 1; d < p; ++d) {
      Buffer theirs = comm.buffer(data.size());
      comm.sendrecv((comm.rank() + d) % p, own, (comm.rank() - d + p) % p, theirs);
      op.combine(theirs.data(), data.data(), data.data(), data.size() / op.element);
    }
  };
  around.refusal = [](const Case&) { return std::optional<std::string>(); };
  const auto faults = [&](Operands operands) {
    return verify(around, ring(12), Parameters{}, {}, {.bytes = 80, .operands = operands}).faults;
  };
  EXPECT_THAT(faults(Operands::sum), testing::IsEmpty());
  EXPECT_THAT(faults(Operands::rounded),
              testing::ElementsAre(testing::HasSubstr("ends with other bits than PE 0")));
}

}  // namespace
}  // namespace toruscope
