// SPDX-License-Identifier: Apache-2.0
// Which operators count as commuting, what that changes, and how a refusal of one that does not
// names the way out.

#include "tests/cli/in_process.hpp"
#include "tests/collectives/error_of.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <complex>
#include <functional>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::error_of;
using testing::HasSubstr;

struct Larger {
  int operator()(int a, int b) const { return std::max(a, b); }
};
struct Untraited {
  char letters[4] = {};
  friend Untraited operator+(const Untraited& a, const Untraited&) { return a; }
};

}  // namespace

template <>
inline constexpr bool is_commutative<Larger, int> = true;

namespace {

constexpr auto kOwn = [](double a, double b) { return a + b; };

static_assert(is_commutative<std::plus<>, int> && is_commutative<std::bit_xor<unsigned>, unsigned>);
static_assert(is_commutative<std::plus<>, double> && is_commutative<std::multiplies<float>, float>);
static_assert(is_commutative<std::plus<>, std::complex<double>> && is_commutative<std::logical_or<>, bool>);
static_assert(is_commutative<Minimum, double> && is_commutative<Maximum, long>);
static_assert(is_commutative<std::remove_cv_t<decltype(std::ranges::max)>, double>);
static_assert(!is_commutative<std::minus<>, int> && !is_commutative<std::plus<>, Untraited>);
static_assert(!is_commutative<Maximum, Untraited> && !is_commutative<std::remove_cv_t<decltype(kOwn)>, double>);
static_assert(is_commutative<Larger, int> && !is_commutative<Larger, long>);
static_assert(is_commutative<decltype(commuting(kOwn)), double>);
static_assert(minimum(3, 2) == 2 && maximum(2.0, 3.0) == 3.0 && commuting(kOwn)(1.0, 2.0) == 3.0);

template <class T, class... Operator>
Ticks time_of_allreduce(const Operator&... op) {
  const Report report = Machine(torus(4, 4), preset("generic")).run([&](Communicator& comm) {
    std::vector<T> values(1024, static_cast<T>(1));
    allreduce(comm, values, op...);
  });
  return report.finish.time;
}

// As in MPI: what the operator is counts, not whether the numbers are whole.
TEST(Operators, OnFloatingPointNumbersTakeTheAlgorithmsOfThoseThatCommute) {
  const Ticks of_whole_numbers = time_of_allreduce<long>();

  EXPECT_EQ(time_of_allreduce<double>(), of_whole_numbers);
  EXPECT_EQ(time_of_allreduce<double>(std::multiplies<>()), of_whole_numbers);
  EXPECT_EQ(time_of_allreduce<double>(maximum), of_whole_numbers);
  EXPECT_EQ(time_of_allreduce<double>(std::ranges::min), of_whole_numbers);
  EXPECT_EQ(time_of_allreduce<double>(commuting(kOwn)), of_whole_numbers);
  EXPECT_GT(time_of_allreduce<double>(kOwn), of_whole_numbers);
}

TEST(Operators, GiveTheSmallestAndTheLargest) {
  Machine(torus(2, 3)).run([](Communicator& comm) {
    double lowest = 10.0 + comm.rank();
    int highest = comm.rank();
    allreduce(comm, lowest, minimum);
    allreduce(comm, highest, maximum);
    if (lowest != 10.0 || highest != 5) comm.fail("minimum or maximum");
  });
}

TEST(Operators, ThatDoNotCommuteAreRefusedWithTheWayOut) {
  EXPECT_THAT(
      error_of(ring(5),
               [](Communicator& comm) {
                 double x = 0;
                 reduce(comm, 3, x, kOwn, "rotation_doubling");
               }),
      testing::ContainsRegex("reduce/rotation_doubling: needs an operator that commutes, or root 0, got root "
                             "3; use [a-z_]+, or --operator sum .in a program: commuting.op..$"));
  EXPECT_EQ(error_of(ring(5),
                     [](Communicator& comm) {
                       double x = 0;
                       reduce(comm, 3, x, commuting(kOwn), "rotation_doubling");
                     }),
            "no error");
}

// No operator helps an algorithm that needs something else, too.
TEST(Operators, AreNoWayOutOfAnotherRefusal) {
  const std::string error = error_of(torus(3, 3), [](Communicator& comm) {
    double x = 0;
    reduce(comm, 3, x, kOwn, "rotation_doubling");
  });

  EXPECT_THAT(error, HasSubstr("reduce/rotation_doubling: "));
  EXPECT_THAT(error, testing::Not(HasSubstr("--operator")));
}

/// An allreduce for operators that commute, and nothing else in the table that fits.
Tables tables_with_own() {
  Allreduce own;
  own.name = "pass_around";
  own.refusal = [](const Case& c) {
    return c.commutative ? std::nullopt : std::optional<std::string>("needs an operator that commutes");
  };
  own.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    builtin_catalogue().of<Allreduce>().front().run(comm, data, op);
  };
  Tables tables;
  tables.algorithms.add(own);
  return tables;
}

nlohmann::json result_of(std::vector<std::string> words) {
  words.insert(words.end(), {"--format", "json", "--quiet"});
  const Outcome outcome = call(words, {}, tables_with_own());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

TEST(CommandLine, ReducesByASumUnlessAnotherOperatorIsAskedFor) {
  const auto ticks = [](const nlohmann::json& json) {
    return json["results"][0]["virtual_time"]["ticks"].get<std::int64_t>();
  };
  const std::vector<std::string> by_torus{"verify",  "allreduce", "--algorithm", "torus",
                                          "--block", "1K",        "--topology",  "torus:4x4"};
  const auto with = [&](const char* op) {
    std::vector<std::string> words = by_torus;
    words.insert(words.end(), {"--operator", op});
    return result_of(words);
  };

  EXPECT_EQ(result_of(by_torus)["results"][0]["operator"], "sum");
  EXPECT_EQ(ticks(result_of(by_torus)), ticks(with("sum")));
  EXPECT_LT(ticks(result_of(by_torus)), ticks(with("affine")));
  for (const char* verb : {"compare", "bench"}) {
    const nlohmann::json json = result_of({verb, "reduce", "--topology", "ring:4"});
    for (const auto& row : json["results"]) EXPECT_EQ(row["operator"], "sum") << verb;
  }
}

TEST(CommandLine, VerifiesAlgorithmsThatNeedAnOperatorThatCommutes) {
  EXPECT_EQ(result_of({"verify", "allreduce", "--algorithm", "pass_around", "--topology",
                       "ring:4"})["results"][0]["verified"],
            true);
  const Outcome refused = call({"verify", "allreduce", "--algorithm", "pass_around", "--topology", "torus:4x4",
                                "--block", "64K", "--operator", "affine"},
                               {}, tables_with_own());

  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err,
              testing::ContainsRegex("allreduce/pass_around: needs an operator that commutes; use [a-z_]+, or "
                                     "--operator sum"));
}

}  // namespace
}  // namespace toruscope
